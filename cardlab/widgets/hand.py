"""A hand of cards to select from.

- `HandModel`: the cards and the selection;
- `Hand`: the scene that shows them;
- `bracketed`: a hand arranged in melds, each under a bracket, with the loose cards last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from cardlab.cards import SUITS, Card, cards, notation
from cardlab.phrasing.catalogue import say
from cardlab.tongits import SHEET, Arrangement, Kind, Rules, deadwood
from cardlab.widgets.blocks import Block, hand
from cardlab.widgets.scene import Scene, receives

Order: TypeAlias = Literal["rank", "suit", "given"]
ORDERS: Final = ("rank", "suit", "given")
_OTHERS = 99


def by_number(card: Card) -> int:
    """Return the sort key of a card: ace 1 to king 13, then jokers and special cards."""
    return card.number or _OTHERS


class HandModel:
    """The cards of a hand, and the selection.

    `selected` holds the selected cards in the order of selecting.

    Args:
        hand: the cards, as text or as cards.
        sort: the initial order, "rank", "suit" or "given".
        multiple: whether more than one card may be selected.
        worth: returns the number by which a card is sorted by rank.

    Raises NotationError for a text that is not a card, ValueError for a repeated card or an unknown order.
    """

    def __init__(
        self,
        hand: str | Iterable[Card | str],
        sort: Order = "rank",
        *,
        multiple: bool = True,
        worth: Callable[[Card], int] = by_number,
    ) -> None:
        if sort not in ORDERS:
            raise ValueError(f"sort is one of {', '.join(ORDERS)}, not {sort!r}")
        self._cards = cards(hand)
        if len(set(self._cards)) < len(self._cards):
            raise ValueError("a card can be in a hand only once")
        self.sort: Order = sort
        self.multiple = multiple
        self.worth = worth
        self.selected: tuple[Card, ...] = ()
        self.last_message = 0  # the number of the last selection message

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order given; removing a card also deselects it."""
        return self._cards

    @cards.setter
    def cards(self, hand: tuple[Card, ...]) -> None:
        self._cards = hand
        self.selected = tuple(card for card in self.selected if card in hand)

    def select(self, chosen: Iterable[Card]) -> None:
        """Select exactly these cards, in this order.

        Raises ValueError for a card that is not in the hand, or more than one if only one may be selected.
        """
        selected = tuple(dict.fromkeys(chosen))
        missing = [card.code for card in selected if card not in self.cards]
        if missing:
            raise ValueError(f"not in this hand: {' '.join(missing)}")
        if len(selected) > 1 and not self.multiple:
            raise ValueError("only one card can be selected here")
        self.selected = selected

    def receive(self, codes: list[str], number: int, *, selectable: bool = True) -> None:
        """Apply the page's selection message `number`; unknown cards are skipped."""
        if len(codes) > len(self.cards):
            return
        self.last_message = number
        if selectable:
            by_code = {card.code: card for card in self.cards}
            selected = tuple(by_code[code] for code in dict.fromkeys(codes) if code in by_code)
            self.selected = selected if self.multiple else selected[-1:]

    def remove(self, card: Card) -> None:
        """Remove a card from the hand."""
        self.cards = tuple(other for other in self.cards if other is not card)

    def clear_selection(self) -> None:
        self.selected = ()

    def props(
        self,
        lang: str,
        *,
        label: str | None = None,
        selectable: bool = True,
        tools: bool = True,
        marked: Iterable[Card] = (),
    ) -> Block:
        """Return the hand as the page draws it.

        `tools`: whether to add sorting buttons and a line of text; `marked`: the cards to emphasise.
        """
        if self.selected:
            line = say("hand.selected", lang, count=len(self.selected), cards=self.selected)
        else:
            line = say("hand.cards", lang, count=len(self.cards))
        by_rank = sorted(self.cards, key=lambda card: (self.worth(card), _suit(card), card))
        by_suit = sorted(self.cards, key=lambda card: (_suit(card), self.worth(card), card))
        return {
            "cards": [card.code for card in self.cards],
            "by_rank": [card.code for card in by_rank],
            "by_suit": [card.code for card in by_suit],
            "selected": [card.code for card in self.selected],
            "last_message": self.last_message,
            "sort": self.sort,
            "back": 0,
            "selectable": selectable,
            "multiple": self.multiple,
            "tools": tools,
            "numbered": self.multiple and any(card.is_joker for card in self.cards),
            "label": label or say("hand.label", lang),
            "line": line,
            "marked": [card.code for card in marked],
        }


