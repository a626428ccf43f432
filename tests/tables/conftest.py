"""Both databases for what is proved of both."""

import os

import pytest

from tests.tables.cluster import Cluster, programs

collect_ignore = ["conftest.py"]  # several files of this name are no doctests of each other


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL for this run; where none is to be had its tests are left out, and in CI that is a fault."""
    found = programs()
    if found is None:
        reason = "no PostgreSQL here; please install it: sudo apt install postgresql"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    cluster = Cluster(found)
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return request.getfixturevalue("cluster").database()
