"""All house rules of both games: which there are, their values, and their texts."""

from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from cardlab import tichu, tongits

HOUSE_RULES: dict[ModuleType, dict[str, tuple[Any, Any]]] = {
    tongits: {
        "winner_starts": (False, True),
        "discard_must_meld": (False, True),
        "ace_high": (False, True),
        "showdown": ("challengers", "everyone"),
        "tie": ("caller", "challenger"),
        "challengers_tie": ("last_meld", "next_seat"),
        "sapaw_blocks_call": (False, True),
        "secret_four": (False, True),
        "stock_tie": ("last_meld", "last_drawer"),
        "concealed_melds_count": (True, False),
        "payment": ("deadwood", "chips"),
        "jokers": (0, 2),
        "joker_points": (0, 25),
        "target": (100, 250),
    },
    tichu: {
        "wrap": (False, True),
        "dragon_locks": ("loose", "strict"),
        "points": ("sheet", "swapped"),
        "target": (10, 5),
    },
}
"""Each house rule in the order of the rule book: the default, and another value."""
PRESETS = {tongits: {"sheet", "traditional"}, tichu: {"sheet"}}
every_game = pytest.mark.parametrize("game", HOUSE_RULES, ids=["tongits", "tichu"])


@every_game
def test_house_rules_are_these_and_the_sheet_is_the_default(game: ModuleType) -> None:
    sheet = {name: values[0] for name, values in HOUSE_RULES[game].items()}
    assert {field.name: field.default for field in fields(game.Rules)} == sheet
    assert game.Rules() == game.Rules.preset("sheet")
    assert game.Rules().changed() == ()


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in HOUSE_RULES.items() for name in names])
def test_a_house_rule_is_changed_alone(game: ModuleType, name: str) -> None:
    rules = game.Rules(**{name: HOUSE_RULES[game][name][1]})
    assert rules.changed() == (name,)
    assert rules != game.Rules()
    assert rules.nearest_preset() == "sheet"


@every_game
def test_all_that_is_changed_is_named_in_the_order_of_the_rule_book_and_can_be_pasted_back(game: ModuleType) -> None:
    rules = game.Rules(**{name: values[1] for name, values in reversed(HOUSE_RULES[game].items())})
    assert rules.changed() == tuple(HOUSE_RULES[game])
    assert eval(repr(rules), vars(game)) == rules
    assert all(f"{name}=" in repr(rules) for name in HOUSE_RULES[game])


OUT_OF_RANGE: list[tuple[ModuleType, dict[str, Any]]] = [
    *((tongits, {"winner_starts": one}) for one in (1, "yes")),
    *((tongits, {"showdown": one}) for one in ("nobody", None)),
    *((tongits, {"jokers": one}) for one in (5, -1, True, 2.0)),
    *((tongits, {"joker_points": one}) for one in (51, -1)),
    *((tichu, {"points": one}) for one in ("three", [])),
    *((game, {"target": one}) for game in (tongits, tichu) for one in (0, -1, 10_001, 2.5, "10", True, None)),
]


@pytest.mark.parametrize(("game", "chosen"), OUT_OF_RANGE)
def test_a_value_that_a_house_rule_cannot_have_is_refused(game: ModuleType, chosen: dict[str, Any]) -> None:
    ((name, value),) = chosen.items()
    with pytest.raises(ValueError, match=name) as refused:
        game.Rules(**chosen)
    assert str(refused.value).endswith(f"not {value!r}")


@every_game
def test_an_unknown_preset_names_the_presets_there_are(game: ModuleType) -> None:
    with pytest.raises(ValueError, match="no preset 'none'") as refused:
        game.Rules.preset("none")
    assert all(preset in str(refused.value) for preset in PRESETS[game])


def test_the_preset_traditional_is_what_the_rule_book_lists() -> None:
    """All that is changed for the others, but what belongs to variants of its own."""
    variants = ("ace_high", "showdown", "jokers", "joker_points", "target")
    traditional = tongits.Rules.preset("traditional")
    assert traditional == tongits.Rules(
        **{name: values[1] for name, values in HOUSE_RULES[tongits].items() if name not in variants}
    )
    assert traditional.nearest_preset() == "traditional"
