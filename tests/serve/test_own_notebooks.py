"""A folder of somebody's own: any name, pictures, prints, faults, cells for JupyterLab alone, and a first page."""

import asyncio
import base64
import json
import logging
import os
import re
from html import unescape
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from own_notebooks import PIXEL, PRESSED, book
from pages import NOTEBOOKS, begun, free_port, serving, told
from pages_of_sessions import Page, course, sessions

from cardlab.dashboard.course_server import CourseServer
from cardlab.pages.notebooks import LAB_ONLY, page_paths
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve import command
from cardlab.serve.own_copy import copy_notebooks
from cardlab.serve.server_extension import lay_notebooks
from cardlab.serve.start import COPY
from tests.load.line import Line, fetch

NAMES = ("with space", "Übung 1", "it's", "a(1)", "b[2]", "x&y", "100%", "50%25", "a+b", "c#", "q?", '"hi" <b>')
HELD = f"data:image/png;base64,{base64.b64encode(PIXEL).decode()}"


async def ask(address):
    """The answer at an address, without following anything."""
    parts = urlsplit(address)
    return await fetch(parts.port, urlunsplit(("", "", parts.path, parts.query, "")))


async def links(address):
    """The addresses of all links of a page, and of where it redirects to."""
    answer = await ask(address)
    if answer.status == 302:
        return {urljoin(address, answer.headers["location"])}
    found = (unescape(href).partition("#")[0] for href in re.findall(r'<a\b[^>]*?\shref="([^"]*)"', answer.text))
    return {urljoin(address, href) for href in found if href}


async def shown(base, path):
    """What the line of a page says its cells show; `base`: the address of the course."""
    parts = urlsplit(base)
    line = await Line.open(parts.port, f"{parts.path}line/{path}")
    line.send('{"page": "a page of its own", "session": "", "last_seen": 0, "log": []}')
    frames = []
    while ["ready"] not in frames:
        frames += json.loads(await line.read())
    line.close()
    return {frame[1]: frame[2] for frame in frames if frame[0] == "cell"}


async def test_notebooks_of_any_name_have_pages_lines_translations_and_links_to_each_other(tmp_path):
    folder = tmp_path / "Übungen #1 & 100%"
    for lang in ("en", "de"):
        listed = "\n".join(f"- [{index}]({quote(name)}.ipynb)" for index, name in enumerate(NAMES))
        book(folder / lang / "index.ipynb", f"# Mine\n\n{listed}")
        for name in NAMES:
            book(folder / lang / f"{name}.ipynb", "# Named", f"{lang!r}, __import__('os').environ['QUERY_STRING']")
    with serving(notebooks=folder) as address:
        home = await links(f"{address}en/index.ipynb")
        for name in NAMES:
            page = f"{address}en/{quote(name)}.ipynb"
            answer = await ask(page)
            assert (answer.status, page in home) == (200, True), name
            lesson = re.search(r'data-lesson="([^"]+)"', answer.text)[1]
            assert (await ask(f"{address}code/{lesson}")).status == 200
            assert (await shown(address, f"{lesson}?a=1"))[1][0]["text/plain"] == "('en', 'a=1')"
            assert f"{address}de/{quote(name)}.ipynb" in await links(page)
        # Every link leads somewhere, in the order of the first page.
        assert {(await ask(to)).status for to in home | await links(f"{address}en/{quote(NAMES[1])}.ipynb")} == {200}
        header = (await ask(f"{address}en/index.ipynb")).text.partition("</header>")[0]
        found = [unescape(href) for href in re.findall(r'<a href="([^"]+)">', header)]
        assert found == [f"/en/{quote(name)}.ipynb" for name in NAMES]


# One notebook; a first page; a language without one; names of the course.
FOLDERS = ["a.ipynb", "index.ipynb Ü.ipynb", "de/a.ipynb", "en/index.ipynb en/play-tongits.ipynb nl/index.ipynb"]


@pytest.mark.parametrize("names", FOLDERS)
async def test_an_own_folder_offers_what_is_there(tmp_path, names):
    for name in names.split():
        book(tmp_path / name, f"# {name}")
    with serving("--store", str(tmp_path / "tables.sqlite3"), notebooks=tmp_path) as address:
        seen, new = set(), {address, f"{address}tables?lang=de", f"{address}nl/not-there.ipynb"}
        while new:
            seen |= new
            new = set().union(*[await links(page) for page in new]) - seen
        wrong = {page for page in seen if (await ask(page)).status not in (200, 302)}
        assert wrong == {f"{address}nl/not-there.ipynb"}
        assert {urljoin(address, quote(name)) for name in names.split()} <= seen


