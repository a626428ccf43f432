"""The tables of Tichu 1.on.1: two piles and a hand, a round in slow motion, and a match against the clock.

`piles` is `Piles`; `slow` is `Race`, with its round in `slow_round`.
`timed` is `PlayTichu`; behind it stand `match` (rounds with their times, and the match that they make), `clock`,
`hands` (those of a person, at a table between devices too), `live` (a round under way: computer and countdown),
`props` (what is drawn of it, between devices too), `storage` (what the browser keeps) and `review` (a round looked
back upon, out of a record too, and run once more).

This room knows how people play at a table; `cardlab.tichu` decides what is allowed, `cardlab.timeline` holds the past.
The widgets are imported from `cardlab.widgets`.
"""
