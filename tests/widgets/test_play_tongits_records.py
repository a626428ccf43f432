"""`PlayTongits` without a page: other lines, records written and opened, and the shelf."""

import json
from dataclasses import replace
from random import Random

import pytest
from learner_at_a_match import Learner, dealt, through
from learner_at_table import make, own_moves, say_move
from messages import everything, offer, press, send

from cardlab import shelf, tichu
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.phrasing.catalogue import say
from cardlab.record import Record, check
from cardlab.refusal import NotationError
from cardlab.tongits import Phase
from cardlab.widgets import PlayTongits
from cardlab.widgets.scene import result_of
from cardlab.widgets.tongits_table.opened_rounds import LONGEST_BOOK, MOST_LISTS, as_file


def sending(shown, do):
    """All in a part of the page that sends a message of this name."""
    return [one for one in everything(shown) if (one.get("send") or {}).get("do") == do]


def older_lines(learner):
    """What takes up each of the older lines."""
    return [one["send"] for one in sending(learner.shown["around"], "line")]


def test_another_move_from_the_past_begins_a_new_line_and_the_old_one_can_be_taken_up():
    learner = dealt(table="open")
    for _ in range(5):
        make(learner, own_moves(learner)[-1])
    old = learner.here.line.moves
    learner.send(do="go", to=2)
    make(learner, next(move for move in own_moves(learner) if move != old[2]))
    assert learner.here.line.moves[:2] == old[:2] != learner.here.line.moves
    (line,) = older_lines(learner)
    press(learner.widget, say("play_tongits.save_line", "en"))
    assert Record.parse(learner.files()[-1]["text"]).moves == old
    learner.send(do="toggle", card=learner.shown["hand"]["cards"][0])
    assert learner.shown["hand"]["selected"]
    learner.send(**line)
    assert learner.here.line.moves == old
    assert learner.shown["hand"]["selected"] == []
    assert set(learner.shown["hand"]["cards"]) == {card.code for card in learner.state.hands[learner.here.actor]}
    assert len(older_lines(learner)) == 1


def test_a_line_is_saved_only_where_all_hands_lie_open():
    learner = dealt()
    make(learner, own_moves(learner)[-1])
    learner.send(do="undo")
    make(learner, own_moves(learner)[0])
    assert older_lines(learner)
    assert not learner.offers("play_tongits.save_line")
    learner.send(do="save", what="line", number=0)
    assert (learner.files(), learner.remark) == ([], say("play_tongits.not_yet", "en"))


@pytest.mark.parametrize("table", ["persons", "open"])
def test_every_record_written_holds(table):
    learner = dealt(table=table)
    learner.send(do="save", what="round")
    assert (bool(learner.files()), bool(learner.remark)) == (table == "open", table != "open")
    learner.play_round(Random(4))
    learner.send(do="undo")
    learner.play_round(Random(5))
    for wish in ({"what": "round"}, {"what": "match"}, {"what": "line", "number": 0}):
        learner.send(do="save", **wish)
    learner.send(do="next_round")
    learner.play_round(Random(6))
    learner.send(do="save", what="match")
    assert len(learner.files()) >= 4
    assert [check(Record.parse(file["text"])) for file in learner.files()] == [None] * len(learner.files())
    last = json.loads(learner.files()[-1]["text"])
    assert [one["about"]["round"] for one in last["about"]["earlier_rounds"]] == [1]


def test_a_record_is_looked_at_move_by_move_and_played_on_differently_while_the_match_waits():
    learner = dealt()
    through(learner, Random(8))
    learner.send(do="save", what="match")
    text = learner.files()[-1]["text"]
    other = dealt(seed=99)
    waiting = other.state
    other.send(do="open", text=text)
    looks = [one["on"] for one in everything(other.shown["heading"]) if one.get("is") == "toggle"]
    assert looks == [*[False] * len(learner.widget.match.done), True]
    for number, state in enumerate(Record.parse(text).states()):
        other.send(do="go", to=number)
        assert other.state == state
        is_over = state.phase is Phase.OVER
        assert any(one.get("is") == "link" for one in everything(other.shown["below"])) != is_over  # the laboratory
    other.send(do="go", to=3)
    make(other, own_moves(other)[0])
    other.send(do="leave")
    assert other.state == waiting


def test_a_whole_round_that_is_opened_can_be_reviewed_at_its_first_move_and_a_broken_off_one_cannot():
    learner = dealt(table="open")
    make(learner, own_moves(learner)[0])
    learner.send(do="save", what="round")
    learner.play_round(Random(4))
    learner.send(do="save", what="round")
    other = dealt()
    for file, players in zip(learner.files(), (0, 3), strict=True):
        other.send(do="open", text=file["text"])
        assert other.state == Record.parse(file["text"]).start
        assert len(sending(other.shown["below"], "review")) == players


