"""`WhatIf`: the laboratory: build any position of Tongits, and see what can be said about it, and how surely.

What the page says stands in `messages`; a position is changed in `editor` by the form of `fields`;
`answers` chooses what is said about it and works it out; `options` and `sections` put it into words.
All numbers come from `cardlab.analysis`.
"""

from __future__ import annotations

from typing import Final, TypedDict, assert_never

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
from cardlab.tongits.state import draft_of
from cardlab.widgets.background import heavy_work_comes
from cardlab.widgets.base import STATIC, CardWidget, seed_in
from cardlab.widgets.figures import FigureTable, WorkProgress
from cardlab.widgets.forms import SelectField, select
from cardlab.widgets.messages import GoTo, Messages, SetField, TooLong
from cardlab.widgets.whatif.answers import Answers
from cardlab.widgets.whatif.editor import EXAMPLES, Editor, EditorPicture, OpenRecord, editor_picture, opened
from cardlab.widgets.whatif.fields import largest, player, told_faults
from cardlab.widgets.whatif.messages import (
    AskAnswers,
    ChangeMessage,
    ChooseExample,
    ChoosePlace,
    CompareBy,
    Copied,
    DealSeed,
    EditorButton,
    Look,
    NewMeld,
    OpenFile,
    Paste,
    Tap,
    Unfold,
    WhatIfMessage,
)
from cardlab.widgets.whatif.options import By, named_move
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


class WhatIf(CardWidget):
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

    _esm = STATIC / "whatif.js"
    _css = STATIC / "whatif.css"
    _hears = Messages[WhatIfMessage](WhatIfMessage)
    _own_words = (*(f"whatif.{word}" for word in _WORDS), "widget.numbers")

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
        self._lang = lang
        example = position if isinstance(position, str) and position in EXAMPLES else ""
        self._editor: Editor[OpenRecord | str] = Editor(_draft(position), example)
        self._seed = seed
        self._editable = editable
        self._label = label
        self._said = ""
        self._answers = Answers(self.position, lang, self._show)
        super().__init__(lang, four_colours=four_colours)

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
        return self._answers.answer

    @property
    def working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._answers.working

    def finish(self, *, sampled: bool = True) -> None:
        """Works everything out here and now, or only what is exact. On a page it happens by itself while one looks."""
        self._answers.look()
        self._answers.finish(sampled=sampled)
        self._show()

    def _act(self, message: WhatIfMessage) -> None:
        self._said = ""
        match message:
            case Look(position=text):
                self._look(text)
            case Copied(do=how):
                self._said = say(f"whatif.{how}", self._lang)
            case CompareBy(value=value):
                self._answers.compare_by(By(value))
            case AskAnswers(do="stop"):
                self._answers.stop()
            case AskAnswers():
                self._answers.show_next_best()
            case Unfold(part=part, open=open):
                self._answers.unfold(part, open)
            case SetField(field="card", value=str(code)):
                self._answers.look_at(code)
            case SetField(field="against", value=str(name)):
                self._answers.compare_with(name)
            case _:
                if self._editable:
                    self._edit(message)
        self._answers.about(self.position)

    def _rest(self) -> None:
        self._answers.rest()

    def _look(self, text: str) -> None:
        """A page shows the laboratory; the first one may name a position in its address."""
        if text and self._editable and not self._answers.looked:
            self._paste(text)
        heavy_work_comes()
        self._answers.look()

    def _edit(self, message: ChangeMessage) -> None:
        """Another position."""
        editor = self._editor
        match message:
            case ChooseExample(name=name):
                if name in EXAMPLES:
                    editor.load(read(EXAMPLES[name]), name)
            case DealSeed(text=text):
                self._deal(text)
            case Paste(text=text):
                self._paste(text)
            case OpenFile(text=text):
                self._open(text)
            case TooLong():
                self._said = say("whatif.too_long", self._lang)
            case GoTo(number=number):
                if self._record:
                    self._go(self._record.to(at=number))
            case SetField(field="record", value="0" | "1" | "2" as seat):
                if self._record:
                    self._go(self._record.to(seat=int(seat)))
            case SetField(field=field, value=value):
                most = largest(field)
                if not editor.set_field(field, value) and most is not None:
                    self._said = say("whatif.no_number", self._lang, most=decimal(most, self._lang))
            case ChoosePlace(to=place):
                editor.choose(place)
            case NewMeld(owner=owner):
                editor.new_meld(owner)
            case Tap(card=code):
                editor.tap(code)
            case EditorButton(do="undo"):
                editor.undo()
            case EditorButton(do="redo"):
                editor.redo()
            case EditorButton(do="empty"):
                editor.empty()
            case EditorButton():
                editor.follow()
            case _:
                assert_never(message)

    def _deal(self, text: str) -> None:
        """A fresh deal, the viewer to move; the next press deals another."""
        seed = seed_in(text)
        if seed is None:
            self._said = say("whatif.no_seed", self._lang, largest=LARGEST_SEED)
            return
        rules = self.position.rules
        self._editor.load(draft_of(tongits.view(tongits.deal(rules, seed), 0)), "")
        self._said = say("whatif.dealt", self._lang, seed=seed)
        self._seed = (seed + 1) % (LARGEST_SEED + 1)

    def _paste(self, text: str) -> None:
        try:
            self._editor.load(read(text), "")
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self._lang)

    def _open(self, text: str) -> None:
        """A file: the record of a round, or a position in its notation."""
        if not text.lstrip().startswith("{"):
            self._paste(text.strip())
            return
        try:
            self._go(opened(text))
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self._lang)

    def _go(self, record: OpenRecord) -> None:
        self._editor.load(record.draft, record)

    def _picture(self) -> LaboratoryPicture:
        lang, draft = self._lang, self.position
        found = told_faults(draft, lang)
        # Each stands alone, so that only those that have changed are sent.
        told = {one["key"]: one for one in self._answers.sections()}
        return {
            "label": self._label or say("whatif.label", lang),
            "editable": self._editable,
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
            "title": say("whatif.impossible", lang, count=len(found)) if found else self._answers.result,
            "settled": self._answers.settled,
            "first": self._answers.first,
            "objective": self._answers.objective,
            "progress": self._answers.progress,
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
        lang, record = self._lang, self._record
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
