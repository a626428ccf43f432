"""A lesson walked through step by step, and the way in: what is in sight, where one goes on, what is kept."""

import os
import re

import pytest
from pages import AT_CONTROL, axe_finds, fits, go_by_header, in_sight, until_ready
from playwright.sync_api import expect
from test_lessons import by_mouse, exercises, solve
from tongits_match import Beside

from cardlab.bot_rounds import play_tichu
from cardlab.bots.tichu import careful
from cardlab.lessons.course import LESSONS
from cardlab.lessons.guided_race import first_race
from cardlab.lessons.guided_rounds import first_round
from cardlab.phrasing.catalogue import say
from cardlab.tichu import Rules
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.race_storage import packed as packed_races
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings, TimedMatch
from cardlab.widgets.tongits_table.match_storage import packed, unpacked
from cardlab.widgets.tongits_table.played_match import Setup
from tests.widgets.turned_clock import next_move

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
    heading(page).focus()
    page.keyboard.press("Tab")
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
    assert page.locator(".course-onward:visible").count() == 0
    expect(page.locator(".course-at")).to_have_text(say("page.step", "en", number=8, count=8))
    entry(page, "t10-3").click()
    expect(page.locator(".course-at")).to_have_text(say("page.extra", "en", number=2, count=3))
    extras = [step.get_attribute("id") for step in page.locator(".course-step[data-extra]").all()]
    assert (extras[:2], page.locator(".course-step").last.get_attribute("id")) == (["extras", "t10-3"], extras[-1])
    # An address within a step leads to its place there.
    page = walked("en/draw-call.ipynb#may-call", page)
    assert shown(page) == ["start"]
    page.goto(f"{page.url.partition('#')[0]}#t6-5")
    expect(page.locator("#t6-5")).to_be_in_viewport()
    expect(entry(page, "t6-4")).to_have_attribute("aria-current", "step")


def test_the_whole_lesson_is_one_switch_away_and_back_and_in_print_and_in_a_browser_without_scripts(walked, browser):
    page = walked(f"{MELDS}#t3-3", width=1280, height=720)
    steps, switch = page.locator(".course-step"), page.locator(".course-steps .course-whole")
    count = steps.count()
    page.emulate_media(media="print")
    assert len(shown(page)) == count > 10
    for part in ("nav.course-lessons", ".course-theme"):
        assert not page.locator(part).is_visible()
    page.emulate_media(media="null")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page = walked(f"{MELDS}?anew={width}#t3-3", page)
        # No other switch stands before the lesson.
        assert page.locator(".course-steps button:visible").all_inner_texts() == [say("page.whole", "en")]
        expect(page.locator(".course-lesson .course-turn ~ .course-codes")).to_be_visible()
        before = switch.bounding_box()
        switch.focus()
        page.keyboard.press("Enter")
        expect(switch).to_have_text(say("page.stepwise", "en"))
        expect(switch).to_be_focused()
        assert abs(switch.bounding_box()["y"] - before["y"]) < 24
        # Wherever one reads, the way back is in sight and leads to the step that is read.
        title = page.locator("#repair h2, #repair h3").first
        title.evaluate("one => one.scrollIntoView()")
        expect(title).to_be_in_viewport(ratio=1)
        expect(switch).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        assert shown(page) == ["repair"]
        again(page)
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


# The texts of a step that touch what is above them.
TOUCHING = """() => [...document.querySelectorAll(".course-step")].flatMap((step) => {
    const seen = [...step.children].filter((one) => one.checkVisibility());
    const [tops, bottoms] = ["top", "bottom"].map((edge) => seen.map((one) => one.getBoundingClientRect()[edge]));
    return seen.filter((_, place) => place && tops[place] - bottoms[place - 1] < 12).map((one) => one.innerText);
})"""


@pytest.mark.parametrize("name", ["deadwood", "tips"])
def test_a_text_keeps_its_distance_from_the_one_above_it(lesson, name):
    assert lesson(f"en/{name}.ipynb").evaluate(TOUCHING) == []


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


