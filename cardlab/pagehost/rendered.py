"""Rendered pages and assets: each notebook is exported to HTML once by Voilà's exporter, and cached compressed.

The HTML holds the prose and an empty element for the outputs of each code cell; no cell runs here.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import mimetypes
import re
import threading
import time
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardlab.pagehost.notebooks import LAB_ONLY, page_paths, with_scrolling_tables

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks whether notebooks have changed."""

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
        self._lock = threading.Lock()

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
            return await asyncio.get_running_loop().run_in_executor(None, self._page, name, variant)
        return self._pages[name, variant]

    def _page(self, name: str, variant: str) -> Asset:
        with self._lock:
            if (name, variant) not in self._pages:
                self._pages[name, variant] = make_asset("page.html", self._render(name, variant).encode())
            return self._pages[name, variant]


def export_html(
    notebook: Path,
    template: Path,
    base: str,
    config: Mapping[str, Any],
    transform: Callable[[str], str] = str,
) -> str:
    """Export a notebook to HTML by a template of Voilà. Raises OSError or ValueError if it is not a notebook.

    Args:
        notebook: the file.
        template: the folder of the template.
        base: the URL path of the server, with a slash at both ends.
        config: what the template gets as `page_config`.
        transform: applied to the source of each Markdown cell.
    """
    # Importing Voilà takes a second, and pages without a notebook do not wait for it.
    import nbformat
    from traitlets.config import Config
    from voila.exporter import VoilaExporter, VoilaMarkdownRenderer

    class Prose(VoilaMarkdownRenderer):  # type: ignore[misc]
        """Headings keep their ids but get no pilcrow; wide tables scroll."""

        def heading(self, text: str, level: int, **attributes: Any) -> str:
            return re.sub(r'<a class="anchor-link".*?</a>', "", super().heading(text, level, **attributes))

        def table(self, text: str) -> str:
            return with_scrolling_tables(f"<table>{text}</table>")

    book: Any = nbformat.reads(notebook.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = transform(cell.source)
    exporter = VoilaExporter(
        template_paths=[str(template)],
        template_name=template.name,
        config=Config(
            {
                "VoilaExporter": {"markdown_renderer_class": Prose},
                "TagRemovePreprocessor": {"remove_cell_tags": {LAB_ONLY}},
            }
        ),
        contents_manager=_Images(notebook.parent),
        base_url=base,
    )

    async def export() -> str:
        parts = exporter.generate_from_notebook_node(book, page_config=dict(config))
        return "".join([part async for part, _ in parts])

    return asyncio.run(export())


class _Images:
    """A contents manager that reads the images beside a notebook."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def file_exists(self, name: str) -> bool:
        file = (self.folder / name).resolve()
        content_type = mimetypes.guess_type(file.name)[0] or ""
        return file.is_relative_to(self.folder) and file.is_file() and content_type.startswith("image/")

    def get(self, name: str, **_options: Any) -> Mapping[str, str]:
        return {"content": base64.b64encode((self.folder / name).read_bytes()).decode()}
