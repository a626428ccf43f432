"""What the tests of the installed package ask for: the wheel, environments with it, a browser."""

import one_chromium
import pytest
from installed import Environment, build
from pages import WHOLE, watch

browser = one_chromium.browser


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
def course(tmp_path_factory, wheel):
    """An environment with the wheel and what serves the course."""
    return with_extra(tmp_path_factory, wheel, "serve")


@pytest.fixture
def laboratory(tmp_path_factory, wheel):
    """An environment with the wheel and what opens it in JupyterLab."""
    return with_extra(tmp_path_factory, wheel, "lab")


def with_extra(tmp_path_factory, wheel, extra):
    environment = Environment(tmp_path_factory.mktemp(extra) / "venv")
    environment.install(wheel, extra)
    return environment


@pytest.fixture
def visit(browser):
    """Opens a page of the server at `host`; at the end of the test nothing may have gone wrong in any of them."""
    contexts, faults = [], []

    def visiting(address, host, **more):
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **more)
        context.add_init_script(WHOLE)
        contexts.append(context)
        page = context.new_page()
        watch(page, host, faults)
        page.goto(address)
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert faults == []
