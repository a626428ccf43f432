"""The constant part of a page: texts of its views, and names of the cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS
from cardlab.phrasing.catalogue import LANGUAGES, card_label, card_name, rank_letter, say

if TYPE_CHECKING:
    from cardlab import tichu, tongits

COMMON_WORDS: Final = (
    *("hand.rank", "hand.suit", "hand.given", "hand.left", "hand.right", "hand.clear", "hand.tools", "hand.sort"),
    *("hand.more", "hand.moving", "hand.keys_text"),
    *("widget.ended", "widget.full", "widget.leave", "exercise.right_choice"),
)
TROUBLE: Final = {"full": "progress.full", "forbidden": "progress.forbidden", "torn": "progress.torn"}
"""The catalogue key for each problem of the browser's storage: full, forbidden, or with unreadable content."""


def rules_argument(rules: tongits.Rules | tichu.Rules) -> str:
    """Return changed house rules as an argument for a `repr`; "" if none is changed."""
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
    """Return a view's texts ("words"), and the letters and names of cards ("faces").

    `own_words` are the catalogue keys of the texts, besides those that every view needs. "words" has each text by its
    key, "faces" has "letters" by rank, and "names" and "labels" by card code.
    """
    # The page itself fills in which cards were moved or selected in the hand.
    moved = say("hand.moved", lang, card="{card}", place="{place}", total="{total}")
    selected = say("hand.selected", lang, count="{count}", cards="{cards}")
    templates = {"hand.moved": moved, "hand.selected": selected}
    return {"words": {**_words((*COMMON_WORDS, *own_words), lang), **templates}, "faces": _faces(lang)}
