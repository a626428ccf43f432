"""The sensible player of Tongits, on whose policy all simulations are based.

**It begins a turn** (T2.1) with a call if nobody can challenge, or if the call is likely enough to win (`Style`), by
the odds of `cardlab.bots.odds`. Else it takes the top discard if it can lay it, with no more deadwood than before. If
the card must be melded (T2.5), the deadwood has to fall. Else it draws.

**It lays** (T2.3) the melds and lay-offs that together leave the least deadwood, with as few jokers as possible.
Where melds in the hand count nothing (T9.2, house rule), it lays only one, to open. It hides the others until it can
lay its whole hand at once, or all but a discard.
A card that it must meld (T2.5) comes first, in the meld that leaves the least of the rest.
Its own melds come before lay-offs, and lay-offs on an opponent's meld before those on its own (T6.8); a set of four is
laid face down by house rule (T6.9). It lays off a joker to fill the gap before a card of its own. It lays one off alone
if jokers count in the hand, or if at most one other card is left, which it then discards to go out (T5.1).

**It discards** (T2.4) a card that is in no meld: the one with the most points, less one point for each unseen card
that would make a meld of it with another card of its hand. Among equal cards it chooses the one with the fewest melds
from unseen cards, as the next player may take it. Jokers go last.

**It challenges** (T6.2) wherever a lost challenge costs no more than folding: always when points are paid (T9.3), and
for chips when another has challenged already (T9.4). Else it challenges if it is likely enough to win. It assumes that
the caller calls as it would itself, or bluffs with any hand.

It remembers nothing, uses no randomness, and knows only its view. The kernel plays exactly the same policy
(`cardlab.analysis.kernel.player`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, TypeAlias

from cardlab import tongits
from cardlab.bots import odds
from cardlab.cards import DECK, SUITS, Card
from cardlab.tongits.moves import SEATS

Cost: TypeAlias = tuple[int, int]
"""The deadwood that is left, and the number of jokers used for it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How boldly a player calls and challenges.

    - `calls_from`: the lowest win probability for a call, from 0 to 1, if anyone can challenge it;
      `calls_for_chips`: the same when chips are paid (T9.4), where an unchallenged call wins too;
    - `challenges_from`: the lowest win probability for a challenge, if losing it costs more than folding;
    - `bluffs`: the share of calls expected to be made with any hand;
    - `call_at_most`, `challenge_at_most`: the highest deadwood for each, instead of the above.
    """

    calls_from: float = 0.8
    calls_for_chips: float = 0.7
    challenges_from: float = 0.15
    bluffs: float = 0.25
    call_at_most: int | None = None
    challenge_at_most: int | None = None

    def called_from(self, rules: tongits.Rules) -> int:
        """Return the lowest win probability for a call, times `odds.ALWAYS` squared."""
        return self.numbers[rules.payment is tongits.Payment.CHIPS]

    @property
    def numbers(self) -> tuple[int, int, int, int, int, int]:
        """The style as whole numbers, for the kernel.

        Calls are in parts of `odds.ALWAYS` squared, challenges and bluffs in thousandths. -1 stands for None.
        """
        return (
            round(self.calls_from * odds.ALWAYS**2),
            round(self.calls_for_chips * odds.ALWAYS**2),
            round(self.challenges_from * 1000),
            round(self.bluffs * 1000),
            -1 if self.call_at_most is None else self.call_at_most,
            -1 if self.challenge_at_most is None else self.challenge_at_most,
        )


SENSIBLE: Final = Style()
CAUTIOUS: Final = Style(calls_from=0.95, calls_for_chips=0.9, challenges_from=0.5, bluffs=0.0)
BOLD: Final = Style(calls_from=0.55, calls_for_chips=0.45, challenge_at_most=35)
"""Two styles: `CAUTIOUS` calls and challenges only with good odds, `BOLD` sooner and with most hands."""


def sensible(seen: tongits.View, chance: Random | None = None, *, style: Style = SENSIBLE) -> tongits.Move:
    """Return the sensible player's move, always the same for the same view.

    `chance` is not used: other bots need it. Raises IndexError if the seat has no move.

    >>> seen = tongits.View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
    >>> str(sensible(seen)), str(sensible(tongits.View.read("hand 9d Td Kh Kc Qs Js 5h 2c 3c 8s 6d Ah 4h")))
    ('0 meld 7d 7h 7s', '0 discard Kc')
    """
    moves = tongits.legal_moves(seen, seen.viewer)
    match seen.phase:
        case tongits.Phase.DRAW:
            return _begin(seen, moves, style)
        case tongits.Phase.ANSWER:
            return _answer(seen, moves, style)
        case _:
            laying = _BestLaying(seen, seen.hand)
            return laying.next_move() or _thrown(seen, laying.loose(), moves)


def _begin(seen: tongits.View, moves: tuple[tongits.Move, ...], style: Style) -> tongits.Move:
    """Return a call that pays, or a useful take, or a draw. [T2.1]"""
    if tongits.Call(seen.viewer) in moves and calls(seen, style):
        return tongits.Call(seen.viewer)
    if tongits.Take(seen.viewer) in moves and _takes_discard(seen):
        return tongits.Take(seen.viewer)
    return tongits.Draw(seen.viewer) if tongits.Draw(seen.viewer) in moves else moves[0]


def calls(seen: tongits.View, style: Style = SENSIBLE) -> bool:
    """Return whether to call a draw, if that is legal. [T6.1]

    It calls if nobody can challenge. Otherwise `style` decides.
    """
    against = rivals(seen, seen.viewer)
    if not against:
        return True
    own = tongits.hand_deadwood(seen.hand, seen.rules)
    if style.call_at_most is not None:
        return own <= style.call_at_most
    at = own + (seen.rules.tie is tongits.Tie.CHALLENGER)
    return _none_below(seen, against, at) >= style.called_from(seen.rules)


def rivals(seen: tongits.View, caller: int) -> tuple[int, ...]:
    """Return the seats that may challenge a call of this seat. [T6.2, T6.3]"""
    return tuple(seat for seat in range(SEATS) if seat != caller and seen.opened(seat))


def _none_below(seen: tongits.View, against: Iterable[int], at: int) -> int:
    """Return the probability that every seat of `against` has at least `at` points.

    It is in parts of `odds.ALWAYS` squared.
    """
    rows, likelihoods = odds_of(seen), [odds.ALWAYS, odds.ALWAYS]
    for seat in against:
        likelihoods.append(odds.at_least(rows, seen.counts[seat], at))
    return likelihoods[-1] * likelihoods[-2]


def odds_of(seen: tongits.View) -> int:
    """Return the index in the odds table for the viewer's unseen cards."""
    unseen = unseen_cards(seen)
    return odds.row(seen.rules.concealed_melds_count, tongits.deadwood(tuple(unseen), seen.rules), len(unseen))


