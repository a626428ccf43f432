"""`Demo` as a stage: exhibits, the address, the class's answer, and the list of prepared steps."""

import json
from contextvars import copy_context
from urllib.parse import urlencode

import pytest

from cardlab import shelf
from cardlab.lessons.address import QUERY
from cardlab.lessons.drill import so_far
from cardlab.lessons.stage import (
    EXHIBITS,
    PLANS,
    RACES,
    Ask,
    Play,
    Prepared,
    Show,
    Slow,
    Study,
    fields,
    linked,
    written,
)
from cardlab.locale import say
from cardlab.widgets import Compare, Demo, Piles, Race, Score, Showdown, Table


def ask(demo, **wish):
    demo._handle_custom_msg(wish, [])
    return demo.shown


def on(query, lang="en"):
    """The stage as a page with this query makes it; what it sends is kept."""

    def making():
        QUERY.set(query)
        return Demo(lang)

    demo = copy_context().run(making)
    demo.sent = []
    demo.send = lambda content, buffers=None: demo.sent.append(content)
    return demo


def staging(what, lang="en"):
    return on(urlencode(fields(what)), lang)


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        *((Show(name), {"s": Showdown, "p": Piles, "c": Compare}[name[0]]) for name in EXHIBITS if name != "score"),
        (Show("score", number=117), Score),
        *((Slow(name), Race) for name in RACES),
        (Play(7), Table),
        (Play(7, "traditional"), Table),
        *((Study(name, 2), Table) for name in shelf.names()),
    ],
    ids=str,
)
def test_each_exhibit_stands_on_the_stage_by_its_address(what, kind):
    demo = staging(what)
    assert (type(demo.exhibit), demo.staged, demo.shown["said"]) == (kind, what, "")
    shown = {name: value for name, value in demo.shown["address"].items() if value}
    assert shown == fields(what)
    assert demo.shown["prompt"] == ""


def test_an_address_that_asks_for_what_there_is_not_gets_a_sentence_and_a_question():
    demo = on("lesson=draw-call&kind=nosuch&level=3")
    assert "“nosuch”" in demo.shown["said"]
    assert demo.exhibit is None
    assert demo.shown["prompt"]


def test_what_was_done_at_an_exhibit_is_in_the_address_afterwards():
    demo = staging(Play(7))
    table = demo.exhibit
    ask(table, do="toggle", card=table.state.hands[table.state.seat][0].code)
    assert demo.staged == Play(7)
    ask(table, do="discard")
    assert demo.staged == Play(position=table.state.notation)
    assert demo.shown["address"]["table"] == table.state.notation
    assert staging(demo.staged).exhibit.state == table.state


def test_a_round_with_notes_is_walked_move_by_move_and_says_what_to_look_at():
    demo = staging(Study("burned_lowest"), "de")
    told = shelf.notes("burned_lowest", "de")
    assert demo.shown["note"] == told[0]
    for move in range(1, 5):
        assert ask(demo, do="step", by=1)["note"] == told.get(move, "")
        assert demo.staged == Study("burned_lowest", move)
    ask(demo, do="step", by=-1)
    assert demo.staged == Study("burned_lowest", 3)


def test_house_rules_of_an_exhibit_are_switched_and_kept():
    demo = staging(Show("piles-ace"))
    ask(demo, do="set", field="wrap", value=True)
    assert demo.staged == Show("piles-ace", frozenset({"wrap"}))
    assert demo.exhibit.rules.wrap
    assert not staging(Show("piles-ace")).exhibit.rules.wrap


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "source", "name": "nosuch"},
        {"do": "set", "field": "deal", "value": "7"},
        {"do": "set", "field": "rules", "value": True},
        {"do": "show", "place": 0},
        {"do": "drop", "place": -1},
        {"do": "move_step", "place": 0, "by": 1},
        {"do": "walk", "by": 1},
        {"do": "plan", "name": "nosuch"},
        {"do": "hand", "key": "nosuch", "by": 1},
        {"do": "choose", "key": "nosuch"},
        {"do": "name", "place": 3, "text": "x"},
    ],
)
def test_what_cannot_be_meant_changes_nothing(wish):
    demo = on("lesson=melds")
    before = demo.shown
    assert ask(demo, **wish) == before


