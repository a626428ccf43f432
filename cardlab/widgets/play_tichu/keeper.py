"""What a page keeps of a match of races: the whole of it or what is new, and what comes back when the page opens.

Knows the messages to the page and whether another tab has kept its own; knows no clock and no picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardlab.locale import say
from cardlab.widgets.play_tichu.match import RaceMatch

__all__ = ["Keeper"]


class Keeper:
    """Gives the page what it is to keep, through `send`.

    - `elsewhere`: whether another tab has kept its own match, and somebody has to choose;
    - `remark`: what is to be said about the match that was kept, in the learner's language `lang`.
    """

    def __init__(self, send: Callable[[dict[str, Any]], None], lang: str) -> None:
        self.elsewhere = False
        self.remark = ""
        self._send = send
        self._lang = lang
        self._notes = 0

    def goes_on(self, match: RaceMatch) -> None:
        """The page has the whole match, and is given what follows."""
        self.elsewhere = False
        self._notes = len(match.races[-1].notes())

    def whole(self, match: RaceMatch, *, over: bool = False) -> None:
        """The page keeps the whole match; `over`: even if another tab has kept its own."""
        self.goes_on(match)
        self._send({"keep": match.memory(), "over": over})

    def more(self, match: RaceMatch) -> None:
        """The page keeps what is new in the last race; how many notes are there before tells it if it missed some."""
        notes = match.races[-1].notes(self._notes)
        if notes:
            self._send({"add": notes, "after": self._notes})
            self._notes += len(notes)

    def nothing(self) -> None:
        """The page keeps no match."""
        self.elsewhere, self.remark = False, ""
        self._send({"keep": None})

    def ask(self) -> None:
        """The page tells what another tab has kept."""
        self._send({"ask": True})

    def read(self, given: object) -> RaceMatch | None:
        """The match that the page has kept, if there is one; the page puts aside what cannot have been played."""
        self.remark = ""
        if given is None:
            return None
        try:
            return RaceMatch.remembered(given)
        except (ValueError, TypeError):
            self.remark = say("play_tichu.not_recalled", self._lang)
            self._send({"unread": True})
            return None
