"""The kernels behind the lessons: one for each open page, some kept warm, no more than the machine can carry.

Knows how a kernel starts, waits and ends; knows no page and no notebook.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

from jupyter_client.session import utcnow
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.utils import ApiPath
from tornado.web import HTTPError
from traitlets import Bool, Integer

__all__ = ["LessonConnection", "LessonKernels", "PromptConnection"]

# What every lesson imports. A missing module is no fault here: the lesson itself will say so.
PREPARATION: Final = """
import contextlib as _contextlib, importlib as _importlib
for _name in ("ipywidgets", "anywidget", "cardlab.widgets", "cardlab.lessons"):
    with _contextlib.suppress(ImportError):
        _importlib.import_module(_name)
del _contextlib, _importlib, _name
"""


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A line to a kernel that sends each message at once.

    With Nagle's algorithm, which Jupyter leaves on, a click takes five times as long.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class LessonConnection(PromptConnection):
    """The line between a lesson's page and its kernel: no traceback passes."""

    def _on_error(self, channel: str, msg: dict[str, Any], msg_list: list[Any]) -> None:
        header = self.get_part("header", msg["header"], msg_list)  # type: ignore[no-untyped-call]
        if channel != "iopub" or header["msg_type"] != "error":
            return
        msg["content"] = {"ename": "Error", "evalue": "", "traceback": []}
        if self.subprotocol:
            msg_list[3] = self.session.pack(msg["content"])


class LessonKernels(AsyncMappingKernelManager):
    """Starts, keeps warm, counts and ends the kernels.

    A kernel whose page is closed ends at once, because the page says so; the limits here are for pages that could not.
    """

    preheat = Integer(0, config=True, help="how many kernels to keep ready")
    most = Integer(60, config=True, help="how many pages may be open at the same time")
    quiet_before_refill = Integer(10, config=True, help="seconds without a new page before a warm kernel is replaced")
    end_unseen = Integer(20 * 60, config=True, help="seconds after which an idle kernel without a page ends")
    end_unused = Integer(3 * 60 * 60, config=True, help="seconds after which an idle kernel with an open page ends")
    show_output = Bool(False, config=True, help="whether kernels write to the server's terminal")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self.warm: deque[str] = deque()
        self.starting = 0
        self.refilling: asyncio.Task[None] | None = None

    def check_room(self) -> None:
        """Raises HTTPError 503 if as many pages are open as may be."""
        if len(self) - len(self.warm) + self.starting >= self.most:
            raise HTTPError(503)

    def begin(self, folder: str) -> tuple[str, asyncio.Future[Any]]:
        """A kernel for one page, working in `folder`: its id at once, and itself when it is there.

        A warm one if there is one, otherwise a new one.
        """
        self.starting += 1
        warm = next((kernel_id for kernel_id in iter(self._next_warm, "") if kernel_id in self), "")
        kernel_id: str = warm or self.new_kernel_id()
        start = self._move(kernel_id, folder) if warm else self._launch(folder, kernel_id)
        return kernel_id, asyncio.ensure_future(self._begun(kernel_id, start))

    def _next_warm(self) -> str:
        return self.warm.popleft() if self.warm else ""

    async def _begun(self, kernel_id: str, start: Awaitable[Any]) -> Any:
        try:
            await start
            return self.get_kernel(kernel_id)
        finally:
            self.starting -= 1
            self.refill(self.quiet_before_refill)

    async def _launch(self, folder: str, kernel_id: str) -> None:
        silence = {} if self.show_output else {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        await self.start_kernel(kernel_id=kernel_id, kernel_name="python3", path=ApiPath(folder), **silence)

    async def _move(self, kernel_id: str, folder: str) -> None:
        place: str = self.cwd_for_path(folder)  # type: ignore[no-untyped-call]
        await self.run(kernel_id, f"import os; os.chdir({place!r})", is_ready=True)

    async def run(self, kernel_id: str, code: str, is_ready: bool = False) -> bool:
        """Runs `code` in a kernel, unseen; whether it went well."""
        client: Any = self.get_kernel(kernel_id).client()
        client.start_channels(hb=False, stdin=False, control=False)
        try:
            if not is_ready:
                await client.wait_for_ready(timeout=60)
            reply = await client.execute(code, silent=True, reply=True, timeout=60)
        except (RuntimeError, TimeoutError):
            return False
        finally:
            client.stop_channels()
        return bool(reply["content"]["status"] == "ok")

    def refill(self, quiet: float) -> None:
        """Warms kernels one after the other, once no page has come for `quiet` seconds.

        Those who are working already shall not lose their processor to kernels for those who may come.
        """
        if self.refilling is not None:
            self.refilling.cancel()
        self.refilling = asyncio.create_task(self._refill(quiet)) if self.preheat else None

    async def _refill(self, quiet: float) -> None:
        await asyncio.sleep(quiet)
        while len(self.warm) < self.preheat:
            if not await asyncio.shield(self._warm_up()):
                return

    async def _warm_up(self) -> bool:
        kernel_id: str = self.new_kernel_id()
        await self._launch("", kernel_id)
        if await self.run(kernel_id, PREPARATION):
            self.warm.append(kernel_id)
            return True
        await self._shut_down(kernel_id)
        return False

    async def discard(self, kernel_id: str) -> None:
        """Ends a kernel at once, if it is still there."""
        if kernel_id in self:
            await self._shut_down(kernel_id)

    async def _shut_down(self, kernel_id: str) -> None:
        end: Callable[..., Awaitable[None]] = self.shutdown_kernel
        await end(kernel_id, now=True)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Ends a kernel that nobody has used for too long; called by the server's culler once a minute."""
        kernel = self._kernels.get(kernel_id)
        if kernel is None or kernel_id in self.warm or getattr(kernel, "execution_state", "") == "busy":
            return
        limit = self.end_unused if self._kernel_connections.get(kernel_id) else self.end_unseen
        if utcnow() - kernel.last_activity > timedelta(seconds=limit):
            await self._shut_down(kernel_id)

    async def end_all(self) -> None:
        """Ends every kernel at once; the server is closing."""
        self.preheat = 0
        if self.refilling is not None:
            self.refilling.cancel()
        self.warm.clear()
        end: Callable[..., Awaitable[None]] = self.shutdown_all
        await end(now=True)
