"""An environment of its own with the wheel in it, and what runs there; nothing of this clone is seen from inside."""

import json
import os
import re
import socket
import subprocess
import sys
import zipfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from pages import ADDRESS, answering, running

HOUSE = Path(__file__).parents[2]
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command, code=0, **more):
    """What a command prints; the test fails with all of it if the command ends in another way."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, encoding="utf-8", check=False, **more
    )
    assert done.returncode == code, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def uv_or_pip(uv, pip):
    """What uv does in a tenth of pip's time; pip does it where packages come from a place that only pip was told of."""
    program = Path(sys.prefix) / BIN / "uv"
    if program.exists() and subprocess.run([program, *uv], capture_output=True, check=False).returncode == 0:
        return
    run(sys.executable, "-m", "pip", *pip)


def _is_open(port):
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


class Environment:
    """A new virtual environment, and a home folder for what programs keep of their users."""

    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "home"
        run(sys.executable, "-m", "venv", "--without-pip", folder)
        self.home.mkdir()

    @property
    def python(self):
        return self.folder / BIN / "python"

    @property
    def variables(self):
        ours = re.compile(r"PYTHON|VIRTUAL_ENV|JUPYTER|IPYTHON|XDG_|PYTEST|COVERAGE")
        kept = {name: value for name, value in os.environ.items() if not ours.match(name)}
        path = os.pathsep.join((str(self.folder / BIN), kept["PATH"]))
        return kept | {"PATH": path, "HOME": str(self.home), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}

    def install(self, wheel, extra=""):
        asked = (f"{wheel}[{extra}]" if extra else wheel, "--constraint", HOUSE / "constraints.txt")
        pip = ("--python", self.python, "install", "--no-compile", *asked)
        uv_or_pip(("pip", "install", "--python", self.python, *asked), pip)

    def installed(self):
        """The names of all packages in the environment."""
        listed = run(sys.executable, "-m", "pip", "--python", self.python, "list", "--format", "json")
        return {entry["name"] for entry in json.loads(listed)}

    def run(self, program, *words, **more):
        """What a program of the environment prints; `code` is how it is to end."""
        return run(self.folder / BIN / program, *words, env=self.variables, **more)

    @contextmanager
    def running(self, program, *words, cwd, until=ADDRESS, **variables):
        """A server of the environment, with more variables; gives the address that it prints, and ends it."""
        server = running(*words, program=(self.folder / BIN / program,), env={**self.variables, **variables}, cwd=cwd)
        with answering(server, until) as (address, _):
            # Jupyter prints its address shortly before it listens there.
            while server.poll() is None and not _is_open(urlsplit(address).port):
                pass
            yield address


class Here(Environment):
    """The environment of the tests themselves, with a home folder of its own."""

    def __init__(self, home):
        self.folder = Path(sys.prefix)
        self.home = home


def build(folder):
    """The wheel, built from this clone into `folder`."""
    uv_or_pip(("build", "--wheel", "--out-dir", folder, HOUSE), ("wheel", "--no-deps", "--wheel-dir", folder, HOUSE))
    (wheel,) = folder.glob("*.whl")
    return wheel


def names(wheel):
    """The paths of all files in a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        return opened.namelist()