def test_an_own_first_page_shows_all_of_its_text_once(tmp_path):
    for cells, texts in (
        (["# Mine\nfirst"], ["<h1>Mine</h1>", "<p>first</p>"]),
        (["<p>first</p>", "# Mine"], ["<p>first</p>", ">Mine</h1>"]),
        (["print(1)", "# Mine"], [">Mine</h1>"]),
    ):
        book(tmp_path / "index.ipynb", *cells)
        html = CourseServer(tmp_path).render("index.ipynb", "")
        assert [html.count(text) for text in ("<h1", *texts)] == [1, *[1] * len(texts)]


def test_a_cell_for_jupyterlab_alone_is_on_no_page_and_a_notebook_of_nothing_else_is_none_but_in_the_copy(tmp_path):
    course, aside = tmp_path / "course", {"tags": [LAB_ONLY, "another"]}
    ran = new_code_cell("open('ran', 'w').close()", id="a", metadata=aside)
    word = new_markdown_cell("A word for JupyterLab.", id="c", metadata=aside)
    shown = new_code_cell("6", id="b"), new_code_cell("6 * 7", id="d", metadata={"tags": ["kept"]})
    (course / "en").mkdir(parents=True)
    for name, cells in (
        ("index", [new_markdown_cell("# The page", id="title"), ran, shown[0], word, shown[1]]),
        ("inside", [ran, word]),
        ("empty", []),
    ):
        nbformat.write(new_notebook(cells=cells), course / "en" / f"{name}.ipynb")

    async def opened():
        async with sessions(course) as running:
            return (await Page(running, "index").opened()).cells

    assert asyncio.run(opened()) == {1: [{"text/plain": "6"}], 2: [{"text/plain": "42"}]}
    assert not (course / "en" / "ran").exists()
    told = CourseServer(course).render("en/index.ipynb", "")
    assert ("The page" in told, "JupyterLab" in told) == (True, False)
    assert re.findall(r'id="(cell-\d+)"', told) == ["cell-1", "cell-2"]
    assert page_paths(course, LANGUAGES) == ("en/empty.ipynb", "en/index.ipynb")
    copied = copy_notebooks(course, tmp_path / "copy")
    assert copied == ("en/empty.ipynb", "en/index.ipynb", "en/inside.ipynb")


def test_jupyterlab_begins_at_the_overview_and_where_notebooks_cannot_be_laid_its_log_says_why(tmp_path, caplog):
    from cardlab.serve.lab import first_page  # here, for otherwise each process of the tests loads JupyterLab

    overviews = [f"/lab/tree/{lang}/index.ipynb" for lang in LANGUAGES]
    assert [first_page(NOTEBOOKS, lang) for lang in LANGUAGES] == overviews
    assert first_page(tmp_path, "de") == "/lab"
    book(tmp_path / "index.ipynb")
    assert first_page(tmp_path, "de") == "/lab/tree/index.ipynb"
    (tmp_path / COPY).write_text("in the way", encoding="utf-8")
    lay_notebooks(tmp_path, logging.getLogger("hub"))
    assert [str(tmp_path / COPY) in one.getMessage() for one in caplog.records] == [True]


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


async def of(root, *cells):
    """The HTML of a page with these cells, and all that they show."""
    book(root / "en" / "page.ipynb", *cells)
    async with sessions(root) as running:
        page = await Page(running).opened()
    return CourseServer(root).render("en/page.ipynb", ""), [page.cells[index] for index in sorted(page.cells)]


def ways(addresses):
    """Cells that show the pictures at these addresses in every way: first in prose, then by code."""
    prose = [way.format(address) for way in IN_PROSE for address in addresses]
    return prose, [f"from IPython.display import *\n{way.format(address)}" for way in IN_CELLS for address in addresses]


