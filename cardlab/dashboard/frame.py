"""What stands around a lesson: its title, its language, the way to the other lessons, and the words of the page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from cardlab.dashboard.access import BOARD, Invitation
from cardlab.pagehost.notebooks import awaited, cells, code_cells, every_page, heading, language, prose, without_marks
from cardlab.pagehost.page_server import STATIC as SCRIPTS
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.glossary import About, clauses_of, entries

SHARE: Final = Path(__file__).parent / "share" / "jupyter"
TEMPLATES: Final = SHARE / "voila" / "templates"
STATIC: Final = TEMPLATES / "cardlab" / "static"

HOME: Final = "index.ipynb"
"""The page on which everybody begins."""

HEADER: Final = ("course_short", "dark", "deck_four", "deck_two", "language", "lessons", "light", "overview")
"""The words of the header, which every page has."""

WORDS: Final = (
    *HEADER, "anew", "back", "contents", "crowded", "done", "elsewhere", "extra", "failed", "here", "later", "loading",
    "lost", "next", "no_script", "out", "previous", "ready", "reload", "restored", "sending", "skip", "slow",
    "starting", "step", "stepwise", "wait", "whole",
)  # fmt: skip

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "learn": (),
    "play": ("play-tongits", "play-tichu", "puzzles"),
    "explore": ("whatif",),
    "teach": ("teachers", "demo"),
}
"""What the header puts under one word, by the names of the notebooks; all other lessons are there to learn."""

OF_TICHU: Final = ("stacks", "race", "play-tichu")
OF_BOTH: Final = ("index", "cards", "disagree", "tips", "puzzles", "review", "teachers", "demo")
"""The pages about Tichu 1.on.1, and those about both games; every other one is about Tongits."""

WAY_IN: Final = (
    "board_line", "go_on", "learn_it", "play_now", "puzzles", "puzzles_line", "tables", "tables_line",
)  # fmt: skip

EXTRAS: Final = "extras"
"""The cell behind the self-check with which the extras of a lesson begin: nobody needs them to go on."""

SELF_CHECK: Final = "self-check"
"""The cell that a lesson has which is walked through step by step; other pages are seen whole."""

_LINK: Final = re.compile(r"\]\((?:\./)?([\w-]+\.ipynb)")
"""A link of prose to another page of the course, by the name of its notebook."""

NUMBERED: Final = {"number": "{number}", "count": "{count}"}
FACTS: Final = {"wait": {"place": "{place}"}, "step": NUMBERED, "extra": NUMBERED}
"""What the page itself puts into its words."""


def is_for_teachers(path: str) -> bool:
    """Whether a page is there to teach with: one of them solves every question, so learners of a class get none."""
    return Path(path).stem in GROUPS["teach"]


def without_teaching(prose: str) -> str:
    """Prose without the lines that lead to a page that is there to teach with."""
    return "".join(
        line for line in prose.splitlines(keepends=True) if not any(map(is_for_teachers, _LINK.findall(line)))
    )


def frame(
    notebooks: Path,
    path: str,
    base: str = "/",
    *,
    is_class: bool = False,
    is_learners: bool = False,
    by_voila: bool = False,
) -> Mapping[str, Any]:
    """All that the template needs for the page `path`: language, title, navigation with addresses, and words.

    With `is_class` there is a way to the class board; with `is_learners` there is none to the pages to teach with.
    With `by_voila` it is Voilà that serves the page, and there are lessons alone.
    """
    name = path.rpartition("/")[2]
    lang = language(path, "", LANGUAGES)
    course = _course(notebooks, lang, is_learners=is_learners)
    at = next((place for place, lesson in enumerate(course) if lesson["path"] == path), None)
    known = set(every_page(notebooks, LANGUAGES))
    lessons = f"{base}voila/render/" if by_voila else base
    steps = _steps(notebooks / path)
    own = {} if by_voila else own_pages(lang, base, is_class=is_class, is_learners=is_learners)
    return {
        **_files(base, by_voila=by_voila),
        "lang": lang,
        "path": path,
        "title": heading(notebooks / path) or name.removesuffix(".ipynb"),
        "cells": len(code_cells(notebooks / path)),
        "awaited": awaited(notebooks / path),
        "kernel": by_voila,
        "home": f"{lessons}{lang}/{HOME}",
        "way_in": {**_way_in(lang, lessons), **own} if name == HOME else {},
        "groups": _groups(course, path, lessons, own, lang),
        "steps": steps,
        "parts": {} if steps else _parts(notebooks / path, is_home=name == HOME),
        "glossary": glossary(_about(Path(name).stem), lang),
        "previous": _beside(course, at, -1, lessons),
        "next": _beside(course, at, +1, lessons),
        "languages": [
            {"lang": code, "name": own, "current": code == lang, "href": f"{lessons}{code}/{there}"}
            for code, own in LANGUAGES.items()
            for there in [name if f"{code}/{name}" in known else HOME]
        ],
        "words": words(lang, *WORDS),
    }


def words(lang: str, *names: str) -> Mapping[str, str]:
    """Words of a page by their names; what the page itself puts into one is left open."""
    return {name: say(f"page.{name}", lang, **FACTS.get(name, {})) for name in names}


def _way_in(lang: str, lessons: str) -> Mapping[str, Any]:
    """What the first page offers above everything else: to go on, and to play or learn each of the games."""
    games = (
        ("tongits", "play-tongits.ipynb?now=1", "turn.ipynb#start", ("7♥", "7♠", "7♣")),
        ("tichu", "play-tichu.ipynb?now=1", "race.ipynb#a-round", ("4♠", "5♥", "6♣")),
    )
    return {
        "words": words(lang, *WAY_IN),
        "puzzles": f"{lessons}{lang}/puzzles.ipynb",
        "row": say("page.row", lang, number="{number}"),
        "puzzles_done": say("page.puzzles_done", lang, number="{number}"),
        "games": [
            {
                "name": say(f"compare.game.{key}", lang),
                "line": say(f"page.{key}", lang),
                "play": f"{lessons}{lang}/{play}",
                "learn": f"{lessons}{lang}/{learn}",
                "cards": cards,
            }
            for key, play, learn, cards in games
        ],
    }


def _about(name: str) -> About:
    """Which games a lesson is about."""
    return "tichu" if name in OF_TICHU else "both" if name in OF_BOTH else "tongits"


def glossary(about: About, lang: str) -> list[Mapping[str, str]]:
    """The words and clauses that a page explains where they stand: how each is written, its name and its meaning."""
    return [
        *(
            {"id": f"word-{one.word}", "forms": ", ".join(one.forms), "name": one.name, "meaning": one.meaning}
            for one in entries(lang, about)
        ),
        *(
            {"id": f"clause-{one.id}", "forms": one.id, "name": one.id, "meaning": one.text}
            for one in clauses_of(lang, about)
        ),
    ]


def own_pages(lang: str, base: str, *, is_class: bool, is_learners: bool) -> Mapping[str, Mapping[str, str]]:
    """Our pages that are no lessons and stand in the header, by their paths: what each is called, and its address."""
    called = {"tables": "together.heading", "tournaments": "hall.heading"}
    called |= {"board": "board.title"} if is_class else {}
    called |= {"teacher": "room.title"} if is_class and not is_learners else {}
    return {path: {"title": say(key, lang), "href": f"{base}{path}?lang={lang}"} for path, key in called.items()}


def _groups(
    course: list[dict[str, str]], here: str, lessons: str, own: Mapping[str, Mapping[str, str]], lang: str
) -> list[Mapping[str, Any]]:
    """The words of the header, each with its lessons and pages, of which `here` is seen; one without is left out."""
    sorted_out: dict[str, list[Mapping[str, Any]]] = {group: [] for group in GROUPS}
    for lesson in course:
        name = Path(lesson["path"]).stem
        if f"{name}.ipynb" == HOME:
            continue
        group = next((group for group, names in GROUPS.items() if name in names), "learn")
        at = lesson["path"] == here
        sorted_out[group].append({"title": lesson["title"], "href": lessons + lesson["path"], "current": at})
    for path, page in own.items():
        if found := sorted_out["teach" if path == "teacher" else "play"]:
            found.append({**page, "current": path == here})
    return [
        {"title": say(f"page.group.{group}", lang), "lessons": found, "current": any(one["current"] for one in found)}
        for group, found in sorted_out.items()
        if found
    ]


def _steps(notebook: Path) -> Mapping[int, Mapping[str, Any]]:
    """The steps of a lesson, by the cell with which each begins: what it is called, its anchor, its depth.

    A step ends with what there is to do on it, so that none is text alone: with the heading or the box about house
    rules that follows, the next one begins.
    What stands from `EXTRAS` on is marked as an extra.
    Empty for a page that is no lesson.
    """
    found, to_do = cells(notebook), set(awaited(notebook))
    if all(cell.name != SELF_CHECK for cell in found):
        return {}
    steps: dict[int, dict[str, Any]] = {
        0: {"title": heading(notebook), "clause": "", "id": "start", "depth": 1, "exercises": False, "extra": False}
    }
    is_whole = False
    for place, cell in enumerate(found):
        begun = re.match(r"(#{1,3}) +(.+)|> \*\*(.+?)\.?\*\*", cell.source) if cell.kind == "markdown" else None
        if begun and is_whole:
            is_extra = cell.name == EXTRAS or bool(steps[max(steps)]["extra"])
            steps[place] = {
                **_named(without_marks(begun[2] or begun[3])),
                "id": cell.name,
                "depth": 3 if is_extra and cell.name != EXTRAS else len(begun[1] or "###"),
                "exercises": False,
                "extra": is_extra,
            }
            is_whole = False
        is_whole |= place in to_do
        # What is only to be guessed has been done once it was seen, as what is read.
        if ("Exercise(" in cell.source and "predict(" not in cell.source) or "guide=" in cell.source:
            steps[max(steps)]["exercises"] = True
    return steps


def _named(title: str) -> Mapping[str, str]:
    """What a step is called, apart from the clause that ends its heading in brackets."""
    found = re.fullmatch(r"(.+) \(([TU][\d.]+)\)", title)
    return {"title": found[1] if found else title, "clause": found[2] if found else ""}


def _parts(notebook: Path, *, is_home: bool) -> Mapping[int, str]:
    """The parts of a page that is no lesson, by the cell with which each begins, and how each is set.

    The first takes the whole width, and so does one with a list or with what is drawn, but for the small things on the
    first page; text stands beside other text, and where it is alone in two columns.
    """
    parts, to_do = {0: "course-broad"}, set(awaited(notebook))
    for place, cell in enumerate(cells(notebook)):
        if place and cell.kind == "markdown" and cell.source.startswith("## "):
            parts[place] = ""
        if (place in to_do and not is_home) or "\n- " in cell.source:
            parts[max(parts)] = "course-broad"
    beside = False
    for place, following in zip(parts, [*list(parts)[1:], None], strict=True):
        beside = not parts[place] and not beside
        if beside and (following is None or parts[following]):
            parts[place], beside = "course-columns", False
    return parts


def titles(notebooks: Path, lang: str, *, is_learners: bool = False) -> Mapping[str, str]:
    """What each lesson of one language is called, by the name of its notebook, "melds", in the order of the course.

    With `is_learners` without the pages to teach with.
    """
    return {Path(one["path"]).stem: one["title"] for one in _course(notebooks, lang, is_learners=is_learners)}


def plain(
    notebooks: Path, lang: str, title: str, path: str, base: str = "/", *, is_class: bool, is_learners: bool
) -> Mapping[str, Any]:
    """All that the head and the header of our page at this path need, which is no lesson; the languages are its own."""
    own = own_pages(lang, base, is_class=is_class, is_learners=is_learners)
    return {
        **_files(base),
        "lang": lang,
        "title": title,
        "home": f"{base}{lang}/{HOME}",
        "groups": _groups(_course(notebooks, lang, is_learners=is_learners), path, base, own, lang),
        "words": words(lang, *HEADER),
    }


def invitation(notebooks: Path, asked: Invitation | None, path: str, base: str = "/") -> Mapping[str, str]:
    """The teacher's invitation for the page at `path`: the address of the lesson in its language, and a sentence.

    Both are empty if nothing is asked.
    """
    if asked is None:
        return {"href": "", "text": ""}
    lang = language(path, "", LANGUAGES)
    if asked.lesson == BOARD:
        return {"href": f"{base}board?lang={lang}", "text": say("board.invited", lang)}
    href = f"{base}{lang}/{asked.lesson}.ipynb" + (f"?{asked.query}" if asked.query else "")
    return {"href": href, "text": say("room.invited", lang, lesson=titles(notebooks, lang).get(asked.lesson, ""))}


def message(status: int, lang: str, base: str = "/", **instead: Any) -> Mapping[str, Any]:
    """All that the template of a page without a lesson needs: what happened, and the way on; `instead` goes first."""
    kind = status if status in (403, 404) else 404 if 400 <= status < 500 else 500
    return {
        **_files(base),
        "lang": lang,
        "title": say(f"page.{kind}.title", lang),
        "text": say(f"page.{kind}.text", lang),
        "home": f"{base}{lang}/{HOME}",
        "again": kind == 500,
        "words": words(lang, "course_short", "again", "home"),
        **instead,
    }


def _files(base: str, *, by_voila: bool = False) -> Mapping[str, Any]:
    """Where the frame's own files lie, and a version of each, so that the browser keeps it until it changes."""
    return {
        "base": base,
        "static": f"{base}voila/templates/cardlab/static/" if by_voila else f"{base}static/",
        "versions": {
            file.name: version(file, file.stat().st_mtime_ns) for file in (*SCRIPTS.iterdir(), *STATIC.iterdir())
        },
    }


@lru_cache(maxsize=64)
def version(file: Path, _changed: int) -> str:
    """A mark of a file's contents."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def _course(notebooks: Path, lang: str, *, is_learners: bool = False) -> list[dict[str, str]]:
    """The lessons of one language, the way in first, then in the order in which it links to them."""
    folder = notebooks / lang
    names = {Path(path).name for path in every_page(notebooks, LANGUAGES) if path.startswith(f"{lang}/")}
    order = [HOME, *_LINK.findall(prose(folder / "index.ipynb")), *sorted(names)]
    return [
        {"path": f"{lang}/{name}", "title": _label(folder / name, lang)}
        for name in dict.fromkeys(order)
        if name in names and not (is_learners and is_for_teachers(name))
    ]


def _beside(course: list[dict[str, str]], at: int | None, step: int, lessons: str) -> Mapping[str, str] | None:
    if at is None or not 0 <= at + step < len(course):
        return None
    return {"title": course[at + step]["title"], "href": lessons + course[at + step]["path"]}


def _label(notebook: Path, lang: str) -> str:
    """What a lesson is called in the navigation."""
    if notebook.name == HOME:
        return say("page.overview", lang)
    return heading(notebook) or notebook.name.removesuffix(".ipynb")
