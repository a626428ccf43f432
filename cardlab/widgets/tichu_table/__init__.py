"""The tables of Tichu 1.on.1: two piles and a hand, a round in slow motion, and a timed match.

- `piles` is `Piles`; `slow` is `Race`, with its round in `slow_round`;
- `timed` is `PlayTichu`: `timed_match` holds its rounds with their times, `clock` the timers, `race_hands` the input of
  a player, `live` the running round with computer and countdown, `race_props` what is drawn, `race_storage` what the
  browser stores, `race_review` finished rounds and their replay.

`cardlab.tichu` decides what is allowed, `cardlab.timeline` holds the past.
The widgets are imported from `cardlab.widgets`.
"""
