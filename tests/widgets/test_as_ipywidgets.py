"""Our widgets as a user of ipywidgets meets them: layout, values, links, and no name of the framework taken."""

import anywidget
import pytest
from book_of_tasks import CARDS, RUN, Book
from ipywidgets import Layout, jslink
from messages import send
from race_page import Page
from traitlets import link

from cardlab import widgets
from cardlab.cards import cards
from cardlab.widgets import Exercise, Hand, Table
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings


def test_what_any_ipywidget_takes_is_taken():
    hand = Hand("7h", layout=Layout(width="50%"), tooltip="mine")
    assert (hand.layout.width, hand.tooltip) == ("50%", "mine")
    assert Exercise(Book((CARDS, RUN)), layout={"max_width": "20rem"}).layout.max_width == "20rem"
    with pytest.raises(TypeError):
        Hand("7h", colour="red")


def test_a_move_at_a_table_and_in_a_race_against_the_clock_can_be_observed():
    table, seen = Table(seed=3), []
    table.observe(lambda change: seen.append(change.new), names="state")
    send(table, do="move", text=f"discard {table.state.hands[0][0]}")
    assert seen[-1] == table.state
    page, seen = Page(RaceSettings(against=Against.TWO)), []
    assert page.widget.state is None
    page.widget.observe(lambda change: seen.append(change.new), names="state")
    page.start()
    assert seen[-1] == page.race.state
    before = page.race.state
    while page.race.state == before:
        page.act(0)
        page.act(1)
    assert seen[-1] == page.widget.state == page.race.state
    send(page.widget, "pause", "leave")
    assert seen[-1] is page.widget.state is None


def test_a_message_of_a_front_end_reaches_the_scene():
    hand = Hand("7h 8h")
    content = {"do": "select", "cards": ["8h"], "number": 1}
    hand.comm.handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    assert hand.selected == cards("8h")


def test_python_links_and_the_page_is_refused():
    one, other = Hand("7h 8h"), Hand("7h 8h")
    link((one, "selected"), (other, "selected"))
    one.selected = "8h"
    assert other.selected == cards("8h")
    with pytest.raises(TypeError, match=r"Hand\.selected cannot be synced"):
        jslink((one, "selected"), (other, "selected"))


@pytest.mark.parametrize("name", widgets.__all__)
def test_no_property_of_a_scene_hides_one_of_the_framework(name):
    kind = getattr(widgets, name)
    scene = {one for one in dir(kind.scene_type) if not one.startswith("_")}
    own = {one for one in scene if isinstance(getattr(kind.scene_type, one), property)} | {*kind.scene_type.shares}
    assert not own & {*dir(anywidget.AnyWidget)}
