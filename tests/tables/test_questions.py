"""Questions of the class board: what a page may ask for, what the engine says to it, and series that are made ready."""

import pytest

from cardlab.analysis.position import read, view_of
from cardlab.cards import Card
from cardlab.lessons.address import LARGEST_SEED
from cardlab.lessons.course import LESSONS
from cardlab.tables.board import MOST_STEPS, AtPosition, Free, OfDrill
from cardlab.tables.questions import (
    EXIT,
    CannotAsk,
    assignment,
    board_answer,
    exit_ticket,
    form_of,
    lesson_answer,
    position_of,
    question_of,
    remark_on,
    right_among,
    wished,
    wished_series,
)
from cardlab.widgets.whatif.editor import EXAMPLES as TABLES

TABLE = "hand 0 9c 4d; hand 1 8d 6s; hand 2 2c 3d Ah; meld 0 6h 7h 8h; meld 1 Kc Kd Ks; stock 9; seat 0 draw"
DISCARD = "hand 0 9c 4d 2d Ks 7h 7s; hand 1 8d 6s; hand 2 2c 3d Ah; meld 1 Jc Jd Jh; stock 9; seat 0 lay"
PILE = "hand 0 5h 6s 7d 8c 9s Qh; pile 0 7c; pile 1 Kd"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_kind_of_question_can_be_put_to_a_class(lesson):
    for drill in lesson.drills:
        for level in (1, 2, 3):
            what = wished({"ask": "drill", "drill": drill.name, "level": level, "seed": 7, "number": level})
            question = question_of(what)
            form, task = form_of(question), question.task("de")
            _, solution = question.solution("de")
            answer = form.plain(board_answer(solution))
            # A right answer is an answer, comes back as it was, and is right.
            assert answer is not None, drill.name
            assert question.check(lesson_answer(task, answer), "de").right, drill.name
            assert right_among(what, {answer}) == {answer}
            assert set(form.clauses) <= set(question.check(solution, "de").rules)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_what_is_counted_decided_the_question_and_is_no_house_rule_that_is_off(lesson):
    optional = {"T6.8": "sapaw_blocks_call", "T6.9": "secret_four"}
    for drill in lesson.drills:
        for place in range(24):
            question = question_of(OfDrill(drill.name, f"demo {place} 1", 1 + place % 3))
            named = question.check(question.solution("en")[1], "en").rules
            counted = form_of(question).clauses
            # A question about two tables has the rules of the second beside it.
            rules = getattr(question, "house", None) or getattr(getattr(question, "state", None), "rules", None)
            off = {clause for clause, field in optional.items() if not getattr(rules, field, False)}
            assert counted == tuple(dict.fromkeys(one for one in named if one not in off)), drill.name


def test_two_tables_are_decided_by_what_either_of_them_plays():
    for place in range(6):
        assert form_of(question_of(OfDrill("scoring.two_tables", f"demo {place} 1", 2))).clauses == ("T9.3", "T9.4")


def test_the_engine_says_what_holds_in_a_position():
    assert right_among(AtPosition("may_call", TABLE), {("yes",), ("no",)}) == {("yes",)}
    assert right_among(AtPosition("may_call", TABLE.replace("seat 0", "seat 1")), {("yes",), ("no",)}) == {("no",)}
    assert right_among(AtPosition("which_fit", PILE), {("6s", "8c"), ("6s",)}) == {("6s", "8c")}


@pytest.mark.parametrize(
    ("what", "answers", "right"),
    [
        (AtPosition("may_call", TABLES["call"]), {("yes",), ("no",)}, {("yes",)}),
        (AtPosition("discard", TABLES["opening"]), {("2c",)}, None),
        (
            AtPosition("which_fit", "hand 2c 4d 5d 8s Jc Js Kh Ks; draw 6 6; extra 3 3; pile 0 7s; pile 1 9c"),
            {("8s",), ("8s", "Kh")},
            {("8s",)},
        ),
        (AtPosition("which_fit", "hand 6♠ 8♣ 10♥; pile 0 7c"), {("6s", "8c"), ("6s",)}, {("6s", "8c")}),
    ],
    ids=["call", "discard", "race", "signs"],
)
def test_a_position_may_be_written_as_the_laboratory_writes_what_one_player_sees(what, answers, right):
    assert right_among(what, answers) == right
    if what.ask == "discard":
        # The other hands are made up, and have as many cards as the position says.
        question = question_of(what)
        assert [len(hand) for hand in question.state.hands] == [13, 12, 12]
        assert position_of(question) == view_of(read(what.position))


@pytest.mark.parametrize("ask", ["may_call", "discard", "which_fit"])
def test_what_can_be_read_in_neither_way_is_refused(ask):
    with pytest.raises(CannotAsk):
        question_of(AtPosition(ask, "hand 7h 7h; hello"))


def test_what_one_would_discard_is_not_judged_and_the_computer_says_what_it_would_do():
    what = wished({"ask": "discard", "position": DISCARD})
    question = question_of(what)
    assert right_among(what, {("Ks",), ("7h",)}) is None
    assert form_of(question).kind == "one"
    assert "K♠" in remark_on(question, "en")
    assert question.check((Card("Ks"),), "en").right
    # A meld that it would lay first is said, too.
    assert remark_on(question_of(AtPosition("discard", DISCARD.replace("9c", "7d"))), "en").count("I ") > 1


