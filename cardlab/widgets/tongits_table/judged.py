"""A round, or a match, judged for all players: the graph, each decision with its grade, luck and decisions apart.

- `RoundReview`: what was judged, and what is still being judged; `review_picture`: what the page gets of it;
- `own_mistakes`: what of it the learner may practise.

`cardlab.analysis.round_review` does the judging, in a pool or a thread, turn by turn; the page stays awake.
Hidden hands are told here, for nothing is judged before the round is over.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, TypeAlias, TypedDict

from cardlab.analysis.grades import PAID, Bounds, Grade
from cardlab.analysis.jobs import reviewed
from cardlab.analysis.round_review import DEAR, Account, Decision, Piece, account, brought, together
from cardlab.lessons.own_mistakes import LEVEL, Weighed, entry
from cardlab.lessons.protocol import OWN, Answered
from cardlab.phrasing.catalogue import decimal, percent
from cardlab.record import Record
from cardlab.tongits import Payment, Phase, State, view
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.figures import FigurePlot, FigureTable, WorkProgress, figures, plotted
from cardlab.widgets.plots import Course, equity
from cardlab.widgets.scene import hears
from cardlab.widgets.tongits_table.round import SEATS, Seat, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat

SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""How a dear decision is marked on the graph."""
MOST_KEPT: Final = 60
"""So many rounds are remembered as judged; those judged longest ago go first."""
MOST_MISTAKES: Final = 3
"""So many mistakes of one round become exercises, the dearest."""
LUCKY: Final = 0.05
"""What cards brought is told from so much on."""

RoundKey: TypeAlias = tuple[State, tuple[object, ...]]


class JudgedMove(TypedDict):
    """A decision: the moment before it, what it was, and what there is to say of it.

    - `grade`, `called`: its grade and the word for it, "" where there was no other move;
    - `told`: what there is to say, and what another player had in the hand; `here`: this moment is looked at.
    """

    to: int
    label: str
    grade: Grade | None
    called: str
    cost: str
    told: str
    here: bool


class ReviewPicture(TypedDict):
    """A round judged.

    - `progress`: how far that is; `said`: what it comes to for the player looked at; `how`: how it was judged;
    - `plot`: what each stood to receive; `last`: the last moment; `moment`: the one that is looked at, in words;
    - `accounts`: how well each decided, and where each result came from; `match`: the same of all rounds judged;
    - `moves`: the decisions of the player looked at; `again`: what to do with the moment looked at, "" at the end.
    """

    progress: WorkProgress | None
    said: list[str]
    how: list[str]
    plot: FigurePlot | None
    last: int
    moment: str
    again: str
    accounts: list[FigureTable]
    match: list[FigureTable]
    whole_match: bool
    kept: str
    moves: list[JudgedMove]


