"""The course as a folder of plain files: `cardlab site DIR`. Python runs in the visitor's browser.

Each page is what the server would send: its text, the first picture of its scenes, and the files of its views. Behind
it a worker runs the same sessions as the server does (`cardlab/pages/worker.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardlab.dashboard import frame
from cardlab.dashboard.clause_code import code_page
from cardlab.dashboard.course_server import CODE, RULES, VIEWS, CourseServer
from cardlab.pages.document import export_html
from cardlab.pages.server import STATIC
from cardlab.pages.session import install
from cardlab.phrasing.catalogue import LANGUAGES, say

BASE: Final = "../"
"""Where the site begins, as its pages see it: they lie in a folder for each language, wherever the site is."""
ENDING: Final = ".html"
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What a page may do, as it says itself, since nothing says it for it."""
_PAGE: Final = re.compile(r"(\]\((?:\./)?[\w-]+)\.ipynb")


class Site(CourseServer):
    """The course, whose pages are written in place of being served."""

    def render(self, name: str, variant: str) -> str:
        if variant in (CODE, RULES):
            return super().render(name, variant)
        context = frame.lesson_context(self.notebooks, name, BASE, carried="site", address=address)
        config = {"course": {**context, "hand_in": "", "policy": POLICY}}
        return export_html(
            self.notebooks / name,
            frame.TEMPLATES / "cardlab",
            self.notebooks,
            config,
            lambda prose: _PAGE.sub(rf"\1{ENDING}", prose),
        )


def address(page: str) -> str:
    """Return the address of a page, by the path of its notebook."""
    return f"{BASE}{page.removesuffix('.ipynb')}{ENDING}"


def write_site(folder: Path, notebooks: Path, python: Path) -> int:
    """Write the site into a folder, which is made; what it has by the same names is replaced. Returns the bytes.

    Args:
        folder: where to.
        notebooks: the folder of the notebooks.
        python: the folder of the files by which Python runs in a browser.

    Raises:
        OSError: A file could not be read or written.
    """
    return asyncio.run(_write(folder.resolve(), Site(notebooks.resolve(), base=BASE), python.resolve()))


async def _write(folder: Path, site: Site, python: Path) -> int:
    install()
    files: dict[str, bytes] = {}
    for source in (STATIC, frame.STATIC, VIEWS):
        files |= {f"static/{file.name}": file.read_bytes() for file in source.iterdir() if file.is_file()}
    files |= {f"python/{file.name}": file.read_bytes() for file in python.iterdir() if file.is_file()}
    files["python/worker.js"] = files.pop("static/worker.js")
    for lang in LANGUAGES:
        files[f"rules/{lang}"] = site.render(lang, RULES).replace(".ipynb", ENDING).encode()
    for name in sorted(site.rendered.names):
        if "/" not in name:
            continue
        page, first = await site.rendered.page(name), await site.first_pictures.make(name, "")
        files[name.removesuffix(".ipynb") + ENDING] = site.with_first_picture(page, first).plain
        files[f"code/{name}"] = code_page(site.notebooks / name).encode()
    title = say("page.course_short", "en")
    way_in = {"languages": LANGUAGES, "policy": POLICY, "title": title}
    files["index.html"] = site.render_template("way_in.html.j2", course=way_in).encode()
    files["manifest.webmanifest"] = json.dumps(_manifest(title)).encode()
    offline, version = files.pop("static/offline.js"), _version(files)
    files["offline.js"] = f"self.VERSION={version!r};self.FILES={json.dumps(sorted(files))};".encode() + offline
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return sum(map(len, files.values()))


def _manifest(title: str) -> Mapping[str, Any]:
    """What a browser asks for that keeps the site like a program."""
    icon = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return {"name": title, "start_url": ".", "display": "minimal-ui", "icons": [icon]}


def _version(files: Mapping[str, bytes]) -> str:
    """A name for exactly these files."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(name.encode() + b"\0" + files[name])
    return whole.hexdigest()[:12]
