"""A table between devices as one device shows it: seats, buttons, news and phrases around the cards.

- `Device`: one device at a table of either game; its handlers turn messages into a `Command`;
- `RoomProps`: the view model around the cards, the same for both games;
- `seat_name`, `may_download`, `rounds_as_json`: the name of a seat; the file of finished rounds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypedDict

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
from cardlab.widgets.blocks import Block, details, link
from cardlab.widgets.scene import Scene, receives

ASKED_FIRST = ("close_sure", "close_all", "keep_open", "remove_sure", "leave_seat", "rise_sure", "rise", "stay")
NAME_KEY: Final = "cardlab-name"
"""The key under which a browser keeps the name that was typed last; also in `js/shared_room.js`."""
ROOM_WORDS = (
    "together.seats",
    "together.name",
    "together.name_kept",
    "together.hurry",
    "together.talk",
    "together.say",
    *(f"together.{word}" for word in ASKED_FIRST),
    *(f"together.phrase.{phrase}" for phrase in PHRASES),
)
"""Keys of the texts around the cards."""


class SharedSeat(TypedDict):
    """A seat, with the labels of its buttons for this device; "" for no button."""

    seat: int
    name: str
    about: str
    state: Literal["free", "here", "away", "bot"]
    you: bool
    sit: str
    remove: str


class RoomButton(TypedDict):
    """A button; `main`: the obvious next step."""

    do: Press
    label: str
    main: bool


class RoomProps(TypedDict):
    """The view model around the cards.

    - `ask`: the name to ask for first, since a seat is free: that of the class, or ""; None if there is no free seat;
    - `news`: what the table waits for, absent players, spectators;
    - `seconds`: until the next due event, 0 for none; `left`: its sentence, with `{count}` for the seconds;
    - `hurry`: whether these are the seconds of the player's own move;
    - `talks`: whether the player can say phrases;
    - `standing`: the standing of the match; `decided`: the match is won;
    - `over`: the table is closed;
    - `onward`: links to what comes next: the review of the last round, other tables once this one is closed;
    - `links`: further links: the file of all rounds, other tables;
    - `remark`: the result of the last command, or a change of a seat.
    """

    seats: list[SharedSeat]
    ask: str | None
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
    onward: list[Block]
    links: list[Block]
    remark: str


class BeforeDeal(TypedDict):
    """The view model before the first deal: only the surroundings of the cards."""

    stage: Literal["room"]
    label: str
    room: RoomProps
    rules: Block
    invite: list[Block]


class Device(Scene):
    """One device at a table of either game; its page is a connection.

    - `code`, `table`: the table and its current state; `presence`: who is connected;
    - `player`: the mark of the player or spectator;
    - `base`: the path of the course; `nickname`: the learner's name in the class, or ""; `invitation`: how others come;
    - `remark`: a sentence for the player, "" for none;
    - `command`: the command of the last message.
    """

    def __init__(self, lang: str, code: str, table: SharedTable, player: str) -> None:
        super().__init__(lang)
        self.code = code
        self.table = table
        self.player = player
        self.base = "/"
        self.nickname = ""
        self.invitation: tuple[Block, ...] = ()
        self.presence = Presence()
        self.remark = ""
        self.command: Command | None = None

    @property
    def reader(self) -> Reader:
        """The reader of sentences, who knows the names of all seats."""
        raise NotImplementedError

    @property
    def seconds_to_redraw(self) -> float:
        """The seconds until the view changes without an event; 0 for never."""
        return 0.0

    @property
    def own_seat(self) -> int | None:
        """The seat of the player, None for a spectator."""
        return self.table.seat_of(self.player)

    @property
    def shows_all_hands(self) -> bool:
        """Whether this device shows all hands open."""
        return self.own_seat is None and self.table.agreed.watch is Watch.OPEN

    @property
    def may_see_round(self) -> bool:
        """Whether this device may show the round."""
        return self.own_seat is not None or self.table.agreed.watch is not Watch.NOBODY

    @property
    def _public(self) -> int:
        """The number of finished rounds that nobody at another table still plays."""
        return self.presence.public_deals if self.table.tournament else len(self.table.records)

    @property
    def _is_secret(self) -> bool:
        """Whether the round that has ended here is still played at another table."""
        return not self.table.playing and len(self.table.records) > self._public

    def side_of(self, seat: int) -> int:
        """The side of the view on which a seat is drawn."""
        return seat

    # Events

    def apply(self, events: Sequence[Event], table: SharedTable) -> None:
        """Apply events and the table after them; phrases are sent once, beside the state."""
        self.set_remark(" ".join(self._seat_messages(events)))
        for event in events:
            if isinstance(event, PhraseSaid):
                phrase = say(f"together.phrase.{event.phrase}", self.lang)
                text = say("together.says", self.lang, who=self.reader.name(event.seat), what=phrase)
                self.send({"says": {"seat": self.side_of(event.seat), "what": phrase, "text": text}})
        self.table = table

    def _seat_messages(self, events: Sequence[Event]) -> Iterator[str]:
        """The sentences about seats that other players left, or that the host took away."""
        for event in events:
            if isinstance(event, Rose):
                is_own, who = event.seat == self.own_seat, seat_name(self.table, event.seat, self.lang)
                if event.taken:
                    yield say("together.taken.you" if is_own else "together.taken.other", self.lang, who=who)
                elif not is_own:
                    yield say("together.left_playing" if self.table.playing else "together.left", self.lang, who=who)

    def set_remark(self, text: str) -> None:
        """Set the remark, unless the text is empty."""
        self.remark = text or self.remark

    def reset(self) -> None:
        """Rebuild the view from the table; drop all state of this device."""
        raise NotImplementedError

    def clear_selection(self) -> None:
        self.reset()

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        """Show why the last command was refused."""
        raise NotImplementedError

    # Messages

    def command_for(self, content: object) -> Command | None:
        """Handle a message of the page; returns its command for the table, or None."""
        self.command = None
        self.receive(content)
        return self.command

    def before_message(self, message: str) -> None:
        self.remark = ""

    @receives
    def sit(self, name: str, seat: int = -1) -> None:
        """Sit down under this name, at this seat or at any free one."""
        self.command = Sit(name, None if seat < 0 else seat)

    @receives
    def remove(self, seat: int) -> None:
        """Remove the player from a seat."""
        self.command = Remove(seat)

    @receives
    def say(self, phrase: str) -> None:
        """Say a set phrase."""
        if self._is_secret:
            self.remark = say("tournament.secret", self.lang)
        else:
            self.command = Say(phrase)

    @receives
    def press(self, do: Press) -> None:
        """Send a command without arguments."""
        self.command = do

    # View model

    def room_props(self) -> RoomProps:
        """The view model around the cards."""
        table, lang, own = self.table, self.lang, self.own_seat
        left = self.presence.seconds_left
        seats = [self._seat_props(seat) for seat in range(len(table.seats))]
        over = say("together.finished" if table.tournament else "together.closed", lang) if table.closed else ""
        save = [self._link(f"table/{self.code}/rounds.json", "together.save")]
        back = [self._link(f"tables?lang={lang}", "together.to_tables")]
        if place := table.tournament:
            back = [self._link(f"tournament/{place.code}?lang={lang}", "tournament.to_tournament")]
        return {
            "seats": seats,
            "ask": self.nickname if any(one["sit"] for one in seats) else None,
            "buttons": self._buttons(),
            "news": self._news_lines(),
            "seconds": max((round(left[one]) for one in ("clock", "away", "deal") if one in left), default=0),
            "left": say("together.seconds_left", lang, count="{count}"),
            "hurry": own is not None and "clock" in left and getattr(table.state, "seat", None) == own,
            "talks": own is not None and not table.closed and not self._is_secret,
            "standing": [],
            "decided": table.match_over and not table.tournament,
            "playing": table.playing,
            "over": table.closed,
            "onward": [*self._review(), *(back if table.closed else ())],
            "links": [*(save if may_download(table, own, self._public) else ()), *(() if table.closed else back)],
            "remark": over or self.remark,
        }

    def invite(self) -> list[Block]:
        """How others come to the table; folded away once somebody has played."""
        title, is_new = say("together.invite_heading", self.lang), self.table.start is None
        return [details(title, *self.invitation, unfolded=is_new)] if self.invitation else []

    def _link(self, path: str, key: str, *, new: bool = False) -> Block:
        return link(say(key, self.lang), f"{self.base}{path}", new=new, style="cardlab-button")

    def _review(self) -> list[Block]:
        """The review of the last round, from the seat in which this player ended it."""
        table = self.table
        if table.playing or self._is_secret or not may_download(table, self.own_seat, self._public):
            return []
        players = table.record_players[-1]
        seat = f"&seat={players.index(self.player)}" if self.player in players else ""
        label = "together.review_before" if table.broken_off else "together.review"
        return [self._link(f"{self.lang}/play-{table.game}.ipynb?table={self.code}{seat}", label, new=True)]

    def _seat_props(self, seat: int) -> SharedSeat:
        table, lang, one = self.table, self.lang, self.table.seats[seat]
        name = seat_name(table, seat, lang)
        _, former = table.departed.get(seat, ("", ""))
        state: Literal["free", "here", "away", "bot"] = "free"
        if one.player:
            state = "bot" if one.bot else "here" if seat in self.presence.connected else "away"
        elif (one.bot and table.state is not None) or table.tournament:
            state = "bot"
        is_waiting = not table.playing and not table.tournament
        sentence = {
            "free": "together.free",
            "here": "together.ready" if one.ready else "together.not_ready" if is_waiting else "together.plays",
            "away": "together.away",
            "bot": "together.bot_for" if one.player else "together.bot_since" if former else "together.bot_plays",
        }[state]
        is_open = not table.closed and not table.tournament
        may_sit = not one.player and self.own_seat is None and is_open and not table.playing
        may_remove = bool(one.player) and seat != self.own_seat and self.player == table.host and is_open
        return {
            "seat": seat,
            "name": name,
            "about": say(sentence, lang, who=former),
            "state": state,
            "you": seat == self.own_seat,
            "sit": say("together.sit", lang) if may_sit else "",
            "remove": say("together.remove", lang, name=name) if may_remove else "",
        }

    def _buttons(self) -> list[RoomButton]:
        table, own = self.table, self.own_seat
        is_host, is_open = self.player == table.host, not table.closed and not table.tournament
        is_ready = own is not None and table.seats[own].ready
        main: Press | None = None
        if own is not None and table.seats[own].bot and table.playing:
            main = "come_back"
        elif not is_ready:
            main = "ready_up"
        offered: list[tuple[Press, bool]] = [
            ("come_back", main == "come_back" and not table.closed),
            ("not_ready" if is_ready else "ready_up", is_open and own is not None and not table.playing),
            ("begin_now", is_open and is_host and not table.playing and bool(table.taken_seats)),
            ("rise", is_open and own is not None),
            ("close", is_open and is_host),
        ]
        labels = {"not_ready": "ready_no_more"}
        if table.match_over:
            labels["ready_up"] = "ready_for_match"
        if all(seat.player or seat.bot for seat in table.seats):
            labels["begin_now"] = "begin_unready"
        return [
            {"do": do, "label": say(f"together.{labels.get(do, do)}", self.lang), "main": do == main}
            for do, can in offered
            if can
        ]

    def _news_lines(self) -> list[str]:
        """What the table waits for, absent players, and spectators."""
        table, lang, own, news = self.table, self.lang, self.own_seat, list[str]()
        free = sum(not one.player for one in table.seats)
        if self._is_secret:
            news.append(say("tournament.secret", lang))
        if table.tournament and not table.playing and not table.closed:
            news.append(say("tournament.next_deal", lang))
        elif table.playing and free and own is None and not table.tournament:
            news.append(say("refusal.table_sit_later", lang))
        elif not table.playing and not table.closed:
            if free and table.state is None:
                news.append(say("together.seats_free", lang, count=free))
            if (
                own is not None
                and not table.seats[own].ready
                and any(table.seats[one].ready for one in table.taken_seats)
            ):
                news.append(say("together.waits_for.you", lang))
        news += self.away_messages()
        if self.presence.spectators:
            news.append(say("together.looking", lang, count=self.presence.spectators))
        if table.agreed.watch is Watch.OPEN and not table.closed:
            news.append(say("together.shown.open", lang))
        return news

    def away_messages(self) -> list[str]:
        """The absent players of the current round for whom no bot plays yet."""
        table = self.table
        away = (seat for seat in table.taken_seats if seat not in self.presence.connected and not table.seats[seat].bot)
        return [self.reader.about("together.is_away", seat) for seat in away if table.playing]


def may_download(table: SharedTable, seat: int | None, public: int) -> bool:
    """Whether a player of this seat, or a spectator (None), may have the finished rounds that are public."""
    return public > 0 and (seat is not None or table.agreed.watch is not Watch.NOBODY)


def rounds_as_json(table: SharedTable, public: int) -> str:
    """The first finished rounds of a table, as the text of a file."""
    *earlier, last = table.records[:public]
    about = {**last.about, EARLIER: [json.loads(one.text()) for one in earlier]}
    return Record(last.start, last.moves, about=about).text()


def seat_name(table: SharedTable, seat: int, lang: str) -> str:
    """The name of a seat in a list: of its player, of a bot, or of a free seat."""
    one = table.seats[seat]
    if one.player:
        return one.name or say("seat.player", lang, number=seat + 1)
    return say("together.bot" if one.bot else "together.empty", lang, number=seat + 1)
