"""Reasons to draw, take, lay and discard: what is said holds, counted again here card by card."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from reasoned_tables import TABLES, TRADITIONAL, hidden, least, parts, positions, said, table

from cardlab.analysis.draws import least as quick_least
from cardlab.analysis.reasons import reason_parts
from cardlab.cards import DECK, JOKERS, Card, cards, notation
from cardlab.tongits import (
    Discard,
    Draw,
    Laid,
    LayMeld,
    Phase,
    Rules,
    Sapaw,
    Take,
    best_arrangements,
    legal_moves,
    meld_readings,
    outcome,
    play,
    why_meld,
)


@pytest.mark.parametrize("rules", TABLES[:2], ids=["sheet", "traditional"])
def test_what_a_discard_leaves_is_what_counting_card_by_card_gives(rules):
    checked = 0
    for number, seen in enumerate(positions(rules)):
        if seen.phase is not Phase.LAY or number % 7:
            continue
        for move in legal_moves(seen, seen.viewer)[-2:]:
            if isinstance(move, Discard):
                told = reason_parts(seen, move)
                rest = [card for card in seen.hand if card is not move.card]
                now = least(rest, rules)
                assert told.least == now
                assert list(told.outs) == [card for card in hidden(seen) if least([*rest, card], rules) < now]
                assert told.unseen == len(hidden(seen))
                checked += 1
    assert checked > 15


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("ace_high", [False, True])
def test_the_quick_count_of_the_least_deadwood_is_that_of_the_engine(jokers, ace_high):
    chance, rules = Random(jokers), Rules(jokers=jokers, ace_high=ace_high, joker_points=7)
    for _ in range(40):
        hand = (*chance.sample(DECK, chance.randint(1, 13 - jokers)), *JOKERS[: chance.randint(0, jokers)])
        assert quick_least(hand, rules) == least(hand, rules)


def test_the_cards_that_complete_a_meld_can_be_laid_with_more_of_the_hand():
    for seen in positions(Rules(), seeds=(4,)):
        for move in legal_moves(seen, seen.viewer):
            if isinstance(move, Draw):
                for card in reason_parts(seen, move).outs:
                    groups = [set(meld.cards) for meld in best_arrangements((*seen.hand, card))[0].melds]
                    assert any(card in group for group in groups)


def test_a_discard_names_the_pairs_that_it_breaks():
    state = table("9h Jh 9d Ks 2c", melds=[(0, "5c 6c 7c")])
    assert {notation(pair) for pair in parts(state, Discard(0, Card("9h"))).pairs} == {"9d 9h", "9h Jh"}
    assert parts(state, Discard(0, Card("Ks"))).pairs == ()
    assert "9♥ J♥" in said(state, Discard(0, Card("9h")))
    assert said(state, Discard(0, Card("Ks"))).startswith("Breaks nothing, and your hand counts 10 points less.")


def test_a_pair_that_no_unseen_card_completes_is_not_broken():
    state = table("9h Jh Ks 2c", top="Th", melds=[(0, "5c 6c 7c")])
    assert parts(state, Discard(0, Card("9h"))).pairs == ()


@pytest.mark.parametrize("seed", range(4))
def test_every_pair_named_is_one_card_away_from_a_meld(seed):
    for seen in positions(Rules(jokers=1), seeds=(seed,)):
        for move in legal_moves(seen, seen.viewer):
            if isinstance(move, Discard):
                told = reason_parts(seen, move)
                for pair in told.pairs:
                    assert move.card in pair
                    assert not told.meld
                    assert any(meld_readings((*pair, card), seen.rules) for card in hidden(seen))


def test_a_discard_out_of_a_meld_breaks_it():
    state = table("7h 8h 9h Kd 2c")
    told = parts(state, Discard(0, Card("8h")))
    assert (told.meld, told.stays) == (cards("7h 8h 9h"), False)
    assert said(state, Discard(0, Card("8h"))).startswith(
        "Breaks the meld 7♥ 8♥ 9♥, and your hand counts 8 points less."
    )


def test_a_discard_from_the_end_of_a_long_run_leaves_a_meld():
    state = table("6h 7h 8h 9h Kd 2c")
    assert parts(state, Discard(0, Card("6h"))).stays
    assert not parts(state, Discard(0, Card("7h"))).stays


def test_T4_1_a_discard_that_fits_a_meld_on_the_table_can_be_laid_off_by_the_next_player():
    state = table("Th Kd 2c", melds=[(1, "7h 8h 9h")])
    assert parts(state, Discard(0, Card("Th"))).fits == cards("7h 8h 9h")
    assert "(T4.1)" in said(state, Discard(0, Card("Th")))
    assert parts(state, Discard(0, Card("Kd"))).fits == ()


def test_T2_5_where_a_card_taken_must_be_melded_it_cannot_be_laid_off():
    state = table("Th Kd 2c", melds=[(1, "7h 8h 9h")], rules=TRADITIONAL)
    assert parts(state, Discard(0, Card("Th"))).fits == ()


def test_T2_7_after_thirty_takes_nobody_can_take_it():
    state = table("Th Kd 2c", melds=[(1, "7h 8h 9h")], takes=30)
    assert parts(state, Discard(0, Card("Th"))).fits == ()


def test_T6_9_nobody_lays_off_on_a_secret_four():
    four = Laid(why_meld(cards("7c 7d 7h 7s")), 1, secret=True)
    state = table("8h 9h Kd", rules=Rules(secret_four=True), melds=[(2, "As 2s 3s")])
    state = replace(state, melds=(four, *state.melds))
    assert all(parts(state, move).fits == () for move in legal_moves(state, 0) if isinstance(move, Discard))


def test_T5_1_the_last_card_is_tongits():
    state = table("Kd", melds=[(0, "7h 8h 9h")])
    assert said(state, Discard(0, Card("Kd"))) == "Throws the last card: Tongits. (T5.1)"
    assert outcome(play(state, Discard(0, Card("Kd")))).winner == 0


def test_T8_1_without_a_stock_the_discard_ends_the_round():
    state = table("Kd 2c 3c", stock=0, melds=[(0, "7h 8h 9h")])
    assert "your hand counts 5. (T8.1)" in said(state, Discard(0, Card("Kd")))
    assert play(state, Discard(0, Card("Kd"))).phase is Phase.OVER


def test_a_joker_is_not_thrown_as_points():
    state = table("X1 Kd 2c", rules=Rules(jokers=2))
    assert said(state, Discard(0, Card("X1"))).startswith("Gives away a joker")


@pytest.mark.parametrize("rules", TABLES[:2], ids=["sheet", "traditional"])
def test_drawing_counts_the_cards_that_leave_less_after_the_best_discard(rules):
    for number, seen in enumerate(positions(rules, seeds=(1, 2))):
        if Draw(seen.viewer) in legal_moves(seen, seen.viewer) and number % 11 == 0:
            told = reason_parts(seen, Draw(seen.viewer))
            better = []
            for card in hidden(seen):
                held = [*seen.hand, card]
                if min(least(rest, rules) for rest in combinations(held, len(held) - 1)) < told.least:
                    better.append(card)
            assert list(told.better) == better


def test_T8_1_the_last_card_of_the_stock_is_told():
    assert "(T8.1)" in said(table("Kd 2c 3c", stock=1, phase=Phase.DRAW), Draw(0))
    assert "(T8.1)" not in said(table("Kd 2c 3c", stock=2, phase=Phase.DRAW), Draw(0))


def test_a_card_taken_completes_the_meld_that_leaves_least():
    state = table("7h 8h 9c 9s Kd Qd", top="9h", phase=Phase.DRAW)
    told = parts(state, Take(0))
    assert told.meld == cards("9c 9h 9s")
    assert told.least == 25
    assert said(state, Take(0)) == "Completes 9♣ 9♥ 9♠; after the best discard a deadwood of 25 is left."


def test_T2_6_a_card_taken_that_completes_nothing_has_to_stay():
    state = table("7h 2c Kd", top="9s", phase=Phase.DRAW)
    assert said(state, Take(0)) == "Completes no meld, and 9♠ may not be discarded again in this turn. (T2.6)"
    assert parts(state, Take(0)).least == least(cards("7h 2c 9s"), Rules())


def test_T4_1_a_card_taken_may_fit_the_table_only():
    state = table("7h 2c Kd", top="9s", melds=[(2, "9c 9d 9h")], phase=Phase.DRAW)
    assert parts(state, Take(0)).fits == cards("9c 9d 9h")
    assert said(state, Take(0)).endswith("can be laid off on 9♣ 9♦ 9♥. (T4.1)")


def test_T2_5_a_card_taken_must_be_laid():
    state = table("7h 8h Kd 2c", top="9h", rules=TRADITIONAL, phase=Phase.DRAW)
    assert "lay 9♥ in this turn. (T2.5)" in said(state, Take(0))


def test_T5_1_a_card_taken_can_end_the_round():
    state = table("7h 8h Kd", top="9h", phase=Phase.DRAW)
    assert parts(state, Take(0)).out
    state = play(play(play(state, Take(0)), LayMeld(0, cards("7h 8h 9h"))), Discard(0, Card("Kd")))
    assert outcome(state).winner == 0
    assert not parts(table("7h 8h Kd Qd", top="9h", phase=Phase.DRAW), Take(0)).out


def test_T3_5_the_first_meld_opens():
    told = said(table("7h 8h 9h Kd"), LayMeld(0, cards("7h 8h 9h")))
    assert "opens you" in told
    assert "from 34 to 10. (T9.2)" in told
    assert "Opens" not in said(table("7h 8h 9h Kd", melds=[(0, "2c 3c 4c")]), LayMeld(0, cards("7h 8h 9h")))


def test_T9_2_where_melds_in_the_hand_do_not_count_laying_one_changes_nothing():
    state = table("7h 8h 9h Kd", rules=Rules(concealed_melds_count=False))
    assert "stays 10" in said(state, LayMeld(0, cards("7h 8h 9h")))


def test_a_meld_whose_cards_are_worth_more_elsewhere_is_told():
    state = table("4h 5h 6h 6c 6d Kd")
    told = parts(state, LayMeld(0, cards("4h 5h 6h")))
    assert (told.best, told.least) == (19, 22)
    assert "at best 19 could be left, now 22." in said(state, LayMeld(0, cards("4h 5h 6h")))
    assert "elsewhere" not in said(state, LayMeld(0, cards("6c 6d 6h")))


def test_T6_9_a_secret_four_lies_face_down():
    state = table("6c 6d 6h 6s Kd", rules=TRADITIONAL)
    assert "(T6.9)" in said(state, LayMeld(0, cards("6c 6d 6h 6s"), secret=True))
    assert "(T6.9)" not in said(state, LayMeld(0, cards("6c 6d 6h 6s")))


@pytest.mark.parametrize(("owner", "who"), [(0, "your own meld"), (1, "on the left"), (2, "on the right")])
def test_T6_8_a_lay_off_bars_the_owner_from_calling(owner, who):
    state = table("Th Kd 2c", melds=[(owner, "7h 8h 9h")], rules=TRADITIONAL)
    assert who in said(state, Sapaw(0, 0, cards("Th")))
    after = play(play(state, Sapaw(0, 0, cards("Th"))), Discard(0, Card("Kd")))
    assert owner in after.sapawed
    assert "(T6.8)" not in said(replace(state, rules=Rules()), Sapaw(0, 0, cards("Th")))
    assert "(T6.8)" not in said(replace(state, sapawed=frozenset({owner})), Sapaw(0, 0, cards("Th")))
