"""How rounds, matches and tables end between devices: what each device is shown, and what comes next (T10.6)."""

from dataclasses import replace

import pytest

from cardlab import tichu, tongits
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import Remove, RemoveName, Say, Sit, TournamentPlace
from tests.tables.at_table import ANA, BEN, CARA, DAN, AtTable

RULES = {
    "a round of Tongits": tongits.Rules(),
    "a match of Tongits": tongits.Rules(target=1),
    "a race of Tichu": tichu.Rules(),
    "a match of Tichu": tichu.Rules(target=1),
}


class Played(AtTable):
    """A table at which the cards are dealt."""

    def __init__(self, kind):
        super().__init__(RULES[kind], seed=3)
        self.begun()

    def room(self, player, connected=(0, 1, 2)):
        """What a page of this player that is opened now shows around the cards."""
        self.devices.pop(player, None)
        return self.shown(player, connected)["room"]


def links(room, what="onward"):
    """The labels and addresses of links."""
    return [(one["label"], one["address"]) for one in room[what]]


def main(room):
    return [one["label"] for one in room["buttons"] if one["main"]]


@pytest.mark.parametrize("kind", RULES)
def test_at_the_end_of_a_round_all_see_how_it_ended_and_may_review_it_and_the_next_one_is_what_comes_next(kind):
    here = Played(kind).to_the_end()
    is_decided = "match" in kind
    ready = say("together.ready_for_match" if is_decided else "together.ready_up", "en")
    for player in (*here.players, DAN):
        shown = here.shown(player)
        room = shown["room"]
        assert shown["ending"]["title"]
        # Whoever has played reviews the round from the own seat.
        own = f"&seat={here.players.index(player)}" if player in here.players else ""
        address = f"/en/play-{here.table.game}.ipynb?table=HFKMRT{own}"
        assert links(room) == [(say("together.review", "en"), address)]
        assert room["decided"] == is_decided
        assert main(room) == ([ready] if player in here.players else [])
    if is_decided:
        assert all("match" in here.room(player)["standing"][0] for player in here.players)
        assert here.ready().room(ANA)["decided"] is False


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_nobody_is_said_to_be_replaced_by_a_bot_while_nothing_is_played(kind):
    here = Played(kind)
    here.move()
    away = [say("together.is_away", "en", about_another=True, who="Ben")]
    assert here.room(ANA, connected=(0, 2))["news"] == away
    assert here.to_the_end().room(ANA, connected=(0, 2))["news"] == []


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_at_a_table_closed_in_the_middle_of_a_round_nothing_can_be_done_but_to_review_what_was_played_before(kind):
    here = Played(kind)
    here.move()
    here.execute(ANA, "close")
    elsewhere = [(say("together.to_tables", "en"), "/tables?lang=en")]
    assert all(links(here.room(player)) == elsewhere for player in (*here.players, DAN))
    here = Played(kind).to_the_end().ready()
    for _ in range(5):
        here.move()
    here.execute(ANA, "close")
    assert (here.table.playing, here.table.broken_off, len(here.table.records)) == (False, True, 1)
    for player in (*here.players, DAN):
        shown = here.shown(player)
        room = shown["room"]
        assert (room["over"], links(room)[0][0]) == (True, say("together.review_before", "en"))
        assert room["buttons"] == []
        assert links(room, "links") == [(say("together.save", "en"), "/table/HFKMRT/rounds.json")]
        broken_off = say("together.broken_off", "en")
        if here.table.game == "tongits":
            assert shown["turn"] == broken_off
            assert shown["actions"] == []
            assert shown["piles"]["begins"] == []
            assert [one["moves"] for one in shown["players"]] == [False, False]
        else:
            assert (shown["ending"]["title"], shown["phase"], shown["race"]) == (broken_off, "still", "Race 2")


def test_whoever_has_taken_another_seat_since_reviews_the_round_from_the_seat_where_it_was_played():
    here = Played("a round of Tongits").to_the_end()
    for player in (ANA, CARA):
        here.execute(player, "rise")
    here.execute(ANA, Sit("", 2))
    here.execute(CARA, Sit("", 0))
    assert here.table.seat_of(CARA) == 0
    assert links(here.room(CARA))[0][1].endswith("&seat=2")


