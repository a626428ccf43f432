"""The value of an option: the same worlds for all, the same answer from any worker, and honest errors.

First how it is asked, then what is called certain: it is so however the round really goes on.
"""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from cardlab.analysis import deals, whatif
from cardlab.analysis.continuations import effect
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.analysis.round_review import review
from cardlab.analysis.whatif import Estimate, cost
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.cards import DECK, Card, notation
from cardlab.refusal import IllegalMove
from cardlab.tongits import Call, Challenge, Discard, Draw, Fold, Payment, Rules, View, deal, legal_moves, outcome, view
from cardlab.widgets.whatif.examples import EXAMPLES
from tests.analysis.rounds_met import RULES, TRADITIONAL, met


def opening(seed=1):
    return view(deal(seed=seed), 0)


def test_the_answer_is_the_same_with_any_executor_and_any_number_of_workers():
    # Here, for otherwise each process of the tests loads it.
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes, cluster, Client(cluster) as client:
        ways = (None, threads, processes, client.get_executor())
        alone, *others = (whatif.ask(opening(3), worlds=450, seed=8, executor=way) for way in ways)
    assert others == [alone] * 3


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_plain_and_compiled_give_the_same_sums(rules):
    for seen, _ in islice(met(rules), 0, 90, 18):
        asked = deals.question(seen)
        fast = whatif.play_worlds(asked, 3, 10, 20, compiled.best())
        assert fast == whatif.play_worlds(asked, 3, 10, 20, compiled.plain())


def test_an_answer_refines_until_it_is_precise_enough_in_the_worlds_that_would_be_played_at_once():
    answers = list(whatif.refine(opening(), precision=0.02))
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert max(option.win.error for option in answers[-1].options) <= 0.02
    assert all(earlier.worlds < later.worlds for earlier, later in pairwise(answers))
    for most in (1500, 2000):
        *_, last = whatif.refine(opening(), precision=0.0, most=most)
        assert last == whatif.ask(opening(), worlds=most)


def test_shared_worlds_show_differences_more_sharply_than_levels():
    answer = whatif.ask(opening(), worlds=3000)
    best, *others = answer.options
    sharper = [
        option.behind_payment.error < (option.payment.error**2 + best.payment.error**2) ** 0.5 for option in others
    ]
    assert best.behind_payment == whatif.Estimate(0.0, 0.0)
    assert all(sharper)


def test_estimates_lie_where_their_errors_say():
    """Twenty seeds of 300 worlds against 20,000 worlds of another seed: the squared distances in errors are about 1."""
    seen = opening(seed=6)
    truth = {option.move: option for option in whatif.ask(seen, worlds=20_000, seed=1).options}
    distances = [
        ((getattr(option, kind).mean - getattr(truth[option.move], kind).mean) / getattr(option, kind).error) ** 2
        for seed in range(2, 22)
        for option in whatif.ask(seen, worlds=300, seed=seed).options
        for kind in ("win", "payment", "deadwood")
        if getattr(option, kind).error
    ]
    assert 0.7 < sum(distances) / len(distances) < 1.3


def test_a_hidden_four_is_a_set_that_nobody_has_seen():
    """T6.9: of every rank but two a card is seen; the worlds give the secret four one of these two."""
    hand = "hand 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks"
    seen = View.read(f"rules traditional; viewer 1; {hand}; meld 0 secret; cards 9 11 12; discard 3c; stock 15")
    asked = deals.question(seen)
    assert set(asked.fours) == {deals.mask(card for card in DECK if card.rank == rank) for rank in "A2"}
    assert set(asked.pool) == {card.index for card in DECK} - {card.index for card in (*seen.hand, *seen.discards)}
    assert whatif.ask(seen, worlds=50).worlds == 50


def test_only_legal_moves_of_the_one_who_looks_are_judged():
    with pytest.raises(ValueError, match="no move"):
        whatif.ask(view(deal(), 1))
    for move in (Draw(0), Discard(0, Card("Ac"))):
        with pytest.raises(IllegalMove):
            cost(opening(), move, worlds=10)
    with pytest.raises(ValueError, match="seat 1"):
        cost(opening(), Discard(1, Card("Ac")))


