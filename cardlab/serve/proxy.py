"""The course as one more program of a Jupyter server that somebody else starts, as on JupyterHub and Binder.

`jupyter-server-proxy` finds `settings` by its entry point, starts `cardlab serve` when somebody first opens
`cardlab/`, and passes on what those say whom the Jupyter server lets in.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import say

NAME: Final = "cardlab"
"""What the entry point is called, and so the path under which the course lies."""

PATIENCE: Final = 60
"""Seconds that the course may take to start; on a shared machine that has just been set up, imports are slow."""


def settings() -> dict[str, Any]:
    """What `jupyter-server-proxy` asks of a program: how it is started, and how it is shown in JupyterLab's launcher.

    The course sees whole addresses, and every visitor as one of this computer: who may come from where, the Jupyter
    server has looked at before, by its own name, which the course cannot know.
    """
    here = "127.0.0.1:{port}"
    return {
        "command": [
            *(sys.executable, "-m", "cardlab.cli", "serve", "--no-browser"),
            *("--port", "{port}", "--base-url", f"{{base_url}}{NAME}/"),
        ],
        "absolute_url": True,
        "timeout": PATIENCE,
        "request_headers_override": {"Host": here, "Origin": f"http://{here}"},
        "launcher_entry": {"title": say("page.course_short"), "icon_path": str(frame.STATIC / "icon.svg")},
    }
