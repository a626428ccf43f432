"""`Table` without a page: whole rounds by messages, the answers of the others, refusals, and moves taken back."""

import re
from random import Random

import pytest
from learner_at_table import TABLES, hands, make, own_moves, refused, select
from messages import offer, send

from cardlab.cards import cards
from cardlab.lessons.guided_rounds import Guide, GuideStep
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import Call, Discard, Draw, LayMeld, Phase, Rules, Sapaw, deal, outcome, parse_move
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: "-".join(rules.changed()) or "sheet")
@pytest.mark.parametrize("others", ["careful", "random", None])
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


def test_the_same_moves_get_the_same_answers():
    first, second = (Table(deal(seed=9), others="random", seed=3) for _ in range(2))
    for table in (first, second):
        chance = Random(1)
        for _ in range(6):
            if own_moves(table):
                make(table, chance.choice(own_moves(table)))
    assert first.moves == second.moves
    assert len(first.moves) > 6
    assert first.shown == second.shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_others_begin_when_it_is_their_turn_and_are_told_a_sentence_each(lang):
    table = Table(deal(seed=2, first=1), lang)
    assert [move.seat for move in table.moves][-1] == 2
    assert table.state.seat == 0
    for seat, texts in zip((1, 2), table.shown["news"], strict=True):
        name = say(f"seat.within.{seat}", lang)
        assert texts.startswith(name[0].upper() + name[1:])


def test_who_moves_every_seat_sees_every_hand():
    table = Table(deal(seed=7), others=None)
    make(table, Discard(0, table.state.hands[0][0]))
    assert table.state.seat == 1
    assert set(table.shown["hand"]["cards"]) == {card.code for card in table.state.hands[1]}
    assert [one["name"] for one in table.shown["players"]] == ["Player 3", "Player 1"]
    assert all(one["cards"] and not one["backs"] for one in table.shown["players"])


def test_a_card_can_be_dropped_on_the_pile_on_a_meld_and_on_the_own_table():
    table = Table(hands("7h 8h 9h Th Kd", "", ""))
    select(table, cards("7h 8h 9h"))
    send(table, do="drop", card="8h", on="melds")
    assert table.moves == (LayMeld(0, cards("7h 8h 9h")),)
    send(table, do="drop", card="Th", on="0")
    assert table.moves[-1] == Sapaw(0, 0, cards("Th"))
    send(table, do="drop", card="Kd", on="discards")
    assert Discard(0, cards("Kd")[0]) in table.moves


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


def test_the_rules_in_force_are_always_shown():
    (link,) = Table(deal(seed=7)).shown["rules"]["said"]
    assert ("As the rule sheets say" in link["label"], link["address"]) == (True, "rules-tongits.ipynb")
    changed, link = Table(deal(Rules(tie="challenger"), seed=7)).shown["rules"]["blocks"]
    assert [name["said"] for name, _ in changed["said"]] == ["Tie after a draw call: Challenger."]
    assert link["said"][0]["address"] == "rules-tongits.ipynb"
    changed, _ = Table(deal(Rules.preset("traditional"), 7)).shown["rules"]["blocks"]
    assert len(changed["said"]) == 9


# What is refused, and why.


def test_T2_2_T6_1_every_reason_is_given_with_its_clause_and_not_just_the_first():
    table = Table(deal(seed=7))
    send(table, "call")
    assert refused(table)
    (texts,) = table.shown["clauses"]
    assert [clause["id"] for clause in texts["clauses"]] == ["T2.2", "T6.1"]
    for clause, sentence in zip(("T2.2", "T6.1"), table.shown["said"]["sentences"], strict=True):
        assert f"({clause})" in sentence
    assert table.moves == ()


def test_a_meld_that_is_none_is_refused_with_the_nearest_fix():
    table = Table(hands("7h 8h Jh", "", ""))
    make(table, LayMeld(0, cards("7h 8h Jh")))
    assert refused(table)
    texts = " ".join(table.shown["said"]["sentences"])
    assert "gap" in texts
    assert "T3.2" in texts
    assert table.shown["hand"]["selected"] == ["7h", "8h", "Jh"]
    send(table, do="toggle", card="Jh")
    assert not refused(table)
    assert " ".join(table.shown["said"]["sentences"]) == texts


@pytest.mark.parametrize(("do", "button"), [("discard", "Discard"), ("lay", "Lay a meld")])
def test_what_has_to_be_selected_first_is_said(do, button):
    table = Table(deal(seed=7))
    send(table, do)
    assert refused(table)
    assert table.shown["said"]["title"].startswith(f"{button}:")
    assert table.shown["said"]["sentences"][0].lower().find("select") >= 0
    assert table.shown["clauses"] == []


def test_T4_2_a_refused_lay_off_marks_the_meld_where_it_happened():
    table = Table(hands("7h 8h 9h Kd", "", ""))
    make(table, LayMeld(0, cards("7h 8h 9h")))
    make(table, Sapaw(0, 0, cards("Kd")))
    assert refused(table)
    assert table.shown["own"]["melds"][0]["refused"]
    assert "T4.2" in table.shown["said"]["sentences"][0]


