"""A view as numbers for the kernel, and the options played in many worlds.

`question` turns a view into a `WorldsQuestion`, whose options are `Way`s.
`Sampler` plays them in many worlds (`play_worlds`) and adds up `Sums`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, combinations
from math import sqrt
from typing import Final, NamedTuple

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.kernel import compiled, player, sampling
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel, tables
from cardlab.analysis.kernel.hands import HAND
from cardlab.analysis.position import unseen
from cardlab.bots import odds
from cardlab.cards import RANKS, SUITS, Card
from cardlab.tongits import (
    ChallengersTie,
    Draw,
    Kind,
    Laid,
    Move,
    Payment,
    Phase,
    Rules,
    Showdown,
    State,
    StockTie,
    Tie,
    View,
    legal_moves,
    play,
    view,
    why_meld,
)
from cardlab.tongits.moves import SEATS

LOW_32: Final = 0xFFFFFFFF
SET: Final = -1
"""Used instead of a suit for a set."""
MOST_WORLDS: Final = 1_000_000
RAREST: Final = 10
"""A caller is assumed to call with at least one in this many of the hands that are possible."""
BETWEEN, BETWEEN_PLAIN, BETWEEN_ELSEWHERE = 4_000, 200, 20_000
"""Rounds between two checks for cancellation: compiled (10 milliseconds), in plain Python (about 150), and for each
worker of a browser page that plays while this thread is free."""
WIN, PAYMENT, DEADWOOD = range(sampling.KINDS)
"""Indexes of the values that are added up for each option."""
PHASES: Final = {Phase.DRAW: slots.DRAW, Phase.LAY: slots.LAY, Phase.ANSWER: slots.ANSWER, Phase.OVER: slots.OVER}


class Way(NamedTuple):
    """An option: a move or a whole turn, and the round after it.

    - `turn`: its moves in order; `firsts`: the legal moves that may begin it;
    - `played`: the kernel's memory of the round after it, without a draw from the stock: each world has another card;
    - `row`: equal for turns that differ only in the discard.
    """

    turn: tuple[Move, ...]
    firsts: frozenset[Move]
    played: tuple[int, ...]
    row: int


@dataclass(frozen=True, slots=True)
class WorldsQuestion:
    """Options to play in many worlds, as whole numbers that any process can use.

    - `ways`: the options, row by row;
    - `pool`: the indexes of the unseen cards; `fours`: the possible hidden sets of four, as masks;
    - `called_with`: the highest deadwood that a calling opponent may have, -1 if not restricted.
    """

    viewer: int
    ways: tuple[Way, ...]
    pool: tuple[int, ...]
    fours: tuple[int, ...]
    called_with: int = -1

    @property
    def played(self) -> tuple[int, ...]:
        """The kernel round of the first option, to look up what all options share."""
        return self.ways[0].played

    def narrowed(self, kept: Iterable[int]) -> WorldsQuestion:
        """Return the question with only some of the options, given by index."""
        return replace(self, ways=tuple(self.ways[index] for index in kept))


def question(seen: View, *, among: Sequence[Move] | None = None) -> WorldsQuestion:
    """Return the viewer's legal moves, or `among`, as options for many worlds.

    The moves in `among` must be legal for the viewer. A caller is assumed to have a hand with which a sensible player
    calls. Raises ValueError if the viewer has no legal move, or if no deal of the unseen cards fits the view.
    """
    moves = legal_moves(seen, seen.viewer) if among is None else tuple(among)
    if not moves:
        raise ValueError(f"seat {seen.viewer} has no move here")
    state = any_state(seen)
    after = (seen if isinstance(move, Draw) else view(play(state, move), seen.viewer) for move in moves)
    ways = [
        Way((move,), frozenset((move,)), tuple(round_of(then)), row)
        for row, (move, then) in enumerate(zip(moves, after, strict=True))
    ]
    return question_of(seen, ways, believed_at_most(seen) if seen.phase is Phase.ANSWER else -1)


def question_of(seen: View, ways: Iterable[Way], called_with: int = -1) -> WorldsQuestion:
    """Return a question with these options, and the cards that the viewer can't see."""
    pool = unseen(seen)
    fours = tuple(map(mask, possible_fours(pool))) if _hidden_fours(seen) else ()
    return WorldsQuestion(seen.viewer, tuple(ways), tuple(card.index for card in pool), fours, called_with)