class RoundReview:
    """The rounds that were judged at this table, and the seat whose decisions are looked at.

    - `lang`: the language of what is said;
    - `change`: does what has been found out, and shows it.
    """

    def __init__(self, lang: str, change: Callable[[Callable[[], None]], None]) -> None:
        self.lang = lang
        self.seat: Seat = 0
        self.practised = 0
        self._found: OrderedDict[RoundKey, list[Piece]] = OrderedDict()
        self._done: set[RoundKey] = set()
        self._given: set[RoundKey] = set()
        self._asked: tuple[RoundKey, ...] = ()
        self._wanted: RoundKey | None = None
        self._work = Background[tuple[int, Piece]](
            lambda piece: change(lambda: self._take(*piece)), lambda: change(self._end)
        )

    @property
    def working(self) -> bool:
        """Whether something is still being judged."""
        return self._work.working

    def finish(self) -> None:
        """Judges the rest, here and now."""
        self._work.finish()

    @hears
    def stop(self) -> None:
        """What has been judged by now is enough."""
        self._work.stop()

    def forget(self) -> None:
        """Another round is turned to; what was judged stays known, for the sum of the match."""
        self._work.stop()
        self._wanted, self.practised = None, 0

    def review(self, record: Record, seat: Seat) -> None:
        """Judges a round, if that is not done yet, and looks at the decisions of this seat."""
        self.seat, self._wanted = seat, _key(record)
        if self._wanted not in self._done and not (self.working and self._wanted in self._asked):
            self.judge([record])

    def review_all(self, records: Sequence[Record]) -> None:
        """Judges all of these rounds that are not judged yet."""
        self.judge([record for record in records if not self.is_done(record)])

    def judge(self, records: Sequence[Record]) -> None:
        """Judges these rounds, one after the other."""
        heavy_work_comes()
        self._asked = tuple(_key(record) for record in records)
        for key in self._asked:
            self._found.pop(key, None)
        if records:
            self._work.begin(partial(reviewed, tuple(records), self.lang))

    def _take(self, place: int, piece: Piece) -> None:
        for before in self._asked[:place]:
            self._done.add(before)
        self._found.setdefault(self._asked[place], []).append(piece)

    def _end(self) -> None:
        # A round that was given up, or failed, has no standing at its end.
        for key in self._asked:
            if any(getattr(one, "final", False) for one in self._found.get(key, ())):
                self._done.add(key)
        while len(self._found) > MOST_KEPT:
            gone, _ = self._found.popitem(last=False)
            self._done.discard(gone)

    def found(self, record: Record) -> Sequence[Piece]:
        """What is known of a round by now."""
        return self._found.get(_key(record), [])

    def is_done(self, record: Record) -> bool:
        """Whether a round is judged to its end."""
        return _key(record) in self._done

    def is_wanted(self, record: Record) -> bool:
        """Whether somebody has asked for this round."""
        return self._wanted == _key(record)

    def to_practise(self, records: Sequence[Record], seat: int, now: int) -> list[dict[str, Any]]:
        """The exercises that a learner's rounds give, those that are judged to their end; each gives them only once.

        Each is a mistake, and the wrong answer with which it enters the review.
        """
        told: list[dict[str, Any]] = []
        self.practised = 0
        for record in records:
            found = own_mistakes(self, record, seat)
            self.practised += len(found)
            if not self.is_done(record) or _key(record) in self._given:
                continue
            self._given.add(_key(record))
            states = list(record.states()) if found else []
            for one in found:
                state = states[one.number - 1]
                assert isinstance(state, State)
                turns = [
                    Weighed(choice.turn, choice.payment.mean, choice.behind_payment.mean, choice.behind_payment.error)
                    for choice in one.choices
                ]
                mistake = entry(view(state, seat), turns, one.made, now)
                answer = Answered(OWN, mistake["key"], LEVEL, right=False, tries=1, hints=0, at=now)
                told.append({"mistake": mistake, "answer": asdict(answer)})
        return told


def _key(record: Record) -> RoundKey:
    assert isinstance(record.start, State)
    return record.start, tuple(record.moves)


def present(seated: TongitsSeat) -> Record:
    """The round that is looked at, with all of its moves."""
    return Record(seated.round.line.start, seated.round.moves)


def may_review(seated: TongitsSeat) -> bool:
    """Whether the round is over, whichever moment of it is looked at, and nobody's hand has to be covered."""
    return not seated.covered and seated.round.moments[-1].state.phase is Phase.OVER


def reviews(judged: RoundReview, seated: TongitsSeat) -> list[str]:
    """Whose decisions can be looked at: everybody's, at the end of a round, and at any moment of one that is read."""
    is_open = seated.round.is_over or seated.reading or judged.is_wanted(present(seated))
    if not may_review(seated) or not is_open:
        return []
    return [seated.words.say("play_tongits.review_of", player=seated.words.name(seat)) for seat in SEATS]


def own_mistakes(judged: RoundReview, record: Record, seat: int) -> list[Decision]:
    """The dearest mistakes of a seat in a round that is judged to its end."""
    if not judged.is_done(record):
        return []
    mine = [one for one in judged.found(record) if isinstance(one, Decision) and one.seat == seat]
    return sorted((one for one in mine if one.grade in DEAR), key=lambda one: -one.cost.mean)[:MOST_MISTAKES]


