"""Progress in a real browser: it survives a reload, mistakes come back, and the learner has it in hand."""

import json
import re

import pytest
from pages import axe_finds, until_ready
from playwright.sync_api import expect
from test_lessons import exercises
from tichu_race import ASIDE
from tongits_match import Beside

from cardlab.lessons.own_mistakes import read_entries
from cardlab.phrasing.catalogue import say
from cardlab.widgets.progress import GUIDED
from cardlab.widgets.tongits_table.match_storage import packed
from cardlab.widgets.tongits_table.played_match import Setup

PATIENCE = 10_000


@pytest.fixture
def go(lesson, server):
    """Opens a page, or goes on from one to another in the same browser: `go("en/melds.ipynb", page)`."""

    def going(path, page=None):
        if page is None:
            return lesson(path)
        page.goto(f"{server}{path}")
        until_ready(page)
        return page

    return going


def set_or_run(page, lang="en"):
    """The first exercise of the lesson about melds, and the same series made here."""
    place, source = next(exercises("melds", lang))
    return page.locator(f"#cell-{place} .cardlab-root"), source


def press(root, key, lang="en", **facts):
    root.get_by_role("button", name=say(key, lang, **facts), exact=True).click()


def answer(root, source, right, lang="en"):
    """Answers a choice, rightly or wrongly, and waits for the verdict."""
    task = source.task()
    correct = source.solution()[1]
    chosen = next(label for key, label in task.choices if (key == correct) == right)
    root.locator(".cardlab-prompt").get_by_text(task.prompt, exact=True).wait_for(timeout=PATIENCE)
    root.get_by_role("button", name=chosen, exact=True).click()
    press(root, "widget.check", lang)
    root.locator(f".cardlab-verdict.cardlab-{'yes' if right else 'no'}").wait_for(timeout=PATIENCE)


def kept(page):
    return json.loads(page.evaluate("localStorage.getItem('cardlab-progress')") or "null")


def test_who_comes_back_later_does_not_have_a_first_try_again(go):
    """A new page is a new lesson, whereas one that is only loaded again goes on by itself."""
    first = go("en/melds.ipynb")
    root, source = set_or_run(first)
    answer(root, source, False)
    press(root, "exercise.hint")
    first.wait_for_function("() => JSON.parse(localStorage.getItem('cardlab-progress-begun'))?.[0].hints === 1")
    page = go("en/melds.ipynb", first.context.new_page())
    root, _ = set_or_run(page)
    root.get_by_text(say("exercise.tries_left", "en", count=2)).wait_for(timeout=PATIENCE)
    answer(root, source, True)
    page.wait_for_function("() => localStorage.getItem('cardlab-progress') !== null")
    assert [(one["tries"], one["hints"]) for one in kept(page)["answers"]] == [(2, 1)]
    assert page.evaluate("localStorage.getItem('cardlab-progress-begun')") == "[]"
    page.evaluate("localStorage.setItem('cardlab-progress-begun', '{torn')")
    later = go("en/melds.ipynb", first.context.new_page())
    set_or_run(later)[0].get_by_text(say("exercise.tries_left", "en", count=3)).wait_for(timeout=PATIENCE)


