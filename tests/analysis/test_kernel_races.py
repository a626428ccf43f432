"""The kernel's Tichu races: every race goes through the rule engine move by move, and ends as the engine says."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random
from statistics import pstdev

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import races as slots
from cardlab.analysis.races import CARDS, EVEN, Race, Racer, Racers, Tally, many, race, race_from, settings_of
from cardlab.cards import TICHU_DECK, Card, cards
from cardlab.record import Record, check
from cardlab.tichu import (
    DragonLocks,
    Draw,
    Ending,
    Flip,
    Outcome,
    Pile,
    Play,
    Points,
    Recycle,
    Rules,
    State,
    deal,
    fitting_cards,
    outcome,
    play,
    plays,
    view,
)

PLAIN = compiled.plain()
RACES = int(os.environ.get("RACES", "12"))  # of each kind in each house
HOUSES = [
    Rules(wrap=wrap, dragon_locks=locks, points=points)
    for wrap, locks, points in product((False, True), DragonLocks, Points)
]
PACES = (
    (Racer(), Racer()),
    (Racer(450, 100), Racer(900, 300)),
    (Racer(0, 0, 0), Racer(0, 0, 0)),
    (Racer(1, 900, 0),) * 2,
)
KINDS: list[Racers] = [
    (replace(first, eager=one), replace(second, eager=other))
    for first, second in PACES
    for one, other in product((False, True), repeat=2)
]
MAH_JONG, DOG, PHOENIX, DRAGON = cards("Ma Do Ph Dr")


def steps(one: Race) -> Iterator[tuple[State, object, State]]:
    """The race through the engine, which raises IllegalMove at the first move that breaks a rule."""
    state = one.start
    for move in one.moves:
        after = play(state, move)
        yield state, move, after
        state = after


def events(before: State, move: object, after: State) -> Iterator[str]:
    """What is rare enough in a race to ask whether it happened at all."""
    if any(after.owes):
        yield "owes"
    match move:
        case Play():
            top = before.piles[move.pile].top
            if move.onto is not top:
                yield "late but fitting"
            if move.card in (DOG, PHOENIX, DRAGON, MAH_JONG):
                yield f"plays {move.card}"
            if move.wish:
                yield "wishes"
            if {move.card.rank, top.rank if top else ""} == {"2", "A"}:
                yield "2 and ace"
            if top is DRAGON and move.card in (PHOENIX, DOG):
                yield "upon the Dragon"
            if top is PHOENIX or top is MAH_JONG:
                yield f"upon {top}"
        case Draw():
            if len(after.draw[move.seat]) == len(before.draw[move.seat]):
                yield "from the other pile"
        case Flip():
            for pile in after.piles:
                if pile.top in (DOG, PHOENIX, MAH_JONG):
                    yield f"turns {pile.top}"
        case Recycle():
            buried = sum(len(pile.cards) - 1 for pile in before.piles)
            yield "recycle, odd" if buried % 2 else "recycle, even"


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: " ".join(rules.changed()) or "sheet")
def test_the_engine_judges_the_races_of_every_house(rules: Rules) -> None:
    """8 houses by 192 races, between careful and eager sides, even and uneven, quick and slow; more in `make long`."""
    seen: Counter[str] = Counter()
    for kind, racers in enumerate(KINDS):
        for number in range(RACES):
            one = race(rules, kind, racers, number=number, kernel=PLAIN)
            state = one.start
            for before, move, state in steps(one):
                seen.update(events(before, move, state))
            assert outcome(state) == one.outcome != None  # noqa: E711
            assert sorted(one.times) == list(one.times)
    usual = {f"plays {card}" for card in (DOG, PHOENIX, DRAGON, MAH_JONG)}
    usual |= {f"turns {card}" for card in (DOG, PHOENIX, MAH_JONG)} | {f"upon {card}" for card in (PHOENIX, MAH_JONG)}
    usual |= {"owes", "from the other pile", "wishes", "late but fitting", "recycle, even", "recycle, odd"}
    usual |= {"2 and ace"} if rules.wrap else set()
    usual |= {"upon the Dragon"} if rules.dragon_locks is DragonLocks.LOOSE else set()
    assert set(seen) == usual


def made_up(chance: Random) -> State:
    """The late position of a race, or one that no race comes to: few cards, any debt, any wish, perhaps a flip due."""
    deck = list(TICHU_DECK)
    chance.shuffle(deck)
    specials = [deck.pop(deck.index(card)) for card in (MAH_JONG, DOG, PHOENIX, DRAGON)]
    deck[-18:] = chance.sample([*deck[-14:], *specials], 18)

    def heap(*sizes: int) -> tuple[Card, ...]:
        return tuple(deck.pop() for _ in range(chance.choice(sizes)))

    def pile() -> Pile:
        lying = heap(0, 1, 1, 2, 2, 3)
        return Pile(lying, chance.choice((None, *"23456789TJQKA")) if MAH_JONG in lying else None)

    return State(
        hands=(heap(0, 1, 1, 2, 8), heap(1, 1, 2, 3, 9)),
        rules=chance.choice(HOUSES),
        draw=(heap(0, 0, 1, 2), heap(0, 0, 0, 1, 3)),
        extra=(heap(0, 0, 1, 2), heap(0, 0, 0, 1, 2)),
        piles=(pile(), pile()),
        owes=(chance.random() < 0.3, chance.random() < 0.3),
        flip_due=chance.random() < 0.3,
    )


def test_the_engine_judges_races_from_2_000_made_up_positions() -> None:
    """Also those that end blocked (U4.4), which a whole deal never comes to; some go on for ever and are given up."""
    chance = Random(4)
    ends: Counter[object] = Counter()
    for number in range(2_000):
        one = race_from(made_up(chance), number, chance.choice(KINDS), longest=400, kernel=PLAIN)
        state = one.start
        for _, _, state in steps(one):  # noqa: B007
            pass
        assert outcome(state) == one.outcome, one.start
        ends[one.outcome and (one.outcome.ending, one.outcome.winner)] += 1
    blocked = {(Ending.BLOCKED, None), (Ending.BLOCKED, 0), (Ending.BLOCKED, 1)}
    assert set(ends) == {None, (Ending.OUT, 0), (Ending.OUT, 1)} | blocked


def test_what_fits_is_what_the_engine_lets_fit() -> None:
    """Every pair of uppermost cards, with every wish, under all house rules that matter."""
    lying = [None, *cards("2c 3c 4c 9c Tc Kc Ac"), MAH_JONG, PHOENIX, DRAGON]
    for wrap, locks, top, beneath in product((False, True), DragonLocks, lying, lying):
        if top is beneath or (top is None and beneath):
            continue
        rules = Rules(wrap=wrap, dragon_locks=locks)
        house = [int(wrap), int(locks is DragonLocks.STRICT), 0]
        for wish in (None, *"23456789TJQKA") if MAH_JONG in (top, beneath) else (None,):
            pile = Pile(tuple(card for card in (top, beneath) if card), wish)
            numbers = [CARDS.index(card) if card else slots.NO_CARD for card in (top, beneath)]
            value = "23456789TJQKA".index(wish) + 2 if wish else 0
            fit = slots.cards_that_fit(*numbers, value, house)
            assert {card for number, card in enumerate(CARDS) if fit >> number & 1} == set(
                fitting_cards(pile, TICHU_DECK, rules)
            )


def test_the_compiled_kernel_plays_the_same_races() -> None:
    fast = compiled.fast()
    for rules, racers in product(HOUSES, KINDS):
        assert many(rules, 20, 9, racers, kernel=fast) == many(rules, 20, 9, racers, kernel=PLAIN)
        assert race(rules, 9, racers, number=3, kernel=fast) == race(rules, 9, racers, number=3, kernel=PLAIN)
    chance = Random(8)
    for number in range(200):
        state = made_up(chance)
        assert race_from(state, number, kernel=fast) == race_from(state, number, kernel=PLAIN)


def goes_on(state: State, move: Play) -> int:
    pile = state.piles[move.pile].covered(move.card, move.wish)
    return len(fitting_cards(pile, [card for card in state.hands[move.seat] if card is not move.card], state.rules))


@pytest.mark.parametrize("eager", [False, True])
def test_a_side_plays_ordinary_cards_first_and_the_one_after_which_most_others_fit(eager: bool) -> None:
    """Seat 1 is so slow that what seat 0 has in mind is never overtaken."""
    chosen, special = 0, 0
    for number, rules in product(range(40), HOUSES):
        one = race(rules, 5, (Racer(1, 0, 0, eager=eager), Racer(60_000, 0)), number=number, kernel=PLAIN)
        for state, move, _ in steps(one):
            drawable = bool(len(state.hands[0]) < 8 and state.draw[0])
            if isinstance(move, Draw) and move.seat == 0:
                assert not (eager and plays(view(state, 0)))
            if not isinstance(move, Play) or move.seat == 1:
                continue
            possible = plays(view(state, 0))
            ordinary = [each for each in possible if each.card.rank]
            assert eager or not drawable
            assert move in (ordinary or possible)
            assert goes_on(state, move) == max(goes_on(state, each) for each in ordinary or possible)
            chosen += 1
            special += not move.card.rank
    assert chosen > 5_000
    assert special > 100


def test_equally_good_plays_are_drawn_by_lot() -> None:
    """The Dog upon the ace keeps the Mah Jong playable, as good as the Mah Jong with any wish: each comes up."""
    state = small(("Ma Do Ph", "4c"), ("Ah", "9d"))
    possible = plays(view(state, 0))
    most = max(goes_on(state, each) for each in possible)
    best = {each for each in possible if goes_on(state, each) == most}
    first = Counter(race_from(state, seed, steady(1, 9)).moves[0] for seed in range(600))
    assert len(best) == 15
    assert set(first) == best
    assert max(first.values()) < 3 * min(first.values())


def test_U3_2_only_an_eager_side_forgets_to_draw() -> None:
    racers = (Racer(), Racer(eager=True))
    owed = [after.owes for number in range(50) for _, _, after in steps(race(Rules(), 2, racers, number=number))]
    assert not any(first for first, _ in owed)
    assert any(second for _, second in owed)


def small(hands: tuple[str, str], piles: tuple[str, str], draw: tuple[str, str] = ("", "")) -> State:
    return State(
        (cards(hands[0]), cards(hands[1])),
        draw=(cards(draw[0]), cards(draw[1])),
        piles=(Pile.of(piles[0]), Pile.of(piles[1])),
    )


def steady(first: int, second: int) -> Racers:
    """Two sides that always take the same time."""
    return Racer(first, 0, 0), Racer(second, 0, 0)


def test_U2_4_who_comes_too_late_needs_a_new_reaction() -> None:
    """Both want the 7: the 8 lands first, the 6 goes back to the hand, and a queen takes as long again."""
    one = race_from(small(("8c 2s", "5c 6c Qc"), ("7h", "Jd")), 0, steady(100, 120))
    assert list(map(str, one.moves[:2])) == ["0 play 8c 0 onto 7h", "1 play Qc 1 onto Jd"]
    assert one.times[:2] == (100, 240)
    assert one.late[1] >= 1


def test_U2_4_a_card_that_still_fits_is_laid_on_the_new_top() -> None:
    one = race_from(small(("8c Kc", "Dr 2c"), ("7h", "7d")), 0, steady(100, 150))
    first, second = one.moves[:2]
    assert isinstance(first, Play)
    assert isinstance(second, Play)
    assert (first.card, second.card) == (Card("8c"), DRAGON)
    assert second.onto in (Card("7h"), Card("7d"))
    assert one.times[:2] == (100, 150)


def test_a_change_makes_who_waited_react_anew() -> None:
    """Seat 1 has nothing to do until the 8 lies there; the reaction begins then."""
    one = race_from(small(("8c Kc", "9c"), ("7h", "2d")), 0, steady(100, 30))
    assert list(map(str, one.moves)) == ["0 play 8c 0 onto 7h", "1 play 9c 0 onto 8c"]
    assert one.times == (100, 130)
    assert one.outcome == Outcome(Ending.OUT, 1, (0, 2))


def test_equal_times_are_drawn_by_lot() -> None:
    winners = Counter(
        one.outcome.winner
        for seed in range(400)
        if (one := race_from(small(("8c", "6c"), ("7h", "7d")), seed, steady(50, 50))).outcome
    )
    assert winners.total() == 400
    assert abs(winners[0] - 200) < 3 * sqrt(400) / 2


def test_a_flip_waits_for_the_slower_side() -> None:
    one = race(Rules(), 0, steady(100, 700))
    assert (one.moves[0], one.times[0]) == (Flip(), 700)
    assert one.duration == one.times[-1]


@pytest.mark.parametrize(("mean", "spread", "least"), [(700, 150, 0), (300, 80, 0), (1000, 0, 0)])
def test_a_reaction_has_the_mean_and_the_spread_asked_for(mean: int, spread: int, least: int) -> None:
    table, settings = PLAIN.memory(slots.MEMORY), settings_of(Rules(), (Racer(mean, spread, least), Racer(1, 1, 1)))
    thrown = [slots.reaction(table, settings, 0) for _ in range(20_000)]
    average = sum(thrown) / len(thrown)
    deviation = sqrt(sum((one - average) ** 2 for one in thrown) / len(thrown))
    assert abs(average - mean) <= 3 * spread / sqrt(len(thrown)) + 0.5
    assert abs(deviation - spread) <= 0.02 * spread
    assert max(thrown) <= mean + 3 * spread
    assert min(thrown) >= mean - 3 * spread


def test_no_reaction_is_quicker_than_the_least() -> None:
    table, settings = PLAIN.memory(slots.MEMORY), settings_of(Rules(), (Racer(300, 200, 250),) * 2)
    assert min(slots.reaction(table, settings, 1) for _ in range(2_000)) == 250


def test_a_tally_is_what_the_races_add_up_to() -> None:
    racers = (Racer(600, 200), Racer(700, 100, eager=True))
    rules = Rules(points=Points.SWAPPED)
    one_by_one = [race(rules, 77, racers, number=number) for number in range(300)]
    tally = many(rules, 300, 77, racers)
    ended = [one.outcome for one in one_by_one if one.outcome]
    assert len(ended) == tally.finished == tally.races == 300
    for seat in (0, 1):
        assert tally.wins[seat] == sum(end.winner == seat for end in ended)
        assert tally.points[seat] == sum(end.points[seat] for end in ended)
        assert tally.late[seat] == sum(one.late[seat] for one in one_by_one)
    assert tally.mean_time * 300 == sum(one.duration for one in one_by_one)
    assert tally.time_squared == sum(one.duration**2 for one in one_by_one)
    assert tally.time_error == pytest.approx(pstdev(one.duration for one in one_by_one) / sqrt(300))
    assert tally.flips == sum(one.moves.count(Flip()) for one in one_by_one)
    assert tally.recycles == sum(isinstance(move, Recycle) for one in one_by_one for move in one.moves)
    assert many(rules, 100, 77, racers) + many(rules, 200, 77, racers, first=100) == tally


def test_races_of_a_run_are_dealt_alike_whoever_races_and_differ_from_each_other() -> None:
    dealt = [race(Rules(), 3, EVEN, number=number).start for number in range(50)]
    assert dealt == [race(Rules(), 3, steady(1, 9), number=number).start for number in range(50)]
    assert len(set(dealt)) == 50
    assert race(Rules(), 4).start != dealt[0]
    assert race(Rules(), 3) == race(Rules(), 3)


def test_even_hands_win_alike_and_faster_ones_more_often() -> None:
    fast = compiled.fast()
    even = many(Rules(), 20_000, 6, kernel=fast)
    assert abs(even.share(0) - even.share(1)) < 6 * even.error(0)
    shares = [
        float(many(Rules(), 5_000, 6, (Racer(mean), Racer(700)), kernel=fast).share(0)) for mean in (500, 600, 700)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.8


def test_a_race_from_a_deal_is_a_record_that_checks() -> None:
    state = deal(Rules(wrap=True), seed=12)
    record = Record.parse(race_from(state, 1).record.text())
    assert record.start == state
    assert record.written_outcome is not None
    assert check(record) is None
    assert record.about["milliseconds"] == list(race_from(state, 1).times)


def test_a_racer_is_made_of_whole_milliseconds() -> None:
    for wrong in (-1, 1.5, True, "7", 60_001):
        for field in ("mean", "spread", "least"):
            with pytest.raises(ValueError, match=f"{field} is a whole number"):
                Racer(**{field: wrong})


def test_a_tally_of_nothing_knows_no_share() -> None:
    with pytest.raises(ZeroDivisionError):
        Tally().share(0)
