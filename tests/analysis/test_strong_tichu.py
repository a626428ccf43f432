"""The bot `strong` of Tichu: always legal, blind to hidden cards, the same with any kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from cardlab.analysis.kernel import compiled
from cardlab.analysis.tichu_bots import TICHU, strong
from cardlab.bots.tichu import careful
from cardlab.cards import Card
from cardlab.record import Record, check
from cardlab.rounds import play_tichu
from cardlab.tichu import Draw, Play, Rules, State, View, outcome, plays, view

PLAIN, FAST = compiled.plain(), compiled.fast()
QUICK = partial(strong, worlds=40, kernel=FAST)


def test_its_races_end_and_keep_the_rules() -> None:
    for seed, rules in enumerate((Rules(), Rules(wrap=True, dragon_locks="strict", points="swapped"))):  # type: ignore[arg-type]
        record = play_tichu((QUICK, QUICK), rules, seed)
        *_, last = record.states()
        assert isinstance(last, State)
        assert outcome(last) is not None
        assert check(Record.parse(record.text())) is None


def test_it_does_not_change_its_mind_when_hidden_cards_are_exchanged() -> None:
    compared = 0
    chance = Random(3)
    for state in list(play_tichu((careful, careful), None, 2).states())[::4]:
        assert isinstance(state, State)
        hidden = [*state.hands[1], *state.draw[0], *state.draw[1], *state.extra[0], *state.extra[1]]
        chance.shuffle(hidden)

        def anew(heap: tuple[Card, ...], hidden: list[Card] = hidden) -> tuple[Card, ...]:
            return tuple(hidden.pop() for _ in heap)

        other = replace(
            state,
            hands=(state.hands[0], anew(state.hands[1])),
            draw=(anew(state.draw[0]), anew(state.draw[1])),
            extra=(anew(state.extra[0]), anew(state.extra[1])),
        )
        if outcome(state) is None:
            compared += other != state
            assert QUICK(view(state, 0), Random(1)) == QUICK(view(other, 0), Random(1))
    assert compared > 5


def test_the_kernel_makes_no_difference() -> None:
    seen = View.read("hand 7h 5c 9s Kd Ph; cards 4; draw 0 3; extra 3 3; pile 0 6s; pile 1 8c")
    moves = {strong(seen, Random(1), worlds=60, kernel=kernel) for kernel in (PLAIN, FAST)}
    assert len(moves) == 1
    assert moves <= set(plays(seen))


def test_it_draws_up_first_and_plays_the_only_card_without_thinking() -> None:
    assert QUICK(View.read("hand 7h 5c; draw 3 3; pile 0 6s; pile 1 8c"), Random(1)) == Draw(0)
    only = QUICK(View.read("hand 7h Ac; pile 0 6s; pile 1 2c"), Random(1))
    assert only == Play(0, Card("7h"), 0, Card("6s"))
    assert QUICK(View.read("hand Ac; pile 0 6s; pile 1 2c"), Random(1)) is None


def test_every_bot_has_its_name() -> None:
    assert list(TICHU) == ["random", "careful", "skilled", "strong"]
