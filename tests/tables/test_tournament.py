"""Tournaments: what their log comes to, what may not happen, points against the field, and nobody's name too long."""

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.locale import LANGUAGES
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tables.fair import Dealer
from cardlab.tables.pairing import Past
from cardlab.tables.results import Result, is_bot
from cardlab.tables.tournament import (
    NextRound,
    Tournament,
    after,
    decide,
    field,
    fold,
    results,
    scores,
    standings,
    why_not,
)
from cardlab.tables.tournament_log import (
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    Event,
    Kind,
    Opened,
    Paired,
    Played,
    Removed,
    parse,
    text,
    without,
)
from cardlab.tell import explain

DEALER = Dealer.holding("ab" * 32)
TONGITS = Opened(Kind.SWISS, "tongits", DEALER.hash, rounds=3, deals=2)
TICHU = Opened(Kind.KNOCK_OUT, "tichu", DEALER.hash, deals=1)


class Log:
    """A log that grows, as a hub would keep it."""

    def __init__(self, opened: Opened, count: int) -> None:
        self.events: list[Event] = [decide(None, opened)]
        for number in range(count):
            self.add(Entered(f"p{number}", f"Player {number}"))

    @property
    def now(self) -> Tournament:
        return fold(self.events)

    def add(self, asked: Event | NextRound) -> None:
        self.events.append(decide(self.now, asked, time=0))

    def play_round(self, chance: random.Random, *, pair: bool = True) -> None:
        if pair:
            self.add(NextRound())
        for number, table in enumerate(self.now.rounds[-1], 1):
            while not self.now.is_done(self.now.rounds[-1][number - 1]):
                done = len(self.now.rounds[-1][number - 1].results)
                self.add(Played(len(self.now.rounds), done + 1, outcome(number, table.players, chance)))


def outcome(table: int, players: tuple[str, ...], chance: random.Random) -> Result:
    payments = [chance.randint(-30, 30) for _ in players[1:]]
    return Result(str(table), players, (-sum(payments), *payments))


def played(opened: Opened, count: int, seed: int = 1) -> Log:
    """A whole tournament, in which somebody drops out after the first round and comes back after the second."""
    log, chance = Log(opened, count), random.Random(seed)
    for number in range(log.now.planned or 9):
        if opened.kind is not Kind.KNOCK_OUT and number == 1:
            log.add(Dropped("p1"))
        if opened.kind is not Kind.KNOCK_OUT and number == 2:
            log.add(Entered("p1", "Player 1, again"))
        log.play_round(chance)
        if number + 1 == log.now.planned:
            break
    log.add(Ended(DEALER.seed or ""))
    return log


def codes(tournament: Tournament | None, event: Event) -> list[str]:
    return [refusal.code.removeprefix("tournament_") for refusal in why_not(tournament, event)]


KINDS = [
    (TONGITS, 9),
    (TONGITS, 5),
    (replace(TONGITS, kind=Kind.ROUND_ROBIN, rounds=0), 9),
    (replace(TONGITS, kind=Kind.ROUND_ROBIN, duplicate=False), 7),
    (replace(TICHU, kind=Kind.ROUND_ROBIN), 5),
    (TICHU, 4),
    (TICHU, 6),
]


@pytest.mark.parametrize(("opened", "count"), KINDS)
def test_a_whole_tournament_is_read_as_it_was_written_and_comes_to_the_same(opened, count):
    log = played(opened, count)
    again = parse(text(log.events))
    assert list(again) == log.events
    assert parse(text(log.events).encode()) == again
    assert fold(again) == log.now
    assert standings(fold(again)) == standings(log.now)
    assert log.now.seed == DEALER.seed
    assert {line.entrant.player for line in standings(log.now)} == {f"p{number}" for number in range(count)}


@pytest.mark.parametrize(("opened", "count"), KINDS)
def test_at_every_point_of_a_log_the_next_event_may_happen_only_once(opened, count):
    tournament = None
    for event in played(opened, count).events:
        assert not why_not(tournament, event)
        tournament = after(tournament, event)
        assert why_not(tournament, event)


@pytest.mark.parametrize(("opened", "count"), KINDS)
def test_bots_have_no_place_and_everybody_else_is_told(opened, count):
    log = played(opened, count)
    assert not any(is_bot(line.entrant.player) for line in standings(log.now))
    seated = {player for tables in log.now.rounds for table in tables for player in table.players}
    assert any(map(is_bot, seated)) == (opened.game == "tongits" or count not in (4, 8))


