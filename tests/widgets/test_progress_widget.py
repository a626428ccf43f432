"""`Progress`: the table, and what may be done with what is remembered; and the same in a browser with a storage."""

import json
from dataclasses import replace

import pytest
from book_of_mistakes import ENTRY
from wishes import blocks, offer, send

from cardlab.lessons.answers import MOST, write
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.protocol import Answered, Log
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets import Progress
from cardlab.widgets.progress import GUIDED, GUIDED_RACE

NOW = 1_790_000_000
WRONG = Answered("melds.repair", "1 0 0", 1, False, 3, 0, NOW - 100)
RIGHT = replace(WRONG, key="1 1 0", right=True, tries=1)
BOTH = Log((WRONG, RIGHT))


def entries(log):
    return json.loads(write(log))["answers"]


def progress(lang="en", log=None):
    """A widget that knows this log, and the list of what it sends."""
    widget, sent = Progress(lang, now=lambda: NOW), []
    widget.send = lambda content, buffers=None: sent.append(content)
    if log is not None:
        send(widget, {"do": "recall", "log": entries(log)})
    return widget, sent


def said(cell):
    """What stands in a cell of a table, one after the other."""
    return [one if isinstance(one, str) else one.get("label") or "".join(one["said"]) for one in cell]


def shown(widget):
    """What stands there, by what it is called."""
    lang = widget.lang
    first = {one["is"]: one for one in reversed(blocks(widget))}
    rows = []
    for lesson, solved, check, due in (one["cells"] for one in first["table"]["rows"]):
        guided = said(solved)[1:]
        rows.append(
            {
                "address": lesson[0]["address"],
                "label": said(lesson)[0],
                "solved": said(solved)[0],
                "guided": guided[0] if guided else "",
                "check": said(check)[0],
                "due": said(due)[0],
            }
        )
    question = [one for one in blocks(widget, "text") if one["style"] == "question"]
    return {
        "rows": rows,
        "tests": [{"result": said(one)[1]} for one in first["sentences"]["said"]],
        "summary": first["text"]["said"][0],
        "empty": not question and not offer(widget, say("progress.save", lang))["send"],
        "nothing": not question and not offer(widget, say("progress.delete", lang))["send"],
        "asking": bool(question),
        "question": question[0]["said"][0] if question else "",
        "said": "".join(said(one["said"])[0] for one in blocks(widget, "status")[0]["blocks"]),
        "days": first["streak"]["days"] if "streak" in first else 0,
        "streak": first["streak"]["said"] if "streak" in first else "",
    }


def row(widget, name):
    return next(one for one in shown(widget)["rows"] if one["address"] == f"{name}.ipynb")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guided_round_and_the_guided_race_stand_in_the_rows_of_their_lessons(lang):
    widget, _ = progress(lang)
    send(widget, {"do": "recall", "log": [], "guided": 10**6, "guided_race": 4})
    assert row(widget, "turn")["guided"] == say("progress.guided", lang, part=GUIDED, total=GUIDED)
    assert row(widget, "race")["guided"] == say("progress.guided_race", lang, part=4, total=GUIDED_RACE)
    assert {one["guided"] for one in shown(widget)["rows"]} == {
        row(widget, "turn")["guided"],
        row(widget, "race")["guided"],
    }
    send(widget, {"do": "recall", "log": [], "guided": -1, "guided_race": 0})
    assert shown(widget)["rows"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_has_its_row_and_its_link_once_it_was_begun(lang):
    widget, sent = progress(lang)
    assert shown(widget)["rows"] == shown(widget)["tests"] == []
    assert shown(widget)["empty"]
    assert sent == []
    begun = Log(tuple(replace(WRONG, drill=lesson.drills[0].name) for lesson in LESSONS))
    widget, _ = progress(lang, begun)
    assert [one["address"] for one in shown(widget)["rows"]] == [f"{lesson.name}.ipynb" for lesson in LESSONS]
    assert len({one["label"] for one in shown(widget)["rows"]}) == len(LESSONS)
    assert shown(widget)["tests"] == []


def test_a_test_of_a_whole_game_stands_there_once_it_was_taken():
    taken = [replace(RIGHT, key=f"test tongits 1 0 {place}/2 0", right=place == 1) for place in (1, 2)]
    widget, _ = progress(log=Log(tuple(taken)))
    assert [one["result"] for one in shown(widget)["tests"]] == ["1 of 2"]


def test_it_counts_what_is_solved_checked_and_due():
    check = [replace(RIGHT, key=f"check melds 1 0 {place}/2 0", right=place == 1) for place in (1, 2)]
    widget, _ = progress(log=BOTH | Log(tuple(check)))
    total = 6 * len(lesson_named("melds").core)
    melds = row(widget, "melds")
    assert (melds["solved"], melds["check"], melds["due"]) == (f"1 of {total}", "1 of 2", "2")
    assert shown(widget)["rows"] == [melds]
    assert shown(widget)["summary"] == "You have solved one exercise. 2 questions are due for review."


def test_a_file_is_merged_and_given_to_the_page():
    widget, sent = progress(log=Log((WRONG,)))
    send(widget, {"do": "load", "text": write(BOTH)})
    assert widget.log == Log() | BOTH
    assert sent == [{"remember": entries(Log() | BOTH)}]

    assert shown(widget)["said"] == "The file is loaded: one answer is new."


def test_mistakes_of_own_rounds_are_in_the_file_too_and_torn_ones_are_left_out():
    widget, sent = progress()
    text = json.dumps({**json.loads(write(BOTH)), "mistakes": [ENTRY, {"key": "torn"}]})
    send(widget, {"do": "load", "text": text})
    assert sent == [{"remember": entries(Log() | BOTH), "mistakes": [ENTRY]}]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ["", "{", "[]", write(BOTH).replace('"level": 1', '"level": 9'), write(BOTH)[:-9]])
