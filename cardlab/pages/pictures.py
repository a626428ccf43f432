"""Pictures of a notebook, written into its page: no file of its folder is served."""

from __future__ import annotations

import base64
import html
import mimetypes
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote

_SOURCE: Final = re.compile(r"""(<img\b[^>]*?\ssrc\s*=\s*)(?!["']?data:)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


def as_data(kind: str, content: bytes | str) -> str:
    """Return the address of a picture that holds it: `content` are its bytes, or these in base 64."""
    return f"data:{kind};base64,{content if isinstance(content, str) else base64.b64encode(content).decode()}"


def image(kind: str, content: bytes | str, about: Mapping[str, object]) -> str:
    """Return the HTML of a picture, with what is said `about` it: its `alt`, `width` and `height`."""
    said = {"alt": "", **about, "src": as_data(kind, content)}
    known = [(name, said[name]) for name in ("src", "alt", "width", "height") if said.get(name) is not None]
    return "<img" + "".join(f' {name}="{html.escape(str(value))}"' for name, value in known) + ">"


def with_pictures(markup: str, folder: Path, root: Path) -> str:
    """Return HTML in which each `<img>` of a picture file holds it; its address is relative to `folder`.

    Links are followed, so that nothing is shown that lies outside `root`.
    """

    def held(found: re.Match[str]) -> str:
        address = html.unescape(found[2].strip("\"'"))
        with suppress(OSError, ValueError):  # no file can have such a name, or it may not be read
            file = (folder / unquote(re.split("[?#]", address, maxsplit=1)[0])).resolve()
            kind = mimetypes.guess_type(file.name)[0] or ""
            if file.is_relative_to(root.resolve()) and kind.startswith("image/") and file.is_file():
                return f'{found[1]}"{as_data(kind, file.read_bytes())}"'
        return found[0]

    return _SOURCE.sub(held, markup)
