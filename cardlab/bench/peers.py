"""The peers that count the least deadwood of a hand too: OpenSpiel and RLCard, each called in its quickest way.

A peer that is not installed is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from cardlab.cards import Card

Hand: TypeAlias = tuple[Card, ...]
Counter: TypeAlias = tuple[list[Any], Callable[[Any], int]]
"""Hands as a peer wants them, and what counts one of them."""

OPEN_SPIEL: Final = "OpenSpiel `GinRummyUtils.min_deadwood`, from Python"
RLCARD: Final = "RLCard `get_meld_clusters`, the best one counted"


def open_spiel(hands: Sequence[Hand]) -> Counter | None:
    """OpenSpiel's C++, called from Python hand by hand, which is the only way that it offers; None if not there."""
    try:
        from pyspiel import gin_rummy
    except ImportError:
        return None
    count: Callable[[Any], int] = gin_rummy.GinRummyUtils(13, 4, 13).min_deadwood
    return [[card.index for card in hand] for hand in hands], count


def rlcard(hands: Sequence[Hand]) -> Counter | None:
    """RLCard's search for melds in a hand of any size; None if it is not there.

    Its own count, `get_best_meld_clusters`, takes hands of ten cards only and counts each card of the hand anew for
    every cluster. So the clusters are counted here by the points that they lay, which is quicker.
    """
    try:
        from rlcard.games.gin_rummy.utils import melding, utils
    except ImportError:
        return None
    points: dict[str, int] = utils.rank_to_deadwood_value
    clusters = melding.get_meld_clusters

    def count(hand: list[Any]) -> int:
        most = 0
        for cluster in clusters(hand):
            laid = 0
            for meld in cluster:
                for card in meld:
                    laid += points[card.rank]
            if laid > most:
                most = laid
        return sum(points[card.rank] for card in hand) - most

    return [[utils.card_from_text(card.rank + card.suit.upper()) for card in hand] for hand in hands], count
