"""The course as a site without a server: JupyterLite with the notebooks and all packages inside, in `artefacts/lite`.

Python runs in the browser, by Pyodide. The site asks no other site for anything: Pyodide comes from npm, packages come
from PyPI as wheels, and Pyodide's list of packages names these files, so that a cell that imports one loads it.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[2]
SITE = HOUSE / "artefacts" / "lite"
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
PYODIDE = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
ASKED = Requirement("cardlab[widgets]")
STARTS = "ipykernel", "piplite", "pyodide-kernel", "micropip", "comm", "ipython", "jedi"
"""What a kernel imports before the first cell."""
START = "(screen.width < 800 ? 'notebooks' : 'lab') + '/index.html?path=index.ipynb'"
"""The address of the way in: on a phone beside no list of files."""
IN_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}
"""Packages that Python does not import: they are for the page, which has them."""


class Wheel:
    """A package as a file, and what it asks for."""

    def __init__(self, path):
        self.path = path
        with zipfile.ZipFile(path) as opened:
            (about,) = (name for name in opened.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
            self.about = message_from_bytes(opened.read(about))
            files = {name.split("/")[0] for name in opened.namelist() if re.search(r"\.(py|so)$", name)}
        self.name = canonicalize_name(self.about["Name"])
        self.imports = sorted({file.split(".")[0] for file in files if ".data" not in file})

    def requires(self, environment):
        """What it needs in this environment."""
        extras = ASKED.extras if self.name == ASKED.name else {""}
        asked = map(Requirement, self.about.get_all("Requires-Dist", ()))
        for one in asked:
            wanted = not one.marker or any(one.marker.evaluate(environment | {"extra": extra}) for extra in extras)
            if wanted and canonicalize_name(one.name) not in IN_THE_PAGE:
                yield one

    def locked(self, environment):
        """Its entry in Pyodide's list of packages."""
        return {
            "name": self.name,
            "version": self.about["Version"],
            "file_name": self.path.name,
            "sha256": hashlib.sha256(self.path.read_bytes()).hexdigest(),
            "imports": self.imports,
            "depends": sorted({canonicalize_name(one.name) for one in self.requires(environment)}),
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
        }


def run(*command, **more):
    subprocess.run(list(map(str, command)), check=True, **more)


def pip(*words):
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words)


def unpack_pyodide(folder):
    """Put what runs of Pyodide into a folder; return its list of packages."""
    packed = subprocess.check_output(("npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"), cwd=folder, text=True)
    archive = folder / packed.strip()
    with tarfile.open(archive) as opened:
        for name in PYODIDE:
            (folder / name).write_bytes(opened.extractfile(f"package/{name}").read())
    archive.unlink()
    return json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))


def collect_wheels(folder, info):
    """Put the wheel of this clone and all that it needs into a folder; return the wheels and their environment.

    pip chooses versions by `constraints.txt`, but what a package needs it would answer for this computer's system.
    """
    python = ".".join(info["python"].split(".")[:2])
    environment = {"python_version": python, "python_full_version": info["python"], "implementation_name": "cpython"}
    environment |= {"sys_platform": "emscripten", "platform_system": "Emscripten", "platform_machine": info["arch"]}
    environment |= {"platform_python_implementation": "CPython", "os_name": "posix"}
    target = f"--platform=pyemscripten_{info['abi_version']}_{info['arch']}"
    fits = "--only-binary=:all:", "--implementation=cp", f"--python-version={python}", target
    for wheel in Path(sys.prefix, KERNEL).glob("*.whl"):
        shutil.copy(wheel, folder)
    pip("wheel", "--no-deps", "--wheel-dir", folder, HOUSE)
    while True:
        wheels = {wheel.name: wheel for wheel in map(Wheel, folder.glob("*.whl"))}
        needed = {canonicalize_name(one.name): one for wheel in wheels.values() for one in wheel.requires(environment)}
        needed |= {name: Requirement(name) for name in STARTS}
        missing = [f"{one.name}{one.specifier}" for name, one in needed.items() if name not in wheels]
        if not missing:
            return [wheel for name, wheel in wheels.items() if name not in IN_THE_PAGE], environment
        pip("download", "--no-deps", "--dest", folder, "--constraint", HOUSE / "constraints.txt", *fits, *missing)


def copy_notebooks(folder):
    """Copy the notebooks as a server of Jupyter would hand them out: each text in one piece, not line by line."""
    for path in (HOUSE / "notebooks").rglob("*.ipynb"):
        copy = folder / path.relative_to(HOUSE / "notebooks")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(nbformat.read(path, as_version=4)), encoding="utf-8")


def begin_at_the_way_in():
    """Let the address of the site open the first notebook."""
    page, here, there = SITE / "index.html", "await import('./config-utils.js')", f"location.replace({START})"
    text = page.read_text(encoding="utf-8")
    assert here in text, page
    page.write_text(text.replace(here, there), encoding="utf-8")


def main():
    if not shutil.which("npm"):
        sys.exit("Pyodide comes from npm; please install it: sudo apt install nodejs npm")
    with TemporaryDirectory() as made:
        folder = Path(made, "static", "pyodide")
        folder.mkdir(parents=True)
        listed = unpack_pyodide(folder)
        wheels, environment = collect_wheels(folder, listed["info"])
        listed["packages"] = {wheel.name: wheel.locked(environment) for wheel in wheels}
        (folder / "pyodide-lock.json").write_text(json.dumps(listed), encoding="utf-8")
        for path in set(folder.glob("*.whl")) - {wheel.path for wheel in wheels}:
            path.unlink()
        settings = {"@jupyterlite/pyodide-kernel-extension:kernel": {"loadPyodideOptions": {"packages": STARTS}}}
        config = {"appName": "cardlab", "litePluginSettings": settings, "enableServiceWorkerCache": "true"}
        site = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
        Path(made, "jupyter-lite.json").write_text(json.dumps(site), encoding="utf-8")
        copy_notebooks(Path(made, "files"))
        shutil.rmtree(SITE, ignore_errors=True)
        options = "--lite-dir", made, "--output-dir", SITE, "--no-sourcemaps", "--no-unused-shared-packages"
        build = sys.executable, "-W", "ignore", "-m", "jupyterlite_core", "build", "--log-level=ERROR"
        run(*build, *options, cwd=made, stdout=subprocess.DEVNULL)
    begin_at_the_way_in()
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) / 1e6
    print(f"{size:.0f} MB in {SITE.relative_to(HOUSE)}; to look at it: python3 -m http.server --directory {SITE}")


if __name__ == "__main__":
    main()
