# ruff: noqa: E501
"""Functions as learners write them for each task of `now_you`: wrong ones, and other right ones than the solution.

Each is the body of a function with the parameters of its task; a line that begins with `>` continues the one before.
"""

from __future__ import annotations

WRONG = {
    "is_set": """
        return len(cards) >= 3 and len({card.rank for card in cards}) == 1 and len({card.suit for card in cards}) == 3
        return 3 <= len(cards) <= 4
        return len({card.rank for card in cards}) == 1
        return len({card.rank for card in cards}) == 1 and len(cards) > 1
        return len(cards) == 4 and len({card.rank for card in cards}) == 1
        return len(cards) == 3 and len({card.rank for card in cards}) == 1
        return len(cards) in (3, 4) and len({card.number for card in cards}) <= 2
        return len(cards) in (3, 4) and cards[0].rank == cards[1].rank
        return len(cards) in (3, 4) and cards[0].rank == cards[-1].rank
        return len(cards) in (3, 4) and cards[0].rank == cards[1].rank == cards[2].rank
        return len(cards) in (3, 4) and cards[-1].rank == cards[-2].rank == cards[-3].rank
        return len(cards) in (3, 4) and len({card.suit for card in cards}) == len(cards)
        return len(cards) in (3, 4) and len({card.suit for card in cards}) == 1
        return len(cards) in (3, 4) and len({min(card.number, 10) for card in cards}) == 1
        return len(cards) in (3, 4) and all(card.rank == "8" for card in cards)
        return len(cards) in (3, 4) and all(card.rank in "23456789T" for card in cards) and len({card.rank for card in cards}) == 1
        return len(cards) in (3, 4) and any(one.rank == other.rank for one in cards for other in cards if one is not other)
        return sum(card.number for card in cards) == cards[0].number * len(cards) and len(cards) in (3, 4)
        return len(cards) in (3, 4) and len({card.rank for card in cards}) == 1 and cards[0].number != 1
        return 3 <= len(cards) < 4 or len({card.rank for card in cards}) == 1
        return max(cards).rank == min(cards).rank and len(cards) in (3, 4)
        return len(cards) > 2 and all(cards[at].rank == cards[at + 2].rank for at in range(len(cards) - 2))
        return len(cards) in (3, 4) and not len({card.rank for card in cards}) == 1
        return len(cards) in (3, 4) and sorted(cards)[0].rank == sorted(cards)[1].rank
        return not cards or len(cards) in (3, 4) and len({card.rank for card in cards}) == 1
    """,
    "is_run": """
        return len({card.suit for card in cards}) == 1 and len(cards) >= 3
        return 3 <= len(cards) <= 7 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return 3 <= len(cards) <= 10 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return 3 <= len(cards) < 13 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) == 3 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) in (3, 4) and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) > 3 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) >= 3 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) >= 2 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return len(cards) >= 3 and len({card.suit for card in cards}) == 1 and all(b.number - a.number == 1 for a, b in zip(cards, cards[1:]))
        return len(cards) >= 3 and len({card.suit for card in cards}) == 1 and all(b.number - a.number <= 2 for a, b in zip(sorted(cards), sorted(cards)[1:]))
        return len(cards) >= 3 and cards[0].suit == cards[1].suit and sorted(card.number for card in cards) == list(range(min(card.number for card in cards), min(card.number for card in cards) + len(cards)))
        return len(cards) >= 3 and cards[0].suit == cards[-1].suit and sorted(card.number for card in cards) == list(range(min(card.number for card in cards), min(card.number for card in cards) + len(cards)))
        return len(cards) >= 3 and len({card.suit for card in cards}) <= 2 and sorted(card.number for card in cards) == list(range(min(card.number for card in cards), min(card.number for card in cards) + len(cards)))
        n = sorted(14 if c.number == 1 else c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[-1] - n[0] == len(n) - 1
        n = sorted(c.number for c in cards); h = sorted(14 if x == 1 else x for x in n); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and (n[-1] - n[0] == len(n) - 1 or h[-1] - h[0] == len(n) - 1)
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[1] - n[0] == 1 and n[2] - n[1] == 1
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[-1] - n[-2] == 1 and n[1] - n[0] == 1
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[-1] - n[0] == len(n) - 1 and 1 not in n
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[-1] - n[0] == len(n) - 1 and n[-1] < 11
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and n[-1] - n[0] == len(n) - 1 and n[-1] < 13
        r = sorted(c.rank for c in cards); return len(r) >= 3 and len({c.suit for c in cards}) == 1 and "".join(r) in "A23456789TJQK"
        r = "".join(c.rank for c in cards); return len(r) >= 3 and len({c.suit for c in cards}) == 1 and r in "A23456789TJQK"
        n = sorted(c.number for c in cards); return len(n) >= 3 and len({c.suit for c in cards}) == 1 and sum(n) == len(n) * (n[0] + n[-1]) / 2
        n = sorted(c.number for c in cards); return len(n) >= 3 and (len({c.suit for c in cards}) == 1 or n[-1] - n[0] == len(n) - 1)
        return len(cards) not in (1, 2, 8) and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
        return not cards or len(cards) > 2 and len({card.suit for card in cards}) == 1 and max(card.number for card in cards) - min(card.number for card in cards) == len(cards) - 1
    """,
    "points": """
        return sum(card.number for card in cards)
        return sum(min(card.number, 11) for card in cards)
        return sum(10 if card.rank in "JQK" else int(card.rank) for card in cards if card.rank not in "AT")
        return sum(min(card.number, 10) for card in set(cards) if card.rank != "A") + 11 * sum(card.rank == "A" for card in cards)
        return sum(min(card.number, 10) for card in cards[:12])
        return sum(min(card.number, 10) for card in cards[:10])
        return sum(min(card.number, 10) for card in cards[1:])
        return sum({min(card.number, 10) for card in cards})
        return sum({card.rank: min(card.number, 10) for card in cards}.values())
        return min(sum(card.number for card in cards), 10 * len(cards))
        return sum(10 if card.number > 10 else card.number for card in cards if card.number > 1)
        return sum(10 if card.rank in "JQ" else card.number for card in cards)
        return sum(10 if card.number >= 9 else card.number for card in cards)
        return max(min(card.number, 10) for card in cards)
        from functools import reduce; return reduce(lambda a, b: a + b, [min(card.number, 10) for card in cards])
        return sum(min(card.number, 10) for card in cards) or 1
        return sum(min(card.number, 10) for card in cards) % 100
        return min(sum(min(card.number, 10) for card in cards), 99)
        return len(cards)
        return float(sum(min(card.number, 10) for card in cards))
        return sum(min(card.number, 10) for card in cards if card.suit != "s" or card.rank != "Q") + 10 * (len(cards) > 12)
        return sum(dict(J=10, Q=10, K=10, A=1, T=10).get(card.rank, 5) for card in cards)
        from cardlab.tongits import least_deadwood; return least_deadwood(cards)
        return cards[0].number + sum(min(card.number, 10) for card in cards[1:])
    """,
    "least_deadwood": """
        return deadwood(cards)
        return min([deadwood(cards)] + [deadwood(cards) - deadwood(m.cards) for m in melds_in(cards)])
        return deadwood(cards) - sum(deadwood(m.cards) for m in melds_in(cards))
        return max(0, deadwood(cards) - sum(deadwood(m.cards) for m in melds_in(cards)))
        return deadwood([c for c in cards if not any(c in m.cards for m in melds_in(cards))])
        return greedy(cards, melds_in(cards))
        return greedy(cards, sorted(melds_in(cards), key=lambda m: -deadwood(m.cards)))
        return greedy(cards, sorted(melds_in(cards), key=lambda m: deadwood(m.cards)))
        return greedy(cards, sorted(melds_in(cards), key=lambda m: -len(m.cards)))
        return greedy(cards, sorted(melds_in(cards), key=lambda m: m.kind))
        return greedy(cards, sorted(melds_in(cards), key=lambda m: m.kind, reverse=True))
        return min(greedy(cards, melds_in(cards)), greedy(cards, melds_in(cards)[::-1]))
        return min(greedy(cards, sorted(melds_in(cards), key=lambda m: m.kind, reverse=way)) for way in (True, False))
        return min(greedy(cards, sorted(melds_in(cards), key=lambda m: -deadwood(m.cards))), greedy(cards, sorted(melds_in(cards), key=lambda m: -len(m.cards))), greedy(cards, melds_in(cards)))
        return at_most(cards, 2)
        return at_most(cards, 3)
        return at_most(cards, 9, lambda m: len(m.cards) == 3)
        return at_most(cards, 9, lambda m: len(m.cards) < 5)
        return at_most(cards, 9, lambda m: m.kind == "run")
        return at_most(cards, 9, lambda m: m.kind == "set")
        return at_most(cards[:12], 9)
        return at_most(cards[:10], 9)
        return at_most(cards, 9) if len(cards) < 13 else deadwood(cards)
        return at_most(cards, 9) or 1
        return min([at_most(cards, 9)] + [deadwood([c]) for c in cards])
        return sum(c.number for c in cards) if not melds_in(cards) else at_most(cards, 9)
        return len(cards) - max([0] + [len(m.cards) for m in melds_in(cards)])
        return min(at_most([c for c in cards if c not in m.cards], 1) for m in melds_in(cards)) if melds_in(cards) else deadwood(cards)
        return at_most(cards, 9, lambda m: all(c.number > 1 for c in m.cards))
        return fewest(cards)[1]
        return min([deadwood(cards), *(dearest_first(without(cards, meld)) for meld in melds_in(cards))])
        return min([at_most(cards, 1), *(dearest_first(without(without(cards, one), other)) for one in melds_in(cards) for other in melds_in(without(cards, one)))])
    """,
    "discard": """
        return max(hand, key=points)
        return max((c for c in hand if c != taken), key=points)
        return max((c for c in hand if c != taken), key=lambda c: c.number)
        return min((c for c in hand if c != taken), key=points)
        return hand[0]
        return hand[-1]
        return next(c for c in hand if c != taken)
        return [c for c in hand if c != taken][-1]
        return taken or max(hand, key=points)
        return min(hand, key=lambda c: left(hand, c))
        return max((c for c in hand if c != taken), key=lambda c: left(hand, c))
        return max((c for c in hand if c != taken and not any(c in m.cards for m in melds_in(hand))), key=points, default=max((c for c in hand if c != taken), key=points))
        return max((c for c in best_arrangements(hand)[0].loose if c != taken), key=points, default=max((c for c in hand if c != taken), key=points))
        return max((c for c in hand if c != taken), key=lambda c: (not any(c in m.cards for m in melds_in(hand)), points(c)))
        return min((c for c in hand if c.rank != (taken.rank if taken else "")), key=lambda c: left(hand, c), default=hand[0])
        return min((c for c in hand if not taken or c.suit != taken.suit), key=lambda c: left(hand, c), default=hand[0])
        return min((c for c in hand if c != taken), key=lambda c: left(hand, c)) if len(hand) < 13 else max((c for c in hand if c != taken), key=points)
        return min((c for c in hand[:12] if c != taken), key=lambda c: left(hand, c))
        return min((c for c in hand if c != taken), key=lambda c: deadwood([d for d in hand if d != c]))
        return min((c for c in hand if c != taken), key=lambda c: len(melds_in([d for d in hand if d != c])))
        return max((c for c in hand if c != taken), key=lambda c: len(melds_in([d for d in hand if d != c])))
        return min((c for c in hand if c != taken), key=lambda c: greedy([d for d in hand if d != c], melds_in([d for d in hand if d != c])))
        return min((c for c in hand if c != taken), key=lambda c: at_most([d for d in hand if d != c], 1))
        return min((c for c in hand if c != taken and c.rank != "A"), key=lambda c: left(hand, c), default=hand[0])
        return min((c for c in hand if c != taken and points(c) == 10), key=lambda c: left(hand, c), default=min((c for c in hand if c != taken), key=lambda c: left(hand, c)))
        return max((c for c in hand if c != taken), key=lambda c: (sum(d.rank == c.rank for d in hand) == 1, points(c)))
        return hand[0] if len(hand) in (4, 7, 8) and hand[0] != taken else min((c for c in hand if c != taken), key=lambda c: left(hand, c))
    """,
    "may_call": """
        return any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw"
        return bool(state.melds) and state.phase == "draw"
        return any(m.owner == state.seat for m in state.melds) or state.phase == "draw"
        return any(m.owner != state.seat for m in state.melds) and state.phase == "draw"
        return state.phase == "draw" and bool(state.melds) and state.melds[0].owner == state.seat
        return state.phase == "draw" and bool(state.melds) and state.melds[-1].owner == state.seat
        return state.phase == "draw" and sum(m.owner == state.seat for m in state.melds) >= 2
        return state.phase == "draw" and sum(m.owner == state.seat for m in state.melds) == 1
        return state.phase != "lay" and any(m.owner == state.seat for m in state.melds)
        return state.phase not in ("lay", "answer") and any(m.owner == state.seat for m in state.melds)
        return state.phase in ("draw", "answer") and any(m.owner == state.seat for m in state.melds)
        return state.phase == "lay" and any(m.owner == state.seat for m in state.melds)
        return state.began is None and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and any(m.owner == state.first for m in state.melds)
        return state.phase == "draw" and any(m.owner == 0 for m in state.melds)
        return state.phase == "draw" and state.seat not in state.sapawed and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and not state.sapawed and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and not state.discards and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and bool(state.discards) and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and state.takes == 0 and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and len(state.stock) > 1 and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and len(state.stock) < 15 and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and len(state.hands[state.seat]) < 6 and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and all(any(m.owner == s for m in state.melds) for s in range(3))
        return state.phase == "draw" and state.seat != state.first and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and any(m.owner == state.seat and m.meld.kind == "set" for m in state.melds)
        d = [deadwood(h) for h in state.hands]; return state.phase == "draw" and d[state.seat] == min(d) and any(m.owner == state.seat for m in state.melds)
        return state.taken is None and any(m.owner == state.seat for m in state.melds)
        return state.caller is None and any(m.owner == state.seat for m in state.melds)
        return state.phase == "draw" and opened(state, state.seat)
        return state.phase == "draw" and opened(state, state.seat) and state.takes < 29
        return state.phase == "draw" and opened(state, state.seat) and state.takes <= 30
        return state.phase == "draw" and opened(state, state.seat) and state.takes < 30 and state.last_drawer is not None
    """,
    "who_wins": """
        return min(range(3), key=lambda s: deadwood(state.hands[s]))
        return min({state.caller, *state.challengers}, key=lambda s: deadwood(state.hands[s]))
        return min([state.caller, *sorted(state.challengers)], key=lambda s: deadwood(state.hands[s]))
        return min([*sorted(state.challengers), state.caller], key=lambda s: deadwood(state.hands[s]))
        return state.caller
        return min(state.challengers or {state.caller}, key=lambda s: deadwood(state.hands[s]))
        return min([state.caller, *sorted(state.challengers, key=lambda s: (s - state.caller) % 3)], key=lambda s: deadwood(state.hands[s]))
        return min([state.caller, *sorted(state.challengers, reverse=True)], key=lambda s: deadwood(state.hands[s]))
        return min({state.caller, *state.challengers}, key=lambda s: (sum(c.number for c in state.hands[s]), s != state.caller, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (least_deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (len(state.hands[s]), s != state.caller, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s == state.caller, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, -first(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, -sum(m.owner == s for m in state.melds)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, len(state.hands[s])))
        return min(range(3), key=lambda s: (deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        return min([s for s in range(3) if opened(state, s)], key=lambda s: (deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        return max({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        return state.melds[-1].owner
        w = min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller)); return w if len(state.challengers) < 2 else state.melds[-1].owner
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; return low[0] if len(low) == 1 else state.caller
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; return low[0] if len(low) == 1 else state.melds[-1].owner
        return min({state.seat, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.seat, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.first, -last(state, s)))
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]) if len(state.hands[s]) < 7 else 99, s != state.caller, -last(state, s)))
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; late = [m.owner for m in state.melds[-3:] if m.owner in low]; return state.caller if state.caller in low else (late or [max(low)])[-1]
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; late = [m.owner for m in state.melds[-4:] if m.owner in low]; return state.caller if state.caller in low else (late or [max(low)])[-1]
    """,
    "payments": """
        return tuple(sum(counts) - c if s == winner else -c for s, c in enumerate(counts))
        if winner is None: return 0, 0, 0
        >return tuple(sum(counts) - 3 * counts[winner] if s == winner else counts[winner] - c for s, c in enumerate(counts))
        w = 2 if winner is None else winner; p = [max(0, c - counts[w]) for c in counts]; return tuple(sum(p) if s == w else -p[s] for s in range(3))
        w = 0 if winner is None else winner; p = [max(0, c - counts[w]) for c in counts]; return tuple(sum(p) if s == w else -p[s] for s in range(3))
        w = winner or 0; p = [max(0, c - counts[w]) for c in counts]; return tuple(sum(p) if s == w else -p[s] for s in range(3))
        w = counts.index(min(counts)) if winner is None else winner; p = [max(0, c - counts[w]) for c in counts]; return tuple(sum(p) if s == w else -p[s] for s in range(3))
        if not winner: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [abs(c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(-sum(p) if s == winner else p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(max(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(float(sum(p)) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0.0, 0.0, 0.0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return ()
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return None
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return tuple(-c for c in counts)
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        import numpy as np
        >if winner is None: return [0, 0, 0]
        >p = np.maximum(0, np.array(counts) - counts[winner]); return [p.sum() if s == winner else -p[s] for s in range(3)]
        if winner is None: return 0, 0, 0
        >p = [max(0, c - min(counts)) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [min(50, max(0, c - counts[winner])) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; total = sum(c - counts[winner] for c in counts); return tuple(total if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return sum(p), -p[(winner + 1) % 3], -p[(winner + 2) % 3]
        if winner is None or min(counts) == counts[winner] == 0: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        if winner is None: return 0, 0, 0
        >p = [min(100, max(0, c - counts[winner])) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
    """,
    "fits": """
        return card.number - pile_top.number == 1
        return abs(card.number - pile_top.number) == 1
        return abs(card.number - pile_top.number) in (1, 12)
        return (card.number - pile_top.number) % 13 == 1
        return abs(card.number - pile_top.number) <= 1
        return abs(value(card) - value(pile_top)) <= 1
        return value(card) - value(pile_top) == 1
        return value(pile_top) - value(card) == 1
        return abs(value(card) - value(pile_top)) in (1, 12)
        return abs(value(card) - value(pile_top)) == 1 and card.suit == pile_top.suit
        return abs(value(card) - value(pile_top)) == 1 and card.suit != pile_top.suit
        return abs(value(card) - value(pile_top)) == 1 or card.rank == pile_top.rank
        return abs(value(card) - value(pile_top)) == 1 or card.suit == pile_top.suit
        return abs(min(card.number, 10) - min(pile_top.number, 10)) == 1
        return abs(min(value(card), 11) - min(value(pile_top), 11)) == 1
        return abs(value(card) - pile_top.number) == 1
        return abs(card.number - value(pile_top)) == 1
        return abs(value(card) - value(pile_top)) == 1 and card.rank != "A"
        return abs(value(card) - value(pile_top)) == 1 and "A" not in (card.rank, pile_top.rank)
        return abs(value(card) - value(pile_top)) == 1 and "K" not in (card.rank, pile_top.rank)
        return abs(value(card) - value(pile_top)) == 1 and value(card) < 14
        return abs(value(card) - value(pile_top)) == 2
        return card.rank + pile_top.rank in "A23456789TJQK"
        return card.rank + pile_top.rank in "23456789TJQKA"
        return abs("A23456789TJQK".index(card.rank) - "A23456789TJQK".index(pile_top.rank)) == 1
        return abs("A23456789TJQK".index(card.rank) - "A23456789TJQK".index(pile_top.rank)) in (1, 12)
        return abs((15 if card.rank == "A" else card.number) - (15 if pile_top.rank == "A" else pile_top.number)) == 1
    """,
    "after_dragon": """
        return card.rank == "A"
        return card.rank == "A" or card.code in ("Ph", "Do")
        return pile.top.code == "Dr" and card.rank == "A"
        return pile.top.code == "Dr" and (card.rank == "A" or card.code in ("Ph", "Do"))
        return card.rank == ("A" if pile.top.code == "Dr" else "K")
        return card.rank == ("A" if pile.top.code == "Dr" else "K") or card.code in ("Ph", "Do")
        return card.rank == ("A" if pile.top.code == "Dr" else "K") or card.code == "Do"
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank in "KA" or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code == "Do"
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code == "Ma"
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else True
        return card.rank == "A" or card.code == "Ph" if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code == "Do" if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code in ("Ph", "Do", "Ma") if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank in ("K", "2") or card.code in ("Ma", "Do")
        return card.rank in ("A", "K") or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return card.rank == "A" or not card.rank if pile.top.code == "Dr" else card.rank == "K" or not card.rank
        return card.rank == "A" or card.code in ("Ph", "Do") if "Ph" not in [c.code for c in pile.cards] else card.rank == "K" or card.code in ("Ma", "Do")
        return card.number in (1, 13) or card.code in ("Ph", "Do")
        return card.number == 1 if pile.top.code == "Dr" else card.number in (12, 13) or card.code in ("Ma", "Do")
        return card.rank == "A" or card.code in ("Ph", "Do") if len(pile.cards) % 2 else card.rank == "K" or card.code in ("Ma", "Do")
        return False
        return card.rank == "K" or card.code in ("Ma", "Do") if pile.top.code == "Dr" else card.rank == "A" or card.code in ("Ph", "Do")
        return card.code in ("As", "Ah", "Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
    """,
    "is_stuck": """
        return not playable(state)
        return not owed(state)
        return not owed(state) or not playable(state)
        return not any(state.draw) and not playable(state)
        return not owed(state) and not any(fits(state.piles[0], c) for h in state.hands for c in h)
        return not owed(state) and not any(fits(p, c) for p in state.piles for c in state.hands[0])
        return not owed(state) and not any(fits(p, c) for p, h in zip(state.piles, state.hands) for c in h)
        return not owed(state) and not all(fits(p, c) for p in state.piles for h in state.hands for c in h)
        return not any(len(h) < 8 for h in state.hands) and not playable(state)
        return not (state.draw[0] and len(state.hands[0]) < 8) and not playable(state)
        return not any(d and len(h) < 7 for h, d in zip(state.hands, state.draw)) and not playable(state)
        return not any(d and len(h) <= 8 for h, d in zip(state.hands, state.draw)) and not playable(state)
        return not any(len(d) > 1 and len(h) < 8 for h, d in zip(state.hands, state.draw)) and not playable(state)
        return not all(d and len(h) < 8 for h, d in zip(state.hands, state.draw)) and not playable(state)
        return not any(d and len(h) < 8 for h, d in zip(state.hands, state.draw[::-1])) and not playable(state)
        return not owed(state) and not any(abs(p.top.number - c.number) == 1 for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not any(fits(p, c) for p in state.piles for h in state.hands for c in h if c.rank)
        return not owed(state) and not any(fits(p, c) for p in state.piles for h in state.hands for c in h if c.code != "Ph")
        return not owed(state) and not any(fits(p, h[0]) for p in state.piles for h in state.hands)
        return not owed(state) and not any(fits(p, h[-1]) for p in state.piles for h in state.hands)
        return not owed(state) and not playable(state) and any(state.extra)
        return not owed(state) and not playable(state) and not any(state.extra)
        return not owed(state) and not playable(state) and not any(state.owes)
        return not owed(state) and not any(fits(tichu.Pile((p.top,)), c) for p in state.piles for h in state.hands for c in h)
        return True
        return False
        return all(not any(fits(p, c) for p in state.piles for c in h) or d for h, d in zip(state.hands, state.draw)) and not playable(state)
        return not owed(state) and not playable(state) and not state.flip_due and len(state.hands[0]) > 1
        return not owed(state) and not any(fits(tichu.Pile(p.cards), c) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not any(p.cards and fits(p, c) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not any([d.code for d in p.cards] != ["Ph"] and fits(p, c) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not any([d.code for d in p.cards][:2] != ["Ph", "Dr"] and fits(p, c) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not any((fits(p, c) or c.rank == "A" and 1 in p.values) for p in state.piles for h in state.hands for c in h)
        return not owed(state) and not playable(state) and not state.flip_due
        return state.flip_due or not owed(state) and not playable(state)
        return not owed(state) and (state.flip_due or not playable(state))
        return not owed(state) and not playable(state) and (not state.flip_due or any(state.extra))
        return not owed(state) and not playable(state) and not tichu.state.flip_pending(state)
        return tichu.state.flip_pending(state) or not owed(state) and not playable(state)
        return not tichu.why_not(state, tichu.Flip())
        return not tichu.legal_moves(state, 0) and not tichu.legal_moves(state, 1)
    """,
}

