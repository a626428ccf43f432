"""The pages of a class: the join page for learners, and the teacher's page with all that it asks for and does.

- Sentences are made here, in the language of whoever reads them; the teacher's page draws what it is sent.
- What the teacher does is sent by our own page as JSON: a form of another site cannot do that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from tornado.web import HTTPError

from cardlab.lessons.drill import LEVELS
from cardlab.locale import LANGUAGES, decimal, say
from cardlab.serve import frame, gate, reach
from cardlab.serve.front import Page
from cardlab.serve.room import BOARD, Invitation, Present, Refused, Room
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub
from cardlab.tables.logs import Done
from cardlab.tables.names import spaced
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table import ITSELF, Close, Table, Unname
from cardlab.tables.tournament import BrokenOff

KEPT: Final = 12 * 60 * 60
"""How many seconds a browser keeps that it has come in; a day at school."""
LARGEST_ORDER: Final = 4096
LONGEST_DRAWN: Final = 500
LARGEST_START: Final = 999_999
_STATUS: Final = {"wrong": 403, "wait": 429, "full": 503}


def routes(base: str) -> list[tuple[str, type[Page]]]:
    """The addresses of a class, for the server's table."""
    return [
        (f"{base}join", Join),
        (f"{base}teacher", Teacher),
        (f"{base}teacher/state", TeacherState),
        (f"{base}teacher/do", TeacherDoes),
        (f"{base}teacher/code.svg", TeacherCode),
    ]


class RoomPage(Page):
    """What the pages of a class share."""

    @property
    def room(self) -> Room:
        """The class; without one, these pages do not exist."""
        if self.course.room is None:
            raise HTTPError(404)
        return self.course.room

    def keep(self, kind: Any, value: str) -> None:
        """Lets the browser keep who this is, where no script can read it."""
        name = gate.cookie(kind, self.request.host)
        self.set_cookie(name, value, path=self.course.base, httponly=True, samesite="Lax", max_age=KEPT)

    def own_page_only(self) -> None:
        """Refuses what another site sends."""
        if not gate.is_own_origin(self.request.headers.get("Origin"), self.request.host):
            raise HTTPError(403)

    def words(self, names: Sequence[str], lang: str) -> dict[str, str]:
        common = {name: say(f"page.{name}", lang) for name in ("course_short", "language", "dark", "light")}
        return common | {name: say(f"room.{name}", lang) for name in names}

    def languages(self, lang: str, address: str, **more: str) -> list[Mapping[str, Any]]:
        """The page in each language, as the header lists them."""
        kept = {name: value for name, value in more.items() if value}
        return [
            {
                "lang": code,
                "name": own,
                "current": code == lang,
                "href": f"{address}?{urlencode({'lang': code} | kept)}",
            }
            for code, own in LANGUAGES.items()
        ]


# The way in


class Join(RoomPage):
    """The join page; works without JavaScript."""

    def get(self) -> None:
        wished = gate.onward(self.get_query_argument("to", ""), self.course.base)
        if self.room.admits(gate.visitor(self.request)) or gate.is_teacher(self.room, self.request):
            self.redirect(wished)
            return
        self.ask(self.get_query_argument("code", "")[:20], "", wished)

    def post(self) -> None:
        self.own_page_only()
        wished = gate.onward(self.get_body_argument("to", ""), self.course.base)
        code, name = self.get_body_argument("code", ""), self.get_body_argument("nickname", "")
        token, address = gate.visitor(self.request), self.request.remote_ip or ""
        match self.room.join(code, name, address, token):
            case Refused() as refused:
                self.ask(code[:20], name[:60], wished, refused)
            case visitor:
                self.keep("visitor", visitor.token)
                self.redirect(wished, status=303)

    def ask(self, code: str, name: str, wished: str, refused: Refused | None = None) -> None:
        """Shows the form, and above it why it did not work."""
        lang, base = self.tongue(), self.course.base
        to = wished if wished != base else ""
        problem = "" if refused is None else self.problem(refused, lang)
        if refused is not None and refused.seconds:
            self.set_header("Retry-After", str(refused.seconds))
        self.show(
            "join.html.j2",
            200 if refused is None else _STATUS[refused.reason],
            **frame.plain(lang, say("room.join_title", lang), base),
            words=self.words(("join_text", "code_label", "nickname_label", "nickname_hint", "enter"), lang),
            languages=self.languages(lang, f"{base}join", code=code, to=to),
            action=f"{base}join?lang={lang}",
            code=code,
            nickname=name,
            to=to,
            problem=problem,
        )

    @staticmethod
    def problem(refused: Refused, lang: str) -> str:
        """Why the learner is not in yet, and when to try again."""
        told = say(f"room.refused.{refused.reason}", lang) if refused.reason != "wait" else ""
        later = say("room.refused.wait", lang, count=refused.seconds) if refused.seconds else ""
        return f"{told} {later}".strip()


