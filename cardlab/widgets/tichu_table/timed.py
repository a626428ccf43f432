"""`PlayTichu`: Tichu 1.on.1 against the clock, a match to ten, and each round run once more in any speed.

What the page hears and what part of it is shown; the round itself is in `live`.
The clock can be given.
"""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.lessons.address import LARGEST_SEED, page_address
from cardlab.phrasing import explain
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.tichu import SHEET, Rules
from cardlab.tichu.rules import checked
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.figures import FigureTable
from cardlab.widgets.forms import RulesInForce, changed_rules
from cardlab.widgets.messages import GoTo, Messages, TooLong, Trouble
from cardlab.widgets.tichu_table.clock import Clock, LoopClock
from cardlab.widgets.tichu_table.hands import Place
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.match import Settings, TimedMatch
from cardlab.widgets.tichu_table.messages import (
    Choose,
    Course,
    DrawUp,
    HandsMessage,
    Keep,
    OfRound,
    OpenFile,
    PointAt,
    PutBack,
    Recall,
    ReplayMessage,
    Run,
    Speed,
    TakeCard,
    TimedMessage,
    WishNow,
)
from cardlab.widgets.tichu_table.picture import (
    LiveTable,
    SetupPicture,
    live_picture,
    names_of,
    reader_of,
    rules_picture,
    setup_picture,
)
from cardlab.widgets.tichu_table.review import (
    MOST_FILE,
    MatchScore,
    Replay,
    ReplayedTable,
    RoundResult,
    StoredRace,
    board_picture,
    opened_race,
    replay_picture,
    result_picture,
    score_picture,
)
from cardlab.widgets.tichu_table.storage import Storage

_WORDS: Final = (
    "start", "by_itself", "draw", "draw_other", "key", "no_card", "pause", "go_on", "leave", "next", "replay",
    "save", "new", "no_wish", "back", "pile", "paused", "run", "stop", "earlier", "later", "results",
    "speed_of", "place", "overlooked_title", "hand_of", "focus", "house_rules", "really", "escape", "by_place",
    "disagree", "open", "close", "levels", "letters", "share", "shared", "share_this", "pile_target",
)  # fmt: skip


class SetupPhase(TypedDict):
    """Before a match."""

    label: str
    remark: str
    phase: Literal["setup"]
    setup: SetupPicture
    rules: RulesInForce


class DuringMatch(MatchScore):
    """What is shown all through a match; `elsewhere`: whether another tab has kept its own."""

    label: str
    remark: str
    elsewhere: bool


class RacePhase(DuringMatch, LiveTable):
    """A round is played; `news`: what the last moves did."""

    phase: Literal["race"]
    note: str
    news: list[str]


class OverPhase(DuringMatch):
    """Between two rounds, or after the last one."""

    phase: Literal["over"]
    board: FigureTable
    result: RoundResult


class ReplayPhase(DuringMatch, ReplayedTable):
    """A round is run once more; `stored`: one out of a record, and not of a match."""

    phase: Literal["replay"]
    stored: bool


TimedPicture: TypeAlias = SetupPhase | RacePhase | OverPhase | ReplayPhase


