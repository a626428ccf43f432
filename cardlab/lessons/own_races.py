"""Mistakes of the learner's own races of Tichu 1.on.1 as exercises: what was seen, ways to go on, how often each wins.

The page of races writes an entry (`entry`) when a race has been judged; the browser keeps it beside the answers, where
the mistakes of rounds of Tongits are too (`own_mistakes`, which reads both). What comes back may be torn or forged.
The chances were sampled when the race was judged; nothing is raced on here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Asked, Hint, Task, Verdict
from cardlab.locale import decimal, percent, say
from cardlab.refusal import NotationError
from cardlab.tell.tichu import by_value, pile_name, upper_cards
from cardlab.tichu import Draw, Flip, Play, View, parse_move, plays
from cardlab.tichu.moves import FULL_HAND

OWN: Final = "mistakes.own"
"""What the exercises are called in a log of answers, of both games; no lesson holds them."""
LEVEL: Final = 1
LONGEST: Final = 1_000
"""How many characters a position may have."""
MOST_WAYS: Final = 5
ERRORS: Final = 2
"""What lies within so many standard errors of the best way is as right as that."""
TOLD: Final = 0.005
"""What shows as 0 of a hundred is none."""


@dataclass(frozen=True, slots=True)
class WeighedWay:
    """Something to do: a move, or none, and what is kept for later; how likely it wins, how much less than the best."""

    move: Play | Draw | Flip | None
    keeping: Card | None
    win: float
    behind: float
    error: float

    @property
    def right(self) -> bool:
        """Whether it is as good as the best way, as far as the sample could tell."""
        return self.behind <= ERRORS * self.error

    @property
    def written(self) -> str:
        """The way in notation: a move, `keep` and a card, or `wait`."""
        if self.move is not None:
            return str(self.move)
        return "wait" if self.keeping is None else f"keep {self.keeping.code}"


@dataclass(frozen=True, slots=True)
class OwnRace:
    """A moment of a race of the learner's, ways to go on, the best first, and the place of the one that was chosen.

    `key`: its name in the log; `at`: when it was found, in seconds since 1970.
    """

    key: str
    seen: View
    ways: tuple[WeighedWay, ...]
    made: int
    at: int

    @property
    def asked(self) -> Asked:
        """The name by which a log knows it."""
        return Asked(OWN, self.key, LEVEL)

    def _named(self, place: int, lang: str) -> str:
        return named(self.ways[place].move, self.ways[place].keeping, lang)

    def task(self, lang: str) -> Task:
        """Which way wins most often; the ways stand in an order that does not tell it."""
        seen = self.seen
        names = (say("piles.pile", lang, number=number) for number in (1, 2))
        order = sorted(range(len(self.ways)), key=lambda place: self.ways[place].written)
        own, other = seen.seat, 1 - seen.seat
        return Task(
            say("own_race.prompt", lang),
            hand=by_value(seen.hand),
            piles=tuple(map(upper_cards, seen.piles)),
            pile_labels=tuple(pile_name(pile, name, lang) for pile, name in zip(seen.piles, names, strict=True)),
            choices=tuple((str(place), self._named(place, lang)) for place in order),
            kind="choice",
            notes=(
                say("lesson.race.hand", lang, own=len(seen.hand), other=seen.opponent_cards),
                say("lesson.race.draw", lang, own=seen.draw[own], other=seen.draw[other]),
                say("lesson.race.extra", lang, own=seen.extra[own], other=seen.extra[other]),
            ),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        """Right is what is as good as the best way. A wrong answer is told only its own figures, a right one all."""
        place = int(answer) if isinstance(answer, str) and answer.isdecimal() else len(self.ways)
        if place >= len(self.ways):
            return Verdict(False, (say("own.no_such", lang),))
        if not self.ways[place].right:
            again = (say("own.again", lang),) if place == self.made else ()
            return Verdict(False, (*again, self._figure(place, lang)), ("U6.1",))
        as_good = (say("own_race.as_good", lang),) if place else ()
        return Verdict(True, (*as_good, *self._figures(lang)), ("U6.1",))

    def _figures(self, lang: str) -> Iterator[str]:
        """How often each way wins, the best first, and which was chosen."""
        for place in range(len(self.ways)):
            yield self._figure(place, lang)
            if place == self.made:
                yield say("own_race.made", lang)

    def _figure(self, place: int, lang: str) -> str:
        """How often a way wins, or how much less often than the best one."""
        one, way = self.ways[place], self._named(place, lang)
        if not place:
            return say("own_race.best", lang, way=way, chance=percent(one.win, lang))
        if one.behind < TOLD:
            return say("own_race.same", lang, way=way)
        loss, error = (decimal(100 * value, lang, 1) for value in (one.behind, one.error))
        return say("own_race.less", lang, way=way, loss=loss, error=error)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        """What was done then, and what it cost."""
        loss = decimal(100 * self.ways[self.made].behind, lang, 1)
        return (Hint(say("own_race.lost", lang, way=self._named(self.made, lang), loss=loss), "0"),)

    def solution(self, lang: str) -> tuple[str, Answer]:
        """The best way, and how often each wins."""
        return " ".join(self._figures(lang)), "0"


def named(move: Play | Draw | Flip | None, keeping: Card | None, lang: str) -> str:
    """What a way to go on is called."""
    match move:
        case Play(card=card, pile=pile, wish=None):
            return say("whatif_tichu.do.play", lang, card=card, pile=pile + 1)
        case Play(card=card, pile=pile, wish=str(rank)):
            return say("whatif_tichu.do.wish", lang, card=card, pile=pile + 1, rank=rank)
        case Draw():
            return say("whatif_tichu.do.draw", lang)
        case Flip():
            return say("whatif_tichu.do.flip", lang)
    return say("whatif_tichu.do.wait", lang) if keeping is None else say("whatif_tichu.do.keep", lang, card=keeping)


def entry(seen: View, ways: Sequence[WeighedWay], made: int, at: int) -> dict[str, Any]:
    """A mistake as the browser keeps it; `ways`: the best first; `made`: the place of the one that was chosen."""
    position = seen.notation
    return {
        "key": _key(position, ways[made]),
        "position": position,
        "ways": [
            {
                "way": one.written,
                "win": round(one.win, 4),
                "behind": round(one.behind, 4),
                "error": round(one.error, 4),
            }
            for one in ways
        ],
        "made": made,
        "at": at,
    }


def _key(position: str, made: WeighedWay) -> str:
    """The same mistake has the same key, whenever it is found."""
    return sha256(f"race {position} | {made.written}".encode()).hexdigest()[:16]


def read_race(given: object) -> OwnRace | None:
    """A mistake out of JSON; None if it is none of a race, if anything is missing, or could not be played."""
    match given:
        case {"key": str(key), "position": str(position), "ways": list(ways), "made": int(made), "at": int(at), **more}:
            pass
        case _:
            return None
    if more or isinstance(made, bool) or isinstance(at, bool) or at < 0 or len(position) > LONGEST:
        return None
    if not 2 <= len(ways) <= MOST_WAYS or made not in range(len(ways)):
        return None
    try:
        seen = View.read(position)
        weighed = tuple(_weighed(one, seen) for one in ways)
    except (NotationError, ValueError, KeyError, IndexError, AssertionError):
        return None
    if key != _key(position, weighed[made]) or len({one.written for one in weighed}) < len(weighed):
        return None
    best, *others = (one.behind for one in weighed)
    return OwnRace(key, seen, weighed, made, at) if best == 0 and min(others) >= 0 else None


def _weighed(given: object, seen: View) -> WeighedWay:
    """A way out of JSON. Raises ValueError or NotationError if it is none that there is in this position."""
    match given:
        case {"way": str(text), "win": win, "behind": behind, "error": error}:
            pass
        case _:
            raise ValueError("no way")
    if not all(type(one) in (int, float) and 0 <= one <= 1 for one in (win, behind, error)):
        raise ValueError("no chances")
    move, keeping = None, None
    if text.startswith("keep "):
        keeping = Card(text[5:])
        if keeping not in seen.hand:
            raise ValueError("what is kept is in the hand")
    elif text != "wait":
        read = parse_move(text)
        match read:
            case Play():
                possible = read in plays(seen)
            case Draw(seat=seat):
                possible = seat == seen.seat and seen.draw[seat] > 0 and len(seen.hand) < FULL_HAND
            case Flip():
                possible = seen.flip_due
            case _:
                possible = False
        if not possible or not isinstance(read, Play | Draw | Flip):
            raise ValueError("no move of the one who looks")
        move = read
    return WeighedWay(move, keeping, float(win), float(behind), float(error))
