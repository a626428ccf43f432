"""The Tongits tables: `Table`, to learn at, and `PlayTongits`, a whole match with bots, a coach and records.

- `round`: a round with its past, its bots and its readers; `seat`: the learner at it, and the messages;
- `felt_props`: what is drawn of a round; `overlays`: learning aids over it;
- `learning_table`: `Table`;
- `played_match`: the setup before the first deal, and the rounds of a match;
- `coach`: marks and warnings; `review_panel`: a judged round with all its decisions and their grades;
- `match_storage`: what the browser stores, and records as files;
- `play`: `PlayTongits`; `around`: the blocks around its table.

`tongits` decides what is allowed, and the views draw.
Nothing is imported here: the coach needs the whole analysis, which lessons do without.
"""
