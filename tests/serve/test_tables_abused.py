"""Tables between devices in bad company (T10.6): strangers, forgers, torn messages and floods."""

import asyncio
import json
from functools import wraps
from itertools import product

import pytest
from abused import with_timeout

from cardlab import tichu, tongits
from cardlab.classroom.roster import Roster
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, PACES, Agreed, MakeMove, Sit, Watch
from tests.load.line import Line, Refused
from tests.load.players import Player, open_table
from tests.tables.front import Front

TORN = (
    "",
    "{",
    "null",
    "[]",
    '{"page": 7}',
    "[1]",
    '["1", {"do": "draw"}]',
    '[1, "draw"]',
    '[1, {"do": 7}, 2, 3]',
    '[1, {"do": "draw"}, 2]',
    "[" * 5000,
)


@pytest.fixture
def here(tmp_path):
    return tmp_path / "tables.sqlite3"


def at_front(test):
    """A test that is a coroutine, given a front in place of its file; one that waits for ever fails."""

    @with_timeout
    @wraps(test)
    async def run(here, **more):
        async with Front(here) as front:
            await test(front, **more)

    return run


FORM = {"game": "tongits sheet", "watch": "table", "clock": "0"}


async def line_of(here, code, token="token", **headers):
    opened = await Line.open(
        here.port, f"/table/{code}/line?lang=en", headers={"Cookie": here.cookie("player", token)} | headers
    )
    opened.send('{"page": "0123456789"}')
    return opened


@at_front
async def test_T10_6_another_site_opens_no_table_and_gets_no_line(here):
    foreign = {"Origin": "http://evil.example"}
    for headers in (foreign, {"Host": "evil.example"}):
        assert (await here.post("/tables", here.cookie("player", "token"), headers, **FORM)).status == 403
    code = await open_table(here.port, "token")
    with pytest.raises(Refused, match="403"):
        await line_of(here, code, **foreign)
    with pytest.raises(Refused, match="403"):
        await Line.open(here.port, f"/table/{code}/line?lang=en")  # nobody without a token


@at_front
async def test_T10_6_a_forged_form_is_answered_with_a_sentence(here):
    for fields in (
        {"game": "chess sheet"},
        {"game": "tongits nothing"},
        {"watch": "everybody"},
        {"watch": "later"},
        {"clock": "-1"},
        {"clock": "1e9"},
        {"tongits rule:target": "0"},
        {"tongits rule:target": "7777777777777"},
        {"tongits rule:nothing": "1"},
        {"tongits __class__": "x"},
    ):
        answer = await here.post("/tables", here.cookie("player", "token"), **FORM | fields)
        assert (answer.status, "That value is not possible here" in answer.text) == (400, True), fields


@at_front
async def test_T10_6_a_table_is_opened_with_what_the_form_says(here):
    chosen = {"pace": "master", "fills": "yes", "watch": "open", "clock": "60"}
    race = {"game": "tichu sheet"}
    for form, agreed in (
        ({"tongits rule:target": "55", "tongits rule:jokers": "2"}, Agreed(tongits.Rules(target=55, jokers=2))),
        (race | chosen, Agreed(tichu.SHEET, watch=Watch.OPEN, pace=PACES["master"], fills=True)),
        (race | {"pace": "of light"}, Agreed(tichu.SHEET)),
        (race, Agreed(tichu.SHEET, pace=PACES["beginner"])),
    ):
        code = await open_table(here.port, "token", **form)
        assert (await (await here.services.tables()).table(code)).agreed == agreed


async def raced(tables):
    """A race of Ana, a card of hers that fits on one pile only, and one that fits on none."""
    while True:
        code = await tables.open(Agreed(tichu.SHEET, patience=600), "host")
        for by, command in product(("ana", "ben"), (Sit("Ana"), "ready_up")):
            await tables.execute(code, pseudonym(by), command)
        await tables.execute(code, ITSELF, MakeMove(tichu.Flip()))
        state = (await tables.table(code)).state
        found = [move.card for move in tichu.plays(tichu.view(state, 0))]
        right = [card.code for card in found if card.rank and found.count(card) == 1]
        wrong = [card.code for card in state.hands[0] if card not in found]
        if right and wrong:
            return code, right[0], wrong[0]


