"""Every table that melds and lay-offs can lead to in one turn.

`Layings` starts where a player may lay, and finds the tables for melds and lay-offs in any order. It works on bit
masks and takes milliseconds, where asking the rule engine move by move takes a second. Tables that differ only in the
order of laying or in the choice of joker count as one. The tests compare it with the rule engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from cardlab.analysis.deals import SET, MaskedMeld, mask, on_table, round_of
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.hands import HAND, POINTS
from cardlab.analysis.kernel.player import lowest_jokers
from cardlab.cards import DECK, JOKERS, SUITS, Card
from cardlab.tongits import Discard, Kind, Laid, LayMeld, Meld, Move, Rules, Sapaw, State, melds_in, view
from cardlab.tongits.melds import run_card
from cardlab.tongits.sapaw import extensions, grown

ALL_CARDS: Final = DECK + JOKERS
MOST_IN_SET: Final = 4
WIDEST: Final = 150
"""The most tables kept for each number of moves, because some hands with jokers lead to thousands."""


class LayingStep(NamedTuple):
    """A new meld (`meld` is None), or a lay-off on the meld with that number.

    - `suit`, `low`, `high`: the meld afterwards, see `deals.MaskedMeld`;
    - `cards`: the cards that leave the hand, None for a joker; `naturals`: the natural ones as bits;
    - `jokers`: how many; `flag`: a new meld is face down, or a lay-off is at the lower end of a run.
    """

    meld: int | None
    suit: int
    low: int
    high: int
    cards: tuple[Card | None, ...]
    naturals: int
    jokers: int
    flag: bool


@dataclass(slots=True, eq=False)
class Laying:
    """A table that melds and lay-offs can lead to within one turn.

    - `played`: the table as a kernel round, the melds of this turn last; `hand`: the cards left in the hand as bits;
    - `moves`: a shortest sequence of moves leading there;
    - `reachable`: the indexes of this table and of all that more laying can lead to, as bits.
    """

    played: list[int]
    moves: tuple[Move, ...] = ()
    reachable: int = 0

    @property
    def hand(self) -> int:
        return self.played[slots.HANDS + self.played[slots.SEAT]]

    @property
    def melds(self) -> Iterator[MaskedMeld]:
        for number in range(self.played[slots.LAID]):
            here = slots.MELDS + slots.MELD_SIZE * number
            yield MaskedMeld(*self.played[here : here + slots.ENDS])


class Layings:
    """All tables that the player in turn can reach by laying.

    `tables`: ordered by the number of moves; in the first one nothing has been laid. For each number of moves above
    one, only the `WIDEST` tables that leave the fewest points in the hand are kept.
    """

    def __init__(self, state: State) -> None:
        self.state, self.rules, self.seat = state, state.rules, state.seat
        self._on_table = len(state.melds)
        self._steps = list(_melds_to_lay(state.hands[self.seat], self.rules))
        self._growing: dict[tuple[MaskedMeld, int], list[LayingStep]] = {}
        self.tables = [Laying(round_of(view(state, self.seat)))]
        self._index_by_table = {self._same(self.tables[0]): 0}
        self._find()

    def index_of(self, state: State) -> int:
        """Return the index of a state in `tables`; raises KeyError if it isn't there."""
        return self._index_by_table[self._same(Laying(round_of(view(state, self.seat))))]

    def _same(self, laying: Laying) -> object:
        """Return a key for a table, whatever the order of laying and the joker used."""
        kinds = [(meld.cards.bit_count(), meld._replace(cards=meld.cards & HAND)) for meld in laying.melds]
        barred = laying.played[slots.SAPAWED] if self.rules.sapaw_blocks_call else 0
        return (*kinds[: self._on_table], frozenset(kinds[self._on_table :]), barred)

    def _find(self) -> None:
        """Find all tables, breadth first, and then which tables each one can lead to."""
        leads: list[tuple[Laying, object]] = []
        begin = 0
        while begin < len(self.tables):
            new: dict[object, Laying] = {}
            for laying in self.tables[begin:]:
                for step in self._legal(laying):
                    after = self._after(laying, step)
                    same = self._same(after)
                    leads.append((laying, same))
                    if same not in self._index_by_table and same not in new:
                        after.moves = (*laying.moves, self._move(laying, step))
                        new[same] = after
            kept = list(new)
            if begin and len(kept) > WIDEST:
                kept = sorted(kept, key=lambda same: self._points(new[same]))[:WIDEST]
            begin = len(self.tables)
            for same in kept:
                self._index_by_table[same] = len(self.tables)
                self.tables.append(new[same])
        for index, laying in enumerate(self.tables):
            laying.reachable = 1 << index
        # Laying leaves fewer cards in the hand, so the tables with the fewest cards are complete first.
        for laying, same in sorted(leads, key=lambda lead: lead[0].hand.bit_count()):
            if same in self._index_by_table:
                laying.reachable |= self.tables[self._index_by_table[same]].reachable

    def _points(self, laying: Laying) -> int:
        """Return the points left in the hand. [T9.1]"""
        jokers = self.rules.joker_points * _jokers(laying.hand)
        return jokers + sum(POINTS[index % 13] for index in _bit_indexes(laying.hand & HAND))

    def _after(self, laying: Laying, step: LayingStep) -> Laying:
        """Return the table after a meld or a lay-off. [T3.5, T4.1]"""
        cards, played = _laid(laying, step), laying.played.copy()
        if step.meld is None:
            slots.lay_meld(played, cards, step.suit, step.low, step.high, int(step.flag))
        else:
            slots.enlarge(played, cards, step.meld, step.low, step.high)
        return Laying(played)

    def _move(self, laying: Laying, step: LayingStep) -> Move:
        """Return the step as a move that uses the lowest jokers of the hand."""
        wild = map(ALL_CARDS.__getitem__, _bit_indexes(laying.hand & ~HAND))
        cards = tuple(card or next(wild) for card in step.cards)
        if step.meld is None:
            return LayMeld(self.seat, cards, secret=step.flag)
        return Sapaw(self.seat, step.meld, cards, low=step.flag)

    def _legal(self, laying: Laying) -> Iterator[LayingStep]:
        """Yield the steps that are legal next. [T2.3, T2.5, T2.6]"""
        taken = self.state.taken
        for step in self._possible(laying):
            if taken is None or not laying.hand >> taken.index & 1 or self._keeps_the_rules(laying, step, taken):
                yield step

    def _possible(self, laying: Laying) -> Iterator[LayingStep]:
        """Yield every meld from the hand, and every lay-off on an open meld. [T3, T4]"""
        yield from (step for step in self._steps if _holds(laying, step))
        for number, meld in enumerate(laying.melds):
            if not meld.secret:
                key = meld, laying.hand
                if key not in self._growing:
                    self._growing[key] = list(self._grown(meld, laying.hand))
                yield from (step._replace(meld=number) for step in self._growing[key])

    def _grown(self, meld: MaskedMeld, hand: int) -> Iterator[LayingStep]:
        """Yield the lay-offs on a meld, spare jokers at one end of a run or the other. [T4.2, T10.4]"""
        target, cards = _stand_in(meld), [ALL_CARDS[index] for index in _bit_indexes(hand)]
        ways: dict[frozenset[Card], tuple[Card, ...]] = {}
        for added in extensions(target, cards, self.rules):
            ways.setdefault(frozenset(added), added)
        for added in ways.values():
            naturals = mask(added) & HAND
            wild = len(added) - naturals.bit_count()
            step = LayingStep(0, meld.suit, meld.low, meld.high, added, naturals, wild, False)
            if meld.suit == SET:
                yield step
                continue
            both = (grown(target, added, self.rules, low=low) for low in (False, True))
            for at_lower_end, start in enumerate(dict.fromkeys(bigger.start for bigger in both if bigger)):
                high = start + len(target.cards) + len(added) - 1
                yield step._replace(low=start, high=high, flag=bool(at_lower_end))

    def _keeps_the_rules(self, laying: Laying, step: LayingStep, taken: Card) -> bool:
        """Return whether a step is legal with the taken card in hand. [T2.5, T2.6, T6.9]"""
        lays, after = _laid(laying, step) >> taken.index & 1, self._after(laying, step)
        if lays and step.meld is None and step.flag:
            return False  # T6.9: a secret four has only cards that were in the hand before
        if self.rules.discard_must_meld:
            if lays:
                return step.meld is None
            return any(_holds(after, more) and _laid(after, more) >> taken.index & 1 for more in self._steps)
        return bool(lays or after.hand & after.hand - 1 or any(more.meld is not None for more in self._possible(after)))

    def ends(self, laying: Laying) -> Iterator[tuple[tuple[Move, ...], tuple[int, ...]]]:
        """Yield each way to end the turn: all moves, and the kernel round. [T2.4, T5.1]

        The turn ends with a discard (only one joker is tried), the round with an empty hand. There is no way while a
        taken card must be melded (T2.5).
        """
        if not laying.hand:
            yield laying.moves, tuple(laying.played)
            return
        taken = self.state.taken
        if taken is not None and self.rules.discard_must_meld and laying.hand >> taken.index & 1:
            return
        cards = [ALL_CARDS[index] for index in _bit_indexes(laying.hand) if taken is None or index != taken.index]
        naturals = [card for card in cards if not card.is_joker]
        for card in (*naturals, *cards[len(naturals) :][:1]):
            ended = laying.played.copy()
            slots.discard(ended, 1 << card.index, card.index)
            yield (*laying.moves, Discard(self.seat, card)), tuple(ended)


