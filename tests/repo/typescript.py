"""What Python sends and hears, beside the types of TypeScript.

    python -m tests.repo.typescript

It writes `js/messages.d.ts`: for each scene with a view of its own a type of what it receives (`TableMessage`, from its
handlers). The views are checked against it, and a test compares the file.
What these scenes show is written down in `js/shown.d.ts`, and `misfits` compares a picture with it.
"""

import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from cardlab import widgets
from cardlab.tables.tichu_device import SharedTichu
from cardlab.tables.tongits_device import SharedTongits
from cardlab.widgets.scene import Scene, contract

FOLDER: Final = Path(__file__).parents[2] / "cardlab" / "widgets" / "js"
MESSAGES: Final = FOLDER / "messages.d.ts"
SHOWN: Final = FOLDER / "shown.d.ts"
SHARED: Final = {"SharedTichu": SharedTichu, "SharedTongits": SharedTongits}
"""What is no widget and is drawn like one: tables between devices."""
_HEAD: Final = "/**\n * What the widgets hear, made from their handlers in Python: python -m tests.repo.typescript\n */"
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
_KINDS: Final = {"string": str, "number": int | float, "boolean": bool, "null": NoneType, "Block": dict}


# What is heard


def written(type_: Any) -> str:
    """A type as TypeScript writes it. Raises TypeError for one that JSON has not.

    >>> written(dict[str, list[int | None]])
    'Record<string, (number | null)[]>'
    >>> written(Literal["no", 7])
    '"no" | 7'
    >>> written(set[int])
    Traceback (most recent call last):
        ...
    TypeError: no type for a page: set[int]
    """
    origin, inside = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(written(one) for one in inside))
    if origin is Literal:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one).lower() for one in inside)
    if origin is list:
        one = written(inside[0])
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin is dict and inside[0] is str:
        return f"Record<string, {written(inside[1])}>"
    if isinstance(type_, type) and issubclass(type_, Enum) and issubclass(type_, str):
        return " | ".join(f'"{one.value}"' for one in type_)
    if type_ in _PLAIN:
        return _PLAIN[type_]
    raise TypeError(f"no type for a page: {type_}")


def message(name: str, fields: type[msgspec.Struct]) -> str:
    """A message with its fields."""
    members = [f'do: "{name}"']
    members += [
        f"{field.name}{'' if field.required else '?'}: {written(field.type)}"
        for field in msgspec.structs.fields(fields)
    ]
    return f"{{ {'; '.join(members)} }}"


def declarations() -> str:
    """The text of `js/messages.d.ts`."""
    scenes = {name: getattr(widgets, name).scene_type for name in sorted(widgets.__all__)}
    # Blocks bring what they send.
    with_a_view = {name: scene for name, scene in scenes.items() if scene.render is Scene.render}
    types = [_HEAD]
    for name, scene in {**with_a_view, **SHARED}.items():
        heard = "\n  | ".join(message(do, handler.fields) for do, handler in contract(scene).items())
        types.append(f"export type {name}Message =\n  | {heard};")
    return "\n\n".join(types) + "\n"


# What is shown


@cache
def shown_types() -> dict[str, str | dict[str, str]]:
    """The types of `js/shown.d.ts` by name: other types, or the members of an interface."""
    written_down = SHOWN.read_text("utf-8") if SHOWN.exists() else ""  # the wheel has no sources of views
    text = re.sub(r"/\*\*.*?\*/", "", written_down, flags=re.DOTALL)
    types: dict[str, str | dict[str, str]] = dict(re.findall(r"export type (\w+Shown) = (.+);", text))
    for name, bases, inside in re.findall(r"export interface (\w+)(?: extends ([\w, ]+))? \{(.*?)\}", text, re.DOTALL):
        inherited = [types[base] for base in bases.split(", ") if base]
        types[name] = reduce(or_, [*inherited, dict(re.findall(r"(\w+): (.+);", inside))])
    return types


def misfits(shown: object, type_: str, place: str = "") -> Iterator[str]:
    """Where a picture doesn't fit a type of `js/shown.d.ts`.

    >>> [*misfits({"title": "You win!", "won": 1, "sentence": ""}, "RaceEnding")]
    ['.sentence', '.sentences', '.won is no boolean: 1']
    >>> [*misfits([["a", "b"]], "[string, number][]")]
    ["[0][1] is no number: 'b'"]
    """
    kinds = re.split(r" \| (?![^(]*\))", type_)
    members = shown_types().get(type_)
    if len(kinds) > 1:
        found = [[*misfits(shown, kind, place)] for kind in kinds]
        yield from min(found, key=len)
    elif isinstance(members, str):
        yield from misfits(shown, members, place)
    elif members and isinstance(shown, dict):
        yield from (f"{place}.{key}" for key in sorted(shown.keys() ^ members.keys()))
        for key in members.keys() & shown.keys():
            yield from misfits(shown[key], members[key], f"{place}.{key}")
    elif type_.endswith("[]") and isinstance(shown, list):
        for at, one in enumerate(shown):
            yield from misfits(one, type_[:-2].removeprefix("(").removesuffix(")"), f"{place}[{at}]")
    elif type_.startswith("[") and isinstance(shown, list):
        for at, (one, kind) in enumerate(zip(shown, type_[1:-1].split(", "), strict=True)):
            yield from misfits(one, kind, f"{place}[{at}]")
    elif type_ in _KINDS and isinstance(shown, bool) <= (type_ == "boolean") and isinstance(shown, _KINDS[type_]):
        return
    elif type_ != f'"{shown}"':
        yield f"{place} is no {type_}: {shown!r}"


if __name__ == "__main__":
    MESSAGES.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"{MESSAGES.name}\n")
