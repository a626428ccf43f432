"""The class board seen in browsers: the teacher's page, phones that answer, and what each of them sees and when."""

import csv
import json
import re
from pathlib import Path

import pytest
from classroom import browsers, classroom
from pages import is_sound, keep

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say

SHOWN, ALIVE = "html[data-board=ready]", "html[data-course=ready]"
VERDICT_SEEN = "() => document.querySelector('.cardlab-verdict').getBoundingClientRect().bottom < innerHeight + 1"


@pytest.fixture(scope="module")
def room():
    with classroom() as running:
        yield running


@pytest.fixture
def browse(browser, room):
    with browsers(browser, room, height=720) as opening:
        yield opening


def others(browse, room, count):
    """So many more learners, each with a page of the board in a browser of their own."""
    pages = []
    for number in range(count):
        name, _, value = room.join(name=f"Other {number}").cookie.partition("=")
        page = browse(locale="en", width=390, height=844)
        page.context.add_cookies([{"name": name, "value": value, "url": room.address}])
        page.goto(f"{room.address}board?lang=en")
        pages.append(page)
    return pages


def first_choice(pages, asked):
    """Each answers with the first of the choices, as soon as what is asked is there."""
    for page in pages:
        page.locator(".cardlab-prompt").get_by_text(asked).wait_for()
        page.locator(".cardlab-choices button").first.click()


def is_in(page, lang="en"):
    """Waits until the page says that the answer is in."""
    button(page, "change", lang).wait_for()
    page.get_by_text(say("board.your_answer", lang)).wait_for()


def torn_lines(page):
    """The lines of this page to the board, in order, which may be torn: a list that grows."""
    lines = []

    def opened(line):
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile(r"/line/board"), opened)
    return lines


def button(page, key, lang="en", **facts):
    return page.get_by_role("button", name=say(f"board.{key}", lang, **facts), exact=True)


def right_answer(page):
    """What is right of the question that was revealed last, as this page's memory has it."""
    kept = json.loads(page.evaluate("localStorage.getItem('cardlab-progress')"))["answers"][-1]
    return drill_named(kept["drill"]).question(kept["key"], kept["level"]).read("en").solution


