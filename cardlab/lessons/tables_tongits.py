"""Tables of Tongits for exercises, with every card of the deck.

- `position` reads a table in notation;
- late in a round: `late_round` makes a table; `holding`, `exchanged`, `with_least` and others change it;
- `ask_at`: a question about a table; `players`: the players as choices;
- draw calls: `answered`, `every_answer`, `willing`;
- finished rounds: `finished`, with a function for each ending;
- the learner's turn: which moves are allowed, and which of them lead to a Tongits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, reduce
from itertools import islice
from random import Random
from typing import Any, Final

from cardlab import tongits
from cardlab.cards import DECK, SUITS, Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.practice_hands import some_melds
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Name, Text
from cardlab.phrasing.tongits_sentences import result_of
from cardlab.refusal import Refusal

YOU, LEFT, RIGHT = SEATS = range(3)
OPPONENTS: Final = (LEFT, RIGHT)
HELD: Final = 12
"""How many cards each player has, in hand and in melds."""


def position(
    *hands: str,
    melds: tuple[str, ...] = (),
    discards: str = "",
    stock: int = 9,
    seat: int = 0,
    phase: tongits.Phase = tongits.Phase.DRAW,
    began: tongits.Began | None = None,
    **others: Any,
) -> tongits.State:
    """Return a table in the middle of a round, with the whole deck on it.

    Hands are by seat, melds "OWNER CARDS" in the order laid, with " secret" after a secret four. Of the cards that
    aren't named, `stock` go into the stock, and the rest under the discards. `others`: further fields of the state.
    """
    parts = [f"hand {owner} {hand}" for owner, hand in enumerate(hands)]
    parts += ["meld " + re.sub(r"^(\d)(.*) secret$", r"\1 secret\2", meld) for meld in melds]
    parts += [f"discard {discards}", f"stock {stock}", f"seat {seat} {phase}"]
    drawer = (seat - (phase is tongits.Phase.DRAW)) % len(SEATS)
    unless_named: dict[str, Any] = {"first": 0, "began": began, "takes": 0, "last_drawer": drawer}
    return replace(tongits.State.read("; ".join(parts)), **unless_named | others)


def late_round(
    chance: Random,
    melds: Sequence[int] = (2, 2, 2),
    *,
    stock: int = 6,
    seat: int = YOU,
    rules: tongits.Rules = tongits.SHEET,
    longest: int = 4,
) -> tongits.State:
    """Return a random table late in a round, with at least one card in each hand.

    `melds`: the number of melds of each player; `stock`: the number of cards left to draw, 1 to 15; `seat`: whose turn
    begins; `longest`: the most cards of a run.
    """
    while True:
        owners = [owner for owner in SEATS for _ in range(melds[owner])]
        chance.shuffle(owners)
        table = tuple(map(tongits.Laid, some_melds(chance, len(owners), longest), owners))
        sizes = [HELD - sum(len(laid.meld.cards) for laid in table if laid.owner == one and laid.meld) for one in SEATS]
        if min(sizes) > 0:
            break
    rest = [card for card in DECK if card not in melded_cards(table)]
    chance.shuffle(rest)
    cards = iter(rest)
    return tongits.State(
        rules=rules,
        hands=tuple(tuple(sorted(islice(cards, size))) for size in sizes),
        stock=tuple(islice(cards, stock)),
        first=LEFT,
        seat=seat,
        phase=tongits.Phase.DRAW,
        began=None,
        discards=tuple(cards),
        melds=table,
        last_drawer=(seat - 1) % len(SEATS),
    )


def with_deadwood(state: tongits.State, seat: int, wanted: int, chance: Random) -> tongits.State | None:
    """Return the table with the deadwood `wanted` in a hand, by exchanging a card.

    The card comes from the stock or the discard pile. None if no single exchange does that.
    """
    hand = state.hands[seat]
    missing = wanted - tongits.deadwood(hand, state.rules)
    if not missing:
        return state
    pairs = [
        (own, other)
        for own in hand
        for other in free_cards(state)
        if tongits.points(other) - tongits.points(own) == missing
    ]
    return exchanged(state, *chance.choice(pairs)) if pairs else None


def with_least(state: tongits.State, seat: int, chance: Random) -> tongits.State | None:
    """Return the table with cards exchanged until the seat has the least deadwood.

    Cards also come from the other hands, so the differences stay small. None if there are no cheaper cards.
    """
    while True:
        hand = state.hands[seat]
        others = [other for other in SEATS if other != seat]
        if tongits.deadwood(hand, state.rules) < min(
            tongits.deadwood(state.hands[other], state.rules) for other in others
        ):
            return state
        free = [*free_cards(state), *(card for other in others for card in state.hands[other])]
        pairs = [(own, other) for own in hand for other in free if tongits.points(other) < tongits.points(own)]
        if not pairs:
            return None
        state = exchanged(state, *chance.choice(pairs))


def holding(state: tongits.State, seat: int, coming: Collection[Card], chance: Random | None = None) -> tongits.State:
    """Return the table with these cards in the seat's hand, in exchange for others.

    The others leave in order, or as `chance` decides. If too few can leave, not all cards come.
    """
    hand = state.hands[seat]
    leaving = [card for card in hand if card not in coming]
    if chance:
        chance.shuffle(leaving)
        leaving.reverse()
    for own, card in zip(leaving, [card for card in coming if card not in hand], strict=False):
        state = exchanged(state, own, card)
    return state


def exchanged(state: tongits.State, one: Card, other: Card) -> tongits.State:
    """Return the table with two cards exchanged that are in no meld."""
    swap = {one: other, other: one}
    hands = tuple(tuple(sorted(swap.get(card, card) for card in hand)) for hand in state.hands)
    stock, discards = (tuple(swap.get(card, card) for card in pile) for pile in (state.stock, state.discards))
    return replace(state, hands=hands, stock=stock, discards=discards)


def melded_cards(melds: Iterable[tongits.Laid]) -> set[Card]:
    """Return the cards of these melds."""
    return {card for laid in melds if laid.meld for card in laid.meld.cards}


def free_melds(state: tongits.State, size: int) -> list[tongits.Meld]:
    """Return every meld of `size` cards that are in no meld on the table."""
    taken = melded_cards(state.melds)
    return [meld for meld in _melds_of(size) if not taken.intersection(meld.cards)]


def making_meld(chance: Random, melds: Sequence[int], rules: tongits.Rules) -> tongits.State:
    """Return a table whose top discard makes a meld with the learner's hand."""
    while True:
        state = late_round(chance, melds, rules=rules)
        tables = [exchanged(state, state.discards[0], card) for card in free_cards(state)]
        making = [table for table in tables if melds_with_discard(table)]
        if making:
            return chance.choice(making)


