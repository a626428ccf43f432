"""The bots of Tongits by name, for everyone who lets bots play: the command line and the pages.

Knows where they stand; `random` and `careful` need no analysis, `strong` does.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.strong import strong
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot

__all__ = ["TONGITS"]

TONGITS: Final[dict[str, Bot]] = {**tongits.BOTS, "strong": strong}
"""The name of each bot and how it moves, the weakest first."""
