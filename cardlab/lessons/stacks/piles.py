"""Questions about the piles of Tichu 1.on.1: what fits where (U2), and what each special card changes (U5).

Knows how such a question is put; what fits, and why or why not, is asked of `tichu`. They are made in `making`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import cards_of, leading_to
from cardlab.lessons.tables.pile_words import pile_name, upper_cards, value_names, why_fits
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tichu import (
    SHEET,
    Pile,
    Rules,
    fits,
    fitting_cards,
    fitting_values,
    sorting_value,
    value,
    why_fit,
    why_not_fit,
)
from cardlab.tichu.piles import ALL_VALUES, DOG, PHOENIX

__all__ = ["PlayOne", "WhichFit"]


@dataclass(frozen=True, slots=True)
class WhichFit:
    """U2.2: which cards of the hand fit on this pile? All that do are asked for."""

    pile: Pile
    hand: tuple[Card, ...]
    rules: Rules = SHEET

    @property
    def fitting(self) -> tuple[Card, ...]:
        return fitting_cards(self.pile, self.hand, self.rules)

    def task(self, lang: str) -> Task:
        prompt = " ".join((say("lesson.which_fit.prompt", lang), *_notes((self.pile,), self.rules, lang)))
        lying = (upper_cards(self.pile),)
        labels = (pile_name(self.pile, say("lesson.pile", lang), lang),)
        return Task(prompt, self.hand, lying, multiple=True, may_be_empty=True, pile_labels=labels, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = frozenset(cards_of(answer))
        if selected == frozenset(self.fitting):
            return Verdict(True, self._because(lang), self._rules)
        refusals = [refusal for card in self.hand if card in selected for refusal in self._against(card)]
        sentences = list(dict.fromkeys(explain(refusal, lang) for refusal in refusals))
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
            reasons.setdefault(same, why_fits(self.pile, card, self.rules, lang))
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
            pile_name(pile, say("piles.pile", lang, number=at + 1), lang) for at, pile in enumerate(self.piles)
        )
        piles = tuple(upper_cards(pile) for pile in self.piles)
        return Task(prompt, self.hand, piles, kind="card_and_pile", pile_labels=labels, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        match answer:
            case (Card() as card, int(place)):
                pile = self.piles[place]
                if fits(pile, card, self.rules):
                    return Verdict(
                        True, (why_fits(pile, card, self.rules, lang),), (_fit_rule(pile, card, self.rules),)
                    )
                refusals = why_not_fit(pile, card, self.rules)
                sentences = tuple(explain(refusal, lang) for refusal in refusals)
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
        return f"{where}: {why_fits(self.piles[place], card, self.rules, lang)}", (card, place)


def _notes(piles: tuple[Pile, ...], rules: Rules, lang: str) -> tuple[str, ...]:
    """What one cannot see from the cards: house rules, and that a Dog had nothing to turn."""
    keys = [f"lesson.house_rule.{name}" for name in rules.changed()]
    keys += ["lesson.dog_turned_nothing" for pile in piles if pile.top is DOG]
    keys += ["lesson.nothing_beneath" for pile in piles if pile.cards == (PHOENIX,)]
    return tuple(say(key, lang) for key in keys)


def _counts(pile: Pile, lang: str) -> str:
    if pile.values == ALL_VALUES:
        return say("lesson.counts_as_any", lang)
    return say("lesson.counts_as", lang, values=value_names(pile.values, lang))


def _needed(pile: Pile, rules: Rules, lang: str) -> str:
    values = fitting_values(pile, rules)
    key = "lesson.any_value_fits" if values == ALL_VALUES else "lesson.values_that_fit"
    sentence = say(key, lang, values=value_names(values, lang))
    if fits(pile, DOG, rules):
        return f"{sentence} {say('lesson.at_any_time', lang)}"
    return sentence


def _fit_rule(pile: Pile, card: Card, rules: Rules) -> str:
    fit = why_fit(pile, card, rules)
    return fit.rule if fit else "U2.2"
