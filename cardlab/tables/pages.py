"""Tables between devices, as the front serves them: the page where one is opened or found, and a line to each table.

A page that only plays needs no session of a host: what it draws is worked out here, from what its seat may see, and
the view is the one of the lessons.
Frames of the page: `{"page": name, "known": number}` first, then `[number, message]`, or `[number, message, true]` for
one that may have been sent before. Frames to the page:

- `["state", keys, gone]`: what is drawn has changed in these keys, and these are gone;
- `["done", number]`: that message has been done, and what it did is durable;
- `["said", content]`: something for the view, such as a file;
- `["failed"]`: something went wrong, until there is a new `state`;
- `["over"]`: there is nothing here for this page any more.

A player is known by a cookie that no script can read; in the log stands only a mark made from it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tornado.web import HTTPError

from cardlab import tichu
from cardlab.dashboard import frame, gate, reach
from cardlab.dashboard.course import Course
from cardlab.dashboard.names import mark, nickname, plain_code, spaced
from cardlab.dashboard.own_pages import OwnPage
from cardlab.game import GAMES
from cardlab.pagehost.lines import OpenLine
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tables.entries import CannotOpen
from cardlab.tables.hub import Hub, Seen
from cardlab.tables.logs import Refused
from cardlab.tables.opened import OpenTables
from cardlab.tables.store import Store, StoreTrouble, default_file
from cardlab.tables.table import ITSELF, PACES, Agreed, Command, Moved, Remove, Return, Sit, Table, Watch

KEPT: Final = 30 * 24 * 60 * 60
"""How many seconds a browser keeps who plays."""
LARGEST_ORDER: Final = 4096
LONGEST_PAGE: Final = 40
MOST_LISTED: Final = 40
"""How many tables the page of tables lists."""
MOST_HELD_BACK: Final = 0.15
"""Nobody is told later by more than so many seconds, however slow the other line is."""
TRIPS: Final = 4
"""So many of the latest ways to a page and back are looked at."""
LOG: Final = logging.getLogger("cardlab.tables")


def routes(base: str, tables: OpenTables) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of tables, for the server's table."""
    return [
        (f"{base}tables", Tables, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})", AtTable, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})/rounds.json", TableRounds, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})/line", TableLine, {"tables": tables}),
    ]


async def opened(file: Path | None = None) -> Hub:
    """The hub of this server, with its log in this file, or where it is kept by default.

    Raises CannotOpen for a log that cannot be opened.
    """
    await asyncio.to_thread(_devices)
    return Hub(await Store.open(file or default_file()))


class PlayersPage(OwnPage):
    """What the pages of tables share: who plays, and the hub."""

    tables: OpenTables

    async def hub(self) -> Hub:
        """The hub; while its log cannot be opened, these pages are not to be had."""
        try:
            return await self.tables.hub()
        except Exception as trouble:
            raise HTTPError(503) from trouble

    def write_error(self, status_code: int, **reason: Any) -> None:
        """Where the log cannot be opened, trying again is of no use: then it is said who can help."""
        lang = self.tongue()
        told = dict(frame.message(status_code, lang, self.course.base))
        _, problem, _ = reason.get("exc_info", (None, None, None))
        if problem is not None and isinstance(problem.__cause__, CannotOpen):
            told |= {"text": say("together.no_log", lang), "again": False}
        self.show("message.html.j2", status_code, **told)

    def player(self) -> str:
        """The mark of whoever asks; a browser that has none is given one to keep."""
        fresh = "" if gate.player(self.request) else secrets.token_urlsafe(16)
        token = player_token(self.request, self.course.room, fresh)
        if fresh:
            name = gate.cookie("player", self.request.host)
            self.set_cookie(name, token, path=self.course.base, httponly=True, samesite="Lax", max_age=KEPT)
        return mark(token)

    def named(self) -> str:
        """What a learner of the class is called, as a suggestion."""
        room = self.course.room
        visitor = room.visitor(gate.visitor(self.request)) if room else None
        return visitor.name if visitor else ""

    def link(self, path: str) -> str:
        """The address of a page as others can open it: in a class the computer's own in the network."""
        here = f"{self.request.protocol}://{self.request.host}{self.course.base}"
        return f"{(*self._in_network(), here)[0]}{path}"

    def games(self, lang: str) -> list[tuple[str, str]]:
        """What can be played, as choices of a form."""
        tongits_by = (
            (f"tongits {name}", say("together.game_by", lang, game=say("compare.game.tongits", lang), rules=rules))
            for name in ("sheet", "traditional")
            for rules in [say(f"preset.{name}", lang)]
        )
        return [*tongits_by, ("tichu sheet", say("compare.game.tichu", lang))]

    def clocks(self, lang: str) -> list[tuple[int, str]]:
        """How many seconds a move may take, as choices of a form."""
        timed = ((seconds, say("together.seconds", lang, count=seconds)) for seconds in (30, 60, 120))
        return [(0, say("together.no_clock", lang)), *timed]

    def _in_network(self) -> Sequence[str]:
        return self.course.room.addresses() if self.course.room else ()

    def only_here(self, lang: str) -> str:
        """Why no other device can open a table, and what helps; "" where others can."""
        if self._in_network() or not reach.is_local(self.request.host_name.strip("[]")):
            return ""
        return say("room.terminal.no_network" if self.course.room else "together.only_here", lang)

    def common(self, lang: str, title: str, address: str) -> dict[str, Any]:
        """What every one of these pages is drawn with."""
        return {
            **frame.plain(lang, title, self.course.base),
            "languages": self.languages(lang, address),
            "words": {
                **self.words((), lang),
                **{name: say(f"together.{name}", lang) for name in _WORDS},
                "sending": say("page.sending", lang),
            },
            "only_here": self.only_here(lang),
        }


