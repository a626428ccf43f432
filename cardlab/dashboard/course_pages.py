"""The page of one scene, such as a table, and the connection of that page."""

from __future__ import annotations

from typing import Any

from cardlab.dashboard import frame
from cardlab.dashboard.course_server import CourseServer, PageHandler
from cardlab.pages.connections import LOG
from cardlab.pages.session import SceneLike
from cardlab.pages.shared import SharedConnection, first_picture
from cardlab.phrasing.catalogue import say


class ScenePage(PageHandler):
    """A page that shows one scene; its HTML holds the scene's first snapshot."""

    def render_scene(self, title: str, path: str, scene: SceneLike, **context: Any) -> None:
        """Answer with the page of a scene; `path` is the page's path below the course."""
        lang, first = self.language(), ""
        # A page that comes back gets a new scene with the same state, so no loss is announced.
        own = dict.fromkeys(("starting", "loading"), say("page.opening", lang))
        own |= {"restored": "", "anew": "", "no_script": say("page.needs_script", lang)}
        words = {**frame.script_words(lang, self.course.role(self.request)), **own}
        try:
            first = first_picture(scene).html
        except Exception as error:  # the connection will fail too, and tell the reader
            LOG.error("%s: %s", path, error, exc_info=error)
        links = self.course.links_of((scene.view,))
        self.render_page("scene.html.j2", title, path, lesson=path, links=links, words=words, first=first, **context)


class SceneConnection(SharedConnection):
    """The connection of a page with one scene; it also sends the invitation."""

    application: CourseServer
    lang: str

    def open(self, *path: str) -> None:
        self.lang = self.application.language(self.request)
        self.path = f"{self.lang}/{self.path}"
        super().open(*path)
        self.application.call(self)
