"""Form fields that several pages share: house rules, presets, numbers, switches.

The values of a house rule come from the `Rules` of each game (`cardlab.choices`). A field here sends the message `set`
with its key and its value.
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
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import explanation, rule_key, says
from cardlab.phrasing.house_rules import named as house_rule_named
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline

Value: TypeAlias = str | bool
"""What the page sends for a field: the chosen value, the typed text, or the state of a switch."""
AnyRules = TypeVar("AnyRules", bound=tongits.Rules | tichu.Rules)


@lru_cache(maxsize=64)
def rules_in_force(rules: tongits.Rules | tichu.Rules, lang: str) -> Block:
    """Make a block that names the preset in force and links to the rules.

    A fold lists the house rules that differ from the preset. If none do, it lists those that differ
    from the rule sheet.
    """
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
    """Make a link to the rules, which a page of the course opens over the table."""
    return blocks.link(label, f"rules-{game_of(rules).name}.ipynb", new=True)


def seed_in(text: str) -> int | None:
    """Parse a seed, 0 to `LARGEST_SEED`; return None for any other text."""
    try:
        return whole(text.strip(), 0, LARGEST_SEED)
    except ValueError:
        return None


def _set(key: str, value: Value | None = None) -> dict[str, object]:
    return {"do": "set", "field": key, **({} if value is None else {"value": value})}


def select(key: str, label: str, choices: Iterable[tuple[str, str]], chosen: str, explanation: str = "") -> Block:
    """Make a list of choices, each a value and its label, for the field `key`."""
    options = [blocks.option(text, _set(key, value), value == chosen, value=value) for value, text in choices]
    return {**blocks.select(label, options, explanation=explanation), "key": key}


def number(key: str, label: str, value: int | None, least: int, most: int, explanation: str = "") -> Block:
    """Make a field for a whole number within bounds; `value` is None if it is empty."""
    return {**blocks.number(label, value, least, most, _set(key), explanation=explanation), "key": key}


def switch(key: str, label: str, on: bool, explanation: str = "") -> Block:
    """Make a switch for the field `key`."""
    return {**blocks.toggle(label, on, _set(key, not on), explanation=explanation), "key": key}


def whole(text: Value, least: int, most: int) -> int:
    """Parse a whole number within bounds. Raises ValueError for anything else."""
    if isinstance(text, bool) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        raise ValueError(text)
    if not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


def preset_field(rules: tongits.Rules, lang: str) -> Block:
    """Make the choice of a preset; its first entry is "own rules" if none matches."""
    presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = next((name for name in PRESETS if rules == tongits.Rules.preset(name)), "")
    own = [] if chosen else [("", say("whatif.own_rules", lang))]
    return select("preset", say("whatif.preset", lang), own + presets, chosen)


def rule_fields(rules: tongits.Rules | tichu.Rules, lang: str) -> list[Block]:
    """Make a field for each house rule, in rule-book order."""
    return [
        _rule_field(rule, getattr(rules, rule.name), rule_key(rules, rule.name), lang)
        for rule in house_rules(type(rules))
    ]


def _rule_field(rule: HouseRule, value: bool | int | Word, name: str, lang: str) -> Block:
    key, label = f"rule:{rule.name}", say(name, lang)
    explained = explanation(name, rule.clause, lang)
    if isinstance(value, bool):
        return switch(key, label, value, explained)
    if isinstance(value, Word):
        named = [(str(one), say(f"{name}.{one}", lang)) for one in rule.choices]
        return select(key, label, named, value, explained)
    return number(key, label, value, rule.least, rule.most, explained)


def changed_rules(rules: AnyRules, key: str, value: Value) -> AnyRules:
    """Return the rules with one field changed. Raises ValueError for an unknown field or value.

    `key` is "preset", or "rule:" followed by the name of a house rule.
    """
    kind, _, name = key.partition(":")
    if kind == "preset" and isinstance(value, str):
        return type(rules).preset(value)  # type: ignore[return-value]
    rule = next((one for one in house_rules(type(rules)) if one.name == name), None)
    if kind != "rule" or rule is None:
        raise ValueError(key)
    parsed = value if rule.choices else whole(value, rule.least, rule.most)
    chosen: dict[str, Any] = {name: rule.value(parsed)}
    return replace(rules, **chosen)
