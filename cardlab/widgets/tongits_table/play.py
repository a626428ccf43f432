"""`PlayTongits`: a whole match of Tongits: set up the table, play round after round, look back, keep records.

- `TongitsGame`: who sits where, when the bots move, which round is looked at; the bots think in the background, so the
  page stays awake, and each of their moves is shown as it is made;
- `form`, `table_picture` and their parts: what is drawn before the match and around the table;
- `PlayTongits`: the form before the first deal, what the browser keeps, and which files come and go.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, assert_never

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.locale import say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tell import explain
from cardlab.tell.scoring import chips_in_parts, payers
from cardlab.tongits import Match, Move, Payment, Phase, Rules, State, outcome
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.hand import Order
from cardlab.widgets.messages import Messages
from cardlab.widgets.score import score_chart, score_table
from cardlab.widgets.tongits_table.coach import Coach, asked, reasons
from cardlab.widgets.tongits_table.match import PlayedMatch, Setup, fields, words_of
from cardlab.widgets.tongits_table.messages import (
    AskWhy,
    BesideButton,
    BesideMessage,
    Go,
    Numbered,
    OpenFile,
    PlayButton,
    PlayDo,
    PlayMessage,
    PlayOn,
    Recall,
    Review,
    Save,
    SetField,
    Step,
    Trouble,
)
from cardlab.widgets.tongits_table.picture import log, rules_in_force
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound
from cardlab.widgets.tongits_table.seat import TongitsSeat
from cardlab.widgets.tongits_table.storage import (
    LONGEST_BOOK,
    LONGEST_FILE,
    Opened,
    as_file,
    bookmark,
    from_shelf,
    looked_at,
    opened,
    packed,
    round_of,
    unpacked,
)
from cardlab.widgets.tongits_table.table import TABLE_WORDS
from cardlab.widgets.tongits_table.words import Words

_WORDS: Final = (
    "begin", "setup", "back", "next_round", "new_match", "ready", "whatif", "records", "save_round", "save_match",
    "coach", "coach_label", "anyway", "think_again", "stop", "review", "open", "leave", "lines", "save_line",
    "house_rules", "disagree", "study", "step_back", "step_on", "score_lines", "table",
)  # fmt: skip


class TongitsGame:
    """A match that is played, and records that are looked at meanwhile.

    - `lang`, `sort`: the language of the learner, and how a hand lies at first;
    - `change`: does what a bot or the coach has come to, while nobody else changes anything, and shows it.
    """

    def __init__(self, lang: str, sort: Order, change: Callable[[Callable[[], None]], None]) -> None:
        self._lang = lang
        self._sort: Order = sort
        self._change = change
        self.match: PlayedMatch | None = None
        self.own: TongitsSeat | None = None
        self.book: Opened | None = None
        self.looked: TongitsSeat | None = None
        self.reasons = ""
        self.coach = Coach(change, self._make)
        self._bots = Background[Move](self._reply, lambda: change(self.go_on))

    @property
    def seated(self) -> TongitsSeat | None:
        """Where the learner sits: at the match, or at a record that is looked at."""
        return self.looked or self.own

    @property
    def bots_think(self) -> bool:
        """Whether a bot is about to move."""
        return self._bots.working

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return self._bots.working or self.coach.working

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now."""
        while self.working:
            self.coach.finish()
            self._bots.finish()

    def rest(self) -> None:
        """Ends what the bots and the coach are thinking about."""
        self._bots.stop()
        self.coach.rest()

    def sit_down(self, match: PlayedMatch) -> None:
        """A match begins, or goes on."""
        if "strong" in match.setup.who:
            heavy_work_comes()
        self._bots.stop()
        self._another()
        self.match = match
        words = words_of(match.setup, self._lang)
        in_turn = match.setup.table == "persons"
        self.own = TongitsSeat(match.round, words, self._sort, before=self._lets, in_turn=in_turn)
        self.looked = self.book = None
        self.go_on()

    def stand_up(self) -> None:
        """Nobody plays here any more."""
        self._bots.stop()
        self._another()
        self.match = self.own = self.looked = self.book = None

    @property
    def kept(self) -> tuple[object, ...]:
        """All that is kept by the browser, to see whether it is still the same: one by one the same objects."""
        looked = self.looked.round.line if self.looked else None
        now = (self.match, self.match.done, self.match.round.line) if self.match else ()
        return (self.coach.on, self.coach.limit, self.book, looked, *now)

    def packed(self) -> str:
        """The text that is kept by the browser; empty if there is nothing to keep."""
        if self.match is None and self.book is None:
            return ""
        book = bookmark(self.book, self.looked.round) if self.book and self.looked else None
        return packed(self.match, {"coach": [self.coach.on, self.coach.limit], "book": book})

    def next_round(self) -> None:
        """Deals the next round, if the match goes on and this one is over."""
        if self.match is None or self.own is None or self.looked is not None or not self.match.goes_on:
            return
        self._another()
        self.match.deal_next()
        self.own.begin(self.match.round)
        self.go_on()

    def do(self, message: BesideMessage, seated: TongitsSeat) -> None:
        """Does what the page says to the one who sits at the table, to the coach, or of other rounds."""
        self.reasons = ""
        match message:
            case AskWhy(turn=turn):
                self.reasons = reasons(seated, turn)
            case Numbered(do="look", number=number):
                self._look(number)
            case Numbered(number=number):
                self._stop(seated)
                if seated.round.take_up(number):
                    seated.begin(seated.round)
            case Review(seat=seat):
                self.coach.review(seated, seat)
            case SetField(field=field, value=value):
                if field == "limit":
                    self.coach.warn_from(value)
            case BesideButton(do=do):
                self._press(do)
            case _:
                if isinstance(message, Step | Go | PlayOn):
                    self._stop(seated)
                seated.do(message)
        self.go_on()

    def _press(self, do: Literal["leave", "coach", "anyway", "think_again", "stop"]) -> None:
        match do:
            case "leave":
                if self.looked is not None:
                    self._another()
                    self.looked = self.book = None
            case "coach":
                self.coach.switch()
            case "anyway":
                self.coach.make_anyway()
            case "think_again":
                self.coach.forget()
            case "stop":
                self.coach.stop_review()
            case _:
                assert_never(do)

    def _look(self, number: int) -> None:
        """Opens a round of the open file, or one of this match that is over."""
        rounds = self.book.rounds if self.book else self.match.done if self.match else ()
        if number in range(len(rounds)):
            self.open(self.book.at(number) if self.book else Opened(rounds, number, own=True))

    def go_on(self) -> None:
        """The bots begin to think if it is their turn at the end of what was played."""
        if self.own is not None and self.own.round.waits_at_its_end and not self._bots.working:
            who = self.match.setup.who if self.match else ()
            self._bots.begin(self.own.round.others_do(), heavy="strong" in who)

    def open(self, book: Opened, played: TongitsRound | None = None) -> None:
        """Turns to a round of a file, all hands open; from any move it can be played on differently.

        - `played`: the round as it was left, if it is not to be looked at from its beginning.
        """
        self._another()
        self.book = book
        played = played or round_of(book)
        you = 0 if book.shelf else None  # the notes of a round on the shelf are for seat 0
        self.looked = TongitsSeat(played, Words(self._lang, you, True), self._sort, before=self._lets, reading=True)

    @property
    def note(self) -> str:
        """What is to be said about the move of a round from the shelf that was just looked at, "" where nothing is."""
        if self.book is None or not self.book.shelf or self.looked is None:
            return ""
        here = self.looked.round
        if here.moves[: here.at] != self.book.record.moves[: here.at]:
            return ""
        return shelf.notes(self.book.shelf, self._lang).get(here.at, "")

    @property
    def may_save(self) -> bool:
        """Whether all hands lie open anyway, so that they may stand in a file."""
        seated = self.seated
        return seated is not None and (seated.words.open_hands or seated.round.state.phase is Phase.OVER)

    def saved(self, what: Literal["round", "match", "line"], number: int) -> tuple[Record, ...]:
        """The rounds that belong in a file: the "round" looked at, the whole "match", or an older "line"."""
        if self.looked is not None and self.book is not None:
            here = self.looked.round
            now = replace(self.book.record, moves=here.moves[: here.at], written_outcome=None)
            return (now,) if what == "round" else ()
        if self.match is None:
            return ()
        lines = self.match.round.lines
        match what:
            case "round":
                return (self.match.record,)
            case "match":
                return (*self.match.done, self.match.record)
            case "line":
                return (self.match.record_of(lines[number]),) if number in range(len(lines)) else ()
            case _:
                assert_never(what)

    def _another(self) -> None:
        """Another round is turned to: what was said and thought about the last one is not wanted any more."""
        self.reasons = ""
        self.coach.forget()
        self.coach.forget_review()

    def _stop(self, seated: TongitsSeat) -> None:
        """Another moment of the round is gone to."""
        self.coach.forget()
        if seated is self.own:
            self._bots.stop()

    def _lets(self, move: Move) -> bool:
        return self.seated is None or self.coach.lets(self.seated.round.seen, move)

    def _make(self, move: Move) -> None:
        """Makes a move that the coach has thought about."""
        if self.seated is not None:
            self.seated.make(move)
            self.go_on()

    def _reply(self, move: Move) -> None:
        def reply() -> None:
            if self.own is not None:
                self.own.round.reply(move)
                self.own.hold()

        self._change(reply)


