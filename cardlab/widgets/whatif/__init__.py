"""`WhatIf`: the laboratory: build any position of Tongits, and see what can be said about it, and how surely.

A position is changed in `editor` by the form of `fields`;
`answers` chooses what is said about it and works it out; `options` and `sections` put it into words.
All numbers come from `cardlab.analysis`.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from cardlab import tongits
from cardlab.analysis.position import read
from cardlab.analysis.whatif import Answer
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.house_rules import rules_label
from cardlab.refusal import NotationError
from cardlab.tongits import View
from cardlab.tongits.notation import Draft, write
from cardlab.tongits.positions import draft_of
from cardlab.widgets.background import heavy_work_comes
from cardlab.widgets.base import seed_in
from cardlab.widgets.figures import FigureTable, WorkProgress
from cardlab.widgets.forms import SelectField, Value, select
from cardlab.widgets.scene import Scene, hears
from cardlab.widgets.whatif.answers import Answers
from cardlab.widgets.whatif.editor import EXAMPLES, Editor, EditorPicture, OpenRecord, editor_picture, opened
from cardlab.widgets.whatif.fields import largest, player, told_faults
from cardlab.widgets.whatif.options import named_move
from cardlab.widgets.whatif.sections import SectionButton, SectionPicture

__all__ = ["WhatIf"]

_WORDS: Final = (
    "examples", "deal", "seed", "undo", "redo", "empty", "sources", "paste", "read", "open", "back", "forth", "save",
    "build", "to", "deck", "follow", "more", "share", "link", "notation", "copy", "show", "stop", "compared_by", "how",
)  # fmt: skip


class ExampleChoice(TypedDict):
    """An example, and whether the position is that one."""

    key: str
    label: str
    chosen: bool


class RecordPicture(TypedDict):
    """The record that the position is from.

    - `at`, `last`: after how many moves it is looked at, and can be looked at;
    - `text`: the record up to here; `seat`: by whose eyes it is seen.
    """

    label: str
    told: str
    at: int
    last: int
    text: str
    seat: SelectField


class LaboratoryPicture(EditorPicture):
    """The position, where it comes from, and what is said about it.

    `title`: the answer in a sentence; `settled`: whether it is not being improved any more;
    `first`: the best options in short; `objective`: what options can be compared by; `progress`: of the sample.
    """

    label: str
    editable: bool
    examples: list[ExampleChoice]
    seed: str
    record: RecordPicture | None
    rules_title: str
    rules_told: str
    notation: str
    said: str
    title: str
    settled: bool
    first: FigureTable | None
    objective: list[SectionButton]
    progress: WorkProgress | None
    faults: list[str]
    section_options: SectionPicture | None
    section_hand: SectionPicture | None
    section_draws: SectionPicture | None
    section_unknown: SectionPicture | None
    section_call: SectionPicture | None
    section_presets: SectionPicture | None


class WhatIf(Scene):
    """A position to build, to paste or to open, and everything that can be said about it.

    - `position`: where to begin: the name of an example (a key of `EXAMPLES`), a notation, a draft or a view;
    - `lang`: the language of the learner;
    - `seed`: the seed of the first deal that the page deals;
    - `editable`: whether the position may be changed on the page;
    - `four_colours`, `label`: as in `Hand`.

    Raises NotationError for a notation that cannot be read, ValueError for an unknown language.

    >>> WhatIf("call")
    WhatIf("call")
    """

    view = "whatif"
    own_words = (*(f"whatif.{word}" for word in _WORDS), "widget.numbers")
    parts = ("answers", "editing")
    answers: Answers
    editing: Editor[OpenRecord | str] | None
    """The editor, where the position may be changed on the page."""

    def __init__(
        self,
        position: str | Draft | View = "opening",
        lang: str = "en",
        *,
        seed: int = 1,
        editable: bool = True,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        example = position if isinstance(position, str) and position in EXAMPLES else ""
        self._editor: Editor[OpenRecord | str] = Editor(_draft(position), example)
        self._seed = seed
        self.editing = self._editor if editable else None
        self._label = label
        self._said = ""
        self.answers = Answers(self.position, lang, self.changed)

    def __repr__(self) -> str:
        example = self._editor.origin
        known = f'"{example}"' if example and isinstance(example, str) else f"<{len(self.position.hand)} cards in hand>"
        return f"WhatIf({known})"

    @property
    def position(self) -> Draft:
        """The position on the page, possible or not."""
        return self._editor.draft

    @property
    def _record(self) -> OpenRecord | None:
        """The record that the position is from, if it is from one."""
        origin = self._editor.origin
        return origin if isinstance(origin, OpenRecord) else None

    @property
    def answer(self) -> Answer | None:
        """What is known of the options by now; None before the first estimate."""
        return self.answers.answer

    @property
    def working(self) -> bool:
        """Whether an answer is being worked out."""
        return self.answers.working

    def finish(self, *, sampled: bool = True) -> None:
        """Works everything out here and now, or only what is exact. On a page it happens by itself while one looks."""
        self.answers.look()
        self.answers.finish(sampled=sampled)
        self.changed()

    def before(self, message: str) -> None:
        self._said = ""

    def after(self) -> None:
        self.answers.about(self.position)

    def rest(self) -> None:
        self.answers.rest()

    @hears
    def look(self, position: str) -> None:
        """A page shows the laboratory; the first one may name a position in its address."""
        if position and self.editing and not self.answers.looked:
            self._read(position)
        heavy_work_comes()
        self.answers.look()

    @hears
    def copied(self, do: Literal["copied", "selected"]) -> None:
        """The page has copied a text, or only selected it."""
        self._said = say(f"whatif.{do}", self.lang)

    @hears
    def set(self, field: str, value: Value) -> None:
        """A field of a form."""
        editor = self.editing
        match field, value:
            case "card", str(code):
                self.answers.look_at(code)
            case "against", str(preset):
                self.answers.compare_with(preset)
            case "record", "0" | "1" | "2" as seat:
                if editor and self._record:
                    self._go(self._record.to(seat=int(seat)))
            case _ if editor:
                most = largest(field)
                if not editor.set_field(field, value) and most is not None:
                    self._said = say("whatif.no_number", self.lang, most=decimal(most, self.lang))

    @hears
    def example(self, name: str) -> None:
        """The example of this name."""
        if self.editing and name in EXAMPLES:
            self.editing.load(read(EXAMPLES[name]), name)

    @hears
    def at(self, number: int) -> None:
        """Another move of the record."""
        if self.editing and self._record:
            self._go(self._record.to(at=number))

    @hears
    def too_long(self) -> None:
        """The file that was chosen is too long to be sent."""
        if self.editing:
            self._said = say("whatif.too_long", self.lang)

    @hears
    def deal(self, text: str) -> None:
        """A fresh deal of the seed typed, the viewer to move; the next press deals another."""
        if not self.editing:
            return
        seed = seed_in(text)
        if seed is None:
            self._said = say("whatif.no_seed", self.lang, largest=LARGEST_SEED)
            return
        rules = self.position.rules
        self._editor.load(draft_of(tongits.view(tongits.deal(rules, seed), 0)), "")
        self._said = say("whatif.dealt", self.lang, seed=seed)
        self._seed = (seed + 1) % (LARGEST_SEED + 1)

    @hears
    def paste(self, text: str) -> None:
        """A position in notation."""
        if self.editing:
            self._read(text)

    def _read(self, text: str) -> None:
        try:
            self._editor.load(read(text), "")
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self.lang)

    @hears
    def record(self, text: str) -> None:
        """A file: the record of a round, or a position in its notation."""
        if not self.editing:
            return
        if not text.lstrip().startswith("{"):
            self._read(text.strip())
            return
        try:
            self._go(opened(text))
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self.lang)

    def _go(self, record: OpenRecord) -> None:
        self._editor.load(record.draft, record)

    def picture(self) -> LaboratoryPicture:
        lang, draft = self.lang, self.position
        found = told_faults(draft, lang)
        # Each stands alone, so that only those that have changed are sent.
        told = {one["key"]: one for one in self.answers.sections()}
        return {
            "label": self._label or say("whatif.label", lang),
            "editable": self.editing is not None,
            "examples": [
                {"key": name, "label": say(f"whatif.example.{name}", lang), "chosen": name == self._editor.origin}
                for name in EXAMPLES
            ],
            "seed": str(self._seed),
            "record": self._record_picture(),
            **editor_picture(self._editor, lang),
            "rules_title": say("whatif.rules", lang),
            "rules_told": say("whatif.played_by", lang, rules=rules_label(draft.rules, lang)),
            "notation": write(draft),
            "said": self._said,
            "title": say("whatif.impossible", lang, count=len(found)) if found else self.answers.result,
            "settled": self.answers.settled,
            "first": self.answers.first,
            "objective": self.answers.objective,
            "progress": self.answers.progress,
            "faults": found,
            "section_options": told.get("options"),
            "section_hand": told.get("hand"),
            "section_draws": told.get("draws"),
            "section_unknown": told.get("unknown"),
            "section_call": told.get("call"),
            "section_presets": told.get("presets"),
        }

    def _record_picture(self) -> RecordPicture | None:
        if self._record is None:
            return None
        lang, record = self.lang, self._record
        seats = [(str(seat), say("whatif.seat_number", lang, number=seat)) for seat in range(3)]
        count, total, made = record.at, record.last, record.move
        told = say("whatif.at", lang, count=count, total=total)
        if made is not None:
            move, seen = made
            who = player(self.position, move.seat, lang)
            told = say("whatif.at_move", lang, count=count, total=total, who=who, move=named_move(move, seen, lang))
        return {
            "label": say("whatif.record", lang),
            "told": told,
            "at": record.at,
            "last": record.last,
            "text": record.text,
            "seat": select("record", say("whatif.seen_by", lang), seats, str(record.seat)),
        }


def _draft(position: str | Draft | View) -> Draft:
    if isinstance(position, View):
        return draft_of(position)
    return position if isinstance(position, Draft) else read(EXAMPLES.get(position, position))
