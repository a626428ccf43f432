"""`PlayTichu` by the messages of a page, with a clock that the test turns: matches, records, what is kept."""

import json
import re
from dataclasses import fields

import pytest
from messages import blocks, send
from race_page import TWO, Page
from turned_clock import messages_of, next_move

from cardlab.bot_rounds import play_tichu, play_tongits
from cardlab.bots import tongits as tongits_bots
from cardlab.bots.tichu import careful
from cardlab.phrasing.catalogue import say
from cardlab.record import Record, check
from cardlab.tichu import Draw, Flip, Rules, fits, plays, view
from cardlab.widgets import PlayTichu
from cardlab.widgets.blocks import offers
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.live import OPENING
from cardlab.widgets.tichu_table.race_props import reader_of
from cardlab.widgets.tichu_table.race_review import (
    AHEAD,
    LONGEST_RACE,
    MOST_FILE,
    overlooked_words,
    read_races,
    run_again,
)
from cardlab.widgets.tichu_table.race_storage import LONGEST, NOTES_AT_ONCE, Storage, unpacked
from cardlab.widgets.tichu_table.timed_match import LEVELS, RaceSettings, Reactions


def test_before_the_first_race_everything_is_chosen_and_nothing_dealt():
    page = Page()
    for against, rows in (("two", 1), ("bot", 2)):  # a row of levels only where there is a computer
        send(page.widget, do="against", value=against)
        assert len(blocks(page.widget, "levels")) == rows
    for level in LEVELS:
        send(page.widget, do="level", value=level)
        marked = [option["label"] for option in blocks(page.widget, "levels")[-1]["options"] if option["chosen"]]
        assert (page.shown["phase"], marked) == ("setup", [say(f"play_tichu.level.{level}")])
    send(page.widget, do="level", value="of light")
    page.start()
    send(page.widget, do="level", value="beginner")
    assert page.widget.match.settings == RaceSettings(reactions=LEVELS["master"])


def test_two_people_run_a_whole_match_by_house_rules_that_are_shown_kept_and_written_in_its_records():
    page = Page(TWO, seed=3)
    assert page.shown["rules"]["is"] == "text"
    assert {send["field"][5:] for send, _ in offers(page.shown) if "field" in send} == {
        one.name for one in fields(Rules)
    }
    for name, value in (("wrap", True), ("dragon_locks", "strict"), ("points", "swapped"), ("target", "4")):
        send(page.widget, do="set", field=f"rule:{name}", value=value)
    rules = Rules(wrap=True, dragon_locks="strict", points="swapped", target=4)
    shown = page.shown["rules"]
    for name, value in (("wrap", "yes"), ("dragon_locks", True), ("target", "ten"), ("tie", "challenger")):
        send(page.widget, do="set", field=f"rule:{name}", value=value)  # there is no such rule, and nothing changes
        assert page.shown["rules"] == shown
    changes, _ = shown["blocks"]
    clauses = [clause for _, texts in changes["said"] for clause in re.findall(r"U\d\.\d", texts)]
    assert clauses == ["U2.3", "U5.6", "U6.2", "U6.3"]
    page.start()
    while page.widget.match.score.winner is None:
        while page.race.outcome is None:
            page.run(0, 1, moves=1)
            assert page.race.outcome is not None or len(json.dumps(page.shown)) < 6_000, "little is sent for a move"
        page = Page(seed=99, kept=page.kept)
        assert (page.shown["phase"], page.shown["rules"]) == ("over", shown)
        send(page.widget, "next")
        page.clock.turn(OPENING)
    match = page.widget.match
    (ended,) = blocks(page.widget, "ended")
    assert ended["titles"][0] == reader_of(TWO.against, "en").about("play_tichu.match_won", match.score.winner)
    board = blocks(page.widget, "table")[-1]
    assert board["rows"][-1]["cells"][3] == [f"{match.score.points[0]} : {match.score.points[1]}"]
    for number in range(len(match.rounds)):
        send(page.widget, do="save", race=number)
    records = [Record.parse(text) for text in page.saved]
    assert [(check(record), record.start.rules) for record in records] == [(None, rules)] * len(match.rounds)
    for record in records:
        times = record.about["times_ms"]
        assert (len(times), times) == (len(record.moves), sorted(times))
    # A match that has been won is not gone on with.
    send(page.widget, "next")
    assert len(match.rounds) == len(records)
    with pytest.raises(ValueError, match="no match that can have been played"):
        result_of(unpacked(json.dumps(json.loads(page.kept) | {"races": [*page.races, []]})))
    send(page.widget, "leave")
    assert (page.shown["phase"], page.shown["rules"], page.kept) == ("setup", shown, None)


