"""`Demo`: the stage of the projector: one question for the whole room, unfolded step by step, or an exhibit.

- What stands there is a `Staged` of `cardlab.lessons.stage`; a question is drawn here, an exhibit by its own widget;
- the class's answer is judged as an exercise would judge it, and hands that were raised are counted;
- the list of prepared steps is in `cardlab.widgets.prepared`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, TypedDict
from urllib.parse import parse_qsl

from cardlab import shelf
from cardlab.cards import Card
from cardlab.lessons import stage
from cardlab.lessons.address import LARGEST_SEED, QUERY, page_address
from cardlab.lessons.course import LESSONS, Lesson, drill_named, lesson_named
from cardlab.lessons.drill import LEVELS, Drill, Question, so_far
from cardlab.lessons.protocol import Answer, Task, Verdict
from cardlab.lessons.sheet import answer_told
from cardlab.lessons.stage import Ask, NotStaged, Play, Show, Slow, Staged, Study
from cardlab.locale import say
from cardlab.tell.lying import Heaped
from cardlab.tongits.rules import PRESETS
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses, seed_in
from cardlab.widgets.exercise import Attempt, Choose, ChoosePile, GroupPicture, Part, PilePicture, Trouble, TypeNumber
from cardlab.widgets.exhibits import note, now, walk, widget_of
from cardlab.widgets.forms import Field, number, select, switch, whole
from cardlab.widgets.hand import Toggle
from cardlab.widgets.messages import Messages
from cardlab.widgets.prepared import Deed, ListPicture, PreparedSteps, WalkOn
from cardlab.widgets.sheet import ChooseLesson, NamedChoice, TypeSeed
from cardlab.widgets.tongits_table.messages import Elsewhere, Recall, SetField

_WORDS: Final = (
    "lesson", "kind", "level", "seed", "seed_hint", "forth", "back", "solution", "next", "previous", "choose", "stage",
    "controls", "keys", "keys_text", "source", "position", "position_show", "check", "answer_field",
    "hands", "one_more", "one_less", "for_class", "steps", "steps_text", "add", "step_name", "up", "down", "drop",
    "show", "save", "open", "link", "copy", "take_back", "keep_these", "next_step", "previous_step",
    "list_now", "none",
)  # fmt: skip

Source: TypeAlias = Literal["question", "table", "round", "race", "showdown", "piles", "compare", "score"]
SOURCES: Final[tuple[Source, ...]] = ("question", "table", "round", "race", "showdown", "piles", "compare", "score")
MOST_HANDS: Final = 99


@dataclass(frozen=True, slots=True)
class Step:
    """One step on or back in what is unfolded."""

    do: Literal["step"]
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution is to be seen, or no longer."""

    do: Literal["solution"]


@dataclass(frozen=True, slots=True)
class GoQuestion:
    """The next question, or the one before."""

    do: Literal["question"]
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class ChooseDrill:
    """The questions of this kind."""

    do: Literal["drill"]
    name: str


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """How hard, from 1."""

    do: Literal["level"]
    level: int


@dataclass(frozen=True, slots=True)
class ChooseSource:
    """What kind of thing is to stand on the stage."""

    do: Literal["source"]
    name: str


@dataclass(frozen=True, slots=True)
class ShowPosition:
    """A position of a table or a race, as it is written."""

    do: Literal["position"]
    text: str


@dataclass(frozen=True, slots=True)
class Judge:
    """What was put together is the answer of the class."""

    do: Literal["judge"]


@dataclass(frozen=True, slots=True)
class CountHands:
    """Hands are counted, or no longer."""

    do: Literal["hands"]


@dataclass(frozen=True, slots=True)
class RaiseHand:
    """One hand more or less for a choice."""

    do: Literal["hand"]
    key: str
    by: Literal[1, -1]


ClassAnswer: TypeAlias = Choose | TypeNumber | ChoosePile | Toggle
"""What makes up the answer of the class."""
DemoMessage: TypeAlias = (
    Step
    | Solution
    | GoQuestion
    | ChooseLesson
    | ChooseDrill
    | ChooseLevel
    | TypeSeed
    | ChooseSource
    | SetField
    | ShowPosition
    | ClassAnswer
    | Judge
    | CountHands
    | RaiseHand
    | Deed
    | Recall
    | Trouble
    | Elsewhere
)


