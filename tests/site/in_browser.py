"""The site that `make site` makes, in a real browser: it does what the server does, and needs nobody but this computer.

Run by `make long`, after `make site`.
"""

import filecmp
import hashlib
import json
import re
import shutil
from html import unescape
from random import Random
from urllib.parse import quote, urlsplit

import pytest
import tongits_match
from pages import WHOLE, foreign, serving
from test_progress_is_kept import answer, set_or_run

from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.site import POLICY
from cardlab.widgets.tongits_table.played_match import Setup
from tests.install.installed import Environment, build
from tests.site.files import SITE, Quiet, cut, serving_files
from tests.site.parts import needed_at_first

PATIENCE = 60_000
PRESSES = 12
EN = (
    "melds",
    "stacks",
    "turn",
    "draw-call",
    "scoring",
    "race",
    "whatif",
    "puzzles",
    "play-tongits",
    "play-tichu",
    "cards",
)
EN += "deadwood", "disagree", "tips", "review", "demo", "teachers", "index"
WALKS = [*(f"en/{name}" for name in EN), "de/melds", "de/race", "nl/melds", "nl/race"]

PRESSABLE = """() => [...document.querySelectorAll("#lesson .course-result button")].map((one, at) => [one, at])
  .filter(([one]) => one.checkVisibility() && one.getAttribute("aria-disabled") !== "true" && !one.disabled)
  .filter(([one]) => !one.matches(".cardlab-full")).map(([, at]) => at)"""
PRESS = """(at) => document.querySelectorAll("#lesson .course-result button")[at].click()"""
SHOWN = """() => [...document.querySelectorAll("#lesson .course-result")]
  .map((one) => one.innerHTML.replace(/href="[^"]*"/g, ""))"""
IS_READY = """() => document.documentElement.dataset.course === "ready"
  && (window.course.line.isHere || !window.course.line.connection.isEager)"""
# While bots of a match think, the server may be some moves ahead, and the same press finds other buttons.
BOT_THINKS = (
    "[data-lesson*=play-tongits] .cardlab-word:not(.cardlab-over) .cardlab-turn:not(:has(button)) > .cardlab-what:empty"
)
IS_STILL = f"""() => window.course.line.unanswered.size === 0
  && (window.course.line.isHere || !window.course.line.number)
  && !document.querySelector("{BOT_THINKS}")"""


@pytest.fixture
def files():
    """The site on a server for files, and its address; it can be ended."""
    with serving_files() as served:
        yield served


@pytest.fixture
def site(files):
    """The address of the site."""
    return files[1]


@pytest.fixture(scope="module")
def server():
    """The address of the same course on our server."""
    with serving() as address:
        yield address


@pytest.fixture
def opened(browser):
    """Opens pages; at the end of the test nothing may have gone wrong, and no other site been asked."""
    contexts, faults = [], []

    def opening(address, context=None, wait_until="load", **more):
        if context is None:
            context = browser.new_context(**more)
            context.add_init_script(WHOLE)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            host = urlsplit(address).netloc
            context.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda one: one.type == "error" and faults.append(f"console: {one.text}"))
        page.goto(address, wait_until=wait_until)
        return page

    yield opening
    seen = [*faults]  # what a page breaks off because it is closed is no fault
    for context in contexts:
        context.close()
    assert not seen


