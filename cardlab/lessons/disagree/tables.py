"""Positions of Tongits in which a house rule may make a difference, made by chance."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from cardlab import tongits
from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.lessons.disagree.cases_tongits import Deadwood, IsMeld, MayMove, WhoWins
from cardlab.lessons.tables_tongits import YOU
from cardlab.tongits.moves import SEATS

DECIDING: Final = {
    "tie": tongits.Rules(tie=tongits.Tie.CHALLENGER),
    "stock_tie": tongits.Rules(stock_tie=tongits.StockTie.LAST_DRAWER),
    "showdown": tongits.Rules(showdown=tongits.Showdown.EVERYONE),
    "concealed_melds_count": tongits.Rules(concealed_melds_count=False),
}
"""House rules that may decide who wins, each alone."""


def may_take(chance: Random) -> tuple[MayMove, tongits.Rules]:
    """A discard that may or may not make a meld with the hand."""
    house = tongits.Rules(discard_must_meld=True)
    fitting = chance.randrange(2) == 1
    while True:
        meld = _handful(chance) if fitting else chance.sample(DECK, 3)
        rest = _shuffled(chance, meld)
        case = MayMove(
            _state([[*meld[1:], *rest[:6]], rest[6:14], rest[14:22]], rest[22:], discard=meld[0]), tongits.Take(YOU)
        )
        if (case.ask(house).answer == "allowed") == fitting:
            return case, house


def around_the_ace(chance: Random) -> tuple[IsMeld, tongits.Rules]:
    """Cards of one suit around the ace."""
    ranks = chance.choice(("A23", "A234", "QKA", "JQKA", "KA2", "QKA2", "JQA", "A24"))
    suit = chance.choice(SUITS)
    return IsMeld(tuple(Card(rank + suit) for rank in ranks)), tongits.Rules(ace_high=True)


def may_call(chance: Random) -> tuple[MayMove, tongits.Rules]:
    """May you call? You have opened or not, and somebody has laid off on a meld of yours or not."""
    opened, blocked = chance.choice(((True, True), (True, False), (False, False)))
    owners = (YOU, 1) if opened else (1, 2)
    sapawed = frozenset({YOU}) if blocked else frozenset()
    melds, used = _melds(chance, owners)
    rest = _shuffled(chance, used)
    sizes = [rest[:5], rest[5:12], rest[12:19]]
    return MayMove(_state(sizes, rest[19:], melds=melds, sapawed=sapawed), tongits.Call(YOU)), tongits.Rules(
        sapaw_blocks_call=True
    )


def four_of_a_rank(chance: Random) -> tuple[MayMove, tongits.Rules]:
    """May you lay this face down? Four of a rank or a run of four; all from the hand, or one taken in this turn."""
    if chance.randrange(4):
        rank = chance.choice(RANKS)
        four = [Card(rank + suit) for suit in SUITS]
    else:
        start, suit = chance.randrange(len(RANKS) - 3), chance.choice(SUITS)
        four = [Card(rank + suit) for rank in RANKS[start : start + 4]]
    taken = chance.choice((None, None, chance.choice(four)))
    rest = _shuffled(chance, four)
    began = tongits.Began.DISCARD if taken else tongits.Began.STOCK
    takes = 1 if taken else 0
    state = _state(
        [[*four, *rest[:5]], rest[5:13], rest[13:21]],
        rest[21:],
        phase=tongits.Phase.LAY,
        began=began,
        taken=taken,
        takes=takes,
    )
    return MayMove(state, tongits.LayMeld(YOU, tuple(four), secret=True)), tongits.Rules(secret_four=True)


def finished_round(chance: Random, name: str, *, level_hands: bool) -> WhoWins:
    """The end of a round in which the house rule `name` may decide; `level_hands`: two have the same deadwood."""
    owners = list(range(SEATS))
    chance.shuffle(owners)
    melds, used = _melds(chance, tuple(owners))
    rest = _shuffled(chance, used)
    if name == "concealed_melds_count":
        hands, rest = _with_concealed(chance, rest)
    else:
        hands, rest = _hands(chance, rest, level_hands=level_hands)
    if name == "stock_tie":
        drawer = chance.randrange(SEATS)
        state = _state(hands, rest, melds=melds, stock=0, seat=drawer, phase=tongits.Phase.OVER, last_drawer=drawer)
        return WhoWins(state)
    caller = chance.randrange(SEATS)
    others = [(caller + step) % SEATS for step in (1, 2)]
    challenging = [chance.randrange(3) > 0 for _ in others] if name != "showdown" else [False, chance.randrange(2) == 1]
    answers = [
        tongits.Challenge(seat) if bold else tongits.Fold(seat) for seat, bold in zip(others, challenging, strict=True)
    ]
    return WhoWins(_state(hands, rest, melds=melds, seat=caller), (tongits.Call(caller), *answers))


def with_melds(chance: Random, size: int) -> Deadwood:
    """A hand with a meld in it; a longer one with two."""
    held = _handful(chance)
    while size > 6:
        more = _handful(chance)
        if not set(held) & set(more):
            held = [*held, *more]
            break
    rest = _shuffled(chance, held)
    loose = size - len(held)
    hands = [[*held, *rest[:loose]], rest[loose : loose + 5], rest[loose + 5 : loose + 10]]
    return Deadwood(_state(hands, rest[loose + 10 :]))


def _state(
    hands: list[list[Card]],
    rest: list[Card],
    *,
    melds: tuple[tongits.Laid, ...] = (),
    stock: int = 8,
    discard: Card | None = None,
    seat: int = YOU,
    phase: tongits.Phase = tongits.Phase.DRAW,
    **others: Any,
) -> tongits.State:
    """A table with these hands; of the rest so many cards are the stock, the others lie under the discard."""
    top = () if discard is None else (discard,)
    return tongits.State(
        rules=tongits.Rules(),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        stock=tuple(rest[:stock]),
        first=0,
        seat=seat,
        phase=phase,
        began=others.pop("began", None),
        discards=top + tuple(rest[stock:]),
        melds=melds,
        **others,
    )


def _shuffled(chance: Random, used: list[Card]) -> list[Card]:
    rest = [card for card in DECK if card not in used]
    chance.shuffle(rest)
    return rest


def _handful(chance: Random) -> list[Card]:
    """A set or a run of three."""
    if chance.randrange(2):
        rank = chance.choice(RANKS)
        return [Card(rank + suit) for suit in chance.sample(SUITS, 3)]
    start, suit = chance.randrange(len(RANKS) - 2), chance.choice(SUITS)
    return [Card(rank + suit) for rank in RANKS[start : start + 3]]


def _melds(chance: Random, owners: tuple[int, ...]) -> tuple[tuple[tongits.Laid, ...], list[Card]]:
    """A meld for each of these owners, in this order, and the cards used."""
    laid: list[tongits.Laid] = []
    used: list[Card] = []
    while len(laid) < len(owners):
        handful = _handful(chance)
        if not set(handful) & set(used):
            laid.append(tongits.Laid(tongits.why_meld(handful), owners[len(laid)]))
            used += handful
    return tuple(laid), used


def _hands(chance: Random, rest: list[Card], *, level_hands: bool) -> tuple[list[list[Card]], list[Card]]:
    """Three hands of two to four cards; `level_hands`: two of them count the same."""
    while True:
        deck = list(rest)
        chance.shuffle(deck)
        hands = [[deck.pop() for _ in range(chance.randrange(2, 5))] for _ in range(SEATS)]
        if not level_hands:
            return hands, deck
        one, other = chance.sample(range(SEATS), 2)
        wanted = sum(map(tongits.points, hands[one])) - sum(map(tongits.points, hands[other][1:]))
        last = next((card for card in deck if tongits.points(card) == wanted), None)
        if last is not None:
            deck[deck.index(last)] = hands[other][0]
            hands[other][0] = last
            return hands, deck


def _with_concealed(chance: Random, rest: list[Card]) -> tuple[list[list[Card]], list[Card]]:
    """Three hands, one of them with a meld that was never laid."""
    while True:
        meld = _handful(chance)
        if set(meld) <= set(rest):
            break
    deck = [card for card in rest if card not in meld]
    hands = [[deck.pop() for _ in range(chance.randrange(2, 5))] for _ in range(SEATS)]
    lucky = chance.randrange(SEATS)
    hands[lucky] = [*meld, *hands[lucky][:2]]
    deck += [card for card in rest if card not in deck and all(card not in hand for hand in hands)]
    return hands, deck
