"""Progress that learners hand in to the teacher, and the table of all answers of a class.

- `HandedIn` keeps the newest summary of each learner, in memory only; it is removed with the learner.
- `/progress` is the learner's: hand in, ask whether it is there, take it back.
- `results` is what the teacher sees of it: difficult clauses, and the progress of each learner.
- `/teacher/class.csv` is a table of all progress and all answers on the board, `/teacher/grid.csv` of learners by
  questions, for the spreadsheet of the language.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import tornado.web
from tornado.web import HTTPError

from cardlab.classroom import class_board
from cardlab.classroom.roster import ClassPage, Roster, TeacherPage
from cardlab.dashboard import access
from cardlab.dashboard.access import Learner
from cardlab.lessons import answer_log, progress_summary
from cardlab.phrasing import Reader, explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import clauses_of
from cardlab.phrasing.messages import table as in_rows
from cardlab.refusal import NotationError
from cardlab.terminal import for_spreadsheet
from cardlab.widgets.blocks import Block, details, progress, table, text

LARGEST: Final = answer_log.LONGEST
"""The largest size of a hand-in, in bytes."""
MOST_ARRIVING: Final = 24_000_000
"""The largest size of all hand-ins being received, in bytes."""
_DRAINED: Final = 4 * LARGEST
"""The size up to which too large a body is read to its end, so that its sender gets the answer."""
COLUMNS: Final = (
    "number", "name", "source", "of", "asked", "question", "cards", "answer", "answered", "right", "at", "solved",
    "total", "last_day",
)  # fmt: skip


# Summaries


class HandedIn:
    """The summaries that learners have handed in, by their tokens; `now` returns the Unix time in seconds."""

    def __init__(self, roster: Roster, now: Callable[[], float] = time.time) -> None:
        self._roster = roster
        self._now = now
        self._kept: dict[str, progress_summary.Summary] = {}
        self._versions = Counter[str]()
        """The number of changes by each learner."""
        self._arriving: dict[str, int] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    def has(self, token: str) -> bool:
        """Whether there is a summary of this learner."""
        return token in self._kept

    def count_sentence(self, lang: str) -> str:
        """The number of learners who have handed in, as a sentence."""
        count, total = len(self.all()), len(self._roster.everybody())
        return say("hand_in.count", lang, count=count, total=total) if count else say("hand_in.nobody", lang)

    def all(self) -> tuple[tuple[Learner, progress_summary.Summary], ...]:
        """The summaries of learners in the order of joining, then those of learners who were removed."""
        return tuple((one, self._kept[one.token]) for one in self._roster.everybody() if one.token in self._kept)

    def forget_gone(self) -> None:
        """Forget the summaries of learners who are no longer in the roster."""
        self._kept = {one.token: kept for one, kept in self.all()}

    def begin(self, token: str, size: int) -> bool:
        """Reserve space for a body; returns False if there is none. Each learner may send one at a time."""
        if token in self._arriving or sum(self._arriving.values()) + size > MOST_ARRIVING:
            return False
        self._arriving[token] = size
        return True

    def arrived(self, token: str) -> None:
        """Release the reserved space."""
        self._arriving.pop(token, None)

    async def keep(self, token: str, sent: bytes) -> int:
        """Store the summary of a progress file in place of the learner's previous one.

        Returns how many of its answers could not be read.

        Files are read in a thread, one at a time. Raises NotationError for an invalid file, LookupError for a learner
        who was removed meanwhile; the previous summary then stays.
        """
        self._versions[token] += 1
        version = self._versions[token]
        async with self._one_at_a_time:
            kept = await asyncio.to_thread(_read, sent, self._now())
        if not self._roster.admits(token):
            raise LookupError("no longer in the class")
        if self._versions[token] == version:  # else taken back or handed in again meanwhile
            self._kept[token] = kept
            self._roster.watch()
        return kept.left_out

    def take_back(self, token: str) -> None:
        """Forget the summary of this learner, and any file still being read."""
        self._versions[token] += 1
        self._kept.pop(token, None)
        self._roster.watch()


def _read(sent: bytes, now: float) -> progress_summary.Summary:
    try:
        log = answer_log.read(sent.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotationError("progress_torn") from None
    return progress_summary.summary(log, log.name, now)


# The learner's endpoint


@tornado.web.stream_request_body
class HandInPage(ClassPage):
    """The learner's endpoint: whether there is a summary (GET), handing in (POST), taking back (DELETE)."""

    handed_in: HandedIn

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self._chunks: list[bytes] = []
        self._sender = ""
        self._refusal: tuple[int, str] | None = None

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return
        self.token = access.visitor(self.request)
        if self.request.method in ("GET", "HEAD"):
            return
        if not self.roster.admits(self.token):
            raise HTTPError(403)
        self.require_own_origin()
        if self.request.method == "POST":
            self._accept_body()

    def _accept_body(self) -> None:
        """Accept the body, or prepare a refusal.

        A refused body is read to its end and thrown away: a browser that is still sending does not read an answer.
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
            self._chunks.append(chunk)

    def get(self) -> None:
        self.answer(200, "")

    async def post(self) -> None:
        lang, handed_in = self.language(), self.handed_in
        if self._refusal is not None:
            self.answer(*self._refusal)
            return
        try:
            left_out = await handed_in.keep(self.token, b"".join(self._chunks))
        except NotationError as wrong:
            self.answer(400, say("hand_in.refused", lang, reason=explain(wrong.refusal, lang)))
        except LookupError:
            raise HTTPError(403) from None
        else:
            said = say("hand_in.arrived" if handed_in.has(self.token) else "hand_in.taken_back", lang)
            self.answer(200, f"{said} {say('progress.left_out', lang, count=left_out)}" if left_out else said)

    def delete(self) -> None:
        self.handed_in.take_back(self.token)
        self.answer(200, say("hand_in.taken_back", self.language()))

    def answer(self, status: int, sentence: str) -> None:
        """Answer whether there is a summary of this learner, with a sentence.

        For the teacher, who is no learner, there is neither yes nor no.
        """
        self.set_status(status)
        handed_in = self.handed_in.has(self.token) if self.roster.admits(self.token) else None
        self.send_json({"handed_in": handed_in, "message": sentence})

    def on_finish(self) -> None:
        if self._sender:
            self.handed_in.arrived(self._sender)
            self._sender, self._chunks = "", []

    on_connection_close = on_finish


# The results, for the teacher


def results(handed_in: HandedIn, roster: Roster, lang: str) -> list[Block]:
    """What was handed in as blocks: the weakest clause first, then each learner by lesson."""
    summaries = handed_in.all()
    have = {one.number for one, _ in summaries}
    missing = [one.display_name(lang) for one in roster.learners() if one.number not in have]
    blocks = [
        text(handed_in.count_sentence(lang), "strong"),
        text(say("hand_in.missing", lang, names=", ".join(missing)) if missing and have else ""),
    ]
    if not summaries:
        return [*blocks, text(say("hand_in.text", lang), "note")]
    learners = [replace(kept, name=kept.name or one.display_name(lang)) for one, kept in summaries]
    sentences = {one.id: one.text for one in clauses_of(lang)}
    worst_first = sorted(
        progress_summary.together(one.practised for one in learners),
        key=lambda one: (one.first / one.answered, -one.answered),
    )
    reader = Reader(lang)
    head, *_ = in_rows(reader, progress_summary.class_by_clause([]))
    rows = in_rows(reader, progress_summary.clause_table(worst_first, "")) if worst_first else []
    by_clause = [
        (row[1], progress(one.first, one.answered, row[3]), row[2], sentences.get(row[1], ""))
        for row, one in zip(rows, worst_first, strict=True)
    ]
    heads, *by_lesson = in_rows(reader, progress_summary.class_by_lesson(learners))
    title = say("hand_in.lessons_heading", lang)
    worst = say("hand_in.clauses_heading", lang)
    return [
        *blocks,
        table(worst, (head[1], head[3], head[2], say("hand_in.sentence", lang)), by_clause, prose=True),
        details(title, table("", heads, by_lesson)),
    ]


class ClassTable(TeacherPage):
    """A CSV table: "grid" of learners by questions, or "class" with a row for each answer, lesson and clause."""

    handed_in: HandedIn
    board: class_board.ClassBoard

    async def get(self, kind: str) -> None:
        lang, board, learners = self.language(), self.board.board, self.roster.everybody()
        if kind == "grid":
            lines = await asyncio.to_thread(lambda: for_spreadsheet(*class_board.grid(board, learners, lang), lang))
        else:
            names = {one.number: one.name for one in learners}
            lines = await asyncio.to_thread(_csv, board, self.handed_in.all(), names, lang)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="cardlab-{kind}.csv"')
        self.finish(lines)


def _csv(
    board: class_board.Board,
    handed_in: Iterable[tuple[Learner, progress_summary.Summary]],
    names: Mapping[int, str],
    lang: str,
) -> str:
    rows = class_board.rows(board, lang)
    for learner, kept in handed_in:
        for standing in kept.standings:
            counts = {"answered": standing.get("check_total"), "right": standing.get("check_right")}
            if standing["kind"] == "lesson":
                counts = {"answered": standing["answered"], "right": standing["right_at_first_try"]}
            rows.append({**standing, **counts, "number": learner.number, "source": standing["kind"]})
        for row in progress_summary.clause_rows(kept.practised):
            counts = {"of": row["clause"], "right": row["right_at_first_try"]}
            rows.append({**row, **counts, "number": learner.number, "source": "clause"})
    return for_spreadsheet(COLUMNS, ({**row, "name": names.get(row["number"], "")} for row in rows), lang)
