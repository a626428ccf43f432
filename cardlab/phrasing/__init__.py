"""Sentences: what a game has decided, put into words for the one who reads them, in three languages.

- `catalogue`: every sentence for people, in the language of the reader (`en.po`, `de.po`, `nl.po`);
- `reader`: who reads, in which person everybody is told of, from where piles are counted; and refusals;
- `tongits`, `tichu`: moves, melds, piles, tables and how a round has ended, of each game;
- `lying`: what cards on a table are called, and whose they are;
- `bot_says`: why a bot made its move;
- `scoring`: what hands of Tongits count and what its rounds pay;
- `house_rules`: the house rules of both games, their names, values and clauses;
- `glossary`: the words of both games, each explained in one sentence.

Knows readers, the catalogues and what the engines decide; knows no lesson, no widget and no position of its own making.
Games decide, this room says, lessons ask, widgets show.
"""

from cardlab.phrasing.reader import Reader, Reason, by_rule, explain, notation, rules_of
from cardlab.refusal import explained_by

__all__ = ["Reader", "Reason", "by_rule", "explain", "notation", "rules_of"]

# Exceptions, which stand below the catalogues, say in English what they are about.
explained_by(explain)
