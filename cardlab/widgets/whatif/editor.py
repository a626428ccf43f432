"""A position as somebody builds it card by card: what was said of it, what follows, the way back, what the page shows.

What it was built from (a text, an example or a record) is kept with every position, so the way back leads there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Literal, TypeAlias, TypedDict, TypeVar

from cardlab.analysis.position import from_record
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.phrasing.catalogue import card_label, say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.timeline import Timeline, value
from cardlab.tongits import Move, Phase, Rules, State, View, play, view, why_meld
from cardlab.tongits.notation import Draft, Lying, complete, said_of
from cardlab.widgets.forms import Field, Value, preset_field, rule_fields
from cardlab.widgets.scene import hears
from cardlab.widgets.whatif.fields import changes, count_fields, meld_fields, more_fields, player, turn_fields

# Building

SeatNumber: TypeAlias = Literal[0, 1, 2]
Origin = TypeVar("Origin")
"""What a position was built from: whatever the one who loads it says."""

_Built: TypeAlias = tuple[Mapping[str, object], Origin]
"""What was said of a position, and what it was built from."""

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
        built: _Built[Origin] = said_of(draft), origin
        self._line = Timeline.begin(built, value, None)
        self._draft = draft
        self.place: Place = HAND

    @property
    def draft(self) -> Draft:
        """The position now."""
        return self._draft

    @property
    def origin(self) -> Origin:
        """What the position was built from."""
        return self._line.state[1]

    @property
    def _said(self) -> Mapping[str, object]:
        """What was said of the position."""
        return self._line.state[0]

    @property
    def begun(self) -> bool:
        """Whether there is something to take back."""
        return self._line.at > 0

    @property
    def taken_back(self) -> bool:
        """Whether there is something to do again."""
        return self._line.at < self._line.last

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
        self._become(self._changed(said_of(draft), origin))
        self.place = HAND

    @hears
    def undo(self) -> None:
        """Takes the last change back."""
        self._become(self._line.undo())

    @hears
    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        self._become(self._line.redo())

    @hears
    def empty(self) -> None:
        """Takes every card away; the house rules stay."""
        self._change({"rules": self._draft.rules})
        self.place = HAND

    @hears
    def follow(self) -> None:
        """What was said of seats, phase and counts follows from the cards again."""
        self._change({part: value for part, value in self._said.items() if part not in FOLLOWING})

    def set_field(self, field: str, value: Value) -> bool:
        """Sets a field of the form; false if it cannot have this value."""
        parts = changes(self._draft, self.meld, field, value)
        self._say(**(parts or {}))
        return parts is not None

    def places(self) -> tuple[Place, ...]:
        """Every place where a card may lie."""
        return places_of(self._draft)

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

    def _change(self, said: Mapping[str, object]) -> None:
        """Becomes this position, and keeps the one before."""
        self._become(self._changed(said, self.origin))

    def _changed(self, said: Mapping[str, object], origin: Origin) -> Timeline[_Built[Origin], _Built[Origin], None]:
        """With this position after the present one, if it is another."""
        built: _Built[Origin] = dict(said), origin
        if built == self._line.state:
            return self._line
        return self._line.forgotten().play(built, None).shortened(LONGEST_PAST)

    def _become(self, line: Timeline[_Built[Origin], _Built[Origin], None]) -> None:
        if line is not self._line:
            self._line = line
            self._draft = complete(**self._said)
        if self.place not in self.places():
            self.place = HAND

    def _say(self, **parts: object) -> None:
        self._change({**self._said, **parts})

    @hears
    def choose(self, place: Place) -> None:
        """The next card goes there, if there is such a place; a meld that was begun and left empty is given up."""
        if place not in self.places():
            return
        left = self.meld
        self.place = place
        if left is not None and place != f"meld {left}" and not self._draft.melds[left].size:
            melds = [lying for number, lying in enumerate(self._draft.melds) if number != left]
            ahead = self.meld
            self._say(melds=tuple(melds))
            if ahead is not None and ahead > left:
                self.place = f"meld {ahead - 1}"

    @hears
    def new_meld(self, owner: SeatNumber) -> None:
        """The next cards make a new meld of this seat, unless there are as many as there can be."""
        self.choose(HAND)
        if len(self._draft.melds) < MOST_MELDS:
            self._say(melds=(*self._draft.melds, Lying(owner)))
            self.place = f"meld {len(self._draft.melds) - 1}"

    @hears
    def tap(self, card: str) -> None:
        """Puts a card where the next card goes; if it lies there already, takes it away."""
        tapped = next((one for one in self.cards() if one.code == card), None)
        if tapped is None:
            return
        before, draft = self.lies(tapped), self._draft
        hand = tuple(held for held in draft.hand if held is not tapped)
        discards = tuple(lying for lying in draft.discards if lying is not tapped)
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
        if "counts" in self._said:
            parts["counts"] = draft.with_hand(hand).counts
        self._say(**parts)


def _with(lying: Lying, card: Card, rules: Rules) -> Lying:
    """The meld with one more card at its end; as soon as the cards are a meld, they stand in its order (T10.3)."""
    cards = (*lying.cards, card)
    known = why_meld(cards, rules)
    return replace(lying, cards=known.cards if known else cards)


# What the page shows

SUITS: Final = "shcd"
"""Black and red in turn, as hands are sorted."""
JOKER: Final = "x"
MARKS: Final = {HAND: "●", PILE: "▼"}
"""What marks a card in the hand and on the discard pile; a card in a meld has the number of the meld."""


class PlacePicture(TypedDict):
    """A place where cards lie.

    - `key`: the place; `label`: how it is called where cards go next, `name` where they lie; `mark`: what marks them;
    - `chosen`: whether the next card goes there; `remark`: what else is to be said of it.
    """

    key: str
    label: str
    name: str
    mark: str
    count: str
    chosen: bool
    cards: list[str]
    remark: str


class MeldOwner(TypedDict):
    """A seat whose new meld can be begun."""

    seat: SeatNumber
    label: str


class DeckCell(TypedDict):
    """A card of the deck, and where it lies: by a mark, in words (`where`) and for its colour (`lies`)."""

    card: str
    text: str
    suit: str
    mark: str
    where: str
    lies: Literal["free", "hand", "pile", "meld"]


class DeckSuit(TypedDict):
    """The cards of a suit, or the jokers."""

    label: str
    cells: list[DeckCell]


class EditorPicture(TypedDict):
    """The position as such, the fields of its form, and whether something can be taken back, made again, or follow."""

    places: list[PlacePicture]
    owners: list[MeldOwner]
    deck: list[DeckSuit]
    meld_fields: list[Field]
    counts: list[Field]
    turn: list[Field]
    more: list[Field]
    rules: list[Field]
    follow: bool
    undo: bool
    redo: bool


def editor_picture(editor: Editor[Any], lang: str) -> EditorPicture:
    """Everything about the position as such."""
    draft = editor.draft
    seats: tuple[SeatNumber, ...] = (0, 1, 2)
    return {
        "places": [_place(editor, place, lang) for place in editor.places()],
        "owners": [
            {"seat": seat, "label": say("whatif.new_meld", lang, who=player(draft, seat, lang))}
            for seat in (*seats[draft.viewer :], *seats[: draft.viewer])
        ],
        "deck": _deck(editor, lang),
        "meld_fields": meld_fields(draft, editor.meld, lang),
        "counts": count_fields(draft, lang),
        "turn": turn_fields(draft, lang),
        "more": more_fields(draft, lang),
        "rules": [preset_field(draft.rules, lang), *rule_fields(draft.rules, lang)],
        "follow": editor.settled,
        "undo": editor.begun,
        "redo": editor.taken_back,
    }


def _mark(place: Place | None) -> str:
    if place is None:
        return ""
    return MARKS.get(place) or str(int(place.split()[1]) + 1)


def places_of(draft: Draft) -> tuple[Place, ...]:
    """Every place where a card may lie."""
    return (HAND, PILE, *(f"meld {number}" for number in range(len(draft.melds))))


def what_lies(draft: Draft, place: Place, lang: str) -> str:
    """What the cards in a place are called together."""
    return _named("lying", draft, place, lang)


def cards_at(draft: Draft, place: Place) -> tuple[Card, ...]:
    """The cards in a place, those of the hand by suit."""
    if place == HAND:
        return tuple(sorted(draft.hand, key=_by_suit))
    return draft.discards if place == PILE else draft.melds[int(place.split()[1])].cards


def _named(how: str, draft: Draft, place: Place, lang: str) -> str:
    """What a place is called: where a tap puts a card ("place"), what lies there ("lying"), where a card is ("in")."""
    if place in MARKS:
        return say(f"whatif.{how}.{place}", lang)
    number = int(place.split()[1])
    return say(f"whatif.{how}.meld", lang, number=number + 1, who=player(draft, draft.melds[number].owner, lang))


def _place(editor: Editor[Any], place: Place, lang: str) -> PlacePicture:
    draft = editor.draft
    lying = cards_at(draft, place)
    hidden = place not in (HAND, PILE) and draft.melds[int(place.split()[1])].secret
    count = len(lying) or (draft.melds[int(place.split()[1])].size if hidden else 0)
    return {
        "key": place,
        "label": _named("place", draft, place, lang),
        "name": what_lies(draft, place, lang),
        "mark": _mark(place),
        "count": say("hand.cards", lang, count=count),
        "chosen": editor.place == place,
        "cards": [card.code for card in lying],
        "remark": say("whatif.lies_face_down", lang) if hidden else "",
    }


def _deck(editor: Editor[Any], lang: str) -> list[DeckSuit]:
    """The deck suit by suit, the jokers last; where each card lies, by a mark, a class and in words."""
    rows = [(say(f"suit.{suit}", lang), suit, [Card(rank + suit) for rank in RANKS]) for suit in SUITS]
    jokers = [card for card in editor.cards() if card.is_joker]
    if jokers:
        rows.append((say("whatif.jokers", lang), JOKER, jokers))
    return [{"label": label, "cells": [_cell(editor, card, suit, lang) for card in held]} for label, suit, held in rows]


def _cell(editor: Editor[Any], card: Card, suit: str, lang: str) -> DeckCell:
    place = editor.lies(card)
    where = say("whatif.not_placed", lang) if place is None else _named("in", editor.draft, place, lang)
    text = card_label(card, lang) if card.rank else f"★{card.code[1:]}"
    lies: Literal["free", "hand", "pile", "meld"] = "meld"
    if place is None:
        lies = "free"
    elif place in (HAND, PILE):
        lies = "hand" if place == HAND else "pile"
    return {
        "card": card.code,
        "text": text,
        "suit": suit,
        "mark": _mark(place),
        "where": where,
        "lies": lies,
    }


def _by_suit(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit) if card.suit else len(SUITS), card.number


# Positions of a record


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record and the place in it, as `seat` saw it; `line` ends where nothing can be asked any more."""

    record: Record
    line: Timeline[State, Move, None]
    seat: int

    @property
    def at(self) -> int:
        """After how many moves it is looked at."""
        return self.line.at

    @property
    def last(self) -> int:
        """After how many moves it can be looked at."""
        return self.line.last

    @property
    def draft(self) -> Draft:
        """The position there."""
        return from_record(self.record, self.at, self.seat)

    def to(self, *, at: int | None = None, seat: int | None = None) -> OpenRecord:
        """Another move or another seat; a number beyond the ends leads to the end."""
        line = self.line if at is None else self.line.go(max(0, min(self.last, at)))
        return replace(self, line=line, seat=self.seat if seat is None else seat)

    @property
    def move(self) -> tuple[Move, View] | None:
        """The move that led here and what its player saw before it; None at the beginning."""
        made = self.line.moment.move
        return None if made is None else (made, view(self.line.undo().state, made.seat))

    @property
    def text(self) -> str:
        """The record up to here, as a file."""
        return self.record.fork(self.at).text()


