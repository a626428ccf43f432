"""What processes of the course have to know: what they import, what a page is told, how heavy work becomes quick."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from cardlab.analysis.cancellation import cancelled_by
from cardlab.analysis.kernel import compiled
from cardlab.pagehost.settings import Settings


def _enter(query: str, questions: Any) -> None:
    """A page knows what its address asks for, and what answers its heavy questions."""
    # With the widgets; the front, which imports this module too, starts in half the time without them.
    from cardlab.lessons.address import QUERY
    from cardlab.widgets.background import POOL

    POOL.set(questions)
    QUERY.set(query)


SETTING: Final = Settings(
    preload=("anywidget", "cardlab.serve.course_preload"),
    enter=_enter,
    load=partial(compiled.load, wait=True),
    is_loaded_soon=compiled.is_prepared,
    until=cancelled_by,
)
