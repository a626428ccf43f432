"""Questions about what is paid after a round: in points (T9.3), or in chips (T9.4).

Knows how such a question is made and put; what each player owes is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.scoring import paying
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended, rules_of, said, why_ended
from cardlab.lessons.tables.finished_rounds import finished, with_secret_four
from cardlab.lessons.tables.late_rounds import YOU
from cardlab.lessons.tables.late_words import named
from cardlab.locale import say
from cardlab.tongits import Ending, Outcome, Payment, Rules, State

__all__ = [
    "Chips",
    "Pays",
    "RoundSum",
    "after_a_tongits",
    "chips",
    "round_sum",
    "winner_collects",
]

CHIPS: Final = Rules(payment=Payment.CHIPS)
SECRET_CHIPS: Final = Rules(payment=Payment.CHIPS, secret_four=True)


@dataclass(frozen=True, slots=True)
class Pays:
    """T9.3: what does this opponent of the winner pay, in points? With `given` all hands are counted already."""

    state: State
    seat: int
    given: bool = False

    @property
    def paid(self) -> int:
        return -ended(self.state).payments[self.seat]

    def task(self, lang: str) -> Task:
        shown = paying.hands(self.state, lang, with_points=self.given)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = paying.story(self.state, lang, winner=True)
        return Task(_asked("pays", self.seat, lang), piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.paid:
            return Verdict(True, self._detail(lang), ("T9.3", "T9.2"))
        result = ended(self.state)
        own, theirs = result.deadwood[result.winner or 0], result.deadwood[self.seat]
        if own and answer == theirs:
            told = by_rule("lesson.pays.whole", "T9.3", lang)
        elif theirs < own and answer in (own - theirs, theirs - own):
            told = by_rule("lesson.pays.below_nothing", "T9.3", lang)
        else:
            told = _too_much_or_little(answer, self.paid, "T9.3", lang)
        return Verdict(False, (told, by_rule("lesson.pays.formula", "T9.3", lang)), ("T9.3", "T9.2"))

    def _detail(self, lang: str) -> tuple[str, ...]:
        winner = ended(self.state).winner
        assert winner is not None
        counts = tuple(paying.counted(self.state, seat, lang) for seat in (self.seat, winner))
        return *counts, paying.settled(self.state, self.seat, lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        formula = by_rule("lesson.pays.formula", "T9.3", lang)
        return leading_to(self.paid, formula, *reversed(self._detail(lang)[:2]))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.paid


@dataclass(frozen=True, slots=True)
class RoundSum:
    """T9.3, T8.3: how many points are paid in this round, all together? With `told` the winner is named."""

    state: State
    told: bool = True

    @property
    def total(self) -> int:
        return sum(max(0, paid) for paid in ended(self.state).payments)

    def task(self, lang: str) -> Task:
        shown = paying.hands(self.state, lang)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = paying.story(self.state, lang, winner=self.told)
        prompt = say("lesson.round_sum.prompt", lang)
        return Task(prompt, piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = self._rules
        if answer == self.total:
            return Verdict(True, self._detail(lang), rules)
        result = ended(self.state)
        if result.winner is None:
            return Verdict(False, (by_rule("lesson.round_sum.nobody", "T8.3", lang),), rules)
        payers = paying.payers(self.state)
        own, theirs = result.deadwood[result.winner], sum(result.deadwood[seat] for seat in payers)
        if own and answer == theirs:
            told = by_rule("lesson.pays.whole", "T9.3", lang)
        elif own and answer == theirs - own:
            told = by_rule("lesson.round_sum.only_once", "T9.3", lang)
        elif answer in [-result.payments[seat] for seat in payers if result.payments[seat]]:
            told = by_rule("lesson.round_sum.only_one", "T9.3", lang)
        else:
            told = _too_much_or_little(answer, self.total, "T9.3", lang)
        return Verdict(False, (told, by_rule("lesson.pays.formula", "T9.3", lang)), rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        found = rules_of(why_ended(self.state, "en"))
        return found if ended(self.state).winner is None else (*found, "T9.3")

    def _detail(self, lang: str) -> tuple[str, ...]:
        """Who has won and why, what each opponent pays, and the sum."""
        why = said(why_ended(self.state, lang))
        result = ended(self.state)
        if result.winner is None:
            return why
        payers = paying.payers(self.state)
        each = tuple(paying.settled(self.state, seat, lang) for seat in payers)
        added = " + ".join(str(-result.payments[seat]) for seat in payers)
        return *why, *each, by_rule("lesson.round_sum.total", "T9.3", lang, parts=added, total=self.total)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        who = say("lesson.round_sum.ask_winner", lang)
        return leading_to(self.total, who, " ".join(said(why_ended(self.state, lang))))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.total


@dataclass(frozen=True, slots=True)
class Chips:
    """T9.4: what does this opponent of the winner pay at a table that plays for chips?"""

    state: State
    seat: int

    @property
    def paid(self) -> int:
        return -ended(self.state).payments[self.seat]

    def task(self, lang: str) -> Task:
        shown = paying.winners_cards(self.state, lang)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = (*paying.in_force(self.state.rules, lang), *paying.story(self.state, lang, winner=True))
        prompt = _asked("chips", self.seat, lang)
        return Task(prompt, piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.paid:
            return Verdict(True, paying.chips_in_parts(self.state, self.seat, lang), ("T9.4",))
        forgotten = [name for name, count in self.parts._asdict().items() if count and answer == self.paid - count]
        likely = [name for name in forgotten if name != "base"] or forgotten
        told = [by_rule(f"lesson.chips.forgotten_{name}", "T9.4", lang) for name in likely]
        told = told or [_too_much_or_little(answer, self.paid, "T9.4", lang)]
        return Verdict(False, (*told, by_rule("lesson.chips.formula", "T9.4", lang)), ("T9.4",))

    @property
    def parts(self) -> paying.ChipParts:
        """Of what the payment is made up."""
        return paying.chip_parts(self.state, self.seat)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        formula = by_rule("lesson.chips.formula", "T9.4", lang)
        base, *more = paying.chips_in_parts(self.state, self.seat, lang)
        return leading_to(self.paid, formula, base, *more[:-1])

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(paying.chips_in_parts(self.state, self.seat, lang)), self.paid


def winner_collects(chance: Random, level: int) -> Pays:
    """Hands that are counted already; then to be counted; then also such as pay nothing."""
    nothing = level > 1 and chance.randrange(3) == 0

    def good(state: State, result: Outcome) -> bool:
        sizes = [len(hand) for hand in state.hands]
        owed = [-result.payments[seat] for seat in paying.payers(state)]
        return max(sizes) <= (9 if level < 3 else 12) and (0 in owed if nothing else max(owed) > 0)

    state = finished(chance, (Ending.DRAW, Ending.STOCK), good)
    result = ended(state)
    seats = [seat for seat in paying.payers(state) if (result.payments[seat] == 0) == nothing]
    return Pays(state, chance.choice(seats), given=level == 1)


def after_a_tongits(chance: Random, level: int) -> Pays | RoundSum:
    """One opponent pays; then the sum of both; then with an opponent who is burned, with all his cards in hand."""
    with_burned = level > 2
    state = finished(
        chance, (Ending.TONGITS,), lambda state, result: bool(result.burned) == with_burned, burned=with_burned
    )
    if level == 1 or (level == 3 and chance.randrange(2)):
        return Pays(state, chance.choice(paying.payers(state)))
    return RoundSum(state)


def round_sum(chance: Random, level: int) -> RoundSum:
    """After a draw call or at the end of the stock; then every ending; then the winner is to be found too."""
    endings = tuple(Ending) if level > 1 else (Ending.DRAW, Ending.STOCK)
    state = finished(chance, endings, lambda state, result: level > 1 or not result.burned)
    return RoundSum(state, told=level < 3)


def chips(chance: Random, level: int) -> Chips:
    """1 or 3 chips; then aces and burned players; then secret fours too."""
    endings = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)
    if level > 2 and chance.randrange(2):
        while True:
            made = finished(chance, endings, lambda state, result: True, SECRET_CHIPS)
            secret = with_secret_four(chance, made)
            if secret is not None:
                return Chips(secret, chance.choice(paying.payers(secret)))

    def good(state: State, result: Outcome) -> bool:
        parts = [paying.chip_parts(state, seat) for seat in paying.payers(state)]
        more = any(part.aces or part.burned for part in parts)
        return level == 1 or more

    state = finished(chance, endings, good, CHIPS)
    payers = paying.payers(state)
    dear = [seat for seat in payers if sum(paying.chip_parts(state, seat)[1:])] if level > 1 else ()
    return Chips(state, chance.choice(dear or payers))


def _asked(drill: str, seat: int, lang: str) -> str:
    """The question, to the learner himself or about another player."""
    if seat == YOU:
        return say(f"lesson.{drill}.prompt_you", lang)
    return say(f"lesson.{drill}.prompt_other", lang, who=named(seat, lang))


def _too_much_or_little(answer: Answer, right: int, rule: str, lang: str) -> str:
    key = "lesson.pays.too_much" if isinstance(answer, int) and answer > right else "lesson.pays.too_little"
    return by_rule(key, rule, lang)
