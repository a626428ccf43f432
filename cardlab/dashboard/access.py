"""Admission of visitors, and the cookies by which they are recognized.

A class admits those who have joined by its code; all others are redirected to the join page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol
from urllib.parse import quote

from tornado.httputil import HTTPServerRequest

from cardlab.lessons.progress_summary import Summary
from cardlab.phrasing.catalogue import say

BOARD: Final = "board"
"""The class board, in the place of a lesson's name."""
OPEN_FILES: Final = frozenset({"course.css", "frame.js", "icon.svg", "class.css"})
"""The static files of the join page, which need no admission."""

_PART: Final = r"(?!%2e)[\w~%-][\w.~%!$&'()*+,=-]*"
_INSIDE: Final = re.compile(rf"(?:{_PART}/)*(?:{_PART})?(?:\?[\w.~%&=+/:;,!*'()@$|?-]*)?", re.ASCII | re.IGNORECASE)
"""A path and query below ours, without "..", a host or control characters."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner who has joined.

    - `token`: the secret cookie of the browser;
    - `number`: from 1 in the order of joining, never given twice;
    - `name`: the nickname, or "";
    - `network`: the IPv4 address or IPv6 network of the browser;
    - `path`: the page opened last, "en/melds.ipynb", or "";
    - `last_seen`: when it was opened, by the roster's clock;
    - `player`: the token by which this learner plays at tables, or "";
    - `summary`: what was handed in last.
    """

    token: str
    number: int
    name: str
    network: str
    path: str = ""
    last_seen: float = 0.0
    player: str = ""
    summary: Summary | None = None

    def display_name(self, lang: str) -> str:
        """The nickname, or a name made from the number."""
        return self.name or say("room.guest", lang, number=self.number)


class Entrance(Protocol):
    """A class: whom it admits, and the invitation for them."""

    @property
    def invitation(self) -> str:
        """The page that the teacher asks everybody to open: the name of its notebook, "melds", or `BOARD`, or ""."""

    def watch(self) -> None:
        """Called when a page of somebody was opened or has ended."""

    def addresses(self) -> Sequence[str]:
        """The addresses of the course in the network, best first, each with a slash at the end."""

    def admits(self, token: str) -> bool:
        """Whether this is a learner's token."""

    def is_teacher(self, key: str) -> bool:
        """Whether this is the teacher's key."""

    def visitor(self, token: str) -> Learner | None:
        """The learner of a token."""

    def seen(self, token: str, path: str) -> None:
        """Note that a learner has opened a page."""

    def plays_as(self, visitor: str, player: str) -> str:
        """The token by which a learner plays at tables; `player` if the learner has none yet."""


def cookie(kind: Literal["visitor", "teacher", "player"], host: str) -> str:
    """The name of the cookie of a learner, the teacher or a player; it differs between servers on one computer."""
    port = re.search(r":([0-9]{1,5})$", host)
    return f"cardlab-{kind}-{port[1]}" if port else f"cardlab-{kind}"


def visitor(request: HTTPServerRequest) -> str:
    """The token in the cookie of a learner, unchecked, or ""."""
    return _cookie(request, "visitor")


def player(request: HTTPServerRequest) -> str:
    """The token in the cookie of a player outside a class, or ""."""
    return _cookie(request, "player")


def is_teacher(room: Entrance, request: HTTPServerRequest) -> bool:
    """Whether a request is that of the teacher."""
    return room.is_teacher(_cookie(request, "teacher"))


def redirect_for(room: Entrance | None, request: HTTPServerRequest, base: str) -> str | None:
    """Return "" to accept a request, the address of the join page to redirect it to, or None to refuse it.

    Connections, files and POST requests of strangers are refused, as only a page can be redirected.
    """
    if room is None or room.admits(visitor(request)) or is_teacher(room, request):
        return ""
    inside = request.path.removeprefix(base)
    if inside in ("join", "teacher") or inside in {f"static/{name}" for name in OPEN_FILES}:
        return ""
    is_page = request.method in ("GET", "HEAD") and "Upgrade" not in request.headers
    if not is_page or inside == "progress" or inside.startswith(("static/", "line/", "teacher/", "code/")):
        return None
    target = onward(request.uri or "", base)
    return f"{base}join" + (f"?to={quote(target, safe='/')}" if target != base else "")


def onward(target: str, base: str) -> str:
    """Return the address to redirect to after joining: `target` if it is a harmless one below `base`, else `base`.

    >>> onward("/en/melds.ipynb?seed=7", "/"), onward("//evil.example", "/"), onward("https://evil.example", "/")
    ('/en/melds.ipynb?seed=7', '/', '/')
    """
    inside = target[len(base) :]
    return target if target.startswith(base) and len(target) <= 1000 and _INSIDE.fullmatch(inside) else base


def _cookie(request: HTTPServerRequest, kind: Literal["visitor", "teacher", "player"]) -> str:
    morsel = request.cookies.get(cookie(kind, request.host))
    return morsel.value if morsel else ""
