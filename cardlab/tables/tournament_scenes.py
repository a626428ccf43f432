"""The page of one tournament, and the leaderboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

from cardlab.game import GAMES
from cardlab.names import isolated, nickname
from cardlab.phrasing.catalogue import decimal
from cardlab.tables.players_scene import ListScene, Order, Viewer, confirmation, name_field
from cardlab.tables.tournament import (
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    LeaderboardRow,
    TournamentTable,
    why_no_round,
)
from cardlab.tables.tournament_service import LiveTournament, TournamentService
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.scene import receives

COLUMNS: Final = ("player", "points", "deals", "mean")
MOST_SHOWN: Final = 100
"""The number of players that a leaderboard shows."""
POINTS: Final = ("same_cards", "as_paid", "seats", "bots", "late", "left")
"""The catalogue keys of the sentences that explain the points."""


class OneTournament(ListScene):
    """One tournament, for a player, the host or a projector.

    The host is the player who has opened it, or in a class the teacher.
    """

    def __init__(self, lang: str, viewer: Viewer, tournaments: TournamentService, live: LiveTournament) -> None:
        super().__init__(lang, viewer, tournaments)
        self.live, self.follows = live, live.code
        self.invite = viewer.invitation(self.say("tournament.own_link"), lang)
        self.label = live.state.opened.title or self.say("tournament.untitled")
        self.is_host = viewer.role == "teacher" if viewer.role else viewer.player == live.state.host

    @classmethod
    async def at(cls, lang: str, viewer: Viewer, tournaments: TournamentService, *code: str) -> Self | None:
        live = await tournaments.live(code[0])
        return None if live is None else cls(lang, viewer, tournaments, live)

    def name(self, player: str) -> str:
        """Return the name of an entrant, or what to call a bot or a nameless player."""
        entrant = self.live.state.entrant(player)
        if entrant and entrant.name:
            return isolated(entrant.name)
        return self.say("tournament.somebody" if player else "tournament.bot")

    def render(self) -> list[Block]:
        state, key = self.live.state, (self.lang, self.viewer.base, self.is_host)
        # Many pages show the same blocks, so they are made once.
        if key not in self.live.made:
            self.live.made[key] = [*self._standings(), *self._tables()]
        points, invite = [self.say(f"tournament.{one}") for one in POINTS], self.say("together.invite_heading")
        ways = self.link("tournament.to_all", "tournaments"), self.link("tournament.to_leaderboard", "leaderboard")
        return [
            self.trouble(),
            blocks.status(*self._status(), style="cardlab-state"),
            *(() if state.over else self._own()),
            *(self._hosting() if self.is_host and not state.over else ()),
            *self.live.made[key],
            *(() if state.over else (blocks.details(invite, *self.invite, unfolded=not state.rounds),)),
            blocks.details(self.say("tournament.points"), blocks.sentences(points)),
            blocks.row(*ways),
        ]

    # What is read

    def _status(self) -> Iterator[Block]:
        """Yield the state of the tournament, for the host or a player."""
        state, rounds = self.live.state, len(self.live.state.rounds)
        if state.over:
            ranks = self.live.standings if state.has_played else ()
            best = [self.name(one.player) for one in ranks if one.place == 1]
            won = self.say("tournament.won", who=best, count=len(best)) if best else ""
            yield blocks.text(f"{self.say('refusal.tournament_over')} {won}", "strong")
            own = [one.place for one in ranks if one.player == self.viewer.player]
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
        """Yield the entrants, from the first round on with places and points."""
        ranks, has_begun = self.live.standings, bool(self.live.state.rounds)
        if ranks:
            head = [self.say(f"tournament.column.{one}") for one in COLUMNS[: None if has_begun else 1]]
            rows = [[self._entrant(one), *(self._figures(one) if has_begun else [])] for one in ranks]
            yield blocks.heading(self.say("tournament.standing" if has_begun else "tournament.people"))
            yield blocks.table("", head, rows, close=True, style="cardlab-ranks")

    def _entrant(self, row: LeaderboardRow) -> list[Inline]:
        """Return place and name of an entrant, for the host with a button to remove both."""
        state = self.live.state
        place = f"{row.place}. " if state.rounds else ""
        gone = f" ({self.say('tournament.gone')})" if row.name and not row.is_active else ""
        cell: list[Inline] = [f"{place}{self.name(row.player)}{gone}"]
        if self.is_host and not state.over and (row.is_active or row.name):
            answer = self.say("room.remove", name=self.name(row.player))
            send = {"do": "remove", "number": [one.player for one in state.entrants].index(row.player) + 1}
            cell.append(confirmation(self.say("tournament.remove"), self.say("tournament.remove_hint"), answer, send))
        return cell

    def _figures(self, row: LeaderboardRow) -> list[str]:
        return [decimal(row.total, self.lang), str(row.deals), decimal(row.mean, self.lang, 1)]

    def _tables(self) -> Iterator[Block]:
        """Yield the tables of the last round, with players and progress."""
        state, round = self.live.state, len(self.live.state.rounds)
        if round:
            head = [self.say(f"tournament.{one}") for one in ("column.table", "people", "column.state")]
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
            progress.append(confirmation(self.say("tournament.break"), self.say("tournament.break_hint"), answer, send))
        return [
            named if deal is None else blocks.link(named, self.address(f"table/{seating.code}")),
            ", ".join(map(self.name, seating.players)),
            progress,
        ]

    # What is pressed

    def _own(self) -> Iterator[Block]:
        """Yield the buttons to enter, to leave, and to go to the player's own table."""
        state, player = self.live.state, self.viewer.player
        if player not in state.active_players:
            again = "tournament.enter_again" if state.entrant(player) else "tournament.enter"
            name = name_field(self.viewer.nickname, self.lang)
            takes, is_main = {"name": ["name"]}, not (self.is_host and self._may_begin)
            enter = blocks.button(self.say(again), {"do": "enter"}, takes=takes, main=is_main, enter="answers")
            yield from (blocks.fields(name, enter), blocks.text(self.say("together.name_kept"), "soft"))
            return
        last = state.rounds[-1] if state.rounds else ()
        seated = [(number, one) for number, one in enumerate(last, 1) if player in one.players and not one.done]
        there = [one.code for number, one in seated if (len(state.rounds), number) in self.live.deals]
        for code in there:
            yield blocks.row(self.link("tournament.to_table", f"table/{code}", "cardlab-button cardlab-main"))
        if last and not there:
            yield blocks.text(self.say("tournament.wait"))
        send, drop = {"do": "drop"}, self.say("tournament.drop")
        asked = confirmation(drop, self.say("tournament.drop_hint"), drop, send)
        you = blocks.text(self.say("tournament.you", name=self.name(player)))
        # A player without cards loses nothing by leaving.
        yield blocks.row(you, asked if seated else blocks.button(drop, send))

    @property
    def _may_begin(self) -> bool:
        return not tuple(why_no_round(self.live.state))

    def _hosting(self) -> Iterator[Block]:
        """Yield the buttons to begin a round and to end the tournament."""
        state = self.live.state
        begin = self.say("tournament.next" if state.rounds else "tournament.first")
        ready = {"do": "begin_round"} if self._may_begin else None
        finish = self.say("tournament.finish")
        end = confirmation(finish, self.say("tournament.finish_hint"), finish, {"do": "end"})
        yield blocks.row(blocks.button(begin, ready, main=True), *([end] if state.is_between and state.rounds else []))

    @receives
    def enter(self, name: list[str]) -> None:
        """Enter the tournament under this name."""
        event = Entered(self.viewer.player, nickname("".join(name)))
        self.order = lambda key: self.tournaments.append(self.live.code, event, key)

    @receives
    def drop(self) -> None:
        """Drop out of the tournament."""
        self.order = lambda key: self.tournaments.append(self.live.code, Dropped(self.viewer.player), key)

    @receives
    def begin_round(self) -> None:
        """Begin the next round."""
        self._as_host(lambda key: self.tournaments.begin_round(self.live.code, key))

    @receives
    def remove(self, number: int) -> None:
        """Remove a player and the name; `number` is the order of entering, from 1."""
        if 1 <= number <= len(self.live.state.entrants):
            player = self.live.state.entrants[number - 1].player
            self._as_host(lambda _: self.tournaments.remove_player(self.live.code, player))

    @receives
    def break_off(self, round: int, number: int) -> None:
        """Break off a table of this round."""
        if round == len(self.live.state.rounds):  # otherwise the number means a table of a later round
            self._as_host(lambda key: self.tournaments.append(self.live.code, BrokenOff(number), key))

    @receives
    def end(self) -> None:
        """End the tournament."""
        self._as_host(lambda key: self.tournaments.append(self.live.code, Ended(), key))

    def _as_host(self, order: Order) -> None:
        self.order, self.remark = (order, "") if self.is_host else (None, self.say("tournament.host_only"))


