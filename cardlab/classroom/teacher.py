"""The teacher's page: how learners come in, who is here and where, what everybody is asked to open, and its deeds.

- `Classroom` is the class with all that belongs to it; what is played beside it is handed in;
- `routes` are all addresses of a class; `announce` is what the terminal says of it.

Sentences are made here, in the language of whoever reads them; the page draws what it is sent.
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
from cardlab.classroom.roster import JoinPage, Learner, Roster, TeacherOrder, TeacherPage
from cardlab.dashboard import addresses, frame
from cardlab.dashboard.access import BOARD, Invitation
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import spaced
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.pagehost.page_messages import MessageKind
from cardlab.phrasing.catalogue import LANGUAGES, say

LONGEST_DRAWN: Final = 500
LARGEST_START: Final = 999_999


def routes(classroom: Classroom) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The addresses of a class, each with its page and what belongs to it, for the server's table."""
    base, room = classroom.course.base, {"room": classroom.room}
    whole = {**room, "classroom": classroom}
    on_board, kept = {**room, "board": classroom.board}, {**room, "handed_in": classroom.handed_in}
    return [
        (f"{base}join", JoinPage, room),
        (f"{base}teacher", Teacher, whole),
        (f"{base}teacher/state", TeacherState, whole),
        (f"{base}teacher/do", TeacherAction, whole),
        (f"{base}teacher/code.svg", TeacherCode, room),
        (f"{base}board", class_board.LearnerBoard, room),
        (f"{base}board/line", class_board.LearnerConnection, on_board),
        (f"{base}teacher/board", class_board.TeacherBoard, room),
        (f"{base}teacher/board/line", class_board.TeacherConnection, on_board),
        (f"{base}teacher/board/do", class_board.BoardOrder, {**on_board, "invite": classroom.invite}),
        (f"{base}progress", handed_in.HandInPage, kept),
        (f"{base}teacher/progress", handed_in.Overview, kept),
        (f"{base}teacher/class.csv", handed_in.ClassTable, {**on_board, **kept}),
    ]


class PlayedBeside(Protocol):
    """What learners play beside the class, whose names the teacher may take away."""

    def told(self, lang: str) -> Mapping[str, Any]:
        """What the teacher's page shows of it."""

    async def obey(self, order: Mapping[str, Any]) -> bool:
        """Does what an order of the teacher's page says; False for one that says nothing of this."""


class Classroom:
    """The class of a course that is served: its room, its board, what is handed in, what is played beside it."""

    def __init__(self, course: CourseServer, room: Roster, beside: PlayedBeside) -> None:
        self.course = course
        self.room = room
        self.beside = beside
        self.board = ClassBoard(course, room)
        self.handed_in = HandedIn(room)

    def invite(self, asked: Invitation | None) -> None:
        """Asks everybody to open this, on every page that is open; None takes back what was asked."""
        self.room.invitation = asked
        course = self.course
        for line in list(course.connections):
            if self.room.admits(line.visitor):
                line.send_message(
                    [MessageKind.INVITE, frame.invitation(course.notebooks, asked, line.path, course.base)]
                )

    def remove(self, number: int) -> None:
        """Sends a learner out: off the board, too, and what was handed in is forgotten."""
        if token := self.room.remove(number):
            self.board.become(class_board.without(self.board.board, number))
            self._send_out({token})

    def end(self) -> None:
        """Sends everybody out; whatever was asked, answered and handed in is forgotten."""
        everybody = {one.token for one in self.room.visitors()}
        self.room.end()
        self.board.become(class_board.Board())
        self._send_out(everybody)

    def _send_out(self, tokens: set[str]) -> None:
        self.handed_in.forget_gone()
        for line in list(self.course.connections):
            if line.visitor in tokens:
                line.expel()


class ClassroomPage(TeacherPage):
    """A page of the teacher about the class as a whole."""

    classroom: Classroom


class Teacher(ClassroomPage):
    """The teacher's page; the key in the address becomes a cookie, so that nobody reads it from the screen."""

    def is_key_shown(self) -> bool:
        return self.room.is_teacher(self.get_query_argument("key", ""))

    def refuse(self) -> None:
        """Says where the key is."""
        lang = self.language()
        told = {"title": say("room.no_key.title", lang), "text": say("room.no_key", lang)}
        self.render_template("message.html.j2", 403, **frame.message_context(403, lang, self.course.base, **told))

    def get(self) -> None:
        lang, base = self.language(), self.course.base
        if self.is_key_shown():
            self.set_identity_cookie("teacher", self.room.key)
            wished = self.get_query_argument("lang", "")
            self.redirect(f"{base}teacher{f'?lang={wished}' if wished in LANGUAGES else ''}")
            return
        titles = frame.titles(self.course.notebooks, lang, is_learners=True)
        lessons = [lesson for lesson in LESSONS if lesson.name in titles]
        self.render_page(
            "teacher.html.j2", say("room.title", lang), "teacher", titles=titles, lessons=lessons, levels=LEVELS
        )


