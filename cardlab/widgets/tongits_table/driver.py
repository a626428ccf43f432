"""`Driver`: a round of Tongits, and who moves its seats.

Moves come from bots, a guide, people at one screen, other devices, or a record.
`cardlab.timeline` keeps the moments, `tongits` decides what is allowed, and a guide's step decides what completes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from cardlab.bot_rounds import replies
from cardlab.bots.tongits import Bot
from cardlab.lessons.guide import GuideStep
from cardlab.lessons.guided_rounds import Round
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as tell
from cardlab.refusal import NotationError
from cardlab.timeline import Moment, Timeline
from cardlab.tongits import Move, Phase, State, View, parse_move, play, view, why_not

Seat: TypeAlias = Literal[0, 1, 2]
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2)
TongitsMoment: TypeAlias = Moment[State, Move, int]
"""A moment of a round; its note is the number of guide steps done by then."""
Line: TypeAlias = Timeline[State, Move, int]


@dataclass(eq=False, repr=False)
class Driver:
    """One round at a table and who moves in it; `line` holds its moments.

    Args:
        start: the first position.
        words: the reader of its texts; `open_hands`: whether all hands are face up.
        seat: the learner's seat.
        bots: the bots at the other seats.
        remote: the seats that other devices move. Without these and bots the learner moves every seat.
        guide: steps to do in order; until they are done the guide's replies are played, not the bots' moves.
        seed: the seed of the bots' chance: the same moves get the same answers.
        at_once: whether the bots answer within `play`; if not, the caller passes the moves of `bot_moves` to `reply`.
        shared_screen: whether several people share the screen: a hand is covered until its player is ready.
        reads: whether a record is looked at, where each moment is announced with the move that led to it.
        looks_from: the seat from which a record is seen, None for the seat of the player to move.

    After a move from an earlier moment the play goes on from there; the moves after it are given up.
    `since` is the index of the moment before the learner's last action.
    """

    start: InitVar[State]
    words: Reader
    _: KW_ONLY
    open_hands: bool = False
    seat: int = 0
    bots: Mapping[int, Bot] = field(default_factory=dict)
    remote: InitVar[Iterable[int]] = ()
    guide: Round | None = None
    seed: int = 0
    at_once: bool = True
    shared_screen: bool = False
    reads: bool = False
    looks_from: int | None = None

    def __post_init__(self, start: State, remote: Iterable[int]) -> None:
        self.others = frozenset((*self.bots, *remote))
        self.line: Line = Timeline.begin(start, play, 0)
        self.since = 0
        self.play_on()

    # What can be seen

    @property
    def at(self) -> int:
        """The index of the current moment."""
        return self.line.at

    @property
    def state(self) -> State:
        """The current position."""
        return self.line.state

    @property
    def is_over(self) -> bool:
        """Whether the round has ended at the current moment."""
        return self.state.phase is Phase.OVER

    @property
    def actor(self) -> int:
        """The seat whose view the learner has, and for which the learner moves."""
        if self.others:
            return self.seat
        is_known = self.is_over or self.at < self.line.last
        return self.looks_from if self.looks_from is not None and is_known else self.state.seat

    @property
    def seen(self) -> View:
        """The view of the learner's seat."""
        return view(self.state, self.actor)

    @property
    def steps_done(self) -> int:
        """The number of guide steps done."""
        return self.line.moment.note

    @property
    def step(self) -> GuideStep[Move] | None:
        """The current step of the guide; None without a guide or after its last step."""
        steps = self.guide.steps if self.guide else ()
        return steps[self.steps_done] if self.steps_done < len(steps) else None

    @property
    def guided(self) -> tuple[Move, ...]:
        """The learner's moves that completed the guide's steps so far, in order."""
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
        """Return the seat that made the move to a moment; None for the first one."""
        move = self.line.moments[index].move
        return None if move is None else move.seat

    def look_back(self, seat: int) -> None:
        """Announce all moves since the last one of this seat."""
        self.since = next((index for index in range(self.at, 0, -1) if self.mover(index) == seat), 0)

    def describe(self, indexes: Iterable[int], *, open_hands: bool = False) -> list[str]:
        """Describe the moves that led to the moments at these indexes, turn by turn."""
        moments = self.line.moments
        moves = [(move, moments[index - 1].state) for index in indexes if (move := moments[index].move) is not None]
        return list(tell.describe_moves(self.words, moves, open_hands=open_hands or self.open_hands))

    def sentence(self, index: int) -> str:
        """Return the move to a moment as a sentence; "" for the first one."""
        return " ".join(self.describe((index,)))

    @property
    def may_undo(self) -> bool:
        """Whether there is a move of the learner to take back."""
        return any(self._own(moment) for moment in self.line.moments[: self.at])

    # What changes the round

    def play(self, move: Move) -> None:
        """Make a move and the replies to it. Raises IllegalMove if it is not allowed."""
        step, done, here = self.step, self.steps_done, self.at
        self.line = self.line.play(move, done + (step is not None))
        self.since = here
        if step is None:
            self._answer()
        else:
            self.line = self.line.replay(step.replies, done + 1)

    def resume_guide(self, moves: Iterable[str]) -> None:
        """Make these written moves, up to the first that doesn't complete a guide step."""
        for text in moves:
            try:
                move = parse_move(text)
            except NotationError:
                break
            step = self.step
            if step is None or move.seat != self.actor or why_not(self.seen, move) or not step.meets(move):
                break
            self.play(move)
        self.since = self.at

    def play_on(self) -> None:
        """Let the others move until it is the learner's turn."""
        self.since = self.at
        if self.waiting:
            self.line = self.line.forgotten()
            self._answer()

    def bot_moves(self) -> Callable[[], Iterator[Move]]:
        """Return a background job that yields the bots' moves before the learner's turn."""
        return partial(replies, self.state, dict(self.bots), self.seed, self.at)

    def reply(self, move: Move) -> None:
        """Make a bot's move. Raises IllegalMove if it is not allowed."""
        self.line = self.line.play(move, self.steps_done)

    def resume(self, line: Line) -> bool:
        """Continue with this timeline; return False if it is the current one."""
        other = line is not self.line
        if other:
            self.line, self.since = line, line.at
        return other

    def undo(self) -> bool:
        """Go back to the learner's last position; return False if there is none."""
        return self.resume(self.line.undo(self._own))

    def redo(self) -> bool:
        """Go forward to the learner's next position or the end; return False at the end."""
        return self.resume(self.line.redo(self._own))

    def go(self, to: int) -> bool:
        """Go to the moment with this index; return False if there is none."""
        if to not in range(len(self.line.moments)):
            return False
        self.line, self.since = self.line.seek(to), to
        return True

    def _own(self, moment: TongitsMoment) -> bool:
        return moment.state.phase is Phase.OVER or moment.state.seat not in self.others

    def _answer(self) -> None:
        if self.at_once:
            for move in self.bot_moves()():
                self.reply(move)
