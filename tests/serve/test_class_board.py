"""The class board of a running server: forty learners over sockets, the teacher's page, and who may not do what."""

import asyncio
import csv
import io
import json
from contextlib import suppress
from urllib.parse import quote

import pytest
from abused import waited_for
from classroom import classroom

from cardlab.lessons.course import drill_named
from cardlab.locale import say
from tests.load.line import Line, Refused


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    kept = tmp_path_factory.mktemp("kept")
    with classroom("--hosts", "1", "--store", f"{kept}/tables.sqlite3") as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come, its board wiped clean."""
    running.order(do="end")
    assert order(running, do="clear") == ""
    return running


def order(room, **told):
    """What is wrong with what the teacher's page has asked for; "" if it is done."""
    answer = post(room, room.teacher(), **told)
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["problem"]


def post(room, cookie, **told):
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": cookie}
    return room.ask(f"{room.base}teacher/board/do?lang=en", "POST", json.dumps(told), **headers)


class Board:
    """A page of the board over a socket, as its script is told."""

    def __init__(self, room, cookie, path="board/line"):
        self.room, self.cookie, self.path = room, cookie, path
        self.frames = []

    async def open(self, lang="en", **headers):
        port = int(self.room.host.rpartition(":")[2])
        self.line = await Line.open(
            port, f"{self.room.base}{self.path}?lang={lang}", headers={"Cookie": self.cookie, **headers}
        )
        return self

    async def hear(self):
        text = await self.line.read()
        assert text is not None, "the line is cut"
        self.frames.append(text)
        return json.loads(text)

    async def until(self, wish):
        """Listens until what is told is as wished; gives that."""
        while True:
            told = await self.hear()
            if wish(told):
                return told

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        self.give(*answer, number=number, turn=turn)
        await self.until(lambda told: any(one["turn"] == turn for one in shown(told) if one["number"] == number))

    def give(self, *answer, number=1, turn=1):
        self.line.send(json.dumps({"number": number, "answer": answer, "turn": turn}))


def shown(told):
    return told.get("state", {}).get("questions", [])


def phase(name):
    return lambda told: [one["phase"] for one in shown(told)] == [name]


def learner(room, name=""):
    return Board(room, room.join(name=name).cookie)


def teachers(room):
    return Board(room, room.teacher(), "teacher/board/line")


MAY_CALL = {"ask": "drill", "drill": "draw_call.may_call", "level": 2, "seed": 3, "number": 1}


@waited_for
async def test_forty_learners_answer_at_once_and_all_are_counted(room):
    everybody = [await learner(room).open() for _ in range(40)]
    teacher = await teachers(room).open()
    assert order(room, do="ask", question=MAY_CALL) == ""
    for one in everybody:
        await one.until(phase("open"))
    await asyncio.gather(*(one.answer("yes" if place % 4 else "no") for place, one in enumerate(everybody)))
    told = await teacher.until(lambda told: [one["count"] for one in shown(told)] == [40])
    assert told["state"]["questions"][0]["bars"] is None
    # Until it is revealed nobody has heard the solution, and nobody ever hears of others.
    question = drill_named("draw_call.may_call").question("demo 3 1", 2)
    sentence, right = question.solution("en")
    for one in everybody:
        heard = "".join(one.frames)
        assert sentence not in heard
        assert '"verdict":{' not in heard
        assert '"count"' not in heard
    assert order(room, do="reveal") == ""
    for place, one in enumerate(everybody):
        (mine,) = shown(await one.until(phase("revealed")))
        given = "yes" if place % 4 else "no"
        assert (mine["own"], mine["verdict"]["right"]) == ([given], given == right)
        assert mine["verdict"]["solution"]["answer"] == [right]
        assert mine["entry"] == {
            "drill": "draw_call.may_call",
            "key": "demo 3 1",
            "level": 2,
            "right": given == right,
            "tries": 1,
            "hints": 0,
            "at": mine["entry"]["at"],
        }
    (last,) = shown(await teacher.until(phase("revealed")))
    assert {bar["key"]: bar["count"] for bar in last["bars"]} == {"yes": 30, "no": 10}
    assert {bar["key"]: bar["right"] for bar in last["bars"]} == {"yes": right == "yes", "no": right == "no"}
    assert last["solution"]["clauses"]


