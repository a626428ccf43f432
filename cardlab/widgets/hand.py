"""A hand before a learner, and `Hand`: cards that can be looked at, sorted, moved and selected.

- `Holding`: the cards, their order, which of them are selected, and what becomes of them at a message from the page;
- `Hand`: the widget that shows them;
- `bracketed`: a hand as an arrangement lays it out: each meld a group under a bracket, the loose cards last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, NotRequired, TypeAlias, TypedDict, assert_never

from cardlab.cards import SUITS, Card, cards, notation
from cardlab.phrasing.catalogue import say
from cardlab.tongits import SHEET, Arrangement, Kind, Rules, deadwood
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.messages import Message, Messages

Order: TypeAlias = Literal["rank", "suit", "given"]
ORDERS: Final = ("rank", "suit", "given")
_OTHERS = 99


class Sort(Message, frozen=True):
    """The cards are to lie in this order."""

    do: Literal["sort"]
    by: Order


class Toggle(Message, frozen=True):
    """A card is selected, or no longer."""

    do: Literal["toggle"]
    card: str


class SelectAll(Message, frozen=True):
    """Every card is selected."""

    do: Literal["all"]


class Clear(Message, frozen=True):
    """No card is selected."""

    do: Literal["clear"]


class MoveCard(Message, frozen=True):
    """A card goes to another place in the hand."""

    do: Literal["move"]
    card: str
    to: int


HandMessage: TypeAlias = Sort | Toggle | SelectAll | Clear | MoveCard


class HandPicture(TypedDict):
    """A hand as it is drawn: its cards in order; `back` is how many lie face down, `line` and `notice` are said."""

    cards: list[str]
    selected: list[str]
    sort: Order
    back: int
    selectable: bool
    multiple: bool
    tools: bool
    numbered: bool
    label: str
    line: str
    notice: str
    marked: list[str]
    greyed: NotRequired[list[str]]


class OneHand(TypedDict):
    """A hand and what the widget is called."""

    label: str
    hand: HandPicture


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
        self._given = cards(held)
        if len(set(self._given)) < len(self._given):
            raise ValueError("a card can be in a hand only once")
        self.order: Order = order
        self.multiple = multiple
        self.worth = worth
        self.selected: tuple[Card, ...] = ()
        self._moved: Card | None = None

    @property
    def given(self) -> tuple[Card, ...]:
        """The cards in the order given or made by moving; may be set."""
        return self._given

    @given.setter
    def given(self, held: tuple[Card, ...]) -> None:
        """Cards that have gone are no longer selected; with other cards, what is told of a move is over."""
        if set(held) != set(self._given):
            self._moved = None
        self._given = held
        self.selected = tuple(card for card in self.selected if card in held)

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

    def put_down(self) -> None:
        """Nothing is selected, and nothing is told of a move."""
        self.selected, self._moved = (), None

    def do(self, message: HandMessage, *, selectable: bool = True) -> None:
        """Does what the page says; without `selectable` the cards can only be sorted."""
        self._moved = None
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
        self._moved = card

    def picture(
        self,
        lang: str,
        *,
        label: str | None = None,
        selectable: bool = True,
        tools: bool = True,
        numbered: bool = True,
        marked: Iterable[Card] = (),
    ) -> HandPicture:
        """What the page is told of this hand."""
        shown = self.shown
        if self.selected:
            line = say("hand.selected", lang, count=len(self.selected), cards=self.selected)
        else:
            line = say("hand.cards", lang, count=len(shown))
        notice = ""
        if self._moved is not None:
            notice = say("hand.moved", lang, card=self._moved, place=shown.index(self._moved) + 1, total=len(shown))
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


Selected: TypeAlias = Callable[[tuple[Card, ...]], object]


class Hand(CardWidget):
    """A hand of cards, to be selected by tap, click or keyboard.

    - `cards`: the cards, as text or as cards;
    - `lang`: the language of the learner;
    - `sort`: "rank", "suit", or "given" for the order given;
    - `four_colours`: a colour for each suit, otherwise black and red;
    - `selectable`: whether cards can be selected;
    - `label`: what the hand is called;
    - `face_down`: the page is told how many cards there are, and nothing else.

    Raises NotationError for a text that is not a card,
    ValueError for a card that comes twice, an unknown order or an unknown language.

    >>> Hand("7h 8h 9h", sort="given")
    Hand("7h 8h 9h")
    """

    _esm = STATIC / "hand.js"
    _hears = Messages[HandMessage](HandMessage)

    def __init__(
        self,
        cards: str | Iterable[Card],
        lang: str = "en",
        *,
        sort: Order = "rank",
        four_colours: bool = True,
        selectable: bool = True,
        label: str | None = None,
        face_down: bool = False,
    ) -> None:
        self._holding = Holding(cards, sort)
        self._selectable = selectable
        self._label = label
        self._face_down = face_down
        self._listeners: list[Selected] = []
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        if self._face_down:
            return f"{type(self).__name__}({len(self._holding.given)} cards, face down)"
        return f'{type(self).__name__}("{notation(self._holding.given)}")'

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order given or made by moving; new ones may be set, nothing is selected then."""
        return self._holding.given

    @cards.setter
    def cards(self, held: str | Iterable[Card]) -> None:
        with self._lock:
            self._holding = Holding(held, self._holding.order)
            self._show()
            self._tell()

    @property
    def selected(self) -> tuple[Card, ...]:
        """The selected cards in the order in which they were selected; may be set to cards of the hand."""
        return self._holding.selected

    @selected.setter
    def selected(self, chosen: str | Iterable[Card]) -> None:
        with self._lock:
            self._holding.select(cards(chosen))
            self._show()
            self._tell()

    @property
    def face_down(self) -> bool:
        """Whether only the backs are shown."""
        return self._face_down

    @face_down.setter
    def face_down(self, hidden: bool) -> None:
        with self._lock:
            self._face_down = hidden
            self._show()

    def on_change(self, callback: Selected) -> None:
        """Has `callback` called with the selected cards whenever they change."""
        self._listeners.append(callback)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener(self._holding.selected)

    def _put_down(self) -> None:
        self._holding.put_down()
        self._tell()

    def _act(self, message: HandMessage) -> None:
        if self._face_down:
            return
        before = self._holding.selected
        self._holding.do(message, selectable=self._selectable)
        if self._holding.selected != before:
            self._tell()

    def _picture(self) -> OneHand:
        return self._hand_picture(self._label or say("hand.label", self._lang))

    def _hand_picture(self, label: str) -> OneHand:
        if self._face_down:
            hidden = Holding(()).picture(self._lang, selectable=False, tools=False)
            count = len(self._holding.given)
            back = say("hand.face_down", self._lang, count=count)
            return {"label": label, "hand": {**hidden, "back": count, "label": back}}
        hand = self._holding.picture(self._lang, label=label, selectable=self._selectable)
        return {"label": label, "hand": hand}


