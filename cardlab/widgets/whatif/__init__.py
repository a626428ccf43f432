"""`WhatIf`: the laboratory: build any position of Tongits, and see what can be said about it, and how surely.

Knows what the page may ask and in which order the answers are worked out; a position is changed in `editor`,
what is said about it stands in `answers` and its neighbours, and all of it is asked of `cardlab.analysis`.
"""

from __future__ import annotations

from typing import Any, Final

from cardlab import tongits
from cardlab.analysis.faults import faults
from cardlab.analysis.position import read
from cardlab.analysis.whatif import Answer
from cardlab.lessons.address import LARGEST_SEED
from cardlab.locale import decimal, say
from cardlab.refusal import NotationError
from cardlab.tell import explain
from cardlab.tell.house_rules import rules_label
from cardlab.tongits import View
from cardlab.tongits.notation import Draft, draft_of, write
from cardlab.widgets.background import heavy_work_comes
from cardlab.widgets.base import STATIC, CardWidget, is_whole, seed_in
from cardlab.widgets.whatif.answers import Answers
from cardlab.widgets.whatif.editor import EXAMPLES, Editor, OpenRecord, editor_picture, opened
from cardlab.widgets.whatif.fields import largest, player
from cardlab.widgets.whatif.options import named_move

__all__ = ["WhatIf"]

_WORDS: Final = (
    "examples", "deal", "seed", "undo", "redo", "empty", "sources", "paste", "read", "open", "back", "forth", "save",
    "build", "to", "deck", "follow", "more", "share", "link", "notation", "copy", "show", "stop",
)  # fmt: skip


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

    def _act(self, wish: object) -> None:
        self._said = ""
        match wish:
            case {"do": "look", "position": str(text)}:
                self._look(text)
            case {"do": "copied" | "selected" as how}:
                self._said = say(f"whatif.{how}", self._lang)
            case _ if not self._answers.hear(wish) and self._editable:
                self._edit(wish)
        self._answers.about(self.position)

    def _rest(self) -> None:
        self._answers.rest()

    def _look(self, text: str) -> None:
        """A page shows the laboratory; the first one may name a position in its address."""
        if text and self._editable and not self._answers.looked:
            self._paste(text)
        heavy_work_comes()
        self._answers.look()

    def _edit(self, wish: object) -> None:
        """Another position."""
        match wish:
            case {"do": "example", "name": str(name)} if name in EXAMPLES:
                self._editor.load(read(EXAMPLES[name]), name)
            case {"do": "deal", "text": str(text)}:
                self._deal(text)
            case {"do": "paste", "text": str(text)}:
                self._paste(text)
            case {"do": "record", "text": str(text)}:
                self._open(text)
            case {"do": "too_long"}:
                self._said = say("whatif.too_long", self._lang)
            case {"do": "at", "number": int(number)} if self._record and is_whole(number):
                self._go(self._record.to(at=number))
            case {"do": "set", "field": "record", "value": "0" | "1" | "2" as seat} if self._record:
                self._go(self._record.to(seat=int(seat)))
            case {"do": "set", "field": str(field)} if (most := largest(field)) is not None:
                if not self._editor.hear(wish):
                    self._said = say("whatif.no_number", self._lang, most=decimal(most, self._lang))
            case _:
                self._editor.hear(wish)

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
        try:
            self._go(opened(text))
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self._lang)

    def _go(self, record: OpenRecord) -> None:
        self._editor.load(record.draft, record)

    def _picture(self) -> dict[str, Any]:
        lang, draft = self._lang, self.position
        found = [explain(fault, lang) for fault in faults(draft)]
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
            "faults": [*found, self._seats()] if found else [],
            "sections": self._answers.sections(),
        }

    def _seats(self) -> str:
        """Who sits where: the faults speak of seats by their numbers."""
        own, left, right = ((self.position.viewer + step) % 3 for step in range(3))
        return say("whatif.seats", self._lang, own=own, left=left, right=right)

    def _record_picture(self) -> dict[str, Any] | None:
        if self._record is None:
            return None
        lang, record = self._lang, self._record
        seats = [
            {"value": str(s), "label": say("whatif.seat_number", lang, number=s), "chosen": s == record.seat}
            for s in range(3)
        ]
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
            "seat": {"kind": "select", "key": "record", "label": say("whatif.seen_by", lang), "choices": seats},
        }


def _draft(position: str | Draft | View) -> Draft:
    if isinstance(position, View):
        return draft_of(position)
    return position if isinstance(position, Draft) else read(EXAMPLES.get(position, position))
