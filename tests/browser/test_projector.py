"""The projector's page: a teacher chooses an exercise, unfolds it on the whole screen, and keeps its link."""

from pages import axe_finds, until_ready

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say

ASKED = """wanted => {
    const given = new URLSearchParams(location.search);
    return Object.entries(wanted).every(([name, value]) => given.get(name) === value);
}"""


def test_an_exercise_is_chosen_brought_back_by_its_address_and_unfolded_on_the_whole_screen(lesson):
    page = lesson("de/demo.ipynb", height=720)
    demo = page.locator(".cardlab-root").first
    demo.get_by_label(say("progress.lesson", "de")).select_option("stacks")
    demo.get_by_label(say("sheet.kind", "de")).select_option("stacks.phoenix")
    demo.get_by_label(say("sheet.level", "de")).select_option("2")
    demo.get_by_label(say("demo.seed", "de")).fill("7")
    page.keyboard.press("Enter")
    page.wait_for_function(ASKED, arg={"drill": "stacks.phoenix", "level": "2", "seed": "7"})
    page.reload()
    until_ready(page)
    asked = drill_named("stacks.phoenix").question("demo 7 1", 2).read("de")
    demo.locator(".cardlab-prompt").get_by_text(asked.task.prompt, exact=True).wait_for()
    last = asked.check(asked.solution[1]).sentences[-1]
    demo.get_by_role("button", name=say("widget.full", "de"), exact=True).click()
    page.wait_for_function("() => document.fullscreenElement")
    demo.get_by_label(say("progress.lesson", "de")).wait_for(state="hidden")
    assert axe_finds(page, ("light", "dark")) == []
    answer = say("exercise.answer_is", "de", answer="").strip()
    # The sentence may have been a hint, too, which the answer has put away.
    while answer not in demo.inner_text() or not demo.get_by_text(last).count():
        page.keyboard.press("PageDown")
    assert axe_finds(page, ("light", "dark")) == []
    page.keyboard.press("n")
    page.wait_for_function(ASKED, arg={"seed": "8"})
