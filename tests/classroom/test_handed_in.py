"""Progress handed in to the teacher of a running class: who may, what is taken, who sees it, and when it is gone."""

import asyncio
import csv
import io
import json
import re
from http.client import HTTPConnection

import pytest

from cardlab.classroom.handed_in import LARGEST, MOST_ARRIVING, HandIn
from cardlab.dashboard.roster import Roster
from cardlab.lessons.answer_log import LONGEST, write
from cardlab.lessons.protocol import Answered, log_of
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from tests.load.teaching import blocks

NOW = 1_780_000_000


def text(*right, name=""):
    """The file of a learner who has answered questions about calling, rightly or wrongly."""
    answers = [
        Answered("draw_call.may_call", f"1 {number} 0", 1, one, 1, 0, NOW + number) for number, one in enumerate(right)
    ]
    return write(log_of(answers, name))


def asked(live_class, cookie, method="GET", body=None, **headers):
    """The answer of the learner's address, sent as our page sends it unless `headers` say otherwise."""
    own = {"Cookie": cookie, "Origin": live_class.origin} | (
        {"Content_Type": "application/json"} if body is not None else {}
    )
    return live_class.ask(f"{live_class.base}progress?lang=en", method, body, **{**own, **headers})


def hand_in(live_class, cookie, body, **headers):
    return asked(live_class, cookie, "POST", body.encode() if isinstance(body, str) else body, **headers)


def content(answer):
    return json.loads(answer.text)


def kept(live_class):
    """Of whom something is kept, and how much of it was right at the first try, in percent."""
    tables = [one for one in blocks(live_class.teach(tab="results")) if one["is"] == "table"]
    rows = [one["cells"] for one in tables[-1]["rows"]] if tables else []
    return {name: int(part.split()[0]) for (name,), _, _, (part,), *_ in rows}


def test_what_is_handed_in_arrives_the_newest_counts_and_it_is_taken_back_or_goes_with_the_class(live_class):
    anna, ben = live_class.join(name="Anna").cookie, live_class.join(name="Ben").cookie
    assert content(asked(live_class, anna)) == {"handed_in": False, "message": ""}
    assert say("hand_in.nobody") in live_class.texts()
    first = hand_in(live_class, anna, text(False))
    assert (first.status, content(first)) == (200, {"handed_in": True, "message": say("hand_in.arrived")})
    hand_in(live_class, anna, text(False, True, False, name="Anna María"))
    hand_in(live_class, ben, text(True))
    assert say("hand_in.count", "de", count=2, total=2) in live_class.texts(lang="de")
    # Before the name of a page, which may be too long for its line.
    assert any(one.startswith(f"Ben ✓ {say('teach.handed_in')} · ") for one in live_class.texts())
    assert content(asked(live_class, anna))["handed_in"] is True
    assert kept(live_class) == {"Anna María": 33, "Ben": 100}
    # A learner who is removed has handed in all the same.
    live_class.order(do="remove", number=live_class.number("Ben"))
    assert content(asked(live_class, anna, "DELETE")) == {"handed_in": False, "message": say("hand_in.taken_back")}
    assert kept(live_class) == {"Ben": 100}
    live_class.order(do="end")
    assert kept(live_class) == {}
    assert hand_in(live_class, anna, text(True)).status == 403


FORGED = {
    "{torn": "progress_torn",
    b"\xff\xfe": "progress_torn",
    "[" * 50_000: "progress_format",
    '{"format": "x", "answers": []}': "progress_format",
}


def test_only_our_own_page_hands_in_and_only_for_its_learner(live_class):
    anna = live_class.join(name="Anna").cookie
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Content_Type": "text/plain"}):
        assert hand_in(live_class, anna, text(True), **headers).status in (400, 403)
    assert asked(live_class, anna, "DELETE", Origin="http://evil.example").status == 403
    for stranger in ("", "cardlab-visitor=forged", live_class.teacher()):
        assert hand_in(live_class, stranger, text(True)).status == 403
        assert asked(live_class, stranger, "DELETE").status == 403
    assert asked(live_class, "").status == 403
    assert content(asked(live_class, live_class.teacher()))["handed_in"] is None
    assert kept(live_class) == {}


