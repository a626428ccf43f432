"""The pages of tournaments over their lines: who may open, begin and remove, and what nobody is told before the end."""

import asyncio
import json
from contextlib import AsyncExitStack
from functools import partial
from random import Random

import pytest

from cardlab import tongits
from cardlab.dashboard.display_names import pseudonym
from cardlab.dashboard.roster import Roster
from cardlab.names import isolated
from cardlab.phrasing.catalogue import decimal, say
from cardlab.tables import tournament_service
from cardlab.tables.shared_table import ITSELF, Dealt
from cardlab.tables.store import Store
from cardlab.tables.tournament import standings
from cardlab.widgets.blocks import offers
from tests.load.line import HOST, Refused, ask
from tests.load.page import SharedPage
from tests.load.players import Player
from tests.load.teaching import texts
from tests.tables.at_table import bot_move
from tests.tables.front import Front


@pytest.fixture
def cups(tmp_path):
    """`cups(room)`: a front where tournaments are opened."""
    return lambda room=None: Cups(tmp_path / "tables.sqlite3", room)


class Cups(Front):
    def page(self, path, cookie, lang="en"):
        return SharedPage(self.port, path, cookie, lang)

    def player(self, token, path, lang="en"):
        return self.page(path, self.cookie("player", token), lang)

    async def opened(self, cookie, game="tongits sheet", title="Cup <b>", deals="1"):
        """The path of a tournament that this browser has opened."""
        async with self.page("tournaments", cookie) as page:
            await page.answered(do="set", field="game", value=game)
            await page.answered(do="open", title=[title], deals=[deals])
            return page.said[-1]["go"].partition("?")[0].strip("/")

    async def opened_for(self, players):
        """The same by "host"; these players, each a token and a name, have entered, and the round has begun."""
        path = await self.opened(self.cookie("player", "host"))
        for token, name in players.items():
            async with self.player(token, path) as page:
                await page.answered(do="enter", name=[name])
        await self.act("host", path, do="begin_round")
        return path

    async def act(self, token, path, **message):
        """What a page of this player shows after a message."""
        async with self.player(token, path) as page:
            await page.answered(**message)
            return page.shown

    async def tournament(self, path):
        return await (await self.tournaments.ready()).tournament(path.rpartition("/")[2])

    async def tables(self, path):
        """The codes of the tables of the round that are not done, once all are open and their first deal is dealt."""
        tables = (await self.tournaments.ready()).tables
        codes = [one.code for one in (await self.tournament(path)).rounds[-1] if not one.done]
        for code in codes:
            # Where all have dropped out nobody is waited for.
            while not (table := await tables.table(code)) or not (
                table.playing or table.records or not table.taken_seats
            ):
                await asyncio.sleep(0) if table is None else await tables.execute(code, ITSELF, Dealt({}))
        return codes

    async def recorded(self, path, code):
        """Waits until the tournament knows of the deal that this table has played."""
        while not next(one.done for one in (await self.tournament(path)).rounds[-1] if one.code == code):
            await asyncio.sleep(0)

    async def play(self, code, moves=1000):
        """Plays the deal of a table to its end, or so many moves, everybody as a bot would."""
        tables = (await self.tournaments.ready()).tables
        while (table := await tables.table(code)).playing and moves:
            await tables.execute(code, *bot_move(table, Random(1)))
            moves -= 1
        return table


def words(shown):
    """All that a page shows, as one text."""
    return json.dumps(shown, ensure_ascii=False)


def can(page):
    """What a page offers to do."""
    return {message["do"] for message, _ in offers(page.shown)}


def unfolded(shown):
    """The titles of the folds that are open."""
    return [one["title"] for one in shown["blocks"] if one["is"] == "details" and one["open"]]


def rows(shown):
    """The cells of the standings, or of the leaderboard, by the name at the head of each row."""
    ranks = [one["rows"] for one in shown["blocks"] if one["is"] == "table" and one["style"] == "cardlab-ranks"]
    cells = [["".join(map(str, cell[:1])) for cell in row["cells"]] for rows in ranks[:1] for row in rows]
    return {name.partition("\u2068")[2].partition("\u2069")[0] or name: rest for name, *rest in cells}


