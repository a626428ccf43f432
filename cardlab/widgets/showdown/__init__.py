"""`Showdown`: three open hands; count them, say who calls and who challenges, and see who wins by which clause.

Knows what is typed and told, and how a table is shown; the call and its answers are kept by `round`,
and who wins is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cardlab.cards import Card, notation
from cardlab.lessons.sentences import by_rule
from cardlab.lessons.tables.endings import ended, hands_counted, rules_of, said, why_ended
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tell.tongits import at_table
from cardlab.tongits import SHEET, Laid, Payment, Rules, State, outcome
from cardlab.widgets.ground import STATIC, CardWidget, changed_rules, clauses, is_whole
from cardlab.widgets.showdown.round import SWITCHES, ShowdownRound

__all__ = ["Showdown"]

_LONGEST_NUMBER: Final = 4


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
        self._round = ShowdownRound(hands, melds, rules)
        self._label = label
        self._guesses = [""] * len(SEATS)
        self._counted = False
        self._first_counts: tuple[int, ...] = ()
        self._said = ""
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        hands = ", ".join(f'"{notation(hand)}"' for hand in self._round.table.hands)
        return f"Showdown(({hands}){changed_rules(self.rules)})"

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self._round.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        with self._lock:
            self._round.rules = rules
            self._show()

    @property
    def state(self) -> State:
        """The table after the call and the answers chosen so far."""
        return self._round.state

    def _act(self, wish: object) -> None:
        self._said = ""
        match wish:
            case {"do": "guess", "seat": 0 | 1 | 2 as seat, "text": str(text)} if is_whole(seat) and not self._counted:
                self._guesses[seat] = text if len(text) <= _LONGEST_NUMBER else self._guesses[seat]
            case {"do": "compare"} if not self._counted:
                self._compare()
            case {"do": "call", "seat": 0 | 1 | 2 as seat} if is_whole(seat) and self._counted:
                self._refuse(seat, self._round.call(seat))
            case {"do": "answer", "seat": 0 | 1 | 2 as seat, "challenge": bool(challenge)} if is_whole(seat):
                self._refuse(seat, self._round.answer(seat, challenge=challenge))
            case {"do": "rule", "name": str(name)} if name in SWITCHES and self._counted:
                self._round.switch(name)
            case {"do": "again"}:
                self._round.again()

    def _compare(self) -> None:
        if all(text.strip().isdecimal() for text in self._guesses):
            self._counted, self._first_counts = True, self._round.deadwood
        else:
            self._said = say("showdown.count_first", self._lang)

    def _refuse(self, seat: int, refusals: tuple[Refusal, ...]) -> None:
        if refusals:
            self._said = " ".join(at_table(self._lang, 0).explained(refusals, seat))

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
                {"seat": seat, "label": seats[seat], "chosen": seat == self._round.caller}
                for seat in SEATS
                if self._counted
            ],
            "asked": self._asked(seats),
            "rules": [
                {"name": name, "label": say(f"showdown.rule.{name}", lang), "on": getattr(self.rules, name) != sheet}
                for name, (sheet, _) in SWITCHES.items()
                if self._counted
            ],
            "said": self._said,
            **self._verdict(state),
        }

    def _hand(self, seat: int, who: str) -> dict[str, Any]:
        held = self._round.table.hands[seat]
        shown: dict[str, Any] = {"seat": seat, "label": who, "cards": [card.code for card in held], "count": ""}
        if self._counted:
            points = self._round.deadwood[seat]
            guess = int(self._guesses[seat])
            before = self._first_counts[seat]
            key = "showdown.counted_rightly" if guess == points else "showdown.counted"
            if points != before:
                key = "showdown.counted_otherwise"
            shown["count"] = say(key, self._lang, points=points, guess=guess, before=before)
        return {**shown, "guess": self._guesses[seat], "ask": say("showdown.guess_of", self._lang, who=who)}

    def _asked(self, seats: list[str]) -> list[dict[str, Any]]:
        """The opponents that are asked, and what each has answered."""
        if not self._round.asks:
            return []
        lang = self._lang
        labels = (say("showdown.challenge", lang), say("showdown.fold", lang))
        return [
            {
                "seat": seat,
                "label": say("showdown.answer_of", lang, who=seats[seat]),
                "may": self._round.may_answer(seat),
                "answers": [
                    {"challenge": yes, "label": label, "chosen": self._round.answers.get(seat) is yes}
                    for yes, label in zip((True, False), labels, strict=True)
                ],
            }
            for seat in self._round.order
        ]

    def _verdict(self, state: State) -> dict[str, Any]:
        """Who wins and why, once everyone has answered; before that what is to be done next."""
        lang = self._lang
        if outcome(state) is None:
            key = "showdown.ask_count"
            if self._counted:
                key = "showdown.ask_caller" if self._round.caller is None else "showdown.ask_answer"
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


def _codes(laid: Laid) -> list[str]:
    return [card.code for card in laid.meld.cards] if laid.meld else []
