"""Makers of the questions about the piles of Tichu 1.on.1: a pile and a hand by chance, of a level (U2, U5).

Knows how piles and hands are put together; what fits is asked of `tichu`, and the questions stand in `piles`.
"""

from __future__ import annotations

from random import Random

from cardlab.cards import DECK, SPECIALS, Card
from cardlab.lessons.stacks.piles import PlayOne, WhichFit
from cardlab.lessons.tables.tichu_table import by_value
from cardlab.tichu import SHEET, DragonLocks, Pile, Rules, fits, value
from cardlab.tichu.piles import ALL_VALUES, DOG, DRAGON, MAH_JONG, PHOENIX, WISHES

__all__ = ["all_that_fit", "dog", "dragon", "mah_jong", "phoenix", "play_one", "two_and_ace"]


def play_one(chance: Random, level: int) -> PlayOne:
    """Two plain piles and many cards that fit; then fewer cards; then special cards in the piles."""
    fewest, most = ((3, 6), (1, 2), (1, 3))[level - 1]
    while True:
        piles = (_plain(chance) if level < 3 else _special_pile(chance), _plain(chance))
        if set(piles[0].cards) & set(piles[1].cards):
            continue
        question = PlayOne(piles, _hand(chance, piles, 8 - level, specials=level == 3))
        if fewest <= len(question.pairs) <= most:
            return question


def all_that_fit(chance: Random, level: int) -> WhichFit:
    """A plain pile; then one with a picture card or an ace; then special cards in the hand."""
    ranks = "3456789T" if level == 1 else "TJQKA"
    return _which(chance, _plain(chance, ranks if level < 3 else WISHES), level, specials=level == 3)


def two_and_ace(chance: Random, level: int) -> WhichFit:
    """A 2 or an ace on the pile, the other one in the hand; at level 3 perhaps with the house rule `wrap`."""
    pile = _plain(chance, "2A")
    rank = "A" if pile.top is not None and pile.top.rank == "2" else "2"
    rules = Rules(wrap=chance.randrange(2) == 1) if level > 2 else SHEET
    other = chance.choice([card for card in DECK if card.rank == rank])
    return _which(chance, pile, level, (other,), rules=rules)


def dragon(chance: Random, level: int) -> WhichFit:
    """The Dragon on the pile; then Phoenix and Dog in the hand too; then perhaps the strict house rule (U5.6)."""
    pile = _plain(chance).covered(DRAGON)
    rules = Rules(dragon_locks=chance.choice(tuple(DragonLocks))) if level > 2 else SHEET
    with_it = (PHOENIX, DOG, MAH_JONG)
    held = tuple(chance.sample(with_it, level - 1)) if level < 3 else (chance.choice(with_it[:2]), MAH_JONG)
    ace = chance.choice([card for card in DECK if card.rank == "A"])
    return _which(chance, pile, level, (ace, *held), rules=rules)


def phoenix(chance: Random, level: int) -> WhichFit:
    """The Phoenix upon a middle card; then upon an ace, a 2 or a king; then upon another special card, or upon none."""
    match level:
        case 1:
            return _which(chance, _plain(chance, "456789T").covered(PHOENIX), level)
        case 2:
            return _which(chance, _plain(chance, "23KA").covered(PHOENIX), level, (MAH_JONG,))
        case _:
            beneath = (Pile.of((DRAGON,)), Pile.of((MAH_JONG,)), Pile((MAH_JONG,), chance.choice(WISHES)), Pile())
            return _which(chance, chance.choice(beneath).covered(PHOENIX), level)


def dog(chance: Random, level: int) -> WhichFit:
    """A card turned after the Dog; then the Dog in the hand; then a Dog with nothing left to turn (U5.9)."""
    pile = _plain(chance)
    match level:
        case 1:
            turned = chance.choice([card for card in DECK if card not in pile.cards])
            return _which(chance, pile.covered(DOG).covered(turned), level)
        case 2:
            return _which(chance, chance.choice((pile, pile.covered(DRAGON), pile.covered(PHOENIX))), level, (DOG,))
        case _:
            return _which(chance, pile.covered(DOG), level)


def mah_jong(chance: Random, level: int) -> WhichFit:
    """The Mah Jong in the hand; then on the pile, without a wish and with one; then together with the Phoenix."""
    upon = _plain(chance, "2A")
    wish = chance.choice(WISHES)
    match level:
        case 1 if chance.randrange(2):
            return _which(chance, chance.choice((upon, _plain(chance, "3K5"))), level, (MAH_JONG,))
        case 1:
            return _which(chance, upon.covered(MAH_JONG), level)
        case 2:
            return _which(chance, upon.covered(MAH_JONG, chance.choice((wish, None))), level)
        case _ if chance.randrange(2):
            return _which(chance, _plain(chance, "23KA4").covered(PHOENIX), level, (MAH_JONG,))
        case _:
            return _which(chance, upon.covered(MAH_JONG, wish).covered(PHOENIX), level)


def _plain(chance: Random, ranks: str = WISHES) -> Pile:
    """A pile of two cards, one beside the other, the top one of these ranks."""
    top = chance.choice([card for card in DECK if card.rank in ranks])
    beneath = chance.choice([card for card in DECK if fits(Pile((card,)), top)])
    return Pile((top, beneath))


def _special_pile(chance: Random) -> Pile:
    """A pile with a special card on top that changes what fits."""
    special = chance.choice((PHOENIX, DRAGON, MAH_JONG))
    if special is MAH_JONG:
        return _plain(chance, "2A").covered(MAH_JONG, chance.choice((None, *WISHES)))
    return _plain(chance).covered(special)


def _which(
    chance: Random, pile: Pile, level: int, held: tuple[Card, ...] = (), *, rules: Rules = SHEET, specials: bool = False
) -> WhichFit:
    """The question with a hand of five to seven cards, among them those given."""
    return WhichFit(pile, _hand(chance, (pile,), 4 + level, held, specials=specials), rules)


def _hand(
    chance: Random, piles: tuple[Pile, ...], size: int, held: tuple[Card, ...] = (), *, specials: bool = False
) -> tuple[Card, ...]:
    """Cards that are in no pile: some that fit, some that nearly do, some that do not; by value."""
    lying = {card for pile in piles for card in pile.cards}
    rest = [card for card in DECK if card not in lying and card not in held]
    close = [card for card in rest if any(_is_close(card, pile) for pile in piles)]
    hand = [card for card in held if card not in lying][:size]
    if specials:
        hand += chance.sample([card for card in SPECIALS if card not in lying and card not in hand], 1)
    hand += chance.sample(close, min(len(close), (size - len(hand) + 1) // 2 + 1))
    hand += chance.sample([card for card in rest if card not in hand], max(0, size - len(hand)))
    return by_value(hand)


def _is_close(card: Card, pile: Pile) -> bool:
    """A card that fits, has the value of the pile, or is two away from it."""
    own = value(card)
    return own is not None and pile.values != ALL_VALUES and any(abs(own - counted) <= 2 for counted in pile.values)
