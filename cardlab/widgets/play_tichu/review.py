"""A race looked back upon: how long each card could have been played, what was overlooked, how quick each hand was.

Knows times and chances of a race that has been run; which card fits is asked of `cardlab.tichu`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import mean
from typing import Final

from cardlab.cards import Card
from cardlab.locale import decimal, say
from cardlab.tichu import Draw, Play, outcome, plays, view
from cardlab.tichu.state import SEATS, can_draw
from cardlab.widgets.play_tichu.race import TimedRace
from cardlab.widgets.plots import Line, Plot, growth

__all__ = [
    "Chance",
    "Reaction",
    "chances",
    "forgotten",
    "overlooked",
    "overlooked_words",
    "reaction_plot",
    "reactions",
    "summary",
]

WORTH_TELLING: Final = 500
"""A chance that was overlooked for less time is not told, in milliseconds."""
UNDER_WAY: Final = 1_500
"""Who tries the card within this time after the chance has gone has not overlooked it: he was too late."""
MOST_TOLD: Final = 5


@dataclass(frozen=True, slots=True)
class Chance:
    """A card that a seat could have played, from moment `first` up to and without moment `last`.

    `piles`: where, at the end of that time; `begin` and `end` in milliseconds; `taken`: whether it was played then.
    """

    seat: int
    card: Card
    piles: tuple[int, ...]
    first: int
    last: int
    begin: int
    end: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Reaction:
    """A play: when it came, and how long after it could first have come, both in milliseconds."""

    seat: int
    card: Card
    at: int
    took: int


def chances(race: TimedRace) -> tuple[Chance, ...]:
    """Every chance of the race that has ended, in the order in which they ended."""
    return _chances(race, len(race.moments))


@lru_cache(maxsize=2)
def _chances(race: TimedRace, moments: int) -> tuple[Chance, ...]:
    """The chances of a race with so many moments, which the parts of a page ask for one after the other."""
    found: list[Chance] = []
    open_since: dict[tuple[int, Card], int] = {}
    piles: dict[tuple[int, Card], tuple[int, ...]] = {}
    for number, moment in enumerate(race.moments):
        now = _playable(race, number)
        for key in [key for key in open_since if key not in now]:
            seat, card = key
            taken = isinstance(moment.move, Play) and (moment.move.seat, moment.move.card) == key
            first = open_since.pop(key)
            times = race.moments[first].at, moment.at
            found.append(Chance(seat, card, piles.pop(key), first, number, *times, taken))
        for key in now:
            open_since.setdefault(key, number)
        piles.update(now)
    return tuple(found)


def _playable(race: TimedRace, number: int) -> dict[tuple[int, Card], tuple[int, ...]]:
    """What each seat could play from this moment on, and where."""
    state = race.moments[number].state
    found: dict[tuple[int, Card], tuple[int, ...]] = {}
    if outcome(state) is None:
        for seat in SEATS:
            for move in plays(view(state, seat)):
                if move.wish is None:
                    found[seat, move.card] = (*found.get((seat, move.card), ()), move.pile)
    return found


def _last_action(race: TimedRace, seat: int, before: int) -> int:
    """When the seat last laid or drew a card before this moment."""
    own = (
        moment.at
        for moment in reversed(race.moments[:before])
        if isinstance(moment.move, Play | Draw) and moment.move.seat == seat
    )
    return next(own, 0)


def reactions(race: TimedRace, seat: int) -> tuple[Reaction, ...]:
    """How long each play of the seat took, from when the card fitted or the hand before it was done."""
    return tuple(
        Reaction(seat, one.card, one.end, one.end - max(one.begin, _last_action(race, seat, one.last)))
        for one in chances(race)
        if one.taken and one.seat == seat
    )


def overlooked(race: TimedRace, seat: int) -> tuple[tuple[Chance, int], ...]:
    """The chances that the seat let go by while its hands were still, with the milliseconds, the longest first."""
    found = []
    for one in chances(race):
        move = race.moments[one.last].move
        own = isinstance(move, Play | Draw) and move.seat == seat
        tried = any(
            try_.seat == seat and try_.card is one.card and one.begin <= try_.at <= one.end + UNDER_WAY
            for try_ in race.refused
        )
        still = one.end - max(one.begin, _last_action(race, seat, one.last))
        if one.seat == seat and not own and not tried and still >= WORTH_TELLING:
            found.append((one, still))
    return tuple(sorted(found, key=lambda told: -told[1]))


def seconds(milliseconds: float, lang: str) -> str:
    """A time as it is read: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)


def overlooked_words(race: TimedRace, seat: int, name: str, lang: str, most: int = MOST_TOLD) -> list[str]:
    """What the seat overlooked, the longest first and no more than so many, in sentences."""
    found = overlooked(race, seat)
    if not found:
        return [say("play_tichu.nothing_overlooked", lang, who=name)]
    return [
        say(
            "play_tichu.overlooked",
            lang,
            who=name,
            card=one.card,
            piles=tuple(str(pile + 1) for pile in one.piles),
            seconds=seconds(still, lang),
            at=seconds(one.end, lang),
        )
        for one, still in found[:most]
    ]


def forgotten(race: TimedRace, seat: int) -> int:
    """U3.2: how often the seat played again without having drawn up, and then owed cards."""
    steps = zip(race.moments, race.moments[1:], strict=False)
    return sum(
        isinstance(after.move, Play)
        and after.move.seat == seat
        and can_draw(before.state, seat)
        and after.state.owes[seat] > 0
        for before, after in steps
    )


def summary(race: TimedRace, names: Sequence[str], lang: str) -> Iterator[str]:
    """How quick each hand was, and how often it came too late or forgot to draw."""
    for seat in SEATS:
        took = [one.took for one in reactions(race, seat)]
        if took:
            facts = {"mean": seconds(mean(took), lang), "fastest": seconds(min(took), lang)}
            yield say("play_tichu.quick", lang, who=names[seat], count=len(took), **facts)
        late = sum(one.too_late for one in race.refused if one.seat == seat)
        if late:
            yield say("play_tichu.late", lang, who=names[seat], count=late)
        forgot = forgotten(race, seat)
        if forgot:
            yield say("play_tichu.forgotten", lang, who=names[seat], count=forgot)


def reaction_plot(race: TimedRace, names: Sequence[str], lang: str) -> Plot | None:
    """The reaction times of both over the time of the race; None if neither has laid a card."""
    lines = [
        Line(names[seat], [(round(one.at / 1000, 1), round(one.took / 1000, 2)) for one in played])
        for seat in SEATS
        if (played := reactions(race, seat))
    ]
    if not lines:
        return None
    title, across, upwards = (say(f"play_tichu.plot.{part}", lang) for part in ("title", "across", "upwards"))
    return growth(lines, title, across, upwards, lang)
