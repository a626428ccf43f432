"""The puzzles of the day: the same for everybody on one date, every answer judged, and the row of days from the log."""

import re
from datetime import UTC, date, datetime, timedelta

from cardlab.cards import Card
from cardlab.lessons.answer_log import puzzle, question_of
from cardlab.lessons.protocol import Answered, AnswerLog, log_of
from cardlab.lessons.puzzles import JUDGED, PLAN, Puzzles, days_in_a_row, puzzles_of
from cardlab.lessons.tips_positions import Position
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.messages import in_words

DAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()


ALL = range(10)


def answered(day, places=ALL, right=True):
    at = int(datetime(day.year, day.month, day.day, 8, tzinfo=UTC).timestamp())
    asked = map(puzzles_of(day).__getitem__, places)
    return [Answered(one.drill, one.key, one.level, right, 1, 0, at) for one in asked]


def test_a_date_has_ten_of_its_own():
    assert len(PLAN) == len(set(puzzles_of(DAY))) == 10
    assert [(one.drill, one.level) for one in puzzles_of(DAY)] == list(PLAN)
    assert puzzles_of(DAY) == puzzles_of.__wrapped__(DAY)
    assert not set(puzzles_of(DAY)) & set(puzzles_of(DAY + timedelta(days=1)))
    assert [puzzle(one.key) for one in puzzles_of(DAY)] == [(DAY, place) for place in range(1, 11)]


def test_no_judged_position_returns_before_all_have_been_there():
    start = DAY - timedelta(days=DAY.toordinal() % 50)
    lap = [puzzles_of(start + timedelta(days=day)) for day in range(50)]
    for place, (name, _) in enumerate(PLAN):
        if name in JUDGED:
            assert len({question_of(asked[place]).state.text for asked in lap}) == 50


def test_each_is_solved_by_its_solution_and_a_wrong_answer_hears_what_every_choice_costs():
    lang = "nl"
    asking = Puzzles(now=lambda: NOON)
    asking.lang = lang
    for place in range(len(PLAN)):
        assert str(place + 1) in asking.progress_text()
        question, (_, right) = asking.question, asking.solution()
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
    asking.resume(log_of([*answered(DAY, range(3)), *answered(DAY, [5], right=False)]))
    assert (asking.asked(), asking.progress()) == (puzzles_of(DAY)[3], (3, 10))
    clock[0] += 86_400
    asking.resume(log_of(answered(DAY)))
    assert asking.asked() == puzzles_of(DAY + timedelta(days=1))[0]
    asking.resume(log_of(answered(asking.day)))
    assert asking.closing()
    clock[0] += 86_400
    asking.next()
    assert asking.asked() == puzzles_of(DAY + timedelta(days=2))[0]


def test_a_row_counts_whole_days_without_a_gap_and_today_may_still_be_missing():
    before = [one for back in (1, 2, 3) for one in answered(DAY - timedelta(days=back))]
    part = answered(DAY, range(9))
    assert days_in_a_row(AnswerLog(), DAY) == (0, False)
    assert days_in_a_row(log_of([*before, *part]), DAY) == (3, False)
    assert days_in_a_row(log_of([*before, *answered(DAY, right=False)]), DAY) == (4, True)
    assert days_in_a_row(log_of(before), DAY + timedelta(days=1)) == (0, False)
    assert days_in_a_row(log_of([*before[10:], *answered(DAY)]), DAY) == (1, True)
