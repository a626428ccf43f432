"""The words of both games, each explained in one sentence, and the clauses in words.

- `WORDS`: the words in the order of the lessons; `entries`: those of a game in a language, as `GlossaryEntry`;
- `clauses_of`: the clauses of a game, as `Clause`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from cardlab.phrasing.catalogue import keys, say

About: TypeAlias = Literal["tongits", "tichu", "both"]
"""What a page is about: one of the games, or both."""

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
"""What has an entry: words of Tongits, of Tichu 1.on.1, and those that belong to both."""

OF: Final = {"tongits": (*TONGITS, *SHARED), "tichu": (*TICHU, *SHARED), "both": WORDS}
LETTERS: Final = {"tongits": "T", "tichu": "U", "both": "TU"}
"""With which letters the clauses of a game begin."""


class GlossaryEntry(NamedTuple):
    """A word: its key, how the language calls it, how it is written in texts, and what it means, in one sentence.

    A form may begin with a word in brackets, "(a) set": only behind that word it is meant.
    """

    word: str
    name: str
    forms: tuple[str, ...]
    meaning: str


class Clause(NamedTuple):
    """A clause by its id, and the sentence that sums it up."""

    id: str
    text: str


def entries(lang: str, about: About = "both") -> tuple[GlossaryEntry, ...]:
    """The words of a game, in the order of `WORDS`, in a language; ValueError for an unknown one.

    >>> [entry.name for entry in entries("en", "tongits")][:4]
    ['meld', 'set', 'run', 'lay off']
    """
    return tuple(
        GlossaryEntry(word, say(f"{key}.name", lang), tuple(say(f"{key}.forms", lang).split(", ")), say(key, lang))
        for word, key in ((word, f"glossary.{word}") for word in OF[about])
    )


def clauses_of(lang: str, about: About = "both") -> tuple[Clause, ...]:
    """The clauses of a game that the catalogue has, in its order, with their sentences.

    >>> clauses_of("en", "tongits")[0].id
    'T1.1'
    """
    named = (key.removeprefix("clause.") for key in keys(lang) if key.startswith("clause."))
    return tuple(Clause(one, say(f"clause.{one}", lang)) for one in named if one[0] in LETTERS[about])
