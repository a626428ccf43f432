"""Ipywidgets made of scenes.

The trait `shown` holds the scene's props; `words` and `faces` never change. The page answers with messages. Traits that
the page writes are ignored, because they may be forged.
"""

from __future__ import annotations

from inspect import getmembers, signature
from pathlib import Path
from typing import Any, ClassVar, Final

import anywidget
import traitlets
from ipywidgets import ValueWidget

from cardlab.widgets.constants import words_and_faces
from cardlab.widgets.scene import Scene
from cardlab.widgets.still import picture

STATIC: Final = Path(__file__).parent / "static"


class Shared(traitlets.TraitType[Any, Any]):
    """A trait that reads and writes the scene's property of the same name."""

    def get(self, obj: Any, cls: type[Any] | None = None) -> Any:
        return getattr(obj.scene, str(self.name))

    def validate(self, obj: Any, value: Any) -> Any:
        if getattr(obj.scene, str(self.name)) != value:
            setattr(obj.scene, str(self.name), value)
        return getattr(obj.scene, str(self.name))


class CardWidget(anywidget.AnyWidget):
    """An ipywidget that shows a scene, and has the scene's properties and methods.

    Its observable traits are Python objects: `link` and `dlink` can connect them, `jslink` can't.
    """

    scene_type: ClassVar[type[Scene]]
    words = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)

    def add_traits(self, **traits: Any) -> None:
        """Add only traits that the class lacks, because adding makes a new class."""
        new = {name: trait for name, trait in traits.items() if not self.has_trait(name)}
        if new:
            super().add_traits(**new)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        own = {name: kwargs.pop(name) for name in ("layout", "tooltip", "tabbable") if name in kwargs}
        self.scene = scene = self.scene_type(*args, **kwargs)
        super().__init__(**own, **words_and_faces(scene.own_words, scene.lang), shown=scene.snapshot())
        self.on_msg(self._receive)
        self._share()
        scene.page = self

    def __getattr__(self, name: str) -> Any:
        if name == "scene":
            raise AttributeError(name)
        return getattr(self.scene, name)

    def __repr__(self) -> str:
        return repr(self.scene)

    def _repr_mimebundle_(self, **_more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, with a picture of its cards for pages without scripts."""
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        drawn = picture(self.shown, self.scene.lang)
        return data | ({"image/svg+xml": drawn} if drawn else {}), metadata

    def close(self) -> None:
        """Remove the widget from the page, and stop its background work."""
        if self.comm is not None:
            self.scene.suspend()
        super().close()

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return the state with all defaults, because one of them is the script."""
        state: dict[str, Any] = super().get_state(key)
        return state

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore traits written by the page; its requests arrive as messages."""

    def changed(self) -> None:
        """Send the current props, and update the observable traits."""
        with self.scene.lock:
            self.shown = self.scene.snapshot()
            self._share()

    def _share(self) -> None:
        for name in self.scene.shares:
            self.set_trait(name, getattr(self.scene, name))

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        self.scene.receive(content)


def widget_of(scene: type[Scene]) -> type[CardWidget]:
    """Return a widget class that shows scenes of this class."""

    def passed_on(name: str) -> property:
        return property(lambda self: getattr(self.scene, name), lambda self, value: setattr(self.scene, name, value))

    own = {name: passed_on(name) for name, one in getmembers(scene) if isinstance(one, property)}

    def bundled(*names: str) -> Any:
        """Return a trait with the text of these files in `static/`; skip missing ones.

        Each widget contains the common code, because a front end may load a widget alone. Given a path,
        anywidget would watch the file, and the watcher would keep every widget alive.
        """
        files = (STATIC / name for name in names)
        return traitlets.Unicode("\n".join(one.read_text("utf-8") for one in files if one.exists())).tag(sync=True)

    return type(
        scene.__name__,
        (CardWidget, ValueWidget) if "value" in scene.shares else (CardWidget,),
        {
            "__doc__": scene.__doc__,
            "__module__": scene.__module__,
            "__signature__": signature(scene),
            **own,
            **{name: Shared() for name in scene.shares},
            "scene_type": scene,
            "_esm": bundled("common.js", "specials.js", "jupyter.js", f"{scene.view}.js"),
            "_css": bundled("cardlab.css", f"{scene.view}.css"),
            "_anywidget_id": traitlets.Unicode(f"{scene.__module__}.{scene.__name__}").tag(sync=True),
        },
    )
