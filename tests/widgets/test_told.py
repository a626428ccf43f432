"""How a story is told: three scenes, of blocks, with tries, and with props of its own."""

import pytest

from cardlab.lessons import melds
from cardlab.widgets.blocks import button, text
from cardlab.widgets.exercise import Exercise
from cardlab.widgets.meld_check import MeldCheck
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tongits_table.learning_table import Table
from tests.stories import pictures, pressed, refused, select, story


def test_T3_2_a_gap_is_named_with_the_card_that_fills_it(tell):
    tell(lambda lang: MeldCheck("4d 5d 6d 8d", lang), select("4d 5d 6d 8d"))


def test_after_three_wrong_answers_the_solution_is_shown_and_one_again_costs_nothing(tell):
    answers = ("Kc Kd", "7d 7s Ts", "Kd Kc", "Kc Kd Kh 7d")
    wrong = (pressed("check", answer=answer.split()) for answer in answers)
    tell(lambda lang: Exercise(melds.find_a_meld(seed=4), lang, now=lambda: 0), *wrong, refused("hint"), "next")


def test_T2_1_a_discard_before_drawing_is_refused_with_its_clause(tell):
    moves = ({"do": "move", "text": text} for text in ("discard Kh", "discard"))
    tell(lambda lang: Table(seed=7, lang=lang), select("Kh"), *moves)


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
    with pytest.raises(AssertionError, match="de, after the beginning"):
        tell(lambda lang: Door(lang, "sentence" if lang == "de" else ""), "open")
