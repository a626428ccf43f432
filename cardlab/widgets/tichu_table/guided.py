"""A guided race in slow motion: what its present step wants, and what the page says about it.

- `GuidedRound`: a `SlowRound` in which each action is a step of the guide, and the opponent replies as the guide says;
- `guide_picture`: the present goal, and how far it is.
"""

from __future__ import annotations

from typing import TypedDict

from cardlab.lessons.guided_race import RaceGuide, RaceStep
from cardlab.phrasing.catalogue import say
from cardlab.tichu import Move, Play, plays, view, why_not
from cardlab.widgets.base import ClauseText, clauses
from cardlab.widgets.tichu_table.slow_round import SlowRound


class GuidedRound(SlowRound):
    """The race of a guide: no bot moves in it. An action is a step with the replies to it.

    >>> from cardlab.lessons.guided_race import first_race
    >>> played = GuidedRound(first_race())
    >>> played.play(played.shown), played.done
    (None, 1)
    """

    def __init__(self, guide: RaceGuide) -> None:
        super().__init__(guide.state, opponent=None)
        self.guide = guide

    @property
    def done(self) -> int:
        """How many steps are done at the moment that is looked at."""
        return self.line.moment.note

    @property
    def present(self) -> RaceStep | None:
        """The present step, None after the last one."""
        return self.guide.steps[self.done] if self.done < len(self.guide.steps) else None

    @property
    def shown(self) -> Move:
        """A move that does the present step. Raises ValueError after the last one."""
        if self.present is None:
            raise ValueError("all steps are done")
        free = [self.present.shows, *plays(view(self.state, self.seat))] if self.present.free else [self.present.shows]
        return next(move for move in free if not why_not(self.state, move))

    def meets(self, move: Move) -> bool:
        """Whether a legal move is what the present step wants."""
        return self.present is not None and self.present.meets(move)

    def play(self, move: Move) -> None:
        """The learner's move, and what the opponent does then. Raises IllegalMove if it is not allowed."""
        step, action = self.present, self._next_action
        self._add(move, action)
        for reply in step.replies if step is not None else ():
            self._add(reply, action)

    def begin_after(self, count: int) -> None:
        """So many steps are done, or as many as there are, as the guide shows them."""
        self.again()
        while self.present is not None and self.done < count:
            self.play(self.shown)


class RaceGuidePicture(TypedDict):
    """The present goal of a guided race, and how far it is: `done` of `total` steps."""

    progress: str
    goal: str
    done: int
    total: int
    clauses: list[ClauseText]


def guide_picture(played: GuidedRound, lang: str) -> RaceGuidePicture:
    """What is to be done now, or after the last step what comes next."""
    step, total = played.present, len(played.guide.steps)
    if step is None:
        progress = say("table.guide_done", lang, count=total)
    else:
        progress = say("table.guide_step", lang, number=played.done + 1, count=total)
    return {
        "progress": progress,
        "goal": say(played.guide.closing if step is None else step.goal, lang),
        "done": played.done,
        "total": total,
        "clauses": [] if step is None else clauses(step.clauses, lang),
    }


def named_move(move: Move, lang: str) -> str:
    """What a move of the learner is called, where it is taken back."""
    if isinstance(move, Play):
        return say("tichu.do.play", lang, card=move.card, pile=move.pile + 1)
    return say("tichu.do.draw", lang)
