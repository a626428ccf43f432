"""A table of Tongits: `Table`, to learn at, and `PlayTongits`, a whole match with bots, a coach and records.

- `messages`: what the page says, as types;
- `seat`: a round with its past and its bots (`TongitsRound`), and the learner who sits at it (`TongitsSeat`);
- `picture`: everything that is drawn of a round, and what can be laid over it; `words`: the sentences;
- `table`: `Table`;
- `match`: what is agreed on before the first deal, and the rounds one after the other;
- `coach`: marks, warnings and reviews, and bots that say why they moved;
- `storage`: what the browser keeps of all this, and records as files;
- `play`: `PlayTongits`, and what is drawn of a match around the table.

This room knows what happens at a table and how it is told; it knows no rule of Tongits, and draws nothing itself.
Nothing is imported here: with the coach comes all that the laboratory can work out, and lessons do without.
"""
