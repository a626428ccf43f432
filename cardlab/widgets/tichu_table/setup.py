"""What is agreed on before a match against the clock: who plays, how quick the computer is, and the house rules.

The form, what each of its fields changes, and the rules in force as they are shown all the time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cardlab.locale import say
from cardlab.tell.house_rules import named, says
from cardlab.tichu import Rules
from cardlab.widgets.forms import rule_fields
from cardlab.widgets.tichu_table.match import FASTEST, NARROWEST, SLOWEST, WIDEST, Against, Settings
from cardlab.widgets.tichu_table.words import names_of, seconds


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
        "rules": rule_fields(rules, lang),
        "keys": say("play_tichu.keys.two" if two else "play_tichu.keys.one", lang),
        "zones": list(names_of(settings.against, lang)[: len(settings.people)]),
        "keyboard": say("play_tichu.keyboard", lang) if two else "",
    }


@lru_cache(maxsize=8)
def rules_picture(rules: Rules, lang: str) -> dict[str, Any]:
    """The rules in force, as they are shown all the time: by the sheet, and each that differs from it."""
    sheet, changed = say("preset.sheet", lang), rules.changed()
    if not changed:
        return {"title": say("table.rules", lang, preset=sheet), "changes": []}
    changes = [{"name": f"{named(rules, field, lang)}.", "text": says(rules, field, lang)} for field in changed]
    return {"title": say("table.rules_changed", lang, preset=sheet, count=len(changed)), "changes": changes}
