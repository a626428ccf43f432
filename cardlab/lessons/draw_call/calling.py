"""Questions about the right to call a draw (T6.1, T6.8).

Knows how such a question is made and put; what bars a call is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import (
    OPPONENTS,
    RIGHT,
    YOU,
    LaidOff,
    discarded,
    holding,
    late_round,
    layers_off,
)
from cardlab.lessons.tables.late_words import (
    about_lay_offs,
    house_rules,
    named,
    shown,
)
from cardlab.lessons.tables.one_turn import why_refused
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Began,
    Call,
    Draw,
    Phase,
    Rules,
    Sapaw,
    State,
    deal,
    grown,
    play,
    why_not,
)

__all__ = ["MayCall", "may_call"]


@dataclass(frozen=True, slots=True)
class MayCall:
    """T6.1, T6.8: may the learner call a draw at this table now? `laid_off` says what was laid off, and by whom."""

    state: State
    laid_off: tuple[LaidOff, ...] = ()

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.state, Call(YOU))

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang)
        notes = (self._moment(lang), *_told(self.laid_off, lang), *house_rules(self.state.rules, lang))
        prompt = say("lesson.may_call.prompt", lang)
        choices = yes_or_no(lang)
        return Task(prompt, piles=piles, pile_labels=labels, choices=choices, kind="choice", notes=notes)

    def _moment(self, lang: str) -> str:
        if self.state.seat != YOU:
            return say("lesson.may_call.turn_of", lang, who=named(self.state.seat, lang))
        if self.state.phase is Phase.DRAW:
            return say("lesson.may_call.turn_begins", lang)
        first = self.state.began is Began.DEAL
        return say("lesson.may_call.first_turn" if first else "lesson.may_call.drawn", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        refusals = self.refusals
        if refusals:
            return Verdict(
                answer == "no", why_refused(refusals, lang), tuple(dict.fromkeys(refusal.rule for refusal in refusals))
            )
        told, rules = [by_rule("lesson.may_call.yes", "T6.1", lang)], ["T6.1"]
        if any(self.state.melds[added.meld].owner == YOU for added in self.laid_off):
            told.append(by_rule("lesson.may_call.sapaw_does_not_matter", "T6.8", lang))
            rules.append("T6.8")
        return Verdict(answer == "yes", tuple(told), tuple(rules))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        own = sum(laid.owner == YOU for laid in self.state.melds)
        opened = say("lesson.may_call.own_melds", lang, melds=own)
        barred = "lesson.may_call.ask_three" if self.state.rules.sapaw_blocks_call else "lesson.may_call.ask_two"
        return leading_to(self.solution(lang)[1], say(barred, lang), f"{opened} {self._moment(lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "no" if self.refusals else "yes"
        return " ".join(self.check(key, lang).sentences), key


def may_call(chance: Random, level: int) -> MayCall:
    """Opened or not; then the wrong moment too; then a lay-off on one's own meld, with the house rule or without."""
    opened = chance.randrange(2 * level) > 0
    counts = (1 + chance.randrange(2) if opened else 0, 1, chance.randrange(3))
    if level == 3:
        rules = Rules(sapaw_blocks_call=chance.randrange(4) > 0)
        return _laid_off_before(chance, late_round(chance, counts, seat=RIGHT, rules=rules))
    moments = ("begins", "begins", "begins", "begins", "drawn", "first", "theirs")
    moment = chance.choice(moments) if level == 2 else "begins"
    if moment == "first":
        return MayCall(deal(seed=chance.randrange(10**9)))
    state = late_round(chance, counts, seat=chance.choice(OPPONENTS) if moment == "theirs" else YOU)
    state, told = layers_off(chance, state, (YOU,) if chance.randrange(2) else ())
    return MayCall(play(state, Draw(YOU)) if moment == "drawn" else state, told)


def _laid_off_before(chance: Random, state: State) -> MayCall:
    """The learner's turn, after the player before him has laid off a card on some meld."""
    free = [*state.stock, *state.discards]
    fitting = [
        LaidOff(RIGHT, card, place)
        for place, laid in enumerate(state.melds)
        for card in free
        if laid.meld and grown(laid.meld, (card,))
    ]
    if not fitting:
        return MayCall(replace(state, seat=YOU))
    own = [added for added in fitting if state.melds[added.meld].owner == YOU]
    added = chance.choice(own if own and chance.randrange(3) else fitting)
    state = play(holding(state, RIGHT, added.card), Draw(RIGHT))
    state = play(state, Sapaw(RIGHT, added.meld, (added.card,)))
    return MayCall(discarded(state)[0], (added,))


def _told(laid_off: tuple[LaidOff, ...], lang: str) -> tuple[str, ...]:
    """Who has laid off which card, and on which meld; for an opponent, that it was since the learner's last turn."""
    told = about_lay_offs(laid_off, lang)
    since = say("lesson.may_call.since", lang)
    return tuple(one if added.seat == YOU else f"{since} {one}" for added, one in zip(laid_off, told, strict=True))
