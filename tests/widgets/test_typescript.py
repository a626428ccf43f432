"""The seam between widgets and views: what is written for TypeScript is what Python says."""

import pytest

from tests.repo.typescript import FILE, declarations

if not FILE.exists():
    pytest.skip("the sources of the views are not in the wheel", allow_module_level=True)


def test_the_types_of_the_views_are_those_of_the_widgets():
    assert FILE.read_text(encoding="utf-8") == declarations()
