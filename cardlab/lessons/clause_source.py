"""Show a notebook's readers the code of clauses, and refusals in words.

`show` and `explained` are for cells in JupyterLab; `source_of` is also for the code on a page.
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
    """Show the source of functions in a notebook, in the colours of code.

    The private functions that they call follow. Each function is folded, so that a reader who wants to write the rule
    doesn't see the solution unasked. To show a property, pass its getter: `show(Pile.values.fget)`. Raises TypeError
    for a function not written in Python.
    """
    from IPython.display import display

    shown: list[Any] = list(functions)
    for function in shown:  # The loop appends to it.
        if inspect.isfunction(python := inspect.unwrap(function)):
            called = (python.__globals__.get(name) for name in python.__code__.co_names if name.startswith("_"))
            shown += [helper for helper in called if inspect.isfunction(helper) and helper not in shown]
        name, summary = f"{function.__module__}.{function.__qualname__}", f"<code>{function.__name__}</code>"
        folded = f"<details><summary>{summary}</summary>\n\n```python\n{source_of(function)}```\n\n</details>"
        display({"text/markdown": folded, "text/plain": name}, raw=True)  # type: ignore[no-untyped-call]


def source_of(function: Callable[..., Any] | property) -> str:
    """Return the source of a function or property. Raises TypeError for a function not written in Python."""
    return dedent(inspect.getsource(function.fget if isinstance(function, property) else function))  # type: ignore[arg-type]


def explained(refusals: Iterable[Refusal], lang: str = "") -> list[str]:
    """Return each refusal as text, by default in the notebook's language.

    An empty list means that the move is legal. Raises KeyError if the catalogue has no text for a refusal, ValueError
    for an unknown language.

    >>> from cardlab.cards import cards
    >>> from cardlab.tongits import why_not_meld
    >>> explained(why_not_meld(cards("7h 8h Th")), "nl")
    ['7♥ 8♥ 10♥ is geen reeks: bij 9♥ zit een gat. Met 9♥ erbij zou het een combinatie zijn. (T3.2)']
    """
    return [explain(refusal, lang or lesson_language()) for refusal in refusals]