def test_T6_2_the_answer_to_a_call_names_the_caller():
    table = Table(hands("2c", "7h 8h 9h 4c", ""), others=None)
    for text in ("0 discard 2c", "1 draw", "1 meld 7h 8h 9h", "1 discard 4c", "2 draw"):
        make(table, parse_move(text))
    for _ in range(3):  # a discard, and a turn of seat 0
        make(table, own_moves(table)[-1] if table.state.phase is Phase.LAY else Draw(table.state.seat))
    make(table, Call(1))
    assert table.state.phase is Phase.ANSWER
    assert [one["send"]["do"] for one in table.shown["actions"]] == ["fold"]
    assert "T6.3" in table.shown["what"]
    send(table, "challenge")
    assert "T6.3" in table.shown["said"]["sentences"][0]
    send(table, "draw")
    assert "Player 2 has called a draw" in table.shown["said"]["sentences"][0]
    send(table, "fold")
    assert table.shown["said"]["title"] == "Player 3 folds."
    send(table, "fold")
    assert "T6.7" in table.shown["ending"]["title"]


# Moves taken back, and other deals.


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


def test_undo_goes_to_the_learners_last_decision_and_redo_forward_again():
    table = Table(deal(seed=7))
    first = table.state
    make(table, Discard(0, first.hands[0][0]))
    second = table.state
    assert len(table.moves) > 3
    send(table, "undo")
    assert table.state == first
    send(table, "redo")
    assert table.state == second
    send(table, "redo")
    assert "no move" in table.shown["said"]["title"]


def test_any_move_can_be_gone_back_to_and_the_others_play_on_from_there():
    table = Table(deal(seed=7))
    make(table, Discard(0, table.state.hands[0][0]))
    assert [to for to, _ in table.shown["log"]] == list(range(len(table.moves), 0, -1))
    send(table, do="go", to=2)
    assert len(table.moves) == 2
    assert table.shown["waiting"]
    send(table, "draw")
    assert refused(table)
    assert "the turn of the player on the left" in table.shown["said"]["sentences"][0]
    send(table, "play_on")
    assert table.state.seat == 0
    send(table, do="go", to=0)
    assert table.state == deal(seed=7)


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


def test_T2_2_T6_1_what_cannot_be_done_with_the_first_hand_looks_so_and_still_says_why():
    table = Table(deal(seed=7))
    begins = {one["send"]["do"]: one["style"] for one in table.shown["piles"]["begins"]}
    assert begins == {"draw": "cardlab-not-now", "take": "cardlab-not-now"}
    looks = {one["send"]["do"]: one["style"] for one in table.shown["actions"]}
    assert looks == {"lay": "", "discard": "", "call": "cardlab-not-now"}
    send(table, "draw")
    assert table.shown["said"]["kind"] == "no"


def test_T2_1_what_may_begin_a_turn_does_not_look_impossible():
    table = Table(deal(seed=7))
    send(table, do="select", cards=[table.shown["hand"]["cards"][0]], number=1)
    send(table, "discard")
    begins = {one["send"]["do"]: one["style"] for one in table.shown["piles"]["begins"]}
    assert begins == {"draw": "", "take": ""}


def test_T2_1_what_has_to_be_done_first_is_said_alone_and_not_after_what_is_wrong_with_the_cards():
    table = Table(hands("7h 8h Jd Kd", "", "", first=2))
    make(table, LayMeld(0, cards("7h 8h Jd")))
    assert refused(table)
    assert [one[-6:] for one in table.shown["said"]["sentences"]] == ["(T2.1)"]


def test_T3_2_of_two_reasons_the_one_that_can_be_mended_comes_first():
    table = Table(hands("7h 8h 9s Kd", "", ""))
    make(table, LayMeld(0, cards("7h 8h 9s")))
    assert ["T3.2" in one for one in table.shown["said"]["sentences"]] == [True, False]


@pytest.mark.parametrize("in_full", [True, False])
def test_T9_2_the_end_of_a_round_names_the_melds_that_were_kept_in_the_hand_and_what_they_count(in_full):
    rules = Rules(concealed_melds_count=in_full)
    start = hands("7h 8h 9h Kd", "2c 2d 2h 3c 3d 3h 4c 4d 4h 5s 6s 7s", "", rules=rules, first=1)
    table = Table(start, others=None)
    for meld in ("2c 2d 2h", "3c 3d 3h", "4c 4d 4h", "5s 6s 7s"):
        make(table, LayMeld(1, cards(meld)))
    make(table, Discard(1, table.state.hands[1][0]))
    assert outcome(table.state).winner == 1
    _, deadwood, counted, _, paid = table.shown["ending"]["rows"][0]
    assert "7♥ 8♥ 9♥" in counted
    assert ("24" in counted, "T9.2" in counted) == (in_full, True)
    assert sum(map(int, re.findall(r"\d+", counted.partition("(")[0]))) == int(deadwood)
    assert "T9.3" in paid
