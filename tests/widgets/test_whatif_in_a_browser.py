"""The laboratory in a real browser: by mouse, by keyboard, by finger."""

import pytest
from messages import send

from cardlab.analysis.position import read
from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.examples import EXAMPLES


@pytest.fixture
def empty():
    widget = WhatIf("opening")
    send(widget, "empty")
    return widget


def dealt(page, code, is_pressed=True):
    """A card of the grid."""
    return page.locator(f'.cardlab-deal[data-card="{code}"][aria-pressed={str(is_pressed).lower()}]')


def test_by_mouse_a_position_is_built_and_answered_and_by_key_it_is_stopped(show, empty):
    page = show(empty)
    for code in ["2c", "3c", "4c", "7h", "7d", "7s", "9d", "Td", "Kh", "Kc", "Qs", "Js", "5h"]:
        dealt(page, code, is_pressed=False).click()
        dealt(page, code).wait_for()
    assert empty.shown["answer"][0]["faults"] == []
    stop = page.get_by_role("button", name="Stop")
    stop.focus()
    page.keyboard.press("Enter")
    stop.wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "cardlab-title"
    page.get_by_role("table", name="All options").wait_for()
    assert set(empty.position.hand) == set(read(EXAMPLES["opening"]).hand)


def test_by_keyboard_alone_a_card_is_found_and_placed(show, empty):
    page = show(empty)
    tabbed = page.locator('.cardlab-deal[tabindex="0"]')
    assert tabbed.count() == 1
    tabbed.focus()
    for key in ("ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    dealt(page, "2h").wait_for()
    assert page.evaluate("document.activeElement.dataset.card") == "2h"
    page.get_by_role("button", name="two of hearts, in your hand", exact=True).wait_for()
    assert empty.position.hand == (Card("2h"),)


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
