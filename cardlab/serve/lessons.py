"""The pages as HTML: each lesson rendered once, kept with its mark and compressed, and pages without a lesson."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jinja2

from cardlab.serve import frame

LOOK_AGAIN: Final = 1.0
"""Seconds for which the notebooks are taken to be what they were."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to be sent as it is: its bytes, compressed too, its kind, and a mark that tells its contents."""

    plain: bytes
    compressed: bytes
    kind: str
    mark: str


def sheet(plain: bytes, kind: str) -> Sheet:
    """What is to be sent."""
    return Sheet(plain, gzip.compress(plain, 9, mtime=0), kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


class Lessons:
    """The pages of a course.

    - `notebooks`: its folder;
    - `base`: the address path of the server, with a slash at both ends;
    - `is_class`: whether there is a teacher to whom progress can be handed in;
    - `clock`: the time in seconds.
    """

    def __init__(
        self,
        notebooks: Path,
        base: str = "/",
        *,
        is_class: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notebooks = notebooks
        self.base = base
        self._hand_in = f"{base}progress" if is_class else ""
        self._clock = clock
        self._looked = float("-inf")
        self._state: tuple[Any, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._kept: dict[tuple[str, bool], Sheet] = {}
        self._one_at_a_time = threading.Lock()
        self._messages = jinja2.Environment(
            loader=jinja2.FileSystemLoader(frame.TEMPLATES / "cardlab"), autoescape=True
        )

    @property
    def names(self) -> frozenset[str]:
        """The addresses of the lessons: "en/melds.ipynb"."""
        if self._clock() - self._looked > LOOK_AGAIN:
            names = frame.lessons(self.notebooks)
            state = tuple((name, self._changed(name)) for name in names)
            if state != self._state:
                self._kept.clear()
            self._looked, self._state, self._names = self._clock(), state, frozenset(names)
        return self._names

    def _changed(self, name: str) -> int:
        try:
            return (self.notebooks / name).stat().st_mtime_ns
        except OSError:
            return 0

    async def page(self, name: str, *, is_learners: bool = False) -> Sheet:
        """The page of a lesson, one of `names`. Rendered in a thread, so that nobody else waits.

        With `is_learners` it leads to no page to teach with.
        Raises OSError or ValueError for a file that is no notebook.
        """
        if (name, is_learners) not in self._kept:
            return await asyncio.get_running_loop().run_in_executor(None, self._page, name, is_learners)
        return self._kept[name, is_learners]

    def _page(self, name: str, is_learners: bool) -> Sheet:
        with self._one_at_a_time:
            if (name, is_learners) not in self._kept:
                html = self.render(name, is_learners=is_learners)
                self._kept[name, is_learners] = sheet(html.encode(), "text/html; charset=utf-8")
            return self._kept[name, is_learners]

    def render(self, name: str, *, is_learners: bool = False) -> str:
        """A lesson as HTML."""
        # Voilà takes a while to be imported, and tables are there before.
        from cardlab.serve.exported import exported

        return exported(self.notebooks, name, self.base, self._hand_in, is_learners=is_learners)

    def message(self, template: str, **course: Any) -> str:
        """A page without a lesson."""
        return self._messages.get_template(template).render(course=course)
