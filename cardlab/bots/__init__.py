"""Players made of code: each takes what one seat may see and gives a move.

Knows the names of the bots; a bot never sees a state, so it cannot know what its seat may not.
"""

from cardlab.bots import sensible, tichu, tongits

__all__ = ["sensible", "tichu", "tongits"]
