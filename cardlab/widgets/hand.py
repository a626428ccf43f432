"""A hand before a learner, and `Hand`: cards that can be looked at and selected.

- `HandModel`: the cards, and which of them are selected; how they are sorted only the page knows;
- `Hand`: the scene that shows them;
- `bracketed`: a hand as an arrangement lays it out: each meld a group under a bracket, the loose cards last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

from cardlab.cards import SUITS, Card, cards, notation
from cardlab.phrasing.catalogue import say
from cardlab.tongits import SHEET, Arrangement, Kind, Rules, deadwood
from cardlab.widgets.blocks import Block, brackets, hand
from cardlab.widgets.scene import Scene, receives

Order: TypeAlias = Literal["rank", "suit", "given"]
ORDERS: Final = ("rank", "suit", "given")
_OTHERS = 99


class HandProps(TypedDict):
    """A hand as it is drawn: its cards in the order given, and sorted; `back` is how many lie face down.

    - `selected`: what Python knows to be selected, and `heard` the number of the last message that said so: until its
      own has been heard, the page knows better;
    - `sort`: how it is sorted until somebody sorts it otherwise, which stays in the page;
    - `line`: what is said of the selection.
    """

    cards: list[str]
    by_rank: list[str]
    by_suit: list[str]
    selected: list[str]
    heard: int
    sort: Order
    back: int
    selectable: bool
    multiple: bool
    tools: bool
    numbered: bool
    label: str
    line: str
    marked: list[str]
    greyed: NotRequired[list[str]]


def by_number(card: Card) -> int:
    """Ace 1 to king 13, then jokers and special cards."""
    return card.number or _OTHERS


class HandModel:
    """The cards of a hand, in the order given; `selected` holds some of them in the order in which they were selected.

    - `sort`: "rank", "suit" or "given", how they are shown at first;
    - `multiple`: whether more than one may be selected;
    - `worth`: what the sorting by rank goes by;
    - `after`: the hand that lay in its place before: what the page knew to be selected there holds no longer.

    Raises NotationError for a text that is not a card, ValueError for a card that comes twice or an unknown order.
    """

    def __init__(
        self,
        held: str | Iterable[Card],
        sort: Order = "rank",
        *,
        multiple: bool = True,
        worth: Callable[[Card], int] = by_number,
        after: HandModel | None = None,
    ) -> None:
        if sort not in ORDERS:
            raise ValueError(f"sort is one of {', '.join(ORDERS)}, not {sort!r}")
        self._cards = cards(held)
        if len(set(self._cards)) < len(self._cards):
            raise ValueError("a card can be in a hand only once")
        self.sort: Order = sort
        self.multiple = multiple
        self.worth = worth
        self.selected: tuple[Card, ...] = ()
        self._last_message: int = after._last_message if after else 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order given; may be set: those that have gone are no longer selected."""
        return self._cards

    @cards.setter
    def cards(self, held: tuple[Card, ...]) -> None:
        self._cards = held
        self.selected = tuple(card for card in self.selected if card in held)

    def select(self, chosen: Iterable[Card]) -> None:
        """Selects these cards and no others, in this order; raises ValueError if one is not in the hand."""
        wanted = tuple(dict.fromkeys(chosen))
        missing = [card.code for card in wanted if card not in self.cards]
        if missing:
            raise ValueError(f"not in this hand: {' '.join(missing)}")
        if len(wanted) > 1 and not self.multiple:
            raise ValueError("only one card can be selected here")
        self.selected = wanted

    def receive(self, codes: list[str], number: int, *, selectable: bool = True) -> None:
        """The page says which cards are selected now; of what cannot be, nothing is."""
        if len(codes) > len(self.cards):
            return
        self._last_message = number
        if selectable:
            held = {card.code: card for card in self.cards}
            wanted = tuple(held[code] for code in dict.fromkeys(codes) if code in held)
            self.selected = wanted if self.multiple else wanted[-1:]

    def remove(self, card: Card) -> None:
        """Takes a card out of the hand."""
        self.cards = tuple(held for held in self.cards if held is not card)

    def clear_selection(self) -> None:
        """Nothing is selected."""
        self.selected = ()

    def props(
        self,
        lang: str,
        *,
        label: str | None = None,
        selectable: bool = True,
        tools: bool = True,
        numbered: bool = True,
        marked: Iterable[Card] = (),
    ) -> HandProps:
        """What the page is told of this hand."""
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
            "heard": self._last_message,
            "sort": self.sort,
            "back": 0,
            "selectable": selectable,
            "multiple": self.multiple,
            "tools": tools,
            "numbered": numbered and self.multiple,
            "label": label or say("hand.label", lang),
            "line": line,
            "marked": [card.code for card in marked],
        }


