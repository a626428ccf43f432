"""What is agreed on before a match against the clock: who plays, how quick the computer is, and the house rules.

The form, what each of its fields changes, and the rules in force as they are shown all the time.
"""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from cardlab.lessons.house_rules import clause, named, says
from cardlab.locale import say
from cardlab.tichu import Rules
from cardlab.widgets.ground import seed_in
from cardlab.widgets.tichu_table.match import FASTEST, NARROWEST, SLOWEST, WIDEST, Against, Settings
from cardlab.widgets.tichu_table.words import names_of, seconds

MOST_POINTS: Final = 50
"""The longest match that can be chosen (U6.3)."""


def setup_picture(settings: Settings, rules: Rules, lang: str) -> dict[str, Any]:
    """The choices before a match, and how it is played with the keyboard."""
    against = [
        {"value": one.value, "label": say(f"play_tichu.against.{one}", lang), "chosen": settings.against is one}
        for one in Against
    ]
    sliders = [
        {
            "name": name,
            "label": say(f"play_tichu.{name}", lang, seconds=seconds(value, lang)),
            "least": least,
            "most": most,
            "value": value,
        }
        for name, value, least, most in (
            ("mean", settings.mean, FASTEST, SLOWEST),
            ("spread", settings.spread, NARROWEST, WIDEST),
        )
    ]
    two = settings.against is Against.TWO
    return {
        "against": against,
        "sliders": [] if two else sliders,
        "draws_by_itself": settings.draws_by_itself,
        "rules": [_field(rules, field.name, lang) for field in fields(rules)],
        "keys": say("play_tichu.keys.two" if two else "play_tichu.keys.one", lang),
        "zones": list(names_of(settings.against, lang)[: len(settings.people)]),
        "keyboard": say("play_tichu.keyboard", lang) if two else "",
    }


def _field(rules: Rules, name: str, lang: str) -> dict[str, Any]:
    """A house rule as a field of the form."""
    value, label = getattr(rules, name), say(f"rule.tichu.{name}", lang)
    field = {"key": name, "label": f"{label} ({clause(rules, name)})", "told": _told(rules, name, lang)}
    if isinstance(value, bool):
        return {**field, "kind": "switch", "on": value}
    if isinstance(value, Enum):
        choices = [
            {"value": one.value, "label": say(f"rule.tichu.{name}.{one.value}", lang), "chosen": one is value}
            for one in type(value)
        ]
        return {**field, "kind": "select", "choices": choices}
    return {**field, "kind": "number", "value": str(value), "least": 1, "most": MOST_POINTS}


def _told(rules: Rules, name: str, lang: str) -> str:
    """What the house rule says; of one that is a choice, what it says as it is chosen."""
    value = getattr(rules, name)
    chosen = f".{value.value}" if isinstance(value, Enum) else ""
    return say(f"rule.tichu.{name}{chosen}.explanation", lang)


def changed_rule(rules: Rules, name: str, value: str | bool) -> Rules:
    """The house rules with one of them set; as they are, for a rule or a value that there is not."""
    if name not in {field.name for field in fields(rules)}:
        return rules
    chosen: dict[str, Any] = {name: value}
    if name == "target":
        points = seed_in(value) if isinstance(value, str) else None
        if points is None or not 1 <= points <= MOST_POINTS:
            return rules
        chosen = {name: points}
    try:
        return replace(rules, **chosen)
    except ValueError:
        return rules


@lru_cache(maxsize=8)
def rules_picture(rules: Rules, lang: str) -> dict[str, Any]:
    """The rules in force, as they are shown all the time: by the sheet, and each that differs from it."""
    sheet, changed = say("preset.sheet", lang), rules.changed()
    if not changed:
        return {"title": say("table.rules", lang, preset=sheet), "changes": []}
    changes = [{"name": f"{named(rules, field, lang)}.", "text": says(rules, field, lang)} for field in changed]
    return {"title": say("table.rules_changed", lang, preset=sheet, count=len(changed)), "changes": changes}
