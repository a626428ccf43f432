"""The laboratory's answers about a position: which are computed, in the background, and shown.

A sample is coarse at first and then refined; exact parts wait until the options can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from cardlab.analysis import jobs
from cardlab.analysis.faults import faults
from cardlab.analysis.jobs import COMPARED, OPTIONS, PRECISION, Piece
from cardlab.analysis.position import view_of
from cardlab.analysis.whatif import Answer
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Call, Move, View, legal_moves
from cardlab.tongits.notation import Draft
from cardlab.widgets.background import Background, Job
from cardlab.widgets.blocks import Block, button, group, progress, row
from cardlab.widgets.scene import receives
from cardlab.widgets.whatif.compared import Compared
from cardlab.widgets.whatif.options import first_options, options_section
from cardlab.widgets.whatif.sections import (
    SectionKey,
    best_arrangement,
    call_section,
    hand_section,
    unknown_section,
)

FOLDED: Final[tuple[SectionKey, ...]] = ("unknown", "call")
"""The sections that can be folded; a folded section is not computed."""
LONG: Final[Executor] = ThreadPoolExecutor(max_workers=2, thread_name_prefix="cardlab-exact")
"""Threads for exact parts: they can take long, and no sample must wait for them."""
SECONDS_BETWEEN: Final = 0.25
"""The shortest interval between two updates of the sample, in seconds."""


class Answers:
    """The answers about one position at a time, computed while a page shows them.

    Args:
        draft: the first position.
        changed: called when there is something new to show.

    - `started`: whether a page shows them;
    - `results`: the exact parts by name, and the sample under `OPTIONS`.
    """

    def __init__(self, draft: Draft, lang: str, changed: Callable[[], None]) -> None:
        self._lang = lang
        self._changed = changed
        self.started = False
        self.results: dict[str, Any] = {}
        self._last_shown = 0.0
        self._exact: Background[Piece] = Background(self._receive, self._over, LONG)
        self._sample: Background[Piece] = Background(self._receive_sample, self._over)
        self._stopped = False
        self._requested: frozenset[str] = frozenset()
        self._pending: Mapping[str, Callable[[], Any]] = {}
        self._unfolded: set[SectionKey] = {"unknown"}
        self._folds_call = True
        self._begin(draft)

    def _begin(self, draft: Draft) -> None:
        self._draft = draft
        self._view: View | None = None if faults(draft) else view_of(draft)
        self._best = best_arrangement(draft)
        self._moves: tuple[Move, ...] = legal_moves(self._view, self._view.viewer) if self._view else ()
        if self._folds_call:
            may_call = any(isinstance(move, Call) for move in self._moves)
            self._unfolded = self._unfolded | {"call"} if may_call else self._unfolded - {"call"}

    @property
    def working(self) -> bool:
        """Whether anything is being computed."""
        return bool(self._pending) or self._exact.working or self._sample.working

    @property
    def answer(self) -> Answer | None:
        """The values of the options so far, None before the first estimate."""
        return self.results.get(OPTIONS)

    @property
    def result(self) -> str:
        """The result in a sentence: the best option, or why there is none."""
        if self._view is None:
            return ""
        if not self._moves:
            return say("whatif.not_your_turn", self._lang)
        compared = self._compared
        if compared is None:
            given_up = self.started and not self.working
            return say("whatif.unanswered" if given_up else "whatif.works", self._lang)
        return compared.result()

    @property
    def settled(self) -> bool:
        """Whether the result is final."""
        return not self._sample.working

    def render_beside(self) -> list[Block]:
        """Make the blocks under the result: best options, progress."""
        compared, answer, lang = self._compared, self.answer, self._lang
        if self._view is None or not self._moves:
            return []
        best = first_options(compared) if compared else []
        shown = [group(*best, style="cardlab-first")] if best else []
        if not self.settled:
            # An empty block keeps the room for the options, so that nothing jumps when they appear.
            shown = shown or [group(style="cardlab-first cardlab-awaited")]
            label = say("whatif.so_far", lang, count=answer.worlds if answer else 0)
            shown.append(
                row(progress(_share_done(answer), 1, label), button(say("play_tongits.stop", lang), {"do": "stop"}))
            )
        return shown

    def start(self) -> None:
        """Start computing."""
        self.started = True
        self._request()

    def suspend(self) -> None:
        """Stop computing, because no page shows the answers."""
        self.started = False
        self._cancel()

    def _cancel(self) -> None:
        self._pending = {}
        self._exact.stop()
        self._sample.stop()

    def set_position(self, draft: Draft) -> None:
        """Answer questions about this position, and stop work on another one."""
        if draft != self._draft:
            self._cancel()
            self._stopped, self.results = False, {}
            self._begin(draft)
        self._request()

    @receives
    def stop(self) -> None:
        """End the sample until another position is set; its results stay."""
        self._stopped = True
        self._sample.stop()

    @receives
    def unfold(self, part: SectionKey, open: bool) -> None:
        """Open or close a section that can be folded."""
        if part in FOLDED:
            self._unfolded = self._unfolded | {part} if open else self._unfolded - {part}
            self._folds_call = self._folds_call and part != "call"

    def _request(self) -> None:
        view = self._view
        if view is None or not self.started:
            return
        exact: dict[str, Callable[[], Any]] = {
            "unknown": partial(jobs.spread, view),
            "reasons": partial(jobs.reasons, view, self._lang),
            "call": partial(jobs.calls, view),
        }
        wanted = {"reasons", *self._unfolded}
        parts = {part: work for part, work in exact.items() if part in wanted}
        self.compute(parts, partial(jobs.refined, view) if self._moves else None)

    def compute(self, exact: Mapping[str, Callable[[], Any]], sample: Job[Piece] | None) -> None:
        """Compute the missing exact parts, by the name of their result, and the sample if one is given."""
        self._sample.go_on()
        if sample and OPTIONS not in self.results and not self._stopped and not self._sample.working:
            self._sample.begin(sample)
        missing = {part: work for part, work in exact.items() if part not in self.results}
        if not self._exact.working or not missing.keys() <= self._requested:
            self._exact.stop()
            self._pending = missing
        if OPTIONS in self.results or not self._sample.working:
            self._start_exact()

    def finish(self, *, sampled: bool = True) -> None:
        """Finish the work at once; the sample only if `sampled`."""
        self._start_exact()
        self._exact.finish()
        if sampled:
            self._sample.finish()

    def _start_exact(self) -> None:
        """Start the pending exact parts."""
        missing, self._pending = self._pending, {}
        if missing:
            self._requested = frozenset(missing)
            self._exact.begin(partial(jobs.one_by_one, missing))

    def _receive(self, piece: Piece) -> None:
        part, result = piece
        self.results[part] = result
        self._changed()

    def _receive_sample(self, piece: Piece) -> None:
        part, result = piece
        if part == COMPARED:
            self._start_exact()
            return
        first = part not in self.results
        self.results[part] = result
        now = time.monotonic()
        if first or now - self._last_shown >= SECONDS_BETWEEN:
            self._last_shown = now
            self._changed()

    def _over(self) -> None:
        if self.settled:
            self._start_exact()
        self._changed()

    @property
    def _compared(self) -> Compared | None:
        view, answer = self._view, self.answer
        return Compared(answer, view, self._lang) if view and answer else None

    def render_sections(self) -> dict[SectionKey, Block | None]:
        """Make the sections in order; None for one without content.

        If the position is impossible, there is only the section of the hand.
        """
        view, results, lang, unfolded = self._view, self.results, self._lang, self._unfolded
        hand = hand_section(self._draft, self._best, lang)
        if view is None:
            return {"hand": hand}
        whys = results.get("reasons") or {(move,): "" for move in self._moves}
        return {
            "options": options_section(view, self._compared, whys, lang),
            "hand": hand,
            "unknown": unknown_section(view, results.get("unknown"), lang, open="unknown" in unfolded),
            "call": call_section(view, results.get("call"), lang, open="call" in unfolded),
        }


def _share_done(answer: Answer | None) -> float:
    """Return the progress of a sample to its target error, from 0 to 1: half the error takes four times the worlds."""
    if answer is None:
        return 0.0
    error = max((option.win.error for option in answer.options), default=0.0)
    return 1.0 if answer.done or not error else min(1.0, (PRECISION / error) ** 2)
