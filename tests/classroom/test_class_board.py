"""A running class: forty learners at the board, the teacher's screen, what is handed in, and who may not do what."""

import asyncio
import csv
import io
import json
from contextlib import AsyncExitStack
from http.client import HTTPConnection

import pytest
from classroom import classroom

from cardlab.classroom.handed_in import LARGEST, MOST_ARRIVING, HandIn
from cardlab.dashboard.roster import Roster
from cardlab.lessons.answer_log import LONGEST, write
from cardlab.lessons.course import drill_named
from cardlab.lessons.protocol import Answered, log_of
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import percent, say
from cardlab.refusal import NotationError
from cardlab.widgets.blocks import offers
from tests.load.line import Line, Refused
from tests.load.page import SharedPage
from tests.load.teaching import Teacher, blocks, texts


@pytest.fixture(scope="module")
def running():
    """A whole server: also its lessons, and the language of each browser."""
    with classroom() as running:
        yield running


@pytest.fixture
def live_class(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running


def ask(live_class):
    """The teacher asks whether one may call."""
    live_class.teach(lambda page: page.ask("draw_call.may_call", 2))


class Pupil(SharedPage):
    """A learner's page, or the teacher's who looks on."""

    def says(self, key, **facts):
        return json.dumps(say(key, self.lang, **facts))[1:-1] in json.dumps(self.shown)

    def sends(self, do):
        """What can be done now by a message of this name."""
        return [dict(send) for send, _ in offers(self.shown) if send["do"] == do]

    @property
    def verdict(self):
        return next((one for one in blocks(self.shown) if one["is"] == "verdict"), None)

    @property
    def chosen(self):
        return [one["value"] for block in blocks(self.shown) for one in block.get("options", ()) if one["chosen"]]

    async def asked(self):
        """Waits until there is something to answer."""
        await self.until(lambda: self.sends("answer"))

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        await self.answered(do="answer", number=number, turn=turn, answer=answer)


def pupil(live_class, cookie, lang="en"):
    return Pupil(live_class.port, "board", cookie, lang)


def learner(live_class, name="", lang="en"):
    return pupil(live_class, live_class.join(name=name).cookies, lang)


async def line_of(live_class, cookie, path, **headers):
    """The line of a page at this path, before a word is said."""
    return await Line.open(live_class.port, f"{live_class.base}line/{path}", headers={"Cookie": cookie, **headers})


async def heard_by(live_class, cookie, path, until, **headers):
    """All that a page at this path is sent until this is said."""
    line, heard = await line_of(live_class, cookie, path, **headers), ""
    line.send('{"page": "a page of somebody", "session": "", "last_seen": 0, "log": []}')
    while until not in heard:
        heard += await line.read()
    return heard


def teacher_of(live_class, lang="en"):
    return Teacher(live_class.port, live_class.teacher(), lang)


def bars(page):
    """How often each answer was given, and whether it is right, as the teacher's page shows it."""
    found = [bar for one in blocks(page.shown["stage"]) if one["is"] == "bars" for bar in one["bars"]]
    return {bar["key"]: (bar["count"], bar["right"]) for bar in found}


def answered(page, count, here):
    return f"{count} {say('board.answered', count=count, here=here)}" in texts(page.shown["stage"])


async def test_forty_learners_answer_at_once_and_all_are_counted(live_class):
    async with AsyncExitStack() as pages:
        everybody = [await pages.enter_async_context(learner(live_class)) for _ in range(40)]
        heard = [[] for _ in everybody]
        for one, frames in zip(everybody, heard, strict=True):
            one.watch = frames.append
        ask(live_class)
        for one in everybody:
            await one.asked()
        await asyncio.gather(*(one.answer("yes" if index % 4 else "no") for index, one in enumerate(everybody)))
        async with teacher_of(live_class) as teacher:
            await teacher.until(lambda: answered(teacher, 40, 40))
            assert bars(teacher) == {}
        # How many are done is said, and of whom nothing.
        for one in everybody:
            await one.until(lambda one=one: one.says("board.done", count=40, of=40))
        # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
        before = [json.dumps(frames) for frames in heard]
        live_class.order(do="reveal")
        for index, one in enumerate(everybody):
            await one.until(lambda one=one: one.verdict and one.said)
            ((entry,),) = [content["remember"] for content in one.said]
            given = "yes" if index % 4 else "no"
            question = drill_named("draw_call.may_call").question(entry["key"], 2)
            sentence, right = question.read("en").solution
            assert not any(hidden in before[index] for hidden in (sentence, entry["key"], "verdict"))
            assert (one.chosen, one.verdict["kind"]) == ([given], "yes" if given == right else "no")
            own = {"drill": "draw_call.may_call", "key": entry["key"], "level": 2, "at": entry["at"]}
            assert entry == {**own, "right": given == right, "tries": 1, "hints": 0}
    async with teacher_of(live_class) as teacher:
        assert bars(teacher) == {"yes": (30, right == "yes"), "no": (10, right == "no")}


async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(live_class):
    cookie = live_class.join(name="Anna").cookies
    async with pupil(live_class, cookie) as anna:
        ask(live_class)
        await anna.asked()
        await anna.answer("yes")
        # What is said again, over another line, counts once.
        anna.line.close()
        await anna.answer("yes")
        assert not anna.says("board.refused.late")
    async with pupil(live_class, cookie, "de") as again:
        assert (again.chosen, again.sends("change")) == (["yes"], [{"do": "change", "number": 1}])
        # What another page has sent since is not undone.
        await again.answer("no", turn=2)
        await again.answer("yes")
        assert (again.chosen, again.says("board.refused.late")) == (["no"], True)
        live_class.order(do="reveal")
    # Who comes after the reveal has the player's own answer to keep, too.
    async with pupil(live_class, cookie) as late:
        await late.until(lambda: late.said)


def table(live_class):
    answer = live_class.ask(f"{live_class.base}teacher/results.csv", Cookie=live_class.teacher())
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


async def test_all_answers_are_a_table_in_which_no_formula_stands_until_the_class_ends(live_class):
    async with learner(live_class, '=HYPERLINK("x")') as anna, learner(live_class, "Ben") as ben:
        live_class.teach(lambda page: page.ask_own("@sum(1)", "+1", "-1", right="2"))
        for one, answer in ((anna, "1"), (ben, "0")):
            await one.asked()
            await one.answer(answer)
        live_class.order(do="remove", number=live_class.number("Ben"))
        # How it has ended is said before the line is cut.
        await ben.until(lambda: ben.is_over)
        assert ben.says("board.over.removed")
        row, gone = csv.DictReader(io.StringIO(table(live_class).removeprefix("\ufeff")))
        # A removed learner has answered all the same, until the class ends.
        assert [*row.values()] == ["1", '\'=HYPERLINK("x")', "1", "1", "1"]
        assert [*gone.values()] == ["2", "Ben", "0", "0", "1"]
        ask(live_class)
        await anna.asked()
        live_class.order(do="end")
        assert len(table(live_class).splitlines()) == 1
        await anna.until(lambda: anna.is_over)
        assert anna.says("board.over.ended")
    async with learner(live_class) as late:
        assert late.says("board.waiting")


async def test_no_page_of_a_learner_solves_what_is_asked_and_the_board_leads_the_teacher_away(live_class):
    ask(live_class)
    anna, teacher = live_class.join(name="Anna").cookies, live_class.teacher()
    projector = f"{live_class.base}nl/demo.ipynb?drill=draw_call.may_call&level=2&seed=3"
    refused = live_class.ask(projector, Cookie=anna)
    assert (refused.status, say("page.teachers.title", "nl") in refused.text) == (403, True)
    assert live_class.ask(projector, Cookie=teacher).status == 200
    pages = [live_class.ask(f"{live_class.base}nl/index.ipynb", Cookie=one).text for one in (anna, teacher)]
    for notebook in ("demo.ipynb", "teachers.ipynb"):
        assert [notebook in page for page in pages] == [False, True]
    answer = live_class.ask(f"{live_class.base}board?lang=de", Cookie=teacher)
    assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
    for cookie, path in ((anna, "nl/demo.ipynb"), (teacher, "board")):
        with pytest.raises(Refused):
            await line_of(live_class, cookie, path)
    assert '"invite"' not in await heard_by(live_class, teacher, "en/index.ipynb", '["ready"]')


async def test_learners_are_called_to_the_board_until_they_have_answered(live_class):
    anna, ben = (live_class.join(name=name).cookies for name in ("Anna", "Ben"))
    # A page whose address names no language speaks that of its browser.
    await heard_by(live_class, anna, "board", say("board.waiting", "de"), **{"Accept-Language": "de"})
    ask(live_class)
    invited = say("room.inviting", lesson=say("board.title"))
    assert invited in live_class.texts("lesson")
    lessons = [await line_of(live_class, one, "nl/index.ipynb") for one in (anna, ben)]
    assert [say("board.invited", "nl") in await one.read() for one in lessons] == [True, True]
    async with pupil(live_class, anna, "nl") as page:
        heard = []
        page.watch = heard.append
        await page.asked()
        for turn in (1, 2):
            await page.answer("yes", turn=turn)
        assert say("board.invited", "nl") not in await heard_by(live_class, anna, "nl/index.ipynb", '"invite"')
        assert json.loads(await lessons[0].read()) == [["invite", {"href": "", "text": ""}]]
        for do, calls in (("clear", False), ("put_back", True), ("reveal", False), ("clear", False)):
            live_class.order(do=do)
            assert (invited in live_class.texts("lesson")) == calls, do
        # All are called to the next question, who has answered the last one too.
        ask(live_class)
        while say("board.invited", "nl") not in await lessons[0].read():
            pass
        assert not any(frame[0] == "invite" and frame[1]["href"] for frame in heard)


# Who may not do what


async def test_what_no_page_of_ours_sends_ends_the_line_or_does_nothing(live_class):
    ask(live_class)
    answer, go = {"do": "answer", "number": 1, "turn": 1, "answer": ["yes"]}, {"do": "go", "to": 1}
    for forged in ({}, go, {**answer, "answer": [7]}, {**answer, "number": True}, {**answer, "more": 1}):
        async with learner(live_class) as ben:
            await ben.answered(**forged)
            assert ben.sends("answer")
    long = json.dumps(["message", 1, "1", {**answer, "answer": ["x" * 9999]}])
    for strange in ("{", '{"number": 1}', long, b"\x00"):
        anna = await line_of(live_class, live_class.join().cookies, "board")
        anna.send(strange)
        while await anna.read() is not None:
            pass
    async with teacher_of(live_class) as teacher:
        assert answered(teacher, 0, 0)


# The teacher's screen


async def test_two_pages_of_the_teacher_show_the_same_stage_list_and_learners_and_each_its_own_panel(live_class):
    async with teacher_of(live_class) as one, teacher_of(live_class, "de") as other:
        await one.ask("melds.set_or_run", do="add")
        await other.until(lambda: other.listed)
        await one.ask("draw_call.may_call", 2)
        await other.until(lambda: say("lesson.under.may_call", "de") in texts(other.shown["stage"]))
        await other.answered(do="open", tab="who")
        assert (one.shown["tab"], other.shown["tab"]) == ("ask", "who")
        await other.answered(do="clear")
        await one.until(lambda: one.shown["stage"][0]["is"] == "way")
        await one.answered(do="put_back")
        await other.until(lambda: other.shown["stage"][0]["is"] != "way")
        await one.answered(do="unlist", at=0)
        await other.until(lambda: not other.listed)
        cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookies)
        await other.until(lambda: f"Anna {say('room.not_yet', 'de')}" in texts(other.shown["panel"]))
        await asyncio.to_thread(lambda: live_class.ask(f"{live_class.base}board?lang=en", Cookie=cookie))
        was = say("room.was_on", "de", lesson=say("board.title", "de"))
        await other.until(lambda: f"Anna {was}" in texts(other.shown["panel"]))


