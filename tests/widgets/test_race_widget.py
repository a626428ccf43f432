"""`Race`: a round in slow motion through the messages of the page, and the round behind it without a page."""

import json

import pytest
from messages import blocks, can, offer, send

from cardlab.bot_rounds import play_tichu, play_tongits
from cardlab.bots.tichu import careful
from cardlab.bots.tongits import BOTS
from cardlab.cards import Card
from cardlab.lessons.tables_tichu import position
from cardlab.phrasing.catalogue import say
from cardlab.tichu import Draw, Flip, Pile, Play, deal, legal_moves, outcome
from cardlab.widgets import Race

PILES = ("6s", "Jh")
CHAIN = "5c 6d 7h 8s 9c Td Qd Qs"
OTHER = "2c 2d 2h 3c 3h 9h 9s Ac"


def act(widget, *steps):
    """Each step is a card and a pile, "5c 0", or a button, "draw"; gives the widget."""
    for step in steps:
        card, *pile = step.split()
        if pile:
            send(widget, {"do": "toggle", "card": card}, {"do": "pile", "pile": int(pile[0])})
        else:
            send(widget, step)
    return widget


def verdict(widget):
    return blocks(widget, "verdict")[0]


def status_text(widget):
    return " ".join(verdict(widget)["said"])


def sides(widget):
    """The opponent's side, then the learner's."""
    return blocks(widget, "side")


def chain():
    table = position((CHAIN, OTHER), ("4h", "Kd"), draw=("2s 3s 4c", "5d 5h 6c 6h"))
    return Race(table, opponent=None)


def test_a_card_and_a_pile_in_either_order():
    widget = act(chain(), "5c 0")
    assert widget.round.state.piles[0] == Pile.of("4h 5c")
    send(widget, "undo", {"do": "pile", "pile": 0})
    assert blocks(widget, "discard")[0]["chosen"]
    send(widget, do="toggle", card="5c")
    assert widget.round.state.piles[0] == Pile.of("4h 5c")
    assert not blocks(widget, "discard")[0]["chosen"]


def test_U1_3_U3_1_what_to_press_is_told_only_while_nothing_else_can_be_done():
    assert "Nothing" not in status_text(act(Race(HELPED), "step"))
    widget = Race(7)
    assert verdict(widget)["said"] == ["First press “Both turn a card”: both piles are still empty. (U1.3)"]
    assert "First press" not in status_text(act(widget, "flip", "undo", "redo", "clear"))