def test_what_is_solved_stays_after_a_reload_and_is_saved_deleted_and_loaded_again(go, server, tmp_path):
    page = go("en/melds.ipynb")
    assert kept(page) is None
    answer(*set_or_run(page), True)
    page.wait_for_function("() => localStorage.getItem('cardlab-progress') !== null")
    page.reload()
    until_ready(page)
    set_or_run(page)[0].get_by_text(say("exercise.progress", "en", solved=1, total=6)).wait_for(timeout=PATIENCE)
    before = kept(page)["answers"]
    assert len(before) == 1
    # A file needs no server.
    unheard = page.context.new_page()
    unheard.route_web_socket("**", lambda _: None)
    unheard.goto(f"{server}en/index.ipynb")
    with unheard.expect_download():
        press(unheard, "progress.save")
    unheard.close()
    go("en/index.ipynb", page)
    page.get_by_text(say("progress.summary", "en", count=1)).wait_for(timeout=PATIENCE)
    page.get_by_role("textbox").fill("Ana María")
    # Without a class there is nobody to hand in to.
    assert page.locator(".cardlab-hand-in").count() == 0
    with page.expect_download() as download:
        page.get_by_role("button", name=say("progress.save", "en")).click()
    assert re.fullmatch(r"cardlab-progress-Ana-María-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert (saved["name"], saved["answers"]) == ("Ana María", before)
    page.get_by_role("button", name=say("progress.delete", "en")).click()
    page.get_by_role("button", name=say("progress.really", "en")).click()
    page.get_by_text(say("progress.deleted", "en")).wait_for(timeout=PATIENCE)
    assert kept(page) is None
    hostile = tmp_path / "hostile.json"
    hostile.write_text("[" * 5_000_000, encoding="utf-8")
    load(page, hostile)
    page.get_by_text(say("refusal.progress_too_long", "en", most=4_000_000)).wait_for(timeout=PATIENCE)
    assert kept(page) is None
    load(page, file)
    page.get_by_text(say("progress.loaded", "en", count=1)).wait_for(timeout=PATIENCE)
    page.get_by_text(say("progress.summary", "en", count=1)).wait_for(timeout=PATIENCE)
    assert kept(page)["answers"] == before


def test_ticks_and_guided_games_come_back_from_a_file_and_what_is_damaged_in_it_is_left_out(go, tmp_path):
    page = go("en/turn.ipynb")
    guided = page.locator("#start .cardlab-root")
    for number in range(1, 4):
        guided.get_by_text(say("table.guide_step", "en", number=number, count=GUIDED)).wait_for()
        press(guided, "table.show_me")
    page.wait_for_function("() => JSON.parse(localStorage['cardlab-progress-guided']).first_round.most === 3")
    marks = {"earned": {"turn": ["t5-1"], "melds": ["t3-2"]}, "seen": {"turn": ["start"]}, "done": {"turn": [1, 11]}}
    page.evaluate("marks => localStorage.setItem('cardlab-progress-steps', JSON.stringify(marks))", marks)
    go("en/index.ipynb", page)
    page.get_by_text(say("progress.guided", "en", part=3, total=GUIDED)).wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name=say("progress.save", "en")).click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    page.get_by_role("button", name=say("progress.delete", "en")).click()
    page.get_by_text(say("progress.question", "en")).wait_for()
    page.get_by_role("button", name=say("progress.really", "en")).click()
    page.get_by_text(say("progress.deleted", "en")).wait_for()
    expect(page.locator(".course-far")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage)") == []
    text = json.loads(file.read_text(encoding="utf-8"))
    text["marks"]["earned"]["turn"] += [7, "<b>", "x" * 99]
    text["marks"]["seen"]["<i>"] = ["start"]
    text["marks"]["guided"]["first_race"] = {"moves": 7, "most": "many"}
    file.write_text(json.dumps(text), encoding="utf-8")
    load(page, file)
    page.get_by_text(say("progress.guided", "en", part=3, total=GUIDED)).wait_for()
    expect(page.locator(".course-far")).to_have_text("1/11")
    back = page.evaluate("JSON.parse(localStorage['cardlab-progress-steps'])")
    assert (back["earned"], back["seen"]) == (marks["earned"], marks["seen"])
    go("en/turn.ipynb", page)
    guided.get_by_text(say("table.guide_step", "en", number=4, count=GUIDED)).wait_for()


def test_matches_that_are_kept_and_one_that_cannot_be_read_are_deleted_with_everything(go):
    page = go("de/play-tichu.ipynb")
    page.evaluate("localStorage.setItem('cardlab-races', '{torn')")
    page.reload()
    until_ready(page)
    page.get_by_role("alert").get_by_text(say("play_tichu.not_recalled", "de"), exact=True).wait_for(timeout=PATIENCE)
    assert axe_finds(page, ("light", "dark")) == []
    assert page.evaluate("localStorage.getItem('cardlab-races')") == "{torn"
    games = (
        ("play-tichu", ("play_tichu.against.bot", "play_tichu.start"), "cardlab-races"),
        ("play-tongits", ("play_tongits.begin",), "cardlab-tongits"),
    )
    for name, begin, key in games:
        go(f"de/{name}.ipynb", page)
        for button in begin:
            press(page.locator(".cardlab-root").first, button, "de")
        page.wait_for_function("key => localStorage.getItem(key)?.length > 9", arg=key)
        assert page.get_by_role("alert").count() == 0
    # What could not be read is put aside.
    assert page.evaluate(ASIDE) == "{torn"
    go("de/index.ipynb", page)
    page.get_by_role("button", name=say("progress.delete", "de")).click()
    page.get_by_text(say("progress.question", "de")).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name=say("progress.really", "de")).click()
    page.get_by_text(say("progress.deleted", "de")).wait_for(timeout=PATIENCE)
    assert page.evaluate(ASIDE) is None
    for name, begin, key in games:
        assert page.evaluate("key => localStorage.getItem(key)", key) is None
        go(f"de/{name}.ipynb", page)
        page.locator(".cardlab-root").first.get_by_role("button", name=say(begin[0], "de"), exact=True).wait_for()


