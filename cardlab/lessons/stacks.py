"""The exercises about the piles of Tichu 1.on.1 (U2, U5): each a `Drill`, called with language and seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, SPECIALS, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to
from cardlab.lessons.tables_tichu import learner
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tichu import (
    SHEET,
    DragonLocks,
    Pile,
    Rules,
    View,
    fits,
    fitting_cards,
    fitting_values,
    sorting_value,
    value,
    why_fit,
    why_not_fit,
)
from cardlab.tichu.piles import ALL_VALUES, DOG, DRAGON, MAH_JONG, PHOENIX, WISHES

# Questions about the piles of Tichu 1.on.1: what fits where (U2), and what each special card changes (U5)


@dataclass(frozen=True, slots=True)
class WhichFit:
    """U2.2: which cards of the hand fit on this pile? All that do are asked for.

    `seen`: the race that it is taken from, as the learner sees it; None where there is none.
    """

    pile: Pile
    hand: tuple[Card, ...]
    rules: Rules = SHEET
    seen: View | None = None

    @property
    def fitting(self) -> tuple[Card, ...]:
        return fitting_cards(self.pile, self.hand, self.rules)

    def task(self, lang: str) -> Task:
        prompt = " ".join((say("lesson.which_fit.prompt", lang), *_notes((self.pile,), self.rules, lang)))
        piles = (tell.upper_cards(self.pile),)
        labels = (tell.pile_name(self.pile, say("lesson.pile", lang), lang),)
        return Task(prompt, self.hand, piles, multiple=True, may_be_empty=True, pile_labels=labels, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = frozenset(cards_of(answer))
        if selected == frozenset(self.fitting):
            return Verdict(True, self._because(lang), self._rules)
        refusals = [refusal for card in self.hand if card in selected for refusal in self._against(card)]
        sentences = list(learner(lang).explained(refusals))
        missed = tuple(card for card in self.fitting if card not in selected)
        if missed:
            rule = _fit_rule(self.pile, missed[0], self.rules)
            sentences.append(f"{say('lesson.which_fit.missed', lang, count=len(missed))} ({rule})")
        rules = [refusal.rule for refusal in refusals]
        rules += [_fit_rule(self.pile, card, self.rules) for card in missed[:1]]
        return Verdict(False, tuple(sentences), tuple(dict.fromkeys(rules)))

    def _against(self, card: Card) -> tuple[Refusal, ...]:
        return why_not_fit(self.pile, card, self.rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        rules = [_fit_rule(self.pile, card, self.rules) for card in self.fitting]
        rules += [refusal.rule for card in self.hand for refusal in self._against(card) if not self.fitting]
        return tuple(dict.fromkeys(rules))

    def _because(self, lang: str) -> tuple[str, ...]:
        """Which cards fit, and for each value why; where none does, what the pile counts as."""
        if not self.fitting:
            return say("lesson.which_fit.none", lang), _counts(self.pile, lang)
        reasons: dict[object, str] = {}
        for card in self.fitting:
            same = "any" if self.pile.values == ALL_VALUES else value(card) or card
            reasons.setdefault(same, tell.why_fits(self.pile, card, self.rules, lang))
        if len(self.fitting) == 1:
            return tuple(reasons.values())
        return say("lesson.which_fit.fitting", lang, cards=self.fitting), *reasons.values()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.fitting, _counts(self.pile, lang), _needed(self.pile, self.rules, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._because(lang)), self.fitting


@dataclass(frozen=True, slots=True)
class PlayOne:
    """U2.2: choose a card of the hand and a pile where it fits."""

    piles: tuple[Pile, Pile]
    hand: tuple[Card, ...]
    rules: Rules = SHEET

    @property
    def pairs(self) -> tuple[tuple[Card, int], ...]:
        """Every right answer."""
        places = range(len(self.piles))
        return tuple((card, at) for at in places for card in fitting_cards(self.piles[at], self.hand, self.rules))

    def task(self, lang: str) -> Task:
        prompt = " ".join((say("lesson.play_one.prompt", lang), *_notes(self.piles, self.rules, lang)))
        labels = tuple(
            tell.pile_name(pile, say("piles.pile", lang, number=at + 1), lang) for at, pile in enumerate(self.piles)
        )
        piles = tuple(tell.upper_cards(pile) for pile in self.piles)
        return Task(prompt, self.hand, piles, kind="card_and_pile", pile_labels=labels, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        match answer:
            case (Card() as card, int(place)):
                pile = self.piles[place]
                if fits(pile, card, self.rules):
                    return Verdict(
                        True, (tell.why_fits(pile, card, self.rules, lang),), (_fit_rule(pile, card, self.rules),)
                    )
                refusals = why_not_fit(pile, card, self.rules)
                sentences = learner(lang).explained(refusals)
                return Verdict(False, sentences, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))
        raise TypeError(f"a card and the place of a pile, not {answer!r}")

    def hints(self, lang: str) -> tuple[Hint, ...]:
        card, place = self.pairs[0]
        pile = self.piles[place]
        where = say("piles.pile", lang, number=place + 1)
        start = say("lesson.play_one.look", lang, pile=where)
        attempt = say("lesson.play_one.try", lang, card=card)
        return leading_to((card, place), f"{start} {_counts(pile, lang)}", _needed(pile, self.rules, lang), attempt)

    def solution(self, lang: str) -> tuple[str, Answer]:
        card, place = self.pairs[0]
        where = say("piles.pile", lang, number=place + 1)
        return f"{where}: {tell.why_fits(self.piles[place], card, self.rules, lang)}", (card, place)


def _notes(piles: tuple[Pile, ...], rules: Rules, lang: str) -> tuple[str, ...]:
    """What one cannot see from the cards: house rules, and that a Dog had nothing to turn."""
    keys = [f"lesson.house_rule.{name}" for name in rules.changed()]
    keys += ["lesson.dog_turned_nothing" for pile in piles if pile.top is DOG]
    keys += ["lesson.nothing_beneath" for pile in piles if pile.cards == (PHOENIX,)]
    return tuple(say(key, lang) for key in keys)


def _counts(pile: Pile, lang: str) -> str:
    if pile.values == ALL_VALUES:
        return say("lesson.counts_as_any", lang)
    return say("lesson.counts_as", lang, values=tell.value_names(pile.values, lang))


def _needed(pile: Pile, rules: Rules, lang: str) -> str:
    values = fitting_values(pile, rules)
    key = "lesson.any_value_fits" if values == ALL_VALUES else "lesson.values_that_fit"
    sentence = say(key, lang, values=tell.value_names(values, lang))
    if fits(pile, DOG, rules):
        return f"{sentence} {say('lesson.at_any_time', lang)}"
    return sentence


def _fit_rule(pile: Pile, card: Card, rules: Rules) -> str:
    fit = why_fit(pile, card, rules)
    return fit.rule if fit else "U2.2"


# Makers of the questions about the piles of Tichu 1.on.1: a pile and a hand by chance, of a level (U2, U5)


@drill("stacks.play_one", "U2.2", "U2.3")
def play_one(chance: Random, level: int) -> PlayOne:
    """Choose a card and a pile where it fits; every such pair is right.

    Two plain piles and many cards that fit; then fewer cards, on a 2 or an ace one time in two; then special cards,
    and some tables that play `wrap`.
    """
    fewest, most = ((3, 6), (1, 2), (1, 3))[level - 1]
    rules = Rules(wrap=chance.randrange(3) == 0) if level > 2 else SHEET
    while True:
        held: tuple[Card, ...] = ()
        first, second = _plain(chance) if level < 3 else _special_pile(chance), _plain(chance)
        if level > 1 and chance.randrange(2):
            second, held = _plain(chance, "2A"), (chance.choice([card for card in DECK if card.rank in "2A"]),)
        if set(first.cards) & set(second.cards):
            continue
        hand = _hand(chance, (first, second), 8 - level, held, specials=level == 3)
        question = PlayOne((first, second), hand, rules)
        if fewest <= len(question.pairs) <= most:
            return question


@drill("stacks.dragon", "U5.1", "U5.6")
def dragon(chance: Random, level: int) -> WhichFit:
    """The same with a Dragon on the pile or in the hand; at the top level some Dragons lock strictly.

    The Dragon on the pile; then Phoenix and Dog in the hand too; then perhaps the strict house rule (U5.6).
    """
    pile = _plain(chance).covered(DRAGON)
    rules = Rules(dragon_locks=chance.choice(tuple(DragonLocks))) if level > 2 else SHEET
    with_it = (PHOENIX, DOG, MAH_JONG)
    held = tuple(chance.sample(with_it, level - 1)) if level < 3 else (chance.choice(with_it[:2]), MAH_JONG)
    ace = chance.choice([card for card in DECK if card.rank == "A"])
    return _which(chance, pile, level, (ace, *held), rules=rules)


@drill("stacks.phoenix", "U5.2", "U5.7", "U5.8")
def phoenix(chance: Random, level: int) -> WhichFit:
    """The same on a Phoenix, upon ever stranger cards.

    The Phoenix upon a middle card; then upon an ace, a 2 or a king; then upon another special card, or upon none.
    """
    match level:
        case 1:
            return _which(chance, _plain(chance, "456789T").covered(PHOENIX), level)
        case 2:
            return _which(chance, _plain(chance, "23KA").covered(PHOENIX), level, (MAH_JONG,))
        case _:
            beneath = (Pile.of((DRAGON,)), Pile.of((MAH_JONG,)), Pile((MAH_JONG,), chance.choice(WISHES)), Pile())
            return _which(chance, chance.choice(beneath).covered(PHOENIX), level)


@drill("stacks.dog", "U5.3", "U5.9")
def dog(chance: Random, level: int) -> WhichFit:
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
def mah_jong(chance: Random, level: int) -> WhichFit:
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


def _which(chance: Random, pile: Pile, level: int, held: tuple[Card, ...] = (), *, rules: Rules = SHEET) -> WhichFit:
    """The question with a hand of five to seven cards, among them those given."""
    return WhichFit(pile, _hand(chance, (pile,), 4 + level, held), rules)


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
    return tell.by_value(hand)


def _is_close(card: Card, pile: Pile) -> bool:
    """A card that fits, has the value of the pile, or is two away from it."""
    own = value(card)
    return own is not None and pile.values != ALL_VALUES and any(abs(own - counted) <= 2 for counted in pile.values)


DRILLS: Final = (
    play_one,
    dragon,
    phoenix,
    dog,
    mah_jong,
)
"""In the order in which they are met."""
