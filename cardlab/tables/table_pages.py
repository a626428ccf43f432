"""The pages of tables between devices: where one is opened or found, the one of a table, and its rounds as a file.

A player is known by a cookie that no script can read; in the log stands only a mark made from it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from tornado.web import HTTPError

from cardlab.dashboard import access, addresses, frame
from cardlab.dashboard.course_pages import CoursePage
from cardlab.dashboard.display_names import plain_code, pseudonym, spaced
from cardlab.game import GAMES
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.record import write_rules
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, Rejected
from cardlab.tables.shared_table import PACES, Agreed, SharedTable, Watch
from cardlab.tables.store import CannotOpen, StoreTrouble
from cardlab.tables.tournament_service import TableServices, TournamentService

KEPT: Final = 30 * 24 * 60 * 60
"""How many seconds a browser keeps who plays."""
MOST_LISTED: Final = 40
"""How many tables the page of tables lists."""


def routes(base: str, tables: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of tables, for the server's table."""
    return [
        (f"{base}tables", TablesPage, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})", TablePage, {"tables": tables}),
        (f"{base}table/([A-Z0-9]{{6}})/rounds.json", TableRounds, {"tables": tables}),
    ]


class PlayersPage(CoursePage):
    """What the pages of tables share: who plays, and where."""

    tables: TableServices

    async def hall(self) -> TournamentService:
        """The tournaments and the hub; while their log cannot be opened, these pages are not to be had."""
        try:
            return await self.tables.hall()
        except Exception as trouble:
            raise HTTPError(503) from trouble

    async def table(self, code: str) -> SharedTable | None:
        """The table with this code."""
        return await (await self.hall()).hub.table(code)

    def write_error(self, status_code: int, **reason: Any) -> None:
        """Where the log cannot be opened, trying again is of no use: then it is said who can help."""
        lang = self.language()
        told = dict(frame.message_context(status_code, lang, self.course.base))
        _, problem, _ = reason.get("exc_info", (None, None, None))
        if problem is not None and isinstance(problem.__cause__, CannotOpen):
            told |= {"text": say("together.no_log", lang), "again": False}
        self.render_template("message.html.j2", status_code, **told)

    def player(self) -> str:
        """The mark of whoever asks; a browser that has none is given one to keep."""
        fresh = "" if access.player(self.request) else secrets.token_urlsafe(16)
        token = player_token(self.request, self.course.room, fresh)
        if fresh:
            self.set_identity_cookie("player", token, KEPT)
        return pseudonym(token)

    def render_page(self, template: str, title: str, path: str, **shown: Any) -> None:
        """As every page, with what is needed to come there from another device.

        `only_here` says why no other device can open it, and what helps; "" where others can.
        """
        room, lang = self.course.room, self.language()
        in_network = room.addresses() if room else ()
        only_here = ""
        if not in_network and addresses.is_local(self.request.host_name.strip("[]")):
            only_here = say("room.terminal.no_network" if room else "together.only_here", lang)
        here = f"{self.request.protocol}://{self.request.host}{self.course.base}"
        link = f"{(*in_network, here)[0]}{path}"
        visitor = room.visitor(access.visitor(self.request)) if room else None
        super().render_page(
            template,
            title,
            path,
            only_here=only_here,
            link=link,
            drawing=lambda: addresses.qr_svg(link),
            nickname=visitor.name if visitor else "",
            **shown,
        )

    def explained(self, refusals: Sequence[Refusal]) -> str:
        """Why something was not done, as sentences."""
        return " ".join(explain(one, self.language()) for one in refusals)


def player_token(request: Any, room: Any, fresh: str = "") -> str:
    """Who plays: whoever has the cookie of a player, or is about to get the `fresh` one; "" for nobody.

    It outlives the server. In a class a learner is one player, whichever cookies the browser shows.
    """
    token = access.player(request) or fresh
    if room is not None and room.admits(access.visitor(request)):
        return str(room.plays_as(access.visitor(request), token))
    return token


class OpeningPage(PlayersPage):
    """Where a table or a tournament is opened, or found by its code.

    - `each`: below which path each of them stands;
    - `no_such`, `trouble`: what is said where a code leads to none, and where none could be kept.
    """

    each: ClassVar[str]
    no_such: ClassVar[str]
    trouble: ClassVar[str]

    async def found(self, code: str) -> object:
        """The one with this code, None if there is none."""
        raise NotImplementedError

    async def opened(self) -> str | Rejected:
        """Opens what the form says; gives its code, or why not. Raises ValueError for what no form of ours says."""
        raise NotImplementedError

    async def ask(self, problem: str, status: int = 200) -> None:
        """Shows what is going on and both forms, and above them why one did not work."""
        raise NotImplementedError

    async def get(self) -> None:
        code = plain_code(self.get_query_argument("code", ""))
        self.player()
        if code and await self.found(code):
            self.go_to(code)
        else:
            await self.ask(say(self.no_such, self.language()) if code else "")

    async def post(self) -> None:
        self.require_own_origin()
        lang = self.language()
        try:
            opened = await self.opened()
        except ValueError:
            await self.ask(say("play_tongits.no_such_value", lang), 400)
        except StoreTrouble as trouble:
            LOG.error("nothing could be opened: %s", trouble)
            await self.ask(say(self.trouble, lang), 503)
        else:
            if isinstance(opened, Rejected):
                await self.ask(self.explained(opened.refusals), 409)
            else:
                self.go_to(opened)

    def go_to(self, code: str) -> None:
        """Leads to the page of the one with this code."""
        self.redirect(f"{self.course.base}{self.each}/{code}?lang={self.language()}", status=303)


class TablesPage(OpeningPage):
    """Where a table is opened, or found by its code."""

    each, no_such, trouble = "table", "together.no_such_table", "together.trouble"

    async def found(self, code: str) -> SharedTable | None:
        return await self.table(code)

    async def opened(self) -> str | Rejected:
        return await (await self.hall()).hub.open(self.agreed(), self.player())

    async def ask(self, problem: str, status: int = 200) -> None:
        from cardlab.tables.device import called
        from cardlab.widgets.forms import rule_fields

        lang, hub = self.language(), (await self.hall()).hub
        under_way = [
            (spaced(code), code, table, [called(table, seat, lang) for seat in table.people])
            for code, table in hub.under_way().items()
            if not table.of
        ]
        self.render_page(
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


class TablePage(PlayersPage):
    """The page of one table."""

    async def get(self, code: str) -> None:
        lang = self.language()
        table = await self.table(code)
        if table is None:
            raise HTTPError(404)
        self.player()
        self.render_page(
            "table.html.j2",
            say(f"compare.game.{table.game}", lang),
            f"table/{code}",
            code=code,
            line=f"{self.course.base}table/{code}/line?lang={lang}",
            view=self.course.static_address(f"shared_{table.game}.js"),
            for_views=self.course.static_address("common.js"),
            styles=[self.course.static_address(f"{one}.css") for one in ("cardlab", f"shared_{table.game}")],
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
        self.set_header("Content-Disposition", f'attachment; filename="{table.game}-table-{code}.json"')
        self.finish(rounds_of(table))

    async def is_shown_to_all(self, table: SharedTable) -> bool:
        """Whether the tournament of this table is over, so that everybody may check the deals."""
        if table.of is None or not table.done:
            return False
        tournament = await (await self.hall()).tournament(table.of.tournament)
        return tournament is not None and tournament.over
