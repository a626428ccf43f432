"""The pages of tables between devices: opening or finding a table, the table, and its rounds as a file.

A player is identified by an HttpOnly cookie; the log holds only a mark derived from it.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.dashboard import access, frame
from cardlab.dashboard.access import Entrance
from cardlab.dashboard.course_pages import ScenePage
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import pseudonym, spaced
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import entries
from cardlab.tables.shared_table import SharedTable
from cardlab.tables.store import CannotOpen
from cardlab.tables.tournament_service import TableServices, TournamentService

COOKIE_SECONDS: Final = 30 * 24 * 60 * 60
"""Lifetime of the player's cookie."""


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of tables."""
    return [
        (f"{base}tables", TablesPage, {"services": services}),
        (f"{base}table/([A-Z0-9]{{6}})", TablePage, {"services": services}),
        (f"{base}table/([A-Z0-9]{{6}})/rounds.json", TableRounds, {"services": services}),
    ]


class PlayersPage(ScenePage):
    """Base class of the pages of tables and tournaments."""

    services: TableServices

    async def tournaments(self) -> TournamentService:
        """The tournament service; answers 503 if its store cannot be opened."""
        try:
            return await self.services.tournaments()
        except Exception as trouble:
            raise HTTPError(503) from trouble

    async def table(self, code: str) -> SharedTable | None:
        return await (await self.tournaments()).tables.table(code)

    def write_error(self, status_code: int, **reason: Any) -> None:
        """As every page; if the store cannot be opened, without an offer to try again."""
        lang = self.language()
        texts = dict(frame.message_context(status_code, lang, self.course.base))
        _, problem, _ = reason.get("exc_info", (None, None, None))
        if problem is not None and isinstance(problem.__cause__, CannotOpen):
            texts |= {"text": say("together.no_log", lang), "again": False}
        self.render_template("message.html.j2", status_code, **texts)

    def player(self) -> str:
        """The mark of the client, which gets a player's cookie if it has none."""
        new_token = "" if access.player(self.request) else secrets.token_urlsafe(16)
        token = player_token(self.request, self.course.room, new_token)
        if new_token:
            self.set_identity_cookie("player", token, COOKIE_SECONDS)
        return pseudonym(token)


def nickname(course: CourseServer, request: HTTPServerRequest) -> str:
    """The name of the learner who sends a request, or ""."""
    learner = course.room.visitor(access.visitor(request)) if course.room else None
    return learner.name if learner else ""


def player_token(request: HTTPServerRequest, roster: Entrance | None, new_token: str = "") -> str:
    """The token of the player who sends a request: from the cookie, or the `new_token`; "" for no player.

    It survives a restart of the server. A learner of a class has one token, whatever cookies the browser sends.
    """
    token = access.player(request) or new_token
    if roster is not None and roster.admits(access.visitor(request)):
        return roster.plays_as(access.visitor(request), token)
    return token


class TablesPage(PlayersPage):
    """Opening a table, or finding one."""

    async def get(self) -> None:
        await self.tournaments()
        self.player()
        self.render_scene(say("together.heading", self.language()), "tables", "scene")


class TablePage(PlayersPage):
    """The page of one table."""

    async def get(self, code: str) -> None:
        lang = self.language()
        table = await self.table(code)
        if table is None:
            raise HTTPError(404)
        self.player()
        self.render_scene(
            f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}",
            f"table/{code}",
            f"shared_{table.game}",
            glossary=entries(lang, "tichu" if table.game == "tichu" else "tongits"),
        )


class TableRounds(PlayersPage):
    """The finished rounds of a table as a file, for those who may see them; the play pages review it."""

    async def get(self, code: str) -> None:
        from cardlab.tables.device import may_download, rounds_as_json

        table, player = await self.table(code), self.player()
        is_over = table is not None and await self.is_public(table)
        public = (await self.tournaments()).public_deals(table) if table else 0
        if table is None or not (may_download(table, table.seat_of(player), public) or is_over):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{table.game}-table-{code}.json"')
        self.finish(rounds_as_json(table, public))

    async def is_public(self, table: SharedTable) -> bool:
        """Whether the table's tournament is over, so that everybody may check the deals."""
        if table.tournament is None or not table.records:
            return False
        tournament = await (await self.tournaments()).tournament(table.tournament.code)
        return tournament is not None and tournament.over
