"""House rules drawn by lot, for tests that hold in all of them."""

from random import Random
from typing import Any

from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS


def every_house_rule(chance: Random) -> dict[str, Any]:
    """A choice for every house rule of Tongits but the number of jokers."""
    return {
        "discard_must_meld": chance.random() < 0.5,
        "ace_high": chance.random() < 0.5,
        "showdown": chance.choice(["challengers", "everyone"]),
        "tie": chance.choice(["caller", "challenger"]),
        "three_way_tie": chance.choice(["last_meld", "next_seat"]),
        "sapaw_blocks_call": chance.random() < 0.5,
        "secret_four": chance.random() < 0.5,
        "stock_tie": chance.choice(["last_meld", "last_drawer"]),
        "concealed_melds_count": chance.random() < 0.5,
        "payment": chance.choice(["deadwood", "chips"]),
        "joker_points": chance.choice([0, 5, 25]),
    }


def ruled(kind: str, number: int) -> Rules:
    """The rules of round `number` of a kind: a preset, or by number of jokers presets and any house rules in turn."""
    if kind in PRESETS:
        return Rules.preset(kind)
    chance = Random(number)
    changed = every_house_rule(chance) if number % 2 else dict(PRESETS[chance.choice(list(PRESETS))])
    return Rules(**changed | {"jokers": int(kind)})
