"""Who is told a little later, so that nobody sees a turned card first only because of a quicker line."""

from random import Random

from cardlab.serve.fair import KEPT, MOST, RoundTrip, held_back


def test_all_hear_at_the_same_moment_unless_a_line_is_slower_than_anybody_should_wait_for():
    chance = Random(3)
    for _ in range(200):
        ways = [chance.uniform(0, 2 * MOST) for _ in range(chance.randint(1, 5))]
        heard = [held_back(one, ways) + one / 2 for one in ways]
        assert max(heard) - min(heard) < 1e-9
        assert all(0 <= held_back(one, ways) <= MOST for one in ways)
    assert held_back(0.0, (10.0, 0.0)) == MOST
    assert held_back(10.0, (10.0, 0.0)) == 0


def test_who_is_alone_is_told_at_once():
    assert held_back(0.3, ()) == 0
    assert held_back(0.3, (0.3,)) == 0


def test_a_way_is_as_long_as_its_shortest_measure_of_late_and_old_ones_are_forgotten():
    way = RoundTrip()
    assert way.seconds == 0
    for took in (0.5, 0.02, 0.3):
        way.answered(way.asked(100.0), 100.0 + took)
    assert round(way.seconds, 3) == 0.02
    for _ in range(KEPT):
        way.answered(way.asked(200.0), 200.1)
    assert round(way.seconds, 3) == 0.1


def test_an_answer_that_nobody_waits_for_says_nothing():
    way = RoundTrip()
    first = way.asked(0.0)
    second = way.asked(1.0)
    way.answered(first, 1.0)
    way.answered(b"forged", 1.0)
    assert way.seconds == 0
    way.answered(second, 1.25)
    way.answered(second, 1.26)
    assert way.seconds == 0.25