def test_a_class_answers_on_its_phones(browse, room):
    def learner(name, lang="en", **more):
        page = browse(locale=lang, has_touch=True, **more)
        page.goto(f"{room.address}join?code={room.code}&to=/board?lang={lang}")
        page.get_by_label(say("room.nickname_label", lang)).fill(name)
        page.get_by_role("button", name=say("room.enter", lang)).click()
        page.wait_for_selector(ALIVE, state="attached")
        return page

    teacher = browse(locale="en")
    teacher.goto(f"{room.address}teacher?key={room.key}")
    teacher.get_by_role("link", name=say("room.open_board")).click()
    teacher.wait_for_selector(SHOWN, state="attached")
    answered = teacher.locator(".board-number")
    bars = teacher.locator(".board-bar")
    anna = learner("Anna", "de", width=390, height=844)
    ben = learner("Ben <b>", width=360, height=640)
    anna.locator(".cardlab-prompt").get_by_text(say("board.waiting", "de")).wait_for()
    ben_course = browse(locale="en")
    ben_course.context.add_cookies(ben.context.cookies())
    ben_course.goto(f"{room.address}en/index.ipynb")
    # The way to the board is there before anything is asked.
    ben_course.locator(".course-daily").get_by_role("link", name=say("board.title")).wait_for()
    three = others(browse, room, 3)
    # Where to come in stays on the projector, a new code at once.
    join_info = lambda: say("board.join", address=room.host, class_code=room.state()["code"])  # noqa: E731
    teacher.get_by_text(join_info()).wait_for()
    room.order(do="code")
    teacher.get_by_text(join_info()).wait_for()
    # The teacher asks; phones show it, and a tap answers.
    ask_form = teacher.locator("[data-part=ask]")
    ask_form.get_by_role("combobox", name=say("room.drill"), exact=True).select_option("draw_call.may_call")
    ask_form.get_by_label(say("room.level")).select_option("2")
    button(teacher, "ask_now").click()
    prompt = lambda page, lang: page.locator(".cardlab-prompt").get_by_text(say("lesson.may_call.prompt", lang))  # noqa: E731
    prompt(anna, "de").wait_for()
    choice = lambda page, key, lang: page.get_by_role("button", name=say(f"lesson.{key}", lang))  # noqa: E731
    choice(ben, "yes", "en").wait_for()
    low = "innerHeight - document.querySelector('.cardlab-answer-choices').getBoundingClientRect().bottom"
    assert ben.evaluate(low) >= 0
    choice(anna, "yes", "de").tap()
    is_in(anna, "de")
    choice(ben, "yes", "en").tap()
    is_in(ben)
    button(ben, "change").tap()
    choice(ben, "no", "en").tap()
    is_in(ben)
    ben.locator(f"[aria-pressed=true]:has-text('{say('lesson.no')}')").wait_for()
    teacher.get_by_text(re.compile(re.escape(say("board.missing", names="Other 0")[:-1]))).wait_for()
    first_choice(three, say("lesson.may_call.prompt"))
    answered.get_by_text("5", exact=True).wait_for()
    assert bars.count() == 0
    keep(anna, "board-asked-de")
    # Whoever is in the course is called, and whoever comes late, reloads or was asleep is where all others are.
    ben_course.locator(".course-invitation a").get_by_text(say("board.invited")).wait_for()
    anna.reload()
    is_in(anna, "de")
    anna.get_by_text(say("board.done", "de", count=5, of=5)).wait_for()
    assert choice(anna, "yes", "de").get_attribute("aria-pressed") == "true"
    hidden = anna.content()
    late = learner("late", "nl", width=390, height=844)
    prompt(late, "nl").wait_for()
    anna.goto("about:blank")
    teacher.keyboard.press("r")
    bars.nth(1).wait_for()
    late.get_by_text(say("board.not_answered", "nl")).wait_for()
    anna.go_back()
    anna.locator(".cardlab-yes, .cardlab-no").wait_for()
    ben.locator(".cardlab-yes, .cardlab-no").wait_for()
    ben.wait_for_function(VERDICT_SEEN, timeout=5_000)
    # The own answers are kept with all others of this browser, each once, and judged as the lessons judge them.
    sentence, right = right_answer(ben)
    assert sentence not in hidden
    for page, given, lang in ((anna, "yes", "de"), (ben, "no", "en")):
        (kept,) = json.loads(page.evaluate("localStorage.getItem('cardlab-progress')"))["answers"]
        assert (kept["drill"], kept["right"]) == ("draw_call.may_call", given == right)
        key = "right" if given == right else "not_right"
        page.locator(f".cardlab-{'yes' if given == right else 'no'}").get_by_text(
            say(f"exercise.{key}", lang)
        ).wait_for()
        own = page.get_by_text(say("board.your_answer", lang)).locator("strong")
        assert own.inner_text() == say(f"lesson.{given}", lang)
        # What was chosen stays chosen.
        assert choice(page, given, lang).get_attribute("aria-pressed") == "true"
    assert teacher.locator(".board-bar-right .board-count").inner_text() == ("4" if right == "yes" else "1")
    is_sound(anna)
    keep(anna, "board-revealed-de")
    keep(teacher, "board-teacher", ("light", "dark"))
    is_sound(teacher)
    # A question of one's own, whose text is text; one learner is removed by the keyboard.
    button(teacher, "ask_tab_free").click()
    teacher.get_by_label(say("board.free_text")).fill("Who <b>begins</b>?")
    for number, text in enumerate(("I", "you <i>", "they"), 1):
        teacher.get_by_label(say("board.option", number=number)).fill(text)
    # The room that looks on does not see which answer is right, and afterwards the form is empty.
    right_one = teacher.get_by_label(say("board.free_right"))
    right_one.fill("2")
    assert right_one.evaluate("field => getComputedStyle(field).webkitTextSecurity") == "disc"
    assert teacher.locator("[data-part=options] [type=checkbox], [data-part=options] :checked").count() == 0
    keep(teacher, "board-own-question")
    button(teacher, "ask_now").focus()
    teacher.keyboard.press("Enter")
    first_choice(three, "Who <b>begins</b>?")
    ben.locator(".cardlab-prompt").get_by_text("Who <b>begins</b>?").wait_for()
    ben.get_by_role("button", name="you <i>").focus()
    ben.keyboard.press("Enter")
    is_in(ben)
    answered.get_by_text("4", exact=True).wait_for()
    number = next(one["number"] for one in room.state()["people"] if one["name"] == "Ben <b>")
    assert (
        teacher.evaluate("[...document.querySelectorAll('[data-for=free] input')].map(({value}) => value).join('')")
        == "on"
    )
    room.order(do="remove", number=number)
    ben.get_by_text(say("page.out")).wait_for()
    ben.locator(".cardlab-prompt").get_by_text(say("board.over.removed")).wait_for()
    is_sound(ben)
    # What was taken off by mistake is put back.
    button(teacher, "end_it").click()
    late.locator(".cardlab-prompt").get_by_text(say("board.waiting", "nl")).wait_for()
    button(teacher, "put_back").click()
    late.locator(".cardlab-prompt").get_by_text("Who <b>begins</b>?").wait_for()
    teacher.keyboard.press("r")
    right_bar = teacher.locator(".board-bar-right")
    right_bar.get_by_text("you <i>").wait_for()
    assert right_bar.locator(".board-count").inner_text() == "1"