def until(page, condition):
    """Waits until a condition holds in the page; its policy allows no text as a program."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never: {condition}")


def agreed(pages, what):
    """What all pages show, as soon as they show the same."""
    for _ in range(PATIENCE // 50):
        shown = [page.evaluate(what) for page in pages if page.evaluate(IS_STILL)]
        if len(shown) == len(pages) and all(one == shown[0] for one in shown):
            return shown[0]
        pages[0].wait_for_timeout(50)
    texts = [str(page.evaluate(what)) for page in pages]
    at = next((at for at, both in enumerate(zip(*texts, strict=False)) if len(set(both)) > 1), 0)
    return pytest.fail(f"never the same: {[text[max(0, at - 200) : at + 200] for text in texts]}")


@pytest.mark.parametrize("name", WALKS)
def test_a_page_shows_the_same_as_on_the_server(opened, site, server, name):
    addresses = f"{site}{name}.html?seed=7", f"{server}{name}.ipynb?seed=7"
    pages, chance = [opened(address) for address in addresses], Random(name)
    for page in pages:
        until(page, IS_READY)
    agreed(pages, SHOWN)
    for _ in range(PRESSES):
        offered = agreed(pages, PRESSABLE)
        if not offered:
            break
        at = chance.choice(offered)
        for page in pages:
            page.evaluate(PRESS, at)
        agreed(pages, SHOWN)


def test_every_page_comes_alive_in_every_language(opened, site):
    for lang in ("en", "de", "nl"):
        context = None
        for file in sorted((SITE / lang).glob("*.html")):
            page = opened(f"{site}{lang}/{file.name}", context)
            context = page.context
            if "course-first" in file.read_text(encoding="utf-8"):
                until(page, "() => window.course.line.isHere")
            assert page.locator(".course-failure").count() == 0, file
            page.close()


# What a page does when it is parsed waits in `late`.
LISTENS_LATE = """window.late = [];
const add = document.addEventListener.bind(document);
document.addEventListener = (kind, call, ...more) =>
    kind === "DOMContentLoaded" ? late.push(call) : add(kind, call, ...more);"""


def test_a_session_that_answers_before_the_page_listens_is_no_restarted_one(opened, site):
    before = opened(f"{site}en/index.html", service_workers="block")
    until(before, IS_READY)
    before.context.add_init_script(LISTENS_LATE)
    page = opened(f"{site}en/melds.html", before.context, wait_until="commit")
    until(page, "() => window.course?.line.isHere")
    page.evaluate("() => late.forEach((listen) => listen())")
    until(page, IS_READY)
    assert page.locator(".course-quiet").inner_text() == ""


def test_links_lead_to_pages_of_the_site():
    for file in SITE.glob("*/*.html"):
        for address in re.findall(r'<a [^>]*?href="([^"#?]+)', file.read_text(encoding="utf-8")):
            assert (file.parent / address).is_file() or urlsplit(address).scheme, (file, address)


def test_it_works_without_a_network_once_it_was_opened(opened, site, files):
    page = opened(site, locale="de-DE")
    page.wait_for_url("**/de/index.html")
    page.evaluate("navigator.serviceWorker.ready")
    cut(files[0])
    # A browser forgets at any time what it has kept by itself.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page = opened(f"{site}de/deadwood.html", page.context)
    until(page, "() => window.course.line.isHere")
    page.locator(".course-result button:visible").first.click()
    until(page, IS_STILL)


def test_the_service_worker_keeps_files_by_the_addresses_that_pages_name():
    kept = json.loads(re.search("FILES=({.*?});", (SITE / "offline.js").read_text(encoding="utf-8"))[1])
    for file in SITE.glob("*/*.html"):
        named = re.findall(r'"\.\./(static/[^"]+)"', file.read_text(encoding="utf-8"))
        assert named
        assert kept.keys() >= {*named}, file


def checked(place, source):
    """What comes of code that is written into the editor of a place."""
    place.locator(".cm-content").click()
    place.page.keyboard.press("Control+a")
    place.page.keyboard.insert_text(source)
    place.locator("[data-ask=check]").click()
    place.locator(".course-answer:not([aria-busy])").wait_for()
    return place.locator(".course-answer").inner_text()


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("de", 390)])
def test_a_rule_is_written_on_the_page_and_checked(opened, site, lang, width):
    page = opened(f"{site}{lang}/melds.html", viewport={"width": width, "height": 844})
    page.locator(".course-now-you summary").first.click()
    place = page.locator(".course-now-you[open]")
    task = TASKS["is_set"]
    assert str(len(task.cases())) in checked(place, task.solution)
    assert "(T3.1)" in checked(place, "def is_set(cards):\n    return len({card.rank for card in cards}) == 1")
    broken = say("now_you.broken", lang, line=2, error="ValueError: ouch")
    assert broken in checked(place, "\nraise ValueError('ouch')")
    advice = say("now_you.too_long", lang, call="", seconds="").partition(". ")[2]
    assert advice in checked(place, "while True: pass")
    # Python cannot end this: the worker is.
    assert checked(place, "10 ** 10 ** 10") == say("page.too_long", lang)
    assert str(len(task.cases())) in checked(place, task.solution)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.locator(".course-now-you summary").first.click()
    assert "len(ranks)" in place.locator(".cm-content").inner_text()


def test_code_that_breaks_python_is_no_reason_to_update_the_browser(browser, site):
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site}en/melds.html")
        page.locator(".course-now-you summary").first.click()
        place = page.locator(".course-now-you[open]")
        endless = "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()"
        assert checked(place, endless) == say("page.failed", "en")
        assert checked(place, TASKS["is_set"].solution) != say("page.failed", "en")


FOUR_CORES = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: 4 });"
IS_SETTLED = """() => document.querySelector(".cardlab-verdict")?.innerText.includes("±")
  && !document.querySelector(".cardlab-verdict .cardlab-share")"""


def test_worlds_are_played_in_as_many_workers_as_there_are_cores_less_one(opened, site, server):
    ours = opened(f"{site}en/whatif.html")
    ours.context.add_init_script(FOUR_CORES)
    gone = opened(f"{site}en/whatif.html", ours.context)
    gone.get_by_role("button", name=say("whatif.example.middle", "en")).click()
    gone.close()
    pages = ours, opened(f"{server}en/whatif.ipynb")
    ours.reload()
    until(ours, IS_READY)
    for example in ("middle", "opening"):
        for page in pages:
            page.get_by_role("button", name=say(f"whatif.example.{example}", "en")).click()
    for page in pages:
        until(page, IS_SETTLED)
    agreed(pages, SHOWN)
    assert sum(one.url.endswith("kernel.js") for one in ours.workers) == 3


COUNTS = """self.played = 0;
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (...given) { self.played += 1; post.apply(this, given); };"""


@pytest.mark.parametrize(
    ("who", "kernel"),
    [("coach", COUNTS), ("strong", COUNTS), ("review", COUNTS), ("strong", "throw new Error('cannot run here');")],
)
def test_the_worlds_of_all_who_think_are_played_there_or_else_where_python_is(opened, copied, who, kernel):
    folder, _, address = copied
    program = folder / "python" / "kernel.js"
    program.write_text(kernel + program.read_text(encoding="utf-8"), encoding="utf-8")
    page = opened(f"{address}en/play-tongits.html", reduced_motion="reduce", service_workers="block")
    until(page, IS_READY)
    root, setup = page.locator(".cardlab-root").first, Setup(seed=5, left="strong" if who == "strong" else "careful")
    tongits_match.agree(root, setup)
    beside = tongits_match.Beside(setup)
    if who == "coach":
        tongits_match.named(root, "play_tongits.coach").click()
    if who == "review":
        tongits_match.play_round(page, root, beside, tongits_match.by_mouse)
        tongits_match.named(root, "play_tongits.review_of", player=say("seat.0", "en")).click()
    else:
        tongits_match.turn(page, root, beside)
    for _ in range(PATIENCE // 50 if kernel == COUNTS else 0):
        if sum(one.evaluate("self.played") for one in page.workers if one.url.endswith("kernel.js")):
            return
        page.wait_for_timeout(50)
    assert kernel != COUNTS


NOTHING_KEPT = """for (const name of ["localStorage", "sessionStorage", "SharedWorker"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden"); } });"""


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.mark.parametrize("storage", [NOTHING_KEPT, FULL])
def test_where_nothing_may_be_kept_it_works_and_says_so(opened, site, storage):
    page = opened(f"{site}en/index.html")
    page.context.add_init_script(storage)
    page = opened(f"{site}de/deadwood.html", page.context)
    page.locator(".course-quiet", has_text=say("page.not_kept", "de")).wait_for()
    page.locator(".cardlab-option").first.click()
    page.locator(".cardlab-option[aria-selected=true]").first.wait_for()
    until(page, "() => window.course.line.isHere && !window.course.line.unanswered.size")


def test_a_page_may_run_its_own_files_and_webassembly_and_nothing_else(browser, site):
    allowed = {"'self'", "'wasm-unsafe-eval'", "'unsafe-inline'", "data:", "blob:", "'none'"}
    rules = {name: set(sources) for name, *sources in (rule.split() for rule in POLICY.split("; "))}
    assert rules["default-src"] == {"'none'"}
    assert rules["script-src"] == {"'self'", "'wasm-unsafe-eval'"}
    assert set().union(*rules.values()) <= allowed
    assert [name for name, sources in rules.items() if "'unsafe-inline'" in sources] == ["style-src"]
    pages = list(SITE.rglob("*.html"))
    assert pages
    assert all(f'Content-Security-Policy" content="{POLICY}"' in unescape(page.read_text("utf-8")) for page in pages)
    page = browser.new_page()
    page.goto(f"{site}en/index.html")
    until(page, IS_READY)
    # What the driver runs itself may do more, and what waits a moment may not.
    page.evaluate("""() => {
      window.refused = 0;
      const blob = () => URL.createObjectURL(new Blob([""], { type: "text/javascript" }));
      for (const wider of [() => eval("1"), () => new Function("")(), () => import(blob()), () => fetch("data:,")])
        setTimeout(async () => { try { await wider(); } catch { window.refused += 1; } });
      const worker = () => { new Worker(blob()).onerror = () => (window.refused += 1); };
      setTimeout(worker);
    }""")
    until(page, "() => window.refused === 5")
    page.close()


DRAWN_WIDTH = """async (src) => {
  const icon = Object.assign(new Image(), { src });
  await icon.decode();
  return icon.naturalWidth;
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_installed(opened, site, lang):
    page = opened(f"{site}{lang}/index.html")
    devtools = page.context.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert not told["errors"]
    # By its address it is known among others of one host.
    assert told["manifest"]["startUrl"] == told["manifest"]["scope"] == site
    assert "id" not in json.loads(told["data"])
    for icon in told["manifest"]["icons"][1:]:
        width = page.evaluate(DRAWN_WIDTH, icon["url"])
        assert icon["sizes"] == f"{width}x{width}"
    # Chromium without a window finds nothing missing anywhere.
    assert not devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]


def test_a_record_of_10_megabytes_is_refused_and_a_hostile_address_is_text(opened, site, tmp_path):
    hostile = "<img src=x onerror=alert(1)>" + "[" * 5000
    page = opened(f"{site}en/whatif.html?seed=-1e999&pos={quote(hostile)}&lang=../..#%00{quote(hostile)}")
    until(page, IS_READY)
    assert page.locator("img[src=x]").count() == 0
    file = tmp_path / "record.json"
    file.write_text("[" * 10_000_000, encoding="utf-8")
    page = opened(f"{site}en/play-tongits.html")
    until(page, IS_READY)
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name=say("play_tongits.open", "en")).click()
    chosen.value.set_files(file)
    page.get_by_text(say("refusal.record_too_large", "en", count=1)).wait_for()


@pytest.fixture
def copied(tmp_path):
    """A copy of the site on a server of its own, of which files may be changed: the folder, the server, the address."""
    folder = shutil.copytree(SITE, tmp_path / "site")
    with serving_files(folder) as served:
        yield folder, *served


IMAGE = """
async function image() {
  const name = (await caches.keys()).find((name) => name.startsWith("cardlab-image "));
  if (!name) return {};
  const cache = await caches.open(name);
  const asked = (await cache.keys()).find(({ url }) => url.endsWith("/image"));
  if (!asked) return {};
  const answer = await cache.match(asked);
  const { headers } = answer;
  const memory = new Uint8Array(await answer.arrayBuffer());
  const keep = (memory, more = "") => cache.put(asked.url + more, new Response(memory, { headers }));
  return { memory, keep };
}
"""
"""What this browser has kept of Python's memory, and how to change it."""
HAS_IMAGE = f"async () => {{ {IMAGE} return ((await image()).memory?.length ?? 0) > 10_000_000; }}"
TEAR = f"async () => {{ {IMAGE} const {{ memory, keep }} = await image(); await keep(memory.slice(0, 1_000_000)); }}"
DIE = f"""async () => {{
  {IMAGE}
  const {{ memory, keep }} = await image();
  await keep(memory.fill(1));
  await keep("", "-trial");
}}"""
"""What a worker leaves behind that has ended because of its memory."""
REPLACE = f"""async (texts) => {{
  {IMAGE}
  const {{ memory, keep }} = await image();
  const [old, other] = texts.map((text) => new TextEncoder().encode(text));
  for (let at = memory.indexOf(old[0]); at >= 0; at = memory.indexOf(old[0], at + 1))
    if (old.every((byte, more) => memory[at + more] === byte)) memory.set(other, at);
  await keep(memory);
}}"""


@pytest.fixture
def has_image(opened, site):
    """A page of lesson `melds` whose browser has kept an image of Python's memory; a reload begins as a later visit."""
    page = opened(f"{site}en/index.html")
    # A shared worker would outlive the page.
    page.context.add_init_script("delete window.SharedWorker")
    page.goto(f"{site}en/melds.html")
    until(page, HAS_IMAGE)
    return page


def test_a_later_visit_begins_from_the_memory_that_an_earlier_one_has_kept(has_image):
    right = say("exercise.right", "en")
    has_image.evaluate(REPLACE, [right, "?" * len(right)])
    has_image.reload()
    root, source = set_or_run(has_image)
    answer(root, source, True)
    root.get_by_text("?" * len(right)).wait_for()


@pytest.mark.parametrize("spoil", [TEAR, DIE])
def test_a_spoiled_image_of_the_memory_does_no_harm_and_is_made_again(has_image, spoil):
    has_image.evaluate(spoil)
    has_image.reload()
    answer(*set_or_run(has_image), True)
    until(has_image, HAS_IMAGE)


@pytest.mark.parametrize("lacks", ["worker.js", "pyodide.asm.wasm", "WebAssembly"])
def test_where_no_python_starts_a_sentence_says_so(browser, copied, monkeypatch, lacks):
    folder, _, address = copied
    monkeypatch.setattr(Quiet, "missing", lacks)
    worker = folder / "python" / "worker.js"
    if lacks == "WebAssembly":
        worker.write_text(f"delete self.{lacks};{worker.read_text(encoding='utf-8')}", encoding="utf-8")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}nl/melds.html")
    page.locator(".course-alert", has_text=say("page.no_python", "nl")).wait_for()
    page.locator(".cardlab-face").first.wait_for()


def test_what_the_browser_has_lost_of_the_site_is_kept_again(opened, copied):
    _, network, address = copied
    page = opened(f"{address}en/melds.html")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    lost = f"{address}python/course.pack"
    page.evaluate("async (lost) => (await caches.open((await caches.keys())[0])).delete(lost)", lost)
    page.reload()
    until(page, f"async () => Boolean(await caches.match('{lost}'))")
    cut(network)
    page.close()
    until(opened(f"{address}en/cards.html", page.context), "() => window.course.line.isHere")


HEADING = "() => document.querySelector('h1').innerText"


def test_a_new_version_comes_as_a_whole_and_when_no_page_is_open_any_more(opened, copied):
    folder, _, address = copied
    page = opened(f"{address}en/melds.html")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    before = page.evaluate(HEADING)
    lesson, offline = folder / "en" / "melds.html", folder / "offline.js"
    new = (
        lesson.read_bytes()
        .replace(f"{before}</h1>".encode(), b"Melds anew</h1>")
        .replace(before.encode(), b"Melds anew")
    )
    old, said = lesson.read_bytes(), offline.read_bytes()
    hashes = [hashlib.sha256(content).hexdigest()[:12].encode() for content in (old, new)]
    offline.write_bytes(said.replace(b"VERSION='", b"VERSION='new").replace(*hashes))
    # Half of it is there: the one before goes on.
    state = "async () => (await (await navigator.serviceWorker.getRegistration()).update()).installing?.state"
    page.evaluate(state)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    assert not page.evaluate("async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    lesson.write_bytes(new)
    page.evaluate(state)
    until(page, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    page.reload()
    assert page.evaluate(HEADING) == before
    context = page.context
    for _ in range(100):
        page.close()
        page = opened(f"{address}en/melds.html", context)
        if page.evaluate(HEADING) != before:
            break
    assert page.evaluate(HEADING).startswith("Melds anew")


def test_a_server_that_knows_no_webassembly_is_enough(opened, site, monkeypatch):
    monkeypatch.setitem(Quiet.extensions_map, ".wasm", "application/octet-stream")
    until(opened(f"{site}en/melds.html"), "() => window.course.line.isHere")


def test_opened_as_a_file_it_names_the_command_that_serves_it(browser):
    page = browser.new_page()
    page.goto((SITE / "index.html").as_uri())
    page.get_by_text(f'http.server --directory "{SITE}/"').wait_for()


def test_opened_as_a_file_it_can_be_read(browser):
    page = browser.new_page()
    page.goto((SITE / "en" / "melds.html").as_uri())
    picture = page.locator("#lesson img.course-still").last
    picture.scroll_into_view_if_needed()
    until(page, "() => [...document.querySelectorAll('#lesson img.course-still')].at(-1).naturalWidth > 0")
    assert picture.is_visible()
    assert page.locator(".course-failure, .course-progress:visible").count() == 0


@pytest.mark.parametrize("has_scripts", [False, True])
def test_without_scripts_or_in_too_old_a_browser_it_can_be_read(browser, site, has_scripts):
    page = browser.new_page(java_script_enabled=has_scripts)
    # What an old browser cannot read of a script, it does not run.
    page.route("**/frame_site.js*", lambda route: route.fulfill(body="?.#", content_type="text/javascript"))
    for name in ("melds", "turn"):
        page.goto(f"{site}de/{name}.html")
        assert page.get_by_text(say("page.no_script", "de")).is_visible()
        assert not page.locator(".course-progress, .course-awaited:empty").first.is_visible()
        assert [code.is_visible() for code in page.locator(".course-code").all()].count(True) == 0
        picture = page.locator("#lesson img.course-still").first
        picture.scroll_into_view_if_needed()
        picture.screenshot()
        assert picture.bounding_box()["height"] > 100
    page.goto(f"{site}de/rules-tichu.html")
    assert page.locator(".course-rules-bar").count() == 1
    assert not page.locator("main button").first.is_visible()


def test_where_scripts_run_no_still_picture_is_asked_for(opened, site):
    page, asked = opened(f"{site}en/turn.html"), []
    until(page, IS_READY)
    page.on("request", lambda one: asked.append(one.url))
    page.reload()
    until(page, IS_READY)
    assert asked
    assert not [one for one in asked if "/stills/" in one]
    assert page.locator(".course-still").count() == 0


def test_no_page_waits_until_the_code_that_a_dataclass_generates_is_compiled():
    assert not needed_at_first(SITE / "python")["missing"]


def test_an_installed_wheel_writes_the_same_site(tmp_path):
    course = Environment(tmp_path / "course")
    course.install(build(tmp_path), "serve")
    course.run("cardlab", "site", tmp_path / "site", cwd=tmp_path)
    assert not filecmp.dircmp(SITE, tmp_path / "site").diff_files
    told = course.run("cardlab", "site", tmp_path, cwd=tmp_path, code=2)
    assert told.startswith(f"cardlab site: The folder {tmp_path} has other files")
