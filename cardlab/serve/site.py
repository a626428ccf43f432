"""The course as a folder of plain files: `cardlab site DIR`.

Each page is what the server would send: its text, the first snapshot of its scenes, and the files of its views. Python
runs in the visitor's browser: a worker runs the same sessions as the server does (`cardlab/pages/worker.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final

from cardlab.dashboard import frame
from cardlab.dashboard.clause_code import code_page
from cardlab.dashboard.course_server import CODE, RULES, TEMPLATE, CourseServer
from cardlab.pages.document import export_html
from cardlab.pages.line import FirstPicture, FrameKind
from cardlab.pages.session import install
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.start import PACKAGE, clone, course_notebooks
from cardlab.terminal import Unusable
from cardlab.widgets.still import picture

BASE: Final = "../"
"""The site's root relative to its pages, which are in a folder for each language."""
ENDING: Final = ".html"
PROGRAM: Final = "pyodide.asm.wasm"
"""The program of Python in the browser."""
OFFLINE: Final = "offline.js"
"""The service worker; its file marks a folder as an earlier site."""
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
"""The Content-Security-Policy, which the pages contain because no server sends it."""
ICONS: Final = 192, 512
"""The sizes of PNG icons, for systems that don't support SVG."""
_PAGE: Final = re.compile(r"(\]\((?:\./)?[\w-]+)\.ipynb")


class Site(CourseServer):
    """The course, whose pages are written instead of served."""

    def render(self, name: str, variant: str) -> str:
        if variant in (CODE, RULES):
            return super().render(name, variant)
        context = frame.lesson_context(self.notebooks, name, BASE, carried="site", address=address)
        config = {"course": {**context, "hand_in": "", "policy": POLICY}}
        transform = partial(_PAGE.sub, rf"\1{ENDING}")
        return export_html(self.notebooks / name, TEMPLATE, self.notebooks, config, transform)


def address(page: str) -> str:
    """Return the address of a page, by the path of its notebook."""
    return f"{BASE}{page.removesuffix('.ipynb')}{ENDING}"


def write_site(folder: Path) -> int:
    """Write the site into a folder, and return its size in bytes.

    The folder is created; an earlier site in it is replaced. Raises Unusable if a file is in the way of the folder or
    the folder has other files, or if what runs Python in a browser is missing or was made from another state of the
    course; OSError if a file cannot be read or written.
    """
    # First, because the pages take half a minute to make.
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Unusable(f"A file is in the way of the folder {folder}. Choose a new one.") from None
    if any(folder.iterdir()) and not (folder / OFFLINE).is_file():
        raise Unusable(f"The folder {folder} has other files. Choose a new one.")
    python = (there / "artefacts" if (there := clone()) else PACKAGE) / "python"
    about = python / "python.json"
    made_from = json.loads(about.read_bytes())["course"] if about.is_file() else ""
    if made_from != course_version():
        state = "is out of date" if made_from else "is missing"
        raise Unusable(f"The Python for the browser {state}. In a clone, run `make site` or `make wheel`.")
    return asyncio.run(_write(folder, Site(course_notebooks(), base=BASE), python))


def course_version() -> str:
    """Return a hash of the course: its code, texts and notebooks."""
    roots = (PACKAGE, "*.py"), (PACKAGE, "*.po"), (course_notebooks(), "*.ipynb")
    found = {file.relative_to(root): file for root, kind in roots for file in root.rglob(kind)}
    no_part = {"node_modules", ".ipynb_checkpoints"}
    return version_of({at.as_posix(): file.read_bytes() for at, file in found.items() if not no_part & set(at.parts)})


async def _write(folder: Path, site: Site, python: Path) -> int:
    install()
    files = {f"static/{name}": asset.plain for name, asset in site.files.items()}
    files |= {f"python/{file.name}": file.read_bytes() for file in python.iterdir() if file.is_file()}
    for name in ("worker.js", "kernel.js"):
        files[f"python/{name}"] = files.pop(f"static/{name}")
    stills: dict[str, bytes] = {}
    for lang in LANGUAGES:
        files[f"rules/{lang}"] = site.render(lang, RULES).replace(".ipynb", ENDING).encode()
    for name in sorted(site.rendered.names):
        if "/" not in name:
            continue
        page, first = await site.rendered.page(name), await site.first_pictures.make(name, "")
        text, pictures = _with_stills(site.with_first_picture(page, first).plain.decode(), name, first)
        files[name.removesuffix(".ipynb") + ENDING] = text.encode()
        stills |= pictures
        files[f"code/{name}"] = code_page(site.notebooks / name).encode()
    title = say("page.course_short", "en")
    way_in = {"languages": LANGUAGES, "policy": POLICY, "title": title}
    files["index.html"] = site.render_template("way_in.html.j2", course=way_in).encode()
    files["manifest.webmanifest"] = json.dumps(_manifest(title)).encode()
    program = f"{PROGRAM}?v={_hash(files[f'python/{PROGRAM}'])}"
    files["python/worker.js"] = f"self.PROGRAM={program!r};".encode() + files["python/worker.js"]
    offline, version = files.pop(f"static/{OFFLINE}"), version_of(files)
    hashes = {name: _hash(files[name]) for name in sorted(files)}
    # The service worker stores files by the addresses that are asked for.
    hashes[f"python/{program}"] = hashes.pop(f"python/{PROGRAM}")
    hashes |= {f"{name}?v={found}": found for name, found in hashes.items() if name.startswith("static/")}
    files[OFFLINE] = f"self.VERSION={version!r};self.FILES={json.dumps(hashes)};".encode() + offline
    # The stills are not for the service worker: browsers that show them don't run it.
    files |= stills
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return sum(map(len, files.values()))


def _with_stills(page: str, name: str, first: FirstPicture) -> tuple[str, dict[str, bytes]]:
    """Return a page with still images of its scenes, and their files by address."""
    content, files = json.loads(first.text), dict[str, bytes]()
    shown = {one[1]: one[4] for one in content if one[0] == FrameKind.OPEN}
    for cell, outputs in (one[1:] for one in content if one[0] == FrameKind.CELL):
        drawn = ""
        for number, output in enumerate(outputs):
            if place := output.get("place"):
                if svg := picture(shown[place], name[:2]):
                    address, label = f"stills/{name}-{cell}-{number}.svg", escape(shown[place]["label"])
                    files[address] = svg.encode()
                    drawn += f'<img class="course-still" loading="lazy" src="{BASE}{address}" alt="{label}">'
            else:
                drawn += f'<div class="course-still">{output.get("image/svg+xml") or output.get("text/html", "")}</div>'
        page = page.replace(f'id="cell-{cell}"></div>', f'id="cell-{cell}">{drawn}</div>')
    return page, files


def _manifest(title: str) -> Mapping[str, Any]:
    """Return the web app manifest, with which a browser can install the site."""
    drawn = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    painted = ({"src": f"static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS)
    return {"start_url": ".", "name": title, "display": "minimal-ui", "icons": [drawn, *painted]}


def _hash(content: bytes) -> str:
    """Return a hash of a file, by which pages and the service worker name its version."""
    return hashlib.sha256(content).hexdigest()[:12]


def version_of(files: Mapping[str, bytes]) -> str:
    """Return a hash of these files."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(name.encode() + b"\0" + files[name])
    return whole.hexdigest()[:12]