@pytest.mark.parametrize(("width", "height"), SIZES if "EXERCISES" in os.environ else SIZES[:1])
@pytest.mark.parametrize("name", [lesson.name for lesson in LESSONS])
def test_next_and_a_link_lead_to_the_heading_of_every_step_and_one_button_is_green(walked, name, width, height):
    """In `make long` at four sizes."""
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


def test_an_exercise_is_ticked_when_all_is_solved_and_then_the_way_on_is_green(walked):
    page = walked("en/melds.ipynb#repair", width=1280, height=720)
    _, source = list(exercises("melds", "en"))[1]
    exercise, tick = page.locator("#repair .cardlab-root"), entry(page, "repair")
    on = page.locator(".course-turn [data-do=next]")
    expect(tick).to_have_class("course-read")
    for solved in range(6):
        if solved:
            expect(tick).to_have_attribute("data-part", f"{solved}/6")
        assert page.evaluate(SEEN)["main"] == 1
        expect(on).to_have_class("course-button course-second")
        if solved < 5:
            solve(page, exercise, source, by_mouse, "en")
    by_mouse(page, exercise, source.task(), source.solution()[1], "en")
    expect(on).to_have_class("course-button")
    expect(on).to_be_in_viewport(ratio=1)
    assert page.evaluate(SEEN)["main"] == 1
    expect(tick).to_have_class("course-done")
    # Of several exercises on one page, that is green in which one works.
    page = walked("en/review.ipynb", page)
    green = page.locator(".cardlab-root:not([data-rests]) .cardlab-main:not([aria-disabled=true])")
    for check in named(page, "widget.check").all()[:2]:
        check.focus()
        expect(green).to_have_count(1)
        assert check.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(20, 96, 63)"


WRONG = "rgb(156, 19, 38)"


def test_a_guess_a_race_and_a_try_are_ticked_when_they_were_right_seen_or_done(walked):
    page = walked("en/deadwood.ipynb#best")
    guess, link = page.locator("#best"), entry(page, "best")
    title, check = guess.get_by_role("heading").first.text_content(), named(guess, "widget.check")
    expect(link).to_have_accessible_name(f"{title}, {say('page.read', 'en')}")
    for card in ("Jc", "6c"):
        guess.locator(f"[data-card='{card}']").click()
    check.click()
    expect(guess.locator(".cardlab-verdict.cardlab-no")).to_be_visible()
    # What was wrong to the end keeps no sign of being right.
    chosen = guess.locator("[data-card='6c']")
    assert chosen.evaluate("one => getComputedStyle(one, '::after').backgroundColor") == WRONG
    assert WRONG in chosen.locator(".cardlab-face").evaluate("one => getComputedStyle(one).boxShadow")
    expect(link).to_have_class("course-read")
    page = walked("en/deadwood.ipynb?anew=1#best", page)
    guess.locator("[data-card=Jc]").click()
    check.click()
    expect(link).to_have_class("course-done")
    expect(link).to_have_accessible_name(f"{title}, {say('page.done', 'en')}")
    # Earned once is earned for ever.
    again(page)
    expect(link).to_have_class("course-done")
    page = walked("en/race.ipynb#watch", page)
    forth = page.locator("#watch").get_by_role("button", name=say("play_tichu.later", "en"))
    for _ in play_tichu((careful, careful), seed=3).moves:
        expect(entry(page, "watch")).to_have_class("course-read")
        forth.click()
    expect(entry(page, "watch")).to_have_class("course-done")
    page.evaluate("location.hash = 'u2-1'")
    tried, link = page.locator("#u2-1"), entry(page, "u2-1")
    expect(link).to_have_class("course-read")
    tried.locator("[data-card='7d']").click()
    tried.locator(".cardlab-place").first.click()
    expect(link).to_have_class("course-done")
    tried.get_by_role("button", name=say("table.undo", "en")).click()
    expect(link).to_have_class("course-done")
    page = walked("en/turn.ipynb#your-own", page)
    expect(entry(page, "your-own")).to_have_class("course-read")


