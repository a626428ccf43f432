"""Races out of records on the page of races: looked at as they were played, and refused where they are none."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from race_page import Page
from wishes import send

from cardlab.bots import tongits as tongits_bots
from cardlab.bots.tichu import careful
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.rounds import play_tichu, play_tongits
from cardlab.widgets.tichu_table.match import Reactions, Settings
from cardlab.widgets.tichu_table.review import LONGEST_RACE, MOST_FILE, opened_race

QUICK = Settings(reactions=Reactions(1000, 350))


@pytest.fixture(scope="module")
def raced() -> Page:
    """A page on which one race has been played to its end."""
    page = Page(QUICK).start()
    page.run(0)
    return page


def test_a_race_that_was_saved_is_opened_by_another_page_and_is_the_same(raced: Page) -> None:
    send(raced.widget, {"do": "save", "race": 0})
    other = Page(QUICK)
    send(other.widget, {"do": "open", "text": raced.saved[-1]})
    assert other.shown["phase"] == "replay"
    assert other.shown["race"] == say("play_tichu.stored")
    assert other.widget.match is None
    assert [moment.state for moment in other.widget._replay.played.moments] == [
        moment.state for moment in raced.race.moments
    ]
    send(other.widget, "results")
    assert other.shown["phase"] == "setup"
    assert other.kept is None


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_comes_from_a_table_sees_the_own_hand_as_side_0(seat) -> None:
    record = replace(play_tichu((careful, careful), seed=3), about={"players": ["Ana", "Ben"]})
    page = Page()
    send(page.widget, {"do": "open", "text": record.text(), "seat": seat})
    names = ["Ana", "Ben"]
    assert [side["name"] for side in page.shown["sides"]] == [names[seat], names[1 - seat]]
    assert [side["seat"] for side in page.shown["sides"]] == [0, 1]


def test_what_is_no_race_is_told_and_changes_nothing() -> None:
    torn = play_tichu((careful, careful), seed=3)
    other = play_tongits((tongits_bots.careful,) * 3, seed=3)
    backwards = Record(torn.start, tuple(reversed(torn.moves)))
    for text, told in (
        ("{", "no JSON"),
        (other.text(), "another game"),
        (json.dumps({**json.loads(torn.text()), "moves": [str(one) for one in backwards.moves]}), "breaks a rule"),
        (" " * (MOST_FILE + 1), "2 "),
    ):
        page = Page()
        send(page.widget, {"do": "open", "text": text})
        assert page.shown["phase"] == "setup"
        assert told in page.shown["remark"]
    page = Page()
    send(page.widget, "too_long")
    assert page.shown["remark"]


def test_a_race_that_is_too_long_is_not_run_at_all() -> None:
    told = json.loads(play_tichu((careful, careful), seed=3).text())
    told["moves"] = told["moves"][:1] * (LONGEST_RACE + 1)
    del told["outcome"]
    with pytest.raises(NotationError, match=str(LONGEST_RACE)):
        opened_race(json.dumps(told))


@pytest.mark.parametrize("times", [[3, 2, 1], ["1", "2", "3"], [1, 2], 7, None])
def test_times_that_are_none_are_not_believed(times: object) -> None:
    record = play_tichu((careful, careful), seed=3).fork(3)
    told = json.loads(record.text())
    told["about"] = {"times_ms": times}
    assert [moment.note for moment in opened_race(json.dumps(told))[0].moments] == [0, 1000, 2000, 3000]


def test_T10_6_a_race_of_a_table_between_devices_is_run_under_its_names() -> None:
    record = play_tichu((careful, careful), seed=3).fork(6)
    told = json.loads(record.text()) | {"about": {"players": ["Ana <b>", ""]}}
    page = Page()
    send(page.widget, {"do": "open", "text": json.dumps(told)})
    assert [side["name"] for side in page.shown["sides"]] == ["Ana <b>", say("seat.right_side")]


@pytest.mark.parametrize("players", [["Ana"], [7, 8], "Ana", ["Left", "Right"]])
def test_names_that_are_none_and_those_of_ones_own_match_are_not_taken_over(players: object) -> None:
    told = json.loads(play_tichu((careful, careful), seed=3).fork(3).text())
    told["about"] = {"players": players} | ({"against": "two"} if players == ["Left", "Right"] else {})
    page = Page()
    send(page.widget, {"do": "open", "text": json.dumps(told)})
    assert page.shown["sides"][1]["name"] == say("seat.right_side")


def test_a_record_is_opened_only_where_no_match_would_be_lost(raced: Page) -> None:
    before = raced.shown
    send(raced.widget, {"do": "open", "text": play_tichu((careful, careful), seed=3).text()})
    assert raced.shown == before


def test_a_match_begins_where_a_record_was_looked_at() -> None:
    page = Page(QUICK)
    send(page.widget, {"do": "open", "text": play_tichu((careful, careful), seed=3).text()})
    send(page.widget, "results")
    assert page.start().shown["phase"] == "race"
