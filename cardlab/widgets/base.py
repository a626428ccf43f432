"""The base of every widget: what goes to the page, what comes back, and one lock.

The trait `shown` holds everything that the page draws, `words` and `faces` what stays; the page sends messages.
Whatever the page writes into a trait is ignored: it can be forged, and nothing here needs it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from inspect import getmembers, signature
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

import anywidget
import traitlets

from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import LANGUAGES, card_label, card_name, rank_letter, say
from cardlab.widgets.blocks import ClauseText as ClauseText
from cardlab.widgets.blocks import clauses as clauses
from cardlab.widgets.messages import Messages
from cardlab.widgets.scene import Scene, sendable

STATIC: Final = Path(__file__).parent / "static"
HAND_WORDS: Final = ("rank", "suit", "given", "left", "right", "clear", "tools", "sort", "more", "moving", "keys_text")
COMMON_WORDS: Final = ("clauses", "ended", "full", "leave")
_log: Final = logging.getLogger("cardlab.drawing")


class Changeable(Protocol):
    """The rules of either game, as far as they are named here."""

    def changed(self) -> tuple[str, ...]: ...


def seed_in(text: str) -> int | None:
    """The seed that somebody has typed, 0 to `LARGEST_SEED`; None if it is none."""
    typed = text.strip()
    if not typed.isascii() or not typed.isdigit() or len(typed) > len(str(LARGEST_SEED)):
        return None
    return int(typed)


def changed_rules(rules: Changeable) -> str:
    """The house rules that differ from the sheet, as the last argument of a short `repr`; empty if there are none."""
    changes = ", ".join(f"{name}={_plain(getattr(rules, name))!r}" for name in rules.changed())
    return f", rules=Rules({changes})" if changes else ""


def _plain(choice: object) -> object:
    return choice.value if isinstance(choice, Enum) else choice


@lru_cache(maxsize=256)
def _words(keys: tuple[str, ...], lang: str) -> dict[str, str]:
    """The labels of a widget; the same for all of its kind."""
    return {"lang": lang, **{key: say(key, lang) for key in keys}}


@lru_cache(maxsize=len(LANGUAGES))
def _faces(lang: str) -> dict[str, dict[str, str]]:
    """Corner letters, names and short labels of all cards."""
    every = (*DECK, *JOKERS, *SPECIALS)
    return {
        "letters": {rank: rank_letter(rank, lang) for rank in RANKS},
        "names": {card.code: card_name(card, lang) for card in every},
        "labels": {card.code: card_label(card, lang) for card in every},
    }


def words_and_faces(own_words: tuple[str, ...], lang: str) -> dict[str, Any]:
    """What stays on a page: the labels that every view has and those of this one, and the faces of the cards."""
    common = (*(f"hand.{word}" for word in HAND_WORDS), *(f"widget.{word}" for word in COMMON_WORDS))
    # What is said of cards that were moved or selected in the hand, which only the page knows: it puts the rest in.
    moved = say("hand.moved", lang, card="{card}", place="{place}", total="{total}")
    selected = say("hand.selected", lang, count="{count}", cards="{cards}")
    said = {"hand.moved": moved, "hand.selected": selected}
    return {"words": {**_words((*common, *own_words), lang), **said}, "faces": _faces(lang)}


def _declare(cls: type, name: str, value: str) -> None:
    """Gives a class a synchronised trait with this value, as if it stood in the class."""
    trait = traitlets.Unicode(value).tag(sync=True)
    setattr(cls, name, trait)
    trait.class_init(cls, name)


class CardWidget(anywidget.AnyWidget):
    """A widget that shows what `_picture` says and does what `_act` makes of the page's messages, one at a time.

    Raises ValueError for a language without a catalogue.
    """

    _css: Any = traitlets.Unicode((STATIC / "cardlab.css").read_text(encoding="utf-8")).tag(sync=True)
    _own_words: tuple[str, ...] = ()
    _hears: Messages[Any]
    """What the widget hears, declared by each kind of widget; `_act` is given these types, and nothing else."""
    words = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)
    # A server may send only the keys that have changed: what is shown is made anew each time, never changed in place.
    shown = traitlets.Dict().tag(sync=True, by_key=True)

    def __init_subclass__(cls, **more: Any) -> None:
        """Reads what the class brings, as traits of the class.

        A file would be watched, and every widget be kept for ever by the watch.
        """
        super().__init_subclass__(**more)
        for name in ("_esm", "_css"):
            if name in cls.__dict__:
                _declare(cls, name, str(cls.__dict__[name]))
        _declare(cls, "_anywidget_id", f"{cls.__module__}.{cls.__name__}")

    def add_traits(self, **traits: Any) -> None:
        """Adds the traits that the class has not: for each added one traitlets makes a class of its own."""
        new = {name: trait for name, trait in traits.items() if not self.has_trait(name)}
        if new:
            super().add_traits(**new)

    def __init__(self, lang: str, *, four_colours: bool = True) -> None:
        self._lang = lang
        self._four_colours = four_colours
        self._lock = threading.RLock()
        super().__init__(**words_and_faces(self._own_words, lang), shown=self._page())
        self.on_msg(self._hear)

    @property
    def lang(self) -> str:
        """The language of the learner, one of `cardlab.phrasing.catalogue.LANGUAGES`."""
        return self._lang

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def close(self) -> None:
        """Takes the widget from the page, and ends what it does in the background."""
        if self.comm is not None:
            self._rest()
        super().close()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignores every trait that the page writes: what it asks for comes as a message."""

    def _picture(self) -> Mapping[str, object]:
        """What is drawn, as a TypedDict: the views are checked against it."""
        raise NotImplementedError

    def _act(self, message: Any) -> None:
        raise NotImplementedError

    def _put_down(self) -> None:
        """Lets go of what is selected and said in passing: what is drawn next follows from the cards alone."""

    def _rest(self) -> None:
        """Ends what goes on by itself, in threads or on a clock: nobody sees it any more."""

    def _page(self) -> dict[str, Any]:
        page: dict[str, Any] = sendable({"four_colours": self._four_colours, **self._picture()})
        return page

    def _show(self) -> None:
        """Sends the page what has changed. What cannot be drawn is put down, and all is drawn once more.

        A second fault is raised: the page says that something went wrong, and its next message is heard as usual.
        """
        with self._lock:
            try:
                self.shown = self._page()
            except Exception:
                _log.exception("%s could not be drawn", type(self).__name__)
                self._put_down()
                self.shown = self._page()

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        with self._lock:
            message = self._hears.heard(content, type(self).__name__)
            if message is not None:
                try:
                    self._act(message)
                finally:
                    self._show()  # after a fault too: the page may not go on with what is no longer so