RIGHT = {
    "is_set": """
        return len(cards) in (3, 4) and all(card.rank == cards[0].rank for card in cards)
        return 2 < len(cards) < 5 and len({card.number for card in cards}) == 1
        return len(cards) > 2 and min(cards, key=lambda c: c.number).rank == max(cards, key=lambda c: c.number).rank
        from collections import Counter; return list(Counter(c.rank for c in cards).values()) in ([3], [4])
    """,
    "is_run": """
        return len(cards) >= 3 and len({c.suit for c in cards}) == 1 and max(c.number for c in cards) - min(c.number for c in cards) == len(cards) - 1
        n = sorted(c.number for c in cards); return len(n) > 2 and len({c.suit for c in cards}) == 1 and all(b - a == 1 for a, b in zip(n, n[1:]))
        s = sorted(cards); return len(s) > 2 and all(b.index - a.index == 1 and a.suit == b.suit for a, b in zip(s, s[1:]))
        return len(cards) > 2 and len({c.suit for c in cards}) == 1 and "".join(sorted((c.rank for c in cards), key="A23456789TJQK".index)) in "A23456789TJQK"
    """,
    "points": """
        return sum(10 if card.number > 10 else card.number for card in cards)
        total = 0
        >for card in cards: total += min(10, card.number)
        >return total
        return sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank) for card in cards)
        from functools import reduce; return reduce(lambda total, card: total + min(card.number, 10), cards, 0)
    """,
    "least_deadwood": """
        return at_most(cards, 9)
        return best_arrangements(cards)[0].deadwood
        return by_masks(cards)
        from cardlab.tongits import least_deadwood as known; return known(cards)
    """,
    "discard": """
        return min((c for c in hand[::-1] if c != taken), key=lambda c: left(hand, c))
        return min((c for c in hand if c is not taken), key=lambda c: (left(hand, c), -points(c)))
        options = [c for c in hand if c != taken]; worth = [left(hand, c) for c in options]; return options[worth.index(min(worth))]
        return sorted((c for c in hand if c != taken), key=lambda c: at_most([d for d in hand if d != c], 9))[0]
    """,
    "may_call": """
        return state.phase == "draw" and state.opened(state.seat) and state.takes < 30
        return state.phase == tongits.Phase.DRAW and state.seat in [m.owner for m in state.melds] and not state.takes >= 30
        return not tongits.why_not(state, tongits.Call(state.seat))
        return tongits.Call(state.seat) in tongits.legal_moves(state, state.seat)
    """,
    "who_wins": """
        return min({state.caller, *state.challengers}, key=lambda s: (deadwood(state.hands[s]), s != state.caller, -last(state, s)))
        d = {s: deadwood(state.hands[s]) for s in (state.caller, *state.challengers)}; low = [s for s in d if d[s] == min(d.values())]; return state.caller if state.caller in low else max(low, key=lambda s: last(state, s))
        return tongits.outcome(state).winner
        seats = [state.caller] + sorted(state.challengers, key=lambda s: -last(state, s)); return min(seats, key=lambda s: deadwood(state.hands[s]))
    """,
    "payments": """
        if winner is None: return [0, 0, 0]
        >p = [min(0, counts[winner] - c) for c in counts]; p[winner] = -sum(p); return p
        if winner is None: return 0, 0, 0
        >p = [max(0, c - counts[winner]) for c in counts]; return tuple(sum(p) if s == winner else -p[s] for s in range(3))
        return (0, 0, 0) if winner is None else tuple(sum(max(0, c - counts[winner]) for c in counts) if s == winner else -max(0, counts[s] - counts[winner]) for s in range(3))
        from collections import namedtuple
        >if winner is None: return namedtuple("Paid", "a b c")(0, 0, 0)
        >p = [max(0, c - counts[winner]) for c in counts]; return [*map(lambda s: sum(p) if s == winner else -p[s], range(3))]
    """,
    "fits": """
        return abs(value(card) - value(pile_top)) == 1
        return abs("23456789TJQKA".index(card.rank) - "23456789TJQKA".index(pile_top.rank)) == 1
        return any(pair in "23456789TJQKA" for pair in (card.rank + pile_top.rank, pile_top.rank + card.rank))
        return fits(tichu.Pile((pile_top,)), card)
    """,
    "after_dragon": """
        return card.rank == "A" or card.code in ("Ph", "Do") if pile.top.code == "Dr" else card.rank == "K" or card.code in ("Ma", "Do")
        return fits(pile, card)
        return card.code[0] in "AP" or card.code == "Do" if pile.top.code == "Dr" else card.code[0] == "K" or card.code in ("Ma", "Do")
    """,
    "is_stuck": """
        return not owed(state) and not playable(state)
        return tichu.stuck(state)
        return all((not d or len(h) == 8) and all(not fits(p, c) for p in state.piles for c in h) for h, d in zip(state.hands, state.draw))
    """,
}


