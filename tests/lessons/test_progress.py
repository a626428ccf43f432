"""The log of answers: what it keeps, what it refuses and in which words, how two become one, what it comes to."""

import json
from contextlib import suppress
from dataclasses import asdict, replace

import pytest
from asked import NOW
from hypothesis import given
from hypothesis import strategies as st

from cardlab.lessons import melds
from cardlab.lessons.answer_log import (
    LONGEST,
    LONGEST_BESIDE,
    MOST_COMMAS,
    Stored,
    read,
    read_open,
    read_stored,
    remark,
    write,
)
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.drill import TASKS
from cardlab.lessons.progress_summary import class_by_lesson, completion, results, summary
from cardlab.lessons.protocol import LATEST, MOST, Answered, AnswerLog, Open
from cardlab.phrasing import Reader, explain
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import table
from cardlab.refusal import NotationError

DRILLS = [drill.name for lesson in LESSONS for drill in lesson.drills]
ONE = Answered("melds.repair", "1 0 0", 2, True, 1, 0, NOW - 100)

answers = st.builds(
    Answered,
    st.sampled_from(DRILLS),
    st.from_regex(r"[0-9]{1,3} [0-9]{1,3} 0", fullmatch=True),
    st.integers(1, 3),
    st.booleans(),
    st.integers(1, 3),
    st.integers(0, 4),
    st.integers(0, LATEST),
)
logs = st.lists(answers, max_size=8).map(lambda given: AnswerLog() | AnswerLog(tuple(given)))
numbers = st.floats(allow_nan=False, allow_infinity=False)  # JSON has no others
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def text(*entries, **more):
    return json.dumps({"format": "cardlab-progress/1", "answers": list(entries)} | more)


def with_(**parts):
    """Return the entry of one answer with other parts."""
    return asdict(ONE) | parts


