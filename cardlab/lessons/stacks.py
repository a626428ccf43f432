"""The exercises about the piles of Tichu 1.on.1 (U2, U5): each a `Drill`, called with language and seed."""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab import tichu
from cardlab.cards import DECK, Card
from cardlab.lessons.ask import Ask, Why
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tichu import LEARNER
from cardlab.phrasing import tichu_sentences as sentences
from cardlab.phrasing.house_rules import house_rules_of
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.refusal import Refusal
from cardlab.tichu.piles import ALL_VALUES, DOG, DRAGON, MAH_JONG, PHOENIX, WISHES

_OWN: Final = {DRAGON: "U5.1", DOG: "U5.9"}
"""The clause about a pile with this card on top, where a card fits that is one higher or lower."""

# Questions about the piles of Tichu 1.on.1: what fits where (U2), and what each special card changes (U5)


def ask_which_fit(pile: tichu.Pile, hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET) -> Ask:
    """U2.2: which cards of the hand fit on this pile? All that do are asked for."""
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
    """Which cards fit, and for each value why; where none does, what the pile counts as."""
    if not fitting:
        return Message("lesson.which_fit.none"), _counts(pile)
    reasons: dict[object, Text] = {}
    for card in fitting:
        same = "any" if pile.values == ALL_VALUES else tichu.value(card) or card
        reasons.setdefault(same, _why_fits(pile, card, rules))
    all_of_them: Text = Message("lesson.which_fit.fitting", cards=fitting) if len(fitting) > 1 else ()
    return all_of_them, tuple(reasons.values())


def pairs(
    piles: tuple[tichu.Pile, tichu.Pile], hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET
) -> tuple[tuple[Card, int], ...]:
    """Every card of the hand with the place of a pile where it fits."""
    return tuple((card, at) for at, pile in enumerate(piles) for card in tichu.fitting_cards(pile, hand, rules))


def ask_play_one(piles: tuple[tichu.Pile, tichu.Pile], hand: tuple[Card, ...], rules: tichu.Rules = tichu.SHEET) -> Ask:
    """U2.2: choose a card of the hand and a pile where it fits."""
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
    """What one cannot see from the cards: house rules, and that a Dog had nothing to turn."""
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
    return (sentence, Message("lesson.at_any_time")) if tichu.fits(pile, DOG, rules) else sentence


def _why_not(pile: tichu.Pile, card: Card, rules: tichu.Rules) -> tuple[Refusal, ...]:
    """Why the card does not fit; what the special card on the pile demands comes before what holds of every pile."""
    return tuple(sorted(tichu.why_not_fit(pile, card, rules), key=lambda refusal: refusal.rule == "U2.2"))


def _why_fits(pile: tichu.Pile, card: Card, rules: tichu.Rules) -> Deferred:
    """Why a card fits; where one higher or lower decides, by the clause of the special card on the pile."""
    fit = tichu.why_fit(pile, card, rules)
    own = _OWN.get(pile.top, "") if pile.top and fit and fit.rule == "U2.2" else ""
    return Deferred(sentences.why_fits, pile, card, rules, clause=own)


# Makers of the questions about the piles of Tichu 1.on.1: a pile and a hand by chance, of a level (U2, U5)


@drill("stacks.play_one", "U2.2", "U2.3", step="u2-3")
def play_one(chance: Random, level: int) -> Ask:
    """Choose a card and a pile where it fits; every such pair is right.

    Two plain piles and many cards that fit; then fewer cards, on a 2 or an ace one time in two; then always on one of
    those, and some tables play `wrap`.
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
    """The same with a Dragon on the pile or in the hand; at the top level some Dragons lock strictly.

    The Dragon on the pile; then Phoenix and Dog in the hand too; then perhaps the strict house rule (U5.6).
    """
    pile = _plain(chance).covered(DRAGON)
    rules = tichu.Rules(dragon_locks=chance.choice(tuple(tichu.DragonLocks))) if level > 2 else tichu.SHEET
    with_it = (PHOENIX, DOG, MAH_JONG)
    included = tuple(chance.sample(with_it, level - 1)) if level < 3 else (chance.choice(with_it[:2]), MAH_JONG)
    ace = chance.choice([card for card in DECK if card.rank == "A"])
    return _which(chance, pile, level, (ace, *included), rules=rules)


@drill("stacks.phoenix", "U5.2", "U5.7", "U5.8")
def phoenix(chance: Random, level: int) -> Ask:
    """The same on a Phoenix, upon ever stranger cards.

    The Phoenix upon a middle card; then upon an ace, a 2 or a king; then upon another special card, or upon none.
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
    """The same with a Dog in the pile or in the hand.

    A card turned after the Dog; then the Dog in the hand; then a Dog with nothing left to turn (U5.9).
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
    """The same with the Mah Jong in the hand, or on the pile without and with a wish.

    The Mah Jong in the hand; then on the pile, without a wish and with one; then together with the Phoenix.
    """
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


def _plain(chance: Random, ranks: str = WISHES) -> tichu.Pile:
    """A pile of two cards, one beside the other, the top one of these ranks."""
    top = chance.choice([card for card in DECK if card.rank in ranks])
    beneath = chance.choice([card for card in DECK if tichu.fits(tichu.Pile((card,)), top)])
    return tichu.Pile((top, beneath))


def _which(
    chance: Random, pile: tichu.Pile, level: int, included: tuple[Card, ...] = (), *, rules: tichu.Rules = tichu.SHEET
) -> Ask:
    """The question with a hand of five to seven cards, among them those given."""
    return ask_which_fit(pile, _hand(chance, (pile,), 4 + level, included), rules)


def _hand(
    chance: Random, piles: tuple[tichu.Pile, ...], size: int, included: tuple[Card, ...] = ()
) -> tuple[Card, ...]:
    """Cards that are in no pile: some that fit, some that nearly do, some that do not; by value."""
    laid = {card for pile in piles for card in pile.cards}
    rest = [card for card in DECK if card not in laid and card not in included]
    close = [card for card in rest if any(_is_close(card, pile) for pile in piles)]
    hand = [card for card in included if card not in laid][:size]
    hand += chance.sample(close, min(len(close), (size - len(hand) + 1) // 2 + 1))
    hand += chance.sample([card for card in rest if card not in hand], max(0, size - len(hand)))
    return sentences.by_value(hand)


def _is_close(card: Card, pile: tichu.Pile) -> bool:
    """A card that fits, has the value of the pile, or is two away from it."""
    own = tichu.value(card)
    return own is not None and pile.values != ALL_VALUES and any(abs(own - counted) <= 2 for counted in pile.values)


DRILLS: Final = (play_one, dog, dragon, phoenix, mah_jong)
