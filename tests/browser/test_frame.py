"""The frame around each real lesson: title, language, ways, colours, width, farewell."""

from pages import axe_finds, go_by_header, until_ready
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
    # It is one line, and its lists close.
    assert page.locator("header").bounding_box()["height"] < 72
    learn, play = page.locator("nav.course-lessons summary").all()[:2]
    learn.click()
    link = page.locator("nav.course-lessons a[href*='deadwood.']")
    expect(link).to_be_visible()
    assert axe_finds(page, runOnly=["wcag2a", "wcag2aa", "wcag22aa"]) == []
    page.keyboard.press("Escape")
    expect(link).not_to_be_visible()
    expect(learn).to_be_focused()
    learn.click()
    play.click()
    expect(link).not_to_be_visible()
    page.locator("h1").click()
    assert page.locator("nav.course-lessons details[open]").count() == 0


def test_a_step_that_fits_below_the_header_is_not_scrolled(lesson):
    page = lesson("de/cards.ipynb", whole=False, height=720)
    assert page.locator(".course-turn:visible").bounding_box()["y"] < 600
    assert page.evaluate("document.documentElement.scrollHeight") == 720


def test_the_language_switch_keeps_the_lesson_and_a_language_is_called_what_is_seen_of_it(lesson):
    page = lesson("en/deadwood.ipynb")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        links = page.locator("nav.course-languages a")
        for link, lang, name in zip(links.all(), LANGUAGES, ("English", "Deutsch", "Nederlands"), strict=True):
            seen = name if width > 640 else lang.upper()
            called = name if width > 640 else f"{lang.upper()} {name}"
            assert page.get_by_role("link", name=called, exact=True).get_attribute("hreflang") == lang
            assert link.locator("span:visible").first.inner_text() == seen
            box = link.bounding_box()
            assert min(box["width"], box["height"]) >= 40
        assert axe_finds(page, runOnly=["label-content-name-mismatch"]) == []
    for lang in ("nl", "en"):
        page.locator(f"nav.course-languages a[hreflang={lang}]").click()
        page.wait_for_url(f"**/{lang}/deadwood.*")
        until_ready(page)
        assert page.get_attribute("html", "lang") == lang
        assert page.locator("nav.course-languages [aria-current]").get_attribute("lang") == lang


def test_colours_follow_the_system_until_somebody_chooses_and_the_deck_changes_on_every_card_and_both_stay(lesson):
    page = lesson("en/index.ipynb", color_scheme="dark")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(html).to_have_attribute("data-theme", "light")
    page.locator(".course-theme").click()
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    until_ready(page)
    expect(html).to_have_attribute("data-theme", "dark")
    go_by_header(page, "melds.")
    page.wait_for_url("**/en/melds.*")
    until_ready(page)
    expect(html).to_have_attribute("data-theme", "dark")
    page.locator(".course-theme").click()
    expect(html).to_have_attribute("data-theme", "light")
    # Nothing is kept of a choice that is what the system says.
    assert page.evaluate("Object.keys(localStorage)") == ["cardlab-progress-steps"]
    diamond = page.locator("[data-card='Jd'] .cardlab-face").first
    before = diamond.inner_html()
    page.locator(".course-deck").click()
    expect(html).to_have_attribute("data-deck", "two")
    assert diamond.inner_html() != before
    page.reload()
    until_ready(page)
    expect(html).to_have_attribute("data-deck", "two")
    page.locator(".course-deck").click()
    expect(html).to_have_attribute("data-deck", "four")
    assert diamond.inner_html() == before


def test_a_wrong_address_is_one_clear_sentence(browser, server):
    context = browser.new_context(locale="nl")
    page = context.new_page()
    assert page.goto(f"{server}nothing.ipynb").status == 404
    assert page.get_attribute("html", "lang") == "nl"
    assert page.locator("h1").inner_text() == say("page.404.title", "nl")
    page.get_by_text(say("page.home", "nl")).click()
    page.wait_for_url("**/nl/index.ipynb")
    context.close()