@at_front
async def test_T10_6_two_pages_of_one_player_are_held_up_as_one(here):
    code, right, wrong = await raced(await here.services.tables())
    pages = first, second = [Player(here.port, code, "ana") for _ in range(2)]
    listening = [asyncio.create_task(page.listen()) for page in pages]
    for page in pages:
        await page.until(lambda page=page: page.shown)
    await first.answered(do="card", seat=0, card=wrong, seen=1)
    # No page of the same player lays a card now, not even a right one.
    for page in pages:
        await page.answered(do="card", seat=0, card=right, seen=1)
    for page in pages:
        assert page.shown["number"] == 1
        assert 0 < page.shown["sides"][0]["locked_for"] <= 700
    # What is shown changes by itself when the time is over.
    await first.until(lambda: first.shown["sides"][0]["locked_for"] == 0)
    await second.answered(do="card", seat=0, card=right, seen=1)
    assert second.shown["number"] == 2
    for task in listening:
        task.cancel()


@at_front
async def test_T10_6_a_torn_message_ends_its_own_line_and_nothing_else(here):
    code = await open_table(here.port, "token")
    other = Player(here.port, code, "other", "Ben")
    listening = asyncio.create_task(other.listen())
    await other.until(lambda: other.shown)
    for torn in TORN:
        bad = await line_of(here, code)
        bad.send(torn)
        while await bad.read() is not None:
            pass
    await other.answered(do="sit", name="Ben")
    listening.cancel()
    assert any(seat["you"] for seat in other.shown["room"]["seats"])


@at_front
async def test_T10_6_nobody_acts_for_another_and_names_are_text(here):
    code = await open_table(here.port, "host of this")
    names = ("<img src=x onerror=alert(1)>", "{who}{seat:who}", "A\u202e\u0000\n" + "z" * 500)
    players = [Player(here.port, code, f"own token {n}", name) for n, name in enumerate(names)]
    stranger = Player(here.port, code, "stranger", "Dan")
    listening = [asyncio.create_task(one.listen()) for one in (*players, stranger)]
    for one in players:
        await one.until(lambda one=one: one.shown)
        await one.answered(do="sit", name=one.name)
    for one in players:
        await one.answered(do="ready_up")
    await players[0].until(lambda: players[0].shown.get("stage") == "table")
    await stranger.until(lambda: stranger.shown.get("stage") == "table")
    shown = [seat["name"] for seat in players[0].shown["room"]["seats"]]
    assert shown[:2] == ["<img src=x onerror=alert(1)"[:24], "{who}{seat:who}"]
    assert len(shown[2]) <= 24
    assert shown[2].isprintable()
    before = players[0].shown["at"]
    for message in ({"do": "draw"}, {"do": "remove", "seat": 0}, {"do": "close"}, {"do": "ready"}, {"do": "begin_now"}):
        await stranger.answered(**message)
    await players[1].answered(do="remove", seat=0)
    await players[1].answered(do="discard")
    assert players[0].shown["at"] == before
    assert all(seat["state"] == "here" for seat in players[0].shown["room"]["seats"])
    assert stranger.shown["hand"]["cards"] == []
    for task in listening:
        task.cancel()


@with_timeout
async def test_T10_6_in_a_class_tables_are_for_those_who_have_come_in_and_the_teacher_sees_them(tmp_path):
    room = Roster(lambda: ("http://192.168.1.5:8866/",))
    learner = room.join(room.code, "Anna", "127.0.0.1")

    async with Front(tmp_path / "tables.sqlite3", room) as front:
        anna = front.cookie("visitor", learner.token)
        assert "/join?to=" in (await front.get("/tables")).headers["location"]
        assert (await front.post("/tables", front.cookie("player", "token"))).status in (302, 403)
        opened = await front.post("/tables", anna)
        assert opened.status == 303
        table = opened.headers["location"]
        page = await front.get(table, anna)
        assert "<svg xmlns=" in page.text  # a QR code, for others to come by
        assert "http://192.168.1.5:8866/table/" in page.text
        assert "/join?to=" in (await front.get(table)).headers["location"]
        code = table.partition("?")[0].rpartition("/")[2]
        cookie = f"{anna}; {opened.cookies}"
        line = await Line.open(front.port, f"/table/{code}/line?lang=en", headers={"Cookie": cookie}, packed=False)
        line.send('{"page": "0123456789"}')
        line.send(json.dumps([1, {"do": "sit", "name": "Rude"}]))

        async def until(told):
            while told not in (await line.read() or ""):
                pass

        await until('["done",1]')
        async with front.teacher(room) as teacher:
            await teacher.answered(do="open", tab="play")
            assert teacher.tables() == {code: ["Rude"]}
            hide = teacher.button(say("together.unname", name="Rude"))["send"]["then"]
            for wrong in ({"player": "nobody"}, {"code": "HHHHHH"}):
                await teacher.do(**{**hide, **wrong})
            assert teacher.tables() == {code: ["Rude"]}
            await teacher.do(**hide)
            await until("Player 1")
            await teacher.until(lambda: teacher.tables() == {code: []})
            await teacher.do(do="close_table", code=code)
            await until(say("together.closed"))
            await teacher.until(lambda: teacher.tables() == {})
        line.close()


