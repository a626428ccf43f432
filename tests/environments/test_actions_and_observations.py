"""What an agent may do, sees and is paid: every legal move once, all of its view and nothing hidden, the payments."""

import copy
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import fields, replace
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from cardlab import tichu, tongits
from cardlab.environments import tichu_v0, tongits_v0
from tests import rounds_by_chance
from tests.random_rules import ruled

KINDS = ("sheet", "traditional", "0", "1", "2", "4")
RACES = [tichu.Rules(wrap=wrap, dragon_locks=locks) for wrap, locks in product((False, True), ("loose", "strict"))]
PLAYERS = [f"player_{seat}" for seat in range(3)]


def rounds(count):
    """So many rounds of Tongits of every kind: the positions of each, the last included."""
    for kind, number in product(KINDS, range(count)):
        start = tongits.deal(ruled(kind, number), number, first=number % 3)
        yield [start, *(after for *_, after in rounds_by_chance.played(tongits, start, Random(number)))]


def races(count):
    """So many races by every house rule: the positions of each, the last included."""
    for rules, number in product(RACES, range(count)):
        start = tichu.deal(rules, number)
        yield [start, *(after for *_, after in rounds_by_chance.played(tichu, start, Random(number)))]


def allowed(observation):
    return np.flatnonzero(observation["action_mask"]).tolist()


# Tongits: actions


def said(environment, state, begun=()):
    """The tables to which all sequences lead that the mask allows, each reached by actions alone."""
    environment.reset(options={"state": state})
    for action in begun:
        environment.step(action)
    if environment.table != state:
        yield environment.table
        return
    actions = allowed(environment.observe(PLAYERS[state.seat]))
    assert actions
    for action in actions:
        yield from said(environment, state, (*begun, action))


def test_every_legal_move_of_tongits_is_said_in_one_way_and_nothing_else_is():
    asked = Counter()
    for positions in rounds(6):
        environment = tongits_v0.TongitsEnv(positions[0].rules)
        for state in positions[:-1:4]:
            moves = tongits.legal_moves(state, state.seat)
            assert Counter(said(environment, state)) == Counter(tongits.play(state, move) for move in moves)
            asked.update(str(move).split()[1] for move in moves)
            asked.update(str(move).split()[-1] for move in moves)
    assert asked.keys() >= {"draw", "take", "call", "challenge", "fold", "meld", "sapaw", "discard", "secret", "low"}


def test_a_move_is_made_as_soon_as_no_other_begins_so_and_its_beginning_is_no_business_of_the_others():
    environment = tongits_v0.TongitsEnv()
    environment.reset(options={"state": tongits.State.read("hand 0 7c 7d 7h Kd; hand 1 2c; hand 2 3c; seat 0 lay")})
    environment.step(tongits_v0.WORDS.index("meld"))
    assert [str(laid.meld) for laid in environment.table.melds] == ["7c 7d 7h"]
    state = tongits.State.read("hand 0 7c 7d 7h 7s Kd; hand 1 2c 9d; hand 2 3c 9h; seat 0 lay")
    environment.reset(options={"state": state})
    before = {player: environment.observe(player)["observation"] for player in PLAYERS}
    environment.step(tongits_v0.WORDS.index("meld"))
    changed = [player for player in PLAYERS if (environment.observe(player)["observation"] != before[player]).any()]
    assert environment.table == state
    assert changed == ["player_0"]


# What is observed


def with_other_hidden_cards(state, seat, chance):
    """The table with all cards dealt anew that the seat does not see, but those of a meld that lies face down."""
    others = [other for other in range(len(state.hands)) if other != seat]
    piles = [state.stock] if isinstance(state, tongits.State) else [*state.draw, *state.extra]
    heaps = [*(state.hands[other] for other in others), *piles]
    hidden = [card for heap in heaps for card in heap]
    chance.shuffle(hidden)
    dealt = iter(hidden)
    new = [tuple(next(dealt) for _ in heap) for heap in heaps]
    hands, piles = list(state.hands), new[len(others) :]
    for other, hand in zip(others, new, strict=False):
        hands[other] = tuple(sorted(hand))
    if isinstance(state, tongits.State):
        return replace(state, hands=tuple(hands), stock=piles[0])
    return replace(state, hands=tuple(hands), draw=tuple(piles[:2]), extra=tuple(piles[2:]))


def is_seen_alike(environment, state, other, player):
    seen = []
    for table in (state, other):
        observed = environment.reset(options={"state": table})
        seen.append(observed[0][player] if observed else environment.observe(player))
    return all((seen[0][part] == seen[1][part]).all() for part in ("observation", "action_mask"))


