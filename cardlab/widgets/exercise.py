"""`Exercise`: a task, the means to answer it, three tries, hints, and the explanation afterwards.

On the whole screen, for a class, what stands behind a task is unfolded step by step; the page has no step before that.
Where a source remembers, the page's memory tells it what was answered before and keeps what is answered now.
A source that follows the address of its page is given what that asks for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.lessons.address import Follows, page_address
from cardlab.lessons.answers import MOST_TRIES, at_most, read_answers, read_open
from cardlab.lessons.protocol import (
    Answer,
    Answered,
    Asked,
    Closing,
    Ends,
    Explains,
    GoesOn,
    Keeps,
    KeepsBack,
    Kind,
    Log,
    Open,
    Reading,
    Remembers,
    Source,
    Task,
    Verdict,
    answer_told,
    pile_label,
)
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.lying import Heaped, Lying
from cardlab.refusal import NotationError
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses
from cardlab.widgets.hand import HandMessage, HandPicture, Holding, Order, by_number
from cardlab.widgets.messages import Message, Messages, Trouble

TRIES: Final = 3
WORTH_SORTING: Final = 8
LONGEST_NUMBER: Final = 12
NOTHING: Final = Verdict(False)
_WORDS: Final = ("hint", "next", "reveal", "no_meld", "unfold", "unfold_keys")


class Choose(Message, frozen=True):
    """A choice is taken, or no longer."""

    do: Literal["choose"]
    key: str


class TypeNumber(Message, frozen=True):
    """The number that stands in the field now."""

    do: Literal["number"]
    text: str


class ChoosePile(Message, frozen=True):
    """A pile for the selected card, counted from 0."""

    do: Literal["pile"]
    pile: int


class ExerciseButton(Message, frozen=True):
    """Check the answer, give a hint, show the solution, unfold one step more, go on."""

    do: Literal["check", "hint", "reveal", "unfold", "next"]


class Recall(Message, frozen=True):
    """What the page's memory holds: answers, tasks that were begun, and mistakes of own rounds.

    It comes from outside and is read as such.
    """

    do: Literal["recall"]
    log: object
    open: object = ()
    mistakes: object = None


Part: TypeAlias = HandMessage | Choose | TypeNumber | ChoosePile
"""What makes up an answer."""
ExerciseMessage: TypeAlias = Part | ExerciseButton | Recall | Trouble


class PilePicture(TypedDict):
    """Cards that lie together, what they are called, and whether the learner has chosen them.

    `heaped`: whether they lie upon each other, the last one on top.
    """

    label: str
    cards: list[str]
    heaped: bool
    chosen: bool


class PlacedPile(PilePicture):
    """Cards at a place: whose they are, -1 in the middle, None at no table; `short` is what they are called there."""

    short: str
    seat: int | None


class ChoicePicture(TypedDict):
    """A choice: its key, what it says, and whether the learner has taken it."""

    key: str
    label: str
    chosen: bool


class GroupPicture(TypedDict):
    """Cards that the explanation lays open."""

    label: str
    cards: list[str]


class AttemptPicture(TypedDict):
    """A task, and what has been done so far to answer it.

    `seats` are the players where cards lie at a table; `melds`: whether those lying open are shown there.
    """

    kind: Kind
    prompt: str
    notes: list[str]
    seats: list[str]
    melds: bool
    hand: HandPicture | None
    piles: list[PlacedPile]
    choices: list[ChoicePicture]
    number: str


class Explanation(TypedDict):
    """Why an answer is right or wrong, what follows, the cards that are laid open, and the clauses."""

    sentences: list[str]
    follows: list[str]
    groups: list[GroupPicture]
    clauses: list[ClauseText]


def explanation(told: Verdict, lang: str) -> Explanation:
    """What a verdict explains, for the page."""
    return {
        "sentences": list(told.sentences),
        "follows": list(told.follows),
        "groups": [{"label": label, "cards": [card.code for card in held]} for label, held in told.groups],
        "clauses": clauses(told.rules, lang),
    }


class ReadingPicture(TypedDict):
    """Something to read again: what about, and the page's label and address."""

    about: str
    label: str
    address: str


class ClosingPicture(TypedDict):
    """What is said when nothing is left to ask."""

    title: str
    sentences: list[str]
    readings: list[ReadingPicture]
    again: str


