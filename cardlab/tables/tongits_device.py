"""A table of Tongits between devices, as one device sees it: whoever sits there, or looks on.

`SharedTongits` shows what the seat may see and nothing else: a spectator sees no hand, unless the host lets all hands
be open. The cards before the player (selected, sorted) are this device's own; all else comes from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardlab.bots.tongits import careful
from cardlab.phrasing import Reader
from cardlab.refusal import Refusal
from cardlab.tables.device import ROOM_WORDS, BeforeDeal, Device, RoomPicture, called
from cardlab.tables.shared_table import Dealt, Event, Make, Moved, NameRemoved, Rose, Sat, SharedTable
from cardlab.tongits import Match, Move
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.tongits_table.felt_props import Announcement, RoundPicture, standing, with_scores
from cardlab.widgets.tongits_table.learning_table import FELT_WORDS
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat


class DuringRound(RoundPicture):
    """The round that is played, or was played last, and the room around it; `looks_on`: no seat is theirs."""

    stage: Literal["table"]
    label: str
    room: RoomPicture
    looks_on: bool


class SharedTongits(Device):
    """One device at a table; see `Device`. Whoever looks on has no `seat` and is heard nowhere."""

    parts = ("seat",)
    own_words = (*FELT_WORDS, *ROOM_WORDS, "widget.sound", "play_tongits.ready")
    seat: TongitsSeat | None

    def __init__(self, lang: str, code: str, table: SharedTable, player: str) -> None:
        super().__init__(lang, code, table, player)
        self._seen: TongitsSeat | None = None
        self.sit_down()

    @property
    def reader(self) -> Reader:
        return self._words

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: SharedTable) -> None:
        super().happened(events, table)
        if any(isinstance(event, Dealt | Sat | Rose | NameRemoved) for event in events):
            self.sit_down()
        elif self._seen is not None and table.line is not None:
            made = sum(isinstance(event, Moved) for event in events)
            for place in range(table.line.last - made + 1, table.line.last + 1):
                self._seen.round.back_to_the_end()
                self._seen.round.line = table.line.go(place).forgotten()
                if self._seen.round.mover(place) == self.own:
                    self._seen.round.since = place - 1
                    self._seen.made(place - 1)
                else:
                    self._seen.hold()

    def sit_down(self) -> None:
        """Sits down at the round as it is; what lay before the player is sorted anew."""
        table, own, is_open = self.table, self.own, self.opens
        people = tuple(called(table, seat, self.lang) for seat in SEATS)
        self._words = words_at(self.lang, own, open_hands=is_open, people=people)
        order = self._seen.holding.sort if self._seen else "rank"
        self._seen = self.seat = None
        if table.line is None or not self.may_look:
            return
        at = own or 0
        # A bot stands for each of the others: the round waits for them, whoever moves them.
        others = {other: careful for other in range(3) if other != at}
        played = TongitsRound(table.line.start, seat=at, bots=others, at_once=False)
        played.resume(table.line)
        covered = own is None and not is_open
        self._seen = TongitsSeat(played, self._words, order, lets=self._want, in_turn=covered)
        self.seat = None if own is None else self._seen

    def _want(self, move: Move) -> bool:
        """The table makes the move, not this device."""
        self.wanted = Make(move)
        return False

    def before(self, message: str) -> None:
        super().before(message)
        looks = message in ("go", "undo", "redo")
        if not looks and self.seat is not None and self.seat.round.back_to_the_end():
            self.seat.hold()

    def refused(self, refusals: Sequence[Refusal]) -> None:
        told = [self.reader.explain(one) for one in refusals]
        if self.seat is not None and self.table.playing:
            title = self.reader.say("together.refused")
            self.seat.said = Announcement(
                "no", title, told, tuple(one.rule for one in refusals if one.rule != "notation")
            )
        else:
            self.remark = " ".join(told)

    # What is drawn.

    def picture(self) -> BeforeDeal | DuringRound:
        seen, words, room = self._seen, self._words, self.room()
        label = words.say("together.label")
        if seen is None:
            rules = rules_in_force(self.table.agreed.rules, self.lang)
            return {"stage": "room", "label": label, "room": room, "rules": rules}
        here, told = seen.round, seen.picture()
        if seen.covered:
            told["turn"] = words.about("table.turn", here.state.seat)
        if self.table.playing and room["remark"]:
            # It stands where the news is, and pushes no card away.
            told["news"], room["remark"] = [*told["news"], room["remark"]], ""
        told["waiting"] = False
        told["off"] = ["undo", "redo"]
        if self.seat is None or here.at != here.line.last:
            told["actions"] = []
        if self.table.broken_off:
            # The cards lie as they lay when the table was closed, and nobody can do anything with them.
            told["piles"]["begins"], told["actions"] = [], []
            told["players"] = [{**one, "moves": False} for one in told["players"]]
            told["turn"], told["what"], told["stakes"] = words.say("together.broken_off"), "", ""
        if not self.table.of:
            match = self.table.match
            assert isinstance(match, Match)
            with_scores(told, match, words)
            if here.is_over:
                goal = words.say("play_tongits.goal", target=match.rules.target)
                room["standing"] = [*standing(match, words, goes_on=not match.losers), goal]
        return {**told, "stage": "table", "label": label, "room": room, "looks_on": self.own is None}
