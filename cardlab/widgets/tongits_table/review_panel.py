"""The review of a round: the graph, each decision with its grade, luck and skill.

`cardlab.analysis.round_review` judges a round in a thread, turn by turn. Hidden hands are shown here, because
a round is reviewed only when it is over.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final, TypeAlias

from cardlab.analysis.grades import PAID, Grade
from cardlab.analysis.jobs import reviewed
from cardlab.analysis.round_review import COSTLY, Decision, Piece, Prospects, account, luck_changes
from cardlab.lessons.own_mistakes import LEVEL, Weighed, entry
from cardlab.lessons.protocol import OWN, Answered
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import decimal
from cardlab.phrasing.scoring import payment_unit
from cardlab.record import Record
from cardlab.tongits import Move, Payment, Phase, State, view
from cardlab.widgets import blocks
from cardlab.widgets.background import Background
from cardlab.widgets.blocks import Block
from cardlab.widgets.plots import PlayerLine, equity, plot_block
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table.driver import SEATS, Driver, Seat
from cardlab.widgets.tongits_table.table import TongitsTable

SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""The marks of costly decisions on the graph."""
MOST_KEPT: Final = 60
"""The number of reviewed rounds that are kept; the oldest are dropped first."""
MOST_MISTAKES: Final = 3
"""The number of mistakes in a round that become exercises, the most costly ones."""
LUCKY: Final = 0.05
"""The smallest gain or loss by luck that is mentioned."""

RoundKey: TypeAlias = tuple[State, tuple[Move, ...]]
"""The first position and the moves of a round."""