STUCK = position(("9d Kh", "3h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("2d", ""), extra=("6c", "Jc"))
HELPED = position(("9d Kh", "7s 9s"), ("6s", "Jd"))
DOG = position(("Do 8s 4h", "3c Qd 9h"), ("7c", "Kd"), extra=("3h", "Ts"))
BLOCKED = position(("7c 2c", "2h 4s Kc"), ("6s", "Jd"))
OPEN = position(("7d 2c", "Td 2h"), PILES)


@pytest.mark.parametrize(
    ("start", "steps", "kind", "told"),
    [
        (chain, "draw", "no", "(U3.1)"),
        (chain, "5c 0, 6d 0", "none", "now you owe 2 cards"),
        (chain, "Qs 0", "no", "Q♠ fits on pile 2."),
        (lambda: Race(position(("9d", "7s"), PILES), opponent=None), "", "none", "Nothing in your hand fits: wait"),
        (STUCK, "", "none", "Nothing in your hand fits: draw up first. (U3.1)"),
        (STUCK, "draw", "none", "“Both turn a card”"),
        (position(("9d", "7s"), PILES), "", "none", "Nothing in your hand fits, but your opponent can do something"),
        (HELPED, "", "none", "“Let the opponent move”. (U4.2)"),
        (OPEN, "flip", "no", "(U4.1)"),
        (OPEN, "recycle", "no", "still fits on a pile. Play on before cards are turned. (U4.1)"),
        (BLOCKED, "7c 0", "none", "(U4.4)"),
        (BLOCKED, "7c 0", "none", "so the winner gets 2 points. (U6.2)"),
        (BLOCKED, "7c 0, flip", "no", "(U4.4)"),
        (DOG, "Do 0", "none", "(U5.3)"),
        (DOG, "Do 0, 8s 1", "no", "(U5.3)"),
        (DOG, "Do 0, step", "none", "cannot do anything"),
    ],
)
def test_what_is_done_and_what_is_refused_is_told_with_its_clause(start, steps, kind, told):
    widget = start() if callable(start) else Race(start)
    act(widget, *filter(None, steps.split(", ")))
    assert (verdict(widget)["kind"], told in status_text(widget)) == (kind, True), status_text(widget)
    refused = [clause["id"] for one in blocks(widget, "rules") for clause in one["clauses"]]
    assert bool(refused) == (kind == "no")
    assert all(f"({clause})" in status_text(widget) for clause in refused)


def test_U3_2_forgetting_is_shown_as_it_happens_with_what_is_owed_until_it_is_paid():
    widget = act(chain(), "5c 0")
    assert sides(widget)[1]["owes"] == ""
    act(widget, "6d 0")
    assert sides(widget)[1]["owes"] == say("play_tichu.owes", count=2)
    assert "2 cards" in status_text(widget)
    assert offer(widget, "Draw from your opponent's draw pile")
    act(widget, "draw")
    assert Card("5d") in widget.round.state.hands[0]
    act(widget, "draw")
    assert sides(widget)[1]["owes"] == ""
    assert len(widget.round.state.draw[0]) == 3


def test_U2_4_the_opponent_is_faster_and_the_card_is_judged_again():
    widget = act(Race(position(("7d Ph Qc", "5c 7h Ts"), PILES), faster=True), "7d 0")
    assert verdict(widget)["kind"] == "no"
    assert "5♣ lands first" in status_text(widget)
    assert "Someone was faster: you saw 6♠, but now 5♣ lies on top." in status_text(widget)
    assert Card("7d") in widget.round.state.hands[0]
    assert widget.round.state.piles[0].top is Card("5c")
    act(widget, "undo")
    assert widget.round.state.piles[0].top is Card("6s")
    act(widget, "Ph 0")
    assert "judged again" in status_text(widget)
    assert widget.round.state.piles[0].top is Card("Ph")
    unrivalled = act(Race(position(("7d Qc", "2c 3h"), PILES), faster=True, opponent=None), "7d 0")
    assert "nobody is faster" in status_text(unrivalled)
    assert unrivalled.round.state.piles[0].top is Card("7d")


def test_U4_1_to_U4_3_turning_and_dealing_anew():
    table = position(("2c 9d Kh", "2h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("", "3d"), extra=("6c", "Jc"))
    widget = Race(table)
    assert not offer(widget, say("racing.recycle"))
    for step, texts in (
        ("flip", "(U4.2)"),
        ("step", "draws up"),
        ("flip", "6♣ on pile 1, J♣ on pile 2. (U4.1)"),
        ("flip", "(U4.3)"),
        ("recycle", "new extra piles, 3 cards each"),
        ("flip", "(U4.3)"),
    ):
        assert texts in status_text(act(widget, step))
    assert verdict(widget)["kind"] == "none"
    not_yet = position(("9d Kh", "3h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("2d", ""))
    assert "lack" not in status_text(act(Race(not_yet), "recycle"))


def test_U5_4_the_mah_jong_waits_for_its_wish():
    widget = Race(position(("Ma 8s", "3c Qd"), ("2c", "Kd")), opponent=None)
    send(widget, {"do": "pile", "pile": 0}, {"do": "toggle", "card": "Ma"})
    assert widget.round.state.piles[0].top is Card("2c")
    assert blocks(widget, "wish")[0]["label"] == say("play_tichu.wish_now", "en", pile=1)
    send(widget, do="wish", rank="9")
    assert widget.round.state.piles[0] == Pile.of("2c Ma", "9")
    assert "You wish 9. (U5.4)" in status_text(widget)


def move_on(widget):
    """The learner's first legal move, else what both do; whether the round goes on."""
    state = widget.round.state
    moves = legal_moves(state, 0)
    match moves[0] if moves else None:
        case Play(card=card, pile=pile):
            act(widget, f"{card.code} {pile}")
        case Draw():
            act(widget, "draw")
        case Flip():
            act(widget, "flip")
        case _:
            act(widget, "step", "recycle")
    return outcome(widget.round.state) is None


def test_the_opponent_makes_one_step_after_each_move_and_always_the_same():
    def course():
        widget = act(Race(7), "flip")
        assert widget.round.line.at == 1
        for _ in range(12):
            before = widget.round.line.at
            move_on(widget)
            assert widget.round.line.at - before <= 2
        return widget.round.line.moves

    assert course() == course()


def test_undo_and_redo_go_by_actions_and_again_forgets():
    widget = act(chain(), "5c 0", "6d 0", "7h 0")
    states = [moment.state for moment in widget.round.line.moments]
    for state in states[-2::-1]:
        act(widget, "undo")
        assert widget.round.state == state
    assert not can(widget, "piles.undo")
    act(widget, "redo")
    assert widget.round.state == states[1]
    act(widget, "Qs 1")
    assert not can(widget, "racing.redo")
    act(widget, "again")
    assert widget.round.state == states[0]
    assert not can(widget, "piles.again")


def test_another_deal_is_the_next_seed():
    widget = Race(7)
    assert blocks(widget, "text")[0]["said"] == ["Deal number 7"]
    act(widget, "another")
    assert repr(widget) == "Race(8)"
    assert widget.round.state == deal(seed=8)


def test_hidden_cards_never_reach_the_page():
    widget = act(Race(7, open_hands=False), "flip", "help")
    for _ in range(40):
        state = widget.round.state
        texts = json.dumps([one for one in widget.shown["blocks"] if one["is"] != "details"])
        hidden = (card.code for hand in (state.hands[1], *state.draw, *state.extra) for card in hand)
        assert not {code for code in hidden if f'"{code}"' in texts}
        if not move_on(widget):
            break
    drawn = [text for text in blocks(widget, "log")[0]["said"] if "Your opponent draws" in text]
    assert drawn
    assert not [text for text in drawn if "draws up a card" not in text]
    assert sides(widget)[0]["cards"] == ["back"] * len(widget.round.state.hands[1])


def test_open_hands_show_what_both_sides_could_play():
    widget = act(Race(OPEN), "help")
    opponent, you = ([line for [line] in one["said"]] for one in blocks(widget, "sentences"))
    assert you == ["Pile 1: 7♦.", "Pile 2: nothing."]
    assert opponent == ["Pile 1: nothing.", "Pile 2: 10♦."]


def test_a_record_is_looked_at_move_by_move_and_can_be_gone_on_with():
    record = play_tichu((careful, careful), seed=3)
    widget = Race(record)
    states = list(record.states())
    assert not blocks(widget, "hand")
    for state in states[1:]:
        act(widget, "redo")
        assert widget.round.state == state
        assert status_text(widget)
    assert "(U6.1)" in status_text(widget)
    ways = ("widget.back", "racing.next", "racing.could", "racing.play_on")
    assert [can(widget, key) for key in ways] == [True, False, True, False]
    act(widget, *["undo"] * (len(states) - 4))
    send(widget, do="pile", pile=0)
    assert widget.round.state == states[3]
    act(widget, "play_on")
    assert widget.round.state == states[3]
    assert blocks(widget, "hand")


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="no record of Tichu"):
        Race(play_tongits([BOTS["random"]] * 3, seed=1))
    with pytest.raises(ValueError, match="opponent is one of"):
        Race(7, opponent="nobody")
    with pytest.raises(ValueError, match="catalogue"):
        Race(7, "xx")
