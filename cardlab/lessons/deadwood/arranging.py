"""Questions about laying out a hand: the least deadwood, what stays loose, and what haste costs (T9.2, T3.4).

Knows how such a question is made and put; which arrangement is best is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, leading_to
from cardlab.lessons.tables.counting import (
    best_whole,
    between,
    conflicts,
    counted,
    groups,
    hints_to_best,
    laid_best,
    laid_first,
    layout,
    number_of,
)
from cardlab.lessons.tables.hands import some_hand, until
from cardlab.locale import say
from cardlab.tongits import Arrangement, Kind, best_arrangements, deadwood, least_deadwood

__all__ = ["Best", "Better", "Hasty", "Loose", "best", "better", "hasty", "loose"]

# For each level: the cards of a hand, the melds dealt into it, the pairs of a set and a run that share a card.
HANDS: Final = ((7, 1, 0), (10, 1, 1), (13, 0, 2))


@dataclass(frozen=True, slots=True)
class Best:
    """T9.2: how many points stay in hand at least, once melds are laid as well as possible?"""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        return Task(say("lesson.best.prompt", lang), self.hand, kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        number, least = number_of(answer), least_deadwood(self.hand)
        if number == least:
            return laid_best(self.hand, lang)
        if number < least:
            return Verdict(False, (by_rule("lesson.best.too_few", "T3.4", lang),), ("T3.4",))
        told = by_rule("lesson.best.too_many", "T9.2", lang)
        if number == deadwood(self.hand):
            told = by_rule("lesson.best.whole_hand", "T9.2", lang)
        for kind in Kind:
            if number == laid_first(self.hand, kind).deadwood:
                told = by_rule(
                    f"lesson.best.{kind}_first", "T3.4", lang, cards=between(self.hand), count=conflicts(self.hand)
                )
        return Verdict(False, (told,), ("T9.2", "T3.4"))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(least_deadwood(self.hand), *hints_to_best(self.hand, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(laid_best(self.hand, lang).sentences), least_deadwood(self.hand)


@dataclass(frozen=True, slots=True)
class Loose:
    """T9.2: which cards stay loose when melds are laid as well as possible? Every best arrangement is right."""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        return Task(say("lesson.loose.prompt", lang), self.hand, multiple=True, may_be_empty=True)

    def check(self, answer: Answer, lang: str) -> Verdict:
        loose = cards_of(answer)
        laid = tuple(card for card in self.hand if card not in loose)
        homeless = best_arrangements(laid)[0].loose
        if homeless:
            told = by_rule("lesson.loose.no_meld", "T3.4", lang, cards=homeless, count=len(homeless))
            return Verdict(False, (told,), ("T3.4",))
        if deadwood(loose) == least_deadwood(self.hand):
            chosen = next(one for one in best_whole(self.hand) if set(one.loose) == set(loose))
            return laid_best(self.hand, lang, chosen)
        less = by_rule("lesson.loose.not_least", "T9.2", lang, count=deadwood(loose))
        return Verdict(False, (less, *self._look(lang)), ("T9.2", "T3.4"))

    def _look(self, lang: str) -> tuple[str, ...]:
        cards = between(self.hand)
        return (by_rule("lesson.loose.look", "T3.4", lang, cards=cards),) if cards else ()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(best_whole(self.hand)[0].loose, *hints_to_best(self.hand, lang, points=True))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(laid_best(self.hand, lang).sentences), best_whole(self.hand)[0].loose


@dataclass(frozen=True, slots=True)
class Better:
    """T9.2: which of these two ways to lay the same hand leaves less, or do both leave the same?"""

    hand: tuple[Card, ...]
    ways: tuple[Arrangement, Arrangement]

    @property
    def answer(self) -> str:
        first, second = (way.deadwood for way in self.ways)
        return "same" if first == second else "first" if first < second else "second"

    def task(self, lang: str) -> Task:
        labels = [say("lesson.better.way", lang, melds=[meld.cards for meld in way.melds]) for way in self.ways]
        choices = (("first", labels[0]), ("second", labels[1]), ("same", say("lesson.better.same", lang)))
        return Task(say("lesson.better.prompt", lang), self.hand, kind="choice", choices=choices)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.answer:
            told = tuple(f"{layout(way, lang)} {counted(way.loose, lang)}" for way in self.ways)
            return Verdict(True, told, ("T9.1", "T9.2"))
        look = say("lesson.better.loose", lang, first=self.ways[0].loose, second=self.ways[1].loose)
        return Verdict(False, (look, by_rule("lesson.better.count_loose", "T9.2", lang)), ("T9.1", "T9.2"))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        count = by_rule("lesson.better.count_loose", "T9.2", lang)
        look = say("lesson.better.loose", lang, first=self.ways[0].loose, second=self.ways[1].loose)
        return leading_to(self.answer, count, look)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class Hasty:
    """T9.2: how many points too many does it leave to lay all sets first, or all runs?"""

    hand: tuple[Card, ...]
    first: Kind = Kind.SET

    @property
    def laid(self) -> Arrangement:
        return laid_first(self.hand, self.first)

    @property
    def lost(self) -> int:
        return self.laid.deadwood - least_deadwood(self.hand)

    def task(self, lang: str) -> Task:
        return Task(say(f"lesson.hasty.{self.first}_first", lang), self.hand, kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        number, laid = number_of(answer), self.laid
        if number == self.lost:
            best = best_whole(self.hand)[0]
            told = (
                f"{self._first(lang)} {counted(laid.loose, lang)}",
                f"{by_rule('lesson.hasty.best', 'T9.2', lang, layout=layout(best, lang))} {counted(best.loose, lang)}",
                say("lesson.hasty.lost", lang, laid=laid.deadwood, best=best.deadwood, lost=self.lost),
            )
            return Verdict(True, told, ("T9.1", "T9.2", "T3.4"), groups=groups(best, lang))
        if number in (laid.deadwood, least_deadwood(self.hand)):
            key = "lesson.hasty.only_hasty" if number == laid.deadwood else "lesson.hasty.only_best"
            return Verdict(False, (by_rule(key, "T9.2", lang),), ("T9.2",))
        key = "lesson.hasty.too_many" if number > self.lost else "lesson.hasty.too_few"
        return Verdict(False, (by_rule(key, "T9.2", lang), self._first(lang)), ("T9.2", "T3.4"))

    def _first(self, lang: str) -> str:
        return by_rule(f"lesson.hasty.{self.first}_laid", "T3.4", lang, layout=layout(self.laid, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        kept = best_whole(self.hand)[0].loose
        key = "lesson.hasty.stays_best" if kept else "lesson.hasty.nothing_stays"
        stays = say(key, lang, cards=kept, count=len(kept))
        return leading_to(self.lost, say("lesson.hasty.twice", lang), self._first(lang), stays)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.lost, lang).sentences), self.lost


def best(chance: Random, level: int) -> Best:
    """A hand without a choice to make; then one with a card that suits two melds; then several such cards."""
    return Best(_hand_of_level(chance, level))


def loose(chance: Random, level: int) -> Loose:
    """As in `best`, with the cards asked for; there may be several best arrangements."""
    return Loose(_hand_of_level(chance, level))


def better(chance: Random, level: int) -> Better:
    """Two ways to lay a hand that leave different cards; at the higher levels perhaps worth the same."""
    equal = level > 1 and chance.randrange(3) == 0
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda held: _pairs(held, equal))
    ways = list(chance.choice(_pairs(hand, equal)))
    chance.shuffle(ways)
    return Better(hand, (ways[0], ways[1]))


def hasty(chance: Random, level: int) -> Hasty:
    """Sets first, and it costs something; then runs first too; then with several cards that suit two melds."""
    first = chance.choice(tuple(Kind)) if level > 1 else Kind.SET
    costs = level < 2 or bool(chance.randrange(4))
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda held: _is_costly(held, first) is costs)
    return Hasty(hand, first)


_CROSSING: Final = ((7, 0, 1), (10, 1, 1), (13, 0, 2))


def _hand_of_level(chance: Random, level: int) -> tuple[Card, ...]:
    return until(lambda: some_hand(chance, *HANDS[level - 1]), lambda held: _meets(held, level))


def _meets(hand: tuple[Card, ...], level: int) -> bool:
    """Level 1: no card suits two melds, and one stays loose. 2: one does. 3: more do, and haste of one kind costs."""
    crossing = conflicts(hand)
    if level == 1:
        return not crossing and least_deadwood(hand) > 0
    if level == 2:
        return crossing > 0
    return crossing > 1 and any(_is_costly(hand, kind) for kind in Kind)


def _is_costly(hand: tuple[Card, ...], first: Kind) -> bool:
    return laid_first(hand, first).deadwood > least_deadwood(hand)


def _pairs(hand: tuple[Card, ...], equal: bool) -> list[tuple[Arrangement, Arrangement]]:
    """Pairs of ways to lay the hand, of the best ones, sets first and runs first: worth the same, or not.

    Each way leaves something, and each something else.
    """
    ways = (*best_whole(hand), *(laid_first(hand, kind) for kind in Kind))
    leaving = {way.loose: way for way in ways if way.loose and way.melds}.values()
    return [pair for pair in combinations(leaving, 2) if (pair[0].deadwood == pair[1].deadwood) is equal]
