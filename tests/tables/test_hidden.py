"""Hidden stays hidden (T10.6): all that players and strangers are sent, read by an auditor.

The auditor keeps a list of its own of what each may know, from the moves alone, and looks for every card in every text.
`HANDS` in the environment says how many rounds are played of each kind.
"""

import json
import os
import re

import pytest

from cardlab import tichu, tongits
from cardlab.bots.tongits import BOTS
from cardlab.cards import SPECIALS, TICHU_DECK
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import ITSELF, Moved, due
from cardlab.tichu.state import can_draw
from cardlab.tongits.state import deck
from tests.tables.at_table import BEN, DAN, NAMES, AtTable, moved

HANDS = int(os.environ.get("HANDS", "2"))
CODE = re.compile(r'"([2-9TJQKA][shcd]|X[12]|Ma|Do|Ph|Dr)"')
LABEL = re.compile(r"(?<![0-9A-Z])(?:10|[2-9A-Z])[♠♥♦♣]")
LABELS = {
    (lang, card): card_label(card, lang) for lang in LANGUAGES for card in (*deck(tongits.Rules(jokers=2)), *TICHU_DECK)
}


class Auditor:
    """What each seat may know of a round, and whether a frame says more."""

    def __init__(self, start):
        self.state = start
        self.deck = frozenset(TICHU_DECK if isinstance(start, tichu.State) else deck(start.rules))
        self.open = set()
        self.own = [set(hand) for hand in start.hands]
        self.right = set()
        """Frames that have been judged; nobody ever knows less than before."""

    def visible(self, seat):
        """The cards that a seat, or a stranger (None), may know."""
        return set() if seat is None else self.open | self.own[seat]

    def see(self, move, after):
        """What a move shows to everybody, and to the one who made it."""
        match move:
            case tichu.Play(card=card) | tongits.Discard(card=card):
                self.open.add(card)
            case tongits.LayMeld(cards=laid, secret=False):
                self.open.update(laid)
            case tongits.Sapaw(cards=added):
                self.open.update(added, after.melds[move.meld].meld.cards)
        for own, hand in zip(self.own, after.hands, strict=True):
            own.update(hand)
        if isinstance(after, tichu.State):
            # What is shuffled into new extra piles lies face down again; everybody has seen it once.
            self.open.update(*(pile.cards for pile in after.piles))
        elif tongits.outcome(after) is not None:
            self.open.update(*after.hands, *(laid.meld.cards for laid in after.melds))
        self.state = after

    def judge(self, frame, seat, lang):
        """Fail if the frame names a card that this seat may not know."""
        # The house rules explain themselves by cards, at every table the same.
        text = json.dumps({name: one for name, one in frame.items() if name != "rules"}, ensure_ascii=False)
        if (seat, text) in self.right:
            return
        codes, labels = set(CODE.findall(text)), set(LABEL.findall(text))
        # What a joker stands for is told with its meld, and says nothing about where that card is.
        melds = [laid.meld for laid in getattr(self.state, "melds", ()) if laid.meld and not laid.secret]
        labels -= {LABELS[lang, card] for meld in melds if meld.jokers for card in meld.stands_for}
        for card in self.deck - self.visible(seat):
            label = LABELS[lang, card]
            assert card.code not in codes, f"{card.code} is sent to {seat}"
            assert label not in (text if card in SPECIALS else labels), f"{card.code} is told to {seat}"
        self.right.add((seat, text))


