"""A table of either game without a server, for tests: commands are decided at once, devices apply the events."""

from random import Random

from cardlab import tichu, tongits
from cardlab.bots.tichu import skilled
from cardlab.bots.tongits import careful
from cardlab.tables.device import pressed
from cardlab.tables.event_logs import Rejected
from cardlab.tables.players_scene import Viewer
from cardlab.tables.shared_table import (
    ANY_SEAT,
    ITSELF,
    Agreed,
    Moved,
    Sat,
    TableOpened,
    decide,
    due,
    fold,
)
from cardlab.tables.table_service import Presence
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits
from cardlab.widgets.tichu_table.race_hands import HandLock
from tests.stories import Page

ANA, BEN, CARA, DAN = "mark-a", "mark-b", "mark-c", "mark-d"
"""Who plays, and somebody who looks on."""
NAMES = {ANA: "Ana", BEN: "Ben", CARA: "Cara", DAN: "Dan"}


def sit(name, seat=ANY_SEAT):
    return Sat(seat, "", name)


def moved(move):
    return Moved(getattr(move, "seat", None), str(move))


def command(table, by, one):
    """The event of a command: a button by its name, or an event."""
    return pressed(one, table.seat_of(by)) if isinstance(one, str) else one


async def does(tables, code, by, *commands):
    """Have these happen at a table of a service; returns the refusals of the last one."""
    for one in commands:
        refusals = await tables.execute(code, by, command(await tables.table(code), by, one))
    return refusals


def bot_move(table, chance):
    """A player who can move and a bot's move; in Tichu the table turns cards if nobody can."""
    state = table.state
    if isinstance(state, tongits.State):
        move = careful(tongits.view(state, state.seat), chance)
    else:
        moves = [skilled(tichu.view(state, seat), chance) for seat in (0, 1)]
        move = next((one for one in moves if isinstance(one, tichu.Play | tichu.Draw)), tichu.Flip())
    return ITSELF if isinstance(move, tichu.Flip) else table.seats[move.seat].player, moved(move)


class AtTable:
    """A table that Ana has opened, with its log, and the devices that look at it.

    - `rules`, `options`: as they were agreed on; `seed`: which chance it is; `lang`: of the devices;
    - `time`: the time of their clock, for the test to turn; `away`: the seats of players who are not there.
    """

    def __init__(self, rules=None, *, seed=7, lang="en", **options):
        self.agreed = Agreed(rules or tongits.Rules(), **options)
        self.log = [TableOpened(**self.agreed.encoded, host=ANA)]
        self.table = fold(None, self.log[0])
        self.players = (ANA, BEN, CARA)[: len(self.table.seats)]
        self.random, self.lang, self.time = Random(seed), lang, 100.0
        self.holds, self.devices, self.away = (HandLock(), HandLock()), {}, set()

    def chance(self):
        return self.random.getrandbits(63)

    @property
    def state(self):
        return self.table.state

    # What happens

    def execute(self, by, *commands):
        """Have these happen, one after the other; returns the decision on the last one."""
        for one in commands:
            decision = decide(self.table, by, command(self.table, by, one), self.chance)
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

    def begun(self):
        """Everybody sits down, so the cards are dealt."""
        for player in self.players:
            self.execute(player, sit(NAMES[player]))
        return self

    def deal(self):
        """Ana has the next round dealt."""
        self.execute(ANA, "deal")
        return self

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
        about = self.lang, Viewer(player), "HFKMRT", self.table, None, lambda: self.time
        device = SharedTongits(*about) if self.table.game == "tongits" else SharedTichu(*about, holds=self.holds)
        device.page = Page()
        self.devices[page or player] = device
        return device

    def say(self, player, page=None, **content):
        """Handle a message as the connection does; returns its command."""
        device = self.devices[page or player]
        asked = device.command if device.receive(content) else None
        if asked is not None:
            decision = self.execute(player, asked)
            if isinstance(decision, Rejected):
                device.show_refusals(decision.refusals)
        return asked

    def shown(self, player, connected=(0, 1, 2), **seconds_left):
        """The state of a player's page, opened if necessary; `seconds_left`: until what is due."""
        device = self.devices.get(player) or self.look(player)
        here = frozenset(connected) - self.away
        device.presence = Presence(here, seconds_left, public_deals=len(self.table.records))
        return device.snapshot()
