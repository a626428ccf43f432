"""Makes the start of the tests quick. `-p tests.quick` before everything else; `python -m tests.quick` beforehand.

As a plugin it leaves out a grammar that takes each process of the tests more than a second, as our server does, and
modules in which there is nothing to try.
As a program it compiles the tests once, with what their assertions tell, where each process would do it for itself.
"""

from pathlib import Path

from cardlab.serve.start import skip_slow_import

skip_slow_import()

HERE = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A module without tests or examples is not imported only to see that it has none."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return ">>>" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collectstart(collector: object) -> None:
    """Our notebooks keep no picture of a widget, so nbval compares none."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml")


def pytest_itemcollected(item: object) -> None:
    """Their cells have no numbers either, by which nbval tells that one was run."""
    if hasattr(item, "cell"):
        item.cell.execution_count = 1


def compile_tests() -> None:
    """Compiles every test as pytest does, and keeps it where pytest looks for it."""
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
