"""A network that goes away: who lost it reads so, the others read who is away, and all goes on when it is back."""

import asyncio
import threading

import pytest
from pages import until_ready
from playwright.sync_api import expect
from table_server import CODE, served

from cardlab import tongits
from cardlab.phrasing.catalogue import say
from cardlab.tables.table import Agreed, Opened

HOST = "127.0.0.1"
SOON = 20_000
"""Milliseconds until something has to be read: much more than the ten seconds that are promised."""


class Network:
    """What lies between a browser and a server: held, it brings nothing and tells nobody."""

    def __init__(self, to):
        self._to = to
        self._loop = asyncio.new_event_loop()
        self._free = asyncio.Event()
        self._free.set()

    async def _carry(self, source, sink):
        while chunk := await source.read(65536):
            await self._free.wait()
            sink.write(chunk)
            await sink.drain()
        sink.write_eof()

    async def _connected(self, reader, writer):
        ends = [writer]
        try:
            await self._free.wait()
            from_server, there = await asyncio.open_connection(HOST, self._to)
            ends.append(there)
            await asyncio.gather(self._carry(reader, there), self._carry(from_server, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in ends:
                end.transport.abort()

    def hold(self):
        self._loop.call_soon_threadsafe(self._free.clear)

    def release(self):
        self._loop.call_soon_threadsafe(self._free.set)

    async def _serve(self):
        return await asyncio.start_server(self._connected, HOST, 0)

    def __enter__(self):
        self._running = threading.Thread(target=self._loop.run_forever)
        self._running.start()
        server = asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result()
        self.port = server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._running.join()
        self._loop.close()

    async def _end(self):
        lines = asyncio.all_tasks() - {asyncio.current_task()}
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


@pytest.fixture
def at_table(browser, tmp_path):
    """Gives pages at a table, `at_table(name, lang)`, each behind its own network of the name."""
    contexts = []
    opened = Opened(**Agreed(tongits.Rules()).written, host="nobody")

    with served(tmp_path, opened) as here:
        networks = {}

        def come(name, lang="en"):
            network = networks[name] = Network(here.port).__enter__()
            contexts.append(browser.new_context(locale=lang, reduced_motion="reduce"))
            page = contexts[-1].new_page()
            page.goto(f"http://{HOST}:{network.port}/table/{CODE}?lang={lang}")
            page.locator(".cardlab-name input").fill(name)
            page.locator(".cardlab-place button").first.click()
            page.locator(".cardlab-you").wait_for()
            return page

        come.networks = networks
        yield come
        for context in contexts:
            context.close()
        for network in networks.values():
            network.__exit__()


def lost(page, lang="en"):
    return page.locator(".course-lost").get_by_text(say("together.lost", lang), exact=True)


def on_its_way(page, lang="en"):
    return page.locator(".course-sending").get_by_text(say("page.sending", lang), exact=True)


def presses(page):
    """The host may say something at any time."""
    page.locator(".cardlab-room .cardlab-main").click()


def test_T10_6_who_loses_the_network_without_a_word_reads_so_and_the_others_read_who_is_away(at_table):
    ana, ben = at_table("Ana"), at_table("Ben", "de")
    before = ben.locator("[data-part=table]").bounding_box()
    at_table.networks["Ben"].hold()
    presses(ben)
    expect(on_its_way(ben, "de")).to_be_visible(timeout=SOON)
    expect(lost(ben, "de")).to_be_visible(timeout=SOON)
    expect(ana.get_by_text(say("together.away", "en"), exact=True).first).to_be_visible(timeout=SOON)
    # What is told lies above the table, and moves nothing.
    assert ben.locator("[data-part=table]").bounding_box() == before
    at_table.networks["Ben"].release()
    expect(lost(ben, "de")).to_have_count(0, timeout=SOON)
    expect(on_its_way(ben, "de")).to_have_count(0, timeout=SOON)


def test_T10_6_who_is_told_by_the_browser_that_there_is_no_network_reads_so(at_table):
    ana = at_table("Ana")
    ana.context.set_offline(True)
    expect(lost(ana)).to_be_visible()
    assert ana.locator("[data-part=table]").evaluate("table => getComputedStyle(table).opacity") == "0.5"
    # What is pressed meanwhile arrives.
    presses(ana)
    expect(on_its_way(ana)).to_be_visible()
    ana.context.set_offline(False)
    expect(lost(ana)).to_have_count(0)
    expect(on_its_way(ana)).to_have_count(0)
    expect(ana.get_by_role("button", name=say("together.ready_no_more", "en"))).to_be_visible()


def test_a_lesson_without_a_network_says_so_and_goes_on_with_it(server, browser):
    context = browser.new_context(locale="de")
    page = context.new_page()
    page.goto(f"{server}de/melds.ipynb")
    until_ready(page)
    alert = page.locator(".course-alert.course-shown").get_by_text(say("page.lost", "de"), exact=True)
    context.set_offline(True)
    expect(alert).to_be_visible()
    context.set_offline(False)
    expect(alert).to_have_count(0)
    context.close()
