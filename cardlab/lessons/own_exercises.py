"""A teacher's own exercises, asked like those of the course, in one language.

- `exercise` turns a function into an exercise, which `Exercise(mine)` shows in a notebook.
- `own_exercises`: the exercises in the Python file that the environment variable CARDLAB_EXERCISES names. A server also
  offers them on the class board. The file runs in another process.

Answers are not stored, because no other page could ask the same questions.
"""

from __future__ import annotations

import os
import re
import runpy
import signal
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from linecache import getlines
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from traceback import format_exception_only, walk_tb
from typing import Any, Final, TypeVar

from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import Drill
from cardlab.lessons.protocol import Answer
from cardlab.phrasing.catalogue import has_message, say
from cardlab.refusal import shortened

FILE: Final = "CARDLAB_EXERCISES"
SECONDS: Final = 2
"""The most time to run the file, or to make, draw or judge a question."""
_SHOWN: Final = 200
_T = TypeVar("_T")


def exercise(prompt: str = "", rule: str = "") -> Callable[[Callable[[Random, int], Ask]], Drill]:
    """Turn a function that makes questions into an exercise, as a decorator.

    The function takes a `Random` and a level, 1 to 3, and returns an `Ask`.

    - `prompt`: the question, for each `Ask` without a prompt;
    - `rule`: the clause to practise, or several: "T3.1 T3.2".

    Raises ValueError for an unknown clause. A question raises the same if its answer is none of its choices.

    >>> from cardlab.cards import DECK
    >>> from cardlab.tongits import points
    >>> @exercise("Which cards count 10?", rule="T9.1")
    ... def tens(chance, level):
    ...     hand = chance.sample(DECK, 4 + 2 * level)
    ...     wanted = [card for card in hand if points(card) == 10]
    ...     return Ask(hand, answer=wanted, choose="any", because="Ten, jack, queen and king count 10 each.")
    >>> tens.question("1", 2).read("en").task.prompt
    'Which cards count 10?'
    """

    clauses = tuple(rule.split())
    for clause in clauses:
        if not has_message(f"clause.{clause}"):
            raise ValueError(f"the rule book has no clause {clause!r}")

    def drill(make: Callable[[Random, int], Ask]) -> Drill:
        def asked(chance: Random, level: int) -> Ask:
            ask = make(chance, level)
            wanted = ask.answer if isinstance(ask.answer, tuple) else (ask.answer,)
            if ask.choices and not set(wanted) <= set(ask.choices):
                raise ValueError(f"{ask.answer!r} is right, but is none of the choices")
            asks = ask.prompt or prompt
            return replace(ask, prompt=asks, clauses=ask.clauses or clauses, helps=ask.helps or (asks,))

        return Drill(make.__name__, asked, clauses, title=prompt or make.__name__)

    return drill


class OwnFault(Exception):
    """A fault in the teacher's file: the exercise, the line and the error.

    `name` is "" for a fault outside an exercise, `error` is "" if the file took too long.
    """

    def __init__(self, name: str, line: int, error: str = "") -> None:
        super().__init__(name, line, error)
        self.name, self.line, self.error = name, line, error

    def sentence(self, lang: str) -> str:
        """Return the fault as a sentence without a full stop."""
        error, file = self.error or say("board.own_too_long", lang, count=SECONDS), os.path.basename(_path())
        key = "board.own_exercise" if self.name else "board.own_file"
        return say(key, lang, name=self.name, file=file, line=self.line, error=error)


