"""Scenes: what a page shows, and which messages it may send.

A message is handled by a method marked with `@receives`. Its parameters are the fields of the message, and its
annotations their types:

    class Replay(Scene):
        @receives
        def go(self, to: int) -> None: ...                                # {"do": "go", "to": 3}

        @receives
        def step(self, do: Literal["undo", "redo"]) -> None: ...          # {"do": "undo"} or {"do": "redo"}

`msgspec` checks types strictly: for an `int`, neither true nor 1.0 is accepted. A field may be missing if its parameter
has a default value; unknown fields are refused. A handler that takes long is a generator: at each `yield` other scenes
can run.

A handler that can't read what the page sent, such as a file, raises NotationError; the reason becomes the `remark`.

A message without a handler comes from a bug in a view or from a forger. It is ignored, and logged to "cardlab.messages"
once for each kind, so that nobody can fill a disk. In the tests, logging one is an error.
A scene that `render`s blocks accepts only messages that a block on screen could send, and refuses others silently.

- `receives`, `contract`: mark and list the message handlers of a class;
- `Scene`: state, handlers and props, without traits, sockets or ipywidgets;
- `SceneHost`: what shows a scene: a widget (`cardlab.widgets.base`), or a device at a shared table.
"""

from __future__ import annotations

import inspect
import json
import logging
import reprlib
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from cardlab.lessons import lesson_language
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.refusal import NotationError, printable, shortened
from cardlab.widgets.blocks import Block, offered
from cardlab.widgets.constants import words_and_faces

_log: Final = logging.getLogger("cardlab.messages")
_drawing: Final = logging.getLogger("cardlab.drawing")
_ENCODER: Final = msgspec.json.Encoder(enc_hook=str)
_noted: Final[set[tuple[str, str]]] = set()
Method = TypeVar("Method", bound=Callable[..., object])
Result = TypeVar("Result")
Steps: TypeAlias = Generator[None, None, Result]
"""A generator that works step by step, and returns a result at the end."""


class SceneHost(Protocol):
    """What shows a scene, such as an ipywidget."""

    def changed(self) -> None:
        """Update the page, because the props may have changed."""

    def send(self, content: Any) -> object:
        """Send content to the page once, such as a file or data for the browser to store."""


def receives(method: Method) -> Method:
    """Mark a method as a message handler.

    The message has the name of the method, or one of the `Literal` values of its parameter `do`.
    """
    method.is_received = True  # type: ignore[attr-defined]
    return method


@dataclass(frozen=True, slots=True)
class Handler:
    """How to call a message handler.

    - `part`: the attribute of the scene that holds the object with the handler, "" for the scene itself;
    - `method`: the name of the handler; `fields`: its parameters as a struct;
    - `takes_name`: whether it has a parameter `do`.
    """

    part: str
    method: str
    fields: type[msgspec.Struct]
    takes_name: bool


@cache
def contract(kind: type) -> Mapping[str, Handler]:
    """Return the message handlers of a class and of its `parts`, by message name.

    Raises TypeError if two handlers have the same message.
    """
    handlers: dict[str, Handler] = {}
    for message, handler in (*_own_handlers(kind), *_handlers_of_parts(kind)):
        if message in handlers:
            raise TypeError(f"{kind.__name__} receives {message!r} twice")
        handlers[message] = handler
    return handlers


def _own_handlers(kind: type) -> Iterator[tuple[str, Handler]]:
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if hasattr(method, "is_received"):
            types = get_type_hints(method)
            parameters = [
                one for one in inspect.signature(method).parameters.values() if one.name not in ("self", "do")
            ]
            fields = [
                (one.name, types[one.name]) if one.default is one.empty else (one.name, types[one.name], one.default)
                for one in parameters
            ]
            struct = msgspec.defstruct(name, fields, frozen=True, forbid_unknown_fields=True)
            for message in get_args(types.get("do")) or (name,):
                yield message, Handler("", name, struct, "do" in types)


def _handlers_of_parts(kind: type) -> Iterator[tuple[str, Handler]]:
    for part in getattr(kind, "parts", ()):
        annotated = get_type_hints(kind)[part]  # may be `Part | None`
        part_class = next((one for one in get_args(annotated) if one is not type(None)), annotated)
        for message, handler in _own_handlers(part_class):
            yield message, replace(handler, part=part)


