"""What the browser keeps of a match: it goes on where it was, tells no hand, and a torn or forged text does no harm."""

import base64
import json
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_table import Learner, dealt, make, own_moves, say_move
from messages import send, times

from cardlab import shelf
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.tongits import Rules, legal_moves, outcome, turn
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


def in_zip(content):
    return base64.b64encode(zlib.compress(content)).decode()


def repacked(text, **changes):
    return in_zip(json.dumps(unpacked_text(text) | changes).encode())


def in_a_match(table, rules):
    """A learner in the second round of a match, some moves back, who has the coach."""
    learner, chance = dealt(table=table, rules=rules), Random(9)
    learner.play_round(chance)
    learner.send(do="next_round")
    for _ in range(7):
        if learner.covered:
            learner.send(do="ready")
        make(learner, chance.choice(own_moves(learner)))
    learner.send({"do": "go", "to": max(0, learner.here.at - 3)}, "coach")
    return learner


def studying(of):
    """A learner who looks at a record: one of the shelf, one of the match being played, or one of a file."""
    if of == "shelf":
        learner = Learner(PlayTongits())
        learner.send({"do": "set", "field": "shelf", "value": shelf.names()[1]}, "study")
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


def in_the_middle(of):
    """The same, where it was played on otherwise."""
    learner = studying(of)
    learner.send(*["redo"] * 5)
    make(learner, own_moves(learner)[-1])
    learner.send(do="undo")
    return learner


def from_a_table():
    learner = dealt()
    send(learner.widget, do="open", text=play_tongits((careful,) * 3, seed=1).text(), ended=True, seat=2)
    assert learner.book.seat == 2
    return learner


LEFT = {
    "alone": lambda: in_a_match("alone", Rules(target=300, secret_four=True)),
    "persons": lambda: in_a_match("persons", Rules(target=300, jokers=2)),
    **{of: lambda of=of: in_the_middle(of) for of in ("shelf", "own", "file")},
    "from a table": from_a_table,
}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_everything_is_where_it_was_left(left):
    learner = left()
    result = again(kept(learner))
    for leave in ((), ("leave",)):
        for one in (learner, result):
            one.send(*leave)
        assert result.book == learner.book
        assert result.shown["stage"] == learner.shown["stage"]
        for what in ("title", "heading", "remarks", "log", "around") if learner.book else ():
            assert result.shown[what] == learner.shown[what]
        if result.shown["stage"] == "table":
            assert result.state == learner.state
            assert result.here.line.moves == learner.here.line.moves
        if (match := learner.match) is not None:
            assert (result.match.scores, result.match.setup) == (match.scores, match.setup)
            assert result.coach.on == learner.coach.on
    assert (kept(learner) == "") == (learner.match is None)


def test_T6_6_a_bot_that_was_about_to_move_moves_after_the_reload_also_of_a_match_kept_with_earlier_fields():
    learner = dealt(rules=Rules.preset("traditional"))
    say_move(learner.widget, f"discard {learner.state.hands[0][0]}")
    assert learner.here.waiting
    rules = unpacked_text(kept(learner))["rules"]
    rules["three_way_tie"] = rules.pop("challengers_tie")
    result = again(repacked(kept(learner), rules=rules, lines=[]))
    learner.finish()
    assert not result.here.waiting
    assert result.state == learner.state


TORN = ["x", "AAAA", "A" * 600_000]
TORN += map(in_zip, (b"[]", b"{", b'{"format": "cardlab-match/1"}', b" " * 50_000_000, b"[" * 100_000))
FORGED = [
    {"seed": -1},
    {"seed": True},
    {"table": "x"},
    {"bots": ["careful"]},
    {"bots": ["careful", "__class__"]},
    {"rules": {"target": 0}},
    {"rules": {"nonsense": 1}},
    *({"moves": moves} for moves in (["0 draw"], [7], ["0 discard Ph"])),
    *({"done": done} for done in ([[]], [["0 draw"]])),
    *({"at": at} for at in (10_000, -1, True)),
    {"format": "cardlab-match/9"},
]
FORGED_BOOKMARKS = [
    {"shelf": "", "file": "{"},
    {"shelf": "", "own": True},
    *({"moves": moves} for moves in (["0 draw"] * 2, [7])),
    *({"at": at} for at in (-1, 1_000, True)),
]


