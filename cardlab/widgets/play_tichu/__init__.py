"""`PlayTichu`: races of Tichu 1.on.1 against the clock, a match to ten, and each race run once more in any speed.

Knows which part of the page is shown and which wish is whose; the race stands in `run`, and what is allowed
is asked of `cardlab.tichu`. Times are told by a clock that can be given.
"""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Any, Final

from cardlab.locale import say
from cardlab.tichu import SHEET, Rules
from cardlab.widgets.ground import LARGEST_SEED, STATIC, CardWidget, is_whole
from cardlab.widgets.play_tichu.clock import Clock, LoopClock
from cardlab.widgets.play_tichu.keeper import Keeper
from cardlab.widgets.play_tichu.match import RaceMatch, Settings
from cardlab.widgets.play_tichu.pages import (
    board_picture,
    replay_picture,
    result_picture,
    score_picture,
)
from cardlab.widgets.play_tichu.picture import race_picture
from cardlab.widgets.play_tichu.replay import Replay
from cardlab.widgets.play_tichu.run import RaceUnderWay
from cardlab.widgets.play_tichu.setup import changed_rule, rules_picture, setup_picture
from cardlab.widgets.play_tichu.wishes import racing, replaying
from cardlab.widgets.play_tichu.words import names_of, told

__all__ = ["PlayTichu"]

_WORDS: Final = (
    "start", "by_itself", "draw", "draw_other", "key", "no_card", "pause", "go_on", "leave", "next", "replay",
    "save", "new", "no_wish", "back", "pile", "paused", "run", "stop", "earlier", "later", "results",
    "speed_of", "place", "overlooked_title", "hand_of", "focus", "house_rules", "really", "escape", "by_place",
    "disagree",
)  # fmt: skip


