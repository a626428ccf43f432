"""T6: draw call and challenge. Seat 0 calls unless the test says otherwise."""

import pytest
from tongits_table import ALL_OPEN, SHEET, TRADITIONAL, after, broken, end, refused, table

from cardlab.cards import Card, cards
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import (
    Call,
    Challenge,
    Draw,
    Ending,
    Fold,
    LayMeld,
    Phase,
    Rules,
    Sapaw,
    State,
    legal_moves,
    outcome,
    turn,
    view,
    why_not,
)

EVERYONE = Rules(showdown="everyone")
CHALLENGER_WINS = Rules(tie="challenger")


def showdown(*hands: str, melds: tuple[str, ...] = ALL_OPEN, rules: Rules = SHEET, seat: int = 0) -> State:
    return table(*hands, melds=melds, rules=rules, seat=seat)


def test_T6_1_a_player_who_has_opened_may_call_instead_of_drawing():
    state = showdown("2c", "Kc", "Kd")
    assert Call(0) in legal_moves(state, 0)
    called = after(state, "0 call")
    assert (called.phase, called.caller, called.stock, called.hands) == (Phase.ANSWER, 0, state.stock, state.hands)


def test_T6_1_who_has_not_opened_may_not_call():
    state = showdown("2c", "Kc", "Kd", melds=ALL_OPEN[2:])
    assert refused(state, "0 call") == Refusal("not_opened", "T6.1", fix=Fix("lay_a_meld"))
    assert Call(0) not in legal_moves(state, 0)


@pytest.mark.parametrize("caller", [0, 1, 2])
def test_T6_2_the_opponents_answer_in_seat_order_after_the_caller(caller):
    state = after(showdown("2c", "Kc", "Kd", seat=caller), f"{caller} call")
    for step in (1, 2):
        seat = (caller + step) % 3
        assert turn(state) == {seat}
        assert legal_moves(state, seat) == (Challenge(seat), Fold(seat))
        assert outcome(state) is None
        state = after(state, f"{seat} fold")
    assert turn(state) == frozenset()


def test_T6_2_after_a_call_there_is_only_an_answer():
    state = after(showdown("2c", "Kc 7s", "Kd"), "0 call")
    expected = Refusal("answer_first", "T6.2", {"seat": 0}, Fix("challenge_or_fold"))
    for move in ("1 draw", "1 take", "1 sapaw 0 7s", "1 discard Kc"):
        assert [refusal for refusal in why_not(state, move) if refusal.rule == "T6.2"] == [expected]
    assert broken(state, "1 discard Kc") == [("answer_first", "T6.2")]
    assert broken(state, "2 fold") == [("not_your_turn", "T1.1")]


def test_T6_2_out_of_turn_no_answer_is_proposed():
    state = after(showdown("2c", "Kc 7s", "Kd"), "0 call")
    wait, answer = why_not(state, "0 draw")
    assert (wait.rule, answer) == ("T1.1", Refusal("answer_first", "T6.2", {"seat": 0}))


@pytest.mark.parametrize("move", ["0 challenge", "0 fold"])
def test_T6_2_without_a_call_there_is_nothing_to_answer(move):
    assert broken(showdown("2c", "Kc", "Kd"), move) == [("no_call", "T6.2")]


def test_T6_2_only_challengers_take_part():
    """Seat 1 has the least deadwood, but folds."""
    result = end(showdown("3c", "Ac", "Kd"), "0 call", "1 fold", "2 challenge")
    assert (result.winner, result.ending) == (0, Ending.DRAW)


def test_T6_2_by_house_rule_everyone_shows_without_being_asked():
    state = after(showdown("3c", "Ac", "Kd", rules=EVERYONE), "0 call")
    assert (outcome(state).winner, outcome(state).ending) == (1, Ending.DRAW)
    assert (state.challengers, turn(state)) == ({1, 2}, frozenset())


def test_T6_2_by_house_rule_everyone_who_is_not_burned():
    state = after(showdown("3c", "Ac", "2d", melds=ALL_OPEN[1:], rules=EVERYONE), "0 call")
    assert (outcome(state).winner, state.challengers, outcome(state).burned) == (2, {2}, {1})


