"""Questions about single cards: what is this card called, which card has this name (T1.2, U1.1).

Knows how such a question is made and put; the names stand in the catalogues, the cards in `cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, SPECIALS, TICHU_DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, leading_to
from cardlab.locale import card_label, card_name, say

__all__ = ["FindIt", "NameIt", "find_it", "name_it"]

LETTERS: Final = "AJQK"


@dataclass(frozen=True, slots=True)
class NameIt:
    """T1.2, U1.1: what is this card called? `names` are the cards whose names are offered, this one among them."""

    card: Card
    names: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        choices = tuple((card.code, card_name(card, lang)) for card in self.names)
        label = say("lesson.name_it.this_card", lang)
        return Task(say("lesson.name_it.prompt", lang), (self.card,), (), choices, "choice", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.card.code:
            return _right(self.card, lang)
        named = next(card for card in self.names if card.code == answer)
        verdict = _confused(self.card, named, lang)
        return Verdict(False, verdict, (_clause(self.card),), groups=((card_name(named, lang), (named,)),))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.card.code, *_hints(self.card, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_right(self.card, lang).sentences), self.card.code


@dataclass(frozen=True, slots=True)
class FindIt:
    """T1.2, U1.1: which of these cards has this name?"""

    card: Card
    shown: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        prompt = say("lesson.find_it.prompt", lang, card=self.card)
        return Task(prompt, self.shown, hand_label=say("lesson.these_cards", lang))

    def check(self, answer: Answer, lang: str) -> Verdict:
        (chosen,) = cards_of(answer)
        if chosen is self.card:
            return _right(self.card, lang)
        name = say("lesson.find_it.that_is", lang, card=chosen)
        return Verdict(False, (name, *_confused(chosen, self.card, lang)), (_clause(self.card),))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to((self.card,), *_hints(self.card, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_right(self.card, lang).sentences), (self.card,)


def name_it(chance: Random, level: int) -> NameIt:
    """Number cards; then ace and court cards; then special cards too. The other names are those of cards like it."""
    card = chance.choice(_OF_LEVEL[level - 1])
    names = [card, *_like(card, 3, chance)]
    chance.shuffle(names)
    return NameIt(card, tuple(names))


def find_it(chance: Random, level: int) -> FindIt:
    """As in `name_it`, among five cards, then seven, then nine."""
    card = chance.choice(_OF_LEVEL[level - 1])
    shown = [card, *_like(card, 2 + 2 * level, chance)]
    chance.shuffle(shown)
    return FindIt(card, tuple(shown))


_NUMBERS: Final = tuple(card for card in DECK if card.rank not in LETTERS)
_LETTERED: Final = tuple(card for card in DECK if card.rank in LETTERS)
_OF_LEVEL: Final = (_NUMBERS, _LETTERED, (*_LETTERED, *SPECIALS, *SPECIALS))


def _like(card: Card, count: int, chance: Random) -> list[Card]:
    """Other cards that the card could be taken for: of its suit, of its rank, for a special card the other three."""
    if card in SPECIALS:
        others = [other for other in SPECIALS if other is not card]
        return others + chance.sample(_LETTERED, count - len(others))
    suits = [other for other in DECK if other is not card and other.rank == card.rank]
    lettered = card.rank in LETTERS
    ranks = [other for other in DECK if other.suit == card.suit and (other.rank in LETTERS) is lettered]
    near = [*suits, *(other for other in ranks if other is not card)]
    rest = [other for other in TICHU_DECK if other not in near and other is not card]
    chosen = chance.sample(near, min(count, len(near)))
    return chosen + chance.sample(rest, count - len(chosen))


def _clause(card: Card) -> str:
    return "U1.1" if card in SPECIALS else "T1.2"


def _right(card: Card, lang: str) -> Verdict:
    key = "lesson.name_it.special" if card in SPECIALS else "lesson.name_it.in_short"
    return Verdict(
        True, (by_rule(key, _clause(card), lang, card=card, short=card_label(card, lang)),), (_clause(card),)
    )


def _confused(shown: Card, named: Card, lang: str) -> tuple[str, ...]:
    """What tells the card that is shown from the one that is named: the sign, the corner, or the whole drawing."""
    if shown in SPECIALS or named in SPECIALS:
        special = named if named in SPECIALS else shown
        return (by_rule(f"lesson.looks.{special}", "U1.1", lang),)
    told = []
    if shown.suit != named.suit:
        told.append(_about_signs("lesson.name_it.suit", shown, named, lang))
    if shown.rank != named.rank:
        told.append(by_rule("lesson.name_it.rank", "T1.2", lang, rank=shown.rank, other=named.rank))
    return tuple(told)


def _about_signs(key: str, shown: Card, named: Card, lang: str) -> str:
    signs = {"sign": card_label(shown, lang)[-1], "other": card_label(named, lang)[-1]}
    return by_rule(key, "T1.2", lang, **signs, suit=f"suit.{shown.suit}", other_suit=f"suit.{named.suit}")


def _hints(card: Card, lang: str) -> tuple[str, ...]:
    if card in SPECIALS:
        return say("lesson.name_it.one_of_four", lang), say(f"lesson.looks.{card}", lang)
    key = f"lesson.letter.{card.rank}" if card.rank in LETTERS else "lesson.letter.number"
    sign = say("lesson.name_it.sign", lang, sign=card_label(card, lang)[-1], suit=f"suit.{card.suit}")
    return sign, say(key, lang, rank=card.rank)
