"""Questions about a Tichu table on which nothing seems to fit (U4, U5.9): is it stuck, and what happens then?

Knows how such a question is made and put; whether a table is stuck, and what it waits for, is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.pile_words import why_fits
from cardlab.lessons.tables.race_tables import (
    OPPONENT,
    choice,
    dealt,
    labels,
    left_over,
    lying,
    numbers,
    stuck_hands,
)
from cardlab.lessons.tables.tichu_table import YOU, by_value, ended, happened, refused, who, why_no_recycle
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tichu import (
    Flip,
    Pile,
    State,
    fitting_cards,
    fitting_values,
    play,
    recycle,
    recycle_due,
    sorting_value,
    stuck,
    why_not,
)
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import FULL_HAND, SEATS, Cards, buried, can_draw, can_play, flip_pending, over

__all__ = ["Stuck", "WhatNow", "stuck_or_not", "what_now"]


@dataclass(frozen=True, slots=True)
class Stuck:
    """U4.2: are both stuck; or does a card still fit, or has somebody still to draw? Whatever is so, is right."""

    state: State

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys of all right choices."""
        if stuck(self.state):
            return ("stuck",)
        fits = any(can_play(self.state, seat) for seat in SEATS)
        draws = any(can_draw(self.state, seat) for seat in SEATS)
        return tuple(key for key, so in (("fits", fits), ("draw", draws)) if so)

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.stuck.{key}", lang)) for key in ("stuck", "fits", "draw"))
        return _table_task(self.state, "lesson.stuck.prompt", choices, lang, "hand", "draw")

    def check(self, answer: Answer, lang: str) -> Verdict:
        told = tuple(self._told(lang))
        return choice(answer in self.answers, told, ("U4.2",))

    def _told(self, lang: str) -> Iterator[str]:
        if "stuck" in self.answers:
            yield by_rule("lesson.stuck.because", "U4.2", lang)
            return
        for seat in SEATS:
            if can_draw(self.state, seat):
                yield by_rule(f"lesson.stuck.has_to_draw.{who(seat)}", "U4.2", lang)
        fitting = tuple(_fitting(self.state, lang))
        yield from fitting
        if not fitting:
            yield by_rule("lesson.stuck.not_yet", "U4.2", lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        values = sorted({worth for pile in self.state.piles for worth in fitting_values(pile)})
        look = say("lesson.stuck.look", lang)
        return leading_to(self.answers[0], look, say("lesson.stuck.values", lang, values=values))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._told(lang)), self.answers[0]


@dataclass(frozen=True, slots=True)
class WhatNow:
    """U4.1, U4.3, U4.4, U5.9: what happens now: play goes on, both turn a card, new extra piles, or the end?"""

    state: State

    @property
    def answer(self) -> str:
        """What the engine says that this table waits for."""
        if over(self.state):
            return "end"
        if recycle_due(self.state):
            return "recycle"
        return "flip" if flip_pending(self.state) or stuck(self.state) else "play"

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.what_now.{key}", lang)) for key in ("play", "flip", "recycle", "end"))
        task = _table_task(self.state, "lesson.what_now.prompt", choices, lang, "hand", "draw", "extra")
        beneath = say("lesson.what_now.beneath", lang, count=len(buried(self.state)))
        return replace(task, notes=(*task.notes, beneath))

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rules = self._why(lang)
        refusals = () if answer == self.answer else self._against(answer)
        sentences = (*(refused(one, lang) for one in refusals), *told)
        clauses = (*(one.rule for one in refusals), *rules)
        return choice(answer == self.answer, sentences, clauses, self._follows(lang))

    def _against(self, answer: Answer) -> tuple[Refusal, ...]:
        """What the engine has against turning a card, or against dealing new extra piles."""
        if answer == "flip":
            return why_not(self.state, Flip())
        if answer == "recycle":
            return why_no_recycle(self.state)
        return ()

    def _why(self, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        dog = self.state.flip_due and any(pile.top is DOG for pile in self.state.piles)
        match self.answer:
            case "end":
                return ended(self.state, lang), ("U4.4", "U6.2")
            case "recycle":
                rule = "U5.9" if dog else "U4.3"
                return (by_rule("lesson.what_now.because_recycle", rule, lang),), (rule, "U4.3")
            case "flip" if dog:
                return (say("racing.dog_stops", lang),), ("U5.3",)
            case "flip":
                return (by_rule("lesson.what_now.because_flip", "U4.1", lang),), ("U4.1", "U4.2")
        drawing = [
            by_rule(f"lesson.stuck.has_to_draw.{who(seat)}", "U4.2", lang)
            for seat in SEATS
            if can_draw(self.state, seat)
        ]
        nothing = [say("racing.dog_turns_nothing", lang)] if dog else []
        return (*nothing, *drawing, *_fitting(self.state, lang)), ("U5.9", "U4.1") if dog else ("U4.1", "U4.2")

    def _follows(self, lang: str) -> tuple[str, ...]:
        """What both do next, played out."""
        match self.answer:
            case "flip":
                return happened(self.state, Flip(), lang)
            case "recycle":
                dealt_anew = recycle(self.state, len(buried(self.state)))
                after = play(self.state, dealt_anew)
                return (*happened(self.state, dealt_anew, lang), *happened(after, Flip(), lang))
        return ()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        extra = sum(map(len, self.state.extra))
        look, then = say("lesson.what_now.look", lang), say("lesson.what_now.then", lang, extra=extra)
        return leading_to(self.answer, look, then)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._why(lang)[0]), self.answer


