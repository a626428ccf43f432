"""What our own pages beside the lessons share, those of a class and those of tables: words, languages, who one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from tornado.web import HTTPError

from cardlab.dashboard import gate
from cardlab.dashboard.course import Course
from cardlab.pagehost.names import is_own_origin
from cardlab.pagehost.pages import Page
from cardlab.phrasing.catalogue import LANGUAGES, say

KEPT: Final = 12 * 60 * 60
"""How many seconds a browser keeps who it is; a day at school."""


class OwnPage(Page):
    """A page of ours that is no lesson."""

    application: Course

    @property
    def course(self) -> Course:
        """The course that is served."""
        return self.application

    def keep(self, kind: Any, value: str) -> None:
        """Lets the browser keep who this is, where no script can read it."""
        name = gate.cookie(kind, self.request.host)
        self.set_cookie(name, value, path=self.course.base, httponly=True, samesite="Lax", max_age=KEPT)

    def own_page_only(self) -> None:
        """Refuses what another site sends."""
        if not is_own_origin(self.request.headers.get("Origin"), self.request.host):
            raise HTTPError(403)

    def words(self, names: Sequence[str], lang: str) -> dict[str, str]:
        """The words of the header, and those of the page."""
        common = {name: say(f"page.{name}", lang) for name in ("course_short", "language", "dark", "light")}
        return common | {name: say(f"room.{name}", lang) for name in names}

    def languages(self, lang: str, address: str, **more: str) -> list[Mapping[str, Any]]:
        """The page in each language, as the header lists them."""
        kept = {name: value for name, value in more.items() if value}
        return [
            {
                "lang": code,
                "name": own,
                "current": code == lang,
                "href": f"{address}?{urlencode({'lang': code} | kept)}",
            }
            for code, own in LANGUAGES.items()
        ]
