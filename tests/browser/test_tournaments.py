"""A tournament of nine in browsers and over sockets, from its opening to its final table (T10.6)."""

import asyncio
import re
from urllib.parse import urlsplit

from pages import apart, axe_finds, fits, is_sound
from playwright.sync_api import expect
from table_server import served

from cardlab.names import isolated
from cardlab.phrasing.catalogue import say
from tests.load.page import SharedPage
from tests.load.players import Player, cookie

HOSTILE = "=<b>Ben</b>"
ROUND_OVER = say("tournament.round_over", number=1)


async def enter(port, path, tokens):
    """Players without a browser enter a tournament."""
    for number, token in enumerate(tokens):
        async with SharedPage(port, path, cookie(port, token)) as page:
            await page.answered(do="enter", name=[f"Player {number}"])


async def play(port, path, token):
    """Goes to the table that the page of the tournament names, and plays there until the round is over."""
    async with SharedPage(port, path, cookie(port, token)) as page:
        code = re.search(rf"{say('tournament.to_table')}', 'address': '/table/([A-Z0-9]{{6}})", str(page.shown))[1]
        async with Player(port, code, token) as player:
            playing = asyncio.create_task(player.play())
            await page.until(lambda: ROUND_OVER in str(page.shown))
            playing.cancel()


async def play_all(port, path, tokens):
    await asyncio.wait_for(asyncio.gather(*(play(port, path, token) for token in tokens)), 60)


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
        # Opened by keyboard alone.
        title.focus()
        host.keyboard.type("Pokal <i>")
        host.get_by_label(say("tournament.deals", "de")).focus()
        host.keyboard.press("Control+A")
        host.keyboard.type("1")
        host.keyboard.press("Enter")
        host.wait_for_url("**/tournament/*")
        path = urlsplit(host.url).path[1:]
        others = [f"the-token-of-player-{number}" for number in range(7)]
        apart(enter(here.port, path, others))
        sizes = ((1280, 720), (390, 844), (320, 640))
        pages = [browse(f"{here.address}{path}?lang=en", width=wide, height=high) for wide, high in sizes]
        for page, name in zip(pages, ("Ana", HOSTILE, "Cara"), strict=True):
            page.get_by_label(say("together.name")).fill(name)
            page.keyboard.press("Enter")
            page.get_by_role("button", name=say("tournament.drop")).wait_for()
        # Somebody who is removed is no longer named.
        row = host.locator(".cardlab-ranks tr", has_text="Player 6")
        row.locator("summary").focus()
        host.keyboard.press("Enter")
        host.get_by_role("button", name=say("room.remove", "de", name=isolated("Player 6"))).press("Enter")
        expect(row).to_have_count(0)
        host.get_by_text(say("tournament.entered", "de", count=9)).wait_for()
        host.get_by_text(say("tournament.waits.host", "de")).wait_for()
        host.get_by_role("button", name=say("tournament.first", "de")).press("Enter")
        for page in pages:
            page.get_by_role("link", name=say("tournament.to_table")).wait_for()
            fits(page)
        assert axe_finds(pages[1]) == []
        pages[0].get_by_role("link", name=say("tournament.to_table")).click()
        pages[0].get_by_role("link", name=say("tournament.to_tournament", "en")).first.wait_for()
        # Seats at the tables are a player's own on any device: sockets play on with the same cookies.
        apart(play_all(here.port, path, [*others[:6], *map(token_of, pages)]))
        expect(host.get_by_role("button", name=say("tournament.next", "de"))).to_be_enabled()
        assert axe_finds(host, ("light", "dark")) == []
        expect(host.locator(".cardlab-stacks tbody tr")).to_have_count(3)
        pages[0].get_by_role("link", name=say("tournament.to_tournament", "en")).first.click()
        pages[0].get_by_role("button", name=say("tournament.drop")).wait_for()
        host.locator("summary", has_text=say("tournament.finish", "de")).press("Enter")
        host.get_by_role("button", name=say("tournament.finish", "de")).press("Enter")
        host.get_by_text(say("refusal.tournament_over", "de")).wait_for()
        # Everybody sees the same final table.
        final = ranked(host)
        assert len(final) == 9
        for page in pages:
            page.get_by_text(say("refusal.tournament_over", "en")).wait_for()
            assert ranked(page) == final
            assert page.locator(".cardlab-ranks b").count() == 0
            fits(page)
        pages[2].goto(f"{here.address}leaderboard?lang=en")
        pages[2].locator(".cardlab-ranks").wait_for()
        # After so few deals the means have no margin, so none is explained.
        assert pages[2].get_by_text(say("ranking.error", "en")).count() == 0
        assert set(ranked(pages[2])) == set(final)
        is_sound(pages[2])
        browse.end("ERR_CONNECTION_REFUSED")
