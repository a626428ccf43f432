"""Questions about one position under two rules: what the sheets say, and what a house rule makes of it.

First the questions, then how one of a level is made by chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, Final, Literal

from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.lessons.disagree import tables
from cardlab.lessons.disagree.cases_tichu import HowManyPoints, finished, on_the_dragon, two_or_ace
from cardlab.lessons.disagree.cases_tongits import WhatPays, WhoWins, ended
from cardlab.lessons.disagree.dispute import ALLOWED, Case, Dispute, Finding, Side
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import AnyRules, clause, in_full, named, rules_label, says
from cardlab.tongits.moves import SEATS

# The questions

WHERE: Final = ("both", "sheets", "house", "neither")


def _sheets(house: AnyRules) -> AnyRules:
    return tongits.Rules() if isinstance(house, tongits.Rules) else tichu.Rules()


def _sides(case: Case, house: AnyRules, lang: str) -> tuple[Finding, Finding]:
    return case.ask(_sheets(house), lang), case.ask(house, lang)


def _task(case: Case, house: AnyRules, prompt: str, lang: str) -> Task:
    """The position, and the house rules of the second table as facts."""
    look = case.look(lang)
    labels, groups = tuple(label for label, _ in look.piles), tuple(held for _, held in look.piles)
    notes = (
        *look.notes,
        *(say("lesson.under.house_rule", lang, rule=in_full(house, field, lang)) for field in house.changed()),
    )
    worth = tichu.sorting_value if isinstance(house, tichu.Rules) else _AsGiven(look.hand) if look.in_order else None
    return Task(prompt, look.hand, groups, pile_labels=labels, hand_label=look.label, notes=notes, worth=worth)


@dataclass(frozen=True, slots=True)
class _AsGiven:
    """Sorts cards as they stand here; two are equal if the cards are."""

    cards: tuple[Card, ...]

    def __call__(self, card: Card) -> int:
        return self.cards.index(card)


def _explained(label: str, finding: Finding, lang: str) -> tuple[str, ...]:
    first = say("lesson.under.side", lang, side=label, told=finding.title)
    return (first, *finding.sentences)


def _both_explained(case: Case, house: AnyRules, lang: str) -> tuple[str, ...]:
    by_sheets, by_house = _sides(case, house, lang)
    sheets = rules_label(_sheets(house), lang)
    sentences = (*_explained(sheets, by_sheets, lang), *_explained(rules_label(house, lang), by_house, lang))
    return tuple(dict.fromkeys((*sentences, *(says(house, field, lang) for field in house.changed()))))


def _clauses(case: Case, house: AnyRules, lang: str) -> tuple[str, ...]:
    found = [rule for finding in _sides(case, house, lang) for rule in finding.clauses]
    return tuple(dict.fromkeys((*(clause(house, field) for field in house.changed()), *found)))


@dataclass(frozen=True, slots=True)
class LegalUnder:
    """Is this allowed by the sheets, with the house rule, by both, or by neither? The case is a move or a meld."""

    case: Case
    house: AnyRules

    def where(self, lang: str = "en") -> str:
        """Under which of the two rules it is allowed."""
        sheets, house = (finding.answer == ALLOWED for finding in _sides(self.case, self.house, lang))
        return WHERE[0 if sheets and house else 1 if sheets else 2 if house else 3]

    def task(self, lang: str) -> Task:
        prompt = say("lesson.legal_under.prompt", lang, question=self.case.question(lang))
        choices = tuple((key, say(f"lesson.legal_under.{key}", lang)) for key in WHERE)
        return replace(_task(self.case, self.house, prompt, lang), kind="choice", choices=choices)

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self.where(lang)
        return Verdict(right, _both_explained(self.case, self.house, lang), _clauses(self.case, self.house, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        by_sheets, _ = _sides(self.case, self.house, lang)
        sentence = " ".join(_explained(rules_label(_sheets(self.house), lang), by_sheets, lang))
        return leading_to(self.where(lang), say("lesson.under.answer_twice", lang), sentence)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_both_explained(self.case, self.house, lang)), self.where(lang)


@dataclass(frozen=True, slots=True)
class WhoWinsUnder:
    """Who wins this round by the sheets, and who with the house rule? `pair`: the two who come into question."""

    case: WhoWins
    house: tongits.Rules
    pair: tuple[int, int]

    @property
    def winners(self) -> tuple[int | None, int | None]:
        """Who wins by the sheets, and who with the house rule."""
        first, second = (ended(self.case.state, self.case.moves, one) for one in (tongits.Rules(), self.house))
        return first.winner, second.winner

    def task(self, lang: str) -> Task:
        choices = []
        for sheets, house in ((one, other) for one in self.pair for other in self.pair):
            facts = {"sheets": f"seat.{sheets}", "house": f"seat.{house}"}
            key = "lesson.who_wins_under.same" if sheets == house else "lesson.who_wins_under.different"
            choices.append((f"{sheets} {house}", say(key, lang, **facts)))
        prompt = say("lesson.who_wins_under.prompt", lang)
        return replace(_task(self.case, self.house, prompt, lang), kind="choice", choices=tuple(choices))

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self._key
        return Verdict(right, _both_explained(self.case, self.house, lang), _clauses(self.case, self.house, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        by_sheets, _ = _sides(self.case, self.house, lang)
        sentence = " ".join(_explained(rules_label(tongits.Rules(), lang), by_sheets, lang))
        return leading_to(self._key, say("lesson.who_wins_under.count_first", lang), sentence)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_both_explained(self.case, self.house, lang)), self._key

    @property
    def _key(self) -> str:
        return " ".join(str(winner) for winner in self.winners)


@dataclass(frozen=True, slots=True)
class CountUnder:
    """What is the number by the sheets, or with the house rule? `by_house`: which is asked for; the case counts."""

    case: Case
    house: AnyRules
    by_house: bool

    @property
    def asked(self) -> AnyRules:
        """The rules under which the number is asked for."""
        return self.house if self.by_house else _sheets(self.house)

    @property
    def number(self) -> int:
        """The number asked for."""
        return int(self.case.ask(self.asked, "en").answer)

    def task(self, lang: str) -> Task:
        facts = {"rules": rules_label(self.asked, lang), "question": self.case.question(lang)}
        prompt = say("lesson.counts_under.prompt", lang, **facts)
        return replace(_task(self.case, self.house, prompt, lang), kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self.number
        return Verdict(right, _both_explained(self.case, self.house, lang), _clauses(self.case, self.house, lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        key = "lesson.counts_under.only_house" if self.by_house else "lesson.counts_under.only_sheets"
        other = _sheets(self.house) if self.by_house else self.house
        sentence = " ".join(_explained(rules_label(other, lang), self.case.ask(other, lang), lang))
        return leading_to(self.number, say(key, lang), sentence)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_both_explained(self.case, self.house, lang)), self.number


@dataclass(frozen=True, slots=True)
class WithAndWithout:
    """What holds in the position of a dispute without its house rule, and what with it?"""

    dispute: Dispute

    @property
    def _case(self) -> Case:
        return self.dispute.sides[0].case

    def _findings(self, lang: str) -> tuple[Finding, Finding]:
        first, second = (self._case.ask(side.rules, lang) for side in self.dispute.sides)
        return first, second

    @property
    def answer(self) -> str:
        """What holds without the house rule and what with it, as the key of a choice."""
        return "|".join(finding.answer for finding in self._findings("en"))

    def task(self, lang: str) -> Task:
        house = self.dispute.sides[1].rules
        held = {finding.answer for finding in self._findings(lang)}
        every = self._case.choices(tuple(side.rules for side in self.dispute.sides), lang)
        choices = []
        for (first, without), (second, having) in product([one for one in every if one[0] in held], repeat=2):
            key = "dispute.both_times" if first == second else "dispute.without_and_with"
            choices.append((f"{first}|{second}", say(key, lang, first=without, second=having)))
        prompt = f"{_title(self.dispute, lang)}. {self._case.question(lang)}"
        return replace(_task(self._case, house, prompt, lang), kind="choice", choices=tuple(choices))

    def check(self, answer: Answer, lang: str) -> Verdict:
        told: list[str] = []
        clauses = [*self.dispute.clauses]
        for place, finding in enumerate(self._findings(lang)):
            told += _explained(_heading(self.dispute, place, lang), finding, lang)
            clauses += finding.clauses
        told += _why(self.dispute, lang)
        return Verdict(answer == self.answer, tuple(dict.fromkeys(told)), tuple(dict.fromkeys(clauses)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        first, _ = self._findings(lang)
        without = " ".join(_explained(_heading(self.dispute, 0, lang), first, lang))
        return leading_to(self.answer, _chief_clause(self.dispute, lang), without)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class OneSide:
    """What holds on one side of a dispute, 0 or 1? The second side is asked when the first is known."""

    dispute: Dispute
    place: Literal[0, 1]

    @property
    def _side(self) -> Side:
        return self.dispute.sides[self.place]

    def _finding(self, place: int, lang: str) -> Finding:
        side = self.dispute.sides[place]
        return side.case.ask(side.rules, lang)

    def task(self, lang: str) -> Task:
        dispute, side = self.dispute, self._side
        facts = {"rules": _heading(dispute, self.place, lang), "question": side.case.question(lang)}
        prompt = f"{_title(dispute, lang)}. {say('lesson.counts_under.prompt', lang, **facts)}"
        task = _task(side.case, dispute.sides[0].rules, prompt, lang)
        choices = side.case.choices(tuple(one.rules for one in dispute.sides), lang)
        return replace(task, kind="choice", choices=choices, notes=(*task.notes, *self._known(lang)))

    def _known(self, lang: str) -> tuple[str, ...]:
        """What is known when the second side is asked: the answer on the first, and the names of the house rules."""
        if self.place == 0:
            return ()
        first, second = (_heading(self.dispute, place, lang) for place in (0, 1))
        house = "; ".join(named(self._side.rules, field, lang) for field in self.dispute.fields)
        known = say("lesson.under.side", lang, side=first, told=self._finding(0, lang).title)
        return (known, say("lesson.under.side", lang, side=second, told=house)) if house else (known,)

    def check(self, answer: Answer, lang: str) -> Verdict:
        dispute, finding = self.dispute, self._finding(self.place, lang)
        told = _explained(_heading(dispute, self.place, lang), finding, lang)
        if self.place:
            told = (*told, *_why(dispute, lang), *_one_by_one(dispute, lang))
        return Verdict(answer == finding.answer, told, tuple(dict.fromkeys((*dispute.clauses, *finding.clauses))))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self._finding(self.place, lang).answer, _chief_clause(self.dispute, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        answer = self._finding(self.place, lang).answer
        return " ".join(self.check(answer, lang).sentences), answer


def both_sides(disputes: Iterable[Dispute]) -> tuple[WithAndWithout | OneSide, ...]:
    """Both sides of each dispute: at once where a single house rule parts them, else one after the other."""
    asked: list[WithAndWithout | OneSide] = []
    for dispute in disputes:
        asked += [WithAndWithout(dispute)] if len(dispute.fields) == 1 else [OneSide(dispute, 0), OneSide(dispute, 1)]
    return tuple(asked)


def _chief_clause(dispute: Dispute, lang: str) -> str:
    chief = dispute.clauses[0]
    return by_rule(f"clause.{chief}", chief, lang)


def _title(dispute: Dispute, lang: str) -> str:
    """What a dispute is called: by its clause and its house rule, or by a title of its own."""
    if len(dispute.fields) > 1:
        return say(f"dispute.title.{dispute.name}", lang)
    return f"{dispute.clauses[0]} {say(f'rule.{dispute.game}.{dispute.fields[0]}', lang)}"


def _heading(dispute: Dispute, place: int, lang: str) -> str:
    """What a side is called: by its rules."""
    return rules_label(dispute.sides[place].rules, lang)


def _why(dispute: Dispute, lang: str) -> tuple[str, ...]:
    """Where what holds here comes from, why, and who plays the other way."""
    source = (f"lesson.source.{dispute.source}",) if dispute.source else ()
    played = (f"dispute.played.{dispute.played}",) if dispute.played else ()
    return tuple(say(key, lang) for key in (*source, f"dispute.why.{dispute.name}", *played))


def _one_by_one(dispute: Dispute, lang: str) -> tuple[str, ...]:
    """Where the sides differ in several house rules: what each alone does in this position."""
    if len(dispute.fields) < 2:
        return ()
    first, second = dispute.sides
    before = first.case.ask(first.rules, lang)
    told = []
    for field in dispute.fields:
        alone: Any = replace(first.rules, **{field: getattr(second.rules, field)})
        after = first.case.ask(alone, lang)
        new = [sentence for sentence in after.sentences if sentence not in before.sentences]
        if after.answer != before.answer:
            told.append(
                f"{named(second.rules, field, lang)}. {say('dispute.changes_answer', lang, answer=after.title)}"
            )
        elif new:
            told.append(f"{named(second.rules, field, lang)}. {say('dispute.changes_this', lang, told=' '.join(new))}")
    return (*told, say("dispute.others", lang)) if len(told) < len(dispute.fields) else tuple(told)


# One of a level


@drill("disagree.legal_under", "T2.5", "T3.3", "T6.8", "T6.9")
def legal_under(chance: Random, level: int) -> LegalUnder:
    """Is this move allowed by the sheets, with the house rule, by both, or by neither?

    Taking a discard, and the ace; then calling a draw; then a secret four too.
    """
    kinds = (tables.may_take, tables.around_the_ace, tables.may_call, tables.four_of_a_rank)[: level + 1]
    case, house = chance.choice(kinds[-2:])(chance)
    return LegalUnder(case, house)


@drill("disagree.who_wins_under", "T6.2", "T6.5", "T8.4", "T9.2")
def who_wins_under(chance: Random, level: int) -> WhoWinsUnder:
    """Who wins this round by the sheets, and who with the house rule?

    A tie after a draw call; then other endings with a tie; then who takes part, and melds kept in the hand.
    """
    names = (("tie",), ("tie", "stock_tie"), ("showdown", "stock_tie", "concealed_melds_count"))[level - 1]
    name = chance.choice(names)
    house = tables.DECIDING[name]
    differs = chance.randrange(3) > 0
    while True:
        case = tables.finished_round(chance, name, level_hands=differs or chance.randrange(2) == 0)
        question = WhoWinsUnder(case, house, (0, 1))
        sheets, other = question.winners
        if sheets is None or other is None or (sheets != other) != differs:
            continue
        if sheets == other:
            other = chance.choice([seat for seat in range(SEATS) if seat != sheets])
        return replace(question, pair=(min(sheets, other), max(sheets, other)))


@drill("disagree.counts_under", "T9.2", "T9.3", "T9.4")
def counts_under(chance: Random, level: int) -> CountUnder:
    """What does this hand count, and what is paid, by the sheets or with the house rule?

    A meld in the hand; then more cards; then what is paid, in points or in chips.
    """
    by_house = chance.randrange(2) == 1
    if level < 3:
        return CountUnder(tables.with_melds(chance, 2 + 3 * level), tables.DECIDING["concealed_melds_count"], by_house)
    case = tables.finished_round(chance, "tie", level_hands=False)
    winner = ended(case.state, case.moves, tongits.Rules()).winner
    payer = chance.choice([seat for seat in range(SEATS) if seat != winner])
    return CountUnder(WhatPays(case, payer), tongits.Rules(payment=tongits.Payment.CHIPS), by_house)


@drill("disagree.tichu_under", "U2.3", "U4.4", "U5.1", "U5.6", "U6.2")
def tichu_under(chance: Random, level: int) -> LegalUnder | CountUnder:
    """Does this card fit, or how many points is this win worth, by the sheet or with the house rule?

    2 and ace; then the Dragon; then either. You have won; then perhaps your opponent; then the round may be blocked.
    """
    if chance.randrange(3) == 0:
        case = HowManyPoints(finished(chance, level))
        return CountUnder(case, tichu.Rules(points=tichu.Points.SWAPPED), chance.randrange(2) == 1)
    kind = (two_or_ace, on_the_dragon)[chance.randrange(2) if level > 2 else level - 1]
    return LegalUnder(*kind(chance))
