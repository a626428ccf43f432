"""Tichu 1.on.1 between devices, device by device, with a clock that the test turns."""

from functools import partial
from itertools import permutations
from random import Random

import pytest
from turned_clock import next_move

from cardlab import tichu
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tables.shared_table import ITSELF, Lent, due
from cardlab.tichu import Draw, Flip, plays, view
from cardlab.widgets.tichu_table.timed_match import LONGEST_LOCK, RaceSettings
from tests.tables.at_table import ANA, BEN, DAN, AtTable, moved, sit

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

    def step(self, chance):
        """What happens next by itself, or what one of two people would do."""
        result = due(self.table, frozenset({0, 1}), lambda: chance.randrange(2**32))
        if result:
            self.execute(ITSELF, result[0].command)
            return
        seat = chance.randrange(2)
        move = next_move(self.devices[SEATED[seat]]._round, seat)
        if isinstance(move, Draw):
            self.say(SEATED[seat], do="draw", seat=0)
        elif move is not None:
            made = self.made
            self.play(seat, move)
            assert self.made > made
        self.time += 0.3

    def run(self, chance):
        """Plays the round to its end."""
        while self.table.playing:
            self.step(chance)

    def without_wish(self):
        """Each play with which nothing is wished, and whose it is."""
        return ((seat, move) for seat in (0, 1) for move in plays(view(self.state, seat)) if not move.wish)


def first_of(wanted):
    """A round in which somebody can do what is wanted, and the first who can."""
    return next((room, one) for room in (Room(seed=seed).begin() for seed in range(200)) for one in wanted(room))


@pytest.mark.parametrize("seed", range(3))
def test_two_devices_play_a_whole_round_and_both_hands_keep_their_places(seed):
    room = Room(seed=seed).begin()
    room.run(Random(seed))
    for player in SEATED:
        shown = room.shown(player)
        assert shown["clock"] == "none"
        assert shown["ending"] is not None
    winner = room.table.match.points.index(max(room.table.match.points))
    assert room.shown(SEATED[winner])["ending"]["won"]
    assert not room.shown(SEATED[1 - winner])["ending"]["won"]
    assert room.shown(SEATED[0])["score"].startswith("You ")


def test_the_one_who_looks_is_side_0_and_the_piles_keep_their_numbers():
    room = Room().begin()
    ana, ben = room.shown(ANA), room.shown(BEN)
    assert [side["name"] for side in ana["sides"]] == ["You", "Ben"]
    assert [side["name"] for side in ben["sides"]] == ["You", "Ana"]
    assert ana["piles"] == ben["piles"]
    for player, shown, seat in ((ANA, ana, 0), (BEN, ben, 1)):
        assert {code for code in shown["sides"][0]["slots"] if code} == {card.code for card in room.state.hands[seat]}
        assert set(shown["sides"][1]["slots"]) == {"back"}
        assert shown["sides"][0]["person"]
        assert room.shown(player) == shown


def test_a_card_keeps_its_place_after_a_reload():
    room = Room(seed=3).begin()
    chance = Random(3)
    for _ in range(40):
        room.step(chance)
    assert room.table.playing
    assert room.made > 15
    for player in SEATED:
        before = room.side(player)["slots"]
        room.look(player)
        assert room.side(player)["slots"] == before


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
    late, dogs = 0, 0
    for seed in range(200):
        if late > 5 and dogs:
            break
        for quick, first, slow, second in list(wanted_by_both(Room(seed=seed).begin())):
            room = Room(seed=seed).begin()
            seen = room.made
            room.execute(SEATED[quick], moved(first))
            asked = room.say(SEATED[slow], do="card", seat=0, card=second.card.code, seen=seen)
            if any(move.card == second.card for move in plays(view(room.state, slow))):
                continue
            assert asked is None
            texts = room.shown(SEATED[slow])
            dog = first.card.code == "Do"
            reader = Reader("en", slow, people=("Ana", "Ben"))
            faster = reader.say("play_tichu.faster", faster=quick, top=first.card)
            assert faster.startswith(f"{('Ana', 'Ben')[quick]} was faster: ")
            assert (faster in texts["piles"][first.pile]["late"]) == (not dog)
            assert texts["sides"][0]["locked_for"] == 0
            assert texts["sides"][0]["wrong"]
            assert second.card in room.state.hands[slow]
            assert room.shown(SEATED[quick])["piles"][first.pile]["late"] == []
            late, dogs = late + (not dog), dogs + dog
    assert late > 5
    assert dogs


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


