"""A round with its past and its future: moves made, taken back and made again, the bots, and the steps of a guide.

Knows who moves which seat and when the others answer; knows no page and no language.
What is allowed is asked of `cardlab.tongits`, what a step wants of `cardlab.lessons.guide`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from cardlab.bots.tongits import BOTS
from cardlab.lessons.guide import Guide, Step
from cardlab.tongits import Move, Phase, State, View, play, view

__all__ = ["Moment", "Round"]


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
    - `guide`: steps to be done in order; until they are done no bot moves, and the guide's replies are played;
    - `seed`: what the bots' chance comes from: the same moves get the same answers.

    Raises ValueError for an unknown bot.
    """

    def __init__(
        self, start: State, *, seat: int = 0, others: str | None = "careful", guide: Guide | None = None, seed: int = 0
    ) -> None:
        if others is not None and others not in BOTS:
            raise ValueError(f"others is one of {', '.join(BOTS)} or None, not {others!r}")
        self.seat = seat
        self.others = others
        self.guide = guide
        self.seed = seed
        self.moments = [Moment(start)]
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
        return self.seat if self.others is not None else self.state.seat

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
    def news(self) -> tuple[int, ...]:
        """The places of the moments that came about by the learner's last action."""
        return tuple(range(self.since + 1, self.at + 1))

    def meets(self, move: Move) -> bool:
        """Whether a legal move is what the present step wants; without a step any is."""
        return self.step is None or self.step.meets(self.state, move)

    def play(self, move: Move) -> None:
        """Makes a move; the guide's replies or the bots answer. Raises IllegalMove if it is not allowed."""
        step, done = self.step, self.steps_done
        after = play(self.state, move)
        del self.moments[self.at + 1 :]
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
            del self.moments[self.at + 1 :]
            self._answer()

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

    def _go_to_own(self, places: Iterable[int]) -> bool:
        return any(self._own(self.moments[place].state) and self.go(place) for place in places)

    def _own(self, state: State) -> bool:
        return state.phase is Phase.OVER or self.others is None or state.seat == self.seat

    def _add(self, state: State, move: Move, step: int) -> None:
        self.moments.append(Moment(state, move, step))
        self.at += 1

    def _answer(self) -> None:
        """The bots move; what they draw on is the seed and the number of moves so far."""
        while self.others is not None and not self._own(self.state):
            chance = Random(f"{self.seed} {self.at}")
            move = BOTS[self.others](view(self.state, self.state.seat), chance)
            self._add(play(self.state, move), move, self.steps_done)
