"""Questions about two who play at the same time (U2.1, U2.4): who may play now, and what if a card came too late?

Knows how such a question is made and put; who may play, and how a late card is judged again, is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.pile_words import why_fits
from cardlab.lessons.tables.race_tables import OPPONENT, choice, dealt, labels, left_over, lying, stuck_hands
from cardlab.lessons.tables.tichu_table import YOU, by_value, refused, who
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tichu import Pile, Play, State, fits, play, plays, sorting_value, view, why_not
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX, WISHES
from cardlab.tichu.state import SEATS, flip_pending

__all__ = ["TooLate", "WhoMay", "too_late", "who_may"]

WHO: Final = {(True, True): "both", (True, False): "you", (False, True): "opponent", (False, False): "nobody"}


@dataclass(frozen=True, slots=True)
class WhoMay:
    """U2.1: who may play a card now? `last` is the card that was laid last, and the seat that laid it."""

    state: State
    last: tuple[int, Card]

    @property
    def answer(self) -> str:
        first, second = (bool(plays(view(self.state, seat))) for seat in SEATS)
        return WHO[first, second]

    def task(self, lang: str) -> Task:
        seat, card = self.last
        return Task(
            say("lesson.who_may.prompt", lang),
            by_value(self.state.hands[YOU]),
            lying(self.state, opponent=True),
            tuple((key, say(f"lesson.who_may.{key}", lang)) for key in ("you", "opponent", "both", "nobody")),
            kind="choice",
            pile_labels=labels(self.state, lang, opponent=True),
            notes=(say(f"lesson.who_may.last.{who(seat)}", lang, card=card),),
            worth=sorting_value,
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = ("U5.3",) if flip_pending(self.state) else ("U2.1", "U2.2")
        return choice(answer == self.answer, self._told(lang), rules)

    def _told(self, lang: str) -> Iterator[str]:
        if flip_pending(self.state):
            yield say("racing.dog_stops", lang)
            return
        yield by_rule("lesson.who_may.no_turns", "U2.1", lang)
        for seat in SEATS:
            possible = plays(view(self.state, seat))
            if possible:
                move = possible[0]
                yield say(f"lesson.stuck.fits_on.{who(seat)}", lang, card=move.card, pile=move.pile + 1)
                yield why_fits(self.state.piles[move.pile], move.card, self.state.rules, lang)
            else:
                yield by_rule(f"lesson.who_may.nothing.{who(seat)}", "U2.2", lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        tops = tuple(pile.top for pile in self.state.piles)
        return leading_to(
            self.answer,
            say("lesson.who_may.look", lang),
            say("lesson.who_may.tops", lang, first=tops[0], second=tops[1]),
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._told(lang)), self.answer


@dataclass(frozen=True, slots=True)
class TooLate:
    """U2.4: both want the same pile, and the opponent's card lands first; is the learner's card still good there?"""

    state: State
    rival: Play
    own: Play

    @property
    def after(self) -> State:
        """The position in which the learner's card is judged again."""
        return play(self.state, self.rival)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.after, self.own)

    @property
    def answer(self) -> str:
        return "back" if self.refusals else "stays"

    def task(self, lang: str) -> Task:
        facts = {"card": self.own.card, "pile": self.own.pile + 1, "rival": self.rival.card}
        prompt = say("lesson.too_late.prompt", lang, **facts)
        notes = (say("lesson.too_late.wish", lang, rank=self.rival.wish),) if self.rival.wish else ()
        choices = tuple((key, say(f"lesson.too_late.{key}", lang)) for key in ("stays", "back"))
        hand, piles = by_value(self.state.hands[YOU]), lying(self.state)
        named = labels(self.state, lang)
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=named, notes=notes, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = (*(one.rule for one in self.refusals), "U2.4")
        return choice(answer == self.answer, self._told(lang), rules, self._follows(lang))

    def _told(self, lang: str) -> Iterator[str]:
        yield by_rule("lesson.too_late.landed", "U2.4", lang, rival=self.rival.card)
        if self.refusals:
            for one in self.refusals:
                yield refused(replace(one, fix=None), lang)
        else:
            yield why_fits(self.after.piles[self.own.pile], self.own.card, self.state.rules, lang)

    def _follows(self, lang: str) -> tuple[str, ...]:
        """Where the card may go instead, if it has come back to the hand."""
        if not self.refusals or flip_pending(self.after):
            return ()
        other = 1 - self.own.pile
        key = "other_pile" if fits(self.after.piles[other], self.own.card) else "stays_in_hand"
        return (say(f"lesson.too_late.{key}", lang, card=self.own.card, pile=other + 1),)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        look = say("lesson.too_late.look", lang, rival=self.rival.card)
        return leading_to(
            self.answer, look, say("lesson.too_late.ask", lang, card=self.own.card, rival=self.rival.card)
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._told(lang)), self.answer