@pytest.mark.parametrize("game", [tongits, tichu])
def test_hidden_cards_change_neither_observation_nor_mask(game):
    chance, changed = Random(1), 0
    make = tongits_v0.TongitsEnv if game is tongits else tichu_v0.TichuEnv
    for positions in rounds(2) if game is tongits else races(4):
        environment = make(positions[0].rules)
        for state, seat in product(positions[:-1:2], range(len(positions[0].hands))):
            other = with_other_hidden_cards(state, seat, chance)
            if game is tongits or (tichu.outcome(other) is None and not tichu.recycle_due(other)):
                changed += other != state
                assert is_seen_alike(environment, state, other, PLAYERS[seat])
    assert changed > 300


def test_a_secret_four_is_seen_by_its_owner_alone():
    table = "rules secret_four yes; hand 0 2c 3d; hand 1 5d 6c; hand 2 3h 5c; meld 1 secret {}; seat 0 draw"
    sevens, kings = (tongits.State.read(table.format(four)) for four in ("7c 7d 7h 7s", "Kc Kd Kh Ks"))
    environment = tongits_v0.TongitsEnv(sevens.rules)
    seen = [is_seen_alike(environment, sevens, kings, player) for player in PLAYERS]
    assert seen == [True, False, True]


def everything(game, seen):
    parts = {tongits: tongits_v0.parts, tichu: tichu_v0.parts}[game](seen)
    return [number for part in parts.values() for number in part]


@pytest.mark.parametrize("game", [tongits, tichu])
def test_no_two_views_that_differ_in_one_field_are_observed_alike(game):
    own = "viewer" if game is tongits else "seat"
    chance, many = Random(1), rounds(2) if game is tongits else races(2)
    views = [game.view(state, 1) for positions in many for state in positions]
    for name in {field.name for field in fields(game.View)} - {own, "rules"}:
        compared = 0
        for _ in range(400):
            one, other = chance.sample(views, 2)
            mixed = replace(one, **{name: getattr(other, name)})
            if mixed != one:
                assert everything(game, mixed) != everything(game, one), name
                compared += 1
        assert compared, name


TOLD_APART = (
    (
        tongits,
        "rules jokers 2; hand 2c; meld 1 X1 7s 8s; viewer 0",
        "rules jokers 2; hand 2c; meld 1 7s 8s X1; viewer 0",
    ),
    (tongits, "hand 2c; meld 1 7s 8s 9s; meld 2 3c 3d 3h", "hand 2c; meld 2 7s 8s 9s; meld 1 3c 3d 3h"),
    (tongits, "hand 2c; discard Kc Kd", "hand 2c; discard Kd Kc"),
    (tichu, "hand 2c; pile 0 2d Ma wish 8", "hand 2c; pile 0 2d Ma wish 9"),
    (tichu, "hand 2c; pile 0 2d 3d", "hand 2c; pile 0 3d 2d"),
    (tichu, "hand 2c; pile 0 2d 3d", "hand 2c; pile 1 2d 3d"),
)


def test_what_a_joker_or_a_wish_stands_for_and_every_order_is_observed():
    for game, one, other in TOLD_APART:
        assert everything(game, game.View.read(one)) != everything(game, game.View.read(other))


# Tongits: the course of a round


def test_a_round_is_paid_as_the_rule_book_says():
    paid = Counter()
    for kind, number in product(KINDS, range(4)):
        environment = tongits_v0.env(ruled(kind, number))
        environment.reset(seed=number)
        chance, received = Random(number), Counter()
        for agent in environment.agent_iter():
            observation, reward, ended, cut, _ = environment.last()
            received[agent] += reward
            environment.step(None if ended or cut else chance.choice(allowed(observation)))
        ended = tongits.outcome(environment.unwrapped.table)
        assert [received[player] for player in PLAYERS] == list(ended.payments)
        assert sum(received.values()) == 0
        paid[ended.winner is not None] += 1
    assert paid[True] > 10


def test_an_illegal_action_costs_as_much_as_the_dearest_hand_and_is_refused_without_guards():
    fold = tongits_v0.WORDS.index("fold")
    guarded, bare = tongits_v0.env(), tongits_v0.TongitsEnv()
    guarded.reset(seed=7)
    guarded.step(fold)
    rewards = {}
    for agent in guarded.agent_iter():
        _, rewards[agent], ended, _, _ = guarded.last()
        assert ended
        guarded.step(None)
    assert rewards == {"player_0": -130, "player_1": 0, "player_2": 0}
    bare.reset(seed=7)
    with pytest.raises(ValueError, match="60 is no legal action of player_0"):
        bare.step(fold)
    assert bare.table == tongits.deal(seed=7)


@pytest.mark.parametrize(("make", "game"), [(tongits_v0.env, tongits), (tichu_v0.parallel_env, tichu)])
def test_a_seed_deals_what_it_deals_everywhere_and_settles_the_rounds_after_it_also_of_a_copy(make, game):
    environment = make()
    environment.reset(seed=7)
    dealt = []
    for one in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment)), environment):
        assert one.unwrapped.table == game.deal(seed=7)
        for _ in range(2):
            one.reset()
            dealt.append(one.unwrapped.table)
    assert dealt[:2] == dealt[2:4] == dealt[4:]
    assert dealt[0] != dealt[1]


