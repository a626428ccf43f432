"""What an address asks for: tasks of one's own, the same for everybody with that number, and kept progress."""

import pytest
from asked import sit, under

from cardlab.lessons.address import LARGEST_SEED, Address, page_address
from cardlab.lessons.answer_log import question_of, quiz_of, read, write
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.drill import LEVELS, TASKS
from cardlab.lessons.progress_summary import completion
from cardlab.lessons.self_check import final_test, self_check


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("", Address()),
        ("?seed=7&level=2&drill=melds.repair", Address(7, 2, "melds.repair")),
        ("seed=0", Address(0)),
        ("seed=999999&drill=repair", Address(LARGEST_SEED, 1, "repair")),
        ("level=3&other=x&lang=de", Address(None, 3)),
        ("seed=1&seed=2", Address(2)),
        ("drill=%6delds%2Erepair", Address(drill="melds.repair")),
    ],
)
def test_an_address_is_read_from_the_query(query, asked):
    assert under(query) == asked
    assert page_address() == Address()


@pytest.mark.parametrize(
    "query",
    [
        "seed=-1", "seed=1000000", "seed=7.0", "seed=", "seed=%37%00", "seed=٧", "seed=²", "seed= 7", "seed",
        "level=0", "level=4", "level=11", "level=٢", "level[]=2", "&&&&=&=", "?", "%", "%ff%fe",
        "seed=7&" + "x" * 3_000, "a=1&" * 60 + "seed=7", "seed=" + "9" * 1_900, ";seed=7", "seed:7", "\x00\ud800",
    ],
)  # fmt: skip
def test_what_is_malformed_is_ignored(query):
    assert under(query) == Address()


def test_a_drill_is_found_by_its_whole_or_its_short_name_alone():
    def led_to(drill):
        return [one.name for lesson in LESSONS for one in lesson.drills if under(f"drill={drill}").leads_to(one.name)]

    assert led_to("melds.repair") == led_to("repair") == ["melds.repair"]
    unknown = ("", "nosuch", "melds", "melds.", ".repair", "repair.melds", "<b>", "Repair", "m" * 900)
    assert not [led for led in map(led_to, unknown) if led]


def followed(made, query):
    """A source of the course as a page with this query has it."""
    made.follow(under(query))
    return made


def series(query, seed=2):
    return followed(drill_named("melds.repair")(seed=seed), query)


def check(query):
    return followed(self_check("melds", seed=1), query)


def first(made):
    """The questions that a learner meets who answers each rightly, by name and as data."""
    return [(one.asked, question_of(one.asked)) for one in sit(made, upto=TASKS).answers]


def test_a_number_gives_everybody_the_same_tasks_and_each_number_others():
    assert first(series("")) == first(series("drill=repair&level=1")) == first(drill_named("melds.repair")(seed=2))
    assert first(series("seed=7")) == first(series("?drill=x&seed=7"))
    asked = [first(series(query)) for query in ("", "seed=0", "seed=1", "seed=2", "seed=7", "seed=999999")]
    assert len({one.key for met in asked for one, _ in met}) == 6 * TASKS
    assert all(len({repr(question) for _, question in met}) == TASKS for met in asked)
    keys = [{one.key for one, _ in first(series("seed=7", seed=seed))} for seed in (1, 2, 39)]
    assert not keys[0] & keys[1] | keys[1] & keys[2], "two exercises of one kind"


def test_questions_begin_at_the_level_asked_for():
    for level in range(1, LEVELS + 1):
        levels = [asked.level for asked, _ in first(series(f"level={level}"))]
        assert levels == [max(level, given) for given in (1, 1, 2, 2, 3, 3)]
        assert {one.level for one in check(f"level={level}").questions} == set(range(level, LEVELS + 1))


def test_self_checks_and_tests_have_tasks_of_their_own_as_well():
    drawn = [check(query).questions for query in ("", "seed=1", "seed=7", "level=2", "seed=7&level=2", "level=3")]
    keys = [one.key for questions in drawn for one in questions]
    assert len(set(keys)) == len(keys)
    assert all(quiz_of(key) for key in keys)
    assert check("seed=7").questions == check("seed=7&level=1").questions
    tests = [followed(final_test("tichu"), query).questions for query in ("", "seed=7")]
    assert not {one.key for one in tests[0]} & {one.key for one in tests[1]}


def continues(query, log, solved):
    """Whether a series with this query continues behind so many solved questions of the log, with another one."""
    again = series(query)
    again.resume(read(write(log)))
    is_new = again.question not in [question_of(one.asked) for one in log.answers]
    return is_new and (again.progress(), again.asked().key.split()[1]) == ((solved, TASKS), str(solved))


def test_progress_with_an_address_is_kept_and_continues_and_that_of_a_class_stands_aside_from_that_of_the_course():
    for query in ("seed=7", "seed=999999&level=3", "level=2"):
        assert continues(query, sit(series(query), upto=2), 2)
    log = sit(series("seed=7"), upto=2, log=sit(series(""), upto=3))
    assert continues("seed=7", log, 2)
    assert continues("", log, 3)
    assert completion(log, "melds.repair").solved == 5
