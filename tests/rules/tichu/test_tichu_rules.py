"""The fields of Rules: what they accept, and how a table shows what it plays by."""

from typing import Any

import pytest

from cardlab.tichu import DragonLocks, Points, Rules


def test_the_preset_sheet_is_the_default() -> None:
    assert Rules.preset("sheet") == Rules()
    assert Rules().changed() == ()


def test_an_unknown_preset_names_the_presets_there_are() -> None:
    with pytest.raises(ValueError, match="there is sheet"):
        Rules.preset("traditional")


def test_changed_names_the_house_rules_in_the_order_of_the_rule_book() -> None:
    rules = Rules(target=5, wrap=True, points=Points.SWAPPED, dragon_locks=DragonLocks.STRICT)
    assert rules.changed() == ("wrap", "dragon_locks", "points", "target")


def test_choices_may_be_given_as_text() -> None:
    from_record: dict[str, Any] = {"wrap": False, "dragon_locks": "strict", "points": "swapped", "target": 10}
    assert Rules(**from_record) == Rules(dragon_locks=DragonLocks.STRICT, points=Points.SWAPPED)


@pytest.mark.parametrize(
    "wrong",
    [{"wrap": 1}, {"wrap": "yes"}, {"dragon_locks": "tight"}, {"points": "three"}, {"points": []}]
    + [{"target": target} for target in (0, -1, 2.5, "10", True, None)],
)
def test_a_value_that_a_field_cannot_have(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Rules(**wrong)


def test_repr_can_be_pasted_back() -> None:
    rules = Rules(wrap=True, dragon_locks=DragonLocks.STRICT)
    assert repr(rules) == "Rules(wrap=True, dragon_locks=DragonLocks.STRICT)"
    assert eval(repr(rules)) == rules
