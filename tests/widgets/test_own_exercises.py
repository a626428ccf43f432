"""A teacher's own exercise: in plain sentences, shown by `Exercise` and asked on the class board as any other."""

import os

import pytest
from book_of_tasks import answer, answer_rightly, other
from messages import blocks

from cardlab.cards import cards
from cardlab.classroom import class_board
from cardlab.classroom.board_questions import DrillRequest, ask_of, drawn, judged, parse_answer, verdict_on, words_of
from cardlab.classroom.class_results import grid
from cardlab.classroom.stage import learner_blocks, stage, working_exercises
from cardlab.dashboard.roster import Learner
from cardlab.lessons import Ask, exercise, own_exercises
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.widgets import Exercise
from tests.load.teaching import blocks as blocks_of

HOSTILE = '<img src=x onerror=alert(1)> {hand} "'
FILE = f"""
from cardlab.cards import DECK
from cardlab.lessons import Ask, exercise
from cardlab.tongits import why_meld

@exercise("Which of these is a meld?", rule="T3.1")
def mine(chance, level):
    hand = chance.sample(DECK, 4)
    meld = why_meld(hand)
    because = "They belong together." if meld else "They have nothing in common."
    choices = {{"set": "A set", "run": "A run", "none": {HOSTILE!r}}}
    return Ask(hand, choices, answer=meld.kind if meld else "none", because=because)
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes the file that the server is told of."""

    def write(text):
        path = tmp_path / "exercises.py"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv(own_exercises.FILE, str(path))
        forget()

    yield write
    forget()


def forget():
    for known in (own_exercises.own_exercises, working_exercises, ask_of, words_of, judged):
        known.cache_clear()
    own_exercises.FILE_PROCESS.stop()


@pytest.fixture
def mine(file):
    file(FILE)
    (result,) = own_exercises.own_exercises()
    return result


def test_it_is_shown_as_it_was_written_in_whatever_language_the_page_is_and_nothing_of_it_is_kept(mine):
    widget, stored = Exercise(mine, "de"), []
    widget.send = lambda content, buffers=None: stored.append(content)
    (choices,) = blocks(widget, "choice")
    assert blocks(widget, "text")[0]["said"] == ["Which of these is a meld?"]
    assert [choice["label"] for choice in choices["options"]] == ["A set", "A run", HOSTILE]
    answer(widget, other(widget))
    assert "nothing in common" not in str(widget.shown)
    answer_rightly(widget)
    assert (widget.solved, blocks(widget, "rules")[0]["clauses"][0]["id"]) == (True, "T3.1")
    # No other page could ask it again.
    assert (stored, blocks(widget, "memory")) == ([], [])


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (Ask(cards("7h Kd"), answer=17), "number"),
        (Ask(cards("7h Kd"), answer=cards("Kd")), "cards"),
        (Ask(cards("7h Kd"), answer=(*cards("7h"), 0), piles=((cards("8h 9h"), "A pile"),)), "card_and_pile"),
        (Ask(choices={"a": "A", "b": "B"}, answer=["a"], choose="any"), "choice"),
    ],
)
def test_how_it_is_answered_follows_from_its_answer(made, kind):
    question = exercise("?")(lambda chance, level: made).question("1", 1)
    assert question.read("en").task.kind == kind
    assert question.read("en").check(question.read("en").solution[1]).right


def test_what_cannot_be_asked_is_said_to_whoever_wrote_it():
    with pytest.raises(ValueError, match=r"no clause 'T99\.9'"):
        exercise("?", rule="T99.9")
    wrong = exercise("?")(lambda chance, level: Ask(choices={"a": "A"}, answer="b"))
    with pytest.warns(RuntimeWarning, match="no question"), pytest.raises(ValueError, match="'b' is right"):
        wrong.question("1", 1)


@pytest.mark.usefixtures("mine")
def test_the_class_board_asks_those_of_the_file_it_is_told_of():
    (what,) = drawn([DrillRequest("mine", 1)])
    assert isinstance(what, QuestionRef)
    task, (_, right) = words_of(what, "nl").task, words_of(what, "nl").solution
    assert (task.prompt, task.choices[2]) == ("Which of these is a meld?", ("none", HOSTILE))
    assert verdict_on(what, parse_answer(task, [right])).right


