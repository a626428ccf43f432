"""The pages of tournaments and their lines: all tournaments, one of them, the leaderboard.

Players are identified by the same cookie as at the tables; pages hold their names and their numbers in lists.
"""

from __future__ import annotations

from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.dashboard import access
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import spaced
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.tables.event_logs import LOG
from cardlab.tables.invitation import invitation
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_connection import PlayersConnection
from cardlab.tables.table_pages import PlayersPage, nickname
from cardlab.tables.tournament_scenes import AllTournaments, Leaderboard, Looker, OneTournament, TournamentsScene
from cardlab.tables.tournament_service import TableServices


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of tournaments: pages, and their lines."""
    scenes = {"tournaments": AllTournaments, "tournament/([A-Z0-9]{6})": OneTournament, "leaderboard": Leaderboard}
    return [
        (f"{base}{line}{path}", handler, {"services": services, "kind": kind})
        for path, kind in scenes.items()
        for line, handler in (("", TournamentPage), ("line/", TournamentLine))
    ]


def looker(course: CourseServer, request: HTTPServerRequest, player: str, path: str, lang: str) -> Looker:
    """Who sends a request."""
    is_teacher = access.is_teacher(course.room, request) if course.room else None
    address = invitation(course, request, path, lang)
    return Looker(player, address, is_teacher, nickname(course, request), course.base)


class TournamentPage(PlayersPage):
    """The page of a scene of this kind; it makes the client a player."""

    kind: type[TournamentsScene]

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


class TournamentLine(PlayersConnection):
    """The line of such a page: it is drawn again when a tournament changes, and carries out the orders of its scene."""

    kind: type[TournamentsScene]

    async def refusal(self) -> int:
        if status := await super().refusal():
            return status
        self._tournaments = await self.services.tournaments()
        return 0 if await self._scene("en") else 404

    async def _scene(self, lang: str) -> TournamentsScene | None:
        path = self.request.path.removeprefix(f"{self.application.base}line/")
        who = looker(self.application, self.request, self._player, path, lang)
        return await self.kind.at(lang, who, self._tournaments, *self.path_args)

    async def begin(self) -> TournamentsScene:
        scene = await self._scene(self.lang)
        assert scene is not None, "tournaments stay where they are"
        self._unsubscribe = self._tournaments.subscribe("".join(self.path_args), self.changed)
        return scene

    async def handle(self, content: Any) -> None:
        scene = self.scene
        if not isinstance(scene, TournamentsScene) or not scene.receive(content) or scene.order is None:
            return
        try:
            refusals = await scene.order(self.key)
        except StoreTrouble as trouble:
            LOG.error("%s: %s", self.request.path, trouble)
            scene.problem = say("tournament.trouble", self.lang)
        else:
            scene.problem = " ".join([scene.problem, *(explain(one, self.lang) for one in refusals)]).strip()
