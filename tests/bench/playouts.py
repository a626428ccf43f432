"""Rounds of Tongits by three sensible players of the kernel: a table stepped through move by move, or many at once.

The kernel's numbers become deals, moves and outcomes of `cardlab.tongits`, which can judge them.
"""

from collections.abc import Sequence
from typing import Any, Final

from cardlab.analysis.deals import (
    LOW_32,
    Sums,
    Way,
    WorldsQuestion,
    house_rules,
    mask,
    on_table,
    play_worlds,
    room,
    round_of,
)
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel, best, tables
from cardlab.bots.sensible import SENSIBLE
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Ending,
    Fold,
    LayMeld,
    Move,
    Rules,
    Sapaw,
    State,
    Take,
    start,
    view,
)
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS

ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK, Ending.VOID)


def begun(rules: Rules) -> list[int]:
    """A round with seat 0 as the first player before its cards are dealt, as the kernel reads it."""
    numbers = [0] * slots.ROUND_SIZE
    numbers[slots.PHASE] = slots.LAY
    for index in (slots.TAKEN, slots.CALLER, slots.LAST_DRAWER):
        numbers[index] = -1
    for seat in range(SEATS):
        numbers[slots.UNSEEN_IN_HAND + seat] = OTHER_HAND if seat else FIRST_HAND
    numbers[slots.STOCK_LEFT] = len(DECK) + rules.jokers - FIRST_HAND - 2 * OTHER_HAND
    numbers[slots.RULES : slots.STYLES] = house_rules(rules)
    numbers[slots.STYLES : slots.STOCK] = SENSIBLE.numbers * SEATS
    return numbers


def many(rules: Rules, rounds: int, seed: int = 0, *, first: int = 0, kernel: Kernel | None = None) -> Sums:
    """What the rounds `first` to `first + rounds - 1` of a seed add up to for seat 0; the same with any kernel.

    >>> many(Rules(), 20).worlds
    20
    """
    dealt = Way((), frozenset(), tuple(begun(rules)), 0)
    return play_worlds(
        WorldsQuestion(0, (dealt,), tuple(range(len(DECK) + rules.jokers)), ()), seed, first, rounds, kernel
    )


