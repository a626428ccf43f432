"""The laboratory of Tichu in a real browser: by mouse, by keyboard, by finger, at every width, for screen readers."""

from __future__ import annotations

import pytest
from pages import axe_finds

from cardlab.analysis.kernel import compiled
from cardlab.cards import Card, cards
from cardlab.locale import LANGUAGES
from cardlab.tichu import Pile
from cardlab.widgets import WhatIfTichu

compiled.load(wait=True)


def worked_out(position="phoenix", lang="en"):
    widget = WhatIfTichu(position, lang)
    widget.finish()
    return widget


def test_the_answer_stands_above_the_editor_and_says_how_sure_it_is(show):
    widget = worked_out()
    page = show(widget)
    told = page.locator(".cardlab-verdict [role=status]").inner_text()
    assert told.startswith("The best chance to win: ")
    table = page.get_by_role("table", name="What each option is worth, the best chance to win first")
    assert table.locator("tbody tr").count() == len(widget.answer.options)
    assert table.bounding_box()["y"] < page.get_by_text("Change the position").bounding_box()["y"]


def test_by_mouse_a_card_goes_on_a_pile(show):
    widget = WhatIfTichu("hand 7h; pile 0 6s; pile 1 Kc")
    page = show(widget)
    page.get_by_text("Change the position").click()
    page.get_by_role("button", name="pile 2", exact=True).click()
    page.locator('.cardlab-deal[data-card="Ac"]').click()
    page.locator('.cardlab-deal[data-card="Ac"][aria-pressed=true]').wait_for()
    assert widget.position.piles[1] == Pile.of("Kc Ac")
    page.get_by_role("button", name="Take back").click()
    page.locator('.cardlab-deal[data-card="Ac"][aria-pressed=false]').wait_for()
    assert widget.position.piles[1] == Pile.of("Kc")


def test_by_keyboard_alone_a_card_is_found_and_taken(show):
    widget = WhatIfTichu("hand 7h; pile 0 6s; pile 1 Kc")
    page = show(widget)
    page.get_by_text("Change the position").focus()
    page.keyboard.press("Enter")
    assert page.locator('.cardlab-deal[tabindex="0"]').count() == 1
    page.locator('.cardlab-deal[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.get_by_role("button", name="two of clubs, your hand", exact=True).wait_for()
    assert widget.position.hand == (Card("2c"), Card("7h"))


def test_the_line_is_pasted_by_the_enter_key_and_never_html(show):
    widget = WhatIfTichu()
    page = show(widget)
    field = page.get_by_role("textbox", name="The position in one line")
    field.fill("hand 8♥ Ph; cards 2; pile 0 7s; pile 1 2d")
    page.keyboard.press("Enter")
    page.get_by_role("list", name="pile 1").get_by_role("img", name="seven of spades").wait_for()
    assert widget.position.hand == cards("8h Ph")
    field.fill("<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    page.locator("[role=status]", has_text="<img").wait_for()


def test_the_table_is_saved_as_a_file(show):
    page = show(worked_out("draw"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Table as CSV").click()
    assert download.value.suggested_filename == "tichu-what-if.csv"
    assert download.value.path().read_text(encoding="utf-8").startswith("option,move,keeping,same,win,win_error,")


def test_two_positions_stand_side_by_side_by_keyboard_alone(show):
    widget = worked_out("draw")
    page = show(widget)
    page.get_by_role("button", name="Keep to compare").focus()
    page.keyboard.press("Enter")
    page.get_by_role("list", name="Your hand, kept").wait_for()
    page.get_by_role("button", name="Which pile?").press("Enter")
    page.get_by_role("list", name="Your hand", exact=True).get_by_role("img", name="eight of spades").wait_for()
    assert page.get_by_role("list", name="Your hand, kept").get_by_role("img", name="seven of hearts").count() == 1
    page.get_by_role("button", name="Compare no longer").press("Enter")
    page.get_by_role("list", name="Your hand, kept").wait_for(state="detached")


def test_an_address_that_is_not_a_page_of_the_course_stays_as_it_is(show):
    """As in JupyterLab, whose address is its own."""
    page = show(worked_out("draw"))
    page.clock.install()
    page.evaluate("void (history.replaceState = () => { document.title = 'changed'; })")
    page.get_by_role("button", name="Which pile?").click()
    page.get_by_role("list", name="Your hand", exact=True).get_by_role("img", name="eight of spades").wait_for()
    page.clock.run_for(1000)
    assert page.title() == "Cards"
    page.evaluate("document.documentElement.dataset.course = 'ready'")
    page.get_by_role("button", name="What to wish?").click()
    page.get_by_role("list", name="Your hand", exact=True).get_by_role("img", name="Mah Jong").wait_for()
    page.clock.run_for(1000)
    assert page.title() == "changed"


def test_the_line_is_copied_or_at_least_selected(show):
    widget = WhatIfTichu("draw")
    page = show(widget)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.locator("[role=status] p").first.wait_for()
    assert widget.shown["said"]


def test_a_reaction_time_is_chosen_from_a_list(show):
    widget = WhatIfTichu("draw")
    page = show(widget)
    page.get_by_role("combobox", name="You react in").select_option(label="0.40 s")
    page.get_by_role("combobox", name="The opponent reacts in").select_option(label="1.00 s")
    page.get_by_role("combobox", name="The opponent reacts in").locator("option[selected]", has_text="1.00").wait_for(
        state="attached"
    )
    assert (widget.racers[0].mean, widget.racers[1].mean) == (400, 1000)


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_the_width_and_can_be_hit_by_a_finger(show, width, lang):
    page = show(worked_out("wish", lang), width, has_touch=True)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator(".cardlab-root :is(button, summary, select):visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 24


def test_axe_finds_nothing(show):
    widget = worked_out("wish")
    widget._hear(widget, {"do": "keep_position"}, [])
    page = show(widget)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert axe_finds(page, runOnly=["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]) == []
