"""Voilà with only what the course needs: its own pages, its own kernels, no tree, no contents, no foreign files.

Knows which address leads where and how the server lives; imported only by `serve`, because Voilà is slow to import.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import socket
from collections.abc import Callable, Sequence
from typing import Any, Final

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.httpserver import HTTPServer
from traitlets import Type
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from cardlab.serve import frame
from cardlab.serve.kernels import LessonConnection, LessonKernels
from cardlab.serve.pages import Files, KernelState, Lesson, Nothing, Start

__all__ = ["CourseServer"]

KERNEL: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


class CourseServer(Voila):  # type: ignore[misc]
    """The server of the course. Set `ready`, called once when it answers; `language` and `is_local` before `start`."""

    kernel_websocket_connection_class = Type(LessonConnection, config=True)
    language = ""
    is_local = True
    sockets: Sequence[socket.socket] = ()
    ready: Callable[[], None] = staticmethod(lambda: None)

    def initialize(self, argv: list[str] | None = None) -> None:
        rules = self.config.VoilaConfiguration
        rules.template = "cardlab"
        rules.allow_template_override = "NO"
        rules.allow_theme_override = "NO"
        rules.show_tracebacks = False
        rules.multi_kernel_manager_class = LessonKernels
        self.config.LessonKernels.cull_idle_timeout = 1  # switches the culler on; LessonKernels has the limits
        self.config.LessonKernels.cull_interval = 60
        self.config.KernelRestarter.time_to_dead = 1.0  # seconds until a page is told that its kernel has died
        self.config.VoilaExporter.markdown_renderer_class = "cardlab.serve.pages.Prose"
        super().initialize(argv)

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        return settings | {
            "allow_remote_access": not self.is_local,
            "compress_response": True,
            "config": self.config,
            "course_notebooks": self.root_dir,
            "course_language": self.language,
            "websocket_compression_options": {"compression_level": 6, "mem_level": 9},
            "websocket_max_message_size": 10 * 1024 * 1024,
            "log_function": lambda handler: None,
        }

    def init_handlers(self) -> list[Any]:
        base = self.server_url
        return [
            (base, Start),
            (rf"{base}voila/render/(.*)", Lesson),
            (rf"{base}voila/templates/cardlab/static/(.*)", Files, {"path": str(frame.STATIC)}),
            (rf"{base}voila/api/shutdown/{KERNEL}", VoilaShutdownKernelHandler),
            (rf"{base}api/kernels/{KERNEL}", KernelState),
            (rf"{base}api/kernels/{KERNEL}/channels", VoilaKernelWebsocketHandler),
            (r".*", Nothing),
        ]

    def listen(self) -> None:
        """Serves until Ctrl+C, a closing terminal or the system says stop."""
        asyncio.run(self._live())

    async def _live(self) -> None:
        http = HTTPServer(self.app)
        http.add_sockets(self.sockets)
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
        await self._wait_for_answer()
        self.kernel_manager.refill(0)
        self.ready()
        await stopped.wait()
        http.stop()
        await self.kernel_manager.end_all()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    async def _wait_for_answer(self) -> None:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(str(self.ip), str(self.ip))
        address = f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"
        await AsyncHTTPClient().fetch(HTTPRequest(address, follow_redirects=False), raise_error=False)
