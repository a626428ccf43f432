"""A Tichu position (`State`), what a seat sees of it (`View`), and what is due.

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
    """A position: hands, piles and debts; fields left out are empty.

    - `hands`: each seat's cards, sorted when the state is made, so that equal hands are equal;
    - `rules`: the house rules of the table;
    - `draw`, `extra`: each seat's draw pile and extra pile, top card first;
    - `piles`: the two discard piles; pile 0 is at the right of seat 0;
    - `owes`: whether each seat forgot to draw and must fill up from the opponent's draw pile (U3.2);
    - `flip_due`: both players must turn a card before anything else, if there is one to turn (U1.3, U4.3, U5.3, U5.9).
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
        """Return the position in notation, a line for each hand and pile, top cards last.

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
        """Return the position with both hands, as HTML for a notebook."""
        return as_html("Tichu 1.on.1", _rows(self))

    @classmethod
    def read(cls, text: str) -> State:
        """Return the position written in a text, each part at most once.

        - `hand 0 7h 8h`, `draw 0 9c Kd`, `extra 1 2s`: the cards of a seat; `draw` and `extra` top card first;
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
        """The position in one line, as `State.read` reads it.

        >>> State.read("flip; hand 1 2c 7h; hand 0 Ph").notation
        'hand 0 Ph; hand 1 2c 7h; flip'
        """
        heaps = (("hand", self.hands), ("draw", self.draw), ("extra", self.extra))
        by_seat = [heap(f"{name} {seat}", both[seat]) for name, both in heaps for seat in SEATS]
        return join_parts([*by_seat, *table(self.piles, self.owes, self.flip_due, self.rules)])


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees of a position: its hand, and what is open or can be counted.

    `opponent_cards`, and by seat `draw` and `extra`, are numbers of cards.
    `piles` and `owes` are as in `State`; `flip_due` is true only if there is also a card to turn.
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
        """Return the view in notation, a line for each hand and each pile."""
        return as_text(_rows(self))

    def __repr__(self) -> str:
        return as_code(self)

    def _repr_html_(self) -> str:
        """Return the view as HTML for a notebook."""
        return as_html(f"Tichu 1.on.1, seen from seat {self.seat}", _rows(self))

    @classmethod
    def read(cls, text: str) -> View:
        """Return a seat's view written in a text, each part at most once.

        - `hand 7h 8h`: your cards; `viewer 1`: your seat, if it is not 0; `cards 5`: the number of the opponent's
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
        """The view in one line, as `View.read` reads it.

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
    """Return a position as rows, with the number of cards of a hidden hand."""
    rows: list[Row] = changed_rules(position.rules)
    for seat in SEATS:
        hand, hidden, draw, extra = _shown_of(position, seat)
        notes = (hidden, f"draw {draw}", f"extra {extra}", "owes a card" if position.owes[seat] else "")
        rows.append((f"seat {seat}", hand, ", ".join(filter(None, notes))))
    for number, pile in enumerate(position.piles):
        rows.append((f"pile {number}", pile.cards[::-1], f"wish {pile.wish}" if pile.wish else ""))
    return [*rows, ("flip", (), "due")] if position.flip_due else rows


def _shown_of(position: State | View, seat: int) -> tuple[Cards, str, int, int]:
    """Return what is shown of a seat: hand, note, and sizes of draw and extra pile.

    The hand is () if it is hidden; then the note says how many cards it has.
    """
    if isinstance(position, State):
        return position.hands[seat], "", len(position.draw[seat]), len(position.extra[seat])
    piles = position.draw[seat], position.extra[seat]
    return (position.hand, "", *piles) if seat == position.seat else ((), f"{position.opponent_cards} cards", *piles)


def view(state: State, seat: int) -> View:
    """Return what a seat sees. Raises ValueError for an unknown seat, TypeError for anything but a state."""
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
    """Return whether a seat must draw: it has under eight cards and a draw pile. [U3.1, U3.3]"""
    return len(state.hands[seat]) < FULL_HAND and bool(state.draw[seat])


def draws_from(state: State, seat: int) -> int:
    """Return whose draw pile a seat uses: the opponent's while it owes, or its own. [U3.2, U3.3]"""
    opponent = 1 - seat
    return opponent if state.owes[seat] and state.draw[opponent] else seat


def can_play(state: State, seat: int) -> bool:
    """Return whether a card of a seat's hand fits on a pile. [U2.2]"""
    return any(fitting_cards(pile, state.hands[seat], state.rules) for pile in state.piles)


def stuck(state: State) -> bool:
    """Return whether nobody has to draw and nobody can play. [U4.2]"""
    return not any(can_draw(state, seat) or can_play(state, seat) for seat in SEATS)


def buried(state: State) -> Cards:
    """Return the cards of the discard piles under the tops, pile 0 first. [U4.3]"""
    return tuple(card for pile in state.piles for card in pile.cards[1:])


def turnable(state: State) -> bool:
    """Return whether cards can be turned, if need be from new extra piles. [U4.3, U5.9]"""
    return any(state.extra) or len(buried(state)) >= len(SEATS)


def flip_pending(state: State) -> bool:
    """Return whether a flip is due and can be made. [U1.3, U5.3, U5.9]"""
    return state.flip_due and turnable(state)


def recycle_due(state: State) -> bool:
    """Return whether chance must deal new extra piles before a flip. [U4.3]"""
    needed = not over(state) and not any(state.extra) and turnable(state)
    return needed and (state.flip_due or stuck(state))


def out(state: State) -> int | None:
    """Return the seat without cards in hand and draw pile, or None. [U6.1]"""
    return next((seat for seat in SEATS if not state.hands[seat] and not state.draw[seat]), None)


def blocked(state: State) -> bool:
    """Return whether the round is stuck and no card can be turned. [U4.4]"""
    return not turnable(state) and stuck(state)


def over(state: State) -> bool:
    """Return whether the round has ended. [U4.4, U6.1]"""
    return out(state) is not None or blocked(state)


def no_state(value: object) -> TypeError:
    """Return the error for a value that is not a state."""
    return TypeError(f"a tichu.State is wanted, as tichu.deal() makes one, not {quoted(value)}")
