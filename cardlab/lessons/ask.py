"""A question as data, in no language: cards, choices, the right answer, reasons.

- `Ask`: a question; `Why`: the judgement of an answer with its reasons;
- `Worded`: a question in the words of a language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Kind, Task, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_label
from cardlab.phrasing.messages import Message, Shown, Text, in_words, reasons, shown
from cardlab.phrasing.tongits_sentences import at_table

LEARNER: Final = at_table(seat=0)
"""The learner at a Tongits table, on seat 0; `Ask.read` sets the language."""


@dataclass(frozen=True, slots=True)
class Why:
    """The judgement of an answer.

    - `right`: whether the answer is right; `reasons`: every reason;
    - `follows`: what would have happened next at the table;
    - `groups`: cards shown with the explanation;
    - `clauses`: further clauses to read.
    """

    right: bool
    reasons: Text = ()
    follows: Text = ()
    groups: Iterable[Shown] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as data, in no language.

    Texts are `Message`s or plain sentences, so equal questions compare equal.

    - `hand`: the cards to look at or to choose from; `hand_label`: their label; `worth`: returns a card's sort value;
    - `choices`: the label of each choice, by the key that an answer names;
    - `answer`: a right answer. Its form decides how learners answer: a key or keys of the choices, cards, a number, or
      a card and the index of a pile;
    - `prompt`: the question; `choose`: "one" choice or card, "some" (at least one), or "any" number including none;
    - `piles`: groups of cards on the table; `notes`: further facts about the table;
    - `because`: why the answer is right; not needed with reasons in `each`, or with `judge`;
    - `each`: what is wrong with a choice, card or number, by its key, code or value, not naming the right answer;
    - `rule`: the deciding rule, for wrong answers while tries are left; by default the first clause of the explanation;
    - `follows`, `groups`, `clauses`: see `Why`;
    - `judge`: judges any answer, where several are right;
    - `helps`: hints, the gentlest first;
    - `state`: the position of the question; `reader`: the learner at this table.
    """

    hand: Sequence[Card] = ()
    choices: Mapping[str, Text] = field(default_factory=dict)
    _: KW_ONLY
    answer: Answer
    prompt: Text = ()
    choose: Literal["one", "some", "any"] = "one"
    piles: tuple[Shown, ...] = ()
    notes: Text = ()
    hand_label: Text = ()
    worth: Callable[[Card], int] | None = field(default=None, compare=False)
    because: Text = field(default=(), compare=False)
    each: Mapping[str | int, Text] = field(default_factory=dict, compare=False)
    follows: Text = field(default=(), compare=False)
    groups: Iterable[Shown] = field(default=(), compare=False)
    clauses: tuple[str, ...] = field(default=(), compare=False)
    rule: Text = field(default=(), compare=False)
    judge: Callable[[Any], Why] | None = field(default=None, compare=False)
    helps: tuple[Text, ...] = field(default=(), compare=False)
    state: Any = field(default=None, compare=False, repr=False)
    reader: Reader = field(default=LEARNER, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(self.hand))
        if not isinstance(self.answer, str | int):
            object.__setattr__(self, "answer", tuple(self.answer))

    @property
    def kind(self) -> Kind:
        """The form of the answer; see `protocol.Answer`."""
        match self.answer:
            case _ if self.choices:
                return "choice"
            case int():
                return "number"
            case (Card(), int()):
                return "card_and_pile"
        return "cards"

    def why(self, answer: Answer) -> Why:
        """Return whether an answer is right, and every reason."""
        if self.judge:
            return self.judge(answer)
        # Of several cards or choices the order does not matter.
        is_right = set(_parts(answer)) == set(_parts(self.answer))
        because = self.because or tuple(self.each.values())
        return Why(is_right, (self.faults(answer), because), self.follows, self.groups, self.clauses)

    def faults(self, answer: Answer) -> tuple[Text, ...]:
        """Return what `each` says about the wrong parts of an answer."""
        wrong = (part for part in _parts(answer) if part not in _parts(self.answer))
        return tuple(self.each[part] for part in wrong if part in self.each)

    def read(self, lang: str) -> Worded:
        """Return the question in the words of a language."""
        return Worded(self, replace(self.reader, lang=lang))


