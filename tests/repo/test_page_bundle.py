"""The committed front end of the pages is what its sources give, says whose code is in it, and asks nobody."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardlab.dashboard.frame import STATIC
from cardlab.pagehost.pages import STATIC as SCRIPTS

ROOMS = Path(__file__).parents[2] / "cardlab"
PAGES, FRAME = ROOMS / "pagehost" / "js", ROOMS / "dashboard" / "js"
BUNDLES = [*SCRIPTS.glob("*.js"), *SCRIPTS.glob("*.css"), *STATIC.glob("*.js"), *STATIC.glob("*.css")]


def run(folder, *command):
    if shutil.which("npm") is None or not (PAGES / "node_modules").is_dir():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("Node and its packages are needed: make node")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("sources", "bundles"), [(PAGES, SCRIPTS), (FRAME, STATIC)])
def test_the_bundle_is_what_the_sources_give(sources, bundles, tmp_path):
    run(sources, "npm", "run", "build", "--", str(tmp_path))
    committed = {path.name: path.read_bytes() for path in bundles.iterdir() if path.suffix != ".svg"}
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == [], "run `make js`"


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (PAGES / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(BUNDLES), ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path):
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"\w+://[\w./-]+", text))
    assert {name for name in named if not name.startswith(("http://www.w3.org/", "https://github.com/"))} == set()
    assert not re.search(r"@import|url\((?![\"']?(data:|#))[^)]|import\s*\(\s*[\"']http", text)


def test_every_package_in_the_bundle_has_its_licence():
    text = (SCRIPTS / "licences.txt").read_text(encoding="utf-8")
    parts = text.split("-" * 72)
    assert {"anywidget", "backbone", "jquery", "lodash", "@jupyter-widgets/base"} <= {
        part.split(maxsplit=1)[0] for part in parts
    }
    assert [part.strip() for part in parts if len(part) < 500] == []
