"""A race judged act by act: what each play, each drawing and each pause cost one side, in the background.

- `RaceReview`: one race and one seat under review; `racers_of`: how quick both were in it, so that it is judged fairly;
- `StoredRace`, `opened_race`: a race out of a record, to be looked at and reviewed like one that was played here;
- `review_picture`: the graph of the chance to win, the sum of it, and a line for every act with what was better.

`cardlab.analysis.tichu_review` does the judging, in a pool or a thread; the page stays awake, and shows acts as they
come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import mean, stdev
from typing import Any, Final, Literal, TypedDict

from cardlab.analysis.grades import CHANCE, Grade, accuracy
from cardlab.analysis.jobs import reviewed_race
from cardlab.analysis.races import SKILLED, Racer, Racers
from cardlab.analysis.tichu_review import STILL, Act, how_many, times
from cardlab.analysis.tichu_whatif import ERRORS
from cardlab.analysis.whatif import Estimate
from cardlab.lessons.own_races import LEVEL, OWN, WeighedWay, entry
from cardlab.lessons.protocol import Answered
from cardlab.locale import decimal, percent, say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tell import tichu as tell
from cardlab.tichu import Draw, Flip, Play, Recycle, State, view
from cardlab.tichu.moves import SEATS
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.figures import FigurePlot, WorkProgress, plotted
from cardlab.widgets.plots import Line, growth
from cardlab.widgets.tichu_table.match import QUICKEST, Against, TimedRound
from cardlab.widgets.tichu_table.messages import PLACES, Place
from cardlab.widgets.tichu_table.picture import names_of, reader_of, seconds
from cardlab.widgets.tichu_table.review import reactions
from cardlab.widgets.tichu_table.ways import named_way, pace_written, with_error

ENOUGH: Final = 5
"""From so few reactions no pace is taken."""
STEP: Final = 50
"""A pace is told in steps of so many milliseconds."""
NARROWEST: Final = 50
LONGEST_RACE: Final = 1_000
"""No longer race is looked at: one of some hundred moves is long already."""
MOST_FILE: Final = 2_000_000
"""The characters of the largest record that is opened; the browser sends none that is larger."""
APART: Final = 1_000
"""Moves without times are run once more so many milliseconds apart."""


# What is reviewed


@dataclass(frozen=True, slots=True)
class StoredRace:
    """A race out of a record, who played it, and the record itself, which may say when each move was made.

    `seat`: where whoever looks has played, None if they have not, or if nobody knows.
    """

    played: TimedRound
    against: Against
    record: Record
    seat: Place | None = None


def opened_race(text: str, seat: Place | None = None) -> StoredRace:
    """The race in the text of a record; `seat`: where whoever looks has played.

    Raises NotationError, whose text is the sentence, for anything else.
    """
    if len(text) > MOST_FILE:
        raise NotationError("record_too_large", count=MOST_FILE // 1_000_000)
    record = Record.parse(text)
    if not isinstance(record.start, State):
        raise NotationError("race_other_game")
    if len(record.moves) > LONGEST_RACE:
        raise NotationError("race_too_long", count=len(record.moves), most=LONGEST_RACE)
    known = times(record)
    played = TimedRound(0, record.start.rules, start=record.start)
    moves = [move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle)]
    for number, move in enumerate(moves, 1):
        if played.make(move, known[number - 1] if known else APART * number):
            raise NotationError("position_move_breaks_rule", number=number, text=str(move))
    told = record.about.get("against")
    return StoredRace(played, Against.BOT if told == Against.BOT.value else Against.TWO, record, seat)


def racers_of(played: TimedRound) -> Racers:
    """How quick both sides were in a race, both playing well; who has hardly laid a card is as quick as the other."""
    found = [_racer([one.took for one in reactions(played, seat)]) for seat in SEATS]
    first, second = found
    return first or second or SKILLED[0], second or first or SKILLED[1]


def _racer(took: Sequence[int]) -> Racer | None:
    if len(took) < ENOUGH:
        return None
    average, spread = (STEP * max(1, round(one / STEP)) for one in (mean(took), stdev(took)))
    least = min(average, round(1000 * QUICKEST))
    return Racer(average, max(NARROWEST, spread), least, skilled=True)


class RaceReview:
    """The review of one race for one seat, if one was asked for.

    - `played`, `seat`: what is reviewed; `played` is None before one is asked for;
    - `against`, `people`: who has played, and what they called themselves;
    - `found`: what has been judged by now, of `total`;
    - `only_dear`: whether only what cost something is listed;
    - `is_own`: whether it is the learner's own race; `given`: whether its mistakes have become exercises;
    - `change`: does what has been found out, and shows it.
    """

    def __init__(self, change: Callable[[Callable[[], None]], None]) -> None:
        self.played: TimedRound | None = None
        self.seat: Place = 0
        self.against = Against.BOT
        self.people: tuple[str, ...] = ()
        self.racers = SKILLED
        self.timed = True
        self.only_dear = False
        self.is_own = self.given = False
        self.found: list[Act] = []
        self.total = 0
        self._drawn: tuple[object, JudgedRace] | None = None
        self._work = Background[Act](lambda act: change(lambda: self.found.append(act)), lambda: change(lambda: None))

    @property
    def working(self) -> bool:
        """Whether acts are still being judged."""
        return self._work.working

    def begin(self, played: TimedRound, record: Record, seat: Place, against: Against, *, is_own: bool = False) -> None:
        """Judges a race for one seat, in place of what was judged before; `is_own`: the learner's own."""
        self.forget()
        self.is_own, self.given = is_own, False
        heavy_work_comes()
        self.timed = times(record) is not None
        self.played, self.seat, self.against, self.people = played, seat, against, record.people
        self.racers = racers_of(played) if self.timed else SKILLED
        # Who takes long over each card is not told of every pause.
        still = max(STILL, 2 * self.racers[seat].mean)
        self.total = how_many(record, seat, still=still)
        self._work.begin(partial(reviewed_race, record, seat, self.racers, still))

    def stop(self) -> None:
        """What has been judged by now is enough."""
        self._work.stop()

    def finish(self) -> None:
        """Judges the rest, here and now."""
        self._work.finish()

    def forget(self) -> None:
        """Nothing is reviewed any more."""
        self._work.stop()
        self.played, self.found, self.total, self._drawn = None, [], 0, None

    def picture(self, lang: str) -> JudgedRace:
        """What the page gets; while a race is run once more it stays the same from move to move."""
        mark = (lang, len(self.found), self.working, self.only_dear)
        if self._drawn is None or self._drawn[0] != mark:
            self._drawn = mark, review_picture(self, lang)
        return self._drawn[1]


