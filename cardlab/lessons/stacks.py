"""Exercises about values and piles of Tichu 1.on.1. [U1.4, U2, U5]"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab import tichu
from cardlab.cards import DECK, RANKS, SPECIALS, Card
from cardlab.lessons.ask import Ask, Why
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tichu import LEARNER
from cardlab.phrasing import tichu_sentences as sentences
from cardlab.phrasing.house_rules import house_rules_of
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.refusal import Refusal
from cardlab.tichu.piles import ALL_VALUES, DOG, DRAGON, MAH_JONG, PHOENIX, WISHES
from cardlab.tongits import points

_OWN: Final = {DRAGON: "U5.1", DOG: "U5.9"}
"""By special card on top, the clause by which cards one higher or lower fit on it."""

# The values of cards (U1.4)


def ask_value(card: Card) -> Ask:
    """Ask what value a card has in Tichu 1.on.1. [U1.4]"""
    worth = tichu.value(card)
    assert worth is not None
    order = Message("lesson.value.order", "U1.4")
    near = [one for one in (*DECK[: len(RANKS)], *SPECIALS) if abs((tichu.value(one) or 99) - worth) == 1]
    return Ask(
        (card,),
        prompt=Message("lesson.value.prompt"),
        hand_label=Message("lesson.name_it.this_card"),
        answer=worth,
        because=Message("lesson.value.is", "U1.4", card=card, value=worth),
        each={points(card): Message("lesson.value.points", "U1.4")} if card in DECK else {},
        rule=order,
        helps=(order, Message("lesson.value.beside", card=card, cards=tuple(near))),
    )


@drill("stacks.value", "U1.4", "U1.1")
def value(chance: Random, level: int) -> Ask:
    """Make a question about the value of a card.

    Level 1: a number card. Level 2: an ace or a court card. Level 3: or a special card.
    """
    plain = [card for card in DECK if (card.rank in "AJQK") is (level > 1)]
    valued = [card for card in SPECIALS if tichu.value(card) is not None]
    return ask_value(chance.choice(valued if level > 2 and chance.randrange(2) else plain))


# What fits on which pile (U2), and what each special card changes (U5)


def ask_which_fit(pile: tichu.Pile, hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET) -> Ask:
    """Ask for all cards of the hand that fit on this pile. [U2.2]"""
    fitting = tichu.fitting_cards(pile, hand, rules)
    against = {card: _why_not(pile, card, rules) for card in hand}
    return Ask(
        hand,
        prompt=(Message("lesson.which_fit.prompt"), _unseen((pile,), rules)),
        choose="any",
        piles=(Deferred(sentences.discard_piles, (pile,)),),
        worth=tichu.sorting_value,
        answer=fitting,
        because=_why_these(pile, fitting, rules),
        each={card.code: refusals for card, refusals in against.items()},
        clauses=() if fitting else tuple(refusal.rule for refusals in against.values() for refusal in refusals),
        rule=Message("clause.U2.2", "U2.2"),
        helps=(_counts(pile), _needed(pile, rules)),
        reader=LEARNER,
    )


def _why_these(pile: tichu.Pile, fitting: tuple[Card, ...], rules: tichu.Rules) -> Text:
    """Say which cards fit and why; if none does, what the pile counts as."""
    if not fitting:
        return Message("lesson.which_fit.none"), _counts(pile)
    reasons: dict[object, Text] = {}
    for card in fitting:
        fit = tichu.why_fit(pile, card, rules)
        # A 2 and an ace have one reason on the Mah Jong.
        alike = pile.values == ALL_VALUES or (fit and fit.rule == "U5.5")
        reasons.setdefault("any" if alike else tichu.value(card) or card, _why_fits(pile, card, rules))
    all_of_them: Text = Message("lesson.which_fit.fitting", cards=fitting) if len(fitting) > 1 else ()
    return all_of_them, tuple(reasons.values())


def pairs(
    piles: tuple[tichu.Pile, tichu.Pile], hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET
) -> tuple[tuple[Card, int], ...]:
    """Return every card of the hand with the index of each pile on which it fits."""
    return tuple((card, at) for at, pile in enumerate(piles) for card in tichu.fitting_cards(pile, hand, rules))


def ask_play_one(piles: tuple[tichu.Pile, tichu.Pile], hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET) -> Ask:
    """Ask for a card of the hand and a pile on which it fits. [U2.2]"""
    card, place = pairs(piles, hand, rules)[0]

    def judge(answer: tuple[Card, int]) -> Why:
        chosen, at = answer
        refusals = _why_not(piles[at], chosen, rules)
        return Why(False, refusals) if refusals else Why(True, _why_fits(piles[at], chosen, rules))

    return Ask(
        hand,
        prompt=(Message("lesson.play_one.prompt"), _unseen(piles, rules)),
        piles=(Deferred(sentences.discard_piles, piles),),
        worth=tichu.sorting_value,
        answer=(card, place),
        judge=judge,
        helps=(
            (Message("lesson.play_one.look", pile=Message("piles.pile", number=place + 1)), _counts(piles[place])),
            _needed(piles[place], rules),
            Message("lesson.play_one.try", card=card),
        ),
        reader=LEARNER,
    )


def _unseen(piles: tuple[tichu.Pile, ...], rules: tichu.Rules) -> tuple[Text, ...]:
    """Say what the cards alone don't show, such as house rules."""
    keys = ["lesson.dog_turned_nothing" for pile in piles if pile.top is DOG]
    keys += ["lesson.nothing_beneath" for pile in piles if pile.cards == (PHOENIX,)]
    return (Deferred(house_rules_of, rules), *map(Message, keys))


