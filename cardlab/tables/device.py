"""What one device shows of a shared table: the part around the cards."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, Literal, TypeAlias

from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.record import EARLIER, Record
from cardlab.tables.event_logs import EventBase
from cardlab.tables.players_scene import PlayersScene, Viewer, confirmation, name_field
from cardlab.tables.shared_table import ANY_SEAT, Closed, Dealt, Event, Moved, Returned, Rose, Sat, Seat, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_service import Presence, TableService
from cardlab.timeline import Timeline
from cardlab.widgets.blocks import Block, Inline, button, details, group, link, row, status, strong, text
from cardlab.widgets.scene import receives

Press: TypeAlias = Literal["rise", "deal", "come_back", "close"]
"""The name of a button of a player or the host."""


class Device(PlayersScene):
    """One device at a table of either game.

    - `code`, `table`: the table and its current state; `tables`: the service, None without one;
    - `player`: the pseudonym of the viewer, who sees only the cards of the own seat, and without a seat no cards;
    - `presence`: who is connected, as of the last snapshot;
    - `clock`: returns a monotonic time in seconds;
    - `command`: the event that the last message asks for; `asked`: the move in it.

    A subclass has `at_table`, which returns the reader at a seat, and `resets_at`: the events that change more than one
    move does.
    """

    own_words: ClassVar[tuple[str, ...]] = ("together.hurry",)
    at_table: ClassVar[Callable[..., Reader]]
    resets_at: ClassVar[tuple[type[EventBase], ...]] = (Dealt, Sat, Rose)

    def __init__(
        self,
        lang: str,
        viewer: Viewer,
        code: str,
        table: SharedTable,
        tables: TableService | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(lang, viewer)
        self.label = self.say(f"compare.game.{table.game}")
        self.about = "tichu" if table.game == "tichu" else "tongits"
        self.code = code
        self.table = table
        self.tables = tables
        self.player = viewer.player
        self.clock = clock
        self.presence = Presence()
        self.command: Event | None = None
        self.asked: Any = None

    @property
    def reader(self) -> Reader:
        """The reader of sentences, who knows the names at all seats."""
        people = tuple(seat_name(self.table, seat, self.lang) for seat in range(len(self.table.seats)))
        return replace(type(self).at_table(self.lang, self.own_seat), people=people)

    @property
    def own_seat(self) -> int | None:
        """The seat of the player, or None."""
        return self.table.seat_of(self.player)

    @property
    def _is_secret(self) -> bool:
        """Whether another table still has to play the last deal of this table."""
        table = self.table
        return bool(table.tournament) and not table.playing and len(table.records) > self.presence.public_deals

    # At a table of a server

    async def follow(self) -> None:
        """Subscribe to the table; a player who comes back takes over from the bot."""
        assert self.tables is not None
        self.unsubscribe = await self.tables.subscribe(self.code, self.player, self._happened)
        if self.own_seat is not None and self.table.seats[self.own_seat].bot:
            with suppress(StoreTrouble):
                await self.tables.execute(self.code, self.player, Returned(self.own_seat))

    def _happened(self, table: SharedTable, events: tuple[Event, ...]) -> None:
        self.changed()
        try:
            self.apply(events, table)
        except Exception:
            self.table = table
            self.clear_selection()
            raise

    def snapshot(self) -> dict[str, Any]:
        if self.tables is not None:
            self.presence = self.tables.presence(self.code)
        return super().snapshot()

    # Events

    def apply(self, events: Sequence[Event], table: SharedTable) -> None:
        """Take over the new state of the table, and show what these events did."""
        self.set_remark(" ".join(self._seat_messages(events)))
        self.table = table
        if any(isinstance(event, self.resets_at) for event in events):
            self.reset()
        elif (line := table.timeline) is not None:
            made = sum(isinstance(event, Moved) for event in events)
            for index in range(line.last - made + 1, line.last + 1):
                self.follow_move(line.seek(index))

    def _seat_messages(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield sentences about seats that others left or the host took away."""
        for event in events:
            if isinstance(event, Rose):
                is_own, who = event.seat == self.own_seat, seat_name(self.table, event.seat, self.lang)
                if event.taken:
                    yield self.say("together.taken.you" if is_own else "together.taken.other", who=who)
                elif not is_own:
                    yield self.say("together.left_playing" if self.table.playing else "together.left", who=who)

    def set_remark(self, text: str) -> None:
        """Set the remark, unless the text is empty."""
        self.remark = text or self.remark

    def follow_move(self, line: Timeline[Any, Any, int]) -> None:
        """Show the current move of the round `line`."""
        raise NotImplementedError

    def reset(self) -> None:
        """Rebuild the view from the table; drop all state of this device."""
        raise NotImplementedError

    def clear_selection(self) -> None:
        self.reset()

    # Messages

    def before_message(self, message: str) -> None:
        super().before_message(message)
        self.command = self.asked = None

    def ask(self, command: Event) -> None:
        """Ask the table to carry out a command."""
        self.command = command
        if (tables := self.tables) is not None:
            self.order = lambda key: tables.execute(self.code, self.player, command, key)

    def ask_move(self, move: Any) -> None:
        """Ask the table to make a move."""
        self.asked = move
        self.ask(Moved(getattr(move, "seat", None), str(move)))

    @receives
    def sit(self, name: list[str], seat: int = ANY_SEAT) -> None:
        """Sit down under this name, at this seat or any free one.

        `name`: the value of the page's one name field, as a list.
        """
        self.ask(Sat(seat, self.player, "".join(name)))

    @receives
    def remove(self, seat: int) -> None:
        """Remove the player from a seat."""
        self.ask(Rose(seat))

    @receives
    def press(self, do: Press) -> None:
        """Do what a button of the player or the host asks for."""
        self.ask(pressed(do, self.own_seat))

    # View model

    def room_props(self) -> Block:
        """Return what the page shows around the cards."""
        table, own = self.table, self.own_seat
        left = self.presence.seconds_left
        over = self.say("together.finished" if table.tournament else "refusal.table_closed") if table.closed else ""
        return {
            "label": self.say("together.label"),
            "who": list(self._who()),
            "next": list(self._next()),
            "rarely": list(self._rarely()),
            "seconds": max((round(left[one]) for one in ("clock", "away", "deal") if one in left), default=0),
            "left": self.say("together.seconds_left", count="{count}"),
            "hurry": own is not None and "clock" in left and getattr(table.state, "seat", None) == own,
            "standing": [],
            "decided": table.match_over and not table.tournament,
            "playing": table.playing,
            "over": table.closed,
            "remark": over or self.remark,
        }

    def _who(self) -> Iterator[Block]:
        """Yield the seats and their players, and a field for the name if a seat is free."""
        table, lang = self.table, self.lang
        is_open = not table.closed and not table.tournament and not table.playing and self.own_seat is None
        free = [seat for seat, one in enumerate(table.seats) if is_open and not one.player]
        if free:
            yield name_field(self.viewer.nickname, lang)
            yield text(self.say("together.name_kept"), "soft")
        places = [self._place(seat, free) for seat in range(len(table.seats))]
        yield group(*places, label=self.say("play_tongits.table"), style="cardlab-places")
        yield status(*self._news_lines(), style="cardlab-room-news")

    def _place(self, seat: int, free: Sequence[int]) -> Block:
        """Make the block of a seat, with a button to sit down if it is among the `free`."""
        table, lang, one = self.table, self.lang, self.table.seats[seat]
        name, former = seat_name(table, seat, lang), table.departed.get(seat, Seat()).name
        state = "free"
        if one.player:
            state = "bot" if one.bot else "here" if seat in self.presence.connected else "away"
        elif (one.bot and table.state is not None) or table.tournament:
            state = "bot"
        about = {
            "free": "together.free",
            "here": "together.plays" if table.playing else "together.ready",
            "away": "together.away",
            "bot": "together.bot_for" if one.player else "together.bot_since" if former else "together.bot_plays",
        }[state]
        is_own, is_host = seat == self.own_seat, self.player == table.host and not table.closed
        title: list[Inline] = [strong(name), f" ({self.say('seat.0')})" if is_own else ""]
        inside = [text(title), *(() if table.closed else (text(self.say(about, who=former)),))]
        if seat in free:
            takes, label, is_first = {"name": ("name",)}, self.say("together.sit"), seat == free[0]
            inside.append(button(label, {"do": "sit", "seat": seat}, main=is_first, enter="answers", takes=takes))
        if one.player and not is_own and is_host:
            remove = self.say("room.remove", name=name)
            inside.append(
                confirmation(remove, self.say("together.remove_sure"), remove, {"do": "remove", "seat": seat})
            )
        return group(*inside, label=name, style=f"cardlab-place cardlab-is-{state}{' cardlab-you' * is_own}")

    def _next(self) -> Iterator[Block]:
        """Yield the buttons for the next steps: deal, take the seat back, review, leave."""
        table, own = self.table, self.own_seat
        buttons = []
        if own is not None and table.playing and table.seats[own].bot:
            buttons.append(self._button("together.come_back", "come_back", main=True))
        is_between = not table.closed and not table.tournament and not table.playing
        if is_between and table.taken_seats and table.may_deal(self.player):
            next_one = "play_tichu.new" if table.match_over else "play_tongits.next_round"
            is_first = table.state is None
            buttons.append(self._button("together.begin_now" if is_first else next_one, "deal", main=not is_first))
        onward = [*buttons, *self._review(), *(self._back() if table.closed else ())]
        if onward:
            yield row(*onward)

    def _rarely(self) -> Iterator[Block]:
        """Yield what is seldom wanted: invite, leave, close the table, save the rounds."""
        table, lang, own = self.table, self.lang, self.own_seat
        if self.viewer.link and not table.tournament:
            title, is_new = self.say("together.invite_heading"), table.state is None
            # Once somebody has played, the invitation is folded away.
            yield details(title, *self.viewer.invitation(self.say("together.link"), lang), unfolded=is_new)
        items = [] if table.closed else list(self._back())
        if may_download(table, self.player, self.presence.public_deals):
            file = f"{self.viewer.base}table/{self.code}/rounds.json"
            items.insert(0, link(self.say("together.save"), file, style="cardlab-button"))
        if own is not None and not table.closed and not table.tournament:
            rise = self.say("together.rise")
            # Between two rounds nobody loses anything by leaving a seat.
            asked = confirmation(rise, self.say("together.rise_sure"), rise, {"do": "rise"})
            items.append(asked if table.playing else self._button("together.rise", "rise"))
        if self.player == table.host and not table.closed and not table.tournament:
            question, answer = self.say("together.close_sure"), self.say("together.close_all")
            items.append(confirmation(self.say("together.close"), question, answer, {"do": "close"}))
        yield row(*items, style="cardlab-rarely")

    def _button(self, key: str, do: Press, *, main: bool = False) -> Block:
        # With a key it stays the same button when its label changes, and keeps the focus.
        return {**button(self.say(key), {"do": do}, main=main), "key": do}

    def _back(self) -> Iterator[Block]:
        """Yield the link to the table's tournament, or to the other tables."""
        if place := self.table.tournament:
            yield self.link("tournament.to_tournament", f"tournament/{place.code}", "cardlab-button")
        else:
            yield self.link("together.to_tables", "tables", "cardlab-button")

    def _review(self) -> Iterator[Block]:
        """Yield the link to the review of the last round, from this player's seat."""
        table = self.table
        if not table.playing and not self._is_secret and may_download(table, self.player, self.presence.public_deals):
            players = table.record_players[-1]
            seat = f"&seat={players.index(self.player)}" if self.player in players else ""
            label = "together.review_before" if table.broken_off else "together.review"
            page = f"{self.viewer.base}{self.lang}/play-{table.game}.ipynb?table={self.code}{seat}"
            yield link(self.say(label), page, new=True, style="cardlab-button")

    def _news_lines(self) -> Iterator[str]:
        """Yield sentences about what the table waits for, and about absent players."""
        table, own = self.table, self.own_seat
        free = sum(not one.player for one in table.seats)
        if self._is_secret:
            yield self.say("tournament.secret")
        if table.tournament:
            if not table.playing and not table.closed:
                yield self.say("tournament.next_deal")
        elif own is None and not table.closed and (table.playing or not free):
            yield self.say("refusal.table_sit_later" if free else "refusal.table_full")
        elif not table.playing and not table.closed:
            if free and table.state is None:
                yield self.say("together.seats_free", count=free)
            elif "deal" in self.presence.seconds_left:
                yield self.say("tournament.next_deal")
        yield from self.away_messages()

    def away_messages(self) -> list[str]:
        """Return sentences about absent players for whom no bot plays yet."""
        table = self.table
        away = (seat for seat in table.taken_seats if seat not in self.presence.connected and not table.seats[seat].bot)
        return [self.reader.about("together.is_away", seat) for seat in away if table.playing]


def pressed(do: Press, own: int | None) -> Event:
    """Return the command of a button; `own` is the seat of the player, or None."""
    seat = ANY_SEAT if own is None else own
    events: dict[Press, Event] = {"rise": Rose(seat), "deal": Dealt({}), "come_back": Returned(seat), "close": Closed()}
    return events[do]


def may_download(table: SharedTable, player: str, public: int) -> bool:
    """Return whether a player has played one of the first `public` finished rounds."""
    return any(player in played for played in table.record_players[:public])


def rounds_as_json(table: SharedTable, public: int) -> str:
    """Return the first `public` finished rounds (at least one) of a table, as JSON."""
    *earlier, last = table.records[:public]
    about = {**last.about, EARLIER: [json.loads(one.text()) for one in earlier]}
    return Record(last.start, last.moves, about=about).text()


def seat_name(table: SharedTable, seat: int, lang: str) -> str:
    """Return the name of a seat: of its player, of a bot, or of a free seat."""
    one = table.seats[seat]
    if one.player:
        return one.name or say("seat.player", lang, number=seat + 1)
    return say("together.bot" if one.bot else "seat.notation", lang, number=seat + 1)
