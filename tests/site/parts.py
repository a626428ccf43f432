"""What Python in the browser is made of, in a folder: Pyodide, its standard library and the course, both compiled.

    python -m tests.site.parts FOLDER

Needs Node and npm. Pyodide comes from npm, the packages that the course needs from PyPI; nothing is fetched later.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue
from cardlab.serve.site import course_version, version_of

HOUSE = Path(__file__).parents[2]
VERSION = "314.0.7"
FILES = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
SITE = "/lib/python3.14/site-packages"
NEEDED = "msgspec", "fsrs"
"""The packages that the course needs in a browser."""
NEW_NAMES = "from collections.abc import Buffer\nfrom typing import *\n"
"""What these take from `typing_extensions`: Python in the browser has it."""
NOT_THERE = {"serve", "dashboard", "tables", "classroom", "environments", "cli", "terminal", "__main__"}
"""Parts of the course that need a server or a terminal."""
DATA = ".json", ".md", ".wasm"


def run(*command, **more):
    subprocess.run(list(map(str, command)), check=True, **more)


def unpack_pyodide(folder):
    """Put the package of npm into a folder; return the folder of its files."""
    packed = subprocess.check_output(("npm", "pack", "--silent", f"pyodide@{VERSION}"), cwd=folder, text=True)
    with tarfile.open(folder / packed.strip()) as opened:
        opened.extractall(folder, filter="data")
    return folder / "package"


def download(folder, info):
    """Put the packages that the course needs into a folder, each unpacked."""
    target = f"--platform=pyemscripten_{info['abi_version']}_{info['arch']}"
    python = ".".join(info["python"].split(".")[:2])
    fits = "--only-binary=:all:", "--implementation=cp", f"--python-version={python}", target
    pip = sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-compile"
    run(*pip, "--target", folder, "--constraint", HOUSE / "constraints.txt", *fits, *NEEDED)


def course_files(root):
    """The files of the course in a browser, but for its Python."""
    for file in sorted(root.rglob("*")):
        inside = file.relative_to(root)
        if {"node_modules", "js", "static", "share", "etc", *NOT_THERE} & set(inside.parts):
            continue
        if file.suffix == ".po":
            yield f"{SITE}/cardlab/{inside.with_suffix('.json')}", catalogue(file)
        elif file.suffix in DATA:
            yield f"{SITE}/cardlab/{inside}", file.read_bytes()


def catalogue(file):
    """A language's texts as they are read from its catalogue; of the notebooks' prose only the headings."""
    source = file.read_text(encoding="utf-8")
    headings = set(json.loads(file.with_name("headings.json").read_bytes()).values())
    prose = {english: text for english, text in read_catalogue(source, "notebook").items() if english in headings}
    return json.dumps({"": read_catalogue(source), "notebook": prose}, ensure_ascii=False).encode()


def code_cells_only(path):
    """A notebook with what a session reads of it: its code, each cell in its place."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    kept = []
    for cell in cells:
        source = "".join(cell["source"]) if cell["cell_type"] == "code" else ""
        one = {"cell_type": cell["cell_type"], "source": source, "id": cell.get("id", ""), "metadata": {}}
        if tags := cell["metadata"].get("tags"):
            one["metadata"]["tags"] = tags
        kept.append(one | ({"outputs": []} if cell["cell_type"] == "code" else {}))
    return json.dumps({"cells": kept, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def packed(files):
    """Files in one: the length of a list, the list of their names and lengths, then one after the other."""
    files = list(files)
    names = json.dumps([[name, len(content)] for name, content in files], separators=(",", ":")).encode()
    return len(names).to_bytes(4, "big") + names + b"".join(content for _, content in files)


def write_archive(file, files):
    """Files by their names as an archive: not compressed, for it is when it is sent, and all of it at once."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as library:
        for name, content in sorted(files.items()):
            library.writestr(zipfile.ZipInfo(name), content)


def by_name(folder, *endings):
    """The files of a folder with these endings by their names in it."""
    found = sorted(path for path in folder.rglob("*") if path.suffix in endings)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def needed_at_first(folder):
    """What `used.py` finds in the Python of a folder."""
    runner = "node", Path(__file__).with_name("run.mjs"), folder, Path(__file__).with_name("used.py")
    return json.loads(subprocess.check_output(list(map(str, runner)), text=True))


def main(folder):
    if not shutil.which("npm"):
        sys.exit("Pyodide comes from npm; please install it: sudo apt install nodejs npm")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        made = Path(made)
        pyodide = unpack_pyodide(made)
        info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
        for name in FILES:
            shutil.copy(pyodide / name, folder / name)
        others = [lang for lang in LANGUAGES if lang != "en"]
        about = {"info": info | {"version": VERSION}, "languages": others, "course": course_version()}
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
            library.extractall(made / "library")
        with (made / "library" / "dataclasses.py").open("a") as dataclasses:
            dataclasses.write(Path(__file__).with_name("dataclasses_end.py").read_text())
        download(made / "packages", info)
        (made / "packages" / "typing_extensions.py").write_text(NEW_NAMES)
        course = made / "course" / "cardlab"
        shutil.copytree(
            HOUSE / "cardlab", course, ignore=shutil.ignore_patterns("node_modules", "__pycache__", *NOT_THERE, "*.pyi")
        )
        for name in NOT_THERE:
            (course / f"{name}.py").unlink(missing_ok=True)
        compiler = "node", Path(__file__).with_name("compile.mjs"), pyodide
        run(*compiler, made / "library-compiled", made / "library")
        run(*compiler, made / "course-compiled", made / "course", made / "packages")
        library = by_name(made / "library-compiled", ".pyc")
        modules = by_name(made / "course-compiled", ".pyc")
        # Python finds an extension by its file, but what it runs is loaded before: see `worker.js`.
        ((name, extension),) = by_name(made / "packages", ".so").items()
        (folder / "extension.so").write_bytes(extension)
        about["extension"] = f"{SITE}/{name}"
        files = {about["extension"]: b""}
        files |= dict(course_files(HOUSE / "cardlab"))
        for path in sorted((HOUSE / "notebooks").rglob("*.ipynb")):
            files[f"/notebooks/{path.relative_to(HOUSE / 'notebooks')}"] = code_cells_only(path)
        for lang in LANGUAGES:
            of_it = [name for name in files if name.startswith(f"/notebooks/{lang}/") or name.endswith(f"/{lang}.json")]
            # Who has no text of its own in another language gets the English one.
            own = {} if lang == "en" else {name: files.pop(name) for name in of_it}
            if own:
                (folder / f"course-{lang}.pack").write_bytes(packed(own.items()))
        (folder / "python.json").write_text(json.dumps(about))  # for `run.mjs`
        first = {*library, *modules}
        for is_known in (False, True):
            if is_known:
                used = needed_at_first(folder)
                library["dataclasses_code.pyc"] = bytes.fromhex(used["dataclasses"])
                names = ("dataclasses_code", *used["modules"])
                first = {f"{name.replace('.', '/')}{end}" for name in names for end in (".pyc", "/__init__.pyc")}
            write_archive(folder / "library.zip", {name: library[name] for name in library if name in first})
            of_course = {f"{SITE}/{name}": modules[name] for name in modules if name in first}
            (folder / "course.pack").write_bytes(packed((of_course | files).items()))
        later = {name: content for name, content in (library | modules).items() if name not in first}
        write_archive(folder / "later.zip", later)
        about["version"] = version_of({file.name: file.read_bytes() for file in folder.iterdir()})
        (folder / "python.json").write_text(json.dumps(about))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
