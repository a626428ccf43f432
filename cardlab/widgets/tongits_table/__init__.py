"""A table of Tongits: `Table`, to learn at, and `PlayTongits`, a whole match with bots, a coach and records.

- `round`: a round with its past, its bots and its readers; `seat`: the learner who sits at it, and what may be asked;
- `props`: everything that is drawn of a round; `overlays`: what can be laid over it;
- `table`: `Table`;
- `match`: what is agreed on before the first deal, and the rounds one after the other;
- `coach`: marks and warnings; `judged`: a round with all its decisions and their grades;
- `storage`: what the browser keeps of all this, and records as files;
- `play`: `PlayTongits`: who plays, when the bots move, which round is looked at; `around`: what stands around it.

`tongits` decides what is allowed, and the views draw.
Nothing is imported here: with the coach comes all that the laboratory can work out, and lessons do without.
"""
