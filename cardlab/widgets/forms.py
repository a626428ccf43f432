"""The form of house rules that every page shares, and fields that name their value by a key.

The `Rules` of each game declare the house rules and their values (`cardlab.choices`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from cardlab import tichu, tongits
from cardlab.choices import HouseRule, Word, house_rules
from cardlab.game import game_of
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import named as house_rule_named
from cardlab.phrasing.house_rules import rule_key, says
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline

Value: TypeAlias = str | bool
"""What a page sends for a field: the value chosen, the text typed, or whether a switch is on."""
AnyRules = TypeVar("AnyRules", bound=tongits.Rules | tichu.Rules)
Field: TypeAlias = Block


@lru_cache(maxsize=64)
def rules_in_force(rules: tongits.Rules | tichu.Rules, lang: str) -> Block:
    """The preset or sheet in force, a link to the rules; each house rule that differs from it can be unfolded."""
    preset = rules.nearest_preset()
    named, changed = say(f"preset.{preset}", lang), rules.changed(preset)
    title = say("table.rules_changed", lang, preset=named, count=len(changed)) if changed else ""
    title = title or say("table.rules", lang, preset=named)
    items: list[list[Inline]] = [
        [blocks.strong(f"{house_rule_named(rules, one, lang)}."), f" {says(rules, one, lang)}"]
        for one in changed or rules.changed()
    ]
    if not items:
        return blocks.text(rules_link(rules, title), "soft")
    return blocks.details(title, blocks.sentences(items), blocks.text(rules_link(rules, say("rules.open", lang))))


def rules_link(rules: tongits.Rules | tichu.Rules, label: str) -> Block:
    """The link to the rules of the game; a page of the course opens them over the table."""
    return blocks.link(label, f"rules-{game_of(rules).name}.ipynb", new=True)


def seed_in(text: str) -> int | None:
    """The seed in a typed text, 0 to `LARGEST_SEED`, or None."""
    try:
        return whole(text.strip(), 0, LARGEST_SEED)
    except ValueError:
        return None


def _set(key: str, value: Value | None = None) -> dict[str, object]:
    return {"do": "set", "field": key, **({} if value is None else {"value": value})}


def select(key: str, label: str, choices: Iterable[tuple[str, str]], chosen: str, explanation: str = "") -> Block:
    """One of several choices, each a value and its label; sets the field `key`."""
    options = [blocks.option(text, _set(key, value), value == chosen, value=value) for value, text in choices]
    return {**blocks.select(label, options, explanation=explanation), "key": key}


def number(key: str, label: str, value: int | None, least: int, most: int, explanation: str = "") -> Block:
    """A whole number from `least` to `most`, None for an open one; sets the field `key`."""
    return {**blocks.number(label, value, least, most, _set(key), explanation=explanation), "key": key}


def switch(key: str, label: str, on: bool, explanation: str = "") -> Block:
    """A switch, which sets the field `key`."""
    return {**blocks.toggle(label, on, _set(key, not on), explanation=explanation), "key": key}


def whole(text: Value, least: int, most: int) -> int:
    """Parse a whole number. Raises ValueError for anything else or a number outside the bounds."""
    if isinstance(text, bool) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        raise ValueError(text)
    if not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


def preset_field(rules: tongits.Rules, lang: str) -> Block:
    """The preset of this table; rules that match no preset are the table's own."""
    presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = next((name for name in PRESETS if rules == tongits.Rules.preset(name)), "")
    own = [] if chosen else [("", say("whatif.own_rules", lang))]
    return select("preset", say("whatif.preset", lang), own + presets, chosen)


def rule_fields(rules: tongits.Rules | tichu.Rules, lang: str) -> list[Block]:
    """Every house rule of a game in rule-book order, with its explanation and clause."""
    return [
        _rule_field(rule, getattr(rules, rule.name), rule_key(rules, rule.name), lang)
        for rule in house_rules(type(rules))
    ]


def _rule_field(rule: HouseRule, value: bool | int | Word, name: str, lang: str) -> Block:
    key, label = f"rule:{rule.name}", say(name, lang)
    explanation = by_rule(f"{name}.explanation", rule.clause, lang)
    if isinstance(value, bool):
        return switch(key, label, value, explanation)
    if isinstance(value, Word):
        named = [(str(one), say(f"{name}.{one}", lang)) for one in rule.choices]
        return select(key, label, named, value, explanation)
    return number(key, label, value, rule.least, rule.most, explanation)


def changed_rules(rules: AnyRules, key: str, value: Value) -> AnyRules | None:
    """The rules after a field was set; None for an unknown field or value."""
    kind, _, name = key.partition(":")
    try:
        if kind == "preset" and isinstance(value, str):
            return type(rules).preset(value)  # type: ignore[return-value]
        rule = next((one for one in house_rules(type(rules)) if one.name == name), None)
        if kind != "rule" or rule is None:
            return None
        parsed = value if rule.choices else whole(value, rule.least, rule.most)
        chosen: dict[str, Any] = {name: rule.value(parsed)}
        return replace(rules, **chosen)
    except ValueError:
        return None
