"""A word from a fixed list, such as the kind of a meld or the reason of a refusal.

Knows only how such a word is written; the lists stand where they belong.
"""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """A member of a fixed list of words: equal to its text, and shown in a way that can be pasted back.

    >>> class Suit(Word):
    ...     HEARTS = "hearts"
    >>> Suit.HEARTS, Suit.HEARTS == "hearts"
    (Suit.HEARTS, True)
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
