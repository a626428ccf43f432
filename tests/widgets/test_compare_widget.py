"""`Compare`: predict first, then both answers; nothing hidden is sent; what a page forges is ignored."""

import json

import pytest
from wishes import forging

from cardlab.lessons.disagree.disputes import about, every, presets
from cardlab.locale import LANGUAGES, say
from cardlab.tell.house_rules import clause, named
from cardlab.widgets import Compare


def tell(widget, *messages):
    for message in messages:
        widget._hear(widget, message, [])
    return widget.shown


def predict(widget, first, second):
    return tell(
        widget,
        {"do": "predict", "side": 0, "key": first},
        {"do": "predict", "side": 1, "key": second},
        {"do": "reveal"},
    )


def test_nothing_is_shown_before_both_sides_are_predicted():
    widget = Compare(about("T6.5"))
    shown = tell(widget, {"do": "reveal"})
    assert not shown["revealed"]
    assert shown["said"] == "First say on both sides what you expect."
    assert [side["result"] for side in shown["sides"]] == [None, None]
    assert shown["why"] == shown["rules"] == []
    shown = tell(widget, {"do": "predict", "side": 0, "key": "0"}, {"do": "reveal"})
    assert not widget.revealed


def test_T6_5_both_answers_stand_side_by_side_with_reasons():
    shown = predict(Compare(about("T6.5")), "0", "0")
    sheets, house = shown["sides"]
    assert sheets["label"] == "By the sheets"
    assert house["label"] == "With the house rule “Tie after a draw call: Challenger”"
    assert sheets["result"]["right"]
    assert not house["result"]["right"]
    assert house["result"]["title"].endswith("Player on the left")
    told = f"{say('tell.tie.to_challenger', 'en')} (T6.5)"
    assert told in house["result"]["sentences"]
    assert shown["said"] == "You predicted one side of the two."
    assert "Many tables play by the house rule." in shown["why"]
    assert "T6.5" in [clause["id"] for clause in shown["clauses"]]


def test_a_prediction_is_final_once_the_answers_are_shown():
    widget = Compare(about("T6.5"))
    before = predict(widget, "0", "1")
    assert before["said"] == "You predicted both sides."
    after = tell(widget, {"do": "predict", "side": 0, "key": "2"})
    assert after["sides"] == before["sides"]


def test_each_dispute_keeps_its_own_answers():
    widget = Compare(about("T9"))
    predict(widget, "33", "12")
    assert not tell(widget, {"do": "next"})["revealed"]
    assert widget.dispute.clauses[0] == "T9.4"
    assert tell(widget, {"do": "dispute", "place": 0})["revealed"]
    items = widget.shown["games"][0]["items"]
    assert [item["done"] for item in items] == [True, False]


def test_the_presets_list_every_house_rule_with_what_it_alone_does():
    (dispute,) = presets()
    shown = predict(Compare(presets()), "0", "2")
    traditional = dispute.sides[1].rules
    assert [clause(traditional, field) for field in dispute.fields] == [
        "T1.5", "T2.5", "T6.5", "T6.6", "T6.8", "T6.9", "T8.4", "T9.2", "T9.4",
    ]  # fmt: skip
    assert [row["rule"] for row in shown["rules"]] == [named(traditional, field, "en") for field in dispute.fields]
    assert len(shown["rules"]) == len(dispute.fields)
    effects = {row["rule"]: row["effect"] for row in shown["rules"]}
    assert effects["Tie after a draw call: Challenger"].startswith("Here the answer becomes: Player on the left.")
    assert effects["Melds in the hand count: no"].startswith("Here the answer becomes: Player on the right.")
    assert effects["Secret four"].startswith("Here it changes nothing. In its own position:")