def _suit(card: Card) -> int:
    """Spades, hearts, clubs, diamonds: black and red in turn; cards without a suit last."""
    return "shcd".index(card.suit) if card.suit else len(SUITS)


class Hand(Scene):
    """A hand of cards, to be selected by tap, click or keyboard; `selected` is a trait that can be observed.

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

    shares = ("selected",)

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
        super().__init__(lang, four_colours=four_colours)
        self.hand_model = HandModel(cards, sort)
        self.selectable = selectable
        self.label = label or say("hand.label", lang)
        self._face_down = face_down

    def __repr__(self) -> str:
        if self.face_down:
            return f"{type(self).__name__}({len(self.cards)} cards, face down)"
        return f'{type(self).__name__}("{notation(self.cards)}")'

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order given; new ones may be set, nothing is selected then."""
        return self.hand_model.cards

    @cards.setter
    def cards(self, held: str | Iterable[Card]) -> None:
        with self.lock:
            self.hand_model = HandModel(held, self.hand_model.sort, after=self.hand_model)
            self.changed()

    @property
    def selected(self) -> tuple[Card, ...]:
        """The selected cards in the order in which they were selected; may be set to cards of the hand."""
        return self.hand_model.selected

    @selected.setter
    def selected(self, chosen: str | Iterable[Card]) -> None:
        with self.lock:
            self.hand_model.select(cards(chosen))
            self.changed()

    @property
    def face_down(self) -> bool:
        """Whether only the backs are shown; may be set."""
        return self._face_down

    @face_down.setter
    def face_down(self, hidden: bool) -> None:
        with self.lock:
            self._face_down = hidden
            self.changed()

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """These cards are selected now; `number` grows from one message to the next."""
        self.hand_model.receive(cards, number, selectable=self.selectable and not self.face_down)

    def clear_selection(self) -> None:
        self.hand_model.clear_selection()

    def render(self) -> list[Block]:
        if self.face_down:
            hidden = HandModel(()).props(self.lang, selectable=False, tools=False)
            count = len(self.cards)
            back = say("hand.face_down", self.lang, count=count)
            return [hand({**hidden, "back": count, "label": back}, close=False)]
        return [hand(self.hand_model.props(self.lang, label=self.label, selectable=self.selectable), close=False)]


# A hand as an arrangement lays it out


Bracket: TypeAlias = Literal["set", "run", "sapaw", "loose"]
"""What the cards under a bracket are: a meld, cards laid off, or the loose cards."""


def bracketed(arrangement: Arrangement, lang: str, rules: Rules = SHEET) -> Block:
    """An arrangement as groups to draw: its melds, what it lays off, and the loose cards, if there are any."""
    groups: list[tuple[Bracket, Sequence[Card]]] = [
        ("set" if meld.kind is Kind.SET else "run", meld.cards) for meld in arrangement.melds
    ]
    groups += [("sapaw", added) for _, added in arrangement.sapaws]
    if arrangement.loose:
        groups.append(("loose", sorted(arrangement.loose, key=by_number)))
    return brackets(
        {
            "kind": kind,
            "label": say(f"brackets.{kind}", lang),
            "cards": [card.code for card in held],
            "points": say("brackets.points", lang, count=deadwood(held, rules)),
        }
        for kind, held in groups
    )
