"""T6.4 to T6.6: every tie after a draw call, by a judge of its own, held against engine and kernel.

The odds of a call and of its answers are held against the engine in `test_chances_of_a_call` and `test_counted`.
"""

from itertools import permutations, product

import pytest

from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.kernel import compiled
from cardlab.cards import DECK, cards
from cardlab.tongits import Laid, Phase, Rules, State, outcome, view, why_meld
from tests.bench.playouts import Table

every_house = pytest.mark.parametrize("tie", ["caller", "challenger"])
every_challengers_tie = pytest.mark.parametrize("among", ["last_meld", "next_seat"])
MELDS = tuple(why_meld(cards(laid)) for laid in ("4h 5h 6h", "7c 7d 7h", "9s Ts Js"))
LAYING_ORDERS = tuple(permutations(range(3)))


def judged(counts, caller, challengers, laying, rules):
    """Who wins: straight from the rule book, with nothing of the engine. `laying`: the seats in order of their meld."""
    lowest = min(counts[seat] for seat in (caller, *challengers))
    tied = {seat for seat in challengers if counts[seat] == lowest}
    if counts[caller] == lowest and (not tied or rules.tie == "caller"):
        return caller
    following = [(caller + 1) % 3, (caller + 2) % 3]
    order = following if rules.challengers_tie == "next_seat" else laying[::-1]
    return next(seat for seat in order if seat in tied)


def at_table(rules, laying, hands, stock=(), **others):
    """A table at which everybody has opened with one meld, in this order; the rest of the cards is discarded."""
    melds = tuple(Laid(MELDS[seat], seat) for seat in laying)
    elsewhere = {
        *stock,
        *(card for laid in melds for card in laid.meld.cards),
        *(card for hand in hands for card in hand),
    }
    rest = tuple(card for card in DECK if card not in elsewhere)
    same = {"first": 0, "began": None, "last_drawer": 2}
    return State(rules=rules, hands=hands, stock=stock, melds=melds, discards=rest, **same, **others)


@pytest.mark.parametrize("kernel", [compiled.best(), compiled.plain()], ids=["compiled", "plain"])
@every_challengers_tie
@every_house
def test_T6_6_every_tie_is_judged_by_engine_and_kernel_as_the_rule_book_says(tie, among, kernel):
    rules = Rules(tie=tie, challengers_tie=among)
    table = Table(rules, kernel=kernel)
    for laying, counts, caller in product(LAYING_ORDERS, product((1, 2, 3), repeat=3), range(3)):
        hands = tuple(cards(f"{'A23'[count - 1]}{suit}") for count, suit in zip(counts, "cdh", strict=True))
        others = {(caller + 1) % 3, (caller + 2) % 3}
        for challengers in ({min(others)}, {max(others)}, others):
            ended = {"seat": 0, "phase": Phase.OVER, "caller": caller, "challengers": frozenset(challengers)}
            end = at_table(rules, laying, hands, **ended)
            table.resume(end)
            expected = judged(counts, caller, challengers, laying, rules)
            assert (outcome(end).winner, table.outcome()[1]) == (expected, expected), (laying, counts, ended)


@every_challengers_tie
@every_house
@pytest.mark.parametrize("payment", ["deadwood", "chips"])
def test_the_payment_of_a_call_never_rises_with_the_deadwood(tie, among, payment):
    """What `break_even` rests on: of two challengers who tie, the same one wins at the caller's deadwood and below."""
    rules, pool = Rules(tie=tie, challengers_tie=among, payment=payment), cards("Ac Ad 2c 2d 3c 3d")
    for laying, viewer in product(LAYING_ORDERS, range(3)):
        hands = tuple(cards("Kh") if seat == viewer else pool[seat : seat + 1] for seat in range(3))
        stock = tuple(card for card in pool if (card,) not in hands)
        call = DrawCall.of(view(at_table(rules, laying, hands, stock, seat=viewer, phase=Phase.DRAW), viewer))
        paid = [call.payment(own).value for own in range(6)]
        assert paid == sorted(paid, reverse=True)
