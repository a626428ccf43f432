"""The frame of a page: its title, language, navigation, glossary and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import quote, unquote

from cardlab.dashboard.clause_code import clause_codes, written_rules
from cardlab.game import NAMES as GAMES
from cardlab.lessons.course import LESSONS
from cardlab.pages.document import SCRIPTS, Asset, make_asset
from cardlab.pages.notebooks import cells, code_cells, heading, language_of, output_cells, page_paths, plain_text, prose
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.glossary import About, entries
from cardlab.phrasing.rule_page import rule_page

SHARE: Final = Path(__file__).parent / "share" / "jupyter"
TEMPLATES: Final = SHARE / "voila" / "templates"
STATIC: Final = TEMPLATES / "cardlab" / "static"
VIEWS: Final = Path(__file__).parents[1] / "widgets" / "static"

HOME: Final = "index.ipynb"
"""The first page."""

HEADER: Final = (
    "page.course_short", "page.dark", "page.deck_four", "page.deck_two", "page.language", "page.lessons", "page.light",
    "page.overview",
)  # fmt: skip
"""The catalogue keys of the texts in the header of every page."""

WORDS: Final = (
    *HEADER, "page.anew", "page.ask_board", "page.back", "page.cell_failed", "page.code", "page.codes",
    "page.contents", "page.done", "page.elsewhere", "page.ended", "page.extra", "page.failed", "page.foreign",
    "page.full", "page.here", "page.later", "page.loading", "page.lost", "page.next", "page.no_codes",
    "page.no_script", "page.out", "page.previous", "page.read", "page.ready", "page.reload", "page.restored",
    "page.sending", "page.skip", "page.slow", "page.starting", "page.step", "page.stepwise", "page.too_long",
    "page.wait", "page.whole",
)  # fmt: skip

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "learn": (),
    "play": ("play-tongits", "play-tichu", "puzzles"),
    "explore": ("whatif",),
    "teach": ("teachers", "demo"),
}
"""The names of the notebooks in each menu of the header; all other lessons are under "learn"."""

RULES: Final[Mapping[str, About]] = {"rules-tongits": "tongits", "rules-tichu": "tichu"}
"""The notebooks with the rules of a game."""

ABOUT: Final[Mapping[str, About]] = {
    "play-tongits": "tongits",
    "play-tichu": "tichu",
    "whatif": "tongits",
    **RULES,
    **{lesson.name: lesson.game for lesson in LESSONS},
}
"""The games of notebooks; all others are about both."""

SHARED: Final = "common.js", "specials.js"
"""The scripts that all views of a page share; a page about Tongits needs only the first."""

Role: TypeAlias = Literal["", "learner", "teacher"]
"""The visitor's role in a class; "" without a class."""

Carried: TypeAlias = Literal["server", "voila", "site"]
"""What runs the Python of a page: our server, a kernel of Voilà, or the visitor's browser ("site")."""

ASKS: Final = {"check": "widget.check", "hint": "exercise.hint", "solution": "exercise.reveal"}
"""The catalogue keys of the buttons below a function to write."""

HOME_WORDS: Final = (
    "page.board_line", "page.go_on", "page.learn_it", "page.play_now", "page.puzzles", "page.puzzles_line",
    "page.tables", "page.tables_line",
)  # fmt: skip

EXTRAS: Final = "extras"
"""The id of the cell that begins the optional extras of a lesson, after the self-check."""

SELF_CHECK: Final = "self-check"
"""The id of a cell that only lessons in steps have; other pages are shown whole."""

RULE_WORDS: Final = ("as_page", "close", "full", "house_rules", "lesson", "open")

_HEADED: Final = re.compile(r"^#+ +(.+?) *<small>([TU][\d.]+)</small>", re.MULTILINE)
"""A heading that ends with a clause."""

_CLAUSES: Final = re.compile(r" \([TU]\d[^()]*\)$")
"""The clauses at the end of a heading, which the list of steps leaves out."""

_LINK: Final = re.compile(r"\]\(<?(?:\./)?((?:(?!\]\()[^<>#?/\n])+?\.ipynb)")
"""A link to another page of the course."""

NUMBERED: Final = {"number": "{number}", "count": "{count}"}
FACTS: Final = {
    "page.wait": {"place": "{place}"},
    "page.from_file": {"folder": "{folder}"},
    "page.step": NUMBERED,
    "page.extra": NUMBERED,
}
"""Placeholders that JavaScript fills in."""


