"""The coach at the table: marks what can be laid, and warns before a costly move.

- `Coach`: its settings and its warnings; `cardlab.analysis.move_cost` estimates what a move costs;
- `bot_reasons`: a bot's reasons for its moves (`cardlab.phrasing.bot_says`).

The coach thinks in the background and never blocks a move; it sees what its learner sees.
During the round a bot says nothing that would reveal its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from cardlab.analysis.jobs import judged
from cardlab.analysis.move_cost import Cost
from cardlab.phrasing.bot_says import why_moved
from cardlab.phrasing.catalogue import decimal, percent
from cardlab.phrasing.tongits_sentences import action, turn_done
from cardlab.tongits import LayMeld, Move, Phase, Sapaw, View, legal_moves, view
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import Block, button, group, option, row, select, status, toggle
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.round import TongitsRound, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat

Limit: TypeAlias = Literal[2, 5, 10, 20]
LIMITS: Final[tuple[Limit, ...]] = get_args(Limit)
"""The losses from which the coach warns, in percentage points of the winning chance."""
MOST_MARKS: Final = 6
SURE: Final = 2
"""The number of standard errors that a loss must exceed."""


class Coach:
    """One coach for one learner.

    - `change`: runs an update and refreshes the page;
    - `make`: makes a move that the coach accepts.
    """

    def __init__(self, change: Callable[[Callable[[], None]], None], make: Callable[[Move], None]) -> None:
        self.on = False
        self.limit: Limit = 10
        self._make = make
        self._seen: View | None = None
        self._move: Move | None = None
        self._warning: Cost | None = None
        self._agreed: tuple[Cost, View] | None = None
        self.thinking = Background[Cost](lambda cost: change(lambda: self._judge(cost)), lambda: change(self._gave_up))

    def set(self, stored: object) -> None:
        """Restore stored settings; anything else is ignored."""
        with suppress(msgspec.ValidationError):
            self.on, self.limit = msgspec.convert(stored, tuple[bool, Limit])

    def forget(self) -> None:
        """Drop the move under consideration: the position has changed."""
        self.thinking.stop()
        self._seen = self._move = self._warning = self._agreed = None

    def approves(self, seen: View, move: Move) -> bool:
        """Whether a move may be made at once; if not, the coach considers it first."""
        self.forget()
        if not self.on or len(legal_moves(seen, seen.viewer)) < 2:
            return True
        self._seen, self._move = seen, move
        self.thinking.begin(partial(judged, seen, move))
        return False

    @receives
    def switch(self, do: Literal["coach"]) -> None:
        """Switch the coach on or off."""
        self.forget()
        self.on = not self.on

    @receives
    def warn_from(self, limit: Limit) -> None:
        """Set the loss from which it warns."""
        self.limit = limit

    @receives
    def anyway(self) -> None:
        """Make the considered move anyway."""
        if self._move is not None:
            move = self._move
            self.forget()
            self._make(move)

    @receives
    def think_again(self) -> None:
        """Take the considered move back."""
        self.forget()

    def _judge(self, cost: Cost) -> None:
        """Make the move, unless its estimated loss exceeds the limit."""
        loss = cost.loss
        if 100 * loss.mean > self.limit and loss.mean > SURE * loss.error:
            self._warning = cost
        else:
            seen = self._seen
            self.forget()
            self._make(cost.move)
            self._agreed = None if seen is None else (cost, seen)

    def _gave_up(self) -> None:
        """Make a move that could not be estimated."""
        if self._warning is None and self._move is not None:
            self.anyway()

    def render_switch(self, words: Words) -> Block:
        """The switch of the coach, and its texts about the considered move.

        - `asks`: whether that move waits; `warns`: whether it would be costly;
        - `agrees`: that it accepts the last move; `good`: whether it found no better one.
        """
        agrees, good = self._agrees(words)
        return {
            "is": "coach",
            "on": self.on,
            "said": self._said(words),
            "asks": self._move is not None,
            "warns": self._warning is not None,
            "agrees": agrees,
            "good": good,
        }

    def marks(self, seat: TongitsSeat) -> list[LayMeld | Sapaw]:
        """What can be laid now, without parts of a larger move."""
        state = seat.round.state
        if not self.on or seat.covered or state.phase is not Phase.LAY or state.seat != seat.round.actor:
            return []
        seen = seat.round.seen
        laid = [move for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld | Sapaw)]
        plain = [move for move in laid if isinstance(move, Sapaw) or not move.secret]
        return [move for move in plain if not any(_part(move, other) for other in plain)]

    def render(self, seat: TongitsSeat, marks: Sequence[LayMeld | Sapaw], answer: str) -> list[Block]:
        """What can be laid, the `answer` of a bot, the warning limit, and the bots that can be asked."""
        words, seen = seat.words, seat.round.seen
        laid = tuple(turn_done((move,), seen, words.lang) for move in marks[:MOST_MARKS])
        layable = [status(words.say("play_tongits.layable", moves=laid), style="cardlab-overlay")] if marks else []
        limits = (
            option(percent(one / 100, words.lang), {"do": "warn_from", "limit": one}, one == self.limit, value=str(one))
            for one in LIMITS
        )
        players = [words.name(seat.round.mover(turn[0]) or 0) for turn in _turns(seat.round)]
        return [
            *layable,
            row(
                # On a narrow page the switch has no room beside the hand.
                group(toggle(words.say("play_tongits.coach"), self.on, {"do": "coach"}), style="cardlab-where-narrow"),
                *([select(words.say("play_tongits.limit"), limits)] if self.on else []),
                *(
                    button(words.say("play_tongits.why", player=player), {"do": "why", "turn": turn})
                    for turn, player in enumerate(players)
                ),
                label=words.say("play_tongits.coach_label"),
            ),
            *([status(answer, style="cardlab-overlay cardlab-answer")] if answer else []),
        ]

    def _agrees(self, words: Words) -> tuple[str, bool]:
        """A sign that it has looked: else a coach that agrees would look like no coach."""
        if self._agreed is None:
            return "", False
        (cost, seen), limit = self._agreed, percent(self.limit / 100, words.lang)
        good = cost.loss.mean <= SURE * cost.loss.error
        key = "play_tongits.agrees" if good else "play_tongits.passes"
        return words.say(key, action=action(words, cost.move, seen), limit=limit), good

    def _said(self, words: Words) -> list[str]:
        if self._move is None or self._seen is None:
            return []
        move_text = action(words, self._move, self._seen)
        if self._warning is None:
            return [words.say("play_tongits.thinks", action=move_text)]
        loss, chance = self._warning.loss, self._warning.win
        error = decimal(max(1, round(100 * loss.error)), words.lang)
        facts = {"count": round(100 * loss.mean), "error": error, "chance": percent(chance.mean, words.lang)}
        warning = words.say("play_tongits.warning", action=move_text, **facts)
        return [warning, words.say("play_tongits.better", action=action(words, self._warning.best, self._seen))]


def _part(move: LayMeld | Sapaw, other: LayMeld | Sapaw) -> bool:
    """Whether a move lays only some of the cards of another one, in the same place."""
    if type(move) is not type(other) or not set(move.cards) < set(other.cards):
        return False
    return not isinstance(move, Sapaw) or not isinstance(other, Sapaw) or move.meld == other.meld


# Bots that are asked.


def _turns(here: TongitsRound) -> list[list[int]]:
    """The last moves of the bots, turn by turn, as indexes of moments."""
    indexes: list[int] = []
    for index in range(here.at, 0, -1):
        if here.mover(index) in here.bots:
            indexes.insert(0, index)
        elif indexes:
            break
    return [list(turn) for _, turn in groupby(indexes, key=here.mover)]


def bot_reasons(seat: TongitsSeat, number: int) -> str:
    """A bot's reasons for the moves of this turn; empty if there is no such turn."""
    here, words, turns = seat.round, seat.words, _turns(seat.round)
    if number not in range(len(turns)):
        return ""
    bot_seat = here.mover(turns[number][0]) or 0
    texts = []
    for index in turns[number]:
        before, move = here.line.moments[index - 1].state, here.line.moments[index].move
        if move is not None:
            texts.append(why_moved(view(before, bot_seat), move, words.lang, bot=here.bots[bot_seat]))
    return words.say("play_tongits.why_says", player=words.name(bot_seat), words=" ".join(dict.fromkeys(texts)))
