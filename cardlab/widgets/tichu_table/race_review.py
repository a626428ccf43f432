"""Finished timed rounds: missed opportunities, reaction times, and the replay.

- `Opportunity`, `opportunities`: how long each card could have been played;
- `overlooked`, `reactions`, `forgotten`: what became of them; `summary`, `overlooked_words` are the texts;
- `read_race`: a round from a record, shown like one that was played here;
- `Replay`: a round run again, by its own clock, normal or slow;
- `result_blocks`, `replay_props`, `replay_blocks`: what the page draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import mean
from typing import Final

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu_sentences import by_value
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tichu import Draw, Flip, Outcome, Play, Recycle, State, outcome, plays, view
from cardlab.tichu.moves import SEATS
from cardlab.tichu.state import can_draw
from cardlab.widgets.blocks import Block, button, details, group, option, row, sentences, table, text
from cardlab.widgets.scene import receives
from cardlab.widgets.tichu_table.clock import Clock, Timers
from cardlab.widgets.tichu_table.race_hands import SIDES, Side
from cardlab.widgets.tichu_table.race_props import (
    RaceProps,
    discards,
    leaving,
    levels,
    player_props,
    reader_of,
    seconds,
    slider,
)
from cardlab.widgets.tichu_table.timed_match import Against, TimedMatch, TimedRound

WORTH_TELLING: Final = 500
"""The shortest overlooked opportunity that is listed, in milliseconds."""
UNDER_WAY: Final = 1_500
"""A card tried within this time after it last fitted was late, not overlooked; in milliseconds."""
MOST_LISTED: Final = 5
MOST_COULD: Final = 4
LONGEST_RACE: Final = 1_000
"""The greatest number of moves in a record; a long race has a few hundred."""
MOST_FILE: Final = 2_000_000
"""The longest record that is opened, in characters; the browser sends no longer one."""
APART: Final = 1_000
"""The interval of moves without times in a replay, in milliseconds."""
SLOW: Final = 0.25
"""The speed of a slow replay."""


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A card that a seat could have played, from moment `first` up to and without moment `last`.

    - `piles`: where, at the end of that time; `begin` and `end` in milliseconds;
    - `still`: the milliseconds after the seat's action before;
    - `taken`: whether it was played then.
    """

    seat: int
    card: Card
    piles: tuple[int, ...]
    first: int
    last: int
    begin: int
    end: int
    still: int
    taken: bool


def opportunities(played: TimedRound) -> tuple[Opportunity, ...]:
    """Every opportunity that has ended, in the order of their ends."""
    return _opportunities(played, len(played.line.moments))


@lru_cache(maxsize=2)
def _opportunities(played: TimedRound, _moments: int) -> tuple[Opportunity, ...]:
    """The same, cached by the number of moments."""
    closed: list[Opportunity] = []
    open_since: dict[tuple[int, Card], int] = {}
    piles: dict[tuple[int, Card], tuple[int, ...]] = {}
    done = [0, 0]  # when each seat last laid or drew a card
    for number, moment in enumerate(played.line.moments):
        move, end, playable = moment.move, moment.note, _playable(moment.state)
        for key in [key for key in open_since if key not in playable]:
            seat, card = key
            taken = isinstance(move, Play) and (move.seat, move.card) == key
            first = open_since.pop(key)
            begin = played.line.moments[first].note
            still = end - max(begin, done[seat])
            closed.append(Opportunity(seat, card, piles.pop(key), first, number, begin, end, still, taken))
        for key in playable:
            open_since.setdefault(key, number)
        piles.update(playable)
        if isinstance(move, Play | Draw):
            done[move.seat] = end
    return tuple(closed)


def _playable(state: State) -> dict[tuple[int, Card], tuple[int, ...]]:
    """The playable cards of each seat, and their piles."""
    moves: dict[tuple[int, Card], tuple[int, ...]] = {}
    for seat in SEATS if outcome(state) is None else ():
        for move in plays(view(state, seat)):
            if move.wish is None:
                moves[seat, move.card] = (*moves.get((seat, move.card), ()), move.pile)
    return moves


