"""`Table` without a page: rounds played by messages, refusals, the guide, going back, and what a page is never told."""

import json
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import DECK, RANKS, cards
from cardlab.lessons.guide import Guide, Step
from cardlab.locale import LANGUAGES, card_label, say
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Phase,
    Rules,
    Sapaw,
    Take,
    deal,
    legal_moves,
    outcome,
    parse_move,
    play,
    start,
    view,
)
from cardlab.widgets import Table
from cardlab.widgets.table_overlays import OVERLAYS

TABLES = (Rules(), Rules.preset("traditional"), Rules(jokers=2, ace_high=True), Rules(secret_four=True))
BARE = {Draw: "draw", Take: "take", Call: "call", Challenge: "challenge", Fold: "fold"}


def tell(table, wish):
    table._hear(table, wish, [])


def select(table, chosen):
    tell(table, {"do": "clear"})
    for card in chosen:
        tell(table, {"do": "toggle", "card": card.code})


def make(table, move):
    """Makes a move the way a learner does: cards selected one after the other, then a button."""
    match move:
        case LayMeld():
            select(table, move.cards)
            tell(table, {"do": "secret" if move.secret else "lay"})
        case Sapaw():
            select(table, move.cards)
            tell(table, {"do": "lay_off", "meld": move.meld, "low": move.low})
        case Discard():
            select(table, (move.card,))
            tell(table, {"do": "discard"})
        case _:
            tell(table, {"do": BARE[type(move)]})


def own_moves(table):
    return legal_moves(table.state, table._round.actor)


def hands(*held, rules=TABLES[0], first=0):
    """A table after a deal with these cards in the hands, filled up with any others."""
    wanted = [list(cards(hand)) for hand in held]
    rest = [card for card in DECK if not any(card in hand for hand in wanted)]
    Random(4).shuffle(rest)
    for seat, hand in enumerate(wanted):
        while len(hand) < (13 if seat == first else 12):
            hand.append(rest.pop())
    return start(rules, wanted, rest, first=first)


# Whole rounds.


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
    assert [row["deadwood"] for row in shown["rows"]] == [str(points) for points in result.deadwood]
    assert table.shown["actions"] == []
    assert not any(one["backs"] for one in table.shown["players"])
    if result.winner is None:
        assert "T8.3" in shown["title"]
    else:
        assert [row["won"] for row in shown["rows"]].index(True) == result.winner
        paid = [sentence for sentence in shown["sentences"] if re.search(r"T9\.[34]", sentence)]
        assert len(paid) == 2


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


def test_the_others_begin_when_it_is_their_turn_and_are_told_in_words():
    table = Table(deal(seed=2, first=1))
    assert [move.seat for move in table.moves][-1] == 2
    assert table.state.seat == 0
    told = table.shown["news"]
    assert [said.startswith(f"Player on the {side}") for said, side in zip(told, ("left", "right"), strict=True)]
    assert all("discards" in said for said in told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_others_are_told_a_sentence_for_each_turn(lang):
    table = Table(deal(seed=7), lang)
    make(table, Discard(0, table.state.hands[0][0]))
    assert len(table.shown["news"]) == 2
    assert all(sentence.startswith(say(f"seat.{seat}", lang)) for seat, sentence in enumerate(table.shown["news"], 1))


def test_who_moves_every_seat_sees_every_hand():
    table = Table(deal(seed=7), others=None)
    make(table, Discard(0, table.state.hands[0][0]))
    assert table.state.seat == 1
    assert set(table.shown["hand"]["cards"]) == {card.code for card in table.state.hands[1]}
    assert [one["name"] for one in table.shown["players"]] == ["Player 3", "Player 1"]
    assert all(one["cards"] and not one["backs"] for one in table.shown["players"])


# Refusals.


def refused(table):
    return table.shown["said"]["kind"] == "no"


def test_T2_1_laying_before_drawing_is_explained_with_its_clause():
    table = Table(deal(seed=7))
    make(table, Discard(0, table.state.hands[0][0]))
    before = table.state
    tell(table, {"do": "lay"})
    assert refused(table)
    assert "(T2.1)" in table.shown["said"]["sentences"][0]
    assert [clause["id"] for clause in table.shown["clauses"]] == ["T2.1"]
    assert table.state == before


def test_all_reasons_are_given_and_not_just_the_first():
    table = Table(deal(seed=7))
    tell(table, {"do": "call"})
    assert {clause["id"] for clause in table.shown["clauses"]} == {"T2.2", "T6.1"}
    assert len(table.shown["said"]["sentences"]) == 2


def test_a_meld_that_is_none_is_refused_with_the_nearest_fix():
    table = Table(hands("7h 8h Jh", "", ""))
    make(table, LayMeld(0, cards("7h 8h Jh")))
    assert refused(table)
    said = " ".join(table.shown["said"]["sentences"])
    assert "gap" in said
    assert "T3.2" in said
    assert table.shown["hand"]["selected"] == ["7h", "8h", "Jh"]


@pytest.mark.parametrize(("do", "button"), [("discard", "Discard"), ("lay", "Lay a meld")])
def test_what_has_to_be_selected_first_is_said(do, button):
    table = Table(deal(seed=7))
    tell(table, {"do": do})
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
    assert [one["do"] for one in table.shown["actions"]] == ["challenge", "fold"]
    tell(table, {"do": "challenge"})
    assert "T6.3" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "draw"})
    assert "Player 2 has called a draw" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "fold"})
    assert table.shown["said"]["title"] == "Player 3 folds."
    tell(table, {"do": "fold"})
    assert "T6.7" in table.shown["ending"]["title"]