class Watched(AtTable):
    """A table with a device at each seat and one of a stranger: the auditor reads all that they are sent."""

    def __init__(self, rules, seed):
        super().__init__(rules, seed=seed, lang=list(LANGUAGES)[seed % len(LANGUAGES)])
        self.secret, self.auditor = self.random.getrandbits(63), None
        self.begun()
        self.auditor = Auditor(self.state)
        for player in (*self.players, DAN):
            self.look(player)
        self.read()

    def chance(self):
        return self.secret

    def apply(self, event):
        super().apply(event)
        if self.auditor and isinstance(event, Moved):
            self.auditor.see(self.table.moves[-1], self.state)

    def read(self):
        for page in self.devices:
            frame = self.shown(page, clock=12.0, flip=1.2)
            seat = self.table.seat_of(page)
            self.auditor.judge(frame, seat, self.lang)
            assert frame["stage"] == ("room" if seat is None else "table")
            text = json.dumps(frame)
            assert not any(secret in text for secret in (str(self.secret), str(self.secret % 2**32), '"seed"', *NAMES))

    def turn_of_tongits(self):
        chance, seat = self.random, self.state.seat
        bot = BOTS["random" if chance.random() < 0.5 else "careful"]
        move = bot(tongits.view(self.state, seat), chance)
        # Somebody tries what is not theirs or not allowed, and what is said of it is read too.
        stranger, other = chance.choice(self.players), chance.choice(self.players)
        device = self.devices[stranger]
        tried = device.receive({"do": "move", "text": chance.choice(["draw", "take", "call", "fold"])})
        command = device.command if tried else None
        refused = self.execute(other, command) if isinstance(command, Moved) and other != stranger else None
        if isinstance(refused, Rejected):
            self.devices[other].show_refusals(refused.refusals)
            self.read()
        by = ITSELF if self.table.seats[seat].bot else self.players[seat]
        assert not isinstance(self.execute(by, moved(move)), Rejected)
        if chance.random() < 0.05:  # a player who looks back sees no more
            self.say(self.players[seat], do="go", to=chance.randrange(len(self.table.moves)))

    def turn_of_tichu(self):
        chance = self.random
        self.time += chance.uniform(0, 1)
        dues = due(self.table, frozenset({0, 1}), self.chance)
        if dues and (chance.random() < 0.5 or dues[0].name.startswith(("flip", "recycle"))):
            self.execute(ITSELF, dues[0].command)
            return
        seat = chance.choice(self.table.taken_seats)
        player, number, moves = self.players[seat], len(self.table.moves), tichu.plays(tichu.view(self.state, seat))
        if can_draw(self.state, seat) and chance.random() < 0.8:
            messages = [{"do": "draw"}]
        elif moves and chance.random() < 0.9:
            move, version = chance.choice(moves), max(0, number - (chance.random() < 0.2))
            wish = {"do": "wish", "rank": move.wish or ""}
            # The Mah Jong asks for its wish at once where it fits on one pile only.
            card, pile = {"do": "card", "card": move.card.code}, {"do": "pile", "pile": move.pile}
            messages = [card | {"seen": version}, wish, pile | {"seen": version}, wish, {"do": "back"}]
        else:  # something wrong: any card, even one of the other hand
            cards = self.state.hands[chance.randrange(2)] or (self.state.piles[0].top,)
            messages = [{"do": "card", "card": chance.choice(cards).code, "seen": number}, {"do": "draw"}]
        for one in messages:
            self.say(player, seat=0, **one)
            self.read()

    def play(self):
        """Plays a round, or 400 turns of one, and reads everything."""
        turn = self.turn_of_tongits if self.table.game == "tongits" else self.turn_of_tichu
        for _ in range(400):
            if not self.table.playing:
                break
            turn()
            self.read()
            if self.random.random() < 0.05:  # a player who comes anew sees no more
                self.look(self.random.choice(list(self.devices)))
                self.read()
        assert len(self.table.moves) > 5
        return self


KINDS = {
    "the sheet": tongits.Rules(),
    "tradition": tongits.Rules.preset("traditional"),
    "jokers": tongits.Rules(jokers=2),
    "Tichu": tichu.SHEET,
}


@pytest.mark.parametrize("kind", KINDS)
def test_T10_6_no_device_is_sent_a_card_that_it_may_not_see_nor_a_seed(kind):
    played = [Watched(KINDS[kind], seed) for seed in range(HANDS)]
    for seed, here in enumerate(played):
        if seed % 2:  # nor is whoever has left a seat to a bot
            here.execute(BEN, "rise")
            here.read()
        here.play()
    assert not all(one.table.playing for one in played)
