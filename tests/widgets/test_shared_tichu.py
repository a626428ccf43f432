"""Tichu 1.on.1 between devices, device by device, with a clock that the test turns."""

from functools import partial
from itertools import pairwise
from random import Random

import pytest
from turned_clock import next_move

from cardlab import tichu
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import write_rules
from cardlab.tables.device import Presence
from cardlab.tables.table import (
    ITSELF,
    PACES,
    Agreed,
    Begin,
    Close,
    Lend,
    Make,
    Opened,
    Ready,
    Refused,
    Rise,
    Say,
    Sit,
    Watch,
    decide,
    due,
    fold,
    opened,
)
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tichu import Draw, Flip, plays, view
from cardlab.tichu.state import can_draw
from cardlab.widgets.tichu_table.hands import TOLD, HoldUp
from cardlab.widgets.tichu_table.match import LEVELS, LONGEST_LOCK, Settings

ANA, BEN, EVE = "mark-a", "mark-b", "mark-e"
SEATED = (ANA, BEN)
HERE = Presence(frozenset({0, 1}))


class Room:
    """A table with its devices; `late` keeps what happens from them until `tell`, as a slow line would."""

    def __init__(self, agreed=None, seed=7, lang="en"):
        agreed = agreed or Agreed(tichu.SHEET)
        self.time, self.seed, self.lang = 100.0, seed, lang
        self.table = opened(Opened("tichu", write_rules(agreed.rules), agreed.options, ANA))
        self.holds = (HoldUp(), HoldUp())
        self.devices, self.untold = {}, {}
        for player, name in ((ANA, "Ana"), (BEN, "Ben")):
            self.do(player, Sit(name))
            self.look(player)

    def look(self, player, name=None):
        """Another page of this player."""
        device = SharedTichu(self.lang, "HFKMRT", self.table, player, self.holds, lambda: self.time)
        self.devices[name or player] = device
        return device

    def do(self, by, command):
        decided = decide(self.table, by, command, lambda: self.seed)
        if not isinstance(decided, Refused):
            for event in decided:
                self.table = fold(self.table, event)
            for device in self.devices.values():
                device.happened(decided, self.table)
        return decided

    def say(self, player, page=None, **content):
        """What a page says, done as the line does it; gives the command that it came to."""
        device = self.devices[page or player]
        wanted = device.asks(content)
        if wanted is not None:
            decided = self.do(player, wanted)
            if isinstance(decided, Refused):
                device.refused(decided.refusals)
        return wanted

    def begin(self, flip=True):
        for player in SEATED:
            assert not isinstance(self.do(player, Ready()), Refused)
        if flip:
            self.do(ITSELF, Make(Flip()))
        return self

    @property
    def state(self):
        return self.table.state

    @property
    def made(self):
        return len(self.table.moves)

    def shown(self, player, presence=HERE):
        self.devices[player].presence = presence
        return self.devices[player].drawn()

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

    def run(self, chance):
        """Plays the round to its end as two people would."""
        while self.table.playing:
            found = due(self.table, frozenset({0, 1}), lambda: chance.randrange(2**32))
            if found:
                self.do(ITSELF, found[0].command)
                continue
            seat = chance.randrange(2)
            race = self.devices[SEATED[seat]]._played
            move = next_move(race, seat)
            if isinstance(move, Draw):
                self.say(SEATED[seat], do="draw", seat=0)
            elif move is not None:
                made = self.made
                self.play(seat, move)
                assert self.made > made
            self.time += 0.3


@pytest.mark.parametrize("seed", range(3))
def test_two_devices_play_a_whole_round_and_both_hands_keep_their_places(seed):
    room = Room(seed=seed).begin()
    room.run(Random(seed))
    for player in SEATED:
        shown = room.shown(player)
        assert shown["phase"] == "still"
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
        seat = chance.randrange(2)
        move = next_move(room.devices[SEATED[seat]]._played, seat) if room.table.playing else None
        if isinstance(move, Draw):
            room.say(SEATED[seat], do="draw", seat=0)
        elif move is not None:
            room.play(seat, move)
        elif room.table.playing and (found := due(room.table, frozenset({0, 1}), lambda: 5)):
            room.do(ITSELF, found[0].command)
        room.time += 1
    assert room.made > 20
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
            room.do(SEATED[quick], Make(first))
            asked = room.say(SEATED[slow], do="card", seat=0, card=second.card.code, seen=seen)
            if any(move.card == second.card for move in plays(view(room.state, slow))):
                continue
            assert asked is None
            told = room.shown(SEATED[slow])
            dog = first.card.code == "Do"
            reader = Reader("en", slow, people=("Ana", "Ben"))
            faster = reader.say("play_tichu.faster", faster=quick, top=first.card)
            assert faster.startswith(f"{('Ana', 'Ben')[quick]} was faster: ")
            assert (faster in told["piles"][first.pile]["told"]) == (not dog)
            assert told["sides"][0]["held"] == 0
            assert told["sides"][0]["wrong"]
            assert second.card in room.state.hands[slow]
            assert room.shown(SEATED[quick])["piles"][first.pile]["told"] == []
            late, dogs = late + (not dog), dogs + dog
    assert late > 5
    assert dogs