# Tichu


def test_every_legal_move_of_tichu_has_one_action_and_back():
    met = set()
    for positions in races(5):
        environment = tichu_v0.TichuEnv(positions[0].rules)
        for state, seat in product(positions[:-1], (0, 1)):
            moves = tichu.legal_moves(state, seat)
            actions = [tichu_v0.action_of(move, seat) for move in moves]
            assert len(set(actions)) == len(moves)
            observed, _ = environment.reset(options={"state": state})
            mask = allowed(observed[PLAYERS[seat]])
            waits = [] if tichu_v0.FLIP in mask else [tichu_v0.WAIT]
            assert mask == [*sorted(actions), *waits] if moves else len(mask) == 1
            met.update(actions)
            for move, action in islice(zip(moves, actions, strict=True), 2):
                environment.reset(options={"state": state})
                environment.step({PLAYERS[seat]: action, PLAYERS[1 - seat]: tichu_v0.WAIT})
                after = tichu.play(state, move)
                assert tichu.recycle_due(after) or environment.table == after
    assert met == set(range(len(tichu_v0.ACTIONS))) - {tichu_v0.WAIT}


def test_both_play_on_one_pile_and_whose_card_lands_is_drawn_by_lot():
    state = tichu.State.read(
        "hand 0 8h Ac; hand 1 8s 2c; draw 0 3d; draw 1 4d; extra 0 9c; extra 1 9d; pile 0 7d; pile 1 Qd"
    )
    both = [tichu.Play(0, "8h", 0, "7d"), tichu.Play(1, "8s", 0, "7d")]
    actions = {PLAYERS[seat]: tichu_v0.action_of(move, seat) for seat, move in enumerate(both)}
    environment = tichu_v0.TichuEnv()
    reached = set()
    for seed in range(20):
        environment.reset(seed=seed, options={"state": state})
        environment.step(actions)
        reached.add(environment.table)
    assert reached == {tichu.play(state, move) for move in both}


def test_an_illegal_action_of_tichu_counts_as_waiting():
    environment = tichu_v0.TichuEnv()
    observed, _ = environment.reset(seed=7)
    observed, *_ = environment.step(dict.fromkeys(PLAYERS[:2], tichu_v0.FLIP))
    before = environment.table
    for action in set(range(len(tichu_v0.ACTIONS))).difference(allowed(observed["player_0"])):
        observed, rewards, ended, cut, _ = environment.step({"player_0": action, "player_1": tichu_v0.WAIT})
        assert environment.table == before
        assert not any([*rewards.values(), *ended.values(), *cut.values()])


def test_a_flip_that_both_ask_for_turns_one_card_each_and_new_extra_piles_are_dealt_once_they_are_needed():
    dog_comes = "hand 0 3c; hand 1 3d; draw 0 4c; draw 1 4d; extra 0 Do 9c; extra 1 9d 9h; flip"
    stuck = tichu.State.read("hand 0 4c; hand 1 4d; pile 0 8c 9h Kd; pile 1 8d 9s Ks")
    environment, dealt = tichu_v0.TichuEnv(), set()
    environment.reset(options={"state": tichu.State.read(dog_comes)})
    environment.step(dict.fromkeys(PLAYERS[:2], tichu_v0.FLIP))
    assert [len(extra) for extra in environment.table.extra] == [1, 1]
    for seed in range(9):
        environment.reset(seed=seed, options={"state": stuck})
        observed, *_ = environment.step(dict.fromkeys(PLAYERS[:2], tichu_v0.WAIT))
        assert [len(extra) for extra in environment.table.extra] == [2, 2]
        assert allowed(observed["player_0"]) == [tichu_v0.FLIP]
        dealt.add(environment.table.extra)
    assert len(dealt) > 1


def test_a_race_is_won_as_the_rule_book_says():
    won = Counter()
    for number in range(12):
        environment, chance = tichu_v0.parallel_env(tichu.Rules(wrap=True)), Random(number)
        observed, _ = environment.reset(seed=number)
        while environment.agents:
            # Who can do something does not wait.
            able = {agent: allowed(observed[agent]) for agent in environment.agents}
            actions = {agent: chance.choice(able[agent][: max(1, len(able[agent]) - 1)]) for agent in able}
            observed, rewards, ended, *_ = environment.step(actions)
        if ended["player_0"]:
            assert tuple(rewards.values()) == tichu.outcome(environment.table).points
            won[max(rewards.values())] += 1
    assert sum(won.values()) > 5


def test_rules_that_are_none_and_a_missing_extra_are_named():
    for make in (tongits_v0.env, tichu_v0.env):
        with pytest.raises(TypeError, match="the rules are"):
            make(rules="traditional")
    asked = "import sys; sys.modules['pettingzoo'] = None; from cardlab.environments import tongits_v0"
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert answer.returncode == 1
    assert 'pip install "cardlab[rl]"' in answer.stderr.splitlines()[-1]
