"""House rules as a learner reads them: the name of each, its value, and its clause."""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

from cardlab.choices import house_rules
from cardlab.game import game_of
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.reader import by_rule

AnyRules: TypeAlias = Any
"""The rules of one of the games."""


def clause(rules: AnyRules, field: str) -> str:
    """The clause that names this house rule."""
    return next(rule.clause for rule in house_rules(type(rules)) if rule.name == field)


def rule_key(rules: AnyRules, field: str) -> str:
    """The key of the name of a house rule; `.VALUE` follows for a chosen value, `.explanation` for what each says."""
    return f"rule.tongits.{field}" if game_of(rules).name == "tongits" else f"rule.tichu.{field}"


def named(rules: AnyRules, field: str, lang: str) -> str:
    """The name of a house rule and its value at this table."""
    key, value = rule_key(rules, field), getattr(rules, field)
    name = say(key, lang)
    if isinstance(value, Enum):
        return say("text.rules.is", lang, name=name, value=say(f"{key}.{value.value}", lang))
    if isinstance(value, bool):
        return name if value else say("text.rules.is", lang, name=name, value=say("text.rules.off", lang))
    return say("text.rules.is", lang, name=name, value=value)


def says(rules: AnyRules, field: str, lang: str) -> str:
    """What the house rule says as it is set at this table, with its clause."""
    key, value = rule_key(rules, field), getattr(rules, field)
    if field == "payment" and value == "chips":  # the clause names the amounts, the short explanation does not
        return by_rule("clause.T9.4", "T9.4", lang)
    if isinstance(value, Enum):
        return by_rule(f"{key}.{value.value}.explanation", clause(rules, field), lang)
    if field == "concealed_melds_count" and not value:
        return by_rule("text.rules.concealed_are_free", clause(rules, field), lang)
    return by_rule(f"{key}.explanation", clause(rules, field), lang)


def in_full(rules: AnyRules, field: str, lang: str) -> str:
    """The name of a house rule, its value at this table, and what it then says."""
    return f"{named(rules, field, lang)}. {says(rules, field, lang)}"


def house_rules_of(rules: AnyRules, lang: str) -> tuple[str, ...]:
    """The house rules of a table, a sentence each."""
    return tuple(say("text.table.house_rule", lang, rule=in_full(rules, field, lang)) for field in rules.changed())


def rules_label(rules: AnyRules, lang: str) -> str:
    """What a table with these rules is called: by the sheets, by a preset, or with its house rules."""
    if rules == type(rules).preset(preset := rules.nearest_preset()):
        return say(f"preset.{preset}", lang)
    names = tuple(say("text.rules.quoted", lang, name=named(rules, field, lang)) for field in rules.changed())
    return say("text.rules.changed", lang, count=len(names), names=names)
