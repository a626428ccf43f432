"""Progress in a real browser: it survives a reload, mistakes come back, and the learner has it in hand."""

import json
import re

from pages import axe_finds, until_ready
from playwright.sync_api import expect
from test_lessons import exercises
from tongits_match import Beside

from cardlab.lessons.own_mistakes import read_entries
from cardlab.phrasing.catalogue import say
from cardlab.widgets.progress import GUIDED
from cardlab.widgets.tongits_table.match_storage import packed
from cardlab.widgets.tongits_table.played_match import Setup


def set_or_run(page, lang="en"):
    """The first exercise of the lesson about melds, and the same series made here."""
    place, source = next(exercises("melds", lang))
    return page.locator(f"#cell-{place} .cardlab-root"), source


def press(root, key, lang="en", **facts):
    root.get_by_role("button", name=say(key, lang, **facts), exact=True).click()


def reads(root, key, lang="en", **facts):
    root.get_by_text(say(key, lang, **facts)).wait_for()


def answer(root, source, right, lang="en"):
    """Answers a choice, rightly or wrongly, and waits for the verdict."""
    task = source.task()
    correct = source.words.solution[1]
    chosen = next(label for key, label in task.choices if (key == correct) == right)
    root.locator(".cardlab-prompt").get_by_text(task.prompt, exact=True).wait_for()
    root.get_by_role("button", name=chosen, exact=True).click()
    press(root, "widget.check", lang)
    root.locator(f".cardlab-verdict.cardlab-{'yes' if right else 'no'}").wait_for()


def kept(page, key="cardlab-progress"):
    return json.loads(page.evaluate("(key) => localStorage.getItem(key)", key) or "null")


def is_kept(page, condition, key="cardlab-progress"):
    """Waits until what the page keeps under a key is so."""
    page.wait_for_function(f"(key) => {{ const kept = JSON.parse(localStorage.getItem(key)); {condition} }}", arg=key)


def load(page, file):
    with page.expect_file_chooser() as chosen:
        press(page, "progress.load")
    chosen.value.set_files(file)


def delete(page, lang="en"):
    press(page, "progress.delete", lang)
    reads(page, "progress.question", lang)
    press(page, "progress.really", lang)
    reads(page, "progress.deleted", lang)


LAST = {"page": "turn", "step": "t5-1", "title": "", "lang": "en"}
MARKS = {
    "last": LAST,
    "earned": {"turn": ["t5-1"], "melds": ["t3-2"]},
    "seen": {"turn": ["start"]},
    "done": {"turn": [1, 11]},
}


