"""Makes the tests start quickly, as a plugin and as a program.

The plugin (`-p tests.quick`) skips a slow import of a grammar, as our server does, and modules without tests.
The program (`python -m tests.quick`) compiles the tests once, so that not every process does.
"""

from pathlib import Path

from cardlab.serve.start import skip_slow_import

skip_slow_import()

HERE = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip a module without tests or examples, which would be imported for nothing."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return ">>>" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collectstart(collector: object) -> None:
    """Let nbval compare no pictures of widgets, because our notebooks keep none."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml")


def pytest_itemcollected(item: object) -> None:
    """Number each cell, because nbval takes one without a number for never run."""
    if hasattr(item, "cell"):
        item.cell.execution_count = 1


def compile_tests() -> None:
    """Compile every test as pytest does, and store it where pytest looks for it."""
    from _pytest.assertion import AssertionState
    from _pytest.assertion.rewrite import PYC_TAIL, _rewrite_test, _write_pyc, get_cache_dir
    from _pytest.config import get_config

    config = get_config()
    state = AssertionState(config, "rewrite")
    for path in (*HERE.rglob("test_*.py"), *HERE.rglob("conftest.py")):
        folder = get_cache_dir(path)
        folder.mkdir(parents=True, exist_ok=True)
        stat, code = _rewrite_test(path, config)
        _write_pyc(state, code, stat, folder / f"{path.stem}{PYC_TAIL}")


if __name__ == "__main__":
    compile_tests()
