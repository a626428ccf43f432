"""One source, two kernels: the compiled one is made of this source, has memory of its own, and may be missing."""

import gc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.tongits import Rules
from tests.bench.playouts import many
from tests.kernel import build

ALONE = """
import sys
from cardlab.analysis import whatif
from cardlab.analysis.kernel import compiled
from cardlab.tongits import deal, view
"""


def python(code, **environment):
    """What a Python of its own prints."""
    command = [sys.executable, "-c", ALONE + code]
    run = subprocess.run(command, capture_output=True, text=True, env={"PATH": "", **environment}, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.split()


def test_the_compiled_kernel_is_made_of_this_source():
    assert build.HASH.read_text(encoding="ascii").strip() == build.source_hash(), "please run: make kernel"


def test_a_program_loads_the_compiled_kernel_when_it_needs_it_and_ends_quietly():
    before = "print(*(name in sys.modules for name in ('wasmtime', 'numpy')))"
    after = "kernel = compiled.best(); numbers = kernel.array([3]); print(kernel.compiled)"
    assert python(f"{before}; {after}") == ["False", "False", "True"]


def test_where_wasmtime_does_not_run_the_plain_kernel_answers(tmp_path):
    """Not installed; its library is not for this system; or it says itself that it is not made for this machine."""
    for fault in ("ImportError", "OSError", "RuntimeError"):
        (tmp_path / "wasmtime.py").write_text(f"raise {fault}('not here')")
        code = "print(compiled.is_installed(), compiled.best().compiled, whatif.ask(view(deal(), 0), worlds=5).worlds)"
        assert python(code, PYTHONPATH=str(tmp_path)) == ["False", "False", "5"]


def test_threads_compute_at_the_same_time_what_each_computes_alone():
    alone = [many(Rules(jokers=2), 200, seed) for seed in range(6)]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda seed: many(Rules(jokers=2), 200, seed), range(6))) == alone


def test_memory_stays_where_it_is_while_more_is_asked_for_and_as_long_as_an_array_is_there():
    kernel = compiled.best()
    first, bits = kernel.array(range(5)), kernel.memory(3, 16)
    bits[:] = 1, -2, 3
    more = kernel.memory(1_000_000)
    more[999_999] = 7
    del kernel
    gc.collect()
    assert (first[:], bits[:], more[999_999], sum(more)) == ([0, 1, 2, 3, 4], [1, -2, 3], 7, 7)


def test_a_kernel_that_nobody_has_any_more_is_gone_at_once():
    """Without waiting for the garbage collector: each has an address space of its own, of which there is not much."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(1_500):
            kernel = compiled.best()
            kernel.hands.count(kernel.array([3])[0])
    finally:
        gc.enable()


@pytest.mark.parametrize(("ace_high", "jokers"), [(0, 0), (1, 2)])
def test_plain_python_fills_the_same_tables(ace_high, jokers):
    kept, size = compiled.tables(compiled.plain(), ace_high, jokers), 8192
    uncovered, in_run = [0] * size * (jokers + 2), [0] * size
    compiled.plain().hands.fill_runs(uncovered, in_run, ace_high, jokers)
    assert (list(kept.uncovered), list(kept.in_run)) == (uncovered, in_run)
