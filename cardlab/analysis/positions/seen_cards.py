"""Cards as people see and paste them: `10♥`, or the jack as `J♥` and as `B♥`, whatever language a page speaks.

Knows how each card is written for people, which is asked of the catalogues; the notation is read by `cardlab.cards`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from cardlab.cards import DECK
from cardlab.locale import LANGUAGES, card_label

__all__ = ["seen_as"]

EMOJI: Final = "\ufe0f"
"""What makes a coloured picture of a suit's sign; telephones set it behind the sign."""


def seen_as(word: str) -> str | None:
    """The notation of a card that is written as it is seen; None for any other word.

    >>> seen_as("10♥"), seen_as("B♠"), seen_as("Th")
    ('Th', 'Js', None)
    """
    return None if word.isascii() else _labels().get(word.replace(EMOJI, ""))


@cache
def _labels() -> Mapping[str, str]:
    """How each card is written, in every language; no letter stands for different cards in two of them."""
    return {card_label(card, lang): card.code for lang in LANGUAGES for card in DECK}
