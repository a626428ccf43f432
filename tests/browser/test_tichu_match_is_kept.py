"""The Tichu match in a real browser: what is kept and cannot be read is put aside, and never lost."""

from pages import axe_finds, until_ready
from tichu_race import ASIDE, PATIENCE, begun, remembered, step

from cardlab.phrasing.catalogue import say


def test_a_match_that_cannot_be_read_is_told_and_put_aside_and_deleted_only_with_everything(lesson, server):
    torn, page = '{"format": "cardlab-races/99"}', lesson("de/play-tichu.ipynb")
    page.evaluate("text => localStorage.setItem('cardlab-races', text)", torn)
    page.reload()
    until_ready(page)
    page.get_by_role("alert").get_by_text(say("play_tichu.not_recalled", "de"), exact=True).wait_for(timeout=PATIENCE)
    assert axe_finds(page, ("light", "dark")) == []
    assert page.evaluate("localStorage.getItem('cardlab-races')") == torn
    begun(page, "de", against="two")
    for _ in range(2):
        step(page, (0, 1))
    assert page.get_by_role("alert").count() == 0
    assert remembered(page)["races"]
    assert page.evaluate(ASIDE) == torn
    page.goto(f"{server}de/index.ipynb")
    until_ready(page)
    page.get_by_role("button", name=say("progress.delete", "de")).click()
    page.get_by_role("button", name=say("progress.really", "de")).click()
    page.get_by_text(say("progress.deleted", "de")).wait_for(timeout=PATIENCE)
    assert page.evaluate(ASIDE) is None
