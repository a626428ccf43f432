"""The three pictures of the README, taken anew from the running course: `python -m tests.pictures`, or `make pictures`.

Each is what a browser shows of a page after some presses, kept beside this file and small enough for a README.
"""

import base64
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import sync_playwright

from tests.browser.pages import FLAGS, chromium, serving, until_ready

HERE = Path(__file__).parent
POSITION = "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"
PATIENCE = 600_000


def lesson(page, server):
    """A step of a lesson: these cards are no run, why not, and which card would repair it."""
    page.goto(f"{server}en/melds.ipynb#t3-2")
    until_ready(page)
    shown = page.locator(".course-shown")
    for card in ("4d", "5d", "6d", "8d"):
        shown.locator(f"[data-card='{card}']").click()
    shown.get_by_text("T3.2)").wait_for()


def table(page, server):
    """A round of Tongits: the guide has made the first moves, and it is the learner's turn again."""
    page.goto(f"{server}en/turn.ipynb#start")
    until_ready(page)
    table = page.locator(".course-shown .cardlab-root").last
    for step in range(2, 7):
        table.get_by_role("button", name="Show me").click()
        table.get_by_text(f"Step {step} of").wait_for(timeout=PATIENCE)
    table.scroll_into_view_if_needed()


def laboratory(page, server):
    """What each turn of a position is worth, as surely as the laboratory goes."""
    page.goto(f"{server}en/whatif.ipynb?pos={quote(POSITION)}")
    until_ready(page)
    page.locator(".cardlab-verdict td").first.wait_for(timeout=PATIENCE)
    page.locator(".cardlab-verdict .cardlab-share").wait_for(state="detached", timeout=PATIENCE)


PICTURES = {"lesson": lesson, "table": table, "laboratory": laboratory}


def main():
    """Writes each picture, and says how large it is."""
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, opened in PICTURES.items():
            page = browser.new_page(viewport={"width": 1000, "height": 680}, reduced_motion="reduce")
            opened(page, server)
            asked = {"format": "webp", "quality": 80}
            taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)["data"]
            kept = HERE / f"{name}.webp"
            kept.write_bytes(base64.b64decode(taken))
            print(f"{kept.relative_to(HERE.parents[1])}: {kept.stat().st_size:,} bytes")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
