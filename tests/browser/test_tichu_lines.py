"""Tables of Tichu over raw lines: no second hand by a second page, and what the form says."""

import asyncio
import json
from urllib.parse import urlencode

from pages import apart
from table_server import CODE, served

from cardlab import tichu
from cardlab.dashboard.names import mark
from cardlab.record import write_rules
from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS, PACES, Agreed, Dealt, Opened, Sat, Watch
from cardlab.tables.table import opened as opening
from cardlab.tichu import Flip, plays, view
from tests.load.line import Line, fetch, post


class Page(Line):
    """A page at the table, as a program sees it."""

    @classmethod
    async def enter(cls, here, token):
        page = await cls.open(
            here.port, f"/table/{CODE}/line?lang=en", headers={"Cookie": f"cardlab-player-{here.port}={token}"}
        )
        page.send(json.dumps({"page": f"page of {token}"}))
        page.shown, page.number = {}, 0
        return page

    async def hear(self, until):
        """Hears until this is true of what came and what is shown."""
        while (message := await self.read()) is not None:
            heard = False
            for kind, *told in json.loads(message or "[]"):
                if kind == "state":
                    self.shown |= told[0]
                heard = until(kind, told) or heard
            if heard:
                return

    async def do(self, **content):
        """Says something; returns when it is answered."""
        self.number += 1
        mine = self.number
        self.send(json.dumps([mine, content]))
        await self.hear(lambda kind, told: kind == "done" and told == [mine])

    async def turned(self):
        await self.hear(lambda *_: self.shown.get("number") == 1)


def deal_with_a_right_and_a_wrong_card():
    """A deal, a card of seat 0 that fits on one pile only after the opening, and one that fits on none."""
    for seed in range(50):
        state = tichu.play(tichu.deal(tichu.SHEET, seed), Flip())
        found = [move.card for move in plays(view(state, 0))]
        right = [card for card in found if card.rank and found.count(card) == 1]
        wrong = [card for card in state.hands[0] if card not in found]
        if right and wrong:
            return seed, right[0].code, wrong[0].code
    raise AssertionError("no such deal")


def test_T10_6_two_pages_of_one_player_are_held_up_as_one(tmp_path):
    seed, right, wrong = deal_with_a_right_and_a_wrong_card()
    agreed = Agreed(tichu.SHEET, patience=600)
    laid = [
        Opened("tichu", write_rules(tichu.SHEET), agreed.options, mark("ana")),
        Sat(0, mark("ana"), "Ana"),
        Sat(1, mark("ben"), "Ben"),
        Dealt(tichu.GAME.write_deal(tichu.deal(tichu.SHEET, seed))),
    ]

    async def play(here):
        first, second, ben = [await Page.enter(here, token) for token in ("ana", "ana", "ben")]
        await asyncio.gather(*(page.turned() for page in (first, second, ben)))
        await first.do(do="card", seat=0, card=wrong, seen=1)
        # No page of the same player lays a card now, not even a right one.
        await asyncio.gather(*(page.do(do="card", seat=0, card=right, seen=1) for page in (first, second)))
        for page in (first, second):
            assert page.shown["number"] == 1
            assert 0 < page.shown["sides"][0]["held"] <= 700
        # What is shown changes by itself when the time is over.
        await first.hear(lambda *_: first.shown["sides"][0]["held"] == 0)
        await second.do(do="card", seat=0, card=right, seen=1)
        assert second.shown["number"] == 2
        for page in (first, second, ben):
            page.close()

    with served(tmp_path, *laid) as here:
        apart(play(here))


def test_a_table_of_tichu_is_opened_with_what_the_form_says(tmp_path):
    async def opened(here, **chosen):
        cookies = (await fetch(here.port, "/tables")).cookies
        headers = {"Origin": here.address.rstrip("/"), "Cookie": cookies}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer = await post(here.port, "/tables", urlencode({"game": "tichu sheet", **chosen}).encode(), headers)
        return answer.headers["location"].partition("/table/")[2][:6]

    async def ask(here):
        forms = ({"pace": "master", "fills": "yes", "watch": "open", "clock": "60"}, {"pace": "of light"}, {})
        return [await opened(here, **chosen) for chosen in forms]

    async def written(here, codes):
        store = await Store.open(here.store)
        entries = [(await store.read(f"table:{code}"))[0] for code in codes]
        await store.close()
        return [opening(EVENTS.read(entry.body)).agreed for entry in entries]

    with served(tmp_path) as here:
        codes = apart(ask(here))
    found = apart(written(here, codes))
    assert found[0] == Agreed(tichu.SHEET, watch=Watch.OPEN, pace=PACES["master"], fills=True)
    assert found[1] == Agreed(tichu.SHEET)
    assert found[2] == Agreed(tichu.SHEET, pace=PACES["beginner"])
