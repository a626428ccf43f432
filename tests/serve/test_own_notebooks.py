"""A folder of somebody's own: any name, pictures, prints, faults, and a first page that offers what is there."""

import base64
import importlib
import json
import os
import re
from html import unescape
from http.client import HTTPConnection
from urllib.parse import quote, urljoin, urlsplit

import nbformat
import pytest
from abused import with_timeout
from nbformat.v4 import new_markdown_cell, new_notebook
from own_notebooks import PIXEL, PRESSED, book
from pages import apart, begun, free_port, serving, told
from pages_of_sessions import Page, course, sessions
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from cardlab.dashboard.course_server import CourseServer
from cardlab.serve import command

NAMES = ("with space", "Übung 1", "it's", "a(1)", "b[2]", "x&y", "100%", "50%25", "a+b", "c#", "q?", '"hi" <b>')
HELD = f"data:image/png;base64,{base64.b64encode(PIXEL).decode()}"


def ask(address, **headers):
    """Status, headers and text of the answer, without following anything."""
    parts = urlsplit(address)
    line = HTTPConnection(parts.netloc, timeout=60)
    line.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""), headers=headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, answer.headers, text


def links(address):
    """The addresses of all links of a page, and of where it redirects to."""
    status, headers, text = ask(address)
    if status == 302:
        return {urljoin(address, headers["Location"])}
    found = (unescape(href).partition("#")[0] for href in re.findall(r'<a\b[^>]*?\shref="([^"]*)"', text))
    return {urljoin(address, href) for href in found if href}


async def shown(base, path):
    """What the line of a page says its cells show; `base`: the address of the course."""
    origin = {"Origin": urljoin(base, "/").rstrip("/")}
    line = await websocket_connect(HTTPRequest(f"{base.replace('http', 'ws', 1)}line/{path}", headers=origin))
    await line.write_message('{"page": "a page of its own", "session": "", "last_seen": 0, "log": []}')
    frames = []
    while ["ready"] not in frames:
        frames += json.loads(await line.read_message())
    line.close()
    return {frame[1]: frame[2] for frame in frames if frame[0] == "cell"}


# Names


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """The address of a folder whose own name is as odd as those of its notebooks."""
    folder = tmp_path_factory.mktemp("own") / "Übungen #1 & 100%"
    for lang in ("en", "de"):
        listed = "\n".join(f"- [{index}]({quote(name)}.ipynb)" for index, name in enumerate(NAMES))
        book(folder / lang / "index.ipynb", f"# Mine\n\n{listed}")
        for name in NAMES:
            book(folder / lang / f"{name}.ipynb", "# Named", f"{lang!r}, __import__('os').environ['QUERY_STRING']")
    with serving(notebooks=folder) as address:
        yield address


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_of_any_name_has_a_page_a_line_and_translations(named, name):
    page = f"{named}en/{quote(name)}.ipynb"
    status, _, text = ask(page)
    assert status == 200
    lesson = re.search(r'data-lesson="([^"]+)"', text)[1]
    assert ask(f"{named}code/{lesson}")[0] == 200
    assert apart(shown(named, f"{lesson}?a=1"))[1][0]["text/plain"] == "('en', 'a=1')"
    assert f"{named}de/{quote(name)}.ipynb" in links(page)


def test_every_link_between_such_notebooks_leads_somewhere_in_the_order_of_the_first_page(named):
    home = links(f"{named}en/index.ipynb")
    assert len(home) > 2 * len(NAMES) / 2
    assert {ask(address)[0] for address in home | links(f"{named}en/{quote(NAMES[1])}.ipynb")} == {200}
    header = re.findall(r'<a href="([^"]+)">', ask(f"{named}en/index.ipynb")[2].partition("</header>")[0])
    assert [unescape(href) for href in header] == [f"/en/{quote(name)}.ipynb" for name in NAMES]


def test_a_name_that_is_no_text_and_a_notebook_that_is_none_harm_no_other_page(tmp_path):
    book(tmp_path / "one.ipynb", "# One")
    book(tmp_path / os.fsdecode(b"\xdcbung.ipynb"), "# Two")
    (tmp_path / "index.ipynb").write_text("<<<<<<< HEAD")
    with told(begun(port=free_port(), notebooks=tmp_path)) as lines:
        address = re.search(r"http://\S+", next(lines))[0]
        pages = ("one.ipynb", "index.ipynb", "%DCbung.ipynb")
        assert [ask(f"{address}{page}")[0] for page in pages] == [200, 500, 400]
        assert next(lines).startswith("Problem: index.ipynb: ")


