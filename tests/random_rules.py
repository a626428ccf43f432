"""House rules drawn by lot, for tests that hold in all of them."""

from dataclasses import replace
from random import Random
from typing import Any

from cardlab.choices import HouseRule, house_rules
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS


def any_rules(kind: Any, chance: Random) -> Any:
    """Rules of a game with every house rule set by chance; each has a lot of its own, so a new one changes no other."""
    lot = chance.random()
    return kind(**{rule.name: _any_value(rule, Random(f"{rule.name} {lot}")) for rule in house_rules(kind)})


def _any_value(rule: HouseRule, chance: Random) -> Any:
    return chance.choice(rule.choices) if rule.choices else chance.randint(rule.least, rule.most)


def ruled(kind: str, number: int) -> Rules:
    """The rules of round `number` of a kind: a preset, or by number of jokers presets and any house rules in turn."""
    if kind in PRESETS:
        return Rules.preset(kind)
    chance = Random(number)
    rules: Rules = any_rules(Rules, chance) if number % 2 else Rules.preset(chance.choice(list(PRESETS)))
    return replace(rules, jokers=int(kind))
