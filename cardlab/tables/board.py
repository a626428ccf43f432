"""The class board: what a teacher asks a class, what each learner answers, and what is shown, as the fold of a log.

A `Command` is what somebody wants; `decide` says which events that makes, or why none; `fold` is the board after one.
Nothing here knows a clock, a file or a network: moments come with the commands, and the same events always give the
same board. What an answer is worth is told by whoever reveals a question, and stands in the log from then on.
Learners are known by a mark that says nothing about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from cardlab.tables.events import Kinds

MOST_QUESTIONS: Final = 400
"""How many questions a board holds until it is cleared."""
MOST_LEARNERS: Final = 2000
"""How many learners one question has answers of."""
MOST_STEPS: Final = 30
"""How many questions a series has."""
LARGEST_NUMBER: Final = 999_999
LONGEST_TEXT: Final = 400
LONGEST_OPTION: Final = 120
MOST_OPTIONS: Final = 6

# What is asked

Answer: TypeAlias = tuple[str, ...]
"""An answer as it stands in the log: the keys of choices, the codes of cards, a number, or a card and a pile."""


@dataclass(frozen=True, slots=True)
class OfDrill:
    """A question of the course by its drill, key and level."""

    drill: str
    key: str
    level: int
    ask: Literal["drill"] = field(default="drill", repr=False)


@dataclass(frozen=True, slots=True)
class AtPosition:
    """A question about a position, which is written as the course writes positions.

    - "may_call": may the first player call a draw now;
    - "discard": which card would one discard in the place of the first player, which is nothing right or wrong;
    - "which_fit": which cards of the first hand fit on the first pile of a race.
    """

    ask: Literal["may_call", "discard", "which_fit"]
    position: str


@dataclass(frozen=True, slots=True)
class Free:
    """A question that a teacher has typed: its text, the options, which of them are right, counted from 0.

    Where none is right it is a poll. `multiple`: whether several may be chosen.
    """

    text: str
    options: tuple[str, ...]
    right: tuple[int, ...] = ()
    multiple: bool = False
    ask: Literal["free"] = field(default="free", repr=False)


What: TypeAlias = OfDrill | AtPosition | Free


@dataclass(frozen=True, slots=True)
class Form:
    """What an answer to a question looks like, and what the question is about.

    - `kind`: "one" of the choices, "some" of them, a "number", or "card_and_pile": one choice and the place of a pile;
    - `choices`: the keys, or the codes of cards, in the order in which they are shown;
    - `piles`: how many piles there are, for "card_and_pile";
    - `may_be_empty`: whether none of them is an answer, for "some";
    - `clauses`: the clauses of the rule book that decide it.
    """

    kind: Literal["one", "some", "number", "card_and_pile"]
    choices: tuple[str, ...] = ()
    piles: int = 0
    may_be_empty: bool = False
    clauses: tuple[str, ...] = ()

    def plain(self, given: Answer) -> Answer | None:
        """The answer in the one way in which it is kept; None for what is none.

        >>> Form("some", ("a", "b", "c")).plain(("c", "a"))
        ('a', 'c')
        """
        match self.kind, given:
            case "one", (choice,) if choice in self.choices:
                return given
            case "some", _ if (given or self.may_be_empty) and len(set(given)) == len(given) <= len(self.choices):
                kept = tuple(choice for choice in self.choices if choice in given)
                return kept if len(kept) == len(given) else None
            case "number", (text,):
                number = _number(text)
                return None if number is None else (str(number),)
            case "card_and_pile", (card, place) if card in self.choices and place in map(str, range(self.piles)):
                return given
        return None


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST_NUMBER))):
        return None
    return int(text)


# Events

Points: TypeAlias = Literal["none", "right", "speed"]
"""How a series counts: not at all, right answers, or right answers and how quickly they came."""
Pace: TypeAlias = Literal["class", "own"]
"""Who goes on to the next question of a series: everybody together, or each learner alone."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A series begins: what it is called, its questions, how it counts, whether nicknames are shown beside points."""

    title: str
    steps: tuple[What, ...]
    points: Points
    names: bool
    pace: Pace


@dataclass(frozen=True, slots=True)
class Asked:
    """A question is asked, by the number that it has from now on.

    - `place`: which one of the series it is, from 1; 0 for none;
    - `at`: when, in milliseconds since 1970 (UTC);
    - `live`: whether the teacher's page shows the answers while they come in.
    """

    number: int
    what: What
    form: Form
    place: int
    at: int
    live: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """A learner has answered, or has changed the answer: `turn` counts these, from 1; `after`: how many ms it took."""

    number: int
    learner: str
    answer: Answer
    turn: int
    after: int


@dataclass(frozen=True, slots=True)
class Closed:
    """No more answers are taken to this question."""

    number: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The solution is shown to everybody; of the answers given, these are right. `judged`: whether any could be."""

    number: int
    right: tuple[Answer, ...]
    judged: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The series, or the question outside one, is over: nothing is asked any more."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A learner is out: no name and no points any more, and no answer to what is still open."""

    learner: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """Everything is wiped off."""


