"""What somebody has done best against the computer, level by level, as the browser keeps it.

- `Best`: of one level: races won, the row of wins, the quickest win and the quickest hand;
- `Bests`: all levels; read from what the browser kept, and `add` a race to them;
- `best_told`: the same in sentences.

Only races at a named level count, by the rules of the sheet and with a lock as long as the usual one or longer:
what is set otherwise could not be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from statistics import mean
from typing import Final

from cardlab.locale import say
from cardlab.tichu import SHEET
from cardlab.widgets.tichu_table.match import LEVELS, Against, Settings, TimedMatch, TimedRound
from cardlab.widgets.tichu_table.picture import seconds
from cardlab.widgets.tichu_table.review import reactions

MOST: Final = 10**9
"""No number that is kept is larger: what is comes from a forged page."""
DRAWS_BY_ITSELF: Final = "+"
"""Stands behind a level at which the hand is filled up by itself."""


@dataclass(frozen=True, slots=True)
class Best:
    """What has been reached at a level; times in milliseconds, 0 for none yet.

    - `won`: races won; `row`: how many of them in a row up to now, `longest`: the longest row;
    - `quickest`: the quickest win; `hand`: the least mean time that a card took in a race that was won.
    """

    won: int = 0
    row: int = 0
    longest: int = 0
    quickest: int = 0
    hand: int = 0

    def after(self, time: int, hand: int) -> Best:
        """With a race won in this time, its cards with this mean time."""
        row = self.row + 1
        return Best(
            min(MOST, self.won + 1),
            row,
            max(self.longest, row),
            min(filter(None, (self.quickest, time)), default=0),
            min(filter(None, (self.hand, hand)), default=0),
        )


def level_of(match: TimedMatch) -> str | None:
    """Under which name a race of this match counts; None if it does not."""
    return _level(match.settings) if match.rules == SHEET else None


def _level(settings: Settings) -> str | None:
    if settings.against is Against.TWO or not settings.level or settings.lock < Settings().lock:
        return None
    return settings.level + (DRAWS_BY_ITSELF if settings.draws_by_itself else "")


class Bests:
    """The best of every level.

    >>> bests = Bests()
    >>> bests.read({"quick": {"won": 2, "row": 1, "longest": 2, "quickest": 40000, "hand": 900}, "odd": 3})
    >>> bests.at("quick").quickest, bests.at("master").won
    (40000, 0)
    """

    def __init__(self) -> None:
        self._levels: dict[str, Best] = {}

    def read(self, given: object) -> None:
        """Takes what a browser has kept; what cannot have been kept is left out."""
        self._levels = {}
        for level in (*LEVELS, *(f"{level}{DRAWS_BY_ITSELF}" for level in LEVELS)):
            kept = given.get(level) if isinstance(given, Mapping) else None
            if isinstance(kept, Mapping) and all(_counted(kept.get(field.name)) for field in fields(Best)):
                self._levels[level] = Best(**{field.name: kept[field.name] for field in fields(Best)})

    def packed(self) -> dict[str, dict[str, int]]:
        """What the browser keeps."""
        return {level: asdict(best) for level, best in self._levels.items()}

    def at(self, level: str) -> Best:
        """What has been reached at this level."""
        return self._levels.get(level, Best())

    def chosen(self, settings: Settings) -> Best | None:
        """What has been reached with these settings; None if nothing has, or nothing counts."""
        level = _level(settings)
        return None if level is None else self._levels.get(level)

    @property
    def won(self) -> int:
        """How many races have been won, at all levels together."""
        return sum(best.won for best in self._levels.values())

    def add(self, level: str, played: TimedRound) -> tuple[Best, Best]:
        """A race that has ended, from the view of seat 0; gives what was reached before it and after it."""
        before, end = self.at(level), played.outcome
        if end is None or end.winner is None:
            return before, before
        if end.winner == 0:
            took = [one.took for one in reactions(played, 0)]
            self._levels[level] = before.after(played.moments[-1].note, round(mean(took)) if took else 0)
        else:
            self._levels[level] = replace(before, row=0)
        return before, self.at(level)


def _counted(number: object) -> bool:
    return type(number) is int and 0 <= number <= MOST


def best_told(best: Best, lang: str, before: Best | None = None) -> list[str]:
    """What has been reached at a level; with what was reached `before`, also what is new in it."""
    if not best.won:
        return []
    found = []
    for name, now, then in (
        ("time", best.quickest, before and before.quickest),
        ("hand", best.hand, before and before.hand),
    ):
        if now:
            new = "new_" if before is not None and now != then else ""
            found.append(say(f"play_tichu.best.{new}{name}", lang, seconds=seconds(now, lang)))
    if best.row > 1:
        found.append(say("play_tichu.best.row", lang, count=best.row))
    if best.longest > max(1, best.row):
        found.append(say("play_tichu.best.longest", lang, count=best.longest))
    return found