def late_onto_own_card():
    """A round in which Ana plays twice onto what she saw on one pile, and her second card does not fit on her first."""
    for seed in range(200):
        room = Room(seed=seed).begin()
        found = [move for move in plays(view(room.state, 0)) if move.card.rank]
        for first in found:
            for second in found:
                alone = sum(second.card is move.card for move in found) == 1
                if alone and first.pile == second.pile and first.card is not second.card:
                    after = tichu.play(room.state, first)
                    if not any(move.card is second.card for move in plays(view(after, 0))):
                        return room, first, second
    raise AssertionError("no such deal")


def test_U2_4_whoever_was_late_for_the_own_card_is_not_told_of_anybody_else():
    room, first, second = late_onto_own_card()
    seen = room.made
    room.do(ANA, Make(first))
    room.say(ANA, do="card", seat=0, card=second.card.code, seen=seen)
    own = say("play_tichu.faster_self", "en", top=first.card)
    assert room.shown(ANA)["piles"][first.pile]["told"] == [own]


def test_U2_4_who_has_laid_the_card_on_top_of_a_pile_is_known_and_that_it_was_turned():
    room = Room(seed=3).begin()
    chance = Random(3)
    laid = [None, None]
    while room.table.playing:
        played = room.devices[ANA]._played
        for pile, seat in enumerate(laid):
            assert played.laid_by(pile) == seat
        found = due(room.table, frozenset({0, 1}), lambda: chance.randrange(2**32))
        if found:
            tops = [pile.top for pile in room.state.piles]
            room.do(ITSELF, found[0].command)
            laid = [
                seat if top is pile.top else None for seat, top, pile in zip(laid, tops, room.state.piles, strict=True)
            ]
            continue
        seat = chance.randrange(2)
        move = next_move(played, seat)
        if move is not None:
            room.do(SEATED[seat], Make(move))
            if isinstance(move, tichu.Play):
                laid[move.pile] = seat


def test_who_sends_cards_blindly_is_held_up_longer_each_time_on_all_pages_together():
    room = Room().begin()
    room.look(ANA, "second page")
    length = Settings().lock
    for misses, page in ((1, ANA), (2, "second page"), (3, ANA), (4, "second page")):
        wrong = room.misfit(0)
        assert room.say(ANA, page, do="card", seat=0, card=wrong.code, seen=room.made) is None
        held = min(LONGEST_LOCK, length << (misses - 1))
        assert room.side(page)["held"] == held
        assert room.side(page)["wrong"]
        # Until the time is over no card of any page lands, right or wrong.
        for other in (ANA, "second page"):
            assert 0 < round(1000 * room.devices[other].soon) <= held
            for card in room.state.hands[0]:
                assert room.say(ANA, other, do="card", seat=0, card=card.code, seen=room.made) is None
            assert room.say(ANA, other, do="pile", seat=0, pile=0, seen=room.made) is None
        assert room.holds[0].misses == misses
        room.time += held / 1000
        assert room.side(page)["held"] == 0
    assert room.side(BEN)["held"] == 0


def test_a_new_page_is_held_up_for_the_rest_of_the_time_and_a_new_round_is_not():
    room = Room().begin()
    room.say(ANA, do="card", seat=0, card=room.misfit(0).code, seen=room.made)
    room.time += 0.5
    assert room.look(ANA).soon == pytest.approx(0.2)
    assert room.side(ANA)["held"] == 200
    room.time += 0.1
    assert room.side(ANA)["held"] == 200  # what runs down on the page is told once
    room.time += 1
    room.run(Random(1))
    for _ in range(3):
        room.holds[0].miss(room.time, Settings())
    room.begin()
    assert room.side(ANA)["held"] == 0
    assert room.holds[0].misses == 0