# What is drawn around the table.


def form(setup: Setup, studied: str, words: Words) -> dict[str, Any]:
    """Everything that is agreed on before the first deal, and which round of the shelf may be studied instead."""
    return {**fields(setup, studied, words.lang), "in_force": rules_in_force(setup.rules, words)}


def table_picture(game: TongitsGame, seated: TongitsSeat) -> dict[str, Any]:
    """The table and everything around it, as the one sees it who sits there."""
    here, words, match = seated.round, seated.words, game.match
    told, coach = seated.picture(()), game.coach.picture(seated)
    hand = told["hand"]
    if game.book:
        told["log"] = log(here, words, len(here.moves))
        if here.may_redo:
            told["turn"]["what"] = words.say("play_tongits.read_on")
    return {
        **told,
        "hand": {**hand, "marked": coach["marked"] or hand["marked"]},
        "covered": seated.covered,
        "waiting": here.waiting and not (seated is game.own and game.bots_think),
        "mover": _mover(here),
        "coach": coach,
        "asked": asked(seated),
        "reasons": game.reasons,
        "payments": payments(here.state, words),
        "match": match_picture(match, words) if game.book is None and match is not None else None,
        "book": record_picture(game.book, words) if game.book else None,
        "lines": lines(here, words),
        "may_save": game.may_save,
        "position": position(seated),
    }


