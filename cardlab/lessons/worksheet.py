"""Worksheets on paper: tasks of one lesson from a seed, then their solutions.

A sheet is one HTML page without any other file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Final

from cardlab.cards import PIPS, Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import Lesson, course_key
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.protocol import Task
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, card_name, rank_letter, say

MOST: Final = 6
"""The most tasks of each kind on a sheet."""

MOST_VERSIONS: Final = 6
"""The most versions made at once."""

_FEW: Final = 4
"""The most groups of cards that fit in half the width of the page."""

_STYLE: Final = """
@page { size: A4; margin: 16mm 15mm }
* { box-sizing: border-box }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #000; background: #fff;
  font: 11pt/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif }
h1 { font-size: 18pt; margin: 0 0 .3rem } h2 { font-size: 12pt; margin: 0 0 .2rem } p { margin: .2rem 0 }
.whose { display: flex; gap: 2rem; margin: .8rem 0 1.2rem } .whose span { flex: 1; border-bottom: 1px solid #000 }
.seed { color: #444; font-size: 9pt }
section { margin: 0 0 1.1rem; padding: .6rem 0 0; border-top: 1px solid #999; break-inside: avoid }
ul { margin: .2rem 0; padding-left: 1.2rem } ul.cards, ul.choices { list-style: none; padding: 0 }
ul.cards { display: flex; flex-wrap: wrap; gap: 3px; margin: .2rem 0 .5rem }
ul.cards li { min-width: 1.75rem; height: 2.5rem; padding: .1rem .15rem; border: 1px solid #333; border-radius: 4px;
  text-align: center; font-weight: 600; line-height: 1.1rem }
ul.cards li span { display: block } .red { color: #b00020 }
ul.choices li::before { content: "☐ "; font-size: 13pt }
.line { display: inline-block; width: 8rem; border-bottom: 1px solid #000 }
.label { font-weight: 600; font-size: 9.5pt; margin: .3rem 0 0 }
.piles { display: flex; flex-wrap: wrap; gap: 0 1.2rem }
.answers { columns: 2 17rem; column-gap: 2rem }
.tasks { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem } .wide { grid-column: 1 / -1 }
@media screen and (max-width: 36rem) { .tasks { display: block } }
.solutions, .version + .version { break-before: page }
h2 { display: flex; justify-content: space-between } .points { color: #444; font-weight: 400; font-size: 9pt }
"""


def sheet(
    lesson: Lesson,
    lang: str = "en",
    seed: int = 1,
    *,
    each: int = 2,
    level: int = 1,
    most: int = LEVELS,
    kinds: Collection[str] = (),
    versions: Sequence[str] = ("",),
    solutions: bool = True,
) -> str:
    """Return a worksheet as a whole HTML page, 10 to 60 kB for each version.

    Args:
        lesson: The lesson whose drills are asked, in order.
        lang: The language of the learners.
        seed: The number of the sheet; the same number gives the same sheet.
        each: The number of tasks of each kind, 1 to `MOST`; the level rises from first to last.
        level: The least level, 1 to `LEVELS`.
        most: The highest level.
        kinds: The drills to ask, with or without the lesson's name; all by default.
        versions: Letters of versions with different tasks, for neighbours; each begins a new page.
        solutions: Whether the last pages have the solutions.

    Raises:
        ValueError: For an unknown language or kind, numbers out of range, or impossible versions, as a sentence.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"There are no sheets in {lang!r}, only in {', '.join(LANGUAGES)}.")
    if not 1 <= each <= MOST:
        raise ValueError(f"Choose 1 to {MOST} questions of each kind, not {each}.")
    if not 1 <= level <= most <= LEVELS:
        levels = str(level) if level == most else f"{level} to {most}"
        raise ValueError(f"Choose levels from 1 to {LEVELS}, not {levels}.")
    if not 1 <= len(versions) <= MOST_VERSIONS or any(len(one) > 1 or not one.isalnum() for one in versions if one):
        raise ValueError(f"Give 1 to {MOST_VERSIONS} versions, one letter each, such as A,B.")
    if len({*versions}) < len(versions):
        raise ValueError("Give each version a letter of its own, such as A,B.")
    drills = _drills_of(lesson, kinds)
    asked = {version: tuple(_questions(drills, f"{seed} {version}".strip(), each, level, most)) for version in versions}
    paper = _Paper(Reader(lang))
    title = paper.says("sheet.title", lesson=say(course_key(lesson.name), lang))
    seed_line = paper.number(seed, level, most)
    pages = "".join(paper.tasks(questions, title, seed_line, version) for version, questions in asked.items())
    solved = "".join(paper.solutions(questions, version) for version, questions in asked.items()) if solutions else ""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{pages}{solved}"
        f"</main>\n</body>\n</html>\n"
    )


def _drills_of(lesson: Lesson, kinds: Collection[str]) -> tuple[Drill, ...]:
    """Return the lesson's drills of these kinds, or all. Raises ValueError for a kind that it doesn't have."""
    known = {name: drill for drill in lesson.drills for name in (drill.name, drill.name.partition(".")[2])}
    if unknown := [kind for kind in kinds if kind not in known]:
        kinds_of_it = ", ".join(drill.name.partition(".")[2] for drill in lesson.drills)
        raise ValueError(f"The lesson {lesson.name} has no questions {unknown[0]!r}. Choose from: {kinds_of_it}.")
    chosen = [known[kind] for kind in kinds]
    return tuple(drill for drill in lesson.drills if drill in chosen or not kinds)


def _questions(drills: Iterable[Drill], seed: str, each: int, least: int, most: int) -> Iterator[Ask]:
    """Yield at most `each` questions of every drill, easy ones first, none twice."""
    for drill in drills:
        asked: list[Ask] = []
        for number in range(each):
            level = min(most, max(least, 1 + number * LEVELS // each))
            tries = (drill.question(f"sheet {seed} {number} {attempt}", level) for attempt in range(50))
            asked += islice((fresh for fresh in tries if fresh not in asked), 1)
        yield from asked


def _side_by_side(tasks: list[Task]) -> Iterator[tuple[Task, bool]]:
    """Yield each task, and whether it takes the full width of the page."""
    waiting: list[Task] = []
    for task in tasks:
        waiting.append(task)
        if len(task.piles) + bool(task.hand) > _FEW:
            yield from ((one, True) for one in waiting)
        elif len(waiting) == 2:
            yield from ((one, False) for one in waiting)
        else:
            continue
        waiting = []
    yield from ((one, True) for one in waiting)


@dataclass(frozen=True, slots=True)
class _Paper:
    """The parts of a worksheet in one language, as HTML."""

    reader: Reader

    def says(self, key: str, **facts: object) -> str:
        """Return a text of the catalogues."""
        return escape(self.reader.say(key, **facts))

    def number(self, seed: int, level: int, most: int) -> str:
        """Return the seed and levels that make the same sheet again."""
        sentence = self.says("sheet.seed", seed=seed)
        if level == most < LEVELS:
            return f"{sentence} · {self.says('sheet.only_level', level=level)}"
        return f"{sentence} · {self.says('address.level', level=level)}" if level > 1 else sentence

    def _version(self, version: str) -> str:
        return f" · {self.says('sheet.version', version=version)}" if version else ""

    def tasks(self, questions: Sequence[Ask], title: str, seed_line: str, version: str) -> str:
        """Return the tasks of one version, with a place for name, date and points."""
        laid_out = _side_by_side([question.read(self.reader.lang).task for question in questions])
        tasks = "".join(self._task(number, task, wide=wide) for number, (task, wide) in enumerate(laid_out, 1))
        lines = self.says("sheet.name"), self.says("sheet.date"), self.says("sheet.points", count=len(questions))
        whose = "".join(f"<span>{line}</span>" for line in lines)
        return (
            f'<div class="version"><h1>{title}{self._version(version)}</h1>\n<p class="seed">{seed_line}</p>\n'
            f'<div class="whose">{whose}</div>\n<div class="tasks">{tasks}</div></div>\n'
        )

    def _task(self, number: int, task: Task, *, wide: bool) -> str:
        notes = "".join(f"<li>{escape(note)}</li>" for note in task.notes)
        groups = [(escape(pile.label), pile.cards) for pile in task.piles]
        if task.hand:
            groups.append((escape(task.hand_label) or self.says("hand.label"), task.hand))
        width = ' class="wide"' if wide else ""
        piles = "".join(
            f'<div><p class="label">{label}</p><ul class="cards">{"".join(map(self._card, cards))}</ul></div>'
            for label, cards in groups
        )
        return (
            f"<section{width}>"
            f'<h2>{self.says("board.step", number=number)}<span class="points">&#9633; / 1</span></h2>'
            f"<p>{escape(task.prompt)}</p>{f'<ul>{notes}</ul>' if notes else ''}"
            f'<div class="piles">{piles}</div>{self._how(task)}</section>\n'
        )

    def _how(self, task: Task) -> str:
        match task.kind:
            case "number":
                return f'<p>{self.says("sheet.answer")} <span class="line"></span></p>'
            case "choice":
                choices = "".join(f"<li>{escape(label)}</li>" for _, label in task.choices)
                wish = self.says("sheet.tick_all" if task.multiple else "sheet.tick_one")
                return f'<p>{wish}</p><ul class="choices">{choices}</ul>'
            case "card_and_pile":
                return f"<p>{self.says('sheet.mark_pair')}</p>"
        return f"<p>{self.says('sheet.mark_cards' if task.multiple else 'sheet.mark_one')}</p>"

    def _card(self, card: Card) -> str:
        name = escape(card_name(card, self.reader.lang))
        if not card.suit:
            return f"<li>{name}</li>"
        red, rank = ' class="red"' if card.suit in "dh" else "", rank_letter(card.rank, self.reader.lang)
        return f'<li{red} title="{name}"><span>{rank}</span><span>{PIPS[card.suit]}</span></li>'

    def solutions(self, questions: Sequence[Ask], version: str) -> str:
        """Return the solutions of one version, with reasons."""
        solved = "".join(self._solution(number, question) for number, question in enumerate(questions, 1))
        head = f"{self.says('sheet.solutions')}{self._version(version)}"
        return f'<div class="solutions"><h1>{head}</h1>\n<div class="answers">{solved}</div></div>\n'

    def _solution(self, number: int, question: Ask) -> str:
        words = question.read(self.reader.lang)
        sentence, answer = words.solution
        written = words.written(answer)
        if question.judge:  # several answers may be right
            written = self.reader.say("sheet.example", answer=written)
        head = self.says("board.step", number=number)
        return f"<section><h2>{head}: {escape(written)}</h2><p>{escape(sentence)}</p></section>\n"
