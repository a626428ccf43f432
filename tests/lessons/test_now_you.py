"""Rules written by the reader: what is right agrees with the engine, what is wrong is told by its smallest case."""

import gc
import inspect
import io
import json
import re
import threading
import warnings
from dataclasses import fields, replace
from enum import Enum
from time import thread_time
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from asked import NOTEBOOKS, lesson_with
from wrong_functions import RIGHT as RIGHT_BODIES
from wrong_functions import WRONG as WRONG_BODIES
from wrong_functions import functions

from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.dashboard.clause_code import written_rules
from cardlab.lessons.course import LESSONS
from cardlab.lessons.now_you import check, hint, pressed, solution
from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import named as name_of_house_rule
from cardlab.tongits import deadwood, least_deadwood, melds_in, points
from tests.stories import facts_in

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
    takes = ", ".join(inspect.signature(solved(name)).parameters)
    return named(name, eval(f"lambda {takes}: body()", {"body": body}))


def numbers(cards):
    return sorted(card.number for card in cards)


def loose(hand, taken):
    """What may be discarded of the cards that lie in no meld of the hand, or of all if there is none."""
    free = [card for card in hand if card is not taken]
    return [card for card in free if not any(card in meld.cards for meld in melds_in(hand))] or free


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


def left(hand, thrown):
    return least_deadwood([card for card in hand if card is not thrown])


def test_a_worse_discard_is_weighed():
    greedy = named("discard", lambda hand, taken: max(loose(hand, taken), key=points))
    best = solved("discard")
    *_, weighed, _ = check(greedy, "en", seconds=60).sentences
    lost = [left(hand, greedy(hand, taken)) - left(hand, best(hand, taken)) for hand, taken in TASKS["discard"].cases()]
    assert weighed == say("now_you.lost", "en", points=f"{sum(lost) / sum(map(bool, lost)):.1f}")


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
    page = drawn(check(taking_what_it_takes("points", lambda: raising(ValueError("<b>`no`</b>"))), "en"))
    assert "ValueError: <b>no</b>" in "".join(page.itertext())
    assert not [*page.iter("b")]


def drawn(checked):
    page = ElementTree.fromstring(checked._repr_html_())
    for image in page.iter("img"):
        ElementTree.fromstring(unquote(image.get("src").removeprefix("data:image/svg+xml,")))
    return page


@pytest.mark.parametrize(
    ("source", "line", "helper"),
    [
        ("def deep(cards):\n    return cards[9]\ndef is_set(cards):\n    return deep(cards)", 2, "deep"),
        ("def is_set(cards):\n\n    return deep(cards)\ndef deep(cards):\n    return cards[9]", 3, "deep"),
        ("\ndef is_set(cards):\n    return any(\n        cards[9] for one in 'a')", 3, ""),
    ],
)
def test_a_fault_is_told_with_its_line_of_the_function_and_the_helper_that_it_is_in(source, line, helper):
    facts = {"call": "is_set()", "line": line, "helper": helper, "error": "IndexError: tuple index out of range"}
    told = say("now_you.raises_in_helper" if helper else "now_you.raises", **facts)
    shown = "".join(ElementTree.fromstring(pressed("check", "is_set", source, "en", list)).itertext())
    assert told.partition(" ")[2] in shown


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
        said.append(check(taking_what_it_takes("discard", endless), "en", SHORT).sentences[0])

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


def test_a_function_is_known_by_the_name_that_it_is_given(monkeypatch):
    for written in (CACHED, LAMBDA, CALLED):
        names = {}
        exec(written, names)
        monkeypatch.setitem(globals(), "points", names["points"])
        assert check(points, "en", seconds=60).agrees


def told(function, lang="en"):
    """All that is said of a function, with the cards, clauses and numbers in it."""
    said = "\n".join(check(function, lang, seconds=60).sentences)
    return said, facts_in(re.sub(r"`[^`]*`", "", said), lang)


@pytest.mark.parametrize("name", TASKS)
def test_what_is_told_of_each_wrong_function_and_none_is_accepted(name, snapshot):
    """Functions as learners write them: those that few cases tell, and one for each thing that may be said."""
    assert "\n\n".join(f"{code}\n{told(function)[0]}" for code, function in functions(name, WRONG_BODIES)) == snapshot


def raising(error):
    raise error


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError


def leaving():
    raise GeneratorExit


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("fits", lambda: None),
        *((name, lambda: "yes") for name in ("is_set", "points", "discard", "payments")),
        *(("points", one) for one in (lambda: raising(LookupError("no such thing")), lambda: raising(Unspeakable()))),
        *(("points", one) for one in (leaving, input, exit, breakpoint)),
        *(("is_set", one) for one in (lambda: np.False_, lambda: 0, lambda: None.__class__)),
        *(("payments", lambda one=one: one) for one in ((0.0, 0, 0), [np.int64(0)] * 3, (False, 0, 0))),
    ],
)
def test_what_is_no_answer_gets_a_sentence_that_helps(name, given, snapshot, monkeypatch):
    """The English words stand in a snapshot; in German or in Dutch the facts are the same."""
    monkeypatch.setattr("sys.stdin", io.StringIO())  # as a page has it: nobody can type there
    function = taking_what_it_takes(name, given)
    english, facts = told(function)
    assert english == snapshot
    assert told(function, ("de", "nl")[len(english) % 2])[1] == facts


