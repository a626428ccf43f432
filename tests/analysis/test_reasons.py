"""Reasons of moves: true when counted again card by card, independent of hidden cards, in every language."""

import re
from dataclasses import replace
from itertools import islice, product

import pytest

from cardlab.analysis.reasons import turn_reason
from cardlab.cards import DECK, cards
from cardlab.phrasing.catalogue import LANGUAGES, has_message, say
from cardlab.tongits import (
    SHEET,
    Challenge,
    Fold,
    Phase,
    Rules,
    legal_moves,
    outcome,
    parse_move,
    play,
    view,
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
    return turn_reason(view(state, move.seat), [move], lang)


PAIRS, FITTING = table("9h Jh 9d Ks 2c", melds=[(0, "5c 6c 7c")]), table("Th Kd 2c", melds=[(1, "7h 8h 9h")])
TAKING, BEFORE = {"top": "9h", "phase": Phase.DRAW}, {"phase": Phase.DRAW}
ANSWERED = ("7h 8h 9h", "2c 3c 4c", "2d 3d Ad")


def answering(rules=SHEET, opened=(0, 1, 2), hand="As 2s", others=("", ""), caller=2, **more):
    melds = [(seat, ANSWERED[seat]) for seat in opened]
    return table(hand, others=others, melds=melds, phase=Phase.ANSWER, rules=rules, caller=caller, **more)


def calling(*opened, **more):
    melds = [(0, "7h 8h 9h"), *((seat, ("2c 3c 4c", "2d 3d 4d")[seat - 1]) for seat in opened)]
    return table("As 2s", melds=melds, phase=Phase.DRAW, **more)


def barring(owner, **more):
    """A table at which the ten of hearts can be laid off on a meld of this owner."""
    return table("Th Kd 2c", melds=[(owner, "7h 8h 9h")], **{"rules": TRADITIONAL, **more})


RUN, SPLIT, FOUR = table("7h 8h 9h Kd"), table("4h 5h 6h 6c 6d Kd"), table("6c 6d 6h 6s Kd", rules=TRADITIONAL)
FOUND = {
    "a discard tears pairs": (PAIRS, "discard 9h", "discard Ks"),
    "but none that wait for what is gone": (*(table("9h Jh Ks 2c", top="Th", melds=[(0, "5c 6c 7c")]), "discard 9h"),),
    "or a meld": (table("7h 8h 9h Kd 2c"), "discard 8h"),
    "or leaves one": (table("6h 7h 8h 9h Kd 2c"), "discard 6h", "discard 7h"),
    "a joker": (table("X1 Kd 2c", rules=Rules(jokers=2)), "discard X1"),
    "T4.1 the next player may lay it off": (FITTING, "discard Th", "discard Kd"),
    "T2.5 unless it must be melded": (replace(FITTING, rules=TRADITIONAL), "discard Th"),
    "T2.7 or nobody may take": (replace(FITTING, takes=30), "discard Th"),
    "T5.1 the last card": (table("Kd", melds=[(0, "7h 8h 9h")]), "discard Kd"),
    "the last discard of the round": (table("Kd 2c 3c", stock=0), "discard Kd"),
    "T8.1 the last card of the stock": (table("Kd 2c 3c", stock=1, **BEFORE), "draw"),
    "T8.1 and the one before": (table("Kd 2c 3c", stock=2, **BEFORE), "draw"),
    "a take completes a set": (table("7h 8h 9c 9s Kd Qd", **TAKING), "take"),
    "T5.1 or ends the round": (table("7h 8h Kd", **TAKING), "take"),
    "or nearly": (table("7h 8h Kd Qd", **TAKING), "take"),
    "T2.6 or is of no use": (table("7c 2c Kd", **TAKING), "take"),
    "T4.1 or is laid off": (table("7h 2c Kd", melds=[(2, "9c 9d 9s")], **TAKING), "take"),
    "T2.5 or must be melded": (table("7h 8h Kd 2c", rules=TRADITIONAL, **TAKING), "take"),
    "T9.2 what a meld takes from the count": (RUN, "meld 7h 8h 9h"),
    "and does not open again": (table("7h 8h 9h Kd", melds=[(0, "2c 3c 4c")]), "meld 7h 8h 9h"),
    "T9.2 where melds in hand count nothing": (
        *(table("7h 8h 9h Kd", rules=Rules(concealed_melds_count=False)), "meld 7h 8h 9h"),
    ),
    "a split that leaves more": (SPLIT, "meld 4h 5h 6h", "meld 6c 6d 6h"),
    "T6.9 a secret four": (FOUR, "meld 6c 6d 6h 6s secret", "meld 6c 6d 6h 6s"),
    "T6.8 a lay-off bars the owner": (barring(0), "sapaw 0 Th"),
    "T6.8 the player on the left": (barring(1), "sapaw 0 Th"),
    "T6.8 the player on the right": (barring(2), "sapaw 0 Th"),
    "T6.8 as seen from another seat": (barring(2, seat=1), "sapaw 0 Th"),
    "T6.8 nobody by the sheet": (barring(1, rules=SHEET), "sapaw 0 Th"),
    "T6.8 nobody twice": (barring(1, sapawed=frozenset({1})), "sapaw 0 Th"),
    "T6.3 a call that nobody can challenge": (calling(), "call"),
    "T6.3 that the left can challenge": (calling(1), "call"),
    "T6.3 that the right can challenge": (calling(2), "call"),
    "T6.3 that both can challenge": (calling(1, 2), "call"),
    "T6.2 where everyone shows": (calling(1, rules=Rules(showdown="everyone")), "call"),
    "T6.3 who is burned can only fold": (answering(opened=(2,)), "fold"),
    "T6.5 how low a challenger has to be": (answering(), "challenge"),
    "T6.5 where the challenger wins a tie": (answering(TRADITIONAL), "challenge"),
    "T6.4 with another challenger that is not enough": (
        *(answering(TRADITIONAL, caller=1, challengers=frozenset({2})), "challenge"),
    ),
}


def test_what_speaks_for_a_move_is_found_and_said_where_it_does(snapshot):
    told = []
    for name, (state, *moves) in FOUND.items():
        told += [f"{name}: {view(state, state.seat).notation}"]
        told += [f"    {move}: {reason_in_words(state, parse_move(f'{state.seat} {move}'))}" for move in moves]
    assert "\n".join(told) == snapshot


def test_T9_3_T9_4_a_lost_challenge_and_folding_cost_what_is_said():
    """In chips at least that: the caller shows an ace; after another challenge folding costs as much."""

    def ends(state):
        return [outcome(play(play(state, move), Fold(1))).payments[0] for move in (Challenge(0), Fold(0))]

    state = answering(hand="Ks Js", others=("Kh Kc Qs 5s", "5h"))
    assert ends(state) == [-15, -15]
    assert "costs no more than folding. (T9.3)" in reason_in_words(state, Challenge(0))
    assert f"{say('reason.fold.pays_points', points=20)} (T9.3)" in reason_in_words(state, Fold(0))
    state = answering(TRADITIONAL, opened=(0, 2), hand="Ks Js", others=("Kh Kc Qs 5s", "5h"))
    assert ends(state) == [-4, -2]
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
            text = turn_reason(seen, [move], lang)
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith((".", ")"))
            assert "{" not in text
            assert all(has_message(f"clause.{clause}", lang) for clause in re.findall(r"T\d+\.\d+", text))
