"""House rules drawn by lot, for tests that hold in all of them."""

from random import Random
from typing import Any


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
