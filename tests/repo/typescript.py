"""Props and messages of widgets, as types of TypeScript: `js/shown.d.ts`, made from the types in Python.

    python -m tests.repo.typescript

For each widget there is an interface of what it shows (`HandShown`, from what its `props` returns) and a type of
what it receives (`HandMessage`, from its handlers). The views are checked against them, and a test compares the file.
"""

import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from cardlab import widgets
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits
from cardlab.widgets.scene import Scene, contract

FILE: Final = Path(__file__).parents[2] / "cardlab" / "widgets" / "js" / "shown.d.ts"
SHARED: Final = {"SharedTichu": SharedTichu, "SharedTongits": SharedTongits}
"""What is no widget and is drawn like one: tables between devices."""
_HEAD: Final = """/**
 * What the widgets show and hear, made from their types in Python: python -m tests.repo.typescript
 */
"""
_PLAIN: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    object: "unknown",
    Any: "any",
}


class Types:
    """The types met so far, each named once.

    Raises TypeError for a type that JSON has not, or for two types of one name.

    >>> types = Types()
    >>> types.written(dict[str, list[int | None]])
    'Record<string, (number | null)[]>'
    >>> types.written(Literal["no", 7])
    '"no" | 7'
    >>> types.written(set[int])
    Traceback (most recent call last):
        ...
    TypeError: no type for a page: set[int]
    """

    def __init__(self) -> None:
        self._interfaces: dict[str, tuple[type, str]] = {}

    def written(self, type_: Any) -> str:
        """A type as TypeScript writes it; a TypedDict is named, and becomes an interface."""
        origin, inside = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(self.written(one) for one in inside))
        if origin is Literal:
            return " | ".join(f'"{one}"' if isinstance(one, str) else str(one).lower() for one in inside)
        if origin is list or (origin is tuple and inside[1:] == (...,)):
            one = self.written(inside[0])
            return f"({one})[]" if " | " in one else f"{one}[]"
        if origin is tuple:
            return f"[{', '.join(self.written(one) for one in inside)}]"
        if origin is dict and inside[0] is str:
            return f"Record<string, {self.written(inside[1])}>"
        if origin in (NotRequired, Required):
            return self.written(inside[0])
        if is_typeddict(type_):
            return self._named(type_, dict(_keys(type_)))
        if isinstance(type_, type) and issubclass(type_, Enum) and issubclass(type_, str):
            return " | ".join(f'"{one.value}"' for one in type_)
        if type_ in _PLAIN:
            return _PLAIN[type_]
        raise TypeError(f"no type for a page: {type_}")

    def message(self, first: dict[str, Any], type_: type[msgspec.Struct]) -> str:
        """A kind of message; several have one name, so it is written out and not named."""
        members = [f"{name}: {self.written(one)}" for name, one in first.items()]
        members += [
            f"{field.name}{'' if field.required else '?'}: {self.written(field.type)}"
            for field in msgspec.structs.fields(type_)
        ]
        return f"{{ {'; '.join(members)} }}"

    def _named(self, type_: type, members: dict[str, tuple[Any, bool]]) -> str:
        name = type_.__name__
        if name not in self._interfaces:
            self._interfaces[name] = type_, ""
            lines = [
                f"  {key}{'?' if may_be_missing else ''}: {self.written(one)};"
                for key, (one, may_be_missing) in members.items()
            ]
            self._interfaces[name] = type_, "\n".join((f"export interface {name} {{", *lines, "}"))
        elif self._interfaces[name][0] is not type_:
            raise TypeError(f"two types for a page are called {name}")
        return name

    def __iter__(self) -> Iterator[str]:
        """The interfaces, in the order of their names."""
        return (text for _, (_, text) in sorted(self._interfaces.items()))


def _keys(type_: type) -> Iterator[tuple[str, tuple[Any, bool]]]:
    """The keys of a TypedDict with their types, and whether each may be missing."""
    optional: frozenset[str] = getattr(type_, "__optional_keys__", frozenset())
    for key, hint in get_type_hints(type_, include_extras=True).items():
        yield key, (hint, key in optional)


def messages(scene: type, types: Types) -> list[str]:
    """What a scene hears, a type for each message."""
    return [
        types.message({"do": Literal[name]}, handler.fields)  # type: ignore[valid-type]
        for name, handler in contract(scene).items()
    ]


def declarations() -> str:
    """The text of `js/shown.d.ts`."""
    types = Types()
    lines = []
    scenes = {name: getattr(widgets, name).scene_type for name in sorted(widgets.__all__)}
    # Blocks bring what they send.
    with_a_view = {name: scene for name, scene in scenes.items() if scene.render is Scene.render}
    for name, scene in {**with_a_view, **SHARED}.items():
        picture = types.written(get_type_hints(scene.props)["return"])
        lines.append(f"export type {name}Shown = Widget & {f'({picture})' if ' | ' in picture else picture};")
        heard = "\n  | ".join(messages(scene, types))
        lines.append(f"export type {name}Message =\n  | {heard};")
    widget_part = "/** What every widget shows. */\nexport interface Widget {\n  label: string;\n}"
    return "\n\n".join((_HEAD.rstrip(), widget_part, "\n".join(lines), *types)) + "\n"


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}\n")
