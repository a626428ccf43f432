"""Questions about the deal and the opening of Tichu 1.on.1: how many cards lie where (U1.1 to U1.3).

Knows how such a question is made and put; every number is counted in a deal that `tichu` makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from cardlab import tichu
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.counting import number_of
from cardlab.locale import say

__all__ = ["TichuDealt", "tichu_dealt"]

TichuPlace: TypeAlias = Literal[
    "hand",
    "draw",
    "extra",
    "all_hand",
    "all_draw",
    "all_extra",
    "player",
    "deck",
    "after_extra",
    "after_piles",
    "lying",
]
TICHU_PLACES: Final[tuple[TichuPlace, ...]] = get_args(TichuPlace)


@dataclass(frozen=True, slots=True)
class TichuDealt:
    """U1.1, U1.2, U1.3: how many cards lie there after the deal, or after the opening?"""

    place: TichuPlace

    @property
    def answer(self) -> int:
        return _counts()[self.place]

    @property
    def rule(self) -> str:
        if self.place == "deck":
            return "U1.1"
        return "U1.3" if self.place in ("after_extra", "after_piles", "lying") else "U1.2"

    def task(self, lang: str) -> Task:
        return Task(say(f"lesson.tichu_dealt.{self.place}", lang), kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = number_of(answer) == self.answer
        told = self._because(lang) if right else by_rule(f"lesson.tichu_dealt.{self._where}", self.rule, lang)
        return Verdict(right, (told,), (self.rule,))

    @property
    def _where(self) -> str:
        return {"U1.1": "think_deck", "U1.2": "think_deal", "U1.3": "think_opening"}[self.rule]

    def _because(self, lang: str) -> str:
        key = {"U1.1": "deck_is", "U1.2": "deal_is", "U1.3": "opening_is"}[self.rule]
        return by_rule(f"lesson.tichu_dealt.{key}", self.rule, lang, **_counts())

    def hints(self, lang: str) -> tuple[Hint, ...]:
        first = say(f"lesson.tichu_dealt.{self._where}", lang)
        return leading_to(self.answer, first, say(f"lesson.tichu_dealt.hint_{self._where}", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._because(lang), self.answer


@cache
def _counts() -> Mapping[str, int]:
    """How many cards lie where; every deal has the same numbers, so one is counted once for all."""
    state = tichu.deal()
    opened = tichu.play(state, tichu.Flip())
    each = (len(state.hands[0]), len(state.draw[0]), len(state.extra[0]))
    return {
        "hand": each[0],
        "draw": each[1],
        "extra": each[2],
        "player": sum(each),
        "all_hand": sum(map(len, state.hands)),
        "all_draw": sum(map(len, state.draw)),
        "all_extra": sum(map(len, state.extra)),
        "deck": sum(len(pile) for piles in (state.hands, state.draw, state.extra) for pile in piles),
        "after_extra": len(opened.extra[0]),
        "after_piles": len(opened.piles),
        "lying": sum(len(pile.cards) for pile in opened.piles),
    }


def tichu_dealt(chance: Random, level: int) -> TichuDealt:
    """What each player has; then the deck and what both have; then also what the opening changes."""
    return TichuDealt(chance.choice(_OF_LEVEL[level - 1]))


_OF_LEVEL: Final = (TICHU_PLACES[:7], TICHU_PLACES[1:9], TICHU_PLACES[3:])
