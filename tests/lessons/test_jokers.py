"""What the lesson about melds teaches about jokers, on questions made by hand."""

from asked import row, table

from cardlab.cards import JOKERS, cards
from cardlab.lessons.laying_off import ask_joker_left, ask_on_which, joker_left
from cardlab.lessons.melds import UNCLEAR, WITH_JOKERS, ask_set_or_run, ask_stands_for
from cardlab.tongits import Laid, Rules, why_meld

FIRST, SECOND = JOKERS[:2]
WHOLE = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"


def laid(*melds):
    return tuple(Laid(why_meld(cards(text), WITH_JOKERS), owner) for text, owner in melds)


def handful(text):
    return ask_set_or_run(cards(text), WITH_JOKERS)


def stands_for(order, joker=FIRST):
    return ask_stands_for(cards(order), joker)


def on_which(joker, *melds):
    return ask_on_which(joker, laid(*melds), WITH_JOKERS)


test_a_question_about_jokers_has_its_answer_and_is_told_why = table(
    *(
        row(f"T10.1 {text}", handful(text), kind)
        for text, kind in {"7h Th X1 X2": "run", "7h 7d X1 X2": "set", "Qh Kh X1": "run"}.items()
    ),
    row("T10.1 not of two suits", handful("7h 8d X1"), "neither", "set"),
    row("T10.1 nor over a wide gap", handful("7h Th X1"), "neither", "run"),
    row("T3.3 nor round the corner", handful("Kh Ah X1"), "neither", "run"),
    row("T10.2 one card and two jokers", handful("7h X1 X2"), "neither"),
    row("T10.2 a set that two jokers fill", handful("9c 9d 9h X1 X2"), "neither", "set"),
    row("T10.2 a set names no suit", handful("7h 7d X1"), "set"),
    *(row(f"T10.3 {order}", stands_for(order), meant) for order, meant in {"7s X1 9s": "8s", "X1 2d 3d": "Ad"}.items()),
    row("T10.3 a wrong card is put in its place", stands_for("7s 8s X1"), "9s", "6s", UNCLEAR),
    *(
        row(f"T10.3 {order} has one reading", stands_for(order), meant)
        for order, meant in {"Qc Kc X1": "Jc", "X1 9s 7s": "8s"}.items()
    ),
    row("T10.3 the first of two jokers", stands_for("X1 7s 8s X2"), "6s"),
    *(row(f"T10.3 {order} is unclear", stands_for(order), UNCLEAR, "9s") for order in ("8s X1 7s", "X1 X2 8s 7s")),
    row("T10.3 every order that is clear is told", stands_for("X1 8s 7s"), UNCLEAR, "9s"),
    row(
        "T10.4 on every meld that can still grow",
        on_which(FIRST, ("9c 9d 9s", 1), ("4c 4d 4h 4s", 0), ("Qs Ks Js", 2), (WHOLE, 1)),
        ("0", "2"),
    ),
    row("T10.4 at either end of a run", on_which(FIRST, ("5s 6s 7s", 1)), ("0",)),
    row("T10.4 a set full with a joker", on_which(SECOND, ("4c 4d 4s X1", 0)), ()),
    row("T10.4 one left counts nothing", ask_joker_left(cards("As 7h Kd X1")), 18),
    row(
        "T10.4 a joker that was forgotten is no slip",
        ask_joker_left(cards("As 7h Kd X1 X2"), Rules(jokers=2, joker_points=5)),
        28,
        *(18, 27, 40),
    ),
)


def test_beside_two_whole_suits_a_run_is_asked_about_where_no_set_is_left():
    """The key of a question in which this happened."""
    longest = sorted(len(pile[0]) for pile in joker_left.question("board 1437581781884052", 2).piles)[-2:]
    assert longest == [13, 13]
