"""`PlayTongits`: a whole match of Tongits: set up the table, play round after round, look back, keep records.

- `SetupStage`, `PlayStage`: what is drawn before the match, and around the table;
- `PlayTongits`: who sits where, when the bots move, which round is looked at; what the browser keeps, and which files
  come and go.

The bots think in the background, so the page stays awake, and each of their moves is shown as it is made.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, TypedDict

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import explain
from cardlab.phrasing import tongits_sentences as tell
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tongits import Move, Rules, State
from cardlab.tongits.rules import checked
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.blocks import Block, button, row
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import Scene, hears
from cardlab.widgets.tongits_table import around
from cardlab.widgets.tongits_table.coach import Coach, reasons
from cardlab.widgets.tongits_table.felt_props import RoundPicture, with_scores
from cardlab.widgets.tongits_table.learning_table import FELT_WORDS
from cardlab.widgets.tongits_table.match_storage import (
    LONGEST_BOOK,
    LONGEST_FILE,
    NOTHING,
    OpenedRounds,
    as_file,
    bookmark,
    from_shelf,
    looked_at,
    opened,
    packed,
    round_of,
    unpacked,
)
from cardlab.widgets.tongits_table.played_match import PlayedMatch, Setup
from cardlab.widgets.tongits_table.review_panel import RoundReview, may_review, present, review_drawn
from cardlab.widgets.tongits_table.round import Seat, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat

_WORDS: Final = ("coach", "coach_looks", "anyway", "think_again", "step_back", "step_on")


class SetupStage(TypedDict):
    """Before the first deal, or while the match waits; `elsewhere`: another tab has kept a match of its own."""

    stage: Literal["setup"]
    label: str
    elsewhere: bool
    form: list[Block]


class PlayStage(RoundPicture):
    """The table with everything around it, as the one sees it who sits there.

    - `title`, `aside`: which round it is, or which record is looked at, and what else there is to know of it;
    - `reading`: a record is looked at, not a match played;
    - the rest are the blocks around the table, in the order of the page.
    """

    stage: Literal["play"]
    label: str
    elsewhere: bool
    title: str
    aside: list[str]
    reading: bool
    coach: Block
    book: list[Block]
    onward: list[Block]
    passed: list[Block]
    remark: list[Block]
    stands: list[Block]
    asked: list[Block]
    review: list[Block]
    scores: list[Block]
    history: list[Block]
    lines: list[Block]
    records: list[Block]


class PlayTongits(Scene):
    """A table to play a match at: against two bots, three persons at one screen, or with all hands open.

    - `lang`: the language of the learner;
    - `table`, `left`, `right`, `rules`, `seed`: what the form begins with, as in `Setup`;
    - `sort`, `four_colours`, `label`: as in `Hand`;
    - `now`: the present time in seconds since 1970.

    What is played is kept by the browser and goes on there after the page was left.
    Raises ValueError for a table, a bot or a language that there is not.

    >>> PlayTongits(table="open")
    PlayTongits(table='open')
    """

    view = "play_tongits"
    parts = ("coach", "judged", "at_table")
    is_repeated = False  # the browser keeps the match itself
    own_words = (
        *FELT_WORDS,
        *(f"play_tongits.{word}" for word in _WORDS),
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound")),
    )
    coach: Coach
    judged: RoundReview
    at_table: TongitsSeat | None  # None while the form is to be seen: then nothing at the table is heard

    def __init__(
        self,
        lang: str = "en",
        *,
        table: str = "alone",
        left: str = "careful",
        right: str = "careful",
        rules: Rules | None = None,
        seed: int | None = None,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self._now = now
        self._sort: Order = sort
        self._setup = Setup(table, left, right, Rules() if rules is None else checked(rules), seed)
        self.label = label or say("play_tongits.label", lang)
        self._shelf = shelf.names()[0]
        self._remark = ""
        self._answer = ""
        self._kept: tuple[object, ...] = ()
        self._text = ""
        self._elsewhere = False
        self.match: PlayedMatch | None = None
        self.own: TongitsSeat | None = None  # where the learner sits at the match
        self.book: OpenedRounds | None = None
        self.seated: TongitsSeat | None = None  # there, or at the record that is looked at
        self.at_table = None
        self.coach = Coach(self._change, self._make)
        self.judged = RoundReview(lang, self._change)
        self._bots = Background[Move](self._reply, lambda: self._change(lambda: None))
        self._works = (self.coach.thinking, self.judged.work, self._bots)

    def __repr__(self) -> str:
        return f"PlayTongits(table={self._setup.table!r})"

    @property
    def state(self) -> State | None:
        """The position that is looked at, None before the first deal."""
        return None if self.seated is None else self.seated.round.state

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return any(work.working for work in self._works)

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now. On a page they do so by themselves."""
        while self.working:
            for work in self._works:
                work.finish()
        self.changed()

    def before(self, message: str) -> None:
        self._remark = ""
        if message not in ("save", "trouble", "elsewhere"):
            self._answer = ""

    def changed(self) -> None:
        """Lets the bots think if it is their turn, gives the page what is to be kept, and shows what is so now."""
        here = self.own.round if self.own else None
        if self.match and here and here.waiting and here.at == here.line.last and not self._bots.working:
            self._bots.begin(here.others_do(), heavy="strong" in self.match.setup.who)
        self._keep()
        self._practise()
        super().changed()

    def rest(self) -> None:
        for work in self._works:
            work.stop()

    def put_down(self) -> None:
        if self.seated is not None:
            self.seated.begin(self.seated.round)

    # The form.

    @hears
    def begin(self) -> None:
        """The first deal of a match, as the form says."""
        if self.at_table is None:
            seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
            self._sit_down(PlayedMatch(replace(self._setup, seed=seed)))

    @hears
    def study(self) -> None:
        """The chosen round of the shelf is looked at."""
        if self.at_table is None:
            self._open(from_shelf(self._shelf))

    @hears
    def setup(self) -> None:
        """The form, while the match waits."""
        self.at_table = None

    @hears
    def back(self) -> None:
        """Back to the match that waits."""
        if self.match is not None:
            self.at_table = self.seated

    @hears
    def set(self, field: str, value: str | bool) -> None:
        """A field of the form."""
        if field == "shelf":
            self._shelf = value if isinstance(value, str) and value in shelf.names() else self._shelf
        else:
            changed = self._setup.changed(field, value)
            self._setup = changed or self._setup
            self._remark = "" if changed else say("play_tongits.no_such_value", self.lang)

    # Who sits where.

    def _sit_down(self, match: PlayedMatch) -> None:
        """A match begins, or goes on."""
        if "strong" in match.setup.who:
            heavy_work_comes()
        self._stand_up()
        setup = match.setup
        words = words_at(
            self.lang,
            0 if setup.bots else None,
            open_hands=setup.table == "open",
            called=tell.BOTS if setup.bots else tell.PLACES,
        )
        in_turn = setup.table == "persons"
        self.match = match
        self.own = TongitsSeat(match.round, words, self._sort, lets=self._lets, away=self._away, in_turn=in_turn)
        self.seated = self.at_table = self.own

    def _stand_up(self) -> None:
        """Nobody plays here any more."""
        self._bots.stop()
        self._another()
        self.match = self.own = self.seated = self.at_table = self.book = None

    def _open(self, book: OpenedRounds, played: TongitsRound | None = None) -> None:
        """Turns to a round of a file, all hands open; from any move it can be played on differently.

        - `played`: the round as it was left, if it is not to be looked at from its beginning.
        """
        self._another()
        self.book = book
        you = 0 if book.shelf else book.seat  # the notes of a round on the shelf are for seat 0
        words = words_at(self.lang, you, open_hands=True, people=book.record.people)
        played = played or round_of(book)
        self.seated = TongitsSeat(played, words, self._sort, lets=self._lets, away=self._away, reading=True)
        self.at_table = self.seated

    def _another(self) -> None:
        """Another round is turned to: what was said and thought about the last one is not wanted any more."""
        self._answer = ""
        self.coach.forget()
        self.judged.forget()

    def _away(self) -> None:
        """Another moment of the round is gone to."""
        self.coach.forget()
        if self.book is None:
            self._bots.stop()

    def _lets(self, move: Move) -> bool:
        return self.seated is None or self.coach.lets(self.seated.round.seen, move)

    def _make(self, move: Move) -> None:
        """Makes a move that the coach has thought about."""
        if self.seated is not None:
            self.seated.make(move)

    def _reply(self, move: Move) -> None:
        def reply() -> None:
            if self.own is not None:
                self.own.round.reply(move)
                self.own.hold()

        self._change(reply)

    def _change(self, do: Callable[[], None]) -> None:
        """What a bot or the coach has come to is done, kept and shown."""
        with self.lock:
            do()
            self.changed()

    # Beside the table.

    @hears
    def next_round(self) -> None:
        """Deals the next round, if the match goes on and this one is over."""
        if self.match is not None and self.own is not None and self.book is None and self.match.goes_on:
            self._another()
            self.match.deal_next()
            self.own.begin(self.match.round)

    @hears
    def leave(self) -> None:
        """Back from a record to the match."""
        if self.book is not None:
            self._another()
            self.book, self.seated, self.at_table = None, self.own, self.own

    @hears
    def look(self, number: int) -> None:
        """Opens a round of the open file, or one of this match that is over."""
        rounds = self.book.rounds if self.book else self.match.done if self.match else ()
        if number in range(len(rounds)):
            self._open(self.book.at(number) if self.book else OpenedRounds(rounds, number, own=True))

    @hears
    def take_up(self, do: Literal["line"], number: int) -> None:
        """Goes on with an older line of the round instead of this one, which is kept."""
        self._away()
        if self.seated is not None and number in range(len(self.seated.round.line.lines)):
            here = self.seated.round
            here.resume(here.line.take_up(number))
            self.seated.begin(here)

    @hears
    def why(self, turn: int) -> None:
        """A bot says why it moved so in one of its turns."""
        self._answer = reasons(self.seated, turn) if self.seated else ""

    @hears
    def review(self, seat: Seat) -> None:
        """The coach judges the round, once it is over, and shows the decisions of a seat."""
        if self.seated is not None and may_review(self.seated):
            self.judged.review(present(self.seated), seat)

    @property
    def learner(self) -> int | None:
        """The seat of the learner in the round that is looked at; None if it is of others, or if nobody knows.

        An earlier round of the match that is played on differently is no longer the one that was played.
        """
        if self.match is None or self.seated is None or not self.match.setup.bots:
            return None
        is_own = self.book is None or (self.book.own and self.seated.round.moves == self.book.record.moves)
        return self.match.round.seat if is_own else None

    # The browser.

    @hears
    def recall(self, text: str, anew: bool = False) -> None:
        """What the browser has kept, "" for nothing, unless something has been begun here.

        `anew`: it was asked for, since another tab has kept something.
        """
        if self.seated is not None and not (anew and self._elsewhere):
            return
        try:
            match, told = unpacked(text) if text else (None, NOTHING)
            looked = told.book and looked_at(told.book, match)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self.lang)
            self._remark = say("play_tongits.not_recalled", self.lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere = False
        self._stand_up()
        self.coach.set(told.coach)
        if match:
            self._setup = match.setup
            self._sit_down(match)
        if looked:
            self._open(*looked)

    @hears
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """The browser keeps nothing, or nothing more, or what it has kept cannot be read."""
        self._remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self.lang)

    @hears
    def elsewhere(self) -> None:
        """Another tab has kept a match of its own."""
        self._elsewhere = True

    @hears
    def choose(self, do: Literal["take_other", "keep_this"]) -> None:
        """Which one goes on: that of the other tab, or that of this one in its place."""
        if self._elsewhere and do == "take_other":
            self.send({"ask": True})
        elif self._elsewhere:
            self._elsewhere = False
            self.send({"keep": self._text, "over": True})

    @property
    def kept(self) -> tuple[object, ...]:
        """All that is kept by the browser, to see whether it is still the same: one by one the same objects."""
        looked = self.seated.round.line if self.seated and self.book else None
        now = (self.match, self.match.done, self.match.round.line) if self.match else ()
        return (self.coach.on, self.coach.limit, self.book, looked, *now)

    def packed(self) -> str:
        """The text that is kept by the browser; empty if there is nothing to keep."""
        if self.match is None and self.book is None:
            return ""
        book = bookmark(self.book, self.seated.round) if self.book and self.seated else None
        return packed(self.match, [self.coach.on, self.coach.limit], book)

    def _keep(self) -> None:
        """Gives the page what is to be kept, if it has changed; it is only packed if anything has."""
        kept = self.kept
        if len(kept) == len(self._kept) and all(now is before for now, before in zip(kept, self._kept, strict=True)):
            return
        self._kept = kept
        text = self.packed()
        if text != self._text:
            self._text = text
            self.send({"keep": text})

    def _practise(self) -> None:
        """Gives the page the learner's mistakes in a round that has just been judged, to come back in the review."""
        if self.learner is not None and self.seated is not None:
            entries = self.judged.to_practise(present(self.seated), self.learner, int(self._now()))
            if entries:
                self.send({"practise": entries})

    # Files.

    @hears
    def open(self, text: str, ended: bool = False, seat: Seat | None = None) -> None:
        """The text of a file that somebody has chosen.

        `ended`: its last position is looked at first; `seat`: whose it is that opens it, whose moves are reviewed.
        """
        try:
            book = opened(text, seat)
            played = round_of(book)
        except NotationError as unreadable:
            self._remark = explain(unreadable.refusal, self.lang)
            return
        if ended:
            played.go(played.line.last)
        self._open(book, played)
        if seat is not None:
            self.review(seat)
        if len(text) > LONGEST_BOOK:
            self._remark = say("play_tongits.not_kept", self.lang)

    @hears
    def too_long(self) -> None:
        """The file that somebody has chosen is too long to be sent."""
        too_large = NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
        self._remark = explain(too_large.refusal, self.lang)

    @hears
    def save(self, what: Literal["round", "match", "line"], number: int = -1) -> None:
        """A file is asked for: this round, the whole match, or the older line of a number.

        A round with hidden hands is given only when it is over, for the file tells them all.
        """
        rounds = self._saved(what, number)
        if self.seated is None or not _may_save(self.seated):
            self._remark = say("play_tongits.not_yet", self.lang)
        elif rounds:
            self.send({"file": {"name": f"tongits-{what}.json", "text": as_file(rounds)}})

    def _saved(self, what: Literal["round", "match", "line"], number: int) -> tuple[Record, ...]:
        if self.seated is not None and self.book is not None:
            here = self.seated.round
            now = replace(self.book.record, moves=here.moves[: here.at], written_outcome=None)
            return (now,) if what == "round" else ()
        if self.match is None:
            return ()
        if what == "line":
            lines = self.match.round.line.lines
            return (self.match.record_of(lines[number]),) if number in range(len(lines)) else ()
        return (*(self.match.done if what == "match" else ()), self.match.record)

    # What is drawn.

    def picture(self) -> SetupStage | PlayStage:
        if self.at_table is not None:
            return self._table(self.at_table)
        return {
            "stage": "setup",
            "label": self.label,
            "elsewhere": self._elsewhere,
            "form": around.form(self._setup, self._shelf, self._remark, self.lang, begun=self.match is not None),
        }

    def _table(self, seated: TongitsSeat) -> PlayStage:
        """The table and everything around it."""
        here, words, book, told = seated.round, seated.words, self.book, seated.picture()
        if book:
            told["log"] = seated.log(here.line.last)
            if here.at < here.line.last:
                told["what"] = words.say("play_tongits.read_on")
        match = self.match if book is None else None
        if match:
            with_scores(told, match.scores[-1], words)
        marks = self.coach.marks(seated)
        marked = sorted({card.code for move in marks for card in move.cards})
        aside = []
        if match:
            aside = [
                words.say("play_tongits.first", player=words.name(match.before.first)),
                words.say("play_tongits.goal", target=match.setup.rules.target),
            ]
        leave = button(words.say("play_tongits.leave"), {"do": "leave"})
        ready = button(words.say("play_tongits.ready"), {"do": "ready"}, main=True)
        return {
            **told,
            "stage": "play",
            "label": self.label,
            "elsewhere": self._elsewhere,
            "hand": {**told["hand"], "marked": marked or told["hand"]["marked"]},
            "waiting": here.waiting and not (seated is self.own and self._bots.working),
            "title": around.title(match, book, words),
            "aside": aside,
            "reading": book is not None,
            "coach": self.coach.switched(words),
            "book": [row(*around.looks(None, book, words), leave)] if book else [],
            "onward": around.onward(match, words) if match else [],
            "passed": [ready] if seated.covered else [],
            "remark": [around.said_in_passing(self._remark or self._note(seated))],
            "stands": around.stands(match, here.state, words) if match else [],
            "asked": self.coach.drawn(seated, marks, self._answer),
            "review": review_drawn(self.judged, seated, self.learner),
            "scores": around.scores(match, words) if match else [],
            "history": around.history(seated, playing=book is None),
            "lines": around.lines(here, words, may_save=match is not None and _may_save(seated)),
            "records": around.records(match, words),
        }

    def _note(self, seated: TongitsSeat) -> str:
        """What is to be said about the move of a round from the shelf that was just looked at, "" where nothing is."""
        here, book = seated.round, self.book
        if book is None or not book.shelf or here.moves[: here.at] != book.record.moves[: here.at]:
            return ""
        return shelf.notes(book.shelf, self.lang).get(here.at, "")


def _may_save(seated: TongitsSeat) -> bool:
    """Whether all hands lie open anyway, so that they may stand in a file."""
    return seated.words.open_hands or seated.round.is_over
