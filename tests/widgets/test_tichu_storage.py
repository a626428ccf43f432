"""`PlayTichu` and what a page keeps of it: after a reload, in another tab, after a gap, and when it cannot be read."""

import json
import re

import pytest
from messages import send
from race_page import TWO, Page
from turned_clock import messages_of, next_move

from cardlab.phrasing.catalogue import say
from cardlab.record import check
from cardlab.tichu import Draw, fits, plays, view
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.live import OPENING
from cardlab.widgets.tichu_table.race_review import overlooked_words, summary
from cardlab.widgets.tichu_table.race_storage import LONGEST, NOTES_AT_ONCE, Storage, unpacked
from cardlab.widgets.tichu_table.timed_match import RaceSettings, Reactions

BOT = RaceSettings(reactions=Reactions(900, 300))


def test_what_another_tab_has_kept_is_not_written_over_unasked():
    page = Page(TWO).start()
    page.run(0, 1, moves=3)
    other = Page(seed=99, kept=page.kept)
    send(other.widget, "go_on")
    other.run(0, 1, moves=3)
    send(page.widget, "elsewhere")
    assert page.shown["elsewhere"]
    assert page.shown["paused"]
    before = page.race.state
    send(page.widget, "go_on", *messages_of(page.race, next_move(page.race, 0) or Draw(0)))
    assert page.race.state == before
    send(page.widget, "take_other")
    assert page.asked == [True]
    page.recall(other.kept, anew=True)
    assert page.race.state == other.race.state
    assert not page.shown["elsewhere"]
    send(page.widget, "elsewhere", "keep_this")
    assert page.over
    send(page.widget, "go_on")
    page.run(0, 1)
    assert check(page.race.record()) is None


@pytest.mark.parametrize("settings", [TWO, BOT])
def test_a_reload_in_the_middle_goes_on_where_it_was(settings):
    page = Page(settings).start()
    page.run(*settings.people)
    send(page.widget, "next")
    page.clock.turn(OPENING)
    page.run(*settings.people, moves=12)
    again = Page(seed=99, kept=page.kept)
    assert (again.race.state, again.race.notes) == (page.race.state, page.race.notes)
    assert again.widget.match.score == page.widget.match.score
    assert (again.shown["paused"], bool(again.shown["note"])) == (True, True)
    again.clock.turn(100)
    assert again.race.state == page.race.state
    send(again.widget, "go_on")
    again.run(*settings.people)
    record = again.race.record()
    assert check(record) is None
    assert record.about["times_ms"] == sorted(record.about["times_ms"])
    assert len(again.races) == 2


@pytest.fixture(scope="module")
def whole():
    """A match whose first race has ended, as it is kept."""
    page = Page(TWO).start()
    page.run(0, 1)
    return page.kept


# What nobody can have played, by what is different from a match that was.
FORGED = [
    {"format": "cardlab-races/1"},
    {"seed": -1},
    {"settings": {"new": True}},
    {"settings": {"reactions": {"mean": 1, "spread": 50}}},
    {"settings": {"lock": 3001}},
    {"rules": {"target": "x"}},
    {"rules": {"a": 1}},
    {"races": []},
    {"races": [["0 draw", 0]]},
    *(
        {"races": [[[text, 0]]]}
        for text in ("0 draw", "0 drew", "late 0 9", "tried 2 0", "tried 0", "tried flip", "tried")
    ),
    {"races": [[["tried 0 0", -1]]]},
    {"races": [[["tried 0 0", 0]]] * 2},
]


def test_a_match_that_cannot_have_been_played_is_put_aside_and_a_sentence_says_so(whole):
    texts = json.loads(whole)
    [race] = texts["races"]
    impossible = ({"races": races} for races in ([[[text, -at] for text, at in race]], [race, race], [race[1:]]))
    for change in (*FORGED, *impossible):
        put_aside(json.dumps(texts | change))
    for text in ("{torn", "1", "[]", "{}", "[" * 100_000):
        put_aside(text)
    assert (Page(kept=whole).shown["phase"], Page(kept="").shown["remark"]) == ("over", "")


def test_a_match_longer_than_any_that_is_kept_is_not_replayed_and_one_that_becomes_so_is_not_kept(whole):
    texts = json.loads(whole)
    (race,) = texts["races"]
    tried = [["tried 0 0", 0]] * (LONGEST - len(race))
    # It is replayed in steps, so that others are heard meanwhile.
    assert sum(1 for _ in unpacked(json.dumps(texts | {"races": [tried + race]}))) == LONGEST // NOTES_AT_ONCE
    assert len(result_of(unpacked(json.dumps(texts | {"races": [tried + race]}))).rounds) == 1
    put_aside(json.dumps(texts | {"races": [[*tried, tried[0], *race]]}))
    sent = []
    storage = Storage(sent.append, "nl")
    match = result_of(unpacked(whole))
    storage.store(match)
    match.rounds[0].notes.extend([("tried 0 0", 10**9)] * LONGEST)
    storage.store_changes(match)
    assert len(sent) == 1
    assert storage.remark == say("play_tichu.too_long", "nl")


