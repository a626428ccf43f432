"""`Showdown`: counting three hands, calling, answering and switching house rules through the messages of the page."""

import json
import re

import pytest
from wishes import forging, send

from cardlab.tongits import Rules, outcome
from cardlab.widgets import Showdown

LANGUAGES = ("en", "de", "nl")
HANDS = ("2c 5d Ah", "9h 4s", "3d 5h")  # 8, 13 and 8
MELDS = ((0, "6h 7h 8h"), (1, "Kc Kd Ks"), (2, "2s 3s As"))
BURNED = MELDS[:2]  # the player on the right has laid nothing


def counted(hands=HANDS, melds=MELDS, lang="en", rules=None, guesses=("8", "13", "8")):
    widget = Showdown(hands, melds, lang, rules or Rules())
    for seat, guess in enumerate(guesses):
        send(widget, do="guess", seat=seat, text=guess)
    send(widget, do="compare")
    return widget


def played(caller, answers, **more):
    widget = counted(**more)
    send(widget, do="call", seat=caller)
    for seat, challenge in answers:
        send(widget, do="answer", seat=seat, challenge=challenge)
    return widget


def winner(widget):
    return outcome(widget.state).winner


def clauses(widget):
    return re.findall(r"\((T\d\.\d)\)", " ".join(widget.shown["sentences"]))


def test_the_page_is_told_no_deadwood_before_the_learner_has_counted():
    widget = Showdown(HANDS, MELDS)
    assert not widget.shown["counted"]
    assert not any(hand["count"] for hand in widget.shown["hands"])
    assert not widget.shown["callers"]
    send(widget, do="call", seat=0)
    assert not widget.shown["asked"]


@pytest.mark.parametrize("missing", ["", "abc", "-3"])
def test_every_hand_has_to_be_counted_first(missing):
    widget = counted(guesses=("8", missing, "8"))
    assert not widget.shown["counted"]
    assert widget.shown["said"]


def test_T9_1_a_count_is_compared_with_the_right_one():
    hands = counted(guesses=("8", "12", "8")).shown["hands"]
    counts = [hand["count"] for hand in hands]
    assert counts == ["Deadwood 8, as you counted", "Wrong: deadwood 13, not 12", "Deadwood 8, as you counted"]
    assert [hand["mark"] for hand in hands] == ["yes", "no", "yes"]
    assert [hand["sum"] for hand in hands] == ["", "9 (9♥) + 4 (4♠) = 13. (T9.1)", ""]


def test_T6_1_who_has_not_opened_may_not_call_and_is_told_so():
    widget = counted(melds=BURNED)
    send(widget, do="call", seat=2)
    assert widget.state.caller is None
    assert "(T6.1)" in widget.shown["said"]


def test_T6_2_the_opponents_answer_in_seat_order():
    widget = counted()
    send(widget, do="call", seat=1)
    assert [(one["seat"], one["may"]) for one in widget.shown["asked"]] == [(2, True), (0, False)]
    send(widget, do="answer", seat=0, challenge=True)
    assert not widget.state.challengers
    send(widget, do="answer", seat=2, challenge=True)
    assert [one["may"] for one in widget.shown["asked"]] == [True, True]


def test_T6_3_a_burned_player_cannot_challenge_and_folds():
    widget = played(0, [(1, True), (2, True)], melds=BURNED)
    assert "(T6.3)" in widget.shown["said"]
    assert widget.state.challengers == {1}


def test_T6_4_the_lowest_deadwood_of_caller_and_challengers_wins():
    widget = played(1, [(2, False), (0, True)])
    assert winner(widget) == 0
    assert clauses(widget) == ["T6.4", "T6.4", "T9.3"]
    assert "The player on the right has only 8, but has folded." in " ".join(widget.shown["sentences"])


def test_T6_5_the_caller_wins_a_tie_until_the_house_rule_is_switched_on():
    widget = played(0, [(1, False), (2, True)])
    assert winner(widget) == 0
    assert "T6.5" in clauses(widget)
    send(widget, do="rule", name="tie")
    assert winner(widget) == 2
    send(widget, do="rule", name="tie")
    assert winner(widget) == 0


def test_T6_6_of_two_challengers_that_are_level_the_last_to_meld_wins():
    widget = played(1, [(2, True), (0, True)])
    assert winner(widget) == 2
    assert "T6.6" in clauses(widget)