def player_token(request: Any, room: Any, fresh: str = "") -> str:
    """Who plays: whoever has the cookie of a player, or is about to get the `fresh` one; "" for nobody.

    It outlives the server. In a class a learner is one player, whichever cookies the browser shows.
    """
    token = gate.player(request) or fresh
    if room is not None and room.admits(gate.visitor(request)):
        return str(room.plays_as(gate.visitor(request), token))
    return token


_WORDS: Final = (
    "heading", "text", "open_heading", "open_it", "find_heading", "code", "find", "watching", "clock", "clock_hint",
    "lost", "skip", "needs_script", "starting", "game", "as_preset",
    "house", "under_way", "more", "link", "copy", "copied", "drawing",
    "invite_heading", "over", "pace",
)  # fmt: skip


class Tables(PlayersPage):
    """Where a table is opened, or found by its code."""

    async def get(self) -> None:
        lang, code = self.tongue(), plain_code(self.get_query_argument("code", ""))
        self.player()
        if code and await (await self.hub()).table(code):
            self.redirect(f"{self.course.base}table/{code}?lang={lang}")
            return
        await self.ask(lang, say("together.no_such_table", lang) if code else "")

    async def ask(self, lang: str, problem: str, status: int = 200) -> None:
        """Shows both forms, and above them why one did not work."""
        under_way = [(code, table) for code, table in (await self.hub()).under_way().items() if not table.of]
        self.show(
            "tables.html.j2",
            status,
            **self.common(lang, say("together.heading", lang), f"{self.course.base}tables"),
            action=f"{self.course.base}tables?lang={lang}",
            tournaments={"href": f"{self.course.base}tournaments?lang={lang}", "text": say("hall.heading", lang)},
            problem=problem,
            games=self.games(lang),
            under_way=[self._told(code, table, lang) for code, table in under_way[:MOST_LISTED]],
            house=[(game, say(f"compare.game.{game}", lang), _house_rules(game, lang)) for game in GAMES],
            watches=[(str(one), say(f"together.watch.{one}", lang)) for one in Watch],
            clocks=self.clocks(lang),
            paces=[(level, say(f"play_tichu.level.{level}", lang)) for level in PACES],
            fills=say("play_tichu.by_itself", lang),
        )

    def _told(self, code: str, table: Table, lang: str) -> dict[str, str]:
        """A table at which somebody is, with a way there."""
        from cardlab.tables.device import called

        free = sum(not one.player for one in table.seats)
        return {
            "href": f"{self.course.base}table/{code}?lang={lang}",
            "code": spaced(code),
            "game": say(f"compare.game.{table.game}", lang),
            "who": ", ".join(called(table, seat, lang) for seat in table.people),
            "free": say("together.seats_free", lang, count=free) if free else say("together.no_seat", lang),
        }

    async def post(self) -> None:
        self.own_page_only()
        lang = self.tongue()
        game, _, preset = self.get_body_argument("game", "tongits sheet").partition(" ")
        try:
            rules = self.rules(game, preset)
            clock = int(self.get_body_argument("clock", "0"))
            watch = Watch(self.get_body_argument("watch", "table"))
            agreed = Agreed(rules, watch=watch, clock=clock)
            if game == "tichu":
                pace = PACES.get(self.get_body_argument("pace", "beginner"), agreed.pace)
                agreed = replace(agreed, clock=0, pace=pace, fills=bool(self.get_body_argument("fills", "")))
        except ValueError:
            await self.ask(lang, say("play_tongits.no_such_value", lang), 400)
            return
        try:
            opened = await (await self.hub()).open(agreed, self.player())
        except StoreTrouble as trouble:
            LOG.error("no table could be opened: %s", trouble)
            await self.ask(lang, say("together.trouble", lang), 503)
            return
        if isinstance(opened, Refused):
            await self.ask(lang, " ".join(explain(one, lang) for one in opened.refusals), 429)
            return
        self.redirect(f"{self.course.base}table/{opened}?lang={lang}", status=303)

    def rules(self, game: str, preset: str) -> Any:
        """The rules of the preset, and every house rule that the form sets besides. Raises ValueError for others."""
        from cardlab.widgets.forms import changed_rules

        rules = rules_of(game, preset)
        for name in self.request.body_arguments:
            of, _, key = name.partition(" ")
            value = self.get_body_argument(name)
            if of == game and value:
                rules = changed_rules(rules, key, {"yes": True, "no": False}.get(value, value))
                if rules is None:
                    raise ValueError(name)
        return rules


