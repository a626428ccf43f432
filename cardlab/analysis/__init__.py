"""Answers to "what if I played this?", exact or sampled with an error.

Input is a `View`, so no hidden card is used. `round_review` takes a whole record, but judges each seat by its view.

- `position`: reads a position from text or a record; `faults`: finds everything that is impossible about it;
- `whatif`: the value of every option, sampled, and the cost of a move; `deals`: a view as numbers;
  `continuations`: whole turns; `layings`: everything that can be laid in one turn;
- `draws`: discards and the next draw; `call_odds`: a draw call and its answers, counted over all deals of `two_hands`;
  `every_deal`: late rounds, counted by playing every deal;
- `reasons`: the arguments for a move, in words; `bots`: the bots by name;
- `arena`: compares a bot with others on the same deals; `arena_result`: its result;
  `own_bots`: loads a user's own bot from a file, and explains its errors;
- `round_review`: reviews a whole round; `grades`: names for costs; `review_text`: the review in words;
- `kernel/`: the fast part, on numbers alone; `jobs`, `cancellation`: background work for pages.

This package may import Tongits, its bots and its sentences, but nothing of Tichu, lessons or pages.
"""
