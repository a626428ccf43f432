"""The pages of tournaments: where one is opened or found, one for players, host and projector, and the leaderboard.

All pages work without JavaScript; a script asks for the page every two seconds and shows what has changed.
Whoever has opened a tournament is its host; in a class that is the teacher, and nobody else opens one.
Players are known as at the tables, by a cookie that no script can read; on the pages stand names and places in lists.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from itertools import pairwise
from typing import Any

from tornado.web import HTTPError

from cardlab.dashboard import access
from cardlab.dashboard.display_names import nickname
from cardlab.game import GAMES
from cardlab.phrasing.catalogue import decimal, say
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, Rejected
from cardlab.tables.leaderboard import FEWEST, better, lines
from cardlab.tables.shared_table import PACES, Agreed, SharedTable, Watch
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_pages import OpeningPage, PlayersPage
from cardlab.tables.tournament import (
    LONGEST_TITLE,
    MOST_DEALS,
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    Tournament,
    TournamentTable,
    standings,
    why_no_round,
)
from cardlab.tables.tournament_service import TableServices, TournamentService


def routes(base: str, tables: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of tournaments, for the server's table."""
    return [
        (f"{base}tournaments", TournamentsPage, {"tables": tables}),
        (f"{base}tournament/([A-Z0-9]{{6}})", TournamentPage, {"tables": tables}),
        (f"{base}leaderboard", LeaderboardPage, {"tables": tables}),
    ]


class TournamentsPage(OpeningPage):
    """Where a tournament is opened, or found by its code; in a class the teacher opens them, else anybody."""

    each, no_such, trouble = "tournament", "hall.no_such", "hall.trouble"

    @property
    def may_open(self) -> bool:
        """Whether whoever asks may open one."""
        room = self.course.room
        return room is None or access.is_teacher(room, self.request)

    async def found(self, code: str) -> Tournament | None:
        return await (await self.hall()).tournament(code)

    async def post(self) -> None:
        if self.may_open:
            await super().post()
        else:
            await self.ask(say("hall.only_teacher", self.tongue()), 403)

    async def opened(self) -> str | Rejected:
        game, _, preset = self.get_body_argument("game", "").partition(" ")
        clock, deals = int(self.get_body_argument("clock", "0")), int(self.get_body_argument("deals", "0"))
        # Nobody looks on, for other tables have the same cards.
        options = {"clock": clock} if game == "tongits" else {"pace": PACES["practised"]}
        agreed = Agreed.read(game, {"preset": preset}, {"watch": Watch.NOBODY, **options})
        title = nickname(self.get_body_argument("title", "")[:LONGEST_TITLE])
        return await (await self.hall()).open(title, self.player(), agreed, deals)

    async def ask(self, problem: str, status: int = 200) -> None:
        hall, lang = await self.hall(), self.tongue()
        self.draw(
            "tournaments.html.j2",
            say("hall.heading", lang),
            "tournaments",
            status=status,
            problem=problem,
            may_open=self.may_open,
            longest=LONGEST_TITLE,
            most_deals=MOST_DEALS,
            going_on=[(code, now.opened.title) for code, now in hall.open_now().items()],
        )


class TournamentPage(PlayersPage):
    """The page of one tournament, for players, host and projector."""

    async def get(self, code: str) -> None:
        await self.answer(code)

    async def post(self, code: str) -> None:
        self.own_page_only()
        lang = self.tongue()
        problem, status = "", 200
        try:
            doing = await self.asked(code)
            if doing is None:
                problem, status = say("hall.host_only", lang), 403
            elif refusals := await doing:
                problem, status = self.explained(refusals), 409
        except StoreTrouble as trouble:
            LOG.error("a tournament stands still: %s", trouble)
            problem, status = say("hall.trouble", lang), 503
        if problem:
            await self.answer(code, problem, status)
        else:
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}", status=303)

    async def found(self, code: str) -> tuple[TournamentService, Tournament]:
        """The tournament of this address, and the hall; 404 where there is none."""
        hall = await self.hall()
        tournament = await hall.tournament(code)
        if tournament is None:
            raise HTTPError(404)
        return hall, tournament

    def is_host(self, tournament: Tournament) -> bool:
        """Whether whoever asks may begin rounds and remove people."""
        room = self.course.room
        return access.is_teacher(room, self.request) if room else self.player() == tournament.opened.host

    async def asked(self, code: str) -> Awaitable[tuple[Refusal, ...]] | None:
        """What the form asks for, to be done; None for what only the host may ask."""
        hall, now = await self.found(code)
        do, player, number = self.get_body_argument("do", ""), self.player(), self.get_body_argument("number", "0")
        at = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
        if do not in ("enter", "drop") and not self.is_host(now):
            return None
        match do:
            case "enter":
                return hall.do(code, Entered(player, nickname(self.get_body_argument("name", ""))))
            case "drop":
                return hall.do(code, Dropped(player))
            case "next":
                return hall.begin(code)
            case "remove" if 1 <= at <= len(now.entrants):
                return hall.remove(code, now.entrants[at - 1].player)
            case "break":
                return hall.do(code, BrokenOff(at))
            case "end":
                return hall.do(code, Ended())
        raise HTTPError(400)

    async def answer(self, code: str, problem: str = "", status: int = 200) -> None:
        """Shows the page, as whoever asks may see it; `problem`: what was not done."""
        lang, player = self.tongue(), self.player()
        hall, now = await self.found(code)
        is_host, entrant = self.is_host(now), now.entrant(player)
        plays = bool(entrant and entrant.here) and not now.over
        last = now.rounds[-1] if now.rounds else ()
        both = [(one, await hall.hub.table(one.code)) for one in last]
        own = next((one.code for one, table in both if table and player in one.players and not one.done), "")
        self.draw(
            "tournament.html.j2",
            now.opened.title or say("hall.untitled", lang),
            f"tournament/{code}",
            status=status,
            code=code,
            problem=problem,
            stands=_status(now, player, is_host, lang),
            now=now,
            you=player,
            plays=plays,
            may_enter=not plays and not now.over,
            again=bool(entrant),
            table=own if plays else "",
            is_host=is_host,
            may_begin=is_host and not now.over and not tuple(why_no_round(now)),
            may_end=is_host and not now.over and now.is_between and bool(last),
            standings=standings(now),
            tables=[(one, _how_far(now, one, table, lang)) for one, table in both],
            name=lambda player: _name(now, player, lang),
            decimal=lambda number, digits=0: decimal(number, lang, digits),
        )


