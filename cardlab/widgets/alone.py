"""Scenes without ipywidgets, for the pages of the course itself."""

from cardlab.lessons.address import QUERY
from cardlab.widgets import ALONE


def enter(query: str) -> None:
    """Prepare the context of a session.

    Names of `cardlab.widgets` become scenes, and exercises follow the `query` of the page's address.
    """
    ALONE.set(True)
    QUERY.set(query)
