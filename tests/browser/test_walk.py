"""A lesson walked through step by step, and the way in: what is in sight, where one goes on, what is kept."""

import os
import re

import pytest
from pages import AT_CONTROL, axe_finds, go_by_header, in_sight, until_ready
from playwright.sync_api import expect
from test_lessons import by_mouse, exercises, solve
from tongits_match import Beside

from cardlab.bot_rounds import play_tichu
from cardlab.bots.tichu import careful
from cardlab.lessons.course import LESSONS
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
def walked(visit, server):
    """Opens a lesson as a newcomer sees it: `walked("en/melds.ipynb", width=390)`."""

    def opening(path, **more):
        page = visit(f"{server}{path}", whole=False, **more)
        until_ready(page)
        return page

    return opening


def shown(page):
    """The anchors of the steps that can be seen."""
    return page.locator(".course-step:visible").evaluate_all("steps => steps.map((step) => step.id)")


def heading(page):
    return page.locator(".course-step:visible").locator("h1, h2, h3").first


def onward(page, word="next"):
    """Presses "Next" and waits until another step is seen."""
    before = page.get_attribute("html", "data-step")
    page.get_by_role("button", name=say(f"page.{word}", "en"), exact=True).click()
    page.wait_for_function("before => document.documentElement.dataset.step !== before", arg=before)


def test_one_step_is_seen_and_stays_and_the_next_one_follows_with_the_focus_on_its_heading(walked):
    page = walked(MELDS)
    assert shown(page) == ["start"]
    onward(page)
    assert shown(page) == ["t3-2"]
    assert page.url.endswith("#t3-2")
    expect(heading(page)).to_be_focused()
    # The step stays over a reload, and the list tells what was read.
    page.reload()
    until_ready(page)
    assert shown(page) == ["t3-2"]
    read = page.locator(".course-steps a.course-read")
    assert [one.get_attribute("href") for one in read.all()] == ["#start", "#t3-2"]
    assert page.locator(".course-steps a.course-done").count() == 0
    assert page.locator(".course-steps [aria-current=step]").get_attribute("href") == "#t3-2"
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
    page.locator(".course-steps a[href='#self-check']").click()
    expect(ahead).to_have_attribute("href", "/en/deadwood.ipynb")
    expect(page.locator(".course-turn [data-do=next]")).to_have_text(page.locator("#extras h2").first.text_content())
    assert page.locator(".course-onward:visible").count() == 0
    expect(page.locator(".course-at")).to_have_text(say("page.step", "en", number=8, count=8))
    page.locator(".course-steps a[href='#t10-3']").click()
    expect(page.locator(".course-at")).to_have_text(say("page.extra", "en", number=2, count=3))
    extras = [step.get_attribute("id") for step in page.locator(".course-step[data-extra]").all()]
    assert (extras[:2], page.locator(".course-step").last.get_attribute("id")) == (["extras", "t10-3"], extras[-1])


