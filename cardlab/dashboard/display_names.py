"""What people, classes, tables and tournaments are known by.

- codes, which are read aloud and typed: `new_code`, `is_code`; `plain_code` and `spaced` read and show one;
- nicknames: `nickname`, `alike`;
- the mark by which a log knows somebody: `mark`.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Final

LETTERS: Final = "FHKMRTWXY234679"
"""Letters and digits of a code: none looks like another, few sound alike, and without vowels they make no word."""
CODE_LENGTH: Final = 6
"""11 million codes."""
LONGEST_NAME: Final = 24
"""In letters as a reader counts them."""
_LONGEST_TYPED: Final = 400
_MOST_MARKS: Final = 4
"""How many accents a letter of a nickname may carry."""
_LONGEST_LETTER: Final = 12
"""Of how many signs one letter may be joined; a family of four is seven."""

# Codes


def new_code() -> str:
    """A code by chance: `CODE_LENGTH` of `LETTERS`."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text can be a code, in its plain form."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


def plain_code(typed: str) -> str:
    """A code as somebody types it, in its plain form: capitals, without spaces, hyphens and the like."""
    wide = unicodedata.normalize("NFKC", typed[:_LONGEST_TYPED]).upper()
    return "".join(sign for sign in wide if sign.isalnum())


def spaced(code: str) -> str:
    """A code as it is shown and read aloud: in two halves."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


# Nicknames

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that count as letters and show nothing."""
_JOINERS: Final = "\u200c\u200d"


def nickname(typed: str) -> str:
    """A nickname that cannot do harm: one line of at most `LONGEST_NAME` letters, without what is not seen.

    Control signs, signs that turn the direction of writing and lone surrogates are left out.
    Gives "" if nothing is left.

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
    """The text in letters as a reader counts them: what is joined to a letter belongs to it, up to a limit."""
    letters: list[str] = []
    for sign in text:
        before = letters[-1] if letters else ""
        if not before or not _belongs(sign, before):
            # An accent without a letter, and a joiner at the beginning, would hang on what stands before the name.
            if unicodedata.category(sign)[0] != "M" and sign not in _JOINERS:
                letters.append(sign)
        elif len(before) < _LONGEST_LETTER and sum(map(_is_mark, before)) < _MOST_MARKS:
            letters[-1] += sign
    return letters


def _belongs(sign: str, letter: str) -> bool:
    """Whether a sign is part of the letter before it: an accent, a colour, half of a flag, a joined sign."""
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


def alike(name: str) -> str:
    """Two names that read the same are the same in this form."""
    return unicodedata.normalize("NFKC", name).translate(dict.fromkeys(map(ord, _JOINERS))).casefold()


# Marks


def mark(token: str) -> str:
    """How a log knows the player who has a token: nobody finds that by it.

    >>> mark("x") == mark("x"), mark("x") == mark("y"), len(mark("x"))
    (True, False, 22)
    """
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=11, person=b"cardlab-player").hexdigest()