class RoundReview:
    """The reviewed rounds of a table, and the seat whose decisions are shown.

    `learner` returns the learner's seat in the round shown, whose mistakes become exercises; None for no seat.
    """

    def __init__(self, table: TongitsTable, learner: Callable[[], int | None]) -> None:
        self.seat: Seat = 0
        self._table = table
        self._learner = learner
        self._pieces: OrderedDict[RoundKey, list[Piece]] = OrderedDict()
        self._practised: set[RoundKey] = set()
        self._reviewing: RoundKey | None = None
        self._requested: RoundKey | None = None
        self.work = Background[Piece](lambda piece: table.update(lambda: self._take(piece)), table.update)

    @property
    def _shown(self) -> RoundKey:
        """The key of the round that is shown."""
        line = self._table.here.line
        return line.start, line.moves

    @property
    def may_review(self) -> bool:
        """Whether the round is over and no hand has to be covered."""
        return not self._table.covered and self._table.here.line.moments[-1].state.phase is Phase.OVER

    @receives
    def review(self, seat: Seat) -> None:
        """Review the round, if it is over, and show the decisions of a seat."""
        if self._table.driver is None or not self.may_review:
            return
        self.seat, self._requested = seat, self._shown
        if self.is_done or (self.work.working and self._requested == self._reviewing):
            return
        self._reviewing = self._requested
        self._pieces.pop(self._reviewing, None)
        while len(self._pieces) > MOST_KEPT:
            self._pieces.popitem(last=False)
        self.work.begin(partial(reviewed, Record(*self._shown), self._table.lang))

    @receives
    def stop(self) -> None:
        """Stop the review."""
        self.work.stop()

    def forget(self) -> None:
        """Leave the round; what was reviewed is kept."""
        self.work.stop()
        self._requested = None

    def _take(self, piece: Piece) -> None:
        assert self._reviewing is not None
        self._pieces.setdefault(self._reviewing, []).append(piece)

    @property
    def pieces(self) -> Sequence[Piece]:
        """The decisions and prospects of the review of this round so far, empty before it."""
        return self._pieces.get(self._shown, [])

    @property
    def is_done(self) -> bool:
        """Whether the review of this round is complete."""
        match self.pieces:
            case [*_, Prospects(seat=2, final=True)]:
                return True
        return False

    def own_mistakes(self, seat: int) -> list[Decision]:
        """Return a seat's most costly mistakes; none before the review is complete."""
        if not self.is_done:
            return []
        mine = [one for one in self.pieces if isinstance(one, Decision) and one.seat == seat]
        return sorted((one for one in mine if one.grade in COSTLY), key=lambda one: -one.cost.mean)[:MOST_MISTAKES]

    def to_practise(self, now: int) -> list[dict[str, Any]]:
        """Return new exercises from the learner's reviewed round, each only once.

        An exercise has a "mistake" (see `own_mistakes.entry`), and an "answer": a wrong one, so that the spaced review
        asks it. `now` is in seconds since 1970.
        """
        seat = None if self._table.driver is None else self._learner()
        if seat is None or not self.is_done or self._shown in self._practised:
            return []
        self._practised.add(self._shown)
        entries: list[dict[str, Any]] = []
        moments = self._table.here.line.moments
        for one in filter(lambda decision: decision.choices, self.own_mistakes(seat)):
            turns = [
                Weighed(choice.behind_payment.mean, choice.behind_payment.error, choice.turn, choice.payment.mean)
                for choice in one.choices
            ]
            mistake = entry(view(moments[one.number - 1].state, seat), turns, one.made, now)
            answer = Answered(OWN, mistake["key"], LEVEL, right=False, tries=1, hints=0, at=now)
            entries.append({"mistake": mistake, "answer": asdict(answer)})
        return entries

    # Drawing

    def add_to(self, props: Block) -> None:
        """Add a button to review each player's decisions, and the requested review."""
        here, requested = self._table.here, self._requested == self._shown
        if not self.may_review or not (here.is_over or here.reads or requested):
            return
        words = here.words
        players = (
            blocks.toggle(
                words.say("play_tongits.review_of", player=words.name(seat)),
                requested and seat == self.seat,
                {"do": "review", "seat": seat},
            )
            for seat in SEATS
        )
        props["below"] += [blocks.row(*players), *([self._render(here, words)] if requested else [])]

    def _render(self, here: Driver, words: Reader) -> Block:
        pieces, done, paid, learner = self.pieces, self.is_done, here.state.rules.payment, self._learner()
        decisions = [one for one in pieces if isinstance(one, Decision)]
        number, total = (decisions[-1].number if decisions else 0), here.line.last
        title = words.say("play_tongits.review")
        bar = blocks.progress(number, total, words.say("play_tongits.reviewing", number=number, total=total))
        stop = blocks.button(words.say("play_tongits.stop"), {"do": "stop"})
        texts = [] if self.work.working else [words.say("round_review.stopped", number=number, total=total)]
        if done:
            texts = list(_said(pieces, self.seat, paid, words))
        mistakes = 0 if learner is None else len(self.own_mistakes(learner))
        practise = words.say("round_review.kept", count=mistakes)
        moves = [_decided(one, here, words) for one in decisions if one.seat == self.seat]
        return blocks.group(
            *([blocks.row(bar, stop)] if self.work.working else []),
            blocks.status(blocks.sentences(texts)),
            *([blocks.text(blocks.link(practise, "review.ipynb"))] if mistakes else []),
            *([_graph(pieces, here, paid, words)] if decisions else []),
            *([_accounts(pieces, words)] if done else []),
            {"is": "decisions", "label": title, "moves": moves},
            blocks.details(words.say("play_tongits.how_judged"), blocks.sentences(_how(decisions, paid, words))),
            label=title,
            style="cardlab-overlay cardlab-review",
        )


def _said(pieces: Sequence[Piece], seat: int, paid: Payment, words: Reader) -> Iterator[str]:
    """Yield a player's summary: costliest move, best and worst luck."""
    lang = words.lang
    costly = [one for one in pieces if isinstance(one, Decision) and one.seat == seat and one.grade in SIGNS]
    if costly:
        worst = max(costly, key=lambda one: one.cost.mean)
        loss = decimal(worst.cost.mean, lang, 1)
        yield words.say("round_review.costliest", number=worst.number, loss=loss, unit=payment_unit(paid))
    else:
        yield words.say("round_review.clean")
    came = [one for one in luck_changes(pieces, seat) if abs(one.change) > LUCKY]
    if came:
        best, worst_luck = max(came, key=lambda one: one.change), min(came, key=lambda one: one.change)
        if best.change > 0 > worst_luck.change:
            changes = {"gain": signed(best.change, lang), "loss": signed(worst_luck.change, lang)}
            yield words.say("round_review.lucky", best=best.at, worst=worst_luck.at, unit=payment_unit(paid), **changes)


