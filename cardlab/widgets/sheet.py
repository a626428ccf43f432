"""`Sheet`: a sheet of exercises to save or to print, for a classroom without computers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.lessons.address import LARGEST_SEED, page_address
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.sheet import MOST, sheet
from cardlab.phrasing.catalogue import say
from cardlab.widgets.base import STATIC, CardWidget, seed_in
from cardlab.widgets.messages import Message, Messages

_WORDS: Final = (
    "lesson", "seed_field", "each", "save", "open", "kind", "level", "versions", "with_solutions",
)  # fmt: skip
_LEVELS: Final = tuple(str(level) for level in range(1, LEVELS + 1))
_VERSIONS: Final = (("",), ("A", "B"))


class ChooseLesson(Message, frozen=True):
    """The lesson of this name."""

    do: Literal["lesson"]
    name: str


class ChooseLength(Message, frozen=True):
    """So many exercises of each kind."""

    do: Literal["each"]
    count: int


class TypeSeed(Message, frozen=True):
    """The number of the sheet, as typed."""

    do: Literal["seed"]
    text: str


class Make(Message, frozen=True):
    """The sheet is to be made, for a new window or as a file."""

    do: Literal["make"]
    how: Literal["save", "open"]


class ChooseOnly(Message, frozen=True):
    """Only tasks of this kind, or of this level; "" for all of them."""

    do: Literal["only_kind", "only_level"]
    name: str


class SwitchSheet(Message, frozen=True):
    """Two versions instead of one, or solutions; or no longer."""

    do: Literal["versions", "solutions"]


SheetMessage: TypeAlias = ChooseLesson | ChooseLength | TypeSeed | Make | ChooseOnly | SwitchSheet


class NamedChoice(TypedDict):
    """Something to choose by name, and whether it is chosen."""

    name: str
    label: str
    chosen: bool


class LengthChoice(TypedDict):
    """A number of exercises of each kind, and whether it is chosen."""

    count: int
    chosen: bool


class SheetPicture(TypedDict):
    """What may be chosen of a sheet, and what is said of it."""

    label: str
    lessons: list[NamedChoice]
    kinds: list[NamedChoice]
    levels: list[NamedChoice]
    each: list[LengthChoice]
    versions: bool
    solutions: bool
    seed: str
    said: str
    wished: str


class Sheet(CardWidget):
    """Choose a lesson, kinds, a level, a number and a length; the sheet is made at the press of a button.

    - `lang`: the language of the sheet;
    - `lesson`: the lesson to begin with, by the name of its notebook;
    - `seed`: the number of the sheet, 0 to 999,999.

    What the page's address asks for comes first: its seed, the least level of the tasks, and the lesson of its drill.

    Raises KeyError for a lesson that is not there, ValueError for an unknown language.
    """

    _esm = STATIC / "sheet.js"
    _hears = Messages[SheetMessage](SheetMessage)
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
        self._kind = ""
        self._level = ""
        self._versions = False
        self._solutions = True
        self._said = ""
        super().__init__(lang)

    def __repr__(self) -> str:
        return f'Sheet(lesson="{self._lesson.name}", seed={self._seed})'

    def _act(self, message: SheetMessage) -> None:
        self._said = ""
        match message:
            case ChooseLesson(name=name):
                self._lesson = next((lesson for lesson in LESSONS if lesson.name == name), self._lesson)
                self._kind = ""
            case ChooseLength(count=count):
                self._each = count if 1 <= count <= MOST else self._each
            case TypeSeed(text=text):
                self._take(text)
            case ChooseOnly(do="only_kind", name=name):
                self._kind = name if name in [drill.name for drill in self._lesson.drills] else ""
            case ChooseOnly(name=name):
                self._level = name if name in _LEVELS else ""
            case SwitchSheet(do="versions"):
                self._versions = not self._versions
            case SwitchSheet():
                self._solutions = not self._solutions
            case Make(how=how):
                self.send({"how": how, "name": self._name, "text": self.page()})
                made = "sheet.made" if self._solutions else "sheet.made_without"
                self._said = say(made, self._lang, name=self._name)
            case _:
                assert_never(message)

    def _take(self, text: str) -> None:
        seed = seed_in(text)
        if seed is not None:
            self._seed = seed
        else:
            self._said = say("sheet.no_number", self._lang, largest=LARGEST_SEED)

    @property
    def _name(self) -> str:
        kind = f"-{self._kind.partition('.')[2]}" if self._kind else ""
        least = self._level or (str(self._address.level) if self._address.level > 1 else "")
        level = f"-level-{least}" if least else ""
        versions = "-A-B" if self._versions else ""
        return f"{self._lesson.name}{kind}-{self._lang}-{self._seed}{level}{versions}.html"

    def page(self) -> str:
        """The sheet as it is asked for now, a whole HTML page."""
        return sheet(
            self._lesson,
            self._lang,
            self._seed,
            each=self._each,
            level=int(self._level or self._address.level),
            most=int(self._level or LEVELS),
            kinds=(self._kind,) if self._kind else (),
            versions=_VERSIONS[self._versions],
            solutions=self._solutions,
        )

    def _picture(self) -> SheetPicture:
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
            "kinds": _choices(
                [("", say("sheet.every_kind", lang))]
                + [(drill.name, drill.called(lang)) for drill in self._lesson.drills],
                self._kind,
            ),
            "levels": _choices(
                [("", say("sheet.every_level", lang))]
                + [(level, say("demo.level_number", lang, level=level)) for level in _LEVELS],
                self._level,
            ),
            "versions": self._versions,
            "solutions": self._solutions,
            "each": [{"count": count, "chosen": count == self._each} for count in range(1, MOST + 1)],
            "seed": str(self._seed),
            "said": self._said,
            "wished": self._address.sentence(lang) if self._address.seed in (None, self._seed) else "",
        }


def _choices(named: Iterable[tuple[str, str]], chosen: str) -> list[NamedChoice]:
    """What may be chosen, each by its name and with its label."""
    return [{"name": name, "label": label, "chosen": name == chosen} for name, label in named]