# Pairing


def test_in_a_round_robin_everybody_meets_everybody_once_and_a_bot_takes_an_empty_chair():
    log, chance = Log(replace(TONGITS, kind=Kind.ROUND_ROBIN, rounds=0), 9), random.Random(1)
    log.play_round(chance)
    log.add(Dropped("p3"))
    assert codes(log.now, Entered("p8", "Player 8")) == ["entered"]
    log.play_round(chance)
    assert not any("p3" in table.players for table in log.now.rounds[1])
    log.add(Entered("late", "Late"))
    assert codes(log.now, Entered("later", "Later")) == ["no_chair"]
    log.play_round(chance)
    log.play_round(chance)
    assert log.now.planned == 4
    with pytest.raises(IllegalMove):
        log.add(NextRound())
    known = Past.of([[table.players for table in tables] for tables in log.now.rounds])
    others = [f"p{number}" for number in range(9) if number != 3]
    assert all(known.met(one, other) == 1 for one in others for other in others if one < other)


def test_in_swiss_nobody_is_paired_who_has_dropped_out_and_whoever_is_late_begins_with_the_mean():
    log, chance = Log(TONGITS, 9), random.Random(1)
    log.play_round(chance)
    log.add(Dropped("p3"))
    log.add(Entered("late", "Late"))
    log.play_round(chance)
    second = {player for table in log.now.rounds[1] for player in table.players}
    assert "late" in second
    assert "p3" not in second
    assert scores(log.now)["late"][0] == 0
    entrant = log.now.entrant("late")
    assert entrant is not None
    assert entrant.since == 2


def test_a_knock_out_goes_on_until_one_is_left():
    log = played(TICHU, 6)
    assert [len(tables) for tables in log.now.rounds] == [4, 2, 1]
    first, second, *_ = standings(log.now)
    assert (first.place, second.place) == (1, 2)
    assert [int(first.values[0]), int(second.values[0])] == [4, 3]
    assert codes(log.now, Entered("late", "Late")) == ["over"]


def test_a_tie_in_a_knock_out_is_played_on_and_a_table_that_breaks_off_sends_on_who_has_more():
    log = Log(TICHU, 4)
    log.add(NextRound())
    (one, other), (three, four) = (table.players for table in log.now.rounds[0])
    log.add(Played(1, 1, Result("1", (one, other), (3, 3))))
    assert not log.now.is_done(log.now.rounds[0][0])
    log.add(Played(1, 2, Result("1", (one, other), (0, 1))))
    assert log.now.is_done(log.now.rounds[0][0])
    log.add(BrokenOff(1, 2))
    log.add(NextRound())
    assert log.now.rounds[1][0].players == (other, three)
    log.add(Dropped(three))
    log.add(BrokenOff(2, 1))
    assert standings(log.now)[0].entrant.player == other
    assert four in {line.entrant.player for line in standings(log.now)[2:]}


# Points against the field


def sat_once(tables: list[tuple[int, int, int]], *, duplicate: bool = True) -> Tournament:
    """One round of one deal with these payments."""
    log = Log(replace(TONGITS, deals=1, rounds=1, duplicate=duplicate), 3 * len(tables))
    log.add(NextRound())
    for number, (table, payments) in enumerate(zip(log.now.rounds[0], tables, strict=True), 1):
        log.add(Played(1, 1, Result(str(number), table.players, payments)))
    return log.now


def test_who_loses_less_with_the_same_cards_has_gained():
    now = sat_once([(30, -10, -20), (50, -10, -40), (10, -40, 30)])
    (first, second, third), points = now.rounds[0], scores(now)
    assert [points[table.players[0]][0] for table in (first, second, third)] == [0, 20, -20]
    assert [points[table.players[1]][0] for table in (first, second, third)] == [10, 10, -20]
    assert points[first.players[2]][0] == Fraction(-20) + 10
    plain = sat_once([(30, -10, -20), (50, -10, -40), (10, -40, 30)], duplicate=False)
    assert scores(plain)[plain.rounds[0][0].players[0]][0] == 30


payments = st.tuples(st.integers(-99, 99), st.integers(-99, 99)).map(lambda two: (-sum(two), *two))


