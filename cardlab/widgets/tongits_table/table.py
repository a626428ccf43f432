"""`Table`: a Tongits table for one learner, to play at, to be guided at, and to go back at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypedDict

from cardlab.lessons.guided_rounds import Guide
from cardlab.tongits import Move, State, deal
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses
from cardlab.widgets.hand import Order
from cardlab.widgets.messages import Messages
from cardlab.widgets.tongits_table.messages import (
    BeginAgain,
    GoOnGuided,
    NextDeal,
    ShowMe,
    SwitchOverlay,
    TableMessage,
    TypeSeed,
)
from cardlab.widgets.tongits_table.overlays import OVERLAYS, OverlaysPicture, laid_over, switched
from cardlab.widgets.tongits_table.picture import RoundPicture, open_hands
from cardlab.widgets.tongits_table.round import TongitsRound, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat

_LONGEST_SEED: Final = 6
_WORDS: Final = (
    "undo",
    "redo",
    "again",
    "deal",
    "seed",
    "play_on",
    "show_me",
    "steps_again",
    "overlays",
    "actions",
    "more",
)
_HEADINGS: Final = ("moves", "news", "log", "log_start", "history")
_PACES: Final = ("pace", "pace.none", "pace.quick", "pace.slow")
_LETTERS: Final = (
    "draw", "take", "lay", "lay_off", "discard", "call", "challenge", "fold", "undo", "more",
)  # fmt: skip
_KEYS: Final = ("keys", "keys_shown", "keys_told", *_LETTERS, *(f"key.{one}" for one in (*_LETTERS, "secret")))
TABLE_WORDS: Final = tuple(dict.fromkeys(f"table.{word}" for word in (*_WORDS, *_HEADINGS, *_PACES, *_KEYS)))
"""What the view of a table has words for."""


class GuidePicture(TypedDict):
    """The present goal of a guided round, and how far it is.

    `name`, `done`, `total` and `moves`: what the browser keeps of it, under which name; nothing if that is "".
    """

    progress: str
    goal: str
    finished: bool
    clauses: list[ClauseText]
    name: str
    done: int
    total: int
    moves: str


class TablePicture(RoundPicture, OverlaysPicture):
    """A table to learn at; `seed` is the number of the next deal, as typed."""

    label: str
    seed: str
    guide: GuidePicture | None
    may_deal: bool


class Table(CardWidget):
    """A table: select cards, draw, take, lay, lay off, discard, call and answer; every refusal is explained.

    - `state`: the position to begin with, or else the deal number `seed`; with a guide, the guide's position;
    - `lang`: the language of the learner; `seat`: the learner's seat;
    - `guide`: steps to do one after the other; afterwards the round may be played on;
    - `others`: the bot that moves the other seats, "careful" or "random"; None if the learner moves every seat,
      with all hands open;
    - `open_hands`: whether the hands of the others lie open;
    - `overlays`: what is shown from the start, of "melds", "deadwood", "seen", "discards", "lay_offs";
    - `seed`: the chance of the bots comes from it, and the next deal is the one after it;
    - `sort`, `four_colours`, `label`: as in `Hand`.

    Raises ValueError for a seat, a bot, an overlay or a language that there is not.

    >>> Table(deal(seed=7))
    Table(seat=0, others='careful')
    """

    _esm = STATIC / "table.js"
    _css = STATIC / "table.css"
    _own_words = TABLE_WORDS
    _hears = Messages[TableMessage](TableMessage)

    def __init__(
        self,
        state: State | None = None,
        lang: str = "en",
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
        if guide is not None:
            state, seat = guide.state, guide.seat
        if seat not in range(3):
            raise ValueError(f"seat is 0, 1 or 2, not {seat!r}")
        chosen = tuple(overlays)
        if unknown := [name for name in chosen if name not in OVERLAYS]:
            raise ValueError(f"overlays are {', '.join(OVERLAYS)}, not {unknown[0]!r}")
        self._overlays = [name for name in OVERLAYS if name in chosen]
        self._label = label
        self._seed = str(seed)
        self._dealt = seed
        played = TongitsRound(state or deal(seed=seed), seat=seat, others=others, guide=guide, seed=seed)
        words = Words(lang, None if others is None else seat, open_hands or others is None)
        self._seat = TongitsSeat(played, words, sort)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f"Table(seat={self._round.seat}, others={self._round.others!r})"

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self._round.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to it, in order."""
        return self._round.moves[: self._round.at]

    @property
    def _round(self) -> TongitsRound:
        return self._seat.round

    def _put_down(self) -> None:
        self._seat.begin(self._round)

    def _act(self, message: TableMessage) -> None:
        match message:
            case GoOnGuided(moves=moves):
                if self._round.guide is not None and len(self._round.moments) == 1:
                    self._round.go_on_guided(moves.splitlines()[: len(self._round.guide.steps)])
                    self._seat.begin(self._round)
            case ShowMe():
                if self._round.step is not None:
                    self._seat.attempt(self._round.step.shows)
            case BeginAgain():
                old = self._round
                self._seat.begin(
                    TongitsRound(old.line.start, seat=old.seat, others=old.others, guide=old.guide, seed=old.seed)
                )
            case NextDeal():
                if self._round.step is None:
                    self._deal()
            case TypeSeed(text=text):
                self._seed = text if len(text) <= _LONGEST_SEED else self._seed
            case SwitchOverlay(name=name):
                self._overlays = switched(self._overlays, name)
            case _:
                self._seat.do(message)

    def _deal(self) -> None:
        typed = int(self._seed) if self._seed.isascii() and self._seed.isdigit() else self._dealt
        self._dealt = typed if typed != self._dealt else self._dealt + 1
        self._seed = str(self._dealt)
        old, start = self._round, self._round.line.start
        dealt = deal(start.rules, self._dealt, first=start.first)
        self._seat.begin(TongitsRound(dealt, seat=old.seat, others=old.others, seed=self._dealt))

    def _picture(self) -> TablePicture:
        seat, here = self._seat, self._round
        hands = open_hands(here.state, here.seen, seat.words.open_hands).values()
        over = laid_over(here, seat.holding.selected, self._overlays, hands, seat.words)
        told = seat.picture(greyed=over.greyed, rules=over.rules)
        if here.step is not None:  # what can be done is less than what the step says
            told["turn"]["what"] = ""
        return {
            **told,
            **over.picture,
            "label": self._label or seat.words.say("table.label"),
            "seed": self._seed,
            "guide": _guide(here, seat.words),
            "may_deal": here.step is None,
        }


def _guide(here: TongitsRound, words: Words) -> GuidePicture | None:
    if here.guide is None:
        return None
    step, total = here.step, len(here.guide.steps)
    if step is None:
        progress = words.say("table.guide_done", count=total)
    else:
        progress = words.say("table.guide_step", number=here.steps_done + 1, count=total)
    return {
        "progress": progress,
        "goal": words.say((here.guide.closing or "table.guide_closing") if step is None else step.goal),
        "finished": step is None,
        "clauses": [] if step is None else clauses(step.clauses, words.lang),
        "name": here.guide.name,
        "done": here.steps_done,
        "total": total,
        "moves": "\n".join(map(str, here.guided)),
    }
