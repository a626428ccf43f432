"""Rules that a reader writes as short functions, compared with the engine.

- `check`: find the smallest cases in which a function is wrong; returns a `Check`, which a notebook draws;
- `hint`: the next hint; `solution`: print code that is right;
- `pressed`: the HTML for a check, hint or solution, on a page of `cardlab site`;

The functions to write are in `rule_tasks`.
"""

from __future__ import annotations

import builtins
import io
import re
import sys
import time
import traceback
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from inspect import signature, unwrap
from itertools import chain, zip_longest
from pathlib import Path
from reprlib import repr as short
from time import monotonic
from types import CodeType, CoroutineType, FrameType
from typing import Any, Final

import cardlab
from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.drawing import as_pictures, as_table
from cardlab.lessons import lesson_language
from cardlab.lessons.rule_tasks import TASKS, Answer, Case, RuleTask
from cardlab.phrasing.catalogue import card_label, decimal, say
from cardlab.phrasing.house_rules import clause, named
from cardlab.phrasing.messages import Message, Text, in_words, reasons
from cardlab.phrasing.notebook_labels import speaking
from cardlab.phrasing.reader import notation

thread_time: Final[Callable[[], float]] = getattr(time, "thread_time", monotonic)
"""Returns the computing time of this thread, or in a browser the clock's time."""
SECONDS: Final = 1.0
"""The most time for one call; a whole check may take ten times as long."""
_PRINTED: Final = 2000
"""The most characters shown of what a call prints."""
_BREAKS: Final = 'style="white-space: pre-wrap; overflow-wrap: anywhere"'
"""Breaks long lines, because a call may be wider than a phone."""
_AGREES: Final = ' style="border-left: 4px solid #1a7f4b; padding-left: 8px"'
_PACKAGE: Final = str(Path(cardlab.__file__).parent)
_WANTED: Final = {bool: "now_you.bool", int: "now_you.int", tuple: "now_you.numbers", Card: "now_you.card"}
_NAMES: Final = ", ".join(f"`{name}`" for name in TASKS)


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a comparison with the engine; a notebook draws its cases.

    - `sentences`: the result in the language `lang`;
    - `cases`: arguments by name, one case for each of the first sentences;
    - `printed`: what the function printed in each of these cases;
    - `right`, `tried`: in how many cases the function was right, and how many were tried;
    - `is_whole`: whether all cases were tried.
    """

    sentences: tuple[str, ...]
    cases: tuple[Mapping[str, Any], ...] = ()
    printed: tuple[str, ...] = ()
    right: int = 0
    tried: int = 0
    is_whole: bool = False
    lang: str = "en"

    @property
    def agrees(self) -> bool:
        """Whether the function is right in every case."""
        return self.is_whole and self.right == self.tried

    def __repr__(self) -> str:
        parts = zip_longest(self.sentences, map(_as_lines, self.cases), map(str.rstrip, self.printed))
        return "\n".join(line for part in parts for line in part if line)

    def _repr_html_(self) -> str:
        with speaking(self.lang):
            printed = (one and f'<pre style="margin-bottom: 1em">{escape(one, False)}</pre>' for one in self.printed)
            parts = zip_longest(map(_as_paragraph, self.sentences), map(_as_drawing, self.cases), printed, fillvalue="")
            return f'<div lang="{self.lang}"{_AGREES * self.agrees}>{"".join(chain(*parts))}</div>'


def check(
    function: Callable[..., object],
    lang: str | None = None,
    seconds: float = SECONDS,
    alive: Callable[[], object] = lambda: None,
) -> Check:
    """Compare a function with the engine, in every case of its task.

    The result says how many cases agree, or shows up to two errors of different kinds, the smallest first, with what
    the function prints. For a function of no task, or with other parameters, it only says so. The comparison ends at a
    call that raises, returns nothing or a wrong type, or takes longer than `seconds`. It repeats wrong answers and one
    in twenty right ones, and ends if an answer changes. It also ends after ten times `seconds`. Works in any thread,
    and leaves none behind. `lang`: by default the notebook's language; `alive`: called before each case.
    """
    name, reader = _name(function), notation(lang or lesson_language())
    if name not in TASKS or not callable(function):
        example = name if name in TASKS else next(iter(TASKS))
        unknown = _unknown(name) if callable(function) else Message("now_you.no_function", name=example)
        return Check((in_words(reader, unknown),), lang=reader.lang)
    task = TASKS[name]
    all_cases = task.cases()
    try:
        takes = signature(function)
        takes.bind(*all_cases[0])
    except (TypeError, ValueError):
        return Check((in_words(reader, Message("now_you.parameters", wanted=_begins(name))),), lang=reader.lang)
    shown: list[tuple[Text, Case, str]] = []
    kinds: list[frozenset[Hashable]] = []
    tried = differ = worse = refused = 0
    differs = ("now_you.better", "now_you.also_better") if task.lost else ("now_you.differs", "now_you.also")
    end = thread_time() + 10 * seconds
    halt: Text = ()
    for number, case in enumerate(all_cases):
        alive()
        if thread_time() > end:
            break
        right = _right(name, number)
        with redirect_stdout(io.StringIO()) as output:
            result, halt = _answer(function, name, case, right, seconds, reader.lang)
        if halt:
            is_right = Message("now_you.is_right", right=_written(right, reader.lang))
            shown.append(((halt, (is_right, task.why(right, *case)) if tried else ()), case, output.getvalue()))
            break
        tried += 1
        lost = task.loss(result, right, case)
        if lost == 0 and tried % 20:
            continue
        with redirect_stdout(io.StringIO()):
            again, _ = _answer(function, name, case, right, seconds, reader.lang)
        if again != result:
            facts = {"result": _written(result, reader.lang), "again": _written(again, reader.lang)}
            halt = Message("now_you.changes", call=_call(name, case, reader.lang), **facts)
            shown.append((halt, case, output.getvalue()))
            break
        differ, worse, refused = differ + (lost != 0), worse + (lost or 0), refused + (lost is None)
        if lost == 0 or len(kinds) == 2:
            continue
        because = reasons(reader, task.why(result, *case), _house_rule(task, result, case, reader.lang))
        kind: frozenset[Hashable] = frozenset([because[0].rule if lost is None else (right, because[0].rule)])
        if task.kind and lost is not None:
            kind = task.kind(*case)
        # A case that contains a kind already shown is not another kind of error.
        if not any(earlier <= kind for earlier in kinds):
            facts = {"result": _written(result, reader.lang), "right": _written(right, reader.lang)}
            error = Message(differs[len(kinds)], call=_call(name, case, reader.lang), **facts)
            shown.append(((error, because), case, output.getvalue()))
            kinds.append(kind)
    texts = [text for text, *_ in shown]
    is_whole = tried == len(all_cases)
    if differ:
        texts.append(Message("now_you.counted", differ=differ, count=tried))
    if worse and not refused and task.lost:
        texts.append(Message("now_you.lost", points=decimal(worse / differ, reader.lang, 1)))
    if not halt and not is_whole:
        after = decimal(10 * seconds, reader.lang)
        texts.append(Message("now_you.stopped", seconds=after, tried=tried, count=len(all_cases), right=tried - differ))
    if shown:
        how_to_go_on = () if tried else Message("now_you.how_to_go_on", name=name)
        texts.append((how_to_go_on, Message("now_you.again", name=name)))
    elif is_whole:
        texts.append(_agreement(task, name, tried, reader.lang))
    return Check(
        tuple(in_words(reader, text) for text in texts),
        tuple(takes.bind(*case).arguments for _, case, _ in shown),
        tuple(printed[:_PRINTED] for *_, printed in shown),
        tried - differ,
        tried,
        is_whole,
        reader.lang,
    )


@cache
def _right(name: str, number: int) -> Answer:
    """Return the engine's answer in a case of a task; kept, because learners check a function again and again."""
    task = TASKS[name]
    return task.right(*task.cases()[number])


