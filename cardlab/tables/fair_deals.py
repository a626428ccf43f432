"""Deals that nobody can choose and everybody can verify afterwards (T10.6).

Who deals for a tournament draws a secret number of 256 bits and shows its hash before the first deal: the SHA-256 of
its 32 bytes. When the tournament is over the number itself is shown. Everybody can then see that it has this hash, so
that it was fixed beforehand, and can deal every deal again.

- `new_number`, `hash_of`: the number, 64 hexadecimal digits, and its hash;
- `dealt`, `recycled`: the cards of a deal, and of new extra piles in a race of Tichu;
- `check_deal`: whether a record has the cards that follow from a number.

How a deal follows from the number, so that it can be written anew in any language:

1. The message is the text `cardlab-deal/1 GAME ROUND DEAL` in ASCII, with one space between its parts: GAME is
   `tongits` or `tichu`, ROUND the tournament round and DEAL the deal in it, both from 1.
2. Block k (from 0) is HMAC-SHA256 with the 32 bytes of the secret number as its key and the message, a space and k in
   decimal as its text. The blocks one after the other are cut into words of 4 bytes, the first byte the highest.
3. The deck lies in this order: ace to king of clubs, then diamonds, hearts, spades; behind them the jokers X1, X2, ...
   of the table (Tongits), or Mah Jong, Dog, Phoenix, Dragon (Tichu).
4. For i from the last place of the deck (counted from 0) down to 1: the next word w is taken; if it is not below
   n * floor(2**32 / n), where n = i + 1, the one after it is taken instead, and so on; then the cards at the places i
   and w mod n change places. So every order of the deck is equally likely.
5. Tongits: seat (DEAL - 1) mod 3 begins. Seat 0 gets the first cards, then seat 1, then seat 2: 13 for who begins, 12
   for the others; the rest is the stock, top card first. Tichu: 8 cards into the hand of seat 0, 8 into that of seat 1,
   then 14 for each draw pile and 6 for each extra pile in the same way, top card first.
6. New extra piles (U4.3), the n-th ones of a race: the message begins with `cardlab-recycle/1` and ends with a space
   and n; the cards under the two tops, pile 0 first and top card first, are shuffled as in 4; the first half (rounded
   down) is the new extra pile of seat 0, as many more are that of seat 1.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, TypeVar

from cardlab import tichu, tongits
from cardlab.cards import TICHU_DECK, Card
from cardlab.record import Finding, Record
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.tichu.state import buried
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS
from cardlab.tongits.state import deck

ABOUT: Final = "dealer"
"""Key in a record's `about` of the round, the deal and the hash of the dealer's number."""
MOST: Final = 10_000
"""The highest number of a round or deal."""
CLAUSE: Final = "T10.6"
_HEX: Final = re.compile(r"[0-9a-f]{64}")

Item = TypeVar("Item")


def new_number() -> str:
    """A random number of 256 bits from the operating system."""
    return secrets.token_hex(32)


def hash_of(number: str) -> str:
    """The SHA-256 of the 32 bytes of a number. Raises NotationError for a text that is no such number.

    >>> hash_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    if not _HEX.fullmatch(number):
        raise NotationError("dealer_number")
    return sha256(bytes.fromhex(number)).hexdigest()


# Cards


def _words(number: str, message: str) -> Iterator[int]:
    key, block = bytes.fromhex(number), 0
    while True:
        digest = hmac.digest(key, f"{message} {block}".encode("ascii"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def shuffled(number: str, message: str, items: Sequence[Item]) -> list[Item]:
    """The items in the order that follows from the number and the message; see the module docstring."""
    order, words = list(items), _words(number, message)
    for index in range(len(order) - 1, 0, -1):
        count = index + 1
        fair = 2**32 // count * count
        word = next(word for word in words if word < fair)
        order[index], order[word % count] = order[word % count], order[index]
    return order


def dealt(number: str, rules: tongits.Rules | tichu.Rules, round: int, deal: int) -> tongits.State | tichu.State:
    """The first position of a deal.

    Args:
        number: The dealer's secret number.
        rules: House rules; they also determine the game.
        round: Round of the tournament, from 1.
        deal: Deal in the round, from 1.

    >>> from cardlab.cards import notation
    >>> state = dealt("00" * 32, tongits.Rules(), 1, 2)
    >>> state.first, notation(state.hands[0][:5]), notation(state.stock[:3])
    (1, '2c 6c 7c Kc Ad', 'Th Kh 8d')
    """
    if isinstance(rules, tongits.Rules):
        first, order = (deal - 1) % SEATS, shuffled(number, f"cardlab-deal/1 tongits {round} {deal}", deck(rules))
        hands = [_cut(order, FIRST_HAND if seat == first else OTHER_HAND) for seat in range(SEATS)]
        return tongits.start(rules, hands, order, first=first)
    left = shuffled(number, f"cardlab-deal/1 tichu {round} {deal}", TICHU_DECK)
    hands, draw, extra = ([_cut(left, size) for _ in range(2)] for size in (8, 14, 6))
    return tichu.start(rules, hands, draw, extra)


def _cut(order: list[Card], count: int) -> list[Card]:
    """Take the first cards away."""
    taken, order[:] = order[:count], order[count:]
    return taken


def recycled(number: str, round: int, deal: int, state: tichu.State, before: int) -> tichu.Recycle:
    """U4.3: the new extra piles of a race.

    Args:
        number: The dealer's secret number.
        round: Round of the tournament, from 1.
        deal: Deal in the round, from 1.
        state: The position in which they are due.
        before: How often there were new extra piles before in this race.
    """
    order = shuffled(number, f"cardlab-recycle/1 tichu {round} {deal} {before + 1}", buried(state))
    half = len(order) // 2
    return tichu.Recycle((tuple(order[:half]), tuple(order[half : 2 * half])))


# Records


def check_deal(record: Record, number: str) -> Finding | None:
    """Verify that the cards of a record follow from the dealer's number; returns what is wrong, or None.

    Raises NotationError for a text that is no such number.
    """
    hash, dealer = hash_of(number), record.about.get(ABOUT)
    if not isinstance(dealer, Mapping):
        return _finding("dealer_unnamed")
    round, deal = dealer.get("round"), dealer.get("deal")
    if not (type(round) is type(deal) is int and 1 <= min(round, deal) <= max(round, deal) <= MOST):
        return _finding("dealer_unnamed")
    if dealer.get("hash") != hash:
        return _finding("dealer_another", text=str(dealer.get("hash"))[:16], other=hash[:16])
    if dealt(number, record.start.rules, round, deal) != record.start:
        return _finding("dealer_cards", round=round, deal=deal)
    before = 0
    with suppress(IllegalMove):  # moves after an illegal one are not checked
        for at, (state, move) in enumerate(zip(record.states(), record.moves, strict=False), 1):
            if isinstance(move, tichu.Recycle) and isinstance(state, tichu.State):
                if move != recycled(number, round, deal, state, before):
                    return Finding(at, str(move), (Refusal("dealer_recycled", CLAUSE, {"number": before + 1}),))
                before += 1
    return None


def _finding(code: str, **facts: Any) -> Finding:
    return Finding(0, "", (Refusal(code, CLAUSE, facts),))
