"""A page of Panel over a socket, in Bokeh's protocol: three text frames a message.

Such a page gets its token, asks for its document, and presses a button of it.
"""

import json
import re
from typing import Any, Final
from uuid import uuid4

from tests.load.line import Line, Refused, fetch
from tests.load.visits import Lost

TOKEN: Final = re.compile(r'"token":\s*"([^"]+)"')


class Panel:
    """A page of `panel serve`."""

    def __init__(self, port: int, lesson: str) -> None:
        self.port = port
        self.line: Line | None = None
        self._buttons: list[str] = []

    async def open(self) -> None:
        """Fetches the page, connects, and asks for its document. Raises Lost."""
        answer = await fetch(self.port, "/panel_page")
        found = TOKEN.search(answer.text)
        if answer.status != 200 or found is None:
            raise Lost(f"the page answers {answer.status}")
        try:
            self.line = await Line.open(self.port, "/panel_page/ws", ("bokeh", found[1]))
        except Refused as refused:
            raise Lost(str(refused)) from None
        while (await self._read())[0]["msgtype"] != "ACK":
            pass
        asked = self._send("PULL-DOC-REQ", {})
        while True:
            header, content = await self._read()
            if header.get("reqid") == asked:
                break
        self._buttons = _ids(content, "panel.models.widgets.Button") or _ids(content, "Button")
        if not self._buttons:
            raise Lost("the page has no buttons")

    async def press(self) -> None:
        """Presses the first button and waits for the change that it makes."""
        values = {"type": "map", "entries": [["model", {"id": self._buttons[0]}]]}
        event = {"type": "event", "name": "button_click", "values": values}
        self._send("PATCH-DOC", {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}]})
        while (await self._read())[0]["msgtype"] != "PATCH-DOC":
            pass

    async def close(self) -> None:
        """Leaves the page."""
        if self.line is not None:
            self.line.close()

    def _send(self, kind: str, content: dict[str, Any]) -> str:
        name = uuid4().hex
        assert self.line is not None
        for part in ({"msgid": name, "msgtype": kind}, {}, content):
            self.line.send(json.dumps(part))
        return name

    async def _read(self) -> tuple[dict[str, Any], dict[str, Any]]:
        parts = [await self._part() for _ in range(3)]
        header = json.loads(parts[0])
        for _ in range(2 * header.get("num_buffers", 0)):
            await self._part()
        return header, json.loads(parts[2])

    async def _part(self) -> str | bytes:
        assert self.line is not None
        part = await self.line.read()
        if part is None:
            raise Lost(f"the line ended with code {self.line.code}")
        return part


def _ids(part: Any, name: str) -> list[str]:
    """The ids of all models of this name in a document, in its order."""
    if isinstance(part, list):
        return [one for inner in part for one in _ids(inner, name)]
    if not isinstance(part, dict):
        return []
    own = [part["id"]] if part.get("type") == "object" and part.get("name") == name else []
    return own + [one for inner in part.values() for one in _ids(inner, name)]
