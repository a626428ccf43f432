"""A table of Tongits: `Table`, to learn at, and `PlayTongits`, a whole match with bots, a coach and records.

- `messages`: what the page says, as types;
- `round`: a round with its past, its bots and its words; `seat`: the learner who sits at it;
- `picture`: everything that is drawn of a round; `overlays`: what can be laid over it;
- `table`: `Table`; `shared`: a table between devices, as one of them sees it;
- `match`: what is agreed on before the first deal, and the rounds one after the other;
- `coach`: marks and warnings; `judged`: a round or a match with all its decisions and their grades;
- `storage`: what the browser keeps of all this, and records as files;
- `scores`: the running scores of a match, as a table and as lines;
- `game`: who plays, when the bots move, which round is looked at;
- `play`: `PlayTongits`, and what is drawn of a match around the table.

`tongits` decides what is allowed, and the views draw.
Nothing is imported here: with the coach comes all that the laboratory can work out, and lessons do without.
"""
