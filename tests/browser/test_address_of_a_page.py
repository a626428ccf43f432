"""An address that leads to an exercise: it is in sight and in focus, and the tasks are those of the class."""

from test_lessons import exercises

from cardlab.lessons import melds
from cardlab.lessons.address import Address
from cardlab.phrasing.catalogue import say

SEEN = """() => {
    const focused = document.activeElement, box = focused.closest(".cardlab-root")?.getBoundingClientRect();
    return focused.classList.contains("cardlab-prompt") && box.top >= -1 && box.top < innerHeight / 3;
}"""


def test_the_exercise_looked_for_is_in_sight_with_the_tasks_of_the_class(lesson):
    lang = "de"
    page = lesson(f"{lang}/melds.ipynb?seed=7&level=2&drill=lay_off", width=390)
    page.wait_for_function(SEEN)
    source = next(one for _, one in exercises("melds", lang) if one.drill is melds.lay_off)
    source.follow(Address(7, 2))
    root = page.locator(".cardlab-root").filter(has_text=say("address.leads_here", lang))
    assert root.count() == 1
    assert root.locator(".cardlab-prompt").inner_text() == source.task().prompt
    assert root.get_by_text(say("address.both", lang, seed=7, level=2)).is_visible()