def _agreement(task: RuleTask, name: str, count: int, lang: str) -> Text:
    """Say how many cases agree, and which house rules need another function."""
    names = (named(rules, field, lang) for rules in task.house_rules for field in rules.changed())
    rules = tuple(say("text.rules.quoted", lang, name=name) for name in names)
    agrees = Message("now_you.agrees", ", ".join(task.clauses), name=name, count=count)
    return agrees, Message("now_you.house_rules", count=len(rules), rules=rules)


def _house_rule(task: RuleTask, answer: object, case: Case, lang: str) -> Text:
    """Name the house rule under which an answer would be right, if there is one."""
    for rules in task.house_rules:
        is_right = task.loss(answer, task.right(*case, rules=rules), case, rules=rules) == 0
        for field in rules.changed() if is_right else ():
            return Message("now_you.by_house_rule", clause(rules, field), name=named(rules, field, lang))
    return ()


def hint(function: Callable[..., object] | str, lang: str | None = None) -> Check:
    """Return the next hint for a function or its name, as a `Check` without cases."""
    name, reader = _name(function), notation(lang or lesson_language())
    text = _unknown(name)
    if name in TASKS:
        number = _hints_shown[name] = _hints_shown.get(name, -1) + 1
        left = TASKS[name].hints[number:]
        text = Message(left[0]) if left else Message("now_you.no_more_hints")
    return Check((in_words(reader, text),), lang=reader.lang)