async def seated(front, room, code, *names):
    """Learners of these names, each sitting at a table with a page that listens."""
    players = []
    for name in names:
        learner = room.join(room.code, name, "127.0.0.1")
        cookie = front.cookie("visitor", learner.token)
        path = f"/table/{code}" if code else "/tables"
        cookie += f"; {(await front.get(path, cookie)).cookies}"
        if not code:
            opened = await front.post("/tables", cookie, name=name)
            code = opened.headers["location"].partition("?")[0].rpartition("/")[2]
        line = await Line.open(front.port, f"/table/{code}/line?lang=en", headers={"Cookie": cookie}, packed=False)
        line.send(json.dumps({"page": f"page of {name}"}))
        line.send(json.dumps([1, {"do": "sit", "name": name}]))
        while '["done",1]' not in (await line.read() or ""):
            pass
        players.append((learner, line))
    return code, players


async def is_sent_out(line):
    """Whether the page is told so, and then its line is closed."""
    told = []
    while (message := await line.read()) is not None:
        told.append(message)
    return '[["over"]]' in told


@with_timeout
async def test_T10_6_who_is_removed_leaves_the_table_and_the_end_of_the_class_reaches_everybody(tmp_path):
    room = Roster(lambda: ("http://192.168.1.5:8866/",))
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        code, ((_, anna), (ben, bens), (_, carla)) = await seated(front, room, "", "Anna", "Ben", "Carla")
        tables = await front.services.tables()
        names = lambda table: [seat.name for seat in table.seats]  # noqa: E731
        assert names(await tables.table(code)) == ["Anna", "Ben", "Carla"]
        dan = front.cookie("visitor", room.join(room.code, "Dan", "127.0.0.1").token)
        board = await Line.open(front.port, "/line/board?lang=en", headers={"Cookie": dan}, packed=False)
        async with front.teacher(room) as teacher:
            await teacher.do(do="remove", number=ben.number)
        assert await is_sent_out(bens)
        while names(await tables.table(code)) != ["Anna", "", "Carla"]:
            await asyncio.sleep(0)
        async with front.teacher(room) as teacher:
            await teacher.do(do="end")
        for line in (anna, carla):
            assert await is_sent_out(line)
        while await board.read() not in ('[["over"]]', b'[["over"]]'):
            pass
        while names(await tables.table(code)) != ["", "", ""]:
            await asyncio.sleep(0)


@with_timeout
async def test_T10_6_who_opens_a_table_sits_at_it_and_equal_names_are_told_apart_as_in_the_class(tmp_path):
    room = Roster(lambda: ("http://192.168.1.5:8866/",))
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        anna = front.cookie("visitor", room.join(room.code, "Ana", "127.0.0.1").token)
        opened = await front.post("/tables", anna, name="Ana", **FORM)
        code = opened.headers["location"].partition("?")[0].rpartition("/")[2]
        tables = await front.services.tables()
        assert [seat.name for seat in (await tables.table(code)).seats] == ["Ana", "", ""]
        for by, name in (("two", "ana"), ("three", "Ana 2")):
            assert await tables.execute(code, by, Sit(name)) == ()
        names = [seat.name for seat in (await tables.table(code)).seats]
        assert names == ["Ana", "ana 2", "Ana 2 2"]
        # A teacher opens tables for others.
        teacher = front.cookie("teacher", room.key)
        assert 'name="name"' in (await front.get("/tables", anna)).text
        assert 'name="name"' not in (await front.get("/tables", teacher)).text


@at_front
async def test_T10_6_a_table_that_there_is_not_has_a_page_that_says_so(here):
    for path in ("/table/HHHHHH", "/table/hhhhhh", "/table/../tables"):
        assert (await here.get(path)).status in (404, 400)
    with pytest.raises(Refused, match="404"):
        await line_of(here, "HHHHHH")