# What the page gets


def review_picture(judged: RoundReview, seated: TongitsSeat, match: Sequence[Record] = ()) -> ReviewPicture | None:
    """What is known of the round that is looked at, None if nobody has asked for it; `match`: its rounds that ended."""
    record = present(seated)
    if not judged.is_wanted(record) or not may_review(seated):
        return None
    # Nothing is hidden any more.
    words = replace(seated.words, open_hands=True)
    found, done, here = judged.found(record), judged.is_done(record), seated.round
    decisions = [one for one in found if isinstance(one, Decision)]
    bounds = PAID[here.state.rules.payment]
    known = [one for one in match if judged.is_done(one)]
    accounts = [account(found, seat, bounds) for seat in SEATS] if done else []
    sums = [together(account(judged.found(one), seat, bounds) for one in known) for seat in SEATS]
    total = len(here.moves)
    number, last = (decisions[-1].number if decisions else 0), here.line.last
    return {
        "progress": _progress(number, total, len(known), len(match), words, done=done) if judged.working else None,
        "said": list(_said(judged, found, accounts, bounds, words, here.state.rules.payment))
        if done
        else [words.say("round_review.stopped", number=number, total=total)]
        if not judged.working
        else [],
        "how": _how(_worlds(decisions), bounds, here.state.rules.payment, words),
        "plot": _plot(found, last, here.at, here.state.rules.payment, words) if decisions else None,
        "last": last,
        "moment": words.say("round_review.moment", number=here.at, total=last),
        "again": words.say("round_review.again") if here.at < last else "",
        "accounts": _tables(accounts, words, words.say("round_review.round")) if accounts else [],
        "match": _tables(
            [one for one in sums if one], words, words.say("round_review.match", count=len(known), total=len(match))
        )
        if len(known) > 1
        else [],
        "whole_match": len(match) > len(known) and len(match) > 1 and not judged.working,
        "kept": words.say("round_review.kept", count=judged.practised) if judged.practised else "",
        "moves": [_row(one, seated, words) for one in decisions if one.seat == judged.seat],
    }


def _progress(number: int, total: int, rounds: int, match: int, words: Words, *, done: bool) -> WorkProgress:
    """How far this round is, or once it is judged the other rounds of the match."""
    if done:
        label = words.say("round_review.match", count=rounds, total=match)
        return {"most": match, "value": rounds, "label": label}
    return {"most": total, "value": number, "label": words.say("play_tongits.reviewing", number=number, total=total)}


def _worlds(decisions: Sequence[Decision]) -> int:
    """In how many worlds most of these were judged; near the end of a round every deal is played instead."""
    return Counter(one.worlds for one in decisions).most_common(1)[0][0] if decisions else 0


def _coin(payment: Payment) -> str:
    return "chips" if payment is Payment.CHIPS else "points"


def _said(
    judged: RoundReview,
    found: Sequence[Piece],
    accounts: Sequence[Account],
    bounds: Bounds,
    words: Words,
    paid: Payment,
) -> Iterator[str]:
    """What it comes to for the player looked at: how accurate, the dearest decision, the luckiest moments."""
    own, lang, player = accounts[judged.seat], words.lang, words.name(judged.seat)
    if own.accuracy is not None:
        yield words.say("round_review.accuracy", player=player, accuracy=percent(own.accuracy, lang))
    dear = [one for one in found if isinstance(one, Decision) and one.seat == judged.seat and one.grade in SIGNS]
    if dear:
        worst = max(dear, key=lambda one: one.cost.mean)
        loss = decimal(worst.cost.mean, lang, 1)
        yield words.say(f"round_review.dearest_{_coin(paid)}", number=worst.number, loss=loss)
    else:
        yield words.say("round_review.clean")
    came = [one for one in brought(found, judged.seat) if abs(one.change) > LUCKY]
    if came:
        best, worst_luck = max(came, key=lambda one: one.change), min(came, key=lambda one: one.change)
        if best.change > 0 > worst_luck.change:
            yield words.say(
                f"round_review.lucky_{_coin(paid)}",
                best=best.at,
                gain=signed(best.change, lang),
                worst=worst_luck.at,
                loss=signed(worst_luck.change, lang),
            )


