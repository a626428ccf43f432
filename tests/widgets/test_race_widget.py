"""`Race`: a round in slow motion, told, and by messages; what the page is not shown; a record watched."""

import json

import pytest
from messages import CODES, blocks, can, send
from turned_clock import TurnedClock

from cardlab.bot_rounds import play_tichu
from cardlab.bots.tichu import careful
from cardlab.lessons.guided_race import first_race
from cardlab.lessons.tables_tichu import position
from cardlab.phrasing.catalogue import say
from cardlab.tichu import Draw, Flip, Play, legal_moves, outcome, plays, view
from cardlab.widgets import Race
from cardlab.widgets.tichu_table import slow
from tests.stories import only

PILES = ("6s", "Jh")
CHAIN_HELD = "5c 6d 7h 8s 9c Td Qd Qs"
OTHER = "2c 2d 2h 3c 3h 9h 9s Ac"


def act(widget, *steps):
    """Each step is a card and a pile, "5c 0", or a button, "draw"; gives the widget."""
    for message in messages(" ".join(steps)):
        send(widget, message(widget))
    return widget


def messages(words):
    """What a page says: a card, "5c", a pile, "0", a value wished for, "wish 9", or the name of a button."""
    said = iter(words.split())
    for word in said:
        content = {"do": word, "seat": 0}
        if word in CODES:
            content |= {"do": "card", "card": word}
        elif word.isdigit():
            content |= {"do": "pile", "pile": int(word)}
        elif word == "wish":
            content |= {"rank": next(said)}
        elif word not in ("draw", "back"):
            del content["seat"]
        sees = content["do"] in ("card", "pile")
        yield lambda scene, content=content, sees=sees: content | ({"seen": scene.round.line.at} if sees else {})


def sides(widget):
    """The opponent's side, then the learner's."""
    return blocks(widget, "racing")[0]["sides"][::-1]