def test_the_skip_link_leads_past_the_list_to_the_heading_of_the_step_and_in_the_whole_lesson_too(walked):
    page = walked(f"{MELDS}#t3-3", width=1280, height=720)
    for is_whole in (False, True):
        if is_whole:
            page.locator(".course-whole").first.click()
        page.locator(".course-skip").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#t3-3 h2")).to_be_focused()
        expect(page.locator("#t3-3 h2")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.course-step').id") == "t3-3"


# Where the heading of the step is, how much of the header is seen, and which buttons are green.
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
    steps = [step.get_attribute("id") for step in page.locator(".course-step").all()]
    for step in steps:
        seen = page.evaluate(SEEN)
        assert seen["id"] == step
        assert seen["header"] != "cut"
        # Below the header, on a phone below the list of the steps as well.
        assert 0 <= seen["top"] - seen["header"] <= (40 if width > 1000 else 100)
        # In a guided game a card may have to be chosen first.
        assert seen["main"] == 1 or (seen["guided"] and seen["main"] == 0)
        if step != steps[-1]:
            page.locator(".course-turn [data-do=next]").click()
            page.wait_for_function("before => document.documentElement.dataset.step !== before", arg=step)
    middle = steps[len(steps) // 2]
    page.goto(page.url.partition("#")[0] + f"?anew=1#{middle}")
    until_ready(page)
    seen = page.evaluate(SEEN)
    assert (seen["id"], seen["header"] != "cut") == (middle, True)
    assert 0 <= seen["top"] - seen["header"] <= (40 if width > 1000 else 100)


def test_when_all_is_solved_the_way_on_is_green_and_in_sight_and_the_exercise_rests(walked):
    page = walked("en/melds.ipynb#repair", width=1280, height=720)
    _, source = list(exercises("melds", "en"))[1]
    exercise = page.locator("#repair .cardlab-root")
    on, tick = page.locator(".course-turn [data-do=next]"), page.locator(".course-steps a[href='#repair']")
    # It is ticked when it is solved, and not when it is seen.
    expect(tick).to_have_class("course-read")
    for solved in range(6):
        if solved:
            expect(tick).to_have_attribute("data-part", f"{solved}/6")
        assert page.evaluate(SEEN)["main"] == 1
        expect(on).to_have_class("course-button course-second")
        solve(page, exercise, source, by_mouse, "en") if solved < 5 else by_mouse(
            page, exercise, source.task(), source.solution()[1], "en"
        )
    expect(on).to_have_class("course-button")
    expect(on).to_be_in_viewport(ratio=1)
    assert page.evaluate(SEEN)["main"] == 1
    expect(tick).to_have_class("course-done")
    # At the end of a lesson it is the next one, called by its name.
    page.locator(".course-steps a[href='#self-check']").click()
    assert page.evaluate(SEEN)["main"] == 1
    expect(page.locator(".course-turn a")).to_be_visible()


def test_an_address_within_a_step_leads_to_its_place_there(walked):
    page = walked("en/draw-call.ipynb#may-call", width=1280, height=720)
    assert shown(page) == ["start"]
    page.goto(f"{page.url.partition('#')[0]}#t6-5")
    page.wait_for_function("() => document.documentElement.dataset.step === 't6-4'")
    expect(page.locator("#t6-5")).to_be_in_viewport()
    assert page.locator(".course-steps [aria-current=step]").get_attribute("href") == "#t6-4"


def test_a_lesson_begins_with_cards_and_the_way_on_in_one_sight(walked, server):
    page = walked("de/deadwood.ipynb", width=1280, height=720)
    for path in ("de/deadwood.ipynb", "de/scoring.ipynb", "de/melds.ipynb"):
        page.goto(f"{server}{path}")
        until_ready(page)
        cards = page.locator(".course-shown :is(.cardlab-cards, .cardlab-hand) .cardlab-face")
        for part in (cards.last, page.locator(".course-turn")):
            expect(part).to_be_in_viewport(ratio=1)


def test_heading_question_table_hand_and_choices_are_in_one_sight_where_the_step_is_higher_than_the_screen(walked):
    page = walked("de/draw-call.ipynb#who-wins", width=1280, height=720)
    page.locator(".course-turn [data-do=next]").click()
    expect(page.locator("#should-call")).to_be_visible()
    in_sight(page, ".course-prose", ".cardlab-prompt", ".cardlab-cloth", ".cardlab-answer-choices")


def test_clause_and_cards_are_in_sight_together_and_a_word_is_explained_to_a_finger_within_the_page(walked):
    page = walked(f"{MELDS}#t3-2", width=1280, height=720, has_touch=True)
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        until_ready(page)
        assert shown(page) == ["t3-2"]
        for part in (heading(page), page.locator(".course-step:visible [role=option]").first):
            expect(part).to_be_in_viewport()
        # The next tap closes what explains the word.
        mark, tip = page.locator(".course-step:visible .course-prose dfn").first, page.locator(".course-tip")
        for closing in (mark, tip):
            mark.tap()
            expect(tip).to_contain_text(say("glossary.run", "en"))
            box = tip.bounding_box()
            assert min(box["x"], width - box["x"] - box["width"]) >= 0
            closing.tap()
            expect(tip).to_be_hidden()


def test_a_guess_is_ticked_when_it_was_right_and_only_read_when_it_was_wrong(walked):
    page = walked("en/deadwood.ipynb#best")
    guess, link = page.locator("#best"), page.locator(".course-steps a[href='#best']")
    title = guess.get_by_role("heading").first.text_content()
    expect(link).to_have_class("course-read")
    expect(link).to_have_accessible_name(f"{title}, {say('page.read', 'en')}")
    guess.locator("[data-card=Jc]").click()
    guess.locator("[data-card='6c']").click()
    guess.get_by_role("button", name=say("widget.check", "en"), exact=True).click()
    expect(guess.locator(".cardlab-verdict.cardlab-no")).to_be_visible()
    # What was wrong to the end keeps no sign of being right.
    chosen = guess.locator("[data-card='6c']")
    assert chosen.evaluate("one => getComputedStyle(one, '::after').backgroundColor") == "rgb(156, 19, 38)"
    assert "rgb(156, 19, 38)" in chosen.locator(".cardlab-face").evaluate("one => getComputedStyle(one).boxShadow")
    expect(link).to_have_class("course-read")
    page.goto(page.url.replace("#best", "?anew=1#best"))
    until_ready(page)
    guess.locator("[data-card=Jc]").click()
    guess.get_by_role("button", name=say("widget.check", "en"), exact=True).click()
    expect(link).to_have_class("course-done")
    expect(link).to_have_accessible_name(f"{title}, {say('page.done', 'en')}")
    # Earned once is earned for ever.
    page.reload()
    until_ready(page)
    expect(link).to_have_class("course-done")


def test_a_round_is_ticked_when_it_was_played_or_watched_to_its_end_and_a_try_when_a_card_was_moved(walked):
    page = walked("en/turn.ipynb#your-own")
    expect(page.locator(".course-steps a[href='#your-own']")).to_have_class("course-read")
    page = walked("en/race.ipynb#watch")
    watched, watch = page.locator("#watch"), page.locator(".course-steps a[href='#watch']")
    forth = watched.get_by_role("button", name=say("play_tichu.later", "en"))
    moves = len(play_tichu((careful, careful), seed=3).moves)
    for _ in range(moves - 1):
        forth.click()
    expect(watch).to_have_class("course-read")
    forth.click()
    expect(watch).to_have_class("course-done")
    page.evaluate("location.hash = 'u2-1'")
    tried, link = page.locator("#u2-1"), page.locator(".course-steps a[href='#u2-1']")
    expect(link).to_have_class("course-read")
    tried.locator("[data-card='7d']").click()
    tried.locator(".cardlab-place").first.click()
    expect(link).to_have_class("course-done")
    tried.get_by_role("button", name=say("table.undo", "en")).click()
    expect(link).to_have_class("course-done")


def test_the_whole_lesson_is_one_switch_away_and_in_print_and_in_a_browser_without_scripts(walked, browser, server):
    page = walked(MELDS)
    count = page.locator(".course-step").count()
    page.emulate_media(media="print")
    assert len(shown(page)) == count > 10
    for part in ("nav.course-lessons", ".course-theme"):
        assert not page.locator(part).is_visible()
    page.emulate_media(media="null")
    page.get_by_role("button", name=say("page.whole", "en")).click()
    assert len(shown(page)) == count
    page.reload()
    until_ready(page)
    assert len(shown(page)) == count
    # No other lesson is shown otherwise by it.
    page.goto(page.url.replace(MELDS, "en/deadwood.ipynb"))
    until_ready(page)
    assert shown(page) == ["start"]
    page.go_back()
    until_ready(page)
    page.get_by_role("button", name=say("page.stepwise", "en")).click()
    assert shown(page) == ["start"]
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{server}{MELDS}")
    assert plain.locator(".course-step:visible").count() == count
    context.close()


def test_the_way_back_from_the_whole_lesson_is_the_same_button_in_sight_wherever_one_reads(walked, server):
    page = walked(MELDS)
    switch = page.locator(".course-steps .course-whole")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server}{MELDS}?anew={width}#t3-3")
        until_ready(page)
        # No other switch stands before the lesson.
        assert page.locator(".course-steps button:visible").all_inner_texts() == [say("page.whole", "en")]
        expect(page.locator(".course-lesson .course-turn ~ .course-codes")).to_be_visible()
        before = switch.bounding_box()
        switch.focus()
        page.keyboard.press("Enter")
        expect(switch).to_have_text(say("page.stepwise", "en"))
        expect(switch).to_be_focused()
        after = switch.bounding_box()
        assert abs(after["y"] - before["y"]) < 24
        heading = page.locator("#repair h2, #repair h3").first
        heading.evaluate("one => one.scrollIntoView()")
        expect(heading).to_be_in_viewport(ratio=1)
        assert heading.evaluate(
            """one => { const { left, top } = one.getBoundingClientRect();
            return document.elementFromPoint(left + 2, top + 2) === one; }"""
        )
        expect(switch).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        assert shown(page) == ["repair"]
        expect(switch).to_be_focused()
        page.reload()
        until_ready(page)
        assert shown(page) == ["repair"]


def test_the_way_in_goes_on_where_one_stopped(walked):
    page = walked("en/index.ipynb")
    assert not page.locator(".course-goon").is_visible()
    go_by_header(page, "melds.ipynb")
    page.wait_for_url(f"**/{MELDS}")
    until_ready(page)
    onward(page)
    root = page.locator(".course-step:visible .cardlab-root").first
    for card in ("4d", "5d", "6d"):
        root.locator(f"[data-card='{card}']").click()
    expect(page.locator(".course-steps a.course-done")).to_have_attribute("href", "#t3-2")
    page.locator(".course-home").click()
    page.wait_for_url("**/en/index.ipynb")
    on = page.locator(".course-goon")
    # What was done is not offered again, but the first that is left; and the lesson is named.
    expect(on.locator("strong")).to_have_text(f"{say('course.melds', 'en')} · The ace is low")
    # What is done stands there too: how far the lesson was walked, today's puzzles, the row of days.
    assert page.locator(".course-prose li:has([href='melds.ipynb']) .course-far").inner_text() == "1/8"
    daily = page.locator(".course-daily", has=page.locator("[href$='puzzles.ipynb']"))
    assert [one.is_visible() for one in daily.locator("strong").all()] == [False, False]
    page.evaluate(
        """() => {
          const now = Math.floor(Date.now() / 1000);
          const day = (back) => new Date(1000 * now - 86400000 * back).toISOString().slice(0, 10);
          const ten = [...Array(10).keys()].map((place) => place + 1);
          const whole = [1, 2].flatMap((back) => ten.map((at) => `puzzle ${day(back)} ${at} 0`));
          const keys = [`puzzle ${day(0)} 1 0`, ...whole];
          const answers = keys.map((key) =>
            ({ drill: "stacks.play_one", key, level: 2, right: false, tries: 1, hints: 0, at: now - 60 }));
          localStorage.setItem("cardlab-progress", JSON.stringify({ format: "cardlab-progress/1", answers }));
        }"""
    )
    page.reload()
    until_ready(page)
    expect(daily).to_contain_text(say("page.puzzles_done", "en", number=1))
    expect(daily).to_contain_text(say("page.row", "en", number=2))
    assert daily.get_by_role("link").get_attribute("href") == "/en/puzzles.ipynb"
    # In another language the lesson is called by its title there.
    page.locator(".course-languages [lang=de]").click()
    page.wait_for_url("**/de/index.ipynb")
    expect(on.locator("strong")).to_have_text(say("course.melds", "de"))
    page.go_back()
    on.click()
    page.wait_for_url(f"**/{MELDS}#t3-3")
    until_ready(page)
    assert shown(page) == ["t3-3"]
    # At the end what was left out on the way is offered, and where nothing is left the next lesson.
    steps = page.locator(".course-step:not([data-extra])").evaluate_all("steps => steps.map((step) => step.id)")
    for earned, offered in ((steps[1:], f"{MELDS}#start"), (steps, "en/deadwood.ipynb#start")):
        page.evaluate(
            """earned => localStorage.setItem('cardlab-progress-steps',
            JSON.stringify({ seen: {}, earned: { melds: earned }, done: {} }))""",
            earned,
        )
        page.goto(page.url.partition("/en/")[0] + f"/{MELDS}?anew={len(earned)}#self-check")
        until_ready(page)
        page.locator(".course-home").click()
        page.wait_for_url("**/en/index.ipynb")
        expect(on).to_have_attribute("href", offered.removeprefix("en/"))


@pytest.mark.parametrize(("lang", "width", "height"), [("en", 1280, 720), ("de", 360, 640)])
def test_both_games_are_on_the_first_screen_and_dealt_by_one_click(walked, server, lang, width, height):
    page = walked(f"{lang}/index.ipynb", width=width, height=height)
    play = page.get_by_role("link", name=say("page.play_now", lang), exact=True)
    assert play.count() == 2
    expect(play.first).to_be_in_viewport()
    hrefs = [one.get_attribute("href") for one in play.all()]
    assert hrefs == [f"/{lang}/play-tongits.ipynb?now=1", f"/{lang}/play-tichu.ipynb?now=1"]
    assert page.locator("header").bounding_box()["height"] < 110
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    play.first.click()
    felt = page.locator(".cardlab-felt")
    felt.wait_for()
    cards = page.locator("[role=option]")
    for part in (felt, page.locator(".cardlab-word"), cards.first, cards.last, page.locator(".cardlab-choices")):
        expect(part).to_be_in_viewport(ratio=1)
    # What a careful player would begin with is selected: the first move is the second click.
    page.locator(".cardlab-choices .cardlab-main").click()
    page.locator(".cardlab-word .cardlab-title").wait_for()
    page.get_by_text(f"{say('table.log', lang)} (").wait_for()
    page.goto(f"{server}{lang}/index.ipynb")
    play.last.click()
    # The race runs, with help: hands fill up by themselves, and the first card is one more click away.
    page.locator(".cardlab-slot [data-lies]").first.wait_for()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_focused()
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_in_viewport(ratio=0.9)
    page.wait_for_function("() => JSON.parse(localStorage['cardlab-races']).settings.draws_by_itself")


def test_play_now_deals_anew_after_a_round_that_has_ended_and_goes_on_with_one_that_runs(walked, server):
    page = walked("en/index.ipynb")
    play = page.get_by_role("link", name=say("page.play_now", "en"), exact=True)
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
    keep = "([key, text]) => localStorage.setItem(key, text)"
    page.evaluate(keep, ["cardlab-tongits", packed(beside.match)])
    page.evaluate(keep, ["cardlab-races", packed_races(race)])
    play.first.click()
    page.locator(".cardlab-choices").wait_for()
    expect(page.locator(".cardlab-ending")).to_have_count(0)

    def kept():
        match = result_of(unpacked(page.evaluate("localStorage['cardlab-tongits']")))[0]
        return match.seed, match.done, match.round.line.moves

    *dealt, made = kept()
    assert len(dealt[1]) == 1
    assert "now" not in page.url
    page.goto(f"{server}en/index.ipynb")
    play.first.click()
    page.locator(".cardlab-choices").wait_for()
    *found, moves = kept()
    assert found == dealt
    # Bots may have moved meanwhile.
    assert moves[: len(made)] == made
    # Who comes back finds the focus where the next move is made.
    page.wait_for_function(AT_CONTROL)
    page.goto(f"{server}en/index.ipynb")
    play.last.press("Enter")
    expect(page.locator(".cardlab-felt.cardlab-racing")).to_be_focused()
    page.locator(".cardlab-slot [data-lies]").first.wait_for()
    page.reload()
    expect(page.locator(".cardlab-go-on")).to_be_focused()


def test_on_a_page_of_several_widgets_one_button_is_green_and_it_is_where_one_works(walked):
    page = walked("en/review.ipynb")
    checks = page.get_by_role("button", name=say("widget.check", "en"), exact=True)
    green = page.locator(".cardlab-root:not([data-rests]) .cardlab-main:not([aria-disabled=true])")
    for check in (checks.nth(0), checks.nth(1)):
        check.focus()
        expect(green).to_have_count(1)
        assert check.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(20, 96, 63)"


def test_the_way_in_answers_who_tries_the_cards_and_has_four_colours_as_they_have(walked):
    page = walked("en/index.ipynb")
    hand = page.locator(".cardlab-root", has=page.locator("[data-card='8s']"))
    for card in ("8s", "9s", "Ts", "Js"):
        hand.locator(f"[data-card='{card}']").click()
    expect(hand.locator(".cardlab-verdict.cardlab-yes")).to_contain_text("8♠ 9♠ 10♠ J♠")
    club = page.locator(".course-fan [data-suit='♣']").first
    colour = "one => getComputedStyle(one).color"
    assert club.evaluate(colour) == "rgb(10, 106, 53)"
    page.locator(".course-deck").click()
    assert club.evaluate(colour) == page.locator(".course-fan [data-suit='♠']").first.evaluate(colour)


def test_on_a_phone_and_enlarged_the_piles_have_their_names_and_no_score_covers_a_text(walked):
    page = walked("en/play-tongits.ipynb?now=1")
    covered = """() => {
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
    for width, height in ((390, 844), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        for key in ("table.stock", "table.discards"):
            name = page.locator(".cardlab-heap .cardlab-owner strong", has_text=say(key, "en"))
            assert min(name.bounding_box()[size] for size in ("width", "height")) > 10
        page.locator(".cardlab-scored").first.wait_for()
        assert page.evaluate(covered) == []


def test_the_guided_round_and_a_race_in_slow_motion_stand_on_a_stage_of_their_own(walked):
    page = walked("en/index.ipynb", height=720)
    page.get_by_role("link", name=say("page.learn_it", "en"), exact=True).first.click()
    page.wait_for_url("**/en/turn.ipynb#start")
    until_ready(page)
    assert shown(page) == ["start"]
    step = page.locator(".course-step:visible")
    total = len(first_round().steps)
    expect(page.locator(".course-at")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 640})
    for done in range(3):
        step.get_by_text(say("table.guide_step", "en", number=done + 1, count=total)).wait_for()
        if done:
            in_sight(page, ".cardlab-guide", ".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices")
        step.get_by_role("button", name=say("table.show_me", "en")).click()
    step.get_by_text(say("table.guide_step", "en", number=4, count=total)).wait_for()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()
    until_ready(page)
    step.get_by_text(say("table.guide_step", "en", number=4, count=total)).wait_for()
    page.wait_for_function(AT_CONTROL)
    assert page.locator(".course-steps [aria-current=step]").get_attribute("data-part") == f"3/{total}"
    page.get_by_role("link", name=say("page.course_short", "en")).first.click()
    until_ready(page)
    page.get_by_text(say("progress.guided", "en", part=3, total=total)).wait_for()
    page.get_by_role("link", name=say("page.learn_it", "en"), exact=True).last.click()
    page.wait_for_url("**/en/race.ipynb#start")
    until_ready(page)
    page.locator("#start").get_by_text(say("table.guide_step", "en", number=1, count=13)).wait_for()


# German has the longest words.
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_guided_game_begins_with_heading_goal_hand_and_buttons_in_one_sight(walked, width, height):
    for name, hand, buttons in (
        ("turn", ".cardlab-own-hand", ".cardlab-choices"),
        ("race", ".cardlab-runner-0 .cardlab-slots", ".cardlab-below > :first-child"),
    ):
        page = walked(f"de/{name}.ipynb#start", width=width, height=height, has_touch=True)
        in_sight(page, "h1", ".cardlab-guide", hand, buttons)
        # Whoever scrolls on takes the goal along on a phone.
        if width < 1000:
            page.locator(f".course-shown {buttons}").last.evaluate("one => one.scrollIntoView({ block: 'start' })")
            in_sight(page, ".cardlab-guide")


def test_the_header_is_one_line_and_its_lists_close(walked):
    page = walked(MELDS, width=1280, height=720)
    assert page.locator("header").bounding_box()["height"] < 72
    learn, play = page.locator("nav.course-lessons summary").all()[:2]
    learn.click()
    link = page.locator("nav.course-lessons a[href$='deadwood.ipynb']")
    expect(link).to_be_visible()
    assert axe_finds(page, runOnly=["wcag2a", "wcag2aa", "wcag22aa"]) == []
    page.keyboard.press("Escape")
    expect(link).not_to_be_visible()
    expect(learn).to_be_focused()
    learn.click()
    play.click()
    expect(link).not_to_be_visible()
    page.locator("h1").click()
    assert page.locator("nav.course-lessons details[open]").count() == 0


# Words and clauses, explained where they stand.


def test_words_are_explained_in_exercises_too_and_nowhere_that_is_pressed(walked):
    page = walked("de/draw-call.ipynb?drill=who_wins&seed=1")
    words = page.locator(".course-step:visible .course-widget dfn")
    expect(words.first).to_be_visible()
    assert not words.locator("xpath=ancestor::*[self::button or self::label or self::a]").count()


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


def test_what_is_pressed_is_as_large_as_a_finger_needs_it(walked, server):
    page, found = walked("en/index.ipynb", width=390, height=844, has_touch=True), {}
    for path in PRESSED:
        page.goto(f"{server}en/{path}")
        until_ready(page)
        if "now" in path:
            page.locator(".cardlab-felt").first.wait_for()
        if small := page.evaluate(SMALL, CLOSE):
            found[path] = small
    assert found == {}


def test_where_there_are_only_fingers_no_key_is_named(walked, server):
    page = walked("de/index.ipynb", width=390, height=844, has_touch=True, is_mobile=True)
    for path in ("de/play-tichu.ipynb?now=1", "de/melds.ipynb#t3-3"):
        page.goto(f"{server}{path}")
        page.locator(".cardlab-slot [data-lies], .course-shown [role=option]").first.wait_for()
        assert page.get_by_role("button", name=re.compile(say("play_tichu.key", "de"))).count() == 0
        assert page.locator(".cardlab-root").get_by_text(re.compile("Tasten?")).locator("visible=true").count() == 0


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
    page.keyboard.press("Tab")
    expect(tip).to_contain_text(say("clause.T6.2", "de"))
    for explained in (first, second):
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
