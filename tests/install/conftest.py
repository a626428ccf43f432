"""What the tests of the installed package ask for: the wheel, environments with it, a browser."""

import pytest
from installed import Environment, build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def engine(tmp_path_factory, wheel):
    """An environment with the wheel and nothing else."""
    environment = Environment(tmp_path_factory.mktemp("engine") / "venv")
    environment.install(wheel)
    return environment


@pytest.fixture
def environment(tmp_path_factory, wheel):
    """Make an environment with the wheel and what one of its extras asks for."""

    def made(extra):
        new = Environment(tmp_path_factory.mktemp(extra) / "venv")
        new.install(wheel, extra)
        return new

    return made
