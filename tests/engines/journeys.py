"""Four more journeys in Firefox and WebKit, for `make long`; the first is part of `make test`."""

import json

import pytest
from classroom import classroom
from test_lesson_and_table import label
from test_lessons import exercises

from cardlab.phrasing.catalogue import say
from tests.lessons.asked import wrong_answer


def read_answers(window):
    return json.loads(window.run("() => localStorage.getItem('cardlab-progress')"))["answers"]


# A file is picked in a window of the browser's own, which no driver sees: here its field comes into the page.
IN_THE_PAGE = "() => { HTMLInputElement.prototype.click = function () { document.body.append(this); }; }"


def test_progress_is_saved_deleted_and_loaded_again(course):
    place, source = next(exercises("melds", "en"))
    window, page = course(whole=True)
    window.open(page("melds"))
    window.until_ready()
    window.press(label(source.task(), source.words.solution[1]), f"#cell-{place}")
    window.press(say("widget.check"), f"#cell-{place}")
    window.until("() => localStorage.getItem('cardlab-progress')")
    before = read_answers(window)
    window.open(page("index"))
    window.until_ready()
    file = window.download(lambda: window.press(say("progress.save")))
    assert json.loads(file.read_text(encoding="utf-8"))["answers"] == before
    window.press(say("progress.delete"))
    window.press(say("progress.really"))
    window.until("() => !localStorage.getItem('cardlab-progress')")
    window.run(IN_THE_PAGE)
    window.press(say("progress.load"))
    window.choose(window.one("body > input[type=file]"), file)
    window.until("() => localStorage.getItem('cardlab-progress')")
    assert read_answers(window) == before


FOCUSED = """(wanted) => {
    const now = document.activeElement;
    return [now.getAttribute("aria-label"), now.innerText.trim()].includes(wanted);
}"""


def go_to(window, name):
    """Goes on by Tab until what is called so has the focus."""
    for _ in range(60):
        if window.run(FOCUSED, name):
            return
        window.key("Tab")
    pytest.fail(f"the keyboard does not get to {name}")


def test_an_exercise_is_solved_by_keys_alone(course):
    place, source = next(exercises("melds", "en"))
    task, wrong = source.task(), wrong_answer(source.question)
    window, page = course(whole=True)
    window.open(page("melds"))
    window.until_ready()
    for answer in (wrong, source.words.solution[1]):
        window.run(f"() => document.querySelector('#cell-{place} .cardlab-prompt').focus()")
        go_to(window, label(task, answer))
        window.key("Space")
        go_to(window, say("widget.check"))
        window.key("Enter")
        window.one(f"#cell-{place} .cardlab-verdict.cardlab-{'no' if answer == wrong else 'yes'}")


def test_a_question_on_the_class_board_is_answered_and_revealed(open_window, server):
    with classroom() as room:
        window = open_window(width=460, height=844)
        window.open(f"{room.address}join?code={room.code}&to=/board?lang=en&lang=en")
        window.type(window.one("[name=nickname]"), "Ana")
        window.press(say("room.enter"))
        window.one("html[data-course=ready]")
        room.teach(lambda page: page.ask("draw_call.may_call", 2))
        window.reads(say("lesson.under.may_call"))
        window.press(say("lesson.yes"))
        window.reads(say("widget.number"))
        room.order(do="reveal")
        window.until("() => document.querySelector('.cardlab-verdict')?.innerText")


TURN = "() => [...document.querySelectorAll('.cardlab-turn strong')].some((one) => one.innerText === %s)"
HELD = "() => document.querySelectorAll('.cardlab-option').length"


def test_T10_6_two_play_at_one_table_from_two_devices(open_window, server):
    first, second = open_window(), open_window()
    first.open(f"{server}tables?lang=en")
    first.press(say("together.open_it"))
    first.until("() => location.pathname.includes('/table/')")
    first.one(".cardlab-you")
    second.open(first.run("() => location.href"))
    second.type(second.one(".cardlab-room-who input"), "Ben")
    second.click(second.one(".cardlab-place button"))
    second.one(".cardlab-you")
    # Both are there; a bot takes the third seat.
    first.until("() => document.querySelector('.cardlab-places').innerText.includes('Ben')")
    first.press(say("together.begin_now"))
    for window in (first, second):
        window.one(".cardlab-felt")
    # Who begins is a matter of the deal: the first of them whose turn it is discards, after a draw where there was one.
    is_on = TURN % json.dumps(say("table.turn"))
    window = first if first.run(is_on) else second
    window.until(is_on)
    held = window.run(HELD)
    if window.run("() => Boolean(document.querySelector('[data-drop=stock] > .cardlab-may'))"):
        window.click(window.one("[data-drop=stock] > button"))
        held += 1
        window.until(f"(held) => ({HELD})() === held", held)
    window.click(window.one(".cardlab-option:last-of-type"))
    window.one(".cardlab-option[aria-selected=true]")
    window.click(window.one(f'.cardlab-choices [data-letter="{say("table.key.discard")}"]'))
    window.until(f"(held) => ({HELD})() < held", held)
