"""What learners of a class hand in to the teacher: their progress, as the text that a file of theirs would hold.

- `HandedIn` keeps it, in memory alone: one text for each learner, the newest; whoever leaves the class takes it along.
- `/progress` is the learner's: hand in, ask whether it is there, take it back.
- `/teacher/progress` is the teacher's: which clauses the class gets wrong, tables, all files, tables as CSV.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import tornado.web
from tornado.web import HTTPError

from cardlab.dashboard import frame
from cardlab.lessons import progress
from cardlab.locale import say
from cardlab.refusal import NotationError
from cardlab.serve import gate
from cardlab.serve.join import RoomPage, TeachersOnly
from cardlab.serve.room import Room
from cardlab.tell import explain
from cardlab.tell.glossary import clauses_of
from cardlab.terminal import as_csv

LARGEST: Final = progress.LONGEST
"""How many bytes somebody may hand in."""
MOST_IN_ALL: Final = 96_000_000
"""How many bytes are kept of all learners together."""
MOST_ARRIVING: Final = 24_000_000
"""How many bytes may be on their way at the same moment."""
AT_ONCE, APART = 5, 10.0
"""How often in a row a learner may hand in, and after how many seconds once more."""
_DRAINED: Final = 4 * LARGEST
"""Up to which size something too large is read to its end, so that its sender hears the answer."""
_LONGEST_IN_NAME: Final = 40


def routes(base: str) -> list[tuple[str, type[Any]]]:
    """The addresses of what is handed in, for the server's table."""
    return [
        (f"{base}progress", Hand),
        (f"{base}teacher/progress", Overview),
        (rf"{base}teacher/progress/(lesson|clause)\.csv", Table),
        (f"{base}teacher/progress/files.zip", AllFiles),
    ]


# What is kept


@dataclass(frozen=True, slots=True)
class Kept:
    """What a learner has handed in.

    - `packed`: the text, compressed, and `size` its bytes;
    - `summary`: what it comes to, under the name in the text.
    """

    packed: bytes
    size: int
    summary: progress.Summary

    @property
    def text(self) -> bytes:
        """The text as it was handed in."""
        return zlib.decompress(self.packed)


class Full(Exception):
    """No more is kept: all learners together have handed in too much."""


