"""Sentences about both games in three languages.

- `catalogue`: every text for people, by key (`en.po`, `de.po`, `nl.po`);
- `reader`: persons, names and counting for the one who reads; refusals in words;
- `messages`: texts as data; `labelled_pile`: cards with their labels;
- `tongits_sentences`, `tichu_sentences`: moves, melds, piles, tables and ends of rounds;
- `bot_says`: why a bot made its move; `scoring`: what hands count and what rounds of Tongits pay;
- `house_rules`: names, values and clauses of house rules; `glossary`: the words of both games;
- `drawn_words`: the words of what draws itself in a notebook; `prose`: the notebooks in other languages.

Knows both engines and why bots move; knows no lesson, no widget and no page.
"""

from cardlab.drawing import worded_by
from cardlab.phrasing.drawn_words import lesson_language, words
from cardlab.phrasing.reader import Reader, Reason, by_rule, explain, notation, rules_of
from cardlab.refusal import explained_by

__all__ = ["Reader", "Reason", "by_rule", "explain", "notation", "rules_of"]

# What stands below the catalogues says what it is about: exceptions in English, what a notebook shows in its language.
explained_by(explain, lesson_language)
worded_by(words)