@pytest.mark.parametrize("place", [None, TournamentPlace("ABCDEF", 2, 1, 3, "ab" * 32)])
def test_a_closed_table_says_so_where_one_looks_and_leads_on(place):
    here = Played("a round of Tongits").to_the_end()
    assert len(links(here.room(BEN))) == 1
    here.execute(ANA, "close")
    here.table = replace(here.table, tournament=place)
    room = here.room(BEN)
    if place:
        assert room["remark"] == say("together.finished", "en")
        assert links(room)[-1] == (say("tournament.to_tournament", "en"), "/tournament/ABCDEF?lang=en")
    else:
        assert room["remark"] == say("together.closed", "en")
        assert links(room)[-1] == (say("together.to_tables", "en"), "/tables?lang=en")


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_whose_seat_a_bot_plays_and_that_one_sits_down_later_is_said_until_the_round_ends(kind):
    here = Played(kind)
    here.move()
    since = say("together.bot_since", "en", who="Ben")

    def looks_on(player):
        """What is said of the second seat, whether one can sit down there, and whether it is said that one cannot."""
        room = here.room(player)
        asks = room["ask"] is not None
        assert asks == bool(room["seats"][1]["sit"])
        return room["seats"][1]["about"], asks, say("refusal.table_sit_later", "en") in room["news"]

    assert looks_on(DAN) == (say("together.plays", "en"), False, False)
    here.execute(BEN, "rise")
    assert looks_on(DAN) == looks_on(BEN) == (since, False, True)
    assert looks_on(ANA) == (since, False, False)
    assert "Ben" in here.table.names.values()
    here.execute("", RemoveName(BEN))
    assert looks_on(DAN) == (say("together.bot_plays", "en"), False, True)
    assert "Ben" not in here.table.names.values()
    here.to_the_end()
    assert looks_on(DAN) == looks_on(BEN) == (say("together.bot_plays", "en"), True, False)
    here = Played(kind)
    here.execute(BEN, "rise")
    here.to_the_end()
    assert looks_on(DAN)[0] == say("together.bot_plays", "en")


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_everybody_is_told_of_a_seat_that_is_left_or_taken_away_but_not_who_leaves_it(kind):
    here = Played(kind)
    here.move()
    everybody = (*here.players, DAN)

    def messages_after(by, command):
        """The messages about Ben on each page, all opened anew, after a command."""
        for player in everybody:
            here.look(player)
        here.execute(by, command)
        shown = {player: here.shown(player) for player in everybody}
        return {
            player: [one for one in (*page["news"], page["room"]["remark"]) if "Ben" in one or "You" in one][-1:]
            for player, page in shown.items()
        }

    leaves, left = (say(f"together.{one}", "en", who="Ben") for one in ("left_playing", "left"))
    messages = messages_after(BEN, "rise")
    assert {player for player, one in messages.items() if one == [leaves]} == set(everybody) - {BEN}
    here.to_the_end()
    here.execute(BEN, Sit("Ben"))
    assert messages_after(BEN, "rise") == {player: [] if player == BEN else [left] for player in everybody}
    here.execute(BEN, Sit("Ben"))
    here.ready()
    messages, taken = messages_after(ANA, Remove(1)), say("together.taken.other", "en", who="Ben")
    assert messages == {player: [say("together.taken.you", "en") if player == BEN else taken] for player in everybody}


@pytest.mark.parametrize("kind", ["a round of Tongits", "a race of Tichu"])
def test_what_somebody_says_is_told_once_to_all_who_are_there_and_to_nobody_later(kind):
    here = Played(kind)
    here.move()
    pages = [here.look(player) for player in (*here.players, DAN)]
    here.execute(BEN, Say("hello"))
    later, hello = here.look(DAN, "another page"), say("together.phrase.hello", "en")
    for page in pages:
        text = say("together.says", "en", who="You" if page.player == BEN else "Ben", what=hello)
        # At Tichu whoever looks is drawn first.
        seat = 0 if page.player == BEN and here.table.game == "tichu" else 1
        assert page.page == [{"says": {"seat": seat, "what": hello, "text": text}}]
    assert later.page == []
