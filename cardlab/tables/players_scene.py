"""The scenes of the pages of players: their base, and where tables and tournaments are opened or found.

A handler leaves an `order`, which the line of the page carries out. What a page may ask for is judged in the handler,
whatever the page shows.

- `PlayersScene`: the base; `Looker`: who looks at a page; `PageAddress`: how others come to it;
- `OpeningScene`: where something is opened for a game, or found; `TablesScene`: a table between devices.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from cardlab import tichu, tongits
from cardlab.dashboard import addresses
from cardlab.dashboard.display_names import plain_code, spaced
from cardlab.game import GAMES, game_of
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tables.device import name_field, seat_name
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import ANY_SEAT, PACES, Agreed, Sat, SharedTable, Watch
from cardlab.tables.tournament_service import TABLES, TournamentService
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.forms import Value, changed_rules, rule_fields, select, switch
from cardlab.widgets.scene import Scene, receives

Order: TypeAlias = Callable[[str], Awaitable[tuple[Refusal, ...]]]
"""What is to be done for a message with this key; refusals come back."""
CHOICES: Final = ("tongits sheet", "tongits traditional", "tichu sheet")
"""What can be played: a game and a preset of its rules."""
CLOCKS: Final = (0, 30, 60, 120)
MOST_LISTED: Final = 40
"""The number of tables that are listed."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The `link` of a page, and why no other device can open it: `only_here`, "" if others can."""

    link: str
    only_here: str = ""

    def blocks(self, label: str, lang: str) -> tuple[Block, ...]:
        """The link under its label, to copy and as a QR code; or to copy, and why not."""
        link = blocks.copying(label, self.link, say("together.copy", lang), say("together.copied", lang))
        if self.only_here:
            return blocks.text(self.only_here), link
        drawing, named = blocks.plot(addresses.qr_svg(self.link)), say("together.drawing", lang)
        return (blocks.row(link, blocks.group(drawing, label=named, style="cardlab-qr")),)


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at a page, and where.

    - `player`: the mark of the client; `address`: by which others come to the page;
    - `is_teacher`: whether the client is the teacher of the class; None without a class;
    - `nickname`: the learner's name in the class, or ""; `base`: the path of the course.
    """

    player: str
    address: PageAddress
    is_teacher: bool | None = None
    nickname: str = ""
    base: str = "/"


class PlayersScene(Scene):
    """The base of these scenes; `problem`: why nothing came of the last `message`."""

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService) -> None:
        super().__init__(lang)
        self.looker, self.tournaments = looker, tournaments
        self.order: Order | None = None
        self.message = self.problem = ""

    @classmethod
    async def at(cls, lang: str, looker: Looker, tournaments: TournamentService, *_code: str) -> Self | None:
        """The scene at this address, or None. Raises StoreTrouble."""
        return cls(lang, looker, tournaments)

    def follow(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have a function called when the scene may show something else; returns what ends it."""
        return self.tournaments.subscribe("", changed)

    def before_message(self, message: str) -> None:
        self.order, self.message, self.problem = None, message, ""

    def trouble(self, *messages: str) -> Block:
        """The place where it is said why nothing came of one of these messages, or of any."""
        is_said = self.problem and (not messages or self.message in messages)
        return blocks.status(blocks.text(self.problem, "strong") if is_said else "")

    def say(self, key: str, **facts: object) -> str:
        """A sentence in the language of the page."""
        return say(key, self.lang, **facts)

    def way(self, key: str, path: str, style: str = "") -> Block:
        """A link to another page of the course."""
        return blocks.link(self.say(key), self.to(path), style=style)

    def to(self, path: str) -> str:
        """The address of another page of the course."""
        return f"{self.looker.base}{path}?lang={self.lang}"

    def lead_to(self, path: str) -> tuple[Refusal, ...]:
        """Lead the page to another one of the course: that is what has come of an order."""
        self.send({"go": self.to(path)})
        return ()


class OpeningScene(PlayersScene):
    """Where something is opened for a game, or found by its code or in a list; `chosen`: values by field."""

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService) -> None:
        super().__init__(lang, looker, tournaments)
        self.chosen = {"game": CHOICES[0], "watch": str(Watch.TABLE), "clock": "0", "pace": "beginner"}

    def columns(self, finding: Iterable[Block], opening: Iterable[Block]) -> Block:
        """What is found beside what is opened."""
        return blocks.group(blocks.group(*finding), blocks.group(*opening), style="cardlab-columns")

    def by_code(self, label: str, find: str) -> Iterator[Block]:
        """The field for a code."""
        button = blocks.button(find, {"do": "find"}, takes={"code": ["code"]}, enter="answers")
        yield blocks.fields(blocks.field(label, name="code", longest=20), button)
        yield self.trouble("find")

    def game_choice(self) -> Block:
        """Which of `CHOICES` is played; sets the field "game"."""
        labels = [
            self.say("together.game_by", game=self.say("compare.game.tongits"), rules=self.say(f"preset.{preset}"))
            for preset in ("sheet", "traditional")
        ]
        options = [
            blocks.option(label, {"do": "set", "field": "game", "value": one}, one == self.chosen["game"])
            for one, label in zip(CHOICES, (*labels, self.say("compare.game.tichu")), strict=True)
        ]
        return blocks.choice(self.say("together.game"), options)

    def clock_list(self) -> Block:
        """Which of `CLOCKS` a turn of Tongits has; sets the field "clock"."""
        clocks = [
            (str(one), self.say("together.seconds", count=one) if one else self.say("together.no_clock"))
            for one in CLOCKS
        ]
        hint = self.say("together.clock_hint")
        return select("clock", self.say("together.clock"), clocks, self.chosen["clock"], hint)


