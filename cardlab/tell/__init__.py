"""Sentences: what a game has decided, put into words for the one who reads them.

- `reader`: who reads, in which person everybody is told of, from where piles are counted; and refusals;
- `tongits`, `tichu`: moves, melds, piles and how a round has ended, of each game;
- `house_rules`: the house rules of both games, their names, values and clauses.

Knows readers, the catalogues and what the engines decide; knows no lesson, no widget and no position of its own making.
Games decide, this room says, lessons ask, widgets show.
"""

from cardlab.refusal import explained_by
from cardlab.tell.reader import Reader, Reason, explain, notation

__all__ = ["Reader", "Reason", "explain", "notation"]

# Exceptions, which stand below the catalogues, say in English what they are about.
explained_by(explain)