@dataclass(frozen=True)
class Worded:
    """A question in its reader's language, and everything said about answers to it."""

    question: Ask
    reader: Reader

    @cached_property
    def task(self) -> Task:
        """The question as shown to a learner."""
        asked = self.question
        return Task(
            self._words(asked.prompt),
            tuple(asked.hand),
            shown(self.reader, asked.piles),
            tuple((key, self._words(label)) for key, label in asked.choices.items()),
            asked.kind,
            asked.choose != "one",
            asked.choose == "any",
            hand_label=self._words(asked.hand_label),
            worth=asked.worth,
            notes=tuple(note.sentence for note in reasons(self.reader, asked.notes)),
        )

    def _words(self, text: Text) -> str:
        return in_words(self.reader, text)

    def check(self, answer: Answer) -> Verdict:
        """Return whether an answer is right, and why."""
        return self._in_words(self.question.why(answer))

    def _in_words(self, why: Why) -> Verdict:
        explanation = reasons(self.reader, why.reasons)
        return Verdict(
            why.right,
            tuple(reason.sentence for reason in explanation),
            why.clauses,
            tuple(reason.sentence for reason in reasons(self.reader, why.follows)),
            shown(self.reader, why.groups),
        )

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """The hints, the gentlest first."""
        return tuple(dict.fromkeys(map(self._words, self.question.helps)))

    @cached_property
    def whole(self) -> Verdict:
        """The verdict on the right answer, with the whole explanation."""
        return self.check(self.question.answer)

    @property
    def solution(self) -> tuple[str, Answer]:
        """The sentences that explain a right answer, and that answer."""
        return " ".join((*self.whole.sentences, *self.whole.follows)), self.question.answer

    def written(self, answer: Answer) -> str:
        """Return an answer as a learner would write it down.

        Raises KeyError for a choice, and IndexError for a pile, that the task doesn't have.
        """
        labels, lang = dict(self.task.choices), self.reader.lang
        match answer:
            case int():
                return str(answer)
            case str():
                return labels[answer]
            case (Card() as card, int(place)):
                return f"{card_label(card, lang)} → {self.task.piles[place].label}"
        parts = [card_label(part, lang) if isinstance(part, Card) else labels[str(part)] for part in answer]
        separator = ", " if self.task.kind == "choice" else " "
        return separator.join(parts) or self.reader.say("sheet.none")

    def final_verdict(self, answer: Answer) -> Verdict:
        """Return the verdict on the last try, with the whole explanation."""
        verdict, whole = self.check(answer), self.whole
        if verdict.right:
            return verdict
        own = (said for said in verdict.sentences if not any(said in one != said for one in whole.sentences))
        sentences = tuple(dict.fromkeys((*own, *whole.sentences)))
        return replace(whole, right=False, sentences=sentences, rules=(*verdict.rules, *whole.rules))

    def partial_verdict(self, answer: Answer) -> Verdict:
        """Return the verdict while tries are left, without the right answer.

        It names the faults of a wrong answer, but no repair, because that may be the answer. Where that leaves too
        little to say, it gives the deciding rule. With two choices, a wrong answer gives the right one away anyway,
        so the whole explanation follows.
        """
        asked, verdict = self.question, self.check(answer)
        if verdict.right or (len(asked.choices) == 2 and asked.choose == "one"):
            return verdict
        without = Worded(asked, replace(self.reader, repairs=False))
        if not asked.judge:
            incomplete = bool(answer) and {*_parts(answer)} < {*_parts(asked.answer)}
            return replace(without._in_words(Why(False, self._wrong_with(answer))), incomplete=incomplete)
        explanation = reasons(without.reader, asked.judge(answer).reasons)
        own = [one for one in explanation if one.sentence not in without.whole.sentences]
        return without._in_words(Why(False, own or self._rule))

    @property
    def _rule(self) -> Text:
        clauses = self.whole.rules[:1]
        return self.question.rule or [Message(f"clause.{clause}", clause) for clause in clauses]

    def _wrong_with(self, answer: Answer) -> Text:
        """Say what is wrong with an answer without naming anything that is right."""
        asked, right = self.question, self.question.answer
        faults = asked.faults(answer)
        if isinstance(answer, int) and isinstance(right, int):
            size = Message("so_far.too_much" if answer > right else "so_far.too_little", number=answer)
            return faults or size, self._rule
        chosen, expected = set(_parts(answer)), set(_parts(right))
        missing = 0 if asked.choose == "one" else len(expected - chosen)
        if chosen <= expected:
            return Message("so_far.missing", count=missing) if chosen else Message("so_far.not_none"), self._rule
        return faults or self._rule, Message("so_far.also_missing", count=missing) if missing else ()


def _parts(answer: Answer) -> tuple[str | int, ...]:
    """Return an answer's parts: keys of choices, codes of cards, or its number."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    return tuple(part.code if isinstance(part, Card) else part for part in parts)


def labelled(*keys: str) -> dict[str, Text]:
    """Return choices by the last part of the catalogue keys of their labels."""
    return {key.rpartition(".")[2]: Message(key) for key in keys}


YES_OR_NO: Final = labelled("lesson.yes", "lesson.no")
