"""The match of Tichu 1.on.1 that the browser stores, and how it is read.

- `packed`, `unpacked`: a match as text, in the format `cardlab-races/2`. The text may be forged, so it is replayed;
- `Storage`: has the page store the match.

A round is stored as its notes (`timed_match.Note`), which contain no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.tichu import Rules, Verb, parse_move
from cardlab.widgets.kept_match import KeptMatch
from cardlab.widgets.scene import Steps
from cardlab.widgets.tichu_table.timed_match import FailedPlay, Note, RaceSettings, TimedMatch, TimedRound

FORMAT: Final = "cardlab-races/2"
LONGEST: Final = 3_000
"""The largest number of notes in a stored match, because all are replayed; a match to ten points has about 700."""
NOTES_AT_ONCE: Final = 50
LATEST: Final = 10 * 365 * 24 * 60 * 60 * 1000
"""The latest time of a move, in milliseconds: a clock that is never stopped can run for years."""


class StoredRaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stored match: `rules` has each field of `Rules` by its name, `races` the notes of each round."""

    format: Literal["cardlab-races/2"] = FORMAT
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    settings: RaceSettings
    rules: dict[str, Any]
    races: Annotated[list[list[Note]], Meta(min_length=1, max_length=LONGEST)]


def packed(match: TimedMatch) -> str:
    """Return a match as text."""
    races = [one.notes for one in match.rounds]
    stored = StoredRaces(seed=match.seed, settings=match.settings, rules=asdict(match.rules), races=races)
    return msgspec.json.encode(stored).decode()


def unpacked(text: str) -> Steps[TimedMatch]:
    """Read a stored match. Raises ValueError if damaged, too long or impossible."""
    try:
        stored = msgspec.json.decode(text, type=StoredRaces)
        match = TimedMatch(stored.seed, stored.settings, Rules(**stored.rules))
    except (TypeError, RecursionError, msgspec.MsgspecError):
        raise ValueError("no match that was kept") from None
    if sum(map(len, stored.races)) > LONGEST:
        raise ValueError("no match that would have been kept")
    for number, notes in enumerate(stored.races):
        if match.score.winner is not None or match.running is not None:
            raise ValueError("no match that can have been played")
        match.rounds.append((yield from _replayed(match.deal(number), match.rules, notes)))
    return match


def _replayed(seed: int, rules: Rules, notes: Iterable[Note]) -> Steps[TimedRound]:
    """Replay the notes of a round. Raises ValueError if the rules don't allow them."""
    replayed = TimedRound(seed, rules)
    for number, (text, at) in enumerate(notes, 1):
        if number % NOTES_AT_ONCE == 0:
            yield
        is_in_time = replayed.latest <= at <= LATEST
        if not is_in_time or not _apply_note(replayed, text, at):
            raise ValueError("no round that can have been played")
    return replayed


def _apply_note(replayed: TimedRound, text: str, at: int) -> bool:
    """Apply a note, such as "tried 0 3", to the round; return whether it is possible."""
    match text.split():
        # Earlier versions noted by "late" that another was faster.
        case ["tried" | "late", ("0" | "1") as seat, slot]:
            by_slot = {str(number): card for number, card in enumerate(replayed.slots[-1][int(seat)])}
            card = by_slot.get(slot)
            if card is not None:
                replayed.record_failed(FailedPlay(int(seat), card, at))
            return card is not None
        case [Verb.RECYCLE]:
            return not replayed.make(replayed.new_piles(), at)
    try:
        return not replayed.make(parse_move(text), at)
    except NotationError:
        return False


class Storage(KeptMatch):
    """The match that the browser stores."""

    def store(self, match: TimedMatch) -> None:
        """Store the match if it has changed, unless it is too long."""
        if sum(len(one.notes) for one in match.rounds) > LONGEST:
            self.scene.remark = say("play_tichu.too_long", self.scene.lang)
        else:
            self.keep(packed(match))

    def read(self, text: str) -> Steps[TimedMatch | None]:
        """Return the match that the browser has stored, if any; the page sets an invalid one aside."""
        self.elsewhere, self.scene.remark, self.text = False, "", text
        try:
            return (yield from unpacked(text)) if text else None
        except ValueError:
            self.scene.remark = say("play_tichu.not_recalled", self.scene.lang)
            self.scene.send({"unread": True})
            return None