def test_what_was_done_is_saved_deleted_and_loaded_and_what_is_damaged_in_the_file_is_left_out(lesson, tmp_path):
    page = lesson("en/melds.ipynb")
    assert kept(page) is None
    answer(*set_or_run(page), True)
    is_kept(page, "return kept;")
    page.reload()
    until_ready(page)
    reads(set_or_run(page)[0], "exercise.progress", solved=1, total=6)
    lesson("en/turn.ipynb", page)
    guided = page.locator("#start .cardlab-root")
    for number in range(1, 4):
        reads(guided, "table.guide_step", number=number, count=GUIDED)
        press(guided, "table.show_me")
    is_kept(page, "return kept.first_round.most === 3;", "cardlab-progress-guided")
    page.evaluate("marks => localStorage.setItem('cardlab-progress-steps', JSON.stringify(marks))", MARKS)
    before = kept(page)["answers"]
    # A file needs no server.
    unheard = page.context.new_page()
    unheard.route_web_socket("**", lambda _: None)
    unheard.goto(page.url.replace("turn", "index"))
    with unheard.expect_download():
        press(unheard, "progress.save")
    unheard.close()
    lesson("en/index.ipynb", page)
    reads(page, "progress.summary", count=1)
    page.get_by_role("textbox").fill("Ana María")
    far = page.locator(".course-far")
    expect(far).to_have_text("1/11")
    with page.expect_download() as download:
        press(page, "progress.save")
    assert re.fullmatch(r"cardlab-progress-Ana-María-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    text = download.value.path().read_text(encoding="utf-8")
    saved = json.loads(text)
    assert (saved["name"], saved["answers"]) == ("Ana María", before)
    goes_on = page.locator(".course-goon")
    delete(page)
    expect(far).to_have_count(0)
    expect(goes_on).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage)") == []
    file = tmp_path / "progress.json"
    refused = say("progress.refused", "en", reason="")
    too_long = say("refusal.progress_too_long", "en", most=4_000_000)
    for torn, told in ((text[: len(text) // 2], refused), ("[" * 100_000, refused), ("[" * 5_000_000, too_long)):
        file.write_text(torn, encoding="utf-8")
        load(page, file)
        page.get_by_text(told).wait_for()
        assert page.evaluate("Object.keys(localStorage)") == []
    saved["marks"]["earned"]["turn"] += [7, "<b>", "x" * 99]
    saved["marks"]["seen"]["<i>"] = ["start"]
    saved["marks"]["guided"]["first_race"] = {"moves": 7, "most": "many"}
    file.write_text(json.dumps(saved), encoding="utf-8")
    load(page, file)
    reads(page, "progress.loaded", count=1)
    reads(page, "progress.summary", count=1)
    reads(page, "progress.guided", part=3, total=GUIDED)
    expect(far).to_have_text("1/11")
    expect(goes_on).to_be_visible()
    back = kept(page, "cardlab-progress-steps")
    assert (back["earned"], back["seen"]) == (MARKS["earned"], MARKS["seen"])
    assert kept(page)["answers"] == before
    lesson("en/turn.ipynb", page)
    reads(guided, "table.guide_step", number=4, count=GUIDED)


ASIDE = "localStorage.getItem('cardlab-races-unread')"
GAMES = (
    ("play-tichu", ("play_tichu.against.bot", "play_tichu.start"), "cardlab-races"),
    ("play-tongits", ("play_tongits.begin",), "cardlab-tongits"),
)


def test_matches_that_are_kept_and_one_that_cannot_be_read_are_deleted_with_everything(lesson):
    page = lesson("de/play-tichu.ipynb")
    page.evaluate("localStorage.setItem('cardlab-races', '{torn')")
    page.reload()
    until_ready(page)
    reads(page.get_by_role("alert"), "play_tichu.not_recalled", "de")
    assert axe_finds(page, ("light", "dark"), "[role=alert]") == []
    assert page.evaluate("localStorage.getItem('cardlab-races')") == "{torn"
    for name, begin, key in GAMES:
        lesson(f"de/{name}.ipynb", page)
        for button in begin:
            press(page.locator(".cardlab-root").first, button, "de")
        page.wait_for_function("key => localStorage.getItem(key)?.length > 9", arg=key)
        assert page.get_by_role("alert").count() == 0
    # What could not be read is put aside.
    assert page.evaluate(ASIDE) == "{torn"
    lesson("de/index.ipynb", page)
    delete(page, "de")
    assert page.evaluate(ASIDE) is None
    for name, begin, key in GAMES:
        assert page.evaluate("key => localStorage.getItem(key)", key) is None
        lesson(f"de/{name}.ipynb", page)
        page.locator(".cardlab-root").first.get_by_role("button", name=say(begin[0], "de"), exact=True).wait_for()


def test_what_cannot_be_read_is_told_and_put_aside_and_two_pages_at_once_lose_nothing(lesson):
    one = lesson("en/melds.ipynb")
    one.evaluate("localStorage.setItem('cardlab-progress', '{torn')")
    one.evaluate("localStorage.setItem('cardlab-progress-begun', '{torn')")
    one.reload()
    until_ready(one)
    root, source = set_or_run(one)
    reads(root, "progress.torn")
    reads(root, "exercise.tries_left", count=3)
    # A page opened later goes on with the tries that are left.
    answer(root, source, False)
    press(root, "exercise.hint")
    is_kept(one, "return kept?.[0].hints === 1;", "cardlab-progress-begun")
    other = lesson("en/melds.ipynb", one.context.new_page())
    there, _ = set_or_run(other)
    reads(there, "exercise.tries_left", count=2)
    answer(root, source, True)
    one.wait_for_function("() => localStorage.getItem('cardlab-progress') !== '{torn'")
    assert [(one["tries"], one["hints"]) for one in kept(one)["answers"]] == [(2, 1)]
    assert kept(one, "cardlab-progress-begun") == []
    assert one.evaluate("localStorage.getItem('cardlab-progress-unreadable')") == "{torn"
    other.reload()
    until_ready(other)
    source.next()
    answer(there, source, False)
    press(there, "exercise.reveal")
    is_kept(other, "return kept.answers.length === 2;")
    # A tab that wrote at the same moment would have put its own list in the place of both.
    other.evaluate("text => localStorage.setItem('cardlab-progress', text)", json.dumps(kept(other) | {"answers": []}))
    is_kept(one, "return kept.answers.length === 2;")


def test_a_round_is_reviewed_and_a_mistake_comes_back_in_the_review_and_is_kept_once(lesson):
    """The match was played before; its only round is over, with a blunder of the learner's."""
    beside = Beside(Setup(left="random", seed=8))
    while not beside.over:
        beside.play(beside.move())
    page = lesson("en/index.ipynb")
    page.evaluate("(text) => localStorage.setItem('cardlab-tongits', text)", packed(beside.match))
    root = page.locator(".cardlab-root")
    lesson("en/play-tongits.ipynb", page)
    press(root, "play_tongits.review_of", player=say("seat.0", "en"))
    page.locator(".cardlab-accounts").wait_for(timeout=60_000)
    assert axe_finds(page) == []
    slider, last = root.get_by_role("slider"), len(beside.round.line.moves)
    slider.focus()
    for back in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        there = say("round_review.moment", "en", number=last - back, total=last)
        root.get_by_text(there, exact=True).wait_for()
    assert slider.get_attribute("aria-valuetext") == there
    (mistake,), (first,) = kept(page)["mistakes"], kept(page)["answers"]
    assert mistake["key"] == first["key"]
    page.get_by_role("link", name=say("round_review.kept", "en", count=1)).click()
    review = root.first
    review.locator(".cardlab-prompt").get_by_text(say("own.prompt", "en")).wait_for()
    found, _ = read_entries([mistake])
    best = dict(found[mistake["key"]].ask().read("en").task.choices)["0"]
    review.get_by_role("button", name=best, exact=True).click()
    press(review, "widget.check")
    review.locator(".cardlab-verdict.cardlab-yes").wait_for()
    assert [one["right"] for one in kept(page)["answers"]] == [False, True]
    assert len(kept(page)["mistakes"]) == 1
