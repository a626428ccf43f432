"""Questions about the progressive match (T10.5): the scores after a round, who has lost, who has won.

Knows how such a question is made and put; the scores, and when the match is over, are asked of `tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.finished_rounds import finished
from cardlab.lessons.tables.late_rounds import SEATS, YOU
from cardlab.lessons.tables.late_words import named, seat_choices
from cardlab.locale import say
from cardlab.tongits import SHEET, Ending, Match, Outcome, Rules

__all__ = ["MatchEnd", "NewScore", "match_end", "progressive"]

RULE: Final = "T10.5"
ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)


@dataclass(frozen=True, slots=True)
class NewScore:
    """T10.5: what is the score of this player after the round?"""

    match: Match
    result: Outcome
    seat: int

    @property
    def score(self) -> int:
        return self.match.add(self.result).scores[self.seat]

    def task(self, lang: str) -> Task:
        key = "lesson.new_score.prompt_you" if self.seat == YOU else "lesson.new_score.prompt"
        prompt = say(key, lang, who=named(self.seat, lang))
        return Task(prompt, kind="number", notes=_notes(self.match, self.result, lang))

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.score:
            return Verdict(True, (self._detail(lang),), (RULE,))
        before, paid = self.match.scores[self.seat], -self.result.payments[self.seat]
        if self.seat == self.result.winner:
            told = by_rule("lesson.new_score.winner_adds_nothing", RULE, lang)
        elif answer == before - paid:
            told = by_rule("lesson.new_score.added", RULE, lang)
        else:
            told = by_rule("lesson.new_score.rule", RULE, lang)
        return Verdict(False, (told,), (RULE,))

    def _detail(self, lang: str) -> str:
        before, paid = self.match.scores[self.seat], -self.result.payments[self.seat]
        key = "lesson.new_score.stays" if self.seat == self.result.winner else "lesson.new_score.sum"
        facts = {"who": named(self.seat, lang), "before": before, "paid": paid, "score": self.score}
        return by_rule(key, RULE, lang, **facts)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        rule, winner = by_rule("lesson.new_score.rule", RULE, lang), self.result.winner
        assert winner is not None
        who = say("lesson.new_score.who_won", lang, who=named(winner, lang))
        return leading_to(self.score, rule, who)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._detail(lang), self.score


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """T10.5: who has lost the match after this round, or with `asks_winner`, who has won it? Nobody is an answer."""

    match: Match
    result: Outcome
    asks_winner: bool = False

    @property
    def after(self) -> Match:
        return self.match.add(self.result)

    @property
    def answer(self) -> tuple[str, ...]:
        """The keys of the players asked for."""
        return tuple(str(seat) for seat in (self.after.winners if self.asks_winner else self.after.losers))

    def task(self, lang: str) -> Task:
        key = "lesson.match_end.prompt_won" if self.asks_winner else "lesson.match_end.prompt_lost"
        return Task(
            say(key, lang),
            choices=seat_choices(lang),
            kind="choice",
            multiple=True,
            may_be_empty=True,
            notes=_notes(self.match, self.result, lang),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = answer if isinstance(answer, tuple) else (answer,)
        correct = set(selected) == set(self.answer)
        if correct:
            return Verdict(True, self._detail(lang), (RULE,))
        if not self.after.losers:
            told = by_rule("lesson.match_end.not_over", RULE, lang, target=self.match.rules.target)
        elif not selected:
            told = by_rule("lesson.match_end.over", RULE, lang, target=self.match.rules.target)
        else:
            told = by_rule(
                "lesson.match_end.won_rule" if self.asks_winner else "lesson.match_end.lost_rule", RULE, lang
            )
        return Verdict(False, (told, _scores("lesson.match_end.scores", self.after.scores, lang)), (RULE,))

    def _detail(self, lang: str) -> tuple[str, ...]:
        after = self.after
        scores = _scores("lesson.match_end.scores", after.scores, lang)
        target = self.match.rules.target
        if not after.losers:
            return scores, by_rule("lesson.match_end.goes_on", RULE, lang, target=target)
        reached = [seat for seat in SEATS if after.scores[seat] >= target]
        told = [scores, by_rule("lesson.match_end.reached", RULE, lang, target=target, who=_names(reached, lang))]
        if len(reached) > 1:
            key = "lesson.match_end.both" if len(after.losers) > 1 else "lesson.match_end.higher"
            told.append(by_rule(key, RULE, lang, who=_names(after.losers, lang)))
        told.append(by_rule("lesson.match_end.lowest", RULE, lang, who=_names(after.winners, lang)))
        return tuple(told)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        rule = by_rule("lesson.new_score.rule", RULE, lang)
        return leading_to(self.answer, rule, _scores("lesson.match_end.scores", self.after.scores, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.answer


def progressive(chance: Random, level: int) -> NewScore:
    """An opponent of the winner; then perhaps the winner himself; then scores above the target."""
    result = _some_result(chance)
    top = (60, 85, 99)[level - 1]
    match = Match(SHEET, (chance.randrange(top), chance.randrange(top), chance.randrange(top)), 0, 4)
    seats = [seat for seat in SEATS if level > 1 or seat != result.winner]
    return NewScore(match, result, chance.choice(seats))


def match_end(chance: Random, level: int) -> MatchEnd:
    """One player or nobody reaches the target; then two at once; then equal scores, or another target, or who won."""
    rules = Rules(target=chance.choice((50, 150))) if level > 2 and chance.randrange(3) == 0 else SHEET
    while True:
        result = _some_result(chance)
        paid = [-amount for amount in result.payments]
        payers = [seat for seat in SEATS if seat != result.winner]
        if min(paid[seat] for seat in payers) > 0:
            break
    crossing = chance.choice((0, 1)) if level == 1 else chance.choice((0, 1, 2, 2))
    equal = chance.randrange(min(paid[seat] for seat in payers))
    same = level > 2 and crossing == 2 and chance.randrange(2) == 0
    scores = [chance.randrange(rules.target) for _ in SEATS]
    chance.shuffle(payers)
    for place, seat in enumerate(payers):
        over = equal if same else chance.randrange(paid[seat])
        under = chance.randrange(max(1, rules.target - paid[seat]))
        scores[seat] = max(0, rules.target + over - paid[seat] if place < crossing else under)
    match = Match(rules, (scores[0], scores[1], scores[2]), 0, 6)
    return MatchEnd(match, result, asks_winner=level > 1 and chance.randrange(3) == 0)


def _some_result(chance: Random) -> Outcome:
    """The end of some round in which somebody has paid."""
    return ended(finished(chance, ENDINGS, lambda state, result: any(result.payments)))


def _notes(match: Match, result: Outcome, lang: str) -> tuple[str, ...]:
    """The target, the scores before the round, and what was paid in it."""
    assert result.winner is not None
    paid = _each([(seat, -result.payments[seat]) for seat in SEATS if seat != result.winner], lang)
    return (
        say("lesson.match.target", lang, target=match.rules.target),
        _scores("lesson.match.before", match.scores, lang),
        say("lesson.match.paid", lang, who=named(result.winner, lang), paid=paid),
    )


def _scores(key: str, scores: Iterable[int], lang: str) -> str:
    return say(key, lang, scores=_each(enumerate(scores), lang))


def _each(numbers: Iterable[tuple[int, int]], lang: str) -> tuple[str, ...]:
    return tuple(say("lesson.match.one", lang, who=named(seat, lang), number=number) for seat, number in numbers)


def _names(seats: Iterable[int], lang: str) -> tuple[str, ...]:
    return tuple(named(seat, lang) for seat in seats)
