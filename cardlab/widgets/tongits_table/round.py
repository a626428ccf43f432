"""A round of Tongits with its past and future, the bots, the steps of a guide, and its reader.

`cardlab.timeline` keeps the moments, `tongits` decides what is allowed, a guide's step what it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from cardlab.bot_rounds import replies
from cardlab.bots.tongits import Bot
from cardlab.cards import Card
from cardlab.lessons.guided_rounds import Guide, GuideStep
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as tell
from cardlab.refusal import NotationError
from cardlab.timeline import Moment, Timeline
from cardlab.tongits import Move, Phase, State, View, parse_move, play, view, why_not

Seat: TypeAlias = Literal[0, 1, 2]
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2)
TongitsMoment: TypeAlias = Moment[State, Move, int]
"""A moment of a round; its note is how many steps of the guide were done by then."""
NO_BOTS: Final[Mapping[int, Bot]] = MappingProxyType({})


class TongitsRound:
    """One round at a table; `line` holds its moments and the present one.

    Args:
        start: the first position.
        seat: the learner's seat.
        bots: the bots at the other seats; without any the learner moves every seat.
        guide: steps to do in order; until they are done the guide's replies are played, not the bots.
        seed: the seed of the bots' chance: the same moves get the same answers.
        at_once: whether the bots answer within `play`; if not, the caller passes the moves of `others_do` to `reply`.
        looks_from: the seat from which a round is seen whose moves are known; None: from that of whoever moves.

    A move from a past moment begins a new line; the old one is kept in `line.lines`.
    """

    def __init__(
        self,
        start: State,
        *,
        seat: int = 0,
        bots: Mapping[int, Bot] = NO_BOTS,
        guide: Guide | None = None,
        seed: int = 0,
        at_once: bool = True,
        looks_from: int | None = None,
    ) -> None:
        self.seat = seat
        self.bots = bots
        self.guide = guide
        self.seed = seed
        self.at_once = at_once
        self.looks_from = looks_from
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)
        self.since = 0
        self.play_on()

    # What there is to see.

    @property
    def at(self) -> int:
        """The index of the present moment."""
        return self.line.at

    @property
    def state(self) -> State:
        """The present position."""
        return self.line.state

    @property
    def is_over(self) -> bool:
        """Whether the round has ended at the present moment."""
        return self.state.phase is Phase.OVER

    @property
    def actor(self) -> int:
        """The seat from which the learner sees the moment, and which they move now if it is its turn."""
        if self.bots:
            return self.seat
        is_known = self.is_over or self.at < self.line.last
        return self.looks_from if self.looks_from is not None and is_known else self.state.seat

    @property
    def seen(self) -> View:
        """The view of the learner's seat."""
        return view(self.state, self.actor)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the learner's seat."""
        return self.state.hands[self.actor]

    @property
    def steps_done(self) -> int:
        """The number of guide steps done."""
        return self.line.moment.note

    @property
    def step(self) -> GuideStep | None:
        """The present step of the guide, None without a guide or after its last step."""
        steps = self.guide.steps if self.guide else ()
        return steps[self.steps_done] if self.steps_done < len(steps) else None

    @property
    def guided(self) -> tuple[Move, ...]:
        """The learner's moves that did the steps of the guide so far, in order."""
        line = self.line.moments[: self.at + 1]
        return tuple(now.move for before, now in pairwise(line) if now.note > before.note and now.move is not None)

    @property
    def waiting(self) -> bool:
        """Whether the others have to move before the learner can."""
        return self.step is None and not self._own(self.line.moment)

    @property
    def news(self) -> tuple[int, ...]:
        """The indexes of the moments since the learner's last action."""
        return tuple(range(self.since + 1, self.at + 1))

    def mover(self, index: int) -> int | None:
        """The seat that made the move to a moment; None for the first one."""
        move = self.line.moments[index].move
        return None if move is None else move.seat

    def meets(self, move: Move) -> bool:
        """Whether a legal move does the present step; without a step any does."""
        return self.step is None or self.step.meets(move)

    @property
    def may_undo(self) -> bool:
        """Whether there is a move of the learner to take back."""
        return any(self._own(moment) for moment in self.line.moments[: self.at])

    # What happens.

    def play(self, move: Move) -> None:
        """Make a move, and the replies of guide or bots. Raises IllegalMove if it is not allowed."""
        step, done, here = self.step, self.steps_done, self.at
        self.line = self.line.play(move, done + (step is not None))
        self.since = here
        if step is None:
            self._answer()
        else:
            self.line = self.line.replay(step.replies, done + 1)

    def go_on_guided(self, moves: Iterable[str]) -> None:
        """Do guide steps by these written moves, while each does its step."""
        for text in moves:
            try:
                move = parse_move(text)
            except NotationError:
                break
            if self.step is None or move.seat != self.actor or why_not(self.seen, move) or not self.meets(move):
                break
            self.play(move)
        self.since = self.at

    def play_on(self) -> None:
        """Let the others move until it is the learner's turn."""
        self.since = self.at
        if self.waiting:
            self.line = self.line.left()
            self._answer()

    def others_do(self) -> Callable[[], Iterator[Move]]:
        """The bots' moves until it is the learner's turn, as a background job."""
        return partial(replies, self.state, dict(self.bots), self.seed, self.at)

    def reply(self, move: Move) -> None:
        """Make a bot's move. Raises IllegalMove if it is not allowed."""
        self.line = self.line.play(move, self.steps_done)

    def resume(self, line: Timeline[State, Move, int]) -> bool:
        """Go to this line at its present moment; False if nothing changes."""
        other = line is not self.line
        if other:
            self.line, self.since = line, line.at
        return other

    def undo(self) -> bool:
        """Go back to the learner's last position before this one; False if there is none."""
        return self.resume(self.line.undo(self._own))

    def redo(self) -> bool:
        """Go forward to the learner's next position, or to the end; False at the end."""
        return self.resume(self.line.redo(self._own))

    def go(self, to: int) -> bool:
        """Go to a moment; False if there is no such one."""
        if to not in range(len(self.line.moments)):
            return False
        self.line, self.since = self.line.seek(to), to
        return True

    def back_to_the_end(self) -> bool:
        """Go to the last moment; False if it is the present one."""
        return self.at != self.line.last and self.go(self.line.last)

    def _own(self, moment: TongitsMoment) -> bool:
        return moment.state.phase is Phase.OVER or moment.state.seat not in self.bots

    def _answer(self) -> None:
        if self.at_once:
            for move in self.others_do()():
                self.reply(move)


@dataclass(frozen=True, slots=True)
class Words(Reader):
    """The reader at a table; `open_hands`: whether all hands lie open there."""

    open_hands: bool = False

    def describe(self, moments: Sequence[TongitsMoment], indexes: Iterable[int]) -> list[str]:
        """The moves to these moments, a sentence for consecutive moves of one player."""
        moves = [(moments[index].move, moments[index - 1].state) for index in indexes]
        moves_made = [(move, before) for move, before in moves if move is not None]
        return list(tell.describe_moves(self, moves_made, open_hands=self.open_hands))


def words_at(
    lang: str,
    you: int | None,
    *,
    open_hands: bool = False,
    called: tuple[str, str, str] = tell.PLACES,
    people: tuple[str, ...] = (),
) -> Words:
    """The reader at the seat `you`, None for one who moves every seat.

    `called`: the names of the players; `people`: those that they gave themselves.
    """
    return Words(lang, you, tell.at_table(lang, you, called).names, people=people, open_hands=open_hands)
