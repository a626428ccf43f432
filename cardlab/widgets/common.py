"""What all widgets share: a script and a style sheet that a page loads once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets
from ipywidgets.widgets import widget

STATIC: Final = Path(__file__).parent / "static"


class Common(anywidget.AnyWidget):
    """Holds the shared script and style sheet; is never displayed."""

    _esm = traitlets.Unicode((STATIC / "common.js").read_text(encoding="utf-8")).tag(sync=True)
    _css = traitlets.Unicode((STATIC / "cardlab.css").read_text(encoding="utf-8")).tag(sync=True)
    _anywidget_id = traitlets.Unicode("cardlab.widgets.common").tag(sync=True)


def load_common() -> None:
    """Create the shared widget unless this page or kernel has one."""
    if not any(isinstance(one, Common) for one in widget._instances.values()):
        Common()
