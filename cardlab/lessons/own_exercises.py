"""Exercises of a teacher's own: in plain sentences of one language, asked and explained as those of the course are.

- `exercise` makes one of a function, in a notebook: `Exercise(mine)` shows it;
- `own_exercises`: those in the Python file that the environment variable CARDLAB_EXERCISES names, which a server also
  offers on the class board; `guarded` calls what may be wrong in it.

What is answered to them stays nowhere: no other page could ask it again.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from linecache import getlines
from random import Random
from threading import Thread
from traceback import format_exception_only, walk_stack, walk_tb
from types import FrameType
from typing import Any, Final, TypeVar

from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import Drill
from cardlab.phrasing.catalogue import has_message, say
from cardlab.refusal import shortened

FILE: Final = "CARDLAB_EXERCISES"
SECONDS: Final = 2
"""How long the file may run, or a question may be made, drawn or judged."""
_SHOWN: Final = 200
_T = TypeVar("_T")


def exercise(prompt: str = "", rule: str = "") -> Callable[[Callable[[Random, int], Ask]], Drill]:
    """Makes an exercise of the function below it, which makes a question of a level, 1 to 3, by chance.

    - `prompt`: the question, where the function does not give each its own;
    - `rule`: the clause that it practises, to be read up on, or several: "T3.1 T3.2".

    Raises ValueError for a clause that there is not, and later for a question whose answer is none of its choices.

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
    """Why an exercise cannot be asked, or, without a name, the file not be read: where, and its error, "" for time."""

    def __init__(self, name: str, line: int, error: str = "") -> None:
        super().__init__(name, line, error)
        self.name, self.line, self.error = name, line, error

    def sentence(self, lang: str) -> str:
        """The fault as a sentence, without a full stop."""
        error, file = self.error or say("board.own_too_long", lang, count=SECONDS), os.path.basename(_path())
        key = "board.own_exercise" if self.name else "board.own_file"
        return say(key, lang, name=self.name, file=file, line=self.line, error=error)


def guarded(name: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Calls a function that runs a teacher's own code, in a thread that nothing waits for. Raises OwnFault.

    Whatever the code raises, or if it goes on for ever, the server goes on, and can end.
    """
    done = Future[_T]()

    def run() -> None:
        try:
            done.set_result(function(*arguments))
        except BaseException as error:
            done.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        error = done.exception(SECONDS)
    except TimeoutError:
        from ctypes import c_ulong, py_object, pythonapi  # a browser has none, and no server

        number = thread.ident or 0
        where = [*walk_stack(sys._current_frames().get(number))]
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(number), py_object(SystemExit))
        raise OwnFault(name, _line(name, where)) from None
    if error is None or isinstance(error, OwnFault):
        return done.result()
    where = [*walk_tb(error.__traceback__)][::-1]
    line = error.lineno or 1 if isinstance(error, SyntaxError) else _line(name, where)
    raise OwnFault(name, line, shortened(format_exception_only(error)[-1].strip(), _SHOWN))


def _line(name: str, where: Iterable[tuple[FrameType, int]]) -> int:
    """The line of the file at which one was, the innermost first; else where the exercise begins."""
    lines = [line for frame, line in where if frame.f_code.co_filename == _path()]
    begins = [at for at, text in enumerate(getlines(_path()) if name else (), 1) if f"def {name}(" in text]
    return (lines or begins or [1])[0]


def _path() -> str:
    return os.environ.get(FILE, "")


@cache
def own_exercises() -> tuple[Drill, ...] | OwnFault:
    """The exercises in the file that the environment names, none if it names none; or why it cannot be read."""
    if not _path():
        return ()
    try:
        names = guarded("", runpy.run_path, _path())
    except OwnFault as fault:
        return fault
    return tuple(drill for drill in names.values() if isinstance(drill, Drill) and drill.title)
