"""`SETTINGS`: the configuration of the host and worker processes of the course."""

from __future__ import annotations

from typing import Any, Final

from cardlab.analysis.cancellation import cancelled_by
from cardlab.pagehost.settings import Settings


def _enter(query: str, pool: Any) -> None:
    """Set the query and the pool of a page."""
    # The front imports this module too, and starts in half the time without the widgets.
    from cardlab.lessons.address import QUERY
    from cardlab.widgets.background import POOL

    POOL.set(pool)
    QUERY.set(query)


SETTINGS: Final = Settings(
    preload=("anywidget", "cardlab.serve.course_preload"),
    enter=_enter,
    until=cancelled_by,
)
