"""The pages of tournaments: where one is opened or found, one for players, host and projector, and the leaderboard.

All pages work without JavaScript; a script asks for the page every two seconds and shows what has changed.
Whoever has opened a tournament is its host; in a class that is the teacher, and nobody else opens one.
Players are known as at the tables, by a cookie that no script can read; on the pages stand names and places in lists.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from tornado.web import HTTPError

from cardlab.dashboard import gate, reach
from cardlab.dashboard.names import nickname, plain_code
from cardlab.game import GAMES
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import decimal, say
from cardlab.tables.hall import Hall
from cardlab.tables.leaderboard import FEWEST, Line, better, lines
from cardlab.tables.logs import Refused
from cardlab.tables.opened import OpenTables
from cardlab.tables.pages import LOG, PlayersPage, rules_of
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table import PACES, Agreed, Table, Watch
from cardlab.tables.tournament import (
    LONGEST_TITLE,
    MOST_DEALS,
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    Sitting,
    Tournament,
    standings,
    why_no_round,
)

_WORDS: Final = (
    "text", "open_heading", "open_it", "find_heading", "code", "find", "now_heading", "title", "deals",
    "only_teacher", "enter", "enter_again", "to_table", "wait", "drop", "finish", "finish_hint", "people", "remove",
    "remove_hint", "break", "points", "fair", "fair_text", "hash", "number", "number_later", "records", "own_link",
    "to_all", "to_leaderboard", "no_results", "moment", "by_round", "standing",
)  # fmt: skip
_POINTS: Final = ("same_cards", "as_paid", "seats", "bots", "late", "left")
"""The sentences on how a tournament goes."""


def routes(base: str, tables: OpenTables) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of tournaments, for the server's table."""
    return [
        (f"{base}tournaments", Tournaments, {"tables": tables}),
        (f"{base}tournament/([A-Z0-9]{{6}})", AtTournament, {"tables": tables}),
        (f"{base}leaderboard", Leaderboard, {"tables": tables}),
    ]


class HallsPage(PlayersPage):
    """What the pages of tournaments share."""

    async def hall(self) -> Hall:
        """The tournaments; while their log cannot be opened, these pages are not to be had."""
        await self.hub()
        return await self.tables.hall()

    @property
    def is_teacher(self) -> bool:
        """Whether it is the teacher of a class who asks."""
        return self.course.room is not None and gate.is_teacher(self.course.room, self.request)

    @property
    def may_open(self) -> bool:
        """Whether a tournament may be opened: by the teacher in a class, where there is none by anybody."""
        return self.course.room is None or self.is_teacher

    def draw(self, template: str, status: int, lang: str, title: str, path: str, **shown: Any) -> None:
        """Answers with a page of tournaments."""
        address = f"{self.course.base}{path}"
        common = self.common(lang, title, address)
        common["words"] |= {"name": say("together.name", lang), **{name: say(f"hall.{name}", lang) for name in _WORDS}}
        everywhere = {
            "address": address,
            "all": f"{self.course.base}tournaments?lang={lang}",
            "board": f"{self.course.base}leaderboard?lang={lang}",
        }
        self.show(template, status, **common, **everywhere, **shown)

    async def done(self, doing: Any, lang: str) -> tuple[str, int]:
        """Waits until something has been done; gives why it was not, or ""."""
        try:
            done = await doing
        except StoreTrouble as trouble:
            LOG.error("a tournament stands still: %s", trouble)
            return say("hall.trouble", lang), 503
        if isinstance(done, Refused):
            return " ".join(explain(one, lang) for one in done.refusals), 409
        return "", 200