class Leaderboard(ListScene):
    """The mean payments in all tournaments, for the best players and the viewer."""

    def __init__(self, lang: str, viewer: Viewer, tournaments: TournamentService) -> None:
        super().__init__(lang, viewer, tournaments)
        self.label = self.say("tournament.leaderboard")
        self.boards: dict[str, tuple[LeaderboardRow, ...]] = {}

    @classmethod
    async def at(cls, lang: str, viewer: Viewer, tournaments: TournamentService, *_code: str) -> Self | None:
        scene = cls(lang, viewer, tournaments)
        await scene._read()
        return scene

    async def _read(self) -> None:
        self.boards = {game: await self.tournaments.leaderboard(game) for game in GAMES}
        self.changed()

    async def follow(self) -> None:
        start = self.tournaments.tables.start_task
        self.unsubscribe = self.tournaments.subscribe(self.follows, lambda: start(self._read()))

    def render(self) -> list[Block]:
        boards = [block for game, board in self.boards.items() if board for block in self._board(game, board)]
        none = blocks.text(self.say("tournament.no_results"))
        return [*(boards or [none]), blocks.row(self.link("tournament.to_all", "tournaments"))]

    def _board(self, game: str, board: tuple[LeaderboardRow, ...]) -> list[Block]:
        ranked = [*board[:MOST_SHOWN], *(one for one in board[MOST_SHOWN:] if one.player == self.viewer.player)]
        head = [self.say(f"tournament.column.{one}") for one in ("player", "deals", "mean")]
        return [
            blocks.heading(self.say(f"compare.game.{game}")),
            blocks.table("", head, map(self._row, ranked), close=True, style="cardlab-ranks"),
            *(
                [blocks.text(self.say("ranking.error"), "soft")]
                if any(one.margin is not None for one in ranked)
                else []
            ),
        ]

    def _row(self, row: LeaderboardRow) -> list[str]:
        margin = "" if row.margin is None else f" ± {decimal(row.margin, self.lang, 1)}"
        return [
            isolated(row.name) or self.say("tournament.somebody"),
            str(row.deals),
            f"{decimal(row.mean, self.lang, 1)}{margin}",
        ]
