"""Tables of Tichu 1.on.1 for exercises, and how a question shows them.

- `position` reads a table in notation; `dealt`, `won_round` and `blocked_round` make random tables;
- `ask_at`: a question about a table; `numbers`: how many cards both players have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias

from cardlab.cards import DECK, TICHU_DECK, Card, cards
from cardlab.lessons.ask import Ask
from cardlab.phrasing.messages import Deferred, Message, Shown
from cardlab.phrasing.tichu_sentences import UPPER, at_table, by_value, discard_piles
from cardlab.refusal import Refusal
from cardlab.tichu import SHEET, Pile, Play, Recycle, Rules, State, fits, plays, sorting_value, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import Cards

YOU: Final = 0
OPPONENT: Final = 1
Sizes: TypeAlias = Sequence[int]
Hands: TypeAlias = tuple[Cards, Cards]
_ABOUT_THEIR_CARDS: Final = ("recycle_missing", "recycle_foreign", "recycle_uneven")

# Written and random tables


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules = SHEET,
) -> State:
    """Return the position with these cards, each given in notation.

    `hands`, `draw` and `extra` are for seat 0 and seat 1, `piles` are discard piles 0 and 1. Discard piles are in the
    order played, draw and extra piles top card first. Raises NotationError for a text that is not a card.
    """
    first, second = (pile if isinstance(pile, Pile) else Pile.of(pile) for pile in piles)
    return State(
        hands=(cards(hands[0]), cards(hands[1])),
        rules=rules,
        draw=(cards(draw[0]), cards(draw[1])),
        extra=(cards(extra[0]), cards(extra[1])),
        piles=(first, second),
    )


def dealt(
    chance: Random,
    hands: Sizes,
    *,
    draw: Sizes = (0, 0),
    extra: Sizes = (0, 0),
    depth: int = UPPER,
    rules: Rules = SHEET,
) -> State:
    """Return a random table; in a discard pile each card fits on the one below.

    `hands`, `draw`, `extra`: the sizes of hands, draw piles and extra piles, seat 0 first; `depth`: the most cards of a
    discard pile. There are no special cards.
    """
    deck = list(DECK)
    chance.shuffle(deck)
    piles = (_chain(chance, deck, depth), _chain(chance, deck, depth))
    dealt_hands, drawn, spare = (_two(deck, sizes) for sizes in (hands, draw, extra))
    return State(dealt_hands, rules, drawn, spare, piles)


def _two(deck: list[Card], sizes: Sizes) -> Hands:
    first, second = (tuple(deck.pop() for _ in range(size)) for size in sizes)
    return first, second


def _chain(chance: Random, deck: list[Card], depth: int) -> Pile:
    """Take a discard pile from the deck; each card fits on the one below."""
    pile = Pile((chance.choice(deck),))
    while len(pile.cards) < depth:
        following = [card for card in deck if card not in pile.cards and fits(pile, card)]
        if not following:
            break
        pile = pile.covered(chance.choice(following))
    for card in pile.cards:
        deck.remove(card)
    return pile


def left_over(state: State, *, specials: bool = False) -> list[Card]:
    """Return the cards that are nowhere on this table; `specials`: also special ones."""
    heaps = (*state.hands, *state.draw, *state.extra, *(pile.cards for pile in state.piles))
    there = {card for heap in heaps for card in heap}
    return [card for card in (TICHU_DECK if specials else DECK) if card not in there]


def with_hidden(state: State, hidden: Iterable[Card], draw: Sizes, extra: Sizes) -> State:
    """Return the table with these cards as draw and extra piles of these sizes."""
    rest = iter(hidden)
    first, second, third, fourth = (tuple(islice(rest, size)) for size in (*draw, *extra))
    return replace(state, draw=(first, second), extra=(third, fourth))


def stuck_hands(chance: Random, piles: Iterable[Pile], deck: Iterable[Card], sizes: Sizes) -> Hands:
    """Return two hands from the deck of which no card fits on any pile."""
    tops = tuple(piles)
    useless = [card for card in deck if not any(fits(pile, card) for pile in tops)]
    taken = chance.sample(useless, sum(sizes))
    return tuple(taken[: sizes[0]]), tuple(taken[sizes[0] :])


def won_round(chance: Random, winner: int, rules: Rules = SHEET) -> State:
    """Return a round that this seat has won; the opponent has cards left. [U6.1]"""
    hands, draw = [chance.randrange(1, 9)] * 2, [chance.choice((0, chance.randrange(1, 9)))] * 2
    hands[winner] = draw[winner] = 0
    return dealt(chance, hands, draw=draw, extra=(2, 2), rules=rules)


def blocked_round(chance: Random, *, tied: bool) -> State:
    """Return a blocked round, with hands of one size if `tied`. [U4.4]"""
    state = dealt(chance, (0, 0), depth=1)
    first, other = chance.sample(range(2, 5), 2)
    deck = [card for card in left_over(state) if not any(fits(pile, card) for pile in state.piles)]
    hands = stuck_hands(chance, state.piles, deck, (first, first if tied else other))
    return replace(state, hands=hands)


def some_play(chance: Random, state: State) -> Play | None:
    """Return a random play of the learner, without Dog and wishes, or None."""
    possible = [move for move in plays(view(state, YOU)) if move.card is not DOG and move.wish is None]
    return chance.choice(possible) if possible else None


def why_no_recycle(state: State) -> tuple[Refusal, ...]:
    """Return why new extra piles aren't due now, whatever their cards. [U4.3]"""
    refusals = why_not(state, Recycle(((), ())))
    return tuple(one for one in refusals if one.code not in _ABOUT_THEIR_CARDS)


# How a question shows a table


LEARNER: Final = at_table(seat=YOU)
"""The learner at a table of Tichu 1.on.1, as a reader of sentences."""


def ask_at(state: State, *, opponent: bool = False, **more: Any) -> Ask:
    """Return a question that shows the discard piles and the hand.

    `opponent`: whether the opponent's hand is shown too; `more`: further fields of the `Ask`.
    """
    piles: list[Shown] = [Deferred(discard_piles, state.piles)]
    if opponent:
        piles.append((by_value(state.hands[OPPONENT]), Message("racing.hand.opponent")))
    hand = by_value(state.hands[YOU])
    return Ask(hand, piles=tuple(piles), worth=sorting_value, state=state, reader=LEARNER, **more)


def numbers(state: State, *kinds: str) -> tuple[Message, ...]:
    """Say how many cards both players have in each of "hand", "draw", "extra"."""
    counted = {
        "hand": ("lesson.race.hand", state.hands),
        "draw": ("lesson.race.draw", state.draw),
        "extra": ("lesson.race.extra", state.extra),
    }
    return tuple(
        Message(key, own=len(piles[YOU]), other=len(piles[OPPONENT])) for key, piles in map(counted.__getitem__, kinds)
    )
