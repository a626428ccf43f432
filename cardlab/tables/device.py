"""A table between devices as each device sees it: who sits where, what can be done about it, and what was said.

- `Device`: one device at a table of either game; its handlers ask the table for a `Command`;
- `RoomPicture`: what is drawn around the cards, the same for both games;
- `called`, `may_keep`, `rounds_of`: what a seat is called, and the rounds that have ended, for whoever may have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.record import EARLIER, Record
from cardlab.refusal import Refusal
from cardlab.tables.shared_table import (
    PHRASES,
    Command,
    Event,
    PhraseSaid,
    Press,
    Remove,
    Rose,
    Say,
    SharedTable,
    Sit,
    Watch,
)
from cardlab.tables.table_service import Presence
from cardlab.widgets.blocks import Block
from cardlab.widgets.scene import Scene, receives

ASKED_FIRST = ("close_sure", "close_all", "keep_open", "remove_sure", "leave_seat", "rise_sure", "rise", "stay")
ROOM_WORDS = (
    *(f"together.{word}" for word in ("seats", "name", "hurry", "talk", "say", *ASKED_FIRST)),
    *(f"together.phrase.{phrase}" for phrase in PHRASES),
)
"""What the view of a room has words for."""


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

    do: Press
    label: str
    main: bool


class PageLink(TypedDict):
    """Another page, below the address of the server."""

    href: str
    label: str


class RoomPicture(TypedDict):
    """What is drawn around the cards.

    - `ask`: whether a name is asked for, since a seat is free;
    - `news`: what is waited for, who is away, who looks on;
    - `seconds`: until what is waited for, 0 for nothing; `left`: how that is told, with `{count}` for the number;
    - `hurry`: whether that is the clock of one's own turn, of which is warned when it has little left;
    - `talks`: whether something can be said;
    - `standing`: how the match stands; `decided`: it has been won;
    - `playing`: a round goes on; `over`: the table is closed, as `remark` says, and `back` leads on;
    - `review`: where the last round can be reviewed, None while there is none, or for whom may not see it;
    - `save`: the file of the rounds that have ended here, None in the same way;
    - `remark`: what has come of what was pressed last, or happened to a seat.
    """

    seats: list[SharedSeat]
    ask: bool
    buttons: list[RoomButton]
    news: list[str]
    seconds: int
    left: str
    hurry: bool
    talks: bool
    standing: list[str]
    decided: bool
    playing: bool
    over: bool
    review: PageLink | None
    save: PageLink | None
    back: PageLink | None
    remark: str


class BeforeDeal(TypedDict):
    """Before the first deal there is only the room."""

    stage: Literal["room"]
    label: str
    room: RoomPicture
    rules: Block


class Device(Scene):
    """One device at a table of either game; its page is the line to the table.

    - `lang`: the language of whoever looks;
    - `code`, `table`: the table, as it is now; `presence`: who is there;
    - `player`: the mark of whoever looks, who may sit at it or not;
    - `remark`: what is said to whoever looks, "" for nothing;
    - `wanted`: what the last message asks of the table.
    """

    def __init__(self, lang: str, code: str, table: SharedTable, player: str) -> None:
        super().__init__(lang)
        self.code = code
        self.table = table
        self.player = player
        self.presence = Presence()
        self.remark = ""
        self.wanted: Command | None = None

    @property
    def reader(self) -> Reader:
        """Whoever looks, who knows what everybody is called."""
        raise NotImplementedError

    @property
    def soon(self) -> float:
        """The seconds until the picture changes by itself; 0: never."""
        return 0.0

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

    def place(self, seat: int) -> int:
        """Where a seat is drawn."""
        return seat

    # What happens at the table.

    def happened(self, events: Sequence[Event], table: SharedTable) -> None:
        """Takes in what has happened, and the table after it; who opens the page later has not heard what was said."""
        self.tell(" ".join(self._told_of_seats(events)))
        for event in events:
            if isinstance(event, PhraseSaid):
                what = say(f"together.phrase.{event.phrase}", self.lang)
                text = say("together.says", self.lang, who=self.reader.name(event.seat), what=what)
                self.send({"says": {"seat": self.place(event.seat), "what": what, "text": text}})
        self.table = table

    def _told_of_seats(self, events: Sequence[Event]) -> Iterator[str]:
        """What is told of seats that somebody leaves, who knows it, or that the host takes away."""
        for event in events:
            if isinstance(event, Rose):
                is_own, who = event.seat == self.own, called(self.table, event.seat, self.lang)
                if event.taken:
                    yield say(f"together.taken.{'you' if is_own else 'other'}", self.lang, who=who)
                elif not is_own:
                    yield say("together.left_playing" if self.table.playing else "together.left", self.lang, who=who)

    def tell(self, text: str) -> None:
        """Says something beside the cards, if there is anything to say."""
        self.remark = text or self.remark

    def sit_down(self) -> None:
        """Sits down at the table as it is; whatever was only this device's own is as it was at first."""
        raise NotImplementedError

    def clear_selection(self) -> None:
        self.sit_down()

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """Says why the table has refused what was asked of it."""
        raise NotImplementedError

    # What the page says.

    def asks(self, content: object) -> Command | None:
        """Does what a page says; gives what that asks of the table, None where it was done here."""
        self.wanted = None
        self.receive(content)
        return self.wanted

    def before_message(self, message: str) -> None:
        self.remark = ""

    @receives
    def sit(self, name: str, seat: int = -1) -> None:
        """The seat of this number is wanted, or any; `name` is what the player wants to be called."""
        self.wanted = Sit(name, None if seat < 0 else seat)

    @receives
    def remove(self, seat: int) -> None:
        """The host takes a seat away."""
        self.wanted = Remove(seat)

    @receives
    def say(self, phrase: str) -> None:
        """A set phrase."""
        self.wanted = Say(phrase)

    @receives
    def press(self, do: Press) -> None:
        """What needs no more than a press."""
        self.wanted = do

    # What is drawn around the cards.

    def room(self) -> RoomPicture:
        """What is drawn around the cards, for this player."""
        table, lang, own = self.table, self.lang, self.own
        left = self.presence.left
        seats = [self._seat(seat) for seat in range(len(table.seats))]
        over = say("together.finished" if table.of else "together.closed", lang) if table.closed else ""
        return {
            "seats": seats,
            "ask": any(one["sit"] for one in seats),
            "buttons": self._buttons(),
            "news": self._waited_for(),
            "seconds": max((round(left[one]) for one in ("clock", "away", "deal") if one in left), default=0),
            "left": say("together.seconds_left", lang, count="{count}"),
            "hurry": own is not None and "clock" in left and getattr(table.state, "seat", None) == own,
            "talks": own is not None and not table.closed,
            "standing": [],
            "decided": table.match_over and not table.of,
            "playing": table.playing,
            "over": table.closed,
            "review": self._review(),
            "save": self._save(),
            "back": self._back() if table.closed else None,
            "remark": over or self.remark,
        }

    def _review(self) -> PageLink | None:
        """Where the last round is reviewed, from the seat at which this player has ended it."""
        table = self.table
        if table.playing or not may_keep(table, self.own):
            return None
        label = say("together.review_before" if table.broken_off else "together.review", self.lang)
        sat = table.sat[-1]
        seat = f"&seat={sat.index(self.player)}" if self.player in sat else ""
        return {"href": f"{self.lang}/play-{table.game}.ipynb?table={self.code}{seat}", "label": label}

    def _save(self) -> PageLink | None:
        if not may_keep(self.table, self.own):
            return None
        return {"href": f"table/{self.code}/rounds.json", "label": say("together.save", self.lang)}

    def _back(self) -> PageLink:
        """Where one goes on from this table."""
        of, lang = self.table.of, self.lang
        if of:
            return {"href": f"tournament/{of.tournament}?lang={lang}", "label": say("hall.to_tournament", lang)}
        return {"href": f"tables?lang={lang}", "label": say("together.to_tables", lang)}

    def _seat(self, seat: int) -> SharedSeat:
        table, lang, one = self.table, self.lang, self.table.seats[seat]
        name = called(table, seat, lang)
        _, before = table.left.get(seat, ("", ""))
        state: Literal["free", "here", "away", "bot"] = "free"
        if one.player:
            state = "bot" if one.bot else "here" if seat in self.presence.here else "away"
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
        may_sit = not one.player and self.own is None and is_open and not table.playing
        may_remove = bool(one.player) and seat != self.own and self.player == table.host and is_open
        return {
            "seat": seat,
            "name": name,
            "about": say(told, lang, who=before),
            "state": state,
            "you": seat == self.own,
            "sit": say("together.sit", lang) if may_sit else "",
            "remove": say("together.remove", lang, name=name) if may_remove else "",
        }

    def _buttons(self) -> list[RoomButton]:
        table, own = self.table, self.own
        is_host, is_open = self.player == table.host, not table.closed and not table.of
        is_ready = own is not None and table.seats[own].ready
        main: Press | None = None
        if own is not None and table.seats[own].bot and table.playing:
            main = "come_back"
        elif not is_ready:
            main = "ready_up"
        offered: list[tuple[Press, bool]] = [
            ("come_back", main == "come_back" and not table.closed),
            ("not_ready" if is_ready else "ready_up", is_open and own is not None and not table.playing),
            ("begin_now", is_open and is_host and not table.playing and bool(table.people)),
            ("rise", is_open and own is not None),
            ("close", is_open and is_host),
        ]
        known_as = {"not_ready": "ready_no_more"}
        if table.match_over:
            known_as["ready_up"] = "ready_for_match"
        if all(seat.player or seat.bot for seat in table.seats):
            known_as["begin_now"] = "begin_unready"
        return [
            {"do": do, "label": say(f"together.{known_as.get(do, do)}", self.lang), "main": do == main}
            for do, can in offered
            if can
        ]

    def _waited_for(self) -> list[str]:
        """Who is away and for how much longer, what is waited for, and how many look on."""
        table, lang, own, told = self.table, self.lang, self.own, list[str]()
        free = sum(not one.player for one in table.seats)
        if table.of and not table.playing and not table.closed:
            told.append(say("hall.next_deal", lang))
        elif table.playing and free and own is None and not table.of:
            told.append(say("refusal.table_sit_later", lang))
        elif not table.playing and not table.closed:
            if free and table.state is None:
                told.append(say("together.seats_free", lang, count=free))
            if own is not None and not table.seats[own].ready and any(table.seats[one].ready for one in table.people):
                told.append(say("together.waits_for.you", lang))
        told += self.away()
        if self.presence.looking:
            told.append(say("together.looking", lang, count=self.presence.looking))
        if table.agreed.watch is Watch.OPEN and not table.closed:
            told.append(say("together.shown.open", lang))
        return told

    def away(self) -> list[str]:
        """Who is away while a round is played, and for whom no bot plays yet."""
        table = self.table
        away = (seat for seat in table.people if seat not in self.presence.here and not table.seats[seat].bot)
        return [self.reader.about("together.is_away", seat) for seat in away if table.playing]


def may_keep(table: SharedTable, own: int | None) -> bool:
    """Whether whoever sits at this seat, or at none, may have the records of the rounds that have ended here."""
    return bool(table.done) and (own is not None or table.agreed.watch is not Watch.NOBODY)


def rounds_of(table: SharedTable) -> str:
    """The rounds that have ended at a table, as the text of one file."""
    *earlier, last = table.done
    about = {**last.about, EARLIER: [json.loads(one.text()) for one in earlier]}
    return Record(last.start, last.moves, about=about).text()


def called(table: SharedTable, seat: int, lang: str) -> str:
    """What the player of a seat is called in a list: by name, as a bot, or as an empty seat."""
    one = table.seats[seat]
    if one.player:
        return one.name or say("seat.player", lang, number=seat + 1)
    return say("together.bot" if one.bot else "together.empty", lang, number=seat + 1)
