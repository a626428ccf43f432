"""Tables of Tichu 1.on.1 to practise on, and how a question shows one.

- `position` reads one as it is written down; `dealt`, `won_round` and `blocked_round` make them by chance;
- `on_table`, `numbers`: the piles of a task with what they are called, how many cards both have.

What happens at such a table, `cardlab.phrasing.tichu_sentences` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from cardlab.cards import DECK, TICHU_DECK, Card, cards
from cardlab.phrasing import Reader, labelled_pile
from cardlab.phrasing.messages import Message
from cardlab.phrasing.tichu_sentences import UPPER, at_table, by_value, discard_piles
from cardlab.refusal import Refusal
from cardlab.tichu import SHEET, Pile, Play, Recycle, Rules, State, fits, plays, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import Cards

YOU: Final = 0
OPPONENT: Final = 1
Sizes: TypeAlias = Sequence[int]
Hands: TypeAlias = tuple[Cards, Cards]
_ABOUT_THEIR_CARDS: Final = ("recycle_missing", "recycle_foreign", "recycle_uneven")

# Tables written down, or made by chance


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules = SHEET,
) -> State:
    """A written position; each pair begins with seat 0. Raises NotationError for a text that is not a card.

    Args:
        hands: The hands.
        piles: The discard piles in the order laid.
        draw: The draw piles, top card first.
        extra: The extra piles, top card first.
        rules: The house rules.
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
    specials: bool = False,
    rules: Rules = SHEET,
) -> State:
    """A random table; in each discard pile every card fits on the next.

    Args:
        chance: The source of randomness.
        hands: The sizes of the hands, seat 0 first.
        draw: The sizes of the draw piles.
        extra: The sizes of the extra piles.
        depth: The size of each discard pile.
        specials: Whether special cards are in the deck.
        rules: The house rules.
    """
    deck = list(TICHU_DECK if specials else DECK)
    chance.shuffle(deck)
    piles = (_chain(chance, deck, depth), _chain(chance, deck, depth))
    dealt_hands, drawn, spare = (_two(deck, sizes) for sizes in (hands, draw, extra))
    return State(dealt_hands, rules, drawn, spare, piles)


def _two(deck: list[Card], sizes: Sizes) -> Hands:
    first, second = (tuple(deck.pop() for _ in range(size)) for size in sizes)
    return first, second


def _chain(chance: Random, deck: list[Card], depth: int) -> Pile:
    """Plain cards out of the deck; each could be laid on the one beneath."""
    plain = [card for card in deck if card.rank]
    pile = Pile((chance.choice(plain),))
    while len(pile.cards) < depth:
        following = [card for card in plain if card not in pile.cards and fits(pile, card)]
        if not following:
            break
        pile = pile.covered(chance.choice(following))
    for card in pile.cards:
        deck.remove(card)
    return pile


def left_over(state: State, *, specials: bool = False) -> list[Card]:
    """The cards that are nowhere on this table."""
    heaps = (*state.hands, *state.draw, *state.extra, *(pile.cards for pile in state.piles))
    there = {card for heap in heaps for card in heap}
    return [card for card in (TICHU_DECK if specials else DECK) if card not in there]


def with_hidden(state: State, hidden: Iterable[Card], draw: Sizes, extra: Sizes) -> State:
    """The same table with these cards face down, as many in each draw pile and each extra pile as said."""
    rest = iter(hidden)
    first, second, third, fourth = (tuple(islice(rest, size)) for size in (*draw, *extra))
    return replace(state, draw=(first, second), extra=(third, fourth))


def stuck_hands(chance: Random, piles: Iterable[Pile], deck: Iterable[Card], sizes: Sizes) -> Hands:
    """Two hands of these sizes out of the deck; none of their cards fits on any of the piles."""
    tops = tuple(piles)
    useless = [card for card in deck if not any(fits(pile, card) for pile in tops)]
    taken = chance.sample(useless, sum(sizes))
    return tuple(taken[: sizes[0]]), tuple(taken[sizes[0] :])


def won_round(chance: Random, winner: int, rules: Rules = SHEET) -> State:
    """U6.1: a round that this seat has won; the opponent holds cards, and perhaps has a draw pile left."""
    hands, draw = [chance.randrange(1, 9)] * 2, [chance.choice((0, chance.randrange(1, 9)))] * 2
    hands[winner] = draw[winner] = 0
    return dealt(chance, hands, draw=draw, extra=(2, 2), rules=rules)


def blocked_round(chance: Random, rules: Rules = SHEET, *, level: bool) -> State:
    """U4.4: nobody can play, and there is no card to turn; the hands are of one size if they are to be `level`."""
    state = dealt(chance, (0, 0), depth=1, rules=rules)
    first, other = chance.sample(range(2, 5), 2)
    deck = [card for card in left_over(state) if not any(fits(pile, card, rules) for pile in state.piles)]
    hands = stuck_hands(chance, state.piles, deck, (first, first if level else other))
    return replace(state, hands=hands)


def some_play(chance: Random, state: State) -> Play | None:
    """Some card that the learner can play, never the Dog and never with a wish; None if there is none."""
    possible = [move for move in plays(view(state, YOU)) if move.card is not DOG and move.wish is None]
    return chance.choice(possible) if possible else None


def why_no_recycle(state: State) -> tuple[Refusal, ...]:
    """U4.3: what speaks against new extra piles now, whichever cards they are given; empty if they are due."""
    refusals = why_not(state, Recycle(((), ())))
    return tuple(one for one in refusals if one.code not in _ABOUT_THEIR_CARDS)


# How a question shows one


LEARNER: Final = at_table(seat=YOU)
"""The learner as the reader of all sentences about these tables."""


def on_table(reader: Reader, state: State, *, opponent: bool = False) -> list[labelled_pile.LabelledPile]:
    """The discard piles, the top card last; on request the opponent's hand."""
    piles = discard_piles(reader, state.piles)
    hand = labelled_pile.LabelledPile(by_value(state.hands[OPPONENT]), reader.say("racing.hand.opponent"))
    return [*piles, hand] if opponent else piles


def numbers(state: State, *kinds: str) -> tuple[Message, ...]:
    """How many cards both have, a sentence for each kind asked for: "hand", "draw", "extra"."""
    counted = {
        "hand": ("lesson.race.hand", state.hands),
        "draw": ("lesson.race.draw", state.draw),
        "extra": ("lesson.race.extra", state.extra),
    }
    return tuple(
        Message(key, own=len(piles[YOU]), other=len(piles[OPPONENT])) for key, piles in map(counted.__getitem__, kinds)
    )
