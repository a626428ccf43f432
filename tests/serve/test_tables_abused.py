"""Tables between devices in bad company (T10.6): strangers, forgers, torn messages and floods."""

import asyncio
import json
import logging
import re
from contextlib import AsyncExitStack
from functools import partial
from html import unescape

import pytest
from abused import settled

from cardlab import tichu, tongits
from cardlab.dashboard.display_names import pseudonym
from cardlab.dashboard.roster import Roster
from cardlab.phrasing.catalogue import say
from cardlab.tables.players_pages import TableConnection
from cardlab.tables.shared_table import ITSELF, Agreed, Lent
from tests.load.line import Line, Refused
from tests.load.page import SharedPage
from tests.load.players import Player, cookie, open_table, places
from tests.load.teaching import blocks, texts
from tests.tables.at_table import does, moved, sit
from tests.tables.front import Front

HELLO = '{"session": "", "last_seen": 0, "log": [], "page": "0123456789"}'


async def line_of(here, path, token="token", **headers):
    """A line of a page that has not said a word yet."""
    return await Line.open(here.port, f"/line/{path}?lang=en", headers={"Cookie": cookie(here.port, token)} | headers)


def tables_page(here, token="token"):
    return SharedPage(here.port, "tables", cookie(here.port, token))


def code_of(page):
    """The code of the table to which a page was sent at last."""
    return page.said[-1]["go"].partition("?")[0].rpartition("/")[2]


@pytest.fixture
def front(tmp_path):
    """`front(room)`: a front with tables."""
    return partial(Front, tmp_path / "tables.sqlite3")


FORGED_CHOICES = [("game", "chess sheet"), ("game", "tongits nothing"), ("clock", "-1"), ("clock", "61"), ("clock", 60)]
FORGED_CHOICES += [("rule:target", "1"), ("__class__", "x")]


async def test_T10_6_a_table_is_opened_once_with_what_was_chosen_and_who_opens_it_sits_there(front):
    async with front() as here:
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
            before = page.shown
            for field, value in FORGED_CHOICES:
                await page.answered(do="set", field=field, value=value)
                assert page.shown == before, (field, value)
            await page.answered(do="open", name=["Ana"])
            # The line is lost before the answer has come, and the page says it again.
            page.unanswered[page.number] = {"do": "open", "name": ["Ana"]}, 0.0, "1"
            page.line.close()
            await page.until(lambda: page.times_back and len(page.said) == 2)
            assert page.said[0] == page.said[1]
            await page.answered(do="open", name=["Ana"])
            assert page.said[2] != page.said[0]


async def test_T10_6_the_list_of_tables_is_live_and_a_code_leads_to_a_table_or_to_a_sentence(front):
    async with front() as here, tables_page(here) as page, tables_page(here, "Ana") as ana:
        await ana.answered(do="open", name=["<b>Ana"])
        code = code_of(ana)
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
        # A page makes who asks for it a player, and one of no table says so.
        for path in ("/tables?lang=de", f"/table/{code}?lang=de"):
            answer = await here.get(path)
            assert "HttpOnly" in answer.headers["set-cookie"]
            assert say("page.needs_script", "de") in answer.text
            assert "set-cookie" not in (await here.get(path, answer.cookies)).headers
        for path in ("/table/HHHHHH", "/table/hhhhhh", "/table/../tables"):
            assert (await here.get(path)).status in (404, 400)
        with pytest.raises(Refused, match="404"):
            await line_of(here, "table/HHHHHH")
        # Nor is there a line for another site, or for a browser without a cookie.
        for path in ("tables", "tournaments", f"table/{code}"):
            for headers in ({"Origin": "http://evil.example"}, {"Cookie": ""}):
                with pytest.raises(Refused, match="403"):
                    await line_of(here, path, **headers)


