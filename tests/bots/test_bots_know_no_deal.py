"""What a bot gets tells it nothing of the deal: neither its chance nor numbers that it tries."""

from functools import cache
from random import Random

from cardlab import bots, tichu, tongits
from cardlab.analysis.arena import arena
from cardlab.bot_rounds import play_tichu, play_tongits
from cardlab.cli import main
from cardlab.record import Record


@cache
def tried():
    """The hands of a thousand deals, as a bot could make them."""
    return {hand for number in range(1000) for hand in tongits.deal(seed=number).hands}


def by_its_chance(view, chance):
    """Whether its hand is one that its chance would deal."""
    ours = Random()
    ours.setstate(chance.getstate())
    order = list(tongits.state.deck(view.rules))
    ours.shuffle(order)
    hand = set(view.hand)
    return any(hand == set(order[start : start + len(hand)]) for start in (0, 12, 13, 25, 26))


def test_no_bot_in_the_arena_finds_its_deal_in_200_rounds():
    found, first = [], set()

    def spy(view, chance):
        if view.began == "deal" or (view.phase == "draw" and view.counts[view.viewer] == 12):
            first.add(view.viewer)
            found.extend([view.hand] * (view.hand in tried() or by_its_chance(view, chance)))
        return bots.tongits.random(view, Random(1))

    rounds = arena(spy, "random", deals=67, progress=False).rounds
    assert len(rounds) >= 200
    assert first == {0, 1, 2}
    assert not found


def test_the_players_of_a_deal_with_a_number_share_no_chance_with_each_other_or_the_dealer():
    found, states = [], {}

    def spy(view, chance):
        found.append(by_its_chance(view, chance))
        return bots.tongits.careful(view, chance)

    def racer(view, chance):
        states.setdefault(view.seat, chance.getstate())
        return bots.tichu.careful(view, chance)

    for seed in range(20):
        play_tongits([spy] * 3, seed=seed)
    assert not any(found)
    record = play_tichu([racer, racer], seed=5)
    assert states[0] != states[1] != Random(5).getstate() != states[0]
    assert record.start == tichu.deal(seed=5)


def test_the_command_line_deals_what_nobody_can_try_and_with_a_number_always_the_same(tmp_path, capsys):
    def dealt(*more):
        assert main(["play", "tongits", "--record", str(tmp_path / "game.json"), *more]) == 0
        return Record.read(tmp_path / "game.json")

    assert all(dealt().start.hands[seat] not in tried() for seat in range(3))
    assert dealt("--seed", "7") == dealt("--seed", "7")
    assert dealt("--seed", "7").start == tongits.deal(seed=7)
