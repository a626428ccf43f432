"""`Score`: a progressive match round by round; predict what each player pays, then see the running scores (T10.5).

- `score_table`, `score_chart`: the running scores of any match as a table, and as lines with the same in words;
- `Score`: when a round is played, and what is shown of it.

`tongits` decides who wins, who pays what and when the match is over; `cardlab.rounds` plays the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Literal, NotRequired, TypeAlias, TypedDict, assert_never

from cardlab import rounds
from cardlab.bots.tongits import careful
from cardlab.lessons.scoring import MatchEnd
from cardlab.lessons.tables_tongits import learner
from cardlab.locale import say
from cardlab.tell import rules_of, scoring, sentences_of
from cardlab.tell.lying import by_rank
from cardlab.tell.tongits import ended, result_of
from cardlab.tongits import Match, Rules, State
from cardlab.widgets.base import STATIC
from cardlab.widgets.messages import Message, Messages
from cardlab.widgets.predict import (
    LONGEST_GUESS,
    SEATS,
    Guess,
    Prediction,
    PredictWidget,
    Seat,
    See,
    VerdictKind,
    VerdictPicture,
    right,
)

Target: TypeAlias = Literal[100, 50]
TARGETS: Final[tuple[Target, ...]] = (100, 50)


class NextRound(Message, frozen=True):
    """The next round is to be played."""

    do: Literal["next"]


class TakeBack(Message, frozen=True):
    """The last round is taken back."""

    do: Literal["undo"]


class BeginAnew(Message, frozen=True):
    """The match begins again, or another match begins."""

    do: Literal["again", "other"]


class SwitchPrediction(Message, frozen=True):
    """The payments are to be predicted, or no longer."""

    do: Literal["predict"]


class AimAt(Message, frozen=True):
    """Another score loses the match."""

    do: Literal["target"]
    target: Target


ScoreMessage: TypeAlias = Guess | See | NextRound | TakeBack | BeginAnew | SwitchPrediction | AimAt


# The running scores.


class ScoreCell(TypedDict):
    """A player's score after a round, and what the round added."""

    score: str
    added: str


class ScoreRow(TypedDict):
    """A round: its number, how it ended, and a cell for each seat."""

    number: str
    ending: str
    cells: list[ScoreCell]


class ScoreTable(TypedDict):
    """The running scores with a row for each round; `seats` are the heads of the columns."""

    caption: str
    seats: list[str]
    rows: list[ScoreRow]


class LineChart(TypedDict):
    """Numbers that change step by step, a line for each player.

    - `desc`: the same in words; `target`: where a line across is drawn;
    - `marks`: the numbers at the axis, `steps`: how the steps are called; a view has its own where they are missing.
    """

    title: str
    desc: str
    target: int | None
    lines: list[list[int]]
    marks: NotRequired[list[int]]
    steps: NotRequired[list[int]]


def score_table(played: Sequence[State], matches: Sequence[Match], lang: str, names: Sequence[str] = ()) -> ScoreTable:
    """A row for each round as it ended; `matches` are the match before the first round, and after each.

    `names`: what the players are called by seat, if not as the learner on seat 0 calls them.
    """
    rows: list[ScoreRow] = []
    for number, (state, after) in enumerate(zip(played, matches[1:], strict=True), 1):
        result = result_of(state)
        added = [
            say("score.wins", lang) if seat == result.winner else f"+{max(0, -result.payments[seat])}" for seat in SEATS
        ]
        cells: list[ScoreCell] = [{"score": str(after.scores[seat]), "added": added[seat]} for seat in SEATS]
        rows.append({"number": str(number), "ending": say(f"score.ending.{result.ending}", lang), "cells": cells})
    return {
        "caption": say("score.caption", lang, target=matches[-1].rules.target),
        "seats": list(names or _names(lang)),
        "rows": rows,
    }


def score_chart(matches: Sequence[Match], lang: str, names: Sequence[str] = ()) -> LineChart:
    """The same scores as lines, and in words."""
    last = matches[-1]
    target = last.rules.target
    called = names or _names(lang)
    now = [say("score.now", lang, who=called[seat], points=last.scores[seat]) for seat in SEATS]
    return {
        "title": say("score.chart", lang),
        "desc": say("score.chart_desc", lang, count=last.rounds, target=target, scores=tuple(now)),
        "target": target,
        "lines": [[match.scores[seat] for match in matches] for seat in SEATS],
    }


