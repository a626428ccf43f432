"""`Sheet`: a sheet of exercises to save or to print, for a classroom without computers."""

from __future__ import annotations

from typing import Any, Final

from cardlab.lessons.address import page_address
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.sheet import MOST, sheet
from cardlab.locale import say
from cardlab.widgets.base import LARGEST_SEED, STATIC, CardWidget, is_whole, seed_in

__all__ = ["Sheet"]

_WORDS: Final = ("lesson", "seed_field", "each", "save", "open")


class Sheet(CardWidget):
    """Choose a lesson, a number and a length; the sheet with its solutions is made at the press of a button.

    - `lang`: the language of the sheet;
    - `lesson`: the lesson to begin with, by the name of its notebook;
    - `seed`: the number of the sheet, 0 to 999,999.

    What the page's address asks for comes first: its seed, the least level of the tasks, and the lesson of its drill.

    Raises KeyError for a lesson that is not there, ValueError for an unknown language.
    """

    _esm = STATIC / "sheet.js"
    _css = STATIC / "demo.css"
    _own_words = tuple(f"sheet.{word}" for word in _WORDS)

    def __init__(self, lang: str = "en", *, lesson: str = LESSONS[0].name, seed: int = 1) -> None:
        self._lang = lang
        self._address = page_address()
        self._lesson = lesson_named(lesson)
        sought = (
            one for one in (self._lesson, *LESSONS) if any(self._address.leads_to(drill.name) for drill in one.drills)
        )
        self._lesson = next(sought, self._lesson)
        self._seed = seed if self._address.seed is None else self._address.seed
        self._each = 2
        self._said = ""
        super().__init__(lang)

    def __repr__(self) -> str:
        return f'Sheet(lesson="{self._lesson.name}", seed={self._seed})'

    def _act(self, wish: object) -> None:
        self._said = ""
        match wish:
            case {"do": "lesson", "name": str(name)} if name in [lesson.name for lesson in LESSONS]:
                self._lesson = lesson_named(name)
            case {"do": "each", "count": int(count)} if is_whole(count) and 1 <= count <= MOST:
                self._each = count
            case {"do": "seed", "text": str(text)}:
                self._take(text)
            case {"do": "make", "how": "save" | "open" as how}:
                self.send({"how": how, "name": self._name, "text": self.page()})
                self._said = say("sheet.made", self._lang, name=self._name)

    def _take(self, text: str) -> None:
        seed = seed_in(text)
        if seed is not None:
            self._seed = seed
        else:
            self._said = say("sheet.no_number", self._lang, largest=LARGEST_SEED)

    @property
    def _name(self) -> str:
        level = f"-level-{self._address.level}" if self._address.level > 1 else ""
        return f"{self._lesson.name}-{self._lang}-{self._seed}{level}.html"

    def page(self) -> str:
        """The sheet as it is asked for now, a whole HTML page."""
        return sheet(self._lesson, self._lang, self._seed, each=self._each, level=self._address.level)

    def _picture(self) -> dict[str, Any]:
        lang = self._lang
        return {
            "label": say("sheet.label", lang),
            "lessons": [
                {
                    "name": lesson.name,
                    "label": say(f"course.{lesson.name.replace('-', '_')}", lang),
                    "chosen": lesson is self._lesson,
                }
                for lesson in LESSONS
            ],
            "each": [{"count": count, "chosen": count == self._each} for count in range(1, MOST + 1)],
            "seed": str(self._seed),
            "said": self._said,
            "wished": self._address.sentence(lang) if self._address.seed in (None, self._seed) else "",
        }
