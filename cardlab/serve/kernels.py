"""A line to a kernel of JupyterLab that sends each message at once.

With Nagle's algorithm, which Jupyter leaves on, a click takes five times as long.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["PromptConnection"]


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The line between a notebook in JupyterLab and its kernel."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
