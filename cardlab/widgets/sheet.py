"""`Sheet`: a worksheet to save or to print, for a classroom without computers."""

from __future__ import annotations

from typing import Any, Final

from cardlab.lessons.address import LARGEST_SEED, page_address
from cardlab.lessons.course import LESSONS, course_key, lesson_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.worksheet import MOST, sheet
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import Block, button, field, fields, row, status, text
from cardlab.widgets.forms import Value, seed_in, select, switch
from cardlab.widgets.scene import Scene, receives

_LEVELS: Final = tuple(str(level) for level in range(1, LEVELS + 1))
_VERSIONS: Final = (("",), ("A", "B"))


class Sheet(Scene):
    """A form that makes a worksheet of exercises.

    Args:
        lang: the language of the sheet; by default that of the notebook's folder.
        lesson: the first lesson, by the name of its notebook.
        seed: the number of the sheet, 0 to 999,999.

    The page's address takes precedence. It can give the seed, a drill whose lesson comes first, and the lowest level.

    Raises KeyError for an unknown lesson, ValueError for an unknown language.
    """

    def __init__(self, lang: str = "", *, lesson: str = LESSONS[0].name, seed: int = 1) -> None:
        super().__init__(lang)
        self.label = say("sheet.label", self.lang)
        self._address = page_address()
        self._lesson = lesson_named(lesson)
        matching = (
            one for one in (self._lesson, *LESSONS) if any(self._address.leads_to(drill.name) for drill in one.drills)
        )
        self._lesson = next(matching, self._lesson)
        self._seed = seed if self._address.seed is None else self._address.seed
        self._chosen: dict[str, Any] = {"kind": "", "level": "", "each": "2", "versions": False, "solutions": True}

    def __repr__(self) -> str:
        return f'Sheet(lesson="{self._lesson.name}", seed={self._seed})'

    @receives
    def set(self, field: str, value: Value) -> None:
        """Set an option of the form; choosing a lesson selects all of its kinds."""
        if field == "lesson":
            self._lesson, self._chosen["kind"] = lesson_named(str(value)), ""
        else:
            self._chosen[field] = value

    @receives
    def seed(self, text: str) -> None:
        """Set the number of the sheet from typed text."""
        seed = seed_in(text)
        if seed is not None:
            self._seed = seed
        else:
            self.remark = say("sheet.no_number", self.lang, largest=LARGEST_SEED)

    @receives
    def make(self, open: bool) -> None:
        """Make the sheet, in a new window if `open`, otherwise as a file."""
        self.send({"file": {"name": self._name, "text": self.html(), "type": "text/html", "open": open}})
        made = "sheet.made" if self._chosen["solutions"] else "sheet.made_without"
        self.remark = say(made, self.lang, name=self._name)

    @property
    def _name(self) -> str:
        chosen, least = self._chosen, self._address.level
        kind = f"-{chosen['kind'].partition('.')[2]}" if chosen["kind"] else ""
        level = f"-level-{chosen['level'] or least}" if chosen["level"] or least > 1 else ""
        versions = "-A-B" if chosen["versions"] else ""
        return f"{self._lesson.name}{kind}-{self.lang}-{self._seed}{level}{versions}.html"

    def html(self) -> str:
        """Return the sheet that the form describes, as a whole HTML page."""
        chosen = self._chosen
        return sheet(
            self._lesson,
            self.lang,
            self._seed,
            each=int(chosen["each"]),
            level=int(chosen["level"] or self._address.level),
            most=int(chosen["level"] or LEVELS),
            kinds=(chosen["kind"],) if chosen["kind"] else (),
            versions=_VERSIONS[chosen["versions"]],
            solutions=chosen["solutions"],
        )

    def render(self) -> list[Block]:
        lang, reader, chosen = self.lang, Reader(self.lang), self._chosen
        address_note = in_words(reader, self._address.asks if self._address.seed in (None, self._seed) else ())
        kinds = [("", say("sheet.every_kind", lang))]
        kinds += [(drill.name, in_words(reader, drill.called)) for drill in self._lesson.drills]
        levels = [("", say("sheet.every_level", lang))]
        levels += [(level, say("demo.level_number", lang, level=level)) for level in _LEVELS]
        lessons = [(one.name, say(course_key(one.name), lang)) for one in LESSONS]
        counts = [(str(count), str(count)) for count in range(1, MOST + 1)]
        return [
            fields(
                select("lesson", say("progress.lesson", lang), lessons, self._lesson.name),
                select("kind", say("sheet.kind", lang), kinds, chosen["kind"]),
                select("level", say("room.level", lang), levels, chosen["level"]),
                select("each", say("sheet.each", lang), counts, chosen["each"]),
                field(say("sheet.seed_field", lang), str(self._seed), {"do": "seed"}, digits=True, longest=6),
                switch("versions", say("sheet.versions", lang), chosen["versions"]),
                switch("solutions", say("sheet.with_solutions", lang), chosen["solutions"]),
            ),
            *([text(address_note, "soft")] if address_note else []),
            row(
                button(say("sheet.open", lang), {"do": "make", "open": True}, main=True),
                button(say("sheet.save", lang), {"do": "make", "open": False}),
            ),
            status(self.remark),
        ]
