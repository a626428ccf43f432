"""`Compare`: what goes on differently by other rules; predict the answer on either side, then see both and why.

Questions, answers and sentences come from `cardlab.lessons.disagree`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.cards import Card
from cardlab.lessons.disagree.dispute import Dispute, Finding, Look
from cardlab.lessons.disagree.disputes import every, presets
from cardlab.locale import say
from cardlab.tell.house_rules import named, rules_label, says
from cardlab.tell.lying import Heaped, Lying
from cardlab.widgets.base import STATIC, ClauseText, clauses
from cardlab.widgets.exercise import ChoicePicture
from cardlab.widgets.messages import Message, Messages
from cardlab.widgets.predict import Prediction, PredictWidget, right

Side: TypeAlias = Literal[0, 1]
SIDES: Final[tuple[Side, Side]] = (0, 1)
_WORDS: Final = ("list", "reveal", "next", "because", "house_rules", "rule", "effect")

LONGEST_KEY: Final = 100


class TurnTo(Message, frozen=True):
    """Another dispute."""

    do: Literal["dispute"]
    place: int


class NextDispute(Message, frozen=True):
    """The next dispute."""

    do: Literal["next"]


class Reveal(Message, frozen=True):
    """The answers to the present dispute are to be seen."""

    do: Literal["reveal"]


class Predict(Message, frozen=True):
    """What is expected on one side: the key of a choice."""

    do: Literal["predict"]
    side: Side
    key: str


CompareMessage: TypeAlias = TurnTo | NextDispute | Reveal | Predict


class DisputeItem(TypedDict):
    """A dispute to choose, whether it is chosen, and whether its answers are known."""

    place: int
    label: str
    chosen: bool
    done: bool


class DisputeList(TypedDict):
    """The disputes of a game."""

    label: str
    items: list[DisputeItem]


class LookPicture(TypedDict):
    """What a position looks like: the hand and how it is called, groups of cards, and facts.

    `seats` are the players where cards lie at a table of three.
    """

    hand: list[str]
    label: str
    seats: list[str]
    piles: list[LyingPicture]
    notes: list[str]


class LyingPicture(TypedDict):
    """Cards that lie together: whose they are (-1: in the middle), what they are called there, whether in a heap."""

    label: str
    short: str
    seat: int
    cards: list[str]
    heaped: bool


class ForeseenPicture(TypedDict):
    """What holds on one side, why, and whether it was predicted."""

    right: bool
    title: str
    sentences: list[str]


class SidePicture(TypedDict):
    """One side of a dispute: its rules, its question with the choices, and the answer once that is to be seen.

    `look` is None where both sides have one position.
    """

    side: Side
    label: str
    look: LookPicture | None
    question: str
    choices: list[ChoicePicture]
    result: ForeseenPicture | None


class RuleEffect(TypedDict):
    """A house rule in which the sides differ: how it is called, what it says, and what it alone does."""

    rule: str
    says: str
    effect: str


class ComparePicture(TypedDict):
    """A dispute with its two sides, and the others to choose from."""

    label: str
    number: int
    games: list[DisputeList]
    title: str
    look: LookPicture | None
    sides: list[SidePicture]
    revealed: bool
    last: bool
    said: str
    why: list[str]
    rules: list[RuleEffect]
    clauses: list[ClauseText]


class Compare(PredictWidget):
    """Disputes to choose from; each with its position, two predictions, and the two answers side by side.

    - `disputes`: what to choose from, see `about` and `presets` in `cardlab.lessons.disagree.disputes`;
    - `lang`: the language of the learner;
    - `four_colours`: a colour for each suit, otherwise black and red;
    - `label`: what the widget is called.

    Raises ValueError without a dispute, or for an unknown language.

    >>> from cardlab.lessons.disagree.disputes import about
    >>> Compare(about("T6.5"))
    Compare(about("T6.5"))
    """

    _esm = STATIC / "compare.js"
    _css = STATIC / "compare.css"
    _hears = Messages[CompareMessage](CompareMessage)
    _own_words = tuple(f"compare.{word}" for word in _WORDS)

    def __init__(
        self, disputes: Iterable[Dispute], lang: str = "en", *, four_colours: bool = True, label: str | None = None
    ) -> None:
        self._disputes = tuple(disputes)
        if not self._disputes:
            raise ValueError("there is nothing to compare")
        self._place = 0
        self._label = label
        self._predictions = [Prediction(SIDES, LONGEST_KEY) for _ in self._disputes]
        self._revealed: set[int] = set()
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        if self._disputes == presets():
            return "Compare(presets())"
        chief = ", ".join(f'"{clause}"' for clause in dict.fromkeys(one.clauses[0] for one in self._disputes))
        return f"Compare(about({chief}))"

    @property
    def dispute(self) -> Dispute:
        """The dispute that is shown now."""
        return self._disputes[self._place]

    @property
    def revealed(self) -> bool:
        """Whether the answers to the present dispute are shown."""
        return self._place in self._revealed

    @property
    def _expected(self) -> Prediction:
        """What is expected of the present dispute."""
        return self._predictions[self._place]

    def _do(self, message: CompareMessage) -> None:
        match message:
            case TurnTo(place=place):
                self._place = place if place in range(len(self._disputes)) else self._place
            case Predict(side=side, key=key):
                if not self.revealed and key in dict(self._choices(side)):
                    self._expected.put(side, key)
            case NextDispute():
                self._place = min(self._place + 1, len(self._disputes) - 1)
            case Reveal():
                if not self.revealed:
                    self._reveal()
            case _:
                assert_never(message)

    def _reveal(self) -> None:
        expected = self._expected
        if not expected.complete:
            self._said = say("compare.predict_first", self._lang)
            return
        self._revealed.add(self._place)
        hits = right({side: expected.text(side) for side in SIDES}, [found.answer for found in self._findings()])
        self._said = say(("compare.none_right", "compare.one_right", "compare.both_right")[hits], self._lang)

    def _choices(self, side: int) -> tuple[tuple[str, str], ...]:
        rules = tuple(one.rules for one in self.dispute.sides)
        return self.dispute.sides[side].case.choices(rules, self._lang)

    def _findings(self) -> tuple[Finding, ...]:
        return tuple(side.case.ask(side.rules, self._lang) for side in self.dispute.sides)

    def _picture(self) -> ComparePicture:
        lang, dispute = self._lang, self.dispute
        found = self._findings() if self.revealed else ()
        ids = [*dispute.clauses, *(rule for finding in found for rule in finding.clauses)]
        shared = dispute.sides[0].case.look(lang) if dispute.same_position else None
        return {
            "label": self._label or say("compare.label", lang),
            "number": self._place,
            "games": self._list(),
            "title": _title(dispute, lang),
            "look": _shown(shared, lang) if shared else None,
            "sides": [self._side(place, found) for place in SIDES],
            "revealed": self.revealed,
            "last": self._place + 1 == len(self._disputes),
            "said": self._said,
            "why": _why(dispute, lang) if self.revealed else [],
            "rules": _one_by_one(dispute, lang) if self.revealed and len(dispute.fields) > 1 else [],
            "clauses": clauses(ids, lang) if self.revealed else [],
        }

    def _list(self) -> list[DisputeList]:
        """The disputes by game, each game with its name."""
        games: list[DisputeList] = []
        for game in dict.fromkeys(dispute.game for dispute in self._disputes):
            items: list[DisputeItem] = [
                {
                    "place": place,
                    "label": _title(dispute, self._lang),
                    "chosen": place == self._place,
                    "done": place in self._revealed,
                }
                for place, dispute in enumerate(self._disputes)
                if dispute.game == game
            ]
            games.append({"label": say(f"compare.game.{game}", self._lang), "items": items})
        return games

    def _side(self, place: Side, found: tuple[Finding, ...]) -> SidePicture:
        lang, dispute = self._lang, self.dispute
        side, predicted = dispute.sides[place], self._expected.text(place)
        result: ForeseenPicture | None = None
        if found:
            foreseen = predicted == found[place].answer
            key = "compare.as_predicted" if foreseen else "compare.not_predicted"
            result = {
                "right": foreseen,
                "title": say(key, lang, answer=found[place].title),
                "sentences": list(found[place].sentences),
            }
        return {
            "side": place,
            "label": _heading(dispute, place, lang),
            "look": None if dispute.same_position else _shown(side.case.look(lang), lang),
            "question": side.case.question(lang),
            "choices": [{"key": key, "label": text, "chosen": key == predicted} for key, text in self._choices(place)],
            "result": result,
        }


def _title(dispute: Dispute, lang: str) -> str:
    if len(dispute.fields) == 1:
        name = say(f"rule.{dispute.game}.{dispute.fields[0]}", lang)
    else:
        name = say(f"compare.title.{dispute.name}", lang)
    return name if len(dispute.fields) > 1 else f"{dispute.clauses[0]} {name}"


def _heading(dispute: Dispute, place: int, lang: str) -> str:
    """What a side is called: by its rules, or where no house rule differs by its position."""
    if not dispute.fields:
        return say("compare.here" if place == 0 else "compare.there", lang)
    return rules_label(dispute.sides[place].rules, lang)


def _shown(look: Look, lang: str) -> LookPicture:
    at_table = any(isinstance(label, Lying) and label.seat is not None for label, _ in look.piles)
    return {
        "hand": [card.code for card in look.hand],
        "label": look.label,
        "seats": [say(f"seat.{seat}", lang) for seat in range(3)] if at_table else [],
        "piles": [_lying(label, held) for label, held in look.piles],
        "notes": list(look.notes),
    }


def _lying(label: str, held: Iterable[Card]) -> LyingPicture:
    seat, short = (label.seat, label.short) if isinstance(label, Lying) else (None, label)
    return {
        "label": label,
        "short": short,
        "seat": -1 if seat is None else seat,
        "cards": [card.code for card in held],
        "heaped": isinstance(label, Heaped),
    }


def _why(dispute: Dispute, lang: str) -> list[str]:
    """Where what holds here comes from, why, and who plays the other way."""
    told = [say(f"lesson.source.{dispute.source}", lang)] if dispute.source else []
    told.append(say(f"compare.why.{dispute.name}", lang))
    if dispute.played:
        told.append(say(f"compare.played.{dispute.played}", lang))
    return told


def _one_by_one(dispute: Dispute, lang: str) -> list[RuleEffect]:
    """Each house rule in which the two sides differ, and what it alone does, in this position and in its own."""
    first, second = dispute.sides
    before = first.case.ask(first.rules, lang)
    rows: list[RuleEffect] = []
    for field in dispute.fields:
        alone: Any = replace(first.rules, **{field: getattr(second.rules, field)})
        after = first.case.ask(alone, lang)
        if after.answer != before.answer:
            effect = say("compare.changes_answer", lang, answer=after.title)
        else:
            new = [sentence for sentence in after.sentences if sentence not in before.sentences]
            effect = say("compare.changes_this", lang, told=" ".join(new)) if new else say("compare.no_effect", lang)
        rows.append(
            {
                "rule": named(second.rules, field, lang),
                "says": says(second.rules, field, lang),
                "effect": " ".join((effect, *_elsewhere(field, dispute, lang))),
            }
        )
    return rows


def _elsewhere(field: str, dispute: Dispute, lang: str) -> list[str]:
    """What the house rule does in the position made for it."""
    for other in every():
        if other.game == dispute.game and other.fields == (field,):
            first, second = (side.case.ask(side.rules, lang).title for side in other.sides)
            question = other.sides[0].case.question(lang)
            return [say("compare.elsewhere", lang, question=question, first=first, second=second)]
    return []
