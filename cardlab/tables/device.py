"""A table between devices as each device sees it: who sits where, what can be done about it, and what was said.

- the messages of the page that have nothing to do with cards;
- `RoomPicture`: what is drawn around the cards, the same for both games; `room_picture`;
- `Device`: one device at a table of either game, and what has just been said there;
- `told_of_seats`: what is told of seats that somebody has left or that the host has taken away;
- `command`: what such a message asks of the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.tables.table import (
    PHRASES,
    Begin,
    Close,
    Command,
    Event,
    Ready,
    Remove,
    Return,
    Rise,
    Rose,
    Said,
    Say,
    Sit,
    Table,
    Watch,
)
from cardlab.widgets.forms import RulesInForce
from cardlab.widgets.messages import Message

ASKED_FIRST = ("close_sure", "close_all", "keep_open", "remove_sure", "leave_seat", "rise_sure", "rise", "stay")
ROOM_WORDS = tuple(f"together.{word}" for word in ("seats", "talk", "say", *ASKED_FIRST))
"""What the view of a room has words for."""

SPOKEN: Final = 5.0
"""How long a phrase is shown, in seconds."""

# What the page says.


class SitDown(Message, frozen=True):
    """The seat of this number is wanted, or any; `name` is what the player wants to be called."""

    do: Literal["sit"]
    name: str
    seat: int = -1


class RemoveSeat(Message, frozen=True):
    """The host takes a seat away."""

    do: Literal["remove"]
    seat: int


class SayPhrase(Message, frozen=True):
    """A set phrase."""

    do: Literal["say"]
    phrase: str


class AtTable(Message, frozen=True):
    """What needs no more than a press."""

    do: Literal["rise", "ready_up", "not_ready", "begin_now", "come_back", "close"]


class SaveRounds(Message, frozen=True):
    """The rounds that have ended here, as a file."""

    do: Literal["save"]


RoomMessage: TypeAlias = SitDown | RemoveSeat | SayPhrase | AtTable | SaveRounds
_PLAIN: Mapping[str, Command] = {
    "rise": Rise(),
    "ready_up": Ready(True),
    "not_ready": Ready(False),
    "begin_now": Begin(),
    "come_back": Return(),
    "close": Close(),
}


def command(message: SitDown | RemoveSeat | SayPhrase | AtTable) -> Command:
    """What a message asks of the table."""
    match message:
        case SitDown(name=name, seat=seat):
            return Sit(name, None if seat < 0 else seat)
        case RemoveSeat(seat=seat):
            return Remove(seat)
        case SayPhrase(phrase=phrase):
            return Say(phrase)
        case AtTable(do=do):
            return _PLAIN[do]


# What is drawn.


class SharedSeat(TypedDict):
    """A seat: who sits there, and what the one who looks can do about it.

    `state`: "free", "here", "away", or "bot" where one plays; `sit` and `remove` are labels, "" for what cannot be.
    """

    seat: int
    name: str
    about: str
    state: Literal["free", "here", "away", "bot"]
    you: bool
    sit: str
    remove: str


class RoomButton(TypedDict):
    """A button about the table; `main`: what comes next."""

    do: Literal["rise", "ready_up", "not_ready", "begin_now", "come_back", "close", "save"]
    label: str
    main: bool


class PhraseButton(TypedDict):
    """Something that can be said."""

    phrase: str
    label: str


class SaidPhrase(TypedDict):
    """What somebody has just said at this seat: as it is read out, and as it stands beside the name.

    `number`: tells one phrase from the next.
    """

    number: int
    seat: int
    text: str
    what: str


class PageLink(TypedDict):
    """Another page, below the address of the server."""

    href: str
    label: str


class RoomPicture(TypedDict):
    """What is drawn around the cards.

    - `ask`: what the field for the name is called, "" for whom no seat is free;
    - `news`: what is waited for, who is away, who looks on;
    - `seconds`: until what is waited for, 0 for nothing; `left`: how that is told, with `{count}` for the number;
    - `hurry`: what is said when the clock of one's own turn has little left, "" while no such clock runs;
    - `said`: what has just been said; `phrases`: what can be said;
    - `standing`: how the match stands; `decided`: it has been won;
    - `playing`: a round goes on; `over`: the table is closed, as `remark` says, and `back` leads on;
    - `review`: where the last round can be reviewed, None while there is none, or for whom may not see it;
    - `remark`: what has come of what was pressed last, or happened to a seat.
    """

    seats: list[SharedSeat]
    ask: str
    buttons: list[RoomButton]
    news: list[str]
    seconds: int
    left: str
    hurry: str
    said: list[SaidPhrase]
    phrases: list[PhraseButton]
    standing: list[str]
    decided: bool
    playing: bool
    over: bool
    review: PageLink | None
    back: PageLink | None
    remark: str


class BeforeDeal(TypedDict):
    """Before the first deal there is only the room."""

    stage: Literal["room"]
    label: str
    room: RoomPicture
    rules: RulesInForce


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected, and what is due: the seats, how many look on, and the seconds left by the name of the wait."""

    here: frozenset[int] = frozenset()
    looking: int = 0
    left: Mapping[str, float] | None = None


