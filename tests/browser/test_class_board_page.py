"""The class board seen in browsers: the teacher's page, phones that answer, and what each of them sees and when."""

import json
import re

import pytest
from classroom import browsers, classroom
from pages import axe_finds, keep

from cardlab.lessons.course import drill_named
from cardlab.locale import say
from cardlab.tables.questions import wished

SHOWN = "html[data-board=ready]"
VERDICT_SEEN = "() => document.querySelector('.cardlab-verdict').getBoundingClientRect().bottom < innerHeight + 1"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    kept = tmp_path_factory.mktemp("kept")
    with classroom("--hosts", "1", "--store", f"{kept}/tables.sqlite3") as running:
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
        page.get_by_role("heading", name=asked).wait_for()
        page.locator(".board-choices button").first.click()


def is_sound(page):
    """Nothing scrolls sideways, and axe finds nothing, in light and in dark."""
    size = page.viewport_size
    for width in (size["width"], 320):
        page.set_viewport_size({"width": width, "height": 700})
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (width, beyond) <= (width, 0)
    page.set_viewport_size(size)
    assert axe_finds(page, ("light", "dark")) == []
    page.emulate_media(color_scheme="light")


def torn_lines(page):
    """The lines of this page to the board, in order, which may be torn: a list that grows."""
    lines = []

    def opened(line):
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile(r"/board/line"), opened)
    return lines


def button(page, key, lang="en", **facts):
    return page.get_by_role("button", name=say(f"board.{key}", lang, **facts), exact=True)