def unseen_cards(seen: tongits.View) -> list[Card]:
    """Return every natural card that is neither in the viewer's hand nor open."""
    seen_cards = {*seen.hand, *seen.discards}
    seen_cards.update(card for laid in seen.melds if laid.meld and not laid.secret for card in laid.meld.cards)
    return [card for card in DECK if card not in seen_cards]


def _answer(seen: tongits.View, moves: tuple[tongits.Move, ...], style: Style) -> tongits.Move:
    """Return a challenge if it is free or likely enough to win, else a fold. [T6.2]"""
    challenge, fold = tongits.Challenge(seen.viewer), tongits.Fold(seen.viewer)
    if challenge not in moves:
        return moves[0]
    if seen.rules.payment is tongits.Payment.DEADWOOD or seen.challengers:
        return challenge
    own = tongits.hand_deadwood(seen.hand, seen.rules)
    if style.challenge_at_most is not None:
        return challenge if own <= style.challenge_at_most else fold
    assert seen.caller is not None
    beaten, most = own + (seen.rules.tie is tongits.Tie.CALLER), calls_up_to(seen, style)
    rows, cards = odds_of(seen), seen.counts[seen.caller]
    beyond, ever = odds.at_least(rows, cards, most + 1), odds.at_least(rows, cards, beaten)
    likely = 1000 if beaten <= most else 0
    if beyond < odds.ALWAYS:
        likely = 1000 * max(0, ever - beyond) // (odds.ALWAYS - beyond)
    _, _, wanted, bluffs, _, _ = style.numbers
    likely = ((1000 - bluffs) * likely + bluffs * (1000 * ever // odds.ALWAYS)) // 1000
    return challenge if likely >= wanted else fold


def calls_up_to(seen: tongits.View, style: Style = SENSIBLE) -> int:
    """Return the highest deadwood with which the caller is assumed to call, or -1."""
    assert seen.caller is not None
    against = rivals(seen, seen.caller)
    for points in range(odds.COUNTED - 1):
        at = points + (seen.rules.tie is tongits.Tie.CHALLENGER)
        if _none_below(seen, against, at) < style.called_from(seen.rules):
            return points - 1
    return odds.COUNTED - 2


def _takes_discard(seen: tongits.View) -> bool:
    """Return whether to take the discard, because that adds no deadwood. [T2.5]

    By the house rule `discard_must_meld`, the deadwood has to fall.
    """
    card, laying = seen.discards[0], _BestLaying(seen, seen.hand)
    (without, _), _ = laying.best(*_bits_and_jokers(seen.hand))
    hand = (*seen.hand, card)
    if seen.rules.discard_must_meld:  # then it must leave less
        return min((cost[0] for cost, _ in laying.melds(hand, card)), default=without) < without
    (least, _), _ = _BestLaying(seen, hand).best(*_bits_and_jokers(hand))
    return least <= without


def _bits_and_jokers(hand: Iterable[Card]) -> tuple[int, int]:
    """Return the natural cards as bits, and the number of jokers."""
    cards = tuple(hand)
    return sum(card.bit for card in cards), sum(card.is_joker for card in cards)


@dataclass(frozen=True, slots=True)
class _LayOff:
    """A possible lay-off: natural cards as bits, number of jokers, meld, and end.

    `meld` is the number of the meld. `end` is twice its place in the order of lay-offs, plus one for the lower end.
    """

    naturals: int
    jokers: int
    meld: int
    end: int


class _BestLaying:
    """Finds the best melds and lay-offs for one hand, by trying all."""

    def __init__(self, seen: tongits.View, hand: Sequence[Card]) -> None:
        self.seen, self.rules = seen, seen.rules
        self._lay_offs = list(_lay_offs(seen, tuple(sorted(hand))))
        self._parts: dict[int, list[tuple[int, int]]] = {}
        for meld in tongits.melds_in(hand, self.rules):
            naturals, jokers = _bits_and_jokers(meld.cards)
            self._parts.setdefault(naturals & -naturals, []).append((naturals, jokers))
        self._known: dict[tuple[int, int], Cost] = {}

    def next_move(self) -> tongits.Move | None:
        """Return the next meld or lay-off, or None if nothing more should be laid."""
        seen, hand = self.seen, self.seen.hand
        taken = seen.taken if self.rules.discard_must_meld else None
        if taken is not None:
            return min(self.melds(hand, taken), key=lambda cost_and_move: cost_and_move[0], default=(None, None))[1]
        least, lay_off = self.best(*_bits_and_jokers(hand))
        if least >= (tongits.deadwood(hand, self.rules), 0):
            return self._joker()
        if not self._keeps_melds(least[0]):
            for cost, move in self.melds(hand):
                if cost == least:
                    return move
        if lay_off is None:
            return None
        naturals = tuple(card for card in hand if card.bit & lay_off.naturals)
        jokers = tuple(card for card in hand if card.is_joker)[: lay_off.jokers]
        off = tongits.Sapaw(seen.viewer, lay_off.meld, naturals + jokers)
        return None if tongits.why_not(seen, off) else off

    def _keeps_melds(self, least: int) -> bool:
        """Return whether to keep further melds in the hand until the last turn. [T9.2]"""
        if self.rules.concealed_melds_count or not self.seen.opened(self.seen.viewer):
            return False
        bits, wild = _bits_and_jokers(self.seen.hand)
        free = (card for card in self.seen.hand if not card.is_joker and card is not self.seen.taken)
        return least > 0 and all(self.best(bits ^ card.bit, wild)[0][0] for card in free)

    def loose(self) -> frozenset[Card]:
        """Return the natural cards that some best arrangement leaves over."""
        bits, wild = _bits_and_jokers(self.seen.hand)
        least, _ = self._by_melds(bits, wild)
        naturals = (card for card in self.seen.hand if not card.is_joker)
        return frozenset(
            card
            for card in naturals
            if self._by_melds(bits ^ card.bit, wild)[0] + tongits.points(card, self.rules) == least
        )

    def melds(self, hand: Sequence[Card], needed: Card | None = None) -> Iterator[tuple[Cost, tongits.LayMeld]]:
        """Yield every legal meld with the `Cost` of laying it first, sets before runs.

        `needed`: a card that the meld must have.
        """
        bits, wild = _bits_and_jokers(hand)
        for meld in sorted(tongits.melds_in(hand, self.rules), key=_order):
            laid = meld.cards
            if needed is not None and needed.is_joker and meld.jokers and needed not in laid:
                laid = tuple(needed if card is meld.jokers[0] else card for card in laid)
            if needed is not None and needed not in laid:
                continue
            four = meld.kind is tongits.Kind.SET and len(laid) == 4 and self.rules.secret_four
            move = tongits.LayMeld(self.seen.viewer, laid, secret=four and self.seen.taken not in laid)
            if self.seen.phase is tongits.Phase.LAY and tongits.why_not(self.seen, move):
                continue
            naturals, jokers = _bits_and_jokers(laid)
            (points_left, used), _ = self.best(bits & ~naturals, wild - jokers)
            yield (points_left, used + jokers), move

    def best(self, bits: int, wild: int) -> tuple[Cost, _LayOff | None]:
        """Return the lowest cost, and the first lay-off on the way to it, if any.

        `bits`: the natural cards; `wild`: the number of jokers.
        """
        best, chosen = self._by_melds(bits, wild), None
        for left, first in self._laid_off(0, bits, wild, 0, None):
            if left < best:
                best, chosen = left, first
        return best, chosen

    def _laid_off(
        self, start: int, bits: int, wild: int, used: int, first: _LayOff | None
    ) -> Iterator[tuple[Cost, _LayOff]]:
        """Yield cost and first lay-off of each way to lay off from `start` on."""
        for number in range(start, len(self._lay_offs)):
            lay_off = self._lay_offs[number]
            if lay_off.naturals & bits == lay_off.naturals and lay_off.jokers <= wild:
                rest, left, laid = bits & ~lay_off.naturals, wild - lay_off.jokers, used + lay_off.jokers
                points_left, by_melds = self._by_melds(rest, left)
                yield (points_left, by_melds + laid), first or lay_off
                # At each end of a meld, only one lay-off is made.
                ends = (index for index, other in enumerate(self._lay_offs) if other.end > lay_off.end)
                yield from self._laid_off(next(ends, len(self._lay_offs)), rest, left, laid, first or lay_off)

    def _by_melds(self, bits: int, wild: int) -> Cost:
        """Return the lowest cost by melds alone."""
        if not bits:
            return wild * self.rules.joker_points, 0
        if (bits, wild) not in self._known:
            lowest = bits & -bits  # this card is left over, or is the lowest of a meld
            points_left, used = self._by_melds(bits ^ lowest, wild)
            costs = [(points_left + tongits.points(DECK[lowest.bit_length() - 1], self.rules), used)]
            for naturals, jokers in self._parts.get(lowest, ()):
                if naturals & bits == naturals and jokers <= wild:
                    points_left, used = self._by_melds(bits & ~naturals, wild - jokers)
                    costs.append((points_left, used + jokers))
            self._known[bits, wild] = min(costs)
        return self._known[bits, wild]

    def _joker(self) -> tongits.Move | None:
        """Return a lay-off of one joker alone, if it is useful, or None. [T10.4]"""
        hand, seen = self.seen.hand, self.seen
        jokers = tuple(card for card in hand if card.is_joker)
        # It is useful if jokers count, or if at most one other card is left.
        if not jokers or len(hand) < 2 or (len(hand) - len(jokers) > 1 and not self.rules.joker_points):
            return None
        moves = (tongits.Sapaw(seen.viewer, number, jokers[:1]) for number in _open_melds(seen))
        return next((move for move in moves if not tongits.why_not(seen, move)), None)


def _order(meld: tongits.Meld) -> tuple[int, ...]:
    """Return a sort key: sets by rank, then runs by suit and lowest card.

    Sets of one rank: the highest suits first (compared from spades down), then the fewest jokers. Runs with the same
    lowest card: the longest first, then jokers low in the run.
    """
    if meld.kind is tongits.Kind.SET:
        suits = sum(1 << SUITS.index(card.suit) for card in meld.cards if not card.is_joker)
        return 0, meld.stands_for[0].number, -suits, len(meld.jokers)
    suit = SUITS.index(meld.stands_for[0].suit)
    joker_bits = sum(1 << index for index, card in enumerate(meld.cards) if card.is_joker)
    return 1, suit, meld.start, -len(meld.cards), joker_bits


def _open_melds(seen: tongits.View) -> list[int]:
    """Return the numbers of the melds open for lay-offs, in the order to use them."""
    numbers = [number for number, laid in enumerate(seen.melds) if laid.meld is not None and not laid.secret]

    def order(number: int) -> tuple[bool, bool]:
        """Return a sort key: runs before sets, then opponents' melds before own."""
        laid = seen.melds[number]
        assert laid.meld is not None
        return laid.meld.kind is tongits.Kind.SET, laid.owner == seen.viewer

    return sorted(numbers, key=order)


def _lay_offs(seen: tongits.View, hand: tuple[Card, ...]) -> Iterator[_LayOff]:
    """Yield every lay-off at one end of a meld: upper end first, short first. [T4]"""
    for order, number in enumerate(_open_melds(seen)):
        target = seen.melds[number].meld
        assert target is not None
        lay_offs: list[tuple[tuple[int, ...], _LayOff]] = []
        for added in tongits.extensions(target, hand, seen.rules):
            bigger = tongits.grown(target, added, seen.rules)
            naturals, jokers = _bits_and_jokers(added)
            if bigger is None or (bigger.kind is tongits.Kind.SET and (jokers or len(added) > 1)):
                continue
            if bigger.kind is tongits.Kind.SET:
                lay_offs.append(((0, naturals), _LayOff(naturals, 0, number, 2 * order)))
                continue
            upper = bigger.cards[: len(target.cards)] == target.cards
            lower = bigger.cards[-len(target.cards) :] == target.cards
            onwards = bigger.cards[len(target.cards) :] if upper else bigger.cards[: len(added)][::-1]
            if upper == lower or onwards[-1].is_joker:
                continue
            by_joker = sum(1 << step for step, card in enumerate(onwards) if card.is_joker)
            lay_off = _LayOff(naturals, jokers, number, 2 * order + lower)
            lay_offs.append(((lower, len(added), by_joker), lay_off))
        yield from (lay_off for _, lay_off in sorted(lay_offs, key=lambda one: one[0]))


def _thrown(seen: tongits.View, loose: frozenset[Card], moves: tuple[tongits.Move, ...]) -> tongits.Move:
    """Return the best discard: most points less outs, in `loose` if possible. [T2.4]"""
    discards = [move for move in moves if isinstance(move, tongits.Discard)]
    naturals = [move for move in discards if not move.card.is_joker]
    naturals = [move for move in naturals if move.card in loose] or naturals
    if not naturals:
        return discards[0]
    unseen = frozenset(unseen_cards(seen))
    hand = [card for card in seen.hand if not card.is_joker]

    def order(move: tongits.Discard) -> tuple[int, int, int]:
        card = move.card
        # Outs complete a meld with the hand; among equal cards, pairs of use to the next player decide.
        outs = {out for other in hand for out in _third(seen.rules.ace_high, card, other) & unseen}
        pairs = sum(len(unseen & _third(seen.rules.ace_high, card, other)) for other in unseen)
        return len(outs) - tongits.points(card, seen.rules), pairs // 2, card.index

    return min(naturals, key=order)


@cache
def _third(ace_high: bool, card: Card, other: Card) -> frozenset[Card]:
    """Return the natural cards that make a meld of three with two cards. [T3]"""
    rules = tongits.Rules(ace_high=ace_high)
    return frozenset(third for third in DECK if tongits.meld_readings((card, other, third), rules))
