"""Tables between devices in bad company (T10.6): strangers, forgers, torn messages and floods."""

import asyncio
import json
import logging
import os
from functools import wraps
from random import Random

import pytest
from abused import settled, with_timeout

from cardlab import tichu, tongits
from cardlab.classroom.roster import Roster
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, PACES, Agreed, Watch
from tests.load.line import Line, Refused
from tests.load.players import Player, cookie, open_table, places
from tests.load.shared import SharedPage
from tests.load.teaching import blocks
from tests.tables.at_table import does, moved, sit
from tests.tables.front import Front

FORGED = int(os.environ.get("FORGED", "1500"))
"""Forged messages to each kind of page."""
HELLO = '{"session": "", "last_seen": 0, "log": [], "page": "0123456789"}'
TORN = (
    "",
    "{",
    "null",
    "[]",
    '{"page": 7}',
    "[1]",
    '["message", "1", "1", {"do": "draw"}]',
    '["message", 1, {"do": "draw"}]',
    '["message", 0, "1", {"do": "draw"}]',
    '["message", true, "1", {"do": "draw"}]',
    '["message", 1, "1", {"do": "draw"}, 2]',
    "[" * 5000,
    "\x00" * 5000,
)
NO_HELLO = (
    '["message", 1, "1", {"do": "draw"}]',
    HELLO.replace("0123456789", "short"),
    HELLO.replace("0123456789", "0" * 61),
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


async def line_of(here, path, token="token", **headers):
    """A line of a page that has not said a word yet."""
    return await Line.open(here.port, f"/line/{path}?lang=en", headers={"Cookie": cookie(here.port, token)} | headers)


def tables_page(here, token="token"):
    return SharedPage(here.port, "tables", cookie(here.port, token))


@at_front
async def test_T10_6_another_site_gets_no_line(here):
    code = await open_table(here.port, "token")
    for path in ("tables", f"table/{code}"):
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            with pytest.raises(Refused, match="403"):
                await line_of(here, path, **headers)
        with pytest.raises(Refused, match="403"):
            await Line.open(here.port, f"/line/{path}?lang=en")  # nobody without a token


def options(shown):
    """What the page offers to set, by the field, as values; None for a free one."""
    found = {}
    within = [shown["blocks"]]
    for one in within:
        if isinstance(one, dict):
            send = one.get("send")
            if isinstance(send, dict) and send.get("do") == "set":
                found.setdefault(send["field"], []).append(send.get("value"))
            within += one.values()
        elif isinstance(one, list):
            within += one
    return found


@at_front
async def test_T10_6_a_forged_choice_changes_nothing_and_an_impossible_value_is_answered_with_a_sentence(here):
    async with tables_page(here) as page:
        before, offered = page.shown, options(page.shown)
        assert offered["watch"] == ["nobody", "table", "open"]
        for field, value in (
            ("game", "chess sheet"),
            ("game", "tongits nothing"),
            ("watch", "everybody"),
            ("clock", "-1"),
            ("clock", "61"),
            ("pace", "master"),  # there are no bots of Tichu here
            ("rule:nothing", "1"),
            ("__class__", "x"),
        ):
            await page.answered(do="set", field=field, value=value)
            assert page.shown == before, field
        for value in ("0", "7777777777777", "many", "", "x" * 3000):
            await page.answered(do="set", field="rule:target", value=value)
            assert say("play_tongits.no_such_value") in json.dumps(page.shown)
        assert options(page.shown) == offered


@at_front
async def test_T10_6_a_table_is_opened_with_what_was_chosen_and_who_opens_it_sits_there(here):
    race = {"game": "tichu sheet"}
    for chosen, agreed in (
        ({"rule:target": "55", "clock": "60"}, Agreed(tongits.Rules(target=55), clock=60)),
        ({"game": "tongits traditional"}, Agreed(tongits.Rules.preset("traditional"))),
        (race | {"pace": "master", "fills": True, "watch": "open"},
         Agreed(tichu.SHEET, watch=Watch.OPEN, pace=PACES["master"], fills=True)),
        (race, Agreed(tichu.SHEET, pace=PACES["beginner"])),
    ):  # fmt: skip
        table = await (await here.services.tables()).table(await open_table(here.port, "token", "Ana", **chosen))
        assert table.agreed == agreed
        assert [seat.name for seat in table.seats] == ["Ana"] + [""] * (len(table.seats) - 1)


@at_front
async def test_T10_6_a_table_is_opened_once_however_often_that_is_said(here):
    async with tables_page(here) as page:
        await page.answered(do="open", name=["Ana"])
        # The line is lost before the answer has come, and the page says it once more.
        page.unanswered[page.number] = {"do": "open", "name": ["Ana"]}, 0.0
        page.line.close()
        await page.until(lambda: page.times_back and len(page.said) == 2)
        assert page.said[0] == page.said[1]
        await page.answered(do="open", name=["Ana"])
        assert page.said[2] != page.said[0]


@at_front
async def test_T10_6_the_list_of_tables_is_live_and_a_code_leads_to_a_table_or_to_a_sentence(here):
    async with tables_page(here) as page, tables_page(here, "Ana") as ana:
        await ana.answered(do="open", name=["<b>Ana"])
        code = ana.said[0]["go"][7:13]
        assert "<b>Ana" not in json.dumps(page.shown)  # nobody is there
        async with Player(here.port, code, "Ana"):
            await page.until(lambda: "<b>Ana" in json.dumps(page.shown))
        await page.until(lambda: "<b>Ana" not in json.dumps(page.shown))
        for typed in ("WRONGX", "", "x" * 3000, "\ud800"):
            await page.answered(do="find", code=[typed])
            assert say("together.no_such_table") in json.dumps(page.shown)
        assert page.said == []
        await page.answered(do="find", code=[f" {code[:3]}-{code[3:].lower()} "])
        assert page.said == [{"go": f"/table/{code}?lang=en"}]
        assert say("together.no_such_table") not in json.dumps(page.shown)


async def raced(tables):
    """A race of Ana, a card of hers that fits on one pile only, and one that fits on none."""
    while True:
        code = await tables.open(Agreed(tichu.SHEET, patience=600), "host")
        for by in ("ana", "ben"):
            await does(tables, code, pseudonym(by), sit("Ana"), "ready_up")
        await tables.execute(code, ITSELF, moved(tichu.Flip()))
        state = (await tables.table(code)).state
        found = [move.card for move in tichu.plays(tichu.view(state, 0))]
        right = [card.code for card in found if card.rank and found.count(card) == 1]
        wrong = [card.code for card in state.hands[0] if card not in found]
        if right and wrong:
            return code, right[0], wrong[0]


@at_front
async def test_T10_6_two_pages_of_one_player_are_held_up_as_one(here):
    code, right, wrong = await raced(await here.services.tables())
    async with Player(here.port, code, "ana") as first, Player(here.port, code, "ana") as second:
        await first.answered(do="card", seat=0, card=wrong, seen=1)
        # No page of the same player lays a card now, not even a right one.
        for page in (first, second):
            await page.answered(do="card", seat=0, card=right, seen=1)
        for page in (first, second):
            assert page.shown["number"] == 1
            assert 0 < page.shown["sides"][0]["locked_for"] <= 700
        # What is shown changes by itself when the time is over.
        await first.until(lambda: first.shown["sides"][0]["locked_for"] == 0)
        await second.answered(do="card", seat=0, card=right, seen=1)
        assert second.shown["number"] == 2


@at_front
async def test_T10_6_a_torn_message_ends_its_own_line_and_nothing_else(here):
    code = await open_table(here.port, "token")
    async with Player(here.port, code, "other") as other:
        for path in ("tables", f"table/{code}"):
            for said in (*((HELLO, torn) for torn in TORN), *((hello,) for hello in NO_HELLO)):
                bad = await line_of(here, path)
                for one in said:
                    bad.send(one)
                while await bad.read() is not None:
                    pass
        await other.answered(do="sit", name=["Ben"])
        assert [name for name, _, classes in places(other.shown) if "cardlab-you" in classes] == ["Ben"]


ODD = (None, True, -1, 0, 1, 2**70, 1.5, "", "7h", "x" * 900, "\ud800", [], ["7h"], [["7h"]], {}, {"do": "draw"})


def forged(chance):
    """A message as no page sends it: known names, odd fields and values."""
    known = ("sit", "remove", "say", "rise", "ready_up", "begin_now", "come_back", "close", "draw", "take", "discard",
             "call", "fold", "lay", "select", "drop", "go", "card", "pile", "wish", "open", "find", "set")  # fmt: skip
    fields = ("name", "seat", "phrase", "cards", "number", "card", "on", "to", "seen", "pile", "rank", "code", "field",
              "value", "events", "by", "player")  # fmt: skip
    if chance.random() < 0.05:
        return chance.choice(ODD)
    content = {chance.choice(fields): chance.choice(ODD) for _ in range(chance.randrange(4))}
    return {"do": chance.choice([*known, *ODD])} | content


@at_front
async def test_T10_6_forged_messages_and_a_flood_of_them_change_nothing_for_others(here, monkeypatch):
    # In the tests an undeclared message raises; here most are.
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "disabled", True)
    monkeypatch.setattr("cardlab.pages.connections.PageConnection.RATE", 10**6)
    chance = Random(41)
    async with Player(here.port, await open_table(here.port, "Ana", "Ana"), "Ana") as ana:
        await ana.answered(do="begin_now")
        await ana.until(lambda: ana.shown.get("stage") == "table")
        before = ana.shown
        for path in ("tables", f"table/{ana.code}"):
            forger = await line_of(here, path, "forger")
            forger.send(HELLO)
            for number in range(1, FORGED + 1):
                forger.send(json.dumps(["message", number, chance.choice("111102"), forged(chance)]))
                if number % 500 == 0:
                    answers = "".join(await settled(forger))
                    forger.pongs = 0
                    assert f'["done",{number}]' in answers
                    assert '["out",{"error":"failed"}]' not in answers
            forger.close()
        await ana.answered(do="say", phrase="hello")
        for key in ("hand", "piles", "players", "playing"):
            assert ana.shown[key] == before[key]


