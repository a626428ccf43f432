"""Questions about a Tongits position that may be answered differently by different rules.

First moves, melds and hands; then how a round or a match ends: who wins, who pays, who begins the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.disagree.dispute import (
    ALLOWED,
    NOBODY,
    REFUSED,
    Choices,
    Finding,
    Look,
    allowed_or_not,
    judged,
    numbers,
)
from cardlab.lessons.tables_tongits import YOU, learner, seat_choices
from cardlab.phrasing import by_rule, rules_of, sentences_of
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.lying import Lying, by_rank, lying
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Ending,
    Fold,
    Match,
    Move,
    Outcome,
    Payment,
    Rules,
    Showdown,
    State,
    deadwood_parts,
    outcome,
    play,
    turn,
    why_meld,
    why_not,
    why_not_meld,
)
from cardlab.tongits.least import hand_deadwood
from cardlab.tongits.moves import SEATS

# Moves, melds and hands


@dataclass(frozen=True, slots=True)
class MayMove:
    """May this move be made? Asked of `why_not`."""

    state: State
    move: Move

    def look(self, lang: str) -> Look:
        notes = []
        if self.state.taken is not None:
            notes.append(say("lesson.under.taken", lang, card=self.state.taken))
        if YOU in self.state.sapawed:
            notes.append(say("lesson.under.sapawed", lang))
        piles = (*discard_on_table(self.state, lang), *melds_on_table(self.state, lang))
        return Look(self.state.hands[YOU], say("hand.label", lang), piles, tuple(notes))

    def question(self, lang: str) -> str:
        asked, facts = tell.deed(self.move, self.state)
        return say(f"lesson.under.may_{asked}", lang, **facts)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return allowed_or_not(lang)

    def ask(self, rules: Rules, lang: str) -> Finding:
        return judged(why_not(replace(self.state, rules=rules), self.move), learner(lang))


@dataclass(frozen=True, slots=True)
class IsMeld:
    """Is this handful a meld? Asked of `why_not_meld`."""

    cards: tuple[Card, ...]

    def look(self, lang: str) -> Look:
        return Look(self.cards, say("lesson.these_cards", lang), in_order=True)

    def question(self, lang: str) -> str:
        return say("lesson.under.is_meld", lang)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return (ALLOWED, say("lesson.yes", lang)), (REFUSED, say("lesson.no", lang))

    def ask(self, rules: Rules, lang: str) -> Finding:
        meld = why_meld(self.cards, rules)
        found = judged(
            why_not_meld(self.cards, rules), learner(lang), sentences_of(tell.why_meld(meld, lang)) if meld else ()
        )
        return replace(found, title=dict(self.choices((rules,), lang))[found.answer])


@dataclass(frozen=True, slots=True)
class Deadwood:
    """What does your hand count? Asked of `hand_deadwood` (T9.2)."""

    state: State

    def look(self, lang: str) -> Look:
        return Look(self.state.hands[YOU], say("hand.label", lang))

    def question(self, lang: str) -> str:
        return say("lesson.under.deadwood_of_hand", lang)

    def number(self, rules: Rules) -> int:
        """The deadwood of the hand under these rules."""
        return hand_deadwood(self.state.hands[YOU], rules)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return numbers(self.number(one) for one in rules)

    def ask(self, rules: Rules, lang: str) -> Finding:
        total = self.number(rules)
        if rules.concealed_melds_count:
            parts = " + ".join(str(counted) for _, counted in deadwood_parts(self.state.hands[YOU], rules))
            sentence = by_rule("lesson.under.every_card_counts", "T9.2", lang, parts=parts, total=total)
        else:
            sentence = by_rule("lesson.under.best_counts", "T9.2", lang, total=total)
        return Finding(str(total), str(total), (sentence,), ("T9.2",))


def discard_on_table(state: State, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The top of the discard pile and what it is called; nothing if there is none."""
    label = say("lesson.under.discards", lang)
    return ((Lying(label, None, label), state.discards[:1]),) if state.discards else ()


def melds_on_table(state: State, lang: str) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """The melds in the order laid, each with what it is called."""
    for number, laid in enumerate(state.melds, 1):
        if laid.meld is not None:
            label = lying(learner(lang), "tell.table.meld", laid.owner, is_meld=True, number=number)
            yield label, laid.meld.cards


# Endings

_TOLD: Final = {
    Call: "tell.table.caller",
    Challenge: "tell.table.challenged",
    Fold: "tell.table.folded",
    Discard: "lesson.under.last_discard",
}