def who_may(chance: Random, level: int) -> WhoMay:
    """Few cards; then more of them; then perhaps with a Dog that has stopped play."""
    state = dealt(chance, (0, 0), extra=(2, 2))
    size = 2 + level
    hands = stuck_hands(chance, state.piles, left_over(state), (size, size))
    held = [list(hand) for hand in hands]
    useful = [card for card in left_over(state) if any(fits(pile, card) for pile in state.piles)]
    for hand, card in zip(held, chance.sample(useful, min(2, len(useful))), strict=False):
        if chance.randrange(3):
            hand[0] = card
    state = replace(state, hands=(tuple(held[YOU]), tuple(held[OPPONENT])))
    seat = chance.choice(SEATS)
    if level == 3 and chance.randrange(3) == 0:
        first, second = state.piles
        return WhoMay(replace(state, piles=(first.covered(DOG), second), flip_due=True), (seat, DOG))
    top = chance.choice(state.piles).cards[0]
    return WhoMay(state, (seat, top))


def too_late(chance: Random, level: int) -> TooLate:
    """Plain cards, or a special one of one's own; then a special one of the opponent's; then his Dog as well."""
    while True:
        state = dealt(chance, (0, 0), extra=(2, 2))
        place = chance.choice(SEATS)
        pile = state.piles[place]
        rival, wish = _rival(chance, state, pile, level)
        own = _own(chance, state, pile, level, rival)
        if rival is None or own is None:
            continue
        rest = chance.sample([card for card in left_over(state) if card not in (rival, own)], 3 + level)
        state = replace(state, hands=((own, *rest[1:]), (rival, rest[0])))
        seen = pile.top
        return TooLate(state, Play(OPPONENT, rival, place, seen, wish), Play(YOU, own, place, seen))


def _rival(chance: Random, state: State, pile: Pile, level: int) -> tuple[Card | None, str | None]:
    """The opponent's card for the pile, and his wish with the Mah Jong."""
    plain = [card for card in left_over(state) if fits(pile, card)]
    special = [DRAGON, PHOENIX, *([DOG] if level == 3 else [])]
    if fits(pile, MAH_JONG):
        own_values = [card for card in DECK if fits(pile, card)]
        near = [rank for rank in WISHES if any(fits(Pile((MAH_JONG,), rank), card) for card in own_values)]
        return MAH_JONG, chance.choice((*near, *WISHES))
    if level == 1 or chance.randrange(2):
        return (chance.choice(plain) if plain else None), None
    return chance.choice(special), None


def _own(chance: Random, state: State, pile: Pile, level: int, rival: Card | None) -> Card | None:
    """The learner's card for the pile: mostly a plain one, sometimes Dragon or Phoenix."""
    if chance.randrange(3) == 0:
        return chance.choice([card for card in (DRAGON, PHOENIX) if card is not rival])
    plain = [card for card in left_over(state) if card is not rival and fits(pile, card)]
    return chance.choice(plain) if plain else None
