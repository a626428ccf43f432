"""A match of races to ten points: how it is played, the races so far, and how it is kept and found again.

Knows settings, races and the score; knows no page and no clock. What a page remembers may be forged: it is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from random import Random
from typing import Any, Final

from cardlab.choices import Word
from cardlab.tichu import Match, Rules
from cardlab.widgets.ground import LARGEST_SEED
from cardlab.widgets.play_tichu.bot import FASTEST, SLOWEST, Reactions
from cardlab.widgets.play_tichu.race import TimedRace

__all__ = ["Against", "RaceMatch", "Settings"]

FORMAT: Final = "cardlab-races/1"
MOST_RACES: Final = 5_000
"""How many races a match that is read may have: the five million characters that a browser keeps hold fewer."""
NARROWEST: Final = 50
WIDEST: Final = 3_000


class Against(Word):
    """Who sits at the other seat: a computer player, or a second person at the same keyboard."""

    BOT = "bot"
    TWO = "two"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a match is played. Raises ValueError for a choice that there is not.

    - `against`: who sits at seat 1;
    - `mean`, `spread`: the reaction times of the computer, in milliseconds;
    - `draws_by_itself`: whether the persons' hands are filled up without their doing (U3.1).
    """

    against: Against = Against.BOT
    mean: int = 2_500
    spread: int = 900
    draws_by_itself: bool = False

    def __post_init__(self) -> None:
        if self.against not in tuple(Against):
            raise ValueError(f"against is one of {', '.join(Against)}, not {self.against!r}")
        object.__setattr__(self, "against", Against(self.against))
        for name, least, most in (("mean", FASTEST, SLOWEST), ("spread", NARROWEST, WIDEST)):
            chosen = getattr(self, name)
            if type(chosen) is not int or not least <= chosen <= most:
                raise ValueError(f"{name} is a whole number from {least} to {most}, not {chosen!r}")
        if not isinstance(self.draws_by_itself, bool):
            raise ValueError("draws_by_itself is True or False")

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which persons sit."""
        return (0, 1) if self.against is Against.TWO else (0,)

    @property
    def reactions(self) -> Reactions:
        """The reaction times of the computer."""
        return Reactions(self.mean, self.spread)

    def changed(self, name: object, choice: object) -> Settings:
        """The settings with one choice changed; as they are, for a name or a choice that there is not."""
        if name not in [field.name for field in fields(self)]:
            return self
        try:
            chosen: dict[str, Any] = {str(name): choice}
            return replace(self, **chosen)
        except (ValueError, TypeError):
            return self


class RaceMatch:
    """The races of a match, the last one perhaps still running. The same seed gives the same deals."""

    def __init__(self, seed: int, settings: Settings, rules: Rules) -> None:
        self.seed = seed
        self.settings = settings
        self.rules = rules
        self.races: list[TimedRace] = []

    @property
    def finished(self) -> tuple[TimedRace, ...]:
        """The races that have ended."""
        return tuple(race for race in self.races if race.outcome is not None)

    @property
    def running(self) -> TimedRace | None:
        """The race that has not ended, None between two races."""
        return self.races[-1] if self.races and self.races[-1].outcome is None else None

    def scores(self) -> list[Match]:
        """U6.3: the match before the first race, and after each that has ended."""
        scores = [Match(self.rules)]
        for race in self.finished:
            assert race.outcome is not None
            scores.append(scores[-1].add(race.outcome))
        return scores

    @property
    def score(self) -> Match:
        """The match as it stands."""
        return self.scores()[-1]

    def next_race(self) -> TimedRace:
        """Deals the next race."""
        race = TimedRace(self._deal(len(self.races)), self.rules)
        self.races.append(race)
        return race

    def _deal(self, number: int) -> int:
        return Random(f"{self.seed} {number}").randrange(LARGEST_SEED)

    def goes_on_from(self, earlier: RaceMatch) -> bool:
        """Whether this is the same match, as far as the other one goes or further."""
        same = (self.seed, self.settings, self.rules) == (earlier.seed, earlier.settings, earlier.rules)
        notes = [race.notes() for race in earlier.races]
        return (
            same
            and len(notes) <= len(self.races)
            and all(race.notes()[: len(before)] == before for race, before in zip(self.races, notes, strict=False))
        )

    def memory(self) -> dict[str, Any]:
        """What a page keeps of the match: no card that lies hidden is in it."""
        return {
            "format": FORMAT,
            "seed": self.seed,
            "settings": asdict(self.settings),
            "rules": asdict(self.rules),
            "races": [race.notes() for race in self.races],
        }

    @classmethod
    def remembered(cls, given: object) -> RaceMatch:
        """The match that a page has kept. Raises ValueError if it cannot have been played."""
        match given:
            case {
                "format": str(name),
                "seed": int(seed),
                "settings": dict(settings),
                "rules": dict(rules),
                "races": list(races),
            } if name == FORMAT and type(seed) is int and 0 <= seed <= LARGEST_SEED and 0 < len(races) <= MOST_RACES:
                found = cls(seed, Settings(**_named(Settings, settings)), Rules(**_named(Rules, rules)))
            case _:
                raise ValueError("no match that was kept")
        score = Match(found.rules)
        for number, notes in enumerate(races):
            if not isinstance(notes, list) or score.winner is not None or found.running is not None:
                raise ValueError("no match that can have been played")
            race = TimedRace.again(found._deal(number), found.rules, notes)
            found.races.append(race)
            score = score if race.outcome is None else score.add(race.outcome)
        return found


def _named(kind: type[Settings] | type[Rules], given: Mapping[Any, Any]) -> dict[str, Any]:
    """The choices in a memory, each with the name of a field; whether they can be made is asked of the kind itself."""
    if not set(given) <= {field.name for field in fields(kind)}:
        raise ValueError("no such choice")
    return dict(given)