async def test_T10_1_tables_are_opened_listed_and_closed_and_all_are_called_there_but_who_is_there(live_class):
    cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookies)
    player = await asyncio.to_thread(lambda: live_class.ask("/tables", Cookie=cookie).cookies)
    tables = SharedPage(live_class.port, "tables", f"{cookie}; {player}")
    async with teacher_of(live_class) as page, SharedPage(live_class.port, "board", cookie, "nl") as board, tables:
        invited = []
        tables.watch = lambda frame: frame[0] == "invite" and invited.append(frame[1])
        await page.answered(do="open", tab="play")
        await page.answered(do="pick", what="tables", value="2")
        await page.answered(do="open_tables")
        code, other = page.tables()
        await tables.until(lambda: invited and code in json.dumps(tables.shown))
        assert invited == [{"href": "", "text": ""}]
        await board.until(lambda: "/tables?lang=nl" in json.dumps(board.shown))
        # Who sits at a table finds it again from the board, until it is closed.
        async with SharedPage(live_class.port, f"table/{code}", f"{cookie}; {player}") as table:
            await table.answered(do="sit", name=["Anna"])
        own = f"/table/{code}?lang=nl"
        await board.until(lambda: own in json.dumps(board.shown))
        await page.do(do="close_table", code=code)
        await board.until(lambda: own not in json.dumps(board.shown))
        await page.until(lambda: [*page.tables()] == [other])
        await page.do(do="end")
        await page.until(lambda: not page.tables())


