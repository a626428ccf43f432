"""What a page says to a table of Tongits: to the learner's seat, to `Table`, and to `PlayTongits`.

What is in none of the unions is refused (`cardlab.widgets.messages`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cardlab.widgets.hand import HandMessage
from cardlab.widgets.tongits_table.overlays import Overlay

Seat: TypeAlias = Literal[0, 1, 2]
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2)

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
class ShowMe:
    """The present step of the guide is to be shown."""

    do: Literal["show_me"]


@dataclass(frozen=True, slots=True)
class BeginAgain:
    """The round begins again, or the steps of the guide."""

    do: Literal["again", "steps_again"]


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Another deal: the one typed, or the next."""

    do: Literal["deal"]


@dataclass(frozen=True, slots=True)
class TypeSeed:
    """The number of the next deal, as typed so far."""

    do: Literal["seed"]
    text: str


@dataclass(frozen=True, slots=True)
class SwitchOverlay:
    """Something is laid over the table, or no longer."""

    do: Literal["overlay"]
    name: Overlay


@dataclass(frozen=True, slots=True)
class GoOnGuided:
    """The moves with which a guided round was left, as the browser has kept them: one on each line."""

    do: Literal["go_on"]
    moves: str


TableMessage: TypeAlias = GoOnGuided | ShowMe | BeginAgain | NextDeal | TypeSeed | SwitchOverlay | SeatMessage


# To `PlayTongits`, of the form, the browser and files.


@dataclass(frozen=True, slots=True)
class BeginMatch:
    """The first deal, as the form says."""

    do: Literal["begin"]


@dataclass(frozen=True, slots=True)
class Study:
    """The chosen round of the shelf is to be looked at."""

    do: Literal["study"]


@dataclass(frozen=True, slots=True)
class ToForm:
    """The form is to be seen, while the match waits."""

    do: Literal["setup"]


@dataclass(frozen=True, slots=True)
class ToMatch:
    """Back from the form to the match."""

    do: Literal["back"]


@dataclass(frozen=True, slots=True)
class SetField:
    """A field of a form."""

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
    kind: Literal["full", "forbidden", "torn"]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another tab has kept a match of its own."""

    do: Literal["elsewhere"]


@dataclass(frozen=True, slots=True)
class TakeOther:
    """The match of the other tab is to go on here."""

    do: Literal["take_other"]


@dataclass(frozen=True, slots=True)
class KeepThis:
    """The match of this tab is to be kept."""

    do: Literal["keep_this"]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """The text of a file that somebody has chosen.

    `ended`: its last position is looked at first; `seat`: whose it is that opens it, whose moves are reviewed at once.
    """

    do: Literal["open"]
    text: str
    ended: bool = False
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TooLong:
    """The file that somebody has chosen is too long to be sent."""

    do: Literal["too_long"]


@dataclass(frozen=True, slots=True)
class Save:
    """A file is asked for: this round, the whole match, or the older line of a number."""

    do: Literal["save"]
    what: Literal["round", "match", "line"]
    number: int = -1


# To `PlayTongits`, beside the table.


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next deal of the match."""

    do: Literal["next_round"]


@dataclass(frozen=True, slots=True)
class Leave:
    """Back from a record to the match."""

    do: Literal["leave"]


@dataclass(frozen=True, slots=True)
class Look:
    """An earlier round is to be looked at."""

    do: Literal["look"]
    number: int


@dataclass(frozen=True, slots=True)
class TakeUp:
    """An older line is to go on."""

    do: Literal["line"]
    number: int


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Why did a bot move so in one of its turns?"""

    do: Literal["why"]
    turn: int


@dataclass(frozen=True, slots=True)
class SwitchCoach:
    """The coach is to speak, or no longer."""

    do: Literal["coach"]


@dataclass(frozen=True, slots=True)
class Anyway:
    """The move that the coach thinks about is to be made."""

    do: Literal["anyway"]


@dataclass(frozen=True, slots=True)
class ThinkAgain:
    """The move that the coach warns of is not to be made."""

    do: Literal["think_again"]


@dataclass(frozen=True, slots=True)
class Review:
    """The round is to be judged, and the decisions of one seat to be looked at."""

    do: Literal["review"]
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReviewMatch:
    """Every round of the match that is over is to be judged."""

    do: Literal["review_match"]


@dataclass(frozen=True, slots=True)
class StopReview:
    """What has been reviewed so far is enough."""

    do: Literal["stop"]


AwayMessage: TypeAlias = (
    BeginMatch
    | Study
    | ToForm
    | ToMatch
    | SetField
    | Recall
    | Trouble
    | Elsewhere
    | TakeOther
    | KeepThis
    | OpenFile
    | TooLong
    | Save
)
"""What is said of the form, by the browser, and of files."""
BesideMessage: TypeAlias = (
    NextRound | Leave | Look | TakeUp | AskWhy | SwitchCoach | Anyway | ThinkAgain | Review | ReviewMatch | StopReview
)
"""What is said beside the table, while there is one."""
PlayMessage: TypeAlias = AwayMessage | BesideMessage | SeatMessage
