"""A lesson walked through step by step, and the way in: what is in sight, where one goes on, what is kept."""

import re

import pytest
from pages import AT_CONTROL, IS_LONG, axe_finds, fits, go_by_header, in_sight, until_ready
from playwright.sync_api import expect
from test_lessons import by_mouse, exercises, solve
from tongits_match import Beside

from cardlab.lessons.course import LESSONS
from cardlab.lessons.guided_race import first_race
from cardlab.lessons.guided_rounds import first_round
from cardlab.phrasing.catalogue import say
from cardlab.widgets.progress import GUIDED
from cardlab.widgets.scene import result_of
from cardlab.widgets.tongits_table.match_storage import packed, unpacked
from cardlab.widgets.tongits_table.played_match import Setup

MELDS = "en/melds.ipynb"


@pytest.fixture
def walked(lesson):
    """Opens a lesson as a newcomer sees it: `walked("en/melds.ipynb", width=390)`."""
    return lambda path, page=None, **more: lesson(path, page, whole=False, **more)


def shown(page):
    """The anchors of the steps that can be seen."""
    return page.locator(".course-step:visible").evaluate_all("steps => steps.map((step) => step.id)")


def heading(page):
    return page.locator(".course-step:visible").locator("h1, h2, h3").first


def named(page, key, lang="en"):
    return page.get_by_role("button", name=say(key, lang), exact=True)


def onward(page, word="next"):
    """Presses "Next" and waits until another step is seen."""
    before = page.get_attribute("html", "data-step")
    named(page, f"page.{word}").click()
    page.wait_for_function("before => document.documentElement.dataset.step !== before", arg=before)


def entry(page, step):
    """A step in the list of steps."""
    return page.locator(f".course-steps a[href='#{step}']")


def again(page):
    page.reload()
    until_ready(page)


# Walked, and shown whole


def test_a_lesson_is_walked_by_its_button_its_list_and_addresses(walked):
    page = walked(MELDS)
    assert shown(page) == ["start"]
    onward(page)
    assert page.url.endswith("#t3-2")
    expect(heading(page)).to_be_focused()
    # The step stays over a reload, and the list tells what was read.
    again(page)
    assert shown(page) == ["t3-2"]
    read = page.locator(".course-steps a.course-read")
    assert [one.get_attribute("href") for one in read.all()] == ["#start", "#t3-2"]
    assert page.locator(".course-steps a.course-done").count() == 0
    expect(entry(page, "t3-2")).to_have_attribute("aria-current", "step")
    onward(page)
    onward(page, "previous")
    assert shown(page) == ["t3-2"]
    page.go_back()
    page.wait_for_url("**#t3-3")
    assert shown(page) == ["t3-3"]
    # At the self-check one can go on to the next lesson; the extras behind it are called so, and in nobody's way.
    ahead = page.locator(".course-turn a")
    expect(ahead).to_be_hidden()
    entry(page, "self-check").click()
    expect(ahead).to_have_attribute("href", re.compile("deadwood"))
    expect(page.locator(".course-turn [data-do=next]")).to_have_text(page.locator("#extras h2").first.text_content())
    expect(page.locator(".course-at")).to_have_text(say("page.step", "en", number=8, count=8))
    entry(page, "t10-3").click()
    expect(page.locator(".course-at")).to_have_text(say("page.extra", "en", number=2, count=3))
    # An address within a step leads to its place there.
    walked("en/draw-call.ipynb#t6-5", page)
    expect(page.locator("#t6-5")).to_be_in_viewport()
    expect(entry(page, "t6-4")).to_have_attribute("aria-current", "step")


