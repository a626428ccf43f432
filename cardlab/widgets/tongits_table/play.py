"""`PlayTongits`: a whole match of Tongits: set up the table, play round after round, look back, keep records.

- `SetupStage`, `PlayStage` and their parts: what is drawn before the match and around the table;
- `PlayTongits`: the form before the first deal, what the browser keeps, and which files come and go.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal, TypedDict

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.scoring import chips_in_parts, payers
from cardlab.phrasing.tongits import result_of
from cardlab.refusal import NotationError
from cardlab.tongits import Move, Payment, Rules, State
from cardlab.tongits.notation import write
from cardlab.tongits.positions import draft_of
from cardlab.tongits.rules import checked
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import Scene, contract, hears
from cardlab.widgets.tongits_table.coach import CoachPicture, asked
from cardlab.widgets.tongits_table.game import TongitsGame
from cardlab.widgets.tongits_table.match import (
    FormPicture,
    PlayedMatch,
    ScoresPicture,
    Setup,
    form,
    running_scores,
)
from cardlab.widgets.tongits_table.picture import RoundPicture, standing
from cardlab.widgets.tongits_table.round import SEATS, Seat, TongitsRound, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat
from cardlab.widgets.tongits_table.storage import (
    LONGEST_BOOK,
    LONGEST_FILE,
    NOTHING,
    Opened,
    as_file,
    from_shelf,
    looked_at,
    opened,
    round_of,
    unpacked,
)
from cardlab.widgets.tongits_table.table import FELT_WORDS

_WORDS: Final = (
    "begin", "setup", "back", "next_round", "new_match", "ready", "whatif", "records", "save_round", "save_match",
    "coach", "coach_label", "coach_looks", "anyway", "think_again", "stop", "review", "review_match",
    "play_on_from_here", "how_judged", "open", "leave", "lines", "save_line",
    "house_rules", "disagree", "study", "step_back", "step_on", "score_lines", "table",
)  # fmt: skip


class OlderLine(TypedDict):
    """An older line of the round."""

    number: int
    label: str


class MatchPicture(TypedDict):
    """How the match stands, and what can be done next; `scores`: of the rounds that are over, None before."""

    title: str
    first: str
    goal: str
    sentences: list[str]
    goes_on: bool
    over: bool
    scores: ScoresPicture | None


class PagePicture(TypedDict):
    """What both stages show: a remark, the longest file, and whether another tab has kept a match of its own."""

    label: str
    remark: str
    largest: int
    elsewhere: bool


class SetupStage(PagePicture):
    """Before the first deal, or while the match waits: the form; `begun`: there is a match to go back to."""

    stage: Literal["setup"]
    form: FormPicture
    begun: bool


class PlayStage(PagePicture, RoundPicture):
    """The table with everything around it, as the one sees it who sits there.

    - `covered`: the screen has to be passed on;
    - `asked`: what asks bots why, by turn; `answer`: what one of them has said;
    - `match`, `book`: the match, or the title of the record that is looked at;
    - `rounds`: the rounds that can be looked at, and the number of the one that is;
    - `lines`: the older lines of the round; `position`: the position as one may ask the laboratory about it, or "".
    """

    stage: Literal["play"]
    covered: bool
    coach: CoachPicture
    asked: list[str]
    answer: str
    payments: list[str]
    match: MatchPicture | None
    book: str | None
    rounds: list[str]
    looked_at: int | None
    lines: list[OlderLine]
    may_save: bool
    position: str


class PlayTongits(Scene):
    """A table to play a match at: against two bots, three persons at one screen, or with all hands open.

    - `lang`: the language of the learner;
    - `table`, `left`, `right`, `rules`, `seed`: what the form begins with, as in `Setup`;
    - `sort`, `four_colours`, `label`: as in `Hand`;
    - `now`: the present time in seconds since 1970.

    What is played is kept by the browser and goes on there after the page was left.
    Raises ValueError for a table, a bot or a language that there is not.

    >>> PlayTongits(table="open")
    PlayTongits(table='open')
    """

    view = "play_tongits"
    parts = ("at_table",)
    is_repeated = False  # the browser keeps the match itself
    own_words = (
        *FELT_WORDS,
        *(f"play_tongits.{word}" for word in _WORDS),
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound", "round", "numbers")),
    )
    at_table: TongitsGame | None  # None while the form is to be seen: then nothing at the table is heard

    def __init__(
        self,
        lang: str = "en",
        *,
        table: str = "alone",
        left: str = "careful",
        right: str = "careful",
        rules: Rules | None = None,
        seed: int | None = None,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self._now = now
        self._setup = Setup(table, left, right, Rules() if rules is None else checked(rules), seed)
        self.label = label or say("play_tongits.label", lang)
        self._shelf = shelf.names()[0]
        self._remark = ""
        self._kept: tuple[object, ...] = ()
        self._text = ""
        self._elsewhere = False
        self.game = TongitsGame(lang, sort, self._change)
        self.at_table = None

    def __repr__(self) -> str:
        return f"PlayTongits(table={self._setup.table!r})"

    @property
    def match(self) -> PlayedMatch | None:
        """The match that is played, None before the first deal."""
        return self.game.match

    @property
    def state(self) -> State | None:
        """The position that is looked at, None before the first deal."""
        return None if self.game.seated is None else self.game.seated.round.state

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return self.game.working

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now. On a page they do so by themselves."""
        self.game.finish()
        self.changed()

    def before(self, message: str) -> None:
        self._remark = ""
        kind: type = type(self)
        if contract(kind)[message].part:
            self.game.answer = ""

    def changed(self) -> None:
        """Lets the bots think if it is their turn, gives the page what is to be kept, and shows what is so now."""
        if self.game.seated is None:
            self.at_table = None
        self.game.go_on()
        self._keep()
        self._practise()
        super().changed()

    # The form.

    @hears
    def begin(self) -> None:
        """The first deal of a match, as the form says."""
        if self.at_table is None:
            seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
            self.game.sit_down(PlayedMatch(replace(self._setup, seed=seed)))
            self.at_table = self.game

    @hears
    def study(self) -> None:
        """The chosen round of the shelf is looked at."""
        if self.at_table is None:
            self.game.open(from_shelf(self._shelf))
            self.at_table = self.game

    @hears
    def setup(self) -> None:
        """The form, while the match waits."""
        self.at_table = None

    @hears
    def back(self) -> None:
        """Back to the match that waits."""
        if self.match is not None:
            self.at_table = self.game

    @hears
    def set(self, field: str, value: str | bool) -> None:
        """A field of the form, or at the table of the coach."""
        if self.at_table is not None:
            if field == "limit":
                self.game.coach.warn_from(value)
        elif field == "shelf":
            self._shelf = value if isinstance(value, str) and value in shelf.names() else self._shelf
        else:
            changed = self._setup.changed(field, value)
            self._setup = changed or self._setup
            self._remark = "" if changed else say("play_tongits.no_such_value", self.lang)

    # The browser.

    @hears
    def recall(self, text: str, anew: bool = False) -> None:
        """What the browser has kept, "" for nothing, unless something has been begun here.

        `anew`: it was asked for, since another tab has kept something.
        """
        if self.game.seated is not None and not (anew and self._elsewhere):
            return
        try:
            match, told = unpacked(text) if text else (None, NOTHING)
            looked = told.book and looked_at(told.book, match)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self.lang)
            self._remark = say("play_tongits.not_recalled", self.lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere = False
        self.game.stand_up()
        self.game.coach.set(told.coach)
        if match:
            self._setup = match.setup
            self.game.sit_down(match)
        if looked:
            self.game.open(*looked)
        self.at_table = self.game if match or looked else None

    @hears
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """The browser keeps nothing, or nothing more, or what it has kept cannot be read."""
        self._remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self.lang)

    @hears
    def elsewhere(self) -> None:
        """Another tab has kept a match of its own."""
        self._elsewhere = True

    @hears
    def choose(self, do: Literal["take_other", "keep_this"]) -> None:
        """Which one goes on: that of the other tab, or that of this one in its place."""
        if self._elsewhere and do == "take_other":
            self.send({"ask": True})
        elif self._elsewhere:
            self._elsewhere = False
            self.send({"keep": self._text, "over": True})

    # Files.

    @hears
    def open(self, text: str, ended: bool = False, seat: Seat | None = None) -> None:
        """The text of a file that somebody has chosen.

        `ended`: its last position is looked at first; `seat`: whose it is that opens it, whose moves are reviewed.
        """
        try:
            book = opened(text, seat)
            played = round_of(book)
        except NotationError as unreadable:
            self._remark = explain(unreadable.refusal, self.lang)
            return
        if ended:
            played.go(played.line.last)
        self.game.open(book, played)
        self.at_table = self.game
        if seat is not None:
            self.game.review(seat)
        if len(text) > LONGEST_BOOK:
            self._remark = say("play_tongits.not_kept", self.lang)

    @hears
    def too_long(self) -> None:
        """The file that somebody has chosen is too long to be sent."""
        too_large = NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
        self._remark = explain(too_large.refusal, self.lang)

    @hears
    def save(self, what: Literal["round", "match", "line"], number: int = -1) -> None:
        """A file is asked for: this round, the whole match, or the older line of a number.

        A round with hidden hands is given only when it is over, for the file tells them all.
        """
        rounds = self.game.saved(what, number)
        if not self.game.may_save:
            self._remark = say("play_tongits.not_yet", self.lang)
        elif rounds:
            self.send({"file": {"name": f"tongits-{what}.json", "text": as_file(rounds)}})

    def _keep(self) -> None:
        """Gives the page what is to be kept, if it has changed; it is only packed if anything has."""
        kept = self.game.kept
        if len(kept) == len(self._kept) and all(now is before for now, before in zip(kept, self._kept, strict=True)):
            return
        self._kept = kept
        text = self.game.packed()
        if text != self._text:
            self._text = text
            self.send({"keep": text})

    def _practise(self) -> None:
        """Gives the page the learner's mistakes in a round that has just been judged, to come back in the review."""
        own = self.game.learner
        if own is not None:
            entries = self.game.coach.judged.to_practise(self.game.over, own, int(self._now()))
            if entries:
                self.send({"practise": entries})

    def _change(self, do: Callable[[], None]) -> None:
        """What a bot or the coach has come to is done, kept and shown."""
        with self.lock:
            do()
            self.changed()

    def put_down(self) -> None:
        if self.game.seated is not None:
            self.game.seated.begin(self.game.seated.round)

    def rest(self) -> None:
        self.game.rest()

    # What is drawn.

    def picture(self) -> SetupStage | PlayStage:
        page: PagePicture = {
            "label": self.label,
            "remark": self._remark or self.game.note,
            "largest": LONGEST_FILE,
            "elsewhere": self._elsewhere,
        }
        if self.at_table is None or self.at_table.seated is None:
            shown = form(self._setup, self._shelf, self.lang)
            return {**page, "stage": "setup", "form": shown, "begun": self.match is not None}
        return _table(page, self.at_table, self.at_table.seated)


