"""A table of Tongits, as one player's device shows it.

The selection and order of the player's cards belong to this device; all else comes from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.phrasing.tongits_sentences import at_table
from cardlab.refusal import Refusal
from cardlab.tables.device import Device
from cardlab.tables.shared_table import NameRemoved
from cardlab.timeline import Timeline
from cardlab.tongits import Match, Move
from cardlab.widgets.blocks import Block
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.tongits_table.driver import SEATS, Driver
from cardlab.widgets.tongits_table.felt_props import add_scores, match_text
from cardlab.widgets.tongits_table.table import TongitsTable


class SharedTongits(Device, TongitsTable):
    """One device at a table, which shows only what its seat may see."""

    view = "tongits_match"
    own_words = (*TongitsTable.own_words, *Device.own_words)
    at_table = staticmethod(at_table)
    resets_at = (*Device.resets_at, NameRemoved)

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.reset()

    # Events

    def follow_move(self, line: Timeline[Any, Any, int]) -> None:
        if self.driver is not None:
            self._to_the_end()
            self.driver.line = line.forgotten()
            if self.driver.mover(line.at) == self.own_seat:
                self.driver.since = line.at - 1
                self.made(line.at)
            else:
                self.update_hand()

    def reset(self) -> None:
        """Rebuild the round on this device from the table."""
        own, line, driver = self.own_seat, self.table.timeline, None
        if line is not None and own is not None:
            driver = Driver(line.start, self.reader, seat=own, remote=(other for other in SEATS if other != own))
            driver.resume(line)
            driver.look_back(own)
        self.begin(driver)

    def _to_the_end(self) -> None:
        if self.driver is not None and self.driver.at != self.driver.line.last:
            self.driver.go(self.driver.line.last)
            self.update_hand()

    # Messages

    def before_message(self, message: str) -> None:
        super().before_message(message)
        if message != "go":
            self._to_the_end()

    def attempt(self, move: Move) -> None:
        """Ask the table to make the move."""
        if self.own_seat is not None:
            self.ask_move(move)

    def ready(self) -> None:
        """Do nothing: a device with one player is never passed on."""

    def play_on(self) -> None:
        """Do nothing: the table moves the other players."""

    def step(self, do: object) -> None:
        """Do nothing: no move can be taken back."""

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        if self.asked is not None and self.driver is not None:
            self.refuse(self.asked, refusals)
        else:
            self.remark = " ".join(self.reader.explained(refusals))

    # View model

    def props(self) -> Block:
        room, table = self.room_props(), self.table
        if self.driver is None:
            return {**room, "stage": "room", "rules": rules_in_force(table.agreed.rules, self.lang)}
        here, words, props = self.driver, self.reader, super().props()
        if table.playing and room["remark"]:
            # A remark of its own would push the cards down.
            props["news"], room["remark"] = [*props["news"], room["remark"]], ""
        props["waiting"], props["off"] = False, ["undo", "redo"]
        if here.at != here.line.last:
            props["actions"] = []
        if table.broken_off:
            # The cards stay as they were when the table was closed.
            props["piles"]["begins"], props["actions"] = [], []
            props["players"] = [{**one, "moves": False} for one in props["players"]]
            props["turn"], props["what"], props["stakes"] = words.say("together.broken_off"), "", ""
        if not table.tournament:
            match = table.match
            assert isinstance(match, Match)
            add_scores(props, match, words)
            if here.is_over:
                goal = words.say("play_tongits.goal", target=match.rules.target)
                room["standing"] = [*match_text(match, words, is_unfinished=not match.losers), goal]
        return {**props, **room}
