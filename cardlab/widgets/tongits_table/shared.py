"""A table of Tongits between devices, as one device sees it: whoever sits there, or looks on.

`SharedTongits` turns what the page says into commands, and what happens at the table into a picture.
It shows what the seat may see and nothing else: a spectator sees no hand, unless the host lets all hands be open.
The cards before the player (selected, sorted) are this device's own; all else comes from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardlab.bots.tongits import careful
from cardlab.refusal import Refusal
from cardlab.tables.table import Command, Dealt, Event, Make, Moved, Rose, Sat, Table, Watch
from cardlab.tongits import Match, Move, Phase, State, parse_move
from cardlab.widgets.messages import Messages
from cardlab.widgets.shared import (
    ROOM_WORDS,
    BeforeDeal,
    Presence,
    RoomMessage,
    RoomPicture,
    SaveRounds,
    called,
    command,
    room_picture,
)
from cardlab.widgets.tongits_table.messages import Go, PlayOn, Ready, SeatMessage, Step
from cardlab.widgets.tongits_table.picture import RoundPicture, Said, rules_in_force, standing
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound
from cardlab.widgets.tongits_table.seat import TongitsSeat
from cardlab.widgets.tongits_table.table import TABLE_WORDS
from cardlab.widgets.tongits_table.words import Words

SharedMessage: TypeAlias = RoomMessage | SeatMessage


class DuringRound(RoundPicture):
    """The round that is played, or was played last, and the room around it; `looks_on`: no seat is theirs."""

    stage: Literal["table"]
    label: str
    room: RoomPicture
    looks_on: bool


SharedTongitsPicture: TypeAlias = BeforeDeal | DuringRound


class SharedTongits:
    """One device at a table.

    - `lang`: the language of whoever looks;
    - `code`, `table`: the table, as it is now;
    - `player`: the mark of whoever looks, who may sit at it or not.
    """

    hears = Messages[SharedMessage](SharedMessage)
    words = (*TABLE_WORDS, *ROOM_WORDS, "widget.sound", "play_tongits.ready")
    soon = 0.0
    """The picture never changes by itself."""

    def __init__(self, lang: str, code: str, table: Table, player: str) -> None:
        self.lang = lang
        self.code = code
        self.table = table
        self.player = player
        self.remark = ""
        self._wanted: Move | None = None
        self._seated: TongitsSeat | None = None
        self._sit_down()

    @property
    def own(self) -> int | None:
        """Where the player sits, None for who looks on."""
        return self.table.seat_of(self.player)

    @property
    def may_look(self) -> bool:
        """Whether the round may be seen."""
        return self.own is not None or self.table.agreed.watch is not Watch.NOBODY

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: Table) -> None:
        """Takes in what has happened, and the table after it."""
        self.table = table
        for event in events:
            match event:
                case Dealt() | Sat() | Rose():
                    self._sit_down()
                    return
                case Moved(move=text) if self._seated is not None:
                    self._moved(self._seated, parse_move(text))

    def _sit_down(self) -> None:
        """Sits down at the round as it is; what lay before the player is sorted anew."""
        table = self.table
        if not isinstance(table.start, State) or not self.may_look:
            self._seated = None
            return
        own = self.own
        seat = 0 if own is None else own
        # A bot stands for each of the others: the round waits for them, whoever moves them.
        others = {other: careful for other in range(SEATS) if other != seat}
        played = TongitsRound(table.start, seat=seat, others=None, bots=others, at_once=False)
        if table.moves:
            played.replay(table.moves)  # type: ignore[arg-type]
        is_open = own is None and table.agreed.watch is Watch.OPEN
        words = self._words(is_open)
        order = self._seated.holding.order if self._seated else "rank"
        self._seated = TongitsSeat(played, words, order, before=self._want, in_turn=own is None and not is_open)

    def _words(self, is_open: bool = False) -> Words:
        people = tuple(called(self.table, seat, self.lang) for seat in range(SEATS))
        return Words(self.lang, self.own, is_open, people=people)

    def _moved(self, seated: TongitsSeat, move: Move) -> None:
        here = seated.round
        here.go(here.line.last) if here.at != here.line.last else None
        if move.seat == self.own:
            seated.make(move)
        else:
            here.reply(move)
            seated.hold()

    def _want(self, move: Move) -> bool:
        """The table makes the move, not this device."""
        self._wanted = move
        return False

    # What the page says.

    def hear(self, message: SharedMessage) -> Command | None:
        """What the page says: done here, or given back as what is asked of the table."""
        self.remark = ""
        match message:
            case SaveRounds():
                return None
            case Ready() | PlayOn():
                return None
            case _ if not isinstance(message, SeatMessage):
                return command(message)
            case _:
                return self._at_hand(message)

    def _at_hand(self, message: SeatMessage) -> Command | None:
        seated = self._seated
        if seated is None or self.own is None:
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
        reader = self._words().reader
        told = [reader.explain(one) for one in refusals]
        if self._seated is not None and self.own is not None and self.table.playing:
            title = self._seated.words.say("together.refused")
            self._seated.said = Said("no", title, told, tuple(one.rule for one in refusals if one.rule != "notation"))
        else:
            self.remark = " ".join(told)

    # What is drawn.

    def picture(self, presence: Presence) -> SharedTongitsPicture:
        """What the page of this device draws."""
        seated, words = self._seated, self._words()
        room = room_picture(self.table, self.code, self.player, words.reader, presence, self.remark)
        label = words.say("together.label")
        if seated is None:
            rules = self.table.agreed.rules
            return {"stage": "room", "label": label, "room": room, "rules": rules_in_force(rules, words)}  # type: ignore[arg-type]
        seated.words = self._words(seated.words.open_hands)
        told = seated.picture()
        state = seated.round.state
        if seated.covered:
            told["turn"] = {"who": words.about("turn", state.seat), "what": "", "stakes": ""}
        told["waiting"] = False
        told["off"] = ["undo", "redo"]
        if self.own is None or seated.round.at != seated.round.line.last:
            told["actions"] = []
        if state.phase is Phase.OVER and not self.table.of:
            match = self.table.match
            assert isinstance(match, Match)
            room["standing"] = standing(match, words, goes_on=not match.losers)
        return {**told, "stage": "table", "label": label, "room": room, "looks_on": self.own is None}
