"""The lists of tables and tournaments, where new ones are opened."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, ClassVar, Final, Literal

from cardlab.dashboard.display_names import plain_code, spaced
from cardlab.game import GAMES
from cardlab.names import nickname
from cardlab.refusal import Refusal
from cardlab.tables.device import seat_name
from cardlab.tables.event_logs import Rejected
from cardlab.tables.players_scene import ListScene, Viewer, name_field
from cardlab.tables.shared_table import ANY_SEAT, Agreed, Sat, SharedTable
from cardlab.tables.tournament import LONGEST_TITLE
from cardlab.tables.tournament_service import TABLES, TournamentService
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.forms import select
from cardlab.widgets.scene import receives

CHOICES: Final = ("tongits sheet", "tongits traditional", "tichu sheet")
"""The choices of the form: a game and a preset of its rules."""
CLOCKS: Final = (0, 30, 60, 120)
MOST_LISTED: Final = 40
"""The number of tables that the list shows at most."""


class OpeningScene(ListScene):
    """A page to open a table or tournament, or find one by its code or in a list.

    - `heading`, `unknown`: catalogue keys of the title, and of the answer to an unknown code;
    - `opens`: the start of the address, "table" or "tournament"; `chosen`: the chosen "game" and "clock".
    """

    view = "scene"
    heading: ClassVar[str]
    unknown: ClassVar[str]
    opens: ClassVar[str]

    def __init__(self, lang: str, viewer: Viewer, tournaments: TournamentService) -> None:
        super().__init__(lang, viewer, tournaments)
        self.label = self.say(self.heading)
        self.chosen = {"game": CHOICES[0], "clock": "0"}

    @property
    def agreed(self) -> Agreed:
        """The chosen rules and time per turn."""
        game, _, preset = self.chosen["game"].partition(" ")
        return Agreed(rules=GAMES[game].rules.preset(preset), clock=int(self.chosen["clock"]))

    # Messages

    @receives
    def set(self, field: Literal["game", "clock"], value: str) -> None:
        """Choose the game, or the time for a turn."""
        self.chosen[field] = value

    @receives
    def find(self, code: list[str]) -> None:
        """Go to the table or tournament with this code, on either page: pupils get a code without its kind."""
        found = plain_code("".join(code))

        async def order(_key: str) -> tuple[Refusal, ...]:
            if await self.tournaments.tables.table(found) is not None:
                return self.go_to(f"table/{found}")
            if await self.tournaments.tournament(found) is not None:
                return self.go_to(f"tournament/{found}")
            self.remark = self.say(self.unknown)
            return ()

        self.order = order

    def open_by(self, opening: Callable[[str], Coroutine[Any, Any, str | Rejected]]) -> None:
        """Set the order to open a table or tournament, and to go to its page.

        `opening`: takes the message's key, and returns the code, or why nothing was opened.
        """

        async def order(key: str) -> tuple[Refusal, ...]:
            opened = await opening(key)
            return opened.refusals if isinstance(opened, Rejected) else self.go_to(f"{self.opens}/{opened}")

        self.order = order

    # Blocks

    def columns(self, finding: Iterable[Block], opening: Iterable[Block]) -> Iterator[Block]:
        """Yield two columns, finding on the left and opening on the right, and whether other devices can join."""
        yield blocks.group(blocks.group(*finding), blocks.group(*opening), style="cardlab-columns")
        if only_here := self.viewer.only_here:
            yield blocks.text(only_here, "soft")

    def by_code(self, label: str, find: str) -> Iterator[Block]:
        """Yield a field for a code, with the `label`, and the button `find`."""
        button = blocks.button(find, {"do": "find"}, takes={"code": ("code",)}, enter="answers")
        yield blocks.fields(blocks.field(label, name="code", longest=20), button)
        yield self.trouble("find")

    def game_choice(self) -> Block:
        """Make the choice of game and rules, one of `CHOICES`; it sets the field "game"."""
        labels = [
            self.say("together.game_by", game=self.say("compare.game.tongits"), rules=self.say(f"preset.{preset}"))
            for preset in ("sheet", "traditional")
        ]
        options = [
            blocks.option(label, {"do": "set", "field": "game", "value": one}, one == self.chosen["game"])
            for one, label in zip(CHOICES, (*labels, self.say("compare.game.tichu")), strict=True)
        ]
        return blocks.choice(self.say("together.game"), options)

    def clock_choice(self, *beside: Block) -> Iterator[Block]:
        """Yield the fields `beside`, and for Tongits also the time for a turn."""
        if not self.chosen["game"].startswith("tongits"):
            yield blocks.fields(*beside)
            return
        clocks = [
            (str(one), self.say("together.seconds", count=one) if one else self.say("together.no_clock"))
            for one in CLOCKS
        ]
        hint = self.say("together.clock_hint")
        yield blocks.fields(*beside, select("clock", self.say("together.clock"), clocks, self.chosen["clock"], hint))
        yield blocks.text(hint, "soft")


class TablesScene(OpeningScene):
    """The page of tables, to open or find one."""

    follows = TABLES
    opens = "table"
    heading = "together.heading"
    unknown = "together.no_such_table"

    @receives
    def open(self, name: tuple[str, ...] = ()) -> None:
        """Open a table and sit down there under this name; the teacher doesn't sit down."""
        tables, player = self.tournaments.tables, self.viewer.player

        async def opening(key: str) -> str | Rejected:
            opened = await tables.open(self.agreed, player, key)
            if isinstance(opened, str) and self.viewer.role != "teacher":
                await tables.execute(opened, player, Sat(ANY_SEAT, player, "".join(name)), key)
            return opened

        self.open_by(opening)

    def render(self) -> list[Block]:
        return list(self.columns(self._finding(), self._opening()))

    def _opening(self) -> Iterator[Block]:
        sits = self.viewer.role != "teacher"
        takes = {"name": ("name",)} if sits else None
        yield blocks.heading(self.say("together.open_heading"))
        yield blocks.text(self.say("together.text"))
        yield self.game_choice()
        yield from self.clock_choice(*([name_field(self.viewer.nickname, self.lang)] if sits else ()))
        yield blocks.button(self.say("together.open_it"), {"do": "open"}, main=True, enter="answers", takes=takes)
        yield self.trouble("open")
        if sits:
            yield blocks.text(self.say("together.name_kept"), "soft")

    def _finding(self) -> Iterator[Block]:
        yield blocks.heading(self.say("together.find_heading"))
        active = self.tournaments.tables.active_tables().items()
        listed = [self._listed(code, table) for code, table in active if not table.tournament]
        yield blocks.sentences(listed[:MOST_LISTED], label=self.say("together.under_way"))
        yield from self.by_code(self.say("together.code"), self.say("together.find"))

    def _listed(self, code: str, table: SharedTable) -> list[Inline]:
        """Return a table's line in the list: game, code, players and free seats."""
        free = len(table.seats) - len(table.taken_seats)
        seats = self.say("together.seats_free", count=free) if free else self.say("refusal.table_full")
        names = ", ".join(seat_name(table, seat, self.lang) for seat in table.taken_seats)
        label, style = f"{self.say(f'compare.game.{table.game}')} {spaced(code)}", "cardlab-button" if free else ""
        named = blocks.link(label, self.address(f"table/{code}"), style=style)
        return [named, " · ".join(("", *((names,) if names else ()), seats))]


