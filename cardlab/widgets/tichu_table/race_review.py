"""Finished races: overlooked plays, and replays.

- `Opportunity`, `opportunities`: how long each card could have been played;
- `overlooked`, `overlooked_words`: the plays that were missed, and texts about them;
- `read_races`, `run_again`: races from records;
- `Replay`: a race with a clock of its own, at normal or slow speed;
- `result_blocks`, `replay_blocks`: what the page draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.tichu_sentences import by_value
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tichu import Draw, Flip, Play, Recycle, State, outcome, plays, view
from cardlab.tichu.moves import SEATS
from cardlab.widgets.blocks import Block, button, details, group, option, row, sentences, table, text
from cardlab.widgets.scene import receives
from cardlab.widgets.tichu_table.clock import RoundClock
from cardlab.widgets.tichu_table.race_hands import Side
from cardlab.widgets.tichu_table.race_props import levels, race_props, racing, reader_of, seconds, slider
from cardlab.widgets.tichu_table.timed_match import TimedMatch, TimedRound

SHORTEST_OVERLOOKED: Final = 500
"""The shortest overlooked opportunity that is listed, in milliseconds."""
LATE_WITHIN: Final = 1_500
"""Up to how many milliseconds after an opportunity a failed play shows that the player had seen it."""
MOST_LISTED: Final = 5
MOST_COULD: Final = 4
LONGEST_RACE: Final = 1_000
"""The largest number of moves in a record; a long race has a few hundred."""
MOST_FILE: Final = 2_000_000
"""The longest record that the browser sends and that is opened, in characters."""
MOVE_INTERVAL: Final = 1_000
"""The interval between moves without times in a replay, in milliseconds."""
SLOW: Final = 0.25
"""The speed of a slow replay."""
LEAVING: Final[Block] = {"is": "leaving", "send": {"do": "leave"}}
"""The button that ends the match; the page asks first."""
AHEAD: Final = 0.5
"""The seconds before the first cards are turned at which a replay begins, because it shows no countdown [U1.3]."""


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A card that a seat could play from moment `first` until moment `last`.

    - `piles`: the piles where it fitted last; `begin`, `end`: the times in milliseconds;
    - `still`: how long the seat did nothing before `end`, in milliseconds.
    """

    seat: int
    card: Card
    piles: tuple[int, ...]
    first: int
    last: int
    begin: int
    end: int
    still: int


@lru_cache(maxsize=2)
def opportunities(played: TimedRound) -> tuple[Opportunity, ...]:
    """Return every opportunity of a finished round that has ended, in the order of their ends."""
    closed: list[Opportunity] = []
    open_since: dict[tuple[int, Card], int] = {}
    piles: dict[tuple[int, Card], tuple[int, ...]] = {}
    done = [0, 0]  # when each seat last played or drew a card
    for number, moment in enumerate(played.line.moments):
        move, end, playable = moment.move, moment.note, _playable(moment.state)
        for key in [key for key in open_since if key not in playable]:
            seat, card = key
            first = open_since.pop(key)
            begin = played.line.moments[first].note
            still = end - max(begin, done[seat])
            closed.append(Opportunity(seat, card, piles.pop(key), first, number, begin, end, still))
        for key in playable:
            open_since.setdefault(key, number)
        piles.update(playable)
        if isinstance(move, Play | Draw):
            done[move.seat] = end
    return tuple(closed)


def _playable(state: State) -> dict[tuple[int, Card], tuple[int, ...]]:
    """Return the piles where each playable card fits, by (seat, card)."""
    moves: dict[tuple[int, Card], tuple[int, ...]] = {}
    for seat in SEATS if outcome(state) is None else ():
        for move in plays(view(state, seat)):
            if move.wish is None:
                moves[seat, move.card] = (*moves.get((seat, move.card), ()), move.pile)
    return moves


def overlooked(played: TimedRound, seat: int) -> tuple[Opportunity, ...]:
    """Return the plays that a seat overlooked while it did nothing, longest first."""
    missed = []
    for one in opportunities(played):
        move = played.line.moments[one.last].move
        own = isinstance(move, Play | Draw) and move.seat == seat
        tried = any(
            try_.seat == seat and try_.card is one.card and one.begin <= try_.at <= one.end + LATE_WITHIN
            for try_ in played.tried
        )
        if one.seat == seat and not own and not tried and one.still >= SHORTEST_OVERLOOKED:
            missed.append(one)
    return tuple(sorted(missed, key=lambda one: -one.still))


