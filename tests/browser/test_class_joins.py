"""A class joins, seen in a browser: the join page, the teacher's page, the invitation, most of it in German."""

import json
from urllib.parse import urlsplit

import pytest
from classroom import browsers, class_without_lessons, classroom
from pages import is_sound, keep, until_ready
from playwright.sync_api import expect

from cardlab.dashboard.display_names import spaced
from cardlab.lessons.answer_log import write
from cardlab.lessons.protocol import Answered, log_of
from cardlab.phrasing.catalogue import say


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    store = tmp_path_factory.mktemp("class") / "tables.sqlite3"
    with classroom("--store", str(store)) as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come."""
    running.order(do="end")
    return running


@pytest.fixture
def browse(browser, room):
    with browsers(browser, room, height=900) as opening:
        yield opening


@pytest.fixture
def teacher(browse, room):
    """The teacher's page, as the terminal's address opens it: `page = teacher("de", width=390)`."""

    def opening(lang="en", **more):
        page = browse(locale=lang, **more)
        page.goto(f"{room.address}teacher?key={room.key}")
        page.wait_for_selector("html[data-teacher=ready]", state="attached")
        assert page.url == f"{room.address}teacher"
        return page

    return opening


@pytest.fixture
def learner(browse, room):
    """Somebody who has scanned the code and come in: `page = learner("Anna", "de")`, on the way into the course."""

    def opening(name="", lang="en", **more):
        page = browse(locale=lang, **more)
        page.goto(f"{room.address}join?code={room.code}")
        page.get_by_label(say("room.nickname_label", lang)).fill(name)
        page.get_by_role("button", name=say("room.enter", lang)).click()
        page.wait_for_url(f"**/{lang}/index.ipynb")
        until_ready(page)
        return page

    return opening


def sure(page, question, yes, **facts):
    """Answers what is asked first with the button that does it."""
    dialog = page.get_by_role("dialog", name=say(question, **facts))
    dialog.get_by_role("button", name=say(yes, **facts), exact=True).click()


ONE_LINE = """link => {
    const { height } = link.getBoundingClientRect(), { fontSize, paddingTop } = getComputedStyle(link);
    return [height - 2 * parseFloat(paddingTop) < 2 * parseFloat(fontSize), link.scrollWidth <= link.clientWidth];
}"""
BESIDE = """() => {
    const bar = document.querySelector(".course-invitation").getBoundingClientRect();
    return [...document.querySelectorAll(".course-header :is(summary, button, .course-languages a, .course-home)")]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, { top, bottom }]) => bottom > bar.top && top < bar.bottom)
        .map(([one]) => one.textContent);
}"""


def chooser(page, name):
    return page.get_by_role("combobox", name=name, exact=True)


def part(page, name):
    return page.locator(f'[data-part="{name}"]')


# The way in


# German has the longest words of the three languages.
def test_a_learner_comes_in_by_the_code_and_goes_on_to_the_lesson(browse, room):
    lang = "de"
    page = browse(locale=lang)
    page.goto(f"{room.address}{lang}/melds.ipynb?seed=7")
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").inner_text() == say("room.join_title", lang)
    assert page.evaluate("document.activeElement.name") == "code"
    is_sound(page)
    keep(page, f"join-{lang}", ("light", "dark"))
    page.keyboard.type(spaced(room.code).lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{lang}/melds.ipynb?seed=7")
    until_ready(page)
    assert page.locator("h1").count() == 1


def test_a_wrong_code_is_explained_and_what_was_typed_stays(browser, room):
    context = browser.new_context(locale="de")
    page = context.new_page()
    page.goto(f"{room.address}de/melds.ipynb")
    page.get_by_label(say("room.code_label", "de")).fill("AAAAAA")
    page.get_by_label(say("room.nickname_label", "de")).fill("Jürgen „J“ <b>")
    page.get_by_role("button").last.click()
    assert page.get_by_role("alert").inner_text() == say("room.refused.wrong", "de")
    assert page.get_by_label(say("room.nickname_label", "de")).input_value() == "Jürgen „J“ <b>"
    is_sound(page)
    page.get_by_label(say("room.code_label", "de")).fill(room.code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/de/melds.ipynb")
    context.close()


def test_the_way_in_needs_no_script(browse, room):
    page = browse(java_script_enabled=False, locale="nl")
    page.goto(f"{room.address}join?code={room.code}&to=/nl/turn.ipynb")
    page.get_by_role("button", name=say("room.enter", "nl")).click()
    page.wait_for_url("**/nl/turn.ipynb")


def test_the_language_may_be_changed_on_the_way_in(browse, room):
    page = browse(locale="en")
    page.goto(f"{room.address}join?code={room.code}&to=/en/melds.ipynb?seed=7")
    page.locator("nav.course-languages a[hreflang=de]").click()
    assert page.locator("h1").inner_text() == say("room.join_title", "de")
    page.get_by_role("button", name=say("room.enter", "de")).click()
    page.wait_for_url("**/en/melds.ipynb?seed=7")


# The teacher's page


def test_the_teachers_page_is_sound(teacher, room):
    lang = "de"
    room.join(name="Zoë <b>")
    page = teacher(lang)
    page.get_by_text("Zoë <b>", exact=True).wait_for()
    assert page.get_attribute("html", "lang") == lang
    assert part(page, "code").inner_text() == spaced(room.code)
    assert part(page, "address").inner_text() == urlsplit(room.address).netloc
    assert part(page, "drawing").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    chooser(page, say("room.lesson", lang)).select_option("melds")
    page.get_by_role("button", name=say("room.invite_everyone", lang)).click()
    part(page, "invitation").get_by_role("button").wait_for()
    is_sound(page)
    keep(page, f"teacher-{lang}", ("light", "dark"))
    page.get_by_role("button", name=say("room.large", lang)).click()
    page.wait_for_function("() => document.fullscreenElement && document.querySelector('dialog[open]')")
    page.get_by_role("button", name=say("room.close", lang)).click()
    page.wait_for_function("() => !document.fullscreenElement && !document.querySelector('dialog[open]')")
    page.evaluate("delete Element.prototype.requestFullscreen")  # as on a phone, where no page fills the screen
    page.get_by_role("button", name=say("room.large", lang)).click()
    page.locator("dialog[open]").wait_for()
    is_sound(page)
    keep(page, f"teacher-large-{lang}", ("light", "dark"))
    page.get_by_role("button", name=say("room.close", lang)).click()
    page.locator(".room-door").locator(part(page, "code")).wait_for()


def test_who_comes_and_goes_is_seen_without_a_reload(teacher, learner):
    page = teacher()
    assert part(page, "count").inner_text() == say("room.nobody")
    anna = learner("Anna")
    part(page, "count").get_by_text(say("room.count", count=1)).wait_for()
    assert part(page, "people").locator("li").all_inner_texts() == ["Anna\nOverview\nRemove"]
    anna.goto(anna.url.replace("index", "melds"))
    until_ready(anna)
    part(page, "people").get_by_text("Tongits: melds").wait_for()
    anna.close(run_before_unload=True)
    part(page, "people").get_by_text(say("room.was_on", lesson="Tongits: melds")).wait_for()


def test_everybody_is_invited_and_one_tap_leads_there(teacher, learner):
    here = [learner("Anna", "de", width=390), learner("", "nl")]
    page = teacher()
    chooser(page, say("room.lesson")).select_option("melds")
    chooser(page, say("room.level")).select_option("2")
    page.get_by_label(say("room.start"), exact=True).fill("42")
    page.get_by_role("button", name=say("room.invite_everyone")).click()
    part(page, "invitation").get_by_text("start number 42").wait_for()
    here.append(learner("late", "en"))
    here[0].locator(".course-invitation a").wait_for()
    keep(here[0], "invited-de")
    for somebody, lang in zip(here, ("de", "nl", "en"), strict=True):
        link = somebody.locator(".course-invitation a")
        link.wait_for()
        size = somebody.viewport_size
        somebody.set_viewport_size({"width": 320, "height": 640})
        assert link.evaluate(ONE_LINE) == [True, True]
        somebody.set_viewport_size(size)
        link.click()
        somebody.wait_for_url(f"**/{lang}/melds.ipynb?seed=42&level=2")
        until_ready(somebody)
    part(page, "invitation").get_by_role("button").click()
    part(page, "invitation").wait_for(state="hidden")


def test_an_invitation_can_wait_is_taken_back_and_does_not_call_to_where_one_is(teacher, learner):
    anna, ben = learner("Anna"), learner("Ben")
    page = teacher()
    calls = anna.locator(".course-invitation a")
    chooser(page, say("room.lesson")).select_option("index")
    page.get_by_role("button", name=say("room.invite_everyone")).click()
    part(page, "invitation").get_by_role("button").wait_for()
    anna.goto(anna.url.replace("index", "melds"))
    anna.get_by_role("button", name=say("page.later")).click()
    calls.wait_for(state="detached")
    until_ready(anna)
    assert anna.url.endswith("/en/melds.ipynb")
    ben.reload()
    until_ready(ben)
    assert ben.locator(".course-invitation").inner_text() == ""
    page.get_by_role("button", name=say("room.invite_everyone")).click()
    calls.wait_for()
    page.get_by_role("button", name=say("room.withdraw")).click()
    calls.wait_for(state="detached")


def ask(room, **order):
    """What the teacher does at the board."""
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": room.teacher()}
    assert room.ask(f"{room.base}teacher/board/do?lang=en", "POST", json.dumps(order), **headers).status == 200


POLL = {"ask": "free", "text": "Again?", "options": ["yes", "no"], "right": []}


@pytest.mark.parametrize("width", [1280, 390])
def test_the_call_to_the_board_is_on_every_page_below_the_menu_and_goes_when_it_is_revealed(learner, room, width):
    opener = learner("Anna", "de", width=width, height=844)
    opener.goto(f"{room.address}tables?lang=de")
    opener.get_by_role("button", name=say("together.open_it", "de")).click()
    # The player who opens a table sits at it.
    opener.locator(".cardlab-you").get_by_text("Anna").wait_for()
    somewhere = [opener]
    for path in ("tables?lang=de", "tournaments?lang=de", "de/index.ipynb"):
        page = learner(path, "de", width=width, height=844)
        page.goto(f"{room.address}{path}")
        somewhere.append(page)
    ask(room, do="ask", questions=[POLL])
    for page in somewhere:
        page.locator(".course-invitation a").get_by_text(say("board.invited", "de")).wait_for()
        assert page.evaluate(BESIDE) == [], page.url
        is_sound(page)
        page.set_viewport_size({"width": 320, "height": 844})
        assert page.locator(".course-invitation a").evaluate(ONE_LINE) == [True, True]
        page.set_viewport_size({"width": width, "height": 844})
    keep(opener, f"called-at-a-table-{width}")
    # A list of the header opens over it.
    menu = page.locator(".course-lessons details").first
    menu.locator("summary").click()
    for link in menu.locator("li a").all()[:2]:
        link.click(trial=True)
    ask(room, do="reveal")
    for page in somewhere:
        page.locator(".course-invitation a").wait_for(state="detached")
    ask(room, do="ask", questions=[POLL])
    opener.locator(".course-invitation a").click()
    opener.wait_for_url("**/board?lang=de")
    room.order(do="end")
    for page in somewhere:
        page.locator(".course-alert.course-shown").get_by_text(say("page.out", "de")).wait_for()


def test_the_teacher_is_not_invited(teacher, room):
    page = teacher()
    ask(room, do="ask", questions=[POLL])
    room.order(do="invite", lesson="melds")
    page.goto(f"{room.address}en/demo.ipynb")
    until_ready(page)
    assert page.locator(".course-invitation").inner_text() == ""


def test_an_exercise_of_a_lesson_is_two_presses_away_from_the_board(teacher, learner, room):
    anna, page = learner("Anna"), teacher()
    for one in (page, anna):
        one.goto(f"{room.address}en/melds.ipynb?seed=7#t3-3")
        until_ready(one)
    asks = page.get_by_role("link", name=say("page.ask_board"))
    asks.first.click()
    page.wait_for_url("**/teacher/board?*")
    page.wait_for_selector("html[data-board=ready]", state="attached")
    page.keyboard.press("Enter")
    page.locator(".board-kind").get_by_text("Level 1").wait_for()
    anna.locator(".course-invitation a").wait_for()
    assert anna.get_by_role("link", name=say("page.ask_board")).count() == 0


def test_what_is_kept_about_a_name_is_said_where_it_is_typed(browse, room):
    page = browse(locale="en")
    page.goto(f"{room.address}join?code={room.code}&to=/tables?lang=en")
    page.get_by_text(say("room.nickname_hint")).wait_for()
    page.get_by_role("button", name=say("room.enter")).click()
    kept = page.get_by_text(say("together.name_kept"))
    kept.wait_for()
    page.get_by_label(say("together.name"), exact=True).fill("Mia")
    page.get_by_role("button", name=say("together.open_it")).click()
    page.locator(".cardlab-you").get_by_text("Mia").wait_for()
    page.get_by_role("button", name=say("together.rise")).click()
    kept.wait_for()
    is_sound(page)


def test_an_exercise_of_its_own_has_a_link_to_pass_on(teacher, room):
    page = teacher("de")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chooser(page, say("room.lesson", "de")).select_option("melds")
    chooser(page, say("room.drill", "de")).select_option("melds.repair")
    chooser(page, say("room.level", "de")).select_option("3")
    page.get_by_label(say("room.start", "de"), exact=True).fill("007")
    wanted = f"{room.address}de/melds.ipynb?seed=7&drill=melds.repair&level=3"
    assert part(page, "link").input_value() == wanted
    page.get_by_role("button", name=say("room.copy_link", "de")).click()
    part(page, "said").get_by_text(say("room.copied", "de")).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == wanted
    details = page.get_by_text(say("room.link_drawing", "de"))
    details.click()
    picture = page.get_by_role("img", name=f"{say('room.drawing_alt', 'de')} {wanted}")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    details.click()
    chooser(page, say("room.lesson", "de")).select_option("play-tongits")
    assert part(page, "link").input_value() == f"{room.address}de/play-tongits.ipynb"
    assert not page.get_by_label(say("room.start", "de"), exact=True).is_visible()
    chooser(page, say("room.lesson", "de")).select_option("turn")
    assert part(page, "link").input_value() == f"{room.address}de/turn.ipynb?seed=7&level=3"


def test_progress_is_handed_in_and_forgotten_at_the_end_which_is_said_to_everybody(teacher, learner, room):
    anna = learner("Anna")
    page = teacher()
    part(page, "people").get_by_text("Anna").wait_for()
    solved = Answered("draw_call.may_call", "1 0 0", 1, right=False, tries=2, hints=0, at=1_780_000_000)
    anna.evaluate("text => localStorage.setItem('cardlab-progress', text)", write(log_of([solved])))
    anna.reload()
    until_ready(anna)
    # It is in the first screen of a phone, on the first page and on that of the class.
    anna.set_viewport_size({"width": 390, "height": 844})
    hand_in = anna.get_by_role("button", name=f"{say('hand_in.press')} (1)", disabled=False)
    for path in ("board?lang=en", "en/index.ipynb"):
        anna.goto(f"{room.address}{path}")
        until_ready(anna)
        hand_in.wait_for()
        assert hand_in.bounding_box()["y"] < 600, path
        is_sound(anna)
        keep(anna, f"hand-in-{path.partition('?')[0].replace('/', '-')}")
    hand_in.focus()
    anna.keyboard.press("Enter")
    anna.get_by_text(say("hand_in.arrived")).wait_for()
    part(page, "handed-in").get_by_text(say("hand_in.count", count=1, total=1)).wait_for()
    anna.get_by_role("button", name=say("hand_in.take_back")).click()
    anna.get_by_text(say("hand_in.taken_back")).wait_for()
    part(page, "handed-in").get_by_text(say("hand_in.nobody")).wait_for()
    expect(hand_in).to_be_focused()
    anna.keyboard.press("Enter")
    anna.get_by_text(say("hand_in.arrived")).wait_for()
    page.get_by_role("link", name=say("hand_in.open")).click()
    page.get_by_role("cell", name=say("cli.progress.percent", part=0), exact=True).first.wait_for()
    is_sound(page)
    keep(page, "handed-in", ("light", "dark"))
    page.get_by_role("link", name=say("board.to_teacher")).click()
    part(page, "people").get_by_text("Anna").wait_for()
    page.get_by_role("button", name=say("room.end"), exact=True).click()
    sure(page, "room.end_sure", "room.end")
    part(page, "people").locator("li").wait_for(state="detached")
    part(page, "handed-in").get_by_text(say("hand_in.nobody")).wait_for()
    anna.locator(".course-alert.course-shown").get_by_text(say("page.out")).wait_for()
    anna.get_by_role("button", name=say("page.reload")).click()
    anna.wait_for_url("**/join?to=/en/index.ipynb")


def test_one_is_removed_and_a_new_code_made_with_the_keyboard_and_the_focus_stays(teacher, room):
    for name in ("Anna", "Ben", "Carla"):
        room.join(name=name)
    before, page = spaced(room.code), teacher()
    button = page.get_by_role("button", name=say("room.remove", name="Ben"))
    button.focus()
    # It is asked first, and the way out has the focus.
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_text(say("room.remove_sure", name="Ben")).wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    expect(button).to_be_focused()
    assert [one["name"] for one in room.state()["people"]] == ["Anna", "Ben", "Carla"]
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    button.wait_for(state="detached")
    expect(page.get_by_role("button", name=say("room.remove", name="Carla"))).to_be_focused()
    renew = page.get_by_role("button", name=say("room.renew"))
    renew.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert spaced(room.code) == before
    page.keyboard.press("Enter")
    is_sound(page)
    sure(page, "room.renew_sure", "room.renew")
    page.wait_for_function("old => document.querySelector('[data-part=code]').textContent !== old", arg=before)
    assert part(page, "code").inner_text() == room.state()["code"]
    expect(renew).to_be_focused()


def test_a_server_that_is_gone_is_said_on_the_teachers_page(browser):
    context = browser.new_context(locale="en")
    page = context.new_page()
    with class_without_lessons() as room:
        page.goto(f"{room.address}teacher?key={room.key}")
        page.wait_for_selector("html[data-teacher=ready]", state="attached")
    page.get_by_text(say("room.lost")).wait_for()
    context.close()
