"""The projector's page as it is served: one visit that goes through stage, address, list and exhibits."""

import json

from pages import axe_finds, until_ready

from cardlab.lessons.stage import PLANS, Ask, Prepared, fields, read, title
from cardlab.locale import say

ASKED = """wanted => {
    const given = new URLSearchParams(location.search);
    return Object.entries(wanted).every(([name, value]) => given.get(name) === value);
}"""
FITS = """() => {
    const stage = document.querySelector(".cardlab-stage");
    const seen = document.querySelector(".cardlab-exhibit .cardlab-root, .cardlab-asks .cardlab-prompt");
    return document.fullscreenElement && seen && stage.scrollHeight <= stage.clientHeight
        && stage.scrollWidth <= stage.clientWidth;
}"""
SIZE = "() => parseFloat(getComputedStyle(document.querySelector('.cardlab-stage')).fontSize)"


def test_a_plan_is_walked_on_the_whole_screen_named_saved_and_found_again_after_a_reload(lesson, tmp_path):
    page = lesson("en/demo.ipynb?plan=specials", height=720)
    stage = page.locator(".cardlab-stage")
    onward = page.locator(".cardlab-onward")
    onward.get_by_role("button", name=say("widget.full", "en"), exact=True).click()
    stage.focus()
    for number, what in enumerate(PLANS["specials"], 1):
        name = title(what, "en")
        onward.get_by_text(say("demo.step_now", "en", number=number, count=6, name=name)).wait_for()
        # The first one is what the page opened with: the address says it by its plan alone.
        if number > 1:
            page.wait_for_function(ASKED, arg=fields(what))
        page.wait_for_function(FITS)
        if number < len(PLANS["specials"]):
            page.keyboard.press("PageDown")
    onward.get_by_role("button", name=say("widget.leave", "en"), exact=True).click()
    page.wait_for_function("() => !document.fullscreenElement")

    page.locator(".cardlab-list > summary").click()
    field = page.locator(".cardlab-step input").nth(5)
    field.fill("<b>The end</b>")
    field.press("Tab")
    page.get_by_role("button", name="<b>The end</b>", exact=False).first.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name=say("demo.save", "en"), exact=True).click()
    file = tmp_path / "steps.json"
    download.value.save_as(file)
    steps = read(file.read_text(encoding="utf-8"))
    assert steps == (*map(Prepared, PLANS["specials"][:5]), Prepared(PLANS["specials"][5], "<b>The end</b>"))
    assert axe_finds(page) == []

    page.wait_for_load_state("networkidle")
    page.reload()
    until_ready(page)
    now = say("demo.step_now", "en", number=6, count=6, name="<b>The end</b>")
    page.locator(".cardlab-now", has_text=now).wait_for()
    assert page.evaluate("() => JSON.parse(localStorage['cardlab-demo-steps']).steps.length") == 6

    link = page.locator("input[name=steps]").evaluate("field => field.value")
    assert "plan=" not in link
    page.goto(link)
    until_ready(page)
    page.locator(".cardlab-now", has_text=title(PLANS["specials"][0], "en")).wait_for()


def test_the_class_is_told_why_it_is_wrong_in_print_that_keeps_its_size(lesson):
    what = Ask("draw_call.who_wins", 2, 3)
    page = lesson("en/demo.ipynb?lesson=draw-call&kind=who_wins&level=2&seed=3", height=720)
    page.locator(".cardlab-onward").get_by_role("button", name=say("widget.full", "en"), exact=True).click()
    page.wait_for_function(FITS)
    size = page.evaluate(SIZE)
    page.get_by_role("button", name=say("seat.1", "en"), exact=True).click()
    page.get_by_text(say("demo.not_right", "en", answer=say("seat.1", "en"))).wait_for()
    page.locator(".cardlab-stage").focus()
    page.keyboard.press("PageDown")
    page.locator(".cardlab-hints").wait_for()
    page.keyboard.press("s")
    page.locator(".cardlab-unfolded .cardlab-yes").wait_for()
    page.wait_for_function(FITS)
    assert page.evaluate(SIZE) == size
    page.keyboard.press("n")
    page.wait_for_function(ASKED, arg=fields(what) | {"number": "2"})
    page.keyboard.press("f")

    page.goto(page.url.replace("who_wins", "nosuch"))
    until_ready(page)
    page.get_by_text("“nosuch”").wait_for()
    page.locator("input[maxlength='6']").first.fill("abc")
    page.keyboard.press("Tab")
    page.get_by_text(say("demo.no_seed", "en", largest=999_999)).wait_for()
    assert json.loads(page.evaluate("() => JSON.stringify(Object.keys(localStorage))")).count("cardlab-demo-steps") == 0