def _name(now: Tournament, player: str, lang: str) -> str:
    """How a player is called: as entered, as a bot, or as somebody whose name was taken away."""
    if not player:
        return say("tournament.bot", lang)
    entrant = now.entrant(player)
    return entrant.name if entrant and entrant.name else say("tournament.somebody", lang)


def _status(now: Tournament, player: str, is_host: bool, lang: str) -> list[str]:
    """Where the tournament stands, in sentences; who goes on, a host is told as such."""
    rounds = len(now.rounds)
    if now.over:
        table = standings(now)
        best = [_name(now, one.entrant.player, lang) for one in table if one.place == 1]
        played = any(one.line.deals for one in table)
        won = say("hall.won", lang, who=", ".join(best), count=len(best)) if played else ""
        own = [one.place for one in table if one.entrant.player == player and played]
        told = [say("hall.own_place", lang, place=place, count=len(table)) for place in own]
        return [f"{say('hall.over', lang)} {won}".strip(), *told]
    count = len(now.here)
    lines = [
        say("hall.entered", lang, count=count) if count else say("hall.nobody", lang),
        say("hall.plays", lang, game=say(f"compare.game.{now.opened.game}", lang), count=now.opened.deals),
    ]
    if not rounds:
        return [*lines, say("hall.waits.host" if is_host else "hall.waits.all", lang)]
    done, tables = sum(one.done for one in now.rounds[-1]), len(now.rounds[-1])
    if done < tables:
        return [say("hall.round_on", lang, number=rounds, done=done, count=tables), *lines]
    return [say("hall.round_over", lang, number=rounds), *lines]


def _how_far(now: Tournament, sitting: TournamentTable, table: SharedTable | None, lang: str) -> str:
    """How far a table of the round is."""
    deals = now.opened.deals
    if sitting.done:
        return say("hall.finished" if len(sitting.played) == deals else "hall.broken", lang)
    if table is None or table.state is None:
        return say("hall.gathers", lang)
    return say("hall.at_deal", lang, deal=min(deals, len(table.done) + table.playing), deals=deals)


class LeaderboardPage(PlayersPage):
    """What everybody receives a deal in all tournaments of a game, and who is better, as far as that can be said."""

    async def get(self) -> None:
        lang, hall = self.tongue(), await self.hall()
        try:
            boards = {game: _board(*await hall.received(game), lang) for game in GAMES}
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        shown = {game: board for game, board in boards.items() if board["rows"]}
        self.draw("leaderboard.html.j2", say("hall.leaderboard", lang), "leaderboard", boards=shown, fewest=FEWEST)


def _board(received: Mapping[str, Any], names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The board of one game: means and how far luck may have moved them, and who is surely better than the next."""
    board = lines(received)
    called = {one.player: names.get(one.player) or say("tournament.somebody", lang) for one in board}
    rows = []
    for one in board:
        mean = decimal(one.mean, lang, 1)
        error = "" if one.error is None else f" ± {decimal(one.error, lang, 1)}"
        rows.append([called[one.player], str(one.deals), f"{mean}{error}"])
    sure = [(called[one.player], called[other.player]) for one, other in pairwise(board) if better(one, other)]
    return {"rows": rows, "sure": sure}
