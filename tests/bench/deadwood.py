"""The speed of counting the least deadwood of a hand, beside the peers.

That all of them count the same is checked before the clock starts; a peer that is not installed is left out.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from cardlab import tongits
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel, tables
from cardlab.cards import DECK, Card
from tests.bench.measuring import Figure, Work, agree, compare

# The peers, each called as fast as it can be


Hand: TypeAlias = tuple[Card, ...]
Counter: TypeAlias = tuple[list[Any], Callable[[Any], int]]
"""Hands as a peer wants them, and the function that counts one of them."""

OPEN_SPIEL: Final = "OpenSpiel `GinRummyUtils.min_deadwood`, from Python"
RLCARD: Final = "RLCard `get_meld_clusters`, the best one counted"


def open_spiel(hands: Sequence[Hand]) -> Counter | None:
    """Return OpenSpiel's counter, which takes one hand a call; None if missing."""
    try:
        from pyspiel import gin_rummy
    except ImportError:
        return None
    count: Callable[[Any], int] = gin_rummy.GinRummyUtils(13, 4, 13).min_deadwood
    return [[card.index for card in hand] for hand in hands], count


def rlcard(hands: Sequence[Hand]) -> Counter | None:
    """Return RLCard's search for melds in a hand of any size; None if it is missing.

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


SIZE: Final = 13
MANY, SOME, FEW = 200_000, 20_000, 3_000
AGAIN: Final = 20
DENSE: Final = tuple(card for card in DECK if 3 <= card.number <= 7)
"""Twenty cards of five ranks in a row: of thirteen of them most are in several melds."""


def mask(hand: Sequence[Card]) -> int:
    """Return a hand as the kernel takes it, as bits."""
    return sum(card.bit for card in hand)


def figures(kernel: Kernel | None) -> list[Figure]:
    """Measure random hands of 13 cards: in a batch if compiled, and one by one."""
    chance = Random(1)
    hands = [tuple(chance.sample(DECK, SIZE)) for _ in range(MANY)]
    dense = [tuple(chance.sample(DENSE, SIZE)) for _ in range(300)]
    spiel, note = _open_spiel(hands[:SOME]), None
    results = _one_by_one(hands[:SOME], spiel)
    if kernel:
        lab, errors = _rlcard(hands[:FEW], dense)
        if lab:
            note = f"RLCard counts {errors[0]} of {FEW:,} random hands wrongly, and {errors[1]} of 300 dense ones"
            note += " (13 of the cards from 3 to 7): it looks for three melds at most."
        peers = [(peer, least) for peer, least in ((spiel, 150.0), (lab, 1200.0)) if peer]
        results += compare("hands", _batch(kernel, hands), peers, passes=15, note=note)
    return results


def _one_by_one(hands: Sequence[Hand], spiel: Work | None) -> list[Figure]:
    peers = [(spiel, 1.3)] if spiel else []
    least = tongits.least_deadwood

    def by_engine(_: int) -> None:
        for hand in hands:
            least(hand)

    plain = compiled.plain()
    uncovered, in_run, *_ = tables(plain, 0, 0)
    masks, count = [mask(hand) for hand in hands], plain.hands.least_deadwood

    def by_kernel(_: int) -> None:
        for mask in masks:
            count(mask, uncovered, in_run)

    for hand, hand_masks in zip(hands, masks, strict=True):
        agree(f"{hand}", least(hand), count(hand_masks, uncovered, in_run))
    name = f"least deadwood, {SIZE} cards, one call per hand, plain Python, "
    engine = Work(name + "`tongits.least_deadwood`", by_engine, len(hands))
    masked = Work(name + "the kernel", by_kernel, len(hands))
    return [*compare("hands", engine, peers, passes=15), *compare("hands", masked, peers, passes=15)]


def _batch(kernel: Kernel, hands: Sequence[Hand]) -> Work:
    """Return the work of counting all hands in one call of the compiled kernel."""
    uncovered, in_run, *_ = tables(kernel, 0, 0)
    masks, results, memory = kernel.array(map(mask, hands)), kernel.memory(len(hands)), kernel.memory(26)

    def count(_: int) -> None:
        # Repeated to last as long as a peer's turn, so that other load on the machine affects both alike.
        for _ in range(AGAIN):
            kernel.hands.least_of_each(masks, 0, uncovered, in_run, memory, results)

    count(0)
    for hand, one in zip(hands, results, strict=True):
        agree(f"{hand}", tongits.least_deadwood(hand), one)
    return Work(f"least deadwood, {SIZE} cards, many hands in one call, compiled", count, AGAIN * len(hands))


def _open_spiel(hands: Sequence[Hand]) -> Work | None:
    peer = open_spiel(hands)
    if peer is None:
        return None
    theirs, count = peer
    for hand, numbers in zip(hands, theirs, strict=True):
        agree(f"{hand}", tongits.least_deadwood(hand), count(numbers))
    return Work(OPEN_SPIEL, _each(count, theirs), len(hands))


def _rlcard(hands: Sequence[Hand], dense: Sequence[Hand]) -> tuple[Work | None, tuple[int, int]]:
    """Return RLCard's work, and how many random and dense hands it gets wrong."""
    peer, of_dense = rlcard(hands), rlcard(dense)
    if peer is None or of_dense is None:
        return None, (0, 0)
    random, others = (
        sum(count(hand) != tongits.least_deadwood(own) for hand, own in zip(theirs, ours, strict=True))
        for (theirs, count), ours in ((peer, hands), (of_dense, dense))
    )
    return Work(RLCARD, _each(peer[1], peer[0]), len(hands)), (random, others)


def _each(count: Callable[[Any], int], hands: Sequence[Any]) -> Callable[[int], None]:
    def run(_: int) -> None:
        for hand in hands:
            count(hand)

    return run
