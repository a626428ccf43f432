"""`Progress`: the table, and what may be done with what is remembered; and the same in a browser with a storage."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from book_of_mistakes import ENTRY
from messages import blocks, can, recalled, send

from cardlab.lessons.answer_log import read, write
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.puzzles import Puzzles, puzzles_of
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets import Progress
from cardlab.widgets.progress import GUIDED, GUIDED_RACE

NOW = 1_790_000_000
WRONG = Answered("melds.repair", "1 0 0", 1, False, 3, 0, NOW - 100)
RIGHT = replace(WRONG, key="1 1 0", right=True, tries=1)
BOTH = AnswerLog((WRONG, RIGHT))


def entries(log):
    return json.loads(write(log))["answers"]


def progress(lang="en", log=None):
    """A widget that knows this log, and the list of what it sends."""
    widget, sent = Progress(lang, now=lambda: NOW), []
    widget.send = lambda content, buffers=None: sent.append(content)
    if log is not None:
        send(widget, recalled(entries(log)))
    return widget, sent


def cell(found):
    """What stands in a cell of a table, one after the other."""
    return [one if isinstance(one, str) else one.get("label") or "".join(one["said"]) for one in found]


def rows(widget):
    """The cells of each lesson, by its address: its name, what is solved, the last check, and what is due."""
    (table,) = blocks(widget, "table")
    return {one["cells"][0][0]["address"]: [cell(result) for result in one["cells"]] for one in table["rows"]}


def status_text(widget):
    """What is said in passing."""
    return "".join(cell(one["said"])[0] for one in blocks(widget, "status")[0]["blocks"])


def question(widget):
    return "".join(one["said"][0] for one in blocks(widget, "text") if one["style"] == "question")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guided_round_and_the_guided_race_stand_in_the_rows_of_their_lessons(lang):
    widget, _ = progress(lang)
    send(widget, recalled([], guided=10**6, guided_race=4))
    assert {address: solved[1:] for address, (_, solved, *_) in rows(widget).items() if solved[1:]} == {
        "turn.ipynb": [say("progress.guided", lang, part=GUIDED, total=GUIDED)],
        "race.ipynb": [say("progress.guided_race", lang, part=4, total=GUIDED_RACE)],
    }
    send(widget, recalled([], guided=-1, guided_race=0))
    assert rows(widget) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_has_its_row_and_its_link_once_one_was_begun(lang):
    widget, sent = progress(lang)
    assert (rows(widget), can(widget, "progress.save"), sent) == ({}, False, [])
    widget, _ = progress(lang, AnswerLog((WRONG,)))
    assert [*rows(widget)] == [f"{lesson.name}.ipynb" for lesson in LESSONS]
    assert len({label for (label,), *_ in rows(widget).values()}) == len(LESSONS)


def test_it_counts_what_is_solved_checked_and_due_and_tests_of_a_whole_game():
    taken = [
        replace(RIGHT, key=f"{test} 1 0 {place}/2 0", right=place == 1)
        for test in ("check melds", "test tongits")
        for place in (1, 2)
    ]
    widget, _ = progress(log=BOTH | AnswerLog(tuple(taken)))
    total = 6 * len(lesson_named("melds").core)
    _, *melds = rows(widget)["melds.ipynb"]
    assert melds == [[f"1 of {total}"], ["1 of 2"], ["3"]]
    assert [cell(one)[1] for one in blocks(widget, "sentences")[0]["said"]] == ["1 of 2"]
    assert blocks(widget, "text")[0]["said"] == ["You have solved one exercise. 3 questions are due for review."]


def test_a_file_is_merged_and_given_to_the_page_with_mistakes_of_own_rounds_but_for_torn_ones():
    widget, sent = progress(log=AnswerLog((WRONG,)))
    text = json.dumps({**json.loads(write(BOTH)), "mistakes": [ENTRY, {"key": "torn"}]})
    send(widget, {"do": "load", "text": text})
    assert widget.answer_log == AnswerLog() | BOTH
    assert sent == [{"remember": entries(AnswerLog() | BOTH), "mistakes": [ENTRY]}]
    assert status_text(widget) == "The file is loaded: one answer is new."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ["", "{", "[]", write(BOTH).replace("progress/1", "progress/9"), write(BOTH)[:-9]])
def test_a_bad_file_is_refused_with_a_sentence_and_changes_nothing(lang, text):
    widget, sent = progress(lang, BOTH)
    before = widget.shown["blocks"]
    send(widget, {"do": "load", "text": text})
    assert status_text(widget).endswith(".")
    assert [one for one in widget.shown["blocks"] if one["is"] != "status"] == [
        one for one in before if one["is"] != "status"
    ]
    assert sent == []


def test_everything_is_deleted_only_after_it_was_asked():
    widget, sent = progress(log=BOTH)
    send(widget, "delete")
    assert widget.answer_log.answers
    send(widget, "ask", "keep", "delete")
    assert widget.answer_log.answers
    assert sent == []
    send(widget, "ask")
    assert question(widget) == "Delete all 2 answers that are kept here? It cannot be undone."
    send(widget, "delete")
    assert (widget.answer_log, can(widget, "progress.save"), sent) == (AnswerLog(), False, [{"forget": True}])


def test_what_another_page_has_deleted_is_gone_here():
    widget, _ = progress(log=BOTH)
    send(widget, "ask", recalled([]))
    assert (can(widget, "progress.save"), question(widget)) == (False, "")


def test_a_memory_that_cannot_be_used_is_told_and_can_still_be_saved_or_deleted():
    widget, sent = progress()
    send(widget, recalled([{"drill": 7}]))
    assert status_text(widget) == say("progress.left_out", count=1)
    send(widget, recalled("nothing"))
    assert status_text(widget) == say("progress.torn", "en")
    send(widget, recalled([{"drill": 7}]))
    assert can(widget, "progress.save")
    send(widget, "ask", "delete")
    assert sent == [{"forget": True}]
    assert not can(widget, "progress.save")
    for kind in ("full", "forbidden", "torn"):
        send(widget, {"do": "trouble", "kind": kind})
        assert status_text(widget)


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
    assert widget.answer_log.answers


def test_a_match_that_is_kept_can_be_deleted_even_where_nothing_is_solved():
    widget, sent = progress()
    send(widget, "ask")
    assert question(widget) == ""
    send(widget, recalled([], match=True), "ask")
    assert question(widget) == say("progress.question_matches", "en")
    send(widget, "delete")
    assert sent == [{"forget": True}]
    assert not can(widget, "progress.delete")


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
    send(widget, recalled([gone, *entries(BOTH)]))
    assert widget.answer_log == BOTH
    assert status_text(widget) == ""
    send(widget, "ask")
    assert question(widget) == say("progress.question", "en", count=len(BOTH.answers) + 1)


def test_of_a_file_what_cannot_be_read_is_told_and_all_else_is_taken():
    widget, sent = progress()
    send(widget, {"do": "load", "text": write(BOTH).replace('"tries": 3', '"tries": -3')})
    assert widget.answer_log == AnswerLog((RIGHT,))
    assert sent == [{"remember": entries(AnswerLog((RIGHT,)))}]
    loaded, left_out = say("progress.loaded", count=1), say("progress.left_out", count=1)
    assert status_text(widget) == f"{loaded} {left_out}"


def puzzles_answered(days, right=True):
    """All ten puzzles of each of the days before today, 0 for today."""
    today = datetime.fromtimestamp(NOW, UTC).date()
    return [
        Answered(one.drill, one.key, one.level, right, 1, 0, NOW - 86_400 * back)
        for back in days
        for one in puzzles_of(today - timedelta(days=back))
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_streak_is_that_of_the_puzzles_page_by_the_same_days_and_there_is_none_without_a_puzzle(lang):
    solved = [replace(WRONG, right=True, key=f"1 {place} 0", at=NOW - place * 86_400) for place in range(4)]
    wrong, so_far = puzzles_answered((0, 1), right=False), puzzles_answered((1, 2, 3))
    for answers, days in ((solved, 0), (wrong, 2), (so_far, 3), ([*so_far, *puzzles_answered((0,))[:5]], 3)):
        widget, _ = progress(lang, AnswerLog() | AnswerLog(tuple(answers)))
        asking = Puzzles(now=lambda: NOW)
        asking.lang = lang
        asking.resume(widget.answer_log)
        told = [one["said"] for one in blocks(widget, "streak")]
        assert [one["days"] for one in blocks(widget, "streak")] == [days] * bool(days)
        page = [asking.standing(), *(asking.closing().sentences if asking.closing() else ())]
        assert all(any(text in one for one in page) for text in told)


def test_what_is_left_and_the_score_of_the_puzzles_are_there_as_soon_as_anything_was_done():
    widget, _ = progress(log=AnswerLog(tuple(puzzles_answered((1,))[:4])))
    assert [*rows(widget)] == [f"{lesson.name}.ipynb" for lesson in LESSONS]
    assert [cell(one) for one in blocks(widget, "sentences")[0]["said"]] == [[say("page.puzzles", "en"), " ", "4 of 4"]]


def test_ticks_and_guided_games_alone_can_be_saved_and_deleted_and_come_back_from_a_file():
    widget, sent = progress()
    send(widget, recalled([], marks=True, guided=3))
    assert can(widget, "progress.save")
    send(widget, "ask")
    assert question(widget) == say("progress.question_marks", "en")
    send(widget, "delete")
    assert (can(widget, "progress.save"), sent.pop()) == (False, {"forget": True})
    marks = {"earned": {"turn": ["start"]}, "guided": {"first_round": {"moves": "", "most": 12}}}
    text = json.dumps({**json.loads(write(BOTH)), "marks": marks})
    send(widget, {"do": "load", "text": text})
    assert sent == [{"remember": entries(AnswerLog() | BOTH), "marks": marks}]
    # What a teacher's computer and an older page read of it is what they have always read.
    assert read(text) == read(write(BOTH))
