"""Two servers behind the balancer of the README, on one PostgreSQL: lessons stay where they are, tables survive."""

import asyncio
import os

import pytest
from balancer import balanced, program
from table_server import Server

from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS, replayed
from tests.load.line import fetch
from tests.load.ours import Page
from tests.load.players import Heard, Player, open_table


@pytest.fixture(scope="module")
def two(cluster, tmp_path_factory):
    """The balancer, and the two servers behind it by their ports."""
    if program() is None:
        reason = "no nginx here; please install it: sudo apt install nginx"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    servers = [Server(cluster.database())]
    servers.append(Server(servers[0].store))
    for one in servers:
        one.begin()
    try:
        with balanced(tmp_path_factory.mktemp("nginx"), *(one.port for one in servers)) as balancer:
            yield balancer, {one.port: one for one in servers}
    finally:
        for one in servers:
            one.end()


async def places(balancer):
    """A place at each server, by its port: what a browser keeps as the cookie of the balancer."""
    found = {}
    await reached(balancer)
    for place in map(str, range(100)):
        if len(found) < 2:
            answer = await fetch(balancer.port, "/tables?lang=en", {"Cookie": f"place={place}"})
            assert answer.status == 200
            assert f"place={place}" in answer.cookies
            found.setdefault(balancer.server_of(place), place)
    assert len(found) == 2
    return found


async def reached(balancer):
    """Returns as soon as the balancer answers."""
    while True:
        try:
            await fetch(balancer.port, "/")
            return
        except OSError:
            await asyncio.sleep(0.01)


def within(seconds, work):
    return asyncio.run(asyncio.wait_for(work, seconds))


def test_a_lesson_stays_at_the_server_that_has_it_in_memory(two):
    balancer, _ = two

    async def run():
        first, second = (await places(balancer)).values()
        page = Page(balancer.port, "melds", headers={"Cookie": f"place={first}"})
        await page.open()
        await page.press()
        before = page.session
        for _ in range(5):
            await page.drop()
            await page.back()
            assert page.session == before
        # To the other server the page would be a new one.
        await page.drop()
        page.headers = {"Cookie": f"place={second}"}
        await page.back()
        assert page.session != before
        await page.close()

    within(100, run())


def test_T10_6_a_table_goes_on_when_one_of_the_servers_dies(two):
    balancer, servers = two

    async def run():
        at = await places(balancer)
        (dying, first), (_, second) = at.items()
        code = await open_table(balancer.port, f"the host; place={first}")
        heard = [Heard() for _ in range(3)]
        players = [
            Player(balancer.port, code, f"token {seat}; place={place}", f"Player {seat}", heard=heard[seat])
            for seat, place in enumerate((first, second, second))
        ]
        tasks = [asyncio.create_task(work) for one in players for work in (one.listen(), one.play())]
        for seat, one in enumerate(players):
            await one.until(lambda seat=seat: heard[seat].moves >= 2)
        servers[dying].kill()
        made = [one.moves for one in heard]
        for seat, one in enumerate(players):
            await one.until(lambda seat=seat: heard[seat].moves >= made[seat] + 2)
        assert [bool(one.times_back) for one in players] == [True, False, False]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        store = await Store.open(servers[dying].store)
        entries = await store.read(f"table:{code}")
        await store.close()
        servers[dying].begin()
        return entries

    table = replayed(tuple(EVENTS.read(entry.body) for entry in within(200, run())))
    assert {one.name for one in table.seats} == {"Player 0", "Player 1", "Player 2"}