class Scene:
    """The base class of all widgets: what a page shows, and the messages it may send.

    Messages are handled one at a time. A subclass has `render` or `props`, handlers, and:

    - `label`: its name;
    - `view`: the name of the JavaScript module that draws it, and of its style sheet if it has one;
    - `always_allowed`: messages allowed at any time. Others must come from blocks on screen. If this is None and there
      is no `render`, every message is allowed at any time;
    - `own_words`: keys of the catalogue for this view, besides those that every view has;
    - `parts`: names of attributes with further handlers. The annotation of each attribute tells its class. While its
      value is None, messages for it do nothing;
    - `shares`: names of properties that a widget offers as observable traits.

    `lang` is the language, by default that of the notebook's folder; `remark` is a passing remark, such as why a file
    can't be read.
    Raises ValueError for a language without a catalogue.
    """

    label: str = ""
    view: ClassVar[str] = "scene"
    always_allowed: ClassVar[tuple[str, ...] | None] = None
    own_words: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[str, ...]] = ()
    shares: ClassVar[tuple[str, ...]] = ()

    def __init__(self, lang: str = "") -> None:
        lang = lang or lesson_language()
        if lang not in LANGUAGES:
            raise ValueError(f"there is no catalogue for {lang!r}; there are some for {', '.join(LANGUAGES)}")
        self.lang = lang
        self.remark = ""
        self.lock = threading.RLock()
        self.page: SceneHost | None = None
        self._last: dict[str, Any] | None = None
        self._traits: Any = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def render(self) -> list[Block]:
        """Return the blocks of the scene."""
        raise NotImplementedError

    def props(self) -> Mapping[str, object]:
        """Return what the page draws: blocks, or what `js/shown.d.ts` describes for its view."""
        return {"label": self.label, "blocks": self.render()}

    def say(self, key: str, **facts: Any) -> str:
        """Return a sentence in the language of the scene."""
        return say(key, self.lang, **facts)

    @property
    def constants(self) -> Mapping[str, Mapping[str, Any]]:
        """The texts of the page, and the names of the cards, each under a key.

        The same key has the same content in every scene, so a page gets it only once.
        """
        known = words_and_faces(self.own_words, self.lang)
        return {
            f"faces {self.lang}": {"faces": known["faces"]},
            f"words {self.lang} {type(self).__name__}": {"words": known["words"]},
        }

    def clear_selection(self) -> None:
        """Clear what the reader has selected, and remarks that a later message replaces.

        If the snapshot failed because of them, it can then be made again.
        """

    def suspend(self) -> None:
        """Stop background threads and clocks, because the scene is no longer shown."""

    def send(self, content: Any) -> None:
        """Send content to the page once, if there is a page."""
        if self.page is not None:
            self.page.send(content)

    def changed(self) -> None:
        """Have the page and observers show the current state."""
        if self.page is not None:
            self.page.changed()
        if self._traits is not None:
            for name in self.shares:
                self._traits.set_trait(name, getattr(self, name))

    def update(self, act: Callable[[], None] = lambda: None) -> None:
        """Do something outside a message, such as background work, and show it."""
        with self.lock:
            act()
            self.changed()

    def observe(self, *handler_and_names: Any, **more: Any) -> None:
        """Observe a property in `shares`; arguments are those of `observe` of a widget."""
        if self._traits is None:
            import traitlets

            traits = {name: traitlets.Any(getattr(self, name)) for name in self.shares}
            self._traits = type("Shared", (traitlets.HasTraits,), traits)()
        self._traits.observe(*handler_and_names, **more)

    def before_message(self, message: str) -> None:
        """Prepare for a message of this name."""
        self.remark = ""

    def after_message(self) -> None:
        """Do what has to follow each message."""

    def receive(self, content: object) -> bool:
        """Handle a message of the page; return whether it was accepted."""
        return result_of(self.steps(content))

    def steps(self, content: object) -> Steps[bool]:
        """Handle a message step by step; return whether it was accepted."""
        with self.lock:
            call = self._parse(content)
            if call is None or not self._is_allowed(content):
                return False
            try:
                yield from call()
            except NotationError as unreadable:
                self.remark = explain(unreadable.refusal, self.lang)
            finally:
                self.changed()  # after an error too, because the page must not show an old state
            return True

    def snapshot(self) -> dict[str, Any]:
        """Return the props in sendable form.

        If drawing fails, clear the selection and try again. A second error is raised: the page then shows an error, and
        its next message is handled as usual.
        """
        with self.lock:
            try:
                return self._build()
            except Exception:
                _drawing.exception("%s could not be drawn", type(self).__name__)
                self.clear_selection()
                return self._build()

    def _build(self) -> dict[str, Any]:
        whole: dict[str, Any] = sendable(self.props())
        self._last = whole
        return whole

    def _is_allowed(self, content: Any) -> bool:
        """Return whether the page can send this message from what it shows."""
        if self.always_allowed is None and type(self).render is Scene.render:
            return True
        shown = self._build() if self.page is None or self._last is None else self._last
        return content["do"] in (self.always_allowed or ()) or offered(shown, content)

    def _parse(self, content: object) -> Callable[[], Steps[None]] | None:
        """Return the handler's call for a message; log an invalid one and return None."""
        name = content.get("do") if isinstance(content, dict) else None
        handler = contract(type(self)).get(name) if isinstance(name, str) else None  # type: ignore[arg-type]
        who = type(self).__name__
        if handler is None or not isinstance(content, dict) or not isinstance(name, str):
            _log_once(who, "", "no message that is known here", content)
            return None
        try:
            fields_sent = msgspec.convert({key: value for key, value in content.items() if key != "do"}, handler.fields)
        except msgspec.ValidationError as fault:
            _log_once(who, name, str(fault), content)
            return None
        except UnicodeError:  # msgspec cannot handle lone surrogates
            return self._parse(sendable(content))
        part: Any = getattr(self, handler.part) if handler.part else self
        fields = {"do": name} if handler.takes_name else {}
        fields |= {field: getattr(fields_sent, field) for field in handler.fields.__struct_fields__}

        def call() -> Steps[None]:
            if part is not None:
                self.before_message(name)
                yield from getattr(part, handler.method)(**fields) or ()
                self.after_message()

        return call


def result_of(steps: Steps[Result]) -> Result:
    """Run all steps without a pause, and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def _log_once(who: str, name: str, fault: str, content: object) -> None:
    if (who, name) not in _noted and _log.isEnabledFor(logging.WARNING):
        _log.warning("%s: %s: %s", who, shortened(fault), printable(reprlib.repr(content)))
        _noted.add((who, name))


def sendable(shown: Any) -> Any:
    """Return a copy made of JSON values, with "?" for unsendable characters."""
    try:
        return msgspec.json.decode(_ENCODER.encode(shown))
    except UnicodeEncodeError:
        return json.loads(json.dumps(shown, ensure_ascii=False, default=str).encode("utf-8", "replace"))
