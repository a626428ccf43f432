"""Random rounds of both games with refused moves at every step, for what is said about them.

What comes up in a round is told one by one: a refused move, a move that is made, and the state that ends it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from cardlab import tichu, tongits
from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS, SUITS, Card, cards
from cardlab.refusal import Refusal
from cardlab.tongits import Began, Laid, Phase, extensions, melds_in, why_meld
from tests.rounds_by_chance import played

EVERY_CARD = (*DECK, *JOKERS, *SPECIALS)


@dataclass(frozen=True)
class Refused:
    """What a move broke, and whose move it was."""

    refusal: Refusal
    by: int | None


@dataclass(frozen=True)
class Made:
    """A move, and the position that it was made in."""

    move: Any
    before: Any


@dataclass(frozen=True)
class Over:
    """The state that a round has ended in."""

    state: Any


Happens = Iterator[Refused | Made | Over]
Found = list[Refused]


def refused(game: Any, state: Any, move: Any) -> Iterator[Refused]:
    by = getattr(move, "seat", None)
    return (Refused(refusal, by) for refusal in game.why_not(state, move))


def tongits_attempts(state: tongits.State, random: Random) -> Iterator[tongits.Move]:
    """Moves of every kind for the seat whose turn it is and for another one, most of them not allowed."""
    for seat in (state.seat, random.randrange(4)):
        hand = state.hands[seat % 3]
        yield from (one(seat) for one in (tongits.Draw, tongits.Take, tongits.Call, tongits.Challenge, tongits.Fold))
        yield tongits.Discard(seat, random.choice(EVERY_CARD))
        yield tongits.Discard(seat, state.taken or random.choice(DECK))
        yield tongits.LayMeld(seat, random.choice(handfuls(hand, random)), secret=random.random() < 0.5)
        for meld in random.sample(melds := melds_in(hand, state.rules), min(4, len(melds))):
            yield tongits.LayMeld(seat, meld.cards, secret=random.random() < 0.5)
            yield tongits.LayMeld(seat, tuple(random.sample(meld.cards, len(meld.cards))))
        for place in range(len(state.melds) + 1):
            yield tongits.Sapaw(seat, place, tuple(random.sample(EVERY_CARD, random.randint(0, 2))))
            yield tongits.Sapaw(seat, place, (state.taken,) if state.taken else hand[:1])
            yield from _lay_offs(state, seat, place, hand, random)


def handfuls(hand: tuple[Card, ...], random: Random) -> tuple[tuple[Card, ...], ...]:
    """Handfuls of many kinds that are seldom melds: any cards, cards twice, gaps, round the ace, too many, too few."""
    letter, number = random.choice(SUITS), random.choice(RANKS)
    suit = tuple(card for card in DECK if card.suit == letter)
    rank = tuple(card for card in DECK if card.rank == number)
    near = random.randint(0, 10)
    return (
        tuple(random.sample(EVERY_CARD, random.randint(1, 4))),
        tuple(random.choices(hand or DECK, k=random.randint(2, 4))),
        (*suit, JOKERS[0]),
        (*rank, JOKERS[0]),
        rank[:2],
        suit[near : near + 2],
        (suit[near], suit[near + 2], *random.sample(JOKERS, 1)),
        tuple(random.sample(suit, random.randint(2, 4))),
        (suit[0], *suit[11:]),
        (*suit[:2], suit[12]),
        (rank[0], *JOKERS[:2]),
    )


def _lay_offs(
    state: tongits.State, seat: int, place: int, hand: tuple[Card, ...], random: Random
) -> Iterator[tongits.Move]:
    for laid in state.melds:
        fitting = extensions(laid.meld, hand, state.rules) if laid.meld else ()
        if fitting:
            added = random.choice(fitting)
            yield tongits.Sapaw(seat, place, added)
            yield tongits.Sapaw(seat, place, (*added, *random.sample(hand, 1)))


def tongits_round(rules: tongits.Rules, seed: int, fond_of: type | None = None, every: int = 1) -> Happens:
    """One round: attempts at every step, then a legal move, if possible one of the kind `fond_of`.

    With `every` above 1 there are attempts only at some steps, and only some of them.
    """
    random = Random(seed)
    state = tongits.deal(rules, seed, first=seed % 3)
    while True:
        over = tongits.outcome(state) is not None
        for move in some(tongits_attempts(state, random), random, 1 if over else every):
            yield from refused(tongits, state, move)
        if over:
            yield Over(state)
            return
        legal = tongits.legal_moves(state, state.seat)
        fond = [move for move in legal if isinstance(move, fond_of)] if fond_of else []
        # Melding half of the time only: a round that goes on shows more.
        others = [move for move in legal if not isinstance(move, tongits.LayMeld)] or legal
        move = random.choice(fond or (legal if random.random() < 0.5 else others))
        yield Made(move, state)
        state = tongits.play(state, move)


def some(moves: Iterator[Any], random: Random, every: int) -> list[Any]:
    """All of the moves, or one in so many squared of them."""
    if every > 1 and random.randrange(every):
        return []
    tried = list(moves)
    return tried if every == 1 else random.sample(tried, max(1, len(tried) // every))


def rare_tongits_positions() -> Found:
    """What random rounds seldom come to."""
    held = replace(
        tongits.deal(tongits.Rules.preset("traditional")),
        hands=(cards("6h 7h 8h 8s 8d Kc"), cards("2c 3c 9d"), cards("4c 5c Jd")),
        seat=0,
        phase=Phase.LAY,
        began=Began.DISCARD,
    )
    four = Laid(why_meld(cards("9c 9d 9h 9s")), 1, secret=True)
    sevens, eights = Laid(why_meld(cards("7c 7d 7s")), 1), cards("8h 8s 8d")
    tries = (
        (replace(held, taken=Card("7h")), tongits.Discard(0, Card("Kc"))),
        (replace(held, melds=(four,)), tongits.Sapaw(0, 0, cards("Kc"))),
        (replace(held, melds=(sevens,), taken=Card("7h")), tongits.Sapaw(0, 0, cards("7h"))),
        (replace(held, taken=Card("7h")), tongits.LayMeld(0, eights)),
        (replace(held, hands=(cards("8h 8s 8d Kc"), *held.hands[1:]), taken=Card("Kc")), tongits.LayMeld(0, eights)),
        (held, tongits.LayMeld(0, (*eights, SPECIALS[0]))),
        (replace(held, phase=Phase.DRAW, stock=()), tongits.Draw(0)),
        (replace(held, phase=Phase.DRAW, takes=30), tongits.Take(0)),
        (replace(held, phase=Phase.DRAW, sapawed=frozenset({0})), tongits.Call(0)),
    )
    return [one for state, move in tries for one in refused(tongits, state, move)]


def tichu_attempts(state: tichu.State, random: Random) -> Iterator[tichu.Move]:
    for seat in (0, 1, 2):
        yield tichu.Draw(seat)
        hand = state.hands[seat % 2]
        for number, pile in enumerate((*state.piles, tichu.Pile())):
            lying = (pile.top, None, random.choice(pile.cards) if pile.cards else None, random.choice(DECK))
            wish = random.choice((None, None, "9", "A", "nine"))
            yield tichu.Play(seat, random.choice(EVERY_CARD), number, random.choice(lying), wish)
            for card in hand:
                yield tichu.Play(seat, card, number, random.choice(lying), wish if card.code == "Ma" else None)
            for card in SPECIALS:
                yield tichu.Play(seat, card, number, pile.top)
    yield tichu.Flip()
    dealt = random.sample(EVERY_CARD, random.randint(2, 6))
    yield tichu.Recycle((tuple(dealt[:1]), tuple(dealt[1:])))
    yield tichu.Recycle(((), ()))


def tichu_round(rules: tichu.Rules, seed: int, every: int = 1) -> Happens:
    random = Random(seed)
    steps = list(played(tichu, tichu.deal(rules, seed), Random(seed)))
    for before, move, _ in steps:
        spoilt = []
        if isinstance(move, tichu.Recycle):
            spoilt = [tichu.Recycle((move.extra[0], move.extra[1][1:])), tichu.Recycle((move.extra[0], move.extra[0]))]
        for attempt in (*some(tichu_attempts(before, random), random, every), *spoilt):
            yield from refused(tichu, before, attempt)
        yield Made(move, before)
    state = steps[-1][2]
    for attempt in tichu_attempts(state, random):
        yield from refused(tichu, state, attempt)
    yield Over(state)


def rare_tichu_positions() -> Found:
    """Blocked; a dog while new extra piles are to be made, and after they have been; two cards under the tops."""
    blocked = tichu.State((cards("2c"), cards("3d")), piles=(tichu.Pile.of("9h"), tichu.Pile.of("9d")))
    stuck = replace(blocked, piles=(tichu.Pile.of("4h 5s 6s"), tichu.Pile.of("9d 8d")))
    dog = replace(blocked, piles=(tichu.Pile.of("9h 8h 7h Do"), tichu.Pile.of("9d 8d")), flip_due=True)
    made = replace(dog, piles=(tichu.Pile.of("9h 8h"), dog.piles[1]), extra=(cards("5c"), cards("6c")))
    tries = ((blocked, tichu.Draw(0)), (dog, tichu.Draw(0)), (stuck, tichu.Flip()), (made, tichu.Draw(0)))
    return [one for state, move in tries for one in refused(tichu, state, move)]
