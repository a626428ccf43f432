"""`make load-site`: how soon a page of plain files shows cards and answers, beside a page with Pyodide alone.

Each visit has a browser of its own. The peer is Pyodide as npm has it, which adds two numbers: every course with
Python in the browser waits at least as long, unless it compiles the library beforehand, or keeps an image.
"""

import gzip
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any, Final

import psutil
from playwright.sync_api import sync_playwright

from cardlab.phrasing.catalogue import say
from tests.browser.pages import FLAGS, chromium
from tests.site.parts import unpack_pyodide

SITE: Final = Path(__file__).parents[2] / "artefacts" / "site"
VISITS: Final = 5
PRESSES: Final = 20
WARM: Final = 4
IMAGE: Final = "later, from the browser's image of Python"
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
_LABORATORY: Final = """
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
_PLAYED: Final = """
import sys, time
sys.settrace(None)  # what is measured is the kernel, not the time limit of a learner's function
from cardlab.analysis import deals
from cardlab.analysis.continuations import turns
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.widgets.whatif.examples import EXAMPLES
seen, kernel = view_of(read(EXAMPLES["opening"])), compiled.best()
asked = turns(seen, 0).narrowed(range(14))
for worlds in (500, 500, 2500):
    begun = time.perf_counter()
    deals.play_worlds(asked, 0, 0, worlds, kernel)
    print(1000 * (time.perf_counter() - begun))
def is_set(cards): return False
"""
"""A learner's function, which the site's own Python runs: the first play also compiles the kernel."""
_RUN: Final = """
(source) => new Promise((done) => {
  const python = new Worker("../python/worker.js", { type: "module" });
  python.onmessage = ({ data }) => data.html && done(data.html);
  python.postMessage({ path: "en/melds.ipynb", ask: "check", task: "is_set", source });
})
"""
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
    line: Final = threading.Lock()
    is_slow = False

    def do_GET(self) -> None:
        sleep(0.04 * self.is_slow)
        # What is stored for use without a network comes after everything that is measured.
        if not self.headers.get("Referer", "").endswith("/offline.js"):
            self.asked.append(self.path.partition("?")[0])
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(12_500):
            with self.line:
                sleep(0.01 * self.is_slow)
            outputfile.write(part)

    def log_message(self, *_: object) -> None:
        pass


def _browsers() -> list[psutil.Process]:
    """Return the processes of the browser that this process has started."""
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found += [one] * ("--no-sandbox" in one.cmdline())
    return found


@contextmanager
def _slowed() -> Iterator[None]:
    """Give the browser a quarter of the processor."""
    over = threading.Event()

    def slow() -> None:
        while not over.is_set():
            held = _browsers()
            for _ in range(20):
                for work, seconds in ((psutil.Process.suspend, 0.012), (psutil.Process.resume, 0.004)):
                    for one in held:
                        with suppress(psutil.Error):
                            work(one)
                    sleep(seconds)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _memory() -> float:
    """Return the megabytes of the page and its worker."""
    renderers = [one for one in _browsers() if "--type=renderer" in one.cmdline()]
    return sum(one.memory_full_info().pss for one in renderers) / 1e6


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


@contextmanager
def _slow_line() -> Iterator[None]:
    """Send as over a line of 10 Mbit/s."""
    Noted.is_slow = True
    yield
    Noted.is_slow = False


WAYS: Final[dict[str, Callable[[], AbstractContextManager[None]]]] = {
    "": nullcontext,
    "10 Mbit/s, ": _slow_line,
    "a quarter of the processor, ": _slowed,
}


def main() -> None:
    times: dict[str, list[float]] = {}
    asked: dict[str, list[str]] = {}

    def note(what: str, *values: float) -> None:
        times.setdefault(what, []).extend(values)

    def visited(page: Any, address: str, way: str, visit: str) -> None:
        with WAYS[way]():
            seen, answered = _times(page, f"{address}melds.html")
        note(f"cards in sight, {way}{visit}", seen)
        note(f"first press answered, {way}{visit}", answered)
        if not way:
            # While files are cached and an image is made, this would be the memory of that; both begin after seconds.
            _until(page, "document.documentElement.dataset.course === 'ready'")
            note(f"memory of the page and its worker, {visit}", _memory())
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        if way:
            return
        asked.setdefault(f"first page, {visit}", [*Noted.asked])
        Noted.asked.clear()
        # A learner who goes on: all cells have run, and the browser has compiled what is pressed.
        pressed = [page.evaluate("loadTimes.press()") for _ in range(WARM + PRESSES)]
        note(f"press to answer, {visit}", *pressed[WARM:])
        note(f"second page, link to press answered, {visit}", _times(page, f"{address}deadwood.html")[1])
        asked.setdefault(f"second page, {visit}", [*Noted.asked])
        if visit == IMAGE:
            page.goto(f"{address}whatif.html")
            _until(page, "window.course?.line?.isHere && document.documentElement.dataset.course")
            first, last = page.evaluate(_LABORATORY, say("whatif.example.middle", "en"))
            note("laboratory, a question to its first answer", first)
            note("laboratory, a question to its last answer", last)
            _, *played = map(float, re.findall(r"^(?:<pre>)?([\d.]+)$", page.evaluate(_RUN, _PLAYED), re.MULTILINE))
            for worlds, took in zip((500, 2500), played, strict=True):
                note(f"laboratory, 14 turns x {worlds} worlds in the browser's Python", took)

    with TemporaryDirectory() as made, sync_playwright() as driver:
        _write_packed(SITE, Path(made))
        with TemporaryDirectory() as peer:
            alone = unpack_pyodide(Path(peer))
            (alone / "alone.html").write_text(_PEER)
            _write_packed(alone, Path(made) / "pyodide")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Noted, directory=made))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        begin = partial(driver.chromium.launch_persistent_context, executable_path=chromium(), args=FLAGS)
        for way in [*WAYS] * VISITS:
            with TemporaryDirectory() as profile:
                for visit in ("empty cache", "later"):
                    with begin(profile) as context, WAYS[way]():
                        context.pages[0].goto(f"http://127.0.0.1:{server.server_port}/pyodide/alone.html")
                        note(f"Pyodide alone, {way}{visit}", _until(context.pages[0], "window.added"))
            with TemporaryDirectory() as profile:
                for visit in ("empty cache", "later", IMAGE):
                    with begin(profile) as context:
                        context.add_init_script(_WATCH)
                        page = context.pages[0]  # a second one would leave an empty tab, which is measured too
                        Noted.asked.clear()
                        visited(page, f"http://127.0.0.1:{server.server_port}/en/", way, visit)
                        if visit == "later":
                            _until(page, _HAS_IMAGE)
        server.shutdown()
    print("| work | median | longest |", "|---|---:|---:|", sep="\n")
    for what, values in times.items():
        unit = "MB" if what.startswith("memory") else "ms"
        print(f"| {what} | {median(values):,.0f} {unit} | {max(values):,.0f} {unit} |")
    for what, paths in asked.items():
        plain, gzip, brotli = _packed(paths)
        print(f"| bytes, {what}: {plain:.2f} MB as files | gzip {gzip:.2f} MB | Brotli {brotli:.2f} MB |")
    print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
