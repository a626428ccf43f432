"""What the pages of tournaments show, as scenes of blocks: all tournaments, one of them, the leaderboard.

No scene knows a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, Literal, Self

import msgspec

from cardlab.dashboard.display_names import plain_code
from cardlab.game import GAMES
from cardlab.names import isolated, nickname
from cardlab.phrasing.catalogue import decimal
from cardlab.refusal import Refusal
from cardlab.tables.device import asked_first, name_field
from cardlab.tables.event_logs import Rejected
from cardlab.tables.leaderboard import FEWEST, LeaderboardRow, is_better
from cardlab.tables.players_scene import Looker, OpeningScene, Order, PlayersScene
from cardlab.tables.shared_table import PACES, Agreed, Watch
from cardlab.tables.tournament import (
    LONGEST_TITLE,
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    Rank,
    TournamentTable,
    why_no_round,
)
from cardlab.tables.tournament_service import LiveTournament, TournamentService
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.scene import receives

COLUMNS: Final = ("player", "points", "deals", "mean")
MOST_SHOWN: Final = 100
"""The number of players whom a leaderboard shows."""
POINTS: Final = ("same_cards", "as_paid", "seats", "bots", "late", "left")
"""Of how points come about, a sentence each."""


class AllTournaments(OpeningScene):
    """The open tournaments, and the ways to another and to a new one; in a class only the teacher opens them."""

    view = "tournaments"

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService) -> None:
        super().__init__(lang, looker, tournaments)
        self.label = self.say("tournament.heading")

    def render(self) -> list[Block]:
        finding = [
            blocks.heading(self.say("tournament.find_heading")),
            *self.by_code(self.say("tournament.code"), self.say("tournament.find")),
            blocks.sentences(self._open_ones(), label=self.say("tournament.now_heading")),
        ]
        return [
            blocks.text([self.say("tournament.text"), " ", self.way("tournament.to_leaderboard", "leaderboard")]),
            self.columns(finding, self._opening()),
        ]

    def _open_ones(self) -> Iterator[list[Inline]]:
        for code, one in reversed(self.tournaments.open_tournaments().items()):
            game = self.say(f"compare.game.{one.opened.game}")
            count = self.say("tournament.entered", count=len(one.active_players))
            title = one.opened.title or self.say("tournament.untitled")
            yield [blocks.link(title, self.to(f"tournament/{code}")), f" · {game} · {count}"]

    def _opening(self) -> Iterator[Block]:
        yield blocks.heading(self.say("tournament.open_heading"))
        if self.looker.is_teacher is False:
            yield blocks.text(self.say("tournament.only_teacher"))
            return
        is_tongits = self.chosen["game"].startswith("tongits")
        deals = blocks.field(self.say("tournament.deals"), "3", name="deals", digits=True, longest=2)
        takes = {"title": ["title"], "deals": ["deals"]}
        yield blocks.fields(blocks.field(self.say("tournament.title"), name="title", longest=LONGEST_TITLE))
        yield self.game_choice()
        yield blocks.fields(deals, *([self.clock_list()] if is_tongits else []))
        yield from [blocks.text(self.say("together.clock_hint"), "soft")] if is_tongits else []
        yield blocks.row(
            blocks.button(self.say("tournament.open_it"), {"do": "open"}, takes=takes, main=True, enter="answers")
        )
        yield self.trouble("open")

    @receives
    def set(self, field: Literal["game", "clock"], value: str) -> None:
        """Choose what is played, and how long a turn may take."""
        self.chosen[field] = value

    @receives
    def find(self, code: list[str]) -> None:
        """Go to the tournament with this code."""

        async def order(_key: str) -> tuple[Refusal, ...]:
            if await self.tournaments.tournament(found := plain_code("".join(code))):
                return self.lead_to(f"tournament/{found}")
            self.problem = self.say("tournament.no_such")
            return ()

        self.order = order

    @receives
    def open(self, title: list[str], deals: list[str]) -> None:
        """Open a tournament."""
        typed = "".join(deals).strip()
        if self.looker.is_teacher is False:
            self.problem = self.say("tournament.only_teacher")
        elif not (typed.isascii() and typed.isdecimal()):
            self.problem = self.say("play_tongits.no_such_value")
        else:
            game, _, preset = self.chosen["game"].partition(" ")
            # Without spectators, since other tables have the same cards.
            rules, clock, pace = GAMES[game].rules.preset(preset), int(self.chosen["clock"]), PACES["practised"]
            own = Agreed(rules, clock=clock) if game == "tongits" else Agreed(rules, pace=pace)
            agreed = msgspec.structs.replace(own, watch=Watch.NOBODY)
            name, number = nickname("".join(title), LONGEST_TITLE), int(typed[:4])

            async def order(key: str) -> tuple[Refusal, ...]:
                opened = await self.tournaments.open(name, self.looker.player, agreed, number, key)
                if isinstance(opened, Rejected):
                    return opened.refusals
                return self.lead_to(f"tournament/{opened}")

            self.order = order


class OneTournament(PlayersScene):
    """One tournament, for a player, the host or a projector.

    The player who has opened it is its host; in a class the teacher is.
    """

    view = "tournaments"

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService, live: LiveTournament) -> None:
        super().__init__(lang, looker, tournaments)
        self.live = live
        self.invite = looker.address.blocks(self.say("tournament.own_link"), lang)
        self.label = live.state.opened.title or self.say("tournament.untitled")
        is_opener = looker.player == live.state.host
        self.is_host = is_opener if looker.is_teacher is None else looker.is_teacher

    @classmethod
    async def at(cls, lang: str, looker: Looker, tournaments: TournamentService, *code: str) -> Self | None:
        live = await tournaments.live(code[0])
        return None if live is None else cls(lang, looker, tournaments, live)

    def follow(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.tournaments.subscribe(self.live.code, changed)

    def name(self, player: str) -> str:
        """The name of an entrant, or what a bot or a player without a name is called."""
        entrant = self.live.state.entrant(player)
        if entrant and entrant.name:
            return isolated(entrant.name)
        return self.say("tournament.somebody" if player else "tournament.bot")

    def render(self) -> list[Block]:
        state, key = self.live.state, (self.lang, self.looker.base, self.is_host)
        # What is the same on many pages is made for all of them at once.
        if key not in self.live.made:
            self.live.made[key] = [*self._standings(), *self._tables()], self._fairness()
        tables, fairness = self.live.made[key]
        points = [self.say(f"tournament.{one}") for one in POINTS]
        ways = self.way("tournament.to_all", "tournaments"), self.way("tournament.to_leaderboard", "leaderboard")
        return [
            self.trouble(),
            blocks.status(*self._status(), style="cardlab-state"),
            *(() if state.over else self._own()),
            *(self._hosting() if self.is_host and not state.over else ()),
            *tables,
            blocks.details(self.say("together.invite_heading"), *self.invite, unfolded=not state.rounds),
            blocks.details(self.say("tournament.points"), blocks.sentences(points)),
            fairness,
            blocks.row(*ways),
        ]

    # What is read

    def _status(self) -> Iterator[Block]:
        """Where the tournament stands, for the host or for a player."""
        state, rounds = self.live.state, len(self.live.state.rounds)
        if state.over:
            ranks = self.live.standings if state.has_played else ()
            best = [self.name(one.entrant.player) for one in ranks if one.place == 1]
            won = self.say("tournament.won", who=", ".join(best), count=len(best)) if best else ""
            yield blocks.text(f"{self.say('tournament.over')} {won}", "strong")
            own = [one.place for one in ranks if one.entrant.player == self.looker.player]
            yield from (blocks.text(self.say("tournament.own_place", place=one, count=len(ranks))) for one in own)
            return
        if rounds:
            done, count = sum(one.done for one in state.rounds[-1]), len(state.rounds[-1])
            key = "tournament.round_over" if done == count else "tournament.round_on"
            yield blocks.text(self.say(key, number=rounds, done=done, count=count), "strong")
        players, game = len(state.active_players), self.say(f"compare.game.{state.opened.game}")
        entered = self.say("tournament.entered", count=players) if players else self.say("tournament.nobody")
        yield blocks.text(entered)
        yield blocks.text(self.say("tournament.plays", game=game, count=state.opened.deals))
        if not rounds:
            yield blocks.text(self.say("tournament.waits.host" if self.is_host else "tournament.waits.all"))

    def _standings(self) -> Iterator[Block]:
        """Who takes part, and from the first round on places and points."""
        ranks, rounds = self.live.standings, self.live.state.rounds
        if ranks:
            head = [self.say(f"tournament.column.{one}") for one in COLUMNS[: None if rounds else 1]]
            rows = [[self._entrant(one), *(self._figures(one.row) if rounds else [])] for one in ranks]
            yield blocks.heading(self.say("tournament.standing" if rounds else "tournament.people"))
            yield blocks.table("", head, rows, close=True, style="cardlab-ranks")
        if len(rounds) > 1 and ranks:
            title = self.say("tournament.by_round")
            points = [
                [self.name(one.entrant.player), " · ".join(decimal(paid, self.lang) for paid in one.rounds)]
                for one in ranks
            ]
            yield blocks.details(title, blocks.table("", [head[0], title], points, close=True, style="cardlab-ranks"))

    def _entrant(self, rank: Rank) -> list[Inline]:
        """Place and name of an entrant; the host may remove both."""
        state, entrant = self.live.state, rank.entrant
        place = f"{rank.place}. " if state.rounds else ""
        gone = f" ({self.say('tournament.gone')})" if entrant.name and not entrant.is_active else ""
        cell: list[Inline] = [f"{place}{self.name(entrant.player)}{gone}"]
        if self.is_host and not state.over and (entrant.is_active or entrant.name):
            answer = self.say("tournament.remove_name", name=self.name(entrant.player))
            send = {"do": "remove", "number": state.entrants.index(entrant) + 1}
            cell.append(asked_first(self.say("tournament.remove"), self.say("tournament.remove_hint"), answer, send))
        return cell

    def _figures(self, row: LeaderboardRow) -> list[str]:
        return [decimal(row.total, self.lang), str(row.deals), decimal(row.mean, self.lang, 1)]

    def _tables(self) -> Iterator[Block]:
        """Who sits at which table of the last round, and how far it is."""
        state, round = self.live.state, len(self.live.state.rounds)
        if round:
            head = [self.say(f"tournament.column.{one}") for one in ("table", "player", "state")]
            yield blocks.heading(self.say("tournament.tables", number=round))
            yield blocks.table("", head, [self._table(number, one) for number, one in enumerate(state.rounds[-1], 1)])

    def _table(self, number: int, seating: TournamentTable) -> list[Inline | list[Inline]]:
        state, deal = self.live.state, self.live.deals.get((len(self.live.state.rounds), number))
        named = self.say("tournament.table", number=number)
        progress: list[Inline] = []
        if seating.done:
            is_whole = len(seating.played) == state.opened.deals
            progress.append(self.say("tournament.finished" if is_whole else "tournament.broken"))
        else:
            facts = {"deal": deal, "deals": state.opened.deals}
            progress.append(self.say("tournament.at_deal", **facts) if deal else self.say("tournament.gathers"))
        if self.is_host and not seating.done:
            answer = self.say("tournament.break_table", number=number)
            send = {"do": "break_off", "round": len(state.rounds), "number": number}
            progress.append(asked_first(self.say("tournament.break"), self.say("tournament.break_hint"), answer, send))
        return [
            named if deal is None else blocks.link(named, self.to(f"table/{seating.code}")),
            ", ".join(map(self.name, seating.players)),
            progress,
        ]

    def _fairness(self) -> Block:
        """The hash by which the cards can be checked, and at the end the number and the records."""
        state, number = self.live.state, self.live.state.opened.number
        shown = number if state.over else self.say("tournament.number_later")
        played = [
            (round, at, one.code)
            for round, tables in enumerate(state.rounds, 1)
            for at, one in enumerate(tables, 1)
            if one.played and state.over
        ]
        command = [f"cardlab check {state.opened.game}-table-{code}.json --dealer {number}" for *_, code in played[:1]]
        files = [
            blocks.link(
                self.say("tournament.record", round=round, table=at), f"{self.looker.base}table/{code}/rounds.json"
            )
            for round, at, code in played
        ]
        hash = blocks.text([blocks.strong(self.say("tournament.hash")), f" {state.hash}"], "reading")
        return blocks.details(
            self.say("tournament.fair"),
            blocks.text(self.say("tournament.fair_text")),
            hash,
            blocks.text([blocks.strong(self.say("tournament.number")), f" {shown}"], "reading"),
            *(blocks.text([self.say("tournament.records"), " ", one], "reading") for one in command),
            blocks.sentences(files),
        )

    # What is pressed

    def _own(self) -> Iterator[Block]:
        """The way in and out, and to the own table."""
        state, player = self.live.state, self.looker.player
        if player not in state.active_players:
            again = "tournament.enter_again" if state.entrant(player) else "tournament.enter"
            name = name_field(self.looker.nickname, self.lang)
            takes, is_main = {"name": ["name"]}, not (self.is_host and self._may_begin)
            enter = blocks.button(self.say(again), {"do": "enter"}, takes=takes, main=is_main, enter="answers")
            yield from (blocks.fields(name, enter), blocks.text(self.say("together.name_kept"), "soft"))
            return
        last = state.rounds[-1] if state.rounds else ()
        seated = [(number, one) for number, one in enumerate(last, 1) if player in one.players and not one.done]
        there = [one.code for number, one in seated if (len(state.rounds), number) in self.live.deals]
        for code in there:
            yield blocks.row(self.way("tournament.to_table", f"table/{code}", "cardlab-button cardlab-main"))
        if last and not there:
            yield blocks.text(self.say("tournament.wait"))
        send, drop = {"do": "drop"}, self.say("tournament.drop")
        asked = asked_first(drop, self.say("tournament.drop_hint"), drop, send)
        you = blocks.text(self.say("tournament.you", name=self.name(player)))
        # Who holds no cards loses nothing.
        yield blocks.row(you, asked if seated else blocks.button(drop, send))

    @property
    def _may_begin(self) -> bool:
        return not tuple(why_no_round(self.live.state))

    def _hosting(self) -> Iterator[Block]:
        """To begin a round, and to end the tournament."""
        state = self.live.state
        begin = self.say("tournament.next" if state.rounds else "tournament.first")
        ready = {"do": "begin_round"} if self._may_begin else None
        finish = self.say("tournament.finish")
        end = asked_first(finish, self.say("tournament.finish_hint"), finish, {"do": "end"})
        yield blocks.row(blocks.button(begin, ready, main=True), *([end] if state.is_between and state.rounds else []))

    @receives
    def enter(self, name: list[str]) -> None:
        """Take part under this name."""
        event = Entered(self.looker.player, nickname("".join(name)))
        self.order = lambda key: self.tournaments.append(self.live.code, event, key)

    @receives
    def drop(self) -> None:
        """Take part no longer."""
        self.order = lambda key: self.tournaments.append(self.live.code, Dropped(self.looker.player), key)

    @receives
    def begin_round(self) -> None:
        """Begin the next round."""
        self._as_host(lambda key: self.tournaments.begin_round(self.live.code, key))

    @receives
    def remove(self, number: int) -> None:
        """Remove a player and the name; `number`: in the order of entering, from 1."""
        if 1 <= number <= len(self.live.state.entrants):
            player = self.live.state.entrants[number - 1].player
            self._as_host(lambda _: self.tournaments.remove_player(self.live.code, player))

    @receives
    def break_off(self, round: int, number: int) -> None:
        """Break off a table of the round."""
        if round == len(self.live.state.rounds):  # else it is another table by now
            self._as_host(lambda key: self.tournaments.append(self.live.code, BrokenOff(number), key))

    @receives
    def end(self) -> None:
        """End the tournament."""
        self._as_host(lambda key: self.tournaments.append(self.live.code, Ended(), key))

    def _as_host(self, order: Order) -> None:
        self.order, self.problem = (order, "") if self.is_host else (None, self.say("tournament.host_only"))


class Leaderboard(PlayersScene):
    """The mean payments of the players in the tournaments of each game, and significant differences.

    Of many, those with the highest means are shown, and who looks.
    """

    view = "tournaments"

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService) -> None:
        super().__init__(lang, looker, tournaments)
        self.label = self.say("tournament.leaderboard")
        self.boards: dict[str, tuple[LeaderboardRow, ...]] = {}

    @classmethod
    async def at(cls, lang: str, looker: Looker, tournaments: TournamentService, *_code: str) -> Self | None:
        scene = cls(lang, looker, tournaments)
        scene.boards = {game: await tournaments.leaderboard(game) for game in GAMES}
        return scene

    def render(self) -> list[Block]:
        boards = [block for game, board in self.boards.items() if board for block in self._board(game, board)]
        none = blocks.text(self.say("tournament.no_results"))
        return [*(boards or [none]), blocks.row(self.way("tournament.to_all", "tournaments"))]

    def _board(self, game: str, board: tuple[LeaderboardRow, ...]) -> list[Block]:
        shown = board[:MOST_SHOWN]
        own = [one for one in board[MOST_SHOWN:] if one.player == self.looker.player]
        head = [self.say(f"tournament.column.{one}") for one in ("player", "deals", "mean")]
        better = [
            self.say("ranking.is_better", one=self._name(one), other=self._name(other))
            for one, other in pairwise(shown)
            if is_better(one, other)
        ]
        return [
            blocks.heading(self.say(f"compare.game.{game}")),
            blocks.table("", head, map(self._row, (*shown, *own)), close=True, style="cardlab-ranks"),
            blocks.sentences(better or [self.say("ranking.not_apart")]),
            blocks.text(self.say("ranking.error"), "soft"),
            blocks.text(self.say("ranking.better", count=FEWEST), "soft"),
        ]

    def _name(self, row: LeaderboardRow) -> str:
        return isolated(row.name) or self.say("tournament.somebody")

    def _row(self, row: LeaderboardRow) -> list[str]:
        margin = "" if row.margin is None else f" ± {decimal(row.margin, self.lang, 1)}"
        return [self._name(row), str(row.deals), f"{decimal(row.mean, self.lang, 1)}{margin}"]
