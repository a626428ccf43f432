"""Questions about deadwood: what a hand counts, and what it costs to keep melds in it (T9.1, T9.2).

Knows how such a question is made and put; points, melds and the count at the end are asked of `tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias

from cardlab.cards import DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.counting import best_whole, counted, groups, miscounted, number_of
from cardlab.lessons.tables.hands import some_hand, some_meld, until
from cardlab.locale import say
from cardlab.tongits import SHEET, Meld, Rules, deadwood, least_deadwood, why_meld
from cardlab.tongits.least import hand_deadwood

__all__ = ["Concealed", "Count", "concealed", "count"]

HOUSE: Final = Rules(concealed_melds_count=False)
YOU: Final = 0
Asked: TypeAlias = Literal["count", "cost"]


@dataclass(frozen=True, slots=True)
class Count:
    """T9.1, T9.2: what do the cards left in hand count, with these melds of the learner on the table?"""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]

    def task(self, lang: str) -> Task:
        prompt = say("lesson.count.prompt", lang, count=len(self.table))
        return _number_task(prompt, self.hand, self.table, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == deadwood(self.hand):
            told = by_rule("lesson.count.not_laid", "T9.2", lang)
            return Verdict(True, (counted(self.hand, lang), told), ("T9.1", "T9.2"))
        if answer == deadwood((*self.hand, *_laid(self.table))):
            return Verdict(False, (by_rule("lesson.count.laid_counted", "T9.2", lang),), ("T9.2",))
        return Verdict(False, (miscounted(number_of(answer), self.hand, lang),), ("T9.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        courts = tuple(card for card in self.hand if card.number > 10)
        tens = by_rule(
            "lesson.count.courts" if courts else "lesson.count.no_courts", "T9.1", lang, cards=courts, count=len(courts)
        )
        return leading_to(deadwood(self.hand), by_rule("lesson.count.only_hand", "T9.2", lang), tens)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return counted(self.hand, lang), deadwood(self.hand)


@dataclass(frozen=True, slots=True)
class Concealed:
    """T9.2: what does a hand with melds kept in it count at this table, or what do they cost, when the round ends?"""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]
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
        told = [by_rule(f"lesson.concealed.by_{_reading(self.rules)}", "T9.2", lang)]
        if answer == other.answer:
            told.insert(0, say(f"lesson.concealed.that_is_{_reading(other.rules)}", lang))
        elif self.asked == "cost" and self.rules.concealed_melds_count:
            told.append(by_rule("lesson.concealed.cost_is", "T9.2", lang))
        elif self.asked == "count" and self.rules.concealed_melds_count:
            told.insert(0, miscounted(number_of(answer), self.hand, lang))
        return Verdict(False, tuple(told), rules)

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


def count(chance: Random, level: int) -> Count:
    """A meld on the table and a few cards left; then two melds, more cards, and always some that count ten."""
    table = _table(chance, min(level, 2))
    others = [card for card in DECK if card not in _laid(table)]
    hand = until(lambda: _sample(others, 1 + 2 * level, chance), lambda held: level < 2 or _has_court(held))
    return Count(hand, table)


def concealed(chance: Random, level: int) -> Concealed:
    """A hand with a meld in it; then larger ones, and what the melds cost; then with a card that suits two melds."""
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