async def test_T10_6_two_pages_of_one_player_are_held_up_as_one(front):
    async with front() as here:
        tables, wrong = (await here.tournaments.ready()).tables, []
        while not wrong:  # a card of the first hand that fits on no pile
            code = await tables.open(Agreed(tichu.SHEET, patience=600), "host")
            for by in ("ana", "ben"):
                await does(tables, code, pseudonym(by), sit("Ana"))
            await tables.execute(code, ITSELF, moved(tichu.Flip()))
            state = (await tables.table(code)).state
            right = {move.card for move in tichu.plays(tichu.view(state, 0))}
            wrong = [card.code for card in state.hands[0] if card not in right]
        async with Player(here.port, code, "ana") as first, Player(here.port, code, "ana") as second:
            for page in (first, second):
                await page.answered(do="card", seat=0, card=wrong[0], seen=1)
                assert 0 < page.shown["sides"][0]["locked_for"] <= 700
            # What is shown changes by itself when the time is over.
            await first.until(lambda: first.shown["sides"][0]["locked_for"] == 0)


ODD = (None, True, -1, 0, 1, 2**70, 1.5, "", "7h", "x" * 900, "\ud800", [], ["7h"], [["7h"]], {}, {"do": "draw"})
FIELDS = {
    "sit": "name",
    "remove": "seat",
    "rise": "seat",
    "deal": "by",
    "close": "player",
    "draw": "seat",
    "move": "text",
}
FIELDS |= {"select": "cards", "drop": "on", "go": "to", "card": "card", "pile": "pile", "wish": "rank", "find": "code"}
FIELDS |= {"open": "name", "set": "value", "come_back": "events"}
FORGED = [*ODD, *({"do": do, field: one} for do, field in FIELDS.items() for one in ODD), *({"do": one} for one in ODD)]
"""Messages as no page sends them: known names with odd values, and odd names."""


async def test_T10_6_forged_messages_and_a_flood_of_them_change_nothing_for_others(front, monkeypatch):
    # In the tests an undeclared message raises; here most are.
    monkeypatch.setattr(logging.getLogger("cardlab.messages"), "disabled", True)
    monkeypatch.setattr("cardlab.pages.connections.PageConnection.RATE", 10**6)
    async with front() as here, Player(here.port, await open_table(here.port, "Ana", "Ana"), "Ana") as ana:
        await ana.answered(do="deal")
        await ana.until(lambda: ana.shown.get("stage") == "table")
        before = ana.shown
        for path in ("tables", f"table/{ana.code}"):
            forger = await line_of(here, path, "forger")
            forger.send(HELLO)
            for number, content in enumerate(FORGED * 4, 1):
                forger.send(json.dumps(["message", number, "2" if number % 9 == 0 else "1", content]))
            answers = "".join(await settled(forger))
            assert f'["done",{4 * len(FORGED)}]' in answers
            assert '["out",{"error":"failed"}]' not in answers
            forger.close()
        await ana.answered(do="deal")
        for key in ("hand", "piles", "players", "playing"):
            assert ana.shown[key] == before[key]


async def test_T10_6_nobody_acts_for_another_and_names_are_text(front):
    names = ("<img src=x onerror=alert(1)>", "{who}{seat:who}", "A\u202e\u0000\n" + "z" * 500)
    async with front() as here, AsyncExitStack() as pages:
        code = await open_table(here.port, "host of this")
        async with Player(here.port, code, "host of this") as host:
            await host.answered(do="rise")
        tokens = "own token 0", "own token 1", "own token 2", "stranger"
        players = [await pages.enter_async_context(Player(here.port, code, token)) for token in tokens]
        one, two, _, stranger = players
        for player, name in zip(players, names, strict=False):
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
        for player in (stranger, two):
            await player.answered(do="remove", seat=0)
        await two.answered(do="move", text="discard 7h")
        assert one.shown["at"] == before
        assert all("cardlab-is-here" in classes for *_, classes in places(one.shown))
        assert stranger.shown["stage"] == "room"


async def joined(front, room, name):
    """A learner of the class who has been at the page of tables, and the cookies."""
    learner = room.join(room.code, name, "127.0.0.1")
    return learner, await front.cookies("visitor", learner.token)


