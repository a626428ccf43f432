"""`Progress`: the table, and what may be done with what is remembered; and the same in a browser with a storage."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from book_of_tasks import ENTRY
from messages import recalled

from cardlab import widgets
from cardlab.lessons.answer_log import read, write
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.puzzles import puzzles_of
from cardlab.phrasing.catalogue import say
from cardlab.widgets.progress import Progress
from tests.stories import only, outline, refused

NOW = 1_790_000_000
WRONG = Answered("melds.repair", "1 0 0", 1, False, 3, 0, NOW - 100)
RIGHT = replace(WRONG, key="1 1 0", right=True, tries=1)
BOTH = AnswerLog((WRONG, RIGHT))


def entries(log):
    return json.loads(write(log))["answers"]


def known(log, **more):
    """What a page says that knows these answers."""
    return recalled(entries(log), **more)


def load(text):
    return {"do": "load", "text": text}


def without_lessons(shown):
    """Their rows are others' matter: how many questions there are is theirs."""
    return {"blocks": [one | {"rows": []} if one["is"] == "table" else one for one in shown["blocks"]]}


@pytest.fixture
def told(tell):
    """Tells what a page says, and what it is shown."""
    return lambda *messages: tell(only(lambda lang: Progress(lang, now=lambda: NOW), without_lessons), *messages)


def row(lesson, *messages):
    """What stands in the row of a lesson after these messages, however many questions it has; "" without any row."""
    scene = Progress("en", now=lambda: NOW)
    for message in messages:
        scene.receive(message)
    said = "".join(one.whole for one in outline(scene.snapshot(), "en") if f"link {lesson}.ipynb" in one.whole)
    return re.sub(r" progress \S+", "", re.sub(r'("\d+) of \d+', r"\1 of all", said, count=1)).strip()


def test_the_guided_round_and_the_guided_race_stand_in_the_rows_of_their_lessons(snapshot):
    kept, torn = recalled([], guided=10**6, guided_race=4), recalled([], guided=-1, guided_race=0)
    assert [row(lesson, one) for lesson in ("turn", "race") for one in (kept, torn)] == snapshot


def test_it_counts_what_is_solved_checked_and_due_and_tests_of_a_whole_game(told, snapshot):
    taken = [
        replace(RIGHT, key=f"{test} 1 0 {place}/2 0", right=place == 1)
        for test in ("check melds", "test tongits")
        for place in (1, 2)
    ]
    messages = known(AnswerLog((WRONG,))), known(BOTH | AnswerLog(tuple(taken)))
    told(*messages)
    assert row("melds", *messages) == snapshot


def test_a_file_is_merged_and_given_to_the_page_with_mistakes_of_own_rounds_and_a_bad_one_changes_nothing(told):
    text = json.dumps({**json.loads(write(BOTH)), "mistakes": [ENTRY, {"key": "torn"}]})
    bad = ("", "{", "[]", write(BOTH).replace("progress/1", "progress/9"), write(BOTH)[:-9])
    told(known(AnswerLog((WRONG,))), load(text), *map(load, bad))


def test_of_a_file_or_a_memory_what_cannot_be_read_or_is_given_up_is_told_and_all_else_is_taken(told):
    given_up = recalled([entries(BOTH)[0] | {"drill": "melds.given_up"}, *entries(BOTH)])
    told(load(write(BOTH).replace('"tries": 3', '"tries": -3')), given_up)


def test_everything_is_deleted_only_after_it_was_asked_and_what_another_page_deletes_is_gone_here(told):
    told(
        *(known(BOTH), refused("delete"), "ask", "keep", refused("delete"), "ask", "delete"),
        *(known(BOTH), "ask", recalled([])),
    )


def test_a_match_and_marks_can_be_saved_and_deleted_even_where_nothing_is_solved(told):
    kept = (recalled([], match=True), "ask", "delete"), (recalled([], marks=True, guided=3), "ask", "delete")
    told(refused("ask"), *kept[0], *kept[1])


def test_a_memory_that_cannot_be_used_is_told_and_can_still_be_saved_or_deleted(told):
    torn = (recalled([{"drill": 7}]), recalled("nothing"), recalled([{"drill": 7}]), "ask", "delete")
    told(*torn, *({"do": "trouble", "kind": kind} for kind in ("full", "forbidden", "torn")))


def test_marks_come_back_from_a_file_that_older_pages_can_read(told):
    marks = {"earned": {"turn": ["start"]}, "guided": {"first_round": {"moves": "", "most": 12}}}
    text = json.dumps({**json.loads(write(BOTH)), "marks": marks})
    assert read(text) == read(write(BOTH))
    told(load(text))


def test_a_storage_that_is_forbidden_is_no_reason_to_stop(show):
    # A page that was not loaded from an address has no storage.
    page = show(widgets.Progress(now=lambda: NOW))
    page.get_by_text(say("progress.nothing", "en")).wait_for()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Load a file").click()
    file = {"name": "ana.json", "mimeType": "application/json", "buffer": write(BOTH).encode()}
    chosen.value.set_files(file)
    page.get_by_text(say("progress.forbidden", "en")).wait_for()
    page.get_by_text(say("progress.summary", "en", count=1)).wait_for()


def puzzles_answered(days, right=True):
    """All ten puzzles of each of the days before today, 0 for today."""
    today = datetime.fromtimestamp(NOW, UTC).date()
    return [
        Answered(one.drill, one.key, one.level, right, 1, 0, NOW - 86_400 * back)
        for back in days
        for one in puzzles_of(today - timedelta(days=back))
    ]


def test_what_is_left_the_score_and_the_streak_of_the_puzzles_are_there_as_soon_as_anything_was_done(told):
    told(*(known(AnswerLog(tuple(answered))) for answered in (puzzles_answered((1,))[:4], puzzles_answered((1, 2)))))