def opened(text: str) -> OpenRecord:
    """The record in a text, at its first move, from the seat that makes it.

    Moves after the last one at which something can still be asked, the end of the round, are left out.
    Raises NotationError if it is no record of Tongits or breaks a rule.
    """
    record = Record.parse(text)
    from_record(record, len(record.moves), 0)  # raises where a move breaks a rule
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    dealt: Timeline[State, Move, None] = Timeline.begin(record.start, play, None)
    line = dealt.replay((one for one in record.moves if isinstance(one, Move)), None)
    if line.state.phase is Phase.OVER:
        line = line.undo(lambda moment: moment.state.phase is not Phase.OVER)
    return OpenRecord(record, line.forgotten().go(0), record.start.seat)


# Examples

EXAMPLES: Final[Mapping[str, str]] = {
    "opening": "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h",
    "middle": "hand 3c 7c 8c Ad 3d 4d Ah 7h 8h 2s 9s Ts; meld 2 5c 5d 5s; discard 8s 9h Jc Qh Qc Tc",
    "call": (
        "hand 2c 4c Ad Ah 4h 6s; cards 6 4 5; meld 1 9d Td Jd Qd; meld 2 8c 8d 8h 8s; meld 2 Kc Kd Kh Ks; "
        "meld 0 9c 9h 9s; meld 0 5c 5d 5h; meld 1 2d 2h 2s; discard 7d Qs Ts Qh Th Jh"
    ),
    "answer": (
        "hand 4c 7h 2s 4s; cards 4 5 3; meld 1 Qc Qd Qh; meld 1 8c 8d 8s; meld 2 Tc Td Ts; meld 0 3c 3d 3h 3s; "
        "meld 2 9c 9d 9h 9s; meld 2 Ac Ad Ah As; meld 0 6c 6d 6s; discard 7s Kh 5s 5d Kd 7c Jc Js Ks Jh Kc 8h Th; "
        "sapaw 2; call 1; challenge 2"
    ),
}
"""An opening of 13 cards; the middle of a round; a draw call that could be made; one that has to be answered."""
