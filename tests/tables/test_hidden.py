"""Hidden stays hidden (T10.6): all that three players and two spectators are sent, read by an auditor.

The auditor keeps a list of its own of what each may know, from the moves alone, and looks for every card in every text.
"""

import json
import os
import re
from random import Random

import pytest

from cardlab import tongits
from cardlab.bots.tongits import BOTS
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.record import write_rules
from cardlab.refusal import IllegalMove
from cardlab.tables.device import Presence
from cardlab.tables.table import (
    Agreed,
    Make,
    Opened,
    Ready,
    Refused,
    Say,
    Sit,
    Watch,
    decide,
    fold,
    opened,
)
from cardlab.tables.tongits_device import SharedTongits
from cardlab.tongits import Discard, LayMeld, Sapaw

HANDS = int(os.environ.get("HANDS", "3"))
PLAYERS = ("mark-0", "mark-1", "mark-2")
HERE = Presence(frozenset({0, 1, 2}), 1, {"clock": 12.0})


CODE = re.compile(r'"([2-9TJQKA][shcd]|X[12])"')
LABEL = re.compile(r"(?<![0-9A-Z])(?:10|[2-9A-Z])[♠♥♦♣]")


class Auditor:
    """What each device may know of a round, and whether a frame says more."""

    def __init__(self, state, agreed):
        self.state = state
        self.open = set()
        self.own = {seat: set(state.hands[seat]) for seat in range(3)}
        self.agreed = agreed

    @property
    def all_seen(self):
        return frozenset(self.open.union(*self.own.values()))

    def known(self, seat):
        """What this seat may know; None: a spectator, who sees what the host lets them see."""
        if seat is not None:
            return self.open | self.own[seat]
        return self.open if self.agreed.watch is Watch.TABLE else self.all_seen

    def see(self, before, move, after):
        """What a move shows to everybody, and to the one who made it."""
        match move:
            case Discard(card=card):
                self.open.add(card)
            case LayMeld(cards=laid, secret=False):
                self.open.update(laid)
            case Sapaw(cards=added):
                self.open.update(added)
                self.open.update(after.melds[move.meld].meld.cards)
        self.own[move.seat].update(after.hands[move.seat])
        self.state = after
        if tongits.outcome(after) is not None:
            for hand in after.hands:
                self.open.update(hand)
            self.open.update(card for laid in after.melds for card in laid.meld.cards)

    def judge(self, frame, seat, lang):
        """Fails if the frame names a card that this seat (None: a spectator) may not know."""
        # The house rules explain themselves by cards, at every table the same.
        text = json.dumps({name: one for name, one in frame.items() if name != "rules"}, ensure_ascii=False)
        codes, labels = set(CODE.findall(text)), set(LABEL.findall(text))
        # What a joker stands for is told with its meld, and says nothing about where that card is.
        melds = [laid.meld for laid in self.state.melds if laid.meld and not laid.secret]
        labels -= {card_label(card, lang) for meld in melds if meld.jokers for card in meld.stands_for}
        lying = (*self.state.discards, *(card for laid in self.state.melds for card in laid.meld.cards))
        held = (card for hand in self.state.hands for card in hand)
        for card in {*self.state.stock, *held, *lying} - self.known(seat):
            assert card.code not in codes, f"{card.code} is sent to {seat}"
            assert card_label(card, lang) not in labels, f"{card.code} is told to {seat}"


