"""A round of Tichu 1.on.1 in slow motion: moves, answers to them, undo and redo."""

from __future__ import annotations

from random import Random

from cardlab.bots.tichu import BOTS
from cardlab.cards import SPECIALS
from cardlab.lessons.guide import Guide, GuideStep
from cardlab.lessons.tables_tichu import OPPONENT, YOU
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, State, legal_moves, plays, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.timeline import Timeline
from cardlab.widgets.tichu_table.timed_match import TimedRound


class SlowRound:
    """One round without a clock, in which the learner is seat 0.

    Args:
        start: the first position, or a guide, whose steps are done one after the other.
        opponent: the name of the bot at the other seat, None if nobody moves there. A guide has no bot.

    An action is what one press of a button does: the learner's move with the opponent's step, or with the replies of
    the guide. The note of a moment is the number of its action, 0 for the first position. The bot always answers the
    same actions in the same way. Raises ValueError for an unknown bot.

    >>> from cardlab.lessons.guided_race import first_race
    >>> slow = SlowRound(first_race())
    >>> slow.play(slow.shown), slow.done
    (None, 1)
    """

    def __init__(self, start: State | Guide[State, Move], opponent: str | None = "careful") -> None:
        if opponent is not None and opponent not in BOTS:
            raise ValueError(f"opponent is one of {', '.join(BOTS)} or None, not {opponent!r}")
        self.guide = start if isinstance(start, Guide) else None
        self.opponent = None if self.guide else opponent
        self.played = TimedRound(0, start=start.state if isinstance(start, Guide) else start)

    @property
    def line(self) -> Timeline[State, Move, int]:
        """The moments of the round, and the current one; later ones can be redone."""
        return self.played.line

    @property
    def state(self) -> State:
        """The current position."""
        return self.line.state

    @property
    def done(self) -> int:
        """The number of actions so far; in a guided race the number of steps done."""
        return self.line.moment.note

    @property
    def news(self) -> tuple[int, ...]:
        """The indexes of the moments of the last action, up to the current one."""
        return tuple(at for at in range(1, self.line.at + 1) if self.line.moments[at].note == self.done)

    @property
    def present(self) -> GuideStep[Move] | None:
        """The current step of the guide; None without a guide or after its last step."""
        return self.guide.steps[self.done] if self.guide and self.done < len(self.guide.steps) else None

    @property
    def shown(self) -> Move:
        """A legal move that completes the current step. Raises ValueError after the last."""
        if self.present is None:
            raise ValueError("all steps are done")
        free = [self.present.shows, *plays(view(self.state, YOU))] if self.present.free else [self.present.shows]
        return next(move for move in free if not why_not(self.state, move))

    def play(self, move: Move) -> None:
        """Make the learner's legal move, and the answer to it."""
        step, action = self.present, self.done + 1
        self.played.make(move, action)
        for reply in step.replies if step else ():
            self.played.make(reply, action)
        if isinstance(move, Play | Draw):
            self._answer(action)

    def rival(self, pile: int) -> Play | None:
        """Return the opponent's play on this pile, or None; special cards only if needed.

        It is never the Dog, which stops both players.
        """
        moves = plays(view(self.state, OPPONENT))
        rivals = [rival for rival in moves if rival.pile == pile and rival.card is not DOG]
        return min(rivals, key=lambda rival: rival.card in SPECIALS, default=None)

    def outrun(self, rival: Play, move: Play) -> tuple[Refusal, ...]:
        """Make the opponent's play first, then the learner's move. [U2.4]

        Returns the refusals of the learner's move, empty if it was made.
        """
        action = self.done + 1
        self.played.make(rival, action)
        return self.played.make(move, action)

    def step(self) -> bool:
        """Have the opponent play or draw once; return whether it has."""
        before = self.line
        self._answer(self.done + 1)
        return self.line is not before

    def go(self, action: int) -> None:
        """Go to the end of this action, if there is one; 0 is the first position."""
        ends = [at for at, moment in enumerate(self.line.moments) if moment.note == action]
        if ends:
            self.played.line = self.line.seek(ends[-1])

    def again(self) -> None:
        """Go back to the first position, and delete all moves."""
        self.played.line = self.line.seek(0).forgotten()

    def begin_after(self, count: int) -> None:
        """Do the first `count` steps as the guide shows them."""
        self.again()
        while self.present is not None and self.done < count:
            self.play(self.shown)

    def _answer(self, action: int) -> None:
        """Make the bot's move, but only if it is a play or a draw."""
        if self.opponent is not None and legal_moves(self.state, OPPONENT):
            move = BOTS[self.opponent](view(self.state, OPPONENT), Random(self.line.at))
            if isinstance(move, Play | Draw):
                self.played.make(move, action)
