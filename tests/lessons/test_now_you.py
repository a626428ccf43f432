"""Rules written by the reader: what is right agrees with the engine, what is wrong is told by its smallest case."""

import gc
import inspect
import json
import re
import threading
import warnings
from dataclasses import fields, replace
from enum import Enum
from functools import partial
from itertools import cycle
from pathlib import Path
from time import monotonic
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from wrong_functions import RIGHT as RIGHT_BODIES
from wrong_functions import WRONG as WRONG_BODIES
from wrong_functions import functions

from cardlab import tichu, tongits
from cardlab.cards import Card, cards
from cardlab.dashboard.written_rules import written_rules
from cardlab.lessons.course import LESSONS
from cardlab.lessons.now_you import check, hint, pressed, solution
from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.house_rules import clause as clause_of
from cardlab.phrasing.house_rules import named as name_of_house_rule
from cardlab.refusal import NotationError
from cardlab.tichu import fits
from cardlab.tongits import best_arrangements, deadwood, least_deadwood, melds_in, points

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
    takes = ", ".join(inspect.signature(solved(name)).parameters)
    return named(name, eval(f"lambda {takes}: body()", {"body": body}))


def numbers(cards):
    return sorted(card.number for card in cards)


def suits(cards):
    return {card.suit for card in cards}


def ranks(cards):
    return {card.rank for card in cards}


def around_the_corner(cards):
    circle = [(start + step) % 13 + 1 for start in range(13) for step in range(len(cards))]
    rows = [sorted(circle[at : at + len(cards)]) for at in range(0, len(circle), len(cards) or 1)]
    return len(cards) > 2 and len(suits(cards)) == 1 and numbers(cards) in rows


def in_a_row(cards):
    first = numbers(cards)[0]
    return numbers(cards) == list(range(first, first + len(cards)))


def first_meld(cards):
    for meld in melds_in(cards):
        return first_meld([card for card in cards if card not in meld.cards])
    return deadwood(cards)


def one_meld(cards):
    """What the dearest meld leaves; no other meld is laid."""
    melds = sorted(melds_in(cards), key=lambda meld: deadwood(meld.cards))
    return [card for card in cards if not melds or card not in melds[-1].cards]


def owns(state):
    return any(laid.owner == state.seat for laid in state.melds)


def loose(hand, taken):
    """What may be discarded of the cards that lie in no meld of the hand, or of all if there is none."""
    free = [card for card in hand if card is not taken]
    return [card for card in free if not any(card in meld.cards for meld in melds_in(hand))] or free


def loose_at_best(hand, taken):
    return [card for card in best_arrangements(hand)[0].loose if card is not taken] or loose(hand, taken)


def lowest(state, seats):
    return min(seats, key=lambda seat: deadwood(state.hands[seat]))


def differences(counts, winner):
    if winner is None:
        return 0, 0, 0
    paid = [counts[winner] - count for count in counts]
    return tuple(-sum(paid) if seat == winner else paid[seat] for seat in range(3))


def whole_hands(counts, winner):
    return tuple(sum(counts) - count if seat == winner else -count for seat, count in enumerate(counts))


def playable(state):
    return any(tichu.fits(pile, card) for pile in state.piles for hand in state.hands for card in hand)


def is_owed(state):
    return any(draw and len(hand) < 8 for hand, draw in zip(state.hands, state.draw, strict=True))


def by_number(state):
    tops = [pile.top.number for pile in state.piles if pile.top]
    return any(abs(top - card.number) == 1 for top in tops for hand in state.hands for card in hand)


