"""A learner at the `Table`, without a page: made deals, a small guide, and moves and wishes as messages."""

from random import Random

from messages import everything, send

from cardlab.cards import DECK, cards
from cardlab.lessons.guided_rounds import Guide, GuideStep
from cardlab.tongits import Discard, LayMeld, Rules, Sapaw, legal_moves, parse_move, start

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
