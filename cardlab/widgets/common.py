"""What all widgets have in common: a script and a style sheet that a page loads once, with the first of its widgets."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets
from ipywidgets.widgets import widget

STATIC: Final = Path(__file__).parent / "static"


class Common(anywidget.AnyWidget):
    """Brings the script for which the script of every widget waits, and the style sheet; is never shown."""

    _esm = traitlets.Unicode((STATIC / "common.js").read_text(encoding="utf-8")).tag(sync=True)
    _css = traitlets.Unicode((STATIC / "cardlab.css").read_text(encoding="utf-8")).tag(sync=True)
    _anywidget_id = traitlets.Unicode("cardlab.widgets.common").tag(sync=True)


def load_common() -> None:
    """Lets the page have it, unless a widget of this page or kernel had to have it before."""
    if not any(isinstance(one, Common) for one in widget._instances.values()):
        Common()
