"""Tables of Tongits to practise on: whole to the last card, written down or made by chance.

- `position` is one written down;
- late in a round: `late_round` makes one; `holding`, `exchanged`, `with_least` and the like change it;
- `names`, `players`: what its players are called, and they as choices;
- a draw call played out: `answered`, `every_answer`, `willing`;
- rounds that are over: `finished`, with a maker for each ending;
- one turn of the learner's: which of the moves are allowed, and which of them lead to a Tongits.

How a table is put into words, `cardlab.phrasing.tongits_sentences` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from cardlab import tongits
from cardlab.cards import DECK, SUITS, Card
from cardlab.lessons.practice_hands import some_melds
from cardlab.phrasing.messages import Name, Text
from cardlab.phrasing.tongits_sentences import result_of
from cardlab.refusal import Refusal

YOU, LEFT, RIGHT = SEATS = range(3)
OPPONENTS: Final = (LEFT, RIGHT)
HELD: Final = 12


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
    """A table in the middle of a round, with the whole deck on it.

    Hands by seat, melds as "OWNER CARDS", in the order laid, with " secret" after a secret four.
    What is not named goes into the stock, as many cards as said, and the rest under the discards.
    """
    parts = [f"hand {owner} {hand}" for owner, hand in enumerate(hands)]
    parts += ["meld " + re.sub(r"^(\d)(.*) secret$", r"\1 secret\2", meld) for meld in melds]
    parts += [f"discard {discards}", f"stock {stock}", f"seat {seat} {phase}"]
    drawer = (seat - (phase is tongits.Phase.DRAW)) % len(SEATS)
    unless_named: dict[str, Any] = {"first": 0, "began": began, "takes": 0, "last_drawer": drawer}
    return replace(tongits.State.read("; ".join(parts)), **unless_named | others)


class LaidOff(NamedTuple):
    """A card that a player has laid off on a meld of the table, which goes by its place from 0."""

    seat: int
    card: Card
    meld: int


def late_round(
    chance: Random,
    melds: Sequence[int] = (2, 2, 2),
    *,
    stock: int = 6,
    seat: int = YOU,
    rules: tongits.Rules = tongits.SHEET,
    longest: int = 4,
) -> tongits.State:
    """A random table late in a round, before the draw of `seat`; every hand has at least one card.

    Args:
        chance: The source of randomness.
        melds: The number of melds of each player.
        stock: The number of cards left to draw, 1 to 15.
        seat: The player whose turn begins.
        rules: The house rules.
        longest: The most cards of a run.
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
    hands = []
    for size in sizes:
        hands.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    before = (seat - 1) % len(SEATS)
    return tongits.State(
        rules=rules,
        hands=tuple(hands),
        stock=tuple(rest[:stock]),
        first=LEFT,
        seat=seat,
        phase=tongits.Phase.DRAW,
        began=None,
        discards=tuple(rest[stock:]),
        melds=table,
        last_drawer=before,
    )


def with_deadwood(state: tongits.State, seat: int, wanted: int, chance: Random) -> tongits.State | None:
    """Exchange one card of the seat with stock or discard pile so that its hand has the deadwood `wanted`.

    None if no single exchange does that.
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
    """The same table, but cards of the seat exchanged for cheaper ones until it has less deadwood than either other.

    What it gets comes from stock, discard pile and the other hands, so that it has not much less; None if cards lack.
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


def holding(state: tongits.State, seat: int, coming: Iterable[Card]) -> tongits.State:
    """The same table, but the seat holds these cards, each for one of its own that is not among them."""
    wanted = tuple(coming)
    for card in wanted:
        hand = state.hands[seat]
        if card not in hand:
            state = exchanged(state, next(own for own in hand if own not in wanted), card)
    return state


