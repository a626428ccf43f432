"""How rounds, matches and tables end between devices: what each device is shown, and what comes next (T10.6)."""

from dataclasses import replace
from random import Random
from time import monotonic

import pytest

from cardlab import tichu, tongits
from cardlab.bots.tichu import skilled
from cardlab.bots.tongits import careful
from cardlab.phrasing.catalogue import say
from cardlab.record import write_rules
from cardlab.tables.device import SPOKEN, Presence
from cardlab.tables.table import (
    Agreed,
    Close,
    Make,
    OfTournament,
    Opened,
    Ready,
    Rise,
    Say,
    Sit,
    Unname,
    decide,
    due,
    fold,
    opened,
)
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits

PLAYERS = ("mark-0", "mark-1", "mark-2")
LOOKS_ON = "mark-9"
RULES = {
    "a round of Tongits": tongits.Rules(),
    "a match of Tongits": tongits.Rules(target=1),
    "a race of Tichu": tichu.Rules(),
    "a match of Tichu": tichu.Rules(target=1),
}


class Played:
    """A table at which the cards are dealt, played on by hands that make the moves of bots."""

    def __init__(self, rules):
        agreed = Agreed(rules)
        self.chance = Random(3)
        self.table = opened(Opened(agreed.game, write_rules(rules), agreed.options, PLAYERS[0]))
        self.players = PLAYERS[: len(self.table.seats)]
        for number, player in enumerate(self.players):
            self.do(player, Sit(f"Player {number}"))
        self.ready()

    def do(self, by, command):
        for event in decide(self.table, by, command, lambda: self.chance.getrandbits(60)):
            self.table = fold(self.table, event)

    def ready(self):
        for player in self.players:
            self.do(player, Ready())
        return self

    def move(self):
        state, everybody = self.table.state, frozenset(range(len(self.players)))
        coming = due(self.table, everybody, lambda: self.chance.getrandbits(60))
        if coming:
            self.do("", coming[0].command)
        elif self.table.game == "tongits":
            self.do(self.players[state.seat], Make(careful(tongits.view(state, state.seat), self.chance)))
        else:
            wanted = [skilled(tichu.view(state, seat), self.chance) for seat in (0, 1)]
            move = next(one for one in wanted if isinstance(one, tichu.Play | tichu.Draw))
            self.do(self.players[move.seat], Make(move))

    def to_the_end(self):
        while self.table.playing:
            self.move()
        return self

    def device(self, player, clock=monotonic):
        kind = SharedTongits if self.table.game == "tongits" else SharedTichu
        return kind("en", "HFKMRT", self.table, player, clock=clock)

    def tell(self, by, command, devices):
        """Does a command while these devices look on."""
        events = decide(self.table, by, command, lambda: self.chance.getrandbits(60))
        for event in events:
            self.table = fold(self.table, event)
        for device in devices:
            device.happened(events, self.table)

    def leave(self, player, devices):
        self.tell(player, Rise(), devices)

    def shown(self, player, here=(0, 1, 2)):
        device = self.device(player)
        device.presence = Presence(frozenset(here), 0, {})
        return device.picture()

    def room(self, player, here=(0, 1, 2)):
        return self.shown(player, here)["room"]


def main(room):
    return [one["label"] for one in room["buttons"] if one["main"]]


@pytest.mark.parametrize("kind", RULES)
def test_at_the_end_of_a_round_all_see_how_it_ended_and_may_review_it_and_the_next_one_is_what_comes_next(kind):
    here = Played(RULES[kind]).to_the_end()
    is_decided = "match" in kind
    ready = say("together.ready_for_match" if is_decided else "together.ready_up", "en")
    for player in (*here.players, LOOKS_ON):
        shown = here.shown(player)
        room = shown["room"]
        assert shown["ending"]["title"]
        # Whoever has played reviews the round from the own seat.
        own = f"&seat={here.players.index(player)}" if player in here.players else ""
        assert room["review"] == {
            "href": f"en/play-{here.table.game}.ipynb?table=HFKMRT{own}",
            "label": say("together.review", "en"),
        }
        assert room["decided"] == is_decided
        assert main(room) == ([ready] if player in here.players else [])
    if is_decided:
        assert all("match" in here.room(player)["standing"][0] for player in here.players)
        assert here.ready().room(PLAYERS[0])["decided"] is False


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_nobody_is_said_to_be_replaced_by_a_bot_while_nothing_is_played(kind):
    here = Played(RULES[kind])
    here.move()
    away = [say("together.is_away.other", "en", who="Player 1")]
    assert here.room(PLAYERS[0], here=(0, 2))["news"] == away
    assert here.to_the_end().room(PLAYERS[0], here=(0, 2))["news"] == []


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_at_a_table_closed_in_the_middle_of_a_round_nothing_can_be_done_but_to_review_what_was_played_before(kind):
    here = Played(RULES[kind])
    here.move()
    here.do(PLAYERS[0], Close())
    assert [here.room(player)["review"] for player in (*here.players, LOOKS_ON)] == [None] * (len(here.players) + 1)
    here = Played(RULES[kind]).to_the_end().ready()
    for _ in range(5):
        here.move()
    here.do(PLAYERS[0], Close())
    assert (here.table.playing, here.table.broken_off, len(here.table.done)) == (False, True, 1)
    for player in (*here.players, LOOKS_ON):
        shown = here.shown(player)
        room = shown["room"]
        assert (room["over"], room["review"]["label"]) == (True, say("together.review_before", "en"))
        assert [one["do"] for one in room["buttons"]] == ["save"]
        told = say("together.broken_off", "en")
        if here.table.game == "tongits":
            assert shown["turn"]["who"] == told
            assert shown["actions"] == []
            assert shown["piles"]["begins"] == []
            assert [one["moves"] for one in shown["players"]] == [False, False]
        else:
            assert (shown["ending"]["title"], shown["phase"], shown["race"]) == (told, "still", "Race 2")


