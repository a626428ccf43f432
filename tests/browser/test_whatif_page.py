"""The laboratory of Tongits as it is served: the answer is in sight at once, and stays while it is made better."""

from urllib.parse import quote

import pytest
from pages import until_ready
from playwright.sync_api import expect

from cardlab import bot_rounds
from cardlab.bots.tongits import careful
from cardlab.phrasing.catalogue import say


def bottom(part):
    box = part.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.parametrize(("lang", "width", "height"), [("en", 1280, 800), ("de", 390, 844)])
def test_the_answer_the_best_options_and_the_switch_are_in_sight_when_the_page_opens(lesson, lang, width, height):
    page = lesson(f"{lang}/whatif.ipynb", width=width, height=height)
    table = page.get_by_role("table", name=say("whatif.first_options", lang))
    table.wait_for()
    # As soon as there is a result, nothing says that one is being worked out.
    assert page.locator(".cardlab-verdict", has_text=say("whatif.works", lang)).count() == 0
    # Once it is settled, what has said how far it has come is gone.
    page.locator(".cardlab-verdict .cardlab-share").wait_for(state="detached")
    assert 3 <= table.locator("tbody tr").count() <= 5
    assert all("±" in told for told in table.locator("td").all_inner_texts())
    switch = page.get_by_role("button", name=say("whatif.value.deadwood", lang), exact=True)
    assert page.evaluate("scrollY") == 0
    assert bottom(page.locator(".cardlab-verdict .cardlab-title")) < bottom(table) < bottom(switch) <= height
    assert bottom(switch) < page.get_by_text(say("whatif.build", lang)).bounding_box()["y"]


def test_reload_back_and_a_shared_link_find_the_position_again_and_a_hostile_one_is_text(lesson, visit):
    page = lesson("en/whatif.ipynb")
    # What is asked while it still computes is heard.
    for key in ("value.deadwood", "example.call"):
        page.get_by_role("button", name=say(f"whatif.{key}", "en"), exact=True).click()
    page.wait_for_function("() => location.search.includes('pos=')")
    page.get_by_role("table", name=say("whatif.first_options", "en")).get_by_text(say("table.call", "en")).wait_for()
    address = page.url

    def is_back(page):
        until_ready(page)
        hand = f"{say('whatif.lies.hand', 'en')}, {say('hand.cards', 'en', count=6)}"
        page.get_by_role("list", name=hand).get_by_role("img", name="ace of hearts").wait_for()
        # What is under way when one leaves is broken off, and that is no fault.
        page.wait_for_load_state("networkidle")

    page.reload()
    is_back(page)
    lesson("en/stacks.ipynb", page).wait_for_load_state("networkidle")
    page.go_back()
    is_back(page)
    other = visit(address)
    is_back(other)
    hostile = quote("<img src=x onerror=alert(1)>" + "[" * 500)
    lesson(f"en/whatif.ipynb?seed=-1e999&pos={hostile}&lang=../..#%00{hostile}", other)
    assert other.locator("img[src=x]").count() == 0


def test_a_record_is_gone_through_by_arrow_keys_without_losing_the_focus(lesson, tmp_path):
    file = tmp_path / "record.json"
    bot_rounds.play_tongits((careful,) * 3, seed=11).write(file)
    page = lesson("en/whatif.ipynb")
    page.get_by_text(say("whatif.sources", "en")).click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name=say("whatif.open", "en")).click()
    chosen.value.set_files(file)
    slider = page.get_by_role("slider")
    slider.focus()
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(f"{step}")
        page.get_by_text(say("whatif.at", "en", count=step, total="~").partition("~")[0]).wait_for()
        expect(slider).to_be_focused()


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_on_a_phone_the_count_of_each_place_is_beside_the_deck(lesson, lang):
    page = lesson(f"{lang}/whatif.ipynb", width=320, height=844)
    page.get_by_role("button", name=say("whatif.empty", lang)).click()
    page.locator(".cardlab-deal").first.click()
    for place, count in (("hand", 1), ("pile", 0)):
        name = f"{say(f'whatif.place.{place}', lang)} {say('hand.cards', lang, count=count)}"
        page.locator(".cardlab-editor").get_by_role("button", name=name).wait_for()
    page.get_by_role("button", name=say("whatif.new_meld", lang, who=say("seat.2", lang))).click()
    page.get_by_role("button", name=say("hand.cards", lang, count=0)).nth(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_what_a_tap_makes_impossible_is_told_below_the_deck(lesson):
    page = lesson("de/whatif.ipynb", width=390, height=844)
    page.get_by_role("button", name=say("whatif.empty", "de")).click()
    told = page.locator(".cardlab-by-deck")
    for count in range(1, 15):
        page.locator(".cardlab-deal").nth(count).click()
        if count == 1:
            told.get_by_text(say("whatif.tap_cards", "de", needed=13, count=1)).wait_for()
    told.get_by_text(say("whatif.impossible", "de", count=1)).wait_for()