# The teacher's page


class TeachersOnly(RoomPage):
    """What only the teacher may open."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished and not gate.is_teacher(self.room, self.request) and not self.is_key_shown():
            self.refuse()

    def is_key_shown(self) -> bool:
        """Whether the address itself brings the key."""
        return False

    def refuse(self) -> None:
        raise HTTPError(403)


class Teacher(TeachersOnly):
    """The teacher's page; the key in the address becomes a cookie, so that nobody reads it from the screen."""

    def is_key_shown(self) -> bool:
        return self.room.is_teacher(self.get_query_argument("key", ""))

    def refuse(self) -> None:
        """Says where the key is."""
        lang = self.tongue()
        told = {"title": say("room.no_key.title", lang), "text": say("room.no_key", lang)}
        self.show("message.html.j2", 403, **{**frame.message(403, lang, self.course.base), **told})

    def get(self) -> None:
        lang, base = self.tongue(), self.course.base
        if self.is_key_shown():
            self.keep("teacher", self.room.key)
            wished = self.get_query_argument("lang", "")
            self.redirect(f"{base}teacher{f'?lang={wished}' if wished in LANGUAGES else ''}")
            return
        self.course.open_early(recall=True)
        from cardlab.lessons.course import LESSONS

        titles = frame.titles(self.course.notebooks, lang, is_learners=True)
        self.show(
            "teacher.html.j2",
            200,
            **frame.plain(lang, say("room.title", lang), base),
            words=self.words(WORDS, lang),
            languages=self.languages(lang, f"{base}teacher"),
            board=say("board.title", lang),
            handed_in=say("hand_in.title", lang),
            open_handed_in=say("hand_in.open", lang),
            titles=titles,
            drills={
                lesson.name: [(drill.name, say(f"drill.{drill.name}", lang)) for drill in lesson.drills]
                for lesson in LESSONS
                if lesson.name in titles
            },
            levels=[(level, say("demo.level_number", lang, level=level)) for level in range(1, LEVELS + 1)],
            largest=LARGEST_START,
            tournaments={"href": f"{base}tournaments?lang={lang}", "text": say("hall.heading", lang)},
            tables={name: say(f"together.{name}", lang) for name in _OF_TABLES},
        )


class TeacherState(TeachersOnly):
    """All that changes on the teacher's page, as JSON; the page asks every two seconds."""

    def get(self) -> None:
        self.answer()

    def answer(self) -> None:
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps(self.state(self.tongue()), ensure_ascii=False))

    def state(self, lang: str) -> Mapping[str, Any]:
        room = self.room
        own = {BOARD: say("board.title", lang), "tables": say("together.heading", lang)}
        titles = {**frame.titles(self.course.notebooks, lang), **own}
        people = room.roster((line.visitor, line.path) for line in self.course.lines)
        here = sum(person.is_here for person in people)
        return {
            "code": spaced(room.code),
            "addresses": [self.door(address) for address in room.addresses()],
            "count": say("room.count", lang, count=here) if here else say("room.nobody", lang),
            "people": [
                {
                    "number": person.number,
                    "name": _called(person, lang),
                    "where": _where(person, titles, lang),
                    "here": person.is_here,
                    "remove": say("room.remove", lang, name=_called(person, lang)),
                }
                for person in people
            ],
            "wrong": say("room.wrong_codes", lang, count=room.wrong) if room.wrong else "",
            "tables": _tables(self.course.hub_if_open, self.course.hall_if_open, self.course.base, lang),
            "elsewhere": _elsewhere(self.course.hub_if_open, self.course.hall_if_open, self.course.base, lang),
            "handed_in": self.course.handed_in.told(lang) if self.course.handed_in is not None else "",
            "invitation": _asked(room.invitation, titles, lang),
            "server": _status(self.course.status(), lang),
        }

    def door(self, address: str) -> Mapping[str, str]:
        """One address under which learners come in: in large print, and as a QR code with the class code in it."""
        drawn = quote(reach.join_address(address, self.room.code), safe="")
        return {
            "text": reach.in_print(address),
            "href": address,
            "drawing": f"{self.course.base}teacher/code.svg?text={drawn}",
        }


