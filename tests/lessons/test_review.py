"""Review and puzzles of the day: what is asked when and what leaves, from the log and the present time alone."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from asked import NOW

from cardlab.cards import Card
from cardlab.lessons.answer_log import puzzle, question_of
from cardlab.lessons.protocol import Answered, AnswerLog, log_of
from cardlab.lessons.puzzles import JUDGED, PLAN, Puzzles, days_in_a_row, puzzles_of
from cardlab.lessons.spaced_review import ENOUGH, Review, due, mistakes
from cardlab.lessons.tips_positions import Position
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.messages import in_words

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
    assert mistakes(answered(*[replace(WRONG, at=NOW + one) for one in range(ENOUGH)], replace(RIGHT, at=NOW + DAY)))
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
        _, answer = queue.words.solution
        assert queue.check(answer).right
        queue.log = queue.log.with_answer(replace(present, right=True, tries=1, at=clock[0]))
        queue.next()
    assert queue.asked() is None
    assert queue.progress() == (2, 2)
    closing = queue.closing()
    assert closing.title == empty.title
    assert closing.sentences != empty.sentences
    clock[0] += 30 * DAY
    queue.next()
    assert queue.asked() == WRONG.asked
    queue.log = queue.log.with_answer(replace(WRONG, at=clock[0]))
    queue.next()
    assert queue.asked() == second.asked, "wrong again comes after the others"


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


DATE = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()


ALL = range(10)


def solved_on(day, places=ALL, right=True):
    at = int(datetime(day.year, day.month, day.day, 8, tzinfo=UTC).timestamp())
    asked = map(puzzles_of(day).__getitem__, places)
    return [Answered(one.drill, one.key, one.level, right, 1, 0, at) for one in asked]


def test_a_date_has_ten_of_its_own():
    assert len(PLAN) == len(set(puzzles_of(DATE))) == 10
    assert [(one.drill, one.level) for one in puzzles_of(DATE)] == list(PLAN)
    assert puzzles_of(DATE) == puzzles_of.__wrapped__(DATE)
    assert not set(puzzles_of(DATE)) & set(puzzles_of(DATE + timedelta(days=1)))
    assert [puzzle(one.key) for one in puzzles_of(DATE)] == [(DATE, place) for place in range(1, 11)]


def test_each_is_solved_by_its_solution_and_a_wrong_answer_hears_what_every_choice_costs():
    lang = "nl"
    asking = Puzzles(now=lambda: NOON)
    asking.lang = lang
    for place in range(len(PLAN)):
        assert str(place + 1) in asking.progress_text()
        question, (_, right) = asking.question, asking.words.solution
        assert question.read(lang).check(right).right
        if isinstance(position := getattr(question, "state", None), Position):
            wrong = next(name for name, worth in position.choices if not worth.right)
            task = question.read(lang).task
            called = dict(task.choices) or {card.code: card_label(card, lang) for card in task.hand}
            told = " ".join(asking.check(wrong if task.choices else (Card(wrong),)).sentences)
            assert all(called[name] in told for name, _ in position.choices)
            assert "±" in told or position.counted
        else:
            assert asking.check(right).right
        asking.next()
    assert asking.asked() is None
    closing = asking.closing()
    assert say("self_check.missed", lang) in closing.sentences
    told = [in_words(Reader(lang), one.about) for one in closing.readings]
    numbers = [number for text in told for number in re.findall(r"\d+", text)]
    assert sorted(map(int, numbers)) == [place for place, (name, _) in enumerate(PLAN, 1) if name in JUDGED]
    assert len(told) == len({*told})
    assert asking.progress() == (sum(name not in JUDGED for name, _ in PLAN), 10)


def test_it_goes_on_where_the_log_ends_and_a_new_day_asks_anew():
    clock = [NOON]
    asking = Puzzles(now=lambda: clock[0])
    asking.resume(log_of([*solved_on(DATE, range(3)), *solved_on(DATE, [5], right=False)]))
    assert (asking.asked(), asking.progress()) == (puzzles_of(DATE)[3], (3, 10))
    clock[0] += 86_400
    asking.resume(log_of(solved_on(DATE)))
    assert asking.asked() == puzzles_of(DATE + timedelta(days=1))[0]
    asking.resume(log_of(solved_on(asking.day)))
    assert asking.closing()
    clock[0] += 86_400
    asking.next()
    assert asking.asked() == puzzles_of(DATE + timedelta(days=2))[0]


def test_a_row_counts_whole_days_without_a_gap_and_today_may_still_be_missing():
    before = [one for back in (1, 2, 3) for one in solved_on(DATE - timedelta(days=back))]
    part = solved_on(DATE, range(9))
    assert days_in_a_row(AnswerLog(), DATE) == (0, False)
    assert days_in_a_row(log_of([*before, *part]), DATE) == (3, False)
    assert days_in_a_row(log_of([*before, *solved_on(DATE, right=False)]), DATE) == (4, True)
    assert days_in_a_row(log_of(before), DATE + timedelta(days=1)) == (0, False)
    assert days_in_a_row(log_of([*before[10:], *solved_on(DATE)]), DATE) == (1, True)
