"""The Jupyter server extension that copies the notebooks for JupyterHub users."""

from __future__ import annotations

import os
from logging import Logger
from pathlib import Path
from threading import Thread
from typing import Any

from cardlab.serve.start import COPY, default_notebooks, is_course
from cardlab.terminal import Unusable


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    home = Path(server.root_dir)
    if os.environ.get("JUPYTERHUB_USER") and not is_course(home):
        # Copying takes seconds, and nobody should wait for it.
        Thread(target=lay_notebooks, args=(home, server.log), daemon=True).start()


def lay_notebooks(home: Path, log: Logger) -> None:
    """Copy the missing notebooks into the home; log the reason if that fails."""
    from cardlab.serve.own_copy import copy_notebooks

    try:
        copy_notebooks(default_notebooks(), home / COPY)
    except (Unusable, ImportError) as reason:
        log.warning("%s", reason)
