"""The widgets: cards to select, melds to check, piles to play on, exercises to do.

Each is a Python class and a view of its own; JavaScript draws and listens, and holds neither a rule nor a sentence.
"""

from cardlab.widgets.exercise import Exercise
from cardlab.widgets.hand import Hand
from cardlab.widgets.meld_check import MeldCheck
from cardlab.widgets.piles import Piles

__all__ = ["Exercise", "Hand", "MeldCheck", "Piles"]