def _table(page: PagePicture, game: TongitsGame, seated: TongitsSeat) -> PlayStage:
    """The table and everything around it."""
    here, words, book = seated.round, seated.words, game.book
    told, coach = seated.picture(), game.coach.picture(seated, game.over)
    if book:
        told["log"] = seated.log(here.line.last)
        if here.at < here.line.last:
            told["turn"]["what"] = words.say("play_tongits.read_on")
    match = game.match if book is None else None
    count = len(match.done) if match else len(book.rounds) if book and not book.shelf else 0
    nothing_to_ask = seated.covered or here.is_over
    return {
        **page,
        **told,
        "stage": "play",
        "hand": {**told["hand"], "marked": coach["marked"] or told["hand"]["marked"]},
        "covered": seated.covered,
        "waiting": here.waiting and not (seated is game.own and game.bots_think),
        "coach": coach,
        "asked": asked(seated),
        "answer": game.answer,
        "payments": _payments(here.state, words) if here.is_over else [],
        "match": _match(match, words) if match else None,
        "book": _title(book, words) if book else None,
        "rounds": [words.say("play_tongits.look_at", number=number + 1) for number in range(count)],
        "looked_at": book.number if book else None,
        "lines": _lines(here, words),
        "may_save": game.may_save,
        "position": "" if nothing_to_ask else write(draft_of(here.seen)),
    }


