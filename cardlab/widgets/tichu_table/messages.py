"""What a page says to the tables of Tichu 1.on.1: the messages that `Piles`, `Race` and `PlayTichu` hear.

A wish here is the one made with the Mah Jong (U5.4), and nothing else.
Every message against the clock that means a card or a pile says how many moves the page had `seen`:
what was meant is judged by what lay there then.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from cardlab.widgets.hand import HandMessage
from cardlab.widgets.messages import GoTo, Message, Step, TooLong, Trouble
from cardlab.widgets.tichu_table.hands import Place, Rank


class Wish(Message, frozen=True):
    """The Mah Jong that waits over a pile lands with this wish."""

    do: Literal["wish"]
    rank: Rank


class NoMahJong(Message, frozen=True):
    """The Mah Jong that waits over a pile goes back to the hand."""

    do: Literal["back"]


# Two piles and a hand.


class PlayCard(Message, frozen=True):
    """The selected card is played on a pile."""

    do: Literal["play"]
    pile: Place


class TakeBack(Message, frozen=True):
    """The last card is taken back, or all of them."""

    do: Literal["undo", "again"]


PilesMessage: TypeAlias = PlayCard | TakeBack | Wish | NoMahJong | HandMessage


# Slow motion.


class Help(Message, frozen=True):
    """What both could do is shown, or no longer."""

    do: Literal["help"]


class PlayOn(Message, frozen=True):
    """A record is left, and the learner plays from here."""

    do: Literal["play_on"]


class ShowStep(Message, frozen=True):
    """The present step of the guide is done for the learner."""

    do: Literal["show_me"]


class StepsDone(Message, frozen=True):
    """So many steps of the guide were done here before; the page says so when it opens."""

    do: Literal["steps_done"]
    count: int


class PressPile(Message, frozen=True):
    """A pile is pressed, before a card or after."""

    do: Literal["pile"]
    pile: Place


class Press(Message, frozen=True):
    """A button: the moves besides playing a card, the opponent's step, a faster opponent, and beginning anew."""

    do: Literal["draw", "flip", "recycle", "step", "faster", "again", "another"]


GuideMessage: TypeAlias = ShowStep | StepsDone
SlowMessage: TypeAlias = Step | Help | PlayOn | GuideMessage | PressPile | Press | Wish | NoMahJong | HandMessage


# Against the clock: what the browser keeps.


class Recall(Message, frozen=True):
    """What the browser has kept, sent when the page opens, or `anew` when it was asked."""

    do: Literal["recall"]
    match: object
    anew: bool = False


class Keep(Message, frozen=True):
    """The page needs the whole match, another tab has kept its own, or it was chosen which one is kept."""

    do: Literal["whole", "elsewhere", "take_other", "keep_this"]


# Against the clock: the match.


class Choose(Message, frozen=True):
    """A choice before the match: a setting by its `name`, or a house rule by its `field`."""

    do: Literal["set"]
    value: str | int | bool
    name: str | None = None
    field: str | None = None


class Course(Message, frozen=True):
    """The match begins, goes on or ends."""

    do: Literal["start", "next", "go_on", "pause", "leave"]


class OfRound(Message, frozen=True):
    """The record of a round is saved, or the round is run once more."""

    do: Literal["save", "replay"]
    race: int


# Against the clock: the hands of a person.


class TakeCard(Message, frozen=True):
    """A card of the hand."""

    do: Literal["card"]
    seat: Place
    card: str
    seen: int


class PointAt(Message, frozen=True):
    """A pile."""

    do: Literal["pile"]
    seat: Place
    pile: Place
    seen: int


class WishNow(Message, frozen=True):
    """The Mah Jong that waits over a pile lands with this wish."""

    do: Literal["wish"]
    seat: Place
    rank: Rank


class DrawUp(Message, frozen=True):
    """The hand draws a card."""

    do: Literal["draw"]
    seat: Place


class PutBack(Message, frozen=True):
    """What is lifted goes back to the hand."""

    do: Literal["back"]
    seat: Place


HandsMessage: TypeAlias = TakeCard | PointAt | WishNow | DrawUp | PutBack


# Against the clock: a round run once more.


class Run(Message, frozen=True):
    """Its clock runs or stands still, or the results are looked at again."""

    do: Literal["run", "stop", "results"]


class Speed(Message, frozen=True):
    """Its clock goes slower or faster."""

    do: Literal["speed"]
    speed: int | float


# Against the clock: a race out of a record.


class OpenFile(Message, frozen=True):
    """A record is opened, to be looked at; `seat`: whose it is that opens it."""

    do: Literal["open"]
    text: str
    seat: Place | None = None


ReplayMessage: TypeAlias = Run | GoTo | Speed
FileMessage: TypeAlias = OpenFile | TooLong
TimedMessage: TypeAlias = (
    Recall | Trouble | Keep | Choose | Course | OfRound | HandsMessage | ReplayMessage | FileMessage
)
