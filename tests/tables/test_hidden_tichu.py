"""Hidden stays hidden in Tichu 1.on.1 (T10.6): all that two players and a spectator are sent, read by an auditor.

The auditor keeps a list of its own of what each may know, from the moves alone, and looks for every card in every text.
"""

import json
import os
import re
from random import Random

import pytest

from cardlab import tichu
from cardlab.cards import TICHU_DECK
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.record import write_rules
from cardlab.tables.device import Presence
from cardlab.tables.table import (
    ITSELF,
    Agreed,
    Opened,
    Ready,
    Refused,
    Rise,
    Sit,
    Watch,
    decide,
    due,
    fold,
    opened,
)
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tichu import Play, plays, view
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.tichu_table.hands import HoldUp

HANDS = int(os.environ.get("HANDS", "3"))
PLAYERS = ("mark-0", "mark-1")
HERE = Presence(frozenset({0, 1}), 1, {"flip": 1.2})
CODE = re.compile(r'"((?:[2-9TJQKA][shcd])|Ma|Do|Ph|Dr)"')
LABELS = {(lang, card): card_label(card, lang) for lang in LANGUAGES for card in TICHU_DECK}
LABEL = re.compile(r"(?<![0-9A-Z])(?:10|[2-9A-Z])[♠♥♦♣]")


class Auditor:
    """What each device may know of a round, and whether a frame says more."""

    def __init__(self, state, watch):
        self.state = state
        self.open = set()
        self.own = {seat: set(state.hands[seat]) for seat in (0, 1)}
        self.watch = watch
        self.right = set()
        """Frames that have been judged; nobody ever knows less than before."""

    @property
    def all_seen(self):
        return frozenset(self.open | self.own[0] | self.own[1])

    def see(self, move, after):
        """What a move shows to everybody, and to the one who drew."""
        if isinstance(move, Play):
            self.open.add(move.card)
        for seat in (0, 1):
            self.own[seat].update(after.hands[seat])
        # What is shuffled into new extra piles lies face down again; everybody has seen it once.
        for pile in after.piles:
            self.open.update(pile.cards)
        self.state = after

    def hidden(self, seat):
        """The cards that this seat (None: a spectator) may not know."""
        known = set(self.open)
        if seat is not None:
            known |= self.own[seat]
        elif self.watch is not Watch.TABLE:
            known = self.all_seen
        return set(TICHU_DECK) - known

    def judge(self, frame, seat, lang):
        """Fails if the frame names a card that this seat may not know."""
        # The house rules explain themselves by cards, at every table the same.
        text = json.dumps({name: one for name, one in frame.items() if name != "rules"}, ensure_ascii=False)
        if (seat, text) in self.right:
            return
        codes, labels = set(CODE.findall(text)), set(LABEL.findall(text))
        for card in self.hidden(seat):
            assert card.code not in codes, f"{card.code} is sent to {seat}"
            label = LABELS[lang, card]
            assert label not in labels, f"{card.code} is told to {seat}"
            if not card.rank:
                assert label not in text, f"{card.code} is told to {seat}"
        self.right.add((seat, text))


