"""Loads the kernel: as plain Python, or as WebAssembly, a hundred times as fast.

wasmtime runs the WebAssembly, or the browser does. `make kernel` builds `kernel.wasm` from the kernel modules;
`kernel.sha256` is the hash of their source.
"""

from __future__ import annotations

import atexit
import ctypes
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from cardlab.analysis.cancellation import waiting
from cardlab.analysis.kernel import hands, pairs, player, rounds, sampling
from cardlab.analysis.kernel.hands import SUIT_TABLE, LookupTables
from cardlab.bots.odds import odds

BITS: Final = {"uncovered": 8, "in_run": 16, "odds": 16, "least": 16, "held": 16}
"""The bits of numbers in memory, by the name of an argument or field; all others have 64."""

FILE: Final = Path(__file__).with_name("kernel.wasm")
_TYPES: Final = {8: ctypes.c_int8, 16: ctypes.c_int16, 64: ctypes.c_int64}
_CODES: Final = {8: "b", 16: "h", 64: "q"}
"""The sizes in `BITS` as types of `ctypes`, and as type codes of `array`."""
_PAGE: Final = 65536
_MOST_NUMBERS: Final = 128
"""More numbers than the arguments of any function become in `_flat`."""


class Kernel:
    """The kernel modules, and memory for them.

    A compiled kernel has its own memory, for one thread at a time.

    >>> plain().hands.bit_index(8)
    3
    """

    compiled = False
    hands: Any = hands
    rounds: Any = rounds
    player: Any = player
    sampling: Any = sampling
    pairs: Any = pairs

    @property
    def others(self) -> int:
        """The number of workers of the browser page that can play worlds for this thread."""
        return 0

    def memory(self, size: int, bits: int = 64) -> Any:
        """Return `size` zeros: a list, or for compiled code an array of 8, 16 or 64 bits."""
        return [0] * size

    def array(self, values: Iterable[int]) -> Any:
        """Return these values in the kernel's memory, with 64 bits each."""
        values = tuple(values)
        held = self.memory(len(values))
        held[:] = values
        return held


