"""`Demo` and `Sheet`: a question for the whole room, unfolded step by step; a sheet to print."""

import pytest

from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.protocol import Verdict
from cardlab.lessons.sheet import sheet
from cardlab.locale import LANGUAGES, say
from cardlab.widgets import Demo, Race, Sheet, Table


def ask(widget, **wish):
    widget._handle_custom_msg(wish, [])
    return widget.shown


def solution(shown):
    return shown["told"]["solution"] if shown["told"] else ""


def test_each_step_shows_one_hint_more_and_the_last_the_solution():
    demo = Demo("en", lesson="melds", seed=4)
    question = drill_named("melds.set_or_run").question("demo 4 1", 1)
    hints = [hint.sentence for hint in question.hints("en")]
    for step in range(1, len(hints) + 1):
        assert ask(demo, do="step", by=1)["hints"] == hints[:step]
        assert solution(demo.shown) == ""
    assert solution(ask(demo, do="step", by=1)) == question.solution("en")[0]
    assert ask(demo, do="step", by=1)["end"]
    assert solution(ask(demo, do="step", by=-1)) == ""


def test_the_solution_is_one_key_away_and_hidden_again():
    demo = Demo("en", lesson="melds")
    assert ask(demo, do="solution")["end"]
    assert any(choice["chosen"] for choice in demo.shown["choices"])
    assert not ask(demo, do="solution")["end"]
    assert not any(choice["chosen"] for choice in demo.shown["choices"])


def test_the_same_seed_shows_the_same_questions():
    first, second = Demo("de", seed=9), Demo("de", seed=9)
    for demo in (first, second):
        ask(demo, do="question", by=1)
    assert first.question == second.question
    assert ask(first, do="question", by=-1) == ask(second, do="question", by=-1)
    assert ask(first, do="seed", text="10") != second.shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_drill_can_be_shown_to_its_end(lesson, lang):
    demo = Demo(lang, lesson=lesson.name)
    for drill in lesson.drills:
        for level in (1, 2, 3):
            ask(demo, do="drill", name=drill.name)
            ask(demo, do="level", level=level)
            assert ask(demo, do="solution")["end"]
            sentence, answer = demo.question.solution(lang)
            assert isinstance(demo.question.check(answer, lang), Verdict)
            assert solution(demo.shown) == sentence


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "step", "by": 7},
        {"do": "step", "by": 1.0},
        {"do": "question", "by": True},
        {"do": "level", "level": True},
        {"do": "level", "level": 9},
        {"do": "level", "level": "1"},
        {"do": "drill", "name": "stacks.play_one"},
        {"do": "lesson", "name": "../../etc"},
        {"do": "question", "by": -1},
        None,
    ],
)
def test_what_cannot_be_is_ignored(wish):
    demo = Demo("en", lesson="melds")
    before = demo.shown
    demo._handle_custom_msg(wish, [])
    assert demo.shown == before


@pytest.mark.parametrize("text", ["abc", "", "-1", "9" * 5000, "٣", "<b>"])
def test_a_start_number_that_is_none_gets_a_sentence(text):
    demo = Demo("de", lesson="melds", seed=5)
    assert ask(demo, do="seed", text=text)["said"] == say("demo.no_seed", "de", largest=999_999)
    assert demo.shown["seed"] == "5"
    assert ask(demo, do="seed", text="6")["said"] == ""


def test_keys_of_a_presenter_turn_the_steps(show):
    demo = Demo("en", lesson="melds", seed=2)
    page = show(demo)
    page.locator(".cardlab-stage").focus()
    page.keyboard.press("PageDown")
    page.get_by_text(demo.question.hints("en")[0].sentence).wait_for()
    page.keyboard.press("s")
    page.get_by_text(demo.question.solution("en")[0]).wait_for()
    page.keyboard.press("n")
    page.get_by_text(say("demo.where", "en", number=2, step=1, steps=demo.last_step + 1)).wait_for()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement?.classList.contains('cardlab-root')")
    page.get_by_role("button", name=say("widget.leave", "en"), exact=True).click()
    page.wait_for_function("document.fullscreenElement === null")


