"""What a browser keeps of a match of Tichu 1.on.1 against the clock, and the match that is found again from it.

- `packed`, `unpacked`: a match as JSON, format `cardlab-races/1`; what comes back may be forged, so it is replayed;
- `Storage`: the messages by which the page is given all of it or what is new.

A round is kept as its notes, see `match.Note`; no card that lies hidden is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from cardlab.cards import Card
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.tichu import Match, Move, Rules, Verb, parse_move
from cardlab.widgets.tichu_table.match import LONGEST_LOCK, TRIED, Note, Settings, Standing, TimedMatch, TimedRound

FORMAT: Final = "cardlab-races/1"
MOST_ROUNDS: Final = 5_000
"""How many rounds a match that is read may have: the five million characters that a browser keeps hold fewer."""
LONGEST: Final = 4_000
"""How many moves a round that is read may have; those that are played have about a hundred."""
LONGEST_THOUGHT: Final = 10 * 60 * 1000
"""How long the computer may still think, in milliseconds; its slowest reactions are a twentieth of that."""
LATEST: Final = 10 * 365 * 24 * 60 * 60 * 1000
"""When its last move may have been made, in milliseconds: a clock that nobody stops may run for years."""


def packed(match: TimedMatch) -> dict[str, object]:
    """What a page keeps of the match: no card that lies hidden is in it."""
    kept: dict[str, object] = {
        "format": FORMAT,
        "seed": match.seed,
        "settings": asdict(match.settings),
        "rules": asdict(match.rules),
        "races": [one.notes() for one in match.rounds],
    }
    return kept if match.standing is None else {**kept, "standing": asdict(match.standing)}


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `packed` has written, as it is read: a round by its notes."""

    format: Literal["cardlab-races/1"]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    settings: dict[str, Any]
    rules: dict[str, Any]
    races: Annotated[list[list[Note]], Meta(min_length=1, max_length=MOST_ROUNDS)]
    standing: Standing | msgspec.UnsetType | None = msgspec.UNSET


def unpacked(given: object) -> TimedMatch:
    """The match that a page has kept. Raises ValueError if it cannot have been played."""
    try:
        kept = msgspec.convert(given, _Kept)
        found = TimedMatch(kept.seed, Settings(**kept.settings), Rules(**kept.rules))
    except (TypeError, msgspec.ValidationError):
        raise ValueError("no match that was kept") from None
    score = Match(found.rules)
    for number, notes in enumerate(kept.races):
        if score.winner is not None or found.running is not None:
            raise ValueError("no match that can have been played")
        replayed = _replayed(found.deal(number), found.rules, notes)
        found.rounds.append(replayed)
        score = score if replayed.outcome is None else score.add(replayed.outcome)
    if kept.standing is not msgspec.UNSET and found.running is not None:
        found.standing = _checked(kept.standing, found.running.latest)
    return found


def _checked(told: Standing | None, latest: int) -> Standing:
    """What was under way when the page was left. Raises ValueError for what cannot be."""
    match told:
        case Standing(at=at, bot=bot, free=free, misses=misses) if (
            latest <= at <= LATEST
            and 0 <= (bot or 0) <= at + LONGEST_THOUGHT
            and all(0 <= until <= at + LONGEST_LOCK for until in free)
            and all(0 <= missed <= LONGEST for missed in misses)
        ):
            return replace(told, bot=bot and max(at, bot))
    raise ValueError("no round that can stand so")


def _replayed(seed: int, rules: Rules, notes: Iterable[Note]) -> TimedRound:
    """The round of which these notes were kept. Raises ValueError if it cannot have been played so."""
    replayed = TimedRound(seed, rules)
    for text, at in notes:
        is_in_time = replayed.latest <= at <= LATEST
        if not is_in_time or not _done_again(replayed, text, at) or len(replayed.moments) > LONGEST:
            raise ValueError("no round that can have been played")
    return replayed


def _done_again(replayed: TimedRound, text: str, at: int) -> bool:
    """Does what is noted once more; whether it could be done, or was refused again."""
    tried = len(replayed.refused)
    match text.split():
        case [word, "0" | "1" as seat, place] if word == TRIED:
            replayed.try_nowhere(int(seat), _card_in(replayed, int(seat), place), at)
        case [word, "0" | "1" as seat, verb, place, *rest] if word == TRIED:
            card = _card_in(replayed, int(seat), place)
            move = _noted(replayed, " ".join((seat, verb, card.code, *rest)))
            return bool(replayed.make(move, at)) and len(replayed.refused) > tried
        case _:
            return not replayed.make(_noted(replayed, text), at)
    return bool(replayed.refused[tried:]) and bool(replayed.refused[-1].refusals)


def _card_in(replayed: TimedRound, seat: int, place: str) -> Card:
    card = {str(number): card for number, card in enumerate(replayed.slots[-1][seat])}.get(place)
    if card is None:
        raise ValueError("no card in this place")
    return card


def _noted(replayed: TimedRound, text: str) -> Move:
    if text == Verb.RECYCLE:
        return replayed.new_piles()
    try:
        return parse_move(text)
    except NotationError:
        raise ValueError("no move") from None


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
        self._notes = 0
        self._standing: Standing | None = None

    def goes_on(self, match: TimedMatch) -> None:
        """The page has the whole match, and is given what follows."""
        self.elsewhere = False
        self._notes = len(match.rounds[-1].notes())
        self._standing = match.standing

    def whole(self, match: TimedMatch, *, over: bool = False) -> None:
        """The page keeps the whole match; `over`: even if another tab has kept its own."""
        self.goes_on(match)
        self._send({"keep": packed(match), "over": over})

    def more(self, match: TimedMatch, *, paused: bool) -> None:
        """The page keeps what is new in the last round; how many notes are there before tells it if it missed some.

        While the clock runs the page itself knows how much time goes by until it is left, so that alone is no news.
        """
        notes, standing, known = match.rounds[-1].notes(self._notes), match.standing, self._standing
        if standing and known and not paused:
            known = replace(known, at=standing.at)
        if notes or (standing != known and not self.elsewhere):
            now = {} if standing is None else {"standing": asdict(standing)}
            self._send({"add": notes, "after": self._notes, **now})
            self._notes += len(notes)
            self._standing = standing

    def nothing(self) -> None:
        """The page keeps no match."""
        self.elsewhere, self.remark = False, ""
        self._send({"keep": None})

    def read(self, given: object) -> TimedMatch | None:
        """The match that the page has kept, if there is one; the page puts aside what cannot have been played."""
        self.remark = ""
        if given is None:
            return None
        try:
            return unpacked(given)
        except ValueError:
            self.remark = say("play_tichu.not_recalled", self._lang)
            self._send({"unread": True})
            return None
