"""`PlayTichu` through the messages of a page, with a clock that the test turns: matches, and what a page keeps."""

import json

import pytest
from turned_clock import TurnedClock, next_wish, wishes_of
from wishes import send

from cardlab.cards import Card
from cardlab.record import Record, check
from cardlab.tichu import Draw, Flip, Play
from cardlab.widgets import PlayTichu
from cardlab.widgets.play_tichu_match import Against, RaceMatch, Settings
from cardlab.widgets.play_tichu_run import OPENING, TURNING

TWO = Settings(against=Against.TWO)


class Page:
    """What a page does: sends wishes, and keeps what it is given."""

    def __init__(self, settings=None, seed=7, memory=None):
        self.clock = TurnedClock()
        self.widget = PlayTichu(seed=seed, settings=settings, clock=self.clock)
        self.kept, self.saved = memory, []
        self.widget.send = self.take
        if memory is not None:
            send(self.widget, {"do": "recall", "match": json.loads(json.dumps(memory))})

    def take(self, content, buffers=None):
        content = json.loads(json.dumps(content))
        if "keep" in content:
            self.kept = content["keep"]
        if "add" in content:
            self.kept["races"][-1] += content["add"]
        if "save" in content:
            self.saved.append(content["save"])

    def start(self):
        send(self.widget, "start")
        self.clock.turn(OPENING)
        return self

    @property
    def race(self):
        return self.widget.match.races[-1]

    @property
    def shown(self):
        return self.widget.shown

    def act(self, seat, pause=0.3):
        """The person at this seat does something if there is something, then time goes by."""
        move = next_wish(self.race, seat)
        if move is not None:
            send(self.widget, *wishes_of(self.race, move))
        self.clock.turn(pause if move is not None else TURNING)

    def run(self, *seats, moves=10_000, pause=0.3):
        while self.race.outcome is None and moves > 0:
            for seat in seats:
                if self.race.outcome is None:
                    self.act(seat, pause)
            moves -= 1


def test_before_the_first_race_everything_is_chosen_and_nothing_dealt():
    page = Page()
    assert page.shown["phase"] == "setup"
    send(page.widget, do="set", name="against", value="two")
    assert page.shown["setup"]["sliders"] == []
    send(page.widget, do="set", name="against", value="bot")
    send(page.widget, do="set", name="mean", value=400)
    for name, value in (("mean", 399), ("mean", True), ("spread", 10**30), ("against", "three"), ("people", (0,))):
        send(page.widget, do="set", name=name, value=value)
    send(page.widget, do="set", name="draws_by_itself", value=True)
    page.start()
    assert page.widget.match.settings == Settings(mean=400, draws_by_itself=True)
    send(page.widget, do="set", name="mean", value=5000)
    assert page.widget.match.settings.mean == 400


def test_U1_3_the_opening_is_turned_when_its_countdown_has_run_down():
    page = Page(TWO)
    send(page.widget, "start")
    assert page.shown["turning"]["milliseconds"] == 1000 * OPENING
    page.clock.turn(OPENING - 0.01)
    assert page.race.state.piles[0].top is None
    page.clock.turn(0.01)
    assert isinstance(page.race.moments[-1].move, Flip)
    assert page.shown["turning"] is None
    assert page.race.moments[-1].at == 1000 * OPENING


@pytest.mark.parametrize("settings", [TWO, Settings(against=Against.TWO, draws_by_itself=True)])
def test_two_people_run_a_whole_match_and_every_record_is_right(settings):
    page = Page(settings, seed=3).start()
    while page.widget.match.score.winner is None:
        page.run(0, 1)
        assert page.shown["phase"] == "over"
        send(page.widget, "next")
        page.clock.turn(OPENING)
    match = page.widget.match
    assert max(match.score.points) >= 10
    assert page.shown["result"]["over"]
    assert page.shown["board"]["rows"][-1][3] == f"{match.score.points[0]} : {match.score.points[1]}"
    for number in range(len(match.races)):
        send(page.widget, do="save", race=number)
    records = [Record.parse(text) for text in page.saved]
    assert len(records) == len(match.races)
    assert [check(record) for record in records] == [None] * len(records)
    assert all(len(record.about["times_ms"]) == len(record.moves) for record in records)
    assert all(record.about["times_ms"] == sorted(record.about["times_ms"]) for record in records)


