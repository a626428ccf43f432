"""A class over sockets, in a thread of this process."""

import pytest
from classroom import class_without_lessons

collect_ignore = ["conftest.py"]  # several files of this name are no doctests of each other


@pytest.fixture(scope="module")
def running():
    with class_without_lessons() as running:
        yield running


@pytest.fixture
def live_class(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running