def test_a_card_that_lands_makes_the_next_miss_the_first():
    room = Room().begin()
    room.say(ANA, do="card", seat=0, card=room.misfit(0).code, seen=room.made)
    room.time += 3
    found = [(seat, move) for seat in (0, 1) for move in plays(view(room.state, seat)) if not move.wish]
    seat, move = found[0]
    room.holds[seat].misses = 3
    room.play(seat, move)
    assert room.holds[seat].misses == 0


def test_U3_1_hands_are_drawn_up_by_a_key_and_a_full_hand_is_told_why_not():
    room = Room().begin()
    room.say(ANA, do="draw", seat=0)
    side = room.side(ANA)
    assert side["wrong"]
    assert side["held"] == 0
    assert "U3.1" in side["said"][0]
    seat, move = next((seat, move) for seat in (0, 1) for move in plays(view(room.state, seat)) if not move.wish)
    room.play(seat, move)
    assert room.side(SEATED[seat])["due"]
    room.say(SEATED[seat], do="draw", seat=0)
    assert len(room.state.hands[seat]) == 8
    assert not room.side(SEATED[seat])["due"]


def test_U3_1_where_that_was_agreed_on_hands_fill_up_by_themselves():
    room = Room(Agreed(tichu.SHEET, fills=True), seed=4).begin()
    room.run(Random(4))
    states = [room.table.start]
    for move in room.table.moves:
        states.append(tichu.play(states[-1], move))
    for before, after in pairwise(states):
        assert not any(before.owes)
        assert not any(after.owes)
    assert Agreed.read("tichu", {}, room.table.agreed.options) == room.table.agreed


def test_U5_4_a_wish_is_awaited_by_its_page_and_lands_with_it():
    for seed in range(200):
        room = Room(seed=seed).begin()
        found = [
            (seat, move)
            for seat in (0, 1)
            for move in plays(view(room.state, seat))
            if move.card.code == "Ma" and move.wish
        ]
        if found:
            seat, move = found[-1]
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
            return
    raise AssertionError("nobody could play the Mah Jong")


def test_what_is_coming_is_told_once_and_the_new_page_is_told_the_rest():
    room = Room().begin(flip=False)
    shown = room.shown(ANA, Presence(left={"flip": 3.0}))
    assert (shown["turning"], shown["milliseconds"]) == (say("play_tichu.turning.opening", "en"), 3000)
    again = room.shown(ANA, Presence(left={"flip": 1.25}))
    assert again["milliseconds"] == 3000
    assert again["room"]["seconds"] == 0
    assert room.shown(room.look(ANA).player, Presence(left={"flip": 1.25}))["milliseconds"] == 1250
    assert room.shown(ANA, HERE)["turning"] == ""
    room.say(ANA, do="card", seat=0, card=room.state.hands[0][0].code, seen=0)
    room.say(ANA, do="pile", seat=0, pile=0, seen=0)
    assert "U1.3" in " ".join(room.side(ANA)["said"])


def test_what_was_wrong_is_said_for_a_while_and_then_makes_room():
    room = Room().begin()
    device = room.devices[ANA]
    room.say(ANA, do="card", seat=0, card=room.misfit(0).code, seen=room.made)
    room.time += device.soon
    assert room.side(ANA)["wrong"]
    room.time += TOLD
    assert not room.side(ANA)["wrong"]
    assert device.soon == 0


def test_who_is_away_is_told_where_the_cards_lie_until_a_bot_plays_on():
    room = Room().begin()
    assert room.shown(ANA)["away"] == ""
    alone = Presence(frozenset({0}), left={"away": 12.0})
    told = room.shown(ANA, alone)
    assert told["away"].startswith("Ben ")
    assert told["room"]["seconds"] == 12
    room.do(ITSELF, Lend(1))
    assert room.shown(ANA, alone)["away"] == ""


def test_spectators_see_what_the_host_lets_them_see():
    for watch, slots in ((Watch.TABLE, {"back"}), (Watch.OPEN, None)):
        room = Room(Agreed(tichu.SHEET, watch=watch)).begin()
        room.look(EVE)
        shown = room.shown(EVE)
        assert shown["phase"] == "still"
        assert not shown["person"]
        assert [side["name"] for side in shown["sides"]] == ["Ana", "Ben"]
        for seat in (0, 1):
            held = {card.code for card in room.state.hands[seat]}
            assert set(shown["sides"][seat]["slots"]) == (slots or held)
        assert room.say(EVE, do="card", seat=0, card=room.state.hands[0][0].code, seen=1) is None
        assert room.say(EVE, do="draw", seat=0) is None
    room = Room(Agreed(tichu.SHEET, watch=Watch.NOBODY)).begin()
    room.look(EVE)
    assert room.shown(EVE)["stage"] == "room"
    assert room.shown(ANA)["stage"] == "table"


