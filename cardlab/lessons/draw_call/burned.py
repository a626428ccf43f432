"""Questions about who is burned when a round ends (T7.1).

Knows how such a question is made and put; who is burned is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.late_rounds import (
    SEATS,
    LaidOff,
    answered,
    late_round,
    layers_off,
    with_four,
)
from cardlab.lessons.tables.late_words import (
    about_lay_offs,
    house_rules,
    named,
    seat_choices,
    seats_named,
    shown,
)
from cardlab.locale import say
from cardlab.tongits import (
    SHEET,
    Kind,
    Laid,
    Meld,
    Rules,
    State,
)

__all__ = ["WhoIsBurned", "who_is_burned"]


@dataclass(frozen=True, slots=True)
class WhoIsBurned:
    """T7.1: the round is over; who is burned? `laid_off` says who has laid off what."""

    state: State
    laid_off: tuple[LaidOff, ...] = ()

    @property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(seat) for seat in sorted(ended(self.state).burned))

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang)
        counts = [
            say("lesson.late.cards_held", lang, who=named(s, lang), cards=len(self.state.hands[s])) for s in SEATS
        ]
        notes = (*about_lay_offs(self.laid_off, lang), *counts, *house_rules(self.state.rules, lang))
        prompt = say("lesson.who_is_burned.prompt", lang)
        choices = seat_choices(lang)
        return Task(
            prompt, (), piles, choices, kind="choice", multiple=True, may_be_empty=True, pile_labels=labels, notes=notes
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rules = [], []
        for seat in SEATS:
            key, rule = self._reason(seat)
            told.append(by_rule(key, rule, lang, who=named(seat, lang), cards=self._laid_off_by(seat)))
            rules.append(rule)
        return Verdict(answer == self.answer, tuple(told), tuple(dict.fromkeys((*rules, "T7.1"))))

    def _reason(self, seat: int) -> tuple[str, str]:
        """What is to be said of one player, and by which clause."""
        own = [laid for laid in self.state.melds if laid.owner == seat]
        if not own:
            laid_off = self._laid_off_by(seat)
            return "lesson.who_is_burned.only_laid_off" if laid_off else "lesson.who_is_burned.burned", "T7.1"
        if all(laid.secret for laid in own):
            return "lesson.who_is_burned.secret", "T6.9"
        return "lesson.who_is_burned.not_burned", "T7.1"

    def _laid_off_by(self, seat: int) -> tuple[Card, ...]:
        return tuple(added.card for added in self.laid_off if added.seat == seat)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        owners = seats_named({laid.owner for laid in self.state.melds}, lang)
        key = "lesson.who_is_burned.owners" if owners else "lesson.who_is_burned.no_owner"
        return leading_to(self.answer, say("lesson.who_is_burned.look", lang), say(key, lang, who=owners))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def who_is_burned(chance: Random, level: int) -> WhoIsBurned:
    """Melds alone; then lay-offs too; then a secret four, or nobody who has laid a meld."""
    counts = [chance.randrange(3) for _ in SEATS]
    caller = next((seat for seat in SEATS if counts[seat]), 0)
    counts[caller] = max(1, counts[caller])
    rules = Rules(secret_four=True) if level == 3 else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    seats = [seat for seat in SEATS if level > 1 and (not counts[seat] or chance.randrange(2))]
    state, told = layers_off(chance, state, seats)
    if level == 3 and chance.randrange(2):
        state = _with_secret_four(chance, state, (caller + 1) % len(SEATS))
    return WhoIsBurned(answered(state, ()), told)


def _with_secret_four(chance: Random, state: State, seat: int) -> State:
    """The same table, on which a seat has laid a set of four face down, if its hand and the ranks left allow it."""
    made = with_four(chance, state, seat)
    if made is None:
        return state
    state, four = made
    hands = tuple(tuple(card for card in hand if card not in four) for hand in state.hands)
    return replace(state, hands=hands, melds=(*state.melds, Laid(Meld(Kind.SET, four, four), seat, secret=True)))
