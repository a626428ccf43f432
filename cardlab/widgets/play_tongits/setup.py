"""What is agreed on before the first deal: who moves which seat, the house rules, and the number of the deal.

Knows the form and what each of its fields changes; knows no round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cardlab import shelf
from cardlab.analysis.bots import TONGITS
from cardlab.bots.tongits import Bot
from cardlab.locale import say
from cardlab.tongits import Rules
from cardlab.tongits.rules import SHEET
from cardlab.widgets.forms import Field, changed_rules, number, preset_field, rule_fields, select
from cardlab.widgets.ground import LARGEST_SEED, seed_in
from cardlab.widgets.table.words import Words

__all__ = ["PLAYERS", "TABLES", "Setup", "fields", "words_of"]

PLAYERS: Final[Mapping[str, Bot]] = TONGITS
TABLES: Final = ("alone", "persons", "open")
LEFT, RIGHT = 1, 2


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the first deal.

    - `table`: "alone" with two bots, three "persons" at one screen, or "open": all hands up, whoever moves any seat;
    - `left`, `right`: the names of the two bots;
    - `rules`: the house rules;
    - `seed`: which match it is; None: any.

    Raises ValueError for a table or a player that there is not, or a seed beyond `LARGEST_SEED`.
    """

    table: str = "alone"
    left: str = "careful"
    right: str = "careful"
    rules: Rules = SHEET
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.table not in TABLES:
            raise ValueError(f"table is one of {', '.join(TABLES)}, not {self.table!r}")
        for name in (self.left, self.right):
            if name not in PLAYERS:
                raise ValueError(f"a player is one of {', '.join(PLAYERS)}, not {name!r}")
        if self.seed is not None and (type(self.seed) is not int or not 0 <= self.seed <= LARGEST_SEED):
            raise ValueError(f"seed is a whole number from 0 to {LARGEST_SEED}, not {self.seed!r}")

    @property
    def bots(self) -> dict[int, Bot]:
        """The bots by seat; none if people move every seat."""
        return {LEFT: PLAYERS[self.left], RIGHT: PLAYERS[self.right]} if self.table == "alone" else {}

    @property
    def who(self) -> tuple[str, str, str]:
        """Who moves each seat: "person", or the name of a bot."""
        return ("person", self.left, self.right) if self.table == "alone" else ("person",) * 3

    def changed(self, field: str, value: str | bool) -> Setup | None:
        """The set-up after a field was set; None for a field or a value that there is not."""
        if field == "seed" and isinstance(value, str):
            seed = seed_in(value)
            return replace(self, seed=seed) if seed is not None or not value.strip() else None
        try:
            match field:
                case "table":
                    return replace(self, table=str(value))
                case "left":
                    return replace(self, left=str(value))
                case "right":
                    return replace(self, right=str(value))
            rules = changed_rules(self.rules, field, value)
            return None if rules is None else replace(self, rules=rules)
        except ValueError:
            return None


def words_of(setup: Setup, lang: str) -> Words:
    """How people are called at this table: by where they sit, or by number where several people play."""
    return Words(lang, 0 if setup.bots else None, setup.table == "open")


def fields(setup: Setup, studied: str, lang: str) -> dict[str, list[Field]]:
    """The form: who plays, the house rules with what each says, and the rounds on the shelf that may be studied."""
    tables = [(one, say(f"play_tongits.table.{one}", lang)) for one in TABLES]
    seats = [select("table", say("play_tongits.table", lang), tables, setup.table)]
    if setup.table == "alone":
        bots = [(one, say(f"play_tongits.bot.{one}", lang)) for one in PLAYERS]
        seats.append(select("left", say("seat.1", lang), bots, setup.left))
        seats.append(select("right", say("seat.2", lang), bots, setup.right))
    seed = number("seed", say("play_tongits.seed", lang), setup.seed, 0, LARGEST_SEED)
    rounds = [(name, f"{shelf.title(name, lang)} ({shelf.clause(name)})") for name in shelf.names()]
    return {
        "seats": [*seats, seed],
        "shelf": [select("shelf", say("play_tongits.shelf", lang), rounds, studied)],
        "rules": [preset_field(setup.rules, lang), *rule_fields(setup.rules, lang)],
    }
