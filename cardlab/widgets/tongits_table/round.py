"""A round of Tongits with its past and its future, the bots that answer, the steps of a guide, and the words for it.

`cardlab.timeline` keeps the moments, `tongits` decides what is allowed, a guide's step what it wants.
`Words` knows from where somebody looks at the table; what is said there `cardlab.phrasing` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

from cardlab.bots.tongits import BOTS, Bot
from cardlab.cards import Card
from cardlab.lessons.guided_rounds import Guide, Step
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits as tell
from cardlab.refusal import NotationError, Refusal
from cardlab.rounds import replies
from cardlab.timeline import Moment, Timeline
from cardlab.tongits import Meld, Move, Outcome, Phase, State, View, parse_move, play, view, why_not

SEATS = 3
TongitsMoment: TypeAlias = Moment[State, Move, int]
"""A moment of a round; its note is how many steps of the guide were done by then."""


class TongitsRound:
    """One round at a table; `line` holds its moments and the one that is looked at.

    - `start`: the first position;
    - `seat`: the learner's seat;
    - `others`: the name of the bot that moves the other seats, or None if the learner moves every seat;
    - `bots`: the bots by seat, instead of `others`;
    - `guide`: steps to be done in order; until they are done no bot moves, and the guide's replies are played;
    - `seed`: what the bots' chance comes from: the same moves get the same answers;
    - `at_once`: whether the bots answer within `play`; if not, somebody hands to `reply` what `others_do` comes to;
    - `looks_from`: from which seat the end is looked at where the learner moves every seat; None: the last one's.

    Whoever moves on from a moment in the past begins a new line; the old one is kept in `lines`.
    Raises ValueError for an unknown bot.
    """

    def __init__(
        self,
        start: State,
        *,
        seat: int = 0,
        others: str | None = "careful",
        bots: Mapping[int, Bot] | None = None,
        guide: Guide | None = None,
        seed: int = 0,
        at_once: bool = True,
        looks_from: int | None = None,
    ) -> None:
        if others is not None and others not in BOTS:
            raise ValueError(f"others is one of {', '.join(BOTS)} or None, not {others!r}")
        if bots is None:
            bots = {} if others is None else {one: BOTS[others] for one in range(SEATS) if one != seat}
        self.seat = seat
        self.others = others
        self.bots = bots
        self.guide = guide
        self.seed = seed
        self.at_once = at_once
        self.looks_from = looks_from
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)
        self.since = 0
        self.play_on()

    # What there is to see.

    @property
    def moments(self) -> tuple[TongitsMoment, ...]:
        """Every moment, the first position first."""
        return self.line.moments

    @property
    def at(self) -> int:
        """The place of the moment that is looked at."""
        return self.line.at

    @property
    def lines(self) -> tuple[tuple[Move, ...], ...]:
        """The moves of every line that was left."""
        return self.line.lines

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move of this line, those after `at` too."""
        return self.line.moves

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self.line.state

    @property
    def actor(self) -> int:
        """The seat that the learner moves now."""
        if self.bots:
            return self.seat
        return self.state.seat if self.looks_from is None or self.state.phase is not Phase.OVER else self.looks_from

    @property
    def seen(self) -> View:
        """What the learner's seat may see."""
        return view(self.state, self.actor)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the learner's seat holds."""
        return self.state.hands[self.actor]

    @property
    def steps_done(self) -> int:
        """How many steps of the guide are done."""
        return self.line.moment.note

    @property
    def step(self) -> Step | None:
        """The present step of the guide, None without a guide or after its last step."""
        steps = self.guide.steps if self.guide else ()
        return steps[self.steps_done] if self.steps_done < len(steps) else None

    @property
    def guided(self) -> tuple[Move, ...]:
        """The learner's moves by which the steps of the guide were done so far, in order."""
        line = self.moments[: self.at + 1]
        return tuple(now.move for before, now in pairwise(line) if now.note > before.note and now.move is not None)

    @property
    def waiting(self) -> bool:
        """Whether the others have to move before the learner can."""
        return self.step is None and not self._own(self.line.moment)

    @property
    def waits_at_its_end(self) -> bool:
        """Whether the others have to move, and what they do has not been played yet."""
        return self.waiting and self.at == self.line.last

    @property
    def news(self) -> tuple[int, ...]:
        """The places of the moments that came about by the learner's last action."""
        return tuple(range(self.since + 1, self.at + 1))

    def meets(self, move: Move) -> bool:
        """Whether a legal move is what the present step wants; without a step any is."""
        return self.step is None or self.step.meets(self.state, move)

    # What happens.

    def play(self, move: Move) -> None:
        """Makes a move; the guide's replies or the bots answer. Raises IllegalMove if it is not allowed."""
        step, done, here = self.step, self.steps_done, self.at
        self.line = self.line.play(move, done + (step is not None))
        self.since = here
        if step is None:
            self._answer()
        else:
            self.line = self.line.replay(step.replies, done + 1)

    def go_on_guided(self, moves: Iterable[str]) -> None:
        """Does the steps of the guide again by these moves, as they are written, as long as each does its step."""
        for text in moves:
            try:
                move = parse_move(text)
            except NotationError:
                break
            if self.step is None or move.seat != self.actor or why_not(self.seen, move) or not self.meets(move):
                break
            self.play(move)
        self.since = self.at

    def play_on(self) -> None:
        """Lets the others move until it is the learner's turn."""
        self.since = self.at
        if self.waiting:
            self.line = self.line.left()
            self._answer()

    def others_do(self) -> Callable[[], Iterator[Move]]:
        """What the bots do until it is the learner's turn, as a job for the background."""
        return partial(replies, self.state, dict(self.bots), self.seed, self.at)

    def reply(self, move: Move) -> None:
        """A bot makes its move. Raises IllegalMove if it is not allowed."""
        self.line = self.line.play(move, self.steps_done)

    def replay(self, moves: Iterable[Move]) -> None:
        """Makes these moves one after the other, whoever's they are, without an answer to any of them.

        Raises IllegalMove, and makes none of them, if one breaks a rule.
        """
        self.line = self.line.replay(moves, self.steps_done)
        self.since = self.at

    def follow(self, line: Timeline[State, Move, int]) -> None:
        """Goes on as this line does, which has more moves, for somebody else has made them."""
        self.line = line

    def resume(self, line: Timeline[State, Move, int]) -> None:
        """Goes on with this line, in the moment that is looked at in it."""
        self.line = line
        self.since = line.at

    def take_up(self, line: int) -> bool:
        """Goes on with an older line instead of this one, which is kept; False if there is no such line."""
        return line in range(len(self.lines)) and self._become(self.line.take_up(line))

    def undo(self) -> bool:
        """Goes back to the last position before this one in which the learner had to move; False if there is none."""
        return self._become(self.line.undo(self._own))

    def redo(self) -> bool:
        """Goes forward to the next such position, or to the end of what was played; False at the end."""
        return self._become(self.line.redo(self._own))

    def go(self, to: int) -> bool:
        """Goes to a moment; False if there is no such one."""
        if to not in range(len(self.moments)):
            return False
        self.resume(self.line.go(to))
        return True

    @property
    def may_undo(self) -> bool:
        """Whether there is a move of the learner to take back."""
        return any(self._own(moment) for moment in self.moments[: self.at])

    @property
    def may_redo(self) -> bool:
        """Whether there is a move to make again."""
        return self.at < self.line.last

    def _become(self, line: Timeline[State, Move, int]) -> bool:
        other = line is not self.line
        if other:
            self.resume(line)
        return other

    def _own(self, moment: TongitsMoment) -> bool:
        return moment.state.phase is Phase.OVER or moment.state.seat not in self.bots

    def _answer(self) -> None:
        if self.at_once:
            for move in replies(self.state, self.bots, self.seed, self.at):
                self.reply(move)


