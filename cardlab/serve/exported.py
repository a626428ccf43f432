"""A lesson as HTML, by Voilà's exporter and our template.

The page holds the prose and an empty place for what each cell shows; no cell is run here.
"""

from __future__ import annotations

import asyncio
import base64
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from traitlets.config import Config
from voila.exporter import VoilaExporter, VoilaMarkdownRenderer

from cardlab.serve import frame


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


def exported(notebooks: Path, name: str, base: str, hand_in: str, *, is_learners: bool = False) -> str:
    """The page of a lesson. Raises OSError or ValueError for a file that is no notebook.

    - `notebooks`, `name`: the folder of the course, and the lesson's place in it: "en/melds.ipynb";
    - `base`: the address path of the server, with a slash at both ends;
    - `hand_in`: where progress is handed in to a teacher, "" for nowhere;
    - `is_learners`: whether it is for a learner of a class, and leads to no page to teach with.
    """
    path = notebooks / name
    notebook: Any = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    if is_learners:
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = frame.without_teaching(cell.source)
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
        base_url=base,
    )
    drawn = frame.frame(notebooks, name, base, is_class=bool(hand_in), is_learners=is_learners)
    config = {"course": {**drawn, "hand_in": hand_in}}

    async def whole() -> str:
        pieces = exporter.generate_from_notebook_node(notebook, page_config=config)
        return "".join([piece async for piece, _ in pieces])

    return asyncio.run(whole())
