"""A round judged: what decisions cost and what cards brought add up, a blunder is named, and said why it was one."""

import re
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from cardlab import bot_rounds, bots, tichu
from cardlab.analysis.deals import any_state
from cardlab.analysis.grades import CHIPS, POINTS, Grade, graded
from cardlab.analysis.position import read, view_of
from cardlab.analysis.review_text import criticisms
from cardlab.analysis.round_review import Decision, Prospects, account, luck_changes, review
from cardlab.analysis.whatif import Estimate, ask
from cardlab.bot_rounds import play_tongits
from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.refusal import IllegalMove
from cardlab.tongits import Discard, Draw, Fold, Rules, deal, outcome, play, view
from tests.analysis.rounds_met import OPENING, TRADITIONAL, met

CAREFUL = (bots.tongits.careful,) * 3
HASTY = (bots.tongits.random, *CAREFUL[1:])
RULES = {"en": Rules(), "de": TRADITIONAL, "nl": Rules(jokers=2, secret_four=True)}


@pytest.fixture(scope="module", params=RULES)
def judged(request):
    """A record, in which one player moves at random, and what its review says in a language."""
    record = play_tongits(HASTY, RULES[request.param], 9)
    return record, request.param, list(review(record, request.param, worlds=20))


def test_start_and_luck_less_cost_are_what_each_received_and_only_cards_and_the_others_change_a_value(judged):
    """What is worth so much after a move is worth the same before the next one of the turn."""
    record, _, pieces = judged
    *_, last = record.states()
    pairs = 0
    for seat in range(3):
        one = account(pieces, seat)
        assert one.result == outcome(last).payments[seat]
        assert one.start + one.luck - one.cost == pytest.approx(one.result, abs=1e-9)
        assert sum(change.change for change in luck_changes(pieces, seat)) == pytest.approx(one.luck, abs=1e-9)
        for one, other in pairwise(piece for piece in pieces if piece.seat == seat):
            if isinstance(one, Decision) and isinstance(other, Decision):
                assert other.before == pytest.approx(one.after, abs=1e-9)
                assert other.number == one.number + 1
                assert not isinstance(one.move, Draw)
                pairs += 1
            if isinstance(one, Prospects) and isinstance(other, Decision):
                assert other.before == pytest.approx(one.value, abs=1e-9)
    assert pairs


def test_every_move_of_every_player_is_judged_in_order_in_every_language(judged):
    record, lang, pieces = judged
    decisions = [one for one in pieces if isinstance(one, Decision)]
    assert [(one.number, one.move) for one in decisions] == list(enumerate(record.moves, 1))
    for one in decisions:
        assert one.seat == one.move.seat
        assert one.cost.mean >= 0
        assert one.before - one.after == pytest.approx(one.cost.mean, abs=1e-9)
        if one.cost.mean == 0:
            assert one.grade in (Grade.BEST, None)
            assert one.best[0].seat == one.seat
        if one.grade:
            free = one.cost.mean <= 2 * one.cost.error
            assert one.sentence.startswith((say("coach.best", lang), say("coach.as_good", lang))) is free
            assert (say("coach.better", lang, move="").rstrip(" .") in one.sentence) is not free
        assert not re.search(r"[{}]|\b[2-9TJQK][cdhs]\b|\bcoach\.|\bwrong\.", one.sentence)
        assert one.sentence[0].isupper()
        if one.choices:
            assert one.grade in (Grade.MISTAKE, Grade.BLUNDER)
            assert one.made in [choice.turn for choice in one.choices]
            assert one.choices[0].turn == one.best
            assert 2 <= len(one.choices) <= 4


