"""Tichu 1.on.1 between devices, device by device, with a clock that the test turns."""

from functools import partial
from itertools import permutations
from random import Random

import pytest
from turned_clock import next_move

from cardlab import tichu
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, due
from cardlab.tichu import Flip, plays, view
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

    def without_wish(self):
        """Each play with which nothing is wished, and whose it is."""
        return ((seat, move) for seat in (0, 1) for move in plays(view(self.state, seat)) if not move.wish)


def first_of(wanted):
    """A round in which somebody can do what is wanted, and the first who can."""
    return next((room, one) for room in (Room(seed=seed).begin() for seed in range(200)) for one in wanted(room))


def test_the_one_who_looks_is_side_0_and_the_piles_keep_their_numbers():
    room = Room().begin()
    ana, ben = room.shown(ANA), room.shown(BEN)
    assert ana["piles"] == ben["piles"]
    for shown, names, seat in ((ana, ["You", "Ben"], 0), (ben, ["You", "Ana"], 1)):
        own, other = shown["sides"]
        assert [own["name"], other["name"]] == names
        assert {code for code in own["slots"] if code} == {card.code for card in room.state.hands[seat]}
        assert ({*other["slots"]}, own["person"]) == ({"back"}, True)


def wanted_by_both(room):
    """What one player can lay where it keeps the other from laying a card: two seats, two cards and the pile."""
    for quick, slow in ((0, 1), (1, 0)):
        for first in plays(view(room.state, quick)):
            after = tichu.play(room.state, first)
            for second in plays(view(room.state, slow)):
                here = {move.pile for move in plays(view(room.state, slow)) if move.card == second.card}
                if here == {first.pile} == {second.pile} and not second.wish and tichu.why_not(after, second):
                    yield quick, first, slow, second


def test_U2_4_it_is_said_who_was_faster_and_whoever_was_only_late_is_not_held_up():
    tried = ((seed, *one) for seed in range(200) for one in wanted_by_both(Room(seed=seed).begin()))
    late = {True: 0, False: 0}
    while not (late[False] > 5 and late[True]):
        seed, quick, first, slow, second = next(tried)
        room = Room(seed=seed).begin()
        seen = room.made
        room.execute(SEATED[quick], moved(first))
        asked = room.say(SEATED[slow], do="card", seat=0, card=second.card.code, seen=seen)
        if any(move.card == second.card for move in plays(view(room.state, slow))):
            continue
        assert asked is None
        assert second.card in room.state.hands[slow]
        texts, is_dog = room.shown(SEATED[slow]), first.card.code == "Do"
        faster = Reader("en", slow, people=("Ana", "Ben")).say("play_tichu.faster", faster=quick, top=first.card)
        assert faster.startswith(f"{('Ana', 'Ben')[quick]} was faster: ")
        assert (faster in texts["piles"][first.pile]["late"]) == (not is_dog)
        assert (texts["sides"][0]["locked_for"], bool(texts["sides"][0]["wrong"])) == (0, True)
        assert room.shown(SEATED[quick])["piles"][first.pile]["late"] == []
        late[is_dog] += 1


def late_onto_own_card(room):
    """What Ana can play twice onto what she saw on one pile, where her second card does not fit on her first."""
    result = [move for move in plays(view(room.state, 0)) if move.card.rank]
    for first, second in permutations(result, 2):
        alone = sum(second.card is move.card for move in result) == 1
        if alone and first.pile == second.pile:
            after = tichu.play(room.state, first)
            if not any(move.card is second.card for move in plays(view(after, 0))):
                yield first, second


def test_U2_4_whoever_was_late_for_the_own_card_is_not_told_of_anybody_else():
    room, (first, second) = first_of(late_onto_own_card)
    seen = room.made
    room.execute(ANA, moved(first))
    room.say(ANA, do="card", seat=0, card=second.card.code, seen=seen)
    own = say("play_tichu.faster_self", "en", top=first.card)
    assert room.shown(ANA)["piles"][first.pile]["late"] == [own]


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
    seat, move = next(room.without_wish())
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


def test_U5_4_a_wish_is_awaited_by_its_page_and_lands_with_it():
    room, (seat, move) = first_of(
        lambda room: ((seat, move) for seat in (0, 1) for move in plays(view(room.state, seat)) if move.wish)
    )
    player = SEATED[seat]
    room.say(player, do="card", seat=0, card="Ma", seen=room.made)
    if room.side(player)["lifted"]:
        room.say(player, do="pile", seat=0, pile=move.pile, seen=room.made)
    assert move.wish in room.side(player)["wishes"]
    assert room.side(SEATED[1 - seat])["wishes"] == []
    room.say(player, do="back", seat=0)
    assert room.side(player)["wishes"] == []
    room.play(seat, move)
    assert room.state.piles[move.pile].wish == move.wish


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


def on_both_piles(room):
    """The cards that fit on both piles, and whose they are."""
    fitting = [(seat, move.card) for seat, move in room.without_wish()]
    return (one for one in fitting if fitting.count(one) == 2 and one[1].code != "Ma")


def test_a_card_played_on_another_page_is_no_longer_lifted_here():
    room, (seat, card) = first_of(on_both_piles)
    player = SEATED[seat]
    room.look(player, "second page")
    room.say(player, do="card", seat=0, card=card.code, seen=room.made)
    assert room.side(player)["lifted"] == card.code
    room.say(player, "second page", do="pile", seat=0, pile=1, seen=room.made)
    room.say(player, "second page", do="card", seat=0, card=card.code, seen=room.made)
    assert card not in room.state.hands[seat]
    assert room.side(player)["lifted"] == ""


def test_a_device_that_has_missed_something_sits_down_anew():
    room = Room(seed=3).begin()
    missed = room.devices.pop(BEN)
    seat, move = next(room.without_wish())
    room.execute(SEATED[seat], moved(move))
    missed.apply((), room.table)
    assert missed.props()["number"] == room.made
    assert missed.props()["piles"] == room.look(BEN).props()["piles"]


def test_a_bot_takes_about_twice_as_long_for_a_card_as_was_agreed_and_draws_in_half_of_it():
    for pace in (400, 1_200):
        room = Room(pace=pace, seed=2)
        room.execute(BEN, "rise")
        room.execute(ITSELF, moved(Flip()))
        chance, waits = Random(1), {True: [], False: []}
        while room.table.playing and room.made < 60:
            result = due(room.table, frozenset({0}), partial(chance.randrange, 2**32))
            for one in result:
                if one.name.startswith("bot"):
                    waits[one.command.move.endswith("draw")].append(one.after)
                room.execute(ITSELF, one.command)
            race = room.devices[ANA]._round
            if (move := next_move(race, 0)) is not None:
                room.execute(ANA, moved(move))
            elif not result:
                break
        for draws, after in waits.items():
            usual = 2 * pace / 1000 * (0.5 if draws else 1)
            assert all(0.5 * usual <= one <= 2 * usual for one in after)
        assert waits[True]
