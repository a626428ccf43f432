"""`PlayTichu` and what a page keeps of it: after a reload, in another tab, after a gap, and when it cannot be read."""

import json
import re

import pytest
from race_page import TWO, Page
from turned_clock import messages_of, next_move
from wishes import forging, send

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import check
from cardlab.tichu import Draw, Rules, fits, plays, view
from cardlab.widgets.tichu_table.live import OPENING
from cardlab.widgets.tichu_table.match import Settings, TimedMatch
from cardlab.widgets.tichu_table.review import overlooked_words, summary
from cardlab.widgets.tichu_table.storage import packed


def test_what_another_tab_has_kept_is_not_written_over_unasked():
    page, other = Page(TWO).start(), None
    page.run(0, 1, moves=3)
    other = Page(seed=99, memory=page.kept)
    send(other.widget, "go_on")
    other.run(0, 1, moves=3)
    send(page.widget, "elsewhere")
    assert page.shown["elsewhere"]
    assert page.shown["paused"]
    before = page.race.state
    send(page.widget, "go_on", *messages_of(page.race, next_move(page.race, 0) or Draw(0)))
    assert page.race.state == before
    page.asked.clear()
    send(page.widget, "take_other")
    assert page.asked == [True]
    send(page.widget, {"do": "recall", "match": json.loads(json.dumps(other.kept)), "anew": True})
    assert page.race.state == other.race.state
    assert not page.shown["elsewhere"]
    send(page.widget, "elsewhere", "keep_this")
    assert page.over
    send(page.widget, "go_on")
    page.run(0, 1)
    assert check(page.race.record()) is None


@pytest.mark.parametrize("settings", [TWO, Settings(mean=600)])
def test_a_reload_in_the_middle_goes_on_where_it_was(settings):
    page = Page(settings).start()
    page.run(*settings.people)
    send(page.widget, "next")
    page.clock.turn(OPENING)
    page.run(*settings.people, moves=12)
    again = Page(seed=99, memory=page.kept)
    assert again.race.state == page.race.state
    assert again.widget.match.score == page.widget.match.score
    assert again.race.notes() == page.race.notes()
    assert again.shown["paused"]
    assert again.shown["note"]
    again.clock.turn(100)
    assert again.race.state == page.race.state
    send(again.widget, "go_on")
    again.run(*settings.people)
    assert check(again.race.record()) is None
    assert again.race.record().about["times_ms"] == sorted(again.race.record().about["times_ms"])
    assert len(again.kept["races"]) == 2


@pytest.mark.parametrize("pauses", [False, True])
def test_a_reload_gives_the_computer_no_more_time_and_frees_no_hand(pauses):
    page = Page(Settings(mean=4000, spread=50, lock=3000)).start()
    due = page.widget._live._due
    before = due.left("bot")
    wrong = next(card for card in page.race.state.hands[0] if not page.race.meant(card, 1))
    send(page.widget, {"do": "card", "seat": 0, "card": wrong.code, "seen": 1})
    page.clock.turn(2)
    if pauses:
        send(page.widget, "pause")
        page.clock.turn(100)
    again = Page(seed=99, memory=page.left())
    send(again.widget, "go_on")
    assert again.shown["sides"][0]["held"] == pytest.approx(1000, abs=2)
    assert again.widget._live.hands[0].hold.misses == 1
    # What was left of looking about, and the way of its hand.
    assert again.widget._live._due.left("bot") == pytest.approx(before - 2 + page.widget._live._bot.reaches(), abs=0.01)
    told = again.shown["number"]
    send(again.widget, {"do": "card", "seat": 0, "card": wrong.code, "seen": told})
    assert again.shown["sides"][0]["held"] == pytest.approx(1000, abs=2)
    again.clock.turn(1.01)
    assert again.shown["sides"][0]["held"] == 0
    again.clock.turn(4)
    assert again.shown["number"] > told