class PlayTichu(CardWidget):
    """Two people at one keyboard, or one against the computer: nobody waits for a turn.

    - `lang`: the language of the learner;
    - `seed`: which match it is; without one every match has other deals;
    - `settings`: the choices that stand there at first;
    - `rules`: the house rules of the table;
    - `clock`: tells the time and keeps appointments;
    - `label`: what the widget is called.

    The page remembers the match and tells it again after a reload; it then goes on where it was, after a pause.
    Raises ValueError for a language without a catalogue or an impossible seed.

    >>> PlayTichu(seed=7)
    PlayTichu(seed=7)
    """

    _esm = STATIC / "play_tichu.js"
    _css = STATIC / "play_tichu.css"
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
        if seed is not None and not (is_whole(seed) and 0 <= seed <= LARGEST_SEED):
            raise ValueError(f"a seed is a whole number from 0 to {LARGEST_SEED}")
        self._seed = seed
        self._rules = rules
        self._settings = settings or Settings()
        self._clock = clock or LoopClock()
        self._label = label
        self._match: RaceMatch | None = None
        self._under_way: RaceUnderWay | None = None
        self._replay: Replay | None = None
        self._recalled = False
        self._told = 0  # how many moves of the race have been told
        self._news: list[str] = []
        self._keeper = Keeper(lambda content: self.send(content), lang)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return "PlayTichu()" if self._seed is None else f"PlayTichu(seed={self._seed})"

    @property
    def _names(self) -> tuple[str, str]:
        return names_of(self._settings.against, self._lang)

    @property
    def match(self) -> RaceMatch | None:
        """The match with its races, None before the first one."""
        return self._match

    # What the page wishes.

    def _act(self, wish: object) -> None:
        match wish:
            case {"do": "recall", "match": given, **more}:
                self._recall(given, anew=more.get("anew") is True)
            case {"do": "trouble", "kind": "full" | "forbidden" as kind}:
                self._keeper.remark = say(f"widget.storage_{kind}", self._lang)
            case {"do": "whole"} if self._match is not None and not self._keeper.elsewhere:
                self._keeper.whole(self._match)
            case {"do": "elsewhere"} if self._match is not None:
                self._rest()
                self._keeper.elsewhere = True
            case {"do": "take_other"} if self._keeper.elsewhere:
                self._keeper.ask()
            case {"do": "keep_this"} if self._keeper.elsewhere and self._match is not None:
                self._keeper.whole(self._match, over=True)
            case {"do": "set", "name": str(name), "value": value} if self._match is None:
                self._settings = self._settings.changed(name, value)
            case {"do": "set", "field": str(name), "value": str() | bool() as value} if self._match is None:
                self._rules = changed_rule(self._rules, name, value)
            case {"do": "start"} if self._match is None:
                seed = SystemRandom().randrange(LARGEST_SEED) if self._seed is None else self._seed
                self._match = RaceMatch(seed, self._settings, self._rules)
                self._next_race(self._match)
            case {"do": "leave"} if self._match is not None:
                self._leave()
            case {"do": "save", "race": number} if self._match is not None and is_whole(number):
                self._save(self._match, number)
            case {"do": "replay", "race": number} if self._match is not None and is_whole(number):
                self._begin_replay(self._match, number)
            case {"do": "results"} if self._replay is not None:
                self._replay.stop()
                self._replay = None
            case _ if self._replay is not None:
                replaying(wish, self._replay)
            case {"do": "next"} if self._match is not None and self._goes_on(self._match):
                self._next_race(self._match)
            case {"do": "go_on"} if self._under_way is not None and not self._keeper.elsewhere:
                self._recalled = False
                self._under_way.begin()
            case _ if self._under_way is not None and not self._keeper.elsewhere:
                racing(wish, self._under_way)

    # What follows.

    def _run(self, act: Callable[[], None]) -> None:
        """Does what the clock has made due, and shows it."""
        with self._lock:
            act()
            self._show()

    def _goes_on(self, match: RaceMatch) -> bool:
        return match.running is None and match.score.winner is None

    def _next_race(self, match: RaceMatch) -> None:
        match.next_race()
        self._take_up(match)
        self._keeper.remark = ""
        self._keeper.whole(match)
        if self._under_way is not None:
            self._under_way.begin()

    def _take_up(self, match: RaceMatch) -> None:
        """The race that has not ended is on the table, at rest."""
        race = match.running
        self._news, self._told = [], len(match.races[-1].moments) - 1
        self._under_way = None
        if race is not None:
            self._under_way = RaceUnderWay(race, match.settings, self._clock, self._run, self._moved)

    def _moved(self) -> None:
        """A move was made: it is told."""
        assert self._match is not None
        assert self._under_way is not None
        race = self._under_way.race
        new = range(self._told + 1, len(race.moments))
        pairs = [(race.moments[number - 1].state, race.moments[number]) for number in new]
        self._news = [one for before, moment in pairs for one in told(before, moment, self._names, self._lang)]
        self._told = len(race.moments) - 1

    def _recall(self, given: object, *, anew: bool) -> None:
        """What the page has kept, told when it opens, or `anew` when it was asked: that match goes on.

        If one is being played here, the page was away and may have missed a part of it: it rests, and is kept whole.
        """
        kept, here = self._keeper.read(given), self._match
        if kept is not None and (here is None or (anew and self._keeper.elsewhere)):
            self._rest()
            self._match, self._settings, self._rules = kept, kept.settings, kept.rules
            self._take_up(kept)
            self._keeper.goes_on(kept)
            self._recalled, self._replay = True, None
        elif here is not None:
            self._rest()
            self._recalled = True
            if kept is None or here.goes_on_from(kept):
                self._keeper.whole(here)
            else:
                self._keeper.elsewhere = True

    def _rest(self) -> None:
        """No clock runs."""
        with self._lock:
            if self._under_way is not None:
                self._under_way.pause()
            if self._replay is not None:
                self._replay.stop()

    def _leave(self) -> None:
        self._rest()
        self._match = self._under_way = self._replay = None
        self._recalled = False
        self._keeper.nothing()

    def _save(self, match: RaceMatch, number: int) -> None:
        if 0 <= number < len(match.finished):
            text = match.finished[number].record(players=list(self._names)).text()
            self.send({"save": text, "name": f"tichu-{match.seed}-{number + 1}.json"})

    def _begin_replay(self, match: RaceMatch, number: int) -> None:
        if 0 <= number < len(match.finished) and match.running is None:
            if self._replay is not None:
                self._replay.stop()
            self._replay = Replay(match.finished[number], self._clock, self._run)

    # What the page is told.

    def _show(self) -> None:
        """The cards first: what the page keeps of the race can wait until they lie there."""
        super()._show()
        if self._match is not None and self._under_way is not None:
            self._keeper.more(self._match)

    def _picture(self) -> dict[str, Any]:
        lang, match = self._lang, self._match
        head: dict[str, Any] = {"label": self._label or say("play_tichu.label", lang), "remark": self._keeper.remark}
        if match is None:
            setup = setup_picture(self._settings, self._rules, lang)
            return {**head, "phase": "setup", "setup": setup, "rules": rules_picture(self._rules, lang)}
        names = self._names
        head |= {**score_picture(match, names, lang), "elsewhere": self._keeper.elsewhere}
        if self._replay is not None:
            return {**head, "phase": "replay", **replay_picture(self._replay, names, lang)}
        if self._under_way is None or match.running is None:
            board = board_picture(match, names, lang)
            return {**head, "phase": "over", "board": board, "result": result_picture(match, names, lang)}
        note = say("play_tichu.recalled", lang) if self._recalled else ""
        return {**head, "phase": "race", "note": note, "news": self._news, **race_picture(self._under_way, names, lang)}
