"""A page of `PlayTichu` without a browser: it sends messages, keeps what it is given, and turns the clock."""

import json

from messages import blocks, send
from turned_clock import TurnedClock, messages_of, next_move

from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.live import OPENING, TURNING
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings

TWO = RaceSettings(against=Against.TWO)


def seen(widget):
    """What stands on the page, by what it is called."""
    one_of = {one["is"]: one for one in reversed(blocks(widget))}
    table, head = one_of.get("racing", {"clock": "", "number": -1, "paused": False}), one_of.get("head", {})
    phases = {"running": "race", "none": "replay", "": "over" if "ended" in one_of else "setup"}
    alerts = blocks(widget, "alert")
    in_force = (one for one in blocks(widget) if "Rules: " in str(one.get("title") or one.get("said")))
    return {
        **table,
        "phase": phases[table["clock"]],
        "race": head.get("race", ""),
        "remark": " ".join(one["said"] for one in alerts if not one["blocks"]),
        "elsewhere": any(one["blocks"] for one in alerts),
        "note": one_of.get("note", {}).get("said", ""),
        "rules": next(in_force, None),
        "blocks": widget.shown["blocks"],
    }


class Page:
    """What a page does: sends messages, and keeps the text that it is given."""

    def __init__(self, settings=None, seed=7, kept=None, lang="en"):
        self.clock = TurnedClock()
        self.widget = PlayTichu(lang, seed=seed, settings=settings, clock=self.clock)
        self.kept, self.saved, self.asked, self.over = kept, [], [], False
        self.aside = None
        self.widget.send = self.take
        if kept is not None:
            self.recall(kept)

    def recall(self, text, **more):
        send(self.widget, {"do": "recall", "text": text, **more})

    def take(self, content, buffers=None):
        if "unread" in content:
            self.aside = self.kept
        if "keep" in content:
            self.kept, self.over = content["keep"] or None, content.get("over", False)
        if "ask" in content:
            self.asked.append(content["ask"])
        if "file" in content:
            self.saved.append(content["file"]["text"])

    @property
    def races(self):
        """The rounds that are kept, each by its notes."""
        return json.loads(self.kept)["races"]

    def start(self):
        send(self.widget, "start")
        self.clock.turn(OPENING)
        return self

    @property
    def race(self):
        return self.widget.match.rounds[-1]

    @property
    def shown(self):
        return seen(self.widget)

    def act(self, seat, pause=0.3):
        """The person at this seat does something if there is something, then time goes by."""
        move = next_move(self.race, seat)
        if move is not None:
            send(self.widget, *messages_of(self.race, move))
        self.clock.turn(pause if move is not None else TURNING)

    def run(self, *seats, moves=10_000, pause=0.3):
        while self.race.outcome is None and moves > 0:
            for seat in seats:
                if self.race.outcome is None:
                    self.act(seat, pause)
            moves -= 1
