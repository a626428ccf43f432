"""The pages of players with their WebSocket connections, and rounds as a file.

A page's scene is made for the player who asks for it; a message is confirmed when its events are durable.
A player is identified by an HttpOnly cookie; logs hold only a pseudonym derived from it.
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final, TypeAlias

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.dashboard import access, addresses
from cardlab.dashboard.course_pages import SceneConnection, ScenePage
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import pseudonym, spaced
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import entries
from cardlab.tables.device import Device, may_download, rounds_as_json
from cardlab.tables.event_logs import LOG
from cardlab.tables.opening_scenes import AllTournaments, TablesScene
from cardlab.tables.players_scene import PlayersScene, Viewer
from cardlab.tables.shared_table import SharedTable
from cardlab.tables.store import CannotOpen, StoreTrouble
from cardlab.tables.tournament_scenes import Leaderboard, OneTournament
from cardlab.tables.tournament_service import TournamentService

COOKIE_SECONDS: Final = 30 * 24 * 60 * 60
"""The lifetime of the player's cookie."""
Kind: TypeAlias = Callable[..., Awaitable[PlayersScene | None]]
"""Makes a scene from a language, a `Viewer`, the service and the code in the address; None for an unknown code."""


def routes(base: str, service: TournamentService) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """Return these pages' URL routes: pattern, handler, and the handler's arguments."""
    code = "([A-Z0-9]{6})"
    scenes: dict[str, tuple[Kind, type[PlayersConnection]]] = {
        "tables": (TablesScene.at, PlayersConnection),
        f"table/{code}": (device_at, TableConnection),
        "tournaments": (AllTournaments.at, PlayersConnection),
        f"tournament/{code}": (OneTournament.at, PlayersConnection),
        "leaderboard": (Leaderboard.at, PlayersConnection),
    }
    found: list[tuple[str, type[Any], dict[str, Any]]] = [
        (f"{base}table/{code}/rounds.json", TableRounds, {"service": service})
    ]
    for path, (kind, line) in scenes.items():
        parts = {"service": service, "kind": kind}
        found += [(f"{base}{path}", PlayersPage, parts), (f"{base}line/{path}", line, parts)]
    return found


async def table_of(tournaments: TournamentService, code: str) -> SharedTable | None:
    """Return the table with this code, or None; load its tournament, if any."""
    table = await tournaments.tables.table(code)
    if table and table.tournament:
        await tournaments.tournament(table.tournament.code)
        table = await tournaments.tables.table(code)
    return table


async def device_at(lang: str, viewer: Viewer, tournaments: TournamentService, code: str) -> Device | None:
    """Return what this player's page shows of a table, or None for an unknown code."""
    from cardlab.tables.tichu_device import SharedTichu
    from cardlab.tables.tongits_device import SharedTongits
    from cardlab.widgets.tichu_table.race_hands import HandLock

    if (table := await table_of(tournaments, code)) is None:
        return None
    # No `await` from here on, so that no event is missed.
    tables = tournaments.tables
    if table.game == "tichu":
        holds = tables.shared(code).setdefault("holds", (HandLock(), HandLock()))
        return SharedTichu(lang, viewer, code, table, tables, holds=holds)
    return SharedTongits(lang, viewer, code, table, tables)


def player_token(course: CourseServer, request: HTTPServerRequest, new_token: str = "") -> str:
    """Return the token of the player who sends a request; "" for none.

    It comes from the cookie, or else is the `new_token`. A learner of a class has one token, whatever cookies the
    browser sends; it survives a restart of the server.
    """
    token, learner = access.token(request, "player") or new_token, course.visitor(request)
    return course.room.plays_as(learner, token) if course.room and learner else token


def viewer_of(course: CourseServer, request: HTTPServerRequest, player: str, path: str, lang: str) -> Viewer:
    """Return who sends a request for the page at `path`; `player`: the pseudonym."""
    in_network = course.room.addresses() if course.room else ()
    only_here = ""
    if not in_network and addresses.is_local(request.host_name.strip("[]")):
        program = "cardlab" if shutil.which("cardlab") else "python -m cardlab"
        facts = {} if course.room else {"command": f"{program} serve --class"}
        only_here = say("together.no_network" if course.room else "together.only_here", lang, **facts)
    own_address = f"{request.protocol}://{request.host}{course.base}"
    link = f"{(*in_network, own_address)[0]}{path}"
    learner = course.room.visitor(access.token(request, "visitor")) if course.room else None
    return Viewer(player, link, only_here, course.role(request), learner.name if learner else "", course.base)


