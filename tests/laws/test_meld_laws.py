"""`why_not_meld` against a definition of a meld in a few lines, and its repairs applied for real."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from plain_tongits import TABLES, is_meld

from cardlab.cards import DECK, JOKERS, SPECIALS, Card, cards
from cardlab.refusal import Fix
from cardlab.tongits import Rules, meld_readings, melds_in, why_meld, why_not_meld

SHEET, ACE_HIGH = Rules(), Rules(ace_high=True)
WITH_JOKERS = Rules(jokers=2)
ALL = Rules(jokers=4, ace_high=True)
POOL = cards("Ac 2c 3c 4c Jc Qc Kc Ad 2d 3d Qd Kd Ah 2h Kh 7h 8h 9h 7s 7d")
Handful = tuple[Card, ...]


def some_handfuls(pool: Handful, sizes: tuple[int, ...], count: int, seed: int) -> Iterator[Handful]:
    random = Random(seed)
    return (tuple(random.sample(pool, random.choice(sizes))) for _ in range(count))


def near_melds(rules: Rules, count: int, seed: int) -> Iterator[Handful]:
    """Handfuls one or two cards away from a meld: chance alone seldom comes near one."""
    random = Random(seed)
    deck = (*DECK, *JOKERS[: rules.jokers])
    pool = random.sample(melds_in(DECK, rules), 60) + random.sample(melds_in(deck, rules), 60)
    for _ in range(count):
        chosen = list(random.choice(pool).cards)
        if len(chosen) > 7:
            chosen = chosen[:7]
        for _ in range(random.randint(0, 2)):
            if random.random() < 0.5 and len(chosen) > 1:
                chosen.remove(random.choice(chosen))
            else:
                chosen.append(random.choice([card for card in deck if card not in chosen]))
        random.shuffle(chosen)
        yield tuple(chosen)


def agree(handful: Handful, rules: Rules, *, asked: bool = True) -> None:
    """With `asked`, check the reasons of a handful that is no meld too: slower, because of the repair."""
    meld = is_meld(handful, rules)
    assert bool(meld_readings(handful, rules)) is meld, handful
    if meld or asked:
        assert (why_not_meld(handful, rules) == ()) is meld, handful
    for reading in meld_readings(handful, rules):
        assert sorted(reading.cards) == sorted(handful)
        assert is_meld(reading.stands_for, rules)
        assert all(card is shown for card, shown in zip(reading.cards, reading.stands_for, strict=True) if card.number)
        read_again = why_meld(reading.cards, rules)
        assert read_again is not None
        assert read_again.stands_for == reading.stands_for


@pytest.mark.parametrize("rules", [SHEET, ACE_HIGH])
@pytest.mark.parametrize("size", [3, 4])
def test_all_handfuls_of_three_and_of_four(rules: Rules, size: int) -> None:
    for number, handful in enumerate(combinations(POOL, size)):
        agree(handful, rules, asked=number % 5 == 0)


@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_handfuls_at_random_and_near_a_meld(rules: Rules) -> None:
    pool = (*POOL, *JOKERS[: rules.jokers])
    for handful in (*some_handfuls(pool, (0, 1, 2, 5, 6), 100, seed=3), *near_melds(rules, 150, seed=4)):
        agree(handful, rules)


@pytest.mark.parametrize("jokers", [0, 1, 4])
def test_melds_in_a_hand_are_all_handfuls_that_are_melds(jokers: int) -> None:
    rules = Rules(jokers=jokers, ace_high=True)
    for hand in some_handfuls((*POOL, *JOKERS[:jokers]), (9,), 40, seed=5):
        wild = tuple(card for card in JOKERS if card in hand)
        expected = {
            frozenset(chosen)
            for size in range(3, 10)
            for chosen in combinations(hand, size)
            if is_meld(chosen, rules) and all(card in chosen for card in wild[: sum(card.is_joker for card in chosen)])
        }
        assert {frozenset(meld.cards) for meld in melds_in(hand, rules)} == expected


def once(handful: Handful) -> Handful:
    return tuple(dict.fromkeys(handful))


def repaired(handful: Handful, fix: Fix) -> Iterator[Handful]:
    """The handful after each alternative of the repair."""
    named = fix.facts["cards"]
    match fix.code:
        case "add":
            return ((*handful, card) for card in named)
        case "add_all":
            return ((*handful, *group) for group in named)
        case "drop":
            return (tuple(card for card in handful if card is not gone) for gone in named)
        case "swap":
            assert fix.facts["drop"] in handful
            return ((*(card for card in handful if card is not fix.facts["drop"]), card) for card in named)
        case "drop_all":
            surplus = Counter(handful) - Counter(once(handful))
            return iter([tuple(card for card in once(handful) if card not in named or card in surplus)])
    raise AssertionError(fix)


def other_handfuls(handful: Handful, added: int, dropped: int) -> Iterator[Handful]:
    """Every handful after adding and dropping these numbers of cards; only cards of the deck are added."""
    for kept in combinations(handful, len(handful) - dropped):
        for new in combinations([card for card in DECK if card not in handful], added):
            yield (*kept, *new)


def can_be_mended(handful: Handful, rules: Rules, added: int, dropped: int) -> bool:
    return any(is_meld(other, rules) for other in other_handfuls(handful, added, dropped))


@pytest.mark.parametrize("rules", [SHEET, ACE_HIGH, WITH_JOKERS, ALL], ids=["sheet", "ace high", "2 jokers", "all"])
def test_a_repair_gives_a_meld_and_no_smaller_one_exists(rules: Rules) -> None:
    pool = (*POOL, *JOKERS[: rules.jokers])
    fix_codes: Counter[str | None] = Counter()
    for handful in (*some_handfuls(pool, (1, 2, 3, 4, 5), 60, seed=6), *near_melds(rules, 100, seed=7)):
        refusals = why_not_meld(handful, rules)
        if not refusals:
            continue
        fixes = [refusal.fix for refusal in refusals if refusal.fix]
        assert len({fix.code for fix in fixes}) <= 1
        for other in fixes[1:]:
            assert all(is_meld(mended, rules) for mended in repaired(handful, other)), (handful, other)
        fix = fixes[0] if fixes else None
        fix_codes[fix.code if fix else None] += 1
        if fix:
            mended = list(repaired(handful, fix))
            assert mended
            assert all(is_meld(other, rules) for other in mended), (handful, fix)
        addable = can_be_mended(handful, rules, 1, 0)
        assert (fix is not None and fix.code == "add") is addable, (handful, fix)
        if addable:
            assert fix is not None
            every = {card for card in DECK if card not in handful and is_meld((*handful, card), rules)}
            assert set(fix.facts["cards"]) == every, (handful, fix)
            continue
        droppable = can_be_mended(handful, rules, 0, 1)
        assert (fix is not None and fix.code == "drop") is droppable, (handful, fix)
        if droppable:
            continue
        assert (fix is not None and fix.code == "swap") is can_be_mended(handful, rules, 1, 1), (handful, fix)
        if fix is None:
            largest = [
                size for size in range(3, len(handful)) if any(is_meld(c, rules) for c in combinations(handful, size))
            ]
            assert not largest, handful
        elif fix.code == "drop_all":
            size = len(handful) - len(fix.facts["cards"])
            larger = (chosen for more in range(size + 1, len(handful)) for chosen in combinations(handful, more))
            assert not any(is_meld(chosen, rules) for chosen in larger), (handful, fix)
    assert {"add", "drop", "swap", "drop_all"} <= set(fix_codes), fix_codes


def test_every_card_that_may_be_dropped_is_named() -> None:
    """Of five cards for a set any one may go."""
    fix = why_not_meld(cards("7c 7d 7h 7s X1"), WITH_JOKERS)[0].fix
    assert fix == Fix("drop", {"cards": cards("7c 7d 7h 7s X1")})


@pytest.mark.parametrize("handful", [DECK[:1], cards("7c"), cards("Ks")])
def test_a_single_card_is_repaired_by_two(handful: Handful) -> None:
    fix = why_not_meld(handful)[0].fix
    assert fix is not None
    assert fix.code == "add_all"
    pairs = {frozenset(pair) for pair in combinations([card for card in DECK if card not in handful], 2)}
    assert {frozenset(pair) for pair in fix.facts["cards"]} == {
        pair for pair in pairs if is_meld((*handful, *pair), SHEET)
    }


@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_no_handful_is_refused_without_a_reason(rules: Rules) -> None:
    """Nor does any handful, however strange, make it stumble."""
    strange = (*POOL[:12], *JOKERS, *SPECIALS[:2])
    random = Random(8)
    for _ in range(120):
        handful = tuple(random.choices(strange, k=random.randint(0, 7)))
        refusals = why_not_meld(handful, rules)
        assert (refusals == ()) is bool(meld_readings(handful, rules))
        clauses = [tuple(map(int, refusal.rule[1:].split("."))) for refusal in refusals]
        assert clauses == sorted(clauses)