# What is said of it


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one table: `lang`; `you`, the seat that is called "you", or None if all are; `open_hands`.

    `against_bots`: the others are bots, and called by their names; `people`: what people call themselves, by seat.
    `reader`: who reads at this table.
    """

    lang: str
    you: int | None
    open_hands: bool = False
    against_bots: bool = False
    people: tuple[str, ...] = ()
    reader: Reader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        reader = tell.at_table(self.lang, self.you, tell.BOTS if self.against_bots else tell.PLACES)
        object.__setattr__(self, "reader", replace(reader, people=self.people))

    def say(self, key: str, **facts: Any) -> str:
        """A message in the language of the table."""
        return self.reader.say(key, **facts)

    def player(self, seat: int) -> str:
        """What a player is called: from where the learner sits, or by number if the learner moves every seat."""
        return self.reader.name(seat)

    def within(self, seat: int) -> str:
        """What a player is called within a sentence: "the player on the left"."""
        return self.reader.within(seat)

    def about(self, what: str, seat: int, **facts: Any) -> str:
        """A sentence of the table that has one form for "you" and one for another player."""
        return self.reader.about(f"table.{what}", seat, **facts)

    def told(self, moments: Sequence[TongitsMoment], places: Iterable[int]) -> list[str]:
        """The moves that led to these moments, a sentence for all that one player did in a row."""
        deeds = [(moments[place].move, moments[place - 1].state) for place in places]
        made = [(move, before) for move, before in deeds if move is not None]
        return list(tell.told(self.reader, made, open_hands=self.open_hands))

    def action(self, move: Move, seen: View) -> str:
        """What the button of a move says."""
        return tell.action(self.reader, move, seen)

    def reason(self, refusal: Refusal) -> str:
        """A refusal as at this table: players by name, melds by the number that stands beside them."""
        return self.reader.explain(refusal)

    def meld(self, number: int, meld: Meld | None) -> str:
        """What a meld on the table is called: its number, from 1, and its kind."""
        return tell.meld_name(self.reader, number - 1, meld)

    def ended(self, state: State, result: Outcome) -> list[str]:
        """How a round ended and who pays what, in sentences; the first one says who won."""
        burned = tell.burned(self.reader, result) if result.winner is not None else ()
        told = (*tell.ended(self.reader, state), *burned, *tell.paid(self.reader, state))
        return [reason.sentence for reason in told]
