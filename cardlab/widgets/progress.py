"""`Progress`: how far each lesson has come, and what may be done with it: save it, load it, delete it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.lessons.answers import GAMES, LONGEST, LONGEST_NAME, at_most, mistakes_in, read, read_answers, still_asked
from cardlab.lessons.course import LESSONS, Lesson, course_key
from cardlab.lessons.guided_race import first_race
from cardlab.lessons.guided_rounds import first_turn
from cardlab.lessons.own_mistakes import sound
from cardlab.lessons.progress import Result, days_in_a_row, results, standing
from cardlab.lessons.protocol import Log
from cardlab.lessons.review import due
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.messages import Message, Messages, Trouble

_WORDS: Final = ("lesson", "solved", "check", "due", "name", "save", "load", "delete", "really", "keep")
_HAND_IN: Final = ("press", "again", "take_back", "note", "there", "lost")
"""Words for a class, in which the page hands in to the teacher by itself; elsewhere it says nothing of it."""

GUIDED: Final = len(first_turn().steps)
"""How many steps the first round has."""
GUIDED_RACE: Final = len(first_race().steps)
"""How many steps the first race has."""


class RecallAll(Message, frozen=True):
    """What the page's memory holds, and whether it holds a match; it comes from outside, so it is read as such.

    `zone` is how many minutes the learner's clock is ahead of UTC, `guided` how many steps of the first round are done,
    `guided_race` how many of the first race.
    """

    do: Literal["recall"]
    log: object
    match: bool = False
    zone: int = 0
    guided: int = 0
    guided_race: int = 0


class Load(Message, frozen=True):
    """The text of a file that the learner has chosen."""

    do: Literal["load"]
    text: str


class Saved(Message, frozen=True):
    """The page has made a file of so many answers."""

    do: Literal["saved"]
    count: int


class ProgressButton(Message, frozen=True):
    """Ask whether to delete, keep or delete; or a file was too long to be read."""

    do: Literal["ask", "keep", "delete", "too_long"]


ProgressMessage: TypeAlias = RecallAll | Load | Saved | ProgressButton | Trouble


class LessonRow(TypedDict):
    """A lesson: its page, how much is solved (a sentence, and a share from 0 to 1), its self-check, what is due.

    `checked`: whether there was a self-check; `guided`: how far its guided round or race is, "" if not begun.
    """

    label: str
    address: str
    solved: str
    guided: str
    share: float
    check: str
    checked: bool
    due: str


class TestRow(TypedDict):
    """A self-check of a whole game, and how it went."""

    label: str
    result: str


class ProgressPicture(TypedDict):
    """The table of the lessons that were begun, what may be done now, and what is said of it; sizes in characters."""

    label: str
    rows: list[LessonRow]
    tests: list[TestRow]
    summary: str
    days: int
    streak: str
    empty: bool
    nothing: bool
    asking: bool
    question: str
    largest: int
    longest_name: int
    said: str


class Progress(CardWidget):
    """A table of the lessons that were begun: what is solved, the last self-check and what is due for review.

    The page tells it what its memory holds; files are made and read in the page, and judged here.
    - `lang`: the language of the learner;
    - `now`: the present time in seconds since 1970.

    Raises ValueError for an unknown language.
    """

    _esm = STATIC / "progress.js"
    _hears = Messages[ProgressMessage](ProgressMessage)
    _css = STATIC / "progress.css"
    _own_words = (*(f"progress.{word}" for word in _WORDS), *(f"hand_in.{word}" for word in _HAND_IN))

    def __init__(self, lang: str = "en", *, now: Callable[[], float] = time.time) -> None:
        self._lang = lang
        self._now = now
        self._log = Log()
        self._kept = 0  # how many answers the memory holds, of use or not
        self._zone = 0
        self._guided: dict[str, str] = {}  # how far the first round and the first race have come, by lesson
        self._match = False  # whether it holds a match of the play pages
        self._asking = False
        self._said = ""
        super().__init__(lang)

    @property
    def log(self) -> Log:
        """What the page's memory has told."""
        return self._log

    def _act(self, message: ProgressMessage) -> None:
        match message:
            case RecallAll(log=answers, match=match, zone=zone, guided=guided, guided_race=race):
                self._match, self._zone = match, zone
                self._guided = {
                    lesson: say(key, self._lang, part=min(total, part), total=total)
                    for lesson, key, part, total in (
                        ("turn", "progress.guided", guided, GUIDED),
                        ("race", "progress.guided_race", race, GUIDED_RACE),
                    )
                    if part > 0
                }
                self._recall(answers)
            case Load(text=text):
                self._load(text)
            case ProgressButton(do="too_long"):
                self._refuse(NotationError("progress_too_long", most=LONGEST))
            case Saved(count=count):
                if 0 <= count <= LONGEST:
                    self._said = say("progress.saved", self._lang, count=count)
            case ProgressButton(do="ask"):
                if self._kept or self._match:
                    self._asking, self._said = True, ""
            case ProgressButton(do="keep"):
                if self._asking:
                    self._asking, self._said = False, say("progress.kept", self._lang)
            case ProgressButton():
                if self._asking:
                    self._asking, self._match, self._log, self._kept = False, False, Log(), 0
                    self._said = say("progress.deleted", self._lang)
                    self.send({"forget": True})
            case Trouble(kind=kind):
                self._said = say(f"progress.{kind}", self._lang)
            case _:
                assert_never(message)

    def _recall(self, answers: object) -> None:
        """Takes what the memory holds instead of what was known: another page may have deleted it."""
        self._kept = len(answers) if isinstance(answers, list) else 0
        try:
            self._log = read_answers(still_asked(answers), self._now())
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self._lang)
            self._said = say("progress.not_recalled", self._lang, reason=reason)
            self._log = Log()
        self._asking = self._asking and (self._kept > 0 or self._match)

    def _load(self, text: str) -> None:
        """Adds the answers of a file to those that are known, and gives them to the page to be kept."""
        try:
            loaded, own = read(text, self._now()), sound(mistakes_in(text))
            merged = at_most(self._log | loaded)
        except NotationError as unreadable:
            self._refuse(unreadable)
            return
        fresh = set(loaded.answers) - set(self._log.answers)
        self._log = merged
        self._kept = max(self._kept, len(self._log.answers))
        self._said = say("progress.loaded", self._lang, count=len(fresh))
        self.send({"remember": [asdict(answer) for answer in loaded.answers], **({"mistakes": own} if own else {})})

    def _refuse(self, unreadable: NotationError) -> None:
        self._said = say("progress.refused", self._lang, reason=explain(unreadable.refusal, self._lang))

    def _picture(self) -> ProgressPicture:
        done = results(self._log)
        days, is_today = days_in_a_row(self._log, self._now(), self._zone)
        waiting = [one.asked.drill for one in due(self._log, self._now())]
        return {
            "label": say("progress.label", self._lang),
            "rows": [
                self._row(lesson, done.get(("check", lesson.name)), waiting)
                for lesson in LESSONS
                if ("check", lesson.name) in done
                or self._guided.get(lesson.name)
                or standing(self._log, lesson).answered
            ],
            "tests": [
                {"label": say(f"self_check.{game}", self._lang), "result": self._told(done[test])}
                for game in GAMES
                if (test := ("test", game)) in done
            ],
            "summary": self._summary(len(waiting)),
            "days": days,
            "streak": say("progress.days" if is_today else "progress.days_so_far", self._lang, count=days)
            if days
            else "",
            "empty": not self._kept,
            "nothing": not self._kept and not self._match,
            "asking": self._asking,
            "question": self._question() if self._asking else "",
            "largest": LONGEST,
            "longest_name": LONGEST_NAME,
            "said": self._said,
        }

    def _question(self) -> str:
        """What is about to be deleted: the answers, and the matches that the play pages have kept."""
        if not self._kept:
            return say("progress.question_matches", self._lang)
        asked = say("progress.question", self._lang, count=self._kept)
        return f"{asked} {say('progress.question_too', self._lang)}" if self._match else asked

    def _row(self, lesson: Lesson, check: Result | None, waiting: list[str]) -> LessonRow:
        come = standing(self._log, lesson)
        mine = {drill.name for drill in lesson.drills}
        return {
            "label": say(course_key(lesson.name), self._lang),
            "address": f"{lesson.name}.ipynb",
            "solved": say("progress.of", self._lang, part=come.solved, total=come.total),
            "guided": self._guided.get(lesson.name, ""),
            "share": come.solved / come.total if come.total else 0,
            "check": self._told(check),
            "checked": check is not None,
            "due": str(sum(drill in mine for drill in waiting)),
        }

    def _told(self, result: Result | None) -> str:
        if result is None:
            return say("progress.not_yet", self._lang)
        return say("progress.of", self._lang, part=result.right, total=result.tasks)

    def _summary(self, waiting: int) -> str:
        if not self._log.answers:
            return say("progress.nothing", self._lang)
        come = [standing(self._log, lesson) for lesson in LESSONS]
        solved = say("progress.summary", self._lang, count=sum(one.solved for one in come))
        return f"{solved} {say('progress.waiting', self._lang, count=waiting)}"
