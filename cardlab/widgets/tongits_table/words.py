"""What is said at a table: who is who, what a move was, why it is refused, and how a round ended.

`Words` knows from where somebody looks at the table, so it says "you" to the right person.
Its parts: people, moves, buttons, refusals, and the end of a round; the sentences stand in the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Call,
    Challenge,
    Code,
    Discard,
    Draw,
    Ending,
    Fold,
    LayMeld,
    Meld,
    Move,
    Outcome,
    Payment,
    Sapaw,
    State,
    Take,
    View,
    why_meld,
)
from cardlab.widgets.tongits_table.round import SEATS, TongitsMoment

_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one table: `lang`; `you`, the seat that is called "you", or None if all are; `open_hands`."""

    lang: str
    you: int | None
    open_hands: bool = False

    def say(self, key: str, **facts: Any) -> str:
        """A message in the language of the table."""
        return say(key, self.lang, **facts)

    def player(self, seat: int) -> str:
        """What a player is called: from where the learner sits, or by number if the learner moves every seat."""
        if self.you is None:
            return self.say("table.player", number=seat + 1)
        return self.say(f"seat.{(seat - self.you) % SEATS}")

    def within(self, seat: int) -> str:
        """What a player is called within a sentence: "the player on the left"."""
        if self.you is None:
            return self.player(seat)
        return self.say(f"seat.within.{(seat - self.you) % SEATS}")

    def tell(self, key: str, **facts: Any) -> str:
        """A message of whole sentences with a player in them: each begins with a capital letter."""
        return _BEGINNING.sub(lambda found: found.group().upper(), self.say(key, **facts))

    def about(self, what: str, seat: int, **facts: Any) -> str:
        """A sentence of the table that has one form for "you" and one for another player."""
        return self.tell(f"table.{what}.{self._person(seat)}", player=self.within(seat), **facts)

    def _person(self, seat: int) -> str:
        return "you" if seat == self.you else "other"

    def told(self, moments: Sequence[TongitsMoment], places: Iterable[int]) -> list[str]:
        """The moves that led to these moments, a sentence for all that one player did in a row."""
        deeds = [(moments[place].move, moments[place - 1].state) for place in places]
        made = [(move.seat, self._deed(before, move)) for move, before in deeds if move is not None]
        return [
            self.tell("table.does", player=self.within(seat), deeds=tuple(deed for _, deed in done))
            for seat, done in groupby(made, key=lambda one: one[0])
        ]

    def _deed(self, before: State, move: Move) -> str:
        who = self._person(move.seat)
        known = who == "you" or self.open_hands
        match move:
            case Draw() if known:
                return self.say(f"table.deed.draw.{who}", card=before.stock[0])
            case Draw():
                return self.say("table.deed.draw.hidden")
            case Take():
                return self.say(f"table.deed.take.{who}", card=before.discards[0])
            case LayMeld(secret=True) if known:
                return self.say(f"table.deed.secret.{who}", cards=move.cards)
            case LayMeld(secret=True):
                return self.say("table.deed.secret.hidden")
            case LayMeld():
                meld = why_meld(move.cards, before.rules)
                assert meld is not None  # a move that was made
                return self.say(f"table.deed.{meld.kind}.{who}", cards=meld.cards)
            case Sapaw():
                return self.say(f"table.deed.sapaw.{who}", cards=move.cards, number=move.meld + 1)
            case Discard():
                what = "discard_joker" if move.card.is_joker else "discard"
                return self.say(f"table.deed.{what}.{who}", card=move.card)
            case Call():
                return self.say(f"table.deed.call.{who}")
            case Challenge():
                return self.say(f"table.deed.challenge.{who}")
            case Fold():
                return self.say(f"table.deed.fold.{who}")

    def action(self, move: Move, seen: View) -> str:
        """What the button of a move says."""
        match move:
            case Draw():
                return self.say("table.draw")
            case Take():
                return self.say("table.take_card", card=seen.discards[0]) if seen.discards else self.say("table.take")
            case LayMeld(secret=True):
                return self.say("table.lay_secret")
            case LayMeld(cards=laid):
                return self.say("table.lay_cards", cards=laid) if len(laid) > 2 else self.say("table.lay")
            case Sapaw(cards=laid):
                key = "table.lay_off_on" if laid else "table.lay_off_at"
                return self.say(key, cards=laid, number=move.meld + 1)
            case Discard():
                return self.say("table.discard_card", card=move.card)
            case Call():
                return self.say("table.call")
            case Challenge():
                return self.say("table.challenge")
            case Fold():
                return self.say("table.fold")

    def reason(self, refusal: Refusal) -> str:
        """A refusal as at this table: players by name, melds by the number that stands beside them."""
        facts = refusal.facts
        match refusal.code:
            case Code.NOT_YOUR_TURN:
                return f"{self.tell('table.not_your_turn', player=self.within(facts['seat']))} ({refusal.rule})"
            case Code.ANSWER_FIRST:
                said = self.tell("table.answer_first", player=self.within(facts["seat"]))
                fix = self.say(f"fix.{refusal.fix.code}") if refusal.fix else ""
                return f"{said} {fix} ({refusal.rule})"
            case Code.SECRET_MELD_CLOSED:
                return explain(replace(refusal, facts={"meld": facts["meld"] + 1}), self.lang)
        return explain(refusal, self.lang)

    def meld(self, number: int, meld: Meld | None) -> str:
        """What a meld on the table is called: its number and its kind."""
        if meld is None:
            return self.say("table.meld_secret", number=number)
        return self.say(f"table.meld_{meld.kind}", number=number)

    def ended(self, state: State, result: Outcome) -> list[str]:
        """How a round ended and who pays what, in sentences; the first one says who won."""
        sentences = [self._won(state, result), *self._whys(state, result)]
        if result.winner is not None:
            sentences += [self._paid(state, result, seat) for seat in range(SEATS) if seat != result.winner]
        return sentences

    def _won(self, state: State, result: Outcome) -> str:
        winner = result.winner
        if winner is None:
            return self.say("table.won.void")
        if result.ending is Ending.DRAW and not state.challengers:
            return self.about("won.unchallenged", winner)
        return self.about(f"won.{result.ending}", winner, count=result.deadwood[winner])

    def _whys(self, state: State, result: Outcome) -> Iterable[str]:
        if result.tied:
            rule = self._tie_rule(state, result)
            yield self.say("table.tie", players=self._players(result.tied), rule=rule)
        if result.burned and result.winner is not None:
            who = "other" if self.you not in result.burned else "you" if len(result.burned) == 1 else "with_you"
            yield self.tell(f"table.burned.{who}", players=self._players(result.burned), count=len(result.burned))

    def _tie_rule(self, state: State, result: Outcome) -> str:
        if result.ending is Ending.STOCK:
            return "T8.4"
        return "T6.5" if state.caller in result.tied else "T6.6"

    def _players(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.within(seat) for seat in sorted(seats))

    def _paid(self, state: State, result: Outcome, seat: int) -> str:
        count = -result.payments[seat]
        if state.rules.payment is Payment.CHIPS:
            return self.about("pays_chips", seat, count=count)
        assert result.winner is not None
        own, theirs = result.deadwood[result.winner], result.deadwood[seat]
        return self.about("pays" if count else "pays_nothing", seat, count=count, own=own, theirs=theirs)
