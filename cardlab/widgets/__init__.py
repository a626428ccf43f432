"""The widgets: hands, melds, piles, card tables, exercises and the laboratory.

Python keeps the state and the rules; JavaScript only draws what it is sent, and sends messages back.

- `scene`: the base class `Scene`, which has state, props and message handlers;
- `blocks`: the parts that most scenes are made of;
- `base`: makes an ipywidget of a scene.

Each widget is imported when it is first asked for, because no page needs all of them; `__init__.pyi` declares the names
for type checkers. This room may import `lessons` and the rooms below it, but neither `pages` nor a server.
"""

from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Final

ALONE: Final[ContextVar[bool]] = ContextVar("ALONE", default=False)
"""Whether names of this module are scenes, as on pages of the course itself; otherwise they are ipywidgets."""
_FROM = {
    "Demo": "cardlab.widgets.demo",
    "Exercise": "cardlab.widgets.exercise",
    "Hand": "cardlab.widgets.hand",
    "MeldCheck": "cardlab.widgets.meld_check",
    "Piles": "cardlab.widgets.tichu_table.piles",
    "PlayTichu": "cardlab.widgets.tichu_table.timed",
    "PlayTongits": "cardlab.widgets.tongits_table.play",
    "Progress": "cardlab.widgets.progress",
    "Race": "cardlab.widgets.tichu_table.slow",
    "Sheet": "cardlab.widgets.sheet",
    "Table": "cardlab.widgets.tongits_table.learning_table",
    "WhatIf": "cardlab.widgets.whatif",
}
__all__ = [*_FROM]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        scene = getattr(import_module(_FROM[name]), name)
        return scene if ALONE.get() else _widget(scene)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("cardlab"):
            raise
        needed = 'widgets need the extra “widgets”: pip install "cardlab[widgets]"'
        raise ModuleNotFoundError(f"{missing}; {needed}", name=missing.name) from missing


@cache
def _widget(scene: Any) -> Any:
    return import_module("cardlab.widgets.base").widget_of(scene)
