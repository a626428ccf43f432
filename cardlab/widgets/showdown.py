"""`Showdown`: three open hands; count them, say who calls and who challenges, and see who wins by which clause.

Knows how the choices of a learner become moves, and how a table is shown; what may be done, and who wins, is asked of
`cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from cardlab.cards import Card, cards, notation
from cardlab.lessons.sentences import by_rule
from cardlab.lessons.tables.endings import ended, hands_counted, rules_of, said, why_ended
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Call,
    Challenge,
    Fold,
    Laid,
    Payment,
    Phase,
    Rules,
    State,
    Tie,
    outcome,
    play,
    turn,
    why_meld,
    why_not,
)
from cardlab.tongits import (
    Showdown as TakingPart,
)
from cardlab.widgets.ground import STATIC, CardWidget, changed_rules, clauses

__all__ = ["Showdown"]

SHEET: Final = Rules()
SEATS: Final = range(3)
_LONGEST_NUMBER: Final = 4
_SWITCHES: Final[dict[str, tuple[Any, Any]]] = {
    "tie": (Tie.CALLER, Tie.CHALLENGER),
    "showdown": (TakingPart.CHALLENGERS, TakingPart.EVERYONE),
    "concealed_melds_count": (True, False),
}
"""The house rules that can be switched: what the sheets say, and the other choice."""


class Showdown(CardWidget):
    """Three open hands to count, and then a draw call on them, with house rules to switch.

    - `hands`: the three hands in seat order, as text or as cards; the learner has seat 0;
    - `melds`: the melds on the table in the order laid, each with the seat of its owner;
    - `lang`: the language of the learner;
    - `rules`: the rules of the table at first.

    Raises NotationError for a text that is not a card, ValueError for another number of hands than three, an empty
    hand, a card that comes twice, a meld that is none, an owner that is no seat, or an unknown language.

    >>> Showdown(("2c 5d", "9h", "Ks 3s"), ((0, "7h 8h 9h"),))
    Traceback (most recent call last):
        ...
    ValueError: a card can be on the table only once
    """

    _esm = STATIC / "showdown.js"
    _own_words = tuple(f"showdown.{word}" for word in ("compare", "again", "guess", "calls", "house_rules"))

    def __init__(
        self,
        hands: Iterable[str | Iterable[Card]],
        melds: Iterable[tuple[int, str | Iterable[Card]]],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        held = tuple(tuple(sorted(cards(hand))) for hand in hands)
        if len(held) != len(SEATS) or not all(held):
            raise ValueError("there are three hands, none of them empty")
        self._table = State(rules, held, (), first=0, seat=0, phase=Phase.DRAW, began=None, melds=_laid(melds, rules))
        every = [card for hand in held for card in hand]
        every += [card for laid in self._table.melds if laid.meld for card in laid.meld.cards]
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self._label = label
        self._guesses = [""] * len(SEATS)
        self._counted = False
        self._first_counts: tuple[int, ...] = ()
        self._caller: int | None = None
        self._answers: dict[int, bool] = {}
        self._said = ""
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        hands = ", ".join(f'"{notation(hand)}"' for hand in self._table.hands)
        return f"Showdown(({hands}){changed_rules(self.rules)})"

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self._table.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        with self._lock:
            self._table = replace(self._table, rules=rules)
            self._show()

    @property
    def state(self) -> State:
        """The table after the call and the answers chosen so far."""
        state = self._table
        if self._caller is None:
            return state
        state = play(replace(state, seat=self._caller), Call(self._caller))
        for seat in self._order:
            if seat in turn(state) and seat in self._answers:
                state = play(state, Challenge(seat) if self._answers[seat] else Fold(seat))
        return state

    @property
    def _order(self) -> tuple[int, ...]:
        """T6.2: the opponents in seat order after the caller."""
        return () if self._caller is None else tuple((self._caller + step) % len(SEATS) for step in (1, 2))

    def _act(self, wish: object) -> None:
        self._said = ""
        match wish:
            case {"do": "guess", "seat": 0 | 1 | 2 as seat, "text": str(text)} if _whole(seat) and not self._counted:
                self._guesses[int(seat)] = text if len(text) <= _LONGEST_NUMBER else self._guesses[int(seat)]
            case {"do": "compare"} if not self._counted:
                self._compare()
            case {"do": "call", "seat": 0 | 1 | 2 as seat} if _whole(seat) and self._counted:
                self._call(int(seat))
            case {"do": "answer", "seat": 0 | 1 | 2 as seat, "challenge": bool(challenge)} if _whole(seat):
                self._answer(int(seat), challenge=challenge)
            case {"do": "rule", "name": str(name)} if name in _SWITCHES:
                sheet, other = _SWITCHES[name]
                changed = other if getattr(self.rules, name) == sheet else sheet
                self._table = replace(self._table, rules=replace(self.rules, **{name: changed}))
            case {"do": "again"}:
                self._caller, self._answers = None, {}

    def _compare(self) -> None:
        if all(text.strip().isdecimal() for text in self._guesses):
            self._counted, self._first_counts = True, self._deadwood()
        else:
            self._said = say("showdown.count_first", self._lang)

    def _call(self, seat: int) -> None:
        refusals = why_not(replace(self._table, seat=seat), Call(seat))
        if refusals:
            self._said = self._refused(seat, refusals)
            return
        self._caller, self._answers = seat, {}

    def _answer(self, seat: int, *, challenge: bool) -> None:
        """T6.2, T6.3: an answer may still be changed afterwards; who answers later keeps his."""
        if seat not in self._order or not self._may_answer(seat):
            return
        asked = {one: self._answers[one] for one in self._order if one in self._answers and one != seat}
        before = {one: asked[one] for one in asked if self._order.index(one) < self._order.index(seat)}
        self._answers = before
        refusals = why_not(self.state, Challenge(seat)) if challenge else ()
        if refusals:
            self._said = self._refused(seat, refusals)
        self._answers = {**asked, seat: challenge and not refusals}

    def _may_answer(self, seat: int) -> bool:
        return self.rules.showdown is TakingPart.CHALLENGERS and (seat in self._answers or seat in turn(self.state))

    def _refused(self, seat: int, refusals: tuple[Refusal, ...]) -> str:
        told = " ".join(explain(refusal, self._lang) for refusal in refusals)
        return say("showdown.refused", self._lang, who=say(f"seat.{seat}", self._lang), why=told)

    def _picture(self) -> dict[str, Any]:
        lang, state = self._lang, self.state
        seats = [say(f"seat.{seat}", lang) for seat in SEATS]
        return {
            "label": self._label or say("showdown.label", lang),
            "melds": [
                {"label": say("lesson.late.meld", lang, number=place + 1, who=seats[laid.owner]), "cards": _codes(laid)}
                for place, laid in enumerate(state.melds)
            ],
            "hands": [self._hand(seat, seats[seat]) for seat in SEATS],
            "counted": self._counted,
            "callers": [
                {"seat": seat, "label": seats[seat], "chosen": seat == self._caller} for seat in SEATS if self._counted
            ],
            "asked": self._asked(seats),
            "rules": [
                {"name": name, "label": say(f"showdown.rule.{name}", lang), "on": getattr(self.rules, name) != sheet}
                for name, (sheet, _) in _SWITCHES.items()
                if self._counted
            ],
            "said": self._said,
            **self._verdict(state),
        }

    def _hand(self, seat: int, who: str) -> dict[str, Any]:
        held = self._table.hands[seat]
        shown: dict[str, Any] = {"seat": seat, "label": who, "cards": [card.code for card in held], "count": ""}
        if self._counted:
            points = self._deadwood()[seat]
            guess = int(self._guesses[seat])
            before = self._first_counts[seat]
            key = "showdown.counted_rightly" if guess == points else "showdown.counted"
            if points != before:
                key = "showdown.counted_otherwise"
            shown["count"] = say(key, self._lang, points=points, guess=guess, before=before)
        return {**shown, "guess": self._guesses[seat], "ask": say("showdown.guess_of", self._lang, who=who)}

    def _deadwood(self) -> tuple[int, ...]:
        """T9.2: what each hand counts by the rules of the table."""
        return ended(replace(self._table, phase=Phase.OVER, caller=0)).deadwood

    def _asked(self, seats: list[str]) -> list[dict[str, Any]]:
        """The opponents that are asked, and what each has answered."""
        if self.rules.showdown is TakingPart.EVERYONE:
            return []
        lang = self._lang
        labels = (say("showdown.challenge", lang), say("showdown.fold", lang))
        return [
            {
                "seat": seat,
                "label": say("showdown.answer_of", lang, who=seats[seat]),
                "may": self._may_answer(seat),
                "answers": [
                    {"challenge": yes, "label": label, "chosen": self._answers.get(seat) is yes}
                    for yes, label in zip((True, False), labels, strict=True)
                ],
            }
            for seat in self._order
        ]

    def _verdict(self, state: State) -> dict[str, Any]:
        """Who wins and why, once everyone has answered; before that what is to be done next."""
        lang = self._lang
        if outcome(state) is None:
            key = "showdown.ask_count"
            if self._counted:
                key = "showdown.ask_caller" if self._caller is None else "showdown.ask_answer"
            return {"verdict": "none", "title": say(key, lang), "sentences": [], "clauses": []}
        reasons = why_ended(state, lang)
        result = ended(state)
        rule = "T9.4" if self.rules.payment is Payment.CHIPS else "T9.3"
        paid = tuple(
            say("showdown.payment", lang, who=say(f"seat.{seat}", lang), points=_signed(amount))
            for seat, amount in enumerate(result.payments)
        )
        told = [*said(reasons), by_rule("showdown.payments", rule, lang, payments=paid)]
        if "T6.7" in rules_of(reasons):
            told.insert(1, say("lesson.late.counted", lang, hands=hands_counted(result, SEATS, lang)))
        rules = clauses((*rules_of(reasons), rule), lang)
        return {"verdict": "yes", "title": say("showdown.over", lang), "sentences": told, "clauses": rules}


def _signed(amount: int) -> str:
    """A gain or a loss as it is written; nothing has no sign."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _laid(melds: Iterable[tuple[int, str | Iterable[Card]]], rules: Rules) -> tuple[Laid, ...]:
    """The melds with their owners; raises ValueError for what is no meld, and for an owner that is no seat."""
    table = []
    for owner, handful in melds:
        meld = why_meld(cards(handful), rules)
        if meld is None or owner not in SEATS:
            raise ValueError(f"{handful!r} is no meld of seat 0, 1 or 2")
        table.append(Laid(meld, owner))
    return tuple(table)


def _codes(laid: Laid) -> list[str]:
    return [card.code for card in laid.meld.cards] if laid.meld else []


def _whole(seat: object) -> bool:
    """Whether this is a number of a seat as it is meant: neither true nor 1.0."""
    return type(seat) is int
