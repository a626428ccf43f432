"""Refusals of moves and texts, as data, for both games and without sentences.

Also the exceptions that carry refusals, and how text from outside is repeated safely.
`cardlab.phrasing` registers the sentences by `explained_by`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, Final

_LONGEST: Final = 80
"""The most characters that a sentence repeats of a text from outside."""


_SEEN_TOGETHER: Final = "\u200c\u200d"
"""Joiners, without which Persian words and emoji of several people cannot be written."""


def printable(text: str) -> str:
    """Replace every character that would control a terminal or a page by "?".

    >>> printable("7h\\x1b[2K"), printable("62,5\u202f%")
    ('7h?[2K', '62,5\u202f%')
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in _SEEN_TOGETHER or unicodedata.category(sign) == "Zs" else "?"
        for sign in text
    )


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return a text from outside, printable and cut to `most` characters."""
    return printable(text if len(text) <= most else f"{text[: most - 1]}…")


def quoted(value: object) -> str:
    """Return the `repr` of an unsuitable argument, printable and shortened.

    >>> quoted("seven"), quoted(range(3))
    ("'seven'", 'range(0, 3)')
    """
    return shortened(repr(value))


@dataclass(frozen=True, slots=True)
class Fix:
    """The nearest repair of a refused move or meld, as data.

    `code` names the kind of repair ("add", "drop", ...); `facts` holds what its sentence needs.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A clause that a move, a meld or a text breaks, as data.

    `code` names the reason, for which the catalogues have a sentence; `rule` is the id of the clause;
    `facts` holds the cards, counts and seats that the sentence needs; `fix` is the nearest repair, if there is one.
    """

    code: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    fix: Fix | None = None

    def _repr_html_(self) -> str:
        """Return the refusal in the language of the notebook, as HTML."""
        lang = _language()
        return f'<p lang="{lang}">{escape(_in_words(self, lang))}</p>'


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Return refusals in the order of the rule book, stable within a clause.

    >>> [refusal.rule for refusal in in_order([Refusal("b", "T10.2"), Refusal("a", "T2.1")])]
    ['T2.1', 'T10.2']
    """
    return tuple(sorted(refusals, key=lambda refusal: [int(part) for part in refusal.rule[1:].split(".")]))


_explain: Callable[[Refusal, str], str]
_language: Callable[[], str]


def explained_by(explain: Callable[[Refusal, str], str], language: Callable[[], str]) -> None:
    """Set the functions that put refusals into words and name the language.

    `explain` raises KeyError or ValueError if there are no words.
    """
    global _explain, _language
    _explain, _language = explain, language


def _in_words(refusal: Refusal, lang: str = "en") -> str:
    """Return a refusal in words, or its code and facts if there are none."""
    try:
        return _explain(refusal, lang)
    except (KeyError, ValueError):
        facts = ", ".join(f"{name}={fact}" for name, fact in refusal.facts.items())
        return f"{refusal.code} ({refusal.rule}): {facts}"


class NotationError(ValueError):
    """Raised for a text that can't be read.

    `refusal` is the reason as data, `str` the reason in English. Texts among the facts are shortened and printable.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        facts = {name: shortened(fact) if type(fact) is str else fact for name, fact in facts.items()}
        self.refusal = Refusal(code, "notation", facts)
        super().__init__(code, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(NotationError, self.refusal.code, **self.refusal.facts), ()

    def __str__(self) -> str:
        return _in_words(self.refusal)


class IllegalMove(ValueError):
    """Raised for a move that can be read but is not allowed.

    `refusals` holds every clause that `move` breaks, in the order of the rule book.
    """

    def __init__(self, move: object, refusals: tuple[Refusal, ...]) -> None:
        self.move = move
        self.refusals = refusals
        super().__init__(move, refusals)

    def __str__(self) -> str:
        return f"{self.move}: " + " ".join(_in_words(refusal) for refusal in self.refusals)


class AmbiguousMove(IllegalMove):
    """Raised for a run whose order doesn't tell what a joker stands for. [T10.3]"""
