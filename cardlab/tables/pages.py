"""Tables between devices, as the front serves them: the page where one is opened or found, and a line to each table.

A page that only plays needs no session of a host: what it draws is worked out here, from what its seat may see, and
the view is the one of the lessons.
Frames of the page: `{"page": name}` first, then `[number, message]`. Frames to the page:

- `["words", labels]`: first, what the view has words for;
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
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from tornado.web import HTTPError

from cardlab.dashboard import frame, gate, reach
from cardlab.dashboard.course import Course
from cardlab.dashboard.names import mark, plain_code, spaced
from cardlab.dashboard.own_pages import OwnPage
from cardlab.game import GAMES
from cardlab.pagehost.lines import OpenLine
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import write_rules
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub, Seen
from cardlab.tables.logs import LOG, Refused
from cardlab.tables.opened import OpenTables
from cardlab.tables.store import CannotOpen, StoreTrouble
from cardlab.tables.table import ITSELF, PACES, Agreed, Remove, Return, Table, Watch

KEPT: Final = 30 * 24 * 60 * 60
"""How many seconds a browser keeps who plays."""
LARGEST_ORDER: Final = 4096
MOST_LISTED: Final = 40
"""How many tables the page of tables lists."""


def routes(base: str, tables: OpenTables) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of tables, for the server's table."""
    return [
        (f"{base}tables", Tables, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})", AtTable, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})/rounds.json", TableRounds, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})/line", TableLine, {"tables": tables}),
    ]


class PlayersPage(OwnPage):
    """What the pages of tables share: who plays, and where."""

    tables: OpenTables

    async def hall(self) -> Hall:
        """The tournaments and the hub; while their log cannot be opened, these pages are not to be had."""
        try:
            return await self.tables.hall()
        except Exception as trouble:
            raise HTTPError(503) from trouble

    async def table(self, code: str) -> Table | None:
        """The table with this code."""
        return await (await self.hall()).hub.table(code)

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
            self.keep("player", token, KEPT)
        return mark(token)

    def draw(self, template: str, title: str, path: str, **shown: Any) -> None:
        """As every page, with what is needed to come there from another device.

        `only_here` says why no other device can open it, and what helps; "" where others can.
        """
        room, lang = self.course.room, self.tongue()
        in_network = room.addresses() if room else ()
        only_here = ""
        if not in_network and reach.is_local(self.request.host_name.strip("[]")):
            only_here = say("room.terminal.no_network" if room else "together.only_here", lang)
        here = f"{self.request.protocol}://{self.request.host}{self.course.base}"
        link = f"{(*in_network, here)[0]}{path}"
        visitor = room.visitor(gate.visitor(self.request)) if room else None
        super().draw(
            template,
            title,
            path,
            only_here=only_here,
            link=link,
            drawing=lambda: reach.drawing(link),
            nickname=visitor.name if visitor else "",
            **shown,
        )

    def refused(self, refused: Refused | Sequence[Any]) -> str:
        """Why something was not done, as sentences."""
        refusals = refused.refusals if isinstance(refused, Refused) else refused
        return " ".join(explain(one, self.tongue()) for one in refusals)


def player_token(request: Any, room: Any, fresh: str = "") -> str:
    """Who plays: whoever has the cookie of a player, or is about to get the `fresh` one; "" for nobody.

    It outlives the server. In a class a learner is one player, whichever cookies the browser shows.
    """
    token = gate.player(request) or fresh
    if room is not None and room.admits(gate.visitor(request)):
        return str(room.plays_as(gate.visitor(request), token))
    return token


