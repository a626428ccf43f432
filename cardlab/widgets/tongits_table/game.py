"""A match of Tongits that is played, and the records that are looked at meanwhile: a part of `PlayTongits`.

`TongitsGame` says who sits where, when the bots move, and which round is looked at.
The bots think in the background, so the page stays awake, and each of their moves is shown as it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from cardlab import shelf
from cardlab.phrasing import tongits as tell
from cardlab.record import Record
from cardlab.tongits import Move, Phase
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import hears
from cardlab.widgets.tongits_table.coach import Coach, reasons
from cardlab.widgets.tongits_table.judged import may_review, present
from cardlab.widgets.tongits_table.match import PlayedMatch
from cardlab.widgets.tongits_table.round import Seat, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat
from cardlab.widgets.tongits_table.storage import Opened, bookmark, packed, round_of


class TongitsGame:
    """A match that is played, and records that are looked at meanwhile.

    - `own`: where the learner sits at the match; `seated`: there, or at the `book`, a record that is looked at;
    - `lang`, `sort`: the language of the learner, and how a hand lies at first;
    - `change`: does what a bot or the coach has come to, while nobody else changes anything, and shows it.
    """

    parts = ("coach", "seated")
    coach: Coach
    seated: TongitsSeat | None

    def __init__(self, lang: str, sort: Order, change: Callable[[Callable[[], None]], None]) -> None:
        self._lang = lang
        self._sort: Order = sort
        self._change = change
        self.match: PlayedMatch | None = None
        self.own: TongitsSeat | None = None
        self.seated = None
        self.book: Opened | None = None
        self.answer = ""
        self.coach = Coach(lang, change, self._make)
        self._bots = Background[Move](self._reply, lambda: change(lambda: None))

    @property
    def bots_think(self) -> bool:
        """Whether a bot is about to move."""
        return self._bots.working

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return self._bots.working or self.coach.working

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now."""
        while self.working:
            self.coach.finish()
            self._bots.finish()

    def rest(self) -> None:
        """Ends what the bots and the coach are thinking about."""
        self._bots.stop()
        self.coach.rest()

    def sit_down(self, match: PlayedMatch) -> None:
        """A match begins, or goes on."""
        if "strong" in match.setup.who:
            heavy_work_comes()
        self.stand_up()
        setup = match.setup
        you, is_open = (0 if setup.bots else None), setup.table == "open"
        words = words_at(self._lang, you, open_hands=is_open, called=tell.BOTS if setup.bots else tell.PLACES)
        in_turn = setup.table == "persons"
        self.match = match
        self.own = self.seated = TongitsSeat(
            match.round, words, self._sort, lets=self._lets, away=self._away, in_turn=in_turn
        )

    def stand_up(self) -> None:
        """Nobody plays here any more."""
        self._bots.stop()
        self._another()
        self.match = self.own = self.seated = self.book = None

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

    @property
    def over(self) -> tuple[Record, ...]:
        """The rounds of the match that are over, as records; none while a record of others is looked at."""
        if self.match is None or (self.book is not None and not self.book.own):
            return ()
        here = self.match.round
        last = (Record(here.line.start, here.moves),) if here.moments[-1].state.phase is Phase.OVER else ()
        return (*self.match.done, *last)

    @property
    def learner(self) -> int | None:
        """The seat whose decisions in the round that is looked at are the learner's own; None if nobody knows."""
        own = self.book is None or self.book.own
        return self.match.round.seat if own and self.match is not None and self.match.setup.bots else None

    @property
    def note(self) -> str:
        """What is to be said about the move of a round from the shelf that was just looked at, "" where nothing is."""
        if self.book is None or not self.book.shelf or self.seated is None:
            return ""
        here = self.seated.round
        if here.moves[: here.at] != self.book.record.moves[: here.at]:
            return ""
        return shelf.notes(self.book.shelf, self._lang).get(here.at, "")

    @property
    def may_save(self) -> bool:
        """Whether all hands lie open anyway, so that they may stand in a file."""
        return self.seated is not None and (self.seated.words.open_hands or self.seated.round.is_over)

    def saved(self, what: Literal["round", "match", "line"], number: int) -> tuple[Record, ...]:
        """The rounds that belong in a file: the "round" looked at, the whole "match", or an older "line"."""
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

    def open(self, book: Opened, played: TongitsRound | None = None) -> None:
        """Turns to a round of a file, all hands open; from any move it can be played on differently.

        - `played`: the round as it was left, if it is not to be looked at from its beginning.
        """
        self._another()
        self.book = book
        you = 0 if book.shelf else book.seat  # the notes of a round on the shelf are for seat 0
        words = words_at(self._lang, you, open_hands=True, people=book.record.people)
        played = played or round_of(book)
        self.seated = TongitsSeat(played, words, self._sort, lets=self._lets, away=self._away, reading=True)

    def go_on(self) -> None:
        """The bots begin to think if it is their turn at the end of what was played."""
        here = self.own.round if self.own else None
        if here is not None and here.waiting and here.at == here.line.last and not self._bots.working:
            who = self.match.setup.who if self.match else ()
            self._bots.begin(here.others_do(), heavy="strong" in who)

    # What the page asks for beside the table.

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
            self.book, self.seated = None, self.own

    @hears
    def look(self, number: int) -> None:
        """Opens a round of the open file, or one of this match that is over."""
        rounds = self.book.rounds if self.book else self.match.done if self.match else ()
        if number in range(len(rounds)):
            self.open(self.book.at(number) if self.book else Opened(rounds, number, own=True))

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
        self.answer = reasons(self.seated, turn) if self.seated else ""

    @hears
    def review(self, seat: Seat) -> None:
        """The coach judges the round, once it is over, and shows the decisions of a seat."""
        if self.seated is not None and may_review(self.seated):
            self.coach.judged.review(present(self.seated), seat)

    @hears
    def review_match(self) -> None:
        """The coach judges every round of the match that is over."""
        if self.match is not None:
            self.coach.judged.review_all(self.over)

    def _another(self) -> None:
        """Another round is turned to: what was said and thought about the last one is not wanted any more."""
        self.answer = ""
        self.coach.forget()
        self.coach.judged.forget()

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
