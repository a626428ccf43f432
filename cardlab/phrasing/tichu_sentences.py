"""Sentences about Tichu 1.on.1: players, moves, ends of rounds, piles and cards.

- `at_table`: the reader at a seat, or of both sides;
- `describe_move`: a move in sentences with clauses; `ended`: how the round ended, and what it pays;
- `by_value`, `upper_cards`: the order of a hand, the visible cards of a discard pile;
- `value_names`, `discard_piles`, `counts`, `why_fits`: a discard pile and a card on it;
- `fits_nowhere`: why a card can't be played; `nothing_fits`: that no card of a hand fits;
- `special`: what a special card does.

`Reader.explain` puts refusals into words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.phrasing import labelled_pile
from cardlab.phrasing.catalogue import rank_letter, say
from cardlab.phrasing.reader import Reader
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Flip, Move, Pile, Play, Recycle, Rules, State, outcome, play, sorting_value, why_fit
from cardlab.tichu.codes import Code
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.piles import ALL_VALUES, DOG, MAH_JONG, PHOENIX, WISHES
from cardlab.tichu.rules import DragonLocks
from cardlab.tichu.state import can_draw, can_play, draws_from, flip_pending, out

OPPONENT: Final = ("opponent",) * len(SEATS)
"""The players' names for a reader at a seat: the other one is the opponent."""
COMPUTER: Final = ("computer",) * len(SEATS)
"""The players' names for a reader who plays against the computer."""
_LETTERS: Final = {WISHES.index(rank) + 2: rank for rank in "JQKA"}
_ABOUT_VALUES: Final = (
    Code.NOT_NEIGHBOUR,
    Code.TWO_AND_ACE,
    Code.DRAGON_LOCKS,
    Code.DRAGON_LOCKS_STRICTLY,
    Code.PHOENIX_COUNTS,
    Code.MAH_JONG_NEEDS,
    Code.MAH_JONG_IS_ONE,
    Code.WISHED,
)


def at_table(lang: str = "en", seat: int | None = None, names: tuple[str, ...] = ()) -> Reader:
    """Return the reader at a seat, or a spectator if `seat` is None.

    `names`: as in `Reader`; by default the other player is the opponent, and a spectator's players have numbers.

    >>> at_table("en", 1).within(0), at_table("nl", 0, COMPUTER).within(1), at_table("en").within(1)
    ('your opponent', 'de computer', 'player 2')
    """
    return Reader(lang, seat, names or (() if seat is None else OPPONENT))


# Moves


def owed(state: State, seat: int) -> int:
    """Return how many cards a seat must still take from the opponent's draw pile. [U3.2, U3.3]"""
    if not state.owes[seat]:
        return 0
    return min(FULL_HAND - len(state.hands[seat]), len(state.draw[1 - seat]))


def describe_move(reader: Reader, move: Move, before: State, seen: Collection[int] = SEATS) -> tuple[str, ...]:
    """Say what a move does, and how the round ends if it ends.

    `before`: the position before the move; `seen`: the seats whose drawn cards are named.
    Raises IllegalMove if the move is not legal.
    """
    after = play(before, move)
    match move:
        case Play():
            sentences = _played(reader, before, move, after)
        case Draw():
            sentences = _drew(reader, before, move.seat, move.seat in seen)
        case Flip():
            sentences = _turned(reader, before, after)
        case Recycle():
            sentences = iter((reader.say("racing.recycled", count=len(move.extra[0])),))
    return (*sentences, *ended(reader, after))


def _played(reader: Reader, before: State, move: Play, after: State) -> Iterator[str]:
    yield reader.about("racing.played", move.seat, card=move.card, pile=move.pile)
    if move.wish:
        yield reader.about("racing.wished", move.seat, rank=move.wish)
    if can_draw(before, move.seat):
        if after.owes[move.seat]:
            yield reader.about("racing.forgot", move.seat, count=owed(after, move.seat))
        else:
            yield reader.about("racing.forgot_free", move.seat)
    if move.card is DOG and out(after) != move.seat:
        yield reader.say("racing.dog_stops" if flip_pending(after) else "racing.dog_turns_nothing")


def _drew(reader: Reader, before: State, seat: int, seen: bool) -> Iterator[str]:
    source = draws_from(before, seat)
    key = "racing.drew_own" if source == seat else "racing.drew_other"
    if not seen:
        key = "racing.drew_unseen_own" if source == seat else "racing.drew_unseen_other"
    yield reader.about(key, seat, card=before.draw[source][0])


def _turned(reader: Reader, before: State, after: State) -> Iterator[str]:
    landed = tuple(
        reader.say("racing.turned_on", card=extra[0], pile=pile) for pile, extra in enumerate(before.extra) if extra
    )
    yield f"{reader.say('racing.turned', landed=landed)} ({_turning_clause(before)})"
    if after.flip_due:
        yield reader.say("racing.dog_turned" if flip_pending(after) else "racing.dog_turns_nothing")


def _turning_clause(before: State) -> str:
    """Return the clause by which cards are turned in a position."""
    if not any(pile.cards for pile in before.piles):
        return "U1.3"
    if not before.flip_due:
        return "U4.1"
    return "U5.3" if any(pile.top is DOG for pile in before.piles) else "U4.3"


