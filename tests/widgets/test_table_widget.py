"""`Table` without a page: whole rounds, answers of the others, other deals, how buttons look, and its guide."""

import re
from random import Random

import pytest
from learner_at_table import TABLES, hands, make, own_moves, say_move
from messages import offer, send

from cardlab.lessons.guided_rounds import Guide, GuideStep, first_round
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, Phase, deal, outcome, parse_move
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS


@pytest.mark.parametrize(("rules", "others"), [*zip(TABLES, ["careful", "random", None, "careful"], strict=True)])
def test_a_whole_round_is_played_by_messages(rules, others):
    table = Table(deal(rules, seed=5), others=others, overlays=OVERLAYS, seed=5)
    chance = Random(5)
    while table.state.phase is not Phase.OVER:
        before = len(table.moves)
        move = chance.choice(own_moves(table))
        make(table, move)
        assert table.moves[before] == move
    result = outcome(table.state)
    shown = table.shown["ending"]
    assert [deadwood for _, deadwood, *_ in shown["rows"]] == [str(points) for points in result.deadwood]
    assert table.shown["actions"] == []
    assert not any(one["backs"] for one in table.shown["players"])
    if result.winner is None:
        assert "T8.3" in shown["title"]
    else:
        assert shown["winner"] == result.winner
        assert sum(bool(re.search(r"T9\.[34]", how)) for *_, how in shown["rows"]) == 2
        assert shown["cards"]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"seat": 3}, "seat"),
        ({"others": "perfect"}, "careful"),
        ({"overlays": ("all",)}, "melds"),
        ({"lang": "tlh"}, "en"),
    ],
)
def test_what_there_is_not_is_refused(wrong, named):
    with pytest.raises(ValueError, match=named):
        Table(deal(seed=7), **wrong)


def test_only_what_all_may_see_is_carried_over_the_table():
    discard = parse_move("0 discard 2c")
    replies = tuple(parse_move(text) for text in ("1 draw", "1 discard Kd", "2 take", "2 discard 5h"))
    step = GuideStep("table.turn.lay", discard, "clause.T2.4", (), replies)
    table = Table(guide=Guide(hands("2c", "2d Kd", "5h"), (step,)))
    make(table, discard)
    carried = [(flight["by"], flight["do"], flight["cards"]) for flight in table.shown["flights"]]
    assert carried == [
        (None, "discard", ["2c"]),
        (0, "draw", []),
        (0, "discard", ["Kd"]),
        (1, "take", ["Kd"]),
        (1, "discard", ["5h"]),
    ]


def test_start_again_and_another_deal():
    table = Table(deal(seed=7), seed=7)
    make(table, Discard(0, table.state.hands[0][0]))
    send(table, "again")
    assert table.state == deal(seed=7)
    send(table, "deal")
    assert table.state == deal(seed=8)
    send(table, do="seed", text="41")
    again = offer(table, say("table.deal"))
    send(table, again["send"])
    assert table.state == deal(seed=41)
    assert again["enter"], "Enter in the field presses it"


def looks(table):
    return {one["send"]["text"]: one["style"] for one in (*table.shown["piles"]["begins"], *table.shown["actions"])}


def test_T2_1_T2_2_T6_1_what_cannot_be_done_looks_so_and_still_says_why():
    table, now, no = Table(deal(seed=7)), "", "cardlab-not-now"
    assert looks(table) == {"draw": no, "take": no, "meld *": now, "discard *": now, "call": no}
    say_move(table, "draw")
    assert table.shown["said"]["kind"] == "no"
    send(table, do="select", cards=[table.shown["hand"]["cards"][0]], number=1)
    say_move(table, "discard *")
    assert (looks(table)["draw"], looks(table)["take"]) == (now, now)


def test_a_guided_round_goes_on_where_the_browser_says_it_was_left():
    left = Table(guide=first_round())
    for _ in range(5):
        send(left, "show_me")
    stored = left.shown["guide"]["moves"]
    assert left.shown["guide"]["done"] == 5
    table = Table(guide=first_round(), lang="nl")
    send(table, do="go_on", moves=stored)
    assert table.state == left.state
    assert table.shown["guide"]["moves"] == stored
    assert table.shown["news"] == []
    send(table, do="go_on", moves="0 draw")
    assert table.state == left.state


def test_of_what_a_browser_says_only_moves_count_that_do_their_step():
    said = dict.fromkeys(("no move", "1 meld 7d 7h 7s", "0 discard Kd", ""), 0)
    for moves, done in (said | {"0 meld 7d 7h 7s\n0 draw\n0 draw": 1}).items():
        table = Table(guide=first_round())
        send(table, do="go_on", moves=moves)
        assert table.shown["guide"]["done"] == done


def test_the_only_main_button_of_a_step_is_that_of_the_asked_move():
    table = Table(guide=first_round())
    for step in first_round().steps:
        shown = table.shown
        main = [one["send"]["text"] for one in (*shown["piles"]["begins"], *shown["actions"]) if one["main"]]
        asked = str(step.shows).split()[1]
        assert main == [asked] * (asked in ("draw", "take"))
        send(table, "show_me")
