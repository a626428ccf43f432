"""The seam between widgets and views: what is written for TypeScript is what Python says."""

from typing import Any, get_type_hints

import pytest

from cardlab import widgets
from cardlab.widgets.scene import contract
from tests.repo.typescript import FILE, declarations

if not FILE.exists():
    pytest.skip("the sources of the views are not in the wheel", allow_module_level=True)


def test_the_types_of_the_views_are_those_of_the_widgets():
    assert FILE.read_text(encoding="utf-8") == declarations()


@pytest.mark.parametrize("name", widgets.__all__)
def test_every_widget_declares_what_it_shows_and_what_it_hears(name):
    widget = getattr(widgets, name)
    assert contract(widget.scene_type)
    assert get_type_hints(widget.scene_type.props)["return"] not in (dict[str, Any], Any)