async def test_in_a_class_the_teacher_opens_a_tournament_and_learners_take_part(cups):
    room = Roster()
    learner = room.join(room.code, "Ana", "127.0.0.1")
    async with cups(room) as front:
        ana, teacher = await front.cookies("visitor", learner.token), await front.cookies("teacher", room.key)
        outside = await front.get("/tournaments")
        assert (outside.status, outside.headers["location"]) == (302, "/join?to=/tournaments")
        async with front.page("tournaments", ana) as page:
            assert "open" not in can(page)
            await page.answered(do="open", title=["Mine"], deals=["1"])
            assert (page.said, say("tournament.only_teacher") in words(page.shown)) == ([], True)
        path = await front.opened(teacher)
        async with front.page(path, ana) as page, front.page(path, teacher) as host:
            assert '"value": "Ana"' in words(page.shown)
            waits = [say(f"tournament.waits.{who}") for who in ("host", "all")]
            assert [[one in words(at.shown) for one in waits] for at in (host, page)] == [[True, False], [False, True]]
            assert say("tournament.plays", game="Tongits", count=1) in words(page.shown)  # before anybody enters
            assert unfolded(page.shown) == [say("together.invite_heading")]
            assert say("together.no_network") in words(page.shown)
            await page.answered(do="enter", name=["Ana"])
            assert say("tournament.wait") not in words(page.shown)  # no round has begun
            forged = f"{ana.partition(';')[0]}; {front.cookie('player', 'x')}"
            async with front.page(path, forged) as other:  # a learner is one player, whatever the cookie
                assert "drop" in can(other)
            await host.until(lambda: "remove" in can(host))
            assert {"begin_round", "remove", "end"}.isdisjoint(can(page))
        page, taught = [(await front.get(f"/{path}", one)).text for one in (ana, teacher)]
        assert ("Cup &lt;b&gt;" in page, "/teacher?lang=en" in page, "/teacher?lang=en" in taught) == (
            True,
            False,
            True,
        )


async def test_where_the_log_cannot_be_opened_lines_are_refused_and_it_is_said_once(cups, tmp_path, caplog):
    async with cups() as front:
        other = await Store(tmp_path / "tables.sqlite3").open()
        page = await front.get("/tournaments?lang=nl")
        # The page says who can help, not that one should try again.
        told = page.status, say("together.no_log", "nl") in page.text, say("page.again", "nl") in page.text
        assert told == (503, True, False)
        for path in ("table/FFFFFF", "leaderboard"):
            with pytest.raises(Refused, match="503"):
                await front.player("token", path).connect()
        assert [record.name for record in caplog.records] == ["cardlab.tables"]
        await other.close()
        assert (await front.get("/tables")).status == 200


async def test_the_teachers_list_has_the_tables_of_tournaments_and_who_is_removed_is_named_nowhere(cups):
    room = Roster()
    learners = [room.join(room.code, name, "127.0.0.1") for name in ("Ana", "Rude", "Cara")]
    async with cups(room) as front:
        teacher = await front.cookies("teacher", room.key)
        path = await front.opened(teacher)
        for one in learners:
            async with front.page(path, await front.cookies("visitor", one.token)) as page:
                await page.answered(do="enter", name=[one.name])
        async with front.page(path, teacher) as host, front.teacher(room) as screen:
            await host.until(lambda: "begin_round" in can(host))
            await host.answered(do="begin_round")
            await screen.answered(do="open", tab="play")
            await screen.until(screen.tables)  # the tables are opened meanwhile
            (code,) = screen.tables()
            assert f"Cup <b>: {say('tournament.table', number=1)}" in texts(screen.shown["panel"])
            assert say("tournament.table", number=1) in words(host.shown)
            assert unfolded(host.shown) == []
            await screen.do(do="remove", number=learners[1].number)
            await screen.answered(do="open", tab="play")
            await screen.until(lambda: [sorted(names) for names in screen.tables().values()] == [["Ana", "Cara"]])
            await host.until(lambda: "Rude" not in words(host.shown))
            assert say("tournament.somebody") in words(host.shown)
            # Closed from there it breaks off, and the round is over.
            assert screen.button(say("tournament.break_table", number=1))
            await screen.do(do="close_table", code=code)
            assert screen.problem == ""
            await host.until(lambda: say("tournament.round_over", number=1) in words(host.shown))


