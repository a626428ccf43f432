"""A network that goes away: who lost it reads so, the others read who is away, and all goes on when it is back."""

import os
from pathlib import Path

import pytest
from classroom import class_to_be_killed
from pages import Connection
from playwright.sync_api import expect
from table_server import CODE, served, sits

from cardlab import tongits
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, Agreed, TableOpened

TABLE = ".course-scene .cardlab-root"


@pytest.fixture
def at_table(browse, tmp_path):
    """Gives pages at a table, `at_table(name, lang)`, each with its connection; without a name, held from the start."""
    with served(tmp_path, TableOpened(**Agreed(tongits.Rules()).encoded, host=ITSELF)) as here:

        def open_page(name, lang="en"):
            def before(page):
                page.clock.install()
                Connection(page).is_held = not name

            page = browse(f"{here.address}table/{CODE}?lang={lang}", lang, before=before)
            if name:
                sits(page, name)
            return page

        yield open_page
        browse.end("ERR_INTERNET_DISCONNECTED", "closed before the connection is established")


def lost(page, lang="en"):
    return page.locator(".course-lost").get_by_text(say("page.lost", lang), exact=True)


def on_its_way(page, lang="en"):
    return page.locator(".course-sending").get_by_text(say("page.sending", lang), exact=True)


def test_T10_6_who_loses_the_network_without_a_word_reads_so_and_the_others_read_who_is_away(at_table):
    """That the server notices it too, without a pong, is proved in tests/pages/test_lines.py."""
    ana, ben = at_table("Ana"), at_table("Ben", "de")
    ben.connection.hold()
    ben.get_by_role("button", name=say("together.begin_now", "de")).click()
    before = ben.locator(TABLE).bounding_box()
    ben.clock.run_for(15_000)
    expect(on_its_way(ben, "de")).to_be_visible()
    expect(lost(ben, "de")).to_be_visible()
    expect(ana.get_by_text(say("together.away", "en"), exact=True).first).to_be_visible()
    # What is told lies above the table, and moves nothing.
    assert ben.locator(TABLE).bounding_box() == before
    ben.connection.release()
    ben.clock.run_for(15_000)
    expect(lost(ben, "de")).to_have_count(0)
    expect(on_its_way(ben, "de")).to_have_count(0)


def test_T10_6_who_is_told_by_the_browser_that_there_is_no_network_reads_so_and_loses_nothing(at_table):
    ana = at_table("")
    # The table is in sight before its line is there.
    expect(ana.locator(".cardlab-place button")).to_have_count(3)
    assert ana.connection.opened == 1
    ana.connection.release()
    ana.clock.run_for(15_000)
    sits(ana, "Ana")
    ana.context.set_offline(True)
    expect(lost(ana)).to_be_visible()
    # What is pressed meanwhile arrives.
    ana.get_by_role("button", name=say("together.rise", "en")).click()
    expect(on_its_way(ana)).to_be_visible()
    ana.context.set_offline(False)
    expect(lost(ana)).to_have_count(0)
    expect(on_its_way(ana)).to_have_count(0)
    expect(ana.locator(".cardlab-you")).to_have_count(0)
    # The focus stays where it is when the line is lost and comes back.
    copy = ana.get_by_role("button", name=say("whatif.copy", "en"))
    copy.focus()
    ana.context.set_offline(True)
    expect(lost(ana)).to_be_visible()
    ana.context.set_offline(False)
    expect(lost(ana)).to_have_count(0)
    expect(copy).to_be_focused()


def test_T10_6_whose_class_is_gone_with_its_server_is_told_so_once_another_class_is_there(browse):
    with class_to_be_killed() as start:
        server, room = start()
        board = browse(f"{room.address}board", cookie=room.join(name="Anna").cookies)
        lesson = browse(f"{room.address}de/melds.ipynb", "de", cookie=room.join(name="Ben").cookies)
        teacher = browse(f"{room.address}teacher?key={room.key}")
        teacher.locator(".teach-keys").wait_for()
        server.kill()
        lost(board).wait_for()
        (kept,) = Path(os.environ["XDG_DATA_HOME"]).rglob(f"*.class-{room.port}")
        kept.unlink()
        start()
        for page, key, lang in (
            (board, "out", "en"), (lesson, "out", "de"), (teacher, "out_teacher", "en"),
        ):  # fmt: skip
            page.locator(".course-alert.course-shown").get_by_text(say(f"page.{key}", lang)).wait_for()
            expect(lost(page, lang)).to_have_count(0)
    browse.end("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "403")