def reactions(played: TimedRound, seat: int) -> tuple[Opportunity, ...]:
    """The plays of the seat; `still` is the reaction time."""
    return tuple(one for one in opportunities(played) if one.taken and one.seat == seat)


def overlooked(played: TimedRound, seat: int) -> tuple[Opportunity, ...]:
    """What the seat could have played while it did nothing, the longest first."""
    missed = []
    for one in opportunities(played):
        move = played.line.moments[one.last].move
        own = isinstance(move, Play | Draw) and move.seat == seat
        tried = any(
            try_.seat == seat and try_.card is one.card and one.begin <= try_.at <= one.end + UNDER_WAY
            for try_ in played.tried
        )
        if one.seat == seat and not own and not tried and one.still >= WORTH_TELLING:
            missed.append(one)
    return tuple(sorted(missed, key=lambda one: -one.still))


def overlooked_words(played: TimedRound, seat: int, name: str, lang: str) -> list[str]:
    """The longest overlooked opportunities of a seat, as sentences with the player's name."""
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


def forgotten(played: TimedRound, seat: int) -> int:
    """U3.2: how often the seat played again without drawing up, and then owed cards."""
    return sum(
        isinstance(after.move, Play)
        and after.move.seat == seat
        and can_draw(before.state, seat)
        and after.state.owes[seat] > 0
        for before, after in pairwise(played.line.moments)
    )


def summary(played: TimedRound, names: Sequence[str], lang: str) -> Iterator[str]:
    """How fast each seat was, and how often it came too late or forgot to draw."""
    for seat in SEATS:
        took = [one.still for one in reactions(played, seat)]
        if took:
            facts = {"mean": seconds(mean(took), lang), "fastest": seconds(min(took), lang)}
            yield say("play_tichu.quick", lang, who=names[seat], count=len(took), **facts)
        if late := sum(one.late for one in played.tried if one.seat == seat):
            yield say("play_tichu.late", lang, who=names[seat], count=late)
        if forgot := forgotten(played, seat):
            yield say("play_tichu.forgotten", lang, who=names[seat], count=forgot)


def read_race(text: str) -> tuple[TimedRound, Record]:
    """Read a race from the text of a record, which may hold the time of each move; return both.

    Raises NotationError for anything else.
    """
    if len(text) > MOST_FILE:
        raise NotationError("record_too_large", count=MOST_FILE // 1_000_000)
    record = Record.parse(text)
    if not isinstance(record.start, State):
        raise NotationError("race_other_game")
    if len(record.moves) > LONGEST_RACE:
        raise NotationError("race_too_long", count=len(record.moves), most=LONGEST_RACE)
    times = _times(record)
    played = TimedRound(0, record.start.rules, start=record.start)
    moves = [move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle)]
    for number, move in enumerate(moves, 1):
        if played.make(move, times[number - 1] if times else APART * number):
            raise NotationError("position_move_breaks_rule", number=number, text=str(move))
    return played, record


def _times(record: Record) -> Sequence[int] | None:
    """The time of each move, in milliseconds; None unless the record has all of them in order."""
    times = record.about.get("times_ms")
    if not isinstance(times, list | tuple) or len(times) != len(record.moves):
        return None
    rising = all(type(time) is int for time in times) and all(one <= two for one, two in pairwise([0, *times]))
    return times if rising else None


