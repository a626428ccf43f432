"""What the browser keeps of a match: it goes on where it was, tells no hand, and a torn or forged text does no harm."""

import base64
import json
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_a_match import SHORT, Learner, dealt, readable
from learner_at_table import make, own_moves, say_move
from messages import send, times

from cardlab import shelf
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.refusal import NotationError
from cardlab.tongits import Phase, Rules, legal_moves, outcome, turn
from cardlab.widgets import PlayTongits
from cardlab.widgets.scene import result_of
from cardlab.widgets.tongits_table.match_storage import packed, unpacked
from cardlab.widgets.tongits_table.played_match import LONGEST_MATCH, MOST_MOVES, PlayedMatch, Setup


def kept(learner):
    return [one["keep"] for one in learner.sent if "keep" in one][-1]


def again(text):
    learner = Learner(PlayTongits())
    learner.send(do="recall", text=text)
    return learner


def unpacked_text(text):
    return json.loads(zlib.decompress(base64.b64decode(text)))


def repacked(text, **changes):
    data = unpacked_text(text) | changes
    return base64.b64encode(zlib.compress(json.dumps(data).encode())).decode()


@pytest.mark.parametrize("table", ["alone", "persons", "open"])
@pytest.mark.parametrize("rules", [SHORT, Rules(target=300, jokers=2, secret_four=True)])
def test_a_match_goes_on_where_it_was_with_its_coach(table, rules):
    learner = dealt(table=table, rules=rules)
    chance = Random(9)
    learner.play_round(chance)
    if learner.offers("play_tongits.next_round"):
        learner.send(do="next_round")
        for _ in range(7):
            if learner.covered:
                learner.send(do="ready")
            make(learner, chance.choice(own_moves(learner)))
            if learner.state.phase is Phase.OVER:
                break
    learner.send(do="go", to=max(0, learner.here.at - 3))
    learner.send(do="coach")
    learner.send(do="warn_from", limit=20)
    result = again(kept(learner))
    assert (result.shown["coach"]["on"], result.widget.coach.limit) == (True, 20)
    assert result.state == learner.state
    assert result.here.line.moves == learner.here.line.moves
    assert result.here.line.lines == learner.here.line.lines
    assert result.widget.match.scores == learner.widget.match.scores
    assert result.widget.match.setup == learner.widget.match.setup
    assert result.shown["stage"] == "table"


def test_a_bot_that_was_about_to_move_moves_after_the_reload():
    learner = dealt()
    say_move(learner.widget, f"discard {learner.state.hands[0][0]}")
    assert learner.here.waiting
    result = again(kept(learner))
    learner.widget.finish()
    assert not result.here.waiting
    assert result.state == learner.state


def test_a_round_from_a_table_is_seen_from_the_own_seat_after_a_reload_too():
    learner = dealt()
    send(learner.widget, do="open", text=play_tongits((careful,) * 3, seed=1).text(), ended=True, seat=2)
    result = again(kept(learner))
    assert result.widget.book == learner.widget.book
    assert result.widget.book.seat == 2
    assert result.shown["hand"] == learner.shown["hand"]


def test_what_is_kept_of_a_whole_match_is_small_and_no_card_stands_readable_in_it():
    learner, chance = dealt(rules=Rules(secret_four=True, target=2_000)), Random(2)
    for _ in range(4):
        learner.play_round(chance)
        learner.send(do="next_round")
    text = kept(learner)
    assert len(text) < 10_000
    assert not any(readable(text, hand) for hand in learner.state.hands)
    with pytest.raises(ValueError, match=r"Extra data|Expecting"):
        json.loads(text)


TORN = [
    "x",
    "AAAA",
    base64.b64encode(zlib.compress(b"[]")).decode(),
    base64.b64encode(zlib.compress(b"{")).decode(),
    base64.b64encode(zlib.compress(b'{"format": "cardlab-match/1"}')).decode(),
    base64.b64encode(zlib.compress(b" " * 50_000_000)).decode(),
    base64.b64encode(zlib.compress(b"[" * 100_000)).decode(),
    "A" * 600_000,
]


