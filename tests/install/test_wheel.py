"""The wheel works where there is no clone: what is in it, the engine alone, the course in a bare environment."""

import re
import sys
from urllib.parse import urljoin, urlsplit

from installed import HOUSE, Here, names, run
from pages import free_port, go_by_header, until_ready

import cardlab
from cardlab.phrasing.catalogue import say
from cardlab.serve.start import COPY

LESSONS = sorted(path.relative_to(HOUSE).as_posix() for path in (HOUSE / "notebooks").rglob("[!.]*.ipynb"))
LESSONS = [path for path in LESSONS if "/." not in path]
USER = """
from cardlab import explain, tongits
from cardlab.cards import Card, cards
from cardlab.tongits import State

state: State = tongits.deal(seed=7)
best: Card = max(state.hands[0])
least: int = tongits.least_deadwood(cards("4h 5h 6h"))
words: str = explain(tongits.why_not_meld(cards("7h 8h Th"))[0], "de")
"""


def test_the_wheel_carries_the_kernel_and_nothing_that_only_its_makers_need(wheel):
    held, own = names(wheel), f"cardlab-{cardlab.__version__}"
    assert "cardlab/analysis/kernel/kernel.wasm" in held
    odd = re.compile(r"\.mo$|/js/|node_modules|\.keep$|__pycache__|\.ipynb_checkpoints|(^|/)tests?/|\.ts$")
    assert not list(filter(odd.search, held))
    assert {name.split("/")[0] for name in held} == {"cardlab", f"{own}.dist-info", f"{own}.data"}
    outside = {name.partition(".data/data/")[2] for name in held if name.startswith(f"{own}.data")}
    template = "share/jupyter/voila/templates/cardlab/"
    needed = {"etc/jupyter/voila.py", "etc/jupyter/jupyter_server_config.d/cardlab.json"}
    assert needed | {f"{template}index.html.j2", f"{template}static/course.css"} < outside
    assert all(name.startswith(template) for name in outside - needed)


def test_the_command_line_needs_only_what_reads_what_comes_from_outside(engine, tmp_path):
    assert engine.installed() == {"cardlab", "msgspec"}
    record = tmp_path / "game.json"
    engine.run("cardlab", "play", "tongits", "--bots", "careful,careful,random", "--seed", "7", "--record", record)
    engine.run("cardlab", "check", record)
    assert "(T3.2)" in engine.run("cardlab", "why", "7h", "8h", "Th", "--lang", "nl", code=1)
    engine.run("cardlab", "sheet", "melds", "--seed", "7", "--out", tmp_path / "sheet.html")
    assert (tmp_path / "sheet.html").stat().st_size > 1000


def test_without_the_extra_a_command_says_what_is_missing(engine, tmp_path):
    for command, extra in (("serve", "serve"), ("site", "serve"), ("lab", "lab"), ("copy", "lab")):
        told = engine.run("cardlab", command, *[tmp_path][: command in ("copy", "site")], code=2, cwd=tmp_path)
        assert (told.count("\n"), f'pip install "cardlab[{extra}]"' in told) == (1, True)


def test_a_program_of_a_user_sees_the_types(engine, tmp_path):
    program = tmp_path / "program.py"
    options = (
        "--strict",
        "--ignore-missing-imports",
        "--config-file",
        "",
        "--cache-dir",
        tmp_path / "cache",
        "--python-executable",
        engine.python,
    )
    program.write_text(USER + "\nwrong: str = tongits.deal(seed=7)\n", encoding="utf-8")
    told = run(sys.executable, "-m", "mypy", *options, program, code=1, cwd=tmp_path, env=engine.variables)
    assert 'variable has type "str"' in told
    assert "Found 1 error" in told


def test_an_empty_folder_is_enough_to_serve_the_course_without_jupyter(environment, visit, tmp_path):
    course = environment("serve")
    jupyter = {"anywidget", "ipykernel", "ipython", "ipywidgets", "jupyter_server", "jupyterlab", "nbconvert", "voila"}
    assert not jupyter & course.installed()
    assert sum(file.lstat().st_size for file in course.folder.rglob("*")) < 170_000_000
    with course.running("cardlab", "serve", "--no-browser", "--port", free_port(), cwd=tmp_path) as served:
        page = visit(served, lang="nl-BE")
        until_ready(page)
        assert page.get_attribute("html", "lang") == "nl"
        go_by_header(page, "melds.ipynb")
        page.wait_for_url("**/melds.ipynb")
        until_ready(page)
        assert page.get_attribute("html", "lang") == "nl"
        assert page.locator(".cardlab-root").count() > 5
        page.locator(".cardlab-option").first.click()
        page.locator(".cardlab-option[aria-selected=true]").first.wait_for()
        for path in ("en/whatif.ipynb", "en/play-tichu.ipynb"):
            shown = page.request.get(urljoin(served, path))
            assert (shown.status, "course-first" in shown.text()) == (200, True), path
        assert page.request.get(urljoin(served, "code/en/melds.ipynb")).ok
        page.close()
    assert list(tmp_path.iterdir()) == []


# Behind another server, as on JupyterHub and Binder

HUB = "/user/j%C3%BCrgen%20a/"
TOKEN = "secret"


def test_a_hubs_jupyter_server_passes_the_course_on_has_it_in_its_launcher_and_lets_no_stranger_to_it(
    tmp_path, browser, visit
):
    """It knows nothing of the course but that it is installed, here in this clone's own environment."""
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    options = {"ServerApp.ip": "127.0.0.1", "ServerApp.port": free_port(), "ServerApp.base_url": HUB}
    options |= {"ServerApp.open_browser": False, "ServerApp.allow_root": True, "IdentityProvider.token": TOKEN}
    words = [f"--{name}={value}" for name, value in options.items()]
    until = rf"http://127[\d.]+:\d+{HUB}"
    with Here(home).running("jupyter", "server", *words, cwd=empty, until=until, JUPYTERHUB_USER="ada") as jupyter:
        stranger = browser.new_context()
        answer = stranger.request.get(f"{jupyter}cardlab/en/melds.ipynb", max_redirects=0)
        assert (answer.status, answer.headers["location"].split("?")[0]) == (302, f"{HUB}login")
        line = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        line |= {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        assert stranger.request.get(f"{jupyter}cardlab/line/en/melds.ipynb", headers=line).status == 403
        stranger.close()
        page = visit(f"{jupyter}cardlab/?token={TOKEN}", lang="de")
        until_ready(page)
        assert urlsplit(page.url).path.startswith(f"{HUB}cardlab/de/")
        go_by_header(page, "melds.ipynb")
        page.wait_for_url(f"**{HUB}cardlab/de/melds.ipynb*")
        until_ready(page)
        page.locator(".cardlab-option").first.click()
        page.locator(".cardlab-option[aria-selected=true]").first.wait_for()
        told = page.request.get(f"{jupyter}server-proxy/servers-info?token={TOKEN}").json()["server_processes"]
        (entry,) = (one["launcher_entry"] for one in told if one["name"] == "cardlab")
        assert (entry["title"], entry["path_info"]) == (say("page.course_short"), "cardlab/")
        assert page.request.get(f"{urljoin(jupyter, entry['icon_url'])}?token={TOKEN}").ok
        # The notebooks lie in the home without anything being pressed.
        lies = "(address) => fetch(address).then((answer) => answer.ok)"
        for path in LESSONS[::25]:
            copied = f"{jupyter}api/contents/{path.replace('notebooks', COPY, 1)}?content=0"
            page.wait_for_function(lies, arg=copied, polling=200, timeout=60_000)
        page.close()