def exchanged(state: tongits.State, one: Card, other: Card) -> tongits.State:
    """The same table, but two cards that lie in no meld have changed places."""
    swap = {one: other, other: one}
    hands = tuple(tuple(sorted(swap.get(card, card) for card in hand)) for hand in state.hands)
    stock, discards = (tuple(swap.get(card, card) for card in pile) for pile in (state.stock, state.discards))
    return replace(state, hands=hands, stock=stock, discards=discards)


def melded_cards(melds: Iterable[tongits.Laid]) -> set[Card]:
    """The cards that lie in these melds."""
    return {card for laid in melds if laid.meld for card in laid.meld.cards}


def free_meld(chance: Random, state: tongits.State) -> tongits.Meld:
    """A meld of three cards that lie in no meld."""
    taken = melded_cards(state.melds)
    return chance.choice([meld for meld in THREES if not taken.intersection(meld.cards)])


Holding: TypeAlias = tuple[tongits.State, tuple[Card, ...]]
"""A table, and cards that a player holds there."""


def with_four(chance: Random, state: tongits.State, seat: int, kind: tongits.Kind) -> Holding | None:
    """The same table, but the seat holds a meld of four of this kind; None if none is free, or its hand too small."""
    taken = melded_cards(state.melds)
    free = [meld.cards for meld in FOURS if meld.kind is kind and not taken.intersection(meld.cards)]
    if not free or len(state.hands[seat]) <= len(SUITS):
        return None
    four = chance.choice(free)
    return holding(state, seat, four), four


def begun(chance: Random, state: tongits.State, from_pile: tuple[Card, ...] = ()) -> tongits.State:
    """The learner's turn after its draw: of `from_pile` one card has just come, from the discard pile or the stock."""
    takes = bool(from_pile) and chance.randrange(2) == 1
    if from_pile:
        top = state.discards[0] if takes else state.stock[0]
        state = exchanged(state, chance.choice(from_pile), top)
    return tongits.play(state, tongits.Take(YOU) if takes else tongits.Draw(YOU))


def making_meld(chance: Random, melds: Sequence[int], rules: tongits.Rules) -> tongits.State:
    """A table with a discard on top that makes a meld with the learner's hand."""
    while True:
        state = late_round(chance, melds, rules=rules)
        tables = [exchanged(state, state.discards[0], card) for card in free_cards(state)]
        making = [table for table in tables if made_by_discard(table)]
        if making:
            return chance.choice(making)


def made_by_discard(state: tongits.State) -> tuple[tongits.Meld, ...]:
    """The new melds of the top discard with cards of the learner's hand, without those that are a part of another."""
    card = state.discards[0]
    melds = [meld for meld in tongits.melds_in((*state.hands[YOU], card), state.rules) if card in meld.cards]
    return tuple(meld for meld in melds if not any(set(meld.cards) < set(other.cards) for other in melds))


def discarded(state: tongits.State) -> tuple[tongits.State, Card]:
    """The turn finished by discarding the dearest card that may go, and that card."""
    seat = state.seat
    may_go = [card for card in state.hands[seat] if not tongits.why_not(state, tongits.Discard(seat, card))]
    dearest = max(may_go, key=lambda card: (tongits.points(card), card))
    return tongits.play(state, tongits.Discard(seat, dearest)), dearest


def layers_off(chance: Random, state: tongits.State, seats: Iterable[int]) -> tuple[tongits.State, tuple[LaidOff, ...]]:
    """The same table after each of these seats has laid off a card of its hand some turns ago, where one can fit."""
    laid_off = []
    for seat in seats:
        fitting = [
            LaidOff(seat, card, place)
            for place, laid in enumerate(state.melds)
            for card in state.hands[seat]
            if laid.meld is not None and laid.owner != seat and not laid.secret and tongits.grown(laid.meld, (card,))
        ]
        if fitting:
            added = chance.choice(fitting)
            state = _after(state, added)
            laid_off.append(added)
    return state, tuple(laid_off)


