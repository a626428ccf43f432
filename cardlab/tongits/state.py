"""A Tongits table (`State`), what one seat sees of it (`View`), and the deal.

`positions` writes a table in one line and reads it; it is imported at its first use.
`legality` decides what is allowed, and `play` applies moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from random import Random

from cardlab.cards import DECK, JOKERS, Card, cards, notation
from cardlab.drawing import Row, as_code, as_html, as_text, changed_rules
from cardlab.refusal import NotationError, quoted
from cardlab.tongits.melds import Meld
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS, Began, Phase
from cardlab.tongits.rules import Rules, no_rules


@dataclass(frozen=True, slots=True)
class Laid:
    """A meld on the table, its owner, and whether it is face down. [T6.9]

    `meld` is None where a view hides it.
    """

    meld: Meld | None
    owner: int
    secret: bool = False

    def __str__(self) -> str:
        return f"{notation(self.meld.cards) if self.meld else 'hidden'}, {self._owner}"

    @property
    def _owner(self) -> str:
        return f"seat {self.owner}{', secret' if self.secret else ''}"


@dataclass(frozen=True, slots=True)
class State:
    """The whole table: hands sorted, melds in the order laid, piles top card first.

    - `seat`: the seat that may act now; `first`: the first player of the round;
    - `phase`: the phase of the turn; `began`: how the turn began, None before its draw;
    - `taken`: the card taken from the discard pile in this turn; `takes`: turns in a row that began with a take (T2.7);
    - `sapawed`: the seats whose melds got a lay-off since their last turn began (T6.8);
    - `caller`, `challengers`: the draw call and its challengers so far; `last_drawer`: the last to draw from the stock.
    """

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    first: int
    seat: int
    phase: Phase
    began: Began | None
    discards: tuple[Card, ...] = ()
    melds: tuple[Laid, ...] = ()
    taken: Card | None = None
    takes: int = 0
    sapawed: frozenset[int] = frozenset()
    caller: int | None = None
    challengers: frozenset[int] = frozenset()
    last_drawer: int | None = None

    def __str__(self) -> str:
        """Return the table in notation, a line for each hand, meld and pile.

        >>> print(str(deal(seed=7)).splitlines()[-1])
        turn: seat 0, lay
        """
        return as_text(_rows(self))

    def __repr__(self) -> str:
        return as_code(self)

    def _repr_html_(self) -> str:
        """Return the table with every hand, as HTML for a notebook."""
        return as_html("Tongits", _rows(self))

    @classmethod
    def read(cls, text: str) -> State:
        """Return the table written in a text, in the parts of `View.read` and these:

        - `hand 0 7h 8h …`, `hand 1 …`, `hand 2 …`: all three hands;
        - `stock 9c Kd …`: the stock, top card first; `stock 9`: nine of the cards that no part names.

        All other unnamed cards lie under the discard pile. Without a part `stock` they are the stock.

        Raises NotationError for unreadable text, duplicate or foreign cards, and an unknown seat.

        >>> table = State.read("hand 0 7h 8h; hand 1 2c; hand 2 3c; discard Kd; stock 9; seat 1 draw")
        >>> table.seat, len(table.stock), table.discards[0]
        (1, 9, Card("Kd"))
        """
        from cardlab.tongits.positions import read_state

        return read_state(text)

    @property
    def notation(self) -> str:
        """The table in one line for `State.read`, without parts that follow from others.

        >>> deal(seed=7).notation.split("; ")[3][:14]
        'stock 6c 3c Ad'
        """
        from cardlab.tongits.positions import write_state

        return write_state(self)

    def opened(self, seat: int) -> bool:
        """Return whether a seat has laid a meld of its own. [T3.5]"""
        return any(laid.owner == seat for laid in self.melds)


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees: their hand, the numbers of cards, and everything open.

    `hand` is that of the `viewer`; `counts` holds every seat's number of cards; `stock` is a number;
    `shown` holds all hands once the round is over (T6.4), else it is empty. The other fields are those of `State`.
    """

    viewer: int
    rules: Rules
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    stock: int
    first: int
    seat: int
    phase: Phase
    began: Began | None
    discards: tuple[Card, ...]
    melds: tuple[Laid, ...]
    taken: Card | None
    takes: int
    sapawed: frozenset[int]
    caller: int | None
    challengers: frozenset[int]
    last_drawer: int | None
    shown: tuple[tuple[Card, ...], ...]

    @classmethod
    def read(cls, text: str) -> View:
        """Return the view written in a text; parts left out are worked out.

        The parts are those of `cardlab.tongits.notation.read`, like `hand 7h 8h 9h; meld 1 4c 4d 4s; discard Kc`.
        Once all hands are open (T6.4), each has its seat, like `hand 0 7h 8h`.
        Raises NotationError for unreadable text, cards that are no meld, and an unknown seat.

        >>> seen = View.read("meld 1 4c 4d 4s; hand 7h 8h 9h Kd; discard Kc 2d")
        >>> seen.phase, seen.counts, seen.melds[0].owner
        (Phase.LAY, (4, 9, 12), 1)
        """
        from cardlab.tongits.positions import read_view

        return read_view(text)

    @property
    def notation(self) -> str:
        """The view in one line for `View.read`, without parts that follow from others.

        >>> View.read("hand 7h 8h 9h Kd; discard Kc 2d; viewer 0").notation
        'hand Kd 7h 8h 9h; discard Kc 2d'
        """
        from cardlab.tongits.positions import write_view

        return write_view(self)

    def __str__(self) -> str:
        """Return the view in notation, a line for each hand, meld and pile.

        >>> print(str(view(deal(seed=7), 1)).splitlines()[0])
        seat 0: 13 cards
        """
        return as_text(_rows(self))

    def __repr__(self) -> str:
        return as_code(self)

    def _repr_html_(self) -> str:
        """Return the view as HTML for a notebook."""
        return as_html(f"Tongits, seen from seat {self.viewer}", _rows(self))

    def opened(self, seat: int) -> bool:
        """Return whether a seat has laid a meld of its own. [T3.5]"""
        return any(laid.owner == seat for laid in self.melds)


