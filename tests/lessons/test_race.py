"""What the lesson about the race teaches of single clauses, on tables made by hand."""

from dataclasses import replace
from itertools import product

import pytest

from cardlab.cards import DECK, Card
from cardlab.lessons import race
from cardlab.lessons.course import lesson_named
from cardlab.lessons.race import (
    ask_has_won,
    ask_match_won,
    ask_owed,
    ask_too_late,
    ask_what_now,
    ask_who_may,
    ask_whose_pile,
)
from cardlab.lessons.sheet import sheet
from cardlab.lessons.tables_tichu import position
from cardlab.phrasing import tichu as tell
from cardlab.tichu import Draw, Flip, Pile, Play, Rules, fits, parse_move, play, why_not
from cardlab.tichu.state import can_draw

PILES = ("6s", "Jh")
EIGHT = "2c 2d 3h 3s 7d Kc Kd As"
FULL = "2h 2s 3c 3d 5c 9c Ac Ad"
USELESS = ("2c 9d", "2h 9s")


def move(text):
    return parse_move(text)


def test_U2_1_who_played_last_does_not_matter():
    table = position(("7d 2c", "5c 2h"), PILES)
    for last in (0, 1):
        assert ask_who_may(table, (last, Card("6s"))).check("both", "en").right
    assert ask_who_may(position(("7d 2c", "9c 2h"), PILES), (0, Card("6s"))).answer == "you"
    assert ask_who_may(position(("3d 2c", "Td 2h"), PILES), (1, Card("6s"))).answer == "opponent"
    assert ask_who_may(position(USELESS, PILES), (1, Card("6s"))).answer == "nobody"


def test_U5_3_after_a_dog_nobody_may_play_whatever_they_hold():
    table = replace(position(("7d 2c", "5c 2h"), ("6s Do", "Jh"), extra=("3c", "4c")), flip_due=True)
    verdict = ask_who_may(table, (1, Card("Do"))).check("both", "en")
    assert not verdict.right
    assert verdict.rules == ("U5.3",)


def late(own, rival, pile="6s", wish=None):
    table = position((f"{own} 4d", f"{rival} 8d"), (pile, "Jh"), extra=("3c", "4c"))
    seen = table.piles[0].top
    return ask_too_late(table, Play(1, Card(rival), 0, seen, wish), Play(0, Card(own), 0, seen))


def test_U2_4_the_slower_card_goes_back_with_every_reason():
    verdict = late("7d", "5c").check("stays", "en")
    assert not verdict.right
    assert verdict.rules == ("U2.4", "U2.2")
    assert any("Someone was faster" in said for said in verdict.sentences)


@pytest.mark.parametrize(
    ("own", "rival", "pile", "wish", "answer"),
    [
        ("Dr", "5c", "6s", None, "stays"),
        ("Ph", "5c", "6s", None, "stays"),
        ("Ph", "Do", "6s", None, "back"),
        ("Ad", "Dr", "Ks", None, "stays"),
        ("Qd", "Dr", "Ks", None, "back"),
        ("3d", "Ma", "2s", "4", "stays"),
        ("3d", "Ma", "2s", None, "back"),
    ],
)
def test_U2_4_only_special_cards_save_a_late_one(own, rival, pile, wish, answer):
    assert late(own, rival, pile, wish).solution("en")[1] == answer


def test_two_plain_cards_that_fit_on_the_same_never_fit_on_each_other():
    """The lesson says so of U2.4; here for each plain card on top, and for each pair upon it."""
    for top in DECK:
        fitting = [card for card in DECK if card is not top and fits(Pile((top,)), card)]
        for first, second in product(fitting, repeat=2):
            assert not fits(Pile((first, top)), second)