# In one sight. German has the longest words.

OWN_HAND, SLOTS = ".cardlab-own-hand", ".cardlab-runner-0 .cardlab-slots"
SIGHTS = {
    "de/deadwood.ipynb": ("h1", ":is(.cardlab-cards, .cardlab-hand) .cardlab-face"),
    "de/scoring.ipynb": ("h1", ":is(.cardlab-cards, .cardlab-hand) .cardlab-face"),
    "de/melds.ipynb": ("h1", ":is(.cardlab-cards, .cardlab-hand) .cardlab-face"),
    "de/turn.ipynb#start": ("h1", ".cardlab-guide", OWN_HAND, ".cardlab-choices"),
    "de/race.ipynb#start": ("h1", ".cardlab-guide", SLOTS, ".cardlab-below > :first-child"),
}


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_lesson_begins_with_heading_cards_and_what_is_done_in_one_sight(walked, width, height):
    page = walked("de/index.ipynb", width=width, height=height, has_touch=True)
    for path, parts in SIGHTS.items():
        if "#" not in path and width < 1000:
            continue
        page = walked(path, page)
        in_sight(page, *parts)
        if "#" not in path:
            expect(page.locator(".course-turn")).to_be_in_viewport(ratio=1)
        elif width < 1000:
            # The goal comes along on a phone.
            page.locator(f".course-shown {parts[-1]}").last.evaluate("one => one.scrollIntoView({ block: 'start' })")
            in_sight(page, ".cardlab-guide")
    if width > 1000:
        page = walked("de/draw-call.ipynb#who-wins", page)
        page.locator(".course-turn [data-do=next]").click()
        expect(page.locator("#should-call")).to_be_visible()
        in_sight(page, ".course-prose", ".cardlab-prompt", ".cardlab-cloth", ".cardlab-answer-choices")
    # A word is explained to a finger within the page; the next tap closes what explains it.
    page = walked(f"{MELDS}#t3-2", page)
    for part in (heading(page), page.locator(".course-step:visible [role=option]").first):
        expect(part).to_be_in_viewport()
    mark, tip = page.locator(".course-step:visible .course-prose dfn").first, page.locator(".course-tip")
    for closing in (mark, tip):
        mark.tap()
        expect(tip).to_contain_text(say("glossary.run", "en"))
        box = tip.bounding_box()
        assert min(box["x"], width - box["x"] - box["width"]) >= 0
        closing.tap()
        expect(tip).to_be_hidden()


COVERED = """() => {
    const texts = [...document.querySelectorAll(".cardlab-sitter .cardlab-owner :is(strong, span)")];
    const range = document.createRange();
    return texts.filter((text) => {
        range.selectNodeContents(text);
        return [...document.querySelectorAll(".cardlab-scored > b")].some((score) => {
            const [one, other] = [range, score].map((it) => it.getBoundingClientRect());
            return one.width > 2 && one.left < other.right && other.left < one.right
                && one.top < other.bottom && other.top < one.bottom;
        });
    }).map((one) => one.textContent);
}"""