Event: TypeAlias = Begun | Asked | Answered | Closed | Revealed | Ended | Removed | Cleared
EVENTS: Final = Kinds[Event](Begun, Asked, Answered, Closed, Revealed, Ended, Removed, Cleared)


# The board

Phase: TypeAlias = Literal["open", "closed", "revealed"]


@dataclass(frozen=True, slots=True)
class Given:
    """The answer that a learner has given last."""

    answer: Answer
    turn: int
    after: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question on the board, with what has been answered so far, by learner; see `Asked` for the rest.

    `series`: which series it belongs to, counted from 1; 0 for none; `counts`: how that series counts.
    """

    number: int
    what: What
    form: Form
    series: int
    counts: Points
    place: int
    at: int
    live: bool
    phase: Phase = "open"
    given: Mapping[str, Given] = field(default_factory=dict)
    right: frozenset[Answer] = frozenset()
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the board.

    - `questions`: all that were asked, in order;
    - `present`: the numbers of those that are shown now;
    - `series`: the series that goes on, None if there is none; `begun`: how many there have been;
    - `over`: the series that was over last, until something else is asked;
    - `learners`: everybody who has ever answered, in that order; `removed`: those who are out.
    """

    questions: tuple[Question, ...] = ()
    present: tuple[int, ...] = ()
    series: Begun | None = None
    over: Begun | None = None
    begun: int = 0
    learners: tuple[str, ...] = ()
    removed: frozenset[str] = frozenset()

    def question(self, number: int) -> Question | None:
        """The question of this number, None if there is none."""
        return self.questions[number - 1] if 0 < number <= len(self.questions) else None

    @property
    def shown(self) -> tuple[Question, ...]:
        """The questions that are shown now."""
        return tuple(self.questions[number - 1] for number in self.present)

    @property
    def open(self) -> tuple[Question, ...]:
        """Those that can be answered now."""
        return tuple(one for one in self.shown if one.phase == "open")

    @property
    def place(self) -> int:
        """How many questions of the series that goes on have been asked."""
        if self.series is None:
            return 0
        return max((one.place for one in self.questions if one.series == self.begun), default=0)


EMPTY: Final = Board()


def fold(board: Board, event: Event) -> Board:
    """The board after one event; raises ValueError for one that cannot follow, which `decide` never makes."""
    match event:
        case Begun():
            return replace(board, present=(), series=event, over=None, begun=board.begun + 1)
        case Asked():
            return _asked(board, event)
        case Answered():
            question = _known(board, event.number)
            given = {**question.given, event.learner: Given(event.answer, event.turn, event.after)}
            learners = board.learners if event.learner in board.learners else (*board.learners, event.learner)
            return replace(_with(board, replace(question, given=given)), learners=learners)
        case Closed():
            return _with(board, replace(_known(board, event.number), phase="closed"))
        case Revealed():
            question = _known(board, event.number)
            revealed = replace(question, phase="revealed", right=frozenset(event.right), judged=event.judged)
            return _with(board, revealed)
        case Ended():
            return replace(board, present=(), series=None, over=board.series)
        case Removed():
            for question in board.open:
                kept = {learner: one for learner, one in question.given.items() if learner != event.learner}
                board = _with(board, replace(question, given=kept))
            return replace(board, removed=board.removed | {event.learner})
        case Cleared():
            return Board(begun=board.begun)


def folded(events: Iterable[Event], board: Board = EMPTY) -> Board:
    """The board after all of these events."""
    for event in events:
        board = fold(board, event)
    return board


def _asked(board: Board, event: Asked) -> Board:
    if event.number != len(board.questions) + 1:
        raise ValueError(f"question {event.number} cannot follow {len(board.questions)}")
    series = board.series if event.place else None
    number = board.begun if series else 0
    counts: Points = series.points if series else "none"
    question = Question(event.number, event.what, event.form, number, counts, event.place, event.at, event.live)
    beside = series is not None and series.pace == "own"
    present = (*board.present, event.number) if beside else (event.number,)
    return replace(board, questions=(*board.questions, question), present=present, over=None)


def _known(board: Board, number: int) -> Question:
    question = board.question(number)
    if question is None:
        raise ValueError(f"there is no question {number}")
    return question


def _with(board: Board, question: Question) -> Board:
    before = board.questions
    place = question.number - 1
    return replace(board, questions=(*before[:place], question, *before[place + 1 :]))


# What somebody wants


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask this question now, in place of whatever is shown; a series that goes on is over by it."""

    what: What
    form: Form
    at: int
    live: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin a series; `forms` are those of its questions, in order."""

    title: str
    steps: tuple[What, ...]
    forms: tuple[Form, ...]
    points: Points
    names: bool
    pace: Pace
    at: int
    live: bool = False


@dataclass(frozen=True, slots=True)
class GoOn:
    """Ask the next question of the series, which looks like this; after the last one the series is over."""

    form: Form | None
    at: int
    live: bool = False


