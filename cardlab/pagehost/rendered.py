"""The pages as HTML: each notebook rendered once by Voilà's exporter, kept with its mark and compressed.

A page holds the prose and an empty place for what each cell shows; no cell is run here.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import mimetypes
import re
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardlab.pagehost.notebooks import ASIDE, every_page

LOOK_AGAIN: Final = 1.0
"""Seconds for which the notebooks are taken to be what they were."""


_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """Something to be sent as it is: its bytes, compressed too, its kind, and a mark that tells its contents."""

    plain: bytes
    compressed: bytes
    kind: str
    mark: str


def sheet(name: str, plain: bytes) -> Asset:
    """What is to be sent as a file of this name."""
    kind = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(plain, gzip.compress(plain, 9, mtime=0), kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


class Rendered:
    """The pages of a folder.

    - `notebooks`: the folder;
    - `render`: makes HTML of one of them, "en/melds.ipynb", in a variant of it;
    - `languages`: those that have folders of their own;
    - `clock`: the time in seconds.
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
        self._looked = float("-inf")
        self._state: tuple[Any, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._kept: dict[tuple[str, str], Asset] = {}
        self._one_at_a_time = threading.Lock()

    @property
    def names(self) -> frozenset[str]:
        """The addresses of the pages: "en/melds.ipynb"."""
        if self._clock() - self._looked > LOOK_AGAIN:
            names = every_page(self.notebooks, self._languages)
            state = tuple((name, self._changed(name)) for name in names)
            if state != self._state:
                self._kept.clear()
            self._looked, self._state, self._names = self._clock(), state, frozenset(names)
        return self._names

    def _changed(self, name: str) -> int:
        try:
            return (self.notebooks / name).stat().st_mtime_ns
        except OSError:
            return 0

    async def page(self, name: str, variant: str = "") -> Asset:
        """One of `names` as a page. Rendered in a thread, so that nobody else waits.

        Raises OSError or ValueError for a file that is no notebook.
        """
        if (name, variant) not in self._kept:
            return await asyncio.get_running_loop().run_in_executor(None, self._page, name, variant)
        return self._kept[name, variant]

    def _page(self, name: str, variant: str) -> Asset:
        with self._one_at_a_time:
            if (name, variant) not in self._kept:
                self._kept[name, variant] = sheet("page.html", self._render(name, variant).encode())
            return self._kept[name, variant]


def exported(
    notebook: Path,
    template: Path,
    base: str,
    config: Mapping[str, Any],
    change: Callable[[str], str] = str,
) -> str:
    """A notebook as HTML by a template of Voilà. Raises OSError or ValueError for a file that is no notebook.

    - `template`: its folder; `config`: what it finds as `page_config`;
    - `base`: the address path of the server, with a slash at both ends;
    - `change`: what becomes of the source of each Markdown cell.
    """
    # Voilà takes a while to be imported, and other pages are there before.
    import nbformat
    from traitlets.config import Config
    from voila.exporter import VoilaExporter, VoilaMarkdownRenderer

    class Prose(VoilaMarkdownRenderer):  # type: ignore[misc]
        """Markdown as HTML: headings keep their ids without a pilcrow behind them, wide tables scroll alone."""

        def heading(self, text: str, level: int, **attributes: Any) -> str:
            return re.sub(r'<a class="anchor-link".*?</a>', "", super().heading(text, level, **attributes))

        def table(self, text: str) -> str:
            return f'<div class="course-scroll" tabindex="0" role="group"><table>{text}</table></div>'

    book: Any = nbformat.reads(notebook.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = change(cell.source)
    exporter = VoilaExporter(
        template_paths=[str(template)],
        template_name=template.name,
        config=Config(
            {
                "VoilaExporter": {"markdown_renderer_class": Prose},
                "TagRemovePreprocessor": {"remove_cell_tags": {ASIDE}},
            }
        ),
        contents_manager=_Pictures(notebook.parent),
        base_url=base,
    )

    async def whole() -> str:
        pieces = exporter.generate_from_notebook_node(book, page_config=dict(config))
        return "".join([piece async for piece, _ in pieces])

    return asyncio.run(whole())


class _Pictures:
    """The files that prose may show: those in the folder of its notebook, in the form that Voilà asks for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def file_exists(self, name: str) -> bool:
        file = (self.folder / name).resolve()
        kind = mimetypes.guess_type(file.name)[0] or ""
        return file.is_relative_to(self.folder) and file.is_file() and kind.startswith("image/")

    def get(self, name: str, **_options: Any) -> Mapping[str, str]:
        return {"content": base64.b64encode((self.folder / name).read_bytes()).decode()}
