"""Source code of clauses and refusals in words, for readers of a notebook.

No page has a cell that needs it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from textwrap import dedent
from typing import Any

from cardlab.lessons import lesson_language
from cardlab.phrasing import explain
from cardlab.refusal import Refusal


def show(*functions: Callable[..., Any]) -> None:
    """Shows functions in a notebook as they are in the file that runs, in the colours of code.

    Each is folded, so that a reader who is to write the rule meets no solution unasked. Private functions that they
    call follow, so that nothing leans on what is not seen.
    A property is shown by its getter: `show(Pile.values.fget)`. Raises TypeError for what is not written in Python.
    """
    from IPython.display import display

    shown: list[Any] = list(functions)
    for function in shown:  # It grows meanwhile.
        if inspect.isfunction(python := inspect.unwrap(function)):
            called = (python.__globals__.get(name) for name in python.__code__.co_names if name.startswith("_"))
            shown += [helper for helper in called if inspect.isfunction(helper) and helper not in shown]
        code, name = dedent(inspect.getsource(function)), f"{function.__module__}.{function.__qualname__}"
        summary = f"<summary><code>{function.__name__}</code></summary>"
        folded = f"<details>{summary}\n\n```python\n{code}```\n\n</details>"
        display({"text/markdown": folded, "text/plain": name}, raw=True)  # type: ignore[no-untyped-call]


def explained(refusals: Iterable[Refusal], lang: str = "") -> list[str]:
    """Each refusal in the sentences of a language, by default that of the notebook.

    An empty list means that the move is legal.
    Raises KeyError if the catalogue has no text for one, ValueError for an unknown language.

    >>> from cardlab.cards import cards
    >>> from cardlab.tongits import why_not_meld
    >>> explained(why_not_meld(cards("7h 8h Th")), "nl")
    ['7♥ 8♥ 10♥ is geen reeks: bij 9♥ zit een gat. Met 9♥ erbij zou het een combinatie zijn. (T3.2)']
    """
    return [explain(refusal, lang or lesson_language()) for refusal in refusals]
