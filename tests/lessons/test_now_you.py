"""Rules written by the reader: what is right agrees with the engine, what is wrong is told by its smallest case."""

import json
import threading
from pathlib import Path

import pytest

from cardlab.lessons.now_you import TASKS, check, hint, report, solution
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import deadwood, melds_in

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SHORT = 0.05
"""For calls that never end; those that end get all the time they need."""


def named(name, function):
    function.__name__ = name
    return function


def solved(name):
    names = {}
    exec(TASKS[name].solution, names)
    return names[name]


def taking_what_it_takes(name, body):
    """A function for a task that returns what `body` returns."""
    return named(name, (lambda card, pile_top: body()) if name == "fits" else lambda cards: body())


def numbers(cards):
    return sorted(card.number for card in cards)


def suits(cards):
    return {card.suit for card in cards}


def ranks(cards):
    return {card.rank for card in cards}


def around_the_corner(cards):
    circle = [(start + step) % 13 + 1 for start in range(13) for step in range(len(cards))]
    rows = [sorted(circle[at : at + len(cards)]) for at in range(0, len(circle), len(cards))]
    return len(cards) > 2 and len(suits(cards)) == 1 and numbers(cards) in rows


def in_a_row(cards):
    first = numbers(cards)[0]
    return numbers(cards) == list(range(first, first + len(cards)))


def first_meld(cards):
    for meld in melds_in(cards):
        return first_meld([card for card in cards if card not in meld.cards])
    return deadwood(cards)


def owns(state):
    return any(laid.owner == state.seat for laid in state.melds)


WRONG = [
    ("is_set", lambda cards: len(ranks(cards)) == 1 and len(cards) in (2, 3, 4), "is_set(A♣ A♦)", "T3.1"),
    ("is_set", lambda cards: len(ranks(cards)) == 1 and len(cards) == 3, "is_set(A♣ A♦ A♥ A♠)", "T3.1"),
    ("is_set", lambda cards: len(cards) in (3, 4), "is_set(A♣ 2♣ 3♣)", "T3.1"),
    ("is_run", lambda cards: len(cards) > 2 and in_a_row(cards), "is_run(A♣ 2♣ 3♦)", "T3.2"),
    ("is_run", around_the_corner, "is_run(A♣ 2♣ K♣)", "T3.3"),
    ("is_run", lambda cards: len(suits(cards)) == 1 and in_a_row(cards), "is_run(A♣)", "T3.2"),
    ("points", lambda cards: sum(card.number for card in cards), "points(J♣)", "T9.1"),
    (
        "points",
        lambda cards: sum(11 if card.rank == "A" else min(card.number, 10) for card in cards),
        "points(A♣)",
        "T9.1",
    ),
    ("least_deadwood", deadwood, "least_deadwood(A♣ A♦ A♥)", "T3.4"),
    ("least_deadwood", first_meld, "least_deadwood(A♣ A♦ A♥ 2♣ 3♣)", "T3.4"),
    ("may_call", owns, 'state.phase == "lay", [laid.owner for laid in state.melds] == [1]', "T2.1"),
    ("may_call", lambda state: state.phase == "draw", "[laid.owner for laid in state.melds] == []", "T6.1"),
    ("fits", lambda card, pile_top: abs(card.number - pile_top.number) == 1, "fits(A♣, 2♣)", "U2.3"),
    ("fits", lambda card, pile_top: (card.number - pile_top.number) % 13 in (1, 12), "fits(A♣, 2♣)", "U2.3"),
]


def as_written(call, lang):
    letters = {"de": {"J": "B", "Q": "D"}, "nl": {"J": "B", "Q": "V"}}.get(lang, {})
    return "".join(
        letters.get(sign, sign) if call[at + 1 : at + 2] in "♣♦♥♠" and at else sign for at, sign in enumerate(call)
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
def test_the_solution_agrees_in_every_case_and_the_house_rule_is_named(name, lang):
    [said] = report(solved(name), lang, seconds=60)
    task = TASKS[name]
    assert len(task.cases()) > 1000
    assert str(len(task.cases())) in said
    assert say(task.house_rule, lang) in said
    assert all(clause in said for clause in task.clauses)
    assert len(task.solution.strip().splitlines()) <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "function", "call", "clause"), WRONG)
