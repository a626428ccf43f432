"""The committed bundles are what their sources give, and ask for nothing elsewhere."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardlab.cards import RANKS
from cardlab.dashboard.frame import STATIC as FRAME
from cardlab.pages.document import SCRIPTS as PAGES
from cardlab.phrasing.catalogue import LANGUAGES, rank_letter

ROOMS = Path(__file__).parents[2] / "cardlab"
WIDGETS = ROOMS / "widgets" / "static"
BUNDLES = sorted(
    path for folder in (WIDGETS, PAGES, FRAME) for path in folder.iterdir() if path.suffix in (".js", ".css")
)


@pytest.mark.parametrize("bundles", [WIDGETS, PAGES, FRAME], ids=lambda folder: folder.parent.name)
def test_bundles_are_what_the_sources_give(bundles, tmp_path):
    if shutil.which("npm") is None or not (ROOMS / "widgets" / "js" / "node_modules").is_dir():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("Node and its packages are needed: make node")
    room = "widgets" if bundles is WIDGETS else "pages" if bundles is PAGES else "dashboard"
    command = ("npm", "run", "build", "--", str(tmp_path))
    done = subprocess.run(command, cwd=ROOMS / room / "js", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    committed = {path.name: path.read_bytes() for path in bundles.iterdir() if path.suffix not in (".svg", ".png")}
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == [], "run `make js`"


def test_bundles_ask_for_nothing_elsewhere_and_make_no_text_to_html_or_code():
    """A widget stands in pages of others too, so its styles keep to its own classes."""
    for path in BUNDLES:
        text, is_widget = path.read_text(encoding="utf-8"), path.parent == WIDGETS
        allowed = ("http://www.w3.org",) if is_widget else ("http://www.w3.org/", "https://github.com/")
        asked = re.findall(r"\w+://[\w./-]+", text)
        assert not [address for address in asked if not address.startswith(allowed)], path.name
        assert not re.search(r"@import|url\((?!\\?[\"']?(data:|#))[^)]|import\s*\(\s*[\"']http", text), path.name
        assert not is_widget or not re.search(r"url\(|\bimport\s*[({\"']|\beval\(", text), path.name
    written = "|".join(path.read_text(encoding="utf-8") for path in (ROOMS / "widgets" / "js").glob("*.js"))
    assert not re.search("innerHTML|insertAdjacentHTML", written, re.IGNORECASE)
    selectors = re.sub(r"@layer[^{;]*|[{][^{}]*[}]", "{}", (WIDGETS / "cardlab.css").read_text(encoding="utf-8"))
    assert {name[:8] for name in re.findall(r"\.([A-Za-z_][\w-]*)", selectors)} == {"cardlab-"}


def test_every_corner_letter_of_a_card_is_drawn():
    drawn = re.search(r"const LETTERS = [^(]*\(\{(.*?)\}\)", (ROOMS / "widgets/js/faces.js").read_text("utf-8"), re.S)
    assert drawn
    letters = "".join(rank_letter(rank, lang) for rank in RANKS for lang in LANGUAGES)
    assert set(letters) | {"1"} == set(re.findall(r"^ +(\w):", drawn[1], re.M))
