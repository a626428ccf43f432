"""The view of `Table` in a real browser: by tap, by letters and by pulling; what is seen, where the focus is."""

import re

import pytest
from learner_at_table import hands, make, own_moves
from pages import axe_finds

from cardlab.lessons.guided_rounds import first_round
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, Draw, Rules, deal
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def option(page, code):
    return page.locator(f'.cardlab-option[data-card="{code}"]')


class Mouse:
    """Pulls with the mouse, in so many steps."""

    def __init__(self, page):
        self.down, self.up, self.at = page.mouse.down, page.mouse.up, page.mouse.move

    def press(self, x, y):
        self.at(x, y)
        self.down()

    def pull(self, x, y, steps):
        self.at(x, y, steps=steps)

    def drop(self):
        self.up()


class Finger:
    """Pulls with a finger: touches as the browser's own debugger sends them."""

    def __init__(self, page):
        self.touches = page.context.new_cdp_session(page)
        self.where = (0, 0)

    def touch(self, kind, *points):
        texts = [{"x": x, "y": y} for x, y in points]
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": texts})

    def press(self, x, y):
        self.where = (x, y)
        self.touch("touchStart", (x, y))

    def pull(self, x, y, steps):
        fromx, fromy = self.where
        # Sideways first: a player who goes up or down first scrolls the page.
        way = [(fromx + 30, fromy)] + [
            (fromx + (x - fromx) * part / steps, fromy + (y - fromy) * part / steps) for part in range(1, steps + 1)
        ]
        for point in way:
            self.touch("touchMove", point)

    def drop(self):
        self.touch("touchEnd")


# Each pointer quickly and slowly, at the edge and in the middle.
@pytest.mark.parametrize(
    ("pointer", "steps", "from_edge"), [(Mouse, 1, 2), (Mouse, 12, 25), (Finger, 1, 25), (Finger, 12, 2)]
)
def test_a_card_is_pulled_onto_the_discard_pile(show, pointer, steps, from_edge):
    table = Table(hands("Kd", "", ""))
    page = show(table, has_touch=True)
    start, end = option(page, "Kd").bounding_box(), page.locator('[data-drop="discards"]').bounding_box()
    hand = pointer(page)
    hand.press(start["x"] + from_edge, start["y"] + from_edge)
    hand.pull(end["x"] + 40, end["y"] + 60, steps)
    hand.drop()
    page.get_by_text("You discard K♦.", exact=True).wait_for()
    assert str(table.moves[0]) == "0 discard Kd"
    assert page.evaluate("getSelection().toString()") == ""


def test_cards_pulled_to_nowhere_lie_again_where_they_were_and_can_be_pulled_again(show):
    page = show(Table(hands("Kd", "", "")))
    start = option(page, "Kd").bounding_box()
    for _ in range(3):
        page.mouse.move(start["x"] + 2, start["y"] + 2)
        page.mouse.down()
        page.mouse.move(start["x"] + 400, 5)
        page.mouse.up()
        assert option(page, "Kd").bounding_box() == start
        assert page.locator(".cardlab-pulled").count() == 0


def test_selected_cards_are_pulled_together(show):
    table = Table(hands("7h 7d 7s Kd", "", ""))
    page = show(table)
    for code in ("7h", "7d", "7s"):
        option(page, code).click()
    page.locator("[role=option][aria-selected=true]").nth(2).wait_for()
    before = [option(page, code).bounding_box()["x"] for code in ("7h", "7d", "7s", "Kd")]
    start = option(page, "7d").bounding_box()
    page.mouse.move(start["x"] + 4, start["y"] + 4)
    page.mouse.down()
    page.mouse.move(start["x"] + 64, start["y"] + 4)
    after = [option(page, code).bounding_box()["x"] for code in ("7h", "7d", "7s", "Kd")]
    page.mouse.up()
    assert [round(now - then) for now, then in zip(after, before, strict=True)] == [60, 60, 60, 0]