def overlooked_words(played: TimedRound, seat: int, name: str, lang: str) -> list[str]:
    """Say what the player `name` overlooked longest, or that it missed nothing."""
    together: dict[int, list[Opportunity]] = {}
    for one in overlooked(played, seat):
        together.setdefault(one.end, []).append(one)
    if not together:
        return [say("play_tichu.nothing_overlooked", lang, who=name)]
    texts = []
    for end, same_time in list(together.items())[:MOST_LISTED]:
        first = same_time[0]
        facts = {"who": name, "seconds": seconds(first.still, lang), "at": seconds(end, lang)}
        if len(same_time) > 1:
            cards = by_value(one.card for one in same_time)
            texts.append(say("play_tichu.overlooked_together", lang, cards=cards, **facts))
        else:
            piles = tuple(str(pile + 1) for pile in first.piles)
            texts.append(say("play_tichu.overlooked", lang, card=first.card, piles=piles, **facts))
    return texts


def read_races(text: str) -> tuple[Record, ...]:
    """Parse the records of a file, the last round last. Raises NotationError for any other text."""
    if len(text) > MOST_FILE:
        raise NotationError("record_too_large", count=MOST_FILE // 1_000_000)
    record = Record.parse(text)
    return *record.earlier, record


def run_again(record: Record) -> TimedRound:
    """Play the moves of a record again, with their times if it has them.

    Raises NotationError for a record of the other game, or one that is too long or breaks a rule.
    """
    if not isinstance(record.start, State):
        raise NotationError("race_other_game")
    if len(record.moves) > LONGEST_RACE:
        raise NotationError("race_too_long", count=len(record.moves), most=LONGEST_RACE)
    times = _times(record)
    played = TimedRound(0, record.start.rules, start=record.start, timed=times is not None)
    moves = [move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle)]
    for number, move in enumerate(moves, 1):
        if played.make(move, times[number - 1] if times else MOVE_INTERVAL * number):
            raise NotationError("position_move_breaks_rule", number=number, text=str(move))
    return played


def _times(record: Record) -> Sequence[int] | None:
    """Return the time of each move in milliseconds; None without valid times."""
    times = record.about.get("times_ms")
    if not isinstance(times, list | tuple) or len(times) != len(record.moves):
        return None
    rising = all(type(time) is int for time in times) and all(one <= two for one, two in pairwise([0, *times]))
    return times if rising else None


@dataclass(eq=False, repr=False)
class Replay:
    """A replay of a finished race, from the deal on.

    - `played`: the round; `line`: its moments, and the one that is shown;
    - `reader`: who reads the texts; `near`: the seat at side 0;
    - `clock`: the time of the replay, at normal speed or `SLOW`;
    - `records`, `number`: the records of the open file, and the index of the race; none for a race played here.
    """

    played: TimedRound
    reader: Reader
    clock: RoundClock
    near: Side = 0
    records: tuple[Record, ...] = ()
    number: int = 0

    def __post_init__(self) -> None:
        self.line = self.played.line.seek(0)
        self.opportunities = opportunities(self.played)

    @receives
    def at(self, number: int) -> None:
        """Go to the moment with this index, or to the nearest one."""
        self.line = self.line.seek(max(0, min(self.line.last, number)))
        self.clock.set(now=self.line.moment.note / 1000)
        self._await_next()

    @receives
    def step(self, do: Literal["earlier", "later"]) -> None:
        """Go one moment back or forward."""
        self.at(self.line.at + (1 if do == "later" else -1))

    @receives
    def pace(self, slow: bool) -> None:
        """Choose slow or normal speed."""
        self.clock.set(speed=SLOW if slow else 1)

    @receives
    def run(self) -> None:
        """Start the clock, without the countdown of the race; at the end, start from the beginning."""
        if self.line.at == self.line.last:
            self.at(0)
        if self.line.at < self.line.last and not any(pile.cards for pile in self.line.moment.state.piles):
            opened = self.line.redo().moment.note / 1000
            self.clock.set(now=max(self.clock.now, opened - AHEAD))
        self.clock.set(running=True)
        self._await_next()

    @receives
    def stop(self) -> None:
        """Stop the clock."""
        self.clock.set(running=False)

    def _await_next(self) -> None:
        if self.line.at < self.line.last:
            self.clock.call("next", self.line.redo().moment.note / 1000 - self.clock.now, self._next)
        else:
            self.clock.cancel("next")
            self.stop()

    def _next(self) -> None:
        self.line = self.line.redo()
        self._await_next()


# What the page draws