def _rows(position: State | View) -> list[Row]:
    """Return a position as rows, with the number of cards of a hidden hand."""
    if isinstance(position, State):
        hands, stock = [(hand, "") for hand in position.hands], len(position.stock)
    else:
        open_hands = dict(enumerate(position.shown)) | {position.viewer: position.hand}
        hands = [
            (open_hands[seat], "") if seat in open_hands else ((), f"{n} cards")
            for seat, n in enumerate(position.counts)
        ]
        stock = position.stock
    melds = [(laid.meld.cards if laid.meld else (), laid._owner if laid.meld else str(laid)) for laid in position.melds]
    call = [("call", (), f"seat {position.caller}")] if position.caller is not None else []
    challenge = ", ".join(f"seat {seat}" for seat in sorted(position.challengers))
    turn = "over" if position.phase is Phase.OVER else f"seat {position.seat}, {position.phase}"
    return [
        *changed_rules(position.rules),
        *((f"seat {seat}", *hand) for seat, hand in enumerate(hands)),
        *((f"meld {number}", *meld) for number, meld in enumerate(melds)),
        ("discards", position.discards, ""),
        ("stock", (), str(stock)),
        *call,
        *([("challenge", (), challenge)] if challenge else []),
        ("turn", (), turn),
    ]


def deck(rules: Rules) -> tuple[Card, ...]:
    """Return the 52 cards, and the jokers of these rules. [T1.2, T10.1]"""
    return DECK + JOKERS[: rules.jokers]


