"""What our own pages beside the lessons share, those of a class and those of tables: words, languages, who one is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from tornado.web import HTTPError

from cardlab.dashboard import access, frame
from cardlab.dashboard.course_server import CourseServer
from cardlab.pagehost.allowed_hosts import is_own_origin
from cardlab.pagehost.page_server import Page
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import in_words

NONE: Final[Mapping[str, str]] = {}
KEPT: Final = 12 * 60 * 60
"""How many seconds a browser keeps who it is; a day at school."""


class OwnPage(Page):
    """A page of ours that is no lesson."""

    application: CourseServer

    @property
    def course(self) -> CourseServer:
        """The course that is served."""
        return self.application

    def keep(self, kind: Any, value: str, seconds: int = KEPT) -> None:
        """Lets the browser keep who this is, where no script can read it."""
        name = access.cookie(kind, self.request.host)
        self.set_cookie(name, value, path=self.course.base, httponly=True, samesite="Lax", max_age=seconds)

    def own_page_only(self) -> None:
        """Refuses what another site sends."""
        if not is_own_origin(self.request.headers.get("Origin"), self.request.host):
            raise HTTPError(403)

    def draw(
        self, template: str, title: str, path: str, *, status: int = 200, query: Mapping[str, str] = NONE, **shown: Any
    ) -> None:
        """Answers with a page at this path below ours; in its template `say` says a sentence, `in_words` any text.

        `query`: what else of the address is the same in each language.
        """
        lang = self.tongue()
        kept = {name: value for name, value in query.items() if value}
        course, base, is_class = self.course, self.course.base, self.course.room is not None
        address = f"{base}{path}"
        languages = [
            {
                "lang": code,
                "name": own,
                "current": code == lang,
                "href": f"{address}?{urlencode({'lang': code} | kept)}",
            }
            for code, own in LANGUAGES.items()
        ]
        is_learners = course.is_learner(self.request)
        drawn = frame.plain(course.notebooks, lang, title, path, base, is_class=is_class, is_learners=is_learners)
        own = {
            "languages": languages,
            "address": f"{address}?lang={lang}",
            "say": lambda key, **facts: say(key, lang, **facts),
            "in_words": partial(in_words, Reader(lang)),
        }
        self.show(template, status, **{**drawn, **own, **shown})