@pytest.mark.parametrize(
    ("hand", "draw", "cost"),
    [
        ("7d 2c 2d 3h 3s 4c 4d", ("5h", "8h 8s Tc"), 2),
        ("7d 2c", ("5h", "8h 8s Tc Td Th Ts Qc Qd"), 7),
        ("7d 2c", ("5h", "8h 8s"), 2),
        ("7d 2c", ("5h", ""), 0),
        ("7d 2c", ("", "8h 8s"), 0),
        ("7d 2c 2d 3h 3s 4c 4d 4h", ("5h", "8h"), 0),
    ],
)
def test_U3_2_what_forgetting_costs(hand, draw, cost):
    question = ask_owed(position((hand, FULL), PILES, draw=draw), move("0 play 7d 0 onto 6s"))
    assert question.solution("en")[1] == cost
    assert not question.check(cost + 1, "en").right


def test_U3_2_the_price_is_what_is_really_drawn_from_the_other_pile():
    table = position(("7d 2c 2d", FULL), PILES, draw=("5h 5s", "8h 8s"))
    after = play(table, move("0 play 7d 0 onto 6s"))
    filled = after
    while can_draw(filled, 0):
        filled = play(filled, Draw(0))
    assert tell.owed(after, 0) == len(after.draw[1]) - len(filled.draw[1]) == 2
    assert len(filled.draw[0]) == 0


def test_U3_3_from_which_draw_pile():
    table = position(("7d 2c 2d", FULL), PILES, draw=("5h 5s", "8h"))
    played = move("0 play 7d 0 onto 6s")
    after = play(table, played)
    assert ask_whose_pile(after, played).answer == "other"
    spent = play(after, Draw(0))
    question = ask_whose_pile(spent, played, 1)
    assert question.answer == "own"
    assert question.check("other", "en").rules == ("U3.3",)
    for other, rule in (("8h", "U3.3"), ("", "U3.4")):
        verdict = ask_whose_pile(position(("7d", FULL), PILES, draw=("", other))).check("none", "en")
        assert verdict.right
        assert verdict.rules == (rule,)


def test_U4_2_who_has_to_draw_is_not_stuck():
    verdict = ask_what_now(position(USELESS, PILES, draw=("", "4h"), extra=("3c", "4c"))).check("play", "en")
    assert verdict.right
    assert "(U4.2)" in verdict.sentences[0]
    full = position((FULL, "2c 9d 9s 9h Th Td Tc 8c"), ("6s", "Kh"), draw=("4s", "4h"), extra=("Ks", "4c"))
    assert ask_what_now(full).answer == "play"


def test_U4_1_U4_3_U4_4_and_U5_9_what_happens_now():
    fits_still = position(("7d 9d", "2h 9s"), PILES, extra=("3c", "4c"))
    deep = ("4d 5h 6s", "9h Th Jh")
    table = {
        "play": fits_still,
        "flip": position(USELESS, PILES, extra=("3c", "4c")),
        "recycle": position(("2c 8d", "2h Kc"), deep),
        "end": position(USELESS, PILES),
    }
    assert {answer: ask_what_now(state).answer for answer, state in table.items()} == {key: key for key in table}
    assert "(U4.1)" in ask_what_now(fits_still).check("flip", "en").sentences[0]
    follows = ask_what_now(table["recycle"]).check("flip", "en").follows
    assert "(U4.3)" in follows[0]
    assert len(follows) == 2
    dog = replace(position(("2c 8d", "2h Kc"), ("5h 6s Do", "Th Jh")), flip_due=True)
    assert ask_what_now(dog).check("recycle", "en").rules == ("U5.9", "U4.3")


def test_U5_9_a_dog_with_nothing_to_turn_lets_play_go_on():
    dog = replace(position(("7d 2c", "2h 9s"), ("6s Do", "Jh")), flip_due=True)
    verdict = ask_what_now(dog).check("play", "en")
    assert verdict.right
    assert "(U5.9)" in verdict.sentences[0]


@pytest.mark.parametrize(
    ("hands", "draw", "answer"),
    [
        (("", FULL), ("", "4h"), "you"),
        (("", FULL), ("4c", "4h"), "goes_on"),
        ((FULL, ""), ("4c", ""), "opponent"),
        ((EIGHT, FULL), ("", ""), "goes_on"),
    ],
)
def test_U6_1_an_empty_hand_beside_a_draw_pile_does_not_win(hands, draw, answer):
    question = ask_has_won(position(hands, PILES, draw=draw, extra=("8c", "8d")))
    assert question.solution("en")[1] == answer