def test_a_class_answers_on_its_phones(browse, room):
    def learner(name, lang="en", **more):
        page = browse(locale=lang, has_touch=True, **more)
        page.goto(f"{room.address}join?code={room.code}&to=/board?lang={lang}")
        page.get_by_label(say("room.nickname_label", lang)).fill(name)
        page.get_by_role("button", name=say("room.enter", lang)).click()
        page.wait_for_selector(SHOWN, state="attached")
        return page

    teacher = browse(locale="en")
    teacher.goto(f"{room.address}teacher?key={room.key}")
    teacher.get_by_role("link", name=say("room.open_board")).click()
    teacher.wait_for_selector(SHOWN, state="attached")
    answered = teacher.locator(".board-number")
    bars = teacher.locator(".board-bar")
    anna = learner("Anna", "de", width=390, height=844)
    ben = learner("Ben <b>", width=360, height=640)
    anna.get_by_text(say("board.waiting", "de")).wait_for()
    ben_course = browse(locale="en")
    ben_course.context.add_cookies(ben.context.cookies())
    ben_course.goto(f"{room.address}en/index.ipynb")
    # The way to the board is there before anything is asked.
    ben_course.locator(".course-daily").get_by_role("link", name=say("board.title")).wait_for()
    eight = others(browse, room, 8)
    # Where to come in stays on the projector, a new code at once.
    way_in = lambda: say("board.way_in", address=room.host, class_code=room.state()["code"])  # noqa: E731
    teacher.get_by_text(way_in()).wait_for()
    room.order(do="code")
    teacher.get_by_text(way_in()).wait_for()
    # The teacher asks; phones show it, and a tap answers.
    teacher.get_by_role("combobox", name=say("room.drill"), exact=True).select_option("draw_call.may_call")
    ask_form = teacher.locator("[data-part=ask]")
    ask_form.get_by_label(say("room.level")).select_option("2")
    ask_form.get_by_label(say("room.start"), exact=True).fill("3")
    button(teacher, "ask_now").click()
    question = drill_named("draw_call.may_call").question("demo 3 1", 2)
    sentence, right = question.solution("de")
    wrong = {"yes": "no", "no": "yes"}[right]
    anna.get_by_role("heading", name=say("lesson.may_call.prompt", "de")).wait_for()
    choice = lambda page, key, lang: page.get_by_role("button", name=say(f"lesson.{key}", lang))  # noqa: E731
    assert choice(ben, "yes", "en").is_visible()
    assert ben.evaluate("innerHeight - document.querySelector('.board-low').getBoundingClientRect().bottom") >= 0
    choice(anna, wrong, "de").tap()
    anna.get_by_text(say("board.sent", "de")).wait_for()
    choice(ben, wrong, "en").tap()
    ben.get_by_text(say("board.sent")).wait_for()
    choice(ben, right, "en").tap()
    ben.locator(f"[aria-pressed=true]:has-text('{say(f'lesson.{right}')}')").wait_for()
    first_choice(eight, say("lesson.may_call.prompt"))
    answered.get_by_text("10", exact=True).wait_for()
    assert bars.count() == 0
    keep(anna, "board-asked-de")
    # Whoever is in the course is called, and whoever comes late, reloads or was asleep is where all others are.
    ben_course.locator(".course-invitation a").get_by_text(say("board.invited")).wait_for()
    anna.reload()
    anna.get_by_text(say("board.sent", "de")).wait_for()
    assert choice(anna, wrong, "de").get_attribute("aria-pressed") == "true"
    assert sentence not in anna.content()
    late = learner("late", "nl", width=390, height=844)
    late.get_by_role("heading", name=say("lesson.may_call.prompt", "nl")).wait_for()
    anna.goto("about:blank")
    teacher.keyboard.press("r")
    bars.nth(1).wait_for()
    late.get_by_text(say("board.not_answered", "nl")).wait_for()
    anna.go_back()
    anna.locator(".cardlab-no").get_by_text(say("exercise.not_right", "de")).wait_for()
    # What was chosen is named, and only what is right has the sign of it.
    assert anna.locator(".board-choices button:has(.board-yours)").inner_text().count("✓") == 0
    assert anna.locator(".board-is-right").inner_text().count("✓") == 1
    ben.locator(".cardlab-yes").get_by_text(say("exercise.right")).wait_for()
    ben.wait_for_function(VERDICT_SEEN, timeout=5_000)
    assert teacher.locator(".board-bar-right .board-count").inner_text() in ("1", "9")
    is_sound(anna)
    keep(anna, "board-revealed-de")
    keep(teacher, "board-teacher", ("light", "dark"))
    is_sound(teacher)
    # The own answers are kept with all others of this browser, each once.
    kept = json.loads(ben.evaluate("localStorage.getItem('cardlab-progress')"))["answers"]
    assert [(one["drill"], one["key"], one["right"]) for one in kept] == [("draw_call.may_call", "demo 3 1", True)]
    assert len(json.loads(anna.evaluate("localStorage.getItem('cardlab-progress')"))["answers"]) == 1
    # A question of one's own, whose text is text; one learner is removed by the keyboard.
    button(teacher, "ask_tab_free").click()
    teacher.get_by_label(say("board.free_text")).fill("Who <b>begins</b>?")
    for number, text in enumerate(("I", "you <i>", "they"), 1):
        teacher.get_by_label(say("board.option", number=number)).fill(text)
    button(teacher, "ask_now").focus()
    teacher.keyboard.press("Enter")
    first_choice(eight, "Who <b>begins</b>?")
    ben.get_by_role("heading", name="Who <b>begins</b>?").wait_for()
    ben.get_by_role("button", name="you <i>").focus()
    ben.keyboard.press("Enter")
    ben.get_by_text(say("board.sent")).wait_for()
    remove = teacher.get_by_role("button", name=say("room.remove", name="Ben <b>"))
    remove.focus()
    teacher.keyboard.press("Enter")
    remove.wait_for(state="detached")
    ben.get_by_text(say("page.out")).wait_for()
    answered.get_by_text("8", exact=True).wait_for()
    button(teacher, "end_it").click()
    late.get_by_text(say("board.waiting", "nl")).wait_for()


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
    drills = teacher.get_by_role("combobox", name=say("room.drill", "de"), exact=True)
    # A series of three, put together and begun; an exercise is found by typing, and Enter asks nothing yet.
    look_for = teacher.get_by_label(say("board.find_drill", "de"))
    whole = drills.locator("option").count()
    teacher.locator("[data-part=ask] [name=seed]").fill("1")
    for drill in ("stacks.dragon", "stacks.play_one", "deadwood.count"):
        look_for.fill(say(f"drill.{drill}", "de").upper())
        teacher.keyboard.press("Enter")
        assert drills.locator("option").count() < whole
        assert drills.evaluate("list => [list.value, document.activeElement === list]") == [drill, True]
        before = teacher.locator("[data-part=series] li button").count()
        button(teacher, "add", "de").click()
        teacher.locator("[data-part=series] li button").nth(before).wait_for()
    look_for.fill("no such thing")
    teacher.get_by_text(say("board.found", "de", count=0)).wait_for()
    look_for.fill("")
    assert drills.locator("option").count() == whole
    assert teacher.locator(".board-phase, .board-answered").count() == 0
    assert teacher.locator("[data-part=series] li").count() == 3
    teacher.reload()
    teacher.locator("[data-part=series] li").nth(2).wait_for()
    # What nobody can be asked does not get into it.
    button(teacher, "ask_tab_position", "de").click()
    teacher.get_by_label(say("board.position", "de"), exact=True).fill("hand 0 9c; seat 0 play")
    button(teacher, "add", "de").click()
    teacher.get_by_role("alert").filter(has_text="seat 0 play").wait_for()
    assert teacher.locator("[data-part=series] li").count() == 3
    button(teacher, "ask_tab_drill", "de").click()
    # It is taken along in a file, and a file is opened.
    with teacher.expect_download() as saved:
        teacher.get_by_role("button", name=say("demo.save", "de"), exact=True).click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    asked = [wished(one) for one in kept["questions"]]
    count = {"ask": "drill", "drill": "deadwood.count", "level": 1, "seed": 1, "number": 1}
    step = json.dumps({"cardlab_board": 1, "questions": [count]})
    with teacher.expect_file_chooser() as chosen:
        teacher.get_by_role("button", name=say("demo.open", "de"), exact=True).click()
    chosen.value.set_files({"name": "s.json", "mimeType": "application/json", "buffer": step.encode()})
    teacher.locator("[data-part=series] li").nth(3).wait_for()
    assert len(asked) == 3
    teacher.locator("[data-part=series] button").last.click()
    teacher.get_by_label(say("board.series_title", "de")).fill("Quiz")
    teacher.locator("[name=points]").select_option("speed")
    teacher.get_by_label(say("board.names", "de")).check()
    button(teacher, "begin", "de").click()
    # Several cards: chosen by the keyboard, sent by the button; none of them would be an answer too.
    fitting = drill_named("stacks.dragon").question("demo 1 1", 1).solution("de")[1]
    page.locator(".cardlab-option").first.wait_for()
    for card in fitting:
        page.locator(f".cardlab-option[data-card='{card.code}']").focus()
        page.keyboard.press("Space")
    button(page, "send", "de").click()
    page.get_by_text(say("board.sent", "de")).wait_for()
    teacher.keyboard.press("r")
    page.locator(".cardlab-yes").wait_for()
    page.locator(".board-series").get_by_text(re.compile(r"1\d|20")).wait_for()
    # Whoever has no nickname is called in the ranking as in the list of those who are here.
    teacher.locator(".board-ranking li").get_by_text(re.compile(r"^Gast \d+$")).wait_for()
    button(teacher, "hide_ranking", "de").click()
    teacher.locator(".board-ranking").wait_for(state="detached")
    is_sound(page)
    # A card and a pile.
    teacher.keyboard.press("n")
    card, pile = drill_named("stacks.play_one").question("demo 1 1", 1).solution("de")[1]
    page.locator(f".cardlab-option[data-card='{card.code}']").click()
    page.locator(".cardlab-pile button").nth(pile).click()
    page.get_by_text(say("board.sent", "de")).wait_for()
    # A number, sent into a line that is torn: the page comes back and says it once more.
    teacher.keyboard.press("n")
    count = drill_named("deadwood.count").question("demo 1 1", 1).solution("de")[1]
    page.get_by_role("textbox").click()
    page.keyboard.type(str(count))
    lines[-1].on_message(lambda _lost: None)
    page.keyboard.press("Enter")
    page.get_by_text(say("board.sending", "de")).wait_for()
    lines[-1].close()
    page.get_by_text(say("board.sent", "de")).wait_for()
    teacher.keyboard.press("r")
    page.locator(".cardlab-yes").wait_for()
    teacher.keyboard.press("n")
    page.get_by_text(say("board.waiting", "de")).wait_for()
    # How it has ended stands there, and who has how many points only if the teacher wishes it.
    page.locator(".board-waiting").get_by_text(say("board.your_right", "de", count=2, of=2)).wait_for()
    rightly = say("board.rightly", "de", count=1, of=1)
    assert teacher.locator(".board-went strong").all_inner_texts() == [
        rightly,
        say("board.not_revealed", "de"),
        rightly,
    ]
    assert teacher.locator(".board-ranking").count() == 0
    button(teacher, "show_ranking", "de").click()
    teacher.locator(".board-ranking").wait_for()
    keep(teacher, "board-ended-de", ("light", "dark"))
    is_sound(teacher)
    # An exit ticket: three questions at one's own pace.
    button(teacher, "exit_ticket", "de").click()
    page.locator(".board-step").nth(2).wait_for()
    page.locator(".board-choices button").first.click()
    page.get_by_role("button", name=say("board.step_done", "de", number=1)).wait_for()
    page.get_by_role("button", name=f"{say('board.step', 'de', number=2)} ▸").click()
    page.locator(".board-step[aria-current]").get_by_text("2").wait_for()
    is_sound(page)
    is_sound(teacher)
    with teacher.expect_download() as told:
        teacher.get_by_role("link", name=say("board.as_csv", "de")).click()
    assert told.value.suggested_filename == "cardlab-board.csv"
