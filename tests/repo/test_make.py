"""Environments: one is set up again when a copy in it has changed, and Binder's has the tested versions."""

import re
import subprocess
from pathlib import Path

HOUSE = Path(__file__).parents[2]


def test_what_an_environment_has_as_a_copy_is_copied_again_when_it_has_changed(tmp_path):
    """A pull may bring a template of Voilà or a setting of Jupyter; for Python itself the clone is read."""

    def would(target, *changed):
        """What make would do where everything is newly set up and these files have changed since."""
        words = ("make", "--dry-run", "--no-print-directory", f"VENV={tmp_path}", target)
        asked = (*words, *(f"--what-if={file.relative_to(HOUSE)}" for file in changed))
        return subprocess.run(asked, cwd=HOUSE, capture_output=True, text=True, check=True).stdout

    kinds = [[file for file in HOUSE.glob(f"cardlab/*/{kind}/**/*") if file.is_file()] for kind in ("share", "etc")]
    for kind in ("serve", "lab"):
        (tmp_path / f"{kind}.stamp").touch()
    assert "environment.sh" not in would("serve") + would("lab")
    assert all("environment.sh" in would("lab", files[-1]) for files in kinds)
    assert "environment.sh" not in would("serve", *kinds[0], *kinds[1])


def test_binder_installs_the_versions_that_were_tested():
    tested = (HOUSE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = re.findall(r"- (\S+==\S+)", (HOUSE / "binder" / "environment.yml").read_text(encoding="utf-8"))
    assert {"voila", "jupyterlab"} <= {one.partition("==")[0] for one in pinned}
    assert {one.lower() for one in pinned} <= {line.partition(";")[0].strip().lower() for line in tested}