def believed_at_most(seen: View) -> int:
    """Return the highest deadwood that the caller is assumed to have.

    The caller is assumed to call like a sensible player. The limit is raised until at least one hand in `RAREST`
    fits, because a caller may follow another policy.
    """
    assert seen.caller is not None
    played, lookup = round_at_seat(seen), tables(compiled.plain(), int(seen.rules.ace_high), seen.rules.jokers)
    rows, size = player.rows_of(played, mask(seen.hand), lookup), seen.counts[seen.caller]
    for most in range(max(0, player.calls_up_to(played, rows, lookup)), odds.COUNTED - 1):
        if RAREST * (odds.ALWAYS - player.at_least(rows, size, most + 1, lookup)) >= odds.ALWAYS:
            return most
    return odds.COUNTED - 1


def house_rules(rules: Rules) -> tuple[int, ...]:
    """Return the house rules as numbers, in the order of the kernel's slots."""
    numbers = (
        rules.discard_must_meld,
        rules.ace_high,
        rules.showdown is Showdown.EVERYONE,
        rules.tie is Tie.CHALLENGER,
        rules.challengers_tie is ChallengersTie.NEXT_SEAT,
        rules.sapaw_blocks_call,
        rules.secret_four,
        rules.stock_tie is StockTie.LAST_DRAWER,
        rules.concealed_melds_count,
        rules.payment is Payment.CHIPS,
        rules.jokers,
        rules.joker_points,
    )
    return tuple(map(int, numbers))


@dataclass(frozen=True, slots=True)
class Sums:
    """Totals over the worlds played so far, ordered as `kernel.sampling.WORLDS` says.

    They are whole numbers, so any order of adding gives the same. `options`: the number of options. A `kind` is one of
    `WIN`, `PAYMENT` and `DEADWOOD`.
    """

    options: int
    numbers: tuple[int, ...]

    @classmethod
    def none(cls, options: int) -> Sums:
        """Return the sums before any world is played."""
        return cls(options, (0,) * sampling.sums_size(options))

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.options, tuple(one + two for one, two in zip(self.numbers, other.numbers, strict=True)))

    @property
    def worlds(self) -> int:
        """The number of worlds played."""
        return self.numbers[sampling.WORLDS]

    def of(self, option: int, kind: int) -> tuple[int, int]:
        """Return the sum of an option's values, and the sum of their squares."""
        here = sampling.FIRST_SUM + 2 * sampling.KINDS * option + 2 * kind
        return self.numbers[here], self.numbers[here + 1]

    def products(self, option: int, other: int, kind: int) -> int:
        """Return the sum of the products of two options' values; `kind`: WIN or PAYMENT."""
        pairs = sampling.FIRST_SUM + 2 * sampling.KINDS * self.options
        return self.numbers[pairs + 2 * self.options * option + 2 * other + kind]


def mean_and_error(total: int, squares: int, worlds: int) -> tuple[float, float]:
    """Return the mean and its standard error, from the sums of values and squares."""
    mean = total / worlds
    return mean, sqrt(max(0.0, squares - mean * total)) / worlds


