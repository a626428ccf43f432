"""A round judged at the table: for all players, only when it is over; from any moment it is played on differently."""

import re
from random import Random

import pytest
from learner_at_table import dealt, inline, make, own_moves, read
from messages import everything, of_kind, recalled, sending

from cardlab.analysis.grades import Grade
from cardlab.analysis.round_review import Decision, account
from cardlab.lessons import answer_log
from cardlab.lessons.own_mistakes import read_entries
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Rules
from cardlab.widgets.tongits_table.review_panel import MOST_MISTAKES, signed

LONG = Rules(target=400)


@pytest.fixture(scope="module", autouse=True)
def _few_worlds():
    """The review asks for few worlds where nothing is compiled; so it is quick to test."""
    patch = pytest.MonkeyPatch()
    patch.setattr("cardlab.analysis.jobs.WORLDS", 20)
    patch.setattr("cardlab.analysis.jobs.FEW_WORLDS", 20)
    yield
    patch.undo()


def review_of(learner):
    """What is shown of the round judged, in parts; None where nothing is."""
    shown = [one for one in everything(learner.shown["below"]) if one.get("style", "").endswith("cardlab-review")]
    if not shown:
        return None
    parts = of_kind(shown)
    first = {one["is"]: one for one in reversed(parts)}
    accounts = [one["blocks"] for one in parts if one.get("style") == "cardlab-accounts"]
    return {
        "graph": first.get("graph"),
        "moves": first["decisions"]["moves"],
        "said": read(first["status"]),
        "kept": first.get("link", {"label": ""})["label"],
        "progress": "progress" in first,
        "accounts": accounts[0] if accounts else [],
    }


def whose(learner):
    """The seats of which one can be looked at, and which of them is."""
    return [one["on"] for one in sending(learner.shown["below"], "review")]


def columns(table):
    """What stands in a table for each player."""
    return list(zip(*(map(inline, row["cells"][1:]) for row in table["rows"]), strict=True))


@pytest.fixture(scope="module")
def judged():
    """A round that was played at random against careful bots, and judged."""
    learner = dealt(rules=LONG, now=lambda: 1_790_000_000.0)
    learner.play_round(Random(1))
    learner.send(do="review", seat=0)
    return learner


def test_nothing_is_judged_while_the_round_goes_on_then_it_is_told_piece_by_piece_and_can_be_stopped():
    played = dealt(rules=LONG)
    played.send(do="review", seat=0)
    assert (review_of(played), whose(played)) == (None, [])
    played.play_round(Random(1))
    played.widget._receive(played.widget, {"do": "review", "seat": 0}, [])
    assert review_of(played)["progress"]
    played.send(do="stop")
    assert not review_of(played)["progress"]
    assert review_of(played)["said"] == [f"Stopped after 0 of {len(played.here.line.moves)} moves."]
    played.send(do="next_round")
    assert review_of(played) is None


def test_each_player_can_be_looked_at_once_judged_and_dear_decisions_say_what_was_wrong_and_what_others_held(judged):
    in_hand, _ = say("round_review.in_hand", cards="#").split("#")
    for seat in (2, 1, 0):
        judged.widget._receive(judged.widget, {"do": "review", "seat": seat}, [])
        assert not judged.working
        moves = review_of(judged)["moves"]
        assert [row["to"] for row in moves] == [
            number for number, move in enumerate(judged.here.line.moves) if move.seat == seat
        ]
        assert whose(judged) == [one == seat for one in range(3)]
        for row in moves:
            if row["grade"] in ("inaccuracy", "mistake", "blunder"):
                assert "Better: " in row["explanation"]
                assert row["cost"].startswith("−")
            assert row["explanation"].startswith(in_hand) == bool(row["explanation"] and seat)


def test_the_graph_is_there_as_numbers_and_the_accounts_add_up_to_the_last_digit_shown(judged):
    pieces, shown = judged.reviews.pieces, review_of(judged)
    results = [round(account(pieces, seat).result) for seat in (0, 1, 2)]
    plot = shown["graph"]["plot"]
    rows = [[inline(cell) for cell in row["cells"]] for row in plot["numbers"]["rows"]]
    assert rows[-1][1:] == [str(one).replace("-", "−") for one in results]
    strips = re.findall(r'data-at="(\d+)"', plot["svg"])
    assert strips == [str(number) for number in range(len(judged.here.line.moves) + 1)]
    assert {sign for row in rows for cell in row for sign in re.findall(r"\?\?|\?!|\?", cell)}
    decided, came = map(columns, shown["accounts"])
    for column, result in zip(came, results, strict=True):
        start, luck, cost, total = (float(cell.replace("−", "-")) for cell in column)
        assert round(start + luck + cost, 1) == total == result
        assert cost <= 0
    for seat, counts in enumerate(decided):
        grades = [one.grade for one in pieces if isinstance(one, Decision) and one.seat == seat]
        assert [int(cell) for cell in counts] == [grades.count(grade) for grade in Grade]
    assert [signed(value, "en") for value in (1.26, -1.26, 0.0, -0.01)] == ["+1.3", "−1.3", "0.0", "0.0"]


def test_from_a_moment_the_round_is_played_on_with_the_same_cards(judged):
    whole = judged.here.line
    moves, first = whole.moves, review_of(judged)["moves"][1]["to"]
    judged.send(do="go", to=first)
    assert judged.shown["at"] == first
    assert review_of(judged)["graph"]["again"]
    assert [row["here"] for row in review_of(judged)["moves"]].count(True) == 1
    hands = judged.state.hands
    other = next(move for move in own_moves(judged) if move != moves[first])
    make(judged, other)
    assert judged.here.line.moments[first].state.hands == hands
    assert judged.here.line.moves[: first + 1] == (*moves[:first], other)
    assert review_of(judged) is None
    judged.here.resume(whole)
    judged.send(do="go", to=whole.last)
    assert review_of(judged)["accounts"]


def test_the_dearest_own_mistakes_are_given_to_the_review_once_and_only_by_one_s_own_rounds(judged):
    (given,) = [one["practise"] for one in judged.sent if "practise" in one]
    mine = judged.reviews.own_mistakes(0)
    assert 0 < len(mine) == len(given) <= MOST_MISTAKES
    assert [one.cost.mean for one in mine] == sorted((one.cost.mean for one in mine), reverse=True)
    assert all(one.seat == 0 and one.grade in (Grade.MISTAKE, Grade.BLUNDER) for one in mine)
    result, torn = read_entries([one["mistake"] for one in given])
    assert torn == 0
    for one in given:
        mistake = result[one["answer"]["key"]]
        assert mistake.seen.viewer == 0
        assert not mistake.turns[mistake.made].right
        assert one["answer"]["at"] == 1_790_000_000
        assert not one["answer"]["right"]
    assert answer_log.read(recalled([one["answer"] for one in given])["text"]).answers
    assert review_of(judged)["kept"].endswith(f": {len(given)}.")
    judged.send(do="next_round")
    judged.send(do="look", number=0)
    for seat in ("0", "lou", "robin"):
        assert judged.offers("play_tongits.review_of", player=say(f"seat.{seat}", "en"))
    judged.send(do="review", seat=0)
    assert review_of(judged)["kept"].endswith(f": {len(given)}.")
    assert sum("practise" in one for one in judged.sent) == 1
    judged.send(do="go", to=1)
    make(judged, own_moves(judged)[0])
    assert judged.learner is None, "played on differently it is no longer the round that was played"
    at_one_screen = dealt(table="open", rules=LONG)
    assert at_one_screen.widget.learner is None