def deal(rules: Rules | None = None, seed: int = 0, *, first: int = 0) -> State:
    """Return a shuffled and dealt table; the same `seed` gives the same deal. [T1]

    `first`: the seat of the first player, 0 to 2.
    Raises NotationError for another first player, TypeError for anything but rules and a whole number.

    >>> [len(hand) for hand in deal(seed=7, first=1).hands]
    [12, 13, 12]
    """
    rules = Rules() if rules is None else rules
    if not isinstance(rules, Rules):
        raise TypeError(f"the rules are tongits.Rules(), not {quoted(rules)}; the number of a deal is deal(seed=…)")
    shuffled = list(deck(rules))
    Random(index(seed)).shuffle(shuffled)
    hands = []
    for seat in range(SEATS):
        size = FIRST_HAND if seat == first else OTHER_HAND
        hands.append(shuffled[:size])
        shuffled = shuffled[size:]
    return start(rules, hands, shuffled, first=first)


def start(rules: Rules, hands: Sequence[str | Iterable[Card]], stock: str | Iterable[Card], *, first: int = 0) -> State:
    """Return the table right after a given deal. [T1.1 to T1.4]

    Args:
        rules: the rules of the table.
        hands: three hands in seat order, as cards or in notation.
        stock: the stock, top card first.
        first: the seat of the first player.

    Raises:
        NotationError: a duplicate, missing or foreign card, a hand of the wrong size, or no such first player.
        TypeError: rules or cards of the wrong type.
    """
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    dealt_hands, under = tuple(sorted(cards(hand)) for hand in hands), cards(stock)
    if first not in range(SEATS):
        raise NotationError("no_such_seat", seat=first)
    if len(dealt_hands) != SEATS:
        raise NotationError("wrong_number_of_hands", count=len(dealt_hands), needed=SEATS)
    dealt = Counter([*(card for hand in dealt_hands for card in hand), *under])
    in_game = frozenset(deck(rules))
    for card, times in dealt.items():
        if times > 1:
            raise NotationError("card_twice_given", card=card)
        if card not in in_game:
            raise NotationError("not_in_game", card=card)
    for seat, hand in enumerate(dealt_hands):
        needed = FIRST_HAND if seat == first else OTHER_HAND
        if len(hand) != needed:
            raise NotationError("wrong_hand_size", seat=seat, cards=len(hand), needed=needed)
    missing = tuple(card for card in deck(rules) if card not in dealt)
    if missing:
        raise NotationError("cards_missing", cards=missing)
    return State(
        rules=rules,
        hands=tuple(map(tuple, dealt_hands)),
        stock=under,
        first=int(first),
        seat=int(first),
        phase=Phase.LAY,
        began=Began.DEAL,
    )


def view(state: State, seat: int) -> View:
    """Return what a seat sees: not the stock, other hands, or others' secret fours.

    Raises ValueError for an unknown seat, TypeError for anything but a state.
    """
    if not isinstance(state, State):
        raise no_state(state)
    if seat not in range(SEATS):
        raise no_seat(seat)
    over = state.phase is Phase.OVER
    return View(
        viewer=int(seat),
        rules=state.rules,
        hand=state.hands[seat],
        counts=tuple(len(hand) for hand in state.hands),
        stock=len(state.stock),
        first=state.first,
        seat=state.seat,
        phase=state.phase,
        began=state.began,
        discards=state.discards,
        melds=tuple(
            laid if over or not laid.secret or laid.owner == seat else Laid(None, laid.owner, True)
            for laid in state.melds
        ),
        taken=state.taken,
        takes=state.takes,
        sapawed=state.sapawed,
        caller=state.caller,
        challengers=state.challengers,
        last_drawer=state.last_drawer,
        shown=state.hands if over else (),
    )


def no_state(value: object, kinds: str = "tongits.State") -> TypeError:
    """Return the error for a value that is not a state."""
    return TypeError(f"a {kinds} is wanted, as tongits.deal() makes one, not {quoted(value)}")


def no_seat(seat: object) -> ValueError:
    """Return the error for an unknown seat."""
    return ValueError(f"there is no seat {quoted(seat)}; the seats are 0, 1 and 2")
