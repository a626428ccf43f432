"""The course as it is served: the pages of its notebooks in their frame, and the class and the tables around them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tornado.httputil import HTTPServerRequest

from cardlab.dashboard import frame, gate
from cardlab.dashboard.gate import Entrance
from cardlab.locale import LANGUAGES
from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.names import own_names
from cardlab.pagehost.pages import NotebookPage, Page, PageLine, Pages, settle
from cardlab.pagehost.rendered import exported
from cardlab.tables.entries import CannotOpen, StoreTrouble

if TYPE_CHECKING:
    from cardlab.tables.hall import Hall
    from cardlab.tables.hub import Hub
    from cardlab.tables.store import Store

VIEWS: Final = Path(__file__).parents[1] / "widgets" / "static"
"""Where the views of the widgets lie; those of tables between devices are sent as files."""
LEARNERS: Final = "learners"
"""The variant of a page for a learner of a class: it leads to no page to teach with."""
LOG: Final = logging.getLogger("cardlab.serve")


class Course(Pages):
    """The course as it is served.

    - `notebooks`: its folder;
    - `hosts`: where its pages live;
    - `base`: the address path of the server, with a slash at both ends;
    - `language`: the language of the option, or "";
    - `names`: the names of this computer that a visitor may use, besides any IP address;
    - `room`: the class, without whose code nobody is let in; None for no class;
    - `pages`: more addresses and their pages, such as those of a class;
    - `tables`: gives the hub of the tables between devices; None where there are none.
    """

    def __init__(
        self,
        notebooks: Path,
        hosts: Hosts,
        *,
        base: str = "/",
        language: str = "",
        names: Iterable[str] = own_names(),
        room: Entrance | None = None,
        pages: Sequence[tuple[str, Any]] = (),
        tables: Callable[[], Awaitable[Hub]] | None = None,
    ) -> None:
        self.room = room
        self._open_hub = tables
        self._hub: asyncio.Future[Hub] | None = None
        self._trouble = ""
        self._hall: Hall | None = None
        super().__init__(
            notebooks,
            hosts,
            base=base,
            languages=tuple(LANGUAGES),
            preferred=language,
            own_names=names,
            handlers=[*pages, (rf"{base}line/(.+)", LessonLine), (rf"{base}([\w./-]+\.ipynb)", Lesson)],
            files=sorted((*frame.STATIC.iterdir(), *VIEWS.glob("shared_*"))),
            templates=(frame.TEMPLATES / "cardlab",),
        )

    def way_in(self, request: HTTPServerRequest) -> str | None:
        return gate.way_in(self.room, request, self.base)

    def visitor(self, request: HTTPServerRequest) -> str:
        """Learners of a class share its places; the teacher, and whoever is at home, shares with nobody."""
        token = gate.visitor(request)
        return token if self.room is not None and self.room.admits(token) else ""

    def is_learner(self, request: HTTPServerRequest) -> bool:
        """Whether it is a learner of a class who asks; without a class nobody is."""
        return self.room is not None and not gate.is_teacher(self.room, request)

    def render(self, name: str, variant: str) -> str:
        is_learners, is_class = variant == LEARNERS, self.room is not None
        drawn = frame.frame(self.notebooks, name, self.base, is_class=is_class, is_learners=is_learners)
        config = {"course": {**drawn, "hand_in": f"{self.base}progress" if is_class else ""}}
        change = frame.without_teaching if is_learners else str
        return exported(self.notebooks / name, frame.TEMPLATES / "cardlab", self.base, config, change)

    def show_trouble(self, page: Page, status: int, reason: Mapping[str, Any]) -> None:
        page.show("message.html.j2", status, **frame.message(status, page.tongue(), self.base))

    def headers_of_ours(self, address: str) -> Mapping[str, str]:
        key = self.room.key if self.room else ""
        return {"Cookie": f"{gate.cookie('teacher', urlsplit(address).netloc)}={key}"}

    async def close(self) -> None:
        if self._hub is not None:
            with suppress(Exception):
                hub = await self._hub
                if self._hall is not None:
                    self._hall.close()
                await hub.close()
                await hub.store.close()

    # Tables between devices

    async def hub(self) -> Hub | None:
        """The hub of the tables, opened when it is asked for first; None where there are none.

        Raises what opening the store raises; the next one who asks tries again.
        """
        if self._open_hub is None:
            return None
        if self._hub is None:
            self._hub = asyncio.ensure_future(self._begun(self._open_hub()))
            self._hub.add_done_callback(self._opened)
        return await asyncio.shield(self._hub)

    def _opened(self, hub: asyncio.Future[Hub]) -> None:
        """Says why the hub could not be opened: once, however often it is tried."""
        trouble = None if hub.cancelled() else hub.exception()
        if trouble is not None:
            self._hub = None
            if str(trouble) != self._trouble:
                LOG.error("the log of the tables: %s", trouble)
        self._trouble = "" if trouble is None else str(trouble)

    def open_early(self, *, recall: bool = False) -> None:
        """Opens the hub beside everything else, so that nobody waits.

        `recall`: the hub reads what the last day's tables are, see there.
        """
        self._early = asyncio.ensure_future(self._opened_early(recall=recall))

    async def _opened_early(self, *, recall: bool) -> None:
        with suppress(CannotOpen, StoreTrouble):  # it has been said
            hub = await self.hub()
            if hub is not None and recall:
                await hub.recall()

    @property
    def hub_if_open(self) -> Hub | None:
        """The hub, if it has been asked for before and could be opened."""
        found = self._hub
        return found.result() if found is not None and found.done() and found.exception() is None else None

    @property
    def hall_if_open(self) -> Hall | None:
        """The tournaments, if the hub is open."""
        return self._hall

    async def store(self) -> Store:
        """Where logs are kept; raises what opening it raises, LookupError where there is none."""
        hub = await self.hub()
        if hub is None:
            raise LookupError("nothing is kept here")
        return hub.store

    async def _begun(self, opening: Awaitable[Hub]) -> Hub:
        """The hub, and the tournaments that were going on there lately."""
        from cardlab.tables.hall import Hall

        hub = await opening
        hall = Hall(hub)
        try:
            await hall.start()
        except Exception:
            await hub.close()
            await hub.store.close()
            raise
        self._hall = hall
        settle()
        return hub

    async def hall(self) -> Hall | None:
        """The tournaments, opened with the hub; None where there are none. Raises as `hub` does."""
        await self.hub()
        return self._hall


class Lesson(NotebookPage):
    """One lesson; a learner of a class gets no page to teach with."""

    application: Course

    def variant(self, path: str) -> str:
        return LEARNERS if self.application.is_learner(self.request) else ""

    async def get(self, path: str) -> None:
        course = self.application
        if course.is_learner(self.request) and frame.is_for_teachers(path):
            self.show("message.html.j2", 403, **frame.for_teachers(self.tongue(), course.base))
            return
        await super().get(path)
        if course.room is not None:
            course.room.seen(gate.visitor(self.request), path)


class LessonLine(PageLine):
    """The line to a lesson; who comes later hears, too, what the teacher has asked everybody to open."""

    application: Course

    async def refusal(self) -> int:
        if self.application.is_learner(self.request) and frame.is_for_teachers(self.path_args[0]):
            return 403
        return await super().refusal()

    def greet(self) -> None:
        course = self.application
        if course.room is not None and course.room.invitation is not None:
            self.tell(["invite", frame.invitation(course.notebooks, course.room.invitation, self.path, course.base)])
