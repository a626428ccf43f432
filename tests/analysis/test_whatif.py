"""What an option is worth: the same worlds for all, the same answer whoever does the work, and no surer than it is."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from distributed import Client, LocalCluster

from cardlab import bots, tongits
from cardlab.analysis import deals, whatif
from cardlab.analysis.kernel import compiled
from cardlab.tongits import Discard, Rules, deal, legal_moves, outcome, play, turn, view


def positions(rules, seed, bot=bots.tongits.careful):
    """The views of the seat to move in a round played by a bot."""
    state, chance = deal(rules, seed), Random(seed)
    while (seats := turn(state)) and outcome(state) is None:
        (seat,) = seats
        seen = view(state, seat)
        yield seen
        state = play(state, bot(seen, chance))


def opening(seed=1, **rules):
    return view(deal(Rules(**rules), seed), 0)


def test_the_answer_is_the_same_with_any_executor_and_any_number_of_workers():
    seen = opening(seed=3)
    alone = whatif.ask(seen, worlds=450, seed=8)
    with ThreadPoolExecutor(3) as threads:
        assert whatif.ask(seen, worlds=450, seed=8, executor=threads) == alone
    for workers in (1, 2):
        with ProcessPoolExecutor(workers) as processes:
            assert whatif.ask(seen, worlds=450, seed=8, executor=processes) == alone


def test_the_answer_is_the_same_on_a_cluster():
    seen = opening(seed=3)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        found = whatif.ask(seen, worlds=450, seed=8, executor=client.get_executor())
    assert found == whatif.ask(seen, worlds=450, seed=8)


@pytest.mark.parametrize("preset", ["sheet", "traditional"])
def test_plain_and_compiled_give_the_same_sums(preset):
    assert compiled.load(wait=True)
    for seen in list(positions(Rules.preset(preset), 2))[::9]:
        asked = deals.question(seen)
        fast = whatif.play_worlds(asked, 3, 10, 20, compiled.best())
        assert fast == whatif.play_worlds(asked, 3, 10, 20, compiled.plain())


def test_worlds_that_are_kept_are_those_that_would_be_played_again():
    asked = whatif.Asked.about(opening(), 5)
    for worlds in (20, 60, 40, 60):
        assert asked.played(worlds) == whatif.play_worlds(asked.question, 5, 0, worlds)


def test_an_answer_refines_until_it_is_precise_enough():
    answers = list(whatif.refine(opening(), precision=0.02))
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert max(option.win.error for option in answers[-1].options) <= 0.02
    assert all(earlier.worlds < later.worlds for earlier, later in pairwise(answers))
    assert list(whatif.refine(opening(), precision=0.0001, most=1500))[-1].worlds == 1500


def test_a_certain_option_has_no_error_and_no_other_is_called_certain():
    rules = Rules()
    seen = next(
        seen
        for seed in range(200)
        for seen in positions(rules, seed)
        if len(seen.hand) == 1 and any(isinstance(move, Discard) for move in legal_moves(seen, seen.viewer))
    )
    last = next(option for option in whatif.ask(seen, worlds=50).options if isinstance(option.move, Discard))
    certain = whatif.Estimate(1.0, 0.0, certain=True)
    assert (last.win, last.deadwood, last.payment.certain) == (certain, replace(certain, mean=0.0), False)
    few = whatif.ask(opening(), worlds=2)
    assert all(option.win.error > 0 for option in few.options)


def test_shared_worlds_tell_differences_more_sharply_than_levels():
    answer = whatif.ask(opening(), worlds=3000)
    best, *others = answer.options
    sharper = [
        option.behind_payment.error < (option.payment.error**2 + best.payment.error**2) ** 0.5 for option in others
    ]
    assert best.behind_payment == whatif.Estimate(0.0, 0.0)
    assert all(sharper)


def test_estimates_lie_where_their_errors_say():
    """Twenty seeds of 300 worlds against 40,000 worlds of another seed: the squared distances in errors are about 1."""
    compiled.load(wait=True)
    seen = opening(seed=6)
    truth = {option.move: option for option in whatif.ask(seen, worlds=40_000, seed=1).options}
    distances = [
        ((getattr(option, kind).mean - getattr(truth[option.move], kind).mean) / getattr(option, kind).error) ** 2
        for seed in range(2, 22)
        for option in whatif.ask(seen, worlds=300, seed=seed).options
        for kind in ("win", "payment", "deadwood")
        if getattr(option, kind).error
    ]
    assert 0.7 < sum(distances) / len(distances) < 1.3


def test_a_hidden_four_is_a_set_that_nobody_has_seen():
    """T6.9: a seat that lies with a secret four: the worlds give it one of the fours that are still unseen."""
    state = next(
        state
        for seed in range(4000)
        for state in (deal(Rules.preset("traditional"), seed),)
        if any(len(meld.cards) == 4 and meld.kind is tongits.Kind.SET for meld in tongits.melds_in(state.hands[0]))
    )
    four = next(move for move in legal_moves(state, 0) if isinstance(move, tongits.LayMeld) and move.secret)
    state = play(state, four)
    state = play(state, Discard(0, state.hands[0][0]))
    seen = view(state, 1)
    asked = deals.question(seen)
    mask = sum(card.bit for card in four.cards)
    assert mask in asked.fours
    assert all(sum(1 << card for card in asked.pool) & one == one for one in asked.fours)
    assert whatif.ask(seen, worlds=50).worlds == 50


def test_nothing_is_asked_out_of_turn():
    with pytest.raises(ValueError, match="no move"):
        whatif.ask(view(deal(), 1))
    for number in (0, -5, 2_000_000, 2.5):
        with pytest.raises(ValueError, match="worlds is"):
            whatif.ask(opening(), worlds=number)
