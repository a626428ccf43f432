"""A table of either game without a server, for tests: commands are decided at once, devices apply the events."""

from random import Random

from cardlab import tichu, tongits
from cardlab.bots.tichu import skilled
from cardlab.bots.tongits import careful
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import ITSELF, Agreed, MakeMove, Sit, TableOpened, decide, due, fold, initial_state
from cardlab.tables.table_service import Presence
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits
from cardlab.widgets.tichu_table.race_hands import HandLock

ANA, BEN, CARA, DAN = "mark-a", "mark-b", "mark-c", "mark-d"
"""Who plays, and somebody who looks on."""
NAMES = {ANA: "Ana", BEN: "Ben", CARA: "Cara", DAN: "Dan"}


def bot_move(table, chance):
    """A player who can move and a bot's move; in Tichu the table turns cards if nobody can."""
    state = table.state
    if isinstance(state, tongits.State):
        move = careful(tongits.view(state, state.seat), chance)
    else:
        moves = [skilled(tichu.view(state, seat), chance) for seat in (0, 1)]
        move = next((one for one in moves if isinstance(one, tichu.Play | tichu.Draw)), tichu.Flip())
    return ITSELF if isinstance(move, tichu.Flip) else table.seats[move.seat].player, MakeMove(move)


class Page(list):
    """The messages that a page is sent beside its state."""

    send = list.append

    def changed(self):
        pass


class AtTable:
    """A table that Ana has initial_state, with its log, and the devices that look at it.

    - `rules`, `options`: as they were agreed on; `seed`: which chance it is; `lang`: of the devices;
    - `time`: the time of their clock, for the test to turn.
    """

    def __init__(self, rules=None, *, seed=7, lang="en", **options):
        self.agreed = Agreed(rules or tongits.Rules(), **options)
        self.log = [TableOpened(**self.agreed.encoded, host=ANA)]
        self.table = initial_state(self.log[0])
        self.players = (ANA, BEN, CARA)[: len(self.table.seats)]
        self.random, self.lang, self.time = Random(seed), lang, 100.0
        self.holds, self.devices = (HandLock(), HandLock()), {}

    def chance(self):
        return self.random.getrandbits(63)

    @property
    def state(self):
        return self.table.state

    # Commands

    def execute(self, by, *commands):
        """Execute these commands; returns the decision on the last one."""
        for command in commands:
            decision = decide(self.table, by, command, self.chance)
            if not isinstance(decision, Rejected):
                for event in decision:
                    self.apply(event)
                for device in self.devices.values():
                    device.apply(decision, self.table)
        return decision

    def apply(self, event):
        self.table = fold(self.table, event)
        self.log.append(event)

    def why_not(self, by, command):
        """The codes of the refusals of a command; empty if it was done."""
        decision = self.execute(by, command)
        return [str(one.code) for one in decision.refusals] if isinstance(decision, Rejected) else []

    def sit(self):
        """Everybody sits down."""
        for player in self.players:
            self.execute(player, Sit(NAMES[player]))
        return self

    def ready(self):
        """Everybody is ready, so the cards are dealt."""
        for player in self.players:
            self.execute(player, "ready_up")
        return self

    def begun(self):
        """Everybody sits and the cards are dealt."""
        return self.sit().ready()

    def move(self):
        """Execute what is due, or else a move that a bot would make."""
        if dues := due(self.table, frozenset(range(len(self.players))), self.chance):
            return self.execute(ITSELF, dues[0].command)
        return self.execute(*bot_move(self.table, self.random))

    def to_the_end(self):
        """Plays the round to its end."""
        while self.table.playing:
            assert not isinstance(self.move(), Rejected)
        return self

    # Pages

    def look(self, player, page=None):
        """Open a page of this player, under its own name if the player has several."""
        if self.table.game == "tongits":
            device = SharedTongits(self.lang, "HFKMRT", self.table, player)
        else:
            device = SharedTichu(self.lang, "HFKMRT", self.table, player, self.holds, lambda: self.time)
        device.page = Page()
        self.devices[page or player] = device
        return device

    def say(self, player, page=None, **content):
        """Handle a message as the connection does; returns its command."""
        device = self.devices[page or player]
        command = device.command_for(content)
        if command is not None:
            decision = self.execute(player, command)
            if isinstance(decision, Rejected):
                device.show_refusals(decision.refusals)
        return command

    def shown(self, player, connected=(0, 1, 2), spectators=0, **seconds_left):
        """The state of a player's page, opened if necessary; `seconds_left`: until what is due."""
        device = self.devices.get(player) or self.look(player)
        device.presence = Presence(frozenset(connected), spectators, seconds_left)
        return device.snapshot()
