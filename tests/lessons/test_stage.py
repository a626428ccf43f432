"""What stands on the projector's stage, as data: in an address and back, in a file and a link, in plans."""

import json
from urllib.parse import parse_qsl, urlencode

import pytest

from cardlab import shelf, tichu, tongits
from cardlab.lessons.course import LESSONS
from cardlab.lessons.stage import (
    EXHIBITS,
    LONGEST_LINK,
    MOST_STEPS,
    PLANS,
    RACES,
    Ask,
    NotStaged,
    Play,
    Prepared,
    Show,
    Slow,
    Study,
    disputes,
    fields,
    linked,
    read,
    staged,
    title,
    written,
)
from cardlab.locale import LANGUAGES
from cardlab.tichu import plays, view

EVERY = (
    *(Ask(drill.name, 3, 999_999, 7) for lesson in LESSONS for drill in lesson.drills),
    Play(64),
    Play(7, "traditional"),
    Play(position=tongits.deal(seed=5).notation),
    *(Study(name, len(shelf.open(name).moves)) for name in shelf.names()),
    *(Slow(name) for name in RACES),
    Slow("12"),
    Slow(tichu.deal(seed=5).notation),
    *(Show(name) for name in EXHIBITS),
    Show("piles-ace", frozenset({"wrap", "dragon_locks"})),
    Show("showdown-tie", frozenset({"tie"})),
    Show("compare-calls", number=len(disputes("calls"))),
    Show("score", number=117),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_staged_comes_back_from_its_address_and_has_a_name(lang):
    for what in EVERY:
        assert staged(dict(parse_qsl(urlencode(fields(what))))) == what
        assert title(what, lang)


def test_a_list_comes_back_from_a_file_and_from_a_link_with_its_names():
    steps = tuple(Prepared(what, "" if place % 2 else f"<b>{place}|&=</b>") for place, what in enumerate(EVERY[-9:]))
    assert read(written(steps)) == steps
    assert read(linked(steps)) == steps
    assert len(linked([Prepared(what) for plan in PLANS.values() for what in plan])) < LONGEST_LINK


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "asked",
    [
        "lesson=nosuch",
        "lesson=melds&kind=who_wins",
        "kind=%3Cb%3E",
        "lesson=melds&level=4",
        "lesson=melds&seed=abc",
        "lesson=melds&seed=%D9%A3",
        "lesson=melds&number=0",
        "table=hand",
        "table=hand+0+7h",
        "table=discard+7h",
        "table=" + "9" * 5000,
        "table=7&preset=nosuch",
        "table=" + "x" * 3000,
        "round=nosuch",
        "round=burned_lowest&move=999",
        "race=nosuch",
        "race=hand+0+7h+7h",
        "show=nosuch",
        "show=compare-calls&number=99",
        "show=piles-ace&rules=tie",
    ],
)
def test_what_does_not_exist_is_said_in_a_sentence(asked, lang):
    with pytest.raises(NotStaged) as refused:
        staged(dict(parse_qsl(asked)))
    sentence = refused.value.sentence(lang)
    assert sentence.endswith((".", "!"))
    assert len(sentence) < 400


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "{",
        "{}",
        '{"cardlab_steps": 2, "steps": []}',
        '{"cardlab_steps": 1, "steps": [7]}',
        '{"cardlab_steps": 1, "steps": [{"lesson": 7}]}',
        '{"cardlab_steps": 1, "steps": [{"lesson": "nosuch"}]}',
        "[" * 100_000,
        "{" * 100_000,
        "x" * 300_000,
        json.dumps({"cardlab_steps": 1, "steps": [{"table": "7"}] * (MOST_STEPS + 1)}),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence(text):
    with pytest.raises(NotStaged) as refused:
        read(text)
    assert all(refused.value.sentence(lang) for lang in LANGUAGES)


def test_an_address_that_asks_for_nothing_stages_nothing():
    assert staged({}) is None
    assert staged({"seed": "7"}) is None


def test_the_positions_of_the_race_are_what_they_are_called():
    for name, card in (("phoenix", "Ph"), ("dog", "Do"), ("mah_jong", "Ma")):
        state = tichu.State.read(RACES[name])
        assert card in [held.code for held in state.hands[0]]
        assert any(move.card.code == card for move in plays(view(state, 0)))
    stuck = tichu.State.read(RACES["stuck"])
    assert not any(list(plays(view(stuck, seat))) for seat in (0, 1))
    assert not tichu.why_not(stuck, tichu.Flip())