MOST_MISTAKES: Final = 3
"""So many mistakes of one race become exercises, the dearest."""


def own_mistakes(review: RaceReview) -> list[Act]:
    """The dearest mistakes of a race that is judged to its end, if it was the learner's own."""
    if review.working or not review.found or len(review.found) < review.total or not review.is_own:
        return []
    dear = [act for act in review.found if act.choices]
    return sorted(dear, key=lambda act: -act.loss.mean)[:MOST_MISTAKES]


def to_practise(review: RaceReview, now: int) -> list[Practised]:
    """The exercises that a learner's race gives; it gives them only once."""
    if review.given:
        return []
    told: list[Practised] = []
    for act in own_mistakes(review):
        review.given = True
        assert review.played is not None
        ways = [
            WeighedWay(one.way.move, one.way.keeping, one.win.mean, one.behind.mean, one.behind.error)
            for one in act.choices
        ]
        made = [one.way for one in act.choices].index(act.made)
        seen = view(review.played.moments[act.number - 1].state, review.seat)
        mistake = entry(seen, ways, made, now)
        answer = Answered(OWN, mistake["key"], LEVEL, right=False, tries=1, hints=0, at=now)
        told.append({"mistake": mistake, "answer": asdict(answer)})
    return told


# What the page gets


class Practised(TypedDict):
    """A mistake that becomes an exercise, and the wrong answer with which it enters the review."""

    mistake: dict[str, Any]
    answer: dict[str, Any]


class SideToReview(TypedDict):
    """A side whose race can be reviewed."""

    seat: Place
    label: str


class JudgedAct(TypedDict):
    """One act: the moment before it, what it was, and what there is to say of it.

    - `chance`: the chance to win afterwards; `told`: what else there is to say;
    - `grade`: what it is called by its cost, and `called` that as a word;
    - `mark`: a tick for a special card that was spent well, a cross for one that was not, else nothing;
    - `dear`: whether it very likely cost something;
    - `position`: what the seat saw then, in notation.
    """

    key: str
    to: int
    label: str
    chance: str
    told: list[str]
    grade: Grade
    called: str
    mark: Literal["✓", "✗", ""]
    dear: bool
    position: str