class Tables(PlayersPage):
    """Where a table is opened, or found by its code."""

    async def get(self) -> None:
        lang, code = self.tongue(), plain_code(self.get_query_argument("code", ""))
        self.player()
        if code and await self.table(code):
            self.redirect(f"{self.course.base}table/{code}?lang={lang}")
            return
        await self.ask(say("together.no_such_table", lang) if code else "")

    async def ask(self, problem: str, status: int = 200) -> None:
        """Shows both forms, and above them why one did not work."""
        from cardlab.tables.device import called
        from cardlab.widgets.forms import rule_fields

        lang, hub = self.tongue(), (await self.hall()).hub
        under_way = [
            (spaced(code), code, table, [called(table, seat, lang) for seat in table.people])
            for code, table in hub.under_way().items()
            if not table.of
        ]
        self.draw(
            "tables.html.j2",
            say("together.heading", lang),
            "tables",
            status=status,
            problem=problem,
            under_way=under_way[:MOST_LISTED],
            house={name: rule_fields(game.rules(), lang) for name, game in GAMES.items()},
            watches=tuple(Watch),
            paces=tuple(PACES),
        )

    async def post(self) -> None:
        self.own_page_only()
        lang = self.tongue()
        try:
            agreed = self.agreed()
        except ValueError:
            await self.ask(say("play_tongits.no_such_value", lang), 400)
            return
        try:
            opened = await (await self.hall()).hub.open(agreed, self.player())
        except StoreTrouble as trouble:
            LOG.error("no table could be opened: %s", trouble)
            await self.ask(say("together.trouble", lang), 503)
            return
        if isinstance(opened, Refused):
            await self.ask(self.refused(opened), 429)
        else:
            self.redirect(f"{self.course.base}table/{opened}?lang={lang}", status=303)

    def agreed(self) -> Agreed:
        """What the form says: a preset, every house rule that is set besides, the options. Raises ValueError."""
        from cardlab.widgets.forms import changed_rules

        game, _, preset = self.get_body_argument("game", "tongits sheet").partition(" ")
        if game not in GAMES:
            raise ValueError(game)
        rules: Any = GAMES[game].rules.preset(preset)
        for name in self.request.body_arguments:
            of, _, key = name.partition(" ")
            value = self.get_body_argument(name)
            if of == game and value:
                rules = changed_rules(rules, key, {"yes": True, "no": False}.get(value, value))
                if rules is None:
                    raise ValueError(name)
        options: dict[str, Any] = {"watch": self.get_body_argument("watch", "table")}
        clock = int(self.get_body_argument("clock", "0"))
        if game == "tongits":
            options["clock"] = clock
        else:
            options["fills"] = bool(self.get_body_argument("fills", ""))
            if (level := self.get_body_argument("pace", "beginner")) in PACES:
                options["pace"] = PACES[level]
        return Agreed.read(game, write_rules(rules), options)


class AtTable(PlayersPage):
    """The page of one table."""

    async def get(self, code: str) -> None:
        lang = self.tongue()
        table = await self.table(code)
        if table is None:
            raise HTTPError(404)
        self.player()
        self.draw(
            "table.html.j2",
            say(f"compare.game.{table.game}", lang),
            f"table/{code}",
            code=code,
            line=f"{self.course.base}table/{code}/line?lang={lang}",
            view=self.course.address_of(f"shared_{table.game}.js"),
            for_views=self.course.address_of("common.js"),
            styles=[self.course.address_of(f"{one}.css") for one in ("cardlab", f"shared_{table.game}")],
            tournament=table.of.tournament if table.of else "",
            is_new=table.state is None,
            glossary=frame.glossary("tichu" if table.game == "tichu" else "tongits", lang),
        )