CHAIN = position((CHAIN_HELD, OTHER), ("4h", "Kd"), draw=("2s 3s 4c", "5d 5h 6c 6h"))
STUCK = position(("9d Kh", "3h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("2d", ""), extra=("6c", "Jc"))
NOT_YET = position(("9d Kh", "3h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("2d", ""))
TURNING = position(("2c 9d Kh", "2h 9s"), ("4d 5h 6s", "9h Th Jd"), draw=("", "3d"), extra=("6c", "Jc"))
DOG = position(("Do 8s 4h", "3c Qd 9h"), ("7c", "Kd"), extra=("3h", "Ts"))
NOTHING = position(("9d", "7s"), PILES)
FASTER = {"faster": True}
ALONE = {"opponent": None}
STORIES = {
    "U1.3 what to press is told only while nothing else can be done": (7, {}, "flip undo redo again another"),
    "U2.2 a card and a pile in either order": (CHAIN, ALONE, "5c 0 undo 0 5c"),
    "U2.2 a card that was refused stays lifted until it is put back": (CHAIN, ALONE, "Qs 0 1 5c back"),
    "U3.1 U3.2 forgetting is shown with what is owed until it is paid": (
        CHAIN,
        ALONE,
        "draw 5c 0 6d 0 7h back draw draw",
    ),
    "U4.1 nothing fits, and nobody else plays": (NOTHING, ALONE, ""),
    "U4.1 nothing fits, and the opponent may play": (NOTHING, {}, ""),
    "U4.1 nothing fits but a card can be drawn": (STUCK, {}, "draw"),
    "U4.2 the opponent helps": (position(("9d Kh", "7s 9s"), ("6s", "Jd")), {}, "step"),
    "U4.1 U4.3 with a card to play nothing is turned": (position(("7d 2c", "Td 2h"), PILES), {}, "flip recycle help"),
    "U4.1 U4.2 U4.3 turning and dealing anew": (TURNING, {}, "flip step flip flip recycle flip"),
    "U4.3 nothing is dealt anew yet": (NOT_YET, {}, "recycle"),
    "U4.4 U6.2 a blocked race ends, and its end stays": (position(("7c 2c", "2h 4s Kc"), ("6s", "Jd")), {}, "7c 0 1"),
    "U5.3 after a dog both wait for the card": (DOG, {}, "Do 0 step 8s 1"),
    "U2.4 the opponent is faster, and the card is judged again": (
        position(("7d Ph Qc", "5c 7h Ts"), PILES),
        FASTER,
        "7d 0 undo Ph 0",
    ),
    "U2.4 without a rival nobody is faster": (position(("7d Qc", "2c 3h"), PILES), FASTER | ALONE, "7d 0"),
    "a guide takes back what is not meant and explains what is not allowed": (
        *(first_race(), {}),
        "flip 5d 0 8s 0 Qs 1 undo",
    ),
    "U5.4 the Mah Jong waits for its wish": (
        position(("Ma 8s", "3c Qd"), ("2c", "Kd")),
        ALONE,
        "Ma 0 back wish 9 Ma 0 wish 9",
    ),
}


def without_its_course(shown):
    """Undo, redo and the list of moves are others' matter."""
    felt, *could = shown["blocks"]
    *told, below = felt["blocks"]
    below = below | {"blocks": below["blocks"][:1]}
    return {"blocks": [felt | {"blocks": [*told, below]}, *(one for one in could if one["is"] == "group")]}


@pytest.mark.parametrize(("start", "more", "words"), STORIES.values(), ids=STORIES)
def test_what_is_done_and_what_is_refused_is_told_with_its_clause(tell, start, more, words):
    tell(only(lambda lang: slow.Race(start, lang, **more), without_its_course), *messages(words))


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
    assert not [text for text in drawn if "draws a card" not in text]
    held = len(widget.round.state.hands[1])
    assert sides(widget)[0]["slots"] == ["back"] * held + [""] * (8 - held)


def test_a_record_is_watched_move_by_move_or_by_its_clock_and_can_be_gone_on_with():
    record, clock = play_tichu((careful, careful), seed=3), TurnedClock()
    widget = Race(record, clock=clock)
    states = list(record.states())
    for number, state in enumerate(states[1:], 1):
        send(widget, do="at", number=number)
        assert widget.round.line.state == widget.state == state
    assert "(U6.1)" in " ".join(blocks(widget, "racing")[0]["news"])
    assert not can(widget, "play_tongits.play_on_from_here")
    send(widget, "run")
    clock.turn(3)
    act(widget, f"{states[3].hands[0][0].code} 0")
    assert widget.state == states[3]
    act(widget, "play_on")
    clock.turn(3)
    assert widget.state == states[3]
    assert sides(widget)[1]["person"]


STEPS = len(first_race().steps)


def guide(widget):
    return blocks(widget, "guide")[0]


def test_the_last_cards_can_be_played_in_any_order():
    ends, orders = set(), [()]
    while orders:
        order = orders.pop()
        race = Race(first_race())
        send(race, do="steps_done", count=STEPS - 4)
        for move in order:
            act(race, f"{move.card.code} {move.pile}")
        line = race.round.line
        assert line.moment.note == STEPS - 4 + len(order), "each was the step's"
        result = [move for move in plays(view(line.state, 0)) if race._present and race._present.meets(move)]
        if outcome(line.state) is not None:
            ends.add(outcome(line.state).winner)
        else:
            assert result, order
            orders += [(*order, move) for move in result]
    assert ends == {0}


def test_a_page_goes_on_where_it_was_and_only_if_nothing_was_done_here():
    widget = Race(first_race(), "de")
    send(widget, do="steps_done", count=5)
    assert guide(widget)["done"] == 5
    send(widget, do="steps_done", count=9)
    assert guide(widget)["done"] == 5
    for count in (10**40, STEPS):
        widget = Race(first_race(), "de")
        send(widget, do="steps_done", count=count)
        assert guide(widget)["goal"] == say("lesson.first_race.closing", "de")
    send(widget, "show_me", "again")
    assert guide(widget)["done"] == 0
    with_none = Race(7)
    send(with_none, {"do": "steps_done", "count": 3}, "show_me")
    assert with_none.round.line.last == 0
