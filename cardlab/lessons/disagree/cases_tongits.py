"""Questions about a Tongits position that may be answered differently by different rules.

First moves, melds and hands; then how a round or a match ends: who wins, who pays, who begins the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cardlab import tongits
from cardlab.cards import Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.disagree.dispute import ALLOWED, NOBODY, REFUSED, allowed_or_not
from cardlab.lessons.tables_tongits import YOU, players
from cardlab.phrasing import Reader, Reason
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.lying import Pile, by_rank
from cardlab.phrasing.said import Said, Text, Told
from cardlab.tongits.least import hand_deadwood
from cardlab.tongits.moves import SEATS

# Moves, melds and hands


@dataclass(frozen=True, slots=True)
class MayMove:
    """May this move be made? Asked of `why_not`."""

    state: tongits.State
    move: tongits.Move

    def ask(self, rules: tongits.Rules) -> Ask:
        refusals = tongits.why_not(replace(self.state, rules=rules), self.move)
        asked, facts = tell.deed(self.move, self.state)
        taken = Said("lesson.under.taken", card=self.state.taken) if self.state.taken else ()
        sapawed = Said("lesson.under.sapawed") if YOU in self.state.sapawed else ()
        return Ask(
            self.state.hands[YOU],
            allowed_or_not(),
            prompt=Said(f"lesson.under.may_{asked}", **facts),
            hand_label=Said("hand.label"),
            piles=(Told(_discards, self.state), Told(tell.on_table, self.state)),
            notes=(taken, sapawed),
            answer=REFUSED if refusals else ALLOWED,
            because=refusals or Said("lesson.under.no_rule_against"),
        )


def _discards(reader: Reader, state: tongits.State) -> tuple[Pile, ...]:
    label = reader.say("lesson.under.discards")
    return (Pile(state.discards[:1], label, None, label),) if state.discards else ()


@dataclass(frozen=True, slots=True)
class AsGiven:
    """Sorts cards as they stand here; two are equal if the cards are."""

    cards: tuple[Card, ...]

    def __call__(self, card: Card) -> int:
        return self.cards.index(card)


@dataclass(frozen=True, slots=True)
class IsMeld:
    """Is this handful a meld? Asked of `why_not_meld`."""

    cards: tuple[Card, ...]

    def ask(self, rules: tongits.Rules) -> Ask:
        meld = tongits.why_meld(self.cards, rules)
        return Ask(
            self.cards,
            {ALLOWED: Said("lesson.yes"), REFUSED: Said("lesson.no")},
            prompt=Said("lesson.under.is_meld"),
            hand_label=Said("lesson.these_cards"),
            worth=AsGiven(self.cards),
            answer=ALLOWED if meld else REFUSED,
            because=Told(tell.why_meld, meld) if meld else tongits.why_not_meld(self.cards, rules),
        )


@dataclass(frozen=True, slots=True)
class Deadwood:
    """What does your hand count? Asked of `hand_deadwood` (T9.2)."""

    state: tongits.State

    def ask(self, rules: tongits.Rules) -> Ask:
        hand = self.state.hands[YOU]
        total = hand_deadwood(hand, rules)
        because = Said("lesson.under.best_counts", "T9.2", total=total)
        if rules.concealed_melds_count:
            parts = " + ".join(str(counted) for _, counted in tongits.deadwood_parts(hand, rules))
            because = Said("lesson.under.every_card_counts", "T9.2", parts=parts, total=total)
        prompt, label = Said("lesson.under.deadwood_of_hand"), Said("hand.label")
        return Ask(hand, prompt=prompt, hand_label=label, answer=total, because=because)


# Endings

_TOLD: Final = {
    tongits.Call: "tell.table.caller",
    tongits.Challenge: "tell.table.challenged",
    tongits.Fold: "tell.table.folded",
    tongits.Discard: "lesson.under.last_discard",
}


@dataclass(frozen=True, slots=True)
class WhoWins:
    """Who wins the round when these moves are made, as many of them as the rules leave to the players?"""

    state: tongits.State
    moves: tuple[tongits.Move, ...] = ()

    def ask(self, rules: tongits.Rules) -> Ask:
        result = ended(self.state, self.moves, rules)
        notes = [Said(_TOLD[type(move)], "", move.seat) for move in self.moves]
        if not notes and not self.state.stock:
            drew = Said("lesson.end_of_stock.last_drawer", "", self.state.last_drawer)
            notes = [Said("lesson.under.stock_ended"), drew]
        if len(self.state.melds) > 1:
            notes.append(Said("lesson.late.order"))
        return Ask(
            self.state.hands[YOU],
            {**players(), NOBODY: Said("lesson.under.nobody")},
            prompt=Said("lesson.under.who_wins"),
            hand_label=Said("hand.label"),
            piles=(Told(_others, self.state), Told(tell.on_table, self.state)),
            notes=notes,
            answer=NOBODY if result.winner is None else str(result.winner),
            because=self.reasons(rules),
        )

    def reasons(self, rules: tongits.Rules) -> tuple[Text, ...]:
        """Why the round ends so: what decided, deadwood, and what is paid."""
        result, chips = ended(self.state, self.moves, rules), rules.payment is tongits.Payment.CHIPS
        decided = Told(_decided, _played(self.state, self.moves, rules))
        counted = Said("lesson.under.deadwood", "T9.2", each=_each(result.deadwood))
        if result.winner is None:
            return decided, counted
        key, clause = ("payments_in_chips", "T9.4") if chips else ("payments", "T9.3")
        return decided, counted, Said(f"lesson.under.{key}", clause, each=_each(result.payments, signed=True))


def _others(reader: Reader, state: tongits.State) -> list[Pile]:
    """The hands of the others."""
    short = reader.say("tell.table.hand.short")
    return [
        Pile(by_rank(state.hands[seat]), reader.say("lesson.under.hand_of", seat=seat), seat, short)
        for seat in range(SEATS)
        if seat != YOU and state.hands[seat]
    ]


@dataclass(frozen=True, slots=True)
class WhatPays:
    """How much does this seat pay at the end? Asked of `outcome` (T9.3, T9.4)."""

    end: WhoWins
    seat: int

    def ask(self, rules: tongits.Rules) -> Ask:
        paid = -ended(self.end.state, self.end.moves, rules).payments[self.seat]
        prompt = Said("lesson.under.what_pays", "", self.seat)
        return replace(self.end.ask(rules), prompt=prompt, choices={}, answer=paid)


@dataclass(frozen=True, slots=True)
class WhoStarts:
    """Who is first player in the next round? Asked of `Match` (T1.5)."""

    end: WhoWins

    def ask(self, rules: tongits.Rules) -> Ask:
        asked, state = self.end.ask(rules), self.end.state
        result = ended(state, self.end.moves, rules)
        explained = "rule.tongits.winner_starts.explanation"
        next_round = Said(explained if rules.winner_starts else "lesson.under.next_seat_starts", "T1.5")
        decided = Told(_decided, _played(state, self.end.moves, rules), most=1)
        return replace(
            asked,
            prompt=Said("lesson.under.who_starts"),
            choices=players(),
            notes=(asked.notes, Said("lesson.under.was_first", seat=f"seat.{state.first}")),
            answer=str(tongits.Match(rules, first=state.first).add(result).first),
            because=(decided, next_round),
        )


def ended(state: tongits.State, moves: tuple[tongits.Move, ...], rules: tongits.Rules) -> tongits.Outcome:
    """The outcome under these rules; answers to a call that nobody is asked for are left out (T6.2)."""
    after = _played(state, moves, rules)
    result = tongits.outcome(after)
    if result is None:
        raise ValueError("these moves do not end the round")
    return result


def _played(state: tongits.State, moves: tuple[tongits.Move, ...], rules: tongits.Rules) -> tongits.State:
    after = replace(state, rules=rules)
    for move in moves:
        if tongits.turn(after):
            after = tongits.play(after, move)
    return after


def _decided(reader: Reader, after: tongits.State, most: int | None = None) -> tuple[Reason, ...]:
    """What decided who wins; that everybody shows the hand is a house rule (T6.2) and said first."""
    reasons = tell.ended(reader, after)
    if tell.result_of(after).ending is tongits.Ending.DRAW and after.rules.showdown is tongits.Showdown.EVERYONE:
        reasons = (reader.because("rule.tongits.showdown.everyone.explanation", "T6.2"), *reasons)
    return reasons[:most]


def _each(points: tuple[int, ...], *, signed: bool = False) -> tuple[Said, ...]:
    """Each seat with its number; `signed`: with + for what it receives."""
    written = (f"{counted:+}" if signed and counted else str(counted) for counted in points)
    return tuple(
        Said("lesson.under.each", seat=f"seat.{seat}", points=number.replace("-", "−"))
        for seat, number in enumerate(written)
    )
