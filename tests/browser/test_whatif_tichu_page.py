"""The laboratory of Tichu as it is served: a position is answered by the compute pool, and another one after it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from pages import until_ready

from cardlab.locale import say
from cardlab.tichu import View
from cardlab.widgets.whatif_tichu import EXAMPLES

LINE = 25
"""How high a line of text is at most, in pixels."""


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_position_is_answered_while_one_looks_and_so_is_the_next(lesson, lang):
    page = lesson(f"{lang}/whatif-tichu.ipynb")
    table = page.get_by_role("table", name=say("whatif_tichu.caption", lang))
    table.wait_for()
    page.get_by_role("button", name=say("whatif_tichu.example.draw", lang)).click()
    table.locator("tbody th", has_text=say("whatif_tichu.do.draw", lang)).wait_for()
    field = page.get_by_role("textbox", name=say("whatif_tichu.line", lang))
    field.fill("hand 8♥ Ph; cards 2; pile 0 7s; pile 1 2d")
    field.press("Enter")
    table.locator("tbody th", has_text="8♥").first.wait_for()
    assert page.locator(".cardlab-verdict progress").count() <= 1


def test_what_is_impossible_is_said_in_the_learners_language(lesson):
    page = lesson("de/whatif-tichu.ipynb")
    field = page.get_by_role("textbox", name=say("whatif_tichu.line", "de"))
    field.fill("hand 7h; draw 14 14; extra 14 14; pile 0 6s")
    field.press("Enter")
    told = say("refusal.tichu_position_too_many", "de", count=64, left=54)
    page.get_by_text(told).wait_for()


def said(page, name="pos"):
    """What the address of the page says."""
    return parse_qs(urlsplit(page.url).query).get(name, [""])[0]


def quiet(page):
    """The page once it has all it asked for: what is under way when one leaves is broken off, and that is no fault."""
    until_ready(page)
    page.wait_for_load_state("networkidle")
    return page


def follows(page, part):
    """Waits until the address says this."""
    page.wait_for_function("part => decodeURIComponent(location.search).replaceAll('+', ' ').includes(part)", arg=part)


def test_the_address_follows_the_position_and_a_reload_back_and_a_link_find_it(lesson, visit):
    page = lesson("en/whatif-tichu.ipynb")
    assert said(page) == ""
    page.get_by_role("button", name=say("whatif_tichu.example.draw", "en")).click()
    follows(page, "draw 10 10")
    there, example = View.read(said(page)), View.read(EXAMPLES["draw"])
    assert (sorted(there.hand), there.piles) == (sorted(example.hand), example.piles)
    page.get_by_role("combobox", name=say("whatif_tichu.mean.own", "en")).select_option(label="0.40 s")
    follows(page, "400-150-700-150")
    quiet(page).reload()
    until_ready(page)
    hand = page.get_by_role("list", name=say("whatif_tichu.heap.hand", "en"), exact=True)
    hand.get_by_role("img", name="queen of diamonds").wait_for()
    quiet(page).goto(urlsplit(page.url)._replace(path="/en/stacks.ipynb", query="").geturl())
    quiet(page).go_back()
    until_ready(page)
    hand.get_by_role("img", name="queen of diamonds").wait_for()
    other = visit(page.url)
    until_ready(other)
    hand = other.get_by_role("list", name=say("whatif_tichu.heap.hand", "en"), exact=True)
    hand.get_by_role("img", name="queen of diamonds").wait_for()
    chosen = other.get_by_role("combobox", name=say("whatif_tichu.mean.own", "en")).locator("option[selected]")
    assert chosen.inner_text() == "0.40 s"


def test_the_address_of_the_other_laboratory_follows_too(lesson):
    page = lesson("en/whatif.ipynb")
    page.get_by_role("button", name=say("whatif.example.call", "en")).click()
    follows(page, "2c 4c Ad Ah 4h 6s")
    before = said(page)
    quiet(page).reload()
    until_ready(page)
    assert said(page) == before
    page.get_by_text(say("whatif.build", "en")).click()
    page.locator('.cardlab-deal[data-card="6s"][aria-pressed=true]').wait_for()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_best_option_is_in_sight_when_the_page_opens(lesson, width, height):
    """Two lines say it; that others are too close to it may follow further down."""
    page = lesson("de/whatif-tichu.ipynb", width=width, height=height)
    answer = page.locator(".cardlab-verdict .cardlab-title")
    answer.wait_for()
    box = answer.bounding_box()
    assert box["y"] + min(box["height"], 2 * LINE) <= height
