"""A lesson walked through step by step, and the way in: what is in sight, where one goes on, what is kept."""

import pytest
from pages import axe_finds, go_by_header, in_sight, until_ready
from playwright.sync_api import expect

from cardlab.lessons.guided_rounds import first_turn
from cardlab.phrasing.catalogue import say

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
    # The step stays over a reload, and the list tells what was seen.
    page.reload()
    until_ready(page)
    assert shown(page) == ["t3-2"]
    done = page.locator(".course-steps a.course-done")
    assert [one.get_attribute("href") for one in done.all()] == ["#start", "#t3-2"]
    assert page.locator(".course-steps [aria-current=step]").get_attribute("href") == "#t3-2"
    heading(page).focus()
    page.keyboard.press("Tab")
    onward(page)
    onward(page, "previous")
    assert shown(page) == ["t3-2"]
    page.go_back()
    page.wait_for_url("**#t3-3")
    assert shown(page) == ["t3-3"]
    # At the self-check one can go on to the next lesson; the extras behind it are in nobody's way.
    assert not page.locator(".course-onward").is_visible()
    page.locator(".course-steps a[href='#self-check']").click()
    expect(page.locator(".course-onward [rel=next]")).to_be_visible()
    expect(page.locator(".course-at")).to_have_text(say("page.step", "en", number=8, count=8))
    page.locator(".course-steps a[href='#t10-3']").click()
    expect(page.locator(".course-at")).to_have_text(say("page.extra", "en", number=2, count=3))
    extras = [step.get_attribute("id") for step in page.locator(".course-step[data-extra]").all()]
    assert (extras[:2], page.locator(".course-step").last.get_attribute("id")) == (["extras", "t10-3"], extras[-1])


def test_an_address_within_a_step_leads_to_its_place_there(walked):
    page = walked("en/draw-call.ipynb#may-call", width=1280, height=720)
    assert shown(page) == ["start"]
    page.goto(f"{page.url.partition('#')[0]}#t6-5")
    page.wait_for_function("document.documentElement.dataset.step === 't6-4'")
    expect(page.locator("#t6-5")).to_be_in_viewport()
    assert page.locator(".course-steps [aria-current=step]").get_attribute("href") == "#t6-4"


@pytest.mark.parametrize(("lang", "lesson"), [("de", "deadwood"), ("de", "scoring"), ("en", "melds")])
def test_a_lesson_begins_with_cards_and_the_way_on_in_one_sight(walked, lang, lesson):
    page = walked(f"{lang}/{lesson}.ipynb", width=1280, height=720)
    for part in (
        page.locator(".course-shown :is(.cardlab-cards, .cardlab-hand) img").last,
        page.locator(".course-turn"),
    ):
        expect(part).to_be_in_viewport(ratio=1)


def test_question_table_hand_and_answer_are_in_one_sight_where_the_step_is_higher_than_the_screen(walked):
    page = walked("de/draw-call.ipynb#who-wins", width=1280, height=720)
    page.locator(".course-turn [data-do=next]").click()
    expect(page.locator("#should-call")).to_be_visible()
    in_sight(page, ".cardlab-prompt", ".cardlab-cloth", ".cardlab-go")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_clause_and_cards_are_in_sight_together(walked, width, height):
    page = walked(f"{MELDS}#t3-2", width=width, height=height, has_touch=True)
    assert shown(page) == ["t3-2"]
    for part in (heading(page), page.locator(".course-step:visible [role=option]").first):
        expect(part).to_be_in_viewport()
    # A word is explained to a finger too, within the page; the next tap closes that.
    mark, tip = page.locator(".course-step:visible .course-prose dfn").first, page.locator(".course-tip")
    for closing in (mark, tip):
        mark.tap()
        expect(tip).to_contain_text(say("glossary.run", "en"))
        box = tip.bounding_box()
        assert min(box["x"], width - box["x"] - box["width"]) >= 0
        closing.tap()
        expect(tip).to_be_hidden()


def test_an_exercise_is_ticked_when_it_is_solved_and_not_when_it_is_seen(walked):
    page = walked("en/cards.ipynb")
    step = page.locator(".course-step", has=page.locator("[data-total]")).first
    anchor = step.get_attribute("id")
    link = page.locator(f".course-steps a[href='#{anchor}']")
    link.click()
    expect(step).to_be_visible()
    assert "course-done" not in (link.get_attribute("class") or "")
    exercise = step.locator("[data-total]")
    exercise.evaluate("it => { it.dataset.solved = '1'; }")
    expect(link).to_have_attribute("data-part", f"1/{exercise.get_attribute('data-total')}")
    exercise.evaluate("it => { it.dataset.solved = it.dataset.total; }")
    expect(link).to_have_class("course-done")


def test_what_is_only_to_be_guessed_is_ticked_when_it_is_seen(walked):
    page = walked("en/deadwood.ipynb#best")
    guess = page.locator("#best")
    expect(guess.locator(".cardlab-prompt")).to_be_visible()
    assert not guess.locator("[data-total]").count()
    expect(page.locator(".course-steps a[href='#best']")).to_have_class("course-done")


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
    page.get_by_role("button", name=say("page.stepwise", "en")).click()
    assert shown(page) == ["start"]
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{server}{MELDS}")
    assert plain.locator(".course-step:visible").count() == count
    context.close()