def test_a_card_played_on_another_page_is_no_longer_lifted_here():
    for seed in range(200):
        room = Room(seed=seed).begin()
        twice = [
            (seat, card)
            for seat in (0, 1)
            for card in room.state.hands[seat]
            if len(room.devices[SEATED[seat]]._played.meant(card, room.made)) == 2 and card.code != "Ma"
        ]
        if twice:
            seat, card = twice[0]
            player = SEATED[seat]
            room.look(player, "second page")
            room.say(player, do="card", seat=0, card=card.code, seen=room.made)
            assert room.side(player)["lifted"] == card.code
            room.say(player, "second page", do="pile", seat=0, pile=1, seen=room.made)
            room.say(player, "second page", do="card", seat=0, card=card.code, seen=room.made)
            assert card not in room.state.hands[seat]
            assert room.side(player)["lifted"] == ""
            return
    raise AssertionError("no card fitted on both piles")


def test_a_device_that_has_missed_something_sits_down_anew():
    room = Room(seed=3).begin()
    missed = room.devices.pop(BEN)
    seat, move = next((seat, move) for seat in (0, 1) for move in plays(view(room.state, seat)) if not move.wish)
    room.do(SEATED[seat], Make(move))
    missed.happened((), room.table)
    assert missed.picture()["number"] == room.made
    assert missed.picture()["piles"] == room.look(BEN).picture()["piles"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_the_deal_there_is_the_room_and_then_bots_sit_on_free_seats(lang):
    room = Room(lang=lang)
    assert room.shown(ANA)["stage"] == "room"
    assert room.say(ANA, do="card", seat=0, card="2s", seen=0) is None
    room.do(BEN, Rise())
    room.say(BEN, do="draw", seat=0)
    room.do(ANA, Begin())
    shown = room.shown(ANA)
    assert shown["sides"][1]["name"] == say("together.bot", lang, number=2)
    room.do(ITSELF, Make(Flip()))
    found = due(room.table, frozenset({0}), lambda: 5)
    bots = [one for one in found if one.name.startswith("bot 1")]
    assert len(bots) == any(plays(view(room.state, 1)))
    room.do(ANA, Say("hello"))
    assert [one["what"] for one in room.shown(ANA)["room"]["said"]] == [say("together.phrase.hello", lang)]
    room.do(ANA, Close())
    assert room.shown(ANA)["room"]["remark"] == say("together.closed", lang)


def test_a_bot_takes_about_as_long_as_was_agreed_and_draws_in_half_of_it():
    assert {level: reactions.mean for level, reactions in LEVELS.items()} == PACES
    for pace in PACES.values():
        room = Room(Agreed(tichu.SHEET, pace=pace), seed=2)
        room.do(BEN, Rise())
        room.do(ANA, Begin())
        room.do(ITSELF, Make(Flip()))
        chance, waits = Random(1), {True: [], False: []}
        while room.table.playing and room.made < 60:
            found = due(room.table, frozenset({0}), partial(chance.randrange, 2**32))
            for one in found:
                if one.name.startswith("bot"):
                    waits[isinstance(one.command.move, Draw)].append(one.after)
                room.do(ITSELF, one.command)
            race = room.devices[ANA]._played
            if (move := next_move(race, 0)) is not None:
                room.do(ANA, Make(move))
            elif not found:
                break
        for draws, after in waits.items():
            usual = pace / 1000 * (0.5 if draws else 1)
            assert all(0.5 * usual <= one <= 2 * usual for one in after)
        assert waits[True]


def test_nobody_who_owes_cards_may_be_forgotten():
    """U3.2: the page says from whose pile to draw."""
    for seed in range(100):
        room = Room(seed=seed).begin()
        for seat in (0, 1):
            for _ in range(2):
                moves = [move for move in plays(view(room.state, seat)) if not move.wish and move.card.rank]
                if moves and room.table.playing:
                    room.play(seat, moves[0])
            if room.state.owes[seat]:
                side = room.side(SEATED[seat])
                assert side["other"]
                assert side["due"] == can_draw(room.state, seat)
                owed = tell.owed(room.state, seat)
                assert side["owes"] == room.shown(SEATED[1 - seat])["sides"][1]["owes"] == f"{owed} owed"
                assert side["said"] == [say("play_tichu.debt", "en", count=owed)]
                return
    raise AssertionError("nobody forgot to draw")
