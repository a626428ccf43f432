"""Rendered pages and files: each notebook becomes HTML once, kept compressed.

The HTML holds the prose and an empty element for the outputs of each code cell; no cell runs here.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import mimetypes
import re
import time
import zlib
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jinja2
import mistune

from cardlab.pages.notebooks import LAB_ONLY, page_paths, with_scrolling_tables
from cardlab.pages.pictures import as_data, with_pictures

try:
    import brotli
except ImportError:
    brotli = None

SCRIPTS: Final = Path(__file__).parent / "static"
"""The scripts of every page."""
CHECK_INTERVAL: Final = 1.0
"""Seconds between two looks for changed notebooks."""

PLUGINS: Final = ("strikethrough", "table", "url", "task_lists", "def_list")
"""The extensions of Markdown, the same as Jupyter's."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A response body: its bytes, its content type and its entity tag."""

    plain: bytes
    content_type: str
    etag: str
    _packed: dict[str, bytes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def version(self) -> str:
        """What its address says of its content, so that browsers can keep it for ever."""
        return self.etag[1:13]

    def packed(self, encoding: str) -> bytes:
        """Return the bytes in one of the `ENCODINGS`, packed once."""
        if encoding not in self._packed:
            self._packed[encoding] = ENCODINGS[encoding](self)
        return self._packed[encoding]


def _gzip(asset: Asset) -> bytes:
    packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16, memLevel=6)  # short blocks suit SVG within text
    return packer.compress(asset.plain) + packer.flush()


def _brotli(asset: Asset) -> bytes:
    # A visitor waits while a page is packed; quality 11 would take longer than the 15 ms of quality 10.
    quality = 10 if asset.content_type == _TYPES[".html"] else 11
    return bytes(brotli.compress(asset.plain, mode=brotli.MODE_TEXT, quality=quality))


ENCODINGS: Final[Mapping[str, Callable[[Asset], bytes]]] = {**({"br": _brotli} if brotli else {}), "gzip": _gzip}
"""The content encodings, the most compact first; browsers accept "br" only over HTTPS or from this computer."""


def make_asset(name: str, plain: bytes) -> Asset:
    """Return the asset with these bytes; the name determines its content type."""
    content_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(plain, content_type, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


class PageCache:
    """The rendered pages of a folder.

    - `notebooks`: the folder; `languages`: the languages that have folders of their own in it;
    - `render`: returns the HTML of a page, such as "en/melds.ipynb", in a variant.
    """

    def __init__(self, notebooks: Path, render: Callable[[str, str], str], languages: Collection[str] = ()) -> None:
        self.notebooks = notebooks
        self._render = render
        self._languages = languages
        self._checked = float("-inf")
        self._state: tuple[Any, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._pages: dict[tuple[str, str], Asset] = {}
        self._thread = ThreadPoolExecutor(1)  # the event loop's threads may be busy for long

    @property
    def names(self) -> frozenset[str]:
        """The paths of the pages, such as "en/melds.ipynb"."""
        if time.monotonic() - self._checked > CHECK_INTERVAL:
            names = page_paths(self.notebooks, self._languages)
            state = tuple((name, self._modified(name)) for name in names)
            if state != self._state:
                self._pages.clear()
            self._checked, self._state, self._names = time.monotonic(), state, frozenset(names)
        return self._names

    def _modified(self, name: str) -> int:
        try:
            return (self.notebooks / name).stat().st_mtime_ns
        except OSError:
            return 0

    async def page(self, name: str, variant: str = "") -> Asset:
        """Return a page, rendered in a thread.

        Raises OSError or ValueError for a file that is not a notebook.
        """
        if (name, variant) not in self._pages:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._page, name, variant)
        return self._pages[name, variant]

    def _page(self, name: str, variant: str) -> Asset:
        if (name, variant) not in self._pages:
            self._pages[name, variant] = make_asset("page.html", self._render(name, variant).encode())
        return self._pages[name, variant]


def export_html(
    notebook: Path, template: Path, root: Path, config: Mapping[str, Any], transform: Callable[[str], str] = str
) -> str:
    """Return a notebook as HTML, made by a template that Voilà can use too.

    - `template`: its folder, whose `index.html.j2` is used; `config`: what it gets as `page_config`;
    - `root`: the folder from which images may come; they are written into the page;
    - `transform`: applied to the source of each Markdown cell.

    Raises OSError or ValueError for a file that is not a notebook.
    """
    book = json.loads(notebook.read_text(encoding="utf-8"))
    try:
        cells = [
            {**cell, "source": "".join(cell["source"])}
            for cell in book["cells"]
            if LAB_ONLY not in cell.get("metadata", {}).get("tags", ())
        ]
    except (LookupError, TypeError) as reason:
        raise ValueError(f"{notebook} is not a notebook") from reason
    for cell in cells:
        if cell["cell_type"] == "markdown":
            cell["source"] = transform(cell["source"])
            for name, held in cell.get("attachments", {}).items():
                for written in (name, quote(name)):
                    cell["source"] = cell["source"].replace(f"attachment:{written}", as_data(*next(iter(held.items()))))
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(template))
    environment.filters["markdown2html"] = partial(_html, notebook.parent, root)
    return environment.get_template("index.html.j2").render(nb={"cells": cells}, page_config=config)


def _html(folder: Path, root: Path, source: str) -> str:
    # HTML in Markdown is kept, and so are images within a cell.
    prose = _Prose(escape=False, allow_harmful_protocols=("data:image/",))
    markup = str(mistune.create_markdown(renderer=prose, plugins=PLUGINS)(source))
    return with_scrolling_tables(with_pictures(markup, folder, root))


class _Prose(mistune.HTMLRenderer):
    """A renderer whose headings have the same ids as in Jupyter."""

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        name = quote(html.unescape(re.sub("<[^>]*>", "", text)).replace(" ", "-"), safe="?/:@!$&'()*+,;=")
        return f'<h{level} id="{html.escape(name)}">{text}</h{level}>\n'
