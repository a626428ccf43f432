"""Advice tried by numbers: what a player receives who heeds it, and one who does not, in the same rounds.

Rounds of three sensible players (`cardlab.bots.sensible`) are stepped through move by move; the kernel makes the moves.
Either one seat plays the whole round by a habit of its own (`habits`), or a round stands still where the advice bears,
and is played on both ways in the same cards (`forks`). The difference of what is received is the figure.
First the memory of a round (`Trial`), then habits, then forks, last how figures are added up (`Figure`).
The same arguments give the same figures.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.hands import HAND, ONE_SUIT, POINTS
from cardlab.cards import DECK
from cardlab.lessons.tips_tried import Figure
from cardlab.tongits import Rules
from cardlab.tongits.moves import SEATS
from tests.bench.playouts import Table


def figure(values: Iterable[tuple[int, float]]) -> Figure:
    """The mean of these values, each with the number of its round; of none at all 0.

    Those of one round hang together, so it is the rounds that count as independent for the error.
    """
    measured = list(values)
    if not measured:
        return Figure(0.0, 0.0, 0)
    mean = sum(one for _, one in measured) / len(measured)
    apart: dict[int, float] = {}
    for number, one in measured:
        apart[number] = apart.get(number, 0.0) + one - mean
    spread = sum(one * one for one in apart.values()) * len(apart) / max(1, len(apart) - 1)
    return Figure(mean, sqrt(spread) / len(measured), len(measured))


class Trial(Table):
    """A round that stands still where advice bears, and what is asked about it there."""

    def kept(self) -> Any:
        """The round as it stands, to come back to."""
        return self.played.copy()

    def restore(self, kept: Any) -> None:
        """Goes back to where the round stood."""
        self.played[:] = kept

    def opened(self, seat: int) -> bool:
        """T3.5: whether the seat has laid a meld."""
        return bool(self[slots.OPENED] >> seat & 1)

    @property
    def stock(self) -> int:
        """How many cards are left to draw."""
        return self[slots.STOCK_LEFT]

    def deadwood(self, seat: int) -> int:
        """T9.2: what the hand of a seat counts now."""
        return int(self.kernel.rounds.hand_deadwood(self.played, seat, self.tables))

    def received(self) -> tuple[int, ...]:
        """Plays on sensibly to the end; what each seat receives then."""
        return self.outcome()[3]

    def in_melds(self, hand: int) -> int:
        """The cards of a hand that lie in melds if it is laid so that least is left."""
        cards = int(self.kernel.hands.arrange(hand, self.tables.uncovered, self.tables.in_run)[1])
        rest = hand & ~cards
        for suit in range(4):
            cards |= int(self.tables.in_run[rest >> 13 * suit & ONE_SUIT]) << 13 * suit
        return cards

    def loose(self, seat: int) -> int:
        """The cards of a seat that lie in no meld then."""
        hand = self.hand(seat)
        return hand & ~self.in_melds(hand)

    def unseen(self, seat: int) -> int:
        """The cards that a seat cannot see, as bits."""
        return HAND & ~(self.hand(seat) | self[slots.SEEN])

    def throw(self, card: int) -> None:
        """T2.4: discards the card of this number."""
        self.kernel.rounds.discard(self.played, 1 << card, card)

    def throw_loose(self, loose: int) -> None:
        """Discards one of these cards of the hand, as if it held no others; more than one must be given."""
        seat = self.seat
        kept = self.hand(seat) & ~loose
        self.played[slots.HANDS + seat] = loose
        self.played[slots.SEEN] |= kept
        self.kernel.player.throw_away(self.played)
        self.played[slots.HANDS + seat] |= kept
        self.played[slots.SEEN] &= ~kept

    def move_without(self, numbers: Sequence[int]) -> None:
        """The sensible player's move, as if these melds were not there to be laid off on."""
        slots_of_secrets = [slots.MELDS + slots.MELD_SIZE * number + slots.SECRET for number in numbers]
        hidden = [slot for slot in slots_of_secrets if not self.played[slot]]
        for slot in hidden:
            self.played[slot] = 1
        self.kernel.rounds.update_fits(self.played)
        self.move()
        for slot in hidden:
            self.played[slot] = 0
        self.kernel.rounds.update_fits(self.played)

    def melds_of_others(self) -> list[int]:
        """T4.1: the numbers of the melds that lie before the opponents of the seat whose move it is."""
        owners = slots.MELDS + slots.OWNER
        return [one for one in range(self[slots.LAID]) if self[owners + slots.MELD_SIZE * one] != self.seat]

    def cards_of_melds(self, numbers: Iterable[int]) -> int:
        """The cards of these melds, as bits."""
        return sum(self[slots.MELDS + slots.MELD_SIZE * number + slots.CARDS] for number in numbers)


