"""What is counted instead of sampled: answers to a call, and rounds near their end, against plain enumeration.

The enumeration here deals every hidden card itself and lets the rule engine judge: it shares nothing with the kernel.
"""

import os
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from math import comb, factorial

import pytest

from cardlab import bots
from cardlab.analysis import whatif
from cardlab.analysis.bots import sensible
from cardlab.analysis.continuations import turns
from cardlab.analysis.deals import PAYMENT, WIN, any_state, believed_at_most, play_worlds
from cardlab.analysis.every_deal import MOST_STOCK, is_countable, play_every_deal, takes_long
from cardlab.analysis.position import unseen
from cardlab.tongits import Call, Phase, Rules, hand_deadwood, legal_moves
from tests.analysis.rounds_met import TRADITIONAL, deals, met, played_on

RULES = {
    "sheet": Rules(),
    "traditional": TRADITIONAL,
    "sheet, chips, the challenger wins a tie": Rules(payment="chips", tie="challenger"),
    "traditional, points, the challenger wins a tie": replace(TRADITIONAL, payment="deadwood", tie="challenger"),
    "traditional, the next seat wins a tie of three": replace(
        TRADITIONAL, tie="challenger", challengers_tie="next_seat"
    ),
    "jokers": Rules(jokers=2),
}
MOST_DEALS = 400
IS_LONG = "LONG" in os.environ
# With jokers most rounds are over before, so it takes long to find one.
SAMPLED = RULES if IS_LONG else {name: rules for name, rules in RULES.items() if not rules.jokers}


def to_count(rules, count):
    """Views of seats that have a choice, in rounds of sensible and of careful players, where nothing lies hidden."""
    both = zip(met(rules, sensible), met(rules, bots.tongits.careful), strict=True)
    for seen, _ in chain.from_iterable(both):
        if count(seen) and not any(laid.meld is None for laid in seen.melds):
            if len(legal_moves(seen, seen.viewer)) > 1:
                yield seen


def tables(seen, *, ordered):
    """Every table that looks like this view."""
    return list(deals(any_state(seen), seen.viewer, ordered=ordered))


def number(seen, *, ordered):
    pool = len(unseen(seen))
    first, second = (seen.counts[seat] for seat in range(3) if seat != seen.viewer)
    return comb(pool, first) * comb(pool - first, second) * (factorial(seen.stock) if ordered else 1)


def few_left(seen):
    """Whether a round is so near its end that every way to go on can be played in every deal."""
    if seen.phase is Phase.ANSWER or not 0 < seen.stock <= MOST_STOCK:
        return False
    deals = number(seen, ordered=True)
    return deals <= 4 * MOST_DEALS and deals * len(turns(seen).ways) <= 4 * MOST_DEALS


def plainly(seen, moves, states):
    """How likely a turn wins and what it receives, over all these states."""
    ended = [played_on(state, moves) for state in states]
    wins = Fraction(sum(one.winner == seen.viewer for one in ended), len(ended))
    return wins, Fraction(sum(one.payments[seen.viewer] for one in ended), len(ended))


CHIPS = RULES["sheet, chips, the challenger wins a tie"]
COUNTED = [*((rules, Phase.ANSWER) for rules in RULES.values()), (TRADITIONAL, Phase.DRAW), (CHIPS, Phase.DRAW)]


@pytest.mark.parametrize(("rules", "phase"), COUNTED)
def test_T6_4_T6_7_an_answer_and_a_call_that_some_may_fold_to_are_worth_what_all_deals_say(rules, phase):
    def few(seen):
        if seen.phase is not phase or (phase is Phase.DRAW and Call(seen.viewer) not in legal_moves(seen, seen.viewer)):
            return False
        return number(seen, ordered=False) <= (10 if phase is Phase.ANSWER else 1) * MOST_DEALS

    can_be_challenged = False
    for seen in islice(to_count(rules, few), 4 if phase is Phase.DRAW else 3 if IS_LONG else 2):
        states = tables(seen, ordered=False)
        if phase is Phase.ANSWER:
            most, caller = believed_at_most(seen), seen.caller
            states = [state for state in states if hand_deadwood(state.hands[caller], rules) <= most]
        counted = whatif.counted_moves(seen)
        assert counted
        assert counted == {move: plainly(seen, (move,), states) for move in counted}
        can_be_challenged |= any(seen.opened(seat) for seat in range(3) if seat != seen.viewer)
    assert can_be_challenged


@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL, *([RULES["jokers"]] if IS_LONG else [])])
def test_near_its_end_a_round_is_worth_what_all_deals_say_and_the_best_discard_after_each_laying_is_an_option(rules):
    for seen in islice(to_count(rules, few_left), 3):
        answer = whatif.ask(seen, worlds=10)
        states = tables(seen, ordered=True)
        assert (answer.whole, answer.done, answer.worlds) == (True, True, len(states))
        rows = {way.turn: way.row for way in turns(seen).ways}
        plain = {turn: plainly(seen, turn, states) for turn in rows}
        best = defaultdict(list)
        for option in answer.options:
            assert (option.win.error, option.payment.error) == (0, 0)
            assert (option.win.mean, option.payment.mean) == pytest.approx(tuple(map(float, plain[option.turn])))
            best[rows[option.turn]].append(plain[option.turn][1])
        for turn, row in rows.items():
            assert plain[turn][1] <= max(best[row])


@pytest.mark.parametrize("rules", SAMPLED.values(), ids=SAMPLED.keys())
def test_what_is_sampled_is_what_counting_says_within_its_errors(rules):
    """By chance the mean of the squared distances, in errors, is 1."""
    distances = []
    for seed, seen in enumerate(islice(to_count(rules, few_left), 6 if IS_LONG else 3)):
        asked = turns(seen)
        whole = play_every_deal(asked)
        samples = [play_worlds(asked, 4 * seed + again, 0, 1_000) for again in range(4)]
        for index, kind, some in product(range(len(asked.ways)), (WIN, PAYMENT), samples):
            total, squares = whole.of(index, kind)
            mean = total / whole.worlds
            spread = squares / whole.worlds - mean * mean
            if spread > 1e-9:
                distances.append((some.of(index, kind)[0] / some.worlds - mean) / (spread / some.worlds) ** 0.5)
            else:
                assert some.of(index, kind)[0] == pytest.approx(mean * some.worlds)
    assert max(map(abs, distances)) < 5
    assert 0.5 < sum(distance**2 for distance in distances) / len(distances) < 2


def test_where_every_deal_takes_long_a_sample_comes_first_and_the_count_is_the_last_answer():
    def countable(seen, *, long):
        if not 0 < seen.stock <= MOST_STOCK:
            return False
        asked = turns(seen)
        return is_countable(asked) and takes_long(asked) is long

    seen = next(to_count(Rules(), partial(countable, long=True)))
    sampled, counted = whatif.refine(seen)
    assert not sampled.done
    assert not sampled.whole
    assert counted == whatif.ask(seen)
    assert counted.whole
    short = next(to_count(Rules(), partial(countable, long=False)))
    (only,) = whatif.refine(short)
    assert only.whole
