"""A position: the table with all hands (`State`), the part that one seat may see (`View`), and what is due.

A position may be stuck, wait for a flip or for new extra piles, or be at its end (U3 to U6).
`legality` decides who may do what.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Final, TypeAlias

from cardlab.cards import Card
from cardlab.drawing import Row, as_code, as_html, as_text, changed_rules
from cardlab.refusal import quoted
from cardlab.tichu.moves import FULL_HAND, SEATS, no_seat
from cardlab.tichu.notation import heap, join_parts, state_parts, table, view_parts
from cardlab.tichu.piles import Pile, fitting_cards
from cardlab.tichu.rules import SHEET, Rules

Cards: TypeAlias = tuple[Card, ...]
_DECK_ORDER: Final = attrgetter("index")
"""The order of the deck; hands are sorted by it at every move, because comparing whole cards takes longer."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. Fields left out are empty, so that a small position is quickly made.

    - `hands`: each seat's cards, sorted when the state is made, so that equal hands are equal;
    - `rules`: the house rules of the table;
    - `draw`, `extra`: each seat's draw pile and extra pile, top card first;
    - `piles`: the two discard piles; pile 0 lies at the right of seat 0;
    - `owes`: the seats that forgot to draw and must fill up from the opponent's draw pile (U3.2);
    - `flip_due`: both must turn a card before anything else, if there is one to turn (U1.3, U4.3, U5.3, U5.9).
    """

    hands: tuple[Cards, Cards]
    rules: Rules = SHEET
    draw: tuple[Cards, Cards] = ((), ())
    extra: tuple[Cards, Cards] = ((), ())
    piles: tuple[Pile, Pile] = (Pile(), Pile())
    owes: tuple[bool, bool] = (False, False)
    flip_due: bool = False

    def __post_init__(self) -> None:
        first, second = (tuple(sorted(hand, key=_DECK_ORDER)) for hand in self.hands)
        object.__setattr__(self, "hands", (first, second))

    def __str__(self) -> str:
        """The table in notation, a line for each hand and each pile, to be looked at; of a pile the top card is last.

        >>> print(State(((Card("7h"),), (Card("2c"),)), piles=(Pile.of("5h 6s"), Pile())))
        seat 0: 7h, draw 0, extra 0
        seat 1: 2c, draw 0, extra 0
        pile 0: 5h 6s
        pile 1:
        """
        return as_text(_rows(self))

    def __repr__(self) -> str:
        return as_code(self)

    def _repr_html_(self) -> str:
        """The table for a notebook, both hands included."""
        return as_html("Tichu 1.on.1", _rows(self))

    @classmethod
    def read(cls, text: str) -> State:
        """The position written in `text`: parts in any order, `;` or a new line between them, each at most once.

        - `hand 0 7h 8h`, `draw 0 9c Kd`, `extra 1 2s`: the cards of a seat; of both piles the top card first;
        - `pile 0 5h 6s`: a discard pile as it was laid, top card last; `pile 1 2c Ma wish 9`: with a wish (U5.4);
        - `owes 1`: a seat that forgot to draw (U3.2); `flip`: a flip is due; `rules wrap yes`: the house rules.

        Parts left out are empty. Impossible positions are not refused.
        Raises NotationError for unreadable text, and for duplicate or foreign cards.

        >>> State.read("hand 0 7h; hand 1 2c; pile 0 5h 6s").piles[0].values
        (6,)
        """
        return cls(**state_parts(text))

    @property
    def notation(self) -> str:
        """The position in one line: what `State.read` reads.

        >>> State.read("flip; hand 1 2c 7h; hand 0 Ph").notation
        'hand 0 Ph; hand 1 2c 7h; flip'
        """
        heaps = (("hand", self.hands), ("draw", self.draw), ("extra", self.extra))
        by_seat = [heap(f"{name} {seat}", both[seat]) for name, both in heaps for seat in SEATS]
        return join_parts([*by_seat, *table(self.piles, self.owes, self.flip_due, self.rules)])


@dataclass(frozen=True, slots=True)
class View:
    """The part of a position that seat `seat` sees: its own `hand`, and what lies open or can be counted.

    `opponent_cards`, `draw` and `extra` are numbers of cards; the last two by seat.
    `piles` and `owes` are as in `State`; `flip_due` is true only if there is a card to turn too.
    """

    seat: int
    rules: Rules
    hand: Cards
    opponent_cards: int
    draw: tuple[int, int]
    extra: tuple[int, int]
    piles: tuple[Pile, Pile]
    owes: tuple[bool, bool]
    flip_due: bool

    def __str__(self) -> str:
        """The view, a line for each hand and each pile, like a `State`."""
        return as_text(_rows(self))

    def __repr__(self) -> str:
        return as_code(self)

    def _repr_html_(self) -> str:
        """The view for a notebook."""
        return as_html(f"Tichu 1.on.1, seen from seat {self.seat}", _rows(self))

    @classmethod
    def read(cls, text: str) -> View:
        """One seat's view written in `text`: parts in any order, `;` or a new line between them, each at most once.

        - `hand 7h 8h`: the own cards; `viewer 1`: the own seat, if it is not 0; `cards 5`: the number of the opponent's
          cards, if not eight;
        - `draw 14 13`, `extra 5 5`: the numbers of cards in these piles, by seat;
        - `pile`, `owes`, `flip` and `rules` as in `State.read`.

        Raises NotationError as `State.read` does, ValueError for an unknown seat.

        >>> View.read("hand 7h Ph; cards 3; pile 0 5h 6s").opponent_cards
        3
        """
        return cls(**view_parts(text))

    @property
    def notation(self) -> str:
        """The view in one line: what `View.read` reads.

        >>> View.read("pile 0 5h 6s; hand Ph 7h; draw 3 4").notation
        'hand 7h Ph; draw 3 4; pile 0 5h 6s'
        """
        counted = (("draw", self.draw), ("extra", self.extra))
        return join_parts(
            [
                f"viewer {self.seat}" if self.seat else "",
                heap("hand", self.hand),
                f"cards {self.opponent_cards}" if self.opponent_cards != FULL_HAND else "",
                *(f"{name} {both[0]} {both[1]}" if any(both) else "" for name, both in counted),
                *table(self.piles, self.owes, self.flip_due, self.rules),
            ]
        )


def _rows(position: State | View) -> list[Row]:
    """The table as rows; of a hidden hand the number of its cards."""
    rows: list[Row] = changed_rules(position.rules)
    for seat in SEATS:
        hand, hidden, draw, extra = _shown_of(position, seat)
        notes = (hidden, f"draw {draw}", f"extra {extra}", "owes a card" if position.owes[seat] else "")
        rows.append((f"seat {seat}", hand, ", ".join(filter(None, notes))))
    for number, pile in enumerate(position.piles):
        rows.append((f"pile {number}", pile.cards[::-1], f"wish {pile.wish}" if pile.wish else ""))
    return [*rows, ("flip", (), "due")] if position.flip_due else rows


def _shown_of(position: State | View, seat: int) -> tuple[Cards, str, int, int]:
    """What is visible of a seat: its cards, or their number, and the heights of its draw pile and extra pile."""
    if isinstance(position, State):
        return position.hands[seat], "", len(position.draw[seat]), len(position.extra[seat])
    piles = position.draw[seat], position.extra[seat]
    return (position.hand, "", *piles) if seat == position.seat else ((), f"{position.opponent_cards} cards", *piles)


def view(state: State, seat: int) -> View:
    """What `seat` may know of the position.

    Raises ValueError for an unknown seat, TypeError for anything but a state.
    """
    if not isinstance(state, State):
        raise no_state(state)
    if seat not in SEATS:
        raise no_seat(seat)
    return View(
        seat=seat,
        rules=state.rules,
        hand=state.hands[seat],
        opponent_cards=len(state.hands[1 - seat]),
        draw=(len(state.draw[0]), len(state.draw[1])),
        extra=(len(state.extra[0]), len(state.extra[1])),
        piles=state.piles,
        owes=state.owes,
        flip_due=flip_pending(state),
    )


def can_draw(state: State, seat: int) -> bool:
    """U3.1, U3.3: whether the seat has to draw: fewer than eight cards in hand, and a draw pile of its own."""
    return len(state.hands[seat]) < FULL_HAND and bool(state.draw[seat])


def draws_from(state: State, seat: int) -> int:
    """U3.2, U3.3: the seat whose draw pile is used: the opponent's while a debt and that pile last, else the own."""
    opponent = 1 - seat
    return opponent if state.owes[seat] and state.draw[opponent] else seat


