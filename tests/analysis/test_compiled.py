"""One source, two kernels: how the compiled one comes, and what happens until it does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module

import pytest
from filelock import FileLock

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
        told, fault = run.communicate()
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, fault
    return told.split()


def test_nothing_is_loaded_before_it_is_wanted(tmp_path):
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


def test_code_of_places_that_are_gone_and_of_older_sources_here_is_cleared_away(tmp_path):
    here = "1.0 3.11"
    kept = {
        "kernel-own": f"{tmp_path}\n{here}",
        "kernel-older": f"{tmp_path}\n{here}",
        "kernel-gone": f"{tmp_path / 'gone'}\n{here}",
        "kernel-elsewhere": f"{tmp_path / 'kernel-own'}\n{here}",
        "kernel-other_python": f"{tmp_path}\n1.0 3.12",
        "kernel-unknown": "",
        "other": f"{tmp_path / 'gone'}\n{here}",
    }
    for name, place in kept.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").touch()
        if place:
            (tmp_path / name / compiled.PLACE).write_text(place)
    compiled._clear_away(tmp_path / "kernel-own")
    assert {path.name for path in tmp_path.iterdir()} == kept.keys() - {"kernel-older", "kernel-gone"}


def test_code_that_is_being_compiled_just_now_stays(tmp_path):
    for name in ("kernel-own", "kernel-older"):
        (tmp_path / name).mkdir()
        (tmp_path / name / compiled.PLACE).write_text(str(tmp_path))
    with FileLock(tmp_path / "kernel-older" / "lock"):
        compiled._clear_away(tmp_path / "kernel-own")
        assert (tmp_path / "kernel-older").exists()
    compiled._clear_away(tmp_path / "kernel-own")
    assert not (tmp_path / "kernel-older").exists()


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


def test_every_function_of_the_kernel_has_its_compiled_twin():
    for module in compiled.MODULES:
        own, twin = vars(getattr(compiled.plain(), module)), vars(getattr(compiled.fast(), module))
        assert own.keys() == twin.keys()
        assert own