@at_front
async def test_T10_6_nobody_acts_for_another_and_names_are_text(here):
    code = await open_table(here.port, "host of this")
    names = ("<img src=x onerror=alert(1)>", "{who}{seat:who}", "A\u202e\u0000\n" + "z" * 500)
    async with Player(here.port, code, "host of this") as host:
        await host.answered(do="rise")
    one, two, three = (Player(here.port, code, f"own token {n}") for n in range(3))
    async with one, two, three, Player(here.port, code, "stranger") as stranger:
        for player, name in zip((one, two, three), names, strict=True):
            await player.answered(do="sit", name=[name])
        for player in (one, two, three):
            await player.answered(do="ready_up")
        for player in (one, stranger):
            await player.until(lambda player=player: player.shown.get("stage") == "table")
        shown = [name for name, *_ in places(one.shown)]
        assert shown[:2] == ["<img src=x onerror=alert(1)"[:24], "{who}{seat:who}"]
        assert len(shown[2]) <= 24
        assert shown[2].isprintable()
        before = one.shown["at"]
        for do in ("draw", "close", "ready_up", "begin_now"):
            await stranger.answered(do=do)
        for player, seat in ((stranger, 0), (two, 0)):
            await player.answered(do="remove", seat=seat)
        await two.answered(do="discard")
        assert one.shown["at"] == before
        assert all("cardlab-is-here" in classes for *_, classes in places(one.shown))
        assert stranger.shown["hand"]["cards"] == []


