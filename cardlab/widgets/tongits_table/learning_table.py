"""`Table`: a Tongits table for one learner, with guides, overlays and undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from cardlab.bots.tongits import BOTS, Bot
from cardlab.lessons.guided_rounds import Round
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits_sentences import at_table
from cardlab.tongits import Move, State, deal
from cardlab.widgets.blocks import Block, button, field, row, rules
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.driver import SEATS, Driver
from cardlab.widgets.tongits_table.overlays import OVERLAYS, Overlay, add_overlays
from cardlab.widgets.tongits_table.table import TongitsTable

_LONGEST_SEED: Final = 6


class Table(TongitsTable):
    """A Tongits table on which the learner makes moves; refusals are explained.

    Args:
        state: the first position, by default the deal with the number `seed`; a guide has its own position.
        lang: the language of the learner; by default that of the notebook's folder.
        seat: the learner's seat.
        guide: steps to do one after the other; afterwards the learner may play on.
        others: the bot at the other seats, "careful" or "random"; None: the learner moves every seat, and all hands are
            face up.
        overlays: the initial overlays, of "melds" and "deadwood".
        seed: the seed of the bots' chance; the next deal has the number after it.

    `state`, the current position, is an observable trait.
    Raises ValueError for an unknown seat, bot, overlay or language.

    >>> Table(deal(seed=7))
    Table(seat=0, others='careful')
    """

    def __init__(
        self,
        state: State | None = None,
        lang: str = "",
        *,
        seat: int = 0,
        guide: Round | None = None,
        others: str | None = "careful",
        overlays: Iterable[str] = (),
        seed: int = 0,
    ) -> None:
        super().__init__(lang)
        if guide is not None:
            state, seat = guide.state, guide.seat
        if seat not in SEATS:
            raise ValueError(f"seat is 0, 1 or 2, not {seat!r}")
        if others is not None and others not in BOTS:
            raise ValueError(f"others is one of {', '.join(BOTS)} or None, not {others!r}")
        chosen = set(overlays)
        if unknown := sorted(chosen - set(OVERLAYS)):
            raise ValueError(f"overlays are {', '.join(OVERLAYS)}, not {unknown[0]!r}")
        self._others, self._seat = others, seat
        self._seed = str(seed)
        self._dealt = seed
        self.label = say("table.label", self.lang)
        self._overlays = chosen
        self._begin(state or deal(seed=seed), guide, seed)

    def __repr__(self) -> str:
        return f"Table(seat={self._seat}, others={self._others!r})"

    @property
    def state(self) -> State:
        """The current position."""
        return self.here.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to the current position, in order."""
        return self.here.line.moves[: self.here.at]

    @receives
    def go_on(self, moves: str) -> None:
        """Resume a guided round by its stored moves, one on each line."""
        here = self.here
        if here.guide is not None and len(here.line.moments) == 1:
            here.resume_guide(moves.splitlines()[: len(here.guide.steps)])
            self.begin(here)

    @receives
    def show_me(self) -> None:
        """Do the current step of the guide."""
        if self.here.step is not None:
            self.attempt(self.here.step.shows)

    @receives
    def again(self, do: Literal["again", "steps_again"]) -> None:
        """Start the round or the guide again."""
        self._begin(self.here.line.start, self.here.guide, self.here.seed)

    @receives
    def seed(self, text: str) -> None:
        """Set the number of the next deal, as typed so far."""
        self._seed = text if len(text) <= _LONGEST_SEED else self._seed

    @receives
    def deal(self) -> None:
        """Deal the typed number; if it was dealt already, the next one."""
        if self.here.step is None:
            typed = int(self._seed) if self._seed.isascii() and self._seed.isdigit() else self._dealt
            self._dealt = typed if typed != self._dealt else self._dealt + 1
            self._seed = str(self._dealt)
            start = self.here.line.start
            self._begin(deal(start.rules, self._dealt, first=start.first), None, self._dealt)

    @receives
    def overlay(self, name: Overlay) -> None:
        """Switch an overlay on or off."""
        self._overlays ^= {name}

    def _begin(self, start: State, guide: Round | None, seed: int) -> None:
        bots: dict[int, Bot] = {}
        if self._others is not None:
            bots = {one: BOTS[self._others] for one in SEATS if one != self._seat}
        words = at_table(self.lang, self._seat if bots else None)
        self.begin(Driver(start, words, open_hands=not bots, seat=self._seat, bots=bots, guide=guide, seed=seed))

    def props(self) -> Block:
        props, here = super().props(), self.here
        add_overlays(self, self._overlays, props)
        if here.guide is not None:
            props["guide"] = self._guide(here.guide)
        if here.step is not None:  # the step says more exactly what to do
            props["what"], verb = "", str(here.step.shows).split()[1]
            for one in (*props["piles"]["begins"], *props["actions"]):
                one["main"] &= one["send"]["text"].split()[0] == verb
        props["below"].append(self._history())
        return props

    def _history(self) -> Block:
        """Make the buttons *Redo* and *Start again* and, outside a guide, those for the next deal."""
        words, here = self.reader, self.here
        deals = [
            field(words.say("table.seed"), self._seed, {"do": "seed"}, digits=True, longest=_LONGEST_SEED),
            button(words.say("table.deal"), {"do": "deal"}, enter="answers"),
        ]
        return row(
            button(words.say("table.redo"), {"do": "redo"} if here.at < here.line.last else None),
            button(words.say("table.again"), {"do": "again"}),
            *(deals if here.step is None else []),
            label=words.say("table.moves"),
        )

    def _guide(self, guide: Round) -> Block:
        """Make the block of the guide: the current goal, and the progress.

        The browser stores the block's `done` and `moves` under its `name`, or nothing if that is "".
        """
        words, here = self.reader, self.here
        step, total = here.step, len(guide.steps)
        if step is None:
            progress, goal = words.say("table.guide_done", count=total), guide.closing or "table.guide_closing"
        else:
            progress = words.say("table.guide_step", number=here.steps_done + 1, count=total)
            goal = step.goal
        return {
            "is": "guide",
            "progress": progress,
            "goal": words.say(goal),
            "finished": step is None,
            "clauses": [] if step is None else rules(step.clauses, words.lang),
            "name": guide.name,
            "done": here.steps_done,
            "total": total,
            "moves": "\n".join(map(str, here.guided)),
        }