def signed(value: float, lang: str) -> str:
    """A change with its sign, to a tenth."""
    told = decimal(value, lang, 1)
    return f"+{told}" if value > 0 and told.strip("0.,") else told


def _how(worlds: int, bounds: Bounds, paid: Payment, words: Words) -> list[str]:
    """In how many worlds it was judged, from which cost on a decision is called what, what accuracy is, what luck."""
    limits = {
        name: decimal(getattr(bounds, name), words.lang, 0 if paid is Payment.DEADWOOD else 1)
        for name in ("inaccuracy", "mistake", "blunder")
    }
    return [
        words.say("round_review.how_worth"),
        words.say("round_review.how_worlds", worlds=decimal(worlds, words.lang)),
        words.say(f"round_review.how_bounds_{_coin(paid)}", **limits),
        words.say("round_review.how_accuracy", mistake=limits["mistake"]),
        words.say("round_review.how_luck"),
    ]


def _plot(found: Sequence[Piece], last: int, at: int, paid: Payment, words: Words) -> FigurePlot:
    """The line of each player; of a decision its mark stands where it was made, at what was left after it."""
    courses = []
    for seat in SEATS:
        points, marks = [], []
        for one in found:
            if one.seat != seat:
                continue
            if isinstance(one, Decision):
                points.append((one.number, round(one.after, 1)))
                if one.grade in SIGNS:
                    marks.append((one.number, round(one.after, 1), SIGNS[one.grade]))
            else:
                points.append((one.at, round(one.value, 1)))
        if points:
            courses.append(Course(words.name(seat), points, marks))
    upwards = words.say(f"round_review.upwards_{_coin(paid)}")
    return plotted(equity(courses, last, words.say("round_review.plot"), upwards, words.lang, at=at, key="equity"))


def _tables(accounts: Sequence[Account], words: Words, about: str) -> list[FigureTable]:
    """How well each player decided, and where each result came from; the second adds up to the last digit shown."""
    lang = words.lang
    decided = [
        ["" if one.accuracy is None else percent(one.accuracy, lang), *(str(one.grades[grade]) for grade in Grade)]
        for one in accounts
    ]
    came = []
    for one in accounts:
        start, cost, result = round(one.start, 1), round(one.cost, 1), one.result or 0.0
        came.append([signed(value, lang) for value in (start, result - start + cost, -cost, result)])
    graded = [words.say("round_review.accurate"), *(words.say(f"grade.{grade}") for grade in Grade)]
    parts = [words.say(f"round_review.{name}") for name in ("start", "luck", "cost", "result")]
    return [
        _by_player(words.say("round_review.decided", about=about), graded, decided, words),
        _by_player(words.say("round_review.came", about=about), parts, came, words),
    ]


def _by_player(caption: str, names: Sequence[str], columns: Sequence[Sequence[str]], words: Words) -> FigureTable:
    """A table with a column for each player, which fits a telephone."""
    head = [words.say("round_review.player"), *(words.name(seat) for seat in SEATS)]
    return figures(caption, head, zip(names, *columns, strict=True), close=True)


def _row(one: Decision, seated: TongitsSeat, words: Words) -> JudgedMove:
    here = seated.round
    deed = words.told(here.moments, (one.number,))[0] if one.number < len(here.moments) else ""
    dear, looked_at = one.grade in SIGNS, here.at == one.number - 1
    hand = here.moments[one.number - 1].state.hands[one.seat]
    told = [one.sentence] if dear or looked_at else []
    if told and hand and words.seat not in (None, one.seat):
        told.insert(0, words.say("round_review.held", cards=hand))
    return {
        "to": one.number - 1,
        "label": f"{one.number}. {deed}",
        "grade": one.grade,
        "called": words.say(f"grade.{one.grade}") if one.grade else "",
        "cost": signed(-one.cost.mean, words.lang) if dear else "",
        "told": " ".join(told),
        "here": looked_at,
    }
