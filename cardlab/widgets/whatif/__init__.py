"""`WhatIf`: the laboratory, which answers questions about a position of Tongits.

- `editor` changes a position by the form of `fields`, and `position_form` draws it;
- `results` chooses and computes the answers;
- `compared`, `options` and `sections` put them into words. All numbers come from `cardlab.analysis`.
"""

from __future__ import annotations

from cardlab import tongits
from cardlab.analysis.position import read
from cardlab.analysis.whatif import Answer
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import decimal, say
from cardlab.tongits import View
from cardlab.tongits.notation import Draft, write
from cardlab.tongits.positions import draft_of
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, button, copying, details, row, text
from cardlab.widgets.forms import Value, seed_in
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.whatif.editor import Editor
from cardlab.widgets.whatif.examples import EXAMPLES
from cardlab.widgets.whatif.fields import cards_to_tap, fault_texts, largest
from cardlab.widgets.whatif.position_form import follow_button, render_builder, render_cards
from cardlab.widgets.whatif.results import Answers

__all__ = ["WhatIf"]


class WhatIf(Scene):
    """A position to build or paste, with exact and sampled answers about it.

    Args:
        position: the first position: the name of an example (a key of `EXAMPLES`), a notation, a draft or a view.
        lang: the language of the learner; by default that of the notebook's folder.

    `position` and `answer` are observable traits.
    Raises NotationError for an invalid notation, ValueError for an unknown language.

    >>> WhatIf("call")
    WhatIf("call")
    """

    view = "whatif"
    own_words = ("whatif.build",)
    parts = ("answers", "editor")
    shares = ("position", "answer")
    answers: Answers
    editor: Editor

    def __init__(self, position: str | Draft | View = "opening", lang: str = "") -> None:
        super().__init__(lang)
        example = position if isinstance(position, str) and position in EXAMPLES else ""
        self.editor = Editor(_draft(position), example)
        self._seed = 1  # of the next deal
        self.label = say("whatif.label", self.lang)
        self.answers = Answers(self.position, self.lang, self.changed)

    def __repr__(self) -> str:
        example = self.editor.example
        shown = f'"{example}"' if example else f"<{len(self.position.hand)} cards in hand>"
        return f"WhatIf({shown})"

    @property
    def position(self) -> Draft:
        """The position on the page, possible or not."""
        return self.editor.draft

    @property
    def answer(self) -> Answer | None:
        """The values of the options so far; None before the first estimate."""
        return self.answers.answer

    @property
    def working(self) -> bool:
        """Whether an answer is being computed."""
        return self.answers.working

    def finish(self, *, sampled: bool = True) -> None:
        """Compute all answers at once; sampled ones only if `sampled`."""
        self.answers.start()
        self.answers.finish(sampled=sampled)
        self.changed()

    def after_message(self) -> None:
        self.answers.set_position(self.position)

    def suspend(self) -> None:
        self.answers.suspend()

    @receives
    def look(self, position: str) -> None:
        """Start computing, because a page shows the answers.

        `position`: the notation in the page's address, or "". Only that of the first page is loaded.
        """
        if position and not self.answers.started:
            self.paste(position)
        self.answers.start()

    @receives
    def set(self, field: str, value: Value) -> None:
        """Set a field of a form."""
        try:
            self.editor.set_field(field, value)
        except ValueError:
            if (most := largest(field)) is not None:
                self.remark = say("whatif.no_number", self.lang, most=decimal(most, self.lang))

    @receives
    def example(self, name: str) -> None:
        """Load the example with this name."""
        if name in EXAMPLES:
            self.editor.load(read(EXAMPLES[name]), name)

    @receives
    def deal(self, text: str) -> None:
        """Deal the typed seed, with the viewer to move, and offer the next seed."""
        seed = seed_in(text)
        if seed is None:
            self.remark = say("whatif.no_seed", self.lang, largest=LARGEST_SEED)
            return
        rules = self.position.rules
        self.editor.load(draft_of(tongits.view(tongits.deal(rules, seed), 0)), "")
        self.remark = say("whatif.dealt", self.lang, seed=seed)
        self._seed = (seed + 1) % (LARGEST_SEED + 1)

    @receives
    def paste(self, text: str) -> None:
        """Load a position in notation; an empty text changes nothing."""
        if text.strip():
            self.editor.load(read(text), "")

    def props(self) -> Block:
        lang, draft = self.lang, self.position
        faults = fault_texts(draft, lang)
        sections = self.answers.render_sections()
        missing, named = self._missing(faults)
        return {
            "label": self.label,
            "notation": write(draft),
            "unfolds": bool(faults) or not draft.hand,
            "cards": render_cards(self.editor, lang),
            "answer": [self._answer(faults)],
            "begin": self._begin(),
            "building": [*render_builder(self.editor, " ".join((missing, *named)), lang), self._shared()],
            "section_options": sections.get("options"),
            "section_hand": sections.get("hand"),
            "section_unknown": sections.get("unknown"),
            "section_call": sections.get("call"),
        }

    def _answer(self, faults: list[str]) -> Block:
        """Make the block of the answer, or of the `faults` of an impossible position."""
        to_mend = faults and self.editor.has_statements
        missing, named = self._missing(faults)
        return {
            "is": "answer",
            "said": self.remark,
            "title": missing or self.answers.result,
            "settled": self.answers.settled,
            "faults": named,
            "blocks": [*([follow_button(self.editor, self.lang)] if to_mend else []), *self.answers.render_beside()],
        }

    def _missing(self, faults: list[str]) -> tuple[str, list[str]]:
        """Return what the position lacks, and the faults to name with it; "" for a possible one."""
        if needed := cards_to_tap(self.position, phase_follows=not self.editor.has_statements):
            return say("whatif.tap_cards", self.lang, needed=needed, count=len(self.position.hand)), []
        return say("whatif.impossible", self.lang, count=len(faults)) if faults else "", faults

    def _begin(self) -> list[Block]:
        """Make blocks to choose a position: an example, a deal or a text."""
        lang, editor = self.lang, self.editor
        examples = [
            button(say(f"whatif.example.{name}", lang), {"do": "example", "name": name}, pressed=name == editor.example)
            for name in EXAMPLES
        ]
        title = say("whatif.examples", lang)
        return [
            row(text(title, "note"), *examples, label=title),
            blocks.fields(
                _typed("deal", say("table.seed", lang), say("whatif.deal", lang), str(self._seed), digits=True),
                button(say("table.undo", lang), {"do": "undo"} if editor.line.at else None),
                button(say("table.redo", lang), {"do": "redo"} if editor.line.at < editor.line.last else None),
                button(say("whatif.empty", lang), {"do": "empty"}),
            ),
            details(
                say("whatif.sources", lang),
                _typed("paste", say("whatif.paste", lang), say("whatif.read", lang)),
                style="cardlab-fold",
            ),
        ]

    def _shared(self) -> Block:
        """Make fields to copy the position: as a link to this page, or as text."""
        lang, notation = self.lang, write(self.position)
        return details(
            say("whatif.share", lang),
            copying(say("whatif.link", lang), "", lang, address={"pos": notation}),
            copying(say("whatif.notation", lang), notation, lang),
            style="cardlab-fold",
        )


def _typed(do: str, label: str, read: str, value: str = "", *, digits: bool = False) -> Block:
    """Make a text field whose text is sent by Enter or by the button `read`."""
    return {"is": "typed", "label": label, "read": read, "value": value, "digits": digits, "send": {"do": do}}


def _draft(position: str | Draft | View) -> Draft:
    if isinstance(position, View):
        return draft_of(position)
    return position if isinstance(position, Draft) else read(EXAMPLES.get(position, position))
