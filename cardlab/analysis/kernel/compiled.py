"""The kernel modules twice: as plain Python, which answers at once, and compiled by numba, which answers fast.

How the one source becomes two, where the compiled code is kept, and how it is loaded without anyone waiting.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, Final

from cardlab.analysis.kernel.hands import SUIT_TABLE, LookupTables
from cardlab.bots.odds import odds

_HERE: Final = Path(__file__).parent
MODULES: Final = ("hands", "rounds", "player", "sampling")
"""The kernel modules of this room, each after those that it calls."""

OPTIONS: Final[dict[str, Any]] = {
    "cache": True,
    "error_model": "numpy",
    "forceinline": True,
    "nogil": True,
    "_nrt": False,
}
"""No function here makes an array, so none needs to count references: that alone makes rounds three times as fast."""

APART: Final = {
    "hands.arrange",
    "hands.least_and_jokers",
    "player.best_laying",
    "player.meld_to_lay",
    "player.list_lay_offs",
    "player.list_at_end",
    "player.lay_off_joker",
    "rounds.lay_off",
    "rounds.settle",
    "player.calls",
    "player.challenges",
    "player.throw_away",
    "player.lay",
    "player.takes_discard",
}
"""Large functions that are called, not copied into each place where they are called."""

LONG: Final = 30 * 24 * 60 * 60
"""Compiled code that nobody has loaded for so many seconds goes."""

_TIED: Final = "tied"
"""The argument of a process that ends with the one that began it."""

_loaded = threading.Event()
_loading = threading.Lock()
_thread: threading.Thread | None = None


class Kernel:
    """The functions of all kernel modules as attributes by module, and memory of the kind that they work on.

    `plain().hands.least_deadwood(...)` is a function of module `hands`, `plain().rounds.play_on(...)` of another.

    >>> plain().hands.bit_index(8)
    3
    """

    def __init__(self, compiled: bool, modules: dict[str, SimpleNamespace]) -> None:
        self.compiled = compiled
        self.__dict__.update(modules)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def array(self, values: Iterable[int]) -> Any:
        """A list, or compiled an array of 64-bit whole numbers, with these values."""
        if not self.compiled:
            return list(values)
        import numpy

        return numpy.fromiter(values, numpy.int64)

    def memory(self, size: int, bits: int = 64) -> Any:
        """A list, or compiled an array of signed numbers of 8, 16, 32 or 64 bits, of `size` zeros."""
        if not self.compiled:
            return [0] * size
        import numpy

        return numpy.zeros(size, f"int{bits}")


@cache
def plain() -> Kernel:
    """The kernel as plain Python."""
    return Kernel(False, {name: SimpleNamespace(**_functions(name)) for name in MODULES})


@cache
def fast() -> Kernel:
    """The kernel compiled by numba, function by function when it is first called, or read from where it is kept.

    Raises ImportError if numba is not installed, and OSError if there is nowhere to keep compiled code.
    """
    import numba
    import numpy

    config: Any = import_module("numba.core.config")
    import_module(f"{__package__}.bits")
    try:
        config.CACHE_DIR = str(_kept_at())
        compiled: dict[Any, Any] = {}
        modules = {}
        for module in MODULES:
            names = {
                name: numpy.array(value) if isinstance(value, tuple) else _instead(value, compiled)
                for name, value in vars(import_module(f"{__package__}.{module}")).items()
            }
            for name, function in _functions(module).items():
                again = FunctionType(function.__code__, names, name)
                inlined = f"{module}.{name}" not in APART
                names[name] = compiled[function] = numba.njit(**OPTIONS | {"forceinline": inlined})(again)
            modules[module] = SimpleNamespace(**{name: names[name] for name in _functions(module)})
    except RuntimeError as nowhere:
        raise OSError(str(nowhere)) from nowhere
    finally:
        config.CACHE_DIR = ""
    return Kernel(True, modules)


def _instead(value: Any, compiled: dict[Any, Any]) -> Any:
    """The compiled function where another module's function is called, else the value itself."""
    return compiled.get(value, value) if isinstance(value, FunctionType) else value