ANY_TIME = "Ph", "Do"

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
    ("points", lambda cards: sum(10 if card.rank in "TJQ" else card.number for card in cards), "points(K♣)", "T9.1"),
    ("least_deadwood", deadwood, "least_deadwood(A♣ A♦ A♥)", "T3.1"),
    ("least_deadwood", first_meld, "least_deadwood(A♣ A♦ A♥ 2♣ 3♣)", "T3.4"),
    ("least_deadwood", lambda cards: deadwood(one_meld(cards)), "least_deadwood(", "T3.2"),
    ("discard", lambda hand, taken: max(hand, key=points), "discard(A♣ 7♣, 7♣)", "T2.6"),
    ("discard", lambda hand, taken: max(loose(hand, taken), key=points), "discard(A♣ 2♣ 3♣ A♦ A♥, None)", "T9.1"),
    (
        "discard",
        lambda hand, taken: max(loose_at_best(hand, taken), key=points),
        "discard(2♣ 2♦ A♥ 2♥ 3♥, None)",
        "T9.1",
    ),
    ("may_call", owns, "may_call(state)", "T2.1"),
    ("may_call", lambda state: state.phase == "draw", "may_call(state)", "T6.1"),
    ("may_call", lambda state: bool(state.melds) and state.phase == "draw", "may_call(state)", "T6.1"),
    ("who_wins", lambda state: lowest(state, range(3)), "who_wins(state)", "T6.7"),
    ("who_wins", lambda state: lowest(state, sorted({state.caller, *state.challengers})), "who_wins(state)", "T6.5"),
    ("who_wins", lambda state: lowest(state, [state.caller, *sorted(state.challengers)]), "who_wins(state)", "T6.6"),
    ("payments", differences, "payments((0, 0, 1), 2)", "T9.3"),
    ("payments", whole_hands, "payments((0, 1, 1), 1)", "T9.3"),
    ("payments", lambda counts, winner: differences(counts, winner or 0), "payments((0, 0, 1), 2)", "T9.3"),
    ("fits", lambda card, pile_top: abs(card.number - pile_top.number) == 1, "fits(A♣, 2♣)", "U2.3"),
    ("fits", lambda card, pile_top: (card.number - pile_top.number) % 13 in (1, 12), "fits(A♣, 2♣)", "U2.3"),
    ("fits", lambda card, pile_top: card.number - pile_top.number == 1, "fits(A♣, K♣)", "U2.2"),
    ("after_dragon", lambda card, pile: card.rank == "A", "after_dragon({Do}, {Dr})", "U5.6"),
    (
        "after_dragon",
        lambda card, pile: card.rank == "A" or card.code in ANY_TIME,
        "after_dragon(A♣, {Dr} {Ph})",
        "U5.6",
    ),
    (
        "after_dragon",
        lambda card, pile: card.rank == ("A" if pile.top.code == "Dr" else "K") or card.code in ANY_TIME,
        "after_dragon({Ma}, {Dr} {Ph})",
        "U5.7",
    ),
    ("is_stuck", lambda state: not playable(state), "is_stuck(state)", "U4.2"),
    ("is_stuck", lambda state: not any(state.draw) and not playable(state), "is_stuck(state)", "U4.2"),
    ("is_stuck", lambda state: not is_owed(state) and not by_number(state), "is_stuck(state)", "U4.1"),
]


