"""`Hand`: cards that can be looked at, sorted, moved and selected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from cardlab.cards import Card, cards, notation
from cardlab.locale import say
from cardlab.widgets.ground import STATIC, CardWidget
from cardlab.widgets.holding import Holding, Order

__all__ = ["Hand", "Selected"]

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

    def _act(self, wish: object) -> None:
        if self._face_down:
            return
        before = self._holding.selected
        self._holding.hear(wish, selectable=self._selectable)
        if self._holding.selected != before:
            self._tell()

    def _picture(self) -> dict[str, Any]:
        return self._hand_picture(self._label or say("hand.label", self._lang))

    def _hand_picture(self, label: str) -> dict[str, Any]:
        if self._face_down:
            hidden = Holding(()).picture(self._lang, selectable=False, tools=False)
            count = len(self._holding.given)
            back = say("hand.face_down", self._lang, count=count)
            return {"label": label, "hand": {**hidden, "back": count, "label": back}}
        hand = self._holding.picture(self._lang, label=label, selectable=self._selectable)
        return {"label": label, "hand": hand}
