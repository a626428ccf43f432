"""The bots of Tongits by name, with `sensible` and `strong`, which need the kernel.

`sensible` makes the move of the kernel's player (`cardlab.bots.sensible` describes it).
`strong` plays the best simulated turn. It calls `whatif.ask` on its view with its own random worlds, so it never uses a
hidden card. It plays for the highest payment, because matches are decided by payments (T10.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardlab.analysis.deals import round_at_seat
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.whatif import ask, inquiry_about
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.tongits import Move, Phase, View, legal_moves
from cardlab.tongits.moves import Call, Challenge, Discard, Draw, Fold, LayMeld, Sapaw, Take

PLAYED: Final = 20_000
"""Rounds simulated for one move, over all options and worlds: about 50 ms compiled. Many options with jokers take up to
0.5 s more."""
FEWEST: Final = 20
"""The fewest worlds for each option."""


def sensible(seen: View, chance: Random | None = None) -> Move:
    """Return the sensible player's move, always the same for the same view.

    `chance` is not used: other bots need it. Raises IndexError if the seat has no move.

    >>> seen = View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
    >>> str(sensible(seen)), str(sensible(View.read("hand 9d Td Kh Kc Qs Js 5h 2c 3c 8s 6d Ah 4h")))
    ('0 meld 7d 7h 7s', '0 discard Kc')
    """
    if seen.seat != seen.viewer or seen.phase is Phase.OVER:
        raise IndexError(f"seat {seen.viewer} has no move here")
    kernel, played = compiled.plain(), round_at_seat(seen)
    before = played.copy()
    kernel.player.move(played, compiled.tables(kernel, int(seen.rules.ace_high), seen.rules.jokers))
    return move_between(before, played)


def move_between(before: Sequence[int], after: Sequence[int]) -> Move:
    """Return the move that leads from one round of the kernel to the next."""
    seat, laid = before[slots.SEAT], before[slots.LAID]
    if before[slots.PHASE] == slots.ANSWER:
        return Fold(seat) if before[slots.CHALLENGERS] == after[slots.CHALLENGERS] else Challenge(seat)
    if before[slots.CALLER] != after[slots.CALLER]:
        return Call(seat)
    more = after[slots.DISCARDED] - before[slots.DISCARDED]
    if before[slots.PHASE] == slots.DRAW:
        return Take(seat) if more < 0 else Draw(seat)
    gone = before[slots.HANDS + seat] & ~after[slots.HANDS + seat]
    cards = tuple(card for card in (*DECK, *JOKERS) if gone >> card.index & 1)
    if more:
        return Discard(seat, cards[0])
    starts = range(slots.MELDS, slots.MELDS + slots.MELD_SIZE * after[slots.LAID], slots.MELD_SIZE)
    if after[slots.LAID] == laid:
        grown = (number for number, at in enumerate(starts) if before[at + slots.CARDS] != after[at + slots.CARDS])
        return Sapaw(seat, next(grown), cards)
    meld = after[starts[laid] : starts[laid] + slots.MELD_SIZE]
    if meld[slots.SUIT] >= 0:
        cards = _as_run(cards, range(meld[slots.LOW], meld[slots.HIGH] + 1))
    return LayMeld(seat, cards, secret=bool(meld[slots.SECRET]))


def _as_run(cards: tuple[Card, ...], numbers: range) -> tuple[Card, ...]:
    """Return the cards of a run in order, with its jokers in the gaps. [T10.3]"""
    natural = {card.rank: card for card in cards if not card.is_joker}
    jokers = (card for card in cards if card.is_joker)
    ranks = (RANKS[(number - 1) % len(RANKS)] for number in numbers)
    return tuple(natural[rank] if rank in natural else next(jokers) for rank in ranks)


def strong(seen: View, random: Random, *, played: int = PLAYED) -> Move:
    """Return the first move of the turn with the highest expected payment.

    `played`: about how many rounds to simulate. Equal `random` and `played` give an equal move.
    Raises IndexError if the seat has no move.
    """
    moves = legal_moves(seen, seen.viewer)
    if len(moves) < 2:
        return moves[0]
    seed = random.getrandbits(32)
    ways = len(inquiry_about(seen, seed).question.ways)
    return ask(seen, worlds=max(FEWEST, played // ways), seed=seed, whole=False).options[0].move


TONGITS: Final[dict[str, Bot]] = {**tongits.BOTS, "strong": strong}
"""The bots that a learner can play against by name, the weakest first."""
OPPONENTS: Final[dict[str, Bot]] = {**TONGITS, "sensible": sensible}
"""All bots by name."""
