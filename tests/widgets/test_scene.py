"""A handler is the message: what a page says is read by the types that the handler declares; all else is refused."""

import logging
from typing import Literal

import pytest
from messages import send

from cardlab.widgets import Hand, PlayTongits, Table
from cardlab.widgets.blocks import button, choice, details, field, offered, option, select, upload
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


def test_a_message_calls_its_handler_or_that_of_a_part_while_it_is_there():
    scene = Replay()
    said = ({"do": "go", "to": 3}, {"do": "undo"}, {"do": "redo", "far": True}, {"do": "set", "value": "x"})
    for content in (*said, {"do": "set", "value": False, "seat": 2, "more": [1]}, {"do": "lay", "card": "7h"}):
        assert scene.receive(content)
    assert scene.heard == [3, ("undo", False), ("redo", True), ("x", 0, None), (False, 2, [1])]
    board, scene.board = scene.board, None
    scene.receive({"do": "lay", "card": "8h"})
    assert board.laid == ["7h"]


BAD = [
    None,
    "go",
    {},
    {"do": ["go"]},
    {"do": "gone", "to": 3},
    {"do": "go"},
    {"do": "go", "to": "3"},
    {"do": "go", "to": True},
    {"do": "go", "to": 1.0},
    {"do": "go", "to": 3, "by": 1},
    {"do": "step"},
    {"do": "set", "value": 1},
    {"do": "set", "value": "x", "seat": 3},
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


class Flooded(Replay):
    """A scene of a name of its own: nothing was refused there before."""


def test_for_a_learner_it_is_written_down_once_and_cut_short_and_strangers_fill_no_disk(monkeypatch, caplog):
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "handlers", [])
    for number in range(1, 50):
        assert not Flooded().receive({"do": "go", "to": "\x1b" * 1_000 * number})
        Flooded().receive({"do": f"gone {number}"})
        Flooded().receive({"do": "go", "to": 3, f"by {number}": 1})
    line, _ = caplog.messages
    assert line.startswith("Flooded: Expected `int`, got `str` - at `$.to`: ")
    assert len(line) < 200
    assert "\x1b" not in line


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


LAMP = [
    choice(
        "Colour", [option("Red", {"do": "colour", "name": "red"}), option("Blue", {"do": "colour", "name": "blue"})]
    ),
    details("More", field("Note", send={"do": "note", "line": 1}), button("Off", None)),
    button("Check", {"do": "check"}, takes={"answer": ["mine"]}),
    upload("Load", {"do": "load"}, 9),
]


def test_only_what_a_block_would_send_is_offered():
    note, red = {"do": "note", "line": 1, "text": "typed"}, {"do": "colour", "name": "red"}
    for message in (red, note, {"do": "check", "answer": ["7h"]}, {"do": "load", "text": ""}, {"do": "too_long"}):
        assert offered(LAMP, message)
    for message in (red | {"name": "green"}, {"do": "colour"}, red | {"at": 1}, note | {"line": 2}, {"do": "off"}):
        assert not offered(LAMP, message)


class Stairs(Scene):
    """One step up at a time; the page may say that it rains."""

    always_allowed = ("rain",)

    def __init__(self):
        super().__init__()
        self.step, self.rains = 0, False

    @receives
    def go(self, to: int) -> None:
        self.step = to

    @receives
    def rain(self) -> None:
        self.rains = True

    def render(self):
        return [button("Up", {"do": "go", "to": self.step + 1}), select("Look", [option("Out")])]


class Drawn:
    """A page that draws at once."""

    def __init__(self, scene):
        self.changed = scene.snapshot
        self.changed()


def test_what_is_not_on_screen_is_not_heard():
    stairs = Stairs()
    assert [stairs.receive({"do": "go", "to": to}) for to in (2, 1, 2)] == [False, True, True], "without a page"
    stairs = Stairs()
    stairs.page = Drawn(stairs)
    assert not stairs.receive({"do": "go", "to": 7})
    assert stairs.receive({"do": "go", "to": 1})
    assert not stairs.receive({"do": "go", "to": 1})  # the same press, once more, comes too late
    assert stairs.step == 1
    assert stairs.receive({"do": "rain"})
    assert stairs.rains
    with pytest.raises(ValueError, match="same value"):  # a browser could not tell them apart
        select("Colour", [option("Red"), option("Blue")])


HELD = "7h 8h 9h Kd"


@pytest.fixture
def logged(monkeypatch):
    """What is logged of drawing; elsewhere it fails a test."""
    log, records = logging.getLogger("cardlab.drawing"), []
    stored = logging.Handler()
    stored.emit = records.append
    monkeypatch.setattr(log, "handlers", [stored])
    return records


def tear(widget, breaks, monkeypatch):
    """Has a widget that cannot be drawn while its hand `breaks` it."""
    whole = widget.scene.props

    def torn():
        shown = whole()
        if breaks(shown["hand"]):
            raise ValueError("this cannot be drawn")
        return shown

    monkeypatch.setattr(widget.scene, "props", torn)
    return widget


def begun():
    widget = PlayTongits(table="open", seed=7)
    send(widget, "begin")
    return widget


@pytest.mark.parametrize("make", [lambda: Table(seed=3), begun])
def test_what_cannot_be_drawn_is_logged_once_put_down_and_drawn_anew(make, logged, monkeypatch):
    widget = tear(make(), lambda hand: hand["selected"], monkeypatch)
    card = widget.shown["hand"]["cards"][0]
    send(widget, do="toggle", card=card)
    assert widget.shown["hand"]["selected"] == []
    assert [entry.exc_info[0] for entry in logged] == [ValueError]
    send(widget, do="move", text=f"discard {card}")
    assert card not in widget.shown["hand"]["cards"]
    assert len(logged) == 1


def test_what_is_half_done_after_a_fault_is_drawn():
    hand = Hand(HELD)

    def fail(change):
        raise ValueError("this listener fails")

    hand.observe(fail, "selected")
    with pytest.raises(ValueError, match="this listener fails"):
        send(hand, do="toggle", card="7h")
    assert hand.shown["blocks"][0]["hand"]["selected"] == ["7h"]