class ExercisePicture(AttemptPicture, Explanation):
    """The task, how far the learner is, and what is said of the answer.

    `can_unfold`: whether a step more stands behind the task; `explained`: whether the last one has been unfolded;
    `goes_on`: whether anything comes after it.
    """

    label: str
    number_of_task: int
    multiple: bool
    done: bool
    can_reveal: bool
    can_unfold: bool
    explained: bool
    goes_on: bool
    hints: bool
    tries: str
    progress: str
    solved: int
    total: int
    finished: bool
    helped: list[str]
    wished: str
    sought: str
    closing: ClosingPicture | None
    remembers: list[str]
    memory: str
    verdict: Literal["none", "yes", "no", "hint"]
    title: str
    reading: ReadingPicture | None


class Attempt:
    """What a learner has done so far to answer a task; `sort` is how its hand is sorted at first.

    `after` is what was done to answer the task before it on the same page.
    """

    def __init__(self, task: Task, sort: Order, after: Attempt | None = None) -> None:
        self.task = task
        self._holding: Holding = Holding(
            task.hand,
            sort,
            multiple=task.kind == "cards" and task.multiple,
            worth=task.worth or by_number,
            after=after._holding if after else None,
        )
        self._keys: frozenset[str] = frozenset()
        self._number = ""
        self._pile: int | None = None
        self._marked: tuple[Card, ...] = ()

    @property
    def _selects(self) -> bool:
        return self.task.kind in ("cards", "card_and_pile")

    def do(self, part: Part, *, done: bool = False) -> None:
        """Does what the page asks; when the answer is `done` the cards can only be sorted."""
        match part:
            case Choose(key=key):
                if not done and key in dict(self.task.choices):
                    self._keys = self._keys ^ {key} if self.task.multiple else frozenset({key})
            case TypeNumber(text=text):
                if not done and len(text) <= LONGEST_NUMBER:
                    self._number = text
            case ChoosePile(pile=place):
                if not done and place in range(len(self.task.piles)):
                    self._pile = place
            case _:
                self._holding.do(part, selectable=self._selects and not done)

    @property
    def answer(self) -> Answer | None:
        """The answer as the task's kind asks for it, None as long as there is none."""
        match self.task.kind:
            case "cards":
                return self._holding.selected if self._holding.selected or self.task.may_be_empty else None
            case "choice":
                chosen = tuple(key for key, _ in self.task.choices if key in self._keys)
                if not self.task.multiple:
                    return chosen[0] if chosen else None
                return chosen if chosen or self.task.may_be_empty else None
            case "number":
                return _whole_number(self._number)
            case "card_and_pile":
                if self._pile is None or not self._holding.selected:
                    return None
                return self._holding.selected[0], self._pile

    def put_down(self) -> None:
        """No card is selected, and nothing is told of a move."""
        self._holding.put_down()

    def show(self, answer: Answer) -> None:
        """Lays this answer out in place of the learner's, its cards marked."""
        match self.task.kind, answer:
            case "cards", tuple(chosen):
                self._marked = tuple(card for card in chosen if isinstance(card, Card))
                self._holding.select(self._marked)
            case "choice", str(key):
                self._keys = frozenset({key})
            case "choice", tuple(keys):
                self._keys = frozenset(key for key in keys if isinstance(key, str))
            case "number", int(number):
                self._number = str(number)
            case "card_and_pile", (Card() as card, int(place)):
                self._marked, self._pile = (card,), place
                self._holding.select(self._marked)

    def picture(self, lang: str) -> AttemptPicture:
        """What the page is told of the task and of what has been done so far."""
        task = self.task
        choices = task.choices if task.kind == "choice" else ()
        return {
            "kind": task.kind,
            "prompt": task.prompt,
            "notes": list(task.notes),
            "hand": self._hand(lang) if task.hand else None,
            "seats": [say(f"seat.{seat}", lang) for seat in range(3)] if self._is_table else [],
            "melds": any(isinstance(label, Lying) and label.is_meld for label in task.pile_labels),
            "piles": [self._pile_picture(place, lang) for place in range(len(task.piles))],
            "choices": [{"key": key, "label": label, "chosen": key in self._keys} for key, label in choices],
            "number": self._number,
        }

    def _hand(self, lang: str) -> HandPicture:
        tools = len(self.task.hand) >= WORTH_SORTING
        label = self.task.hand_label or None
        return self._holding.picture(lang, label=label, selectable=self._selects, tools=tools, marked=self._marked)

    @property
    def _is_table(self) -> bool:
        """Whether the cards lie at places of a table of three."""
        labels = self.task.pile_labels
        return any(isinstance(label, Lying) and label.seat is not None for label in labels)

    def _pile_picture(self, place: int, lang: str) -> PlacedPile:
        label = pile_label(self.task, place, lang)
        seat, short = -1 if self._is_table else None, str(label)
        if isinstance(label, Lying):
            seat, short = -1 if label.seat is None else label.seat, label.short
        return {
            "label": str(label),
            "short": short,
            "seat": seat,
            "cards": [card.code for card in self.task.piles[place]],
            "heaped": isinstance(label, Heaped),
            "chosen": place == self._pile,
        }


