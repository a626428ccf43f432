"""Tables between devices (T10.6), as four people see them: three play, one waits, and the server is killed."""

from urllib.parse import urlsplit

from pages import axe_finds, fits, in_sight
from playwright.sync_api import expect
from table_server import CODE, served, sits, to_be_killed

from cardlab import record, tongits
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import Agreed, TableOpened

HOSTILE = "<b>Ben</b>{who}"


YOURS = f'.cardlab-turn strong:text-is("{say("table.turn")}")'


def plays_a_turn(page):
    """When it is their turn: draws, unless it is the first one, and discards the last card; folds when asked."""
    page.locator(YOURS).wait_for()
    if page.locator(chosen("fold")).count():
        page.locator(chosen("fold")).click()
        expect(page.locator(chosen("fold"))).to_have_count(0)
        return
    cards = page.locator(".cardlab-option")
    held = cards.count()
    if page.locator("[data-drop=stock] > .cardlab-may").count():
        page.locator("[data-drop=stock] > button").click()
        held += 1
        expect(cards).to_have_count(held)
    cards.last.click()
    page.locator(".cardlab-option[aria-selected=true]").wait_for()
    page.locator(chosen("discard")).click()
    expect(cards).not_to_have_count(held)  # one fewer, or none where bots have ended the round at once


def chosen(move, lang="en"):
    """The button of a move below the hand, by its key."""
    return f'.cardlab-choices [data-letter="{say(f"table.key.{move}", lang)}"]'


def hand(page):
    """The cards before a player, as they are read out."""
    return sorted(page.locator(".cardlab-option").evaluate_all("all => all.map(one => one.ariaLabel ?? one.innerText)"))


