"""The lesson about a turn: its guided rounds are played through the engine, and what it says of each clause holds."""

from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from asked import every_card, row, table

from cardlab.cards import DECK, Card, cards
from cardlab.lessons import guided_rounds
from cardlab.lessons.tables_tongits import all_played, late_round, position, ways_to_tongits
from cardlab.lessons.turn import ask_how_begins, ask_in_order, ask_may_discard, ask_tongits_now
from cardlab.phrasing.catalogue import has_message
from cardlab.tongits import (
    Began,
    Discard,
    Draw,
    Ending,
    LayMeld,
    Phase,
    Rules,
    Sapaw,
    deadwood,
    deal,
    legal_moves,
    melds_in,
    outcome,
    parse_move,
    play,
    why_not,
)
from cardlab.tongits import turn as turn_of

GUIDES = {
    name: getattr(guided_rounds, name)()
    for name in ("first_round", "tongits_by_melding", "tongits_by_laying_off", "tongits_by_discarding", "survive")
}
MUST_MELD = Rules(discard_must_meld=True)


def at(hand, *melds, top="", **more):
    """A table before your draw, whole to the last card: your hand, melds with their owners, the top discard."""
    return position(hand, "3h", "3d", melds=melds, discards=top, **more)


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_a_guide_plays_a_whole_round_to_its_win_by_legal_steps_that_refuse_what_leads_away(guide, snapshot):
    """The snapshot has each step with the learner's deadwood, whether they have opened and what they could lay."""
    after, told = guide.state, [guide.state.notation]
    assert sorted(every_card(after)) == sorted(DECK)
    for step in guide.steps:
        before, shown = after, step.shows
        assert turn_of(before) == {shown.seat} == {guide.seat}
        assert not why_not(before, shown)
        assert step.meets(shown)
        if isinstance(shown, LayMeld | Sapaw):
            assert step.meets(replace(shown, cards=shown.cards[::-1]))
        others = [move for move in legal_moves(before, guide.seat) if str(move) != str(shown)]
        assert not others or not all(step.meets(move) for move in others), step.goal
        assert step.clauses
        assert all(has_message(f"clause.{rule}") for rule in step.clauses)
        hand, moves = before.hands[guide.seat], " | ".join(map(str, (shown, *step.replies)))
        after = reduce(play, (shown, *step.replies), before)
        held = f"{deadwood(hand)} points, {'opened' if before.opened(guide.seat) else 'burned'}"
        told.append(f"{held}, could lay {len(melds_in(hand))}: {moves} ({', '.join(step.clauses)})")
    end = outcome(after)
    assert end.winner == guide.seat
    assert "\n".join([*told, f"{end.ending.value}, burned: {sorted(end.burned)}"]) == snapshot


def may_begin(*given, **more):
    return ask_how_begins(at(*given, **more))


def made(moves):
    return tuple(parse_move(text) for text in moves.split("|"))


def may_discard(hand, moves, earlier=None, **more):
    return ask_may_discard(at(hand, top="Jd", **more), made(moves), earlier)


def in_order(moves, before=None):
    return ask_in_order(before or at("2c Td Qd Kh Ts", "1 7s 8s 9s", top="Jd"), made(moves))


NOTHING_LAID = at("2c Td Kh Ts", "1 7s 8s 9s", top="Jd")
KEPT, DRAWN, BOTH = cards("2c 9d Kh"), Card("Ac"), ("draw", "take")
IN_A_MELD = "2c Td Qd Kh"


test_a_question_about_a_turn_has_its_answer_and_is_told_why = table(
    row("T2.1 who is burned begins", may_begin("2c 9d Kh", "1 7c 8c 9c", top="Jd"), BOTH, (*BOTH, "call")),
    row("T2.2 the first player lays or discards", ask_how_begins(deal(seed=1)), ("lay",), ("draw",)),
    row("T2.7 after 30 takes the stock is left", may_begin("2c 9d Kh", "0 7c 8c 9c", top="Jd", takes=30), ("draw",)),
    row(
        "T2.5 by the house rule a lay-off is not enough",
        may_begin("2c 9d Kh", "1 8s 9s Ts", top="Js", rules=MUST_MELD),
        ("draw",),
        BOTH,
    ),
    row("T2.6 the card taken stays", may_discard("2c 9d Kh", "0 take"), KEPT, (*KEPT, Card("Jd")), cards("2c")),
    row(
        "T2.6 but it is no last discard a turn later",
        may_discard("2c 9d Kh", "0 draw", Card("Kh")),
        (DRAWN, *KEPT),
        (DRAWN, *KEPT[:2]),
    ),
    row("T2.5 by the house rule first the meld", may_discard(IN_A_MELD, "0 take", rules=MUST_MELD), ()),
    row("T2.5 then", may_discard(IN_A_MELD, "0 take|0 meld Td Jd Qd", rules=MUST_MELD), cards("2c Kh")),
    row("T4.3 a lay-off before opening", in_order("0 take|0 sapaw 0 Ts|0 discard Kh", NOTHING_LAID), "none"),
    row("T2.1 a meld first", in_order("0 meld Td Jd Qd|0 take|0 discard Kh"), "1", "3", "none"),
    row("T2.6 the card taken", in_order("0 take|0 discard Jd"), "2"),
    row("T1.1 on after the discard", in_order("0 take|0 discard Kh|0 meld Td Jd Qd"), "3"),
)


def test_T5_1_every_way_to_the_last_card_is_found_and_none_is_missed_in_games_by_chance():
    """A search by chance finds a Tongits only where the complete search says that there is one."""
    known = {"Td Jd Qd": "melding", "Td Jd Qd Kh": "discarding", "Ts Js": "laying_off", "Ts Tc Td 2h": "discarding"}
    for hand, way in known.items():
        assert way in ways_to_tongits(at(hand, "1 7s 8s 9s", "0 4c 5c 6c", phase=Phase.LAY, began=Began.STOCK))
    assert not ways_to_tongits(at("Ts", "1 7s 8s 9s", top="Kd"))
    assert set(ways_to_tongits(at("Kd", "1 7s 8s 9s", top="Ts"))) == {"discarding"}
    for seed in range(60):
        chance = Random(seed)
        state = play(late_round(chance, (3, 2, 2)), Draw(0))
        found, question = ways_to_tongits(state), ask_tongits_now(state)
        assert all(outcome(all_played(state, path)).ending is Ending.TONGITS for path in found.values())
        right = {key for key in question.choices if question.read("en").check(key).right}
        assert right == ({*found} or {"none"})
        for _ in range(20):
            after = state
            while after.phase is Phase.LAY and after.seat == 0:
                last = chance.choice(legal_moves(after, 0))
                after = play(after, last)
            if not after.hands[0]:
                assert {LayMeld: "melding", Sapaw: "laying_off", Discard: "discarding"}[type(last)] in found
