"""A tournament of nine in browsers and over sockets, from its opening to its final table (T10.6)."""

import asyncio
import re
import secrets
import threading
from urllib.parse import urlencode, urlsplit

from pages import axe_finds
from playwright.sync_api import expect
from table_server import browse, served
from test_tables import plays_a_turn

from cardlab.cli import main
from cardlab.phrasing.catalogue import say
from tests.load.line import fetch, post
from tests.load.players import Player

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
        self.told = []
        self.tasks = []

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=60)

    def headers(self, token):
        cookie = f"cardlab-player-{self.port}={token}"
        form = "application/x-www-form-urlencoded"
        return {"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.port}", "Content-Type": form}

    def enter(self, count):
        for number in range(count):
            self.tokens.append(secrets.token_urlsafe(16))
            form = urlencode({"do": "enter", "name": f"Player {number}"}).encode()
            assert self.run(post(self.port, self.path, form, self.headers(self.tokens[-1]))).status == 303

    def sit(self, tokens):
        """Each goes to the table that the page of the tournament names, and plays there."""
        for token in tokens:
            page = self.run(fetch(self.port, self.path, self.headers(token))).text
            code = re.search(r"/table/([A-Z0-9]{6})", page)[1]
            player = Player(self.port, code, token)
            player.frames = lambda frame: self.told.append(str(frame))
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


def test_T10_6_a_tournament_of_nine_from_its_opening_to_its_ranking(browse, tmp_path, capsys):
    with served(tmp_path) as here:
        host = browse(f"{here.address}tournaments?lang=de", lang="de")
        assert axe_finds(host, ("light",)) == []
        # Opened by keyboard alone.
        host.get_by_label(say("tournament.title", "de")).focus()
        host.keyboard.type("Pokal <i>")
        host.get_by_label(say("tournament.deals", "de")).focus()
        host.keyboard.press("Control+A")
        host.keyboard.type("1")
        host.keyboard.press("Enter")
        host.wait_for_url("**/tournament/*")
        path = urlsplit(host.url).path
        host.locator("summary", has_text=say("tournament.fair", "de")).click()
        hash_ = host.locator(".tournament-numbers code").inner_text()
        others = Others(here.port, path)
        try:
            others.enter(6)
            sizes = ((1280, 720), (390, 844), (320, 640))
            pages = [browse(f"{here.address}{path[1:]}?lang=en", width=wide, height=high) for wide, high in sizes]
            for page, name in zip(pages, ("Ana", HOSTILE, "Cara"), strict=True):
                page.locator("#tournament-name").fill(name)
                page.keyboard.press("Enter")
                page.locator("#tournament-drop").wait_for()
            # Somebody who is removed is no longer named.
            others.enter(1)
            expect(host.locator(".tournament-people li")).to_have_count(10)
            remove = host.get_by_role("button", name=say("tournament.remove_name", "de", name="Player 0 2"))
            remove.focus()
            host.keyboard.press("Enter")
            expect(host.locator(".tournament-people li")).to_have_count(9)
            del others.tokens[-1]
            host.get_by_text(say("tournament.entered", "de", count=9)).wait_for()
            # That it was pressed is told at once, and once is enough.
            host.get_by_text(say("tournament.waits.host", "de")).wait_for()
            pressed = []
            asked = f"**{path}*"
            host.route(asked, lambda one: pressed.append(one) if one.request.method == "POST" else one.continue_())
            host.locator("#tournament-begin").focus()
            host.keyboard.press("Enter")
            host.locator("[data-role=said]").get_by_text(say("tournament.moment", "de")).wait_for()
            host.keyboard.press("Enter")
            expect(host.locator("form[aria-busy] #tournament-begin")).to_be_visible()
            (begin,) = pressed
            begin.continue_()
            host.unroute(asked)
            for page in pages:
                page.locator("#tournament-go").wait_for()
                wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wide <= 0
            assert axe_finds(pages[1], ("light", "dark")) == []
            others.sit(others.tokens)
            for page in pages:
                page.locator("#tournament-go").click()
            for page in pages:
                plays_a_turn(page)
            # Their seats at the tables are theirs on any device: sockets play on with the same cookies.
            others.sit([token_of(page) for page in pages])
            host.locator("#tournament-end").wait_for(timeout=60_000)
            expect(host.locator("#tournament-begin")).to_be_visible()
            others.rest()
            assert axe_finds(host, ("light", "dark")) == []
            expect(host.locator(".tournament-tables li")).to_have_count(3)
            pages[0].get_by_role("link", name=say("tournament.to_tournament", "en")).first.click()
            pages[0].locator("#tournament-drop").wait_for()
            before = "".join([*others.told, host.content()])
            host.locator("#tournament-end").click()
            expect(host.locator(".tournament-numbers code")).to_have_count(2)
            number = host.locator(".tournament-numbers code").last.inner_text()
            assert (len(number), number == hash_, number in before) == (64, False, False)
            files = []
            for one in host.locator(".tournament-files a").all():
                with host.expect_download() as loading:
                    one.click()
                files.append(str(tmp_path / loading.value.suggested_filename))
                loading.value.save_as(files[-1])
        finally:
            others.end()
        assert len(set(files)) == 3
        assert main(["check", *files, "--dealer", number]) == 0
        assert capsys.readouterr().out.count("those of the dealer") == 3
        # Everybody sees the same final table, and somebody who is named nowhere in it.
        final = host.locator(".tournament-standing tbody th bdi").all_inner_texts()
        assert final.count(say("tournament.somebody", "de")) == 1
        final.remove(say("tournament.somebody", "de"))
        assert len(final) == 9
        pages[0].get_by_text(say("tournament.over", "en")).wait_for()
        shown = pages[0].locator(".tournament-standing tbody th bdi").all_inner_texts()
        assert [name for name in shown if name != say("tournament.somebody", "en")] == final
        assert pages[0].locator(".tournament-standing b").count() == 0
        pages[2].goto(f"{here.address}leaderboard?lang=en")
        assert set(pages[2].locator("tbody th").all_inner_texts()) == set(final)
        assert pages[2].get_by_text(say("ranking.not_apart", "en")).count() == 1
        for page in pages:
            page.goto(f"{here.address}{path[1:]}?lang=en")
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert axe_finds(pages[2], ("light", "dark")) == []
        browse.end("ERR_CONNECTION_REFUSED")


def test_a_page_hears_why_its_order_was_refused_however_long_the_answer_takes(browse, tmp_path):
    """It asks what is new every two seconds; the answer to that is not taken for the one to the order."""
    with served(tmp_path) as here:
        host = browse(f"{here.address}tournaments?lang=en")
        host.get_by_role("button", name=say("tournament.open_it")).click()
        host.wait_for_url("**/tournament/*")
        late = host.context.new_page()
        late.clock.install(time=0)
        late.clock.pause_at(1)
        late.goto(host.url)
        host.locator("#tournament-name").fill("Ana")
        host.keyboard.press("Enter")
        host.locator("#tournament-drop").wait_for()
        orders = []
        late.route(
            "**/tournament/*",
            lambda route: orders.append(route) if route.request.method == "POST" else route.continue_(),
        )
        late.locator("#tournament-name").fill("Ben")
        with late.expect_request(lambda request: request.method == "POST"):
            late.keyboard.press("Enter")
        late.clock.run_for(6000)
        orders.pop().continue_()
        expect(late.locator("[data-part=problem]")).to_contain_text(say("refusal.tournament_entered"))
        browse.end()
