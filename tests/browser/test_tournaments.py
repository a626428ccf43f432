"""A tournament of nine in browsers and over sockets, from its opening to its final table (T10.6)."""

import asyncio
import re
import secrets
import threading
from urllib.parse import urlsplit

from pages import axe_finds, is_sound, keep
from playwright.sync_api import expect
from table_server import browse, served
from test_tables import plays_a_turn

from cardlab.names import isolated
from cardlab.phrasing.catalogue import say
from tests.load.players import Player, cookie
from tests.load.shared import SharedPage

__all__ = ["browse"]
HOSTILE = "=<b>Ben</b>"


class Others:
    """Players over sockets, in a thread of their own; whoever has a page may be played for by a second one."""

    def __init__(self, port, path):
        self.port, self.path = port, path
        self.tokens = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.tasks = []

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=60)

    async def shown(self, token, **message):
        """What the page of the tournament shows to a player, after a message if there is one."""
        async with SharedPage(self.port, self.path, cookie(self.port, token)) as page:
            if message:
                await page.answered(**message)
            return str(page.shown)

    def enter(self, count):
        for number in range(count):
            self.tokens.append(secrets.token_urlsafe(16))
            self.run(self.shown(self.tokens[-1], do="enter", name=[f"Player {number}"]))

    def sit(self, tokens):
        """Each goes to the table that the page of the tournament names, and plays there."""
        for token in tokens:
            own = say("tournament.to_table")
            code = re.search(rf"{own}', 'address': '/table/([A-Z0-9]{{6}})", self.run(self.shown(token)))[1]
            player = Player(self.port, code, token)
            for work in (player.listen(), player.play()):
                self.tasks.append(asyncio.run_coroutine_threadsafe(work, self.loop))

    def rest(self):
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()

        async def gone():
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.run(gone())

    def end(self):
        self.rest()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


def token_of(page):
    return next(one["value"] for one in page.context.cookies() if one["name"].startswith("cardlab-player"))


def ranked(page):
    """The names in the standings, from the first on."""
    heads = page.locator(".cardlab-ranks").first.locator("tbody th").all_inner_texts()
    return [re.sub(r"^\d+\. ", "", head.partition("\n")[0]).strip("\u2068\u2069 ") for head in heads]


def test_T10_6_a_tournament_of_nine_from_its_opening_to_its_ranking(browse, tmp_path):
    with served(tmp_path) as here:
        host = browse(f"{here.address}tournaments?lang=de", lang="de")
        title = host.get_by_label(say("tournament.title", "de"))
        title.wait_for()
        is_sound(host)
        keep(host, "tournaments")
        # Opened by keyboard alone.
        title.focus()
        host.keyboard.type("Pokal <i>")
        host.get_by_label(say("tournament.deals", "de")).focus()
        host.keyboard.press("Control+A")
        host.keyboard.type("1")
        host.keyboard.press("Enter")
        host.wait_for_url("**/tournament/*")
        path = urlsplit(host.url).path[1:]
        others = Others(here.port, path)
        try:
            others.enter(6)
            sizes = ((1280, 720), (390, 844), (320, 640))
            pages = [browse(f"{here.address}{path}?lang=en", width=wide, height=high) for wide, high in sizes]
            for page, name in zip(pages, ("Ana", HOSTILE, "Cara"), strict=True):
                page.get_by_label(say("together.name")).fill(name)
                page.keyboard.press("Enter")
                page.get_by_role("button", name=say("tournament.drop")).wait_for()
            # Somebody who is removed is no longer named.
            others.enter(1)
            row = host.locator(".cardlab-ranks tr", has_text="Player 0 2")
            row.locator("summary").focus()
            host.keyboard.press("Enter")
            named = say("room.remove", "de", name=isolated("Player 0 2"))
            host.get_by_role("button", name=named).press("Enter")
            expect(row).to_have_count(0)
            del others.tokens[-1]
            host.get_by_text(say("tournament.entered", "de", count=9)).wait_for()
            host.get_by_text(say("tournament.waits.host", "de")).wait_for()
            keep(host, "tournament-host", ("light", "dark"))
            host.get_by_role("button", name=say("tournament.first", "de")).press("Enter")
            own = [page.get_by_role("link", name=say("tournament.to_table")) for page in pages]
            for page, link in zip(pages, own, strict=True):
                link.wait_for()
                wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wide <= 0
            keep(pages[1], "tournament-player")
            assert axe_finds(pages[1], ("light", "dark")) == []
            # What loses a seat is asked first, and leaves it as it is where nobody says so.
            pages[2].locator("summary", has_text=say("tournament.drop")).click()
            expect(pages[2].get_by_text(say("tournament.drop_hint"))).to_be_visible()
            others.sit(others.tokens)
            for link in own:
                link.click()
            for page in pages:
                plays_a_turn(page)
            # Their seats at the tables are theirs on any device: sockets play on with the same cookies.
            others.sit([token_of(page) for page in pages])
            host.locator("summary", has_text=say("tournament.finish", "de")).wait_for(timeout=60_000)
            expect(host.get_by_role("button", name=say("tournament.next", "de"))).to_be_enabled()
            others.rest()
            assert axe_finds(host, ("light", "dark")) == []
            expect(host.locator(".cardlab-stacks tbody tr")).to_have_count(3)
            pages[0].get_by_role("link", name=say("tournament.to_tournament", "en")).first.click()
            pages[0].get_by_role("button", name=say("tournament.drop")).wait_for()
            host.locator("summary", has_text=say("tournament.finish", "de")).press("Enter")
            host.get_by_role("button", name=say("tournament.finish", "de")).press("Enter")
            host.get_by_text(say("tournament.over", "de")).wait_for()
        finally:
            others.end()
        # Everybody sees the same final table, without the one who has never played.
        final = ranked(host)
        assert len(final) == 9
        pages[0].get_by_text(say("tournament.over", "en")).wait_for()
        assert ranked(pages[0]) == final
        assert pages[0].locator(".cardlab-ranks b").count() == 0
        keep(pages[0], "tournament-over")
        pages[2].goto(f"{here.address}leaderboard?lang=en")
        pages[2].get_by_text(say("ranking.error", "en")).wait_for()
        assert set(ranked(pages[2])) == set(final)
        is_sound(pages[2])
        for page in pages:
            page.goto(f"{here.address}{path}?lang=en")
            page.locator(".cardlab-ranks").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        is_sound(pages[0])
        browse.end("ERR_CONNECTION_REFUSED")