READ = """() => {
    const line = document.querySelector(".board-answered"), { right, height } = line.getBoundingClientRect();
    return [right <= innerWidth, height / Number.parseFloat(getComputedStyle(line).fontSize) < 6];
}"""


def test_how_many_have_answered_is_read_in_every_width(browse, room):
    room.order(do="end")
    teacher = browse(locale="de")
    name, _, value = room.teacher().partition("=")
    teacher.context.add_cookies([{"name": name, "value": value, "url": room.address}])
    teacher.goto(f"{room.address}teacher/board?lang=de")
    teacher.wait_for_selector(SHOWN, state="attached")
    teacher.locator("[name=drill]").select_option("melds.set_or_run")
    button(teacher, "ask_now", "de").click()
    teacher.locator(".board-answered").wait_for()
    for width, height in ((1024, 768), (1280, 720), (1366, 768), (1920, 1080)):
        teacher.set_viewport_size({"width": width, "height": height})
        assert teacher.evaluate(READ) == [True, True], width
        keep(teacher, f"board-open-{width}")
    teacher.keyboard.press("f")
    teacher.wait_for_function("() => document.fullscreenElement")
    teacher.get_by_role("button", name=say("widget.leave", "de")).wait_for()
    assert teacher.evaluate(READ) == [True, True]


def test_a_number_is_sent_by_tapping(browse, room):
    room.order(do="end")
    page = browse(locale="en", width=390, height=844, has_touch=True)
    page.goto(f"{room.address}join?code={room.code}&to=/board?lang=en")
    page.get_by_role("button", name=say("room.enter")).tap()
    page.wait_for_selector(ALIVE, state="attached")
    teacher = browse(locale="en")
    name, _, value = room.teacher().partition("=")
    teacher.context.add_cookies([{"name": name, "value": value, "url": room.address}])
    teacher.goto(f"{room.address}teacher/board?lang=en")
    teacher.locator("[name=drill]").select_option("deadwood.count")
    button(teacher, "ask_now").click()
    send = button(page, "send")
    send.tap()
    page.get_by_text(say("board.refused.no_answer")).wait_for()
    page.get_by_role("textbox").tap()
    page.keyboard.type("30")
    send.tap()
    is_in(page)
    button(page, "change").tap()
    page.get_by_role("textbox").tap()
    page.keyboard.press("End")
    page.keyboard.type("1")
    send.tap()
    is_in(page)
    teacher.keyboard.press("r")
    teacher.locator(".board-bar").get_by_text("301").wait_for()


