"""The laboratory in a real browser: by mouse, by keyboard, by finger."""

import pytest
from laboratory import LAST_DISCARD, empty, verdict

from cardlab.analysis.position import read
from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES

VISIBLE = "all => all.filter((one) => one.checkVisibility()).length"


def dealt(page, code, is_pressed=True):
    """A card of the grid."""
    return page.locator(f'.cardlab-deal[data-card="{code}"][aria-pressed={str(is_pressed).lower()}]')


def test_by_mouse_a_position_is_built_and_answered_and_by_key_it_is_stopped(show):
    widget = empty()
    page = show(widget)
    for code in ["2c", "3c", "4c", "7h", "7d", "7s", "9d", "Td", "Kh", "Kc", "Qs", "Js", "5h"]:
        dealt(page, code, is_pressed=False).click()
        dealt(page, code).wait_for()
    assert verdict(widget)["faults"] == []
    stop = page.get_by_role("button", name="Stop")
    stop.focus()
    page.keyboard.press("Enter")
    stop.wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "cardlab-title"
    page.get_by_role("table", name="All options").wait_for()
    assert set(widget.position.hand) == set(read(EXAMPLES["opening"]).hand)


def test_by_keyboard_alone_a_card_is_found_and_placed(show):
    widget = empty()
    page = show(widget)
    tabbed = page.locator('.cardlab-deal[tabindex="0"]')
    assert tabbed.count() == 1
    tabbed.focus()
    for key in ("ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    dealt(page, "2h").wait_for()
    assert page.evaluate("document.activeElement.dataset.card") == "2h"
    page.get_by_role("button", name="two of hearts, in your hand", exact=True).wait_for()
    assert widget.position.hand == (Card("2h"),)


def test_a_position_is_pasted_by_enter_and_copied_or_at_least_selected(show):
    widget = WhatIf("opening")
    page = show(widget)
    page.get_by_text(say("whatif.sources")).click()
    page.get_by_role("textbox", name=say("whatif.paste")).fill(EXAMPLES["answer"])
    page.keyboard.press("Enter")
    page.get_by_role("list", name="My hand, 4 cards").wait_for()
    page.get_by_text(say("whatif.build")).click()
    page.get_by_text("Copy this position").click()
    field = page.get_by_role("textbox", name="Notation", exact=True)
    assert field.input_value() == EXAMPLES["answer"]
    page.get_by_role("button", name="Copy: Notation").click()
    page.locator(".cardlab-copying [role=status]:not(:empty)").wait_for()


def test_a_section_is_unfolded_by_a_click_and_then_worked_out(show):
    page = show(WhatIf("answer"), finishes=True)
    call = page.get_by_text(say("whatif.call"))
    call.click()
    page.get_by_text(say("whatif.call_wins", own=17, chance="39.7%")).wait_for()
    plot = page.get_by_role("img", name=say("whatif.call_plot"))
    plot.wait_for()
    call.click()
    plot.wait_for(state="hidden")


def test_the_best_options_come_first_and_the_others_are_unfolded_by_key(show):
    page = show(WhatIf(LAST_DISCARD), 390, finishes=True, has_touch=True)
    page.get_by_role("table", name="All options").wait_for()
    rows = page.get_by_role("table", name="All options").locator("tbody tr")
    assert (rows.count(), rows.evaluate_all(VISIBLE)) == (13, 8)
    more = page.get_by_role("button", name="All 13 options")
    more.focus()
    for key, unfolded, count in (("Enter", "true", 13), ("Space", "false", 8)):
        page.keyboard.press(key)
        more.and_(page.locator(f"[aria-expanded={unfolded}]")).wait_for()
        assert rows.evaluate_all(VISIBLE) == count
    page.emulate_media(media="print")
    assert rows.evaluate_all(VISIBLE) == 13


def test_what_is_being_improved_is_read_and_not_said_aloud_until_it_is_settled(show):
    widget = WhatIf("answer")
    page = show(widget)
    widget.finish()
    (texts,) = widget.shown["answer"]
    page.evaluate("shown => window.tell(shown)", {**widget.shown, "answer": [{**texts, "settled": False}]})
    page.locator(".cardlab-verdict > .cardlab-title", has_text=texts["title"]).wait_for()
    assert page.locator(".cardlab-verdict [role=status]").inner_text() == ""
    page.evaluate("shown => window.tell(shown)", widget.shown)
    page.locator(".cardlab-verdict [role=status]", has_text=texts["title"]).wait_for()


def test_a_table_that_was_emptied_or_is_impossible_opens_the_editor_and_it_stays_as_one_wants_it(show):
    page = show(WhatIf("opening"))
    editor = page.locator("details.cardlab-editor")
    assert editor.get_attribute("open") is None
    page.get_by_role("button", name=say("whatif.empty")).click()
    dealt(page, "2c", is_pressed=False).click()
    dealt(page, "2c").wait_for()
    page.get_by_text(say("whatif.build")).click()
    page.get_by_role("button", name="Undo").click()
    dealt(page, "2c", is_pressed=False).wait_for(state="attached")
    assert not editor.evaluate("one => one.open")


def test_a_number_that_is_refused_does_not_stay_in_its_field(show):
    widget = WhatIf("opening")
    page = show(widget)
    page.get_by_text(say("whatif.build")).click()
    field, told = page.get_by_role("spinbutton", name="Cards in the stock"), page.get_by_text("A whole number from 0")
    before = field.input_value()
    for number, leave in (("99", "Tab"), ("-1", "Enter"), ("", "Tab"), ("", "Enter")):
        field.fill(number)
        field.press(leave)
        told.wait_for()
        page.get_by_role("button", name="Undo").focus()
        assert field.input_value() == before
    field.fill("007")
    field.press("Enter")
    told.wait_for(state="detached")
    page.get_by_role("button", name="Undo").focus()
    assert (field.input_value(), widget.position.stock) == ("7", 7)


@pytest.mark.parametrize(("held", "free"), [("3s", "9s"), ("X1", "X2")])
def test_a_card_that_lies_somewhere_is_read_as_well_as_one_that_does_not(show, held, free):
    """Its button is pressed, and keeps the dark letters of a card."""
    page = show(WhatIf("rules sheet jokers 2; hand 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h X1"))
    colour = "button => getComputedStyle(button).color"
    assert dealt(page, held).evaluate(colour) == dealt(page, free, is_pressed=False).evaluate(colour)
