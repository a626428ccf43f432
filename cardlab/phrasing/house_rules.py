"""House rules in words: their names, their values, and what they change."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from cardlab.choices import house_rules
from cardlab.game import game_of
from cardlab.phrasing.catalogue import has_message, say
from cardlab.phrasing.reader import by_rule

# A page of one game doesn't load the other one's engine.
if TYPE_CHECKING:
    from cardlab import tichu, tongits

AnyRules: TypeAlias = "tongits.Rules | tichu.Rules"
"""The rules of one of the games."""


def clause(rules: AnyRules, field: str) -> str:
    """Return the id of a house rule's clause."""
    return next(rule.clause for rule in house_rules(type(rules)) if rule.name == field)


def rule_key(rules: AnyRules, field: str) -> str:
    """Return the catalogue key of a house rule's name.

    `.VALUE` follows for the name of a value, `.explanation` for what a house rule or value changes.
    """
    return f"rule.tongits.{field}" if game_of(rules).name == "tongits" else f"rule.tichu.{field}"


def named(rules: AnyRules, field: str, lang: str) -> str:
    """Return the name of a house rule, with its value at this table."""
    key, value = rule_key(rules, field), getattr(rules, field)
    name = say(key, lang)
    if value is True:
        return name
    if isinstance(value, Enum):
        value = say(f"{key}.{value.value}", lang)
    return say("text.rules.is", lang, name=name, value=say("text.rules.off", lang) if value is False else value)


def says(rules: AnyRules, field: str, lang: str) -> str:
    """Explain a house rule as it is set at this table, with its clause."""
    key, value = rule_key(rules, field), getattr(rules, field)
    if isinstance(value, Enum):
        return explanation(f"{key}.{value.value}", clause(rules, field), lang)
    if field == "concealed_melds_count" and not value:
        return by_rule("text.rules.concealed_are_free", clause(rules, field), lang)
    return explanation(key, clause(rules, field), lang)


def explanation(key: str, clause: str, lang: str) -> str:
    """Return the explanation of a key, ending with the clause's id.

    For a key without an explanation, return the clause's sentence.
    """
    own = f"{key}.explanation"
    return by_rule(own if has_message(own) else f"clause.{clause}", clause, lang)


def house_rules_of(rules: AnyRules, lang: str) -> tuple[str, ...]:
    """Return a sentence for each house rule that differs from the rule sheet."""
    in_full = (f"{named(rules, field, lang)}. {says(rules, field, lang)}" for field in rules.changed())
    return tuple(say("text.table.house_rule", lang, rule=rule) for rule in in_full)


def rules_label(rules: AnyRules, lang: str) -> str:
    """Return the name of some rules: that of a preset, or a list of the house rules."""
    if rules == type(rules).preset(preset := rules.nearest_preset()):
        return say(f"preset.{preset}", lang)
    names = tuple(say("text.rules.quoted", lang, name=named(rules, field, lang)) for field in rules.changed())
    return say("text.rules.changed", lang, count=len(names), names=names)