TURN = "hand 0 Ks 2d 7h 7s 7d 4d 9c; hand 1 Ah 2h 3c; hand 2 Ac 2c 3d 5d; meld 0 Js Jh Jc; discard Qd; stock 9; seat 0"


@waited_for
async def test_the_laboratory_works_at_a_position_while_the_class_thinks_and_speaks_once_it_is_revealed(room):
    one, teacher = await learner(room).open(), await teachers(room).open()
    assert order(room, do="ask", question={"ask": "discard", "position": f"{TURN} lay"}) == ""
    await one.until(phase("open"))
    await one.answer("Ks")
    assert order(room, do="reveal") == ""
    told = await teacher.until(lambda told: any(one["laboratory"] for one in shown(told)))
    ((bar,),) = [question["bars"] for question in told["state"]["questions"]]
    assert (bar["key"], "±" in bar["worth"]) == ("Ks", True)
    assert "±" not in "".join(one.frames)


@waited_for
async def test_who_comes_late_or_again_finds_the_question_and_the_own_answer(room):
    anna = await learner(room, "Anna").open()
    assert order(room, do="ask", question=MAY_CALL) == ""
    await anna.until(phase("open"))
    await anna.answer("yes")
    anna.line.drop()
    again = await Board(room, anna.cookie).open("de")
    (mine,) = shown(await again.until(phase("open")))
    assert (mine["own"], mine["turn"]) == (["yes"], 1)
    assert mine["prompt"] == say("lesson.may_call.prompt", "de")
    late = await learner(room, "late").open()
    (other,) = shown(await late.until(phase("open")))
    assert other["own"] is None
    # What is sent once more counts once; what another page has sent since is not undone.
    await again.answer("no", turn=2)
    again.give("yes", turn=1)
    told = await again.until(lambda told: "told" in told)
    assert told["told"] == say("board.refused.late", "de")
    assert order(room, do="close") == ""
    await late.until(phase("closed"))
    late.give("yes")
    assert (await late.until(lambda told: "told" in told))["told"] == say("board.refused.closed", "en")


@waited_for
async def test_who_is_removed_is_out_and_no_longer_counted(room):
    anna, ben = await learner(room, "Anna").open(), await learner(room, "Ben").open()
    teacher = await teachers(room).open()
    assert order(room, do="ask", question=MAY_CALL) == ""
    for one in (anna, ben):
        await one.until(phase("open"))
        await one.answer("yes")
    told = await teacher.until(lambda told: [one["count"] for one in shown(told)] == [2])
    number = next(one["number"] for one in told["state"]["people"] if one["name"] == "Anna")
    assert order(room, do="remove", number=number) == ""
    await anna.until(lambda told: told.get("over"))
    await teacher.until(lambda told: [one["count"] for one in shown(told)] == [1])
    with pytest.raises(Refused):
        await Board(room, anna.cookie).open()
    assert "Anna" not in room.ask(f"{room.base}teacher/board/results.csv", Cookie=room.teacher()).text


@waited_for
async def test_results_are_files_in_which_no_formula_stands(room):
    anna = await learner(room, '=HYPERLINK("x")').open()
    free = {"ask": "free", "text": "@sum(1)", "options": ["+1", "-1"], "right": [1]}
    assert order(room, do="ask", question=free, live=True) == ""
    await anna.until(phase("open"))
    await anna.answer("1")
    assert order(room, do="reveal") == ""
    table = room.ask(f"{room.base}teacher/board/results.csv", Cookie=room.teacher())
    assert "attachment" in table.headers["Content-Disposition"]
    (row,) = csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff")))
    assert (row["prompt"], row["learner"], row["answer"], row["right"]) == (
        "'@sum(1)",
        '\'=HYPERLINK("x")',
        "'-1",
        "true",
    )
    data = json.loads(room.ask(f"{room.base}teacher/board/results.json", Cookie=room.teacher()).text)
    assert data["answers"][0]["answer"] == "-1"
    assert data["questions"][0]["what"]["options"] == ["+1", "-1"]


