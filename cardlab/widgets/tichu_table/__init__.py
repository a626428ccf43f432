"""The widgets of Tichu 1.on.1.

- `piles`: `Piles`, two piles and a hand to try what fits;
- `slow`: `Race`, a round in slow motion;
- `timed`: `PlayTichu`, a match against the clock. `timed_match` holds its rounds with their times, `clock` the timers,
  `race_hands` a player's input, `live` the running round with computer and countdown, `race_props` what is drawn,
  `race_storage` what the browser stores, `race_review` finished rounds and replays.

`cardlab.tichu` decides what is allowed, `cardlab.timeline` holds earlier moments. Import the widgets from
`cardlab.widgets`.
"""
