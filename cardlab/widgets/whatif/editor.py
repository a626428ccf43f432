"""A position as somebody builds it card by card: what was said of it, what follows from that, and the way back.

With every position goes what it was built from, so that the way back leads there too.
Knows what may be changed and how; what is impossible about a position is told by `cardlab.analysis.position`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import Rules, why_meld
from cardlab.tongits.notation import Draft, Lying, complete, said_of
from cardlab.widgets.whatif.fields import changes

__all__ = ["HAND", "PILE", "Editor", "Place"]

Origin = TypeVar("Origin")
"""What a position was built from: whatever the one who loads it says."""

Place: TypeAlias = str
"""Where a tapped card goes: "hand", "pile", or "meld 0", "meld 1" and so on."""

HAND: Final[Place] = "hand"
PILE: Final[Place] = "pile"
MOST_MELDS: Final = 18
LONGEST_PAST: Final = 200
FOLLOWING: Final = ("seat", "phase", "counts", "stock", "began", "takes", "last_drawer", "first")
"""The parts that are worked out as long as nobody says otherwise."""


class Editor(Generic[Origin]):
    """A position under way, where the next card goes, and every position before it, to go back to.

    - `draft`: the position now; `origin`: what it was built from;
    - `place`: where a tapped card goes.
    """

    def __init__(self, draft: Draft, origin: Origin) -> None:
        self._said = said_of(draft)
        self._draft = draft
        self.origin = origin
        self._past: list[tuple[Mapping[str, Any], Origin]] = []
        self._future: list[tuple[Mapping[str, Any], Origin]] = []
        self.place: Place = HAND

    @property
    def draft(self) -> Draft:
        """The position now."""
        return self._draft

    @property
    def begun(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._past)

    @property
    def taken_back(self) -> bool:
        """Whether there is something to do again."""
        return bool(self._future)

    @property
    def settled(self) -> bool:
        """Whether something is said that would otherwise follow."""
        return any(part in self._said for part in FOLLOWING)

    @property
    def meld(self) -> int | None:
        """The meld that the next card goes to, if it is one."""
        kind, _, number = self.place.partition(" ")
        return int(number) if kind == "meld" else None

    def load(self, draft: Draft, origin: Origin) -> None:
        """Another position takes the place of this one."""
        self._change(said_of(draft))
        self.origin = origin
        self.place = HAND

    def undo(self) -> None:
        """Takes the last change back."""
        self._step(self._past, self._future)

    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        self._step(self._future, self._past)

    def hear(self, wish: object) -> bool:
        """Does what the page asks, if it is something one can do to a position; anything else is passed over.

        False if a field was to be set to what it cannot be.
        """
        match wish:
            case {"do": "place", "to": str(place)} if place in self.places():
                self._go_to(place)
            case {"do": "new_meld", "owner": 0 | 1 | 2 as owner} if type(owner) is int:
                self._new_meld(int(owner))
            case {"do": "tap", "card": str(code)}:
                self._tap(code)
            case {"do": "undo"}:
                self.undo()
            case {"do": "redo"}:
                self.redo()
            case {"do": "empty"}:
                self._change({"rules": self._draft.rules})
                self.place = HAND
            case {"do": "follow"}:
                self._change({part: value for part, value in self._said.items() if part not in FOLLOWING})
            case {"do": "set", "field": str(field), "value": str() | bool() as value}:
                parts = changes(self._draft, self.meld, field, value)
                self._say(**(parts or {}))
                return parts is not None
        return True

    def places(self) -> tuple[Place, ...]:
        """Every place where a card may lie."""
        return (HAND, PILE, *(f"meld {number}" for number in range(len(self._draft.melds))))

    def lies(self, card: Card) -> Place | None:
        """Where a card lies, None if it has not been placed."""
        if card in self._draft.hand:
            return HAND
        if card in self._draft.discards:
            return PILE
        return next((f"meld {n}" for n, lying in enumerate(self._draft.melds) if card in lying.cards), None)

    def cards(self) -> tuple[Card, ...]:
        """Every card of this game."""
        return (*DECK, *JOKERS[: self._draft.rules.jokers])

    def _change(self, said: Mapping[str, Any]) -> None:
        """Becomes this position, and keeps the one before."""
        if dict(said) == dict(self._said):
            return
        self._past = [*self._past, (self._said, self.origin)][-LONGEST_PAST:]
        self._future = []
        self._become(said)

    def _step(
        self, back: list[tuple[Mapping[str, Any], Origin]], forth: list[tuple[Mapping[str, Any], Origin]]
    ) -> None:
        """To the last position of one way, from where the other one leads back."""
        if back:
            forth.append((self._said, self.origin))
            said, self.origin = back.pop()
            self._become(said)

    def _become(self, said: Mapping[str, Any]) -> None:
        self._said = dict(said)
        self._draft = complete(**self._said)
        if self.place not in self.places():
            self.place = HAND

    def _say(self, **parts: Any) -> None:
        self._change({**self._said, **parts})

    def _go_to(self, place: Place) -> None:
        """The next card goes there; a meld that was begun and left empty is given up."""
        left = self.meld
        self.place = place
        if left is not None and place != f"meld {left}" and not self._draft.melds[left].size:
            melds = [lying for number, lying in enumerate(self._draft.melds) if number != left]
            ahead = self.meld
            self._say(melds=tuple(melds))
            if ahead is not None and ahead > left:
                self.place = f"meld {ahead - 1}"

    def _new_meld(self, owner: int) -> None:
        self._go_to(HAND)
        if len(self._draft.melds) < MOST_MELDS:
            self._say(melds=(*self._draft.melds, Lying(owner)))
            self.place = f"meld {len(self._draft.melds) - 1}"

    def _tap(self, code: str) -> None:
        """A card: it goes where the next card goes; if it lies there already, it is taken away."""
        card = next((one for one in self.cards() if one.code == code), None)
        if card is None:
            return
        before, draft = self.lies(card), self._draft
        hand = tuple(held for held in draft.hand if held is not card)
        discards = tuple(lying for lying in draft.discards if lying is not card)
        melds = [replace(one, cards=tuple(c for c in one.cards if c is not card)) for one in draft.melds]
        if before != self.place:
            if self.place == HAND:
                hand = (*hand, card)
            elif self.place == PILE:
                discards = (card, *discards)
            elif self.meld is not None:
                melds[self.meld] = _with(melds[self.meld], card, draft.rules)
        parts: dict[str, Any] = {"hand": hand, "discards": discards, "melds": tuple(melds)}
        if draft.taken is card:
            parts["taken"] = None
        if "counts" in self._said:
            parts["counts"] = draft.with_hand(hand).counts
        self._say(**parts)


def _with(lying: Lying, card: Card, rules: Rules) -> Lying:
    """The meld with one more card at its end; as soon as the cards are a meld, they stand in its order (T10.3)."""
    cards = (*lying.cards, card)
    known = why_meld(cards, rules)
    return replace(lying, cards=known.cards if known else cards)
