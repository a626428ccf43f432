"""The laboratory of Tongits as it is served: an address finds a position again; the rest is tried in tests/widgets."""

from urllib.parse import quote

from pages import until_ready
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import say


def test_reload_back_and_a_shared_link_find_the_position_again_and_a_hostile_one_is_text(lesson, visit):
    page = lesson("en/whatif.ipynb")
    # What is asked while it still computes is heard.
    page.get_by_role("button", name=say("whatif.example.call", "en"), exact=True).click()
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


def test_on_a_phone_why_a_text_is_no_position_comes_into_view(lesson):
    page = lesson("en/whatif.ipynb", width=390, height=844)
    page.get_by_text(say("whatif.sources", "en"), exact=True).click()
    page.get_by_label(say("whatif.paste", "en")).fill("hello")
    page.get_by_role("button", name=say("whatif.read", "en"), exact=True).click()
    expect(page.get_by_text("“hello”").first).to_be_in_viewport()
