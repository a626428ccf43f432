"""A class on a real server: it is killed and loses nothing, and what a teacher brings cannot stop it."""

import asyncio
import csv
import io
import os
import re

import pytest
from classroom import class_to_be_killed, classroom
from rooms import quiet_room

from cardlab.classroom.board_questions import DrillRequest, TypedQuestion, answer_codes, drawn, words_of
from cardlab.classroom.class_board import ask, reveal, take_answer
from cardlab.classroom.class_file import keep_in
from cardlab.classroom.class_results import MOST_CLAUSES, results
from cardlab.dashboard.course_server import SCHOOL_DAY
from cardlab.lessons.course import LESSONS
from cardlab.lessons.own_exercises import FILE, SECONDS
from cardlab.lessons.progress_summary import Practised, Summary
from cardlab.phrasing.catalogue import say
from tests.load.page import SharedPage
from tests.load.teaching import Teacher, blocks, texts


@pytest.fixture
def start(tmp_path):
    """Starts the server of the class, always the same: gives its process and the class."""
    with class_to_be_killed(env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}) as start:
        yield start


async def test_a_class_whose_server_is_killed_goes_on_and_is_forgotten_when_it_ends(start, tmp_path):
    server, room = start()
    anna, ben = [await asyncio.to_thread(lambda name=name: room.join(name=name).cookies) for name in ("Anna", "Ben")]
    pages = [SharedPage(room.port, "board", cookie) for cookie in (anna, ben)]
    async with Teacher(room.port, room.teacher()) as teacher, pages[0] as of_anna, pages[1] as of_ben:
        await teacher.ask_own("Who begins?", "I", "you", right="2")
        await teacher.ask("melds.set_or_run", do="add")
        await teacher.answered(do="open", tab="play")
        await teacher.do(do="open_tables")
        (opened,) = teacher.tables()
        for page in pages:
            await page.until(lambda page=page: "Who begins?" in texts(page.shown))
        await of_anna.answered(do="answer", number=1, turn=1, answer=["1"])
        code, listed = teacher.shown["way"]["code"], teacher.listed
        server.kill()
        await of_ben.until(lambda: of_ben.line is None)
        # What is said while nobody hears it is said again.
        of_ben.say(do="answer", number=1, turn=1, answer=["0"])
        server, again = await asyncio.to_thread(start)
        assert "it continues. Learners: 2" in server.stdout.readline()
        assert (again.key, again.first_code) == (room.key, room.first_code)
        await of_ben.until(lambda: not of_ben.unanswered)
        await of_anna.until(lambda: f"{say('widget.number')} you" in texts(of_anna.shown))
        both = f"2 {say('board.answered', count=2, here=2)}"
        await teacher.until(lambda: both in texts(teacher.shown.get("stage", [])))
        await teacher.answered(do="recall", kept=None)
        assert (teacher.shown["way"]["code"], teacher.listed) == (code, listed)
        # The table that nobody has found yet is in the list of the teacher and of those who look for one.
        await teacher.answered(do="open", tab="play")
        assert [*teacher.tables()] == [opened]
        player = await asyncio.to_thread(lambda: room.ask("/tables", Cookie=anna).cookies)
        async with SharedPage(room.port, "tables", f"{anna}; {player}") as finding:
            await finding.until(lambda: opened in "".join(texts(finding.shown)).replace(" ", ""))
        table = await asyncio.to_thread(lambda: room.ask("/teacher/results.csv", Cookie=room.teacher()).text)
        assert [line[1:3] for line in csv.reader(io.StringIO(table))][1:] == [["Anna", "1"], ["Ben", "0"]]
        (file,) = tmp_path.rglob("*.sqlite3.class-*")
        assert file.stat().st_mode & 0o777 == 0o600
        await teacher.do(do="end")
        assert not re.search("Anna|Who begins", file.read_text())
    server.terminate()
    await asyncio.to_thread(server.wait)
    assert [*tmp_path.rglob("*class*")] == []


# Without a server


def seen(room):
    """All of a class that is to be the same."""
    roster = room.roster
    people = roster.key, roster.code, roster.invitation, roster.learners(), roster.everybody()
    return room.board, room.listed, room.next, room.at, room.tables.listed, *people


def class_in(file):
    room = quiet_room()
    keep_in(file, room)
    return room