async def test_only_the_teachers_cookie_gets_the_line_the_page_and_the_tables_and_only_on_our_own_page(live_class):
    learner = await asyncio.to_thread(lambda: live_class.join().cookies)
    for cookie in ("", learner, f"{learner}; {learner.replace('visitor', 'teacher')}"):
        with pytest.raises(Refused, match="403"):
            await Teacher(live_class.port, cookie).connect()
    for cookie, path in ((live_class.teacher(), "teacher"), (learner, "board")):
        headers = {"Cookie": cookie, "Origin": "http://evil.example"}
        with pytest.raises(Refused):
            await Line.open(live_class.port, f"/line/{path}", headers=headers)
    for path in ("teacher", "teacher/results.csv"):
        assert live_class.ask(f"/{path}", Cookie=learner).status == 403
    kept = live_class.ask("/teacher?key=any&drill=melds.repair&lang=nl", Cookie=live_class.teacher())
    assert (kept.status, kept.headers["Location"]) == (302, "/teacher?lang=nl&drill=melds.repair")


# Progress that is handed in to the teacher


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
    return {name: int(part.rstrip("%")) for (name,), _, _, (part,), *_ in rows}


def test_what_is_handed_in_arrives_the_newest_counts_and_it_is_taken_back_or_goes_with_the_class(live_class):
    anna, ben = live_class.join(name="Anna").cookies, live_class.join(name="Ben").cookies
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


TORN = {
    "{torn": "progress_torn",
    b"\xff\xfe": "progress_torn",
    "[" * 50_000: "progress_format",
    '{"format": "x", "answers": []}': "progress_format",
}


def test_only_our_own_page_hands_in_and_only_for_its_learner(live_class):
    anna = live_class.join(name="Anna").cookies
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
    anna = live_class.join(name="Anna").cookies
    hand_in(live_class, anna, text(True))
    for body, code in TORN.items():
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
    whole = text(True, False, True)
    assert hand_in(live_class, anna, whole.ljust(LARGEST)).status == 200
    assert kept(live_class) == {"Anna": 67}
    torn = whole.replace('"tries": 1', '"tries": true', 1)
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
        hand_in(live_class, live_class.join(name=name).cookies, text(True, name != "<b>Anna"))
    live_class.join(name="Late")
    told = "\n".join(live_class.texts("results", lang))
    part = percent(7 / 8, lang)  # of all together, seven of eight are right
    headings = [say(f"hand_in.{one}", lang) for one in ("clauses_heading", "column.right", "sentence")]
    for said in (say("hand_in.missing", lang, names="Late"), "<b>Anna", part, *headings):
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
