"""The translated notebooks: what the catalogues make of the English ones, with nothing lost, and never out of date."""

import json
import os
import re
import shutil
from collections import Counter
from itertools import zip_longest

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.phrasing import prose as made
from cardlab.phrasing.catalogue import texts_in
from cardlab.phrasing.prose import OTHERS, pieces, prose
from cardlab.serve.start import default_notebooks
from tests.notebooks.translate import HEADINGS, HOUSE, headings, masters, renew, with_pages

BOOKS = masters()
NOTEBOOKS = HOUSE / "notebooks"

LETTERS = {"de": "BDKA", "nl": "BVKA"}


def catalogue(lang):
    return (HOUSE / "cardlab" / "phrasing" / f"{lang}.po").read_text(encoding="utf-8")


def blocks(text):
    return text.strip("\n").split("\n\n")


LINES = ["# A", "## B ##", "a", "b c", "", "  ", "- a", "  b", "* c", "1. d", "   e", "> q", "> r", ">", "```", "~~~"]
LINES += ["```python", "x = 1", "$$", "$$a$$", "<br>", "<p>", "| a | b |", "|---|---|", "| |c|", "|", "    code"]


@given(st.lists(st.sampled_from(LINES)))
def test_pieces_joined_are_the_markdown(lines):
    markdown = "\n".join(lines)
    assert "".join(map(str, pieces(markdown))) == markdown


def test_only_prose_is_taken_out():
    markdown = (
        "# Title\n\nOne.\nTwo.\n\n```python\nx = 1\n\n# no title\n```\n\n$$\na = b\n$$\n\n<p>\nraw\n</p>\n\n"
        "```\n```\n\n$$a$$\nProse.\n\n<details><summary>Told</summary>\n\n</details>\n\n"
        "- first\n  more\n- second\n\n> Quote.\n> More.\n\n| a | b |\n|---|:-:|\n| c |   |\n"
    )
    found = [piece.text for piece in pieces(markdown) if piece.is_prose]
    assert found == ["Title", "One.\nTwo.", "Prose.", "Told", "first\nmore", "second", "Quote.\nMore.", "a", "b", "c"]


def test_no_text_of_a_notebook_is_missing_or_fuzzy_in_a_catalogue_and_none_is_left_over():
    for lang in OTHERS:
        renewal = renew(catalogue(lang), BOOKS, lang)
        assert (renewal.missing, renewal.fuzzy) == ((), ())
        assert sorted(blocks(renewal.catalogue)) == sorted(blocks(catalogue(lang)))


def code_in(notebook):
    """What no language changes, also what is displayed; what cells print and end in is made anew."""
    return [
        (cell.id, cell.metadata, cell.source, [one for one in cell.outputs if one.output_type == "display_data"])
        if cell.cell_type == "code"
        else (cell.id, cell.metadata)
        for cell in notebook.cells
    ]


def test_every_english_notebook_is_made_in_every_other_language_with_all_its_prose_and_again_when_it_is_newer(tmp_path, monkeypatch):
    def files():
        return {path: path.stat().st_mtime_ns for lang in OTHERS for path in (folder / lang).iterdir()}

    folder = tmp_path
    shutil.copytree(NOTEBOOKS / "en", folder / "en")
    made.renew(folder)
    for lang in OTHERS:
        assert sorted(os.listdir(folder / lang)) == sorted(os.listdir(folder / "en"))
        for path, master in BOOKS.items():
            there = (folder / lang / path.rpartition("/")[2]).read_text(encoding="utf-8")
            texts = texts_in(lang)
            assert list(prose(there)) == [texts[text] for text in prose(master)]
            here, english = (nbformat.reads(text, as_version=4) for text in (there, master))
            assert here.metadata.lang == lang
            assert code_in(here) == code_in(english)
    before = files()
    made.renew(folder)
    assert files() == before
    newest = max(before.values()) + 1
    os.utime(folder / "en" / "melds.ipynb", ns=(newest, newest))
    (folder / "de" / "turn.ipynb").unlink()
    (folder / "nl" / "mine.ipynb").write_text("my own", encoding="utf-8")
    made.renew(folder)
    after = files()
    changed = {path.relative_to(folder).as_posix() for path in after if after[path] != before.get(path)}
    assert changed == {"de/melds.ipynb", "nl/melds.ipynb", "de/turn.ipynb", "nl/mine.ipynb"}
    assert (folder / "nl" / "mine.ipynb").read_text(encoding="utf-8") == "my own"
    monkeypatch.chdir(HOUSE)
    # What is served from the clone is brought up to date before.
    old = NOTEBOOKS / "de" / "melds.ipynb"
    os.utime(old, ns=(0, 0))
    assert default_notebooks() == NOTEBOOKS
    assert old.stat().st_mtime_ns > 0


@pytest.mark.parametrize("lang", OTHERS)
def test_links_code_clauses_and_cards_are_those_of_the_original(lang):
    """`J♠` becomes `B♠` in German; every card that the English text shows is there, and no other."""
    kept = re.compile(r"`[^`]*`|\]\([^)]*\)|\b[TU]\d+\.\d+\b|\$[^$]+\$")
    card, letters = re.compile(r"(\d+|[A-Z])([♠♥♦♣])"), dict(zip_longest("JQKA", LETTERS[lang]))
    for text, other in texts_in(lang).items():
        assert Counter(kept.findall(text)) == Counter(kept.findall(other)), text
        # One bold verb may become two bold words: "**Lege** eine Karte **ab**".
        assert ("**" in text) == ("**" in other), text
        assert other.count("**") % 2 == 0, text
        expected = [(letters.get(rank, rank), suit) for rank, suit in card.findall(text)]
        assert sorted(expected) == sorted(card.findall(other)), text


def test_the_readme_has_the_pages_of_the_overview_and_steps_are_called_by_the_headings_of_their_pages():
    readme = (HOUSE / "README.md").read_text(encoding="utf-8")
    assert with_pages(readme, BOOKS["notebooks/en/index.ipynb"]) == readme
    assert readme.count("\n| `melds` | Tongits: melds. ") == 1
    assert json.loads((HOUSE / HEADINGS).read_text(encoding="utf-8")) == headings(BOOKS)
