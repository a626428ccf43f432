"""Random house rules, for tests that hold in all of them."""

from dataclasses import replace
from random import Random
from typing import Any

from cardlab.choices import HouseRule, house_rules
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS


def any_rules(kind: Any, chance: Random) -> Any:
    """Return rules of a game with a random value for every house rule.

    Each has a random generator of its own, so that a new house rule changes no other.
    """
    lot = chance.random()
    return kind(**{rule.name: _any_value(rule, Random(f"{rule.name} {lot}")) for rule in house_rules(kind)})


def _any_value(rule: HouseRule, chance: Random) -> Any:
    return chance.choice(rule.choices) if rule.choices else chance.randint(rule.least, rule.most)


def ruled(kind: str, number: int) -> Rules:
    """Return the rules of round `number` of a kind.

    A kind is a preset, or a number of jokers: then presets and random rules alternate.
    """
    if kind in PRESETS:
        return Rules.preset(kind)
    chance = Random(number)
    rules: Rules = any_rules(Rules, chance) if number % 2 else Rules.preset(chance.choice(list(PRESETS)))
    return replace(rules, jokers=int(kind))
