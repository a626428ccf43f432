"""A class joins, seen in a browser: the join page, the invitation, what is handed in; most of it in German."""

from pages import fits, is_sound, until_ready
from playwright.sync_api import expect

from cardlab.dashboard.display_names import spaced
from cardlab.lessons.answer_log import write
from cardlab.lessons.protocol import Answered, log_of
from cardlab.phrasing.catalogue import say

ONE_LINE = """link => {
    const { height } = link.getBoundingClientRect(), { fontSize, paddingTop } = getComputedStyle(link);
    return [height - 2 * parseFloat(paddingTop) < 2 * parseFloat(fontSize), link.scrollWidth <= link.clientWidth];
}"""


def send_everybody(room, **picks):
    """The teacher sends everybody to a lesson."""
    messages = [{"do": "pick", "what": what, "value": value} for what, value in picks.items()]
    return room.teach(*messages, {"do": "invite"}, tab="lesson")


# The way in


# German has the longest words of the three languages.
def test_a_learner_comes_in_by_the_code_and_goes_on_to_the_lesson_and_a_wrong_code_is_explained(browser, room):
    lang, name = "de", "Jürgen „J“ <b>"
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(f"{room.address}{lang}/melds.ipynb?seed=7")
    # The language may be changed on the way in.
    assert page.get_attribute("html", "lang") == "en"
    page.locator("nav.course-languages a[hreflang=de]").click()
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").inner_text() == say("room.join_title", lang)
    assert page.evaluate("document.activeElement.name") == "code"
    # What is kept about a name is said where it is typed.
    page.get_by_text(say("room.nickname_hint", lang)).wait_for()
    page.keyboard.type("AAAAAA")
    page.get_by_label(say("room.nickname_label", lang)).fill(name)
    page.keyboard.press("Enter")
    assert page.get_by_role("alert").inner_text() == say("room.refused.wrong", lang)
    assert page.get_by_label(say("room.nickname_label", lang)).input_value() == name
    is_sound(page)
    page.get_by_label(say("room.code_label", lang)).fill(spaced(room.code).lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{lang}/melds.ipynb?seed=7")
    until_ready(page)
    context.close()
    # The way in needs no script.
    page = browser.new_context(java_script_enabled=False, locale="nl").new_page()
    page.goto(f"{room.address}join?code={room.code}&to=/nl/turn.ipynb")
    page.get_by_role("button", name=say("room.enter", "nl")).click()
    page.wait_for_url("**/nl/turn.ipynb")
    page.context.close()


# The invitation


def test_everybody_is_called_by_one_tap_to_a_lesson_the_tables_and_the_board_and_a_call_can_wait_or_go(learner, room):
    anna, ben = learner("Anna", "de", width=320, height=640, has_touch=True, is_mobile=True), learner("Ben", "nl")
    calls = anna.locator(".course-invitation a")
    send_everybody(room, lesson="melds")
    late = learner("late", "en")
    calls.wait_for()
    assert calls.evaluate(ONE_LINE) == [True, True]
    for somebody, lang in ((anna, "de"), (ben, "nl"), (late, "en")):
        link = somebody.locator(".course-invitation a")
        link.click()
        somebody.wait_for_url(f"**/{lang}/melds.ipynb")
        until_ready(somebody)
        # Nobody is called to where they are.
        expect(link).to_have_count(0)
    send_everybody(room, lesson="index")
    anna.get_by_role("button", name=say("page.later", "de")).click()
    expect(calls).to_have_count(0)
    assert anna.url.endswith("/de/melds.ipynb")
    send_everybody(room, lesson="index")
    calls.wait_for()
    room.order(do="withdraw")
    expect(calls).to_have_count(0)
    room.teach({"do": "open_tables"}, tab="play")
    calls.get_by_text(say("together.invited", "de")).wait_for()
    assert calls.evaluate(ONE_LINE) == [True, True]
    calls.tap()
    table = anna.locator("main li a").first
    table.wait_for()
    assert table.bounding_box()["height"] >= 44
    fits(anna)
    room.order(do="withdraw")
    # The call to the board is on every page: at a table, on the list of tables, in the course.
    ben.goto(f"{room.address}tables?lang=nl")
    ben.get_by_role("button", name=say("together.open_it", "nl")).click()
    # The player who opens a table sits at it.
    ben.locator(".cardlab-you").get_by_text("Ben").wait_for()
    room.teach(lambda page: page.ask_own("Again?", "yes", "no"))
    everybody = ((anna, "de"), (ben, "nl"), (late, "en"))
    for page, lang in everybody:
        page.locator(".course-invitation a").get_by_text(say("board.invited", lang)).wait_for()
        page.set_viewport_size({"width": 320, "height": 844})
        assert page.locator(".course-invitation a").evaluate(ONE_LINE) == [True, True]
        page.set_viewport_size({"width": 1280, "height": 844})
    is_sound(ben)
    # A list of the header opens over it.
    menu = late.locator(".course-lessons details").first
    menu.locator("summary").click()
    for link in menu.locator("li a").all()[:2]:
        link.click(trial=True)
    room.order(do="reveal")
    for page, _ in everybody:
        page.locator(".course-invitation a").wait_for(state="detached")
    room.teach(lambda page: page.ask_own("Again?", "yes", "no"))
    ben.locator(".course-invitation a").click()
    ben.wait_for_url("**/board?lang=nl")
    room.order(do="end")
    for page, lang in everybody:
        page.locator(".course-alert.course-shown").get_by_text(say("page.ended", lang)).wait_for()
    # At tables nothing can be done any more.
    assert anna.locator("main").evaluate("main => main.inert")


def test_progress_is_handed_in_and_forgotten_at_the_end_which_is_said_to_everybody(learner, room):
    anna = learner("Anna")
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
        if path.startswith("board"):
            is_sound(anna)
    hand_in.focus()
    anna.keyboard.press("Enter")
    anna.get_by_text(say("hand_in.arrived")).wait_for()
    assert say("hand_in.count", count=1, total=1) in room.texts()
    anna.get_by_role("button", name=say("hand_in.take_back")).click()
    anna.get_by_text(say("hand_in.taken_back")).wait_for()
    assert say("hand_in.nobody") in room.texts()
    expect(hand_in).to_be_focused()
    anna.keyboard.press("Enter")
    anna.get_by_text(say("hand_in.arrived")).wait_for()
    room.order(do="end")
    assert say("hand_in.nobody") in room.texts()
    anna.locator(".course-alert.course-shown").get_by_text(say("page.ended")).wait_for()
    expect(anna.locator(".cardlab-hand-in")).to_have_count(0)
    anna.get_by_role("button", name=say("page.reload")).click()
    anna.wait_for_url("**/join?to=/en/index.ipynb")
