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
def environment(tmp_path_factory, wheel):
    """Make an environment with the wheel and what one of its extras asks for."""

    def made(extra):
        new = Environment(tmp_path_factory.mktemp(extra) / "venv")
        new.install(wheel, extra)
        return new

    return made


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
