"""Questions about the ace in a run: low by the sheets, and high too with the house rule `ace_high` (T3.3).

Knows how such a question is made and put; whether an answer is right, and why, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import SUITS, Card
from cardlab.lessons.melds.handfuls import in_order
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, meld_sentences, refused, right, yes_or_no
from cardlab.locale import say
from cardlab.tongits import SHEET, Rules, why_meld, why_not_meld

__all__ = ["ACE_HIGH", "Ace", "ace"]

ACE_HIGH: Final = Rules(ace_high=True)


@dataclass(frozen=True, slots=True)
class Ace:
    """T3.3: is this handful, with an ace in it, a meld at a table with these rules?"""

    handful: tuple[Card, ...]
    rules: Rules = SHEET

    def task(self, lang: str) -> Task:
        key = "lesson.ace.prompt_ace_high" if self.rules.ace_high else "lesson.ace.prompt"
        label = say("lesson.these_cards", lang)
        return Task(say(key, lang), self.handful, kind="choice", choices=yes_or_no(lang), hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        meld = why_meld(self.handful, self.rules)
        if meld is not None:
            return Verdict(answer == "yes", meld_sentences(meld, lang), right(meld, lang).rules)
        told = refused(why_not_meld(self.handful, self.rules), lang)
        return Verdict(answer == "no", told.sentences, told.rules)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        key = "lesson.ace.both_ends" if self.rules.ace_high else "lesson.ace.low_end"
        return leading_to(self.solution(lang)[1], by_rule(key, "T3.3", lang), in_order(self.handful, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if why_meld(self.handful, self.rules) else "no"
        return " ".join(self.check(key, lang).sentences), key


def ace(chance: Random, level: int) -> Ace:
    """Handfuls with an ace: below the 2, above the king, then between the two, and with the house rule `ace_high`."""
    shape = chance.choice(_WITH_ACE[: 4 * level])
    if shape == "A":
        return Ace(tuple(Card("A" + suit) for suit in sorted(chance.sample(SUITS, 3))))
    suit = chance.choice(SUITS)
    rules = chance.choice((SHEET, ACE_HIGH)) if level > 2 else SHEET
    return Ace(tuple(Card(rank + suit) for rank in shape), rules)


_WITH_ACE: Final = ("A23", "QKA", "A234", "JQKA", "KA2", "A", "QKA2", "A345", "KA23", "A2345", "TJQKA", "A34")
