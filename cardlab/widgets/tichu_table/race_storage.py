"""What a browser keeps of a match of Tichu 1.on.1 against the clock, and the match that is found again from it.

- `packed`, `unpacked`: a match as a text, format `cardlab-races/2`; what comes back may be forged, so it is replayed;
- `Storage`: gives the page what it is to keep.

A round is kept as its notes, see `match.Note`; no card that lies hidden is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.tichu import Match, Rules, Verb, parse_move
from cardlab.widgets.tichu_table.timed_match import LATE, TRIED, FailedPlay, Note, RaceSettings, TimedMatch, TimedRound

FORMAT: Final = "cardlab-races/2"
MOST_ROUNDS: Final = 5_000
"""How many rounds a match that is read may have: the five million characters that a browser keeps hold fewer."""
LONGEST: Final = 4_000
"""How many moves a round that is read may have; those that are played have about a hundred."""
LATEST: Final = 10 * 365 * 24 * 60 * 60 * 1000
"""When its last move may have been made, in milliseconds: a clock that nobody stops may run for years."""


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match as it is kept, each round by its notes."""

    format: Literal["cardlab-races/2"] = FORMAT
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    settings: RaceSettings
    rules: dict[str, Any]
    races: Annotated[list[list[Note]], Meta(min_length=1, max_length=MOST_ROUNDS)]


def packed(match: TimedMatch) -> str:
    """What a page keeps of the match."""
    races = [one.notes for one in match.rounds]
    kept = StoredMatch(seed=match.seed, settings=match.settings, rules=asdict(match.rules), races=races)
    return msgspec.json.encode(kept).decode()


def unpacked(text: str) -> TimedMatch:
    """The match that a page has kept. Raises ValueError if it cannot have been played."""
    try:
        kept = msgspec.json.decode(text, type=StoredMatch)
        found = TimedMatch(kept.seed, kept.settings, Rules(**kept.rules))
    except (TypeError, RecursionError, msgspec.MsgspecError):
        raise ValueError("no match that was kept") from None
    score = Match(found.rules)
    for number, notes in enumerate(kept.races):
        if score.winner is not None or found.running is not None:
            raise ValueError("no match that can have been played")
        replayed = _replayed(found.deal(number), found.rules, notes)
        found.rounds.append(replayed)
        score = score if replayed.outcome is None else score.add(replayed.outcome)
    return found


def _replayed(seed: int, rules: Rules, notes: Iterable[Note]) -> TimedRound:
    """The round of which these notes were kept. Raises ValueError if it cannot have been played so."""
    replayed = TimedRound(seed, rules)
    for text, at in notes:
        is_in_time = replayed.latest <= at <= LATEST
        if not is_in_time or not _apply_note(replayed, text, at) or len(replayed.moments) > LONGEST:
            raise ValueError("no round that can have been played")
    return replayed


def _apply_note(replayed: TimedRound, text: str, at: int) -> bool:
    """Does what is noted once more; whether it could be done."""
    match text.split():
        case [how, ("0" | "1") as seat, place] if how in (TRIED, LATE):
            held = {str(number): card for number, card in enumerate(replayed.slots[-1][int(seat)])}
            card = held.get(place)
            if card is not None:
                replayed.record_failed(FailedPlay(int(seat), card, at, how == LATE))
            return card is not None
        case [Verb.RECYCLE]:
            return not replayed.make(replayed.new_piles(), at)
    try:
        return not replayed.make(parse_move(text), at)
    except NotationError:
        return False


class Storage:
    """Gives the page what it is to keep, through `send`.

    - `elsewhere`: whether another tab has kept its own match, and somebody has to choose;
    - `remark`: what is to be said about the match that was kept, in the learner's language `lang`.
    """

    def __init__(self, send: Callable[[dict[str, object]], None], lang: str) -> None:
        self.elsewhere = False
        self.remark = ""
        self._send = send
        self._lang = lang
        self._notes: list[int] = []

    def mark_stored(self, match: TimedMatch) -> None:
        """The page has the whole match."""
        self.elsewhere = False
        self._notes = [len(one.notes) for one in match.rounds]

    def store(self, match: TimedMatch, *, over: bool = False) -> None:
        """The page keeps the match; `over`: even if another tab has kept its own."""
        self.mark_stored(match)
        self._send({"keep": packed(match), "over": over})

    def store_changes(self, match: TimedMatch) -> None:
        """The page keeps the match if something was done since."""
        if not self.elsewhere and self._notes != [len(one.notes) for one in match.rounds]:
            self.store(match)

    def clear(self) -> None:
        """The page keeps no match."""
        self.elsewhere, self.remark, self._notes = False, "", []
        self._send({"keep": None})

    def read(self, text: str) -> TimedMatch | None:
        """The match that the page has kept, if there is one; the page puts aside what cannot have been played."""
        self.remark = ""
        if not text:
            return None
        try:
            return unpacked(text)
        except ValueError:
            self.remark = say("play_tichu.not_recalled", self._lang)
            self._send({"unread": True})
            return None
