"""Reasons of moves: true when counted again card by card, independent of hidden cards, in every language."""

import re
from dataclasses import replace
from itertools import islice, product

import pytest

from cardlab.analysis.position import unseen
from cardlab.analysis.reasons import of_discard, of_take, reason
from cardlab.bots.sensible import rivals
from cardlab.cards import DECK, Card, cards
from cardlab.phrasing.catalogue import LANGUAGES, has_message, say
from cardlab.tongits import (
    SHEET,
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
    best_arrangements,
    legal_moves,
    outcome,
    play,
    view,
    why_not,
)
from tests.analysis.rounds_met import TRADITIONAL, met
from tests.rules.tongits import tongits_table

TABLES = (Rules(), TRADITIONAL, Rules(jokers=2, joker_points=5), Rules(showdown="everyone", ace_high=True))


def table(hand, *, others=("", ""), melds=(), top="", seat=0, phase=Phase.LAY, **more):
    """A table with this hand in `seat`; without other hands any six cards each, and the stock is the rest."""
    named = cards(" ".join([hand, top, *others, *(text for _, text in melds)]))
    free = [card.code for card in DECK if card not in named]
    hands = [own or " ".join(free.pop() for _ in range(6)) for own in others]
    hands.insert(seat, hand)
    laid = tuple(f"{owner} {text}" for owner, text in melds)
    return tongits_table.table(*hands, melds=laid, discards=top, seat=seat, phase=phase, **more)


def reason_in_words(state, move, lang="en"):
    return reason(view(state, move.seat), move, lang)


def least(hand, rules):
    return best_arrangements(tuple(hand), rules=rules)[0].deadwood


@pytest.mark.parametrize("rules", TABLES[:2], ids=["sheet", "traditional"])
def test_what_a_discard_leaves_is_what_counting_card_by_card_gives(rules):
    checked = 0
    for number, (seen, _) in enumerate(met(rules, seeds=range(3))):
        if seen.phase is not Phase.LAY or number % 7:
            continue
        for move in legal_moves(seen, seen.viewer)[-2:]:
            if isinstance(move, Discard):
                thrown = of_discard(seen, move.card)
                rest = [card for card in seen.hand if card is not move.card]
                now = least(rest, rules)
                assert thrown.least == now
                assert list(thrown.outs) == [card for card in unseen(seen) if least([*rest, card], rules) < now]
                checked += 1
    assert checked > 15


def thrown(card, seat=0):
    return Discard(seat, Card(card))


RUN, FOURS = LayMeld(0, cards("7h 8h 9h")), cards("6c 6d 6h 6s")
PAIRS, FITTING = table("9h Jh 9d Ks 2c", melds=[(0, "5c 6c 7c")]), table("Th Kd 2c", melds=[(1, "7h 8h 9h")])
TAKING, BEFORE = {"top": "9h", "phase": Phase.DRAW}, {"phase": Phase.DRAW}
ANSWERED = ("7h 8h 9h", "2c 3c 4c", "2d 3d Ad")


def answering(rules=SHEET, opened=(0, 1, 2), hand="As 2s", others=("", ""), caller=2, **more):
    melds = [(seat, ANSWERED[seat]) for seat in opened]
    return table(hand, others=others, melds=melds, phase=Phase.ANSWER, rules=rules, caller=caller, **more)