def result_blocks(match: TimedMatch, lang: str) -> list[Block]:
    """Make blocks for the last round: result, overlooked plays, score, next step."""
    played, winner, people = match.rounds[-1], match.score.winner, match.settings.people
    reader, last = reader_of(match.settings.against, lang), len(match.finished) - 1
    names, end = (reader.name(0), reader.name(1)), played.outcome
    assert end is not None
    titles = [tell.headline(reader, played.state)]
    if winner is not None:
        titles.insert(0, reader.about("play_tichu.match_won", winner))
    missed = [sentence for seat in people for sentence in overlooked_words(played, seat, names[seat], lang)]
    following = "play_tichu.next" if winner is None else "play_tichu.new"
    return [
        {
            "is": "ended",
            "won": end.winner in people,
            "titles": titles,
            "said": [" ".join(tell.ended(reader, played.state))],
            "below": [text(say("play_tichu.overlooked_title", lang), "strong"), sentences(missed)],
        },
        row(
            button(say(following, lang), {"do": "next" if winner is None else "leave"}, main=True),
            *_ways(last, lang),
            *([LEAVING] if winner is None else []),
        ),
        *_board(match, names, lang),
    ]


def _ways(race: int, lang: str) -> list[Block]:
    return [
        button(say("play_tichu.replay", lang), {"do": "replay", "race": race}),
        button(say("progress.save", lang), {"do": "save", "race": race}),
    ]


def _board(match: TimedMatch, names: Sequence[str], lang: str) -> list[Block]:
    """Make a fold with the winner of each round and the score after it. [U6.3]"""
    rows, ways = [], []
    columns = (
        *("play_tichu.column.race", "play_tichu.column.winner", "tournament.column.points"),
        *("play_tichu.column.score", "play_tichu.column.seconds"),
    )
    head = [say(column, lang) for column in columns]
    for race, (played, score) in enumerate(zip(match.finished, match.scores()[1:], strict=True)):
        end = played.outcome
        assert end is not None
        winner = say("whatif.nobody", lang) if end.winner is None else names[end.winner]
        points, time = score.points, seconds(played.line.moments[-1].note, lang)
        rows.append([str(race + 1), winner, str(max(end.points)), f"{points[0]} : {points[1]}", time])
        named = f"{head[0]} {race + 1}"
        ways.append(row(text(named), *_ways(race, lang), label=named))
    title = say("play_tichu.board", lang)
    return [details(title, table(title, head, rows, close=True), *ways)]


def replay_blocks(replay: Replay, *ways: Block, helps: bool = True) -> list[Block]:
    """Make blocks for a replay: the table with both hands face up, and controls.

    `ways`: further controls; `helps`: whether to show which cards each player could play.
    """
    line, reader = replay.line, replay.reader
    lang, moment = reader.lang, line.moment
    if replay.played.timed:
        label = say("play_tichu.at", lang, number=line.at, last=line.last, seconds=seconds(moment.note, lang))
    else:
        label = say("round_review.moment", lang, number=line.at, total=line.last)
    speeds = [
        option(say(key, lang), {"do": "pace", "slow": slow}, slow == (replay.clock.speed == SLOW))
        for key, slow in (("play_tichu.normal", False), ("table.pace.slow", True))
    ]
    news = () if moment.move is None else tell.describe_move(reader, moment.move, line.undo().state)
    # With one learner, their own side is below, as in the race.
    alone = reader.seat is not None

    run = "stop" if replay.clock.running else "run"
    return [
        racing(race_props(replay.played, reader, clock="none", at=line.at, near=replay.near, person=alone, news=news)),
        row(
            button(say("play_tongits.stop" if run == "stop" else "play_tichu.run", lang), {"do": run}, main=True),
            button(f"◀ {say('play_tichu.earlier', lang)}", {"do": "earlier"} if line.at else None),
            button(f"{say('play_tichu.later', lang)} ▶", {"do": "later"} if line.at < line.last else None),
            *ways,
        ),
        levels(say("play_tichu.speed_of", lang), speeds),
        slider(label, line.at, line.last, {"do": "at"}, say("play_tichu.place", lang)),
        *([group(*(_could(replay, seat) for seat in (replay.near, 1 - replay.near)), style="cardlab-could")] * helps),
    ]


def _could(replay: Replay, seat: int) -> Block:
    """List the cards that a seat could play until the next move, and for how long if that is known."""
    at, until, lang = replay.line.at, replay.line.redo().moment.note, replay.reader.lang
    durations = {
        one.card: until - one.begin for one in replay.opportunities if one.seat == seat and one.first <= at < one.last
    }
    longest = sorted(by_value(durations), key=lambda card: -durations[card])[:MOST_COULD]
    if replay.played.timed:
        lines = [say("play_tichu.could", lang, card=card, seconds=seconds(durations[card], lang)) for card in longest]
    else:
        lines = [card_label(card, lang) for card in longest]
    title = say("play_tichu.could_title", lang, who=replay.reader.name(seat))
    return group(text(title, "strong"), sentences(lines or [say("sheet.none", lang)]))
