"""What never changes in a page: the texts of the views, and the faces of the cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from cardlab import tichu, tongits
from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS
from cardlab.phrasing.catalogue import LANGUAGES, card_label, card_name, rank_letter, say

HAND_WORDS: Final = (
    "hand.rank",
    "hand.suit",
    "hand.given",
    "hand.left",
    "hand.right",
    "hand.clear",
    "hand.tools",
    "hand.sort",
    "hand.more",
    "hand.moving",
    "hand.keys_text",
)
COMMON_WORDS: Final = ("widget.ended", "widget.full", "widget.leave", "exercise.right_choice")
TROUBLE: Final = {"full": "progress.full", "forbidden": "progress.forbidden", "torn": "progress.torn"}
"""What is said when a browser keeps nothing, or nothing more, or what it has kept cannot be read."""


def changed_rules(rules: tongits.Rules | tichu.Rules) -> str:
    """The house rules that differ from the sheet, as the last argument of a short `repr`; else ""."""
    values = [(name, getattr(rules, name)) for name in rules.changed()]
    changes = ", ".join(f"{name}={getattr(value, 'value', value)!r}" for name, value in values)
    return f", rules=Rules({changes})" if changes else ""


@lru_cache(maxsize=256)
def _words(keys: tuple[str, ...], lang: str) -> dict[str, str]:
    return {"lang": lang, **{key: say(key, lang) for key in keys}}


@lru_cache(maxsize=len(LANGUAGES))
def _faces(lang: str) -> dict[str, dict[str, str]]:
    every = (*DECK, *JOKERS, *SPECIALS)
    return {
        "letters": {rank: rank_letter(rank, lang) for rank in RANKS},
        "names": {card.code: card_name(card, lang) for card in every},
        "labels": {card.code: card_label(card, lang) for card in every},
    }


def words_and_faces(own_words: tuple[str, ...], lang: str) -> dict[str, Any]:
    """The constant part of a page: the view's texts and the faces of the cards."""
    common = (*HAND_WORDS, *COMMON_WORDS)
    # Templates for cards moved or selected in the hand, which the page fills in itself.
    moved = say("hand.moved", lang, card="{card}", place="{place}", total="{total}")
    selected = say("hand.selected", lang, count="{count}", cards="{cards}")
    templates = {"hand.moved": moved, "hand.selected": selected}
    return {"words": {**_words((*common, *own_words), lang), **templates}, "faces": _faces(lang)}