@pytest.mark.parametrize(
    "standing",
    [
        None,
        {},
        {"at": -1, "bot": None, "free": [0, 0], "misses": [0, 0]},
        {"at": 10**15, "bot": None, "free": [0, 0], "misses": [0, 0]},
        {"at": 9_000, "bot": 10**9, "free": [0, 0], "misses": [0, 0]},
        {"at": 9_000, "bot": True, "free": [0, 0], "misses": [0, 0]},
        {"at": 9_000, "bot": None, "free": [13_000, 0], "misses": [0, 0]},
        {"at": 9_000, "bot": None, "free": [0, 0], "misses": [0, 10**6]},
    ],
)
def test_how_a_race_cannot_stand_is_not_gone_on_with(standing):
    page = Page(Settings()).start()
    again = Page(seed=99, memory={**page.kept, "standing": standing})
    assert again.widget.match is None
    assert again.aside


def test_a_memory_that_cannot_have_been_played_is_not_deleted_and_a_sentence_says_so():
    good = Page(TWO).start()
    good.run(0, 1)
    memory = json.loads(json.dumps(good.kept))
    torn = [None, 1, [], {}, {**memory, "format": "x"}, {**memory, "seed": -1}, {**memory, "races": []}]
    torn += ["no json {", 0.5, {**memory, "format": "cardlab-races/2"}, {**memory, "settings": {"new": True}}]
    torn += [{**memory, "races": [["0 draw", 0]]}, {**memory, "races": [[["0 draw", 0]]]}]
    tried = ("tried 0 9", "tried 2 0", "tried 0", "tried 0 draw", "tried flip", "tried")
    torn += [{**memory, "races": [[[text, 0]]]} for text in tried]
    torn += [{**memory, "races": [[["tried 0 play 0 0 onto -", 0]] * 2]}, {**memory, "races": [[["tried 0 0", -1]]]}]
    torn += [{**memory, "settings": {"mean": 1}}, {**memory, "rules": {"target": "x"}}, {**memory, "rules": {"a": 1}}]
    torn += [{**memory, "races": [[[text, -at] for text, at in memory["races"][0]]]}]
    torn += [{**memory, "races": memory["races"] * 2}, {**memory, "races": [memory["races"][0][1:]]}]
    for one in torn:
        page = Page(memory=one) if one is not None else Page()
        assert page.widget.match is None, one
        assert page.kept == page.aside == one
        assert page.shown["remark"] == ("" if one is None else say("play_tichu.not_recalled", "en"))
        assert page.start().shown["remark"] == ""
        assert page.aside == one
    assert Page(memory=memory).shown["phase"] == "over"


@pytest.mark.parametrize("settings", [TWO, Settings(mean=600)])
def test_a_page_that_was_away_while_the_race_went_on_gets_the_whole_match(settings):
    page = Page(settings).start()
    page.run(0, moves=3)
    before = json.loads(json.dumps(page.kept))
    page.widget.send = lambda content, buffers=None: None
    page.run(*settings.people, moves=4)
    page.widget.send = page.take
    send(page.widget, {"do": "recall", "match": json.loads(json.dumps(before))})
    assert page.shown["paused"]
    assert page.shown["note"]
    assert not page.shown["elsewhere"]
    assert len(page.kept["races"][-1]) > len(before["races"][-1])
    at_rest = page.race.state
    page.clock.turn(1000)
    assert page.race.state is at_rest
    send(page.widget, "go_on")
    page.run(*settings.people)
    assert Page(seed=99, memory=page.kept).race.state == page.race.state


def test_a_page_that_was_away_and_comes_back_with_another_match_asks_which_one_is_kept():
    page, other = Page(TWO).start(), Page(TWO, seed=8).start()
    for one in (page, other):
        one.run(0, 1, moves=3)
    before = page.kept
    send(page.widget, {"do": "recall", "match": json.loads(json.dumps(other.kept))})
    assert page.shown["elsewhere"]
    assert page.shown["paused"]
    assert page.kept is before
    send(page.widget, {"do": "recall", "match": json.loads(json.dumps(before))})
    assert not page.shown["elsewhere"]


def test_a_page_that_comes_back_with_nothing_or_with_what_cannot_be_read_keeps_the_match_that_is_played():
    for given in (None, "torn"):
        page = Page(TWO).start()
        page.run(0, 1, moves=3)
        whole, page.kept = json.loads(json.dumps(page.kept)), given
        send(page.widget, {"do": "recall", "match": given})
        assert {**page.kept, "standing": None} == {**whole, "standing": None}
        assert page.aside == given
        assert page.shown["remark"] == (say("play_tichu.not_recalled", "en") if given else "")


