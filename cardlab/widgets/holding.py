"""A hand before a learner: its cards, their order, which of them are selected, and what a page says to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, assert_never

from cardlab.cards import SUITS, Card, cards
from cardlab.locale import say
from cardlab.widgets.messages import Messages

Order: TypeAlias = Literal["rank", "suit", "given"]
ORDERS: Final = ("rank", "suit", "given")
_OTHERS = 99


@dataclass(frozen=True, slots=True)
class Sort:
    """The cards are to lie in this order."""

    do: Literal["sort"]
    by: Order


@dataclass(frozen=True, slots=True)
class Toggle:
    """A card is selected, or no longer."""

    do: Literal["toggle"]
    card: str


@dataclass(frozen=True, slots=True)
class SelectAll:
    """Every card is selected."""

    do: Literal["all"]


@dataclass(frozen=True, slots=True)
class Clear:
    """No card is selected."""

    do: Literal["clear"]


@dataclass(frozen=True, slots=True)
class MoveCard:
    """A card goes to another place in the hand."""

    do: Literal["move"]
    card: str
    to: int


HandMessage: TypeAlias = Sort | Toggle | SelectAll | Clear | MoveCard
_HAND: Final = Messages[HandMessage](HandMessage)


def by_number(card: Card) -> int:
    """Ace 1 to king 13, then jokers and special cards."""
    return card.number or _OTHERS


class Holding:
    """The cards of a hand, in the order given; `selected` holds some of them in the order in which they were selected.

    - `order`: "rank", "suit" or "given", how they are shown;
    - `multiple`: whether more than one may be selected;
    - `worth`: what the sorting by rank goes by.

    Raises NotationError for a text that is not a card, ValueError for a card that comes twice or an unknown order.
    """

    def __init__(
        self,
        held: str | Iterable[Card],
        order: Order = "rank",
        *,
        multiple: bool = True,
        worth: Callable[[Card], int] = by_number,
    ) -> None:
        if order not in ORDERS:
            raise ValueError(f"sort is one of {', '.join(ORDERS)}, not {order!r}")
        self.given = cards(held)
        if len(set(self.given)) < len(self.given):
            raise ValueError("a card can be in a hand only once")
        self.order: Order = order
        self.multiple = multiple
        self.worth = worth
        self.selected: tuple[Card, ...] = ()
        self.moved: Card | None = None

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards in the order in which they are shown."""
        if self.order == "rank":
            return tuple(sorted(self.given, key=lambda card: (self.worth(card), _suit(card), card)))
        if self.order == "suit":
            return tuple(sorted(self.given, key=lambda card: (_suit(card), self.worth(card), card)))
        return self.given

    def select(self, chosen: Iterable[Card]) -> None:
        """Selects these cards and no others, in this order; raises ValueError if one is not in the hand."""
        wanted = tuple(dict.fromkeys(chosen))
        missing = [card.code for card in wanted if card not in self.given]
        if missing:
            raise ValueError(f"not in this hand: {' '.join(missing)}")
        if len(wanted) > 1 and not self.multiple:
            raise ValueError("only one card can be selected here")
        self.selected = wanted

    def without(self, card: Card) -> None:
        """Takes a card out of the hand."""
        self.given = tuple(held for held in self.given if held is not card)
        self.selected = tuple(held for held in self.selected if held is not card)

    def do(self, message: HandMessage, *, selectable: bool = True) -> None:
        """Does what the page says; without `selectable` the cards can only be sorted."""
        self.moved = None
        match message:
            case Sort(by=order):
                self.order = order
            case _ if not selectable:
                return
            case Toggle(card=code):
                self._toggle(code)
            case SelectAll():
                if self.multiple:
                    self.selected += tuple(card for card in self.shown if card not in self.selected)
            case Clear():
                self.selected = ()
            case MoveCard(card=code, to=place):
                self._move(code, place)
            case _:
                assert_never(message)

    def hear(self, content: object, *, selectable: bool = True) -> None:
        """The same for a widget that has not declared what it hears; what is no message to a hand is ignored."""
        self.moved = None
        try:
            message = _HAND.read(content)
        except ValueError:
            return
        self.do(message, selectable=selectable)

    def _named(self, code: str) -> Card | None:
        return next((card for card in self.given if card.code == code), None)

    def _toggle(self, code: str) -> None:
        card = self._named(code)
        if card in self.selected:
            self.selected = tuple(other for other in self.selected if other is not card)
        elif card is not None:
            self.selected = (*self.selected, card) if self.multiple else (card,)

    def _move(self, code: str, place: int) -> None:
        card = self._named(code)
        if card is None or not 0 <= place < len(self.given):
            return
        others = [other for other in self.shown if other is not card]
        self.given = (*others[:place], card, *others[place:])
        self.order = "given"
        self.moved = card

    def picture(
        self,
        lang: str,
        *,
        label: str | None = None,
        selectable: bool = True,
        tools: bool = True,
        numbered: bool = True,
        marked: Iterable[Card] = (),
    ) -> dict[str, Any]:
        """What the page is told of this hand."""
        shown = self.shown
        if self.selected:
            line = say("hand.selected", lang, count=len(self.selected), cards=self.selected)
        else:
            line = say("hand.cards", lang, count=len(shown))
        notice = ""
        if self.moved is not None:
            notice = say("hand.moved", lang, card=self.moved, place=shown.index(self.moved) + 1, total=len(shown))
        return {
            "cards": [card.code for card in shown],
            "selected": [card.code for card in self.selected],
            "sort": self.order,
            "back": 0,
            "selectable": selectable,
            "multiple": self.multiple,
            "tools": tools,
            "numbered": numbered and self.multiple,
            "label": label or say("hand.label", lang),
            "line": line,
            "notice": notice,
            "marked": [card.code for card in marked],
        }


def _suit(card: Card) -> int:
    """Spades, hearts, clubs, diamonds: black and red in turn; cards without a suit last."""
    return "shcd".index(card.suit) if card.suit else len(SUITS)
