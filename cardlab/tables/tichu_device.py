"""A table of Tichu 1.on.1 between devices, as one device sees it: whoever sits there, or looks on.

- `HoldUp`: how long a hand is held up by cards that do not fit, the same for all pages of its player;
- `SharedTichu`: turns what the page says into commands, and what happens at the table into a picture.

The one who looks is always side 0 of the picture, as at the table against the computer; the piles keep their numbers.
It shows what the seat may see and nothing else: a spectator sees no hand, unless the host lets all hands be open,
later or at once.
What the hands do (a card lifted, a pile pointed at) is this device's own; all else comes from the table.
A card that fits on neither pile never goes there: it is judged here, where no page can say anything else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tables.device import (
    ROOM_WORDS,
    BeforeDeal,
    Device,
    Presence,
    RoomMessage,
    RoomPicture,
    SaveRounds,
    called,
    command,
    room_picture,
    told_of_seats,
)
from cardlab.tables.table import Command, Dealt, Event, Make, Moved, Rose, Sat, Table
from cardlab.tichu import Draw, Match, Move, Play, Rules, State, outcome, parse_move, why_not
from cardlab.tichu.codes import Code
from cardlab.tichu.state import can_play
from cardlab.widgets.forms import RulesInForce
from cardlab.widgets.messages import Messages
from cardlab.widgets.tichu_table.live import NOTHING, TOLD, Hands
from cardlab.widgets.tichu_table.match import Settings, TimedRound
from cardlab.widgets.tichu_table.messages import (
    PLACES,
    DrawUp,
    HandsMessage,
    Place,
    PointAt,
    PutBack,
    TakeCard,
    WishNow,
)
from cardlab.widgets.tichu_table.picture import (
    STILL_HANDS,
    CountdownPicture,
    HandsPicture,
    TimedSide,
    TimedTable,
    idle,
    person_hands,
    rules_picture,
    timed_piles,
    timed_side,
    turning_text,
)

RACE_WORDS: Final = (
    *(f"play_tichu.{word}" for word in ("draw", "draw_other", "key", "no_card", "no_wish", "back", "pile")),
    *(f"play_tichu.{word}" for word in ("hand_of", "keys.one", "by_place", "letters", "pile_target")),
    *("widget.draw_pile", "widget.extra_pile", "widget.sound"),
)
"""What the view of a table has words for."""
NEVER: Final = 0.0

SharedTichuMessage: TypeAlias = RoomMessage | HandsMessage


@dataclass(slots=True)
class HoldUp:
    """How long the hand at a seat is held up, for all pages of its player together.

    `misses`: how many cards in a row did not fit; `until`: the time of the clock at which the hand is free again.
    """

    misses: int = 0
    until: float = NEVER

    def miss(self, now: float, settings: Settings) -> None:
        """One more card did not fit."""
        self.misses += 1
        self.until = now + settings.held_up(self.misses) / 1000

    def land(self) -> None:
        """A card has landed: the next one that does not fit is the first one again."""
        self.misses = 0

    def end(self) -> None:
        """Another round begins with free hands."""
        self.misses, self.until = 0, NEVER


class RaceEnding(TypedDict):
    """How a round has ended: who has won it, and why; `won`: the one who looks has."""

    title: str
    won: bool
    sentences: list[str]


class DuringRace(TimedTable):
    """The round that is played, or was played last, and the room around it.

    - `looks_on`: no seat is theirs; `phase`: whether cards are played, or the table stands still or is looked at;
    - `person`: whether a hand is theirs; `race`, `score`: which round it is, and how the match stands;
    - `turning`: what is coming; `news`: what the last moves did; `ending`: how the round has ended;
    - `away`: that the other player is away, and what is waited for.
    """

    stage: Literal["table"]
    label: str
    room: RoomPicture
    rules: RulesInForce
    looks_on: bool
    phase: Literal["race", "still"]
    person: bool
    race: str
    score: str
    turning: CountdownPicture | None
    news: list[str]
    away: str
    ending: RaceEnding | None


SharedTichuPicture: TypeAlias = BeforeDeal | DuringRace


class SharedTichu(Device):
    """One device at a table.

    - `lang`, `code`, `table`, `player`: as in `Device`;
    - `holds`: how long the hand at each seat is held up, shared by all devices at the table;
    - `clock`: tells the time in seconds, from any beginning on.
    """

    hears = Messages[SharedTichuMessage](SharedTichuMessage)
    words = (*RACE_WORDS, *ROOM_WORDS)

    def __init__(
        self,
        lang: str,
        code: str,
        table: Table,
        player: str,
        holds: tuple[HoldUp, HoldUp] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(lang, code, table, player, clock)
        self._holds = holds or (HoldUp(), HoldUp())
        self._settings = Settings()
        self._played: TimedRound | None = None
        self._hands = Hands()
        self._asked: Move | None = None
        self._seen = 0  # how many moves the page knew when a card was taken or a pile pointed at last
        self._news: list[str] = []
        self._nothing_at = NEVER  # when it is said that nothing of the hand fits
        self._told_until = NEVER  # how long it is said what was wrong
        self._told_hold = NEVER, 0  # until when the hand is held up, and what the page was told of it
        self._told_flip = -1, 0  # which flip is coming, and what the page was told of it
        self.sit_down()

    @property
    def soon(self) -> float:
        """The seconds until the picture changes by itself, as when a hand is free again; 0 if it does not."""
        now, held = self._clock(), 0.0 if self.own is None else self._held(self.own)
        waits = super().soon, held, self._nothing_at - now, self._told_until - now
        return min((one for one in waits if one > 0), default=0.0)

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: Table) -> None:
        """Takes in what has happened, and the table after it."""
        self._tell(told_of_seats(events, self.table, self.player, self.lang))
        self.listen(events)
        self.table = table
        for event in events:
            match event:
                case Dealt():
                    for hold in self._holds:
                        hold.end()
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
        self._played, self._hands, self._news = None, Hands(), []
        if isinstance(start, State) and self.may_look:
            self._played = TimedRound(0, start.rules, start=start)
            for move in self.table.moves:
                self._played.make(move, 0)  # type: ignore[arg-type]
            self._look_in_vain(self._played)

    def _look_in_vain(self, played: TimedRound) -> None:
        """Whoever finds nothing to play is told so, if that stays so for a while: it is no help in the race."""
        own = self.own
        can_only_look = own is not None and self.table.playing and not (played.turning or can_play(played.state, own))
        self._nothing_at = self._clock() + NOTHING if can_only_look else NEVER

    def _moved(self, played: TimedRound, seat: int | None, move: Move) -> None:
        before = played.state
        if played.make(move, 0):
            return
        self._news = list(tell.told(self._reader, move, before, ()))
        self._look_in_vain(played)
        if seat is None:
            self._hands.rest()
        elif seat == self.own and isinstance(move, Play):
            self._holds[seat].land()
            self._hands.refusals, self._hands.late = (), None
            if self._hands.lifted is move.card or self._hands.awaited is not None:
                self._hands.rest()  # played on another page of the same player

    # What the page says.

    def hear(self, message: SharedTichuMessage) -> Command | None:
        """What the page says: done here, or given back as what is asked of the table."""
        self.remark, self._asked = "", None
        match message:
            case SaveRounds():
                return None
            case TakeCard() | PointAt() | WishNow() | DrawUp() | PutBack():
                own = self.own
                if own is None or self._played is None or not self.table.playing:
                    return None
                return self._by_hand(self._played, own, message)
            case _:
                return command(message)

    def _by_hand(self, played: TimedRound, own: int, message: HandsMessage) -> Command | None:
        hands = self._hands
        match message:
            case DrawUp():
                hands.nowhere = None
                return self._ask(Draw(own))
            case PutBack():
                hands.rest()
                return None
            case _ if self._held(own) > 0:
                return None
            case TakeCard(card=code, seen=seen):
                self._seen = seen
                wanted = hands.take(played, own, code, seen)
            case PointAt(pile=pile, seen=seen):
                self._seen = seen
                wanted = hands.point(played, own, pile, seen)
            case WishNow(rank=rank):
                wanted = hands.wish(own, rank)
        if isinstance(wanted, Card):
            hands.refusals = played.try_nowhere(own, wanted, 0)
            hands.nowhere = wanted, played.state
            self._told_until = self._clock() + TOLD
            self._miss(own)
            return None
        if wanted is None:
            return None
        refusals = why_not(played.state, wanted)
        if refusals:
            self._not_made(played, own, wanted, refusals)
            return None
        return self._ask(wanted)

    def _ask(self, move: Move) -> Command:
        self._asked = move
        return Make(move)

    def _held(self, seat: int) -> float:
        """For how many seconds yet the hand is held up."""
        return max(0.0, self._holds[seat].until - self._clock())

    def _miss(self, seat: int) -> None:
        """A card that does not fit costs time."""
        self._holds[seat].miss(self._clock(), self._settings)

    def _not_made(self, played: TimedRound, own: int, move: Move, refusals: Sequence[Refusal]) -> None:
        """A move was refused; whoever was only too late (U2.4) is not held up, nor who could not see a Dog land."""
        self._hands.refusals = tuple(refusals)
        self._told_until = self._clock() + TOLD
        if not isinstance(move, Play):
            return
        tried = played.refused_play(move, 0, refusals)
        self._hands.late = tried if tried.too_late else None
        was_right = tried.too_late or not why_not(played.seen(self._seen), move)
        if not was_right and any(one.code in tuple(Code) for one in refusals):
            self._miss(own)

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """Says why the table has refused what was asked of it."""
        own, asked, self._asked = self.own, self._asked, None
        if own is not None and asked is not None and self._played is not None and self.table.playing:
            self._not_made(self._played, own, asked, refusals)
        else:
            self._tell(" ".join(self._reader.explained(refusals)))

    def _tell(self, text: str) -> None:
        """Says something beside the cards, if there is anything to say; during a race only for a while."""
        if text:
            self.remark, self._told_until = text, self._clock() + TOLD

    # What is drawn.

    @property
    def _reader(self) -> Reader:
        people = tuple(called(self.table, seat, self.lang) for seat in PLACES)
        return replace(tell.at_table(self.lang, self.own), people=people)

    def picture(self, presence: Presence) -> SharedTichuPicture:
        """What the page of this device draws."""
        self._forget_what_was_wrong()
        table, lang, reader, played = self.table, self.lang, self._reader, self._played
        left = presence.left or {}
        # What is coming is told where the cards lie, and not once more above them.
        others = replace(presence, left={name: seconds for name, seconds in left.items() if name != "flip"})
        room = room_picture(table, self.code, self.player, reader, others, self.remark)
        label, rules = say("together.label", lang), table.agreed.rules
        assert isinstance(rules, Rules)
        room["said"] = self.heard(reader)
        if played is None:
            return {"stage": "room", "label": label, "room": room, "rules": rules_picture(rules, lang)}
        own, state = self.own, played.state
        near: Place = 1 if own == 1 else 0
        order: tuple[Place, Place] = (1, 0) if near else (0, 1)
        for one in room["said"]:
            one["seat"] = order.index(one["seat"])
        ending = self._ending(state, reader)
        if ending is not None and not table.of and not table.broken_off:
            room["standing"] = self._standing(reader)
        return {
            "stage": "table",
            "label": label,
            "room": room,
            "rules": rules_picture(rules, lang),
            "looks_on": own is None,
            "phase": "race" if own is not None and table.playing else "still",
            "person": own is not None,
            "race": say("play_tichu.race", lang, number=len(table.done) + (table.playing or table.broken_off)),
            "score": "" if table.of else self._score(order, reader),
            "number": played.line.at,
            "sides": [self._side(played, seat, place, reader) for place, seat in zip(PLACES, order, strict=True)],
            "piles": timed_piles(state, reader, [self._hands.late], () if own is None else (own,)),
            "turning": self._turning(state, played.line.at, left),
            "news": self._news if ending is None else [],
            "away": " ".join(
                reader.about("together.is_away", seat)
                for seat in table.people
                if table.playing and seat not in presence.here and not table.seats[seat].bot
            ),
            "ending": ending,
        }

    def _forget_what_was_wrong(self) -> None:
        """What was wrong is not said for ever: it would stand where something new is to be said."""
        if NEVER < self._told_until <= self._clock():
            self._hands.refusals, self._hands.nowhere, self._hands.late = (), None, None
            self.remark = "" if self.table.playing else self.remark
            self._told_until = NEVER

    def _side(self, played: TimedRound, seat: Place, place: Place, reader: Reader) -> TimedSide:
        """One player, at this side of the picture."""
        own, lang = self.own, self.lang
        is_own = seat == own
        side = timed_side(
            played.state,
            played.slots[-1],
            seat,
            reader.name(seat),
            lang,
            hidden=not (is_own or self.opens),
            person=is_own and self.table.playing,
            hands=self._hands_picture(played.state, seat) if is_own and self.table.playing else STILL_HANDS,
        )
        return {**side, "seat": place}

    def _hands_picture(self, state: State, own: Place) -> HandsPicture:
        """What the own hands do; how long they are held up is told once, for it runs down on the page."""
        until = self._holds[own].until
        left = self._held(own)
        if self._told_hold[0] != until:
            self._told_hold = until, round(1000 * left)
        self._hands.nothing = NEVER < self._nothing_at <= self._clock()
        otherwise = idle(state, self._hands, own, self.lang, explains=not self.table.done)
        held = self._told_hold[1] if left else 0
        return {**person_hands(self._hands, own, self.lang, otherwise), "held": held}

    def _turning(self, state: State, number: int, left: Mapping[str, float]) -> CountdownPicture | None:
        """What is coming; how soon is told once, for it runs down on the page."""
        if "flip" not in left:
            return None
        if self._told_flip[0] != number:
            self._told_flip = number, round(1000 * left["flip"])
        return {"text": turning_text(state, self.lang), "milliseconds": self._told_flip[1]}

    def _score(self, order: tuple[Place, Place], reader: Reader) -> str:
        """U6.3: how the match stands, the own side first."""
        match = self.table.match
        assert isinstance(match, Match)
        first, second = (match.points[seat] for seat in order)
        names = {"left": reader.name(order[0]), "right": reader.name(order[1])}
        return say("play_tichu.score", self.lang, first=first, second=second, target=match.rules.target, **names)

    def _ending(self, state: State, reader: Reader) -> RaceEnding | None:
        """U6.2: how the round has ended, or that it was broken off; None while it goes on."""
        end = outcome(state)
        if end is None and self.table.broken_off:
            return {"title": say("together.broken_off", self.lang), "won": False, "sentences": []}
        if end is None:
            return None
        if end.winner is None:
            title = say("play_tichu.won.nobody", self.lang)
        elif end.winner == self.own:
            title = say("play_tichu.won.you", self.lang, count=end.points[end.winner])
        else:
            points = end.points[end.winner]
            title = say("together.race_won", self.lang, who=reader.name(end.winner), count=points)
        won = end.winner is not None and end.winner == self.own
        return {"title": title, "won": won, "sentences": list(tell.how_ended(reader, state))}

    def _standing(self, reader: Reader) -> list[str]:
        """U6.3: who has won the match, if somebody has."""
        match = self.table.match
        assert isinstance(match, Match)
        if match.winner is None:
            return []
        first, second = match.points[match.winner], match.points[1 - match.winner]
        return [reader.about("together.match_won", match.winner, first=first, second=second)]