def whole_screen(page, lang="en"):
    page.get_by_role("button", name=say("widget.full", lang), exact=True).click()
    page.wait_for_function("document.fullscreenElement?.classList.contains('cardlab-root')")


@pytest.mark.parametrize("kind", ["melds.set_or_run", "melds.lay_off", "deadwood.best", "stacks.play_one"])
def test_on_the_whole_screen_all_is_seen_at_once_and_large(show, kind):
    demo = Demo("de", lesson=kind.split(".")[0], seed=3)
    ask(demo, do="drill", name=kind)
    page = show(demo)
    page.set_viewport_size({"width": 1280, "height": 720})
    whole_screen(page, "de")
    page.keyboard.press("s")
    page.get_by_text(demo.question.solution("de")[0]).wait_for()
    stage = page.locator(".cardlab-stage")
    assert stage.evaluate("stage => stage.scrollHeight <= stage.clientHeight")
    assert stage.evaluate("stage => parseFloat(getComputedStyle(stage).fontSize)") >= 20
    for name in ("demo.forth", "demo.next"):
        box = page.get_by_role("button", name=say(name, "de")).bounding_box()
        assert box["y"] + box["height"] <= 720


@pytest.mark.parametrize("widget", [Table(lang="en", seed=64, others=None), Race(7, "en")], ids=["table", "race"])
def test_a_table_has_the_whole_screen_and_gives_it_back(show, widget):
    page = show(widget)
    whole_screen(page)
    page.get_by_role("button", name=say("widget.leave", "en"), exact=True).click()
    page.wait_for_function("document.fullscreenElement === null")
    page.get_by_role("button", name=say("widget.full", "en"), exact=True).wait_for()


def test_each_kind_of_question_has_a_name_of_its_own():
    for lang in LANGUAGES:
        for lesson in LESSONS:
            demo = Demo(lang, lesson=lesson.name)
            names = [drill["label"].split(" (")[0] for drill in demo.shown["drills"]]
            assert len(set(names)) == len(lesson.drills)


def test_a_sheet_is_saved_under_its_name(show):
    widget = Sheet("de", lesson="stacks", seed=5)
    page = show(widget)
    with page.expect_download() as download:
        page.get_by_role("button", name=say("sheet.save", "de"), exact=True).click()
    assert download.value.suggested_filename == "stacks-de-5.html"
    assert download.value.path().read_text(encoding="utf-8") == sheet(lesson_named("stacks"), "de", 5)
    page.get_by_text(say("sheet.made", "de", name="stacks-de-5.html")).wait_for()


@pytest.mark.parametrize("text", ["", "-3", "1e3", "<b>", "9" * 50])
def test_a_number_that_is_none_is_answered_with_a_sentence(text):
    widget = Sheet("nl", seed=5)
    assert ask(widget, do="seed", text=text)["said"] == say("sheet.no_number", "nl", largest=999_999)
    assert widget.shown["seed"] == "5"


def test_a_sheet_has_the_kind_the_level_the_versions_and_the_solutions_that_are_chosen():
    widget = Sheet("de", lesson="draw-call", seed=5)
    ask(widget, do="only_kind", name="draw_call.who_wins")
    ask(widget, do="only_level", name="2")
    ask(widget, do="versions")
    ask(widget, do="solutions")
    lesson = lesson_named("draw-call")
    only = {"kinds": ("who_wins",), "level": 2, "most": 2}
    assert widget.page() == sheet(lesson, "de", 5, **only, versions=("A", "B"), solutions=False)
    sent = []
    widget.send = sent.append
    assert ask(widget, do="make", how="save")["said"] == say("sheet.made_without", "de", name=sent[0]["name"])
    assert sent[0]["name"] == "draw-call-who_wins-de-5-level-2-A-B.html"
    assert [one["name"] for one in ask(widget, do="lesson", name="melds")["kinds"] if one["chosen"]] == [""]