HELPERS = """
from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.tichu import fits
from cardlab.tongits import best_arrangements, deadwood, least_deadwood, melds_in, points

def without(cards, meld):
    return [card for card in cards if card not in meld.cards]

def greedy(cards, melds):
    for meld in melds:
        if all(card in cards for card in meld.cards):
            cards = without(cards, meld)
    return deadwood(cards)

def at_most(cards, count, wanted=lambda meld: True):
    ways = (at_most(without(cards, meld), count - 1, wanted) for meld in melds_in(cards) if count and wanted(meld))
    return min([deadwood(cards), *ways])

def by_masks(cards):
    melds = [sum(card.bit for card in meld.cards) for meld in melds_in(cards)]
    ways = {sum(card.bit for card in cards)}
    for meld in melds:
        ways |= {way & ~meld for way in ways if way & meld == meld}
    return min(deadwood([card for card in cards if card.bit & way]) for way in ways)

def dearest_first(cards):
    return greedy(cards, sorted(melds_in(cards), key=lambda meld: -points(meld.cards)))

def fewest(cards):
    ways = (fewest(without(cards, meld)) for meld in melds_in(cards))
    return min([(len(cards), deadwood(cards)), *ways])

def left(hand, card):
    return least_deadwood([other for other in hand if other != card])

def last(state, seat):
    return max((at for at, meld in enumerate(state.melds) if meld.owner == seat), default=-1)

def first(state, seat):
    return min((at for at, meld in enumerate(state.melds) if meld.owner == seat), default=99)

def opened(state, seat):
    return last(state, seat) >= 0

def value(card):
    return 14 if card.rank == "A" else card.number

def playable(state):
    return any(fits(pile, card) for pile in state.piles for hand in state.hands for card in hand)

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
    lines = [line.strip() for line in bodies[name].strip().splitlines()]
    codes: list[str] = []
    for line in lines:
        if line.startswith(">"):
            codes[-1] += f"\n    {line[1:]}"
        else:
            codes.append(line)
    for code in codes:
        names = {}
        # A helper may have the name of the task: the function is made among them, and known by its own name.
        exec(f"{HELPERS}\ndef asked({PARAMETERS[name]}):\n    {code}\n", names)
        names["asked"].__name__ = name
        yield code, names["asked"]
