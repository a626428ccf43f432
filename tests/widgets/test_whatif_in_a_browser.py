"""The laboratory in a real browser: by mouse, by keyboard, by finger, at every width."""

import pytest
from laboratory import LAST_DISCARD, empty, verdict
from messages import blocks

from cardlab import bot_rounds
from cardlab.analysis.position import from_record, read
from cardlab.bots.tongits import careful
from cardlab.cards import Card, notation
from cardlab.phrasing.catalogue import say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES


@pytest.fixture(scope="module")
def record():
    return bot_rounds.play_tongits((careful,) * 3, seed=11)


# Only what is new is shown, and it is asked for ten times a second: the asking takes as long as the answer otherwise.
PULL = """async ([wanted, says]) => {
    for (;;) {
        const {shown, working} = JSON.parse(await window.pull());
        if (shown) window.tell(shown);
        if (!working && document.querySelector(wanted)?.innerText.includes(says)) return;
        await new Promise((done) => setTimeout(done, 100));
    }
}"""


def worked_out(page, wanted="main", says=""):
    """Waits until everything has been worked out and what is wanted is there and says this, showing it all the while.

    Right after a click nothing is being worked out yet: who has clicked says what is to come of it.
    """
    page.evaluate(PULL, [wanted, says])


def test_by_mouse_a_position_is_built_and_answered(show):
    widget = empty()
    page = show(widget)
    for code in ["2c", "3c", "4c", "7h", "7d", "7s", "9d", "Td", "Kh", "Kc", "Qs", "Js", "5h"]:
        page.locator(f'.cardlab-deal[data-card="{code}"]').click()
        page.locator(f'.cardlab-deal[data-card="{code}"][aria-pressed=true]').wait_for()
    assert verdict(widget)["faults"] == []
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("table", name="All options").wait_for()
    assert notation(sorted(widget.position.hand)) == notation(sorted(read(EXAMPLES["opening"]).hand))


def test_by_keyboard_alone_a_card_is_found_and_placed(show):
    widget = empty()
    page = show(widget)
    page.locator('.cardlab-deal[tabindex="0"]').focus()
    assert page.locator('.cardlab-deal[tabindex="0"]').count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.locator('.cardlab-deal[data-card="2h"][aria-pressed=true]').wait_for()
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
    widget = WhatIf("answer")
    page = show(widget)
    worked_out(page)
    page.get_by_text(say("whatif.call")).click()
    worked_out(page, says=say("whatif.call_wins", own=17, chance="39.7%"))
    plot = page.get_by_role("img", name=say("whatif.call_plot"))
    plot.wait_for()
    page.get_by_text(say("whatif.call")).click()
    plot.wait_for(state="hidden")
    page.wait_for_function("() => !document.querySelector('details.cardlab-section:last-of-type').open")


SUMMARIES = ("whatif.build", "whatif.sources", "rules.house_rules", "whatif.share", "whatif.more")


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_it_fits_the_width_with_nothing_left_out_and_can_be_hit_by_a_finger(show, lang):
    widget = WhatIf("answer", lang)
    page = show(widget, has_touch=True)
    worked_out(page)
    assert page.locator(".cardlab-figure details table").count() >= 1
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.locator(".cardlab-root :is(button, summary, select):visible").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24
        for key in SUMMARIES:
            assert page.locator("summary", has_text=say(key, lang)).is_visible()
    # No word of a plot is cut off, at the narrowest.
    edges = page.locator(".cardlab-figure svg:visible text").evaluate_all(
        "all => all.map((one) => [one.textContent, one.getBoundingClientRect().right, "
        "one.ownerSVGElement.getBoundingClientRect().right])"
    )
    assert edges
    assert [text for text, right, edge in edges if right > edge + 1] == []


