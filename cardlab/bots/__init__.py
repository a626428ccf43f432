"""Players made of code: each takes what one seat may see and gives a move.

- `tongits`, `tichu`: the bots of each game by name (`BOTS`), from `random` to `careful` and `skilled`;
- `sensible`: the player of Tongits that all advice rests on; `odds`: what it knows of unknown hands.

`strong` plays moves on in sampled worlds, so it stands in `cardlab.analysis.bots`, which lists it beside these.
A bot never sees a state, so it cannot know what its seat may not.
"""

from cardlab.bots import sensible, tichu, tongits

__all__ = ["sensible", "tichu", "tongits"]
