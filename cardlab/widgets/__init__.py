"""The widgets: cards to select, melds to check, piles to play on, exercises to do.

Each is a Python class and a view of its own; JavaScript draws and listens, and holds neither a rule nor a sentence.
"""

from cardlab.widgets.compare import Compare
from cardlab.widgets.deadwood import Deadwood
from cardlab.widgets.demo import Demo
from cardlab.widgets.exercise import Exercise
from cardlab.widgets.hand import Hand
from cardlab.widgets.meld_check import MeldCheck
from cardlab.widgets.piles import Piles
from cardlab.widgets.progress import Progress
from cardlab.widgets.race import Race
from cardlab.widgets.score import Score
from cardlab.widgets.sheet import Sheet
from cardlab.widgets.showdown import Showdown
from cardlab.widgets.table import Table

__all__ = [
    "Compare",
    "Deadwood",
    "Demo",
    "Exercise",
    "Hand",
    "MeldCheck",
    "Piles",
    "Progress",
    "Race",
    "Score",
    "Sheet",
    "Showdown",
    "Table",
]
