"""Progress handed in to the teacher of a running class: who may, what is taken, who sees it, and when it is gone."""

import asyncio
import csv
import io
import json
from http.client import HTTPConnection

import pytest
from classroom import Answer, class_without_lessons

from cardlab.classroom.handed_in import LARGEST, MOST_ARRIVING, HandedIn
from cardlab.classroom.roster import Roster
from cardlab.lessons.answer_log import LONGEST, write
from cardlab.lessons.protocol import Answered, log_of
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError

NOW = 1_780_000_000


@pytest.fixture(scope="module")
def running():
    with class_without_lessons() as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come."""
    running.order(do="end")
    return running


def text(*right, name=""):
    """The file of a learner who has answered questions about calling, rightly or wrongly."""
    answers = [
        Answered("draw_call.may_call", f"1 {number} 0", 1, one, 1, 0, NOW + number) for number, one in enumerate(right)
    ]
    return write(log_of(answers, name))


def asked(room, cookie, method="GET", body=None, **headers):
    """The answer of the learner's address, sent as our page sends it unless `headers` say otherwise."""
    own = {"Cookie": cookie, "Origin": room.origin} | ({"Content_Type": "application/json"} if body is not None else {})
    return room.ask(f"{room.base}progress?lang=en", method, body, **{**own, **headers})


def hand_in(room, cookie, body, **headers):
    return asked(room, cookie, "POST", body.encode() if isinstance(body, str) else body, **headers)


def told(answer):
    return json.loads(answer.text)


def page(room, lang="en"):
    return room.ask(f"{room.base}teacher/progress?lang={lang}", Cookie=room.teacher()).text


def rows(room, source="lesson"):
    """What the table of the class says of what was handed in."""
    answer = room.ask(f"{room.base}teacher/class.csv", Cookie=room.teacher())
    told = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    return [one for one in told if one["source"] == source]


def kept(room):
    """Of whom something is kept, and how much they have answered."""
    return {one["name"]: int(one["answered"]) for one in rows(room)}


def test_what_is_handed_in_arrives_and_the_newest_counts(room):
    anna, ben = room.join(name="Anna").cookie, room.join(name="Ben").cookie
    assert told(asked(room, anna)) == {"handed_in": False, "told": ""}
    assert room.state()["handed_in"] == say("hand_in.nobody")
    first = hand_in(room, anna, text(False))
    assert (first.status, told(first)) == (200, {"handed_in": True, "told": say("hand_in.arrived")})
    hand_in(room, anna, text(False, True, False, name="Anna María"))
    hand_in(room, ben, text(True))
    assert room.state("de")["handed_in"] == say("hand_in.count", "de", count=2, total=2)
    assert told(asked(room, anna))["handed_in"] is True
    assert kept(room) == {"Anna": 3, "Ben": 1}
    assert "Anna María" in page(room)


def test_the_teacher_sees_by_clause_and_by_lesson_what_goes_wrong(room):
    anna, ben = room.join(name="<b>Anna").cookie, room.join(name="=1+1").cookie
    room.join(name="Late")
    hand_in(room, anna, text(False, True, False))
    hand_in(room, ben, text(True))
    clauses = rows(room, "clause")
    assert {one["name"] for one in clauses} == {"<b>Anna", "'=1+1"}
    assert {(one["answered"], one["right"]) for one in clauses} == {("3", "1"), ("1", "1")}
    (by_anna, by_ben) = rows(room)
    assert (by_anna["of"], by_anna["answered"], by_ben["solved"]) == ("draw-call", "3", "1")
    told = page(room)
    assert say("hand_in.missing", names="Late") in told
    assert "&lt;b&gt;Anna" in told
    assert "<b>Anna" not in told
    assert say("cli.progress.percent", part=50) in told, "of both together, two of four"
    assert say("hand_in.clauses_text", "de") in page(room, "de")


@pytest.mark.parametrize(
    ("body", "code", "facts"),
    [
        ("{torn", "progress_torn", {}),
        (b"\xff\xfe", "progress_torn", {}),
        ("[" * 50_000, "progress_torn", {}),
        ('{"format": "x", "answers": []}', "progress_format", {}),
        (text(True).replace('"tries": 1', '"tries": true'), "progress_entry", {"number": 1}),
        (text(True).replace(str(NOW), "99999999999"), "progress_time", {"number": 1}),
    ],
)
def test_a_forged_text_is_refused_and_the_one_before_stays(room, body, code, facts):
    anna = room.join(name="Anna").cookie
    hand_in(room, anna, text(True))
    answer = hand_in(room, anna, body)
    reason = explain(NotationError(code, **facts).refusal)
    assert answer.status == 400
    assert told(answer) == {"handed_in": True, "told": say("hand_in.refused", reason=reason)}
    assert kept(room) == {"Anna": 1}


