"""A table of Tichu 1.on.1, as one player's device shows it.

The player is always side 0 on the page, as in a race against the computer; the piles keep their numbers.
A lifted card and the pile pointed at belong to this device; all else comes from the table.
A card that fits on neither pile is refused here and never sent to the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as sentences
from cardlab.refusal import Refusal
from cardlab.tables.device import Device
from cardlab.tables.shared_table import Dealt, Event, SharedTable
from cardlab.tichu import Draw, Match, Move, Play, State, outcome, why_not
from cardlab.timeline import Timeline
from cardlab.widgets.blocks import Block
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.tichu_table.race_hands import (
    MESSAGE_TIME,
    NEVER,
    HandLock,
    Hands,
    HandsReceiver,
    Side,
    is_due,
)
from cardlab.widgets.tichu_table.race_props import RACE_WORDS, race_props, score_words
from cardlab.widgets.tichu_table.timed_match import RaceSettings, TimedRound


class SharedTichu(Device, HandsReceiver):
    """One device at a table, which shows only what its seat may see.

    `holds`: for each seat how long its hand is locked, shared by all devices of the table.
    """

    view = "shared_tichu"
    own_words = (*RACE_WORDS, *Device.own_words, "play_tichu.keys.one")
    at_table = staticmethod(sentences.at_table)

    def __init__(self, *about: Any, holds: tuple[HandLock, HandLock] | None = None, **more: Any) -> None:
        super().__init__(*about, **more)
        self._holds = holds or (HandLock(), HandLock())
        self._settings = RaceSettings()
        self._round: TimedRound | None = None
        self._hands: Hands | None = None  # only during a round
        self._news: list[str] = []
        self._remark_until = NEVER  # when the remark disappears
        self._flip_sent = -1, 0  # number of the next flip, and the milliseconds that the page was sent for it
        self.reset()

    @property
    def seconds_to_redraw(self) -> float:
        now = self.clock()
        times = self._hands.next_change(now) if self._hands else 0, self._remark_until - now
        return min((one for one in times if one > 0), default=0.0)

    # Events

    def apply(self, events: Sequence[Event], table: SharedTable) -> None:
        for hold in self._holds if any(isinstance(event, Dealt) for event in events) else ():
            hold.clear()
        super().apply(events, table)
        if self.own_seat is not None and table.timeline is not None:
            if self._round is None or self._round.line.last != len(table.moves):
                self.reset()

    def reset(self) -> None:
        """Rebuild the view by replaying the round."""
        line, own = self.table.timeline, self.own_seat
        self._round, self._hands, self._news = None, None, []
        if line is not None and own is not None:
            self._round = TimedRound(0, line.start.rules, start=line.start)
            for move in line.moves:
                self._round.make(move, 0)
            if self.table.playing:
                self._hands = Hands(self._round, own, self._holds[own])
                self._hands.check_playable(self.clock())

    def follow_move(self, line: Timeline[Any, Any, int]) -> None:
        round, move, hands = self._round, line.moves[line.at - 1], self._hands
        if round is None or round.make(move, 0):
            return
        self._news = list(sentences.describe_move(self.reader, move, line.undo().state, ()))
        if hands is None:
            return
        hands.check_playable(self.clock())
        if not isinstance(move, Play | Draw):
            hands.reset()
        elif move.seat == self.own_seat and isinstance(move, Play):
            hands.lock.landed()
            hands.refusals, hands.late = (), None
            if hands.lifted is move.card or hands.awaited is not None:
                hands.reset()  # played on another page of the same player

    # Messages

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        hands = self._hands if self.table.playing else None
        return hands if hands and hands.accepts(self.clock(), even_if_locked) else None

    def attempt(self, hands: Hands, wanted: Move | Card) -> None:
        """Refuse here a card that fits nowhere; ask the table for all other moves."""
        if isinstance(wanted, Card):
            hands.misfit(wanted, self.clock(), self._settings)
        elif isinstance(wanted, Play) and (refusals := why_not(hands.played.state, wanted)):
            hands.refused(wanted, refusals, self.clock(), self._settings)
        else:
            self.ask_move(wanted)

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        if self._hands is not None and self.asked is not None and self.table.playing:
            self._hands.refused(self.asked, refusals, self.clock(), self._settings)
        else:
            self.set_remark(" ".join(self.reader.explained(refusals)))

    def set_remark(self, text: str) -> None:
        """Set the remark, unless the text is empty; it disappears after `MESSAGE_TIME`."""
        if text:
            self.remark, self._remark_until = text, self.clock() + MESSAGE_TIME

    # View model

    def props(self) -> Block:
        table, lang, reader, round = self.table, self.lang, self.reader, self._round
        if is_due(self._remark_until, self.clock()):
            self.remark, self._remark_until = "" if table.playing else self.remark, NEVER
        seconds_left, room = self.presence.seconds_left, self.room_props()
        rules, match = rules_in_force(table.agreed.rules, lang), table.match
        assert isinstance(match, Match)
        own = self.own_seat
        if round is None or own is None:
            return {**room, "stage": "room", "rules": rules}
        ending = self._ending(round.state, reader)
        if ending is not None and not table.tournament and not table.broken_off and match.winner is not None:
            first, second = match.points[match.winner], match.points[1 - match.winner]
            room["standing"] = [reader.about("together.match_won", match.winner, first=first, second=second)]  # U6.3
        near: Side = 1 if own == 1 else 0
        return {
            **room,
            **race_props(
                round,
                reader,
                clock="running" if table.playing else "none",
                near=near,
                hidden={1 - own},
                hands={own: self._hands} if self._hands and table.playing else {},
                now=self.clock(),
                explains=not table.records,
                countdown=self._until_flip(round.line.at, seconds_left),
                news=self._news if ending is None else (),
            ),
            "stage": "table",
            "rules": rules,
            "race": self.say("play_tichu.race", number=len(table.records) + (table.playing or table.broken_off)),
            "score": "" if table.tournament else score_words(match, reader, near),
            "away": " ".join(self.away_messages()),
            "ending": ending,
        }

    def _until_flip(self, number: int, seconds_left: Mapping[str, float]) -> int:
        """Return milliseconds until cards are turned, as first measured for this flip.

        The page counts down by itself, so a second measurement would make it jump.
        """
        if "flip" not in seconds_left:
            return 0
        if self._flip_sent[0] != number:
            self._flip_sent = number, round(1000 * seconds_left["flip"])
        return self._flip_sent[1]

    def _ending(self, state: State, reader: Reader) -> Block | None:
        """Return how the round has ended or that it was broken off; None before. [U6.2]"""
        end = outcome(state)
        if end is None:
            title = self.say("together.broken_off")
            return {"title": title, "won": False, "sentences": []} if self.table.broken_off else None
        title, won = sentences.headline(reader, state), end.winner is not None and end.winner == self.own_seat
        return {"title": title, "won": won, "sentences": list(sentences.ended(reader, state))}
