"""Questions about one deed at two tables: would it have been cheaper in points (T9.3), or in chips (T9.4)?

Knows which deeds are compared and how the question is put; what is owed at either table is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.scoring import paying
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.finished_rounds import THREES, finished
from cardlab.lessons.tables.late_rounds import YOU, exchanged, holding
from cardlab.locale import say
from cardlab.tongits import SHEET, Ending, Laid, Outcome, Payment, Rules, State, points

__all__ = ["TwoTables", "two_tables"]

CHIPS: Final = Rules(payment=Payment.CHIPS)
AT_SHEET, AT_CHIPS, BOTH, NEITHER = TABLES = ("sheet", "chips", "both", "neither")


@dataclass(frozen=True, slots=True)
class TwoTables:
    """T9.3, T9.4: had the learner acted otherwise, at which table would he have paid less: in points, in chips?

    `otherwise` is the same round with the other deed; either `laid` in it, or `kept` kept instead of `discarded`.
    """

    state: State
    otherwise: State
    laid: tuple[Card, ...] = ()
    discarded: Card | None = None
    kept: Card | None = None

    def paid(self, rules: Rules) -> tuple[int, int]:
        """What the learner pays at a table with these rules, as it was and as it would have been."""
        before, after = (ended(replace(state, rules=rules)) for state in (self.state, self.otherwise))
        return -before.payments[YOU], -after.payments[YOU]

    @property
    def answer(self) -> str:
        cheaper = [before > after for before, after in (self.paid(SHEET), self.paid(CHIPS))]
        if cheaper[0]:
            return BOTH if cheaper[1] else AT_SHEET
        return AT_CHIPS if cheaper[1] else NEITHER

    def task(self, lang: str) -> Task:
        shown = paying.hands(self.state, lang)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        key = "lesson.two_tables.laid" if self.laid else "lesson.two_tables.discarded"
        suppose = say(key, lang, cards=self.laid, discarded=self.discarded, kept=self.kept)
        return Task(
            f"{suppose} {say('lesson.two_tables.prompt', lang)}",
            piles=piles,
            choices=tuple((table, say(f"lesson.two_tables.{table}", lang)) for table in TABLES),
            kind="choice",
            pile_labels=labels,
            notes=paying.story(self.state, lang, winner=True),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        return Verdict(answer == self.answer, self._detail(lang), ("T9.3", "T9.4"))

    def _detail(self, lang: str) -> tuple[str, ...]:
        told = []
        for name, rule, rules in (("points", "T9.3", SHEET), ("chips", "T9.4", CHIPS)):
            before, after = self.paid(rules)
            told.append(by_rule(f"lesson.two_tables.paid_{name}", rule, lang, before=before, after=after))
        if self.laid and YOU in ended(self.state).burned:
            told.append(by_rule("lesson.two_tables.no_longer_burned", "T7.1", lang))
        return tuple(told)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        first = by_rule("lesson.two_tables.points_go_by", "T9.3", lang)
        second = by_rule("lesson.two_tables.chips_go_by", "T9.4", lang)
        return leading_to(self.answer, first, second)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.answer


def two_tables(chance: Random, level: int) -> TwoTables:
    """A meld that stayed in the hand of a burned player; then also of one who has opened; then also a dear card."""

    def good(state: State, result: Outcome) -> bool:
        taking_part = state.caller is not None and (state.caller == YOU or YOU in state.challengers)
        burned = YOU in result.burned
        owes = len(state.hands[YOU]) > 3 and result.winner not in (None, YOU)
        return owes and not taking_part and not state.challengers and (burned or level > 1)

    state = finished(chance, (Ending.TONGITS, Ending.DRAW), good, burned=level == 1)
    if level > 2 and chance.randrange(2):
        dear = max(state.hands[YOU], key=points)
        lower = [card for card in state.discards if points(card) < points(dear)]
        if lower:
            kept = chance.choice(lower)
            return TwoTables(state, exchanged(state, dear, kept), discarded=dear, kept=kept)
    return _with_hidden_meld(chance, state)


def _with_hidden_meld(chance: Random, state: State) -> TwoTables:
    """The learner has kept a meld in his hand that he could have laid."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    ended_with = {*state.discards[:1], *state.hands[ended(state).winner or 0]}
    meld = chance.choice([meld for meld in THREES if not (lying | ended_with).intersection(meld.cards)])
    for card in meld.cards:
        state = holding(state, YOU, card, keep=meld.cards)
    left = tuple(card for card in state.hands[YOU] if card not in meld.cards)
    table = (*state.melds, Laid(meld, YOU))
    return TwoTables(state, replace(state, hands=(left, *state.hands[1:]), melds=table), laid=meld.cards)
