"""Options are whole turns: every legal move begins one, and laboratory, coach and review say the same of each."""

from dataclasses import replace
from itertools import count, islice
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis import whatif
from cardlab.analysis.bots import FEWEST, sensible, strong
from cardlab.analysis.continuations import MOST_WAYS, effect, every_way, turns
from cardlab.analysis.deals import any_state
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.position import read, view_of
from cardlab.analysis.reasons import turn_reason
from cardlab.analysis.round_review import Decision, review
from cardlab.analysis.whatif import cost
from cardlab.bot_rounds import play_tongits
from cardlab.cards import JOKERS, cards
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, LayMeld, Phase, Rules, Sapaw, Take, legal_moves, parse_move, play, view
from tests.analysis.rounds_met import OPENING, RULES, TRADITIONAL, met


def has_few_ways(seen):
    """Whether there are so few ways to end the turn that all of them are options."""
    return len(every_way(seen).ways) <= MOST_WAYS


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_every_legal_move_begins_a_turn_that_goes_to_its_end_and_keeps_the_rules(rules):
    for seen, _ in islice(met(rules), 25):
        ways = turns(seen).ways
        assert frozenset().union(*(way.firsts for way in ways)) == set(legal_moves(seen, seen.viewer))
        assert [way.row for way in ways] == sorted(way.row for way in ways)
        for way in ways:
            state = any_state(seen)
            for move in way.turn:
                state = play(state, move)
            if seen.phase is Phase.LAY or isinstance(way.turn[0], Take):
                assert state.seat != seen.viewer or state.phase is Phase.OVER
                assert (way.played[slots.PHASE] == slots.OVER) is (state.phase is Phase.OVER)
                assert way.played[slots.HANDS + seen.viewer].bit_count() == len(state.hands[seen.viewer])


def test_what_is_laid_in_another_order_and_another_joker_are_no_other_turn():
    both = [way for way in turns(view_of(read(OPENING))).ways if len(way.firsts) > 1]
    assert {len(way.turn) for way in both} == {3}
    laid = {LayMeld(0, cards("7d 7h 7s")), LayMeld(0, cards("2c 3c 4c"))}
    assert {first for way in both for first in way.firsts} == laid
    assert len({way.turn[-1] for way in both}) == len(both) == 7
    seen = view_of(read("rules sheet jokers 2; hand X1 X2 7h 7d 9d Td Kh Kc Qs Js 5h 2c 3s"))
    ways = turns(seen).ways
    assert len({(effect(seen, way.turn[0]), *way.turn[1:]) for way in ways}) == len(ways)
    (thrown,) = (way for way in ways if isinstance(way.turn[0], Discard) and way.turn[0].card.is_joker)
    assert thrown.firsts == {Discard(0, joker) for joker in JOKERS[:2]}


POSITIONS = 48


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
        answer, decision = whatif.ask(seen, worlds=WORLDS), cost(seen, judged.move, worlds=WORLDS)
        expected = effect(seen, judged.move)
        made = next(one for one in answer.options if expected in {effect(seen, first) for first in one.firsts})
        best = answer.options[0] if made.behind_payment.mean else made
        assert (decision.best.move, judged.best) == (best.move, best.turn)
        assert (judged.after, judged.cost.mean) == (made.payment.mean, made.behind_payment.mean)
        assert decision.loss == judged.cost
        asked = whatif.ask(seen, worlds=FEWEST, seed=Random(number).getrandbits(32), whole=False)
        assert strong(seen, Random(number), played=1) == (
            asked.options[0].move if len(legal_moves(seen, seen.viewer)) > 1 else judged.move
        )


WORLDS = 40


def decided(record, most=13):
    """The first decisions of a round, from its review."""
    pieces = review(record, worlds=WORLDS)
    return islice((one for one in pieces if isinstance(one, Decision)), most)


def by_each_laying(positions, worlds, *, every=1):
    """Wherever something can be laid or taken: what a move was worth before it, and what the best turn is after it."""
    for seen in positions:
        moves = {
            effect(seen, move): move
            for move in legal_moves(seen, seen.viewer)
            if isinstance(move, LayMeld | Sapaw | Take)
        }
        before = whatif.ask(seen, worlds=worlds).options if moves else ()
        for expected, move in islice(moves.items(), 0, None, every):
            made = next(one for one in before if expected in {effect(seen, first) for first in one.firsts})
            after = play(any_state(seen), move)
            if after.phase is Phase.LAY:
                yield made.payment.mean, whatif.ask(view(after, seen.viewer), worlds=worlds).options[0].payment.mean


def test_where_jokers_make_very_many_ways_hardly_a_move_is_worth_anything_else_than_it_was_before():
    """One in four was, by two points on average, while only the first sixty tables were looked at."""
    dealt = met(replace(TRADITIONAL, jokers=2), bots.tongits.random)
    many = (seen for seen, _ in dealt if seen.phase is Phase.LAY and not has_few_ways(seen))
    jumps = [abs(after - before) for before, after in by_each_laying(islice(many, 3), 150, every=3)]
    assert len(jumps) > 10
    assert sum(jump > 1e-9 for jump in jumps) <= len(jumps) // 10
    assert max(jumps) < 1


@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL, RULES["discard must meld"]], ids=str)
def test_in_the_middle_of_a_turn_no_move_is_worth_anything_else_than_it_was_before(rules):
    """Every lay-down, lay-off and take of many positions, not only those of real rounds."""
    few = (seen for seen, _ in islice(met(rules, sensible), 0, 200, 5) if has_few_ways(seen))
    compared = list(by_each_laying(few, 30))
    assert all(before == after for before, after in compared)
    assert len(compared) > 10


def test_T2_3_the_reason_of_a_turn_is_that_of_all_that_is_laid_in_it():
    take = "rules traditional; viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"
    seen = view_of(read(take))

    def reason_of(*moves):
        return turn_reason(seen, [parse_move(f"2 {move}") for move in ("take", *moves, "discard Jd")], brief=True)

    one, apart = "meld 5d 6d 7d 8d", ("meld 5d 6d 7d", "sapaw 1 8d")
    torn, opens = say("reason.better_split", least=44, best=36), say("reason.lay.opens")
    assert all(opens in reason_of(*laid) for laid in ((one,), apart, ("meld 4d 4h 4s", one)))
    assert opens not in turn_reason(seen, [parse_move("2 draw")], brief=True)
    assert torn in reason_of("meld 5d 6d 7d")
    assert torn in reason_of("meld 4d 5d 6d 7d 8d")
    assert not any(torn in reason_of(*laid) for laid in ((one,), apart, (*apart, "meld 4d 4h 4s")))
    assert "(T6.8)" in reason_of(*apart)
    assert "(T6.8)" not in reason_of(one)
    # Nothing is said twice.
    seen = view_of(read("hand 8h 9s Kd Td Jh 2c 3c 5h 6d As 4s 7c 5s; meld 1 8c 8d 8s; meld 2 9c 9d 9h; discard Qh Jc"))
    turn = [parse_move(f"0 {move}") for move in ("sapaw 1 9s", "sapaw 0 8h", "discard Kd")]
    closed, thrown = say("reason.sapaw.does_not_open"), say("reason.discard.breaks_nothing", count=10)
    assert turn_reason(seen, turn).count(closed) == 1
    assert turn_reason(seen, turn, brief=True) == f"{closed} (T3.5) {thrown}"