def _stand_in(meld: MaskedMeld) -> Meld:
    """Return a meld on which the same cards can be laid off."""
    is_set = meld.suit == SET
    numbers = [meld.low] * meld.cards.bit_count() if is_set else range(meld.low, meld.high + 1)
    cards = tuple(run_card(SUITS[meld.suit], number) for number in numbers)
    return Meld(Kind.SET if is_set else Kind.RUN, cards, cards)


def _melds_to_lay(hand: tuple[Card, ...], rules: Rules) -> Iterator[LayingStep]:
    """Yield the melds in a hand, a set of four perhaps also face down. [T3, T6.9]"""
    for meld in melds_in(hand, rules):
        _, suit, low, high, laid, _ = on_table(Laid(meld, 0))
        cards = tuple(None if card.is_joker else card for card in meld.cards)
        step = LayingStep(None, suit, low, high, cards, laid & HAND, len(meld.jokers), False)
        yield step
        if rules.secret_four and suit == SET and len(cards) == MOST_IN_SET:
            yield step._replace(flag=True)


def _holds(laying: Laying, step: LayingStep) -> bool:
    """Return whether the hand has all cards of a step."""
    return not step.naturals & ~laying.hand and step.jokers <= _jokers(laying.hand)


def _laid(laying: Laying, step: LayingStep) -> int:
    """Return the cards that leave the hand as bits, with the hand's lowest jokers."""
    return step.naturals | lowest_jokers(laying.hand, step.jokers)


def _jokers(hand: int) -> int:
    return (hand & ~HAND).bit_count()


def _bit_indexes(cards: int) -> Iterator[int]:
    """Yield the indexes of the set bits, the lowest first."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