def test_what_is_forged_or_too_large_is_refused_and_of_a_damaged_text_all_that_can_be_read_counts(live_class):
    anna = live_class.join(name="Anna").cookie
    hand_in(live_class, anna, text(True))
    for body, code in FORGED.items():
        answer, reason = hand_in(live_class, anna, body), explain(NotationError(code).refusal)
        told = {"handed_in": True, "message": say("hand_in.refused", reason=reason)}
        assert (answer.status, content(answer)) == (400, told)
    large = hand_in(live_class, anna, b" " * (LARGEST + 1))
    reason = explain(NotationError("progress_too_long", most=LONGEST).refusal)
    assert (large.status, content(large)["message"]) == (413, say("hand_in.refused", reason=reason))
    # Without a length nothing is read; the answer comes before there is a body.
    line = HTTPConnection(live_class.host, timeout=60)
    line.putrequest("POST", f"{live_class.base}progress")
    own = {"Cookie": anna, "Origin": live_class.origin, "Content-Type": "application/json"}
    for name, value in {**own, "Transfer-Encoding": "chunked"}.items():
        line.putheader(name, value)
    line.endheaders()
    assert line.getresponse().status == 400
    line.close()
    assert kept(live_class) == {"Anna": 100}  # the one before stays
    times = iter(("99999999999", "5000", "-1"))
    log = re.sub(r'"at": \d+', lambda _: f'"at": {next(times)}', text(True, False, True, name="Anna"))
    answer = hand_in(live_class, anna, log + " " * (LARGEST - len(log)))
    assert content(answer) == {"handed_in": True, "message": say("hand_in.arrived")}
    assert kept(live_class) == {"Anna": 67}
    torn = text(True, False, True).replace('"tries": 1', '"tries": true', 1)
    message = f"{say('hand_in.arrived')} {say('progress.left_out', count=1)}"
    assert content(hand_in(live_class, anna, torn)) == {"handed_in": True, "message": message}
    assert kept(live_class) == {"Anna": 50}


async def test_of_what_comes_while_another_is_read_the_newest_counts_and_nothing_after_the_end_nor_too_much_at_once():
    roster = Roster()
    hand_in = HandIn(roster, now=lambda: float(NOW + 1000))
    people = range(MOST_ARRIVING // LARGEST + 2)
    anna, ben, *others = (roster.join(roster.code, f"{number}", "127.0.0.1").token for number in people)
    sent = (anna, text(True).encode()), (ben, text(False).encode()), (ben, text(True, True).encode()), (anna, None)
    await asyncio.gather(*(hand_in.keep(*one) for one in sent))
    assert [one.summary and one.summary.results[0]["answered"] for one in roster.everybody()][:2] == [None, 2]
    # What is on its way has a limit, for everybody and for all.
    assert hand_in.begin(anna, LARGEST)
    assert not hand_in.begin(anna, 1), "one at a time"
    assert [hand_in.begin(one, LARGEST) for one in others] == [True] * (len(others) - 1) + [False]
    hand_in.arrived(anna)
    assert hand_in.begin(others[-1], LARGEST)
    ending = asyncio.create_task(hand_in.keep(ben, text(True).encode()))
    await asyncio.sleep(0)
    roster.end()
    with pytest.raises(KeyError):
        await ending
    assert roster.everybody() == ()


@pytest.mark.parametrize(("lang", "separator"), [("en", ","), ("de", ";")])
def test_no_name_runs_in_a_spreadsheet_or_tears_a_table_of_the_class(live_class, lang, separator):
    for name in ('=HYPERLINK("x")', "Eva;=1+1", 'Ben,"@x', "<b>Anna"):
        hand_in(live_class, live_class.join(name=name).cookie, text(True, name != "<b>Anna"))
    live_class.join(name="Late")
    told = "\n".join(live_class.texts("results", lang))
    part = say("cli.progress.percent", lang, part=88)  # of all together, seven of eight are right
    for said in (say("hand_in.missing", lang, names="Late"), "<b>Anna", part, say("hand_in.clauses_heading", lang)):
        assert said in told
    table = live_class.ask(f"{live_class.base}teacher/results.csv?lang={lang}", Cookie=live_class.teacher()).text
    assert table.startswith('\ufeff"')
    lines = list(csv.reader(io.StringIO(table.removeprefix("\ufeff")), delimiter=separator))
    assert {len(line) for line in lines} == {len(lines[0])}
    names = {'\'=HYPERLINK("x")', "Eva;'=1+1", "Ben,'\"@x", "<b>Anna"}
    assert names <= {cell for line in lines for cell in line}
    for read in ",;\t|":
        for cell in (cell for line in csv.reader(io.StringIO(table), delimiter=read) for cell in line):
            assert not cell.strip("\ufeff \"'").startswith(("=", "+", "@")) or cell.startswith("'"), cell
    assert all(line.startswith('"') and line.endswith('"') for line in table.removeprefix("\ufeff").splitlines())
