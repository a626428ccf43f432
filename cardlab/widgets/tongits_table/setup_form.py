"""The form of a match: who plays, by which rules, or which round is studied."""

from __future__ import annotations

from functools import partial

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.widgets.blocks import Block, button, details, fields, group, link, row, text
from cardlab.widgets.forms import number, preset_field, rule_fields, rules_in_force, select
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.match_records import open_button, remark_block
from cardlab.widgets.tongits_table.match_table import MatchTable
from cardlab.widgets.tongits_table.played_match import PLAYERS, TABLES, Setup


class SetupForm:
    """The form before the first deal, or while the match waits.

    `setup`: the table that it describes; `round`: the chosen round of the shelf.
    """

    def __init__(self, table: MatchTable, setup: Setup) -> None:
        self.setup = setup
        self.round = shelf.names()[0]
        self._table = table

    @receives
    def set(self, field: str, value: str | bool) -> None:
        """Set a field of the form."""
        if field == "shelf":
            self.round = value if isinstance(value, str) and value in shelf.names() else self.round
            return
        try:
            self.setup = self.setup.changed(field, value)
        except ValueError:
            self._table.remark = say("play_tongits.no_such_value", self._table.lang)

    def render(self) -> list[Block]:
        """Return the blocks of the form."""
        setup, lang = self.setup, self._table.lang
        word = partial(say, lang=lang)
        tables = [(one, word(f"play_tongits.table.{one}")) for one in TABLES]
        seats = [select("table", word("play_tongits.table"), tables, setup.table)]
        if setup.table == "alone":
            bots = [(one, word(f"play_tongits.bot.{one}")) for one in PLAYERS]
            seats.append(select("left", word("seat.lou"), bots, setup.left))
            seats.append(select("right", word("seat.robin"), bots, setup.right))
        seats.append(number("seed", word("play_tongits.seed"), setup.seed, 0, LARGEST_SEED))
        rules = (
            group(field, text(field["explanation"]), style="cardlab-fields")
            for field in (preset_field(setup.rules, lang), *rule_fields(setup.rules, lang))
        )
        rounds = [(name, shelf.title(name, lang)) for name in shelf.names()]
        back = [button(word("play_tongits.back"), {"do": "back"})] if self._table.match else []
        return [
            group(
                fields(*seats),
                details(
                    word("play_tichu.house_rules"),
                    text(link(word("play_tongits.disagree"), "disagree.ipynb", new=True)),
                    group(*rules, style="cardlab-house"),
                ),
                rules_in_force(setup.rules, lang),
                label=word("play_tongits.table"),
                style="cardlab-broad",
            ),
            remark_block(self._table.remark),
            row(button(word("play_tongits.begin"), {"do": "begin"}, main=True), *back, open_button(lang)),
            fields(
                select("shelf", word("play_tongits.shelf"), rounds, self.round),
                button(word("play_tongits.study"), {"do": "study"}),
            ),
        ]
