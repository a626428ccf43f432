"""A tournament as the fold of its log: who sits where with which cards, what points come to, what may not happen."""

import math
import random
from collections import Counter
from itertools import combinations
from statistics import stdev

import pytest

from cardlab import tichu, tongits
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tables.shared_table import Agreed
from cardlab.tables.tournament import (
    EVENTS,
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    EntrantNameRemoved,
    Played,
    RoundBegan,
    Seated,
    TournamentOpened,
    leaderboard,
    seats,
    standings,
    why_not,
)

SIZES = {"tongits": 3, "tichu": 2}


def opened(game="tongits", deals=2):
    agreed = Agreed(tongits.Rules() if game == "tongits" else tichu.Rules())
    return TournamentOpened(**agreed.encoded, title="Cup", host="host", deals=deals, number="ab" * 32)


class Log:
    """A tournament and all that has happened in it, as a service would keep it."""

    def __init__(self, begun, count):
        self.events = [begun]
        for number in range(count):
            self.add(Entered(f"p{number}", f"Player {number}"))

    @property
    def state(self):
        return EVENTS.replay(self.events)

    def add(self, event):
        assert why_not(self.state, event) == (), event
        self.events.append(event)

    def begin(self):
        tables = seats(self.state.active_players, SIZES[self.state.opened.game], len(self.state.rounds) + 1)
        self.add(RoundBegan(tuple(Seated(f"CODE{number}", players) for number, players in enumerate(tables))))

    def play(self, chance):
        for number, table in enumerate(self.state.rounds[-1], 1):
            while not self.state.rounds[-1][number - 1].done:
                payments = [chance.randint(-30, 30) for _ in table.players[1:]]
                self.add(Played(number, table.players, (-sum(payments), *payments)))


def whole(game, count, rounds=3):
    """A whole tournament, in which somebody drops out after the first round and comes back after the second."""
    log, chance = Log(opened(game), count), random.Random(1)
    for number in range(rounds):
        if number == 1:
            log.add(Dropped("p1"))
        if number == 2:
            log.add(Entered("p1", "Player 1, again"))
        log.begin()
        log.play(chance)
    log.add(Ended())
    return log


def codes(tournament, event):
    return [refusal.code.removeprefix("tournament_") for refusal in why_not(tournament, event)]


@pytest.mark.parametrize(("game", "count"), [("tongits", 9), ("tongits", 5), ("tichu", 5)])
def test_a_whole_tournament_is_read_as_it_was_written_and_comes_to_the_same(game, count):
    log = whole(game, count)
    assert [EVENTS.decode(EVENTS.encode(event)) for event in log.events] == log.events
    assert EVENTS.replay(log.events[5:], EVENTS.replay(log.events[:5])) == log.state
    assert {one.player for one in standings(log.state)} == {f"p{number}" for number in range(count)}
    if -count % SIZES[game] == 0 and game == "tongits":
        assert sum(one.total for one in standings(whole(game, count, 1).state)) == 0


# Who sits where


def meetings(count, size, rounds):
    """How often each two have met in so many rounds."""
    players = [f"p{number}" for number in range(count)]
    met = Counter()
    for round in range(1, rounds + 1):
        tables = seats(players, size, round)
        seating = [player for table in tables for player in table]
        assert sorted(filter(None, seating)) == sorted(players)
        assert {len(table) for table in tables} == {size}
        assert seating.count("") == -count % size
        met.update(pair for table in tables for pair in combinations(sorted(filter(None, table)), 2))
    return met