class Tournaments(HallsPage):
    """Where a tournament is opened, or found by its code."""

    async def get(self) -> None:
        lang, code = self.tongue(), plain_code(self.get_query_argument("code", ""))
        if code and await (await self.hall()).tournament(code):
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}")
            return
        self.player()
        await self.ask(lang, say("hall.no_such", lang) if code else "")

    async def ask(self, lang: str, problem: str, status: int = 200) -> None:
        """Shows what is going on and both forms, and above them why one did not work."""
        hall = await self.hall()
        self.draw(
            "tournaments.html.j2",
            status,
            lang,
            say("hall.heading", lang),
            "tournaments",
            problem=problem,
            may_open=self.may_open,
            longest=LONGEST_TITLE,
            most_deals=MOST_DEALS,
            going_on=[
                {
                    "href": f"{self.course.base}tournament/{code}?lang={lang}",
                    "text": hall.title(code) or say("hall.untitled", lang),
                }
                for code in hall.open_now()
            ],
            games=self.games(lang),
            clocks=self.clocks(lang),
        )

    async def post(self) -> None:
        self.own_page_only()
        lang, hall = self.tongue(), await self.hall()
        if not self.may_open:
            await self.ask(lang, say("hall.only_teacher", lang), 403)
            return
        game, _, preset = self.get_body_argument("game", "").partition(" ")
        try:
            # Nobody looks on, for other tables have the same cards.
            agreed = Agreed(rules_of(game, preset), watch=Watch.NOBODY, pace=PACES["practised"])
            if game == "tongits":
                agreed = Agreed(agreed.rules, watch=Watch.NOBODY, clock=int(self.get_body_argument("clock", "0")))
            deals = int(self.get_body_argument("deals", "0"))
        except ValueError:
            await self.ask(lang, say("play_tongits.no_such_value", lang), 400)
            return
        title = nickname(self.get_body_argument("title", "")[:LONGEST_TITLE])
        try:
            opened = await hall.open(title, self.player(), agreed, deals)
        except StoreTrouble as trouble:
            LOG.error("no tournament could be opened: %s", trouble)
            await self.ask(lang, say("hall.trouble", lang), 503)
            return
        if isinstance(opened, Refused):
            await self.ask(lang, " ".join(explain(one, lang) for one in opened.refusals), 400)
        else:
            self.redirect(f"{self.course.base}tournament/{opened}?lang={lang}", status=303)


class AtTournament(HallsPage):
    """The page of one tournament, for players, host and projector."""

    async def get(self, code: str) -> None:
        await self.answer(code)

    async def post(self, code: str) -> None:
        self.own_page_only()
        lang = self.tongue()
        problem, status = await self.does(code, lang)
        if problem:
            await self.answer(code, problem, status)
        else:
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}", status=303)

    async def found(self, code: str) -> tuple[Hall, Tournament]:
        """The tournament of this address, and the hall; 404 where there is none."""
        hall = await self.hall()
        try:
            tournament = await hall.tournament(code)
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        if tournament is None:
            raise HTTPError(404)
        return hall, tournament

    def is_host(self, tournament: Tournament) -> bool:
        """Whether whoever asks may begin rounds and remove people."""
        return self.is_teacher if self.course.room is not None else self.player() == tournament.opened.host

    async def does(self, code: str, lang: str) -> tuple[str, int]:
        """Does what the form asks for; gives why it was not done, or ""."""
        hall, now = await self.found(code)
        do, player, number = self.get_body_argument("do", ""), self.player(), self.get_body_argument("number", "0")
        at = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
        if do not in ("enter", "drop") and not self.is_host(now):
            return say("hall.host_only", lang), 403
        match do:
            case "enter":
                entering = Entered(player, nickname(self.get_body_argument("name", "")))
                return await self.done(hall.do(code, entering), lang)
            case "drop":
                return await self.done(hall.do(code, Dropped(player)), lang)
            case "next":
                return await self.done(hall.begin(code), lang)
            case "remove" if 1 <= at <= len(now.entrants):
                return await self.done(hall.remove(code, now.entrants[at - 1].player), lang)
            case "break":
                return await self.done(hall.do(code, BrokenOff(at)), lang)
            case "end":
                return await self.done(hall.do(code, Ended()), lang)
        raise HTTPError(400)

    async def answer(self, code: str, problem: str = "", status: int = 200) -> None:
        """Shows the page, or tells a page that knows it that nothing has changed; `problem`: what was not done."""
        lang = self.tongue()
        hall, now = await self.found(code)
        tables = [await hall.hub.table(one.code) for one in (now.rounds[-1] if now.rounds else ())]
        shown = self.shown(now, tables, lang)
        version = hashlib.sha256(json.dumps(shown).encode("utf-8", "replace")).hexdigest()[:16]
        if not problem and self.get_query_argument("known", "") == version:
            self.set_status(204)
            return
        path = f"tournament/{code}"
        title, link = now.opened.title or say("hall.untitled", lang), self.link(path)
        more = {"code": code, "version": version, "problem": problem, "nickname": self.named()}
        self.draw(
            "tournament.html.j2", status, lang, title, path, **shown, **more, link=link, drawing=reach.drawing(link)
        )

    def shown(self, now: Tournament, tables: list[Table | None], lang: str) -> dict[str, Any]:
        """All that may change on the page, as whoever asks may see it."""
        player, is_host = self.player(), self.is_host(now)
        entrant, rounds = now.entrant(player), len(now.rounds)
        plays = bool(entrant and entrant.here)
        both = tuple(zip(now.rounds[-1] if rounds else (), tables, strict=True))
        own = next((one.code for one, table in both if table and player in one.players and not one.done), "")
        return {
            "stands": _status(now, player, is_host, lang),
            "over": now.over,
            "you": say("hall.you", lang, name=_name(now, player, lang)) if plays else "",
            "plays": plays and not now.over,
            "waits": plays and not own and rounds > 0 and not now.over,
            "may_enter": not plays and not now.over,
            "again": bool(entrant),
            "table": f"{self.course.base}table/{own}?lang={lang}" if plays and own else "",
            "is_host": is_host,
            "begin": say("hall.next" if rounds else "hall.first", lang)
            if is_host and not now.over and not tuple(why_no_round(now))
            else "",
            "may_end": is_host and not now.over and now.is_between and rounds > 0,
            "rounds": rounds,
            "columns": [say(f"hall.column.{one}", lang) for one in ("place", "player", "points", "mean")],
            "rows": [
                [
                    str(one.place),
                    _name(now, one.entrant.player, lang)
                    + (f" ({say('tournament.gone', lang)})" if one.entrant.name and not one.entrant.here else ""),
                    decimal(one.line.total, lang),
                    decimal(one.line.mean, lang, 1),
                    *(decimal(points, lang) for points in one.rounds),
                ]
                for one in standings(now)
            ],
            "tables_title": say("hall.tables", lang, number=rounds),
            "tables": [_at_table(now, number, one, table, lang) for number, (one, table) in enumerate(both, 1)],
            "people": [
                {"number": number, "name": name, "remove": say("hall.remove_name", lang, name=name)}
                for number, one in enumerate(now.entrants, 1)
                for name in [_name(now, one.player, lang)]
                if one.here and not now.over
            ],
            "told": [say(f"tournament.{one}", lang) for one in _POINTS],
            "hash": now.hash,
            "number": now.opened.number if now.over else "",
            "records": [
                {
                    "href": f"{self.course.base}table/{one.code}/rounds.json",
                    "file": f"round-{round}-table-{table}.json",
                    "text": say("hall.record", lang, round=round, table=table),
                }
                for round, sat in enumerate(now.rounds if now.over else (), 1)
                for table, one in enumerate(sat, 1)
                if one.played
            ],
        }


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
        return [*lines, say(f"hall.waits.{'host' if is_host else 'all'}", lang)]
    done, tables = sum(one.done for one in now.rounds[-1]), len(now.rounds[-1])
    if done < tables:
        return [say("hall.round_on", lang, number=rounds, done=done, count=tables), *lines]
    return [say("hall.round_over", lang, number=rounds), *lines]


