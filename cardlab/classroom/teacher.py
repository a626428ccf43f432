"""The teacher's page: how to join, the learners and their pages, invitations, and actions.

- `Classroom` is a class with its roster, board, handed-in progress and games;
- `routes` are the URL routes of a class; `announce` prints how to join.

Sentences are made here, in the language of the page; it is drawn by `teacher.html.j2`, `dashboard/js/teacher.js` and
`class.css`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TextIO
from urllib.parse import parse_qsl, quote, urlencode

from tornado.web import HTTPError

from cardlab.classroom import class_board, handed_in
from cardlab.classroom.class_board import ClassBoard
from cardlab.classroom.handed_in import HandedIn
from cardlab.classroom.roster import JoinPage, Roster, TeacherOrder, TeacherPage
from cardlab.dashboard import addresses, frame
from cardlab.dashboard.access import Invitation, Learner
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import spaced
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.pages.connections import LOG
from cardlab.phrasing.catalogue import LANGUAGES, say

LONGEST_DRAWN: Final = 500
LARGEST_START: Final = 999_999


def routes(classroom: Classroom) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of a class."""
    base, on_roster = classroom.course.base, {"roster": classroom.roster}
    on_class = {**on_roster, "classroom": classroom}
    on_board, on_progress = {**on_roster, "board": classroom.board}, {**on_roster, "handed_in": classroom.handed_in}
    return [
        (f"{base}join", JoinPage, on_roster),
        (f"{base}teacher", Teacher, on_roster),
        (f"{base}teacher/state", TeacherState, on_class),
        (f"{base}teacher/do", TeacherAction, on_class),
        (f"{base}teacher/code.svg", TeacherCode, on_roster),
        (f"{base}board", class_board.LearnerBoard, on_roster),
        (f"{base}board/line", class_board.LearnerConnection, on_board),
        (f"{base}teacher/board", class_board.TeacherBoard, on_roster),
        (f"{base}teacher/board/line", class_board.TeacherConnection, on_board),
        (f"{base}teacher/board/do", class_board.BoardOrder, {**on_board, "invite": classroom.invite}),
        (f"{base}progress", handed_in.HandInPage, on_progress),
        (f"{base}teacher/progress", handed_in.Overview, on_progress),
        (f"{base}teacher/(class|grid).csv", handed_in.ClassTable, {**on_board, **on_progress}),
    ]


class PlayedBeside(Protocol):
    """The games of learners outside the lessons, whose names the teacher may remove."""

    def state(self, lang: str) -> Mapping[str, Any]:
        """Their part of the teacher's page."""

    async def execute(self, order: Mapping[str, Any]) -> bool:
        """Execute an order of the teacher's page; returns False if it is not about games."""


class Classroom:
    """A class on a course server: its roster, its board, handed-in progress, and the games of its learners."""

    def __init__(self, course: CourseServer, roster: Roster, games: PlayedBeside) -> None:
        self.course = course
        self.roster = roster
        self.games = games
        self.board = ClassBoard(course, roster)
        self.handed_in = HandedIn(roster)
        roster.needs = self._needs

    def invite(self, invitation: Invitation | None) -> None:
        """Invite all learners to open a page, on every open page; None withdraws the invitation."""
        self.roster.invitation = invitation
        self.course.call(*self.course.connections)

    def remove(self, number: int) -> None:
        """Remove a learner; what was answered and handed in stays until the class ends."""
        if token := self.roster.remove(number):
            self._send_out({token})

    def end(self) -> None:
        """End the class; forget all questions, answers and progress."""
        everybody = {one.token for one in self.roster.learners()}
        self.roster.end()
        self.board.set_board(class_board.Board())
        self._send_out(everybody)

    def _needs(self, token: str) -> bool:
        return self.handed_in.has(token) or any(one.visitor == token for one in self.course.connections)

    def _send_out(self, tokens: set[str]) -> None:
        self.handed_in.forget_gone()
        for connection in list(self.course.connections):
            if connection.visitor in tokens:
                try:
                    connection.expel()
                except Exception as error:
                    LOG.error("%s could not be told that the learner is out: %s", connection.path, error)


