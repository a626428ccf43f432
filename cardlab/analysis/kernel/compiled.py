"""The kernel modules twice: as plain Python, which is ready at once, and compiled by numba, which is fast.

Covers compilation of the shared source, the cache of compiled code, and loading in the background.
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
"""The kernel modules, each after those that it calls."""

OPTIONS: Final[dict[str, Any]] = {
    "cache": True,
    "error_model": "numpy",
    "forceinline": True,
    "nogil": True,
    "_nrt": False,
}
"""No function allocates an array, so reference counting is off (`_nrt`): that alone triples the speed."""

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
"""Large functions that are called instead of inlined."""

LONG: Final = 30 * 24 * 60 * 60
"""Seconds without a load after which compiled code is deleted."""

_TIED: Final = "tied"
"""The argument of a process that ends together with its parent."""

_loaded = threading.Event()
_loading = threading.Lock()
_thread: threading.Thread | None = None


class Kernel:
    """The functions of all kernel modules, as attributes by module, and memory for them.

    `plain().hands.least_deadwood(...)` is a function of module `hands`, `plain().rounds.play_on(...)` one of `rounds`.

    >>> plain().hands.bit_index(8)
    3
    """

    def __init__(self, compiled: bool, modules: dict[str, SimpleNamespace]) -> None:
        self.compiled = compiled
        self.__dict__.update(modules)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def array(self, values: Iterable[int]) -> Any:
        """Return these values as a list, or for compiled code as an array of 64-bit integers."""
        if not self.compiled:
            return list(values)
        import numpy

        return numpy.fromiter(values, numpy.int64)

    def memory(self, size: int, bits: int = 64) -> Any:
        """Return `size` zeros as a list, or for compiled code as an array of signed 8, 16, 32 or 64-bit integers."""
        if not self.compiled:
            return [0] * size
        import numpy

        return numpy.zeros(size, f"int{bits}")


@cache
def plain() -> Kernel:
    """Return the kernel as plain Python."""
    return Kernel(False, {name: SimpleNamespace(**_functions(name)) for name in MODULES})


@cache
def fast() -> Kernel:
    """Return the compiled kernel; each function is compiled at its first call, or read from the cache.

    Raises ImportError if numba is not installed, and OSError if there is no place for the cache.
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
                name: numpy.array(value) if isinstance(value, tuple) else value
                for name, value in vars(import_module(f"{__package__}.{module}")).items()
            }
            names |= {
                name: compiled.get(value, value) for name, value in names.items() if isinstance(value, FunctionType)
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


@cache
def tables(kernel: Kernel, ace_high: int, jokers: int) -> LookupTables:
    """Return the kernel's lookup tables for these rules: the points that runs leave of one suit, and the odds."""
    uncovered, in_run = kernel.memory(SUIT_TABLE * (jokers + 2), bits=8), kernel.memory(SUIT_TABLE, bits=16)
    kernel.hands.fill_runs(uncovered, in_run, ace_high, jokers)
    likely = kernel.memory(len(odds()), bits=16)
    likely[:] = odds()
    return LookupTables(uncovered, in_run, likely)


def is_installed() -> bool:
    """Return whether numba is installed, without importing it."""
    return find_spec("numba") is not None


def best() -> Kernel:
    """Return the compiled kernel once `load` has finished, until then the plain one. Never blocks."""
    return fast() if _loaded.is_set() else plain()


def load(wait: bool = False) -> bool:
    """Start to load the compiled kernel in the background; return whether it is loaded.

    Missing code is compiled in a process of its own, so that this one stays responsive.
    `wait`: block until it is loaded or turns out to be unavailable.
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
    """Return whether the code is compiled and cached, so that `load` takes about a second instead of a minute.

    Does not import numba.
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
    """Start `prepare` in a low-priority process of its own; return None if numba is not installed.

    If another process is compiling, the new one waits for it. It ends with this process, however this one ends; the
    functions compiled so far stay cached.
    """
    if not is_installed():
        return None
    silent = subprocess.DEVNULL
    command = [sys.executable, "-m", "cardlab.analysis.kernel.compiled", _TIED]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent)


def prepare() -> None:
    """Compile every function for the calls that are made, and cache the result on disk. Takes about a minute once.

    Returns at once if that is done. Of several processes one compiles, the others wait for it.
    Raises ImportError if numba is not installed, and OSError if there is no place for the cache.
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
    """Return the functions that a kernel module defines itself, in order."""
    source = import_module(f"{__package__}.{module}")
    return {
        name: value
        for name, value in vars(source).items()
        if isinstance(value, FunctionType) and value.__module__ == source.__name__
    }


def _clear_away(kept: Path) -> None:
    """Delete compiled code not loaded for long: of other sources, or of a removed installation."""
    for other in kept.parent.glob("kernel-*/complete"):
        if time.time() - other.stat().st_mtime > LONG:
            shutil.rmtree(other.parent, ignore_errors=True)


def _kept_at() -> Path:
    """Return the cache folder for exactly these sources at this path, so that outdated code is never loaded."""
    import platformdirs

    sources = b"".join((_HERE / f"{module}.py").read_bytes() for module in (*MODULES, "bits", "compiled"))
    # numba finds what it has kept by the path of the source too.
    location = f"{_HERE}\n{version('numba')} {sys.version}"
    name = hashlib.sha256(sources + location.encode()).hexdigest()[:16]
    folder = Path(platformdirs.user_cache_dir("cardlab")) / f"kernel-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _end_with_who_began() -> None:
    """Exit once standard input is closed: the parent holds it open, writes nothing, and closes it by ending."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.argv[1:] == [_TIED]:
        threading.Thread(target=_end_with_who_began, daemon=True).start()
    # Under this name the module would be there twice, and the functions compiled would not be those that are called.
    import_module("cardlab.analysis.kernel.compiled").prepare()