class TableRounds(PlayersPage):
    """The rounds that have ended at a table, as one file for those who may see them: the play pages review them."""

    async def get(self, code: str) -> None:
        from cardlab.tables.device import may_keep, rounds_of

        table = await self.table(code)
        if table is None or not (may_keep(table, table.seat_of(self.player())) or await self.is_shown_to_all(table)):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(rounds_of(table))

    async def is_shown_to_all(self, table: Table) -> bool:
        """Whether the tournament of this table is over, so that everybody may check the deals."""
        if table.of is None or not table.done:
            return False
        tournament = await (await self.hall()).tournament(table.of.tournament)
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
        self._page = ""
        self._watch_ends: Callable[[], None] | None = None
        self._device: Any = None
        self._shown: dict[str, Any] = {}
        self._has_failed = False
        self._drawing: asyncio.TimerHandle | None = None

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        self._hub: Hub = await self.tables.hub()
        self._player, self._code = mark(token), self.path_args[0]
        lang = self.get_query_argument("lang", "")
        self._lang = lang if lang in LANGUAGES else "en"
        return 0 if await self._hub.table(self._code) else 404

    async def open(self, *_path: str) -> None:
        from cardlab.tables.tichu_device import SharedTichu
        from cardlab.tables.tongits_device import SharedTongits
        from cardlab.widgets.base import words_and_faces
        from cardlab.widgets.tichu_table.hands import HoldUp

        self.set_nodelay(True)
        self.application.lines.add(self)
        hub, own = self._hub, (self._lang, self._code)
        # However many pages somebody opens, the hand at a seat is held up as one.
        holds = await hub.beside(self._code, lambda: (HoldUp(), HoldUp()))
        table = await hub.table(self._code)
        assert table is not None
        # From here until it watches nothing is waited for, so that nothing happens at the table meanwhile.
        if table.game == "tichu":
            self._device = SharedTichu(*own, table, self._player, holds)
        else:
            self._device = SharedTongits(*own, table, self._player)
        self._device.page = self
        self._say("words", words_and_faces(self._device.own_words, self._lang))
        self._watch_ends = await hub.watch(self._code, self._player, self._happened)
        seat = table.seat_of(self._player)
        if seat is not None and table.seats[seat].bot:
            # Who was away and is back has the seat back without asking.
            with suppress(StoreTrouble):
                await hub.do(self._code, self._player, Return())
        # How the page answers is known from the first moment.
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
            self._draw_after(0.0)

    # What is drawn

    def _draw_after(self, seconds: float) -> None:
        """Draws then, once for all that happens until then, unless it is drawn sooner."""
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = asyncio.get_running_loop().call_later(seconds, self._draw)

    def _draw(self, *more: Any) -> None:
        """Tells the page what has changed, and what else there is to say."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        if self._device is None:
            return
        for _ in range(2):  # what cannot be drawn is drawn once more, from the table alone
            try:
                self._tell(*self._changes(), *more)
                return
            except Exception:
                self._fail()
        self._tell(["failed"], *more)

    def _changes(self) -> list[Any]:
        """What the page is told of how the table looks now."""
        from cardlab.tables.device import Presence

        if self._has_failed:
            self._device.sit_down()
            self._shown = dict.fromkeys(self._shown, _NOTHING)
        hub = self._hub
        # Whoever looks on is not told of their own looking.
        looking = hub.looking(self._code) - (self._device.own is None)
        self._device.presence = Presence(hub.here(self._code), looking, hub.left(self._code))
        shown: dict[str, Any] = {"four_colours": True, **self._device.picture()}
        if soon := self._device.soon:
            self._draw_after(soon)
        told = differences(self._shown, shown)
        self._shown, self._has_failed = shown, False
        return told

    def _fail(self) -> None:
        """Something went wrong: it is logged, and the next picture is made from the table alone and sent whole."""
        LOG.exception("the page of a player at table %s has failed", self._code)
        self._has_failed = True

    # What is heard

    async def on_message(self, message: str | bytes) -> None:
        await self.wait_for_allowance()
        told: Any = None
        with suppress(ValueError, RecursionError):
            told = json.loads(message) if len(message) <= LARGEST_ORDER else None
        match told:
            case {"page": str(page)} if 8 <= len(page) <= 40 and page.isascii() and not self._page:
                self._page = page
            case [int(number), dict(content)] if self._page and self._device is not None:
                await self._answer(number, content)
            case _:
                self.refuse()

    async def _answer(self, number: int, content: Mapping[str, Any]) -> None:
        """Does what the page says, and answers when it is durable; who waits for the answer sees what it did."""
        failed = []
        try:
            await self._do(content, f"{self._page}:{number}")
        except Exception:
            self._fail()
            failed = [["failed"]]
        self._draw(*failed, ["done", number])

    def changed(self) -> None:
        """What a message has done is drawn when it is answered."""

    def send(self, content: Any) -> None:
        """Says something to the page once, as a device does."""
        self._say("said", content)

    async def _do(self, content: Mapping[str, Any], key: str) -> None:
        """Does what a message wants; why it was not done is told on the page."""
        device = self._device
        wanted = device.asks(content)
        if wanted is None:
            return
        try:
            refusals = await self._hub.do(self._code, self._player, wanted, key)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s: %s", self._code, trouble)
            device.remark = say("together.trouble", self._lang)
        else:
            if refusals:
                device.refused(refusals)

    def _say(self, *told: Any) -> None:
        self._tell(told)

    def _tell(self, *all_told: Sequence[Any]) -> None:
        """Tells the page these things in one frame; to send one costs as much as to draw."""
        if all_told:
            self.put(_JSON.encode(all_told).encode("utf-8", "replace"))

    def send_out(self) -> None:
        self._say("over")
        seat = self._device.own if self._device is not None else None
        if seat is not None:
            self._hub.later(self._hub.do(self._code, ITSELF, Remove(seat)))
        self.end(left=True)
        self.close(1000)

    def gone(self, *, left: bool) -> None:
        if self._watch_ends is not None:
            self._watch_ends()
            self._watch_ends = None
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        self._device = None


_NOTHING: Final = object()
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def differences(before: Mapping[str, Any], shown: Mapping[str, Any]) -> list[list[Any]]:
    """What a page is told that draws what was `before`: new values, and names that are gone.

    >>> differences({"at": 1, "log": ["a"], "said": ""}, {"at": 2, "log": ["a"]})
    [['state', {'at': 2}, ['said']]]
    """
    changed = {name: value for name, value in shown.items() if before.get(name, _NOTHING) != value}
    gone = [name for name in before if name not in shown]
    return [["state", changed, gone]] if changed or gone else []
