"""Questions about melds on the table: which cards can be laid off on them (T4), and who has opened (T3.5).

Knows how such a question is made and put; what a meld can grow to, and who has opened, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import CLAUSE, by_rule, cards_of, leading_to, yes_or_no
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import Kind, Laid, Meld, Phase, Rules, State, extensions, grown, why_meld, why_not_meld

__all__ = ["LayOff", "Opened", "lay_off", "opened"]

YOU, OPPONENT = 0, 1


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
        other = CLAUSE[Kind.RUN if meld.kind is Kind.SET else Kind.SET]
        reasons = [
            explain(Refusal(refusal.code, refusal.rule, refusal.facts), lang)
            for refusal in why_not_meld((*meld.cards, card))
            if refusal.rule != other
        ]
        return " ".join((by_rule("lesson.lay_off.no_meld_left", "T4.2", lang, card=card, meld=meld.cards), *reasons))

    def _growth(self, lang: str) -> tuple[str, ...]:
        told = []
        for meld, added in zip(self.melds, self.added, strict=True):
            after = grown(meld, added)
            facts = {"meld": meld.cards, "cards": added, "after": after.cards if after else ()}
            key = "lesson.lay_off.grows" if after else "lesson.lay_off.stays"
            told.append(by_rule(key, "T4.2", lang, **facts))
        return tuple(told)

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
    """T3.5, T4.3: has the learner opened, with these melds on the table and `laid_off` added by him?"""

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
        told = [by_rule("lesson.opened.yes" if self.answer else "lesson.opened.no", "T3.5", lang)]
        rules = ("T3.5",)
        if self.laid_off and not self.answer:
            told.append(by_rule("lesson.opened.only_laid_off", "T4.3", lang, cards=self.laid_off))
            rules = ("T3.5", "T4.3")
        return Verdict(answer == ("yes" if self.answer else "no"), tuple(told), rules)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        own = sum(laid.owner == YOU for laid in self.table)
        whose, count = say("lesson.opened.whose", lang), say("lesson.opened.own", lang, melds=own)
        return leading_to(self.solution(lang)[1], whose, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if self.answer else "no"
        return " ".join(self.check(key, lang).sentences), key


def lay_off(chance: Random, level: int) -> LayOff:
    """One meld and a card or two; then chains that need each other; then two melds. Now and then nothing fits."""
    table = _table(chance, 2 if level > 2 else 1)
    taken = {card for laid in table if laid.meld for card in laid.meld.cards}
    rest = [card for card in DECK if card not in taken]
    near = [card for card in rest if any(_is_near(card, laid.meld) for laid in table if laid.meld)]
    hand = chance.sample(near, min(len(near), 3 + level))
    hand += chance.sample([card for card in rest if card not in hand], 6 + level - len(hand))
    return LayOff(tuple(sorted(hand)), table)


def opened(chance: Random, level: int) -> Opened:
    """An opponent's meld, perhaps one's own; from level 2 on also something laid off."""
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