class Sampler:
    """Plays a question in the kernel's memory, and adds up the results."""

    def __init__(self, asked: WorldsQuestion, seed: int, kernel: Kernel | None = None) -> None:
        self.kernel = kernel = kernel or compiled.best()
        self._number = len(asked.ways)
        rounds = chain.from_iterable(way.played for way in asked.ways)
        draws = (way.turn == (Draw(asked.viewer),) for way in asked.ways)
        self.options = sampling.Options(*map(kernel.array, (rounds, draws, asked.pool, asked.fours)))
        self._settings = kernel.memory(sampling.SETTINGS)
        self._settings[sampling.VIEWER] = asked.viewer
        self._settings[sampling.SEED] = int(seed) & LOW_32
        self._settings[sampling.CALLED_WITH] = asked.called_with
        self._tables = tables(kernel, asked.played[slots.ACE_HIGH], asked.played[slots.JOKERS])
        # Twice the cards, because `play_deals` also keeps the cards left after the first hand.
        self._room = room(kernel, 2 * len(asked.pool), sampling.values_size(self._number))
        self._sums = kernel.memory(sampling.sums_size(self._number))

    def play(self, first: int, worlds: int) -> None:
        """Play the worlds `first` to `first + worlds - 1`, and add up their results."""
        self._settings[sampling.FIRST], self._settings[sampling.HOW_MANY] = first, worlds
        self.kernel.sampling.sample(self.options, self._settings, self._tables, self._room, self._sums)

    def play_deals(self, first: int, hands: int, *, ordered: bool) -> int:
        """Play every deal of the next `hands` hands; return the hand after them.

        A hand here is that of the player dealt first, as a mask of pool indexes. `first`: the hand to begin with.
        After the last hand, the returned mask has a bit beyond the pool.
        `ordered`: also play every order of the stock.
        """
        self._settings[sampling.FIRST], self._settings[sampling.HOW_MANY] = first, hands
        self._settings[sampling.ORDERED] = int(ordered)
        self.kernel.sampling.play_deals(self.options, self._settings, self._tables, self._room, self._sums)
        return self._room.source[0]

    @property
    def sums(self) -> Sums:
        """The sums over all worlds played so far."""
        return Sums(self._number, tuple(self._sums))


