"""A learner at the page of matches of Tongits, who moves and is watched as at a `Table`."""

import re

from learner_at_table import make, own_moves, read
from messages import everything, offer, send

from cardlab.phrasing.catalogue import say
from cardlab.tongits import Phase, Rules
from cardlab.widgets import PlayTongits

SHORT = Rules(target=60)


class Learner:
    """The learner at the table of a widget; `sent`: what the page is given once."""

    def __init__(self, widget):
        self.widget = widget
        self.sent = []
        widget.send = lambda content, buffers=None: self.sent.append(content)

    @property
    def here(self):
        return self.widget.here

    @property
    def state(self):
        return self.widget.state

    @property
    def shown(self):
        return self.widget.shown

    @property
    def remark(self):
        """What is said in passing."""
        within = self.shown["blocks"] if self.shown["stage"] == "form" else self.shown["remarks"]
        return " ".join(read([one for one in within if one["is"] == "status"]))

    @property
    def covered(self):
        """Whether the screen has to be passed on."""
        return bool(self.shown.get("passed"))

    @property
    def answer(self):
        """What the coach marks, and what a bot has said that was asked."""
        shown = [one for one in everything(self.shown["below"]) if one.get("style", "").startswith("cardlab-overlay")]
        return " ".join(read([one for one in shown if one["is"] == "status"]))

    @property
    def asked(self):
        """Which bots can be asked."""
        return [one["label"] for one in everything(self.shown["below"]) if (one.get("send") or {}).get("do") == "why"]

    def offers(self, key, **facts):
        """What is pressed under these words, None if there is nothing of the kind."""
        return offer(self.widget, say(key, self.widget.lang, **facts))

    def _receive(self, _widget, message, buffers):
        self.widget._receive(self.widget, message, buffers)
        self.widget.finish()

    def send(self, *messages, **fields):
        send(self, *messages, **fields)

    def files(self):
        return [one["file"] for one in self.sent if "file" in one]

    def play_round(self, chance):
        while self.state.phase is not Phase.OVER:
            if self.covered:
                self.send(do="ready")
            make(self, chance.choice(own_moves(self)))


def readable(text, held):
    """The cards that stand in a text as words; in what is packed any two letters may follow one another."""
    return [card for card in held if re.search(rf"(?<![\w+/]){card}(?![\w+/=])", text)]


def dealt(**more):
    learner = Learner(PlayTongits(**{"seed": 3, "rules": SHORT, **more}))
    learner.send(do="begin")
    return learner


def through(learner, chance):
    """Plays the match to its end; how each round ended."""
    ends = []
    while True:
        learner.play_round(chance)
        ends.append(learner.state)
        if not learner.offers("play_tongits.next_round"):
            return ends
        learner.send(do="next_round")
