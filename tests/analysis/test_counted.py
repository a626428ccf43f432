"""What is counted instead of sampled: answers to a call, and rounds near their end, against plain enumeration.

The enumeration here deals every hidden card itself and lets the rule engine judge: it shares nothing with the kernel.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, count, islice, permutations
from math import comb, factorial

import pytest

from cardlab import bots
from cardlab.analysis import whatif
from cardlab.analysis.continuations import turns
from cardlab.analysis.deals import any_state, believed_at_most
from cardlab.analysis.draw_call import counted_answers
from cardlab.analysis.every_deal import MOST_STOCK, is_countable, takes_long
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import unseen
from cardlab.bots.sensible import BOLD, CAUTIOUS, SENSIBLE, sensible
from cardlab.rounds import play_tongits
from cardlab.tongits import Call, Phase, Rules, hand_deadwood, legal_moves, outcome, play, turn, view

TRADITIONAL = Rules.preset("traditional")
RULES = {
    "sheet": Rules(),
    "traditional": TRADITIONAL,
    "sheet, chips, the challenger wins a tie": Rules(payment="chips", tie="challenger"),
    "traditional, points, the challenger wins a tie": replace(TRADITIONAL, payment="deadwood", tie="challenger"),
    "traditional, the next seat wins a tie of three": replace(TRADITIONAL, tie="challenger", three_way_tie="next_seat"),
    "jokers": Rules(jokers=2),
}
MOST_DEALS = 400


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


def met(rules, wanted):
    """Views of seats that have to move, in rounds of sensible and of careful players."""
    for seed in count():
        players = ((sensible,) * 3, (bots.tongits.careful,) * 3)[seed % 2]
        for state in play_tongits(players, rules, seed).states():
            for seat in turn(state):
                seen = view(state, seat)
                if len(legal_moves(seen, seat)) > 1 and not any(laid.meld is None for laid in seen.melds):
                    if wanted(seen):
                        yield seen


def deals(seen, *, ordered):
    """Every state that looks like this view."""
    pool, state = unseen(seen), any_state(seen)
    first, second = (seat for seat in range(3) if seat != seen.viewer)
    for one in combinations(pool, seen.counts[first]):
        left = [card for card in pool if card not in one]
        for other in combinations(left, seen.counts[second]):
            rest = [card for card in left if card not in other]
            hands = list(state.hands)
            hands[first], hands[second] = tuple(sorted(one)), tuple(sorted(other))
            for stock in permutations(rest) if ordered else [tuple(rest)]:
                yield replace(state, hands=tuple(hands), stock=tuple(stock))


def number(seen, *, ordered):
    pool = len(unseen(seen))
    first, second = (seen.counts[seat] for seat in range(3) if seat != seen.viewer)
    return comb(pool, first) * comb(pool - first, second) * (factorial(seen.stock) if ordered else 1)


def played_on(state, moves, viewer, style):
    for move in moves:
        state = play(state, move)
    while state.phase is not Phase.OVER:
        own = SENSIBLE if state.seat == viewer else style
        state = play(state, sensible(view(state, state.seat), style=own))
    return outcome(state)


def plainly(seen, moves, states, style=SENSIBLE):
    """How likely a turn wins and what it receives, over all these states, if the others play in this style."""
    ended = [played_on(state, moves, seen.viewer, style) for state in states]
    wins = Fraction(sum(one.winner == seen.viewer for one in ended), len(ended))
    return wins, Fraction(sum(one.payments[seen.viewer] for one in ended), len(ended))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_T6_4_an_answer_is_worth_what_all_deals_say(rules):
    def few(seen):
        return seen.phase is Phase.ANSWER and number(seen, ordered=False) <= 30 * MOST_DEALS

    compared = 0
    for seen in islice(met(rules, few), 3):
        most = believed_at_most(seen)
        states = [
            state for state in deals(seen, ordered=False) if hand_deadwood(state.hands[seen.caller], seen.rules) <= most
        ]
        for move, worth in counted_answers(seen).items():
            assert worth == plainly(seen, (move,), states)
            compared += 1
    assert compared > 2


@pytest.mark.parametrize("style", [SENSIBLE, CAUTIOUS, BOLD], ids=["sensible", "cautious", "bold"])
@pytest.mark.parametrize(
    "rules", [TRADITIONAL, RULES["sheet, chips, the challenger wins a tie"]], ids=["trad", "chips"]
)
def test_T6_7_a_call_that_some_may_fold_to_is_worth_what_all_deals_say(rules, style):
    def few(seen):
        return Call(seen.viewer) in legal_moves(seen, seen.viewer) and number(seen, ordered=False) <= 2 * MOST_DEALS

    answered = set()
    for seen in islice(met(rules, few), 6):
        worth = whatif.counted_moves(seen, style=style)[Call(seen.viewer)]
        wins, payment = plainly(seen, (Call(seen.viewer),), list(deals(seen, ordered=False)), style)
        assert (worth.win.mean, worth.payment.mean) == pytest.approx((float(wins), float(payment)))
        assert worth.payment.counted
        answered.add(any(seen.opened(seat) for seat in range(3) if seat != seen.viewer))
    assert True in answered


@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL, RULES["jokers"]], ids=["sheet", "traditional", "jokers"])
def test_near_its_end_a_round_is_worth_what_all_deals_say(rules):
    def few(seen):
        return (
            seen.phase is not Phase.ANSWER
            and 0 < seen.stock <= MOST_STOCK
            and number(seen, ordered=True) * len(turns(seen).asked.turns) <= 4 * MOST_DEALS
        )

    for seen in islice(met(rules, few), 2):
        answer = whatif.ask(seen, worlds=10)
        assert answer.whole
        assert answer.done
        states = list(deals(seen, ordered=True))
        assert answer.worlds == len(states)
        for option in answer.options:
            wins, payment = plainly(seen, option.turn, states)
            assert (option.win.error, option.payment.error) == (0, 0)
            assert option.win.mean == pytest.approx(float(wins))
            assert option.payment.mean == pytest.approx(float(payment))


@pytest.mark.parametrize("style", [CAUTIOUS, BOLD], ids=["cautious", "bold"])
@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL], ids=["sheet", "traditional"])
def test_what_a_turn_is_worth_if_the_others_play_otherwise(rules, style):
    def few(seen):
        return (
            seen.phase is not Phase.ANSWER
            and 0 < seen.stock <= MOST_STOCK
            and sum(seen.opened(seat) for seat in range(3)) > 1
            and number(seen, ordered=True) * len(turns(seen).asked.turns) <= 4 * MOST_DEALS
        )

    changed = 0
    for seen in islice(met(rules, few), 4):
        usual, other = whatif.ask(seen), whatif.if_others_play(seen, style)
        assert {option.turn for option in usual.options} == {option.turn for option in other.options}
        states = list(deals(seen, ordered=True))
        for option in other.options:
            wins, payment = plainly(seen, option.turn, states, style)
            assert option.win.mean == pytest.approx(float(wins))
            assert option.payment.mean == pytest.approx(float(payment))
        changed += usual != other
    assert changed or rules is not TRADITIONAL


def test_the_best_way_of_every_row_is_counted_too():
    """Of turns in which the same is laid no other discard receives more."""

    def few(seen):
        found = turns(seen)
        return (
            seen.phase is Phase.LAY
            and 0 < seen.stock <= MOST_STOCK
            and len(found.rows) < len(found.asked.turns)
            and number(seen, ordered=True) * len(found.asked.turns) <= 4 * MOST_DEALS
        )

    seen = next(met(Rules(), few))
    kept = {option.turn: option.payment.mean for option in whatif.ask(seen).options}
    found, states = turns(seen), list(deals(seen, ordered=True))
    for row in found.rows:
        ways = [found.asked.turns[way] for way in row]
        best = max(float(plainly(seen, way, states)[1]) for way in ways)
        assert max(kept[way] for way in ways if way in kept) == pytest.approx(best)


def test_where_every_deal_takes_long_a_sample_comes_first_and_the_count_is_the_last_answer():
    kernel = compiled.best()

    def countable(seen, *, long):
        if not 0 < seen.stock <= MOST_STOCK:
            return False
        asked = turns(seen).asked
        return is_countable(asked, kernel) and takes_long(asked, kernel) is long

    seen = next(met(Rules(), partial(countable, long=True)))
    sampled, counted = whatif.refine(seen)
    assert not sampled.done
    assert not sampled.whole
    assert counted == whatif.ask(seen)
    assert counted.whole
    short = next(met(Rules(), partial(countable, long=False)))
    (only,) = whatif.refine(short)
    assert only.whole
