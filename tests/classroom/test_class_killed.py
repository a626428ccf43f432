"""A class whose server is killed and started again with the same file: nobody loses anything, every page is back."""

import asyncio
import csv
import io
import os
import re

import pytest
from classroom import announced
from pages import begun, free_port
from rooms import quiet_room

from cardlab.classroom.board_questions import DrillRequest, TypedQuestion, answer_codes, drawn, words_of
from cardlab.classroom.class_board import ask, reveal, take_answer
from cardlab.classroom.class_file import keep_in
from cardlab.dashboard.course_server import SCHOOL_DAY
from cardlab.lessons.course import LESSONS
from cardlab.lessons.progress_summary import Practised, Summary
from cardlab.phrasing.catalogue import say
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, texts


@pytest.fixture
def start(tmp_path, request):
    """Starts the server of the class, always the same: gives its process and the class."""
    port, servers, named = free_port(), [], request.param
    options = ("--store", str(tmp_path / "8a.sqlite3")) if named else ()
    data = os.environ | {"XDG_DATA_HOME": str(tmp_path)}

    def starting():
        servers.append(begun("--class", "--host", "127.0.0.1", *options, port=port, env=data))
        room = announced(servers[-1].stdout)
        is_back = "it continues. Learners: 2" in servers[-1].stdout.readline()
        assert is_back == (len(servers) > 1)
        return servers[-1], room

    yield starting
    for server in servers:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("start", ["named", ""], indirect=True)
async def test_a_class_whose_server_is_killed_goes_on_and_is_forgotten_when_it_ends(start, tmp_path):
    server, room = start()
    anna, ben = [await asyncio.to_thread(lambda name=name: room.join(name=name).cookie) for name in ("Anna", "Ben")]
    pages = [SharedPage(room.port, "board", cookie) for cookie in (anna, ben)]
    async with Teacher(room.port, room.teacher()) as teacher, pages[0] as of_anna, pages[1] as of_ben:
        await teacher.ask_own("Who begins?", "I", "you", right="2")
        await teacher.ask("melds.set_or_run", do="add")
        for page in pages:
            await page.until(lambda page=page: "Who begins?" in texts(page.shown))
        await of_anna.answered(do="answer", number=1, turn=1, answer=["1"])
        code, listed = teacher.shown["way"]["code"], teacher.listed
        server.kill()
        await of_ben.until(lambda: of_ben.line is None)
        # What is said while nobody hears it is said again.
        of_ben.say(do="answer", number=1, turn=1, answer=["0"])
        server, again = await asyncio.to_thread(start)
        assert (again.key, again.first_code) == (room.key, room.first_code)
        await of_ben.until(lambda: not of_ben.unanswered)
        await of_anna.until(lambda: f"{say('board.your_answer')} you" in texts(of_anna.shown))
        both = f"2 {say('board.answered', count=2, here=2)}"
        await teacher.until(lambda: both in texts(teacher.shown.get("stage", [])))
        await teacher.answered(do="recall", kept=None)
        assert (teacher.shown["way"]["code"], teacher.listed) == (code, listed)
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


def class_in(file):
    room = quiet_room()
    keep_in(file, room)
    return room


def seen(room):
    """All of a class that is to be the same."""
    roster = room.roster
    people = roster.key, roster.code, roster.invitation, roster.learners(), roster.everybody()
    return room.board, room.listed, room.next, room.at, *people


@pytest.fixture
def file(tmp_path):
    return tmp_path / "8a.class"


def test_everything_of_a_class_is_in_its_file_whatever_kind_of_question_it_answers(file):
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
    room.look(4)
    assert seen(class_in(file)) == seen(room)
    assert all(one.answers for one in class_in(file).board.questions)


def test_a_file_that_is_damaged_or_of_another_day_or_cannot_be_written_stops_no_class(file, caplog):
    room = class_in(file)
    room.roster.join(room.roster.code, "Anna", "127.0.0.1")
    kept = file.read_bytes()
    at = re.search(rb'"at":([\d.]+)', kept)
    old = kept.replace(at[1], str(float(at[1]) - SCHOOL_DAY).encode())
    for damaged in (b"", kept[:-9], kept.replace(b"Anna", b"\xff"), kept.replace(b'"count":0', b'"count":"x"'), old):
        file.write_bytes(damaged)
        assert class_in(file).roster.everybody() == ()
    file.write_bytes(kept)
    assert [one.name for one in class_in(file).roster.everybody()] == ["Anna"]
    nowhere = class_in(file / "below")
    assert nowhere.roster.join(nowhere.roster.code, "Ben", "127.0.0.1").name == "Ben"
    assert "cannot be kept" in caplog.text
