"""Questions about a joker that lies in no meld yet: where it can be laid off, and what it counts if it is left (T10.4).

Knows how such a question is made and put; what a meld takes and what a hand counts is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.lessons.melds.one_card import OnWhich, random_melds
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.locale import card_label, say
from cardlab.tongits import Kind, Laid, Rules, deadwood, deadwood_parts, melds_in, points

__all__ = ["JokerLeft", "joker_lay_off", "joker_left"]

WITH_JOKERS: Final = Rules(jokers=2)
FIRST, SECOND = JOKERS[:2]
_FULL_OR_NOT: Final = tuple(meld for meld in melds_in(DECK) if len(meld.cards) < 6 or len(meld.cards) == len(RANKS))
_WITH_FIRST: Final = tuple(
    meld for meld in melds_in((*DECK, FIRST), WITH_JOKERS) if meld.jokers and len(meld.cards) < 6
)


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
            told = by_rule("lesson.joker_left.forgotten", "T10.4", lang, points=self.rules.joker_points)
        elif isinstance(answer, int) and answer < total:
            told = by_rule("lesson.joker_left.too_few", "T9.1", lang)
        else:
            told = by_rule("lesson.joker_left.too_many", "T9.1", lang)
        each = by_rule("lesson.joker_left.each", "T10.4", lang, points=points(FIRST, self.rules))
        return Verdict(False, (told, each), ("T9.1", "T10.4"))

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


def joker_lay_off(chance: Random, level: int) -> OnWhich:
    """Two melds, then three, then four with a joker in one of them: full sets, full runs, and melds that can grow."""
    joker_lies = level > 2
    while True:
        table = random_melds(chance, min(3, 1 + level), _FULL_OR_NOT)
        if joker_lies:
            lying = {card for laid in table if laid.meld for card in laid.meld.cards}
            kind = chance.choice(tuple(Kind))
            beside = [meld for meld in _WITH_FIRST if meld.kind is kind and not lying.intersection(meld.cards)]
            table += (Laid(chance.choice(beside), chance.randrange(3)),)
        question = OnWhich(SECOND if joker_lies else FIRST, table, WITH_JOKERS)
        if len(question.fitting) < len(table) or chance.randrange(4) == 0:
            return question


def joker_left(chance: Random, level: int) -> JokerLeft:
    """A joker that counts nothing; then one for which the table has agreed on points; then two of them."""
    rules = WITH_JOKERS if level == 1 else Rules(jokers=2, joker_points=chance.choice((5, 10, 15, 20, 25)))
    jokers = JOKERS[: 2 if level > 2 else 1]
    return JokerLeft((*sorted(chance.sample(DECK, 2 + level)), *jokers), rules)
