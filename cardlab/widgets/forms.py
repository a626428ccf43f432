"""The form of house rules that every page shares, and fields that say by their key what was set.

Which house rules there are, and what each may be set to, the `Rules` of the game say (`cardlab.choices`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from cardlab import tichu, tongits
from cardlab.choices import HouseRule, Word, house_rules
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
AnyRules = TypeVar("AnyRules", tongits.Rules, tichu.Rules)
Field: TypeAlias = Block


@lru_cache(maxsize=64)
def rules_in_force(rules: tongits.Rules | tichu.Rules, lang: str) -> Block:
    """The preset or the sheet that a table plays by, and each house rule that differs from it, to be unfolded."""
    preset = rules.nearest_preset()
    named, changed = say(f"preset.{preset}", lang), rules.changed(preset)
    title = say("table.rules_changed", lang, preset=named, count=len(changed)) if changed else ""
    title = title or say("table.rules", lang, preset=named)
    told: list[list[Inline]] = [
        [blocks.strong(f"{house_rule_named(rules, one, lang)}."), f" {says(rules, one, lang)}"]
        for one in changed or rules.changed()
    ]
    return blocks.details(title, blocks.sentences(told)) if told else blocks.text(title, "soft")


def seed_in(text: str) -> int | None:
    """The seed that somebody has typed, 0 to `LARGEST_SEED`; None if it is none."""
    try:
        return whole(text.strip(), 0, LARGEST_SEED)
    except ValueError:
        return None


def _set(key: str, value: Value | None = None) -> dict[str, object]:
    """What a field sends; a value that is typed is not known yet."""
    return {"do": "set", "field": key, **({} if value is None else {"value": value})}


def select(key: str, label: str, choices: Iterable[tuple[str, str]], chosen: str, told: str = "") -> Block:
    """One of several: each choice with its value and its label."""
    options = [blocks.option(text, _set(key, value), value == chosen, value=value) for value, text in choices]
    return {**blocks.select(label, options, told=told), "key": key}


def number(key: str, label: str, value: int | None, least: int, most: int, told: str = "") -> Block:
    """A whole number from `least` to `most`; None for one that is left open."""
    return {**blocks.number(label, value, least, most, _set(key), told=told), "key": key}


def switch(key: str, label: str, on: bool, told: str = "") -> Block:
    """Yes or no."""
    return {**blocks.toggle(label, on, _set(key, not on), told=told), "key": key}


def whole(text: Value, least: int, most: int) -> int:
    """The whole number that is written there. Raises ValueError if it is none, or lies outside these bounds."""
    if isinstance(text, bool) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        raise ValueError(text)
    if not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


def preset_field(rules: tongits.Rules, lang: str) -> Block:
    """The bundle of house rules at this table; one that no preset names is the table's own."""
    presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = next((name for name in PRESETS if rules == tongits.Rules.preset(name)), "")
    own = [] if chosen else [("", say("whatif.own_rules", lang))]
    return select("preset", say("whatif.preset", lang), own + presets, chosen)


def rule_fields(rules: tongits.Rules | tichu.Rules, lang: str) -> list[Block]:
    """Every house rule of a game, in the order of the rule book, each with what it says and its clause."""
    return [
        _rule_field(rule, getattr(rules, rule.name), rule_key(rules, rule.name), lang)
        for rule in house_rules(type(rules))
    ]


def _rule_field(rule: HouseRule, value: bool | int | Word, name: str, lang: str) -> Block:
    key, label = f"rule:{rule.name}", say(name, lang)
    told = by_rule(f"{name}.explanation", rule.clause, lang)
    if isinstance(value, bool):
        return switch(key, label, value, told)
    if isinstance(value, Word):
        named = [(str(one), say(f"{name}.{one}", lang)) for one in rule.choices]
        return select(key, label, named, value, told)
    return number(key, label, value, rule.least, rule.most, told)


def changed_rules(rules: AnyRules, key: str, value: Value) -> AnyRules | None:
    """The rules after a field of this form was set; None for a field or a value that there is not."""
    kind, _, name = key.partition(":")
    try:
        if kind == "preset" and isinstance(value, str):
            return type(rules).preset(value)
        rule = next((one for one in house_rules(type(rules)) if one.name == name), None)
        if kind != "rule" or rule is None:
            return None
        given = value if rule.choices else whole(value, rule.least, rule.most)
        chosen: dict[str, Any] = {name: rule.value(given)}
        return replace(rules, **chosen)
    except ValueError:
        return None
