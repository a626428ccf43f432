"""The committed bundles are what the sources give, stay small, and ask for nothing from elsewhere."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

WIDGETS = Path(__file__).parents[2] / "cardlab" / "widgets"
SOURCES = WIDGETS / "js"
STATIC = WIDGETS / "static"
BUNDLES = sorted(path.name for path in STATIC.iterdir())


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A copy of the sources with the tools that the lock file names."""
    if shutil.which("npm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Node.js is needed to rebuild the bundles: install nodejs and npm")
        pytest.skip("Node.js is not installed")
    house = tmp_path_factory.mktemp("house") / "widgets"
    shutil.copytree(WIDGETS, house, ignore=shutil.ignore_patterns("node_modules", "static", "__pycache__"))
    shutil.copy(WIDGETS.parents[1] / ".prettierrc.json", house.parent)
    place = house / SOURCES.name
    run(place, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
    return place


def run(place, *command):
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_bundles_are_what_the_sources_give(workshop):
    built = workshop.parent / "built"
    run(workshop, "npm", "run", "build", "--", str(built))
    assert sorted(path.name for path in built.iterdir()) == BUNDLES
    stale = [name for name in BUNDLES if (built / name).read_bytes() != (STATIC / name).read_bytes()]
    assert stale == [], "run `npm run build` in cardlab/widgets/js"


def size(*names):
    return sum((STATIC / name).stat().st_size for name in names if name in BUNDLES)


@pytest.mark.parametrize("name", [name for name in BUNDLES if name.endswith(".js")])
def test_a_widget_is_small(name):
    """Its code and styles come at once even on a slow phone: what all widgets have in common, and its own."""
    assert size("common.js", "cardlab.css") < 50_000
    assert size(name, name.replace(".js", ".css")) < 65_000


def test_all_bundles_are_small():
    assert size(*BUNDLES) < 400_000


@pytest.mark.parametrize("name", BUNDLES)
def test_nothing_is_asked_from_elsewhere(name):
    text = (STATIC / name).read_text(encoding="utf-8")
    assert set(re.findall(r"\w+://[\w.]+", text)) <= {"http://www.w3.org"}
    assert not re.search(r"@import|url\(|\bimport\s*[({\"']|\beval\(", text)


def test_no_text_becomes_html():
    """Preact could make it so, where it is told to."""
    told = "|".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.js"))
    assert not re.search("innerHTML|insertAdjacentHTML", told, re.IGNORECASE)


def test_every_class_carries_the_prefix():
    text = (STATIC / "cardlab.css").read_text(encoding="utf-8")
    selectors = re.sub(r"@layer[^{;]*|[{][^{}]*[}]", "{}", text)
    named = set(re.findall(r"\.([A-Za-z_][\w-]*)", selectors))
    assert named
    assert {name for name in named if not name.startswith("cardlab-")} == set()


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (SOURCES / "package-lock.json").read_text(encoding="utf-8")
