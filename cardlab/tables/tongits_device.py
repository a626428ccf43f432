"""A table of Tongits between devices, as one device sees it: whoever sits there, or looks on.

`SharedTongits` turns what the page says into commands, and what happens at the table into a picture.
It shows what the seat may see and nothing else: a spectator sees no hand, unless the host lets all hands be open.
The cards before the player (selected, sorted) are this device's own; all else comes from the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from cardlab.bots.tongits import careful
from cardlab.phrasing import Reader
from cardlab.refusal import Refusal
from cardlab.tables.device import (
    ROOM_WORDS,
    BeforeDeal,
    Device,
    RoomPicture,
    called,
    told_of_seats,
)
from cardlab.tables.table import Command, Dealt, Event, Make, Moved, Rose, Sat, Table, Unnamed
from cardlab.timeline import Timeline
from cardlab.tongits import Match, Move, Phase, State
from cardlab.widgets.messages import Messages, Step
from cardlab.widgets.tongits_table.messages import Go, PlayOn, Ready, SeatMessage
from cardlab.widgets.tongits_table.picture import RoundPicture, Said, rules_in_force, standing
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat
from cardlab.widgets.tongits_table.table import TABLE_WORDS


class DuringRound(RoundPicture):
    """The round that is played, or was played last, and the room around it.

    `looks_on`: no seat is theirs.
    """

    stage: Literal["table"]
    label: str
    room: RoomPicture
    looks_on: bool


SharedTongitsPicture: TypeAlias = BeforeDeal | DuringRound


class SharedTongits(Device):
    """One device at a table; see `Device`."""

    heard = Messages[SeatMessage](SeatMessage)
    own_words = (*TABLE_WORDS, *ROOM_WORDS, "widget.sound", "play_tongits.ready")

    def __init__(
        self, lang: str, code: str, table: Table, player: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(lang, code, table, player, clock)
        self._wanted: Move | None = None
        self._seated: TongitsSeat | None = None
        self.sit_down()

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: Table) -> None:
        """Takes in what has happened, and the table after it."""
        self.remark = told_of_seats(events, self.table, self.player, self.lang) or self.remark
        super().happened(events, table)
        if any(isinstance(event, Dealt | Sat | Rose | Unnamed) for event in events):
            self.sit_down()
            return
        if self._seated is not None and table.line is not None:
            made = sum(isinstance(event, Moved) for event in events)
            for place in range(table.line.last - made + 1, table.line.last + 1):
                self._moved(self._seated, table.line.go(place).forgotten())

    def sit_down(self) -> None:
        """Sits down at the round as it is; what lay before the player is sorted anew."""
        table, own, is_open = self.table, self.own, self.opens
        people = tuple(called(table, seat, self.lang) for seat in range(SEATS))
        self._words = Words(self.lang, own, is_open, people=people)
        if table.line is None or not self.may_look:
            self._seated = None
            return
        seat = 0 if own is None else own
        # A bot stands for each of the others: the round waits for them, whoever moves them.
        others = {other: careful for other in range(SEATS) if other != seat}
        played = TongitsRound(table.line.start, seat=seat, others=None, bots=others, at_once=False)
        played.resume(table.line)
        order = self._seated.holding.sort if self._seated else "rank"
        self._seated = TongitsSeat(played, self._words, order, before=self._want, in_turn=own is None and not is_open)

    def _moved(self, seated: TongitsSeat, line: Timeline[State, Move, int]) -> None:
        """The table has got one move further."""
        here, move = seated.round, line.moment.move
        if here.at != here.line.last:
            here.go(here.line.last)
        here.follow(line)
        if move is not None and move.seat == self.own:
            here.since = line.last - 1
            seated.made(line.last - 1)
        else:
            seated.hold()

    def _want(self, move: Move) -> bool:
        """The table makes the move, not this device."""
        self._wanted = move
        return False

    # What the page says.

    def hear(self, content: object) -> bool:
        if isinstance(content, dict) and content.get("do") in self.heard.names:
            message = self.heard.heard(content, type(self).__name__)
            self.remark = ""
            self.wanted = None if message is None else self._at_hand(message)
            return message is not None
        return super().hear(content)

    def _at_hand(self, message: SeatMessage) -> Command | None:
        seated = self._seated
        if seated is None or self.own is None or isinstance(message, Ready | PlayOn):
            return None
        here = seated.round
        if not isinstance(message, Go | Step) and here.at != here.line.last:
            here.go(here.line.last)
            seated.hold()
        self._wanted = None
        seated.do(message)
        return None if self._wanted is None else Make(self._wanted)

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """Says why the table has refused what was asked of it."""
        reader = self._words.reader
        told = [reader.explain(one) for one in refusals]
        if self._seated is not None and self.own is not None and self.table.playing:
            title = self._seated.words.say("together.refused")
            self._seated.said = Said("no", title, told, tuple(one.rule for one in refusals if one.rule != "notation"))
        else:
            self.remark = " ".join(told)

    # What is drawn.

    @property
    def reader(self) -> Reader:
        return self._words.reader

    def picture(self) -> SharedTongitsPicture:
        seated, words, own = self._seated, self._words, self.own
        room = self.room()
        label = words.say("together.label")
        if seated is None:
            rules = self.table.agreed.rules
            return {"stage": "room", "label": label, "room": room, "rules": rules_in_force(rules, self.lang)}
        told = seated.picture()
        state = seated.round.state
        if seated.covered:
            told["turn"] = {"who": words.about("turn", state.seat), "what": "", "stakes": ""}
        if self.table.playing and room["remark"]:
            # It stands where the news is, and pushes no card away.
            told["news"], room["remark"] = [*told["news"], room["remark"]], ""
        told["waiting"] = False
        told["off"] = ["undo", "redo"]
        if own is None or seated.round.at != seated.round.line.last:
            told["actions"] = []
        if self.table.broken_off:
            _break_off(told, words)
        if state.phase is Phase.OVER and not self.table.of:
            match = self.table.match
            assert isinstance(match, Match)
            room["standing"] = standing(match, words, goes_on=not match.losers)
        return {**told, "stage": "table", "label": label, "room": room, "looks_on": own is None}


def _break_off(told: RoundPicture, words: Words) -> None:
    """The cards lie as they lay when the table was closed, and nobody can do anything with them."""
    piles = told["piles"]
    told["piles"] = {
        **piles,
        "stock": {**piles["stock"], "action": None},
        "discards": {**piles["discards"], "action": None},
    }
    told["players"] = [{**one, "turn": ""} for one in told["players"]]
    told["actions"] = []
    told["turn"] = {"who": words.say("together.broken_off"), "what": "", "stakes": ""}
