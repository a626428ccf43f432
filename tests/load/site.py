"""`make load-site`: how soon a page of plain files shows cards and answers, beside a page with Pyodide alone.

Each visit has a browser of its own. The peer is Pyodide as npm has it, which adds two numbers: every course with
Python in the browser waits at least as long, unless it compiles the library beforehand, or keeps an image.
"""

import gzip
import os
import shutil
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import sync_playwright

from tests.browser.pages import FLAGS, chromium
from tests.site.parts import unpack_pyodide

SITE: Final = Path(__file__).parents[2] / "artefacts" / "site"
VISITS: Final = 5
PRESSES: Final = 20
WARM: Final = 4
_HAS_IMAGE: Final = "caches.match(new URL('../python/image', location.href)).then(Boolean)"
_WATCH: Final = """
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
_PEER: Final = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
window.added = python.runPython("1 + 1") && performance.now();
</script>"""
_PACK: Final = """
const { readFileSync } = require("node:fs");
const { brotliCompressSync, gzipSync } = require("node:zlib");
const files = process.argv.slice(1).map((path) => readFileSync(path));
const sum = (pack) => files.reduce((size, file) => size + pack(file).length, 0);
console.log(sum((file) => file), sum(gzipSync), sum(brotliCompressSync));
"""


class Noted(SimpleHTTPRequestHandler):
    """A file server of packed files that notes which were asked for."""

    asked: Final[list[str]] = []

    def do_GET(self) -> None:
        # What is stored for use without a network comes after everything that is measured.
        if not self.headers.get("Referer", "").endswith("/offline.js"):
            self.asked.append(self.path.partition("?")[0])
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


def _write_packed(source: Path, folder: Path) -> None:
    """Write the files of a folder into another one, each packed as a server would send it."""
    for file in source.rglob("*"):
        if file.is_file():
            packed = folder / file.relative_to(source)
            packed.parent.mkdir(parents=True, exist_ok=True)
            packed.write_bytes(gzip.compress(file.read_bytes()))
            shutil.copystat(file, packed)


def _times(page: Any, address: str) -> tuple[float, float]:
    """Return the milliseconds until cards are shown, and until a press is answered."""
    page.goto(address, wait_until="commit")
    seen, answered = _until(page, "window.loadTimes && [loadTimes.seen, loadTimes.answered]")
    return seen, answered


def _until(page: Any, what: str) -> Any:
    """Return the value of an expression in the page as soon as it is true."""
    for _ in range(12_000):
        if found := page.evaluate(what):
            return found
        page.wait_for_timeout(10)
    raise TimeoutError(what)


def _packed(paths: list[str]) -> list[float]:
    """Return the megabytes of files: plain, by gzip, and by Brotli."""
    files = [str(SITE) + path for path in dict.fromkeys(paths) if (SITE / path[1:]).is_file()]
    return [int(size) / 1e6 for size in subprocess.check_output(("node", "-e", _PACK, *files), text=True).split()]


def main() -> None:
    times: dict[str, list[float]] = {}
    asked: dict[str, list[str]] = {}

    def note(what: str, *values: float) -> None:
        times.setdefault(what, []).extend(values)

    def visited(page: Any, address: str, visit: str) -> None:
        Noted.asked.clear()
        seen, answered = _times(page, f"{address}melds.html")
        note(f"cards in sight, {visit}", seen)
        note(f"first press answered, {visit}", answered)
        # A learner who goes on, when all cells have run and files are stored for use without a network.
        _until(page, "document.documentElement.dataset.course === 'ready'")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        asked.setdefault(f"first page, {visit}", [*Noted.asked])
        Noted.asked.clear()
        note(f"press to answer, {visit}", *[page.evaluate("loadTimes.press()") for _ in range(WARM + PRESSES)][WARM:])
        note(f"second page, link to press answered, {visit}", _times(page, f"{address}deadwood.html")[1])
        asked.setdefault(f"second page, {visit}", [*Noted.asked])

    with TemporaryDirectory() as made, sync_playwright() as driver:
        _write_packed(SITE, Path(made))
        with TemporaryDirectory() as peer:
            alone = unpack_pyodide(Path(peer))
            (alone / "alone.html").write_text(_PEER)
            _write_packed(alone, Path(made) / "pyodide")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Noted, directory=made))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        here = f"http://127.0.0.1:{server.server_port}"
        begin = partial(driver.chromium.launch_persistent_context, executable_path=chromium(), args=FLAGS)
        for _ in range(VISITS):
            with TemporaryDirectory() as profile:
                for visit in ("empty cache", "later"):
                    with begin(profile) as context:
                        context.pages[0].goto(f"{here}/pyodide/alone.html")
                        note(f"Pyodide alone, {visit}", _until(context.pages[0], "window.added"))
            with TemporaryDirectory() as profile:
                for visit in ("empty cache", "later", "later, from the browser's image of Python"):
                    with begin(profile) as context:
                        context.add_init_script(_WATCH)
                        page = context.pages[0]
                        visited(page, f"{here}/en/", visit)
                        if visit == "later":
                            _until(page, _HAS_IMAGE)
        server.shutdown()
    print("| work | median | longest |", "|---|---:|---:|", sep="\n")
    for what, values in times.items():
        print(f"| {what} | {median(values):,.0f} ms | {max(values):,.0f} ms |")
    for what, paths in asked.items():
        plain, gzip, brotli = _packed(paths)
        print(f"| bytes, {what}: {plain:.2f} MB as files | gzip {gzip:.2f} MB | Brotli {brotli:.2f} MB |")
    print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
