"""Blocks: a scene made of them hears what is on screen, and nothing else."""

import pytest

from cardlab.widgets.blocks import button, choice, details, field, offered, option, select, upload
from cardlab.widgets.scene import Scene, receives

LAMP = [
    choice(
        "Colour", [option("Red", {"do": "colour", "name": "red"}), option("Blue", {"do": "colour", "name": "blue"})]
    ),
    details("More", field("Note", send={"do": "note", "line": 1}), button("Off", None)),
    button("Check", {"do": "check"}, takes={"answer": ["mine"]}),
    upload("Load", {"do": "load"}, 9),
]


@pytest.mark.parametrize(
    ("message", "is_offered"),
    [
        ({"do": "colour", "name": "red"}, True),
        ({"do": "colour", "name": "green"}, False),
        ({"do": "colour"}, False),
        ({"do": "colour", "name": "red", "at": 1}, False),
        ({"do": "note", "line": 1, "text": "typed"}, True),
        ({"do": "note", "line": 2, "text": "typed"}, False),
        ({"do": "check", "answer": ["7h"]}, True),
        ({"do": "off"}, False),
        ({"do": "load", "text": ""}, True),
        ({"do": "too_long"}, True),
    ],
)
def test_only_what_a_block_would_send_is_offered(message, is_offered):
    assert offered(LAMP, message) is is_offered


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
    stairs.page = Drawn(stairs)
    assert not stairs.receive({"do": "go", "to": 7})
    assert stairs.receive({"do": "go", "to": 1})
    assert not stairs.receive({"do": "go", "to": 1})  # the same press, once more, comes too late
    assert stairs.step == 1
    assert stairs.receive({"do": "rain"})
    assert stairs.rains


def test_without_a_page_is_heard_what_would_be_on_screen():
    stairs = Stairs()
    assert [stairs.receive({"do": "go", "to": to}) for to in (2, 1, 2)] == [False, True, True]


def test_options_that_a_browser_could_not_tell_apart_are_refused():
    with pytest.raises(ValueError, match="same value"):
        select("Colour", [option("Red"), option("Blue")])
