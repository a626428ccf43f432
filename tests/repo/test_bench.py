"""`make bench` times in turn, compares like with like, and writes down what it has found."""

from __future__ import annotations

import csv
import json
import subprocess

import pytest

from cardlab.tongits import Discard, legal_moves, melds_in
from tests import bench
from tests.bench import analysis, deadwood, playing
from tests.bench.measuring import Figure, Work, agree, compare, fresh


def counting(called, name):
    def run(number):
        called.append((name, number))
        sum(range(20_000))

    return run


def test_a_work_and_its_peers_are_timed_in_turn():
    called = []
    works = [Work(name, counting(called, name)) for name in ("own", "one", "other")]
    found = compare("s", works[0], [(works[1], 2.0), (works[2], None)], passes=3)
    assert called == [(name, number) for number in range(3) for name in ("own", "one", "other")]
    assert [(one.work, one.peer, one.wanted) for one in found] == [("own", "one", 2.0), ("own", "other", None)]
    assert all(one.value > 0 and one.peer_value > 0 for one in found)


@pytest.mark.parametrize(("unit", "less"), [("s", True), ("hands", False)])
def test_a_ratio_says_how_many_times_better_than_the_peer(unit, less):
    own, peer = Work("own", counting([], ""), 10), Work("peer", counting([], ""), 1)
    (one,) = compare(unit, own, [(peer, None)], passes=1)
    assert one.ratio == pytest.approx(one.peer_value / one.value if less else one.value / one.peer_value)
    assert one.unit == unit


def test_a_work_without_a_peer_is_one_figure():
    (one,) = compare("s", Work("own", counting([], "")), limit=0.5, passes=2)
    assert (one.peer, one.ratio, one.limit) == (None, None, 0.5)


def test_answers_that_differ_are_not_timed():
    agree("all the same", 3, 3, 3)
    with pytest.raises(AssertionError, match="a hand"):
        agree("a hand", 3, 3, 4)


def test_code_in_a_python_of_its_own_gives_its_numbers_or_fails():
    assert fresh("print(1.5, 2)") == [1.5, 2.0]
    with pytest.raises(subprocess.CalledProcessError):
        fresh("raise SystemExit(3)")


def test_the_table_names_work_peer_goal_and_note_once():
    found = [
        Figure("hands counted", 250_000.4, "hands", "a peer", 1000.0, 250.0, wanted=200.0, note="The peer errs."),
        Figure("hands counted", 250_000.4, "hands", "another", 2000.0, 125.0, note="The peer errs."),
        Figure("an answer", 0.0289, "s", limit=0.1),
        Figure("growth", 2.5e-7, "s", "plain", 3e-5, 120.0, place=("5 cards", "0 jokers")),
        Figure("growth", 1.0, "s", "plain", 300.0, 300.0, place=("5 cards", "1 joker")),
    ]
    assert bench.table(found).splitlines() == [
        "| work | measured | peer in the same run | peer | ratio | goal |",
        "|---|---:|---|---:|---:|---:|",
        "| hands counted | 250,000 hands/s | a peer | 1,000 hands/s | 250 x | 200 x |",
        "|  |  | another | 2,000 hands/s | 125 x |  |",
        "| an answer | 28.9 ms |  |  |  | < 100 ms |",
        "",
        "The peer errs.",
        "",
        "| growth; in brackets plain | 0 jokers | 1 joker |",
        "|---|---:|---:|",
        "| 5 cards | 250 ns (30 µs) | 1 s (300 s) |",
    ]
    read = json.loads(bench.as_json(found, bench.machine()))
    assert [Figure(**one | {"place": one["place"] and tuple(one["place"])}) for one in read["figures"]] == found
    rows = list(csv.DictReader(bench.as_csv(found).splitlines()))
    assert [(row["work"], float(row["value"]), row["place"]) for row in rows[2:4]] == [
        ("an answer", 0.0289, ""),
        ("growth", 2.5e-7, "5 cards / 0 jokers"),
    ]
    assert {"processor", "cores", "python", "numba", "open-spiel", "rlcard"} <= set(read["machine"])


def test_the_opening_asked_about_has_thirteen_discards_and_no_meld():
    seen = analysis.opening()
    assert [type(move) for move in legal_moves(seen, 0)] == [Discard] * 13
    assert not melds_in(seen.hand)


def test_without_a_compiled_kernel_everything_plain_is_measured():
    found = [*deadwood.figures(None), *playing.played_rounds(None), *playing.imported()]
    assert len({one.work for one in found}) == 5
    assert all(one.value > 0 and "compiled" not in one.work for one in found)
    assert all(one.ratio is None or one.ratio > 0 for one in found)
