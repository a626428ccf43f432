"""Each widget brings all that it needs, for a front end may load one alone; on a page it does its work once."""

from itertools import pairwise

import pytest

from cardlab.widgets import Hand, MeldCheck

SHOWN = """async ([states, place]) => {
    const loaded = (text) => import(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
    for (const state of states) {
        const {default: view} = await loaded(state._esm);
        const el = document.body.appendChild(document.createElement("div"));
        const root = place === "shadow" ? el.attachShadow({mode: "open"}) : document.head;
        const style = root.appendChild(document.createElement("style"));
        style.textContent = state._css;
        const inside = place === "shadow" ? root.appendChild(document.createElement("div")) : el;
        view.render({model: {get: (name) => state[name], on: () => {}, off: () => {}, send: () => {}}, el: inside});
    }
    return Object.keys(globalThis).filter((name) => name.startsWith("cardlab-common-")).length;
}"""


@pytest.fixture
def page(browser):
    """An empty page, in which no script may fail."""
    page, errors = browser.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content("<!doctype html><html lang=en><title>One widget</title>")
    yield page
    page.close()
    assert errors == []


@pytest.mark.parametrize("place", ["page", "shadow"])
def test_a_widget_is_drawn_where_nothing_but_its_own_state_is_there(page, place):
    """As marimo loads it, which shows it in a shadow root; `drop_defaults` is how ipywidgets exports it."""
    state = MeldCheck("8s 8h 8d").get_state(drop_defaults=True)
    page.evaluate(SHOWN, [[state], place])
    cards = page.locator(".cardlab-option")
    assert cards.count() == 3
    boxes = [cards.nth(number).bounding_box() for number in range(3)]
    assert all(left["y"] == right["y"] and left["x"] < right["x"] for left, right in pairwise(boxes))


def test_of_several_widgets_the_first_does_what_they_have_in_common(page):
    state = Hand("7h").get_state()
    other = {**state, "_esm": state["_esm"].replace("cardlab-common-", "cardlab-common-0")}
    assert page.evaluate(SHOWN, [[state, state, MeldCheck("8s 8h 8d").get_state()], "page"]) == 1
    assert page.evaluate(SHOWN, [[other], "page"]) == 2  # two versions do not meddle with each other
    assert page.locator(".cardlab-root").count() == 4