def test_disputes_of_both_games_are_listed_by_game():
    games = Compare(every()).shown["games"]
    assert [game["label"] for game in games] == ["Tongits", "Tichu 1.on.1"]
    assert sum(len(game["items"]) for game in games) == len(every())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_dispute_can_be_played_through(lang):
    disputes = (*every(), *presets())
    widget = Compare(disputes, lang)
    for place in range(len(disputes)):
        shown = tell(widget, {"do": "dispute", "place": place})
        first, second = (side["choices"][0]["key"] for side in shown["sides"])
        shown = predict(widget, first, second)
        assert shown["revealed"]
        assert shown["why"]
        assert all(side["result"]["sentences"] for side in shown["sides"])


def test_hands_of_others_are_not_sent_while_the_round_goes_on():
    widget = Compare(about("T2.5"))
    state = widget.dispute.sides[0].case.state
    sent = json.dumps(widget.shown)
    hidden = {card.code for hand in state.hands[1:] for card in hand} | {card.code for card in state.stock}
    assert not [code for code in hidden if f'"{code}"' in sent]


@pytest.mark.parametrize(
    "forged",
    [
        None,
        "reveal",
        {"do": "dispute", "place": 99},
        {"do": "dispute", "place": -1},
        {"do": "dispute", "place": "0"},
        {"do": "predict", "side": 2, "key": "0"},
        {"do": "predict", "side": 0, "key": "seven"},
        {"do": "predict", "side": 0, "key": ["0"]},
        {"do": "next"},
        {"reveal": True},
    ],
)
def test_what_a_page_forges_is_ignored(forged):
    widget = Compare(about("T6.5"))
    before = widget.shown
    with forging():
        assert tell(widget, forged) == before


def test_repr_can_be_pasted_back():
    assert repr(Compare(about("T6.5", "U2.3"))) == 'Compare(about("T6.5", "U2.3"))'
    assert repr(Compare(presets())) == "Compare(presets())"


def test_a_comparison_needs_a_dispute_and_a_language():
    with pytest.raises(ValueError, match="nothing to compare"):
        Compare(())
    with pytest.raises(ValueError, match="catalogue"):
        Compare(about("T6.5"), "xx")


def test_in_the_browser_by_keyboard_and_by_mouse(show):
    page = show(Compare(about("T6.9", "T8")))
    page.get_by_text("Choose a question").click()
    page.get_by_role("button", name="T8.4").click()
    # The list folds, and what is asked has the room.
    page.get_by_role("button", name="T8.4").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.className") == "cardlab-prompt"
    sides = page.locator(".cardlab-side")
    sides.nth(0).get_by_role("button", name="Player on the left").focus()
    page.keyboard.press("Space")
    sides.nth(1).get_by_role("button", name="Player on the left").click()
    page.get_by_role("button", name="Show what holds").focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("You predicted one side of the two.").wait_for()
    assert "As you predicted: Player on the left" in sides.nth(0).inner_text()
    assert "Other than you predicted: You" in sides.nth(1).inner_text()
    page.get_by_text("Choose a question").press("Enter")
    page.get_by_role("button", name="T8.4").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.textContent").startswith("T6.9")


@pytest.mark.parametrize("width", [320, 1280])
def test_the_sides_stand_beside_each_other_only_where_there_is_room(show, width):
    page = show(Compare(presets(), "de"), width)
    for side in (0, 1):
        page.locator(".cardlab-side").nth(side).locator(".cardlab-choices button").first.click()
    page.locator(".cardlab-tools .cardlab-main").click()
    page.get_by_role("table").wait_for()
    first, second = (page.locator(".cardlab-side").nth(side).bounding_box() for side in (0, 1))
    assert (first["y"] == second["y"]) == (width > 1000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("clause", ["T6.5", "U2.3"])
def test_a_position_lies_as_at_a_table_of_tongits_at_its_seats_and_of_tichu_in_heaps(clause):
    looks = [Compare((one,)).shown["look"] for one in about(clause)]
    piles = [(look, pile) for look in looks if look for pile in look["piles"]]
    assert piles
    for look, pile in piles:
        assert pile["heaped"] == clause.startswith("U")
        assert bool(look["seats"]) != pile["heaped"]
        assert pile["seat"] in (range(3) if look["seats"] else (-1,))