def test_the_way_in_goes_on_where_one_stopped(walked):
    page = walked("en/index.ipynb")
    assert not page.locator(".course-goon").is_visible()
    go_by_header(page, "melds.ipynb")
    page.wait_for_url(f"**/{MELDS}")
    until_ready(page)
    onward(page)
    told = page.locator(".course-steps [aria-current=step]").inner_text()
    page.locator(".course-home").click()
    page.wait_for_url("**/en/index.ipynb")
    on = page.locator(".course-goon")
    expect(on).to_contain_text(told)
    # What is done stands there too: how far the lesson was walked, today's puzzles, the row of days.
    assert page.locator(".course-prose li:has([href='melds.ipynb']) .course-far").inner_text() == "2/8"
    daily = page.locator(".course-daily", has=page.locator("[href$='puzzles.ipynb']"))
    assert [one.is_visible() for one in daily.locator("strong").all()] == [False, False]
    page.evaluate(
        """() => {
          const now = Math.floor(Date.now() / 1000);
          const today = `puzzle ${new Date().toISOString().slice(0, 10)} 1 0`;
          const answers = [today, "puzzle 2020-01-01 1 0"].map((key, back) =>
            ({ drill: "stacks.play_one", key, level: 2, right: true, tries: 1, hints: 0, at: now - 86400 * back }));
          localStorage.setItem("cardlab-progress", JSON.stringify({ format: "cardlab-progress/1", answers }));
        }"""
    )
    page.reload()
    until_ready(page)
    expect(daily).to_contain_text(say("page.puzzles_done", "en", number=1))
    expect(daily).to_contain_text(say("page.row", "en", number=2))
    assert daily.get_by_role("link").get_attribute("href") == "/en/puzzles.ipynb"
    on.click()
    page.wait_for_url(f"**/{MELDS}#t3-2")
    until_ready(page)
    assert shown(page) == ["t3-2"]


@pytest.mark.parametrize(("lang", "width", "height"), [("en", 1280, 720), ("de", 390, 844), ("nl", 360, 640)])
def test_both_games_are_on_the_first_screen_and_a_legal_move_is_three_clicks_away(walked, lang, width, height):
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
    cards.last.click()
    page.locator(".cardlab-choices .cardlab-main").click()
    page.locator(".cardlab-word .cardlab-title").wait_for()
    page.get_by_text(f"{say('table.log', lang)} (").wait_for()


def test_the_guided_round_and_a_race_in_slow_motion_stand_on_a_stage_of_their_own(walked):
    page = walked("en/index.ipynb", height=720)
    page.get_by_role("link", name=say("page.learn_it", "en"), exact=True).first.click()
    page.wait_for_url("**/en/turn.ipynb#start")
    until_ready(page)
    assert shown(page) == ["start"]
    step = page.locator(".course-step:visible")
    total = len(first_turn().steps)
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
    assert page.locator(".course-steps [aria-current=step]").get_attribute("data-part") == f"3/{total}"
    page.get_by_role("link", name=say("page.course_short", "en")).first.click()
    until_ready(page)
    page.get_by_text(say("progress.guided", "en", part=3, total=total)).wait_for()
    page.get_by_role("link", name=say("page.learn_it", "en"), exact=True).last.click()
    page.wait_for_url("**/en/race.ipynb#a-round")
    until_ready(page)
    assert shown(page) == ["a-round"]


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


def test_a_word_is_explained_in_every_form_to_mouse_and_keyboard_and_nothing_moves(walked):
    page = walked("de/draw-call.ipynb#t6-2")
    step, tip = page.locator(".course-step:visible"), page.locator(".course-tip")
    prose = step.locator(".course-prose dfn")
    meant = [mark.get_attribute("data-term") for mark in prose.all()]
    assert " ".join(meant) == "word-challenge word-deadwood word-fold word-burned word-meld"
    assert prose.first.get_attribute("aria-description") == say("glossary.challenge", "de")
    assert not page.locator(":is(h1, h2, h3, a, button, code) dfn").count()
    where = "it => [JSON.stringify(it.getBoundingClientRect()), document.documentElement.scrollHeight].join()"
    before = prose.first.evaluate(where)
    prose.first.hover()
    expect(tip).to_contain_text(say("glossary.challenge", "de"))
    assert prose.first.evaluate(where) == before
    tip.hover()
    page.mouse.move(2, 2, steps=2)
    expect(tip).to_be_hidden()
    prose.first.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(2, 2)
    heading(page).focus()
    page.keyboard.press("Tab")
    expect(tip).to_contain_text(say("clause.T6.2", "de"))
    for word in ("challenge", "deadwood"):
        page.keyboard.press("Tab")
        expect(tip).to_contain_text(say(f"glossary.{word}", "de"))
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(prose.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(tip).to_contain_text(say("glossary.deadwood", "de"))
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(tip).to_contain_text(say("clause.T6.3", "de"))
