"""How rounds, matches and tables end between devices: what each device is shown, and what comes next (T10.6)."""

from dataclasses import replace

import pytest

from cardlab import tichu, tongits
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import SPOKEN
from cardlab.tables.shared_table import NameRemoved, Rose, TournamentPlace
from tests.load.players import can, places
from tests.load.teaching import blocks, texts
from tests.tables.at_table import ANA, BEN, CARA, DAN, AtTable, said, sit

RULES = {
    "a round of Tongits": tongits.Rules(),
    "a match of Tongits": tongits.Rules(target=1),
    "a race of Tichu": tichu.Rules(),
    "a match of Tichu": tichu.Rules(target=1),
}
ROUNDS = ["a round of Tongits", "a race of Tichu"]


class Played(AtTable):
    """A table at which the cards are dealt."""

    def __init__(self, kind):
        super().__init__(RULES[kind], seed=3)
        self.begun()

    def anew(self, player, connected=(0, 1, 2)):
        """What a page of this player that is opened now shows."""
        self.devices.pop(player, None)
        return self.shown(player, connected)


def links(shown):
    """The labels and addresses of links."""
    return [(one["label"], one["address"]) for one in blocks(shown) if one["is"] == "link"]


def main(shown):
    """What is the obvious next step, by what it sends."""
    return [one["send"]["do"] for one in blocks(shown["next"]) if one.get("main")]


@pytest.mark.parametrize("kind", RULES)
def test_at_the_end_of_a_round_all_see_how_it_ended_and_may_review_it_and_the_next_one_is_what_comes_next(kind):
    here = Played(kind).to_the_end()
    is_decided = "match" in kind
    for player in (*here.players, DAN):
        shown = here.shown(player)
        assert shown["ending"]["title"]
        # A player reviews the round from the own seat.
        own = f"&seat={here.players.index(player)}" if player in here.players else ""
        address = f"/en/play-{here.table.game}.ipynb?table=HFKMRT{own}"
        assert links(shown["next"]) == [(say("together.review", "en"), address)]
        assert shown["decided"] == is_decided
        assert main(shown) == (["ready_up"] if player in here.players else [])
    if is_decided:
        assert all("match" in here.anew(player)["standing"][0] for player in here.players)
        assert here.ready().anew(ANA)["decided"] is False


@pytest.mark.parametrize("kind", ROUNDS)
def test_at_a_table_closed_in_the_middle_of_a_round_nothing_can_be_done_but_to_review_what_was_played_before(kind):
    here = Played(kind)
    here.move()
    here.execute(ANA, "close")
    elsewhere = [(say("together.to_tables", "en"), "/tables?lang=en")]
    assert all(links(here.anew(player)["next"]) == elsewhere for player in (*here.players, DAN))
    here = Played(kind).to_the_end().ready()
    for _ in range(5):
        here.move()
    here.execute(ANA, "close")
    assert (here.table.playing, here.table.broken_off, len(here.table.records)) == (False, True, 1)
    for player in (*here.players, DAN):
        shown = here.shown(player)
        assert (shown["over"], links(shown["next"])[0][0]) == (True, say("together.review_before", "en"))
        assert can([shown["who"], shown["next"], shown["rarely"]]) == set()
        assert links(shown["rarely"]) == [(say("together.save", "en"), "/table/HFKMRT/rounds.json")]
        broken_off = say("together.broken_off", "en")
        if here.table.game == "tongits":
            assert (shown["turn"], shown["actions"], shown["piles"]["begins"]) == (broken_off, [], [])
            assert [one["moves"] for one in shown["players"]] == [False, False]
        else:
            assert (shown["ending"]["title"], shown["phase"], shown["race"]) == (broken_off, "still", "Race 2")


def test_who_has_taken_another_seat_since_reviews_the_round_from_the_seat_where_it_was_played():
    here = Played("a round of Tongits").to_the_end()
    for player in (ANA, CARA):
        here.execute(player, "rise")
    here.execute(ANA, sit("", 2))
    here.execute(CARA, sit("", 0))
    assert here.table.seat_of(CARA) == 0
    assert links(here.anew(CARA)["next"])[0][1].endswith("&seat=2")


