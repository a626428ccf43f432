"""A plugin (`-p tests.quick`) that lets the tests start quickly.

It skips a slow import of a grammar, as our server does, and modules without tests.
"""

from pathlib import Path

from cardlab.serve.start import skip_slow_import

skip_slow_import()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip a module without tests or examples, which would be imported for nothing."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return ">>>" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collectstart(collector: object) -> None:
    """Let nbval compare neither pictures of widgets nor Markdown, because our notebooks keep none."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml", "text/markdown")


def pytest_itemcollected(item: object) -> None:
    """Number each cell, because nbval takes one without a number for never run."""
    if hasattr(item, "cell"):
        item.cell.execution_count = 1