def test_an_error_is_told_by_its_smallest_case_and_the_clause(name, function, call, clause, lang):
    wrong = lambda *case: function(*case)  # noqa: E731
    first, *_, counted = report(named(name, wrong), lang, seconds=60)
    assert as_written(call, lang) in first
    assert f"({clause})" in first
    assert str(len(TASKS[name].cases())) in counted


def test_the_next_case_is_an_error_of_another_kind():
    first, second, _ = report(named("fits", lambda card, pile_top: abs(card.number - pile_top.number) == 1), seconds=60)
    assert "fits(A♣, 2♣)" in first
    assert "fits(A♣, K♣)" in second
    only, _ = report(named("points", lambda cards: sum(card.number for card in cards)), seconds=60)
    assert "points(J♣)" in only


def fails():
    raise LookupError("no such thing")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
def test_what_is_no_answer_gets_a_sentence_that_helps(name, lang):
    nothing, _ = report(taking_what_it_takes(name, lambda: None), lang)
    wrong_type, how_to_go_on = report(taking_what_it_takes(name, lambda: "yes"), lang)
    raised, _ = report(taking_what_it_takes(name, fails), lang)
    assert "`return`" in nothing
    assert "'yes'" in wrong_type
    assert "`str`" in wrong_type
    assert "LookupError, no such thing" in raised
    assert f"`hint({name})`" in how_to_go_on
    assert f"`solution({name})`" in how_to_go_on
    assert (
        "`" + TASKS[name].solution.partition("def ")[2].partition(":")[0] + "`"
        in report(named(name, lambda: 1), lang)[0]
    )


def for_ever():
    while True:
        numbers(())


IN_ONE_LINE = {}
exec("def for_ever():\n    while True: pass", IN_ONE_LINE)


def for_ever_in_vain():
    while True:
        try:
            numbers(())
        except Exception:
            continue


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("endless", [for_ever, IN_ONE_LINE["for_ever"], for_ever_in_vain])
def test_a_function_without_end_is_stopped(name, endless, lang):
    threads = threading.active_count()
    said, _ = report(taking_what_it_takes(name, endless), lang, SHORT)
    assert say("now_you.too_long", lang, call="…").partition("…")[2] in said
    assert threading.active_count() == threads


def test_a_function_without_end_is_stopped_in_another_thread():
    said = []
    thread = threading.Thread(target=lambda: said.extend(report(taking_what_it_takes("points", for_ever), "en", SHORT)))
    thread.start()
    thread.join()
    assert "does not come to an end" in said[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_come_one_after_the_other_then_the_solution(lang, capsys):
    for name, task in TASKS.items():
        function = named(name, lambda cards: None)
        shown = set()
        for _ in range(4):
            hint(function, lang)
            shown.add(capsys.readouterr().out.strip())
        assert shown <= {*(say(key, lang) for key in task.hints), say("now_you.no_more_hints", lang, name=name)}
        solution(function, lang)
        assert capsys.readouterr().out.strip() == task.solution.strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_function_without_a_task_is_told_which_there_are(lang, capsys):
    for ask in (check, hint, solution):
        ask(deadwood, lang)
        assert "`least_deadwood`" in capsys.readouterr().out


def test_what_the_function_prints_is_not_shown(capsys):
    report(taking_what_it_takes("points", lambda: print("here")))
    assert not capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
def test_the_lesson_asks_for_the_function_and_says_what_it_still_lacks(name, lang):
    book = json.loads((NOTEBOOKS / lang / f"{TASKS[name].lesson}.ipynb").read_text(encoding="utf-8"))
    [asked] = [cell for cell in book["cells"] if cell["source"] == [f"check({name})"]]
    empty = report(taking_what_it_takes(name, lambda: None), lang)
    assert "".join(asked["outputs"][0]["text"]) == "\n".join(empty) + "\n"
