"""The laboratory of Tongits as it is served: the answer is in sight at once, and stays while it is made better."""

import pytest

from cardlab.locale import say


def bottom(part):
    box = part.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_answer_the_best_options_and_the_switch_are_in_sight_when_the_page_opens(lesson, lang, width, height):
    page = lesson(f"{lang}/whatif.ipynb", width=width, height=height)
    table = page.get_by_role("table", name=say("whatif.first_options", lang))
    table.wait_for()
    # As soon as there is a result, nothing says that one is being worked out.
    assert page.locator(".cardlab-verdict", has_text=say("whatif.works", lang)).count() == 0
    # Once it is settled, what has said how far it has come is gone.
    page.locator(".cardlab-verdict progress").wait_for(state="detached")
    assert 3 <= table.locator("tbody tr").count() <= 5
    assert all("±" in told for told in table.locator("td").all_inner_texts())
    switch = page.get_by_role("button", name=say("whatif.value.deadwood", lang), exact=True)
    assert page.evaluate("scrollY") == 0
    assert bottom(page.locator(".cardlab-verdict .cardlab-title")) < bottom(table) < bottom(switch) <= height
    assert bottom(switch) < page.get_by_text(say("whatif.build", lang)).bounding_box()["y"]
