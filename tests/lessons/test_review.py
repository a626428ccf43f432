"""The review: what enters, when it comes back, what leaves; all of it from the log and the present time alone."""

import subprocess
import sys
from dataclasses import replace
from random import Random

from asked import NOW

from cardlab.lessons.answer_log import question_of
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.spaced_review import ENOUGH, Review, due, mistakes

WRONG = Answered("melds.repair", "1 0 0", 1, False, 3, 0, NOW)
RIGHT = replace(WRONG, right=True, tries=1)
DAY = 86_400


def answered(*given):
    return AnswerLog() | AnswerLog(given)


def test_only_what_went_wrong_enters_and_is_due_at_once():
    helped, later = replace(RIGHT, hints=2), replace(RIGHT, tries=2)
    assert mistakes(answered(RIGHT)) == ()
    assert mistakes(answered(helped)) == ()
    assert [one.asked for one in mistakes(answered(later))] == [WRONG.asked]
    assert [one.asked for one in mistakes(answered(WRONG))] == [WRONG.asked]
    assert due(answered(WRONG), NOW - 1) == ()
    assert [one.asked for one in due(answered(WRONG), NOW)] == [WRONG.asked]


def test_intervals_grow_and_after_enough_right_answers_it_leaves():
    given, waits = [WRONG], []
    for _ in range(ENOUGH):
        (waiting,) = mistakes(answered(*given))
        waits.append(waiting.due - given[-1].at)
        given.append(replace(RIGHT, at=waiting.due))
    assert waits[0] == 0
    assert waits[1] >= DAY
    assert waits == sorted(waits)
    assert len(set(waits)) == len(waits)
    assert mistakes(answered(*given)) == ()
    again = replace(WRONG, at=given[-1].at + 10 * DAY)
    assert [one.asked for one in mistakes(answered(*given, again))] == [WRONG.asked]


def test_the_same_log_gives_the_same_schedule_in_any_order():
    chance = Random(8)
    drawn = ((chance.randrange(9), chance.random() < 0.6, chance.randrange(40 * DAY)) for _ in range(120))
    given = [replace(WRONG, key=f"1 {key} 0", right=right, tries=1, at=NOW + at) for key, right, at in drawn]
    first = mistakes(answered(*given))
    chance.shuffle(given)
    assert mistakes(answered(*given)) == first != ()


def test_the_queue_asks_what_has_waited_longest_and_tells_when_the_next_is_due():
    clock = [NOW + 100]
    queue = Review(now=lambda: clock[0])
    assert queue.asked() is None
    empty = queue.closing()
    second = replace(WRONG, key="1 1 0", at=NOW + 50)
    queue.resume(answered(WRONG, second))
    for present in (WRONG, second):
        assert queue.asked() == present.asked
        assert queue.closing() is None
        assert queue.task() == question_of(present.asked).read("en").task
        _, answer = queue.solution()
        assert queue.check(answer).right
        queue.note(replace(present, right=True, tries=1, at=clock[0]))
        queue.next()
    assert queue.asked() is None
    assert queue.progress() == (2, 2)
    closing = queue.closing()
    assert closing.title == empty.title
    assert closing.sentences != empty.sentences
    clock[0] += 30 * DAY
    queue.next()
    assert queue.asked() == WRONG.asked
    queue.note(replace(WRONG, at=clock[0]))
    queue.next()
    assert queue.asked() == second.asked, "wrong again comes after the others"


def test_the_library_is_loaded_only_when_there_is_something_to_plan():
    asked = "from cardlab.lessons.spaced_review import Review; Review().closing()"
    loaded = "import sys; assert 'fsrs' not in sys.modules"
    subprocess.run([sys.executable, "-c", f"{asked}; {loaded}"], check=True)


def test_of_very_many_mistakes_the_last_are_put_off_and_all_others_stay_due():
    given = [
        replace(WRONG, key=f"1 {place} 0", right=right, tries=1, at=NOW + 2 * place + right)
        for place in range(1_000)
        for right in (False, True)
    ]
    log = answered(*given)
    found = mistakes(log)
    put_off = [one for one in found if one.due > one.last]
    assert (len(found), len(put_off)) == (1_000, 150)
    assert min(one.last for one in put_off) > max(one.last for one in found if one.due <= one.last)
    assert mistakes(log) is found, "computed once for a log"
