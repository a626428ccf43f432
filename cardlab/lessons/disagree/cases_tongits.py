"""Questions about a Tongits position that may be answered differently by different rules.

Knows how a position looks and how a question is put; every answer is asked of `cardlab.tongits`.
How rounds end, and what that costs, is asked in `cases_endings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardlab.cards import Card
from cardlab.lessons.disagree.cases import ALLOWED, REFUSED, Choices, Finding, Look, allowed_or_not, judged, numbers
from cardlab.lessons.sentences import by_rule, meld_sentences
from cardlab.locale import say
from cardlab.tell.tongits import at_table, deed
from cardlab.tongits import (
    Meld,
    Move,
    Phase,
    Rules,
    State,
    deadwood_parts,
    meld_readings,
    why_meld,
    why_not,
    why_not_meld,
)
from cardlab.tongits.scoring import hand_deadwood

__all__ = ["YOU", "Deadwood", "IsMeld", "MayMove", "StandsFor", "discard_on_table", "melds_on_table"]

YOU = 0


@dataclass(frozen=True, slots=True)
class MayMove:
    """May this move be made? Asked of `why_not`."""

    state: State
    move: Move

    def look(self, lang: str) -> Look:
        notes = [say("lesson.under.first_turn", lang)] if self.state.began == "deal" else []
        if self.state.taken is not None:
            notes.append(say("lesson.under.taken", lang, card=self.state.taken))
        if self.state.takes > 1:
            notes.append(say("lesson.under.takes", lang, count=self.state.takes))
        if YOU in self.state.sapawed:
            notes.append(say("lesson.under.sapawed", lang))
        if self.state.caller is not None:
            notes.append(say("lesson.under.called", lang, seat=f"seat.{self.state.caller}"))
        if not self.state.stock:
            drawer = say(f"seat.{self.state.last_drawer}", lang)
            notes.append(say("lesson.under.last_card_drawn", lang, seat=drawer))
        piles = () if self.state.phase is Phase.ANSWER else discard_on_table(self.state, lang)
        piles = (*piles, *melds_on_table(self.state, lang))
        return Look(self.state.hands[YOU], say("hand.label", lang), piles, tuple(notes))

    def question(self, lang: str) -> str:
        asked, facts = deed(self.move, self.state)
        return say(f"lesson.under.may_{asked}", lang, **facts)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return allowed_or_not(lang)

    def ask(self, rules: Rules, lang: str) -> Finding:
        return judged(why_not(replace(self.state, rules=rules), self.move), at_table(lang, YOU))


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
        found = judged(why_not_meld(self.cards, rules), at_table(lang, YOU), meld_sentences(meld, lang) if meld else ())
        return replace(found, title=dict(self.choices((rules,), lang))[found.answer])


@dataclass(frozen=True, slots=True)
class StandsFor:
    """What does the joker in this meld stand for, the cards given in this order? Asked of `why_meld` (T10.3)."""

    cards: tuple[Card, ...]

    def look(self, lang: str) -> Look:
        return Look(self.cards, say("lesson.under.in_this_order", lang), in_order=True)

    def question(self, lang: str) -> str:
        return say("lesson.under.stands_for", lang)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        readings = [reading for one in rules for reading in meld_readings(self.cards, one)]
        found = {means for meld in readings for means in _by_joker(meld)}
        return tuple((card.code, say("lesson.under.card", lang, card=card)) for card in sorted(found))

    def ask(self, rules: Rules, lang: str) -> Finding:
        meld = why_meld(self.cards, rules)
        if meld is None:
            raise ValueError("these cards are no meld in this order")
        card = _by_joker(meld)[0]
        told = by_rule("lesson.under.order_says", "T10.3", lang, meld=meld.stands_for)
        return Finding(card.code, say("lesson.under.card", lang, card=card), (told,), ("T10.3",))


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
        return hand_deadwood(replace(self.state, rules=rules), YOU)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return numbers(self.number(one) for one in rules)

    def ask(self, rules: Rules, lang: str) -> Finding:
        total = self.number(rules)
        if rules.concealed_melds_count:
            parts = " + ".join(str(counted) for _, counted in deadwood_parts(self.state.hands[YOU], rules))
            told = by_rule("lesson.under.every_card_counts", "T9.2", lang, parts=parts, total=total)
        else:
            told = by_rule("lesson.under.best_counts", "T9.2", lang, total=total)
        return Finding(str(total), str(total), (told,), ("T9.2",))


def _by_joker(meld: Meld) -> tuple[Card, ...]:
    """What the jokers of a meld stand for."""
    return tuple(means for card, means in zip(meld.cards, meld.stands_for, strict=True) if card.is_joker)


def discard_on_table(state: State, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The top of the discard pile and what it is called; nothing if there is none."""
    return ((say("lesson.under.discards", lang), state.discards[:1]),) if state.discards else ()


def melds_on_table(state: State, lang: str) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """The melds in the order laid, each with what it is called."""
    for laid in state.melds:
        if laid.meld is not None:
            key = "lesson.your_meld" if laid.owner == YOU else "lesson.under.meld_of"
            yield say(key, lang, seat=f"seat.{laid.owner}"), laid.meld.cards
