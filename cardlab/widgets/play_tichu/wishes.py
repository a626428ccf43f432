"""What a page may wish of a race under way, and of one that is run once more.

Knows how a wish is told as a message. It may be forged: what makes no sense is passed over.
"""

from __future__ import annotations

from cardlab.tichu.piles import WISHES
from cardlab.widgets.ground import is_whole
from cardlab.widgets.play_tichu.replay import SPEEDS, Replay
from cardlab.widgets.play_tichu.run import RaceUnderWay

__all__ = ["racing", "replaying"]


def racing(wish: object, race: RaceUnderWay) -> None:
    """A pause, or what a person does with his hands; no turn is asked for (U2.1)."""
    match wish:
        case {"do": "pause"}:
            race.pause()
        case {"do": str(deed), "seat": 0 | 1 as seat} if is_whole(seat) and seat in race.settings.people:
            _playing(deed, seat, wish, race)


def _playing(deed: str, seat: int, wish: object, race: RaceUnderWay) -> None:
    match deed, wish:
        case "card", {"card": str(code), "seen": seen} if is_whole(seen) and seen >= 0:
            race.card(seat, code, seen)
        case "pile", {"pile": 0 | 1 as pile, "seen": seen} if is_whole(pile) and is_whole(seen) and seen >= 0:
            race.point(seat, int(pile), seen)
        case "draw", _:
            race.draw(seat)
        case "wish", {"rank": str(rank)} if rank == "" or rank in tuple(WISHES):
            race.wish(seat, rank)
        case "back", _:
            race.take_back(seat)


def replaying(wish: object, replay: Replay) -> None:
    """Another place, another speed, running or standing still."""
    match wish:
        case {"do": "at", "number": number} if is_whole(number):
            replay.go(number)
        case {"do": "speed", "speed": speed} if speed in SPEEDS and not isinstance(speed, bool):
            replay.set_speed(speed)
        case {"do": "run"}:
            replay.run()
        case {"do": "stop"}:
            replay.stop()
