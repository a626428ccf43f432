"""Questions about laying off before one has opened: it is allowed, if the turn and the cards allow it (T4.3).

Knows how such a question is made and put; whether a lay-off is allowed, and what comes of it, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from cardlab.cards import DECK, Card
from cardlab.lessons.melds.one_card import labelled
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import YOU, holding, late_round
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import Draw, Meld, Phase, Sapaw, State, grown, play, why_not

__all__ = ["BeforeOpening", "before_opening"]


@dataclass(frozen=True, slots=True)
class BeforeOpening:
    """T4.3: may the learner, who has not opened, lay these cards off now?"""

    state: State
    move: Sapaw

    @property
    def against(self) -> tuple[Refusal, ...]:
        return why_not(self.state, self.move)

    def task(self, lang: str) -> Task:
        drawn = "lesson.before_opening.drawn" if self.state.phase is Phase.LAY else "lesson.before_opening.not_drawn"
        table = self.state.melds
        return Task(
            say("lesson.before_opening.prompt", lang, cards=self.move.cards, number=self.move.meld + 1),
            self.state.hands[YOU],
            tuple(laid.meld.cards for laid in table if laid.meld),
            yes_or_no(lang),
            kind="choice",
            pile_labels=labelled(table, lang),
            notes=(say("lesson.before_opening.closed", lang), say(drawn, lang)),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        correct = answer == self.solution(lang)[1]
        refusals = self.against
        if refusals:
            told = tuple(explain(refusal, lang) for refusal in refusals)
            return Verdict(correct, told, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))
        told = (by_rule("lesson.before_opening.allowed", "T4.3", lang),)
        return Verdict(correct, told, ("T4.3",), self._follows(lang))

    def _follows(self, lang: str) -> tuple[str, ...]:
        """What the table looks like after the lay-off."""
        after = play(self.state, self.move)
        meld = after.melds[self.move.meld].meld
        assert meld is not None
        grows = say("lesson.before_opening.grown", lang, number=self.move.meld + 1, cards=meld.cards)
        held = say("lesson.before_opening.hand_left", lang, count=len(after.hands[YOU]))
        opened = "lesson.opened.yes" if after.opened(YOU) else "lesson.opened.no"
        return grows, held, by_rule(opened, "T3.5", lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        turn = by_rule("lesson.before_opening.ask_turn", "T2.1", lang)
        fits = by_rule("lesson.before_opening.ask_fit", "T4.2", lang)
        return leading_to(self.solution(lang)[1], turn, fits)

    def solution(self, lang: str) -> tuple[str, Answer]:
        refusals = self.against
        if refusals:
            return " ".join(explain(refusal, lang) for refusal in refusals), "no"
        return by_rule("lesson.before_opening.allowed", "T4.3", lang), "yes"


def before_opening(chance: Random, level: int) -> BeforeOpening:
    """A card that fits or nearly does; from level 2 on perhaps before the draw; at level 3 two cards at once."""
    while True:
        state = late_round(chance, (0, 1, 1) if level < 3 else (0, 2, 1))
        place = chance.randrange(len(state.melds))
        meld = state.melds[place].meld
        assert meld is not None
        cards = _to_lay_off(chance, state, meld, 2 if level > 2 else 1)
        if not cards:
            continue
        for card in cards:
            state = holding(state, YOU, card, keep=cards)
        drawn = level == 1 or chance.randrange(3) > 0
        return BeforeOpening(play(state, Draw(YOU)) if drawn else state, Sapaw(YOU, place, cards))


def _to_lay_off(chance: Random, state: State, meld: Meld, count: int) -> tuple[Card, ...]:
    """Cards off the table that go on the meld together, or nearly do; empty if there are none."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    free = [card for card in DECK if card not in lying]
    after: Meld | None = meld
    chain: list[Card] = []
    while after is not None and len(chain) < count:
        fitting = [card for card in free if card not in chain and grown(after, (card,))]
        if not fitting:
            return ()
        chain.append(chance.choice(fitting))
        after = grown(after, chain[-1:])
    if chance.randrange(3) == 0:
        suits = {card.suit for card in meld.cards}
        wrong = [
            card
            for card in free
            if card not in chain and not grown(meld, (*chain[:-1], card)) and (card.suit in suits or len(suits) > 1)
        ]
        # Of a run that is nearly the whole suit there may be no card left that does not fit.
        chain[-1] = chance.choice(wrong or chain[-1:])
    return tuple(chain)
