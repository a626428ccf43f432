"""The page of a scene that others look at too holds its first picture, before any script runs or a line is there."""

import json
import re
from html import unescape

from cardlab import tongits
from cardlab.dashboard.display_names import pseudonym
from cardlab.dashboard.roster import Roster
from cardlab.tables.shared_table import Agreed
from tests.load.players import Player, cookie
from tests.load.shared import SharedPage
from tests.load.teaching import texts
from tests.tables.at_table import does, sit
from tests.tables.front import Front

PLAYERS = ("token 0", "token 1", "token 2")


def first_of(html):
    """The picture that a page holds, its digest, and the page without both."""
    ((digest, frames),) = re.findall(r'class="course-first"[^>]*data-digest="(\w+)">(.*?)</script>', html)
    ((_, place, _, _, picture),) = [one for one in json.loads(frames) if one[0] == "open"]
    assert ["cell", 0, [{"place": place}]] in json.loads(frames)
    return picture, digest, unescape(html).replace(unescape(frames), "")


async def dealt(front):
    tables = (await front.tournaments.ready()).tables
    code = await tables.open(Agreed(tongits.Rules()), pseudonym(PLAYERS[0]))
    for token in PLAYERS:
        await does(tables, code, pseudonym(token), sit(token.replace(" ", "-")))
    return code, (await tables.table(code)).state


async def test_T10_6_a_page_of_a_table_holds_the_cards_of_who_asks_and_no_other_ones(tmp_path):
    async with Front(tmp_path / "tables.sqlite3") as front:
        code, state = await dealt(front)
        for seat, token in enumerate(PLAYERS):
            html = (await front.get(f"/table/{code}", cookie(front.port, token))).text
            picture, _, rest = first_of(html)
            own = {card.code for card in state.hands[seat]}
            assert set(picture["hand"]["cards"]) == own
            # The faces of all cards are drawn from constants, so what is read is the picture.
            named = set(re.findall(r'"(\w\w)"', json.dumps(picture)))
            hidden = {card.code for hand in (*state.hands, state.stock) for card in hand} - own
            assert not named & hidden
            assert "course-awaited" in rest
        picture, *_ = first_of((await front.get(f"/table/{code}", cookie(front.port, "somebody"))).text)
        assert picture["stage"] == "room"


async def test_a_line_brings_what_the_page_does_not_show_yet(tmp_path):
    async with Front(tmp_path / "tables.sqlite3") as front:
        code, state = await dealt(front)
        own = PLAYERS[state.seat]  # while somebody else is waited for, the picture counts seconds
        html = (await front.get(f"/table/{code}", cookie(front.port, own))).text

        async def greeted(session=""):
            frames, page = [], Player(front.port, code, own)
            line = await page.connect()
            hello = {"page": page.page, "session": session, "last_seen": 0, "log": [], "first": first_of(html)[1]}
            line.send(json.dumps(hello))
            line.send('["message", 1, "1", {"do": "select", "cards": [], "number": 1}]')
            while ["done", 1] not in frames:
                frames += json.loads(await line.read())
            line.close()
            return [frame[0] for frame in frames]

        # That somebody is there again is seen by that page too.
        assert "open" in await greeted()
        async with Player(front.port, code, own):
            html = (await front.get(f"/table/{code}", cookie(front.port, own))).text
            assert "open" not in await greeted()
            assert "open" in await greeted(session="0123456789")


async def test_a_page_of_players_holds_what_its_line_would_bring(tmp_path):
    async with Front(tmp_path / "tables.sqlite3") as front:
        own = cookie(front.port, "token")
        for path in ("tables", "tournaments", "leaderboard"):
            html = (await front.get(f"/{path}", own)).text
            async with SharedPage(front.port, path, own) as page:
                assert first_of(html)[0] == page.shown


async def test_the_pages_of_a_class_hold_what_teacher_and_learner_see(tmp_path):
    roster = Roster()
    async with Front(tmp_path / "tables.sqlite3", roster) as front:
        learner = front.cookie("visitor", roster.join(roster.code, "Anna", "127.0.0.1").token)
        async with front.teacher(roster) as teacher:
            await teacher.ask_own("Who begins?", "I", "you", right="2")
            html = (await front.get("/board", learner)).text
            async with SharedPage(front.port, "board", learner) as page:
                assert first_of(html)[0] == page.shown
            picture = first_of((await front.get("/teacher", teacher.cookies)).text)[0]
            assert "Who begins?" in texts(picture["stage"])
            assert (await front.get("/teacher", learner)).status == 403
