"""Images of a notebook, written into its page: no file of its folder is served."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

_SOURCE: Final = re.compile(r"""(<img\b[^>]*?\ssrc\s*=\s*)(?!["']?data:)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


def as_data(kind: str, content: bytes | str) -> str:
    """Return a data URL for an image; `content` are its bytes, or its base64 text."""
    return f"data:{kind};base64,{content if isinstance(content, str) else base64.b64encode(content).decode()}"


def image(kind: str, content: bytes | str, about: Mapping[str, object]) -> str:
    """Return an `<img>` with its content; `about` may give `alt` and its size."""
    said = {"alt": "", **about, "src": as_data(kind, content)}
    known = [(name, said[name]) for name in ("src", "alt", "width", "height") if said.get(name) is not None]
    return "<img" + "".join(f' {name}="{html.escape(str(value))}"' for name, value in known) + ">"


def with_pictures(markup: str, folder: Path, root: Path) -> str:
    """Return HTML in which each `<img>` of an image file holds the file's content.

    Addresses are relative to `folder`. No file outside `root` is used, even if a symbolic link leads to it.
    """

    def held(found: re.Match[str]) -> str:
        import mimetypes  # most pages have no picture
        from urllib.parse import unquote

        address = html.unescape(found[2].strip("\"'"))
        with suppress(OSError, ValueError):  # the name is impossible, or the file cannot be read
            file = (folder / unquote(re.split("[?#]", address, maxsplit=1)[0])).resolve()
            kind = mimetypes.guess_type(file.name)[0] or ""
            if file.is_relative_to(root.resolve()) and kind.startswith("image/") and file.is_file():
                return f'{found[1]}"{as_data(kind, file.read_bytes())}"'
        return found[0]

    return _SOURCE.sub(held, markup)