def rules_of(game: str, preset: str) -> Any:
    """The rules of a preset. Raises ValueError where there is no such game or preset."""
    if game not in GAMES:
        raise ValueError(game)
    return GAMES[game].rules.preset(preset)


def _house_rules(game: str, lang: str) -> list[dict[str, Any]]:
    """The house rules of a game, as fields that leave everything as the preset says until somebody chooses."""
    from cardlab.widgets.forms import rule_fields

    yes_no = [("yes", say("together.yes", lang)), ("no", say("together.no", lang))]
    found = []
    for one in rule_fields(GAMES[game].rules(), lang):
        choices = yes_no if one["is"] == "toggle" else []
        if one["is"] == "select":
            choices = [(choice["value"], choice["label"]) for choice in one["options"]]
        bounds = (one["least"], one["most"]) if one["is"] == "number" else (0, 0)
        found.append({**one, "name": f"{game} {one['key']}", "options": choices, "bounds": bounds})
    return found


class AtTable(PlayersPage):
    """The page of one table."""

    async def get(self, code: str) -> None:
        lang = self.tongue()
        table = await (await self.hub()).table(code)
        if table is None:
            raise HTTPError(404)
        self.player()
        name = f"shared_{table.game}"
        back = {"href": f"{self.course.base}tables?lang={lang}", "text": say("together.to_tables", lang)}
        if table.of:
            text = say("hall.to_tournament", lang)
            back = {"href": f"{self.course.base}tournament/{table.of.tournament}?lang={lang}", "text": text}
        self.show(
            "table.html.j2",
            200,
            **self.common(lang, say(f"compare.game.{table.game}", lang), f"{self.course.base}table/{code}"),
            code=code,
            line=f"{self.course.base}table/{code}/line?lang={lang}",
            view=self.course.address_of(f"{name}.js"),
            style=self.course.address_of(f"{name}.css"),
            link=self.link(f"table/{code}"),
            drawing=reach.drawing(self.link(f"table/{code}")),
            failed=say("page.failed", lang),
            nickname=self.named(),
            back=back,
            is_open=not table.of,
            is_new=table.state is None,
            glossary=frame.glossary("tichu" if table.game == "tichu" else "tongits", lang),
        )


class TableRounds(PlayersPage):
    """The rounds that have ended at a table, as one file for those who may see them: the play pages review them."""

    async def get(self, code: str) -> None:
        from cardlab.tables.device import may_keep, rounds_of

        table = await (await self.hub()).table(code)
        if table is None or not (may_keep(table, table.seat_of(self.player())) or await self.is_shown_to_all(table)):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(rounds_of(table))

    async def is_shown_to_all(self, table: Table) -> bool:
        """Whether the tournament of this table is over, so that everybody may check the deals."""
        if table.of is None or not table.done:
            return False
        tournament = await (await self.tables.hall()).tournament(table.of.tournament)
        return tournament is not None and tournament.over