class AllTournaments(OpeningScene):
    """The open tournaments, with forms to find and open one."""

    opens = "tournament"
    heading = "tournament.heading"
    unknown = "tournament.no_such"

    @receives
    def open(self, title: list[str], deals: list[str]) -> None:
        """Open a tournament with this title and number of deals in a round."""
        typed = "".join(deals).strip()
        if self.viewer.role == "learner":
            self.remark = self.say("tournament.only_teacher")
        elif not (typed.isascii() and typed.isdecimal()):
            self.remark = self.say("play_tongits.no_such_value")
        else:
            name, count = nickname("".join(title), LONGEST_TITLE), int(typed[:4])
            self.open_by(lambda key: self.tournaments.open(name, self.viewer.player, self.agreed, count, key))

    def render(self) -> list[Block]:
        finding = [
            blocks.heading(self.say("tournament.find_heading")),
            *self.by_code(self.say("tournament.code"), self.say("tournament.find")),
            blocks.sentences(self._open_ones(), label=self.say("tournament.now_heading")),
        ]
        return [
            blocks.text([self.say("tournament.text"), " ", self.link("tournament.to_leaderboard", "leaderboard")]),
            *self.columns(finding, self._opening()),
        ]

    def _open_ones(self) -> Iterator[list[Inline]]:
        for code, one in reversed(self.tournaments.open_tournaments().items()):
            game = self.say(f"compare.game.{one.opened.game}")
            count = self.say("tournament.entered", count=len(one.active_players))
            title = one.opened.title or self.say("tournament.untitled")
            yield [blocks.link(title, self.address(f"tournament/{code}")), f" · {game} · {count}"]

    def _opening(self) -> Iterator[Block]:
        yield blocks.heading(self.say("tournament.open_heading"))
        if self.viewer.role == "learner":
            yield blocks.text(self.say("tournament.only_teacher"))
            return
        deals = blocks.field(self.say("tournament.deals"), "3", name="deals", digits=True, longest=2)
        takes = {"title": ["title"], "deals": ["deals"]}
        yield blocks.fields(blocks.field(self.say("tournament.title"), name="title", longest=LONGEST_TITLE))
        yield self.game_choice()
        yield from self.clock_choice(deals)
        yield blocks.row(
            blocks.button(self.say("tournament.open_it"), {"do": "open"}, takes=takes, main=True, enter="answers")
        )
        yield self.trouble("open")
