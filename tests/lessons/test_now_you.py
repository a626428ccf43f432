"""Rules written by the reader: what is right agrees with the engine, what is wrong is told by its smallest case."""

import io
import json
import re
import threading
from dataclasses import fields, replace
from enum import Enum
from functools import partial
from time import thread_time
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from asked import NOTEBOOKS
from wrong_functions import RIGHT as RIGHT_BODIES
from wrong_functions import WRONG as WRONG_BODIES
from wrong_functions import functions

from cardlab import tichu, tongits
from cardlab.dashboard.clause_code import written_rules
from cardlab.lessons.course import LESSONS
from cardlab.lessons.now_you import check, hint, pressed, solution
from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import named as name_of_house_rule
from cardlab.tongits import deadwood

SHORT = 0.05
"""For calls that never end; those that end get all the time they need."""


def named(name, function):
    function.__name__ = name
    return function


def solved(name):
    names = {}
    exec(TASKS[name].solution, names)
    return names[name]


def numbers(cards):
    return sorted(card.number for card in cards)


@pytest.mark.parametrize("name", TASKS)
def test_the_solution_agrees_in_every_case_and_the_house_rules_are_named(name):
    checked, task = check(solved(name), "en", seconds=60), TASKS[name]
    [said] = checked.sentences
    assert checked.agrees
    assert len(task.cases()) > 1000
    assert checked.tried == checked.right == len(task.cases())
    assert str(len(task.cases())) in said
    for rules in task.house_rules:
        assert all(name_of_house_rule(rules, field, "en") in said for field in rules.changed())
    assert all(clause in said for clause in task.clauses)
    assert len(task.solution.strip().splitlines()) <= 10


def others(sheet):
    """The rules of a sheet with one house rule changed, each in every way but for numbers."""
    for field in fields(sheet):
        value = getattr(sheet, field.name)
        if isinstance(value, bool):
            yield replace(sheet, **{field.name: not value})
        elif isinstance(value, Enum):
            yield from (replace(sheet, **{field.name: other}) for other in type(value) if other is not value)


@pytest.mark.parametrize("name", TASKS)
def test_just_the_house_rules_that_are_named_need_another_function(name):
    """Each rule that changes the engine's answer in one of the cases."""
    task = TASKS[name]
    sheet = (tongits if task.clauses[0][0] == "T" else tichu).SHEET
    by_sheet = [task.right(*case) for case in task.cases()]
    changing = [
        rules for rules in others(sheet) if by_sheet != [task.right(*case, rules=rules) for case in task.cases()]
    ]
    assert changing == [rules for rules in others(sheet) if rules in task.house_rules]


def test_a_notebook_draws_the_case_its_text_shows_the_table_and_what_a_function_raises_is_text():
    page = drawn(check(named("is_set", lambda cards: len(cards) > 1), "en", seconds=60))
    assert page.get("lang") == "en"
    assert page.find(".//code").text == "is_set(A♣ 2♣)"
    assert page.find(".//img").get("alt") == "A♣ 2♣"
    assert page.find(".//th").text == "cards"
    stuck = check(named("is_stuck", lambda state: True), "en", seconds=60)
    [table, _] = drawn(stuck).iter("table")
    assert len([*table.iter("img")]) == 4
    assert str(stuck.cases[0]["state"]) in repr(stuck)

    def points(cards):
        raise ValueError("<b>`no`</b>")

    page = drawn(check(points, "en"))
    assert "ValueError: <b>no</b>" in "".join(page.itertext())
    assert not [*page.iter("b")]


def drawn(checked):
    page = ElementTree.fromstring(checked._repr_html_())
    for image in page.iter("img"):
        ElementTree.fromstring(unquote(image.get("src").removeprefix("data:image/svg+xml,")))
    return page


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


@pytest.mark.parametrize("endless", [for_ever, IN_ONE_LINE["for_ever"], for_ever_in_vain])
def test_a_function_without_end_is_stopped_in_any_thread_and_leaves_none(endless):
    threads, said = threading.active_count(), []

    def checking():
        said.append(check(named("discard", lambda hand, taken: endless()), "en", SHORT).sentences[0])

    checking()
    thread = threading.Thread(target=checking)
    thread.start()
    thread.join()
    assert all("takes longer than 0\N{NO-BREAK SPACE}s" in one for one in said)
    assert (len(said), threading.active_count()) == (2, threads)


def test_what_the_function_prints_is_shown_with_its_case_alone(capsys):
    def points(cards):
        print(f"<b>{len(cards)}")
        return sum(card.number for card in cards)

    checked = check(points, "en", seconds=60)
    assert checked.printed == ("<b>1\n",)
    assert "\n<b>1\n" in repr(checked)
    assert drawn(checked).find(".//pre").text == "<b>1\n"
    assert not capsys.readouterr().out


def test_a_case_shown_comes_with_code_that_calls_the_function_with_it():
    def who_wins(state):
        return 0

    checked = check(who_wins, "nl", seconds=60)
    [code] = re.findall(r"`([^`]*check[^`]*)`", checked.sentences[-1])
    assert eval(code, {"who_wins": who_wins, "check": lambda function: checked}) == 0


