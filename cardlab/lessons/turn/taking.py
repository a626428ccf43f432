"""Questions about the discard pile: may this card be taken (T2.5), and which may be discarded (T2.4, T2.6).

Knows how such a question is made and put; what is allowed, and why not, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, cards_of, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import YOU, late_round
from cardlab.lessons.tables.late_words import house_rules, shown
from cardlab.lessons.tables.one_turn import (
    all_played,
    discard_pile,
    free_cards,
    told,
    why_refused,
    with_discard,
)
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    SHEET,
    Discard,
    Draw,
    LayMeld,
    Meld,
    Move,
    Rules,
    Sapaw,
    State,
    Take,
    extensions,
    legal_moves,
    melds_in,
    play,
    why_not,
)

__all__ = ["MayDiscard", "MayTake", "making_meld", "may_discard", "may_take"]

MUST_MELD: Final = Rules(discard_must_meld=True)


@dataclass(frozen=True, slots=True)
class MayTake:
    """T2.5: may the learner begin his turn by taking the top discard at this table?"""

    state: State

    @property
    def card(self) -> Card:
        return self.state.discards[0]

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The new melds that the card would make with cards from hand, without those that are a part of another."""
        held = (*self.state.hands[YOU], self.card)
        melds = [meld for meld in melds_in(held, self.state.rules) if self.card in meld.cards]
        return tuple(meld for meld in melds if not any(set(meld.cards) < set(other.cards) for other in melds))

    @property
    def fitting(self) -> tuple[int, ...]:
        """The melds on the table on which it could be laid off, by number from 1."""
        return tuple(
            place
            for place, laid in enumerate(self.state.melds, start=1)
            if laid.meld and extensions(laid.meld, (self.card,), self.state.rules)
        )

    @property
    def answer(self) -> str:
        return "no" if why_not(self.state, Take(YOU)) else "yes"

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = shown(self.state, lang), discard_pile(self.state, lang)
        notes = house_rules(self.state.rules, lang)
        prompt = say("lesson.may_take.prompt", lang, card=self.card)
        piles, labels = (*piles, *top), (*labels, *its_label)
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, yes_or_no(lang), kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        refusals = why_not(self.state, Take(YOU))
        if refusals:
            sentences = why_refused(refusals, lang)
            if self.fitting:
                only = by_rule("lesson.may_take.only_lay_off", "T2.5", lang, card=self.card, numbers=self.fitting)
                sentences = (*sentences, only)
            rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals))
            return Verdict(answer == "no", sentences, rules)
        key = "lesson.may_take.for_a_meld" if self.state.rules.discard_must_meld else "lesson.may_take.any"
        melds = tuple(meld.cards for meld in self.melds)
        why = by_rule(key, "T2.5", lang, card=self.card, melds=melds)
        return Verdict(answer == "yes", (why,), ("T2.5",), self._follows(lang))

    def _follows(self, lang: str) -> tuple[str, ...]:
        """What could be done with the card, once taken: laid, laid off or kept; not discarded (T2.6)."""
        after = play(self.state, Take(YOU))
        laid = tuple(meld.cards for meld in self.melds)
        by_sheet = not self.state.rules.discard_must_meld  # else the melds have been named as the reason
        melds = [say("lesson.may_take.could_lay", lang, card=self.card, melds=laid)] if laid and by_sheet else []
        onto = {
            move.meld + 1 for move in legal_moves(after, YOU) if isinstance(move, Sapaw) and move.cards == (self.card,)
        }
        offs = [say("lesson.may_take.could_lay_off", lang, card=self.card, numbers=tuple(sorted(onto)))] if onto else []
        kept = [] if laid or onto else [say("lesson.may_take.could_keep", lang, card=self.card)]
        (stays,) = (one for one in why_not(after, Discard(YOU, self.card)) if one.rule == "T2.6")
        return (*melds, *offs, *kept, by_rule("lesson.may_take.then_not_discard", stays.rule, lang, card=self.card))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        key = "lesson.may_take.ask_meld" if self.state.rules.discard_must_meld else "lesson.may_take.ask_rule"
        same = tuple(card for card in self.state.hands[YOU] if card.rank == self.card.rank)
        near = tuple(
            card
            for card in self.state.hands[YOU]
            if card.suit == self.card.suit and abs(card.number - self.card.number) <= 2
        )
        counted = say("lesson.may_take.beside", lang, card=self.card, same=len(same), near=len(near))
        return leading_to(self.answer, say(key, lang), counted)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class MayDiscard:
    """T2.4, T2.6: which cards may the learner discard, after these moves of his turn?

    `earlier` is a card of his hand that he took from the discard pile in the turn before.
    """

    before: State
    moves: tuple[Move, ...] = ()
    earlier: Card | None = None

    @property
    def state(self) -> State:
        return all_played(self.before, self.moves)

    @property
    def refusals(self) -> dict[Card, tuple[Refusal, ...]]:
        state = self.state
        return {card: why_not(state, Discard(YOU, card)) for card in state.hands[YOU]}

    @property
    def allowed(self) -> tuple[Card, ...]:
        return tuple(card for card, refusals in self.refusals.items() if not refusals)

    def task(self, lang: str) -> Task:
        state = self.state
        piles, labels = shown(state, lang)
        moves = " ".join(told(self.before, self.moves, lang))
        key = "lesson.may_discard.so_far" if moves else "lesson.may_discard.nothing_yet"
        notes = (*self._earlier(lang), say(key, lang, moves=moves), *house_rules(state.rules, lang))
        return Task(
            say("lesson.may_discard.prompt", lang),
            state.hands[YOU],
            piles,
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            notes=notes,
        )

    def _earlier(self, lang: str) -> tuple[str, ...]:
        return (say("lesson.may_discard.earlier", lang, card=self.earlier),) if self.earlier else ()

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected, against = cards_of(answer), self.refusals
        right = set(selected) == set(self.allowed)
        wrong = [card for card in (against if right else selected) if against[card]]
        sentences = [one for card in wrong for one in why_refused(against[card], lang)]
        rules = [refusal.rule for card in wrong for refusal in against[card]]
        missed = () if right else tuple(card for card in self.allowed if card not in selected)
        if missed:
            sentences.append(by_rule("lesson.may_discard.missed", "T2.4", lang, cards=missed))
        if right and self.allowed:
            rest = "lesson.may_discard.any_other" if wrong else "lesson.may_discard.any"
            sentences.append(by_rule(rest, "T2.4", lang))
        if self.earlier in (self.allowed if right else missed):
            sentences.append(by_rule("lesson.may_discard.only_this_turn", "T2.6", lang, card=self.earlier))
            rules.append("T2.6")
        return Verdict(right, tuple(dict.fromkeys(sentences)), tuple(dict.fromkeys(rules)) or ("T2.4",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        asks = say("lesson.may_discard.ask", lang)
        count = say("lesson.may_discard.how_many", lang, cards=len(self.allowed))
        return leading_to(self.allowed, asks, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.allowed, lang).sentences), self.allowed


def may_take(chance: Random, level: int) -> MayTake:
    """By the sheet or by the house rule; then only the house rule; then a card that can just be laid off."""
    rules = MUST_MELD if level > 1 else chance.choice((SHEET, MUST_MELD))
    counts = (chance.randint(1, 2) if level == 1 else chance.randrange(2), 1, level - 1)
    if rules is MUST_MELD and chance.randrange(2):
        return MayTake(making_meld(chance, counts))
    state = late_round(chance, counts, rules=rules)
    loose = [question for question in _every_discard(state) if not question.melds]
    only_fits = [question for question in loose if question.fitting]
    return chance.choice((only_fits if level == 3 else []) or loose or [MayTake(state)])


def may_discard(chance: Random, level: int) -> MayDiscard:
    """Drawn or taken; then not begun, taken and laid, or taken a turn ago; then with the house rule."""
    rules = MUST_MELD if level == 3 else SHEET  # by which a card taken never stays in the hand for a turn
    counts = (2, chance.randrange(2), 1)
    moment = chance.choice(_MOMENTS[level - 1])
    state = late_round(chance, counts, rules=rules)
    match moment:
        case "not_begun":
            return MayDiscard(state)
        case "drawn":
            return MayDiscard(state, (Draw(YOU),))
        case "earlier":
            return MayDiscard(state, (Draw(YOU),), chance.choice(state.hands[YOU]))
    if moment == "taken" and level < 3:
        return MayDiscard(state, (Take(YOU),))
    state = making_meld(chance, counts, rules)
    taken = play(state, Take(YOU))
    lays = [move for move in legal_moves(taken, YOU) if isinstance(move, LayMeld) and state.discards[0] in move.cards]
    unfinished = [move for move in lays if len(move.cards) < len(taken.hands[YOU])]
    laid = (chance.choice(unfinished),) if moment == "laid" and unfinished else ()
    return MayDiscard(state, (Take(YOU), *laid))


_MOMENTS: Final = (
    ("drawn", "taken", "taken"),
    ("not_begun", "earlier", "taken", "laid"),
    ("not_begun", "drawn", "taken", "laid", "laid"),
)


def making_meld(chance: Random, melds: tuple[int, int, int], rules: Rules = MUST_MELD) -> State:
    """A table with a discard on top that makes a meld with the learner's hand."""
    while True:
        state = late_round(chance, melds, rules=rules)
        making = [question.state for question in _every_discard(state) if question.melds]
        if making:
            return chance.choice(making)


def _every_discard(state: State) -> tuple[MayTake, ...]:
    """The question with each card on top that lies in stock or discard pile."""
    return tuple(MayTake(with_discard(state, card)) for card in free_cards(state))
