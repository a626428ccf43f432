"""`cardlab lab`: the learner's own copy of the notebooks in JupyterLab.

Imported only by the command that
starts it: JupyterLab takes seconds.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from cardlab.locale import LANGUAGES, say
from cardlab.serve import frame, own_copy, reach
from cardlab.serve.start import PACKAGE, CannotServe, bound, hush, laboratory_in_preparation, quicken_import
from cardlab.terminal import tell

quicken_import()

import nbformat  # noqa: E402
from jupyter_server.serverapp import ServerApp  # noqa: E402
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection  # noqa: E402
from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]  # noqa: E402
from nbformat.sign import NotebookNotary  # noqa: E402
from tornado.ioloop import IOLoop  # noqa: E402
from traitlets.config import Config  # noqa: E402

SETTINGS: Final = Path(__file__).parent / "lab_settings"
"""A folder of Jupyter settings with our defaults: JupyterLab asks nobody whether it may fetch news."""


def open_lab(options: argparse.Namespace, lang: str) -> int:
    """Opens JupyterLab on the learner's copy of the course and returns 0 when it is stopped.

    `options` are those of `cardlab lab`, read. Raises CannotServe if the copy or the port cannot be had.
    """
    folder = _place(options, lang)
    sockets = bound(options.host, options.port, lang)
    start, written = _prepared(options, folder, lang)
    if not reach.is_local(options.host):
        tell(say("serve.open_to_network", lang, host=options.host))
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
            f"--LabApp.workspaces_dir={folder / own_copy.MEMORY.parent / 'workspaces'}",
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
    _sign(server.contents_manager.notary, [folder / path for path in written], lang)
    address = f"{reach.address_of(options.host, port, start)}?token={token}"
    IOLoop.current().add_callback(lambda: print(say("serve.address", lang, address=address), flush=True))
    with laboratory_in_preparation():
        server.start()
    tell(say("serve.stopped", lang))
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


# The copy


def _place(options: argparse.Namespace, lang: str) -> Path:
    """The folder of the copy: the one asked for, or else a new or earlier one here, or else one at home."""
    sources = (options.notebooks, PACKAGE)
    if options.copy is not None:
        if not own_copy.is_outside(options.copy, *sources):
            raise CannotServe(say("lab.inside_course", lang, folder=options.copy))
        return Path(options.copy)
    here = Path.cwd()
    fits = own_copy.is_outside(here, *sources) and os.access(here, os.W_OK)
    return (here if fits else Path.home()) / own_copy.FOLDER


def _prepared(options: argparse.Namespace, folder: Path, lang: str) -> tuple[str, set[str]]:
    """Renews the copy and says what has become of it; gives where JupyterLab begins, and the lessons just written."""
    course = options.notebooks
    wanted = _lesson(course, options, lang) if options.fresh else ""
    try:
        done = own_copy.renew(course, folder, _language_info())
        tell(say("lab.copy", lang, folder=folder))
        if wanted:
            aside = own_copy.fresh(course, folder, wanted, _language_info())
            told = {"aside": aside.relative_to(folder).as_posix()} if aside else {}
            tell(say("lab.fresh_aside" if aside else "lab.fresh", lang, lesson=wanted, **told))
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise CannotServe(say("lab.no_folder", lang, folder=folder, reason=reason)) from None
    if done.updated:
        tell(say("lab.updated", lang, count=len(done.updated)))
    if waiting := [path for path in done.waiting if path != wanted]:
        tell(say("lab.waiting", lang, lessons=", ".join(waiting)))
    begin = wanted or (f"{options.lang}/index.ipynb" if options.lang else "index.ipynb")
    start = f"/lab/tree/{begin}" if begin in frame.every_notebook(course) else "/lab"
    return start, {*done.written, wanted} - {""}


def _sign(notary: NotebookNotary, notebooks: Iterable[Path], lang: str) -> None:
    """Tells Jupyter that the course's own results may be shown: it draws no SVG of a notebook that it does not trust.

    Where Jupyter cannot keep that, it is said, and the plots come when their cells are run.
    """
    try:
        for notebook in notebooks:
            notary.sign(nbformat.read(notebook, as_version=4))  # type: ignore[no-untyped-call]
    except (OSError, sqlite3.Error) as problem:
        tell(say("lab.not_signed", lang, reason=problem))


def _lesson(course: Path, options: argparse.Namespace, lang: str) -> str:
    """The lesson that is to be fresh, as a path: "de/melds" names its language, "melds" is in the one spoken."""
    name = options.fresh.removesuffix(".ipynb")
    known = frame.every_notebook(course)
    for path in (f"{lang}/{name}.ipynb", f"{name}.ipynb"):
        if path in known:
            return path
    names = sorted({Path(path).stem for path in known if path.split("/")[0] in LANGUAGES})
    raise CannotServe(say("lab.no_lesson", lang, lesson=options.fresh, lessons=", ".join(names)))


def _language_info() -> dict[str, Any]:
    """What the kernel says of its language; JupyterLab writes it into a notebook that says something else."""
    from ipykernel.ipkernel import IPythonKernel

    return dict(IPythonKernel.language_info)
