"""The table of Tichu 1.on.1 in words: little positions written as text, and what happens there as a learner is told it.

Knows how a position is written, and how moves, endings and refusals are put to the player at one seat: the catalogues
have a sentence for "you" and one for "your opponent". What happens, and why, is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from cardlab.cards import Card, cards
from cardlab.locale import has_message, say
from cardlab.refusal import Refusal
from cardlab.tichu import (
    SHEET,
    Draw,
    Flip,
    Move,
    Pile,
    Play,
    Recycle,
    Rules,
    State,
    outcome,
    play,
    sorting_value,
    why_not,
)
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import FULL_HAND, can_draw, draws_from, flip_pending, out

__all__ = ["YOU", "by_value", "ended", "happened", "owed", "position", "refused", "who", "why_no_recycle"]

YOU: Final = 0
_ABOUT_THEIR_CARDS: Final = ("recycle_missing", "recycle_foreign", "recycle_uneven")


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules = SHEET,
) -> State:
    """A position as one tells it: hands, discard piles in the order laid, draw and extra piles top card first.

    Each pair begins with seat 0. Raises NotationError for a text that is not a card.
    """
    first, second = (pile if isinstance(pile, Pile) else Pile.of(pile) for pile in piles)
    return State(
        hands=(cards(hands[0]), cards(hands[1])),
        rules=rules,
        draw=(cards(draw[0]), cards(draw[1])),
        extra=(cards(extra[0]), cards(extra[1])),
        piles=(first, second),
    )


def who(seat: int, learner: int = YOU) -> str:
    """The last part of the keys that tell apart what you do and what your opponent does."""
    return "you" if seat == learner else "opponent"


def by_value(held: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which a hand is looked at: by value, Phoenix and Dog last."""
    return tuple(sorted(held, key=lambda card: (sorting_value(card), card)))


def owed(state: State, seat: int) -> int:
    """U3.2, U3.3: how many cards the seat still has to take from the opponent's draw pile; 0 if it owes nothing."""
    if not state.owes[seat]:
        return 0
    return min(FULL_HAND - len(state.hands[seat]), len(state.draw[1 - seat]))


def refused(refusal: Refusal, lang: str, learner: int = YOU) -> str:
    """A refusal as `cardlab.explain` puts it, but with the piles counted from 1 and without numbers of seats."""
    sentences = [_put("refusal", refusal.code, refusal.facts, lang, learner)]
    if refusal.fix is not None:
        sentences.append(_put("fix", refusal.fix.code, refusal.fix.facts, lang, learner))
    return " ".join((*sentences, f"({refusal.rule})"))


def _put(kind: str, code: str, given: Mapping[str, Any], lang: str, learner: int) -> str:
    facts = dict(given)
    if "pile" in facts:
        facts["pile"] += 1
    if "seat" in facts and has_message(f"racing.{kind}.{code}.{who(facts['seat'], learner)}", lang):
        return say(f"racing.{kind}.{code}.{who(facts['seat'], learner)}", lang, **facts)
    return say(f"{kind}.{code}", lang, **facts)


def why_no_recycle(state: State) -> tuple[Refusal, ...]:
    """U4.3: what speaks against new extra piles now, whichever cards they are given; empty if they are due."""
    refusals = why_not(state, Recycle(((), ())))
    return tuple(one for one in refusals if one.code not in _ABOUT_THEIR_CARDS)


def happened(before: State, move: Move, lang: str, *, learner: int = YOU, hidden: bool = False) -> tuple[str, ...]:
    """What a legal move did, in sentences with their clauses, and how the round ended if it did.

    With `hidden` the card that the opponent draws is not named.
    Raises IllegalMove if the move is not allowed in the position `before`.
    """
    after = play(before, move)
    match move:
        case Play():
            told = _played(before, move, after, lang, learner)
        case Draw():
            told = _drew(before, move.seat, lang, learner, hidden)
        case Flip():
            told = _turned(before, after, lang)
        case Recycle():
            told = iter((say("racing.recycled", lang, count=len(move.extra[0])),))
    return (*told, *ended(after, lang, learner))


def _played(before: State, move: Play, after: State, lang: str, learner: int) -> Iterator[str]:
    mover = who(move.seat, learner)
    yield say(f"racing.played.{mover}", lang, card=move.card, pile=move.pile + 1)
    if move.wish:
        yield say(f"racing.wished.{mover}", lang, rank=move.wish)
    if can_draw(before, move.seat):
        if after.owes[move.seat]:
            yield say(f"racing.forgot.{mover}", lang, count=owed(after, move.seat))
        else:
            yield say(f"racing.forgot_free.{mover}", lang)
    if move.card is DOG and out(after) != move.seat:
        yield say("racing.dog_stops" if flip_pending(after) else "racing.dog_turns_nothing", lang)


def _drew(before: State, seat: int, lang: str, learner: int, hidden: bool) -> Iterator[str]:
    source = draws_from(before, seat)
    whose = "own" if source == seat else "other"
    if hidden and seat != learner:
        yield say(f"racing.drew_hidden.{whose}", lang)
    else:
        yield say(f"racing.drew.{who(seat, learner)}.{whose}", lang, card=before.draw[source][0])


def _turned(before: State, after: State, lang: str) -> Iterator[str]:
    shown = [f"racing.turned_on.{at + 1}" for at, extra in enumerate(before.extra) if extra]
    landed = ", ".join(
        say(key, lang, card=extra[0]) for key, extra in zip(shown, filter(None, before.extra), strict=True)
    )
    yield f"{say('racing.turned', lang, landed=landed)} ({_turning_clause(before)})"
    if after.flip_due:
        yield say("racing.dog_turned" if flip_pending(after) else "racing.dog_turns_nothing", lang)


def _turning_clause(before: State) -> str:
    """Why a card was turned: to open, after a Dog, from new extra piles, or because nobody could play."""
    if not any(pile.cards for pile in before.piles):
        return "U1.3"
    if not before.flip_due:
        return "U4.1"
    return "U5.3" if any(pile.top is DOG for pile in before.piles) else "U4.3"


def ended(state: State, lang: str, learner: int = YOU) -> tuple[str, ...]:
    """How the round has ended, and what it pays (U4.4, U6.1, U6.2); nothing while it goes on."""
    end = outcome(state)
    if end is None:
        return ()
    if end.winner is None:
        return say("racing.blocked", lang), say("racing.level", lang)
    winner = who(end.winner, learner)
    left = tuple(len(state.hands[seat]) + len(state.draw[seat]) for seat in (end.winner, 1 - end.winner))
    if out(state) is None:
        told = [say("racing.blocked", lang), say(f"racing.fewer.{winner}", lang, fewer=left[0], more=left[1])]
    else:
        told = [say(f"racing.out.{winner}", lang)]
    piles = "left" if any(state.draw) else "empty"
    pays = say(f"racing.pays.{piles}", lang), say(f"racing.scores.{winner}", lang, count=end.points[end.winner])
    return (*told, " ".join(pays))