def test_a_wrong_answer_of_the_class_is_told_why_and_not_what_is_right():
    demo = staging(Ask("draw_call.who_wins", 2, 3))
    question, right = demo.question, demo.question.solution("en")[1]
    wrong = next(key for key, _ in question.task("en").choices if key != right)
    shown = ask(demo, do="choose", key=wrong)
    assert shown["told"] is None
    assert shown["judged"]["sentences"] == list(so_far(question, wrong, "en").sentences)
    assert dict(question.task("en").choices)[wrong] in shown["judged"]["title"]
    assert ask(demo, do="choose", key=right)["told"]["solution"] == question.solution("en")[0]
    assert demo.shown["judged"] is None


def test_hands_are_counted_and_forgotten_with_the_question():
    demo = staging(Ask("draw_call.who_wins", 2, 3))
    ask(demo, do="hands")
    key = demo.shown["choices"][0]["key"]
    for by in (1, 1, 1, -1):
        ask(demo, do="hand", key=key, by=by)
    assert [one["hands"] for one in demo.shown["choices"]] == [2, 0, 0]
    assert [one["hands"] for one in ask(demo, do="question", by=1)["choices"]][:1] == [0]


def test_steps_are_added_named_put_in_order_dropped_and_kept():
    demo = on("lesson=melds")
    ask(demo, do="recall", text="")
    ask(demo, do="add")
    ask(demo, do="source", name="race")
    ask(demo, do="add")
    ask(demo, do="name", place=0, text="<b>First</b>\n" + "x" * 200)
    steps = demo.shown["steps"]["all"]
    assert [one["chosen"] for one in steps] == [False, True]
    assert steps[0]["name"] == ("<b>First</b> " + "x" * 200)[:80]
    ask(demo, do="move_step", place=1, by=-1)
    assert [one["chosen"] for one in demo.shown["steps"]["all"]] == [True, False]
    kept = demo.sent[-1]["keep"]
    assert [one.get("race") for one in json.loads(kept)["steps"]] == ["7", None]
    ask(demo, do="drop", place=1)
    assert len(demo.shown["steps"]["all"]) == 1
    again = on("")
    assert len(ask(again, do="recall", text=kept)["steps"]["all"]) == 2


def test_the_keys_of_a_presenter_lead_through_a_plan():
    demo = on("plan=call")
    shown = []
    for _ in range(60):
        if demo.staged not in shown and (not isinstance(demo.staged, Study) or not demo.staged.move):
            shown.append(demo.staged)
        ask(demo, do="step", by=1)
    assert tuple(shown) == PLANS["call"]
    assert demo.shown["steps"]["now"].startswith("Step 6 of 6")


def test_a_list_that_came_with_a_link_leaves_the_own_one_where_it_is():
    own, other = (Prepared(Play(7), "mine"),), (Prepared(Slow("9"), "yours"), Prepared(Play(8)))
    demo = on("")
    ask(demo, do="recall", text=written(own))
    shown = ask(demo, do="open", text=linked(other), linked=True)
    assert (shown["steps"]["lent"] != "", demo.staged, demo.sent) == (True, Slow("9"), [])
    ask(demo, do="add")
    assert demo.sent == []
    assert [one["name"] for one in ask(demo, do="take_back")["steps"]["all"]] == ["mine"]
    ask(demo, do="open", text=linked(other), linked=True)
    assert ask(demo, do="keep_these")["steps"]["lent"] == ""
    assert demo.sent == [{"keep": written(other)}]


@pytest.mark.parametrize("text", ["x", "{", '{"cardlab_steps": 1}', "lesson=nosuch", "[" * 100_000])
def test_a_file_that_is_no_list_gets_a_sentence_and_changes_nothing(text):
    demo = on("")
    ask(demo, do="recall", text=written([Prepared(Play(7))]))
    before = demo.shown["steps"]
    shown = ask(demo, do="open", text=text)
    assert shown["said"].startswith("Not opened.")
    assert (shown["steps"], demo.sent) == (before, [])
    ask(demo, do="recall", text=text)
    assert demo.sent[-1] == {"unread": True}
    assert demo.shown["steps"] == before


def test_whoever_comes_back_goes_on_in_the_list():
    demo = on(urlencode(fields(PLANS["specials"][2]) | {"plan": "specials"}), "de")
    assert demo.shown["steps"]["now"].startswith("Schritt 3 von 6")
    ask(demo, do="recall", text="")
    assert demo.sent == [{"keep": written(Prepared(what) for what in PLANS["specials"])}]


def test_what_is_said_of_a_start_number_is_said_once():
    demo = on("lesson=melds")
    assert ask(demo, do="seed", text="abc")["said"] == say("demo.no_seed", largest=999_999)
    assert ask(demo, do="step", by=1)["said"] == ""
