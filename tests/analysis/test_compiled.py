"""One source, two kernels: how the compiled one comes, and what happens until it does."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module

import pytest

from cardlab.analysis.kernel import compiled

ALONE = """
import sys, threading
from cardlab.analysis import whatif
from cardlab.analysis.kernel import compiled
from cardlab.tongits import deal, view
"""


def python(code, **environment):
    """What a Python of its own prints; whatever is then still being compiled for it ends with it."""
    command = [sys.executable, "-c", ALONE + code]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env={"PATH": "", **environment}, start_new_session=True
    ) as run:
        output, fault = run.communicate()
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, fault
    return output.split()


def test_nothing_is_loaded_before_it_is_needed(tmp_path):
    loaded = python("print(*(name in sys.modules for name in ('numba', 'numpy')))", HOME=str(tmp_path))
    assert loaded == ["False", "False"]


def test_the_plain_kernel_answers_while_the_compiled_one_is_made(tmp_path):
    """In an empty home nothing is compiled yet: loading has only begun when the answer is there."""
    code = """
compiled.load()
answer = whatif.ask(view(deal(), 0), worlds=5)
print(answer.worlds, compiled.best().compiled)
"""
    assert python(code, HOME=str(tmp_path)) == ["5", "False"]


def test_without_a_place_to_keep_compiled_code_the_plain_kernel_goes_on(tmp_path):
    (tmp_path / "file").write_text("no folder")
    code = "print(compiled.load(wait=True), whatif.ask(view(deal(), 0), worlds=5).worlds)"
    assert python(code, HOME=str(tmp_path / "file"), XDG_CACHE_HOME=str(tmp_path / "file")) == ["False", "5"]


def test_once_loaded_the_compiled_kernel_answers():
    assert compiled.load(wait=True)
    assert compiled.best() is compiled.fast()
    assert compiled.best().compiled
    assert not compiled.plain().compiled


def test_code_that_nobody_has_loaded_for_long_is_cleared_away(tmp_path):
    long_ago = time.time() - compiled.LONG - 1
    for name, then in (("kernel-own", None), ("kernel-other", None), ("kernel-old", long_ago), ("other", long_ago)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "complete").touch()
        if then:
            os.utime(tmp_path / name / "complete", (then, then))
    compiled._clear_away(tmp_path / "kernel-own")
    assert {path.name for path in tmp_path.iterdir()} == {"kernel-own", "kernel-other", "other"}


@pytest.mark.parametrize("module", compiled.MODULES)
def test_a_kernel_module_holds_functions_and_whole_numbers_only(module):
    """What numba compiles: no state, no default values, no keyword-only arguments, no other library."""
    source = import_module(f"cardlab.analysis.kernel.{module}")
    names = {"annotations", "Final", "NamedTuple", "TypeAlias", "MutableSequence", "Sequence", "Numbers", "Memory"}
    for name, value in vars(source).items():
        if name.startswith("__") or name in names:
            continue
        if isinstance(value, type):
            assert issubclass(value, tuple), name
        elif callable(value):
            assert value.__module__.startswith("cardlab.analysis."), name
            assert not value.__defaults__, name
            assert not value.__kwdefaults__, name
        else:
            numbers = value if isinstance(value, tuple) else [value]
            assert all(isinstance(number, int) for number in numbers) or name.startswith("_"), name
