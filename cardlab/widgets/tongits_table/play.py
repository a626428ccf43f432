"""`PlayTongits`: a whole match of Tongits: setup, rounds, review, and records.

- `SetupStage`, `PlayStage`: what is drawn before the match, and around the table;
- `PlayTongits`: seats, bots, the present round, the browser's storage, and files.

The bots think in the background, so the page stays responsive, and each of their moves is shown as it is made.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import is_
from typing import Literal, TypedDict

from cardlab import shelf
from cardlab.analysis.jobs import judged
from cardlab.analysis.move_cost import Cost
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import explain
from cardlab.phrasing import tongits_sentences as tell
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tongits import Move, Rules, State, legal_moves
from cardlab.tongits.rules import checked
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import Block, button, row
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import Scene, Steps, at_once, receives
from cardlab.widgets.tongits_table import around
from cardlab.widgets.tongits_table.coach import Coach, bot_reasons
from cardlab.widgets.tongits_table.felt_props import RoundProps, with_scores
from cardlab.widgets.tongits_table.learning_table import FELT_WORDS
from cardlab.widgets.tongits_table.match_storage import (
    LONGEST_BOOK,
    LONGEST_FILE,
    NOTHING,
    OpenedRounds,
    as_file,
    bookmark,
    from_bookmark,
    from_shelf,
    opened,
    packed,
    recorded_round,
    unpacked,
)
from cardlab.widgets.tongits_table.played_match import PlayedMatch, Setup
from cardlab.widgets.tongits_table.review_panel import RoundReview, may_review, own_mistakes, present, render_review
from cardlab.widgets.tongits_table.round import SEATS, Seat, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat


class SetupStage(TypedDict):
    """Before the first deal, or while the match waits; `elsewhere`: another tab has stored its own match."""

    stage: Literal["setup"]
    label: str
    elsewhere: bool
    form: list[Block]


class PlayStage(RoundProps):
    """The table with everything around it, as seen from the learner's seat.

    - `title`, `aside`: the round or record, and remarks on it;
    - `reading`: whether a record is looked at, not a match played;
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

    Args:
        lang: the language of the learner; by default that of the notebook's folder.
        table, left, right, rules, seed: the initial form, as in `Setup`.
        record: a finished round, which is shown in review instead; the browser then stores nothing. Once judged it is
            opened at the seat's most costly mistake.
        seat: the seat from which it is seen, and whose decisions in it are reviewed.
        sort, four_colours, label: as in `Hand`.
        now: the present time in seconds since 1970.

    The browser stores the match, which resumes after the page was left.
    Raises ValueError for an unknown table, bot, language or seat, NotationError for a record that is not of Tongits or
    breaks a rule.

    >>> PlayTongits(table="open")
    PlayTongits(table='open')
    """

    view = "play_tongits"
    shares = ("state",)
    parts = ("coach", "judged", "at_table")
    is_repeated = False  # the browser keeps the match itself
    own_words = (
        *(*FELT_WORDS, "play_tongits.coach", "play_tongits.coach_looks", "play_tongits.anyway"),
        *("play_tongits.think_again", "play_tongits.step_back", "play_tongits.step_on"),
        *("widget.elsewhere", "widget.take_other", "widget.keep_this", "widget.sound"),
    )
    coach: Coach
    judged: RoundReview
    at_table: TongitsSeat | None  # None while the form is shown: then the table receives no message

    def __init__(
        self,
        lang: str = "",
        *,
        table: str = "alone",
        left: str = "careful",
        right: str = "careful",
        rules: Rules | None = None,
        seed: int | None = None,
        record: Record | None = None,
        seat: Seat = 0,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self._now = now
        self._seated = partial(TongitsSeat, sort=sort, approve=self._approve, leaving=self._leave_moment)
        self._setup = Setup(table, left, right, Rules() if rules is None else checked(rules), seed)
        self.label = label or say("play_tongits.label", self.lang)
        self._shelf = shelf.names()[0]
        self._remark = ""
        self._answer = ""
        self._kept: tuple[object, ...] = ()
        self._text = ""
        self._elsewhere = False
        self.match: PlayedMatch | None = None
        self.own_seat: TongitsSeat | None = None  # where the learner sits at the match
        self.book: OpenedRounds | None = None
        self.seat: TongitsSeat | None = None  # there, or at the record that is looked at
        self.at_table = None
        self.coach = Coach(self._change, self._make)
        self.judged = RoundReview(self.lang, self._change)
        self._bots = Background[Move](self._reply, lambda: self._change(lambda: None))
        self._advice = Background[Cost](
            lambda cost: self._change(lambda: self.own_seat.suggest(cost.best) if self.own_seat else None), lambda: None
        )
        self._jobs = (self.coach.thinking, self.judged.work, self._bots, self._advice)
        self._reviewed = record
        self._mistake_awaited = record is not None
        if record is not None:
            if seat not in SEATS:
                raise ValueError(f"there is no seat {seat!r}; there are {SEATS}")
            self._open(at_once(opened(record.text(), seat)))
            self.review(seat)

    def __repr__(self) -> str:
        if self._reviewed is not None:
            return f"PlayTongits(record=<{len(self._reviewed.moves)} moves>, seat={self.judged.seat})"
        return f"PlayTongits(table={self._setup.table!r})"

    @property
    def state(self) -> State | None:
        """The present position, None before the first deal."""
        return None if self.seat is None else self.seat.round.state

    @property
    def working(self) -> bool:
        """Whether a bot or the coach is thinking."""
        return any(work.working for work in self._jobs)

    def finish(self) -> None:
        """Let coach and bots think synchronously. On a page they do so in the background."""
        while self.working:
            for work in self._jobs:
                work.finish()
        self.changed()

    def before_message(self, message: str) -> None:
        self._remark = ""
        if message not in ("save", "trouble", "elsewhere"):
            self._answer = ""

    def changed(self) -> None:
        """Let the bots think if it is their turn, store changes, and show the current state."""
        here = self.own_seat.round if self.own_seat else None
        if self.match and here and here.waiting and here.at == here.line.last and not self._bots.working:
            self._bots.begin(here.others_do())
        self._store()
        self._send_mistakes()
        self._go_to_mistake()
        super().changed()

    def _go_to_mistake(self) -> None:
        """Show the most costly mistake once the record is judged, unless another moment or seat was chosen by then."""
        if not self._mistake_awaited or self._reviewed is None or self.seat is None:
            return
        if self.seat.round.at or self.judged.seat != self.seat.round.looks_from:
            self._mistake_awaited = False
        elif self.judged.is_done(present(self.seat)):
            self._mistake_awaited = False
            for one in own_mistakes(self.judged, present(self.seat), self.judged.seat)[:1]:
                self.seat.go(one.number - 1)

    def suspend(self) -> None:
        for work in self._jobs:
            work.stop()

    def clear_selection(self) -> None:
        if self.seat is not None:
            self.seat.begin(self.seat.round)

    # The form.

    @receives
    def begin(self, helps: bool = False) -> None:
        """Begin a match as the form says; `helps` selects the first move that the review would call the best."""
        if self.at_table is None:
            seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
            self._start_match(PlayedMatch(replace(self._setup, seed=seed)))
            if helps and self.own_seat is not None and not self.own_seat.round.waiting:
                seen = self.own_seat.round.seen
                self._advice.begin(partial(judged, seen, legal_moves(seen, seen.viewer)[0]))

    @receives
    def study(self) -> None:
        """Open the chosen round of the shelf."""
        if self.at_table is None:
            self._open(from_shelf(self._shelf))

    @receives
    def setup(self) -> None:
        """Show the form, while the match waits."""
        self.at_table = None

    @receives
    def back(self) -> None:
        """Go back to the waiting match."""
        if self.match is not None:
            self.at_table = self.seat

    @receives
    def set(self, field: str, value: str | bool) -> None:
        """Set a field of the form."""
        if field == "shelf":
            self._shelf = value if isinstance(value, str) and value in shelf.names() else self._shelf
        else:
            changed = self._setup.changed(field, value)
            self._setup = changed or self._setup
            self._remark = "" if changed else say("play_tongits.no_such_value", self.lang)

    # Who sits where.

    def _start_match(self, match: PlayedMatch) -> None:
        """Begin or resume a match."""
        self._leave_match()
        setup = match.setup
        words = words_at(
            self.lang,
            0 if setup.bots else None,
            open_hands=setup.table == "open",
            called=tell.BOTS if setup.bots else tell.PLACES,
        )
        self.match = match
        self.own_seat = self._seated(match.round, words, in_turn=setup.table == "persons")
        self.seat = self.at_table = self.own_seat

    def _leave_match(self) -> None:
        self._bots.stop()
        self._reset_helpers()
        self.match = self.own_seat = self.seat = self.at_table = self.book = None

    def _open(self, book: OpenedRounds, played: TongitsRound | None = None) -> None:
        """Open a round of a file, all hands open; it can be played on differently from any move.

        `played`: the round as it was left, if not at its beginning.
        """
        self._reset_helpers()
        self.book = book
        you = 0 if book.shelf else book.seat  # the notes of a round on the shelf are for seat 0
        people = book.record.people
        if self._reviewed is not None and book.seat is not None and any(people[book.seat : book.seat + 1]):
            you = None  # such as a bot of the reader's
        words = words_at(self.lang, you, open_hands=True, people=people)
        self.seat = self.at_table = self._seated(played or recorded_round(book), words, reading=True)

    def _reset_helpers(self) -> None:
        """Drop the coach's and the review's work on the last round."""
        self._answer = ""
        self.coach.forget()
        self.judged.forget()
        self._advice.stop()

    def _leave_moment(self) -> None:
        """Stop what concerns the present moment, before another one is shown."""
        self.coach.forget()
        if self.book is None:
            self._bots.stop()

    def _approve(self, move: Move) -> bool:
        return self.seat is None or self.coach.approves(self.seat.round.seen, move)

    def _make(self, move: Move) -> None:
        if self.seat is not None:
            self.seat.make(move)

    def _reply(self, move: Move) -> None:
        def reply() -> None:
            if self.own_seat is not None:
                self.own_seat.round.reply(move)
                self.own_seat.update_hand()

        self._change(reply)

    def _change(self, do: Callable[[], None]) -> None:
        with self.lock:
            do()
            self.changed()

    # Beside the table.

    @receives
    def next_round(self) -> None:
        """Deal the next round, if the match goes on and this one is over."""
        if self.match is not None and self.own_seat is not None and self.book is None and self.match.goes_on:
            self._reset_helpers()
            self.match.deal_next()
            self.own_seat.begin(self.match.round)

    @receives
    def leave(self) -> None:
        """Go back from a record to the match."""
        if self.book is not None:
            self._reset_helpers()
            self.book, self.seat, self.at_table = None, self.own_seat, self.own_seat

    @receives
    def look(self, number: int) -> None:
        """Open a round of the open file, or a finished one of this match."""
        rounds = self.book.rounds if self.book else self.match.done if self.match else ()
        if number in range(len(rounds)):
            self._open(self.book.at(number) if self.book else OpenedRounds(rounds, number, own=True))

    @receives
    def take_up(self, do: Literal["line"], number: int) -> None:
        """Continue an older line of the round; the present one is kept."""
        self._leave_moment()
        if self.seat is not None and number in range(len(self.seat.round.line.lines)):
            here = self.seat.round
            here.resume(here.line.take_up(number))
            self.seat.begin(here)

    @receives
    def why(self, turn: int) -> None:
        """Show a bot's reasons for one of its turns."""
        self._answer = bot_reasons(self.seat, turn) if self.seat else ""

    @receives
    def review(self, seat: Seat) -> None:
        """Judge the round, once it is over, and show the decisions of a seat."""
        if self.seat is not None and may_review(self.seat):
            self.judged.review(present(self.seat), seat)

    @property
    def learner(self) -> int | None:
        """The learner's seat in the present round; None if it is others' or unknown.

        An earlier round of the match that was played on differently no longer counts.
        """
        if self.match is None or self.seat is None or not self.match.setup.bots:
            return None
        is_own = self.book is None or (self.book.own and self.seat.round.line.moves == self.book.record.moves)
        return self.match.round.seat if is_own else None

    # The browser.

    @receives
    def recall(self, text: str, anew: bool = False) -> Steps[None]:
        """Resume from the browser's storage, "" for nothing, unless something has been begun here.

        `anew`: it was requested, since another tab has stored something.
        """
        if self.seat is not None and not (anew and self._elsewhere):
            return
        try:
            match, stored = (yield from unpacked(text)) if text else (None, NOTHING)
            opened_book = stored.book and (yield from from_bookmark(stored.book, match))
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self.lang)
            self._remark = say("play_tongits.not_recalled", self.lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere = False
        self._leave_match()
        self.coach.set(stored.coach)
        if match:
            self._setup = match.setup
            self._start_match(match)
        if opened_book:
            self._open(*opened_book)

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """The browser cannot store data ("full", "forbidden"), or its data is damaged ("torn")."""
        self._remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self.lang)

    @receives
    def elsewhere(self) -> None:
        """Another tab has stored its own match."""
        self._elsewhere = self._reviewed is None

    @receives
    def choose(self, do: Literal["take_other", "keep_this"]) -> None:
        """Continue with the match of the other tab, or store this one in its place."""
        if self._elsewhere and do == "take_other":
            self.send({"ask": True})
        elif self._elsewhere:
            self._elsewhere = False
            self.send({"keep": self._text, "over": True})

    @property
    def kept(self) -> tuple[object, ...]:
        """The objects that are stored, to detect changes by identity."""
        looked = self.seat.round.line if self.seat and self.book else None
        now = (self.match, self.match.done, self.match.round.line) if self.match else ()
        return (self.coach.on, self.coach.limit, self.book, looked, *now)

    def packed(self) -> str:
        """The text to store; empty if there is nothing."""
        if self.match is None and self.book is None:
            return ""
        book = bookmark(self.book, self.seat.round) if self.book and self.seat else None
        return packed(self.match, [self.coach.on, self.coach.limit], book)

    def _store(self) -> None:
        """Have the page store the match if it has changed; only then is it packed."""
        if self._reviewed is not None:
            return
        before, self._kept = self._kept, self.kept
        if len(before) == len(self._kept) and all(map(is_, self._kept, before)):
            return
        text = self.packed()
        if text != self._text:
            self._text = text
            self.send({"keep": text})

    def _send_mistakes(self) -> None:
        """Have the page store the learner's mistakes in a judged round, for the review."""
        if self.learner is not None and self.seat is not None:
            entries = self.judged.to_practise(present(self.seat), self.learner, int(self._now()))
            if entries:
                self.send({"practise": entries})

    # Files.

    @receives
    def open(self, text: str, ended: bool = False, seat: Seat | None = None) -> Steps[None]:
        """Open the text of a file.

        `ended`: show its last position first; `seat`: the seat of the reader, whose moves are reviewed.
        """
        try:
            book = yield from opened(text, seat)
            played = recorded_round(book)
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

    @receives
    def too_long(self) -> None:
        """Refuse a file that is too long to be sent."""
        too_large = NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
        self._remark = explain(too_large.refusal, self.lang)

    @receives
    def save(self, what: Literal["round", "match", "line"], number: int = -1) -> Steps[None]:
        """Save this round, the whole match, or an older line as a file.

        A round with hidden hands is saved only when it is over, since the file reveals them.
        """
        rounds = self._saved(what, number)
        if self.seat is None or not _may_save(self.seat):
            self._remark = say("play_tongits.not_yet", self.lang)
        elif rounds:
            text = yield from as_file(rounds)
            self.send({"file": {"name": f"tongits-{what}.json", "text": text}})

    def _saved(self, what: Literal["round", "match", "line"], number: int) -> tuple[Record, ...]:
        if self.seat is not None and self.book is not None:
            here = self.seat.round
            now = replace(self.book.record, moves=here.line.moves[: here.at], written_outcome=None)
            return (now,) if what == "round" else ()
        if self.match is None:
            return ()
        if what == "line":
            lines = self.match.round.line.lines
            return (self.match.record_of(lines[number]),) if number in range(len(lines)) else ()
        return (*(self.match.done if what == "match" else ()), self.match.record)

    # What is drawn.

    def props(self) -> SetupStage | PlayStage:
        if self.at_table is not None:
            return self._table(self.at_table)
        return {
            "stage": "setup",
            "label": self.label,
            "elsewhere": self._elsewhere,
            "form": around.form(self._setup, self._shelf, self._remark, self.lang, begun=self.match is not None),
        }

    def _table(self, seat: TongitsSeat) -> PlayStage:
        here, words, book, props = seat.round, seat.words, self.book, seat.props()
        if book:
            props["log"] = seat.log(here.line.last)
            if here.at < here.line.last:
                props["what"] = words.say("play_tongits.read_on")
        match = self.match if book is None else None
        stands = around.stands(match, words) if match else []
        # Who has won the match is told together with the end of its last round.
        is_decided = match is not None and bool(match.scores[-1].losers)
        if match:
            with_scores(props, match.scores[-1], words)
        marks = self.coach.marks(seat)
        marked = sorted({card.code for move in marks for card in move.cards})
        aside = []
        if match:
            aside = [
                words.say("play_tongits.first", player=words.name(match.before.first)),
                words.say("play_tongits.goal", target=match.setup.rules.target),
            ]
        leave = button(words.say("play_tongits.leave"), {"do": "leave"})
        return {
            **props,
            "stage": "play",
            "label": self.label,
            "elsewhere": self._elsewhere,
            "hand": {**props["hand"], "marked": marked or props["hand"]["marked"]},
            "waiting": here.waiting and not (seat is self.own_seat and self._bots.working),
            "title": around.title(match, book, words),
            "aside": aside,
            "reading": book is not None,
            "coach": self.coach.render_switch(words),
            "book": [row(*around.looks(None, book, words), leave)] if book else [],
            "onward": [*(stands if is_decided else ()), *(around.onward(match, words) if match else ())],
            "passed": [button(words.say("play_tongits.ready"), {"do": "ready"}, main=True)] if seat.covered else [],
            "remark": [around.said_in_passing(self._remark or self._note(seat))],
            "stands": [] if is_decided else stands,
            "asked": self.coach.render(seat, marks, self._answer),
            "review": render_review(self.judged, seat, self.learner),
            "scores": around.scores(match, words) if match else [],
            "history": around.history(seat, playing=book is None),
            "lines": around.lines(here, words, may_save=match is not None and _may_save(seat)),
            "records": around.records(match, words),
        }

    def _note(self, seat: TongitsSeat) -> str:
        """The note about the present move of a round from the shelf, or ""."""
        here, book = seat.round, self.book
        if book is None or not book.shelf or here.line.moves[: here.at] != book.record.moves[: here.at]:
            return ""
        return shelf.notes(book.shelf, self.lang).get(here.at, "")


def _may_save(seat: TongitsSeat) -> bool:
    """Whether all hands lie open, so that a file may hold them."""
    return seat.words.open_hands or seat.round.is_over