@waited_for
async def test_no_page_of_a_learner_solves_what_is_asked(room):
    anna = await learner(room, "Anna").open()
    projector = "demo.ipynb?drill=draw_call.may_call&level=2&seed=3"
    for lang in ("en", "de", "nl"):
        refused = room.ask(f"{room.base}{lang}/{projector}", Cookie=anna.cookie)
        assert refused.status == 403
        assert say("page.teachers.title", lang) in refused.text
        with pytest.raises(Refused):
            await Board(room, anna.cookie, f"line/{lang}/demo.ipynb").open()
        for page in ("index", "review", "tips"):
            seen, taught = (
                room.ask(f"{room.base}{lang}/{page}.ipynb", Cookie=cookie).text
                for cookie in (anna.cookie, room.teacher())
            )
            assert ("demo.ipynb" in seen, "demo.ipynb" in taught) == (False, True)
            assert say("page.group.teach", lang) not in seen
    assert room.ask(f"{room.base}en/{projector}", Cookie=room.teacher()).status == 200
    assert room.order(do="invite", lesson="demo").status == 400
    # What is drawn by lot is asked nowhere else, and no learner hears its number before it is over.
    drawn = {"ask": "drill", "drill": "draw_call.may_call", "level": 2, "seed": None}
    assert order(room, do="ask", question=drawn) == ""
    await anna.until(phase("open"))
    data = json.loads(room.ask(f"{room.base}teacher/board/results.json", Cookie=room.teacher()).text)
    (number,) = [one["what"]["key"].split()[1] for one in data["questions"]]
    assert len(number) > 6
    assert number not in "".join(anna.frames)


@waited_for
async def test_an_exit_ticket_by_lot_asks_other_questions_than_before(room):
    drawn = {"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": None}
    ticket = {"title": "", "points": "none", "names": False, "pace": "own", "live": False, "lesson": "draw-call"}
    assert order(room, do="try", question=drawn) == ""
    for told in ({"do": "ask", "question": drawn}, {"do": "exit", "level": 1, "seed": None, **ticket}):
        assert order(room, **told) == ""
    more = {"do": "assignment", "drills": ["draw_call.may_call"], "level": 1, "seed": None, "count": 2, **ticket}
    assert order(room, **more) == ""
    assert order(room, **{**more, "seed": 1_000_000}) == say("board.cannot.drill")
    data = json.loads(room.ask(f"{room.base}teacher/board/results.json", Cookie=room.teacher()).text)
    calls = [one["what"] for one in data["questions"] if one["what"]["drill"] == "draw_call.may_call"]
    tasks = [drill_named(one["drill"]).question(one["key"], 1).task("en") for one in calls]
    assert len(tasks) == 4
    assert all(one.piles not in [other.piles for other in tasks[:place]] for place, one in enumerate(tasks))


@waited_for
async def test_a_series_counts_and_an_exit_ticket_is_taken_at_ones_own_pace(room):
    anna = await learner(room, "Anna").open()
    teacher = await teachers(room).open()
    quiz = {"title": "Quiz", "points": "right", "names": True, "pace": "class", "live": False}
    steps = [{**MAY_CALL, "number": number} for number in (1, 2)]
    assert order(room, do="begin", questions=steps, **quiz) == ""
    _, right = drill_named("draw_call.may_call").question("demo 3 1", 2).solution("en")
    await anna.until(phase("open"))
    await anna.answer(right)
    assert order(room, do="reveal") == ""
    first = [{"place": 1, "name": "Anna", "points": say("board.count_points", count=10)}]
    await teacher.until(lambda told: (told["state"]["ranking"] or {}).get("lines") == first)
    assert order(room, do="next") == ""
    await anna.until(lambda told: [one["number"] for one in shown(told)] == [2])
    ticket = {**quiz, "title": "Exit", "pace": "own", "lesson": "melds", "level": 1, "seed": 7}
    assert order(room, do="exit", **ticket) == ""
    told = await anna.until(lambda told: len(shown(told)) == 3)
    await anna.answer(shown(told)[2]["choices"][0]["key"], number=5)
    assert order(room, do="end") == ""
    ended = await anna.until(lambda told: told.get("state", {}).get("questions") == [])
    assert (ended["state"]["series"], ended["state"]["over"][:15]) == (None, "“Exit” is over.")
    assert order(room, do="next") == say("board.refused.no_series")


