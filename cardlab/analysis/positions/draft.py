"""A position of Tongits as it is being built: what one player may see, whole or half, right or impossible.

Knows the parts of a position and which of them follow from the others; `faults` tells what is impossible about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from cardlab.cards import Card
from cardlab.tongits import Began, Phase, Rules

__all__ = ["FOLLOWS", "Draft", "Lying", "complete", "drawn_from_stock", "said_of"]

SHEET: Final = Rules()
SEATS: Final = 3
HAND: Final = 12
"""T1.3: what a player holds between his turns as long as he has laid nothing."""
STOCK: Final = 15
"""T1.4: the stock after the deal; jokers come on top (T10.1)."""
SECRET_CARDS: Final = 4


@dataclass(frozen=True, slots=True)
class Lying:
    """A meld on the table: whose it is, its cards in meld order, and whether it lies face down (T6.9).

    Another player's secret four has no known cards: `cards` is empty.
    """

    owner: int
    cards: tuple[Card, ...] = ()
    secret: bool = False

    @property
    def size(self) -> int:
        """How many cards lie there; a secret four has four, also when they are not known."""
        return len(self.cards) or (SECRET_CARDS if self.secret else 0)


@dataclass(frozen=True, slots=True)
class Draft:
    """A position as `viewer` sees it, in parts that may contradict each other.

    `counts` holds the number of cards of every seat, the viewer's own included; `discards` has the top card first,
    `melds` the order in which they were laid. All the fields mean what those of `tongits.View` mean.

    >>> Draft().phase, Draft().stock
    (Phase.LAY, 15)
    """

    rules: Rules = SHEET
    viewer: int = 0
    seat: int = 0
    phase: Phase = Phase.LAY
    began: Began | None = Began.DEAL
    hand: tuple[Card, ...] = ()
    counts: tuple[int, ...] = (0, HAND, HAND)
    stock: int = STOCK
    discards: tuple[Card, ...] = ()
    melds: tuple[Lying, ...] = ()
    taken: Card | None = None
    takes: int = 0
    sapawed: frozenset[int] = frozenset()
    caller: int | None = None
    challengers: frozenset[int] = frozenset()
    first: int = 0
    last_drawer: int | None = None

    def opened(self, seat: int) -> bool:
        """T3.5: whether the seat has laid a meld of its own."""
        return any(lying.owner == seat for lying in self.melds)

    def with_hand(self, hand: tuple[Card, ...]) -> Draft:
        """The draft with another hand of the viewer, and his number of cards with it."""
        counts = tuple(len(hand) if seat == self.viewer else count for seat, count in enumerate(self.counts))
        return replace(self, hand=hand, counts=counts)


def drawn_from_stock(rules: Rules, stock: int) -> int:
    """How many cards have been drawn from the stock when `stock` are left (T1.4, T10.1)."""
    return STOCK + rules.jokers - stock


_Told = Mapping[str, Any]


def _seat(told: _Told) -> int:
    """The viewer is asked himself, unless he has called a draw; then the one after him."""
    viewer: int = told["viewer"]
    return (viewer + 1) % SEATS if told["caller"] == viewer else viewer


def _counts(told: _Told) -> tuple[int, ...]:
    """T1.3: everyone has laid his own melds himself; whoever is in his turn has one card more."""
    return tuple(
        len(told["hand"])
        if seat == told["viewer"]
        else HAND + (seat == told["seat"] and told.get("phase") is Phase.LAY) - _laid_by(seat, told["melds"])
        for seat in range(SEATS)
    )


def _laid_by(seat: int, melds: tuple[Lying, ...]) -> int:
    return sum(lying.size for lying in melds if lying.owner == seat)


def _phase(told: _Told) -> Phase:
    """Before the draw 36 cards are in hands and melds, after it one more (T1.3, T2.1, T2.4)."""
    if told["caller"] is not None:
        return Phase.ANSWER
    if told["taken"] is not None:
        return Phase.LAY
    counts = told["counts"] if "counts" in told else _counts(told)
    before = sum(counts) + sum(lying.size for lying in told["melds"]) == SEATS * HAND
    return Phase.DRAW if before else Phase.LAY


def _stock(told: _Told) -> int:
    """Every finished turn has left a card on the discard pile, except that takes have removed some again."""
    full = drawn_from_stock(told["rules"], 0)
    return min(full, max(0, full - len(told["discards"]) + (told["phase"] is not Phase.LAY)))


def _drawn(told: _Told) -> int:
    return drawn_from_stock(told["rules"], told["stock"])


def _began(told: _Told) -> Began | None:
    if told["phase"] is not Phase.LAY:
        return None
    if told["takes"]:
        return Began.DISCARD
    return Began.STOCK if _drawn(told) > 0 else Began.DEAL


def _last_without_take(told: _Told) -> int:
    """Who had the last turn that did not begin with a take."""
    actor: int = told["seat"]
    takes: int = told["takes"]
    if told["phase"] is Phase.ANSWER and told["caller"] is not None:
        actor = told["caller"]
    return (actor - takes - (told["phase"] is not Phase.LAY)) % SEATS


def _last_drawer(told: _Told) -> int | None:
    return _last_without_take(told) if _drawn(told) > 0 else None


def _first(told: _Told) -> int:
    """As if no card had been taken before the last one that was drawn."""
    drawer = told["last_drawer"]
    drawn = _drawn(told)
    return (drawer - drawn) % SEATS if drawer is not None and drawn > 0 else _last_without_take(told)


FOLLOWS: Final[dict[str, Callable[[_Told], Any]]] = {
    "rules": lambda told: Rules(),
    "viewer": lambda told: 0,
    "hand": lambda told: (),
    "melds": lambda told: (),
    "discards": lambda told: (),
    "taken": lambda told: None,
    "takes": lambda told: int(told["taken"] is not None),
    "sapawed": lambda told: frozenset(),
    "caller": lambda told: None,
    "challengers": lambda told: frozenset(),
    "seat": _seat,
    "phase": _phase,
    "counts": _counts,
    "stock": _stock,
    "began": _began,
    "last_drawer": _last_drawer,
    "first": _first,
}
"""What each part is when nothing is said of it: worked out from the parts before it, and from those that are said."""


def complete(**said: Any) -> Draft:
    """The draft with these parts (fields of `Draft`), the others worked out from them.

    Raises TypeError for a part that does not exist.

    >>> from cardlab.cards import cards
    >>> draft = complete(hand=cards("2c 3c 4c 7h"), melds=(Lying(0, cards("9c 9d 9h 9s Td Jd Qd Kd")),))
    >>> draft.phase, draft.counts, draft.began
    (Phase.DRAW, (4, 12, 12), None)
    """
    told = dict(said)
    for part, follows in FOLLOWS.items():
        if part not in told:
            told[part] = follows(told)
    return Draft(**told)


def said_of(draft: Draft) -> dict[str, Any]:
    """The parts of a draft that do not follow from its others: `complete(**said_of(draft))` is the same draft.

    >>> said_of(Draft(hand=(Card("7h"),), counts=(1, 12, 12)))
    {'hand': (Card("7h"),)}
    """
    said = {field.name: getattr(draft, field.name) for field in fields(draft)}
    for part in reversed(FOLLOWS):
        others = {name: value for name, value in said.items() if name != part}
        if FOLLOWS[part](others) == said[part]:
            said = others
    return said
