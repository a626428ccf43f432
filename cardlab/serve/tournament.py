"""The pages of tournaments: where one is opened or found, one for players, host and projector, and the leaderboard.

All pages work without JavaScript; a script asks for the page every two seconds and shows what has changed.
Whoever has opened a tournament is its host; in a class that is the teacher, and nobody else opens one.
Players are known as at the tables, by a cookie that no script can read; on the pages stand names and places in lists.
"""

from __future__ import annotations

import asyncio
import importlib.util
import io
import json
import logging
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tornado.web import HTTPError

from cardlab import tichu, tongits
from cardlab.dashboard import gate, reach
from cardlab.dashboard.names import nickname
from cardlab.locale import say
from cardlab.pagehost.pages import Page
from cardlab.record import EARLIER, Record
from cardlab.refusal import IllegalMove
from cardlab.serve.tables import LOG, PlayersPage, plain
from cardlab.tables import leaderboard, ratings, told
from cardlab.tables.hall import LONGEST_TITLE, AtTable, Hall, Settings
from cardlab.tables.results import Result, is_bot
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table import PACES, Agreed, Watch
from cardlab.tables.tournament import MOST_DEALS, MOST_ROUNDS, NextRound, Tournament, standings, why_no_round
from cardlab.tables.tournament_log import BrokenOff, Dropped, Entered, Kind, Paired, Removed, text
from cardlab.tell import explain
from cardlab.terminal import as_csv

PLANS: Final = (
    ("tongits", Kind.SWISS),
    ("tongits", Kind.ROUND_ROBIN),
    ("tichu", Kind.KNOCK_OUT),
    ("tichu", Kind.ROUND_ROBIN),
)
CLOCKS: Final = (0, 30, 60, 120)
PRESETS: Final = ("sheet", "traditional")
_RULES: Final[Mapping[str, Any]] = {"tongits": tongits.Rules, "tichu": tichu.Rules}


def routes(base: str) -> list[tuple[str, type[Page]]]:
    """The addresses of tournaments, for the server's table."""
    one = f"{base}tournament/([A-Z0-9]{{6}})"
    return [
        (f"{base}tournaments", Tournaments),
        (one, AtTournament),
        (f"{one}/code.svg", TournamentCode),
        (f"{one}/standings.csv", Csv),
        (f"{one}/all.zip", Everything),
        (f"{base}leaderboard", Leaderboard),
    ]


class HallsPage(PlayersPage):
    """What the pages of tournaments share."""

    async def hall(self) -> Hall:
        """The hall; without one these pages do not exist, and while its log cannot be opened they are not to be had."""
        await self.hub()
        hall = await self.course.hall()
        if hall is None:
            raise HTTPError(404)
        return hall

    @property
    def is_teacher(self) -> bool:
        """Whether it is the teacher of a class who asks."""
        return self.course.room is not None and gate.is_teacher(self.course.room, self.request)

    @property
    def may_open(self) -> bool:
        """Whether a tournament may be opened: by the teacher in a class, where there is none by anybody."""
        return self.course.room is None or self.is_teacher

    def drawn_with(self, lang: str, title: str, address: str) -> dict[str, Any]:
        """What every page of tournaments is drawn with."""
        common = self.common(lang, title, f"{self.course.base}{address}")
        words = {"name": say("together.name", lang), **{name: say(f"hall.{name}", lang) for name in _WORDS}}
        return {
            **common,
            "words": common["words"] | words,
            "all": f"{self.course.base}tournaments?lang={lang}",
            "board": f"{self.course.base}leaderboard?lang={lang}",
        }


_WORDS: Final = (
    "text", "open_heading", "open_it", "find_heading", "code", "find", "now_heading", "title", "plan", "rules",
    "rounds", "by_round", "rounds_hint", "deals", "duplicate", "only_teacher", "enter", "enter_again", "to_table",
    "wait", "drop", "finish", "finish_hint", "people", "remove", "remove_hint", "break", "points", "fair",
    "fair_text", "hash", "seed", "seed_later", "own_link", "zip", "csv", "to_all", "to_leaderboard", "board_text",
    "no_results", "moment",
)  # fmt: skip


