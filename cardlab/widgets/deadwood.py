"""`Deadwood`: a hand whose deadwood is counted first and then seen, its melds under brackets.

`tongits` decides which arrangement is best, and every count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.cards import Card, notation
from cardlab.lessons.hands import best_whole, between, laid_first
from cardlab.locale import card_name, say
from cardlab.tell import by_rule
from cardlab.tell.scoring import counted, layout
from cardlab.tongits import SHEET, Arrangement, Kind, Rules, deadwood, least_deadwood, points
from cardlab.widgets.base import STATIC, ClauseText, changed_rules, clauses
from cardlab.widgets.hand import (
    BracketPicture,
    Clear,
    HandMessage,
    HandPicture,
    Holding,
    MoveCard,
    Order,
    SelectAll,
    Sort,
    Toggle,
    bracketed,
)
from cardlab.widgets.messages import Message, Messages
from cardlab.widgets.predict import Prediction, PredictWidget, VerdictKind

LONGEST_NUMBER: Final = 12
Overlay: TypeAlias = Literal["none", "best", "sets_first"]


class TypeNumber(Message, frozen=True):
    """What the hand is expected to count, as typed so far."""

    do: Literal["number"]
    text: str


class Check(Message, frozen=True):
    """The number that was typed is to be checked."""

    do: Literal["check"]


class ShowArrangement(Message, frozen=True):
    """An arrangement is to be seen, or no longer."""

    do: Literal["best", "sets_first"]


class NextBest(Message, frozen=True):
    """The next of several best arrangements."""

    do: Literal["next_best"]


class SwitchPoints(Message, frozen=True):
    """The points below the cards are to be seen, or no longer."""

    do: Literal["points"]


class SwitchConcealed(Message, frozen=True):
    """T9.2 is switched: whether melds in the hand count."""

    do: Literal["concealed"]


DeadwoodMessage: TypeAlias = (
    TypeNumber | Check | ShowArrangement | NextBest | SwitchPoints | SwitchConcealed | HandMessage
)


class ToolPicture(TypedDict):
    """A switch: what it does, how it is called, and whether it is on; None for the way to the next arrangement."""

    do: Literal["best", "next_best", "sets_first", "points", "concealed"]
    label: str
    on: bool | None


class DeadwoodPicture(TypedDict):
    """A hand to be counted, the switches, and what is laid out of it; `points` and `named` are by the code of a card.

    `kind` and `answer`: what is said of the number that was checked.
    """

    label: str
    prompt: str
    hand: HandPicture
    points: dict[str, str]
    named: dict[str, str]
    number: str
    kind: VerdictKind
    answer: str
    tools: list[ToolPicture]
    title: str
    groups: list[BracketPicture]
    selected: str
    sentences: list[str]
    clauses: list[ClauseText]


class Deadwood(PredictWidget):
    """A hand: type how many points stay when melds are laid as well as possible, then have it laid out.

    A selected card is one that would be discarded: what the hand would count without it is said below.
    - `cards`: the hand, 16 cards at most, as text or as cards;
    - `lang`: the language of the learner;
    - `rules`: the rules of the table; `concealed_melds_count` (T9.2) can be switched on the page;
    - `sort`, `four_colours`, `label`: as in `Hand`.

    Raises NotationError for a text that is not a card of the game or for too many cards,
    ValueError for a card that comes twice, an unknown order or an unknown language.

    >>> Deadwood("6d 7d 8d 8c 8s 7s 9s").best[0].deadwood
    8
    """

    _esm = STATIC / "deadwood.js"
    _css = STATIC / "deadwood.css"
    _hears = Messages[DeadwoodMessage](DeadwoodMessage)
    _own_words = ("widget.number", "widget.check", "deadwood_hand.tools")

    def __init__(
        self,
        cards: str | Iterable[Card],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._holding = Holding(cards, sort, multiple=False)
        self._rules = rules
        self._best = best_whole(self._holding.given, rules)
        self._label = label
        self._expected = Prediction((0,), LONGEST_NUMBER)
        self._answered: tuple[VerdictKind, str] = ("none", "")
        self._revealed = False
        self._overlay: Overlay = "none"
        self._place = 0
        self._points_below = False
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f'Deadwood("{notation(self._holding.given)}"{changed_rules(self._rules)})'

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand, in the order given or made by moving."""
        return self._holding.given

    @property
    def best(self) -> tuple[Arrangement, ...]:
        """Every best arrangement, each run in one piece."""
        return self._best

    @property
    def revealed(self) -> bool:
        """Whether the count is no longer to be guessed: it was right, or an arrangement was looked at."""
        return self._revealed

    @property
    def rules(self) -> Rules:
        """The rules of the table, as they were given or switched on the page."""
        return self._rules

    def _put_down(self) -> None:
        self._holding.put_down()

    def _do(self, message: DeadwoodMessage) -> None:
        match message:
            case TypeNumber(text=text):
                self._expected.put(0, text)
            case Check():
                self._check()
            case ShowArrangement(do=overlay):
                self._overlay = "none" if self._overlay == overlay else overlay
                self._revealed, self._answered = True, ("none", "")
            case NextBest():
                if self._overlay == "best":
                    self._place = (self._place + 1) % len(self._best)
            case SwitchPoints():
                self._points_below = not self._points_below
            case SwitchConcealed():
                self._rules = replace(self._rules, concealed_melds_count=not self._rules.concealed_melds_count)
            case Sort() | Toggle() | SelectAll() | Clear() | MoveCard():
                self._holding.do(message)
            case _:
                assert_never(message)

    def _check(self) -> None:
        """Answers the number typed; a right one lays the hand out."""
        lang, least = self._lang, self._best[0].deadwood
        number = self._expected.number(0)
        if number is None:
            self._answered = ("none", say("exercise.unanswered_number", lang))
            return
        if number == least:
            self._answered = ("yes", say("deadwood_hand.right", lang, count=least))
            self._revealed, self._overlay = True, "best"
        elif number < least:
            self._answered = ("no", by_rule("lesson.best.too_few", "T3.4", lang))
        else:
            self._answered = ("no", self._too_many(number))

    def _too_many(self, number: int) -> str:
        hand, lang = self.cards, self._lang
        if number == deadwood(hand, self._rules):
            return by_rule("lesson.best.whole_hand", "T9.2", lang)
        for kind in Kind:
            if number == laid_first(hand, kind, self._rules).deadwood:
                crossing = between(hand, self._rules)
                return by_rule(f"lesson.best.{kind}_first", "T3.4", lang, cards=crossing, count=len(crossing))
        return by_rule("lesson.best.too_many", "T9.2", lang)

    @property
    def _arrangement(self) -> Arrangement | None:
        """The arrangement that is shown."""
        match self._overlay:
            case "best":
                return self._best[self._place]
            case "sets_first":
                return laid_first(self.cards, Kind.SET, self._rules)
            case _:
                return None

    def _picture(self) -> DeadwoodPicture:
        lang, shown = self._lang, self._arrangement
        label = self._label or say("deadwood_hand.label", lang)
        kind, answer = self._answered
        return {
            "label": label,
            "prompt": say("deadwood_hand.prompt", lang),
            "hand": self._holding.picture(lang, label=say("hand.label", lang)),
            "points": {card.code: str(points(card, self._rules)) for card in self.cards} if self._points_below else {},
            "named": self._named() if self._points_below else {},
            "number": self._expected.text(0),
            "kind": kind,
            "answer": answer,
            "tools": self._tools(),
            "title": self._title(),
            "groups": bracketed(shown, lang, self._rules, points_below=self._points_below) if shown else [],
            "selected": self._about_selected(),
            "sentences": self._about(shown),
            "clauses": clauses(("T9.1", "T9.2", "T3.4"), lang),
        }

    def _named(self) -> dict[str, str]:
        """What a screen reader calls the cards while their points stand below them."""
        lang = self._lang
        worth = {card: say("brackets.points", lang, count=points(card, self._rules)) for card in self.cards}
        return {card.code: f"{card_name(card, lang)}, {counting}" for card, counting in worth.items()}

    def _tools(self) -> list[ToolPicture]:
        """The switches, and where there are several best arrangements the way to the next."""
        lang = self._lang
        tools: list[ToolPicture] = [
            {"do": "best", "label": say("deadwood_hand.best", lang), "on": self._overlay == "best"},
        ]
        if self._overlay == "best" and len(self._best) > 1:
            following = say("deadwood_hand.next_best", lang, place=self._place + 1, total=len(self._best))
            tools.append({"do": "next_best", "label": following, "on": None})
        return [
            *tools,
            {"do": "sets_first", "label": say("deadwood_hand.sets_first", lang), "on": self._overlay == "sets_first"},
            {"do": "points", "label": say("deadwood_hand.points", lang), "on": self._points_below},
            {
                "do": "concealed",
                "label": say("rule.tongits.concealed_melds_count", lang),
                "on": self._rules.concealed_melds_count,
            },
        ]

    def _title(self) -> str:
        lang = self._lang
        match self._overlay:
            case "best" if len(self._best) > 1:
                return say("deadwood_hand.one_of", lang, place=self._place + 1, total=len(self._best))
            case "best":
                return say("deadwood_hand.best", lang)
            case "sets_first":
                return say("deadwood_hand.sets_first", lang)
            case _:
                return ""

    def _about(self, shown: Arrangement | None) -> list[str]:
        """The arrangement in words, its count, what sets first cost, and what the hand counts if nothing is laid."""
        if shown is None:
            return []
        lang = self._lang
        told = [layout(shown, lang), counted(shown.loose, lang)]
        if self._overlay == "sets_first":
            lost = shown.deadwood - self._best[0].deadwood
            told.append(
                by_rule("deadwood_hand.lost" if lost else "deadwood_hand.nothing_lost", "T3.4", lang, count=lost)
            )
        kept = deadwood(self.cards, self._rules)
        key = "deadwood_hand.kept_in_full"
        if not self._rules.concealed_melds_count:
            kept, key = least_deadwood(self.cards, self._rules), "deadwood_hand.kept_free"
        return [*told, by_rule(key, "T9.2", lang, count=kept)]

    def _about_selected(self) -> str:
        """What the selected card counts; once the count is known, what the hand counts without it (T9.2)."""
        if not self._holding.selected:
            return ""
        (card,), lang = self._holding.selected, self._lang
        if not self._revealed:
            return by_rule("deadwood_hand.counts", "T9.1", lang, card=card, count=points(card, self._rules))
        before = self._best[0].deadwood
        after = least_deadwood([held for held in self.cards if held is not card], self._rules)
        change = "less" if after < before else "more" if after > before else "same"
        return by_rule(f"deadwood_hand.without_{change}", "T9.2", lang, card=card, before=before, count=after)