class TeacherDoes(TeacherState):
    """What the teacher does: one order as JSON; the answer is the state afterwards."""

    largest = LARGEST_ORDER
    """How many bytes an order may have."""

    async def post(self) -> None:
        self.own_page_only()
        order = self.order()
        if not self.obey(order) and not await self.see_to_table(order):
            raise HTTPError(400)
        self.answer()

    async def see_to_table(self, order: Mapping[str, Any]) -> bool:
        """Closes a table, or takes a name away there or in a tournament.

        False for an order that says neither, or that cannot be done.
        """
        hub, hall, code = self.course.hub_if_open, self.course.hall_if_open, order.get("code")
        if hub is None or hall is None or not isinstance(code, str):
            return False
        try:
            match order:
                case {"do": "unname_entrant", "player": str(player)} if player in hall.named_lately().get(code, ()):
                    return isinstance(await hall.unname(code, player), Done)
            table = await hub.table(code)
            if table is None:
                return False
            match order:
                case {"do": "close_table"}:
                    return await self._close(hub, hall, code, table)
                case {"do": "unname", "player": str(player)} if player in table.named:
                    return await self._unname(hub, hall, code, table, player)
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        return False

    async def _close(self, hub: Hub, hall: Hall, code: str, table: Table) -> bool:
        """Closes a table; one of a tournament breaks off, so that its round goes on without it."""
        if _goes_on(hall, table) and table.of:
            return isinstance(await hall.do(table.of.tournament, BrokenOff(table.of.table)), Done)
        return isinstance(await hub.do(code, ITSELF, Close()), Done)

    async def _unname(self, hub: Hub, hall: Hall, code: str, table: Table, player: str) -> bool:
        """Takes a name away at a table, whether its player is still there; in a tournament it is named nowhere else."""
        done = isinstance(await hub.do(code, ITSELF, Unname(player)), Done)
        if table.of:
            with suppress(KeyError):  # the log of the tournament cannot be read
                await hall.unname(table.of.tournament, player)
        return done

    def order(self) -> Mapping[str, Any]:
        """The order that was sent; refuses what is none."""
        kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json" or len(self.request.body) > self.largest:
            raise HTTPError(400)
        try:
            order = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise HTTPError(400) from None
        if not isinstance(order, dict):
            raise HTTPError(400)
        return order

    def get(self) -> None:
        raise HTTPError(405)

    def obey(self, order: Mapping[str, Any]) -> bool:
        """Does what the order says; False for one that nobody of us wrote."""
        room = self.room
        match order:
            case {"do": "invite", "lesson": str(lesson), **options}:
                query = _query(lesson, options)
                if query is None or lesson not in frame.titles(self.course.notebooks, "en", is_learners=True):
                    return False
                room.invite(lesson, query)
                self.tell_everybody()
            case {"do": "withdraw"}:
                room.withdraw()
                self.tell_everybody()
            case {"do": "code"}:
                room.renew_code()
                if self.course.board is not None:
                    self.course.board.tell_teachers()
            case {"do": "remove", "number": int(number)}:
                self.send_out({room.remove(number)} - {""})
            case {"do": "end"}:
                everybody = {line.visitor for line in self.course.lines if room.admits(line.visitor)}
                room.end()
                self.send_out(everybody)
                if self.course.board is not None:
                    self.course.board.end()
            case _:
                return False
        return True

    def tell_everybody(self) -> None:
        """Brings the invitation, or that there is none any more, to every page of a learner that is open."""
        for line in list(self.course.lines):
            if self.room.admits(line.visitor):
                line.tell(["invite", self.invited(line.path)])

    def invited(self, path: str) -> Mapping[str, str]:
        """The invitation as the page at `path` gets it; empty texts take one back."""
        asked = self.room.invitation
        if asked is None:
            return {"href": "", "text": ""}
        return frame.invitation(self.course.notebooks, asked, path, self.course.base)

    def send_out(self, tokens: set[str]) -> None:
        """Ends the pages of those who are out, takes them off the board, and forgets what they have handed in."""
        if self.course.handed_in is not None:
            self.course.handed_in.forget_gone()
        if self.course.board is not None:
            self.course.board.send_out(tokens)
        for line in list(self.course.lines):
            if line.visitor in tokens:
                line.send_out()


class TeacherCode(TeachersOnly):
    """Any address as a QR code, drawn for the teacher's page."""

    def get(self) -> None:
        text = self.get_query_argument("text", "")
        if not 0 < len(text) <= LONGEST_DRAWN:
            raise HTTPError(400)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(reach.drawing(text))