def test_a_record_is_opened_as_a_file_and_gone_through_move_by_move(show, record):
    widget = WhatIf("opening")
    page = show(widget)
    page.get_by_text(say("whatif.sources")).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=say("whatif.open", "en")).click()
    chooser.value.set_files([{"name": "record.json", "mimeType": "application/json", "buffer": record.text().encode()}])
    page.get_by_role("slider").wait_for()
    page.get_by_role("button", name=say("whatif.forth")).click()
    page.get_by_text("After 1 of").wait_for()
    page.get_by_role("slider").press("End")
    page.get_by_text(f"After {blocks(widget, 'slide')[0]['last']} of").first.wait_for()
    page.get_by_role("combobox", name=say("whatif.seen_by")).select_option("2")
    page.wait_for_function("() => document.querySelector('select option[value=\"2\"]:checked')")
    assert widget.position == from_record(record, blocks(widget, "slide")[0]["last"], 2)


def test_the_best_options_come_first_and_the_others_are_unfolded_by_key(show):
    widget = WhatIf(LAST_DISCARD)
    page = show(widget, 390, has_touch=True)
    worked_out(page)
    rows = page.get_by_role("table", name="All options").locator("tbody tr")
    count = rows.count()
    assert count == 13
    assert rows.evaluate_all("all => all.filter((one) => one.checkVisibility()).length") == 8
    more = page.get_by_role("button", name=f"All {count} options")
    assert more.get_attribute("aria-expanded") == "false"
    more.focus()
    page.keyboard.press("Enter")
    more.and_(page.locator("[aria-expanded=true]")).wait_for()
    assert rows.evaluate_all("all => all.filter((one) => one.checkVisibility()).length") == count
    page.keyboard.press("Space")
    more.and_(page.locator("[aria-expanded=false]")).wait_for()
    page.emulate_media(media="print")
    assert rows.evaluate_all("all => all.filter((one) => one.checkVisibility()).length") == count


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
    widget = WhatIf("opening")
    page = show(widget)
    editor = page.locator("details.cardlab-editor")
    assert editor.get_attribute("open") is None
    page.get_by_role("button", name=say("whatif.empty")).click()
    page.locator('.cardlab-deal[data-card="2c"]').click()
    page.locator('.cardlab-deal[data-card="2c"][aria-pressed=true]').wait_for()
    page.get_by_text(say("whatif.build")).click()
    page.get_by_role("button", name="Undo").click()
    page.locator('.cardlab-deal[data-card="2c"][aria-pressed=false]').wait_for(state="attached")
    assert not editor.evaluate("one => one.open")


def test_a_number_that_is_refused_does_not_stay_in_its_field(show):
    widget = WhatIf("opening")
    page = show(widget)
    page.get_by_text(say("whatif.build")).click()
    field = page.get_by_role("spinbutton", name="Cards in the stock")
    before = field.input_value()
    for number, leave in (("99", "Tab"), ("-1", "Enter"), ("", "Tab"), ("", "Enter")):
        field.fill(number)
        field.press(leave)
        page.get_by_text("A whole number from 0 to 60").wait_for()
        page.get_by_role("button", name="Undo").focus()
        assert field.input_value() == before
    field.fill("007")
    field.press("Enter")
    page.get_by_text("A whole number from 0 to 60").wait_for(state="detached")
    page.get_by_role("button", name="Undo").focus()
    assert (field.input_value(), widget.position.stock) == ("7", 7)


def test_a_card_that_lies_somewhere_is_read_as_well_as_one_that_does_not(show):
    """Its button is pressed, and keeps the dark letters of a card."""
    page = show(WhatIf("rules sheet jokers 2; hand 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h X1"))
    for card, other in (("3s", "9s"), ("X1", "X2"), ("3c", "9c")):
        hand, free = (page.locator(f'.cardlab-deal[data-card="{one}"]') for one in (card, other))
        assert (hand.get_attribute("aria-pressed"), free.get_attribute("aria-pressed")) == ("true", "false")
        colour = "button => getComputedStyle(button).color"
        assert hand.evaluate(colour) == free.evaluate(colour)


def test_focus_goes_to_the_result_when_stop_is_pressed_by_key_and_goes(show):
    page = show(WhatIf("opening"))
    stop = page.get_by_role("button", name="Stop")
    stop.focus()
    page.keyboard.press("Enter")
    stop.wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "cardlab-title"
