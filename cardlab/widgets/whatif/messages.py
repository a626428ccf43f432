"""What a page says to the laboratory: the messages that `WhatIf` hears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

# Looking, and what is said about the position.

Value: TypeAlias = Literal["win", "payment", "deadwood"]
"""The value that options are compared by."""
VALUES: Final[tuple[Value, ...]] = get_args(Value)
SectionKey: TypeAlias = Literal["hand", "options", "draws", "unknown", "call", "presets"]
"""A section of what is said about a position."""
SeatNumber: TypeAlias = Literal[0, 1, 2]


@dataclass(frozen=True, slots=True)
class Look:
    """The page shows the laboratory; `position` is the one in its address, "" if there is none."""

    do: Literal["look"]
    position: str


@dataclass(frozen=True, slots=True)
class Copied:
    """The page has copied a text, or only selected it."""

    do: Literal["copied", "selected"]


@dataclass(frozen=True, slots=True)
class CompareBy:
    """The options are compared by this value."""

    do: Literal["by"]
    value: Value


@dataclass(frozen=True, slots=True)
class AskAnswers:
    """Moves of the others tell about their hands, or no longer; the samples end; another best way to lay out a hand."""

    do: Literal["infer", "stop", "next_best"]


@dataclass(frozen=True, slots=True)
class Unfold:
    """A section is opened or closed."""

    do: Literal["unfold"]
    part: SectionKey
    open: bool


# Where a position comes from.


@dataclass(frozen=True, slots=True)
class ChooseExample:
    """The example of this name."""

    do: Literal["example"]
    name: str


@dataclass(frozen=True, slots=True)
class DealSeed:
    """The deal of the seed that was typed."""

    do: Literal["deal"]
    text: str


@dataclass(frozen=True, slots=True)
class Paste:
    """A position in notation."""

    do: Literal["paste"]
    text: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """The text of a file: a record, or a position in notation."""

    do: Literal["record"]
    text: str


@dataclass(frozen=True, slots=True)
class TooLong:
    """The file that was chosen is no record: it is too long."""

    do: Literal["too_long"]


@dataclass(frozen=True, slots=True)
class GoTo:
    """The record is looked at after so many moves."""

    do: Literal["at"]
    number: int


# Building.


@dataclass(frozen=True, slots=True)
class ChoosePlace:
    """Where the next card goes: "hand", "pile", or "meld 0", "meld 1" and so on."""

    do: Literal["place"]
    to: str


@dataclass(frozen=True, slots=True)
class NewMeld:
    """The next cards make a new meld of this seat."""

    do: Literal["new_meld"]
    owner: SeatNumber


@dataclass(frozen=True, slots=True)
class Tap:
    """A card: it goes where the next card goes, or is taken away from there."""

    do: Literal["tap"]
    card: str


@dataclass(frozen=True, slots=True)
class EditorButton:
    """A change is taken back or made again; every card is taken away; what was settled follows from the cards again."""

    do: Literal["undo", "redo", "empty", "follow"]


@dataclass(frozen=True, slots=True)
class SetField:
    """A field of the form."""

    do: Literal["set"]
    field: str
    value: str | bool


ChangeMessage: TypeAlias = (
    ChooseExample | DealSeed | Paste | OpenFile | TooLong | GoTo | ChoosePlace | NewMeld | Tap | EditorButton | SetField
)
"""What makes another position."""
WhatIfMessage: TypeAlias = Look | Copied | CompareBy | AskAnswers | Unfold | ChangeMessage
