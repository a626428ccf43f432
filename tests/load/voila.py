"""A page of Voilà over a socket: it finds its kernel and asks for the widgets."""

import json
import re
from itertools import count
from typing import Any, Final
from uuid import uuid4

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1

from tests.load.line import Line, Refused, fetch
from tests.load.visits import Lost, press

V1: Final = "v1.kernel.websocket.jupyter.org"
CONTROL: Final = "jupyter.widget.control"


class Voila:
    """A page of an unchanged `voila notebooks/en`. Its kernel outlives it (voila #1458)."""

    def __init__(self, port: int, lesson: str) -> None:
        self.port = port
        self.lesson = lesson
        self.kernel = ""
        self.cookies = ""
        self.states: dict[str, dict[str, Any]] = {}
        self.line: Line | None = None
        self._name = uuid4().hex
        self._count = 0
        self._places: list[str] = []
        self._presses = count(1)

    async def open(self) -> None:
        """Fetch the page, which arrives while its cells run, and ask for all widgets. Raises Lost."""
        answer = await fetch(self.port, f"/voila/render/{self.lesson}.ipynb", {"Accept": "text/html"})
        self.cookies = answer.cookies
        found = re.search(r'"kernelId": "([\w-]+)"', answer.text)
        if answer.status != 200 or found is None:
            raise Lost(f"the page answers {answer.status}")
        self.kernel = found[1]
        self._places = re.findall(r'"model_id": ?"([\w-]+)"', answer.text)
        if not self._places:
            raise Lost("the page has no widgets")
        await self._connect(f"/api/kernels/{self.kernel}/channels")
        await self._ask_for_states()
        if missing := set(self._places) - set(self.states):
            raise Lost(f"{len(missing)} widgets are missing")

    async def press(self) -> None:
        """Press something on the first widget and wait for the answer."""
        await self._press(self._places[0], {"method": "custom", "content": press(next(self._presses))})

    async def _connect(self, path: str, protocols: tuple[str, ...] = (V1,)) -> None:
        headers = {"Cookie": self.cookies} if self.cookies else {}
        try:
            self.line = await Line.open(self.port, f"{path}?session_id={self._name}", protocols, headers)
        except Refused as refused:
            raise Lost(str(refused)) from None

    def _send(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None) -> str:
        self._count += 1
        name = f"{self._name}_{self._count}"
        header = {"msg_id": name, "msg_type": kind, "session": self._name, "username": "", "date": "", "version": "5.3"}
        assert self.line is not None
        self.line.send(self._packed(header, metadata or {}, content))
        return name

    def _packed(self, header: dict[str, Any], metadata: dict[str, Any], content: dict[str, Any]) -> str | bytes:
        parts = [json.dumps(part).encode() for part in (header, {}, metadata, content)]
        return bytes(serialize_msg_to_ws_v1(parts, "shell"))

    async def _read(self) -> dict[str, Any]:
        assert self.line is not None
        message = await self.line.read()
        if message is None:
            raise Lost(f"the line ended with code {self.line.code}")
        return self._unpacked(message)

    def _unpacked(self, message: str | bytes) -> dict[str, Any]:
        if isinstance(message, str):
            return dict(json.loads(message))
        _, parts = deserialize_msg_from_ws_v1(message)
        names = ("header", "parent_header", "metadata", "content")
        return dict(zip(names, map(json.loads, parts), strict=False))  # buffers follow

    async def _ask_for_states(self) -> None:
        comm = uuid4().hex
        self._send("comm_open", {"comm_id": comm, "target_name": CONTROL, "data": {}}, {"version": "1.0.0"})
        self._send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        while True:
            message = await self._read()
            content = message["content"]
            if message["header"]["msg_type"] == "comm_msg" and content["comm_id"] == comm:
                states = content["data"]["states"]
                self.states = {name: dict(told["state"]) for name, told in states.items()}
                return

    async def _press(self, comm: str, data: dict[str, Any]) -> None:
        """Send `data` to a comm, and wait for the first answer of any comm."""
        name = self._send("comm_msg", {"comm_id": comm, "data": data})
        while True:
            message = await self._read()
            kind = message["header"]["msg_type"]
            if message["parent_header"].get("msg_id") != name:
                continue
            if kind == "comm_msg" or (kind == "status" and message["content"].get("execution_state") == "idle"):
                return

    async def close(self) -> None:
        """Leave the page."""
        if self.line is not None:
            self.line.close()
