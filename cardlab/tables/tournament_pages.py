"""The pages of tournaments: opening or finding one, the tournament for players, host and projector, the leaderboard.

All pages work without JavaScript; a script fetches the page every two seconds and updates what has changed.
The player who has opened a tournament is its host. In a class the teacher is, and nobody else opens one.
Players are identified by the same cookie as at the tables; pages hold their names and their indexes in lists.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from itertools import pairwise
from typing import Any

from tornado.web import HTTPError

from cardlab.dashboard import access
from cardlab.game import GAMES
from cardlab.names import distinct_names, nickname
from cardlab.phrasing.catalogue import decimal, say
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, Rejected
from cardlab.tables.leaderboard import FEWEST, is_better, leaderboard
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


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of tournaments."""
    return [
        (f"{base}tournaments", TournamentsPage, {"services": services}),
        (f"{base}tournament/([A-Z0-9]{{6}})", TournamentPage, {"services": services}),
        (f"{base}leaderboard", LeaderboardPage, {"services": services}),
    ]


class TournamentsPage(OpeningPage):
    """Opening a tournament, or finding one by its code; in a class only the teacher opens them."""

    path_prefix, no_such, trouble = "tournament", "tournament.no_such", "tournament.trouble"

    @property
    def may_open(self) -> bool:
        """Whether the client may open one."""
        roster = self.course.room
        return roster is None or access.is_teacher(roster, self.request)

    async def find(self, code: str) -> Tournament | None:
        return await (await self.tournaments()).tournament(code)

    async def post(self) -> None:
        if self.may_open:
            await super().post()
        else:
            await self.show_form(say("tournament.only_teacher", self.language()), 403)

    async def open_from_form(self) -> str | Rejected:
        game, _, preset = self.get_body_argument("game", "").partition(" ")
        clock, deals = int(self.get_body_argument("clock", "0")), int(self.get_body_argument("deals", "0"))
        # Without spectators, since other tables have the same cards.
        options = {"clock": clock} if game == "tongits" else {"pace": PACES["practised"]}
        agreed = Agreed.read(game, {"preset": preset}, {"watch": Watch.NOBODY, **options})
        title = nickname(self.get_body_argument("title", "")[:LONGEST_TITLE])
        return await (await self.tournaments()).open(title, self.player(), agreed, deals)

    async def show_form(self, problem: str, status: int = 200) -> None:
        tournaments, lang = await self.tournaments(), self.language()
        self.render_page(
            "tournaments.html.j2",
            say("tournament.heading", lang),
            "tournaments",
            status=status,
            problem=problem,
            may_open=self.may_open,
            longest=LONGEST_TITLE,
            most_deals=MOST_DEALS,
            going_on=[(code, one.opened.title) for code, one in tournaments.open_tournaments().items()],
        )


class TournamentPage(PlayersPage):
    """The page of one tournament, for players, host and projector."""

    async def get(self, code: str) -> None:
        await self.show_page(code)

    async def post(self, code: str) -> None:
        self.require_own_origin()
        lang = self.language()
        problem, status = "", 200
        try:
            action = await self.requested_action(code)
            if action is None:
                problem, status = say("tournament.host_only", lang), 403
            elif refusals := await action:
                problem, status = self.explained(refusals), 409
        except StoreTrouble as trouble:
            LOG.error("a tournament stands still: %s", trouble)
            problem, status = say("tournament.trouble", lang), 503
        if problem:
            await self.show_page(code, problem, status)
        else:
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}", status=303)

    async def find(self, code: str) -> tuple[TournamentService, Tournament]:
        """The tournament service and the tournament with this code; answers 404 if there is none."""
        tournaments = await self.tournaments()
        tournament = await tournaments.tournament(code)
        if tournament is None:
            raise HTTPError(404)
        return tournaments, tournament

    def is_host(self, tournament: Tournament) -> bool:
        """Whether the client may begin rounds and remove players."""
        roster = self.course.room
        return access.is_teacher(roster, self.request) if roster else self.player() == tournament.opened.host

    async def requested_action(self, code: str) -> Awaitable[tuple[Refusal, ...]] | None:
        """The action that the form requests, to be awaited; None if only the host may request it."""
        tournaments, tournament = await self.find(code)
        do, player, number = self.get_body_argument("do", ""), self.player(), self.get_body_argument("number", "0")
        index = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
        if do not in ("enter", "drop") and not self.is_host(tournament):
            return None
        match do:
            case "enter":
                return tournaments.append(code, Entered(player, nickname(self.get_body_argument("name", ""))))
            case "drop":
                return tournaments.append(code, Dropped(player))
            case "next":
                return tournaments.begin_round(code)
            case "remove" if 1 <= index <= len(tournament.entrants):
                return tournaments.remove_player(code, tournament.entrants[index - 1].player)
            case "break":
                return tournaments.append(code, BrokenOff(index))
            case "end":
                return tournaments.append(code, Ended())
        raise HTTPError(400)

    async def show_page(self, code: str, problem: str = "", status: int = 200) -> None:
        """Answer with the page for this client; `problem`: why an action was refused."""
        lang, player = self.language(), self.player()
        tournaments, tournament = await self.find(code)
        is_host, entrant = self.is_host(tournament), tournament.entrant(player)
        plays = bool(entrant and entrant.is_active) and not tournament.over
        last = tournament.rounds[-1] if tournament.rounds else ()
        pairs = [(one, await tournaments.tables.table(one.code)) for one in last]
        own = next((one.code for one, table in pairs if table and player in one.players and not one.done), "")
        self.render_page(
            "tournament.html.j2",
            tournament.opened.title or say("tournament.untitled", lang),
            f"tournament/{code}",
            status=status,
            code=code,
            problem=problem,
            stands=_status(tournament, player, is_host, lang),
            tournament=tournament,
            you=player,
            plays=plays,
            may_enter=not plays and not tournament.over,
            again=bool(entrant),
            table=own if plays else "",
            is_host=is_host,
            may_begin=is_host and not tournament.over and not tuple(why_no_round(tournament)),
            may_end=is_host and not tournament.over and tournament.is_between and bool(last),
            standings=standings(tournament),
            tables=[(one, _progress(tournament, one, table, lang)) for one, table in pairs],
            name=lambda player: _name(tournament, player, lang),
            decimal=lambda number, digits=0: decimal(number, lang, digits),
        )


