"""cardlab: two card games by the rule book, Tongits and Tichu 1.on.1, and lessons that teach them by doing.

`tongits` and `tichu` are the games, `cardlab.record` keeps them as text, `explain` puts a refusal into words.
Importing it loads the standard library only: neither numpy nor ipywidgets.
"""

from cardlab import tichu, tongits
from cardlab.locale import say
from cardlab.tell import explain

__version__ = "0.1.0"
__all__ = ["explain", "say", "tichu", "tongits"]
