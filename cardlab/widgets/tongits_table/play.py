"""`PlayTongits`: a whole match of Tongits: set up the table, play round after round, look back, keep records.

- `SetupStage`, `PlayStage` and their parts: what is drawn before the match and around the table;
- `PlayTongits`: the form before the first deal, what the browser keeps, and which files come and go.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal, NotRequired, TypedDict

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.scoring import chips_in_parts, payers
from cardlab.refusal import NotationError
from cardlab.tongits import Move, Payment, Phase, Rules, State, outcome
from cardlab.tongits.notation import write
from cardlab.tongits.rules import checked
from cardlab.tongits.state import draft_of
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.forms import RulesInForce
from cardlab.widgets.hand import Order
from cardlab.widgets.messages import Messages, SetField, TooLong, Trouble
from cardlab.widgets.tongits_table.coach import AskedBot, CoachPicture, asked
from cardlab.widgets.tongits_table.game import TongitsGame
from cardlab.widgets.tongits_table.judged import to_practise
from cardlab.widgets.tongits_table.match import PlayedMatch, Setup, SetupFields, fields
from cardlab.widgets.tongits_table.messages import (
    AskWhy,
    AwayMessage,
    CoachButton,
    FormButton,
    Keep,
    Look,
    MatchButton,
    OpenFile,
    PlayMessage,
    Recall,
    Review,
    Save,
    Seat,
    TakeUp,
)
from cardlab.widgets.tongits_table.picture import RoundPicture, rules_in_force, standing
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, Words
from cardlab.widgets.tongits_table.scores import LineChart, ScoreTable, score_chart, score_table
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
from cardlab.widgets.tongits_table.table import TABLE_WORDS

_WORDS: Final = (
    "begin", "setup", "back", "next_round", "new_match", "ready", "whatif", "records", "save_round", "save_match",
    "coach", "coach_label", "coach_looks", "anyway", "think_again", "stop", "review", "review_match",
    "play_on_from_here", "how_judged", "open", "leave", "lines", "save_line",
    "house_rules", "disagree", "study", "step_back", "step_on", "score_lines", "table",
)  # fmt: skip


class FormPicture(SetupFields):
    """Everything that is agreed on before the first deal, and which round of the shelf may be studied instead."""

    in_force: RulesInForce


class NumberedRound(TypedDict):
    """A round to look at; `on`: it is the one that is looked at."""

    number: int
    label: str
    on: NotRequired[bool]


class NumberedLine(TypedDict):
    """An older line of the round."""

    number: int
    label: str


class MatchPicture(TypedDict):
    """How the match stands, and what can be done next."""

    title: str
    first: str
    goal: str
    sentences: list[str]
    goes_on: bool
    over: bool
    chart: LineChart | None
    table: ScoreTable
    rounds: list[NumberedRound]


class LookedAtPicture(TypedDict):
    """Which round of a file, or of this match, is looked at."""

    title: str
    rounds: list[NumberedRound]


class TableAround(RoundPicture):
    """The table with everything around it, as the one sees it who sits there.

    - `covered`: the screen has to be passed on;
    - `asked`: bots that can be asked why; `answer`: what one of them has said;
    - `lines`: the older lines of the round; `position`: the position as one may ask the laboratory about it, or "".
    """

    covered: bool
    coach: CoachPicture
    asked: list[AskedBot]
    answer: str
    payments: list[str]
    match: MatchPicture | None
    book: LookedAtPicture | None
    lines: list[NumberedLine]
    may_save: bool
    position: str


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


class PlayStage(PagePicture, TableAround):
    """The table."""

    stage: Literal["play"]


def form(setup: Setup, studied: str, words: Words) -> FormPicture:
    """The form before the first deal."""
    return {**fields(setup, studied, words.lang), "in_force": rules_in_force(setup.rules, words.lang)}


def table_picture(game: TongitsGame, seated: TongitsSeat) -> TableAround:
    """The table and everything around it."""
    here, words, match = seated.round, seated.words, game.match
    told, coach = seated.picture(), game.coach.picture(seated, game.over)
    hand = told["hand"]
    if game.book:
        told["log"] = seated.log.up_to(here.line.last, here, words)
        if here.may_redo:
            told["turn"]["what"] = words.say("play_tongits.read_on")
    return {
        **told,
        "hand": {**hand, "marked": coach["marked"] or hand["marked"]},
        "covered": seated.covered,
        "waiting": here.waiting and not (seated is game.own and game.bots_think),
        "coach": coach,
        "asked": asked(seated),
        "answer": game.answer,
        "payments": payments(here.state, words),
        "match": match_picture(match, words) if game.book is None and match is not None else None,
        "book": record_picture(game.book, words) if game.book else None,
        "lines": lines(here, words),
        "may_save": game.may_save,
        "position": position(seated),
    }


def match_picture(match: PlayedMatch, words: Words) -> MatchPicture:
    """The scores as sentences, as lines and as a table, and what can be done next."""
    scores = match.scores
    names = tuple(words.player(seat) for seat in range(SEATS))
    return {
        "title": words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed),
        "first": words.say("play_tongits.first", player=words.player(match.before.first)),
        "goal": words.say("play_tongits.goal", target=match.setup.rules.target),
        "sentences": standing(scores[-1], words, goes_on=match.goes_on),
        "goes_on": match.goes_on,
        "over": bool(scores[-1].losers),
        "chart": score_chart(scores, words.lang, names) if len(scores) > 1 else None,
        "table": score_table(match.ends, scores, words.lang, names),
        "rounds": _rounds(len(match.done), words),
    }


def _rounds(count: int, words: Words) -> list[NumberedRound]:
    """The buttons to look at each of so many rounds."""
    return [
        {"number": number, "label": words.say("play_tongits.look_at", number=number + 1)} for number in range(count)
    ]


def payments(state: State, words: Words) -> list[str]:
    """T9.4: of what each payment in chips is made up; for points it stands in the sentences about the end."""
    result = outcome(state)
    if result is None or result.winner is None or state.rules.payment is not Payment.CHIPS:
        return []
    return [
        words.say(
            "play_tongits.parts", player=words.player(seat), parts=" ".join(chips_in_parts(state, seat, words.lang))
        )
        for seat in payers(state)
    ]


def lines(here: TongitsRound, words: Words) -> list[NumberedLine]:
    """The older lines of a round that say more than the present one: where each left it, and how far it went."""
    now = here.moves
    return [
        {
            "number": number,
            "label": words.say("play_tongits.line", number=number + 1, at=_parted(now, line) + 1, count=len(line)),
        }
        for number, line in enumerate(here.lines)
        if now[: len(line)] != line
    ]


def _parted(one: Sequence[Move], other: Sequence[Move]) -> int:
    """How many moves two lines have in common."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def position(seated: TongitsSeat) -> str:
    """The position that is looked at, as the one sees it whose hand lies open; empty where nothing can be asked."""
    here = seated.round
    if seated.covered or here.state.phase is Phase.OVER:
        return ""
    return write(draft_of(here.seen))