def _name(tournament: Tournament, player: str, lang: str) -> str:
    """The name of an entrant, or what a bot or a player without a name is called."""
    if not player:
        return say("tournament.bot", lang)
    entrant = tournament.entrant(player)
    return entrant.name if entrant and entrant.name else say("tournament.somebody", lang)


def _status(tournament: Tournament, player: str, is_host: bool, lang: str) -> list[str]:
    """The status of the tournament, in sentences for the host or for a player."""
    rounds = len(tournament.rounds)
    if tournament.over:
        table = standings(tournament)
        best = [_name(tournament, one.entrant.player, lang) for one in table if one.place == 1]
        played = any(one.row.deals for one in table)
        won = say("tournament.won", lang, who=", ".join(best), count=len(best)) if played else ""
        own_places = [one.place for one in table if one.entrant.player == player and played]
        places = [say("tournament.own_place", lang, place=place, count=len(table)) for place in own_places]
        return [f"{say('tournament.over', lang)} {won}".strip(), *places]
    count = len(tournament.active_players)
    sentences = [
        say("tournament.entered", lang, count=count) if count else say("tournament.nobody", lang),
        say(
            "tournament.plays",
            lang,
            game=say(f"compare.game.{tournament.opened.game}", lang),
            count=tournament.opened.deals,
        ),
    ]
    if not rounds:
        return [*sentences, say("tournament.waits.host" if is_host else "tournament.waits.all", lang)]
    done, tables = sum(one.done for one in tournament.rounds[-1]), len(tournament.rounds[-1])
    if done < tables:
        return [say("tournament.round_on", lang, number=rounds, done=done, count=tables), *sentences]
    return [say("tournament.round_over", lang, number=rounds), *sentences]


def _progress(tournament: Tournament, seating: TournamentTable, table: SharedTable | None, lang: str) -> str:
    """The progress of a table of the round, as a sentence."""
    deals = tournament.opened.deals
    if seating.done:
        return say("tournament.finished" if len(seating.played) == deals else "tournament.broken", lang)
    if table is None or table.state is None:
        return say("tournament.gathers", lang)
    return say("tournament.at_deal", lang, deal=min(deals, len(table.records) + table.playing), deals=deals)


class LeaderboardPage(PlayersPage):
    """The mean payments of all players of a game's tournaments, and significant differences."""

    async def get(self) -> None:
        lang, tournaments = self.language(), await self.tournaments()
        try:
            boards = {
                game: await asyncio.to_thread(_board, *await tournaments.all_payments(game), lang) for game in GAMES
            }
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        filled = {game: board for game, board in boards.items() if board["rows"]}
        self.render_page(
            "leaderboard.html.j2", say("tournament.leaderboard", lang), "leaderboard", boards=filled, fewest=FEWEST
        )


def _board(payments: Mapping[str, Any], names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The board of one game: rows of means and margins, and neighbours of which the first is surely better."""
    board = leaderboard(payments)
    distinct = distinct_names(names.get(one.player, "") for one in board)
    display_names: dict[str, str] = {}
    rows = []
    for one, name in zip(board, distinct, strict=True):
        display_names[one.player] = name or say("tournament.somebody", lang)
        mean = decimal(one.mean, lang, 1)
        margin = "" if one.margin is None else f" ± {decimal(one.margin, lang, 1)}"
        rows.append([display_names[one.player], str(one.deals), f"{mean}{margin}"])
    pairs = [(one.player, other.player) for one, other in pairwise(board) if is_better(one, other)]
    return {"rows": rows, "sure": [(display_names[one], display_names[other]) for one, other in pairs]}
