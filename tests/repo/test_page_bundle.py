"""The committed front end of the pages is what its sources give, says whose code is in it, and asks nobody."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardlab.serve.frame import STATIC

SOURCES = Path(__file__).parents[2] / "cardlab" / "serve" / "js"
OWN = "board|board_teacher|course|frame|hall|room|shared_table|teacher|tournament"
BUILT = re.compile(rf"({OWN})\.(js|css)|(chunk|controls|manager)-\w+\.js|licences\.txt")


def run(*command):
    if shutil.which("npm") is None or not (SOURCES / "node_modules").is_dir():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("Node and its packages are needed: make node")
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_bundle_is_what_the_sources_give(tmp_path):
    run("npm", "run", "build", "--", str(tmp_path))
    committed = {path.name: path.read_bytes() for path in STATIC.iterdir() if BUILT.fullmatch(path.name)}
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == [], "run `make js`"


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (SOURCES / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")) + sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path):
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"\w+://[\w./-]+", text))
    assert {name for name in named if not name.startswith(("http://www.w3.org/", "https://github.com/"))} == set()
    assert not re.search(r"@import|url\((?![\"']?(data:|#))[^)]|import\s*\(\s*[\"']http", text)


def test_every_package_in_the_bundle_has_its_licence():
    text = (STATIC / "licences.txt").read_text(encoding="utf-8")
    parts = text.split("-" * 72)
    assert {"anywidget", "backbone", "jquery", "lodash", "@jupyter-widgets/base"} <= {
        part.split(maxsplit=1)[0] for part in parts
    }
    assert [part.strip() for part in parts if len(part) < 500] == []