def record_picture(book: Opened, words: Words) -> LookedAtPicture:
    """Which round of a file, or of this match, is looked at."""
    key = "play_tongits.looking" if book.own else "play_tongits.opened"
    title = words.say(key, number=book.number + 1, count=len(book.rounds))
    if book.shelf:
        about = {"title": shelf.title(book.shelf, words.lang), "rule": shelf.clause(book.shelf)}
        title = words.say("play_tongits.from_shelf", **about)
    return {
        "title": title,
        "rounds": []
        if book.shelf
        else [{**one, "on": one["number"] == book.number} for one in _rounds(len(book.rounds), words)],
    }


class PlayTongits(CardWidget):
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

    _esm = STATIC / "play_tongits.js"
    _css = STATIC / "play_tongits.css"
    _hears = Messages[PlayMessage](PlayMessage)
    is_repeated = False  # the browser keeps the match itself
    _own_words = (
        *TABLE_WORDS,
        *(f"play_tongits.{word}" for word in _WORDS),
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound", "round", "numbers")),
    )

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
        self._now = now
        self._setup = Setup(table, left, right, Rules() if rules is None else checked(rules), seed)
        self._label = label
        self._lang = lang
        self._choosing = True
        self._shelf = shelf.names()[0]
        self._remark = ""
        self._kept: tuple[object, ...] = ()
        self._text = ""
        self._elsewhere = False
        self._game = TongitsGame(lang, sort, self._change)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f"PlayTongits(table={self._setup.table!r})"

    @property
    def match(self) -> PlayedMatch | None:
        """The match that is played, None before the first deal."""
        return self._game.match

    @property
    def state(self) -> State | None:
        """The position that is looked at, None before the first deal."""
        return None if self._game.seated is None else self._game.seated.round.state

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return self._game.working

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now. On a page they do so by themselves."""
        self._game.finish()
        self._show()

    def _act(self, message: PlayMessage) -> None:
        """What is said at the table and beside it counts only while the table is to be seen."""
        self._remark = ""
        game = self._game
        if not isinstance(message, AwayMessage):
            game.answer = ""
        match message:
            case FormButton(do="begin"):
                self._deal()
            case FormButton(do="study"):
                self._study()
            case FormButton(do="setup"):
                self._choosing = True
            case FormButton():
                self._choosing = self._choosing and self.match is None
            case SetField(field=field, value=value):
                self._set(field, value)
            case Recall(text=text, anew=anew):
                self._recall(text, anew=anew)
            case Trouble(kind=kind):
                self._remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self._lang)
            case Keep(do="elsewhere"):
                self._elsewhere = True
            case Keep(do="take_other"):
                if self._elsewhere:
                    self.send({"ask": True})
            case Keep():
                self._keep_this()
            case OpenFile(text=text, ended=ended, seat=seat):
                self._open(text, seat, ended=ended)
            case TooLong():
                self._refuse(NotationError("record_too_large", count=LONGEST_FILE // 1_000_000))
            case Save(what=what, number=number):
                self._save(what, number)
            case _ if self._choosing:
                return
            case MatchButton(do="next_round"):
                game.next_round()
            case MatchButton(do="leave"):
                game.leave()
            case Look(number=number):
                game.look(number)
            case TakeUp(number=number):
                game.take_up(number)
            case AskWhy(turn=turn):
                game.why(turn)
            case CoachButton(do="coach"):
                game.coach.switch()
            case CoachButton(do="anyway"):
                game.coach.make_anyway()
            case CoachButton():
                game.coach.forget()
            case Review(seat=seat):
                game.review(seat)
            case MatchButton(do="review_match"):
                game.review_match()
            case MatchButton():
                game.coach.judged.stop()
            case _:
                game.play(message)
        self._choosing = self._choosing or game.seated is None
        game.go_on()
        self._keep()
        self._practise()

    def _deal(self) -> None:
        """The first deal of a match, as the form says."""
        if self._choosing:
            seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
            self._begin(PlayedMatch(replace(self._setup, seed=seed)))

    def _study(self) -> None:
        """The chosen round of the shelf is looked at."""
        if self._choosing:
            self._game.open(from_shelf(self._shelf))
            self._choosing = False

    def _keep_this(self) -> None:
        """The match of this tab takes the place of what another has kept."""
        if self._elsewhere:
            self._elsewhere = False
            self.send({"keep": self._text, "over": True})

    def _set(self, field: str, value: str | bool) -> None:
        """A field of the form, or at the table of the coach."""
        if not self._choosing:
            if field == "limit":
                self._game.coach.warn_from(value)
        elif field == "shelf":
            self._shelf = value if isinstance(value, str) and value in shelf.names() else self._shelf
        else:
            changed = self._setup.changed(field, value)
            self._setup = changed or self._setup
            self._remark = "" if changed else say("play_tongits.no_such_value", self._lang)

    def _begin(self, match: PlayedMatch) -> None:
        self._game.sit_down(match)
        self._choosing = False

    def _recall(self, text: str, *, anew: bool) -> None:
        """Goes on with what the browser has kept, unless something has been begun here; `anew`: even then, if asked."""
        begun = self._game.seated is not None
        if begun and not (anew and self._elsewhere):
            return
        try:
            match, told = unpacked(text) if text else (None, NOTHING)
            looked = told.book and looked_at(told.book, match)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self._lang)
            self._remark = say("play_tongits.not_recalled", self._lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere, self._choosing = False, True
        self._game.stand_up()
        self._game.coach.set(told.coach)
        if match:
            self._setup = match.setup
            self._begin(match)
        if looked:
            self._game.open(*looked)
            self._choosing = False

    def _keep(self) -> None:
        """Gives the page what is to be kept, if it has changed; it is only packed if anything has."""
        kept = self._game.kept
        if len(kept) == len(self._kept) and all(now is before for now, before in zip(kept, self._kept, strict=True)):
            return
        self._kept = kept
        text = self._game.packed()
        if text != self._text:
            self._text = text
            self.send({"keep": text})

    def _practise(self) -> None:
        """Gives the page the learner's mistakes in a round that has just been judged, to come back in the review."""
        own = self._game.learner
        if own is not None:
            entries = to_practise(self._game.coach.judged, self._game.over, own, int(self._now()))
            if entries:
                self.send({"practise": entries})

    def _open(self, text: str, seat: Seat | None, *, ended: bool) -> None:
        try:
            book = opened(text, seat)
            played = round_of(book)
            if ended:
                played.go(played.line.last)
            self._game.open(book, played)
            if seat is not None:
                self._game.review(seat)
            self._choosing = False
            if len(text) > LONGEST_BOOK:
                self._remark = say("play_tongits.not_kept", self._lang)
        except NotationError as unreadable:
            self._refuse(unreadable)

    def _refuse(self, unreadable: NotationError) -> None:
        self._remark = explain(unreadable.refusal, self._lang)

    def _save(self, what: Literal["round", "match", "line"], number: int) -> None:
        """Gives the page a file; a round with hidden hands only when it is over, for the file tells them all."""
        rounds = self._game.saved(what, number)
        if not self._game.may_save:
            self._remark = say("play_tongits.not_yet", self._lang)
        elif rounds:
            self.send({"file": {"name": f"tongits-{what}.json", "text": as_file(rounds)}})

    def _change(self, do: Callable[[], None]) -> None:
        """What a bot or the coach has come to is done, kept and shown."""
        with self._lock:
            do()
            self._keep()
            self._practise()
            self._show()

    def _put_down(self) -> None:
        if self._game.seated is not None:
            self._game.seated.begin(self._game.seated.round)

    def _rest(self) -> None:
        self._game.rest()

    def _picture(self) -> SetupStage | PlayStage:
        words = Words(self._lang, 0)
        page: PagePicture = {
            "label": self._label or words.say("play_tongits.label"),
            "remark": self._remark or self._game.note,
            "largest": LONGEST_FILE,
            "elsewhere": self._elsewhere,
        }
        if self._choosing or self._game.seated is None:
            return {
                **page,
                "stage": "setup",
                "form": form(self._setup, self._shelf, words),
                "begun": self.match is not None,
            }
        return {**page, "stage": "play", **table_picture(self._game, self._game.seated)}
