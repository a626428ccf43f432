"""Races out of records on the page of races: looked at as they were played, and refused where they are none."""

import json

import pytest
from messages import send
from race_page import Page

from cardlab.bot_rounds import play_tichu, play_tongits
from cardlab.bots import tongits as tongits_bots
from cardlab.bots.tichu import careful
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.widgets.tichu_table.race_review import LONGEST_RACE, MOST_FILE, read_races, run_again
from cardlab.widgets.tichu_table.timed_match import RaceSettings, Reactions

QUICK = RaceSettings(reactions=Reactions(1000, 350))
RACE = json.loads(play_tichu((careful, careful), seed=3).text())
BEGUN = json.loads(play_tichu((careful, careful), seed=3).fork(3).text())


def opened(text, **more):
    """A page on which a record was opened."""
    page = Page(QUICK)
    send(page.widget, {"do": "open", "text": text, **more})
    return page


def names(page):
    return [side["name"] for side in page.shown["sides"]]


def test_a_race_that_was_saved_is_the_same_on_another_page_but_is_opened_only_where_no_match_would_be_lost():
    page = Page(QUICK).start()
    page.run(0)
    send(page.widget, {"do": "save", "race": 0})
    before = page.shown
    send(page.widget, {"do": "open", "text": json.dumps(RACE)})
    assert page.shown == before
    other = opened(page.saved[-1])
    assert (other.shown["phase"], other.shown["race"]) == ("replay", say("play_tichu.stored"))
    assert other.widget.match is None
    replayed = other.widget._replay.played.line.moments
    assert [moment.state for moment in replayed] == [moment.state for moment in page.race.line.moments]
    send(other.widget, "results")
    assert (other.shown["phase"], other.kept) == ("setup", None)
    assert other.start().shown["phase"] == "race"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", say("refusal.record_torn")),
        (play_tongits((tongits_bots.careful,) * 3, seed=3).text(), say("refusal.race_other_game")),
        (json.dumps(RACE | {"moves": RACE["moves"][::-1]}), "breaks a rule"),
        (" " * (MOST_FILE + 1), "2 "),
    ],
    ids=["torn", "another game", "backwards", "too long"],
)
def test_what_is_no_race_is_told_and_changes_nothing_nor_what_the_page_has_not_even_sent(text, told):
    page = opened(text)
    for part in (told, "2 "):
        assert page.shown["phase"] == "setup"
        assert part in page.shown["remark"]
        send(page.widget, "too_long")


def test_a_race_that_is_too_long_is_not_run_at_all():
    long = {name: part for name, part in RACE.items() if name != "outcome"}
    with pytest.raises(NotationError, match=str(LONGEST_RACE)):
        run_again(*read_races(json.dumps(long | {"moves": RACE["moves"][:1] * (LONGEST_RACE + 1)})))


@pytest.mark.parametrize("times", [[3, 2, 1], ["1", "2", "3"], [1, 2], 7, None])
def test_times_that_are_none_are_not_believed(times):
    played = run_again(*read_races(json.dumps(BEGUN | {"about": {"times_ms": times}})))
    assert [moment.note for moment in played.line.moments] == [0, 1000, 2000, 3000]


def test_only_a_record_with_times_is_replayed_with_seconds():
    """Earlier records of shared tables have no times."""
    last = len(RACE["moves"])
    about = {"times_ms": [700 * number for number in range(1, last + 1)]}
    timed, untimed = opened(json.dumps(RACE | {"about": about})), opened(json.dumps(RACE))
    for page, seconds in ((timed, "1.4"), (untimed, "2.0")):
        send(page.widget, do="at", number=2)
        told = json.dumps(page.shown["blocks"])
        assert (say("play_tichu.at", number=2, last=last, seconds=seconds) in told) is (page is timed)
        assert (say("round_review.moment", number=2, total=last) in told) is (page is untimed)
        assert (' s"' in told) is (page is timed)


def test_T10_6_each_race_of_a_table_can_be_looked_at_and_one_that_is_none_is_refused():
    """The file of a shared table has its last round first, and the others in what is said about it."""
    torn = RACE | {"moves": RACE["moves"][::-1]}
    page = opened(json.dumps(BEGUN | {"about": {"earlier_rounds": [RACE, torn]}}), seat=1)

    def shown():
        (slider,) = (one for one in page.shown["blocks"] if one["is"] == "slider")
        chosen = [one["chosen"] for one in page.shown["blocks"][1]["options"]]
        return chosen.index(True), slider["most"]

    before = page.shown["sides"][0]["name"]
    assert shown() == (2, 3)
    send(page.widget, do="look", number=1)
    assert "breaks a rule" in page.shown["remark"]
    send(page.widget, do="look", number=0)
    assert (page.shown["remark"], page.shown["sides"][0]["name"]) == ("", before)
    assert shown() == (0, len(RACE["moves"]))


@pytest.mark.parametrize("seat", [0, 1])
def test_T10_6_whoever_comes_from_a_table_sees_its_names_and_the_own_hand_as_side_0(seat):
    page = opened(json.dumps(BEGUN | {"about": {"players": ["Ana <b>", ""]}}), seat=seat)
    own, other = ("Ana <b>", say("seat.right_side")) if seat == 0 else (say("seat.right_side"), "Ana <b>")
    assert names(page) == [own, other]
    assert [side["seat"] for side in page.shown["sides"]] == [0, 1]


@pytest.mark.parametrize("players", [["Ana"], [7, 8], "Ana", ["Left", "Right"]])
def test_names_that_are_none_and_those_of_ones_own_match_are_not_taken_over(players):
    about = {"players": players} | ({"against": "two"} if players == ["Left", "Right"] else {})
    assert names(opened(json.dumps(BEGUN | {"about": about})))[1] == say("seat.right_side")
