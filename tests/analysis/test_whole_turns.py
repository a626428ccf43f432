"""Options are whole turns: every legal move begins one, and laboratory, coach and review say the same of each."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis import jobs, whatif
from cardlab.analysis.bots import FEWEST, strong
from cardlab.analysis.coach import cost
from cardlab.analysis.continuations import MOST_WAYS, _rows, effect, turns
from cardlab.analysis.deals import any_state, question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.rounds import ROUND_SIZE
from cardlab.analysis.position import read, view_of
from cardlab.analysis.reasons import reason, turn_reason
from cardlab.analysis.round_review import Decision, review
from cardlab.bots.sensible import sensible
from cardlab.cards import JOKERS, cards
from cardlab.rounds import play_tongits
from cardlab.tongits import Discard, LayMeld, Phase, Rules, Sapaw, Take, legal_moves, parse_move, play, view

RULES = {
    "sheet": Rules(),
    "traditional": Rules.preset("traditional"),
    "jokers": Rules(jokers=4, ace_high=True, secret_four=True),
    "discard must meld": Rules(discard_must_meld=True, jokers=2, showdown="everyone"),
}
OPENING = "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


def every_way(seen):
    """Whether there are so few ways to end the turn that all of them are options."""
    return sum(len(row.ways) for row in _rows(seen, question(seen))) <= MOST_WAYS


def met(rules, bot=bots.tongits.careful):
    """Every view of a seat that has to move, with the record that it is from and the move made."""
    for seed in count():
        record = play_tongits((bot,) * 3, rules, seed)
        for state, move in zip(record.states(), record.moves, strict=False):
            yield view(state, move.seat), record, move


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_every_legal_move_begins_a_turn_and_no_other(rules):
    for seen, _, _ in islice(met(rules), 40):
        found = turns(seen)
        assert frozenset().union(*found.asked.firsts) == set(legal_moves(seen, seen.viewer))
        assert sorted(way for row in found.rows for way in row) == list(range(len(found.asked.turns)))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_a_turn_goes_to_its_end_and_keeps_the_rules(rules):
    for seen, _, _ in islice(met(rules), 40):
        found = turns(seen)
        for place, moves in enumerate(found.asked.turns):
            state = any_state(seen)
            for move in moves:
                state = play(state, move)
            played = found.asked.options[ROUND_SIZE * place : ROUND_SIZE * (place + 1)]
            if seen.phase is Phase.LAY or isinstance(moves[0], Take):
                assert state.seat != seen.viewer or state.phase is Phase.OVER
                assert bool(played[slots.PHASE] == slots.OVER) is (state.phase is Phase.OVER)
                assert played[slots.HANDS + seen.viewer].bit_count() == len(state.hands[seen.viewer])


def test_what_is_laid_in_another_order_is_no_other_turn():
    found = turns(view_of(read(OPENING)))
    both = [
        (moves, firsts) for moves, firsts in zip(found.asked.turns, found.asked.firsts, strict=True) if len(firsts) > 1
    ]
    assert {len(moves) for moves, _ in both} == {3}
    assert {first for _, firsts in both for first in firsts} == {
        LayMeld(0, cards("7d 7h 7s")),
        LayMeld(0, cards("2c 3c 4c")),
    }
    assert len({moves[-1] for moves, _ in both}) == len(both) == 7


def test_another_joker_is_no_other_turn():
    seen = view_of(read("rules sheet jokers 2; hand X1 X2 7h 7d 9d Td Kh Kc Qs Js 5h 2c 3s"))
    found = turns(seen)
    effects = [tuple(effect(seen, move) for move in moves[:1]) + moves[1:] for moves in found.asked.turns]
    assert len(set(effects)) == len(effects)
    thrown = [moves for moves in found.asked.turns if isinstance(moves[0], Discard) and moves[0].card.is_joker]
    assert len(thrown) == 1
    firsts = found.asked.firsts[found.asked.turns.index(thrown[0])]
    assert firsts == {Discard(0, joker) for joker in JOKERS[:2]}


POSITIONS = 200


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_coach_review_and_strong_say_what_ask_says(rules):
    """In the same worlds: the same best move, and the same differences. Of many rounds the first moves."""
    reviewed = (
        (view(state, one.seat), one)
        for seed in count()
        for record in (play_tongits((sensible,) * 3, rules, seed),)
        for state, one in zip(record.states(), decided(record), strict=False)
    )
    for number, (seen, judged) in enumerate(islice(reviewed, POSITIONS // len(RULES))):
        answer, found = whatif.ask(seen, worlds=WORLDS, seed=5), cost(seen, judged.move, worlds=WORLDS, seed=5)
        best, wanted = answer.options[0], effect(seen, judged.move)
        made = next(one for one in answer.options if wanted in {effect(seen, first) for first in one.firsts})
        is_best = not made.behind_payment.mean
        assert found.best == (made if is_best else best).move
        assert judged.best == (made if is_best else best).turn
        assert (judged.after, judged.cost.mean) == (made.payment.mean, made.behind_payment.mean)
        assert found.loss_payment == made.behind_payment
        assert (found.win, found.loss.mean) == (made.win, 0.0 if is_best else made.wins_less.mean)
        asked = whatif.ask(seen, worlds=FEWEST, seed=Random(number).getrandbits(32), whole=False)
        assert strong(seen, Random(number), played=1) == (
            asked.options[0].move if len(legal_moves(seen, seen.viewer)) > 1 else judged.move
        )


WORLDS = 40


def decided(record, most=13):
    """The first decisions of a round, as its review tells them."""
    pieces = review(record, worlds=WORLDS, seed=5)
    return islice((one for one in pieces if isinstance(one, Decision)), most)


def by_each_laying(positions, worlds):
    """Wherever something can be laid or taken: what a move was worth before it, and what the best turn is after it."""
    for seen in positions:
        moves = {
            effect(seen, move): move
            for move in legal_moves(seen, seen.viewer)
            if isinstance(move, LayMeld | Sapaw | Take)
        }
        before = whatif.ask(seen, worlds=worlds).options if moves else ()
        for wanted, move in islice(moves.items(), 0, None, 3):
            made = next(one for one in before if wanted in {effect(seen, first) for first in one.firsts})
            after = play(any_state(seen), move)
            if after.phase is Phase.LAY:
                yield made.payment.mean, whatif.ask(view(after, seen.viewer), worlds=worlds).options[0].payment.mean


@pytest.mark.parametrize("rules", [Rules(jokers=2), replace(RULES["traditional"], jokers=2)], ids=str)
def test_where_jokers_make_very_many_ways_hardly_a_move_is_worth_anything_else_than_it_was_before(rules):
    """One in four was, by two points on average, while only the first sixty tables were looked at."""
    many = (seen for seen, _, _ in met(rules, bots.tongits.random) if seen.phase is Phase.LAY and not every_way(seen))
    jumps = [abs(after - before) for before, after in by_each_laying(islice(many, 4), 150)]
    assert len(jumps) > 20
    assert sum(jump > 1e-9 for jump in jumps) <= len(jumps) // 10
    assert max(jumps) < 1


@pytest.mark.parametrize("rules", [Rules(), RULES["traditional"], RULES["discard must meld"]], ids=str)
def test_in_the_middle_of_a_turn_no_move_is_worth_anything_else_than_it_was_before(rules):
    """Every lay-down and every take of many positions, and not only those that somebody makes."""
    compared = 0
    for seen, _, _ in islice(met(rules, sensible), 0, 200, 5):
        lays = [move for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld | Take)]
        if not lays or not every_way(seen):
            continue
        before = whatif.ask(seen, worlds=30).options
        for move in lays:
            made = next(one for one in before if effect(seen, move) in {effect(seen, first) for first in one.firsts})
            after = play(any_state(seen), move)
            if after.phase is Phase.LAY:
                best = whatif.ask(view(after, seen.viewer), worlds=30).options[0]
                assert best.payment.mean == made.payment.mean
                compared += 1
    assert compared > 10


def test_what_the_page_of_the_laboratory_comes_to_is_what_the_coach_says():
    """In as many worlds, too: the last answer of the one has the losses that the other tells."""
    for seen in (view_of(read(OPENING)), *(seen for seen, _, _ in islice(met(Rules()), 2, 40, 16))):
        *_, (_, last) = jobs.refined("options", seen)
        for option in last.options:
            (judged,) = jobs.judged(seen, option.move)
            made = next(one for one in last.options if option.move in one.firsts)
            assert (judged.win, judged.loss_payment) == (made.win, made.behind_payment)
        assert last.whole or last.worlds == jobs.WORLDS


def test_refining_comes_to_what_asking_says():
    for seen, _, _ in islice(met(Rules()), 0, 40, 8):
        *_, last = whatif.refine(seen, precision=0.0, most=2000)
        assert last == replace(whatif.ask(seen, worlds=2000), done=True)


def test_every_turn_has_its_reason():
    seen = view_of(read(OPENING))
    for moves in turns(seen).asked.turns:
        told = turn_reason(seen, moves)
        assert (told == reason(seen, moves[0])) is (len(moves) == 1)


def test_T2_3_the_reason_of_a_turn_is_that_of_all_that_is_laid_in_it():
    take = "rules traditional; viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"
    seen = view_of(read(take))

    def told(*moves):
        return turn_reason(seen, [parse_move(f"2 {move}") for move in ("take", *moves, "discard Jd")], brief=True)

    one, apart = "meld 5d 6d 7d 8d", ("meld 5d 6d 7d", "sapaw 1 8d")
    torn, opens = "These cards are worth more elsewhere: at best 36 could be left, now 44.", "That opens you"
    assert all(opens in told(*laid) for laid in ((one,), apart, ("meld 4d 4h 4s", one)))
    assert opens not in turn_reason(seen, [parse_move("2 draw")], brief=True)
    assert torn in told("meld 5d 6d 7d")
    assert torn in told("meld 4d 5d 6d 7d 8d")
    assert not any(torn in told(*laid) for laid in ((one,), apart, (*apart, "meld 4d 4h 4s")))
    assert "(T6.8)" in told(*apart)
    assert "(T6.8)" not in told(one)