def _match(match: PlayedMatch, words: Words) -> MatchPicture:
    """How the match stands, and what can be done next."""
    last = match.scores[-1]
    names = [words.name(seat) for seat in SEATS]
    return {
        "title": words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed),
        "first": words.say("play_tongits.first", player=names[match.before.first]),
        "goal": words.say("play_tongits.goal", target=match.setup.rules.target),
        "sentences": standing(last, words, goes_on=match.goes_on),
        "goes_on": match.goes_on,
        "over": bool(last.losers),
        "scores": running_scores(match, words.lang, names) if last.rounds else None,
    }


def _payments(state: State, words: Words) -> list[str]:
    """T9.4: of what each payment in chips is made up; for points it stands in the sentences about the end."""
    if result_of(state).winner is None or state.rules.payment is not Payment.CHIPS:
        return []
    parts = {seat: " ".join(chips_in_parts(state, seat, words.lang)) for seat in payers(state)}
    return [words.say("play_tongits.parts", player=words.name(seat), parts=told) for seat, told in parts.items()]


def _lines(here: TongitsRound, words: Words) -> list[OlderLine]:
    """The older lines of a round that say more than the present one: where each left it, and how far it went."""
    now = here.moves
    return [
        {
            "number": number,
            "label": words.say("play_tongits.line", number=number + 1, at=_parted(now, line) + 1, count=len(line)),
        }
        for number, line in enumerate(here.line.lines)
        if now[: len(line)] != line
    ]


def _parted(one: Sequence[Move], other: Sequence[Move]) -> int:
    """How many moves two lines have in common."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _title(book: Opened, words: Words) -> str:
    """Which round of a file, of this match or of the shelf is looked at."""
    if book.shelf:
        about = {"title": shelf.title(book.shelf, words.lang), "rule": shelf.clause(book.shelf)}
        return words.say("play_tongits.from_shelf", **about)
    key = "play_tongits.looking" if book.own else "play_tongits.opened"
    return words.say(key, number=book.number + 1, count=len(book.rounds))