FAULTS = {
    "1 / 0": (1, "ZeroDivisionError: division by zero"),
    "def f(:": (1, "SyntaxError"),
    "\nraise SystemExit(2)": (2, "SystemExit: 2"),
    "class Odd(BaseException):\n    def __str__(self): 1 / 0\nraise Odd": (3, "<run_path>.Odd: <exc"),
    # Code that holds the interpreter: no signal and no other thread of its process could end it.
    "import re\nre.match('(a+)+$', 'a' * 40 + '!')": (2, ""),
}
HEAD = """from cardlab.lessons import Ask, exercise
from cardlab.lessons.ask import Why
@exercise("?")
def mine(chance, level):
    """
IN_FUNCTIONS = {
    "raise SystemExit": "SystemExit",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "while True: pass": "",
    "return Ask(answer=7, judge=lambda it: __import__('re').match('(a+)+$', 'a' * 40 + '!'))": "",
    "import os; os._exit(1)": "",
    "return None": "AttributeError",
    "return Ask(answer=[1, 2, {}])": "TypeError",
    "return Ask(choices={'a': 'A', 'b': 5}, answer='a')": "TypeError",
    "return Ask((), {'a': 'A', 'b': 'B'}, answer='a', judge=lambda it: {'a': Why(True)}[it])": "KeyError",
    "return Ask(answer=7, judge=lambda given: Whi(given == 7))": "NameError",
    "if level == 3: 1 / 0\n    return Ask(answer=7)": "ZeroDivisionError",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_file_that_cannot_be_read_offers_nothing_and_its_line_is_named(file, text):
    line, error = FAULTS[text]
    file(text)
    assert working_exercises() == ((), (own_exercises.own_exercises(),))
    (fault,) = working_exercises()[1]
    assert (fault.name, fault.line) == ("", line)
    assert fault.error.startswith(error) if error else fault.error == ""
    for lang in LANGUAGES:
        assert "exercises.py" in fault.sentence(lang)


def test_a_file_that_nobody_ever_writes_holds_nothing_up(tmp_path, monkeypatch, file):
    file("")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv(own_exercises.FILE, str(tmp_path / "pipe"))
    (fault,) = working_exercises()[1]
    assert fault.error == ""


@pytest.mark.filterwarnings("ignore:.*no question")
def test_exercises_that_cannot_be_asked_drawn_or_judged_are_named_and_the_others_are_offered(file):
    asked = [
        f"@exercise('?')\ndef mine_{number}(chance, level):\n    {text}\n" for number, text in enumerate(IN_FUNCTIONS)
    ]
    file(
        "\n".join(
            (*HEAD.splitlines()[:2], *asked, "@exercise('!')\ndef good(chance, level):\n    return Ask(answer=7)\n")
        )
    )
    (good,), faults = working_exercises()
    assert good.name == "good"
    assert [fault.name for fault in faults] == [f"mine_{number}" for number in range(len(asked))]
    for fault, error in zip(faults, IN_FUNCTIONS.values(), strict=True):
        assert fault.error.startswith(error) if error else fault.error == ""
        assert fault.line > 2
        for lang in LANGUAGES:
            assert fault.name in fault.sentence(lang)
            assert fault.error in fault.sentence(lang)


def test_an_answer_that_cannot_bejudged_costs_its_cell_and_not_the_table(file):
    file(
        "from cardlab.lessons.ask import Why\n"
        + HEAD
        + "return Ask(answer=7, judge=lambda it: Why(7 // (it - 40) < 0))"
    )
    questions = drawn([DrillRequest("mine", 1)])
    board = class_board.ask(class_board.Board(), questions)
    for learner, given in enumerate(("7", "40", "41")):
        board = class_board.take_answer(board, learner, 1, [given], 1, 0)
    board = class_board.reveal(board)
    columns, lines = grid(board, [Learner("", number, "", "") for number in range(3)], "de")
    assert [line[columns[2]] for line in lines] == [1, "40", 0]
    (asked,) = board.shown
    assert "mine" in str(learner_blocks(asked, asked.answers[1], "en", is_open=False)[-1])
    assert sum(bar["count"] for one in blocks_of(stage(board, 0, 3, "nl")) for bar in one.get("bars", ())) == 3
