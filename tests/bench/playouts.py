"""Rounds of the kernel's sensible players: many at once, or one move by move.

The kernel's numbers become deals, moves and outcomes of `cardlab.tongits`, which can judge them.
"""

from typing import Any, Final

from cardlab.analysis.bots import move_between
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
from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import Ending, Move, Rules, State, start, view
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS

ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK, Ending.VOID)


def begun(rules: Rules) -> list[int]:
    """Return a round before the deal as the kernel reads it; seat 0 is first player."""
    numbers = [0] * slots.ROUND_SIZE
    numbers[slots.PHASE] = slots.LAY
    for index in (slots.TAKEN, slots.CALLER, slots.LAST_DRAWER):
        numbers[index] = -1
    for seat in range(SEATS):
        numbers[slots.UNSEEN_IN_HAND + seat] = OTHER_HAND if seat else FIRST_HAND
    numbers[slots.STOCK_LEFT] = len(DECK) + rules.jokers - FIRST_HAND - 2 * OTHER_HAND
    numbers[slots.RULES : slots.STOCK] = house_rules(rules)
    return numbers


def many(rules: Rules, rounds: int, seed: int = 0, *, first: int = 0, kernel: Kernel | None = None) -> Sums:
    """Return sums for seat 0 of the rounds from `first` on, the same by any kernel.

    >>> many(Rules(), 20).worlds
    20
    """
    dealt = Way((), frozenset(), tuple(begun(rules)), 0)
    return play_worlds(
        WorldsQuestion(0, (dealt,), tuple(range(len(DECK) + rules.jokers)), ()), seed, first, rounds, kernel
    )


class Table:
    """A round of the kernel that can be stopped before any move: see `kernel.rounds`.

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
        """Deal round `number` anew; seat 0 begins."""
        kernel, cards = self.kernel, self._room.cards
        kernel.rounds.begin_world(self._room.source, self._seed, number)
        for index in range(self._cards):
            cards[index] = index
        kernel.rounds.shuffle_world(cards, self._cards, self._room.source)
        kernel.rounds.copy(self._empty, 0, self.played)
        kernel.rounds.deal_world(self.played, cards, self._cards)

    def dealt(self) -> State:
        """Return the deal as a table of the rule engine; only before the first move."""
        stock = self.played[slots.STOCK : slots.STOCK + self.played[slots.STOCK_LEFT]]
        hands = [cards_of(self.played[slots.HANDS + seat]) for seat in range(SEATS)]
        return start(self.rules, hands, [(*DECK, *JOKERS)[card] for card in reversed(stock)])

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return bool(self.played[slots.PHASE] == slots.OVER)

    def step(self) -> Move:
        """Make the sensible player's move and return it."""
        before = self.played[:]
        self.kernel.player.move(self.played, self.tables)
        return move_between(before, self.played)

    def outcome(self) -> tuple[Ending, int | None, tuple[int, ...], tuple[int, ...]]:
        """Play on to the end and return ending, winner, deadwood and payments."""
        self.kernel.player.play_on(self.played, self.tables)
        result = self._room.result
        self.kernel.rounds.settle(self.played, self.tables, result)
        ending, winner, *numbers = result
        return ENDINGS[ending], None if winner < 0 else winner, tuple(numbers[:SEATS]), tuple(numbers[SEATS:])


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards that are set as bits."""
    return tuple(card for card in (*DECK, *JOKERS) if mask >> card.index & 1)


def open_round(state: State) -> list[int]:
    """Return a table of the rule engine as the kernel reads it, with nothing hidden."""
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