def test_T10_6_three_play_and_one_waits_through_a_killed_server_and_the_round_is_a_record(browse, tmp_path):
    agreed = Agreed(tongits.Rules(target=1), pace=0, patience=600)
    with to_be_killed(tmp_path, TableOpened(**agreed.encoded, host="nobody")) as here:
        address = f"{here.address}table/{CODE}?lang="
        ana, ben, cara = (browse(f"{address}en"), browse(f"{address}en", width=390, height=844), browse(f"{address}en"))
        dan = browse(f"{address}de", lang="de")
        everybody = (ana, ben, cara, dan)
        for page, name in ((ana, "Ana"), (ben, HOSTILE), (cara, "Cara")):
            sits(page, name)
        # A name is text, whatever it looks like.
        for page in everybody:
            page.get_by_text(HOSTILE).first.wait_for()
        assert dan.locator(".cardlab-place b").count() == 0
        for page in (ana, ben, cara):
            page.locator(".cardlab-felt").wait_for()
        dan.get_by_text(say("refusal.table_full", "de")).wait_for()
        fits(ben, (1280, 844), (390, 844), (320, 844))
        assert dan.locator(".cardlab-option").count() == 0
        assert dan.locator(".cardlab-room-who input").count() == 0
        assert axe_finds(cara, ("light", "dark")) == []
        for page in (ana, ben, cara):
            plays_a_turn(page)
        ana.locator(YOURS).wait_for()
        held = [hand(page) for page in (ana, ben, cara)]
        # Lines are lost now, and nothing else may go wrong.
        here.kill()
        here.begin(with_lessons=True)
        for page in everybody:
            page.evaluate("dispatchEvent(new Event('online'))")
        ben.set_viewport_size({"width": 390, "height": 844})
        for page in (ana, ben):
            page.reload()
            # All of the table is in sight, without scrolling.
            in_sight(page, ".cardlab-felt", ".cardlab-own-hand", ".cardlab-choices")
        assert [hand(page) for page in (ana, ben, cara)] == held
        for page in (ana, ben, cara):
            plays_a_turn(page)
        # Ben and Cara leave; bots play on with their cards, and Ana to the end.
        for page in (ben, cara):
            # That is asked first, and nobody who only looks has lost anything.
            page.locator(".cardlab-rarely summary", has_text=say("together.rise", "en")).click()
            page.get_by_text(say("together.rise_sure", "en")).wait_for()
            page.get_by_role("button", name=say("together.rise", "en")).click()
        ana.locator(".cardlab-news").get_by_text(say("together.left_playing", "en", who="Cara")).wait_for()
        dan.locator(".cardlab-place").get_by_text(say("together.bot_since", "de", who="Cara")).wait_for()
        # A player who waits sits down there when the round is over, and reads so.
        dan.get_by_text(say("refusal.table_sit_later", "de")).wait_for()
        assert dan.locator(".cardlab-room-who input").count() == 0
        while not ana.locator(".cardlab-ending").count():
            ana.locator(f".cardlab-ending, {YOURS}").first.wait_for()
            if not ana.locator(".cardlab-ending").count():
                plays_a_turn(ana)
        dan.locator(".cardlab-room-who input").wait_for()
        with ana.expect_download() as loaded:
            ana.get_by_role("link", name=say("together.save", "en")).click()
        kept = record.Record.read(loaded.value.path())
        assert record.check(kept) is None
        assert kept.about["players"][0] == "Ana"
        # The round is reviewed on the play page, under the names of the table, at once for its players.
        with ana.expect_popup() as opened:
            ana.get_by_role("link", name=say("together.review", "en")).click()
        review = opened.value
        own = say("play_tongits.review_of", "en", player=say("seat.0", "en"))
        review.locator(".cardlab-review").wait_for()
        review.get_by_role("button", name=own, pressed=True).wait_for()
        assert review.locator(".cardlab-felt").get_by_text("Cara").count() == 0  # a bot has played on for her
        review.close()
        # An attempt that hangs while the server begins is given up for a new one.
        browse.end("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "closed before the connection is established")


def test_T10_6_a_table_is_opened_and_found_by_keyboard_alone(browse, tmp_path):
    with served(tmp_path) as here:
        host = browse(f"{here.address}tables?lang=de", lang="de")
        assert axe_finds(host, ("light", "dark")) == []
        # The player who opens a table sits at it, under the name in the form.
        host.get_by_label(say("together.name", "de"), exact=True).focus()
        host.keyboard.type("Änne")
        host.keyboard.press("Enter")
        host.wait_for_url("**/table/*")
        # No other device can open an address of this computer alone: there is no QR code of it, but a way to another.
        # What is said of that names no folder of this computer.
        told = host.locator("p", has_text="serve --class").inner_text()
        assert told.rpartition(": ")[2] in ("cardlab serve --class", "python -m cardlab serve --class")
        assert host.locator(".cardlab-qr").count() == 0
        host.locator(".cardlab-you").wait_for()
        code = urlsplit(host.url).path.rpartition("/")[2]
        guest = browse(f"{here.address}tables?lang=en", width=320, height=640)
        listed = guest.get_by_role("listitem").filter(has_text=f"{code[:3]} {code[3:]}")
        assert "Änne" in listed.inner_text()
        guest.get_by_label(say("together.code", "en")).fill("WRONGX")
        guest.keyboard.press("Enter")
        guest.get_by_role("status").get_by_text(say("together.no_such_table", "en")).wait_for()
        guest.get_by_label(say("together.code", "en")).fill(f"{code[:3]} {code[3:].lower()}")
        guest.keyboard.press("Enter")
        guest.locator(".cardlab-place.cardlab-is-here").wait_for()
        fits(guest)
        # A player who is sent from a seat is asked about first, and everybody is told.
        sits(guest, "Gast")
        remove = say("room.remove", "de", name="Gast")
        host.locator(".cardlab-place summary", has_text=remove).press("Enter")
        host.get_by_text(say("together.remove_sure", "de")).wait_for()
        assert guest.get_by_text(say("together.taken.you", "en")).count() == 0
        host.keyboard.press("Tab")
        assert host.evaluate("document.activeElement.innerText") == remove
        host.keyboard.press("Enter")
        guest.get_by_text(say("together.taken.you", "en")).wait_for()
        host.get_by_text(say("together.taken.other", "de", who="Gast")).wait_for()
        sits(guest, "Gast")
        host.get_by_role("button", name=say("together.begin_now", "de")).click()
        guest.locator(".cardlab-felt").wait_for()
        # The rules of the game are read over the table.
        guest.locator(".cardlab-root").get_by_role("link", name=say("preset.sheet", "en")).click()
        expect(guest.locator("dialog[open] #T6\\.5")).to_contain_text(say("clause.T6.5", "en"))
        guest.keyboard.press("Escape")
        expect(guest.locator("dialog[open]")).to_have_count(0)
        # A table is closed for everybody: that is asked again, and nothing is closed by the same key twice.
        close = host.locator(".cardlab-rarely summary", has_text=say("together.close", "de"))
        for _ in range(3):
            close.press("Enter")
        assert guest.get_by_text(say("refusal.table_closed", "en")).count() == 0
        host.get_by_role("button", name=say("together.close_all", "de")).press("Enter")
        guest.locator(".cardlab-sight").get_by_text(say("refusal.table_closed", "en")).wait_for()
        guest.locator(".cardlab-sight").get_by_role("link", name=say("together.to_tables", "en")).wait_for()
        browse.end()
