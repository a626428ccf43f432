"""A judged round: the graph, each decision with its grade, luck and decisions apart.

- `RoundReview`: the judged rounds, and the work in progress; `render_review`: what the page shows;
- `own_mistakes`: the mistakes that the learner may practise.

`cardlab.analysis.round_review` judges in a pool or a thread, turn by turn.
Hidden hands are shown here, since a round is judged only after its end.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, TypeAlias

from cardlab.analysis.grades import PAID, Grade
from cardlab.analysis.jobs import reviewed
from cardlab.analysis.round_review import DEAR, Decision, Piece, Prospects, account, luck_changes
from cardlab.lessons.own_mistakes import LEVEL, Weighed, entry
from cardlab.lessons.protocol import OWN, Answered
from cardlab.phrasing.catalogue import decimal, percent
from cardlab.record import Record
from cardlab.tongits import Payment, Phase, State, view
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import (
    Block,
    button,
    details,
    group,
    link,
    progress,
    row,
    sentences,
    status,
    table,
    text,
    toggle,
)
from cardlab.widgets.plots import PlayerLine, equity, plot_block
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.round import SEATS, Seat, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat

SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""The marks of costly decisions on the graph."""
MOST_KEPT: Final = 60
"""The number of judged rounds kept; the oldest are dropped first."""
MOST_MISTAKES: Final = 3
"""How many mistakes of one round become exercises, the most costly ones."""
LUCKY: Final = 0.05
"""The smallest gain or loss by cards that is mentioned."""

RoundKey: TypeAlias = tuple[State, tuple[object, ...]]


class RoundReview:
    """The judged rounds of this table, and the seat whose decisions are shown.

    - `lang`: the language of the texts;
    - `change`: runs an update and refreshes the page.
    """

    def __init__(self, lang: str, change: Callable[[Callable[[], None]], None]) -> None:
        self.lang = lang
        self.seat: Seat = 0
        self._pieces: OrderedDict[RoundKey, list[Piece]] = OrderedDict()
        self._practised: set[RoundKey] = set()
        self._reviewing: RoundKey | None = None
        self._requested: RoundKey | None = None
        self.work = Background[Piece](lambda piece: change(lambda: self._take(piece)), lambda: change(lambda: None))

    @receives
    def stop(self) -> None:
        """Stop judging."""
        self.work.stop()

    def forget(self) -> None:
        """Leave the round; its judgement is kept."""
        self.work.stop()
        self._requested = None

    def review(self, record: Record, seat: Seat) -> None:
        """Judge a round, if that is not done yet, and show the decisions of this seat."""
        self.seat, self._requested = seat, _key(record)
        if self.is_done(record) or (self.work.working and self._requested == self._reviewing):
            return
        self._reviewing = self._requested
        self._pieces.pop(self._reviewing, None)
        while len(self._pieces) > MOST_KEPT:
            self._pieces.popitem(last=False)
        self.work.begin(partial(reviewed, record, self.lang))

    def _take(self, piece: Piece) -> None:
        assert self._reviewing is not None
        self._pieces.setdefault(self._reviewing, []).append(piece)

    def pieces(self, record: Record) -> Sequence[Piece]:
        """The judgements of a round so far."""
        return self._pieces.get(_key(record), [])

    def is_done(self, record: Record) -> bool:
        """Whether a round is fully judged: the last piece is the payment of the last seat."""
        match self.pieces(record):
            case [*_, Prospects(seat=2, final=True)]:
                return True
        return False

    def is_requested(self, record: Record) -> bool:
        """Whether the review of this round was requested."""
        return self._requested == _key(record)

    def to_practise(self, record: Record, seat: int, now: int) -> list[dict[str, Any]]:
        """The exercises from a learner's fully judged round, returned only once.

        Each is a mistake, and the wrong answer with which it enters the review.
        """
        if not self.is_done(record) or _key(record) in self._practised:
            return []
        self._practised.add(_key(record))
        entries: list[dict[str, Any]] = []
        states = list(record.states())
        for one in filter(lambda decision: decision.choices, own_mistakes(self, record, seat)):
            state = states[one.number - 1]
            assert isinstance(state, State)
            turns = [
                Weighed(choice.behind_payment.mean, choice.behind_payment.error, choice.turn, choice.payment.mean)
                for choice in one.choices
            ]
            mistake = entry(view(state, seat), turns, one.made, now)
            answer = Answered(OWN, mistake["key"], LEVEL, right=False, tries=1, hints=0, at=now)
            entries.append({"mistake": mistake, "answer": asdict(answer)})
        return entries


def _key(record: Record) -> RoundKey:
    assert isinstance(record.start, State)
    return record.start, tuple(record.moves)