class Tournaments(HallsPage):
    """Where a tournament is opened, or found by its code."""

    async def get(self) -> None:
        lang, code = self.tongue(), plain(self.get_query_argument("code", ""))
        if code and await (await self.hall()).tournament(code):
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}")
            return
        self.player()
        await self.ask(lang, say("hall.no_such", lang) if code else "")

    async def ask(self, lang: str, problem: str, status: int = 200) -> None:
        """Shows what is going on and both forms, and above them why one did not work."""
        hall = await self.hall()
        self.show(
            "tournaments.html.j2",
            status,
            **self.drawn_with(lang, say("hall.heading", lang), "tournaments"),
            problem=problem,
            may_open=self.may_open,
            longest=LONGEST_TITLE,
            going_on=[
                {"href": f"{self.course.base}tournament/{code}?lang={lang}", "text": _title(hall, code, lang)}
                for code in hall.open_now()
            ],
            plans=[
                (f"{game} {kind}", say("hall.plan_of", lang, game=say(f"compare.game.{game}", lang), plan=plan))
                for game, kind in PLANS
                for plan in [say(f"hall.plan.{kind}", lang)]
            ],
            swiss=say("tournament.kind.swiss", lang),
            presets=[(name, say(f"preset.{name}", lang)) for name in PRESETS],
            clocks=[
                (seconds, say("together.seconds", lang, count=seconds) if seconds else say("together.no_clock", lang))
                for seconds in CLOCKS
            ],
            most_rounds=MOST_ROUNDS,
            most_deals=MOST_DEALS,
        )

    async def post(self) -> None:
        self.own_page_only()
        lang = self.tongue()
        if not self.may_open:
            await self.ask(lang, say("hall.only_teacher", lang), 403)
            return
        game, _, plan = self.get_body_argument("plan", "").partition(" ")
        duplicate = bool(self.get_body_argument("duplicate", ""))
        try:
            if game not in _RULES:
                raise ValueError(game)
            rules = _RULES[game].preset(self.get_body_argument("rules", "sheet") if game == "tongits" else "sheet")
            watch = Watch.NOBODY if duplicate else Watch.TABLE
            agreed = Agreed(rules, watch=watch, clock=int(self.get_body_argument("clock", "0")))
            if game == "tichu":
                agreed = replace(agreed, clock=0, pace=PACES["practised"])
            kind = Kind(plan)
            rounds, deals = (int(self.get_body_argument(name, "0")) for name in ("rounds", "deals"))
        except ValueError:
            await self.ask(lang, say("play_tongits.no_such_value", lang), 400)
            return
        settings = Settings(nickname(self.get_body_argument("title", "")[:LONGEST_TITLE]), self.player(), agreed)
        try:
            code = await (await self.hall()).open(kind, settings, rounds=rounds, deals=deals, duplicate=duplicate)
        except IllegalMove as why:
            await self.ask(lang, " ".join(explain(one, lang) for one in why.refusals), 400)
        except StoreTrouble as trouble:
            LOG.error("no tournament could be opened: %s", trouble)
            await self.ask(lang, say("hall.trouble", lang), 503)
        else:
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}", status=303)


def _title(hall: Hall, code: str, lang: str) -> str:
    return hall.settings(code).title or say("hall.untitled", lang)


class OfTournament(HallsPage):
    """What the pages of one tournament share."""

    async def found(self, code: str) -> tuple[Hall, Tournament]:
        """The tournament of this address, and the hall; 404 where there is none."""
        hall = await self.hall()
        try:
            tournament = await hall.tournament(code)
        except StoreTrouble as trouble:
            LOG.error("tournament %s: %s", code, trouble)
            raise HTTPError(503) from trouble
        if tournament is None:
            raise HTTPError(404)
        return hall, tournament


