"""Tichu 1.on.1 by the rule book, clauses U1 to U6.

A round is `deal`, then `play` until `outcome` says how it ended.
`rules`: the house rules; `piles`: values and what fits; `codes`: why a move is refused; `fitting`: why a card fits;
`moves`: how moves are written; `state`: the position and what a seat sees of it; `notation`: how positions are written;
`legality`: what is allowed and why not; `play`: the course of a round; `scoring`: the end and the match;
`written`: the game in a record.
It uses no human language, no other game and nothing beyond the standard library.
"""

from cardlab.tichu.codes import Code
from cardlab.tichu.fitting import Fit, Reason, why_fit, why_not_fit
from cardlab.tichu.legality import choices, legal_moves, plays, why_not
from cardlab.tichu.moves import Draw, Flip, Move, Play, Recycle, Unreadable, Verb, parse_move
from cardlab.tichu.piles import Pile, fits, fitting_cards, fitting_values, neighbours, sorting_value, value
from cardlab.tichu.play import deal, play, recycle, start, turn
from cardlab.tichu.rules import SHEET, DragonLocks, Points, Rules
from cardlab.tichu.scoring import Ending, Match, Outcome, outcome
from cardlab.tichu.state import State, View, recycle_due, stuck, view
from cardlab.tichu.written import GAME

__all__ = [
    "GAME",
    "SHEET",
    "Code",
    "DragonLocks",
    "Draw",
    "Ending",
    "Fit",
    "Flip",
    "Match",
    "Move",
    "Outcome",
    "Pile",
    "Play",
    "Points",
    "Reason",
    "Recycle",
    "Rules",
    "State",
    "Unreadable",
    "Verb",
    "View",
    "choices",
    "deal",
    "fits",
    "fitting_cards",
    "fitting_values",
    "legal_moves",
    "neighbours",
    "outcome",
    "parse_move",
    "play",
    "plays",
    "recycle",
    "recycle_due",
    "sorting_value",
    "start",
    "stuck",
    "turn",
    "value",
    "view",
    "why_fit",
    "why_not",
    "why_not_fit",
]
