"""The rounds of the shelf at tables that play by the sheets show what their titles say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from played_rounds import LEFT, NAMES, RIGHT, YOU, by, end, number_of, states

from cardlab import shelf
from cardlab.tongits import (
    SHEET,
    Call,
    Challenge,
    Discard,
    Ending,
    Fold,
    LayMeld,
    Sapaw,
    Take,
    deadwood,
    least_deadwood,
    melds_in,
    outcome,
    play,
    why_not,
)


def test_T5_1_the_last_card_is_discarded_though_it_fits_nowhere():
    record = shelf.open("last_discard")
    before, last = states(record)[-2:]
    assert (end(record).ending, end(record).winner) == (Ending.TONGITS, YOU)
    assert isinstance(record.moves[-1], Discard)
    assert len(before.hands[YOU]) == 1
    assert all(why_not(before, Sapaw(YOU, place, before.hands[YOU])) for place in range(len(before.melds)))
    assert end(record).payments == (deadwood(last.hands[LEFT]) + deadwood(last.hands[RIGHT]), *end(record).payments[1:])
    # A draw call in place of the last turn loses.
    assert end(shelf.other("last_discard")).winner == RIGHT


def test_T7_2_the_burned_player_has_the_lowest_deadwood_and_does_not_win():
    record = shelf.open("burned_lowest")
    result = end(record)
    assert YOU in result.burned
    assert result.deadwood[YOU] < min(result.deadwood[LEFT], result.deadwood[RIGHT])
    assert result.winner == RIGHT
    # T6.3: there was no way to challenge.
    asked = states(record)[number_of(record, Fold, YOU) - 1]
    assert [refusal.rule for refusal in why_not(asked, Challenge(YOU))] == ["T6.3"]
    # T4.3: the hand became so low by laying off.
    assert any(isinstance(move, Sapaw) and move.seat == YOU for move in record.moves)
    assert shelf.other("burned_lowest") is None


def test_T4_1_without_the_lay_off_the_challenge_would_be_lost():
    record, without = shelf.open("sapaw_saves"), shelf.other("sapaw_saves")
    assert without is not None
    number = number_of(record, Sapaw, YOU)
    saving = record.moves[number - 1]
    assert without.moves == (*record.moves[: number - 1], *record.moves[number:])
    assert isinstance(saving, Sapaw)
    assert states(record)[number - 1].melds[saving.meld].owner != YOU
    assert end(record).winner == YOU
    assert end(without).winner == LEFT
    assert end(without).deadwood[YOU] == end(record).deadwood[YOU] + deadwood(saving.cards)


def test_T6_5_caller_and_challenger_are_level_and_the_other_rule_gives_the_other_winner():
    record = shelf.open("tie_lost")
    last, result = states(record)[-1], end(record)
    assert (last.caller, result.winner) == (RIGHT, RIGHT)
    assert YOU in last.challengers
    assert result.deadwood[YOU] == result.deadwood[RIGHT]
    assert result.tied == {YOU, RIGHT}
    assert deadwood(states(record)[7].hands[YOU]) == deadwood(states(record)[7].hands[RIGHT])
    assert by(record, tie="challenger") == end(shelf.other("tie_lost"))
    assert end(shelf.other("tie_lost")).winner == YOU


def test_T6_2_who_folds_with_the_lowest_hand_would_win_where_nobody_is_asked():
    record, asked_nobody = shelf.open("folded_too_soon"), shelf.other("folded_too_soon")
    result = end(record)
    assert record.moves[-1] == Fold(YOU)
    assert result.deadwood[YOU] == min(result.deadwood)
    assert result.winner == LEFT
    assert not states(record)[-1].challengers
    assert len(states(record)[-1].hands[YOU]) == len(states(record)[-1].hands[LEFT])
    assert asked_nobody is not None
    assert asked_nobody.start.rules == replace(SHEET, showdown="everyone")
    assert end(asked_nobody).winner == YOU
    # A challenge would have won as much.
    challenged = outcome(play(states(record)[-2], Challenge(YOU)))
    assert challenged is not None
    assert challenged.payments == end(asked_nobody).payments


def test_T9_2_the_meld_in_the_hand_decides_who_wins():
    record = shelf.open("kept_meld")
    last = states(record)[-1]
    assert last.caller == YOU
    assert melds_in(last.hands[YOU])
    assert end(record).winner == LEFT
    assert by(record, concealed_melds_count=False) == end(shelf.other("kept_meld"))
    assert end(shelf.other("kept_meld")).winner == YOU
    assert end(shelf.other("kept_meld")).deadwood[YOU] == least_deadwood(last.hands[YOU])
    # The meld could have been laid in the first turn.
    first = states(record)[number_of(record, Discard, YOU) - 1]
    assert any(not why_not(first, LayMeld(YOU, meld.cards)) for meld in melds_in(last.hands[YOU]))


def test_T2_5_the_discard_is_taken_to_lay_it_off_and_the_house_rule_refuses_that():
    record, refused = shelf.open("taken_to_lay_off"), shelf.other("taken_to_lay_off")
    number = number_of(record, Take, YOU)
    before = states(record)[number - 1]
    laid_off = record.moves[number]
    assert isinstance(laid_off, Sapaw)
    assert laid_off.cards == before.discards[:1]
    assert (end(record).ending, end(record).winner) == (Ending.TONGITS, YOU)
    house = replace(before, rules=replace(before.rules, discard_must_meld=True))
    assert [refusal.rule for refusal in why_not(house, Take(YOU))] == ["T2.5"]
    assert refused is not None
    assert refused.start.rules == house.rules
    assert refused.moves[: number - 1] == record.moves[: number - 1]
    assert end(refused).winner == LEFT
    # The player on the right overlooked where the card fits.
    overlooked = states(record)[number - 2]
    assert overlooked.melds[laid_off.meld].owner == YOU
    assert not why_not(overlooked, replace(laid_off, seat=RIGHT))


def test_T8_4_the_tie_at_the_end_of_the_stock_has_another_winner_by_the_house_rule():
    record = shelf.open("stock_tie")
    last, result = states(record)[-1], end(record)
    assert (result.ending, result.tied, last.last_drawer) == (Ending.STOCK, {YOU, LEFT}, LEFT)
    assert result.deadwood[YOU] == result.deadwood[LEFT]
    assert [laid.owner for laid in last.melds if laid.owner in result.tied][-1] == YOU
    assert by(record, stock_tie="last_drawer") == end(shelf.other("stock_tie"))
    assert (result.winner, end(shelf.other("stock_tie")).winner) == (YOU, LEFT)
    # The player on the left lays one meld only, and you could have won by a draw call.
    assert [laid.owner for laid in last.melds].count(LEFT) == 1
    state = play(states(record)[34], Call(YOU))
    for seat in (LEFT, RIGHT):
        state = play(state, Challenge(seat))
    called = outcome(state)
    assert called is not None
    assert called.winner == YOU


def test_every_round_of_the_shelf_has_a_test_of_its_own():
    here = Path(__file__)
    tests = "".join(file.read_text(encoding="utf-8") for file in (here, here.with_name("test_shelf_house_rules.py")))
    assert {name for name in NAMES if f'shelf.open("{name}")' in tests} == set(NAMES)