def test_learners_are_called_to_the_board(room):
    cookie = room.join().cookie
    assert order(room, do="ask", question=MAY_CALL) == ""
    assert room.state()["invitation"] == say("room.inviting", lesson=say("board.title"), more="")
    assert room.ask(f"{room.base}board?lang=nl", Cookie=cookie).status == 200
    assert room.state()["people"][0]["where"] == say("room.was_on", lesson=say("board.title"))
    assert order(room, do="end") == ""
    assert room.state()["invitation"] == ""


@waited_for
async def test_the_end_of_the_class_is_the_end_of_the_question(room):
    anna = await learner(room).open()
    teacher = await teachers(room).open()
    assert order(room, do="ask", question=MAY_CALL) == ""
    await anna.until(phase("open"))
    await anna.answer("yes")
    room.order(do="end")
    await anna.until(lambda told: told.get("over"))
    await teacher.until(lambda told: told["state"]["asked"] and shown(told) == [])
    late = await learner(room).open()
    assert shown(await late.hear()) == []


# Who may not do what


@waited_for
async def test_who_is_not_in_the_class_sees_no_board(room):
    assert (
        room.ask(f"{room.base}board?lang=de").headers["Location"]
        == f"{room.base}join?to={quote('/board?lang=de', '/')}"
    )
    for cookie in ("", "cardlab-visitor=guess"):
        for path in ("board/line", "teacher/board/line"):
            with pytest.raises(Refused):
                await Board(room, cookie, path).open()


@waited_for
async def test_a_learner_is_no_teacher_and_another_site_is_nobody(room):
    cookie = room.join().cookie
    assert room.ask(f"{room.base}teacher/board", Cookie=cookie).status == 403
    assert room.ask(f"{room.base}teacher/board/results.json", Cookie=cookie).status == 403
    assert post(room, cookie, do="reveal").status == 403
    headers = {"Content_Type": "application/json", "Origin": "http://evil.example", "Cookie": room.teacher()}
    assert room.ask(f"{room.base}teacher/board/do", "POST", '{"do": "reveal"}', **headers).status == 403
    with pytest.raises(Refused):
        await Board(room, cookie, "teacher/board/line").open()
    with pytest.raises(Refused):
        await Board(room, cookie).open(Origin="http://evil.example")


@waited_for
async def test_the_teacher_looks_on_and_answers_nothing(room):
    assert order(room, do="ask", question=MAY_CALL) == ""
    onlooker = await Board(room, room.teacher()).open()
    await onlooker.until(phase("open"))
    onlooker.give("yes")
    teacher = await teachers(room).open()
    assert shown(await teacher.hear())[0]["count"] == 0


@waited_for
async def test_what_no_page_of_ours_sends_ends_the_line(room):
    assert order(room, do="ask", question=MAY_CALL) == ""
    for strange in ("{", "[]", '{"number": 1, "answer": [7], "turn": 1}', '{"number": true, "answer": [], "turn": 1}',
                    json.dumps({"number": 1, "answer": ["x" * 9999], "turn": 1}), b"\x00"):  # fmt: skip
        anna = await learner(room).open()
        await anna.until(phase("open"))
        anna.line.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert await anna.line.read() is None
    teacher = await teachers(room).open()
    teacher.line.send("{}")
    with suppress(AssertionError, ConnectionError, asyncio.IncompleteReadError):
        while await teacher.hear():
            pass


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"do": "dance"},
        {"do": "ask", "question": []},
        {
            "do": "begin",
            "questions": [MAY_CALL],
            "title": "x",
            "points": "many",
            "names": True,
            "pace": "own",
            "live": False,
        },
        {"do": "exit", "lesson": "melds"},
    ],
)
def test_an_order_that_no_page_of_ours_sends_is_refused(running, told):
    assert post(running, running.teacher(), **told).status == 400


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ({**MAY_CALL, "drill": "melds.nothing"}, "drill"),
        ({**MAY_CALL, "level": 9}, "drill"),
        ({"ask": "free", "text": "", "options": ["a", "b"]}, "no_text"),
        ({"ask": "which_fit", "position": "pile 0 7c"}, "not_there"),
    ],
)
def test_a_question_that_there_is_not_is_said_to_be_none(room, question, key):
    assert order(room, do="ask", question=question) == say(f"board.cannot.{key}")
    assert order(room, do="ask", question={"ask": "may_call", "position": "hand 0 7h; hello"}) != ""
