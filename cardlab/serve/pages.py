"""What the server answers: a lesson, a file of the frame, a page that says what is wrong.

Knows Voilà's renderer and Tornado's handlers; knows neither options nor ports.
Nothing of the notebooks' folder is ever sent as a file: an address names either a lesson of the course, or nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from pathlib import Path, PurePosixPath
from queue import Empty
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, StaticFileHandler
from voila.execute import VoilaExecutor
from voila.exporter import VoilaMarkdownRenderer
from voila.notebook_renderer import NotebookRenderer

from cardlab.locale import LANGUAGES
from cardlab.serve import frame
from cardlab.serve.kernels import LessonKernels

__all__ = ["Files", "KernelState", "Lesson", "Nothing", "Prose", "Start"]

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
LOG: Final = logging.getLogger("cardlab.serve")


class Prose(VoilaMarkdownRenderer):  # type: ignore[misc]
    """Markdown of a lesson as HTML: headings keep their ids without a pilcrow behind them, wide tables scroll alone."""

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return re.sub(r'<a class="anchor-link".*?</a>', "", super().heading(text, level, **attributes))

    def table(self, text: str) -> str:
        return f'<div class="course-scroll" tabindex="0" role="group"><table>{text}</table></div>'


class Page(JupyterHandler):
    """What all pages share: our policy, our language, our page when something is wrong."""

    @property
    def content_security_policy(self) -> str:
        return POLICY

    @property
    def kernels(self) -> LessonKernels:
        kernels: LessonKernels = self.settings["kernel_manager"]
        return kernels

    @property
    def notebooks(self) -> Path:
        return Path(self.settings["course_notebooks"])

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")

    def language(self) -> str:
        """The language of the address, or else of the server's option, or else of the browser."""
        path = self.request.path.removeprefix(f"{self.base_url}voila/render/")
        accepted = self.settings["course_language"] or self.request.headers.get("Accept-Language", "")
        return frame.language(path, accepted)

    def wished(self) -> str:
        """The language that the address asks for with `?lang=`, if there is a catalogue for it."""
        lang = self.get_query_argument("lang", "")
        return lang if lang in LANGUAGES else ""

    def write_error(self, status_code: int, **_reason: Any) -> None:
        course = frame.message(status_code, self.language(), self.base_url)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        template = self.settings["voila_jinja2_env"].get_template("message.html.j2")
        self.finish(template.render(course=course))


class Start(Page):
    """`/`: on to the way in, in the learner's language."""

    def get(self) -> None:
        lang = self.wished() or self.language()
        self.redirect(f"{self.base_url}voila/render/{lang}/index.ipynb")


class Nothing(Page):
    """Every address that is no page: one clear sentence."""

    async def prepare(self, **options: Any) -> None:
        await super().prepare(**options)
        raise HTTPError(404)


class LessonExecutor(VoilaExecutor):  # type: ignore[misc]
    """Runs a lesson's cells; begins as soon as the kernel answers, where the original listens for silence first."""

    async def async_start_new_kernel_client(self) -> Any:
        self.kc: Any = self.km.client()
        self.kc.allow_stdin = False
        self.kc.start_channels()
        for _ in range(self.startup_timeout):
            self.kc.kernel_info()
            with suppress(Empty):
                await self.kc.get_shell_msg(timeout=1)
                await self.kc.get_iopub_msg(timeout=0.2)
                return self.kc
            if not await self.kc.is_alive():
                break
        self.kc.stop_channels()
        raise RuntimeError("the kernel does not answer")


class LessonRenderer(NotebookRenderer):  # type: ignore[misc]
    """Voilà's renderer with our executor."""

    async def _jinja_kernel_start(self, nb: Any, kernel_id: str, kernel_future: asyncio.Future[Any]) -> str:
        self.executor = LessonExecutor(nb, km=await kernel_future, config=self.traitlet_config)
        await self.executor.async_start_new_kernel_client()
        return kernel_id


class Lesson(Page):
    """One lesson: the prose at once, then its kernel, then each result as it comes."""

    async def get(self, path: str) -> None:
        if path not in frame.lessons(self.notebooks):
            raise HTTPError(404)
        if elsewhere := self.in_wished_language(path):
            self.redirect(elsewhere)
            return
        self.kernels.check_room()
        _ = self.xsrf_token  # sets the cookie without which the closing page may not end its kernel
        renderer = LessonRenderer(
            request_handler=self,
            voila_configuration=self.settings["voila"].voila_configuration,
            traitlet_config=self.config,
            notebook_path=path,
            template_paths=self.settings["voila"].template_paths,
            config_manager=self.config_manager,
            contents_manager=self.contents_manager,
            base_url=self.base_url,
            kernel_spec_manager=self.kernel_spec_manager,
            page_config={"course": frame.frame(self.notebooks, path, self.base_url)},
        )
        await renderer.initialize()
        self.set_header("Content-Type", "text/html; charset=utf-8")
        kernel_id, kernel = self.kernels.begin(PurePosixPath(path).parent.as_posix())
        try:
            async for piece, _ in renderer.generate_content_generator(kernel_id, kernel):
                self.write(piece)
                if "</course-step>" in piece:
                    await self.flush()
        except StreamClosedError:
            await self._end(kernel_id, kernel)
        except Exception as problem:
            LOG.error("%s: %s", path, problem, exc_info=True)
            await self._end(kernel_id, kernel)
            if not self._headers_written:
                raise HTTPError(500) from problem

    def in_wished_language(self, path: str) -> str:
        """The address of the same lesson in the language that `?lang=` asks for; empty if that is where we are."""
        lang, (folder, _, name) = self.wished(), path.rpartition("/")
        there = f"{lang}/{name}"
        if not lang or lang == folder or there not in frame.lessons(self.notebooks):
            return ""
        rest = urlencode([(key, value) for key, value in parse_qsl(self.request.query) if key != "lang"])
        return f"{self.base_url}voila/render/{there}{'?' if rest else ''}{rest}"

    async def _end(self, kernel_id: str, kernel: asyncio.Future[Any]) -> None:
        """Ends the kernel of a page that nobody will see."""
        await asyncio.wait([kernel])
        if not kernel.exception():
            await self.kernels.discard(kernel_id)


class Files(Page, StaticFileHandler):
    """The frame's own files: style sheet, scripts, icon. The browser keeps those that carry a version."""

    def set_extra_headers(self, path: str) -> None:
        lasting = bool(self.get_argument("v", "")) or re.search(r"-[A-Z0-9]{8}\.js$", path)
        self.set_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")

    def get_content_type(self) -> str:
        kind: str = super().get_content_type()
        return f"{kind}; charset=utf-8" if kind.startswith(("text/", "application/javascript")) else kind


class KernelState(KernelHandler):
    """Whether a page's kernel still runs; ending it is another address."""

    SUPPORTED_METHODS = ("GET",)
