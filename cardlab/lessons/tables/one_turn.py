"""One turn of the learner's: how its moves are told, how far they are allowed, and which of them end in a Tongits.

Knows the moves as a sequence; what each is worth is asked of `tongits`, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from random import Random

from cardlab.cards import Card
from cardlab.lessons.tables.late_rounds import YOU, exchanged
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tell.tongits import at_table
from cardlab.tell.tongits import told as tell_moves
from cardlab.tongits import (
    Discard,
    Draw,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    State,
    Take,
    legal_moves,
    play,
    why_not,
)

__all__ = [
    "all_played",
    "discard_pile",
    "first_refused",
    "free_cards",
    "told",
    "ways_to_tongits",
    "why_refused",
    "with_discard",
    "with_hand",
]


def told(before: State, moves: Iterable[Move], lang: str) -> tuple[str, ...]:
    """Each move of the learner's as a sentence; the moves need not be allowed, only what lies open is moved on."""
    reader, table = at_table(lang, YOU), before
    sentences: list[str] = []
    for move in moves:
        sentences += tell_moves(reader, [(move, table)])
        match move:
            case Draw():
                table = replace(table, stock=table.stock[1:])
            case Take():
                table = replace(table, discards=table.discards[1:])
            case Discard(card=card):
                table = replace(table, discards=(card, *table.discards))
    return tuple(sentences)


def first_refused(before: State, moves: Iterable[Move]) -> tuple[int | None, tuple[Refusal, ...]]:
    """The place, from 0, of the first move that breaks a rule, and which rules; None if every move is allowed."""
    state = before
    for place, move in enumerate(moves):
        refusals = why_not(state, move)
        if refusals:
            return place, refusals
        state = play(state, move)
    return None, ()


def all_played(before: State, moves: Iterable[Move]) -> State:
    """The table after these moves; raises IllegalMove if one of them is not allowed."""
    state = before
    for move in moves:
        state = play(state, move)
    return state


def why_refused(refusals: Iterable[Refusal], lang: str) -> tuple[str, ...]:
    """Why not, a sentence for each refusal."""
    return at_table(lang, YOU).explained(refusals)


def discard_pile(state: State, lang: str) -> tuple[tuple[tuple[Card, ...], ...], tuple[str, ...]]:
    """The top card of the discard pile as a pile to show, with what it is called; nothing if there is none."""
    if not state.discards:
        return (), ()
    return (state.discards[:1],), (say("lesson.turn.top_discard", lang),)


def free_cards(state: State) -> tuple[Card, ...]:
    """The cards that lie in the stock and in the discard pile."""
    return (*state.stock, *state.discards)


def with_discard(state: State, card: Card) -> State:
    """The same table with this card, which lies in stock or discard pile, on top of the discard pile."""
    return state if state.discards[0] is card else exchanged(state, state.discards[0], card)


def with_hand(state: State, coming: set[Card], chance: Random) -> State:
    """The same table, with these cards in the learner's hand; what he gives for them lies where they lay."""
    held = list(state.hands[YOU])
    leaving = [card for card in held if card not in coming]
    chance.shuffle(leaving)
    for card in sorted(coming - set(held))[: len(leaving)]:
        state = exchanged(state, leaving.pop(), card)
    return state


@lru_cache(maxsize=512)
def ways_to_tongits(state: State) -> dict[str, tuple[Move, ...]]:
    """T5.1: how the learner can get rid of his last card in this turn: a shortest sequence of moves for each way.

    The ways are "melding", "laying_off" and "discarding". Before the draw only what lies open is reckoned with:
    the turn begins by taking the top discard. Every order of laying is tried, so no way is missed.
    """
    found: dict[str, tuple[Move, ...]] = {}
    if state.phase is Phase.DRAW:
        begun: list[tuple[State, tuple[Move, ...]]] = []
        if not why_not(state, Take(YOU)):
            begun.append((play(state, Take(YOU)), (Take(YOU),)))
    else:
        begun = [(state, ())]
    seen: set[tuple[object, ...]] = set()
    while begun:
        reached, path = begun.pop(0)
        place = (reached.hands[YOU], tuple(laid.meld for laid in reached.melds))
        if place in seen:
            continue
        seen.add(place)
        for move in legal_moves(reached, YOU):
            if isinstance(move, Discard) and len(reached.hands[YOU]) > 1:
                continue  # it ends the turn with cards left
            after = play(reached, move)
            if not after.hands[YOU]:
                found.setdefault(_way(move), (*path, move))
            elif after.phase is Phase.LAY:
                begun.append((after, (*path, move)))
    return found


def _way(last: Move) -> str:
    match last:
        case LayMeld():
            return "melding"
        case Sapaw():
            return "laying_off"
    return "discarding"
