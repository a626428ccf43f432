"""The code of the clauses, unfolded by a switch, by key, on a phone, on paper, without a network."""

from pages import axe_finds, fits, until_ready

from cardlab.phrasing.catalogue import say

SWITCH = "#t3-2 .course-code"
BEYOND = "one => one.scrollWidth - one.clientWidth"


def test_a_reader_unfolds_the_code_of_clauses_by_key_on_a_phone_and_prints_it(visit, server):
    page = visit(f"{server}nl/melds.ipynb#t3-2", whole=False)
    until_ready(page)
    # One switch shows it in the whole course; nobody sees it before.
    assert page.locator(".course-code:visible").count() == 0
    page.get_by_role("button", name=say("page.codes", "nl")).click()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/code/" in request.url else None)
    switch, code = page.locator(f"{SWITCH} summary"), page.locator(f"{SWITCH} pre")
    assert switch.inner_text().startswith(f"{say('page.code', 'nl')} consecutive, _shape")
    assert page.locator(".course-code pre").count() == 0
    switch.focus()
    page.keyboard.press("Enter")
    assert "def consecutive(" in code.first.inner_text()
    assert page.locator(f"{SWITCH} figcaption").first.inner_text() == "cardlab.tongits.meld_rules.consecutive"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "PRE"
    # It is readable in both themes, and scrolls by itself on a phone; only what is unfolded is printed.
    assert axe_finds(page, ("light", "dark"), SWITCH) == []
    fits(page, (320, 700))
    assert code.first.evaluate(BEYOND) > 0
    page.emulate_media(media="print")
    assert code.first.is_visible()
    assert page.locator(".course-code:visible").count() == 1
    page.emulate_media(media="null")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    code.first.wait_for(state="hidden")
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


def test_without_a_network_it_says_so_and_comes_later_and_there_is_code_of_lessons_alone(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server}nl/melds.ipynb#t3-2")
    until_ready(page)
    page.locator(".course-codes").click()
    context.set_offline(True)
    page.locator(f"{SWITCH} summary").click()
    page.locator(".course-quiet", has_text=say("page.lost", "nl")).wait_for()
    assert page.locator(SWITCH).get_attribute("open") is None
    context.set_offline(False)
    page.locator(f"{SWITCH} summary").click()
    page.locator(f"{SWITCH} pre").first.wait_for()
    paths = ("en/melds.ipynb", "en/none.ipynb", "../RULES.md")
    answers = [context.request.get(f"{server}code/{path}") for path in paths]
    assert [answer.status for answer in answers] == [200, 404, 404]
    assert answers[0].headers["etag"]
    context.close()