def test_T6_7_unchallenged_the_caller_wins_whatever_he_holds():
    widget = played(1, [(2, False), (0, False)])
    assert winner(widget) == 1
    assert "T6.7" in clauses(widget)


def test_T6_2_with_everyone_no_one_is_asked():
    widget = counted()
    send(widget, do="rule", name="showdown")
    send(widget, do="call", seat=1)
    assert widget.shown["asked"] == []
    assert widget.state.challengers == {0, 2}


def test_T9_2_the_house_rule_about_melds_in_the_hand_changes_what_a_hand_counts():
    widget = counted(("9c 9d 9s 2h", "5h 4s", "3d 5c"), guesses=("29", "9", "8"))
    assert widget.shown["hands"][0]["count"] == "Deadwood 29, as you counted"
    send(widget, do="rule", name="concealed_melds_count")
    assert widget.shown["hands"][0]["count"] == "Deadwood 2 now, 29 before"


def test_an_answer_can_be_changed_and_everything_begun_anew():
    widget = played(1, [(2, True), (0, True)])
    send(widget, do="answer", seat=2, challenge=False)
    assert winner(widget) == 0
    send(widget, do="again")
    assert widget.state.caller is None
    assert widget.shown["counted"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language_of_the_learner(lang):
    widget = played(0, [(1, False), (2, True)], lang=lang)
    texts = json.dumps(widget.shown, ensure_ascii=False)
    assert not re.search(r"[{}]\w+\b[{}]|showdown\.|lesson\.|refusal\.", texts)
    assert len(widget.shown["sentences"]) >= 3


@pytest.mark.parametrize(
    ("hands", "melds", "complaint"),
    [
        (("2c", "3c"), MELDS, "three hands"),
        (("2c", "3c", ""), MELDS, "three hands"),
        (("2c", "3c", "2c"), MELDS, "only once"),
        (("6h", "3c", "2c"), MELDS, "only once"),
        (("2c", "3c", "4c"), ((0, "7h 8h Th"),), "no meld"),
        (("2c", "3c", "4c"), ((3, "7h 8h 9h"),), "no meld"),
    ],
)
def test_a_table_that_cannot_be_is_refused(hands, melds, complaint):
    with pytest.raises(ValueError, match=complaint):
        Showdown(hands, melds)


def test_its_repr_names_the_hands_and_the_house_rules():
    hands = '"2c 5d Ah", "9h 4s", "3d 5h"'
    assert repr(Showdown(HANDS, MELDS)) == f"Showdown(({hands}))"
    assert repr(Showdown(HANDS, MELDS, rules=Rules(tie="challenger"))) == (
        f"Showdown(({hands}), rules=Rules(tie='challenger'))"
    )


def forge(widget, *messages):
    with forging():
        send(widget, *messages)
    return widget.shown


def test_what_a_page_forges_is_ignored():
    widget = counted()
    before = widget.shown
    nonsense = [
        {"do": "call", "seat": True},
        {"do": "call", "seat": 3},
        {"do": "answer", "seat": 1, "challenge": 1},
        {"do": "rule", "name": "payment"},
        {"do": "guess", "seat": 0, "text": "9"},
    ]
    assert forge(widget, *nonsense) == before
    assert forge(played(0, [(1, True)]), {"do": "answer", "seat": 0, "challenge": True})["verdict"] == "none"


def test_by_keyboard_hands_are_counted_a_draw_is_called_and_challenged(show):
    widget = Showdown(HANDS, MELDS)
    page = show(widget)
    for seat, guess in enumerate(("8", "13", "8")):
        page.get_by_role("textbox").nth(seat).focus()
        page.keyboard.type(guess)
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Who calls a draw?").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "You"
    page.keyboard.press("Enter")
    for who in ("The player on the left", "The player on the right"):
        page.get_by_role("group", name=f"{who} answers").get_by_role("button", name="Challenge").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Challenge", pressed=True).nth(int(who.endswith("right"))).wait_for()
    page.get_by_role("status").get_by_text("You win after the draw call").wait_for()
    assert widget.state.challengers == {1, 2}


def test_on_a_phone_nothing_is_wider_than_the_page(show):
    page = show(played(0, [(1, True), (2, True)]), width=320, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