def _table_task(state: State, key: str, choices: tuple[tuple[str, str], ...], lang: str, *kinds: str) -> Task:
    """Both hands and both piles open on the table."""
    return Task(
        say(key, lang),
        by_value(state.hands[YOU]),
        lying(state, opponent=True),
        choices,
        kind="choice",
        pile_labels=labels(state, lang, opponent=True),
        notes=numbers(state, lang, *kinds),
        worth=sorting_value,
    )


def _fitting(state: State, lang: str) -> Iterator[str]:
    """A card of each hand that fits, where it goes, and why."""
    for seat in SEATS:
        for number, pile in enumerate(state.piles, start=1):
            fitting = fitting_cards(pile, by_value(state.hands[seat]), state.rules)
            if fitting:
                where = say(f"lesson.stuck.fits_on.{who(seat)}", lang, card=fitting[0], pile=number)
                yield f"{where} {why_fits(pile, fitting[0], state.rules, lang)}"
                break


def stuck_or_not(chance: Random, level: int) -> Stuck:
    """Few cards; then full hands and somebody who has not drawn yet; then special cards in the hands as well."""
    most = 4 if level == 1 else FULL_HAND
    sizes = (chance.randrange(2, most + 1), chance.randrange(2, most + 1))
    draw = (0, 0)
    if level > 1:
        sizes, draw = (FULL_HAND, FULL_HAND), (chance.randrange(1, 9), chance.randrange(1, 9))
        if chance.randrange(2):
            sizes = (FULL_HAND - chance.randrange(2), FULL_HAND - chance.randrange(2))
    return Stuck(_halted(chance, sizes, draw, (2, 2), fits=chance.randrange(2) == 1, specials=level == 3))


def what_now(chance: Random, level: int) -> WhatNow:
    """To turn or not to turn; then with the extra piles used up; then with a Dog, or with nothing left to turn."""
    sizes = (chance.randrange(2, 6), chance.randrange(2, 6))
    left = chance.randrange(1, 5) if level == 1 or chance.randrange(2) else 0
    fits = chance.randrange(3) == 0
    depth = 3 if left or level < 3 else chance.choice((1, 3))
    state = _halted(chance, sizes, (0, 0), (left, left), fits=fits, depth=depth)
    if level == 3 and chance.randrange(2):
        first, second = state.piles
        return WhatNow(replace(state, piles=(first.covered(DOG), second), flip_due=True))
    if level == 2 and chance.randrange(4) == 0:
        spare = left_over(state)
        return WhatNow(replace(state, draw=((spare[0],), (spare[1],))))
    return WhatNow(state)


def _halted(
    chance: Random,
    sizes: tuple[int, int],
    draw: tuple[int, int],
    extra: tuple[int, int],
    *,
    fits: bool,
    specials: bool = False,
    depth: int = 3,
) -> State:
    """A table on which no card fits; or, with `fits`, just one of some hand, a special one on request."""
    state = dealt(chance, (0, 0), depth=depth)
    hands = stuck_hands(chance, state.piles, left_over(state), sizes)
    state = replace(state, hands=(hands[YOU], hands[OPPONENT]))
    rest = iter(chance.sample(left_over(state), sum(draw) + sum(extra)))
    first, second, third, fourth = (tuple(next(rest) for _ in range(size)) for size in (*draw, *extra))
    state = replace(state, draw=(first, second), extra=(third, fourth))
    if fits:
        seat = chance.choice(SEATS)
        useful = [card for card in left_over(state, specials=specials) if _useful(card, state.piles)]
        if specials and chance.randrange(2):
            useful = [card for card in useful if not card.rank] or useful
        # All that fits may already lie face down: on two deuces and on two aces hardly anything does.
        card = chance.choice(useful or [card for card in _face_down(state) if _useful(card, state.piles)])
        return _exchanged(state, hands[seat][0], card)
    return state


def _face_down(state: State) -> list[Card]:
    return [card for heap in (*state.draw, *state.extra) for card in heap]


def _exchanged(state: State, given: Card, card: Card) -> State:
    """The table with `card` in the hand that held the one given, which goes where the card lay, if it did."""

    def put(heaps: tuple[Cards, Cards]) -> tuple[Cards, Cards]:
        one, other = (tuple(given if lying is card else lying for lying in heap) for heap in heaps)
        return one, other

    hands = [tuple(card if held is given else held for held in hand) for hand in state.hands]
    return replace(state, hands=(hands[YOU], hands[OPPONENT]), draw=put(state.draw), extra=put(state.extra))


def _useful(card: Card, piles: tuple[Pile, Pile]) -> bool:
    return any(fitting_cards(pile, (card,)) for pile in piles)