async def test_T10_6_in_a_class_tables_are_for_those_who_have_come_in_and_the_teacher_sees_them(front):
    room = Roster(lambda: ("http://192.168.1.5:8866/",))
    async with front(room) as here, here.teacher(room) as teacher:
        await teacher.answered(do="open", tab="play")  # before there is a file of tables
        assert teacher.tables() == {}
        _, anna = await joined(here, room, "Anna")
        assert "/join?to=" in (await here.get("/tables")).headers["location"]
        with pytest.raises(Refused, match="403"):
            await line_of(here, "tables")
        async with SharedPage(here.port, "tables", anna) as page:
            assert '"value": "Anna"' in json.dumps(page.shown)  # the name of the class
            await page.answered(do="open", name=["Rude"])
            code = code_of(page)
        assert "/join?to=" in (await here.get(f"/table/{code}")).headers["location"]
        tables = (await here.tournaments.ready()).tables

        async with SharedPage(here.port, f"table/{code}", anna) as page:
            # A link and a QR code, for others to come by.
            for told in (f"http://192.168.1.5:8866/table/{code}", "<svg xmlns="):
                assert told in json.dumps(page.shown)
            await teacher.until(lambda: teacher.tables() == {code: ["Rude"]})
            # Equal names are told apart as in the class.
            for by, name in (("two", "rude"), ("three", "Rude 2")):
                assert await tables.execute(code, by, sit(name)) == ()
            everybody = [seat.name for seat in (await tables.table(code)).seats]
            assert everybody == ["Rude", "rude 2", "Rude 2 2"]
            await teacher.until(lambda: teacher.tables() == {code: everybody})
            await teacher.do(do="close_table", code="HHHHHH")
            assert teacher.tables() == {code: everybody}
            await teacher.do(do="close_table", code=code)
            await page.until(lambda: page.shown["over"])
            await teacher.until(lambda: teacher.tables() == {})
        # A teacher opens tables for others.
        async with SharedPage(here.port, "tables", await here.cookies("teacher", room.key)) as page:
            assert say("together.name") not in json.dumps(page.shown)
            await page.answered(do="open")
            assert not (await tables.table(code_of(page))).taken_seats


async def test_T10_6_who_is_removed_leaves_the_table_and_the_end_of_the_class_reaches_everybody(front):
    room = Roster()
    async with front(room) as here, AsyncExitStack() as pages:
        tables = (await here.tournaments.ready()).tables
        people = [await joined(here, room, name) for name in ("Anna", "Ben", "Carla")]
        async with SharedPage(here.port, "tables", people[0][1]) as page:
            await page.answered(do="open", name=["Anna"])
            code = code_of(page)

        async def until_names(*names):
            while [seat.name for seat in (await tables.table(code)).seats] != list(names):
                await asyncio.sleep(0)

        lookers = [SharedPage(here.port, f"table/{code}", cookies) for _, cookies in people]
        anna, ben, carla = [await pages.enter_async_context(page) for page in lookers]
        teacher = await pages.enter_async_context(here.teacher(room))
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
        for page in (anna, carla):
            await page.until(lambda page=page: page.is_over)
        await until_names("", "", "")


async def test_T10_6_what_cannot_be_drawn_at_a_table_is_told_and_drawn_anew(front, caplog, monkeypatch):
    # What cannot be drawn is written to the log here; elsewhere it fails a test.
    monkeypatch.setattr(logging.getLogger("cardlab.drawing"), "handlers", [])
    async with front() as here:
        code = await open_table(here.port, "Ana", "Ana")
        async with Player(here.port, code, "Ana") as ana, Player(here.port, code, "Ben") as ben:
            await ben.answered(do="sit", name=["Ben"])
            await ana.answered(do="deal")
            await ana.until(lambda: ana.shown.get("stage") == "table")
            lines = [one for one in here.course.connections if isinstance(one, TableConnection)]
            (device,) = [one.scene for one in lines if one.scene.own_seat == 0]
            told = []
            ana.watch = told.append
            has_nothing_to_say = partial(setattr, device, "announcement", None)
            for damage in (has_nothing_to_say, lambda: setattr(device.driver, "line", None)):
                # Drawn for a message of her own; then because a bot plays for somebody.
                damage()
                await ana.answered(do="deal")
                assert told[-1] == ["done", ana.number]
                damage()
                told.clear()
                await (await here.tournaments.ready()).tables.execute(code, ITSELF, Lent(1))
                await ana.until(lambda: told)
                assert [one[0] for one in told] == ["state"]
                await ben.answered(do="come_back")
            logged = [entry.exc_info for entry in caplog.records if entry.levelno >= logging.ERROR]
            assert (len(logged) >= 4, all(logged)) == (True, True)
            # What could not be done is told.
            device.driver.line = None
            told.clear()
            await ana.answered(do="select", cards=ana.shown["hand"]["cards"][:1], number=1)
            assert [one for one in told if one[0] != "state"] == [["out", {"error": "failed"}], ["done", ana.number]]
            assert ana.shown["hand"]["selected"] == []
            # What was done and could not be drawn is there when it can be drawn again, on other pages at once.
            card = ana.shown["hand"]["cards"][0]
            device.room_props = None
            told.clear()
            await ana.answered(do="move", text=f"discard {card}")
            assert told == [["out", {"error": "failed"}], ["done", ana.number]]
            await ben.until(lambda: ben.shown["at"] > 0)
            del device.room_props
            await ana.answered(do="deal")
            assert card not in ana.shown["hand"]["cards"]
            assert (ana.times_back, ben.times_back) == (0, 0)