def test_cards_numbers_and_ones_own_pace(browse, room):
    page = browse(locale="de", width=390, height=844)
    lines = torn_lines(page)
    page.goto(f"{room.address}join?code={room.code}&to=/board?lang=de")
    page.get_by_role("button", name=say("room.enter", "de")).click()
    teacher = browse(locale="de")
    name, _, value = room.teacher().partition("=")
    teacher.context.add_cookies([{"name": name, "value": value, "url": room.address}])
    teacher.goto(f"{room.address}teacher/board?lang=de")
    teacher.wait_for_selector(SHOWN, state="attached")
    # A series of three, put together and kept by the browser.
    listed = teacher.locator("[data-part=series] li")
    for place, drill in enumerate(("stacks.dragon", "stacks.play_one", "deadwood.count"), 1):
        teacher.locator("[name=drill]").select_option(drill)
        button(teacher, "add", "de").click()
        listed.nth(place - 1).locator("button").first.wait_for()
    teacher.reload()
    listed.nth(2).wait_for()
    # What nobody can be asked does not get into it.
    button(teacher, "ask_tab_free", "de").click()
    teacher.get_by_label(say("board.free_text", "de")).fill("Nur eine Antwort?")
    button(teacher, "add", "de").click()
    teacher.get_by_role("alert").get_by_text(say("board.cannot.options", "de", most=6)).wait_for()
    assert listed.count() == 3
    # One alone: several cards, chosen by the keyboard and sent by the button.
    listed.first.get_by_role("button").first.click()
    page.locator(".cardlab-option").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.locator(".cardlab-option[aria-selected=true]").nth(1).wait_for()
    button(page, "send", "de").click()
    is_in(page, "de")
    teacher.keyboard.press("r")
    page.locator(".cardlab-yes, .cardlab-no").wait_for()
    right = {card.code for card in right_answer(page)[1]}
    marked = page.locator(".cardlab-marked").evaluate_all("cards => cards.map(one => one.dataset.card)")
    assert set(marked) == right
    is_sound(page)
    # All of it, at one's own pace.
    button(teacher, "begin", "de").click()
    at = lambda number: page.get_by_text(say("board.place", "de", number=number, count=3)).wait_for()  # noqa: E731
    onward = page.get_by_role("button", name=say("page.next", "de"), exact=True)
    at(1)
    onward.click()
    # A card and a pile.
    at(2)
    page.locator(".cardlab-option").first.click()
    page.locator(".cardlab-pile button").first.click()
    button(page, "send", "de").click()
    is_in(page, "de")
    # A number, sent into a line that is torn: the page comes back and says it once more.
    page.get_by_role("button", name=f"{say('board.step', 'de', number=3)} ▸").click()
    # The focus is where the answer is given.
    page.locator("input:focus").wait_for()
    page.keyboard.type("12")
    lines[-1].on_message(lambda _lost: None)
    page.keyboard.press("Enter")
    page.get_by_text(say("page.sending", "de")).wait_for()
    lines[-1].close()
    is_in(page, "de")
    # The first is left out, and the way leads there.
    page.get_by_role("button", name=f"{say('board.step', 'de', number=1)} ▸").click()
    at(1)
    is_sound(page)
    # In a series the teacher chooses what is revealed: here one question first, and the others stay open.
    teacher.locator(".board-step").nth(2).click()
    teacher.keyboard.press("r")
    how = teacher.get_by_role("dialog", name=say("board.finished", "de", count=0, of=1))
    keep(teacher, "board-reveal-de")
    is_sound(teacher)
    how.get_by_role("button", name=say("board.reveal_one", "de", number=3)).click()
    teacher.locator(".board-bar").first.wait_for()
    at(1)
    page.locator(".cardlab-option").first.wait_for()
    assert page.locator(".cardlab-yes, .cardlab-no, .cardlab-verdict.cardlab-hint").count() == 0
    teacher.locator(".board-step").first.click()
    button(teacher, "reveal", "de").click()
    how.get_by_role("button", name=say("room.not_now", "de")).click()
    how.wait_for(state="detached")
    teacher.keyboard.press("r")
    how.get_by_role("button", name=say("board.reveal_all", "de")).click()
    page.get_by_text(say("board.not_answered", "de")).wait_for()
    page.get_by_text(re.compile(say("board.your_right", "de", count="[012]", of=3))).wait_for()
    # How it has ended stands there, and each question can be looked at.
    went = teacher.locator(".board-went strong")
    assert (went.count(), went.first.inner_text()) == (3, say("board.went", "de", right=0, wrong=0, none=1))
    keep(teacher, "board-ended-de", ("light", "dark"))
    is_sound(teacher)
    teacher.locator(".board-step").nth(2).click()
    teacher.locator(".board-bar").first.wait_for()
    teacher.get_by_role("button", name=say("page.overview", "de"), exact=True).click()
    teacher.locator(".board-went").wait_for()
    # An exit ticket: three questions of a lesson.
    teacher.locator("[data-part=exit] [name=lesson]").select_option("melds")
    button(teacher, "exit_begin", "de").click()
    page.locator(".cardlab-choices button").first.click()
    is_in(page, "de")
    page.get_by_role("button", name=f"{say('board.step', 'de', number=2)} ▸").wait_for()
    is_sound(teacher)
    with teacher.expect_download() as told:
        teacher.get_by_role("link", name=say("hand_in.csv", "de")).click()
    assert told.value.suggested_filename == "cardlab-class.csv"
    # For the spreadsheet of the country: semicolons, and heads in its language.
    with teacher.expect_download() as told:
        teacher.get_by_role("link", name=say("hand_in.grid", "de")).click()
    text = Path(told.value.path()).read_text(encoding="utf-8-sig")
    head, *lines = csv.reader(text.splitlines(), delimiter=";")
    assert (head[0], head[-1]) == (say("hand_in.column.number", "de"), say("hand_in.column.answered", "de"))
    assert all(len(line) == len(head) > 4 for line in lines)
