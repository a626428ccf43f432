"""The teacher's screen: what the room sees, a panel, and a row of buttons.

`Classroom` holds what all pages of the teacher show; each page has its own state of the panel, which its browser keeps.
Handlers act at once, or leave an `order` to be awaited. `widgets/js/teacher.js` draws the scene.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from cardlab.classroom.board_questions import (
    LONGEST_TEXT,
    MOST_OPTIONS,
    DrillRequest,
    Refused,
    Request,
    TypedQuestion,
    exit_ticket,
)
from cardlab.classroom.class_results import count_sentence, results
from cardlab.classroom.live_class import WAY_IN, Classroom
from cardlab.classroom.stage import ENDED, name_of, stage
from cardlab.dashboard import addresses, frame
from cardlab.dashboard.access import TABLES
from cardlab.dashboard.display_names import spaced
from cardlab.dashboard.roster import Learner
from cardlab.game import GAMES
from cardlab.lessons.course import LESSONS, course_key
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.own_exercises import OwnFault
from cardlab.phrasing import Reader
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import (
    Block,
    asked_first,
    button,
    choice,
    details,
    field,
    fields,
    full,
    group,
    heading,
    link,
    option,
    row,
    select,
    sentences,
    status,
    strong,
    text,
)  # fmt: skip
from cardlab.widgets.scene import Scene, receives

Tab: TypeAlias = Literal["ask", "own", "lesson", "play", "who", "results"]
Picked: TypeAlias = Literal["lesson", "drill", "level", "game", "tables"]
Plain: TypeAlias = Literal[
    "ask", "add", "ask_own", "add_own", "ask_all", "exit", "clear", "put_back", "invite", "withdraw", "open_tables",
    "code", "end", "cancel",
]  # fmt: skip
OWN: Final = "own"
"""The value instead of a lesson that means the teacher's own drills."""
MOST_TABLES: Final = 10


class PanelKept(msgspec.Struct, frozen=True):
    """What the teacher's browser keeps, with the open `tab` and the chosen `drill`.

    `listed`: the questions to be asked; `draft`: the fields of a typed question.
    """

    listed: tuple[Request, ...] = ()
    draft: tuple[str, ...] = ()
    tab: Tab = "ask"
    drill: str = ""


