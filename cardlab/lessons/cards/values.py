"""Questions about what cards are worth: points in Tongits (T9.1), values in Tichu 1.on.1 (U1.4).

Knows how such a question is made and put; points are asked of `tongits`, values of `tichu`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab import tichu, tongits
from cardlab.cards import DECK, RANKS, SPECIALS, SUITS, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, leading_to
from cardlab.lessons.tables.counting import counted, miscounted, number_of
from cardlab.locale import say

__all__ = ["Extreme", "Points", "Value", "points", "value"]

LETTERS: Final = "AJQK"


@dataclass(frozen=True, slots=True)
class Points:
    """T9.1: how many points are these cards worth in Tongits?"""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        one = len(self.hand) == 1
        label = say("lesson.name_it.this_card" if one else "lesson.these_cards", lang)
        prompt = say("lesson.worth.prompt", lang, count=len(self.hand))
        return Task(prompt, self.hand, kind="number", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == tongits.deadwood(self.hand)
        told = counted(self.hand, lang) if right else miscounted(number_of(answer), self.hand, lang)
        return Verdict(right, (told,), ("T9.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        if len(self.hand) == 1:
            return leading_to(tongits.deadwood(self.hand), *self._hints_to_one(lang))
        courts = tuple(card for card in self.hand if card.number > 10)
        aces = tuple(card for card in self.hand if card.rank == "A")
        if courts:
            first = by_rule("lesson.count.courts", "T9.1", lang, cards=courts, count=len(courts))
        elif aces:
            first = by_rule("lesson.worth.ace", "T9.1", lang)
        else:
            first = by_rule("lesson.worth.number_cards", "T9.1", lang)
        without = [card for card in self.hand if card not in courts]
        rest = say("lesson.worth.rest", lang, count=tongits.deadwood(without), cards=len(without))
        return leading_to(tongits.deadwood(self.hand), first, rest)

    def _hints_to_one(self, lang: str) -> tuple[str, str]:
        (card,) = self.hand
        lettered = card.rank in LETTERS
        corner = say(f"lesson.letter.{card.rank}" if lettered else "lesson.letter.number", lang, rank=card.rank)
        if card.rank == "A":
            return corner, by_rule("lesson.worth.ace", "T9.1", lang)
        return corner, by_rule("lesson.worth.tens" if lettered else "lesson.worth.number_cards", "T9.1", lang)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return counted(self.hand, lang), tongits.deadwood(self.hand)


@dataclass(frozen=True, slots=True)
class Value:
    """U1.4: what value does this card have in Tichu 1.on.1?"""

    card: Card

    @property
    def answer(self) -> int:
        worth = tichu.value(self.card)
        assert worth is not None
        return worth

    def task(self, lang: str) -> Task:
        label = say("lesson.name_it.this_card", lang)
        return Task(say("lesson.value.prompt", lang), (self.card,), kind="number", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        number = number_of(answer)
        if number == self.answer:
            return Verdict(True, (self.solution(lang)[0],), ("U1.4",))
        if self.card in DECK and number == tongits.points(self.card):
            key = "lesson.value.points"
        elif self.card in DECK:
            key = "lesson.value.lower" if number > self.answer else "lesson.value.higher"
        else:
            key = "lesson.value.order"  # to count up from the 2 leads to no special card
        return Verdict(False, (by_rule(key, "U1.4", lang),), ("U1.4",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        order = by_rule("lesson.value.order", "U1.4", lang)
        beside = [number for number in tichu.neighbours(self.answer) if abs(number - self.answer) == 1]
        near = [card for card in (*DECK[: len(RANKS)], *SPECIALS) if tichu.value(card) in beside]
        return leading_to(self.answer, order, say("lesson.value.beside", lang, card=self.card, cards=near))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return by_rule("lesson.value.is", "U1.4", lang, card=self.card, value=self.answer), self.answer


@dataclass(frozen=True, slots=True)
class Extreme:
    """U1.4: which of these cards have the highest value in Tichu 1.on.1, or the lowest? All of them are asked for."""

    hand: tuple[Card, ...]
    highest: bool

    @property
    def sought(self) -> int:
        known = [worth for card in self.hand if (worth := tichu.value(card)) is not None]
        return max(known) if self.highest else min(known)

    @property
    def answer(self) -> tuple[Card, ...]:
        return tuple(card for card in self.hand if tichu.value(card) == self.sought)

    def task(self, lang: str) -> Task:
        key = "lesson.extreme.highest" if self.highest else "lesson.extreme.lowest"
        label = say("lesson.these_cards", lang)
        return Task(say(key, lang), self.hand, multiple=True, hand_label=label, worth=tichu.sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        chosen = cards_of(answer)
        if set(chosen) == set(self.answer):
            return Verdict(True, (self.solution(lang)[0],), ("U1.4",))
        told = []
        for card in chosen:
            worth = tichu.value(card)
            if worth is None:
                told.append(by_rule("lesson.extreme.no_value", "U1.4", lang, card=card))
            elif worth != self.sought:
                key = "lesson.extreme.there_is_more" if self.highest else "lesson.extreme.there_is_less"
                told.append(by_rule(key, "U1.4", lang, card=card, value=worth))
        if not told:
            told.append(by_rule("lesson.extreme.suits", "U1.4", lang))
        return Verdict(False, tuple(told), ("U1.4",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        count = by_rule("lesson.extreme.count", "U1.4", lang, count=len(self.answer))
        return leading_to(self.answer, by_rule("lesson.value.order", "U1.4", lang), count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        named = by_rule("lesson.extreme.is", "U1.4", lang, cards=self.answer, value=self.sought, count=len(self.answer))
        return named, self.answer


def points(chance: Random, level: int) -> Points:
    """One card; then four, with an ace or a court card; then eight."""
    if level == 1:
        rank = chance.choice((*RANKS, *LETTERS))
        return Points((Card(rank + chance.choice(SUITS)),))
    size = 4 * (level - 1)
    notable = chance.choice([card for card in DECK if card.rank in LETTERS])
    others = chance.sample([card for card in DECK if card is not notable], size - 1)
    return Points(tuple(sorted((notable, *others))))


def value(chance: Random, level: int) -> Value | Extreme:
    """A plain card, then a court card or an ace, then a special one; from level 2 on also the highest of several."""
    if level > 1 and chance.randrange(2):
        return _extreme(chance, level)
    plain = [card for card in DECK if (card.rank in LETTERS) is (level > 1)]
    valued = [card for card in SPECIALS if tichu.value(card) is not None]
    return Value(chance.choice(valued if level > 2 and chance.randrange(2) else plain))


_RANKS_SHOWN: Final = 3


def _extreme(chance: Random, level: int) -> Extreme:
    """Cards of three ranks or four, so that several have the same value; at level 3 special cards too."""
    ranks = chance.sample(RANKS, _RANKS_SHOWN + level - 2)
    near = [card for card in DECK if card.rank in ranks]
    hand = chance.sample(near, 5)
    if level > 2:
        hand += chance.sample(SPECIALS, 2)
    return Extreme(tuple(sorted(hand)), bool(chance.randrange(2)))
