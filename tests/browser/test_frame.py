"""The frame around each real lesson: ways, languages, colours, rules, the code of clauses, a wrong address."""

import re

from pages import axe_finds, fits, go_by_header, until_ready
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import LANGUAGES, say


def test_by_keyboard_and_mouse_the_header_leads_to_the_lesson_and_to_others(lesson):
    page = lesson("en/melds.ipynb#t3-3", whole=False, height=720)
    skip, heading = page.locator(".course-skip"), page.locator("#t3-3 h2")
    for is_whole in (False, True):
        if is_whole:
            page.locator(".course-whole").first.click()
        skip.focus()
        # Past all lists, to the step that is read.
        page.keyboard.press("Enter")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport(ratio=1)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.course-step').id") == "t3-3"
    # Its lists close.
    learn, play = page.locator("nav.course-lessons summary").all()[:2]
    learn.click()
    link = page.locator("nav.course-lessons a[href*='deadwood.']")
    expect(link).to_be_visible()
    assert axe_finds(page, within="nav.course-lessons") == []
    page.keyboard.press("Escape")
    expect(link).not_to_be_visible()
    expect(learn).to_be_focused()
    learn.click()
    play.click()
    expect(link).not_to_be_visible()
    page.locator("h1").click()
    assert page.locator("nav.course-lessons details[open]").count() == 0


def test_languages_are_called_what_is_seen_of_them_and_colours_and_the_deck_stay_as_they_were_chosen(lesson):
    page = lesson("en/deadwood.ipynb", color_scheme="dark")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(html).to_have_attribute("data-theme", "light")
    page.locator(".course-theme").click()
    expect(html).to_have_attribute("data-theme", "dark")
    diamond = page.locator("[data-card$='d'] .cardlab-face").first
    before = diamond.inner_html()
    page.locator(".course-deck").click()
    expect(html).to_have_attribute("data-deck", "two")
    assert diamond.inner_html() != before
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        links = page.locator("nav.course-languages a")
        for link, lang, name in zip(links.all(), LANGUAGES, ("English", "Deutsch", "Nederlands"), strict=True):
            seen = name if width > 640 else lang.upper()
            called = name if width > 640 else f"{lang.upper()} {name}"
            assert page.get_by_role("link", name=called, exact=True).get_attribute("hreflang") == lang
            assert link.locator("span:visible").first.inner_text() == seen
        assert axe_finds(page, runOnly=["label-content-name-mismatch"]) == []
    page.evaluate("location.hash = 'hasty'")
    for lang in ("nl", "en"):
        page.locator(f"nav.course-languages a[hreflang={lang}]").click()
        page.wait_for_url(f"**/{lang}/deadwood.*#hasty")
        until_ready(page)
        assert page.get_attribute("html", "lang") == lang
        assert page.locator("nav.course-languages [aria-current]").get_attribute("lang") == lang
    page.set_viewport_size({"width": 1280, "height": 900})
    go_by_header(page, "melds.")
    page.wait_for_url("**/en/melds.*")
    until_ready(page)
    for name, chosen in (("theme", "dark"), ("deck", "two")):
        expect(html).to_have_attribute(f"data-{name}", chosen)
        page.locator(f".course-{name}").click()
        expect(html).not_to_have_attribute(f"data-{name}", chosen)


# The rules of each game


def panel(page):
    return page.locator("dialog.course-rules[open]")


def asked(page):
    return page.locator(".course-rulebook .course-asked")


def test_a_number_in_a_lesson_opens_its_rule_over_the_page_or_where_none_comes_leads_to_it(lesson):
    page = lesson("en/melds.ipynb", whole=False)
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
    expect(asked(page).locator("details p")).to_contain_text(say("clause.T3.1", "en"))
    assert axe_finds(page, within="dialog.course-rules") == []
    # No other rule is told in full, unless all are wanted.
    expect(panel(page).locator("#T3\\.2 p")).to_be_hidden()
    panel(page).get_by_role("button", name=say("rules.full", "en")).click()
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
    expect(asked(page).locator("p")).to_contain_text(say("clause.T3.3", "de"))
    expect(asked(page)).to_be_in_viewport()
    page.locator("#house-tongits a[href$='#T6.5']").click()
    expect(asked(page)).to_have_attribute("id", "T6.5")
    assert axe_finds(page, within=".course-asked") == []
    lesson("de/rules-tichu.ipynb#U5.1", page)
    asked(page).get_by_role("link", name=say("rules.lesson", "de")).click()
    expect(page).to_have_url(re.compile(r"/de/stacks\.\w+#u5-1$"))


# The code of the clauses

SWITCH = "#t3-2 .course-code"


def test_a_reader_unfolds_the_code_of_clauses_by_key_on_a_phone_prints_it_and_waits_for_a_network(visit, server):
    page = visit(f"{server}nl/melds.ipynb#t3-2", whole=False)
    until_ready(page)
    # One switch shows it in the whole course; nobody sees it before.
    assert page.locator(".course-code:visible").count() == 0
    page.get_by_role("button", name=say("page.codes", "nl")).click()
    asked = []
    page.on("requestfinished", lambda request: asked.append(request.url) if "/code/" in request.url else None)
    switch, code = page.locator(f"{SWITCH} summary"), page.locator(f"{SWITCH} pre")
    assert switch.inner_text().startswith(f"{say('page.code', 'nl')} consecutive, _shape")
    page.route("**/code/**", lambda route: route.abort("aborted"))
    switch.click()
    page.locator(".course-quiet", has_text=say("page.lost", "nl")).wait_for()
    assert page.locator(SWITCH).get_attribute("open") is None
    page.unroute("**/code/**")
    switch.focus()
    page.keyboard.press("Enter")
    assert "def consecutive(" in code.first.inner_text()
    assert page.locator(f"{SWITCH} figcaption").first.inner_text() == "cardlab.tongits.meld_rules.consecutive"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "PRE"
    # It is readable in both themes, and scrolls by itself on a phone; only what is unfolded is printed.
    assert axe_finds(page, ("light", "dark"), SWITCH) == []
    fits(page, (320, 700))
    page.emulate_media(media="print")
    assert page.locator(".course-code:visible").count() == 1
    page.emulate_media(media="null")
    # All of the lesson has come at once.
    page.evaluate("location.hash = 't3-4'")
    page.locator("#t3-4 .course-code summary").click()
    assert "def cards_from_hand(" in page.locator("#t3-4 .course-code pre").inner_text()
    assert len(asked) == 1
    # The next lesson shows it too, until it is switched off.
    page.goto(f"{server}nl/stacks.ipynb")
    until_ready(page)
    assert page.locator(".course-code:visible").count() == 1
    page.get_by_role("button", name=say("page.no_codes", "nl")).click()
    assert page.locator(".course-code:visible").count() == 0
