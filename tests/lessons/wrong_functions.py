# ruff: noqa: E501
"""Functions as learners write them for each task of `now_you`: wrong ones, what is no answer, and other right ones than the solution.

Each is the body of a function with the parameters of its task.
"""

from __future__ import annotations

WRONG = {
    "is_set": """
        return len({card.rank for card in cards}) == 1 and len(cards) > 1
        return len(cards) in (3, 4) and cards[0].rank == cards[1].rank == cards[2].rank
        return len(cards) in (3, 4) and len({min(card.number, 10) for card in cards}) == 1
        return sum(card.number for card in cards) == cards[0].number * len(cards) and len(cards) in (3, 4)
        return len(cards) in (3, 4) and len({card.rank for card in cards}) == 1 and cards[0].number != 1
        return not cards or len(cards) in (3, 4) and len({card.rank for card in cards}) == 1
        return bool(melds_in(cards))
        return deep(cards)
        return any(cards[9] for one in 'a')
        return "yes"
        return np.False_
        return 0
        return type(None)
    """,
    "is_run": """
        return 3 <= len(cards) <= 10 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) >= 3 and cards[0].suit == cards[1].suit and sorted(card.number for card in cards) == list(range(min(card.number for card in cards), min(card.number for card in cards) + len(cards)))
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[1] - n[0] == 1 and n[2] - n[1] == 1
        return not cards or len(cards) > 2 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
    """,
    "points": """
        return sum(min(card.number, 10) for card in set(cards) if card.rank != "A") + 11 * sum(card.rank == "A" for card in cards)
        return max(min(card.number, 10) for card in cards)
        return sum(min(card.number, 10) for card in cards) or 1
        return min(sum(min(card.number, 10) for card in cards), 99)
        return float(sum(min(card.number, 10) for card in cards))
        from cardlab.tongits import least_deadwood; return least_deadwood(cards)
        return "yes"
        raise LookupError("no such thing")
        raise Unspeakable
        raise GeneratorExit
        return input()
        return exit()
        return breakpoint()
        return later()
        seen.append(cards); return sum(min(card.number, 10) for card in cards) + (seen.count(cards) > 1)
    """,
    "least_deadwood": """
        return at_most(cards, 2)
        return fewest(cards)[1]
    """,
    "discard": """
        return min(hand, key=lambda c: left(hand, c))
        return min((c for c in hand if c != taken), key=lambda c: left(hand, c)) if len(hand) < 13 else max((c for c in hand if c != taken), key=points)
        return max((c for c in hand if c != taken), key=lambda c: len(melds_in([d for d in hand if d != c])))
        return hand[0] if len(hand) in (4, 7, 8) and hand[0] != taken else min((c for c in hand if c != taken), key=lambda c: left(hand, c))
        return "yes"
        return Card("7h")
        return min(hand, key=lambda c: left(hand, c)) if taken is None else None
    """,
    "may_call": """
        return state.phase == "draw"
        return state.phase == "draw" and len(state.stock) > 1 and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and opened(state, state.seat) and state.takes < 29
        return state.phase == "draw" and opened(state, state.seat) and state.takes <= 30
        return state.phase == "draw" and opened(state, state.seat) and state.takes < 30 and len(state.hands[state.seat]) > 1
    """,
    "who_wins": """
        return min({state.caller, *state.challengers}, key=lambda s: (least_deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]) if len(state.hands[s]) < 7 else 99, s != state.caller, -last(state, s)))
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; late = [m.owner for m in state.melds[-4:] if m.owner in low]; return state.caller if state.caller in low else (late or [max(low)])[-1]
    """,
    "payments": """
        return none(winner) or tuple(sum(counts) - 3 * counts[winner] if s == winner else counts[winner] - c for s, c in enumerate(counts))
        return () if winner is None else pays(over(counts, winner), winner)
        return tuple(-c for c in counts) if winner is None else pays(over(counts, winner), winner)
        return none(winner) or (lambda p: (sum(p), -p[(winner + 1) % 3], -p[(winner + 2) % 3]))(over(counts, winner))
        return none(winner) or pays([min(100, p) for p in over(counts, winner)], winner)
        return "yes"
        return 0.0, 0, 0
        return [np.int64(0)] * 3
        return False, 0, 0
        return None if winner is None else pays(over(counts, winner), winner)
    """,
    "fits": """
        return abs(value(card) - pile_top.number) == 1
        return abs(card.number - value(pile_top)) == 1
        return abs(value(card) - value(pile_top)) == 1 and card.rank != "A"
        return abs(value(card) - value(pile_top)) == 1 and card.suit != pile_top.suit
        pass
    """,
    "after_dragon": """
        return pile.top.code == "Dr" and (card.rank == "A" or card.code in ("Ph", "Do"))
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code == "Do"
        return card.rank == "A" or card.code in ("Ph", "Do", "Ma") if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code in ("Ph", "Do") if "Ph" not in [c.code for c in pile.cards] else card.rank == "K" or card.code in ("Ma", "Do")
        return fits(pile, card) or pile.top.code == "Ph" and card.rank == "A"
    """,
    "is_stuck": """
        return not owed(state) and not any(fits(p, c) for p, h in zip(state.piles, state.hands) for c in h)
        return not owed(state) and not any(fits(p, h[-1]) for p in state.piles for h in state.hands)
        return not owed(state) and not any([d.code for d in p.cards][:2] != ["Ph", "Dr"] and fits(p, c) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and (state.flip_due or not playable(state))
        return not owed(state) and not playable(state) and (not state.flip_due or any(state.extra))
        return not owed(state) and not playable(state, lambda pile, card: card.code != "Ma" and fits(pile, card))
        return not owed(state) and not playable(state, lambda pile, card: pile.cards[:1] != (Card("Ph"),) and fits(pile, card))
        return not owed(state) and not playable(state, lambda pile, card: pile.cards[:1] == (Card("Ph"),) or fits(pile, card))
    """,
}