def play_worlds(asked: WorldsQuestion, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> Sums:
    """Play the worlds `first` to `first + worlds - 1` and return their sums.

    `seed` determines the worlds; only its lowest 32 bits count. `kernel`: by default the fastest one.
    Raises Cancelled, see `cancellation`.
    """
    sampler = Sampler(asked, seed, kernel)
    between = BETWEEN if sampler.kernel.compiled else BETWEEN_PLAIN
    at_once = max(1, (BETWEEN_ELSEWHERE * sampler.kernel.others or between) // max(1, len(asked.ways)))
    for start in range(first, first + worlds, at_once):
        check_cancelled()
        sampler.play(start, min(at_once, first + worlds - start))
    return sampler.sums


def room(kernel: Kernel, cards: int, values: int = 1) -> sampling.Workspace:
    """Allocate memory to play rounds, with room for this many cards and values."""
    return sampling.Workspace(*map(kernel.memory, (slots.ROUND_SIZE, cards, values, slots.RESULT_SIZE, 1)))


def round_of(seen: View) -> list[int]:
    """Return the view as a kernel round; of hidden cards only the number is known."""
    played = [0] * slots.ROUND_SIZE
    played[slots.SEAT] = seen.seat
    played[slots.PHASE] = PHASES[seen.phase]
    played[slots.TAKEN] = seen.taken.index if seen.taken else -1
    played[slots.TAKES] = seen.takes
    played[slots.SAPAWED] = bits(seen.sapawed)
    played[slots.CALLER] = -1 if seen.caller is None else seen.caller
    played[slots.CHALLENGERS] = bits(seen.challengers)
    played[slots.LAST_DRAWER] = -1 if seen.last_drawer is None else seen.last_drawer
    played[slots.OPENED] = bits(filter(seen.opened, range(SEATS)))
    played[slots.HIDDEN_FOURS] = _hidden_fours(seen)
    played[slots.STOCK_LEFT] = seen.stock
    played[slots.DISCARDED] = len(seen.discards)
    played[slots.LAID] = len(seen.melds)
    laid_openly = (card for laid in seen.melds if laid.meld and not laid.secret for card in laid.meld.cards)
    played[slots.SEEN] = mask((*seen.discards, *laid_openly)) & HAND
    for seat in range(SEATS):
        own = seat == seen.viewer
        played[slots.HANDS + seat] = mask(seen.hand) if own else 0
        played[slots.UNSEEN_IN_HAND + seat] = 0 if own else seen.counts[seat]
    for index, card in enumerate(reversed(seen.discards)):
        played[slots.DISCARDS + index] = card.index
    for number, laid in enumerate(seen.melds):
        start = slots.MELDS + slots.MELD_SIZE * number
        hidden = laid.secret and laid.owner != seen.viewer
        played[start : start + slots.MELD_SIZE] = *on_table(replace(laid, meld=None) if hidden else laid), 0
    played[slots.RULES : slots.STOCK] = house_rules(seen.rules)
    slots.update_fits(played)
    return played


def round_at_seat(seen: View) -> list[int]:
    """Return the view as a kernel round that a sensible player can continue by one move.

    Such a player looks only at the size of another hand, so any cards stand for the hidden ones.
    """
    played = round_of(seen)
    for seat in range(SEATS):
        if seat != seen.viewer:
            played[slots.HANDS + seat] = (1 << seen.counts[seat]) - 1
    return played


class MaskedMeld(NamedTuple):
    """A meld on the table as the kernel stores it, without the cards that fit on it.

    `suit` is that of a run, or `SET`; `low` and `high` are its numbers; `cards` is a mask, 0 if hidden;
    `secret` is 1 for a meld that is face down.
    """

    owner: int
    suit: int
    low: int
    high: int
    cards: int
    secret: int


def on_table(laid: Laid) -> MaskedMeld:
    """Return a meld as the kernel stores it, a set without cards if it is hidden."""
    meld = laid.meld
    if meld is None:
        return MaskedMeld(laid.owner, SET, 0, 0, 0, int(laid.secret))
    is_set = meld.kind is Kind.SET
    suit = SET if is_set else SUITS.index(meld.stands_for[0].suit)
    high = meld.start if is_set else meld.start + len(meld.cards) - 1
    return MaskedMeld(laid.owner, suit, meld.start, high, mask(meld.cards), int(laid.secret))


def any_state(seen: View) -> State:
    """Return one possible state of a view: the unseen cards are dealt in order.

    Raises ValueError if no deal of the unseen cards fits the view.
    """
    hidden = list(unseen(seen))
    laid = list(seen.melds)
    for number, meld in enumerate(laid):
        if meld.meld is None:
            four = next(possible_fours(hidden), None)
            if four is None:
                raise ValueError("no set of four is left that could lie face down")
            hidden = [card for card in hidden if card not in four]
            laid[number] = Laid(why_meld(four, seen.rules), meld.owner, True)
    hands = []
    for seat in range(SEATS):
        size = 0 if seat == seen.viewer else seen.counts[seat]
        hands.append(seen.hand if seat == seen.viewer else tuple(sorted(hidden[:size])))
        hidden = hidden[size:]
    if len(hidden) != seen.stock or any(len(hand) != seen.counts[seat] for seat, hand in enumerate(hands)):
        raise ValueError("the cards in sight and out of sight are not those of the game")
    return state_with(seen, hands, hidden, laid)


def state_with(seen: View, hands: Iterable[tuple[Card, ...]], stock: Iterable[Card], melds: Iterable[Laid]) -> State:
    """Return the state of a view with these cards, without a check."""
    names = {field.name for field in fields(State)} - {"hands", "stock", "melds"}
    same = {name: getattr(seen, name) for name in names}
    return State(hands=tuple(hands), stock=tuple(stock), melds=tuple(melds), **same)


def _hidden_fours(seen: View) -> int:
    return sum(laid.secret and laid.owner != seen.viewer for laid in seen.melds)


def possible_fours(hidden: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield every set of four of these cards, with at most two jokers. [T6.9, T10.2]"""
    jokers = [card for card in hidden if card.is_joker]
    for rank in RANKS:
        same = [card for card in hidden if card.rank == rank]
        for naturals in range(2, 5):
            for chosen in combinations(same, naturals):
                yield from ((*chosen, *wild) for wild in combinations(jokers, 4 - naturals))


def mask(cards: Iterable[Card]) -> int:
    """Return the cards as bits: bit `Card.index` for each, jokers from bit 52 on."""
    return bits(card.index for card in cards)


def bits(numbers: Iterable[int]) -> int:
    """Return a bit mask with these bits set."""
    return sum(1 << number for number in numbers)
