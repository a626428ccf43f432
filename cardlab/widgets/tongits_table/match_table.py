"""A table for a match with bots, coach and reviews, which also shows records.

The bots work in the background, so the page stays responsive, and each of their moves is shown as it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardlab.analysis.jobs import judged
from cardlab.analysis.whatif import Cost
from cardlab.record import Record
from cardlab.tongits import Discard, LayMeld, Move, legal_moves
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import Block
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.coach import Coach
from cardlab.widgets.tongits_table.driver import Line
from cardlab.widgets.tongits_table.felt_props import Announcement
from cardlab.widgets.tongits_table.opened_rounds import OpenedRounds
from cardlab.widgets.tongits_table.played_match import PlayedMatch
from cardlab.widgets.tongits_table.review_panel import RoundReview
from cardlab.widgets.tongits_table.table import TongitsTable


class MatchTable(TongitsTable):
    """A match, or a record that is looked at in its place.

    - `match`, `book`: the match, and the open record; None if there is none;
    - `reviewed`: the record that this table only reviews; None at a table to play at;
    - `coach`, `reviews`: the panels that work in the background.
    """

    view = "tongits_match"
    coach: Coach
    reviews: RoundReview

    def __init__(self, lang: str, record: Record | None, now: Callable[[], float]) -> None:
        super().__init__(lang)
        self.match: PlayedMatch | None = None
        self.book: OpenedRounds | None = None
        self.reviewed = record
        self.coach, self.reviews = Coach(self), RoundReview(self, lambda: self.learner)
        self._now = now
        self._bots = Background[Move](self._reply, self.update)
        self._advice = Background[Cost](lambda cost: self.update(lambda: self._advise(cost)), lambda: None)
        self._jobs = (self.coach.thinking, self.reviews.work, self._bots, self._advice)
        self._mistake_awaited = record is not None

    @property
    def working(self) -> bool:
        """Whether a bot, the coach or the review is working."""
        return any(work.working for work in self._jobs)

    def finish(self) -> None:
        """Finish the background work synchronously, for programs without an event loop."""
        while self.working:
            for work in self._jobs:
                work.finish()
        self.changed()

    def suspend(self) -> None:
        for work in self._jobs:
            work.stop()

    def before_message(self, message: str) -> None:
        super().before_message(message)
        if message not in ("save", "trouble", "elsewhere"):
            self.coach.answer = ""

    def changed(self) -> None:
        """Start the bots if it is their turn, and show the current state."""
        round = self.match.round if self.match else None
        if round is not None and round.waiting and round.at == round.line.last and not self._bots.working:
            self._bots.begin(round.bot_moves())
        if entries := self.reviews.to_practise(int(self._now())):
            self.send({"practise": entries})
        self._go_to_mistake()
        super().changed()

    def _go_to_mistake(self) -> None:
        """Show the costliest mistake of a reviewed record, if nothing else was chosen."""
        if not self._mistake_awaited or self.driver is None:
            return
        if self.driver.at or self.reviews.seat != self.driver.looks_from:
            self._mistake_awaited = False
        elif self.reviews.is_done:
            self._mistake_awaited = False
            for one in self.reviews.own_mistakes(self.reviews.seat)[:1]:
                self.go(one.number - 1)

    @property
    def learner(self) -> int | None:
        """The learner's seat in the round that is shown, or None.

        None without a match against bots, in a record from elsewhere, and in an earlier round with changed moves.
        """
        book, match = self.book, self.match
        if match is None or self.driver is None or not match.setup.bots:
            return None
        is_own = book is None or (book.own and self.driver.line.moves == book.record.moves)
        return match.round.seat if is_own else None

    # What the table shows

    def resume(self, match: PlayedMatch | None) -> None:
        """Start or continue a match; None ends the current one."""
        if match is not self.match:
            self._bots.stop()
        self.forget_round()
        self.match, self.book = match, None
        self.begin(match.round if match else None)

    def show(self, book: OpenedRounds, line: Line | None = None, *, ended: bool = False) -> None:
        """Open a round with all hands face up, at its beginning, or `ended` at its end.

        It can be played on differently from any move. `line`: the round as it was left before, to continue there.
        """
        people, seat = book.record.people, book.seat
        is_bot = self.reviewed is not None and seat is not None and any(people[seat : seat + 1])
        # Notes of the shelf are for seat 0, and there the learner plays against bots.
        is_first = book.shelf or (book.own and self.match is not None and self.match.setup.bots)
        driver = book.driver(self.lang, 0 if is_first else None if is_bot else seat)
        if line is not None:
            driver.resume(line)
        elif ended:
            driver.go(driver.line.last)
        self.forget_round()
        self.book = book
        self.begin(driver)

    def suggest_first(self) -> None:
        """Select the cards of the best first move when it is found, unless some are selected."""
        seen = self.here.seen
        self._advice.begin(partial(judged, seen, legal_moves(seen, seen.viewer)[0]))

    @receives
    def next_round(self) -> None:
        """Deal the next round, if this one is over and the match isn't."""
        if self.match is not None and self.book is None and self.match.is_unfinished:
            self.match.deal_next()
            self.resume(self.match)

    def forget_round(self) -> None:
        """Stop the coach's and the review's work on the round."""
        self.coach.answer = ""
        self.coach.forget()
        self.reviews.forget()
        self._advice.stop()

    def leaving(self) -> None:
        """Stop work on the current moment, before another one is shown."""
        self.coach.forget()
        if self.book is None:
            self._bots.stop()

    def submit(self, move: Move) -> None:
        """Make a legal move, unless the coach considers it first."""
        if self.coach.approves(self.here.seen, move):
            self.make(move)

    def _reply(self, move: Move) -> None:
        def reply() -> None:
            if self.match is not None:
                self.match.round.reply(move)
                if self.driver is self.match.round:
                    self.update_hand()

        self.update(reply)

    def _advise(self, cost: Cost) -> None:
        move = cost.best.move
        may_suggest = self.match is not None and self.driver is self.match.round and self.here.at == 0
        if may_suggest and isinstance(move, LayMeld | Discard) and not self.hand_model.selected:
            self.hand_model.select(move.cards if isinstance(move, LayMeld) else (move.card,))
            self.announcement = Announcement("hint", sentences=[self.reader.say("play_tongits.suggested")])

    def props(self) -> Block:
        props = super().props()
        if self.book is None and self._bots.working:
            props["waiting"] = False
        return props