def test_everything_of_a_class_is_in_its_file_and_a_damaged_or_old_one_stops_no_class(tmp_path, caplog):
    file = tmp_path / "8a.class"
    room = class_in(file)
    for name in ("Anna <b>", "Ben", "Öz"):
        room.roster.join(room.roster.code, name, "127.0.0.1")
    anna = room.roster.learners()[0]
    practised = Summary("A", ({"kind": "lesson", "of": "melds"},), (Practised("T3.2", 3, 1, 4, 5),))
    room.roster.change(anna.token, summary=practised)
    room.roster.plays_as(anna.token, "player")
    room.remove(2)
    room.roster.renew_code()
    asked = drawn([DrillRequest(drill.name, 2) for lesson in LESSONS for drill in lesson.drills][:30])
    room.set_board(ask(room.board, (*asked, TypedQuestion("Who?", ("I", "you", "all"), (0, 2)))))
    for one in room.board.shown:
        right = answer_codes(words_of(one.question, "en").solution[1])
        room.set_board(take_answer(room.board, anna.number, one.number, right, 1, 1000))
    room.set_board(reveal(room.board, 3))
    room.listed, room.next = [DrillRequest("melds.repair", 1), TypedQuestion("Who?", ("I", "you"))], 1
    room.tables.listed += ["FHKMRT", "234679"]
    room.look(4)
    again = class_in(file)
    assert seen(again) == seen(room)
    assert all(one.answers for one in again.board.questions)

    kept = file.read_bytes()
    at = re.search(rb'"at":([\d.]+)', kept)
    old = kept.replace(at[1], str(float(at[1]) - SCHOOL_DAY).encode())
    for damaged in (b"", kept[:-9], kept.replace(b"Anna", b"\xff"), kept.replace(b'"count":3', b'"count":"x"'), old):
        assert damaged != kept
        file.write_bytes(damaged)
        assert class_in(file).roster.everybody() == ()
    nowhere = class_in(file / "below")
    assert nowhere.roster.join(nowhere.roster.code, "Ben", "127.0.0.1").name == "Ben"
    assert "cannot be kept" in caplog.text


def test_the_weakest_rules_of_a_class_are_in_sight_and_the_others_are_folded():
    roster = quiet_room().roster
    roster.join(roster.code, "Anna", "127.0.0.1")
    weakest_last = ("T3.1", "T3.2", "T3.3", "T3.4", "T4.1")
    practised = tuple(Practised(clause, 9, 9 - at, 9, 9) for at, clause in enumerate(weakest_last))
    roster.change(roster.learners()[0].token, summary=Summary("Anna", (), practised))
    in_sight, folded = [one for one in blocks(results(roster, "en")) if one["is"] == "table" and len(one["head"]) == 4]
    clauses = ["".join(row["cells"][0]) for row in (*in_sight["rows"], *folded["rows"])]
    assert clauses == [*reversed(weakest_last)]
    assert len(in_sight["rows"]) == MOST_CLAUSES


# What a teacher brings


EXERCISES = """
import time
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
def unjudged(chance, level):
    from cardlab.lessons.ask import Why
    return Ask(answer=7, judge=lambda answer: Why(answer == 7 or not 1 / (not begun.exists())))

@exercise("?")
def endless(chance, level):
    while begun.exists():
        try: time.sleep(0)
        except BaseException: pass
    return Ask(answer=7)
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


def asked(room, drill):
    """What is wrong with the question that the teacher asks."""
    return "".join(texts(room.teach(lambda page: page.ask(drill))["foot"][0]))


def test_exercises_that_fail_in_class_are_named_and_the_server_goes_on_and_ends_when_it_is_told_to(brought):
    panel = brought.teach({"do": "pick", "what": "lesson", "value": "own"}, lang="de")["panel"]
    error = "ZeroDivisionError: division by zero"
    assert say("board.own_exercise", "de", name="wrong", file="mine.py", line=10, error=error) in texts(panel)
    drills = {option["value"] for one in blocks(panel) if one["is"] == "select" for option in one["options"]}
    assert {"fine", "wrong"} & drills == {"fine"}
    assert asked(brought, "endless").endswith(say("board.own_too_long", count=SECONDS))
    assert error in asked(brought, "unjudged")
    assert asked(brought, "fine") == ""
    assert brought.ask(f"{brought.base}teacher/results.csv", Cookie=brought.teacher()).status == 200
    # The fixture ends the server by SIGTERM, with an endless function in it, and waits for its end.
