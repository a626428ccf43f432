"""The course behind a Jupyter server, as on JupyterHub and Binder.

`jupyter-server-proxy` finds `settings` by its entry point, starts `cardlab serve` when `cardlab/` is first opened, and
forwards the requests of users whom the Jupyter server admits.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import say

NAME: Final = "cardlab"
"""The name of the entry point, which becomes the path of the course."""

START_TIMEOUT: Final = 60
"""Seconds that the course may take to start: on a new shared machine, imports are slow."""


def settings() -> dict[str, Any]:
    """Return the settings of `jupyter-server-proxy`: command and launcher entry.

    Host and Origin become those of this computer: the Jupyter server has checked them before, against its own name.
    """
    host = "127.0.0.1:{port}"
    return {
        "command": [
            *(sys.executable, "-m", "cardlab.cli", "serve", "--no-browser"),
            *("--port", "{port}", "--base-url", f"{{base_url}}{NAME}/"),
        ],
        "absolute_url": True,
        "timeout": START_TIMEOUT,
        "request_headers_override": {"Host": host, "Origin": f"http://{host}"},
        "launcher_entry": {"title": say("page.course_short"), "icon_path": str(frame.STATIC / "icon.svg")},
    }
