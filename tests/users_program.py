"""What somebody might write with the widgets and exercises: `make types` looks at its types, nobody runs it."""

from random import Random

from cardlab import tongits
from cardlab.cards import DECK, Card
from cardlab.lessons.ask import Ask
from cardlab.widgets import Hand, MeldCheck, PlayTongits, Table

h = Hand("7h 8h 9h", layout={"width": "50%"})
h.observe(lambda change: print(change.new), names="value")
h.selected = ("7h", "8h")
chosen: tuple[Card, ...] = h.value
check = MeldCheck([Card("7h"), "8h"], rules=tongits.Rules(ace_high=True))
playing: tongits.State | None = PlayTongits().state
table: tongits.State = Table(seed=3).state
best: Card = max(h.cards)
# An ignored error that is none is one: so the types are known.
wrong_cards: str = h.value  # type: ignore[assignment]
wrong_table: str = Table(seed=3).state  # type: ignore[assignment]


def mine(chance: Random, level: int) -> Ask:
    return Ask(chance.sample(DECK, 4), answer=level)
