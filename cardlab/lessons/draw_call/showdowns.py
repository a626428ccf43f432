"""Questions about the end of a round that a draw call ended: who wins it (T6.4 to T6.7), and with how much.

Knows how such a question is made and put; who wins is asked of `tongits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.counting import counted
from cardlab.lessons.tables.endings import ended, hands_counted, open_hands, rules_of, said, why_ended
from cardlab.lessons.tables.late_rounds import (
    SEATS,
    answered,
    late_round,
    layers_off,
    with_deadwood,
)
from cardlab.lessons.tables.late_words import (
    about_call,
    house_rules,
    named,
    seat_choices,
    seats_named,
    shown,
)
from cardlab.locale import say
from cardlab.tongits import (
    SHEET,
    Rules,
    Showdown,
    State,
    ThreeWayTie,
    Tie,
    deadwood,
)

__all__ = ["WhoWins", "WinningDeadwood", "who_wins"]

CHALLENGER_WINS_TIE: Final = Rules(tie=Tie.CHALLENGER)


@dataclass(frozen=True, slots=True)
class WhoWins:
    """T6.4 to T6.7, T7.2: a draw has been called and answered; who wins?"""

    state: State

    @property
    def answer(self) -> str:
        return str(ended(self.state).winner)

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang, SEATS)
        prompt = say("lesson.who_wins.prompt", lang)
        order = say("lesson.late.order", lang)
        notes = (*about_call(self.state, lang), order, *house_rules(self.state.rules, lang))
        return Task(prompt, (), piles, seat_choices(lang), kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        reasons = why_ended(self.state, lang)
        return Verdict(answer == self.answer, said(reasons), rules_of(reasons), groups=open_hands(self.state, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, *_hints(self.state, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class WinningDeadwood:
    """T6.4, T9.2: a draw has been called and answered; with how much deadwood is the round won?"""

    state: State

    @property
    def answer(self) -> int:
        result = ended(self.state)
        assert result.winner is not None
        return result.deadwood[result.winner]

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang, SEATS)
        prompt = say("lesson.winning_deadwood.prompt", lang)
        notes = (*about_call(self.state, lang), *house_rules(self.state.rules, lang))
        return Task(prompt, (), piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        reasons = why_ended(self.state, lang)
        result = ended(self.state)
        winner = result.winner
        assert winner is not None
        told = [*said(reasons), counted(self.state.hands[winner], lang)]
        others = [seat for seat in SEATS if result.deadwood[seat] == answer != self.answer]
        told[:0] = [
            by_rule("lesson.winning_deadwood.of_another", "T6.4", lang, who=named(seat, lang), points=answer)
            for seat in others
        ]
        rules = (*rules_of(reasons), "T9.1")
        return Verdict(answer == self.answer, tuple(told), rules, groups=open_hands(self.state, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        look, _ = _hints(self.state, lang)
        winner = named(ended(self.state).winner or 0, lang)
        return leading_to(self.answer, look, say("lesson.winning_deadwood.count", lang, who=winner))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def who_wins(chance: Random, level: int) -> WhoWins | WinningDeadwood:
    """Three different hands; then a tie, no challenge, or a burned player with less; then house rules and two ties.

    Now and then the points of the winner are asked for instead of his name.
    """
    finished = _finished(chance, level)
    return WinningDeadwood(finished) if chance.randrange(3) == 0 else WhoWins(finished)


def _finished(chance: Random, level: int) -> State:
    """A round that a draw call has ended, of the difficulty of the level."""
    makers: tuple[Callable[[Random, int], State | None], ...]
    makers = (_plain,) if level == 1 else (_level_hands, _unchallenged, _burned_lowest)
    if level == 3:
        makers = (_level_hands, _two_challengers_level, _everyone, _burned_lowest)
    while True:
        state = chance.choice(makers)(chance, level)
        if state is not None:
            return state


def _plain(chance: Random, level: int) -> State | None:
    """Both opponents challenge, or one of them; no two hands are level."""
    state = late_round(chance, seat=chance.randrange(3))
    end = answered(state, chance.choice(((0, 1, 2), (state.seat, (state.seat + 1 + chance.randrange(2)) % 3))))
    return end if len(set(ended(end).deadwood)) == len(SEATS) else None


def _level_hands(chance: Random, level: int) -> State | None:
    """A challenger has as much as the caller, or a point more or less; the other folds, or challenges with more."""
    rules = chance.choice((SHEET, CHALLENGER_WINS_TIE)) if level == 3 else SHEET
    caller = chance.randrange(3)
    state = late_round(chance, seat=caller, rules=rules)
    near = (caller + 1 + chance.randrange(2)) % 3
    made = with_deadwood(state, near, deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1)), chance)
    return answered(made, chance.choice(((near,), (0, 1, 2)))) if made else None


def _unchallenged(chance: Random, level: int) -> State | None:
    """Everyone folds."""
    return answered(late_round(chance, seat=chance.randrange(3)), ())


def _burned_lowest(chance: Random, level: int) -> State | None:
    """A player who is burned has the lowest deadwood."""
    caller = chance.randrange(3)
    burned = (caller + 1 + chance.randrange(2)) % 3
    rules = chance.choice((SHEET, Rules(showdown=Showdown.EVERYONE))) if level == 3 else SHEET
    counts = [1, 1, 1]
    counts[burned] = 0
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules, longest=3)
    state, _ = layers_off(chance, state, (burned, burned))
    lowest = min(SEATS, key=lambda seat: deadwood(state.hands[seat]))
    return answered(state, (0, 1, 2) if chance.randrange(2) else ()) if lowest == burned else None


def _two_challengers_level(chance: Random, level: int) -> State | None:
    """Both challengers have the same, less than the caller or as much as he."""
    next_seat = Rules(tie=Tie.CHALLENGER, three_way_tie=ThreeWayTie.NEXT_SEAT)
    rules = chance.choice((SHEET, CHALLENGER_WINS_TIE, next_seat))
    caller = chance.randrange(3)
    one, other = (caller + 1) % 3, (caller + 2) % 3
    state = late_round(chance, seat=caller, rules=rules)
    made = with_deadwood(state, one, deadwood(state.hands[other]), chance)
    if made and chance.randrange(2):
        made = with_deadwood(made, caller, deadwood(made.hands[one]), chance)
    if made is None or deadwood(made.hands[one]) > deadwood(made.hands[caller]):
        return None
    return answered(made, (one, other))


def _everyone(chance: Random, level: int) -> State | None:
    """No one is asked, and everyone who has opened takes part."""
    counts = chance.choice(((2, 2, 2), (2, 2, 0), (0, 2, 2)))
    return answered(late_round(chance, counts, seat=1, rules=Rules(showdown=Showdown.EVERYONE)), ())


def _hints(state: State, lang: str) -> tuple[str, str]:
    """What to look at first; then who takes part, and what the hands count."""
    assert state.caller is not None
    taking_part = seats_named({state.caller, *state.challengers}, lang)
    counted = hands_counted(ended(state), SEATS, lang)
    who = say("lesson.who_wins.taking_part", lang, who=taking_part)
    return say("lesson.who_wins.look", lang), f"{who} {say('lesson.late.counted', lang, hands=counted)}"