class Replay:
    """A finished round, looked at from its deal on.

    - `played`: the round; `line`: its moments, and the present one;
    - `reader`: the reader; `near`: the seat at side 0;
    - `run`: runs a due call under the lock of the page;
    - `stored`: whether it is from a record;
    - `speed`: 1, or `SLOW`; `running`: whether its clock runs.
    """

    def __init__(
        self,
        played: TimedRound,
        reader: Reader,
        clock: Clock,
        run: Callable[[Callable[[], None]], None],
        *,
        near: Side = 0,
        stored: bool = False,
    ) -> None:
        self.played = played
        self.reader = reader
        self.near = near
        self.stored = stored
        self.line = played.line.seek(0)
        self.speed: float = 1
        self.running = False
        self.opportunities = opportunities(played)
        self._clock = clock
        self._timers = Timers(clock, run)
        self._position = 0.0
        self._since = 0.0

    @property
    def seats(self) -> tuple[Side, Side]:
        """The seats in the order of the sides."""
        return (1, 0) if self.near else (0, 1)

    @property
    def milliseconds(self) -> float:
        """The time of its clock within the round."""
        return self._position + (1000 * self.speed * (self._clock.now() - self._since) if self.running else 0)

    @receives
    def at(self, number: int) -> None:
        """Go to this moment, or to the nearest one."""
        self.line = self.line.seek(max(0, min(self.line.last, number)))
        self._set(self.line.moment.note)

    @receives
    def pace(self, slow: bool) -> None:
        """Slow down, or run at normal speed; the clock goes on from its present time."""
        here = self.milliseconds
        self.speed = SLOW if slow else 1
        self._set(here)

    @receives
    def run(self) -> None:
        """Start the clock, at the end from the beginning."""
        if self.line.at == self.line.last:
            self.at(0)
        self.running = True
        self._set(self._position)

    @receives
    def stop(self) -> None:
        """Stop the clock."""
        here = self.milliseconds
        self.running = False
        self._set(here)

    def _set(self, milliseconds: float) -> None:
        self._position, self._since = milliseconds, self._clock.now()
        self._timers.cancel_all()
        if self.running and self.line.at < self.line.last:
            wait = (self.line.redo().moment.note - milliseconds) / 1000 / self.speed
            self._timers.set("next", max(0.0, wait), self._next)
        else:
            self.running = False

    def _next(self) -> None:
        self.line = self.line.redo()
        self._set(self.line.moment.note)


# What the page draws


def result_blocks(match: TimedMatch, lang: str) -> list[Block]:
    """The result of the last round, what was overlooked, the reaction times, the score, and what comes next."""
    played, winner, people = match.rounds[-1], match.score.winner, match.settings.people
    reader, last = reader_of(match.settings.against, lang), len(match.finished) - 1
    names, end = (reader.name(0), reader.name(1)), played.outcome
    assert end is not None
    titles = [headline(end, match.settings.against, lang)]
    if winner is not None:
        titles.insert(0, reader.about("play_tichu.match_won", winner))
    missed = [sentence for seat in people for sentence in overlooked_words(played, seat, names[seat], lang)]
    following = "play_tichu.next" if winner is None else "play_tichu.new"
    return [
        {
            "is": "ended",
            "won": end.winner in people,
            "titles": titles,
            "said": [" ".join(tell.ended(reader, played.state)), *summary(played, names, lang)],
            "below": [text(say("play_tichu.overlooked_title", lang), "strong"), sentences(missed)],
        },
        row(
            button(say(following, lang), {"do": "next" if winner is None else "leave"}, main=True),
            *_ways(last, lang),
            *([leaving()] if winner is None else []),
        ),
        {"is": "share", "deal": match.seed},
        *_board(match, names, lang),
    ]


def _ways(race: int, lang: str) -> list[Block]:
    return [
        button(say("play_tichu.replay", lang), {"do": "replay", "race": race}),
        button(say("play_tichu.save", lang), {"do": "save", "race": race}),
    ]


