"""Exercises of a teacher's own: in plain sentences of one language, asked and explained as those of the course are.

- `exercise` makes one of a function, in a notebook: `Exercise(mine)` shows it;
- `own_exercises`: those in the Python file that the environment variable CARDLAB_EXERCISES names, which a server also
  offers on the class board; `question` is made by it, in a process of its own.

What is answered to them stays nowhere: no other page could ask it again.
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
    """Calls a function of ours with what an exercise has made. Raises OwnFault if that is not as it should be."""
    try:
        return function(*arguments)
    except Exception as error:
        raise _fault(name, error) from None


def question(name: str, key: str, level: int) -> Ask:
    """The question of an exercise of the file, which judges there too. Raises OwnFault."""
    asked: Ask = ELSEWHERE.call(name, _question, key, level)
    return asked


@cache
def own_exercises() -> tuple[Drill, ...] | OwnFault:
    """The exercises in the file that the environment names, none if it names none; or why it cannot be read."""
    if not _path():
        return ()
    try:
        known = ELSEWHERE.call("", _known)
    except OwnFault as fault:
        return fault
    return tuple(Drill(name, partial(_by_chance, name), clauses, title=title) for name, clauses, title in known)


def _by_chance(name: str, chance: Random, level: int) -> Ask:
    return question(name, str(chance.getrandbits(53)), level)


# In a process of its own, which ends itself if it takes too long: nothing else ends code that holds the interpreter.


class _Elsewhere:
    """That process: it is begun when something is asked, and again after its end. Used from any thread."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Any = None
        self._turn = Lock()

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns there that is about this exercise. Raises OwnFault."""
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
        """The same, for a server that ends."""
        self.stop()


ELSEWHERE: Final = _Elsewhere()


def _serve(line: Any) -> None:
    """Answer calls, one after the other; what takes too long ends this process, and says where it was."""
    import faulthandler

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # which ends the server, and so the line
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
    """The question, with functions that can be sent."""
    with warnings.catch_warnings(action="ignore"):
        made = _drills()[name].question(key, level)
    worth = {card: made.worth(card) for card in made.hand}.__getitem__ if made.worth else None
    return replace(made, worth=worth, judge=made.judge and partial(_judge, name, key, level))


def _judge(name: str, *question: Any) -> Any:
    return ELSEWHERE.call(name, _judged, *question)


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
    """The line of the file at which one was, the innermost first; else where the exercise begins."""
    begins = [at for at, text in enumerate(getlines(_path()) if name else (), 1) if f"def {name}(" in text]
    return (*lines, *begins, 1)[0]


def _path() -> str:
    return os.environ.get(FILE, "")
