"""The pages of tournaments over HTTP: who may open, begin and remove, and what nobody is told before the end."""

import asyncio
import re
from random import Random

import pytest

from cardlab import tongits
from cardlab.bots.tongits import careful
from cardlab.classroom.room import Room
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record
from cardlab.tables.fair import check_deal, hash_of
from cardlab.tables.store import Store
from cardlab.tables.table import ITSELF, Agreed, Deal, Make, Ready, Rise, Sit
from tests.load.line import Line, Refused
from tests.tables.front import Front

CUP = {"title": "Cup <b>", "game": "tongits sheet", "deals": "1", "clock": "0"}


class Cups(Front):
    """A front where tournaments are opened."""

    async def opened(self, cookie, **changed):
        """The path of a tournament that this browser has opened."""
        answer = await self.post("/tournaments", cookie, **{**CUP, **changed})
        assert answer.status == 303, answer.text
        return answer.headers["location"].partition("?")[0]


def at_front(folder, act, room=None):
    async def run():
        async with Cups(folder / "tables.sqlite3", room) as front:
            return await act(front)

    return asyncio.run(run())


def test_in_a_class_the_teacher_opens_a_tournament_and_learners_take_part(tmp_path):
    room = Room()
    learner = room.join(room.code, "Ana", "127.0.0.1")

    async def act(front):
        teacher, ana = front.cookie("teacher", room.key), front.cookie("visitor", learner.token)
        refused = await front.post("/tournaments", ana, **CUP)
        outside = await front.get("/tournaments")
        path = await front.opened(teacher)
        page = await front.get(f"{path}?lang=en", ana)
        entered = await front.post(path, f"{ana}; {page.cookies}", do="enter", name="Ana")
        forged = await front.post(f"{path}?lang=en", f"{ana}; {front.cookie('player', 'x')}", do="enter", name="Eve")
        assert say("refusal.tournament_entered") in forged.text  # a learner is one player, whatever the cookie
        not_host = await front.post(f"{path}?lang=en", ana, do="next")
        people = (await front.get(path, teacher)).text
        listed = (await front.get("/tournaments", ana)).text
        return refused, outside, page, entered, not_host, people, listed

    refused, outside, page, entered, not_host, people, listed = at_front(tmp_path, act, room)
    assert (refused.status, say("hall.only_teacher") in refused.text) == (403, True)
    assert (outside.status, outside.headers["location"]) == (302, "/join?to=/tournaments")
    assert 'value="Ana"' in page.text
    assert entered.status == 303
    assert (not_host.status, say("hall.host_only") in not_host.text) == (403, True)
    assert say("hall.remove_name", name="Ana") in people
    assert (say("hall.waits.host") in people, say("hall.waits.host") in page.text) == (True, False)
    assert say("hall.waits.all") in page.text
    assert say("hall.plays", game="Tongits", count=1) in page.text  # what is played is said before anybody enters
    assert "Cup &lt;b&gt;" in listed


def test_the_name_of_who_has_left_a_table_is_in_the_teachers_list_until_it_is_taken_away(tmp_path):
    room = Room()

    async def act(front):
        teacher = front.cookie("teacher", room.key)
        hub = await front.tables.hub()
        code = await hub.open(Agreed(tongits.Rules()), "host")
        await hub.watch(code, "host", lambda seen: None)
        for player in ("Ana", "Rude", "Cara"):
            await hub.do(code, f"mark of {player}", Sit(player))
        for one in (await hub.table(code)).seats:
            await hub.do(code, one.player, Ready())
        while (table := await hub.table(code)).playing:
            seat = table.state.seat
            move = careful(tongits.view(table.state, seat), Random(1))
            await hub.do(code, table.seats[seat].player, Make(move))
        await hub.do(code, "mark of Rude", Rise())

        async def people():
            (listed,) = (await front.state(teacher))["tables"]
            return {one["name"]: one for one in listed["people"]}

        before = await people()
        await front.order(teacher, do="unname", code=code, player=before["Rude"]["player"])
        return before, await people(), (await hub.table(code)).done[0]

    before, after, record = at_front(tmp_path, act, room)
    left = {name: one["left"] for name, one in before.items()}
    assert left == {"Ana": "", "Cara": "", "Rude": say("together.has_left")}
    assert list(after) == ["Ana", "Cara"]
    assert record.about["players"] == ["Ana", "", "Cara"]


