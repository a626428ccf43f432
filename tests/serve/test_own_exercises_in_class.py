"""What a teacher brings cannot stop a class: a real server, exercises that fail only once the class has begun."""

import json
from html import unescape

import pytest
from classroom import Classroom, classroom

from cardlab.lessons.own_exercises import FILE, SECONDS
from cardlab.phrasing.catalogue import say

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
    order = {"do": do, "questions": [{"ask": "drill", "drill": drill, "level": 1}]}
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": room.teacher()}
    answer = room.ask(f"{room.base}teacher/board/do?lang=en", "POST", json.dumps(order), **headers)
    assert answer.status == 200
    return json.loads(answer.text)["problem"]


def test_exercises_that_fail_in_class_are_named_and_the_server_goes_on_and_ends_when_it_is_told_to(brought):
    for lang in ("en", "de"):
        board = unescape(brought.ask(f"{brought.base}teacher/board?lang={lang}", Cookie=brought.teacher()).text)
        error = "ZeroDivisionError: division by zero"
        fault = say("board.own_exercise", lang, name="wrong", file="mine.py", line=10, error=error)
        assert fault in board
        assert '<option value="fine">' in board
        assert '<option value="wrong">' not in board
    too_long = say("board.own_too_long", count=SECONDS)
    for do in ("try", "ask"):
        assert asked(brought, "leaves", do).endswith("mine.py, line 18: SystemExit")
        assert asked(brought, "endless", do).endswith(too_long)
        assert asked(brought, "holds", do).endswith(f"mine.py, line 31: {too_long}")
    assert asked(brought, "fine") == ""
    assert brought.ask(f"{brought.base}teacher/class.csv", Cookie=brought.teacher()).status == 200
    # The fixture ends the server by SIGTERM, with two endless functions in it, and waits for its end.
