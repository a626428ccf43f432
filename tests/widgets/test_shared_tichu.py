"""Tichu 1.on.1 between devices, device by device, with a clock that the test turns."""

import pytest

from cardlab import tichu
from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu_sentences import at_table, special
from cardlab.tables.shared_table import ITSELF, Dealt
from cardlab.tichu import Flip, parse_move, plays, view
from cardlab.widgets.tichu_table.race_hands import MESSAGE_TIME
from cardlab.widgets.tichu_table.timed_match import LONGEST_LOCK, RaceSettings
from tests.tables.at_table import ANA, BEN, AtTable, moved

SEATED = (ANA, BEN)


class Room(AtTable):
    """A table of Tichu at which both sit, each with a page; the first cards are dealt, and not yet turned."""

    def __init__(self, rules=tichu.SHEET, **more):
        super().__init__(rules, **more)
        self.begun()
        for player in SEATED:
            self.look(player)

    def begin(self):
        """Turn the cards, of the next round if one is over."""
        if not self.table.playing:
            self.deal()
        self.execute(ITSELF, moved(Flip()))
        return self

    @property
    def made(self):
        return len(self.table.moves)

    def side(self, player):
        return self.shown(player)["sides"][0]

    def misfit(self, seat):
        """A card of this hand that fits nowhere."""
        fitting = {move.card for move in plays(view(self.state, seat))}
        return next(card for card in self.state.hands[seat] if card not in fitting)

    def play(self, seat, move):
        """A play by what a page says: the card, and the pile if it fits on both."""
        player, seen = SEATED[seat], self.made
        self.say(player, do="card", seat=0, card=move.card.code, seen=seen)
        if self.side(player)["lifted"]:
            self.say(player, do="pile", seat=0, pile=move.pile, seen=seen)
        if self.side(player)["wishes"]:
            self.say(player, do="wish", seat=0, rank=move.wish or "")

    def next_play(self):
        """A play with which nothing is wished, and whose it is."""
        return next((seat, move) for seat in (0, 1) for move in plays(view(self.state, seat)) if not move.wish)


# A deal, what one player lays on a pile, and the card that the other one saw fit there.
@pytest.mark.parametrize(
    ("seed", "first", "card"),
    [(0, "0 play Qc 1 onto Kd", "Ah"), (0, "0 play Ph 0 onto 7d", "6d"), (0, "1 play Ah 1 onto Kd", "Qc")],
)
def test_U2_4_it_is_said_who_was_faster_and_whoever_was_only_late_is_not_held_up(seed, first, card):
    room, first = Room(seed=seed).begin(), parse_move(first)
    quick, slow, seen = first.seat, 1 - first.seat, room.made
    room.execute(SEATED[quick], moved(first))
    assert room.say(SEATED[slow], do="card", seat=0, card=card, seen=seen) is None
    assert Card(card) in room.state.hands[slow]
    texts = room.shown(SEATED[slow])
    faster = Reader("en", slow, people=("Ana", "Ben")).say("play_tichu.faster", faster=quick, top=first.card)
    assert faster.startswith(f"{('Ana', 'Ben')[quick]} was faster: ")
    assert faster in texts["piles"][first.pile]["late"]
    assert (texts["sides"][0]["locked_for"], bool(texts["sides"][0]["wrong"])) == (0, True)
    assert room.shown(SEATED[quick])["piles"][first.pile]["late"] == []


def test_who_sends_cards_blindly_is_held_up_longer_each_time_on_all_pages_together():
    room, pages = Room().begin(), (ANA, "second page")
    room.look(ANA, "second page")
    for misses, page in enumerate(pages * 2):
        assert room.say(ANA, page, do="card", seat=0, card=room.misfit(0).code, seen=room.made) is None
        held = min(LONGEST_LOCK, RaceSettings().lock << misses)
        assert (room.side(page)["locked_for"], bool(room.side(page)["wrong"])) == (held, True)
        # Until the time is over no card of any page lands, right or wrong.
        for other in pages:
            assert 0 < round(1000 * room.devices[other].seconds_to_redraw) <= held
            for card in room.state.hands[0]:
                assert room.say(ANA, other, do="card", seat=0, card=card.code, seen=room.made) is None
            assert room.say(ANA, other, do="pile", seat=0, pile=0, seen=room.made) is None
        assert room.holds[0].misses == misses + 1
        room.time += held / 1000
        assert room.side(page)["locked_for"] == 0
    assert room.side(BEN)["locked_for"] == 0
    # A card that lands makes the next miss the first one again.
    seat, move = room.next_play()
    room.holds[seat].misses = 3
    room.play(seat, move)
    assert room.holds[seat].misses == 0