def signed(value: float, lang: str) -> str:
    """Return a number with its sign, rounded to a tenth."""
    text = decimal(value, lang, 1)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def _how(decisions: Sequence[Decision], paid: Payment, words: Reader) -> list[str]:
    """Explain the review: number of worlds, limits of the grades, and luck."""
    # The most frequent number of worlds: near the end of a round all possible deals are played.
    worlds = Counter(one.worlds for one in decisions).most_common(1)[0][0] if decisions else 0
    limits = {
        name: decimal(getattr(PAID[paid], name), words.lang, 0 if paid is Payment.DEADWOOD else 1)
        for name in ("inaccuracy", "mistake", "blunder")
    }
    return [
        words.say("round_review.how_worth"),
        words.say("round_review.how_worlds", worlds=decimal(worlds, words.lang)),
        words.say("round_review.how_bounds", unit=payment_unit(paid), **limits),
        words.say("round_review.how_luck"),
    ]


def _graph(pieces: Sequence[Piece], here: Driver, paid: Payment, words: Reader) -> Block:
    """Make the graph: a line for each player, with signs after costly decisions.

    In the block, `moment` is the moment shown, in words. `again` is the label of the button that replays from there,
    "" at the end.
    """
    at, last = here.at, here.line.last
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
    moment = at, words.say("round_review.here", number=at)
    plot = equity(series, last, words.say("round_review.plot"), axes, words.lang, here=moment, key="equity")
    return {
        "is": "graph",
        "plot": plot_block(plot, words.lang),
        "at": at,
        "last": last,
        "moment": words.say("round_review.moment", number=at, total=last),
        "again": words.say("round_review.again") if at < last else "",
        "play_on": words.say("play_tongits.play_on_from_here"),
    }


def _accounts(pieces: Sequence[Piece], words: Reader) -> Block:
    """Make tables of each player's decisions, and of the parts of each result."""
    decided, origins = [], []
    for one in (account(pieces, seat) for seat in SEATS):
        decided.append([str(one.grades[grade]) for grade in Grade])
        start, cost, result = round(one.start, 1), round(one.cost, 1), one.result or 0.0
        origins.append([signed(value, words.lang) for value in (start, result - start + cost, -cost, result)])
    graded = [words.say(f"grade.{grade}") for grade in Grade]
    parts = ("round_review.start", "round_review.luck", "round_review.cost", "round_review.result")
    head = [words.say("tournament.column.player"), *map(words.name, SEATS)]
    return blocks.group(
        blocks.table(words.say("round_review.decided"), head, zip(graded, *decided, strict=True), close=True),
        blocks.table(
            words.say("round_review.came"), head, zip(map(words.say, parts), *origins, strict=True), close=True
        ),
        style="cardlab-accounts",
    )


def _decided(one: Decision, here: Driver, words: Reader) -> Block:
    """Make the block of a decision, with its grade and a comment.

    - `to`: the index of the moment before it; `here`: whether this moment is shown;
    - `grade`, `called`: the grade and the word for it, "" if there was no other move;
    - `explanation`: the comment, with the hand if it is another player's.
    """
    # After the round no hand is hidden.
    move_text = here.describe((one.number,), open_hands=True)[0] if one.number < len(here.line.moments) else ""
    costly, looked_at = one.grade in SIGNS, here.at == one.number - 1
    hand = here.line.moments[one.number - 1].state.hands[one.seat]
    texts = [one.sentence] if costly or looked_at else []
    if texts and hand and words.seat not in (None, one.seat):
        texts.insert(0, words.say("round_review.in_hand", cards=hand))
    return {
        "to": one.number - 1,
        "label": f"{one.number}. {move_text}",
        "grade": one.grade,
        "called": words.say(f"grade.{one.grade}") if one.grade else "",
        "cost": signed(-one.cost.mean, words.lang) if costly else "",
        "explanation": " ".join(texts),
        "here": looked_at,
    }