def _board(match: TimedMatch, names: Sequence[str], lang: str) -> list[Block]:
    """U6.3: each round with its winner, and the score after it, in a fold."""
    rows, ways = [], []
    columns = (
        *("play_tichu.column.race", "play_tichu.column.winner", "play_tichu.column.points"),
        *("play_tichu.column.score", "play_tichu.column.seconds"),
    )
    head = [say(column, lang) for column in columns]
    for race, (played, score) in enumerate(zip(match.finished, match.scores()[1:], strict=True)):
        end = played.outcome
        assert end is not None
        winner = say("play_tichu.nobody", lang) if end.winner is None else names[end.winner]
        points, time = score.points, seconds(played.line.moments[-1].note, lang)
        rows.append([str(race + 1), winner, str(max(end.points)), f"{points[0]} : {points[1]}", time])
        named = f"{head[0]} {race + 1}"
        ways.append(row(text(named), *_ways(race, lang), label=named))
    title = say("play_tichu.board", lang)
    return [details(title, table(title, head, rows, close=True), *ways)]


def headline(end: Outcome, against: Against, lang: str) -> str:
    """The winner of the round, and the points for it (U6.2)."""
    if end.winner is None:
        return say("play_tichu.won.nobody", lang)
    keys = ("play_tichu.won.you", "play_tichu.won.computer")
    if against is Against.TWO:
        keys = ("play_tichu.won.left", "play_tichu.won.right")
    return say(keys[end.winner], lang, count=end.points[end.winner])


def replay_props(replay: Replay) -> RaceProps:
    """The present moment of a replay, both hands open."""
    line, reader, moment = replay.line, replay.reader, replay.line.moment
    slots = replay.played.slots[line.at]
    sides = [
        player_props(moment.state, seat, reader.name(seat), reader.lang, slots[seat], side=side)
        for side, seat in zip(SIDES, replay.seats, strict=True)
    ]
    news = () if moment.move is None else tell.describe_move(reader, moment.move, line.undo().state, ())
    return {
        "phase": "still",
        "number": line.at,
        "sides": sides,
        "piles": discards(moment.state, reader),
        # A player sees their own side below, as in the race.
        "person": reader.seat is not None,
        "paused": False,
        "turning": "",
        "milliseconds": 0,
        "news": list(news),
    }


def replay_blocks(replay: Replay) -> list[Block]:
    """The controls of a replay, and what each could have played at this moment."""
    line, lang = replay.line, replay.reader.lang
    time = seconds(line.moment.note, lang)
    label = say("play_tichu.at", lang, number=line.at, last=line.last, seconds=time)
    speeds = [
        option(say(key, lang), {"do": "pace", "slow": slow}, slow == (replay.speed == SLOW))
        for key, slow in (("play_tichu.normal", False), ("play_tichu.slow", True))
    ]

    def go(number: int) -> dict[str, object] | None:
        return {"do": "at", "number": number} if 0 <= number <= line.last else None

    run = "stop" if replay.running else "run"
    return [
        row(
            button(say("play_tichu.stop" if replay.running else "play_tichu.run", lang), {"do": run}, main=True),
            button(f"◀ {say('play_tichu.earlier', lang)}", go(line.at - 1)),
            button(f"{say('play_tichu.later', lang)} ▶", go(line.at + 1)),
            button(say("play_tichu.close" if replay.stored else "play_tichu.results", lang), {"do": "results"}),
        ),
        levels(say("play_tichu.speed_of", lang), speeds),
        slider(label, line.at, line.last, {"do": "at"}, free="number", named=say("play_tichu.place", lang)),
        group(*(_could(replay, seat) for seat in replay.seats), style="cardlab-could"),
    ]


def _could(replay: Replay, seat: int) -> Block:
    """The cards that the seat could play at this moment, and for how long by the next one."""
    at, until, lang = replay.line.at, replay.line.redo().moment.note, replay.reader.lang
    durations = {
        one.card: until - one.begin for one in replay.opportunities if one.seat == seat and one.first <= at < one.last
    }
    longest = sorted(by_value(durations), key=lambda card: -durations[card])[:MOST_COULD]
    lines = [say("play_tichu.could", lang, card=card, seconds=seconds(durations[card], lang)) for card in longest]
    title = say("play_tichu.could_title", lang, who=replay.reader.name(seat))
    return group(text(title, "strong"), sentences(lines or [say("play_tichu.could_not", lang)]))
