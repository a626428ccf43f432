"""The pages of tournaments over HTTP: who may open, begin and remove, and what nobody is told before the end."""

import asyncio
import re
from random import Random

import pytest
from abused import with_timeout

from cardlab import tongits
from cardlab.classroom.roster import Roster
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record
from cardlab.tables.fair_deals import check_deal, hash_of
from cardlab.tables.shared_table import ITSELF, Agreed, Sit
from cardlab.tables.store import Store
from cardlab.tables.tournament_pages import _board
from tests.load.line import Line, Refused
from tests.load.players import Player
from tests.load.teaching import texts
from tests.tables.at_table import bot_move
from tests.tables.front import Front

CUP = {"title": "Cup <b>", "game": "tongits sheet", "deals": "1", "clock": "0"}


@pytest.fixture
def cups(tmp_path):
    """`cups(room)`: a front where tournaments are opened."""
    return lambda room=None: Cups(tmp_path / "tables.sqlite3", room)


class Cups(Front):
    async def opened(self, cookie, **changed):
        """The path of a tournament that this browser has opened."""
        answer = await self.post("/tournaments", cookie, **{**CUP, **changed})
        assert answer.status == 303, answer.text
        return answer.headers["location"].partition("?")[0]

    async def opened_for(self, host, players):
        """The same, and these players, each a token and a name, have entered."""
        path = await self.opened(host)
        for token, name in players.items():
            await self.post(path, self.cookie("player", token), do="enter", name=name)
        await self.post(path, host, do="next")
        return path

    async def play(self, code):
        """Plays the round of a table to its end, everybody as a bot would."""
        tables = await self.services.tables()
        while (table := await tables.table(code)).playing:
            await tables.execute(code, *bot_move(table, Random(1)))
        return table


@with_timeout
async def test_in_a_class_the_teacher_opens_a_tournament_and_learners_take_part(cups):
    room = Roster()
    learner = room.join(room.code, "Ana", "127.0.0.1")
    async with cups(room) as front:
        teacher, ana = front.cookie("teacher", room.key), front.cookie("visitor", learner.token)
        refused = await front.post("/tournaments", ana, **CUP)
        assert (refused.status, say("tournament.only_teacher") in refused.text) == (403, True)
        outside = await front.get("/tournaments")
        assert (outside.status, outside.headers["location"]) == (302, "/join?to=/tournaments")
        path = await front.opened(teacher)
        page = await front.get(f"{path}?lang=en", ana)
        assert 'value="Ana"' in page.text
        assert (await front.post(path, f"{ana}; {page.cookies}", do="enter", name="Ana")).status == 303
        forged = await front.post(f"{path}?lang=en", f"{ana}; {front.cookie('player', 'x')}", do="enter", name="Eve")
        assert say("refusal.tournament_entered") in forged.text  # a learner is one player, whatever the cookie
        not_host = await front.post(f"{path}?lang=en", ana, do="next")
        assert (not_host.status, say("tournament.host_only") in not_host.text) == (403, True)
        people = (await front.get(path, teacher)).text
        assert "Cup &lt;b&gt;" in (await front.get("/tournaments", ana)).text
    assert say("tournament.remove_name", name="Ana") in people
    # The header leads everybody to the lessons, and the teacher alone to what is there to teach with.
    lessons, own = "/en/melds.ipynb", ("/en/demo.ipynb", "/teacher?lang=en")
    assert [[way in told for way in (lessons, *own)] for told in (people, page.text)] == [
        [True] * 3,
        [True, False, False],
    ]
    assert (say("tournament.waits.host") in people, say("tournament.waits.host") in page.text) == (True, False)
    assert say("tournament.waits.all") in page.text
    assert say("tournament.plays", game="Tongits", count=1) in page.text  # what is played is said before anybody enters


@with_timeout
async def test_equal_names_are_told_apart_in_a_tournament_and_on_the_leaderboard(cups):
    async with cups() as front:
        path = await front.opened(front.cookie("player", "host"))
        names = {"one": "Ana", "two": "Ana", "three": "ana", "four": "A" * 24, "five": "a" * 24}
        for token, name in names.items():
            answer = await front.post(path, front.cookie("player", token), do="enter", name=name)
            assert answer.status == 303
        tournaments = await front.services.tournaments()
        code = path.rpartition("/")[2]
        entered = [one.name for one in (await tournaments.tournament(code)).entrants]
        assert entered == ["Ana", "Ana 2", "ana 3", "A" * 24, f"{'a' * 22} 2"]
        # A player who enters again keeps their name.
        await front.post(path, front.cookie("player", "two"), do="drop")
        await front.post(path, front.cookie("player", "two"), do="enter", name="Ana")
        assert (await tournaments.tournament(code)).entrants[1].name == "Ana 2"
    board = _board({"one": [3, 5], "two": [1, 1], "gone": [0, 0]}, {"one": "Ana", "two": "ana"}, "en")
    assert sorted(row[0] for row in board["rows"]) == ["Ana", "ana 2", say("tournament.somebody")]


