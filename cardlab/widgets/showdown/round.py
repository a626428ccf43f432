"""A draw call on a table with open hands: who calls, who answers what, and the table after that; rules to switch.

Knows which answer may be given or changed when; knows no page and no language.
What may be done, and what the hands count, is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from cardlab.cards import Card, cards
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Call,
    Challenge,
    Fold,
    Laid,
    Phase,
    Rules,
    Showdown,
    State,
    Tie,
    play,
    turn,
    why_meld,
    why_not,
)

__all__ = ["SWITCHES", "ShowdownRound"]

SWITCHES: Final[dict[str, tuple[Any, Any]]] = {
    "tie": (Tie.CALLER, Tie.CHALLENGER),
    "showdown": (Showdown.CHALLENGERS, Showdown.EVERYONE),
    "concealed_melds_count": (True, False),
}
"""The house rules that can be switched: what the sheets say, and the other choice."""


class ShowdownRound:
    """Three open hands, melds with their owners, and a draw call on them that can be made anew.

    - `hands`: in seat order; `melds`: in the order laid, each with its owner; `rules`: those of the table at first.

    Raises NotationError for a text that is not a card, ValueError for another number of hands than three, an empty
    hand, a card that comes twice, a meld that is none, or an owner that is no seat.
    """

    def __init__(
        self, hands: Iterable[str | Iterable[Card]], melds: Iterable[tuple[int, str | Iterable[Card]]], rules: Rules
    ) -> None:
        held = tuple(tuple(sorted(cards(hand))) for hand in hands)
        if len(held) != len(SEATS) or not all(held):
            raise ValueError("there are three hands, none of them empty")
        self.table = State(rules, held, (), first=0, seat=0, phase=Phase.DRAW, began=None, melds=_laid(melds, rules))
        every = [card for hand in held for card in hand]
        every += [card for laid in self.table.melds if laid.meld for card in laid.meld.cards]
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self.caller: int | None = None
        self.answers: dict[int, bool] = {}

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self.table.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        self.table = replace(self.table, rules=rules)

    def switch(self, name: str) -> None:
        """Switches one of `SWITCHES`."""
        sheet, other = SWITCHES[name]
        self.rules = replace(self.rules, **{name: other if getattr(self.rules, name) == sheet else sheet})

    @property
    def state(self) -> State:
        """The table after the call and the answers chosen so far."""
        state = self.table
        if self.caller is None:
            return state
        state = play(replace(state, seat=self.caller), Call(self.caller))
        for seat in self.order:
            if seat in turn(state) and seat in self.answers:
                state = play(state, Challenge(seat) if self.answers[seat] else Fold(seat))
        return state

    @property
    def order(self) -> tuple[int, ...]:
        """T6.2: the opponents in seat order after the caller; empty before a call."""
        return () if self.caller is None else tuple((self.caller + step) % len(SEATS) for step in (1, 2))

    @property
    def deadwood(self) -> tuple[int, ...]:
        """T9.2: what each hand counts by the rules of the table."""
        return ended(replace(self.table, phase=Phase.OVER, caller=0)).deadwood

    def call(self, seat: int) -> tuple[Refusal, ...]:
        """T6.1: this seat calls, and all answers are open again; or what speaks against it."""
        refusals = why_not(replace(self.table, seat=seat), Call(seat))
        if not refusals:
            self.caller, self.answers = seat, {}
        return refusals

    def answer(self, seat: int, *, challenge: bool) -> tuple[Refusal, ...]:
        """T6.2, T6.3: an answer, which may still be changed; who answers later keeps his. Who may not challenge folds.

        Gives what speaks against the challenge.
        """
        if not self.may_answer(seat):
            return ()
        others = {one: self.answers[one] for one in self.order if one in self.answers and one != seat}
        self.answers = {one: others[one] for one in others if self.order.index(one) < self.order.index(seat)}
        refusals = why_not(self.state, Challenge(seat)) if challenge else ()
        self.answers = {**others, seat: challenge and not refusals}
        return refusals

    @property
    def asks(self) -> bool:
        """T6.2: whether the opponents are asked at all, or everyone takes part."""
        return self.rules.showdown is Showdown.CHALLENGERS

    def may_answer(self, seat: int) -> bool:
        """Whether this seat is asked, now or before."""
        return self.asks and seat in self.order and (seat in self.answers or seat in turn(self.state))

    def again(self) -> None:
        """Takes the call back."""
        self.caller, self.answers = None, {}


def _laid(melds: Iterable[tuple[int, str | Iterable[Card]]], rules: Rules) -> tuple[Laid, ...]:
    """The melds with their owners; raises ValueError for what is no meld, and for an owner that is no seat."""
    table = []
    for owner, handful in melds:
        meld = why_meld(cards(handful), rules)
        if meld is None or owner not in SEATS:
            raise ValueError(f"{handful!r} is no meld of seat 0, 1 or 2")
        table.append(Laid(meld, owner))
    return tuple(table)
