"""A fault while something is drawn leaves no page dead: it is logged, all is drawn anew, and the page goes on."""

import logging
from contextlib import asynccontextmanager

import pytest
from pages_of_sessions import Page, course, sessions

from cardlab.tables.players_pages import TableConnection
from cardlab.tables.shared_table import ITSELF, Lent
from tests.load.players import Player, open_table
from tests.tables.front import Front

TORN = """
from cardlab.widgets import Hand
torn = Hand("7h 8h 9s")
whole, faults = torn.render, []
def draw():
    faults.extend(torn.selected)  # as many faults as cards are selected
    if faults:
        raise ValueError(f"{faults.pop()} cannot be drawn")
    return whole()
torn.render = draw
torn
"""


async def test_a_widget_that_cannot_be_drawn_lets_go_of_its_cards_and_its_page_goes_on(tmp_path):
    async with sessions(course(tmp_path, page=[TORN])) as running:
        page = await Page(running).opened()
        comm = page.place(0)
        hand = lambda: page.picture(0)["blocks"][0]["hand"]  # noqa: E731
        await page.do(comm, {"do": "select", "cards": ["7h"], "number": 1})
        assert (hand()["selected"], hand()["last_message"]) == ([], 1)
        assert not [frame for frame in page.frames if frame[0] == "out"]
        # What cannot be drawn at all is told; nothing has been lost when it can be drawn again.
        await page.do(comm, {"do": "select", "cards": ["7h", "8h"], "number": 2})
        assert [frame for frame in page.frames if frame[0] == "out"] == [["out", {"error": "failed"}]]
        await page.do(comm, {"do": "select", "cards": [], "number": 3})
        assert hand()["last_message"] == 3


@asynccontextmanager
async def two_at_a_table(here):
    """Two players at a table that plays, and the device of the first one's page; she has the first turn."""
    code = await open_table(here.port, "Ana", "Ana")
    async with Player(here.port, code, "Ana") as ana, Player(here.port, code, "Ben") as ben:
        await ben.answered(do="sit", name=["Ben"])
        await ana.answered(do="deal")
        await ana.until(lambda: ana.shown.get("stage") == "table")
        (connection,) = [
            one for one in here.course.connections if isinstance(one, TableConnection) and one.scene.own_seat == 0
        ]
        ana.told = []
        ana.frames = ana.told.append
        yield ana, ben, connection.scene
        assert (ana.times_back, ben.times_back) == (0, 0)


@pytest.fixture(autouse=True)
def logged(monkeypatch):
    """What cannot be drawn is written to the log here; elsewhere it fails a test."""
    monkeypatch.setattr(logging.getLogger("cardlab.drawing"), "handlers", [])


def says_nothing_at_all(device):
    device.announcement = None


def has_no_round(device):
    device.driver.line = None


@pytest.mark.parametrize("damage", [says_nothing_at_all, has_no_round])
async def test_T10_6_what_cannot_be_drawn_at_a_table_is_drawn_anew(damage, tmp_path, caplog):
    async with Front(tmp_path / "tables.sqlite3") as here, two_at_a_table(here) as (ana, _, device):
        # Drawn for a message of her own.
        damage(device)
        await ana.answered(do="deal")
        assert ana.told[-1] == ["done", ana.number]
        # Drawn because something happens at the table: a bot plays for somebody.
        damage(device)
        ana.told.clear()
        await (await here.tournaments.ready()).tables.execute(ana.code, ITSELF, Lent(1))
        await ana.until(lambda: ana.told)
        assert [told[0] for told in ana.told] == ["state"]
        logged = [entry.exc_info for entry in caplog.records if entry.levelno >= logging.ERROR]
        assert len(logged) >= 2
        assert all(logged)
        # And the table goes on.
        card = ana.shown["hand"]["cards"][0]
        await ana.answered(do="move", text=f"discard {card}")
        assert card not in ana.shown["hand"]["cards"]


async def test_T10_6_what_could_not_be_done_or_drawn_is_answered_and_the_page_is_told(tmp_path):
    async with Front(tmp_path / "tables.sqlite3") as here, two_at_a_table(here) as (ana, ben, device):
        has_no_round(device)
        await ana.answered(do="select", cards=ana.shown["hand"]["cards"][:1], number=1)
        beside = [told for told in ana.told if told[0] != "state"]
        assert beside == [["out", {"error": "failed"}], ["done", ana.number]]
        assert ana.shown["hand"]["selected"] == []
        ana.told.clear()
        card = ana.shown["hand"]["cards"][0]
        device.room_props = None
        await ana.answered(do="move", text=f"discard {card}")
        assert ana.told == [["out", {"error": "failed"}], ["done", ana.number]]
        await ben.until(lambda: ben.shown["at"] > 0)  # it was made
        del device.room_props
        await ana.answered(do="deal")
        assert card not in ana.shown["hand"]["cards"]


async def test_T10_6_what_happens_while_a_page_is_damaged_is_drawn_there_too(tmp_path):
    async with Front(tmp_path / "tables.sqlite3") as here, two_at_a_table(here) as (ana, _, device):
        card = ana.shown["hand"]["cards"][0]
        async with Player(here.port, ana.code, "Ana") as other:  # another page of hers
            has_no_round(device)
            await other.answered(do="move", text=f"discard {card}")
            await ana.until(lambda: ana.shown["at"] == other.shown["at"])
            assert card not in ana.shown["hand"]["cards"]
