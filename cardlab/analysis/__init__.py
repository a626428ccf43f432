"""Answers to "what if": exact where possible, else sampled with a standard error.

Input is a `View`, so no hidden card is used. `round_review` takes a whole record, and judges each seat by its view.

- `position`: read a position, or open one from a record; `faults`: all that is impossible about it;
- `whatif`: the value of every option, sampled; `deals`: a view as numbers; `continuations`: whole turns;
  `layings`: everything that can be laid in one turn;
- `draws`: discards and the next draw; `call_odds`: a draw call and its answers, counted over all deals of `two_hands`;
  `every_deal`: late rounds, counted by playing every deal;
- `reasons`: the arguments for a move, in words; `move_cost`: the cost of a move; `bots`: the bots by name;
- `arena`: a bot compared with others in duplicate; `arena_result`: what came of it;
  `own_bots`: bots from a file, their faults in words;
- `round_review`: a whole round judged; `grades`: names for costs; `what_was_wrong`: the judgement in words;
- `kernel/`: the numeric core, compiled; `jobs`, `cancellation`: background work for pages.

Knows Tongits, its bots and its sentences; knows no Tichu, no lesson and no page.
"""