def as_written(call, lang):
    letters = {"de": {"J": "B", "Q": "D"}, "nl": {"J": "B", "Q": "V"}}.get(lang, {})
    for special in ("Ma", "Do", "Ph", "Dr"):
        call = call.replace(f"{{{special}}}", say(f"card.{special}", lang))
    return "".join(
        letters.get(sign, sign) if call[at + 1 : at + 2] in "♣♦♥♠" and at else sign for at, sign in enumerate(call)
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
def test_the_solution_agrees_in_every_case_and_the_house_rules_are_named(name, lang):
    checked = check(solved(name), lang, seconds=60)
    [said] = checked.sentences
    task = TASKS[name]
    assert checked.agrees
    assert len(task.cases()) > 1000
    assert checked.tried == checked.right == len(task.cases())
    assert str(len(task.cases())) in said
    for rules in task.house_rules:
        assert all(name_of_house_rule(rules, field, lang) in said for field in rules.changed())
    assert all(clause in said for clause in task.clauses)
    assert len(task.solution.strip().splitlines()) <= 10


WITH_JOKERS = {
    "is_set": [(cards("7c 7d X1"),)],
    "is_run": [(cards("7c 8c X1"),)],
    "points": [(cards("X1"),)],
    "least_deadwood": [(cards("7c 8c X1"),)],
    "discard": [(cards("7c 8c Kd Qs X1"), None), (cards("7c 8c Kc X1"), None)],
}


def others(sheet):
    """The rules of a sheet with one house rule changed, each in every way but for numbers."""
    for field in fields(sheet):
        value = getattr(sheet, field.name)
        if isinstance(value, bool):
            yield replace(sheet, **{field.name: not value})
        elif isinstance(value, Enum):
            yield from (replace(sheet, **{field.name: other}) for other in type(value) if other is not value)


def answer(function, case):
    """What it answers, or that it has none: the sheet knows no joker."""
    try:
        return function(*case)
    except NotationError as problem:
        return problem.refusal


@pytest.mark.parametrize("name", TASKS)
def test_just_the_house_rules_that_are_named_need_another_function(name):
    """Each rule that changes the engine's answer in one of the cases, and those about jokers by a case with one."""
    task, solve = TASKS[name], solved(name)
    for rules in task.house_rules:
        if "joker" in rules.changed()[0]:
            here = partial(task.right, rules=replace(rules, jokers=2))
            assert any(here(*case) != answer(solve, case) for case in WITH_JOKERS[name])
    sheet = (tongits if task.clauses[0][0] == "T" else tichu).SHEET
    by_sheet = [task.right(*case) for case in task.cases()]
    changing = [
        rules for rules in others(sheet) if by_sheet != [task.right(*case, rules=rules) for case in task.cases()]
    ]
    assert changing == [rules for rules in others(sheet) if rules in task.house_rules]


@pytest.mark.parametrize("name", TASKS)
def test_three_typical_errors_are_tried(name):
    assert sum(task == name for task, *_ in WRONG) == 3


@pytest.mark.parametrize(
    ("name", "function", "call", "clause", "lang"),
    [(*wrong, lang) for wrong, lang in zip(WRONG, cycle(LANGUAGES), strict=False)],
)
def test_an_error_is_told_by_its_smallest_case_and_the_clause(name, function, call, clause, lang):
    wrong = lambda *case: function(*case)  # noqa: E731
    checked = check(named(name, wrong), lang, seconds=60)
    assert not checked.agrees
    assert as_written(call, lang) in checked.sentences[0]
    assert f"({clause})" in checked.sentences[0]
    assert any(str(len(TASKS[name].cases())) in said for said in checked.sentences[1:])


def test_the_next_case_is_an_error_of_another_kind():
    by_number = lambda card, pile_top: abs(card.number - pile_top.number) == 1  # noqa: E731
    first, second, *_ = check(named("fits", by_number), "en", seconds=60).sentences
    assert "fits(A♣, 2♣)" in first
    assert "fits(A♣, K♣)" in second
    only, counted, _ = check(
        named("points", lambda cards: sum(card.number for card in cards)), "en", seconds=60
    ).sentences
    assert "points(J♣)" in only
    assert counted.startswith("Of 1743 cases tried")


def test_a_case_can_be_called_again():
    checked = check(named("points", lambda cards: sum(card.number for card in cards)), "en", seconds=60)
    assert solved("points")(**checked.cases[0]) == 10


def left(hand, thrown):
    return least_deadwood([card for card in hand if card is not thrown])


def test_several_discards_are_right_and_worse_ones_are_weighed():
    greedy = named("discard", lambda hand, taken: max(loose(hand, taken), key=points))
    cases, best = TASKS["discard"].cases(), solved("discard")
    *_, weighed, _ = check(greedy, "en", seconds=60).sentences
    lost = [left(hand, greedy(hand, taken)) - left(hand, best(hand, taken)) for hand, taken in cases]
    mean = sum(lost) / sum(map(bool, lost))
    assert weighed == say("now_you.lost", "en", points=f"{mean:.1f}")
    last = named("discard", lambda hand, taken: best(hand[::-1], taken))
    assert any(last(*case) is not best(*case) for case in cases)
    assert check(last, "en", seconds=60).agrees


def test_a_list_of_payments_is_as_good_as_a_tuple():
    paid = solved("payments")
    assert check(named("payments", lambda counts, winner: list(paid(counts, winner))), seconds=60).agrees


def test_a_notebook_draws_the_case_and_its_text_shows_the_table():
    page = drawn(check(named("is_set", lambda cards: len(cards) > 1), "en", seconds=60))
    assert page.get("lang") == "en"
    assert page.find(".//code").text == "is_set(A♣ 2♣)"
    assert page.find(".//img").get("alt") == "A♣ 2♣"
    assert page.find(".//th").text == "cards"
    stuck = check(named("is_stuck", lambda state: True), "en", seconds=60)
    [table, _] = drawn(stuck).iter("table")
    assert len([*table.iter("img")]) == 4
    assert str(stuck.cases[0]["state"]) in repr(stuck)


def test_a_check_in_another_language_than_the_notebook_draws_in_it_too():
    page = drawn(check(named("is_stuck", lambda state: True), "de", seconds=60))
    assert {page.get("lang"), *(table.get("lang") for table in page.iter("table"))} == {"de"}
    assert page.find(".//th").text == "Platz 0"


def drawn(checked):
    page = ElementTree.fromstring(checked._repr_html_())
    for image in page.iter("img"):
        ElementTree.fromstring(unquote(image.get("src").removeprefix("data:image/svg+xml,")))
    return page


def test_what_a_function_raises_is_shown_as_text():
    def raising():
        raise ValueError("<b>`no`</b>")

    page = drawn(check(taking_what_it_takes("points", raising), "en"))
    assert "ValueError: <b>no</b>" in "".join(page.itertext())
    assert not [*page.iter("b")]


def fails():
    raise LookupError("no such thing")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TASKS)
