"""T6.4 to T6.6: every tie after a draw call, by a judge of its own, held against engine, kernel and odds."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.kernel import compiled
from cardlab.analysis.two_hands import Odds
from cardlab.cards import DECK, Card, cards
from cardlab.tongits import Laid, Phase, Rules, State, outcome, view, why_meld
from tests.bench.playouts import Table

RULES = {
    "sheet": Rules(),
    "traditional": Rules.preset("traditional"),
    **{
        f"{tie}, {challengers}": Rules(tie=tie, challengers_tie=challengers)
        for tie, challengers in product(("caller", "challenger"), ("last_meld", "next_seat"))
    },
}
every_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
MELDS = ("4h 5h 6h", "7c 7d 7h", "9s Ts Js")
LAYING_ORDERS = tuple(permutations(range(3)))
SUITS = "cdh"


def judged(counts: tuple[int, ...], caller: int, challengers: set[int], laying: tuple[int, ...], rules: Rules) -> int:
    """Who wins: straight from the rule book, with nothing of the engine. `laying`: the seats in order of their meld."""
    lowest = min(counts[seat] for seat in (caller, *challengers))
    tied = {seat for seat in challengers if counts[seat] == lowest}
    if counts[caller] == lowest and (not tied or rules.tie == "caller"):
        return caller
    following = [(caller + 1) % 3, (caller + 2) % 3]
    order = following if rules.challengers_tie == "next_seat" else laying[::-1]
    return next(seat for seat in order if seat in tied)


def at_table(rules: Rules, laying: tuple[int, ...], hands: tuple[tuple[Card, ...], ...], **others: object) -> State:
    """A table at which everybody has opened with one meld, in this order."""
    melds = tuple(Laid(why_meld(cards(MELDS[seat])), seat) for seat in laying)
    lying = {card for laid in melds for card in laid.meld.cards} | {card for hand in hands for card in hand}
    rest = tuple(card for card in DECK if card not in lying)
    start = State(
        rules=rules,
        hands=hands,
        stock=(),
        first=0,
        seat=0,
        phase=Phase.OVER,
        began=None,
        discards=rest,
        melds=melds,
        last_drawer=2,
    )
    return replace(start, **others)


@pytest.mark.parametrize("kernel", ["compiled", "plain"])
@every_rules
def test_T6_6_every_tie_is_judged_by_engine_and_kernel_as_the_rule_book_says(rules: Rules, kernel: str) -> None:
    table, wrong = Table(rules, kernel=compiled.plain() if kernel == "plain" else compiled.best()), []
    for laying in LAYING_ORDERS:
        for counts in product((1, 2, 3), repeat=3):
            hands = tuple(cards(f"{'A23'[count - 1]}{suit}") for count, suit in zip(counts, SUITS, strict=True))
            state = at_table(rules, laying, hands)
            for caller in range(3):
                others = {(caller + 1) % 3, (caller + 2) % 3}
                for challengers in ({min(others)}, {max(others)}, others):
                    end = replace(state, caller=caller, challengers=frozenset(challengers))
                    table.resume(end)
                    expected = judged(counts, caller, challengers, laying, rules)
                    if {outcome(end).winner, table.outcome()[1]} != {expected}:
                        wrong.append((counts, caller, challengers, laying, outcome(end).winner, table.outcome()[1]))
    assert wrong == []


POOL = cards("Ac Ad 2c 2d 3c 3d")


def counted(state: State, viewer: int, caller: int) -> tuple[Fraction, Fraction]:
    """How often the viewer wins if both opponents of the caller challenge, and what they receive; over every deal."""
    one, other = (viewer + 1) % 3, (viewer + 2) % 3
    won = received = deals = 0
    for first, second in permutations(POOL, 2):
        hands = {viewer: state.hands[viewer][0], one: first, other: second}
        counts = tuple(hands[seat].number for seat in range(3))
        laying = tuple(laid.owner for laid in state.melds)
        winner = judged(counts, caller, {0, 1, 2} - {caller}, laying, state.rules)
        aces = int(hands[winner].number == 1)
        by_chips = state.rules.payment == "chips"
        paid = [3 + aces if by_chips else counts[seat] - counts[winner] for seat in range(3)]
        deals += 1
        won += winner == viewer
        received += sum(paid) - paid[winner] if winner == viewer else -paid[viewer]
    return Fraction(won, deals), Fraction(received, deals)


@every_rules
@pytest.mark.parametrize("payment", ["deadwood", "chips"])
def test_T6_6_the_odds_of_a_call_and_of_a_challenge_count_every_tie(rules: Rules, payment: str) -> None:
    rules = replace(rules, payment=payment)
    for laying, viewer, own in product(LAYING_ORDERS, range(3), ("Ah", "2h", "3h")):
        hidden = {(viewer + step) % 3: POOL[step - 1 : step] for step in (1, 2)}
        hands = tuple(hidden.get(seat, cards(own)) for seat in range(3))
        state = at_table(rules, laying, hands, seat=viewer, phase=Phase.DRAW)
        state = replace(state, stock=POOL[2:], discards=tuple(card for card in state.discards if card not in POOL))
        seen = view(state, viewer)
        for caller in range(3):
            call = replace(DrawCall.of(seen), caller=caller, challengers=frozenset({0, 1, 2} - {caller}))
            expected = tuple(map(Odds, counted(state, viewer, caller)))
            assert (call.wins(call.own), call.payment(call.own)) == expected, (laying, viewer, caller)


@every_rules
@pytest.mark.parametrize("payment", ["deadwood", "chips"])
def test_the_payment_of_a_call_never_rises_with_the_deadwood(rules: Rules, payment: str) -> None:
    """What `break_even` rests on: of two challengers who tie, the same one wins at the caller's deadwood and below."""
    for laying, viewer in product(LAYING_ORDERS, range(3)):
        hands = tuple(cards("Kh") if seat == viewer else POOL[seat : seat + 1] for seat in range(3))
        state = at_table(replace(rules, payment=payment), laying, hands, seat=viewer, phase=Phase.DRAW)
        lying = {card for hand in hands for card in hand}
        stock = tuple(card for card in POOL if card not in lying)
        state = replace(state, stock=stock, discards=tuple(card for card in state.discards if card not in POOL))
        call = DrawCall.of(view(state, viewer))
        paid = [call.payment(own).value for own in range(6)]
        assert paid == sorted(paid, reverse=True)
