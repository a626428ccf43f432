"""The teacher's screen in a browser: an hour of a class without scrolling, its keys, the projector, two teachers."""

import csv
import re
from pathlib import Path

import pytest
from pages import IS_LONG, Connection, is_sound, until_ready
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import say

SCROLLED = """() => [document.documentElement.scrollHeight > innerHeight,
    ...[".teach-stage", ".teach-panel"].map((one) => document.querySelector(one)).filter(Boolean)
        .map((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)]"""

# What was answered stands beside its mark, also where it needs a second line.
BESIDE_MARKS = """() => [...document.querySelectorAll(".teach-label")].every((label) => {
    const all = [...label.querySelectorAll("span, .cardlab-face")];
    const [mark, ...others] = all.map((one) => one.getBoundingClientRect());
    return others.every(({ left }) => left >= mark.right);
})"""

REAL_SIZE = "text => parseFloat(getComputedStyle(text).fontSize) * text.currentCSSZoom"


@pytest.fixture
def teacher(browse, room):
    """The teacher's page, as the terminal's address opens it: `page = teacher("de", width=390)`."""

    def opening(lang="en", **more):
        page = browse(f"{room.address}teacher?key={room.key}", lang, **more)
        page.locator(".teach-keys button").first.wait_for()
        assert page.url == f"{room.address}teacher"
        return page

    return opening


@pytest.fixture
def phones(browse, room):
    """So many learners, each with the board in a browser of their own."""

    def opening(*names):
        own = {"width": 390, "height": 844, "has_touch": True}
        return [browse(f"{room.address}board", cookie=room.join(name=name).cookies, **own) for name in names]

    return opening


class Hands:
    """What a teacher does on the page, counted; nothing may have to be scrolled before or after it."""

    def __init__(self, page, lang="en"):
        self.page, self.lang, self.acts = page, lang, 0

    def say(self, key, **facts):
        return say(key, self.lang, **facts)

    def look(self):
        self.page.locator(".teach-keys").wait_for()
        # The question takes its size from the room that is left, in the frame after it is drawn.
        self.page.wait_for_function(f"() => !({SCROLLED})().some(Boolean)")

    def _acted(self):
        self.acts += 1
        self.look()

    def button(self, key, **facts):
        return self.page.get_by_role("button", name=self.say(key, **facts), exact=True)

    def press(self, key, **facts):
        self.button(key, **facts).click()
        self._acted()

    def key(self, key):
        self.page.keyboard.press(key)
        self._acted()

    def choose(self, label, value):
        self.page.get_by_role("combobox", name=self.say(label), exact=True).select_option(value)
        self._acted()

    def type(self, label, text, **facts):
        self.page.get_by_label(self.say(label, **facts), exact=True).fill(text)
        self._acted()

    def ask(self, lesson, drill, do="board.ask_now"):
        self.choose("progress.lesson", lesson)
        self.page.locator(f"option[value='{drill}']").wait_for(state="attached")
        self.choose("room.drill", drill)
        self.press(do)

    def stage(self, text):
        return self.page.locator(".teach-stage").get_by_text(text).first


def answer(phones, nth=lambda index: index):
    for index, phone in enumerate(phones):
        phone.locator(".cardlab-choices button").nth(nth(index)).tap()