class JudgedRace(TypedDict):
    """A race reviewed: how far that is, what it comes to, the chance to win as lines, and its acts.

    `how`: how it was judged; `pace`: how quick both are taken to be, as it stands in the address of the laboratory.
    """

    title: str
    progress: WorkProgress | None
    said: list[str]
    how: list[str]
    plot: FigurePlot | None
    acts: list[JudgedAct]
    only_dear: bool
    pace: str


class Reviewed(TypedDict):
    """What there is to review at the place that is looked at, and what has been reviewed of it."""

    reviews: list[SideToReview]
    review: JudgedRace | None


def reviewed_picture(
    review: RaceReview, played: TimedRound, against: Against, lang: str, people: tuple[str, ...] = ()
) -> Reviewed:
    """The buttons that ask for a review of this race, and the review if it is of this race.

    `people`: what those who have played called themselves, where a record tells it.
    """
    names = names_of(against, lang, people)
    own = against is Against.BOT
    choices: list[SideToReview] = [
        {
            "seat": seat,
            "label": say("race_review.ask_own", lang)
            if own and seat == 0
            else say("race_review.ask", lang, who=names[seat]),
        }
        for seat in PLACES
    ]
    return {"reviews": choices, "review": review.picture(lang) if review.played is played else None}


def review_picture(review: RaceReview, lang: str) -> JudgedRace:
    """How far the review is, what it comes to, and a line for every act."""
    assert review.played is not None
    names = names_of(review.against, lang, review.people)
    found, working = review.found, review.working
    count = len(found)
    return {
        "title": say("race_review.title", lang, who=names[review.seat]),
        "progress": {
            "most": review.total,
            "value": count,
            "label": say("race_review.progress", lang, number=count, total=review.total),
        }
        if working
        else None,
        "said": [] if working else list(_summary(review, names, lang)),
        "how": list(_how(review, names, lang)) if found and not working else [],
        "plot": None if working else _plot(review, lang),
        "acts": [_line(review, act, lang) for act in found if _dear(act) or not review.only_dear],
        "only_dear": review.only_dear,
        "pace": pace_written(review.racers, review.seat),
    }


def _dear(act: Act) -> bool:
    """Whether an act has very likely cost something that can be told: half a percentage point."""
    return act.cost and act.loss.mean >= 0.005


def _points(estimate: Estimate, lang: str) -> str:
    """A difference of chances, in percentage points."""
    return with_error(estimate, lang, 1, 100)


def _summary(review: RaceReview, names: Sequence[str], lang: str) -> Iterator[str]:
    """What all acts cost together, how accurate they were, what forgetting to draw cost, and the special cards."""
    found = review.found
    if not found:
        yield say("race_review.nothing", lang, who=names[review.seat])
        return
    dear = [act for act in found if _dear(act)]
    if dear:
        worst = max(dear, key=lambda act: act.loss.mean)
        loss = decimal(100 * worst.loss.mean, lang, 1)
        yield say("race_review.sum", lang, count=len(dear), total=len(found), number=worst.number, loss=loss)
    else:
        yield say("race_review.clean", lang, total=len(found))
    counted = Counter(act.grade for act in found)
    grades = ", ".join(say("grade.count", lang, grade=say(f"grade.{one}", lang), count=counted[one]) for one in Grade)
    part = accuracy((act.loss.mean for act in found), CHANCE)
    yield say("race_review.accuracy", lang, accuracy=percent(part or 0.0, lang), grades=grades)
    forgot = [act for act in found if _forgot(act)]
    if forgot:
        loss = decimal(100 * sum(act.forgot.mean for act in forgot if act.forgot), lang, 1)
        yield say("race_review.forgot_sum", lang, count=len(forgot), loss=loss)
    special = [act.spent_well for act in found if act.spent_well is not None]
    if special:
        yield say("race_review.special_sum", lang, count=len(special), well=sum(special))
    mistakes = own_mistakes(review)
    if mistakes:
        yield say("race_review.kept", lang, count=len(mistakes))
    if len(found) < review.total:
        yield say("race_review.stopped", lang, number=len(found), total=review.total)


def _how(review: RaceReview, names: Sequence[str], lang: str) -> Iterator[str]:
    """From which cost on an act is called what, what accuracy is, and how it was judged."""
    found = review.found
    limits = {name: decimal(100 * getattr(CHANCE, name), lang) for name in ("inaccuracy", "mistake", "blunder")}
    yield say("race_review.bounds", lang, **limits)
    worlds = [act.worlds for act in found]
    yield say(
        "race_review.model" if review.timed else "race_review.model_untimed",
        lang,
        first=_pace(names[0], review.racers[0], lang),
        second=_pace(names[1], review.racers[1], lang),
        worlds="–".join(decimal(one, lang) for one in sorted({min(worlds), max(worlds)})),
    )