def guarded(name: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Call a function, and return its result. Raises OwnFault if it fails.

    `name`: the exercise to blame.
    """
    try:
        return function(*arguments)
    except Exception as error:
        raise _fault(name, error) from None


def question(name: str, key: str, level: int) -> Ask:
    """Return a question of an exercise in the file. Raises OwnFault if it fails."""
    asked: Ask = FILE_PROCESS.call(name, _question, key, level)
    return asked


@cache
def own_exercises() -> tuple[Drill, ...] | OwnFault:
    """Return the exercises in the teacher's file, if any, or why it can't be read."""
    if not _path():
        return ()
    try:
        known = FILE_PROCESS.call("", _known)
    except OwnFault as fault:
        return fault
    return tuple(Drill(name, partial(_by_chance, name), clauses, title=title) for name, clauses, title in known)


def _by_chance(name: str, chance: Random, level: int) -> Ask:
    return question(name, str(chance.getrandbits(53)), level)


# The file runs in another process, which ends itself if it takes too long. Nothing else stops every endless loop.


class _FileProcess:
    """The process that runs the teacher's file; any thread may use it."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Any = None
        self._turn = Lock()

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the other process. Raises OwnFault for the exercise `name`."""
        from multiprocessing import get_context  # a browser has none

        with self._turn, TemporaryDirectory() as folder:
            said = Path(folder, "said")
            if self._process is None or not self._process.is_alive():
                context = get_context("spawn")
                self._line, there = context.Pipe()
                self._process = context.Process(target=_serve, args=(there,), daemon=True)
                self._process.start()
                there.close()
            try:
                self._line.send((said, name, function, arguments))
                fault, answer = self._line.recv()
            except (OSError, EOFError):
                self.stop()
                said.touch()
                lines = re.findall(rb'File "%b", line (\d+)' % re.escape(_path()).encode(), said.read_bytes())
                fault = OwnFault(name, _line(name, [*map(int, lines)]))
        if fault is not None:
            raise fault
        return answer

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    async def end(self) -> None:
        """End the process when the server ends."""
        self.stop()


FILE_PROCESS: Final = _FileProcess()


def _serve(line: Any) -> None:
    """Answer calls from the pipe `line`; the process ends if one takes too long."""
    import faulthandler

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the server, which closes the pipe
    with suppress(EOFError):
        while True:
            file, name, function, arguments = line.recv()
            with file.open("w") as said:
                faulthandler.dump_traceback_later(SECONDS, exit=True, file=said)
                try:
                    line.send((None, function(name, *arguments)))
                except BaseException as error:
                    line.send((_fault(name, error), None))
                faulthandler.cancel_dump_traceback_later()


@cache
def _drills() -> dict[str, Drill]:
    found = runpy.run_path(_path()).values()
    return {drill.name: drill for drill in found if isinstance(drill, Drill) and drill.title}


def _known(_: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(drill.name, drill.clauses, drill.title) for drill in _drills().values()]


def _question(name: str, key: str, level: int) -> Ask:
    """Return a question whose functions can be sent to another process."""
    with warnings.catch_warnings(action="ignore"):
        made = _drills()[name].question(key, level)
    worth = {card: made.worth(card) for card in made.hand}.__getitem__ if made.worth else None
    return replace(made, worth=worth, judge=made.judge and partial(_judge, name, key, level))


def _judge(name: str, *question: Any) -> Any:
    return FILE_PROCESS.call(name, _judged, *question)


def _judged(name: str, key: str, level: int, answer: Answer) -> Any:
    judge = _drills()[name].question(key, level).judge
    assert judge
    return judge(answer)


def _fault(name: str, error: BaseException) -> OwnFault:
    if isinstance(error, OwnFault):
        return error
    where = [at for frame, at in [*walk_tb(error.__traceback__)][::-1] if frame.f_code.co_filename == _path()]
    line = error.lineno or 1 if isinstance(error, SyntaxError) else _line(name, where)
    return OwnFault(name, line, shortened(format_exception_only(error)[-1].strip(), _SHOWN))


def _line(name: str, lines: Sequence[int]) -> int:
    """Return a fault's line: the first of `lines`, or where the exercise begins."""
    begins = [at for at, text in enumerate(getlines(_path()) if name else (), 1) if f"def {name}(" in text]
    return (*lines, *begins, 1)[0]


def _path() -> str:
    return os.environ.get(FILE, "")