def put_aside(text):
    page = Page(kept=text)
    assert page.widget.match is None
    assert page.kept == page.aside == text
    assert page.shown["remark"] == say("play_tichu.not_recalled", "en")
    assert page.start().shown["remark"] == ""
    assert page.aside == text


@pytest.mark.parametrize("settings", [TWO, BOT])
def test_a_page_that_was_away_while_the_race_went_on_rests_and_keeps_what_was_played(settings):
    page = Page(settings).start()
    page.run(0, moves=3)
    before = page.kept
    page.widget.send = lambda content, buffers=None: None
    page.run(*settings.people, moves=4)
    page.widget.send = page.take
    page.recall(before)
    assert (page.shown["paused"], bool(page.shown["note"]), page.shown["elsewhere"]) == (True, True, False)
    at_rest = page.race.state
    page.clock.turn(1000)
    assert page.race.state is at_rest
    assert Page(seed=99, kept=page.kept).race.state == at_rest


def test_a_page_that_was_away_and_comes_back_asks_which_of_two_matches_is_kept_and_never_loses_the_own_one():
    page, other = Page(TWO).start(), Page(TWO, seed=8).start()
    for one in (page, other):
        one.run(0, 1, moves=3)
    before = page.kept
    page.recall(other.kept)
    assert (page.shown["elsewhere"], page.shown["paused"], page.kept) == (True, True, before)
    page.recall(before)
    assert not page.shown["elsewhere"]
    for given, aside, told in (("", None, ""), ("torn", "torn", say("play_tichu.not_recalled", "en"))):
        page.kept = given
        page.recall(given)
        assert (page.kept, page.aside, page.shown["remark"]) == (before, aside, told)
    for kind in ("full", "forbidden"):
        send(page.widget, {"do": "trouble", "kind": kind})
        assert page.shown["remark"] == say(f"widget.storage_{kind}", "en")


def nowhere(race):
    """A card of the first seat that fits on neither pile."""
    return next(card for card in race.state.hands[0] if not any(fits(pile, card) for pile in race.state.piles))


def late_at_every_card(page):
    """A race against the computer in which the person reaches for each pile when the computer has been there."""
    send(page.widget, do="card", seat=0, card=nowhere(page.race).code, seen=1)
    while page.race.outcome is None:
        seen, before = len(page.race.line.moments) - 1, plays(view(page.race.state, 0))
        page.clock.turn(0.4)
        for move in before:
            if move.wish is None and page.race.state.piles[move.pile].top is not move.onto:
                send(page.widget, do="card", seat=0, card=move.card.code, seen=seen)
                send(page.widget, {"do": "pile", "seat": 0, "pile": move.pile, "seen": seen}, {"do": "back", "seat": 0})
        page.act(0)


def test_U2_4_what_was_tried_in_vain_is_told_after_a_reload_as_before_and_of_the_computer_without_its_card():
    page = Page(BOT).start()
    late_at_every_card(page)
    assert sum(one.late for one in page.race.tried) >= 3
    assert not all(one.late for one in page.race.tried)
    again = Page(seed=99, kept=page.kept)
    assert again.race.tried == page.race.tried
    assert again.race.notes == page.race.notes
    assert overlooked_words(again.race, 0, "A", "de") == overlooked_words(page.race, 0, "A", "de")
    assert list(summary(again.race, ("A", "B"), "de")) == list(summary(page.race, ("A", "B"), "de"))
    page = Page(BOT, seed=5).start()
    while page.race.outcome is None:
        page.act(0, pause=0.85)
    tried = [text for text, _ in page.races[-1] if text.startswith("late 1")]
    assert tried
    assert all(re.fullmatch(r"late 1 [0-7]", text) for text in tried)


def test_after_a_week_a_card_pressed_a_thousand_times_is_kept_once_and_a_reload_does_not_turn_back_the_clock():
    page = Page(TWO).start()
    page.clock.turn(7 * 24 * 3600)
    for _ in range(1000):
        send(page.widget, do="card", seat=0, card=nowhere(page.race).code, seen=1)
    assert len(page.race.tried) == 1
    assert len(page.races[-1]) == 2
    again = Page(seed=99, kept=page.kept)
    send(again.widget, "go_on")
    again.run(0, 1)
    assert again.race.line.moments[2].note >= 1000 * (7 * 24 * 3600 + 2)
    assert (again.shown["phase"], Page(seed=99, kept=again.kept).shown["blocks"]) == ("over", again.shown["blocks"])
