"""A `cardlab serve` in whose log a table lies already."""

from contextlib import contextmanager

from pages import apart
from table_server import Server

from cardlab.tables.hub import LETTERS
from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS

CODE = LETTERS[:6]


@contextmanager
def served(folder, *events):
    """A running server; what its log tells has happened at the table `CODE` before."""
    here = Server(f"sqlite:///{folder / 'tables.sqlite3'}")

    async def lay():
        store = await Store.open(here.store)
        await store.append(f"table:{CODE}", 0, "laid", [EVENTS.text(event) for event in events])
        await store.close()

    if events:
        apart(lay())
    here.begin()
    try:
        yield here
    finally:
        here.end()
