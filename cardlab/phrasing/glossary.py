"""The words of both games, each explained in a sentence, and their clauses.

- `WORDS`: the words, first of Tongits, then of Tichu 1.on.1, then of both; `entries`: those of a game in a language,
  as `GlossaryEntry`;
- `clauses_of`: the clauses of a game.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from cardlab.phrasing.catalogue import keys, say

About: TypeAlias = Literal["tongits", "tichu", "both"]
"""The subject of a page: one of the games, or both."""

TONGITS: Final = (
    "meld",
    "set",
    "run",
    "lay_off",
    "open",
    "burned",
    "deadwood",
    "stock",
    "call",
    "challenge",
    "fold",
    "secret_four",
    "joker",
)
TICHU: Final = ("draw_pile", "extra_pile", "two_piles", "mah_jong", "wish", "dog", "phoenix", "dragon")
SHARED: Final = ("discard_pile", "house_rule")
WORDS: Final = (*TONGITS, *TICHU, *SHARED)
"""The words with an entry: those of Tongits, of Tichu 1.on.1, and of both."""

OF: Final = {"tongits": (*TONGITS, *SHARED), "tichu": (*TICHU, *SHARED), "both": WORDS}
LETTERS: Final = {"tongits": "T", "tichu": "U", "both": "TU"}
"""The letters that the clauses of a game begin with."""


class GlossaryEntry(NamedTuple):
    """A word of the glossary: its key, its name, its forms in texts, and its meaning.

    A form may begin with a word in brackets: "(a) set" is the word "set", but only after "a".
    """

    word: str
    name: str
    forms: tuple[str, ...]
    meaning: str


def entries(lang: str, about: About = "both") -> tuple[GlossaryEntry, ...]:
    """Return the glossary of a game in a language, in the order of `WORDS`.

    Raises ValueError for an unknown language.

    >>> [entry.name for entry in entries("en", "tongits")][:4]
    ['meld', 'set', 'run', 'lay off']
    """
    return tuple(
        GlossaryEntry(word, say(f"{key}.name", lang), tuple(say(f"{key}.forms", lang).split(", ")), say(key, lang))
        for word, key in ((word, f"glossary.{word}") for word in OF[about])
    )


def clauses_of(lang: str, about: About = "both") -> dict[str, str]:
    """Return the sentences that sum up the clauses of a game, by their ids, in the catalogue's order.

    >>> clauses_of("en", "tongits")["T3.1"]
    'A set is three or four cards of one rank.'
    """
    named = (key.removeprefix("clause.") for key in keys(lang) if key.startswith("clause."))
    return {one: say(f"clause.{one}", lang) for one in named if one[0] in LETTERS[about]}
