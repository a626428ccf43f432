"""Tongits, the Filipino rummy for three players, clause by clause.

A state never changes: `play(state, move)` returns the next one. `why_not(state, move)` returns what a move breaks.
`rules`: the house rules; `melds`: what a meld is; `meld_rules`: why cards are no meld; `sapaw`: what can be laid off;
`arrangements`: the best ways to lay a hand; `least`: only the least deadwood, fast; `codes`: why a move is refused;
`moves`: how moves are written; `state`: the table and the view of a seat; `notation`: how positions are written;
`positions`: reads and writes states and views; `legality`: what is allowed and why not; `play`: what a move does;
`scoring`: the end, the payments and the match; `written`: the game in a record.
It covers the clauses T1 to T10, and uses no human language, no other game and nothing beyond the standard library.
"""

from cardlab.tongits.arrangements import Arrangement, best_arrangements
from cardlab.tongits.codes import Code
from cardlab.tongits.least import hand_deadwood, least_deadwood
from cardlab.tongits.legality import legal_moves, turn, why_not
from cardlab.tongits.meld_rules import why_not_meld
from cardlab.tongits.melds import Kind, Meld, deadwood, deadwood_parts, meld_readings, melds_in, points, why_meld
from cardlab.tongits.moves import (
    Began,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    Take,
    parse_move,
)
from cardlab.tongits.play import play
from cardlab.tongits.rules import SHEET, ChallengersTie, Payment, Rules, Showdown, StockTie, Tie
from cardlab.tongits.sapaw import extensions, grown
from cardlab.tongits.scoring import Ending, Match, Outcome, outcome
from cardlab.tongits.state import Laid, State, View, deal, start, view
from cardlab.tongits.written import GAME

__all__ = [
    "GAME",
    "SHEET",
    "Arrangement",
    "Began",
    "Call",
    "Challenge",
    "ChallengersTie",
    "Code",
    "Discard",
    "Draw",
    "Ending",
    "Fold",
    "Kind",
    "Laid",
    "LayMeld",
    "Match",
    "Meld",
    "Move",
    "Outcome",
    "Payment",
    "Phase",
    "Rules",
    "Sapaw",
    "Showdown",
    "State",
    "StockTie",
    "Take",
    "Tie",
    "View",
    "best_arrangements",
    "deadwood",
    "deadwood_parts",
    "deal",
    "extensions",
    "grown",
    "hand_deadwood",
    "least_deadwood",
    "legal_moves",
    "meld_readings",
    "melds_in",
    "outcome",
    "parse_move",
    "play",
    "points",
    "start",
    "turn",
    "view",
    "why_meld",
    "why_not",
    "why_not_meld",
]
