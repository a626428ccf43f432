"""The exercises about luck on a leaderboard (T10.6): each a `Drill`, called with language and seed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to
from cardlab.locale import decimal, say
from cardlab.tables.results import Result
from cardlab.tables.tournament import Sitting, field
from cardlab.tell import by_rule

CLAUSE: Final = "T10.6"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


def signed(number: float | Fraction, lang: str) -> str:
    """A number that was received, with its sign."""
    return ("+" if number > 0 else "") + decimal(float(number), lang)


# May the order of two players be luck?


@dataclass(frozen=True, slots=True)
class MayBeLuck:
    """T10.6: two players with what they received a round, and how far luck may have moved each: can they be told apart?

    - `names`, `means`, `errors`: of both, the one with more first; `rounds`: how many each has played, with which the
      sums are told instead of the means, or 0.
    """

    names: tuple[str, str]
    means: tuple[int, int]
    errors: tuple[int, int]
    rounds: int = 0

    @property
    def together(self) -> float:
        """How far luck may move the difference."""
        return math.hypot(*self.errors)

    @property
    def right(self) -> str:
        """The key of the right choice."""
        return "luck" if self.means[0] - self.means[1] <= self.together else "hardly"

    def task(self, lang: str) -> Task:
        notes = []
        for name, mean, error in zip(self.names, self.means, self.errors, strict=True):
            if self.rounds:
                facts = {"total": signed(mean * self.rounds, lang), "count": self.rounds}
                notes.append(say("lesson.leaderboard.sum", lang, who=name, error=decimal(error, lang), **facts))
            else:
                facts = {"mean": signed(mean, lang), "error": decimal(error, lang)}
                notes.append(say("lesson.leaderboard.mean", lang, who=name, **facts))
        choices = tuple((key, say(f"lesson.leaderboard.{key}", lang)) for key in ("luck", "hardly"))
        one, other = self.names
        prompt = say("lesson.leaderboard.may_be_luck", lang, one=one, other=other)
        return Task(prompt, kind="choice", choices=choices, notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self.right
        told = (self._told(lang),) if right else (by_rule("lesson.leaderboard.both_errors", CLAUSE, lang),)
        return Verdict(right, told, (CLAUSE,))

    def _told(self, lang: str) -> str:
        difference = self.means[0] - self.means[1]
        key = "lesson.leaderboard.is_luck" if self.right == "luck" else "lesson.leaderboard.is_hardly"
        facts = {"difference": decimal(difference, lang), "error": decimal(self.together, lang, 1)}
        return by_rule(key, CLAUSE, lang, **facts)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        one, other = (decimal(error, lang) for error in self.errors)
        squares = decimal(sum(error**2 for error in self.errors), lang)
        added = say("lesson.leaderboard.root", lang, one=one, other=other, sum=squares)
        return leading_to(self.right, by_rule("lesson.leaderboard.both_errors", CLAUSE, lang), added)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._told(lang), self.right


@drill("leaderboard.may_be_luck", CLAUSE)
def may_be_luck(random: Random, level: int) -> MayBeLuck:
    """Two players whose order may be luck, or hardly is.

    Level 1: clear at a glance, both equally uncertain; 2: bounds that overlap although the order is hardly luck;
    3: with sums instead of means.
    """
    one, other = random.sample(NAMES, 2)
    first = random.randint(3, 14)
    errors = (first, first if level == 1 else random.randint(3, 14))
    together, touching = math.hypot(*errors), sum(errors)
    if random.random() < 0.5:
        difference = random.randint(1, max(1, int((0.5 if level == 1 else 0.85) * together)))
    elif level == 1:
        difference = touching + random.randint(2, 9)
    else:
        # The bounds overlap, as they do for most who look only at them.
        difference = random.randint(math.ceil(1.12 * together), max(math.ceil(1.12 * together), touching - 1))
    lower = random.randint(-12, 6)
    rounds = random.choice((20, 25, 30, 40, 50)) if level == 3 else 0
    return MayBeLuck((one, other), (lower + difference, lower), errors, rounds)


# How many rounds make a mean so certain?


@dataclass(frozen=True, slots=True)
class MoreRounds:
    """T10.6: after `rounds` rounds luck may have moved a mean by `error`; how many make it `times` less?

    With `more` the rounds that are still to be played are asked for.
    """

    rounds: int
    error: int
    times: int
    more: bool = False

    @property
    def needed(self) -> int:
        """The right answer."""
        return self.rounds * (self.times**2 - self.more)

    def task(self, lang: str) -> Task:
        after = decimal(self.error // self.times, lang)
        key = "lesson.leaderboard.more_rounds" if self.more else "lesson.leaderboard.all_rounds"
        return Task(say(key, lang, count=self.rounds, error=decimal(self.error, lang), after=after), kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.needed:
            return Verdict(True, (self._told(lang),), (CLAUSE,))
        if answer == self.rounds * (self.times - self.more):
            sentence = by_rule("lesson.leaderboard.not_times", CLAUSE, lang)
        elif answer == self.rounds * (self.times**2 - (not self.more)):
            sentence = by_rule("lesson.leaderboard.in_all_or_more", CLAUSE, lang)
        else:
            sentence = by_rule("lesson.leaderboard.square", CLAUSE, lang)
        return Verdict(False, (sentence,), (CLAUSE,))

    def _told(self, lang: str) -> str:
        told = "lesson.leaderboard.squared_more" if self.more else "lesson.leaderboard.squared"
        whole = decimal(self.rounds * self.times**2, lang)
        facts = {"number": decimal(self.rounds, lang), "whole": whole, "needed": decimal(self.needed, lang)}
        return by_rule(told, CLAUSE, lang, times=self.times, square=self.times**2, **facts)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        square = by_rule("lesson.leaderboard.square", CLAUSE, lang)
        return leading_to(self.needed, square, say("lesson.leaderboard.times", lang, times=self.times))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._told(lang), self.needed


@drill("leaderboard.more_rounds", CLAUSE)
def more_rounds(random: Random, level: int) -> MoreRounds:
    """How many rounds it takes until a mean is so certain.

    Level 1: half the error; 2: a third, a quarter too; 3: how many rounds more.
    """
    times = 2 if level == 1 else random.choice((2, 3, 4) if level == 2 else (2, 3, 4, 5))
    return MoreRounds(random.choice((5, 8, 10, 12, 16, 20, 25)), times * random.randint(1, 6), times, level == 3)


# Points where all tables play the same cards


@dataclass(frozen=True, slots=True)
class AgainstField:
    """T10.6: what three or four tables received with the same cards; how far is one player from the mean of the seat?

    - `tables`: the payments of each table, seat 0 first; `table`, `seat`: where the one sits who is asked about;
    - `only_seat`: whether only what was received at this seat is told.
    """

    tables: tuple[tuple[int, int, int], ...]
    table: int
    seat: int
    only_seat: bool = False

    @property
    def mine(self) -> int:
        """What this player has received."""
        return self.tables[self.table][self.seat]

    @property
    def mean(self) -> Fraction:
        """The mean of the seat, as a tournament works it out."""
        players = ("0", "1", "2")
        sat = (Sitting(players, (Result("1", players, payments),)) for payments in self.tables)
        return field(sat)[1, self.seat]

    @property
    def apart(self) -> int:
        """How far this player is from the mean: the right answer."""
        return abs(int(self.mine - self.mean))

    def task(self, lang: str) -> Task:
        notes = []
        for number, payments in enumerate(self.tables, 1):
            told = [signed(payment, lang) for payment in payments]
            if self.only_seat:
                notes.append(say("lesson.leaderboard.at_seat", lang, table=number, received=told[self.seat]))
            else:
                notes.append(say("lesson.leaderboard.at_table", lang, table=number, received=", ".join(told)))
        key = "lesson.leaderboard.above" if self.mine > self.mean else "lesson.leaderboard.below"
        prompt = say(key, lang, table=self.table + 1, number=self.seat + 1)
        return Task(prompt, kind="number", notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.apart:
            return Verdict(True, (self._told(lang),), (CLAUSE,))
        if answer == abs(self.mine):
            sentence = by_rule("lesson.leaderboard.only_received", CLAUSE, lang)
        elif answer == abs(self.mean):
            sentence = by_rule("lesson.leaderboard.only_mean", CLAUSE, lang)
        else:
            sentence = by_rule("lesson.leaderboard.field", CLAUSE, lang)
        return Verdict(False, (sentence,), (CLAUSE,))

    def _told(self, lang: str) -> str:
        facts = {"mine": signed(self.mine, lang), "mean": signed(self.mean, lang), "apart": decimal(self.apart, lang)}
        key = "lesson.leaderboard.is_above" if self.mine > self.mean else "lesson.leaderboard.is_below"
        return by_rule(key, CLAUSE, lang, **facts)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        listed = ", ".join(signed(payments[self.seat], lang) for payments in self.tables)
        received = say("lesson.leaderboard.of_seat", lang, number=self.seat + 1, received=listed)
        return leading_to(self.apart, by_rule("lesson.leaderboard.field", CLAUSE, lang), received)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._told(lang), self.apart


@drill("leaderboard.against_field", CLAUSE)
def against_field(random: Random, level: int) -> AgainstField:
    """How far a player is from the mean of the seat.

    Level 1: three tables, only what the seat received, above the mean; 2: whole tables; 3: four tables, below it too.
    """
    count = 4 if level == 3 else 3
    while True:
        seat, table = random.randrange(3), random.randrange(count)
        tables = []
        for _ in range(count):
            winner, losses = random.randrange(3), (random.randint(0, 30), random.randint(1, 30))
            left = iter(losses)
            tables.append(tuple(sum(losses) if at == winner else -next(left) for at in range(3)))
        asked = AgainstField(tuple((one, two, three) for one, two, three in tables), table, seat, level == 1)
        above = asked.mine > asked.mean
        different = asked.mine not in (0, asked.mean) and asked.apart not in (abs(asked.mine), abs(asked.mean))
        if asked.mean.denominator == 1 and different and (above or level == 3):
            return asked


DRILLS: Final = (may_be_luck, more_rounds, against_field)
"""In the order in which they are met."""
