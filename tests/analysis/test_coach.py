"""The coach: costs are differences in the same worlds, a blunder is named, a forced move is not blamed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from cardlab import bots, rounds, tichu
from cardlab.analysis import whatif
from cardlab.analysis.coach import ReviewedMove, cost, layable, review
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, unseen, view_of
from cardlab.cards import DECK, JOKERS, Card, cards
from cardlab.locale import LANGUAGES, decimal
from cardlab.record import Record
from cardlab.refusal import IllegalMove
from cardlab.rounds import play_tongits
from cardlab.tongits import (
    Discard,
    Draw,
    Fold,
    LayMeld,
    Rules,
    Sapaw,
    deal,
    legal_moves,
    parse_move,
    play,
    start,
    view,
)

CAREFUL = (bots.tongits.careful,) * 3
LOADED = compiled.load(wait=True)
OPENING = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))


def seen_in(record):
    return [(view(state, move.seat), move) for state, move in zip(record.states(), record.moves, strict=False)]


def test_the_best_move_costs_nothing_and_no_move_costs_less():
    for seen, _ in seen_in(play_tongits(CAREFUL, None, 2))[::7]:
        costs = [cost(seen, move, worlds=150) for move in legal_moves(seen, seen.viewer)]
        assert min(one.loss_payment.mean for one in costs) == 0
        for one in costs:
            assert one.loss_payment.mean >= 0
            assert 0 <= one.win.mean <= 1
            assert cost(seen, one.best, worlds=150).loss_payment.mean == 0


def test_breaking_a_meld_costs_more_than_throwing_a_lone_king():
    broken, thrown = (cost(OPENING, parse_move(f"0 discard {card}"), worlds=2000) for card in ("3c", "Kh"))
    assert broken.loss.mean - 2 * broken.loss.error > thrown.loss.mean


def test_laying_is_not_blamed_for_a_poor_discard_after_it():
    """A meld is worth what the best discard after it is worth, not what a hasty one is."""
    lay = cost(OPENING, LayMeld(0, cards("7d 7h 7s")), worlds=2000)
    after = view(play(deal_with(OPENING), lay.move), 0)
    worst = max(cost(after, move, worlds=500).loss.mean for move in legal_moves(after, 0))
    assert lay.loss.mean < worst


def deal_with(seen):
    """A table that looks like this one at the very beginning of a round."""
    hidden = list(unseen(seen))
    start = deal()
    return replace(
        start,
        hands=(seen.hand, tuple(sorted(hidden[:12])), tuple(sorted(hidden[12:24]))),
        stock=tuple(hidden[24:]),
    )


def test_nothing_is_read_from_hidden_cards():
    chance = Random(3)
    state = deal_with(OPENING)
    hidden = [card for hand in state.hands[1:] for card in hand] + list(state.stock)
    chance.shuffle(hidden)
    other = replace(state, hands=(state.hands[0], tuple(hidden[:12]), tuple(hidden[12:24])), stock=tuple(hidden[24:]))
    move = Discard(0, Card("Kh"))
    assert other != state
    assert cost(view(other, 0), move, worlds=100) == cost(view(state, 0), move, worlds=100)


def test_the_same_seed_gives_the_same_cost_and_another_one_nearly_the_same():
    move = parse_move("0 discard 3c")
    one, other = (cost(OPENING, move, worlds=2000, seed=seed) for seed in (1, 2))
    assert one == cost(OPENING, move, worlds=2000, seed=1)
    assert one != other
    assert abs(one.loss.mean - other.loss.mean) < 4 * (one.loss.error**2 + other.loss.error**2) ** 0.5


def test_which_joker_is_used_makes_no_difference():
    rules = Rules(jokers=2)
    hand = cards("X1 X2 7h 7d 9d Td Kh Kc Qs Js 5h 2c 3s")
    rest = [card for card in (*DECK, *JOKERS[:2]) if card not in hand]
    seen = view(start(rules, (hand, rest[:12], rest[12:24]), rest[24:]), 0)
    first, second = (cost(seen, LayMeld(0, (joker, *cards("7h 7d"))), worlds=100) for joker in JOKERS[:2])
    assert (first.loss, first.best, first.win) == (second.loss, second.best, second.win)


@pytest.mark.parametrize("rules", [Rules(jokers=4, ace_high=True), Rules.preset("traditional")], ids=str)
def test_every_legal_move_of_a_round_has_a_cost(rules):
    for seed in range(4):
        for seen, move in seen_in(play_tongits((bots.tongits.random,) * 3, rules, seed))[::9]:
            assert cost(seen, move, worlds=10).move == move


def test_only_a_legal_move_has_a_cost():
    for move in (Draw(0), Discard(0, Card("Ac"))):
        with pytest.raises(IllegalMove):
            cost(OPENING, move, worlds=10)


def test_what_can_be_laid_is_every_legal_meld_and_lay_off():
    for seen, _ in seen_in(play_tongits(CAREFUL, None, 5)):
        moves = legal_moves(seen, seen.viewer)
        assert set(layable(seen)) == {move for move in moves if isinstance(move, LayMeld | Sapaw)}
    assert LayMeld(0, cards("2c 3c 4c")) in layable(OPENING)


# The review.


def planted():
    """A round in which seat 0 throws the card that a finished set needs, and plays carefully otherwise."""
    state, chance, moves = deal_with(OPENING), Random(1), []
    start, move = state, parse_move("0 discard 7h")
    while True:
        state = play(state, move)
        moves.append(move)
        if state.phase.value == "over":
            return Record(start, tuple(moves))
        move = bots.tongits.careful(view(state, state.seat), chance)


def test_a_planted_blunder_is_named():
    first, *_ = review(planted(), 0, worlds=1500)
    assert isinstance(first, ReviewedMove)
    assert (first.number, str(first.move)) == (1, "0 discard 7h")
    assert first.loss.mean > 2 * first.loss.error
    assert first.best != first.move
    points = decimal(first.loss_payment.mean, "en", 1)
    assert re.match(rf"On average it brings {points} points less than was possible \(± \d+(\.\d)?\)\.", first.sentence)
    assert "Better: " in first.sentence


def test_a_review_goes_through_every_move_of_the_seat_in_order():
    record = play_tongits(CAREFUL, None, 3)
    for seat in (0, 2):
        reviewed = list(review(record, seat, worlds=20))
        mine = [(number, move) for number, move in enumerate(record.moves, 1) if move.seat == seat]
        assert [(one.number, one.move) for one in reviewed] == mine
        for one in reviewed:
            assert one.seat == seat
            assert one.win_before.mean - one.win_after.mean == pytest.approx(one.loss.mean)


def test_a_review_says_the_same_as_the_cost_of_the_move():
    record = play_tongits(CAREFUL, None, 3)
    for one in review(record, 1, worlds=80, seed=4):
        seen, move = seen_in(record)[one.number - 1]
        asked = cost(seen, move, worlds=80, seed=4)
        assert (asked.best, asked.loss, asked.loss_payment) == (one.best, one.loss, one.loss_payment)
        assert asked.win == one.win_after


def test_a_forced_move_is_said_to_be_forced():
    """T6.3: who is burned can only fold."""
    records = (play_tongits(CAREFUL, None, seed) for seed in range(200))
    record, seat = next(
        (record, seen.viewer)
        for record in records
        for seen, move in seen_in(record)
        if isinstance(move, Fold) and not seen.opened(seen.viewer)
    )
    *_, last = review(record, seat, worlds=10)
    assert (last.sentence, last.loss.mean, last.best) == ("There was no other move.", 0, last.move)


def test_the_words_follow_the_loss():
    met = set()
    for one in review(play_tongits((bots.tongits.random,) * 3, None, 7), 0, worlds=400):
        lost = one.loss_payment
        begins = "The best move." if not lost.mean else "On average it brings"
        if 0 < lost.mean <= 2 * lost.error:
            begins = "No worse than the best move"
        assert one.sentence.startswith((begins, "There was no other move."))
        met.add(begins)
    assert len(met) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", [Rules(), Rules.preset("traditional"), Rules(jokers=2)], ids=str)
def test_a_review_reads_in_every_language(lang, rules):
    for one in review(play_tongits((bots.tongits.random, *CAREFUL[1:]), rules, 8), 0, lang, worlds=30):
        assert not re.search(r"[{}]|\b[2-9TJQK][cdhs]\b|\bcoach\.", one.sentence)
        assert one.sentence[0].isupper()


def test_a_review_works_only_as_far_as_it_is_asked():
    """The record breaks a rule at its end: who asks only for the first moves does not meet it."""
    record = play_tongits(CAREFUL, None, 3).add(Draw(0))
    assert len(list(islice(review(record, 0, worlds=10), 2))) == 2
    with pytest.raises(IllegalMove):
        list(review(record, 0, worlds=10))


@pytest.mark.parametrize("worlds", [0, -5, 2.0])
def test_the_number_of_worlds_is_a_whole_number_from_one(worlds):
    record = play_tongits(CAREFUL, None, 3)
    for ask in (
        lambda: cost(OPENING, parse_move("0 discard Kh"), worlds=worlds),
        lambda: next(review(record, 0, worlds=worlds)),
        lambda: whatif.ask(OPENING, worlds=worlds),
        lambda: next(whatif.refine(OPENING, most=worlds)),
    ):
        with pytest.raises(ValueError, match="whole number from 1"):
            ask()


def test_only_moves_of_a_seat_at_the_table_are_reviewed():
    with pytest.raises(ValueError, match="no seat 3"):
        next(review(play_tongits(CAREFUL, None, 3), 3))
    with pytest.raises(ValueError, match="seat 1"):
        cost(OPENING, parse_move("1 discard Kh"))


def test_only_rounds_of_tongits_are_reviewed():
    with pytest.raises(ValueError, match="Tongits"):
        next(review(rounds.play_tichu((bots.tichu.careful,) * 2, tichu.Rules(), 1), 0))
