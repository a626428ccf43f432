"""What each thing to do is worth in a race of Tichu 1.on.1: all of them raced on in the same deals of what is unseen.

A world is one way to deal the cards that the viewer cannot see. In it the viewer does one thing first, after a reaction
of its own, and then both race on with their reaction times, as the racers play (`races.Racer`).
First what there is to do (`Way`, `ways`) and what is impossible about a position, then the answer and how it comes from
sums, then the questions: `ask`, `refine` and `compare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.kernel import races as slots
from cardlab.analysis.kernel.compiled import Kernel, best
from cardlab.analysis.races import CARDS, LONGEST, LOW_32, NUMBERS, SKILLED, Racers, settings_of
from cardlab.analysis.whatif import Estimate, refuse_count
from cardlab.cards import SPECIALS, TICHU_DECK, Card
from cardlab.refusal import NotationError, quoted
from cardlab.tichu import Draw, Flip, Play, View, deal, plays, view
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.piles import MAH_JONG, sorting_value, wished_value

ERRORS: Final = 2
"""What lies within so many standard errors is not called a difference."""
CLEARLY: Final = 3.5
"""A way that lies so many standard errors behind the best one is raced on no more."""
PRECISE: Final = 0.01
"""With so small an error of its chance to win the last way left is raced on no more."""
AT_ONCE: Final = 200
"""The worlds of a first, coarse answer; each lot after it is as large as all before it together."""
LARGEST_LOT: Final = 2_000
BETWEEN: Final = 2_000
"""After so many races it is asked whether they are still wanted: some milliseconds, compiled."""


@dataclass(frozen=True, slots=True)
class Way:
    """One thing to do now, and what is kept for later.

    - `move`: a play, drawing up or the flip of both; None: nothing of one's own;
    - `keeping`: a special card that fits now and is kept. It is played when neither side can do anything else, and when
      nothing else is left to be played or drawn; else one plays on. None: nothing is kept.

    Without `move` and `keeping` the seat waits for the other side's next move.
    """

    move: Play | Draw | Flip | None
    keeping: Card | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """What one way is worth to the viewer.

    - `win`: the probability of winning the race, 0 to 1; `points`: the points won less those that the other side wins;
    - `behind`, `behind_points`: how much less than the way with the best mean, in the same worlds; 0 for that one;
    - `worlds`: in how many worlds it was raced on; fewer than the best way if it was clearly worse before;
    - `same`: other ways that come to the same, because suits do not matter (U1.4).
    """

    way: Way
    win: Estimate
    points: Estimate
    behind: Estimate
    behind_points: Estimate
    worlds: int
    same: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known so far: the options, the most likely to win first; `worlds` of the best; `done`: none will follow.

    `undecided`: the options that are too close to the first to be told apart from it; the first itself not among them.
    """

    options: tuple[Option, ...]
    worlds: int
    done: bool

    @property
    def undecided(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options[1:] if option.behind.mean <= ERRORS * option.behind.error)


def ways(seen: View) -> tuple[Way, ...]:
    """What the viewer can do now: each play, drawing up, keeping each special card that fits, and waiting.

    While a flip is due, that alone; if no card fits and none is to be drawn, waiting alone.

    >>> from cardlab.tichu import View
    >>> len(ways(View.read("hand 7h Ph; draw 4 5; pile 0 6s; pile 1 Kd")))
    6
    """
    if seen.flip_due:
        return (Way(Flip()),)
    laid = plays(seen)
    found = [Way(move) for move in laid]
    if len(seen.hand) < FULL_HAND and seen.draw[seen.seat]:
        found.append(Way(Draw(seen.seat)))
    if len(seen.hand) > 1 or seen.draw[seen.seat]:
        fitting = {move.card for move in laid}
        found += [Way(None, card) for card in SPECIALS if card in fitting]
    return (*found, Way(None))


