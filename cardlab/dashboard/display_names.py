"""Names of people, classes, tables and tournaments.

- codes, which are read aloud and typed: `new_code`, `is_code`, `plain_code`, `spaced`;
- nicknames: `nickname`, `comparison_key`, `distinct_name`;
- pseudonyms of players in logs: `pseudonym`.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from typing import Final

LETTERS: Final = "FHKMRTWXY234679"
"""The characters of a code: none looks like another, few sound alike, and without vowels they make no word."""
CODE_LENGTH: Final = 6
"""11 million codes."""
LONGEST_NAME: Final = 24
"""In grapheme clusters."""
_LONGEST_TYPED: Final = 400
_MAX_MARKS: Final = 4
"""Combining marks per letter of a nickname."""
_LONGEST_LETTER: Final = 12
"""Code points per letter; the emoji of a family of four has seven."""

# Codes


def new_code() -> str:
    """Return a random code: `CODE_LENGTH` of `LETTERS`."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


def plain_code(typed: str) -> str:
    """Return a typed code in capitals, without spaces and hyphens."""
    wide = unicodedata.normalize("NFKC", typed[:_LONGEST_TYPED]).upper()
    return "".join(sign for sign in wide if sign.isalnum())


def spaced(code: str) -> str:
    """Return a code in two halves, as it is shown and read aloud."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


# Nicknames

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Code points that count as letters and show nothing."""
_JOINERS: Final = "\u200c\u200d"


def nickname(typed: str) -> str:
    """Return a harmless nickname: one line of at most `LONGEST_NAME` letters, or "".

    Control characters, bidirectional marks, lone surrogates and other invisible code points are left out.

    >>> nickname("  Anna\\u202e\\x07   Maria "), nickname("\\u200b")
    ('Anna Maria', '')
    """
    text = unicodedata.normalize("NFC", " ".join(typed[:_LONGEST_TYPED].split()))
    seen = "".join(sign for sign in text if sign == " " or sign in _JOINERS or _is_seen(sign))
    letters = [letter for letter in _letters(" ".join(seen.split())) if letter.strip(_JOINERS)]
    return "".join(letters[:LONGEST_NAME]).strip(f" {_JOINERS}")


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] != "C" and sign not in _BLANKS


def _letters(text: str) -> list[str]:
    """Split a text into grapheme clusters of limited size."""
    letters: list[str] = []
    for sign in text:
        before = letters[-1] if letters else ""
        if not before or not _belongs(sign, before):
            # An accent without a letter, and a joiner at the beginning, would hang on what stands before the name.
            if unicodedata.category(sign)[0] != "M" and sign not in _JOINERS:
                letters.append(sign)
        elif len(before) < _LONGEST_LETTER and sum(map(_is_mark, before)) < _MAX_MARKS:
            letters[-1] += sign
    return letters


def _belongs(sign: str, letter: str) -> bool:
    """Whether a code point extends a grapheme cluster: a mark, a skin tone, half of a flag, a joined emoji."""
    if letter == " ":
        return False
    return (
        _is_mark(sign)
        or sign in _JOINERS
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
        or (letter[-1] == "\u200d" and unicodedata.category(sign) == "So")
        or (len(letter) == 1 and _is_half_flag(letter) and _is_half_flag(sign))
    )


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me", "Mc")


def _is_half_flag(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def comparison_key(name: str) -> str:
    """Return the same key for nicknames that read the same."""
    return unicodedata.normalize("NFKC", name).translate(dict.fromkeys(map(ord, _JOINERS))).casefold()


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return a nickname, with a number behind it if it reads like one of those `taken`; "" stays "".

    >>> distinct_name("Ana", ["ana", "Ana 2"]), distinct_name("Ana", ["Anna"])
    ('Ana 3', 'Ana')
    """
    keys, number, shown = set(map(comparison_key, taken)), 1, name
    while name and comparison_key(shown) in keys:
        number += 1
        shown = f"{''.join(_letters(name)[: LONGEST_NAME - 1 - len(str(number))])} {number}"
    return shown


# Pseudonyms


def pseudonym(token: str) -> str:
    """Return the name of a player in logs, a hash of the secret token.

    >>> pseudonym("x") == pseudonym("x"), pseudonym("x") == pseudonym("y"), len(pseudonym("x"))
    (True, False, 22)
    """
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=11, person=b"cardlab-player").hexdigest()