def melds_with_discard(state: tongits.State) -> tuple[tongits.Meld, ...]:
    """Return the learner's possible melds with the top discard.

    A meld that is part of a larger one is left out.
    """
    card = state.discards[0]
    melds = [meld for meld in tongits.melds_in((*state.hands[YOU], card), state.rules) if card in meld.cards]
    return tuple(meld for meld in melds if not any(set(meld.cards) < set(other.cards) for other in melds))


def discarded(state: tongits.State) -> tuple[tongits.State, Card]:
    """Return the table after the discard with the most points, and that card."""
    seat = state.seat
    may_go = [card for card in state.hands[seat] if not tongits.why_not(state, tongits.Discard(seat, card))]
    highest = max(may_go, key=lambda card: (tongits.points(card), card))
    return tongits.play(state, tongits.Discard(seat, highest)), highest


def lay_offs(state: tongits.State, seat: int, cards: Iterable[Card]) -> list[tongits.Sapaw]:
    """Return every way in which the seat could lay off one of these cards, meld by meld."""
    return [
        tongits.Sapaw(seat, place, (card,))
        for place, laid in enumerate(state.melds)
        for card in cards
        if laid.meld and tongits.grown(laid.meld, (card,))
    ]


def after_laying_off(
    chance: Random, state: tongits.State, seats: Iterable[int]
) -> tuple[tongits.State, tuple[tongits.Sapaw, ...]]:
    """Return the table after each seat has laid off a card, and the lay-offs.

    They happened in earlier turns. A seat without a card that fits is left out.
    """
    laid_off: list[tongits.Sapaw] = []
    for seat in seats:
        fitting = [one for one in lay_offs(state, seat, state.hands[seat]) if state.melds[one.meld].owner != seat]
        if fitting:
            laid_off.append(chance.choice(fitting))
            place, cards = laid_off[-1].meld, laid_off[-1].cards
            laid = state.melds[place]
            bigger = replace(laid, meld=tongits.grown(laid.meld, cards) if laid.meld else None)
            hands = tuple(tuple(card for card in hand if card not in cards) for hand in state.hands)
            state = replace(state, melds=(*state.melds[:place], bigger, *state.melds[place + 1 :]), hands=hands)
    return state, tuple(laid_off)