@with_timeout
async def test_the_name_of_who_has_left_a_table_is_in_the_teachers_list_until_it_is_taken_away(cups):
    room = Roster()
    async with cups(room) as front:
        tables = await front.services.tables()
        code = await tables.open(Agreed(tongits.Rules()), "host")
        await tables.subscribe(code, "host", lambda table, events: None)
        players = {name: f"mark of {name}" for name in ("Ana", "Rude", "Cara")}
        for name, player in players.items():
            await tables.execute(code, player, Sit(name))
        for player in players.values():
            await tables.execute(code, player, "ready_up")
        await front.play(code)
        await tables.execute(code, players["Rude"], "rise")

        async with front.teacher(room) as teacher:
            await teacher.answered(do="open", tab="play")
            left = f"Rude ({say('together.has_left')})"
            assert [sorted(names) for names in teacher.tables().values()] == [["Ana", "Cara", left]]
            await teacher.do(**teacher.button(say("together.unname", name="Rude"))["send"]["then"])
            assert [sorted(names) for names in teacher.tables().values()] == [["Ana", "Cara"]]
        assert (await tables.table(code)).records[0].about["players"] == ["Ana", "", "Cara"]


@with_timeout
async def test_where_the_log_cannot_be_opened_lines_are_refused_and_it_is_said_once(cups, tmp_path, caplog):
    async with cups() as front:
        other = await Store.open(tmp_path / "tables.sqlite3")
        page = await front.get("/tournaments?lang=nl")
        # The page says who can help, not that one should try again.
        told = page.status, say("together.no_log", "nl") in page.text, say("page.again", "nl") in page.text
        assert told == (503, True, False)
        with pytest.raises(Refused, match="503"):
            await Line.open(front.port, "/table/FFFFFF/line", headers={"Cookie": front.cookie("player", "token")})
        assert [record.name for record in caplog.records] == ["cardlab.tables"]
        await other.close()
        assert (await front.get("/tables")).status == 200


@with_timeout
async def test_the_teachers_list_has_the_tables_of_tournaments_and_takes_a_name_away_everywhere(cups):
    room = Roster()
    learners = [room.join(room.code, name, "127.0.0.1") for name in ("Ana", "Rude", "Cara")]
    async with cups(room) as front:
        teacher = front.cookie("teacher", room.key)
        path = await front.opened(teacher)
        for one in learners:
            cookie = front.cookie("visitor", one.token)
            own = (await front.get(path, cookie)).cookies
            await front.post(path, f"{cookie}; {own}", do="enter", name=one.name)
        await front.post(path, teacher, do="next")
        async with front.teacher(room) as screen:
            await screen.answered(do="open", tab="play")
            await screen.until(screen.tables)  # the tables are opened meanwhile
            (code,) = screen.tables()
            assert f"Cup <b>: {say('tournament.table', number=1)}" in texts(screen.shown["panel"])
            await screen.do(**screen.button(say("together.unname", name="Rude"))["send"]["then"])
            assert [sorted(names) for names in screen.tables().values()] == [["Ana", "Cara"]]
            page = (await front.get(f"{path}?lang=en", teacher)).text
            assert ("Rude" in page, say("tournament.somebody") in page) == (False, True)
            # Closed from there it breaks off, and the round is over.
            assert screen.button(say("tournament.break_table", number=1))
            await screen.do(do="close_table", code=code)
            assert screen.problem == ""
        assert say("tournament.round_over", number=1) in (await front.get(f"{path}?lang=en", teacher)).text