def nowhere(race):
    """A card of the first seat that fits on neither pile."""
    return next(card for card in race.state.hands[0] if not any(fits(pile, card) for pile in race.state.piles))


def late_at_every_card(page):
    """A race against the computer in which the person reaches for each pile when the computer has been there."""
    send(page.widget, do="card", seat=0, card=nowhere(page.race).code, seen=1)
    while page.race.outcome is None:
        seen, before = len(page.race.moments) - 1, plays(view(page.race.state, 0))
        page.clock.turn(0.4)
        for move in before:
            if move.wish is None and page.race.state.piles[move.pile].top is not move.onto:
                send(page.widget, do="card", seat=0, card=move.card.code, seen=seen)
                send(page.widget, {"do": "pile", "seat": 0, "pile": move.pile, "seen": seen}, {"do": "back", "seat": 0})
        page.act(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_4_what_was_tried_in_vain_is_told_after_a_reload_as_before(lang):
    page = Page(Settings(mean=900, spread=300)).start()
    late_at_every_card(page)
    assert sum(one.too_late for one in page.race.refused) >= 3
    assert any(one.pile is None for one in page.race.refused)
    again = Page(seed=99, memory=page.kept)
    names = ("A", "B")
    for told in (overlooked_words(again.race, 0, "A", lang), list(summary(again.race, names, lang))):
        assert told in (overlooked_words(page.race, 0, "A", lang), list(summary(page.race, names, lang)))
    assert again.race.notes() == page.race.notes()
    assert len(again.race.refused) == len(page.race.refused)


def test_what_the_computer_tried_in_vain_is_kept_without_its_card():
    page = Page(Settings(mean=900, spread=300), seed=5).start()
    while page.race.outcome is None:
        page.act(0, pause=0.85)
    tried = [text for text, _ in page.kept["races"][-1] if text.startswith("tried 1")]
    assert tried
    assert all(re.fullmatch(r"tried 1 play [0-7] [01] onto \S\S", text) for text in tried)


def test_a_card_pressed_a_thousand_times_in_vain_is_kept_once_and_a_reload_does_not_turn_back_the_clock():
    page = Page(TWO).start()
    page.clock.turn(90)
    for _ in range(1000):
        send(page.widget, do="card", seat=0, card=nowhere(page.race).code, seen=1)
    assert len(page.race.refused) == 1
    assert len(page.kept["races"][-1]) == 2
    again = Page(seed=99, memory=page.kept)
    send(again.widget, "go_on")
    again.run(0, 1, moves=3)
    assert again.race.moments[2].note >= 92_000
    assert Page(seed=99, memory=again.kept).race.state == again.race.state


def test_a_race_that_was_left_alone_for_a_week_is_gone_on_with():
    page = Page(TWO).start()
    page.clock.turn(7 * 24 * 3600)
    page.run(0, 1)
    assert page.shown["phase"] == "over"
    assert Page(seed=99, memory=page.kept).shown["blocks"] == page.shown["blocks"]


def test_a_match_longer_than_any_that_is_played_is_gone_on_with():
    races = 201
    match = TimedMatch(7, TWO, Rules(target=10_000))
    while len(match.rounds) < races:
        finish(match.next_round())
    again = Page(memory=json.loads(json.dumps(packed(match))))
    assert len(again.widget.match.finished) == races
    assert again.widget.match.score == match.score


def finish(race):
    """Both play as fast as they can."""
    at = 0
    while race.outcome is None:
        at += 1000
        if race.turning:
            race.turn(at)
        for move in filter(None, (next_move(race, seat) for seat in (0, 1))):
            race.make(move, at)


@pytest.mark.parametrize("kind", ["full", "forbidden"])
def test_that_nothing_can_be_kept_is_told(kind):
    page = Page(TWO).start()
    with forging():
        send(page.widget, {"do": "trouble", "kind": "nonsense"})
    assert page.shown["remark"] == ""
    send(page.widget, {"do": "trouble", "kind": kind})
    assert page.shown["remark"] == say(f"widget.storage_{kind}", "en")
