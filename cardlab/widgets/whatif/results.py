"""The laboratory's answers about a position: which are computed and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from cardlab.analysis.faults import faults
from cardlab.analysis.jobs import OPTIONS, against_styles, ahead, calls, reasons, refined, spread
from cardlab.analysis.position import view_of
from cardlab.analysis.whatif import Answer
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Call, Move, View, legal_moves
from cardlab.tongits.notation import Draft
from cardlab.widgets.blocks import Block, button, group, progress, row
from cardlab.widgets.scene import receives
from cardlab.widgets.whatif.compared import By, Compared
from cardlab.widgets.whatif.options import first_options, if_otherwise, objective, options_section
from cardlab.widgets.whatif.sections import (
    SectionKey,
    arrangements,
    call_section,
    draws_section,
    hand_section,
    unknown_section,
)
from cardlab.widgets.whatif.work import Work, share_done

FOLDED: Final[tuple[SectionKey, ...]] = ("draws", "unknown", "call")
"""The sections that can be folded; a folded section is not computed."""


class Answers:
    """The answers about one position at a time, computed while a page shows them.

    Args:
        draft: the first position.
        changed: called when there is something new to show.

    `started` is whether a page shows them.
    """

    def __init__(self, draft: Draft, lang: str, changed: Callable[[], None]) -> None:
        self._lang = lang
        self.work = Work(changed)
        self.started = False
        self._unfolded: set[SectionKey] = {"unknown"}
        self._folds_call = True
        self._by = By.PAYMENT
        self._arrangement_index = 0
        self._card = ""
        self._begin(draft)

    def _begin(self, draft: Draft) -> None:
        self._draft = draft
        self._view: View | None = None if faults(draft) else view_of(draft)
        self._best = arrangements(draft)
        self._moves: tuple[Move, ...] = legal_moves(self._view, self._view.viewer) if self._view else ()
        if self._folds_call:
            may_call = any(isinstance(move, Call) for move in self._moves)
            self._unfolded = self._unfolded | {"call"} if may_call else self._unfolded - {"call"}
        self._arrangement_index = 0

    @property
    def answer(self) -> Answer | None:
        """The values of the options so far, None before the first estimate."""
        return self.work.results.get(OPTIONS)

    @property
    def result(self) -> str:
        """The result in a sentence: the best option, or why there is none."""
        if self._view is None:
            return ""
        if not self._moves:
            return say("whatif.not_your_turn", self._lang)
        compared = self._compared
        if compared is None:
            given_up = self.started and not self.work.working
            return say("whatif.unanswered" if given_up else "whatif.works", self._lang)
        return " ".join([compared.result(), *if_otherwise(compared, self._otherwise)])

    @property
    def settled(self) -> bool:
        """Whether the result is final."""
        return not self.work.sampling

    def render_beside(self) -> list[Block]:
        """Make the blocks under the result: best options, progress, choice of value."""
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
                row(progress(share_done(answer), 1, label), button(say("play_tongits.stop", lang), {"do": "stop"}))
            )
        return [*shown, objective(self._by, lang)]

    @property
    def _otherwise(self) -> Mapping[str, Answer]:
        answers: Mapping[str, Answer] = self.work.results.get("otherwise") or {}
        return answers

    def start(self) -> None:
        """Start computing."""
        self.started = True
        self._request()

    def suspend(self) -> None:
        """Stop computing, because no page shows the answers."""
        self.started = False
        self.work.cancel()

    def set_position(self, draft: Draft) -> None:
        """Answer questions about this position, and stop work on another one."""
        if draft != self._draft:
            self.work.reset()
            self._begin(draft)
        self._request()

    @receives
    def by(self, value: By) -> None:
        """Compare the options by this value."""
        self._by = value

    @receives
    def stop(self) -> None:
        """End the sample; its results stay."""
        self.work.stop()

    @receives
    def next_best(self) -> None:
        """Show the next of the best arrangements."""
        self._arrangement_index += 1

    @receives
    def unfold(self, part: SectionKey, open: bool) -> None:
        """Open or close a section that can be folded."""
        if part in FOLDED:
            self._unfolded = self._unfolded | {part} if open else self._unfolded - {part}
            self._folds_call = self._folds_call and part != "call"

    def show_discard(self, code: str) -> None:
        """Show the possible draws after discarding this card."""
        self._card = code

    def _request(self) -> None:
        view = self._view
        if view is None or not self.started:
            return
        exact: dict[str, Callable[[], Any]] = {
            "unknown": partial(spread, view),
            "reasons": partial(reasons, view, self._lang),
            "otherwise": partial(against_styles, view),
            "draws": partial(ahead, view),
            "call": partial(calls, view),
        }
        wanted = {"reasons", *(["otherwise"] if self._moves else []), *self._unfolded}
        self.work.request(
            {part: work for part, work in exact.items() if part in wanted},
            partial(refined, view) if self._moves else None,
        )

    @property
    def _compared(self) -> Compared | None:
        view, answer = self._view, self.answer
        return Compared(answer, view, self._by, self._lang) if view and answer else None

    def render_sections(self) -> dict[SectionKey, Block | None]:
        """Make the sections in order; None for one without content.

        If the position is impossible, there is only the section of the hand.
        """
        view, results, lang, unfolded = self._view, self.work.results, self._lang, self._unfolded
        hand = hand_section(self._draft, self._best, self._arrangement_index, lang)
        if view is None:
            return {"hand": hand}
        whys = results.get("reasons") or {(move,): "" for move in self._moves}
        return {
            "options": options_section(view, self._compared, whys, lang, otherwise=self._otherwise),
            "hand": hand,
            "draws": draws_section(results.get("draws"), self._card, lang, open="draws" in unfolded),
            "unknown": unknown_section(view, results.get("unknown"), lang, open="unknown" in unfolded),
            "call": call_section(view, results.get("call"), lang, open="call" in unfolded),
        }
