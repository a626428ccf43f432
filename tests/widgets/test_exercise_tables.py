"""Positions in an `Exercise` lie at a table: who sits where, what is whose, hands sorted, wide and on a telephone."""

import pytest
from book_of_tasks import seen

from cardlab.cards import cards
from cardlab.lessons.course import drill_named
from cardlab.lessons.own_mistakes import Weighed, entry, read_entries
from cardlab.phrasing.labelled_pile import by_rank
from cardlab.tongits import View, parse_move
from cardlab.widgets import Exercise
from cardlab.widgets.task import task_blocks

SEATS = ["You", "Player on the left", "Player on the right"]


def exercise(name, seed=3, lang="en"):
    return Exercise(drill_named(name)(seed), lang)


@pytest.mark.parametrize(
    "name",
    ["draw_call.who_wins", "draw_call.who_challenges", "turn.how_begins", "scoring.chips", "disagree.who_wins_under"],
)
def test_what_lies_on_the_table_has_an_owner_or_lies_in_the_middle_and_hands_are_sorted(name):
    for shown in (seen(exercise(name, seed)) for seed in range(1, 6)):
        assert shown["seats"] == SEATS * bool(shown["piles"])
        for pile in shown["piles"]:
            assert pile["seat"] in (-1, 0, 1, 2)
            if pile["seat"] > 0:
                owner = SEATS[pile["seat"]].lower()
                assert (owner in pile["label"].lower(), owner in pile["short"].lower()) == (True, False)
            if pile["short"] == "Hand":
                held = cards(" ".join(pile["cards"]))
                assert held == by_rank(held)


def test_a_mistake_of_an_own_round_is_seen_from_the_learners_seat():
    position = View.read("viewer 1; hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h; meld 1 8c 8h 8s; meld 2 9c 9h 9s")
    best, made = ((parse_move(f"1 discard {card}"),) for card in ("Kh", "3c"))
    turns = [Weighed(0.0, 0.0, best, 4.5), Weighed(11.0, 0.4, made, -6.5)]
    (mistake,) = read_entries([entry(position, turns, made, 1)])[0].values()
    (cloth,) = [one for one in task_blocks(mistake.ask().read("en").task, "en", 1) if one["is"] == "cloth"]
    assert cloth["seats"] == SEATS
    assert [(pile["seat"], pile["label"]) for pile in cloth["blocks"]] == [
        (0, "Your meld 1"),
        (1, "Meld 2: the player on the left"),
    ]


def test_piles_of_no_table_keep_their_labels_alone():
    shown = seen(exercise("stacks.play_one"))
    assert (shown["seats"], {pile["seat"] for pile in shown["piles"]}) == ([], {None})


@pytest.mark.parametrize("width", [390, 1280])
def test_the_others_sit_across_and_the_own_cards_lie_nearest(show, width):
    page = show(exercise("draw_call.who_wins", lang="de"), width)
    left, right, near = (page.locator(f".cardlab-{where}").bounding_box() for where in ("left", "right", "near"))
    assert near["y"] >= max(left["y"] + left["height"], right["y"] + right["height"])
    if width > 1000:
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] <= right["x"]
    else:
        assert left["y"] + left["height"] <= right["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("group", name="Spieler links").get_by_text("Spieler links").count() == 1
