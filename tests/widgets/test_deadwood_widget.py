"""`Deadwood`: the count that is typed, the arrangement under its brackets, and what the page is told."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wishes import declared, forging

from cardlab.cards import cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules, best_arrangements, deadwood, least_deadwood
from cardlab.widgets import Deadwood
from cardlab.widgets.hand import bracketed

LANGUAGES = ("en", "de", "nl")
SETS_FIRST_COSTS = "6d 7d 8d 8c 8s 7s 9s"
TWO_BEST = "8c 8d 8h 9h Th Tc Ts 9c 3d"
HOUSE = Rules(concealed_melds_count=False)


def after(widget, *messages):
    for message in messages:
        widget._hear(widget, {"do": message} if isinstance(message, str) else message, [])
    return widget.shown


def typed(widget, number):
    return after(widget, {"do": "number", "text": str(number)}, "check")


def switched(shown):
    return {tool["do"] for tool in shown["tools"] if tool["on"]}


# What is drawn.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_arrangement_becomes_groups_with_the_loose_cards_last(lang):
    (best,) = best_arrangements("4h 5h 6h 7h 7c 7s Kd As")
    groups = bracketed(best, lang)
    assert [group["kind"] for group in groups] == ["set", "run", "loose"]
    assert [group["cards"] for group in groups] == [["7c", "7h", "7s"], ["4h", "5h", "6h"], ["As", "Kd"]]
    assert [re.search(r"\d+", group["points"])[0] for group in groups] == ["21", "15", "11"]
    assert all(group["label"] and group["each"] == [] for group in groups)
    assert json.loads(json.dumps(groups)) == groups


def test_T9_1_points_stand_below_each_card_if_they_are_asked_for():
    (best,) = best_arrangements("Js Qs Ks As 4d")
    assert [group["each"] for group in bracketed(best, "en", points_below=True)] == [["10", "10", "10"], ["1", "4"]]


def test_what_is_laid_off_is_a_group_of_its_own():
    (best,) = best_arrangements("Th Jh 2c", ["7h 8h 9h"])
    assert [(group["kind"], group["cards"]) for group in bracketed(best, "en")] == [
        ("sapaw", ["Th", "Jh"]),
        ("loose", ["2c"]),
    ]


def test_nothing_loose_is_no_group():
    (best,) = best_arrangements("7h 8h 9h")
    assert [group["kind"] for group in bracketed(best, "en")] == ["run"]


# Predict first.


def test_nothing_is_given_away_before_a_try():
    shown = Deadwood(SETS_FIRST_COSTS).shown
    assert shown["groups"] == []
    assert shown["sentences"] == []
    assert shown["answer"] == ""
    assert not re.search(r"\b8 points\b", json.dumps(shown))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T9_2_the_right_count_lays_the_hand_out(lang):
    widget = Deadwood(SETS_FIRST_COSTS, lang)
    shown = typed(widget, 8)
    assert shown["kind"] == "yes"
    assert widget.revealed
    assert [group["kind"] for group in shown["groups"]] == ["run", "run", "loose"]
    assert "6♦ 7♦ 8♦" in shown["sentences"][0]
    assert "(T9.1)" in shown["sentences"][1]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (53, "That is the whole hand. Melds that you lay no longer count. (T9.2)"),
        (29, "So much stays if you lay the sets first. It can be done with less. These cards suit a set and a run: "),
        (17, "It can be done with less."),
        (3, "So few points are not possible."),
    ],
)
def test_a_wrong_count_is_answered_and_gives_nothing_away(number, said):
    widget = Deadwood(SETS_FIRST_COSTS)
    shown = typed(widget, number)
    assert shown["kind"] == "no"
    assert shown["answer"].startswith(said)
    assert re.search(r"\((T9\.2|T3\.4)\)$", shown["answer"])
    assert shown["groups"] == []
    assert not widget.revealed


def test_a_count_that_runs_first_would_leave_is_told_as_such():
    assert "runs first" in typed(Deadwood("7c 7d 7h 8h 9h 9c 9s 2d"), 34)["answer"]


@pytest.mark.parametrize("text", ["", "eight", "8.5", "-8", "²"])
def test_what_is_no_whole_number_is_asked_for_again(text):
    shown = typed(Deadwood(SETS_FIRST_COSTS), text)
    assert shown["kind"] == "none"
    assert shown["answer"] == "Write a whole number first."


# The overlays.


def test_the_best_arrangement_is_shown_and_hidden_again():
    widget = Deadwood(SETS_FIRST_COSTS)
    shown = after(widget, "best")
    assert switched(shown) == {"best", "concealed"}
    assert shown["groups"]
    shown = after(widget, "best")
    assert switched(shown) == {"concealed"}
    assert shown["groups"] == []


def test_equally_good_arrangements_follow_one_another_and_come_round():
    widget = Deadwood(TWO_BEST)
    assert [tool["do"] for tool in widget.shown["tools"]] == ["best", "sets_first", "points", "concealed"]
    shown = after(widget, "best")
    assert shown["title"] == "Best arrangement, 1 of 2"
    assert shown["tools"][1]["label"] == "Next best arrangement (1 of 2)"
    first = shown["groups"]
    shown = after(widget, "next_best")
    assert shown["title"] == "Best arrangement, 2 of 2"
    assert shown["groups"] != first
    assert {card for group in first for card in group["cards"]} == {
        card for g in shown["groups"] for card in g["cards"]
    }
    assert after(widget, "next_best")["groups"] == first


def test_a_long_run_is_not_shown_a_second_time_in_two_pieces():
    assert len(best_arrangements("4h 5h 6h 7h 8h 9h")) > 1
    assert len(Deadwood("4h 5h 6h 7h 8h 9h").best) == 1


def test_T3_4_sets_first_is_compared_with_the_best():
    shown = after(Deadwood(SETS_FIRST_COSTS), "sets_first")
    assert [group["kind"] for group in shown["groups"]] == ["set", "loose"]
    assert "Sets first costs 21 points here. (T3.4)" in shown["sentences"]
    shown = after(Deadwood("7c 7d 7h 8h 9h 9c 9s 2d"), "sets_first")
    assert any(sentence.startswith("Sets first costs 0 points here") for sentence in shown["sentences"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_below_the_cards_stand_in_their_names_too(lang):
    shown = after(Deadwood("As Kd", lang), "points", "best")
    assert shown["points"] == {"As": "1", "Kd": "10"}
    assert re.search(r", 10 \w+", shown["named"]["Kd"])
    assert shown["groups"][0]["each"] == ["1", "10"]


def test_T9_2_melds_in_the_hand_count_in_full_or_nothing():
    hand = cards(SETS_FIRST_COSTS)
    widget = Deadwood(hand)
    kept = after(widget, "best")["sentences"][-1]
    assert kept == f"If you lay nothing, the whole hand counts {deadwood(hand)} points when the round ends. (T9.2)"
    shown = after(widget, "concealed")
    assert widget.rules == HOUSE
    assert "concealed" not in switched(shown)
    assert f"the hand counts {least_deadwood(hand)} points" in shown["sentences"][-1]


def test_the_selected_card_tells_what_stays_without_it():
    widget = Deadwood(SETS_FIRST_COSTS)
    shown = after(widget, {"do": "toggle", "card": "8c"})
    assert shown["selected"] == "8♣ counts 8 points. (T9.1)"
    after(widget, "best")
    assert widget.shown["selected"] == "If you discard 8♣, 0 points stay at best instead of 8. (T9.2)"
    shown = after(widget, {"do": "toggle", "card": "7d"})
    rest = [card for card in cards(SETS_FIRST_COSTS) if card.code != "7d"]
    assert f"a meld breaks: {least_deadwood(rest)} points stay instead of 8." in shown["selected"]
    assert after(widget, {"do": "toggle", "card": "7d"})["selected"] == ""


def test_the_fourth_card_of_a_set_may_go_without_loss():
    widget = Deadwood("7h 7c 7s 7d 2c")
    shown = after(widget, "best", {"do": "toggle", "card": "7d"})
    assert shown["selected"] == "If you discard 7♦, 2 points stay, as before. (T9.2)"


# The widget as such.


def test_repr_is_short_and_names_the_changed_house_rules():
    assert repr(Deadwood("7h 8h")) == 'Deadwood("7h 8h")'
    assert repr(Deadwood("7h", rules=HOUSE)) == 'Deadwood("7h", rules=Rules(concealed_melds_count=False))'


def test_what_is_no_hand_of_tongits_is_refused():
    with pytest.raises(NotationError):
        Deadwood("7h Ph")
    with pytest.raises(NotationError):
        Deadwood("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d")
    with pytest.raises(ValueError, match="only once"):
        Deadwood("7h 7h")


anything = st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["8c", "7d", "8", "-1"])
acts = ["toggle", "sort", "move", "clear", "number", "check", "best", "next_best", "sets_first", "points", "concealed"]
forged = anything | st.fixed_dictionaries(
    {"do": st.sampled_from(acts) | anything}, optional=dict.fromkeys(("card", "to", "by", "text"), anything)
)


@settings(max_examples=80, deadline=None)
@given(st.lists(forged | declared(Deadwood), max_size=10))
def test_no_message_whatever_does_harm(messages):
    for held in (TWO_BEST, "7h", ""):
        widget = Deadwood(held)
        with forging():
            for message in messages:
                widget._hear(widget, message, [])
        assert json.loads(json.dumps(widget.shown)) == widget.shown
        assert sorted(widget.cards) == sorted(cards(held))


def test_a_hand_is_counted_and_laid_out_by_keyboard_alone(show):
    page = show(Deadwood(SETS_FIRST_COSTS))
    page.get_by_role("textbox", name="Your answer:").focus()
    page.keyboard.type("29")
    page.keyboard.press("Enter")
    page.get_by_text("So much stays if you lay the sets first.").wait_for()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    page.get_by_text("Right, 8 points stay.").wait_for()
    assert page.locator(".cardlab-bracket").count() == 3
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Best arrangement"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_text("Sets first costs 21 points here.").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Sets first"
    assert page.locator(".cardlab-bracket").count() == 2


def test_brackets_name_their_kind_and_their_cards(show):
    page = show(Deadwood("4h 5h 6h 7h 7c 7s Kd"))
    page.get_by_role("button", name="Best arrangement").click()
    page.locator(".cardlab-bracket-set").wait_for()
    assert page.locator(".cardlab-bracket > p strong").all_inner_texts() == ["set", "run", "loose"]
    assert page.get_by_role("list", name="set").get_by_role("img").count() == 3
    assert page.get_by_role("list", name="loose").get_by_role("img", name="king of diamonds").count() == 1


def test_points_stand_below_the_cards_and_in_their_names(show):
    page = show(Deadwood("As Kd"))
    page.get_by_role("button", name="Points below the cards").click()
    page.get_by_role("option", name="king of diamonds, 10 points").wait_for()
    assert page.locator(".cardlab-worth").all_inner_texts() == ["1", "10"]
    page.get_by_role("button", name="Points below the cards").click()
    page.locator(".cardlab-worth").first.wait_for(state="detached")
    assert page.get_by_role("option", name="king of diamonds", exact=True).count() == 1


def test_the_house_rule_is_a_switch(show):
    widget = Deadwood(SETS_FIRST_COSTS)
    page = show(widget)
    switch = page.get_by_role("button", name="Melds in the hand count")
    assert switch.get_attribute("aria-pressed") == "true"
    switch.click()
    page.locator("button[aria-pressed=false]", has_text="Melds in the hand count").wait_for()
    assert widget.rules == HOUSE


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [320, 1280])
def test_everything_fits_the_width_and_can_be_hit_by_a_finger(show, width, lang):
    widget = Deadwood("8s 9s Ts Tc Td 4c 4d 4h 5h 6h 2s Kd Qd", lang)
    after(widget, "best", "points", {"do": "toggle", "card": "Kd"})
    page = show(widget, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator(".cardlab-root :is(button, summary, [role=option]):visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 24