@pytest.mark.parametrize("place", [None, TournamentPlace("ABCDEF", 2, 1, 3, "ab" * 32)])
def test_a_closed_table_says_so_where_one_looks_and_leads_on(place):
    here = Played("a round of Tongits").to_the_end()
    assert len(links(here.anew(BEN)["next"])) == 1
    here.execute(ANA, "close")
    here.table = replace(here.table, tournament=place)
    shown = here.anew(BEN)
    assert shown["remark"] == say("together.finished" if place else "together.closed", "en")
    assert links(shown["next"])[-1][1] == ("/tournament/ABCDEF?lang=en" if place else "/tables?lang=en")


@pytest.mark.parametrize("kind", ROUNDS)
def test_whose_seat_a_bot_plays_and_that_one_sits_down_later_is_said_until_the_round_ends(kind):
    here = Played(kind)
    here.move()
    since = say("together.bot_since", "en", who="Ben")

    def looks_on(player):
        """What is said of the second seat, whether one can sit down there, and whether it is said that one cannot."""
        shown = here.anew(player)
        is_free = {"do": "sit", "seat": 1} in [one.get("send") for one in blocks(shown["who"])]
        return places(shown)[1][1], is_free, say("refusal.table_sit_later", "en") in texts(shown["who"])

    assert looks_on(DAN) == (say("together.plays", "en"), False, False)
    here.execute(BEN, "rise")
    assert looks_on(DAN) == looks_on(BEN) == (since, False, True)
    assert looks_on(ANA) == (since, False, False)
    here.execute("", NameRemoved(BEN))
    assert looks_on(DAN) == (say("together.bot_plays", "en"), False, True)
    here.to_the_end()
    assert looks_on(DAN) == looks_on(BEN) == (say("together.bot_plays", "en"), True, False)


@pytest.mark.parametrize("kind", ROUNDS)
def test_everybody_is_told_of_who_is_away_and_of_a_seat_left_or_taken_away_but_not_who_leaves_it(kind):
    here = Played(kind)
    here.move()
    everybody = (*here.players, DAN)

    def told(by, one):
        """The messages about Ben on each page, all opened anew, after something has happened."""
        for player in everybody:
            here.look(player)
        here.execute(by, one)
        shown = {player: here.shown(player) for player in everybody}
        return {
            player: [one for one in (*page["news"], page["remark"]) if "Ben" in one or "You" in one][-1:]
            for player, page in shown.items()
        }

    leaves, left = (say(f"together.{one}", "en", who="Ben") for one in ("left_playing", "left"))
    is_away = say("together.is_away", "en", about_another=True, who="Ben")
    assert is_away in texts(here.anew(ANA, connected=(0, 2))["who"])
    messages = told(BEN, "rise")
    assert {player for player, one in messages.items() if one == [leaves]} == set(everybody) - {BEN}
    here.to_the_end()
    here.execute(BEN, sit("Ben"))
    assert is_away not in texts(here.anew(ANA, connected=(0, 2))["who"])
    assert told(BEN, "rise") == {player: [] if player == BEN else [left] for player in everybody}
    here.execute(BEN, sit("Ben"))
    here.ready()
    messages, taken = told(ANA, Rose(1)), say("together.taken.other", "en", who="Ben")
    assert messages == {player: [say("together.taken.you", "en") if player == BEN else taken] for player in everybody}


@pytest.mark.parametrize("kind", ROUNDS)
def test_what_somebody_says_is_told_to_all_who_are_there_for_a_while_and_to_nobody_later(kind):
    here = Played(kind)
    here.move()
    everybody = (*here.players, DAN)
    for player in everybody:
        here.look(player)
    here.execute(BEN, said("hello"))
    later, hello = here.look(DAN, "another page"), say("together.phrase.hello", "en")
    for player in everybody:
        text = say("together.says", "en", who="You" if player == BEN else "Ben", what=hello)
        # At Tichu the one who looks is drawn first.
        seat = 0 if player == BEN and here.table.game == "tichu" else 1
        assert here.shown(player)["spoken"] == [{"number": 1, "seat": seat, "what": hello, "text": text}]
        assert 0 < here.devices[player].seconds_to_redraw <= SPOKEN
    assert later.snapshot()["spoken"] == []
    here.time += SPOKEN
    assert here.shown(ANA)["spoken"] == []
