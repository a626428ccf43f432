"""The frame around each real lesson: title, language, ways, colours, width, farewell."""

from pages import axe_finds, go_by_header, until_ready

from cardlab.phrasing.catalogue import LANGUAGES, say


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
        page.wait_for_url(f"**/{lang}/deadwood.ipynb")
        until_ready(page)
        assert page.get_attribute("html", "lang") == lang
        assert page.locator("nav.course-languages [aria-current]").get_attribute("lang") == lang


def until(page, what, value):
    """Waits until the page is shown by this theme, or with this deck."""
    page.wait_for_function("([what, value]) => document.documentElement.dataset[what] === value", arg=[what, value])


def test_colours_follow_the_system_until_somebody_chooses(visit, server):
    page = visit(server, color_scheme="dark")
    until_ready(page)
    until(page, "theme", "dark")
    page.emulate_media(color_scheme="light")
    until(page, "theme", "light")
    page.locator(".course-theme").click()
    until(page, "theme", "dark")
    page.reload()
    until_ready(page)
    until(page, "theme", "dark")
    go_by_header(page, "melds.ipynb")
    page.wait_for_url("**/en/melds.ipynb")
    until_ready(page)
    until(page, "theme", "dark")
    page.locator(".course-theme").click()
    until(page, "theme", "light")
    assert page.evaluate("Object.keys(localStorage)") == ["cardlab-progress-steps"]


def test_the_deck_changes_on_every_card_and_stays(lesson):
    page = lesson("en/melds.ipynb")
    diamond = page.locator("[data-card='Jd'] .cardlab-face").first
    before = diamond.inner_html()
    page.locator(".course-deck").click()
    until(page, "deck", "two")
    assert diamond.inner_html() != before
    page.reload()
    until_ready(page)
    until(page, "deck", "two")
    page.locator(".course-deck").click()
    until(page, "deck", "four")
    assert diamond.inner_html() == before


def test_the_keyboard_reaches_the_lesson_past_the_navigation(lesson):
    page = lesson("en/index.ipynb")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "course-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "lesson"


def test_a_wrong_address_is_one_clear_sentence(browser, server):
    lang = "nl"
    context = browser.new_context(locale=lang)
    page = context.new_page()
    answer = page.goto(f"{server}nothing.ipynb")
    assert answer.status == 404
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").inner_text() == say("page.404.title", lang)
    page.get_by_text(say("page.home", lang)).click()
    page.wait_for_url(f"**/{lang}/index.ipynb")
    context.close()