class HandedIn:
    """What the learners of a room have handed in, by their tokens.

    `now` gives the time in seconds since 1970, `clock` seconds that never run backwards.
    """

    def __init__(
        self, room: Room, now: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._room = room
        self._now = now
        self._clock = clock
        self._kept: dict[str, Kept] = {}
        self._turns: dict[str, int] = {}
        self._allowed: dict[str, tuple[float, float]] = {}
        self._arriving: dict[str, int] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    def has(self, token: str) -> bool:
        """Whether something of this learner is kept."""
        return token in self._kept

    def told(self, lang: str) -> str:
        """How many have handed in, as a sentence."""
        count, total = len(self.all()), len(self._room.visitors())
        return say("hand_in.count", lang, count=count, total=total) if count else say("hand_in.nobody", lang)

    def all(self) -> tuple[tuple[int, str, Kept], ...]:
        """What is kept of whoever is still in the class: number and nickname of each, in the order of coming in."""
        self.forget_gone()
        return tuple(
            (visitor.number, visitor.name, self._kept[visitor.token])
            for visitor in self._room.visitors()
            if visitor.token in self._kept
        )

    def forget_gone(self) -> None:
        """Forgets everything of those who are no longer in the class."""
        for known in (self._kept, self._turns, self._allowed):
            for token in [token for token in known if not self._room.admits(token)]:
                del known[token]

    def wait(self, token: str) -> int:
        """Counts a wish to hand in; gives how many seconds it has to wait, 0 for not at all."""
        moment = self._clock()
        left, before = self._allowed.get(token, (float(AT_ONCE), moment))
        left = min(float(AT_ONCE), left + (moment - before) / APART)
        self._allowed[token] = (left - 1 if left >= 1 else left, moment)
        return 0 if left >= 1 else max(1, round((1 - left) * APART))

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
        """Keeps a text in place of what this learner has handed in before.

        It is read in a thread, one after the other, so that nobody waits for it.
        Raises NotationError for a text that is no progress, Full if no more is kept, LookupError for a learner who has
        left meanwhile; then what was there before stays.
        """
        turn = self._next_turn(token)
        async with self._one_at_a_time:
            kept = await asyncio.to_thread(_read, sent, self._now())
        if not self._room.admits(token):
            self.forget_gone()
            raise LookupError("no longer in the class")
        if self._turns.get(token) != turn:
            return  # taken back, or handed in once more, while this was read
        self.forget_gone()
        if sum(one.size for other, one in self._kept.items() if other != token) + kept.size > MOST_IN_ALL:
            raise Full
        self._kept[token] = kept

    def take_back(self, token: str) -> None:
        """Forgets what this learner has handed in, also what is still being read."""
        self._next_turn(token)
        self._kept.pop(token, None)

    def _next_turn(self, token: str) -> int:
        self._turns[token] = self._turns.get(token, 0) + 1
        return self._turns[token]


def _read(sent: bytes, now: float) -> Kept:
    try:
        log = progress.read(sent.decode("utf-8"), now)
    except UnicodeDecodeError:
        raise NotationError("progress_torn") from None
    return Kept(zlib.compress(sent), len(sent), progress.summary(log, log.name))


# The learner's address


class Handing(RoomPage):
    """What the addresses of what is handed in share."""

    @property
    def handed_in(self) -> HandedIn:
        """What the class has handed in; without a class, these addresses do not exist."""
        if self.course.handed_in is None:
            raise HTTPError(404)
        return self.course.handed_in


@tornado.web.stream_request_body
class Hand(Handing):
    """Whether the learner has handed in (GET), handing in (POST) and taking it back (DELETE)."""

    def initialize(self) -> None:
        self._pieces: list[bytes] = []
        self._sender = ""
        self._refusal: tuple[int, str] | None = None

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return
        self.token = gate.visitor(self.request)
        if self.request.method in ("GET", "HEAD"):
            return
        if not self.room.admits(self.token):
            raise HTTPError(403)
        self.own_page_only()
        if self.request.method == "POST":
            self._make_way()

    def _make_way(self) -> None:
        """Lets the text come, if it may.

        Whatever is refused is read to its end and thrown away, and answered then: a browser that still sends hears no
        answer.
        """
        kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        size = self.request.headers.get("Content-Length", "")
        if kind != "application/json" or not re.fullmatch(r"[0-9]{1,12}", size):
            raise HTTPError(400)
        connection: Any = self.request.connection
        connection.set_max_body_size(min(int(size), _DRAINED))
        if int(size) > LARGEST:
            reason = explain(NotationError("progress_too_long", most=progress.LONGEST).refusal, self.tongue())
            self._refusal = 413, say("hand_in.refused", self.tongue(), reason=reason)
        elif seconds := self.handed_in.wait(self.token):
            self.later(seconds, 429)
        elif not self.handed_in.begin(self.token, int(size)):
            self.later(2, 503)
        else:
            self._sender = self.token

    def later(self, seconds: int, status: int) -> None:
        """Will say when to try again."""
        self.set_header("Retry-After", str(seconds))
        self._refusal = status, say("hand_in.later", self.tongue(), count=seconds)

    def data_received(self, chunk: bytes) -> None:
        if self._sender:
            self._pieces.append(chunk)

    def get(self) -> None:
        self.answer(200, "")

    async def post(self) -> None:
        lang, handed_in = self.tongue(), self.handed_in
        if self._refusal is not None:
            self.answer(*self._refusal)
            return
        try:
            await handed_in.keep(self.token, b"".join(self._pieces))
        except NotationError as wrong:
            self.answer(400, say("hand_in.refused", lang, reason=explain(wrong.refusal, lang)))
        except Full:
            self.answer(503, say("hand_in.full", lang))
        except LookupError:
            raise HTTPError(403) from None
        else:
            has = handed_in.has(self.token)
            self.answer(200, say("hand_in.arrived" if has else "hand_in.taken_back", lang))

    def delete(self) -> None:
        self.handed_in.take_back(self.token)
        self.answer(200, say("hand_in.taken_back", self.tongue()))

    def answer(self, status: int, told: str) -> None:
        """Answers whether something of this learner is kept now, and what is to be said of it.

        The teacher looks at pages without being a learner; then there is neither yes nor no.
        """
        self.set_status(status)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        handed_in = self.handed_in.has(self.token) if self.room.admits(self.token) else None
        self.finish(json.dumps({"handed_in": handed_in, "told": told}, ensure_ascii=False))

    def on_finish(self) -> None:
        self._over()

    def on_connection_close(self) -> None:
        self._over()

    def _over(self) -> None:
        if self._sender:
            self.handed_in.arrived(self._sender)
            self._sender, self._pieces = "", []


# The teacher's page and files


class Teachers(Handing, TeachersOnly):
    """What the teacher's page and its files share."""

    def learners(self, lang: str) -> list[tuple[int, str, Kept]]:
        """Number, name and text of everybody who has handed in; a name in the text comes before the nickname."""
        return [
            (number, kept.summary.name or nickname or say("room.guest", lang, number=number), kept)
            for number, nickname, kept in self.handed_in.all()
        ]


class Overview(Teachers):
    """The page: clauses of the class, the worst first; then each learner by lesson and by clause."""

    async def get(self) -> None:
        lang, base = self.tongue(), self.course.base
        learners = [
            progress.Summary(name, one.summary.standings, one.summary.practised) for _, name, one in self.learners(lang)
        ]
        tables = await asyncio.to_thread(_tables, learners, lang)
        self.show(
            "handed_in.html.j2",
            200,
            **frame.plain(lang, say("hand_in.title", lang), base),
            words=self.words(("skip",), lang)
            | {name: say(f"hand_in.{name}", lang) for name in _WORDS}
            | {
                "to_teacher": say("board.to_teacher", lang),
                "clauses_heading": say("board.clauses_heading", lang),
                "reload": say("page.reload", lang),
            },
            languages=self.languages(lang, f"{base}teacher/progress"),
            count=self.handed_in.told(lang),
            missing=self.missing(lang),
            **tables,
        )

    def missing(self, lang: str) -> str:
        """Who has not handed in, as a sentence; "" if nobody is missing, or everybody is."""
        have = {number for number, _, _ in self.handed_in.all()}
        names = [
            one.name or say("room.guest", lang, number=one.number)
            for one in self.room.visitors()
            if one.number not in have
        ]
        return say("hand_in.missing", lang, names=", ".join(names)) if names and have else ""


_WORDS: Final = (
    "text", "clauses_text", "lessons_heading", "learners_heading", "files", "csv_clause",
    "csv_lesson", "sentence",
)  # fmt: skip


def _tables(learners: list[progress.Summary], lang: str) -> Mapping[str, Any]:
    """The three tables of the page, each with its heads first."""
    if not learners:
        return {"clauses": [], "by_lesson": [], "by_clause": []}
    sentences = {one.id: one.text for one in clauses_of(lang)}
    worst_first = sorted(
        progress.together(one.practised for one in learners), key=lambda one: (one.first / one.answered, -one.answered)
    )
    head = progress.class_by_clause([], lang)[0]
    rows = progress.clause_table(worst_first, "", lang) if worst_first else []
    shares = [one.first / one.answered for one in worst_first]
    return {
        "heads": head,
        "clauses": [(row, sentences.get(row[1], ""), share) for row, share in zip(rows, shares, strict=True)],
        "by_lesson": progress.class_by_lesson(learners, lang),
        "by_clause": progress.class_by_clause(learners, lang),
    }


class Table(Teachers):
    """What `cardlab progress --csv` prints of the same files, with the number of each learner in place of the path."""

    async def get(self, by: str) -> None:
        learners = self.learners(self.tongue())
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="cardlab-progress-{by}.csv"')
        self.finish(await asyncio.to_thread(_csv, learners, by))


def _csv(learners: Iterable[tuple[int, str, Kept]], by: str) -> str:
    columns = progress.CLAUSE_COLUMNS if by == "clause" else progress.STANDING_COLUMNS

    def rows_of(one: progress.Summary) -> Iterable[progress.Row]:
        return progress.clause_rows(one.practised) if by == "clause" else one.standings

    rows = ({"number": number, "name": name} | row for number, name, one in learners for row in rows_of(one.summary))
    return "\ufeff" + as_csv(("number", "name", *columns), rows)


class AllFiles(Teachers):
    """All texts as they were handed in, as files that `cardlab progress` reads."""

    async def get(self) -> None:
        learners = self.learners(self.tongue())
        self.set_header("Content-Type", "application/zip")
        self.set_header("Content-Disposition", 'attachment; filename="cardlab-handed-in.zip"')
        self.finish(await asyncio.to_thread(_zip, learners))


def _zip(learners: Iterable[tuple[int, str, Kept]]) -> bytes:
    """The files, named by number and name: letters and figures of any script, no path, no sign with a meaning."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, name, kept in learners:
            inside = re.sub(r"[^\w]+", "-", name).strip("-_")[:_LONGEST_IN_NAME]
            archive.writestr(f"{number:03}{'-' if inside else ''}{inside}.json", kept.text)
    return written.getvalue()
