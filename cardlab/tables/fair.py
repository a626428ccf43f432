"""Deals that nobody can choose and everybody can check afterwards (T10.6).

Who deals for a tournament draws a secret number of 256 bits and publishes its fingerprint before the first deal: the
SHA-256 of its 32 bytes. When the tournament is over the number itself is published. Everybody can then see that it has
this fingerprint, so that it was fixed beforehand, and can deal every deal again.

- `Dealer`: the fingerprint, and the secret number once it may be known; written and read as text;
- `Which`: which deal of a tournament is meant;
- `dealt`, `recycled`: the cards of a deal, and of new extra piles in a race of Tichu;
- `promised`: what a record says about its dealer; `check_deal`: whether its cards are those of the dealer.

How a deal follows from the secret number, so that it can be written anew in any language:

1. The message is the text `cardlab-deal/1 GAME ROUND DEAL` in ASCII, with one space between its parts: GAME is
   `tongits` or `tichu`, ROUND the tournament round and DEAL the deal in it, both from 1. Where the tables of a round do
   not play the same cards, ` TABLE` follows, the number of the table from 1.
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
import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias, TypeVar

from cardlab import tichu, tongits
from cardlab.cards import TICHU_DECK, Card
from cardlab.record import Finding, Record, file_at
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.tichu.state import buried
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS
from cardlab.tongits.state import deck

FORMAT: Final = "cardlab-dealer/1"
ABOUT: Final = "dealer"
"""Where in `about` a record says which deal of whom it is."""
LARGEST: Final = 64 * 1024
MOST: Final = 10_000
"""No round, deal or table has a higher number."""
CLAUSE: Final = "T10.6"
_HEX: Final = re.compile(r"[0-9a-f]{64}")

Game: TypeAlias = Literal["tongits", "tichu"]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Which:
    """Which deal of a tournament: its round, its number in the round, both from 1, and the table.

    `table` is None where all tables of a round play the same cards.
    """

    round: int
    deal: int
    table: int | None = None

    def __str__(self) -> str:
        return " ".join(str(number) for number in (self.round, self.deal, self.table) if number is not None)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals: the fingerprint that is published before, and the secret number, None as long as it is not known.

    Both are 64 hexadecimal digits. Raises NotationError for anything else.

    >>> dealer = Dealer.holding("00" * 32)
    >>> dealer.hash[:16], dealer.is_right, dealer.public.seed
    ('66687aadf862bd77', True, None)
    """

    hash: str
    seed: str | None = None

    def __post_init__(self) -> None:
        for name, text in (("hash", self.hash), ("seed", self.seed)):
            if (text is not None or name == "hash") and not (isinstance(text, str) and _HEX.fullmatch(text)):
                raise NotationError("dealer_field", field=name)

    @classmethod
    def new(cls) -> Dealer:
        """One with a secret number that nobody can guess: 256 bits from the operating system."""
        return cls.holding(secrets.token_hex(32))

    @classmethod
    def holding(cls, seed: str) -> Dealer:
        """The one with this secret number. Raises NotationError for a text that is none."""
        return cls(fingerprint(seed), seed)

    @property
    def public(self) -> Dealer:
        """What may be published before."""
        return Dealer(self.hash)

    @property
    def is_right(self) -> bool:
        """Whether the secret number, which must be known, has the fingerprint."""
        return self.seed is not None and fingerprint(self.seed) == self.hash

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Dealer:
        """The one in a file. Raises NotationError if it holds none, OSError if there is no such file."""
        with file_at(path).open("rb") as file:
            return cls.parse(file.read(LARGEST + 1))

    @classmethod
    def parse(cls, content: str | bytes) -> Dealer:
        """The one in a text, as `text` writes it. Raises NotationError if it holds none."""
        try:
            data = json.loads(content) if len(content) <= LARGEST else None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise NotationError("dealer_foreign", format=FORMAT)
        return cls(data.get("hash", ""), data.get("seed"))

    def text(self) -> str:
        """As JSON; without the secret number as long as it is not known."""
        told = {"format": FORMAT, "hash": self.hash} | ({} if self.seed is None else {"seed": self.seed})
        return json.dumps(told, indent=1) + "\n"

    def about(self, which: Which) -> dict[str, Any]:
        """What a record holds under `about["dealer"]`: the fingerprint and which deal it is."""
        numbers = {"round": which.round, "deal": which.deal, "table": which.table}
        return {"hash": self.hash} | {name: number for name, number in numbers.items() if number is not None}


def fingerprint(seed: str) -> str:
    """The SHA-256 of the 32 bytes of a secret number, in hexadecimal digits.

    Raises NotationError for a text that is no such number.
    """
    if not isinstance(seed, str) or not _HEX.fullmatch(seed):
        raise NotationError("dealer_field", field="seed")
    return sha256(bytes.fromhex(seed)).hexdigest()


# Cards


def _words(seed: str, message: str) -> Iterator[int]:
    key, block = bytes.fromhex(seed), 0
    while True:
        made = hmac.digest(key, f"{message} {block}".encode("ascii"), "sha256")
        for start in range(0, len(made), 4):
            yield int.from_bytes(made[start : start + 4], "big")
        block += 1