def _suit(card: Card) -> int:
    """Return a sort key by suit: black and red alternate, jokers come last."""
    return "shcd".index(card.suit) if card.suit else len(SUITS)


class Hand(Scene):
    """A hand of cards to select by tap, click or keyboard.

    The traits `cards`, `selected`, `value` (the same as `selected`) and `face_down` are observable.

    Args:
        cards: the cards, as text or as cards.
        lang: the language of the learner; by default that of the notebook's folder.
        sort: "rank", "suit", or "given" for the order given.
        face_down: whether the page gets only the number of cards.

    Raises NotationError for a text that is not a card,
    ValueError for a repeated card, an unknown order or an unknown language.

    >>> Hand("7h 8h 9h", sort="given")
    Hand("7h 8h 9h")
    """

    shares: ClassVar[tuple[str, ...]] = ("cards", "selected", "value", "face_down")

    def __init__(
        self,
        cards: str | Iterable[Card | str],
        lang: str = "",
        *,
        sort: Order = "rank",
        face_down: bool = False,
    ) -> None:
        super().__init__(lang)
        self.hand_model = HandModel(cards, sort)
        self.label = say("hand.label", self.lang)
        self._face_down = face_down

    def __repr__(self) -> str:
        if self.face_down:
            return f"{type(self).__name__}({len(self.cards)} cards, face down)"
        return f'{type(self).__name__}("{notation(self.cards)}")'

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order given; setting them clears the selection."""
        return self.hand_model.cards

    @cards.setter
    def cards(self, hand: str | Iterable[Card | str]) -> None:
        with self.lock:
            before, self.hand_model = self.hand_model, HandModel(hand, self.hand_model.sort)
            self.hand_model.last_message = before.last_message  # so that the page drops its selection
            self.changed()

    @property
    def selected(self) -> tuple[Card, ...]:
        """The selected cards in the order of selecting; can be set to cards of the hand."""
        return self.hand_model.selected

    @selected.setter
    def selected(self, selected: str | Iterable[Card | str]) -> None:
        with self.lock:
            self.hand_model.select(cards(selected))
            self.changed()

    value = selected  # the name that `interact` expects

    @property
    def face_down(self) -> bool:
        """Whether only the backs are shown; can be set."""
        return self._face_down

    @face_down.setter
    def face_down(self, hidden: bool) -> None:
        with self.lock:
            self._face_down = hidden
            self.changed()

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """Apply a selection; each message has a higher `number` than the one before."""
        self.hand_model.receive(cards, number, selectable=not self.face_down)

    def clear_selection(self) -> None:
        self.hand_model.clear_selection()

    def render(self) -> list[Block]:
        if self.face_down:
            hidden = HandModel(()).props(self.lang, selectable=False, tools=False)
            count = len(self.cards)
            back = say("hand.face_down", self.lang, count=count)
            return [hand({**hidden, "back": count, "label": back}, close=False)]
        return [hand(self.hand_model.props(self.lang, label=self.label), close=False)]


# A hand as an arrangement lays it out


Bracket: TypeAlias = Literal["set", "run", "sapaw", "loose"]
"""The kind of cards under a bracket: a meld, cards laid off ("sapaw"), or loose cards."""


def bracketed(arrangement: Arrangement, lang: str, rules: Rules = SHEET) -> Block:
    """Make a block of an arrangement: melds, cards laid off, and loose cards."""
    groups: list[tuple[Bracket, Sequence[Card]]] = [
        ("set" if meld.kind is Kind.SET else "run", meld.cards) for meld in arrangement.melds
    ]
    groups += [("sapaw", added) for _, added in arrangement.sapaws]
    if arrangement.loose:
        groups.append(("loose", sorted(arrangement.loose, key=by_number)))
    brackets = [
        {
            "kind": kind,
            "label": say(f"brackets.{kind}", lang),
            "cards": [card.code for card in group_cards],
            "points": say("brackets.points", lang, count=deadwood(group_cards, rules)),
        }
        for kind, group_cards in groups
    ]
    return {"is": "brackets", "groups": brackets}
