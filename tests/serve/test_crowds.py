"""Too many of them, against the running server: clients, sockets, reloads, pages, messages.

Nobody else is disturbed: learners at work are answered rightly all the time, newcomers get in or are told their place
in the queue, and the memory comes back.
"""

import asyncio
import json
from urllib.parse import urlsplit

from abused import HELLO, connected, learners, page, served, works
from classroom import classroom

from tests.load.ours import Page


async def test_clients_that_never_say_who_they_are_take_no_place():
    with served("--pages", "3") as here:
        silent = [await connected(here) for _ in range(100)]
        pages = [await page(here, "melds") for _ in range(3)]
        for one in pages:
            await one.press()
        # Now every place is taken by somebody who works; the next one is told which place in the queue it has.
        late = Page(here.port, "index")
        await late.connect()
        late.hello()
        await late.told("wait")
        assert late.heard == [["wait", 1]]
        silent += [await connected(here) for _ in range(100)]
        await pages[0].close()
        await late.until_here()
        for one in (*pages[1:], late):
            await one.close()
        for one in silent:
            one.drop()
        await works(here)


async def test_pages_that_are_opened_and_dropped_or_left_fill_no_memory():
    """A visitor who opens page after page and lets each go without a word keeps at most as many as there are places.

    Pages that are left, as by somebody who reloads again and again, are kept for a moment, and not more than a few.
    """
    with served("--pages", "40") as here:
        learner = await page(here, "melds")
        await learner.press()
        before = here.memory
        for _ in range(2):
            for number, one in enumerate([await page(here, "melds") for _ in range(36)]):
                await (one.close() if number % 2 else one.drop())
        await learner.press()
        assert here.memory < before + 80
        await learner.close()


async def test_who_talks_without_listening_or_floods_with_large_messages_disturbs_nobody_and_fills_no_memory():
    """Each of the large messages has four kilobytes on the wire and four megabytes when it is unpacked."""
    large = json.dumps(["message", 1, "1", "x" * 4_000_000])
    with served() as here:
        async with learners(here, 5):
            before, processes = here.memory, here.processes
            talker = await connected(here, "en/melds.ipynb", HELLO)
            for number in range(1, 1001):
                content = {"do": "select", "cards": ["8s"] if number % 2 else [], "number": number}
                talker.send(json.dumps(["message", number, "1", content]))
            await asyncio.gather(*(works(here) for _ in range(3)))
            talker.drop()
            await works(here)
            assert here.memory < before + 60
            before = here.peak
            floods = [await connected(here, "en/melds.ipynb", HELLO) for _ in range(4)]
            for _ in range(100):
                for flood in floods:
                    flood.send_packed(large)
            for _ in range(3):
                await works(here)
            assert here.peak < before + 100
            assert here.processes == processes
            for flood in floods:
                flood.drop()
        await works(here)


async def test_one_learner_of_a_class_takes_no_place_that_another_one_wants():
    with classroom(options=("--class", "--pages", "4")) as room:
        greedy, other = (room.join(name=name).cookie for name in ("Ana", "Ben"))

        def opening(cookie):
            return Page(urlsplit(room.address).port, "melds", headers={"Cookie": cookie})

        pages = [opening(greedy) for _ in range(5)]
        for one in pages[:2]:
            await one.open()
            await one.press()
        for one in pages[2:]:
            await one.connect()
            one.hello()
            await one.told("wait")
        newcomer = opening(other)
        await newcomer.open()
        await newcomer.press()
        for one in (*pages, newcomer):
            await one.drop()