def pressed(ask: str, name: str, source: str, lang: str, alive: Callable[[], object]) -> str:
    """Return the HTML that answers a button of a task.

    `ask`: the button, "hint", "solution" or "check"; `name`: the function to write; `source`: the learner's code, which
    a check runs; `alive`: called before code that may never end, and before each case. Raises KeyError for an
    unknown function, unless a hint is asked for.
    """
    if ask == "hint":
        return hint(name, lang)._repr_html_()
    if ask == "solution":
        return f"<pre><code>{escape(TASKS[name].solution.strip())}</code></pre>"
    TASKS[name].cases()
    alive()
    known: dict[str, Any] = {"tongits": tongits, "tichu": tichu, "check": check, "hint": hint, "solution": solution}
    text: Text = ()
    with redirect_stdout(io.StringIO()) as output:
        try:
            _run(exec, (compile(source, _PAGE, "exec"), known), SECONDS, lang)
        except _TooLong:
            text = Message("now_you.too_long", call=f"`{name}`", seconds=decimal(SECONDS, lang))
        except BaseException as error:
            own = _lines(error, _PAGE)
            line = getattr(error, "lineno", None) or (own[-1][1] if own else 1)
            text = Message("now_you.broken", line=line, error=traceback.format_exception_only(error)[-1].strip())
    if not text and name not in known:
        text = Message("now_you.parameters", wanted=_begins(name))
    found = Check((in_words(notation(lang), text),), lang=lang) if text else check(known[name], lang, alive=alive)
    if found.cases:
        # A page has buttons where a notebook names functions to call next.
        found = replace(found, sentences=found.sentences[:-1])
    printed = output.getvalue()[:_PRINTED]
    return f"<pre>{escape(printed, quote=False)}</pre>{found._repr_html_()}" if printed else found._repr_html_()


_PAGE: Final = "<page>"
"""The file name of a page's code in a traceback."""
_hints_shown: Final[dict[str, int]] = {}


def solution(function: Callable[..., object] | str, lang: str | None = None) -> None:
    """Print code that solves a function's task, or a sentence that says why not."""
    name = _name(function)
    known = TASKS.get(name)
    print(known.solution.strip() if known else in_words(notation(lang or lesson_language()), _unknown(name)))


def _python(function: Callable[..., object]) -> Any:
    """Return the Python function behind a callable, without its decorators."""
    inner = unwrap(function)
    return inner if hasattr(inner, "__code__") else type(inner).__call__


def _name(function: object) -> str:
    """Return the name of the task that a function is for, or its own name.

    A lambda, an object or a decorated function is found by the variable that it was assigned to.
    """
    if isinstance(function, str):
        return function
    there = getattr(_python(function), "__globals__", vars(sys.modules["__main__"])) if callable(function) else {}
    given = (name for name in TASKS if there.get(name) is function)
    return next(given, str(getattr(function, "__name__", type(function).__name__)))


def _begins(name: str) -> str:
    """Return the first line of a task's function, such as `def is_set(cards)`."""
    return f"`{TASKS[name].solution.partition('def ')[2].partition(':')[0]}`"


def _unknown(name: str) -> Message:
    return Message("now_you.unknown", name=f"`{name}`", names=_NAMES)


# A case in words, in lines of text, and drawn


def _call(name: str, case: Case, lang: str) -> str:
    """Return a call as the reader could write it, with cards in the language `lang`."""
    return f"`{name}({', '.join(_written(argument, lang) for argument in case)})`"


def _written(value: object, lang: str) -> str:
    if isinstance(value, tongits.State | tichu.State):
        return "state"
    return " ".join(card_label(card, lang) for card in _cards_of(value)) or short(value)


