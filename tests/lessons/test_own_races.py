"""Mistakes of own races as exercises: what a race gives, what is right, and that nothing torn or forged is asked."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice

import pytest

from cardlab.analysis.grades import Grade
from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import Racer, race
from cardlab.analysis.tichu_review import review
from cardlab.lessons.own_mistakes import read_entries, sound
from cardlab.lessons.own_races import OWN, WeighedWay, entry, read_race
from cardlab.lessons.progress import read
from cardlab.locale import LANGUAGES
from cardlab.tichu import Rules, view

FOUND = 1_789_999_000
HASTY = Racer(400, 100), Racer(900, 200)


def weighed(choices):
    return [
        WeighedWay(one.way.move, one.way.keeping, one.win.mean, one.behind.mean, one.behind.error) for one in choices
    ]


@pytest.fixture(scope="module")
def found():
    """Entries of dear acts of races of a racer that plays without thinking."""
    compiled.load(wait=True)
    entries = []
    for number in range(30):
        record = race(Rules(), 3, HASTY, number=number).record
        states = list(record.states())
        for act in islice(review(record, 0, worlds=200), 25):
            assert bool(act.choices) is (act.grade in (Grade.MISTAKE, Grade.BLUNDER))
            if act.choices:
                made = [one.way for one in act.choices].index(act.made)
                entries.append(entry(view(states[act.number - 1], 0), weighed(act.choices), made, FOUND))
        if len(entries) > 5:
            return entries
    pytest.fail("nobody makes mistakes")


def test_a_mistake_of_a_race_comes_back_as_it_was(found):
    kept = json.loads(json.dumps(found))
    known, torn = read_entries(kept)
    assert torn == 0
    assert set(known) == {one["key"] for one in found}
    assert sound(kept) == kept
    for one in found:
        again = known[one["key"]]
        assert entry(again.seen, again.ways, again.made, again.at) == one


def test_right_is_the_best_way_and_what_is_as_good(found):
    for one in found:
        mistake = read_race(one)
        assert mistake.asked.drill == OWN
        for lang in LANGUAGES:
            task = mistake.task(lang)
            assert {value for value, _ in task.choices} == {str(place) for place in range(len(mistake.ways))}
            assert task.hand
            assert mistake.check("0", lang).right
            assert mistake.check(mistake.solution(lang)[1], lang).right
            assert "{" not in " ".join([*mistake.check("0", lang).sentences, mistake.hints(lang)[0].sentence])
        for place, way in enumerate(mistake.ways):
            assert mistake.check(str(place), "en").right is (way.behind <= 2 * way.error)
        assert not mistake.check("9", "en").right
    assert any(not read_race(one).ways[one["made"]].right for one in found)


def test_what_is_torn_or_forged_is_left_out(found):
    whole = found[0]

    def changed(do):
        other = deepcopy(whole)
        do(other)
        return other

    for forged in (
        changed(lambda one: one.update(key="0" * 16)),
        changed(lambda one: one.update(made=9)),
        changed(lambda one: one.update(at=-1)),
        changed(lambda one: one.update(more=1)),
        changed(lambda one: one.update(position="hand Xx")),
        changed(lambda one: one.update(ways=one["ways"][:1])),
        changed(lambda one: one["ways"][0].update(way="1 draw")),
        changed(lambda one: one["ways"][0].update(way="keep Zz")),
        changed(lambda one: one["ways"][0].update(win=float("nan"))),
        changed(lambda one: one["ways"][1].update(behind=-0.1)),
        None,
        "text",
    ):
        assert read_race(forged) is None
        assert read_entries([forged, whole]) == ({whole["key"]: read_race(whole)}, 1)


def test_a_written_log_knows_the_answers_to_them(found):
    answer = {"drill": OWN, "key": found[0]["key"], "level": 1, "right": False, "tries": 1, "hints": 0, "at": FOUND}
    text = json.dumps({"format": "cardlab-progress/1", "answers": [answer], "mistakes": found})
    assert read(text, FOUND + 1).answers[0].asked.key == found[0]["key"]
