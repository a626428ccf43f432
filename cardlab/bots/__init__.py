"""Computer players: each takes the view of a seat and returns a move.

- `tongits`, `tichu`: the bots of each game by name (`BOTS`), from `random` to `careful` and `skilled`;
- `sensible`: the policy of the player of Tongits on whom all advice is based; `odds`: its table for unknown hands.

The bots `sensible` and `strong` need the kernel, so they are in `cardlab.analysis.bots`, which lists all bots.
A bot gets a view and never a state, so it knows no hidden card.
"""

from cardlab.bots import sensible, tichu, tongits

__all__ = ["sensible", "tichu", "tongits"]
