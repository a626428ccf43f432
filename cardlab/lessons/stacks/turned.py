"""Questions about special cards that are turned from the extra pile (U5.8): what may be played on them?

Knows how such a question is made and put; what the flip does, and what fits then, is asked of `tichu`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, leading_to
from cardlab.lessons.stacks.piles import WhichFit
from cardlab.lessons.tables.race_tables import dealt, labels, left_over, lying
from cardlab.lessons.tables.tichu_table import YOU, by_value
from cardlab.locale import say
from cardlab.tichu import Flip, Pile, State, fits, play, sorting_value
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX
from cardlab.tichu.state import flip_pending

__all__ = ["TurnedUp", "turned_up"]

SPECIALS: Final = {PHOENIX: "phoenix", MAH_JONG: "mah_jong", DOG: "dog"}


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """U5.8: both turn a card, and on pile `place` lands a special one, or a Dog on either; what may be played there?"""

    before: State
    place: int

    @property
    def after(self) -> State:
        """The position after the flip."""
        return play(self.before, Flip())

    @property
    def again(self) -> bool:
        """Whether a Dog makes both turn again, so that nothing may be played."""
        return flip_pending(self.after)

    @property
    def turned(self) -> tuple[Card, ...]:
        return tuple(extra[0] for extra in self.before.extra)

    @property
    def fitting(self) -> tuple[Card, ...]:
        return () if self.again else self._plain.fitting

    @property
    def _plain(self) -> WhichFit:
        """The same without the Dog: which cards of the hand fit on this pile?"""
        return WhichFit(self.after.piles[self.place], by_value(self.after.hands[YOU]))

    def task(self, lang: str) -> Task:
        first, second = self.turned
        prompt = say("lesson.turned_up.prompt", lang, pile=self.place + 1)
        notes = (say("lesson.turned_up.turned", lang, first=first, second=second),)
        return Task(
            prompt,
            self._plain.hand,
            lying(self.after),
            multiple=True,
            may_be_empty=True,
            pile_labels=labels(self.after, lang),
            notes=notes,
            worth=sorting_value,
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = frozenset(cards_of(answer)) == frozenset(self.fitting)
        if self.again:
            return Verdict(right, self._why(lang), ("U5.8",))
        told = self._plain.check(answer, lang)
        rules = tuple(dict.fromkeys(("U5.8", *told.rules)))
        return Verdict(right, (*self._why(lang), *told.sentences), rules)

    def _why(self, lang: str) -> tuple[str, ...]:
        """What the clause says of the card that was turned here."""
        card = DOG if self.again else self.turned[self.place]
        beneath = self.after.piles[self.place].beneath
        if card is PHOENIX and beneath is None:
            return (by_rule("lesson.turned_up.phoenix_first", "U5.8", lang),)
        return (by_rule(f"lesson.turned_up.{SPECIALS[card]}", "U5.8", lang, beneath=beneath),)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        look, why = say("lesson.turned_up.look", lang), " ".join(self._why(lang))
        return leading_to(self.fitting, look, why)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.fitting, lang).sentences), self.fitting


def turned_up(chance: Random, level: int) -> TurnedUp:
    """A Phoenix on a plain card; then a Mah Jong, or a Phoenix with none beneath; then a Dog, or a stranger Phoenix."""
    state = dealt(chance, (4 + level, 4), extra=(2, 2))
    place = chance.randrange(2)
    special = PHOENIX if level == 1 else chance.choice((PHOENIX, MAH_JONG) if level == 2 else (DOG, PHOENIX))
    piles = list(state.piles)
    if level == 2 and chance.randrange(2):
        piles = [Pile(), Pile()]
    elif level == 3 and special is PHOENIX:
        piles[place] = piles[place].covered(chance.choice((DRAGON, MAH_JONG)))
    lands = place if special is not DOG else chance.randrange(2)
    extra = [list(heap) for heap in state.extra]
    extra[lands][0] = special
    state = replace(
        state,
        piles=(piles[0], piles[1]),
        extra=(tuple(extra[0]), tuple(extra[1])),
        flip_due=True,
    )
    return TurnedUp(_with_a_near_card(chance, state, place), place)


def _with_a_near_card(chance: Random, state: State, place: int) -> State:
    """The same table with a card in the learner's hand that fits on the pile after the flip, if there is one."""
    pile = play(state, Flip()).piles[place]
    near = [card for card in left_over(state) if fits(pile, card)]
    return replace(state, hands=((chance.choice(near), *state.hands[YOU][1:]), state.hands[1])) if near else state