def _counts(pile: tichu.Pile) -> Text:
    if pile.values == ALL_VALUES:
        return Message("lesson.counts_as_any")
    return Message("lesson.counts_as", values=Deferred(sentences.value_names, pile.values))


def _needed(pile: tichu.Pile, rules: tichu.Rules) -> Text:
    values = tichu.fitting_values(pile, rules)
    key = "lesson.any_value_fits" if values == ALL_VALUES else "lesson.values_that_fit"
    sentence = Message(key, values=Deferred(sentences.value_names, values))
    return (Message("lesson.at_any_time"), sentence) if tichu.fits(pile, DOG, rules) else sentence


def _why_not(pile: tichu.Pile, card: Card, rules: tichu.Rules) -> tuple[Refusal, ...]:
    """Return why a card doesn't fit; reasons of a special card come first."""
    return tuple(sorted(tichu.why_not_fit(pile, card, rules), key=lambda refusal: refusal.rule == "U2.2"))


def _why_fits(pile: tichu.Pile, card: Card, rules: tichu.Rules) -> Deferred:
    """Say why a card fits, by the clause of the special card on the pile if possible."""
    fit = tichu.why_fit(pile, card, rules)
    own = _OWN.get(pile.top, "") if pile.top and fit and fit.rule == "U2.2" else ""
    return Deferred(sentences.why_fits, pile, card, rules, clause=own)


# The drills about piles (U2, U5)


@drill("stacks.play_one", "U2.2", "U2.3", step="u2-3")
def play_one(chance: Random, level: int) -> Ask:
    """Make a question about any card and a pile on which it fits.

    Level 1: three to six right pairs. Level 2: one or two, half the time with a 2 or ace on a pile. Level 3: one to
    three, always with a 2 or ace, and sometimes the house rule `wrap`.
    """
    fewest, most = ((3, 6), (1, 2), (1, 3))[level - 1]
    rules = tichu.Rules(wrap=chance.randrange(3) == 0) if level > 2 else tichu.SHEET
    while True:
        included: tuple[Card, ...] = ()
        first, second = _plain(chance), _plain(chance)
        if level > 2 or (level > 1 and chance.randrange(2)):
            second, included = _plain(chance, "2A"), (chance.choice([card for card in DECK if card.rank in "2A"]),)
        if set(first.cards) & set(second.cards):
            continue
        hand = _hand(chance, (first, second), 8 - level, included)
        if fewest <= len(pairs((first, second), hand, rules)) <= most:
            return ask_play_one((first, second), hand, rules)


@drill("stacks.dragon", "U5.1", "U5.6")
def dragon(chance: Random, level: int) -> Ask:
    """Make a question about what fits on the Dragon.

    The hand has no special cards at level 1, one at level 2, two at level 3, where a house rule may apply (U5.6).
    """
    pile = _plain(chance).covered(DRAGON)
    rules = tichu.Rules(dragon_locks=chance.choice(tuple(tichu.DragonLocks))) if level > 2 else tichu.SHEET
    with_it = (PHOENIX, DOG, MAH_JONG)
    included = tuple(chance.sample(with_it, level - 1)) if level < 3 else (chance.choice(with_it[:2]), MAH_JONG)
    ace = chance.choice([card for card in DECK if card.rank == "A"])
    return _which(chance, pile, level, (ace, *included), rules=rules)


