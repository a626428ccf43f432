"""Mistakes of own rounds come back in the review: what is kept is read like a stranger's file, and nothing is lost."""

import copy
import json
from dataclasses import replace

import pytest
from asked import NOW, whole
from asked import read as read_aloud

from cardlab.lessons.answer_log import Stored, read, read_stored, write
from cardlab.lessons.own_mistakes import LEVEL, MOST, Weighed, entry, read_entries, valid_entries
from cardlab.lessons.protocol import OWN, Answered, AnswerLog
from cardlab.lessons.spaced_review import Review
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.tongits import View, parse_move
from tests.stories import facts_in

SEEN = View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
TURNS = [
    Weighed(0.0, 0.0, (parse_move("0 meld 7d 7h 7s"), parse_move("0 discard Kh")), 4.5),
    Weighed(0.1, 0.2, (parse_move("0 discard Kh"),), 4.4),
    Weighed(11.0, 0.4, (parse_move("0 discard 3c"),), -6.5),
]
ENTRY = entry(SEEN, TURNS, TURNS[2].turn, NOW)
WRONG = Answered(OWN, ENTRY["key"], LEVEL, False, 1, 0, NOW)


def own():
    found, torn = read_entries(json.loads(json.dumps([ENTRY])))
    assert torn == 0
    return found[ENTRY["key"]]


def test_it_asks_for_the_better_turn_and_explains_with_the_figures(snapshot):
    question = own().ask()
    assert {key: question.read("en").check(key).right for key in "012"} == {"0": True, "1": True, "2": False}
    said = {lang: [*read_aloud(question, "0", "12", lang)] for lang in LANGUAGES}
    assert said["en"] == snapshot
    assert all(whole(one) and facts_in(str(one), lang) == facts_in(str(said["en"]), "en") for lang, one in said.items())


def test_neither_a_wrong_answer_nor_the_order_of_the_turns_tells_the_right_one():
    words = own().ask().read("en")
    right = dict(words.task.choices)["0"]
    assert right not in " ".join(words.check("2").sentences)
    assert right in words.solution[0]
    others = [replace(TURNS[1], behind=0.0), replace(TURNS[0], behind=0.3), TURNS[2]]
    other = read_entries([entry(SEEN, others, TURNS[2].turn, NOW)])[0].popitem()[1]
    labels = [[label for _, label in one.ask().read("en").task.choices] for one in (own(), other)]
    assert labels[0] == labels[1]


def changed(**parts):
    return {**copy.deepcopy(ENTRY), **parts}


def with_turn(place, **parts):
    turns = copy.deepcopy(ENTRY["turns"])
    turns[place].update(parts)
    return changed(turns=turns)


TORN = {
    "nothing": None,
    "a missing part": {name: part for name, part in ENTRY.items() if name != "made"},
    "another key": changed(key="0" * 16),
    "no position": changed(position="hand 2c 2c"),
    "another position": changed(position="hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 6h"),
    "a position too long": changed(position=ENTRY["position"] + " " * 3_000),
    "many turns": changed(turns=ENTRY["turns"] * 3),
    "a turn that was not": changed(made=3),
    "an illegal move": with_turn(0, turn="0 discard Ac"),
    "no move": with_turn(0, turn="dance"),
    "no figure": with_turn(1, behind="0.1"),
    "not a number": with_turn(1, behind=float("nan")),
    "a huge number": with_turn(1, worth=10**400),
    "a best turn that is not": with_turn(0, behind=1.0),
    "a negative time": changed(at=-1),
}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_torn_entry_is_left_out_and_the_others_stay(torn):
    found, count = read_entries([torn, ENTRY])
    assert (list(found), count) == ([ENTRY["key"]], 1)
    assert valid_entries([torn, ENTRY]) == [ENTRY]


def test_what_is_no_list_is_torn_and_no_more_are_kept_than_somebody_can_practise():
    for given in ("own", 7, {}, True):
        assert read_entries(given) == ({}, 1)
        assert valid_entries(given) == []
    others = [entry(SEEN, TURNS, TURNS[2].turn, NOW)] * (MOST + 20)
    assert len(valid_entries(others)) == MOST
    assert read_entries(None) == ({}, 0)


def test_the_review_asks_it_and_after_right_answers_it_leaves():
    now = [float(NOW)]
    source = Review(now=lambda: now[0])
    source.load_mistakes([ENTRY])
    source.resume(AnswerLog((WRONG,)))
    for _ in range(3):
        assert source.asked() == WRONG.asked
        assert source.question == own().ask()
        assert source.check("0").right
        assert source.words.hints
        assert source.reading() is None
        source.log = source.log.with_answer(replace(WRONG, right=True, at=int(now[0])))
        now[0] += 400 * 86_400
        source.next()
    assert source.asked() is None
    assert source.closing() is not None


def test_what_is_kept_is_read_as_it_was_also_from_a_file_with_the_log():
    mistake = own()
    assert (mistake.seen.hand, mistake.turns, mistake.made) == (SEEN.hand, tuple(TURNS), 2)
    assert mistake.seen.notation == SEEN.notation
    log = AnswerLog((WRONG,))
    assert read_stored(write(log)) == Stored(log, count=1)
    both = json.dumps({**json.loads(write(log)), "mistakes": [ENTRY]})
    assert read(both) == log
    assert valid_entries(read_stored(both).mistakes) == [ENTRY]
