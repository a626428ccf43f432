"""What an address asks for: tasks of one's own, the same for everybody with that number, and kept progress."""

from contextvars import copy_context

import pytest

from cardlab.lessons.address import LARGEST_SEED, QUERY, Address, page_address
from cardlab.lessons.answer_log import question_of, quiz_of, read, write
from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.drill import LEVELS, TASKS
from cardlab.lessons.progress_summary import completion, results
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.self_check import final_test, self_check
from cardlab.lessons.worksheet import sheet

NOW = 1_790_000_000


def under(query, call):
    """What a call gives on the page with this query; nothing of it is left afterwards."""

    def calling():
        QUERY.set(query)
        return call()

    return copy_context().run(calling)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("", Address()),
        ("seed=7", Address(7)),
        ("?seed=7&level=2&drill=melds.repair", Address(7, 2, "melds.repair")),
        ("seed=0", Address(0)),
        ("seed=999999&drill=repair", Address(LARGEST_SEED, 1, "repair")),
        ("seed=007", Address(7)),
        ("level=3&other=x&lang=de", Address(None, 3)),
        ("seed=1&seed=2", Address(2)),
        ("drill=%6delds%2Erepair", Address(drill="melds.repair")),
    ],
)
def test_an_address_is_read_from_the_query(query, asked):
    assert under(query, page_address) == asked
    assert page_address() == Address()


@pytest.mark.parametrize(
    "query",
    [
        "seed=-1", "seed=1000000", "seed=7.0", "seed=x", "seed=", "seed=%37%00", "seed=٧", "seed=²", "seed= 7", "seed",
        "level=0", "level=4", "level=11", "level=-1", "level=٢", "level=2.", "level[]=2", "&&&&=&=", "?", "%", "%ff%fe",
        "seed=7&" + "x" * 3_000, "a=1&" * 60 + "seed=7", "seed=" + "9" * 1_900, ";seed=7", "seed:7", "\x00\ud800",
    ],
)  # fmt: skip
def test_what_is_malformed_is_ignored(query):
    assert under(query, page_address) == Address()


@pytest.mark.parametrize(
    "drill", ["", "nosuch", "melds", "melds.", ".repair", "repair.melds", "<b>", "Repair", "m" * 900]
)
def test_a_drill_that_is_not_there_is_sought_by_nobody(drill):
    address = under(f"drill={drill}", page_address)
    assert not any(address.leads_to(one.name) for lesson in LESSONS for one in lesson.drills)


@pytest.mark.parametrize("drill", ["melds.repair", "repair"])
def test_a_drill_is_sought_by_its_whole_or_its_short_name(drill):
    address = under(f"drill={drill}", page_address)
    assert [one.name for one in lesson_named("melds").drills if address.leads_to(one.name)] == ["melds.repair"]


def series(query, name="melds.repair", seed=2):
    """A series of the course as a page with this query has it."""
    made = drill_named(name)(seed=seed)
    made.follow(under(query, page_address))
    return made


def first(made, count=TASKS):
    """The questions that a learner meets who answers each rightly, by name and as data."""
    met = []
    for _ in range(count):
        met.append((made.asked(), made.question))
        made.check(made.solution()[1])
        made.next()
    return met


def test_an_address_that_asks_nothing_changes_nothing():
    assert first(series("")) == first(series("drill=repair&level=1")) == first(drill_named("melds.repair")(seed=2))


def test_a_number_gives_everybody_the_same_tasks_and_each_number_others():
    assert first(series("seed=7")) == first(series("?drill=x&seed=7"))
    asked = [first(series(query)) for query in ("", "seed=0", "seed=1", "seed=2", "seed=7", "seed=999999")]
    assert len({one[0].key for met in asked for one in met}) == 6 * TASKS
    assert all(len({repr(question) for _, question in met}) == TASKS for met in asked)


def test_two_exercises_of_one_kind_keep_tasks_of_their_own():
    keys = [{asked.key for asked, _ in first(series("seed=7", seed=seed))} for seed in (1, 2, 39)]
    assert not keys[0] & keys[1] | keys[1] & keys[2]


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_questions_begin_at_the_level_asked_for(level):
    levels = [asked.level for asked, _ in first(series(f"level={level}"))]
    assert levels == [max(level, given) for given in (1, 1, 2, 2, 3, 3)]
    assert {one.level for one in check(f"level={level}").questions} == set(range(level, LEVELS + 1))


def check(query, made=None):
    made = made or self_check("melds", seed=1)
    made.follow(under(query, page_address))
    return made


def test_self_checks_and_tests_have_tasks_of_their_own_as_well():
    drawn = [check(query).questions for query in ("", "seed=1", "seed=7", "level=2", "seed=7&level=2", "level=3")]
    keys = [one.key for questions in drawn for one in questions]
    assert len(set(keys)) == len(keys)
    assert all(quiz_of(key) for key in keys)
    assert check("seed=7").questions == check("seed=7&level=1").questions
    tests = [check(query, final_test("tichu")).questions for query in ("", "seed=7")]
    assert not {one.key for one in tests[0]} & {one.key for one in tests[1]}


def answered(made, count, log=None):
    """Answers the next questions rightly, and keeps that in the log as a page does."""
    log = log or AnswerLog()
    for place in range(count):
        asked = made.asked()
        made.check(made.solution()[1])
        answer = Answered(asked.drill, asked.key, asked.level, True, 1, 0, NOW + len(log.answers) + place)
        log = log.with_answer(answer)
        made.note(answer)
        made.next()
    return log


@pytest.mark.parametrize("query", ["seed=7", "seed=999999&level=3", "level=2"])
def test_progress_with_an_address_is_kept_and_goes_on(query):
    log = read(write(answered(series(query), 2)))
    assert all(question_of(one.asked) for one in log.answers)
    again = series(query)
    again.resume(log)
    assert again.progress() == (2, TASKS)
    assert again.asked().key.split()[1] == "2"
    assert again.question not in [question_of(one.asked) for one in log.answers]
    assert completion(log, "melds.repair").solved == 2


def test_the_tasks_of_a_class_stand_aside_from_those_of_the_course():
    log = answered(series(""), 3)
    ours = series("seed=7")
    ours.resume(log)
    assert (ours.progress(), ours.asked().key.split()[1]) == ((0, TASKS), "0")
    log = answered(ours, 2, log)
    back = series("")
    back.resume(read(write(log)))
    assert (back.progress(), back.asked().key.split()[1]) == ((3, TASKS), "3")
    assert completion(log, "melds.repair").solved == 5


def test_the_result_of_a_class_is_a_result():
    made = check("seed=7&level=2")
    log = answered(made, len(made.questions) - 1)
    again = check("seed=7&level=2")
    again.resume(read(write(log)))
    assert again.progress()[0] == len(made.questions) - 1
    log = answered(again, 1, log)
    found = results(log)["check", "melds"]
    assert (found.right, found.tasks, found.is_complete) == (len(made.questions), len(made.questions), True)
    other = check("")
    other.resume(log)
    assert other.progress()[0] == 0


def test_a_sheet_begins_at_a_level():
    lesson = lesson_named("melds")
    pages = [sheet(lesson, seed=7, each=3, level=level) for level in range(1, LEVELS + 1)]
    assert pages[0] == sheet(lesson, seed=7, each=3)
    assert len(set(pages)) == LEVELS
    with pytest.raises(ValueError, match="levels 1 to 3"):
        sheet(lesson, level=4)
