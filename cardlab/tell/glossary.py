"""The words of both games, each explained in one sentence: what a page shows where somebody asks for a word.

- `WORDS`: the words, by the last part of their keys, in the order of the lessons;
- `Entry`: a word and its sentence; `entries`: all of them in a language.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlab.locale import say

WORDS: Final = (
    "meld",
    "set",
    "run",
    "lay_off",
    "burned",
    "deadwood",
    "stock",
    "discard_pile",
    "call",
    "challenge",
    "fold",
    "joker",
    "draw_pile",
    "extra_pile",
    "two_piles",
    "mah_jong",
    "wish",
    "dog",
    "phoenix",
    "dragon",
)
"""What has an entry: twelve words of Tongits, then eight of Tichu 1.on.1; the discard pile belongs to both."""


class Entry(NamedTuple):
    """A word: its key, how the language calls it, and what it means, in one sentence."""

    word: str
    name: str
    meaning: str


def entries(lang: str) -> tuple[Entry, ...]:
    """Every word with its name and its meaning in `lang`, in the order of `WORDS`; ValueError for an unknown language.

    >>> [entry.name for entry in entries("en")][:4]
    ['meld', 'set', 'run', 'lay off']
    """
    return tuple(Entry(word, say(f"glossary.{word}.name", lang), say(f"glossary.{word}", lang)) for word in WORDS)