class LevelChoice(TypedDict):
    """A level, and whether it is chosen."""

    level: int
    label: str
    chosen: bool


class HeldPicture(TypedDict):
    """A card, whether the solution names it, and whether the class does."""

    card: str
    chosen: bool
    taken: bool


class DemoHand(TypedDict):
    """The cards of the question, and what they are called."""

    label: str
    cards: list[HeldPicture]


class DemoPile(PilePicture):
    """A pile of the question, and whether the class has taken it."""

    taken: bool


class DemoChoice(TypedDict):
    """A choice, whether the solution names it or the class has taken it, and how many hands were raised for it."""

    key: str
    label: str
    chosen: bool
    taken: bool
    hands: int


class JudgedPicture(TypedDict):
    """What is said of a wrong answer of the class."""

    title: str
    sentences: list[str]


class ToldPicture(TypedDict):
    """What the solution says; `counts`: what is said of cards that the question shows already."""

    solution: str
    number: str
    cards: list[str]
    follows: list[str]
    counts: list[str]
    groups: list[GroupPicture]
    clauses: list[ClauseText]


class WhichPicture(TypedDict):
    """Which question it is: lesson, kind, level and start number; `for_class` leads learners to such tasks."""

    lessons: list[NamedChoice]
    drills: list[NamedChoice]
    levels: list[LevelChoice]
    seed: str
    wished: str
    for_class: str


class DemoPicture(WhichPicture):
    """A question as far as it is unfolded or the exhibit instead, and what else may be shown.

    - `task`: names the question, for whoever sees to it that one question has one size of print;
    - `longest`, `hints_all`: all that will be unfolded, to be measured and not to be shown;
    - `exhibit`: the model of the widget that stands there, "" for a question;
    - `address`: the step as it stands in the address of the page.
    """

    label: str
    sources: list[NamedChoice]
    fields: list[Field]
    takes_position: bool
    said: str
    kind: str
    where: str
    task: str
    prompt: str
    notes: list[str]
    hand: DemoHand
    piles: list[DemoPile]
    choices: list[DemoChoice]
    answered_by: Literal["cards", "choice", "number", "card_and_pile"]
    checks: bool
    counts_hands: bool
    hints: list[str]
    judged: JudgedPicture | None
    told: ToldPicture | None
    hints_all: list[str]
    longest: ToldPicture
    exhibit: str
    note: str
    address: dict[str, str]
    first: bool
    begin: bool
    end: bool
    steps: ListPicture