def test_a_new_page_is_held_up_for_the_rest_of_the_time_and_a_new_round_is_not():
    room = Room().begin()
    room.say(ANA, do="card", seat=0, card=room.misfit(0).code, seen=room.made)
    room.time += 0.5
    assert room.look(ANA).seconds_to_redraw == pytest.approx(0.2)
    assert room.side(ANA)["locked_for"] == 200
    room.time += 0.1
    assert room.side(ANA)["locked_for"] == 200  # what runs down on the page is told once
    room.time += 1
    room.to_the_end()
    for _ in range(3):
        room.holds[0].miss(room.time, RaceSettings())
    room.begin()
    assert room.side(ANA)["locked_for"] == 0
    assert room.holds[0].misses == 0


def test_a_remark_is_on_the_page_for_a_while_and_then_the_page_is_drawn_without_it():
    room = Room().begin()
    room.say(ANA, do="deal")
    room.time += 1
    assert room.shown(ANA)["remark"]
    assert room.devices[ANA].seconds_to_redraw == MESSAGE_TIME - 1
    room.time += MESSAGE_TIME - 1
    assert (room.shown(ANA)["remark"], room.devices[ANA].seconds_to_redraw) == ("", 0)


def test_U5_4_a_wish_is_awaited_by_its_page_and_lands_with_it():
    room, move = Room(seed=9).begin(), parse_move("0 play Ma 1 onto 2h wish 4")
    room.say(ANA, do="card", seat=0, card="Ma", seen=room.made)
    assert "4" in room.side(ANA)["wishes"]
    assert room.side(BEN)["wishes"] == []
    room.say(ANA, do="back", seat=0)
    assert room.side(ANA)["wishes"] == []
    room.play(0, move)
    assert room.state.piles[1].wish == "4"


def test_what_is_coming_is_told_once_and_the_new_page_is_told_the_rest():
    room = Room()
    shown = room.shown(ANA, flip=3.0)
    assert (shown["turning"], shown["milliseconds"]) == (say("play_tichu.turning.opening", "en"), 3000)
    again = room.shown(ANA, flip=1.25)
    assert again["milliseconds"] == 3000
    assert again["seconds"] == 0
    assert room.shown(room.look(ANA).player, flip=1.25)["milliseconds"] == 1250
    assert room.shown(ANA)["turning"] == ""
    room.say(ANA, do="card", seat=0, card=room.state.hands[0][0].code, seen=0)
    room.say(ANA, do="pile", seat=0, pile=0, seen=0)
    assert "U1.3" in " ".join(room.side(ANA)["said"])


def test_a_special_card_in_the_hand_is_explained_in_the_first_round_only():
    room = Room(seed=9).begin()
    reader, dealt = at_table("en", 0), next(one for one in room.log if isinstance(one, Dealt))
    assert room.side(ANA)["said"] == [special(reader, room.state.hands[0], tichu.SHEET)] != [""]
    room.to_the_end()
    room.devices.clear()
    room.apply(dealt)
    assert room.begin().side(ANA)["said"] == []


def test_a_card_played_on_another_page_is_no_longer_lifted_and_a_device_that_has_missed_something_sits_down_anew():
    room = Room(seed=3).begin()
    room.look(ANA, "second page")
    room.say(ANA, do="card", seat=0, card="6d", seen=room.made)
    assert room.side(ANA)["lifted"] == "6d"
    missed = room.devices.pop(BEN)
    room.say(ANA, "second page", do="pile", seat=0, pile=1, seen=room.made)
    room.say(ANA, "second page", do="card", seat=0, card="6d", seen=room.made)
    assert Card("6d") not in room.state.hands[0]
    assert room.side(ANA)["lifted"] == ""
    missed.apply((), room.table)
    assert missed.props()["number"] == room.made
    assert missed.props()["piles"] == room.look(BEN).props()["piles"]
