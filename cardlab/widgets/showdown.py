"""`Showdown`: three open hands; count them, say who calls and who challenges, and see who wins by which clause.

- `ShowdownRound`: a draw call on a table with open hands that can be made anew, and house rules to switch;
- `Showdown`: what is typed, and how the table and its end are shown.

`tongits` decides what may be done, what the hands count and who wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab import tongits
from cardlab.cards import Card, cards, notation
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tell import by_rule, rules_of, sentences_of
from cardlab.tell.lying import by_rank
from cardlab.tell.scoring import counted
from cardlab.tell.tongits import at_table, ended, hands_counted, result_of
from cardlab.tongits import (
    SHEET,
    Call,
    Challenge,
    Fold,
    Laid,
    Payment,
    Phase,
    Rules,
    State,
    Tie,
    deadwood,
    outcome,
    play,
    turn,
    why_meld,
    why_not,
)
from cardlab.tongits.rules import checked
from cardlab.widgets.base import STATIC, changed_rules
from cardlab.widgets.exercise import GroupPicture
from cardlab.widgets.messages import Message, Messages
from cardlab.widgets.predict import (
    LONGEST_GUESS,
    SEATS,
    Guess,
    Prediction,
    PredictWidget,
    Seat,
    See,
    VerdictKind,
    VerdictPicture,
)

Switch: TypeAlias = Literal["tie", "showdown", "concealed_melds_count"]
SWITCHES: Final[dict[Switch, tuple[object, object]]] = {
    "tie": (Tie.CALLER, Tie.CHALLENGER),
    "showdown": (tongits.Showdown.CHALLENGERS, tongits.Showdown.EVERYONE),
    "concealed_melds_count": (True, False),
}
"""The house rules that can be switched: what the sheets say, and the other choice."""


class CallDraw(Message, frozen=True):
    """A player calls a draw."""

    do: Literal["call"]
    seat: Seat


class GiveAnswer(Message, frozen=True):
    """A player challenges the call, or folds."""

    do: Literal["answer"]
    seat: Seat
    challenge: bool


class SwitchRule(Message, frozen=True):
    """A house rule is switched."""

    do: Literal["rule"]
    name: Switch


class TakeBack(Message, frozen=True):
    """The call is taken back."""

    do: Literal["again"]


ShowdownMessage: TypeAlias = Guess | See | CallDraw | GiveAnswer | SwitchRule | TakeBack


class LaidMeld(GroupPicture):
    """A meld on the table, whose it is, and what it is called where its owner stands above it."""

    seat: int
    short: str


class CountedHand(TypedDict):
    """An open hand, what it counts once that is known, whether that was expected, and the sum where it was not."""

    seat: Seat
    label: str
    cards: list[str]
    count: str
    mark: VerdictKind
    sum: str
    guess: str
    ask: str


class CallerChoice(TypedDict):
    """A player who may call a draw, and whether it is this one."""

    seat: Seat
    label: str
    chosen: bool


class AnswerChoice(TypedDict):
    """To challenge or to fold, and whether it is chosen."""

    challenge: bool
    label: str
    chosen: bool


class AskedOpponent(TypedDict):
    """An opponent of the caller, and the answers; `may`: whether it is their turn, or was."""

    seat: Seat
    label: str
    may: bool
    answers: list[AnswerChoice]


class RuleSwitch(TypedDict):
    """A house rule, and whether it is other than on the sheets."""

    name: Switch
    label: str
    on: bool


class ShowdownPicture(VerdictPicture):
    """The table with its hands, who calls, who answers, and how it ends."""

    label: str
    melds: list[LaidMeld]
    hands: list[CountedHand]
    counted: bool
    callers: list[CallerChoice]
    asked: list[AskedOpponent]
    rules: list[RuleSwitch]
    said: str


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
        self.table = State(
            checked(rules), held, (), first=0, seat=0, phase=Phase.DRAW, began=None, melds=_laid(melds, rules)
        )
        every = [card for hand in held for card in hand]
        every += [card for laid in self.table.melds if laid.meld for card in laid.meld.cards]
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self.caller: Seat | None = None
        self.answers: dict[Seat, bool] = {}

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self.table.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        self.table = replace(self.table, rules=checked(rules))

    def switch(self, name: Switch) -> None:
        """Switches a house rule."""
        sheet, other = SWITCHES[name]
        changed: dict[str, Any] = {name: other if getattr(self.rules, name) == sheet else sheet}
        self.rules = replace(self.rules, **changed)

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
    def order(self) -> tuple[Seat, ...]:
        """T6.2: the opponents in seat order after the caller; empty before a call."""
        return () if self.caller is None else tuple(SEATS[(self.caller + step) % len(SEATS)] for step in (1, 2))

    @property
    def deadwood(self) -> tuple[int, ...]:
        """T9.2: what each hand counts by the rules of the table."""
        return result_of(replace(self.table, phase=Phase.OVER, caller=0)).deadwood

    def call(self, seat: Seat) -> tuple[Refusal, ...]:
        """T6.1: this seat calls, and all answers are open again; or what speaks against it."""
        refusals = why_not(replace(self.table, seat=seat), Call(seat))
        if not refusals:
            self.caller, self.answers = seat, {}
        return refusals

    def answer(self, seat: Seat, *, challenge: bool) -> tuple[Refusal, ...]:
        """T6.2, T6.3: an answer, which may still be changed; later answers stay. Who may not challenge folds.

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
        return self.rules.showdown is tongits.Showdown.CHALLENGERS

    def may_answer(self, seat: Seat) -> bool:
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