def test_on_a_phone_and_enlarged_the_piles_have_their_names_and_no_score_covers_a_text(walked):
    page = walked("en/play-tongits.ipynb?now=1")
    for width, height in ((390, 844), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        for key in ("table.stock", "table.discards"):
            name = page.locator(".cardlab-heap .cardlab-owner strong", has_text=say(key, "en"))
            assert min(name.bounding_box()[length] for length in ("width", "height")) > 10
        page.locator(".cardlab-scored").first.wait_for()
        assert page.evaluate(COVERED) == []


# What is pressed, but for links and words within sentences; where room is short, WCAG 2.2 AA (2.5.8) has 24 px.
CLOSE = ".cardlab-guide summary, .cardlab-heap summary, .cardlab-meld .cardlab-button, .cardlab-cards .cardlab-option"
SMALL = """close => [...document.querySelectorAll("a, button, summary, input, select, [role=option]")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const least = one.matches(close) ? 24 : 44;
    return width > 2 && one.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < least - 0.1
        && !one.closest("p, .course-prose li, .course-term, .course-skip");
}).map((one) => one.outerHTML.slice(0, 200))"""
PRESSED = (
    *("index.ipynb", "melds.ipynb#repair", "turn.ipynb#start", "race.ipynb#start", "rules-tongits.ipynb"),
    *("play-tongits.ipynb?now=1", "play-tichu.ipynb", "play-tichu.ipynb?now=1", "whatif.ipynb", "review.ipynb"),
)


KEY = re.compile(say("play_tichu.key", "de"))


def test_where_there_are_only_fingers_all_is_large_enough_for_one_and_no_key_is_named(walked):
    page, found = walked("de/index.ipynb", width=390, height=844, has_touch=True, is_mobile=True), {}
    for path in PRESSED:
        walked(f"de/{path}", page)
        if "now" in path:
            page.locator(".cardlab-felt").first.wait_for()
        if small := page.evaluate(SMALL, CLOSE):
            found[path] = small
        if path in ("melds.ipynb#repair", "play-tichu.ipynb?now=1"):
            page.locator(".cardlab-slot [data-lies], .course-shown [role=option]").first.wait_for()
            assert page.get_by_role("button", name=KEY).count() == 0
            assert page.locator(".cardlab-root").get_by_text(re.compile("Tasten?")).locator("visible=true").count() == 0
    assert found == {}


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
    assert [one.is_visible() for one in daily.locator("strong").all()] == [False, False]
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
    assert shown(page) == ["t3-3"]
    # At the end what was left out on the way is offered, and where nothing is left the next lesson.
    steps = page.locator(".course-step:not([data-extra])").evaluate_all("steps => steps.map((step) => step.id)")
    for earned, offered in ((steps[1:], "melds"), (steps, "deadwood")):
        page.evaluate(EARNED, earned)
        walked(f"{MELDS}?anew={len(earned)}#self-check", page)
        page.locator(".course-home").click()
        page.wait_for_url("**/en/index.*")
        expect(on).to_have_attribute("href", re.compile(rf"^{offered}\.\w+#start$"))


def ended_games():
    """What a browser keeps of a round of Tongits and a race of two persons that have come to their ends."""
    beside = Beside(Setup(left="random", seed=8))
    while not beside.over:
        beside.play(beside.move())
    race = TimedMatch(7, RaceSettings(against=Against.TWO), Rules(target=10_000))
    ended = race.next_round()
    while ended.outcome is None:
        now = ended.latest + 1000
        if ended.turning:
            ended.make(ended.next_turn(), now)
        for move in filter(None, (next_move(ended, seat) for seat in (0, 1))):
            ended.make(move, now)
    return {"cardlab-tongits": packed(beside.match), "cardlab-races": packed_races(race)}


def play_now(page, lang="en"):
    """The two links that deal a round at once."""
    return page.get_by_role("link", name=say("page.play_now", lang), exact=True)


@pytest.mark.parametrize(("lang", "width", "height"), [("en", 1280, 720), ("de", 360, 640)])
def test_both_games_are_on_the_first_screen_and_dealt_by_one_click(walked, lang, width, height):
    page = walked(f"{lang}/index.ipynb", width=width, height=height)
    expect(play_now(page, lang).first).to_be_in_viewport()
    assert page.locator("header").bounding_box()["height"] < 110
    fits(page)
    play_now(page, lang).first.click()
    page.locator(".cardlab-felt").wait_for()
    in_sight(page, ".cardlab-felt", ".cardlab-word", "[role=option]", ".cardlab-choices")
    # What a careful player would begin with is selected: the first move is the second click.
    page.locator(".cardlab-choices .cardlab-main").click()
    page.locator(".cardlab-word .cardlab-title").wait_for()
    page.get_by_text(f"{say('table.log', lang)} (").wait_for()
    walked(f"{lang}/index.ipynb", page)
    play_now(page, lang).last.click()
    # The race runs, with help: hands fill up by themselves, and the first card is one more click away.
    page.locator(".cardlab-slot [data-lies]").first.wait_for()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_focused()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_in_viewport(ratio=0.9)
    page.wait_for_function("() => JSON.parse(localStorage['cardlab-races']).settings.draws_by_itself")


def test_play_now_deals_anew_after_a_round_that_has_ended_and_goes_on_with_one_that_runs(walked):
    page = walked("en/index.ipynb")
    for key, text in ended_games().items():
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])

    def kept():
        match = result_of(unpacked(page.evaluate("localStorage['cardlab-tongits']")))[0]
        return (match.seed, match.done), match.round.line.moves

    play_now(page).first.click()
    page.locator(".cardlab-choices").wait_for()
    expect(page.locator(".cardlab-ending")).to_have_count(0)
    dealt, made = kept()
    assert len(dealt[1]) == 1
    assert "now" not in page.url
    walked("en/index.ipynb", page)
    play_now(page).first.click()
    page.locator(".cardlab-choices").wait_for()
    # Bots may have moved meanwhile. The focus is where the next move is made.
    found, moves = kept()
    assert (found, moves[: len(made)]) == (dealt, made)
    page.wait_for_function(AT_CONTROL)
    walked("en/index.ipynb", page)
    play_now(page).last.press("Enter")
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_focused()
    page.locator(".cardlab-slot [data-lies]").first.wait_for()
    page.reload()
    expect(page.locator(".cardlab-go-on")).to_be_focused()


