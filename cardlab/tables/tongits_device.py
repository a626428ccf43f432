"""A table of Tongits between devices, as one device of a player or spectator shows it.

`SharedTongits` shows what the seat may see and nothing else: a spectator sees no hand, unless all hands are open.
The selection and order of the player's cards belong to this device; all else comes from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from cardlab.bots.tongits import careful
from cardlab.phrasing import Reader
from cardlab.refusal import Refusal
from cardlab.tables.device import BeforeDeal, Device, RoomProps, seat_name
from cardlab.tables.shared_table import Dealt, Event, Moved, NameRemoved, Rose, Sat, SharedTable
from cardlab.tongits import Match, Move
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.tongits_table.felt_props import Announcement, RoundProps, match_standing, with_scores
from cardlab.widgets.tongits_table.learning_table import FELT_WORDS
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat


class DuringRound(RoundProps, RoomProps):
    """The view model of the current or last round; `looks_on`: for a spectator."""

    stage: Literal["table"]
    looks_on: bool


class SharedTongits(Device):
    """One device at a table; `seat` handles the messages of a player, and is None for a spectator."""

    view = "shared_tongits"
    parts = ("seat",)
    own_words = (*FELT_WORDS, *Device.own_words, "widget.sound", "play_tongits.ready")
    seat: TongitsSeat | None

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._view: TongitsSeat | None = None
        self.reset()

    @property
    def reader(self) -> Reader:
        return self._words

    # Events

    def apply(self, events: Sequence[Event], table: SharedTable) -> None:
        super().apply(events, table)
        if any(isinstance(event, Dealt | Sat | Rose | NameRemoved) for event in events):
            self.reset()
        elif self._view is not None and table.timeline is not None:
            moves, round = sum(isinstance(event, Moved) for event in events), self._view.round
            for index in range(table.timeline.last - moves + 1, table.timeline.last + 1):
                round.back_to_the_end()
                round.line = table.timeline.seek(index).forgotten()
                if round.mover(index) == self.own_seat:
                    round.since = index - 1
                    self._view.made(index - 1)
                else:
                    self._view.update_hand()

    def reset(self) -> None:
        """Rebuild the view from the round, with the player's cards in the same sort order."""
        table, own, is_open = self.table, self.own_seat, self.shows_all_hands
        people = tuple(seat_name(table, seat, self.lang) for seat in SEATS)
        self._words = words_at(self.lang, own, open_hands=is_open, people=people)
        order = self._view.hand_model.sort if self._view else "rank"
        self._view = self.seat = None
        if table.timeline is None or not self.may_see_round:
            return
        seat = own or 0
        # The round waits for the other seats as it does for bots.
        others = {other: careful for other in range(3) if other != seat}
        round = TongitsRound(table.timeline.start, seat=seat, bots=others, at_once=False)
        round.resume(table.timeline)
        covered = own is None and not is_open
        self._view = TongitsSeat(round, self._words, order, approve=self._request_move, in_turn=covered)
        self.seat = None if own is None else self._view

    def _request_move(self, move: Move) -> bool:
        """Request the move; returns False since the seat does not make it."""
        self.command = Moved(move.seat, str(move))
        return False

    def before_message(self, message: str) -> None:
        super().before_message(message)
        if message not in ("go", "undo", "redo") and self.seat is not None and self.seat.round.back_to_the_end():
            self.seat.update_hand()

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        sentences = [self.reader.explain(one) for one in refusals]
        if self.seat is not None and self.table.playing:
            title = self.reader.say("together.refused")
            rules = tuple(one.rule for one in refusals if one.rule != "notation")
            self.seat.announcement = Announcement("no", title, sentences, rules)
        else:
            self.remark = " ".join(sentences)

    # View model

    def props(self) -> BeforeDeal | DuringRound:
        view, words, room, table = self._view, self._words, self.room_props(), self.table
        if view is None:
            return {**room, "stage": "room", "rules": rules_in_force(table.agreed.rules, self.lang)}
        round, props = view.round, view.props()
        if view.covered:
            props["turn"] = words.about("table.turn", round.state.seat)
        if table.playing and room["remark"]:
            # Among the news it moves no card.
            props["news"], room["remark"] = [*props["news"], room["remark"]], ""
        props["waiting"], props["off"] = False, ["undo", "redo"]
        if self.seat is None or round.at != round.line.last:
            props["actions"] = []
        if table.broken_off:
            # The cards lie as they lay when the table was closed, without any action.
            props["piles"]["begins"], props["actions"] = [], []
            props["players"] = [{**one, "moves": False} for one in props["players"]]
            props["turn"], props["what"], props["stakes"] = words.say("together.broken_off"), "", ""
        if not table.tournament:
            match = table.match
            assert isinstance(match, Match)
            with_scores(props, match, words)
            if round.is_over:
                goal = words.say("play_tongits.goal", target=match.rules.target)
                room["standing"] = [*match_standing(match, words, goes_on=not match.losers), goal]
        return {**props, **room, "stage": "table", "looks_on": self.own_seat is None}
