"""Exercises: each hint and each solution goes through its own checker, and each wrong answer is answered."""

import re
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from asked import answers, every_card, impossible, whole

from cardlab.cards import DECK, Card
from cardlab.lessons import stacks
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS, TASKS
from cardlab.phrasing.catalogue import LANGUAGES, card_label, has_message
from cardlab.tichu import value
from cardlab.tongits import melds_in

DRILLS = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}
EACH = 30  # `make long` solves and checks 2,000 of each kind, and makes 100,000
SOME = 25
CLAUSE = re.compile(r"\(([TU]\d\d?\.\d\d?)\)")


@cache
def question(name, seed):
    """A question of one kind, made once for all tests: many are tried before one will do."""
    return DRILLS[name].question(f"test {seed}", 1 + seed % LEVELS)


def made(name, count):
    """Questions of one kind, of every level in turn."""
    return (question(name, seed) for seed in range(count))


@pytest.mark.parametrize("name", DRILLS)
def test_every_hint_and_every_solution_is_right(name):
    for question in made(name, EACH):
        sentence, answer = question.read("en").solution
        verdict = question.read("en").check(answer)
        hints = question.read("en").hints
        assert verdict.right, question
        assert sentence
        assert verdict.sentences
        assert verdict.rules
        assert len(set(hints)) == len(hints) >= 1


@pytest.mark.parametrize("name", DRILLS)
def test_a_wrong_answer_is_answered_with_a_clause(name):
    for question in made(name, SOME):
        verdicts = (question.read("en").check(answer) for answer in answers(question.read("en").task))
        wrong = [verdict for verdict in verdicts if not verdict.right]
        assert wrong, f"everything is right in {question}"
        for verdict in wrong:
            named = [clause for sentence in verdict.sentences for clause in CLAUSE.findall(sentence)]
            assert named, (question, verdict)
            assert verdict.rules
            assert all(has_message(f"clause.{rule}") for rule in (*named, *verdict.rules))


@pytest.mark.parametrize("name", DRILLS)
def test_texts_are_whole_in_every_language(name):
    for number, question in enumerate(made(name, EACH)):
        lang = tuple(LANGUAGES)[number // LEVELS % len(LANGUAGES)]  # at each level each language is asked alike often
        task = question.read(lang).task
        verdicts = [question.read(lang).check(answer) for answer in islice(answers(task), 3)]
        said = [
            task.prompt,
            *(hint for hint in question.read(lang).hints),
            *task.notes,
            question.read(lang).solution[0],
            *(pile.label for pile in task.piles),
        ]
        said += [sentence for verdict in verdicts for sentence in verdict.sentences]
        assert whole(said)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["melds.find_a_meld", "melds.repair"])
def test_cards_named_by_a_hint_belong_to_the_solution(name, lang):
    """The last hint of `find_a_meld` names two cards of the answer; that of `repair`, cards that stay."""
    named = 0
    for question in made(name, 60):
        task, (_, answer) = question.read(lang).task, question.read(lang).solution
        mentioned = {
            card for card in task.hand if re.search(rf"(?<!\d){card_label(card, lang)}", question.read(lang).hints[-1])
        }
        named += len(mentioned)
        assert mentioned <= set(answer) if name == "melds.find_a_meld" else not mentioned & set(answer)
    assert named >= 15


def test_the_last_hint_of_play_one_is_an_answer():
    for question in made("stacks.play_one", SOME):
        tried = [card for card in question.hand if card_label(card) in question.read("en").hints[-1]]
        assert tried
        assert any(question.read("en").check((card, place)).right for card in tried for place in (0, 1))


@pytest.mark.parametrize("name", [drill.name for drill in stacks.DRILLS])
def test_hints_about_values_agree_with_the_checker(name):
    """A plain card of the hand fits exactly if the hint names its value."""
    for question in made(name, SOME):
        if question.kind == "cards":
            needed = question.read("en").hints[1]
            for card in question.hand:
                own = value(card)
                if own is not None and card.rank and "Every value" not in needed:
                    hinted = re.search(rf"(?<!\d){own}(?!\d)", needed) is not None
                    assert hinted == question.read("en").check((card,)).right or len(question.answer) > 1, question
                    assert hinted == (card in question.answer), question


