"""`make load-site`: how soon a page of plain files shows cards and answers, beside a page with Pyodide alone.

Each visit has a browser of its own. The peer is Pyodide as npm has it, which adds two numbers: every course with
Python in the browser waits at least as long, unless it compiles the library beforehand, or keeps an image.
"""

import os
import shutil
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import sync_playwright

from cardlab.phrasing.catalogue import say
from tests.browser.pages import FLAGS, chromium
from tests.site.files import serving_files
from tests.site.parts import unpack_pyodide

VISITS: Final = 5
PRESSES: Final = 20
WARM: Final = 4
IMAGE: Final = "later, from the browser's image of Python"
HAS_IMAGE: Final = "caches.match(new URL('../python/image', location.href)).then(Boolean)"
WATCH: Final = """
(async () => {
  if (self !== top) return;
  const rest = () => new Promise((done) => setTimeout(done, 5));
  const card = () => document.querySelector(".cardlab-option:has(svg)");
  while (!card()) await rest();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const seen = performance.now();
  // What is said of the chosen cards comes from Python. It shares the processor, so nothing here asks again and again.
  const press = () => new Promise((done) => {
    const said = () => card()?.closest(".cardlab-root").textContent;
    const before = said();
    const begin = performance.now();
    const watcher = new MutationObserver(() => {
      if (said() === before) return;
      watcher.disconnect();
      done(performance.now() - begin);
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    card().click();
  });
  await press();
  window.loadTimes = { seen, answered: performance.now(), press };
})();
"""
PEER: Final = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
window.added = python.runPython("1 + 1") && performance.now();
</script>"""
LABORATORY: Final = """
async (example) => {
  const rest = () => new Promise((done) => setTimeout(done, 5));
  const says = (one) => document.querySelector(".cardlab-verdict")?.innerText.includes(one);
  const share = () => document.querySelector(".cardlab-verdict .cardlab-share");
  const begin = performance.now();
  const asked = [...document.querySelectorAll("button")].find((one) => one.innerText === example);
  asked.click();
  while (asked.ariaPressed !== "true" || !says("±")) await rest();
  const first = performance.now() - begin;
  while (share()) await rest();
  return [first, performance.now() - begin];
}
"""


def until(page: Any, what: str) -> Any:
    """Return the value of an expression in the page as soon as it is true; its policy allows no text as a program."""
    while not (found := page.evaluate(what)):
        page.wait_for_timeout(10)
    return found


def main() -> None:
    times: dict[str, list[float]] = {}

    def note(what: str, *values: float) -> None:
        times.setdefault(what, []).extend(values)

    def visited(page: Any, address: str, visit: str) -> None:
        page.goto(f"{address}en/melds.html", wait_until="commit")
        seen, answered = until(page, "window.loadTimes && [loadTimes.seen, loadTimes.answered]")
        note(f"cards in sight, {visit}", seen)
        note(f"first press answered, {visit}", answered)
        # A learner who goes on: all cells have run, and the browser has compiled what is pressed.
        until(page, "document.documentElement.dataset.course === 'ready'")
        pressed = [page.evaluate("loadTimes.press()") for _ in range(WARM + PRESSES)]
        note(f"press to answer, {visit}", *pressed[WARM:])
        if visit == "later":
            until(page, HAS_IMAGE)
        if visit == IMAGE:
            page.goto(f"{address}en/whatif.html")
            until(page, "window.course?.line?.isHere && document.documentElement.dataset.course")
            first, last = page.evaluate(LABORATORY, say("whatif.example.middle", "en"))
            note("laboratory, a question to its first answer", first)
            note("laboratory, a question to its last answer", last)

    with TemporaryDirectory() as made, sync_playwright() as driver, serving_files() as (_, address):
        alone = unpack_pyodide(Path(made))
        (alone / "index.html").write_text(PEER)
        begin = partial(driver.chromium.launch_persistent_context, executable_path=chromium(), args=FLAGS)
        with serving_files(alone) as (_, peer):
            for profile in [f"{made}/{number}" for number in range(VISITS)]:
                for visit in ("empty cache", "later"):
                    with begin(f"{profile}-peer") as context:
                        context.pages[0].goto(peer)
                        note(f"Pyodide alone, {visit}", until(context.pages[0], "window.added"))
                for visit in ("empty cache", "later", IMAGE):
                    with begin(profile) as context:
                        context.add_init_script(WATCH)
                        visited(context.pages[0], address, visit)
                shutil.rmtree(profile)
    print("| work | median | longest |", "|---|---:|---:|", sep="\n")
    for what, values in times.items():
        print(f"| {what} | {median(values):,.0f} ms | {max(values):,.0f} ms |")
    print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