FOUND = [
    # a state, a move, facts of it, what is said, and what is not
    (PAIRS, thrown("9h"), {"pairs": (cards("9d 9h"), cards("9h Jh"))}, ["9♥ J♥"], []),
    (PAIRS, thrown("Ks"), {"pairs": ()}, [say("reason.discard.breaks_nothing", count=10)], []),
    (table("9h Jh Ks 2c", top="Th", melds=[(0, "5c 6c 7c")]), thrown("9h"), {"pairs": ()}, [], []),
    (
        table("7h 8h 9h Kd 2c"),
        thrown("8h"),
        {"meld": cards("7h 8h 9h"), "stays": False},
        [say("reason.discard.breaks_meld", cards=cards("7h 8h 9h"), count=8)],
        [],
    ),
    (table("6h 7h 8h 9h Kd 2c"), thrown("6h"), {"stays": True}, [], []),
    (table("6h 7h 8h 9h Kd 2c"), thrown("7h"), {"stays": False}, [], []),
    (table("X1 Kd 2c", rules=Rules(jokers=2)), thrown("X1"), {}, [say("reason.discard.joker")], []),
    # T4.1: the next player may lay it off; T2.5, T2.7: unless it must be melded, or nobody may take
    (FITTING, thrown("Th"), {"fits": cards("7h 8h 9h")}, ["(T4.1)"], []),
    (FITTING, thrown("Kd"), {"fits": ()}, [], ["(T4.1)"]),
    (replace(FITTING, rules=TRADITIONAL), thrown("Th"), {"fits": ()}, [], ["(T4.1)"]),
    (replace(FITTING, takes=30), thrown("Th"), {"fits": ()}, [], ["(T4.1)"]),
    (table("Kd", melds=[(0, "7h 8h 9h")]), thrown("Kd"), {"ends": True}, [f"{say('reason.last_card')} (T5.1)"], []),
    (table("Kd 2c 3c", stock=0), thrown("Kd"), {"ends": True}, [say("reason.discard.ends", points=5)], []),
    (table("Kd 2c 3c", stock=1, **BEFORE), Draw(0), {}, ["(T8.1)"], []),
    (table("Kd 2c 3c", stock=2, **BEFORE), Draw(0), {}, [], ["(T8.1)"]),
    (
        table("7h 8h 9c 9s Kd Qd", **TAKING),
        Take(0),
        {"meld": cards("9c 9h 9s"), "least": 25},
        [say("reason.take.completes", cards=cards("9c 9h 9s"), points=25)],
        [],
    ),
    (table("7h 8h Kd", **TAKING), Take(0), {"out": True}, ["(T5.1)"], []),
    (table("7h 8h Kd Qd", **TAKING), Take(0), {"out": False}, [], ["(T5.1)"]),
    (table("7c 2c Kd", **TAKING), Take(0), {"meld": (), "fits": ()}, ["9♥", "(T2.6)"], []),
    (table("7h 2c Kd", melds=[(2, "9c 9d 9s")], **TAKING), Take(0), {}, ["9♣ 9♦ 9♠. (T4.1)"], ["(T2.6)"]),
    (table("7h 8h Kd 2c", rules=TRADITIONAL, **TAKING), Take(0), {}, ["9♥", "(T2.5)"], []),
    (table("7h 8h 9h Kd"), RUN, {}, [say("reason.lay.opens"), "from 34 to 10. (T9.2)"], []),
    (table("7h 8h 9h Kd", melds=[(0, "2c 3c 4c")]), RUN, {}, [], [say("reason.lay.opens")]),
    (table("7h 8h 9h Kd", rules=Rules(concealed_melds_count=False)), RUN, {}, ["stays at 10"], []),
    (
        table("4h 5h 6h 6c 6d Kd"),
        LayMeld(0, cards("4h 5h 6h")),
        {},
        [say("reason.better_split", least=22, best=19)],
        [],
    ),
    (table("4h 5h 6h 6c 6d Kd"), LayMeld(0, cards("6c 6d 6h")), {}, [], ["fit better in"]),
    (table("6c 6d 6h 6s Kd", rules=TRADITIONAL), LayMeld(0, FOURS, secret=True), {}, ["(T6.9)"], []),
    (table("6c 6d 6h 6s Kd", rules=TRADITIONAL), LayMeld(0, FOURS), {}, [], ["(T6.9)"]),
    # T6.3, T6.5: who can only fold, and how low a challenger has to be; T6.4: with another one that is not enough
    (answering(opened=(2,)), Fold(0), {}, [say("reason.fold.burned")], []),
    (answering(), Challenge(0), {}, [say("reason.challenge.below", points=3)], []),
    (answering(TRADITIONAL), Challenge(0), {}, [say("reason.challenge.not_above", points=3)], []),
    (answering(TRADITIONAL, caller=1, challengers=frozenset({2})), Challenge(0), {}, ["already"], ["enough"]),
]


@pytest.mark.parametrize(("state", "move", "facts", "expected", "unexpected"), FOUND, ids=range(len(FOUND)))
def test_what_speaks_for_a_move_is_found_and_said_where_it_does(state, move, facts, expected, unexpected):
    seen = view(state, move.seat)
    words = reason_in_words(state, move)
    if facts:
        found = of_take(seen) if isinstance(move, Take) else of_discard(seen, move.card)
        assert {name: getattr(found, name) for name in facts} == facts
    assert all(one in words for one in expected), words
    assert not any(one in words for one in unexpected), words


