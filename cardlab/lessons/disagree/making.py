"""Makers of the questions about where players disagree: a position by chance, of a level, and a house rule.

Knows which position goes with which question; positions are made in `disputed_tables` and `disputed_piles`.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cardlab import tichu, tongits
from cardlab.lessons.disagree import disputed_piles as piles
from cardlab.lessons.disagree import disputed_tables as tables
from cardlab.lessons.disagree.cases_endings import WhatPays, ended
from cardlab.lessons.disagree.cases_tichu import HowManyPoints
from cardlab.lessons.disagree.questions import CountUnder, LegalUnder, WhichRule, WhoWinsUnder
from cardlab.tongits.state import SEATS

__all__ = ["counts_under", "fits_under", "legal_under", "points_under", "which_rule", "who_wins_under"]


def legal_under(chance: Random, level: int) -> LegalUnder:
    """Taking a discard, and the ace; then calling a draw; then a secret four too."""
    kinds = (tables.taking, tables.around_the_ace, tables.calling, tables.four_of_a_rank)[: level + 1]
    case, house = chance.choice(kinds[-2:])(chance)
    return LegalUnder(case, house)


def who_wins_under(chance: Random, level: int) -> WhoWinsUnder:
    """A tie after a draw call; then other endings with a tie; then who takes part, and melds kept in the hand."""
    names = (("tie",), ("tie", "stock_tie"), ("showdown", "stock_tie", "concealed_melds_count"))[level - 1]
    name = chance.choice(names)
    house = tables.DECIDING[name]
    differs = chance.randrange(3) > 0
    while True:
        case = tables.ending(chance, name, level_hands=differs or chance.randrange(2) == 0)
        question = WhoWinsUnder(case, house, (0, 1))
        sheets, other = question.winners
        if sheets is None or other is None or (sheets != other) != differs:
            continue
        if sheets == other:
            other = chance.choice([seat for seat in range(SEATS) if seat != sheets])
        return replace(question, pair=(min(sheets, other), max(sheets, other)))


def counts_under(chance: Random, level: int) -> CountUnder:
    """A meld in the hand; then more cards; then what is paid, in points or in chips."""
    by_house = chance.randrange(2) == 1
    if level < 3:
        return CountUnder(tables.with_melds(chance, 2 + 3 * level), tables.DECIDING["concealed_melds_count"], by_house)
    case = tables.ending(chance, "tie", level_hands=False)
    winner = ended(case.state, case.moves, tongits.Rules()).winner
    payer = chance.choice([seat for seat in range(SEATS) if seat != winner])
    return CountUnder(WhatPays(case, payer), tongits.Rules(payment=tongits.Payment.CHIPS), by_house)


def which_rule(chance: Random, level: int) -> WhichRule:
    """A tie is the cause; then also who takes part; then also melds kept in the hand."""
    names = tuple(tables.DECIDING)[: level + 1]
    while True:
        name = chance.choice(names)
        case = tables.ending(chance, name, level_hands=name in ("tie", "stock_tie"))
        sheets = ended(case.state, case.moves, tongits.Rules()).winner
        winner = ended(case.state, case.moves, tables.DECIDING[name]).winner
        if winner is not None and winner != sheets:
            question = WhichRule(case, winner)
            if question.causes == (name,):
                return question


def fits_under(chance: Random, level: int) -> LegalUnder:
    """2 and ace; then the Dragon; then either."""
    kind = (piles.two_or_ace, piles.on_the_dragon)[chance.randrange(2) if level > 2 else level - 1]
    case, house = kind(chance)
    return LegalUnder(case, house)


def points_under(chance: Random, level: int) -> CountUnder:
    """You have won; from level 2 on perhaps your opponent; at level 3 the round may be blocked."""
    case = HowManyPoints(piles.finished(chance, level))
    return CountUnder(case, tichu.Rules(points=tichu.Points.SWAPPED), chance.randrange(2) == 1)
