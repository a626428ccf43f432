"""Names of people: made harmless, told apart, and put into sentences.

`nickname` cleans a typed name, `distinct_name` tells equal names apart, `isolated` prepares a name for a sentence.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST_NAME: Final = 24
"""The most letters of a nickname; a letter is a grapheme cluster."""
_LONGEST_TYPED: Final = 400
_MAX_MARKS: Final = 4
"""The most combining marks of one letter."""
_LONGEST_LETTER: Final = 12
"""The most code points of one letter; the emoji of a family of four has seven."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Code points that show nothing, although Unicode counts them as letters or symbols."""
_JOINERS: Final = "\u200c\u200d"


def nickname(typed: str, most: int = LONGEST_NAME) -> str:
    """Return a harmless nickname: one line of at most `most` letters, or "".

    Control characters, bidirectional marks, lone surrogates and other invisible code points are left out.
    A nickname stays as it is: `nickname(nickname(typed)) == nickname(typed)`.

    >>> nickname("  Anna\\u202e\\x07   Maria "), nickname("\\u200b")
    ('Anna Maria', '')
    """
    text = " ".join(typed[:_LONGEST_TYPED].split())
    seen = "".join(sign for sign in text if sign == " " or sign in _JOINERS or _is_seen(sign))
    letters = _letters(unicodedata.normalize("NFC", " ".join(seen.split())))
    return "".join([letter for letter in letters if letter.strip(_JOINERS)][:most]).strip(f" {_JOINERS}")


def isolated(name: str) -> str:
    """Return a name that can't change the direction of its sentence; "" stays ""."""
    return f"\u2068{name}\u2069" if name else ""


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] != "C" and sign not in _BLANKS


def _letters(text: str) -> list[str]:
    """Split a text into letters (grapheme clusters) of limited size."""
    letters: list[str] = []
    for sign in text:
        before = letters[-1] if letters else ""
        if not before or not _belongs(sign, before):
            # An accent without a letter, or a leading joiner, would attach to the text before the name.
            if unicodedata.category(sign)[0] != "M" and sign not in _JOINERS:
                letters.append(sign)
        elif len(before) < _LONGEST_LETTER and sum(map(_is_mark, before)) < _MAX_MARKS:
            letters[-1] += sign
    return letters


def _belongs(sign: str, letter: str) -> bool:
    """Return whether a mark, skin tone, flag half or joined emoji continues a letter."""
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
    """Return a key that is the same for nicknames that read the same."""
    return unicodedata.normalize("NFKC", name).translate(dict.fromkeys(map(ord, _JOINERS))).casefold()


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return nicknames, each told apart from those before as by `distinct_name`.

    Takes time in proportion to the number of names.

    >>> distinct_names(["Ana", "ana", "", "Ana"])
    ['Ana', 'ana 2', '', 'Ana 3']
    """
    keys: set[str] = set()
    numbers: dict[str, int] = {}
    distinct = []
    for name in names:
        key = comparison_key(name)
        shown, numbers[key] = _numbered(name, keys, numbers.get(key, 1))
        keys.add(comparison_key(shown))
        distinct.append(shown)
    return distinct


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return a nickname, with a number after it if it reads like one of `taken`.

    "" stays "".

    >>> distinct_name("Ana", ["ana", "Ana 2"]), distinct_name("Ana", ["Anna"])
    ('Ana 3', 'Ana')
    """
    return _numbered(name, set(map(comparison_key, taken)), 1)[0]


def _numbered(name: str, keys: set[str], number: int) -> tuple[str, int]:
    """Return a name that reads like none of `keys`, and its number: 1 for the name itself."""
    shown = name
    while name and comparison_key(shown) in keys:
        number += 1
        shown = f"{nickname(name, LONGEST_NAME - 1 - len(str(number)))} {number}"
    return shown, number