class Teacher(TeacherPage):
    """The teacher's page; the key in the address becomes a cookie, so that nobody reads it from the screen."""

    def has_key_in_address(self) -> bool:
        return self.roster.is_teacher(self.get_query_argument("key", ""))

    def refuse(self) -> None:
        """Answer where to find the key."""
        lang = self.language()
        texts = {"title": say("room.no_key.title", lang), "text": say("room.no_key", lang)}
        self.render_template("message.html.j2", 403, **frame.message_context(403, lang, self.course.base, **texts))

    def get(self) -> None:
        lang, base = self.language(), self.course.base
        if self.has_key_in_address():
            self.set_identity_cookie("teacher", self.roster.key)
            language = self.get_query_argument("lang", "")
            self.redirect(f"{base}teacher{f'?lang={language}' if language in LANGUAGES else ''}")
            return
        titles = frame.titles(self.course.notebooks, lang, is_learners=True)
        lessons = [lesson for lesson in LESSONS if lesson.name in titles]
        self.render_page(
            "teacher.html.j2", say("room.title", lang), "teacher", titles=titles, lessons=lessons, levels=LEVELS
        )


class TeacherState(TeacherPage):
    """The changing state of the teacher's page as JSON, polled every two seconds."""

    classroom: Classroom

    def get(self) -> None:
        self.send_json(self.state(self.language()))

    def state(self, lang: str) -> Mapping[str, Any]:
        """The current state."""
        roster = self.roster
        own = frame.own_pages(lang, self.course.base, is_class=True, is_learners=True)
        titles = {**frame.titles(self.course.notebooks, lang), "leaderboard": say("tournament.leaderboard", lang)}
        titles |= {name: page["title"] for path, page in own.items() for name in (path, path.removesuffix("s"))}
        pages: dict[str, list[str]] = {}
        for connection in self.course.connections:
            pages.setdefault(connection.visitor, []).append(connection.path)
        here = sum(one.token in pages for one in roster.learners())
        return {
            "code": spaced(roster.code),
            "addresses": [self.address_props(address) for address in roster.addresses()],
            "count": say("room.count", lang, count=here) if here else say("room.nobody", lang),
            "people": [
                {
                    "number": one.number,
                    "name": one.display_name(lang),
                    "where": _page_titles(one, pages.get(one.token), titles, lang),
                    "here": one.token in pages,
                    "remove": say("room.remove", lang, name=one.display_name(lang)),
                    "sure": say("room.remove_sure", lang, name=one.display_name(lang)),
                }
                for one in roster.learners()
            ],
            "wrong": say("room.wrong_codes", lang, count=roster.wrong_codes) if roster.wrong_codes else "",
            **self.classroom.games.state(lang),
            "handed_in": self.classroom.handed_in.count_sentence(lang),
            "invitation": _invitation_sentence(roster.invitation, titles, lang),
        }

    def address_props(self, address: str) -> Mapping[str, str]:
        """An address of the course: in large print, and as a QR code with the class code."""
        drawn = quote(_join_address(address, self.roster.code), safe="")
        return {
            "text": addresses.short_address(address),
            "href": address,
            "drawing": f"{self.course.base}teacher/code.svg?text={drawn}",
        }


