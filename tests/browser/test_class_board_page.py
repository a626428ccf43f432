"""The class board on phones: what each of them sees and when, while the teacher asks and reveals."""

import json
import re

from pages import Connection, is_sound

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say

KEPT = "() => localStorage.getItem('cardlab-progress')"
VERDICT_SEEN = "() => document.querySelector('.cardlab-verdict').getBoundingClientRect().bottom < innerHeight + 1"


def is_in(page, lang="en"):
    """Waits until the page says that the answer is in."""
    button(page, "change", lang).wait_for()
    page.get_by_text(say("widget.number", lang)).wait_for()


def button(page, key, lang="en", **facts):
    return page.get_by_role("button", name=say(f"board.{key}", lang, **facts), exact=True)


def kept_answers(page):
    """What this page's browser keeps of its answers, once there is something."""
    return json.loads(page.wait_for_function(KEPT).json_value())["answers"]


def right_answer(page):
    """What is right of the question that was revealed last, as this page's memory has it."""
    kept = kept_answers(page)[-1]
    return drill_named(kept["drill"]).question(kept["key"], kept["level"]).read("en").solution


def test_a_class_answers_on_its_phones(learner, room):
    def joins(name, lang="en", **more):
        return learner(name, lang, to=f"/board?lang={lang}", has_touch=True, **more)

    def asks(page, text):
        page.locator(".cardlab-prompt").get_by_text(text).wait_for()

    def choice(page, key, lang):
        return page.get_by_role("button", name=say(f"lesson.{key}", lang))

    anna = joins("Anna", "de", width=390, height=844)
    ben = joins("Ben <b>", width=360, height=640)
    asks(anna, say("board.waiting", "de"))
    ben_course = ben.context.new_page()
    ben_course.goto(f"{room.address}en/index.ipynb")
    # The way to the board is there before anything is asked.
    ben_course.locator(".course-daily").get_by_role("link", name=say("board.title")).wait_for()
    # The teacher asks; phones show it, and a tap answers.
    room.teach(lambda page: page.ask("draw_call.may_call", 2))
    asks(anna, say("lesson.under.may_call", "de"))
    choice(ben, "yes", "en").wait_for()
    # A page in the course is called until the learner has answered.
    called = ben_course.locator(".course-invitation a")
    called.get_by_text(say("board.invited")).wait_for()
    choice(anna, "yes", "de").tap()
    is_in(anna, "de")
    for key in ("yes", "no"):
        choice(ben, key, "en").tap()
        is_in(ben)
        if key == "yes":
            button(ben, "change").tap()
    called.wait_for(state="detached")
    # A page that comes late, is reloaded or was asleep is where all others are.
    anna.reload()
    is_in(anna, "de")
    anna.get_by_text(say("board.done", "de", count=2, of=2)).wait_for()
    assert choice(anna, "yes", "de").get_attribute("aria-pressed") == "true"
    hidden = anna.content()
    late = joins("late", "nl", width=390, height=844)
    asks(late, say("lesson.under.may_call", "nl"))
    anna.goto("about:blank")
    room.order(do="reveal")
    late.get_by_text(say("board.not_answered", "nl")).wait_for()
    anna.go_back()
    for page in (anna, ben):
        page.locator(".cardlab-yes, .cardlab-no").wait_for()
    ben.wait_for_function(VERDICT_SEEN)
    # The own answers are kept with all others of this browser, each once, and judged as the lessons judge them.
    sentence, right = right_answer(ben)
    assert sentence not in hidden
    for page, given, lang in ((anna, "yes", "de"), (ben, "no", "en")):
        (kept,) = kept_answers(page)
        assert (kept["drill"], kept["right"]) == ("draw_call.may_call", given == right)
        key = "right" if given == right else "not_right"
        kind = page.locator(f".cardlab-{'yes' if given == right else 'no'}")
        kind.get_by_text(say(f"exercise.{key}", lang)).wait_for()
        assert choice(page, given, lang).get_attribute("aria-pressed") == "true"
    # A question of the teacher's own, whose text is text, answered by the keyboard.
    room.teach(lambda page: page.ask_own("Who <b>begins</b>?", "I", "you <i>", "they", right="2"))
    asks(ben, "Who <b>begins</b>?")
    ben.get_by_role("button", name="you <i>").focus()
    ben.keyboard.press("Enter")
    is_in(ben)
    room.order(do="remove", number=room.number("Ben <b>"))
    ben.get_by_text(say("page.out")).wait_for()
    asks(ben, say("board.over.removed"))
    is_sound(ben)


def test_cards_piles_and_a_number_are_answered_by_key_by_tap_and_through_a_torn_line(browse, room):
    page = browse(f"{room.address}join?code={room.code}&to=/board?lang=de", "de", 390, 844, before=Connection)
    page.get_by_role("button", name=say("room.enter", "de")).click()

    async def put_together(page):
        for drill in ("stacks.dragon", "stacks.play_one", "deadwood.count"):
            await page.ask(drill, do="add")

    # One alone: several cards, chosen by the keyboard and sent by the button.
    room.teach(put_together, {"do": "ask_listed", "at": 0})
    page.locator(".cardlab-option").first.focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.locator(".cardlab-option[aria-selected=true]").nth(1).wait_for()
    button(page, "send", "de").click()
    is_in(page, "de")
    room.order(do="reveal")
    page.locator(".cardlab-yes, .cardlab-no").wait_for()
    right = {card.code for card in right_answer(page)[1]}
    marked = page.locator(".cardlab-marked").evaluate_all("cards => cards.map(one => one.dataset.card)")
    assert set(marked) == right
    is_sound(page)
    # All of it, at one's own pace; the first is left out.
    room.order(do="ask_all")
    page.get_by_text(say("board.place", "de", number=1, count=3)).wait_for()
    page.get_by_role("button", name=say("page.next", "de"), exact=True).click()
    page.locator(".cardlab-option").first.click()
    page.locator(".cardlab-pile button").first.click()
    button(page, "send", "de").click()
    is_in(page, "de")
    # A number, sent into a line that is torn: the page comes back and says it again.
    page.get_by_role("button", name=f"{say('board.step', 'de', number=3)} ▸").click()
    # The focus is where the answer is given.
    page.locator("input:focus").wait_for()
    page.keyboard.type("12")
    page.connection.lose()
    page.keyboard.press("Enter")
    page.get_by_text(say("page.sending", "de")).wait_for()
    page.connection.cut()
    is_in(page, "de")
    room.teach({"do": "reveal"}, {"do": "reveal_now"})
    page.get_by_text(re.compile(say("board.your_right", "de", count="[012]", of=3))).wait_for()
    # A page that was away comes back to its question.
    page.connection.cut()
    room.teach({"do": "invite"}, tab="lesson")
    page.locator(".cardlab-summary a").wait_for()
    page.get_by_text(say("board.place", "de", number=3, count=3)).wait_for()