def load(page, file):
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name=say("progress.load", "en")).click()
    chosen.value.set_files(file)


def test_what_cannot_be_read_is_told_and_put_aside_and_two_pages_at_once_lose_nothing(go):
    one = go("en/melds.ipynb")
    one.evaluate("localStorage.setItem('cardlab-progress', '{torn')")
    one.reload()
    until_ready(one)
    root, source = set_or_run(one)
    root.get_by_text(say("progress.torn", "en")).wait_for(timeout=PATIENCE)
    answer(root, source, True)
    one.wait_for_function("() => localStorage.getItem('cardlab-progress') !== '{torn'")
    assert len(kept(one)["answers"]) == 1
    assert one.evaluate("localStorage.getItem('cardlab-progress-unreadable')") == "{torn"
    other = go("en/melds.ipynb", one.context.new_page())
    root, _ = set_or_run(other)
    source.next()
    answer(root, source, False)
    press(root, "exercise.reveal")
    both = "() => JSON.parse(localStorage.getItem('cardlab-progress')).answers.length === 2"
    other.wait_for_function(both)
    # A tab that wrote at the same moment would have put its own list in the place of both.
    other.evaluate("text => localStorage.setItem('cardlab-progress', text)", json.dumps(kept(other) | {"answers": []}))
    one.wait_for_function(both)


def test_a_round_is_reviewed_and_a_mistake_comes_back_in_the_review_and_is_kept_once(go):
    """The match was played before; its only round is over, with a blunder of the learner's."""
    beside = Beside(Setup(left="random", seed=8))
    while not beside.over:
        beside.play(beside.move())
    page = go("en/index.ipynb")
    page.evaluate("(text) => localStorage.setItem('cardlab-tongits', text)", packed(beside.match))
    root = page.locator(".cardlab-root")
    for _ in range(2):
        go("en/play-tongits.ipynb", page)
        press(root, "play_tongits.review_of", player=say("seat.0", "en"))
        page.locator(".cardlab-accounts").wait_for(timeout=6 * PATIENCE)
    rows = root.get_by_role("list", name=say("play_tongits.review", "en")).get_by_role("listitem")
    assert rows.count() == sum(move.seat == 0 for move in beside.round.line.moves)
    assert axe_finds(page) == []
    slider, last = root.get_by_role("slider"), len(beside.round.line.moves)
    for _ in range(3):
        slider.press("ArrowLeft")
    there = say("round_review.moment", "en", number=last - 3, total=last)
    root.get_by_text(there, exact=True).wait_for(timeout=PATIENCE)
    assert slider.get_attribute("aria-valuetext") == there
    root.locator(".cardlab-plot-wide [data-at='2']").click()
    root.get_by_text(say("round_review.moment", "en", number=2, total=last), exact=True).wait_for(timeout=PATIENCE)
    root.get_by_role("button", name=say("play_tongits.play_on_from_here", "en"), exact=True).wait_for(timeout=PATIENCE)
    (mistake,), (first,) = kept(page)["mistakes"], kept(page)["answers"]
    assert mistake["key"] == first["key"]
    page.get_by_role("link", name=say("round_review.kept", "en", count=1)).click()
    review = root.first
    review.locator(".cardlab-prompt").get_by_text(say("own.prompt", "en")).wait_for(timeout=PATIENCE)
    found, _ = read_entries([mistake])
    best = dict(found[mistake["key"]].ask().read("en").task.choices)["0"]
    review.get_by_role("button", name=best, exact=True).click()
    press(review, "widget.check")
    review.locator(".cardlab-verdict.cardlab-yes").wait_for(timeout=PATIENCE)
    assert [one["right"] for one in kept(page)["answers"]] == [False, True]
    assert len(kept(page)["mistakes"]) == 1