def is_for_teachers(path: str) -> bool:
    """Return whether a page is for teachers only, such as one with all solutions."""
    return Path(path).stem in GROUPS["teach"]


def without_teacher_links(prose: str) -> str:
    """Return prose without the lines that link to pages for teachers."""
    return "".join(
        line for line in prose.splitlines(keepends=True) if not any(map(is_for_teachers, _LINK.findall(line)))
    )


def lesson_context(
    notebooks: Path,
    path: str,
    base: str = "/",
    *,
    role: Role = "",
    carried: Carried = "server",
    address: Callable[[str], str] | None = None,
) -> Mapping[str, Any]:
    """Return the template context of a lesson: title, navigation, glossary, texts.

    - `path`: the notebook, below `notebooks`; `base`: the URL path of the course; `role`: who looks at it;
    - `carried`: what runs the page's Python, because only our server has tables and a class;
    - `address`: returns the address of a page, "" if it is not served.

    Links to pages that are missing, or not for this role, are left out.
    """
    folder, slash, name = path.rpartition("/")
    beside, lang = f"{folder}{slash}", language_of(path, "", LANGUAGES)
    by_voila = carried == "voila"
    link = _links(notebooks, base, address)
    course = _course(notebooks, beside, lang, link, role)
    stem = Path(name).stem
    walked = [lesson for lesson in course if Path(lesson["path"]).stem not in RULES]
    index = next((index for index, lesson in enumerate(walked) if lesson["path"] == path), None)
    steps = _steps(notebooks / path)
    own = own_pages(lang, base, role) if carried == "server" else {}
    said = script_words(lang, role)
    if carried == "site":  # if Python fails to start there, nothing tries again
        said |= words(lang, "page.from_file", "page.no_server", "page.not_kept") | {"lost": say("page.no_python", lang)}
    return {
        **_files(base, by_voila=by_voila),
        "lang": lang,
        "path": path,
        "title": _title(notebooks / path),
        "cells": len(code_cells(notebooks / path)),
        "awaited": output_cells(notebooks / path),
        "kernel": by_voila,
        "is_site": carried == "site",
        "home": link(f"{beside}{HOME}"),
        "asked": {drill.name for one in LESSONS for drill in one.drills} if role == "teacher" else (),
        "first_page": {**_home_context(beside, lang, link), **own} if name == HOME else {},
        "groups": _groups(course, path, own, lang),
        "steps": steps,
        "codes": clause_codes(notebooks / path) if steps else {},
        "rules_to_write": written_rules(notebooks / path) if carried == "site" else {},
        "asks": {ask: say(key, lang) for ask, key in ASKS.items()},
        "parts": () if steps else _parts(notebooks / path),
        "glossary": entries(lang, ABOUT.get(stem, "both")),
        "rules": rules_context(notebooks, lang, link),
        "rule_page": RULES.get(stem, ""),
        "previous": walked[index - 1] if index else None,
        "next": None if index is None else next(iter(walked[index + 1 :]), None),
        "languages": languages(lang, lambda code: link(f"{code}/{name}") or link(f"{code}/{HOME}")),
        "shared": SHARED[:1] if ABOUT.get(stem) == "tongits" else SHARED,
        "words": said,
    }


def _links(notebooks: Path, base: str, served: Callable[[str], str] | None = None) -> Callable[[str], str]:
    """Return a function that finds the address of a page or of a place in it, or ""."""
    address = served or (lambda page: f"{base}{quote(page)}")
    pages = {page: href for page in page_paths(notebooks, LANGUAGES) if (href := address(page))}

    def link(page: str) -> str:
        return next((href + page.removeprefix(one) for one, href in pages.items() if page.startswith(one)), "")

    return link


def languages(lang: str, address: Callable[[str], str]) -> list[Mapping[str, Any]]:
    """Return the header's links to a page in each language; `address` returns "" if there is none."""
    return [
        {"lang": code, "name": name, "current": code == lang, "href": href}
        for code, name in LANGUAGES.items()
        if (href := address(code))
    ]


def words(lang: str, *keys: str) -> dict[str, str]:
    """Return the texts with these keys, by the key without "page.".

    The texts keep the placeholders in `FACTS`.
    """
    return {key.removeprefix("page."): say(key, lang, **FACTS.get(key, {})) for key in keys}