class _Compiled(Kernel):
    """An instance of `kernel.wasm` that wasmtime runs."""

    compiled = True

    def __init__(self, wasmtime: Any, module: Any) -> None:
        self._store = wasmtime.Store(module.engine)
        exports = dict(wasmtime.Instance(self._store, module.code, []).exports(self._store))
        self._linear = exports.pop("memory")
        self._top = exports.pop("__heap_base").value(self._store)
        numbers = self.memory(_MOST_NUMBERS)
        calls = {name: _caller(partial(call, self._store), numbers) for name, call in exports.items()}
        called = SimpleNamespace(**calls)
        self.hands = self.rounds = self.player = self.sampling = self.pairs = called

    def memory(self, size: int, bits: int = 64) -> Any:
        start = -(-self._top // 16) * 16
        self._top = start + size * bits // 8
        if (missing := self._top - self._linear.data_len(self._store)) > 0:
            self._linear.grow(self._store, -(-missing // _PAGE))
        # wasmtime reserves the addresses of a whole memory, so it grows where it is.
        base = ctypes.addressof(self._linear.data_ptr(self._store).contents)
        held: Any = (_TYPES[bits] * size).from_address(base + start)
        held.start, held.item_size = start, bits // 8
        held.store = self._store  # the memory is there as long as its store
        return held


class _InBrowser(Kernel):
    """An instance of `kernel.wasm` that the browser runs; its memory is JavaScript's.

    `_kernels`: instances in workers of the page (`kernels.js`), which play worlds if Python may wait for them.
    """

    compiled = True

    def __init__(self, javascript: Any, module: Any, code: Any) -> None:
        exports = javascript.WebAssembly.Instance.new(module).exports
        self._linear = exports.memory
        self._top = getattr(exports, "__heap_base").value
        self._bytes = javascript.Uint8Array
        self._kernels: Any = getattr(javascript, "kernels", None)
        self._code = code
        self._here = exports.sample
        numbers = self._numbers = self.memory(_MOST_NUMBERS)

        def caller(name: str) -> Callable[..., int]:
            call = getattr(exports, name)
            return _caller(lambda start: call(start), numbers)

        names = javascript.Object.keys(exports)
        called = SimpleNamespace(**{name: caller(name) for name in names if not name.startswith(("_", "memory"))})
        called.sample = self._sample
        self.hands = self.rounds = self.player = self.sampling = self.pairs = called

    @property
    def others(self) -> int:
        return self._kernels.ready(self._code) if self._kernels and waiting() else 0

    def _sample(self, *given: Any) -> int:
        """Play worlds as `sampling.sample` does, in the page's workers if possible."""
        _, settings, *_, sums = given
        worlds, end = settings.start + sampling.FIRST * settings.item_size, sums.start + len(sums) * sums.item_size

        def call(place: int) -> int:
            elsewhere = self._linear, self._top, place, worlds, sums.start, end
            if (wait := waiting()) and self.others and wait(self._kernels.sample(*elsewhere)):
                return 0
            return int(self._here(place))

        return _caller(call, self._numbers)(*given)

    def memory(self, size: int, bits: int = 64) -> Any:
        start = -(-self._top // 16) * 16
        self._top = start + size * bits // 8
        if (missing := self._top - self._linear.buffer.byteLength) > 0:
            self._linear.grow(-(-missing // _PAGE))
        return _Numbers(self._linear, self._bytes, start, size, bits)


class _Numbers:
    """An array of integers in the memory of a kernel that a browser runs."""

    def __init__(self, linear: Any, kind: Any, start: int, size: int, bits: int) -> None:
        self.start, self.item_size = start, bits // 8
        self._linear = linear
        self._bytes = kind
        self._size = size
        self._code = _CODES[bits]

    def _view(self, at: slice) -> Any:
        """Return the bytes of a slice for JavaScript, valid until the memory grows."""
        first, end, _ = at.indices(self._size)
        size = self.item_size
        return self._bytes.new(self._linear.buffer, self.start + first * size, max(0, end - first) * size)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return array(self._code, self._view(at).to_bytes()).tolist()
        return self[at : at + 1 or None][0]

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice):
            at, value = slice(at, at + 1 or None), (value,)
        self._view(at).assign(array(self._code, value).tobytes())

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])


def _caller(call: Callable[[int], int], numbers: Any) -> Callable[..., int]:
    """Return a Python function that calls a compiled one, or raises RuntimeError.

    `call` gets the address of `numbers`, the memory for result, error code and arguments, and returns 0 if it worked.
    """

    def called(*given: Any) -> int:
        flat = tuple(_flat(given))
        numbers[2 : 2 + len(flat)] = flat  # before them are the result and the error code
        if call(numbers.start):
            raise RuntimeError("a kernel function failed")
        return int(numbers[0])

    return called


def _flat(given: Iterable[Any]) -> Iterator[int]:
    """Yield the arguments as numba passes them, all as single numbers."""
    for one in given:
        if isinstance(one, int):
            yield one
        elif isinstance(one, tuple):
            yield from _flat(one)
        else:
            # An array: two unused pointers, length, item size, address, shape and stride.
            yield from (0, 0, len(one), one.item_size, one.start, len(one), one.item_size)


@cache
def plain() -> Kernel:
    """Return the kernel as plain Python."""
    return Kernel()


@cache
def _compiled() -> Callable[[], Kernel] | None:
    """Return a function that makes compiled kernels, or None without wasmtime."""
    code = FILE.read_bytes()
    if sys.platform == "emscripten":
        javascript: Any = import_module("js")
        held = import_module("pyodide.ffi").to_js(code)
        return partial(_InBrowser, javascript, javascript.WebAssembly.Module.new(held), held)
    try:
        wasmtime: Any = import_module("wasmtime")
    except (ImportError, OSError, RuntimeError):  # not installed, or not made for this machine
        return None
    # Freed before the interpreter ends, because wasmtime can't free it then and complains.
    atexit.register(_compiled.cache_clear)
    engine = wasmtime.Engine()
    return partial(_Compiled, wasmtime, SimpleNamespace(engine=engine, code=wasmtime.Module(engine, code)))


def is_installed() -> bool:
    """Return whether the compiled kernel can run: in a browser, or with wasmtime."""
    return _compiled() is not None


def best() -> Kernel:
    """Return a new compiled kernel with its own memory, or the plain one."""
    made = _compiled()
    return made() if made else plain()


def tables(kernel: Kernel, ace_high: int, jokers: int) -> LookupTables:
    """Return the lookup tables for these rules in the kernel's memory."""
    kept = _kept(ace_high, jokers)
    if not kernel.compiled:
        return LookupTables(*kept)
    held = [kernel.memory(len(table), 8 * table.itemsize) for table in kept]
    for table, numbers in zip(held, kept, strict=True):
        if isinstance(table, _Numbers):
            table[:] = numbers
        else:
            ctypes.memmove(table, numbers.tobytes(), ctypes.sizeof(table))
    return LookupTables(*held)


@cache
def _kept(ace_high: int, jokers: int) -> list[array[int]]:
    """Compute the fields of `LookupTables` once for all kernels."""
    kernel = best()
    uncovered = kernel.memory(SUIT_TABLE * (jokers + 2), BITS["uncovered"])
    in_run = kernel.memory(SUIT_TABLE, BITS["in_run"])
    kernel.hands.fill_runs(uncovered, in_run, ace_high, jokers)
    tables = zip(LookupTables._fields, (uncovered, in_run, odds()), strict=True)
    return [array(_CODES[BITS[name]], numbers) for name, numbers in tables]
