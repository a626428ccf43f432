"""The command `cardlab lab`: the learner's copy of the notebooks in JupyterLab.

This module takes seconds to import.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from cardlab.dashboard import addresses
from cardlab.pages.notebooks import notebook_paths
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve import own_copy
from cardlab.serve.start import bind, configure_logging, skip_slow_import
from cardlab.terminal import print_line

skip_slow_import()

import zmq  # noqa: E402
from jupyter_server.serverapp import ServerApp  # noqa: E402
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection  # noqa: E402
from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]  # noqa: E402
from tornado.ioloop import IOLoop  # noqa: E402
from traitlets.config import Config  # noqa: E402

SETTINGS: Final = Path(__file__).parent / "lab_settings"
"""A folder of Jupyter settings with our defaults: JupyterLab does not ask whether it may fetch news."""


def open_lab(options: argparse.Namespace) -> int:
    """Open JupyterLab on the learner's copy of the course; return 0 at its end.

    `options`: those of `cardlab lab`. Raises Unusable if the folder or the port cannot be used.
    """
    folder = options.copy
    sockets = bind(options.host, options.port)
    own_copy.copy_notebooks(options.notebooks, folder)
    print_line(f"Your own copy of the notebooks is in {folder}")
    start = first_page(options.notebooks, options.lang or os.environ.get("LANG", "")[:2])
    if not addresses.is_local(options.host):
        print_line(f"Warning: everyone on this network can reach the server at {options.host}.")
    configure_logging(options.verbose)
    # Ours come last, so the learner's own settings override them.
    folders = [*filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")]), str(SETTINGS)]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(folders)
    port = sockets[0].getsockname()[1]
    token = secrets.token_urlsafe(24)
    server = Laboratory.initialize_server(
        [
            f"--ServerApp.ip={options.host}",
            f"--ServerApp.port={port}",
            f"--ServerApp.root_dir={folder}",
            f"--ServerApp.open_browser={not options.no_browser}",
            f"--ServerApp.default_url={start}",
            "--ServerApp.kernel_websocket_connection_class=cardlab.serve.lab.PromptConnection",
            "--ServerApp.answer_yes=True",
            # So the open tabs are kept with this copy, not mixed with those of other folders.
            f"--LabApp.workspaces_dir={folder / '.cardlab' / 'workspaces'}",
            # The course works without internet.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
            f"--Application.log_level={'INFO' if options.verbose else 'ERROR'}",
            "--allow-root",
        ],
        config=Config(
            {
                "IdentityProvider": {"token": token},
                # Otherwise each kernel prints a warning, even on loopback.
                "KernelManager": {"transport_encryption": "auto" if zmq.has("curve") else "disabled"},
            }
        ),
        sockets=sockets,
    )
    address = f"{addresses.address_of(options.host, port, start)}?token={token}"
    IOLoop.current().add_callback(lambda: print(f"The course is open at {address} (Ctrl+C ends it)", flush=True))
    server.start()
    print_line("The course is closed.")
    return 0


def first_page(course: Path, lang: str) -> str:
    """Return the address at which JupyterLab opens, if possible in this language."""
    pages = notebook_paths(course, LANGUAGES)
    first = (f"{lang}/index.ipynb", "en/index.ipynb", "index.ipynb")
    return next((f"/lab/tree/{page}" for page in first if page in pages), "/lab")


class LaboratoryServer(ServerApp):
    """Jupyter's server on sockets that have already been bound."""

    def __init__(self, *, sockets: Sequence[socket.socket] = (), **settings: Any) -> None:
        self._sockets = sockets
        super().__init__(**settings)

    def _find_http_port(self) -> None:
        """Do nothing: the port has already been bound."""

    def _bind_http_server_tcp(self) -> bool:
        self.http_server.add_sockets(self._sockets)
        return True


class Laboratory(LabApp):  # type: ignore[misc]
    serverapp_class = LaboratoryServer


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel connection without Nagle's algorithm, so that clicks aren't delayed."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
