"""What a Jupyter server does for the course: notebooks in the home."""

import logging
from pathlib import Path

import nbformat
from nbformat.v4 import new_notebook

from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve.lab import first_page
from cardlab.serve.server_extension import lay_notebooks
from cardlab.serve.start import COPY

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def test_where_the_notebooks_cannot_be_laid_the_log_says_why(tmp_path, caplog):
    (tmp_path / COPY).write_text("in the way", encoding="utf-8")
    lay_notebooks(tmp_path, logging.getLogger("hub"))
    assert [str(tmp_path / COPY) in one.getMessage() for one in caplog.records] == [True]


def test_the_first_page_is_the_overview_in_the_language_of_the_reader(tmp_path):
    assert [first_page(NOTEBOOKS, lang) for lang in LANGUAGES] == [
        f"/lab/tree/{lang}/index.ipynb" for lang in LANGUAGES
    ]
    assert first_page(tmp_path, "de") == "/lab"
    nbformat.write(new_notebook(), tmp_path / "index.ipynb")
    assert first_page(tmp_path, "de") == "/lab/tree/index.ipynb"