def test_only_our_own_page_hands_in_and_only_for_its_learner(room):
    anna = room.join(name="Anna").cookie
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Content_Type": "text/plain"}):
        assert hand_in(room, anna, text(True), **headers).status in (400, 403)
    assert asked(room, anna, "DELETE", Origin="http://evil.example").status == 403
    for stranger in ("", "cardlab-visitor=forged", room.teacher()):
        assert hand_in(room, stranger, text(True)).status == 403
        assert asked(room, stranger, "DELETE").status == 403
    assert asked(room, "").status == 403
    assert told(asked(room, room.teacher()))["handed_in"] is None
    for path in ("progress", "class.csv"):
        assert room.ask(f"{room.base}teacher/{path}", Cookie=anna).status == 403
    assert kept(room) == {}


def test_too_large_is_refused_before_it_is_read_and_without_a_length_nothing_is(room):
    anna = room.join(name="Anna").cookie
    large = hand_in(room, anna, b" " * (LARGEST + 1))
    reason = explain(NotationError("progress_too_long", most=LONGEST).refusal)
    assert (large.status, told(large)["told"]) == (413, say("hand_in.refused", reason=reason))
    whole = text(True) + " " * (LARGEST - len(text(True)))
    assert hand_in(room, anna, whole).status == 200
    line = HTTPConnection(room.host, timeout=60)
    line.putrequest("POST", f"{room.base}progress")
    chunked = {
        "Cookie": anna,
        "Origin": room.origin,
        "Content-Type": "application/json",
        "Transfer-Encoding": "chunked",
    }
    for name, value in chunked.items():
        line.putheader(name, value)
    line.endheaders()  # and no body: the answer comes before one is read
    answer = line.getresponse()
    assert Answer(answer.status, answer.headers, "").status == 400
    line.close()


def test_it_is_taken_back_and_goes_with_the_learner_and_with_the_class(room):
    anna, ben, carla = (room.join(name=name).cookie for name in ("Anna", "Ben", "Carla"))
    for one in (anna, ben, carla):
        hand_in(room, one, text(True))
    assert told(asked(room, anna, "DELETE")) == {"handed_in": False, "told": say("hand_in.taken_back")}
    assert list(kept(room)) == ["Ben", "Carla"]
    (number,) = (one["number"] for one in room.state()["people"] if one["name"] == "Ben")
    room.order(do="remove", number=number)
    assert list(kept(room)) == ["Carla"]
    room.order(do="end")
    assert kept(room) == {}
    assert hand_in(room, carla, text(True)).status == 403
    assert room.state()["handed_in"] == say("hand_in.nobody")


# What is kept, without a server


def came(room, name="Anna"):
    return room.join(room.code, name, "127.0.0.1").token


def kept_in(room):
    return HandedIn(room, now=lambda: float(NOW + 1000))


def test_what_is_taken_back_or_ended_while_it_is_read_is_not_kept():
    async def run():
        room = Roster()
        handed_in, anna, ben = kept_in(room), came(room), came(room, "Ben")
        reading = asyncio.create_task(handed_in.keep(anna, text(True).encode()))
        older = asyncio.create_task(handed_in.keep(ben, text(False).encode()))
        newer = asyncio.create_task(handed_in.keep(ben, text(True, True).encode()))
        await asyncio.sleep(0)
        handed_in.take_back(anna)
        await asyncio.gather(reading, older, newer)
        assert not handed_in.has(anna)
        assert [one.standings[0]["answered"] for _, one in handed_in.all()] == [2]
        ending = asyncio.create_task(handed_in.keep(ben, text(True).encode()))
        await asyncio.sleep(0)
        room.end()
        with pytest.raises(LookupError):
            await ending
        assert handed_in.all() == ()

    asyncio.run(run())


def test_what_is_on_its_way_has_a_limit():
    room = Roster()
    handed_in = kept_in(room)
    first, *others = (came(room, f"{number}") for number in range(MOST_ARRIVING // LARGEST + 1))
    assert handed_in.begin(first, LARGEST)
    assert not handed_in.begin(first, 1), "one at a time"
    assert [handed_in.begin(one, LARGEST) for one in others] == [True] * (len(others) - 1) + [False]
    handed_in.arrived(first)
    assert handed_in.begin(others[-1], LARGEST)