def test_whoever_has_taken_another_seat_since_reviews_the_round_from_the_seat_where_it_was_played():
    here = Played(RULES["a round of Tongits"]).to_the_end()
    for player in (PLAYERS[0], PLAYERS[2]):
        here.do(player, Rise())
    here.do(PLAYERS[0], Sit("", 2))
    here.do(PLAYERS[2], Sit("", 0))
    assert here.table.seat_of(PLAYERS[2]) == 0
    assert here.room(PLAYERS[2])["review"]["href"].endswith("&seat=2")


@pytest.mark.parametrize("of", [None, OfTournament("ABCDEF", 2, 1, 3, "ab" * 32)])
def test_a_closed_table_says_so_where_one_looks_and_leads_on(of):
    here = Played(RULES["a round of Tongits"]).to_the_end()
    assert here.room(PLAYERS[1])["back"] is None
    here.do(PLAYERS[0], Close())
    here.table = replace(here.table, of=of)
    room = here.room(PLAYERS[1])
    if of:
        assert room["remark"] == say("together.finished", "en")
        assert room["back"] == {"href": "tournament/ABCDEF?lang=en", "label": say("hall.to_tournament", "en")}
    else:
        assert room["remark"] == say("together.closed", "en")
        assert room["back"] == {"href": "tables?lang=en", "label": say("together.to_tables", "en")}


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_whose_seat_a_bot_plays_is_said_until_somebody_sits_down_there_or_the_round_ends(kind):
    here = Played(RULES[kind])
    here.move()
    before = [say("together.plays", "en")] * len(here.players)
    since = say("together.bot_since", "en", who="Player 1")

    def about():
        return [one["about"] for one in here.room(LOOKS_ON, here=range(3))["seats"]]

    assert about() == before
    here.do(PLAYERS[1], Rise())
    assert about()[1] == since
    here.do("", Unname(PLAYERS[1]))
    assert about()[1] == say("together.bot_plays", "en")
    assert "Player 1" not in here.table.named.values()
    here.do(PLAYERS[1], Sit("Player 1"))
    assert about() == before
    here.do(PLAYERS[1], Rise())
    assert about()[1] == since
    assert "Player 1" in here.table.named.values()
    here.to_the_end()
    assert about()[1] == say("together.bot_plays", "en")


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_the_others_are_told_who_has_left_and_that_a_bot_plays_on(kind):
    here = Played(RULES[kind])
    here.move()
    devices = {player: here.device(player) for player in (*here.players, LOOKS_ON)}
    here.leave(PLAYERS[1], devices.values())
    told = say("together.left_playing", "en", who="Player 1")
    for player, device in devices.items():
        shown = device.picture()
        said = [*shown["news"], shown["room"]["remark"]]
        assert (told in said) == (player != PLAYERS[1])
    here.to_the_end()
    devices = [here.device(player) for player in (PLAYERS[0], LOOKS_ON)]
    here.tell(PLAYERS[1], Sit("Player 1"), devices)
    here.leave(PLAYERS[1], devices)
    told = say("together.left", "en", who="Player 1")
    assert [device.picture()["room"]["remark"] for device in devices] == [told, told]


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_what_somebody_says_is_shown_for_a_moment_to_all_who_are_there_and_to_nobody_later(kind):
    here = Played(RULES[kind])
    here.move()
    time = [100.0]
    devices = [here.device(player, lambda: time[0]) for player in (*here.players, LOOKS_ON)]

    def said(device):
        return [(one["what"], one["text"]) for one in device.picture()["room"]["said"]]

    here.tell(PLAYERS[1], Say("hello"), devices)
    hello = say("together.phrase.hello", "en")
    name = {PLAYERS[1]: "You"}
    for device in devices:
        who = name.get(device.player, "Player 1")
        assert said(device) == [(hello, say("together.says", "en", who=who, what=hello))]
        assert 0 < device.soon <= SPOKEN
    assert said(here.device(PLAYERS[0])) == []
    time[0] += SPOKEN / 2
    here.tell(PLAYERS[1], Say("hello"), devices)
    for device in devices:
        numbers = [one["number"] for one in device.picture()["room"]["said"]]
        assert len(set(numbers)) == 2
    time[0] += SPOKEN * 0.75
    assert [len(said(device)) for device in devices] == [1] * len(devices)
    time[0] += SPOKEN
    assert [said(device) for device in devices] == [[]] * len(devices)