# Habits: how a seat plays that does not heed some advice

Habit: TypeAlias = Callable[[Trial], bool]
"""Makes a move of its own at the table, and returns True; or leaves the move to the sensible player."""


def holds_until(stock: int) -> Habit:
    """T11.1 not heeded: lays nothing before so few cards are left in the stock, unless it goes out by it."""

    def waits(table: Trial) -> bool:
        if table.opened(table.seat) or table.stock <= stock:
            return False
        if table.phase == slots.DRAW:
            if table.played[slots.DISCARD_MUST_MELD]:
                table.kernel.rounds.draw(table.played)
                return True
            return False
        return table.phase == slots.LAY and _hold(table)

    return waits


def _hold(table: Trial) -> bool:
    """Throws a card away that lies in no meld, and keeps the melds; whether there were enough cards to choose from."""
    loose = table.loose(table.seat)
    if loose.bit_count() < 3:
        return False
    table.throw_loose(loose)
    return True


def lays_nothing_off(table: Trial) -> bool:
    """T11.2 not heeded: never lays off on an opponent's meld, nor takes a card for that."""
    if table.phase not in (slots.DRAW, slots.LAY):
        return False
    table.move_without(table.melds_of_others())
    return True


def throws(worth: Callable[[Trial, int], tuple[float, float]]) -> Habit:
    """T11.3: plays sensibly, but throws away the card that is worth most by this measure."""

    def throw(table: Trial) -> bool:
        if table.phase != slots.LAY:
            return False
        played, seat = table.played, table.seat
        if not table.kernel.player.lay(played, table.tables):
            taken = table[slots.TAKEN]
            free = table.hand(seat) & ~(1 << taken if taken >= 0 else 0)
            table.throw(max(_numbers(free), key=lambda card: (worth(table, card), -card)))
        return True

    return throw


def _numbers(cards: int) -> list[int]:
    return [card for card in range(len(DECK)) if cards >> card & 1]


def ways_to_use(table: Trial, card: int) -> int:
    """In how many ways two unseen cards make a meld with this one."""
    return int(table.kernel.player.served(table.unseen(table.seat), card, table.played))


def _use(table: Trial, card: int) -> int:
    """How many unseen cards make a meld with this one and another of the hand."""
    hand = table.hand(table.seat)
    return int(table.kernel.player.outs(hand & ~(1 << card), table.unseen(table.seat), card, table.played))


def dearest(table: Trial, card: int) -> tuple[float, float]:
    """What the card counts, and nothing else."""
    return POINTS[card % 13], 0


def safest(table: Trial, card: int) -> tuple[float, float]:
    """How little the next player can use it; of equals the dearest."""
    return -ways_to_use(table, card), POINTS[card % 13]


def heeding(weight: float) -> Callable[[Trial, int], tuple[float, float]]:
    """What a sensible player weighs, less so much for each way in which the next player can use it."""

    def worth(table: Trial, card: int) -> tuple[float, float]:
        ways = ways_to_use(table, card)
        return POINTS[card % 13] - _use(table, card) - weight * ways, -ways

    return worth


def habits(rules: Rules, kinds: Sequence[Habit], rounds: int) -> list[Figure]:
    """What a seat with each habit receives a round more than a sensible player in its place, with the same cards.

    The seat rotates from round to round; the other two play sensibly.
    """
    table = Trial(rules)
    more: list[list[int]] = [[] for _ in kinds]
    for number in range(rounds):
        table.deal(number)
        begun, seat = table.kept(), number % SEATS
        usual = table.received()[seat]
        for index, habit in enumerate(kinds):
            table.restore(begun)
            while not table.over:
                if table.seat != seat or not habit(table):
                    table.move()
            more[index].append(table.received()[seat] - usual)
    return [figure(enumerate(results)) for results in more]


# Forks: a round stands still, and is played on both ways


@dataclass(frozen=True, slots=True)
class Fork:
    """One place where advice bears, in the round of that number.

    `about`: what was so there; `brought`: what heeding the advice brought in the same cards, or 1 for yes.
    """

    number: int
    about: tuple[int, ...]
    brought: int


def stepped(rules: Rules, rounds: int) -> Iterator[tuple[int, Trial]]:
    """The number of a round and the table as it begins each phase of a turn, in this many rounds.

    Who looks may change the table and must put it back.
    """
    table = Trial(rules)
    for number in range(rounds):
        table.deal(number)
        before = (-1, -1)
        while not table.over:
            if (table.seat, table.phase) != before:
                before = table.seat, table.phase
                yield number, table
            table.move()


