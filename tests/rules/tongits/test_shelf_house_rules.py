"""The rounds of the shelf at tables that play by house rules show what their titles say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from played_rounds import LEFT, RIGHT, YOU, by, end, number_of, states

from cardlab import shelf
from cardlab.cards import RANKS, Card, cards
from cardlab.record import Record
from cardlab.tongits import (
    SHEET,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Phase,
    Sapaw,
    Take,
    deadwood,
    melds_in,
    outcome,
    play,
    why_not,
)


def test_T3_3_the_run_above_the_king_is_refused_by_the_sheets_and_then_another_wins():
    record, low = shelf.open("ace_above_king"), shelf.other("ace_above_king")
    assert record.start.rules == replace(SHEET, ace_high=True)
    number = number_of(record, LayMeld, YOU)
    before = replace(states(record)[number - 1], rules=SHEET)
    assert "T3.3" in [refusal.rule for refusal in why_not(before, record.moves[number - 1])]
    assert low is not None
    assert low.start.rules == SHEET
    assert low.moves[: number - 1] == record.moves[: number - 1]
    assert (end(record).winner, end(low).winner) == (YOU, LEFT)
    # After the first turn of the player on the left that player was lower, in the end you were.
    assert deadwood(states(record)[7].hands[LEFT]) < deadwood(states(record)[7].hands[YOU])
    assert end(record).deadwood[YOU] < end(record).deadwood[LEFT]


def test_T6_8_the_lay_off_bars_the_call_that_would_have_won():
    record, called = shelf.open("sapaw_bars_call"), shelf.other("sapaw_bars_call")
    assert record.start.rules == replace(SHEET, sapaw_blocks_call=True)
    assert called is not None
    number = number_of(called, Call, YOU)
    barred = states(record)[number - 1]
    assert (barred.seat, barred.phase) == (YOU, Phase.DRAW)
    assert [refusal.rule for refusal in why_not(barred, Call(YOU))] == ["T6.8"]
    assert called.start.rules == SHEET
    assert states(called)[-1].challengers == {LEFT, RIGHT}
    assert (end(record).winner, end(called).winner) == (LEFT, YOU)


def test_T6_9_the_secret_four_is_paid_more_than_the_same_four_laid_openly():
    record, openly = shelf.open("secret_four"), shelf.other("secret_four")
    assert record.start.rules == replace(SHEET, secret_four=True, payment="chips")
    secret = record.moves[0]
    assert isinstance(secret, LayMeld)
    assert secret.secret
    assert openly is not None
    assert openly.start.rules == replace(SHEET, payment="chips")
    assert openly.moves == (replace(secret, secret=False), *record.moves[1:])
    assert [refusal.rule for refusal in why_not(openly.start, secret)] == ["T6.9"]
    more = [was - now for was, now in zip(end(record).payments, end(openly).payments, strict=True)]
    assert more == [6, -3, -3]
    # T9.4: one more for the burned player on the right.
    assert end(record).burned == {RIGHT}
    assert end(record).payments[RIGHT] == end(record).payments[LEFT] - 1


def aces(cards: Iterable[Card]) -> int:
    return sum(card.rank == "A" for card in cards)


def test_T6_6_all_three_are_level_and_each_rule_for_it_gives_another_winner():
    record = shelf.open("three_way_tie")
    table, last, result = states(record), states(record)[-1], end(record)
    assert record.start.rules == replace(SHEET, tie="challenger", payment="chips")
    assert (last.caller, last.challengers, result.tied) == (LEFT, {YOU, RIGHT}, {YOU, LEFT, RIGHT})
    assert len(set(result.deadwood)) == 1
    assert end(shelf.other("three_way_tie")) == by(record, three_way_tie="next_seat")
    winners = [result.winner, end(shelf.other("three_way_tie")).winner, by(record, tie="caller").winner]
    assert winners == [YOU, RIGHT, LEFT]
    # Counted in points nobody would pay, whoever won (T9.3).
    for rules in ({}, {"three_way_tie": "next_seat"}, {"tie": "caller"}):
        assert by(record, payment="deadwood", **rules).payments == (0, 0, 0)
    # The player on the right opens with two sets.
    assert [len({card.rank for card in laid.meld.cards}) for laid in table[5].melds if laid.meld] == [1, 1]
    assert {laid.owner for laid in table[5].melds} == {RIGHT}
    # Before your last turn the other two are level; you take the discard for a run, the last meld of the round.
    number = number_of(record, Take, YOU)
    assert deadwood(table[number - 1].hands[LEFT]) == deadwood(table[number - 1].hands[RIGHT])
    assert deadwood(table[number - 1].hands[YOU]) > deadwood(table[number - 1].hands[LEFT])
    laid = record.moves[number]
    assert isinstance(laid, LayMeld)
    assert table[number - 1].discards[0] in laid.cards
    assert number_of(record, LayMeld) == number_of(record, LayMeld, YOU) == number + 1


def test_T9_4_who_folds_after_a_challenge_pays_no_less_than_who_loses_one():
    record = shelf.open("three_way_tie")
    table, called = states(record), number_of(record, Call)
    # If both fold, they pay the same, and less than after a challenge.
    nobody = outcome(play(play(table[called], Fold(RIGHT)), Fold(YOU)))
    folded = outcome(play(table[-2], Fold(YOU)))
    assert nobody is not None
    assert folded is not None
    assert nobody.payments[YOU] == nobody.payments[RIGHT] > folded.payments[YOU]
    assert {folded.payments[YOU]} == {
        lost.payments[YOU] for lost in (by(record, three_way_tie="next_seat"), by(record, tie="caller"))
    }


def test_T9_4_chips_count_the_challenge_the_aces_and_who_is_burned_and_no_points():
    record, points = shelf.open("paid_in_chips"), shelf.other("paid_in_chips")
    last, result = states(record)[-1], end(record)
    assert record.start.rules == replace(SHEET, payment="chips")
    assert points is not None
    assert points.start.rules == SHEET
    assert (last.caller, last.challengers, result.winner, result.burned) == (YOU, {LEFT}, YOU, {RIGHT})
    # One ace on the table in a meld of yours, and one in your hand.
    mine = [card for laid in last.melds if laid.owner == YOU and laid.meld for card in laid.meld.cards]
    assert (aces(mine), aces(last.hands[YOU])) == (1, 1)
    assert result.payments == (11, -(3 + 2), -(3 + 2 + 1))
    unchallenged = outcome(play(play(states(record)[number_of(record, Call)], Fold(LEFT)), Fold(RIGHT)))
    assert unchallenged is not None
    assert unchallenged.payments == (7, -(1 + 2), -(1 + 2 + 1))
    # T6.3: the burned player could not challenge.
    assert [refusal.rule for refusal in why_not(states(record)[-2], Challenge(RIGHT))] == ["T6.3"]
    # The narrowest loss in points, and a very high one.
    assert -end(points).payments[LEFT] < -result.payments[LEFT]
    assert -end(points).payments[RIGHT] > -result.payments[RIGHT]


def test_T9_4_the_notes_about_the_chips_tell_the_moves():
    record = shelf.open("paid_in_chips")
    table, moves = states(record), record.moves
    ace = moves[8]
    assert isinstance(ace, LayMeld)
    assert (ace.seat, aces(ace.cards)) == (YOU, 1)
    mine, taken = moves[number_of(record, Discard, YOU) - 1], number_of(record, Take, LEFT)
    assert isinstance(mine, Discard)
    assert table[taken - 1].discards[0] == mine.card
    laid = moves[taken]
    assert isinstance(laid, LayMeld)
    assert mine.card in laid.cards
    assert len({card.rank for card in laid.cards}) == 1
    laid_off = moves[number_of(record, Sapaw, RIGHT) - 1]
    assert isinstance(laid_off, Sapaw)
    assert table[-1].melds[laid_off.meld].owner == YOU
    assert not table[-1].opened(RIGHT)


def test_T10_4_the_joker_kept_in_the_hand_loses_where_it_counts():
    record, counted = shelf.open("joker_in_hand"), shelf.other("joker_in_hand")
    table, last = states(record), states(record)[-1]
    assert record.start.rules == replace(SHEET, jokers=2)
    assert counted is not None
    assert replace(counted.start.rules, joker_points=0) == record.start.rules
    assert (last.caller, last.challengers) == (YOU, {LEFT, RIGHT})
    (joker,) = (card for card in last.hands[YOU] if card.is_joker)
    assert (end(record).winner, end(counted).winner) == (YOU, LEFT)
    assert end(counted).deadwood[YOU] == end(record).deadwood[YOU] + counted.start.rules.joker_points
    # The other joker fills the gap in a run of the player on the left.
    filled = record.moves[6]
    assert isinstance(filled, Sapaw)
    assert table[7].melds[filled.meld].owner == LEFT
    assert table[6].opened(YOU)
    without = replace(filled, cards=tuple(card for card in filled.cards if not card.is_joker))
    assert len(without.cards) == len(filled.cards) - 1
    assert why_not(table[6], without)
    # The player on the left lays a second meld, and later lays off a single card.
    assert [laid.owner for laid in table[12].melds].count(LEFT) == 2
    later = record.moves[number_of(record, Sapaw, LEFT) - 1]
    assert isinstance(later, Sapaw)
    assert len(later.cards) == 1
    # The other joker is drawn in your last turn before the call, could be laid off, and makes a set of any pair.
    drawn = number_of(record, Draw, YOU)
    assert table[drawn - 1].stock[0] == joker
    for rank in RANKS:
        pair = cards(f"{rank}c {rank}d")
        assert melds_in((*pair, joker), record.start.rules), rank
    # Laid off in that turn, it would have done no harm where it counts.
    places = [
        place for place in range(len(table[drawn].melds)) if not why_not(table[drawn], Sapaw(YOU, place, (joker,)))
    ]
    assert any(won_with(counted, drawn, Sapaw(YOU, place, (joker,))) for place in places)


def won_with(record: Record, number: int, added: Sapaw) -> bool:
    """Whether you win the round if after so many moves this lay-off comes in between."""
    state = states(record)[number]
    for move in (added, *record.moves[number:]):
        if why_not(state, move):
            return False
        state = play(state, move)
    found = outcome(state)
    return found is not None and found.winner == YOU