WORDS: Final = (
    "join_heading", "join_by_address", "join_by_code", "which_address", "large", "close", "renew", "renew_hint",
    "people_heading", "sent_out", "remove_hint", "end", "end_hint", "end_sure",
    "send_heading", "send_text",
    "lesson", "drill", "any_drill", "level", "any_level", "start", "start_hint", "any_start", "draw_start",
    "invite_everyone", "withdraw", "link", "copy_link", "copied", "link_drawing", "server_heading", "lost", "to_course",
    "no_network", "drawing_alt", "skip", "needs_script", "board_text", "open_board",
)  # fmt: skip


_OF_TABLES: Final = ("tables_heading", "nobody_plays", "unname_short", "unname_hint", "elsewhere", "heading")


def _tables(hub: Hub | None, hall: Hall | None, base: str, lang: str) -> list[Mapping[str, Any]]:
    """The tables at which somebody is, whose names stand there, and what the teacher can do about it.

    The names of those who have left stand in the records of the rounds that they have played.
    """
    left = say("together.has_left", lang)
    return [
        {
            "code": code,
            **_of_table(code, table, hall, lang),
            "href": f"{base}table/{code}?lang={lang}",
            "take": "unname",
            "people": [
                _of_name(player, name, "" if table.seat_of(player) is not None else left, lang)
                for player, name in table.named.items()
            ],
        }
        for code, table in (hub.under_way().items() if hub is not None else ())
    ]


def _elsewhere(hub: Hub | None, hall: Hall | None, base: str, lang: str) -> list[Mapping[str, Any]]:
    """The names in tournaments and at tables where nobody is now, each where it can be taken away."""
    if hub is None or hall is None:
        return []

    def listed(kind: str, take: str, code: str, name: str, named: Mapping[str, str]) -> Mapping[str, Any]:
        people = [_of_name(player, called, "", lang) for player, called in named.items()]
        shown = {"code": code, "name": name, "href": f"{base}{kind}/{code}?lang={lang}", "closing": "", "close": ""}
        return {**shown, "take": take, "people": people}

    untitled = say("hall.untitled", lang)
    entered = (
        listed("tournament", "unname_entrant", code, hall.title(code) or untitled, named)
        for code, named in hall.named_lately().items()
    )
    deserted = (
        listed("table", "unname", code, _name_of(code, one.game, lang), one.named)
        for code, one in hub.deserted().items()
    )
    return [one for one in (*entered, *deserted) if one["people"]]


def _of_name(player: str, name: str, left: str, lang: str) -> Mapping[str, str]:
    """A name that can be taken away."""
    return {"player": player, "name": name, "left": left, "unname": say("together.unname", lang, name=name)}


def _name_of(code: str, game: str, lang: str) -> str:
    return f"{say(f'compare.game.{game}', lang)} {spaced(code)}"


def _goes_on(hall: Hall | None, table: Table) -> bool:
    """Whether a table belongs to a tournament that goes on here."""
    return hall is not None and table.of is not None and table.of.tournament in hall.open_now()


def _of_table(code: str, table: Table, hall: Hall | None, lang: str) -> Mapping[str, str]:
    """What a table is called, and how it is closed: one of a tournament belongs to a round there and breaks off."""
    if hall is None or table.of is None or not _goes_on(hall, table):
        name = _name_of(code, table.game, lang)
        shown, close = say("together.close", lang), say("together.close_it", lang, table=spaced(code))
    else:
        title = hall.title(table.of.tournament) or say("hall.untitled", lang)
        name = f"{title}: {say('hall.table', lang, number=table.of.table)}"
        shown, close = say("hall.break", lang), say("hall.break_table", lang, number=table.of.table)
    return {"name": name, "closing": shown, "close": close}


def _query(lesson: str, options: Mapping[str, Any]) -> str | None:
    """The query of an invitation; None if the options are not such as our page sends."""
    from cardlab.lessons.course import LESSONS

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


def _called(person: Present, lang: str) -> str:
    return person.name or say("room.guest", lang, number=person.number)


def _where(person: Present, titles: Mapping[str, str], lang: str) -> str:
    """On which page a learner is, or was."""
    names = dict.fromkeys(path.rpartition("/")[2].removesuffix(".ipynb") for path in person.paths)
    told = ", ".join(titles.get(name, name) for name in names)
    if person.is_here:
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


def _status(status: Mapping[str, Any], lang: str) -> list[str]:
    """How the server is, in sentences; `status` is that of the hosts."""
    waiting = status["waiting"]
    return [
        say("room.server.pages", lang, count=status["open"], most=status["most"]),
        say("room.server.hosts", lang, count=len(status["hosts"]), memory=decimal(status["memory"] / 1_000_000, lang)),
        say("room.server.waiting", lang, count=waiting) if waiting else say("room.server.no_queue", lang),
    ]
