"""The lessons as a learner does them: exercises solved by keyboard, or failed by mouse, with their explanations.

What is right is asked of the same series of exercises, made here with the same seed.
"""

import re
from collections import Counter

import pytest
from pages import IS_LONG, cells_of

from cardlab.lessons.course import LESSONS, drill_named
from cardlab.phrasing.catalogue import say
from cardlab.widgets.exercise import TRIES
from tests.lessons.asked import wrong_answer

CALL = re.compile(r"^Exercise\((\w+)\.(\w+)(?:\(seed=(\d+)\))?\)$", re.MULTILINE)


def exercises(lesson, lang):
    """The exercises of a page in order: the place of the cell, and the series that it shows."""
    for place, cell in enumerate(cells_of(lesson)):
        found = CALL.search("".join(cell["source"])) if cell["cell_type"] == "code" else None
        if found:
            module, kind, seed = found.groups()
            source = drill_named(f"{module}.{kind}")(int(seed or 1))
            source.lang = lang
            yield place, source


def button(exercise, name):
    return exercise.get_by_role("button", name=name, exact=True)


def control(exercise, task, part):
    """What stands for a part of an answer: a choice, a card or a pile."""
    if isinstance(part, str):
        return button(exercise, dict(task.choices)[part])
    if isinstance(part, int):
        return button(exercise, task.piles[part].label)
    return exercise.locator(f'[role=option][data-card="{part}"]')


def parts(task, answer):
    """What is pressed for an answer; nothing where a number is typed."""
    if task.kind == "number":
        return ()
    return answer if isinstance(answer, tuple) else (answer,)


def by_mouse(page, exercise, task, answer, lang):
    """With clicks alone; a card that goes to a pile is pulled there."""
    if task.kind == "card_and_pile":
        card, place = answer
        control(exercise, task, card).drag_to(exercise.locator(f"[data-drop='{place}'] li").last)
    else:
        for part in parts(task, answer):
            control(exercise, task, part).click()
    if task.kind == "number":
        exercise.get_by_role("textbox").fill(str(answer))
    button(exercise, say("widget.check", lang)).click()


def by_keyboard(page, exercise, task, answer, lang):
    """With Tab, arrows, digits, Space and Enter alone, from the question on."""
    exercise.locator(".cardlab-prompt").focus()
    piles_first = reversed(parts(task, answer)) if task.kind == "card_and_pile" else parts(task, answer)
    for part in piles_first:
        reach(page, control(exercise, task, part))
        page.keyboard.press("Space")
    if task.kind == "number":
        reach(page, exercise.get_by_role("textbox"))
        page.keyboard.type(str(answer))
    else:
        reach(page, button(exercise, say("widget.check", lang)))
    page.keyboard.press("Enter")


# The key that leads from what has the focus to an element; none if it has it.
WAY = """it => {
    const now = document.activeElement;
    if (it === now) return "";
    const isBefore = now.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING;
    if (it.closest("[role=listbox]")?.contains(now)) return isBefore ? "ArrowLeft" : "ArrowRight";
    return isBefore && !it.contains(now) ? "Shift+Tab" : "Tab";
}"""


def reach(page, target):
    """Goes by Tab, or back by Shift and Tab, and inside a hand by the arrows, until the target has the focus."""
    for _ in range(80):
        key = target.evaluate(WAY)
        if not key:
            return
        page.keyboard.press(key)
    pytest.fail("the keyboard does not get there")


def solve(page, exercise, source, way, lang):
    """Answers the task rightly in this way, reads why it is right, and goes on to the next."""
    task, answer = source.task(), source.words.solution[1]
    # The task before may have had the same question.
    exercise.locator(".cardlab-prompt").get_by_text(task.prompt, exact=True).wait_for()
    exercise.get_by_text(say("exercise.tries_left", lang, count=TRIES)).wait_for()
    solved, total = source.progress()
    verdict = source.check(answer)
    way(page, exercise, task, answer, lang)
    for sentence in (say("exercise.right", lang), verdict.sentences[0]):
        exercise.locator(".cardlab-verdict").get_by_text(sentence).first.wait_for()
    exercise.get_by_text(say("exercise.progress", lang, solved=solved + 1, total=total), exact=True).wait_for()
    button(exercise, say("exercise.next", lang)).click()
    source.next()


def fail(page, exercise, source, lang):
    """Answers the task wrongly by mouse, and reads everything that is said of it."""
    task, answer = source.task(), wrong_answer(source.question)
    by_mouse(page, exercise, task, answer, lang)
    told, verdict = exercise.locator(".cardlab-verdict"), source.words.partial_verdict(answer)
    for sentence in (say("exercise.wrong", lang), *verdict.sentences, *verdict.follows):
        told.get_by_text(sentence).first.wait_for()
    shown = told.text_content()
    assert all(rule in shown for rule in verdict.rules)
    exercise.get_by_text(say("exercise.tries_left", lang, count=TRIES - 1)).wait_for()


def plan():
    """The exercises to be done of each lesson, and how: of each form of answer the first is solved, the second failed.

    In `make long`, this continues to the last.
    """
    lessons, done = {}, Counter()
    for lesson in LESSONS:
        for place, source in exercises(lesson.name, "en"):
            form = source.task().kind, source.task().multiple
            done[form] += 1
            if done[form] <= 2 or IS_LONG:
                lessons.setdefault(lesson.name, []).append((place, source, done[form] % 2))
    return lessons


PLAN = plan()


@pytest.mark.parametrize("name", PLAN)
def test_an_exercise_is_solved_by_keyboard_or_explains_a_mistake_made_by_mouse(lesson, name):
    """That each exercise is there and asks is seen in test_every_page; its answers are judged in tests/lessons."""
    page = lesson(f"en/{name}.ipynb")
    for place, source, is_solved in PLAN[name]:
        exercise = page.locator(f"#cell-{place} .cardlab-root")
        exercise.scroll_into_view_if_needed()
        if is_solved:
            solve(page, exercise, source, by_keyboard, "en")
        else:
            fail(page, exercise, source, "en")
