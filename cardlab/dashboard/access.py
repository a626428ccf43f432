"""Who is let in, and by which cookie, which no script can read, whoever has come in is known.

In a class, who has not come in by the code gets the join page, whatever the address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol
from urllib.parse import quote

from tornado.httputil import HTTPServerRequest

BOARD: Final = "board"
"""In the place of a lesson's name: the class board."""
OPEN_FILES: Final = frozenset({"course.css", "frame.js", "icon.svg", "room.css"})
"""The files of ours that the join page needs; whoever is not in yet gets these and no others."""

_PART: Final = r"[\w~-][\w.~%-]*"
_INSIDE: Final = re.compile(rf"(?:{_PART}/)*(?:{_PART})?(?:\?[\w.~%&=+/:;,!*'()@$|?-]*)?", re.ASCII)
"""An address below ours: no way up, nothing that another site could be, no sign that ends a line."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What everybody is asked to open: a lesson by the name of its notebook, "melds", and the query of its address.

    `BOARD` in place of a name is the class board.
    """

    lesson: str
    query: str = ""


class Visitor(Protocol):
    """A learner who has come in: the secret that the browser keeps, and the nickname, or "" without one."""

    @property
    def token(self) -> str: ...

    @property
    def name(self) -> str: ...


class Entrance(Protocol):
    """The class, as far as its pages and those beside it ask who comes: whom it lets in, and what it asks of them."""

    @property
    def invitation(self) -> Invitation | None:
        """What everybody is asked to open now."""

    def addresses(self) -> Sequence[str]:
        """The addresses under which the course is reached now, best first, each with a slash at the end."""

    def admits(self, token: str) -> bool:
        """Whether this is a learner's token."""

    def is_teacher(self, key: str) -> bool:
        """Whether this is the teacher's key."""

    def visitor(self, token: str) -> Visitor | None:
        """The learner of a token."""

    def seen(self, token: str, path: str) -> None:
        """Notes that a learner has opened a page."""

    def plays_as(self, visitor: str, player: str) -> str:
        """The token by which a learner plays at tables; the one given if the learner has none yet."""


def cookie(kind: Literal["visitor", "teacher", "player"], host: str) -> str:
    """The name of the cookie of a learner, the teacher or a player; two servers on one computer do not share it."""
    port = re.search(r":([0-9]{1,5})$", host)
    return f"cardlab-{kind}-{port[1]}" if port else f"cardlab-{kind}"


def visitor(request: HTTPServerRequest) -> str:
    """The token of the learner who asks, or "" for anybody else; whether it counts is the room's to say."""
    return _cookie(request, "visitor")


def player(request: HTTPServerRequest) -> str:
    """The token of whoever plays at tables without being in a class, or ""."""
    return _cookie(request, "player")


def is_teacher(room: Entrance, request: HTTPServerRequest) -> bool:
    """Whether it is the teacher who asks."""
    return room.is_teacher(_cookie(request, "teacher"))


def way_in(room: Entrance | None, request: HTTPServerRequest, base: str) -> str | None:
    """What the front does with a request, before any page looks at it.

    Gives "" to go on; an address to send the visitor to, who has to come in first; None to refuse.
    Lines and files are refused: only whoever looks at a page can be shown the way in.
    """
    if room is None or room.admits(visitor(request)) or is_teacher(room, request):
        return ""
    inside = request.path.removeprefix(base)
    if inside in ("join", "teacher") or inside in {f"static/{name}" for name in OPEN_FILES}:
        return ""
    is_page = request.method in ("GET", "HEAD") and "Upgrade" not in request.headers
    if not is_page or inside == "progress" or inside.startswith(("static/", "assets/", "line/", "teacher/")):
        return None
    wished = onward(request.uri or "", base)
    return f"{base}join" + (f"?to={quote(wished, safe='/')}" if wished != base else "")


def onward(wish: str, base: str) -> str:
    """The address inside the course to go on to: the wished one, or else the start of the course.

    Only what begins with `base` and goes down from there, letter by letter harmless, is taken as a wish.

    >>> onward("/en/melds.ipynb?seed=7", "/"), onward("//evil.example", "/"), onward("https://evil.example", "/")
    ('/en/melds.ipynb?seed=7', '/', '/')
    """
    inside = wish[len(base) :]
    return wish if wish.startswith(base) and len(wish) <= 1000 and _INSIDE.fullmatch(inside) else base


def _cookie(request: HTTPServerRequest, kind: Literal["visitor", "teacher", "player"]) -> str:
    kept = request.cookies.get(cookie(kind, request.host))
    return kept.value if kept else ""
