"""The rules of each game on one page: with addresses, from every clause number, the menu and every table."""

import re

from pages import axe_finds, until_ready
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import say


def panel(page):
    return page.locator("dialog.course-rules[open]")


def asked(page):
    return page.locator(".course-rulebook .course-asked")


def test_a_number_in_a_lesson_opens_its_rule_over_the_page_or_where_none_comes_leads_to_it(lesson):
    page = lesson("en/melds.ipynb", whole=False, own=True)
    fetched = []
    page.on("request", lambda request: fetched.append(request.url) if "/rules/" in request.url else None)
    page.reload()
    until_ready(page)
    card = page.locator(".course-shown [role=option]").first
    card.click()
    expect(card).to_have_attribute("aria-selected", "true")
    # The rules come once, and only when one is wanted.
    assert fetched == []
    number = page.locator(".course-shown h2 a.course-term")
    number.hover()
    expect(page.locator(".course-tip")).to_contain_text(say("clause.T3.1", "en"))
    assert number.get_attribute("aria-description") == say("clause.T3.1", "en")
    number.focus()
    page.keyboard.press("Enter")
    expect(asked(page)).to_have_attribute("id", "T3.1")
    expect(asked(page).locator("details p")).to_be_visible()
    expect(asked(page).locator("details p")).to_contain_text(say("clause.T3.1", "en"))
    assert axe_finds(page, within="dialog.course-rules") == []
    # No other rule is told in full, unless all are wanted.
    expect(panel(page).locator("#T3\\.2 p")).to_be_hidden()
    panel(page).get_by_role("button", name=say("rules.full", "en")).click()
    expect(panel(page).locator("#T3\\.2 p")).to_be_visible()
    panel(page).get_by_role("button", name="Tichu 1.on.1").click()
    expect(panel(page).locator("#U5\\.1 p")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    # The exercise stays as it was.
    expect(number).to_be_focused()
    expect(card).to_have_attribute("aria-selected", "true")
    assert page.url.endswith(("/en/melds.ipynb", "/en/melds.html"))
    assert len(fetched) == 1
    page.route("**/rules/en*", lambda route: route.fulfill(body=""))
    page.reload()
    until_ready(page)
    number.hover()
    number.click()
    expect(page).to_have_url(re.compile(r"/en/rules-tongits\.\w+#T3\.1$"))
    expect(asked(page)).to_have_attribute("id", "T3.1")


def test_the_menu_opens_the_rules_and_a_clause_has_an_address_and_leads_to_its_lesson(lesson):
    page = lesson("de/index.ipynb", width=390, height=844)
    page.locator(".course-lessons summary").first.click()
    page.locator(".course-lessons a[href*='rules-tichu.']").click()
    panel(page).get_by_role("button", name=say("rules.close", "de")).click()
    expect(panel(page)).to_have_count(0)
    lesson("de/rules-tongits.ipynb#T3.3", page)
    expect(asked(page)).to_have_attribute("id", "T3.3")
    expect(asked(page).locator("p")).to_contain_text(say("clause.T3.3", "de"))
    expect(asked(page)).to_be_in_viewport()
    page.locator("#house-tongits a[href$='#T6.5']").click()
    expect(asked(page)).to_have_attribute("id", "T6.5")
    assert axe_finds(page) == []
    lesson("de/rules-tichu.ipynb#U5.1", page)
    asked(page).get_by_role("link", name=say("rules.lesson", "de")).click()
    expect(page).to_have_url(re.compile(r"/de/stacks\.\w+#u5-1$"))
