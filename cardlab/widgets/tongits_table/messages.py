"""What a page says to a table of Tongits: to the learner's seat, to `Table`, and to `PlayTongits`.

What is in none of the unions is refused (`cardlab.widgets.messages`).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from cardlab.widgets.hand import HandMessage
from cardlab.widgets.messages import Message, SetField, Step, TooLong, Trouble
from cardlab.widgets.tongits_table.overlays import Overlay

Seat: TypeAlias = Literal[0, 1, 2]
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2)

# To the seat.


class Press(Message, frozen=True):
    """A move that needs no card of the hand."""

    do: Literal["draw", "take", "call", "challenge", "fold"]


class Lay(Message, frozen=True):
    """The selected cards are laid as a meld, or as a secret four."""

    do: Literal["lay", "secret"]


class LayOff(Message, frozen=True):
    """The selected cards go to a meld; `low`: its joker moves to the low end."""

    do: Literal["lay_off"]
    meld: int
    low: bool = False


class DiscardSelected(Message, frozen=True):
    """The selected card is discarded."""

    do: Literal["discard"]


class Drop(Message, frozen=True):
    """A card was pulled somewhere: to "discards", "melds", or the number of a meld."""

    do: Literal["drop"]
    card: str
    on: str


class Go(Message, frozen=True):
    """To a moment of the round."""

    do: Literal["go"]
    to: int


class PlayOn(Message, frozen=True):
    """The others move, from the moment that is looked at."""

    do: Literal["play_on"]


class Ready(Message, frozen=True):
    """The one whose turn it is has the screen now."""

    do: Literal["ready"]


SeatMessage: TypeAlias = Press | Lay | LayOff | DiscardSelected | Drop | Step | Go | PlayOn | Ready | HandMessage


# To `Table`.


class ShowMe(Message, frozen=True):
    """The present step of the guide is to be shown."""

    do: Literal["show_me"]


class BeginAgain(Message, frozen=True):
    """The round begins again, or the steps of the guide."""

    do: Literal["again", "steps_again"]


class NextDeal(Message, frozen=True):
    """Another deal: the one typed, or the next."""

    do: Literal["deal"]


class TypeSeed(Message, frozen=True):
    """The number of the next deal, as typed so far."""

    do: Literal["seed"]
    text: str


class SwitchOverlay(Message, frozen=True):
    """Something is laid over the table, or no longer."""

    do: Literal["overlay"]
    name: Overlay


class GoOnGuided(Message, frozen=True):
    """The moves with which a guided round was left, as the browser has kept them: one on each line."""

    do: Literal["go_on"]
    moves: str


TableMessage: TypeAlias = GoOnGuided | ShowMe | BeginAgain | NextDeal | TypeSeed | SwitchOverlay | SeatMessage


# To `PlayTongits`, of the form, the browser and files.


class FormButton(Message, frozen=True):
    """The first deal, as the form says; the chosen round of the shelf; the form while the match waits, and back."""

    do: Literal["begin", "study", "setup", "back"]


class Recall(Message, frozen=True):
    """What the browser has kept, "" for nothing; `anew`: it was asked for, since another tab has kept something."""

    do: Literal["recall"]
    text: str
    anew: bool = False


class Keep(Message, frozen=True):
    """Another tab has kept a match of its own, and somebody chooses which one goes on."""

    do: Literal["elsewhere", "take_other", "keep_this"]


class OpenFile(Message, frozen=True):
    """The text of a file that somebody has chosen.

    `ended`: its last position is looked at first; `seat`: whose it is that opens it, whose moves are reviewed at once.
    """

    do: Literal["open"]
    text: str
    ended: bool = False
    seat: Seat | None = None


class Save(Message, frozen=True):
    """A file is asked for: this round, the whole match, or the older line of a number."""

    do: Literal["save"]
    what: Literal["round", "match", "line"]
    number: int = -1


# To `PlayTongits`, beside the table.


class MatchButton(Message, frozen=True):
    """The next deal of the match; from a record back to it; every round of it that is over is judged, or no more."""

    do: Literal["next_round", "leave", "review_match", "stop"]


class Look(Message, frozen=True):
    """An earlier round is to be looked at."""

    do: Literal["look"]
    number: int


class TakeUp(Message, frozen=True):
    """An older line is to go on."""

    do: Literal["line"]
    number: int


class AskWhy(Message, frozen=True):
    """Why did a bot move so in one of its turns?"""

    do: Literal["why"]
    turn: int


class CoachButton(Message, frozen=True):
    """The coach is to speak, or no longer; the move that it thinks about is made all the same, or taken back."""

    do: Literal["coach", "anyway", "think_again"]


class Review(Message, frozen=True):
    """The round is to be judged, and the decisions of one seat to be looked at."""

    do: Literal["review"]
    seat: Seat


AwayMessage: TypeAlias = FormButton | SetField | Recall | Trouble | Keep | OpenFile | TooLong | Save
"""What is said of the form, by the browser, and of files."""
BesideMessage: TypeAlias = MatchButton | Look | TakeUp | AskWhy | CoachButton | Review
"""What is said beside the table, while there is one."""
PlayMessage: TypeAlias = AwayMessage | BesideMessage | SeatMessage
