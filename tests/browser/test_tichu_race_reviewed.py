"""A race out of a record, reviewed on the page of races: by the pool, while one looks, act by act, by keys alone."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

import pytest
from pages import axe_finds, until_ready
from tichu_race import PATIENCE, press_button

from cardlab.analysis.races import SKILLED, race
from cardlab.locale import say
from cardlab.tichu import Rules

WIDTHS = {"en": 1280, "de": 390}


@pytest.fixture
def recorded(tmp_path):
    """The file of a race in which neither side was slow."""
    path = tmp_path / "race.json"
    race(Rules(), 3, SKILLED).record.write(path)
    return path


def opened(page, path, lang):
    with page.expect_file_chooser() as chooser:
        press_button(page, "open", lang)
    chooser.value.set_files(path)
    page.get_by_text(say("play_tichu.stored", lang), exact=True).wait_for(timeout=PATIENCE)


def reviewed(page, lang):
    """Asks for the review of the left side, and waits until it is whole."""
    page.get_by_role("button", name=say("race_review.ask", lang, who=say("seat.left_side", lang))).click()
    page.locator(".cardlab-judged figure").wait_for(timeout=60_000)
    return page.locator(".cardlab-acts > li")


def laboratory(page, act):
    """The position and the pace in the link of an act."""
    link = urlsplit(act.get_by_role("link").get_attribute("href"))
    assert link.path.endswith("/whatif-tichu.ipynb")
    query = parse_qs(link.query)
    return query["pos"][0], query["pace"][0]


@pytest.mark.parametrize("lang", WIDTHS)
def test_a_recorded_race_is_opened_reviewed_and_entered_at_a_moment(lesson, recorded, lang):
    page = lesson(f"{lang}/play-tichu.ipynb", width=WIDTHS[lang], height=844)
    opened(page, recorded, lang)
    acts = reviewed(page, lang)
    count = acts.count()
    assert count > 20
    if lang == "en":
        assert axe_finds(page, ("light", "dark")) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[lang]
    label = acts.nth(4).locator(".cardlab-act").inner_text()
    acts.nth(4).locator(".cardlab-act").focus()
    page.keyboard.press("Enter")
    number = int(label.split(".")[0].strip("✓✗ \n")) - 1
    page.wait_for_function(
        "number => document.querySelector('.cardlab-racing').dataset.number === String(number)", arg=number
    )
    assert page.locator(".cardlab-act[aria-current=true]").inner_text() == label
    assert page.evaluate("document.activeElement.classList.contains('cardlab-racing')")
    position, pace = laboratory(page, acts.nth(4))
    page.get_by_role("button", name=say("race_review.only_dear", lang)).click()
    page.wait_for_function("count => document.querySelectorAll('.cardlab-acts > li').length < count", arg=count)
    shown = page.locator(".cardlab-acts > li").all_inner_texts()
    other = lesson(f"{lang}/whatif-tichu.ipynb?pos={quote(position)}&pace={pace}")
    line = other.get_by_role("textbox", name=say("whatif_tichu.line", lang))
    assert line.input_value() == position
    other.get_by_role("table", name=say("whatif_tichu.caption", lang)).wait_for()
    page.wait_for_load_state("networkidle")
    page.goto(other.url)
    until_ready(page)
    page.wait_for_load_state("networkidle")
    page.go_back()
    until_ready(page)
    assert page.locator(".cardlab-acts > li").all_inner_texts() == shown
    press_button(page, "close", lang)
    page.get_by_role("button", name=say("play_tichu.start", lang), exact=True).wait_for(timeout=PATIENCE)
