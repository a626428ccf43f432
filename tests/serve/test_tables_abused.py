"""Tables between devices in bad company (T10.6): strangers, forgers, torn messages and floods."""

import asyncio
import json
import logging
import os
from functools import wraps
from random import Random

import pytest
from abused import settled

from cardlab import tichu, tongits
from cardlab.dashboard.display_names import pseudonym
from cardlab.dashboard.roster import Roster
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, Agreed
from tests.load.line import Line, Refused
from tests.load.players import Player, cookie, open_table, places
from tests.load.shared import SharedPage
from tests.load.teaching import blocks
from tests.tables.at_table import does, moved, sit
from tests.tables.front import Front

FORGED = int(os.environ.get("FORGED", "1500"))
"""Forged messages to each kind of page."""
HELLO = '{"session": "", "last_seen": 0, "log": [], "page": "0123456789"}'


@pytest.fixture
def here(tmp_path):
    return tmp_path / "tables.sqlite3"


def at_front(test):
    """A test that is given a front in place of its file."""

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


FORGED_CHOICES = {
    "game": ["chess sheet", "tongits nothing"],
    "clock": ["-1", "61", 60],
    "rule:target": ["1"],
    "__class__": ["x"],
}


@at_front
async def test_T10_6_a_forged_choice_changes_nothing(here):
    async with tables_page(here) as page:
        before = page.shown
        for field, values in FORGED_CHOICES.items():
            for value in values:
                await page.answered(do="set", field=field, value=value)
                assert page.shown == before, (field, value)


@at_front
async def test_T10_6_a_table_is_opened_once_with_what_was_chosen_and_who_opens_it_sits_there(here):
    for chosen, agreed in (
        ({"clock": "60"}, Agreed(tongits.Rules(), clock=60)),
        ({"game": "tongits traditional"}, Agreed(tongits.Rules.preset("traditional"))),
        ({"game": "tichu sheet"}, Agreed(tichu.SHEET)),
    ):
        code = await open_table(here.port, "token", "Ana", **chosen)
        table = await (await here.tournaments.ready()).tables.table(code)
        assert table.agreed == agreed
        assert [seat.name for seat in table.seats] == ["Ana"] + [""] * (len(table.seats) - 1)
    async with tables_page(here) as page:
        await page.answered(do="open", name=["Ana"])
        # The line is lost before the answer has come, and the page says it again.
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
            await does(tables, code, pseudonym(by), sit("Ana"))
        await tables.execute(code, ITSELF, moved(tichu.Flip()))
        state = (await tables.table(code)).state
        found = [move.card for move in tichu.plays(tichu.view(state, 0))]
        right = [card.code for card in found if card.rank and found.count(card) == 1]
        wrong = [card.code for card in state.hands[0] if card not in found]
        if right and wrong:
            return code, right[0], wrong[0]


@at_front
async def test_T10_6_two_pages_of_one_player_are_held_up_as_one(here):
    code, right, wrong = await raced((await here.tournaments.ready()).tables)
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


ODD = (None, True, -1, 0, 1, 2**70, 1.5, "", "7h", "x" * 900, "\ud800", [], ["7h"], [["7h"]], {}, {"do": "draw"})


def forged(chance):
    """A message as no page sends it: known names, odd fields and values."""
    known = ("sit", "remove", "rise", "deal", "come_back", "close", "draw",
             "move", "fold", "select", "drop", "go", "card", "pile", "wish", "open", "find", "set")  # fmt: skip
    fields = ("name", "text", "seat", "cards", "number", "card", "on", "to", "seen", "pile", "rank", "code",
              "field", "value", "events", "by", "player")  # fmt: skip
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
        await ana.answered(do="deal")
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
        await ana.answered(do="deal")
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
        await one.until(lambda: one.shown.get("stage") == "table")
        shown = [name for name, *_ in places(one.shown)]
        assert shown[:2] == ["<img src=x onerror=alert(1)"[:24], "{who}{seat:who}"]
        assert len(shown[2]) <= 24
        assert shown[2].isprintable()
        before = one.shown["at"]
        await stranger.answered(do="move", text="draw")
        for do in ("close", "deal"):
            await stranger.answered(do=do)
        for player, seat in ((stranger, 0), (two, 0)):
            await player.answered(do="remove", seat=seat)
        await two.answered(do="move", text="discard 7h")
        assert one.shown["at"] == before
        assert all("cardlab-is-here" in classes for *_, classes in places(one.shown))
        assert stranger.shown["stage"] == "room"


def class_room():
    return Roster(lambda: ("http://192.168.1.5:8866/",))


async def joined(front, room, name):
    """A learner of the class who has been at the page of tables, and the cookies."""
    learner = room.join(room.code, name, "127.0.0.1")
    return learner, await front.cookies("visitor", learner.token)


async def test_T10_6_in_a_class_tables_are_for_those_who_have_come_in_and_the_teacher_sees_them(tmp_path):
    room = class_room()
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
            await teacher.do(do="close_table", code="HHHHHH")
            assert teacher.tables() == {code: ["Rude"]}
            await teacher.do(do="close_table", code=code)
            await page.until(lambda: page.shown["over"])
            await teacher.until(lambda: teacher.tables() == {})


async def test_T10_6_who_is_removed_leaves_the_table_and_the_end_of_the_class_reaches_everybody(tmp_path):
    room = class_room()
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        tables = (await front.tournaments.ready()).tables
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
            while "Ben" in (await tables.table(code)).names.values():
                await asyncio.sleep(0)
            with pytest.raises(Refused, match="403"):
                await ben.connect()
            await teacher.do(do="end")
            for page in (anna, carla, dan):
                await page.until(lambda page=page: page.is_over)
            await until_names("", "", "")


async def test_T10_6_equal_names_are_told_apart_as_in_the_class_and_a_teacher_opens_tables_for_others(tmp_path):
    room = class_room()
    async with Front(tmp_path / "tables.sqlite3", room) as front:
        _, anna = await joined(front, room, "Ana")
        async with SharedPage(front.port, "tables", anna) as page:
            await page.answered(do="open", name=["Ana"])
        code, tables = page.said[0]["go"][7:13], (await front.tournaments.ready()).tables
        for by, name in (("two", "ana"), ("three", "Ana 2")):
            assert await tables.execute(code, by, sit(name)) == ()
        assert [seat.name for seat in (await tables.table(code)).seats] == ["Ana", "ana 2", "Ana 2 2"]
        async with SharedPage(front.port, "tables", await front.cookies("teacher", room.key)) as page:
            assert say("together.name") not in json.dumps(page.shown)
            await page.answered(do="open")
        assert not (await tables.table(page.said[0]["go"][7:13])).taken_seats


@at_front
async def test_T10_6_a_page_makes_who_asks_for_it_a_player_and_one_of_no_table_says_so(here):
    code = await open_table(here.port, "token")
    for path in ("/tables?lang=de", f"/table/{code}?lang=de"):
        answer = await here.get(path)
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert say("page.needs_script", "de") in answer.text
        assert "set-cookie" not in (await here.get(path, answer.cookies)).headers
    for path in ("/table/HHHHHH", "/table/hhhhhh", "/table/../tables"):
        assert (await here.get(path)).status in (404, 400)
    with pytest.raises(Refused, match="404"):
        await line_of(here, "table/HHHHHH")
