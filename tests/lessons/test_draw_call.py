"""What the lesson about draw calls teaches about single clauses, on tables made by hand and on generated ones."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from cardlab.cards import DECK, Card, cards
from cardlab.lessons import draw_call
from cardlab.lessons.draw_call import (
    ask_after_four,
    ask_challenge_or_fold,
    ask_may_call,
    ask_secret_four,
    ask_should_call,
    ask_who_challenges,
    ask_who_is_burned,
    ask_whose_answer,
    call_wins,
    pays_better,
)
from cardlab.lessons.round_ends import (
    ask_end_of_stock,
    ask_round_over,
    ask_who_wins,
    ask_winning_deadwood,
    end_of_stock,
)
from cardlab.lessons.source import so_far
from cardlab.lessons.tables_tongits import LaidOff, answered, every_answer, late_round, willing, with_deadwood
from cardlab.tongits import (
    Began,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    Laid,
    Phase,
    Rules,
    State,
    Take,
    outcome,
    play,
    why_meld,
)

MELDS = ((0, "6h 7h 8h"), (1, "Kc Kd Ks"), (2, "2s 3s 4s"))
SHEET = Rules()
CHIPS = Rules(payment="chips")


def table(hands, melds=MELDS, *, seat=0, rules=SHEET, stock="Jc Jd", **more):
    """The beginning of the turn of `seat`."""
    laid = tuple(Laid(why_meld(cards(text)), owner) for owner, text in melds)
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    state = State(rules, held, cards(stock), 0, seat, Phase.DRAW, None, cards("Qc Qd"), laid, last_drawer=2)
    return replace(state, **more)


def called(hands, caller, answers=(), **more):
    state = play(table(hands, seat=caller, **more), Call(caller))
    for answer in answers:
        state = play(state, answer)
    return state


def told(question, answer=None, lang="en"):
    verdict = question.check(question.solution(lang)[1] if answer is None else answer, lang)
    return " ".join(verdict.sentences)


HANDS = ("2c 5d Ah", "9h 5s", "3d 5h")  # 8, 14 and 8


def test_T6_1_who_has_opened_may_call_at_the_beginning_of_the_turn():
    question = ask_may_call(table(HANDS))
    assert question.solution("en")[1] == "yes"
    assert "(T6.1)" in told(question)


def test_T6_1_and_T2_1_every_reason_against_a_call_is_named():
    question = ask_may_call(play(table(HANDS, MELDS[1:]), Draw(0)))
    verdict = question.check("yes", "en")
    assert not verdict.right
    assert set(verdict.rules) == {"T2.1", "T6.1"}
    assert "Lay a meld of your own first." in " ".join(verdict.sentences)


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_T1_1_a_learner_reads_whose_turn_it_is_and_no_number_of_a_seat(lang):
    question = ask_may_call(table(HANDS, seat=2))
    assert question.solution(lang)[1] == "no"
    assert "2" not in told(question, lang=lang).replace("T1.1", "")


def test_T6_8_a_lay_off_bars_the_call_only_with_the_house_rule():
    added = (LaidOff(2, Card("9h"), 0),)
    melds = ((0, "6h 7h 8h 9h"), *MELDS[1:])
    hands = ("2c 5d Ah", "Th 5s", "3d 5h")
    barred = table(hands, melds, rules=Rules(sapaw_blocks_call=True), sapawed=frozenset({0}))
    free = table(hands, melds, sapawed=frozenset({0}))
    assert ask_may_call(barred, added).solution("en")[1] == "no"
    assert "(T6.8)" in told(ask_may_call(barred, added))
    assert ask_may_call(free, added).solution("en")[1] == "yes"
    assert "(T6.8)" in told(ask_may_call(free, added))


def test_T6_2_the_next_seat_answers_first_then_the_other_then_the_hands_are_shown():
    state = called(HANDS, 1)
    asked = [state, play(state, Fold(2)), play(play(state, Fold(2)), Challenge(0))]
    assert [ask_whose_answer(moment).answer for moment in asked] == ["2", "0", "none"]


def test_T6_2_with_everyone_no_one_is_asked():
    state = called(HANDS, 1, rules=Rules(showdown="everyone"))
    assert ask_whose_answer(state).answer == "none"
    assert ask_who_challenges(state).answer == ("0", "2")


def test_T6_3_a_burned_player_answers_but_can_only_fold():
    question = ask_whose_answer(called(HANDS, 1, melds=MELDS[:2]))
    assert question.answer == "2"
    assert "(T6.3)" in told(question)
    assert ask_who_challenges(question.state).answer == ("0",)


def test_T6_2_equal_deadwood_is_reason_to_challenge():
    assert ask_who_challenges(called(HANDS, 0)).answer == ("2",)
    assert ask_who_challenges(called(HANDS, 1)).answer == ("0", "2")


def test_T6_4_who_has_folded_does_not_win_with_less():
    question = ask_who_wins(called(HANDS, 1, (Fold(2), Challenge(0))))
    assert question.answer == "0"
    assert not question.check("2", "en").right
    assert "The player on the right has only 8, but has folded." in told(question, "2")


def test_T6_5_the_caller_wins_a_tie_and_with_the_house_rule_the_challenger():
    answers = (Fold(1), Challenge(2))
    assert ask_who_wins(called(HANDS, 0, answers)).answer == "0"
    house = ask_who_wins(called(HANDS, 0, answers, rules=Rules(tie="challenger")))
    assert house.answer == "2"
    assert "(T6.5)" in told(house)


def test_T6_6_of_two_challengers_that_are_level_the_last_to_meld_wins():
    answers = (Challenge(2), Challenge(0))
    assert ask_who_wins(called(HANDS, 1, answers)).answer == "2"
    other = ask_who_wins(called(HANDS, 1, answers, melds=MELDS[::-1]))
    assert other.answer == "0"
    assert "(T6.6)" in told(other)


def test_T6_6_all_three_level_the_next_seat_wins_with_the_house_rules():
    hands = ("2c 5d Ah", "Ad 7c", "3d 5h")
    for three, winner in (("last_meld", "2"), ("next_seat", "1")):
        rules = Rules(tie="challenger", three_way_tie=three)
        assert ask_who_wins(called(hands, 0, (Challenge(1), Challenge(2)), rules=rules)).answer == winner


def test_T6_7_unchallenged_the_caller_wins_with_the_highest_hand():
    question = ask_who_wins(called(HANDS, 1, (Fold(2), Fold(0))))
    assert question.answer == "1"
    assert "(T6.7)" in told(question)
    assert ask_winning_deadwood(question.state).answer == 14


def test_T6_4_the_count_of_another_hand_is_recognised():
    question = ask_winning_deadwood(called(HANDS, 1, (Challenge(2), Challenge(0))))
    assert question.answer == 8
    assert "14 is the deadwood of another: Player on the left." in told(question, 14)


def test_T7_2_the_lowest_hand_does_not_win_if_it_is_burned():
    question = ask_who_wins(called(("2c 5d Ah", "9h 5s", "Ad"), 0, (Challenge(1), Fold(2)), melds=MELDS[:2]))
    assert question.answer == "0"
    assert "has only 1, but is burned" in told(question)


def test_should_call_with_open_hands_is_what_every_answer_leads_to():
    assert call_wins(table(HANDS)) is True
    assert call_wins(table(HANDS, rules=Rules(tie="challenger"))) is False
    assert call_wins(table(HANDS, MELDS[:2], rules=Rules(tie="challenger"))) is True


def test_should_call_tells_what_both_choices_come_to():
    call, draw, after = ask_should_call(table(HANDS)).check("draw", "en").follows
    assert call.startswith("You call. Challenging: Player on the right. Winner: You.")
    assert draw.startswith("You draw J♣ and discard J♣: your deadwood is then 8")
    assert "(T9.3)" in after


@pytest.mark.parametrize(
    ("hands", "certain"),
    [
        (
            ("Ah", "9h 5s Jh Qh", "3d 5h Td"),
            True,
        ),  # an ace is the least that anyone can hold, and a tie is the caller's
        (("Th Td Jh", "Ad", "3d 5h Ts"), False),  # one card counts ten at most
        (("3h", "Ad", "2d"), None),  # an opponent may hold less or more
    ],
)
def test_T6_5_what_is_certain_with_hidden_hands(hands, certain):
    assert call_wins(table(hands), open_hands=False) is certain


@pytest.mark.parametrize("seed", range(40))
def test_what_is_called_certain_holds_however_the_hidden_cards_lie(seed):
    """Shuffles the cards that the learner does not see; a certain call always wins, a certain loss always loses."""
    chance = Random(seed)
    question = draw_call.should_call.question(f"hidden {seed}", 3)
    state = question.state
    certain = question.answer == "call"
    hidden = [*state.hands[1], *state.hands[2], *state.stock, *state.discards]
    for _ in range(20):
        chance.shuffle(hidden)
        left, right = len(state.hands[1]), len(state.hands[2])
        hands = (state.hands[0], tuple(sorted(hidden[:left])), tuple(sorted(hidden[left : left + right])))
        world = replace(state, hands=hands)
        winners = {outcome(end).winner for end in every_answer(play(world, Call(0)))}
        assert winners == {0} if certain else winners - {0}
        assert outcome(answered(world, (1, 2))).winner == 0 or not certain


def test_T9_3_a_lost_challenge_costs_no_more_than_folding():
    question = ask_challenge_or_fold(called(("Jh 5d", "2d 3d", "9h"), 1, (Fold(2),)))
    assert question.answer == "same"
    assert not question.check("fold", "en").right
    assert "(T9.3)" in told(question)


def test_T9_4_with_chips_a_lost_challenge_is_dearer_and_a_won_one_pays():
    lost = ask_challenge_or_fold(called(("Jh 5d", "2d 3d", "9h"), 1, (Fold(2),), rules=CHIPS))
    won = ask_challenge_or_fold(called(("2h", "2d 3d", "9h"), 1, (Fold(2),), rules=CHIPS))
    assert (lost.answer, won.answer) == ("fold", "challenge")
    assert "You pay 3 chips." in lost.check("challenge", "en").follows[0]


@pytest.mark.parametrize(("tie", "best"), [("caller", "fold"), ("challenger", "challenge")])
def test_T6_5_with_equal_deadwood_the_house_rule_decides_whether_to_challenge(tie, best):
    rules = Rules(payment="chips", tie=tie)
    assert pays_better(called(("5d", "2d 3d", "9h"), 1, (Fold(2),), rules=rules)) == best


def test_T6_3_who_is_burned_can_only_fold():
    question = ask_challenge_or_fold(called(("2h", "2d 3d", "9h"), 1, (Fold(2),), melds=MELDS[1:]))
    assert question.answer == "fold"
    assert not question.check("challenge", "en").right
    assert question.check("fold", "en").rules == ("T6.3",)


def test_T7_1_laying_off_does_not_save_from_being_burned():
    added = (LaidOff(2, Card("9h"), 0),)
    melds = ((0, "6h 7h 8h 9h"), MELDS[1])
    question = ask_who_is_burned(called(("2c 5d Ah", "Th 5s", "3d 5h"), 0, (Fold(1), Fold(2)), melds=melds), added)
    assert question.answer == ("2",)
    assert "9♥ laid off, but no meld of their own laid, so burned. (T7.1)" in told(question)


def test_T6_9_a_secret_four_saves_from_being_burned():
    four = Laid(why_meld(cards("9c 9d 9h 9s")), 2, secret=True)
    state = table(("2c 5d Ah", "Th 5s", "3d 5h"), MELDS[:2], rules=Rules(secret_four=True))
    question = ask_who_is_burned(answered(replace(state, melds=(*state.melds, four)), ()))
    assert question.answer == ()
    assert "(T6.9)" in told(question)


def secret(rules, hand="9c 9d 9h 9s Ac Tc", began="stock", **more):
    state = table((hand, "5s", "3d"), rules=rules)
    return ask_secret_four(replace(state, phase=Phase.LAY, began=Began(began), **more), cards("9c 9d 9h 9s"))


def test_T6_9_a_secret_four_needs_the_house_rule_and_the_hand_alone():
    house = Rules(secret_four=True)
    assert secret(house).solution("en")[1] == "yes"
    assert secret(SHEET).solution("en")[1] == "no"
    taken = secret(house, began="discard", taken=Card("9c"))
    assert taken.solution("en")[1] == "no"
    assert "You took 9♣" in told(taken)
    another = secret(house, began="discard", taken=Card("Ac"))
    assert another.solution("en")[1] == "yes"


@pytest.mark.parametrize(("face_down", "true"), [(True, ("opened", "call")), (False, ("opened", "seen", "call"))])
def test_T6_9_what_is_so_after_a_set_of_four(face_down, true):
    state = table(("9c 9d 9h 9s Ac Tc", "5s", "3d"), MELDS[1:], rules=Rules(secret_four=True), stock="Jc Jd Jh Js")
    state = replace(state, phase=Phase.LAY, began=Began.STOCK)
    assert ask_after_four(state, cards("9c 9d 9h 9s"), secret=face_down).answer == true


def test_T8_1_the_turn_of_the_last_card_is_finished_first():
    drawn = play(table(HANDS, stock="Jc"), Draw(0))
    over = play(drawn, Discard(0, Card("Jc")))
    taken = play(table(HANDS, stock="Jc"), Take(0))
    assert [ask_round_over(state, 0).answer for state in (drawn, over, taken)] == ["no", "yes", "no"]
    assert ask_round_over(drawn, 0).check("yes", "en").follows[0].endswith("and with it the round.")


def run_out(hands, melds, seat, rules=SHEET):
    return ask_end_of_stock(
        play(play(table(hands, melds, seat=seat, stock="Jc", rules=rules), Draw(seat)), Discard(seat, Card("Jc")))
    )


def test_T8_2_and_T7_2_the_lowest_that_is_not_burned_wins():
    assert run_out(("2c 5d", "9h 5s", "3d"), MELDS, 0).answer == "2"
    burned = run_out(("2c 5d", "9h 5s", "3d"), MELDS[:2], 0)
    assert burned.answer == "0"
    assert "(T7.2)" in told(burned)


def test_T8_3_all_burned_no_one_wins():
    question = run_out(("2c 5d", "9h 5s", "3d"), (), 0)
    assert question.answer == "none"
    assert "(T8.3)" in told(question)


def test_T8_4_a_tie_goes_to_the_last_meld_or_by_house_rule_to_the_last_drawer():
    assert run_out(HANDS, MELDS, 0).answer == "2"
    house = run_out(HANDS, MELDS, 0, Rules(stock_tie="last_drawer"))
    assert house.answer == "0"
    assert "(T8.4)" in told(house)
    assert run_out(HANDS, MELDS, 1, Rules(stock_tie="last_drawer")).answer == "2"


@pytest.mark.parametrize("seed", range(60))
def test_a_late_round_is_a_whole_table(seed):
    chance = Random(seed)
    counts = tuple(chance.randrange(3) for _ in range(3))
    state = late_round(chance, counts, stock=chance.randint(1, 15), seat=seed % 3)
    melded = [card for laid in state.melds for card in laid.meld.cards]
    lying = [*melded, *state.stock, *state.discards, *(card for hand in state.hands for card in hand)]
    assert sorted(lying) == sorted(DECK)
    for seat in range(3):
        own = sum(len(laid.meld.cards) for laid in state.melds if laid.owner == seat)
        assert len(state.hands[seat]) + own == 12
        assert sum(laid.owner == seat for laid in state.melds) == counts[seat]


def test_exchanging_one_card_gives_the_deadwood_wanted_or_nothing():
    state = late_round(Random(1))
    made = [with_deadwood(state, 0, wanted, Random(2)) for wanted in range(20, 60)]
    assert any(made)
    for wanted, one in zip(range(20, 60), made, strict=True):
        if one is not None:
            assert ask_winning_deadwood(answered(one, ())).answer == wanted
            assert len(one.hands[0]) == len(state.hands[0])


@pytest.mark.parametrize("drill", draw_call.DRILLS, ids=lambda drill: drill.name)
def test_no_answer_is_right_nearly_always(drill):
    """Of 300 questions no single answer is right in more than seven of ten, whatever the level."""
    for level in (1, 2, 3):
        right = [drill.question(f"even {seed}", level).solution("en")[1] for seed in range(100)]
        assert max(right.count(answer) for answer in right) <= 70, (drill.name, level)


def test_T6_5_a_challenge_that_wins_but_brings_nothing_is_not_told_as_lost():
    hands = ("2c 5d Ah", "3d 5h", "Ac 6c")  # 8, 8 and 7
    question = ask_challenge_or_fold(called(hands, 1, (Fold(2),), rules=Rules(tie="challenger")))
    assert question.answer == "same"
    assert "Winner: You." in question.check("same", "en").follows[0]
    assert "nothing to collect" in told(question)


def test_T6_5_an_equal_hand_is_chosen_and_told_that_the_tie_goes_to_the_caller():
    question = ask_who_challenges(called(HANDS, 0))
    assert question.answer == ("2",)
    assert "A tie would go to the caller. (T6.5)" in told(question)
    assert "T6.5" not in told(ask_who_challenges(called(("2c 5d Ah", "9h 5s", "3d 4h"), 0)))


def test_T9_1_the_winning_deadwood_is_counted_in_detail():
    assert "5 (5♦) + 2 (2♣) + 1 (A♥) = 8. (T9.1)" in told(ask_winning_deadwood(called(HANDS, 0, (Fold(1), Fold(2)))))


def test_T6_6_a_house_rule_of_the_table_is_told_by_its_name_and_its_condition():
    rules = Rules(tie="challenger", three_way_tie="next_seat")
    notes = ask_who_wins(called(HANDS, 0, (Challenge(1), Challenge(2)), rules=rules)).task("en").notes
    assert any("Three-way tie: Next seat. If all three are level" in note for note in notes)


def test_T8_3_without_a_meld_nothing_is_said_about_the_order_of_melds():
    state = table(("2c", "5s", "9d"), (), stock="", phase=Phase.OVER, last_drawer=2)
    assert not any("numbered" in note for note in ask_end_of_stock(state).task("en").notes)


def ending_of(question):
    """How the round of a question ends, where the others challenge whenever they have reason to; None if it goes on."""
    state = question.state
    match question.prompt.key.split(".")[1]:
        case "should_call":
            return answered(state, willing(play(state, Call(0))))
        case "who_challenges":
            return answered(state, willing(state))
        case "challenge_or_fold":
            folded = play(state, Fold(0))
            return answered(folded, willing(folded))
        case "round_over":
            return None
    return state


@pytest.mark.parametrize(
    ("drill", "level"),
    [
        (draw_call.who_challenges, 2),
        (draw_call.who_challenges, 3),
        (draw_call.who_wins, 2),
        (draw_call.who_wins, 3),
        (draw_call.should_call, 2),
        (draw_call.should_call, 3),
        (draw_call.challenge_or_fold, 3),
        (end_of_stock, 2),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_in_a_third_of_the_tasks_with_a_burned_player_that_player_would_have_won(drill, level):
    """Wherever hands are compared: with less deadwood than whoever wins, being burned is what decides."""
    with_burned, decided = 0, 0
    for seed in range(120):
        end = ending_of(drill.question(f"burned {seed}", level))
        result = end and outcome(end)
        if result and result.burned and result.winner is not None:
            with_burned += 1
            decided += any(result.deadwood[seat] < result.deadwood[result.winner] for seat in result.burned)
    assert with_burned >= 20
    assert 3 * decided >= with_burned


@pytest.mark.parametrize("drill", [draw_call.who_wins, end_of_stock, draw_call.should_call], ids=lambda one: one.name)
def test_T7_1_the_solution_names_every_player_who_is_burned(drill):
    named = Counter()
    for seed in range(60):
        question = drill.question(f"burned {seed}", 2)
        result = (end := ending_of(question)) and outcome(end)
        if result is None or result.winner is None:
            continue
        for seat in result.burned:
            who = ("you", "The player on the left", "The player on the right")[seat]
            sentence = question.solution("en")[0]
            named[seat] += 1
            assert any("burned" in one and who.lower() in one.lower() for one in sentence.split(". ")), sentence
    assert sum(named.values()) > 10


@pytest.mark.parametrize("drill", [draw_call.who_wins, end_of_stock], ids=lambda one: one.name)
def test_whoever_names_the_wrong_winner_is_told_why_that_player_has_not_won(drill):
    told = Counter()
    for seed in range(80):
        question = drill.question(f"why {seed}", 2)
        if not question.each:
            continue
        result = outcome(question.state)
        for seat in {0, 1, 2} - {result.winner}:
            (sentence,) = so_far(question, str(seat), "en").sentences
            winner = result.winner is not None and ("You", "player on the left", "player on the right")[result.winner]
            assert not winner or winner not in sentence
            assert ("burned" in sentence) is (seat in result.burned)
            told[sentence.partition("(")[2]] += 1
    assert len(told) >= 2