def addresses():
    return ("http://192.168.1.5:8866/",)


async def joined(front, room, name):
    """A learner of the class who has been at the page of tables, and the cookies."""
    learner = room.join(room.code, name, "127.0.0.1")
    cookies = front.cookie("visitor", learner.token)
    return learner, f"{cookies}; {(await front.get('/tables', cookies)).cookies}"


@with_timeout
async def test_T10_6_in_a_class_tables_are_for_those_who_have_come_in_and_the_teacher_sees_them(tmp_path):
    room = Roster(addresses)
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        _, anna = await joined(front, room, "Anna")
        assert "/join?to=" in (await front.get("/tables")).headers["location"]
        with pytest.raises(Refused, match="403"):
            await line_of(front, "tables")
        async with SharedPage(front.port, "tables", anna) as page:
            assert '"value": "Anna"' in json.dumps(page.shown)  # the name of the class
            await page.answered(do="open", name=["Rude"])
        code = page.said[0]["go"][7:13]
        assert "/join?to=" in (await front.get(f"/table/{code}")).headers["location"]

        async with SharedPage(front.port, f"table/{code}", anna) as page, front.teacher(room) as teacher:
            # A link and a QR code, for others to come by.
            for told in (f"http://192.168.1.5:8866/table/{code}", "<svg xmlns="):
                assert told in json.dumps(page.shown)
            await teacher.answered(do="open", tab="play")
            assert teacher.tables() == {code: ["Rude"]}
            hide = teacher.button(say("together.unname", name="Rude"))["send"]["then"]
            for wrong in ({"player": "nobody"}, {"code": "HHHHHH"}):
                await teacher.do(**{**hide, **wrong})
            assert teacher.tables() == {code: ["Rude"]}
            await teacher.do(**hide)
            await page.until(lambda: "Player 1" in json.dumps(page.shown))
            await teacher.until(lambda: teacher.tables() == {code: []})
            await teacher.do(do="close_table", code=code)
            await page.until(lambda: page.shown["over"])
            await teacher.until(lambda: teacher.tables() == {})


