"""`cardlab serve` and `cardlab lab`: the course in the browser.

Knows options, ports and how the server starts and stops. Voilà is imported only when it is wanted: that takes a second.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NoReturn

from cardlab.locale import LANGUAGES, say
from cardlab.serve import frame, notebooks
from cardlab.serve.own_copy import FOLDER as COPY
from cardlab.serve.ports import CannotServe, bound, is_local, shown
from cardlab.serve.starting import hush, laboratory_in_preparation, quicken_import

__all__ = ["lab", "serve"]

HOST: Final = "127.0.0.1"
PORT: Final = 8866
LAB_PORT: Final = 8888
PAGES: Final = 60
# One warm kernel: the next page of a single learner opens at once, and it costs 40 MB.
PREHEAT: Final = 1
SPOKEN: Final = "/".join(LANGUAGES)


def serve(argv: Sequence[str]) -> int:
    """`cardlab serve`: opens the course; returns when it is stopped: 0, or 2 for options that do not work."""
    return _run("serve", argv, _serve)


def lab(argv: Sequence[str]) -> int:
    """`cardlab lab`: opens the notebooks in JupyterLab; returns as `serve` does."""
    return _run("lab", argv, _lab)


def _run(command: str, argv: Sequence[str], start: Callable[[argparse.Namespace, str], int]) -> int:
    lang = _terminal_language(argv)
    try:
        options = _options(command, lang).parse_args(argv)
        missing = [
            name for name in ("voila", "jupyterlab", "anywidget", "fsrs") if importlib.util.find_spec(name) is None
        ]
        if missing:
            raise CannotServe(say("serve.not_installed", lang))
        if not frame.lessons(options.notebooks):
            raise CannotServe(say("serve.no_notebooks", lang, folder=options.notebooks))
        return start(options, lang)
    except CannotServe as reason:
        print(f"cardlab {command}: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


# Options


class _Parser(argparse.ArgumentParser):
    """Options whose faults are one sentence of ours."""

    def __init__(self, lang: str, **kwargs: Any) -> None:
        self.lang = lang
        super().__init__(add_help=False, allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        raise CannotServe(say("serve.bad_option", self.lang, text=message.rpartition(": ")[2]))


def _options(command: str, lang: str) -> argparse.ArgumentParser:
    def words(option: str, **facts: Any) -> str:
        return say(f"serve.option.{option}", lang, **facts)

    def number(option: str, first: int, last: int) -> Callable[[str], int]:
        def read(text: str) -> int:
            if not text.isascii() or not text.isdigit() or not first <= int(text) <= last:
                raise CannotServe(say("serve.bad_number", lang, option=option, first=first, last=last, text=text))
            return int(text)

        return read

    def spoken(text: str) -> str:
        if text not in LANGUAGES:
            raise CannotServe(say("serve.bad_language", lang, languages=SPOKEN, text=text))
        return text

    parser = _Parser(
        lang, prog=f"cardlab {command}", description=say("serve.about" + "_lab" * (command == "lab"), lang)
    )
    option = parser.add_argument
    port = LAB_PORT if command == "lab" else PORT
    option("--help", "-h", action="help", help=words("help"))
    option("--port", type=number("--port", 1, 65535), default=port, metavar="N", help=words("port", port=port))
    option("--host", default=HOST, help=words("host", host=HOST))
    option("--lang", type=spoken, metavar=SPOKEN, help=words("lang", languages=SPOKEN))
    option("--no-browser", action="store_true", help=words("no_browser"))
    option("--notebooks", type=_folder, default=notebooks.of_the_course(), metavar="DIR", help=words("notebooks"))
    option("--verbose", action="store_true", help=words("verbose"))
    if command == "serve":
        option(
            "--preheat",
            type=number("--preheat", 0, 500),
            default=PREHEAT,
            metavar="N",
            help=words("preheat", kernels=PREHEAT),
        )
        option("--pages", type=number("--pages", 1, 5000), default=PAGES, metavar="N", help=words("pages", pages=PAGES))
    else:
        option("--copy", type=_folder, metavar="DIR", help=words("copy", folder=COPY))
        option("--fresh", metavar=words("fresh_name"), help=words("fresh"))
    return parser  # fmt: skip


def _terminal_language(argv: Sequence[str]) -> str:
    """The language to speak in the terminal: that of --lang, or else of the system."""
    asked = dict(pairwise(argv)).get("--lang", "")
    asked = next((text.partition("=")[2] for text in argv if text.startswith("--lang=")), asked)
    system = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return asked if asked in LANGUAGES else system[:2] if system[:2] in LANGUAGES else "en"


def _folder(text: str) -> Path:
    return Path(text).expanduser().resolve()


# The servers


def _serve(options: argparse.Namespace, lang: str) -> int:
    sockets = bound(options.host, options.port, lang)
    port = sockets[0].getsockname()[1]
    if not is_local(options.host):
        print(say("serve.open_to_network", lang, host=options.host), flush=True)
    quicken_import()
    _find_template()
    from traitlets.config import Config

    from cardlab.serve.course import CourseServer

    hush(options.verbose, lang)
    settings = Config()
    settings.Voila.ip = options.host
    settings.Voila.port = port
    settings.Voila.root_dir = str(options.notebooks)
    settings.LessonKernels.preheat = options.preheat
    settings.LessonKernels.most = options.pages
    settings.LessonKernels.show_output = options.verbose
    server = CourseServer(config=settings, config_file_paths=[], log=logging.getLogger("cardlab"))
    server.is_local = is_local(options.host)
    server.language = options.lang or ""

    def ready() -> None:
        address = f"http://{shown(options.host)}:{port}/"
        print(say("serve.address", lang, address=address), flush=True)
        if not options.no_browser:
            webbrowser.open(address)

    server.ready = ready
    server.sockets = sockets
    server.initialize([])
    with laboratory_in_preparation():
        server.start()
    print(say("serve.stopped", lang), flush=True)
    return 0


def _lab(options: argparse.Namespace, lang: str) -> int:
    from cardlab.serve.lab import open_lab

    return open_lab(options, lang)


def _find_template() -> None:
    """Lets Voilà read the template where it is written: beside this file, before any installed copy."""
    others = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(frame.SHARE), *([others] if others else [])])


if __name__ == "__main__":
    commands = {"serve": serve, "lab": lab}
    sys.exit(commands[sys.argv[1]](sys.argv[2:]) if sys.argv[1:2] and sys.argv[1] in commands else 2)