@dataclass(frozen=True, slots=True)
class Give:
    """Answer a question; `turn` counts the learner's answers to it, so that one which comes late undoes nothing."""

    learner: str
    number: int
    answer: Answer
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Close:
    """Take no more answers."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the solutions; by number, which of the answers are right, and None where nothing is right or wrong."""

    right: Mapping[int, frozenset[Answer] | None]


@dataclass(frozen=True, slots=True)
class End:
    """Show nothing any more."""


@dataclass(frozen=True, slots=True)
class Remove:
    """A learner is out."""

    learner: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Wipe everything off."""


Command: TypeAlias = Ask | Begin | GoOn | Give | Close | Reveal | End | Remove | Clear
Reason: TypeAlias = Literal["closed", "no_answer", "late", "full", "nothing", "still_open", "no_series", "out"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing happens.

    - "closed": no answers are taken to this question any more, or it is not asked now;
    - "no_answer": what was given is no answer to it;
    - "late": the same learner has answered since, on another page;
    - "full": the board, or the series, holds no more;
    - "nothing": there is nothing to close, to reveal or to end;
    - "still_open": answers are still taken;
    - "no_series": no series goes on whose next question could be asked;
    - "out": the learner has been removed.
    """

    reason: Reason


def decide(board: Board, command: Command) -> tuple[Event, ...] | Refused:
    """What a command makes happen, or why nothing does; no events where everything is so already."""
    match command:
        case Ask():
            end: tuple[Event, ...] = (Ended(),) if board.series else ()
            return _ask(board, (*_closing(board), *end), ((command.what, command.form, 0),), command.at, command.live)
        case Begin():
            return _begin(board, command)
        case GoOn():
            return _go_on(board, command)
        case Give():
            return _give(board, command)
        case Close():
            return _closing(board) or Refused("nothing")
        case Reveal():
            return _reveal(board, command)
        case End():
            return (*_closing(board), Ended()) if board.present or board.series else Refused("nothing")
        case Remove():
            return () if command.learner in board.removed else (Removed(command.learner),)
        case Clear():
            return (Cleared(),) if board != Board(begun=board.begun) else ()


def _closing(board: Board) -> tuple[Event, ...]:
    return tuple(Closed(one.number) for one in board.open)


def _ask(
    board: Board, before: tuple[Event, ...], asked: tuple[tuple[What, Form, int], ...], at: int, live: bool
) -> tuple[Event, ...] | Refused:
    number = len(board.questions)
    if number + len(asked) > MOST_QUESTIONS:
        return Refused("full")
    more = (Asked(number + nth, what, form, place, at, live) for nth, (what, form, place) in enumerate(asked, 1))
    return (*before, *more)


def _begin(board: Board, command: Begin) -> tuple[Event, ...] | Refused:
    steps, forms = command.steps, command.forms
    if not 0 < len(steps) <= MOST_STEPS or len(forms) != len(steps):
        return Refused("full" if steps else "nothing")
    begun = Begun(command.title, steps, command.points, command.names, command.pace)
    asked = tuple((what, form, place) for place, (what, form) in enumerate(zip(steps, forms, strict=True), 1))
    first = asked if command.pace == "own" else asked[:1]
    return _ask(board, (*_closing(board), begun), first, command.at, command.live)


def _go_on(board: Board, command: GoOn) -> tuple[Event, ...] | Refused:
    series, place = board.series, board.place
    if series is None:
        return Refused("no_series")
    if place >= len(series.steps):
        return (*_closing(board), Ended())
    if command.form is None:
        return Refused("nothing")
    return _ask(board, _closing(board), ((series.steps[place], command.form, place + 1),), command.at, command.live)


def _give(board: Board, command: Give) -> tuple[Event, ...] | Refused:
    if command.learner in board.removed:
        return Refused("out")
    question = board.question(command.number)
    if question is None or question.number not in board.present or question.phase != "open":
        return Refused("closed")
    answer = question.form.plain(command.answer)
    if answer is None:
        return Refused("no_answer")
    before = question.given.get(command.learner)
    if before is not None and (before.turn, before.answer) == (command.turn, answer):
        return ()
    if command.turn <= (before.turn if before else 0) or command.turn > LARGEST_NUMBER:
        return Refused("late")
    if before is None and len(question.given) >= MOST_LEARNERS:
        return Refused("full")
    return (Answered(command.number, command.learner, answer, command.turn, max(0, command.at - question.at)),)


def _reveal(board: Board, command: Reveal) -> tuple[Event, ...] | Refused:
    if board.open:
        return Refused("still_open")
    hidden = [one for one in board.shown if one.phase == "closed"]
    if not hidden:
        return Refused("nothing")
    events = []
    for question in hidden:
        right = command.right.get(question.number)
        given = {one.answer for one in question.given.values()}
        told = tuple(sorted(answer for answer in given if right is not None and answer in right))
        events.append(Revealed(question.number, told, right is not None))
    return tuple(events)
