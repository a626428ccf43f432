"""What learners of a class hand in to the teacher: what their progress comes to; and the one table of the class.

- `HandedIn` keeps it, in memory alone: a summary for each learner, the newest; whoever leaves takes it along.
- `/progress` is the learner's: hand in, ask whether it is there, take it back.
- `/teacher/progress` is the teacher's: which clauses the class gets wrong, and how far each learner is.
- `/teacher/class.csv` is all of that and every answer on the board, as a table.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import tornado.web
from tornado.web import HTTPError

from cardlab.classroom import class_board
from cardlab.classroom.roster import ClassPage, Learner, Roster, TeacherPage
from cardlab.dashboard import access
from cardlab.lessons import answer_log, progress_summary
from cardlab.phrasing import Reader, explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import clauses_of
from cardlab.phrasing.messages import table
from cardlab.refusal import NotationError
from cardlab.terminal import as_csv

LARGEST: Final = answer_log.LONGEST
"""How many bytes somebody may hand in."""
MOST_ARRIVING: Final = 24_000_000
"""How many bytes may be on their way at the same moment."""
_DRAINED: Final = 4 * LARGEST
"""Up to which size something too large is read to its end, so that its sender hears the answer."""
COLUMNS: Final = (
    "number", "name", "source", "of", "question", "answer", "answered", "right", "solved", "total", "last_day",
)  # fmt: skip


# What is kept


class HandedIn:
    """What the learners of a room have handed in, by their tokens; `now` gives the time in seconds since 1970."""

    def __init__(self, room: Roster, now: Callable[[], float] = time.time) -> None:
        self._room = room
        self._now = now
        self._kept: dict[str, progress_summary.Summary] = {}
        self._turns = Counter[str]()
        """How often each learner has handed in or taken back."""
        self._arriving: dict[str, int] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    def has(self, token: str) -> bool:
        """Whether something of this learner is kept."""
        return token in self._kept

    def told(self, lang: str) -> str:
        """How many have handed in, as a sentence."""
        count, total = len(self.all()), len(self._room.visitors())
        return say("hand_in.count", lang, count=count, total=total) if count else say("hand_in.nobody", lang)

    def all(self) -> tuple[tuple[Learner, progress_summary.Summary], ...]:
        """What is kept of whoever is still in the class, in the order of coming in."""
        return tuple((one, self._kept[one.token]) for one in self._room.visitors() if one.token in self._kept)

    def forget_gone(self) -> None:
        """Forgets everything of those who are no longer in the class."""
        self._kept = {token: kept for token, kept in self._kept.items() if self._room.admits(token)}

    def begin(self, token: str, size: int) -> bool:
        """Makes room for a text that is on its way; whether there is any. Each learner may send one at a time."""
        if token in self._arriving or sum(self._arriving.values()) + size > MOST_ARRIVING:
            return False
        self._arriving[token] = size
        return True

    def arrived(self, token: str) -> None:
        """It is no longer on its way."""
        self._arriving.pop(token, None)

    async def keep(self, token: str, sent: bytes) -> None:
        """Keeps what a text comes to, in place of what this learner has handed in before.

        It is read in a thread, one after the other, so that nobody waits for it.
        Raises NotationError for a text that is no progress, LookupError for a learner who has left meanwhile; then what
        was there before stays.
        """
        self._turns[token] += 1
        turn = self._turns[token]
        async with self._one_at_a_time:
            kept = await asyncio.to_thread(_read, sent, self._now())
        if not self._room.admits(token):
            raise LookupError("no longer in the class")
        if self._turns[token] == turn:  # else it was taken back, or handed in once more, while this was read
            self._kept[token] = kept

    def take_back(self, token: str) -> None:
        """Forgets what this learner has handed in, also what is still being read."""
        self._turns[token] += 1
        self._kept.pop(token, None)


def _read(sent: bytes, now: float) -> progress_summary.Summary:
    try:
        log = answer_log.read(sent.decode("utf-8"), now)
    except UnicodeDecodeError:
        raise NotationError("progress_torn") from None
    return progress_summary.summary(log, log.name)


# The learner's address


@tornado.web.stream_request_body
class HandInPage(ClassPage):
    """Whether the learner has handed in (GET), handing in (POST) and taking it back (DELETE)."""

    handed_in: HandedIn

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self._pieces: list[bytes] = []
        self._sender = ""
        self._refusal: tuple[int, str] | None = None

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return
        self.token = access.visitor(self.request)
        if self.request.method in ("GET", "HEAD"):
            return
        if not self.room.admits(self.token):
            raise HTTPError(403)
        self.require_own_origin()
        if self.request.method == "POST":
            self._make_way()

    def _make_way(self) -> None:
        """Lets the text come, if it may.

        Whatever is refused is read to its end and thrown away, and answered then: a browser that still sends hears no
        answer.
        """
        size = self.request.headers.get("Content-Length", "")
        if not self.is_json() or not re.fullmatch(r"[0-9]{1,12}", size):
            raise HTTPError(400)
        connection: Any = self.request.connection
        connection.set_max_body_size(min(int(size), _DRAINED))
        if int(size) > LARGEST:
            reason = explain(NotationError("progress_too_long", most=answer_log.LONGEST).refusal, self.language())
            self._refusal = 413, say("hand_in.refused", self.language(), reason=reason)
        elif not self.handed_in.begin(self.token, int(size)):
            self.set_header("Retry-After", "2")
            self._refusal = 503, say("hand_in.later", self.language(), count=2)
        else:
            self._sender = self.token

    def data_received(self, chunk: bytes) -> None:
        if self._sender:
            self._pieces.append(chunk)

    def get(self) -> None:
        self.answer(200, "")

    async def post(self) -> None:
        lang, handed_in = self.language(), self.handed_in
        if self._refusal is not None:
            self.answer(*self._refusal)
            return
        try:
            await handed_in.keep(self.token, b"".join(self._pieces))
        except NotationError as wrong:
            self.answer(400, say("hand_in.refused", lang, reason=explain(wrong.refusal, lang)))
        except LookupError:
            raise HTTPError(403) from None
        else:
            has = handed_in.has(self.token)
            self.answer(200, say("hand_in.arrived" if has else "hand_in.taken_back", lang))

    def delete(self) -> None:
        self.handed_in.take_back(self.token)
        self.answer(200, say("hand_in.taken_back", self.language()))

    def answer(self, status: int, told: str) -> None:
        """Answers whether something of this learner is kept now, and what is to be said of it.

        The teacher looks at pages without being a learner; then there is neither yes nor no.
        """
        self.set_status(status)
        handed_in = self.handed_in.has(self.token) if self.room.admits(self.token) else None
        self.told({"handed_in": handed_in, "told": told})

    def on_finish(self) -> None:
        self._over()

    def on_connection_close(self) -> None:
        self._over()

    def _over(self) -> None:
        if self._sender:
            self.handed_in.arrived(self._sender)
            self._sender, self._pieces = "", []


# The teacher's page and table


class Overview(TeacherPage):
    """The page: clauses of the class, the worst first; then each learner by lesson."""

    handed_in: HandedIn

    async def get(self) -> None:
        lang, handed_in = self.language(), self.handed_in
        given = handed_in.all()
        learners = [
            progress_summary.Summary(kept.name or one.called(lang), kept.standings, kept.practised)
            for one, kept in given
        ]
        have = {one.number for one, _ in given}
        missing = [one.called(lang) for one in self.room.visitors() if one.number not in have]
        tables = await asyncio.to_thread(_tables, learners, lang)
        self.render_page(
            "handed_in.html.j2",
            say("hand_in.title", lang),
            "teacher/progress",
            count=handed_in.told(lang),
            missing=say("hand_in.missing", lang, names=", ".join(missing)) if missing and have else "",
            **tables,
        )


def _tables(learners: list[progress_summary.Summary], lang: str) -> Mapping[str, Any]:
    """The two tables of the page, each with its heads first."""
    if not learners:
        return {"clauses": [], "by_lesson": []}
    sentences = {one.id: one.text for one in clauses_of(lang)}
    worst_first = sorted(
        progress_summary.together(one.practised for one in learners),
        key=lambda one: (one.first / one.answered, -one.answered),
    )
    reader = Reader(lang)
    head, *_ = table(reader, progress_summary.class_by_clause([]))
    rows = table(reader, progress_summary.clause_table(worst_first, "")) if worst_first else []
    shares = [one.first / one.answered for one in worst_first]
    return {
        "heads": head,
        "clauses": [(row, sentences.get(row[1], ""), share) for row, share in zip(rows, shares, strict=True)],
        "by_lesson": table(reader, progress_summary.class_by_lesson(learners)),
    }


class ClassTable(TeacherPage):
    """One table for a spreadsheet: a row for each answer on the board, and for each lesson and clause handed in."""

    handed_in: HandedIn
    board: class_board.ClassBoard

    async def get(self) -> None:
        lang = self.language()
        names = {one.number: one.name for one in self.room.visitors()}
        given, handed_in = self.board.board, self.handed_in.all()
        told = await asyncio.to_thread(_csv, given, handed_in, names, lang)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="cardlab-class.csv"')
        self.finish(told)


def _csv(
    given: class_board.Board,
    handed_in: Iterable[tuple[Learner, progress_summary.Summary]],
    names: Mapping[int, str],
    lang: str,
) -> str:
    rows = class_board.rows(given, lang)
    for visitor, kept in handed_in:
        for standing in kept.standings:
            counts = {"answered": standing.get("check_total"), "right": standing.get("check_right")}
            if standing["kind"] == "lesson":
                counts = {"answered": standing["answered"], "right": standing["right_at_first_try"]}
            rows.append({**standing, **counts, "number": visitor.number, "source": standing["kind"]})
        rows += (
            {
                **row,
                "number": visitor.number,
                "source": "clause",
                "of": row["clause"],
                "right": row["right_at_first_try"],
            }
            for row in progress_summary.clause_rows(kept.practised)
        )
    return "\ufeff" + as_csv(COLUMNS, ({**row, "name": names.get(row["number"], "")} for row in rows))
