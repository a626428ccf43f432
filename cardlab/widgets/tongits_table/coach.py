"""The coach at the table: marks possible melds, and warns before a costly move.

`cardlab.analysis.whatif` estimates what a move costs, `cardlab.phrasing.bot_says` explains a bot's moves.

The coach works in the background, and sees only what its learner sees. During the round no bot says anything that would
reveal its hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Final, Literal

from cardlab.analysis.grades import PAID, Grade, graded
from cardlab.analysis.jobs import judged
from cardlab.analysis.round_review import COSTLY
from cardlab.analysis.whatif import Cost
from cardlab.phrasing import Reader
from cardlab.phrasing.bot_says import why_moved
from cardlab.phrasing.catalogue import decimal
from cardlab.phrasing.scoring import payment_unit
from cardlab.phrasing.tongits_sentences import action, turn_done
from cardlab.tongits import LayMeld, Move, Payment, Phase, Sapaw, View, legal_moves, view
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import Block, button, group, row, status, toggle
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.driver import Driver
from cardlab.widgets.tongits_table.table import TongitsTable

MOST_MARKS: Final = 6


class Coach:
    """The coach of the learner at a table.

    - `on`: whether it is switched on;
    - `answer`: what the last asked bot said about its turn, or "";
    - `thinking`: the estimate in the background.
    """

    def __init__(self, table: TongitsTable) -> None:
        self.on = False
        self.answer = ""
        self._table = table
        self._seen: View | None = None
        self._move: Move | None = None
        self._warning: Cost | None = None
        self._agreed: tuple[Cost, View] | None = None
        self.thinking = Background[Cost](
            lambda cost: table.update(lambda: self._judge(cost)), lambda: table.update(self._make_anyway)
        )

    def set(self, stored: object) -> None:
        """Switch the coach on or off as stored; earlier versions stored a list that begins with this."""
        self.on = (stored[0] if isinstance(stored, list) and stored else stored) is True

    def forget(self) -> None:
        """Drop the move under consideration, because the position has changed."""
        self.thinking.stop()
        self._seen = self._move = self._warning = self._agreed = None

    def approves(self, seen: View, move: Move) -> bool:
        """Return whether a move may be made at once; if not, start to consider it."""
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
    def anyway(self) -> None:
        """Make the considered move despite the warning."""
        if (move := self._move) is not None:
            self.forget()
            self._table.make(move)

    @receives
    def think_again(self) -> None:
        """Cancel the considered move."""
        self.forget()

    @receives
    def why(self, turn: int) -> None:
        """Have a bot explain one of its last turns, by the index of the turn."""
        here, words, turns = self._table.here, self._table.reader, _turns(self._table.here)
        if turn not in range(len(turns)):
            return
        seat, texts = here.mover(turns[turn][0]) or 0, []
        for index in turns[turn]:
            before, move = here.line.moments[index - 1].state, here.line.moments[index].move
            if move is not None:
                texts.append(why_moved(view(before, seat), move, words.lang, bot=here.bots[seat]))
        said = " ".join(dict.fromkeys(texts))
        self.answer = words.say("play_tongits.why_says", player=words.name(seat), words=said)

    def _judge(self, cost: Cost) -> None:
        """Make the move, or warn of it if it is costly."""
        seen = self._seen
        if seen is not None and _grade(cost, seen) in COSTLY:
            self._warning = cost
        else:
            self.forget()
            self._table.make(cost.move)
            self._agreed = None if seen is None else (cost, seen)

    def _make_anyway(self) -> None:
        """Make a move that could not be estimated."""
        if self._warning is None and self._move is not None:
            self.anyway()

    def add_to(self, props: Block) -> None:
        """Add the coach's switch and opinion, and the buttons to ask bots, to the props.

        - `asks`: whether the coach holds back a move; `said`: texts about that move; `warns`: whether it is too costly;
        - `agrees`: a text about the last move, or ""; `good`: whether the coach found no better move.
        """
        words, here = self._table.reader, self._table.here
        agrees, good = self._agrees(words)
        props["coach"] = {
            "is": "coach",
            "on": self.on,
            "said": self._said(words),
            "asks": self._move is not None,
            "warns": self._warning is not None,
            "agrees": agrees,
            "good": good,
        }
        players = [words.name(here.mover(turn[0]) or 0) for turn in _turns(here)]
        if marks := self._marks():
            props["hand"]["marked"] = sorted({card.code for move in marks for card in move.cards})
            laid = tuple(turn_done((move,), here.seen, words.lang) for move in marks[:MOST_MARKS])
            props["below"].append(status(words.say("play_tongits.layable", moves=laid), style="cardlab-overlay"))
        props["below"].append(
            row(
                # On a narrow page there is no room for the switch beside the hand.
                group(toggle(words.say("play_tongits.coach"), self.on, {"do": "coach"}), style="cardlab-where-narrow"),
                *(
                    button(words.say("play_tongits.why", player=player), {"do": "why", "turn": turn})
                    for turn, player in enumerate(players)
                ),
                label=words.say("play_tongits.coach_label"),
            )
        )
        if self.answer:
            props["below"].append(status(self.answer, style="cardlab-overlay cardlab-answer"))

    def _marks(self) -> Sequence[LayMeld | Sapaw]:
        """Return the melds and lay-offs that are legal now, without parts of larger ones."""
        here = self._table.here
        if not self.on or self._table.covered or here.state.phase is not Phase.LAY or here.state.seat != here.actor:
            return []
        laid = [move for move in legal_moves(here.seen, here.actor) if isinstance(move, LayMeld | Sapaw)]
        plain = [move for move in laid if isinstance(move, Sapaw) or not move.secret]
        return [move for move in plain if not any(_part(move, other) for other in plain)]

    def _agrees(self, words: Reader) -> tuple[str, bool]:
        """Return a text about the last move or "", and whether it is a good one."""
        if self._agreed is None:
            return "", False
        cost, seen = self._agreed
        payment, good = seen.rules.payment, _grade(cost, seen) in (Grade.BEST, Grade.GOOD)
        key = "play_tongits.agrees" if good else "play_tongits.passes"
        limit = decimal(PAID[payment].mistake, words.lang, 0 if payment is Payment.DEADWOOD else 1)
        facts = {"limit": limit, "unit": payment_unit(payment)}
        return words.say(key, action=action(words, cost.move, seen), **facts), good

    def _said(self, words: Reader) -> list[str]:
        if self._move is None or self._seen is None:
            return []
        move_text = action(words, self._move, self._seen)
        if self._warning is None:
            return [words.say("play_tongits.thinks", action=move_text)]
        loss = self._warning.loss
        facts = {"loss": decimal(loss.mean, words.lang, 1), "error": decimal(max(0.1, loss.error), words.lang, 1)}
        unit = payment_unit(self._seen.rules.payment)
        warning = words.say("play_tongits.warning", action=move_text, unit=unit, **facts)
        return [warning, words.say("play_tongits.better", action=action(words, self._warning.best.move, self._seen))]


def _grade(cost: Cost, seen: View) -> Grade:
    """Return the grade of a move, as the review grades it."""
    return graded(cost.loss, PAID[seen.rules.payment])


def _part(move: LayMeld | Sapaw, other: LayMeld | Sapaw) -> bool:
    """Return whether a move lays only some of the cards of another one."""
    if type(move) is not type(other) or not set(move.cards) < set(other.cards):
        return False
    return not isinstance(move, Sapaw) or not isinstance(other, Sapaw) or move.meld == other.meld


def _turns(here: Driver) -> list[list[int]]:
    """Return the bots' last moves as indexes of moments, grouped by turn."""
    indexes: list[int] = []
    for index in range(here.at, 0, -1):
        if here.mover(index) in here.bots:
            indexes.insert(0, index)
        elif indexes:
            break
    return [list(turn) for _, turn in groupby(indexes, key=here.mover)]
