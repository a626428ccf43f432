"""Rendered pages and assets: each notebook becomes HTML once, and is cached compressed.

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
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jinja2
import mistune

from cardlab.pages.notebooks import LAB_ONLY, page_paths, with_scrolling_tables
from cardlab.pages.pictures import as_data, with_pictures

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks whether notebooks have changed."""

PLUGINS: Final = ("strikethrough", "table", "url", "task_lists", "def_list")
"""Of Markdown; the same as Jupyter's."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A response body: its bytes, plain and compressed, its content type and its entity tag."""

    plain: bytes
    compressed: bytes
    content_type: str
    etag: str


def make_asset(name: str, plain: bytes) -> Asset:
    """Return the asset with these bytes; the name determines its content type."""
    content_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16, memLevel=6)  # in short blocks: drawings by themselves
    return Asset(
        plain, packer.compress(plain) + packer.flush(), content_type, f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    )


class PageCache:
    """The rendered pages of a folder.

    Args:
        notebooks: the folder.
        render: returns the HTML of a page, "en/melds.ipynb", in a variant.
        languages: those that have folders of their own.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        notebooks: Path,
        render: Callable[[str, str], str],
        languages: Collection[str] = (),
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notebooks = notebooks
        self._render = render
        self._languages = languages
        self._clock = clock
        self._checked = float("-inf")
        self._state: tuple[Any, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._pages: dict[tuple[str, str], Asset] = {}
        self._thread = ThreadPoolExecutor(1)  # those of the loop may be at long work

    @property
    def names(self) -> frozenset[str]:
        """The paths of the pages: "en/melds.ipynb"."""
        if self._clock() - self._checked > CHECK_INTERVAL:
            names = page_paths(self.notebooks, self._languages)
            state = tuple((name, self._modified(name)) for name in names)
            if state != self._state:
                self._pages.clear()
            self._checked, self._state, self._names = self._clock(), state, frozenset(names)
        return self._names

    def _modified(self, name: str) -> int:
        try:
            return (self.notebooks / name).stat().st_mtime_ns
        except OSError:
            return 0

    async def page(self, name: str, variant: str = "") -> Asset:
        """Return a page, rendered in a thread. Raises OSError or ValueError for a file that is not a notebook."""
        if (name, variant) not in self._pages:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._page, name, variant)
        return self._pages[name, variant]

    def _page(self, name: str, variant: str) -> Asset:
        if (name, variant) not in self._pages:
            self._pages[name, variant] = make_asset("page.html", self._render(name, variant).encode())
        return self._pages[name, variant]


def export_html(
    notebook: Path,
    template: Path,
    root: Path,
    config: Mapping[str, Any],
    transform: Callable[[str], str] = str,
) -> str:
    """Return a notebook as HTML, by a template that Voilà can use too. Raises OSError or ValueError if it is not one.

    Args:
        notebook: the file.
        template: the folder of the template, whose `index.html.j2` is used.
        root: the folder from which pictures may come; they are written into the page.
        config: what the template gets as `page_config`.
        transform: applied to the source of each Markdown cell.
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
    # What is written as HTML stays so, and a cell may hold a picture itself.
    prose = _Prose(escape=False, allow_harmful_protocols=("data:image/",))
    markup = str(mistune.create_markdown(renderer=prose, plugins=PLUGINS)(source))
    return with_scrolling_tables(with_pictures(markup, folder, root))


class _Prose(mistune.HTMLRenderer):
    """Headings have ids as Jupyter gives them."""

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        name = quote(html.unescape(re.sub("<[^>]*>", "", text)).replace(" ", "-"), safe="?/:@!$&'()*+,;=")
        return f'<h{level} id="{html.escape(name)}">{text}</h{level}>\n'
