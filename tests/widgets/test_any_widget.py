"""What holds for every widget, whatever a page sends."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import cards
from cardlab.lessons import melds
from cardlab.lessons.disagree.disputes import about
from cardlab.lessons.protocol import Task, Verdict
from cardlab.lessons.review import review
from cardlab.lessons.self_check import self_check
from cardlab.widgets import Compare, Exercise, Hand, MeldCheck, Piles, Progress, Showdown

HELD = "7h 8h 9h Kd Ma"
ACTS = ["toggle", "all", "clear", "sort", "move", "play", "wish", "undo", "again", "check", "hint", "next", "reveal"]
ACTS += ["choose", "number", "pile", "dispute", "predict"]
ACTS += ["guess", "compare", "call", "answer", "rule"]
ACTS += ["recall", "trouble", "load", "saved", "ask", "keep", "delete", "too_long"]


class OneTask:
    """A source whose only task is never solved."""

    def task(self):
        return Task("Select the run.", cards(HELD), piles=(cards("2c"), ()), kind="card_and_pile")

    def check(self, answer):
        card, pile = answer
        assert card in cards(HELD)
        assert pile in (0, 1)
        return Verdict(False, ("No.",))

    def hint(self):
        return "Look."

    def solution(self):
        return "So.", (cards("7h")[0], 0)

    def next(self):
        pass

    def progress(self):
        return 0, 1


def widgets():
    return [
        Hand(HELD),
        Hand(HELD, face_down=True),
        MeldCheck("7h 8h 9h Kd Kc Ks X1"),
        Piles(("6s", "2d"), HELD, extra="3c 9d"),
        Exercise(OneTask()),
        Exercise(melds.repair()),
        Exercise(self_check("melds"), tries=1, hints=False),
        Exercise(review()),
        Progress(),
        Compare(about("T8", "U2")),
        Showdown(("7h 2c", "8h", "9h Kd"), ((0, "4c 5c 6c"), (1, "Qc Qd Qs"))),
    ]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(HELD.split()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
forged = anything | st.fixed_dictionaries(
    {"do": st.sampled_from(ACTS) | anything},
    optional=dict.fromkeys(
        ("card", "to", "by", "pile", "rank", "key", "text", "place", "side", "seat", "challenge", "name"), anything
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(forged, max_size=6))
def test_no_message_whatever_does_harm(messages):
    for widget in widgets():
        held = sorted(widget.cards) if isinstance(widget, Hand) else None
        for message in messages:
            widget._hear(widget, message, [])
        json.dumps(widget.shown)
        if held is not None:
            assert sorted(widget.cards) == held
            assert set(widget.selected) <= set(held)


def test_a_huge_list_is_passed_over():
    for widget in widgets():
        before = widget.shown
        widget._hear(widget, {"do": "toggle", "card": ["7h"] * 1_000_000}, [])
        widget._hear(widget, ["toggle"] * 1_000_000, [])
        assert widget.shown == before


@pytest.mark.parametrize("widget", widgets(), ids=lambda widget: repr(widget))
def test_everything_that_the_page_is_told_is_plain_data(widget):
    told = {name: widget.get_state()[name] for name in ("shown", "words", "faces")}
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("widget", widgets(), ids=lambda widget: repr(widget))
def test_no_name_of_the_page_is_taken(widget):
    assert not {"shown", "words", "faces"} & {"log", "comm", "keys", "model_id"}
    assert widget.get_state()["_esm"].lstrip().startswith(("var", "import", "const", "(", "/"))
    assert ".cardlab-root" in widget.get_state()["_css"]


@pytest.mark.parametrize("widget", widgets(), ids=lambda widget: repr(widget))
def test_repr_is_short_and_names_no_memory(widget):
    assert "0x" not in repr(widget)
    assert len(repr(widget)) < 80
