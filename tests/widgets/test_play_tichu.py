"""`PlayTichu` through the messages of a page, with a clock that the test turns: choices, races and matches."""

import json
import re
from dataclasses import fields

import pytest
from messages import blocks, send
from race_page import TWO, Page
from turned_clock import messages_of, next_move

from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.record import Record, check
from cardlab.tichu import Draw, Flip, Rules
from cardlab.widgets.blocks import offers
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.live import OPENING
from cardlab.widgets.tichu_table.race_props import reader_of
from cardlab.widgets.tichu_table.race_review import result_blocks
from cardlab.widgets.tichu_table.race_storage import unpacked
from cardlab.widgets.tichu_table.timed_match import LEVELS, LONGEST_LOCK, Against, RaceSettings, Reactions


def test_before_the_first_race_everything_is_chosen_and_nothing_dealt():
    page = Page()
    assert page.shown["phase"] == "setup"
    send(page.widget, do="against", value="two")
    assert len(blocks(page.widget, "levels")) == 1  # no level of a computer
    send(page.widget, do="against", value="bot")
    for level in LEVELS:
        send(page.widget, do="level", value=level)
        marked = [option["label"] for option in blocks(page.widget, "levels")[-1]["options"] if option["chosen"]]
        assert marked == [say(f"play_tichu.level.{level}")]
    send(page.widget, {"do": "level", "value": "of light"}, {"do": "by_itself", "value": True})
    for lock, stored in ((10**30, LONGEST_LOCK), (-1, 0), (50, 50)):
        send(page.widget, do="hold_up", value=lock)
        assert blocks(page.widget, "slider")[0]["value"] == stored
    page.start()
    chosen = RaceSettings(reactions=LEVELS["master"], draws_by_itself=True, lock=50)
    assert page.widget.match.settings == chosen
    send(page.widget, do="level", value="beginner")
    assert page.widget.match.settings == chosen


def test_house_rules_are_chosen_shown_kept_and_written_in_the_records():
    page = Page(TWO)
    sheet = page.shown["rules"]
    assert sheet["is"] == "text"
    offered = {send["field"] for send, _ in offers(page.shown) if "field" in send}
    assert offered == {f"rule:{field.name}" for field in fields(Rules)}
    for name, value in (("wrap", True), ("dragon_locks", "strict"), ("points", "swapped"), ("target", "2")):
        send(page.widget, do="set", field=f"rule:{name}", value=value)
    rules = Rules(wrap=True, dragon_locks="strict", points="swapped", target=2)
    shown = page.shown["rules"]
    for name, value in (("wrap", "yes"), ("dragon_locks", True), ("target", "ten"), ("tie", "challenger")):
        send(page.widget, do="set", field=f"rule:{name}", value=value)  # there is no such rule, and nothing changes
        assert page.shown["rules"] == shown
    changes, _ = shown["blocks"]
    clauses = [clause for _, texts in changes["said"] for clause in re.findall(r"U\d\.\d", texts)]
    assert clauses == ["U2.3", "U5.6", "U6.2", "U6.3"]
    page.start()
    while page.widget.match.score.winner is None:
        assert page.shown["rules"] == shown
        page.run(0, 1)
        page = Page(seed=99, kept=page.kept)
        assert page.shown["rules"] == shown
        send(page.widget, "next")
        page.clock.turn(OPENING)
    # Who has won the match is told first, and no number of a clause in a headline.
    match = page.widget.match
    reader, (ended, *_) = reader_of(match.settings.against, "en"), result_blocks(match, "en")
    assert ended["titles"][0] == reader.about("play_tichu.match_won", match.score.winner)
    assert not any(re.search(r"U\d", title) for title in ended["titles"])
    send(page.widget, do="save", race=0)
    record = Record.parse(page.saved[0])
    assert record.start.rules == rules
    assert check(record) is None
    send(page.widget, "leave")
    assert page.shown["rules"] == shown


def test_U1_3_the_opening_is_turned_when_its_countdown_has_run_down():
    page = Page(TWO)
    send(page.widget, "start")
    assert page.shown["turning"] == say("play_tichu.turning.opening")
    assert page.shown["milliseconds"] == 1000 * OPENING
    page.clock.turn(OPENING - 0.01)
    assert page.race.state.piles[0].top is None
    page.clock.turn(0.01)
    assert isinstance(page.race.line.moments[-1].move, Flip)
    assert page.shown["turning"] == ""
    assert page.race.line.moments[-1].note == 1000 * OPENING


