"""The widgets: cards to select, melds to check, piles to play on, exercises to do.

Each is a scene, most of them made of blocks; JavaScript draws and sends messages, and holds neither a rule nor a text.
Each is imported on demand: no page needs them all, and a table between devices only few.
`scene` has state, props and messages, `blocks` the parts of a page; `base` makes a widget of a scene, and `common` is
loaded once for all of them.
For type checkers they stand in `__init__.pyi`. Knows pages, learners and views; knows no rule of a game and no server.
"""

from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Final

ALONE: Final[ContextVar[bool]] = ContextVar("ALONE", default=False)
"""Whether a name gives its scene alone, as on pages that have their own line; elsewhere an ipywidget shows it."""
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
