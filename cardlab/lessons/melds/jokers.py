"""Questions about melds with jokers in Tongits: which handfuls are one, and what a joker stands for (T10.1-3).

Knows how such a question is made and put; how a handful with jokers reads is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import JOKERS, RANKS, SUITS, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import CLAUSE, by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import YOU
from cardlab.locale import card_label, explain, say
from cardlab.tongits import (
    Began,
    Kind,
    LayMeld,
    Meld,
    Phase,
    Rules,
    State,
    meld_readings,
    why_meld,
    why_not,
    why_not_meld,
)

__all__ = ["JokerMeld", "StandsFor", "joker_meld", "stands_for"]

WITH_JOKERS: Final = Rules(jokers=2)
FIRST: Final = JOKERS[0]
UNCLEAR: Final = "unclear"


@dataclass(frozen=True, slots=True)
class JokerMeld:
    """T10.1, T10.2: is this handful, with jokers, a meld in some order?"""

    handful: tuple[Card, ...]
    rules: Rules = WITH_JOKERS

    @property
    def readings(self) -> tuple[Meld, ...]:
        return meld_readings(self.handful, self.rules)

    def task(self, lang: str) -> Task:
        notes = (say("lesson.jokers_shuffled_in", lang, count=self.rules.jokers),)
        label, prompt = say("lesson.these_cards", lang), say("lesson.joker_meld.prompt", lang)
        return Task(prompt, self.handful, kind="choice", choices=yes_or_no(lang), hand_label=label, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        readings = self.readings
        if not readings:
            refusals = why_not_meld(self.handful, self.rules)
            rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals))
            return Verdict(answer == "no", tuple(explain(refusal, lang) for refusal in refusals), rules)
        kind = readings[0].kind
        told, rules = _reasons(readings, lang), (CLAUSE[kind], "T10.3" if kind is Kind.RUN else "T10.2")
        groups = tuple((say("lesson.joker.reads_as", lang), meld.stands_for) for meld in readings)
        return Verdict(answer == "yes", told, rules, groups=groups if kind is Kind.RUN else ())

    def hints(self, lang: str) -> tuple[Hint, ...]:
        any_card = by_rule("lesson.joker.any_card", "T10.1", lang)
        naturals = tuple(card for card in self.handful if not card.is_joker)
        without = say("lesson.joker.without", lang, cards=_by_number(naturals), count=len(self.handful) - len(naturals))
        two = by_rule("lesson.joker.two_naturals", "T10.2", lang)
        return leading_to(self.solution(lang)[1], any_card, without, two)

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if self.readings else "no"
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class StandsFor:
    """T10.3: laid in this order, what does the joker stand for? Or does the order leave it open?"""

    order: tuple[Card, ...]
    joker: Card = FIRST
    rules: Rules = WITH_JOKERS

    @property
    def meant(self) -> Card | None:
        """The card that the joker stands for, None if the order leaves it open."""
        meld = why_meld(self.order, self.rules)
        return meld.stands_for[meld.cards.index(self.joker)] if meld else None

    def task(self, lang: str) -> Task:
        choices = tuple((card.code, card_label(card, lang)) for card in self._possible)
        choices += ((UNCLEAR, say("lesson.stands_for.unclear", lang)),)
        two = sum(card.is_joker for card in self.order) > 1
        key = "lesson.stands_for.prompt" if not two else f"lesson.stands_for.prompt_{self.joker.code}"
        label = say("lesson.stands_for.laid", lang)
        return Task(say(key, lang), (), (self.order,), choices, kind="choice", pile_labels=(label,))

    @property
    def _possible(self) -> tuple[Card, ...]:
        """Every card that a joker could be here, and the next ones beyond."""
        naturals = [card for card in self.order if not card.is_joker]
        meant = [card.number for meld in meld_readings(self.order, self.rules) for card in meld.stands_for]
        numbers = range(max(1, min(meant) - 1), min(len(RANKS), max(meant) + 1) + 1)
        cards = (Card(RANKS[number - 1] + naturals[0].suit) for number in numbers)
        return tuple(card for card in cards if card not in naturals)

    def check(self, answer: Answer, lang: str) -> Verdict:
        meant = self.meant
        if answer != (meant.code if meant else UNCLEAR):
            return Verdict(False, (self._instead(str(answer), lang),), ("T10.3",))
        groups = ((say("lesson.joker.reads_as", lang), self._read),) if meant else ()
        return Verdict(True, (self._told(lang),), ("T10.3",), groups=groups)

    def _instead(self, answer: str, lang: str) -> str:
        """Why a wrong answer is wrong, without giving the right one away."""
        meld = why_meld(self.order, self.rules)
        if meld is None:
            return self._told(lang)
        if meld.cards != self.order:
            return by_rule("lesson.stands_for.put_in_order", "T10.3", lang, cards=meld.cards)
        if answer == UNCLEAR:
            return by_rule("lesson.stands_for.clear", "T10.3", lang)
        placed = tuple(Card(answer) if card is self.joker else card for card in self.order)
        return by_rule("lesson.stands_for.no_run", "T10.3", lang, card=Card(answer), cards=placed)

    @property
    def _read(self) -> tuple[Card, ...]:
        meld = why_meld(self.order, self.rules)
        return meld.stands_for if meld else ()

    def _told(self, lang: str) -> str:
        meant = self.meant
        if meant is None:
            hands = (self.order, (), ())
            state = State(self.rules, hands, (), first=YOU, seat=YOU, phase=Phase.LAY, began=Began.STOCK)
            return " ".join(explain(refusal, lang) for refusal in why_not(state, LayMeld(YOU, self.order)))
        single = len(meld_readings(self.order, self.rules)) == 1
        key = "lesson.stands_for.only" if single else "lesson.stands_for.by_order"
        return by_rule(key, "T10.3", lang, card=meant, run=self._read)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        readings = tuple(meld.stands_for for meld in meld_readings(self.order, self.rules))
        naturals = tuple(card for card in self.order if not card.is_joker)
        look = say("lesson.stands_for.look", lang, cards=_by_number(naturals))
        key = "lesson.stands_for.possible_only" if len(readings) == 1 else "lesson.stands_for.possible"
        possible = by_rule(key, "T10.3", lang, readings=readings)
        return leading_to(self.solution(lang)[1], look, possible)

    def solution(self, lang: str) -> tuple[str, Answer]:
        meant = self.meant
        return self._told(lang), meant.code if meant else UNCLEAR


def joker_meld(chance: Random, level: int) -> JokerMeld:
    """One joker with two cards; then two jokers or too few other cards; then also the ace and sets that are full."""
    shape = chance.choice(_SHAPES[: (8, 12, 20)[level - 1]])
    if isinstance(shape, int):
        naturals, jokers = shape // 10, shape % 10
        rank = chance.choice(RANKS)
        cards = tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, naturals)))
        return JokerMeld((*cards, *JOKERS[:jokers]))
    suits = chance.sample(SUITS, 2) if shape.endswith("/") else [chance.choice(SUITS)] * 2
    ranks, jokers = shape.rstrip("/").rstrip("*"), shape.count("*")
    start = 0 if ranks[0] == "A" or ranks[-1] == "K" else chance.randrange(5)
    moved = ranks if not start else "".join(RANKS[RANKS.index(rank) + start] for rank in ranks)
    cards = tuple(Card(rank + suits[place % 2]) for place, rank in enumerate(moved))
    return JokerMeld((*cards, *JOKERS[:jokers]))


def stands_for(chance: Random, level: int) -> StandsFor:
    """Two cards and a joker in order; then three, or an order that is no run, or an end; then two jokers."""
    jokers = 2 if level > 2 else 1
    length = 3 if level == 1 else chance.choice((3, 4)) if level == 2 else chance.choice((4, 5))
    suit = chance.choice(SUITS)
    start = (
        chance.randrange(len(RANKS) - length + 1) if chance.randrange(3) else chance.choice((0, len(RANKS) - length))
    )
    run = [Card(rank + suit) for rank in RANKS[start : start + length]]
    for place, joker in zip(sorted(chance.sample(range(length), jokers)), JOKERS, strict=False):
        run[place] = joker
    if level > 1 and chance.randrange(2):
        naturals = [card for card in run if not card.is_joker]
        naturals = naturals[::-1] if chance.randrange(2) else naturals
        run = [*JOKERS[:jokers], *naturals] if chance.randrange(2) else [*naturals, *JOKERS[:jokers]]
    return StandsFor(tuple(run), chance.choice(JOKERS[:jokers]))


_SHAPES: Final[tuple[str | int, ...]] = (
    *("46*", "45*", "47*", "46*/", "45*/", 21, "457*", 21),
    *("47**", 12, 22, "48**"),
    *("QK*", "AK*", "A3*", 41, "AQK*", "A4**", 32, 31),
)
"""Ranks and jokers, a "/" for two suits; or, for cards of one rank, how many of them and how many jokers."""


def _reasons(readings: tuple[Meld, ...], lang: str) -> tuple[str, ...]:
    """Why a handful with jokers is a meld: its clause, and what the jokers stand for, as far as that is settled."""
    meld = readings[0]
    if len(readings) > 1:
        runs = tuple(reading.stands_for for reading in readings)
        return (by_rule("lesson.joker.several", "T10.3", lang, readings=runs),)
    first = meld.stands_for[0]
    cards, count = meld.stands_for, len(meld.cards)
    facts = {"rank": first.rank, "suit": f"suit.{first.suit}", "cards": cards, "count": count}
    because = by_rule(f"why.{meld.kind}", CLAUSE[meld.kind], lang, **facts)
    if meld.kind is Kind.SET:
        return because, by_rule("lesson.joker.in_set", "T10.2", lang, rank=first.rank, count=len(meld.jokers))
    meant = tuple(card for card, laid in zip(meld.stands_for, meld.cards, strict=True) if laid.is_joker)
    return because, by_rule("lesson.joker.in_run", "T10.3", lang, cards=meant, count=len(meant))


def _by_number(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.number, card)))