def _mover(here: TongitsRound) -> int | None:
    """Where the one sits who moved last: 0 or 1, the order in which the others are shown; None: the one who looks."""
    move = here.moments[here.at].move
    place = 0 if move is None else (move.seat - here.actor) % SEATS
    return place - 1 if place else None


def match_picture(match: PlayedMatch, words: Words) -> dict[str, Any]:
    """The scores as sentences, as lines and as a table, and what can be done next."""
    scores = match.scores
    names = tuple(words.player(seat) for seat in range(SEATS))
    return {
        "title": words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed),
        "first": words.say("play_tongits.first", player=words.player(match.before.first)),
        "sentences": standing(scores[-1], match, words),
        "goes_on": match.goes_on,
        "over": bool(scores[-1].losers),
        "chart": score_chart(scores, words.lang, names) if len(scores) > 1 else None,
        "table": score_table(match.ends, scores, words.lang, names),
        "rounds": _rounds(len(match.done), words),
    }


def _rounds(count: int, words: Words) -> list[dict[str, Any]]:
    """The buttons to look at each of so many rounds."""
    return [
        {"number": number, "label": words.say("play_tongits.look_at", number=number + 1)} for number in range(count)
    ]


def standing(last: Match, match: PlayedMatch, words: Words) -> list[str]:
    """T10.5: how the match stands, or how it has ended; T1.5: who begins the next round."""
    facts = {"number": last.rounds, "target": last.rules.target}
    if last.losers:
        return [
            words.say("play_tongits.match_over", **facts),
            *(words.about("loses", seat, score=last.scores[seat]) for seat in last.losers),
            *(words.about("wins_match", seat, score=last.scores[seat]) for seat in last.winners),
        ]
    scores = ", ".join(
        words.say("play_tongits.score_of", who=words.player(seat), points=last.scores[seat]) for seat in range(SEATS)
    )
    told = [words.say("play_tongits.scores", scores=scores, target=last.rules.target)]
    if match.goes_on:
        key = "play_tongits.winner_begins" if last.rules.winner_starts else "play_tongits.next_begins"
        told.append(words.say(key, player=words.player(last.first)))
    return told


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


