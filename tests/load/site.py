"""`make load-site`: how soon a page of plain files is there and answers, in a browser of its own each time.

First visits have nothing kept; later ones are those of a browser that was ended and begun anew. Bytes are those of the
files that were asked for, packed as a server would.
"""

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

from tests.load.chromium import CHROMIUM, FLAGS

SITE: Final = Path(__file__).parents[2] / "artefacts" / "site"
VISITS: Final = 5
PRESSES: Final = 20
_WATCH: Final = """
(async () => {
  if (self !== top) return;
  const { port1, port2 } = new MessageChannel();
  const turn = () => new Promise((done) => ((port1.onmessage = done), port2.postMessage(0)));
  const rest = () => new Promise((done) => setTimeout(done, 5));
  const first = () => document.querySelector(".cardlab-option img");
  while (!first()?.naturalWidth) await rest();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const seen = performance.now();
  const { line } = window.course;
  const press = async () => {
    const before = line.number;
    const begin = performance.now();
    first().closest(".cardlab-option").click();
    while (line.number === before || line.unanswered.size) await (line.isHere ? turn() : rest());
    return performance.now() - begin;
  };
  await press();
  window.loadTimes = { seen, answered: performance.now(), press };
})();
"""
_PACK: Final = """
const { readFileSync } = require("node:fs");
const { brotliCompressSync, gzipSync } = require("node:zlib");
const files = process.argv.slice(1).map((path) => readFileSync(path));
const sum = (pack) => files.reduce((size, file) => size + pack(file).length, 0);
console.log(sum((file) => file), sum(gzipSync), sum(brotliCompressSync));
"""


class Noted(SimpleHTTPRequestHandler):
    """Hands out files, and notes which."""

    asked: Final[list[str]] = []

    def do_GET(self) -> None:
        # What is kept for the times without a network comes after all that is measured.
        if not self.headers.get("Referer", "").endswith("/offline.js"):
            self.asked.append(self.path.partition("?")[0])
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


def _times(page: Any, address: str) -> tuple[float, float]:
    """Milliseconds until cards are in sight, and until a press is answered."""
    page.goto(address, wait_until="commit")
    for _ in range(12_000):
        if times := page.evaluate("window.loadTimes && [loadTimes.seen, loadTimes.answered]"):
            return times[0], times[1]
        page.wait_for_timeout(10)
    raise TimeoutError(address)


def _packed(paths: list[str]) -> list[float]:
    """Megabytes of these files as they lie, by gzip and by Brotli."""
    files = [str(SITE) + path for path in dict.fromkeys(paths) if (SITE / path[1:]).is_file()]
    return [int(size) / 1e6 for size in subprocess.check_output(("node", "-e", _PACK, *files), text=True).split()]


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Noted, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/en/"
    found_times: dict[str, list[float]] = {}
    bytes_of: dict[str, list[str]] = {}

    def note(what: str, *values: float) -> None:
        found_times.setdefault(what, []).extend(values)

    browser = next(filter(None, map(shutil.which, CHROMIUM)))
    with sync_playwright() as driver:
        for _ in range(VISITS):
            with TemporaryDirectory() as profile:
                begin = partial(driver.chromium.launch_persistent_context, profile, executable_path=browser, args=FLAGS)
                for visit in ("empty cache", "later"):
                    context = begin()
                    context.add_init_script(_WATCH)
                    page = context.new_page()
                    Noted.asked.clear()
                    seen, answered = _times(page, f"{address}melds.html")
                    bytes_of.setdefault(f"first page, {visit}", [*Noted.asked])
                    note(f"cards in sight, {visit}", seen)
                    note(f"first press answered, {visit}", answered)
                    Noted.asked.clear()
                    note(f"press to answer, {visit}", *(page.evaluate("loadTimes.press()") for _ in range(PRESSES)))
                    note(f"second page, link to press answered, {visit}", _times(page, f"{address}deadwood.html")[1])
                    bytes_of.setdefault(f"second page, {visit}", [*Noted.asked])
                    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
                    context.close()
    server.shutdown()
    print("| work | median | longest |", "|---|---:|---:|", sep="\n")
    for what, values in found_times.items():
        print(f"| {what} | {median(values):,.0f} ms | {max(values):,.0f} ms |")
    for what, paths in bytes_of.items():
        plain, gzip, brotli = _packed(paths)
        print(f"| bytes, {what}: {plain:.2f} MB as files | gzip {gzip:.2f} MB | Brotli {brotli:.2f} MB |")
    print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