class TableLine(OpenLine):
    """The line of one page to its table."""

    COMPRESSION = 1
    PATIENCE = 4.5  # so that the others read within two beats who is away

    application: Course
    tables: OpenTables

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._player = ""
        self._page = ""
        self._code = ""
        self._watch_ends: Callable[[], None] | None = None
        self._device: Any = None
        self._shown: dict[str, Any] = {}
        self._drawing = False
        self._has_failed = False
        self._later: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        self._trips: deque[float] = deque(maxlen=TRIPS)

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        hub = await self.tables.hub()
        if await hub.table(self.path_args[0]) is None:
            return 404
        self._hub: Hub = hub
        self._player, self._code = mark(token), self.path_args[0]
        lang = self.get_query_argument("lang", "")
        self._lang = lang if lang in LANGUAGES else "en"
        return 0

    async def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        self.application.lines.add(self)
        hub = self._hub
        table = await hub.table(self._code)
        if table is None:
            self.refuse()
            return
        # From here until it watches nothing is waited for, so that nothing happens at the table meanwhile.
        self._device = await _devices()[table.game](hub, self._lang, self._code, table, self._player)
        self._device.page = self
        self._say("words", _labels(type(self._device), self._lang))
        self._watch_ends = await hub.watch(self._code, self._player, self._happened)
        seat = table.seat_of(self._player)
        if seat is not None and table.seats[seat].bot:
            # Who was away and is back has the seat back without asking.
            with suppress(StoreTrouble):
                await hub.do(self._code, self._player, Return())
        # How far away the page is has to be known before the first card is turned.
        self._next_beat = time.monotonic()
        if self._is_over and self._watch_ends is not None:
            self._watch_ends()  # it went while its table was looked for

    def _happened(self, seen: Seen) -> None:
        if self._device is not None:
            try:
                self._device.happened(seen.events, seen.table)
            except Exception:
                self._fail()
                self._device.table = seen.table
            if any(isinstance(event, Moved) and event.move == tichu.moves.Verb.FLIP for event in seen.events):
                self._tell_evenly()
            self._draw_soon()

    # A fair start: both see a card that is turned at the same moment, as nearly as it can be told.

    def on_pong(self, data: bytes) -> None:
        if self._pinged is not None:
            self._trips.append(time.monotonic() - self._pinged)
        super().on_pong(data)

    @property
    def round_trip(self) -> float:
        """How many seconds it takes to this page and back: the shortest of late, for a page may have been busy."""
        return min(self._trips, default=0.0)

    def _tell_evenly(self) -> None:
        """What has happened is told to this page when it reaches the slowest one at the table."""
        lines = [line for line in self.application.lines if isinstance(line, TableLine) and line._code == self._code]
        slowest = max((line.round_trip for line in lines), default=0.0)
        self._not_before = asyncio.get_running_loop().time() + held_back(self.round_trip, slowest)

    # What is drawn

    def _draw_soon(self) -> None:
        """Draws once for all that happens in one go."""
        if not self._drawing:
            self._drawing = True
            asyncio.get_running_loop().call_soon(self._draw_if_due)

    def _draw_if_due(self) -> None:
        if self._drawing:  # nobody has drawn in between
            self._draw()

    def _draw(self, *more: Any) -> None:
        """Tells the page what has changed, and what else there is to say."""
        self._drawing = False
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._device is None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            self._later = loop.call_at(self._not_before, self._draw)
            self._tell(*more)
            return
        for _ in range(2):  # what cannot be drawn is drawn once more, from the table alone
            try:
                self._tell_picture(*more)
                return
            except Exception:
                self._fail()
        self._tell(["failed"], *more)

    def _tell_picture(self, *more: Any) -> None:
        from cardlab.tables.device import Presence

        if self._has_failed:
            self._device.sit_down()
            self._shown = dict.fromkeys(self._shown, _NOTHING)
        hub = self._hub
        # Whoever looks on is not told of their own looking.
        looking = hub.looking(self._code) - (self._device.own is None)
        self._device.presence = Presence(hub.here(self._code), looking, hub.left(self._code))
        shown: dict[str, Any] = {"four_colours": True, **self._device.picture()}
        soon = self._device.soon
        self._tell(*differences(self._shown, shown), *more)
        self._shown, self._has_failed = shown, False
        if soon:
            self._later = asyncio.get_running_loop().call_later(soon, self._draw)

    def _fail(self) -> None:
        """Something went wrong: it is logged, and the next picture is made from the table alone and sent whole."""
        LOG.exception("the page of a player at table %s has failed", self._code)
        self._has_failed = True

    async def _draw_after(self, doing: Awaitable[None], *more: Any) -> None:
        """Draws what has been done, and what more there is to say; that it went wrong is told too."""
        try:
            await doing
        except Exception:
            self._fail()
            more = (["failed"], *more)
        self._draw(*more)

    async def on_message(self, message: str | bytes) -> None:
        await self.wait_for_allowance()
        told: Any = None
        with suppress(ValueError, RecursionError):
            told = json.loads(message) if len(message) <= LARGEST_ORDER else None
        match told:
            case {"page": str(page)} if 8 <= len(page) <= LONGEST_PAGE and not self._page:
                self._page = page
            case [int(number), dict(content)] if self._page and self._device is not None:
                await self._answer(number, content, False)
            case [int(number), dict(content), True] if self._page and self._device is not None:
                await self._answer(number, content, True)
            case _:
                self.refuse()

    async def _answer(self, number: int, content: Mapping[str, Any], resent: bool) -> None:
        """Does what the page says; the answer goes out when it is durable."""
        # What was done is drawn before it is answered: who waits for the answer sees what it did.
        await self._draw_after(self._heard(number, content, resent), ["done", number])

    async def _heard(self, number: int, content: Mapping[str, Any], resent: bool) -> None:
        wanted: Command | None = self._device.asks(content)
        if isinstance(wanted, Sit):
            wanted = replace(wanted, name=nickname(wanted.name))
        if wanted is not None:
            await self._do(wanted, f"{self._page}:{number}", resent)

    def changed(self) -> None:
        """What a message has done is drawn when it is answered."""

    def send(self, content: Any) -> None:
        """Says something to the page once, as a device does."""
        self._say("said", content)

    async def _do(self, wanted: Command, key: str = "", resent: bool = False) -> None:
        """Asks for something at the table; why it was not done is told on the page."""
        device = self._device
        if device is None:
            return
        try:
            done = await self._hub.do(self._code, self._player, wanted, key, resent=resent)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s: %s", self._code, trouble)
            device.remark = say("together.trouble", self._lang)
        else:
            if isinstance(done, Refused):
                device.refused(done.refusals)

    def _say(self, *told: Any) -> None:
        self._tell(told)

    def _tell(self, *all_told: Sequence[Any]) -> None:
        """Tells the page these things in one frame; to send one costs as much as to draw."""
        if all_told:
            self.put(_JSON.encode(all_told).encode("utf-8", "replace"))

    def send_out(self) -> None:
        self._say("over")
        table = self._device.table if self._device is not None else None
        seat = table.seat_of(self._player) if table is not None else None
        if seat is not None:
            self._hub.later(self._hub.do(self._code, ITSELF, Remove(seat)))
        self.end(left=True)
        self.close(1000)

    def gone(self, *, left: bool) -> None:
        if self._watch_ends is not None:
            self._watch_ends()
            self._watch_ends = None
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._device = None


