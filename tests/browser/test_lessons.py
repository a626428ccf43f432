"""The lessons as a learner does them: an exercise by mouse and another by keyboard, a wrong answer and its explanation.

What is right is asked of the same series of exercises, made here with the same seed.
"""

import pytest

from cardlab.lessons import melds, stacks
from cardlab.locale import LANGUAGES, say
from cardlab.widgets.exercise import TRIES

EXERCISES = {"melds.ipynb": melds.set_or_run, "stacks.ipynb": stacks.play_one}
SEED = 1
PATIENCE = 10_000


def first_exercise(page, lang):
    """The first exercise of the page: the first widget with a button that checks."""
    check = page.get_by_role("button", name=say("exercise.check", lang), exact=True)
    exercise = page.locator(".cardlab-root").filter(has=check).first
    exercise.scroll_into_view_if_needed()
    return exercise


def button(exercise, name):
    return exercise.get_by_role("button", name=name, exact=True)


def control(exercise, task, part):
    """What stands for a part of an answer: a choice, a card or a pile."""
    if isinstance(part, str):
        return button(exercise, dict(task.choices)[part])
    if isinstance(part, int):
        return button(exercise, task.pile_labels[part])
    return exercise.locator(f'[role=option][data-card="{part}"]')


def parts(answer):
    return answer if isinstance(answer, tuple) else (answer,)


def wrong_answer(source):
    """An answer to the present task that is not right."""
    task = source.task()
    if task.kind == "choice":
        tried = [key for key, _ in task.choices]
    else:
        tried = [(card, place) for card in task.hand for place in range(len(task.piles))]
    return next(answer for answer in tried if not source.check(answer).right)


def by_mouse(page, exercise, task, answer, lang):
    for part in parts(answer):
        control(exercise, task, part).click()
    button(exercise, say("exercise.check", lang)).click()


def by_keyboard(page, exercise, task, answer, lang):
    """With Tab, arrows, Space and Enter alone, from the question on; piles come before the hand."""
    exercise.locator(".cardlab-prompt").focus()
    for part in reversed(parts(answer)):
        reach(page, control(exercise, task, part))
        page.keyboard.press("Space")
    reach(page, button(exercise, say("exercise.check", lang)))
    page.keyboard.press("Enter")


def reach(page, target):
    """Goes on with Tab, and inside a hand with the right arrow, until the target has the focus."""
    for _ in range(60):
        if target.evaluate("it => it === document.activeElement"):
            return
        in_hand = target.evaluate("it => it.closest('[role=listbox]')?.contains(document.activeElement) ?? false")
        page.keyboard.press("ArrowRight" if in_hand else "Tab")
    pytest.fail("the keyboard does not get there")


def read(exercise, sentence):
    """Waits until the exercise says so."""
    exercise.locator(".cardlab-verdict").get_by_text(sentence).first.wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EXERCISES)
def test_one_exercise_by_mouse_and_the_next_by_keyboard(lesson, name, lang):
    page = lesson(f"{lang}/{name}")
    exercise, source = first_exercise(page, lang), EXERCISES[name](lang, SEED)
    for way, solved in ((by_mouse, 1), (by_keyboard, 2)):
        task = source.task()
        exercise.locator(".cardlab-prompt").get_by_text(task.prompt).wait_for(timeout=PATIENCE)
        exercise.get_by_text(say("exercise.tries_left", lang, count=TRIES)).wait_for(timeout=PATIENCE)
        answer = source.solution()[1]
        verdict = source.check(answer)
        way(page, exercise, task, answer, lang)
        read(exercise, say("exercise.right", lang))
        read(exercise, verdict.sentences[0])
        progress = say("exercise.progress", lang, solved=solved, total=source.progress()[1])
        exercise.get_by_text(progress, exact=True).wait_for(timeout=PATIENCE)
        button(exercise, say("exercise.next", lang)).click()
        source.next()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EXERCISES)
def test_a_wrong_answer_is_explained_with_its_clause(lesson, name, lang):
    page = lesson(f"{lang}/{name}")
    exercise, source = first_exercise(page, lang), EXERCISES[name](lang, SEED)
    task, answer = source.task(), wrong_answer(source)
    by_mouse(page, exercise, task, answer, lang)
    read(exercise, say("exercise.wrong", lang))
    verdict = source.check(answer)
    assert verdict.sentences
    for sentence in verdict.sentences:
        read(exercise, sentence)
    shown = exercise.locator(".cardlab-verdict").inner_text()
    assert all(f"({rule})" in shown for rule in verdict.rules)
    exercise.get_by_text(say("exercise.tries_left", lang, count=TRIES - 1)).wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_way_in_leads_to_a_lesson_and_back(lesson, lang):
    page = lesson(f"{lang}/index.ipynb")
    page.locator("main a[href='melds.ipynb']").click()
    page.wait_for_url(f"**/{lang}/melds.ipynb")
    page.wait_for_selector("html[data-course=ready]", state="attached", timeout=60_000)
    page.locator("main a[href='index.ipynb']").click()
    page.wait_for_url(f"**/{lang}/index.ipynb")
    page.wait_for_selector("html[data-course=ready]", state="attached", timeout=60_000)