def _names(lang: str) -> list[str]:
    return [say(f"seat.{seat}", lang) for seat in SEATS]


class PayingHand(TypedDict):
    """What a player still holds, what is expected of their payment while that is asked, and whether it was so."""

    seat: Seat
    label: str
    cards: list[str]
    asked: bool
    ask: str
    guess: str
    told: str
    mark: VerdictKind


class TargetChoice(TypedDict):
    """A score that may lose the match, and whether it is chosen."""

    target: Target
    label: str
    chosen: bool


class ScorePicture(VerdictPicture):
    """A round to predict or to look at, and the match so far."""

    label: str
    prompt: str
    story: list[str]
    hands: list[PayingHand]
    asks: bool
    goes_on: bool
    begun: bool
    predicts: bool
    targets: list[TargetChoice]
    said: str
    table: ScoreTable
    chart: LineChart


class Score(PredictWidget):
    """A progressive match of three computer players, one of them in the seat of the learner.

    - `lang`: the language of the learner;
    - `seed`: which match it is; the same seed gives the same rounds;
    - `target`: the score that loses the match (T10.5), 100 or 50 at first.

    Raises ValueError for another target, or for a language without a catalogue.

    >>> Score(seed=3, target=50)
    Score(seed=3, target=50)
    """

    _esm = STATIC / "score.js"
    _css = STATIC / "score.css"
    _hears = Messages[ScoreMessage](ScoreMessage)
    _own_words = (
        *(f"score.{word}" for word in ("next", "compare", "pays", "target", "predict", "undo", "again", "other")),
        "widget.round",
    )

    def __init__(
        self,
        lang: str = "en",
        *,
        seed: int = 1,
        target: int = 100,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        aim = next((one for one in TARGETS if one == target), None)
        if aim is None:
            raise ValueError(f"the target is one of {TARGETS}")
        self._label = label
        self._seed = seed
        self._target: Target = aim
        self._played: tuple[State, ...] = ()
        self._open: State | None = None
        self._predicts = True
        self._expected = Prediction(SEATS, LONGEST_GUESS)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f"Score(seed={self._seed}, target={self._target})"

    @property
    def rounds(self) -> tuple[State, ...]:
        """The rounds that have been counted, each as it ended."""
        return self._played

    @property
    def match(self) -> Match:
        """The match after the rounds counted so far."""
        return self._matches()[-1]

    def _matches(self) -> list[Match]:
        """T10.5: the match before the first round, and after each."""
        matches = [Match(Rules(target=self._target))]
        for state in self._played:
            matches.append(matches[-1].add(result_of(state)))
        return matches

    def _do(self, message: ScoreMessage) -> None:
        match message:
            case Guess(seat=seat, text=text):
                if self._open is not None:
                    self._expected.put(seat, text)
            case See():
                if self._open is not None:
                    self._count()
            case AimAt(target=target):
                self._aim_at(target)
            case NextRound():
                if self._open is None and not self.match.losers:
                    self._play()
            case TakeBack():
                if self._open is None:
                    self._played = self._played[:-1]
                self._put_away()
            case BeginAnew(do=do):
                self._start(self._seed if do == "again" else self._seed + 1)
            case SwitchPrediction():
                self._predicts = not self._predicts
            case _:
                assert_never(message)

    def _play(self) -> None:
        """Plays the next round; the same match always goes on with the same one."""
        self._put_away()
        number = len(self._played)
        deal = Random(f"{self._seed} {number}").randrange(2**32)
        *_, last = rounds.play_tongits((careful,) * len(SEATS), seed=deal, first=self.match.first).states()
        assert isinstance(last, State)
        self._open = last
        if not self._predicts:
            self._count()

    def _count(self) -> None:
        """Lays the round open and adds it to the match; a guess may be missing, but has to be a number."""
        assert self._open is not None
        if not self._expected.readable:
            self._said = say("score.no_number", self._lang)
            return
        self._played, self._open = (*self._played, self._open), None

    def _aim_at(self, target: Target) -> None:
        """Another target: a match that would have been over before goes back to that round."""
        played, self._target = self._played, target
        self._played = ()
        for state in played:
            if self.match.losers:
                break
            self._played += (state,)
        if self.match.losers or len(self._played) < len(played):
            self._open = None
        if len(self._played) < len(played):
            self._expected = Prediction(SEATS, LONGEST_GUESS)

    def _put_away(self) -> None:
        self._open, self._expected = None, Prediction(SEATS, LONGEST_GUESS)

    def _start(self, seed: int) -> None:
        self._seed, self._played = seed, ()
        self._put_away()

    def _picture(self) -> ScorePicture:
        lang, matches = self._lang, self._matches()
        state = self._open or (self._played[-1] if self._played else None)
        return {
            "label": self._label or say("score.label", lang),
            "prompt": self._prompt(matches[-1]),
            "story": [] if state is None else list(scoring.story(learner(lang), state, winner=self._open is not None)),
            "hands": [] if state is None else self._hands(state),
            "asks": self._open is not None,
            "goes_on": self._open is None and not matches[-1].losers,
            "begun": self._open is not None or bool(self._played),
            "predicts": self._predicts,
            "targets": [{"target": one, "label": str(one), "chosen": one == self._target} for one in TARGETS],
            "said": self._said,
            "table": score_table(self._played, matches, lang),
            "chart": score_chart(matches, lang),
            **self._told(matches),
        }

    def _prompt(self, match: Match) -> str:
        """What is to be done next."""
        if self._open is not None:
            return say("score.ask", self._lang, number=match.rounds + 1)
        if match.losers:
            return say("score.over", self._lang, number=match.rounds)
        return say("score.go_on" if match.rounds else "score.begin", self._lang, number=match.rounds)

    def _hands(self, state: State) -> list[PayingHand]:
        """T9.2: what each player still holds, with a field for their payment while that is asked."""
        payers, counts = scoring.payers(state), result_of(state).deadwood
        shown: list[PayingHand] = []
        for seat in SEATS:
            reader = learner(self._lang)
            key = "tell.round.hand" if self._open is not None else "tell.round.hand_counted"
            label = reader.about(key if state.hands[seat] else "score.no_hand", seat, count=counts[seat])
            told, mark = self._compared(seat, state)
            shown.append(
                {
                    "seat": seat,
                    "label": label,
                    "cards": [card.code for card in by_rank(state.hands[seat])],
                    "asked": self._open is not None and seat in payers,
                    "ask": reader.about("score.pays_of", seat),
                    "guess": self._expected.text(seat),
                    "told": told,
                    "mark": mark,
                }
            )
        return shown

    def _compared(self, seat: Seat, state: State) -> tuple[str, VerdictKind]:
        """What was expected of a payment beside what it is; nothing while it is asked or where nothing was expected."""
        guess = self._expected.number(seat)
        if self._open is not None or guess is None or seat not in scoring.payers(state):
            return "", "none"
        paid = -result_of(state).payments[seat]
        is_right = guess == paid
        told = say("score.right" if is_right else "score.wrong", self._lang, guess=guess, paid=paid)
        return told, "yes" if is_right else "no"

    def _told(self, matches: list[Match]) -> VerdictPicture:
        """What the last round cost whom and why, and what became of the match."""
        if self._open is not None or not self._played:
            return self._verdict("none")
        lang, state = self._lang, self._played[-1]
        result, reasons = result_of(state), ended(learner(lang), state)
        told, rules = list(sentences_of(reasons)), list(rules_of(reasons))
        if result.winner is not None:
            told += [scoring.how_counted(learner(lang), state, seat) for seat in SEATS]
            told += [scoring.how_paid(learner(lang), state, seat) for seat in scoring.payers(state)]
            rules += ["T9.1", "T9.2", "T9.3"]
        question = MatchEnd(matches[-2], result)
        told += question.check(question.answer, lang).sentences
        paid = [-payment for payment in result.payments]
        guesses = {seat: guess for seat, guess in self._expected.numbers.items() if seat in scoring.payers(state)}
        hits = right(guesses, paid)
        told[:0] = [
            say("score.guessed", lang, who=say(f"seat.{seat}", lang), guess=guess, paid=paid[seat])
            for seat, guess in guesses.items()
            if guess != paid[seat]
        ]
        verdict: VerdictKind = "none" if not guesses else "yes" if hits == len(guesses) else "no"
        facts = {"number": len(self._played), "right": hits, "count": len(guesses)}
        return self._verdict(verdict, say(f"score.title_{verdict}", lang, **facts), told, (*rules, "T10.5"))