def play(seed, lang, watch, bot=False):
    """A round at a table with a device at each seat and a spectator; the auditor reads every picture."""
    chance = Random(seed)
    agreed = Agreed(tichu.SHEET, watch=watch, fills=seed % 2 == 1)
    table = opened(Opened("tichu", write_rules(agreed.rules), agreed.options, PLAYERS[0]))
    secret = chance.getrandbits(63)
    holds, devices, clock = (HoldUp(), HoldUp()), {}, [0.0]

    def look(seat):
        player = "mark-9" if seat is None else PLAYERS[seat]
        devices[seat] = SharedTichu(lang, "HFKMRT", table, player, holds, lambda: clock[0])

    def do(by, command):
        nonlocal table
        decided = decide(table, by, command, lambda: secret)
        if isinstance(decided, Refused):
            return decided
        for event in decided:
            table = fold(table, event)
            if auditor and table.state is not auditor.state:
                auditor.see(table.moves[-1], table.state)
        for device in devices.values():
            device.happened(decided, table)
        return decided

    def read():
        for seat, device in devices.items():
            device.presence = HERE
            frame = device.picture()
            auditor.judge(frame, seat, lang)
            text = json.dumps(frame)
            assert str(secret) not in text
            assert str(secret % 2**32) not in text
            assert '"seed"' not in text
            assert not any(player in text for player in PLAYERS)

    def say(who, **content):
        wanted = devices[who].asks(content)
        if wanted is not None:
            refused = do(PLAYERS[who], wanted)
            if isinstance(refused, Refused):
                devices[who].refused(refused.refusals)
        read()

    auditor = None
    for player in PLAYERS:
        do(player, Sit(player.title()))
    for player in PLAYERS:
        do(player, Ready())
    auditor = Auditor(table.state, watch)
    for seat in (0, 1, None):
        look(seat)
    read()
    if bot:
        do(PLAYERS[1], Rise())
        devices[None] = SharedTichu(lang, "HFKMRT", table, PLAYERS[1], holds, lambda: clock[0])
    turns = 0
    while table.playing and turns < 400:
        turns += 1
        clock[0] += chance.uniform(0, 1)
        found = due(table, frozenset({0, 1}), lambda: secret)
        if found and (chance.random() < 0.5 or found[0].name.startswith(("flip", "recycle"))):
            do(ITSELF, found[0].command)
        else:
            seat = 0 if bot else chance.randrange(2)
            number, state = len(table.moves), table.state
            moves = plays(view(state, seat))
            if can_draw(state, seat) and chance.random() < 0.8:
                say(seat, do="draw", seat=0)
            elif moves and chance.random() < 0.9:
                move = chance.choice(moves)
                seen = max(0, number - (chance.random() < 0.2))
                say(seat, do="card", seat=0, card=move.card.code, seen=seen)
                # The Mah Jong asks for its wish at once where it fits on one pile only.
                say(seat, do="wish", seat=0, rank=move.wish or "")
                say(seat, do="pile", seat=0, pile=move.pile, seen=seen)
                say(seat, do="wish", seat=0, rank=move.wish or "")
                say(seat, do="back", seat=0)
            else:  # something wrong: any card, even one of the other hand
                hand = state.hands[chance.randrange(2)]
                card = chance.choice(hand) if hand else state.piles[0].top
                say(seat, do="card", seat=0, card=card.code, seen=number)
                say(seat, do="draw", seat=0)
        if chance.random() < 0.05:  # whoever comes anew sees no more
            look(chance.choice((0, 1) if bot else (0, 1, None)))
        read()
    assert len(table.moves) > 15
    return table


@pytest.mark.parametrize("watch", [Watch.TABLE, Watch.OPEN])
def test_T10_6_no_device_is_sent_a_card_that_it_may_not_see_nor_a_seed(watch):
    ended = 0
    for seed in range(HANDS):
        ended += not play(seed, list(LANGUAGES)[seed % len(LANGUAGES)], watch).playing
    assert ended


def test_T10_6_whoever_has_left_a_seat_to_a_bot_sees_no_hand():
    for seed in range(max(1, HANDS // 4)):
        play(seed, "en", Watch.TABLE, bot=True)


def test_the_auditor_finds_a_card_that_is_sent_by_mistake():
    state = tichu.deal(seed=1)
    auditor = Auditor(state, Watch.TABLE)
    other = next(card for card in state.hands[1] if card.rank)
    special = next(card for card in (*state.draw[0], *state.draw[1], *state.extra[0], *state.extra[1]) if not card.rank)
    with pytest.raises(AssertionError, match="is sent"):
        auditor.judge({"slots": [other.code]}, 0, "en")
    with pytest.raises(AssertionError, match="is told"):
        auditor.judge({"text": f"The draw pile begins with {card_label(special, 'de')}."}, None, "de")
    with pytest.raises(AssertionError, match="is told"):
        auditor.judge({"text": f"The other holds {card_label(other, 'nl')}."}, 0, "nl")
    auditor.judge({"slots": [other.code]}, 1, "en")
    assert draws_from(state, 0) == 0