class Device:
    """One device at a table of either game.

    - `lang`: the language of whoever looks;
    - `code`, `table`: the table, as it is now;
    - `player`: the mark of whoever looks, who may sit at it or not;
    - `remark`: what is said to whoever looks, "" for nothing;
    - `clock`: tells the time in seconds, from any beginning on.
    """

    def __init__(
        self, lang: str, code: str, table: Table, player: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.lang = lang
        self.code = code
        self.table = table
        self.player = player
        self.remark = ""
        self._clock = clock
        self._heard = list[tuple[int, Said, float]]()  # what has been said, numbered, and until when it is shown
        self._last_heard = 0

    @property
    def soon(self) -> float:
        """The seconds until the picture changes by itself, as when a phrase has been shown long enough; 0: never."""
        return min((until - self._clock() for _, _, until in self._heard), default=0.0)

    def listen(self, events: Sequence[Event]) -> None:
        """Hears what is said at the table; who opens the page later has not heard it."""
        for event in events:
            if isinstance(event, Said):
                self._last_heard += 1
                self._heard.append((self._last_heard, event, self._clock() + SPOKEN))

    def heard(self, reader: Reader) -> list[SaidPhrase]:
        """What has been said just now."""
        self._heard = [one for one in self._heard if one[2] > self._clock()]
        found = list[SaidPhrase]()
        for number, said, _ in self._heard:
            what = say(f"together.phrase.{said.phrase}", self.lang)
            text = say("together.says", self.lang, who=reader.name(said.seat), what=what)
            found.append({"number": number, "seat": said.seat, "text": text, "what": what})
        return found

    def sit_down(self) -> None:
        """Sits down at the table as it is; whatever was only this device's own is as it was at first."""
        raise NotImplementedError

    @property
    def own(self) -> int | None:
        """Where the player sits, None for who looks on."""
        return self.table.seat_of(self.player)

    @property
    def opens(self) -> bool:
        """Whether all hands lie open here."""
        return self.own is None and self.table.agreed.watch is Watch.OPEN

    @property
    def may_look(self) -> bool:
        """Whether the round may be seen."""
        return self.own is not None or self.table.agreed.watch is not Watch.NOBODY


def room_picture(table: Table, code: str, player: str, reader: Reader, presence: Presence, remark: str) -> RoomPicture:
    """What is drawn around the cards, for this player; `reader` knows what everybody is called."""
    lang, own = reader.lang, table.seat_of(player)
    seats = [_seat(table, seat, own, player, reader, presence) for seat in range(len(table.seats))]
    return {
        "seats": seats,
        "ask": say("together.name", lang) if any(one["sit"] for one in seats) and not table.of else "",
        "buttons": _buttons(table, own, player, lang),
        "news": _news(table, reader, presence),
        "seconds": _seconds(presence),
        "left": say("together.seconds_left", lang, count="{count}"),
        "hurry": say("together.hurry", lang) if _is_timed(table, own, presence) else "",
        "said": [],
        "phrases": _phrases(lang) if own is not None and not table.closed else [],
        "standing": [],
        "decided": table.match_over and not table.of,
        "playing": table.playing,
        "over": table.closed,
        "review": _review(table, code, player, lang),
        "back": _back(table, lang) if table.closed else None,
        "remark": say("together.finished" if table.of else "together.closed", lang) if table.closed else remark,
    }


@lru_cache
def _phrases(lang: str) -> list[PhraseButton]:
    return [{"phrase": one, "label": say(f"together.phrase.{one}", lang)} for one in PHRASES]


def _review(table: Table, code: str, player: str, lang: str) -> PageLink | None:
    """Where the last round is reviewed, from the seat at which this player has ended it."""
    if table.playing or not may_keep(table, table.seat_of(player)):
        return None
    label = say("together.review_before" if table.broken_off else "together.review", lang)
    sat = table.sat[-1]
    seat = f"&seat={sat.index(player)}" if player in sat else ""
    return {"href": f"{lang}/play-{table.game}.ipynb?table={code}{seat}", "label": label}


def _back(table: Table, lang: str) -> PageLink:
    """Where one goes on from this table."""
    if table.of:
        return {"href": f"tournament/{table.of.tournament}?lang={lang}", "label": say("hall.to_tournament", lang)}
    return {"href": f"tables?lang={lang}", "label": say("together.to_tables", lang)}


def may_keep(table: Table, own: int | None) -> bool:
    """Whether whoever sits at this seat, or at none, may have the records of the rounds that have ended here."""
    return bool(table.done) and (own is not None or table.agreed.watch is not Watch.NOBODY)


def told_of_seats(events: Sequence[Event], before: Table, player: str, lang: str) -> str:
    """What is told to this player of seats that were left or taken away, "" if none was. `before`: the table."""
    told = []
    for event in events:
        if isinstance(event, Rose):
            is_own = before.seats[event.seat].player == player
            who = called(before, event.seat, lang)
            if event.taken:
                told.append(say(f"together.taken.{'you' if is_own else 'other'}", lang, who=who))
            elif not is_own:
                told.append(say("together.left_playing" if before.playing else "together.left", lang, who=who))
    return " ".join(told)


def _seat(table: Table, seat: int, own: int | None, player: str, reader: Reader, presence: Presence) -> SharedSeat:
    one, lang = table.seats[seat], reader.lang
    you = seat == own
    _, before = table.left.get(seat, ("", ""))
    state: Literal["free", "here", "away", "bot"] = "free"
    if one.player:
        state = "bot" if one.bot else "here" if seat in presence.here else "away"
    elif (one.bot and table.state is not None) or table.of:
        state = "bot"
    waits = not table.playing and not table.of
    told = {
        "free": "together.free",
        "here": "together.ready" if one.ready else "together.not_ready" if waits else "together.plays",
        "away": "together.away",
        "bot": "together.bot_for" if one.player else "together.bot_since" if before else "together.bot_plays",
    }[state]
    is_open = not table.closed and not table.of
    may_sit = not one.player and own is None and is_open
    may_remove = bool(one.player) and not you and player == table.host and is_open
    return {
        "seat": seat,
        "name": called(table, seat, lang),
        "about": say(told, lang, who=before),
        "state": state,
        "you": you,
        "sit": say("together.sit", lang) if may_sit else "",
        "remove": say("together.remove", lang, name=called(table, seat, lang)) if may_remove else "",
    }


def called(table: Table, seat: int, lang: str) -> str:
    """What the player of a seat is called in a list: by name, as a bot, or as an empty seat."""
    one = table.seats[seat]
    if one.player:
        return one.name or say("seat.player", lang, number=seat + 1)
    return say("together.bot" if one.bot else "together.empty", lang, number=seat + 1)


def _buttons(table: Table, own: int | None, player: str, lang: str) -> list[RoomButton]:
    found = list[RoomButton]()
    known_as = {"not_ready": "ready_no_more"}
    if table.match_over:
        known_as["ready_up"] = "ready_for_match"
    if all(seat.player or seat.bot for seat in table.seats):
        known_as["begin_now"] = "begin_unready"

    def button(
        do: Literal["rise", "ready_up", "not_ready", "begin_now", "come_back", "close", "save"], main: bool = False
    ) -> None:
        found.append({"do": do, "label": say(f"together.{known_as.get(do, do)}", lang), "main": main})

    if not table.closed and own is not None and table.seats[own].bot and table.playing:
        button("come_back", main=True)
    if not table.closed and not table.of:
        if own is not None and not table.playing:
            button("not_ready" if table.seats[own].ready else "ready_up", main=not table.seats[own].ready)
        if player == table.host and not table.playing and table.people:
            button("begin_now")
        if own is not None:
            button("rise")
        if player == table.host:
            button("close")
    if may_keep(table, own):
        button("save")
    return found


def _news(table: Table, reader: Reader, presence: Presence) -> list[str]:
    """Who is away and for how much longer, what is waited for, and how many look on."""
    lang, told = reader.lang, []
    if table.of and not table.playing and not table.closed:
        told.append(say("hall.next_deal", lang))
    elif not table.playing and not table.closed:
        free = sum(not one.player for one in table.seats)
        if free and table.state is None:
            told.append(say("together.seats_free", lang, count=free))
        own = reader.seat
        if own is not None and not table.seats[own].ready and any(table.seats[one].ready for one in table.people):
            told.append(say("together.waits_for.you", lang))
    for seat in table.people:
        if table.playing and seat not in presence.here and not table.seats[seat].bot:
            told.append(reader.about("together.is_away", seat))
    if presence.looking:
        told.append(say("together.looking", lang, count=presence.looking))
    if table.agreed.watch is Watch.OPEN and not table.closed:
        told.append(say("together.shown.open", lang))
    return told


def _is_timed(table: Table, own: int | None, presence: Presence) -> bool:
    """Whether the clock runs against the player of this seat."""
    return own is not None and "clock" in (presence.left or {}) and getattr(table.state, "seat", None) == own


def _seconds(presence: Presence) -> int:
    left = presence.left or {}
    return max((round(left[name]) for name in ("clock", "away", "flip", "deal") if name in left), default=0)