class AtTournament(OfTournament):
    """The page of one tournament, for players, host and projector."""

    async def get(self, code: str) -> None:
        hall, _ = await self.found(code)
        known = self.get_query_argument("known", "")
        if known and known == self.version(hall, code):
            self.set_status(204)
            return
        await self.draw(code, "")

    async def post(self, code: str) -> None:
        self.own_page_only()
        hall, tournament = await self.found(code)
        lang = self.tongue()
        problem, status = await self._do(hall, tournament, code, lang)
        if problem:
            await self.draw(code, problem, status)
        else:
            self.redirect(f"{self.course.base}tournament/{code}?lang={lang}", status=303)

    async def _do(self, hall: Hall, tournament: Tournament, code: str, lang: str) -> tuple[str, int]:
        """Does what the form asks for; gives why it was not done, or ""."""
        do, player = self.get_body_argument("do", ""), self.player()
        number = self.get_body_argument("number", "0")
        at = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
        if do not in ("enter", "drop") and not self.is_host(hall, code):
            return say("hall.host_only", lang), 403
        asked: Mapping[str, Callable[[], Any]] = {
            "enter": lambda: Entered(player, nickname(self.get_body_argument("name", ""))),
            "drop": lambda: Dropped(player),
            "next": NextRound,
            "remove": lambda: Removed(tournament.entrants[at - 1].player),
            "break": lambda: BrokenOff(len(tournament.rounds), at),
        }
        try:
            if do == "end":
                await hall.end(code)
            elif do in asked and (do != "remove" or 1 <= at <= len(tournament.entrants)):
                await hall.do(code, asked[do]())
            else:
                raise HTTPError(400)
        except IllegalMove as why:
            return " ".join(explain(one, lang) for one in why.refusals), 409
        except StoreTrouble as trouble:
            LOG.error("tournament %s: %s", code, trouble)
            return say("hall.trouble", lang), 503
        return "", 200

    def is_host(self, hall: Hall, code: str) -> bool:
        """Whether whoever asks may begin rounds and remove people."""
        return self.is_teacher if self.course.room is not None else self.player() == hall.settings(code).host

    def version(self, hall: Hall, code: str) -> str:
        """Which page this is: as long as it is the same, nothing has changed on it."""
        return f"{hall.version(code)}.{int(bool(hall.table_of(code, self.player())))}"

    async def draw(self, code: str, problem: str, status: int = 200) -> None:
        """Shows the page; `problem` is why something was not done."""
        lang, player = self.tongue(), self.player()
        hall, tournament = await self.found(code)
        # Read together with what the page shows: were it read after the pauses below, a result that arrives meanwhile
        # would count as shown, and the page would wait for the next one.
        version = self.version(hall, code)
        entrant, is_host = tournament.entrant(player), self.is_host(hall, code)
        addresses = self.course.room.addresses() if self.course.room else ()
        here = f"{self.request.protocol}://{self.request.host}{self.course.base}"
        table, dealer = hall.table_of(code, player), hall.dealer(code)
        standing = told.table(tournament, lang)
        live = await asyncio.to_thread(told.live, tournament, lang) if tournament.seed is None else None
        can_begin = is_host and tournament.seed is None and not tuple(why_no_round(tournament))
        self.show(
            "tournament.html.j2",
            status,
            **self.drawn_with(lang, _title(hall, code, lang), f"tournament/{code}"),
            code=code,
            version=version,
            address=f"{self.course.base}tournament/{code}",
            problem=problem,
            stands=_status(tournament, player, lang, is_host=is_host),
            over=tournament.seed is not None,
            you=_name(tournament, player, lang),
            plays=bool(entrant and entrant.here),
            waits=bool(entrant and entrant.here and not table and tournament.rounds and tournament.seed is None),
            may_enter=tournament.seed is None and not (entrant and (entrant.here or entrant.removed)),
            again=bool(entrant),
            nickname=entrant.name if entrant else self.named(),
            table=f"{self.course.base}table/{table}?lang={lang}" if table else "",
            is_host=is_host,
            begin=say("hall.next" if tournament.rounds else "hall.first", lang) if can_begin else "",
            may_end=is_host and tournament.seed is None and tournament.is_between and bool(tournament.rounds),
            standing=standing,
            rounds=len(tournament.rounds),
            live=live,
            tables_title=say("hall.tables", lang, number=len(tournament.rounds)),
            tables=[_at_table(one, hall, tournament, lang) for one in await hall.tables(code)],
            how_paired=_how_paired(hall, tournament, code, lang),
            people=_people(tournament, lang) if tournament.seed is None or is_host else [],
            hash=dealer.hash,
            seed=dealer.seed or "",
            link=f"{(addresses or (here,))[0]}tournament/{code}",
            drawing=f"{self.course.base}tournament/{code}/code.svg",
        )


