"""The class board of a running server: the log in the store, the board that it comes to, and who hears of changes.

- Every command is decided on the board as the log has it; what it makes happen is appended, and only then it counts.
- Commands that come while the store is writing are written together, next.
- Whoever listens is told that something has changed, and looks at the board.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from cardlab.refusal import NotationError
from cardlab.tables.board import EMPTY, EVENTS, Board, Close, Command, Event, Refused, decide, fold, folded
from cardlab.tables.entries import Again, Behind, Entry, Kept

LOG: Final = logging.getLogger("cardlab.serve")
MOST_TRIES: Final = 4
PAUSE: Final = 0.25

Outcome: TypeAlias = Refused | Literal["kept", "trouble"]
"""What became of a command: it counts and is kept, it was refused, or the store could not keep it."""
Change: TypeAlias = Callable[[Board, Board], None]


class Store(Protocol):
    """What keeps the log: as much of `cardlab.tables.store.Store` as the board needs."""

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Kept | Again | Behind:
        """Appends all of these behind number `after`, or nothing; what it says is kept is kept for good."""

    async def read(self, log: str, after: int = 0) -> tuple[Entry, ...]:
        """What stands in the log behind number `after`, in order."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    command: Command | None
    outcome: asyncio.Future[Outcome]


class BoardHub:
    """The board of one class.

    - `opened`: gives the store that keeps the log; asked when something is to be read or kept for the first time;
    - `log`: what it is called there;
    - `closes`: whether a question that was open when a server ended is closed when the next one begins, since those who
      come in again are not known to be those who had answered;
    - `pause`: how many seconds a store that had trouble is left alone, twice as many each time.
    """

    def __init__(
        self,
        opened: Callable[[], Awaitable[Store]],
        log: str = "board:main",
        *,
        closes: bool = True,
        pause: float = PAUSE,
    ) -> None:
        self._opened = opened
        self._log = log
        self._closes = closes
        self._pause = pause
        self._board = EMPTY
        self._last = 0
        self._is_read = False
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._listeners: list[Change] = []

    @property
    def board(self) -> Board:
        """The board of now: all that is kept."""
        return self._board

    def listen(self, change: Change) -> None:
        """From now on `change` is called with the board before and after, whenever it has changed."""
        self._listeners.append(change)

    async def do(self, command: Command | None) -> Outcome:
        """Does what a command says; returns when it is kept, or why it is not. None says nothing."""
        waiting = _Waiting(command, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await waiting.outcome

    async def ready(self) -> None:
        """Returns as soon as the board is that of the log."""
        if not self._is_read:
            await self.do(None)

    async def catch_up(self) -> None:
        """Reads what the log has that this board has not; a line that is none of ours is left out, and said."""
        before, store = self._board, await self._opened()
        for entry in await store.read(self._log, self._last):
            self._last = entry.seq
            try:
                event = EVENTS.read(entry.body)
            except NotationError:
                LOG.error("%s %d: %r", self._log, entry.seq, entry.body[:80])
                continue
            with suppress(ValueError):
                self._board = fold(self._board, event)
        self._is_read = True
        self._changed(before)

    async def close(self) -> None:
        """Waits for what is being written."""
        if self._writing is not None:
            await asyncio.wait({self._writing})

    async def _write(self) -> None:
        while self._waiting:
            some, self._waiting = self._waiting, []
            try:
                if not self._is_read:
                    await self.catch_up()
                    if self._closes and self._board.open:
                        some.insert(0, _Waiting(Close(), asyncio.get_running_loop().create_future()))
                await self._keep(some)
            except Exception as trouble:
                LOG.error("%s: %s", self._log, trouble)
                self._is_read = False
            for one in some:
                if not one.outcome.done():
                    one.outcome.set_result("trouble")

    async def _keep(self, some: list[_Waiting]) -> None:
        """Decides these commands one after the other, and appends what they make happen as one."""
        while True:
            events: list[Event] = []
            after = self._board
            outcomes: list[Outcome] = []
            for one in some:
                decided = () if one.command is None else decide(after, one.command)
                if isinstance(decided, Refused):
                    outcomes.append(decided)
                    continue
                after = folded(decided, after)
                events += decided
                outcomes.append("kept")
            if events and not await self._append(events):
                # Somebody else has written meanwhile: what is wanted is decided anew, on the board as it is now.
                await self.catch_up()
                continue
            before, self._board = self._board, after
            self._last += len(events)
            self._closes = False
            for one, outcome in zip(some, outcomes, strict=True):
                if not one.outcome.done():
                    one.outcome.set_result(outcome)
            self._changed(before)
            return

    async def _append(self, events: list[Event]) -> bool:
        """Appends these events; False if the log has grown by others. Raises what the store raises again and again."""
        key, bodies, store = secrets.token_hex(12), [EVENTS.text(event) for event in events], await self._opened()
        for tried in range(MOST_TRIES):
            try:
                kept = await store.append(self._log, self._last, key, bodies)
            except Exception:
                # Nobody knows whether it is kept; under the same key it is kept once.
                if tried == MOST_TRIES - 1:
                    raise
                await asyncio.sleep(self._pause * 2**tried)
                continue
            return not isinstance(kept, Behind) and (not isinstance(kept, Again) or kept.seq == self._last + 1)
        return False

    def _changed(self, before: Board) -> None:
        if self._board is not before:
            for change in self._listeners:
                change(before, self._board)