def _after(state: tongits.State, added: LaidOff) -> tongits.State:
    laid = state.melds[added.meld]
    bigger = replace(laid, meld=tongits.grown(laid.meld, (added.card,)) if laid.meld else None)
    melds = (*state.melds[: added.meld], bigger, *state.melds[added.meld + 1 :])
    hands = tuple(tuple(card for card in hand if card is not added.card) for hand in state.hands)
    return replace(state, melds=melds, hands=hands)


def answered(state: tongits.State, challenging: Collection[int]) -> tongits.State:
    """T6.1, T6.2: the end of the round, after a call of the seat whose turn it is if there is none yet.

    Of those who are asked, `challenging` challenge if they may, and the others fold.
    """
    if state.phase is tongits.Phase.DRAW:
        state = tongits.play(state, tongits.Call(state.seat))
    while tongits.turn(state):
        challenge = tongits.Challenge(state.seat)
        challenges = state.seat in challenging and not tongits.why_not(state, challenge)
        state = tongits.play(state, challenge if challenges else tongits.Fold(state.seat))
    return state


def every_answer(state: tongits.State) -> Iterator[tongits.State]:
    """Every possible end of a draw call."""
    if not tongits.turn(state):
        yield state
        return
    for move in tongits.legal_moves(state, state.seat):
        yield from every_answer(tongits.play(state, move))


def willing(state: tongits.State) -> frozenset[int]:
    """T6.2, T6.3: who of those still to be asked may challenge, and holds no more deadwood than the caller."""
    seats = set()
    while tongits.turn(state) and state.caller is not None:
        seat = state.seat
        counts = [tongits.deadwood(state.hands[one], state.rules) for one in (seat, state.caller)]
        if not tongits.why_not(state, tongits.Challenge(seat)) and counts[0] <= counts[1]:
            seats.add(seat)
        state = tongits.play(state, tongits.Fold(seat))
    return frozenset(seats)


def names(seats: Iterable[int]) -> tuple[Name, ...]:
    """What the players at these seats are called."""
    return tuple(Name(seat) for seat in seats)


def players(seats: Iterable[int] = SEATS) -> dict[str, Text]:
    """The players as choices."""
    return {str(seat): Name(seat) for seat in seats}


# Rounds that are over

THREES: Final = tuple(meld for meld in tongits.melds_in(DECK) if len(meld.cards) == 3)
"""Every meld of three cards."""


FOURS: Final = tuple(meld for meld in tongits.melds_in(DECK) if len(meld.cards) == 4)
"""Every meld of four cards."""


