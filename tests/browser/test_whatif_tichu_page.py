"""The laboratory of Tichu as it is served: a position is answered by the compute pool, and another one after it."""

import pytest

from cardlab.locale import say


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_position_is_answered_while_one_looks_and_so_is_the_next(lesson, lang):
    page = lesson(f"{lang}/whatif-tichu.ipynb")
    table = page.get_by_role("table", name=say("whatif_tichu.caption", lang))
    table.wait_for()
    page.get_by_role("button", name=say("whatif_tichu.example.draw", lang)).click()
    table.locator("tbody th", has_text=say("whatif_tichu.do.draw", lang)).wait_for()
    field = page.get_by_role("textbox", name=say("whatif_tichu.line", lang))
    field.fill("hand 8♥ Ph; cards 2; pile 0 7s; pile 1 2d")
    field.press("Enter")
    table.locator("tbody th", has_text="8♥").first.wait_for()
    assert page.locator(".cardlab-verdict progress").count() <= 1


def test_what_is_impossible_is_said_in_the_learners_language(lesson):
    page = lesson("de/whatif-tichu.ipynb")
    field = page.get_by_role("textbox", name=say("whatif_tichu.line", "de"))
    field.fill("hand 7h; draw 14 14; extra 14 14; pile 0 6s")
    field.press("Enter")
    told = say("refusal.tichu_position_too_many", "de", count=64, left=54)
    page.get_by_text(told).wait_for()
