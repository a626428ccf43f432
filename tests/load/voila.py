"""A page of Voilà over a socket: it finds its kernel and asks for the widgets."""

import json
import re
from itertools import count
from typing import Any
from uuid import uuid4

from tests.load.line import Line, Refused, fetch
from tests.load.page import Lost, press


class Voila:
    """A page of an unchanged `voila notebooks/en`. Its kernel outlives it (voila #1458)."""

    def __init__(self, port: int) -> None:
        self.port, self._name, self._presses = port, uuid4().hex, count(1)
        self.line: Line | None = None

    async def open(self) -> None:
        """Fetch the page, which arrives while its cells run, and ask for all widgets. Raises Lost."""
        answer = await fetch(self.port, "/voila/render/melds.ipynb", {"Accept": "text/html"})
        kernel = re.search(r'"kernelId": "([\w-]+)"', answer.text)
        self._places = re.findall(r'"model_id": ?"([\w-]+)"', answer.text)
        if answer.status != 200 or kernel is None or not self._places:
            raise Lost(f"the page answers {answer.status}, or has no kernel or no widgets")
        path = f"/api/kernels/{kernel[1]}/channels?session_id={self._name}"
        try:
            self.line = await Line.open(self.port, path, headers={"Cookie": answer.cookies})
        except Refused as refused:
            raise Lost(str(refused)) from None
        comm = {"comm_id": uuid4().hex}
        self._send("comm_open", {**comm, "target_name": "jupyter.widget.control", "data": {}}, {"version": "1.0.0"})
        self._send("comm_msg", {**comm, "data": {"method": "request_states"}})
        while (message := await self._read())["content"].get("comm_id") != comm["comm_id"]:
            pass
        if missing := set(self._places) - set(message["content"]["data"]["states"]):
            raise Lost(f"{len(missing)} widgets are missing")

    async def press(self) -> None:
        """Press something on the first widget and wait for the first answer of any."""
        data = {"method": "custom", "content": press(next(self._presses))}
        name = self._send("comm_msg", {"comm_id": self._places[0], "data": data})
        while True:
            message = await self._read()
            if message["parent_header"].get("msg_id") == name:
                if message["msg_type"] == "comm_msg" or message["content"].get("execution_state") == "idle":
                    return

    def _send(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None) -> str:
        """Send a message on the kernel's channel `shell`, and return its name."""
        name = uuid4().hex
        header = {"msg_id": name, "msg_type": kind, "session": self._name, "username": "", "date": "", "version": "5.3"}
        parts = {"header": header, "parent_header": {}, "metadata": metadata or {}, "content": content}
        self.line.send(json.dumps(parts | {"channel": "shell"}))
        return name

    async def _read(self) -> dict[str, Any]:
        """Return the next message whose parts are text. Raises Lost if the line ends."""
        while not isinstance(message := await self.line.read(), str):
            if message is None:
                raise Lost(f"the line ended with code {self.line.code}")
        return dict(json.loads(message))

    async def close(self) -> None:
        """Leave the page."""
        self.line.close()
