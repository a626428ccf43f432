"""The exercises about deadwood (T9.1, T9.2): each a `Drill`, called with language and seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final, Literal, TypeAlias

from cardlab.cards import DECK, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.hands import best_whole, between, conflicts, laid_first, some_hand, some_meld, until
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to, number_of
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.scoring import counted, groups, layout, miscounted
from cardlab.tongits import (
    SHEET,
    Arrangement,
    Kind,
    Meld,
    Rules,
    best_arrangements,
    deadwood,
    hand_deadwood,
    least_deadwood,
    why_meld,
)

# Questions about deadwood: what a hand counts, and what it costs to keep melds in it (T9.1, T9.2)

HOUSE: Final = Rules(concealed_melds_count=False)
Asked: TypeAlias = Literal["count", "cost"]


@dataclass(frozen=True, slots=True)
class Count:
    """T9.1, T9.2: what do the cards left in hand count, with these melds of the learner on the table?"""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...] = ()

    def task(self, lang: str) -> Task:
        key = "lesson.count.prompt" if self.table else "lesson.count.nothing_laid"
        prompt = say(key, lang, count=len(self.table))
        return _number_task(prompt, self.hand, self.table, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == deadwood(self.hand):
            not_laid = (by_rule("lesson.count.not_laid", "T9.2", lang),) if self.table else ()
            return Verdict(True, (counted(self.hand, lang), *not_laid), ("T9.1", "T9.2"))
        if answer == deadwood((*self.hand, *_laid(self.table))):
            return Verdict(False, (by_rule("lesson.count.laid_counted", "T9.2", lang),), ("T9.2",))
        return Verdict(False, (miscounted(number_of(answer), self.hand, lang),), ("T9.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        courts = tuple(card for card in self.hand if card.number > 10)
        tens = by_rule(
            "lesson.count.courts" if courts else "lesson.count.no_courts", "T9.1", lang, cards=courts, count=len(courts)
        )
        only_hand = (by_rule("lesson.count.only_hand", "T9.2", lang),) if self.table else ()
        return leading_to(deadwood(self.hand), *only_hand, tens)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return counted(self.hand, lang), deadwood(self.hand)


@dataclass(frozen=True, slots=True)
class Concealed:
    """T9.2: what does a hand with melds kept in it count at this table, or what do they cost, when the round ends?"""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...] = ()
    rules: Rules = SHEET
    asked: Asked = "count"

    def counts(self, rules: Rules) -> int:
        """What the hand counts at the end of a round by these rules."""
        return hand_deadwood(self.hand, rules)

    @property
    def answer(self) -> int:
        count = self.counts(self.rules)
        return count if self.asked == "count" else count - least_deadwood(self.hand)

    def task(self, lang: str) -> Task:
        notes = (say(f"lesson.concealed.at_{_reading(self.rules)}", lang),)
        return _number_task(say(f"lesson.concealed.{self.asked}", lang), self.hand, self.table, lang, notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = ("T9.1", "T9.2")
        if answer == self.answer:
            return Verdict(True, self._both(lang), rules, groups=groups(best_whole(self.hand)[0], lang))
        other = replace(self, rules=HOUSE if self.rules.concealed_melds_count else SHEET)
        sentences = [by_rule(f"lesson.concealed.by_{_reading(self.rules)}", "T9.2", lang)]
        if answer == other.answer:
            sentences.insert(0, say(f"lesson.concealed.that_is_{_reading(other.rules)}", lang))
        elif self.asked == "cost" and self.rules.concealed_melds_count:
            sentences.append(by_rule("lesson.concealed.cost_is", "T9.2", lang))
        elif self.asked == "count" and self.rules.concealed_melds_count:
            sentences.insert(0, miscounted(number_of(answer), self.hand, lang))
        return Verdict(False, tuple(sentences), rules)

    def _both(self, lang: str) -> tuple[str, ...]:
        """What the hand counts by the sheet, what by the house rule, and what lies between."""
        sheet, house = self.counts(SHEET), self.counts(HOUSE)
        loose = best_whole(self.hand)[0].loose
        return (
            f"{by_rule('lesson.concealed.sheet_counts', 'T9.2', lang, count=sheet)} {counted(self.hand, lang)}",
            f"{by_rule('lesson.concealed.house_counts', 'T9.2', lang, count=house)} {counted(loose, lang)}",
            say("lesson.concealed.price", lang, count=sheet - house),
        )

    def hints(self, lang: str) -> tuple[Hint, ...]:
        melds = [meld.cards for meld in best_whole(self.hand)[0].melds]
        rule = by_rule(f"lesson.concealed.by_{_reading(self.rules)}", "T9.2", lang)
        return leading_to(self.answer, rule, say("lesson.concealed.hidden", lang, melds=melds))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._both(lang)), self.answer


@drill("deadwood.count", "T9.1", "T9.2")
def count(chance: Random, level: int) -> Count:
    """What do the cards left in hand count, with melds on the table?

    A meld on the table and a few cards left; then two melds, more cards, and always some that count ten.
    """
    table = _table(chance, min(level, 2))
    others = [card for card in DECK if card not in _laid(table)]
    hand = until(lambda: _sample(others, 1 + 2 * level, chance), lambda held: level < 2 or _has_court(held))
    return Count(hand, table)


@drill("deadwood.concealed", "T9.2")
def concealed(chance: Random, level: int) -> Concealed:
    """What does a hand count in which melds are kept, by the sheet and by the house rule?

    A hand with a meld in it; then larger ones, and what the melds cost; then with a card that suits two melds.
    """
    table = _table(chance, 1)
    lying = set(_laid(table))
    hand = until(
        lambda: some_hand(chance, 4 + 2 * level, int(level < 3), int(level > 2)), lambda held: _hides(held, lying)
    )
    rules = chance.choice((SHEET, HOUSE))
    return Concealed(hand, table, rules, "cost" if level > 1 and chance.randrange(2) else "count")


def _hides(hand: tuple[Card, ...], lying: set[Card]) -> bool:
    """Whether melds are kept in the hand, and other cards too, none of them on the table."""
    return 0 < least_deadwood(hand) < deadwood(hand) and not lying & set(hand)


def _table(chance: Random, melds: int) -> tuple[Meld, ...]:
    """Melds of one player on the table, no card in two of them."""
    laid: list[Meld] = []
    while len(laid) < melds:
        meld = why_meld(some_meld(chance))
        if meld is not None and not set(_laid(laid)) & set(meld.cards):
            laid.append(meld)
    return tuple(laid)


def _sample(others: list[Card], size: int, chance: Random) -> tuple[Card, ...]:
    return tuple(sorted(chance.sample(others, size)))


def _has_court(held: tuple[Card, ...]) -> bool:
    return any(card.number > 10 for card in held)


def _number_task(
    prompt: str, hand: tuple[Card, ...], table: tuple[Meld, ...], lang: str, notes: tuple[str, ...] = ()
) -> Task:
    """A number is asked about a hand, with these melds of the learner on the table."""
    labels = tuple(say("lesson.your_meld", lang) for _ in table)
    piles = tuple(meld.cards for meld in table)
    return Task(prompt, hand, piles, kind="number", pile_labels=labels, notes=notes)


def _laid(table: Iterable[Meld]) -> tuple[Card, ...]:
    return tuple(card for meld in table for card in meld.cards)


def _reading(rules: Rules) -> str:
    return "sheet" if rules.concealed_melds_count else "house"


# Questions about laying out a hand: the least deadwood, what stays loose, and what haste costs (T9.2, T3.4)

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
        sentence = by_rule("lesson.best.too_many", "T9.2", lang)
        if number == deadwood(self.hand):
            sentence = by_rule("lesson.best.whole_hand", "T9.2", lang)
        for kind in Kind:
            if number == laid_first(self.hand, kind).deadwood:
                sentence = by_rule(
                    f"lesson.best.{kind}_first", "T3.4", lang, cards=between(self.hand), count=conflicts(self.hand)
                )
        return Verdict(False, (sentence,), ("T9.2", "T3.4"))

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
            sentence = by_rule("lesson.loose.no_meld", "T3.4", lang, cards=homeless, count=len(homeless))
            return Verdict(False, (sentence,), ("T3.4",))
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
            sentences = tuple(f"{layout(way, lang)} {counted(way.loose, lang)}" for way in self.ways)
            return Verdict(True, sentences, ("T9.1", "T9.2"))
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
            sentences = (
                f"{self._first(lang)} {counted(laid.loose, lang)}",
                f"{by_rule('lesson.hasty.best', 'T9.2', lang, layout=layout(best, lang))} {counted(best.loose, lang)}",
                say("lesson.hasty.lost", lang, laid=laid.deadwood, best=best.deadwood, lost=self.lost),
            )
            return Verdict(True, sentences, ("T9.1", "T9.2", "T3.4"), groups=groups(best, lang))
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


@drill("deadwood.best", "T9.2", "T3.4")
def best(chance: Random, level: int) -> Best:
    """How many points stay in hand at least?

    A hand without a choice to make; then one with a card that suits two melds; then several such cards.
    """
    return Best(_hand_of_level(chance, level))


@drill("deadwood.loose", "T9.2", "T3.4")
def loose(chance: Random, level: int) -> Loose:
    """Which cards stay loose in the best arrangement? Every best arrangement is right.

    As in `best`, with the cards asked for; there may be several best arrangements.
    """
    return Loose(_hand_of_level(chance, level))


@drill("deadwood.better", "T9.1", "T9.2")
def better(chance: Random, level: int) -> Better:
    """Which of two ways to lay a hand leaves less?

    Two ways to lay a hand that leave different cards; at the higher levels perhaps worth the same.
    """
    equal = level > 1 and chance.randrange(3) == 0
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda held: _pairs(held, equal))
    ways = list(chance.choice(_pairs(hand, equal)))
    chance.shuffle(ways)
    return Better(hand, (ways[0], ways[1]))


@drill("deadwood.hasty", "T9.2", "T3.4")
def hasty(chance: Random, level: int) -> Hasty:
    """How many points does it cost to lay all sets first, or all runs?

    Sets first, and it costs something; then runs first too; then with several cards that suit two melds.
    """
    first = chance.choice(tuple(Kind)) if level > 1 else Kind.SET
    costs = level < 2 or bool(chance.randrange(4))
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda held: _is_costly(held, first) is costs)
    return Hasty(hand, first)


def laid_best(hand: tuple[Card, ...], lang: str, chosen: Arrangement | None = None) -> Verdict:
    """The verdict on a right answer about the best arrangement: how it lies, its count, and how many there are."""
    best = best_whole(hand)
    shown = chosen or best[0]
    sentences = [layout(shown, lang), counted(shown.loose, lang)]
    if len(best) > 1:
        sentences.append(say("lesson.best.several", lang, count=len(best)))
    return Verdict(True, tuple(sentences), ("T9.1", "T9.2"), groups=groups(shown, lang))


def hints_to_best(hand: tuple[Card, ...], lang: str, *, points: bool = False) -> tuple[str, ...]:
    """Where to look, then how many melds, then what stays: the cards, or where these are asked for, their points."""
    best, crossing = best_whole(hand)[0], between(hand)
    look = by_rule(
        "lesson.best.between" if crossing else "lesson.best.no_choice",
        "T3.4",
        lang,
        cards=crossing,
        count=len(crossing),
    )
    melds = say("lesson.best.melds", lang, count=len(best.melds))
    if points or not best.loose:
        return look, melds, say("lesson.best.points_left", lang, count=best.deadwood)
    return look, melds, say("lesson.best.cards_left", lang, cards=best.loose, count=len(best.loose))


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


DRILLS: Final = (
    count,
    loose,
    best,
    better,
    hasty,
    concealed,
)
"""In the order in which they are met."""