def test_the_turn_said_to_be_made_is_the_one_that_was_played_whole(judged):
    """It was the best one that began with the same move: what was laid off or discarded afterwards was made up."""
    record, _, pieces = judged
    states, practised = list(record.states()), 0
    for one in pieces:
        if isinstance(one, Decision):
            ends = 1 + next(
                place
                for place in range(one.number - 1, len(record.moves))
                if isinstance(record.moves[place], Draw)
                or states[place + 1].seat != one.seat
                or outcome(states[place + 1])
            )
            state = states[one.number - 1]
            for move in one.made:
                state = play(state, move)
            assert (state.hands, state.discards) == (states[ends].hands, states[ends].discards)
            practised += bool(one.choices)
    assert practised


def test_who_looks_on_stands_where_the_last_decision_has_led():
    """The value of a discard and the value of the table after it are found in the same worlds."""
    seen, move = next((seen, move) for seen, move in met(Rules()) if isinstance(move, Discard))
    options_by_turn = {one.turn: one for one in ask(seen, worlds=50).options}
    after = Record(play(any_state(seen), move))
    onlooker = next(one for one in review(after, worlds=50) if one.seat == move.seat)
    assert onlooker.value == pytest.approx(options_by_turn[(move,)].payment.mean)


def test_a_cost_within_its_error_is_never_worse_than_good():
    for bounds in (POINTS, CHIPS):
        for cost in (0.0, 0.5, 1.0, 4.0, 50.0):
            assert graded(Estimate(cost, cost / 2), bounds) in (Grade.BEST, Grade.GOOD)
        steps = (0.0, bounds.inaccuracy / 2, bounds.inaccuracy, bounds.mistake, bounds.blunder)
        assert [graded(Estimate(cost, 0.0), bounds) for cost in steps] == list(Grade)


def test_a_planted_blunder_is_named_and_what_was_wrong_with_it():
    """The first player throws the card that a finished set needs."""
    blunder = Record(any_state(view_of(read(OPENING))), (Discard(0, Card("7h")),))
    first = next(one for one in review(blunder, worlds=1500) if isinstance(one, Decision))
    assert first.number == 1
    assert first.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert first.best != first.made == (Discard(0, Card("7h")),)
    assert say("wrong.breaks_meld", "en", cards="7♦ 7♥ 7♠") in first.sentence


def test_where_the_cards_explain_nothing_the_win_probability_does():
    """One decision in three had no reason."""
    seen = view(deal(TRADITIONAL, 7), 0)
    one, other, *_ = ask(seen, worlds=100).options
    level = replace(one, wins_less=Estimate(0.0, 0.0), deadwood=other.deadwood)
    rarely = replace(level, win=Estimate(0.2, 0.01), wins_less=Estimate(0.1, 0.01))
    assert criticisms(seen, rarely, replace(level, win=Estimate(0.3, 0.01)), "en") == (
        say("wrong.wins", "en", here="20%", there="30%"),
    )
    assert criticisms(seen, level, level, "en") == (say("wrong.worse", "en"),)


def test_a_forced_move_is_not_graded():
    """T6.3: who is burned can only fold."""
    folds = ((seen, move) for seen, move in met(Rules()) if isinstance(move, Fold))
    seen, move = next((seen, move) for seen, move in folds if not seen.opened(move.seat))
    short = Record(any_state(seen), (move,))
    folded = next(one for one in review(short, worlds=10) if isinstance(one, Decision))
    assert (folded.sentence, folded.grade, folded.cost.mean) == ("There was no other move.", None, 0)


def test_a_review_works_only_as_far_as_it_is_asked_and_only_on_rounds_of_tongits():
    """The record breaks a rule at its end: who asks only for the first moves does not meet it."""
    record = play_tongits(CAREFUL, None, 3).fork(2).add(Draw(0))
    assert len(list(islice(review(record, worlds=10), 4))) == 4
    with pytest.raises(IllegalMove):
        list(review(record, worlds=10))
    with pytest.raises(ValueError, match="Tongits"):
        next(review(bot_rounds.play_tichu((bots.tichu.careful,) * 2, tichu.Rules(), 1)))
