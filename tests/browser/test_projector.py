"""The projector's page: a teacher chooses an exercise, unfolds it on the whole screen, and keeps its link."""

from pages import axe_finds, until_ready

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say

ASKED = """wanted => {
    const given = new URLSearchParams(location.search);
    return Object.entries(wanted).every(([name, value]) => given.get(name) === value);
}"""


def test_an_exercise_is_chosen_and_its_address_brings_it_back(lesson):
    page = lesson("en/demo.ipynb")
    demo = page.locator(".cardlab-root").first
    demo.get_by_label(say("progress.lesson", "en")).select_option("draw-call")
    page.wait_for_function(ASKED, arg={"drill": "draw_call.may_call", "level": "1", "seed": "1"})
    demo.get_by_label(say("sheet.kind", "en")).select_option("draw_call.who_wins")
    demo.get_by_label(say("sheet.level", "en")).select_option("2")
    demo.get_by_label(say("demo.seed", "en")).fill("3")
    page.keyboard.press("Enter")
    page.wait_for_function(ASKED, arg={"drill": "draw_call.who_wins", "level": "2", "seed": "3"})
    facts = drill_named("draw_call.who_wins").question("demo 3 1", 2).read("en").task.notes
    demo.get_by_text(facts[0]).wait_for()
    page.reload()
    until_ready(page)
    demo.get_by_text(facts[0]).wait_for()
    assert axe_finds(page) == []


def test_it_is_unfolded_on_the_whole_screen_in_light_and_dark(lesson):
    page = lesson("de/demo.ipynb?drill=stacks.phoenix&level=1&seed=7", height=720)
    question = drill_named("stacks.phoenix").question("demo 7 1", 1)
    last = question.read("de").check(question.read("de").solution[1]).sentences[-1]
    demo = page.locator(".cardlab-root").first
    demo.get_by_role("button", name=say("widget.full", "de"), exact=True).click()
    page.wait_for_function("() => document.fullscreenElement")
    demo.get_by_label(say("progress.lesson", "de")).wait_for(state="hidden")
    assert axe_finds(page, ("light", "dark")) == []
    answer = say("exercise.answer_is", "de", answer="").strip()
    while answer not in demo.inner_text():
        page.keyboard.press("PageDown")
    # The sentence may have been a hint, too, which the answer has put away.
    while not demo.get_by_text(last).count():
        page.keyboard.press("PageDown")
    assert axe_finds(page, ("light", "dark")) == []
    page.keyboard.press("n")
    page.wait_for_function(ASKED, arg={"seed": "8"})
