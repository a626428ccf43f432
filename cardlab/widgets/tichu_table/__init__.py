"""The tables of Tichu 1.on.1: two piles and a hand, a round in slow motion, and a match against the clock.

`piles` is `Piles`; `slow` is `Race`, with its round in `slow_round` and its guide in `guided`.
`timed` is `PlayTichu`; behind it stand `live` (a round under way: hands, clock, computer, countdown),
`match` (rounds with their times, and the match that they make), `storage` (what the browser keeps of it)
and `review` (a round looked back upon, one out of a record too, and run once more).
`shared` is a table between devices, as one of them sees it.
`messages` is what a page says to all of them; `picture` draws a side, a pile and the choices before a match.

This room knows how people play at a table; `cardlab.tichu` decides what is allowed, `cardlab.timeline` holds the past.
The widgets are imported from `cardlab.widgets`; a match against the clock brings its plots with it, so it comes last.
"""