class Demo(CardWidget):
    """Any exercise of the course in large print, for a projector, and every exhibit of the lessons.

    The same seed shows a class the same questions again.

    - `lang`: the language of the class;
    - `lesson`: the lesson to begin with, by the name of its notebook;
    - `seed`: 0 to 999,999;
    - `four_colours`: a colour for each suit, otherwise black and red.

    What the page's address asks for comes first: a step of `cardlab.lessons.stage`, or its seed, its level, and the
    drill with its lesson.

    Raises KeyError for a lesson that is not there, ValueError for an unknown language.
    """

    _esm = STATIC / "demo.js"
    _hears = Messages[DemoMessage](DemoMessage)
    _css = STATIC / "demo.css"
    _own_words = (*(f"demo.{word}" for word in _WORDS), "widget.follows")

    def __init__(
        self, lang: str = "en", *, lesson: str = LESSONS[0].name, seed: int = 1, four_colours: bool = True
    ) -> None:
        self._lang = lang
        self._colours = four_colours
        self._address = page_address()
        self._said = ""
        self._exhibit: CardWidget | None = None
        self._counts_hands = False
        self._prepared = PreparedSteps(lang)
        self._begin(lesson_named(lesson), seed)
        super().__init__(lang, four_colours=four_colours)

    def _begin(self, lesson: Lesson, seed: int) -> None:
        """Takes up what the page's address asks for."""
        drill = lesson.drills[0]
        # A short name is meant in the lesson to begin with, a whole one in any.
        for one in (lesson, *LESSONS):
            if found := next((drill for drill in one.drills if self._address.leads_to(drill.name)), None):
                drill = found
                break
        given = dict(parse_qsl(QUERY.get().removeprefix("?")[: stage.LONGEST_LINK]))
        what: Staged = Ask(drill.name, self._address.level, seed if self._address.seed is None else self._address.seed)
        try:
            what = stage.staged(given) or what
        except NotStaged as fault:
            self._said = say("demo.not_there", self._lang, why=fault.sentence(self._lang))
        if (plan := given.get("plan", "")) in stage.PLANS:
            steps = stage.PLANS[plan]
            self._prepared.bring(tuple(stage.Prepared(one) for one in steps))
            if not set(stage.FIELDS) & set(given):
                what = steps[0]
            self._prepared.find(what)
        self._asks = what if isinstance(what, Ask) else Ask(drill.name, 1, seed)
        self._stage(what)

    def __repr__(self) -> str:
        return f'Demo(lesson="{self._lesson.name}", seed={self._asks.seed})'

    @property
    def question(self) -> Question:
        """The question that is shown, or was shown last."""
        return self._question

    @property
    def staged(self) -> Staged:
        """What stands on the stage, as it is after what was done there."""
        return now(self._what, self._exhibit)

    @property
    def exhibit(self) -> CardWidget | None:
        """The widget that stands on the stage; None while a question does."""
        return self._exhibit

    @property
    def step(self) -> int:
        """How far it is unfolded: 0 the question alone, then hint by hint, and last the solution."""
        return self._step

    @property
    def last_step(self) -> int:
        """The step that shows the solution."""
        return len(self._hints) + 1

    @property
    def _drill(self) -> Drill:
        return drill_named(self._asks.drill)

    @property
    def _lesson(self) -> Lesson:
        return next(lesson for lesson in LESSONS if self._drill in lesson.drills)

    def _stage(self, what: Staged) -> None:
        """Puts this on the stage, with nothing unfolded."""
        self._what = what
        if self._exhibit is not None:
            self._exhibit.close()
        self._exhibit = widget_of(what, self._lang, four_colours=self._colours)
        if isinstance(what, Ask):
            self._asks = what
        asks = self._asks
        self._question = self._drill.question(f"demo {asks.seed} {asks.number}", asks.level)
        self._hints = tuple(hint.sentence for hint in self._question.hints(self._lang))
        self._step = 0
        self._hands: dict[str, int] = {}
        self._answer_anew()
        if self._exhibit is not None:
            self._exhibit.observe(lambda _: self._show(), "shown")

    def _answer_anew(self) -> None:
        self._attempt = Attempt(self._question.task(self._lang), "given")
        self._judged: tuple[Answer, Verdict] | None = None

    def close(self) -> None:
        """Takes the widget from the page, and what stands on the stage with it."""
        if self._exhibit is not None:
            self._exhibit.close()
        super().close()

    # What the page says

    def _put_down(self) -> None:
        self._attempt.put_down()

    def _act(self, message: DemoMessage) -> None:
        if not isinstance(message, Recall):
            self._said = ""
        match message:
            case Step(by=by):
                self._unfold(by)
            case Solution():
                self._judged = None
                self._step = 0 if self._step == self.last_step else self.last_step
            case GoQuestion(by=by):
                if self._exhibit is None:
                    self._stage(replace(self._asks, number=max(1, self._asks.number + by)))
            case ChooseLesson(name=name):
                if name in [lesson.name for lesson in LESSONS]:
                    self._stage(replace(self._asks, drill=lesson_named(name).drills[0].name, number=1))
            case ChooseDrill(name=name):
                if name in [drill.name for drill in self._lesson.drills]:
                    self._stage(replace(self._asks, drill=name, number=1))
            case ChooseLevel(level=level):
                if 1 <= level <= LEVELS and self._exhibit is None:
                    self._stage(replace(self._asks, level=level, number=1))
            case TypeSeed(text=text):
                self._seed(text)
            case ChooseSource() | SetField() | ShowPosition():
                self._choose(message)
            case Choose() | TypeNumber() | ChoosePile() | Toggle():
                self._put_together(message)
            case Judge():
                self._judge()
            case CountHands():
                self._counts_hands = not self._counts_hands
            case RaiseHand(key=key, by=by):
                if key in dict(self._attempt.task.choices):
                    self._hands[key] = min(MOST_HANDS, max(0, self._hands.get(key, 0) + by))
            case Recall() | Trouble() | Elsewhere():
                self._prepared.remember(message, self.send)
                self._prepared.find(self._what)
            case WalkOn(by=by):
                self._walk(by)
            case _:
                self._list(message)

    def _seed(self, text: str) -> None:
        seed = seed_in(text)
        if seed is None:
            self._said = say("demo.no_seed", self._lang, largest=LARGEST_SEED)
        else:
            self._stage(replace(self._asks, seed=seed, number=1))

    def _unfold(self, by: Literal[1, -1]) -> None:
        """One step on or back; beyond the last one of what stands here come the prepared steps."""
        if self._exhibit is None and 0 <= self._step + by <= self.last_step:
            self._judged = None
            self._step += by
        elif not walk(self._what, self._exhibit, by):
            self._walk(by)

    def _walk(self, by: Literal[1, -1]) -> None:
        """The next prepared step, or the one before."""
        if (step := self._prepared.walk(by)) is not None:
            self._stage(step.what)

    def _list(self, message: Deed) -> None:
        """What is done with the list of prepared steps."""
        step = self._prepared.do(message, self.staged, self.send)
        if step is not None:
            self._stage(step.what)

    # The class's answer

    def _put_together(self, part: Part) -> None:
        """A part of the class's answer; one choice among several is an answer at once."""
        if self._exhibit is not None or self._step == self.last_step:
            return
        self._judged = None
        self._attempt.do(part)
        task = self._attempt.task
        at_once = isinstance(part, ChoosePile) or (isinstance(part, Choose) and not task.multiple)
        if at_once and self._attempt.answer is not None:
            self._judge()

    def _judge(self) -> None:
        """Says why the class's answer is wrong; a right one shows the solution."""
        answer = self._attempt.answer
        if self._exhibit is not None or self._step == self.last_step:
            return
        if answer is None:
            self._said = say("demo.no_answer", self._lang)
            return
        verdict = so_far(self._question, answer, self._lang)
        self._judged = answer, verdict
        if verdict.right:
            self._step = self.last_step

    # What else may stand there

    def _choose(self, message: ChooseSource | SetField | ShowPosition) -> None:
        try:
            wished = self._wished(message)
        except (NotStaged, ValueError) as fault:
            self._said = (
                fault.sentence(self._lang) if isinstance(fault, NotStaged) else say("demo.no_field", self._lang)
            )
            return
        if wished is not None:
            self._stage(wished)

    def _wished(self, message: ChooseSource | SetField | ShowPosition) -> Staged | None:
        """What is to stand there; None for what cannot be meant.

        Raises NotStaged for a position that cannot be read, ValueError for a number beyond its bounds.
        """
        match message, self._what:
            case ChooseSource(name=name), _:
                return self._of_source(name)
            case ShowPosition(text=text), Play():
                return stage.staged({"table": text}) if text.strip() else Play()
            case ShowPosition(text=text), Slow():
                return stage.staged({"race": text}) if text.strip() else Slow()
            case SetField(field="deal", value=value), Play() as play:
                return Play(whole(value, 0, LARGEST_SEED), play.preset)
            case SetField(field="preset", value=str(value)), Play() as play if value in PRESETS:
                return Play(play.deal, value)
            case SetField(field="round", value=str(value)), Study() if value in shelf.names():
                return Study(value)
            case SetField(field="start", value=str(value)), Slow():
                return Slow(value) if value in stage.RACES else Slow()
            case SetField(field="deal", value=value), Slow():
                return Slow(str(whole(value, 0, LARGEST_SEED)))
            case SetField(field="exhibit", value=str(value)), Show() if value in stage.EXHIBITS:
                return Show(value)
            case SetField(field="number", value=value), Show(name=name):
                most = LARGEST_SEED if name == "score" else len(stage.disputes(name.partition("-")[2]))
                return Show(name, number=whole(value, 1, most))
            case SetField(field=rule), Show() as shown if rule in self._switches(shown):
                return replace(shown, rules=shown.rules ^ {rule})
        return None

    def _of_source(self, name: str) -> Staged | None:
        match name:
            case "question":
                return self._asks
            case "table":
                return Play()
            case "round":
                return Study(shelf.names()[0])
            case "race":
                return Slow()
        first = next((one for one in stage.EXHIBITS if one.partition("-")[0] == name), None)
        return Show(first) if first else None

    @staticmethod
    def _switches(shown: Show) -> tuple[str, ...]:
        """The house rules that are switched here, and not at the exhibit itself."""
        kind = shown.name.partition("-")[0]
        return stage.SWITCHED["piles"] if kind == "piles" else ()

    def _fields(self) -> list[Field]:
        """The fields that say what stands there, for all but a question."""
        lang, what = self._lang, self.staged
        match what:
            case Play():
                presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
                return [
                    number("deal", say("demo.deal", lang), what.deal, 0, LARGEST_SEED),
                    select("preset", say("whatif.preset", lang), presets, what.preset),
                ]
            case Study():
                rounds = [(name, f"{shelf.title(name, lang)} ({shelf.clause(name)})") for name in shelf.names()]
                return [select("round", say("demo.source.round", lang), rounds, what.round)]
            case Slow(start=start):
                named = [(name, say(f"demo.race.{name}", lang)) for name in stage.RACES]
                by_number = ("", say("demo.by_number", lang))
                deal = int(start) if start.isdigit() else None
                return [
                    select("start", say("demo.position", lang), [by_number, *named], start),
                    number("deal", say("demo.deal", lang), deal, 0, LARGEST_SEED),
                ]
            case Show(name=name):
                return self._exhibit_fields(what, name.partition("-")[0])
        return []

    def _exhibit_fields(self, what: Show, kind: str) -> list[Field]:
        lang = self._lang
        mine = [(one, stage.called(one, lang)) for one in stage.EXHIBITS if one.partition("-")[0] == kind]
        found: list[Field] = [select("exhibit", say("demo.exhibit", lang), mine, what.name)] if len(mine) > 1 else []
        if kind == "score":
            found.append(number("number", say("demo.match", lang), what.number, 1, LARGEST_SEED))
        labels = {"wrap": "rule.tichu.wrap", "dragon_locks": "demo.strict_dragon"}
        return found + [switch(rule, say(labels[rule], lang), rule in what.rules) for rule in self._switches(what)]

    # What is drawn

    def _picture(self) -> DemoPicture:
        lang, task = self._lang, self._question.task(self._lang)
        stands = self._exhibit is None
        solved = stands and self._step == self.last_step
        answer = self._question.solution(lang)[1] if solved else None
        chosen, told = _chosen(task, answer), self._told(task)
        return {
            "label": say("demo.label", lang),
            "sources": [
                {"name": name, "label": say(f"demo.source.{name}", lang), "chosen": name == self._source()}
                for name in SOURCES
            ],
            **self._which(),
            "fields": self._fields(),
            "takes_position": isinstance(self._what, Play | Slow),
            "said": self._said or self._prepared.said,
            "kind": _kind(self._drill, lang) if stands else stage.title(self.staged, lang),
            "where": self._where() if stands else "",
            "task": f"{stage.fields(self._asks)}",
            "prompt": task.prompt if stands else "",
            "notes": list(task.notes) if stands else [],
            "hand": self._hand(task, chosen),
            "piles": self._piles(task, chosen) if stands else [],
            "choices": self._choices(task, chosen) if stands else [],
            "answered_by": task.kind,
            "checks": stands and not solved and (task.multiple or task.kind in ("cards", "number")),
            "counts_hands": self._counts_hands and stands,
            "hints": list(self._hints[: self._step]) if stands and not solved else [],
            "judged": self._judged_picture(task) if stands and not solved else None,
            "told": told if solved else None,
            "hints_all": list(self._hints),
            "longest": told,
            "exhibit": "" if self._exhibit is None else self._exhibit.model_id or "",
            "note": note(self._what, self._exhibit, lang),
            "address": {
                **dict.fromkeys(stage.FIELDS, ""),
                # The list that the browser keeps comes by itself.
                **({} if self._prepared.is_lent else {"plan": "", "steps": ""}),
                **stage.fields(self.staged),
            },
            "first": self._asks.number == 1 or not stands,
            "begin": self._step == 0 if stands else not isinstance(self._what, Study) and not self._prepared.has(-1),
            "end": solved if stands else not isinstance(self._what, Study) and not self._prepared.has(1),
            "steps": self._prepared.picture(),
        }

    def _source(self) -> Source:
        match self._what:
            case Ask():
                return "question"
            case Play():
                return "table"
            case Study():
                return "round"
            case Slow():
                return "race"
            case Show(name=name):
                kind = name.partition("-")[0]
                return next(source for source in SOURCES if source == kind)

    def _which(self) -> WhichPicture:
        lang, asks = self._lang, self._asks
        return {
            "lessons": [
                {"name": lesson.name, "label": _title(lesson, lang), "chosen": lesson is self._lesson}
                for lesson in LESSONS
            ],
            "drills": [
                {
                    "name": drill.name,
                    "label": f"{_kind(drill, lang)} ({', '.join(drill.clauses)})",
                    "chosen": drill is self._drill,
                }
                for drill in self._lesson.drills
            ],
            "levels": [
                {"level": level, "label": say("demo.level_number", lang, level=level), "chosen": level == asks.level}
                for level in range(1, LEVELS + 1)
            ],
            "seed": str(asks.seed),
            "wished": self._address.sentence(lang) if self._is_as_wished else "",
            "for_class": f"{self._lesson.name}.ipynb?seed={asks.seed}&level={asks.level}&drill={self._drill.name}",
        }

    def _where(self) -> str:
        return say("demo.where", self._lang, number=self._asks.number, step=self._step + 1, steps=self.last_step + 1)

    def _hand(self, task: Task, chosen: tuple[Card | str | int, ...]) -> DemoHand:
        held = () if self._exhibit is not None else sorted(task.hand, key=task.worth) if task.worth else task.hand
        taken = self._attempt.picture(self._lang)["hand"]
        selected = taken["selected"] if taken else []
        return {
            "label": task.hand_label or say("hand.label", self._lang),
            "cards": [{"card": card.code, "chosen": card in chosen, "taken": card.code in selected} for card in held],
        }

    def _piles(self, task: Task, chosen: tuple[Card | str | int, ...]) -> list[DemoPile]:
        taken = self._attempt.picture(self._lang)["piles"]
        return [
            {
                "label": self._pile_label(task, place),
                "cards": [card.code for card in pile],
                "heaped": isinstance(self._pile_label(task, place), Heaped),
                "chosen": place in chosen,
                "taken": taken[place]["chosen"],
            }
            for place, pile in enumerate(task.piles)
        ]

    def _choices(self, task: Task, chosen: tuple[Card | str | int, ...]) -> list[DemoChoice]:
        return [
            {
                "key": one["key"],
                "label": one["label"],
                "chosen": one["key"] in chosen,
                "taken": one["chosen"],
                "hands": self._hands.get(one["key"], 0),
            }
            for one in self._attempt.picture(self._lang)["choices"]
        ]

    def _judged_picture(self, task: Task) -> JudgedPicture | None:
        if self._judged is None:
            return None
        answer, verdict = self._judged
        given = "" if answer == () else answer_told(task, answer, self._lang)
        return {
            "title": say("demo.not_right", self._lang, answer=given) if given else say("so_far.not_right", self._lang),
            "sentences": list(verdict.sentences),
        }

    def _told(self, task: Task) -> ToldPicture:
        """What the solution says, whether it is to be seen or not."""
        lang = self._lang
        sentence, answer = self._question.solution(lang)
        verdict = self._question.check(answer, lang)
        seen = {frozenset(cards) for cards in (task.hand, *task.piles)}
        return {
            "solution": sentence,
            "number": str(answer) if isinstance(answer, int) else "",
            "cards": [card.code for card in _chosen(task, answer) if isinstance(card, Card)],
            "follows": list(verdict.follows),
            "counts": [label for label, held in verdict.groups if frozenset(held) in seen],
            "groups": [
                {"label": label, "cards": [card.code for card in held]}
                for label, held in verdict.groups
                if frozenset(held) not in seen
            ],
            "clauses": clauses(verdict.rules, lang),
        }

    @property
    def _is_as_wished(self) -> bool:
        return self._asks.level >= self._address.level and self._address.seed in (None, self._asks.seed)

    def _pile_label(self, task: Task, place: int) -> str:
        if place < len(task.pile_labels):
            return task.pile_labels[place]
        return say("piles.pile", self._lang, number=place + 1)


def _chosen(task: Task, answer: Answer | None) -> tuple[Card | str | int, ...]:
    """The cards, choices and piles that an answer names."""
    if task.kind == "number" or answer is None:
        return ()
    return answer if isinstance(answer, tuple) else (answer,)


def _kind(drill: Drill, lang: str) -> str:
    """What the questions of a drill are called, as in the headings of its lesson."""
    return say(f"drill.{drill.name}", lang)


def _title(lesson: Lesson, lang: str) -> str:
    return say(f"course.{lesson.name.replace('-', '_')}", lang)