def test_where_the_log_cannot_be_opened_lines_are_refused_and_it_is_said_once(tmp_path, caplog):
    async def act(front):
        other = await Store.open(f"{tmp_path / 'tables.sqlite3'}")
        for path, lang in (("tournaments", "nl"), ("tables", "en")):
            page = await front.get(f"/{path}?lang={lang}")
            # The page says who can help, not that one should try again.
            told = page.status, say("together.no_log", lang) in page.text, say("page.again", lang) in page.text
            assert told == (503, True, False)
        with pytest.raises(Refused, match="503"):
            await Line.open(front.port, "/table/FFFFFF/line", headers={"Cookie": front.cookie("player", "token")})
        assert len(caplog.records) == 1
        await other.close()
        return (await front.get("/tables")).status

    assert at_front(tmp_path, act) == 200
    assert [record.name for record in caplog.records] == ["cardlab.tables"]


def test_the_teachers_list_has_the_tables_of_tournaments_and_takes_a_name_away_everywhere(tmp_path):
    room = Room()
    learners = [room.join(room.code, name, "127.0.0.1") for name in ("Ana", "Rude", "Cara")]

    async def act(front):
        teacher = front.cookie("teacher", room.key)

        async def do(status=200, **order):
            assert (await front.order(teacher, **order)).status == status

        path = await front.opened(teacher)
        for one in learners:
            cookie = front.cookie("visitor", one.token)
            own = (await front.get(path, cookie)).cookies
            await front.post(path, f"{cookie}; {own}", do="enter", name=one.name)
        await front.post(path, teacher, do="next")
        while not (found := (await front.state(teacher))["tables"]):
            await asyncio.sleep(0.01)
        (table,) = found
        rude = next(one for one in table["people"] if one["name"] == "Rude")
        await do(do="unname", code=table["code"], player=rude["player"])
        (after,) = (await front.state(teacher))["tables"]
        page = (await front.get(f"{path}?lang=en", teacher)).text
        # Closed from there it breaks off, and the round is over.
        await do(do="close_table", code=table["code"])
        await do(400, do="close_table", code=table["code"])
        over = (await front.get(f"{path}?lang=en", teacher)).text
        return table, after, page, over

    table, after, page, over = at_front(tmp_path, act, room)
    assert (table["name"], table["closing"]) == (f"Cup <b>: {say('hall.table', number=1)}", say("hall.break"))
    assert {one["name"] for one in after["people"]} == {"Ana", "Cara"}
    assert "Rude" not in page
    assert say("tournament.somebody") in page
    assert say("hall.round_over", number=1) in over


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_a_sentence_in_the_language_of_the_page(lang, tmp_path):
    async def act(front):
        host = front.cookie("player", "host")
        path = await front.opened(host)
        asked = [
            ("/tournaments", {**CUP, "deals": "99"}, 400, "refusal.tournament_deals"),
            ("/tournaments", {**CUP, "game": "bridge sheet"}, 400, "play_tongits.no_such_value"),
            ("/tournaments", {**CUP, "clock": "7000"}, 400, "play_tongits.no_such_value"),
            ("/tournaments", {**CUP, "deals": "many"}, 400, "play_tongits.no_such_value"),
            (path, {"do": "enter", "name": " "}, 409, "refusal.tournament_name"),
            (path, {"do": "drop"}, 409, "refusal.tournament_nobody"),
            (path, {"do": "next"}, 409, "refusal.tournament_too_few"),
            (path, {"do": "break", "number": "1"}, 409, "refusal.tournament_no_table"),
        ]
        for to, form, status, key in asked:
            answer = await front.post(f"{to}?lang={lang}", host, **form)
            limit = {"deals": 30, "name": 24}.get(key.rpartition("_")[2], 0)
            assert (key, answer.status) == (key, status)
            assert say(key, lang, most=limit, number=1) in answer.text.replace("&#39;", "'"), key
        for form in ({"do": "dance"}, {"do": "remove", "number": "7"}, {"do": "remove", "number": "²"}):
            assert (await front.post(path, host, **form)).status == 400
        assert (await front.post(path, host, origin="http://evil.example", do="next")).status == 403
        assert (await front.get("/tournament/FHKMRT")).status == 404
        return await front.get(f"/tournaments?lang={lang}&code=FHKMRT")

    assert say("hall.no_such", lang) in at_front(tmp_path, act).text


