"""Scenes on pages that have a line of their own."""

from cardlab.lessons.address import QUERY
from cardlab.widgets import ALONE


def enter(query: str) -> None:
    """Prepare the context of a session: its cells get scenes, and exercises as the query of its address asks."""
    ALONE.set(True)
    QUERY.set(query)