@cache
def tables(kernel: Kernel, ace_high: int, jokers: int) -> LookupTables:
    """The tables that the kernel looks into: of one suit what runs leave, and the odds."""
    uncovered, in_run = kernel.memory(SUIT_TABLE * (jokers + 2), bits=8), kernel.memory(SUIT_TABLE, bits=16)
    kernel.hands.fill_runs(uncovered, in_run, ace_high, jokers)
    likely = kernel.memory(len(odds()), bits=16)
    likely[:] = odds()
    return LookupTables(uncovered, in_run, likely)


def is_installed() -> bool:
    """Whether numba is there; asks without importing it."""
    return find_spec("numba") is not None


def best() -> Kernel:
    """The compiled kernel once `load` has brought it, until then the plain one. Never waits."""
    return fast() if _loaded.is_set() else plain()


def load(wait: bool = False) -> bool:
    """Begins to load the compiled kernel in the background; returns whether it is there.

    What has not been compiled before is compiled in a process of its own, so that this one stays free to answer.
    With `wait` returns when it is there or cannot be had.
    """
    global _thread
    with _loading:
        if _thread is None and is_installed():
            _thread = threading.Thread(target=_load, name="cardlab-kernel", daemon=True)
            _thread.start()
    if wait and _thread is not None:
        _thread.join()
    return _loaded.is_set()


def is_prepared() -> bool:
    """Whether what `load` brings is compiled and kept, so that waiting for it takes about a second, not a minute.

    Asks without importing numba.
    """
    try:
        return is_installed() and (_kept_at() / "complete").exists()
    except (ImportError, OSError):
        return False


def _load() -> None:
    try:
        while not is_prepared():
            process = prepare_apart()
            if process is None or process.wait():
                return
        _call_everything(fast())
    except (ImportError, OSError):
        return
    _loaded.set()
    with suppress(OSError):  # kept where this process may only read
        (_kept_at() / "complete").touch()


def prepare_apart() -> subprocess.Popen[bytes] | None:
    """Starts `prepare` in a process of its own, of low priority; None if numba is not installed.

    If another process is at it, that one waits for it.
    It ends with this process, however this one goes; what it has compiled by then is kept.
    """
    if not is_installed():
        return None
    silent = subprocess.DEVNULL
    command = [sys.executable, "-m", "cardlab.analysis.kernel.compiled", _TIED]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent)


def prepare() -> None:
    """Compiles every function for the calls that are made, and keeps the result on disk. Takes about a minute once.

    Returns at once if that is done. Of several processes one compiles and the others wait for it.
    Raises ImportError if numba is not installed, and OSError if there is nowhere to keep compiled code.
    """
    import numba  # noqa: F401
    from filelock import FileLock

    kept = _kept_at()
    with FileLock(kept / "lock"):
        if not (kept / "complete").exists():
            _call_everything(fast())
            (kept / "complete").touch()
            _clear_away(kept)


def _call_everything(kernel: Kernel) -> None:
    import_module("cardlab.analysis.whatif").call_everything(kernel)


def _functions(module: str) -> dict[str, FunctionType]:
    """The functions that a kernel module defines itself, in order."""
    source = import_module(f"{__package__}.{module}")
    return {
        name: value
        for name, value in vars(source).items()
        if isinstance(value, FunctionType) and value.__module__ == source.__name__
    }


def _clear_away(kept: Path) -> None:
    """Removes what nobody has loaded for long: code of other sources, or of a place that is gone."""
    for other in kept.parent.glob("kernel-*/complete"):
        if time.time() - other.stat().st_mtime > LONG:
            shutil.rmtree(other.parent, ignore_errors=True)


def _kept_at() -> Path:
    """Where compiled code is kept: a folder for exactly these sources in this place, so that old code is never met."""
    import platformdirs

    sources = b"".join((_HERE / f"{module}.py").read_bytes() for module in (*MODULES, "bits", "compiled"))
    # numba finds what it has kept by the path of the source too.
    location = f"{_HERE}\n{version('numba')} {sys.version}"
    name = hashlib.sha256(sources + location.encode()).hexdigest()[:16]
    folder = Path(platformdirs.user_cache_dir("cardlab")) / f"kernel-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _end_with_who_began() -> None:
    """Whoever began this process holds its standard input open, says nothing, and lets go when it ends itself."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.argv[1:] == [_TIED]:
        threading.Thread(target=_end_with_who_began, daemon=True).start()
    # Under this name the module would be there twice, and the functions compiled would not be those that are called.
    import_module("cardlab.analysis.kernel.compiled").prepare()
