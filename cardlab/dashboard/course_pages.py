"""The pages without a lesson, those of classes and tables.

- `CoursePage`: a page from a template; `ScenePage`: one whose whole content is a scene;
- `SceneConnection`: its line, at `line/` before its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from tornado.web import HTTPError

from cardlab.dashboard import access, frame
from cardlab.dashboard.course_server import CourseServer
from cardlab.pages.allowed_hosts import is_own_origin
from cardlab.pages.notebooks import language_of
from cardlab.pages.server import PageHandler
from cardlab.pages.shared import SharedConnection
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import in_words

NONE: Final[Mapping[str, str]] = {}
SCHOOL_DAY: Final = 12 * 60 * 60
"""Seconds until an identity cookie expires."""


class CoursePage(PageHandler):
    """A page without a lesson."""

    application: CourseServer

    @property
    def course(self) -> CourseServer:
        """The course that is served."""
        return self.application

    def set_identity_cookie(self, kind: Any, token: str, max_age: int = SCHOOL_DAY) -> None:
        """Set the cookie of a learner, the teacher or a player; no script can read it."""
        name = access.cookie(kind, self.request.host)
        self.set_cookie(name, token, path=self.course.base, httponly=True, samesite="Lax", max_age=max_age)

    def require_own_origin(self) -> None:
        """Refuse requests that another site sends."""
        if not is_own_origin(self.request.headers.get("Origin"), self.request.host):
            raise HTTPError(403)

    def render_page(
        self,
        template: str,
        title: str,
        path: str,
        *,
        status: int = 200,
        query: Mapping[str, str] = NONE,
        **context: Any,
    ) -> None:
        """Answer with a page from a template, which finds the `context` as `course`; in it `say` says a sentence.

        `path`: that of the page below the course; `query`: what the links to the other languages keep of the address.
        """
        lang, course, base = self.language(), self.course, self.course.base
        kept = {name: value for name, value in query.items() if value}
        address = f"{base}{path}"
        links = {code: f"{address}?{urlencode({'lang': code} | kept)}" for code in LANGUAGES}
        page = frame.page_context(course.notebooks, lang, title, path, base, course.role(self.request))
        own = {
            "languages": [
                {"lang": code, "name": name, "current": code == lang, "href": links[code]}
                for code, name in LANGUAGES.items()
            ],
            "address": f"{address}?lang={lang}",
            "say": lambda key, **facts: say(key, lang, **facts),
            "in_words": partial(in_words, Reader(lang)),
        }
        self.render_template(template, status, **{**page, **own, **context})


class ScenePage(CoursePage):
    """A page that shows one scene, which its line brings."""

    def render_scene(self, title: str, path: str, view: str, **context: Any) -> None:
        """Answer with the page of a scene that this view draws; `path`: that of the page, below the course."""
        lang = self.language()
        # A page that comes back gets a new scene of the same; nothing was lost that is to be told.
        own = dict.fromkeys(("starting", "loading"), say("page.opening", lang))
        own |= {"restored": "", "anew": "", "no_script": say("page.needs_script", lang)}
        words = {**frame.words(lang, *frame.WORDS), **own}
        links = self.course.links_of((view,))
        self.render_page("scene.html.j2", title, path, lesson=path, links=links, words=words, **context)


class SceneConnection(SharedConnection):
    """The line of such a page; `lang`: its language. A learner's page is sent the teacher's invitation."""

    application: CourseServer
    lang: str

    def open(self, *path: str) -> None:
        accepted = self.application.preferred or self.request.headers.get("Accept-Language", "")
        self.lang = language_of(self.get_query_argument("lang", ""), accepted, LANGUAGES)
        self.path = f"{self.lang}/{self.path}"
        super().open(*path)
        self.application.call(self)
