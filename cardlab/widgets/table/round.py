"""A round with its past and its future: moves made, taken back and made again, the bots, and the steps of a guide.

Knows who moves which seat and when the others answer; knows no page and no language.
What is allowed is asked of `cardlab.tongits`, what a step wants of `cardlab.lessons.guided_rounds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from cardlab.bots.tongits import BOTS, Bot
from cardlab.lessons.guided_rounds import Guide, Step
from cardlab.rounds import replies
from cardlab.tongits import Move, Phase, State, View, play, view

__all__ = ["SEATS", "Moment", "Round"]

SEATS = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the move that led to it, and how many steps of the guide were done by then."""

    state: State
    move: Move | None = None
    step: int = 0


class Round:
    """One round at a table; `at` is the moment that is looked at, and what comes after it can be made again.

    - `start`: the first position;
    - `seat`: the learner's seat;
    - `others`: the name of the bot that moves the other seats, or None if the learner moves every seat;
    - `bots`: the bots by seat, instead of `others`;
    - `guide`: steps to be done in order; until they are done no bot moves, and the guide's replies are played;
    - `seed`: what the bots' chance comes from: the same moves get the same answers;
    - `at_once`: whether the bots answer within `play`; if not, somebody hands to `reply` what `others_do` comes to.

    Whoever moves on from a moment in the past begins a new line; the old one is kept in `lines`.
    Raises ValueError for an unknown bot.
    """

    def __init__(
        self,
        start: State,
        *,
        seat: int = 0,
        others: str | None = "careful",
        bots: Mapping[int, Bot] | None = None,
        guide: Guide | None = None,
        seed: int = 0,
        at_once: bool = True,
    ) -> None:
        if others is not None and others not in BOTS:
            raise ValueError(f"others is one of {', '.join(BOTS)} or None, not {others!r}")
        if bots is None:
            bots = {} if others is None else {one: BOTS[others] for one in range(SEATS) if one != seat}
        self.seat = seat
        self.others = others
        self.bots = bots
        self.guide = guide
        self.seed = seed
        self.at_once = at_once
        self.moments = [Moment(start)]
        self.lines: list[tuple[Move, ...]] = []
        self.at = 0
        self.since = 0
        self.play_on()

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self.moments[self.at].state

    @property
    def actor(self) -> int:
        """The seat that the learner moves now."""
        return self.seat if self.bots else self.state.seat

    @property
    def seen(self) -> View:
        """What the learner's seat may see."""
        return view(self.state, self.actor)

    @property
    def steps_done(self) -> int:
        """How many steps of the guide are done."""
        return self.moments[self.at].step

    @property
    def step(self) -> Step | None:
        """The present step of the guide, None without a guide or after its last step."""
        steps = self.guide.steps if self.guide else ()
        return steps[self.steps_done] if self.steps_done < len(steps) else None

    @property
    def waiting(self) -> bool:
        """Whether the others have to move before the learner can."""
        return self.step is None and not self._own(self.state)

    @property
    def waits_at_its_end(self) -> bool:
        """Whether the others have to move, and what they do has not been played yet."""
        return self.waiting and self.at + 1 == len(self.moments)

    @property
    def news(self) -> tuple[int, ...]:
        """The places of the moments that came about by the learner's last action."""
        return tuple(range(self.since + 1, self.at + 1))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move of this line, those after `at` too."""
        return tuple(moment.move for moment in self.moments if moment.move is not None)

    def meets(self, move: Move) -> bool:
        """Whether a legal move is what the present step wants; without a step any is."""
        return self.step is None or self.step.meets(self.state, move)

    def play(self, move: Move) -> None:
        """Makes a move; the guide's replies or the bots answer. Raises IllegalMove if it is not allowed."""
        step, done = self.step, self.steps_done
        after = play(self.state, move)
        self._leave_line()
        self.since = self.at
        self._add(after, move, done + (step is not None))
        if step is None:
            self._answer()
        else:
            for reply in step.replies:
                self._add(play(self.state, reply), reply, done + 1)

    def play_on(self) -> None:
        """Lets the others move until it is the learner's turn."""
        self.since = self.at
        if self.waiting:
            self._leave_line()
            self._answer()

    def others_do(self) -> Callable[[], Iterator[Move]]:
        """What the bots do until it is the learner's turn, as a job for the background."""
        return partial(replies, self.state, dict(self.bots), self.seed, self.at)

    def reply(self, move: Move) -> None:
        """A bot makes its move. Raises IllegalMove if it is not allowed."""
        self._add(play(self.state, move), move, self.steps_done)

    def replay(self, moves: Iterable[Move]) -> None:
        """Makes these moves one after the other, whoever's they are, without an answer to any of them.

        Raises IllegalMove at the first that breaks a rule.
        """
        for move in moves:
            self.reply(move)
        self.since = self.at

    def take_up(self, line: int) -> bool:
        """Goes on with an older line instead of this one, which is kept; False if there is no such line."""
        if line not in range(len(self.lines)):
            return False
        moves = self.lines.pop(line)
        self.at = 0
        self._leave_line()
        self.replay(moves)
        return True

    def undo(self) -> bool:
        """Goes back to the last position before this one in which the learner had to move; False if there is none."""
        return self._go_to_own(reversed(range(self.at)))

    def redo(self) -> bool:
        """Goes forward to the next such position, or to the end of what was played."""
        last = len(self.moments) - 1
        return self._go_to_own(range(self.at + 1, last + 1)) or (self.at < last and self.go(last))

    def go(self, to: int) -> bool:
        """Goes to a moment; False if there is no such one."""
        if to not in range(len(self.moments)):
            return False
        self.at = self.since = to
        return True

    @property
    def may_undo(self) -> bool:
        """Whether there is a move of the learner to take back."""
        return any(self._own(moment.state) for moment in self.moments[: self.at])

    @property
    def may_redo(self) -> bool:
        """Whether there is a move to make again."""
        return self.at + 1 < len(self.moments)

    def _go_to_own(self, places: Iterable[int]) -> bool:
        return any(self._own(self.moments[place].state) and self.go(place) for place in places)

    def _own(self, state: State) -> bool:
        return state.phase is Phase.OVER or state.seat not in self.bots

    def _leave_line(self) -> None:
        """What comes after this moment is no longer made; as a line of its own it is kept."""
        if self.at + 1 < len(self.moments):
            self.lines.append(self.moves)
            del self.moments[self.at + 1 :]

    def _add(self, state: State, move: Move, step: int) -> None:
        self.moments.append(Moment(state, move, step))
        self.at += 1

    def _answer(self) -> None:
        if self.at_once:
            for move in replies(self.state, self.bots, self.seed, self.at):
                self.reply(move)
