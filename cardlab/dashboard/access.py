"""Admission of visitors, and the cookies that identify them.

In a class, only learners who have joined by its code are admitted; all others are redirected to the join page.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias
from urllib.parse import quote

from tornado.httputil import HTTPServerRequest

from cardlab.dashboard.roster import Roster

BOARD: Final = "board"
TABLES: Final = "tables"
"""The names of the class board and the list of tables, in invitations and addresses."""
TOURNAMENT: Final = "tournament/"
"""What the address of a tournament begins with; its code follows."""
OPEN_FILES: Final = frozenset({"course.css", "frame.js", "icon.svg", "class.css"})
"""The static files of the join page, which need no admission."""

_PART: Final = r"(?!%2e)[\w~%-][\w.~%!$&'()*+,=-]*"
_INSIDE: Final = re.compile(rf"(?:{_PART}/)*(?:{_PART})?(?:\?[\w.~%&=+/:;,!*'()@$|?-]*)?", re.ASCII | re.IGNORECASE)
"""A relative path with its query, without "..", a host or control characters."""


Kind: TypeAlias = Literal["visitor", "teacher", "player"]
"""The kind of a cookie: a learner's, the teacher's, or that of a player outside a class."""


def cookie(kind: Kind, host: str) -> str:
    """Return the name of a cookie; it differs between servers on one computer."""
    port = re.search(r":([0-9]{1,5})$", host)
    return f"cardlab-{kind}-{port[1]}" if port else f"cardlab-{kind}"


def token(request: HTTPServerRequest, kind: Kind) -> str:
    """Return the unchecked token in a cookie, or ""."""
    morsel = request.cookies.get(cookie(kind, request.host))
    return morsel.value if morsel else ""


def is_teacher(room: Roster, request: HTTPServerRequest) -> bool:
    return room.is_teacher(token(request, "teacher"))


def redirect_for(room: Roster | None, request: HTTPServerRequest, base: str) -> str | None:
    """Return where to redirect a request: "" to accept it, None to refuse it.

    Strangers' pages are redirected to the join page; their connections, files and POST requests are refused.
    """
    if room is None or room.admits(token(request, "visitor")) or is_teacher(room, request):
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
    """Return the address to redirect to after joining.

    That is `target` if it is a harmless address below `base`, else `base`.

    >>> onward("/en/melds.ipynb?seed=7", "/"), onward("//evil.example", "/"), onward("https://evil.example", "/")
    ('/en/melds.ipynb?seed=7', '/', '/')
    """
    inside = target[len(base) :]
    return target if target.startswith(base) and len(target) <= 1000 and _INSIDE.fullmatch(inside) else base
