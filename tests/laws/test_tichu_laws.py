"""What holds in every position of Tichu 1.on.1, tried on rounds of random play and on positions made up at random."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardlab import tichu
from cardlab.cards import JOKERS, TICHU_DECK, Card
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.refusal import IllegalMove, Refusal
from cardlab.tichu import (
    DragonLocks,
    Draw,
    Flip,
    Move,
    Pile,
    Play,
    Points,
    Recycle,
    Rules,
    State,
    choices,
    deal,
    fits,
    legal_moves,
    outcome,
    parse_move,
    play,
    plays,
    recycle,
    recycle_due,
    turn,
    view,
    why_fit,
    why_not,
    why_not_fit,
)
from tests.rounds_by_chance import played

WISHES = (None, *"23456789TJQKA")
MAH_JONG = Card("Ma")

table_rules = st.builds(
    Rules, wrap=st.booleans(), dragon_locks=st.sampled_from(DragonLocks), points=st.sampled_from(Points)
)


@st.composite
def played_positions(draw: st.DrawFn) -> State:
    """A position of random play, at any point of a round."""
    chance = Random(draw(st.integers(0, 2**32)))
    state = deal(draw(table_rules), draw(st.integers(0, 2**32)))
    for (_, _, after), _ in zip(played(tichu, state, chance), range(draw(st.integers(0, 90))), strict=False):
        state = after
    return state


@st.composite
def made_up_positions(draw: st.DrawFn) -> State:
    """Any position that can be written down, played or not: cards anywhere or nowhere, any wish, debt and flip due."""
    deck = list(draw(st.permutations((*TICHU_DECK, JOKERS[0]))))

    def heap(*sizes: int) -> tuple[Card, ...]:
        return tuple(deck.pop() for _ in range(draw(st.sampled_from(sizes))))

    def pile() -> Pile:
        return Pile(heap(0, 1, 2, 4), draw(st.sampled_from(WISHES)))

    return State(
        hands=(heap(0, 1, 1, 2, 7, 8, 9), heap(0, 1, 1, 2, 7, 8, 9)),
        rules=draw(table_rules),
        draw=(heap(0, 0, 1, 3), heap(0, 0, 1, 3)),
        extra=(heap(0, 0, 0, 1, 2), heap(0, 0, 0, 1, 2)),
        piles=(pile(), pile()),
        owes=(draw(st.booleans()), draw(st.booleans())),
        flip_due=draw(st.booleans()),
    )


positions = played_positions() | made_up_positions()
any_card = st.sampled_from((*TICHU_DECK, JOKERS[0]))
some_cards = st.lists(any_card, max_size=4).map(tuple)
any_move: st.SearchStrategy[Move] = st.one_of(
    st.builds(
        Play,
        st.integers(-2, 3),
        any_card,
        st.integers(-2, 3),
        st.none() | any_card,
        st.none() | st.text(max_size=2) | st.sampled_from("23456789TJQKA"),
    ),
    st.builds(Draw, st.integers(-2, 3)),
    st.just(Flip()),
    st.builds(Recycle, st.tuples(some_cards, some_cards)),
)


def candidates(state: State, seat: int) -> Iterator[Move]:
    """Every move that the seat could think of, plays with the present top as the card seen."""
    for card, (number, pile) in product(TICHU_DECK, enumerate(state.piles)):
        for wish in WISHES if card is MAH_JONG else (None,):
            yield Play(seat, card, number, pile.top, wish)
    yield Draw(seat)
    yield Flip()


def everything(state: State) -> list[Card]:
    heaps = (*state.hands, *state.draw, *state.extra, *(pile.cards for pile in state.piles))
    return sorted(card for heap in heaps for card in heap)


@settings(max_examples=75, deadline=None)
@given(positions)
def test_legal_moves_are_the_moves_without_a_refusal(state: State) -> None:
    for seat in (0, 1):
        assert sorted(map(str, legal_moves(state, seat))) == sorted(
            str(move) for move in candidates(state, seat) if not why_not(state, move)
        )


@settings(max_examples=100, deadline=None)
@given(positions, any_move)
def test_every_move_gets_an_answer_in_the_order_of_the_rule_book(state: State, move: Move) -> None:
    refusals = why_not(state, move)
    clauses = [tuple(map(int, re.findall("[0-9]+", refusal.rule))) for refusal in refusals]
    assert clauses == sorted(clauses)
    if refusals:
        with pytest.raises(IllegalMove) as refused:
            play(state, move)
        assert refused.value.refusals == refusals
    else:
        assert everything(play(state, move)) == everything(state)


@settings(max_examples=100, deadline=None)
@given(positions)
def test_there_is_always_a_way_on_or_an_end(state: State) -> None:
    ways_on = [bool(turn(state)), recycle_due(state), outcome(state) is not None]
    assert ways_on.count(True) == 1
    if recycle_due(state):
        assert why_not(state, recycle(state, 0)) == ()


@settings(max_examples=100, deadline=None)
@given(positions)
def test_the_moves_of_a_seat_follow_from_what_it_sees(state: State) -> None:
    for seat in (0, 1):
        seen = view(state, seat)
        assert set(plays(seen)) <= set(choices(seen))
        if seat in turn(state):
            assert choices(seen) == legal_moves(state, seat)


@settings(max_examples=40, deadline=None)
@given(table_rules, st.integers(0, 2**32), st.integers(0, 2**32))
def test_cards_are_conserved_and_replay_gives_the_same_state(rules: Rules, seed: int, chance: int) -> None:
    start = deal(rules, seed)
    notes, state = [], start
    for before, move, after in played(tichu, start, Random(chance)):
        assert before == state
        assert everything(after) == sorted(TICHU_DECK)
        notes.append(str(move))
        state = after
    again = deal(rules, seed)
    for note in notes:
        again = play(again, parse_move(note))
    assert again == state
    assert hash(again) == hash(state)
    assert outcome(again) == outcome(state) is not None


@settings(max_examples=50, deadline=None)
@given(positions)
def test_play_leaves_the_old_state_as_it_was(state: State) -> None:
    remembered = repr(state)
    moves = {move for seat in (0, 1) for move in legal_moves(state, seat)}
    for move in moves:
        assert play(state, move) != state
    assert repr(state) == remembered


@settings(max_examples=150, deadline=None)
@given(any_move)
@example(Recycle(((), ())))
def test_a_readable_move_survives_its_notation(move: Move) -> None:
    match move:
        case Play(seat=seat, pile=pile, wish=wish) if min(seat, pile) < 0 or wish not in WISHES:
            return
        case Draw(seat=seat) if seat < 0:
            return
    assert parse_move(str(move)) == move


@settings(max_examples=150, deadline=None)
@given(st.text() | st.from_regex(r"[01] (play|draw|meld) (7h|Ma|1x) [0-2] onto (-|6s|Zz)( wish .)?", fullmatch=True))
def test_a_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        parse_move(text)
    except ValueError as refused:
        refusal: Refusal = refused.refusal  # type: ignore[attr-defined]
        for lang in LANGUAGES:
            assert explain(refusal, lang)


@settings(max_examples=100, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_what_it_hides(state: State, chance: Random) -> None:
    for seat in (0, 1):
        opponent = 1 - seat
        hidden = [*state.hands[opponent], *(card for heap in (*state.draw, *state.extra) for card in heap)]
        chance.shuffle(hidden)
        rest = iter(hidden)

        def anew(heap: tuple[Card, ...], rest: Iterator[Card] = rest) -> tuple[Card, ...]:
            return tuple(next(rest) for _ in heap)

        other_hand = anew(state.hands[opponent])
        exchanged = replace(
            state,
            hands=(state.hands[0], other_hand) if seat == 0 else (other_hand, state.hands[1]),
            draw=(anew(state.draw[0]), anew(state.draw[1])),
            extra=(anew(state.extra[0]), anew(state.extra[1])),
        )
        assert everything(exchanged) == everything(state)
        assert view(exchanged, seat) == view(state, seat)
        assert choices(view(exchanged, seat)) == choices(view(state, seat))


@settings(max_examples=100, deadline=None)
@given(made_up_positions())
def test_a_card_fits_for_a_reason_or_is_refused_for_one(state: State) -> None:
    for pile, card in product(state.piles, (*TICHU_DECK, JOKERS[0])):
        if card in pile.cards:
            continue
        fit, refusals = why_fit(pile, card, state.rules), why_not_fit(pile, card, state.rules)
        assert (fit is None) == bool(refusals) == (not fits(pile, card, state.rules))
