"""A hand as it lies before a learner: its cards, their order, and which of them are selected.

Knows what the page may ask of a hand of cards; knows no rule, no page and no widget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, TypeAlias

from cardlab.cards import SUITS, Card, cards
from cardlab.locale import say

__all__ = ["Holding", "Order", "by_number"]

Order: TypeAlias = Literal["rank", "suit", "given"]
ORDERS: Final = ("rank", "suit", "given")
_OTHERS = 99


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

    def hear(self, wish: object, *, selectable: bool = True) -> None:
        """Does what the page asks, if it is something one can ask of a hand; anything else is passed over."""
        self.moved = None
        match wish:
            case {"do": "sort", "by": "rank" | "suit" | "given" as by}:
                self.order = by
            case {"do": "toggle", "card": str(code)} if selectable:
                self._toggle(code)
            case {"do": "all"} if selectable and self.multiple:
                self.selected += tuple(card for card in self.shown if card not in self.selected)
            case {"do": "clear"} if selectable:
                self.selected = ()
            case {"do": "move", "card": str(code), "to": int(place)} if selectable:
                self._move(code, place)

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