def lines(here: TongitsRound, words: Words) -> list[dict[str, Any]]:
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
    return "" if seated.covered or here.state.phase is Phase.OVER else here.seen.notation


def record_picture(book: Opened, words: Words) -> dict[str, Any]:
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
        else [one | {"on": one["number"] == book.number} for one in _rounds(len(book.rounds), words)],
    }


class PlayTongits(CardWidget):
    """A table to play a match at: against two bots, three persons at one screen, or with all hands open.

    - `lang`: the language of the learner;
    - `table`, `left`, `right`, `rules`, `seed`: what the form begins with, as in `Setup`;
    - `sort`, `four_colours`, `label`: as in `Hand`.

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
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound", "round")),
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
    ) -> None:
        self._setup = Setup(table, left, right, rules or Rules(), seed)
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
        self._remark = ""
        match message:
            case PlayButton(do=do):
                self._press(do)
            case SetField(field=field, value=value) if self._choosing:
                self._set(field, value)
            case Recall(text=text, anew=anew):
                self._recall(text, anew=anew)
            case Trouble(kind=kind):
                self._remark = say(f"widget.storage_{kind}", self._lang)
            case OpenFile(text=text):
                self._open(text)
            case Save(what=what, number=number):
                self._save(what, number)
            case _:
                seated = None if self._choosing else self._game.seated
                if seated is not None:
                    self._game.do(message, seated)
                    self._choosing = self._game.seated is None
        self._keep()

    def _press(self, do: PlayDo) -> None:
        """A button beside the table, or what the browser has met."""
        match do:
            case "elsewhere":
                self._elsewhere = True
            case "take_other":
                if self._elsewhere:
                    self.send({"ask": True})
            case "keep_this":
                if self._elsewhere:
                    self._elsewhere = False
                    self.send({"keep": self._text, "over": True})
            case "begin":
                if self._choosing:
                    seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
                    self._begin(PlayedMatch(replace(self._setup, seed=seed)))
            case "study":
                if self._choosing:
                    self._game.open(from_shelf(self._shelf))
                    self._choosing = False
            case "setup":
                self._choosing = True
            case "back":
                self._choosing = self._choosing and self.match is None
            case "next_round":
                self._game.next_round()
            case "too_long":
                self._refuse(NotationError("record_too_large", count=LONGEST_FILE // 1_000_000))
            case _:
                assert_never(do)

    def _set(self, field: str, value: str | bool) -> None:
        """A field of the form."""
        if field == "shelf":
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
            match, data = unpacked(text) if text else (None, {})
            looked = looked_at(data, match)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self._lang)
            self._remark = say("play_tongits.not_recalled", self._lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere, self._choosing = False, True
        self._game.stand_up()
        self._game.coach.set(data.get("coach"))
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

    def _open(self, text: str) -> None:
        try:
            self._game.open(opened(text))
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
            self._show()

    def _rest(self) -> None:
        self._game.rest()

    def _picture(self) -> dict[str, Any]:
        words = Words(self._lang, 0)
        label = self._label or words.say("play_tongits.label")
        remark = self._remark or self._game.note
        told = {"label": label, "remark": remark, "largest": LONGEST_FILE, "elsewhere": self._elsewhere}
        if self._choosing or self._game.seated is None:
            return {
                **told,
                "stage": "setup",
                "form": form(self._setup, self._shelf, words),
                "begun": self.match is not None,
            }
        return {**told, "stage": "play", **table_picture(self._game, self._game.seated)}
