"""The Tichu race in a real browser: a race by keys, and first moves by taps and by Tab alone."""

import re

from pages import AT_CONTROL, axe_finds, in_sight, until_ready
from playwright.sync_api import expect
from test_lessons import reach
from tichu_race import (
    MOVES,
    PATIENCE,
    STATE,
    WISH,
    begun,
    changed,
    checked,
    next_keys,
    position,
    press_button,
    remembered,
    run,
    step,
    wishing,
)

from cardlab.lessons.guided_race import first_race
from cardlab.phrasing.catalogue import say
from cardlab.widgets.tichu_table.race_review import overlooked_words


def test_the_levels_of_the_computer_are_one_stop_of_tab_and_arrow_keys_lead_through_them(lesson):
    page = lesson("en/play-tichu.ipynb")
    until_ready(page)
    levels = page.get_by_role("toolbar", name=say("play_tichu.levels")).get_by_role("button")
    chosen = page.locator("[role=toolbar]:has(> strong) > button[aria-pressed=true]")
    assert levels.count() > 3
    expect(chosen).to_have_count(1)
    chosen.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(levels.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(levels.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(levels.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    assert not levels.evaluate_all("all => all.includes(document.activeElement)")
    page.keyboard.press("Shift+Tab")
    expect(levels.nth(1)).to_be_focused()


def test_a_whole_race_by_keys_with_a_reload_in_the_middle_is_reviewed_and_replayed(lesson, tmp_path):
    page = lesson("en/play-tichu.ipynb?seed=76")  # whoever is quick ends this race soon
    begun(page, level="master")
    for _ in range(12):
        step(page, (0,))
    press_button(page, "pause")
    page.wait_for_function(f"() => ({STATE})().paused")
    before = remembered(page)["races"][-1]
    assert before
    page.reload()
    until_ready(page)
    page.get_by_text(say("play_tichu.recalled")).wait_for(timeout=PATIENCE)
    # It stands still as it was left, and after the reload nothing else is kept.
    assert page.evaluate(STATE)["paused"]
    assert page.evaluate(STATE)["number"] == len(page.evaluate(MOVES))
    assert remembered(page)["races"][-1] == before
    assert axe_finds(page, ("light", "dark")) == []
    press_button(page, "go_on")
    page.locator("button.cardlab-slot[data-card]").first.wait_for(timeout=PATIENCE)
    assert axe_finds(page, ("light", "dark")) == []
    run(page, (0,))
    assert checked(page, tmp_path, 0) == 0
    assert position(page).outcome is not None
    assert remembered(page)["races"][-1][: len(before)] == before
    # The end of a race holds nobody: from what is told, Tab leads on to the next race.
    verdict = page.locator(".cardlab-verdict").first
    verdict.focus()
    onward = page.get_by_role("button", name=say("play_tichu.next", "en"), exact=True)
    for _ in range(1 + verdict.locator(".course-term").count()):
        page.keyboard.press("Tab")
    expect(onward).to_be_focused()
    link = page.locator(".cardlab-copying input")
    assert link.input_value().endswith(f"play-tichu.ipynb?seed={remembered(page)['seed']}")
    page.get_by_text(say("play_tichu.overlooked_title", "en"), exact=True).wait_for(timeout=PATIENCE)
    told = page.locator(".cardlab-root").first.locator(".cardlab-verdict > ul > li").all_inner_texts()
    assert told == overlooked_words(position(page), 0, say("seat.0", "en"), "en")
    assert axe_finds(page, ("light", "dark")) == []
    page.get_by_role("button", name=say("play_tichu.replay", "en"), exact=True).first.click()
    page.get_by_role("button", name=say("play_tichu.slow", "en"), exact=True).click()
    page.get_by_role("button", name=say("play_tichu.normal", "en"), exact=True).click()
    press_button(page, "run")
    page.wait_for_function("() => Number(document.querySelector('.cardlab-racing').dataset.number) >= 5")
    page.get_by_role("button", name=say("play_tongits.stop", "en"), exact=True).first.click()
    assert page.get_by_text(re.compile(r"^Move \d+ of \d+, second")).count() == 1
    assert axe_finds(page, ("light", "dark")) == []
    press_button(page, "results")
    page.get_by_text(say("play_tichu.overlooked_title", "en"), exact=True).wait_for()
    press_button(page, "next")
    page.locator(".cardlab-felt.cardlab-racing").wait_for()


def play(page, times, press):
    """Somebody plays alone so many times, each button pressed in this way."""
    begun(page, level="beginner")
    done = 0
    while done < times and not (state := page.evaluate(STATE))["over"]:
        keys = () if state["turning"] else next_keys(page, state, 0)
        for key in keys:
            press(wishing(page, 0) if key == WISH else key)
        changed(page, state)
        done += bool(keys)
    assert done == times


def test_tab_and_enter_alone_play_a_race(lesson):
    page = lesson("en/play-tichu.ipynb")
    play(page, 5, lambda key: enter(page, key))


def key_cap(page, key):
    """The button that shows this key."""
    label = ";" if key == "Semicolon" else key.removeprefix("Key")
    return page.locator(f".cardlab-racing button:has(> .cardlab-key:text-is('{label}'))")


def enter(page, key):
    reach(page, key_cap(page, key))
    page.keyboard.press("Enter")


def test_by_taps_on_a_phone_and_nothing_scrolls_sideways(lesson):
    page = lesson("en/play-tichu.ipynb", width=390, height=844, has_touch=True, is_mobile=True)

    def tap(key):
        key_cap(page, key).tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    play(page, 8, tap)


def test_the_guided_race_is_counted_and_goes_on_after_a_reload_and_its_end_is_ticked(lesson):
    page = lesson("en/race.ipynb#start", whole=False, width=360, height=640)
    steps = len(first_race().steps)

    def done(number):
        page.locator(f"a[href$='#start'][data-part='{number}/{steps}']").wait_for(state="attached")

    def show_me(times):
        for _ in range(times):
            before = page.locator(".cardlab-guide").inner_text()
            page.get_by_role("button", name=say("table.show_me", "en")).click()
            page.wait_for_function(
                "before => document.querySelector('.cardlab-guide').innerText !== before", arg=before, timeout=PATIENCE
            )
            # At first the step is read; from the first move on all of the table is in sight.
            in_sight(page, ".cardlab-guide", ".cardlab-two", ".cardlab-runner", ".cardlab-below > :first-child")

    show_me(3)
    done(3)
    page.reload()
    until_ready(page)
    page.get_by_text(say("table.guide_step", "en", number=4, count=steps), exact=True).wait_for(timeout=PATIENCE)
    page.wait_for_function(AT_CONTROL)
    done(3)
    assert axe_finds(page, within=".course-shown") == []
    show_me(steps - 3)
    page.get_by_text(say("lesson.first_race.closing", "en")).wait_for(timeout=PATIENCE)
    # Who has had every step shown has earned no tick.
    done(steps - 1)
    expect(page.locator("a.course-done[href$='#start']")).to_have_count(0)
    page.goto(page.url.replace("race.ipynb", "index.ipynb"))
    page.get_by_text(say("progress.guided_race", "en", part=steps, total=steps)).wait_for(timeout=PATIENCE)