FOLDERS = {
    "one notebook": ["one.ipynb"],
    "nothing but the first page": ["index.ipynb"],
    "a first page and another": ["index.ipynb", "Übung 1.ipynb"],
    "one language": ["en/index.ipynb", "en/one.ipynb"],
    "a language without a first page": ["de/one.ipynb"],
    "of the course's names": ["en/index.ipynb", "en/play-tongits.ipynb", "nl/index.ipynb"],
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_own_folder_offers_what_is_there(tmp_path, folder):
    for name in FOLDERS[folder]:
        book(tmp_path / name, f"# {name}")
    with serving("--store", str(tmp_path / "tables.sqlite3"), notebooks=tmp_path) as address:
        seen, new = set(), {address, f"{address}tables?lang=de", f"{address}nl/not-there.ipynb"}
        while new:
            seen |= new
            new = set().union(*map(links, new)) - seen
        assert {page for page in seen if ask(page)[0] not in (200, 302)} == {f"{address}nl/not-there.ipynb"}
        assert {urljoin(address, quote(name)) for name in FOLDERS[folder]} <= seen


@pytest.mark.parametrize(
    ("cells", "texts"),
    [
        (["# Mine\nfirst"], ["<h1>Mine</h1>", "<p>first</p>"]),
        (["<p>first</p>", "# Mine"], ["<p>first</p>", ">Mine</h1>"]),
        (["print(1)", "# Mine"], [">Mine</h1>"]),
    ],
)
def test_an_own_first_page_shows_all_of_its_text_once(tmp_path, cells, texts):
    book(tmp_path / "index.ipynb", *cells)
    html = CourseServer(tmp_path).render("index.ipynb", "")
    assert [html.count(text) for text in texts] == [1] * len(texts)
    assert html.count("<h1") == 1


# Pictures


@pytest.fixture
def pictures(tmp_path):
    """A folder of notebooks with pictures beside and above them, and one that lies elsewhere."""
    root = tmp_path / "mine"
    for name in ("images/shared.png", "en/pic.png", "en/my pic.png", "en/Bild ü.png", "en/in/deep.png", "en/c#.png"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(PIXEL)
    (root / "en" / "drawn.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.png").write_bytes(PIXEL)
    (root / "en" / "link.png").symlink_to(tmp_path / "secret.png")
    return root


INSIDE = ("pic.png", "my%20pic.png", "Bild%20ü.png", "in/deep.png", "c%23.png", "../images/shared.png", "pic.png?v=1")
OUTSIDE = ("../../secret.png", "link.png", "{root}/secret.png", "a%00.png", "missing.png", "index.ipynb", "x" * 5000)
IN_PROSE = ("![]({})", '<img src="{}">', "<img alt='a' src='{}'>", "<p><IMG src={}></p>")
IN_CELLS = ("Image(url={!r})", "HTML('<img src=\"' + {!r} + '\">')", "Markdown('![](' + {!r} + ')')")


def of(root, *cells):
    """The HTML of a page with these cells, and all that they show."""
    book(root / "en" / "page.ipynb", *cells)

    @with_timeout
    async def outputs():
        async with sessions(root) as running:
            page = await Page(running).opened()
            told.extend(page.cells[index] for index in sorted(page.cells))

    told = []
    outputs()
    return CourseServer(root).render("en/page.ipynb", ""), told


def test_pictures_beside_and_above_a_notebook_are_in_its_page(pictures):
    prose = [way.format(address) for way in IN_PROSE for address in INSIDE]
    code = [f"from IPython.display import *\n{way.format(address)}" for way in IN_CELLS for address in INSIDE]
    html, cells = of(pictures, *prose, *code)
    assert html.count(HELD) == len(prose)
    assert [HELD in cell[0]["text/html"] for cell in cells] == [True] * len(code)
    assert 'src="data:image/svg+xml;base64,' in of(pictures, "![](drawn.svg)")[0]


def test_nothing_outside_the_folder_is_ever_embedded(pictures):
    addresses = [address.format(root=pictures.parent) for address in OUTSIDE]
    prose = [way.format(address) for way in IN_PROSE for address in addresses]
    code = [f"from IPython.display import *\n{way.format(address)}" for way in IN_CELLS for address in addresses]
    html, cells = of(pictures, *prose, *code)
    assert "data:image" not in html + str(cells)


def test_a_picture_that_a_notebook_holds_itself_is_shown(pictures):
    file = pictures / "en" / "page.ipynb"
    cell = new_markdown_cell("![a](attachment:my%20own.png)")
    cell["attachments"] = {"my own.png": {"image/png": HELD.partition(",")[2]}}
    nbformat.write(new_notebook(cells=[cell]), file)
    assert f'<img src="{HELD}" alt="a"' in CourseServer(pictures).render("en/page.ipynb", "")


def test_a_picture_of_a_cell_has_its_size_and_what_stands_for_it(pictures):
    drawn = "class Drawn:\n    def _repr_png_(self): return open('my pic.png', 'rb').read()\nDrawn()"
    image = 'from IPython.display import Image\nImage("in/deep.png", width=40, alt="<deep>")'
    asked = "class Asked:\n    def _repr_mimebundle_(self, include, exclude): return {'image/gif': b'gif'}\nAsked()"
    _, cells = of(pictures, drawn, image, asked)
    assert [cell[0]["text/html"] for cell in cells] == [
        f'<img src="{HELD}" alt="">',
        f'<img src="{HELD}" alt="&lt;deep&gt;" width="40">',
        '<img src="data:image/gif;base64,Z2lm" alt="">',
    ]


# What cells do


SELECT = {"do": "select", "cards": ["5h"], "number": 1}


@with_timeout
async def test_what_a_handler_prints_is_shown_at_its_cell_and_stays_there(tmp_path):
    async with sessions(course(tmp_path, page=["1", PRESSED, "2"])) as running:
        page = await Page(running).opened()
        await page.do(page.place(1), SELECT)
        frames = [frame for frame in page.frames if frame[0] == "out"]
        assert {frame[2] for frame in frames} == {1}
        assert "".join(frame[1]["text"] for frame in frames) == "now 5h before\n"
        # Also where another page takes over what this one has said.
        again = Page(running)
        again.session = running.connected[page].name
        await again.opened()
        assert again.cell(1) == [{"place": "1"}, {"text": "now 5h before\n"}]


@with_timeout
async def test_what_a_task_prints_later_is_shown_at_the_cell_that_began_it(tmp_path):
    begins = "import asyncio\ngo = asyncio.Event()\nasync def later():\n    await go.wait()\n    print('later')\n"
    cells = [begins + "task = asyncio.create_task(later())", PRESSED.replace("print(", "go.set() or (")]
    async with sessions(course(tmp_path, page=cells)) as running:
        page = await Page(running).opened()
        await page.do(page.place(1), SELECT)
        assert (await page.received("out"))[1:] == [{"text": "later"}, 0]


@with_timeout
async def test_what_is_shown_with_every_press_is_limited(tmp_path):
    shows = PRESSED.replace('print("now", ', "[display(7) for _ in range(300)] and (").replace("observe", "observe", 1)
    async with sessions(course(tmp_path, page=[shows])) as running:
        page = await Page(running).opened()
        for number in range(1, 6):
            await page.do(page.place(0), {"do": "select", "cards": ["5h"] * (number % 2), "number": number})
        assert len(running.connected[page].session.line.whole()[-2][2]) == 1000


def test_each_fault_is_named_in_the_terminal_with_notebook_cell_and_line(tmp_path):
    book(
        tmp_path / "100% #1.ipynb",
        "# Faulty",
        "def half(x):\n    return x / 0",
        "half(1)",
        "1 / 0",
        "for",
        "%matplotlib inline",
        "import ipywidgets\nipywidgets.IntSlider()",
    )
    running = begun(port=free_port(), notebooks=tmp_path)
    with told(running) as lines:
        address = re.search(r"http://\S+", next(lines))[0]
        assert ask(f"{address}100%25%20%231.ipynb")[0] == 200
        said = [next(lines).rstrip("\n") for _ in range(5)]
    where = "Problem: 100% #1.ipynb, cell"
    assert said[:2] == [f"{where} {place}: ZeroDivisionError: division by zero" for place in ("2, line 2", "4, line 1")]
    assert said[2].startswith(f"{where} 5: SyntaxError: ")
    assert [line.partition(" has ")[0] for line in said[3:]] == [f"{where} 6", f"{where} 7"]
    assert all(line.endswith(f": voila --template=cardlab {tmp_path}") for line in said[3:])


@with_timeout
async def test_what_only_voila_can_show_is_told_once_a_cell(tmp_path):
    cells = ["%matplotlib inline", "!ls", "from ipywidgets import IntSlider\ndisplay(IntSlider(), IntSlider())", "for"]
    # Whether or not something else has imported it before.
    importlib.import_module("ipywidgets")
    interact = "from ipywidgets import interact\ninteract(lambda x: None, x=3);"
    async with sessions(course(tmp_path, page=[*cells, interact])) as running:
        page = await Page(running).opened()
        assert [[set(one) for one in page.cell(index)] for index in range(5)] == [
            *[[{"foreign"}]] * 3,
            [{"error"}],
            [{"foreign"}],
        ]


# One process, many folders and addresses


@with_timeout
async def test_a_helper_of_the_same_name_is_that_of_its_folder_whenever_it_is_imported(tmp_path):
    first = "import first_helper\nfirst_helper.WORD"
    late = "import asyncio\nawait asyncio.sleep(0)\nimport late_helper\nlate_helper.WORD"
    pressed = PRESSED.replace('print("now", ', "print(__import__('pressed_helper').WORD) or (")
    for lang in ("en", "de"):
        for name in ("first_helper", "late_helper", "pressed_helper"):
            (tmp_path / lang).mkdir(exist_ok=True)
            (tmp_path / lang / f"{name}.py").write_text(f"WORD = {lang!r}")
        book(tmp_path / lang / "page.ipynb", first, late, pressed)
    async with sessions(tmp_path) as running:
        pages = [Page(running), Page(running), Page(running)]
        for page, lang in zip(pages, ("en", "de", "en"), strict=True):
            page.path = f"{lang}/page.ipynb"
            page.say_hello()
        for page in pages:
            await page.received("ready")
            await page.do(page.place(2), SELECT)
    for cell in (0, 1):
        assert [page.cell(cell)[0]["text/plain"] for page in pages] == ["'en'", "'de'", "'en'"]
    assert [(await page.received("out"))[1]["text"] for page in pages] == ["en", "de", "en"]


@with_timeout
async def test_a_module_that_is_not_of_the_folder_itself_is_one_for_all(tmp_path, monkeypatch):
    (tmp_path / "en" / "lib").mkdir(parents=True)
    (tmp_path / "en" / "lib" / "of_all.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path / "en" / "lib")
    for lang in ("en", "de"):
        book(tmp_path / lang / "page.ipynb", "import of_all\nid(of_all)")
    async with sessions(tmp_path) as running:
        seen = []
        for lang in ("en", "de", "en"):
            page = Page(running)
            page.path = f"{lang}/page.ipynb"
            seen.append((await page.opened()).cell(0))
    assert seen == seen[:1] * 3


READS = """import asyncio, os
def read(where): print(where, os.environ["QUERY_STRING"], os.getenv("QUERY_STRING"), "QUERY_STRING" in os.environ)
read("cell")
await asyncio.sleep(0)
read("later")
await asyncio.to_thread(read, "thread")"""


@with_timeout
async def test_each_page_finds_its_own_query_in_the_environment(tmp_path, monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    pressed = PRESSED.replace('print("now"', 'read("pressed") or ("now"')
    async with sessions(course(tmp_path, page=[READS, pressed])) as running:
        pages = [Page(running, query=query) for query in ("a=1&b=%20", "a=2", "")]
        for page in pages:
            page.say_hello()
        for page in pages:
            await page.received("ready")
            await page.do(page.place(1), SELECT)
        for page in pages:
            query = page.page_query
            assert page.text(0) == "".join(f"{where} {query} {query} True\n" for where in ("cell", "later", "thread"))
            said = "".join(frame[1]["text"] for frame in page.frames if frame[0] == "out")
            assert said == f"pressed {query} {query} True\n"
        assert "QUERY_STRING" not in os.environ
        assert os.getenv("QUERY_STRING") is None


# Behind another server, and within other pages


BASE = "/user/j%C3%BCrgen%20m@x/cardlab/"


def test_a_user_of_a_hub_may_have_any_name(tmp_path):
    """`jupyter-server-proxy` encodes the path of a user again where it passes a request on."""
    book(tmp_path / "en" / "Übung 1.ipynb", "# Mine", "7")
    page = f"en/{quote('Übung 1')}.ipynb"
    with serving("--base-url", BASE, "--store", f"{tmp_path}/tables.sqlite3", notebooks=tmp_path) as address:
        for base in (BASE, BASE.replace("%", "%25")):
            course = f"{address.removesuffix(BASE)}{base}"
            status, headers, _ = ask(course)
            assert (status, headers["Location"]) == (302, f"{BASE}{page}")
            status, _, text = ask(f"{course}{page}")
            assert (status, f'data-base="{BASE}"' in text) == (200, True)
            assert ask(f"{course}tables")[1]["Set-Cookie"].endswith(f"Path={BASE}; SameSite=Lax")
            assert apart(shown(course, page))[1] == [{"text/plain": "7"}]


def test_pages_of_sites_that_are_named_may_show_the_course_within_them(tmp_path):
    book(tmp_path / "one.ipynb", "# Mine")
    sites = ("https://school.example", "http://*.uni.example:8443", "https://localhost")
    options = [word for site in sites for word in ("--frame-ancestors", site)]
    with serving(*options, notebooks=tmp_path) as address:
        policy = ask(f"{address}one.ipynb")[1]["Content-Security-Policy"]
    assert policy.split("; ")[-1] == f"frame-ancestors 'self' {' '.join(sites)}"


NO_SITES = (
    "*",
    "a.example",
    "https:",
    "https://a; script-src *",
    "https://a b",
    "'none'",
    "https://a/b",
    "https://*",
    "",
)


@pytest.mark.parametrize("site", [*NO_SITES, "https://ü.example", "javascript://a.example"])
def test_what_is_no_site_may_show_nothing(capsys, site):
    assert command.run("serve", ["--frame-ancestors", site]) == 2
    assert "https://school.example" in capsys.readouterr().err
