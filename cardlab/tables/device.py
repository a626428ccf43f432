"""A table between devices as one device shows it: the room around the cards, made of blocks.

- `Device`: one device at a table of either game; its handlers make a message a command, the event that is to happen;
- `RoomProps`: the view model around the cards, the same for both games;
- `asked_first`: what cannot be taken back;
- `seat_name`, `may_download`, `rounds_as_json`: the name of a seat; the file of finished rounds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final, Literal, TypeAlias, TypedDict

from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.record import EARLIER, Record
from cardlab.refusal import Refusal
from cardlab.tables.shared_table import (
    ANY_SEAT,
    PHRASES,
    Closed,
    Dealt,
    Event,
    PhraseSaid,
    Readied,
    Returned,
    Rose,
    Sat,
    SharedTable,
    Watch,
)
from cardlab.tables.table_service import Presence
from cardlab.widgets.blocks import Block, Inline, Send, button, details, field, group, link, row, status, strong, text
from cardlab.widgets.scene import Scene, receives

Press: TypeAlias = Literal["rise", "ready_up", "not_ready", "begin_now", "come_back", "close"]
"""A button of a seat, or of the host."""
NAME_KEY: Final = "cardlab-name"
"""The key under which a browser keeps the name that was typed last."""
SPOKEN: Final = 5.0
"""How long it is shown what somebody says, in seconds; as the animation in `js/shared_room.css`."""


class Spoken(TypedDict):
    """What somebody has just said, the `number`-th here: at which side of the view, and how it is read out."""

    number: int
    seat: int
    what: str
    text: str


class RoomProps(TypedDict):
    """The view model around the cards.

    - `who`: who sits there, how one sits down, what the table waits for; `next`: what comes next;
      `rarely`: phrases, how others come, and what one rarely wants;
    - `spoken`: what was said just now;
    - `seconds`: until the next due event, 0 for none; `left`: its sentence, with `{count}` for the seconds;
    - `hurry`: whether these are the seconds of the player's own move;
    - `standing`: the standing of the match; `decided`: the match is won;
    - `playing`: a round is being played; `over`: the table is closed;
    - `remark`: the result of the last message, or a change of a seat.
    """

    label: str
    who: list[Block]
    next: list[Block]
    rarely: list[Block]
    spoken: list[Spoken]
    seconds: int
    left: str
    hurry: bool
    standing: list[str]
    decided: bool
    playing: bool
    over: bool
    remark: str


class BeforeDeal(RoomProps):
    """The view model before the first deal: only the surroundings of the cards."""

    stage: Literal["room"]
    rules: Block


class Device(Scene):
    """One device at a table of either game; its page is a connection.

    - `code`, `table`: the table and its current state; `presence`: who is connected;
    - `player`: the mark of the player or spectator; `clock`: returns a monotonic time in seconds;
    - `base`: the path of the course; `nickname`: the learner's name in the class, or ""; `invitation`: how others come;
    - `remark`: a sentence for the player, "" for none;
    - `command`: the event that the last message asks for.
    """

    own_words: ClassVar[tuple[str, ...]] = ("together.hurry",)

    def __init__(
        self, lang: str, code: str, table: SharedTable, player: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(lang)
        self.code = code
        self.table = table
        self.player = player
        self.clock = clock
        self.base = "/"
        self.nickname = ""
        self.invitation: tuple[Block, ...] = ()
        self.presence = Presence()
        self.remark = ""
        self.command: Event | None = None
        self._spoken: list[tuple[float, Spoken]] = []

    @property
    def reader(self) -> Reader:
        """The reader of sentences, who knows the names of all seats."""
        raise NotImplementedError

    @property
    def seconds_to_redraw(self) -> float:
        """The seconds until the view changes without an event; 0 for never."""
        return min((until - self.clock() for until, _ in self._spoken), default=0.0)

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
        """Apply events and the table after them."""
        self.set_remark(" ".join(self._seat_messages(events)))
        for event in events:
            if isinstance(event, PhraseSaid):
                phrase = say(f"together.phrase.{event.phrase}", self.lang)
                text = say("together.says", self.lang, who=self.reader.name(event.seat), what=phrase)
                number = self._spoken[-1][1]["number"] + 1 if self._spoken else 1
                spoken = Spoken(number=number, seat=self.side_of(event.seat), what=phrase, text=text)
                self._spoken.append((self.clock() + SPOKEN, spoken))
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
        """Show why nothing came of the last message."""
        raise NotImplementedError

    # Messages

    def command_for(self, content: object) -> Event | None:
        """Handle a message of the page; returns its command for the table, or None."""
        self.command = None
        self.receive(content)
        return self.command

    def before_message(self, message: str) -> None:
        self.remark = ""

    @receives
    def sit(self, name: list[str], seat: int = ANY_SEAT) -> None:
        """Sit down under this name, at this seat or at any free one."""
        self.command = Sat(seat, self.player, "".join(name))

    @receives
    def remove(self, seat: int) -> None:
        """Remove the player from a seat."""
        self.command = Rose(seat)

    @receives
    def say(self, phrase: str) -> None:
        """Say a set phrase."""
        if self._is_secret:
            self.remark = say("tournament.secret", self.lang)
        else:
            self.command = PhraseSaid(ANY_SEAT if self.own_seat is None else self.own_seat, phrase)

    @receives
    def press(self, do: Press) -> None:
        """Press a button."""
        self.command = pressed(do, self.own_seat)

    # View model

    def room_props(self) -> RoomProps:
        """The view model around the cards."""
        table, lang, own = self.table, self.lang, self.own_seat
        left, now = self.presence.seconds_left, self.clock()
        over = say("together.finished" if table.tournament else "together.closed", lang) if table.closed else ""
        self._spoken = [one for one in self._spoken if one[0] > now]
        return {
            "label": say("together.label", lang),
            "who": list(self._who()),
            "next": list(self._next()),
            "rarely": list(self._rarely()),
            "spoken": [one for _, one in self._spoken],
            "seconds": max((round(left[one]) for one in ("clock", "away", "deal") if one in left), default=0),
            "left": say("together.seconds_left", lang, count="{count}"),
            "hurry": own is not None and "clock" in left and getattr(table.state, "seat", None) == own,
            "standing": [],
            "decided": table.match_over and not table.tournament,
            "playing": table.playing,
            "over": table.closed,
            "remark": over or self.remark,
        }

    def _who(self) -> Iterator[Block]:
        """Who sits where, and a field for the name and a button at each free seat where one may sit down."""
        table, lang = self.table, self.lang
        is_open = not table.closed and not table.tournament and not table.playing and self.own_seat is None
        free = [seat for seat, one in enumerate(table.seats) if is_open and not one.player]
        if free:
            yield name_field(self.nickname, lang)
            yield text(say("together.name_kept", lang), "soft")
        places = [self._place(seat, free) for seat in range(len(table.seats))]
        yield group(*places, label=say("together.seats", lang), style="cardlab-places")
        yield status(*self._news_lines(), style="cardlab-room-news")

    def _place(self, seat: int, free: Sequence[int]) -> Block:
        """A seat; at the `free` ones one may sit down, most simply at the first."""
        table, lang, one = self.table, self.lang, self.table.seats[seat]
        name, (_, former) = seat_name(table, seat, lang), table.departed.get(seat, ("", ""))
        state = "free"
        if one.player:
            state = "bot" if one.bot else "here" if seat in self.presence.connected else "away"
        elif (one.bot and table.state is not None) or table.tournament:
            state = "bot"
        is_waiting = not table.playing and not table.tournament
        about = {
            "free": "together.free",
            "here": "together.ready" if one.ready else "together.not_ready" if is_waiting else "together.plays",
            "away": "together.away",
            "bot": "together.bot_for" if one.player else "together.bot_since" if former else "together.bot_plays",
        }[state]
        is_own, is_host = seat == self.own_seat, self.player == table.host and not table.closed
        title: list[Inline] = [strong(name), f" ({say('seat.0', lang)})" if is_own else ""]
        inside = [text(title), text(say(about, lang, who=former))]
        spoken = [one["what"] for _, one in self._spoken if table.start is None and one["seat"] == seat]
        inside += [group(text(what), style="cardlab-says") for what in spoken[-1:]]
        if seat in free:
            takes, label, is_first = {"name": ("name",)}, say("together.sit", lang), seat == free[0]
            inside.append(button(label, {"do": "sit", "seat": seat}, main=is_first, enter="answers", takes=takes))
        if one.player and not is_own and is_host:
            remove = say("together.remove", lang, name=name)
            inside.append(
                asked_first(remove, say("together.remove_sure", lang), remove, {"do": "remove", "seat": seat})
            )
        return group(*inside, label=name, style=f"cardlab-place cardlab-is-{state}{' cardlab-you' * is_own}")

    def _next(self) -> Iterator[Block]:
        """What comes next: to be ready, to begin, to take the seat back, the review; at a closed table the way on."""
        table, own = self.table, self.own_seat
        is_open = not table.closed and not table.tournament and not table.playing
        is_ready = own is not None and table.seats[own].ready
        buttons = []
        if own is not None and table.playing and table.seats[own].bot:
            buttons.append(self._button("together.come_back", "come_back", main=True))
        if is_open and own is not None:
            ready = "together.ready_for_match" if table.match_over else "together.ready_up"
            label = "together.ready_no_more" if is_ready else ready
            buttons.append(self._button(label, "not_ready" if is_ready else "ready_up", main=not is_ready))
        if is_open and self.player == table.host and table.taken_seats:
            is_full = all(seat.player or seat.bot for seat in table.seats)
            buttons.append(self._button("together.begin_unready" if is_full else "together.begin_now", "begin_now"))
        onward = [*buttons, *self._review(), *(self._back() if table.closed else ())]
        if onward:
            yield row(*onward)

    def _rarely(self) -> Iterator[Block]:
        """Set phrases, how others come, and what one rarely wants: to leave, to close the table, to keep the rounds."""
        table, lang, own = self.table, self.lang, self.own_seat
        if own is not None and not table.closed and not self._is_secret:
            phrases = [
                button(say(f"together.phrase.{phrase}", lang), {"do": "say", "phrase": phrase}) for phrase in PHRASES
            ]
            spoken = row(*phrases, label=say("together.say", lang))
            yield details(say("together.talk", lang), spoken, style="cardlab-rules cardlab-talk")
        if self.invitation:
            title, is_new = say("together.invite_heading", lang), table.start is None
            # Folded away once somebody has played.
            yield details(title, *self.invitation, unfolded=is_new)
        items = [] if table.closed else list(self._back())
        if may_download(table, own, self._public):
            items.insert(0, self._link(f"table/{self.code}/rounds.json", "together.save"))
        if own is not None and not table.closed and not table.tournament:
            rise = say("together.rise", lang)
            # Between two rounds nobody loses anything by leaving a seat.
            asked = asked_first(rise, say("together.rise_sure", lang), rise, {"do": "rise"})
            items.append(asked if table.playing else self._button("together.rise", "rise"))
        if self.player == table.host and not table.closed and not table.tournament:
            question, answer = say("together.close_sure", lang), say("together.close_all", lang)
            items.append(asked_first(say("together.close", lang), question, answer, {"do": "close"}))
        yield row(*items, style="cardlab-rarely")

    def _button(self, key: str, do: Press, *, main: bool = False) -> Block:
        # One that says something else now is the same button, and keeps the focus.
        place = "ready" if do in ("ready_up", "not_ready") else do
        return {**button(say(key, self.lang), {"do": do}, main=main), "key": place}

    def _link(self, path: str, key: str, *, new: bool = False) -> Block:
        return link(say(key, self.lang), f"{self.base}{path}", new=new, style="cardlab-button")

    def _back(self) -> Iterator[Block]:
        """The way to the tournament of the table, or to other tables."""
        if place := self.table.tournament:
            yield self._link(f"tournament/{place.code}?lang={self.lang}", "tournament.to_tournament")
        else:
            yield self._link(f"tables?lang={self.lang}", "together.to_tables")

    def _review(self) -> Iterator[Block]:
        """The review of the last round, from the seat in which this player ended it."""
        table = self.table
        if not table.playing and not self._is_secret and may_download(table, self.own_seat, self._public):
            players = table.record_players[-1]
            seat = f"&seat={players.index(self.player)}" if self.player in players else ""
            label = "together.review_before" if table.broken_off else "together.review"
            yield self._link(f"{self.lang}/play-{table.game}.ipynb?table={self.code}{seat}", label, new=True)

    def _news_lines(self) -> Iterator[str]:
        """What the table waits for, absent players, and spectators."""
        table, lang, own = self.table, self.lang, self.own_seat
        free = sum(not one.player for one in table.seats)
        if self._is_secret:
            yield say("tournament.secret", lang)
        if table.tournament:
            if not table.playing and not table.closed:
                yield say("tournament.next_deal", lang)
        elif table.playing:
            if free and own is None:
                yield say("refusal.table_sit_later", lang)
        elif not table.closed:
            if free and table.state is None:
                yield say("together.seats_free", lang, count=free)
            if own is not None and not table.seats[own].ready and any(one.ready for one in table.seats):
                yield say("together.waits_for.you", lang)
        yield from self.away_messages()
        if self.presence.spectators:
            yield say("together.looking", lang, count=self.presence.spectators)
        if table.agreed.watch is Watch.OPEN and not table.closed:
            yield say("together.shown.open", lang)

    def away_messages(self) -> list[str]:
        """The absent players of the current round for whom no bot plays yet."""
        table = self.table
        away = (seat for seat in table.taken_seats if seat not in self.presence.connected and not table.seats[seat].bot)
        return [self.reader.about("together.is_away", seat) for seat in away if table.playing]


def pressed(do: Press, own: int | None) -> Event:
    """The command of a button, pressed by the player of a seat, or by somebody without one."""
    seat = ANY_SEAT if own is None else own
    commands: dict[Press, Event] = {
        "rise": Rose(seat),
        "ready_up": Readied(seat, True),
        "not_ready": Readied(seat, False),
        "begin_now": Dealt({}),
        "come_back": Returned(seat),
        "close": Closed(),
    }
    return commands[do]


def asked_first(label: str, question: str, answer: str, send: Send) -> Block:
    """What cannot be taken back: a fold with the question, and the button that does it after all."""
    return details(label, text(question), button(answer, send), key=answer, style="cardlab-rules cardlab-asked-first")


def name_field(nickname: str, lang: str) -> Block:
    """The field for a player's name: that of the class, or the one that this browser keeps."""
    label = say("together.name", lang)
    return field(label, nickname, name="name", longest=60, complete="nickname", remembered=NAME_KEY)


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
