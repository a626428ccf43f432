"""A table of either game without a server, for tests: what is wanted is decided at once, and every device is told."""

from random import Random

from cardlab import tichu, tongits
from cardlab.bots.tichu import skilled
from cardlab.bots.tongits import careful
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import ITSELF, Agreed, Make, Sit, TableOpened, decide, due, fold, opened
from cardlab.tables.table_service import Presence
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits
from cardlab.widgets.tichu_table.race_hands import HandLock

ANA, BEN, CARA, DAN = "mark-a", "mark-b", "mark-c", "mark-d"
"""Who plays, and somebody who looks on."""
NAMES = {ANA: "Ana", BEN: "Ben", CARA: "Cara", DAN: "Dan"}


def bot_move(table, chance):
    """Who can move at a table, and what a bot would do there; at Tichu the table turns cards where nobody can."""
    state = table.state
    if isinstance(state, tongits.State):
        move = careful(tongits.view(state, state.seat), chance)
    else:
        wanted = [skilled(tichu.view(state, seat), chance) for seat in (0, 1)]
        move = next((one for one in wanted if isinstance(one, tichu.Play | tichu.Draw)), tichu.Flip())
    return ITSELF if isinstance(move, tichu.Flip) else table.seats[move.seat].player, Make(move)


class Page(list):
    """What a page at the table is told once, beside the picture."""

    send = list.append

    def changed(self):
        pass


class AtTable:
    """A table that Ana has opened, with its log, and the devices that look at it.

    - `rules`, `options`: as they were agreed on; `seed`: which chance it is; `lang`: of the devices;
    - `time`: the time of their clock, for the test to turn.
    """

    def __init__(self, rules=None, *, seed=7, lang="en", **options):
        self.agreed = Agreed(rules or tongits.Rules(), **options)
        self.log = [TableOpened(**self.agreed.written, host=ANA)]
        self.table = opened(self.log[0])
        self.players = (ANA, BEN, CARA)[: len(self.table.seats)]
        self.random, self.lang, self.time = Random(seed), lang, 100.0
        self.holds, self.devices = (HandLock(), HandLock()), {}

    def chance(self):
        return self.random.getrandbits(63)

    @property
    def state(self):
        return self.table.state

    # What is wanted

    def do(self, by, *commands):
        """Does these commands; gives the events of the last one, or why not."""
        for command in commands:
            decided = decide(self.table, by, command, self.chance)
            if not isinstance(decided, Rejected):
                for event in decided:
                    self.happen(event)
                for device in self.devices.values():
                    device.happened(decided, self.table)
        return decided

    def happen(self, event):
        self.table = fold(self.table, event)
        self.log.append(event)

    def why_not(self, by, command):
        """The codes of the refusals of a command; empty if it was done."""
        decided = self.do(by, command)
        return [str(one.code) for one in decided.refusals] if isinstance(decided, Rejected) else []

    def sit(self):
        """Everybody sits down."""
        for player in self.players:
            self.do(player, Sit(NAMES[player]))
        return self

    def ready(self):
        """Everybody is ready, so the cards are dealt."""
        for player in self.players:
            self.do(player, "ready_up")
        return self

    def begun(self):
        """Everybody sits and the cards are dealt."""
        return self.sit().ready()

    def move(self):
        """What comes by itself, or else a move of somebody who plays as a bot would."""
        if coming := due(self.table, frozenset(range(len(self.players))), self.chance):
            return self.do(ITSELF, coming[0].command)
        return self.do(*bot_move(self.table, self.random))

    def to_the_end(self):
        """Plays the round to its end."""
        while self.table.playing:
            assert not isinstance(self.move(), Rejected)
        return self

    # What is shown

    def look(self, player, page=None):
        """A page of this player, kept under its own name if the player has several."""
        if self.table.game == "tongits":
            device = SharedTongits(self.lang, "HFKMRT", self.table, player)
        else:
            device = SharedTichu(self.lang, "HFKMRT", self.table, player, self.holds, lambda: self.time)
        device.page = Page()
        self.devices[page or player] = device
        return device

    def say(self, player, page=None, **content):
        """What a page says, done as the line does it; gives the command that it came to."""
        device = self.devices[page or player]
        wanted = device.asks(content)
        if wanted is not None:
            decided = self.do(player, wanted)
            if isinstance(decided, Rejected):
                device.refused(decided.refusals)
        return wanted

    def shown(self, player, here=(0, 1, 2), looking=0, **left):
        """What a page of this player shows, a new one if there is none; `left`: the seconds until what is due."""
        device = self.devices.get(player) or self.look(player)
        device.presence = Presence(frozenset(here), looking, left)
        return device.snapshot()
