"""Sentences about both games in three languages.

- `catalogue`: every text for people, by key (`en.po`, `de.po`, `nl.po`);
- `reader`: sentences for one reader: persons, names and counting; refusals in words;
- `messages`: texts as data; `labelled_pile`: cards with their labels;
- `tongits_sentences`, `tichu_sentences`: moves, melds, piles, tables and ends of rounds;
- `bot_says`: why a bot made its move; `scoring`: what hands count and what rounds of Tongits pay;
- `house_rules`: names, values and clauses of house rules; `glossary`: the words of both games;
- `notebook_labels`: the labels of drawings in a notebook; `prose`: the notebooks in other languages.

It knows both engines and the reasons of bots; it knows no lesson, no widget and no page.
"""

from cardlab.drawing import worded_by
from cardlab.phrasing.notebook_labels import lesson_language, words
from cardlab.phrasing.reader import Reader, Reason, by_rule, explain, notation
from cardlab.refusal import explained_by

__all__ = ["Reader", "Reason", "by_rule", "explain", "notation"]

# Lower rooms can't import the catalogues, so they get their words here.
explained_by(explain, lesson_language)
worded_by(words)