@pytest.mark.parametrize("text", TORN, ids=range(len(TORN)))
def test_what_is_torn_is_refused_politely(text):
    learner = again(text)
    assert learner.shown["stage"] == "form"
    assert learner.remark
    assert learner.sent == [{"unread": True}]
    learner.send(do="begin")
    assert learner.shown["stage"] == "table"


@pytest.mark.parametrize(
    "forged",
    [
        {"seed": -1},
        {"seed": True},
        {"table": "x"},
        {"bots": ["careful"]},
        {"bots": ["careful", "__class__"]},
        {"rules": {"target": 0}},
        {"rules": {"nonsense": 1}},
        {"moves": ["0 draw"]},
        {"moves": [7]},
        {"moves": ["0 discard Ph"]},
        {"done": [[]]},
        {"done": [["0 draw"]]},
        {"at": 10_000},
        {"at": -1},
        {"at": True},
        {"lines": [["1 draw"]]},
        {"lines": [[]] * 1_000},
        {"format": "cardlab-match/9"},
    ],
    ids=repr,
)
def test_what_is_forged_is_refused_whole(forged):
    text = repacked(kept(dealt()), **forged)
    with pytest.raises(NotationError):
        result_of(unpacked(text))
    assert again(text).remark


@settings(max_examples=times(25), deadline=None)
@given(
    st.text()
    | st.binary().map(lambda content: base64.b64encode(zlib.compress(content)).decode())
    | st.dictionaries(
        st.sampled_from(["format", "table", "bots", "rules", "seed", "done", "moves", "at", "lines"]),
        st.recursive(st.none() | st.integers() | st.text() | st.booleans(), lambda inner: st.lists(inner, max_size=3)),
    ).map(lambda changes: repacked(packed(dealt().widget.match), **changes))
)
def test_no_text_whatever_does_harm(text):
    learner = again(text)
    assert json.dumps(learner.shown)
    assert learner.shown["stage"] in ("form", "table")


@pytest.mark.parametrize("forged", [None, 1, [], [True], [1, 10], [True, 3], [True, "10"], [True, True], {"on": True}])
def test_a_forged_coach_is_silent(forged):
    result = again(repacked(kept(dealt()), coach=forged))
    assert not result.shown["coach"]["on"]
    assert result.widget.coach.limit == 10


def studying(of):
    """A learner who looks at a record: one of the shelf, one of the match being played, or one of a file."""
    if of == "shelf":
        learner = Learner(PlayTongits())
        learner.send(do="set", field="shelf", value=shelf.names()[1])
        learner.send(do="study")
        return learner
    learner = dealt(rules=Rules(target=500))
    learner.play_round(Random(3))
    learner.send(do="next_round")
    if of == "own":
        learner.send(do="look", number=0)
        return learner
    learner.play_round(Random(4))
    other = Learner(PlayTongits())
    learner.send(do="save", what="match")
    other.send(do="open", text=learner.files()[-1]["text"])
    return other


@pytest.mark.parametrize("of", ["shelf", "own", "file"])
def test_a_record_that_is_open_is_open_at_the_same_move(of):
    learner = studying(of)
    for _ in range(5):
        learner.send(do="redo")
    make(learner, own_moves(learner)[-1])
    learner.send(do="undo")
    result = again(kept(learner))
    assert result.state == learner.state
    assert result.here.line.moves == learner.here.line.moves
    assert result.here.line.lines == learner.here.line.lines
    for what in ("title", "heading", "remarks", "log", "around"):
        assert result.shown[what] == learner.shown[what]
    learner.send(do="leave")
    result.send(do="leave")
    assert result.shown["stage"] == learner.shown["stage"]
    assert result.state == learner.state
    assert (kept(learner) == "") == (learner.widget.match is None)


def test_a_round_that_is_no_longer_on_the_shelf_costs_no_match():
    learner = dealt()
    learner.send("setup", "study")
    text = kept(learner)
    book = unpacked_text(text)["book"] | {"shelf": "gone"}
    result = again(repacked(text, book=book))
    assert result.widget.match is not None
    assert not result.shown["reading"]


