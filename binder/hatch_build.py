"""The build hook that makes the German and Dutch notebooks.

It runs when the wheel is built, or the clone installed (`pip install -e`).
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Translations(BuildHookInterface[Any]):
    """Writes the notebooks beside the English ones, where git ignores them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from cardlab.phrasing.prose import renew

        renew(Path(self.root, "notebooks"))
