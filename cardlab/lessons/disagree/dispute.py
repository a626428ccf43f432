"""A dispute as data: one position with one question, which the engine answers under two rules.

`Case` is the question about a position, `Look` what the position looks like, `Finding` what holds there.
A `Dispute` has two sides: a case and the rules under which it is asked.
No answer stands here: the game gives each when it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Protocol, TypeAlias

from cardlab.cards import Card
from cardlab.choices import Word
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import AnyRules
from cardlab.refusal import Refusal

# A position and one question about it

ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
NOBODY: Final = "nobody"

Choices: TypeAlias = tuple[tuple[str, str], ...]
"""The possible answers: key and label of each."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a position looks like: the hand looked at and what it is called, labelled groups of cards, facts.

    `in_order`: the order of the hand matters and is to be kept.
    """

    hand: tuple[Card, ...] = ()
    label: str = ""
    piles: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    notes: tuple[str, ...] = ()
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What the engine answers: the key of the `answer`, that answer as a sentence, every reason, the clauses."""

    answer: str
    title: str
    sentences: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class Case(Protocol):
    """A position and a question; `rules` are those of its game."""

    def look(self, lang: str) -> Look:
        """What lies on the table."""

    def question(self, lang: str) -> str:
        """The question."""

    def choices(self, rules: tuple[Any, ...], lang: str) -> Choices:
        """The possible answers, among them those that hold under each of these rules."""

    def ask(self, rules: Any, lang: str) -> Finding:
        """What the engine answers under these rules."""


def allowed_or_not(lang: str) -> Choices:
    """The two answers to "May you …?"."""
    return (ALLOWED, say("lesson.under.allowed", lang)), (REFUSED, say("lesson.under.refused", lang))


def judged(refusals: Iterable[Refusal], reader: Reader, fitting: tuple[str, ...] = ()) -> Finding:
    """Allowed, with what speaks for it; or refused, with every reason."""
    broken, lang = tuple(refusals), reader.lang
    if broken:
        rules = tuple(dict.fromkeys(refusal.rule for refusal in broken))
        sentences = reader.explained(broken)
        return Finding(REFUSED, say("lesson.under.refused", lang), sentences, rules)
    return Finding(ALLOWED, say("lesson.under.allowed", lang), fitting or (say("lesson.under.no_rule_against", lang),))


def numbers(found: Iterable[int]) -> Choices:
    """Numbers to choose from: those given and, so that there is a choice, some that are not far from them."""
    wanted = set(found)
    low, high = min(wanted), max(wanted)
    for near in ((low + high) // 2, high + 4, max(0, low - 3), high + 7):
        if len(wanted) < 4:
            wanted.add(near)
    return tuple((str(number), str(number)) for number in sorted(wanted))


# Two sides

Game: TypeAlias = Literal["tongits", "tichu"]


class Source(Word):
    """Where what holds here comes from; the sentence stands in the catalogues under `lesson.source.<source>`."""

    SHEETS = "sheets"
    PULLED = "pulled"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a dispute: the position with its question, and the rules under which it is asked."""

    case: Case
    rules: AnyRules


@dataclass(frozen=True, slots=True)
class Dispute:
    """One point on which players disagree, or which the sheets leave open.

    - `name`: what its texts go by in the catalogues, `dispute.title.<name>` and `dispute.why.<name>`;
    - `game`, and the `clauses` it is about, the chief one first;
    - `source`: where what holds here comes from; None if that is not one rule;
    - `sides`: first what holds here, then what a house rule makes of the same position;
    - `played`: who plays the other way: "many_tables", "traditional", or empty where the rule book does not say.
    """

    name: str
    game: Game
    clauses: tuple[str, ...]
    source: Source | None
    sides: tuple[Side, Side]
    played: Literal["", "many_tables", "traditional"] = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The house rules that are switched from the first side to the second."""
        return switched(*(side.rules for side in self.sides))


def switched(first: AnyRules, second: AnyRules) -> tuple[str, ...]:
    """The house rules in which two rules of one game differ, in the order of the rule book."""
    return tuple(
        field.name for field in fields(first) if getattr(first, field.name) != getattr(second, field.name, None)
    )