def refuse_position(seen: View) -> None:
    """Raises NotationError, whose text is the sentence, for a position to which no race can come.

    >>> from cardlab.tichu import View
    >>> refuse_position(View.read("hand 7h; cards 9; pile 0 5h"))
    Traceback (most recent call last):
    cardlab.refusal.NotationError: The opponent cannot hold 9 cards: a hand has 0 to 8.
    """
    if not isinstance(seen, View):
        raise TypeError(f"a tichu.View is wanted, as tichu.view() makes one, not {quoted(seen)}")
    if seen.seat not in SEATS:
        raise NotationError("tichu_position_seat", seat=seen.seat)
    known = [*seen.hand, *(card for pile in seen.piles for card in pile.cards)]
    for card in known:
        if known.count(card) > 1:
            raise NotationError("card_twice_given", card=card)
        if card not in TICHU_DECK:
            raise NotationError("not_in_game", card=card)
    if len(seen.hand) > FULL_HAND:
        raise NotationError("tichu_position_hand", count=len(seen.hand), most=FULL_HAND)
    if not 0 <= seen.opponent_cards <= FULL_HAND:
        raise NotationError("tichu_position_other_hand", count=seen.opponent_cards, most=FULL_HAND)
    if min(*seen.draw, *seen.extra) < 0:
        raise NotationError("tichu_position_negative")
    if any(pile.wish and MAH_JONG not in pile.cards for pile in seen.piles):
        raise NotationError("tichu_position_wish")
    hands = [seen.opponent_cards, seen.opponent_cards]
    hands[seen.seat] = len(seen.hand)
    for seat in SEATS:
        if not hands[seat] and not seen.draw[seat]:
            raise NotationError("tichu_position_over", own=seat == seen.seat)
    hidden = _hidden(seen)
    left = len(TICHU_DECK) - len(known)
    if hidden > left:
        raise NotationError("tichu_position_too_many", count=hidden, left=left)
    if hidden < left and not any(pile.cards for pile in seen.piles):
        raise NotationError("tichu_position_too_few", count=hidden, left=left)


def _hidden(seen: View) -> int:
    """How many cards lie in the other hand, the draw piles and the extra piles."""
    return seen.opponent_cards + sum(seen.draw) + sum(seen.extra)


@dataclass(frozen=True, slots=True)
class Question:
    """A position and its ways as the kernel's numbers; of ways that come to the same the first is raced on.

    - `begun`: the memory of a race in which -1 stands for every card that is dealt anew in each world;
    - `unseen`: the cards to be dealt; `numbers`: the ways, as `races.race_ways` reads them.
    """

    seen: View
    racers: Racers
    ways: tuple[Way, ...]
    same: tuple[tuple[Way, ...], ...]
    begun: tuple[int, ...]
    unseen: tuple[int, ...]
    numbers: tuple[int, ...]


def question(seen: View, racers: Racers = SKILLED, only: Sequence[Way] | None = None) -> Question:
    """The question what the ways are worth, or `only` some of them.

    Raises NotationError for an impossible position, ValueError for a way that is not open.
    """
    refuse_position(seen)
    open_ways = ways(seen)
    for way in only or ():
        if way not in open_ways:
            raise ValueError(f"that cannot be done here: {quoted(way)}")
    alike: dict[object, list[Way]] = {}
    for way in open_ways if only is None else only:
        alike.setdefault(_worth(way), []).append(way)
    kept = tuple(group[0] for group in alike.values())
    return Question(
        seen,
        racers,
        kept,
        tuple(tuple(group[1:]) for group in alike.values()),
        tuple(_begun(seen)),
        tuple(NUMBERS[card] for card in _unseen(seen)),
        tuple(number for way in kept for number in _numbers(way)),
    )


def _worth(way: Way) -> object:
    """U1.4: suits do not matter, so two ways are the same if they play the same value on the same pile."""
    if isinstance(way.move, Play) and way.move.card not in SPECIALS:
        return sorting_value(way.move.card), way.move.pile
    return way


def _unseen(seen: View) -> tuple[Card, ...]:
    known = {*seen.hand, *(card for pile in seen.piles for card in pile.cards)}
    return tuple(card for card in CARDS if card not in known)