@with_timeout
async def test_T10_6_who_is_removed_leaves_the_table_and_the_end_of_the_class_reaches_everybody(tmp_path):
    room = Roster(addresses)
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        tables = await front.services.tables()
        people = [await joined(front, room, name) for name in ("Anna", "Ben", "Carla")]
        async with SharedPage(front.port, "tables", people[0][1]) as page:
            await page.answered(do="open", name=["Anna"])
        code = page.said[0]["go"][7:13]
        anna, ben, carla = (SharedPage(front.port, f"table/{code}", cookies) for _, cookies in people)

        async def until_names(*names):
            while [seat.name for seat in (await tables.table(code)).seats] != list(names):
                await asyncio.sleep(0)

        dan = SharedPage(front.port, "tables", (await joined(front, room, "Dan"))[1], "de")
        called = []
        dan.frames = ben.frames = lambda frame: called.append(frame[1]) if frame[0] == "invite" else None
        async with anna, ben, carla, dan, front.teacher(room) as teacher:
            # The teacher calls them there too, each page in its language.
            await teacher.answered(do="pick", what="lesson", value="melds")
            await teacher.do(do="invite")
            for lang in ("en", "de"):
                await dan.until(lambda lang=lang: f"/{lang}/melds.ipynb" in [one["href"] for one in called])
            fields = [one["value"] for page in (anna, ben) for one in blocks(page.shown["who"]) if one["is"] == "field"]
            assert fields == ["Ben"]
            for page, name in ((ben, "Ben"), (carla, "Carla")):
                await page.answered(do="sit", name=[name])
            await until_names("Anna", "Ben", "Carla")
            await teacher.do(do="remove", number=people[1][0].number)
            await ben.until(lambda: ben.is_over)
            await until_names("Anna", "", "Carla")
            with pytest.raises(Refused, match="403"):
                await ben.connect()
            await teacher.do(do="end")
            for page in (anna, carla, dan):
                await page.until(lambda page=page: page.is_over)
            await until_names("", "", "")


@with_timeout
async def test_T10_6_equal_names_are_told_apart_as_in_the_class_and_a_teacher_opens_tables_for_others(tmp_path):
    room = Roster(addresses)
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        _, anna = await joined(front, room, "Ana")
        async with SharedPage(front.port, "tables", anna) as page:
            await page.answered(do="open", name=["Ana"])
        code, tables = page.said[0]["go"][7:13], await front.services.tables()
        for by, name in (("two", "ana"), ("three", "Ana 2")):
            assert await tables.execute(code, by, sit(name)) == ()
        assert [seat.name for seat in (await tables.table(code)).seats] == ["Ana", "ana 2", "Ana 2 2"]
        teacher = front.cookie("teacher", room.key)
        teacher += f"; {(await front.get('/tables', teacher)).cookies}"
        async with SharedPage(front.port, "tables", teacher) as page:
            assert say("together.name") not in json.dumps(page.shown)
            await page.answered(do="open")
        assert not (await tables.table(page.said[0]["go"][7:13])).taken_seats


@at_front
async def test_T10_6_a_page_makes_who_asks_for_it_a_player_and_says_what_it_needs(here):
    code = await open_table(here.port, "token")
    for path in ("/tables?lang=de", f"/table/{code}?lang=de"):
        answer = await here.get(path)
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert say("page.needs_script", "de") in answer.text
        assert "set-cookie" not in (await here.get(path, answer.cookies)).headers


@at_front
async def test_T10_6_a_table_that_there_is_not_has_a_page_that_says_so(here):
    for path in ("/table/HHHHHH", "/table/hhhhhh", "/table/../tables"):
        assert (await here.get(path)).status in (404, 400)
    with pytest.raises(Refused, match="404"):
        await line_of(here, "table/HHHHHH")