@pytest.fixture(scope="module")
def match():
    """What is kept of a match."""
    return kept(dealt())


@pytest.fixture(scope="module")
def record():
    """What is kept where a record of the shelf is studied."""
    return kept(studying("shelf"))


def refused(text):
    """Fails unless a kept text is refused whole and politely."""
    with pytest.raises(NotationError):
        result_of(unpacked(text))
    learner = again(text)
    assert (learner.shown["stage"], learner.sent) == ("form", [{"unread": True}])
    assert learner.remark
    learner.send(do="begin")
    assert learner.shown["stage"] == "table"


def test_what_is_torn_or_forged_is_refused(match, record):
    for text in TORN:
        refused(text)
    for change in FORGED:
        refused(repacked(match, **change))
    for change in FORGED_BOOKMARKS:
        refused(repacked(record, book=unpacked_text(record)["book"] | change))


@pytest.mark.parametrize("coach", [None, 1, [], [1, 10], {"on": True}, "on"])
def test_a_forged_coach_is_silent_and_one_that_was_kept_with_a_limit_stays_on(match, coach):
    for kept_coach, on in ((coach, False), ([True, 20], True), ([True, "blunder"], True)):
        assert again(repacked(match, coach=kept_coach)).widget.coach.on is on


@settings(max_examples=times(25), deadline=None)
@given(
    st.text()
    | st.binary().map(in_zip)
    | st.dictionaries(
        st.sampled_from(["format", "table", "bots", "rules", "seed", "done", "moves", "at"]),
        st.recursive(st.none() | st.integers() | st.text() | st.booleans(), lambda inner: st.lists(inner, max_size=3)),
    ).map(lambda changes: repacked(packed(dealt().widget.match), **changes))
)
def test_no_text_whatever_does_harm(text):
    learner = again(text)
    assert json.dumps(learner.shown)
    assert learner.shown["stage"] in ("form", "table")


def test_a_round_that_is_no_longer_on_the_shelf_costs_no_match():
    learner = dealt()
    learner.send("setup", "study")
    result = again(repacked(kept(learner), book=unpacked_text(kept(learner))["book"] | {"shelf": "gone"}))
    assert (result.match is None, result.shown["reading"]) == (False, False)


def test_what_another_tab_has_kept_is_taken_or_written_over_only_if_asked_for_and_a_full_storage_is_told():
    learner, other = dealt(seed=1), dealt(seed=2)
    learner.send(do="take_other")
    for more in ({}, {"anew": True}):
        learner.send(do="recall", text=kept(other), **more)
        assert learner.state != other.state
    learner.send("elsewhere", "take_other")
    assert (learner.shown["elsewhere"], learner.sent[-1]) == (True, {"ask": True})
    learner.send(do="recall", text="x", anew=True)
    assert (learner.shown["elsewhere"], bool(learner.remark)) == (True, True)
    learner.send(do="recall", text=kept(other), anew=True)
    assert (learner.shown["elsewhere"], learner.state) == (False, other.state)
    text = kept(learner)
    learner.send("elsewhere", "keep_this")
    assert (learner.shown["elsewhere"], learner.sent[-1]) == (False, {"keep": text, "over": True})
    for kind in ("full", "forbidden"):
        learner.send(do="trouble", kind=kind)
        assert learner.remark == say(f"widget.storage_{kind}", "en")


def test_what_is_longer_than_any_match_is_not_replayed_and_no_match_becomes_so():
    learner = dealt()
    learner.play_round(Random(4))
    text = kept(learner)
    moves = unpacked_text(text)["moves"]
    many = [moves] * (MOST_MOVES // len(moves))
    with pytest.raises(NotationError) as refused:
        result_of(unpacked(repacked(text, done=many)))
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