async def test_pictures_beside_and_above_a_notebook_or_in_it_are_in_its_page_and_none_from_outside_the_folder(pictures):
    prose, code = ways(INSIDE)
    html, cells = await of(pictures, *prose, *code)
    assert html.count(HELD) == len(prose)
    assert [HELD in cell[0]["text/html"] for cell in cells] == [True] * len(code)
    prose, code = ways([address.format(root=pictures.parent) for address in OUTSIDE])
    html, cells = await of(pictures, *prose, *code)
    assert "data:image" not in html + str(cells)
    # A picture of a cell has its size and what stands for it.
    drawn = "class Drawn:\n    def _repr_png_(self): return open('my pic.png', 'rb').read()\nDrawn()"
    image = 'from IPython.display import Image\nImage("in/deep.png", width=40, alt="<deep>")'
    asked = "class Asked:\n    def _repr_mimebundle_(self, include, exclude): return {'image/gif': b'gif'}\nAsked()"
    html, cells = await of(pictures, "![](drawn.svg)", drawn, image, asked)
    assert 'src="data:image/svg+xml;base64,' in html
    assert [cell[0]["text/html"] for cell in cells] == [
        f'<img src="{HELD}" alt="">',
        f'<img src="{HELD}" alt="&lt;deep&gt;" width="40">',
        '<img src="data:image/gif;base64,Z2lm" alt="">',
    ]
    cell = new_markdown_cell("![a](attachment:my%20own.png)")
    cell["attachments"] = {"my own.png": {"image/png": HELD.partition(",")[2]}}
    nbformat.write(new_notebook(cells=[cell]), pictures / "en" / "page.ipynb")
    assert f'<img src="{HELD}" alt="a"' in CourseServer(pictures).render("en/page.ipynb", "")


SELECT = {"do": "select", "cards": ["5h"], "number": 1}


async def test_what_a_handler_or_a_task_prints_is_shown_at_its_cell_stays_there_and_is_limited(tmp_path):
    begins = "import asyncio\ngo = asyncio.Event()\nasync def later():\n    await go.wait()\n    print('later')\n"
    wakes = PRESSED.replace("print(", "go.set() or (")
    floods = PRESSED.replace('print("now", ', "[display(7) for _ in range(300)] and (")
    cells = ["1", PRESSED, f"{begins}task = asyncio.create_task(later())", wakes, floods]
    async with sessions(course(tmp_path, page=cells)) as running:
        page = await Page(running).opened()
        await page.answered(page.place(3), SELECT)
        assert (await page.received("out"))[1:] == [{"text": "later"}, 2]
        for number in range(1, 6):
            await page.answered(page.place(4), {"do": "select", "cards": ["5h"] * (number % 2), "number": number})
        assert len(running.connected[page].session.line.whole()[-2][2]) == 1000
        seen = len(page.frames)
        await page.answered(page.place(1), SELECT)
        frames = [frame for frame in page.frames[seen:] if frame[0] == "out"]
        assert {frame[2] for frame in frames} == {1}
        assert "".join(frame[1]["text"] for frame in frames) == "now 5h before\n"
        # Also where another page takes over what this one has said.
        again = Page(running)
        again.session = running.connected[page].name
        await again.opened()
        assert again.cells[1] == [{"place": "1"}, {"text": "now 5h before\n"}]


async def test_each_fault_is_named_in_the_terminal_with_notebook_cell_and_line_and_harms_no_other_page(tmp_path):
    sliders = "from ipywidgets import IntSlider, interact\ndisplay(IntSlider(), IntSlider())"
    foreign = "%matplotlib inline", "!ls", sliders, "interact(lambda x: None, x=3);"
    cells = "# Faulty", "def half(x):\n    return x / 0", "half(1)", "1 / 0", "for", *foreign
    book(tmp_path / "100% #1.ipynb", *cells)
    book(tmp_path / os.fsdecode(b"\xdcbung.ipynb"), "# A name that is no text")
    (tmp_path / "index.ipynb").write_text("<<<<<<< HEAD")
    with told(begun(port=free_port(), notebooks=tmp_path)) as lines:
        address = re.search(r"http://\S+", next(lines))[0]
        pages = {"index.ipynb": 500, "%DCbung.ipynb": 400, "100%25%20%231.ipynb": 200}
        assert {page: (await ask(f"{address}{page}")).status for page in pages} == pages
        first, *said = [next(lines).rstrip("\n") for _ in range(8)]
    assert first.startswith("Problem: index.ipynb: ")
    where = "Problem: 100% #1.ipynb, cell"
    assert said[:2] == [f"{where} {place}: ZeroDivisionError: division by zero" for place in ("2, line 2", "4, line 1")]
    assert said[2].startswith(f"{where} 5: SyntaxError: ")
    # What only Voilà can show is told once a cell.
    assert [line.partition(" has ")[0] for line in said[3:]] == [f"{where} {number}" for number in (6, 7, 8, 9)]
    assert all(line.endswith(f": voila --template=cardlab {tmp_path}") for line in said[3:])


# One process, many folders and addresses