async def test_the_teacher_calls_all_to_a_tournament_but_those_who_are_in_it(cups):
    room = Roster()
    learners = [room.join(room.code, name, "127.0.0.1") for name in ("Ana", "Ben")]
    async with cups(room) as front, AsyncExitStack() as pages:
        teacher = await front.cookies("teacher", room.key)
        own = [await front.cookies("visitor", one.token) for one in learners]
        path = await front.opened(teacher)

        async def called(cookie):
            """Another page of this learner, and the calls that it gets."""
            heard, page = [], front.page("tables", cookie, "de")
            page.watch = lambda frame: frame[0] == "invite" and heard.append(frame[1])
            await pages.enter_async_context(page)
            await page.until(lambda: heard)
            return page, heard

        nowhere = {"href": "", "text": ""}
        screen = await pages.enter_async_context(front.teacher(room))
        ben, heard = await called(own[1])
        await screen.do(do="call_to", tournament="tournament/FFFFFF")
        assert room.invitation == ""
        await screen.do(do="call_to", tournament=path)
        call = {"href": f"/{path}?lang=de", "text": say("tournament.invited", "de")}
        await ben.until(lambda: heard[-1] == call)
        assert say("room.inviting", lesson="Cup <b>") in texts(screen.shown["foot"])
        async with front.page(path, own[0]) as page:
            await page.answered(do="enter", name=["Ana"])
        for cookie, expected in ((own[0], nowhere), (own[1], call)):
            assert (await called(cookie))[1] == [expected]
        await screen.do(do="withdraw")
        await ben.until(lambda: heard[-1] == nowhere)


async def test_who_is_removed_loses_seat_and_name_also_where_nobody_has_been_since_a_restart(cups, monkeypatch):
    # No tournament is recent, so a restarted server reads none before it is needed.
    monkeypatch.setattr(tournament_service, "RECENT", -1.0)
    room = Roster()
    rude = room.join(room.code, "Rude", "127.0.0.1")
    async with cups(room) as front:
        own = await front.cookies("visitor", rude.token)
        path = await front.opened(await front.cookies("teacher", room.key))
        async with front.page(path, own) as page:
            await page.answered(do="enter", name=["Rude"])
        async with front.page("tables", own) as page:
            await page.answered(do="open", name=["Rude"])
            code = page.said[-1]["go"].partition("?")[0].rpartition("/")[2]
    async with cups(room) as front:
        async with front.teacher(room) as screen:
            await screen.do(do="remove", number=rude.number)
        tables = (await front.tournaments.ready()).tables
        async with asyncio.timeout(20):
            while (table := await tables.table(code)).taken_seats or table.names:
                await asyncio.sleep(0)
            while (tournament := await front.tournament(path)).active_players or tournament.entrants[0].name:
                await asyncio.sleep(0)