def test_what_is_no_record_is_refused_and_the_match_goes_on():
    learner = dealt()
    before = learner.state
    good = Record(before).text()
    false = json.dumps({**json.loads(good), "moves": ["0 draw"]})
    lists = json.dumps({**json.loads(good), "about": {"note": [[]] * (MOST_LISTS + 1)}})
    for text in ("", "{", "[]", good[:300], good.replace("tongits", "tichu"), "x" * 3_000_000, false, lists):
        learner.send(do="open", text=text)
        assert learner.remark
        assert not learner.shown["reading"]
    learner.send(do="too_long")
    assert learner.remark
    assert learner.state == before


def test_a_file_too_large_for_the_browser_is_opened_and_that_is_said():
    learner = dealt(table="open")
    learner.send(do="save", what="round")
    text = learner.files()[-1]["text"]
    other = Learner(PlayTongits("de"))
    other.send(do="open", text=text)
    assert not other.remark
    other.send(do="open", text=json.dumps({**json.loads(text), "about": {"note": "x" * LONGEST_BOOK}}))
    assert other.shown["reading"]
    assert other.remark == say("play_tongits.not_kept", "de")


def test_when_the_widget_is_closed_nobody_goes_on_thinking():
    for coach in (False, True):
        learner = dealt()
        if coach:
            learner.send(do="coach")
        say_move(learner.widget, f"discard {learner.state.hands[0][0]}")
        assert learner.widget.working
        before = learner.state
        learner.widget.close()
        assert not learner.widget.working
        learner.widget.finish()
        assert learner.state == before


def test_a_record_given_is_in_review_from_the_start_and_the_browser_keeps_its_match():
    kept = dealt()
    record = shelf.open(shelf.names()[0])
    learner = Learner(PlayTongits("en", record=record, seat=2))
    assert learner.shown["reading"]
    assert [one["on"] for one in sending(learner.shown["below"], "review")] == [False, False, True]
    learner.send({"do": "recall", "text": kept.widget.storage.packed()}, "elsewhere", "redo")
    assert learner.state == list(record.states())[1]
    assert not learner.shown["elsewhere"]
    assert not [message for message in learner.sent if "keep" in message]
    assert repr(learner.widget) == f"PlayTongits(record=<{len(record.moves)} moves>, seat=2)"
    with pytest.raises(ValueError, match="no seat 3"):
        PlayTongits(record=record, seat=3)
    with pytest.raises(NotationError):
        PlayTongits(record=Record(tichu.deal(seed=1)))


@pytest.mark.parametrize("name", [shelf.names()[0], shelf.names()[-1]])
def test_a_round_of_the_shelf_is_studied_move_by_move_with_its_notes(name):
    learner = Learner(PlayTongits("en"))
    learner.send(do="set", field="shelf", value=name)
    learner.send(do="set", field="shelf", value="../rounds")  # which is none, and changes nothing
    assert learner.shown["stage"] == "form"
    learner.send(do="study")
    moves = shelf.open(name).moves
    assert [to for to, _ in learner.shown["log"]] == list(range(len(moves), 0, -1))
    assert learner.shown["off"] == ["undo"]
    assert learner.shown["title"] == f"Worth studying: {shelf.title(name)} ({shelf.clause(name)})"
    read = {0: learner.remark}
    for number in range(1, len(moves) + 1):
        learner.send(do="redo")
        assert learner.shown["at"] == number
        if learner.remark:
            read[number] = learner.remark
    assert read == shelf.notes(name)


def test_whoever_comes_from_a_table_sees_the_round_from_the_own_seat_and_the_own_moves_are_reviewed_at_once():
    rounds = [
        replace(play_tongits((careful,) * 3, seed=seed), about={"players": names})
        for seed, names in ((1, ["Cy", "Ana", "Ben"]), (2, ["Ana", "Ben", "Cy"]), (3, ["Ana", "Ben", "Cy"]))
    ]
    learner = dealt()
    send(learner.widget, do="open", text=result_of(as_file(rounds)), ended=True, seat=2)
    assert learner.state.phase is Phase.OVER
    assert learner.shown["hand"]["label"] == say("table.own_hand", "en")
    assert [one["name"] for one in learner.shown["players"]] == ["Ana", "Ben"]
    assert offer(learner.widget, say("play_tongits.review_of", "en", player=say("seat.0", "en")))["on"]
    learner.send(do="stop")
    # Another round of the match: the same seat, as long as it was the same player's.
    for number, seat in ((1, 2), (0, None), (2, None)):
        learner.send(do="look", number=number)
        assert learner.widget.book.seat == seat