def present(seat: TongitsSeat) -> Record:
    """The present round, with all of its moves."""
    return Record(seat.round.line.start, seat.round.line.moves)


def may_review(seat: TongitsSeat) -> bool:
    """Whether the round is over and no hand has to be covered."""
    return not seat.covered and seat.round.line.moments[-1].state.phase is Phase.OVER


def own_mistakes(judged: RoundReview, record: Record, seat: int) -> list[Decision]:
    """The most costly mistakes of a seat in a fully judged round."""
    if not judged.is_done(record):
        return []
    mine = [one for one in judged.pieces(record) if isinstance(one, Decision) and one.seat == seat]
    return sorted((one for one in mine if one.grade in DEAR), key=lambda one: -one.cost.mean)[:MOST_MISTAKES]


# What is drawn


def render_review(judged: RoundReview, table_seat: TongitsSeat, learner: int | None) -> list[Block]:
    """The buttons for each player's decisions, and the review if it was requested.

    They appear at the end of a round, and at any moment of a record.
    `learner`: the seat whose mistakes are practised, None for none.
    """
    requested = judged.is_requested(present(table_seat))
    if not may_review(table_seat) or not (table_seat.round.is_over or table_seat.reading or requested):
        return []
    words = replace(table_seat.words, open_hands=True)  # nothing is hidden any more
    players = (
        toggle(
            words.say("play_tongits.review_of", player=words.name(seat)),
            requested and seat == judged.seat,
            {"do": "review", "seat": seat},
        )
        for seat in SEATS
    )
    return [row(*players), *([_render_round(judged, table_seat, learner, words)] if requested else [])]


def _render_round(judged: RoundReview, table_seat: TongitsSeat, learner: int | None, words: Words) -> Block:
    record = present(table_seat)
    pieces, done, paid = judged.pieces(record), judged.is_done(record), table_seat.round.state.rules.payment
    decisions = [one for one in pieces if isinstance(one, Decision)]
    number, total = (decisions[-1].number if decisions else 0), len(record.moves)
    title = words.say("play_tongits.review")
    bar = progress(number, total, words.say("play_tongits.reviewing", number=number, total=total))
    stop = button(words.say("play_tongits.stop"), {"do": "stop"})
    texts = [] if judged.work.working else [words.say("round_review.stopped", number=number, total=total)]
    if done:
        texts = list(_said(pieces, judged.seat, paid, words))
    mistakes = 0 if learner is None else len(own_mistakes(judged, record, learner))
    practise = words.say("round_review.kept", count=mistakes)
    return group(
        *([row(bar, stop)] if judged.work.working else []),
        status(sentences(texts)),
        *([text(link(practise, "review.ipynb"))] if mistakes else []),
        *([_graph(pieces, table_seat, paid, words)] if decisions else []),
        *([_accounts(pieces, paid, words)] if done else []),
        {
            "is": "decisions",
            "label": title,
            "moves": [_decided(one, table_seat, words) for one in decisions if one.seat == judged.seat],
        },
        details(words.say("play_tongits.how_judged"), sentences(_how(decisions, paid, words))),
        label=title,
        style="cardlab-overlay cardlab-review",
    )


def _said(pieces: Sequence[Piece], seat: int, paid: Payment, words: Words) -> Iterator[str]:
    """A player's summary: accuracy, the most costly decision, the luckiest moments."""
    own, lang = account(pieces, seat, PAID[paid]), words.lang
    if own.accuracy is not None:
        yield words.say("round_review.accuracy", player=words.name(seat), accuracy=percent(own.accuracy, lang))
    dear = [one for one in pieces if isinstance(one, Decision) and one.seat == seat and one.grade in SIGNS]
    if dear:
        worst = max(dear, key=lambda one: one.cost.mean)
        key = "round_review.dearest_chips" if paid is Payment.CHIPS else "round_review.dearest_points"
        yield words.say(key, number=worst.number, loss=decimal(worst.cost.mean, lang, 1))
    else:
        yield words.say("round_review.clean")
    came = [one for one in luck_changes(pieces, seat) if abs(one.change) > LUCKY]
    if came:
        best, worst_luck = max(came, key=lambda one: one.change), min(came, key=lambda one: one.change)
        if best.change > 0 > worst_luck.change:
            key = "round_review.lucky_chips" if paid is Payment.CHIPS else "round_review.lucky_points"
            changes = {"gain": signed(best.change, lang), "loss": signed(worst_luck.change, lang)}
            yield words.say(key, best=best.at, worst=worst_luck.at, **changes)