class TeacherState(ClassroomPage):
    """All that changes on the teacher's page, as JSON; the page asks every two seconds."""

    def get(self) -> None:
        self.told(self.state(self.language()))

    def state(self, lang: str) -> Mapping[str, Any]:
        """What the page shows now."""
        room = self.room
        own = {BOARD: say("board.title", lang), "tables": say("together.heading", lang)}
        titles = {**frame.titles(self.course.notebooks, lang), **own}
        pages: dict[str, list[str]] = {}
        for line in self.course.connections:
            pages.setdefault(line.visitor, []).append(line.path)
        here = sum(one.token in pages for one in room.visitors())
        return {
            "code": spaced(room.code),
            "addresses": [self.door(address) for address in room.addresses()],
            "count": say("room.count", lang, count=here) if here else say("room.nobody", lang),
            "people": [
                {
                    "number": one.number,
                    "name": one.called(lang),
                    "where": _where(one, pages.get(one.token), titles, lang),
                    "here": one.token in pages,
                    "remove": say("room.remove", lang, name=one.called(lang)),
                }
                for one in room.visitors()
            ],
            "wrong": say("room.wrong_codes", lang, count=room.wrong) if room.wrong else "",
            **self.classroom.beside.told(lang),
            "handed_in": self.classroom.handed_in.told(lang),
            "invitation": _asked(room.invitation, titles, lang),
        }

    def door(self, address: str) -> Mapping[str, str]:
        """One address under which learners come in: in large print, and as a QR code with the class code in it."""
        drawn = quote(_join_address(address, self.room.code), safe="")
        return {
            "text": addresses.short_address(address),
            "href": address,
            "drawing": f"{self.course.base}teacher/code.svg?text={drawn}",
        }


class TeacherAction(TeacherState, TeacherOrder):
    """What the teacher does; the answer is the state afterwards."""

    def get(self) -> None:
        raise HTTPError(405)

    async def obey(self, order: Mapping[str, Any], lang: str) -> Mapping[str, Any] | None:
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
                self.room.renew_code()
                classroom.board.tell_teachers()
            case {"do": "remove", "number": int(number)}:
                classroom.remove(number)
            case {"do": "end"}:
                classroom.end()
            case _:
                if not await classroom.beside.obey(order):
                    return None
        return self.state(lang)


class TeacherCode(TeacherPage):
    """Any address as a QR code, drawn for the teacher's page."""

    def get(self) -> None:
        text = self.get_query_argument("text", "")
        if not 0 < len(text) <= LONGEST_DRAWN:
            raise HTTPError(400)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(addresses.qr_svg(text))


def _query(lesson: str, options: Mapping[str, Any]) -> str | None:
    """The query of an invitation; None if the options are not such as our page sends."""
    drills = {drill.name for known in LESSONS if known.name == lesson for drill in known.drills}
    allowed: Mapping[str, Any] = {
        "seed": lambda seed: type(seed) is int and 0 <= seed <= LARGEST_START,
        "drill": lambda drill: isinstance(drill, str) and drill in drills,
        "level": lambda level: type(level) is int and 1 <= level <= LEVELS,
    }
    given = {name: value for name, value in options.items() if name != "do" and value not in (None, "")}
    if any(name not in allowed or not allowed[name](value) for name, value in given.items()):
        return None
    return urlencode({name: given[name] for name in allowed if name in given})


def _where(visitor: Learner, pages: Sequence[str] | None, titles: Mapping[str, str], lang: str) -> str:
    """On which pages a learner is, or on which one they were."""
    paths = sorted({visitor.path} - {""} if pages is None else set(pages))
    names = dict.fromkeys(path.rpartition("/")[2].removesuffix(".ipynb") for path in paths)
    told = ", ".join(titles.get(name, name) for name in names)
    if pages is not None:
        return told
    return say("room.was_on", lang, lesson=told) if told else say("room.not_yet", lang)


def _asked(asked: Invitation | None, titles: Mapping[str, str], lang: str) -> str:
    """What everybody is asked to open now, as a sentence; "" for nothing."""
    if asked is None:
        return ""
    told, options = titles.get(asked.lesson, asked.lesson), dict(parse_qsl(asked.query))
    more = [
        *([say(f"drill.{options['drill']}", lang)] if "drill" in options else ()),
        *([say("demo.level_number", lang, level=options["level"])] if "level" in options else ()),
        *([say("room.with_start", lang, start=options["seed"])] if "seed" in options else ()),
    ]
    return say("room.inviting", lang, lesson=told, more=f" ({', '.join(more)})" if more else "")


# The terminal


def announce(room: Roster, host: str, port: int, base: str = "/", lang: str = "en", out: TextIO = sys.stdout) -> str:
    """Says in the terminal how the class comes in; gives the address of the teacher's page, its key included.

    That address is the computer's own, so that the key does not cross the network.
    """
    reached = room.addresses()
    for address in reached:
        print(say("room.terminal.address", lang, address=address), file=out)
    if not reached:
        print(say("room.terminal.no_network", lang), file=out)
    print(say("room.terminal.code", lang, letters=spaced(room.code)), file=out)
    if reached and (drawn := addresses.qr_text(_join_address(reached[0], room.code), out)):
        print(drawn, end="", file=out)
    nearby = host if host not in ("", addresses.EVERYWHERE, "::") else "::1" if host == "::" else "127.0.0.1"
    teacher = f"{addresses.address_of(nearby, port, base)}teacher?key={room.key}"
    print(say("room.terminal.teacher", lang, address=teacher), file=out)
    print(say("room.terminal.end", lang), file=out, flush=True)
    return teacher


def _join_address(address: str, code: str) -> str:
    """What the QR code says: the way in, with the class code filled in."""
    return f"{address}join?code={code}"