def held_back(own: float, slowest: float) -> float:
    """How many seconds later a page is told, so that it hears when the slowest does; both are there and back.

    >>> held_back(0.01, 0.11), held_back(0.11, 0.11), held_back(0.0, 2.0)
    (0.05, 0.0, 0.15)
    """
    return min(MOST_HELD_BACK, max(0.0, (slowest - own) / 2))


_NOTHING: Final = object()
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def differences(before: Mapping[str, Any], shown: Mapping[str, Any]) -> list[list[Any]]:
    """What a page is told that draws what was `before`: new values, names that are gone, and what stands above a list.

    >>> differences({"at": 1, "log": ["a"], "said": ""}, {"at": 2, "log": ["b", "a"]})
    [['state', {'at': 2}, ['said'], {'log': ['b']}]]
    """
    changed = {name: value for name, value in shown.items() if before.get(name, _NOTHING) != value}
    gone = [name for name in before if name not in shown]
    grown = {}
    for name, value in changed.items():
        old = before.get(name)
        if old and isinstance(old, list) and isinstance(value, list) and value[-len(old) :] == old:
            grown[name] = value[: -len(old)]
    for name in grown:
        del changed[name]
    return [["state", changed, gone, grown]] if changed or gone or grown else []


def _devices() -> Mapping[str, Any]:
    """What makes a device, by game; imported with the hub, beside everything else."""
    from cardlab.tables.tichu_device import SharedTichu
    from cardlab.tables.tongits_device import SharedTongits
    from cardlab.widgets.tichu_table.hands import HoldUp

    async def tongits_device(_hub: Hub, lang: str, code: str, table: Table, player: str) -> SharedTongits:
        return SharedTongits(lang, code, table, player)

    async def tichu_device(hub: Hub, lang: str, code: str, table: Table, player: str) -> SharedTichu:
        # However many pages somebody opens, the hand at a seat is held up as one.
        holds = await hub.beside(code, lambda: (HoldUp(), HoldUp()))
        return SharedTichu(lang, code, table, player, holds)

    return {"tongits": tongits_device, "tichu": tichu_device}


def _labels(device: Any, lang: str) -> dict[str, Any]:
    """The words and the faces of cards of a view."""
    from cardlab.widgets.base import words_and_faces

    return words_and_faces(device.own_words, lang)