def ended_by_tongits(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """T5.1: a player lays the last meld of the hand and discards the card drawn; with `burned` one opponent is."""
    winner = chance.choice(SEATS)
    melds = [chance.choice((2, 2, 3)) for _ in SEATS]
    melds[winner] = 3
    if burned:
        melds[(winner + chance.choice((1, 2))) % 3] = 0
    while True:
        state = late_round(chance, melds, seat=winner, rules=rules, longest=3)
        if len(state.hands[winner]) == 3:
            break
    meld = free_meld(chance, state)
    state = holding(state, winner, meld.cards)
    drawn = state.stock[0]
    state = tongits.play(tongits.play(state, tongits.Draw(winner)), tongits.LayMeld(winner, meld.cards))
    return tongits.play(state, tongits.Discard(winner, drawn)) if state.hands[winner] else state


def ended_by_call(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """T6: a player who has opened calls a draw; who has opened challenges or folds, as chance will have it."""
    caller = chance.choice(SEATS)
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[(caller + chance.choice((1, 2))) % 3] = 0
    state = late_round(chance, melds, seat=caller, rules=rules)
    others = [seat for seat in SEATS if seat != caller and state.opened(seat)]
    return answered(state, [seat for seat in others if chance.randrange(2)])


def ended_by_stock(chance: Random, rules: tongits.Rules, *, burned: bool) -> tongits.State:
    """T8.1, T8.2: the last card of the stock is drawn, and the turn ends with the dearest card; someone has opened."""
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[chance.choice(SEATS)] = 0
    return played_out(late_round(chance, melds, stock=1, seat=chance.choice(SEATS), rules=rules))


def void(chance: Random, rules: tongits.Rules = tongits.SHEET, *, burned: bool = True) -> tongits.State:
    """T8.3: the stock runs out before anybody has laid a meld, so all are burned."""
    return played_out(late_round(chance, (0, 0, 0), stock=1, seat=chance.choice(SEATS), rules=rules))


def played_out(state: tongits.State) -> tongits.State:
    """T8.1: the last card of the stock is drawn and the dearest one discarded."""
    return discarded(tongits.play(state, tongits.Draw(state.seat)))[0]


def finished(
    chance: Random,
    endings: tuple[tongits.Ending, ...],
    good: Callable[[tongits.State, tongits.Outcome], object],
    rules: tongits.Rules = tongits.SHEET,
) -> tongits.State:
    """A finished round that is `good`.

    Args:
        chance: The source of randomness.
        endings: The possible endings, equally likely.
        good: Accepts a final state and its outcome.
        rules: The house rules; one time in three an opponent is burned.
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
    """The same round, a set of four of some player having been laid face down (T6.9); None if nobody has one."""
    fours = [
        place
        for place, laid in enumerate(state.melds)
        if laid.meld and laid.meld.kind is tongits.Kind.SET and len(laid.meld.cards) == 4
    ]
    if not fours:
        return None
    place = chance.choice(fours)
    secret = replace(state.melds[place], secret=True)
    return replace(state, melds=(*state.melds[:place], secret, *state.melds[place + 1 :]))


# One turn of the learner's


def first_refused(before: tongits.State, moves: Iterable[tongits.Move]) -> tuple[int | None, tuple[Refusal, ...]]:
    """The place, from 0, of the first move that breaks a rule, and which rules; None if every move is allowed."""
    state = before
    for place, move in enumerate(moves):
        if refusals := tongits.why_not(state, move):
            return place, refusals
        state = tongits.play(state, move)
    return None, ()


def all_played(before: tongits.State, moves: Iterable[tongits.Move]) -> tongits.State:
    """The table after these moves; raises IllegalMove if one of them is not allowed."""
    state = before
    for move in moves:
        state = tongits.play(state, move)
    return state


def free_cards(state: tongits.State) -> tuple[Card, ...]:
    """The cards that lie in the stock and in the discard pile."""
    return (*state.stock, *state.discards)


def with_hand(state: tongits.State, coming: set[Card], chance: Random) -> tongits.State:
    """The same table, with these cards in the learner's hand; the cards they replace lie where these lay."""
    hand = list(state.hands[YOU])
    leaving = [card for card in hand if card not in coming]
    chance.shuffle(leaving)
    for card in sorted(coming - set(hand))[: len(leaving)]:
        state = exchanged(state, leaving.pop(), card)
    return state


@lru_cache(maxsize=512)
def ways_to_tongits(state: tongits.State) -> dict[str, tuple[tongits.Move, ...]]:
    """T5.1: how the learner can get rid of the last card in this turn: a shortest sequence of moves for each way.

    The ways are "melding", "laying_off" and "discarding". Before the draw only what lies open is reckoned with:
    the turn begins by taking the top discard. Every order of laying is tried, so no way is missed.
    """
    ways = {tongits.LayMeld: "melding", tongits.Sapaw: "laying_off"}
    shortest: dict[str, tuple[tongits.Move, ...]] = {}
    if state.phase is tongits.Phase.DRAW:
        begun: list[tuple[tongits.State, tuple[tongits.Move, ...]]] = []
        if not tongits.why_not(state, tongits.Take(YOU)):
            begun.append((tongits.play(state, tongits.Take(YOU)), (tongits.Take(YOU),)))
    else:
        begun = [(state, ())]
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