@pytest.mark.parametrize(
    "forged",
    [
        {"shelf": "", "file": "{"},
        {"shelf": "", "own": True},
        {"moves": ["0 draw"] * 2},
        {"moves": [7]},
        {"lines": [["2 fold"]]},
        {"at": -1},
        {"at": 1_000},
        {"at": True},
    ],
    ids=repr,
)
def test_a_forged_bookmark_is_refused(forged):
    text = kept(studying("shelf"))
    result = again(repacked(text, book=unpacked_text(text)["book"] | forged))
    assert result.shown["stage"] == "form"
    assert result.remark


def test_what_another_tab_has_kept_is_taken_or_written_over_only_if_asked_for():
    learner, other = dealt(seed=1), dealt(seed=2)
    learner.send(do="take_other")
    for more in ({}, {"anew": True}):
        learner.send(do="recall", text=kept(other), **more)
        assert learner.state != other.state
    learner.send(do="elsewhere")
    assert learner.shown["elsewhere"]
    learner.send(do="take_other")
    assert learner.sent[-1] == {"ask": True}
    learner.send(do="recall", text="x", anew=True)
    assert learner.shown["elsewhere"]
    assert learner.remark
    learner.send(do="recall", text=kept(other), anew=True)
    assert not learner.shown["elsewhere"]
    assert learner.state == other.state
    text = kept(learner)
    learner.send("elsewhere", "keep_this")
    assert not learner.shown["elsewhere"]
    assert learner.sent[-1] == {"keep": text, "over": True}


def test_what_the_browser_cannot_keep_is_said():
    learner = dealt()
    for kind in ("full", "forbidden"):
        learner.send(do="trouble", kind=kind)
        assert learner.remark


def test_a_match_is_packed_only_when_something_that_is_kept_has_changed():
    """What is kept is told by the objects it is made of: as long as they are the same, so is the text."""
    learner = dealt(table="open")
    game, chance = learner.widget, Random(5)
    before, text = game.storage.kept, game.storage.packed()
    changes = 0
    for deed in 4 * ("toggle", "toggle", "move", "toggle", "move", "move", "undo", "coach", "coach"):
        if deed == "toggle":
            learner.send(do="toggle", card=learner.shown["hand"]["cards"][0])
        elif deed == "move":
            make(learner, chance.choice(own_moves(learner)))
        else:
            learner.send(do=deed)
        now, anew = game.storage.kept, game.storage.packed()
        same = len(now) == len(before) and all(one is other for one, other in zip(now, before, strict=True))
        assert same == (anew == text)
        changes += anew != text
        before, text = now, anew
    assert changes > 15
    assert learner.sent[-1] == {"keep": text}


def test_what_is_longer_than_any_match_is_not_replayed_and_no_match_becomes_so():
    learner = dealt()
    learner.play_round(Random(4))
    text = kept(learner)
    moves = unpacked_text(text)["moves"]
    many = [moves] * (MOST_MOVES // len(moves))
    for long in ({"lines": many[:20], "done": many[20:]}, {"done": many}):
        with pytest.raises(NotationError) as refused:
            result_of(unpacked(repacked(text, **long)))
        assert refused.value.refusal.code == "record_too_long"
    match = PlayedMatch(Setup("open", rules=Rules(target=10_000), seed=1))
    chance = Random(5)
    while True:
        line = match.round.line
        while outcome(line.state) is None:
            line = line.play(chance.choice(legal_moves(line.state, min(turn(line.state)))), 0)
        match.round.resume(line)
        if not match.is_unfinished:
            break
        match.deal_next()
    assert sum(len(one.moves) for one in match.done) + line.last >= LONGEST_MATCH
    assert sum(len(one.moves) for one in match.done) < LONGEST_MATCH
    assert result_of(unpacked(packed(match)))[0].scores == match.scores
    # It is replayed round by round, so that others are heard meanwhile.
    assert sum(1 for _ in unpacked(packed(match))) == len(match.done)
