"""The rules of each game on one page: with addresses, from every clause number, the menu and every table."""

import re

import pytest
from pages import axe_finds, until_ready
from playwright.sync_api import expect

from cardlab.game import NAMES as GAMES
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.rule_page import rule_page


def panel(page):
    return page.locator("dialog.course-rules[open]")


def asked(page):
    return page.locator(".course-rulebook .course-asked")


def test_a_number_in_a_lesson_opens_its_rule_over_the_page_and_the_exercise_stays_as_it_was(lesson):
    page = lesson("en/melds.ipynb", whole=False)
    cards = page.locator(".course-shown [role=option]")
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_attribute("aria-selected", "true")
    number = page.locator(".course-shown h2 a.course-term")
    number.focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_visible()
    expect(asked(page)).to_have_attribute("id", "T3.1")
    expect(asked(page).locator("details p")).to_be_visible()
    expect(asked(page).locator("details p")).to_contain_text(say("clause.T3.1", "en"))
    assert axe_finds(page, within="dialog.course-rules") == []
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    expect(number).to_be_focused()
    expect(cards.nth(0)).to_have_attribute("aria-selected", "true")
    assert page.url.endswith("/en/melds.ipynb")


def test_the_rules_are_read_in_the_middle_of_a_match(table):
    page, root = table("de")
    root.locator(".cardlab-main").first.click()
    rules = root.get_by_role("link", name=say("preset.sheet", "de"))
    root.locator(".cardlab-own-hand [role=option]").first.wait_for()
    before = root.locator(".cardlab-own-hand [role=option]").count()
    rules.click()
    expect(panel(page).get_by_role("heading", name=re.compile("Tongits: "))).to_be_visible()
    expect(panel(page).locator("#T6\\.5")).to_contain_text(say("clause.T6.5", "de"))
    expect(panel(page).locator("#T3\\.1 p")).to_be_hidden()
    panel(page).get_by_role("button", name=say("rules.full", "de")).click()
    expect(panel(page).locator("#T3\\.1 p")).to_be_visible()
    panel(page).get_by_role("button", name="Tichu 1.on.1").click()
    expect(panel(page).locator("#U5\\.1 p")).to_be_visible()
    panel(page).get_by_role("button", name=say("rules.close", "de")).click()
    expect(panel(page)).to_have_count(0)
    expect(rules).to_be_focused()
    assert root.locator(".cardlab-own-hand [role=option]").count() == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_opens_the_rules_and_their_page_has_an_address_for_every_clause(lesson, lang):
    page = lesson(f"{lang}/index.ipynb", width=390, height=844)
    page.locator(".course-lessons summary").first.click()
    page.locator(".course-lessons a[href$='rules-tichu.ipynb']").click()
    expect(panel(page)).to_be_visible()
    page.goto(page.url.replace("index.ipynb", "rules-tongits.ipynb#T3.3"))
    until_ready(page)
    expect(asked(page)).to_have_attribute("id", "T3.3")
    expect(asked(page).locator("p")).to_contain_text(say("clause.T3.3", lang))
    expect(asked(page)).to_be_in_viewport()
    page.locator("#house-tongits a[href$='#T6.5']").click()
    expect(asked(page)).to_have_attribute("id", "T6.5")
    assert axe_finds(page) == []


def test_a_rule_leads_to_its_lesson(lesson):
    page = lesson("en/rules-tichu.ipynb#U5.1")
    asked(page).get_by_role("link", name=say("rules.lesson", "en")).click()
    expect(page).to_have_url(re.compile(r"/en/stacks\.ipynb#u5-1$"))


def test_the_rules_come_once_and_only_when_one_is_wanted(lesson):
    page = lesson("en/melds.ipynb", whole=False)
    asked_for = []
    page.on("request", lambda request: asked_for.append(request.url) if "/rules/" in request.url else None)
    number = page.locator(".course-shown h2 a.course-term")
    assert number.get_attribute("href") == "/en/rules-tongits.ipynb#T3.1"
    page.reload()
    until_ready(page)
    assert asked_for == []
    number.hover()
    expect(page.locator(".course-tip")).to_contain_text(say("clause.T3.1", "en"))
    assert number.get_attribute("aria-description") == say("clause.T3.1", "en")
    number.click()
    expect(panel(page)).to_be_visible()
    panel(page).get_by_role("button", name="Tichu 1.on.1").click()
    expect(panel(page).locator("#U5\\.1")).to_be_visible()
    assert len(asked_for) == 1


def test_where_the_rules_do_not_come_a_number_leads_to_their_page(lesson):
    page = lesson("en/melds.ipynb", whole=False, own=True)
    page.route("**/rules/en", lambda route: route.fulfill(body=""))
    number = page.locator(".course-shown h2 a.course-term")
    number.hover()
    number.click()
    expect(page).to_have_url(re.compile(r"/en/rules-tongits\.ipynb#T3\.1$"))
    expect(asked(page)).to_have_attribute("id", "T3.1")


@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_has_a_clause_for_every_number_up_to_its_last(game):
    for chapter in rule_page(game).chapters:
        assert [one.id for one in chapter.clauses] == [f"{chapter.id}.{n + 1}" for n in range(len(chapter.clauses))]


UNLINKED = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: at, data } = walker.currentNode;
    const isPressed = at.closest("a, button, label, summary, select, code, pre, script");
    if (/\\b[TU]\\d{1,2}\\.\\d{1,2}\\b/.test(data) && !isPressed) found.push(data.trim());
  }
  return found;
}"""


@pytest.mark.parametrize("name", ["melds", "draw-call", "disagree", "stacks", "race", "scoring", "index", "play-tichu"])
def test_every_clause_number_on_a_page_is_a_link(lesson, name):
    page = lesson(f"de/{name}.ipynb")
    assert page.evaluate(UNLINKED) == []
    for link in page.locator("main a.course-term").all()[:3]:
        assert re.fullmatch(r"/de/rules-(tongits|tichu)\.ipynb#[TU]\d+\.\d+", link.get_attribute("href"))


def test_no_number_is_in_what_the_way_in_offers_to_go_on_with(lesson):
    page = lesson("en/melds.ipynb#t3-3", whole=False)
    page.goto(page.url.replace("melds.ipynb#t3-3", "index.ipynb"))
    expect(page.locator(".course-goon strong")).to_have_text(f"{say('course.melds', 'en')} · The ace is low")
