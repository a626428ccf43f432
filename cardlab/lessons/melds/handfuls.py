"""Questions about one handful or one hand of Tongits cards: is it a meld, where is one, which card repairs it (T3).

Knows how such a question is made and put; whether an answer is right, and why, is asked of `tongits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, chosen, leading_to, meld_sentences, refused, right
from cardlab.locale import say
from cardlab.refusal import Fix
from cardlab.tongits import Kind, Meld, meld_readings, melds_in, why_meld, why_not_meld

__all__ = ["FindMeld", "Repair", "SetOrRun", "find_a_meld", "in_order", "repair", "set_or_run"]

NO_KIND: Final = "neither"
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class SetOrRun:
    """T3.1, T3.2: what is this handful: a set, a run, or neither?"""

    handful: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.{key}", lang)) for key in (*Kind, NO_KIND))
        prompt, label = say("lesson.set_or_run.prompt", lang), say("lesson.these_cards", lang)
        return Task(prompt, self.handful, kind="choice", choices=choices, hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        meld = why_meld(self.handful)
        return chosen(meld.kind if meld else None, str(answer), meld, why_not_meld(self.handful), lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        ranks, suits = len({card.rank for card in self.handful}), len({card.suit for card in self.handful})
        count = say("lesson.set_or_run.count", lang, cards=len(self.handful), ranks=ranks, suits=suits)
        needed = say("lesson.set_or_run.what_is_needed", lang)
        return leading_to(self.solution(lang)[1], count, needed, in_order(self.handful, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        meld = why_meld(self.handful)
        key = meld.kind.value if meld else NO_KIND
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class FindMeld:
    """T3.4: choose cards of the hand that make a meld."""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        return Task(say("lesson.find_a_meld.prompt", lang), self.hand, multiple=True)

    def check(self, answer: Answer, lang: str) -> Verdict:
        handful = cards_of(answer)
        meld = why_meld(handful)
        if meld is not None:
            return right(meld, lang)
        refusals = why_not_meld(handful)
        more = self._from_hand(refusals[0].fix, lang)
        verdict = refused(refusals, lang, more)
        return Verdict(False, verdict.sentences, (*verdict.rules, "T3.4") if more else verdict.rules)

    def _from_hand(self, fix: Fix | None, lang: str) -> tuple[str, ...]:
        """T3.4: every card of a meld comes from the hand; so does the card that a repair asks for."""
        if fix is None or fix.code != "add":
            return ()
        held = tuple(card for card in fix.facts["cards"] if card in self.hand)
        if held:
            return (by_rule("lesson.find_a_meld.you_hold", "T3.4", lang, cards=held),)
        return (by_rule("lesson.find_a_meld.not_held", "T3.4", lang),)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = self._target
        first = meld.cards[0]
        facts = {"rank": first.rank, "suit": f"suit.{first.suit}"}
        part = say("lesson.belong", lang, cards=meld.cards[:2])
        return leading_to(meld.cards, say(f"lesson.find_a_meld.look_{meld.kind}", lang, **facts), part)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(meld_sentences(self._target, lang)), self._target.cards

    @property
    def _target(self) -> Meld:
        """The longest meld of the hand."""
        return max(melds_in(self.hand), key=lambda meld: len(meld.cards))


@dataclass(frozen=True, slots=True)
class Repair:
    """T3.1, T3.2: one card makes a meld of the handful: one of `spare` added, or where there are none, one left out."""

    handful: tuple[Card, ...]
    spare: tuple[Card, ...] = ()

    def task(self, lang: str) -> Task:
        if not self.spare:
            label = say("lesson.these_cards", lang)
            return Task(say("lesson.repair.prompt_drop", lang), self.handful, hand_label=label)
        labels = (say("lesson.repair.not_yet", lang),)
        return Task(say("lesson.repair.prompt_add", lang), self.spare, (self.handful,), pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        after = self._after(cards_of(answer))
        meld = why_meld(after)
        return right(meld, lang) if meld else refused(why_not_meld(after), lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = why_meld(self._after(self._answer))
        assert meld is not None
        staying = tuple(card for card in meld.cards if card in self.handful)[:2]
        first = meld.cards[0]
        where = say(f"lesson.repair.to_{meld.kind}", lang, rank=first.rank, suit=f"suit.{first.suit}")
        stays = say("lesson.belong", lang, cards=staying)
        becomes = say(f"lesson.repair.becomes_{meld.kind}", lang)
        return leading_to(self._answer, becomes, where if self.spare else stays)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self._answer, lang).sentences), self._answer

    def _after(self, card: tuple[Card, ...]) -> tuple[Card, ...]:
        if self.spare:
            return (*self.handful, *card)
        return tuple(held for held in self.handful if held not in card)

    @property
    def _answer(self) -> tuple[Card, ...]:
        return next((card,) for card in self.spare or self.handful if why_meld(self._after((card,))))


def set_or_run(chance: Random, level: int) -> SetOrRun:
    """A set, a run or neither, each as often; what is neither comes nearer to a meld, and grows, with the level."""
    if chance.randrange(3):
        return SetOrRun(_some_meld(chance, 2 + level))
    spoil = chance.choice(_SPOILS[: level + 1])
    return SetOrRun(_until(lambda: spoil(_some_meld(chance, 2 + level), chance), _is_no_meld))


def find_a_meld(chance: Random, level: int) -> FindMeld:
    """Seven cards with several melds, nine with one or two, twelve with a single one."""
    size, fewest, most = _SEARCH[level - 1]
    hand = _until(lambda: _hand_with_meld(chance, size), lambda held: fewest <= len(melds_in(held)) <= most)
    return FindMeld(hand)


def repair(chance: Random, level: int) -> Repair:
    """A card short of a meld; from level 2 on also a card too many."""
    if level > 1 and chance.randrange(2):
        handful = _until(lambda: _one_too_many(chance, level), _is_no_meld)
        return Repair(handful)
    whole = _until(
        lambda: _some_meld(chance, 2 + level), lambda meld: any(_is_no_meld(_less(meld, card)) for card in meld)
    )
    missing = chance.choice([card for card in whole if _is_no_meld(_less(whole, card))])
    handful = _less(whole, missing)
    near = [card for card in DECK if card not in whole and _is_near(card, missing)]
    wrong = [card for card in near if _is_no_meld((*handful, card))]
    others = chance.sample(wrong, 2)
    others.append(chance.choice([card for card in near if card not in others]))
    return Repair(handful, tuple(sorted((missing, *others))))


def in_order(handful: tuple[Card, ...], lang: str) -> str:
    """The hint that lays a handful in the order of its ranks."""
    return say("lesson.in_order", lang, cards=tuple(sorted(handful, key=lambda card: (card.number, card))))


_SEARCH: Final = ((7, 2, 9), (9, 1, 2), (12, 1, 1))


def _some_meld(chance: Random, longest: int) -> tuple[Card, ...]:
    """A set, or a run of three to `longest` cards without an ace."""
    if chance.randrange(2):
        rank = chance.choice(RANKS)
        return tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, chance.choice((3, 4)))))
    length = chance.randint(3, longest)
    start = chance.randrange(1, len(RANKS) - length + 1)
    suit = chance.choice(SUITS)
    return tuple(Card(rank + suit) for rank in RANKS[start : start + length])


def _hand_with_meld(chance: Random, size: int) -> tuple[Card, ...]:
    meld = _some_meld(chance, 4)
    return tuple(sorted((*meld, *chance.sample([card for card in DECK if card not in meld], size - len(meld)))))


def _only_two(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    return meld[:2]


def _one_off(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """One card of the meld has another suit, or another rank."""
    leaving = chance.choice(meld)
    instead = chance.choice([card for card in DECK if card not in meld and _is_near(card, leaving)])
    return tuple(instead if card is leaving else card for card in meld)


def _gap(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """A run lacks a card in its middle and has one more at its end; of a set one card is exchanged."""
    last = meld[-1]
    if last.suit != meld[0].suit or last.rank == "K":
        return _one_off(meld, chance)
    leaving = chance.choice(meld[1:])
    return (*(card for card in meld if card is not leaving), Card(RANKS[last.number] + last.suit))


def _mixed(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Consecutive, but of two suits by turns; of a set one card is exchanged."""
    if len({card.suit for card in meld}) > 1:
        return _one_off(meld, chance)
    other = chance.choice([suit for suit in SUITS if suit != meld[0].suit])
    return tuple(Card(card.rank + other) if place % 2 else card for place, card in enumerate(meld))


_SPOILS: Final = (_only_two, _one_off, _gap, _mixed)


def _one_too_many(chance: Random, level: int) -> tuple[Card, ...]:
    meld = _some_meld(chance, 1 + level)
    card = chance.choice([card for card in DECK if card not in meld and _is_near(card, meld[-1])])
    return tuple(sorted((*meld, card), key=lambda held: (held.number, held)))


def _is_no_meld(handful: tuple[Card, ...]) -> bool:
    return not meld_readings(handful)


def _less(meld: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(held for held in meld if held is not card)


def _is_near(card: Card, other: Card) -> bool:
    """One or two ranks away in the same suit, or the same rank, or the neighbour in another suit."""
    return abs(card.number - other.number) <= (2 if card.suit == other.suit else 1)


def _until(make: Callable[[], Made], good: Callable[[Made], object]) -> Made:
    """Makes one after the other until one is good."""
    made = make()
    while not good(made):
        made = make()
    return made