def test_nobody_is_told_the_secret_number_before_the_end_and_everybody_afterwards(tmp_path):
    async def act(front):
        host = front.cookie("player", "host")
        path = await front.opened(host)
        for number in range(3):
            await front.post(path, front.cookie("player", f"p{number}"), do="enter", name=f"P{number}")
        await front.post(path, host, do="next")
        hall = await front.tables.hall()
        (sitting,) = (await hall.tournament(path.rpartition("/")[2])).rounds[-1]
        while (table := await hall.hub.table(sitting.code)) is None:
            await asyncio.sleep(0)
        seen = [
            await front.get(at, cookie)
            for cookie in ("", host, front.cookie("player", "p1"))
            for at in ("/tournaments", "/leaderboard", path, f"/table/{sitting.code}")
        ]
        for form in ({"do": "break", "number": "1"}, {"do": "end"}):
            assert (await front.post(path, host, **form)).status == 303
        return table.of.number, seen, await front.get(path)

    number, before, after = at_front(tmp_path, act)
    assert {answer.status for answer in before} == {200}
    assert not any(number.encode() in answer.body for answer in before)
    assert hash_of(number) in before[2].text
    assert number in after.text
    # The only table was broken off: nobody has won what nobody has played.
    assert say("hall.won", who="P0, P1, P2", count=3) not in after.text
    assert say("hall.over") in after.text


def test_a_player_finds_the_table_and_at_the_end_everybody_the_ranking_the_number_and_the_deals(tmp_path):
    async def act(front):
        host = front.cookie("player", "host")
        path = await front.opened(host)
        tokens = {f"token-{number}": f"P{number}" for number in range(3)}
        for token, name in tokens.items():
            await front.post(path, front.cookie("player", token), do="enter", name=name)
        await front.post(path, host, do="next")
        while not (
            link := re.search(r"/table/([A-Z0-9]{6})", (await front.get(path, front.cookie("player", "token-1"))).text)
        ):
            await asyncio.sleep(0)
        code, hub = link[1], await front.tables.hub()
        while not (table := await hub.table(code)) or not table.playing:
            await asyncio.sleep(0) if table is None else await hub.do(code, ITSELF, Deal())
        early = await front.get(f"/table/{code}/rounds.json")
        while (table := await hub.table(code)).playing:
            seat = table.state.seat
            await hub.do(code, table.seats[seat].player, Make(careful(tongits.view(table.state, seat), Random(1))))
        while (await front.post(path, host, do="end")).status != 303:
            await asyncio.sleep(0)
        return early, code, table, [await front.get(at) for at in (path, f"/table/{code}/rounds.json", "/leaderboard")]

    early, code, table, (page, rounds, board) = at_front(tmp_path, act)
    assert early.status == 404
    assert f'href="/table/{code}/rounds.json"' in page.text
    assert check_deal(Record.parse(rounds.text), table.of.number) is None
    best = max(zip(tongits.outcome(table.state).payments, (one.name for one in table.seats), strict=True))[1]
    assert say("hall.won", who=best, count=1) in page.text
    assert all(f"<bdi>{name}</bdi>" in board.text for name in ("P0", "P1", "P2"))
    assert say("ranking.not_apart") in board.text
