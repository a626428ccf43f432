"""T10.5: the chance to win a match: it follows from the scores, agrees with matches played, and a turn changes it."""

from __future__ import annotations

import os

import pytest

from cardlab.analysis.advice import Table
from cardlab.analysis.coach import cost
from cardlab.analysis.continuations import narrowed, turns
from cardlab.analysis.jobs import of_match
from cardlab.analysis.kernel import compiled
from cardlab.analysis.match_equity import chances, compare, paid_in_a_round
from cardlab.analysis.position import read, view_of
from cardlab.tongits import Rules, parse_move

MATCHES = int(os.environ.get("MATCHES", "300"))
OPENING = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))


@pytest.fixture(autouse=True)
def _compiled():
    compiled.load(wait=True)


def test_three_chances_are_one_and_equal_scores_have_equal_ones():
    for scores in [(0, 0, 0), (60, 60, 60), (40, 20, 0), (99, 1, 50), (12, 97, 33)]:
        found = chances(Rules(), scores)
        assert sum(found) == pytest.approx(1, abs=1e-6)
        assert sorted(found, reverse=True) == [found[seat] for seat in sorted(range(3), key=scores.__getitem__)]
    assert chances(Rules(), (30, 30, 30)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_a_match_that_is_over_is_won_by_the_lowest_score():
    assert chances(Rules(), (100, 20, 30)) == (0.0, 1.0, 0.0)
    assert chances(Rules(), (20, 130, 20)) == (0.5, 0.0, 0.5)


def test_more_points_never_help():
    for own in range(0, 95, 8):
        assert chances(Rules(), (own, 40, 60))[0] >= chances(Rules(), (own + 5, 40, 60))[0]


@pytest.mark.parametrize("rules", [Rules(), Rules(jokers=2)], ids=["sheet", "jokers"])
def test_it_agrees_with_matches_played(rules):
    """Rounds of sensible players one after the other: within three standard errors and two in a hundred."""
    table, number = Table(rules, 77), 0
    for scores in [(40, 20, 0), (47, 33, 61), (95, 95, 90)]:
        won = [0.0] * 3
        for match in range(MATCHES):
            now, first = list(scores), match % 3
            while max(now) < rules.target:
                table.deal(number)
                number += 1
                for place, paid in enumerate(table.received()):
                    now[(first + place) % 3] += max(0, -paid)
                first = (first + 1) % 3
            lowest = [seat for seat in range(3) if now[seat] == min(now)]
            for seat in lowest:
                won[seat] += 1 / len(lowest)
        for found, played in zip(chances(rules, scores), won, strict=True):
            share = played / MATCHES
            assert abs(found - share) < 3 * (share * (1 - share) / MATCHES) ** 0.5 + 0.02


def test_what_is_paid_in_rounds_is_what_the_rules_say():
    found = paid_in_a_round(Rules(), compiled.best())
    assert sum(one.share for one in found) == pytest.approx(1)
    assert all(one.payments[0] == 0 and list(one.payments) == sorted(one.payments) for one in found)


def test_a_poor_discard_costs_less_of_the_match_where_the_match_is_nearly_won():
    move = parse_move("0 discard 7h")
    even, won = (cost(OPENING, move, worlds=200, scores=scores).match for scores in ((50, 50, 50), (0, 99, 99)))
    assert even is not None
    assert won is not None
    assert even.loss.mean > 3 * even.loss.error
    assert 0 <= won.loss.mean < even.loss.mean
    assert won.win.mean > 0.9
    assert cost(OPENING, move, worlds=50).match is None


def test_laboratory_and_coach_say_the_same_of_a_turn(monkeypatch):
    monkeypatch.setattr("cardlab.analysis.jobs.WORLDS", 200)
    seen, scores = read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"), (40, 20, 70)
    told = cost(view_of(seen), parse_move("0 discard 7h"), worlds=200, scores=scores).match
    found = of_match(view_of(seen), False, scores)
    (turn,) = [one for one in found if str(one[0]) == "0 discard 7h"]
    assert told is not None
    assert found[turn].win == told.win
    assert found[turn].loss.mean >= told.loss.mean > 0


def test_where_worlds_are_weighted_so_is_the_chance_to_win_the_match(monkeypatch):
    monkeypatch.setattr("cardlab.analysis.jobs.WORLDS", 200)
    seen = view_of(read("hand 3c 7c 8c Ad 3d 4d Ah 7h 8h 2s 9s Ts; meld 2 5c 5d 5s; discard 8s 9h Jc Qh Qc Tc"))
    plain, weighted = (of_match(seen, infer, (0, 0, 0)) for infer in (False, True))
    turn = next(one for one in plain if one in weighted)
    assert plain[turn].win.mean != weighted[turn].win.mean
    assert weighted[turn].win.error > plain[turn].win.error


def test_equal_turns_lose_nothing_and_the_best_of_several_has_no_loss():
    asked = turns(OPENING).asked
    same = compare(narrowed(asked, [3, 3]), Rules(), (10, 20, 30), worlds=50)
    assert same[0] == same[1]
    assert same[0].loss.mean == 0
    assert min(one.loss.mean for one in compare(narrowed(asked, [0, 5, 9]), Rules(), (10, 20, 30), worlds=50)) == 0


def test_scores_that_cannot_be_are_refused():
    for scores in ((1, 2), (1, 2, -3)):
        with pytest.raises(ValueError, match="3 scores"):
            chances(Rules(), scores)
    with pytest.raises(ValueError, match="chips"):
        chances(Rules.preset("traditional"), (0, 0, 0))
