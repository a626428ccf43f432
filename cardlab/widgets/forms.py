"""The fields of a form, and the form of house rules that every page shares.

The picture of a field has its `kind` ("select", "number" or "switch"), its `key`, its `label`, what it shows, and what
it means (`told`).
Which house rules there are, and what each may be set to, the `Rules` of the game say (`cardlab.choices`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar

from cardlab import tichu, tongits
from cardlab.choices import HouseRule, Word, house_rules
from cardlab.game import game_of
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import say
from cardlab.tongits.rules import PRESETS

Value: TypeAlias = str | bool
"""What a page sends for a field: the value chosen, the text typed, or whether a switch is on."""
AnyRules = TypeVar("AnyRules", tongits.Rules, tichu.Rules)


class FieldChoice(TypedDict):
    """One of the values that a field can have."""

    value: str
    label: str
    chosen: bool


class SelectField(TypedDict):
    """A field with several values to choose from."""

    kind: Literal["select"]
    key: str
    label: str
    choices: list[FieldChoice]
    told: str


class NumberField(TypedDict):
    """A field for a whole number from `least` to `most`; `value` is empty where none is given."""

    kind: Literal["number"]
    key: str
    label: str
    value: str
    least: int
    most: int
    told: str


class SwitchField(TypedDict):
    """A field that is on or off."""

    kind: Literal["switch"]
    key: str
    label: str
    on: bool
    told: str


class RuleInForce(TypedDict):
    """A house rule that differs from the preset or the sheet, and what it says."""

    name: str
    text: str


class RulesInForce(TypedDict):
    """The rules of a table: the preset or the sheet, and each house rule that differs from it."""

    title: str
    changes: list[RuleInForce]


Field: TypeAlias = SelectField | NumberField | SwitchField


def select(key: str, label: str, choices: Iterable[tuple[str, str]], chosen: str, told: str = "") -> SelectField:
    """One of several: each choice with its value and its label."""
    listed: list[FieldChoice] = [{"value": value, "label": text, "chosen": value == chosen} for value, text in choices]
    return {"kind": "select", "key": key, "label": label, "choices": listed, "told": told}


def number(key: str, label: str, value: int | None, least: int, most: int, told: str = "") -> NumberField:
    """A whole number from `least` to `most`; None for one that is left open."""
    shown = "" if value is None else str(value)
    return {"kind": "number", "key": key, "label": label, "value": shown, "least": least, "most": most, "told": told}


def switch(key: str, label: str, on: bool, told: str = "") -> SwitchField:
    """Yes or no."""
    return {"kind": "switch", "key": key, "label": label, "on": on, "told": told}


def whole(text: Value, least: int, most: int) -> int:
    """The whole number that is written there. Raises ValueError if it is none, or lies outside these bounds."""
    if isinstance(text, bool) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        raise ValueError(text)
    if not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


def preset_field(rules: tongits.Rules, lang: str) -> SelectField:
    """The bundle of house rules at this table; one that no preset names is the table's own."""
    presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = next((name for name in PRESETS if rules == tongits.Rules.preset(name)), "")
    own = [] if chosen else [("", say("whatif.own_rules", lang))]
    return select("preset", say("whatif.preset", lang), own + presets, chosen)


def rule_fields(rules: tongits.Rules | tichu.Rules, lang: str) -> list[Field]:
    """Every house rule of a game, in the order of the rule book, each with what it says and its clause."""
    game = game_of(rules).name
    return [
        _rule_field(rule, getattr(rules, rule.name), f"rule.{game}.{rule.name}", lang)
        for rule in house_rules(type(rules))
    ]


def _rule_field(rule: HouseRule, value: bool | int | Word, name: str, lang: str) -> Field:
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