def test_U1_3_the_opening_is_turned_when_its_countdown_has_run_down_and_a_pause_covers_both_hands():
    page = Page(TWO)
    send(page.widget, "start")
    assert (page.shown["turning"], page.shown["milliseconds"]) == (say("play_tichu.turning.opening"), 1000 * OPENING)
    page.clock.turn(OPENING - 0.01)
    assert page.race.line.last == 0
    page.clock.turn(0.01)
    opening = page.race.line.moments[-1]
    assert (type(opening.move), opening.note, page.shown["turning"]) == (Flip, 1000 * OPENING, "")
    page.run(0, 1, moves=2)
    before = len(page.race.line.moments)
    send(page.widget, "pause")
    assert {code for side in page.shown["sides"] for code in side["slots"]} <= {"back", ""}
    page.clock.turn(1000)
    send(page.widget, *messages_of(page.race, next_move(page.race, 0) or Draw(0)))
    assert len(page.race.line.moments) == before
    send(page.widget, "go_on")
    page.run(0, 1, moves=1)
    assert page.race.line.moments[-1].note < 60_000


def test_the_page_gets_no_card_of_the_computer_and_none_of_the_piles_and_moves_no_hand_but_those_of_persons():
    page = Page(RaceSettings(reactions=Reactions(5000, 50))).start()
    before = page.race.state.hands[1]
    for card in before:
        for pile in (0, 1):
            send(page.widget, do="card", seat=1, card=card.code, seen=1)
            send(page.widget, do="pile", seat=1, pile=pile, seen=1)
    for card, seen in ((before[0].code, 10**30), ("Zz", 1), ("7h", -1), ("7h", -(10**30))):
        send(page.widget, do="card", seat=0, card=card, seen=seen)
    assert page.race.state.hands[1] == before
    assert len(page.race.line.moments) == 2
    while page.race.outcome is None:
        state = page.race.state
        hidden = {card.code for pile in (state.hands[1], *state.draw, *state.extra) for card in pile}
        texts = json.dumps([page.shown["sides"], page.shown["piles"]])
        assert not {code for code in hidden if f'"{code}"' in texts}
        assert "recycle " not in page.kept
        page.act(0)


@pytest.mark.parametrize("phase", ["race", "replay"])
def test_nothing_goes_on_when_the_widget_is_closed(phase):
    page = Page(RaceSettings(reactions=Reactions(400, 100))).start()
    if phase == "replay":
        page.run(0)
        send(page.widget, {"do": "replay", "race": 0}, "run")
        assert (page.shown["phase"], page.shown["person"]) == ("replay", True), "it lies as the race did"
        assert page.clock.waiting == [AHEAD], "without the countdown"
    assert page.clock.waiting
    before = len(page.race.line.moments), page.shown["number"]
    page.widget.close()
    assert page.clock.waiting == []
    page.clock.turn(60)
    assert (len(page.race.line.moments), page.shown["number"]) == before


QUICK = RaceSettings(reactions=Reactions(1000, 350))
RACE = json.loads(play_tichu((careful, careful), seed=3).text())
LONG = {name: part for name, part in RACE.items() if name != "outcome"}
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
        (json.dumps(LONG | {"moves": RACE["moves"][:1] * (LONGEST_RACE + 1)}), str(LONGEST_RACE)),
        (" " * (MOST_FILE + 1), "2 "),
    ],
    ids=["torn", "another game", "backwards", "too many moves", "too long"],
)
def test_what_is_no_race_is_told_and_changes_nothing_nor_what_the_page_has_not_even_sent(text, told):
    page = opened(text)
    for part in (told, "2 "):
        assert page.shown["phase"] == "setup"
        assert part in page.shown["remark"]
        send(page.widget, "too_long")