def can_play(state: State, seat: int) -> bool:
    """U2.2: whether a card of the seat's hand fits on a pile."""
    return any(fitting_cards(pile, state.hands[seat], state.rules) for pile in state.piles)


def stuck(state: State) -> bool:
    """U4.2: hands are drawn up as far as they can be, and no card of either hand fits either pile."""
    return not any(can_draw(state, seat) or can_play(state, seat) for seat in SEATS)


def buried(state: State) -> Cards:
    """U4.3: the cards of both discard piles but the two tops, pile 0 first, top card first."""
    return tuple(card for pile in state.piles for card in pile.cards[1:])


def turnable(state: State) -> bool:
    """U4.3, U5.9: whether both can turn a card, if need be from new extra piles."""
    return any(state.extra) or len(buried(state)) >= len(SEATS)


def flip_pending(state: State) -> bool:
    """U1.3, U5.3, U5.9: nothing else is possible before both have turned a card, and there are cards to turn."""
    return state.flip_due and turnable(state)


def recycle_due(state: State) -> bool:
    """U4.3: a flip is needed, the extra piles are used up, and the discard piles can make new ones: chance deals."""
    needed = not over(state) and not any(state.extra) and turnable(state)
    return needed and (state.flip_due or stuck(state))


def out(state: State) -> int | None:
    """U6.1: the seat that has no card in hand and no draw pile left, None if there is none."""
    return next((seat for seat in SEATS if not state.hands[seat] and not state.draw[seat]), None)


def blocked(state: State) -> bool:
    """U4.4: stuck, and there is no card to turn."""
    return not turnable(state) and stuck(state)


def over(state: State) -> bool:
    """U4.4, U6.1: whether the round has ended."""
    return out(state) is not None or blocked(state)


def no_state(value: object) -> TypeError:
    """The error for a value that is no state."""
    return TypeError(f"a tichu.State is wanted, as tichu.deal() makes one, not {quoted(value)}")