def test_the_count_in_a_hint_of_lay_off_is_that_of_the_solution():
    for question in made("melds.lay_off", SOME):
        assert f" {len(question.answer)}. " in question.read("en").hints[1]


def test_several_right_answers_are_all_accepted():
    """Every meld of the hand, every repairing card and every fitting pair counts."""
    several = set()
    for name in ("melds.repair", "stacks.play_one"):
        for question in made(name, SOME):
            right = [answer for answer in answers(question.read("en").task) if question.read("en").check(answer).right]
            assert right
            several |= {name} if len(right) > 1 else set()
    for question in made("melds.find_a_meld", SOME):
        found = melds_in(question.hand)
        assert all(question.read("en").check(meld.cards).right for meld in found)
        assert all(question.read("en").check(meld.cards[::-1]).right for meld in found)
        several |= {"melds.find_a_meld"} if len(found) > 1 else set()
    assert several == {"melds.repair", "stacks.play_one", "melds.find_a_meld"}


@pytest.mark.parametrize("name", DRILLS)
def test_no_card_is_there_twice_and_none_is_missing_on_a_whole_table(name):
    for question in made(name, 100):
        task = question.read("en").task
        shown = [*task.hand, *(card for pile in task.piles for card in pile.cards)]
        assert len(shown) == len(set(shown))
        assert all(isinstance(card, Card) for card in shown)
        lying = every_card(question.state) if hasattr(question.state, "hands") else []
        assert len(lying) == len(set(lying))
        if getattr(question.state, "discards", ()):
            assert set(lying) >= set(DECK)


@pytest.mark.parametrize("name", DRILLS)
def test_T1_3_T2_4_a_whole_table_can_come_about_in_a_round(name):
    """As many cards in hands, melds and piles as turns leave there, and the seat in turn follows from the last draw."""
    for question in made(name, 90):
        if getattr(question.state, "discards", ()):
            assert impossible(question.state) == []


@pytest.mark.parametrize("name", DRILLS)
def test_no_clause_is_named_twice_in_a_row(name):
    for question in made(name, EACH):
        task = question.read("en").task
        for answer in (question.answer, *islice(answers(task), 4)):
            said = question.read("en").check(answer)
            for sentence in (*said.sentences, *said.follows):
                assert not re.search(r"\(([^()]*)\) \(\1\)", sentence)


@pytest.mark.parametrize("name", DRILLS)
def test_no_answer_is_right_nearly_always_and_each_choice_now_and_then(name):
    """Else a kind would teach to look no further; only to wait in a race is never best, which is to be learned."""
    offered, right = Counter(), Counter()
    asked = list(made(name, 150))
    for level in range(LEVELS):
        given = Counter(question.answer for question in asked[level::LEVELS])
        assert max(given.values()) <= 0.75 * given.total()
    for question in asked:
        if question.choices:
            offered.update(question.choices.keys())
            right.update(question.answer if isinstance(question.answer, tuple) else (question.answer,))
    often = {key for key, times in offered.items() if times >= len(asked) / 3}
    assert {key for key in often if not 0 < right[key] < offered[key]} <= {"wait"}


@pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)
def test_a_series_rises_never_ends_nor_repeats_a_task_at_once_and_the_same_seed_gives_the_same_tasks(drill):
    def asked(seed):
        series, tasks, levels = drill(seed), [], []
        for solved in range(TASKS + 3):
            assert series.progress() == (min(solved, TASKS), TASKS)
            levels.append(series.level)
            tasks.append(series.task())
            for _ in range(2):
                assert series.check(series.solution()[1]).right
            assert series.task() == tasks[-1]
            before = series.question
            series.next()
            assert series.question != before
        assert levels == sorted(levels)
        assert set(levels) == set(range(1, LEVELS + 1))
        return tasks

    assert asked(5) == asked(5) != asked(6)


@pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)
def test_hints_say_more_and_then_stay(drill):
    series = drill()
    said = [series.hint() for _ in range(5)]
    assert len(set(said[:2])) == 2
    assert said[-1] == said[-2]
    series.next()
    assert series.hint() == series.question.read("en").hints[0]