class PlayTichu(CardWidget):
    """Two people at one keyboard, or one against the computer: nobody waits for a turn.

    - `lang`: the language of the learner;
    - `seed`: which match it is; without one every match has other deals;
    - `settings`: the choices that stand there at first; without them the slowest computer;
    - `rules`: the house rules of the table;
    - `clock`: tells the time and keeps appointments;
    - `label`: what the widget is called.

    The page remembers the match and sends it again after a reload; it then goes on where it was, after a pause.
    Raises ValueError for a language without a catalogue or an impossible seed.

    >>> PlayTichu(seed=7)
    PlayTichu(seed=7)
    """

    _esm = STATIC / "play_tichu.js"
    _css = STATIC / "play_tichu.css"
    _hears = Messages[TimedMessage](TimedMessage)
    is_repeated = False  # the browser keeps the match itself
    _own_words = (
        *(f"play_tichu.{word}" for word in _WORDS),
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound", "numbers", "back")),
        *("widget.draw_pile", "widget.extra_pile"),
    )

    def __init__(
        self,
        lang: str = "en",
        *,
        seed: int | None = None,
        settings: Settings | None = None,
        rules: Rules = SHEET,
        clock: Clock | None = None,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        if seed is not None and not (type(seed) is int and 0 <= seed <= LARGEST_SEED):
            raise ValueError(f"a seed is a whole number from 0 to {LARGEST_SEED}")
        self._seed = seed
        self._linked = page_address().seed if seed is None else None
        self._rules = checked(rules)
        self._settings = settings or Settings().changed("level", "beginner")
        self._clock = clock or LoopClock()
        self._label = label
        self._match: TimedMatch | None = None
        self._live: LiveRound | None = None
        self._replay: Replay | None = None
        self._stored: StoredRace | None = None
        self._recalled = False
        self._told = 0  # how many moves of the round have been news
        self._news: list[str] = []
        self._storage = Storage(lambda content: self.send(content), lang)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return "PlayTichu()" if self._seed is None else f"PlayTichu(seed={self._seed})"

    @property
    def _names(self) -> tuple[str, str]:
        return names_of(self._settings.against, self._lang)

    @property
    def match(self) -> TimedMatch | None:
        """The match with its rounds, None before the first one."""
        return self._match

    # What the page says.

    def _act(self, message: TimedMessage) -> None:
        match message:
            case Recall(match=given, anew=anew):
                self._recall(given, anew=anew)
            case Trouble(kind=kind):
                self._storage.remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self._lang)
            case Keep(do="whole"):
                self._keep(over=False)
            case Keep(do="keep_this"):
                self._keep(over=True)
            case Keep(do="take_other"):
                if self._match is not None and self._storage.elsewhere:
                    self._storage.ask()
            case Keep():
                self._rest_elsewhere()
            case Choose(name=name, field=field, value=value):
                if self._match is None:
                    self._choose(name, field, value)
            case Course(do="start"):
                self._start()
            case Course(do="next"):
                self._go_to_next()
            case Course(do="go_on"):
                self._go_on()
            case Course(do="pause"):
                if self._playing is not None:
                    self._playing.pause()
            case Course():
                self._leave()
            case OfRound(do="save", race=number):
                self._save(number)
            case OfRound(race=number):
                self._begin_replay(number)
            case Run() | GoTo() | Speed():
                if self._replay is not None:
                    self._look(self._replay, message)
            case OpenFile(text=text, seat=seat):
                self._open(text, seat)
            case TooLong():
                self._refuse(NotationError("record_too_large", count=MOST_FILE // 1_000_000))
            case _:
                if self._playing is not None and message.seat in self._playing.settings.people:
                    self._play(self._playing, message)

    def _keep(self, *, over: bool) -> None:
        """The page keeps the whole match; `over`: in place of the one that another tab has kept."""
        if self._match is not None and self._storage.elsewhere == over:
            self._storage.whole(self._match, over=over)

    def _rest_elsewhere(self) -> None:
        """Another tab has kept its own match: this one rests until somebody has chosen."""
        if self._match is not None:
            self._rest()
            self._storage.elsewhere = True

    def _choose(self, name: str | None, field: str | None, value: str | int | bool) -> None:
        """A setting by its `name`, or a house rule by its `field`."""
        if name is not None:
            self._settings = self._settings.changed(name, value)
        elif field is not None and isinstance(value, str | bool):
            self._rules = changed_rules(self._rules, field, value) or self._rules

    def _start(self) -> None:
        """A match begins, if none is played."""
        if self._match is None:
            self._close_record()
            given = self._seed if self._linked is None else self._linked
            seed = SystemRandom().randrange(LARGEST_SEED) if given is None else given
            self._linked = None
            self._match = TimedMatch(seed, self._settings, self._rules)
            self._next_round(self._match)

    def _go_to_next(self) -> None:
        """The next round begins, if the last one has ended and none is looked at once more."""
        if self._match is not None and self._replay is None and self._goes_on(self._match):
            self._next_round(self._match)

    def _go_on(self) -> None:
        """The clock of the round on the table runs."""
        if self._playing is not None:
            self._recalled = False
            self._playing.begin()

    @property
    def _playing(self) -> LiveRound | None:
        """The round on the table, if it is played here and not looked at once more."""
        return None if self._storage.elsewhere or self._replay is not None else self._live

    def _play(self, live: LiveRound, message: HandsMessage) -> None:
        """What a person's hands do; it is nobody's turn (U2.1)."""
        match message:
            case TakeCard(seat=seat, card=code, seen=seen):
                live.card(seat, code, seen)
            case PointAt(seat=seat, pile=pile, seen=seen):
                live.pile(seat, pile, seen)
            case WishNow(seat=seat, rank=rank):
                live.wish(seat, rank)
            case DrawUp(seat=seat):
                live.draw(seat)
            case PutBack(seat=seat):
                live.back(seat)
            case _:
                assert_never(message)

    def _look(self, replay: Replay, message: ReplayMessage) -> None:
        """A round that is run once more: another place, another speed, running or standing still."""
        match message:
            case Run(do="run"):
                replay.run()
            case Run(do="stop"):
                replay.stop()
            case Run():
                replay.stop()
                self._replay = None
                self._close_record()
            case GoTo(number=number):
                replay.go(number)
            case Speed(speed=speed):
                replay.set_speed(speed)
            case _:
                assert_never(message)

    # What follows.

    def _run(self, act: Callable[[], None]) -> None:
        """Does what the clock has made due, and shows it."""
        with self._lock:
            act()
            self._show()

    def _goes_on(self, match: TimedMatch) -> bool:
        return match.running is None and match.score.winner is None

    def _next_round(self, match: TimedMatch) -> None:
        match.next_round()
        self._take_up(match)
        self._storage.remark = ""
        self._storage.whole(match)
        if self._live is not None:
            self._live.begin()

    def _take_up(self, match: TimedMatch) -> None:
        """The round that has not ended is on the table, at rest."""
        played = match.running
        self._news, self._told = [], match.rounds[-1].line.last
        self._live = None
        if played is not None:
            self._live = LiveRound(played, match.settings, self._clock, self._run, self._moved)
            if match.standing is not None:
                self._live.stand_as(match.standing)

    def _moved(self) -> None:
        """A move was made: it becomes the news."""
        assert self._match is not None
        assert self._live is not None
        moments = self._live.played.moments
        new = zip(moments[self._told :], moments[self._told + 1 :], strict=False)
        reader = reader_of(self._match.settings.against, self._lang)
        self._news = [
            one
            for before, moment in new
            if moment.move is not None
            for one in tell.told(reader, moment.move, before.state, ())
        ]
        self._told = len(moments) - 1

    def _recall(self, given: object, *, anew: bool) -> None:
        """What the page has kept, sent when it opens, or `anew` when it was asked: that match goes on.

        If one is being played here, the page was away and may have missed a part of it: it rests, and is kept whole.
        """
        kept, here = self._storage.read(given), self._match
        if kept is not None and (here is None or (anew and self._storage.elsewhere)):
            self._rest()
            self._close_record()
            self._match, self._settings, self._rules = kept, kept.settings, kept.rules
            self._take_up(kept)
            self._storage.goes_on(kept)
            self._recalled, self._replay = True, None
        elif here is not None:
            self._rest()
            self._recalled = True
            if kept is None or here.goes_on_from(kept):
                self._storage.whole(here)
            else:
                self._storage.elsewhere = True

    def _rest(self) -> None:
        """No clock runs."""
        with self._lock:
            if self._live is not None:
                self._live.pause()
            if self._replay is not None:
                self._replay.stop()

    def _leave(self) -> None:
        """The match ends, and is kept no longer."""
        if self._match is None:
            return
        self._rest()
        self._match = self._live = self._replay = None
        self._recalled = False
        self._storage.nothing()

    def _save(self, number: int) -> None:
        match = self._match
        if match is not None and 0 <= number < len(match.finished):
            about = {"players": list(self._names), "against": self._settings.against.value}
            text = match.finished[number].record(**about).text()
            self.send({"file": {"name": f"tichu-{match.seed}-{number + 1}.json", "text": text}})

    def _begin_replay(self, number: int) -> None:
        match = self._match
        if match is not None and 0 <= number < len(match.finished) and match.running is None:
            if self._replay is not None:
                self._replay.stop()
            self._replay = Replay(match.finished[number], self._clock, self._run)

    # A race out of a record.

    def _open(self, text: str, seat: Place | None) -> None:
        """A race out of a record is looked at; only before a match, which would have to end for it."""
        if self._match is None:
            try:
                stored = opened_race(text, seat)
            except NotationError as unreadable:
                self._refuse(unreadable)
            else:
                self._close_record()
                self._storage.remark = ""
                self._stored = stored
                self._replay = Replay(stored.played, self._clock, self._run)

    def _refuse(self, unreadable: NotationError) -> None:
        self._storage.remark = explain(unreadable.refusal, self._lang)

    def _close_record(self) -> None:
        """No record is looked at any more."""
        if self._stored is not None:
            self._stored = self._replay = None

    # What the page gets.

    def _show(self) -> None:
        """The cards first: what the page keeps of the round can wait until they lie there."""
        super()._show()
        if self._match is not None and self._live is not None:
            self._live.see_later()
            self._match.standing = None if self._match.running is None else self._live.standing
            self._storage.more(self._match, paused=self._live.paused)

    def _picture(self) -> TimedPicture:
        lang, match, names = self._lang, self._match, self._names
        label = self._label or say("play_tichu.label", lang)
        if self._stored is not None and self._replay is not None:
            return self._stored_picture(self._stored, self._replay, label)
        if match is None:
            before: SetupPhase = {
                "label": label,
                "remark": self._storage.remark,
                "phase": "setup",
                "setup": setup_picture(self._settings, self._rules, lang, self._linked),
                "rules": rules_picture(self._rules, lang),
            }
            return before
        during: DuringMatch = {
            "label": label,
            "remark": self._storage.remark,
            "elsewhere": self._storage.elsewhere,
            **score_picture(match, names, lang),
        }
        if self._replay is not None:
            again: ReplayPhase = {
                **during,
                "phase": "replay",
                "stored": False,
                **replay_picture(self._replay, match.settings.against, lang),
            }
            return again
        if self._live is None or match.running is None:
            over: OverPhase = {
                **during,
                "phase": "over",
                "board": board_picture(match, names, lang),
                "result": result_picture(match, names, lang),
            }
            return over
        now: RacePhase = {
            **during,
            "phase": "race",
            "note": say("play_tichu.recalled", lang) if self._recalled else "",
            "news": self._news,
            **live_picture(self._live, names, lang, explains=len(match.rounds) == 1),
        }
        return now

    def _stored_picture(self, stored: StoredRace, replay: Replay, label: str) -> ReplayPhase:
        """A race out of a record: there is no match around it."""
        lang, people = self._lang, stored.record.people
        return {
            "label": label,
            "remark": self._storage.remark,
            "elsewhere": False,
            "score": "",
            "race": say("play_tichu.stored", lang),
            "person": False,
            "rules": rules_picture(stored.played.state.rules, lang),
            "phase": "replay",
            "stored": True,
            **replay_picture(replay, stored.against, lang, people, near=stored.seat or 0),
        }
