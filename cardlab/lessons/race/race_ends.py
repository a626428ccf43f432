"""Questions about the end of Tichu 1.on.1 (U4.4, U6): has somebody won, what does it pay, and who has the match?

Knows how such a question is made and put; how a round ends and what it pays is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.race_tables import (
    OPPONENT,
    blocked_round,
    choice,
    dealt,
    labels,
    lying,
    numbers,
    won_round,
)
from cardlab.lessons.tables.tichu_table import YOU, by_value, ended, who
from cardlab.locale import say
from cardlab.tichu import SHEET, Ending, Match, Outcome, Points, Rules, State, outcome, sorting_value
from cardlab.tichu.state import SEATS, buried

__all__ = ["HasWon", "MatchWon", "PointsOf", "has_won", "match_won", "points_of"]

SWAPPED: Final = Rules(points=Points.SWAPPED)


def _result(state: State) -> Outcome:
    end = outcome(state)
    if end is None:
        raise ValueError("this round has not ended")
    return end


@dataclass(frozen=True, slots=True)
class HasWon:
    """U6.1, U4.4: has somebody won this round, does it go on, or has it ended without a winner?"""

    state: State

    @property
    def answer(self) -> str:
        end = outcome(self.state)
        if end is None:
            return "goes_on"
        return "nobody" if end.winner is None else who(end.winner)

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.has_won.{key}", lang)) for key in ("you", "opponent", "goes_on", "nobody"))
        beneath = say("lesson.what_now.beneath", lang, count=len(buried(self.state)))
        notes = (*numbers(self.state, lang, "hand", "draw", "extra"), beneath)
        return _shown(self.state, say("lesson.has_won.prompt", lang), choices, notes, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return choice(answer == self.answer, self._told(lang), self._rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        end = outcome(self.state)
        return ("U4.4",) if end and end.ending is Ending.BLOCKED else ("U6.1",)

    def _told(self, lang: str) -> Iterator[str]:
        if outcome(self.state) is not None:
            yield from ended(self.state, lang)
            return
        for seat in SEATS:
            hand, left = len(self.state.hands[seat]), len(self.state.draw[seat])
            state = "holds" if hand else "must_draw"
            yield by_rule(f"lesson.has_won.{state}.{who(seat)}", "U6.1", lang, count=hand or left)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, say("lesson.has_won.look", lang), say("lesson.has_won.both", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._told(lang)), self.answer


@dataclass(frozen=True, slots=True)
class PointsOf:
    """U6.2: how many points does this ended round pay?"""

    state: State

    @property
    def answer(self) -> int:
        return sum(_result(self.state).points)

    def task(self, lang: str) -> Task:
        notes = (*numbers(self.state, lang, "hand", "draw"), *_house_rules(self.state.rules, lang))
        return replace(_shown(self.state, say("lesson.points.prompt", lang), (), notes, lang), kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        return choice(answer == self.answer, _paid(self.state, lang), self._rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        return ("U6.2",) if self.answer else ("U4.4",)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        left = sum(map(len, self.state.draw))
        return leading_to(self.answer, say("lesson.points.look", lang), say("lesson.points.left", lang, left=left))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_paid(self.state, lang)), self.answer


@dataclass(frozen=True, slots=True)
class MatchWon:
    """U6.3: the score before this round, and the round; who has won the match?"""

    state: State
    score: tuple[int, int]

    @property
    def match(self) -> Match:
        """The match after the round."""
        return Match(self.state.rules, self.score).add(_result(self.state))

    @property
    def answer(self) -> str:
        winner = self.match.winner
        return "nobody" if winner is None else who(winner)

    def task(self, lang: str) -> Task:
        own, other = self.score
        score = say("lesson.match.score", lang, own=own, other=other, target=self.state.rules.target)
        choices = tuple((key, say(f"lesson.match.{key}", lang)) for key in ("you", "opponent", "nobody"))
        notes = (score, *numbers(self.state, lang, "hand", "draw"), *_house_rules(self.state.rules, lang))
        return _shown(self.state, say("lesson.match.prompt", lang), choices, notes, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return choice(answer == self.answer, self._told(lang), ("U6.2", "U6.3"))

    def _told(self, lang: str) -> Iterator[str]:
        yield from _paid(self.state, lang)
        own, other = self.match.points
        key = "lesson.match.not_yet" if self.answer == "nobody" else f"lesson.match.won.{self.answer}"
        yield by_rule(key, "U6.3", lang, own=own, other=other, target=self.state.rules.target)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        points = _result(self.state).points
        first = say("lesson.match.look", lang)
        return leading_to(self.answer, first, say("lesson.match.adds", lang, own=points[YOU], other=points[OPPONENT]))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._told(lang)), self.answer


def _paid(state: State, lang: str) -> tuple[str, ...]:
    """How the round ended and what it pays, with the house rule by which it does."""
    swapped = state.rules.points is Points.SWAPPED and sum(_result(state).points) > 0
    because = (by_rule("lesson.points.swapped", "U6.2", lang),) if swapped else ()
    return (*ended(state, lang), *because)


def _house_rules(rules: Rules, lang: str) -> tuple[str, ...]:
    return (say("lesson.house_rule.points", lang),) if rules.points is Points.SWAPPED else ()


def _shown(state: State, prompt: str, choices: tuple[tuple[str, str], ...], notes: tuple[str, ...], lang: str) -> Task:
    """Both piles, the hand that the learner still has, and the opponent's if he still has one."""
    rival = bool(state.hands[OPPONENT])
    return Task(
        prompt,
        by_value(state.hands[YOU]),
        lying(state, opponent=rival),
        choices,
        kind="choice",
        pile_labels=labels(state, lang, opponent=rival),
        notes=notes,
        worth=sorting_value,
    )