def test_what_is_no_answer_gets_a_sentence_that_helps(name, lang):
    nothing, _ = check(taking_what_it_takes(name, lambda: None), lang).sentences
    wrong_type, how_to_go_on = check(taking_what_it_takes(name, lambda: "yes"), lang).sentences
    raised, _ = check(taking_what_it_takes(name, fails), lang).sentences
    assert "`return None`" in nothing
    assert "'yes'" in wrong_type
    assert "`str`" in wrong_type
    assert "LookupError: no such thing" in raised
    assert f"`hint({name})`" in how_to_go_on
    assert f"`solution({name})`" in how_to_go_on
    assert (
        "`" + TASKS[name].solution.partition("def ")[2].partition(":")[0] + "`"
        in check(named(name, lambda: 1), lang).sentences[0]
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
    said, _ = check(taking_what_it_takes(name, endless), lang, SHORT).sentences
    assert say("now_you.too_long", lang, call="…", seconds="0").partition("…")[2] in said
    assert threading.active_count() == threads


def test_a_function_without_end_is_stopped_in_another_thread():
    said = []
    thread = threading.Thread(
        target=lambda: said.append(repr(check(taking_what_it_takes("points", for_ever), "en", SHORT)))
    )
    thread.start()
    thread.join()
    assert "takes longer than 0 s" in said[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_come_one_after_the_other_then_the_solution(lang, capsys):
    for name, task in TASKS.items():
        function = named(name, lambda cards: None)
        shown = set()
        for _ in range(4):
            shown.add(repr(hint(function, lang)))
        assert shown <= {*(say(key, lang) for key in task.hints), say("now_you.no_more_hints", lang, name=name)}
        solution(function, lang)
        assert capsys.readouterr().out.strip() == task.solution.strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_function_without_a_task_is_told_which_there_are(lang, capsys):
    assert "`least_deadwood`" in repr(check(deadwood, lang))
    assert "`least_deadwood`" in repr(hint(deadwood, lang))
    solution(deadwood, lang)
    assert "`least_deadwood`" in capsys.readouterr().out


def test_what_the_function_prints_is_shown_with_its_case_alone(capsys):
    def points(cards):
        print(f"<b>{len(cards)}")
        return sum(card.number for card in cards)

    checked = check(points, "en", seconds=60)
    assert checked.printed == ("<b>1\n",)
    assert "\n<b>1\n" in repr(checked)
    assert drawn(checked).find(".//pre").text == "<b>1\n"
    assert not capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_case_shown_comes_with_code_that_calls_the_function_with_it(lang):
    def who_wins(state):
        return 0

    checked = check(who_wins, lang, seconds=60)
    [code] = re.findall(r"`([^`]*check[^`]*)`", checked.sentences[-1])
    assert eval(code, {"who_wins": who_wins, "check": lambda function: checked}) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_break_point_does_not_wait_and_says_so(lang):
    said, _ = check(taking_what_it_takes("points", breakpoint), lang).sentences
    assert say("now_you.no_pause", lang) in said


def test_a_check_that_runs_out_of_time_says_how_far_it_came():
    def least_deadwood(cards):
        end = monotonic() + 0.05
        while monotonic() < end:
            pass
        return first_meld(cards)

    checked = check(least_deadwood, "en", seconds=0.4)
    assert 0 < checked.right == checked.tried < len(TASKS["least_deadwood"].cases())
    assert not checked.agrees
    [said] = checked.sentences
    assert said.startswith("Stopped after 4 seconds: of ")


@pytest.mark.parametrize(
    "written",
    [
        "from functools import cache\n@cache\ndef points(cards):\n    return sum(min(one.number, 10) for one in cards)",
        "points = lambda cards: sum(min(card.number, 10) for card in cards)",
        "def around(function):\n    return lambda cards: function(cards)\n"
        "@around\ndef points(cards):\n    return sum(min(card.number, 10) for card in cards)",
    ],
)
def test_a_function_is_known_by_the_name_that_it_is_given(written):
    names = {}
    exec(written, names)
    assert check(names["points"], "en", seconds=60).agrees


def test_an_error_in_a_decorated_function_has_its_line():
    names = {}
    exec("from functools import cache\n@cache\ndef points(cards):\n    return 1 / 0", names)
    assert "line 3 of the function: ZeroDivisionError" in repr(check(names["points"], "en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_in_quotation_marks_gets_a_sentence_that_helps(lang):
    assert "`check(is_set)`" in repr(check("is_set", lang))
    assert repr(hint("is_set", lang)) not in repr(hint(deadwood, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_leaving_python_is_an_error_like_any_other(lang):
    said, _ = check(taking_what_it_takes("points", exit), lang).sentences
    assert "SystemExit" in said


def test_one_error_is_shown_once():
    for name, function in (
        ("least_deadwood", first_meld),
        ("discard", lambda hand, taken: max((card for card in hand if card is not taken), key=points)),
        ("discard", lambda hand, taken: hand[-1]),
        ("discard", lambda hand, taken: Card("7h")),
    ):
        shown = check(named(name, function), "en", seconds=60)
        clauses = [re.search(r"\(([TU]\d+\.\d+)\)", said)[1] for said in shown.sentences[: len(shown.cases)]]
        assert len(set(clauses)) == len(clauses)


def test_a_discard_that_is_not_legal_leaves_no_points_to_weigh():
    checked = check(named("discard", lambda hand, taken: Card("7h")), "en", seconds=60)
    assert not any("on average" in said for said in checked.sentences)


def plain_recursion(cards):
    return min([deadwood(cards), *(plain_recursion([c for c in cards if c not in m.cards]) for m in melds_in(cards))])


def test_a_discard_by_plain_recursion_is_right_and_needs_a_third_of_the_time_at_most():
    """How long it takes depends on the machine; how often it asks for melds does not."""

    def discard(hand, taken):
        return min((card for card in hand if card != taken), key=lambda card: plain_recursion(without(hand, card)))

    assert check(discard, "en", seconds=60).agrees
    lays = [sum(orders_of(without(hand, card)) for card in hand) for hand, _ in TASKS["discard"].cases()]
    assert sum(lays) < 16_000


def without(hand, card):
    return tuple(other for other in hand if other is not card)


def orders_of(cards):
    """In how many orders melds can be laid from these cards, none of them included."""
    return 1 + sum(orders_of(tuple(card for card in cards if card not in meld.cards)) for meld in melds_in(cards))


def clauses_of(said):
    return re.findall(r"\(([TU]\d+\.\d+)\)", said)


def first_told(name, function, lang="en"):
    return check(named(name, function), lang, seconds=60).sentences[0]


def test_the_reason_of_least_deadwood_follows_the_hand():
    courts = first_told("least_deadwood", lambda cards: sum(min(card.number, 11) for card in cards))
    assert "least_deadwood(J♣) gives 11" in courts.replace("`", "")
    assert clauses_of(courts) == ["T9.1"]
    run = first_told("least_deadwood", lambda cards: deadwood(cards) if is_a_run(cards) else least_deadwood(cards))
    assert "least_deadwood(A♣ 2♣ 3♣) gives 6" in run.replace("`", "")
    assert clauses_of(run) == ["T3.2", "T3.3", "T9.1"]
    assert "T3.4" in clauses_of(first_told("least_deadwood", first_meld))


def is_a_run(cards):
    return any(meld.kind == "run" and len(meld.cards) == len(cards) for meld in melds_in(cards))


BY_HOUSE_RULE = [
    (name, rules) for name, task in TASKS.items() for rules in task.house_rules if "joker" not in rules.changed()[0]
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "rules"), BY_HOUSE_RULE)
def test_an_answer_by_a_house_rule_names_it(name, rules, lang):
    [field] = rules.changed()
    by_rule = lambda *case: TASKS[name].right(*case, rules=rules)  # noqa: E731
    said = first_told(name, by_rule, lang)
    house_rule = say("now_you.by_house_rule", lang, name=name_of_house_rule(rules, field, lang))
    assert f"{house_rule} ({clause_of(rules, field)})" in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "forgotten", "clause"),
    [
        ("payments", lambda counts, winner: winner is None, "T8.3"),
        ("who_wins", lambda state: not state.challengers, "T6.7"),
        ("is_set", lambda cards: not cards, "T3.1"),
        ("discard", lambda hand, taken: taken is not None, None),
    ],
)
def test_a_case_without_an_answer_is_told_with_what_is_right_there(name, forgotten, clause, lang):
    solve, task = solved(name), TASKS[name]
    said = first_told(name, lambda *case: None if forgotten(*case) else solve(*case), lang)
    assert "`return None`" in said
    assert clauses_of(said)[:1] == ([clause] if clause else [])
    case = next(case for case in task.cases() if forgotten(*case))
    if task.right(*case).__class__ is not Card:
        assert say("now_you.is_right", lang, right=repr(task.right(*case))) in said


def test_what_a_worse_discard_leaves_is_never_nothing():
    rare = lambda hand, taken: hand[0] if len(hand) == 8 and hand[0] != taken else solved("discard")(hand, taken)  # noqa: E731
    *_, weighed, _ = check(named("discard", rare), "en", seconds=60).sentences
    assert "leave" in weighed
    assert "0.0" not in weighed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_that_is_too_short_says_how_long_it_is(lang):
    few = first_told("is_run", lambda cards: len(suits(cards)) == 1, lang)
    assert say("now_you.short_run", lang, count=1) in few
    none = first_told("is_run", lambda cards: not cards or solved("is_run")(cards), lang)
    assert say("now_you.short_run", lang, count=0) in none


def test_a_meld_of_the_other_kind_is_told_as_what_it_is():
    assert clauses_of(first_told("is_set", lambda cards: bool(melds_in(cards))))[:2] == ["T3.1", "T3.2"]
    assert clauses_of(first_told("is_run", lambda cards: any(len(m.cards) == len(cards) for m in melds_in(cards)))) == [
        "T3.2",
        "T3.1",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_wins_does_not_quote_a_house_rule_that_is_not_asked_for(lang):
    def first_of_tie(state):
        return lowest(state, [state.caller, *sorted(state.challengers)])

    for said in check(named("who_wins", first_of_tie), lang, seconds=60).sentences:
        assert say("clause.T9.2", lang) not in said


def test_success_is_seen_and_read():
    right, wrong = (check(named("points", one), "en", seconds=60) for one in (solved("points"), lambda cards: 1))
    assert "✓" in repr(right)
    assert drawn(right).get("style")
    assert not drawn(wrong).get("style")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_code_in_a_hint_is_drawn_as_code(lang):
    assert drawn(hint("is_set", lang)).find(".//code").text


def stuck(fits_on, full=8):
    """A function for the task `is_stuck` with another idea of what fits, or of a full hand."""

    def is_stuck(state):
        owed = any(draw and len(hand) < full for hand, draw in zip(state.hands, state.draw, strict=True))
        return not owed and not any(
            fits_on(pile, card) for pile in state.piles for hand in state.hands for card in hand
        )

    return is_stuck


def last_to_begin(state):
    """The tie of two challengers goes to whose first meld was laid last, which is not the one who melded last."""

    def order(seat):
        first = next((at for at, meld in enumerate(state.melds) if meld.owner == seat), 0)
        return deadwood(state.hands[seat]), seat != state.caller, -first

    return min({state.caller, *state.challengers}, key=order)


MAY_CALL, FITS, AFTER_DRAGON = map(solved, ("may_call", "fits", "after_dragon"))
SUBTLE = {
    **{
        f"{code} in hand": ("is_stuck", stuck(lambda pile, card, code=code: card.code != code and fits(pile, card)))
        for code in ("Ma", "Do", "Ph", "Dr")
    },
    **{
        f"{code} on a pile": (
            "is_stuck",
            stuck(lambda pile, card, code=code: pile.cards[:1] != (Card(code),) and fits(pile, card)),
        )
        for code in ("Ma", "Do", "Ph", "Dr")
    },
    "seven cards are not full": ("is_stuck", stuck(fits, full=7)),
    "anything fits on a Phoenix": (
        "is_stuck",
        stuck(lambda pile, card: pile.cards[:1] == (Card("Ph"),) or fits(pile, card)),
    ),
    "few cards are no condition of a call": (
        "may_call",
        lambda state: MAY_CALL(state) and len(state.hands[state.seat]) > 1,
    ),
    "few points are no condition of a call": (
        "may_call",
        lambda state: MAY_CALL(state) and deadwood(state.hands[state.seat]) < 25,
    ),
    "concealed melds count": (
        "who_wins",
        lambda state: min(
            {state.caller, *state.challengers},
            key=lambda seat: (
                least_deadwood(state.hands[seat]),
                seat != state.caller,
                -max((at for at, meld in enumerate(state.melds) if meld.owner == seat), default=0),
            ),
        ),
    ),
    "who melds last": ("who_wins", last_to_begin),
    "any suit": ("fits", lambda card, pile_top: FITS(card, pile_top) and card.suit != pile_top.suit),
    "Phoenix upon the Dragon as any card": (
        "after_dragon",
        lambda card, pile: AFTER_DRAGON(card, pile) or (pile.top.code == "Ph" and card.rank == "A"),
    ),
}


@pytest.mark.parametrize(("name", "function"), SUBTLE.values(), ids=SUBTLE)
def test_a_subtle_error_is_found_in_several_cases(name, function):
    task = TASKS[name]
    assert sum(function(*case) != task.right(*case) for case in task.cases()) >= 3


@pytest.mark.parametrize("name", TASKS)
def test_the_lesson_asks_for_the_function_and_says_what_it_still_lacks(name):
    book = json.loads((NOTEBOOKS / "en" / f"{TASKS[name].lesson}.ipynb").read_text(encoding="utf-8"))
    [asked] = [cell for cell in book["cells"] if cell["source"] == [f"check({name})"]]
    empty = check(taking_what_it_takes(name, lambda: None), "en")
    assert "".join(asked["outputs"][0]["data"]["text/plain"]) == repr(empty)


@pytest.mark.parametrize("name", TASKS)
def test_no_task_stands_right_below_the_source_of_the_engine(name):
    book = json.loads((NOTEBOOKS / "en" / f"{TASKS[name].lesson}.ipynb").read_text(encoding="utf-8"))
    cells = [cell["id"] for cell in book["cells"]]
    assert not cells[cells.index(f"now-you-{name.replace('_', '-')}") - 1].endswith("-inside")


@pytest.mark.parametrize("name", TASKS)
def test_no_wrong_function_is_accepted(name):
    """Each of at least twenty as learners write them; a case tells it, or the type of what it gives."""
    task = TASKS[name]
    written = [*functions(name, WRONG_BODIES)]
    assert len(written) >= 20
    for code, function in written:
        assert is_told(task, function) or not check(function, "en", seconds=60).agrees, code


def is_told(task, function):
    for case in task.cases():
        try:
            given = function(*case)
        except Exception:
            return True
        given = tuple(given) if isinstance(given, list) else given
        if task.lost(given, *case) != 0 if task.lost else given != task.right(*case):
            return True
    return False


@pytest.mark.parametrize("name", TASKS)
def test_a_right_function_is_accepted_however_it_is_written(name):
    for code, function in functions(name, RIGHT_BODIES):
        assert check(function, "en", seconds=60).agrees, code


@pytest.mark.parametrize("name", ["points", "least_deadwood", "discard", "is_set", "is_run"])
def test_whole_hands_are_tried(name):
    sizes = {len(case[0]) for case in TASKS[name].cases()}
    assert {12, 13} <= sizes
    assert (0 in sizes) == (name != "discard")


def test_nobody_wins_with_the_hands_in_every_order():
    nobody = [counts for counts, winner in TASKS["payments"].cases() if winner is None]
    orders = {tuple(sorted(range(3), key=counts.__getitem__)) for counts in nobody}
    assert len(orders) == 6


def counting(cards, before=[]):  # noqa: B006
    before.extend(cards)
    return sum(min(card.number, 10) for card in before)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_function_that_remembers_is_told_so(lang):
    said, _ = check(named("points", counting), lang, seconds=60).sentences
    assert say("now_you.changes", lang, call="", result="", again="").split(":")[1] in said
    counting.__defaults__[0].clear()


@pytest.mark.parametrize("name", TASKS)
def test_a_function_that_is_right_the_first_time_only_is_told_so(name):
    solve, seen = solved(name), []

    def once(*case):
        if case in seen:
            return TASKS[name].right(*TASKS[name].cases()[0]) if name == "discard" else wrong_of(solve(*case))
        seen.append(case)
        return solve(*case)

    assert say("now_you.changes", "en", call="", result="", again="").split(":")[1] in repr(
        check(named(name, once), "en")
    )


def wrong_of(given):
    return (
        tuple(map(wrong_of, given)) if isinstance(given, tuple) else not given if isinstance(given, bool) else given + 1
    )


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError


def unspeakable():
    raise Unspeakable


def leaving():
    raise GeneratorExit


def waiting():
    return input()


@pytest.mark.parametrize(
    ("fault", "error"), [(unspeakable, "Unspeakable"), (leaving, "GeneratorExit"), (waiting, "RuntimeError")]
)
def test_whatever_a_function_raises_is_told(fault, error):
    said, _ = check(taking_what_it_takes("points", fault), "en").sentences
    assert re.search(rf"breaks off in line 1 of the function: (test_now_you\.)?{error}", said)


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (lambda: np.False_, "numpy.bool"),
        (lambda: 0, "int"),
        (lambda: None.__class__, "type"),
    ],
)
def test_the_type_that_is_given_is_told_from_the_one_wanted(given, kind):
    said, _ = check(taking_what_it_takes("is_set", given), "en").sentences
    assert f"of the type `{kind}`" in said


@pytest.mark.parametrize("given", [(0.0, 0, 0), [np.int64(0)] * 3, (False, 0, 0)])
def test_the_inside_of_an_answer_is_looked_at(given):
    said, _ = check(taking_what_it_takes("payments", lambda: given), "en").sentences
    assert "wanted is three whole numbers" in said


def test_an_async_function_leaves_no_warning():
    async def points(cards):
        return 0

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said, _ = check(points, "en").sentences
        gc.collect()
    assert "`coroutine`" in said


def test_an_object_that_can_be_called_is_checked():
    class Points:
        def __call__(self, cards):
            return sum(min(card.number, 10) for card in cards)

    globals()["points"], before = Points(), points
    try:
        assert check(globals()["points"], "en", seconds=60).agrees
    finally:
        globals()["points"] = before


def test_an_object_without_a_name_goes_by_its_class():
    counts = {"__call__": lambda self, cards: sum(min(one.number, 10) for one in cards)}
    assert check(type("points", (), counts)(), "en").tried
    other = type("Adder", (), {"__call__": lambda self, cards: 0})()
    assert say("now_you.unknown", "en", name="`Adder`", names="").split("`Adder`")[0] + "`Adder`" in repr(check(other))


@pytest.mark.parametrize(("given", "name"), [("points", "points"), ("nothing", "is_set"), (7, "is_set")])
def test_what_is_no_function_is_told_how_to_give_one(given, name):
    assert repr(check(given, "en")) == say("now_you.no_function", "en", name=name)


def test_the_repair_of_a_set_is_a_set():
    said = check(named("is_set", lambda cards: True), "en", seconds=60).sentences[0]
    assert "A♦ A♥" in said
    assert "2♣ 3♣" not in said


def test_T9_2_a_meld_in_the_hand_that_is_counted_as_nothing_is_named():
    name, function = SUBTLE["concealed melds count"]
    assert "(T9.2)" in check(named(name, function), "en", seconds=60).sentences[0]


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
    for lesson in lessons[: lessons.index(TASKS[name].lesson) + 1]:
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


@pytest.mark.parametrize("lesson", sorted({task.lesson for task in TASKS.values()}))
def test_the_code_of_the_engine_is_folded_until_a_reader_opens_it(lesson):
    book = json.loads((NOTEBOOKS / "en" / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    outputs = [output.get("data", {}) for cell in book["cells"] for output in cell.get("outputs", ())]
    code = [text for data in outputs if "```python" in (text := "".join(data.get("text/markdown", "")))]
    assert code
    assert all(text.startswith("<details>") and text.endswith("</details>") for text in code)


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


def test_what_code_of_a_page_prints_is_shown_as_text():
    shown = pressed("check", "fits", "print('<b>')\nfits = 7", "en", list)
    assert shown.startswith("<pre>&lt;b&gt;")


def test_a_page_gets_hints_and_a_solution(monkeypatch):
    monkeypatch.setattr("cardlab.lessons.now_you._hints_shown", {})
    assert say(TASKS["fits"].hints[0], "nl").split("`")[0] in pressed("hint", "fits", "", "nl", list)
    assert "def fits" in pressed("solution", "fits", "", "nl", list)


def test_a_page_has_the_empty_function_where_the_notebook_has_it():
    found = written_rules(NOTEBOOKS / "de" / "melds.ipynb")
    assert [rule.name for rules in found.values() for rule in rules] == ["is_set", "is_run"]
    first = next(iter(found.values()))[0]
    assert first.source.startswith("def is_set(cards):")
    assert "`hint`" not in first.prose
