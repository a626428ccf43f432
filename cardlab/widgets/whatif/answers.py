"""What the laboratory says about a position: which answers are asked for, how each is shown, and the work behind them.

`Answers` has the switches and what each asks for; `Work` does the work in the background, better and better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from cardlab.analysis.faults import faults
from cardlab.analysis.jobs import (
    COMPARED,
    PRECISION,
    Piece,
    ahead,
    calls,
    one_by_one,
    otherwise,
    reasons,
    refined,
    spread,
)
from cardlab.analysis.position import view_of
from cardlab.analysis.whatif import Answer
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Call, Move, View, legal_moves
from cardlab.tongits.notation import Draft
from cardlab.tongits.rules import PRESETS
from cardlab.widgets.background import Background, Job
from cardlab.widgets.figures import FigureTable, WorkProgress
from cardlab.widgets.scene import hears
from cardlab.widgets.whatif.fields import told_faults
from cardlab.widgets.whatif.options import (
    By,
    differing,
    first_options,
    if_otherwise,
    objective,
    options_section,
    other_preset,
    presets_section,
    result,
    under,
)
from cardlab.widgets.whatif.sections import (
    SectionButton,
    SectionKey,
    SectionPicture,
    arrangements,
    call_section,
    draws_section,
    hand_section,
    unknown_section,
)

# The answers and their switches

FOLDED: Final[tuple[SectionKey, ...]] = ("draws", "unknown", "call", "presets")
"""The sections that can be folded away; what is folded away is not worked out."""


class Answers:
    """The answers to one position at a time; worked out from the moment that somebody looks.

    - `draft`: the position to begin with;
    - `changed`: called when there is something new to show;
    - `looked`: whether somebody has looked; before that nothing is worked out.
    """

    def __init__(self, draft: Draft, lang: str, changed: Callable[[], None]) -> None:
        self._lang = lang
        self._work = Work(changed)
        self.looked = False
        self._unfolded: set[SectionKey] = {"unknown"}
        self._folds_call = True
        self._by = By.PAYMENT
        self._place = 0
        self._card = ""
        self._preset = ""
        self._begin(draft)

    def _begin(self, draft: Draft) -> None:
        self._draft = draft
        self._view: View | None = None if faults(draft) else view_of(draft)
        self._best = arrangements(draft)
        self._moves: tuple[Move, ...] = ()
        if self._view is not None:
            self._moves = legal_moves(self._view, self._view.viewer)
        if self._folds_call:
            may_call = any(isinstance(move, Call) for move in self._moves)
            self._unfolded = self._unfolded | {"call"} if may_call else self._unfolded - {"call"}
        self._place = 0
        if not self._preset or not differing(draft.rules, under(draft, self._preset).rules):
            self._preset = other_preset(draft.rules)

    @property
    def answer(self) -> Answer | None:
        """The sample of the options, as far as it has come."""
        return self._work.known.get("options")

    @property
    def working(self) -> bool:
        """Whether anything is being worked out."""
        return self._work.working

    @property
    def result(self) -> str:
        """What there is to say in a sentence: the best option, or why there is none."""
        if self._view is None:
            return ""
        if not self._moves:
            return say("whatif.not_your_turn", self._lang)
        if self.answer is None and self.looked and not self._work.working:
            return say("whatif.unanswered", self._lang)
        if self.answer is None:
            return say("whatif.works", self._lang)
        told = result(self.answer, self._view, self._by, self._lang)
        return " ".join([told, *if_otherwise(self.answer, self._otherwise, self._view, self._by, self._lang)])

    @property
    def settled(self) -> bool:
        """Whether the result is not being improved any more."""
        return not self._work.sampling("options")

    @property
    def first(self) -> FigureTable | None:
        """The best options in short, as far as they are known."""
        if self._view is None or self.answer is None or not self._moves:
            return None
        return first_options(self.answer, self._view, self._by, self._lang)

    @property
    def objective(self) -> list[SectionButton]:
        """By what the options can be compared; nothing where there are none."""
        return objective(self._by, self._lang) if self._view is not None and self._moves else []

    @property
    def progress(self) -> WorkProgress | None:
        """How far the sample of the options has come, while it is being refined."""
        if not self._work.sampling("options"):
            return None
        worlds = self.answer.worlds if self.answer else 0
        label = say("whatif.so_far", self._lang, count=worlds)
        return {"value": round(100 * share_done(self.answer)), "most": 100, "label": label}

    @property
    def _otherwise(self) -> Mapping[str, Answer]:
        """What the turns are worth if the others play otherwise, as far as that is known."""
        known: Mapping[str, Answer] = self._work.known.get("otherwise") or {}
        return known

    def look(self) -> None:
        """Somebody looks: now it is worth the work."""
        self.looked = True
        self._ask()

    def rest(self) -> None:
        """Nobody looks any more: what is under way is given up."""
        self.looked = False
        self._work.rest()

    def about(self, draft: Draft) -> None:
        """The position that is asked about; another one puts an end to what is under way."""
        if draft != self._draft:
            self._work.forget()
            self._begin(draft)
        self._ask()

    def finish(self, *, sampled: bool = True) -> None:
        """Does all the work at once, or only what is exact."""
        self._work.finish(sampled=sampled)

    @hears
    def by(self, value: By) -> None:
        """The options are compared by this value."""
        self._by = value

    @hears
    def stop(self) -> None:
        """Ends the samples; what is known of them stays."""
        self._work.stop()

    @hears
    def next_best(self) -> None:
        """Shows the next of the best ways to lay out the hand."""
        self._place += 1

    @hears
    def unfold(self, part: SectionKey, open: bool) -> None:
        """Opens or closes a section, if it can be folded away."""
        if part in FOLDED:
            self._unfolded = self._unfolded | {part} if open else self._unfolded - {part}
            self._folds_call = self._folds_call and part != "call"

    def look_at(self, code: str) -> None:
        """Shows the draws after the discard of this card, if it can be discarded."""
        self._card = code

    def compare_with(self, preset: str) -> None:
        """Compares with the house rules of this preset, if there is such a one."""
        if preset in PRESETS:
            self._preset = preset
            self._work.forget_samples("against")

    def _ask(self) -> None:
        view = self._view
        if view is None or not self.looked:
            return
        exact: dict[str, Callable[[], Any]] = {}
        if "unknown" in self._unfolded:
            exact["unknown"] = partial(spread, view)
        exact["reasons"] = partial(reasons, view, self._lang)
        if self._moves:
            exact["otherwise"] = partial(otherwise, view)
        if "draws" in self._unfolded:
            exact["draws"] = partial(ahead, view)
        if "call" in self._unfolded:
            exact["call"] = partial(calls, view)
        # A pool does first what is begun last, and the options are what is looked at first.
        samples: dict[str, Job[Piece]] = {}
        there = self._there if "presets" in self._unfolded and self._moves else None
        if there is not None:
            samples["against"] = partial(refined, "against", there)
        if self._moves:
            samples["options"] = partial(refined, "options", view)
        self._work.ask(exact, samples)

    @property
    def _there(self) -> View | None:
        """The position by the other rules, None if it is impossible by them or they are the same."""
        other = under(self._draft, self._preset)
        if not differing(self._draft.rules, other.rules) or faults(other):
            return None
        return view_of(other)

    def sections(self) -> list[SectionPicture]:
        """Everything that is shown of the answers, in order."""
        own = hand_section(self._draft, self._best, self._place, self._lang)
        hand = [own] if own else []
        return hand if self._view is None else [self._options(), *hand, *self._exact(), self._presets()]

    def _options(self) -> SectionPicture:
        assert self._view is not None
        return options_section(
            self._view,
            self.answer,
            self._work.known.get("reasons") or {(move,): "" for move in self._moves},
            self._lang,
            otherwise=self._otherwise,
            by=self._by,
        )

    def _exact(self) -> list[SectionPicture]:
        assert self._view is not None
        known, view, lang, open = self._work.known, self._view, self._lang, self._unfolded
        found = (
            draws_section(known.get("draws"), self._card, lang, open="draws" in open),
            unknown_section(view, known.get("unknown"), lang, open="unknown" in open),
            call_section(view, known.get("call"), lang, open="call" in open),
        )
        return [one for one in found if one is not None]

    def _presets(self) -> SectionPicture:
        assert self._view is not None
        other = under(self._draft, self._preset)
        wrong = told_faults(other, self._lang)
        there = self._there
        return presets_section(
            self._draft,
            (self._view, there) if there else None,
            (self.answer, self._work.known.get("against")),
            wrong,
            self._lang,
            by=self._by,
            preset=self._preset,
            open="presets" in self._unfolded,
        )


# The work

LONG: Final[Executor] = ThreadPoolExecutor(max_workers=2, thread_name_prefix="cardlab-exact")
"""Where what is exact is counted if there is no pool: it can take long, and no sample is to wait for it."""
SAMPLES: Final = ("options", "against")
"""The parts that are sampled, better and better."""
SECONDS_BETWEEN: Final = 0.25
"""How far the sample has come is not shown more often than this."""


class Work:
    """Everything that is known about one position, and what is under way.

    The exact parts are asked by callables that can be pickled, see `background.Job`.
    `known` holds the parts by name: the exact ones under the names that they are asked by, and those of `SAMPLES`.
    `changed` is called when there is something new to show.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.known: dict[str, Any] = {}
        self._changed = changed
        self._told = 0.0
        self._exact: Background[Piece] = Background(self._take, self._over, LONG)
        self._samples: dict[str, Background[Piece]] = {
            part: Background(self._take_sample, self._over) for part in SAMPLES
        }
        self._stopped: set[str] = set()
        self._asked: frozenset[str] = frozenset()
        self._waiting: Mapping[str, Callable[[], Any]] = {}

    @property
    def working(self) -> bool:
        """Whether anything is under way."""
        return bool(self._waiting) or self._exact.working or any(sample.working for sample in self._samples.values())

    def sampling(self, part: str) -> bool:
        """Whether this sample is still being refined."""
        return self._samples[part].working

    def rest(self) -> None:
        """Gives up what is under way; what is known stays."""
        self._waiting = {}
        for background in (self._exact, *self._samples.values()):
            background.stop()

    def forget(self) -> None:
        """Gives everything up: another position is asked about."""
        self._waiting = {}
        self._exact.stop()
        for sample in self._samples.values():
            sample.stop()
        self._stopped = set()
        self.known = {}

    def forget_samples(self, *parts: str) -> None:
        """Gives up what was sampled of these parts: another question is asked, and so they begin again."""
        for part in parts:
            self._samples[part].stop()
            self._stopped.discard(part)
            self.known.pop(part, None)

    def stop(self) -> None:
        """Ends the samples of the options, until another question is asked; what is known of them stays."""
        self._stopped.update(SAMPLES)
        for part in SAMPLES:
            self._samples[part].stop()
        self._count()

    def ask(self, exact: Mapping[str, Callable[[], Any]], samples: Mapping[str, Job[Piece]]) -> None:
        """Works out what is not known yet: the exact parts, and the samples, begun in this order.

        A sample that is not asked for any more is given up, unless it was done.
        """
        for background in (self._exact, *self._samples.values()):
            background.go_on()
        for part in SAMPLES:
            if part not in samples and self.sampling(part):
                self.forget_samples(part)
        for part, job in samples.items():
            if part not in self.known and part not in self._stopped and not self.sampling(part):
                self._samples[part].begin(job)
        missing = {part: work for part, work in exact.items() if part not in self.known}
        if not self._exact.working or not missing.keys() <= self._asked:
            self._exact.stop()
            self._waiting = missing
        if "options" in self.known or not self.sampling("options"):
            self._count()

    def finish(self, *, sampled: bool = True) -> None:
        """Does all that is under way here and now, the samples too if they are wanted. For programs without a loop."""
        self._count()
        self._exact.finish()
        for sample in self._samples.values() if sampled else ():
            sample.finish()

    def _count(self) -> None:
        """Begins with the exact parts that have waited: for them the options are to be known as well as they are."""
        missing, self._waiting = self._waiting, {}
        if missing:
            self._asked = frozenset(missing)
            self._exact.begin(partial(one_by_one, missing))

    def _take(self, piece: Piece) -> None:
        part, found = piece
        self.known[part] = found
        self._changed()

    def _take_sample(self, piece: Piece) -> None:
        part, found = piece
        if part == COMPARED:
            if found == "options":
                self._count()
            return
        first = part not in self.known
        self.known[part] = found
        now = time.monotonic()
        if first or now - self._told >= SECONDS_BETWEEN:
            self._told = now
            self._changed()

    def _over(self) -> None:
        if not self.sampling("options"):
            self._count()
        self._changed()


def share_done(answer: Answer | None) -> float:
    """How far a sample has come on the way to the error wanted, 0 to 1: half the error takes four times the worlds."""
    if answer is None:
        return 0.0
    error = max((option.win.error for option in answer.options), default=0.0)
    return 1.0 if answer.done or not error else min(1.0, (PRECISION / error) ** 2)
