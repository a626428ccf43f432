"""What a page says to the laboratory: the messages that `WhatIf` hears."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from cardlab.widgets.messages import GoTo, Message, SetField, TooLong

# Looking, and what is said about the position.

Value: TypeAlias = Literal["win", "payment", "deadwood"]
"""The value that options are compared by."""
VALUES: Final[tuple[Value, ...]] = get_args(Value)
SectionKey: TypeAlias = Literal["hand", "options", "draws", "unknown", "call", "presets"]
"""A section of what is said about a position."""
SeatNumber: TypeAlias = Literal[0, 1, 2]


class Look(Message, frozen=True):
    """The page shows the laboratory; `position` is the one in its address, "" if there is none."""

    do: Literal["look"]
    position: str


class Copied(Message, frozen=True):
    """The page has copied a text, or only selected it."""

    do: Literal["copied", "selected"]


class CompareBy(Message, frozen=True):
    """The options are compared by this value."""

    do: Literal["by"]
    value: Value


class AskAnswers(Message, frozen=True):
    """The samples end; or another best way to lay out a hand is shown."""

    do: Literal["stop", "next_best"]


class Unfold(Message, frozen=True):
    """A section is opened or closed."""

    do: Literal["unfold"]
    part: SectionKey
    open: bool


# Where a position comes from.


class ChooseExample(Message, frozen=True):
    """The example of this name."""

    do: Literal["example"]
    name: str


class DealSeed(Message, frozen=True):
    """The deal of the seed that was typed."""

    do: Literal["deal"]
    text: str


class Paste(Message, frozen=True):
    """A position in notation."""

    do: Literal["paste"]
    text: str


class OpenFile(Message, frozen=True):
    """The text of a file: a record, or a position in notation."""

    do: Literal["record"]
    text: str


# Building.


class ChoosePlace(Message, frozen=True):
    """Where the next card goes: "hand", "pile", or "meld 0", "meld 1" and so on."""

    do: Literal["place"]
    to: str


class NewMeld(Message, frozen=True):
    """The next cards make a new meld of this seat."""

    do: Literal["new_meld"]
    owner: SeatNumber


class Tap(Message, frozen=True):
    """A card: it goes where the next card goes, or is taken away from there."""

    do: Literal["tap"]
    card: str


class EditorButton(Message, frozen=True):
    """A change is taken back or made again; every card is taken away; what was settled follows from the cards again."""

    do: Literal["undo", "redo", "empty", "follow"]


ChangeMessage: TypeAlias = (
    ChooseExample | DealSeed | Paste | OpenFile | TooLong | GoTo | ChoosePlace | NewMeld | Tap | EditorButton | SetField
)
"""What makes another position."""
WhatIfMessage: TypeAlias = Look | Copied | CompareBy | AskAnswers | Unfold | ChangeMessage
