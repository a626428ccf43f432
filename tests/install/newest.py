"""The newest versions that pyproject.toml allows, written into constraints.txt and for Binder: `make constraints`.

Nothing is installed: pip says what it would install. Run `make test` before you keep them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[2]
KEPT = HOUSE / "constraints.txt"
BINDER = HOUSE / "binder" / "environment.yml"
ASKED = ("install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", f"{HOUSE}[dev]")


def main() -> None:
    told = subprocess.run([sys.executable, "-m", "pip", *ASKED], check=True, capture_output=True, text=True).stdout
    found = {one["metadata"]["name"]: one["metadata"]["version"] for one in json.loads(told)["install"]}
    del found["cardlab"]
    first = KEPT.read_text(encoding="utf-8").partition("\n")[0]
    lines = (f"{name}=={found[name]}" for name in sorted(found, key=canonicalize_name))
    KEPT.write_text("\n".join((first, *lines, "")), encoding="utf-8")
    pinned = BINDER.read_text(encoding="utf-8")
    BINDER.write_text(re.sub(r"(- (.+)==).+", lambda pin: f"{pin[1]}{found[pin[2]]}", pinned), encoding="utf-8")


if __name__ == "__main__":
    main()
