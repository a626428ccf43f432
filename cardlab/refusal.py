"""What the house says when something is not allowed or cannot be read.

A refusal, the three exceptions, and how a stranger's text is repeated without harm; of any game, in no human language.
`cardlab.phrasing` says by `explained_by` how a refusal is put into English.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_LONGEST: Final = 80
"""How many characters of a stranger's text are repeated in a sentence."""


def printable(text: str) -> str:
    """A text with "?" for every sign that would steer a terminal or a page instead of being shown on it.

    >>> printable("7h\\x1b[2K"), printable("62,5\u202f%")
    ('7h?[2K', '62,5\u202f%')
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or unicodedata.category(sign) == "Zs" else "?" for sign in text)


def shortened(text: str, most: int = _LONGEST) -> str:
    """What a stranger wrote, fit to be repeated in a sentence: printable, and of at most `most` characters."""
    return printable(text if len(text) <= most else f"{text[: most - 1]}…")


def quoted(value: object) -> str:
    """What somebody gave to a function that cannot use it, fit to be repeated in a sentence.

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
    """One clause that a move, a meld or a text breaks.

    `code` names the reason and is a key of the catalogues; `rule` is the clause id of the rule book;
    `facts` holds the cards, counts and seats that the sentence needs; `fix` is the nearest repair, if there is one.
    """

    code: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    fix: Fix | None = None


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """The refusals in the order of the rule book; those of one clause as they come.

    >>> [refusal.rule for refusal in in_order([Refusal("b", "T10.2"), Refusal("a", "T2.1")])]
    ['T2.1', 'T10.2']
    """
    return tuple(sorted(refusals, key=lambda refusal: [int(part) for part in refusal.rule[1:].split(".")]))


_explain: Callable[[Refusal], str] | None = None


def explained_by(explain: Callable[[Refusal], str]) -> None:
    """Says how an exception puts its refusals into English; raises KeyError or ValueError where it has no words."""
    global _explain
    _explain = explain


def _in_english(refusal: Refusal) -> str:
    """A refusal in English; its code and facts where there is no sentence for it."""
    if _explain is not None:
        try:
            return _explain(refusal)
        except (KeyError, ValueError):
            pass
    return f"{refusal.code} ({refusal.rule}): " + ", ".join(f"{name}={fact}" for name, fact in refusal.facts.items())


class NotationError(ValueError):
    """A text that cannot be read; `refusal` says why, as data, and `str` in English.

    Texts among the facts are shortened and printable, so that they can be repeated wherever the refusal is said.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        facts = {name: shortened(fact) if type(fact) is str else fact for name, fact in facts.items()}
        self.refusal = Refusal(code, "notation", facts)
        super().__init__(code, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _notation_error, (self.refusal.code, dict(self.refusal.facts))

    def __str__(self) -> str:
        return _in_english(self.refusal)


def _notation_error(code: str, facts: dict[str, Any]) -> NotationError:
    """How a NotationError comes back from another process."""
    return NotationError(code, **facts)


class IllegalMove(ValueError):
    """A move that can be read but is not allowed; `refusals` holds every clause it breaks, in rule-book order.

    `str` tells them in English.
    """

    def __init__(self, move: object, refusals: tuple[Refusal, ...]) -> None:
        self.move = move
        self.refusals = refusals
        super().__init__(move, refusals)

    def __str__(self) -> str:
        return f"{self.move}: " + " ".join(_in_english(refusal) for refusal in self.refusals)


class AmbiguousMove(IllegalMove):
    """A move with two readings that the order of its cards does not tell apart (T10.3)."""