async def test_a_helper_of_the_same_name_is_that_of_its_folder_whenever_it_is_imported(tmp_path, monkeypatch):
    first = "import first_helper\nfirst_helper.WORD"
    late = "import asyncio\nawait asyncio.sleep(0)\nimport late_helper\nlate_helper.WORD"
    pressed = PRESSED.replace('print("now", ', "print(__import__('pressed_helper').WORD) or (")
    for lang in ("en", "de"):
        for name in ("first_helper", "late_helper", "pressed_helper"):
            (tmp_path / lang).mkdir(exist_ok=True)
            (tmp_path / lang / f"{name}.py").write_text(f"WORD = {lang!r}")
        book(tmp_path / lang / "page.ipynb", first, late, pressed, "import of_all\nid(of_all)")
    # A module that is not of the folder itself is one for all.
    (tmp_path / "en" / "lib").mkdir()
    (tmp_path / "en" / "lib" / "of_all.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path / "en" / "lib")
    async with sessions(tmp_path) as running:
        pages = [Page(running, lang=lang).say_hello() for lang in ("en", "de", "en")]
        for page in pages:
            await page.received("ready")
            await page.answered(page.place(2), SELECT)
    for cell in (0, 1):
        assert [page.cells[cell][0]["text/plain"] for page in pages] == ["'en'", "'de'", "'en'"]
    assert [(await page.received("out"))[1]["text"] for page in pages] == ["en", "de", "en"]
    assert [page.cells[3] for page in pages] == [pages[0].cells[3]] * 3


READS = """import asyncio, os
def read(where): print(where, os.environ["QUERY_STRING"], os.getenv("QUERY_STRING"), "QUERY_STRING" in os.environ)
read("cell")
await asyncio.sleep(0)
read("later")
await asyncio.to_thread(read, "thread")"""


async def test_each_page_finds_its_own_query_in_the_environment(tmp_path, monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    pressed = PRESSED.replace('print("now"', 'read("pressed") or ("now"')
    async with sessions(course(tmp_path, page=[READS, pressed])) as running:
        pages = [Page(running, query=query).say_hello() for query in ("a=1&b=%20", "a=2", "")]
        for page in pages:
            await page.received("ready")
            await page.answered(page.place(1), SELECT)
        for page in pages:
            query = page.page_query
            assert page.text(0) == "".join(f"{where} {query} {query} True\n" for where in ("cell", "later", "thread"))
            said = "".join(frame[1]["text"] for frame in page.frames if frame[0] == "out")
            assert said == f"pressed {query} {query} True\n"
        assert "QUERY_STRING" not in os.environ
        assert os.getenv("QUERY_STRING") is None


# Behind another server, and within other pages


BASE = "/user/j%C3%BCrgen%20m@x/cardlab/"


async def test_a_user_of_a_hub_may_have_any_name_and_named_sites_may_show_the_course_within_them(tmp_path):
    """`jupyter-server-proxy` encodes the path of a user again where it passes a request on."""
    book(tmp_path / "en" / "Übung 1.ipynb", "# Mine", "7")
    page = f"en/{quote('Übung 1')}.ipynb"
    sites = ("https://school.example", "http://*.uni.example:8443", "https://localhost")
    options = [word for site in sites for word in ("--frame-ancestors", site)]
    options += ["--base-url", BASE, "--store", f"{tmp_path}/tables.sqlite3"]
    with serving(*options, notebooks=tmp_path) as address:
        for base in (BASE, BASE.replace("%", "%25")):
            course = f"{address.removesuffix(BASE)}{base}"
            first, answer, tables = [await ask(f"{course}{path}") for path in ("", page, "tables")]
            assert (first.status, first.headers["location"]) == (302, f"{BASE}{page}")
            assert (answer.status, f'data-base="{BASE}"' in answer.text) == (200, True)
            policy = answer.headers["content-security-policy"].split("; ")
            assert policy[-1] == f"frame-ancestors 'self' {' '.join(sites)}"
            assert tables.headers["set-cookie"].endswith(f"Path={BASE}; SameSite=Lax")
            assert (await shown(course, page))[1] == [{"text/plain": "7"}]


NO_SITES = ("*", "a.example", "https:", "https://a; script-src *", "https://a b", "'none'", "https://a/b", "https://*")
NO_SITES += ("", "https://ü.example", "javascript://a.example")


@pytest.mark.parametrize("site", NO_SITES)
def test_what_is_no_site_may_show_nothing(capsys, site):
    assert command.run("serve", ["--frame-ancestors", site]) == 2
    assert "https://school.example" in capsys.readouterr().err


@pytest.mark.parametrize("below", ["", "site"])
def test_a_file_in_the_way_of_the_site_is_named(capsys, tmp_path, below):
    (file := tmp_path / "file").write_text("mine")
    assert command.run("site", [str(file / below)]) == 2
    assert f"in the way of the folder {file / below}" in capsys.readouterr().err
    assert file.read_text() == "mine"