@pytest.mark.parametrize("settings", [TWO, RaceSettings(against=Against.TWO, draws_by_itself=True)])
def test_two_people_run_a_whole_match_little_is_sent_for_a_move_and_every_record_is_right(settings):
    page = Page(settings, seed=3).start()
    while page.widget.match.score.winner is None:
        while page.race.outcome is None:
            page.run(0, 1, moves=1)
            assert page.race.outcome is not None or len(json.dumps(page.shown)) < 6_000
        assert page.shown["phase"] == "over"
        send(page.widget, "next")
        page.clock.turn(OPENING)
    match = page.widget.match
    assert max(match.score.points) >= 10
    assert {"do": "next"} not in [send for send, _ in offers(page.shown)]
    board = blocks(page.widget, "table")[-1]
    assert board["rows"][-1]["cells"][3] == [f"{match.score.points[0]} : {match.score.points[1]}"]
    for number in range(len(match.rounds)):
        send(page.widget, do="save", race=number)
    records = [Record.parse(text) for text in page.saved]
    assert len(records) == len(match.rounds)
    assert [check(record) for record in records] == [None] * len(records)
    assert all(len(record.about["times_ms"]) == len(record.moves) for record in records)
    assert all(record.about["times_ms"] == sorted(record.about["times_ms"]) for record in records)
    # A match that has been won is not gone on with.
    send(page.widget, "next")
    assert len(match.rounds) == len(records)
    with pytest.raises(ValueError, match="no match that can have been played"):
        result_of(unpacked(json.dumps(json.loads(page.kept) | {"races": [*page.races, []]})))
    send(page.widget, "leave")
    assert page.shown["phase"] == "setup"
    assert page.kept is None


def test_the_page_gets_no_card_of_the_computer_and_none_of_the_piles():
    page = Page(RaceSettings(reactions=Reactions(400, 100))).start()
    while page.race.outcome is None:
        state = page.race.state
        hidden = {card.code for pile in (state.hands[1], *state.draw, *state.extra) for card in pile}
        texts = json.dumps([page.shown["sides"], page.shown["piles"]])
        assert not {code for code in hidden if f'"{code}"' in texts}
        assert "recycle " not in page.kept
        page.act(0)


def test_a_pause_covers_both_hands_and_stops_the_clock():
    page = Page(TWO).start()
    page.run(0, 1, moves=2)
    before = len(page.race.line.moments)
    send(page.widget, "pause")
    assert {code for side in page.shown["sides"] for code in side["slots"]} <= {"back", ""}
    page.clock.turn(1000)
    move = next_move(page.race, 0) or Draw(0)
    send(page.widget, *messages_of(page.race, move))
    assert len(page.race.line.moments) == before
    send(page.widget, "go_on")
    page.run(0, 1, moves=1)
    assert page.race.line.moments[-1].note < 60_000


@pytest.mark.parametrize("phase", ["race", "replay"])
def test_nothing_goes_on_when_the_widget_is_closed(phase):
    page = Page(RaceSettings(reactions=Reactions(400, 100))).start()
    if phase == "replay":
        page.run(0)
        send(page.widget, {"do": "replay", "race": 0}, "run")
    assert page.clock.waiting
    before = len(page.race.line.moments), page.shown["number"]
    page.widget.close()
    assert page.clock.waiting == []
    page.clock.turn(60)
    assert (len(page.race.line.moments), page.shown["number"]) == before


def test_a_page_moves_no_hand_but_those_of_persons():
    page = Page(RaceSettings(reactions=Reactions(5000, 50))).start()
    before = page.race.state.hands[1]
    for card in before:
        for pile in (0, 1):
            send(page.widget, do="card", seat=1, card=card.code, seen=1)
            send(page.widget, do="pile", seat=1, pile=pile, seen=1)
    send(page.widget, do="card", seat=0, card=before[0].code, seen=10**30)
    send(page.widget, do="card", seat=0, card="Zz", seen=1)
    for seen in (-1, -(10**30)):
        send(page.widget, do="card", seat=0, card=Card("7h").code, seen=seen)
    assert page.race.state.hands[1] == before
    assert len(page.race.line.moments) == 2


@pytest.mark.parametrize(("settings", "alone"), [(RaceSettings(reactions=Reactions(400, 100)), True), (TWO, False)])
def test_a_replay_lies_as_the_race_did_the_own_side_below_the_computer(settings, alone):
    page = Page(settings).start()
    assert page.shown["person"] is alone
    page.run(0, 1)
    send(page.widget, do="replay", race=0)
    assert (page.shown["phase"], page.shown["person"]) == ("replay", alone)