def play(seed, lang, rules, watch=Watch.TABLE):
    """A round at a table with a device at each seat and a spectator; the auditor reads every picture."""
    chance = Random(seed)
    agreed = Agreed(rules, watch=watch)
    table = opened(Opened("tongits", write_rules(rules), agreed.options, PLAYERS[0]))
    secret = chance.getrandbits(63)

    def do(by, command):
        nonlocal table
        decided = decide(table, by, command, lambda: secret)
        assert not isinstance(decided, Refused)
        for event in decided:
            table = fold(table, event)
            for device in devices.values():
                device.happened((event,), table)

    devices = {}
    for player in PLAYERS:
        do(player, Sit(player.title()))
    devices = {seat: SharedTongits(lang, "HFKMRT", table, PLAYERS[seat]) for seat in range(3)}
    devices[None] = SharedTongits(lang, "HFKMRT", table, "mark-9")
    for player in PLAYERS:
        do(player, Ready())
    auditor, shown_to_none = Auditor(table.state, agreed), set()

    def read():
        for seat, device in devices.items():
            device.presence = HERE
            frame = device.picture()
            auditor.judge(frame, seat, lang)
            if seat is None and frame["stage"] == "table":
                shown_to_none.update(CODE.findall(json.dumps(frame)))
            text = json.dumps(frame)
            assert str(secret) not in text
            assert '"seed"' not in text
            assert not any(player in text for player in PLAYERS)

    read()
    while table.playing:
        before, seat = table.state, table.state.seat
        bot = BOTS["random" if chance.random() < 0.5 else "careful"]
        move = bot(tongits.view(before, seat), chance)
        # Somebody tries what is not theirs or not allowed, and what is said of it is read too.
        wrong = chance.randrange(3)
        stranger = devices[wrong].asks({"do": chance.choice(["draw", "take", "call", "fold"])})
        if isinstance(stranger, Make) and chance.random() < 0.5:
            refused = decide(table, PLAYERS[(wrong + 1) % 3], stranger, lambda: secret)
            if isinstance(refused, Refused):
                devices[(wrong + 1) % 3].refused(refused.refusals)
                read()
        try:
            do(PLAYERS[seat], Make(move))
        except IllegalMove:
            raise AssertionError(f"{move} was accepted and cannot be made") from None
        auditor.see(before, move, table.state)
        if chance.random() < 0.1:
            do(PLAYERS[seat], Say("hello"))
        read()
        if chance.random() < 0.05:  # whoever looks back, or comes anew, sees no more
            devices[seat].asks({"do": "go", "to": chance.randrange(len(table.moves))})
            read()
            devices[wrong] = SharedTongits(lang, "HFKMRT", table, PLAYERS[wrong])
            devices[None] = SharedTongits(lang, "HFKMRT", table, "mark-9")
            read()
    return table, shown_to_none


@pytest.mark.parametrize("rules", [tongits.Rules(), tongits.Rules.preset("traditional"), tongits.Rules(jokers=2)])
def test_T10_6_no_device_is_sent_a_card_that_it_may_not_see_nor_a_seed(rules):
    for seed in range(HANDS):
        play(seed, list(LANGUAGES)[seed % len(LANGUAGES)], rules)


def test_T10_6_all_hands_are_seen_where_the_host_opens_them_and_no_card_of_the_stock():
    for seed in range(max(1, HANDS // 4)):
        table, shown = play(seed, list(LANGUAGES)[seed % len(LANGUAGES)], tongits.Rules(), Watch.OPEN)
        assert {card.code for hand in table.start.hands for card in hand} <= shown


def test_the_auditor_finds_a_card_that_is_sent_by_mistake():
    state = tongits.deal(seed=1)
    auditor = Auditor(state, Agreed(tongits.Rules()))
    with pytest.raises(AssertionError, match="is sent"):
        auditor.judge({"cards": [state.hands[1][0].code]}, 0, "en")
    with pytest.raises(AssertionError, match="is told"):
        auditor.judge({"text": f"The stock begins with {card_label(state.stock[0], 'de')}."}, None, "de")
    auditor.judge({"cards": [state.hands[0][0].code]}, 0, "en")


def test_T10_6_nobody_looks_on_where_the_host_does_not_let_them():
    rules = tongits.Rules()
    agreed = Agreed(rules, watch=Watch.NOBODY)
    table = opened(Opened("tongits", write_rules(rules), agreed.options, PLAYERS[0]))
    for player in PLAYERS:
        for command in (Sit(player), Ready()):
            for event in decide(table, player, command, lambda: 3):
                table = fold(table, event)
    assert table.playing
    assert SharedTongits("en", "HFKMRT", table, "mark-9").picture()["stage"] == "room"
    assert SharedTongits("en", "HFKMRT", table, PLAYERS[0]).picture()["stage"] == "table"