# The first picture of a page, before any script runs or a line is there


PLAYERS = ("token 0", "token 1", "token 2")


def first_of(html):
    """The picture that a page holds, its digest, and the page without both."""
    ((digest, frames),) = re.findall(r'class="course-first"[^>]*data-digest="(\w+)">(.*?)</script>', html)
    ((_, place, _, _, picture),) = [one for one in json.loads(frames) if one[0] == "open"]
    assert ["cell", 0, [{"place": place}]] in json.loads(frames)
    return picture, digest, unescape(html).replace(unescape(frames), "")


async def test_T10_6_a_page_of_a_table_holds_the_cards_of_who_asks_alone_and_its_line_brings_the_rest(front):
    async with front() as here:
        tables = (await here.tournaments.ready()).tables
        code = await tables.open(Agreed(tongits.Rules()), pseudonym(PLAYERS[0]))
        for token in PLAYERS:
            await does(tables, code, pseudonym(token), sit(token.replace(" ", "-")))
        state = (await tables.table(code)).state

        async def held(token):
            return first_of((await here.get(f"/table/{code}", cookie(here.port, token))).text)

        for seat, token in enumerate(PLAYERS):
            picture, _, rest = await held(token)
            own = {card.code for card in state.hands[seat]}
            assert set(picture["hand"]["cards"]) == own
            # The faces of all cards are drawn from constants, so what is read is the picture.
            named = set(re.findall(r'"(\w\w)"', json.dumps(picture)))
            hidden = {card.code for hand in (*state.hands, state.stock) for card in hand} - own
            assert not named & hidden
            assert "course-awaited" in rest
        assert (await held("somebody"))[0]["stage"] == "room"

        async def brought(token, digest, session=""):
            frames, page = [], Player(here.port, code, token)
            line = await page.connect()
            hello = {"page": page.page, "session": session, "last_seen": 0, "log": [], "first": digest}
            line.send(json.dumps(hello))
            line.send('["message", 1, "1", {"do": "select", "cards": [], "number": 1}]')
            while ["done", 1] not in frames:
                frames += json.loads(await line.read())
            line.close()
            return "open" in [frame[0] for frame in frames]

        own = PLAYERS[state.seat]  # while somebody else is waited for, the picture counts seconds
        # That somebody is there again is seen by that page too.
        assert await brought(own, (await held(own))[1])
        async with Player(here.port, code, own):
            digest = (await held(own))[1]
            assert not await brought(own, digest)
            assert await brought(own, digest, session="0123456789")


async def test_the_pages_of_a_class_hold_what_their_lines_would_bring(front):
    roster = Roster()
    async with front(roster) as here:
        token = roster.join(roster.code, "Anna", "127.0.0.1").token
        learner = await here.cookies("visitor", token)
        async with here.teacher(roster) as teacher:
            await teacher.ask_own("Who begins?", "I", "you", right="2")
            for path in ("board", "tables", "tournaments", "leaderboard"):
                html = (await here.get(f"/{path}", learner)).text
                async with SharedPage(here.port, path, learner) as page:
                    assert first_of(html)[0] == page.shown
            picture = first_of((await here.get("/teacher", teacher.cookies)).text)[0]
            assert "Who begins?" in texts(picture["stage"])
            assert (await here.get("/teacher", learner)).status == 403