def _how_paired(hall: Hall, tournament: Tournament, code: str, lang: str) -> list[str]:
    """How the tables of this round came about, in sentences: who meets again, where bots sit."""
    paired = next((event for event in reversed(hall.events(code)) if isinstance(event, Paired)), None)
    return told.round_told(tournament, paired, lang) if paired else []


def _name(tournament: Tournament, player: str, lang: str) -> str:
    is_here = player in tournament.here
    return say("hall.you", lang, name=told.name_of(tournament, player, lang)) if is_here else ""


def _ended(tournament: Tournament, player: str, lang: str) -> list[str]:
    """That the tournament is over, who has won it, and on which place this player is, if anything was played at all."""
    lines = standings(tournament)
    if not any(line.deals for line in lines):
        return [say("hall.over", lang)]
    best = [told.name_of(tournament, line.entrant.player, lang) for line in lines if line.place == 1]
    own = next((line.place for line in lines if line.entrant.player == player), None)
    over = [say("hall.over", lang), *([say("hall.won", lang, who=", ".join(best), count=len(best))] if best else ())]
    return [" ".join(over), *([] if own is None else [say("hall.own_place", lang, place=own, count=len(lines))])]


def _status(tournament: Tournament, player: str, lang: str, *, is_host: bool) -> list[str]:
    """Where the tournament stands, in sentences; who goes on, a host is told as such."""
    to = "host" if is_host else "all"
    here, rounds = len(tournament.here), len(tournament.rounds)
    opened = tournament.opened
    game, plan = say(f"compare.game.{opened.game}", lang), say(f"hall.plan.{opened.kind}", lang)
    lines = [
        say("hall.entered", lang, count=here) if here else say("hall.nobody", lang),
        say("hall.plan_of", lang, game=game, plan=plan),
    ]
    if tournament.seed is not None:
        return _ended(tournament, player, lang)
    planned = tournament.planned if here > 1 or rounds else opened.rounds
    if planned and not (opened.kind is Kind.KNOCK_OUT and not rounds):
        lines.append(say("hall.planned", lang, count=planned))
    if not rounds:
        return [*lines, say(f"hall.waits.{to}", lang)]
    tables = tournament.rounds[-1]
    done = sum(map(tournament.is_done, tables))
    if done < len(tables):
        return [say("hall.round_on", lang, number=rounds, done=done, count=len(tables)), *lines]
    lines = [say("hall.round_over", lang, number=rounds), *lines]
    return [*lines, say(f"hall.all_played.{to}", lang)] if planned and rounds >= planned else lines


def _people(tournament: Tournament, lang: str) -> list[dict[str, Any]]:
    """Who takes part, or did; `number` is the place in the order of entering."""
    return [
        {
            "number": number,
            "name": name if one.here else f"{name} ({say('tournament.gone', lang)})",
            "remove": say("hall.remove_name", lang, name=name),
        }
        for number, one in enumerate(tournament.entrants, 1)
        for name in [told.name_of(tournament, one.player, lang)]
        if not one.removed
    ]


def _at_table(at: AtTable, hall: Hall, tournament: Tournament, lang: str) -> dict[str, Any]:
    """A table of the round: who sits there, and how far it is."""
    names = [told.name_of(tournament, player, lang) for player in at.sitting.players]
    deals = tournament.opened.deals
    if at.sitting.broken:
        how = say("hall.broken", lang)
    elif at.is_done:
        how = say("hall.finished", lang)
    elif at.table is None or (not at.table.playing and not at.table.done):
        how = say("hall.gathers", lang)
    else:
        deal = len(at.table.done) + at.table.playing
        how = say("hall.at_deal", lang, deal=deal, deals=max(deals, deal))
    return {
        "number": at.number,
        "title": say("hall.table", lang, number=at.number),
        "names": names,
        "how": how,
        "done": at.is_done,
        "break": "" if at.is_done else say("hall.break_table", lang, number=at.number),
    }