def _begun(seen: View) -> list[int]:
    """The position as the memory of a race.

    Cards that are neither seen nor said to lie in a hand, a draw pile or an extra pile lie at the bottom of the discard
    piles, as evenly as may be: they have been played, and only chance brings them back (U4.3).
    """
    table = [0] * slots.MEMORY
    other = 1 - seen.seat
    table[slots.HAND + seen.seat] = sum(1 << NUMBERS[card] for card in seen.hand)
    table[slots.HELD + seen.seat] = len(seen.hand)
    table[slots.HELD + other] = table[slots.HIDDEN + other] = seen.opponent_cards
    table[slots.FLIP_DUE] = int(seen.flip_due)
    buried = len(_unseen(seen)) - _hidden(seen)
    shares = [buried - buried // 2, buried // 2] if all(pile.cards for pile in seen.piles) else [buried, buried]
    for seat in SEATS:
        table[slots.OWES + seat] = int(seen.owes[seat])
        table[slots.WISH + seat] = wished_value(seen.piles[seat].wish or "") or 0
        _stack(table, slots.DRAW_PILE + seat, [slots.NO_CARD] * seen.draw[seat])
        _stack(table, slots.EXTRA_PILE + seat, [slots.NO_CARD] * seen.extra[seat])
        laid = [NUMBERS[card] for card in reversed(seen.piles[seat].cards)]
        _stack(table, slots.DISCARD_PILE + seat, [slots.NO_CARD] * shares[seat] + laid if laid else [])
    return table


def _stack(table: list[int], stack: int, lying: Sequence[int]) -> None:
    start = slots.STACKS + slots.ROOM * stack
    table[start : start + len(lying)] = lying
    table[slots.SIZE + stack] = len(lying)


def _numbers(way: Way) -> tuple[int, ...]:
    kept = 1 << NUMBERS[way.keeping] if way.keeping else 0
    match way.move:
        case Play(card=card, pile=pile, wish=wish):
            return slots.PLAYS, NUMBERS[card], pile, wished_value(wish or "") or 0, kept
        case Draw():
            return slots.DRAWS, 0, 0, 0, kept
        case None if way.keeping is None:
            return slots.WAITING, 0, 0, 0, 0
        case _:
            return slots.NOTHING, 0, 0, 0, kept


class Sums:
    """What the ways of a question came to so far, for each pair of them; whole numbers, in the kernel's memory."""

    def __init__(self, asked: Question, seed: int = 0, first: int = 0, kernel: Kernel | None = None) -> None:
        self.asked = asked
        self.kernel = kernel = kernel or best()
        number = len(asked.ways)
        self.alive = list(range(number))
        self.next = first
        rules = asked.seen.rules
        self._settings = settings_of(rules, asked.racers, LONGEST, seed & LOW_32)
        self._settings[slots.VIEWER] = asked.seen.seat
        self._begun, self._unseen, self._ways = map(kernel.array, (asked.begun, asked.unseen, asked.numbers))
        self._room = [kernel.memory(size) for size in (slots.MEMORY, len(CARDS), len(CARDS), 0, 2 * number)]
        self._sums = kernel.memory(slots.PAIR * number * number)

    def race(self, worlds: int) -> None:
        """Races the ways that are alive on in so many more worlds. Raises NotWanted once nobody waits for it."""
        alive = self.kernel.array(self.alive)
        at_once = max(1, BETWEEN // len(self.alive))
        for start in range(self.next, self.next + worlds, at_once):
            still_wanted()
            self._settings[slots.FIRST] = start
            self._settings[slots.HOW_MANY] = min(at_once, self.next + worlds - start)
            settings = self.kernel.array(self._settings)
            self.kernel.races.race_ways(self._begun, self._unseen, self._ways, alive, settings, *self._room, self._sums)
        self.next += worlds

    def drop(self) -> None:
        """Lets go of the ways that lie clearly behind the best one."""
        if len(self.alive) < 2:
            return
        found = self.leader()
        self.alive = [way for way in self.alive if way == found or not _clear(self.less(way, found))]

    def leader(self) -> int:
        """The place of the way that wins most often, of equal ones the one that scores more."""
        return max(self.alive, key=lambda way: (self._of(way, way, slots.WON), self._of(way, way, slots.SCORED)))

    def worlds(self, way: int) -> int:
        """In how many worlds a way was raced on."""
        return self._of(way, way, slots.SHARED)

    def win(self, way: int) -> Estimate:
        """How often the way won."""
        worlds, won = self.worlds(way), self._of(way, way, slots.WON)
        # Near 0 and 1 the worlds seen are no good measure of their own error: two wins and two losses are added for it
        # (Agresti and Coull 1998).
        mean = (won + 2) / (worlds + 4)
        return Estimate(won / worlds, sqrt(mean * (1 - mean) / worlds))

    def points(self, way: int) -> Estimate:
        """What the way scored."""
        worlds, scored = self.worlds(way), self._of(way, way, slots.SCORED)
        return _estimate(worlds, scored, self._of(way, way, slots.BOTH_SCORED))

    def less(self, way: int, other: int, *, points: bool = False) -> Estimate:
        """How much less often the way won than the other, or how much less it scored, in the worlds of both."""
        if way == other:
            return Estimate(0.0, 0.0)
        # A win is 1 or 0, and so is its square.
        one, square, product = (
            (slots.SCORED, slots.SQUARED, slots.BOTH_SCORED) if points else (slots.WON, slots.WON, slots.BOTH_WON)
        )
        worlds = self._of(way, other, slots.SHARED)
        difference = self._of(other, way, one) - self._of(way, other, one)
        squares = self._of(way, other, square) + self._of(other, way, square) - 2 * self._of(way, other, product)
        return _estimate(worlds, difference, squares)

    def _of(self, one: int, other: int, what: int) -> int:
        return int(self._sums[slots.PAIR * (len(self.asked.ways) * one + other) + what])

    def answer(self, done: bool) -> Answer:
        """The options as they stand, the most likely to win first."""
        best_way = self.leader()
        richest = max(self.alive, key=lambda way: self._of(way, way, slots.SCORED))
        options = [
            Option(
                way,
                self.win(place),
                self.points(place),
                self.less(place, best_way),
                self.less(place, richest, points=True),
                self.worlds(place),
                self.asked.same[place],
            )
            for place, way in enumerate(self.asked.ways)
        ]
        first = options.pop(best_way)
        options.sort(key=lambda option: (option.behind.mean, -option.points.mean))
        return Answer((first, *options), self.worlds(best_way), done)


def _estimate(worlds: int, total: float, squares: float) -> Estimate:
    mean = total / worlds
    return Estimate(mean, sqrt(max(0.0, squares / worlds - mean * mean) / worlds))


def _clear(less: Estimate) -> bool:
    return less.mean > CLEARLY * less.error and less.mean > 0


def refine(
    seen: View,
    racers: Racers = SKILLED,
    *,
    worlds: int = 20_000,
    seed: int = 0,
    only: Sequence[Way] | None = None,
    kernel: Kernel | None = None,
) -> Iterator[Answer]:
    """Better and better answers: ways that lie clearly behind are let go of early, and the others get more worlds.

    - `racers`: how quick both are, by seat, and how they play on; `only`: the ways to be compared, else all (`ways`);
    - `worlds`: after so many the last answer comes, from 1 to 1,000,000; earlier if one way alone is left and its
      chance to win is known to 0.01.

    The deals of the worlds follow from `seed` and their number alone, and so does the first reaction of each side, so
    that all ways are compared on the same luck; compiled or not makes no difference.
    Raises NotationError, whose text is the sentence, for an impossible position, and ValueError if `worlds` is no whole
    number from 1 to 1,000,000 or a way is not open, when the first answer is asked for.
    """
    refuse_count(worlds)
    sums = Sums(question(seen, racers, only), seed, kernel=kernel)
    while True:
        lot = AT_ONCE if sums.next == 0 else min(sums.next, LARGEST_LOT if sums.kernel.compiled else AT_ONCE)
        sums.race(min(lot, worlds - sums.next))
        sums.drop()
        alone = len(sums.alive) < 2 and sums.win(sums.leader()).error <= PRECISE
        done = sums.next >= worlds or alone
        yield sums.answer(done)
        if done:
            return


def ask(
    seen: View,
    racers: Racers = SKILLED,
    *,
    worlds: int = 4_000,
    seed: int = 0,
    only: Sequence[Way] | None = None,
    kernel: Kernel | None = None,
) -> Answer:
    """What each way is worth: the last answer of `refine`, see there.

    >>> from cardlab.tichu import View
    >>> answer = ask(View.read("hand 6h Ph; cards 2; pile 0 5s; pile 1 Kd"), worlds=200)
    >>> answer.options[0].way.move.card, answer.options[0].behind.mean
    (Card("6h"), 0.0)
    """
    *_, last = refine(seen, racers, worlds=worlds, seed=seed, only=only, kernel=kernel)
    return last


@dataclass(frozen=True, slots=True)
class Compared:
    """Several ways in the same fresh worlds: the `sums`, and the place of each in them."""

    sums: Sums
    places: dict[Any, int]

    def win(self, way: Way) -> Estimate:
        """How often the way won."""
        return self.sums.win(self.places[_worth(way)])

    def points(self, way: Way) -> Estimate:
        """What the way scored."""
        return self.sums.points(self.places[_worth(way)])

    def less(self, way: Way, other: Way, *, points: bool = False) -> Estimate:
        """How much less often the way won than the other, or how much less it scored."""
        return self.sums.less(self.places[_worth(way)], self.places[_worth(other)], points=points)


def compare(
    seen: View,
    few: Sequence[Way],
    racers: Racers = SKILLED,
    *,
    worlds: int = 2_000,
    seed: int = 0,
    first: int = 0,
    kernel: Kernel | None = None,
) -> Compared:
    """A few ways in worlds from number `first` on, none let go of: for a way that was chosen in others.

    The best way of many owes its place to luck too; how good it is has to be measured in worlds that did not choose it.
    Raises NotationError for an impossible position, ValueError for a way that is not open or an impossible `worlds`.
    """
    refuse_count(worlds)
    asked = question(seen, racers, tuple(dict.fromkeys(few)))
    sums = Sums(asked, seed, first, kernel)
    sums.race(worlds)
    return Compared(sums, {_worth(way): place for place, way in enumerate(asked.ways)})


def call_everything(kernel: Kernel) -> None:
    """Calls the kernel in every way that this module calls it, so that all of it gets compiled."""
    ask(view(deal(seed=1), 0), worlds=1, kernel=kernel)