class TeacherScene(Scene):
    """The screen of one page of the teacher.

    `exercises`: the teacher's own drills, and the faults of those that don't work; `drill`: the drill chosen at first.
    """

    view = "teacher"
    always_allowed = ("recall", "draft")
    own_words: ClassVar = ("teach.full", "teach.panel", "board.why", "room.drawing_alt")

    def __init__(
        self,
        classroom: Classroom,
        lang: str,
        exercises: tuple[Sequence[Drill], Sequence[OwnFault]] = ((), ()),
        drill: str = "",
    ) -> None:
        super().__init__(lang)
        self.label = self.say("room.title")
        self.order: Callable[[], Awaitable[None]] | None = None
        self._class = classroom
        self._titles = frame.titles(classroom.course.notebooks, lang, "learner")
        own, self._faults = exercises
        # A folder of own notebooks may have no lesson; questions can be asked all the same.
        lessons = [one for one in LESSONS if one.name in self._titles] or LESSONS
        self._drills = {one.name: one.drills for one in lessons}
        self._drills |= {OWN: tuple(own)} if own else {}
        self._tab: Tab = "ask"
        self._is_away = False
        self._is_recalled = False
        self._draft = [""] * (MOST_OPTIONS + 2)
        """The fields of a typed question: its text, its options, the numbers of the right ones."""
        self._problem = ""
        self._asks: list[Block] = []
        """A question to confirm, with its buttons."""
        self._shown_results: tuple[object, list[Block]] = None, []
        self._picked: dict[str, str] = {"level": "1", "tables": "1", "game": "tongits"}
        self.pick("lesson", next(iter(self._drills)))
        self._is_led = self._choose(drill)

    # What is shown

    def props(self) -> Mapping[str, object]:
        shared, board = self._class, self._class.board
        here, urls = shared.present(self.lang), shared.roster.addresses()
        address = shared.address if shared.address in urls else next(iter(urls), "")
        qr = addresses.qr_svg(f"{address}join?code={shared.roster.code}") if address else ""
        missing = ", ".join(name for number, name in here.items() if not board.has_all(number)) if board.is_open else ""
        note = self.say("board.missing", names=missing) if missing else ""
        if not board.is_open and self._tab != "lesson":
            note = self._inviting()
        is_way = shared.at == WAY_IN or not board.shown
        kept = PanelKept(tuple(shared.listed), tuple(self._draft), self._tab, self._picked["drill"])
        return {
            "label": self.label,
            "way": {"address": addresses.short_address(address), "code": spaced(shared.roster.code), "qr": qr},
            "top": self._top(address),
            "stage": self._way_in(urls, address) if is_way else stage(board, shared.at, len(here), self.lang),
            "tab": "" if self._is_away else self._tab,
            "panel": [] if self._is_away else self._panel(),
            "foot": [
                status(self._problem, style="teach-problem"),
                text(note, "note"),
            ],
            "keys": self._keys(),
            "asks": self._asks,
            "kept": kept if self._is_recalled else None,
        }

    def _top(self, address: str) -> list[Block]:
        shared, end, (finished, here) = self._class, self.say("room.end"), self._class.done()
        answered = f", {self.say('teach.answered', count=finished)}" if shared.board.is_open else ""
        is_way, anybody = shared.at == WAY_IN, bool(shared.roster.learners())
        way = " · ".join(filter(None, (addresses.short_address(address), spaced(shared.roster.code))))
        return [
            text(f"{self.say('room.count', count=here)}{answered}" if anybody else self.say("room.nobody")),
            button(way, {"do": "look", "at": 0 if is_way else WAY_IN}, pressed=is_way, style="teach-way"),
            asked_first(end, self.say("room.end_sure"), end, {"do": "end"}),
        ]

    def _way_in(self, urls: Sequence[str], address: str) -> list[Block]:
        if not address:
            return [text(self.say("room.no_network"))]
        poster = {"is": "way", "above": [self.say("room.join_by_address"), self.say("room.join_by_code")]}
        others = [
            option(addresses.short_address(one), {"do": "show", "address": one}, one == address, value=one)
            for one in urls
        ]
        return [poster, *([select(self.say("room.which_address"), others)] if len(others) > 1 else [])]

    def _keys(self) -> list[Block]:
        shared, board = self._class, self._class.board
        follows = shared.next < len(shared.listed) or board.shown
        goes_on = 0 <= shared.at < len(board.shown) - 1 or (follows and not board.is_open)
        clear = button(self.say("teach.clear"), {"do": "clear"} if board.shown else None, keys=["c"])
        panel = self.say("teach.show_panel" if self._is_away else "teach.hide_panel")
        return [
            button(self.say("board.reveal"), {"do": "reveal"} if board.is_open else None, keys=["r"], main=True),
            button(self.say("teach.next"), {"do": "next"} if goes_on else None, keys=["n"]),
            button(self.say("board.put_back"), {"do": "put_back"}, keys=["c"]) if board.off else clear,
            full(),
            button(panel, {"do": "panel", "away": not self._is_away}, keys=["p"]),
            row(
                button(self.say("teach.send_all"), {"do": "invite"} if self._lesson in self._titles else None),
                self._to("teach.results", "results", pressed=self._tab == "results"),
                style="teach-end",
            ),
        ]

    # The panel

    def _panel(self) -> list[Block]:
        now = "ask" if self._tab == "own" else self._tab
        tabs: Mapping[Tab, str] = {
            "ask": self.say("teach.ask"), "lesson": self.say("progress.lesson"), "play": self.say("page.group.play"),
            "who": self.say("teach.who"),
        }  # fmt: skip
        options = [option(name, {"do": "open", "tab": one}, one == now) for one, name in tabs.items()]
        bodies: Mapping[Tab, Callable[[], list[Block]]] = {
            "ask": self._ask, "own": self._own, "lesson": self._invite, "play": self._play, "who": self._who,
            "results": self._results,
        }  # fmt: skip
        return [
            choice(self.say("teach.panel"), options, titled=False),
            group(*bodies[self._tab](), style="teach-body"),
        ]

    def _to(self, label: str, tab: Tab, *, pressed: bool | None = None) -> Block:
        return button(self.say(label), {"do": "open", "tab": tab}, pressed=pressed)

    @property
    def _lesson(self) -> str:
        return self._picked["lesson"]

    @property
    def _page(self) -> str:
        """The page to invite to; own notebooks may have none of the lessons of the course, then it is their first."""
        return self._lesson if self._lesson in self._titles else next(iter(self._titles), "")

    def _select(self, label: str, what: Picked, options: Mapping[str, str]) -> Block:
        return select(self.say(label), self._options(what, options))

    def _options(self, what: Picked, options: Mapping[str, str]) -> list[Block]:
        return [
            option(said, {"do": "pick", "what": what, "value": value}, value == self._picked[what], value=value)
            for value, said in options.items()
        ]

    def _ask(self) -> list[Block]:
        listed = self._class.listed
        lessons = {name: self.say(course_key(name)) for name in self._drills if name != OWN}
        titles = {**lessons, **self._titles, OWN: self.say("board.own_exercises")}
        drills = {one.name: in_words(Reader(self.lang), one.called) for one in self._drills.get(self._lesson, ())}
        levels = {str(one): str(one) for one in range(1, LEVELS + 1)}
        return [
            sentences([one.sentence(self.lang) for one in self._faults], "soft"),
            self._select("progress.lesson", "lesson", {name: titles[name] for name in self._drills}),
            self._select("room.drill", "drill", drills),
            choice(self.say("room.level"), self._options("level", levels)),
            row(
                button(self.say("board.ask_now"), {"do": "ask"} if drills else None, main=True),
                button(self.say("board.add"), {"do": "add"} if drills else None),
            ),
            group(
                row(
                    heading(self.say("teach.list")),
                    button(self.say("board.begin"), {"do": "ask_all"} if listed else None),
                ),
                *(map(self._entry, range(len(listed))) if listed else [text(self.say("board.series_empty"), "note")]),
                style="teach-list",
            ),
            row(
                self._to("board.ask_tab_free", "own"),
                button(self.say("board.exit_begin"), {"do": "exit"} if drills and self._lesson != OWN else None),
            ),
        ]

    def _entry(self, at: int) -> Block:
        """Make the line of a listed question: a button to ask it, and one to remove it."""
        asked = self._class.listed[at]
        name = asked.text if isinstance(asked, TypedQuestion) else name_of(asked, self.lang)
        mark = "▸" if at == self._class.next else f"{at + 1}"
        return row(
            button(f"{mark} {name}", {"do": "ask_listed", "at": at}),
            button(self.say("board.take_off", name=f"{at + 1}"), {"do": "unlist", "at": at}, style="teach-x"),
            style="teach-entry",
        )

    def _own(self) -> list[Block]:
        options = [self.say("board.option", number=number) for number in range(1, MOST_OPTIONS + 1)]
        text_field, *typed, right = [
            field(label, self._draft[at], {"do": "draft", "at": at}, digits=at > MOST_OPTIONS, longest=LONGEST_TEXT)
            for at, label in enumerate((self.say("board.free_text"), *options, self.say("board.free_right")))
        ]
        return [
            text_field,
            *typed[:4],
            right,
            text(self.say("board.free_options_hint"), "note"),
            details(self.say("table.more"), *typed[4:]),
            row(
                button(self.say("board.ask_now"), {"do": "ask_own"}, main=True),
                button(self.say("board.add"), {"do": "add_own"}),
                self._to("room.not_now", "ask"),
            ),
        ]

    def _inviting(self) -> str:
        """Return the sentence that says where everybody is invited to; "" if nowhere."""
        invited = self._class.roster.invitation
        names = {**self._titles, **self._class.tables.tournaments_of(self.lang), TABLES: self.say("together.heading")}
        return self.say("room.inviting", lesson=names.get(invited, self.say("board.title"))) if invited else ""

    def _invite(self) -> list[Block]:
        invited = self._inviting()
        return [
            self._select("progress.lesson", "lesson", self._titles),
            row(
                button(self.say("room.invite_everyone"), {"do": "invite"}, main=True),
                button(self.say("room.withdraw"), {"do": "withdraw"} if invited else None),
            ),
            text(invited, "strong") if invited else text(self.say("room.send_text"), "note"),
        ]

    def _play(self) -> list[Block]:
        path, tables = self._class.course.base, self._class.tables.render(self.lang)
        games = {name: self.say(f"compare.game.{name}") for name in GAMES}
        counts = {str(one): str(one) for one in range(1, MOST_TABLES + 1)}
        tournaments = [
            row(
                link(title, f"{path}{page}?lang={self.lang}", new=True),
                button(self.say("room.invite_everyone"), {"do": "call_to", "tournament": page}),
            )
            for page, title in self._class.tables.tournaments_of(self.lang).items()
        ]
        return [
            group(*(tables or [text(self.say("together.nobody_plays"), "note")]), *tournaments, style="teach-list"),
            fields(
                self._select("together.game", "game", games), self._select("together.tables_heading", "tables", counts)
            ),
            row(button(self.say("teach.open_tables"), {"do": "open_tables"}, main=True)),
            text(
                [
                    link(self.say("together.heading"), f"{path}tables?lang={self.lang}", new=True),
                    " · ",
                    link(self.say("tournament.heading"), f"{path}tournaments?lang={self.lang}", new=True),
                ]
            ),
        ]

    def _who(self) -> list[Block]:
        roster, renew = self._class.roster, self.say("room.renew")
        pages: dict[str, list[str]] = {}
        for connection in self._class.course.connections:
            pages.setdefault(connection.visitor, []).append(connection.path)
        people = [self._person(one, pages.get(one.token)) for one in roster.learners()]
        return [
            group(*(people or [text(self.say("room.nobody"), "note")]), style="teach-list"),
            text(count_sentence(roster, self.lang)),
            details(
                self.say("table.more"), row(asked_first(renew, self.say("room.renew_sure"), renew, {"do": "code"}))
            ),
        ]

    def _person(self, one: Learner, pages: Sequence[str] | None) -> Block:
        name = one.display_name(self.lang)
        remove, sure = self.say("room.remove", name=name), self.say("room.remove_sure", name=name)
        handed_in = f" ✓ {self.say('teach.handed_in')} ·" if one.summary else ""
        return row(
            text([strong(name), f"{handed_in} {self._where(one, pages)}"]),
            asked_first(remove, sure, remove, {"do": "remove", "number": one.number}, style="teach-dots"),
            style="teach-person" if pages is not None else "teach-person teach-gone",
        )

    def _where(self, learner: Learner, pages: Sequence[str] | None) -> str:
        """Return the titles of the pages that a learner has open, or had open last."""
        own = frame.own_pages(self.lang, self._class.course.base, "learner")
        titles = {**self._titles, **{path: page["title"] for path, page in own.items()}}
        paths = sorted({learner.path} - {""} if pages is None else set(pages))
        names = [path.rpartition("/")[2].removesuffix(".ipynb") for path in paths]
        shown = ", ".join(dict.fromkeys(titles.get(name, name) for name in names))
        if pages is not None:
            return shown
        return self.say("room.was_on", lesson=shown) if shown else self.say("room.not_yet")

    def _results(self) -> list[Block]:
        address = f"{self._class.course.base}teacher/results.csv?lang={self.lang}"
        # The results take long to make, and depend only on this.
        now = [(one.number, one.name, one.summary) for one in self._class.roster.everybody()]
        if self._shown_results[0] != now:
            self._shown_results = now, results(self._class.roster, self.lang)
        return [row(link(self.say("hand_in.csv"), address, style="cardlab-button")), *self._shown_results[1]]

    # What is done

    def before_message(self, message: str) -> None:
        self._problem, self._asks = "", []

    def _orders(self, function: Callable[..., Awaitable[object]], *arguments: Any) -> None:
        """Set an order that awaits a function, and shows why it refuses or fails."""

        async def done() -> None:
            try:
                await function(*arguments)
            except (Refused, OwnFault) as problem:
                self._problem = problem.sentence(self.lang)
            self._class.changed()

        self.order = done

    @receives
    def recall(self, kept: Any) -> None:
        """Restore what the browser has kept, without replacing anything newer."""
        try:
            before = msgspec.convert(kept, PanelKept)
        except msgspec.ValidationError:
            before = PanelKept()
        if self._is_recalled:
            return
        self._is_recalled = True
        self._draft = [now or old for now, old in zip(self._draft, (*before.draft, *self._draft), strict=False)]
        if not self._is_led:
            self._tab = before.tab
            self._choose(before.drill)
        if before.listed and not self._class.listed:
            self._orders(self._class.list, before.listed)

    def _choose(self, drill: str) -> bool:
        """Choose a drill and its lesson; return whether there is such a drill."""
        lesson = next((name for name, its in self._drills.items() if drill in (one.name for one in its)), "")
        if lesson:
            self.pick("lesson", lesson)
            self.pick("drill", drill)
        return bool(lesson)

    @receives
    def open(self, tab: Tab) -> None:
        self._tab, self._is_away = tab, False

    @receives
    def panel(self, away: bool) -> None:
        self._is_away = away

    @receives
    def confirm(self, question: str, yes: str, then: dict[str, Any]) -> None:
        self._ask_first(question, button(yes, then))

    def _ask_first(self, question: str, *buttons: Block) -> None:
        self._asks = [text(question), row(*buttons, button(self.say("room.not_now"), {"do": "cancel"}))]

    @receives
    def pick(self, what: Picked, value: str) -> None:
        self._picked[what] = value
        if what == "lesson":
            self._picked["drill"] = next((one.name for one in self._drills.get(value, ())), "")

    @receives
    def act(self, do: Plain) -> None:
        """Do what a button without further data asks for."""
        shared, picked = self._class, self._picked
        level = int(picked["level"])
        match do:
            case "ask" | "add":
                self._orders(shared.ask if do == "ask" else shared.list, [DrillRequest(picked["drill"], level)])
            case "ask_own" | "add_own":
                self._orders(self._put_own, shared.ask if do == "ask_own" else shared.list)
            case "ask_all":
                shared.next = len(shared.listed)
                self._orders(shared.ask, shared.listed)
            case "exit":
                self._orders(shared.ask, exit_ticket(self._lesson, level))
            case "clear":
                self._orders(shared.clear)
            case "put_back":
                self._orders(shared.put_back)
            case "invite" | "withdraw":
                shared.invite(self._page if do == "invite" else "")
            case "open_tables":
                self._orders(self._open_tables, picked["game"], int(picked["tables"]))
            case "code":
                shared.roster.renew_code()
            case "end":
                shared.end()

    @receives
    def entry(self, do: Literal["ask_listed", "unlist"], at: int) -> None:
        shared = self._class
        if not 0 <= at < len(shared.listed):
            return
        if do == "unlist":
            shared.unlist(at)
        else:
            shared.next = at + 1
            self._orders(shared.ask, [shared.listed[at]])

    @receives
    def draft(self, at: int, text: str) -> None:
        if 0 <= at < len(self._draft):
            self._draft[at] = text

    async def _put_own(self, put: Callable[[Sequence[Request]], Awaitable[None]]) -> None:
        asked, *typed, right = self._draft
        places = [number for number, one in enumerate(typed, 1) if one.strip()]
        numbers = [int(one) for one in re.findall("[0-9]+", right)]
        indexes = tuple(places.index(number) if number in places else -1 for number in numbers)
        await put([TypedQuestion(asked, tuple(typed[number - 1] for number in places), indexes)])
        self._draft, self._tab = [""] * len(self._draft), "ask"

    @receives
    def look(self, at: int) -> None:
        if at in (ENDED, WAY_IN) or 0 <= at < max(1, len(self._class.board.shown)):
            self._class.look(at)

    @receives
    def show(self, address: str) -> None:
        self._class.address = address
        self._class.changed()

    @receives
    def reveal(self) -> None:
        """Reveal the shown question; in a series ask first which one."""
        shown, at = self._class.board.shown, max(self._class.at, 0)
        if len(shown) < 2:
            self.reveal_now()
            return
        buttons = [button(self.say("board.reveal_all"), {"do": "reveal_now"})]
        if not shown[at].is_revealed:
            one = {"do": "reveal_now", "number": shown[at].number}
            buttons.append(button(self.say("board.reveal_one", number=at + 1), one))
        finished, here = self._class.done()
        self._ask_first(self.say("board.finished", count=finished, of=here), *buttons)

    @receives
    def reveal_now(self, number: int | None = None) -> None:
        self._orders(self._class.reveal, number)

    @receives
    def next(self) -> None:
        """Show the next question of the series, or ask the next listed or a similar one.

        After the results of a series, its first question is next.
        """
        shared, shown = self._class, self._class.board.shown
        if ENDED <= shared.at < len(shown) - 1:
            shared.look(shared.at + 1)
        elif shared.next < len(shared.listed):
            self.entry("ask_listed", shared.next)
        elif shown:
            self._orders(shared.ask_again)

    @receives
    def remove(self, number: int) -> None:
        self._class.remove(number)

    @receives
    def call_to(self, tournament: str) -> None:
        if tournament in self._class.tables.tournaments_of(self.lang):
            self._class.invite(tournament)

    @receives
    def close_table(self, code: str) -> None:
        self._orders(self._class.tables.close, code)

    async def _open_tables(self, game: str, count: int) -> None:
        await self._class.tables.open(game, count)
        self._class.invite(TABLES)
