"""`PlayTongits`: a match of Tongits, with coach, reviews, records and storage."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.tongits import Rules
from cardlab.tongits.rules import SHEET, checked
from cardlab.widgets.blocks import Block
from cardlab.widgets.scene import receives, result_of
from cardlab.widgets.tongits_table.driver import SEATS, Seat
from cardlab.widgets.tongits_table.match_records import Records
from cardlab.widgets.tongits_table.match_storage import MatchStorage
from cardlab.widgets.tongits_table.match_table import MatchTable
from cardlab.widgets.tongits_table.opened_rounds import from_shelf, opened
from cardlab.widgets.tongits_table.played_match import PlayedMatch, Setup
from cardlab.widgets.tongits_table.score import add_score
from cardlab.widgets.tongits_table.setup_form import SetupForm


class PlayTongits(MatchTable):
    """A table for a match, with two bots, three people at one screen, or open hands.

    Args:
        lang: the language of the learner; by default that of the notebook's folder.
        table, left, right, rules, seed: the initial form, as in `Setup`.
        record: a finished round, which is reviewed instead of a match; the browser then stores nothing. When the review
            is complete, the seat's most costly mistake is shown.
        seat: the seat from which the record is seen, and whose decisions are reviewed.
        now: returns the current time in seconds since 1970.

    The browser stores the match and the place in an open record, which resume when the page is opened again.
    Raises ValueError for an unknown table, bot, language or seat, NotationError for a record that is not of Tongits or
    breaks a rule.

    >>> PlayTongits(table="open")
    PlayTongits(table='open')
    """

    parts = ("setup_form", "coach", "reviews", "records", "storage")
    is_repeated = False  # the browser stores the match
    setup_form: SetupForm
    records: Records
    storage: MatchStorage

    def __init__(
        self,
        lang: str = "",
        *,
        table: str = "alone",
        left: str = "careful",
        right: str = "careful",
        rules: Rules = SHEET,
        seed: int | None = None,
        record: Record | None = None,
        seat: Seat = 0,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(lang, record, now)
        self.label = say("play_tongits.label", self.lang)
        self.setup_form = SetupForm(self, Setup(table, left, right, checked(rules), seed))
        self.records, self.storage = Records(self), MatchStorage(self, self.setup_form)
        if record is not None:
            if seat not in SEATS:
                raise ValueError(f"there is no seat {seat!r}; there are {SEATS}")
            self.show(result_of(opened(record.text(), seat)))
            self.reviews.review(seat)

    def __repr__(self) -> str:
        if self.reviewed is not None:
            return f"PlayTongits(record=<{len(self.reviewed.moves)} moves>, seat={self.reviews.seat})"
        return f"PlayTongits(table={self.setup_form.setup.table!r})"

    def changed(self) -> None:
        self.storage.store()
        super().changed()

    @receives
    def deal(self, do: Literal["begin"], helps: bool = False) -> None:
        """Start a match as the form says; `helps` selects the best first move."""
        if self.driver is None:
            setup = self.setup_form.setup
            seed = secrets.randbelow(LARGEST_SEED + 1) if setup.seed is None else setup.seed
            self.resume(PlayedMatch(replace(setup, seed=seed), self.lang))
            if helps and not self.here.waiting:
                self.suggest_first()

    @receives
    def study(self) -> None:
        """Open the chosen round of the shelf."""
        if self.driver is None:
            self.show(from_shelf(self.setup_form.round))

    @receives
    def setup(self) -> None:
        """Show the form; a match waits."""
        if self.book is None:
            self.begin(None)

    @receives
    def back(self) -> None:
        """Go back to the waiting match."""
        if self.match is not None and self.driver is None:
            self.begin(self.match.round)

    # Drawing

    def props(self) -> Block:
        elsewhere = self.storage.elsewhere
        if self.driver is None:
            return {"stage": "form", "label": self.label, "elsewhere": elsewhere, "blocks": self.setup_form.render()}
        props = super().props()
        self.coach.add_to(props)
        self.reviews.add_to(props)
        if self.match is not None and self.book is None:
            add_score(self.match, self.reader, props)
        self.records.add_to(props)
        return {**props, "elsewhere": elsewhere}
