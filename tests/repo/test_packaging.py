"""What the project says of itself to package tools: ranges that hold, versions that were tested, nothing made up."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import cardlab

HOUSE = Path(__file__).parents[2]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = [line for line in (HOUSE / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
TESTED = {
    canonicalize_name(name): Version(version)
    for name, version in (line.partition(";")[0].split("==") for line in LINES)
}
EXTRAS = {name: list(map(Requirement, asked)) for name, asked in PROJECT["optional-dependencies"].items()}
# Others to compare with live in an environment of their own.
OUTSIDE = {"peers"}


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - OUTSIDE))
def test_every_version_that_was_tested_is_one_that_is_allowed(extra):
    for asked in EXTRAS[extra]:
        if asked.name != "cardlab":
            assert TESTED[canonicalize_name(asked.name)] in asked.specifier, asked


def test_the_constraints_are_names_and_versions_only_and_the_version_stands_in_the_package():
    assert list(TESTED) == sorted(TESTED)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; *python_version.*|; *sys_platform.*)?", line) for line in LINES)
    assert "cardlab" not in TESTED
    assert "version" in PROJECT["dynamic"]
    assert Version(cardlab.__version__)


def test_what_is_overridden_inside_has_an_upper_bound():
    held = {asked.name for asked in EXTRAS["lab"] if any(part.operator == "<" for part in asked.specifier)}
    assert {"jupyter-server", "nbconvert", "voila"} <= held


def needed(extra):
    """What an extra asks for, and the extras in it."""
    ours = set().union(*(asked.extras for asked in EXTRAS[extra] if asked.name == "cardlab"))
    return {canonicalize_name(asked.name) for asked in EXTRAS[extra]}.union(*map(needed, ours)) - {"cardlab"}


def test_binder_installs_first_what_a_hub_needs_in_the_tested_versions_so_that_it_is_kept():
    text = (HOUSE / "binder" / "environment.yml").read_text(encoding="utf-8")
    pinned = {canonicalize_name(name): Version(version) for name, version in re.findall(r"- ([\w.-]+)==(\S+)", text)}
    assert pinned.keys() == needed("hub") | {
        canonicalize_name(Requirement(asked).name) for asked in PROJECT["dependencies"]
    }
    assert all(TESTED[name] == version for name, version in pinned.items())
    for file in ("binder/postBuild", "tests/install/environment.sh"):
        assert "--constraint constraints.txt" in (HOUSE / file).read_text(encoding="utf-8")


def test_what_an_environment_has_as_a_copy_is_copied_again_when_it_has_changed(tmp_path):
    """A pull may bring a template of Voilà or a setting of Jupyter; for Python itself the clone is read."""

    def would(target, *changed):
        """What make would do where everything is newly set up and these files have changed since."""
        words = ("make", "--dry-run", "--no-print-directory", f"VENV={tmp_path}", target)
        asked = (*words, *(f"--what-if={file.relative_to(HOUSE)}" for file in changed))
        return subprocess.run(asked, cwd=HOUSE, capture_output=True, text=True, check=True).stdout

    copied = [file for kind in ("share", "etc") for file in HOUSE.glob(f"cardlab/*/{kind}/**/*") if file.is_file()]
    for kind in ("serve", "lab"):
        (tmp_path / f"{kind}.stamp").touch()
    assert "environment.sh" not in would("serve") + would("lab")
    assert {file.name for file in copied} >= {"voila.py", "index.html.j2", "frame.js", "cardlab.json"}
    assert all("environment.sh" in would("lab", file) for file in copied)
    assert "environment.sh" not in would("serve", *copied)