def test_a_check_that_runs_out_of_time_says_how_far_it_came():
    best = solved("least_deadwood")

    def least_deadwood(cards):
        end = thread_time() + 0.05
        while thread_time() < end:
            pass
        return best(cards)

    checked = check(least_deadwood, "en", seconds=0.4)
    assert 0 < checked.right == checked.tried < len(TASKS["least_deadwood"].cases())
    assert not checked.agrees
    [said] = checked.sentences
    assert said.startswith(say("now_you.stopped", "en", seconds=4, tried="|", count="|", right="").partition("|")[0])


CACHED = "from functools import cache\n@cache\ndef points(cards):\n    return sum(min(one.number, 10) for one in cards)"
LAMBDA = "points = lambda cards: sum(min(card.number, 10) for card in cards)"
CALLED = f"""class Points:
    def __call__(self, cards):
        {LAMBDA}
        return points(cards)
points = Points()"""


def test_a_function_is_known_by_the_name_that_it_is_given():
    for written in (CACHED, LAMBDA, CALLED):
        names = {}
        exec(written, names)
        assert check(names["points"], "en", seconds=60).agrees


def told(function):
    """All that is said of a function, without the addresses of objects."""
    return re.sub("x[0-9a-f]{9,}", "x", "\n".join(check(function, "en", seconds=60).sentences))


@pytest.mark.filterwarnings("error:coroutine")
@pytest.mark.parametrize("name", TASKS)
def test_what_is_told_of_each_wrong_function_and_none_is_accepted(name, snapshot, monkeypatch):
    """Functions as learners write them: those that few cases tell, and one for each thing that may be said."""
    monkeypatch.setattr("sys.stdin", io.StringIO())  # as a page has it: nobody can type there
    wrong, task = dict(functions(name, WRONG_BODIES)), TASKS[name]
    for rules in task.house_rules:
        (field, *_) = rules.changed()
        if "joker" not in field:
            wrong[field] = named(name, partial(task.right, rules=rules))
    assert "\n\n".join(f"{code}\n{told(function)}" for code, function in wrong.items()) == snapshot


@pytest.fixture(autouse=True)
def _no_hint_was_shown(monkeypatch):
    monkeypatch.setattr("cardlab.lessons.now_you._hints_shown", {})


def test_what_has_no_task_is_told_how_to_give_one(snapshot, capsys):
    for given in ("points", "nothing", 7, deadwood, type("Adder", (), {"__call__": len})()):
        solution(given, "en")
        assert f"{told(given)}\n{hint(given, 'en')!r}\n{capsys.readouterr().out}" == snapshot


def test_hints_come_one_after_the_other_then_the_solution(capsys):
    for name, task in TASKS.items():
        ended = say("now_you.no_more_hints", "de")
        expected = [*(say(key, "de") for key in task.hints), ended]
        assert [hint(name, "de").sentences[0] for _ in expected] == expected
        solution(name, "de")
        assert capsys.readouterr().out.strip() == task.solution.strip()


@pytest.mark.parametrize("name", RIGHT_BODIES)
def test_a_right_function_is_accepted_however_it_is_written(name):
    for code, function in functions(name, RIGHT_BODIES):
        assert check(function, "en", seconds=60).agrees, code


GIVEN_AWAY = {
    "points": ("tongits.points",),
    "least_deadwood": ("tongits.least_deadwood", "tongits.best_arrangements"),
    "payments": ("scoring.payments", "paid"),
    "who_wins": ("scoring.draw_winner", "scoring.last_to_meld"),
    "is_stuck": ("tichu.stuck",),
    "fits": ("tichu.neighbours", "tichu.fits"),
}
"""The functions of the engine whose code is nearly that of the task."""


@pytest.mark.parametrize("name", GIVEN_AWAY)
def test_what_a_task_asks_for_is_shown_neither_before_it_nor_right_below(name):
    shown, after = [], None
    for lesson in LESSONS:
        book = json.loads((NOTEBOOKS / "en" / f"{lesson.name}.ipynb").read_text(encoding="utf-8"))
        for cell in (cell for cell in book["cells"] if cell["cell_type"] == "code" and after != 0):
            source = "".join(cell["source"])
            shown += [one for call in re.findall(r"show\((.*)\)", source) for one in re.findall(r"[\w.]+", call)]
            after = 2 if f"check({name})" in source else after and after - 1
    assert after == 0
    assert not {*shown} & {*GIVEN_AWAY[name]}


# On the page of a site


PRESSED = [
    *(("check", "is_set", source) for source in ("def is_set(cards:\n    pass", "\n1 / 0", "raise SystemExit")),
    ("check", "is_set", "while True: pass"),
    ("check", "is_set", "def is_run(cards): ..."),
    ("check", "is_set", "def is_set(cards): ..."),
    ("check", "is_set", TASKS["is_set"].solution),
    ("check", "fits", "print('<b>')\nfits = 7"),
    ("hint", "fits", ""),
    ("solution", "fits", ""),
]


def test_what_a_page_sends_is_run_and_checked_and_no_answer_tells_of_a_cell(snapshot):
    signs = []
    shown = [pressed(*one, "en", lambda: signs.append(1)) for one in PRESSED]
    assert re.sub(' style="[^"]*"', "", "\n".join(shown)) == snapshot
    assert len(signs) > len(TASKS["is_set"].cases())


def test_a_page_of_the_course_has_its_tasks_with_their_prose():
    found = [rule for rules in written_rules(NOTEBOOKS / "de" / "melds.ipynb").values() for rule in rules]
    assert [rule.name for rule in found] == ["is_set", "is_run"]
    assert found[0].source.startswith("def is_set(cards):")
    assert "hint(" not in found[0].prose
