"""`best_arrangements` and `least_deadwood` against a search that tries everything."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from plain_tongits import is_meld

from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card, cards
from cardlab.refusal import NotationError
from cardlab.tongits import Arrangement, Kind, Meld, Rules, best_arrangements, least_deadwood, why_meld

Part: TypeAlias = tuple[int | None, frozenset[Card], int]
"""What is laid together: the place on the table (None: a new meld), natural cards, and a number of jokers."""

SHEET = Rules()
ACE_HIGH = Rules(ace_high=True)
POINTS = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))
LAW = settings(max_examples=50, deadline=None, derandomize=True)


def parts(naturals: tuple[Card, ...], wild: int, table: tuple[Meld, ...], rules: Rules) -> Iterator[Part]:
    """Every new meld, and every handful that makes a bigger meld of one on the table."""
    melds = [card for meld in table for card in meld.cards]
    spare = [joker for joker in JOKERS if joker not in melds]
    for number in range(1 << len(naturals)):
        chosen = [card for index, card in enumerate(naturals) if number >> index & 1]
        for jokers in range(wild + 1):
            handful = [*chosen, *spare[:jokers]]
            if is_meld(handful, rules):
                yield None, frozenset(chosen), jokers
            for index, meld in enumerate(table):
                there = meld.stands_for if meld.kind is Kind.RUN else meld.cards
                if handful and is_meld([*there, *handful], rules):
                    yield index, frozenset(chosen), jokers


def families(choices: list[Part], rest: frozenset[Card], wild: int) -> Iterator[tuple[list[Part], int, int]]:
    """Every way to lay parts that share no card, each meld on the table at most once; the points and jokers left."""
    yield [], sum(POINTS[card.rank] for card in rest), wild
    for number, (index, needed, jokers) in enumerate(choices):
        if needed <= rest and jokers <= wild:
            free = [
                part
                for part in choices[number + 1 :]
                if part[1] <= rest - needed and index in (None, *{part[0]} ^ {index})
            ]
            for laid, left, jokers_left in families(free, rest - needed, wild - jokers):
                yield [(index, needed, jokers), *laid], left, jokers_left


def tried_out(hand: tuple[Card, ...], table: tuple[Meld, ...], rules: Rules) -> tuple[int, set[frozenset[Part]]]:
    """The least deadwood, and every arrangement that reaches it."""
    naturals = tuple(card for card in hand if not card.is_joker)
    wild = len(hand) - len(naturals)
    every = [
        (left + jokers_left * rules.joker_points, frozenset(laid))
        for laid, left, jokers_left in families(list(parts(naturals, wild, table, rules)), frozenset(naturals), wild)
    ]
    least = min(deadwood for deadwood, _ in every)
    return least, {laid for deadwood, laid in every if deadwood == least}


def as_parts(arrangement: Arrangement) -> frozenset[Part]:
    laid = [(None, meld.cards) for meld in arrangement.melds] + list(arrangement.sapaws)
    return frozenset(
        (index, frozenset(card for card in laid_off if not card.is_joker), sum(card.is_joker for card in laid_off))
        for index, laid_off in laid
    )


def agree(hand: tuple[Card, ...], table: tuple[Meld, ...] = (), rules: Rules = SHEET) -> None:
    arrangements = best_arrangements(hand, table, rules)
    least, every = tried_out(hand, table, rules)
    assert {arrangement.deadwood for arrangement in arrangements} == {least}
    assert {as_parts(arrangement) for arrangement in arrangements} == every
    assert len(set(arrangements)) == len(arrangements), "an arrangement is listed twice"
    assert [len(arrangement.loose) for arrangement in arrangements] == sorted(
        len(arrangement.loose) for arrangement in arrangements
    )
    for arrangement in arrangements:
        laid = [card for meld in arrangement.melds for card in meld.cards]
        laid += [card for _, laid_off in arrangement.sapaws for card in laid_off]
        assert sorted([*laid, *arrangement.loose]) == sorted(hand)
        assert all(is_meld(meld.cards, rules) and is_meld(meld.stands_for, rules) for meld in arrangement.melds)
    if not table:
        assert least_deadwood(hand, rules) == least


def hands(pool: tuple[Card, ...] = DECK, least: int = 0, most: int = 11) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(pool), unique=True, min_size=least, max_size=most).map(tuple)


CLOSE = tuple(Card(rank + suit) for rank in "5678" for suit in SUITS)
AROUND_THE_ACE = tuple(Card(rank + suit) for rank in "A2JQK" for suit in SUITS)


@given(st.one_of(hands(), hands(least=11, most=13)))
@LAW
def test_any_hand(hand: tuple[Card, ...]) -> None:
    agree(hand)


@given(st.one_of(hands(CLOSE, 4, 10), hands(CLOSE, 11, 13)))
@example(cards("5c 6c 7c 8c 5d 6d 7d 8d 5h 6h 7h 8h"))
@example(cards("5c 6c 7c 5d 6d 7d 5h 6h 7h"))
@LAW
def test_a_hand_of_many_cards_of_few_ranks(hand: tuple[Card, ...]) -> None:
    agree(hand)


@given(hands(AROUND_THE_ACE, 7, 12), st.sampled_from([SHEET, ACE_HIGH]))
@example(cards("As 2s 3s Qs Ks"), ACE_HIGH)
@example(cards("As Ah Ad Qs Ks 2s 3s"), ACE_HIGH)
@LAW
def test_a_hand_around_the_ace(hand: tuple[Card, ...], rules: Rules) -> None:
    agree(hand, rules=rules)


@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
@given(data=st.data(), ace_high=st.booleans(), joker_points=st.sampled_from([0, 5, 25]))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_hand_with_jokers(data: st.DataObject, jokers: int, ace_high: bool, joker_points: int) -> None:
    rules = Rules(jokers=jokers, ace_high=ace_high, joker_points=joker_points)
    hand = data.draw(st.sampled_from([DECK, CLOSE, AROUND_THE_ACE]).flatmap(lambda pool: hands(pool, 4, 9 - jokers)))
    agree((*hand, *JOKERS[:jokers]), rules=rules)


LYING = tuple(
    cards(text)
    for text in ("7c 7d 7h", "5s 6s 7s", "Jh Qh Kh", "Ac 2c 3c", "X1 9d Td", "9c 9h X1", "8d 8h 8s", "Qs X1 X2 9s")
)


@given(
    data=st.data(),
    table=st.lists(st.sampled_from(LYING), max_size=3),
    jokers=st.integers(0, 2),
    ace_high=st.booleans(),
    joker_points=st.sampled_from([0, 7]),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_a_hand_beside_a_table(
    data: st.DataObject, table: list[tuple[Card, ...]], jokers: int, ace_high: bool, joker_points: int
) -> None:
    rules = Rules(jokers=4, ace_high=ace_high, joker_points=joker_points)
    melds: list[Meld] = []
    for laid in table:
        if not any(card in meld.cards for meld in melds for card in laid):
            meld = why_meld(laid, rules)
            if meld is not None:
                melds.append(meld)
    on_table = {card for meld in melds for card in meld.cards}
    near = tuple(
        card for card in (*CLOSE, *cards("9s Ts Js Qs Ks As Th Qh Ac Ah 4c 8d 9d Td Jd 9c 9h")) if card not in on_table
    )
    hand = data.draw(hands(tuple(dict.fromkeys(near)), 3, 9 - jokers))
    spare = [joker for joker in JOKERS if joker not in on_table]
    agree((*hand, *spare[:jokers]), tuple(melds), rules)


def test_a_joker_laid_off_is_listed_once_whichever_end_it_goes_to() -> None:
    rules = Rules(jokers=2, joker_points=5)
    arrangements = best_arrangements(cards("X1 Kc"), [cards("7h 8h 9h")], rules)
    assert [(best.sapaws, best.loose) for best in arrangements] == [(((0, cards("X1")),), cards("Kc"))]


def test_an_empty_hand_has_one_arrangement() -> None:
    assert best_arrangements(()) == (Arrangement((), (), (), 0),)
    assert least_deadwood(()) == 0


def test_sixteen_cards_are_arranged_and_not_one_more() -> None:
    assert best_arrangements(DECK[:16])
    with pytest.raises(NotationError) as refused:
        best_arrangements(DECK[:17])
    assert refused.value.refusal.code == "too_many_cards"


@pytest.mark.parametrize(
    ("hand", "table", "code"),
    [
        ("7h 7h", [], "card_twice_given"),
        ("7h", ["7h 8h 9h"], "card_twice_given"),
        ("Kc", ["7h 8h 9h", "9h 9c 9d"], "card_twice_given"),
        ("Ma", [], "not_in_game"),
        ("X1", [], "not_in_game"),
        ("Kc", ["7h 8h Th"], "no_meld_on_table"),
    ],
)
def test_what_is_no_hand_is_refused(hand: str, table: list[str], code: str) -> None:
    with pytest.raises(NotationError) as refused:
        best_arrangements(cards(hand), [cards(meld) for meld in table])
    assert refused.value.refusal.code == code
    if not table:
        with pytest.raises(NotationError) as refused:
            least_deadwood(cards(hand))
        assert refused.value.refusal.code == code