def openings(rules: Rules, rounds: int) -> list[Fork]:
    """T11.1: wherever a first meld can be laid: how much more comes of laying it than of holding it for this turn.

    `about`: the cards left in the stock, how many opponents have opened, the points that lie in no meld, and whether a
    draw is called, or the round over, before the next turn of a seat that waits.
    """
    forks = []
    for number, table in stepped(rules, rounds):
        seat = table.seat
        if table.phase != slots.LAY or table.opened(seat) or not table.in_melds(table.hand(seat)):
            continue
        # T2.5: a card that must be melded leaves no choice.
        if table.played[slots.DISCARD_MUST_MELD] and table.played[slots.TAKEN] >= 0:
            continue
        about = table.stock, sum(map(table.opened, range(SEATS))), _points(table.loose(seat))
        kept = table.kept()
        if _hold(table):
            while table.seat != seat and table.phase not in (slots.ANSWER, slots.OVER):
                table.move()
            ended = table.phase in (slots.ANSWER, slots.OVER)
            waited = table.received()[seat]
            table.restore(kept)
            forks.append(Fork(number, (*about, int(ended)), table.received()[seat] - waited))
        table.restore(kept)
    return forks


def lay_offs(rules: Rules, rounds: int) -> list[Fork]:
    """T11.2: wherever a sensible player lays off on an opponent's meld: how much more that brings than keeping back.

    Kept back is for this turn alone. `about`: the points laid off, whether that seat has opened, the cards left.
    """
    forks = []
    for number, table in stepped(rules, rounds):
        seat = table.seat
        others = table.melds_of_others()
        if table.phase != slots.LAY or not others or not table.hand(seat) & table[slots.FITS]:
            continue
        kept, before = table.kept(), table.cards_of_melds(others)
        about = int(table.opened(seat)), table.stock
        _turn(table, seat, table.move)
        laid = table.cards_of_melds(others) & ~before
        if laid:
            after = table.received()[seat]
            table.restore(kept)
            _turn(table, seat, lambda table=table, others=others: table.move_without(others))  # type: ignore[misc]
            forks.append(Fork(number, (_points(laid), *about), after - table.received()[seat]))
        table.restore(kept)
    return forks


def _turn(table: Trial, seat: int, move: Callable[[], None]) -> None:
    """Plays the rest of a turn."""
    while table.seat == seat and table.phase == slots.LAY:
        move()


def _points(cards: int) -> int:
    """T9.1: what cards count."""
    return sum(POINTS[card % 13] for card in _numbers(cards))


def fed(rules: Rules, rounds: int) -> list[Fork]:
    """T11.3: of every card thrown away whether the next player took it.

    `about`: whether it could be laid off on the table, and in how many ways two cards that the thrower could not see
    make a meld of it.
    """
    forks = []
    table = Trial(rules)
    for number in range(rounds):
        table.deal(number)
        while not table.over:
            seat, before = table.seat, table[slots.DISCARDED]
            hidden = table.unseen(seat)
            table.move()
            if table.over or table[slots.DISCARDED] <= before:
                continue
            card = table[slots.DISCARDS + before]
            ways = int(table.kernel.player.served(hidden, card, table.played))
            fits = table[slots.FITS] >> card & 1
            table.move()
            if table.phase == slots.LAY:
                forks.append(Fork(number, (fits, ways), int(table[slots.TAKEN] == card)))
    return forks


def calls(rules: Rules, rounds: int) -> list[Fork]:
    """T11.4, T11.5: wherever a draw can be called: how much more the call brings than going on, sensible or not.

    `about`: the caller's deadwood, the cards left in the stock, how many opponents have opened, and how many cards the
    smaller hand of those has; 0 if none has.
    """
    forks = []
    for number, table in stepped(rules, rounds):
        seat, played = table.seat, table.played
        barred = table.played[slots.SAPAW_BLOCKS_CALL] and table[slots.SAPAWED] >> seat & 1
        if table.phase != slots.DRAW or not table.opened(seat) or barred or played[slots.TAKES] >= slots.MOST_TAKES:
            continue
        rivals = [table.hand(other).bit_count() for other in range(SEATS) if other != seat and table.opened(other)]
        about = table.deadwood(seat), table.stock, len(rivals), min(rivals, default=0)
        kept = table.kept()
        table.kernel.rounds.call(played)
        called = table.received()[seat]
        table.restore(kept)
        if played[slots.DISCARDED] and table.kernel.player.takes_discard(played, table.tables):
            table.kernel.rounds.take(played)
        else:
            table.kernel.rounds.draw(played)
        forks.append(Fork(number, about, called - table.received()[seat]))
        table.restore(kept)
    return forks
