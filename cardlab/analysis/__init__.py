"""Answers to "what if": exact where they can be, sampled with their error where they cannot.

Knows what a player can see, a `View`, and so no hidden card; knows no page and no widget.
Only whole rounds and races are played from open cards, and `round_review` and `tichu_review` judge a record by what
each seat saw.

- `position`: any position, read, opened from a record; `faults`: all that is impossible about one;
- `whatif`: what every option is worth, sampled; `deals`: a view as numbers; `continuations`: whole turns;
- `draws`: what discards and draws make of a hand; `unknown`: what a hidden hand counts; `draw_call`: whether to call,
  and `answer_call`: how to answer, counted by `two_hands`; `every_deal`: late rounds, counted by playing every deal;
- `match_equity`: how likely a progressive match is won; `advice`, `advice_tichu`: what heeding advice brings;
  `call_odds`: counts the table of odds that the sensible player goes by;
- `hand_rank`: how good a hand is among all; `openings`: what opening at once brings; `held`: which cards others hold;
- `reasons`: what speaks for a move, in words; `differences`: what sets two options apart;
- `coach`: what a move costs; `bots`: by name;
- `round_review`: a whole round judged, luck and decisions apart; `grades`: what a decision is called by its cost;
  `what_was_wrong`: that in words;
- `races`: races of Tichu, thousands at once; `tichu_whatif`: what each way to go on is worth in one;
  `tichu_review`: a race looked at again; `tichu_bots`: bots by name;
- `kernel/`: all numbers, compiled; `jobs`, `cancellation`: work for pages.
"""
