"""An empty file for a store."""

import pytest

collect_ignore = ["conftest.py"]  # several files of this name are no doctests of each other


@pytest.fixture
def file(tmp_path):
    """Where a store may be made, in a folder that is not there yet."""
    return tmp_path / "new" / "tables.sqlite3"
