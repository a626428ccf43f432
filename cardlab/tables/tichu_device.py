"""A table of Tichu 1.on.1 between devices, as one device sees it: whoever sits there, or looks on.

`SharedTichu` turns what the page says into commands, and what happens at the table into a picture.
The one who looks is always side 0 of the picture, as at the table against the computer; the piles keep their numbers.
It shows what the seat may see and nothing else: a spectator sees no hand, unless the host lets all hands be open,
later or at once.
What the hands do (a card lifted, a pile pointed at) is this device's own; all else comes from the table.
A card that fits on neither pile never goes there: it is judged here, where no page can say anything else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tables.device import ROOM_WORDS, BeforeDeal, Device, RoomPicture, called
from cardlab.tables.shared_table import Dealt, Event, Make, Moved, Rose, Sat, SharedTable
from cardlab.tichu import Match, Move, Play, State, outcome, parse_move, why_not
from cardlab.widgets.blocks import Block
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.tichu_table.race_hands import MESSAGE_TIME, NEVER, SIDES, HandLock, Hands, HandsReceiver, Side
from cardlab.widgets.tichu_table.race_props import (
    RaceProps,
    discards,
    player_props,
    score_words,
    turning_text,
)
from cardlab.widgets.tichu_table.timed_match import RaceSettings, TimedRound

RACE_WORDS: Final = (
    *(f"play_tichu.{word}" for word in ("draw", "draw_other", "key", "no_card", "no_wish", "back", "pile")),
    *(f"play_tichu.{word}" for word in ("hand_of", "keys.one", "letters", "pile_target")),
    *("widget.draw_pile", "widget.extra_pile", "widget.sound"),
)
"""What the view of a table has words for."""


class RaceEnding(TypedDict):
    """How a round has ended: who has won it, and why; `won`: the one who looks has."""

    title: str
    won: bool
    sentences: list[str]


class DuringRace(RaceProps):
    """The round that is played, or was played last, and the room around it.

    - `race`, `score`: which round it is, and how the match stands; `ending`: how the round has ended;
    - `away`: that the other player is away, and what is waited for.
    """

    stage: Literal["table"]
    label: str
    room: RoomPicture
    rules: Block
    race: str
    score: str
    away: str
    ending: RaceEnding | None


SharedTichuPicture: TypeAlias = BeforeDeal | DuringRace


class SharedTichu(Device, HandsReceiver):
    """One device at a table.

    - `lang`, `code`, `table`, `player`: as in `Device`;
    - `holds`: how long the hand at each seat is held up, shared by all devices at the table;
    - `clock`: tells the time in seconds, from any beginning on.
    """

    own_words = (*RACE_WORDS, *ROOM_WORDS)

    def __init__(
        self,
        lang: str,
        code: str,
        table: SharedTable,
        player: str,
        holds: tuple[HandLock, HandLock] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(lang, code, table, player)
        self._clock = clock
        self._holds = holds or (HandLock(), HandLock())
        self._settings = RaceSettings()
        self._played: TimedRound | None = None
        self._hands: Hands | None = None  # those of the player, while a round is played
        self._asked: Move | None = None
        self._news: list[str] = []
        self._told_until = NEVER  # how long the remark is shown
        self._told_flip = -1, 0  # which flip is coming, and what the page was told of it
        self.sit_down()

    @property
    def soon(self) -> float:
        """The seconds until the picture changes by itself, as when a hand is free again; 0 if it does not."""
        now = self._clock()
        waits = self._hands.next_change(now) if self._hands else 0, self._told_until - now
        return min((one for one in waits if one > 0), default=0.0)

    def place(self, seat: int) -> int:
        return 1 - seat if self.own == 1 and self._played is not None else seat

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: SharedTable) -> None:
        """Takes in what has happened, and the table after it."""
        super().happened(events, table)
        for event in events:
            match event:
                case Dealt():
                    for hold in self._holds:
                        hold.clear()
                    self.sit_down()
                    return
                case Sat() | Rose():
                    self.sit_down()
                    return
                case Moved(seat=seat, move=text) if self._played is not None:
                    self._moved(self._played, seat, parse_move(text))
        if self.may_look and table.line is not None:
            if self._played is None or self._played.line.last != len(table.moves):
                self.sit_down()

    def sit_down(self) -> None:
        """Sits down at the round as it is; each card lies where it would if the device had been here all the time."""
        start = self.table.start
        self._played, self._hands, self._news = None, None, []
        if isinstance(start, State) and self.may_look:
            self._played = TimedRound(0, start.rules, start=start)
            for move in self.table.moves:
                self._played.make(move, 0)  # type: ignore[arg-type]
            if self.own is not None and self.table.playing:
                self._hands = Hands(self._played, self.own, self._holds[self.own])
                self._hands.check_playable(self._clock())

    def _moved(self, played: TimedRound, seat: int | None, move: Move) -> None:
        before, hands = played.state, self._hands
        if played.make(move, 0):
            return
        self._news = list(tell.told(self.reader, move, before, ()))
        if hands is None:
            return
        hands.check_playable(self._clock())
        if seat is None:
            hands.reset()
        elif seat == self.own and isinstance(move, Play):
            hands.lock.landed()
            hands.refusals, hands.late = (), None
            if hands.lifted is move.card or hands.awaited is not None:
                hands.reset()  # played on another page of the same player

    # What the page says.

    def before_message(self, message: str) -> None:
        super().before_message(message)
        self._asked = None

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        hands = self._hands if self.table.playing else None
        return hands if hands and (even_if_locked or not hands.lock.remaining(self._clock())) else None

    def attempt(self, hands: Hands, wanted: Move | Card) -> None:
        """What fits nowhere, or no more, is told here; the table makes the rest."""
        if isinstance(wanted, Card):
            hands.misfit(wanted, self._clock(), self._settings)
        elif isinstance(wanted, Play) and (refusals := why_not(hands.played.state, wanted)):
            hands.refused(wanted, refusals, self._clock(), self._settings)
        else:
            self._asked, self.wanted = wanted, Make(wanted)

    def refused(self, refusals: Sequence[Refusal]) -> None:
        asked, self._asked = self._asked, None
        if self._hands is not None and asked is not None and self.table.playing:
            self._hands.refused(asked, refusals, self._clock(), self._settings)
        else:
            self.tell(" ".join(self.reader.explained(refusals)))

    def tell(self, text: str) -> None:
        """Says something beside the cards, if there is anything to say; during a race only for a while."""
        if text:
            self.remark, self._told_until = text, self._clock() + MESSAGE_TIME

    # What is drawn.

    @property
    def reader(self) -> Reader:
        people = tuple(called(self.table, seat, self.lang) for seat in SIDES)
        return replace(tell.at_table(self.lang, self.own), people=people)

    def props(self) -> SharedTichuPicture:
        """What the page of this device draws."""
        table, lang, reader, played = self.table, self.lang, self.reader, self._played
        if NEVER < self._told_until <= self._clock():
            self.remark, self._told_until = "" if table.playing else self.remark, NEVER
        left = self.presence.left
        room = self.room()
        label, match = say("together.label", lang), table.match
        assert isinstance(match, Match)
        if played is None:
            return {"stage": "room", "label": label, "room": room, "rules": rules_in_force(match.rules, lang)}
        own, state = self.own, played.state
        order: tuple[Side, Side] = (1, 0) if own == 1 else (0, 1)
        ending = self._ending(state, reader)
        if ending is not None and not table.of and not table.broken_off:
            room["standing"] = _standing(match, reader)
        return {
            "stage": "table",
            "label": label,
            "room": room,
            "rules": rules_in_force(match.rules, lang),
            "phase": "race" if own is not None and table.playing else "still",
            "person": own is not None,
            "race": say("play_tichu.race", lang, number=len(table.done) + (table.playing or table.broken_off)),
            "score": "" if table.of else score_words(match, reader, order[0]),
            "number": played.line.at,
            "sides": [self._side(played, seat, place, reader) for place, seat in zip(SIDES, order, strict=True)],
            "piles": discards(state, reader, [self._hands.late] if self._hands else []),
            "paused": False,
            "turning": turning_text(state, lang) if "flip" in left else "",
            "milliseconds": self._until_flip(played.line.at, left),
            "news": self._news if ending is None else [],
            "away": " ".join(self.away()),
            "ending": ending,
        }

    def _side(self, played: TimedRound, seat: Side, side: Side, reader: Reader) -> Block:
        """One player, at this side of the picture."""
        return player_props(
            played.state,
            seat,
            reader.name(seat),
            self.lang,
            played.slots[-1][seat],
            side=side,
            hidden=not (seat == self.own or self.opens),
            hands=self._hands if seat == self.own and self.table.playing else None,
            now=self._clock(),
            explains=not self.table.done,
        )

    def _until_flip(self, number: int, left: Mapping[str, float]) -> int:
        """How soon cards are turned, in milliseconds: told once, for it runs down on the page."""
        if "flip" not in left:
            return 0
        if self._told_flip[0] != number:
            self._told_flip = number, round(1000 * left["flip"])
        return self._told_flip[1]

    def _ending(self, state: State, reader: Reader) -> RaceEnding | None:
        """U6.2: how the round has ended, or that it was broken off; None while it goes on."""
        end = outcome(state)
        if end is None and self.table.broken_off:
            return {"title": say("together.broken_off", self.lang), "won": False, "sentences": []}
        if end is None:
            return None
        won, points = end.winner is not None and end.winner == self.own, max(end.points)
        if end.winner is None:
            title = say("play_tichu.won.nobody", self.lang)
        elif won:
            title = say("play_tichu.won.you", self.lang, count=points)
        else:
            title = say("together.race_won", self.lang, who=reader.name(end.winner), count=points)
        return {"title": title, "won": won, "sentences": list(tell.how_ended(reader, state))}


def _standing(match: Match, reader: Reader) -> list[str]:
    """U6.3: who has won the match, if somebody has."""
    if match.winner is None:
        return []
    first, second = match.points[match.winner], match.points[1 - match.winner]
    return [reader.about("together.match_won", match.winner, first=first, second=second)]
