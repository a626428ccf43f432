"""How rounds, matches and tables end between devices: what each device is shown, and what comes next (T10.6)."""

from random import Random

import pytest

from cardlab import tichu, tongits
from cardlab.bots.tichu import skilled
from cardlab.bots.tongits import careful
from cardlab.locale import say
from cardlab.record import write_rules
from cardlab.tables.table import Agreed, Close, Make, Opened, Ready, Sit, decide, due, fold, opened
from cardlab.widgets.shared import Presence
from cardlab.widgets.tichu_table.shared import SharedTichu
from cardlab.widgets.tongits_table.shared import SharedTongits

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

    def shown(self, player, here=(0, 1, 2)):
        device = (SharedTongits if self.table.game == "tongits" else SharedTichu)("en", "HFKMRT", self.table, player)
        return device.picture(Presence(frozenset(here), 0, {}))

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
        assert room["review"] == {
            "href": f"en/play-{here.table.game}.ipynb?table=HFKMRT",
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
            assert [shown["piles"][pile]["action"] for pile in ("stock", "discards")] == [None, None]
            assert [one["turn"] for one in shown["players"]] == ["", ""]
        else:
            assert (shown["ending"]["title"], shown["phase"], shown["race"]) == (told, "still", "Race 2")