@given(st.lists(payments, min_size=2, max_size=4), st.integers(-50, 50), st.integers(0, 2))
@settings(max_examples=15)
def test_points_against_the_field_add_up_to_nothing_and_a_gift_to_a_seat_changes_none(tables, gift, seat):
    now = sat_once(tables)
    points = {player: scored[0] for player, scored in scores(now).items()}
    for at in range(3):
        assert sum(points[table.players[at]] for table in now.rounds[0]) == 0
    given_to = [tuple(payment + gift * (at == seat) for at, payment in enumerate(table)) for table in tables]
    assert {player: scored[0] for player, scored in scores(sat_once(given_to)).items()} == points


def test_a_deal_that_a_table_has_not_played_brings_nobody_there_anything():
    log = Log(TONGITS, 6)
    log.add(NextRound())
    one, other = (table.players for table in log.now.rounds[0])
    log.add(Played(1, 1, Result("1", one, (10, -4, -6))))
    log.add(Played(1, 1, Result("2", other, (20, -10, -10))))
    log.add(Played(1, 2, Result("1", one, (90, -45, -45))))
    log.add(BrokenOff(1, 2))
    assert log.now.is_between
    assert field(log.now.rounds[0]) == {
        (1, 0): 15, (1, 1): -7, (1, 2): -8, (2, 0): 90, (2, 1): -45, (2, 2): -45
    }  # fmt: skip
    assert [scores(log.now)[player][0] for player in one] == [-5, 3, 2]


def test_what_a_bot_has_won_for_somebody_who_dropped_out_is_nobodys():
    log = Log(TONGITS, 6)
    log.add(NextRound())
    one, _ = (table.players for table in log.now.rounds[0])
    log.add(Dropped(one[0]))
    log.add(Played(1, 1, Result("1", ("bot:9", *one[1:]), (10, -4, -6))))
    assert scores(log.now)[one[0]] == (0,)
    assert {line.entrant.player: line.deals for line in standings(log.now)}[one[0]] == 0


def test_who_is_equal_in_everything_shares_a_place():
    now = sat_once([(0, 0, 0), (0, 0, 0)])
    assert {line.place for line in standings(now)} == {1}


@given(st.permutations(range(6)))
@settings(max_examples=10)
def test_the_order_in_which_players_enter_changes_nothing(order):
    def after_two_rounds(numbers: list[int]) -> Tournament:
        log = Log(TONGITS, 0)
        for number in numbers:
            log.add(Entered(f"p{number}", f"Player {number}"))
        for _ in range(2):
            log.play_round(random.Random(4))
        return log.now

    assert standings(after_two_rounds(list(order))) == standings(after_two_rounds(list(range(6))))


# Removed players


def values(now: Tournament) -> list[tuple[object, ...]]:
    return sorted((line.place, line.points, line.values, line.deals) for line in standings(now))


@pytest.mark.parametrize(("opened", "count"), KINDS)
def test_a_removed_player_is_nowhere_in_the_log_and_everybody_keeps_points_and_place(opened, count):
    log = played(opened, count)
    before = values(log.now)
    log.add(Removed("p2"))
    assert values(log.now) == before
    anonymous = without(without(log.events, "p2"), "p1")
    assert "Player 2" not in text(anonymous)
    assert '"p2"' not in text(anonymous)
    assert "Player 1" not in text(anonymous)
    assert values(fold(anonymous)) == before
    assert fold(parse(text(anonymous))) == fold(anonymous)
    shown = {line.entrant.name for line in standings(fold(anonymous)) if line.entrant.removed}
    assert shown == {""}
    with pytest.raises(IllegalMove):
        without(anonymous, "p2")


# What may not happen


