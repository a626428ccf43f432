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
from cardlab.serve.start import PACKAGE, CannotServe, clone, course_notebooks

BASE: Final = "../"
"""Where the site begins, as its pages see it: they lie in a folder for each language, wherever the site is."""
ENDING: Final = ".html"
OFFLINE: Final = "offline.js"
"""The service worker, by which a folder is known as that of a site."""
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
ICONS: Final = 192, 512
"""The sizes of icon that systems take which know no drawn one."""
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


def write_site(folder: Path) -> int:
    """Write the site into a folder, which is made; an earlier site in it is replaced. Returns the bytes.

    Raises CannotServe if the folder has other files, or if what runs Python in a browser is missing or was made from
    another state of the course; OSError if a file cannot be read or written.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / OFFLINE).is_file():
        raise CannotServe(f"The folder {folder} has other files; name a new one.")
    python = (there / "artefacts" if (there := clone()) else PACKAGE) / "python"
    about = python / "python.json"
    made_from = json.loads(about.read_bytes())["course"] if about.is_file() else ""
    if made_from != course_version():
        state = "was made from another state of the course" if made_from else "is not there"
        raise CannotServe(f"What runs Python in a browser {state}: in a clone, `make site` or `make wheel` makes it.")
    return asyncio.run(_write(folder, Site(course_notebooks(), base=BASE), python))


def course_version() -> str:
    """Return a name for the course as it is: its code, texts and notebooks."""
    roots = (PACKAGE, "*.py"), (PACKAGE, "*.po"), (course_notebooks(), "*.ipynb")
    found = {file.relative_to(root): file for root, kind in roots for file in root.rglob(kind)}
    no_part = {"node_modules", ".ipynb_checkpoints"}
    return _version({at.as_posix(): file.read_bytes() for at, file in found.items() if not no_part & set(at.parts)})


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
    offline, version = files.pop(f"static/{OFFLINE}"), _version(files)
    files[OFFLINE] = f"self.VERSION={version!r};self.FILES={json.dumps(sorted(files))};".encode() + offline
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return sum(map(len, files.values()))


def _manifest(title: str) -> Mapping[str, Any]:
    """What a browser asks for that keeps the site like a program."""
    drawn = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    painted = ({"src": f"static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS)
    return {"id": ".", "start_url": ".", "name": title, "display": "minimal-ui", "icons": [drawn, *painted]}


def _version(files: Mapping[str, bytes]) -> str:
    """A name for exactly these files."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(name.encode() + b"\0" + files[name])
    return whole.hexdigest()[:12]