def test_a_poll_is_not_judged():
    poll = wished({"ask": "free", "text": " Which?\n", "options": ["a", "b"]})
    assert poll == Free("Which?", ("a", "b"))
    assert right_among(poll, {("0",)}) is None


def test_of_a_free_question_one_or_several_may_be_right():
    one = wished({"ask": "free", "text": "Which?", "options": ["a", "b"], "right": [1]})
    assert right_among(one, {("0",), ("1",)}) == {("1",)}
    some = wished({"ask": "free", "text": "Which?", "options": ["a", "b", "c"], "right": [2, 0], "multiple": True})
    assert right_among(some, {("0",), ("0", "2")}) == {("0", "2")}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (None, "drill"),
        ({"ask": "drill", "drill": "melds.repair", "level": 4, "seed": 7, "number": 1}, "drill"),
        ({"ask": "drill", "drill": "melds.repair", "level": True, "seed": 7, "number": 1}, "drill"),
        ({"ask": "drill", "drill": "melds.repair", "level": 1, "seed": -1, "number": 1}, "drill"),
        ({"ask": "drill", "drill": "melds.repair", "level": 4}, "drill"),
        ({"ask": "drill", "drill": "melds.repair", "level": 1, "seed": "1"}, "drill"),
        ({"ask": "drill", "drill": "melds.none", "level": 1}, "drill"),
        ({"ask": "may_call", "position": " "}, "not_there"),
        ({"ask": "free", "text": "\u202e", "options": ["a", "b"]}, "no_text"),
        ({"ask": "free", "text": "x", "options": ["a"]}, "options"),
        ({"ask": "free", "text": "x", "options": ["a", "a "]}, "options"),
        ({"ask": "free", "text": "x", "options": ["a", 1]}, "options"),
        ({"ask": "free", "text": "x", "options": list("abcdefg")}, "options"),
        ({"ask": "free", "text": "x", "options": ["a", "b"], "right": [2]}, "options"),
        ({"ask": "free", "text": "x", "options": ["a", "b"], "right": [0, 1]}, "one_right"),
    ],
)
def test_what_is_no_question_is_said_to_be_none(given, key):
    with pytest.raises(CannotAsk) as caught:
        wished(given)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("what", "key"),
    [
        (OfDrill("melds.none", "demo 1 1", 1), "drill"),
        (AtPosition("may_call", "hand 0 7h; nonsense"), "position"),
        (AtPosition("may_call", "hand 0 7h"), "position"),
        (AtPosition("which_fit", "pile 0 7c"), "not_there"),
        (AtPosition("discard", TABLE), "no_discard"),
    ],
)
def test_a_position_that_says_nothing_is_refused(what, key):
    with pytest.raises(CannotAsk) as caught:
        question_of(what)
    assert caught.value.key == key


def test_an_exit_ticket_goes_through_the_lesson_and_an_assignment_through_its_exercises():
    ticket = exit_ticket("melds", 7, 2)
    assert [one.drill for one in ticket] == ["melds.set_or_run", "melds.find_a_meld", "melds.lay_off"]
    assert len(ticket) == EXIT
    steps = assignment("melds", ["melds.repair", "melds.opened"], 7, 1, 5)
    assert [one.drill for one in steps] == ["melds.repair", "melds.opened"] * 2 + ["melds.repair"]
    questions = [question_of(one) for one in steps]
    assert all(one not in questions[:place] for place, one in enumerate(questions))
    for wrong in (("nowhere", [], 1, 1, 3), ("melds", ["stacks.dog"], 1, 1, 3), ("melds", [], 1, 1, MOST_STEPS + 1)):
        with pytest.raises(CannotAsk):
            assignment(*wrong)


def looks(whats):
    """What a learner sees of each question."""
    tasks = [question_of(one).task("en") for one in whats]
    return [(one.prompt, one.notes, sorted(one.hand), one.piles, sorted(one.choices)) for one in tasks]


def starts(whats):
    return [int(one.key.split()[1]) for one in whats]


def test_a_start_number_left_open_is_drawn_for_each_question_and_is_none_that_can_be_typed():
    open_ended = {"ask": "drill", "drill": "draw_call.may_call", "level": 1}
    drawn = (
        wished({**open_ended, "seed": None}),
        *wished_series([open_ended] * 3),
        *exit_ticket("draw-call", None, 1),
        *assignment("draw-call", [], None, 1, 4),
    )
    assert len(set(starts(drawn))) == len(drawn)
    assert min(starts(drawn)) > LARGEST_SEED


@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("lesson", ["melds", "draw-call", "stacks", "deadwood"])
def test_an_exit_ticket_asks_nothing_that_the_board_has_asked(lesson, seed):
    before = exit_ticket(lesson, seed, 1)
    alike = wished_series([{"ask": "drill", "drill": one.drill, "level": 1, "seed": seed} for one in before], before)
    ticket = exit_ticket(lesson, seed, 1, (*before, *alike))
    assert [one.drill for one in ticket] == [one.drill for one in before]
    shown = looks((*before, *alike, *ticket))
    assert all(one not in shown[:place] for place, one in enumerate(shown))


def test_a_drill_asks_all_the_questions_that_it_has_before_it_asks_one_again():
    asked = wished_series([{"ask": "drill", "drill": "cards.dealt", "level": 1, "seed": 7}] * 30)
    shown = [str(one) for one in looks(asked)]
    assert len(set(asked)) == 30
    assert len(set(shown)) < 30
    # But first all that it has.
    assert len(set(shown[: len(set(shown))])) == len(set(shown))
