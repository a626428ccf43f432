"""A learner at the `Table` or at a match, without a page: made deals, a small guide, moves and wishes as messages."""

import re
from random import Random

from messages import everything, offer, send, sending

from cardlab.cards import DECK, cards
from cardlab.lessons.guide import Guide, GuideStep
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, LayMeld, Phase, Rules, Sapaw, legal_moves, parse_move, start
from cardlab.widgets import PlayTongits

TABLES = (Rules(), Rules.preset("traditional"), Rules(jokers=2, ace_high=True), Rules(secret_four=True))


def read(part):
    """Every sentence that stands in a part of the page."""
    texts = [one for one in everything(part) if one.get("is") in ("text", "sentences")]
    return [inline(line) for one in texts for line in ([one["said"]] if one["is"] == "text" else one["said"])]


def inline(line):
    """What stands in a line, in one text."""
    return "".join(one if isinstance(one, str) else one.get("said", one.get("label", "")) for one in line)


def select(table, chosen):
    hand = table.shown["hand"]
    send(table, do="select", cards=[card.code for card in chosen], number=hand["last_message"] + 1)


def make(table, move):
    """Makes a move the way a learner does: cards selected one after the other, then a button."""
    match move:
        case LayMeld() | Sapaw():
            select(table, move.cards)
        case Discard():
            select(table, (move.card,))
    say_move(table, str(move).split(" ", 1)[1])


def say_move(table, *texts):
    """Makes moves as the page writes them; `*` stands for what is selected."""
    send(table, *({"do": "move", "text": text} for text in texts))


def own_moves(table):
    return legal_moves(table.state, table.here.actor)


def hands(*held, rules=TABLES[0], first=0):
    """A table after a deal with these cards in the hands, filled up with any others."""
    expected = [list(cards(hand)) for hand in held]
    rest = [card for card in DECK if not any(card in hand for hand in expected)]
    Random(4).shuffle(rest)
    for seat, hand in enumerate(expected):
        while len(hand) < (13 if seat == first else 12):
            hand.append(rest.pop())
    return start(rules, expected, rest, first=first)


def guide(closing=None):
    state = hands("7h 8h 9h 2c 3d", "4c 6c", "")
    replies = tuple(parse_move(text) for text in ("1 draw", "1 discard 4c", "2 draw"))
    steps = (
        GuideStep("table.turn.first", parse_move("0 meld 7h 8h 9h"), "clause.T3.5", ("T3.2",)),
        GuideStep("table.turn.lay", parse_move("0 discard 2c"), "clause.T2.4", ("T2.4",), replies),
    )
    return Guide(state, steps, closing=closing)


SHORT = Rules(target=60)


class Learner:
    """The learner at the table of a widget; `sent`: what the page is given once."""

    def __init__(self, widget):
        self.widget = widget
        self.sent = []
        widget.send = lambda content, buffers=None: self.sent.append(content)

    def __getattr__(self, name):
        return getattr(self.widget, name)

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
        return [one["label"] for one in sending(self.shown["below"], "why")]

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
