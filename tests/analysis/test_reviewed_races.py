"""A race of Tichu looked at again: what playing on before drawing cost, still hands, and special cards."""

from __future__ import annotations

from itertools import islice

import pytest

from cardlab.analysis.grades import Grade
from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import Racer, race
from cardlab.analysis.tichu_review import STILL, Act, how_many, review
from cardlab.analysis.tichu_whatif import Way
from cardlab.bots import tichu as bots
from cardlab.bots import tongits as tongits_bots
from cardlab.cards import Card
from cardlab.record import Record
from cardlab.rounds import play_tichu, play_tongits
from cardlab.tichu import Draw, Play, Rules, State

compiled.load(wait=True)
START = State.read(
    "hand 0 7h 8h 3c 4d 5d 9s Kd Ph; hand 1 2c 2d Jh Qs Ac Ad 6h Do; draw 0 5c Ts; draw 1 9c Tc Jc; "
    "extra 0 4h; extra 1 4s; pile 0 6s; pile 1 Kc"
)


def raced(*moves: str, milliseconds: list[int] | None = None) -> Record:
    record = Record(START, about={"milliseconds": milliseconds} if milliseconds else {})
    for move in moves:
        record = record.add(move)
    assert len(list(record.states())) == len(moves) + 1
    return record


def acts(record: Record, seat: int = 0, worlds: int = 1_000) -> list[Act]:
    return list(review(record, seat, worlds=worlds))


def test_every_play_and_every_drawing_is_an_act_and_the_other_sides_are_none() -> None:
    record = race(Rules(), 3, (Racer(skilled=True), Racer())).record
    for seat in (0, 1):
        own = [
            number for number, move in enumerate(record.moves, 1) if isinstance(move, Play | Draw) and move.seat == seat
        ]
        found = acts(record, seat, 50)
        assert len(found) == how_many(record, seat)
        assert [act.number for act in found if act.kind != "still"] == own
        for act in found:
            assert act.seat == seat
            assert act.loss.mean >= 0
            assert (act.loss.mean == 0) == (act.best == act.made) == (act.grade is Grade.BEST)
            assert act.cost or act.grade in (Grade.BEST, Grade.GOOD)
            assert (act.spent is not None) <= (act.kind == "play")


def test_what_forgetting_to_draw_cost_is_told() -> None:
    """U3.2: the 8 upon the 7 without having drawn up."""
    first, second = acts(raced("0 play 7h 0 onto 6s", "0 play 8h 0 onto 7h"))
    assert first.forgot is None
    assert second.forgot is not None
    assert second.forgot.mean > 3 * second.forgot.error
    assert second.cost
    assert second.best.move != second.made.move


def test_who_draws_up_at_once_has_forgotten_nothing() -> None:
    drawn = acts(raced("0 play 7h 0 onto 6s", "0 draw", "0 play 8h 0 onto 7h"))
    assert [act.kind for act in drawn] == ["play", "draw", "play"]
    assert all(act.forgot is None for act in drawn)
    assert not drawn[1].cost


def test_still_hands_are_told_of_once_they_were_still_long_enough() -> None:
    """While seat 1 plays and draws, seat 0 could have laid the 5 or the 7 upon the 6, or the Phoenix."""
    moves = "1 play Ac 1 onto Kc", "1 draw", "0 play 7h 0 onto 6s"
    late, own = acts(raced(*moves, milliseconds=[700, STILL + 100, STILL + 500]))
    assert (late.kind, late.number, late.still) == ("still", 1, STILL + 100)
    assert late.made == Way(None)
    assert late.missed == (Card("5d"), Card("7h"), Card("Ph"))
    assert own.kind == "play"
    assert [act.kind for act in acts(raced(*moves, milliseconds=[300, 600, 900]))] == ["play"]
    without_times = acts(raced(*moves))
    assert [(act.kind, act.still) for act in without_times] == [("still", None), ("play", None)]


def test_a_special_card_spent_while_an_ordinary_one_fitted_was_not_spent_well() -> None:
    (spent,) = acts(raced("0 play Ph 1 onto Kc"), worlds=4_000)
    assert spent.spent is not None
    assert spent.spent.mean < -2 * spent.spent.error
    assert spent.spent_well is False
    assert spent.cost


def test_a_special_card_that_ends_the_race_was_spent_well() -> None:
    last = State.read("hand 0 Ph; hand 1 2c 3c; pile 0 9d; pile 1 Kc; extra 0 4h; extra 1 4s")
    (spent,) = acts(Record(last).add("0 play Ph 0 onto 9d"))
    assert not spent.cost
    assert spent.win_after.mean > 0.9


def test_an_ordinary_card_is_not_asked_whether_it_was_spent_well() -> None:
    (laid,) = acts(raced("0 play 7h 0 onto 6s"))
    assert laid.spent is None
    assert laid.spent_well is None


def test_a_card_that_landed_on_another_one_is_judged_by_what_lay_there() -> None:
    """U2.4: the Phoenix was meant for the king, but the ace was there first."""
    *_, landed = acts(raced("1 play Ac 1 onto Kc", "0 play Ph 1 onto Kc"), worlds=100)
    assert landed.made.move == Play(0, Card("Ph"), 1, Card("Ac"))


def test_a_careful_player_loses_little_and_one_who_plays_anything_loses_much() -> None:
    """Three races; and only the second one plays before it has drawn up."""
    acts_of: tuple[list[Act], list[Act]] = ([], [])
    for seed in (2, 3, 7):
        record = play_tichu((bots.careful, bots.random), Rules(), seed)
        for seat in (0, 1):
            acts_of[seat].extend(act for act in review(record, seat, worlds=200) if act.kind != "still")
    careful, anything = acts_of
    assert sum(act.loss.mean for act in anything) > 2 * sum(act.loss.mean for act in careful)
    assert not any(act.forgot for act in careful)
    assert sum(act.cost for act in anything if act.forgot) > 3


def test_acts_are_worked_out_when_they_are_asked_for() -> None:
    record = race(Rules(), 3).record
    assert len(list(islice(review(record, 1, worlds=20), 2))) == 2


def test_what_cannot_be_reviewed_is_refused() -> None:
    other = play_tongits((tongits_bots.careful,) * 3, None, 1)
    with pytest.raises(ValueError, match="only races of Tichu"):
        next(review(other, 0))
    record = race(Rules(), 3).record
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        next(review(record, 2))
    with pytest.raises(ValueError, match="whole number"):
        next(review(record, 0, worlds=0))
