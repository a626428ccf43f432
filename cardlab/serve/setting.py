"""What processes of the course have to know: what they import, what a page is told, how heavy work becomes quick."""

from __future__ import annotations

from typing import Any, Final

from cardlab.analysis.cancellation import until
from cardlab.pagehost.setting import Setting


def _enter(query: str, questions: Any) -> None:
    """A page knows what its address asks for, and what answers its heavy questions."""
    # With the widgets; the front, which imports this module too, starts in half the time without them.
    from cardlab.lessons.address import QUERY
    from cardlab.widgets.background import POOL

    POOL.set(questions)
    QUERY.set(query)


def _load() -> None:
    from cardlab.analysis.kernel import compiled

    compiled.load(True)


def _is_loaded_soon() -> bool:
    from cardlab.analysis.kernel import compiled

    return compiled.is_prepared()


SETTING: Final = Setting(("anywidget", "cardlab.serve.preloaded"), _enter, _load, _is_loaded_soon, until)