TONGITS = "turn", first_round, "guided", (".cardlab-felt", ".cardlab-word", OWN_HAND, ".cardlab-choices")
TICHU = "race", first_race, "guided_race", (".cardlab-two", ".cardlab-runner", ".cardlab-below > :first-child")


@pytest.mark.parametrize(("name", "game", "counted", "parts"), [TONGITS, TICHU])
def test_a_guided_game_is_counted_in_one_sight_and_goes_on_after_a_reload(walked, name, game, counted, parts):
    page = walked("en/index.ipynb", width=360, height=640)
    learn = page.get_by_role("link", name=say("page.learn_it", "en"), exact=True)
    learn.nth(("turn", "race").index(name)).click()
    page.wait_for_url(f"**/en/{name}.*#start")
    until_ready(page)
    assert shown(page) == ["start"]
    expect(page.locator(".course-at")).to_be_hidden()
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
    walked("en/index.ipynb", page)
    part = total if name == "race" else 3
    page.get_by_text(say(f"progress.{counted}", "en", part=part, total=total)).wait_for()


# Words and clauses, explained where they stand


def test_a_word_is_explained_in_every_form_to_mouse_and_keyboard_and_nothing_moves(walked):
    page = walked("de/draw-call.ipynb#t6-2")
    step, tip = page.locator(".course-step:visible"), page.locator(".course-tip")
    prose = step.locator(".course-prose dfn")
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
    prose.first.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(2, 2)
    # A click keeps what hovering has shown; the next one closes it.
    prose.first.hover()
    expect(tip).to_be_visible()
    for seen in (True, False):
        prose.first.click()
        page.mouse.move(2, 2, steps=2)
        expect(tip).to_be_visible(visible=seen)
        prose.first.hover()
    page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    heading(page).focus()
    for explained in (say("clause.T6.2", "de"), first, second):
        page.keyboard.press("Tab")
        expect(tip).to_contain_text(explained)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(prose.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(tip).to_contain_text(second)
    step.locator(".course-prose [data-term='T6.3']").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip).to_contain_text(say("clause.T6.3", "de"))
    # In exercises too.
    page = walked("de/draw-call.ipynb?drill=who_wins&seed=1", page)
    words = page.locator(".course-step:visible .course-widget dfn")
    expect(words.first).to_be_visible()
    assert not words.locator("xpath=ancestor::*[self::button or self::label or self::a]").count()
