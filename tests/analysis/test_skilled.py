"""The bot `skilled`: the kernel's skilled racer plays exactly like it, and it wins more than `careful` does."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import SKILLED, Racer, many, race
from cardlab.bots.tichu import careful, skill, skilled
from cardlab.cards import SPECIALS
from cardlab.rounds import play_tichu
from cardlab.tichu import DragonLocks, Draw, Play, Points, Rules, State, play, plays, view

PLAIN, FAST = compiled.plain(), compiled.fast()
HOUSES = [
    Rules(wrap=wrap, dragon_locks=locks, points=points)
    for wrap, locks, points in product((False, True), DragonLocks, Points)
]


def test_the_kernels_skilled_racer_plays_what_the_bot_likes_best() -> None:
    """Seat 1 is so slow that what seat 0 has in mind is never overtaken."""
    chosen, special = 0, 0
    for number, rules in product(range(30), HOUSES):
        one = race(rules, 6, (Racer(1, 0, 0, skilled=True), Racer(60_000, 0)), number=number, kernel=PLAIN)
        state = one.start
        for move in one.moves:
            if isinstance(move, Play) and move.seat == 0:
                seen = view(state, 0)
                assert not (len(seen.hand) < 8 and seen.draw[0])
                likes = {possible: skill(seen, possible) for possible in plays(seen)}
                assert likes[move] == max(likes.values())
                assert likes[skilled(seen, Random(number))] == max(likes.values())
                chosen += 1
                special += move.card in SPECIALS
            state = play(state, move)
    assert chosen > 4_000
    assert special > 100


def test_it_draws_up_first_and_waits_when_nothing_fits() -> None:
    chance = Random(1)
    drawn = waited = 0
    for seed in range(20):
        for state in play_tichu((skilled, careful), Rules(), seed).states():
            assert isinstance(state, State)
            seen = view(state, 0)
            move = skilled(seen, chance)
            if len(seen.hand) < 8 and seen.draw[0] and not seen.flip_due:
                assert move == Draw(0)
                drawn += 1
            elif not plays(seen) and not any(seen.extra):
                assert move is None
                waited += 1
    assert drawn > 100
    assert waited > 5


def test_it_lays_what_the_other_side_can_follow_least() -> None:
    """The two, upon which only threes fit, rather than the six; and it keeps the Phoenix, which fits at any time."""
    seen = view(State.read("hand 0 2c 6h Ph 9s; hand 1 Kd Kh; pile 0 3h; pile 1 7h"), 0)
    liked = skilled(seen, Random(0))
    assert isinstance(liked, Play)
    assert liked.card.code == "2c"
    assert skill(seen, liked) > max(skill(seen, move) for move in plays(seen) if move.card.code == "Ph")


def test_it_wins_more_than_careful_does_at_equal_reaction_times() -> None:
    """20,000 races with either seat: some 61 % of them, where equally good hands win 50."""
    for seat in (0, 1):
        racers = [Racer(), Racer()]
        racers[seat] = replace(racers[seat], skilled=True)
        tally = many(Rules(), 20_000, 3 + seat, (racers[0], racers[1]), kernel=FAST)
        assert tally.share(seat) - 0.59 > 3 * tally.error(seat)
    even = many(Rules(), 20_000, 5, SKILLED, kernel=FAST)
    assert abs(even.share(0) - even.share(1)) < 6 * even.error(0)


def test_compiled_or_not_it_races_alike() -> None:
    for rules in HOUSES:
        assert many(rules, 10, 2, SKILLED, kernel=FAST) == many(rules, 10, 2, SKILLED, kernel=PLAIN)
