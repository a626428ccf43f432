"""The view of `Table` in a real browser: by tap, by letters and by pulling; what is seen, where the focus is."""

import re

import pytest
from learner_at_table import hands, make

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import Discard, Draw, deal
from cardlab.widgets import Table

SELECTED = "[role=option][aria-selected=true]"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def option(page, code):
    return page.locator(f'.cardlab-option[data-card="{code}"]')


def select(page, *codes):
    for code in codes:
        option(page, code).click()
    page.locator(SELECTED).nth(len(codes) - 1).wait_for()


def by_mouse(page, start, end, steps):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def by_finger(page, start, end, steps):
    """Touches as the browser's own debugger sends them."""
    touches = page.context.new_cdp_session(page)
    # Sideways first: a player who goes up or down first scrolls the page.
    way = [(start[0] + 30, start[1])]
    way += [[a + (b - a) * part / steps for a, b in zip(start, end, strict=True)] for part in range(1, steps + 1)]
    for kind, points in (("Start", [start]), *(("Move", [point]) for point in way), ("End", [])):
        texts = [{"x": x, "y": y} for x, y in points]
        touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": texts})


# Each pointer, quickly at the edge and slowly in the middle.
@pytest.mark.parametrize(("pull", "steps", "from_edge"), [(by_mouse, 1, 2), (by_finger, 12, 25)])
def test_a_card_is_pulled_onto_the_discard_pile(show, pull, steps, from_edge):
    table = Table(hands("Kd", "", ""))
    page = show(table, has_touch=True)
    start, end = option(page, "Kd").bounding_box(), page.locator('[data-drop="discards"]').bounding_box()
    pull(page, (start["x"] + from_edge, start["y"] + from_edge), (end["x"] + 40, end["y"] + 60), steps)
    page.get_by_text("You discard K♦.", exact=True).wait_for()
    assert str(table.moves[0]) == "0 discard Kd"
    assert page.evaluate("getSelection().toString()") == ""


def test_selected_cards_are_pulled_together_and_lie_again_where_they_were(show):
    page = show(Table(hands("7h 7d 7s Kd", "", "")))
    select(page, "7h", "7d", "7s")

    def places():
        return [option(page, code).bounding_box()["x"] for code in ("7h", "7d", "7s", "Kd")]

    before, start = places(), option(page, "7d").bounding_box()
    for _ in range(2):
        page.mouse.move(start["x"] + 4, start["y"] + 4)
        page.mouse.down()
        page.mouse.move(start["x"] + 64, start["y"] + 4)
        assert [round(now - then) for now, then in zip(places(), before, strict=True)] == [60, 60, 60, 0]
        page.mouse.move(start["x"] + 400, 5)
        page.mouse.up()
        assert places() == before
        assert page.locator(".cardlab-pulled").count() == 0


WATCHED = """() => {
  window.changes = [];
  const told = ({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName ?? ""}`;
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver((all) => window.changes.push(...all.map(told))).observe(document.body, what);
  dispatchEvent(new Event("cardlab-deck"));
  return new Promise((done) => setTimeout(() => done(window.changes)));
}"""


def test_only_what_has_changed_is_drawn_anew(show):
    table = Table(deal(seed=7), others=None)
    for seat in (0, 1, 2):
        for move in (Draw(seat),) * bool(seat) + (Discard(seat, table.state.hands[seat][0]),):
            make(table, move)
    make(table, Draw(0))
    page = show(table)
    assert page.evaluate(WATCHED) == []
    shown_cards = page.locator("[data-drop=discards] details li")
    assert shown_cards.evaluate_all("(cards) => cards.forEach((one) => (one.known = true)) ?? cards.length") == 3
    page.locator(".cardlab-option").first.click()
    page.get_by_role("button", name=re.compile("^Discard .")).click()
    shown_cards.nth(3).wait_for(state="attached")
    assert shown_cards.evaluate_all("(cards) => cards.map((one) => Boolean(one.known))") == [False, True, True, True]


def test_a_letter_does_what_its_button_does_unless_somebody_types_or_has_switched_letters_off(show):
    table = Table(hands("7h 7d 7s Kd", "", ""), seed=7)
    page = show(table)
    select(page, "7h", "7d", "7s")
    assert button(page, say("table.lay_cards", cards="7♥ 7♦ 7♠")).get_attribute("aria-keyshortcuts") == "L"
    page.keyboard.press("l")
    page.get_by_text("You lay down the set").first.wait_for()
    number = page.get_by_role("textbox", name="Deal number")
    number.fill("")
    number.press("u")
    assert len(table.moves) == 1
    option(page, "Kd").focus()
    page.keyboard.press("m")
    page.get_by_text(say("table.take")).last.wait_for()
    letters = button(page, "Letter keys")
    letters.click()
    page.keyboard.press("Escape")
    page.locator(".cardlab-panel").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent").startswith("More")
    page.keyboard.press("u")
    assert page.locator("[aria-keyshortcuts]").count() == 0
    assert len(table.moves) == 1
    page.locator(".cardlab-menu > summary").click()
    letters.click()
    button(page, "Show on the buttons").click()
    page.keyboard.press("Escape")
    page.locator(".cardlab-choices kbd").nth(2).wait_for()
    assert page.locator(".cardlab-choices kbd").all_inner_texts() == ["L", "X", "C"]
    page.keyboard.press("u")
    page.get_by_text("Undone").wait_for()
    assert table.moves == ()
    # From the list of moves the focus goes to what is said.
    button(page, "Redo").click()
    page.get_by_text("All moves").click()
    button(page, "Start of the round").press("Enter")
    page.get_by_text("after move 0").wait_for()
    page.wait_for_function("() => document.activeElement.className === 'cardlab-turn'")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_things_to_do_at_a_table_have_the_same_letter(lang):
    letters = [text for key, text in Table(deal(seed=7), lang).words.items() if key.startswith("table.key.")]
    assert len(set(letters)) == len(letters) == 11
    assert all(len(one) == 1 and one.isascii() and one.isupper() for one in letters)
