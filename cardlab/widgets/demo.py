"""`Demo`: shows any exercise of the course on a projector.

The teacher chooses lesson, kind, level and start number. The page's address contains this choice, so a lesson can be
planned as a list of addresses.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.lessons.address import LARGEST_SEED, page_address
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import LESSONS, course_key, lesson_named
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import Block, fields, group, number, option, select, status
from cardlab.widgets.exercise import Exercise
from cardlab.widgets.forms import seed_in
from cardlab.widgets.scene import receives


class Numbered(QuestionSource):
    """The questions of a drill at one level, chosen by start number.

    There is no last question, and no answer is remembered. The same number is the same question for everybody, here and
    on the class board.
    """

    def __init__(self, drill: Drill, level: int, seed: int) -> None:
        self.drill, self.level = drill, level
        self._ask(seed)

    def _ask(self, seed: int) -> None:
        self.seed = seed
        self._question = self.drill.question(f"demo {seed} 1", self.level)

    @property
    def question(self) -> Ask:
        """The question of the current start number."""
        return self._question

    def next(self) -> None:
        """Ask the question of the next start number (the seed); 0 follows the largest one."""
        self._ask((self.seed + 1) % (LARGEST_SEED + 1))

    def progress_text(self) -> str:
        """Return the kind, level and start number of the question, in words."""
        kind = in_words(Reader(self.lang), self.drill.called)
        return say("demo.title.question", self.lang, kind=kind, level=self.level, seed=self.seed)


class Demo(Exercise):
    """Any exercise of the course; a start number always shows the same question.

    Args:
        lang: the language of the class; by default that of the notebook's folder.
        lesson: the first lesson, by the name of its notebook.
        seed: the start number, 0 to 999,999.

    A drill, level or start number in the page's address takes precedence.

    Raises KeyError for an unknown lesson, ValueError for an unknown language.
    """

    def __init__(self, lang: str = "", *, lesson: str = LESSONS[0].name, seed: int = 1) -> None:
        address, first = page_address(), lesson_named(lesson)
        # A drill's short name is looked up in the first lesson, then in all others.
        drills = [drill for one in (first, *LESSONS) for drill in one.drills if address.leads_to(drill.name)]
        self._shows = Numbered(
            drills[0] if drills else first.drills[0], address.level, seed if address.seed is None else address.seed
        )
        super().__init__(self._shows, lang)

    def __repr__(self) -> str:
        return f'Demo("{self._shows.drill.name}", level={self._shows.level}, seed={self._shows.seed})'

    @property
    def question(self) -> Ask:
        """The current question."""
        return self._shows.question

    @receives
    def kind(self, name: str) -> None:
        """Choose a kind of exercise by name; a lesson's name chooses its first kind."""
        kinds = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}
        first = {lesson.name: lesson.drills[0] for lesson in LESSONS}
        self._ask({**kinds, **first}[name], self._shows.level, self._shows.seed)

    @receives
    def level(self, level: int) -> None:
        """Choose a level."""
        self._ask(self._shows.drill, level, self._shows.seed)

    @receives
    def seed(self, value: str) -> None:
        """Choose a start number from typed text."""
        seed = seed_in(value)
        if seed is None:
            self.remark = say("demo.no_seed", self.lang, largest=LARGEST_SEED)
        else:
            self._ask(self._shows.drill, self._shows.level, seed)

    def _ask(self, drill: Drill, level: int, seed: int) -> None:
        if (drill, level, seed) != (self._shows.drill, self._shows.level, self._shows.seed):
            self.source = self._shows = Numbered(drill, level, seed)
            self._shows.lang = self.lang
            self._begin()

    def render(self) -> list[Block]:
        lang, shows = self.lang, self._shows
        here = next(lesson for lesson in LESSONS if shows.drill in lesson.drills)
        lessons = [(one.name, say(course_key(one.name), lang)) for one in LESSONS]
        kinds = [(one.name, f"{in_words(Reader(lang), one.called)} ({', '.join(one.clauses)})") for one in here.drills]
        levels = [(level, say("demo.level_number", lang, level=level)) for level in range(1, LEVELS + 1)]
        form = fields(
            _list(say("progress.lesson", lang), ("kind", "name"), lessons, here.name),
            _list(say("sheet.kind", lang), ("kind", "name"), kinds, shows.drill.name),
            _list(say("room.level", lang), ("level", "level"), levels, shows.level),
            number(say("demo.seed", lang), shows.seed, 0, LARGEST_SEED, {"do": "seed"}),
        )
        address = {"drill": shows.drill.name, "level": str(shows.level), "seed": str(shows.seed)}
        return [group(form, when="page"), status(self.remark), {"is": "address", "values": address}, *super().render()]


def _list(label: str, message: tuple[str, str], named: Iterable[tuple[str | int, str]], chosen: str | int) -> Block:
    do, field = message
    options = [option(text, {"do": do, field: value}, value == chosen, value=str(value)) for value, text in named]
    return select(label, options)
