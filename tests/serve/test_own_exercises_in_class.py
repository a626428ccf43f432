"""What a teacher brings cannot stop a class: a real server, exercises that fail only once the class has begun."""

import pytest
from classroom import Classroom, classroom

from cardlab.lessons.own_exercises import FILE, SECONDS
from cardlab.phrasing.catalogue import say
from tests.load.teaching import blocks, texts

EXERCISES = """
import re, time
from pathlib import Path
from cardlab.lessons import Ask, exercise

begun = Path({begun!r})

@exercise("?")
def wrong(chance, level):
    return Ask(answer=1 / 0)

@exercise("?")
def fine(chance, level):
    return Ask(answer=7)

@exercise("?")
def leaves(chance, level):
    if begun.exists(): raise SystemExit
    return Ask(answer=7)

@exercise("?")
def endless(chance, level):
    while begun.exists():
        try: time.sleep(0)
        except BaseException: pass
    return Ask(answer=7)

@exercise("?")
def holds(chance, level):
    # This holds the interpreter: in the process of the server nothing would be answered any more.
    return Ask(answer=7 if begun.exists() and re.match("(a+)+$", "a" * 40 + "!") else 8)
"""


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """A class with these exercises, and the file that stands there from the moment at which they fail."""
    file, begun = tmp_path / "mine.py", tmp_path / "begun"
    file.write_text(EXERCISES.format(begun=str(begun)), encoding="utf-8")
    monkeypatch.setenv(FILE, str(file))
    with classroom() as room:
        begun.touch()
        yield room


def asked(room: Classroom, drill: str, do: str = "ask") -> str:
    """What is wrong with the question that the teacher asks."""
    problems = texts(room.teach(lambda page: page.ask(drill, do=do))["foot"][0])
    return "".join(problems)


def test_exercises_that_fail_in_class_are_named_and_the_server_goes_on_and_ends_when_it_is_told_to(brought):
    for lang in ("en", "de"):
        panel = brought.teach({"do": "pick", "what": "lesson", "value": "own"}, lang=lang)["panel"]
        error = "ZeroDivisionError: division by zero"
        fault = say("board.own_exercise", lang, name="wrong", file="mine.py", line=10, error=error)
        assert fault in texts(panel)
        drills = {option["value"] for one in blocks(panel) if one["is"] == "select" for option in one["options"]}
        assert {"fine", "wrong"} & drills == {"fine"}
    too_long = say("board.own_too_long", count=SECONDS)
    for do in ("add", "ask"):
        assert asked(brought, "leaves", do).endswith("mine.py, line 18: SystemExit")
        assert asked(brought, "endless", do).endswith(too_long)
        assert asked(brought, "holds", do).endswith(f"mine.py, line 31: {too_long}")
    assert asked(brought, "fine") == ""
    assert brought.ask(f"{brought.base}teacher/results.csv", Cookie=brought.teacher()).status == 200
    # The fixture ends the server by SIGTERM, with two endless functions in it, and waits for its end.
