"""`cardlab lab`: the learner's own copy of the notebooks in JupyterLab.

Imported only by the command that starts it: JupyterLab takes seconds.
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
from cardlab.pagehost.notebooks import every_notebook
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve import own_copy
from cardlab.serve.start import bound, hush, laboratory_in_preparation, quicken_import
from cardlab.terminal import print_line

quicken_import()

from jupyter_server.serverapp import ServerApp  # noqa: E402
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection  # noqa: E402
from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]  # noqa: E402
from tornado.ioloop import IOLoop  # noqa: E402
from traitlets.config import Config  # noqa: E402

SETTINGS: Final = Path(__file__).parent / "lab_settings"
"""A folder of Jupyter settings with our defaults: JupyterLab asks nobody whether it may fetch news."""


def open_lab(options: argparse.Namespace, lang: str) -> int:
    """Opens JupyterLab on the learner's copy of the course and returns 0 when it is stopped.

    `options` are those of `cardlab lab`, read. Raises CannotServe if the copy or the port cannot be had.
    """
    folder = options.copy
    sockets = bound(options.host, options.port, lang)
    own_copy.lay(options.notebooks, folder, lang)
    print_line(say("lab.copy", lang, folder=folder))
    begin = f"{options.lang}/index.ipynb" if options.lang else "index.ipynb"
    start = f"/lab/tree/{begin}" if begin in every_notebook(options.notebooks, LANGUAGES) else "/lab"
    if not addresses.is_local(options.host):
        print_line(say("serve.open_to_network", lang, host=options.host))
    hush(options.verbose, lang)
    _settle()
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
            # Which tabs were open is kept with the copy, so that it does not mix with the learner's other folders.
            f"--LabApp.workspaces_dir={folder / '.cardlab' / 'workspaces'}",
            # The course works without internet: nobody looks for news, updates or extensions.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
            f"--Application.log_level={'INFO' if options.verbose else 'ERROR'}",
            "--allow-root",
        ],
        config=Config({"IdentityProvider": {"token": token}}),
        sockets=sockets,
    )
    address = f"{addresses.address_of(options.host, port, start)}?token={token}"
    IOLoop.current().add_callback(lambda: print(say("serve.address", lang, address=address), flush=True))
    with laboratory_in_preparation():
        server.start()
    print_line(say("serve.stopped", lang))
    return 0


class LaboratoryServer(ServerApp):
    """Jupyter's server on sockets that are bound already."""

    def __init__(self, *, sockets: Sequence[socket.socket] = (), **settings: Any) -> None:
        self._sockets = sockets
        super().__init__(**settings)

    def _find_http_port(self) -> None:
        """There is nothing to find: the port is ours."""

    def _bind_http_server_tcp(self) -> bool:
        self.http_server.add_sockets(self._sockets)
        return True


class Laboratory(LabApp):  # type: ignore[misc]
    """JupyterLab on such a server."""

    serverapp_class = LaboratoryServer


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The line to a kernel that sends each message at once.

    With Nagle's algorithm, which Jupyter leaves on, a click takes five times as long.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _settle() -> None:
    """Our defaults come after all of the learner's own settings, and so count only where these say nothing."""
    others = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join([*([others] if others else []), str(SETTINGS)])
