"""The pages as HTML: each lesson rendered once by Voilà's exporter and our template, kept with its mark and compressed.

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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jinja2
import nbformat
from traitlets.config import Config
from voila.exporter import VoilaExporter, VoilaMarkdownRenderer

from cardlab.serve import frame

LOOK_AGAIN: Final = 1.0
"""Seconds for which the notebooks are taken to be what they were."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to be sent as it is: its bytes, compressed too, its kind, and a mark that tells its contents."""

    plain: bytes
    compressed: bytes
    kind: str
    mark: str


def sheet(plain: bytes, kind: str) -> Sheet:
    """What is to be sent."""
    return Sheet(plain, gzip.compress(plain, 9, mtime=0), kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


class Prose(VoilaMarkdownRenderer):  # type: ignore[misc]
    """Markdown of a lesson as HTML: headings keep their ids without a pilcrow behind them, wide tables scroll alone."""

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return re.sub(r'<a class="anchor-link".*?</a>', "", super().heading(text, level, **attributes))

    def table(self, text: str) -> str:
        return f'<div class="course-scroll" tabindex="0" role="group"><table>{text}</table></div>'


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


class Lessons:
    """The pages of a course.

    - `notebooks`: its folder;
    - `base`: the address path of the server, with a slash at both ends;
    - `is_class`: whether there is a teacher to whom progress can be handed in;
    - `clock`: the time in seconds.
    """

    def __init__(
        self,
        notebooks: Path,
        base: str = "/",
        *,
        is_class: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notebooks = notebooks
        self.base = base
        self._hand_in = f"{base}progress" if is_class else ""
        self._clock = clock
        self._looked = float("-inf")
        self._state: tuple[Any, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._kept: dict[str, Sheet] = {}
        self._one_at_a_time = threading.Lock()
        self._messages = jinja2.Environment(
            loader=jinja2.FileSystemLoader(frame.TEMPLATES / "cardlab"), autoescape=True
        )

    @property
    def names(self) -> frozenset[str]:
        """The addresses of the lessons: "en/melds.ipynb"."""
        if self._clock() - self._looked > LOOK_AGAIN:
            names = frame.lessons(self.notebooks)
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

    async def page(self, name: str) -> Sheet:
        """The page of a lesson, one of `names`. Rendered in a thread, so that nobody else waits.

        Raises OSError or ValueError for a file that is no notebook.
        """
        if name not in self._kept:
            return await asyncio.get_running_loop().run_in_executor(None, self._page, name)
        return self._kept[name]

    def _page(self, name: str) -> Sheet:
        with self._one_at_a_time:
            if name not in self._kept:
                self._kept[name] = sheet(self.render(name).encode(), "text/html; charset=utf-8")
            return self._kept[name]

    def render(self, name: str) -> str:
        """A lesson as HTML."""
        path = self.notebooks / name
        notebook: Any = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
        exporter = VoilaExporter(
            template_paths=[str(frame.TEMPLATES / "cardlab")],
            template_name="cardlab",
            config=Config(
                {
                    "VoilaExporter": {"markdown_renderer_class": Prose},
                    "TagRemovePreprocessor": {"remove_cell_tags": {frame.ASIDE}},
                }
            ),
            contents_manager=_Pictures(path.parent),
            base_url=self.base,
        )
        drawn = frame.frame(self.notebooks, name, self.base, is_class=bool(self._hand_in))
        config = {"course": {**drawn, "hand_in": self._hand_in}}

        async def whole() -> str:
            pieces = exporter.generate_from_notebook_node(notebook, page_config=config)
            return "".join([piece async for piece, _ in pieces])

        return asyncio.run(whole())

    def message(self, template: str, **course: Any) -> str:
        """A page without a lesson."""
        return self._messages.get_template(template).render(course=course)