def _cards_of(value: object) -> tuple[Card, ...]:
    """Return the cards of an argument or answer; none if it is something else."""
    match value:
        case Card():
            return (value,)
        case tichu.Pile():
            return value.cards[::-1]
        case tuple() if all(isinstance(part, Card) for part in value):
            return value
    return ()


def _as_lines(case: Mapping[str, Any]) -> str:
    return "\n".join(str(value) for value in case.values() if isinstance(value, tongits.State | tichu.State))


def _as_drawing(case: Mapping[str, Any]) -> str:
    states = [value for value in case.values() if isinstance(value, tongits.State | tichu.State)]
    rows = [(name, as_pictures(_cards_of(value)) or escape(short(value))) for name, value in case.items()]
    return states[0]._repr_html_() if states else as_table("", (), rows)


def _as_paragraph(sentence: str) -> str:
    """Return a sentence as HTML; text between backticks becomes code."""
    return re.sub("`([^`]*)`", rf"<code {_BREAKS}>\1</code>", f"<p>{escape(sentence, quote=False)}</p>")


# One call


class _TooLong(BaseException):
    """A call took too long; no `Exception`, so that a learner's `except Exception` doesn't catch it."""


def _answer(
    function: Callable[..., object], name: str, case: Case, right: Answer, seconds: float, lang: str
) -> tuple[object, Text]:
    """Call the function; return its answer, and why that isn't valid, or () if it is."""
    result: Any
    try:
        result = _run(function, case, seconds, lang)
    except _TooLong:
        return None, Message("now_you.too_long", call=_call(name, case, lang), seconds=decimal(seconds, lang))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        code: Any = getattr(_python(function), "__code__", None)
        own, codes = (_lines(error, code.co_filename), {*_codes(code)}) if code else ([], set())
        line = next((line - code.co_firstlineno + 1 for one, line in reversed(own) if one in codes), 1)
        said = traceback.format_exception_only(error)[-1].strip()  # even if its own text fails
        facts = {"call": _call(name, case, lang), "line": line, "error": said}
        if own and own[-1][0] not in codes:
            helper = own[-1][0].co_qualname.partition(".")[0]
            return None, Message("now_you.raises_in_helper", helper=f"`{helper}`", **facts)
        return None, Message("now_you.raises", **facts)
    wanted = Message(_WANTED[type(right)])
    odd = result
    if isinstance(right, tuple) and isinstance(result, tuple | list):
        result = tuple(result)
        odd = next((part for part in result if type(part) is not int), result)
    if result is None:
        return result, Message("now_you.nothing", call=_call(name, case, lang), wanted=wanted)
    if isinstance(result, CoroutineType):
        result.close()
    if type(result) is not type(right) or odd is not result:
        module = "" if type(odd).__module__ in ("builtins", "__main__") else f"{type(odd).__module__}."
        wrong = f"`{module}{type(odd).__name__}`"
        return result, Message(
            "now_you.type", call=_call(name, case, lang), result=short(result), type=wrong, wanted=wanted
        )
    return result, ()


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function, and of all functions and comprehensions in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _lines(error: BaseException, file: str) -> list[tuple[CodeType, int]]:
    """Return the lines of a file that an exception came through, each with its code; the innermost last.

    `traceback.extract_tb` fails where code has no line numbers, as in the plain files of the course.
    """
    through = traceback.walk_tb(error.__traceback__)
    return [(frame.f_code, line) for frame, line in through if frame.f_code.co_filename == file]


def _run(function: Callable[..., object], case: Case, seconds: float, lang: str) -> object:
    """Call the function. Raises `_TooLong` when it has computed for `seconds`.

    On a busy computer, that may take up to ten times as long. A trace function works in every thread and on every
    system, unlike a timer of the system.
    """
    end, used = monotonic() + seconds, thread_time() + seconds

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        # On a busy computer the clock runs while the function waits for its turn.
        if (now := monotonic()) > end and (thread_time() > used or now > end + 9 * seconds):
            raise _TooLong
        if frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        # Python 3.11 traces no lines in a loop that is on one line.
        frame.f_trace_opcodes = True
        return trace

    def no_pause(*arguments: object, **more: object) -> None:
        raise RuntimeError(say("now_you.no_pause", lang))

    before, pause, ask = sys.gettrace(), sys.breakpointhook, builtins.input
    sys.settrace(trace)
    sys.breakpointhook = builtins.input = no_pause  # type: ignore[assignment]
    try:
        return function(*case)
    finally:
        sys.settrace(before)
        sys.breakpointhook, builtins.input = pause, ask
