"""The pages of players and their lines: the lists of tables and tournaments, a tournament, the leaderboard.

A player is identified by an HttpOnly cookie; logs hold only a mark derived from it.

- `PlayersPage`, `PlayersConnection`: the bases of these pages and of their lines;
- `ListPage`, `ListConnection`: those of a `PlayersScene`.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable
from typing import Any, Final

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.dashboard import access, addresses, frame
from cardlab.dashboard.course_pages import SceneConnection, ScenePage
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import pseudonym, spaced
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.tables.event_logs import LOG
from cardlab.tables.players_scene import Looker, PageAddress, PlayersScene, TablesScene
from cardlab.tables.store import CannotOpen, StoreTrouble
from cardlab.tables.tournament_scenes import AllTournaments, Leaderboard, OneTournament
from cardlab.tables.tournament_service import TableServices, TournamentService

COOKIE_SECONDS: Final = 30 * 24 * 60 * 60
"""Lifetime of the player's cookie."""


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of these pages, and of their lines."""
    scenes: dict[str, type[PlayersScene]] = {
        "tables": TablesScene,
        "tournaments": AllTournaments,
        "tournament/([A-Z0-9]{6})": OneTournament,
        "leaderboard": Leaderboard,
    }
    return [
        (f"{base}{line}{path}", handler, {"services": services, "kind": kind})
        for path, kind in scenes.items()
        for line, handler in (("", ListPage), ("line/", ListConnection))
    ]


def nickname(course: CourseServer, request: HTTPServerRequest) -> str:
    """The name of the learner who sends a request, or ""."""
    learner = course.room.visitor(access.visitor(request)) if course.room else None
    return learner.name if learner else ""


def player_token(course: CourseServer, request: HTTPServerRequest, new_token: str = "") -> str:
    """The token of the player who sends a request: from the cookie, or the `new_token`; "" for no player.

    It survives a restart of the server. A learner of a class has one token, whatever cookies the browser sends.
    """
    token, visitor = access.player(request) or new_token, access.visitor(request)
    is_learner = course.room is not None and course.room.admits(visitor)
    return course.room.plays_as(visitor, token) if course.room and is_learner else token


def invitation(course: CourseServer, request: HTTPServerRequest, path: str, lang: str) -> PageAddress:
    """How others come to the page at this path of the course."""
    in_network = course.room.addresses() if course.room else ()
    only_here = ""
    if not in_network and addresses.is_local(request.host_name.strip("[]")):
        program = "cardlab" if shutil.which("cardlab") else "python -m cardlab"
        facts = {} if course.room else {"command": f"{program} serve --class"}
        only_here = say("together.no_network" if course.room else "together.only_here", lang, **facts)
    own_address = f"{request.protocol}://{request.host}{course.base}"
    return PageAddress(f"{(*in_network, own_address)[0]}{path}", only_here)


def looker(course: CourseServer, request: HTTPServerRequest, player: str, path: str, lang: str) -> Looker:
    """Who sends a request."""
    is_teacher = access.is_teacher(course.room, request) if course.room else None
    address = invitation(course, request, path, lang)
    return Looker(player, address, is_teacher, nickname(course, request), course.base)


class PlayersPage(ScenePage):
    """The base of the pages of players."""

    services: TableServices

    async def tournaments(self) -> TournamentService:
        """The tournament service; answers 503 if its store cannot be opened."""
        try:
            return await self.services.tournaments()
        except Exception as trouble:
            raise HTTPError(503) from trouble

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
        token = player_token(self.course, self.request, new_token)
        if new_token:
            self.set_identity_cookie("player", token, COOKIE_SECONDS)
        return pseudonym(token)


class PlayersConnection(SceneConnection):
    """The base of their lines."""

    MAX_MESSAGE = 4096
    COMPRESSION = 1

    services: TableServices

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._unsubscribe: Callable[[], object] = lambda: None

    async def refusal(self) -> int:
        token = player_token(self.application, self.request)
        if not token:
            return 403
        self._tournaments: TournamentService = await self.services.tournaments()
        self._player = pseudonym(token)
        return 0

    def on_end(self, *, left: bool) -> None:
        self._unsubscribe()
        super().on_end(left=left)


class ListPage(PlayersPage):
    """The page of a scene of this kind; it makes the client a player."""

    kind: type[PlayersScene]

    async def get(self, *code: str) -> None:
        lang, path = self.language(), self.request.path.removeprefix(self.course.base)
        who = looker(self.course, self.request, self.player(), path, lang)
        try:
            scene = await self.kind.at(lang, who, await self.tournaments(), *code)
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        if scene is None:
            raise HTTPError(404)
        self.render_scene(" ".join((scene.label, *map(spaced, code))), path, scene.view)


class ListConnection(PlayersConnection):
    """The line of such a page: it is drawn again when something changes, and carries out the orders of its scene."""

    kind: type[PlayersScene]

    async def refusal(self) -> int:
        return await super().refusal() or (0 if await self._scene("en") else 404)

    async def _scene(self, lang: str) -> PlayersScene | None:
        path = self.request.path.removeprefix(f"{self.application.base}line/")
        who = looker(self.application, self.request, self._player, path, lang)
        return await self.kind.at(lang, who, self._tournaments, *self.path_args)

    async def begin(self) -> PlayersScene:
        scene = await self._scene(self.lang)
        assert scene is not None, "tournaments stay where they are"
        self._unsubscribe = scene.follow(self.changed)
        return scene

    async def handle(self, content: Any) -> None:
        scene = self.scene
        if not isinstance(scene, PlayersScene) or not scene.receive(content) or scene.order is None:
            return
        try:
            refusals = await scene.order(self.key)
        except StoreTrouble as trouble:
            LOG.error("%s: %s", self.request.path, trouble)
            scene.problem = say("together.trouble", self.lang)
        else:
            scene.problem = " ".join([scene.problem, *(explain(one, self.lang) for one in refusals)]).strip()
