"""`TablesScene`: where a table between devices is opened, or found by its code or in the list of open ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from cardlab import tichu, tongits
from cardlab.dashboard.display_names import plain_code, spaced
from cardlab.game import GAMES, game_of
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import NAME_KEY, seat_name
from cardlab.tables.shared_table import PACES, Agreed, SharedTable, Watch
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.forms import Value, changed_rules, rule_fields, select, switch
from cardlab.widgets.scene import Scene, receives

CHOICES: Final = ("tongits sheet", "tongits traditional", "tichu sheet")
"""What can be played: a game and a preset of its rules."""
CLOCKS: Final = (0, 30, 60, 120)
MOST_LISTED: Final = 40
"""The number of tables that are listed."""


class TablesScene(Scene):
    """The page of tables.

    - `base`: the path of the course; `nickname`: the learner's name in the class, or "", None for who opens tables for
      others; `only_here`: why no other device can come, or "";
    - `tables`: the open tables by their codes;
    - `order`: what the last message asks for: to "open" a table and sit down there under this name, or to "find" one by
      this code;
    - `trouble`: why that could not be done, or "".
    """

    def __init__(self, lang: str, base: str = "/", nickname: str | None = "", only_here: str = "") -> None:
        super().__init__(lang)
        self.label = say("together.heading", lang)
        self.base = base
        self.nickname = nickname
        self.only_here = only_here
        self.tables: Mapping[str, SharedTable] = {}
        self.order: tuple[Literal["open", "find"], str] | None = None
        self.trouble = ""
        self._rules: tongits.Rules | tichu.Rules = tongits.Rules()
        self._chosen = {"game": CHOICES[0], "watch": str(Watch.TABLE), "clock": "0", "pace": "beginner"}
        self._fills = False

    @property
    def agreed(self) -> Agreed:
        """What was chosen for a table."""
        watch = Watch(self._chosen["watch"])
        if isinstance(self._rules, tongits.Rules):
            return Agreed(self._rules, watch=watch, clock=int(self._chosen["clock"]))
        return Agreed(self._rules, watch=watch, pace=PACES[self._chosen["pace"]], fills=self._fills)

    @property
    def _is_lost(self) -> bool:
        """Whether a table was looked for last."""
        return self.order is not None and self.order[0] == "find"

    def lead_to(self, code: str) -> None:
        """Lead the page to a table."""
        self.send({"go": f"{self.base}table/{code}?lang={self.lang}"})

    # Messages

    def before_message(self, message: str) -> None:
        self.order, self.trouble = None, ""

    @receives
    def set(self, field: str, value: Value) -> None:
        """Choose what is played, an option of the table or a house rule."""
        if field == "fills":
            self._fills = bool(value)
        elif field in self._chosen:
            self._chosen[field] = str(value)
            if field == "game":
                game, _, preset = str(value).partition(" ")
                self._rules = GAMES[game].rules.preset(preset)
        elif (rules := changed_rules(self._rules, field, value)) is not None:
            self._rules = rules
        else:
            self.trouble = say("play_tongits.no_such_value", self.lang)

    @receives
    def open(self, name: tuple[str, ...] = ()) -> None:
        """Open a table."""
        self.order = "open", "".join(name)

    @receives
    def find(self, code: tuple[str, ...]) -> None:
        """Find a table by its code."""
        self.order = "find", plain_code("".join(code))

    # Blocks

    def render(self) -> list[Block]:
        return [
            blocks.text(say("together.text", self.lang)),
            blocks.group(blocks.group(*self._finding()), blocks.group(*self._opening()), style="cardlab-columns"),
            *([blocks.text(self.only_here, "soft")] if self.only_here else ()),
        ]

    def _opening(self) -> Iterator[Block]:
        lang, takes = self.lang, None
        yield blocks.heading(say("together.open_heading", lang))
        yield game_choice(lang, self._chosen["game"])
        if self.nickname is not None:
            takes = {"name": ("name",)}
            name = blocks.field(
                say("together.name", lang), self.nickname, name="name", longest=60, complete="nickname",
                remembered=NAME_KEY,
            )  # fmt: skip
            yield blocks.fields(name)
        yield blocks.button(say("together.open_it", lang), {"do": "open"}, main=True, enter="answers", takes=takes)
        yield blocks.status("" if self._is_lost else self.trouble)
        if takes:
            yield blocks.text(say("together.name_kept", lang), "soft")
        yield blocks.details(say("together.more", lang), *self._more())

    def _more(self) -> Iterator[Block]:
        lang, chosen = self.lang, self._chosen
        watches = [(str(one), say(f"together.watch.{one}", lang)) for one in Watch]
        watch = select("watch", say("together.watching", lang), watches, chosen["watch"])
        if game_of(self._rules).name == "tongits":
            yield blocks.fields(watch, clock_list(lang, chosen["clock"]))
            yield blocks.text(say("together.clock_hint", lang), "soft")
        else:
            paces = [(one, say(f"play_tichu.level.{one}", lang)) for one in PACES]
            pace = select("pace", say("together.pace", lang), paces, chosen["pace"])
            yield blocks.fields(watch, pace, switch("fills", say("play_tichu.by_itself", lang), self._fills))
        yield blocks.details(say("together.house", lang), blocks.fields(*rule_fields(self._rules, lang)))

    def _finding(self) -> Iterator[Block]:
        lang = self.lang
        yield blocks.heading(say("together.find_heading", lang))
        find = blocks.button(say("together.find", lang), {"do": "find"}, enter="answers", takes={"code": ("code",)})
        code = blocks.field(say("together.code", lang), name="code", longest=20)
        yield blocks.fields(code, find)
        yield blocks.status(self.trouble if self._is_lost else "")
        yield blocks.sentences(
            [self._listed(code, table) for code, table in [*self.tables.items()][:MOST_LISTED]],
            label=say("together.under_way", lang),
        )

    def _listed(self, code: str, table: SharedTable) -> list[Inline]:
        """A table in the list: its game, its code, who sits there, and how many seats are free."""
        lang, taken = self.lang, table.taken_seats
        free = len(table.seats) - len(taken)
        address = f"{self.base}table/{code}?lang={lang}"
        seats = say("together.seats_free", lang, count=free) if free else say("together.no_seat", lang)
        names = ", ".join(seat_name(table, seat, lang) for seat in taken)
        named = blocks.link(f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}", address)
        return [named, " · ".join(("", *((names,) if names else ()), seats))]


def game_choice(lang: str, chosen: str) -> Block:
    """Which of `CHOICES` is played; sets the field "game"."""
    labels = [
        say("together.game_by", lang, game=say("compare.game.tongits", lang), rules=say(f"preset.{preset}", lang))
        for preset in ("sheet", "traditional")
    ]
    labels.append(say("compare.game.tichu", lang))
    options = [
        blocks.option(label, {"do": "set", "field": "game", "value": one}, one == chosen)
        for one, label in zip(CHOICES, labels, strict=True)
    ]
    return blocks.choice(say("together.game", lang), options)


def clock_list(lang: str, chosen: str) -> Block:
    """Which of `CLOCKS` a turn of Tongits has; sets the field "clock"."""
    clocks = [
        (str(one), say("together.seconds", lang, count=one) if one else say("together.no_clock", lang))
        for one in CLOCKS
    ]
    return select("clock", say("together.clock", lang), clocks, chosen, say("together.clock_hint", lang))
