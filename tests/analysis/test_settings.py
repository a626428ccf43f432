"""House rules cross into the kernel by name: each one that a round or a race asks about changes a number of its own."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import chain

import pytest

from cardlab import tongits
from cardlab.analysis.deals import house_rules
from cardlab.analysis.kernel import rounds as round_slots
from cardlab.tongits.rules import PRESETS

OF_A_MATCH = {"winner_starts", "target"}
"""What no round asks about: who begins the next one, and when the match is over (T1.5, T10.5, U6.3)."""


def others(rules):
    """Every field that a round or a race asks about, and the rules with another value of it."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name not in OF_A_MATCH:
            if isinstance(value, bool):
                yield field.name, replace(rules, **{field.name: not value})
            elif isinstance(value, int):
                yield field.name, replace(rules, **{field.name: value + 1 if value < 2 else value - 1})
            else:
                other = next(choice for choice in type(value) if choice is not value)
                yield field.name, replace(rules, **{field.name: other})


def changed(one, other):
    return [place for place, (first, second) in enumerate(zip(one, other, strict=True)) if first != second]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_house_rule_of_a_round_of_tongits_has_a_slot_of_its_own(preset):
    rules = tongits.Rules.preset(preset)
    places = [changed(house_rules(rules), house_rules(other)) for _, other in others(rules)]
    assert sorted(chain(*places)) == list(range(round_slots.HOUSE_RULES))
    assert all(len(place) == 1 for place in places)


def test_what_only_a_match_asks_about_has_no_slot():
    rules = tongits.Rules()
    assert house_rules(rules) == house_rules(replace(rules, winner_starts=True, target=7))
