"""A position built card by card, with undo and redo.

Parts that were set explicitly ("stated") are kept, and the others are derived from the cards. The name of an example
is kept with its position, so undo restores that too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from cardlab.cards import DECK, JOKERS, Card
from cardlab.timeline import Timeline, value
from cardlab.tongits import Rules, why_meld
from cardlab.tongits.notation import Draft, DraftMeld, complete, stated_parts
from cardlab.widgets.forms import Value
from cardlab.widgets.scene import receives
from cardlab.widgets.whatif.fields import changes

SeatNumber: TypeAlias = Literal[0, 1, 2]
Built: TypeAlias = tuple[Mapping[str, object], str]
"""The stated parts of a position, and the example that it is, "" for none."""

Place: TypeAlias = Literal["hand", "pile"] | int
"""Where a tapped card goes: the hand, the discard pile, or the meld with this index."""

HAND: Final = "hand"
PILE: Final = "pile"
MOST_MELDS: Final = 18
LONGEST_PAST: Final = 200
FOLLOWING: Final = ("seat", "phase", "counts", "stock", "began", "takes", "last_drawer", "first")
"""The parts that follow from the cards unless stated."""


class Editor:
    """A position that is being built, and its earlier and undone states.

    - `draft`: the position; `example`: the example that it is, "" for none; `line`: their history;
    - `place`: where a tapped card goes.
    """

    def __init__(self, draft: Draft, example: str) -> None:
        built: Built = stated_parts(draft), example
        self.line = Timeline.begin(built, value, None)
        self.draft = draft
        self.place: Place = HAND

    @property
    def example(self) -> str:
        """The name of the example that the position is, or ""."""
        return self.line.state[1]

    @property
    def _stated(self) -> Mapping[str, object]:
        return self.line.state[0]

    @property
    def has_statements(self) -> bool:
        """Whether something is stated that would otherwise follow from the cards."""
        return any(part in self._stated for part in FOLLOWING)

    @property
    def meld(self) -> int | None:
        """The index of the meld that the next card goes to, or None."""
        return self.place if isinstance(self.place, int) else None

    def load(self, draft: Draft, example: str) -> None:
        """Replace the position."""
        self._change(stated_parts(draft), example)
        self.place = HAND

    @receives
    def undo(self) -> None:
        """Undo the last change."""
        self._become(self.line.undo())

    @receives
    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._become(self.line.redo())

    @receives
    def empty(self) -> None:
        """Remove every card, but keep the house rules."""
        self._change({"rules": self.draft.rules}, "")
        self.place = HAND

    @receives
    def follow(self) -> None:
        """Derive seats, phase and counts from the cards again."""
        self._change({part: value for part, value in self._stated.items() if part not in FOLLOWING}, self.example)

    def set_field(self, field: str, value: Value) -> None:
        """Set a field of the form (see `fields.changes`). Raises ValueError for an unknown field or value."""
        self._update(**changes(self.draft, self.meld, field, value))

    def places(self) -> tuple[Place, ...]:
        """Return every place where a card can be."""
        return (HAND, PILE, *range(len(self.draft.melds)))

    def place_of(self, card: Card) -> Place | None:
        """Return where a card is; None if it isn't placed."""
        if card in self.draft.hand:
            return HAND
        if card in self.draft.discards:
            return PILE
        return next((n for n, laid in enumerate(self.draft.melds) if card in laid.cards), None)

    def cards(self) -> tuple[Card, ...]:
        """Return every card of this game."""
        return (*DECK, *JOKERS[: self.draft.rules.jokers])

    def _change(self, statements: Mapping[str, object], example: str) -> None:
        """Add a position to the history."""
        # A changed position is no example any more.
        is_changed = example == self.example and dict(statements) != self._stated
        built: Built = dict(statements), "" if is_changed else example
        line = self.line if built == self.line.state else self.line.forgotten().play(built, None)
        self._become(line.shortened(LONGEST_PAST))

    def _become(self, line: Timeline[Built, Built, None]) -> None:
        if line is not self.line:
            self.line = line
            self.draft = complete(**self._stated)
        if self.place not in self.places():
            self.place = HAND

    def _update(self, **parts: object) -> None:
        self._change({**self._stated, **parts}, self.example)

    @receives
    def choose(self, place: Place) -> None:
        """Choose where the next card goes; the meld chosen before is removed if empty."""
        if place not in self.places():
            return
        left = self.meld
        self.place = place
        if left is not None and place != left and not self.draft.melds[left].size:
            melds = [laid for number, laid in enumerate(self.draft.melds) if number != left]
            ahead = self.meld
            self._update(melds=tuple(melds))
            if ahead is not None and ahead > left:
                self.place = ahead - 1

    @receives
    def new_meld(self, owner: SeatNumber) -> None:
        """Begin a new meld of this seat, if there are fewer than `MOST_MELDS`."""
        self.choose(HAND)
        if len(self.draft.melds) < MOST_MELDS:
            self._update(melds=(*self.draft.melds, DraftMeld(owner)))
            self.place = len(self.draft.melds) - 1

    @receives
    def tap(self, card: str) -> None:
        """Put a card where the next card goes; if it is there already, remove it."""
        tapped = next((one for one in self.cards() if one.code == card), None)
        if tapped is None:
            return
        before, draft = self.place_of(tapped), self.draft
        hand = tuple(other for other in draft.hand if other is not tapped)
        discards = tuple(other for other in draft.discards if other is not tapped)
        melds = [replace(one, cards=tuple(c for c in one.cards if c is not tapped)) for one in draft.melds]
        if before != self.place:
            if self.place == HAND:
                hand = (*hand, tapped)
            elif self.place == PILE:
                discards = (tapped, *discards)
            elif self.meld is not None:
                melds[self.meld] = _with(melds[self.meld], tapped, draft.rules)
        parts: dict[str, object] = {"hand": hand, "discards": discards, "melds": tuple(melds)}
        if draft.taken is tapped:
            parts["taken"] = None
        if "counts" in self._stated:
            parts["counts"] = draft.with_hand(hand).counts
        self._update(**parts)


def _with(laid: DraftMeld, card: Card, rules: Rules) -> DraftMeld:
    """Return the meld with one more card; a complete meld is put in order. [T10.3]"""
    cards = (*laid.cards, card)
    meld = why_meld(cards, rules)
    return replace(laid, cards=meld.cards if meld else cards)