def signed(value: float, lang: str) -> str:
    """A change with its sign, to a tenth."""
    text = decimal(value, lang, 1)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def _how(decisions: Sequence[Decision], paid: Payment, words: Words) -> list[str]:
    """How it was judged: the number of worlds, the limits of the grades, accuracy and luck."""
    # In how many worlds most were judged; near the end of a round every deal is played instead.
    worlds = Counter(one.worlds for one in decisions).most_common(1)[0][0] if decisions else 0
    limits = {
        name: decimal(getattr(PAID[paid], name), words.lang, 0 if paid is Payment.DEADWOOD else 1)
        for name in ("inaccuracy", "mistake", "blunder")
    }
    bounds = "round_review.how_bounds_chips" if paid is Payment.CHIPS else "round_review.how_bounds_points"
    return [
        words.say("round_review.how_worth"),
        words.say("round_review.how_worlds", worlds=decimal(worlds, words.lang)),
        words.say(bounds, **limits),
        words.say("round_review.how_accuracy", mistake=limits["mistake"]),
        words.say("round_review.how_luck"),
    ]


def _graph(pieces: Sequence[Piece], table_seat: TongitsSeat, paid: Payment, words: Words) -> Block:
    """The line of each player, and a way to each moment; a decision is marked at the value after it.

    `moment`: the present one, in words; `again`: the label to replay from it, "" at the end.
    """
    at, last = table_seat.round.at, table_seat.round.line.last
    series = []
    for seat in SEATS:
        points, marks = [], []
        for one in pieces:
            if one.seat != seat:
                continue
            if isinstance(one, Decision):
                points.append((one.number, round(one.after, 1)))
                if one.grade in SIGNS:
                    marks.append((one.number, round(one.after, 1), SIGNS[one.grade]))
            else:
                points.append((one.at, round(one.value, 1)))
        if points:
            series.append(PlayerLine(words.name(seat), points, marks))
    upwards = "round_review.upwards_chips" if paid is Payment.CHIPS else "round_review.upwards_points"
    axes = words.say("round_review.across"), words.say(upwards)
    here = at, words.say("round_review.here", number=at)
    plot = equity(series, last, words.say("round_review.plot"), axes, words.lang, here=here, key="equity")
    return {
        "is": "graph",
        "plot": plot_block(plot, words.lang),
        "at": at,
        "last": last,
        "moment": words.say("round_review.moment", number=at, total=last),
        "again": words.say("round_review.again") if at < last else "",
        "play_on": words.say("play_tongits.play_on_from_here"),
    }


def _accounts(pieces: Sequence[Piece], paid: Payment, words: Words) -> Block:
    """Each player's decisions, and the parts of each result, which add up to the last digit shown."""
    decided, origins = [], []
    for one in (account(pieces, seat, PAID[paid]) for seat in SEATS):
        accurate = "" if one.accuracy is None else percent(one.accuracy, words.lang)
        decided.append([accurate, *(str(one.grades[grade]) for grade in Grade)])
        start, cost, result = round(one.start, 1), round(one.cost, 1), one.result or 0.0
        origins.append([signed(value, words.lang) for value in (start, result - start + cost, -cost, result)])
    graded = [words.say("round_review.accurate"), *(words.say(f"grade.{grade}") for grade in Grade)]
    parts = ("round_review.start", "round_review.luck", "round_review.cost", "round_review.result")
    head = [words.say("round_review.player"), *map(words.name, SEATS)]
    return group(
        table(words.say("round_review.decided"), head, zip(graded, *decided, strict=True), close=True),
        table(words.say("round_review.came"), head, zip(map(words.say, parts), *origins, strict=True), close=True),
        style="cardlab-accounts",
    )


def _decided(one: Decision, table_seat: TongitsSeat, words: Words) -> Block:
    """A decision: the moment before it, the move, and the comment.

    - `grade`, `called`: its grade and the word for it, "" where there was no other move;
    - `explanation`: the comment, and the hand of another player; `here`: whether this moment is shown.
    """
    here = table_seat.round
    move_text = words.describe(here.line.moments, (one.number,))[0] if one.number < len(here.line.moments) else ""
    dear, looked_at = one.grade in SIGNS, here.at == one.number - 1
    hand = here.line.moments[one.number - 1].state.hands[one.seat]
    texts = [one.sentence] if dear or looked_at else []
    if texts and hand and words.seat not in (None, one.seat):
        texts.insert(0, words.say("round_review.in_hand", cards=hand))
    return {
        "to": one.number - 1,
        "label": f"{one.number}. {move_text}",
        "grade": one.grade,
        "called": words.say(f"grade.{one.grade}") if one.grade else "",
        "cost": signed(-one.cost.mean, words.lang) if dear else "",
        "explanation": " ".join(texts),
        "here": looked_at,
    }
