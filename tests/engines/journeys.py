"""Six more journeys in Firefox and WebKit, for `make long`; the first two are part of `make test`."""

import json

import pytest
from classroom import classroom
from test_lesson_and_table import label
from test_lessons import exercises, wrong_answer
from tichu_race import KEPT, STATE, next_keys, race_in

from cardlab.phrasing.catalogue import say


def read_answers(window):
    return json.loads(window.run("() => localStorage.getItem('cardlab-progress')"))["answers"]


# A file is picked in a window of the browser's own, which no driver sees: here its field comes into the page.
IN_THE_PAGE = "() => { HTMLInputElement.prototype.click = function () { document.body.append(this); }; }"


def test_progress_is_saved_deleted_and_loaded_again(course):
    place, source = next(exercises("melds", "en"))
    window, page = course(whole=True)
    window.open(page("melds"))
    window.until_ready()
    window.press(label(source.task(), source.solution()[1]), f"#cell-{place}")
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
    task, wrong = source.task(), wrong_answer(source)
    window, page = course(whole=True)
    window.open(page("melds"))
    window.until_ready()
    for answer in (wrong, source.solution()[1]):
        window.run(f"() => document.querySelector('#cell-{place} .cardlab-prompt').focus()")
        go_to(window, label(task, answer))
        window.key("Space")
        go_to(window, say("widget.check"))
        window.key("Enter")
        window.one(f"#cell-{place} .cardlab-verdict.cardlab-{'no' if answer == wrong else 'yes'}")


def step(window, state):
    """Makes the next move of a race by keys, or waits until something happens."""
    for key in next_keys(state, race_in(window.run(KEPT))):
        window.key(key.removeprefix("Key").lower())
    before = json.dumps(state, separators=(",", ":"))
    window.until(f"(before) => JSON.stringify(({STATE})()) !== before", before)


def test_a_race_is_run_to_its_end(course):
    window, page = course()
    window.open(f"{page('play-tichu')}?seed=76")
    window.until_ready()
    for choice in ("against.bot", "level.master", "start"):
        window.press(say(f"play_tichu.{choice}"))
    window.until(f"() => !({STATE})().over")
    while not (state := window.run(STATE))["over"]:
        step(window, state)
    assert race_in(window.run(KEPT)).outcome is not None


def test_the_laboratory_says_what_each_move_is_worth(course):
    window, page = course()
    window.open(page("whatif"))
    window.until_ready()
    # On a phone the first answer stands above the buttons: until it is whole, they move.
    window.until("() => document.querySelector('.cardlab-verdict td')")
    window.until("() => !document.querySelector('.cardlab-verdict .cardlab-share')")
    window.press(say("whatif.example.call"))
    window.until("() => location.search.includes('pos=')")
    window.until("() => [...document.querySelectorAll('td')].some((one) => one.innerText.includes('±'))")
    # Once it is settled, what has said how far it has come is gone.
    window.until("() => !document.querySelector('.cardlab-verdict .cardlab-share')")


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
        window.reads(say("board.your_answer"))
        room.order(do="reveal")
        window.until("() => document.querySelector('.cardlab-verdict')?.innerText")


YOUR_TURN = "(said) => [...document.querySelectorAll('.cardlab-turn strong')].some((one) => one.innerText === said)"
HELD = "() => document.querySelectorAll('.cardlab-option').length"


def plays_a_turn(window):
    """Draws, unless it is the round's first turn, and discards the last card."""
    window.until(YOUR_TURN, say("table.turn"))
    held = window.run(HELD)
    if window.run("() => Boolean(document.querySelector('[data-drop=stock] > .cardlab-may'))"):
        window.click(window.one("[data-drop=stock] > button"))
        held += 1
        window.until(f"(held) => ({HELD})() === held", held)
    window.click(window.one(".cardlab-option:last-of-type"))
    window.one(".cardlab-option[aria-selected=true]")
    window.click(window.one(f'.cardlab-choices [data-letter="{say("table.key.discard")}"]'))
    window.until(f"(held) => ({HELD})() < held", held)


def test_T10_6_two_play_at_one_table_from_two_devices(open_window, server):
    first, second = open_window(), open_window()
    first.open(f"{server}tables?lang=en")
    first.press(say("together.open_it"))
    first.until("() => location.pathname.includes('/table/')")
    second.open(first.run("() => location.href"))
    for window, name in ((first, "Ana"), (second, "Ben")):
        window.one(".cardlab-you, .cardlab-room-who input")
        if not window.run("() => document.querySelector('.cardlab-you') && true"):
            window.type(window.one(".cardlab-room-who input"), name)
            window.click(window.one(".cardlab-place button"))
        window.one(".cardlab-you")
    # Both are there; a bot takes the third seat.
    first.until("() => document.querySelector('.cardlab-places').innerText.includes('Ben')")
    first.press(say("together.begin_now"))
    for window in (first, second):
        window.one(".cardlab-felt")
    # Who begins is a matter of the deal: the first of them whose turn it is plays first.
    plays_a_turn(first if first.run(YOUR_TURN, say("table.turn")) else second)