def test_a_slow_person_loses_against_a_quick_computer_and_its_moves_are_legal():
    page = Page(Settings(mean=400, spread=100)).start()
    page.run(0, pause=6.0)
    assert page.race.outcome.winner == 1
    assert check(page.race.record()) is None
    assert sum(isinstance(moment.move, Play) and moment.move.seat == 1 for moment in page.race.moments) >= 20


def test_a_quick_person_wins_against_a_slow_computer():
    page = Page(Settings(mean=5000, spread=50)).start()
    page.run(0, pause=0.1)
    assert page.race.outcome.winner == 0
    assert page.shown["phase"] == "over"
    assert page.clock.waiting == []


def test_the_page_gets_no_card_of_the_computer_and_none_of_the_piles():
    page = Page(Settings(mean=400, spread=100)).start()
    while page.race.outcome is None:
        state = page.race.state
        hidden = {card.code for pile in (state.hands[1], *state.draw, *state.extra) for card in pile}
        told = json.dumps([page.shown["sides"], page.shown["piles"]])
        assert not {code for code in hidden if f'"{code}"' in told}
        assert "recycle " not in json.dumps(page.kept)
        page.act(0)


def test_a_pause_covers_both_hands_and_stops_the_clock():
    page = Page(TWO).start()
    page.run(0, 1, moves=2)
    before = len(page.race.moments)
    send(page.widget, "pause")
    assert {code for side in page.shown["sides"] for code in side["slots"]} <= {"back", ""}
    page.clock.turn(1000)
    move = next_wish(page.race, 0) or Draw(0)
    send(page.widget, *wishes_of(page.race, move))
    assert len(page.race.moments) == before
    send(page.widget, "go_on")
    page.run(0, 1, moves=1)
    assert page.race.moments[-1].at < 60_000


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


def test_a_memory_that_cannot_have_been_played_is_passed_over():
    good = Page(TWO).start()
    good.run(0, 1)
    memory = json.loads(json.dumps(good.kept))
    torn = [None, 1, [], {}, {**memory, "format": "x"}, {**memory, "seed": -1}, {**memory, "races": []}]
    torn += [{**memory, "races": [["0 draw", 0]]}, {**memory, "races": [[["0 draw", 0]]]}]
    torn += [{**memory, "settings": {"mean": 1}}, {**memory, "rules": {"target": "x"}}, {**memory, "rules": {"a": 1}}]
    torn += [{**memory, "races": [[[text, -at] for text, at in memory["races"][0]]]}]
    torn += [{**memory, "races": memory["races"] * 2}, {**memory, "races": [memory["races"][0][1:]]}]
    for one in torn:
        page = Page(memory=one) if one is not None else Page()
        send(page.widget, {"do": "recall", "match": one})
        assert page.widget.match is None, one
        assert page.kept is None
    assert Page(memory=memory).shown["phase"] == "over"


def test_a_match_that_has_been_won_is_not_gone_on_with():
    page = Page(TWO, seed=3).start()
    while page.widget.match.score.winner is None:
        page.run(0, 1)
        send(page.widget, "next")
        page.clock.turn(OPENING)
    races = len(page.widget.match.races)
    send(page.widget, "next")
    assert len(page.widget.match.races) == races
    more = {**page.kept, "races": [*page.kept["races"], []]}
    with pytest.raises(ValueError, match="no match that can have been played"):
        RaceMatch.remembered(more)
    send(page.widget, "leave")
    assert page.shown["phase"] == "setup"
    assert page.kept is None


def test_a_page_moves_no_hand_but_those_of_persons():
    page = Page(Settings(mean=5000, spread=50)).start()
    before = page.race.state.hands[1]
    for card in before:
        for pile in (0, 1):
            send(page.widget, do="card", seat=1, card=card.code, seen=1)
            send(page.widget, do="pile", seat=1, pile=pile, seen=1)
    send(page.widget, do="card", seat=0, card=before[0].code, seen=10**30)
    send(page.widget, do="card", seat=0, card="Zz", seen=1)
    send(page.widget, do="card", seat=0, card=Card("7h").code, seen=-1)
    assert page.race.state.hands[1] == before
    assert len(page.race.moments) == 2


def test_what_is_sent_for_a_move_is_small():
    page = Page(TWO).start()
    sizes = []
    while page.race.outcome is None:
        sizes.append(len(json.dumps(page.shown)))
        page.act(0)
        if page.race.outcome is None:
            page.act(1)
    assert max(sizes) < 6_000
