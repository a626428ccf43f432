"""Answers to "what if": exact where they can be, sampled with their error where they cannot.

Knows what a player can see, a `View`, and so no hidden card; knows no page and no widget.
Only whole rounds are played from open cards, and `round_review` judges a record by what each seat saw.

- `position`: any position, read, opened from a record; `faults`: all that is impossible about one;
- `whatif`: what every option is worth, sampled; `deals`: a view as numbers; `continuations`: whole turns,
  and `layings`: all that can be laid in one;
- `draws`: what discards and draws make of a hand; `draw_call`: whether to call, and how to answer, over all deals of
  `two_hands`; `every_deal`: late rounds, counted by playing every deal;
- `reasons`: what speaks for a move, in words;
- `coach`: what a move costs; `bots`: by name;
- `round_review`: a whole round judged, luck and decisions apart; `grades`: what a decision is called by its cost;
  `what_was_wrong`: that in words;
- `kernel/`: all numbers, compiled; `jobs`, `cancellation`: work for pages.
"""