class TournamentCode(OfTournament):
    """The address of a tournament as a QR code."""

    async def get(self, code: str) -> None:
        await self.found(code)
        addresses = self.course.room.addresses() if self.course.room else ()
        here = f"{self.request.protocol}://{self.request.host}{self.course.base}"
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(reach.drawing(f"{(addresses or (here,))[0]}tournament/{code}"))


# Downloads


class Csv(OfTournament):
    """The table for a spreadsheet."""

    async def get(self, code: str) -> None:
        _, tournament = await self.found(code)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="tournament-{code}.csv"')
        self.finish(standings_csv(tournament))


def standings_csv(tournament: Tournament) -> str:
    """The table of a tournament for a spreadsheet."""
    rows = list(told.rows(tournament))
    return "\ufeff" + as_csv(list(rows[0]) if rows else ("place", "name"), rows)


class Everything(OfTournament):
    """All that has happened, as files that `cardlab check` and `cardlab tournament` accept."""

    async def get(self, code: str) -> None:
        hall, tournament = await self.found(code)
        files = {
            "dealer.json": hall.dealer(code).text(),
            "events.jsonl": text(hall.events(code)),
            "standings.csv": standings_csv(tournament),
        }
        records = await hall.records(code)
        packed = await asyncio.to_thread(_packed, files, records)
        self.set_header("Content-Type", "application/zip")
        self.set_header("Content-Disposition", f'attachment; filename="tournament-{code}.zip"')
        self.finish(packed)


def _packed(files: Mapping[str, str], records: tuple[tuple[int, int, tuple[Record, ...]], ...]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
        for round_, number, (*earlier, last) in records:
            about = {**last.about, EARLIER: [json.loads(one.text()) for one in earlier]}
            packed.writestr(f"round-{round_}-table-{number}.json", Record(last.start, last.moves, about=about).text())
    return out.getvalue()


# All tournaments


def _means(results: Sequence[Result], names: Mapping[str, str], game: str, lang: str) -> dict[str, Any]:
    """What everybody received a round, with how far luck may have moved it."""
    shown = leaderboard.board(results, names, lang)
    rows = [[one["player"], str(one["rounds"]), one["mean"], one["error"]] for one in shown["lines"]]
    columns = [say(f"ranking.{column}", lang) for column in ("player", "rounds", "mean")]
    below = [one["below"] for one in shown["lines"] if one["below"]]
    title = say("hall.means_of", lang, game=game)
    return {"title": title, "columns": [*columns, "±"], "rows": rows, "below": below, "told": shown["told"]}


class Leaderboard(HallsPage):
    """The ratings from all tournaments, for each game, with how far they may be wrong, and what luck does to means."""

    async def get(self) -> None:
        lang, hall = self.tongue(), await self.hall()
        boards: list[dict[str, Any]] = []
        means: list[dict[str, Any]] = []
        try:
            for game in _RULES:
                results, names = await hall.played(game)
                if not any(sum(not is_bot(player) for player in one.players) > 1 for one in results):
                    continue
                means.append(_means(results, names, say(f"compare.game.{game}", lang), lang))
                if importlib.util.find_spec("choix") is None:
                    boards.append({"title": say(f"compare.game.{game}", lang), "told": [say("cli.no_ratings", lang)]})
                    continue
                rated = await asyncio.to_thread(ratings.rated, results)
                boards.append({**told.ratings(rated, names, lang), "title": say(f"compare.game.{game}", lang)})
        except StoreTrouble as trouble:
            logging.getLogger("cardlab.tables").error("no leaderboard: %s", trouble)
            raise HTTPError(503) from trouble
        self.show(
            "leaderboard.html.j2",
            200,
            **self.drawn_with(lang, say("hall.leaderboard", lang), "leaderboard"),
            boards=boards,
            means=means,
        )
