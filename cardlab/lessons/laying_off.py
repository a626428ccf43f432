"""The exercises about melds that lie on the table: laying off (T4), who has opened (T3.5), jokers there (T10.4)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to, yes_or_no
from cardlab.lessons.tables_tongits import YOU, learner
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.tongits import KIND_CLAUSE
from cardlab.tongits import (
    Kind,
    Laid,
    Meld,
    Phase,
    Rules,
    State,
    deadwood,
    deadwood_parts,
    extensions,
    grown,
    melds_in,
    points,
    why_meld,
    why_not_meld,
)

# Questions about melds on the table: which cards can be laid off on them (T4), and who has opened (T3.5)

OPPONENT: Final = 1


@dataclass(frozen=True, slots=True)
class LayOff:
    """T4.1, T4.2: which cards of the hand can be laid off on these melds? All that can are asked for."""

    hand: tuple[Card, ...]
    table: tuple[Laid, ...]

    @property
    def melds(self) -> tuple[Meld, ...]:
        return tuple(laid.meld for laid in self.table if laid.meld)

    @property
    def added(self) -> tuple[tuple[Card, ...], ...]:
        """The most cards that can be laid off on each meld; no card can go on two."""
        return tuple(max(extensions(meld, self.hand), key=len, default=()) for meld in self.melds)

    @property
    def fitting(self) -> frozenset[Card]:
        return frozenset(card for added in self.added for card in added)

    def task(self, lang: str) -> Task:
        labels = tuple(say(_OWNER[laid.owner], lang) for laid in self.table)
        piles = tuple(meld.cards for meld in self.melds)
        prompt = say("lesson.lay_off.prompt", lang)
        return Task(prompt, self.hand, piles, multiple=True, may_be_empty=True, pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = cards_of(answer)
        if frozenset(selected) == self.fitting:
            return Verdict(True, self._growth(lang), ("T4.1", "T4.2"))
        wrong = tuple(card for card in selected if card not in self.fitting)
        sentences = [self._misfit(card, meld, lang) for card in wrong for meld in self.melds]
        missed = len(self.fitting - frozenset(selected))
        if missed:
            sentences.append(by_rule("lesson.lay_off.missed", "T4.1", lang, count=missed))
        return Verdict(False, tuple(sentences), ("T4.1", "T4.2"))

    def _misfit(self, card: Card, meld: Meld, lang: str) -> str:
        """Why a card cannot go on a meld: it would be none any more, and why not one of its kind."""
        other = KIND_CLAUSE[Kind.RUN if meld.kind is Kind.SET else Kind.SET]
        reasons = [
            learner(lang).explain(refusal, repair=False)
            for refusal in why_not_meld((*meld.cards, card))
            if refusal.rule != other
        ]
        return " ".join((by_rule("lesson.lay_off.no_meld_left", "T4.2", lang, card=card, meld=meld.cards), *reasons))

    def _growth(self, lang: str) -> tuple[str, ...]:
        sentences = []
        for meld, added in zip(self.melds, self.added, strict=True):
            after = grown(meld, added)
            facts = {"meld": meld.cards, "cards": added, "after": after.cards if after else ()}
            key = "lesson.lay_off.grows" if after else "lesson.lay_off.stays"
            sentences.append(by_rule(key, "T4.2", lang, **facts))
        return tuple(sentences)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        next_to = []
        for meld in self.melds:
            first = tuple(card for card in DECK if grown(meld, (card,)))
            key = "lesson.lay_off.fits_next" if first else "lesson.lay_off.complete"
            next_to.append(say(key, lang, meld=meld.cards, cards=first))
        how_many = say("lesson.lay_off.how_many", lang, cards=len(self.fitting))
        return leading_to(self.solution(lang)[1], " ".join(next_to), how_many)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._growth(lang)), tuple(card for card in self.hand if card in self.fitting)


@dataclass(frozen=True, slots=True)
class Opened:
    """T3.5, T4.3: has the learner opened, with these melds on the table and `laid_off` added by the learner?"""

    table: tuple[Laid, ...]
    laid_off: tuple[Card, ...] = ()

    @property
    def answer(self) -> bool:
        """What a state says in which these melds lie on the table."""
        hands: tuple[tuple[Card, ...], ...] = ((), (), ())
        table = State(Rules(), hands, (), first=YOU, seat=YOU, phase=Phase.LAY, began=None, melds=self.table)
        return table.opened(YOU)

    def task(self, lang: str) -> Task:
        labels = tuple(say(_OWNER[laid.owner], lang) for laid in self.table)
        piles = tuple(laid.meld.cards for laid in self.table if laid.meld)
        key = "lesson.opened.prompt_laid_off" if self.laid_off else "lesson.opened.prompt"
        prompt = say(key, lang, cards=self.laid_off)
        return Task(prompt, (), piles, yes_or_no(lang), kind="choice", pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules: tuple[str, ...]
        sentences = [by_rule("lesson.opened.yes" if self.answer else "lesson.opened.no", "T3.5", lang)]
        rules = ("T3.5",)
        if self.laid_off and not self.answer:
            sentences.append(by_rule("lesson.opened.only_laid_off", "T4.3", lang, cards=self.laid_off))
            rules = ("T3.5", "T4.3")
        return Verdict(answer == ("yes" if self.answer else "no"), tuple(sentences), rules)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        own = sum(laid.owner == YOU for laid in self.table)
        whose, count = say("lesson.opened.whose", lang), say("lesson.opened.own", lang, melds=own)
        return leading_to(self.solution(lang)[1], whose, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if self.answer else "no"
        return " ".join(self.check(key, lang).sentences), key


@drill("melds.lay_off", "T4.1", "T4.2")
def lay_off(chance: Random, level: int) -> LayOff:
    """Which cards of the hand can be laid off on the melds on the table?

    One meld and a card or two; then chains that need each other; then two melds. Now and then nothing fits.
    """
    table = _table(chance, 2 if level > 2 else 1)
    taken = {card for laid in table if laid.meld for card in laid.meld.cards}
    rest = [card for card in DECK if card not in taken]
    near = [card for card in rest if any(_is_near(card, laid.meld) for laid in table if laid.meld)]
    hand = chance.sample(near, min(len(near), 3 + level))
    hand += chance.sample([card for card in rest if card not in hand], 6 + level - len(hand))
    return LayOff(tuple(sorted(hand)), table)


@drill("melds.opened", "T3.5", "T4.3")
def opened(chance: Random, level: int) -> Opened:
    """Has this player opened?

    An opponent's meld, perhaps one's own; from level 2 on also something laid off.
    """
    owners = chance.choice(((OPPONENT,), (YOU, OPPONENT)))
    table = _table(chance, min(level, 2), owners)
    target = chance.choice([laid.meld for laid in table if laid.meld])
    others = {card for laid in table if laid.meld for card in laid.meld.cards}
    fitting = [card for card in DECK if card not in others and grown(target, (card,))]
    if level == 1 or not fitting:
        return Opened(table)
    laid_off = (chance.choice(fitting),)
    after = tuple(Laid(grown(target, laid_off), laid.owner) if laid.meld is target else laid for laid in table)
    return Opened(after, laid_off)


_OWNER: Final = {YOU: "lesson.your_meld", OPPONENT: "lesson.opponents_meld"}


def _table(chance: Random, count: int, owners: tuple[int, ...] = (YOU, OPPONENT)) -> tuple[Laid, ...]:
    """Melds of three or four cards, none in common, each belonging to one of the owners."""
    table: list[Laid] = []
    while len(table) < count:
        meld = why_meld(_handful(chance))
        lying = {card for laid in table if laid.meld for card in laid.meld.cards}
        if meld is not None and not lying & set(meld.cards):
            table.append(Laid(meld, chance.choice(owners)))
    return tuple(table)


def _handful(chance: Random) -> tuple[Card, ...]:
    if chance.randrange(3) == 0:
        rank = chance.choice(RANKS)
        return tuple(Card(rank + suit) for suit in chance.sample(SUITS, 3))
    start, suit = chance.randrange(len(RANKS) - 3), chance.choice(SUITS)
    return tuple(Card(rank + suit) for rank in RANKS[start : start + chance.choice((3, 4))])


def _is_near(card: Card, meld: Meld) -> bool:
    """A card that could be mistaken for one that fits, or is one."""
    if meld.kind is Kind.SET:
        return abs(card.number - meld.start) <= 1
    low, high = meld.cards[0].number, meld.cards[-1].number
    return card.suit == meld.cards[0].suit or card.number in (low - 1, high + 1)


# Questions about a joker that lies in no meld yet: where it can be laid off, and what it counts if it is left (T10.4)

WITH_JOKERS: Final = Rules(jokers=2)
FIRST, SECOND = JOKERS[:2]
_FULL_OR_NOT: Final = tuple(meld for meld in melds_in(DECK) if len(meld.cards) < 6 or len(meld.cards) == len(RANKS))
_WITH_FIRST: Final = tuple(
    meld for meld in melds_in((*DECK, FIRST), WITH_JOKERS) if meld.jokers and len(meld.cards) < 6
)


@dataclass(frozen=True, slots=True)
class OnWhich:
    """T10.4: on which of these melds may the joker be laid off? All of them are asked for."""

    joker: Card
    table: tuple[Laid, ...]
    rules: Rules = WITH_JOKERS

    def after(self, meld: Meld, *, low: bool = False) -> Meld | None:
        """The meld with the joker, at its lower end if asked for; None if it cannot grow."""
        return grown(meld, (self.joker,), self.rules, low=low)

    @property
    def fitting(self) -> tuple[str, ...]:
        """The keys of all melds that take the joker."""
        return tuple(str(place) for place, laid in enumerate(self.table) if laid.meld and self.after(laid.meld))

    def task(self, lang: str) -> Task:
        labels = self._labels(lang)
        return Task(
            say("lesson.on_which.prompt", lang),
            (self.joker,),
            tuple(laid.meld.cards for laid in self.table if laid.meld),
            tuple((str(place), label) for place, label in enumerate(labels)),
            kind="choice",
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            hand_label=say("lesson.on_which.card", lang),
            notes=(say("lesson.jokers_shuffled_in", lang, count=self.rules.jokers),),
        )

    def _labels(self, lang: str) -> tuple[str, ...]:
        """What the melds are called: their number and whose they are."""
        return tuple(
            say("lesson.on_which.meld", lang, number=place, who=learner(lang).name(laid.owner))
            for place, laid in enumerate(self.table, start=1)
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = answer if isinstance(answer, tuple) else (answer,)
        if set(selected) == set(self.fitting):
            return Verdict(True, self._growth(lang), ("T10.4", "T4.2"))
        sentences = [
            by_rule("lesson.on_which.no_room", "T4.2", lang, cards=laid.meld.cards)
            for place, laid in enumerate(self.table)
            if laid.meld and str(place) in selected and str(place) not in self.fitting
        ]
        missed = len(set(self.fitting) - set(selected))
        if missed:
            sentences.append(by_rule("lesson.on_which.missed", "T10.4", lang, count=missed))
        return Verdict(False, tuple(sentences), ("T10.4", "T4.2"))

    def _growth(self, lang: str) -> tuple[str, ...]:
        """What the joker becomes in each meld, or that it stays as it is."""
        named = zip(self._labels(lang), (laid.meld for laid in self.table), strict=True)
        return tuple(self._in_meld(meld, label, lang) for label, meld in named if meld)

    def _in_meld(self, meld: Meld, label: str, lang: str) -> str:
        """What the joker stands for there: at either end of a run; in a set the suit makes no difference."""
        ends = [after for after in (self.after(meld), self.after(meld, low=True)) if after]
        if not ends:
            return by_rule("lesson.on_which.full", "T4.2", lang, meld=label, cards=meld.cards)
        if meld.kind is Kind.SET:
            return by_rule("lesson.on_which.joker_in_set", "T10.4", lang, meld=label, rank=meld.stands_for[0].rank)
        meant = tuple(after.stands_for[after.cards.index(self.joker)] for after in ends)
        return by_rule("lesson.on_which.joker", "T10.4", lang, meld=label, cards=tuple(dict.fromkeys(meant)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        anyone = by_rule("lesson.on_which.whoever", "T4.1", lang)
        return leading_to(self.fitting, anyone, say("lesson.on_which.how_many", lang, melds=len(self.fitting)))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._growth(lang)), self.fitting


@dataclass(frozen=True, slots=True)
class JokerLeft:
    """T10.4: what does a hand count in which a joker has been left?"""

    hand: tuple[Card, ...]
    rules: Rules = WITH_JOKERS

    def task(self, lang: str) -> Task:
        key = "lesson.joker_left.points" if self.rules.joker_points else "lesson.joker_left.nothing_agreed"
        notes = (say(key, lang, points=self.rules.joker_points),)
        return Task(say("lesson.joker_left.prompt", lang), self.hand, kind="number", notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        total = deadwood(self.hand, self.rules)
        if answer == total:
            return Verdict(True, (self._counted(lang),), ("T9.1", "T10.4"))
        naturals = [card for card in self.hand if not card.is_joker]
        if answer == deadwood(naturals, self.rules):
            sentence = by_rule("lesson.joker_left.forgotten", "T10.4", lang, points=self.rules.joker_points)
        elif isinstance(answer, int) and answer < total:
            sentence = by_rule("lesson.joker_left.too_few", "T9.1", lang)
        else:
            sentence = by_rule("lesson.joker_left.too_many", "T9.1", lang)
        each = by_rule("lesson.joker_left.each", "T10.4", lang, points=points(FIRST, self.rules))
        return Verdict(False, (sentence, each), ("T9.1", "T10.4"))

    def _counted(self, lang: str) -> str:
        parts = deadwood_parts(self.hand, self.rules)
        added = " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)
        return by_rule("why.deadwood", "T10.4", lang, parts=added, total=deadwood(self.hand, self.rules))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        each = by_rule("lesson.joker_left.each", "T10.4", lang, points=points(FIRST, self.rules))
        naturals = tuple(card for card in self.hand if not card.is_joker)
        others = say("lesson.joker_left.others", lang, cards=naturals, points=deadwood(naturals, self.rules))
        return leading_to(deadwood(self.hand, self.rules), each, others)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._counted(lang), deadwood(self.hand, self.rules)


@drill("melds.joker_left", "T10.4")
def joker_left(chance: Random, level: int) -> OnWhich | JokerLeft:
    """On which melds can a joker be laid off, and what does a hand count in which one is left?"""
    return (_on_which if chance.randrange(2) else _some_left)(chance, level)


def _on_which(chance: Random, level: int) -> OnWhich:
    """Two melds, then three, then four with a joker in one of them: full sets, full runs, and melds that can grow."""
    joker_lies = level > 2
    while True:
        table: tuple[Laid, ...] = ()
        for pool in (*[_FULL_OR_NOT] * min(3, 1 + level), *([_WITH_FIRST] if joker_lies else [])):
            lying = {card for laid in table if laid.meld for card in laid.meld.cards}
            kind = chance.choice(tuple(Kind))
            beside = [meld for meld in pool if meld.kind is kind and not lying.intersection(meld.cards)]
            table += (Laid(chance.choice(beside), chance.randrange(3)),)
        question = OnWhich(SECOND if joker_lies else FIRST, table)
        if len(question.fitting) < len(table) or chance.randrange(4) == 0:
            return question


def _some_left(chance: Random, level: int) -> JokerLeft:
    """A joker that counts nothing; then one for which the table has agreed on points; then two of them."""
    rules = WITH_JOKERS if level == 1 else Rules(jokers=2, joker_points=chance.choice((5, 10, 15, 20, 25)))
    jokers = JOKERS[: 2 if level > 2 else 1]
    return JokerLeft((*sorted(chance.sample(DECK, 2 + level)), *jokers), rules)