def test_an_hour_takes_few_acts_and_nothing_is_scrolled(teacher, phones, room):
    page = teacher()
    hands = Hands(page)
    # The way in is what the room sees before anybody is in.
    page.locator(".teach-qr svg").wait_for()
    hands.look()
    three = phones("Anna", "Ben <b>", "Öz")
    page.get_by_text(say("room.count", count=3)).wait_for()
    # A lesson for all.
    hands.choose("progress.lesson", "melds")
    hands.press("teach.send_all")
    # Three questions, two of them by one key.
    page.locator("option[value='melds.set_or_run']").wait_for(state="attached")
    hands.press("board.ask_now")
    answer(three[:2])
    hands.stage("of 3 have answered").wait_for()
    page.get_by_text(say("board.missing", names="Öz")).wait_for()
    hands.key("r")
    page.locator(".teach-bars").wait_for()
    hands.look()
    for _ in range(2):
        hands.key("n")
        page.locator(".teach-bars").wait_for(state="detached")
        answer(three)
        hands.stage(say("board.answered", count=3, here=3)).wait_for()
        hands.key("r")
        page.locator(".teach-bars").wait_for()
    # A series, put together on the page.
    hands.press("board.add")
    page.locator(".teach-entry").first.wait_for()
    hands.choose("progress.lesson", "deadwood")
    page.locator("option[value='deadwood.count']").wait_for(state="attached")
    hands.press("board.add")
    page.locator(".teach-entry").nth(1).wait_for()
    hands.press("board.begin")
    hands.stage("1 (0)").wait_for()
    answer(three)
    hands.stage("1 (3)").wait_for()
    hands.key("r")
    page.get_by_role("dialog").get_by_text(say("board.finished", count=0, of=3)).wait_for()
    hands.press("board.reveal_all")
    page.locator(".teach-went").wait_for()
    # A question of the teacher's own; the room does not see which answer is right.
    hands.press("board.ask_tab_free")
    more = page.locator(".teach-body summary")
    for _ in range(2):
        more.click()
        hands.look()
    hands.type("board.free_text", "Who <b>begins</b>?")
    hands.type("board.option", "I", number=1)
    hands.type("board.option", "you <i>", number=2)
    hands.type("board.free_right", "2")
    right = page.get_by_label(say("board.free_right"), exact=True)
    assert right.evaluate("field => getComputedStyle(field).webkitTextSecurity") == "disc"
    hands.press("board.ask_now")
    three[0].locator(".cardlab-prompt").get_by_text("Who <b>begins</b>?").wait_for()
    answer(three, lambda index: index % 2)
    hands.stage(say("board.answered", count=3, here=3)).wait_for()
    hands.key("r")
    assert page.locator(".teach-right").inner_text().split() == ["✓", "you", "<i>", "1"]
    # A table.
    hands.press("page.group.play")
    hands.press("teach.open_tables")
    page.locator(".teach-line a").wait_for()
    hands.look()
    # An exit ticket.
    hands.press("teach.ask")
    hands.press("board.exit_begin")
    hands.stage("3 (0)").wait_for()
    hands.key("c")
    # What is handed in is there to be read, with the rules in words.
    for phone in three:
        phone.goto(f"{room.address}en/index.ipynb")
        phone.get_by_role("button", name=re.compile("^Hand in")).tap()
        phone.get_by_text(say("hand_in.arrived")).wait_for()
    # Results, and the end.
    hands.press("teach.results")
    page.locator(".teach-body .cardlab-prose tr").nth(3).wait_for()
    hands.look()
    with page.expect_download() as told:
        page.get_by_role("link", name=say("hand_in.csv")).click()
        hands.acts += 1
    text = Path(told.value.path()).read_text(encoding="utf-8-sig")
    head, *lines = csv.reader(text.splitlines())
    assert (len(head), len(lines), told.value.suggested_filename) == (14, 3, "cardlab-results.csv")
    hands.press("room.end")
    page.get_by_role("dialog").get_by_text(say("room.end_sure")).wait_for()
    page.get_by_role("dialog").get_by_role("button", name=say("room.end")).click()
    hands.acts += 1
    page.get_by_text(say("room.nobody")).first.wait_for()
    hands.look()
    assert hands.acts <= 30


HIGH = ("melds melds.find_a_meld", "draw-call draw_call.who_wins", "race race.what_now", "deadwood deadwood.count")