async def test_what_cannot_be_is_a_sentence_in_the_language_of_the_page_and_a_code_leads_there(cups):
    lang = "nl"
    async with cups() as front:
        asked = [
            ({"do": "open", "title": [], "deals": ["99"]}, "refusal.tournament_deals"),
            ({"do": "open", "title": [], "deals": ["²"]}, "play_tongits.no_such_value"),
            ({"do": "open", "title": [], "deals": []}, "play_tongits.no_such_value"),
            ({"do": "find", "code": ["fhk mrt"]}, "tournament.no_such"),
        ]
        async with front.player("host", "tournaments", lang) as page, front.player("p1", "tables", lang) as tables:
            for message, key in asked:
                await page.answered(**message)
                assert (say(key, lang, most=30) in words(page.shown), page.said) == (True, []), key
            path = await front.opened(front.cookie("player", "host"))
            code = path.rpartition("/")[2]
            for at in (page, tables):
                await at.answered(do="find", code=[f" {code[:3].lower()} {code[3:]}"])
                assert at.said == [{"go": f"/{path}?lang={lang}"}]
            await page.until(lambda: code in words(page.shown))  # in the list, too
        async with front.player("host", path, lang) as page:
            await page.answered(do="enter", name=[" "])
            assert say("refusal.tournament_name", lang, most=24) in words(page.shown)
        with pytest.raises(Refused, match="404"):
            await front.player("host", "tournament/FHKMRT").connect()
        assert (await front.get("/tournament/FHKMRT")).status == 404
        for posted in (path, "tournaments"):
            own = {"Cookie": front.cookie("player", "host"), "Origin": f"http://{HOST}:{front.port}"}
            sent = await asyncio.to_thread(ask, f"{HOST}:{front.port}", f"/{posted}", "POST", "do=end", **own)
            assert sent.status == 405


async def test_a_deal_is_shown_when_no_table_of_the_round_plays_it_any_more_and_at_the_end_everybody_the_ranking(cups):
    async with cups() as front, AsyncExitStack() as pages:
        path = await front.opened_for({f"p{number}": f"P{number}" for number in range(6)})
        fast, slow = await front.tables(path)
        seated = (await front.tournament(path)).rounds[-1][0].players
        token = next(f"p{number}" for number in range(6) if pseudonym(f"p{number}") in seated)
        number, told = (await front.tournament(path)).opened.number, []
        for who in ("nobody", "host", token):
            for at in ("tournaments", "leaderboard", path, f"table/{fast}"):
                told.append((await front.get(f"/{at}", front.cookie("player", who))).text)
                page = front.player(who, at)
                page.watch = lambda frame: told.append(str(frame))
                await pages.enter_async_context(page)
        page = await pages.enter_async_context(front.player(token, path))
        board = await pages.enter_async_context(front.player("nobody", "leaderboard"))
        assert rows(board.shown) == {}
        await page.until(lambda: say("tournament.to_table") in words(page.shown))
        assert f"/table/{fast}?lang=en" in words(page.shown)
        own = front.cookie("player", token)

        def links(page):
            return words(page.shown["rarely"] + page.shown["next"])

        async with Player(front.port, fast, token, "Ana") as player:
            await front.play(fast)
            await front.recorded(path, fast)
            await player.until(lambda: player.shown["over"])
            secret = say("tournament.secret")
            assert not any(one in links(player) for one in (say("together.review"), "rounds.json"))
            assert secret in words(player.shown["who"])
            assert (await front.get(f"/table/{fast}/rounds.json", own)).status == 404
            await front.play(slow)
            await front.recorded(path, slow)
            await player.until(lambda: "rounds.json" in links(player))
            assert say("together.review") in links(player)
            assert secret not in words(player.shown["who"])
            assert (await front.get(f"/table/{fast}/rounds.json", own)).status == 200
            for at, who in ((slow, own), (fast, "")):
                assert (await front.get(f"/table/{at}/rounds.json", who)).status == 404
        await page.until(lambda: say("tournament.round_over", number=1) in words(page.shown))
        await front.act("host", path, do="end")
        await page.until(lambda: say("refusal.tournament_over") in words(page.shown))
        await board.until(lambda: rows(board.shown).keys() == {f"P{number}" for number in range(6)})
        # Nobody was told the secret number.
        assert (len(told) > 24, number in "".join(told)) == (True, False)


async def test_at_the_end_it_is_said_who_has_won_and_nobody_has_where_the_only_table_was_broken_off(cups):
    async with cups() as front:
        for is_played in (True, False):
            path = await front.opened_for({f"p{number}": f"P{number}" for number in range(3)})
            (code,) = await front.tables(path)
            if is_played:
                table = await front.play(code)
                await front.recorded(path, code)
                names = (one.name for one in table.seats)
                best = isolated(max(zip(tongits.outcome(table.state).payments, names, strict=True))[1])
            else:
                await front.act("host", path, do="break_off", round=1, number=1)
            after = words(await front.act("host", path, do="end"))
            won = say("tournament.won", who=best, count=1), say("tournament.won", who="", count=3)
            assert [one in after for one in (say("refusal.tournament_over"), *won)] == [True, is_played, False]