# A scene as a widget


class Shared(traitlets.TraitType[Any, Any]):
    """A property of the scene: what is set is given to it, and what it makes of that is what the trait holds."""

    def validate(self, obj: Any, value: Any) -> Any:
        if getattr(obj.scene, str(self.name)) != value:
            setattr(obj.scene, str(self.name), value)
        return getattr(obj.scene, str(self.name))


class SceneWidget(CardWidget):
    """A scene shown by ipywidgets; its properties and methods are the widget's as well."""

    scene_type: ClassVar[type[Scene]]

    def __init__(self, *given: Any, **named: Any) -> None:
        self.scene = self.scene_type(*given, **named)
        super().__init__(self.scene.lang, four_colours=self.scene.four_colours)
        self._lock = self.scene.lock
        self._share()
        self.scene.page = self

    def __getattr__(self, name: str) -> Any:
        if name == "scene":
            raise AttributeError(name)
        return getattr(self.scene, name)

    def __repr__(self) -> str:
        return repr(self.scene)

    def changed(self) -> None:
        """Shows what is so now, and tells who observes a trait."""
        with self._lock:
            self._share()
            self._show()

    def _share(self) -> None:
        for name in self.scene.shares:
            self.set_trait(name, getattr(self.scene, name))

    def _show(self) -> None:
        self.shown = self.scene.drawn()

    def _page(self) -> dict[str, Any]:
        return self.scene.drawn()

    def _rest(self) -> None:
        self.scene.rest()

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        self.scene.hear(content)


def widget_of(scene: type[Scene]) -> type[SceneWidget]:
    """The widget that shows scenes of this class."""

    def passed_on(name: str) -> property:
        return property(lambda self: getattr(self.scene, name), lambda self, value: setattr(self.scene, name, value))

    own = {name: passed_on(name) for name, one in getmembers(scene) if isinstance(one, property)}
    style = STATIC / f"{scene.view}.css"
    return type(
        scene.__name__,
        (SceneWidget,),
        {
            "__doc__": scene.__doc__,
            "__module__": scene.__module__,
            "__signature__": signature(scene),
            **own,
            **{name: Shared() for name in scene.shares},
            "scene_type": scene,
            "_own_words": scene.own_words,
            "_esm": STATIC / f"{scene.view}.js",
            **({"_css": style} if style.exists() else {}),
        },
    )
