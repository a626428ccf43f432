"""The coach at the table: marks what can be laid, warns before a dear move, and reviews a round move by move.

Knows when the coach speaks and what is shown of it; what a move costs is asked of `cardlab.analysis.coach`.
It thinks in the background and never keeps anybody from moving; it sees what the one sees whom it helps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cardlab.analysis.coach import Cost, ReviewedMove, layable
from cardlab.analysis.jobs import judged, reviewed
from cardlab.locale import decimal, percent
from cardlab.record import Record
from cardlab.tongits import LayMeld, Move, Phase, Sapaw, View, legal_moves
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.ground import is_whole
from cardlab.widgets.play_tongits.review import SURE, may_review, review_picture, reviews
from cardlab.widgets.table.seat import Seated
from cardlab.widgets.table.words import Words

__all__ = ["LIMITS", "Coach"]

LIMITS: Final = (2, 5, 10, 20)
"""From which loss on the coach warns, in points of a hundred of the chance to win."""
MOST_MARKS: Final = 6


class Coach:
    """One coach for one learner.

    - `change`: does what the coach has come to, and shows it;
    - `make`: makes a move that the coach has nothing to say against.
    """

    def __init__(self, change: Callable[[Callable[[], None]], None], make: Callable[[Move], None]) -> None:
        self.on = False
        self.limit = 10
        self._make = make
        self._seen: View | None = None
        self._move: Move | None = None
        self._warning: Cost | None = None
        self._thinking = Background[Cost](
            lambda found: change(lambda: self._judge(found)), lambda: change(self._gave_up)
        )
        self._reviewed: list[ReviewedMove] = []
        self._total = 0
        self._line: tuple[Move, ...] = ()
        self._reviewing = Background[ReviewedMove](
            lambda found: change(lambda: self._reviewed.append(found)), lambda: change(lambda: None)
        )

    def set(self, kept: object) -> None:
        """Switches the coach as it was kept; anything else leaves it as it is."""
        match kept:
            case [bool(on), int(limit)] if is_whole(limit) and limit in LIMITS:
                self.on, self.limit = on, limit

    @property
    def working(self) -> bool:
        """Whether something is being worked out."""
        return self._thinking.working or self._reviewing.working

    def finish(self) -> None:
        """Works it out, here and now."""
        self._thinking.finish()
        self._reviewing.finish()

    def rest(self) -> None:
        """Ends what is being worked out; what was found so far stays."""
        self._thinking.stop()
        self._reviewing.stop()

    def forget(self) -> None:
        """Another position: what was thought about is not wanted any more."""
        self._thinking.stop()
        self._seen = self._move = self._warning = None

    def forget_review(self) -> None:
        """Another round: the review of the last one goes."""
        self._reviewing.stop()
        self._reviewed, self._total = [], 0

    def lets(self, seen: View, move: Move) -> bool:
        """Whether a move may be made at once; if not, the coach thinks about it first."""
        self.forget()
        if not self.on or len(legal_moves(seen, seen.viewer)) < 2:
            return True
        self._seen, self._move = seen, move
        self._thinking.begin(partial(judged, seen, move))
        return False

    def hear(self, wish: object, seated: Seated) -> bool:
        """What the page wishes of the coach; False if it is something else."""
        match wish:
            case {"do": "coach"}:
                self.forget()
                self.on = not self.on
                heavy_work_comes()
            case {"do": "set", "field": "limit", "value": str(limit)} if limit in map(str, LIMITS):
                self.limit = int(limit)
            case {"do": "anyway"} if self._move is not None:
                move = self._move
                self.forget()
                self._make(move)
            case {"do": "think_again"}:
                self.forget()
            case {"do": "review", "seat": 0 | 1 | 2 as seat} if may_review(seated):
                self._review(seated, int(seat))
            case {"do": "stop"}:
                self._reviewing.stop()
            case _:
                return False
        return True

    def _judge(self, found: Cost) -> None:
        """The move is made, unless it costs more than the learner wants to lose unwarned."""
        loss = found.loss
        if 100 * loss.mean > self.limit and loss.mean > SURE * loss.error:
            self._warning = found
        else:
            self.forget()
            self._make(found.move)

    def _gave_up(self) -> None:
        """Nothing more comes; a move about which nothing could be found out is made."""
        if self._move is not None and self._warning is None:
            move = self._move
            self.forget()
            self._make(move)

    def _review(self, seated: Seated, seat: int) -> None:
        self.forget_review()
        heavy_work_comes()
        here = seated.round
        record = Record(here.moments[0].state, here.moves)
        self._line = here.moves
        self._total = sum(move.seat == seat for move in record.moves if isinstance(move, Move))
        self._reviewing.begin(partial(reviewed, record, seat, seated.words.lang))

    def picture(self, seated: Seated) -> dict[str, Any]:
        """What the page is told of the coach."""
        words, seen = seated.words, seated.round.seen
        choices = [
            {"value": str(one), "label": percent(one / 100, words.lang), "chosen": one == self.limit} for one in LIMITS
        ]
        marks = self._marks(seated)
        return {
            "on": self.on,
            "limit": {"kind": "select", "key": "limit", "label": words.say("play_tongits.limit"), "choices": choices},
            "said": self._said(words),
            "asks": self._move is not None,
            "warns": self._warning is not None,
            "marks": words.say(
                "play_tongits.layable", moves="; ".join(words.action(move, seen) for move in marks[:MOST_MARKS])
            )
            if marks
            else "",
            "marked": sorted({card.code for move in marks for card in move.cards}),
            "reviews": reviews(seated),
            "review": review_picture(self._reviewed, self._total, self._reviewing.working, seated)
            if self._total and self._line == seated.round.moves
            else None,
        }

    def _marks(self, seated: Seated) -> list[LayMeld | Sapaw]:
        """What can be laid now, without what is only a part of something larger."""
        state = seated.round.state
        if not self.on or seated.covered or state.phase is not Phase.LAY or state.seat != seated.round.actor:
            return []
        all_of_it = [move for move in layable(seated.round.seen) if isinstance(move, LayMeld | Sapaw)]
        plain = [move for move in all_of_it if isinstance(move, Sapaw) or not move.secret]
        return [move for move in plain if not any(_part(move, other) for other in plain)]

    def _said(self, words: Words) -> list[str]:
        if self._move is None or self._seen is None:
            return []
        action = words.action(self._move, self._seen)
        if self._warning is None:
            return [words.say("play_tongits.thinks", action=action)]
        loss, chance = self._warning.loss, self._warning.win
        facts = {
            "error": decimal(max(1, round(100 * loss.error)), words.lang),
            "chance": percent(chance.mean, words.lang),
        }
        return [
            words.say("play_tongits.warning", action=action, count=round(100 * loss.mean), **facts),
            words.say("play_tongits.better", action=words.action(self._warning.best, self._seen)),
        ]


def _part(move: LayMeld | Sapaw, other: LayMeld | Sapaw) -> bool:
    """Whether a move lays only some of the cards that another one lays in the same place."""
    if type(move) is not type(other) or not set(move.cards) < set(other.cards):
        return False
    return not isinstance(move, Sapaw) or not isinstance(other, Sapaw) or move.meld == other.meld
