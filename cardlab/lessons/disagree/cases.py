"""One position and one question about it, which the engine answers for whatever rules are given.

Knows how an answer is put to a learner; no answer stands here, each is asked of the game when it is wanted.
This part holds what both games share; `cases_tongits` and `cases_tichu` hold the questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from cardlab.cards import Card
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tell import Reader

__all__ = ["ALLOWED", "NOBODY", "REFUSED", "Case", "Choices", "Finding", "Look", "allowed_or_not", "judged", "numbers"]

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
        told = reader.explained(broken)
        return Finding(REFUSED, say("lesson.under.refused", lang), told, rules)
    return Finding(ALLOWED, say("lesson.under.allowed", lang), fitting or (say("lesson.under.no_rule_against", lang),))


def numbers(found: Iterable[int]) -> Choices:
    """Numbers to choose from: those given and, so that there is a choice, some that are not far from them."""
    wanted = set(found)
    low, high = min(wanted), max(wanted)
    for near in ((low + high) // 2, high + 4, max(0, low - 3), high + 7):
        if len(wanted) < 4:
            wanted.add(near)
    return tuple((str(number), str(number)) for number in sorted(wanted))