# A hand as an arrangement lays it out


Bracket: TypeAlias = Literal["set", "run", "sapaw", "loose"]
"""What the cards under a bracket are: a meld, cards laid off, or the loose cards."""


class BracketPicture(TypedDict):
    """Cards under a bracket.

    - `label`: what the group is called; `cards`: the codes of its cards;
    - `points`: what its cards count (T9.1).
    """

    kind: Bracket
    label: str
    cards: list[str]
    points: str


def bracketed(arrangement: Arrangement, lang: str, rules: Rules = SHEET) -> list[BracketPicture]:
    """An arrangement as groups to draw: its melds, what it lays off, and the loose cards, if there are any."""
    groups: list[tuple[Bracket, Iterable[Card]]] = [
        ("set" if meld.kind is Kind.SET else "run", meld.cards) for meld in arrangement.melds
    ]
    groups += [("sapaw", added) for _, added in arrangement.sapaws]
    if arrangement.loose:
        groups.append(("loose", sorted(arrangement.loose, key=by_number)))
    return [_group(kind, held, lang, rules) for kind, held in groups]


def _group(kind: Bracket, held: Iterable[Card], lang: str, rules: Rules) -> BracketPicture:
    shown = tuple(held)
    return {
        "kind": kind,
        "label": say(f"brackets.{kind}", lang),
        "cards": [card.code for card in shown],
        "points": say("brackets.points", lang, count=deadwood(shown, rules)),
    }
