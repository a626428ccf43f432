"""The wheel with what JupyterLab needs, in an environment of its own, for `make long`.

`make test` installs the same packages into the clone's own environment, where `test_lab` tries what happens in it.
"""

from urllib.request import urlopen

from pages import free_port
from test_wheel import LESSONS

from cardlab.serve.start import COPY


def test_an_empty_folder_is_enough_to_open_the_laboratory(environment, tmp_path):
    """JupyterLab is there, and a copy of every notebook."""
    with environment("lab").running("cardlab", "lab", "--no-browser", "--port", free_port(), cwd=tmp_path) as address:
        assert urlopen(address).status == 200
    folder = tmp_path / COPY
    copied = sorted(f"notebooks/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.ipynb"))
    assert [path for path in copied if ".ipynb_checkpoints" not in path] == LESSONS
