"""A class over sockets, in a thread of this process."""

import pytest
from classroom import class_without_lessons


@pytest.fixture(scope="module")
def running():
    with class_without_lessons() as running:
        yield running


@pytest.fixture
def live_class(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running