def _at_table(now: Tournament, number: int, sitting: Sitting, table: Table | None, lang: str) -> dict[str, Any]:
    """A table of the round: who sits there, and how far it is."""
    deals = now.opened.deals
    if sitting.done:
        how = say("hall.finished" if len(sitting.played) == deals else "hall.broken", lang)
    elif table is None or table.state is None:
        how = say("hall.gathers", lang)
    else:
        how = say("hall.at_deal", lang, deal=min(deals, len(table.done) + table.playing), deals=deals)
    return {
        "number": number,
        "title": say("hall.table", lang, number=number),
        "names": [_name(now, player, lang) for player in sitting.players],
        "how": how,
        "done": sitting.done,
        "break": "" if sitting.done else say("hall.break_table", lang, number=number),
    }


class Leaderboard(HallsPage):
    """What everybody receives a deal in all tournaments of a game, and who is better, as far as that can be said."""

    async def get(self) -> None:
        lang, hall = self.tongue(), await self.hall()
        try:
            boards = [_board(game, *await hall.received(game), lang) for game in GAMES]
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        shown = [one for one in boards if one["rows"]]
        columns = [say(f"ranking.{column}", lang) for column in ("player", "deals", "mean")]
        title = say("hall.leaderboard", lang)
        told = [say("ranking.error", lang), say("ranking.better", lang, count=FEWEST)]
        self.draw("leaderboard.html.j2", 200, lang, title, "leaderboard", boards=shown, columns=columns, told=told)


def _board(game: str, received: Mapping[str, Any], names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The board of one game: its lines, and of which two that follow one another one is surely better."""
    board = lines(received)
    called = {one.player: names.get(one.player) or say("tournament.somebody", lang) for one in board}
    sure = [
        say("ranking.is_better", lang, one=called[one.player], other=called[other.player])
        for one, other in pairwise(board)
        if better(one, other)
    ]
    return {
        "title": say(f"compare.game.{game}", lang),
        "rows": [[called[one.player], str(one.deals), _mean(one, lang)] for one in board],
        "below": sure or [say("ranking.not_apart", lang)],
    }


def _mean(one: Line, lang: str) -> str:
    """The mean of a line, and how far luck may have moved it."""
    mean = decimal(one.mean, lang, 1)
    return mean if one.error is None else f"{mean} ± {decimal(one.error, lang, 1)}"