def test_an_answer_costs_no_other_whatever_it_is():
    moved = read(text(with_(drill="cards.value"), with_(drill="cards.tichu_dealt")))
    assert {one.drill for one in moved.answers} == {"stacks.value", "race.dealt"}
    assert read(text(with_(key="\ud800"), asdict(ONE))) == AnswerLog((ONE,)), "half a character"
    keys = {str(key): 0 for key in range(LONGEST_BESIDE // 5)}
    known = read_stored(text(asdict(ONE), asdict(ONE) | keys, mistakes=keys, marks=[1], open=keys))
    assert known == Stored(AnswerLog((ONE,)), count=2, marks=[1]), "longer than any of ours"
    assert known.log.left_out == 1
    begun = asdict(Open(ONE.drill, ONE.key, ONE.level, ONE.tries, ONE.hints, ONE.at))
    for drill in ("melds.ace", "race.who_may", "chess.mate", "\x1b[31m" + "x" * 50):
        assert read(text(with_(drill=drill), asdict(ONE), name="Ana")) == AnswerLog((ONE,), "Ana"), "no longer there"
        assert read(text(with_(drill=drill), asdict(ONE))).left_out == 0
        assert read_open([begun | {"drill": drill}, begun]) == (Open(**begun),)


@given(logs, logs, logs)
def test_what_is_written_is_read_again_and_merging_is_the_union(one, other, third):
    named = replace(one, name="Ana María 3b")
    assert (read(write(one)), read(write(named))) == (one, named)
    assert set((one | other).answers) == set(one.answers) | set(other.answers)
    assert (one | other).answers == (other | one).answers
    assert one | one == one
    assert (one | other) | third == one | (other | third)


WRONG = {
    "torn": text(asdict(ONE))[:-20],
    "empty": "",
    "a list": "[]",
    "another format": json.dumps({"format": "cardlab-record/1", "answers": []}),
    "no list of answers": text().replace("[]", "{}"),
    "something more": text(more=1),
    "not a number": text(asdict(ONE)).replace(str(ONE.at), "NaN"),
    "too deep": "[" * 200_000,
    "too long": text() + " " * LONGEST,
    "more answers than any": text(*[[]] * (MOST_COMMAS + 1)),
    "more beside them than any": text(name=[0] * (MOST_COMMAS + 1)),
}


def test_what_is_wrong_is_refused_with_a_sentence():
    for name, wrong in WRONG.items():
        with pytest.raises(NotationError) as refused:
            read(wrong)
        sentences = [explain(refused.value.refusal, lang) for lang in LANGUAGES]
        assert all(one.endswith(".") and one.isprintable() and len(one) < 250 for one in sentences)
        assert refused.value.refusal.code == "progress_torn" or "more " not in name, "refused before it is read"


@given(plain)
def test_no_text_whatever_does_harm(content):
    for given_text in (json.dumps(content), text(content), text(asdict(ONE) | {"key": content})):
        with suppress(NotationError):
            assert len(read(given_text).answers) <= 1


def test_of_too_many_answers_the_newest_count():
    many = [asdict(replace(ONE, at=NOW + place)) for place in range(MOST + 1)]
    assert read(text(*many)) == read(text(*many[1:]))
    assert remark(read(text(*many)), "en") == say("progress.older", "en", count=1, most=MOST)
    assert remark(read(text(*many[1:])), "en") == ""
    assert len(read(text(*many[1:])).answers) == MOST


NO_TIMES = st.sampled_from((-1, -(10**30), 10**30, 2**63, 0.5, 1e300, None, "now", [], True)) | numbers
DAMAGES = (
    {"level": 4}, {"level": 0}, {"level": True}, {"tries": 0}, {"hints": 1000}, {"key": "1 0\n0"}, {"key": "1" * 1000},
    {"key": "\ud800"}, {"right": 1}, {"tries": None}, {"drill": None},
)  # fmt: skip


@given(logs, st.lists(st.tuples(st.integers(0, 8), st.sampled_from(DAMAGES) | plain)), NO_TIMES)
def test_what_is_damaged_is_left_out_one_by_one_and_all_else_counts(log, damages, time):
    good = [asdict(one) for one in log.answers]
    entries = list(good)
    for place, damage in damages:
        known = isinstance(damage, dict) and damage in DAMAGES
        entries.insert(place, asdict(ONE) | damage if known else damage)
    assert read(text(*entries)) == log
    assert read(text(*entries)).left_out == len(damages)
    assert read(text(*entries, with_(key="0 0 0", at=time, more=1))).left_out == len(damages)
    moved = read(text(*(one | {"at": time} for one in good))).answers
    assert {replace(one, at=0) for one in moved} == {replace(one, at=0) for one in log.answers}
    assert read(text(*map(asdict, moved))).answers == moved, "what is stored is read the same again"


def test_a_name_that_is_none_costs_no_answer():
    family = "👨‍👩‍👧‍👦"
    names = [("A\nB", "A B"), ("A" * 81, "A" * 80), (["A"], ""), ("\u202eAna", "Ana"), (None, ""), (family, family)]
    assert [read(text(asdict(ONE), name=name)) for name, _ in names] == [AnswerLog((ONE,), one) for _, one in names]


CLOCKS = (0, 5_000, 1_420_070_400, NOW, 4_102_444_800, 10**11)
"""Of 1970, 2015, 2026, 2100 and beyond."""


@given(logs, st.sampled_from(CLOCKS))
def test_whatever_the_clock_says_each_answer_counts_where_it_is_summed_up(log, now):
    kept, shown = summary(log, "A", NOW), summary(log, "A", now)
    undated = [{key: value for key, value in row.items() if "last" not in key} for row in kept.results]
    assert [{key: value for key, value in row.items() if "last" not in key} for row in shown.results] == undated
    counts = [(one.clause, one.answered, one.first) for one in kept.practised]
    assert [(one.clause, one.answered, one.first) for one in shown.practised] == counts
    assert all(one.last <= now for one in shown.practised), "no date is in the future"


def test_a_lesson_is_as_far_as_its_different_solved_questions():
    log = AnswerLog()
    for place in range(TASKS + 3):
        log |= AnswerLog((replace(ONE, key=f"1 {place} 0", at=NOW - 50 + place, tries=1 + place % 2),))
    log |= AnswerLog(
        (replace(ONE, key="1 0 0", at=NOW), replace(ONE, drill="melds.opened", right=False, tries=3, at=NOW))
    )
    one = completion(log, "melds.repair")
    assert (one.solved, one.total, one.answered, one.first) == (TASKS, TASKS, TASKS + 3, 6 - 1)
    whole = completion(log, lesson_named("melds"))
    assert (whole.solved, whole.total) == (TASKS, TASKS * len(lesson_named("melds").core))
    assert (whole.answered, whole.last) == (TASKS + 4, NOW)
    assert completion(log, lesson_named("stacks")).last is None


def sat(right, run=0, at=NOW - 500, tasks=2, kind="check", name="melds"):
    keys = (f"{kind} {name} 1 {run} {place + 1}/{tasks} 0" for place in range(len(right)))
    return AnswerLog(tuple(replace(ONE, key=key, right=good, at=at) for key, good in zip(keys, right, strict=True)))


def test_the_last_complete_self_check_counts_with_its_first_answers_and_a_forged_one_does_not():
    assert results(sat([True])) == {}
    log = sat([True, False]) | sat([True, True], run=1, at=NOW - 400) | sat([False], run=2, at=NOW - 300)
    assert results(log)["check", "melds"].right == 2
    later = sat([True, True], at=NOW - 100)
    assert results(sat([True, False]) | later)["check", "melds"].right == 1
    assert completion(log, lesson_named("melds")).answered == 0
    forged = sat([True, True], name="chess") | sat([True], tasks=0) | sat([True, True], kind="test", name="melds")
    assert results(forged) == {}
    assert table(Reader("en"), class_by_lesson([summary(forged, "A", NOW)]))[1:]


def test_a_question_with_a_place_that_no_series_has_reached_is_not_gone_on_from():
    series = melds.set_or_run()
    before = series.key
    series.resume(AnswerLog((Answered("melds.set_or_run", f"1 {'9' * 60} 0", 1, True, 1, 0, NOW),)))
    assert (series.key, series.progress()[0]) == (before, 0)