def script_words(lang: str, role: Role) -> dict[str, str]:
    """Return the texts that the script of a page shows; a teacher comes back with a key, not with the class code."""
    return words(lang, *WORDS) | ({"out": say("page.out_teacher", lang)} if role == "teacher" else {})


def _home_context(beside: str, lang: str, link: Callable[[str], str]) -> Mapping[str, Any]:
    """Return the links at the top of the first page: continue, play or learn a game."""
    games = (
        ("tongits", "play-tongits.ipynb?now=1", "turn.ipynb#start", ("7♥", "7♠", "7♣")),
        ("tichu", "play-tichu.ipynb?now=1", "race.ipynb#start", ("4♠", "5♥", "6♣")),
    )
    return {
        "words": words(lang, *HOME_WORDS),
        "puzzles": link(f"{beside}puzzles.ipynb"),
        "row": say("page.row", lang, number="{number}"),
        "puzzles_done": say("page.puzzles_done", lang, number="{number}"),
        "games": [
            {
                "name": say(f"compare.game.{key}", lang),
                "line": say("page.tongits" if key == "tongits" else "page.tichu", lang),
                "play": link(f"{beside}{play}"),
                "learn": link(f"{beside}{learn}"),
                "cards": cards,
            }
            for key, play, learn, cards in games
            if link(f"{beside}{play}") or link(f"{beside}{learn}")
        ],
    }


def rules_context(notebooks: Path, lang: str, link: Callable[[str], str]) -> Mapping[str, Any]:
    """Return the rules of both games, and the addresses of their pages."""
    headings: dict[str, tuple[str, str]] = {}
    for lesson in LESSONS:
        for cell in cells(notebooks / lang / f"{lesson.name}.ipynb"):
            for title, clause in _HEADED.findall(cell.source if cell.kind == "markdown" else ""):
                address = link(f"{lang}/{lesson.name}.ipynb#{cell.name}")
                headings.setdefault(clause, (plain_text(title), address))
    return {
        "words": {key: say(f"rules.{key}", lang) for key in RULE_WORDS},
        "games": [
            {"page": rule_page(game, lang, headings), "href": link(f"{lang}/rules-{game}.ipynb")} for game in GAMES
        ],
    }


def own_pages(lang: str, base: str, role: Role) -> Mapping[str, Mapping[str, str]]:
    """Return titles and links of the header's pages without a notebook, by path."""
    titles = {"tables": "together.heading", "tournaments": "tournament.heading"}
    own = {"learner": {"board": "board.title"}, "teacher": {"teacher": "room.title"}, "": {}}
    titles |= own[role]
    return {path: {"title": say(key, lang), "href": f"{base}{path}?lang={lang}"} for path, key in titles.items()}


def _groups(
    course: list[dict[str, str]], here: str, own: Mapping[str, Mapping[str, str]], lang: str
) -> list[Mapping[str, Any]]:
    """Return the menus of the header with their links; empty ones are left out.

    `course`: as from `_course`; `here`: the path of the page; `own`: as from `own_pages`.
    """
    menus: dict[str, list[Mapping[str, Any]]] = {group: [] for group in GROUPS}
    for lesson in course:
        name = Path(lesson["path"]).stem
        if f"{name}.ipynb" == HOME:
            continue
        group = next((group for group, names in GROUPS.items() if name in names), "learn")
        current = lesson["path"] == here
        menus[group].append({"title": lesson["title"], "href": lesson["href"], "current": current})
    for path, page in own.items():
        if menu := menus["teach" if path == "teacher" else "play"]:
            menu.append({**page, "current": path == here})
    return [
        {"title": say(f"page.group.{group}", lang), "lessons": links, "current": any(link["current"] for link in links)}
        for group, links in menus.items()
        if links
    ]


def _steps(notebook: Path) -> Mapping[int, Mapping[str, Any]]:
    """Return the steps of a lesson by the index of their first cell.

    Each has `title`, `id` (its anchor), `depth` from 1 to 3, and `extra`: whether it is optional.
    A new step begins at the first heading after a cell with output. Pages without a self-check have no steps.
    """
    book, with_output = cells(notebook), set(output_cells(notebook))
    if all(cell.name != SELF_CHECK for cell in book):
        return {}
    steps: dict[int, dict[str, Any]] = {0: {"title": heading(notebook), "id": "start", "depth": 1, "extra": False}}
    is_complete = False
    for index, cell in enumerate(book):
        start = re.match(r"(#{1,3}) +(.+)", cell.source) if cell.kind == "markdown" else None
        if start and is_complete:
            is_extra = cell.name == EXTRAS or bool(steps[max(steps)]["extra"])
            steps[index] = {
                "title": _CLAUSES.sub("", plain_text(start[2])),
                "id": cell.name,
                "depth": 3 if is_extra and cell.name != EXTRAS else len(start[1]),
                "extra": is_extra,
            }
            is_complete = False
        is_complete |= index in with_output
    return steps


