"""What the project says of itself to package tools: ranges that hold, versions that were tested, nothing made up."""

import re
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
# Others to compare with, and what makes the site; they live in environments of their own.
OUTSIDE = {"lite", "peers"}


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - OUTSIDE))
def test_every_version_that_was_tested_is_one_that_is_allowed(extra):
    for asked in EXTRAS[extra]:
        if asked.name != "cardlab":
            assert TESTED[canonicalize_name(asked.name)] in asked.specifier, asked


def test_the_constraints_are_names_and_versions_only():
    assert list(TESTED) == sorted(TESTED)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; *python_version.*|; *sys_platform.*)?", line) for line in LINES)
    assert "cardlab" not in TESTED


def test_what_is_overridden_inside_has_an_upper_bound():
    held = {asked.name for asked in EXTRAS["serve"] if any(part.operator == "<" for part in asked.specifier)}
    assert {"jupyter-server", "nbconvert", "voila"} <= held


def test_the_version_stands_in_the_package_only():
    assert "version" in PROJECT["dynamic"]
    assert "version" not in PROJECT
    assert Version(cardlab.__version__)


@pytest.mark.parametrize("file", ["binder/postBuild", "tests/install/environment.sh"])
def test_what_is_set_up_for_others_has_the_tested_versions(file):
    text = (HOUSE / file).read_text(encoding="utf-8")
    assert "--constraint constraints.txt" in text