@pytest.mark.parametrize("lang", LANGUAGES)
@with_timeout
async def test_what_cannot_be_is_a_sentence_in_the_language_of_the_page(lang, cups):
    async with cups() as front:
        host = front.cookie("player", "host")
        path = await front.opened(host)
        asked = [
            ("/tournaments", {**CUP, "deals": "99"}, 409, "refusal.tournament_deals"),
            ("/tournaments", {**CUP, "deals": "0"}, 409, "refusal.tournament_deals"),
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
        assert (await front.post(path, host, {"Origin": "http://evil.example"}, do="next")).status == 403
        assert (await front.get("/tournament/FHKMRT")).status == 404
        assert say("tournament.no_such", lang) in (await front.get(f"/tournaments?lang={lang}&code=FHKMRT")).text


@with_timeout
async def test_nobody_is_told_the_secret_number_before_the_end_and_everybody_afterwards(cups):
    async with cups() as front:
        host = front.cookie("player", "host")
        path = await front.opened_for(host, {f"p{number}": f"P{number}" for number in range(3)})
        tournaments = await front.services.tournaments()
        (seating,) = (await tournaments.tournament(path.rpartition("/")[2])).rounds[-1]
        while (table := await tournaments.tables.table(seating.code)) is None:
            await asyncio.sleep(0)
        before = [
            await front.get(at, cookie)
            for cookie in ("", host, front.cookie("player", "p1"))
            for at in ("/tournaments", "/leaderboard", path, f"/table/{seating.code}")
        ]
        for form in ({"do": "break", "number": "1"}, {"do": "end"}):
            assert (await front.post(path, host, **form)).status == 303
        after = (await front.get(path)).text
    assert {answer.status for answer in before} == {200}
    assert not any(table.tournament.number.encode() in answer.body for answer in before)
    assert hash_of(table.tournament.number) in before[2].text
    assert table.tournament.number in after
    # The only table was broken off: nobody has won what nobody has played.
    assert say("tournament.won", who="P0, P1, P2", count=3) not in after
    assert say("tournament.over") in after


@with_timeout
async def test_a_player_finds_the_table_and_at_the_end_everybody_the_ranking_the_number_and_the_deals(cups):
    async with cups() as front:
        host, own = front.cookie("player", "host"), front.cookie("player", "p1")
        path = await front.opened_for(host, {f"p{number}": f"P{number}" for number in range(3)})
        while not (link := re.search(r"/table/([A-Z0-9]{6})", (await front.get(path, own)).text)):
            await asyncio.sleep(0)
        code, tables = link[1], await front.services.tables()
        while not (table := await tables.table(code)) or not table.playing:
            await asyncio.sleep(0) if table is None else await tables.execute(code, ITSELF, "begin_now")
        assert (await front.get(f"/table/{code}/rounds.json")).status == 404
        table = await front.play(code)
        while (await front.post(path, host, do="end")).status != 303:
            await asyncio.sleep(0)
        page, rounds, board = [await front.get(at) for at in (path, f"/table/{code}/rounds.json", "/leaderboard")]
    assert f'href="/table/{code}/rounds.json"' in page.text
    assert check_deal(Record.parse(rounds.text), table.tournament.number) is None
    best = max(zip(tongits.outcome(table.state).payments, (one.name for one in table.seats), strict=True))[1]
    assert say("tournament.won", who=best, count=1) in page.text
    assert all(f"<bdi>{name}</bdi>" in board.text for name in ("P0", "P1", "P2"))
    assert say("ranking.not_apart") in board.text


@with_timeout
async def test_a_deal_is_shown_and_talked_about_when_no_table_of_the_round_plays_it_any_more(cups):
    async with cups() as front:
        host = front.cookie("player", "host")
        path = await front.opened_for(host, {f"p{number}": f"P{number}" for number in range(6)})
        tournaments = await front.services.tournaments()
        tables, code = tournaments.tables, path.rpartition("/")[2]
        seatings = (await tournaments.tournament(code)).rounds[-1]
        for seating in seatings:
            while not (table := await tables.table(seating.code)) or not table.playing:
                await asyncio.sleep(0) if table is None else await tables.execute(seating.code, ITSELF, "begin_now")
        fast, slow = (one.code for one in seatings)
        token = next(f"p{number}" for number in range(6) if pseudonym(f"p{number}") in seatings[0].players)
        player = Player(front.port, fast, token, "Ana")
        listening = asyncio.create_task(player.listen())
        await player.until(lambda: player.shown)
        assert player.shown["room"]["talks"]
        own = front.cookie("player", token)

        async def played(at):
            while len((await tournaments.tournament(code)).rounds[-1][at].played) == 0:
                await asyncio.sleep(0)

        await front.play(fast)
        await played(0)
        await player.until(lambda: player.shown["room"]["over"])
        secret, shown = say("tournament.secret"), player.shown["room"]
        assert (shown["review"], shown["save"], shown["talks"]) == (None, None, False)
        assert secret in shown["news"]
        assert (await front.get(f"/table/{fast}/rounds.json", own)).status == 404
        await front.play(slow)
        await played(1)
        await player.until(lambda: player.shown["room"]["save"])
        shown = player.shown["room"]
        assert shown["review"]
        assert secret not in shown["news"]
        assert (await front.get(f"/table/{fast}/rounds.json", own)).status == 200
        assert (await front.get(f"/table/{slow}/rounds.json", own)).status == 404
        listening.cancel()