class Table:
    """One round on masks that may be stopped before any move; see `kernel.rounds` for what lies where.

    - `rules`: the house rules; `seed`: determines the deals; `deal` takes one by its number.
    """

    def __init__(self, rules: Rules, seed: int = 0, kernel: Kernel | None = None) -> None:
        self.kernel: Any = kernel or best()
        self.rules = rules
        self._seed = seed & LOW_32
        self._cards = len(DECK) + rules.jokers
        self._empty = self.kernel.array(begun(rules))
        self.tables = tables(self.kernel, int(rules.ace_high), rules.jokers)
        self._room = room(self.kernel, self._cards)
        self.played: Any = self._room.played

    def deal(self, number: int) -> None:
        """Deals round `number` anew; seat 0 begins."""
        kernel, cards = self.kernel, self._room.cards
        kernel.rounds.begin_world(self._room.source, self._seed, number)
        for index in range(self._cards):
            cards[index] = index
        kernel.rounds.shuffle_world(cards, self._cards, self._room.source)
        kernel.rounds.copy(self._empty, 0, self.played)
        kernel.rounds.deal_world(self.played, cards, self._cards)

    def resume(self, state: State) -> None:
        """Goes on from a table of the rule engine."""
        self.played[:] = self.kernel.array(open_round(state))

    def dealt(self) -> State:
        """The deal as a table of the rule engine; before the first move."""
        stock = self.played[slots.STOCK : slots.STOCK + self[slots.STOCK_LEFT]]
        hands = [cards_of(self.hand(seat)) for seat in range(SEATS)]
        return start(self.rules, hands, [(*DECK, *JOKERS)[card] for card in reversed(stock)])

    def __getitem__(self, index: int) -> int:
        return self.played[index]

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return self[slots.SEAT]

    @property
    def phase(self) -> int:
        """Where in a turn the round stands, or that it is over."""
        return self[slots.PHASE]

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.phase == slots.OVER

    def hand(self, seat: int) -> int:
        """The cards of a seat as bits."""
        return self[slots.HANDS + seat]

    def move(self) -> None:
        """The sensible player's move."""
        self.kernel.player.move(self.played, self.tables)

    def step(self) -> Move:
        """The same, and what it was."""
        before = self.played[:]
        self.move()
        return move_between(before, self.played)

    def outcome(self) -> tuple[Ending, int | None, tuple[int, ...], tuple[int, ...]]:
        """Plays on sensibly to the end: how that is, who wins, what each hand counts and each seat receives."""
        self.kernel.player.play_on(self.played, self.tables)
        result = self._room.result
        self.kernel.rounds.settle(self.played, self.tables, result)
        ending, winner, *numbers = result
        return ENDINGS[ending], None if winner < 0 else winner, tuple(numbers[:SEATS]), tuple(numbers[SEATS:])


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards that are set as bits."""
    return tuple(card for card in (*DECK, *JOKERS) if mask >> card.index & 1)


def open_round(state: State) -> list[int]:
    """A table of the rule engine as the kernel reads it, with nothing hidden."""
    played = round_of(view(state, state.seat))
    for seat in range(SEATS):
        played[slots.HANDS + seat] = mask(state.hands[seat])
        played[slots.UNSEEN_IN_HAND + seat] = 0
    played[slots.STOCK : slots.STOCK + len(state.stock)] = [card.index for card in reversed(state.stock)]
    played[slots.HIDDEN_FOURS] = 0
    for number, laid in enumerate(state.melds):
        if laid.secret:
            at = slots.MELDS + slots.MELD_SIZE * number
            played[at : at + slots.MELD_SIZE] = *on_table(laid), 0
    return played


def next_move(state: State) -> Move:
    """The move that the kernel's player makes at a table of the rule engine.

    >>> from cardlab.tongits import deal
    >>> next_move(deal(seed=1)).seat
    0
    """
    table = Table(state.rules)
    table.resume(state)
    return table.step()


def move_between(before: Sequence[int], after: Sequence[int]) -> Move:
    """The move that leads from one round of the kernel to the next."""
    seat, laid = int(before[slots.SEAT]), int(before[slots.LAID])
    if before[slots.PHASE] == slots.ANSWER:
        return Fold(seat) if before[slots.CHALLENGERS] == after[slots.CHALLENGERS] else Challenge(seat)
    if before[slots.CALLER] != after[slots.CALLER]:
        return Call(seat)
    more = after[slots.DISCARDED] - before[slots.DISCARDED]
    if before[slots.PHASE] == slots.DRAW:
        return Take(seat) if more < 0 else Draw(seat)
    hand = cards_of(int(before[slots.HANDS + seat]) & ~int(after[slots.HANDS + seat]))
    if more:
        return Discard(seat, hand[0])
    if after[slots.LAID] > laid:
        _, suit, low, high, _, secret, _ = _meld(after, laid)
        return LayMeld(seat, hand if suit < 0 else _in_order(hand, low, high), bool(secret))
    return Sapaw(seat, next(one for one in range(laid) if _meld(before, one)[4] != _meld(after, one)[4]), hand)


def _meld(played: Sequence[int], number: int) -> list[int]:
    at = slots.MELDS + slots.MELD_SIZE * number
    return [int(one) for one in played[at : at + slots.MELD_SIZE]]


def _in_order(cards: tuple[Card, ...], low: int, high: int) -> tuple[Card, ...]:
    """T10.3: the cards of a run with its jokers where they stand."""
    natural = {card.rank: card for card in cards if not card.is_joker}
    jokers = iter(card for card in cards if card.is_joker)
    ranks = [RANKS[(number - 1) % len(RANKS)] for number in range(low, high + 1)]
    return tuple(natural[rank] if rank in natural else next(jokers) for rank in ranks)