def test_what_may_not_happen_is_refused_with_its_reason():
    log = Log(TONGITS, 6)
    now = log.now
    assert codes(None, Entered("x", "X")) == ["not_open"]
    assert codes(now, TONGITS) == ["open_already"]
    assert codes(None, replace(TONGITS, game="tichu")) == ["kind_tichu"]
    assert codes(None, replace(TICHU, game="tongits")) == ["kind_tongits"]
    assert codes(None, replace(TONGITS, rounds=0)) == codes(None, replace(TONGITS, rounds=999)) == ["rounds"]
    assert codes(None, replace(TONGITS, deals=0)) == ["deals"]
    assert codes(None, replace(TONGITS, hash="x")) == ["hash"]
    for name in ("", "  ", "x" * 25, "tab\tbed", "\x1b[2K"):
        assert codes(now, Entered("x", name)) == ["name"]
    for player in ("", "bot:1", "x" * 65):
        assert codes(now, Entered(player, "X")) == ["player"]
    assert codes(now, Dropped("nobody")) == codes(now, Removed("nobody")) == ["nobody"]
    assert codes(now, Paired(2, (("p0", "p1", "p2"), ("p3", "p4", "p5")))) == ["pairing"]
    assert codes(now, Paired(1, (("p0", "p1", "p2"),))) == ["pairing"]
    assert codes(now, BrokenOff(1, 1)) == codes(now, BrokenOff(0, 1)) == ["other_round"]
    log.add(NextRound())
    now, table = log.now, log.now.rounds[0][0].players
    good = Result("1", table, (1, 2, -3))
    assert codes(now, Played(2, 1, good)) == ["other_round"]
    assert codes(now, Played(1, 2, good)) == ["other_deal"]
    for number in ("3", "0", "-1", "one", "٣", "9" * 5000):
        assert codes(now, Played(1, 1, replace(good, table=number))) == ["no_table"]
    assert codes(now, Played(1, 1, replace(good, players=("p9", *table[1:])))) == ["other_players"]
    assert codes(now, Played(1, 1, Result("1", table[:2], (1, 2)))) == ["other_players"]
    assert codes(now, Ended(DEALER.seed or "")) == ["round_open"]
    with pytest.raises(IllegalMove):
        log.add(NextRound())
    log.add(BrokenOff(1, 1))
    assert codes(log.now, BrokenOff(1, 1)) == ["table_done"]
    log.add(BrokenOff(1, 2))
    assert codes(log.now, Ended("00" * 32)) == codes(log.now, Ended("x")) == ["seed"]
    for player in ("p1", "p2", "p3", "p4", "p5"):
        log.add(Dropped(player))
    with pytest.raises(IllegalMove, match="two"):
        log.add(NextRound())
    with pytest.raises(IllegalMove):
        fold([])


def test_sixty_may_enter_and_no_more():
    log = Log(TONGITS, 0)
    for number in range(60):
        log.events.append(Entered(f"p{number}", "Ana"))
    assert codes(log.now, Entered("one more", "Ana")) == ["full"]


LINE = text([TONGITS]).strip()


@pytest.mark.parametrize(
    "line",
    [
        *("", "[]", "7", "{", "{}", '{"event": "begun"}', '{"event": "dropped"}', '{"event": "dropped", "player": 7}'),
        *(LINE.replace('"swiss"', '"cup"'), LINE.replace('"tongits"', '"chess"'), LINE.replace("true", "1")),
        *(LINE.replace('"rounds":3', '"rounds":3.0'), LINE[:-1] + ',"more":1}', LINE.replace("3,", "1e99,")),
        *('{"event": "played", "round": 1, "deal": 1, "result": []}', "[" * 100_000),
        '{"event": "played", "round": 1, "deal": 1, "result": {"table": "1", "players": ["a"], "payments": [1, 2]}}',
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_that_is_no_event_is_named(line, lang):
    with pytest.raises(NotationError) as unreadable:
        parse(f"{LINE}\n{line}\n")
    assert unreadable.value.refusal.facts["number"] == 2
    assert "2" in explain(unreadable.value.refusal, lang)
    with pytest.raises(NotationError):
        parse(b"\xff")


def test_results_are_told_with_round_and_table():
    log = Log(TONGITS, 6)
    log.play_round(random.Random(1))
    assert [result.table for result in results(log.now)] == ["1/1", "1/1", "1/2", "1/2"]
    assert json.loads(text(log.events).splitlines()[-1])["result"]["table"] == "2"


@pytest.mark.parametrize("gone", [("p0",), ("p0", "p1")])
def test_a_table_of_a_knockout_from_which_somebody_drops_out_is_over_after_its_deals(gone):
    log = Log(TICHU, 2)
    log.add(NextRound())
    for player in gone:
        log.add(Dropped(player))
    (sitting,) = log.now.rounds[-1]
    players = tuple(f"bot:{seat}" if player in gone else player for seat, player in enumerate(sitting.players, 1))
    log.add(Played(1, 1, Result("1", players, (0, 0))))
    assert log.now.is_between
    (sitting,) = log.now.rounds[-1]
    assert log.now.goes_on(sitting) == "p1" if gone == ("p0",) else is_bot(log.now.goes_on(sitting))