class TablesScene(OpeningScene):
    """The page of tables: one is opened, or found."""

    def __init__(self, lang: str, looker: Looker, tournaments: TournamentService) -> None:
        super().__init__(lang, looker, tournaments)
        self.label = say("together.heading", lang)
        self._rules: tongits.Rules | tichu.Rules = tongits.Rules()
        self._fills = False

    def follow(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.tournaments.subscribe(TABLES, changed)

    @property
    def agreed(self) -> Agreed:
        """What was chosen for a table."""
        watch = Watch(self.chosen["watch"])
        if isinstance(self._rules, tongits.Rules):
            return Agreed(self._rules, watch=watch, clock=int(self.chosen["clock"]))
        return Agreed(self._rules, watch=watch, pace=PACES[self.chosen["pace"]], fills=self._fills)

    # Messages

    @receives
    def set(self, field: str, value: Value) -> None:
        """Choose what is played, an option of the table or a house rule."""
        if field == "fills":
            self._fills = bool(value)
        elif field in self.chosen:
            self.chosen[field] = str(value)
            if field == "game":
                game, _, preset = str(value).partition(" ")
                self._rules = GAMES[game].rules.preset(preset)
        elif (rules := changed_rules(self._rules, field, value)) is not None:
            self._rules = rules
        else:
            self.problem = self.say("play_tongits.no_such_value")

    @receives
    def open(self, name: tuple[str, ...] = ()) -> None:
        """Open a table, and sit down there under this name; the teacher opens it for others."""
        tables, player = self.tournaments.tables, self.looker.player

        async def order(key: str) -> tuple[Refusal, ...]:
            opened = await tables.open(self.agreed, player, key)
            if isinstance(opened, Rejected):
                return opened.refusals
            if not self.looker.is_teacher:
                await tables.execute(opened, player, Sat(ANY_SEAT, player, "".join(name)), key)
            return self.lead_to(f"table/{opened}")

        self.order = order

    @receives
    def find(self, code: tuple[str, ...]) -> None:
        """Find a table by its code."""

        async def order(_key: str) -> tuple[Refusal, ...]:
            if await self.tournaments.tables.table(found := plain_code("".join(code))):
                return self.lead_to(f"table/{found}")
            self.problem = self.say("together.no_such_table")
            return ()

        self.order = order

    # Blocks

    def render(self) -> list[Block]:
        only_here = self.looker.address.only_here
        return [
            blocks.text(self.say("together.text")),
            self.columns(self._finding(), self._opening()),
            *([blocks.text(only_here, "soft")] if only_here else ()),
        ]

    def _opening(self) -> Iterator[Block]:
        takes = None
        yield blocks.heading(self.say("together.open_heading"))
        yield self.game_choice()
        if not self.looker.is_teacher:
            takes = {"name": ("name",)}
            yield blocks.fields(name_field(self.looker.nickname, self.lang))
        yield blocks.button(self.say("together.open_it"), {"do": "open"}, main=True, enter="answers", takes=takes)
        yield self.trouble("open", "set")
        if takes:
            yield blocks.text(self.say("together.name_kept"), "soft")
        yield blocks.details(self.say("together.more"), *self._more())

    def _more(self) -> Iterator[Block]:
        watches = [(str(one), self.say(f"together.watch.{one}")) for one in Watch]
        watch = select("watch", self.say("together.watching"), watches, self.chosen["watch"])
        if game_of(self._rules).name == "tongits":
            yield blocks.fields(watch, self.clock_list())
            yield blocks.text(self.say("together.clock_hint"), "soft")
        else:
            paces = [(one, self.say(f"play_tichu.level.{one}")) for one in PACES]
            pace = select("pace", self.say("together.pace"), paces, self.chosen["pace"])
            yield blocks.fields(watch, pace, switch("fills", self.say("play_tichu.by_itself"), self._fills))
        yield blocks.details(self.say("together.house"), blocks.fields(*rule_fields(self._rules, self.lang)))

    def _finding(self) -> Iterator[Block]:
        yield blocks.heading(self.say("together.find_heading"))
        yield from self.by_code(self.say("together.code"), self.say("together.find"))
        active = self.tournaments.tables.active_tables().items()
        listed = [self._listed(code, table) for code, table in active if not table.tournament]
        yield blocks.sentences(listed[:MOST_LISTED], label=self.say("together.under_way"))

    def _listed(self, code: str, table: SharedTable) -> list[Inline]:
        """A table in the list: its game, its code, who sits there, and how many seats are free."""
        free = len(table.seats) - len(table.taken_seats)
        seats = self.say("together.seats_free", count=free) if free else self.say("together.no_seat")
        names = ", ".join(seat_name(table, seat, self.lang) for seat in table.taken_seats)
        named = blocks.link(f"{self.say(f'compare.game.{table.game}')} {spaced(code)}", self.to(f"table/{code}"))
        return [named, " · ".join(("", *((names,) if names else ()), seats))]