def answered(state: tongits.State, challenging: Collection[int]) -> tongits.State:
    """Return the end of a draw call, which is made first if necessary. [T6.1, T6.2]

    The seats in `challenging` challenge if they may, the others fold.
    """
    if state.phase is tongits.Phase.DRAW:
        state = tongits.play(state, tongits.Call(state.seat))
    while tongits.turn(state):
        challenges = state.seat in challenging and state.opened(state.seat)
        state = tongits.play(state, (tongits.Challenge if challenges else tongits.Fold)(state.seat))
    return state


def every_answer(state: tongits.State) -> Iterator[tongits.State]:
    """Yield the table after each possible combination of answers to a draw call."""
    if not tongits.turn(state):
        yield state
        return
    for move in tongits.legal_moves(state, state.seat):
        yield from every_answer(tongits.play(state, move))


def willing(state: tongits.State) -> frozenset[int]:
    """Return who can challenge with no more points than the caller. [T6.2, T6.3]"""
    counts = [tongits.deadwood(hand, state.rules) for hand in state.hands]
    seats = set()
    while tongits.turn(state) and state.caller is not None:
        if state.opened(state.seat) and counts[state.seat] <= counts[state.caller]:
            seats.add(state.seat)
        state = tongits.play(state, tongits.Fold(state.seat))
    return frozenset(seats)


def ask_at(
    state: tongits.State, *, notes: Text = (), hands: Iterable[int] = (), discard: bool = False, **more: Any
) -> Ask:
    """Return a question about a table, which shows its melds, and last its house rules.

    `hands`: the seats whose hands are open; `discard`: whether the top discard is shown; `more`: fields of the `Ask`.
    """
    piles = Deferred(sentences.on_table, state, hands), *([Deferred(sentences.top_discard, state)] if discard else [])
    rules = Deferred(sentences.house_rules, state.rules)
    return Ask(piles=piles, notes=(notes, rules), state=state, **more)


def players(seats: Iterable[int] = SEATS) -> dict[str, Text]:
    """Return the players at these seats as choices, with "0" to "2" as keys."""
    return {str(seat): Name(seat) for seat in seats}


# Rounds that are over


@cache
def _melds_of(size: int) -> tuple[tongits.Meld, ...]:
    return tuple(meld for meld in tongits.melds_in(DECK) if len(meld.cards) == size)


