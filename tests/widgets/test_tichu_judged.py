"""A race that has been played, judged on its page: every act, what it cost, its moment, and races out of records."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from race_page import TWO, Page
from wishes import send

from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import SKILLED, race
from cardlab.analysis.tichu_review import how_many, review
from cardlab.analysis.tichu_whatif import Way
from cardlab.bots import tongits as tongits_bots
from cardlab.bots.tichu import careful
from cardlab.cards import Card
from cardlab.lessons.own_mistakes import read_entries
from cardlab.lessons.tables_tichu import position
from cardlab.locale import LANGUAGES, say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.rounds import play_tichu, play_tongits
from cardlab.tichu import Draw, Play, Rules, State, View, view
from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.judged import (
    LONGEST_RACE,
    MOST_FILE,
    RaceReview,
    opened_race,
    racers_of,
    review_picture,
    to_practise,
)
from cardlab.widgets.tichu_table.match import Against, Settings, TimedRound

compiled.load(wait=True)
QUICK = Settings(mean=1000, spread=350)


@pytest.fixture(scope="module")
def raced() -> Page:
    """A page on which one race has been played to its end."""
    page = Page(QUICK).start()
    page.run(0)
    return page


def reviewed(page: Page, seat: int = 0) -> dict[str, object]:
    send(page.widget, {"do": "review", "seat": seat})
    page.widget.finish()
    return page.shown["review"]


def judged(played: TimedRound, lang: str = "en", against: Against = Against.BOT) -> dict[str, object]:
    """What is shown of a review of seat 0, worked out here and now."""
    found = RaceReview(lambda act: act())
    found.begin(played, played.record(), 0, against)
    found.finish()
    return review_picture(found, lang)


def test_every_act_of_the_race_has_a_line_and_the_graph_ends_with_the_race(raced: Page) -> None:
    shown = reviewed(raced)
    own = [
        number
        for number, moment in enumerate(raced.race.moments)
        if isinstance(moment.move, Play | Draw) and moment.move.seat == 0
    ]
    lines = [act["to"] + 1 for act in shown["acts"] if "nothing done" not in act["label"]]
    assert lines == own
    assert shown["progress"] is None
    assert len(shown["said"]) >= 2
    assert "from 6 on a mistake, from 15 on a blunder" in shown["how"][0]
    assert all(act["called"] for act in shown["acts"])
    assert {act["grade"] for act in shown["acts"] if not act["dear"]} <= {"best", "good"}
    *_, last = shown["plot"]["table"]["rows"]
    assert last["cells"][-1] == ("100" if raced.race.outcome.winner == 0 else "0")


def test_a_line_leads_to_its_moment_and_the_position_in_its_link_is_what_was_seen_then(raced: Page) -> None:
    for act in reviewed(raced)["acts"]:
        send(raced.widget, {"do": "moment", "number": act["to"]})
        assert raced.shown["phase"] == "replay"
        assert raced.shown["replay"]["at"] == act["to"]
        assert raced.shown["review"]["acts"]
        state = raced.race.moments[act["to"]].state
        assert View.read(act["position"]) == view(state, 0)
    send(raced.widget, "results")
    assert raced.shown["phase"] == "over"
    assert raced.shown["review"]["acts"]


def test_what_cost_something_can_be_listed_alone(raced: Page) -> None:
    everything = reviewed(raced)["acts"]
    send(raced.widget, "only_dear")
    assert raced.shown["review"]["acts"] == [act for act in everything if act["dear"]]
    send(raced.widget, "only_dear")
    assert raced.shown["review"]["acts"] == everything


def test_the_computer_is_reviewed_like_a_person(raced: Page) -> None:
    assert [one["seat"] for one in raced.shown["reviews"]] == [0, 1]
    assert all("You play" not in act["label"] for act in reviewed(raced, 1)["acts"])


def test_a_review_is_stopped_begun_again_and_gone_with_the_next_race() -> None:
    page = Page(QUICK, seed=8).start()
    send(page.widget, {"do": "review", "seat": 0})
    assert page.widget.review.played is None
    page.run(0)
    send(page.widget, {"do": "review", "seat": 0})
    assert page.widget.review.working
    assert page.shown["review"]["progress"]["value"] == 0
    send(page.widget, "enough")
    assert not page.widget.review.working
    assert page.shown["review"]["progress"] is None
    assert page.shown["review"]["said"]
    send(page.widget, {"do": "review", "seat": 0})
    assert page.widget.review.working
    send(page.widget, "next")
    assert page.shown["phase"] == "race"
    assert not page.widget.review.working
    assert page.widget.review.played is None


def test_of_two_at_one_keyboard_either_is_reviewed() -> None:
    page = Page(TWO, seed=9).start()
    page.run(0, 1)
    for seat in (0, 1):
        acts = reviewed(page, seat)["acts"]
        assert len(acts) == page.widget.review.total > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_forgetting_to_draw_cost_is_told_in_every_language(lang: str) -> None:
    start = State.read(
        "hand 0 7h 8h 3c 4d 5d 9s Kd Ph; hand 1 2c 2d Jh Qs Ac Ad 6h Do; draw 0 5c Ts; draw 1 9c Tc Jc; "
        "extra 0 4h; extra 1 4s; pile 0 6s; pile 1 Kc"
    )
    played = TimedRound(1, start=start)
    assert not played.make(Play(0, Card("7h"), 0, Card("6s")), 700)
    assert not played.make(Play(0, Card("8h"), 0, Card("7h")), 1400)
    shown = judged(played, lang)
    first, second = shown["acts"]
    assert not first["dear"]
    assert second["dear"]
    assert any("U3.2" in one for one in (*shown["said"], *second["told"]))
    assert "{" not in json.dumps([shown["said"], shown["acts"]]).replace('{"', "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_special_card_has_a_tick_or_a_cross_and_a_sentence(lang: str) -> None:
    """With nothing else that fits soon the Phoenix is spent well; beside a seven for the six it is missed later."""
    won = TimedRound(1, start=position(("Ph 3d 3h 4s", "2c 9h"), ("6s", "Qh")))
    assert not won.make(Play(0, Card("Ph"), 0, Card("6s")), 500)
    early = TimedRound(1, start=position(("Ph 7h 3c", "2c 3d 9h 4s"), ("6s", "Kh"), draw=("", "5h")))
    assert not early.make(Play(0, Card("Ph"), 0, Card("6s")), 500)
    (good,), (bad,) = judged(won, lang)["acts"], judged(early, lang)["acts"]
    assert (good["mark"], bad["mark"]) == ("✓", "✗")
    assert good["told"]
    assert bad["told"]


def test_hands_that_were_still_are_told_of_with_what_could_have_been_played() -> None:
    played = TimedRound(1, start=position(("6h Kd 3s Js", "8c 9c 2h"), ("7s", "Qh"), draw=("", "4d")))
    assert not played.make(Draw(1), 500)
    assert not played.make(Play(1, Card("8c"), 0, Card("7s")), 2300)
    assert not played.make(Play(0, Card("Kd"), 1, Card("Qh")), 3000)
    still, own = judged(played)["acts"]
    assert still["to"] == 0
    assert "nothing done for 2.3 s" in still["label"]
    assert any("6♥" in one and "K♦" in one for one in still["told"])
    assert "K♦" in own["label"]


def test_both_race_on_as_quickly_as_they_did() -> None:
    page = Page(Settings(mean=2000, spread=50), seed=3).start()
    page.run(0, pause=0.5)
    own, other = racers_of(page.race)
    assert own.mean < other.mean
    assert own.skilled
    assert other.skilled
    assert racers_of(TimedRound(7)) == SKILLED


# Races out of records.


def test_a_race_that_was_saved_is_opened_by_another_page_and_judged_the_same(raced: Page) -> None:
    send(raced.widget, {"do": "save", "race": 0})
    here = reviewed(raced)
    other = Page(QUICK)
    send(other.widget, {"do": "open", "text": raced.saved[-1]})
    assert other.shown["phase"] == "replay"
    assert other.shown["stored"]
    assert other.widget.match is None
    assert [moment.state for moment in other.widget._replay.played.moments] == [
        moment.state for moment in raced.race.moments
    ]
    there = reviewed(other)
    assert there["acts"] == here["acts"]
    assert there["said"] == here["said"]
    send(other.widget, "results")
    assert other.shown["phase"] == "setup"
    assert other.kept is None


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_comes_from_a_table_sees_the_own_hand_as_side_0_and_the_own_race_reviewed_at_once(seat) -> None:
    record = replace(play_tichu((careful, careful), seed=3), about={"players": ["Ana", "Ben"]})
    page = Page()
    send(page.widget, {"do": "open", "text": record.text(), "seat": seat})
    names = ["Ana", "Ben"]
    assert [side["name"] for side in page.shown["sides"]] == [names[seat], names[1 - seat]]
    assert [side["seat"] for side in page.shown["sides"]] == [0, 1]
    assert page.shown["review"]["title"] == say("race_review.title", "en", who=names[seat])
    send(page.widget, "enough")


def test_a_record_without_times_is_judged_too_and_says_so() -> None:
    record = play_tichu((careful, careful), seed=3)
    page = Page()
    send(page.widget, {"do": "open", "text": record.text()})
    shown = reviewed(page)
    assert page.widget.review.total == how_many(record, 0) == len(shown["acts"])
    assert "does not say how quick" in shown["how"][-1]
    assert shown["acts"][0]["label"].startswith("2. ") or "Second" not in shown["acts"][0]["label"]


def test_a_race_of_the_kernel_has_times_and_is_judged_by_them() -> None:
    one = race(Rules(), 3, SKILLED)
    page = Page()
    send(page.widget, {"do": "open", "text": one.record.text()})
    assert [moment.note for moment in page.widget._replay.played.moments[1:]] == list(one.times)
    reviewed(page)
    assert page.widget.review.timed


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
    assert [moment.note for moment in opened_race(json.dumps(told)).played.moments] == [0, 1000, 2000, 3000]


def test_T10_6_a_race_of_a_table_between_devices_is_run_and_reviewed_under_its_names() -> None:
    record = play_tichu((careful, careful), seed=3).fork(6)
    told = json.loads(record.text()) | {"about": {"players": ["Ana <b>", ""]}}
    page = Page()
    send(page.widget, {"do": "open", "text": json.dumps(told)})
    assert [side["name"] for side in page.shown["sides"]] == ["Ana <b>", say("seat.right_side")]
    assert page.shown["reviews"][0]["label"] == say("race_review.ask", who="Ana <b>")
    send(page.widget, {"do": "review", "seat": 0})
    page.widget.finish()
    assert page.shown["review"]["title"] == say("race_review.title", who="Ana <b>")
    assert any("Ana <b>" in act["label"] for act in page.shown["review"]["acts"])


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
    send(page.widget, {"do": "review", "seat": 1})
    page.start()
    assert page.shown["phase"] == "race"
    assert not page.widget.review.working


def test_the_acts_are_those_of_the_analysis(raced: Page) -> None:
    reviewed(raced)
    found = raced.widget.review
    own = review(raced.race.record(), 0, found.racers, still=max(1_500, 2 * found.racers[0].mean))
    assert list(own) == found.found
    assert Way(None) not in [act.made for act in found.found if act.kind == "play"]
    assert isinstance(raced.widget, PlayTichu)


def test_the_dearest_mistakes_of_an_own_race_become_exercises_and_only_once() -> None:
    given = []
    for number in range(8):
        played = opened_race(race(Rules(), 1, number=number).record.text()).played
        review = RaceReview(lambda act: act())
        review.begin(played, played.record(), 0, Against.BOT, is_own=True)
        review.finish()
        dear = [act for act in review.found if act.choices]
        entries = to_practise(review, 1_789_999_000)
        assert len(entries) == min(3, len(dear))
        assert to_practise(review, 1_789_999_000) == []
        for lang in LANGUAGES:
            told = [say("race_review.kept", lang, count=len(entries))] if entries else []
            assert [one for one in review_picture(review, lang)["said"] if one in told] == told
        known, torn = read_entries([one["mistake"] for one in entries])
        assert (len(known), torn) == (len(entries), 0)
        assert all(one["answer"]["key"] in known and not one["answer"]["right"] for one in entries)
        given += entries
        review.is_own = review.given = False
        assert to_practise(review, 1_789_999_000) == []
        if len(given) > 1:
            return
    pytest.fail("nobody made a mistake")
