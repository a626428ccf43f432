"""What a page says to a table of Tongits: to the learner's seat, to `Table`, and to `PlayTongits`.

The three unions are complete: what is in none of them is refused (`cardlab.widgets.messages`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardlab.widgets.hand import HandMessage

# To the seat.


@dataclass(frozen=True, slots=True)
class Press:
    """A move that needs no card of the hand."""

    do: Literal["draw", "take", "call", "challenge", "fold"]


@dataclass(frozen=True, slots=True)
class Lay:
    """The selected cards are laid as a meld, or as a secret four."""

    do: Literal["lay", "secret"]


@dataclass(frozen=True, slots=True)
class LayOff:
    """The selected cards go to a meld; `low`: its joker moves to the low end."""

    do: Literal["lay_off"]
    meld: int
    low: bool = False


@dataclass(frozen=True, slots=True)
class DiscardSelected:
    """The selected card is discarded."""

    do: Literal["discard"]


@dataclass(frozen=True, slots=True)
class Drop:
    """A card was pulled somewhere: to "discards", "melds", or the number of a meld."""

    do: Literal["drop"]
    card: str
    on: str


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the learner back, or on again."""

    do: Literal["undo", "redo"]


@dataclass(frozen=True, slots=True)
class Go:
    """To a moment of the round."""

    do: Literal["go"]
    to: int


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The others move, from the moment that is looked at."""

    do: Literal["play_on"]


@dataclass(frozen=True, slots=True)
class Ready:
    """The one whose turn it is has the screen now."""

    do: Literal["ready"]


SeatMessage: TypeAlias = Press | Lay | LayOff | DiscardSelected | Drop | Step | Go | PlayOn | Ready | HandMessage


# To `Table`.


@dataclass(frozen=True, slots=True)
class TableButton:
    """The present step is shown, the round or the steps begin again, or another deal begins."""

    do: Literal["show_me", "again", "steps_again", "deal"]


@dataclass(frozen=True, slots=True)
class TypeSeed:
    """The number of the next deal, as typed so far."""

    do: Literal["seed"]
    text: str


@dataclass(frozen=True, slots=True)
class SwitchOverlay:
    """Something is laid over the table, or no longer."""

    do: Literal["overlay"]
    name: str


TableMessage: TypeAlias = TableButton | TypeSeed | SwitchOverlay | SeatMessage


# To `PlayTongits`.

PlayDo: TypeAlias = Literal[
    "begin", "study", "setup", "back", "next_round", "too_long", "elsewhere", "take_other", "keep_this"
]


@dataclass(frozen=True, slots=True)
class PlayButton:
    """What is pressed on the page, or told by the browser, without more."""

    do: PlayDo


@dataclass(frozen=True, slots=True)
class BesideButton:
    """What is pressed beside the table: back from a record to the match, or what the coach is told."""

    do: Literal["leave", "coach", "anyway", "think_again", "stop"]


@dataclass(frozen=True, slots=True)
class SetField:
    """A field of the form, or of the coach."""

    do: Literal["set"]
    field: str
    value: str | bool


@dataclass(frozen=True, slots=True)
class Recall:
    """What the browser has kept, "" for nothing; `anew`: it was asked for, since another tab has kept something."""

    do: Literal["recall"]
    text: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """The browser keeps nothing, or nothing more."""

    do: Literal["trouble"]
    kind: Literal["full", "forbidden"]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """The text of a file that the learner has chosen."""

    do: Literal["open"]
    text: str


@dataclass(frozen=True, slots=True)
class Save:
    """A file is wished: this round, the whole match, or the older line of a number."""

    do: Literal["save"]
    what: Literal["round", "match", "line"]
    number: int = -1


@dataclass(frozen=True, slots=True)
class Numbered:
    """An earlier round to look at, or an older line to take up."""

    do: Literal["look", "line"]
    number: int


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Why a bot moved so in one of its turns."""

    do: Literal["why"]
    turn: int


@dataclass(frozen=True, slots=True)
class Review:
    """The round is to be reviewed for one seat."""

    do: Literal["review"]
    seat: Literal[0, 1, 2]


BesideMessage: TypeAlias = BesideButton | SetField | Numbered | AskWhy | Review | SeatMessage
"""What is said at the table, while there is one."""
PlayMessage: TypeAlias = PlayButton | Recall | Trouble | OpenFile | Save | BesideMessage
