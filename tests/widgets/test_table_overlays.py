"""The overlays of the `Table`: deadwood, melds, what was seen, and the reasons why a card is greyed."""

from learner_at_table import hands, make, read, select
from messages import everything, send

from cardlab.cards import RANKS, cards
from cardlab.lessons.guided_rounds import Guide, GuideStep
from cardlab.tongits import Discard, LayMeld, Take, parse_move
from cardlab.widgets import Table


def laid_over(table):
    """The sentences that are laid over the table."""
    return read(table.shown["overlays"][1:])


def part(table, kind):
    """What is laid over the table of this kind."""
    return next(one for one in everything(table.shown["overlays"]) if one.get("is") == kind)


def test_T9_2_deadwood_is_counted_for_the_hand_without_the_selected_card():
    table = Table(hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", ""))
    send(table, do="overlay", name="deadwood")
    assert "85 points" in laid_over(table)[0]
    select(table, cards("Qd"))
    assert "After discarding Q♦: 75 points; 0" in laid_over(table)[1]
    send(table, do="overlay", name="deadwood")
    assert laid_over(table) == []


def test_the_best_arrangement_is_bracketed():
    table = Table(hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", ""))
    send(table, do="overlay", name="melds")
    groups = part(table, "brackets")["groups"]
    assert [group["kind"] for group in groups].count("loose") == 1
    assert sum(group["kind"] in ("set", "run") for group in groups) == 4


def place_of(table, code):
    return part(table, "grid")["lines"]["shcd".index(code[1])][RANKS.index(code[0])]


def test_the_grid_knows_hand_table_and_pile():
    table = Table(hands("7h 8h 9h 2c", "2d 2s", ""), others=None, overlays=("seen",))
    for text in ("0 meld 7h 8h 9h", "0 discard 2c"):
        make(table, parse_move(text))
    assert [place_of(table, code) for code in ("7h", "2c", "2d")] == ["table", "pile", "hand"]


def test_a_card_that_another_took_openly_is_known_and_counted():
    state = hands("2c", "2d Kd", "5h")
    discard = parse_move("0 discard 2c")
    replies = tuple(parse_move(text) for text in ("1 take", "1 discard Kd", "2 draw", "2 discard 5h"))
    step = GuideStep("table.turn.lay", discard, "clause.T2.4", (), replies)
    table = Table(guide=Guide(state, (step,)), overlays=("seen",))
    assert place_of(table, "2d") == "unseen"
    make(table, discard)
    assert [place_of(table, code) for code in ("2c", "Kd", "2d")] == ["taken", "pile", "unseen"]
    unseen = sum(row.count("unseen") for row in part(table, "grid")["lines"])
    assert f"{unseen} you have not seen: 14 in the stock, {unseen - 14} with" in part(table, "grid")["said"]


def test_T2_6_the_card_just_taken_is_greyed_with_its_reason():
    state = hands("Kd", "", "")
    table = Table(state, overlays=("discards", "lay_offs"))
    make(table, Discard(0, cards("Kd")[0]))
    hand = table.shown["hand"]
    assert len(hand["greyed"]) == len(hand["cards"])
    assert "T2.1" in laid_over(table)[1]
    send(table, do="overlay", name="lay_offs")
    taken = table.state.discards[0]
    make(table, Take(0))
    assert table.shown["hand"]["greyed"] == [taken.code]
    assert "T2.6" in laid_over(table)[1]


def test_T4_1_where_a_card_can_be_laid_off_is_said():
    table = Table(hands("7h 8h 9h Th 2c", "", ""), overlays=("lay_offs",))
    assert "T4.1" in laid_over(table)[1]
    make(table, LayMeld(0, cards("7h 8h 9h")))
    assert "10♥ fits on meld 1." in laid_over(table)
    assert "Th" not in table.shown["hand"]["greyed"]
    assert "2c" in table.shown["hand"]["greyed"]