def _parts(notebook: Path) -> tuple[int, ...]:
    """Return the indexes of the cells with which the parts of a page begin."""
    headed = (i for i, cell in enumerate(cells(notebook)) if cell.kind == "markdown" and cell.source.startswith("## "))
    return tuple(dict.fromkeys((0, *headed)))


def folder_of(notebooks: Path, lang: str) -> str:
    """Return the folder of the notebooks in a language, or else of those that there are, with a slash; "" for all."""
    return next((f"{one}/" for one in (lang, *LANGUAGES) if (notebooks / one).is_dir()), "")


def titles(notebooks: Path, lang: str, role: Role = "") -> Mapping[str, str]:
    """Return the titles of the lessons that this role may open, by notebook name."""
    course = _course(notebooks, folder_of(notebooks, lang), lang, role=role)
    return {Path(lesson["path"]).stem: lesson["title"] for lesson in course}


def page_context(
    notebooks: Path, lang: str, title: str, path: str, base: str = "/", role: Role = ""
) -> Mapping[str, Any]:
    """Return the template context that all pages without a lesson share."""
    own = own_pages(lang, base, role)
    link = _links(notebooks, base)
    beside = folder_of(notebooks, lang)
    course = _course(notebooks, beside, lang, link, role)
    return {
        **_files(base),
        "lang": lang,
        "title": title,
        "home": link(f"{beside}{HOME}") or f"{base}?lang={lang}",
        "groups": _groups(course, path, own, lang),
        "glossary": entries(lang),
        "rules": rules_context(notebooks, lang, link),
        "shared": SHARED,
        "words": words(lang, *HEADER),
    }


_KINDS: Final = {403: "page.403", 404: "page.404", 500: "page.500"}


def message_context(status: int, lang: str, base: str = "/", **replaced: Any) -> Mapping[str, Any]:
    """Return the template context of an error page; `replaced` overrides entries."""
    kind = status if status in (403, 404) else 404 if 400 <= status < 500 else 500
    return {
        **_files(base),
        "lang": lang,
        "title": say(f"{_KINDS[kind]}.title", lang),
        "text": say(f"{_KINDS[kind]}.text", lang),
        "home": f"{base}?lang={lang}",
        "again": kind == 500,
        "words": words(lang, "page.course_short", "page.again", "page.home"),
        **replaced,
    }


def _files(base: str, *, by_voila: bool = False) -> Mapping[str, Any]:
    """Return the address of the static files, and the version of each."""
    return {
        "base": base,
        "static": f"{base}voila/templates/cardlab/static/" if by_voila else f"{base}static/",
        "versions": {name: asset.version for name, asset in assets().items()},
    }


@cache
def assets() -> Mapping[str, Asset]:
    """Return the static files by name, read once."""
    files = (*SCRIPTS.iterdir(), *STATIC.iterdir(), *VIEWS.iterdir())
    return {file.name: make_asset(file.name, file.read_bytes()) for file in files}


def _course(
    notebooks: Path, beside: str, lang: str, link: Callable[[str], str] = str, role: Role = ""
) -> list[dict[str, str]]:
    """Return a folder's lessons (path, title, href), ordered as on the first page.

    `beside`: the folder's path below `notebooks`, with a slash at its end, or ""; `link`: as from `_links`.
    """
    names = {path[len(beside) :] for path in page_paths(notebooks, LANGUAGES) if path == f"{beside}{Path(path).name}"}
    order = [HOME, *map(unquote, _LINK.findall(prose(notebooks / beside / HOME))), *sorted(names)]
    return [
        {"path": path, "title": say("page.overview", lang) if name == HOME else _title(notebooks / path), "href": href}
        for name in dict.fromkeys(order)
        for path in [f"{beside}{name}"]
        if name in names and not (role == "learner" and is_for_teachers(name)) and (href := link(path))
    ]


def _title(notebook: Path) -> str:
    return heading(notebook) or notebook.stem