def shuffled(seed: str, message: str, held: Sequence[Item]) -> list[Item]:
    """What is held in the order that follows from the secret number and the message; see the top of this file."""
    order, words = list(held), _words(seed, message)
    for place in range(len(order) - 1, 0, -1):
        count = place + 1
        fair = 2**32 // count * count
        word = next(word for word in words if word < fair)
        order[place], order[word % count] = order[word % count], order[place]
    return order


def dealt(seed: str, game: Game, which: Which, rules: tongits.Rules | tichu.Rules | None = None) -> Any:
    """The table of a deal, a state of the game.

    - `rules`: those of the table; None: as the sheet has them.

    Raises NotationError for a text that is no secret number.

    >>> from cardlab.cards import notation
    >>> state = dealt("00" * 32, "tongits", Which(1, 2))
    >>> state.first, notation(state.hands[0][:5]), notation(state.stock[:3])
    (1, '2c 6c 7c Kc Ad', 'Th Kh 8d')
    """
    fingerprint(seed)
    message = f"cardlab-deal/1 {game} {which}"
    if game == "tongits":
        of_table = rules if isinstance(rules, tongits.Rules) else tongits.Rules()
        first, order = (which.deal - 1) % SEATS, shuffled(seed, message, deck(of_table))
        hands = [_cut(order, FIRST_HAND if seat == first else OTHER_HAND) for seat in range(SEATS)]
        return tongits.start(of_table, hands, order, first=first)
    left = shuffled(seed, message, TICHU_DECK)
    hands, draw, extra = ([_cut(left, size) for _ in range(2)] for size in (8, 14, 6))
    return tichu.start(rules if isinstance(rules, tichu.Rules) else tichu.Rules(), hands, draw, extra)


def _cut(order: list[Card], count: int) -> list[Card]:
    """The first cards, which are taken away."""
    taken, order[:] = order[:count], order[count:]
    return taken


def recycled(seed: str, which: Which, number: int, state: tichu.State) -> tichu.Recycle:
    """U4.3: the new extra piles of a race, those of number `number` in it, from 1."""
    order = shuffled(seed, f"cardlab-recycle/1 tichu {which} {number}", buried(state))
    half = len(order) // 2
    return tichu.Recycle((tuple(order[:half]), tuple(order[half : 2 * half])))


# Records


def promised(record: Record) -> tuple[Dealer, Which] | None:
    """What a record says about its dealer, and which deal it is; None if it says nothing.

    Raises NotationError if that cannot be read.
    """
    told = record.about.get(ABOUT)
    if told is None:
        return None
    if not isinstance(told, Mapping):
        raise NotationError("dealer_field", field=ABOUT)
    numbers = {name: told.get(name) for name in ("round", "deal", "table")}
    for name, number in numbers.items():
        if not (type(number) is int and 1 <= number <= MOST) and not (name == "table" and number is None):
            raise NotationError("dealer_field", field=name)
    return Dealer(told.get("hash", ""), told.get("seed")), Which(**numbers)  # type: ignore[arg-type]


def check_deal(record: Record, published: Dealer | None = None) -> Finding | None:
    """Whether a record has the cards that its dealer had promised: what is wrong, or None.

    - `published`: the fingerprint from before and the number from afterwards; without them those in the record count.

    None as well where nothing can be said: the record names no dealer and none is given, or the secret number is not
    known (`can_be_checked`). Raises NotationError if what the record says of its dealer cannot be read.
    """
    told = promised(record)
    if told is None:
        return _finding("dealer_unnamed") if published else None
    named, which = told
    if published and published.hash != named.hash:
        return _finding("dealer_another", text=named.hash[:16], other=published.hash[:16])
    seed = (published.seed if published else None) or named.seed
    if seed is None:
        return None
    if fingerprint(seed) != named.hash:
        return _finding("dealer_seed", text=fingerprint(seed)[:16], other=named.hash[:16])
    game: Game = "tongits" if isinstance(record.start, tongits.State) else "tichu"
    due = dealt(seed, game, which, record.start.rules)
    if due != record.start:
        return _other_cards(due, record.start, which)
    return _check_recycled(record, seed, which)


def can_be_checked(record: Record, published: Dealer | None = None) -> bool:
    """Whether the secret number is known, in the record or as it was published."""
    told = promised(record)
    return bool((published and published.seed) or (told and told[0].seed))


def _check_recycled(record: Record, seed: str, which: Which) -> Finding | None:
    """The new extra piles of a race; what comes after a move that breaks a rule is not looked at."""
    number = 0
    with suppress(IllegalMove):
        for at, (state, move) in enumerate(zip(record.states(), record.moves, strict=False), 1):
            if isinstance(move, tichu.Recycle) and isinstance(state, tichu.State):
                number += 1
                if move != recycled(seed, which, number, state):
                    return Finding(at, str(move), (Refusal("dealer_recycled", CLAUSE, {"number": number}),))
    return None


def _finding(code: str, **facts: Any) -> Finding:
    return Finding(0, "", (Refusal(code, CLAUSE, facts),))


def _other_cards(due: Any, given: Any, which: Which) -> Finding:
    """The first hand that is another one; where all hands are right, the rest is in another order."""
    for seat, (mine, yours) in enumerate(zip(due.hands, given.hands, strict=True)):
        if set(mine) != set(yours):
            facts = {"hand": seat, "due": tuple(mine), "given": tuple(yours)}
            return _finding("dealer_cards", round=which.round, deal=which.deal, **facts)
    return _finding("dealer_order", round=which.round, deal=which.deal)