def test_T6_3_a_burned_player_cannot_challenge():
    state = after(showdown("2c", "Ac", "Kd", melds=ALL_OPEN[1:]), "0 call")
    assert refused(state, "1 challenge") == Refusal("burned_cannot_challenge", "T6.3", fix=Fix("fold"))
    assert legal_moves(state, 1) == (Fold(1),)


def test_T6_3_both_clauses_in_order_when_there_is_no_call_either():
    state = showdown("2c", "Ac", "Kd", melds=ALL_OPEN[:1])
    assert broken(state, "2 challenge") == [
        ("not_your_turn", "T1.1"),
        ("no_call", "T6.2"),
        ("burned_cannot_challenge", "T6.3"),
    ]


@pytest.mark.parametrize(
    ("hands", "winner"), [(("2c", "3c", "4c"), 0), (("3c", "2c", "4c"), 1), (("4c", "3c", "2c"), 2)]
)
def test_T6_4_the_lowest_deadwood_wins(hands, winner):
    result = end(showdown(*hands), "0 call", "1 challenge", "2 challenge")
    assert (result.ending, result.winner, result.tied) == (Ending.DRAW, winner, frozenset())


def test_T6_4_all_hands_are_shown_and_no_one_moves_any_more():
    state = after(showdown("2c", "3c", "4c"), "0 call", "1 challenge")
    assert view(state, 1).shown == ()
    state = after(state, "2 fold")
    for seat in range(3):
        assert view(state, seat).shown == state.hands
        assert broken(state, f"{seat} draw") == [("round_over", "T6.4")]


@pytest.mark.parametrize(
    "answers", [("1 challenge", "2 fold"), ("1 fold", "2 challenge"), ("1 challenge", "2 challenge")]
)
def test_T6_5_the_caller_wins_a_tie(answers):
    result = end(showdown("3c", "3d", "3h"), "0 call", *answers)
    challengers = {int(answer[0]) for answer in answers if answer.endswith("challenge")}
    assert (result.winner, result.tied) == (0, {0, *challengers})


@pytest.mark.parametrize("rules", [CHALLENGER_WINS, TRADITIONAL])
@pytest.mark.parametrize("challenger", [1, 2])
def test_T6_5_by_house_rule_the_challenger_wins_a_tie(challenger, rules):
    answers = [f"{seat} {'challenge' if seat == challenger else 'fold'}" for seat in (1, 2)]
    result = end(showdown("3c", "3d", "3h", rules=rules), "0 call", *answers)
    assert (result.winner, result.tied) == (challenger, {0, challenger})


def test_T6_5_by_house_rule_a_tie_counts_only_at_the_lowest_deadwood():
    result = end(showdown("5c", "5d", "3h", rules=CHALLENGER_WINS), "0 call", "1 challenge", "2 challenge")
    assert (result.winner, result.tied) == (2, frozenset())


LAST_1 = (*ALL_OPEN, "1 Qs Qh Qd")


@pytest.mark.parametrize("rules", [SHEET, CHALLENGER_WINS, EVERYONE])
@pytest.mark.parametrize(("melds", "winner"), [(ALL_OPEN, 2), (LAST_1, 1)])
def test_T6_6_a_tie_of_two_challengers_goes_to_the_one_who_laid_a_meld_last(melds, winner, rules):
    answers = [] if rules is EVERYONE else ["1 challenge", "2 challenge"]
    result = end(showdown("9c", "3d", "3h", melds=melds, rules=rules), "0 call", *answers)
    assert (result.winner, result.tied) == (winner, {1, 2})


def test_T6_6_laying_off_last_does_not_count():
    """Seat 1 lays off after seat 2 has laid the last meld."""
    state = table("9c", "7s Kc 3d", "3h", melds=ALL_OPEN, seat=1, phase=Phase.LAY)
    state = after(state, "1 sapaw 0 7s", "1 discard Kc", "2 draw")
    state = after(state, f"2 discard {next(card for card in state.hands[2] if card is not Card('3h'))}")
    assert end(state, "0 call", "1 challenge", "2 challenge").winner == 2


NEXT_SEAT = Rules(challengers_tie="next_seat")
CHALLENGER_NEXT_SEAT = Rules(tie="challenger", challengers_tie="next_seat")