class _ForPlayers(ScenePage):
    """Base class of pages and files for players."""

    service: TournamentService

    async def tournaments(self) -> TournamentService:
        """Return the tournament service; answer 503 if its store cannot be opened."""
        try:
            return await self.service.ready()
        except Exception as trouble:
            raise HTTPError(503) from trouble

    def write_error(self, status_code: int, **reason: Any) -> None:
        """Send the error page, with the reason if the store cannot be opened."""
        _, problem, _ = reason.get("exc_info", (None, None, None))
        if problem is not None and isinstance(problem.__cause__, CannotOpen):
            self.render_message(status_code, text=say("together.no_log", self.language()), again=False)
        else:
            self.render_message(status_code)

    def player(self) -> str:
        """Return the client's pseudonym; set a player's cookie if there is none."""
        new_token = "" if access.token(self.request, "player") else secrets.token_urlsafe(16)
        token = player_token(self.course, self.request, new_token)
        if new_token:
            self.set_identity_cookie("player", token, COOKIE_SECONDS)
        return pseudonym(token)


class PlayersPage(_ForPlayers):
    """The page of a scene made by `kind`; its client gets a player's cookie."""

    kind: Kind

    async def get(self, *code: str) -> None:
        lang, path = self.language(), self.request.path.removeprefix(self.course.base)
        who, tournaments = viewer_of(self.course, self.request, self.player(), path, lang), await self.tournaments()
        try:
            scene = await self.kind(lang, who, tournaments, *code)
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        if scene is None:
            raise HTTPError(404)
        title = " ".join((scene.label, *map(spaced, code)))
        self.render_scene(title, path, scene, glossary=entries(lang, scene.about))


class TableRounds(_ForPlayers):
    """The finished rounds of a table as a file that its players can review."""

    async def get(self, code: str) -> None:
        tournaments, player = await self.tournaments(), self.player()
        table = await table_of(tournaments, code)
        public = tournaments.public_deals(table) if table else 0
        if table is None or not may_download(table, player, public):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{table.game}-table-{code}.json"')
        self.finish(rounds_as_json(table, public))


class PlayersConnection(SceneConnection):
    """The connection of a `PlayersPage`, which carries out the orders of its scene."""

    MAX_MESSAGE = 4096
    COMPRESSION = 1

    path = "tables"
    service: TournamentService
    kind: Kind
    scene: PlayersScene | None

    async def refusal(self) -> int:
        token = player_token(self.application, self.request)
        if not token:
            return 403
        await self.service.ready()
        self._player = pseudonym(token)
        return 0 if await self._scene("en") else 404

    async def _scene(self, lang: str) -> PlayersScene | None:
        path = self.request.path.removeprefix(f"{self.application.base}line/")
        who = viewer_of(self.application, self.request, self._player, path, lang)
        return await self.kind(lang, who, self.service, *self.path_args)

    async def begin(self) -> PlayersScene:
        scene = await self._scene(self.lang)
        assert scene is not None, "tables and tournaments stay where they are"
        await scene.follow()
        return scene

    async def handle(self, content: Any) -> None:
        scene = self.scene
        if scene is None or not scene.receive(content) or (order := scene.order) is None:
            return
        self._cancel()  # the answer will draw the scene anyway
        try:
            refusals = await order(self.key)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("%s: %s", self.request.path, trouble)
            scene.remark = say("together.trouble", self.lang)
        else:
            if refusals:
                scene.show_refusals(refusals)

    def draw(self) -> None:
        super().draw()
        if self.scene is not None and (seconds := self.scene.seconds_to_redraw):
            self.changed(seconds)


class TableConnection(PlayersConnection):
    """The connection of a page to a table; frequent pings show who is absent."""

    PING_TIMEOUT: ClassVar[float] = 4.5

    async def begin(self) -> PlayersScene:
        self._next_heartbeat = time.monotonic()  # the first ping is sent at once
        return await super().begin()