class TeacherAction(TeacherState, TeacherOrder):
    """An action of the teacher's page; the answer is the new state."""

    def get(self) -> None:
        raise HTTPError(405)

    async def execute(self, order: Mapping[str, Any], lang: str) -> Mapping[str, Any] | None:
        classroom = self.classroom
        match order:
            case {"do": "invite", "lesson": str(lesson), **options}:
                query = _query(lesson, options)
                if query is None or lesson not in frame.titles(self.course.notebooks, "en", is_learners=True):
                    return None
                classroom.invite(Invitation(lesson, query))
            case {"do": "withdraw"}:
                classroom.invite(None)
            case {"do": "code"}:
                self.roster.renew_code()
                classroom.board.publish_to_teachers()
            case {"do": "remove", "number": int(number)}:
                classroom.remove(number)
            case {"do": "end"}:
                classroom.end()
            case _:
                if not await classroom.games.execute(order):
                    return None
        return self.state(lang)


class TeacherCode(TeacherPage):
    """A text as a QR code."""

    def get(self) -> None:
        text = self.get_query_argument("text", "")
        if not 0 < len(text) <= LONGEST_DRAWN:
            raise HTTPError(400)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(addresses.qr_svg(text))


def _query(lesson: str, options: Mapping[str, Any]) -> str | None:
    """The query of an invitation, or None for invalid options."""
    drills = {drill.name for one in LESSONS if one.name == lesson for drill in one.drills}
    allowed: Mapping[str, Any] = {
        "seed": lambda seed: type(seed) is int and 0 <= seed <= LARGEST_START,
        "drill": lambda drill: isinstance(drill, str) and drill in drills,
        "level": lambda level: type(level) is int and 1 <= level <= LEVELS,
    }
    chosen = {name: value for name, value in options.items() if name != "do" and value not in (None, "")}
    if any(name not in allowed or not allowed[name](value) for name, value in chosen.items()):
        return None
    return urlencode({name: chosen[name] for name in allowed if name in chosen})


def _page_titles(learner: Learner, pages: Sequence[str] | None, titles: Mapping[str, str], lang: str) -> str:
    """The titles of the pages that a learner has open, or had open last."""
    paths = sorted({learner.path} - {""} if pages is None else set(pages))
    names = [path.rpartition("/")[2].removesuffix(".ipynb") for path in paths]
    shown = ", ".join(dict.fromkeys(titles.get(name, name) for name in names))
    if pages is not None:
        return shown
    return say("room.was_on", lang, lesson=shown) if shown else say("room.not_yet", lang)


def _invitation_sentence(invitation: Invitation | None, titles: Mapping[str, str], lang: str) -> str:
    """The current invitation as a sentence, "" for none."""
    if invitation is None:
        return ""
    title, options = titles.get(invitation.lesson, invitation.lesson), dict(parse_qsl(invitation.query))
    more = [
        *([say(f"drill.{options['drill']}", lang)] if "drill" in options else ()),
        *([say("demo.level_number", lang, level=options["level"])] if "level" in options else ()),
        *([say("room.with_start", lang, start=options["seed"])] if "seed" in options else ()),
    ]
    return say("room.inviting", lang, lesson=title, more=f" ({', '.join(more)})" if more else "")


# Terminal output


def announce(roster: Roster, host: str, port: int, base: str = "/", out: TextIO = sys.stdout) -> str:
    """Print how to join; returns the address of the teacher's page with its key.

    That address is of this computer only, so that the key does not cross the network.
    """
    reached = roster.addresses()
    for address in reached:
        print(f"Learners open {address}", file=out)
    if not reached:
        print("This computer is not on a network, so nobody else can come in yet.", file=out)
    print(f"Class code: {spaced(roster.code)}", file=out)
    if reached and (drawn := addresses.qr_text(_join_address(reached[0], roster.code), out)):
        print(drawn, end="", file=out)
    nearby = host if host not in ("", addresses.EVERYWHERE, "::") else "::1" if host == "::" else "127.0.0.1"
    teacher = f"{addresses.address_of(nearby, port, base)}teacher?key={roster.key}"
    print(f"The teacher's page, for you alone: {teacher}", file=out)
    print("Ctrl+C ends the course.", file=out, flush=True)
    return teacher


def _join_address(address: str, code: str) -> str:
    """The address of the join page with the class code filled in."""
    return f"{address}join?code={code}"