def test_U4_4_a_blocked_round_goes_to_fewer_cards_or_to_nobody():
    assert ask_has_won(position(("2c", "2h 9s"), PILES)).check("you", "en").rules == ("U4.4",)
    assert ask_has_won(position(USELESS, PILES)).answer == "nobody"


def test_U6_2_one_point_or_two_and_the_house_rule():
    swapped = Rules(points="swapped")
    left, empty = ("", "4h"), ("", "")
    by_sheet = [ask_match_won(position(("", FULL), PILES, draw=draw), (8, 0)) for draw in (left, empty)]
    assert [question.answer for question in by_sheet] == ["nobody", "you"]
    turned = [ask_match_won(position(("", FULL), PILES, draw=draw, rules=swapped), (8, 0)) for draw in (left, empty)]
    assert [question.answer for question in turned] == ["you", "nobody"]
    assert "house rule" in turned[0].task("en").notes[-1]
    assert any("(U6.2)" in sentence for sentence in turned[0].check("nobody", "en").sentences)


def test_U6_3_the_first_to_the_target():
    won = position(("", FULL), PILES)
    assert ask_match_won(won, (8, 9)).answer == "you"
    assert ask_match_won(won, (7, 9)).answer == "nobody"
    assert ask_match_won(position(("", FULL), PILES, rules=Rules(target=5)), (3, 4)).answer == "you"
    assert "9 to 9" in ask_match_won(won, (7, 9)).check("you", "en").sentences[-1]


def test_refusals_at_the_table_name_no_seat_and_count_piles_from_one():
    table = position((EIGHT, FULL), PILES, draw=("4c", "4h"))
    said = [tell.at_table("en", 0).explain(one) for seat in (0, 1) for one in why_not(table, Draw(seat))]
    assert said[0].startswith("You have a full hand")
    assert said[1].startswith("Your opponent has a full hand")
    wrong = why_not(table, move("0 play 7d 1 onto Jh"))
    assert "7♦ fits on pile 1." in tell.at_table("en", 0).explain(wrong[0])


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_what_happened_names_the_clause_of_a_turned_card(lang):
    opening = replace(position((EIGHT, FULL), ("", ""), extra=("8c", "8d")), flip_due=True)
    stuck = position(USELESS, PILES, extra=("3c", "4c"))
    dog = replace(position(USELESS, ("6s Do", "Jh"), extra=("3c", "4c")), flip_due=True)
    clauses = {"U1.3": opening, "U4.1": stuck, "U5.3": dog}
    for clause, table in clauses.items():
        assert f"({clause})" in tell.told(tell.at_table(lang, 0), Flip(), table)[0]


def test_every_kind_of_answer_comes_up():
    """A drill in which one choice is never right would teach to ignore it."""
    for drill in race.DRILLS:
        made = [drill.question(f"kinds {seed}", 1 + seed % 3) for seed in range(400)]
        for kind in set(map(type, made)):
            questions = [question for question in made if type(question) is kind]
            given = {question.solution("en")[1] for question in questions}
            if questions[0].task("en").kind == "choice":
                assert given == {key for question in questions for key, _ in question.task("en").choices}
            else:
                assert {0, 1, 2} <= given


def test_U4_2_some_questions_are_stuck_with_draw_piles_left_and_some_have_to_draw():
    made = [race.what_now.question(f"draw {seed}", 2 + seed % 2) for seed in range(200)]
    drawing = [question for question in made if any(question.state.draw)]
    assert {question.answer for question in drawing} == {"play", "flip"}
    assert len(drawing) > 40


def test_the_sheet_that_could_not_be_made_is_whole():
    for seed in (338, -1):
        assert sheet(lesson_named("race"), seed=seed, each=6).count("<section") == 2 * 6 * len(
            lesson_named("race").drills
        )