def test_going_back_to_a_move_takes_the_focus_to_what_is_said(show):
    table = Table(hands("Kd", "", ""))
    page = show(table)
    option(page, "Kd").click()
    button(page, "Discard K♦").click()
    page.get_by_text("You discard K♦.").first.wait_for()
    page.get_by_text("All moves").click()
    button(page, "Start of the round").press("Enter")
    page.get_by_text("after move 0").wait_for()
    page.wait_for_function("() => document.activeElement.className === 'cardlab-turn'")
    assert table.moves == ()
    button(page, "Redo").click()
    page.get_by_text("Redone").wait_for()


WATCHED = """() => {
  window.changes = [];
  const told = ({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName ?? ""}`;
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver((all) => window.changes.push(...all.map(told))).observe(document.body, what);
}"""


def test_a_picture_that_is_the_same_changes_nothing_on_the_page(show):
    page = show(Table(deal(Rules(), seed=7)))
    page.evaluate(WATCHED)
    page.evaluate("dispatchEvent(new Event('cardlab-deck'))")
    assert page.evaluate("new Promise((done) => setTimeout(() => done(window.changes)))") == []


def test_a_card_that_comes_onto_the_pile_leaves_the_others_as_they_are(show):
    table = Table(deal(Rules(), seed=7), others=None)
    for seat in (0, 1, 2):
        for move in (Draw(seat),) * bool(seat) + (Discard(seat, table.state.hands[seat][0]),):
            make(table, move)
    make(table, Draw(0))
    page = show(table)
    shown_cards = page.locator("[data-drop=discards] details li")
    assert shown_cards.evaluate_all("(cards) => cards.forEach((one) => (one.known = true)) ?? cards.length") == 3
    page.locator(".cardlab-option").first.click()
    page.get_by_role("button", name=re.compile("^Discard .")).click()
    shown_cards.nth(3).wait_for(state="attached")
    assert shown_cards.evaluate_all("(cards) => cards.map((one) => Boolean(one.known))") == [False, True, True, True]


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "de")])
def test_axe_finds_nothing(show, scheme, lang):
    over = Table(deal(Rules.preset("traditional"), seed=3), lang, overlays=OVERLAYS)
    while over.shown["actions"]:
        make(over, own_moves(over)[-1])
    page = show(over, color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("lang => { document.documentElement.lang = lang; }", lang)
    page.evaluate("document.querySelector('main').insertAdjacentHTML('afterbegin', '<h1>Table</h1>')")
    assert axe_finds(page) == []


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_the_table_fits_the_width_and_can_be_hit_by_a_finger(show, lang):
    table = Table(deal(Rules.preset("traditional"), seed=3), lang, overlays=OVERLAYS)
    for _ in range(4):
        make(table, own_moves(table)[-1])
    page = show(table, has_touch=True)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.locator(".cardlab-root :is(button, summary, [role=option])").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width)"
            ".map((box) => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24


SIZES = [(1280, 720), (1280, 800), (390, 844), (360, 640)]
IN_SIGHT = """() => {
    document.querySelector(".cardlab-sight").scrollIntoView({ block: "nearest" });
    const parts = [".cardlab-guide, .cardlab-heading", ".cardlab-felt", ".cardlab-own-hand", ".cardlab-choices"];
    const boxes = parts.map((one) => document.querySelector(one).getBoundingClientRect());
    return boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
}"""


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_a_dealt_table_is_in_one_sight_in_every_size(show, lang):
    for table in (Table(guide=first_round(), lang=lang), Table(deal(seed=7), lang, others=None)):
        page = show(table, has_touch=True, reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate(IN_SIGHT), (width, height)
            assert button(page, say("widget.full", lang)).is_visible()


def test_a_letter_does_what_its_button_does_unless_somebody_types_or_has_switched_letters_off(show):
    table = Table(hands("7h 7d 7s Kd", "", ""), seed=7)
    page = show(table)
    for code in ("7h", "7d", "7s"):
        option(page, code).click()
    page.locator("[role=option][aria-selected=true]").nth(2).wait_for()
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


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_no_two_things_to_do_at_a_table_have_the_same_letter(lang):
    words = Table(deal(seed=7), lang).words
    letters = [text for key, text in words.items() if key.startswith("table.key.")]
    assert len(letters) == 11
    assert len(set(letters)) == len(letters)
    assert all(len(one) == 1 and one.isascii() and one.isupper() for one in letters)