def test_times_that_are_none_are_not_believed():
    for times in ([3, 2, 1], ["1", "2", "3"], [1, 2], 7, None):
        played = run_again(*read_races(json.dumps(BEGUN | {"about": {"times_ms": times}})))
        assert [moment.note for moment in played.line.moments] == [0, 1000, 2000, 3000]


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
    assert say("round_review.moment", number=0, total=3) in json.dumps(page.shown["blocks"]), "without seconds"
    send(page.widget, do="look", number=1)
    assert "breaks a rule" in page.shown["remark"]
    send(page.widget, do="look", number=0)
    assert (page.shown["remark"], page.shown["sides"][0]["name"]) == ("", before)
    assert shown() == (0, len(RACE["moves"]))


def test_T10_6_whoever_comes_from_a_table_sees_its_names_if_they_are_some_and_the_own_hand_as_side_0():
    nameless = say("seat.player", number=2)
    for seat, expected in ((0, ["Ana <b>", nameless]), (1, [nameless, "Ana <b>"])):
        page = opened(json.dumps(BEGUN | {"about": {"players": ["Ana <b>", ""]}}), seat=seat)
        assert names(page) == expected
        assert [side["seat"] for side in page.shown["sides"]] == [0, 1]
    own_match = {"players": ["Left", "Right"], "against": "two"}
    for about in ({"players": ["Ana"]}, {"players": [7, 8]}, {"players": "Ana"}, own_match):
        assert names(opened(json.dumps(BEGUN | {"about": about})))[1] == nameless


BOT = RaceSettings(reactions=Reactions(900, 300))


def test_what_another_tab_has_kept_is_not_written_over_unasked():
    page = Page(TWO).start()
    page.run(0, 1, moves=3)
    other = Page(seed=99, kept=page.kept)
    send(other.widget, "go_on")
    other.run(0, 1, moves=3)
    before = page.race.state
    send(page.widget, "elsewhere", "go_on", *messages_of(page.race, next_move(page.race, 0) or Draw(0)))
    assert (page.shown["elsewhere"], page.shown["paused"], page.race.state) == (True, True, before)
    send(page.widget, "take_other")
    assert page.asked == [True]
    page.recall(other.kept, anew=True)
    assert (page.race.state, page.shown["elsewhere"]) == (other.race.state, False)
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
    again.clock.turn(100)
    assert (again.race.state, again.race.notes) == (page.race.state, page.race.notes)
    assert again.widget.match.score == page.widget.match.score
    assert (again.shown["paused"], bool(again.shown["note"])) == (True, True)
    send(again.widget, "go_on")
    again.run(*settings.people)
    assert (check(again.race.record()), len(again.races)) == (None, 2)


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
    scene, sent = PlayTichu("nl").scene, []
    storage, scene.send = Storage(scene), sent.append
    match = result_of(unpacked(whole))
    storage.store(match)
    match.rounds[0].notes.extend([("tried 0 0", 10**9)] * LONGEST)
    storage.store(match)
    assert len(sent) == 1
    assert scene.remark == say("play_tichu.too_long", "nl")


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
    assert len(page.race.tried) >= 4
    again = Page(seed=99, kept=page.kept)
    assert again.race.tried == page.race.tried
    assert again.race.notes == page.race.notes
    assert overlooked_words(again.race, 0, "A", "de") == overlooked_words(page.race, 0, "A", "de")
    page = Page(BOT, seed=5).start()
    while page.race.outcome is None:
        page.act(0, pause=0.85)
    tried = [text for text, _ in page.races[-1] if text.startswith("tried 1")]
    assert tried
    assert all(re.fullmatch(r"tried 1 [0-7]", text) for text in tried)


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