def test_a_card_can_be_dropped_on_the_pile_on_a_meld_and_on_the_own_table():
    table = Table(hands("7h 8h 9h Th Kd", "", ""))
    select(table, cards("7h 8h 9h"))
    tell(table, {"do": "drop", "card": "8h", "on": "melds"})
    assert table.moves == (LayMeld(0, cards("7h 8h 9h")),)
    tell(table, {"do": "drop", "card": "Th", "on": "0"})
    assert table.moves[-1] == Sapaw(0, 0, cards("Th"))
    tell(table, {"do": "drop", "card": "Kd", "on": "discards"})
    assert Discard(0, cards("Kd")[0]) in table.moves


# Hidden cards.


def texts(part):
    """Every text that a page is told, however deep."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts(value)


def known(table, seat):
    """The cards that lay open to a seat at some time until now."""
    seen = set()
    for moment in table._round.moments[: table._round.at + 1]:
        sight = view(moment.state, seat)
        seen |= {*sight.hand, *sight.discards}
        seen |= {card for laid in sight.melds if laid.meld for card in (*laid.meld.cards, *laid.meld.stands_for)}
        seen |= {card for hand in sight.shown for card in hand}
    return seen


def betrayed(table, seat):
    """Hidden cards that the page is told of; a refusal may name any card, as the one that is missing in a meld."""
    written = list(texts({**table.shown, "said": table.shown["said"]["title"]}))
    hidden = [card for card in DECK if card not in known(table, seat)]
    return [
        (card, text)
        for card in hidden
        for text in written
        if text == card.code
        or (card.code != "As" and card.code in re.split(r"\W+", text))
        or re.search(rf"(?<!\w){card_label(card)}", text)
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from(range(3)), st.sampled_from(TABLES), st.sampled_from(["careful", "random"])
)
def test_no_hidden_card_is_ever_told(seed, seat, rules, others):
    table = Table(deal(rules, seed), seat=seat, others=others, overlays=OVERLAYS, seed=seed)
    chance = Random(seed)
    for _ in range(12):
        assert not betrayed(table, seat)
        moves = own_moves(table)
        if not moves:
            break
        make(table, chance.choice(moves))
        if chance.random() < 0.3:
            tell(table, {"do": "undo"})
    assert not betrayed(table, seat)
    for name in ("words", "faces"):
        assert getattr(table, name) == getattr(Table(deal(seed=1)), name)


def test_the_search_for_betrayal_finds_what_is_told():
    table = Table(deal(seed=7), open_hands=True)
    assert {card for card, _ in betrayed(table, 0)} == {*table.state.hands[1], *table.state.hands[2]}


def test_the_hands_are_hidden_again_when_the_end_is_taken_back():
    table = Table(deal(seed=7))
    while table.state.phase is not Phase.OVER:
        make(table, own_moves(table)[-1])
    assert not any(one["backs"] for one in table.shown["players"])
    tell(table, {"do": "undo"})
    assert all(one["backs"] for one in table.shown["players"])
    assert not betrayed(table, 0)


# Going back.


def test_undo_goes_to_the_learners_last_decision_and_redo_forward_again():
    table = Table(deal(seed=7))
    first = table.state
    make(table, Discard(0, first.hands[0][0]))
    second = table.state
    assert len(table.moves) > 3
    tell(table, {"do": "undo"})
    assert table.state == first
    tell(table, {"do": "redo"})
    assert table.state == second
    tell(table, {"do": "redo"})
    assert "no move" in table.shown["said"]["title"]


def test_another_move_after_undo_makes_another_future():
    table = Table(deal(seed=7))
    one, other = table.state.hands[0][:2]
    make(table, Discard(0, one))
    tell(table, {"do": "undo"})
    make(table, Discard(0, other))
    assert table.moves[0] == Discard(0, other)
    replayed = deal(seed=7)
    for move in table.moves:
        replayed = play(replayed, move)
    assert replayed == table.state


def test_any_move_can_be_gone_back_to_and_the_others_play_on_from_there():
    table = Table(deal(seed=7))
    make(table, Discard(0, table.state.hands[0][0]))
    assert [entry["to"] for entry in table.shown["log"]] == list(range(len(table.moves), 0, -1))
    tell(table, {"do": "go", "to": 2})
    assert len(table.moves) == 2
    assert table.shown["waiting"]
    tell(table, {"do": "draw"})
    assert refused(table)
    assert "Player on the left" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "play_on"})
    assert table.state.seat == 0
    tell(table, {"do": "go", "to": 0})
    assert table.state == deal(seed=7)


def test_start_again_and_another_deal():
    table = Table(deal(seed=7), seed=7)
    make(table, Discard(0, table.state.hands[0][0]))
    tell(table, {"do": "again"})
    assert table.state == deal(seed=7)
    tell(table, {"do": "deal"})
    assert table.state == deal(seed=8)
    tell(table, {"do": "seed", "text": "41"})
    tell(table, {"do": "deal"})
    assert table.state == deal(seed=41)


# The guide.


def guide(closing=None):
    state = hands("7h 8h 9h 2c 3d", "4c 6c", "")
    return Guide(
        state,
        (
            Step(
                "table.turn.first",
                lambda _, move: isinstance(move, LayMeld),
                parse_move("0 meld 7h 8h 9h"),
                "clause.T3.5",
                ("T3.2",),
            ),
            Step(
                "table.turn.lay",
                lambda _, move: move == parse_move("0 discard 2c"),
                parse_move("0 discard 2c"),
                "clause.T2.4",
                ("T2.4",),
                (parse_move("1 draw"), parse_move("1 discard 4c"), parse_move("2 draw")),
            ),
        ),
        closing=closing,
    )


def test_a_guide_tells_the_goal_and_takes_back_what_is_allowed_but_not_meant():
    table = Table(guide=guide())
    assert table.shown["guide"]["progress"] == "Step 1 of 2"
    before = table.state
    make(table, Discard(0, cards("2c")[0]))
    assert table.state == before
    assert table.shown["said"]["kind"] == "hint"
    assert "allowed" in table.shown["said"]["title"]
    assert table.shown["said"]["sentences"] == [say("table.turn.first")]
    make(table, LayMeld(0, cards("7h 8h 3d")))
    assert refused(table)
    make(table, LayMeld(0, cards("7h 8h 9h")))
    assert table.shown["said"]["kind"] == "yes"
    assert table.shown["said"]["sentences"] == [say("clause.T3.5")]
    assert table.shown["guide"]["progress"] == "Step 2 of 2"


def test_show_me_does_the_step_and_the_replies_are_played_and_then_the_round_is_free():
    table = Table(guide=guide())
    tell(table, {"do": "show_me"})
    tell(table, {"do": "show_me"})
    assert [str(move) for move in table.moves][-3:] == ["1 draw", "1 discard 4c", "2 draw"]
    assert table.shown["guide"]["finished"]
    assert table.shown["guide"]["goal"] == say("table.guide_closing")
    assert table.shown["waiting"]
    moves = table.moves
    tell(table, {"do": "show_me"})
    assert table.moves == moves
    tell(table, {"do": "play_on"})
    assert table.state.seat == 0
    tell(table, {"do": "steps_again"})
    assert table.state == guide().state
    assert table.shown["guide"]["progress"] == "Step 1 of 2"


def test_a_step_is_taken_back_too():
    table = Table(guide=guide("clause.T1.1"))
    tell(table, {"do": "show_me"})
    tell(table, {"do": "undo"})
    assert table.shown["guide"]["progress"] == "Step 1 of 2"
    tell(table, {"do": "redo"})
    tell(table, {"do": "show_me"})
    assert table.shown["guide"]["goal"] == say("clause.T1.1")


def test_no_other_cards_are_dealt_while_a_step_is_to_be_done():
    table = Table(guide=guide())
    tell(table, {"do": "deal"})
    assert table.state == guide().state
    assert not table.shown["may_deal"]


# Overlays.


def overlay(table, *names):
    for name in names:
        tell(table, {"do": "overlay", "name": name})
    return table.shown


def test_T9_2_deadwood_is_counted_for_the_hand_without_the_selected_card():
    table = Table(hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", ""))
    shown = overlay(table, "deadwood")
    assert "85 points" in shown["deadwood"][0]
    select(table, cards("Qd"))
    assert "After discarding Q♦: 75 points; 0" in table.shown["deadwood"][1]
    assert overlay(table, "deadwood")["deadwood"] == []


def test_the_best_arrangement_is_bracketed():
    table = Table(hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", ""))
    groups = overlay(table, "melds")["melds"]["groups"]
    assert [group["kind"] for group in groups].count("loose") == 1
    assert sum(group["kind"] in ("set", "run") for group in groups) == 4


def place_of(table, code):
    row = table.shown["seen"]["rows"]["shcd".index(code[1])]
    return row["cells"][RANKS.index(code[0])]["place"]


def test_the_grid_knows_hand_table_and_pile():
    table = Table(hands("7h 8h 9h 2c", "2d 2s", ""), others=None, overlays=("seen",))
    for text in ("0 meld 7h 8h 9h", "0 discard 2c"):
        make(table, parse_move(text))
    assert [place_of(table, code) for code in ("7h", "2c", "2d")] == ["table", "pile", "hand"]


def test_a_card_that_another_took_openly_is_known_and_counted():
    state = hands("2c", "2d Kd", "5h")
    discard = parse_move("0 discard 2c")
    replies = tuple(parse_move(text) for text in ("1 take", "1 discard Kd", "2 draw", "2 discard 5h"))
    step = Step("table.turn.lay", lambda _, move: move == discard, discard, "clause.T2.4", (), replies)
    table = Table(guide=Guide(state, (step,)), overlays=("seen",))
    assert place_of(table, "2d") == "unseen"
    make(table, discard)
    assert [place_of(table, code) for code in ("2c", "Kd", "2d")] == ["taken", "pile", "unseen"]
    unseen = sum(cell["place"] == "unseen" for row in table.shown["seen"]["rows"] for cell in row["cells"])
    assert f"{unseen} you have not seen: 14 in the stock, {unseen - 14} with" in table.shown["seen"]["sentence"]


def test_T2_6_the_card_just_taken_is_greyed_with_its_reason():
    state = hands("Kd", "", "")
    table = Table(state, overlays=("discards", "lay_offs"))
    make(table, Discard(0, cards("Kd")[0]))
    shown = table.shown
    assert len(shown["hand"]["greyed"]) == len(shown["hand"]["cards"])
    assert "T2.1" in shown["reasons"][0]["sentences"][0]
    overlay(table, "lay_offs")
    taken = table.state.discards[0]
    make(table, Take(0))
    assert table.shown["hand"]["greyed"] == [taken.code]
    assert "T2.6" in table.shown["reasons"][0]["sentences"][0]


def test_T4_1_where_a_card_can_be_laid_off_is_said():
    table = Table(hands("7h 8h 9h Th 2c", "", ""), overlays=("lay_offs",))
    assert "T4.1" in table.shown["reasons"][0]["sentences"][0]
    make(table, LayMeld(0, cards("7h 8h 9h")))
    assert "10♥ fits on meld 1." in table.shown["reasons"][0]["sentences"]
    assert "Th" not in table.shown["hand"]["greyed"]
    assert "2c" in table.shown["hand"]["greyed"]


# What a page may send.

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["7h", "melds", "discards", "0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
DEEDS = (
    "draw",
    "take",
    "lay",
    "secret",
    "lay_off",
    "discard",
    "drop",
    "call",
    "challenge",
    "fold",
    "undo",
    "redo",
    "go",
)
DEEDS += ("play_on", "show_me", "again", "steps_again", "seed", "deal", "overlay", "toggle", "all", "clear", "sort")
forged = anything | st.fixed_dictionaries(
    {"do": st.sampled_from(DEEDS)},
    optional=dict.fromkeys(("card", "on", "meld", "low", "to", "text", "name", "by"), anything),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(forged, max_size=8))
def test_no_message_whatever_does_harm(messages):
    for table in (Table(deal(seed=7), seed=7), Table(guide=guide())):
        for message in messages:
            tell(table, message)
        json.dumps(table.shown)
        replayed = table._round.moments[0].state
        for move in table.moves:
            replayed = play(replayed, move)
        assert replayed == table.state
        assert not betrayed(table, 0)


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
    assert "By the rule sheet" in Table(deal(seed=7)).shown["rules"]["title"]
    changed = Table(deal(Rules(tie="challenger"), seed=7)).shown["rules"]
    assert [change["name"] for change in changed["changes"]] == ["Tie after a draw call: Challenger."]
    assert len(Table(deal(Rules.preset("traditional"), 7)).shown["rules"]["changes"]) == 9