@pytest.mark.parametrize("melds", [ALL_OPEN, LAST_1])
@pytest.mark.parametrize(
    ("rules", "callers"),
    [
        (NEXT_SEAT, "9c"),
        (CHALLENGER_NEXT_SEAT, "9c"),
        (CHALLENGER_NEXT_SEAT, "3c"),
        (TRADITIONAL, "9c"),
        (TRADITIONAL, "3c"),
    ],
)
def test_T6_6_by_house_rule_it_goes_to_the_next_seat_after_the_caller(rules, callers, melds):
    """Below the caller and at the caller's deadwood alike."""
    moves = ("0 call", "1 challenge", "2 challenge")
    assert end(showdown(callers, "3d", "3h", melds=melds, rules=rules), *moves).winner == 1
    state = showdown("3d", callers, "3h", melds=melds, rules=rules, seat=1)
    result = end(state, "1 call", "2 challenge", "0 challenge")
    assert (result.winner, result.tied) == (2, {0, 2} if callers == "9c" else {0, 1, 2})


@pytest.mark.parametrize(("melds", "last_meld"), [(ALL_OPEN, 2), (LAST_1, 1)])
def test_T6_6_at_the_callers_deadwood_the_last_meld_decides_too(melds, last_meld):
    moves = ("0 call", "1 challenge", "2 challenge")
    assert end(showdown("3c", "3d", "3h", melds=melds, rules=CHALLENGER_WINS), *moves).winner == last_meld


@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL])
def test_T6_7_if_no_one_challenges_the_caller_wins(rules):
    result = end(showdown("Kc", "Ad", "Ah", rules=rules), "0 call", "1 fold", "2 fold")
    assert (result.winner, result.tied, result.ending) == (0, frozenset(), Ending.DRAW)


BLOCKS = Rules(sapaw_blocks_call=True)


def sapawed_by(seat: int, rules: Rules) -> State:
    """Return a table where a seat has laid off on seat 0's meld; seat 0 is next."""
    hands = ["2c 8c", "2d 8d", "2h 8h"]
    hands[seat] += " 7s"
    state = table(*hands, melds=("0 7c 7d 7h", *ALL_OPEN[1:]), seat=seat, phase=Phase.LAY, rules=rules)
    state = after(state, f"{seat} sapaw 0 7s", f"{seat} discard {hands[seat][3:5]}")
    return passed(state, *range(seat + 1, 3))


