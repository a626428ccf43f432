"""How a story is told: a fault in a button or a sentence is seen, and other languages differ in words alone."""

import pytest

from cardlab.widgets.blocks import button, text
from cardlab.widgets.scene import Scene, receives
from tests.stories import pictures, story


class Door(Scene):
    """A scene with one button and one sentence, and what of them is at fault."""

    def __init__(self, lang, fault=""):
        super().__init__(lang)
        self.fault, self.is_open = fault, False

    @receives
    def open(self) -> None:
        self.is_open = True

    def render(self):
        said = {"en": "The door is", "de": "Die Tür ist", "nl": "De deur is"}[self.lang]
        said += " 7." if self.fault == "sentence" else "."
        label = "Open it" if self.fault == "label" else "Open"
        message = None if self.is_open else {"do": "open"} | ({"far": 1} if self.fault == "message" else {})
        return [text(said), *([button(label, message)] if self.fault != "gone" else [])]


@pytest.mark.parametrize("fault", ["sentence", "label", "message", "gone"])
def test_a_fault_in_a_button_or_a_sentence_is_one_line_of_the_diff(fault):
    right, wrong = (story(pictures(make, (), "en")).splitlines() for make in (Door, lambda lang: Door(lang, fault)))
    assert len(set(right) - set(wrong)) == 1


def test_other_languages_may_differ_in_words_alone(tell):
    tell(Door, "open")
    with pytest.raises(AssertionError, match="de, after the beginning"):
        tell(lambda lang: Door(lang, "sentence" if lang == "de" else ""), "open")
