"""What a Jupyter server does for the course: text in the place of saved widgets, and notebooks in the home."""

import logging
from html import escape
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from cardlab.lessons import melds
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.lab import first_page
from cardlab.serve.server_extension import STATE, VIEW, add_sentences, lay_notebooks
from cardlab.serve.start import COPY
from cardlab.widgets import Exercise

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
OURS = Exercise(melds.set_or_run)


def shown(name, text):
    """A cell that has shown a widget."""
    data = {"text/plain": text, VIEW: {"model_id": name, "version_major": 2, "version_minor": 0}}
    return new_code_cell("shown", outputs=[new_output("execute_result", data=data, execution_count=1)])


def saved(*cells, **metadata):
    """A notebook as it is saved, and what it holds then for widgets: state by model."""
    book = new_notebook(cells=list(cells), metadata=metadata)
    add_sentences(model={"type": "notebook", "content": book}, path="a.ipynb")
    nbformat.validate(book)
    return book, book.metadata.get("widgets", {}).get(STATE, {}).get("state", {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_the_place_of_a_widget_stands_what_it_is_and_how_it_comes_to_life(lang):
    _, state = saved(shown("a", repr(OURS)), lang=lang)
    assert state.keys() == {"a"}
    assert escape(repr(OURS)) in state["a"]["state"]["value"]
    assert escape(say("lab.asleep", lang)) in state["a"]["state"]["value"]


def test_above_the_sentence_stand_the_cards_and_no_markup_of_them_counts():
    cell = shown("a", repr(OURS))
    cell.outputs[0].data["image/svg+xml"] = "<svg onload='alert(1)'>4</svg>"
    _, state = saved(cell)
    value = state["a"]["state"]["value"]
    assert value.startswith('<img alt="" src="data:image/svg+xml,%3Csvg onload=%27')
    assert "<svg" not in value


def test_what_a_widget_says_of_itself_is_text_and_no_markup():
    _, state = saved(shown("a", "Hand(<img src=x onerror=alert(1)>)"))
    assert "<img" not in state["a"]["state"]["value"]


def test_saved_again_it_holds_the_widgets_of_the_last_run_only():
    book, _ = saved(shown("a", repr(OURS)))
    _, state = saved(shown("b", repr(OURS)), **book.metadata)
    assert state.keys() == {"b"}
    book, _ = saved(**book.metadata)
    assert book.metadata == {}


def test_a_widget_that_jupyter_saves_itself_and_those_of_others_stay_as_they_are():
    kept = {"model_name": "AnyModel", "model_module": "anywidget", "state": {}}
    others = {STATE: {"version_major": 2, "version_minor": 0, "state": {"a": kept, "c": kept}}}
    _, state = saved(shown("a", repr(OURS)), shown("b", "IntSlider(value=3)"), widgets=others)
    assert state == {"a": kept, "c": kept}


def test_what_is_no_notebook_is_not_touched():
    model = {"type": "file", "content": "VIEW"}
    add_sentences(model=model, path="a.txt")
    assert model == {"type": "file", "content": "VIEW"}


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