@pytest.mark.parametrize(("owner", "who"), [(0, "your own meld"), (1, "on the left"), (2, "on the right")])
def test_T6_8_a_lay_off_bars_the_owner_from_calling(owner, who):
    state = table("Th Kd 2c", melds=[(owner, "7h 8h 9h")], rules=TRADITIONAL)
    assert who in reason_in_words(state, Sapaw(0, 0, cards("Th")))
    after = play(play(state, Sapaw(0, 0, cards("Th"))), Discard(0, Card("Kd")))
    assert owner in after.sapawed
    assert "(T6.8)" not in reason_in_words(replace(state, rules=Rules()), Sapaw(0, 0, cards("Th")))
    assert "(T6.8)" not in reason_in_words(replace(state, sapawed=frozenset({owner})), Sapaw(0, 0, cards("Th")))


# Calls and answers


@pytest.mark.parametrize("seat", range(3))
def test_left_and_right_are_seen_from_the_seat_of_the_viewer(seat):
    state = table("Th Kd 2c", seat=seat, melds=[((seat + 1) % 3, "7h 8h 9h")], rules=TRADITIONAL)
    assert "on the left" in reason_in_words(state, Sapaw(seat, 0, cards("Th")))


@pytest.mark.parametrize(
    ("opened", "expected"),
    [((), "no_one"), ((1,), "1"), ((2,), "2"), ((1, 2), "12")],
)
def test_T6_3_a_call_names_who_can_challenge(opened, expected):
    melds = [(0, "7h 8h 9h"), *((seat, ("2c 3c 4c", "2d 3d 4d")[seat - 1]) for seat in opened)]
    state = table("As 2s", melds=melds, phase=Phase.DRAW)
    assert say(f"reason.call.against_{expected}", points=3) in reason_in_words(state, Call(0))
    asked = play(state, Call(0))
    assert (not why_not(asked, Challenge(1))) == (1 in opened)


def test_T6_2_where_everyone_shows_nobody_is_asked():
    melds = [(0, "7h 8h 9h"), (1, "2c 3c 4c")]
    state = table("As 2s", melds=melds, phase=Phase.DRAW, rules=Rules(showdown="everyone"))
    assert f"{say('reason.call.shows_1', points=3)} (T6.2)" in reason_in_words(state, Call(0))
    assert {*rivals(view(state, 0), 0)} == play(state, Call(0)).challengers


def test_T9_3_a_lost_challenge_costs_what_folding_costs():
    state = answering(hand="Ks Js", others=("Kh Kc Qs 5s", "5h"))
    ends = [play(play(state, move), Fold(1)) for move in (Challenge(0), Fold(0))]
    assert [outcome(end).winner for end in ends] == [2, 2]
    assert {outcome(end).payments[0] for end in ends} == {-15}
    assert "costs no more than folding. (T9.3)" in reason_in_words(state, Challenge(0))
    assert f"{say('reason.fold.pays_points', points=20)} (T9.3)" in reason_in_words(state, Fold(0))


def test_T9_4_a_lost_challenge_and_folding_cost_at_least_what_is_said():
    """The caller shows an ace; after another challenge folding costs as much."""
    state = answering(TRADITIONAL, opened=(0, 2), hand="Ks Js", others=("Kh Kc Qs 5s", "5h"))
    ends = [play(play(state, move), Fold(1)) for move in (Challenge(0), Fold(0))]
    assert [-outcome(end).payments[0] for end in ends] == [4, 2]
    assert f"{say('reason.challenge.costs', count=3, folded=1)} (T9.4)" in reason_in_words(state, Challenge(0))
    assert "at least 1 chip. (T9.4)" in reason_in_words(state, Fold(0))
    after = answering(TRADITIONAL, challengers=frozenset({1}))
    assert "already" in reason_in_words(after, Challenge(0))
    assert "at least 3 chips. (T9.4)" in reason_in_words(after, Fold(0))


def test_nothing_hidden_decides_what_is_said():
    state = table("7h 8h 9c 9s Kd Qd", others=("2c 3c 4c 5c", "2d 3d 4d 5d"))
    other = replace(state, hands=(state.hands[0], *reversed(state.hands[1:])), stock=state.stock[::-1])
    for move in legal_moves(state, 0):
        assert reason_in_words(state, move) == reason_in_words(other, move)


@pytest.mark.parametrize("rules", TABLES, ids=["sheet", "traditional", "jokers", "everyone"])
def test_every_move_has_a_reason_in_every_language(rules):
    for seen, _ in islice(met(rules, seeds=(5,)), 0, None, 3):
        for move, lang in product(legal_moves(seen, seen.viewer), LANGUAGES):
            text = reason(seen, move, lang)
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith((".", ")"))
            assert "{" not in text
            assert all(has_message(f"clause.{clause}", lang) for clause in re.findall(r"T\d+\.\d+", text))
