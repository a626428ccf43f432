"""Who sits where: everybody once, nobody twice with anybody while that is possible, everybody first equally often.

`ROUNDS` has `swiss` tried with more players and rounds.
"""

import os
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.tables.pairing import (
    Method,
    Past,
    Round,
    advanced,
    bracket,
    filled,
    has_triple_system,
    places_needed,
    round_robin,
    swiss,
    triple_system,
)
from cardlab.tables.results import is_bot

LONG = "ROUNDS" in os.environ


def people(count: int) -> list[str]:
    return [f"player {number}" for number in range(count)]


def meetings(rounds: tuple[Round, ...] | list[Round]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


# Everybody meets everybody once.


@pytest.mark.parametrize("count", [3, 9, 15, 21, 27, 39, 57, 63])
def test_in_a_triple_system_each_round_seats_everybody_and_each_two_meet_once(count):
    rounds = triple_system(count)
    assert len(rounds) == (count - 1) // 2
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(count))
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    assert set(met) == set(combinations(range(count), 2))
    assert set(met.values()) == {1}


def test_where_there_is_no_triple_system_none_is_made():
    for count in (1, 2, 4, 6, 10, 12, 18, 33, 65):
        assert not has_triple_system(count)
        with pytest.raises(ValueError, match="no triple system"):
            triple_system(count)
    with pytest.raises(ValueError, match="no plan"):
        places_needed(64)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 9, 14])
@pytest.mark.parametrize("size", [2, 3])
def test_in_a_round_robin_all_people_meet_once(count, size):
    rounds = round_robin(people(count), size)
    met = meetings(rounds)
    assert all(met[frozenset(pair)] == 1 for pair in combinations(people(count), 2))
    for tables in rounds:
        sitting = [player for table in tables for player in table]
        assert len(set(sitting)) == len(sitting)
        assert {player for player in sitting if not is_bot(player)} == set(people(count))
        assert not any(all(map(is_bot, table)) for table in tables)


@pytest.mark.parametrize(("count", "size"), [(9, 3), (15, 3), (21, 3), (10, 3), (8, 2), (7, 2)])
def test_in_a_round_robin_everybody_has_every_seat_equally_often_up_to_one(count, size):
    rounds = round_robin(people(count), size)
    sat = Counter((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))
    for player in people(count):
        often = [sat[player, seat] for seat in range(size)]
        assert max(often) - min(often) <= 1


# Swiss


def play(count: int, rounds: int, planned: int, seed: int) -> list[Round]:
    """A tournament in which the better ones win more often; every pairing is looked at."""
    chance = random.Random(seed)
    strength = {player: chance.gauss(0, 1) for player in people(count)}
    points = dict.fromkeys(strength, 0)
    played: list[Round] = []
    for _ in range(rounds):
        found = swiss(points, played, planned, lot="lot")
        sitting = [player for table in found.tables for player in table]
        assert sorted(sitting) == sorted(filled(strength))
        assert {len(table) for table in found.tables} == {3}
        assert found.proven
        assert not found.again
        played.append(found.tables)
        for table in found.tables:
            here = sorted(
                (player for player in table if not is_bot(player)), key=lambda p: chance.gauss(strength[p], 2)
            )
            for player, payment in zip(here, (-14, -6, 20), strict=False):
                points[player] += payment
    return played


