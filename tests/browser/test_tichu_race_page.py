"""The Tichu race in a real browser: a race by keys, and first moves by taps and by Tab alone."""

import json
import re

from pages import axe_finds, fits, until_ready
from playwright.sync_api import expect
from test_lessons import reach
from tichu_race import KEPT, MOVES, STATE, begin, position, press_button, step

from cardlab.cli import main
from cardlab.phrasing.catalogue import say
from cardlab.widgets.tichu_table.race_review import overlooked_words


def kept(page):
    return json.loads(page.evaluate(KEPT))


def test_a_whole_race_by_keys_with_a_reload_in_the_middle_is_reviewed_and_replayed(lesson, tmp_path):
    page = lesson("en/play-tichu.ipynb?seed=76")  # whoever is quick ends this race soon
    press_button(page, "against.bot")
    # The levels are one stop of Tab, and arrow keys lead through them.
    levels = page.get_by_role("toolbar", name=say("play_tichu.levels")).get_by_role("button")
    reach(page, levels.first)
    for key in ("End", "Enter", "Tab"):
        page.keyboard.press(key)
    expect(levels.last).to_have_attribute("aria-pressed", "true")
    assert not levels.evaluate_all("all => all.includes(document.activeElement)")
    reach(page, page.get_by_role("button", name=say("play_tichu.start"), exact=True))
    page.keyboard.press("Enter")
    page.locator(".cardlab-felt.cardlab-racing").wait_for()
    for _ in range(12):
        step(page, page.keyboard.press)
    press_button(page, "pause")
    page.wait_for_function(f"() => ({STATE})().paused")
    before = kept(page)["races"][-1]
    page.reload()
    until_ready(page)
    page.get_by_text(say("play_tichu.recalled")).wait_for()
    # It stands still as it was left, and after the reload nothing else is kept.
    assert page.evaluate(STATE)["paused"]
    assert page.evaluate(STATE)["number"] == len(page.evaluate(MOVES))
    assert kept(page)["races"][-1] == before
    press_button(page, "go_on")
    page.locator("button.cardlab-slot[data-card]").first.wait_for()
    assert axe_finds(page) == []
    while not page.evaluate(STATE)["over"]:
        step(page, page.keyboard.press)
    assert position(page).outcome is not None
    assert kept(page)["races"][-1][: len(before)] == before
    assert kept(page)["seed"] == 76
    page.get_by_text(say("play_tichu.overlooked_title", "en"), exact=True).wait_for()
    told = page.locator(".cardlab-root").first.locator(".cardlab-verdict > ul > li").all_inner_texts()
    assert told == overlooked_words(position(page), 0, say("seat.0", "en"), "en")
    assert axe_finds(page, ("light", "dark")) == []
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    with page.expect_download() as download:
        page.get_by_role("button", name=say("progress.save", "en"), exact=True).nth(1).click()
    assert re.fullmatch(r"tichu-\d+-\d+\.json", download.value.suggested_filename)
    download.value.save_as(tmp_path / "race.json")
    assert main(["check", str(tmp_path / "race.json")]) == 0
    press_button(page, "replay")
    page.get_by_role("button", name=say("table.pace.slow", "en"), exact=True).first.click()
    press_button(page, "normal")
    press_button(page, "run")
    page.wait_for_function("() => Number(document.querySelector('.cardlab-racing').dataset.number) >= 5")
    page.get_by_role("button", name=say("play_tongits.stop", "en"), exact=True).first.click()
    assert page.get_by_text(re.compile(r"^Move \d+ of \d+, second")).count() == 1
    press_button(page, "results")
    page.get_by_text(say("play_tichu.overlooked_title", "en"), exact=True).wait_for()
    press_button(page, "next")
    page.locator(".cardlab-felt.cardlab-racing").wait_for()


def key_cap(page, key):
    """The button that shows this key."""
    return page.locator(f".cardlab-racing button:has(> .cardlab-key:text-is('{key.removeprefix('Key')}'))")


def play(page, times, press):
    """Somebody makes so many moves, each button pressed in this way."""
    while times:
        times -= step(page, lambda key: press(key_cap(page, key)))


def test_by_taps_on_a_phone_nothing_scrolls_sideways_and_the_buttons_of_a_pause_have_room(lesson):
    page = lesson("de/play-tichu.ipynb", width=390, height=844, has_touch=True, is_mobile=True)

    def tap(button):
        button.tap()
        fits(page)

    begin(page, "beginner", "de")
    play(page, 4, tap)
    for key in ("pause", "leave"):
        press_button(page, key, "de")
    page.get_by_role("button", name=say("play_tichu.really", "de"), exact=True).wait_for()
    fits(page)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".cardlab-head button").evaluate_all(cut) == []