def test_an_async_function_leaves_no_warning():
    async def points(cards):
        return 0

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said, _ = check(points, "en").sentences
        gc.collect()
    assert "`coroutine`" in said


BY_HOUSE_RULE = [
    (name, lambda *case, name=name, rules=rules: TASKS[name].right(*case, rules=rules))
    for name, task in TASKS.items()
    for rules in task.house_rules
    if "joker" not in rules.changed()[0]
]


def forgetting(name, case):
    """A function that has no answer in such a case."""
    return name, lambda *given: None if case(*given) else solved(name)(*given)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        *BY_HOUSE_RULE,
        forgetting("payments", lambda counts, winner: winner is None),
        forgetting("discard", lambda hand, taken: taken is not None),
        ("discard", lambda hand, taken: Card("7h")),
        ("is_set", lambda cards: bool(melds_in(cards))),
    ],
)
def test_what_is_told_of_a_house_rule_a_forgotten_case_and_a_rare_error(name, function, snapshot):
    assert told(named(name, function))[0] == snapshot


@pytest.fixture(autouse=True)
def _no_hint_was_shown(monkeypatch):
    monkeypatch.setattr("cardlab.lessons.now_you._hints_shown", {})


@pytest.mark.parametrize("given", ["points", "nothing", 7, deadwood, type("Adder", (), {"__call__": len})()])
def test_what_has_no_task_is_told_how_to_give_one(given, snapshot, capsys):
    solution(given, "en")
    assert f"{told(given)[0]}\n{hint(given, 'en')!r}\n{capsys.readouterr().out}" == snapshot


def test_hints_come_one_after_the_other_then_the_solution(capsys):
    for name, task in TASKS.items():
        function = taking_what_it_takes(name, list)
        ended = say("now_you.no_more_hints", "de")
        expected = [*(say(key, "de") for key in task.hints), ended]
        assert [hint(function, "de").sentences[0] for _ in expected] == expected
        solution(function, "de")
        assert capsys.readouterr().out.strip() == task.solution.strip()


@pytest.mark.parametrize("name", RIGHT_BODIES)
def test_a_right_function_is_accepted_however_it_is_written(name):
    for code, function in functions(name, RIGHT_BODIES):
        assert check(function, "en", seconds=60).agrees, code


def test_a_function_that_is_right_the_first_time_only_is_told_so():
    seen = []

    def points(cards):
        seen.append(cards)
        return solved("points")(cards) + (seen.count(cards) > 1)

    assert say("now_you.changes", "en", call="", result="", again="|").partition("|")[2] in repr(check(points, "en"))


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
    lessons = [lesson.name for lesson in LESSONS]
    shown = []
    for lesson in lessons[: lessons.index(lesson_with(name)) + 1]:
        book = json.loads((NOTEBOOKS / "en" / f"{lesson}.ipynb").read_text(encoding="utf-8"))
        cells = [(cell["id"], "".join(cell["source"])) for cell in book["cells"] if cell["cell_type"] == "code"]
        ids = [one for one, _ in cells]
        check_cell = f"now-you-{name.replace('_', '-')}-check"
        end = ids.index(check_cell) + 3 if check_cell in ids else len(cells)
        shown += [
            one
            for _, source in cells[:end]
            for one in re.findall(r"[\w.]+", "".join(re.findall(r"show\((.*)\)", source)))
        ]
    assert not {*shown} & {*GIVEN_AWAY[name]}


# On the page of a site


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("def is_set(cards:\n    pass", "now_you.broken"),
        ("1 / 0", "now_you.broken"),
        ("raise SystemExit", "now_you.broken"),
        ("while True: pass", "now_you.too_long"),
        ("def is_run(cards): ...", "now_you.parameters"),
        (TASKS["is_set"].solution, "now_you.agrees"),
    ],
)
def test_what_a_page_sends_is_run_and_checked(source, key):
    facts = {"line": 1, "error": "", "call": "is_set", "seconds": "1", "wanted": "is_set(cards)"}
    said = say(key, "de", **facts, name="is_set", count=len(TASKS["is_set"].cases())).replace("`", "")
    signs = []
    shown = pressed("check", "is_set", source, "de", lambda: signs.append(1))
    assert said.rstrip(".") in re.sub("<[^>]*>", "", shown)
    assert signs


def test_a_page_with_buttons_gets_hints_and_a_solution_and_is_told_of_no_cell_and_what_code_prints_is_text():
    shown = pressed("check", "is_set", "def is_set(cards): ...", "en", list)
    assert "None" in shown
    assert not re.search(r"(check|hint)\(is_set\)", shown)
    assert "2: ZeroDivisionError" in re.sub("<[^>]*>", "", pressed("check", "is_set", "\n1 / 0", "en", list))
    assert pressed("check", "fits", "print('<b>')\nfits = 7", "en", list).startswith("<pre>&lt;b&gt;")
    assert say(TASKS["fits"].hints[0], "nl").split("`")[0] in pressed("hint", "fits", "", "nl", list)
    assert "def fits" in pressed("solution", "fits", "", "nl", list)
    found = written_rules(NOTEBOOKS / "de" / "melds.ipynb")
    assert [rule.name for rules in found.values() for rule in rules] == ["is_set", "is_run"]
    first = next(iter(found.values()))[0]
    assert first.source.startswith("def is_set(cards):")
    assert "hint(" not in first.prose
