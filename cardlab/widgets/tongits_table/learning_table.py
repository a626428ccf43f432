"""`Table`: a Tongits table for one learner, with guides, overlays and undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from cardlab.bots.tongits import BOTS
from cardlab.lessons.guided_rounds import Guide
from cardlab.tongits import Move, State, deal
from cardlab.widgets.blocks import Block, button, field, row, rules
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tongits_table.felt_props import RoundProps, open_hands
from cardlab.widgets.tongits_table.overlays import OVERLAYS, PLACES, Overlay, laid_over
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, words_at
from cardlab.widgets.tongits_table.seat import TongitsSeat

_LONGEST_SEED: Final = 6
FELT_WORDS: Final = (
    *("table.play_on", "table.actions", "table.news", "table.log", "table.log_start", "table.history"),
    *("table.piles", "table.stock", "table.discards", "table.moves_now", "table.lay_off_low"),
    *("table.end.caption", "table.end.player", "table.end.deadwood", "table.end.payment"),
    *("table.pace", "table.pace.none", "table.pace.quick", "table.pace.slow"),
    *("table.keys", "table.keys_shown", "table.keys_explained", "table.key.secret"),
    *("table.draw", "table.take", "table.lay", "table.lay_off", "table.discard"),
    *("table.call", "table.challenge", "table.fold", "table.undo", "table.more"),
    *("table.key.draw", "table.key.take", "table.key.lay", "table.key.lay_off", "table.key.discard"),
    *("table.key.call", "table.key.challenge", "table.key.fold", "table.key.undo", "table.key.more"),
)
"""What the view of every table has words for."""
_LEARNING: Final = (
    *("table.show_me", "table.steps_again", "table.seen.caption", "table.seen.jokers"),
    *(f"table.seen.{place}" for place in PLACES),
)


class TableProps(RoundProps):
    """A table to learn at, with its overlays, and the buttons to go back, on and to another deal."""

    label: str
    guide: Block | None
    overlays: list[Block]
    history: list[Block]


class Table(Scene):
    """A table: select cards, draw, take, lay, lay off, discard, call and answer; every refusal is explained.

    Args:
        state: the first position, else the deal number `seed`; with a guide, the guide's position.
        lang: the language of the learner; by default that of the notebook's folder.
        seat: the learner's seat.
        guide: steps to do one after the other; afterwards the round may be played on.
        others: the bot at the other seats, "careful" or "random"; None: the learner moves every seat, with open
            hands.
        open_hands: whether the hands of the others lie open.
        overlays: the initial overlays, of "melds", "deadwood", "seen", "discards", "lay_offs".
        seed: the seed of the bots' chance; the next deal is the one after it.
        sort, four_colours, label: as in `Hand`.

    `state`, the present position, is an observable trait.
    Raises ValueError for an unknown seat, bot, overlay or language.

    >>> Table(deal(seed=7))
    Table(seat=0, others='careful')
    """

    view = "table"
    parts = ("seat",)
    shares = ("state",)
    own_words = (*FELT_WORDS, *_LEARNING, *(f"suit.{suit}" for suit in "shcd"))
    seat: TongitsSeat

    def __init__(
        self,
        state: State | None = None,
        lang: str = "",
        *,
        seat: int = 0,
        guide: Guide | None = None,
        others: str | None = "careful",
        open_hands: bool = False,
        overlays: Iterable[str] = (),
        seed: int = 0,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        if guide is not None:
            state, seat = guide.state, guide.seat
        if seat not in SEATS:
            raise ValueError(f"seat is 0, 1 or 2, not {seat!r}")
        if others is not None and others not in BOTS:
            raise ValueError(f"others is one of {', '.join(BOTS)} or None, not {others!r}")
        self._overlays = set(overlays)
        if unknown := sorted(self._overlays - set(OVERLAYS)):
            raise ValueError(f"overlays are {', '.join(OVERLAYS)}, not {unknown[0]!r}")
        self._others, self._seat, self._label = others, seat, label
        self._seed = str(seed)
        self._dealt = seed
        words = words_at(self.lang, None if others is None else seat, open_hands=open_hands or others is None)
        self.seat = TongitsSeat(self._begun(state or deal(seed=seed), guide, seed), words, sort)

    def __repr__(self) -> str:
        return f"Table(seat={self._seat}, others={self._others!r})"

    @property
    def state(self) -> State:
        """The present position."""
        return self.seat.round.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to it, in order."""
        return self.seat.round.line.moves[: self.seat.round.at]

    def clear_selection(self) -> None:
        self.seat.begin(self.seat.round)

    @receives
    def go_on(self, moves: str) -> None:
        """Resume a guided round by its stored moves, one on each line."""
        here = self.seat.round
        if here.guide is not None and len(here.line.moments) == 1:
            here.go_on_guided(moves.splitlines()[: len(here.guide.steps)])
            self.seat.begin(here)

    @receives
    def show_me(self) -> None:
        """Do the present step of the guide."""
        if self.seat.round.step is not None:
            self.seat.attempt(self.seat.round.step.shows)

    @receives
    def again(self, do: Literal["again", "steps_again"]) -> None:
        """Begin the round or the guide again."""
        old = self.seat.round
        self.seat.begin(self._begun(old.line.start, old.guide, old.seed))

    @receives
    def seed(self, text: str) -> None:
        """Set the number of the next deal, as typed so far."""
        self._seed = text if len(text) <= _LONGEST_SEED else self._seed

    @receives
    def deal(self) -> None:
        """Deal the typed number, or the next one."""
        if self.seat.round.step is None:
            typed = int(self._seed) if self._seed.isascii() and self._seed.isdigit() else self._dealt
            self._dealt = typed if typed != self._dealt else self._dealt + 1
            self._seed = str(self._dealt)
            start = self.seat.round.line.start
            self.seat.begin(self._begun(deal(start.rules, self._dealt, first=start.first), None, self._dealt))

    @receives
    def overlay(self, name: Overlay) -> None:
        """Switch an overlay on or off."""
        self._overlays ^= {name}

    def _begun(self, start: State, guide: Guide | None, seed: int) -> TongitsRound:
        bots = {one: BOTS[self._others] for one in range(3) if one != self._seat} if self._others is not None else {}
        return TongitsRound(start, seat=self._seat, bots=bots, guide=guide, seed=seed)

    def props(self) -> TableProps:
        seat, here = self.seat, self.seat.round
        hands, chosen = open_hands(here.state, here.seen, seat.words.open_hands), seat.hand_model.selected
        over, greyed, rules = laid_over(here, chosen, self._overlays, hands.values(), seat.words)
        props = seat.props(greyed=greyed, rules=rules)
        if here.step is not None:  # what can be done is less than what the step says
            props["what"] = ""
            for one in (*props["piles"]["begins"], *props["actions"]):
                one["main"] &= type(here.step.shows).__name__.lower().startswith(one["send"]["do"])
        return {
            **props,
            "label": self._label or seat.words.say("table.label"),
            "guide": None if here.guide is None else self._guide(here.guide),
            "overlays": over,
            "history": [self._history()],
        }

    def _history(self) -> Block:
        """Redo, start again, and, outside a guide, another deal."""
        words, here = self.seat.words, self.seat.round
        deals = [
            field(words.say("table.seed"), self._seed, {"do": "seed"}, digits=True, longest=_LONGEST_SEED),
            button(words.say("table.deal"), {"do": "deal"}, enter="answers"),
        ]
        return row(
            button(words.say("table.redo"), {"do": "redo"} if here.at < here.line.last else None),
            button(words.say("table.again"), {"do": "again"}),
            *(deals if here.step is None else []),
            label=words.say("table.moves"),
            style="cardlab-history",
        )

    def _guide(self, guide: Guide) -> Block:
        """The present goal of a guided round, and the progress.

        `name`, `done`, `total` and `moves`: what the browser stores, under this name; nothing if it is "".
        """
        words, here = self.seat.words, self.seat.round
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
