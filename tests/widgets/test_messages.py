"""Messages from a page are read once, by their declared types; what is none is refused."""

import logging
import re
from dataclasses import dataclass
from typing import Literal

import pytest

from cardlab import widgets
from cardlab.widgets.messages import Message, Messages
from cardlab.widgets.scene import contract


class Go(Message, frozen=True):
    do: Literal["go"]
    to: int


class Step(Message, frozen=True):
    do: Literal["undo", "redo"]
    far: bool = False


class Field(Message, frozen=True):
    do: Literal["set"]
    value: str | bool
    seat: Literal[0, 1, 2] = 0
    more: object = None


ReplayMessage = Go | Step | Field
HEARD = Messages[ReplayMessage](ReplayMessage)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"do": "go", "to": 3}, Go("go", 3)),
        ({"do": "undo"}, Step("undo")),
        ({"do": "redo", "far": True}, Step("redo", True)),
        ({"do": "set", "value": "x"}, Field("set", "x")),
        ({"do": "set", "value": False, "seat": 2, "more": [1]}, Field("set", False, 2, [1])),
    ],
)
def test_a_message_becomes_what_was_declared(content, message):
    assert HEARD.read(content) == message
    assert HEARD.heard(content, "Replay") == message


BAD = [
    (None, "no message"),
    ("go", "no message"),
    ({}, "no message"),
    ({"do": ["go"]}, "no message"),
    ({"do": "gone", "to": 3}, "no message"),
    ({"do": "go"}, "required field `to`"),
    ({"do": "go", "to": "3"}, "Expected `int`.*to"),
    ({"do": "go", "to": True}, "Expected `int`.*to"),
    ({"do": "go", "to": 1.0}, "Expected `int`.*to"),
    ({"do": "go", "to": 3, "by": 1}, "unknown field `by`"),
    ({"do": "undo", "far": 1}, "Expected `bool`.*far"),
    ({"do": "set", "value": 1}, "value"),
    ({"do": "set", "value": "x", "seat": 3}, "seat"),
    ({"do": "set", "value": "x", "seat": True}, "seat"),
    ({"do": "set", "value": "x", 5: 0}, "Expected `str`"),
]


@pytest.mark.parametrize(("content", "reason"), BAD)
def test_anything_else_is_refused_with_its_reason(content, reason):
    with pytest.raises(ValueError, match=reason):
        HEARD.read(content)


@pytest.mark.parametrize("content", [content for content, _ in BAD])
def test_in_the_tests_it_raises(content):
    with pytest.raises(AssertionError, match="Replay"):
        HEARD.heard(content, "Replay")


def test_for_a_learner_it_is_written_down_once_and_cut_short(monkeypatch, caplog):
    log = logging.getLogger("cardlab.messages")
    monkeypatch.setattr(log, "handlers", [])
    for length in (1_000, 2_000):
        assert HEARD.heard({"do": "go", "to": "\x1b" * length}, "Learnt") is None
    (line,) = caplog.messages
    assert line.startswith("Learnt: Expected `int`, got `str` - at `$.to`: ")
    assert len(line) < 200
    assert "\x1b" not in line


class Nameless(Message, frozen=True):
    to: int


@dataclass(frozen=True)
class Lenient:
    do: Literal["lenient"]


class Back(Message, frozen=True):
    do: Literal["undo"]


@pytest.mark.parametrize("kinds", [Nameless, Go | Nameless, Step | Back])
def test_two_kinds_of_one_name_and_a_kind_without_a_name_are_mistakes(kinds):
    with pytest.raises(TypeError, match="each only once"):
        Messages[object](kinds)


def test_a_kind_that_would_let_unknown_fields_pass_is_a_mistake():
    with pytest.raises(TypeError, match="no Message"):
        Messages[object](Go | Lenient)


def test_strangers_fill_no_disk_with_names_of_their_own(monkeypatch, caplog):
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "handlers", [])
    for number in range(50):
        HEARD.heard({"do": f"gone {number}"}, "Flooded")
        HEARD.heard({"do": "go", "to": 3, f"by {number}": 1}, "Flooded")
    assert len(caplog.messages) == 2


def test_every_name_is_listed():
    assert HEARD.names == ("go", "undo", "redo", "set")


@pytest.mark.parametrize("widget", [getattr(widgets, name) for name in widgets.__all__])
def test_a_view_says_only_what_its_widget_hears(widget):
    """What a view sends by name; what helpers or the picture name is tried in the tests of each widget."""
    said = set(re.findall(r'\bdo:"(\w+)"', widget.class_traits()["_esm"].default_value))
    # Every hand says it of a card that was pulled to a place for cards, or was selected.
    anywhere = {"drop", "select"}
    assert said - anywhere <= set(contract(widget.scene_type) if hasattr(widget, "scene_type") else widget._hears.names)
    assert said