# A walk

FORGED = [{"do": do} for do in ("drop", "begin_round", "end", "dance", "open", "find", "")]
FORGED += [{"do": "enter", "name": name} for name in (["Eve"], [], "Eve", ["\ud800"], [1], ["x" * 3000])]
FORGED += [{"do": "remove", "number": one} for one in (0, 1, 2, -1, 10**30, 1.0, True, None, "1", [])]
FORGED += [{"do": "break_off", "round": one, "number": other} for one in (0, 1, 2) for other in (1, 2, -1, "1")]


def said_by(page, role, chance):
    """Something that the page offers, or that somebody forges; the host leaves the end to the last step."""
    typed = {"name": [chance.choice(["Ana", "<b>", "", role])]}
    offered = [{**fixed, **{one: typed[one] for one in free}} for fixed, free in offers(page.shown)]
    said = chance.choice(offered if offered and chance.random() < 0.6 else FORGED)
    return {"do": "dance"} if role == "host" and said["do"] == "end" else said


@pytest.mark.usefixtures("forged")
@pytest.mark.parametrize("seed", range(2))
async def test_T10_6_whatever_four_say_only_the_host_decides_and_the_standings_are_those_of_what_was_played(seed, cups):
    chance, roles = Random(seed), ("host", "p1", "p2", "stranger")
    async with cups() as front, AsyncExitStack() as stack:
        path = await front.opened(front.cookie("player", "host"))
        pages = {role: await stack.enter_async_context(front.player(role, path)) for role in roles}
        told = []
        for role, page in pages.items():
            page.watch = told.append
            if role != "stranger":
                await page.answered(do="enter", name=[role])
        await pages["host"].until(lambda: "begin_round" in can(pages["host"]))
        await pages["host"].answered(do="begin_round")

        def decided(now, player, there):
            """What nobody but the host decides, while somebody is `there`; everybody may enter and drop out."""
            others = [one for one in now.entrants if one.player != pseudonym(player)]
            tables = [one for one in now.rounds[-1] if there.intersection(one.players)] if now.rounds else []
            return others, len(now.rounds), now.over, [one.done for one in tables]

        for _ in range(80):
            role = chance.choice(roles)
            before, message = await front.tournament(path), said_by(pages[role], role, chance)
            await pages[role].answered(**message)
            if role != "host":
                after = await front.tournament(path)
                # A table that all have left ends by itself, at any moment.
                there = {*before.active_players} & {*after.active_players}
                assert decided(after, role, there) == decided(before, role, there), message
            if before.rounds and chance.random() < 0.1:
                for code in await front.tables(path):
                    if (await front.play(code, chance.choice([3, 1000]))).records:
                        await front.recorded(path, code)
        assert not any(page.times_back for page in pages.values()), "no line was lost"
        # Each handler judges by itself: a button that is drawn by mistake does nothing.
        rounds = len((await front.tournament(path)).rounds)
        for scene in [line.scene for line in front.course.connections]:
            for order in (scene.begin_round, scene.end, partial(scene.remove, 1), partial(scene.break_off, rounds, 1)):
                order()
                assert (scene.order is None) == (scene.viewer.player != pseudonym("host"))
                scene.order = None
        # The end: what is shown is what was played.
        now = await front.tournament(path)
        for at, table in enumerate(now.rounds[-1], 1):
            if not table.done:
                await front.act("host", path, do="break_off", round=len(now.rounds), number=at)
        assert [one for one in ("cards", "hand", "pile", "cloth") if f"'is': '{one}'" in str(told)] == []
        shown = rows(await front.act("host", path, do="end"))
        now = await front.tournament(path)
        assert now.over
        expected = {one.name: [decimal(one.total), str(one.deals)] for one in standings(now) if one.name}
        assert {name: cells[:2] for name, cells in shown.items() if say("tournament.somebody") not in name} == expected