def has_won(chance: Random, level: int) -> HasWon:
    """An empty hand, with and without a draw pile; then cards in hand without one; then rounds that are blocked."""
    if level == 3 and chance.randrange(2):
        return HasWon(blocked_round(chance, level=chance.randrange(3) == 0))
    fast, slow = chance.sample(SEATS, 2)
    held, left = (0, chance.choice((0, chance.randrange(1, 6))))
    if level > 1:
        held, left = chance.choice(((0, 0), (0, chance.randrange(1, 6)), (chance.randrange(1, 3), 0)))
    other = (chance.randrange(2, 9), chance.choice((0, chance.randrange(1, 8))))
    hands, draw = [0, 0], [0, 0]
    hands[fast], draw[fast] = held, left
    hands[slow], draw[slow] = other
    return HasWon(dealt(chance, (hands[0], hands[1]), draw=(draw[0], draw[1]), extra=(2, 2)))


def points_of(chance: Random, level: int) -> PointsOf:
    """Somebody is out; then perhaps the round is blocked; then perhaps with the house rule `points`."""
    return PointsOf(_ended(chance, level, SWAPPED if level == 3 and chance.randrange(3) else SHEET))


def match_won(chance: Random, level: int) -> MatchWon:
    """A match at its end; then one where the kind of win decides; then with another target or the house rule."""
    rules = SHEET
    if level == 3:
        rules = Rules(points=chance.choice(tuple(Points)), target=chance.choice((5, 7, 10)))
    near, far = 1 if level == 1 else 2, 5
    score = tuple(max(0, rules.target - chance.randrange(1, near + 3 if level == 1 else far)) for _ in SEATS)
    return MatchWon(_ended(chance, 1, rules), (score[0], score[1]))


def _ended(chance: Random, level: int, rules: Rules) -> State:
    """A round that is over: one hand empty and its draw pile gone, or blocked."""
    if level > 1 and chance.randrange(3) == 0:
        return blocked_round(chance, rules, level=chance.randrange(3) == 0)
    return won_round(chance, chance.choice(SEATS), rules)
