"""Positions of Tongits as one player sees them: from text or a `View`.

The notation is described in `cardlab.tongits.notation`; `faults` finds what is impossible.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final

from cardlab.analysis.faults import faults
from cardlab.cards import DECK, JOKERS, Card
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.phrasing.reader import explain
from cardlab.tongits import View, notation
from cardlab.tongits.notation import Draft
from cardlab.tongits.positions import as_view

EMOJI: Final = "\ufe0f"
"""The variation selector that phones add to a suit sign to show it in colour."""


@cache
def _codes_by_label(lang: str) -> Mapping[str, str]:
    """Return the notation of each card by its label on a page."""
    return {card_label(card, lang): card.code for card in DECK}


def _noted(word: str) -> str:
    """Return the notation of a card for its label in any language; any other word as it is."""
    if not word.isascii():
        # No label means different cards in different languages.
        for lang in LANGUAGES:
            with suppress(FileNotFoundError):  # a browser has only the languages of the pages that were opened
                if code := _codes_by_label(lang).get(word.replace(EMOJI, "")):
                    return code
    return word


def read(text: str) -> Draft:
    """Return the position written in `text`; cards may be written as on a page.

    `10♥` is read, and `J♥` or `B♥` for the jack, whatever the language. Otherwise as `notation.read`.
    Raises NotationError for unreadable text.

    >>> read("hand 10♥ B♠").hand
    (Card("Th"), Card("Js"))
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is read from a text, not from {type(text).__name__}")
    return notation.read(re.sub(r"[^\s;,]+", lambda word: _noted(word[0]), text))


def view_of(draft: Draft) -> View:
    """Return the position as the viewer sees it, for the engine and the bots.

    Raises ValueError if the position is impossible, with every reason in sentences, see `faults`.

    >>> view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")).stock
    15
    """
    impossible = faults(draft)
    if impossible:
        raise ValueError(" ".join(map(explain, impossible)))
    return as_view(draft)


def unseen(seen: View) -> tuple[Card, ...]:
    """Return every card that the viewer can't see: other hands and the stock.

    A secret four of another player is included (T6.9). So is a card that another player has taken in this turn
    (`taken`). After the round the hands are open (T6.4), and only the stock is unseen.
    """
    open_cards = {*seen.hand, *seen.discards, *(card for hand in seen.shown for card in hand)}
    open_cards.update(card for laid in seen.melds if laid.meld for card in laid.meld.cards)
    return tuple(card for card in (*DECK, *JOKERS[: seen.rules.jokers]) if card not in open_cards)
