"""A handler is the message: what a page says is read by the types that the handler declares; all else is refused."""

import logging
from typing import Literal

import pytest

from cardlab.widgets.scene import Scene, contract, receives


class Board:
    """A part of a scene."""

    def __init__(self):
        self.laid = []

    @receives
    def lay(self, card: str) -> None:
        self.laid.append(card)


class Replay(Scene):
    parts = ("board",)
    board: Board | None

    def __init__(self):
        super().__init__()
        self.board, self.heard = Board(), []

    @receives
    def go(self, to: int) -> None:
        self.heard.append(to)

    @receives
    def step(self, do: Literal["undo", "redo"], far: bool = False) -> None:
        self.heard.append((do, far))

    @receives
    def set(self, value: str | bool, seat: Literal[0, 1, 2] = 0, more: object = None) -> None:
        self.heard.append((value, seat, more))

    def props(self):
        return {}


@pytest.mark.parametrize(
    ("content", "heard"),
    [
        ({"do": "go", "to": 3}, 3),
        ({"do": "undo"}, ("undo", False)),
        ({"do": "redo", "far": True}, ("redo", True)),
        ({"do": "set", "value": "x"}, ("x", 0, None)),
        ({"do": "set", "value": False, "seat": 2, "more": [1]}, (False, 2, [1])),
    ],
)
def test_a_message_calls_its_handler(content, heard):
    scene = Replay()
    assert scene.receive(content)
    assert scene.heard == [heard]


def test_a_part_is_heard_while_it_is_there():
    scene = Replay()
    assert scene.receive({"do": "lay", "card": "7h"})
    board, scene.board = scene.board, None
    scene.receive({"do": "lay", "card": "8h"})
    assert board.laid == ["7h"]


BAD = [
    None,
    "go",
    {},
    {"do": ["go"]},
    {"do": "gone", "to": 3},
    {"do": "picture"},
    {"do": "go"},
    {"do": "go", "to": "3"},
    {"do": "go", "to": True},
    {"do": "go", "to": 1.0},
    {"do": "go", "to": 3, "by": 1},
    {"do": "undo", "far": 1},
    {"do": "step"},
    {"do": "set", "value": 1},
    {"do": "set", "value": "x", "seat": 3},
    {"do": "set", "value": "x", "seat": True},
    {"do": "set", "value": "x", 5: 0},
    {"do": "set", "value": "x", "seat": "\ud800"},
    {"do": "undo", "far": "\ud800"},
    {"do": "set", "value": "\ud800", "\udfff": 0},
]


@pytest.mark.parametrize("content", BAD)
def test_anything_else_is_refused_and_in_the_tests_it_raises(content):
    scene = Replay()
    with pytest.raises(AssertionError, match="Replay"):
        scene.receive(content)
    assert scene.heard == []


def named(name):
    """A scene of a name of its own: nothing was refused there before."""
    return type(name, (Replay,), {})()


def test_for_a_learner_it_is_written_down_once_and_cut_short(monkeypatch, caplog):
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "handlers", [])
    for length in (1_000, 2_000):
        assert not named("Learnt").receive({"do": "go", "to": "\x1b" * length})
    (line,) = caplog.messages
    assert line.startswith("Learnt: Expected `int`, got `str` - at `$.to`: ")
    assert len(line) < 200
    assert "\x1b" not in line


def test_strangers_fill_no_disk_with_names_of_their_own(monkeypatch, caplog):
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "handlers", [])
    for number in range(50):
        named("Flooded").receive({"do": f"gone {number}"})
        named("Flooded").receive({"do": "go", "to": 3, f"by {number}": 1})
    assert len(caplog.messages) == 2


class Twice(Replay):
    @receives
    def lay(self, card: str) -> None:
        """A part hears this already."""


class Alike(Replay):
    @receives
    def back(self, do: Literal["undo"]) -> None:
        """Another handler hears this already."""


@pytest.mark.parametrize("scene", [Twice, Alike])
def test_two_handlers_of_one_message_are_a_mistake(scene):
    with pytest.raises(TypeError, match="twice"):
        contract(scene)