class Showdown(PredictWidget):
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
    _hears = Messages[ShowdownMessage](ShowdownMessage)
    _css = STATIC / "showdown.css"
    _own_words = (
        *(f"showdown.{word}" for word in ("compare", "again", "guess", "calls", "house_rules")),
        "tell.table.hand.short",
    )

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
        self._expected = Prediction(SEATS, LONGEST_GUESS)
        self._counted = False
        self._first_counts: tuple[int, ...] = ()
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

    def _do(self, message: ShowdownMessage) -> None:
        match message:
            case Guess(seat=seat, text=text):
                if not self._counted:
                    self._expected.put(seat, text)
            case See():
                if not self._counted:
                    self._compare()
            case CallDraw(seat=seat):
                if self._counted:
                    self._refuse(seat, self._round.call(seat))
            case GiveAnswer(seat=seat, challenge=challenge):
                self._refuse(seat, self._round.answer(seat, challenge=challenge))
            case SwitchRule(name=name):
                if self._counted:
                    self._round.switch(name)
            case TakeBack():
                self._round.again()
            case _:
                assert_never(message)

    def _compare(self) -> None:
        if len(self._expected.numbers) == len(SEATS):
            self._counted, self._first_counts = True, self._round.deadwood
        else:
            self._said = say("showdown.count_first", self._lang)

    def _refuse(self, seat: int, refusals: tuple[Refusal, ...]) -> None:
        if refusals:
            self._said = " ".join(at_table(self._lang, 0).explained(refusals, seat))

    def _picture(self) -> ShowdownPicture:
        lang, state = self._lang, self.state
        reader = at_table(lang, 0)
        seats = [reader.name(seat) for seat in SEATS]
        return {
            "label": self._label or say("showdown.label", lang),
            "melds": [
                {
                    "label": reader.about("tell.table.meld", laid.owner, number=number),
                    "short": say("tell.table.meld.short", lang, number=number),
                    "seat": laid.owner,
                    "cards": _codes(laid),
                }
                for number, laid in enumerate(state.melds, 1)
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
            **self._ending(state),
        }

    def _hand(self, seat: Seat, who: str) -> CountedHand:
        held = self._round.table.hands[seat]
        mark: VerdictKind = "none"
        if self._counted and self._round.deadwood[seat] == self._first_counts[seat]:
            mark = "yes" if self._expected.number(seat) == self._first_counts[seat] else "no"
        # Where melds in the hand count nothing, the cards alone are no sum of what it counts.
        adds_up = deadwood(held) == self._round.deadwood[seat]
        return {
            "seat": seat,
            "label": who,
            "cards": [card.code for card in by_rank(held)],
            "count": self._count(seat) if self._counted else "",
            "mark": mark,
            "sum": counted(held, self._lang) if mark == "no" and adds_up else "",
            "guess": self._expected.text(seat),
            "ask": say("showdown.guess_of", self._lang, who=who),
        }

    def _count(self, seat: Seat) -> str:
        """What a hand counts, and whether that was expected."""
        points = self._round.deadwood[seat]
        guess = self._expected.number(seat)
        before = self._first_counts[seat]
        key = "showdown.counted_rightly" if guess == points else "showdown.counted"
        if points != before:
            key = "showdown.counted_otherwise"
        return say(key, self._lang, points=points, guess=guess, before=before)

    def _asked(self, seats: list[str]) -> list[AskedOpponent]:
        """The opponents that are asked, and what each has answered."""
        if not self._round.asks:
            return []
        lang = self._lang
        labels = (say("showdown.challenge", lang), say("showdown.fold", lang))
        return [
            {
                "seat": seat,
                "label": at_table(lang, 0).about("showdown.answer_of", seat),
                "may": self._round.may_answer(seat),
                "answers": [
                    {"challenge": yes, "label": label, "chosen": self._round.answers.get(seat) is yes}
                    for yes, label in zip((True, False), labels, strict=True)
                ],
            }
            for seat in self._round.order
        ]

    def _ending(self, state: State) -> VerdictPicture:
        """Who wins and why, once everyone has answered; before that what is to be done next."""
        lang = self._lang
        if outcome(state) is None:
            key = "showdown.ask_count"
            if self._counted:
                key = "showdown.ask_caller" if self._round.caller is None else "showdown.ask_answer"
            return self._verdict("none", say(key, lang))
        reasons = ended(at_table(lang, 0), state)
        result = result_of(state)
        rule = "T9.4" if self.rules.payment is Payment.CHIPS else "T9.3"
        paid = tuple(
            say("showdown.payment", lang, who=say(f"seat.{seat}", lang), points=_signed(amount))
            for seat, amount in enumerate(result.payments)
        )
        told = [*sentences_of(reasons), by_rule("showdown.payments", rule, lang, payments=paid)]
        if "T6.7" in rules_of(reasons):
            told.insert(1, say("lesson.late.counted", lang, hands=hands_counted(at_table(lang, 0), result, SEATS)))
        return self._verdict("yes", say("showdown.over", lang), told, (*rules_of(reasons), rule))


def _signed(amount: int) -> str:
    """A gain or a loss as it is written; nought has no sign."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _codes(laid: Laid) -> list[str]:
    return [card.code for card in laid.meld.cards] if laid.meld else []