@pytest.mark.parametrize("size", [2, 3])
def test_everybody_sits_once_in_each_round_nobody_meets_anybody_twice_as_long_as_is_said_and_few_again_and_again(size):
    for count in range(size, 61):
        tables = -(-count // size)
        rounds = tables - (size == 3 and tables % 2 == 0)
        assert set(meetings(count, size, rounds).values()) <= {1}, count
        assert count < 3 * size or max(meetings(count, size, 2 * tables).values()) <= 3, count
    tables = [seats([f"p{number}" for number in range(3 * size)], size, round) for round in range(1, size + 1)]
    assert sorted(next(table.index("p4") for table in round if "p4" in table) for round in tables) == [*range(size)]
    assert size == 3 or len(meetings(4, 2, 3)) == 6


# Points


def test_points_are_what_was_paid_for_who_was_there_and_who_has_as_many_shares_a_place():
    log = Log(opened(), 6)
    # Whose name was taken away may come back under another.
    log.add(EntrantNameRemoved("p1"))
    assert (log.state.entrant("p1").name, "p1" in log.state.active_players) == ("", True)
    log.add(Dropped("p1"))
    assert "p1" not in {rank.player for rank in standings(log.state)}
    log.add(Entered("p1", "Ben"))
    assert log.state.entrant("p1").name == "Ben"
    log.begin()
    one, other = (table.players for table in log.state.rounds[0])
    log.add(Played(1, one, (30, -10, -20)))
    log.add(Played(1, one, (10, -4, -6)))
    log.add(Dropped(other[2]))
    log.add(Entered("late", "Late"))
    log.add(Played(2, (*other[:2], ""), (40, -20, -20)))  # what a bot has paid is nobody's
    log.add(BrokenOff(2))
    assert log.state.is_between
    table = standings(log.state)
    points = {rank.player: (rank.place, rank.total, rank.mean) for rank in table}
    assert points[one[0]] == (1, 40, 20)
    assert points[other[0]] == (1, 40, 40)
    assert points["late"] == (3, 0, 0)
    assert points[other[2]] == (7, 0, 0), "whoever left before the first deal was over is behind all who have played"
    assert [rank.place for rank in table] == [1, 1, 3, 4, 5, 6, 7]
    log.begin()
    assert {"late", other[2]} & {player for table in log.state.rounds[-1] for player in table.players} == {"late"}


def test_the_leaderboard_has_mean_and_error_of_everybody_the_highest_mean_first():
    log = Log(opened(deals=3), 0)
    for player, name in (("A", "Ana"), ("B", "Ben"), ("C", "ana"), ("D", "Dan")):
        log.add(Entered(player, name))
    log.add(EntrantNameRemoved("B"))
    log.add(RoundBegan((Seated("CODE", ("A", "B", "C")), Seated("CODE2", ("D", "", "")))))
    for payments in ((9, -3, -6), (0, 6, -6), (-3, 6, -3)):
        log.add(Played(1, ("A", "B", "C" if payments[0] < 0 else ""), payments))
    first, second, third = leaderboard([log.state])
    assert (first.player, first.deals, first.total, first.mean) == ("B", 3, 9, 3)
    assert first.margin == pytest.approx(2 * stdev((-3, 6, 6)) / math.sqrt(3))
    assert (second.player, second.mean, third.player, third.deals, third.margin) == ("A", 2, "C", 1, None)
    assert [row.name for row in (first, second, third)] == ["", "Ana", "ana 2"]
    assert leaderboard([]) == ()


# What may not happen


def test_what_may_not_happen_is_refused_with_its_reason():
    log = Log(opened(), 6)
    state = log.state
    for name in ("", "  ", "x" * 25, "tab\tbed", "\x1b[2K"):
        assert codes(state, Entered("x", name)) == ["name"]
    for name in ("👨‍👩‍👧‍👦" * 24, "می‌خواهم", "🏳️‍🌈"):
        assert codes(state, Entered("x", name)) == [], "who is let into the class is let into a tournament"
    assert codes(state, Entered("p1", "Again")) == ["entered"]
    assert codes(state, Dropped("nobody")) == codes(state, EntrantNameRemoved("nobody")) == ["nobody"]
    assert codes(state, BrokenOff(1)) == ["no_table"]
    assert codes(state, RoundBegan((Seated("C", ("p0", "p1")),))) == ["too_few"]
    log.begin()
    state, table = log.state, log.state.rounds[0][0].players
    for number in (3, 0, -1):
        assert codes(state, Played(number, table, (1, 2, -3))) == ["no_table"]
    assert codes(state, Played(1, table[:2], (1, 2))) == codes(state, Played(1, table, (1, 2))) == ["no_table"]
    assert codes(state, Ended()) == codes(state, RoundBegan(())) == ["round_open"]
    log.add(BrokenOff(1))
    assert codes(log.state, BrokenOff(1)) == codes(log.state, Played(1, table, (0, 0, 0))) == ["no_table"]
    log.add(BrokenOff(2))
    for player in ("p1", "p2", "p3", "p4", "p5"):
        log.add(Dropped(player))
    assert codes(log.state, RoundBegan(())) == ["too_few"]
    log.add(Ended())
    assert codes(log.state, Entered("x", "X")) == codes(log.state, Ended()) == ["over"]
    assert codes(log.state, EntrantNameRemoved("p1")) == []
    for events in ([*log.events, Ended()], [], [Ended()], [log.events[1]], [log.events[0], log.events[0]]):
        with pytest.raises((NotationError, IllegalMove)):
            EVENTS.replay(events)
    assert codes(Log(opened(), 60).state, Entered("one more", "Ana")) == ["full"]