def test_the_whole_lesson_is_one_switch_away_and_back_and_in_print_and_in_a_browser_without_scripts(walked, browser):
    page = walked(f"{MELDS}#t3-3", width=1280, height=720)
    switch, count = page.locator(".course-steps .course-whole"), page.locator(".course-step").count()
    page.emulate_media(media="print")
    assert len(shown(page)) == count > 10
    assert not page.locator("nav.course-lessons").is_visible()
    page.emulate_media(media="null")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        switch.focus()
        page.keyboard.press("Enter")
        expect(switch).to_have_text(say("page.stepwise", "en"))
        expect(switch).to_be_focused()
        # Wherever one reads, the way back is in sight and leads to the step that is read.
        title = page.locator("#repair h2, #repair h3").first
        title.evaluate("one => one.scrollIntoView()")
        expect(title).to_be_in_viewport(ratio=1)
        expect(switch).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        assert shown(page) == ["repair"]
    switch.click()
    again(page)
    assert len(shown(page)) == count
    # No other lesson is shown otherwise by it.
    address = page.url
    page = walked("en/deadwood.ipynb", page)
    assert shown(page) == ["start"]
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address)
    assert plain.locator(".course-step:visible").count() == count
    context.close()


# Where the heading of the step is, how much of the header is seen, and how many buttons are green.
SEEN = """() => {
  const [step, header] = [".course-shown", ".course-header"].map((one) => document.querySelector(one));
  const top = step.querySelector("h1, h2, h3, blockquote").getBoundingClientRect().top;
  const { top: above, bottom } = header.getBoundingClientRect();
  const green = [...document.querySelectorAll(".course-button, .cardlab-main:not([aria-disabled=true])")];
  const greens = ["rgb(20, 96, 63)", "rgb(13, 74, 48)"];
  const isGreen = (one) => one.checkVisibility() && greens.includes(getComputedStyle(one).backgroundColor);
  return { id: step.id, top, header: above === 0 ? bottom : bottom <= 0 ? 0 : "cut",
    main: green.filter(isGreen).length, guided: Boolean(step.querySelector(".cardlab-guide")) };
}"""
SIZES = [(1280, 720), (1366, 768), (1440, 900), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES if IS_LONG else SIZES[:1])
@pytest.mark.parametrize("name", [lesson.name for lesson in LESSONS] if IS_LONG else ["stacks"])
def test_next_and_a_link_lead_to_the_heading_of_every_step_and_one_button_is_green(walked, name, width, height):
    """In `make long` those of every lesson at four sizes."""
    page = walked(f"en/{name}.ipynb", width=width, height=height)

    def begins_at_its_heading(step):
        seen = page.evaluate(SEEN)
        assert (seen["id"], seen["header"] != "cut") == (step, True)
        # Below the header, on a phone below the list of the steps as well.
        assert 0 <= seen["top"] - seen["header"] <= (40 if width > 1000 else 100)
        # In a guided game a card may have to be chosen first.
        assert seen["main"] == 1 or (seen["guided"] and seen["main"] == 0)

    steps = [step.get_attribute("id") for step in page.locator(".course-step").all()]
    for step in steps:
        begins_at_its_heading(step)
        if step != steps[-1]:
            page.locator(".course-turn [data-do=next]").click()
            page.wait_for_function("before => document.documentElement.dataset.step !== before", arg=step)
    middle = steps[len(steps) // 2]
    walked(f"en/{name}.ipynb?anew=1#{middle}", page)
    begins_at_its_heading(middle)


# What is ticked


def test_a_step_is_ticked_when_its_exercise_guess_race_or_try_was_solved_right_seen_or_done(walked):
    page = walked("en/melds.ipynb#repair", width=1280, height=720)
    _, source = list(exercises("melds", "en"))[1]
    exercise, tick = page.locator("#repair .cardlab-root"), entry(page, "repair")
    on = page.locator(".course-turn [data-do=next]")
    expect(tick).to_have_class("course-read")
    for solved in range(6):
        if solved:
            expect(tick).to_have_attribute("data-part", f"{solved}/6")
        expect(on).to_have_class("course-button course-second")
        if solved < 5:
            solve(page, exercise, source, by_mouse, "en")
    by_mouse(page, exercise, source.task(), source.words.solution[1], "en")
    # When all is solved, the way on is green.
    expect(on).to_have_class("course-button")
    assert page.evaluate(SEEN)["main"] == 1
    expect(tick).to_have_class("course-done")
    page = walked("en/deadwood.ipynb#best", page)
    guess, link = page.locator("#best"), entry(page, "best")
    title, check = guess.get_by_role("heading").first.text_content(), named(guess, "widget.check")
    expect(link).to_have_accessible_name(f"{title}, {say('page.read', 'en')}")
    for card in ("Jc", "6c"):
        guess.locator(f"[data-card='{card}']").click()
    check.click()
    expect(guess.locator(".cardlab-verdict.cardlab-no")).to_be_visible()
    expect(link).to_have_class("course-read")
    page = walked("en/deadwood.ipynb?anew=1#best", page)
    guess.locator("[data-card=Jc]").click()
    check.click()
    expect(link).to_have_accessible_name(f"{title}, {say('page.done', 'en')}")
    # Earned once is earned for ever.
    again(page)
    expect(link).to_have_class("course-done")
    page = walked("en/race.ipynb#watch", page)
    expect(entry(page, "watch")).to_have_class("course-read")
    page.locator("#watch").get_by_role("slider").press("End")
    expect(entry(page, "watch")).to_have_class("course-done")
    page.evaluate("location.hash = 'u2-1'")
    tried, link = page.locator("#u2-1"), entry(page, "u2-1")
    expect(link).to_have_class("course-read")
    tried.locator("[data-card='7d']").click()
    tried.locator(".cardlab-place").first.click()
    expect(link).to_have_class("course-done")


# The way in

PUZZLES = """() => {
  const now = Math.floor(Date.now() / 1000);
  const day = (back) => new Date(1000 * now - 86400000 * back).toISOString().slice(0, 10);
  const ten = [...Array(10).keys()].map((place) => place + 1);
  const whole = [1, 2].flatMap((back) => ten.map((at) => `puzzle ${day(back)} ${at} 0`));
  const answers = [`puzzle ${day(0)} 1 0`, ...whole].map((key) =>
    ({ drill: "stacks.play_one", key, level: 2, right: false, tries: 1, hints: 0, at: now - 60 }));
  localStorage.setItem("cardlab-progress", JSON.stringify({ format: "cardlab-progress/1", answers }));
}"""
EARNED = """earned => localStorage.setItem('cardlab-progress-steps',
  JSON.stringify({ seen: {}, earned: { melds: earned }, done: {} }))"""


def test_the_way_in_goes_on_where_one_stopped(walked):
    page = walked("en/index.ipynb")
    on = page.locator(".course-goon")
    assert not on.is_visible()
    # It answers who tries the cards.
    hand = page.locator(".cardlab-root", has=page.locator("[data-card='8s']"))
    for card in ("8s", "9s", "Ts", "Js"):
        hand.locator(f"[data-card='{card}']").click()
    expect(hand.locator(".cardlab-verdict.cardlab-yes")).to_contain_text("8♠ 9♠ 10♠ J♠")
    go_by_header(page, "melds.")
    page.wait_for_url("**/en/melds.*")
    until_ready(page)
    onward(page)
    root = page.locator(".course-step:visible .cardlab-root").first
    for card in ("4d", "5d", "6d"):
        root.locator(f"[data-card='{card}']").click()
    expect(page.locator(".course-steps a.course-done")).to_have_attribute("href", "#t3-2")
    page.locator(".course-home").click()
    page.wait_for_url("**/en/index.*")
    # What was done is not offered again, but the first that is left; and the lesson is named.
    expect(on.locator("strong")).to_have_text(f"{say('course.melds', 'en')} · The ace is low")
    # What is done stands there too: how far the lesson was walked, today's puzzles, the row of days.
    assert page.locator(".course-prose li:has([href*='melds.']) .course-far").inner_text() == "1/8"
    daily = page.locator(".course-daily", has=page.locator("[href*='puzzles.']"))
    page.evaluate(PUZZLES)
    again(page)
    expect(daily).to_contain_text(say("page.puzzles_done", "en", number=1))
    expect(daily).to_contain_text(say("page.row", "en", number=2))
    # In another language the lesson is called by its title there.
    page.locator(".course-languages [lang=de]").click()
    page.wait_for_url("**/de/index.*")
    expect(on.locator("strong")).to_have_text(say("course.melds", "de"))
    page.go_back()
    on.click()
    page.wait_for_url("**/en/melds.*#t3-3")
    until_ready(page)
    # At the end what was left out on the way is offered, and where nothing is left the next lesson.
    steps = page.locator(".course-step:not([data-extra])").evaluate_all("steps => steps.map((step) => step.id)")
    for earned, offered in ((steps[1:], "melds"), (steps, "deadwood")):
        page.evaluate(EARNED, earned)
        walked(f"{MELDS}?anew={len(earned)}#self-check", page)
        page.locator(".course-home").click()
        page.wait_for_url("**/en/index.*")
        expect(on).to_have_attribute("href", re.compile(rf"^{offered}\.\w+#start$"))


def test_a_first_page_that_is_open_shows_what_is_done_in_another_tab(walked):
    first = walked("en/index.ipynb")
    page = walked(f"{MELDS}#t3-2", first.context.new_page())
    root = page.locator(".course-step:visible .cardlab-root").first
    for card in ("4d", "5d", "6d"):
        root.locator(f"[data-card='{card}']").click()
    expect(first.locator(".course-goon strong")).to_have_text(f"{say('course.melds', 'en')} · The ace is low")
    expect(first.locator(".course-prose li:has([href*='melds.']) .course-far")).to_have_text("1/8")
    page = walked("en/turn.ipynb#start", page)
    named(page, "table.show_me").click()
    expect(first.get_by_text(say("progress.guided", "en", part=1, total=GUIDED))).to_be_visible()


def test_play_now_deals_either_game_by_one_click_goes_on_with_a_round_and_deals_anew_after_it(walked):
    lang = "de"
    page = walked(f"{lang}/index.ipynb", width=360, height=640)
    play_now = page.get_by_role("link", name=say("page.play_now", lang), exact=True)

    def kept():
        match = result_of(unpacked(page.evaluate("localStorage['cardlab-tongits']")))[0]
        return (match.seed, match.done), match.round.line.moves

    expect(play_now.first).to_be_in_viewport()
    fits(page)
    play_now.first.click()
    page.locator(".cardlab-felt").wait_for()
    in_sight(page, ".cardlab-felt", ".cardlab-word", "[role=option]", ".cardlab-choices")
    # What a careful player would begin with is selected: the first move is the second click.
    page.locator(".cardlab-choices .cardlab-main").click()
    page.get_by_text(f"{say('table.log', lang)} (").wait_for()
    dealt, made = kept()
    walked(f"{lang}/index.ipynb", page)
    play_now.first.click()
    page.locator(".cardlab-choices").wait_for()
    # Bots may have moved meanwhile. The focus is where the next move is made.
    found, moves = kept()
    assert (found, moves[: len(made)]) == (dealt, made)
    page.wait_for_function(AT_CONTROL)
    walked(f"{lang}/index.ipynb", page)
    beside = Beside(Setup(left="random", seed=8))
    while not beside.over:
        beside.play(beside.move())
    page.evaluate("text => localStorage.setItem('cardlab-tongits', text)", packed(beside.match))
    play_now.first.click()
    page.locator(".cardlab-choices").wait_for()
    expect(page.locator(".cardlab-ending")).to_have_count(0)
    assert len(kept()[0][1]) == 1
    assert "now" not in page.url
    walked(f"{lang}/index.ipynb", page)
    play_now.last.press("Enter")
    # The race runs: hands fill up by themselves, and the first card is one more click away.
    page.locator(".cardlab-slot [data-lies]").first.wait_for()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_focused()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_in_viewport(ratio=0.9)
    again(page)
    expect(page.locator(".cardlab-go-on")).to_be_focused()


TONGITS = "turn", first_round, "guided", (".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices")
TICHU = "race", first_race, "guided_race", (".cardlab-two", ".cardlab-runner", ".cardlab-below > :first-child")


@pytest.mark.parametrize(("name", "game", "counted", "parts"), [TONGITS, TICHU])
def test_a_guided_game_is_counted_in_one_sight_and_goes_on_after_a_reload(walked, name, game, counted, parts):
    page = walked("en/index.ipynb", width=360, height=640)
    learn = page.get_by_role("link", name=say("page.learn_it", "en"), exact=True)
    learn.nth(("turn", "race").index(name)).click()
    page.wait_for_url(f"**/en/{name}.*#start")
    until_ready(page)
    step, total = page.locator(".course-shown"), len(game().steps)

    def show_me(first, last):
        """Has the moves of these steps shown; after a move all of the table is in sight."""
        for number in range(first, last):
            step.get_by_text(say("table.guide_step", "en", number=number, count=total)).wait_for()
            if number > first:
                in_sight(page, ".cardlab-guide", *parts)
            named(step, "table.show_me").click()

    def is_done(number):
        expect(entry(page, "start")).to_have_attribute("data-part", f"{number}/{total}")

    show_me(1, 4)
    is_done(3)
    again(page)
    page.wait_for_function(AT_CONTROL)
    is_done(3)
    assert axe_finds(page, within=".course-shown") == []
    if name == "race":
        # Who has had every step shown has earned no tick.
        show_me(4, total + 1)
        page.get_by_text(say("lesson.first_race.closing", "en")).wait_for()
        is_done(total - 1)
        expect(page.locator("a.course-done[href$='#start']")).to_have_count(0)
        # Who has begun anew begins there after a reload too, and keeps what was counted.
        named(step, "table.steps_again").click()
        first = step.get_by_text(say("table.guide_step", "en", number=1, count=total))
        first.wait_for()
        again(page)
        first.wait_for()
    walked("en/index.ipynb", page)
    part = total if name == "race" else 3
    page.get_by_text(say(f"progress.{counted}", "en", part=part, total=total)).wait_for()


def test_a_word_is_explained_to_mouse_and_keyboard_and_nothing_moves(walked):
    page = walked("de/draw-call.ipynb#t6-2")
    tip, prose = page.locator(".course-tip"), page.locator(".course-step:visible .course-prose dfn")
    meant = [mark.get_attribute("data-term").removeprefix("word-") for mark in prose.all()]
    # Each word once, where the text has it first.
    assert sorted(meant) == ["burned", "call", "challenge", "deadwood", "fold", "meld"]
    first, second = (say(f"glossary.{word}", "de") for word in meant[:2])
    assert prose.first.get_attribute("aria-description") == first
    assert not page.locator(":is(h1, h2, h3, a, button, code) dfn").count()
    where = "it => [JSON.stringify(it.getBoundingClientRect()), document.documentElement.scrollHeight].join()"
    before = prose.first.evaluate(where)
    prose.first.hover()
    expect(tip).to_contain_text(first)
    assert prose.first.evaluate(where) == before
    tip.hover()
    page.mouse.move(2, 2, steps=2)
    expect(tip).to_be_hidden()
    # A click keeps what hovering has shown.
    prose.first.hover()
    prose.first.click()
    page.mouse.move(2, 2, steps=2)
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    heading(page).focus()
    for explained in (say("clause.T6.2", "de"), first, second):
        page.keyboard.press("Tab")
        expect(tip).to_contain_text(explained)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(prose.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(tip).to_contain_text(second)