@pytest.mark.parametrize(
    ("count", "rounds"),
    # Where bots fill, they are shared out so that nobody has one twice.
    [(9, 4), (10, 2), (11, 3), (12, 3), (14, 3), (16, 3), (18, 5), (24, 3)]
    # With two bots a round four have one, so there are fewer such rounds.
    + [(count, min(count // 4 - 1 if count % 3 == 1 else count // 3 - 1, 7)) for count in range(12, 31) if LONG]
    + [(30, 10)] * LONG,
)
def test_nobody_meets_anybody_again_and_beginnings_are_shared_out(count, rounds):
    for seed in range(4 if LONG else 1):
        played = play(count, rounds, 0, seed)
        begun = Counter(table[0] for tables in played for table in tables)
        assert max(begun[player] for player in people(count)) - min(begun[player] for player in people(count)) <= 2


@pytest.mark.parametrize("count", [15, 21, 27])
def test_where_many_rounds_are_planned_nobody_meets_anybody_twice_till_the_end(count):
    rounds = (count - 1) // 2
    played = play(count, rounds, rounds, seed=1)
    assert set(meetings(played).values()) == {1}


def test_when_everybody_has_met_everybody_the_fewest_meet_again_and_it_is_said_who():
    points = dict.fromkeys(people(6), 0)
    first = swiss(points, lot="lot")
    second = swiss(points, [first.tables], lot="lot")
    assert not first.again
    # Two tables of three: whoever is shared out, two of each table stay together.
    assert len(second.again) == 2
    assert second.proven


def test_who_drops_out_and_who_comes_late_are_paired_like_all_others():
    points = {player: number for number, player in enumerate(people(9))}
    rounds = [swiss(points, lot="lot").tables]
    del points["player 3"]
    rounds.append(swiss(points, rounds, lot="lot").tables)
    points |= {"late": 0, "later": 0}
    third = swiss(points, rounds, lot="lot")
    assert {player for table in third.tables for player in table if not is_bot(player)} == set(points)
    assert sum(map(is_bot, (player for table in third.tables for player in table))) == 2
    assert not third.again


def test_players_of_about_equal_points_meet():
    points = {player: 100 * (number // 3) for number, player in enumerate(people(12))}
    tables = swiss(points, lot="lot").tables
    assert all(len({points[player] for player in table}) == 1 for table in tables)


@given(st.permutations(people(12)), st.lists(st.integers(-50, 50), min_size=12, max_size=12))
@settings(max_examples=10)
def test_the_order_in_which_players_are_named_changes_nothing(order, scores):
    points = dict(zip(people(12), scores, strict=True))
    before = swiss(points, lot="lot")
    again = swiss({player: points[player] for player in order}, lot="lot")
    assert again == before


def test_another_lot_seats_equal_players_otherwise():
    points = dict.fromkeys(people(12), 0)
    assert swiss(points, lot="one").tables != swiss(points, lot="two").tables


@given(st.integers(1, 30), st.integers(0, 3), st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_the_plain_search_seats_everybody_and_says_what_it_could_not_prove(count, rounds, chance):
    points = {player: chance.randrange(100) for player in people(count)}
    played: list[Round] = []
    for _ in range(rounds):
        played.append(swiss(points, played, time=0).tables)
    found = swiss(points, played, time=0)
    assert found.method is Method.SEARCH
    assert sorted(player for table in found.tables for player in table) == sorted(filled(points))
    known = Past.of(played)
    again = {frozenset(pair) for table in found.tables for pair in combinations(table, 2) if known.met(*pair)}
    assert set(map(frozenset, found.again)) == again
    assert found.proven == (not again)
    assert not found.closest


def test_where_scipy_is_not_installed_the_plain_search_takes_its_place(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.optimize", None)
    found = swiss(dict.fromkeys(people(9), 0))
    assert (found.method, found.proven, found.closest) == (Method.SEARCH, True, False)


def test_in_swiss_no_two_bots_share_a_table_where_there_are_two_tables():
    for count in (4, 7, 10):
        tables = swiss(dict.fromkeys(people(count), 0)).tables
        assert max(sum(map(is_bot, table)) for table in tables) == 1


# Knock-out


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 13, 16])
def test_in_a_bracket_the_two_strongest_meet_last_and_bots_never_each_other(count):
    tables, rounds = bracket(people(count)), 1
    assert sorted(player for table in tables for player in table if not is_bot(player)) == sorted(people(count))
    assert not any(all(map(is_bot, table)) for table in tables)
    while len(tables) > 1:
        # The stronger one always wins.
        tables = advanced(
            [
                min(table, key=lambda player: (is_bot(player), filled(people(count), 16).index(player)))
                for table in tables
            ]
        )
        rounds += 1
    assert set(tables[0]) == {"player 0", "player 1"}
    assert 2 ** (rounds - 1) < count <= 2**rounds


def test_one_alone_has_no_bracket():
    with pytest.raises(ValueError, match="two players"):
        bracket(["Ana"])