def sized(page):
    """The page on a small screen and at a projector."""
    for width, height in ((1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        yield


def test_in_german_everything_fits_at_every_width_and_on_the_whole_screen_and_is_read_from_the_back(teacher, phones):
    page = teacher("de", has_touch=True)
    hands = Hands(page, "de")
    both = phones("Maximiliane Mustermann", "Ben")
    for question in HIGH if IS_LONG else HIGH[::3]:
        hands.ask(*question.split())
        hands.stage(hands.say("board.answered", count=0, here=2)).wait_for()
        for _ in sized(page):
            hands.look()
        page.keyboard.press("f")
        page.wait_for_function("() => document.fullscreenElement")
        hands.stage(hands.say("board.answered", count=0, here=2)).wait_for()
        # The code stays in a corner for those who come late; nothing else is there but the stage.
        page.locator(".teach-corner").wait_for()
        assert not page.locator(".teach-panel, .teach-keys").first.is_visible()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.keyboard.press("f")
        page.wait_for_function("() => !document.fullscreenElement")
        if "count" in question:
            for typed, phone in enumerate(both, 12):
                phone.locator("input").fill(str(typed))
                phone.keyboard.press("Enter")
            hands.stage(hands.say("board.answered", count=2, here=2)).wait_for()
        hands.key("r")
        page.locator(".teach-bars").wait_for()
        for _ in sized(page):
            hands.look()
            assert page.evaluate(BESIDE_MARKS)
    for part in (".teach-bars strong", ".teach-shown .cardlab-verdict"):
        # A text of 14 pixels is what is read in the panel beside it.
        assert page.locator(part).last.evaluate(REAL_SIZE) >= 14, part
    for tab in ("progress.lesson", "page.group.play", "teach.who", "teach.results", "teach.ask"):
        hands.press(tab)
        for _ in sized(page):
            hands.look()
    # On a large screen there is room for all of it.
    page.set_viewport_size({"width": 1920, "height": 1080})
    hands.look()
    page.set_viewport_size({"width": 1280, "height": 720})
    is_sound(page)
    # On a phone everything is there as well.
    page.set_viewport_size({"width": 390, "height": 844})
    hands.button("board.ask_now").tap()
    page.locator(".teach-stage .cardlab-prompt").wait_for()
    page.locator(".teach-way").tap()
    page.wait_for_function(f"() => ({REAL_SIZE})(document.querySelector('.teach-poster p') ?? document.body) >= 13")
    page.set_viewport_size({"width": 1280, "height": 720})


def test_what_is_typed_stays_what_cannot_be_taken_back_is_asked_and_an_exercise_is_two_presses_away(
    teacher, phones, room
):
    for _ in room.teach()["kept"]["listed"]:
        room.teach({"do": "unlist", "at": 0})
    (anna,) = phones("Anna")
    room.join(name="Ben")
    page = teacher(before=Connection)
    hands = Hands(page)
    hands.ask("melds", "melds.set_or_run", "board.add")
    page.locator(".teach-entry").wait_for()
    hands.press("board.ask_tab_free")
    question = page.get_by_label(say("board.free_text"), exact=True)
    question.press_sequentially("Who <b>begins")
    page.wait_for_function("() => localStorage.getItem('cardlab-teacher')?.includes('Who <b>begins')")
    # A line that is lost takes nothing with it, neither what was typed nor the place where it is typed.
    page.connection.cut()
    question.press_sequentially("</b>?")
    page.wait_for_function("() => localStorage.getItem('cardlab-teacher')?.includes('</b>?')")
    expect(question).to_be_focused()
    expect(question).to_have_value("Who <b>begins</b>?")
    page.reload()
    expect(question).to_have_value("Who <b>begins</b>?")
    hands.press("room.not_now")
    page.locator(".teach-x").click()
    page.locator(".teach-entry").wait_for(state="detached")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('cardlab-teacher')).listed.length === 0")
    hands.press("teach.who")
    panel, dialog = page.locator(".teach-panel"), page.get_by_role("dialog")
    remove = panel.get_by_role("button", name=say("room.remove", name="Ben"))
    remove.focus()
    # It is asked first, and the way out has the focus.
    for way_out in ("Enter", "Escape"):
        page.keyboard.press("Enter")
        dialog.get_by_text(say("room.remove_sure", name="Ben")).wait_for()
        page.keyboard.press(way_out)
        dialog.wait_for(state="hidden")
        expect(remove).to_be_focused()
    page.keyboard.press("Enter")
    dialog.wait_for()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    remove.wait_for(state="detached")
    assert page.evaluate("document.activeElement !== document.body")
    assert hands.button("room.remove", name="Anna").is_visible()
    # An exercise of a lesson is asked from its page.
    for one in (page, anna):
        one.goto(f"{room.address}en/melds.ipynb?seed=7#t3-3")
        until_ready(one)
    page.get_by_role("link", name=say("page.ask_board")).first.click()
    page.wait_for_url(re.compile(r"/teacher\?.*drill=melds\."))
    hands.button("board.ask_now").click()
    page.locator(".teach-stage .cardlab-prompt").wait_for()
    anna.locator(".course-invitation a").wait_for()
    assert anna.get_by_role("link", name=say("page.ask_board")).count() == 0
