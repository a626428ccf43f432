"""A question as data: what lies there, what may be answered, what is right and why; in no language.

- `Ask` is any question; `Why` what an answer is worth and all that is said of it;
- its methods put it into words, in the one place where that is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Kind, Task, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.messages import Message, Shown, Text, in_words, reasons, shown
from cardlab.phrasing.tongits_sentences import at_table


def learner(lang: str) -> Reader:
    """The learner at a table of Tongits, at seat 0."""
    return at_table(lang, 0)


@dataclass(frozen=True, slots=True)
class Why:
    """Whether an answer is right, and what is said of it.

    - `reasons`: why, every reason;
    - `follows`: what would have happened next at the table;
    - `groups`: cards that the explanation lays open;
    - `each`: what is said of single choices, to be told alone of a wrong one chosen;
    - `clauses`: what to read up on besides the clauses of the reasons.
    """

    right: bool
    reasons: Text = ()
    follows: Text = ()
    groups: Iterable[Shown] = ()
    each: Mapping[str, Text] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, which is asked by whoever shows it in the language of whoever is asked.

    What it asks is data, so two that ask the same are equal. A text is a `Message`, or a sentence in plain words.
    - `hand`: the cards to look at or to choose from; `hand_label`: what they are called; `worth`: what sorts them;
    - `choices`: keys and labels, where one is chosen from;
    - `answer`: a right answer. Its form says how it is given: a key or keys of the choices, cards, a number, or a card
      and the place of a pile;
    - `prompt`: the question;
    - `choose`: "one" of the choices or cards, "some" of them, or "any" number, which may be none;
    - `piles`: groups of cards on the table; `notes`: what else is so there;
    - `because`: why the answer is right; left out where each choice has its reason, or where `judge` says all;
    - `each`: what is to be said of each choice, told alone of a wrong one that was chosen;
    - `follows`, `groups`, `clauses`: see `Why`;
    - `wrong`: what is said of a wrong answer, where that is not why the right one is;
    - `judge`: what any answer is worth, where several are right or more is to be said of one than a sentence;
    - `helps`: what helps, from the gentlest hint to the one that says most;
    - `state`: the position that it is asked about, for whoever wants to look further;
    - `reader`: the learner at this table, for a language.
    """

    hand: tuple[Card, ...] = ()
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
    each: Mapping[str, Text] = field(default_factory=dict, compare=False)
    follows: Text = field(default=(), compare=False)
    groups: Iterable[Shown] = field(default=(), compare=False)
    clauses: tuple[str, ...] = field(default=(), compare=False)
    wrong: Callable[[Any], Text] | None = field(default=None, compare=False)
    judge: Callable[[Any], Why] | None = field(default=None, compare=False)
    helps: tuple[Text, ...] = field(default=(), compare=False)
    state: Any = field(default=None, compare=False, repr=False)
    reader: Callable[[str], Reader] = field(default=learner, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(self.hand))
        if not isinstance(self.answer, str | int):
            object.__setattr__(self, "answer", tuple(self.answer))

    @property
    def kind(self) -> Kind:
        """How it is answered."""
        match self.answer:
            case _ if self.choices:
                return "choice"
            case int():
                return "number"
            case (Card(), int()):
                return "card_and_pile"
        return "cards"

    def why(self, answer: Answer) -> Why:
        """What an answer is worth, and everything that is said of it."""
        if self.judge:
            return self.judge(answer)
        # Of several cards or choices the order does not matter.
        given, wanted = (frozenset(one) if isinstance(one, tuple) else one for one in (answer, self.answer))
        if self.wrong and given != wanted:
            return Why(False, self.wrong(answer), clauses=self.clauses)
        because = self.because or tuple(self.each.values())
        return Why(given == wanted, because, self.follows, self.groups, self.each, self.clauses)

    # In words

    def task(self, lang: str) -> Task:
        """The question as it is put to a learner."""
        reader = self.reader(lang)
        return Task(
            in_words(reader, self.prompt),
            self.hand,
            shown(reader, self.piles),
            tuple((key, in_words(reader, label)) for key, label in self.choices.items()),
            self.kind,
            self.choose != "one",
            self.choose == "any",
            hand_label=in_words(reader, self.hand_label),
            worth=self.worth,
            notes=tuple(note.sentence for note in reasons(reader, self.notes)),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        """Whether an answer is right, and why."""
        reader, why = self.reader(lang), self.why(answer)
        told = reasons(reader, why.reasons)
        return Verdict(
            why.right,
            tuple(reason.sentence for reason in told),
            tuple(dict.fromkeys((*(reason.rule for reason in told if reason.rule), *why.clauses))),
            tuple(reason.sentence for reason in reasons(reader, why.follows)),
            tuple((group.label, group.cards) for group in shown(reader, why.groups)),
            tuple((key, in_words(reader, said)) for key, said in why.each.items()),
        )

    def hints(self, lang: str) -> tuple[str, ...]:
        """What helps, the gentlest hint first."""
        return tuple(in_words(self.reader(lang), text) for text in self.helps)

    def solution(self, lang: str) -> tuple[str, Answer]:
        """A right answer, and the sentences that explain it and tell what follows."""
        verdict = self.check(self.answer, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), self.answer


def yes_or_no() -> dict[str, Text]:
    """The two choices, yes first."""
    return {"yes": Message("lesson.yes"), "no": Message("lesson.no")}