# What is right in another way than the solution: slowly, with another of several discards, as a list or a named tuple.
RIGHT = {
    "least_deadwood": """
        return at_most(cards, 9)
    """,
    "discard": """
        return min((c for c in hand[::-1] if c != taken), key=lambda c: left(hand, c))
    """,
    "payments": """
        return [*none(winner)] or [*pays(over(counts, winner), winner)]
        from collections import namedtuple; return namedtuple("Paid", "a b c")(*none(winner) or pays(over(counts, winner), winner))
    """,
}


# Most of them are slow, and asked the same by several functions.
HELPERS = """
from functools import cache
import numpy as np
from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.tichu import fits
from cardlab.tongits import deadwood, least_deadwood, melds_in, points

class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError

seen = []

def deep(cards):
    return cards[9]

async def later():
    return 0

def without(cards, meld):
    return tuple(card for card in cards if card not in meld.cards)

@cache
def at_most(cards, count):
    ways = (at_most(without(cards, meld), count - 1) for meld in melds_in(cards) if count)
    return min([deadwood(cards), *ways])

@cache
def fewest(cards):
    ways = (fewest(without(cards, meld)) for meld in melds_in(cards))
    return min([(len(cards), deadwood(cards)), *ways])

@cache
def left(hand, card):
    return least_deadwood([other for other in hand if other != card])

def last(state, seat):
    return max((at for at, meld in enumerate(state.melds) if meld.owner == seat), default=-1)

def opened(state, seat):
    return last(state, seat) >= 0

def value(card):
    return 14 if card.rank == "A" else card.number

def playable(state, fits=fits):
    return any(fits(pile, card) for pile in state.piles for hand in state.hands for card in hand)

def none(winner):
    return (0, 0, 0) if winner is None else ()

def over(counts, winner):
    return [max(0, count - counts[winner]) for count in counts]

def pays(paid, winner):
    return tuple(sum(paid) if seat == winner else -paid[seat] for seat in range(3))

def owed(state):
    return any(draw and len(hand) < 8 for hand, draw in zip(state.hands, state.draw))
"""
PARAMETERS = {
    "discard": "hand, taken",
    "payments": "counts, winner",
    "fits": "card, pile_top",
    "after_dragon": "card, pile",
    **dict.fromkeys(("is_set", "is_run", "points", "least_deadwood"), "cards"),
    **dict.fromkeys(("may_call", "who_wins", "is_stuck"), "state"),
}


def functions(name, bodies):
    """The functions of a task, each by the code of its body."""
    names = {}
    exec(HELPERS, names)
    for code in map(str.strip, bodies[name].strip().splitlines()):
        # A helper may have the name of the task: the function is made among them, and known by its own name.
        exec(f"\ndef asked({PARAMETERS[name]}):\n    {code}\n", names)
        names["asked"].__name__ = name
        yield code, names["asked"]
