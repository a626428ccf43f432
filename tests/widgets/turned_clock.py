"""A clock whose hands a test turns itself, and what a person could do against it."""

from cardlab.tichu import Draw, Play, outcome, plays, view
from cardlab.tichu.state import can_draw


class TurnedClock:
    """Stands still until `turn` is called; what is due by then is done in the order of its time."""

    def __init__(self):
        self.time = 0.0
        self.appointments = []

    def now(self):
        return self.time

    def call_later(self, seconds, act):
        appointment = [self.time + seconds, len(self.appointments), act]
        self.appointments.append(appointment)

        def cancel():
            appointment[2] = None

        return cancel

    def turn(self, seconds):
        until = self.time + seconds
        while due := [one for one in self.appointments if one[2] is not None and one[0] <= until]:
            first = min(due, key=lambda one: (one[0], one[1]))
            act, first[2] = first[2], None
            self.time = first[0]
            act()
        self.time = until

    @property
    def waiting(self):
        return sorted(round(one[0] - self.time, 3) for one in self.appointments if one[2] is not None)


def next_move(race, seat, seen=None):
    """What a person at this seat could do next: draw up, or play an ordinary card if there is one; None: wait."""
    state = race.state
    if outcome(state) is not None or race.turning:
        return None
    if can_draw(state, seat):
        return Draw(seat)
    moves = [move for move in plays(view(state, seat)) if move.wish is None]
    return min(moves, key=lambda move: (not move.card.rank, move.card.code, move.pile), default=None)


def messages_of(race, move):
    """The messages by which a page makes this move, with what is seen now."""
    seen = len(race.line.moments) - 1
    if isinstance(move, Draw):
        return [{"do": "draw", "seat": move.seat}]
    assert isinstance(move, Play)
    texts = [{"do": "card", "seat": move.seat, "card": move.card.code, "seen": seen}]
    if len(race.intended_piles(move.card, seen)) == 2:
        texts.append({"do": "pile", "seat": move.seat, "pile": move.pile, "seen": seen})
    if move.card.code == "Ma":
        texts.append({"do": "wish", "seat": move.seat, "rank": move.wish or ""})
    return texts