def _pace(name: str, racer: Racer, lang: str) -> str:
    return say("race_review.pace", lang, who=name, seconds=decimal(racer.mean / 1000, lang, 2))


def _forgot(act: Act) -> bool:
    """Whether playing before drawing up very likely cost something."""
    return act.forgot is not None and act.forgot.mean > max(0.005, ERRORS * act.forgot.error)


def _plot(review: RaceReview, lang: str) -> FigurePlot | None:
    """The chance to win over the race, with the best act and with what was done; the end of the race comes last."""
    found, played = review.found, review.played
    if len(found) < 2 or played is None:
        return None

    def place(number: int) -> float:
        return round(played.moments[number].note / 1000, 1) if review.timed else number

    # Two acts in one tenth of a second: the later one counts.
    best = {place(_moment(act)): round(100 * act.win_before.mean, 1) for act in found}
    made = {place(_moment(act)): round(100 * act.win_after.mean, 1) for act in found}
    end = played.outcome
    if end is not None and len(found) == review.total:
        made[place(played.line.last)] = 100.0 if end.winner == review.seat else 0.0
    lines = [
        Line(say(f"race_review.line.{name}", lang), sorted(points.items()))
        for name, points in (("best", best), ("made", made))
    ]
    across = say("race_review.across" if review.timed else "race_review.across_untimed", lang)
    title, upwards = say("race_review.plot", lang), say("race_review.upwards", lang)
    return plotted(growth(lines, title, across, upwards, lang, key="review"))


def _moment(act: Act) -> int:
    """The moment to which an act has led; still hands lead nowhere, and have the one in which they began."""
    return act.number - 1 if act.kind == "still" else act.number


def _line(review: RaceReview, act: Act, lang: str) -> JudgedAct:
    """What an act was and what it cost; its moment is the one before it."""
    played = review.played
    assert played is not None
    before = played.moments[act.number - 1]
    facts = {"number": act.number, "deed": _deed(review, act, lang)}
    if review.timed:
        label = say("race_review.label", lang, seconds=seconds(played.moments[_moment(act)].note, lang), **facts)
    else:
        label = say("race_review.label_untimed", lang, **facts)
    well = act.spent_well
    return {
        "key": f"{act.number} {act.kind}",
        "to": act.number - 1,
        "label": label,
        "chance": say("race_review.chance", lang, after=percent(act.win_after.mean, lang)),
        "told": list(_said_of(act, lang)),
        "grade": act.grade,
        "called": say(f"grade.{act.grade}", lang),
        "mark": "" if well is None else "✓" if well else "✗",
        "dear": _dear(act),
        "position": view(before.state, review.seat).notation,
    }


def _deed(review: RaceReview, act: Act, lang: str) -> str:
    """What was done, or that nothing was."""
    played = review.played
    assert played is not None
    who = names_of(review.against, lang, review.people)[review.seat]
    if act.kind == "still":
        if act.still is None:
            return say("race_review.still_untimed", lang, who=who)
        return say("race_review.still", lang, who=who, seconds=seconds(act.still, lang))
    move = played.moments[act.number].move
    assert isinstance(move, Play | Draw)
    before = played.moments[act.number - 1].state
    return tell.told(reader_of(review.against, lang, review.people), move, before)[0]


def _said_of(act: Act, lang: str) -> Iterator[str]:
    """What was lost and what would have been better, and what there is to say of special acts.

    Where drawing up was best, that says already what forgetting it cost.
    """
    if _dear(act):
        facts = {"loss": _points(act.loss, lang), "points": with_error(act.loss_points, lang, 2)}
        chance = percent(act.win_before.mean, lang)
        yield say("race_review.cost", lang, best=named_way(act.best, lang), chance=chance, **facts)
    if act.forgot is not None and _forgot(act) and not isinstance(act.best.move, Draw):
        yield say("race_review.forgot", lang, loss=_points(act.forgot, lang))
    if act.spent is not None:
        gain, sure = act.spent, abs(act.spent.mean) > ERRORS * act.spent.error
        if sure and gain.mean < 0:
            kept = Estimate(-gain.mean, gain.error)
            yield say("race_review.spent_early", lang, loss=_points(kept, lang))
        elif act.spent_well:
            yield say("race_review.spent_well" if sure else "race_review.spent_even", lang, gain=_points(gain, lang))
    if act.missed:
        yield say("race_review.missed", lang, cards=tell.by_value(act.missed))