@dataclass(frozen=True, slots=True)
class WhoWins:
    """Who wins the round when these moves are made, as many of them as the rules leave to the players?"""

    state: State
    moves: tuple[Move, ...] = ()

    def look(self, lang: str) -> Look:
        hands = tuple(
            (
                Lying(learner(lang).say("lesson.under.hand_of", seat=seat), seat, say("tell.table.hand.short", lang)),
                by_rank(self.state.hands[seat]),
            )
            for seat in range(SEATS)
            if seat != YOU and self.state.hands[seat]
        )
        sentences = tuple(learner(lang).about(_TOLD[type(move)], move.seat) for move in self.moves)
        if not sentences and not self.state.stock:
            drew = learner(lang).about("lesson.end_of_stock.last_drawer", self.state.last_drawer)
            sentences = (say("lesson.under.stock_ended", lang), drew)
        if len(self.state.melds) > 1:
            sentences = (*sentences, say("lesson.late.order", lang))
        return Look(
            self.state.hands[YOU], say("hand.label", lang), (*hands, *melds_on_table(self.state, lang)), sentences
        )

    def question(self, lang: str) -> str:
        return say("lesson.under.who_wins", lang)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return seats_or_nobody(lang)

    def ask(self, rules: Rules, lang: str) -> Finding:
        result = ended(self.state, self.moves, rules)
        answer = NOBODY if result.winner is None else str(result.winner)
        sentences, clauses = reasons(self.state, self.moves, rules, result, lang)
        return Finding(answer, dict(self.choices((rules,), lang))[answer], sentences, clauses)


@dataclass(frozen=True, slots=True)
class WhatPays:
    """How much does this seat pay at the end? Asked of `outcome` (T9.3, T9.4)."""

    end: WhoWins
    seat: int

    def look(self, lang: str) -> Look:
        return self.end.look(lang)

    def question(self, lang: str) -> str:
        return learner(lang).about("lesson.under.what_pays", self.seat)

    def number(self, rules: Rules) -> int:
        """What the seat pays under these rules."""
        return -ended(self.end.state, self.end.moves, rules).payments[self.seat]

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return numbers(self.number(one) for one in rules)

    def ask(self, rules: Rules, lang: str) -> Finding:
        sentences, clauses = reasons(self.end.state, self.end.moves, rules, None, lang)
        return Finding(str(self.number(rules)), str(self.number(rules)), sentences, clauses)


@dataclass(frozen=True, slots=True)
class WhoStarts:
    """Who is first player in the next round? Asked of `Match` (T1.5)."""

    end: WhoWins

    def look(self, lang: str) -> Look:
        look = self.end.look(lang)
        first = say("lesson.under.was_first", lang, seat=f"seat.{self.end.state.first}")
        return replace(look, notes=(*look.notes, first))

    def question(self, lang: str) -> str:
        return say("lesson.under.who_starts", lang)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return seats_or_nobody(lang)[:SEATS]

    def ask(self, rules: Rules, lang: str) -> Finding:
        result = ended(self.end.state, self.end.moves, rules)
        first = str(Match(rules, first=self.end.state.first).add(result).first)
        sentences, clauses = reasons(self.end.state, self.end.moves, rules, result, lang)
        return Finding(
            first, dict(self.choices((rules,), lang))[first], (*sentences[:1], _next_round(rules, lang)), clauses
        )


def ended(state: State, moves: tuple[Move, ...], rules: Rules) -> Outcome:
    """The outcome under these rules; answers to a call that nobody is asked for are left out (T6.2)."""
    after = _played(state, moves, rules)
    result = outcome(after)
    if result is None:
        raise ValueError("these moves do not end the round")
    return result


def _played(state: State, moves: tuple[Move, ...], rules: Rules) -> State:
    after = replace(state, rules=rules)
    for move in moves:
        if turn(after):
            after = play(after, move)
    return after


def reasons(
    state: State, moves: tuple[Move, ...], rules: Rules, result: Outcome | None, lang: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Why the round ends so: deadwood, what decided, and what is paid; and the clauses of all that."""
    result = result or ended(state, moves, rules)
    after = _played(state, moves, rules)
    decided, clauses = _decided(after, result, lang)
    counted = by_rule("lesson.under.deadwood", "T9.2", lang, each=_each(result.deadwood, lang))
    if result.winner is None:
        return (*decided, counted), clauses
    payment = "T9.4" if rules.payment is Payment.CHIPS else "T9.3"
    key = "lesson.under.payments_in_chips" if rules.payment is Payment.CHIPS else "lesson.under.payments"
    paid = by_rule(key, payment, lang, each=_each(result.payments, lang, signed=True))
    return (*decided, counted, paid), (*clauses, "T9.2", payment)


def _decided(after: State, result: Outcome, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What decided who wins, and the clauses; that everybody shows the hand is a house rule (T6.2) and said first."""
    sentences = tell.ended(learner(lang), after)
    if result.ending is Ending.DRAW and after.rules.showdown is Showdown.EVERYONE:
        shown = by_rule("rule.tongits.showdown.everyone.explanation", "T6.2", lang)
        return (shown, *sentences_of(sentences)), ("T6.2", *rules_of(sentences))
    return sentences_of(sentences), rules_of(sentences)


def _next_round(rules: Rules, lang: str) -> str:
    key = "rule.tongits.winner_starts.explanation" if rules.winner_starts else "lesson.under.next_seat_starts"
    return by_rule(key, "T1.5", lang)


def seats_or_nobody(lang: str) -> Choices:
    """The three seats, and nobody."""
    return (*seat_choices(lang), (NOBODY, say("lesson.under.nobody", lang)))


def _each(points: tuple[int, ...], lang: str, *, signed: bool = False) -> tuple[str, ...]:
    """Each seat with its number; `signed`: with + for what it receives."""
    written = (f"{counted:+}" if signed and counted else str(counted) for counted in points)
    return tuple(
        say("lesson.under.each", lang, seat=f"seat.{seat}", points=number.replace("-", "−"))
        for seat, number in enumerate(written)
    )
