"""An exercise speaks the language of its notebook: pages in several languages, in turn in one process."""

import asyncio

import nbformat
from abused import waited_for
from nbformat.v4 import new_code_cell, new_notebook
from pages_of_hosts import Page, hosts

from cardlab.phrasing.catalogue import LANGUAGES, say

CELLS = ["from cardlab.lessons import melds\nfrom cardlab.widgets import Exercise", "Exercise(melds.set_or_run)"]


@waited_for
async def test_each_page_of_a_process_has_exercises_in_the_language_of_its_own_notebook(tmp_path):
    for lang in LANGUAGES:
        (tmp_path / lang).mkdir()
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in CELLS * 3])
        nbformat.write(notebook, tmp_path / lang / "page.ipynb")
    async with hosts(tmp_path) as running:
        pages = {lang: [Page(running), Page(running)] for lang in LANGUAGES}
        for lang, two in pages.items():
            for page in two:
                page.path = f"{lang}/page.ipynb"
        await asyncio.gather(*(page.opened() for two in pages.values() for page in two))
        for lang, two in pages.items():
            for page in two:
                drawn = [str(state["shown"]) for state in page.states().values() if "shown" in state]
                assert len(drawn) == 3
                assert all(say("lesson.set_or_run.prompt", lang) in one for one in drawn)
