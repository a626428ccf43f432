"""The rules of a table as arguments of a command: a preset, and house rules by name and value.

Knows how they are written; which there are is asked of the games.
"""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from typing import Any, Final

from cardlab import tichu, tongits
from cardlab.cli_end import Unusable
from cardlab.locale import say

__all__ = ["GAMES", "add_rules", "rules_of"]

GAMES: Final[dict[str, Any]] = {"tongits": tongits, "tichu": tichu}


def add_rules(parser: argparse.ArgumentParser, lang: str) -> None:
    """Adds `--preset` and `--rule` to a command."""
    parser.add_argument("--preset", default="sheet", help=say("cli.help.preset", lang))
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=say("cli.help.rule", lang))


def rules_of(game: str, chosen: argparse.Namespace) -> Any:
    """The preset with the changed fields. Raises Unusable for a name or value that there is not."""
    kind = GAMES[game].Rules
    try:
        rules = kind.preset(chosen.preset)
    except ValueError:
        raise Unusable("cli.preset", name=chosen.preset) from None
    for change in chosen.rule:
        name, _, value = change.partition("=")
        names = [one.name for one in fields(kind)]
        if name not in names:
            raise Unusable("cli.rule_unknown", name=name, names=", ".join(names))
        try:
            rules = replace(rules, **{name: _value(value)})
        except ValueError:
            raise Unusable("cli.rule_value", name=name, value=value) from None
    return rules


def _value(text: str) -> bool | int | str:
    if text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    return int(text) if text.isdecimal() else text