def test_a_bad_file_is_refused_with_a_sentence_and_changes_nothing(lang, text):
    widget, sent = progress(lang, BOTH)
    before = shown(widget)
    send(widget, {"do": "load", "text": text})
    assert shown(widget)["said"].endswith(".")
    assert shown(widget) | {"said": ""} == before
    assert sent == []


def test_everything_is_deleted_only_after_it_was_asked():
    widget, sent = progress(log=BOTH)
    send(widget, "delete")
    assert widget.log.answers
    send(widget, "ask", "keep", "delete")
    assert widget.log.answers
    assert sent == []
    send(widget, "ask")
    assert shown(widget)["question"] == "Delete all 2 answers that are kept here? It cannot be undone."
    send(widget, "delete")
    assert widget.log == Log()
    assert shown(widget)["empty"]
    assert sent == [{"forget": True}]


def test_what_another_page_has_deleted_is_gone_here():
    widget, _ = progress(log=BOTH)
    send(widget, "ask", {"do": "recall", "log": []})
    assert shown(widget)["empty"]
    assert not shown(widget)["asking"]


def test_a_memory_that_cannot_be_used_is_told_and_can_still_be_saved_or_deleted():
    widget, sent = progress()
    send(widget, {"do": "recall", "log": [{"drill": 7}]})
    assert shown(widget)["said"].startswith("What this browser has kept cannot be used")
    assert not shown(widget)["empty"]
    send(widget, "ask", "delete")
    assert sent == [{"forget": True}]
    assert shown(widget)["empty"]
    for kind in ("full", "forbidden", "torn"):
        send(widget, {"do": "trouble", "kind": kind})
        assert shown(widget)["said"]


def test_what_a_page_forges_does_no_harm():
    widget, sent = progress(log=BOTH)
    forged = [None, "load", {"do": "load", "text": 7}, {"do": "saved", "count": "x"}, {"do": "trouble", "kind": []}]
    for wish in (*forged, {"do": "saved", "count": -1}):
        widget._handle_custom_msg(wish, [])
        json.dumps(widget.shown)
    assert widget.log == Log() | BOTH
    assert sent == []
    send(widget, {"do": "recall", "log": "x" * 1000})
    assert "no record of answers" in shown(widget)["said"]


def test_by_keyboard_it_asks_before_it_deletes(show):
    widget, _ = progress(log=BOTH)
    page = show(widget)
    page.get_by_role("button", name="Delete everything …").focus()
    page.keyboard.press("Enter")
    page.get_by_text("It cannot be undone.").wait_for()
    page.wait_for_function("document.activeElement.classList.contains('cardlab-question')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Everything is still there.").wait_for()
    assert widget.log.answers


def test_a_match_that_is_kept_can_be_deleted_even_where_nothing_is_solved():
    widget, sent = progress()
    send(widget, {"do": "ask"})
    assert not shown(widget)["asking"]
    send(widget, {"do": "recall", "log": [], "match": True})
    assert not shown(widget)["nothing"]
    send(widget, {"do": "ask"})
    assert shown(widget)["question"] == say("progress.question_matches", "en")
    send(widget, {"do": "delete"})
    assert sent == [{"forget": True}]
    assert shown(widget)["nothing"]


def test_a_storage_that_is_forbidden_is_no_reason_to_stop(show):
    # A page that was not loaded from an address has no storage.
    widget, _ = progress()
    page = show(widget)
    page.get_by_text("Nothing is solved yet.").wait_for()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Load a file").click()
    file = {"name": "ana.json", "mimeType": "application/json", "buffer": write(BOTH).encode()}
    chosen.value.set_files(file)
    page.get_by_text("This browser does not allow anything to be kept").wait_for()
    page.get_by_text("You have solved one exercise.").wait_for()


def test_a_drill_that_the_course_has_given_up_makes_no_memory_unreadable():
    gone = entries(BOTH)[0] | {"drill": "melds.given_up"}
    widget, _ = progress()
    send(widget, {"do": "recall", "log": [gone, *entries(BOTH)]})
    assert widget.log == BOTH
    assert shown(widget)["said"] == ""
    send(widget, "ask")
    assert shown(widget)["question"] == say("progress.question", "en", count=len(BOTH.answers) + 1)


def test_a_file_that_would_make_the_memory_too_long_to_be_read_again_is_refused():
    many = Log() | Log(tuple(replace(RIGHT, key=f"1 {place} 0") for place in range(MOST)))
    widget, sent = progress(log=many)
    send(widget, {"do": "load", "text": write(Log((replace(RIGHT, key="2 0 0"),)))})
    assert widget.log == many
    assert sent == []
    assert str(MOST) in shown(widget)["said"].replace(",", "")


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_days_in_a_row_are_told_and_the_last_one_is_asked_for(lang):
    day = 86_400
    widget, _ = progress(lang)
    assert (shown(widget)["days"], shown(widget)["streak"]) == (0, "")
    solved = [replace(WRONG, right=True, key=f"1 {place} 0", at=NOW - place * day) for place in range(4)]
    send(widget, {"do": "recall", "log": entries(Log(tuple(solved))), "zone": 0})
    assert shown(widget)["days"] == 4
    assert "4" in shown(widget)["streak"]
    today = shown(widget)["streak"]
    send(widget, {"do": "recall", "log": entries(Log(tuple(solved[1:]))), "zone": 0})
    assert shown(widget)["days"] == 3
    assert shown(widget)["streak"] != today.replace("4", "3")
