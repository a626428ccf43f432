"""The commands `cardlab deadwood` and `cardlab why`: what a hand of Tongits counts, and whether cards are a meld.

Knows arguments and exit codes; the answers are those of `cardlab.tongits`.
"""

from __future__ import annotations

import argparse

from cardlab import tongits
from cardlab.cards import cards
from cardlab.cli_end import BROKEN, DONE, Command
from cardlab.cli_rules import add_rules, rules_of
from cardlab.cli_terminal import tell
from cardlab.locale import explain, say
from cardlab.tongits import Meld

__all__ = ["add"]


def add(command: Command, lang: str) -> None:
    """Adds both commands with their options."""
    for name, run in (("deadwood", _deadwood), ("why", _why)):
        asked = command(name, run)
        asked.add_argument("cards", nargs="+", help=say("cli.help.cards", lang))
        add_rules(asked, lang)


def _deadwood(chosen: argparse.Namespace) -> int:
    """Prints every best arrangement of a hand."""
    hand = cards(" ".join(chosen.cards))
    for best in tongits.best_arrangements(hand, rules=rules_of("tongits", chosen)):
        told = [say("cli.deadwood", chosen.lang, points=best.deadwood)]
        if best.melds:
            told.append(say("cli.deadwood.melds", chosen.lang, melds=tuple(meld.cards for meld in best.melds)))
        if best.loose:
            told.append(say("cli.deadwood.loose", chosen.lang, loose=best.loose))
        tell(" · ".join(told))
    return DONE


def _why(chosen: argparse.Namespace) -> int:
    """Says whether cards are a meld, which one, or why not; exit code 1 if not."""
    handful = cards(" ".join(chosen.cards))
    rules = rules_of("tongits", chosen)
    refusals = tongits.why_not_meld(handful, rules)
    if refusals:
        for refusal in refusals:
            tell(explain(refusal, chosen.lang))
        return BROKEN
    readings: tuple[Meld, ...] = tongits.meld_readings(handful, rules)
    for meld in readings:
        tell(say(f"meld_check.is_{meld.kind}", chosen.lang, cards=meld.cards))
    return DONE