def test_U2_4_who_has_laid_the_card_on_top_of_a_pile_is_known_and_that_it_was_turned():
    room = Room(seed=3).begin()
    chance = Random(3)
    laid = [None, None]
    while room.table.playing:
        played = room.devices[ANA]._round
        for pile, seat in enumerate(laid):
            assert played.laid_by(pile) == seat
        tops, made = [pile.top for pile in room.state.piles], room.made
        room.step(chance)
        laid = [seat if top is pile.top else None for seat, top, pile in zip(laid, tops, room.state.piles, strict=True)]
        if room.made > made and isinstance(move := room.table.moves[-1], tichu.Play):
            laid[move.pile] = move.seat


def test_who_sends_cards_blindly_is_held_up_longer_each_time_on_all_pages_together():
    room = Room().begin()
    room.look(ANA, "second page")
    length = RaceSettings().lock
    for misses, page in ((1, ANA), (2, "second page"), (3, ANA), (4, "second page")):
        wrong = room.misfit(0)
        assert room.say(ANA, page, do="card", seat=0, card=wrong.code, seen=room.made) is None
        hand = min(LONGEST_LOCK, length << (misses - 1))
        assert room.side(page)["locked_for"] == hand
        assert room.side(page)["wrong"]
        # Until the time is over no card of any page lands, right or wrong.
        for other in (ANA, "second page"):
            assert 0 < round(1000 * room.devices[other].seconds_to_redraw) <= hand
            for card in room.state.hands[0]:
                assert room.say(ANA, other, do="card", seat=0, card=card.code, seen=room.made) is None
            assert room.say(ANA, other, do="pile", seat=0, pile=0, seen=room.made) is None
        assert room.holds[0].misses == misses
        room.time += hand / 1000
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
    room.run(Random(1))
    for _ in range(3):
        room.holds[0].miss(room.time, RaceSettings())
    room.begin()
    assert room.side(ANA)["locked_for"] == 0
    assert room.holds[0].misses == 0


def test_U3_1_hands_are_drawn_up_by_a_key_and_a_full_hand_is_told_why_not():
    room = Room().begin()
    room.say(ANA, do="draw", seat=0)
    side = room.side(ANA)
    assert side["wrong"]
    assert side["locked_for"] == 0
    assert "U3.1" in side["said"][0]
    seat, move = next(room.without_wish())
    room.play(seat, move)
    assert room.side(SEATED[seat])["due"]
    room.say(SEATED[seat], do="draw", seat=0)
    assert len(room.state.hands[seat]) == 8
    assert not room.side(SEATED[seat])["due"]


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


def test_who_is_away_is_told_where_the_cards_lie_until_a_bot_plays_on():
    room = Room().begin()
    assert room.shown(ANA)["away"] == ""
    texts = room.shown(ANA, {0}, away=12.0)
    assert texts["away"].startswith("Ben ")
    assert texts["seconds"] == 12
    room.execute(ITSELF, Lent(1))
    assert room.shown(ANA, {0}, away=12.0)["away"] == ""


def test_a_stranger_sees_no_card_and_moves_none():
    room = Room().begin()
    assert room.shown(DAN)["stage"] == "room"
    for content in ({"do": "card", "card": room.state.hands[0][0].code, "seen": 1}, {"do": "draw"}):
        assert room.say(DAN, seat=0, **content) is None


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_the_deal_there_is_the_room_and_then_bots_sit_on_free_seats(lang):
    room = AtTable(tichu.SHEET, lang=lang)
    room.execute(ANA, sit("Ana"))
    assert room.shown(ANA)["stage"] == "room"
    assert room.say(ANA, do="card", seat=0, card="2s", seen=0) is None
    room.execute(ANA, "deal")
    shown = room.shown(ANA)
    assert shown["sides"][1]["name"] == say("together.bot", lang, number=2)
    room.execute(ITSELF, moved(Flip()))
    result = due(room.table, frozenset({0}), lambda: 5)
    bots = [one for one in result if one.name.startswith("bot 1")]
    assert len(bots) == any(plays(view(room.state, 1)))
    room.execute(ANA, "close")
    assert room.shown(ANA)["remark"] == say("together.closed", lang)


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