def _whole_number(text: str) -> int | None:
    number = text.strip().replace("−", "-")
    return int(number) if number.removeprefix("-").isdecimal() else None


class Exercise(CardWidget):
    """Shows the tasks of a `Source` one after the other.

    A learner has three tries for each task; hints cost none.
    After a right answer or the third wrong one the explanation stands there and `Next` goes on;
    after a wrong one the solution may be asked for, which ends the task.
    The same wrong answer costs one try however often it is given, and until the last one nothing gives the answer away.
    Whoever shows it to a class unfolds it instead: hint by hint, then the answer, which ends the task, then why.
    A source that `Remembers` goes on where the learner was; one that `Ends` has a summary.
    - `source`: gives and checks the tasks;
    - `lang`: the language of the learner;
    - `tries`: how many answers may be given to each task;
    - `hints`: whether there are hints;
    - `sort`: how a hand is sorted at first;
    - `four_colours`: a colour for each suit, otherwise black and red;
    - `label`: what the exercise is called;
    - `now`: the present time in seconds since 1970.

    Raises TypeError for a source that cannot do what `Source` asks, ValueError for an unknown language or no tries.
    """

    _esm = STATIC / "exercise.js"
    _css = STATIC / "exercise.css"
    _hears: Messages[Any] = Messages[ExerciseMessage](ExerciseMessage)
    _own_words = (*(f"exercise.{word}" for word in _WORDS), "widget.check", "widget.number", "widget.follows")

    def __init__(
        self,
        source: Source,
        lang: str = "en",
        *,
        tries: int = TRIES,
        hints: bool = True,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        if not isinstance(source, Source):
            raise TypeError("an exercise needs a source with task, check, hint, solution, next and progress")
        if not 1 <= tries <= MOST_TRIES:
            raise ValueError(f"an exercise has 1 to {MOST_TRIES} tries, not {tries}")
        self._source = source
        self._most_tries = tries
        self._has_hints = hints
        self._now = now
        self._log = Log()
        self._open: dict[Asked, Open] = {}
        self._memory = ""
        self._sort = sort
        self._label = label
        self._number_of_task = 0
        self._lang = lang
        self._wished, self._sought = "", False
        if isinstance(source, Follows):
            address = page_address()
            self._wished, self._sought = address.sentence(lang), source.follow(address)
        self._begin()
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        told = type(self._source).__name__ if type(self._source).__repr__ is object.__repr__ else repr(self._source)
        return f"Exercise({told})"

    @property
    def source(self) -> Source:
        """Where the tasks come from."""
        return self._source

    @property
    def tries_left(self) -> int:
        """How many tries are left for the present task."""
        return self._tries

    @property
    def solved(self) -> bool:
        """Whether the present task has been answered rightly."""
        return self._right

    @property
    def log(self) -> Log:
        """The answers that it knows of: those given here, and those that the page's memory has told."""
        return self._log

    def _begin(self, after: Attempt | None = None) -> None:
        """Takes up the source's present task, or its summary."""
        self._closing: Closing | None = self._source.closing() if isinstance(self._source, Ends) else None
        self._attempt = Attempt(self._source.task(), self._sort, after)
        self._tries = self._most_tries
        self._hints = 0
        self._helped: tuple[str, ...] = ()
        self._refused: set[Answer | frozenset[object]] = set()
        self._right = False
        self._revealed = False
        self._explained = False
        self._whole = NOTHING
        self._number_of_task += 1
        self._tell("none", "")
        self._take_up()

    def _take_up(self) -> None:
        """Counts the tries and hints that the present task has cost before, on this page or an earlier one."""
        asked = self._asked
        before = self._open.get(asked) if asked else None
        if before and not self._done:
            self._tries = max(1, min(self._tries, self._most_tries - before.tries))
            self._hints = max(self._hints, before.hints)

    @property
    def _asked(self) -> Asked | None:
        """The present task by its name, None where the source remembers nothing or has come to its end."""
        return self._source.asked() if isinstance(self._source, Remembers) else None

    def _tell(self, kind: Literal["none", "yes", "no", "hint"], title: str, told: Verdict = NOTHING) -> None:
        self._kind_of_verdict = kind
        self._title = title
        self._told = told

    @property
    def _done(self) -> bool:
        return self._right or self._revealed or self._tries == 0

    @property
    def _may_reveal(self) -> bool:
        """Whether the solution may be asked for: who has tried once may give up."""
        return not self._right and not self._revealed and self._tries < self._most_tries and not self._closing

    @property
    def _goes_on(self) -> bool:
        return not isinstance(self._source, GoesOn) or self._source.goes_on()

    @property
    def _may_unfold(self) -> bool:
        """Whether a step more may be unfolded; in a test, which has no hints, only what explains an answer given."""
        return not self._explained and not self._closing and (self._has_hints or self._done)

    def _put_down(self) -> None:
        self._attempt.put_down()

    def _act(self, message: ExerciseMessage) -> None:
        answering = not self._done and not self._closing
        match message:
            case Recall(log=answers, open=begun, mistakes=own):
                if isinstance(self._source, Keeps):
                    torn = self._source.take_mistakes(own)
                    self._memory = say("own.torn", self._lang, count=torn) if torn else self._memory
                if isinstance(self._source, Remembers):
                    self._recall(answers, begun, self._source)
            case Trouble(kind=kind):
                self._memory = say(f"progress.{kind}", self._lang)
            case ExerciseButton(do="next"):
                if not answering and self._goes_on:
                    self._source.next()
                    self._begin(self._attempt)
            case ExerciseButton(do="reveal"):
                if self._may_reveal:
                    self._reveal()
            case ExerciseButton(do="check"):
                if answering:
                    self._check()
            case ExerciseButton(do="unfold"):
                if self._may_unfold:
                    self._unfold()
            case ExerciseButton():
                if answering and self._has_hints:
                    self._help(self._source.hint())
            case _:
                self._attempt.do(message, done=not answering)

    def _recall(self, answers: object, begun: object, source: Remembers) -> None:
        """Goes on where the page's memory ends, unless the present task has been begun; nothing is lost either way."""
        self._open = {one.asked: one for one in read_open(begun, self._now())} | self._open
        try:
            log = at_most(self._log | read_answers(answers, self._now()))
        except NotationError as unreadable:
            self._memory = say("progress.not_recalled", self._lang, reason=explain(unreadable.refusal, self._lang))
            self._take_up()
            return
        has_begun = self._done or self._tries < self._most_tries or self._hints > 0
        if log == self._log or (has_begun and not self._closing):
            self._take_up()
            return
        self._log = log
        source.resume(log)
        self._begin(self._attempt)

    def _remember(self) -> None:
        """Gives the page the answer that has ended the present task, to be kept."""
        source, asked = self._source, self._asked
        if not isinstance(source, Remembers) or asked is None:
            return
        # Whoever has had the answer unfolded without a try has tried once in vain.
        tries = max(1, self._most_tries - self._tries + self._right)
        hints = min(self._hints, MOST_TRIES)
        answer = Answered(asked.drill, asked.key, asked.level, self._right, tries, hints, int(self._now()))
        self._log = self._log.with_answer(answer)
        self._open.pop(asked, None)
        source.note(answer)
        self.send({"remember": [asdict(answer)]})

    def _keep_open(self) -> None:
        """Gives the page what the present task has cost so far, so that a reload does not make it a first try."""
        asked = self._asked
        if asked is None:
            return
        tries, hints = self._most_tries - self._tries, min(self._hints, MOST_TRIES)
        begun = Open(asked.drill, asked.key, asked.level, tries, hints, int(self._now()))
        self._open[asked] = begun
        self.send({"begun": [asdict(begun)]})

    def _help(self, hint: str) -> None:
        """Gives a hint; asked for again, the last one counts as well and stands there once."""
        self._hints += 1
        self._helped = tuple(dict.fromkeys((*self._helped, hint)))
        self._keep_open()

    def _unfold(self) -> None:
        """One step more: the next hint, after the last one the answer, and then why it is right, with its clauses."""
        if not self._done and (hint := self._source.hint()) not in self._helped:
            self._help(hint)
        elif not self._right and not self._revealed:
            _, answer = self._give_up()
            answer_is = answer_told(self._attempt.task, answer, self._lang)
            self._tell("hint", say("exercise.answer_is", self._lang, answer=answer_is))
        else:
            self._explained = True
            if not self._right:
                sentence, answer = self._source.solution()
                said = replace(self._whole, sentences=(sentence,), follows=())
                self._told = self._source.so_far(answer) if isinstance(self._source, KeepsBack) else said

    def _check(self) -> None:
        answer = self._attempt.answer
        if answer is None:
            self._tell("none", say(f"exercise.unanswered_{self._attempt.task.kind}", self._lang))
            return
        self._whole = verdict = self._source.check(answer)
        self._right = verdict.right
        if verdict.right:
            self._tell("yes", say("exercise.right", self._lang), verdict)
        else:
            self._wrong(verdict, answer)
        if self._done:
            self._remember()

    def _wrong(self, verdict: Verdict, answer: Answer) -> None:
        """Says what is wrong with an answer; one that was refused before costs nothing again.

        As long as there are tries left, nothing is said that would give the right answer away.
        """
        same = frozenset(answer) if isinstance(answer, tuple) else answer
        if same in self._refused:
            self._tell("no", say("exercise.same_again", self._lang), self._told)
            return
        self._refused.add(same)
        self._tries -= 1
        if self._tries:
            title = say("exercise.wrong", self._lang)
            self._keep_open()
            if isinstance(self._source, KeepsBack):
                verdict = self._source.so_far(answer)
        else:
            title = say("exercise.out_of_tries" if self._most_tries > 1 else "exercise.not_right", self._lang)
        self._tell("no", title, verdict)

    def _reveal(self) -> None:
        """Shows the solution."""
        sentence, _ = self._give_up()
        told = replace(self._whole, sentences=(sentence,), follows=())
        self._tell("hint", say("exercise.solution", self._lang), told)

    def _give_up(self) -> tuple[str, Answer]:
        """Lays the right answer out, which ends the task where there are tries left; gives what explains it as well."""
        sentence, answer = self._source.solution()
        had_ended = self._done
        self._revealed = True
        self._attempt.show(answer)
        if not had_ended:
            self._remember()
        return sentence, answer

    def _picture(self) -> ExercisePicture:
        lang, closing = self._lang, self._closing
        tries = say("exercise.tries_left", lang, count=self._tries)
        solved, total = self._source.progress()
        return {
            "label": self._label or say("exercise.label", lang, prompt=self._attempt.task.prompt),
            "number_of_task": self._number_of_task,
            **self._attempt.picture(lang),
            "multiple": self._attempt.task.multiple,
            "done": self._done,
            "can_reveal": self._may_reveal,
            "can_unfold": self._may_unfold,
            "explained": self._explained,
            "goes_on": self._goes_on,
            "hints": self._has_hints,
            "tries": "" if self._done or self._most_tries == 1 else tries,
            "progress": self._standing(),
            "solved": solved,
            "total": total,
            "finished": solved >= total > 0,
            "helped": list(self._helped),
            "wished": self._wished,
            "sought": say("address.leads_here", lang) if self._sought else "",
            "closing": _end(closing) if closing else None,
            "remembers": list(self._source.drills()) if isinstance(self._source, Remembers) else [],
            "memory": self._memory,
            "verdict": self._kind_of_verdict,
            "title": self._title,
            "reading": self._reading(),
            **explanation(replace(self._told, rules=closing.rules) if closing else self._told, lang),
        }

    def _reading(self) -> ReadingPicture | None:
        """Where to read again, once a task has ended that was not answered rightly."""
        if self._closing or self._right or not self._done or not isinstance(self._source, Explains):
            return None
        reading = self._source.reading()
        return _read_again(reading) if reading else None

    def _standing(self) -> str:
        """How far the learner has come."""
        if isinstance(self._source, Ends):
            return self._source.standing()
        solved, total = self._source.progress()
        told = say("exercise.progress", self._lang, solved=solved, total=total)
        return f"{told} {say('exercise.all_solved', self._lang)}" if solved >= total > 0 else told


def _end(closing: Closing) -> ClosingPicture:
    return {
        "title": closing.title,
        "sentences": list(closing.sentences),
        "readings": [_read_again(one) for one in closing.readings],
        "again": closing.again,
    }


def _read_again(reading: Reading) -> ReadingPicture:
    return {"about": reading.about, "label": reading.label, "address": reading.address}