@drill("stacks.phoenix", "U5.2", "U5.7", "U5.8")
def phoenix(chance: Random, level: int) -> Ask:
    """Make a question about what fits on the Phoenix.

    Level 1: on a middle card. Level 2: on an ace, a 2, a 3 or a king. Level 3: on a special card, or on no card.
    """
    match level:
        case 1:
            return _which(chance, _plain(chance, "456789T").covered(PHOENIX), level)
        case 2:
            return _which(chance, _plain(chance, "23KA").covered(PHOENIX), level, (MAH_JONG,))
        case _:
            beneath = (
                tichu.Pile.of((DRAGON,)),
                tichu.Pile.of((MAH_JONG,)),
                tichu.Pile((MAH_JONG,), chance.choice(WISHES)),
                tichu.Pile(),
            )
            return _which(chance, chance.choice(beneath).covered(PHOENIX), level)


@drill("stacks.dog", "U5.3", "U5.9")
def dog(chance: Random, level: int) -> Ask:
    """Make a question about what fits with a Dog in the pile or in the hand.

    Level 1: a card was turned on the Dog. Level 2: the Dog is in the hand. Level 3: nothing is left to turn (U5.9).
    """
    pile = _plain(chance)
    match level:
        case 1:
            turned = chance.choice([card for card in DECK if card not in pile.cards])
            return _which(chance, pile.covered(DOG).covered(turned), level)
        case 2:
            return _which(chance, chance.choice((pile, pile.covered(DRAGON), pile.covered(PHOENIX))), level, (DOG,))
        case _:
            return _which(chance, pile.covered(DOG), level)


@drill("stacks.mah_jong", "U5.4", "U5.5", "U5.7")
def mah_jong(chance: Random, level: int) -> Ask:
    """Make a question about what fits with the Mah Jong in the pile or in the hand.

    Level 1: in the hand, or on the pile. Level 2: on the pile, perhaps with a wish. Level 3: together with the Phoenix.
    """
    pile = _plain(chance, "2A")
    wish = chance.choice(WISHES)
    match level:
        case 1 if chance.randrange(2):
            return _which(chance, chance.choice((pile, _plain(chance, "3K5"))), level, (MAH_JONG,))
        case 1:
            return _which(chance, pile.covered(MAH_JONG), level)
        case 2:
            return _which(chance, pile.covered(MAH_JONG, chance.choice((wish, None))), level)
        case _ if chance.randrange(2):
            return _which(chance, _plain(chance, "23KA4").covered(PHOENIX), level, (MAH_JONG,))
        case _:
            return _which(chance, pile.covered(MAH_JONG, wish).covered(PHOENIX), level)


def _plain(chance: Random, ranks: str = WISHES) -> tichu.Pile:
    """Return a pile of two plain cards; the top one has one of these ranks."""
    top = chance.choice([card for card in DECK if card.rank in ranks])
    beneath = chance.choice([card for card in DECK if tichu.fits(tichu.Pile((card,)), top)])
    return tichu.Pile((top, beneath))


def _which(
    chance: Random, pile: tichu.Pile, level: int, included: tuple[Card, ...] = (), *, rules: tichu.Rules = tichu.SHEET
) -> Ask:
    """Ask what fits on the pile, with a hand that includes these cards."""
    return ask_which_fit(pile, _hand(chance, (pile,), 4 + level, included), rules)


def _hand(
    chance: Random, piles: tuple[tichu.Pile, ...], size: int, included: tuple[Card, ...] = ()
) -> tuple[Card, ...]:
    """Return cards that are in no pile, sorted by value; some fit and some nearly do."""
    laid = {card for pile in piles for card in pile.cards}
    rest = [card for card in DECK if card not in laid and card not in included]
    close = [card for card in rest if any(_is_close(card, pile) for pile in piles)]
    hand = [card for card in included if card not in laid][:size]
    hand += chance.sample(close, min(len(close), (size - len(hand) + 1) // 2 + 1))
    hand += chance.sample([card for card in rest if card not in hand], max(0, size - len(hand)))
    return sentences.by_value(hand)


def _is_close(card: Card, pile: tichu.Pile) -> bool:
    """Return whether the values of a card and a pile differ by at most two."""
    own = tichu.value(card)
    return own is not None and pile.values != ALL_VALUES and any(abs(own - counted) <= 2 for counted in pile.values)


DRILLS: Final = (value, play_one, dog, dragon, phoenix, mah_jong)