def ended_by_tongits(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """Return a round won by the last discard, with a burned opponent or without. [T5.1]"""
    winner = chance.choice(SEATS)
    melds = [chance.choice((2, 2, 3)) for _ in SEATS]
    melds[winner] = 3
    if burned:
        melds[(winner + chance.choice((1, 2))) % 3] = 0
    while True:
        state = late_round(chance, melds, seat=winner, rules=rules, longest=3)
        if len(state.hands[winner]) == 3:
            break
    meld = chance.choice(free_melds(state, 3))
    state = holding(state, winner, meld.cards)
    drawn = state.stock[0]
    state = tongits.play(tongits.play(state, tongits.Draw(winner)), tongits.LayMeld(winner, meld.cards))
    return tongits.play(state, tongits.Discard(winner, drawn)) if state.hands[winner] else state


def ended_by_call(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """Return a round ended by a draw call, with a burned opponent or without. [T6]"""
    caller = chance.choice(SEATS)
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[(caller + chance.choice((1, 2))) % 3] = 0
    state = late_round(chance, melds, seat=caller, rules=rules)
    others = [seat for seat in SEATS if seat != caller and state.opened(seat)]
    return answered(state, [seat for seat in others if chance.randrange(2)])


def ended_by_stock(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """Return a round ended by the stock, with a burned player or without. [T8.1, T8.2]"""
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[chance.choice(SEATS)] = 0
    return played_out(late_round(chance, melds, stock=1, seat=chance.choice(SEATS), rules=rules))


def void(chance: Random, rules: tongits.Rules = tongits.SHEET, *, burned: bool = True) -> tongits.State:
    """Return a round ended by the stock, all burned, whatever `burned` says. [T8.3]"""
    return played_out(late_round(chance, (0, 0, 0), stock=1, seat=chance.choice(SEATS), rules=rules))


def played_out(state: tongits.State) -> tongits.State:
    """Draw the last card of the stock, and discard the card with most points. [T8.1]"""
    return discarded(tongits.play(state, tongits.Draw(state.seat)))[0]


def finished(
    chance: Random,
    endings: tuple[tongits.Ending, ...],
    good: Callable[[tongits.State, tongits.Outcome], object],
    rules: tongits.Rules = tongits.SHEET,
) -> tongits.State:
    """Return a random round, finished in one of these ways, that is `good`.

    `good` accepts a final state and its outcome. One time in three a player is burned.
    """
    end = {
        tongits.Ending.TONGITS: ended_by_tongits,
        tongits.Ending.DRAW: ended_by_call,
        tongits.Ending.STOCK: ended_by_stock,
        tongits.Ending.VOID: void,
    }[chance.choice(endings)]
    while True:
        state = end(chance, rules, burned=chance.randrange(3) == 0)
        if good(state, result_of(state)):
            return state


def with_secret_four(chance: Random, state: tongits.State) -> tongits.State | None:
    """Return the round with a set of four turned face down; None without one. [T6.9]"""
    sets = [laid for laid in state.melds if laid.meld and laid.meld.kind is tongits.Kind.SET]
    fours = [laid for laid in sets if laid.meld and len(laid.meld.cards) == len(SUITS)]
    if not fours:
        return None
    four = chance.choice(fours)
    return replace(state, melds=tuple(replace(laid, secret=laid is four) for laid in state.melds))


# One turn of the learner's


def first_refused(before: tongits.State, moves: Iterable[tongits.Move]) -> tuple[int | None, tuple[Refusal, ...]]:
    """Return the index of the first illegal move, or None, and its refusals."""
    state = before
    for place, move in enumerate(moves):
        if refusals := tongits.why_not(state, move):
            return place, refusals
        state = tongits.play(state, move)
    return None, ()


def all_played(before: tongits.State, moves: Iterable[tongits.Move]) -> tongits.State:
    """Return the table after these moves. Raises IllegalMove if one isn't allowed."""
    return reduce(tongits.play, moves, before)


def free_cards(state: tongits.State) -> tuple[Card, ...]:
    """Return the cards in the stock and the discard pile."""
    return (*state.stock, *state.discards)


@lru_cache(maxsize=512)
def ways_to_tongits(state: tongits.State) -> dict[str, tuple[tongits.Move, ...]]:
    """Return the shortest moves for each way to a Tongits in this turn. [T5.1]

    The ways are "melding", "laying_off" and "discarding". Before the draw, the turn begins by taking the top discard,
    because the stock is hidden. Every order of laying is tried, so no way is missed.
    """
    ways = {tongits.LayMeld: "melding", tongits.Sapaw: "laying_off"}
    shortest: dict[str, tuple[tongits.Move, ...]] = {}
    begins: tuple[tongits.Move, ...] = (tongits.Take(YOU),) if state.phase is tongits.Phase.DRAW else ()
    begun = [(all_played(state, begins), begins)] if first_refused(state, begins)[0] is None else []
    seen: set[tuple[object, ...]] = set()
    while begun:
        reached, path = begun.pop(0)
        place = (reached.hands[YOU], tuple(laid.meld for laid in reached.melds))
        if place in seen:
            continue
        seen.add(place)
        for move in tongits.legal_moves(reached, YOU):
            if isinstance(move, tongits.Discard) and len(reached.hands[YOU]) > 1:
                continue  # it ends the turn with cards left
            after = tongits.play(reached, move)
            if not after.hands[YOU]:
                shortest.setdefault(ways.get(type(move), "discarding"), (*path, move))
            elif after.phase is tongits.Phase.LAY:
                begun.append((after, (*path, move)))
    return shortest