def headline(reader: Reader, state: State) -> str:
    """Say who won a round that is over, and for how many points. [U6.2]"""
    end = outcome(state)
    if end is None or end.winner is None:
        return reader.say("play_tichu.won.nobody")
    return reader.about("play_tichu.won", end.winner, count=end.points[end.winner])


def ended(reader: Reader, state: State) -> tuple[str, ...]:
    """Say how a round ended and what it pays; () before the end. [U4.4, U6.1, U6.2]"""
    end = outcome(state)
    if end is None:
        return ()
    if end.winner is None:
        return reader.say("racing.blocked"), reader.say("racing.level")
    if out(state) is None:
        left = [len(state.hands[seat]) + len(state.draw[seat]) for seat in (end.winner, 1 - end.winner)]
        fewer = reader.about("racing.fewer", end.winner, fewer=left[0], more=left[1])
        how = [reader.say("racing.blocked"), fewer]
    else:
        how = [reader.about("racing.out", end.winner)]
    pays = "racing.pays.left" if any(state.draw) else "racing.pays.empty"
    return (*how, reader.say(pays, count=end.points[end.winner]))


# Hands and piles

UPPER: Final = 3
"""The most cards of a pile that are shown."""


def by_value(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of a hand: by value, Phoenix and Dog last."""
    return tuple(sorted(cards, key=lambda card: (sorting_value(card), card)))


def upper_cards(pile: Pile) -> tuple[Card, ...]:
    """Return the upper cards of a pile, at most `UPPER`, the top one last."""
    return pile.cards[:UPPER][::-1]


def value_names(values: Iterable[int], lang: str) -> tuple[str, ...]:
    """Return values as a learner knows them, such as "12 (Q)". [U1.4]"""
    return tuple(
        f"{worth} ({rank_letter(_LETTERS[worth], lang)})" if worth in _LETTERS else str(worth) for worth in values
    )


def discard_piles(reader: Reader, piles: Sequence[Pile]) -> list[labelled_pile.LabelledPile]:
    """Return piles with labels: the number if several, and the wish of a Mah Jong."""
    labelled = []
    for number, pile in enumerate(piles, 1):
        name = reader.say("piles.pile", number=number) if len(piles) > 1 else reader.say("lesson.pile")
        if pile.wish:
            name = reader.say("text.pile_with_wish", pile=name, wish=pile.wish)
        elif pile.cards[:1] == (MAH_JONG,):
            name = reader.say("text.pile_without_wish", pile=name)
        labelled.append(labelled_pile.LabelledPile(upper_cards(pile), name, heaped=True))
    return labelled


def counts(pile: Pile, lang: str) -> str:
    """Say what a pile counts as; for a Phoenix, every possible value. [U5.2, U5.7]"""
    if pile.values == ALL_VALUES:
        return say("piles.counts_as_any", lang)
    return say("piles.counts_as", lang, values=value_names(pile.values, lang))


def badge(pile: Pile, lang: str) -> str:
    """Return what a special card on top counts as, such as "6 / 8"; "" without one."""
    if pile.top is None or pile.top.rank:
        return ""
    values = pile.values if pile.values != ALL_VALUES else (ALL_VALUES[0], ALL_VALUES[-1])
    between = " / " if values == pile.values else "–"
    return between.join(rank_letter(_LETTERS[one], lang) if one in _LETTERS else str(one) for one in values)


def why_fits(pile: Pile, card: Card, rules: Rules, lang: str, clause: str = "") -> str:
    """Say why a card fits on a pile, with its clause or the one given."""
    fit = why_fit(pile, card, rules)
    assert fit is not None
    return Reader(lang).because(f"fit.{fit.reason}", clause or fit.rule, **fit.facts).sentence


def fits_nowhere(reader: Reader, card: Card, state: State, refusals: Sequence[Refusal]) -> tuple[str, ...]:
    """Say why a card fits on neither pile, or why no card can be played now.

    `refusals`: why the card can't be played on the one pile and on the other.
    """
    others = [one for one in refusals if one.code not in _ABOUT_VALUES]
    if others:
        return reader.explained(others, repair=False)
    first, second = (value_names(pile.values, reader.lang) for pile in state.piles)
    clauses = ", ".join(sorted({one.rule for one in refusals}))
    return (reader.say("play_tichu.nowhere", card=card, first=first, second=second, clauses=clauses),)


def nothing_fits(reader: Reader, state: State, seat: int) -> str:
    """Say that no card of a seat's hand fits, and what to do then. [U3.1, U4.1]

    "" if a card fits, while a card has to be turned (U5.3), and after the end.
    """
    if state.flip_due or outcome(state) is not None or can_play(state, seat):
        return ""
    return reader.say("text.nothing_fits.draw" if can_draw(state, seat) else "text.nothing_fits.wait")


def special(reader: Reader, hand: Iterable[Card], rules: Rules) -> str:
    """Say what the first special card in a hand does; "" without one. [U5.1 to U5.4]

    Phoenix and Dog are passed over where the Dragon locks them out too (U5.6).
    """
    strict = (PHOENIX, DOG) if rules.dragon_locks is DragonLocks.STRICT else ()
    card = next((card for card in hand if not card.rank and card not in strict), None)
    return "" if card is None else reader.say(f"text.special.{card.code}")