def passed(state: State, *seats: int) -> State:
    """Return the table after turns in which these seats lay nothing."""
    for seat in seats:
        state = after(state, f"{seat} draw")
        state = after(state, f"{seat} discard {state.hands[seat][-1]}")
    return state


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("rules", [BLOCKS, TRADITIONAL])
def test_T6_8_by_house_rule_a_sapaw_on_a_meld_bars_its_owner_from_calling(seat, rules):
    state = sapawed_by(seat, rules)
    assert refused(state, "0 call") == Refusal("sapaw_bars_call", "T6.8")
    assert Call(0) not in legal_moves(state, 0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_T6_8_by_default_it_does_not(seat):
    assert Call(0) in legal_moves(sapawed_by(seat, SHEET), 0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_T6_8_it_bars_the_owner_in_that_turn_only(seat):
    assert broken(passed(sapawed_by(seat, BLOCKS), 0, 1, 2), "0 call") == []


def test_T6_8_it_bars_the_owner_and_no_one_else():
    state = sapawed_by(2, BLOCKS)
    state = passed(state, 0)
    assert broken(state, "1 call") == [("not_opened", "T6.1")]
    assert broken(passed(state, 1), "2 call") == []


def test_T6_8_both_reasons_in_order():
    state = table("2c", "2d", "2h", rules=BLOCKS, sapawed=frozenset({0}))
    assert broken(state, "0 call") == [("not_opened", "T6.1"), ("sapaw_bars_call", "T6.8")]


SECRET = Rules(secret_four=True)


@pytest.mark.parametrize("rules", [SECRET, TRADITIONAL])
def test_T6_9_by_house_rule_a_set_of_four_may_be_laid_face_down(rules):
    state = table("7c 7d 7h 7s 2c", "Kc", "Kd", phase=Phase.LAY, rules=rules)
    assert LayMeld(0, cards("7c 7d 7h 7s"), secret=True) in legal_moves(state, 0)
    state = after(state, "0 meld 7c 7d 7h 7s secret")
    assert state.opened(0)
    assert state.melds[0].secret
    assert str(view(state, 0).melds[0].meld) == "7c 7d 7h 7s"
    for opponent in (1, 2):
        hidden = view(state, opponent).melds[0]
        assert (hidden.meld, hidden.owner, hidden.secret) == (None, 0, True)
    over = after(state, "0 discard 2c")
    assert [view(over, seat).melds[0].meld for seat in range(3)] == [over.melds[0].meld] * 3


def test_T6_9_by_default_it_may_not():
    state = table("7c 7d 7h 7s 2c", "Kc", "Kd", phase=Phase.LAY)
    assert refused(state, "0 meld 7c 7d 7h 7s secret") == Refusal("secret_not_played", "T6.9", fix=Fix("lay_openly"))
    assert not any(isinstance(move, LayMeld) and move.secret for move in legal_moves(state, 0))


@pytest.mark.parametrize("laid", ["7c 7d 7h", "3c 4c 5c 6c"])
def test_T6_9_only_a_set_of_four(laid):
    state = table("7c 7d 7h 7s 3c 4c 5c 6c 2c", "Kc", "Kd", phase=Phase.LAY, rules=SECRET)
    expected = Refusal("secret_needs_four", "T6.9", {"cards": cards(laid)}, Fix("lay_openly"))
    assert refused(state, f"0 meld {laid} secret") == expected


def test_T6_9_what_is_no_meld_is_not_to_be_laid_openly_either():
    state = table("7c 8d 9h 7s 2c", "Kc", "Kd", phase=Phase.LAY, rules=SECRET)
    assert {refusal.code: refusal.fix for refusal in why_not(state, "0 meld 7c 8d 9h secret")}[
        "secret_needs_four"
    ] is None


def test_T6_9_not_with_the_card_taken_in_this_turn():
    state = after(table("7c 7d 7h 2c", "Kc", "Kd", discards="7s", rules=SECRET), "0 take")
    expected = Refusal("secret_with_taken_card", "T6.9", {"card": Card("7s")}, Fix("lay_openly"))
    assert refused(state, "0 meld 7c 7d 7h 7s secret") == expected
    assert broken(state, "0 meld 7c 7d 7h 7s") == []


def test_T6_9_but_with_a_card_drawn_from_the_stock():
    state = after(table("7c 7d 7h 2c", "Kc", "Kd", stock="7s 8s", rules=SECRET), "0 draw")
    assert broken(state, "0 meld 7c 7d 7h 7s secret") == []


def test_T6_9_the_card_taken_cannot_be_laid_off_on_what_is_laid_face_down():
    """Both clauses are reported: three cards are no secret four, and the seven left would fit nowhere (T2.6)."""
    state = after(table("7c 7d 7h", "Kc", "Kd", discards="7s", rules=SECRET), "0 take")
    assert broken(state, "0 meld 7c 7d 7h") == []
    secret = [("only_taken_card_left", "T2.6"), ("secret_needs_four", "T6.9")]
    assert broken(state, "0 meld 7c 7d 7h secret") == secret


@pytest.mark.parametrize("seat", [0, 1])
def test_T6_9_nobody_can_lay_off_on_it(seat):
    rules = Rules(secret_four=True, jokers=1)
    state = table("X1 2c", "2d", "Kd", melds=("0 secret 7c 7d 7h 7s",), seat=seat, phase=Phase.LAY, rules=rules)
    refusal = why_not(state, f"{seat} sapaw 0 {state.hands[seat][0]}")[-1]
    assert refusal == Refusal("secret_meld_closed", "T6.9", {"meld": 0})
    assert not any(isinstance(move, Sapaw) for move in legal_moves(state, seat))


def test_T6_9_the_refusal_does_not_reveal_what_lies_there():
    refusals_by_four = {
        why_not(
            table("2c", "Kd", "3h", melds=(f"0 secret {four}",), seat=1, phase=Phase.LAY, rules=SECRET),
            "1 sapaw 0 Kd",
        )
        for four in ("7c 7d 7h 7s", "8c 8d 8h 8s")
    }
    assert len(refusals_by_four) == 1


def test_T6_9_it_lets_its_owner_call_and_challenge():
    state = table("2c", "3c", "Kd", melds=("0 secret 7c 7d 7h 7s", "1 secret 8c 8d 8h 8s"), rules=SECRET)
    assert end(state, "0 call", "1 challenge", "2 fold").winner == 0
    assert Draw(0) in legal_moves(state, 0)