def test_the_number_of_worlds_is_a_whole_number_from_one():
    seen = opening()
    for worlds in (0, -5, 2.0, 2_000_000):
        for ask in (
            lambda worlds: cost(seen, legal_moves(seen, 0)[0], worlds=worlds),
            lambda worlds: whatif.ask(seen, worlds=worlds),
            lambda worlds: next(whatif.refine(seen, most=worlds)),
            lambda worlds: next(review(play_tongits((careful,) * 3), worlds=worlds)),
        ):
            with pytest.raises(ValueError, match="whole number from 1"):
                ask(worlds)


# What is certain

LAST_DISCARD = f"hand {notation(DECK[:26:2])}; discard {notation(DECK[26:41])}"


def options(position, kind):
    result = [one for one in whatif.ask(view_of(read(position)), worlds=40).options if isinstance(one.move, kind)]
    assert result
    return result


def certain(mean):
    return Estimate(mean, 0.0, certain=True)


@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL, Rules(tie="challenger", concealed_melds_count=False)])
def test_what_was_certain_of_a_move_is_how_the_round_really_ended(rules):
    certain = [0, 0, 0]
    for seed in range(8):
        record = play_tongits((careful,) * 3, rules, seed=seed)
        *states, last = record.states()
        end = outcome(last)
        for state, move in list(zip(states, record.moves, strict=True))[-4:]:
            answer = whatif.ask(view(state, move.seat), worlds=5)
            expected = effect(view(state, move.seat), move)
            alone = [one for one in answer.options if len(one.turn) == 1]
            made = next((one for one in alone if effect(view(state, move.seat), one.move) == expected), None)
            if made is None:  # one of several moves of a turn, which goes on in every world as is best
                continue
            truth = end.winner == move.seat, end.payments[move.seat], end.deadwood[move.seat]
            for index, value in enumerate((made.win, made.payment, made.deadwood)):
                if value.certain:
                    certain[index] += 1
                    assert (value.mean, value.error) == (truth[index], 0.0)
    assert certain[0] > 0
    assert (certain[1] > 0) is (rules.payment is Payment.CHIPS)
    assert certain[2] > certain[0]


def test_T6_4_who_folds_cannot_win_and_what_he_pays_hangs_on_the_winner():
    (folds,) = options(EXAMPLES["answer"], Fold)
    assert (folds.win, folds.deadwood) == (replace(certain(0.0), counted=True), replace(certain(17.0), counted=True))
    assert (folds.payment.certain, folds.payment.counted, folds.payment.mean < 0) == (False, True, True)
    (challenges,) = options(EXAMPLES["answer"], Challenge)
    assert (challenges.win.certain, challenges.deadwood) == (False, replace(certain(17.0), counted=True))


def test_T6_3_a_call_against_burned_players_only_is_won_for_certain():
    position = "hand 2c 5d 9h Kd Kc 8c 4s Js Qd; meld 0 7h 7d 7s; seat 0 draw; discard 2d 3d 6d"
    (calls,) = options(position, Call)
    assert (calls.win, calls.payment.certain) == (replace(certain(1.0), counted=True), False)
    (calls,) = options(f"rules traditional; {EXAMPLES['call']}", Call)
    assert not calls.win.certain


def test_T8_2_T8_3_a_burned_player_cannot_win_with_his_last_discard_and_where_all_are_burned_nothing_is_paid():
    burned = options(f"{LAST_DISCARD}; meld 1 {notation(DECK[43:46])}; cards 13 9 12", Discard)
    assert {one.win for one in burned} == {certain(0.0)}
    assert not any(one.payment.certain for one in burned)
    void = options(LAST_DISCARD, Discard)
    assert {(one.win, one.payment) for one in void} == {(certain(0.0), certain(0.0))}
    assert all(one.behind == one.behind_payment == certain(0.0) for one in void)


def test_what_was_only_the_same_in_every_world_is_not_called_certain():
    position = "hand Ad; cards 1 7 8; meld 1 7h 8h 9h Th Jh Qh Kh; meld 2 Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    discards = "discard 9d 6s 3s 9s 7d 6h Kd 8d 3h Td 7s Jd Qs Ks Js"
    answer = whatif.ask(view_of(read(f"{position}; {discards}")), worlds=100)
    taken = next(one for one in answer.options if str(one.move) == "0 take")
    assert (taken.deadwood.error, taken.deadwood.certain) == (0.0, False)
    assert all(option.win.error > 0 for option in whatif.ask(opening(), worlds=2).options)
